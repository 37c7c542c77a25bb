"""How hard the enemy can hit a hex of The Longest Day in its next segment: a rough count, for where to
stand.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from grognard.core.hexes import members
from grognard.games.longest_day.board import GRID, KIND_OF, LAND, NEAR
from grognard.games.longest_day.pieces import ASSAULT, ATTACK, ENEMY, LARGE, MOST, OF_SIDE
from grognard.games.longest_day.position import LongestDay
from grognard.games.longest_day.tables import COLUMNS, SHIFT, SUPPORT_CAP, column

A_DAY = 4  # hexes into enemy country a unit comes in a day and attacks
A_HEX = MOST // LARGE  # units that attack from one hex
FULL_SUPPORT = 1 + SUPPORT_CAP


@lru_cache(maxsize=2048)
def _around(hex_: int) -> int:
    return GRID.within(1 << hex_, A_DAY)


@lru_cache(maxsize=8192)
def _odds(strength: int, defense: int) -> int:
    return column(FULL_SUPPORT * strength, Fraction(defense))


class Danger:
    """Enemy attack strength near every hex, in one position."""

    def __init__(self, state: LongestDay, side: str) -> None:
        enemy = ENEMY[side]
        self._strengths: dict[int, list[int]] = {}
        for hex_ in members(state.held[enemy]):
            able = state.here[hex_] & OF_SIDE[enemy] & ASSAULT & ~state.down
            if able:
                self._strengths[hex_] = [ATTACK[u] for u in members(able)]
        self._where = sum(1 << h for h in self._strengths)
        self._beside = dict[int, int]()

    def strength(self, hex_: int) -> int:
        """The strongest units that can come beside the hex, as many as find room, without support."""
        if hex_ not in self._beside:
            near = [a for h in members(_around(hex_) & self._where) for a in self._strengths[h]]
            room = A_HEX * (NEAR[hex_] & LAND).bit_count()
            self._beside[hex_] = sum(sorted(near, reverse=True)[:room])
        return self._beside[hex_]

    def final_column(self, hex_: int, defense: int, dug_in: bool) -> int:
        """The column the enemy would attack on with full support; 0 if it cannot attack at all."""
        strength = self.strength(hex_)
        odds = _odds(strength, defense)
        if not strength or not odds:
            return 0
        shift = SHIFT.get(KIND_OF[hex_], 0) + (SHIFT["dug_in"] if dug_in else 0)
        return min(max(odds + shift, 1), len(COLUMNS))
