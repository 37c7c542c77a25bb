"""The refusal of an action that names an unknown counter, with the nearest known names."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from grognard.core.facts import Action
from grognard.core.ruling import Ruling

from .chart import NAMES, NUMBER
from .pieces import suggest
from .position import BeyondTheRhine

F = TypeVar("F")
Refusal = Callable[[BeyondTheRhine, F, Action], Ruling | None]


def unknown_counter(state: BeyondTheRhine, action: Action) -> Ruling | None:
    """BTR-ledger.state: the action names a counter that is not in the game."""
    unit = getattr(action, "unit", None)
    if unit is not None and unit not in NUMBER:
        return Ruling(state.step.clause, f"{unit} is not a counter of this game{suggest(unit, NAMES)}")
    return None


def or_unknown(own: Refusal[F] | None = None) -> Refusal[F]:
    """A phase's own refusal; where it has none, that of an unknown counter."""

    def refuse(state: BeyondTheRhine, frame: F, action: Action) -> Ruling | None:
        return (own(state, frame, action) if own else None) or unknown_counter(state, action)

    return refuse
