"""A staff for The Longest Day: one plan a movement phase for the whole army. Places worth points are garrisoned
first, then whole stacks are sent against the hexes where the exact expectation of a joint attack is best, and who is
left closes up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from grognard.core.choices import Choices, Part
from grognard.core.facts import DONE, Action
from grognard.core.hexes import members
from grognard.games.longest_day import verbs
from grognard.games.longest_day.board import GRID, KIND_OF, NEAR, river
from grognard.games.longest_day.combat import joinable, supporting
from grognard.games.longest_day.command import group_of
from grognard.games.longest_day.odds import attack_total, defence_total, shifts
from grognard.games.longest_day.pieces import (
    ALLIED,
    ASSAULT,
    ATTACK,
    COMBAT,
    DEFENCE,
    DIVISION,
    ENEMY,
    GUN,
    HQ,
    NAMES,
    OF_SIDE,
    POINTS,
    RANGED,
    SIDE,
    SPECIAL,
    UNIT,
)
from grognard.games.longest_day.position import Combat, LongestDay
from grognard.games.longest_day.stacking import limit
from grognard.games.longest_day.tables import COLUMNS, CRT, SHIFT, column
from grognard.games.longest_day.verbs import fighters
from grognard.games.longest_day.victory import HEX_POINTS
from grognard.players.seat import Decision, PlayerSettings, PlayerView

from . import plain
from .ground import Ground, distances
from .plain import Answer, Rule

POINT = 1.0  # everything is weighed in points of victory
LOST = 0.2  # a unit lost, by TLD-S.21
SHAKEN = 0.06  # a unit disrupted for a day
GROUND = 0.35  # a hex taken that is worth nothing by itself
FULL = 3  # battalions in a hex
SCARCE = {ALLIED: 0.02, ENEMY[ALLIED]: 0.05}  # a point of strength: the German gets few replacements


def decide(sight: PlayerView, orders: PlayerSettings) -> Decision:
    return plain.by_rules(RULES, REASONS, sight, orders)


# ---------------------------------------------------------------- what an attack is worth


def worth(unit: int) -> float:
    """What the loss of a unit costs: its part of a point, and its strength on the days to come."""
    return LOST + SCARCE[SIDE[unit]] * (ATTACK[unit] + DEFENCE[unit])


def expected(col: int, ours: float, count: int, theirs: float, others: int, gain: float) -> float:
    """The mean worth of the six results of a column: `ours` and `theirs` are what the units on both sides are
    worth, `gain` what the hex is.
    """
    half, back = 0.5 * theirs, SHAKEN * others
    of = {
        "AE": -0.5 * ours - SHAKEN * count,
        "AR": -SHAKEN * count,
        "EX": half - min(half, ours) + gain + back,
        "DD": back,
        "DR": gain + back + 0.1 * theirs,
        "DE": half + gain + back,
    }
    return sum(of[row[col - 1]] for row in CRT.cells) / len(CRT.cells)


def prize(state: LongestDay, hex_: int) -> float:
    return GROUND + POINT * HEX_POINTS.get(hex_, 0)


def best_column(state: LongestDay, side: str, hex_: int, lead: int) -> tuple[int, tuple[int, ...]]:
    """The column of an attack by everybody who can join, with the guns that can help; and the attackers."""
    frame = Combat(side=side, hex=hex_, attackers=(lead,))
    others = tuple(u for u in members(joinable(state, frame)) if u != lead and not rooted(state, u))
    frame = Combat(
        side=side, hex=hex_, attackers=(lead, *others), guns=tuple(members(supporting(state, frame)))
    )
    odds = column(attack_total(state, frame), defence_total(state, frame))
    if not odds:
        return 0, frame.attackers
    shift = sum(part.amount for part in shifts(state, frame))
    return min(max(odds + shift, 1), len(COLUMNS)), frame.attackers


def rooted(state: LongestDay, unit: int) -> bool:
    """A German who holds a place worth points attacks nobody: thrown back he would leave it, and he has dug in."""
    return SIDE[unit] != ALLIED and state.at[unit] in HEX_POINTS


def value_now(state: LongestDay, side: str, hex_: int, lead: int) -> float:
    col, units = best_column(state, side, hex_, lead)
    if not col:
        return -1.0
    theirs = fighters(state, hex_, ENEMY[side])
    left = sum(
        0.5 * HEX_POINTS.get(h, 0) / 3 for h in {state.at[u] for u in units if state.at[u] >= 0}
    )  # whoever is thrown back leaves his place
    thrown = sum(row[col - 1] in ("AE", "AR") for row in CRT.cells) / len(CRT.cells)
    return (
        expected(
            col, sum(map(worth, units)), len(units), sum(map(worth, theirs)), len(theirs), prize(state, hex_)
        )
        - thrown * left
    )


def attack(state: LongestDay, side: str, orders: PlayerSettings, actions: Choices) -> Answer:
    """The attack that promises most first; none that promises nothing."""
    targets: dict[int, set[int]] = {}
    for part in [part for part in actions.parts if part.pick.verb is verbs.Attack]:
        for unit in members(part.ready):
            for hex_ in members(part.places(unit)) if not rooted(state, unit) else ():
                targets.setdefault(hex_, set()).add(unit)
    found: list[tuple[float, int, int]] = []
    for hex_, units in targets.items():
        leads = {group_of(state, u, stacking=False): u for u in sorted(units, key=lambda u: ATTACK[u])}
        for lead in leads.values():
            found.append((value_now(state, side, hex_, lead), hex_, lead))
    for value, hex_, lead in sorted(found, reverse=True):
        if value > 0:
            yield verbs.Attack(NAMES[lead], GRID.name[hex_])
    yield DONE


# ---------------------------------------------------------------- the plan of a movement phase


@dataclass
class Plan:
    """Where units are to go in this phase, and what room that leaves."""

    state: LongestDay
    side: str
    part: Part
    ground: Ground
    goal: dict[int, int] = field(default_factory=dict)
    held: dict[int, int] = field(default_factory=dict)  # points of stacking by hex
    task: dict[int, int] = field(default_factory=dict)  # the place a unit makes for
    done: set[int] = field(default_factory=set)  # units the plan has spoken of

    def __post_init__(self) -> None:
        self.mine = OF_SIDE[self.side] & (self.state.on_map | self.state.due)
        self.fighting = self.mine & COMBAT & ~HQ & ~RANGED
        self.free = {u for u in members(self.fighting & ~self.state.strong) if self.part.ready >> u & 1}
        self.reach = {u: self.part.places(u) | self._here(u) for u in self.free}
        self.held_by: dict[int, set[str]] = {}
        for unit in members(self.fighting & self.state.on_map):
            hex_ = self.state.at[unit]
            self.held_by.setdefault(hex_, set()).add(DIVISION[unit])
            self.held[hex_] = self.held.get(hex_, 0) + POINTS[unit]

    def _here(self, unit: int) -> int:
        return 1 << self.state.at[unit] if self.state.at[unit] >= 0 else 0

    def room(self, unit: int, hex_: int) -> bool:
        if self.state.at[unit] == hex_:
            return True
        return self.held.get(hex_, 0) + POINTS[unit] <= limit(self.state, hex_)

    def send(self, unit: int, hex_: int) -> None:
        here = self.state.at[unit]
        if here >= 0:
            self.held[here] -= POINTS[unit]
        self.held[hex_] = self.held.get(hex_, 0) + POINTS[unit]
        self.held_by.setdefault(hex_, set()).add(DIVISION[unit])
        self.goal[unit] = hex_
        self.free.discard(unit)


def make(state: LongestDay, side: str, part: Part, mechanized: bool) -> Plan:
    plan = Plan(state, side, part, Ground(state, side))
    if side == ALLIED:
        task_forces(plan)
    grab(plan)
    garrison(plan)
    if not mechanized:
        strike(plan)
    return plan


def task_forces(plan: Plan) -> None:
    """Every place that is wanted has units that make for it, the nearest."""
    state = plan.state
    wanted = [h for h in HEX_POINTS if not state.control >> h & 1]
    room = {h: QUOTA + QUOTA_A_POINT * HEX_POINTS[h] for h in wanted}
    there = [u for u in plan.free if state.at[u] >= 0]
    pairs = sorted((distances(1 << h).get(state.at[u], 60), u, h) for u in there for h in wanted)
    for _, unit, hex_ in pairs:
        if unit not in plan.task and room[hex_] > 0:
            plan.task[unit] = hex_
            room[hex_] -= 1


QUOTA, QUOTA_A_POINT = 10, 4


def grab(plan: Plan) -> None:
    """Places worth points that nobody holds against us are entered."""
    state, side = plan.state, plan.side
    theirs = [h for h in HEX_POINTS if bool(state.control >> h & 1) != (side == ALLIED)]
    for hex_ in sorted(theirs, key=lambda h: -HEX_POINTS[h]):
        if state.held[ENEMY[side]] >> hex_ & 1:
            continue
        able = [u for u in plan.free if plan.reach[u] >> hex_ & 1 and plan.room(u, hex_)]
        for unit in sorted(able, key=lambda u: -DEFENCE[u])[:FULL]:
            if plan.room(unit, hex_):
                plan.send(unit, hex_)


def garrison(plan: Plan) -> None:
    """Places worth points within the enemy's reach are held; who is there already does not stir."""
    state, side, ground = plan.state, plan.side, plan.ground
    mine = [h for h in HEX_POINTS if bool(state.control >> h & 1) == (side == ALLIED)]
    for hex_ in sorted(mine, key=lambda h: -HEX_POINTS[h] / (3 + ground.to_enemy(h))):
        near = ground.to_enemy(hex_)
        if near > WATCH[side]:
            continue
        wanted = wanted_in(side, hex_, near)
        there = sorted(
            (u for u in plan.free if state.at[u] == hex_), key=lambda u: (-DEFENCE[u] * 2 / max(POINTS[u], 1))
        )
        kept = 0
        for unit in there:
            if kept < wanted:
                plan.send(unit, hex_)
                kept += POINTS[unit]
        kept = max(kept, plan.held.get(hex_, 0))
        coming = sorted(plan.free, key=lambda u: cost(plan, u, hex_))
        for unit in coming:
            if kept >= wanted or cost(plan, unit, hex_) > 14:
                break
            step = towards(plan, unit, hex_)
            if step >= 0:
                kept += POINTS[unit]
                plan.send(unit, step)


WATCH = {ALLIED: 5, ENEMY[ALLIED]: 9}  # hexes: an enemy as near as that may come


def wanted_in(side: str, hex_: int, near: int) -> int:
    """Points of stacking that hold a place."""
    most = limit_points()
    if side == ALLIED:
        return 1 if near > 1 else most // 3
    return most


def limit_points() -> int:
    from grognard.games.longest_day.pieces import MOST

    return MOST


def cost(plan: Plan, unit: int, hex_: int) -> float:
    here = plan.state.at[unit]
    far = GRID.distance(here, hex_) if here >= 0 else 8
    there = plan.held_by.get(hex_, set()) - {DIVISION[unit]}
    return (
        far
        - 0.5 * DEFENCE[unit]
        + 3 * (plan.ground.to_enemy(here) <= 1 if here >= 0 else 0)
        + 6 * bool(there)
    )


def towards(plan: Plan, unit: int, hex_: int) -> int:
    """The open hex of its reach that is nearest."""
    if plan.reach[unit] >> hex_ & 1 and plan.room(unit, hex_):
        return hex_
    found = [h for h in members(plan.reach[unit]) if plan.room(unit, h)]
    return min(found, key=lambda h: (GRID.distance(h, hex_), h), default=-1)


# ---------------------------------------------------------------- joint attacks


@dataclass
class Blow:
    value: float
    hex: int
    places: dict[int, int]


def strike(plan: Plan) -> None:
    """The best joint attack first, as long as one is worth it."""
    targets = set(members(plan.state.held[ENEMY[plan.side]]))
    while targets:
        found = [blow for hex_ in targets for blow in blows(plan, hex_)]
        best = max(found, key=lambda blow: blow.value, default=None)
        if best is None or best.value <= WORTH:
            return
        for unit, hex_ in best.places.items():
            plan.send(unit, hex_)
        targets.discard(best.hex)


WORTH = 0.25


def blows(plan: Plan, hex_: int) -> Iterator[Blow]:
    state, side = plan.state, plan.side
    beside = NEAR[hex_] & ~state.held[ENEMY[side]]
    able = [u for u in plan.free if ASSAULT >> u & 1 and not state.down >> u & 1 and plan.reach[u] & beside]
    groups: dict[object, list[int]] = {}
    for unit in able:
        groups.setdefault(group_of(state, unit, stacking=False), []).append(unit)
    for units in groups.values():
        blow = gathered(plan, hex_, beside, units)
        if blow is not None:
            yield blow


def gathered(plan: Plan, hex_: int, beside: int, units: list[int]) -> Blow | None:
    """As many of a group as find room beside a hex, the strongest first."""
    state, side = plan.state, plan.side
    places: dict[int, int] = {}
    load = dict[int, int]()
    for unit in sorted(units, key=lambda u: (not SPECIAL >> u & 1, -ATTACK[u])):
        open_ = [
            h
            for h in members(plan.reach[unit] & beside)
            if state.at[unit] == h
            or plan.held.get(h, 0) + load.get(h, 0) + POINTS[unit] <= limit(state, h)
        ]
        if not open_:
            continue
        there = min(open_, key=lambda h: (state.at[unit] != h, river(h, hex_), -load.get(h, 0), h))
        places[unit] = there
        if state.at[unit] != there:
            load[there] = load.get(there, 0) + POINTS[unit]
    if not places:
        return None
    return Blow(promise(plan, hex_, places), hex_, places)


def promise(plan: Plan, hex_: int, places: Mapping[int, int]) -> float:
    state, side = plan.state, plan.side
    units = tuple(places)
    frame = Combat(side=side, hex=hex_, attackers=units)
    guns = tuple(members(supporting(state, frame)))
    frame = Combat(side=side, hex=hex_, attackers=units, guns=guns)
    odds = column(attack_total(state, frame), defence_total(state, frame))
    if not odds:
        return -1.0
    shift = sum(part.amount for part in shifts(state, frame) if "across" not in part.because)
    shift -= all(river(h, hex_) for h in places.values())
    col = min(max(odds + shift, 1), len(COLUMNS))
    theirs = fighters(state, hex_, ENEMY[side])
    return expected(
        col, sum(map(worth, units)), len(units), sum(map(worth, theirs)), len(theirs), prize(state, hex_)
    )


# ---------------------------------------------------------------- movement


def move(mechanized: bool) -> Rule:
    followers = plain.move(mechanized)

    def rule(state: LongestDay, side: str, orders: PlayerSettings, actions: Choices) -> Answer:
        """By the plan of the phase; then who has no part in it, as `plain` would."""
        part = next((part for part in actions.parts if part.pick.verb is verbs.Move), None)
        key = ("plan", state.day, side, mechanized)
        if part is not None and (orders.notes.get("of") != key or state.moved == 0):
            orders.notes["of"], orders.notes["plan"] = key, make(state, side, part, mechanized)
        plan = orders.notes.get("plan")
        if plan is not None and part is not None:
            while plan.goal:
                unit, hex_ = next(iter(plan.goal.items()))
                del plan.goal[unit]
                plan.done.add(unit)
                if state.at[unit] != hex_ and part.ready >> unit & 1 and part.places(unit) >> hex_ & 1:
                    yield verbs.Move(NAMES[unit], GRID.name[hex_])
            queue, _ = plain._queue(state, side, orders, mechanized)
            queue[:] = [u for u in queue if u not in plan.done]
        if plan is not None and part is not None:
            yield from reserves(plan, queue, part)
        yield from followers(state, side, orders, actions)

    return rule


def reserves(plan: Plan, queue: list[int], part: Part) -> Answer:
    """Who has no task stands on strong ground near what is to be kept, and stays where he has dug in."""
    state, side, ground = plan.state, plan.side, plan.ground
    for unit in [u for u in queue if plan.fighting >> u & 1]:
        queue.remove(unit)
        if not part.ready >> unit & 1 or state.strong >> unit & 1:
            continue
        value = (forward if side == ALLIED else strong_place)(plan, unit)
        here = state.at[unit]
        best, there = (value(here) + STAY[side], -1) if here >= 0 else (-1e9, -1)
        for hex_ in members(part.places(unit)):
            if (worth_ := value(hex_)) > best:
                best, there = worth_, hex_
        if there >= 0:
            yield verbs.Move(NAMES[unit], GRID.name[there])


STAY = {ALLIED: 0.5, ENEMY[ALLIED]: 1.5}


def forward(plan: Plan, unit: int) -> Callable[[int], float]:
    """Towards its objective, beside the enemy and in company."""
    state, ground = plan.state, plan.ground
    home = plain._hq_hex(state, unit)
    objective = plan.task.get(unit)
    far = distances(1 << objective) if objective is not None else ground.wanted

    def value(h: int) -> float:
        near = ground.to_enemy(h)
        return (
            -1.2 * far.get(h, 60)
            - (0.8 * near if near > 1 else 0.0)
            + 0.6 * min(plain._stacked(state, unit, h), 2)
            - plain._leash(h, home, state.day)
        )

    return value



def strong_place(plan: Plan, unit: int) -> Callable[[int], float]:
    state, ground = plan.state, plan.ground
    home = plain._hq_hex(state, unit)

    def value(h: int) -> float:
        near = ground.to_enemy(h)
        line = 2.0 - 1.0 * abs(near - 2) if near < 8 else -0.7 * near
        return (
            line
            + 1.5 * ground.worth(h)
            - 0.2 * ground.to_kept(h)
            - 1.0 * SHIFT.get(KIND_OF[h], 0)
            + 0.3 * min(plain._stacked(state, unit, h), 2)
            - plain._leash(h, home, state.day)
        )

    return value


def join(state: LongestDay, side: str, orders: PlayerSettings, actions: Choices) -> Answer:
    """Everybody who is needed, but for those who hold a place."""
    for action in plain.join(state, side, orders, actions):
        if not (isinstance(action, verbs.Join) and action.unit in UNIT and rooted(state, UNIT[action.unit])):
            yield action


REASONS = {
    **plain.REASONS,
    "attack": "the attack that promises most by exact odds, losses and ground first",
    "rule": "hold the places worth points, gather whole stacks where a joint attack promises most",
}
RULES: dict[str, Rule] = {
    **plain.RULES,
    "combat": attack,
    "attackers and support": join,
    "movement": move(False),
    "mechanized movement": move(True),
}
