"""ASL-A11.8: the road hexes in which vehicles are attacked from the buildings on both sides."""

from __future__ import annotations

from functools import lru_cache

from ..board import GRID
from . import vehicles
from .eyes import is_adjacent
from .forces import ENEMY, SIDE
from .going import CODE, is_road, near
from .position import FINAL, FIRST, G_FINAL, G_FIRST, Firefight
from .units import guns_of


@lru_cache(maxsize=1024)
def houses(hex_: int) -> tuple[int, ...]:
    """The building hexes along a road hex, if there are some on both sides of the road; empty: none."""
    beside = near(hex_)
    ways = sorted(GRID.direction(hex_, other) for other in beside if is_road(hex_, other))
    if len(ways) != 2 or CODE[hex_] == "building":
        return ()
    built = [other for other in beside if CODE[other] == "building" and not is_road(hex_, other)]
    first = [other for other in built if ways[0] < GRID.direction(hex_, other) < ways[1]]
    return tuple(built) if 0 < len(first) < len(built) else ()


def street_prey(state: Firefight, unit: int) -> int:
    """The manned vehicle of the enemy that a unit in a house may attack from it; -1: none."""
    at = state.at[unit]
    for vehicle in vehicles.on_map(state, ENEMY[SIDE[unit]]):
        hex_ = state.vehicle_at[vehicle]
        if vehicles.is_manned(state, vehicle) and at in houses(hex_) and is_adjacent(state, at, hex_):
            return vehicle
    return -1


def is_unmarked(state: Firefight, unit: int) -> bool:
    """ASL-D7.211: neither the unit nor a weapon of it has fired."""
    guns = (state.gun_flags[g] & (G_FIRST | G_FINAL) for g in guns_of(state, unit))
    return not state.flags[unit] & (FIRST | FINAL) and not any(guns)
