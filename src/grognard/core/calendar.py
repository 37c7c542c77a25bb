"""The turn record: game turns and the days they stand for. Knows no game."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from .ruling import GrognardError


@dataclass(frozen=True)
class Turn:
    number: int
    first: date
    last: date
    note: str = ""

    @property
    def dates(self) -> str:
        return spell(self.first) if self.first == self.last else f"{spell(self.first)} to {spell(self.last)}"


def spell(day: date) -> str:
    """
    >>> spell(date(1944, 6, 6))
    '6 June 1944'
    """
    return f"{day.day} {day:%B %Y}"


class Calendar:
    """Turns in order, by number or by date."""

    def __init__(self, turns: Sequence[Turn]) -> None:
        for before, after in itertools.pairwise(turns):
            if after.number != before.number + 1 or after.first <= before.last:
                raise GrognardError(f"the calendar breaks between turns {before.number} and {after.number}")
        self.turns = tuple(turns)

    @classmethod
    def regular(cls, start: date, days: int, count: int, notes: Sequence[str] = ()) -> Calendar:
        """Turns of equal length, one after another."""
        firsts = [start + timedelta(days * i) for i in range(count)]
        notes = [*notes, *[""] * (count - len(notes))]
        return cls([Turn(i + 1, day, day + timedelta(days - 1), notes[i]) for i, day in enumerate(firsts)])

    def __len__(self) -> int:
        return len(self.turns)

    def turn(self, number: int) -> Turn:
        for turn in self.turns:
            if turn.number == number:
                return turn
        raise GrognardError(
            f"there is no turn {number}; turns run from {self.turns[0].number} to {self.turns[-1].number}"
        )

    def on(self, day: date) -> Turn:
        for turn in self.turns:
            if turn.first <= day <= turn.last:
                return turn
        raise GrognardError(
            f"{spell(day)} is not on the calendar ({spell(self.turns[0].first)} to"
            f" {spell(self.turns[-1].last)})"
        )
