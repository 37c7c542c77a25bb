"""ASL-D4.3: hits from below on a vehicle that climbs over a wall or bocage, or out of the draw."""

from __future__ import annotations

from ..board import GRID
from . import vehicles
from .arcs import is_covered
from .going import BOTTOM, CODE, hexside
from .ordnance import Vehicle
from .position import Firefight, Shell
from .shots import FIRST_FIRE

REACH = 6  # hexes
DRAW = ("gully", "stream")


def rears_up(state: Firefight, at: int, hex_: int) -> bool:
    """Whether a vehicle shows its belly on the way from one hex into the next."""
    if at < 0 or (at, hex_) in state.breaches:
        return False
    climbs = CODE[at] in DRAW and BOTTOM[hex_] > BOTTOM[at]
    return bool(hexside(at, hex_)) or climbs


def is_bared(state: Firefight, frame: Shell, at: int) -> bool:
    """ASL-D4.3: First Fire at the vehicle that has just crossed, from at most 6 hexes, not from above, and
    from before its hull.
    """
    moving = vehicles.driver(state)
    if frame.kind != FIRST_FIRE or moving is None or moving.vehicle != frame.target or len(moving.track) < 2:
        return False
    (before, _), (now, _) = moving.track[-2:]
    if now != frame.hex or before == now or not rears_up(state, before, now):
        return False
    near = 0 < GRID.distance(at, now) <= REACH and BOTTOM[at] <= BOTTOM[now]
    return near and is_covered(now, state.hull[frame.target], at)


def as_bared(state: Firefight, target: Vehicle, vehicle: int) -> Vehicle:
    """What would hit the turret strikes the armor from below."""
    front, side, *_ = target.armor
    below = vehicles.aerial(state, vehicle)
    return target._replace(armor=(front, side, below, below))
