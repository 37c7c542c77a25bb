"""TLD-S.16: how far a unit gets, as sets of hexes, spent half point by half point in a window cut out of the
map.

A step costs by the ground, the hexside and who controls the hex. The frontier is moved on as a whole; of
hexes with a road or a river at some side the exits are looked up one by one.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from grognard.core.hexes import Hexes, members, set_of

from .board import (
    ACROSS,
    ENTRY,
    GRID,
    GROUND,
    HOSTILE,
    KIND_OF,
    LAND,
    MAJOR,
    MINOR,
    RIVER_SIDES,
    ROAD_COST,
    ROADS,
)

_ROAD = GRID.sides(ROADS)
_MINOR, _MAJOR = GRID.sides(MINOR), GRID.sides(MAJOR)
# hexes with a river on some side, whose exits are looked up one by one, and hexes with a road
_wet = _paved = 0
for _side in RIVER_SIDES:
    _wet |= _side
for _side in _ROAD:
    _paved |= _side
STEP = GRID.stride - 1
REACH = GRID.stride + 1  # the neighbours of a hex lie so many bits before and after it
_KINDS = sorted(set(ENTRY.values()))
_BY_COST = [(cost, sum(GROUND[kind] for kind, c in ENTRY.items() if c == cost)) for cost in _KINDS]
_COSTS = sorted({*_KINDS, *(cost + HOSTILE for cost in _KINDS)})
_EVEN = [*_KINDS, _KINDS[-1] + HOSTILE] == _COSTS
CHEAPEST = _KINDS[0]
OVER_MINOR, OVER_MAJOR = ACROSS["minor"], ACROSS["major"]
_first_line = GRID.numbering.lines[0]
ROW = {h: line - _first_line for h, (line, _) in GRID.where.items()}
_rows: list[list[int]] = [[] for _ in GRID.numbering.lines]
for _hex, _row in ROW.items():
    _rows[_row].append(_hex)
_ENDS = [(min(hexes), max(hexes)) for hexes in _rows]
# whether a road leads from a row to the next one
_by_road = [
    bool((_ROAD[4] | _ROAD[5]) & (1 << last + 1) - (1 << first))
    or bool(
        row + 1 < len(_ENDS)
        and (_ROAD[1] | _ROAD[2]) & (1 << _ENDS[row + 1][1] + 1) - (1 << _ENDS[row + 1][0])
    )
    for row, (first, last) in enumerate(_ENDS)
]


class Window(NamedTuple):
    """The rows a search can touch, moved down to bit 0."""

    low: int
    mask: int
    land: int
    wet: int  # hexes with a river on some side
    paved: int  # hexes with a road
    roads: list[tuple[int, int]]  # (which way as bits to shift, hexes with a road that way)
    ground: list[tuple[int, int]]  # (half points, hexes)


def farthest(row: int, budget: int, step: int) -> int:
    """The last row to which so many half points could lead, one at least."""
    last, end = row, len(_ENDS) - 1 if step > 0 else 0
    while last != end:
        budget -= ROAD_COST if _by_road[last if step > 0 else last - 1] else CHEAPEST
        if budget < 0 and last != row:
            break
        last += step
    return last


@lru_cache(maxsize=16384)
def window(top: int, bottom: int, budget: int) -> Window:
    """The map as far as a move can lead that sets out between two rows."""
    return _cut(_ENDS[farthest(top, budget, -1)][0], _ENDS[farthest(bottom, budget, 1)][1] + 1)


@lru_cache(maxsize=16384)
def _cut(low: int, high: int) -> Window:
    mask = (1 << high - low) - 1
    roads = [(shift, sides >> low & mask) for shift, sides in zip(GRID.shifts, _ROAD, strict=True)]
    return Window(
        low,
        mask,
        LAND >> low & mask,
        _wet >> low & mask,
        _paved >> low & mask,
        [(shift, sides) for shift, sides in roads if sides],
        [(cost, hexes >> low & mask) for cost, hexes in _BY_COST],
    )


# the neighbours over plain hexsides, minor rivers, major rivers and roads, as bits from `hex - REACH` on
Exits = tuple[int, int, int, int]
_ALL = set_of(shift + REACH for shift in GRID.shifts)


def _odd_exits() -> dict[int, Exits]:
    """The exits of the hexes with a road or a river at some side; what leads off the map is cut off by the
    land around."""
    folded: dict[int, list[int]] = {h: [_ALL, 0, 0, 0] for h in members(_wet | _paved)}
    for d, shift in enumerate(GRID.shifts):
        bit = 1 << shift + REACH
        for number, sides in enumerate((RIVER_SIDES, _MINOR, _MAJOR, _ROAD)):
            for hex_ in members(sides[d]):
                folded[hex_][number] ^= bit  # a river takes the side from the plain ones
    alike: dict[Exits, Exits] = {}
    exits = {h: (plain, minor, major, by_road) for h, (plain, minor, major, by_road) in folded.items()}
    return {h: alike.setdefault(e, e) for h, e in exits.items()}  # few are different: those are soon at hand


ODD_EXITS = _odd_exits()
PLAIN_EXITS: Exits = (_ALL, 0, 0, 0)


Starts = Sequence[tuple[int, int]]  # (hex, half points already spent) to set out from


class Reach(NamedTuple):
    """Where a unit can get, and what is first reached at each half point: enough to tell the way."""

    near: int  # the hexes; these and the next ones are moved down by `low`
    low: int
    layers: list[int]  # by half points spent
    room: int  # hexes that can be entered
    halt: int  # where a move ends
    foe: int  # what the enemy controls

    @property
    def hexes(self) -> Hexes:
        return Hexes(self.near << self.low)


def search(
    starts: Starts, budget: int, closed: int, stop: int, hostile: int, road_only: bool, no_entry: int = 0
) -> Reach:
    """Where a unit can get to for `budget` half points; entering `stop` ends the move; `no_entry` is closed
    to the first step."""
    if len(starts) == 1:
        top = bottom = ROW[starts[0][0]]
    else:
        rows = [ROW[h] for h, _ in starts]
        top, bottom = min(rows), max(rows)
    cut = window(top, bottom, budget)
    low, mask, land, entry = cut.low, cut.mask, cut.land, cut.ground
    room = land ^ land & closed >> low
    halt, foe = stop >> low & mask, hostile >> low & mask
    if foe:
        entry = _entry_costs(entry, foe)
    due, at_once = _set_out(starts, low, budget)
    room |= at_once
    all_room, goes_on = room, mask ^ halt
    barred = no_entry >> low & mask if no_entry else 0  # to the first step alone
    for spent, new in enumerate(due):
        if not new or spent == budget:
            continue
        due[spent] = new = new & room
        room ^= new
        if halt and (spent or not at_once):
            new &= goes_on
        if new:
            _step_on(cut, due, spent, new, entry, foe, barred, road_only)
            barred = 0
    due[budget] = new = due[budget] & room
    result = all_room ^ room | new
    return Reach(result ^ result & at_once, low, due, all_room, halt, foe)


def _set_out(starts: Starts, low: int, budget: int) -> tuple[list[int], int]:
    """The hexes to set out from, by half points already spent; and those where nothing is spent yet."""
    due = [0] * (budget + 1)
    for hex_, spent in starts:
        due[min(spent, budget)] |= 1 << hex_ - low
    return due, set_of(hex_ - low for hex_, spent in starts if not spent)


def _step_on(
    cut: Window,
    due: list[int],
    spent: int,
    new: int,
    entry: list[tuple[int, int]],
    foe: int,
    barred: int,
    road_only: bool,
) -> None:
    """Enter the neighbours of some hexes in the list of what is due, each at the half points it is reached
    with."""
    left, plain = len(due) - 1 - spent, 0
    if by_road := new & cut.paved:
        along = _along(cut.roads, by_road) & ~barred
        plain = along & foe
        due[spent + ROAD_COST] |= along ^ plain
    if left < CHEAPEST:
        return
    if by_river := new & cut.wet:
        level, minor, major = _sides(by_river, cut.low)
        plain |= level
        if minor and left > OVER_MINOR:
            _schedule(due, spent + OVER_MINOR, left - OVER_MINOR, minor & ~barred, entry)
        if major and not road_only and left > OVER_MAJOR:
            _schedule(due, spent + OVER_MAJOR, left - OVER_MAJOR, major & ~barred, entry)
    if new := new ^ by_river:
        up, down = new << 1, new >> 1
        plain |= up | down | (new | up) << STEP | (new | down) >> STEP
    _schedule(due, spent, left, plain & ~barred, entry)


def _along(roads: list[tuple[int, int]], hexes: int) -> int:
    """The hexes that roads lead to from some hexes."""
    along = 0
    for shift, sides in roads:
        if part := hexes & sides:
            along |= part << shift if shift > 0 else part >> -shift
    return along


def _sides(hexes: int, low: int) -> tuple[int, int, int]:
    """The neighbours of hexes at rivers: over plain hexsides, over minor and over major rivers."""
    plain = minor = major = 0
    while hexes:
        at = hexes.bit_length() - 1
        hexes ^= 1 << at
        level, small, large, _ = ODD_EXITS[at + low]
        if (at := at - REACH) < 0:
            level, small, large, at = level >> -at, small >> -at, large >> -at, 0
        plain |= level << at
        if small or large:
            minor |= small << at
            major |= large << at
    return plain, minor, major


def _entry_costs(ground: list[tuple[int, int]], foe: int) -> list[tuple[int, int]]:
    """(half points to enter, hexes), cheapest first: hexes the enemy controls cost more."""
    if not _EVEN:
        costs = {
            cost: sum(
                hexes ^ hexes & foe if c == cost else hexes & foe if c + HOSTILE == cost else 0
                for c, hexes in ground
            )
            for cost in _COSTS
        }
        return sorted(costs.items())
    result, before, last = [], 0, 0
    for cost, hexes in ground:  # each kind held by the enemy costs as much as the next one that is ours
        theirs = hexes & foe
        result.append((cost, hexes ^ theirs | before))
        before, last = theirs, cost
    result.append((last + HOSTILE, before))
    return result


def _schedule(due: list[int], spent: int, left: int, hexes: int, entry: list[tuple[int, int]]) -> None:
    for cost, where in entry:
        if cost > left:
            break
        if part := hexes & where:
            due[spent + cost] |= part


def trace_path(
    reach: Reach, starts: Starts, goal: int, budget: int, road_only: bool, no_entry: int = 0
) -> tuple[int, list[int]] | None:
    """The cheapest way to a hex of a reach as (half points, hexes entered), told backwards from when it was
    reached."""
    bit = 1 << goal - reach.low if goal >= reach.low else 0
    for spent, hexes in enumerate(reach.layers):  # noqa: B007
        if hexes & bit:
            break
    else:
        return None
    begun = {hex_: cost if cost < budget else budget for hex_, cost in starts}
    path, at, left = [goal], goal, spent
    while begun.get(at) != left:
        before = _before(reach, at, left, road_only, no_entry, begun)
        if before is None:
            return None
        at, left = before
        path.append(at)
    if not begun[at]:
        path.pop()
    path.reverse()
    return spent, path


def _before(
    reach: Reach, hex_: int, left: int, road_only: bool, no_entry: int, begun: dict[int, int]
) -> tuple[int, int] | None:
    """The hex from which a hex was reached at so many half points, the lowest of several."""
    low, layers, halt = reach.low, reach.layers, reach.halt
    down = hex_ - REACH - low
    nearest = None
    for sides, cost in ways_in(hex_, reach.foe >> hex_ - low & 1, road_only):
        if (
            cost <= left
            and (new := layers[left - cost])
            and (hits := sides & (new >> down if down >= 0 else new << -down))
        ):
            while hits:
                bit = hits & -hits
                hits ^= bit
                start = bit.bit_length() - 1 + hex_ - REACH
                if nearest is not None and start > nearest[0]:
                    break
                shut = no_entry >> hex_ & 1 if begun.get(start) == 0 else halt >> start - low & 1
                if not shut:
                    nearest = start, left - cost
                    break
    return nearest


@lru_cache(maxsize=1 << 16)
def ways_in(hex_: int, theirs: int, road_only: bool) -> tuple[tuple[int, int], ...]:
    """Where a hex can be entered from, as bits from `hex - REACH` on, each with what that costs."""
    plain, minor, major, by_road = ODD_EXITS.get(hex_, PLAIN_EXITS)
    entry = ENTRY[KIND_OF[hex_]] + (HOSTILE if theirs else 0)
    ways = [
        (by_road, entry if theirs else ROAD_COST),
        (plain & ~by_road, entry),
        (minor, entry + ACROSS["minor"]),
    ]
    if not road_only:
        ways.append((major, entry + ACROSS["major"]))
    return tuple((sides, cost) for sides, cost in ways if sides)


def one_step(start: int, result: Reach, road_only: bool, no_entry: int = 0) -> int:
    """TLD-S.16: one hex is always possible, unless it is closed or over a major river without a road; moved
    down as the reach is."""
    sides, down = exits(start, road_only), start - REACH - result.low
    steps = (sides << down if down >= 0 else sides >> -down) & result.room
    return steps & ~(no_entry >> result.low) if no_entry else steps


@lru_cache(maxsize=1 << 15)
def exits(start: int, road_only: bool) -> int:
    """The sides one step can lead over, whatever it costs, as bits from `start - REACH` on."""
    plain, minor, major, by_road = ODD_EXITS.get(start, PLAIN_EXITS)
    return plain | minor | by_road if road_only else plain | minor | major | by_road


def first_steps(start: int) -> int:
    """The neighbours one step leads to, whatever it costs."""
    result, down = exits(start, True), start - REACH
    return LAND & (result << down if down >= 0 else result >> -down)
