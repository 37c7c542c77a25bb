"""Rulings, refusals and modifiers: how grognard says why."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

from .plain import Plain


class Ruling(NamedTuple):
    """A verdict of the referee: a clause id, and our words with the figures.

    >>> print(Ruling("FM-5.2.3", "1040 costs at least 8 MP; 185/3 has 5"))
    1040 costs at least 8 MP; 185/3 has 5 [FM-5.2.3]
    """

    clause: str
    because: str
    units: tuple[str, ...] = ()  # the units it is about, where a page can point at them

    def __str__(self) -> str:
        return f"{self.because} [{self.clause}]" if self.clause else self.because


class GrognardError(ValueError):
    """Bad input: one clear line for the person who gave it.

    >>> import grognard
    >>> grognard.load("sword-beach").new("bulge")
    Traceback (most recent call last):
    grognard.core.ruling.GrognardError: sword-beach has no scenario 'bulge'; there is standard
    """


MAX_WORD, MAX_LINE = 1000, 3000  # letters of a refusal: of one word of it, and in all


def one_line(text: str) -> str:
    """The words of a refusal on one line, with a long word or a long list that was given cut short."""
    words = (word if len(word) <= MAX_WORD else f"{word[:40]}...{word[-20:]}" for word in text.split())
    line = " ".join(words)
    return line if len(line) <= MAX_LINE else f"{line[: MAX_LINE - 200]} ... {line[-150:]}"


def no_such(kind: str, name: str, names: Iterable[str]) -> str:
    """Say that no unit (or hex) has this name, with the nearest names."""
    from difflib import get_close_matches

    near = get_close_matches(name, sorted(names), 2, cutoff=ALIKE)
    return f"there is no {kind} {name}" + (f"; the nearest is {' or '.join(near)}" if near else "")


def counted(count: int, one: str, many: str = "") -> str:
    """A number of things in words; the plural is formed with `s`, or `es` after `x`.

    >>> counted(1, "hex"), counted(2, "hex"), counted(0, "step"), counted(2, "point is", "points are")
    ('1 hex', '2 hexes', '0 steps', '2 points are')
    """
    return f"{count} {one if count == 1 else many or one + ('es' if one.endswith('x') else 's')}"


ALIKE = 0.66  # of two names: three of four digits of a hex, or most letters of a unit


_observers: list[
    Callable[[Ruling], None]
] = []  # the suite listens here: which clauses have refused something


@contextmanager
def observed_refusals() -> Iterator[set[str]]:
    """Collect the clauses of all refusals that are given meanwhile."""
    clauses: set[str] = set()

    def observe(ruling: Ruling) -> None:
        clauses.add(ruling.clause)

    _observers.append(observe)
    try:
        yield clauses
    finally:
        _observers.remove(observe)


def refused(rulings: Iterable[Ruling]) -> list[Ruling]:
    """The rulings of a refusal. Every refusal goes through here: of an action, a ledger, a purchase, a
    question.
    """
    given = list(rulings)
    for observe in _observers:
        for ruling in given:
            observe(ruling)
    return given


class IllegalAction(GrognardError):
    """An action the rules refuse, with every ruling that speaks against it.

    >>> raise IllegalAction("move 185/3 1040", [Ruling("FM-5.2.3", "1040 costs at least 8 MP; 185/3 has 5")])
    Traceback (most recent call last):
    grognard.core.ruling.IllegalAction: move 185/3 1040: 1040 costs at least 8 MP; 185/3 has 5 [FM-5.2.3]
    """

    def __init__(self, action: object, rulings: Iterable[Ruling]) -> None:
        self.rulings = refused(rulings)
        super().__init__(f"{action}: " + "; ".join(map(str, self.rulings)))


class Modifier(NamedTuple):
    """One part of a sum. The list of them is the explanation.

    >>> modifiers = [Modifier(2, "FM-7.4.1", "town"), Modifier(-1, "FM-7.4.2", "across a river")]
    >>> total(modifiers), str(modifiers[1])
    (1, '-1 across a river [FM-7.4.2]')
    """

    amount: int
    clause: str
    because: str

    def __str__(self) -> str:
        return f"{self.amount:+d} {self.because} [{self.clause}]"


def total(modifiers: Iterable[Modifier]) -> int:
    return sum(m.amount for m in modifiers)


def modifier_rows(modifiers: Iterable[Modifier]) -> list[Plain]:
    """Modifiers as the page and a program are given them."""
    return [m._asdict() for m in modifiers]
