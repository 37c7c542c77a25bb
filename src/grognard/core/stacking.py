"""Stacking limits: what the units of each hex count together, and the hexes with more than a limit. Knows no
game.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import TypeVar

from .hexes import set_of

N = TypeVar("N", int, Fraction)


def restack(stacks: dict[int, int], mine: int, old: int, new: int) -> int:
    """Move a unit, given as its bit, among the units of each hex; return those left in the hex it was in."""
    left = 0
    if old >= 0 and (left := stacks.pop(old) ^ mine):
        stacks[old] = left
    if new >= 0:
        stacks[new] = stacks.get(new, 0) | mine
    return left


def stacks_of(at: Iterable[int]) -> dict[int, int]:
    """The units of each hex that holds any, as sets, from where each unit is.

    >>> stacks_of([7, -1, 7, 9])
    {7: 5, 9: 8}
    """
    result: dict[int, int] = {}
    for unit, hex_ in enumerate(at):
        restack(result, 1 << unit, -1, hex_)
    return result


def loads(sizes: Iterable[tuple[int, N]]) -> dict[int, N]:
    """What the units of each hex count together, from the hex and the size of each unit. A unit off the map
    counts nowhere.

    >>> loads([(7, 2), (7, 1), (9, 2), (-1, 3)])
    {7: 3, 9: 2}
    """
    result: dict[int, N] = {}
    for hex_, size in sizes:
        if hex_ >= 0:
            result[hex_] = result[hex_] + size if hex_ in result else size
    return result


def over(limit: N, load: Mapping[int, N]) -> int:
    """The hexes that hold more than a limit, as a set. With the limit less a unit's size they are the hexes
    without room for it.

    >>> over(2, {3: 3, 1: 2, 0: 4}) == 1 << 3 | 1 << 0
    True
    """
    return set_of(hex_ for hex_, held in load.items() if held > limit)
