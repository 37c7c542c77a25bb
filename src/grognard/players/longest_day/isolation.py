"""Which units of The Longest Day are cut off from their HQ once others stand around them."""

from __future__ import annotations

from fractions import Fraction

from grognard.games.longest_day.board import GRID, LAND
from grognard.games.longest_day.command import open_to
from grognard.games.longest_day.pieces import ENEMY, HQ
from grognard.games.longest_day.position import LongestDay
from grognard.games.longest_day.routes import within
from grognard.games.longest_day.supply import defence, status
from grognard.games.longest_day.verbs import fighters


def left_open(state: LongestDay, side: str, enemies: int) -> int:
    """Hexes a route of a side may still run through with enemies in these hexes as well (TLD-B.2)."""
    closed = GRID.near(enemies) & LAND & ~state.occupied[side]
    return open_to(state, side) & ~closed & ~enemies


def cut_off(state: LongestDay, unit: int, open_: int) -> bool:
    """Whether a unit that is supplied now no longer reaches its HQ."""
    supplied, hq, *_ = status(state, unit)
    if not supplied or hq < 0 or HQ >> unit & 1 or state.strong >> unit & 1:
        return False
    return not within(GRID, state.at[hq], open_) >> state.at[unit] & 1


def defense_surrounded(state: LongestDay, hex_: int, side: str, attackers: int) -> Fraction:
    """What a hex defends with while its attackers stand in these hexes: units they cut off are halved
    (TLD-B.3).
    """
    enemy = ENEMY[side]
    open_, total = left_open(state, enemy, attackers), Fraction(0)
    for unit in fighters(state, hex_, enemy):
        total += defence(state, unit) / (2 if cut_off(state, unit, open_) else 1)
    return total
