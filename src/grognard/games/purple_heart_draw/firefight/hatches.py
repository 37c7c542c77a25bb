"""ASL-D.8: small arms find crews that show themselves."""

from __future__ import annotations

from grognard.core.ruling import total

from . import crews, vehicles
from .forces import ENEMY
from .position import Attack, Firefight
from .shots import ALONE, modifiers
from .tables import result

CREW_LESS = ("ASL-A7.6", "ASL-B9.3", "ASL-B9.31", "ASL-B10.31", "ASL-B27.3", "ASL-D9.3", "ASL-A4.6")


def _crews(state: Firefight, frame: Attack) -> list[int]:
    """The vehicles whose crews show themselves to an attack."""
    if frame.kind in ALONE or frame.targets:
        return []
    there = vehicles.in_hex(state, ENEMY[frame.side], frame.hex)
    return [v for v in there if frame.vehicle in (-1, v) and vehicles.is_exposed(state, v)]


def crew_drm(state: Firefight, frame: Attack) -> int:
    """ASL-D5.31, ASL-B9.36: crews that show themselves have their hatches for cover, and no wall."""
    if not _crews(state, frame):
        return 0
    found = [m for m in modifiers(state, frame) if m.clause not in CREW_LESS]
    return total(found) + int(vehicles.CREW["exposed"])


def strike_crews(state: Firefight, frame: Attack, column_: int, drm: int) -> None:
    """ASL-D.8: the same dice find crews that show themselves."""
    for vehicle in _crews(state, frame):
        crews.strafed(state, vehicle, result(column_, sum(frame.dice) + drm))
