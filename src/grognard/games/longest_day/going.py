"""TLD-S.16: how far a unit gets, as sets of hexes, spent half point by half point in a window cut out of the map.

A step costs by the ground, the hexside and who controls the hex, so the frontier is moved on as a whole: over plain hexsides
at once, over roads and rivers side by side.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from heapq import heappop, heappush
from typing import NamedTuple

from grognard.core.hexes import Hexes, members

from .board import ACROSS, ENTRY, GRID, GROUND, HOSTILE, LAND, MAJOR, MINOR, NEAR, RIVER_SIDES, ROAD_COST, ROADS, step_cost

_ROAD = GRID.sides(ROADS)
_MINOR, _MAJOR = GRID.sides(MINOR), GRID.sides(MAJOR)
_wet = 0
for _side in (*_MINOR, *_MAJOR, *RIVER_SIDES):
    _wet |= _side
_on_road = 0
for _side in _ROAD:
    _on_road |= _side
SHIFTS = GRID.shifts
STEP = GRID.stride - 1
_KINDS = sorted(set(ENTRY.values()))
_BY_COST = [(cost, sum(GROUND[kind] for kind, c in ENTRY.items() if c == cost)) for cost in _KINDS]
LONGEST = max(_KINDS) + HOSTILE + ACROSS["major"]  # the dearest step there is
BITS = LAND.bit_length()


class Window(NamedTuple):
    """The map around a row: everything a search of so many rows can touch, moved down to bit 0."""

    low: int
    mask: int
    land: int
    road: tuple[int, ...]  # hexes with a road over that side, by direction
    minor: tuple[int, ...]
    major: tuple[int, ...]
    dry: tuple[int, ...]  # hexes with no river on that side
    wet: int
    on_road: int
    ground: tuple[tuple[int, int], ...]  # (half points, hexes)


@lru_cache(maxsize=4096)
def window(row: int, rows: int) -> Window:
    low = max(0, GRID.stride * (row - rows) - row - rows)
    high = min(BITS, GRID.stride * (row + rows + 2))
    mask = (1 << high - low) - 1

    def cut(hexes: int) -> int:
        return hexes >> low & mask

    return Window(
        low, mask, cut(LAND), tuple(map(cut, _ROAD)), tuple(map(cut, _MINOR)), tuple(map(cut, _MAJOR)),
        tuple(mask & ~cut(side) for side in RIVER_SIDES), cut(_wet), cut(_on_road),
        tuple((cost, cut(hexes)) for cost, hexes in _BY_COST),
    )  # fmt: skip


def _over(hexes: int, sides: Sequence[int]) -> int:
    """Where one step over such a hexside leads."""
    w, nw, ne, e, se, sw = sides
    found = (hexes & w) >> 1 | (hexes & e) << 1
    return found | (hexes & nw) >> STEP + 1 | (hexes & ne) >> STEP | (hexes & se) << STEP + 1 | (hexes & sw) << STEP


Starts = Sequence[tuple[int, int]]  # (hex, half points already spent) to set out from


class Reach(NamedTuple):
    """Where a unit can get, and what is first reached at each half point: enough to tell the way."""

    hexes: Hexes
    low: int
    layers: list[int]  # by half points spent, moved down by `low`


def reach(
    starts: Starts, budget: int, closed: int, stop: int, hostile: int, road_only: bool, no_entry: int = 0
) -> Hexes:
    """Hexes a unit can get to for `budget` half points; entering `stop` ends the move; `no_entry` is closed to the first step."""
    return search(starts, budget, closed, stop, hostile, road_only, no_entry).hexes


def search(
    starts: Starts, budget: int, closed: int, stop: int, hostile: int, road_only: bool, no_entry: int = 0
) -> Reach:
    rows = [GRID.where[h][0] - GRID.numbering.lines[0] for h, _ in starts]
    middle = (min(rows) + max(rows)) // 2
    view = window(middle, max(rows) - middle + budget)
    low, mask = view.low, view.mask
    room = ~(closed >> low) & view.land
    go_on = ~(stop >> low & mask)
    foe = hostile >> low & mask
    due = [0] * (budget + LONGEST + 1)
    at_once = 0
    for hex_, spent in starts:
        due[min(spent, budget)] |= 1 << hex_ - low
        if not spent:
            at_once |= 1 << hex_ - low
    room |= at_once
    barred = no_entry >> low & mask if no_entry else 0
    entry = _entry_costs(view, foe)
    layers = []
    all_room = room
    for spent in range(budget):
        new = due[spent] & room
        layers.append(new)
        if not new:
            continue
        room ^= new
        new &= go_on | at_once if spent == 0 else go_on
        if new:
            _spread(view, due, spent, new, foe, entry, road_only, barred if spent == 0 else 0)
    layers.append(due[budget] & room)
    room ^= layers[-1]
    return Reach(Hexes((all_room ^ room) & ~at_once) << low, low, layers)  # type: ignore[arg-type]


def way_back(
    found: Reach, starts: Starts, goal: int, budget: int, stop: int, hostile: int, road_only: bool, no_entry: int = 0
) -> tuple[int, list[int]] | None:
    """The cheapest way to a hex of a reach as (half points, hexes entered), told backwards from when it was reached."""
    bit = 1 << goal - found.low if goal >= found.low else 0
    spent = next((t for t, hexes in enumerate(found.layers) if hexes & bit), -1)
    if spent < 0:
        return None
    begun = {hex_: min(cost, budget) for hex_, cost in starts}
    at_once = {hex_ for hex_, cost in starts if not cost}
    way, here, left = [goal], goal, spent
    while begun.get(here) != left:
        before = _before(found, here, left, stop, hostile, road_only, no_entry, at_once)
        if before is None:
            return None
        here, left = before
        way.append(here)
    return spent, [h for h in reversed(way) if h not in at_once]


def _before(
    found: Reach, here: int, left: int, stop: int, hostile: int, road_only: bool, no_entry: int, at_once: set[int]
) -> tuple[int, int] | None:
    """The hex from which a hex was reached at so many half points, the lowest of several."""
    theirs = bool(hostile >> here & 1)
    for there in spots(NEAR[here]):
        cost = step_cost(there, here, theirs, road_only)
        first = there in at_once
        if cost is None or cost > left or there < found.low or (stop >> there & 1 and not first) or (first and no_entry >> here & 1):
            continue
        if found.layers[left - cost] >> there - found.low & 1:
            return there, left - cost
    return None


def spots(bits: int) -> list[int]:
    """The members of a set that lies in one part of a large map."""
    if not bits:
        return []
    low = (bits & -bits).bit_length() - 1
    return [low + h for h in members(bits >> low)]


def _entry_costs(view: Window, foe: int) -> list[tuple[int, int]]:
    """(half points to enter, hexes): hexes the enemy controls cost more."""
    found: dict[int, int] = {}
    for cost, hexes in view.ground:
        found[cost] = found.get(cost, 0) | hexes & ~foe
        found[cost + HOSTILE] = found.get(cost + HOSTILE, 0) | hexes & foe
    return [(cost, hexes) for cost, hexes in found.items() if hexes]


def _spread(
    view: Window, due: list[int], spent: int, new: int, foe: int, entry: list[tuple[int, int]], road_only: bool, barred: int
) -> None:
    """Books where the hexes of a frontier lead, each at the half point it is reached."""
    open_ = ~barred
    wet = new & view.wet
    dry = new & ~view.wet
    plain = 0
    if dry:
        up, down = dry << 1, dry >> 1
        plain = up | down | (dry | up) << STEP | (dry | down) >> STEP
    if wet:
        plain |= _over(wet, view.dry)
        _book(due, spent + ACROSS["minor"], _over(wet, view.minor) & open_, entry)
        if not road_only:
            _book(due, spent + ACROSS["major"], _over(wet, view.major) & open_, entry)
    if driving := new & view.on_road:
        along = _over(driving, view.road) & open_
        due[spent + ROAD_COST] |= along & ~foe
        plain |= along & foe
    _book(due, spent, plain & open_, entry)


def _book(due: list[int], spent: int, hexes: int, entry: list[tuple[int, int]]) -> None:
    if hexes:
        for cost, where in entry:
            if spent + cost < len(due) and (part := hexes & where):
                due[spent + cost] |= part


def one_step(start: int, closed: int, road_only: bool, no_entry: int = 0) -> int:
    """TLD-S.16: one hex is always possible, unless it is closed or over a major river without a road."""
    found = NEAR[start] & LAND & ~closed & ~no_entry
    if road_only and found:
        for there in members(found):
            if step_cost(start, there, False, True) is None:
                found &= ~(1 << there)
    return found


def path(
    starts: Sequence[tuple[int, int]], goal: int, budget: int, closed: int, stop: int, hostile: int, road_only: bool, no_entry: int = 0
) -> tuple[int, list[int]] | None:
    """The cheapest way to a hex as (half points, hexes entered): the one that enters the lowest hexes, among equals."""
    heap: list[tuple[int, tuple[int, ...], int]] = []
    for hex_, spent in starts:
        heappush(heap, (min(spent, budget), (hex_,) if spent else (), hex_))
    first = {hex_ for hex_, spent in starts if not spent}
    done: set[int] = set()
    while heap:
        spent, way, here = heappop(heap)
        if here in done or spent > budget:
            continue
        done.add(here)
        if here == goal:
            return spent, list(way)
        if (stop >> here & 1 and not (here in first and not way)) or spent == budget:
            continue
        for there in members(NEAR[here] & LAND & ~closed):
            if there in done or (not way and no_entry >> there & 1):
                continue
            cost = step_cost(here, there, bool(hostile >> there & 1), road_only)
            if cost is not None:
                heappush(heap, (spent + cost, (*way, there), there))
    return None
