"""Lays real geography on hexes: `python -m grognard.games.beyond_the_rhine.map_builder --write` draws the
demonstration map anew.

A place goes to the hex its coordinates fall in, kept to its bank of the Rhine; a road to the hexes it runs
through; a river to the hexsides nearest to its course, found as a walk from corner to corner.
"""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import cos, hypot, pi, radians, sin, sqrt
from pathlib import Path
from typing import NotRequired, TypedDict, cast

from grognard.core.data import parse
from grognard.core.hexes import Grid, members
from grognard.core.notation import to_toml
from grognard.core.plain import Plain, PlainView

from .board import row_dot_column
from .pieces import read

Point = tuple[float, float]  # east and north of the corner, in hex widths
MILE = 1.609344  # km
DEGREE = 111.2  # km of a degree of latitude
TARGET = "map_aachen.toml"
ADDITIONS, CAMPAIGN_TARGET = "geography_additions.toml", "map_rhine.toml"
_HALF = sqrt(3) / 2


At = list[float]  # latitude and longitude


class Meta(TypedDict):
    miles_per_hex: float


class Extent(TypedDict):
    """The south-west corner of the sheet, and its size in hexes."""

    south: float
    west: float
    rows: int
    columns: int


class Course(TypedDict):
    """A river, a road or a railroad."""

    name: str
    kind: str
    course: list[At]


class Wall(TypedDict):
    course: list[At]


class Country(TypedDict):
    terrain: str
    outline: list[At]


class Town(TypedDict):
    name: str
    size: str
    at: At
    bank: NotRequired[str]


class Bridge(TypedDict):
    name: str
    near: At


class Geography(TypedDict):
    """geography.toml"""

    meta: Meta
    frame: Extent
    river: list[Course]
    line: list[Course]
    wall: list[Wall]
    country: list[Country]
    town: list[Town]
    bridge: list[Bridge]


class HexRow(TypedDict):
    """A hex of a map file."""

    t: str
    also: NotRequired[list[str]]
    name: NotRequired[str]


class Line(TypedDict):
    """A road or a railroad on hexes."""

    name: str
    kind: str
    path: list[str]


class HexSheet:
    """A sheet of hexes over the country."""

    def __init__(self, raw: Geography) -> None:
        self.raw, frame = raw, raw["frame"]
        self.width = raw["meta"]["miles_per_hex"] * MILE  # km
        self.south, self.west = frame["south"], frame["west"]
        self.grid = Grid(row_dot_column(range(1, frame["rows"] + 1), range(1, frame["columns"] + 1)))
        self.centres = {h: self.centre(h) for h in self.grid.name}
        self.corners = self._corners()
        self.blocked: set[frozenset[int]] = set()

    # -- geometry

    def point(self, at: Sequence[float]) -> Point:
        """Latitude and longitude as hex widths east and north of the south-west corner."""
        lat, lon = at
        east = (lon - self.west) * DEGREE * cos(radians(50.85)) / self.width
        return east, (lat - self.south) * DEGREE / self.width

    def centre(self, hex_: int) -> Point:
        row, column = self.grid.where[hex_]
        return column - 0.5 + 0.5 * (row % 2 == 0), (row - 0.5) * _HALF

    def _corners(self) -> dict[tuple[int, int], Point]:
        """Every corner of every hex, once; keyed by its rounded place."""
        result = {}
        for x, y in self.centres.values():
            for i in range(6):
                turn = pi / 6 + i * pi / 3
                u, v = x + cos(turn) / sqrt(3), y + sin(turn) / sqrt(3)
                result[round(u * 4), round(v * 12)] = (u, v)
        return result

    def hex_at(self, point: Point) -> int:
        return min(
            self.centres, key=lambda h: hypot(self.centres[h][0] - point[0], self.centres[h][1] - point[1])
        )

    def inside(self, point: Point) -> bool:
        return hypot(*(a - b for a, b in zip(self.centres[self.hex_at(point)], point, strict=True))) < 0.75

    def walk(self, course: Iterable[Sequence[float]], step: float = 0.1) -> Iterator[Point]:
        """Points along a course, close together."""
        points = [self.point(at) for at in course]
        for (x, y), (u, v) in pairwise(points):
            count = max(1, int(hypot(u - x, v - y) / step))
            yield from ((x + (u - x) * i / count, y + (v - y) * i / count) for i in range(count))
        yield points[-1]

    # -- rivers

    def sides(self, course: Sequence[Sequence[float]]) -> list[tuple[str, str]]:
        """The hexsides a river runs along: corners nearest to it, joined by the shortest walk."""
        corners = list(dict.fromkeys(self._nearest_corner(p) for p in self.walk(course) if self.inside(p)))
        edges: dict[frozenset[tuple[int, int]], None] = {}
        for a, b in pairwise(corners):
            for edge in self._between(a, b):
                edges[edge] = None
        result = [pair for edge in edges if (pair := self.pairs.get(edge))]
        return [(self.grid.name[min(p)], self.grid.name[max(p)]) for p in dict.fromkeys(result)]

    def _nearest_corner(self, point: Point) -> tuple[int, int]:
        return min(
            self.corners, key=lambda c: hypot(self.corners[c][0] - point[0], self.corners[c][1] - point[1])
        )

    @property
    def pairs(self) -> dict[frozenset[tuple[int, int]], frozenset[int]]:
        """The two hexes on either side of an edge between corners."""
        if not hasattr(self, "_pairs"):
            self._pairs: dict[frozenset[tuple[int, int]], frozenset[int]] = {}
            for hex_ in self.grid.name:
                for other in members(self.grid.near_to[hex_]):
                    shared = self._own_corners(hex_) & self._own_corners(other)
                    self._pairs[frozenset(shared)] = frozenset((hex_, other))
        return self._pairs

    def _own_corners(self, hex_: int) -> frozenset[tuple[int, int]]:
        x, y = self.centres[hex_]
        turns = [pi / 6 + i * pi / 3 for i in range(6)]
        return frozenset(
            (round((x + cos(t) / sqrt(3)) * 4), round((y + sin(t) / sqrt(3)) * 12)) for t in turns
        )

    def _between(self, start: tuple[int, int], goal: tuple[int, int]) -> list[frozenset[tuple[int, int]]]:
        if not hasattr(self, "_joined"):
            self._joined: dict[tuple[int, int], set[tuple[int, int]]] = {}
            for edge in self.pairs:
                a, b = sorted(edge)
                self._joined.setdefault(a, set()).add(b)
                self._joined.setdefault(b, set()).add(a)
        came: dict[tuple[int, int], tuple[int, int] | None] = {start: None}
        queue = deque([start])
        while queue and goal not in came:
            hex_ = queue.popleft()
            for neighbor in sorted(self._joined.get(hex_, ())):
                if neighbor not in came:
                    came[neighbor] = hex_
                    queue.append(neighbor)
        sides, at = [], goal
        while goal in came and (back := came[at]) is not None:
            sides.append(frozenset((at, back)))
            at = back
        return sides[::-1]

    # -- roads and places

    def path(self, course: Sequence[Sequence[float]], towns: dict[tuple[float, float], int]) -> list[int]:
        """The hexes a line runs through; where it names a town's own coordinates, the town's hex."""
        anchors = [
            towns.get((at[0], at[1]), self.hex_at(self.point(at)))
            for at in course
            if self.inside(self.point(at))
        ]
        result = [anchors[0]]
        for goal in anchors[1:]:
            while result[-1] != goal:
                centre = self.centres[goal]
                near = members(self.grid.near_to[result[-1]])
                result.append(
                    min(
                        near,
                        key=lambda h: hypot(self.centres[h][0] - centre[0], self.centres[h][1] - centre[1]),
                    )
                )
        return result

    def west_bank(self, sides: Iterable[tuple[str, str]]) -> set[int]:
        """The hexes joined to the west edge without crossing these hexsides."""
        wall = {frozenset(self.grid.number[h] for h in side) for side in sides}
        seen = {h for h in self.grid.name if self.grid.where[h][1] == 1}
        queue = deque(seen)
        while queue:
            hex_ = queue.popleft()
            for neighbor in members(self.grid.near_to[hex_]):
                if neighbor not in seen and frozenset((hex_, neighbor)) not in wall:
                    seen.add(neighbor)
                    queue.append(neighbor)
        return seen

    def place(self, at: Sequence[float], bank: str, west: set[int]) -> int:
        """The nearest hex on the right bank of the Rhine."""
        x, y = self.point(at)
        fits = [h for h in self.grid.name if not bank or (h in west) == (bank == "west")]
        return min(fits, key=lambda h: hypot(self.centres[h][0] - x, self.centres[h][1] - y))


def within(point: Point, outline: Sequence[Point]) -> bool:
    """Whether a point lies inside an outline."""
    x, y = point
    odd = False
    for (a, b), (c, d) in zip(outline, [*outline[1:], outline[0]], strict=True):
        if (b > y) != (d > y) and x < (c - a) * (y - b) / (d - b) + a:
            odd = not odd
    return odd


def draw(raw: Geography) -> tuple[Plain, dict[str, HexRow]]:
    """The map in our format, and its hexes."""
    sheet = HexSheet(raw)
    grid = sheet.grid
    rivers = [(row, sheet.sides(row["course"])) for row in raw["river"]]
    rhine = next(sides for row, sides in rivers if row["kind"] == "rhine")
    west = sheet.west_bank(rhine)
    hexes = _ground(sheet, raw)
    towns = {
        (row["at"][0], row["at"][1]): sheet.place(row["at"], row.get("bank", ""), west) for row in raw["town"]
    }
    for row in raw["town"]:
        _settle(hexes[towns[row["at"][0], row["at"][1]]], row)
    lines: list[Line] = [
        {
            "name": row["name"],
            "kind": row["kind"],
            "path": [grid.name[h] for h in sheet.path(row["course"], towns)],
        }
        for row in raw["line"]
    ]
    plain: Plain = {
        "meta": {**raw["meta"], "clause": "BTR-frame.scale", "drawn_from": "geography.toml"},
        "grid": {
            "first_row": 1,
            "last_row": raw["frame"]["rows"],
            "first_column": 1,
            "last_column": raw["frame"]["columns"],
        },
        "side": [
            {"name": row["name"], "kind": row["kind"], "hexsides": [list(side) for side in sides]}
            for row, sides in rivers
        ],
        "line": lines,
        "bridge": list(_bridges(sheet, raw, rhine, lines)),
    }
    return plain, {grid.name[h]: data for h, data in hexes.items()}


def _ground(sheet: HexSheet, raw: Geography) -> dict[int, HexRow]:
    """The terrain of every hex, and where the West Wall runs."""
    hexes: dict[int, HexRow] = {h: {"t": "open"} for h in sheet.grid.name}
    for row in raw["country"]:
        outline = [sheet.point(at) for at in row["outline"]]
        for hex_, centre in sheet.centres.items():
            if within(centre, outline):
                hexes[hex_]["t"] = row["terrain"]
    for wall in raw["wall"]:
        for hex_ in dict.fromkeys(sheet.hex_at(p) for p in sheet.walk(wall["course"]) if sheet.inside(p)):
            if "west_wall" not in hexes[hex_].get("also", ()):
                hexes[hex_].setdefault("also", []).append("west_wall")
    return hexes


def _settle(hex_: HexRow, town: Town) -> None:
    if town["size"] == "village":
        hex_.setdefault("also", []).insert(0, "village")
    else:
        hex_["t"] = town["size"]
    hex_.setdefault("name", town["name"])


def _bridges(
    sheet: HexSheet, raw: Geography, rhine: list[tuple[str, str]], lines: list[Line]
) -> Iterator[Plain]:
    """Each bridge is the Rhine hexside, crossed by a line, that lies nearest to it."""
    crossed = {frozenset(pair) for row in lines for pair in pairwise(row["path"])}
    spans = [side for side in rhine if frozenset(side) in crossed]
    for row in raw["bridge"]:
        away = [(_middle_to(sheet, side, sheet.point(row["near"])), side) for side in spans]
        yield {"name": row["name"], "hexside": list(min(away)[1])}


def _middle_to(sheet: HexSheet, side: tuple[str, str], point: Point) -> float:
    (a, b), (c, d) = (sheet.centres[sheet.grid.number[h]] for h in side)
    return hypot((a + c) / 2 - point[0], (b + d) / 2 - point[1])


def text(raw: Geography) -> str:
    head = (
        "# The demonstration map, drawn by map_builder.py from geography.toml: our reconstruction. Do not"
        " edit; edit the geography.\n\n"
    )
    plain, hexes = draw(raw)
    body = "\n".join(f'"{name}" = {_inline(data)}' for name, data in hexes.items())
    return f"{head}{to_toml(plain)}\n[hexes]\n{body}\n"


def _inline(data: PlainView) -> str:
    import json

    parts = [f"{name} = {json.dumps(value, ensure_ascii=False)}" for name, value in data.items()]
    return f"{{ {', '.join(parts)} }}"


def joined(raw: Geography, more: Geography) -> Geography:
    """The geography of the ledger with what the campaign on the map adds to it."""
    return {
        "meta": raw["meta"],
        "frame": raw["frame"],
        "river": [*raw["river"], *more.get("river", ())],
        "line": [*raw["line"], *more.get("line", ())],
        "wall": [*raw["wall"], *more.get("wall", ())],
        "country": [*raw["country"], *more.get("country", ())],
        "town": [*raw["town"], *more.get("town", ())],
        "bridge": [*raw["bridge"], *more.get("bridge", ())],
    }


def main() -> None:
    if sys.argv[1:] != ["--write"]:
        sys.exit("usage: python -m grognard.games.beyond_the_rhine.map_builder --write")
    folder = Path(__file__).parent
    raw = cast(Geography, read("geography.toml"))
    more = cast(Geography, parse((folder / "campaign" / "data" / ADDITIONS).read_text("utf-8")))
    for target, geography in (
        (folder / "data" / TARGET, raw),
        (folder / "campaign" / "data" / CAMPAIGN_TARGET, joined(raw, more)),
    ):
        target.write_text(text(geography), "utf-8")
        print(target)


if __name__ == "__main__":
    main()
