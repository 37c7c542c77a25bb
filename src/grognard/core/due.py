"""What a seat may know of the decision or roll that is due. Knows no game."""

from __future__ import annotations

from typing import NamedTuple

from .state import State

SEALED = "sealed action"


class Due(NamedTuple):
    """Who is to act, what for, and by which clause; all `None` when the game is over.

    Which secret step a side has come to can tell a secret (a weapon was found, a minefield entered). Other
    seats see that the side acts, whether it decides or rolls, and the name of a step that is always due.
    """

    to_move: str | None
    purpose: str | None
    clause: str | None


def is_hidden(state: State, seat: str) -> bool:
    """Whether what is due is a secret of another seat."""
    return state.secret_to not in (None, seat)


def due(state: State, seat: str) -> Due:
    """What is due, as a seat may know it."""
    if state.to_move is None:
        return Due(None, None, None)
    step = state.step
    if not is_hidden(state, seat):
        return Due(state.to_move, state.purpose, state.due_clause)
    return Due(
        state.secret_to, step.shown or SEALED, state.due_clause if step.shown else _public_clause(state)
    )


def _public_clause(state: State) -> str:
    """The clause of the outermost procedure, whose course all see."""
    rows = state.procedures[type(state.stack[0])]
    return rows[min(state.stack[0].step, len(rows) - 1)].clause


def moment(state: State, seat: str) -> str:
    """The turn and the step, as a seat may know them."""
    if not is_hidden(state, seat):
        return state.moment
    return ", ".join(word for word in (state.date, due(state, seat).purpose) if word)


__all__ = ["SEALED", "Due", "due", "is_hidden", "moment"]
