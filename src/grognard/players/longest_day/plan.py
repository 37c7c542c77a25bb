"""One plan for a whole army and a movement phase of The Longest Day: who enters and who holds the places
worth points, and which units gather for a joint attack.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from grognard.core.choices import Part
from grognard.core.hexes import members
from grognard.core.ruling import counted
from grognard.games.longest_day.board import GRID, NEAR, place_name, river
from grognard.games.longest_day.combat import supporting
from grognard.games.longest_day.command import chain, group_of
from grognard.games.longest_day.pieces import (
    ALLIED,
    ARM,
    ASSAULT,
    ATTACK,
    COMBAT,
    DEFENCE,
    DIVISION,
    ENEMY,
    GERMAN,
    HQ,
    LARGE,
    LIMITS,
    MOST,
    OF_DIVISION,
    OF_SIDE,
    POINTS,
    RANGED,
    SIDE,
    SPECIAL,
    SUPPLY,
)
from grognard.games.longest_day.position import Combat, LongestDay
from grognard.games.longest_day.stacking import limit
from grognard.games.longest_day.victory import HEX_POINTS

from .danger import Danger
from .expectation import HOPELESS, expected
from .ground import FAR, Ground, distances
from .isolation import defense_surrounded

WORTH = 0.25  # points an attack must promise before units are gathered for it
WATCH = {ALLIED: 5, GERMAN: 9}  # hexes: from so far the enemy may come
LONG_WAY = 14  # hexes, less what a unit is worth in defence: no unit is fetched from farther
FROM_THE_LINE, AMONG_STRANGERS = (
    3,
    6,
)  # hexes a unit seems farther off that leaves the line, or cannot stack there
FROM_A_DIVISION = 6  # hexes a panzer battalion seems farther off: it is to strike with its division
A_PLACE, A_POINT = 10, 4  # units that make for a place, and for each point it is worth
ROUTE = int(LIMITS["range"]["route_hexes"])
NEW = 8  # hexes a unit seems off that is not on the map yet
PANZERS = sum(
    units
    for units in OF_DIVISION.values()
    if any(ARM[u] == "armour" for u in members(units & OF_SIDE[GERMAN]))
)


@dataclass
class Plan:
    """Where units are to go in this phase, and what room that leaves; `state` is how it began."""

    state: LongestDay
    side: str
    part: Part[LongestDay, object]
    goal: dict[int, int] = field(default_factory=dict)
    sent: dict[int, int] = field(default_factory=dict)  # the same, kept when the unit has gone there
    aim: dict[int, str] = field(default_factory=dict)  # what a unit is sent for, in words
    stake: dict[int, float] = field(default_factory=dict)  # the points it is sent for
    place: dict[int, int] = field(default_factory=dict)  # the place worth points it is sent to hold
    blow: dict[int, Blow] = field(default_factory=dict)  # the attack it is sent for
    task: dict[int, int] = field(default_factory=dict)  # the place a unit makes for on the days to come
    gathering: dict[int, int] = field(default_factory=dict)  # the hex its panzer division is to attack
    lifelines: dict[int, int] = field(default_factory=dict)  # what each HQ reaches if the enemy comes nearer

    def __post_init__(self) -> None:
        state = self.state
        self.ground = Ground(state, self.side)
        mine = OF_SIDE[self.side] & (state.on_map | state.due)
        self.fighting = mine & COMBAT & ~HQ & ~RANGED
        self.free = {u for u in members(self.fighting & ~state.strong) if self.part.ready >> u & 1}
        self.parting = parting(state, self.side)
        self.reach = {u: (self.part.places(u) | self._own_hex(u)) & fed_from(state, u) for u in self.free}
        self.load, self.divisions = dict[int, int](), dict[int, set[str]]()
        for unit in members(self.fighting & state.on_map):
            self._stand(unit, state.at[unit])
        self.danger = Danger(state, self.side)
        near = sorted(
            members(self.fighting), key=lambda u: (state.at[u] < 0, self.ground.to_enemy(state.at[u]))
        )
        self.others = near  # who has no part in the plan yet, the nearest to the enemy first
        self.followers = [*members(mine & HQ), *members(mine & RANGED), *members(mine & SUPPLY)]
        self.afloat = members(mine & state.due)  # who may still be asked to lie off a beach

    def _own_hex(self, unit: int) -> int:
        stays = self.state.at[unit] >= 0 and not self.parting >> unit & 1
        return 1 << self.state.at[unit] if stays else 0

    def _stand(self, unit: int, hex_: int) -> None:
        self.load[hex_] = self.load.get(hex_, 0) + POINTS[unit]
        self.divisions.setdefault(hex_, set()).add(DIVISION[unit])

    def room(self, unit: int, hex_: int, more: int = 0) -> bool:
        if self.state.at[unit] == hex_:
            return True
        return self.load.get(hex_, 0) + more + POINTS[unit] <= limit(self.state, hex_)

    def send(self, unit: int, hex_: int, aim: str, stake: float) -> None:
        self.aim[unit], self.stake[unit], self.sent[unit] = aim, stake, hex_
        if self.state.at[unit] >= 0:
            self.load[self.state.at[unit]] -= POINTS[unit]
        self._stand(unit, hex_)
        self.goal[unit] = hex_
        self.free.discard(unit)
        self.others.remove(unit)

    def gather(self, blow: Blow, aim: str) -> None:
        """Sends the units of an attack to where they make it from."""
        for unit, hex_ in blow.places.items():
            self.send(unit, hex_, aim, blow.promise)
            self.blow[unit] = blow

    def without(self, unit: int, hexes: Iterable[int]) -> list[int]:
        """Those of some hexes where a unit has no part in its aim."""
        blow, at = self.blow.get(unit), self.state.at[unit]
        near = NEAR[blow.hex] if blow else 0
        return [h for h in hexes if h != at and h not in self._gone_to(unit) and not near >> h & 1]

    def _gone_to(self, unit: int) -> set[int]:
        return {hex_ for other, hex_ in self.sent.items() if self.aim[other] == self.aim[unit]}

    def stake_without(self, unit: int) -> float:
        """What its aim is worth without a unit: by the odds of the attack, or by its share of the defense."""
        blow, place = self.blow.get(unit), self.place.get(unit, -1)
        if blow is None:
            mates = members(self.state.here.get(place, 0) & self.fighting & ~(1 << unit))
            coming = [other for other, hex_ in self.place.items() if hex_ == place and other != unit]
            return self.stake[unit] * _share(unit, {*mates, *coming})
        rest = {other: hex_ for other, hex_ in blow.places.items() if other != unit}
        return max(0.0, promise(self, blow.hex, rest)) if rest else 0.0

    def stake_given_up(self, unit: int) -> float:
        """What its aim is worth if no unit is sent for it."""
        units = self.state.here.get(self.place.get(unit, -1), 0) & self.fighting & ~(1 << unit)
        return self.stake[unit] * _share(unit, set(members(units))) if unit not in self.blow else 0.0


def _share(unit: int, others: set[int]) -> float:
    """How much of the defense others have beside a unit."""
    strength = sum(DEFENCE[other] for other in others)
    return strength / max(1, strength + DEFENCE[unit])


def fed_from(state: LongestDay, unit: int) -> int:
    """Hexes near enough to the HQ of a unit; all of them while it has none (TLD-B.2)."""
    hq = chain(state, SIDE[unit]).hq[unit]
    return _around(state.at[hq]) if state.day and hq >= 0 and state.at[hq] >= 0 else -1


@lru_cache(maxsize=2048)
def _around(hex_: int) -> int:
    return GRID.within(1 << hex_, ROUTE)


def parting(state: LongestDay, side: str) -> int:
    """TLD-S.5: units that must leave stacks whose tie was lost: all but the group that defends best."""
    leaving = 0
    for hex_ in members(state.apart):
        groups: dict[object, list[int]] = {}
        for unit in members(state.here.get(hex_, 0) & OF_SIDE[side] & COMBAT):
            groups.setdefault(group_of(state, unit, stacking=True), []).append(unit)
        best = max(groups, key=lambda group: sum(DEFENCE[u] for u in groups[group]), default=None)
        leaving |= sum(1 << u for group, units in groups.items() if group != best for u in units)
    return leaving


def controlled_places(state: LongestDay, side: str) -> list[int]:
    """The places worth points a side controls."""
    return [h for h in HEX_POINTS if bool(state.control >> h & 1) == (side == ALLIED)]


def task_forces(plan: Plan) -> None:
    """Every place that is wanted has units that make for it, the nearest."""
    at, wanted = plan.state.at, controlled_places(plan.state, ENEMY[plan.side])
    missing = {h: A_PLACE + A_POINT * HEX_POINTS[h] for h in wanted}  # type: ignore[index]
    on_map = [u for u in plan.free if at[u] >= 0]
    for _, unit, hex_ in sorted((distances(1 << h).get(at[u], FAR), u, h) for u in on_map for h in wanted):
        if unit not in plan.task and missing[hex_]:
            plan.task[unit] = hex_
            missing[hex_] -= 1


def grab(plan: Plan) -> None:
    """Places worth points that no unit holds are entered, by the best defenders."""
    theirs = [
        h
        for h in controlled_places(plan.state, ENEMY[plan.side])
        if not plan.state.held[ENEMY[plan.side]] >> h & 1
    ]
    for hex_ in sorted(theirs, key=_points, reverse=True):
        able = [u for u in plan.free if plan.reach[u] >> hex_ & 1]
        for unit in sorted(able, key=lambda u: -DEFENCE[u])[: MOST // LARGE]:
            if plan.room(unit, hex_):
                aim = f"to take {place_name(hex_)}, worth {points_words(hex_)}: no unit holds it"
                plan.send(unit, hex_, aim, _points(hex_))
                plan.place[unit] = hex_


def _points(hex_: int) -> int:
    return HEX_POINTS[hex_]  # type: ignore[index]


def points_words(hex_: int) -> str:
    return counted(_points(hex_), "point")


# ---------------------------------------------------------------- holding


def garrison(plan: Plan) -> None:
    """Places worth points within the enemy's reach are held, those worth most first."""
    near = plan.ground.to_enemy
    for hex_ in sorted(controlled_places(plan.state, plan.side), key=lambda h: -_points(h) / (3 + near(h))):
        if near(hex_) <= WATCH[plan.side]:
            man(plan, hex_, wanted_in(plan.side, near(hex_)))


def wanted_in(side: str, near: int) -> int:
    """Points of stacking that hold a place: the German fills it, the Allies leave a guard."""
    return MOST if side == GERMAN else LARGE if near <= 1 else 1


def man(plan: Plan, hex_: int, wanted: int) -> None:
    """Who is there stays and digs in; if they are too few, others come or set out."""
    inside = [u for u in plan.free if plan.state.at[u] == hex_ and not plan.parting >> u & 1]
    for unit in sorted(inside, key=lambda u: -DEFENCE[u] / max(POINTS[u], 1)):
        if sum(POINTS[u] for u, h in plan.goal.items() if h == hex_) < wanted:
            plan.send(unit, hex_, f"it holds {place_name(hex_)}, worth {points_words(hex_)}", _points(hex_))
            plan.place[unit] = hex_
    strength = plan.load.get(hex_, 0)
    for unit in sorted(plan.free, key=lambda u: remoteness(plan, u, hex_)):
        if strength >= wanted or remoteness(plan, unit, hex_) > LONG_WAY:
            return
        if (step := towards(plan, unit, hex_)) >= 0:
            note = f"{strength} of {wanted} stacking points are there"
            aim = f"to hold {place_name(hex_)}, worth {points_words(hex_)}: {note}"
            strength += POINTS[unit]
            plan.send(unit, step, aim, _points(hex_))
            plan.place[unit] = hex_


def remoteness(plan: Plan, unit: int, hex_: int) -> float:
    """How far off a unit is as one to hold a place."""
    at = plan.state.at[unit]
    strangers = plan.divisions.get(hex_, set()) - {DIVISION[unit]}
    in_line = at >= 0 and plan.ground.to_enemy(at) <= 1
    far = GRID.distance(at, hex_) if at >= 0 else NEW
    spared = FROM_A_DIVISION * (PANZERS >> unit & 1)
    return far - 0.5 * DEFENCE[unit] + FROM_THE_LINE * in_line + AMONG_STRANGERS * bool(strangers) + spared


def towards(plan: Plan, unit: int, hex_: int) -> int:
    """The hex within reach and with room that is nearest."""
    open_ = [h for h in members(plan.reach[unit]) if plan.room(unit, h)]
    return min(open_, key=lambda h: (GRID.distance(h, hex_), h), default=-1)


# ---------------------------------------------------------------- joint attacks


@dataclass(frozen=True)
class Blow:
    """Units that gather around a hex, where each stands, and what their attack promises."""

    hex: int
    places: dict[int, int]
    promise: float


def strike(plan: Plan) -> None:
    """The blow that promises most first, as long as one is worth it."""
    targets = set(members(plan.state.held[ENEMY[plan.side]]))
    while possible := [blow for hex_ in sorted(targets) for blow in blows(plan, hex_)]:
        best = max(possible, key=lambda blow: blow.promise)
        if best.promise <= WORTH:
            return
        units = counted(len(best.places), "unit")
        aim = f"to attack {place_name(best.hex)} with {units}: {best.promise:+.2f} victory points on average"
        plan.gather(best, aim)
        targets.discard(best.hex)


def blows(plan: Plan, hex_: int) -> Iterator[Blow]:
    """One for each group of units that can act together (TLD-A.corps.21)."""
    state, beside = plan.state, NEAR[hex_] & ~plan.state.held[ENEMY[plan.side]]
    groups: dict[object, list[int]] = {}
    for unit in plan.free:
        able = ASSAULT >> unit & 1 and not state.down >> unit & 1 and unit not in plan.gathering
        if able and plan.reach[unit] & beside:
            groups.setdefault(group_of(state, unit, stacking=False), []).append(unit)
    for units in groups.values():
        for around in (False, True):
            if places := gathered(plan, hex_, beside, units, around):
                yield Blow(hex_, places, promise(plan, hex_, places))


def gathered(plan: Plan, hex_: int, beside: int, units: list[int], around: bool) -> dict[int, int]:
    """As many of a group as find room beside a hex, massed or all around it: special armor first, which takes
    a shift away, then the strongest.
    """
    at, places, load = plan.state.at, dict[int, int](), dict[int, int]()
    for unit in sorted(units, key=lambda u: (not SPECIAL >> u & 1, -ATTACK[u], u)):
        open_ = [h for h in members(plan.reach[unit] & beside) if plan.room(unit, h, load.get(h, 0))]
        if open_:
            order = 1 if around else -1
            goal = min(
                open_,
                key=lambda h: (at[unit] != h and not around, river(h, hex_), order * load.get(h, 0), h),
            )
            places[unit] = goal
            load[goal] = load.get(goal, 0) + (POINTS[unit] if at[unit] != goal else 0)
    return places


def promise(plan: Plan, hex_: int, places: dict[int, int]) -> float:
    """What the attack is worth, with the guns that bear on the hex now; none is planned over rivers alone."""
    if all(river(h, hex_) for h in places.values()):
        return HOPELESS
    frame = Combat(side=plan.side, hex=hex_, attackers=tuple(places))  # type: ignore[arg-type]
    guns = tuple(members(supporting(plan.state, frame)))
    frame = Combat(side=plan.side, hex=hex_, attackers=tuple(places), guns=guns)  # type: ignore[arg-type]
    held = sum(1 << h for h in set(places.values()))
    return expected(plan.state, frame, defense_surrounded(plan.state, hex_, plan.side, held))
