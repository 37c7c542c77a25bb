"""Hex sets as Python ints: neighbours, floods, lines and movement reach. Knows no game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from heapq import heappop, heappush
from itertools import accumulate
from math import sqrt
from operator import or_
from struct import unpack
from typing import NewType

from .numbering import Numbering as Numbering
from .numbering import column_row as column_row
from .numbering import dotted as dotted
from .numbering import lettered as lettered
from .numbering import letters as letters
from .numbering import row_column as row_column
from .ruling import GrognardError

Hex = NewType("Hex", int)  # one hex: the number of its bit
Hexes = NewType("Hexes", int)  # a set of hexes: the bits
OFF = Hex(-1)  # not on the map
NOWHERE = Hexes(0)


# ---------------------------------------------------------------- the grid

_COMPASS = {True: ("W", "NW", "NE", "E", "SE", "SW"), False: ("N", "NE", "SE", "S", "SW", "NW")}
HALF_ROOT = sqrt(3) / 2  # distance of two lines, in hex widths


class Grid:
    """A map sheet. The stride takes up the half step between lines, so that the six neighbours of any hex are
    the same six shifts; spare bits after each line swallow the steps off the map. Bits ascend line by line.

    >>> grid = Grid(row_column(range(1, 6), range(1, 8)))
    >>> grid.names(grid.near(1 << grid.hex("0304")))
    ['0203', '0204', '0303', '0305', '0403', '0404']
    >>> grid.distance(grid.hex("0304"), grid.hex("0107"))
    4
    """

    def __init__(self, numbering: Numbering, in_play: Iterable[str] | None = None) -> None:
        self.numbering = numbering
        places, wanted = numbering.places, None if in_play is None else set(in_play)
        self.stride = s = len(places) + 2
        self.number: dict[str, Hex] = {}
        self.where: dict[int, tuple[int, int]] = {}  # hex -> (line, place) as printed
        self.axial: dict[int, tuple[int, int]] = {}
        sheet, base, gone = 0, 1, 0
        for u, line in enumerate(numbering.lines):
            for i, place in enumerate(places):
                name, hex_ = numbering.write(line, place), Hex(base + i)
                sheet |= 1 << hex_
                if wanted is None or name in wanted:
                    self.number[name], self.where[hex_], self.axial[hex_] = hex_, (line, place), (u, i - gone)
            half = line % 2 == numbering.shifted
            base, gone = base + s - half, gone + half
        if wanted and (strange := wanted - self.number.keys()):
            raise ValueError(f"no such hex on this map: {', '.join(sorted(strange))}")
        self.sheet = Hexes(sheet)
        self.name: dict[int, str] = {h: name for name, h in self.number.items()}
        self.all = self.set(self.number)
        self.shifts = self._shifts()
        self.compass = _COMPASS[numbering.pointy]
        self.near_to: dict[int, Hexes] = {h: self.near(1 << h) for h in self.name}
        self._listed: list[dict[int, list[str]]] = [{} for _ in range(base // 8 + 1)]

    def _shifts(self) -> tuple[int, ...]:
        """The six steps, clockwise from west (pointy-top) or north (flat-top); the opposite of d is (d + 3) %
        6.
        """
        s = self.stride
        if self.numbering.pointy:
            return (-1, s - 1, s, 1, 1 - s, -s) if self.numbering.north else (-1, -s, 1 - s, 1, s, s - 1)
        return (1, s, s - 1, -1, -s, 1 - s) if self.numbering.north else (-1, s - 1, s, 1, 1 - s, -s)

    # -- names

    def hex(self, name: str) -> Hex:
        """The hex printed `name`, or a `ValueError` that says so."""
        try:
            return self.number[name]
        except KeyError:
            raise GrognardError(f"there is no hex {name!r} on this map") from None

    def is_printed(self, name: str) -> bool:
        """Whether a text is a hex number the sheet could bear, in play or not."""
        try:
            line, place = self.numbering.read(name)
        except ValueError:
            return False
        return line in self.numbering.lines and 0 < place <= self.numbering.places[-1]

    def set(self, names: Iterable[str]) -> Hexes:
        bits = 0
        try:
            for name in names:
                bits |= 1 << self.number[name]
        except KeyError as strange:
            raise GrognardError(f"there is no hex {strange.args[0]!r} on this map") from None
        return Hexes(bits)

    def every_name(self) -> list[str]:
        """The names of all places a unit can be in."""
        return list(self.number)

    def names(self, hexes: int) -> list[str]:
        """The printed names of a set, in the order of the sheet; a byte at a time, each byte's list
        remembered.
        """
        if hexes.bit_count() < 5:
            return [self.name[h] for h in members(hexes)]
        result: list[str] = []
        for place, byte in enumerate(hexes.to_bytes(hexes.bit_length() + 7 >> 3, "little")):
            if byte:
                table = self._listed[place]
                if byte not in table:
                    table[byte] = [self.name[8 * place + i] for i in _IN_BYTE[byte]]
                result += table[byte]
        return result

    # -- sets

    def near(self, hexes: int) -> Hexes:
        """The neighbours of every hex of a set: a whole side's zones of control at once."""
        up, down, s = hexes << 1, hexes >> 1, self.stride - 1
        return Hexes((up | down | (hexes | up) << s | (hexes | down) >> s) & self.all)

    def spread(self, hexes: int) -> Hexes:
        """The set and its neighbours."""
        return Hexes(hexes | self.near(hexes))

    def within(self, hexes: int, distance: int) -> Hexes:
        """Hexes at most so far away, counted over the whole sheet, out-of-play hexes included."""
        sheet, s = self.sheet, self.stride - 1
        for _ in range(distance):
            up, down = hexes << 1, hexes >> 1
            hexes |= (up | down | (hexes | up) << s | (hexes | down) >> s) & sheet
        return Hexes(hexes & self.all)

    def widening(self, hexes: int, distances: Iterable[int]) -> list[Hexes]:
        """`within` for several distances, the least first: each area is grown out of the one before."""
        result, sheet, s, reached = [], self.sheet, self.stride - 1, 0
        for distance in distances:
            for _ in range(reached, distance):
                up, down = hexes << 1, hexes >> 1
                hexes |= (up | down | (hexes | up) << s | (hexes | down) >> s) & sheet
            reached = distance
            result.append(Hexes(hexes & self.all))
        return result

    def ring(self, hex_: int, distance: int) -> Hexes:
        """Hexes exactly so far away."""
        if distance == 0:
            return Hexes(1 << hex_)
        return Hexes(self.within(1 << hex_, distance) & ~self.within(1 << hex_, distance - 1))

    def flood(self, start: int, through: int, enough: int = -1) -> Hexes:
        """All hexes joined to `start` by hexes of `through`; fewer, once all of `enough` are among them or
        beside them.
        """
        seen = new = start & through
        enough, s = enough & ~seen, self.stride - 1
        while new and enough:
            up, down = new << 1, new >> 1
            beside = up | down | (new | up) << s | (new | down) >> s
            enough &= ~beside
            new = beside & through & ~seen
            seen |= new
        return Hexes(seen)

    def distance(self, a: int, b: int) -> int:
        (u, v), (x, y) = self.axial[a], self.axial[b]
        return max(abs(u - x), abs(v - y), abs(u - x + v - y))

    def line(self, a: int, b: int) -> list[Hex]:
        """The hexes of a straight line from `a` to `b`, both included; ties go to one side throughout."""
        n = self.distance(a, b)
        (u, v), (x, y) = self.axial[a], self.axial[b]
        at = {axial: h for h, axial in self.axial.items()}
        result = []
        for i in range(n + 1):
            t = i / n if n else 0.0
            point = _nearest(u + (x - u) * t + 1e-6, v + (y - v) * t + 2e-6)
            if point in at:
                result.append(Hex(at[point]))
        return result

    # -- directions and hexsides

    def direction(self, a: int, b: int) -> int:
        """Which of the six ways leads from `a` to its neighbour `b`."""
        try:
            return self.shifts.index(b - a)
        except ValueError:
            raise ValueError(f"{self.name.get(a)} and {self.name.get(b)} are not neighbours") from None

    def step(self, hex_: int, direction: int) -> Hex:
        """The hex that lies that way, or `OFF` where the map ends."""
        neighbor = hex_ + self.shifts[direction]
        return Hex(neighbor) if neighbor in self.name else OFF

    def sides(self, pairs: Iterable[Sequence[str]]) -> tuple[Hexes, ...]:
        """Hexsides as six masks: the hexes that have such a side towards each direction. Both hexes are
        entered.
        """
        masks = [0] * 6
        for a, b in pairs:
            x, y = self.hex(a), self.hex(b)
            d = self.direction(x, y)
            masks[d] |= 1 << x
            masks[(d + 3) % 6] |= 1 << y
        return tuple(map(Hexes, masks))

    def cross(self, hexes: int, sides: Sequence[int]) -> Hexes:
        """Where one step over a hexside of `sides` leads from a set."""
        result = 0
        for shift, mask in zip(self.shifts, sides, strict=True):
            part = hexes & mask
            result |= part << shift if shift > 0 else part >> -shift
        return Hexes(result & self.all)

    def flood_dry(self, start: int, through: int, barred: Sequence[int]) -> Hexes:
        """As `flood`, but not over the hexsides of `barred`."""
        free = [~mask for mask in barred]
        seen = new = start & through
        while new:
            new = self.cross(new, free) & through & ~seen
            seen |= new
        return Hexes(seen)

    def layers(self, start: int, through: int, steps: int, sides: Sequence[int] | None = None) -> list[Hexes]:
        """The hexes of `through` first reached at each step (over `sides` alone, where they are given), the
        start at 0.
        """
        result, seen = [Hexes(start)], start
        for _ in range(steps):
            beside = self.near(result[-1]) if sides is None else self.cross(result[-1], sides)
            if not (new := beside & through & ~seen):
                break
            result.append(Hexes(new))
            seen |= new
        return result

    def route(
        self, start: int, goal: int, through: int, steps: int, sides: Sequence[int] | None = None
    ) -> list[Hex] | None:
        """A shortest way from a set of hexes to a hex, both ends included: supply is traced so. None if there
        is none of so many steps.
        """
        layers = self.layers(start, through | 1 << goal, steps, sides)
        distance = next((number for number, hexes in enumerate(layers) if hexes >> goal & 1), -1)
        if distance < 0:
            return None
        path = [Hex(goal)]
        for hexes in reversed(layers[:distance]):
            back = 1 << path[-1]
            before = hexes & (self.near(back) if sides is None else self.cross(back, sides))
            path.append(Hex((before & -before).bit_length() - 1))
        return path[::-1]

    # -- geometry for drawing: hex width 1, y downwards

    def centre(self, hex_: int) -> tuple[float, float]:
        line, place = self.where[hex_]
        first_line, first_place = self.numbering.lines[0], self.numbering.places[0]
        along = place - first_place + 0.5 * (line % 2 == self.numbering.shifted)
        across = (line - first_line) * HALF_ROOT
        x, y = (along, across) if self.numbering.pointy else (across, along)
        return (x, -y) if self.numbering.north else (x, y)

    def _repr_svg_(self) -> str:
        from .draw import Drawing

        return Drawing(self).hexes(self.all, "#f4f1e6").labels(self.all).svg()


NO_MAP = Grid(row_column(range(0), range(0)))  # of a game that is played without one


def _nearest(u: float, v: float) -> tuple[int, int]:
    """The hex nearest to a point given in axial coordinates."""
    w = -u - v
    ru, rv, rw = round(u), round(v), round(w)
    du, dv, dw = abs(ru - u), abs(rv - v), abs(rw - w)
    if du > dv and du > dw:
        ru = -rv - rw
    elif dv > dw:
        rv = -ru - rw
    return ru, rv


# ---------------------------------------------------------------- members of a set

_IN_BYTE = [[i for i in range(8) if byte >> i & 1] for byte in range(256)]


def set_of(numbers: Iterable[int]) -> int:
    """The set with these members.

    >>> bin(set_of([1, 2, 4]))
    '0b10110'
    """
    bits = 0
    for number in numbers:
        bits |= 1 << number
    return bits


def members(bits: int) -> list[int]:
    """The members of a set, lowest first.

    >>> members(0b10110)
    [1, 2, 4]
    """
    result = []
    count, width = bits.bit_count(), bits.bit_length()
    if count < 12:
        while bits:
            low = bits & -bits
            result.append(low.bit_length() - 1)
            bits ^= low
        return result
    if count << 5 < width:  # a few on a large map: whole words of nothing are passed over
        words = width + 63 >> 6
        for place, word in enumerate(unpack(f"<{words}Q", bits.to_bytes(words << 3, "little"))):
            while word:
                low = word & -word
                result.append((place << 6) + low.bit_length() - 1)
                word ^= low
        return result
    for place, byte in enumerate(bits.to_bytes(bits.bit_length() + 7 >> 3, "little")):
        if byte:
            place *= 8
            for i in _IN_BYTE[byte]:
                result.append(place + i)
    return result


_HALVES = [(1 << k, (1 << (1 << k)) - 1) for k in range(15, 2, -1)]


def nth(bits: int, n: int) -> int:
    """The n-th member of a set (of up to 65,536 places) without listing it.

    >>> nth(0b10110, 2)
    4
    """
    if n < 9:
        for _ in range(n):
            bits &= bits - 1
        return (bits & -bits).bit_length() - 1
    place = 0  # halved down to a byte, whose members are known
    for width, mask in _HALVES[16 - (bits.bit_length() - 1).bit_length() :]:
        low = bits & mask
        count = low.bit_count()
        if n < count:
            bits = low
        else:
            n -= count
            bits >>= width
            place += width
    return place + _IN_BYTE[bits][n]


def any_member(bits: int, random: Callable[[], float]) -> int:
    """Return a uniformly random member: rejection sampling for dense sets, selection by index otherwise."""
    count, width = bits.bit_count(), bits.bit_length()
    if width > 4096 and bits:  # a few hexes somewhere on a large map: what lies before them is cut off
        low = (bits & -bits).bit_length() - 1
        return (
            low + any_member(bits >> low, random) if width - low <= 4096 else nth(bits, int(random() * count))
        )
    if count * 12 > width:
        for _ in range(64):
            place = int(random() * width)
            if bits >> place & 1:
                return place
    return nth(bits, int(random() * count))


# ---------------------------------------------------------------- movement


class Passed(dict[int, int]):
    """For each hex that can be reached on an empty map, the hexes that a cheapest way to it leads through,
    the hex left out: if no enemy and no stop is among them it is within reach; if not, there may be other
    ways. Filled as asked.
    """

    def __init__(self, going: MovementCosts, start: int, within: list[int]) -> None:
        super().__init__({start: 0})
        self._going, self._start, self._within = going, start, within

    def __missing__(self, goal: int) -> int:
        within = self._within
        spent = next(points for points, hexes in enumerate(within) if hexes >> goal & 1)
        for cost, hexes in self._going.steps_into[goal]:
            if cost <= spent and (before := hexes & within[spent - cost]):
                last = before.bit_length() - 1
                result = self[goal] = self[last] | 1 << last if last != self._start else 0
                return result
        raise AssertionError("no hex is reached from nowhere")


class EmptyMapReach:
    """The moves of so many points from one hex on an empty map.

    `reach`: the hexes they end in. `through`: those of them from which a move can go on: where no enemy and
    no stop is among these, `reach` is all there is to say, less what is closed.
    """

    __slots__ = ("_for", "_going", "_start", "hexes", "passed", "reach", "through")

    def __init__(self, going: MovementCosts, start: int, through: int, within: list[int]) -> None:
        self._going, self._start, self._for, self.through = (
            going,
            start,
            within,
            through,
        )  # `within`: by points spent
        self.reach = within[-1]
        self.hexes = members(self.reach)
        self.passed = Passed(going, start, within)

    def get_to(self, goal: int, barred: int) -> bool:
        """Whether a move gets to a hex through none of those `barred`; mostly no unit stands in the way."""
        if not self.reach >> goal & 1:
            return False
        return not self.passed[goal] & barred or self.lead_to(goal, barred)

    def lead_to(self, goal: int, barred: int) -> bool:
        """Whether some way leads to a hex through none of those `barred`: a search from the goal back, kept
        to hexes that are near enough to the start for the points that are left, and ended as soon as it is
        known.
        """
        going, within, start = self._going, self._for, 1 << self._start
        layer, entries, bit = going.layer, going.entries, going.bit
        due, room = entries[goal + 1], ~(barred | 1 << goal) | start
        for hexes in within[-2::-1]:
            new = due & room & hexes
            due >>= layer
            if new:
                if new & start:
                    return True
                room ^= new
                while new:
                    top = new.bit_length()
                    due |= entries[top]
                    new ^= bit[top]
            elif not due:
                break
        return goal == self._start


class WaysFrom(dict[tuple[int, int], EmptyMapReach]):
    """Where a move leads on an empty map, by the hex it starts in and its points. Worked out once."""

    def __init__(self, going: MovementCosts) -> None:
        super().__init__()
        self._going = going

    def __missing__(self, key: tuple[int, int]) -> EmptyMapReach:
        going, (start, budget) = self._going, key
        layer, seen, through = going.layer, 1 << start, 0
        due, lowest, within = going.exits[start + 1], (1 << layer) - 1, [seen]
        for left in range(budget - 1, -1, -1):
            new = due & lowest & ~seen
            due >>= layer
            seen |= new
            within.append(seen)
            through |= (new := new & going.worth[left])
            for hex_ in members(new):
                due |= going.exits[hex_ + 1]
        result = self[key] = EmptyMapReach(going, start, through, within)
        return result


class MovementCosts:
    """What movement costs one kind of unit, in whole steps (count half points where a road costs one half).

    Everything is folded into one table at load time: the exits of a hex, layer on layer, one layer a cost.
    The search keeps all future arrivals in one int and shifts a layer off at each point spent.

    >>> grid = Grid(row_column(range(1, 6), range(1, 8)))
    >>> walk = MovementCosts(grid, lambda a, b: 2)  # every step costs two points
    >>> start = grid.hex("0304")
    >>> len(grid.names(walk.reach([1 << start], 3, closed=0, stop=0)))  # start and six
    7
    >>> walk.path([(start, 0)], grid.hex("0306"), 9, closed=0, stop=0)[0]
    4
    """

    def __init__(self, grid: Grid, cost: Callable[[int, int], int | None]) -> None:
        self.grid = grid
        self.cost: dict[tuple[int, int], int] = {}  # (from, to) -> points, where a step is possible at all
        for a, near in grid.near_to.items():
            for b in members(near):
                if (points := cost(a, b)) is not None:
                    self.cost[a, b] = points
        self.slowest = max(self.cost.values(), default=1)
        self.layer = (
            max((max(step) for step in self.cost), default=0) + 1
        )  # no wider than the ground units can stand on
        self.exits = [0] * (self.layer + 1)  # by bit_length
        self.bit = [0, *(1 << h for h in range(self.layer))]
        worth = [0] * (self.slowest + 1)  # hexes with an exit for at most so much
        for (a, b), points in self.cost.items():
            self.exits[a + 1] |= 1 << b + (points - 1) * self.layer
            worth[points] |= 1 << a
        worth = list(accumulate(worth, or_))
        self.ways = WaysFrom(self)
        self.worth = [
            *worth,
            *worth[-1:] * 1000,
        ]  # with more left than the dearest step costs, every exit is open

    @cached_property
    def entries(self) -> list[int]:
        """The exits the other way round."""
        result = [0] * (self.layer + 1)
        for (a, b), points in self.cost.items():
            result[b + 1] |= 1 << a + (points - 1) * self.layer
        return result

    @cached_property
    def steps_into(self) -> dict[int, list[tuple[int, int]]]:
        """By goal: what a step costs, and from where; the dearest first."""
        result: dict[int, list[tuple[int, int]]] = {}
        for (a, b), points in sorted(self.cost.items(), key=lambda step: -step[1]):
            steps = result.setdefault(b, [])
            if steps and steps[-1][0] == points:
                steps[-1] = points, steps[-1][1] | 1 << a
            else:
                steps.append((points, 1 << a))
        return result

    def reach(self, start: Sequence[int], budget: int, closed: int, stop: int) -> Hexes:
        """Hexes enterable for `budget`; `start[k]` holds the hexes begun in at cost k. Entering `stop` ends
        the move.
        """
        layer, exits, worth, bit = self.layer, self.exits, self.worth, self.bit
        due, new = self._begin(start) if len(start) > 1 else 0, start[0]
        room = free = (1 << layer) - 1 & ~(closed | new)
        go_on = ~stop
        while new:
            top = new.bit_length()
            due |= exits[top]
            new ^= bit[top]
        for left in range(budget - 1, -1, -1):
            new = due & room
            due >>= layer
            if new:
                room ^= new
                new &= go_on & worth[left]
                while new:  # from the top: a table of single bits costs less than isolating the lowest
                    top = new.bit_length()
                    due |= exits[top]
                    new ^= bit[top]
        return Hexes(free ^ room | start[0])

    def _begin(self, start: Sequence[int]) -> int:
        due = 0
        for cost, hexes in enumerate(start[1:]):
            due |= hexes << cost * self.layer
        return due

    def path(
        self,
        start: Iterable[tuple[int, int]],
        goal: int,
        budget: int,
        closed: int,
        stop: int,
        liked: int = 0,
    ) -> tuple[int, list[Hex]] | None:
        """The cheapest way to `goal` as (points, hexes entered): ties through the most `liked` hexes, then
        the lowest.

        `start` gives (hex, points already spent in it); a hex with points spent counts as entered.
        """
        heap: list[tuple[int, int, tuple[int, ...], int]] = []
        for hex_, spent in start:
            entered: tuple[int, ...] = (hex_,) if spent else ()
            heappush(heap, (spent, -(liked >> hex_ & 1) if spent else 0, entered, hex_))
        done: set[int] = set()
        while heap:
            spent, likes, hexes, at = heappop(heap)
            if at in done or spent > budget:
                continue
            done.add(at)
            if at == goal:
                return spent, [Hex(h) for h in hexes]
            if hexes and stop >> at & 1:
                continue
            for neighbor in members(self.grid.near_to[at] & ~closed):
                if neighbor not in done and (points := self.cost.get((at, neighbor))) is not None:
                    heappush(
                        heap, (spent + points, likes - (liked >> neighbor & 1), (*hexes, neighbor), neighbor)
                    )
        return None
