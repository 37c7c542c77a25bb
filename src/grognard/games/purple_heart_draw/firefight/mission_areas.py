"""ASL-C1.32, ASL-C1.72, ASL-E12.1: the hexes on which the shells of a fire mission fall."""

from __future__ import annotations

from grognard.core.hexes import OFF

from ..board import GRID
from .terrain import read

ARTILLERY = read("artillery.toml")
RADIUS: dict[str, int] = ARTILLERY["mission"]["radius"]
LONG = int(ARTILLERY["mission"]["line"])
BARRAGE = "barrage"


def mission_area(hex_: int, mission: str, line: int) -> int:
    """All hexes within one of the round, within two of harassing fire; nine of a Barrage in a line, those off
    the map left out.
    """
    return barrage_area(hex_, line) if mission == BARRAGE else GRID.within(1 << hex_, RADIUS[mission])


def barrage_area(hex_: int, line: int) -> int:
    """ASL-E12.1: the round is in the middle; 1: the line runs north, 2: northeast, 3: southeast."""
    found = 1 << hex_
    for way in (line - 1, line + 2):
        at = hex_
        for _ in range(LONG // 2):
            at = GRID.step(at, way)
            if at == OFF or at not in GRID.name:
                break
            found |= 1 << at
    return found
