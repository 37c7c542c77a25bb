"""ASL-A24.31, ASL-C8.6, ASL-C1.71: white phosphorus as it appears: a morale check for all who are there."""

from __future__ import annotations

from collections.abc import Iterable

from ..pieces import SIDES
from . import checks
from .position import BROKEN, DM, Firefight
from .units import flag, has, in_hex, settle, show


def burn(state: Firefight, hexes: Iterable[int], more: int = 0) -> list[checks.Item]:
    """The checks of everybody in these hexes; ASL-A12.14.b: who checks is known from now on, and who is
    broken already is desperate (ASL-A10.62).
    """
    units = [u for side in SIDES for hex_ in hexes for u in in_hex(state, side, hex_)]
    for unit in units:
        show(state, unit, "ASL-A12.14.b")
        if has(state, unit, BROKEN):
            flag(state, unit, DM, "ASL-A10.62")
    settle(state, "ASL-A12.14.b")
    return [(unit, checks.MC, more) for unit in units]
