"""How a defender moves: what a place is worth to hold, by the fire it gives at the ways the attacker must
take, by the fire to be feared there, and by the ground that decides the card.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, cached_property
from typing import NamedTuple

from grognard.core.hexes import OFF, members
from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.firefight import vehicles
from grognard.games.purple_heart_draw.firefight.eyes import ground
from grognard.games.purple_heart_draw.firefight.forces import ENEMY
from grognard.games.purple_heart_draw.firefight.going import OPEN, cost, distances, near
from grognard.games.purple_heart_draw.firefight.places import Place
from grognard.games.purple_heart_draw.firefight.position import BROKEN, Firefight, Moving
from grognard.games.purple_heart_draw.firefight.sight import CLEAR, sight
from grognard.games.purple_heart_draw.firefight.units import excess, kind, known_in, morale
from grognard.games.purple_heart_draw.firefight.victory import counts
from grognard.games.purple_heart_draw.pieces import US

from .exposure import Gunfire, column_at, fire_of, harm, holds_wall, shelter, worth
from .routes import DOUBLE, FIRST, Gains, Outlook, Plan, cover, stacks, trips
from .weights import Weights

AHEAD = 4  # hexes: as far as an attacker is expected to come in a turn
LOOK = 9  # hexes: beyond them fire is not counted on
MOVER_MORALE, MOVER_WORTH = 7, 6.0
FIELD = 1.0  # what a point of harm to those who come is worth
SECOND = 0.5  # of a second group that is fired at in the same turn
FEAR = 1.1  # weight of the fire to be feared at a place
HIDES = 1.5  # what it costs a unit under a "?" to show itself by moving
TROUBLE = 1.5  # what any move must gain: who moves does not fire at full strength
KEEP, RETAKE = 3.0, 9.0  # a building that is held, and one that is taken back
DENIED = 3.0  # each point of the attacker that does not count at the end
STAND, LAST = 2.5, 14.0  # a unit in the zone that decides, and the last one at the end
GUN_POWER, GUN_RANGE = 8.0, 16  # a tank as a source of fire


DEFENDER = Weights(shells=2.0)
Arms = Sequence[tuple[float, int]]  # firepower and range of each unit


class Threat(NamedTuple):
    """Attackers in a hex: how many squads, and the hexes they may go through next."""

    at: int
    squads: float
    lane: tuple[int, ...]


@cache
def _field(goals: tuple[int, ...], area: int) -> dict[int, int]:
    """Half MF from every hex to the nearest goal."""
    found: dict[int, int] = {}
    for goal in goals:
        for hex_, far in distances(goal, area).items():
            found[hex_] = min(far, found.get(hex_, far))
    return found


def tank_sources(state: Firefight, side: str) -> list[Gunfire]:
    """The fire of enemy vehicles."""
    armed = [v for v in vehicles.on_map(state, ENEMY[side]) if vehicles.is_armed(state, v)]
    return [Gunfire(int(state.vehicle_at[v]), GUN_POWER, GUN_RANGE) for v in armed]


class Watch(Outlook):
    """What a defender takes into account."""

    def __init__(self, state: Firefight, side: str) -> None:
        super().__init__(state, side, DEFENDER)
        tanks = tank_sources(state, side)
        self.marked, self.fresh = [*self.marked, *tanks], [*self.fresh, *tanks]
        self.values: dict[tuple[tuple[int, ...], int], float] = {}
        self._lines: dict[int, list[tuple[float, dict[int, int]]]] = {}
        self._drms: dict[tuple[int, int, bool], int | None] = {}

    @cached_property
    def threats(self) -> list[Threat]:
        """The attackers that are known or suspected, or those that have still to enter."""
        state, side = self.state, self.side
        goals = tuple(members(state.card.goals & ~state.control) or members(state.card.goals))
        field = _field(goals, int(state.card.area))
        found = []
        for at in members(self.foes):
            units = [u for u in known_in(state, side, at) if not state.flags[u] & BROKEN]
            squads = sum(kind(state, u).size for u in units) / 2 or 1.0 * (not known_in(state, side, at))
            if squads:
                found.append(Threat(at, squads, _lane(self, field, at)))
        return found

    def lines(self, hex_: int) -> list[tuple[float, dict[int, int]]]:
        """The attackers that fire from a hex may meet: squads, and the best modifiers at each distance."""
        if hex_ not in self._lines:
            rows = ((one.squads, self._shots(hex_, one)) for one in self.threats)
            self._lines[hex_] = [row for row in rows if row[1]]
        return self._lines[hex_]

    def _shots(self, hex_: int, threat: Threat) -> dict[int, int]:
        best: dict[int, int] = {}
        for target in (threat.at, *threat.lane):
            far = GRID.distance(hex_, target)
            if 0 < far <= LOOK and (drm := self.drm(hex_, target, target != threat.at)) is not None:
                best[far] = min(drm, best.get(far, drm))
        return best

    def drm(self, hex_: int, target: int, moves: bool) -> int | None:
        """The modifiers of fire from a hex at those who stand in another, or move through it; `None`: it is
        not seen.
        """
        key = hex_, target, moves
        if key not in self._drms:
            self._drms[key] = self._drm(hex_, target, moves)
        return self._drms[key]

    def _drm(self, hex_: int, target: int, moves: bool) -> int | None:
        here = Place(hex_, advantage=holds_wall(hex_))
        there = Place(target, advantage=not moves and holds_wall(target))
        seen = sight(here, there, CLEAR, ground(self.state))
        if not seen.is_unit_seen:
            return None
        found = shelter(self.state, ENEMY[self.side], hex_, target) + seen.hindrance
        return found - (1 + (bool(OPEN >> target & 1) and not found) if moves else 0)


def _lane(look: Watch, field: dict[int, int], at: int) -> tuple[int, ...]:
    """The hexes within a turn's way of attackers that lead nearer to what they must take."""
    here = field.get(at, 0)
    around = members(GRID.within(1 << at, AHEAD) & int(look.state.card.area) & ~look.foes)
    return tuple(h for h in around if field.get(h, here) < here)


# ---------------------------------------------------------------- what a place is worth


def value(look: Watch, units: tuple[int, ...], hex_: int) -> float:
    """What it is worth to a defender to be in a hex when the attacker moves."""
    key = units, hex_
    if key not in look.values:
        look.values[key] = _value(look, units, hex_)
    return look.values[key]


def _value(look: Watch, units: tuple[int, ...], hex_: int) -> float:
    state, there = look.state, look.others(hex_, units)
    fighting = [u for u in units if not kind(state, u).is_single]
    share = max(1, len(fighting))
    whole = sum(worth(state, u) for u in units)
    found = 0.3 * cover(hex_) * share - 3.0 * excess(state, [*there, *units])
    found -= FEAR * whole * look.risk(hex_, max(morale(state, u) for u in units))
    if fighting:
        return found + FIELD * field_of_fire(look, fighting, hex_) + stake(look, fighting, hex_)
    found += 1.5 * min(3, len(there)) - (0 if there else 4.0)
    return found + 4.0 * min(2, sum(1 for u in there if state.flags[u] & BROKEN))


def field_of_fire(look: Watch, fighting: Sequence[int], hex_: int) -> float:
    """What fire from a hex is expected to cost those who come, the best group and part of the next."""
    arms = [fire_of(look.state, u, marked=False)[:2] for u in fighting]
    rows = sorted(
        (
            max((harm(column_at(_power(arms, far)), drm, MOVER_MORALE) for far, drm in best.items()))
            * MOVER_WORTH
            * min(2.0, squads) ** 0.5
            for squads, best in look.lines(hex_)
        ),
        reverse=True,
    )
    return rows[0] + SECOND * sum(rows[1:2]) if rows else 0.0


def _power(arms: Arms, far: int) -> int:
    """Squads and their machine guns at a distance."""
    found = sum(power * (1 if far <= reach_ else 0.5 if far <= 2 * reach_ else 0) for power, reach_ in arms)
    return int(found * (2 if far <= 1 else 1))


# ---------------------------------------------------------------- the ground that decides


def stake(look: Watch, fighting: Sequence[int], hex_: int) -> float:
    """What a hex is worth for the verdict of the card."""
    state = look.state
    if state.card.is_mission:
        return 0.0
    if not state.card.zone:
        return _building(look, hex_)
    return _stand(look, fighting, hex_) if look.side == US and state.card.first_move != US else 0.0


def _building(look: Watch, hex_: int) -> float:
    """A building with a squad in it keeps the attacker from the whole: the more so the fewer are left."""
    state = look.state
    if not state.card.goals >> hex_ & 1:
        return 0.0
    if state.control >> hex_ & 1:
        return RETAKE
    left = (state.card.goals & ~state.control).bit_count()
    alone = not any(kind(state, u).size for u in look.others(hex_, ()))
    return KEEP + (3.0 / max(1, left)) * (3 if alone else 1)


def _stand(look: Watch, fighting: Sequence[int], hex_: int) -> float:
    """A unit in the zone that decides: more towards the end, most where there is no other."""
    state = look.state
    if not state.card.zone >> hex_ & 1:
        return 0.0
    last = state.turn >= state.card.turns
    others = [u for there in look.friends.values() for u in there if u not in fighting and counts(state, u)]
    return LAST if last and not others else STAND * (1 + last)


def deny(look: Watch, hex_: int) -> float:
    """What it is worth in the last turn to keep the enemies in a hex from counting: those in Melee are not in
    Good Order.
    """
    state = look.state
    if state.turn < state.card.turns or not state.card.in_order or state.card.first_move != US:
        return 0.0
    if look.side == US or not state.card.zone >> hex_ & 1:
        return 0.0
    there = known_in(state, look.side, hex_)
    return DENIED * sum(kind(state, u).points for u in there if counts(state, u))


# ---------------------------------------------------------------- moves


def plans(look: Watch, units: tuple[int, ...], start: Moving | None = None) -> Iterator[Plan]:
    """Every way of a stack to a better place, less what the fire on the way costs."""
    state, at = look.state, look.state.at[units[0]]
    if at == OFF:
        return
    frame = start or Moving(units=units, origin=at)
    price = sum(worth(state, u) for u in units)
    here = prospect(look, units, at) + trouble(state, units) * (not frame.spent)
    for trip in trips(look, frame, at):
        fire = price * trip.danger
        gain = prospect(look, units, trip.path[-1]) - here - fire - (trip.way == DOUBLE) * len(units)
        if gain > 0:
            yield Plan(units, trip.way, trip.path, gain, fire)


def trouble(state: Firefight, units: Sequence[int]) -> float:
    """What it costs to move at all."""
    covered = sum(not state.open >> u & 1 for u in units)
    return TROUBLE * len(units) + HIDES * covered


def prospect(look: Watch, units: tuple[int, ...], hex_: int) -> float:
    """A place, or the best one beside it to which a unit can still advance."""
    here = best = value(look, units, hex_)
    for other in near(hex_):
        if cost(hex_, other) is None or not look.state.card.area >> other & 1:
            continue
        if look.foes >> other & 1:
            best = max(best, here + deny(look, other))
        else:
            best = max(best, value(look, units, other) - 0.2)
    return best


def best_plan(look: Watch, gains: Gains) -> Plan | None:
    """The stack that gains most by moving; who gained less last time than the best now is not looked at."""
    best = None
    for units in sorted(stacks(look.state, look.side), key=lambda units: -gains.get(units, FIRST)):
        if best is not None and best.gain >= gains.get(units, FIRST):
            break
        plan = max(plans(look, units), key=lambda plan: plan.gain, default=None)
        gains[units] = plan.gain if plan is not None else 0.0
        if plan is not None and (best is None or plan.gain > best.gain):
            best = plan
    return best


def gain_of_advance(look: Watch, unit: int, hex_: int) -> float:
    """What one unit gains by an advance that no enemy can meet."""
    at = look.state.at[unit]
    return value(look, (unit,), hex_) - value(look, (unit,), at) - 0.5 * trouble(look.state, (unit,))
