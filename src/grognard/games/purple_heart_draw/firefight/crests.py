"""ASL-D4.22: the hexsides of a hex that fall to lower ground, and vehicles that are hull down over them."""

from __future__ import annotations

from ..board import GRID
from .encirclement import entry
from .going import BOTTOM, hexside_tem, in_hex_tem
from .position import Firefight
from .terrain import CLIFFS


def edges(hex_: int) -> list[int]:
    """FF-OR9: the directions in which the ground is one level lower, and no cliff."""
    found = []
    for way in range(6):
        other = GRID.step(hex_, way)
        if other in GRID.name and BOTTOM[hex_] - BOTTOM[other] == 1 and 6 * hex_ + way not in CLIFFS:
            found.append(way)
    return found


def nearest(hex_: int, spine: int, count: int) -> int:
    """So many of these hexsides, those before the hull first, as a set of bits."""
    front = 2 * spine + 1  # the hexspine lies between two hexsides

    def turn(way: int) -> int:
        apart = abs(2 * way - front) % 12
        return min(apart, 12 - apart)

    return sum(1 << way for way in sorted(edges(hex_), key=lambda way: (turn(way), way))[:count])


def is_covered_by_crest(state: Firefight, vehicle: int, at: int) -> bool:
    """ASL-D4.22: whether fire from a hex comes up over a hexside that hides the hull."""
    hex_, won = state.vehicle_at[vehicle], state.crest[vehicle]
    if not won or at == hex_ or BOTTOM[at] >= BOTTOM[hex_]:
        return False
    came = entry(at, hex_)
    ways = {came // 2} if came % 2 == 0 else {came // 2, (came // 2 + 1) % 6}
    return any(won >> way & 1 for way in ways)


def hides_bow(state: Firefight, vehicle: int, hex_: int) -> bool:
    """ASL-D4.223: whether the hull is hidden from a hex, and its bow machine gun cannot fire there."""
    at = state.vehicle_at[vehicle]
    if at == hex_:
        return False
    walled = bool(hexside_tem(hex_, at)) and in_hex_tem(at) < 1
    return walled or is_covered_by_crest(state, vehicle, hex_)
