"""ASL-A4.44: weapons that nobody has any more, until the effects of what took their owner are over."""

from __future__ import annotations

from collections.abc import Iterable

from ..pieces import SIDES
from .forces import SIDE
from .position import Firefight, fact

CLAUSE = "ASL-A4.44"


def note_left(state: Firefight, unit: int, guns: Iterable[int]) -> None:
    """What a unit leaves where it dies, or from where it routs off."""
    rows = [(g, int(state.at[unit]), SIDES.index(SIDE[unit])) for g in guns]
    if rows and state.turn:
        state.set(fact.orphans, (*state.orphans, *rows), CLAUSE)
