"""ASL-A4.63: the Dash: out of cover, over a road, into cover."""

from __future__ import annotations

from ..board import GRID, ROAD_SIDES
from .going import OPEN, cost, hexside_tem, near, own_hexsides
from .position import Firefight, Moving

ROADS = 0
for _side in ROAD_SIDES:
    ROADS |= int(_side)


def crossings(state: Firefight, at: int, goal: int) -> list[int]:
    """FF-R14: the road hexes between a hex and one across them."""
    if at < 0 or GRID.distance(at, goal) != 2:
        return []
    between = [
        hex_ for hex_ in near(at) if hex_ in near(goal) and ROADS >> hex_ & state.card.area >> hex_ & 1
    ]
    return [hex_ for hex_ in between if cost(at, hex_) is not None and cost(hex_, goal) is not None]


def may_cover(hex_: int) -> bool:
    """ASL-A4.63: whether a hex is not Open Ground, to some firer at least: by what is in it, or by its walls
    and bocage.
    """
    return not OPEN >> hex_ & 1 or bool(own_hexsides(hex_))


def covers(at: int, hex_: int) -> bool:
    """ASL-A4.63: whether a hex is not Open Ground to a firer in another."""
    return not OPEN >> hex_ & 1 or hexside_tem(at, hex_) > 0


def dashes(state: Firefight, frame: Moving, at: int, budget: int) -> int:
    """ASL-A4.63: declared before anything else; both ends have cover, and the whole way can be paid for."""
    if frame.spent or frame.assault or frame.double or frame.charge >= 0 or at < 0 or not may_cover(at):
        return 0
    found = 0
    for goal in {hex_ for road in near(at) for hex_ in near(road)}:
        paid = [(cost(at, road) or 0) + (cost(road, goal) or 0) for road in crossings(state, at, goal)]
        fits = bool(paid) and min(paid) <= budget and may_cover(goal)
        found |= bool(fits and state.card.area >> goal & 1) << goal
    return found


def dash_way(state: Firefight, frame: Moving, at: int) -> int:
    """ASL-A4.63: over the road, to the goal, and nowhere else."""
    if frame.dash < 0:
        return -1
    if at == frame.dash:
        return 0
    if frame.hexes:
        return 1 << frame.dash
    return sum(1 << hex_ for hex_ in crossings(state, at, frame.dash))


def is_dashing(state: Firefight, at: int, hex_: int) -> bool:
    """Whether the mover is on the road of its Dash, and both ends of it are covered from a firer's hex."""
    moving = next((f for f in reversed(state.stack) if isinstance(f, Moving)), None)
    if moving is None or moving.dash < 0 or moving.hexes != 1 or moving.dash == hex_:
        return False
    return covers(at, moving.origin) and covers(at, moving.dash)
