"""Lines between hexes against plain geometry: hexagons as six inequalities, fractions, no walk from hex to
hex.
"""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from grognard.core.hexes import Grid, column_row, dotted, lettered, row_column
from grognard.core.sightline import Sightlines, Step

Point = tuple[int, int]
GRIDS = {
    "pointy north": Grid(row_column(range(1, 12), range(30, 44))),
    "pointy south": Grid(column_row(range(1, 13), range(1, 12), shifted=1)),
    "flat north": Grid(dotted(range(20, 33), range(10, 22))),
    "flat south": Grid(lettered(14, range(1, 13))),
}
CORNERS = ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))


def center(grid: Grid, hex_: int) -> Point:
    """Lines of hexes three apart, hexes of a line two apart, every second line shifted by one."""
    line, place = grid.where[hex_]
    return 3 * line, 2 * place + (line % 2 == grid.numbering.shifted)


def inside(a: Point, b: Point, middle: Point) -> tuple[Fraction, Fraction] | None:
    """The part of the way from `a` to `b` that lies inside a hexagon, if there is one."""
    low, high = Fraction(0), Fraction(1)
    way, start = (b[0] - a[0], b[1] - a[1]), (a[0] - middle[0], a[1] - middle[1])
    for x, y, limit in ((0, 1, 1), (0, -1, 1), (1, -1, 2), (-1, 1, 2), (1, 1, 2), (-1, -1, 2)):
        speed, room = x * way[0] + y * way[1], limit - (x * start[0] + y * start[1])
        if speed > 0:
            high = min(high, Fraction(room, speed))
        elif speed < 0:
            low = max(low, Fraction(room, speed))
        elif room <= 0:
            return None
    return (low, high) if low < high else None


def entered(grid: Grid, a: Point, b: Point) -> list[int]:
    found = [(part, hex_) for hex_ in grid.name if (part := inside(a, b, center(grid, hex_)))]
    return [hex_ for _, hex_ in sorted(found)]


def corners_on(grid: Grid, a: Point, b: Point) -> dict[Point, set[int]]:
    """The corners strictly between two points, with the hexes of the map that have them."""
    found: dict[Point, set[int]] = {}
    for hex_ in grid.name:
        x, y = center(grid, hex_)
        for dx, dy in CORNERS:
            corner = x + dx, y + dy
            if on_the_way(corner, a, b):
                found.setdefault(corner, set()).add(hex_)
    return found


def on_the_way(point: Point, a: Point, b: Point) -> bool:
    way, here = (b[0] - a[0], b[1] - a[1]), (point[0] - a[0], point[1] - a[1])
    straight = way[0] * here[1] == way[1] * here[0]
    return straight and 0 < way[0] * here[0] + way[1] * here[1] < way[0] ** 2 + way[1] ** 2


def some_pairs(grid: Grid, count: int) -> list[tuple[int, int]]:
    rng, hexes = Random(5), sorted(grid.name)
    pairs = [(rng.choice(hexes), rng.choice(hexes)) for _ in range(count)]
    middle = hexes[len(hexes) // 2]
    return [(a, b) for a, b in pairs if a != b] + [(middle, hex_) for hex_ in hexes[::4] if hex_ != middle]


@pytest.mark.parametrize("name", GRIDS)
def test_a_line_enters_the_hexes_it_has_points_in_and_no_others(name: str) -> None:
    grid, lines = GRIDS[name], Sightlines(GRIDS[name])
    for a, b in some_pairs(grid, 40):
        steps = list(lines.between(a, b))
        assert [a, *(a + step.hex for step in steps if step.other is None)] == entered(
            grid, center(grid, a), center(grid, b)
        )


@pytest.mark.parametrize("name", GRIDS)
def test_corners_hexsides_along_the_line_and_hexes_touched(name: str) -> None:
    grid, lines = GRIDS[name], Sightlines(GRIDS[name])
    for a, b in some_pairs(grid, 40):
        steps, corners = lines.between(a, b).steps, corners_on(grid, center(grid, a), center(grid, b))
        assert sum(bool(step.corner) for step in steps) == len(corners)
        along = [
            {a + step.hex, a + step.other} & grid.name.keys() for step in steps if step.other is not None
        ]
        for pair in along:
            assert sum(pair <= hexes for hexes in corners.values()) >= 2, (
                "both ends of the hexside lie on the line"
            )
        met = {a, *(a + step.hex for step in steps)}.union(*along)
        touched = {a + step.touched for step in steps if step.touched is not None} & grid.name.keys()
        assert touched == set().union(*corners.values()) - met


@pytest.mark.parametrize("name", GRIDS)
def test_hexsides_crossed(name: str) -> None:
    """Inside a hexside the one between the two hexes; at a corner the three that end there, less one that is
    run along.
    """
    grid, lines = GRIDS[name], Sightlines(GRIDS[name])
    for a, b in some_pairs(grid, 40):
        before: set[int] = {a}
        for step in lines.between(a, b):
            here = {a + step.hex} | ({a + step.other} if step.other is not None else set())
            pairs = [{a + one for one in lines.hexes_of(side)} for side in step.sides]
            if step.corner:
                assert set(step.sides) <= set(step.corner) and len(step.corner) == 3
                assert len(step.sides) == (3 if step.touched is not None else 2)
            else:
                assert pairs == [before | here]
            before = here


def reversed_steps(a: int, b: int, steps: list[Step]) -> list[tuple[set[int], int, int]]:
    hexes = [
        ({a + step.hex} | ({a + step.other} if step.other is not None else set()), step.range, step.left)
        for step in steps
    ]
    return [(hexes_, left, range_) for hexes_, range_, left in hexes[-2::-1]]


@pytest.mark.parametrize("name", GRIDS)
def test_the_line_back_is_the_same_line(name: str) -> None:
    grid, lines = GRIDS[name], Sightlines(GRIDS[name])
    for a, b in some_pairs(grid, 40):
        there, back = lines.between(a, b).steps, lines.between(b, a).steps
        assert reversed_steps(a, b, there) == [
            ({b + s.hex} | ({b + s.other} if s.other is not None else set()), s.range, s.left)
            for s in back[:-1]
        ]
        assert all(step.range + step.left == grid.distance(a, b) for step in there)


@pytest.mark.parametrize("name", GRIDS)
def test_lines_to_the_corners_of_a_hex(name: str) -> None:
    grid, lines = GRIDS[name], Sightlines(GRIDS[name])
    for number, (a, b) in enumerate(some_pairs(grid, 10)):
        corner = number % 6
        beside = {b, *(b + grid.shifts[way] for way in (corner, (corner + 1) % 6))}
        if not beside <= grid.name.keys():
            continue  # the corner between two neighbors of the hex
        x, y = (sum(values) for values in zip(*(center(grid, hex_) for hex_ in beside), strict=True))
        end = x // 3, y // 3
        mine = [a, *(a + step.hex for step in lines.between(a, b, corner) if step.other is None)]
        assert [hex_ for hex_ in mine if hex_ in grid.name] == entered(grid, center(grid, a), end)


def test_a_line_is_traced_as_far_as_somebody_looks_and_then_known() -> None:
    lines = Sightlines(GRIDS["flat south"])
    a, b = (GRIDS["flat south"].hex(name) for name in ("B3", "M9"))
    line = lines.between(a, b)
    first = next(iter(line))
    assert list(line)[0] is first and line.steps == list(line) and lines.between(a, b) is line
    assert list(lines.between(a, a)) == []


def test_where_on_the_line_a_step_begins() -> None:
    grid = GRIDS["flat south"]
    lines, a, b = Sightlines(grid), grid.hex("C3"), grid.hex("C6")
    assert [lines.share(a, b, step) for step in lines.between(a, b)] == [
        Fraction(1, 6),
        Fraction(1, 2),
        Fraction(5, 6),
    ]
    a, b = (
        grid.hex("C3"),
        grid.hex("E3"),
    )  # along D3-D4: a third of the way from center to corner, a third along the hexside
    assert [lines.share(a, b, step) for step in lines.between(a, b)] == [Fraction(1, 3), Fraction(2, 3)]


def test_straight_through_and_the_inner_hexagon() -> None:
    grid = GRIDS["flat south"]
    lines = Sightlines(grid)
    column = lines.between(grid.hex("C3"), grid.hex("C6")).steps
    assert [(step.way, step.inner) for step in column] == [
        (3, True),
        (3, True),
        (-1, True),
    ], "south, south, and the end"
    aslant = lines.between(grid.hex("C3"), grid.hex("D6")).steps  # D4, C4, D5 and C5 lie off the line
    assert all(step.way == -1 for step in aslant)
