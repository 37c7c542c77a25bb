"""ASL-B11.4, FF-LOS.2: a climber is seen at the ends of the cliff hexside, on the level it has come to."""

from __future__ import annotations

from ..board import GRID
from .going import BOTTOM
from .places import AIRBURST, GROUND, Place
from .position import Firefight


def faces(state: Firefight, unit: int) -> tuple[Place, ...]:
    """Both corners, seen from the hex at the foot of the cliff; empty: the unit has not left the ground."""
    for climber, goal, levels in state.climbs:
        if climber == unit and levels and state.at[unit] >= 0:
            return _corners(int(state.at[unit]), goal, levels)
    return ()


def _corners(at: int, goal: int, levels: int) -> tuple[Place, ...]:
    foot, top = sorted((at, goal), key=lambda hex_: BOTTOM[hex_])
    up = levels if at == foot else BOTTOM[top] - BOTTOM[foot] - levels
    place = AIRBURST[up - 1] if up > 0 else GROUND
    way = GRID.direction(foot, top)
    return Place(foot, place, corner=(way - 1) % 6), Place(foot, place, corner=way)


def has_left_ground(state: Firefight, unit: int) -> bool:
    """Whether a unit is between foot and top."""
    return any(climber == unit and levels for climber, _, levels in state.climbs)
