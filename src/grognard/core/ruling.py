"""Rulings, refusals and modifiers: how grognard says why."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class Ruling(NamedTuple):
    """A verdict of the referee: a clause id, and our words with the figures."""

    clause: str
    because: str

    def __str__(self) -> str:
        return f"{self.because} [{self.clause}]"


class GrognardError(ValueError):
    """Bad input: one clear line for the person who gave it."""


def no_such(name: str, names: Iterable[str]) -> str:
    """In words: a name that is none, and what it may have been meant for."""
    from difflib import get_close_matches

    near = get_close_matches(name, sorted(names), cutoff=0.5)
    return f"{name} does not exist" + (f"; there is {' or '.join(near)}" if near else "")


class IllegalAction(GrognardError):
    """An action the rules refuse, with every ruling that speaks against it."""

    def __init__(self, action: object, rulings: Iterable[Ruling]) -> None:
        self.rulings = list(rulings)
        super().__init__(f"{action}: " + "; ".join(map(str, self.rulings)))


class Modifier(NamedTuple):
    """One part of a sum. The list of them is the explanation."""

    amount: int
    clause: str
    because: str


def total(modifiers: Iterable[Modifier]) -> int:
    return sum(m.amount for m in modifiers)
