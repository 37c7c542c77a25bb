"""Whether an action brought something hidden to light. Knows no game."""

from __future__ import annotations

from copy import deepcopy

from .facts import LOG
from .state import State

SPECTATOR = "spectator"  # sees as a seat does that is no side


def reveals(state: State, side: str, sealed: bool = False) -> bool:
    """Whether the last action (`sealed`: known to its own side alone) showed any side something that was
    hidden from it.
    """
    if not state.hidden:
        return False
    for name, key, _, new, _ in state.journal[state.marks[-1] :]:
        if name == LOG:
            if new.to is not None and not sealed:
                return True  # a report for one side alone, as of scouts
        elif name in state.hidden:
            field = state.fields[name]
            if field.part is not None:
                continue  # the columns tell whose markers came to light
            if (new == field.start_at(key) and not sealed) or not field.is_seen(state, side, key):
                return True
    before = deepcopy(state)
    before.pop()
    return any(_uncovered(before, state, seat) for seat in (*state.sides, SPECTATOR))


def _uncovered(before: State, after: State, seat: str) -> bool:
    """Whether a seat sees something that was there before and hidden from it."""
    for name in before.hidden:
        field, value = before.fields[name], before.__dict__[name]
        if field.part is not None:
            continue
        values = (
            ((-1, value, field.start),)
            if name in before.facts
            else zip(range(len(value)), value, field.start, strict=True)
        )
        for key, one, start in values:
            if one != start and field.is_seen(after, seat, key) and not field.is_seen(before, seat, key):
                return True
    return False
