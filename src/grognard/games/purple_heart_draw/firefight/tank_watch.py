"""ASL-A10.532.ord, ASL-A10.5: Guns and crews that show themselves interdict; units rout from vehicles."""

from __future__ import annotations

from collections.abc import Sequence

from ..board import GRID
from . import vehicles
from .arcs import is_covered
from .eyes import hindered, is_adjacent, is_open_to, threats, vehicle_sees, vehicle_view
from .forces import ENEMY
from .going import OPEN, hexside_tem, in_hex_tem
from .guns import weapon
from .position import CX, JAMMED, PIN, Firefight
from .tank_fire import arc
from .units import has, is_encircled, is_good, pieces_of
from .vehicles import DATA
from .verges import covers

REACH = int(DATA["crew"]["interdicts"])


def interdicts(state: Firefight, vehicle: int, hex_: int) -> bool:
    """An armed vehicle whose crew shows itself, towards Open Ground in its arc up to 16 hexes away."""
    at = state.vehicle_at[vehicle]
    if not vehicles.is_exposed(state, vehicle) or not vehicles.is_armed(state, vehicle) or at == hex_:
        return False
    if GRID.distance(at, hex_) > REACH or not covers(state, vehicle, arc(state, vehicle), hex_):
        return False
    return _is_bare_to(state, vehicle, hex_)


def gun_interdicts(state: Firefight, unit: int, side: str, hex_: int) -> bool:
    """A known Gun that works, of a unit that could fire it, towards Open Ground in its arc up to 16 hexes
    away.
    """
    at = state.at[unit]
    fit = is_good(state, unit) and not has(state, unit, PIN | CX) and not is_encircled(state, unit)
    if not fit or at == hex_ or GRID.distance(at, hex_) > REACH or not is_open_to(state, unit, hex_, side):
        return False
    return any(
        not state.gun_flags[g] & JAMMED
        and weapon(state, g).least <= GRID.distance(at, hex_)
        and is_covered(at, state.pointing[g], hex_)
        for g in pieces_of(state, unit)
    )


def is_interdicted(state: Firefight, side: str, hex_: int) -> bool:
    """Whether a Gun or a vehicle of the enemy interdicts units of a side in a hex."""
    if any(gun_interdicts(state, unit, side, hex_) for unit in threats(state, side)):
        return True
    return any(interdicts(state, vehicle, hex_) for vehicle in vehicles.on_map(state, ENEMY[side]))


# ---------------------------------------------------------------- who routs from vehicles, and where to


def tanks_near(state: Firefight, side: str, hex_: int) -> list[int]:
    """ASL-A10.5: the enemy's armed vehicles with crews that are ADJACENT to a hex or in it."""
    armed = [v for v in vehicles.on_map(state, ENEMY[side]) if vehicles.is_armed(state, v)]
    at = state.vehicle_at
    return [v for v in armed if at[v] == hex_ or is_adjacent(state, hex_, at[v])]


def is_under_guns(state: Firefight, side: str, hex_: int) -> bool:
    """ASL-A10.5: whether an armed enemy vehicle sees a hex as Open Ground, within its Normal Range."""
    return any(
        GRID.distance(state.vehicle_at[v], hex_) <= reach_of(state, v) and _is_bare_to(state, v, hex_)
        for v in vehicles.on_map(state, ENEMY[side])
        if vehicles.is_armed(state, v)
    )


def reach_of(state: Firefight, vehicle: int) -> int:
    """Up to 16 hexes with a gun that works, else the range of its machine guns."""
    if vehicles.has_gun(state, vehicle):
        return REACH
    return max((vehicles.MG_RANGE[gun] for gun in vehicles.machine_guns(state, vehicle)), default=0)


def _is_bare_to(state: Firefight, vehicle: int, hex_: int) -> bool:
    at = state.vehicle_at[vehicle]
    if not OPEN >> hex_ & 1 or hexside_tem(at, hex_) or in_hex_tem(hex_):
        return False
    seen = vehicle_view(state, vehicle, hex_)
    return seen.is_unit_seen and not hindered(seen)


def shuns_tanks(state: Firefight, side: str, a: int, b: int, behind: Sequence[int]) -> bool:
    """ASL-A10.51: whether a step of a rout keeps away from manned vehicles: not into their hex nor beside one
    unless out of its hex, not nearer to an armed one that sees the unit, or saw it in the hexes behind it.
    """
    for vehicle in vehicles.on_map(state, ENEMY[side]):
        if not vehicles.is_manned(state, vehicle):
            continue
        at = int(state.vehicle_at[vehicle])
        if at == b or (is_adjacent(state, b, at) and a != at):
            return False
        nearer = vehicles.is_armed(state, vehicle) and GRID.distance(b, at) < GRID.distance(a, at)
        if nearer and any(vehicle_sees(state, vehicle, hex_) for hex_ in behind):
            return False
    return True
