"""Plain data, as JSON and TOML hold it: the border where values have no types of ours yet. Knows no game."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TypeVar

K = TypeVar("K")

Plain = dict[str, object]  # an object of a file, a line or an answer
PlainView = Mapping[str, object]  # the same, only to be read


def as_fractions(chances: Mapping[K, Fraction]) -> dict[str, str]:
    """Chances as exact fractions, by what may happen.

    >>> as_fractions({6: Fraction(1, 6)})
    {'6': '1/6'}
    """
    return {str(outcome): str(chance) for outcome, chance in chances.items()}
