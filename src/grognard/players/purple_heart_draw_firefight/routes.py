"""Where stacks go: candidate stacks, the ways open to each, and what it is worth to be where they end."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from grognard.core.hexes import OFF, members
from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.firefight.allowances import allowance
from grognard.games.purple_heart_draw.firefight.eyes import target_hexes
from grognard.games.purple_heart_draw.firefight.forces import OF_SIDE
from grognard.games.purple_heart_draw.firefight.going import (
    cost,
    entry_cost,
    in_hex_tem,
    near,
    own_hexsides,
)
from grognard.games.purple_heart_draw.firefight.position import (
    BERSERK,
    BROKEN,
    CX,
    DUE,
    MELEE,
    MOVED,
    PIN,
    PREP,
    TI,
    WOUND,
    Firefight,
    Moving,
)
from grognard.games.purple_heart_draw.firefight.tables import BLASTS, column_of
from grognard.games.purple_heart_draw.firefight.units import (
    excess,
    guns_of,
    in_hex,
    kind,
    known_in,
    morale,
    on_map,
    printed_gun,
)

from .charges import best_lay
from .exposure import (
    SUSPECTED_WORTH,
    Eyes,
    eviction,
    harm,
    risk,
    share_of,
    shared_risk,
    shelled,
    sources,
    worth,
)
from .melee import melee_value
from .objectives import approach, assign, prized, wanted, way_to
from .reserves import may_leave
from .weights import PLAIN, Weights

NORMAL, ASSAULT, DOUBLE, STAYS = "normal", "assault", "double", "stays"
COMING = 3  # hexes from an enemy within which a squad that has not moved is counted on
STRIKING = 4  # hexes from the enemy within which squads are ready for an assault
TOGETHER = 0.2  # what each other squad near by is worth
DIRECTS = 0.7  # what a leader adds to each squad that he directs
RESERVE = 0.25  # how much time counts for the squads that stay behind and fire
JOINS, REACHED = 0.5, (4, 12)  # squads so many half MF away can still come; how much of their fire counts


Gains = dict[tuple[int, ...], float]
FIRST = 999.0  # of a stack that was not looked at yet


class Plan(NamedTuple):
    """A stack, how it moves, the hexes it enters, and what that gains."""

    units: tuple[int, ...]
    way: str
    path: tuple[int, ...]
    gain: float
    fire: float = 0.0  # what the fire on the way was taken to cost


# ---------------------------------------------------------------- ground


def to_goal(state: Firefight, hex_: int) -> int:
    """Half MF to the nearest building still to be taken."""
    return min(way_to(state, goal, hex_) for goal in wanted(state))


def cover(hex_: int) -> float:
    return in_hex_tem(hex_) + 0.5 * bool(own_hexsides(hex_))


def delay(look: Outlook, hex_: int, goal: int) -> float:
    """What it costs to be still so far from a goal: little while the time-table is kept, much behind it."""
    state = look.state
    if look.weights.staging >= 0:
        return _wait_for(look, hex_, goal)
    far = approach(state, look.side, look.foes, goal, hex_)
    late = far - look.weights.pace * max(0, state.card.turns - look.weights.assault_turns - state.turn)
    return look.weights.nearer * far + look.weights.late * max(0, late)


def _wait_for(look: Outlook, hex_: int, goal: int) -> float:
    """Before the assault a squad wants to be within a turn's way of the goal, and no nearer."""
    state, weights = look.state, look.weights
    far = way_to(state, goal, hex_)
    turns = max(0, state.card.turns - weights.assault_turns - state.turn)
    late = far - weights.staging - weights.pace * turns
    return weights.nearer * max(0, far - weights.staging) + weights.late * max(0, late)


# ---------------------------------------------------------------- stacks


def can_move(state: Firefight, unit: int) -> bool:
    if not state.kind[unit] or state.flags[unit] & (BERSERK | BROKEN | PREP | PIN | TI | MELEE | MOVED):
        return False
    return state.at[unit] >= 0 or bool(state.flags[unit] & DUE)


def stacks(state: Firefight, side: str) -> Iterator[tuple[int, ...]]:
    """Candidate stacks: of each hex everybody that can move, up to three squads with a leader, and each
    unit alone.
    """
    places: dict[int, list[int]] = {}
    for unit in members(OF_SIDE[side]):
        if can_move(state, unit) and may_leave(state, side, unit):
            places.setdefault(state.at[unit], []).append(unit)
    for at, units in places.items():
        yield from _stacks_at(state, side, at, units)


def _stacks_at(state: Firefight, side: str, at: int, units: list[int]) -> Iterator[tuple[int, ...]]:
    squads = [u for u in units if not kind(state, u).is_single]
    singles = [u for u in units if kind(state, u).is_single]
    leaders = sorted((u for u in singles if _is_free(state, side, u)), key=lambda u: kind(state, u).drm)
    if at == OFF:
        squads = _share(squads, leaders)
    if leaders and squads:
        yield (leaders[0], *squads[:3])
    elif len(squads) > 1:
        yield tuple(squads[:3])
    if at != OFF:
        yield from ((unit,) for unit in (*squads, *leaders))
    elif not leaders:
        yield from ((unit,) for unit in squads[:1])
    elif not squads:
        yield (leaders[0],)


def _share(squads: list[int], leaders: list[int]) -> list[int]:
    """Who enters with the next leader: an even share."""
    return squads[: -(-len(squads) // len(leaders))] if leaders else squads


def _is_free(state: Firefight, side: str, leader: int) -> bool:
    """A leader stays with broken units, whom he may rally."""
    at = state.at[leader]
    return at == OFF or not any(state.flags[u] & BROKEN for u in in_hex(state, side, at))


# ---------------------------------------------------------------- what a hex is worth


class Outlook:
    """What a side takes into account when it moves, looked up once for a decision."""

    def __init__(self, state: Firefight, side: str, weights: Weights = PLAIN) -> None:
        self.state, self.side, self.weights = state, side, weights
        self.eyes = Eyes(state, side)
        self.marked = sources(state, side)  # the enemy's fire as it is now
        self.fresh = sources(state, side, marked=False)  # and in the next turn
        self.foes = target_hexes(state, side)
        self.friends: dict[int, list[int]] = {}
        for unit in on_map(state, side):
            self.friends.setdefault(state.at[unit], []).append(unit)
        self.prospects: dict[tuple[tuple[int, ...], int], float] = {}
        self.standings: dict[tuple[tuple[int, ...], int], float] = {}
        self._company: dict[int, list[int]] = {}
        self._risks: dict[tuple[int, int, str], float] = {}
        self._shared: dict[tuple[int, int, int], float] = {}
        self._posts: dict[tuple[int, int], tuple[int, ...]] = {}
        self._coming: dict[int, list[int]] = {}

    @cached_property
    def early(self) -> int:
        """Hexes that are not to be entered yet."""
        return _early(self)

    @cached_property
    def goals(self) -> dict[int, int]:
        """The building each squad goes for."""
        return assign(self.state, self.side)

    @cached_property
    def party(self) -> set[int] | None:
        """The squads that go for the goals in time: those nearest to them; `None`: all."""
        if not self.weights.party:
            return None
        far = {u: way_to(self.state, goal, self.state.at[u]) for u, goal in self.goals.items()}
        return set(sorted(far, key=lambda u: (far[u], u))[: self.weights.party])

    def risk(self, hex_: int, limit: int, way: str = "") -> float:
        """What fire is expected to cost a unit that moves into a hex so, or that stays there."""
        key = hex_, limit, NORMAL if way == DOUBLE else way
        if key not in self._risks:
            fires = self.marked if way else self.fresh
            found = risk(self.eyes, hex_, fires, limit, "" if way == STAYS else way)
            if self.weights.shells and way != STAYS:
                found = min(1.0, found + self.weights.shells * shelled(self.state, hex_, limit, bool(way)))
            self._risks[key] = found
        return self._risks[key]

    @cached_property
    def drawn(self) -> dict[int, float]:
        """What each source of fire could cost the side's units where they are."""
        found: dict[int, float] = {}
        for at, there in self.friends.items():
            limit, value = _limit(self.state, there), sum(worth(self.state, u) for u in there)
            for fire in self.fresh:
                found[fire.at] = found.get(fire.at, 0.0) + value * share_of(self.eyes, fire, at, limit)
        return found

    def rest_risk(self, hex_: int, limit: int, value: float) -> float:
        """What fire is expected to cost a unit that stays in a hex, as a share of its worth."""
        if not self.weights.shared:
            return self.risk(hex_, limit)
        key = hex_, limit, int(value)
        if key not in self._shared:
            found = shared_risk(self.eyes, hex_, self.fresh, limit, value, self.drawn)
            if self.weights.shells:
                found += self.weights.shells * shelled(self.state, hex_, limit, False)
            self._shared[key] = min(1.0, found)
        return self._shared[key]

    def company(self, hex_: int, units: tuple[int, ...]) -> int:
        """How many other fighting units of the side are within two hexes."""
        if hex_ not in self._company:
            self._company[hex_] = [
                u
                for at, there in self.friends.items()
                if GRID.distance(at, hex_) <= 2
                for u in there
                if kind(self.state, u).size
            ]
        return len([u for u in self._company[hex_] if u not in units])

    def posts(self, hex_: int, target: int) -> tuple[int, ...]:
        """A hex and those beside it from which a target is seen."""
        key = hex_, target
        if key not in self._posts:
            area = int(self.state.card.area) & ~self.foes
            self._posts[key] = tuple(
                at for at in (hex_, *near(hex_)) if area >> at & 1 and self.eyes.seen(target, at)[0]
            )
        return self._posts[key]

    def coming(self, hex_: int) -> list[int]:
        """The squads that have not moved and can be at a hex or beside it after the Advance Phase."""
        if hex_ not in self._coming:
            state = self.state
            self._coming[hex_] = [
                u
                for at, there in self.friends.items()
                if REACHED[0] < way_to(state, hex_, at) <= REACHED[1]
                for u in there
                if kind(state, u).size and can_move(state, u)
            ]
        return self._coming[hex_]

    def goal(self, units: Sequence[int]) -> int:
        """The building a stack goes for: the one most of its squads go for."""
        goals = [self.goals[u] for u in units if u in self.goals] or wanted(self.state)
        return max(goals, key=lambda goal: (goals.count(goal), -goal))

    def others(self, hex_: int, units: tuple[int, ...]) -> list[int]:
        """The side's units in a hex without these."""
        return [u for u in self.friends.get(hex_, ()) if u not in units]


def _limit(state: Firefight, units: Iterable[int]) -> int:
    return max(morale(state, u) for u in units)


def outlook(state: Firefight, side: str, weights: Weights = PLAIN) -> Outlook:
    return Outlook(state, side, weights)


def _early(look: Outlook) -> int:
    """Hexes beside enemies that are not to be entered before enough squads are near for an assault."""
    state, side, foes = look.state, look.side, look.foes
    if state.turn > state.card.turns - look.weights.assault_turns + 1:
        return 0
    squads = [u for u in on_map(state, side) if kind(state, u).fp and not state.flags[u] & BROKEN]
    found = 0
    for foe in members(foes):
        ready = sum(kind(state, u).size for u in squads if GRID.distance(state.at[u], foe) <= STRIKING)
        if ready < 2 * look.weights.enough:
            found |= GRID.near(1 << foe)
    return found


def standing(look: Outlook, units: tuple[int, ...], hex_: int) -> float:
    """What a hex is worth to end in, looked up once for a stack."""
    if hex_ == OFF:
        return -999.0
    key = units, hex_
    if key not in look.standings:
        look.standings[key] = _standing(look, units, hex_)
    return look.standings[key]


def _standing(look: Outlook, units: tuple[int, ...], hex_: int) -> float:
    """Near the goal, under cover, beside enemies it can beat."""
    state = look.state
    fighting = [u for u in units if not kind(state, u).is_single]
    there = look.others(hex_, units)
    limit = max(morale(state, u) for u in units)
    value = sum(worth(state, u) for u in units)
    share = max(1, len(fighting))
    found = -look.weights.nearer * to_goal(state, hex_)
    if fighting:
        hurry = 1.0 if look.party is None or look.party.intersection(fighting) else RESERVE
        found = -delay(look, hex_, look.goal(fighting)) * share * hurry
    crowd = 1 + look.weights.crowd * (len(there) + len(units) - 1)
    whole = value + sum(worth(state, u) for u in there)
    found -= look.weights.exposed * crowd * value * look.rest_risk(hex_, limit, whole)
    found += 0.4 * cover(hex_) * share - 3.0 * excess(state, [*there, *units])
    if prized(state, look.side) >> hex_ & 1 and fighting:
        found += look.weights.prize * (share if look.weights.shared else 1)
    if fighting and look.early >> hex_ & 1:
        found -= look.weights.hold * share
    elif fighting:
        found += look.weights.fire * _field(look, fighting, hex_)
    if fighting:
        found += TOGETHER * share * min(6, look.company(hex_, units))
    else:
        found += _leading(look, units, hex_, there)
    return found


def _leading(look: Outlook, units: tuple[int, ...], hex_: int, there: Sequence[int]) -> float:
    """What a hex is worth to leaders: squads to direct, broken units to rally, no other leader."""
    state = look.state
    found = 2.0 * min(3, len(there)) - (0 if there else 4.0)
    found += 4.0 * min(2, sum(1 for u in there if state.flags[u] & BROKEN))
    found += DIRECTS * _directs(look, units, hex_)
    return found - look.weights.apart * any(kind(state, u).is_leader for u in there)


def _directs(look: Outlook, units: tuple[int, ...], hex_: int) -> float:
    """How much a leader adds to the fire of the squads in a hex at an enemy that they see."""
    state = look.state
    squads = [u for u in look.others(hex_, units) if kind(state, u).size and not state.flags[u] & BROKEN]
    leader = any(kind(state, u).is_leader for u in look.others(hex_, units))
    if not squads or leader or not any(hex_ in look.posts(hex_, at) for at in members(look.foes)):
        return 0.0
    return len(squads) * (1 - min(kind(state, u).drm for u in units))


def power_of(state: Firefight, units: Iterable[int], far: int) -> float:
    """The firepower of units at a distance; who is broken has none."""
    return sum(
        kind(state, u).fp * (2 if far <= 1 else 1 if far <= kind(state, u).range else 0.5)
        for u in units
        if not state.flags[u] & BROKEN
    )


def _group(look: Outlook, units: list[int], hex_: int, target: int) -> float:
    """The firepower at a target of friends in a hex and beside it, who could fire together with a stack; a
    part of those that can still come counts.
    """
    found, state, room = 0.0, look.state, 0
    for at in look.posts(hex_, target):
        others = look.others(at, tuple(units))
        found += power_of(state, others, GRID.distance(at, target))
        squads = sum(kind(state, u).size > 0 for u in (*others, *(units if at == hex_ else ())))
        room += max(0, 3 - squads)
    coming = [u for u in look.coming(hex_) if u not in units][:room]
    return found + JOINS * power_of(state, coming, GRID.distance(hex_, target))


def _field(look: Outlook, fighting: list[int], hex_: int) -> float:
    """What fire from a hex is expected to cost the enemy in the next turn: with friends beside it, and its
    share of that.
    """
    state, side = look.state, look.side
    best = 0.0
    for at in members(look.foes):
        far = GRID.distance(at, hex_)
        if far > 8 or not look.eyes.seen(at, hex_)[0]:
            continue
        mine = power_of(state, fighting, far)
        fire = mine + _group(look, fighting, hex_, at)
        units = known_in(state, side, at)
        prize = sum(worth(state, u) for u in units) if units else SUSPECTED_WORTH
        prize += eviction(state, side, at)
        drm = max(in_hex_tem(at), 1)
        whole = prize * harm(column_of(Fraction(int(fire if units else fire / 2))), drm, 8)
        best = max(best, whole * mine / max(1.0, fire))
    return best


def prospect(look: Outlook, units: tuple[int, ...], hex_: int) -> float:
    """What it is worth to end the Movement Phase in a hex: the fire that may still come, and then the best
    advance, into close combat or to a better place; an advance is not fired at.
    """
    state = look.state
    if hex_ == OFF:
        return -999.0
    key = units, hex_
    if key not in look.prospects:
        limit = max(morale(state, u) for u in units)
        value = sum(worth(state, u) for u in units)
        best = standing(look, units, hex_)
        for other in near(hex_):
            if cost(hex_, other) is not None and state.card.area >> other & 1:
                best = max(best, _after_advance(look, units, hex_, other))
        look.prospects[key] = best - look.weights.later_fire * value * look.risk(hex_, limit, STAYS)
    return look.prospects[key]


def _after_advance(look: Outlook, units: tuple[int, ...], hex_: int, other: int) -> float:
    state = look.state
    if not look.foes >> other & 1:
        return standing(look, units, other) - 0.1
    if look.early >> hex_ & 1 or not any(kind(state, u).fp for u in units):
        return -999.0
    friends = _comrades(look, units, other)
    room = max(0, 3 - sum(kind(state, u).size > 0 for u in units))
    inside = look.others(other, units)
    fight = melee_value(state, look.side, [*units, *inside, *friends[:room]], other)
    return standing(look, units, hex_) + look.weights.melee * fight


def _comrades(look: Outlook, units: tuple[int, ...], other: int) -> list[int]:
    """The squads that can attack a hex together with a stack: those beside it first, then those that can
    still come.
    """
    state, beside, coming = look.state, [], []
    for at, there in look.friends.items():
        far = GRID.distance(at, other)
        for unit in there if far <= COMING else ():
            if unit in units or not kind(state, unit).size or state.flags[unit] & (BROKEN | PIN | MELEE):
                continue
            if far == 1:
                beside.append(unit)
            elif can_move(state, unit):
                coming.append(unit)
    return [*beside, *coming]


# ---------------------------------------------------------------- ways


def _steps(look: Outlook, at: int) -> list[int]:
    state = look.state
    area = int(state.card.area) & ~look.foes
    return [h for h in (members(state.card.entry) if at == OFF else near(at)) if area >> h & 1]


def reach(
    look: Outlook, frame: Moving, at: int, left: int, way: str
) -> dict[int, tuple[float, int, tuple[int, ...]]]:
    """Every hex the stack can come to with what is left of its MF: risk on the way, half MF, path."""
    state, units = look.state, frame.units
    limit = max(morale(state, u) for u in units)
    found: dict[int, tuple[float, int, tuple[int, ...]]] = {at: (0.0, 0, ())}
    queue: list[tuple[float, int, int]] = [(0.0, 0, at)]
    while queue:
        danger, spent, here = heapq.heappop(queue)
        if (danger, spent) != found[here][:2]:
            continue
        if way == ASSAULT and here != at:
            continue
        for hex_ in _steps(look, here):
            price = entry_cost(hex_) if here == OFF else cost(here, hex_)
            if price is None:
                continue
            there = look.others(hex_, units)
            total = spent + price + 2 * (excess(state, [*there, *units]) if there else 0)
            if total > left:
                continue
            more = danger + look.risk(hex_, limit, way)
            if hex_ not in found or (more, total) < found[hex_][:2]:
                found[hex_] = (more, total, (*found[here][2], hex_))
                heapq.heappush(queue, (more, total, hex_))
    return found


def best_for(look: Outlook, units: tuple[int, ...], start: Moving | None = None) -> Plan:
    """The best a stack can do from where it is; an empty path: stay."""
    best = Plan(units, NORMAL, (), 0.0)
    return max(plans_for(look, units, start), key=lambda plan: plan.gain, default=best)


def plans_for(look: Outlook, units: tuple[int, ...], start: Moving | None = None) -> Iterator[Plan]:
    """Everything a stack can do from where it is that gains something."""
    state = look.state
    at = state.at[units[0]]
    frame = start or Moving(units=units, origin=at)
    price = (
        look.weights.on_the_way
        * (1 + look.weights.stack * (len(units) - 1))
        * sum(worth(state, u) for u in units)
    )
    here = prospect(look, units, at) + _charge(look, units, at, allowance(state, frame) - frame.spent)
    for trip in trips(look, frame, at):
        fire = price * trip.danger
        worth_it = prospect(look, units, trip.path[-1]) + _charge(look, units, trip.path[-1], trip.left)
        gain = worth_it - here - fire - _strain(look, units, trip.path[-1], trip.way)
        if gain > 0:
            yield Plan(units, trip.way, trip.path, gain, fire)


class Trip(NamedTuple):
    """A way, how it is gone, the fire on it as a share of what goes, and the half MF that are left."""

    way: str
    path: tuple[int, ...]
    danger: float
    left: int


def trips(look: Outlook, frame: Moving, at: int) -> Iterator[Trip]:
    """Every hex a stack can come to from where it is."""
    for way in _ways(look.state, frame):
        trial = Moving(units=frame.units, origin=at, assault=way == ASSAULT, double=way == DOUBLE)
        left = allowance(look.state, trial) - frame.spent - (way == ASSAULT)
        for danger, spent, path in reach(look, trial, at, left, way).values():
            if path:
                yield Trip(way, path, danger, left - spent)


def _charge(look: Outlook, units: tuple[int, ...], hex_: int, left: int) -> float:
    """What a charge adds that is laid from a hex with the MF that are left."""
    return best_lay(look.state, units, hex_, left, look.foes) if hex_ != OFF and left > 0 else 0.0


def _ways(state: Firefight, frame: Moving) -> tuple[str, ...]:
    if frame.spent:
        return () if frame.assault else (DOUBLE if frame.double else NORMAL,)
    found = [NORMAL]
    if state.at[frame.units[0]] >= 0:
        found.append(ASSAULT)
    if not any(state.flags[u] & (CX | WOUND) for u in frame.units):
        found.append(DOUBLE)
    return tuple(found)


def _is_heavy(state: Firefight, g: int) -> bool:
    return state.gun_kind[g] not in BLASTS and not printed_gun(state, g).light


def _strain(look: Outlook, units: tuple[int, ...], hex_: int, way: str) -> float:
    """What Double Time costs: the stack fights worse, most of all beside an enemy; a heavy gun that moves is
    silent.
    """
    silent = 1.5 * sum(any(_is_heavy(look.state, g) for g in guns_of(look.state, u)) for u in units)
    if way != DOUBLE:
        return silent
    near_by = any(GRID.distance(hex_, foe) <= 3 for foe in members(look.foes))
    return silent + len(units) * (2.0 if near_by else 0.5)


MOST_PLANS = 4  # of a TM Scenario: so many stacks that gain by moving are compared at a time


def best_move(look: Outlook, gains: Gains | None = None) -> Plan | None:
    """The stack that gains most by moving, and its way. `gains` are what the stacks were found to gain last:
    who gained less than the best gains now is not looked at again.
    """
    state, best, good = look.state, None, 0
    most = MOST_PLANS if state.card.is_mission else len(state.kind)
    known = {} if gains is None else gains
    all_ = list(stacks(state, look.side))
    due = [units for units in all_ if state.at[units[0]] == OFF]
    for units in sorted(due or all_, key=lambda units: -known.get(units, FIRST)):
        if best is not None and (best.gain >= known.get(units, FIRST) or good >= most):
            break
        plan = best_for(look, units)
        good += bool(plan.path)
        known[units] = plan.gain if plan.path else 0.0
        if plan.path and (best is None or plan.gain > best.gain):
            best = plan
    return best
