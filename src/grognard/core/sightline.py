"""What a straight line between two hexes meets, exactly: hexes, hexsides and corners. Knows no game.

All sums are in whole numbers: centers lie on multiples of three, corners between them, so a line passes a
corner on one side, on the other, or through it. A line depends only on where its end lies as seen from its
start. So it is traced once for each offset, and its hexes are written as differences: add the number of the
hex it starts in (for a hexside six times that number). It is traced as far as it is read: most lines of
sight end long before their target.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from .hexes import Grid

Side = int  # a hexside: six times the hex, plus the direction in which it lies
Offset = tuple[
    int, int, int
]  # of the last hex in axial coordinates; the corner of it in which a line ends, or `CENTER`
CENTER = -1
ASKEW = -1  # not straight through a hex


class Step(NamedTuple):
    """A hex that a line enters, or a hexside that it runs along, with the hexsides that it crosses on the way
    there.

    The last step is the hex of the line's end (`left` is 0).
    """

    hex: int
    other: (
        int | None
    )  # the hex on the other side of the hexside that the line runs along; `None`: the line enters `hex`
    range: int  # hexes from the start
    left: int  # hexes to the end
    sides: tuple[
        Side, ...
    ]  # crossed before: one hexside; at a corner all that end there and are not run along
    corner: tuple[
        Side, ...
    ] = ()  # the three hexsides that end at the corner passed before; empty if none was
    touched: int | None = None  # the hex of which the line meets that corner and nothing else
    # in by one hexside, through the center, out by the opposite one: its direction; run along: the hexside's
    way: int = ASKEW
    inner: bool = False  # the line passes inside the hexagon of half the size


def _cross(a: tuple[int, int], b: tuple[int, int]) -> int:
    return a[0] * b[1] - a[1] * b[0]


def _length(u: int, v: int) -> int:
    return max(abs(u), abs(v), abs(u + v))


class Sightlines(dict[Offset, "Sightline"]):
    """The lines of a grid by offset."""

    def __init__(self, grid: Grid) -> None:
        super().__init__()
        self.grid, self.shifts = grid, grid.shifts
        columns = [round(shift / grid.stride) for shift in grid.shifts]
        self.ways = tuple((u, shift - grid.stride * u) for u, shift in zip(columns, grid.shifts, strict=True))
        # corner k lies between the neighbors k and k + 1, a third of their sum away; here everything is three
        # times as large
        pairs = zip(self.ways, self.ways[1:] + self.ways[:1], strict=True)
        self.corners = tuple((a + c, b + d) for (a, b), (c, d) in pairs)
        self.turn = _cross(self.ways[0], self.ways[1])  # 1 or -1: which way round the directions are counted

    def between(self, a: int, b: int, corner: int = CENTER) -> Sightline:
        """The line from the center of `a` to that of `b`, or to a corner of `b`."""
        (u, v), (x, y) = self.grid.axial[a], self.grid.axial[b]
        return self[x - u, y - v, corner]

    def __missing__(self, offset: Offset) -> Sightline:
        line = self[offset] = Sightline(self, offset)
        return line

    def hexes_of(self, side: Side) -> tuple[int, int]:
        """The two hexes of a hexside."""
        hex_, direction = divmod(side, 6)
        return hex_, hex_ + self.shifts[direction]

    def share(self, a: int, b: int, step: Step) -> Fraction:
        """How far along the line from `a` to `b` a step begins: 0 at the start, 1 at the end."""
        (u, v), (x, y) = self.grid.axial[a], self.grid.axial[b]
        hex_, direction = divmod(6 * a + step.sides[0], 6)
        if hex_ not in self.grid.axial:  # outside the map: the same hexside as its other hex has it
            hex_, direction = hex_ + self.shifts[direction], (direction + 3) % 6
        s, t = self.grid.axial[hex_]
        (p, q), (r, w) = self.corners[direction - 1], self.corners[direction]
        hexside, offset = (r - p, w - q), (3 * (s - u) + p, 3 * (t - v) + q)
        return Fraction(_cross(offset, hexside), 3 * _cross((x - u, y - v), hexside))


class Sightline:
    """A line from the center of hex 0 as a sequence of steps."""

    def __init__(self, lines: Sightlines, offset: Offset) -> None:
        self.range = _length(*offset[:2])
        self._traced: list[Step] = []
        self._rest: Iterator[Step] = iter(()) if offset == (0, 0, CENTER) else _Tracing(lines, offset).steps()

    def __iter__(self) -> Iterator[Step]:
        """The steps in order, traced as they are asked for."""
        traced, number = self._traced, 0
        while True:
            if number == len(traced) and not self._trace():
                return
            yield traced[number]
            number += 1

    def _trace(self) -> bool:
        step = next(self._rest, None)
        if step is not None:
            self._traced.append(step)
        return step is not None

    @property
    def steps(self) -> list[Step]:
        """All steps, the hex of the end last. A line that ends in a corner of a hex it does not enter has no
        such step.
        """
        while self._trace():
            pass
        return self._traced


class _Tracing:
    """One line as it is traced: the hex it is in, and how far the center of that hex lies beside the line
    (`aside`).
    """

    def __init__(self, lines: Sightlines, offset: Offset) -> None:
        u, v, corner = offset
        self.lines, self.goal, self.whole = lines, (u, v), corner == CENTER
        x, y = (0, 0) if self.whole else lines.corners[corner]
        self.end = x, y = 3 * u + x, 3 * v + y
        turn = lines.turn
        self.bend = bend = [
            turn * (x * b - y * a) for a, b in lines.corners
        ]  # how far the corners lie beside the center
        self.drift = [3 * turn * (x * b - y * a) for a, b in lines.ways]
        # a line leaves a hex by one of the corners on its far side, or by the hexside before that corner
        self.ahead = _in_order([k for k in range(6) if bend[k] > bend[k - 1]])
        self.half = max(bend) / 2
        self.u = self.v = self.hex = self.aside = 0

    def steps(self) -> Iterator[Step]:
        entry: tuple[tuple[Side, ...], tuple[Side, ...], int | None] | None = None
        while True:
            aside, past = self.aside, 0
            for direction in self.ahead:
                if (past := aside + self.bend[direction]) >= 0:
                    break
            if entry is not None:
                is_end = (self.u, self.v) == self.goal
                straight = direction if past and not aside and not is_end else ASKEW
                yield self._step(
                    self.u, self.v, self.hex, None, *entry, straight, -self.half < aside < self.half
                )
                if is_end and self.whole:
                    return
            if past:
                entry = (6 * self.hex + direction,), (), None
                self._go(direction)
            elif self._ends_at(direction, 1):
                return
            elif self.bend[direction]:
                entry = self._pass_corner(direction)
            else:
                yield from self._run_along(direction)
                if self._ends_at(direction, 2):
                    return
                entry = self._leave_spine(direction)

    def _go(self, direction: int) -> None:
        du, dv = self.lines.ways[direction]
        self.u += du
        self.v += dv
        self.hex += self.lines.shifts[direction]
        self.aside += self.drift[direction]

    def _step(
        self,
        u: int,
        v: int,
        hex_: int,
        other: int | None,
        sides: tuple[Side, ...],
        corner: tuple[Side, ...],
        touched: int | None,
        direction: int,
        inner: bool,
    ) -> Step:
        x, y = self.goal
        range_, left = max(abs(u), abs(v), abs(u + v)), max(abs(x - u), abs(y - v), abs(x - u + y - v))
        return Step(hex_, other, range_, left, sides, corner, touched, direction, inner)

    def _ends_at(self, corner: int, times: int) -> bool:
        """Whether the line ends in a corner of the hex, or twice as far away: where the hexside beyond the
        corner ends.
        """
        a, b = self.lines.corners[corner]
        return self.end == (3 * self.u + times * a, 3 * self.v + times * b)

    def _at_corner(self, k: int) -> tuple[Side, Side, Side]:
        """The hexsides that end at the corner between the neighbors `k` and `k + 1`; the last is the one
        between those.
        """
        return (
            6 * self.hex + k,
            6 * self.hex + (k + 1) % 6,
            6 * (self.hex + self.lines.shifts[k]) + (k + 2) % 6,
        )

    def _pass_corner(self, k: int) -> tuple[tuple[Side, ...], tuple[Side, ...], int]:
        """Through the corner between the neighbors `k` and `k + 1` into one of them; the other is only
        touched.
        """
        sides, after = self._at_corner(k), (k + 1) % 6
        into, beside = (after, k) if self.bend[k] < 0 else (k, after)
        touched = self.hex + self.lines.shifts[beside]
        self._go(into)
        return sides, sides, touched

    def _run_along(self, k: int) -> Iterator[Step]:
        """The step along the hexside between the neighbors `k` and `k + 1`, unless one of them is the hex of
        the end.
        """
        (u, v, one), (x, y, two) = self._neighbor(k), self._neighbor((k + 1) % 6)
        if self.goal not in ((u, v), (x, y)):
            sides = self._at_corner(k)
            yield self._step(u, v, one, two, sides[:2], sides, None, (k + 2) % 6, False)

    def _neighbor(self, direction: int) -> tuple[int, int, int]:
        du, dv = self.lines.ways[direction]
        return self.u + du, self.v + dv, self.hex + self.lines.shifts[direction]

    def _leave_spine(self, k: int) -> tuple[tuple[Side, ...], tuple[Side, ...], None]:
        after, shifts = (k + 1) % 6, self.lines.shifts
        spine = self._at_corner(k)[2]
        sides = 6 * (self.hex + shifts[k]) + after, 6 * (self.hex + shifts[after]) + k
        self._go(k)
        self._go(after)
        return sides, (*sides, spine), None


def _in_order(corners: list[int]) -> list[int]:
    """Corners that follow one another, in the order in which they are counted.

    >>> _in_order([0, 1, 5])
    [5, 0, 1]
    """
    first = next(k for k in corners if (k - 1) % 6 not in corners)
    return [(first + n) % 6 for n in range(len(corners))]
