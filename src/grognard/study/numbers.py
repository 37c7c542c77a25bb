"""Shares with their intervals, differences, and how many games it takes to see one. Knows no game."""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil, inf, isfinite, sqrt
from typing import NamedTuple

Z = 1.959964  # of a 95 % interval
POWER = 0.841621  # of an 80 % chance to see what is there


class Interval(NamedTuple):
    """An estimate with its 95 % interval."""

    value: float
    low: float
    high: float

    def plain(self) -> dict[str, float]:
        return {"value": round(self.value, 4), "low": round(self.low, 4), "high": round(self.high, 4)}

    def words(self, form: str = ".2f") -> str:
        """With its bounds in brackets; `form` is `.2f`, or `.1%` for a share.

        >>> Interval(0.5, 0.25, 0.75).words(".0%"), Spread([3]).interval().words(".1f")
        ('50% (25% to 75%)', '3.0 (too few to tell)')
        """
        bounds = f"{self.low:{form}} to {self.high:{form}}" if isfinite(self.low) else "too few to tell"
        return f"{self.value:{form}} ({bounds})"


def wilson(hits: float, total: int) -> Interval:
    """A share, by Wilson's interval.

    >>> [round(x, 3) for x in wilson(45, 100)]
    [0.45, 0.356, 0.548]
    """
    if not total:
        return Interval(0.0, 0.0, 1.0)
    share = hits / total
    middle = (share + Z * Z / (2 * total)) / (1 + Z * Z / total)
    half = Z / (1 + Z * Z / total) * sqrt(share * (1 - share) / total + Z * Z / (4 * total * total))
    return Interval(share, max(0.0, middle - half), min(1.0, middle + half))


class Spread:
    """Mean and spread of numbers that come one at a time and are not kept (Welford's way)."""

    def __init__(self, numbers: Iterable[float] = ()) -> None:
        self.count, self.mean, self._squares = 0, 0.0, 0.0
        for number in numbers:
            self.add(number)

    def add(self, number: float) -> None:
        self.count += 1
        away = number - self.mean
        self.mean += away / self.count
        self._squares += away * (number - self.mean)

    @property
    def deviation(self) -> float:
        return sqrt(self._squares / (self.count - 1)) if self.count > 1 else 0.0

    def interval(self) -> Interval:
        """Of the mean; one number alone does not say how far it may be off."""
        half = Z * self.deviation / sqrt(self.count) if self.count > 1 else inf
        return Interval(self.mean, self.mean - half, self.mean + half)


def games_to_tell(difference: float, deviation: float) -> int | None:
    """Pairs of games that show a difference with 80 % chance at the 5 % level; `None`: no number of them
    would.

    `deviation` is that of the difference within a pair.

    >>> games_to_tell(0.05, 0.7)
    1539
    """
    if not difference:
        return None
    return ceil(((Z + POWER) * deviation / difference) ** 2)
