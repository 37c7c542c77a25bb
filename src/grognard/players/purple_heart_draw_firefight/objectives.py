"""Which building each squad of the attacker goes for: empty ones get one squad, garrisons a whole group."""

from __future__ import annotations

from functools import cache

from grognard.core.hexes import OFF, members
from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.firefight.eyes import target_hexes
from grognard.games.purple_heart_draw.firefight.forces import OF_SIDE
from grognard.games.purple_heart_draw.firefight.going import cost, distances, entry_cost
from grognard.games.purple_heart_draw.firefight.position import BROKEN, DUE, MELEE, Firefight
from grognard.games.purple_heart_draw.firefight.units import kind
from grognard.games.purple_heart_draw.firefight.victory import zone_points
from grognard.games.purple_heart_draw.pieces import SIDES, US

from .exposure import is_watched_from, shelter, to_clear
from .reserves import goals_of

FAR = 9999
MASS = {1: 2, 2: 3, 3: 4}  # squads for one garrison, by the turns that are left
FULL_MASS = 6
SWEPT, SWEPT_LEAST, SWEPT_RANGE = 6, 1, 8  # half MF a hex costs more for each enemy hex that sees it

_distances = cache(distances)  # of the map alone: asked about the same buildings again and again


def way_to(state: Firefight, goal: int, at: int) -> int:
    """Half MF from a hex, or from off the map, to a goal."""
    if at == OFF:
        return _from_edge(goal, int(state.card.area), int(state.card.entry))
    return _distances(goal, int(state.card.area)).get(at, FAR)


@cache
def _from_edge(goal: int, area: int, entry: int) -> int:
    field = _distances(goal, area)
    return min(entry_cost(hex_) + field.get(hex_, FAR) for hex_ in members(entry))


def approach(state: Firefight, side: str, foes: int, goal: int, at: int) -> int:
    """Half MF from a hex to a goal, more for each hex of the way that enemies see."""
    key = goal, int(state.card.area), foes, side
    if key not in _fields:
        if len(_fields) >= MOST_FIELDS:
            _fields.clear()
        seen = _swept_once(state, side, foes)
        _fields[key] = distances(goal, int(state.card.area), lambda a, b: _dear(seen, goal, a, b))
    return _fields[key].get(at, FAR)


MOST_FIELDS = 400
_fields: dict[tuple[int, int, int, str], dict[int, int]] = {}  # worked out anew when the enemy's hexes change


_SWEPT: dict[tuple[int, str, int, str], dict[int, int]] = {}
MOST_SWEPT = 8


def _swept_once(state: Firefight, side: str, foes: int) -> dict[int, int]:
    """The same for every goal."""
    key = foes, side, int(state.card.area), state.scene
    if state.smoke or key not in _SWEPT:
        if len(_SWEPT) >= MOST_SWEPT:
            _SWEPT.clear()
        _SWEPT[key] = _swept(state, side, foes)
    return _SWEPT[key]


def _dear(seen: dict[int, int], goal: int, a: int, b: int) -> int | None:
    price = cost(a, b)
    return price if price is None or b == goal else price + seen.get(b, 0)


def _swept(state: Firefight, side: str, foes: int) -> dict[int, int]:
    """What each hex costs more because enemies see it: most in the open, less under cover."""
    found: dict[int, int] = {}
    for hex_ in members(state.card.area & ~foes):
        for at in members(foes):
            if GRID.distance(at, hex_) <= SWEPT_RANGE and is_watched_from(state, side, at, hex_)[0]:
                more = max(SWEPT_LEAST, SWEPT - 2 * shelter(state, side, at, hex_))
                found[hex_] = found.get(hex_, 0) + more
    return found


def wanted(state: Firefight) -> list[int]:
    """The buildings still to be taken, or all of them; in a TM Scenario the nearest Locations."""
    if state.card.is_mission:
        return goals_of(state, state.mover)
    if hexes := to_clear():
        return members(hexes)
    return members(state.card.goals & ~state.control) or members(state.card.goals)


def prized(state: Firefight, side: str) -> int:
    """The hexes in which a squad of the attacker counts: the zone of the card, or buildings still to be
    taken.
    """
    card = state.card
    if to_clear():
        return 0
    if card.is_mission:
        return int(card.goals & ~state.held[SIDES.index(side)])
    return int(card.zone) if card.zone and side == US else int(card.goals & ~state.control)


def _fighters(state: Firefight, side: str) -> list[int]:
    return [
        u
        for u in members(OF_SIDE[side])
        if state.kind[u]
        and not kind(state, u).is_single
        and (state.at[u] >= 0 or state.flags[u] & DUE)
        and not state.flags[u] & (BROKEN | MELEE)
    ]


def assign(state: Firefight, side: str) -> dict[int, int]:
    """The building each squad goes for."""
    free, held = set(_fighters(state, side)), target_hexes(state, side)
    found: dict[int, int] = {}
    goals = sorted(wanted(state), key=lambda goal: _nearest(state, goal, free))
    mass = MASS.get(state.card.turns - state.turn + 1, FULL_MASS)
    for goal in (g for g in goals if not held >> g & 1):
        _take(state, found, free, goal, 1)
    for goal in (g for g in goals if held >> g & 1):
        _take(state, found, free, goal, mass)
    while free and goals:
        for goal in goals:
            _take(state, found, free, goal, 1)
    return found


def _nearest(state: Firefight, goal: int, free: set[int]) -> int:
    return min((way_to(state, goal, state.at[u]) for u in free), default=0)


def _take(state: Firefight, found: dict[int, int], free: set[int], goal: int, count: int) -> None:
    """So many of the nearest squads go for a goal."""
    for unit in sorted(free, key=lambda u: (way_to(state, goal, state.at[u]), u))[:count]:
        found[unit] = goal
        free.discard(unit)


def margin(state: Firefight) -> dict[str, float]:
    """How clear a fight was: points in the zone or goals held at the end, and casualty points."""
    points = {f"{side} points": float(scored) for side, scored in zip(state.sides, state.points)}
    if state.card.zone:
        return {"zone points": float(zone_points(state)), **points}
    return {"goals held": float((state.control & state.card.goals).bit_count()), **points}
