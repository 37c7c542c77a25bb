"""What a player of The Longest Day sees at a glance: how far each hex is from the enemy, from the objectives,
from an HQ.
"""

from __future__ import annotations

from functools import lru_cache

from grognard.core.hexes import members
from grognard.games.longest_day.board import CITY, GRID, GROUND, LAND
from grognard.games.longest_day.pieces import ALLIED, COMBAT, ENEMY, HQ, OF_SIDE
from grognard.games.longest_day.position import LongestDay
from grognard.games.longest_day.victory import HEX_POINTS

FAR = 60
STRONG_GROUND = GROUND["town"] | GROUND["woods"] | GROUND["bocage"] | GROUND["hill"] | GROUND["marsh"] | CITY


@lru_cache(maxsize=512)
def distances(hexes: int) -> dict[int, int]:
    """Steps over land from a set to every hex."""
    steps_to, seen, new, step = dict.fromkeys(members(hexes), 0), hexes, hexes, 0
    while new and step < FAR:
        step += 1
        new = GRID.near(new) & LAND & ~seen
        seen |= new
        for h in members(new):
            steps_to[h] = step
    return steps_to


class Ground:
    """Distances of one position, worked out once a phase."""

    def __init__(self, state: LongestDay, side: str) -> None:
        enemy = ENEMY[side]
        fighting = state.held[enemy] & ~_only_hqs(state, enemy)
        self.enemy = distances(fighting or LAND)
        theirs = [h for h in HEX_POINTS if bool(state.control >> h & 1) != (side == ALLIED)]
        mine = [h for h in HEX_POINTS if bool(state.control >> h & 1) == (side == ALLIED)]
        self.wanted = distances(sum(1 << h for h in theirs) or LAND)
        self.own = distances(sum(1 << h for h in mine) or LAND)
        self._mine, self._worth = mine, dict[int, float]()

    def to_enemy(self, hex_: int) -> int:
        return self.enemy.get(hex_, FAR)

    def to_wanted(self, hex_: int) -> int:
        return self.wanted.get(hex_, FAR)

    def worth(self, hex_: int) -> float:
        """How much there is to lose around a hex: points of the places still held, by their distance."""
        if hex_ not in self._worth:
            self._worth[hex_] = sum(HEX_POINTS[h] / (1 + GRID.distance(hex_, h)) for h in self._mine)
        return self._worth[hex_]

    def to_kept(self, hex_: int) -> int:
        return self.own.get(hex_, FAR)


def _only_hqs(state: LongestDay, side: str) -> int:
    """Hexes that hold an HQ and no other unit."""
    hexes = 0
    for hq in members(state.on_map & HQ & OF_SIDE[side]):
        units = state.here[state.at[hq]] & OF_SIDE[side] & COMBAT
        if units == 1 << hq:
            hexes |= 1 << state.at[hq]
    return hexes
