"""ASL-B25.14: hexes that are ablaze, which nobody enters."""

from __future__ import annotations

from ..board import GRID
from .position import Firefight

NO_ENTRY = "{hex} is ablaze"


def ablaze(state: Firefight) -> int:
    """Every Location of the hexes that are ablaze, upper levels too."""
    return int(GRID.with_storeys(state.blazes)) if state.blazes else 0


def is_ablaze(state: Firefight, hex_: int) -> bool:
    return bool(state.blazes) and hex_ >= 0 and bool(state.blazes >> GRID.ground_of(hex_) & 1)


def not_ablaze(state: Firefight, frame: object) -> int:
    """The Locations that fire does not close."""
    return ~ablaze(state)
