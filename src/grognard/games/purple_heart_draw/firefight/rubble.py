"""ASL-B24: buildings that have fallen in an earlier scenario. Their cover stays; they cost more to enter, are
neither rout nor rally cover, and have no upper level.
"""

from __future__ import annotations

from ..board import GRID
from .going import BOTTOM, CODE, KIND, ROUT_GROUND, is_road
from .position import Firefight

RUBBLE = "rubble"


def is_fallen(state: Firefight, hex_: int) -> bool:
    """Whether a hex, or the one below an upper level, holds rubble."""
    return bool(state.rubble) and hex_ >= 0 and bool(state.rubble >> GRID.ground_of(hex_) & 1)


def is_gone(state: Firefight, hex_: int) -> bool:
    """Whether a Location was an upper level of a building that has fallen."""
    return hex_ in GRID.ground and is_fallen(state, hex_)


def more_cost(state: Firefight, a: int, b: int) -> int:
    """Half MF more than for the building, double uphill; not along a road."""
    if not is_fallen(state, b) or (a >= 0 and is_road(a, b)):
        return 0
    more = int(2 * (KIND[RUBBLE]["mf"] - KIND[CODE[b]]["mf"]))
    return more * (2 if a >= 0 and BOTTOM[b] > BOTTOM[a] else 1)


def rout_ground(state: Firefight) -> int:
    """ASL-A10.51: woods, and buildings that stand."""
    return int(ROUT_GROUND) & ~int(state.rubble)


def rally_cover(state: Firefight, hex_: int) -> int:
    """ASL-A10.61: what the ground of a Location adds to a rally."""
    return int(KIND[RUBBLE if is_fallen(state, hex_) else CODE[hex_]]["rally"])
