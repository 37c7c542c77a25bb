"""TLD-S.16 on the empty map: how far a unit gets if no unit is in its way, computed once for a hex and an
allowance.

Enemies, their zones and their country only take hexes from this or make them dearer, so it holds all a move
can lead to.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import accumulate
from operator import or_

from grognard.core.hexes import nth

from .board import GRID
from .reach import REACH, Reach, exits, one_step, search, ways_in

KEPT, STARTS = 10240, 6144
THROWS = 64  # at a box, before the hexes are counted off
STRIDE = GRID.stride
_LINE = (1 << STRIDE) - 1


class EmptyMapReach:
    """The moves of so many half points from one hex. All sets are moved down by `low`."""

    __slots__ = (
        "_area",
        "_corner",
        "_width",
        "_within",
        "budget",
        "count",
        "low",
        "near",
        "road_only",
        "start",
    )

    def __init__(self, start: int, budget: int, road_only: bool) -> None:
        self.start, self.budget, self.road_only = start, budget, road_only
        # the hexes reached for so many half points, or for fewer
        reach, self._within = _far_enough(start, budget, road_only)
        self.low, own = reach.low, 1 << start - reach.low
        # where a move can end
        self.near = (self._within[budget] | one_step(start, reach, road_only) | own) ^ own
        self.count = self.near.bit_count()
        self._corner, self._width, self._area = _box(self.near, start - self.low)

    def draw(self, random: Callable[[], float]) -> int:
        """One of the hexes a move can end in, each as likely: thrown at the box around them."""
        near, corner, width, area = self.near, self._corner, self._width, self._area
        gap = STRIDE - width  # from line to line
        for _ in range(THROWS):
            place = int(random() * area)
            place += corner + place // width * gap
            if place >= 0 and near >> place & 1:
                return self.low + place
        return self.low + nth(near, int(random() * self.count))

    def beside(self, goal: int) -> bool:
        """Whether one step leads there, whatever it costs."""
        down = goal - self.start + REACH
        return down >= 0 and bool(exits(self.start, self.road_only) >> down & 1)

    def has_clear_path(self, goal: int, barred: int) -> bool:
        """Whether a cheapest way to a hex is found that enters none of those `barred` before it: one is
        tried, and no is no answer."""
        within, low, start, road_only = self._within, self.low, self.start, self.road_only
        spent, most, place = 0, self.budget + 1, goal - low
        while spent < most:  # when the hex was reached, by halving
            half = spent + most >> 1
            if within[half] >> place & 1:
                most = half
            else:
                spent = half + 1
        if spent > self.budget:
            return False  # one step, beyond its points
        while goal != start:
            if not within[spent - 1] & barred:
                return True  # nothing barred is as near
            down = goal - REACH - low
            for sides, cost in ways_in(goal, 0, road_only):
                if cost > spent:
                    continue
                before = within[spent - cost]
                hits = sides & (before >> down if down >= 0 else before << -down)
                if hits and (closed := hits & (barred >> down if down >= 0 else barred << -down)):
                    hits ^= closed
                if hits:
                    goal += hits.bit_length() - 1 - REACH
                    spent -= cost
                    break
            else:
                return False
        return True

    def has_path(self, goal: int, shut: int, theirs: int) -> bool:
        """Whether any way leads to a hex through none of those `shut`, `theirs` at their dearer price.

        A search from the goal back, kept to hexes near enough to the start for the points that are left.
        """
        within, low, budget, road_only = self._within, self.low, self.budget, self.road_only
        start, seen = 1 << self.start - low, 0
        due = [0] * (budget + 1)
        due[0] = 1 << goal - low
        for spent, new in enumerate(due):
            new &= ~seen
            if new & start:
                return True
            seen |= new
            while new:
                place = new.bit_length() - 1
                new ^= 1 << place
                down = place - REACH
                for sides, cost in ways_in(place + low, theirs >> place & 1, road_only):
                    if spent + cost <= budget:
                        before = (sides << down if down >= 0 else sides >> -down) & within[
                            budget - spent - cost
                        ]
                        if before:
                            due[spent + cost] |= before ^ before & shut
        return False


def _box(near: int, middle: int) -> tuple[int, int, int]:
    """A parallelogram around a set of hexes that lie about a middle one: its first corner, its width, how
    many places it has.

    A stride leads to a neighbour, so such a set lies within a few places before and after its middle on every
    line.
    """
    if not near:
        return 0, 1, 1
    ahead = (STRIDE // 2 - middle) % STRIDE  # lines are cut off half a stride from the middle
    lying = near << ahead
    first = ((lying & -lying).bit_length() - 1) // STRIDE
    lying >>= first * STRIDE
    lines = (lying.bit_length() - 1) // STRIDE + 1
    over = 0  # all lines, laid one over another
    while lying:
        over |= lying & _LINE
        lying >>= STRIDE
    left = (over & -over).bit_length() - 1
    width = over.bit_length() - left
    return first * STRIDE + left - ahead, width, width * lines


reach_from = lru_cache(maxsize=KEPT)(EmptyMapReach)


@lru_cache(maxsize=STARTS)
def _farthest(start: int, road_only: bool) -> list[tuple[Reach, list[int]]]:
    """The farthest search made from a hex, once there is one: it begins as that of any smaller allowance
    does."""
    return []


def _far_enough(start: int, budget: int, road_only: bool) -> tuple[Reach, list[int]]:
    known = _farthest(start, road_only)
    if not known or len(known[0][1]) <= budget:
        reach = search([(start, 0)], budget, 0, 0, 0, road_only)
        known[:] = [(reach._replace(layers=[]), list(accumulate(reach.layers, or_)))]
    return known[0]
