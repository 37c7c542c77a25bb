"""ASL-B28.9: booby traps: German, bought for a mission, and secret until they work."""

from __future__ import annotations

from grognard.core.facts import is_unknown

from ..board import GRID
from ..pieces import GERMAN
from .forces import SIDE
from .foxholes import WORKS
from .position import Firefight

TRIGGER = {level: WORKS["booby_traps"][level] for level in "ABC"}


def goes_off(state: Firefight, unit: int, dice: int) -> bool:
    """Whether the Original dice of a task check of the enemy set one off."""
    level = state.booby
    if SIDE[unit] == GERMAN or is_unknown(level) or dice not in TRIGGER.get(level, ()):
        return False
    state.note("ASL-B28.9", "a booby trap goes off in {}", GRID.name[state.at[unit]], kind="attack")
    return True
