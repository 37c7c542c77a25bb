"""ASL-A2.8, ASL-B23.4, ASL-B23.422, ASL-B31.2: upper levels of buildings: Locations of their own, reached by
stairs; a steeple is a small one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ..board import GRID
from .forces import SIDE
from .going import GOING
from .markers import crew
from .position import Firefight, Moving
from .terrain import UPPER
from .units import in_hex, kind, pieces_of

STEEPLES = tuple(up for hex_, up in GRID.upper.items() if UPPER[hex_] == "steeple")
UPSTAIRS = sum(1 << up for up in GRID.ground)
ROOM = int(GOING["steeple"]["half_squads"])


def fits(state: Firefight, side: str, hex_: int, units: Iterable[int]) -> bool:
    """ASL-B31.2: whether a steeple has room for units: half-squads and crews, leaders and heroes count one
    each.
    """
    all_ = {*units, *in_hex(state, side, hex_)}
    return sum(max(1, kind(state, u).size) for u in all_) <= ROOM


def _full(state: Firefight, units: tuple[int, ...]) -> int:
    return sum(1 << h for h in STEEPLES if units and not fits(state, SIDE[units[0]], h, units))


def roomy(state: Firefight, frame: Moving) -> int:
    """ASL-B31.2: the Locations that have room for the movers."""
    return ~_full(state, crew(state, frame.units))


def room_for(state: Firefight, frame: object) -> Callable[[int], int]:
    """ASL-B31.2: the same for one unit; ASL-C2.1: a Gun stands on the ground."""
    return lambda unit: ~(_full(state, (unit,)) | (UPSTAIRS if pieces_of(state, unit) else 0))


NO_ROOM = "{hex} has no room: a steeple holds one half-squad, leader or hero, and Guns stand on the ground"
