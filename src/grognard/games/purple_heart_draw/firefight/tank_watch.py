"""ASL-A10.532.ord: crews that show themselves interdict."""

from __future__ import annotations

from ..board import GRID
from . import vehicles
from .arcs import is_covered
from .eyes import hindered, vehicle_view
from .forces import ENEMY
from .going import OPEN, hexside_tem, in_hex_tem
from .position import Firefight
from .tank_fire import arc
from .vehicles import DATA

REACH = int(DATA["crew"]["interdicts"])


def interdicts(state: Firefight, vehicle: int, hex_: int) -> bool:
    """An armed vehicle whose crew shows itself, towards Open Ground in its arc up to 16 hexes away."""
    at = state.vehicle_at[vehicle]
    if not vehicles.is_exposed(state, vehicle) or not vehicles.is_armed(state, vehicle) or at == hex_:
        return False
    if GRID.distance(at, hex_) > REACH or not is_covered(at, arc(state, vehicle), hex_):
        return False
    seen = vehicle_view(state, vehicle, hex_)
    bare = OPEN >> hex_ & 1 and not (hexside_tem(at, hex_) or in_hex_tem(hex_))
    return seen.is_unit_seen and not hindered(seen) and bool(bare)


def is_interdicted(state: Firefight, side: str, hex_: int) -> bool:
    """Whether a vehicle of the enemy interdicts units of a side in a hex."""
    return any(interdicts(state, vehicle, hex_) for vehicle in vehicles.on_map(state, ENEMY[side]))
