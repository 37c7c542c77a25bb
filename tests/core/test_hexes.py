"""Hex geometry against plain reference computations: offsets and dicts, no bits."""

from __future__ import annotations

from collections import deque
from heapq import heappop, heappush
from itertools import pairwise
from math import hypot, isclose, sqrt
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from grognard.core.hexes import (
    OFF,
    Grid,
    MovementCosts,
    column_row,
    dotted,
    lettered,
    letters,
    members,
    nth,
    row_column,
)
from grognard.core.ruling import GrognardError

Cell = tuple[int, int]  # (line, place)

# every numbering, orientation, stagger and direction of counting
SHEETS = {
    "RRCC north even": row_column(range(1, 9), range(35, 44)),
    "RRCC north odd": row_column(range(1, 8), range(1, 7), shifted=1),
    "RRCC south": row_column(range(6), range(3, 12), shifted=1, north=False),
    "CCRR pointy even": column_row(range(1, 9), range(1, 8)),
    "CCRR pointy odd": column_row(range(1, 9), range(1, 8), shifted=1),
    "CCRR pointy north": column_row(range(4, 9), range(2, 8), north=True),
    "CCRR flat even": column_row(range(1, 9), range(1, 8), pointy=False),
    "CCRR flat odd": column_row(range(1, 9), range(1, 8), shifted=1, pointy=False),
    "CCRR flat north": column_row(range(2, 9), range(1, 8), pointy=False, north=True),
    "dotted flat north": dotted(range(20, 28), range(10, 17)),
    "dotted flat odd south": dotted(range(1, 8), range(1, 9), shifted=1, north=False),
    "dotted pointy": dotted(range(1, 8), range(1, 9), pointy=True),
    "lettered odd": lettered(33, range(1, 8)),
    "lettered even": lettered(9, range(9), shifted=0),
    "one line": column_row(range(1, 9), range(1, 2)),
    "one place": column_row(range(1, 2), range(1, 9)),
}
GRIDS = {name: Grid(sheet) for name, sheet in SHEETS.items()}
sheets = st.sampled_from(sorted(GRIDS))


def reference(name: str) -> dict[Cell, set[Cell]]:
    """Neighbours by offsets: two along the line; in the lines beside, the two places half a step either
    way.
    """
    sheet = SHEETS[name]
    cells = {(line, place) for line in sheet.lines for place in sheet.places}
    found = {}
    for line, place in cells:
        half = 0.5 if line % 2 == sheet.shifted else 0.0
        near = {(line, place - 1), (line, place + 1)}
        for beside in (line - 1, line + 1):
            other = 0.5 if beside % 2 == sheet.shifted else 0.0
            near |= {(beside, p) for p in range(place - 2, place + 3) if abs(p + other - place - half) == 0.5}
        found[line, place] = near & cells
    return found


REFERENCE = {name: reference(name) for name in SHEETS}


def cell(name: str, hex_: int) -> Cell:
    return GRIDS[name].where[hex_]


def hex_of(name: str, at: Cell) -> int:
    return GRIDS[name].number[SHEETS[name].write(*at)]


def breadth_first(name: str, start: Cell, through: set[Cell] | None = None) -> dict[Cell, int]:
    far, queue = {start: 0}, deque([start])
    while queue:
        here = queue.popleft()
        for there in REFERENCE[name][here]:
            if there not in far and (through is None or there in through):
                far[there] = far[here] + 1
                queue.append(there)
    return far


@st.composite
def sheet_and_hexes(draw: st.DrawFn, count: int = 2) -> tuple[str, list[int]]:
    name = draw(sheets)
    return name, draw(st.lists(st.sampled_from(sorted(GRIDS[name].name)), min_size=count, max_size=count))


@st.composite
def sheet_and_sets(draw: st.DrawFn) -> tuple[str, set[int], set[int]]:
    name = draw(sheets)
    some = st.sets(st.sampled_from(sorted(GRIDS[name].name)))
    return name, draw(some), draw(some)


def bits(hexes: object) -> int:
    return sum(1 << h for h in hexes)  # type: ignore[attr-defined]


# ---------------------------------------------------------------- numberings


@pytest.mark.parametrize("name", SHEETS)
def test_a_printed_name_leads_back_to_its_place(name: str) -> None:
    sheet, grid = SHEETS[name], GRIDS[name]
    assert len(grid.number) == len(sheet.lines) * len(sheet.places) == grid.all.bit_count()
    for text, hex_ in grid.number.items():
        assert sheet.read(text) == grid.where[hex_] and sheet.write(*grid.where[hex_]) == text
        assert grid.hex(text) == hex_ and grid.name[hex_] == text


@pytest.mark.parametrize("name", SHEETS)
def test_names_come_in_the_order_of_the_sheet(name: str) -> None:
    grid = GRIDS[name]
    assert [cell(name, grid.number[text]) for text in grid.names(grid.all)] == sorted(grid.where.values())


@pytest.mark.parametrize(
    ("sheet", "text", "place"),
    [
        ("RRCC north even", "0738", (7, 38)),
        ("CCRR pointy even", "0203", (3, 2)),
        ("CCRR flat even", "0203", (2, 3)),
        ("dotted flat north", "26.14", (26, 14)),
        ("dotted pointy", "02.03", (3, 2)),
        ("lettered odd", "GG7", (33, 7)),
        ("lettered odd", "A1", (1, 1)),
        ("lettered odd", "Z3", (26, 3)),
        ("lettered odd", "AA3", (27, 3)),
    ],
)
def test_what_is_printed(sheet: str, text: str, place: Cell) -> None:
    assert cell(sheet, GRIDS[sheet].hex(text)) == place


def test_letters_double_after_z() -> None:
    assert [letters(n) for n in (1, 2, 26, 27, 28, 33, 52, 53)] == [
        "A",
        "B",
        "Z",
        "AA",
        "BB",
        "GG",
        "ZZ",
        "AAA",
    ]


@pytest.mark.parametrize("sheet", SHEETS)
@pytest.mark.parametrize("text", ["", "x", "99999", "AB1", "1.2.3", "-101", "0138 ", "A-1"])
def test_what_is_no_number_is_refused_by_name(sheet: str, text: str) -> None:
    with pytest.raises(ValueError, match="not a hex number"):
        SHEETS[sheet].read(text)
    with pytest.raises(GrognardError, match="there is no hex"):
        GRIDS[sheet].hex(text)


def test_only_hexes_in_play_are_on_the_grid_and_strange_ones_are_refused() -> None:
    grid = Grid(SHEETS["CCRR flat even"], ["0101", "0102", "0303"])
    assert list(grid.number) == ["0101", "0102", "0303"] and grid.names(grid.near(grid.set(["0101"]))) == [
        "0102"
    ]
    with pytest.raises(ValueError, match="no such hex on this map: 9999"):
        Grid(SHEETS["CCRR flat even"], ["0101", "9999"])


# ---------------------------------------------------------------- neighbours


@pytest.mark.parametrize("name", SHEETS)
def test_neighbours_agree_with_offsets(name: str) -> None:
    """Every hex of every sheet; nothing wraps round an edge."""
    grid = GRIDS[name]
    for hex_ in grid.name:
        assert {cell(name, h) for h in members(grid.near(1 << hex_))} == REFERENCE[name][cell(name, hex_)]
        assert grid.near_to[hex_] == grid.near(1 << hex_) and not grid.near(1 << hex_) >> hex_ & 1


# the neighbour tables as map files of the series give them, [dcolumn, drow], clockwise from the first
# direction
POINTY_SOUTH = ("E", "SE", "SW", "W", "NW", "NE")
EVEN_R0 = [(1, 0), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1)]  # keyed on the zero-based row
ODD_R0 = [(1, 0), (1, 1), (0, 1), (-1, 0), (0, -1), (1, -1)]
FLAT_SOUTH = ("N", "NE", "SE", "S", "SW", "NW")
ODD_COLUMN = [(0, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0)]
EVEN_COLUMN = [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1)]


def test_the_neighbour_table_of_a_two_kilometre_map() -> None:
    """Pointy-top, CCRR, rows southwards, even-numbered rows half a hex east."""
    grid = Grid(column_row(range(1, 37), range(1, 36)))
    for hex_, (row, column) in grid.where.items():
        offsets = ODD_R0 if (row - 1) % 2 else EVEN_R0
        for way, (right, down) in zip(POINTY_SOUTH, offsets, strict=True):
            there = grid.step(hex_, grid.compass.index(way))
            assert (grid.name[there] if there != OFF else None) == in_sheet(
                grid, f"{column + right:02}{row + down:02}"
            )


def test_the_neighbour_table_of_a_lettered_map() -> None:
    """Flat-top, lettered, rows southwards, even-index columns (B, D, ...) half a hex higher."""
    grid = Grid(lettered(33, range(1, 36)))
    for hex_, (column, row) in grid.where.items():
        offsets = ODD_COLUMN if column % 2 else EVEN_COLUMN
        for way, (right, down) in zip(FLAT_SOUTH, offsets, strict=True):
            there = grid.step(hex_, grid.compass.index(way))
            wanted = in_sheet(grid, f"{letters(column + right)}{row + down}" if column + right > 0 else "")
            assert (grid.name[there] if there != OFF else None) == wanted


def test_the_neighbour_table_of_a_map_counted_from_the_south() -> None:
    """Pointy-top, RRCC, rows northwards, even rows half a hex east."""
    grid = Grid(row_column(range(1, 22), range(35, 52)))
    odd = {"W": (0, -1), "E": (0, 1), "NW": (1, -1), "NE": (1, 0), "SE": (-1, 0), "SW": (-1, -1)}
    even = {"W": (0, -1), "E": (0, 1), "NW": (1, 0), "NE": (1, 1), "SE": (-1, 1), "SW": (-1, 0)}
    for hex_, (row, column) in grid.where.items():
        for way, (up, right) in (odd if row % 2 else even).items():
            there = grid.step(hex_, grid.compass.index(way))
            assert (grid.name[there] if there != OFF else None) == in_sheet(
                grid, f"{row + up:02}{column + right:02}"
            )


def in_sheet(grid: Grid, text: str) -> str | None:
    return text if text in grid.number else None


LINES = [  # courses that map files of the series say are adjacent hex by hex
    ["I9", "J10", "K10", "L11", "M11", "N11", "O11", "P11", "Q11", "R11", "S11", "T11", "U11", "V12", "W12"],
    [
        "L35",
        "M34",
        "N34",
        "O33",
        "P33",
        "Q32",
        "R32",
        "S31",
        "T31",
        "U30",
        "V30",
        "W29",
        "X29",
        "Y28",
        "Z28",
        "AA27",
    ],
    ["Y12", "Z12", "AA12", "BB12", "CC12", "DD12", "EE12", "FF12", "GG11"],
]


@pytest.mark.parametrize("course", LINES)
def test_courses_on_the_lettered_map_are_adjacent_hex_by_hex(course: list[str]) -> None:
    grid = Grid(lettered(33, range(1, 36)))
    for a, b in zip(course, course[1:], strict=False):
        assert grid.distance(grid.hex(a), grid.hex(b)) == 1


@pytest.mark.parametrize("name", SHEETS)
def test_directions_are_opposite_and_named_by_the_compass(name: str) -> None:
    """The compass agrees with the drawing: y grows downwards, so north is up."""
    grid = GRIDS[name]
    for hex_ in grid.name:
        for d, way in enumerate(grid.compass):
            there = grid.step(hex_, d)
            if there == OFF:
                continue
            assert grid.step(there, (d + 3) % 6) == hex_ and grid.direction(hex_, there) == d
            (x, y), (u, v) = grid.centre(hex_), grid.centre(there)
            assert ("N" in way) == (v < y - 0.1) and ("S" in way) == (v > y + 0.1)
            assert ("E" in way) == (u > x + 0.1) and ("W" in way) == (u < x - 0.1)
    with pytest.raises(ValueError, match="not neighbours"):
        grid.direction(min(grid.name), min(grid.name))


# ---------------------------------------------------------------- distance, rings, lines


@given(sheet_and_hexes(3))
def test_distance_is_a_metric_and_equals_the_number_of_steps(case: tuple[str, list[int]]) -> None:
    name, (a, b, c) = case
    grid = GRIDS[name]
    assert grid.distance(a, b) == grid.distance(b, a) == breadth_first(name, cell(name, a))[cell(name, b)]
    assert (grid.distance(a, b) == 0) == (a == b)
    assert grid.distance(a, c) <= grid.distance(a, b) + grid.distance(b, c)


@given(sheet_and_hexes(1), st.integers(0, 9))
def test_rings_and_disks(case: tuple[str, list[int]], radius: int) -> None:
    name, (a,) = case
    grid, far = GRIDS[name], breadth_first(name, cell(name, a))
    assert {cell(name, h) for h in members(grid.ring(a, radius))} == {
        c for c, d in far.items() if d == radius
    }
    assert {cell(name, h) for h in members(grid.within(1 << a, radius))} == {
        c for c, d in far.items() if d <= radius
    }


@given(sheet_and_sets(), st.integers(0, 4))
def test_the_surroundings_of_a_set_are_those_of_its_members(
    case: tuple[str, set[int], set[int]], radius: int
) -> None:
    name, some, _ = case
    grid = GRIDS[name]
    near = set().union(*(members(grid.near_to[h]) for h in some))
    assert set(members(grid.near(bits(some)))) == near
    assert set(members(grid.spread(bits(some)))) == near | some
    assert grid.within(bits(some), radius) == bits(
        set().union(*(members(grid.within(1 << h, radius)) for h in some))
    )
    assert grid.widening(bits(some), (0, radius, radius, radius + 2)) == [
        grid.within(bits(some), far) for far in (0, radius, radius, radius + 2)
    ]


@given(sheet_and_hexes(2))
def test_a_line_goes_step_by_step_and_stays_close_to_the_straight_one(case: tuple[str, list[int]]) -> None:
    name, (a, b) = case
    grid = GRIDS[name]
    line = grid.line(a, b)
    assert line[0] == a and line[-1] == b and len(set(line)) == len(line) <= grid.distance(a, b) + 1
    for x, y in zip(line, line[1:], strict=False):
        # along a zigzag edge a tie can go to a hex off the sheet, which is left out
        assert grid.distance(x, y) == 1 or all(grid.near_to[h].bit_count() < 6 for h in (x, y))
    (ax, ay), (bx, by) = grid.centre(a), grid.centre(b)
    length = hypot(bx - ax, by - ay)
    for hex_ in line if length else ():
        x, y = grid.centre(hex_)
        assert abs((bx - ax) * (ay - y) - (ax - x) * (by - ay)) / length <= 1 / sqrt(3) + 1e-6


def test_a_line_keeps_to_the_hexes_in_play() -> None:
    sheet = SHEETS["CCRR flat even"]
    whole = Grid(sheet)
    grid = Grid(sheet, [h for h in whole.number if h != "0303"])
    a, b = "0301", "0305"
    assert [whole.name[h] for h in whole.line(whole.hex(a), whole.hex(b))] == [
        "0301",
        "0302",
        "0303",
        "0304",
        "0305",
    ]
    assert [grid.name[h] for h in grid.line(grid.hex(a), grid.hex(b))] == ["0301", "0302", "0304", "0305"]


# ---------------------------------------------------------------- floods and hexsides


@given(sheet_and_sets())
def test_a_flood_is_what_can_be_walked_to(case: tuple[str, set[int], set[int]]) -> None:
    name, start, through = case
    cells = {cell(name, h) for h in through}
    wanted = set().union(
        *(breadth_first(name, c, cells).keys() for h in start & through if (c := cell(name, h)))
    )
    assert {cell(name, h) for h in members(GRIDS[name].flood(bits(start), bits(through)))} == wanted


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(sheet_and_sets(), st.randoms(use_true_random=False))
def test_a_flood_that_stops_early_has_what_was_asked_for(
    case: tuple[str, set[int], set[int]], rng: Random
) -> None:
    name, start, through = case
    grid = GRIDS[name]
    enough = bits({h for h in grid.name if rng.random() < 0.1})
    whole, early = grid.flood(bits(start), bits(through)), grid.flood(bits(start), bits(through), enough)
    assert not early & ~whole and grid.spread(early) & enough == grid.spread(whole) & enough


@st.composite
def with_sides(draw: st.DrawFn) -> tuple[str, set[int], set[int], set[frozenset[int]]]:
    name, start, through = draw(sheet_and_sets())
    pairs = sorted((a, b) for a, near in GRIDS[name].near_to.items() for b in members(near) if a < b)
    sides = draw(st.sets(st.sampled_from(pairs), max_size=30)) if pairs else set()
    return name, start, through, {frozenset(pair) for pair in sides}


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(with_sides())
def test_hexside_masks(case: tuple[str, set[int], set[int], set[frozenset[int]]]) -> None:
    """A hexside is entered from both its hexes; crossing and dry floods agree with a walk over pairs."""
    name, start, through, sides = case
    grid = GRIDS[name]
    masks = grid.sides([[grid.name[h] for h in side] for side in sides])
    for d, mask in enumerate(masks):
        assert set(members(mask)) == {h for h in grid.name if frozenset((h, grid.step(h, d))) in sides}
    crossed = {b for side in sides for a in side & start for b in side - {a}}
    assert set(members(grid.cross(bits(start), masks))) == crossed
    seen, queue = set(start & through), deque(start & through)
    while queue:
        here = queue.popleft()
        for there in members(grid.near_to[here]):
            if there in through and there not in seen and frozenset((here, there)) not in sides:
                seen.add(there)
                queue.append(there)
    assert set(members(grid.flood_dry(bits(start), bits(through), masks))) == seen


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(with_sides(), st.integers(0, 8), st.randoms(use_true_random=False))
def test_a_route_is_a_shortest_walk(
    case: tuple[str, set[int], set[int], set[frozenset[int]]], most: int, rng: Random
) -> None:
    """From any of the hexes it may begin in, over no hexside that bars it, through hexes that are open."""
    name, start, through, barred = case
    grid, goal = GRIDS[name], rng.choice(sorted(GRIDS[name].name))
    masks = grid.sides([[grid.name[h] for h in side] for side in barred])
    far, queue = dict.fromkeys(start, 0), deque(start)
    while queue:
        here = queue.popleft()
        for there in members(grid.near_to[here]):
            if there not in far and there in through | {goal} and frozenset((here, there)) not in barred:
                far[there] = far[here] + 1
                queue.append(there)
    way = grid.route(bits(start), goal, bits(through), most, [~mask for mask in masks])
    assert (way is not None) == (far.get(goal, most + 1) <= most)
    if way is not None:
        assert way[0] in start and way[-1] == goal and len(way) == far[goal] + 1
        assert all(far[h] == number for number, h in enumerate(way))
        assert all(frozenset(step) not in barred for step in pairwise(way))


def test_a_hexside_between_hexes_that_do_not_touch_is_refused() -> None:
    with pytest.raises(ValueError, match="0101 and 0108 are not neighbours"):
        Grid(column_row(range(1, 9), range(1, 9))).sides([("0101", "0108")])


# ---------------------------------------------------------------- movement


@st.composite
def going(draw: st.DrawFn) -> tuple[str, MovementCosts, dict, int, int, set[int], set[int]]:
    name = draw(st.sampled_from(["RRCC north even", "CCRR flat odd", "dotted flat north", "lettered even"]))
    grid = GRIDS[name]
    rng = draw(st.randoms(use_true_random=False))
    pairs = [(a, b) for a, near in grid.near_to.items() for b in members(near)]
    costs = {pair: rng.choice([1, 1, 2, 3, 4, None]) for pair in pairs}
    hexes = sorted(grid.name)
    start, goal = rng.choice(hexes), rng.choice(hexes)
    closed = {h for h in hexes if rng.random() < 0.15} - {start}
    stop = {h for h in hexes if rng.random() < 0.15}
    return name, MovementCosts(grid, lambda a, b: costs[a, b]), costs, start, goal, closed, stop


def cheapest(costs: dict, starts: dict[int, int], closed: set[int], stop: set[int]) -> dict[int, int]:
    """Dijkstra on a dict: a hex of `stop` may be entered and not left; the start may be left all the same."""
    best: dict[int, int] = {}
    heap = [(spent, hex_, spent == 0) for hex_, spent in starts.items() if hex_ not in closed]
    heap.sort()
    while heap:
        spent, here, begun = heappop(heap)
        if here in best:
            continue
        best[here] = spent
        if here in stop and not begun:
            continue
        for (a, b), points in costs.items():
            if a == here and points is not None and b not in closed and b not in best:
                heappush(heap, (spent + points, b, False))
    return best


@settings(max_examples=60, deadline=None)
@given(going(), st.integers(0, 9))
def test_reach_is_what_the_points_pay_for(case: tuple, budget: int) -> None:
    name, table, costs, start, goal, closed, stop = case
    best = cheapest(costs, {start: 0}, closed, stop)
    wanted = {h for h, spent in best.items() if spent <= budget}
    found = set(members(table.reach((1 << start,), budget, bits(closed), bits(stop))))
    assert found == wanted
    ways = table.ways[start, budget]
    if not bits(closed | stop) & ways.through:
        assert found == set(members(ways.reach)) - closed | {start}
    for hex_ in set(members(ways.reach)) - closed:
        assert (
            ways.lead_to(hex_, bits(closed | stop))
            == ways.get_to(hex_, bits(closed | stop))
            == (hex_ in wanted)
        )
        if not ways.passed[hex_] & bits(closed | stop):
            assert hex_ in wanted


@settings(max_examples=60, deadline=None)
@given(going(), st.integers(0, 9))
def test_a_path_is_the_cheapest_and_adds_up(case: tuple, budget: int) -> None:
    name, table, costs, start, goal, closed, stop = case
    best = cheapest(costs, {start: 0}, closed, stop)
    found = table.path([(start, 0)], goal, budget, bits(closed), bits(stop))
    if goal not in best or best[goal] > budget:
        assert found is None
        return
    assert found is not None
    spent, entered = found
    way = [start, *entered]
    assert (
        spent == best[goal] == sum(costs[a, b] for a, b in zip(way, way[1:], strict=False))
        and way[-1] == goal
    )
    assert not set(entered) & closed and not set(entered[:-1]) & stop


@settings(max_examples=40, deadline=None)
@given(going(), st.integers(1, 8), st.integers(1, 3))
def test_entering_from_the_edge_costs_the_first_hex(case: tuple, budget: int, price: int) -> None:
    """`start[k]` holds the hexes begun in at cost k: a unit from off the map has paid for its first hex."""
    name, table, costs, start, goal, closed, stop = case
    layers = [0] * price + [1 << start]
    best = cheapest(costs, {start: price}, closed, stop)
    wanted = {h for h, spent in best.items() if spent <= budget}
    assert set(members(table.reach(layers, budget, bits(closed), bits(stop)))) == wanted
    found = table.path([(start, price)], start, budget, bits(closed), bits(stop))
    assert found == ((price, [start]) if price <= budget else None)


# ---------------------------------------------------------------- geometry, members


@pytest.mark.parametrize("name", SHEETS)
def test_neighbours_are_one_apart_on_the_drawing_and_others_more(name: str) -> None:
    grid = GRIDS[name]
    for a in grid.name:
        for b in grid.name:
            (x, y), (u, v) = grid.centre(a), grid.centre(b)
            apart = hypot(u - x, v - y)
            assert isclose(apart, 1, abs_tol=1e-9) if grid.near_to[a] >> b & 1 else a == b or apart > 1.5


@given(st.sets(st.integers(0, 3000)))
def test_members_and_the_nth_of_them(some: set[int]) -> None:
    assert members(bits(some)) == sorted(some)
    assert [nth(bits(some), n) for n in range(len(some))] == sorted(some)


@given(sheet_and_sets())
def test_names_of_a_set(case: tuple[str, set[int], set[int]]) -> None:
    name, some, _ = case
    grid = GRIDS[name]
    assert grid.names(bits(some)) == [grid.name[h] for h in sorted(some)]
    assert grid.set(grid.names(bits(some))) == bits(some)
