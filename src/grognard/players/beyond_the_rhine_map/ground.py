"""How the plain player looks at the map: key hexes, posts and what a post is worth."""

from __future__ import annotations

from functools import lru_cache

from grognard.core.hexes import members
from grognard.games.beyond_the_rhine.campaign.acting import crowding, re_of
from grognard.games.beyond_the_rhine.campaign.board import BOARD, EAST, GRID, NEAR
from grognard.games.beyond_the_rhine.campaign.pieces import ALLIED, ATTACKERS, ENEMY, GUNS, HQS, TRANSPORT
from grognard.games.beyond_the_rhine.campaign.position import Campaign, units_in
from grognard.games.beyond_the_rhine.campaign.verbs import holds
from grognard.games.beyond_the_rhine.campaign.victory import by_points, objectives, terms
from grognard.games.beyond_the_rhine.campaign.waters import banks, bridges_of, checked
from grognard.games.beyond_the_rhine.campaign.zones import occupied
from grognard.games.beyond_the_rhine.series import STACK

RING = ("14.09", "15.09")  # the two hexes by which Aachen is fed
FAR = 40
BRIDGEHEAD = 2.5  # what a hex over the Rhine is worth where the east bank counts


def number(name: str) -> int:
    return GRID.hex(name)


def distance(hexes: int, hex_: int) -> int:
    """Hexes from one hex to the nearest of a set."""
    return _distances(hexes).get(hex_, FAR)


@lru_cache(maxsize=512)
def _distances(hexes: int) -> dict[int, int]:
    found, reached, steps = dict.fromkeys(members(hexes), 0), hexes, 0
    while new := GRID.spread(reached) & ~reached if reached else 0:
        steps += 1
        found |= dict.fromkeys(members(new), steps)
        reached |= new
    return found


def keys(state: Campaign) -> dict[int, float]:
    """The hexes the scenario turns on, with their weight."""
    if (state.scenario, state.bridges) not in _KEYS:
        _KEYS[state.scenario, state.bridges] = _find_keys(state)
    return _KEYS[state.scenario, state.bridges]


_KEYS: dict[object, dict[int, float]] = {}


def _find_keys(state: Campaign) -> dict[int, float]:
    if not by_points(state):
        return dict.fromkeys(objectives(state), 5.0) | {number(name): 3.0 for name in RING}
    found = {hex_: min(1.5 + points / 2, 5.0) for hex_, points in objectives(state).items()}
    ends = {banks(name)[0] for name in bridges_of(state) if name not in checked(state)}
    return {hex_: 3.0 for hex_ in ends if "bridge_points" in terms(state)} | found


def key_set(state: Campaign) -> int:
    return sum(1 << hex_ for hex_ in keys(state))


def wanted(state: Campaign, side: str) -> int:
    """Key hexes a side goes for: the Allies those they do not hold, the Germans all, to hold or retake
    them.
    """
    found = key_set(state)
    return found & ~holds(state, side) if side == ALLIED else found


def room(state: Campaign, unit: int, hex_: int, side: str) -> bool:
    there = units_in(state, hex_, side) & ~(1 << unit)
    return crowding(state, there) + re_of(state, unit) <= STACK


def is_rough(hex_: int) -> bool:
    return any(
        kind in BOARD.types[hex_]
        for kind in ("west_wall", "village", "minor_city", "major_city", "heavy_woods")
    )


def post(state: Campaign, side: str, unit: int, hex_: int) -> float:
    """What it is worth to stand in a hex: near what is wanted, on good ground, in the line."""
    aims = wanted(state, side)
    value = -0.6 * distance(aims, hex_) if aims else 0.0
    value += 0.4 * is_rough(hex_)
    weight = keys(state).get(hex_, 0.0)
    value += weight * (0.6 if side == ALLIED else 0.9)
    if side == ALLIED and EAST >> hex_ & 1 and "east_bank" in terms(state):
        value += BRIDGEHEAD
    beside = NEAR[hex_] & occupied(state, ENEMY[side]) & aims
    value += 1.5 * bool(beside)
    crowd = float(crowding(state, units_in(state, hex_, side) & ~(1 << unit)))
    return value - 0.25 * crowd


def leaves_a_hole(state: Campaign, side: str, unit: int) -> bool:
    """Whether its hex would be empty before an enemy that can attack."""
    here = state.at[unit]
    alone = not units_in(state, here, side) & ~(1 << unit)
    near = GRID.within(1 << here, 1) & occupied(state, ENEMY[side])
    return alone and any(units_in(state, h, ENEMY[side]) & ATTACKERS for h in members(near))


def is_rear(unit: int) -> bool:
    """HQs, guns and transport: they keep their places."""
    return bool((HQS | GUNS | TRANSPORT) >> unit & 1)
