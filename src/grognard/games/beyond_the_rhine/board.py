"""A map in our format: hexes with their terrain, hexsides, lines; movement cost along a path and reach.

[grid]            first_row, last_row, first_column, last_column: hexes are written row.column, rows from the
south [hexes]           "12.07" = { t = "open", also = ["village", "west_wall"], name = "Aachen" } [[side]]
name, kind = "minor_river" and so on, hexsides = [["12.07", "12.08"], ...] [[line]]          name, kind =
"road", "autobahn" or "railroad_or_track", path = ["12.07", "12.08", ...] [[bridge]]        name, hexside: a
Rhine bridge, which can be blown
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache, cached_property
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from grognard.core.caching import memoized
from grognard.core.data import parse, provenance
from grognard.core.hexes import Grid, Hex, Numbering
from grognard.core.plain import PlainView
from grognard.core.ruling import GrognardError

from . import terrain as tec
from .pieces import read, suggest
from .terrain import ALL, BARRED, SIXTHS

FERRY = "rhine_ferry_or_blown_bridge"


def row_dot_column(rows: range, columns: range) -> Numbering:
    """Hexes written 24.07: row before column, rows from the south, even rows half a hex east."""

    def read_(text: str) -> tuple[int, int]:
        if not (match := re.fullmatch(r"(\d{1,3})\.(\d{2,3})", text)):
            raise ValueError(f"{text!r} is not a hex of this map")
        return int(match[1]), int(match[2])

    return Numbering(rows, columns, True, 0, True, lambda row, column: f"{row}.{column:02}", read_)


class Step(NamedTuple):
    """One step of a path, with what it costs and why."""

    hex: str
    sixths: int
    because: str
    clause: str


class MovementKind(NamedTuple):
    """What moves: mobility, ground condition, and whether roads are interdicted to it."""

    mobility: str
    ground: str = "dry"
    interdiction: bool = False


@cache
def _step_cost(
    going: MovementKind, types: tuple[str, ...], sides: tuple[str, ...], lines: tuple[str, ...]
) -> int:
    """What a step into a hex costs, by its terrain, and the hexsides and lines between: few kinds of steps
    make up a map.
    """
    mobility, ground, interdiction = going
    overland = tec.hex_points(types, ground, mobility)
    for kind in sides:
        overland = tec.added(overland, tec.points(kind, ground, mobility))
    costs = [tec.line_points(kind, ground, mobility, interdiction) for kind in lines]
    if overland > 0:
        costs.append(overland)
    return min(costs) if costs else overland


class Board:
    """A map, read and checked."""

    def __init__(self, raw: PlainView) -> None:
        try:
            self._read(raw)
        except (KeyError, TypeError, ValueError) as error:
            raise (
                error
                if isinstance(error, GrognardError)
                else GrognardError(f"not a map in our format: {error!r}")
            ) from None

    def _read(self, raw: Mapping[str, Any]) -> None:
        self.raw, grid = raw, raw["grid"]
        self.title, self.provenance = raw["meta"]["title"], provenance(raw["meta"]["provenance"])
        rows, columns = (range(grid[f"first_{what}"], grid[f"last_{what}"] + 1) for what in ("row", "column"))
        self.grid = Grid(row_dot_column(rows, columns), raw["hexes"])
        number = self.grid.number
        self.types: dict[int, tuple[str, ...]] = {}
        self.names: dict[int, str] = {}
        for name, data in raw["hexes"].items():
            self.types[number[name]] = tuple(
                str(tec.key(t)["key"]) for t in (data["t"], *data.get("also", ()))
            )
            if "name" in data:
                self.names[number[name]] = data["name"]
        self.sides: dict[frozenset[int], tuple[str, ...]] = {}
        self.lines: dict[frozenset[int], tuple[str, ...]] = {}
        for row in raw.get("side", ()):
            for a, b in row["hexsides"]:
                self._join(self.sides, a, b, row["kind"], "hexside")
        for row in raw.get("line", ()):
            for a, b in pairwise(row["path"]):
                self._join(self.lines, a, b, row["kind"], "line")
        self.bridges = {
            row["name"]: frozenset(self.grid.hex(h) for h in row["hexside"]) for row in raw.get("bridge", ())
        }
        self.blown: frozenset[str] = frozenset()
        self.remembered: dict[Any, Any] = {}  # what was worked out on this map, by function

    def _join(
        self, where: dict[frozenset[int], tuple[str, ...]], a: str, b: str, kind: str, what: str
    ) -> None:
        x, y = self.grid.hex(a), self.grid.hex(b)
        self.grid.direction(x, y)
        known = tec.key(kind)
        if known["kind"] != what:
            raise GrognardError(f"{kind} is a {known['kind']}, not a {what}")
        side = frozenset((x, y))
        if known["key"] not in where.get(side, ()):
            where[side] = (*where.get(side, ()), known["key"])

    # -- what lies where

    def blow(self, names: Iterable[str]) -> Board:
        """The same map with bridges blown; a repaired one is simply not among them
        (BTR-tec.move.rhine-bridge).
        """
        wanted = frozenset(names)
        if strange := sorted(wanted - self.bridges.keys()):
            raise GrognardError(
                f"{strange[0]!r} is not a bridge of this map; the bridges are {', '.join(self.bridges)}"
            )
        new = object.__new__(Board)
        new.__dict__ = {k: v for k, v in self.__dict__.items() if k not in ("_exits", "_down")} | {
            "blown": wanted,
            "remembered": {},
        }
        return new

    @cached_property
    def _down(self) -> frozenset[frozenset[int]]:
        return frozenset(self.bridges[name] for name in self.blown)

    def side(self, a: int, b: int) -> tuple[str, ...]:
        """The hexsides between two neighbours; over a blown bridge the ferry row counts."""
        return self.between(a, b)[0]

    def line(self, a: int, b: int) -> tuple[str, ...]:
        """The lines that join two neighbours; a ferry or blown bridge breaks them."""
        return self.between(a, b)[1]

    def between(self, a: int, b: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The hexsides and the lines between two neighbours."""
        pair = frozenset((a, b))
        sides = (FERRY,) if pair in self._down else self.sides.get(pair, ())
        return sides, () if FERRY in sides else self.lines.get(pair, ())

    def near(self, hex_: int) -> list[int]:
        """The neighbours of a hex; on a big map quicker than the members of a set as wide as the map."""
        known = self.types
        return [neighbor for shift in self.grid.shifts if (neighbor := hex_ + shift) in known]

    def hex(self, name: str) -> Hex:
        """A hex by its number or by the name of a place in it."""
        if name in self.grid.number:
            return self.grid.number[name]
        for hex_, place in self.names.items():
            if place.casefold() == name.casefold():
                return Hex(hex_)
        raise GrognardError(
            f"{name!r} is not a hex or place of this map{suggest(name, list(self.names.values()))}"
        )

    # -- movement

    def cost(self, going: MovementKind, a: int, b: int) -> int:
        """BTR-tec.move.line, BTR-tec.move.add: one step, in sixths of a point, `ALL` or `BARRED`."""
        return _step_cost(going, self.types[b], *self.between(a, b))

    def explain(self, going: MovementKind, a: int, b: int) -> Step:
        """One step with its reason."""
        cost, name = self.cost(going, a, b), self.grid.name[b]
        mobility, ground, interdiction = going
        for kind in self.line(a, b):
            if tec.line_points(kind, ground, mobility, interdiction) == cost:
                why = " (interdicted)" if interdiction and tec.interdicted(kind, ground) else ""
                clause = "BTR-tec.move.interdiction" if why else tec.move_clause(kind)
                return Step(
                    name,
                    cost,
                    f"along {'an' if kind == 'autobahn' else 'a'} {kind.replace('_', ' ')}{why}",
                    clause,
                )
        ground_words = " and ".join(t.replace("_", " ") for t in self.types[b])
        sides = self.side(a, b)
        words = ground_words + "".join(f" over a {s.replace('_', ' ')}" for s in sides)
        return Step(name, cost, words, self._clause(going, b, sides))

    def _clause(self, going: MovementKind, b: int, sides: tuple[str, ...]) -> str:
        """The row that speaks: a hexside that bars or adds, else the dearest terrain."""
        if sides:
            return tec.move_clause(sides[0])
        listed = [
            t
            for t in self.types[b]
            if tec.points(t, going.ground, going.mobility)
            == tec.hex_points(self.types[b], going.ground, going.mobility)
        ]
        return tec.move_clause(listed[0]) if listed else "BTR-tec.move.mixed"

    def stuck(self, going: MovementKind, hex_: int) -> bool:
        """BTR-tec.move.stuck: a Track or Truck unit in terrain that is prohibited now, without a road or
        other line in its hex.

        A line in the hex is the way in, and what a unit pays on leaving it is the hex it enters.
        """
        if (
            going.mobility == "leg"
            or tec.hex_points(self.types[hex_], going.ground, going.mobility) != BARRED
        ):
            return False
        return not any(self.line(hex_, neighbor) for neighbor in self.near(hex_))

    @cached_property
    def _exits(self) -> dict[MovementKind, dict[int, tuple[tuple[int, frozenset[int]], ...]]]:
        return {}

    def exits(self, going: MovementKind, hex_: int) -> tuple[tuple[int, frozenset[int]], ...]:
        """The neighbours of a hex grouped by what they cost, the cheapest first; worked out once a hex."""
        known = self._exits.setdefault(going, {})
        result = known.get(hex_)
        if result is None:
            by_cost: dict[int, set[int]] = {}
            for neighbor in () if self.stuck(going, hex_) else self.near(hex_):
                if (cost := self.cost(going, hex_, neighbor)) > 0:
                    by_cost.setdefault(cost, set()).add(neighbor)
            result = known[hex_] = tuple((cost, frozenset(hexes)) for cost, hexes in sorted(by_cost.items()))
        return result

    def prepare(self, going: MovementKind) -> None:
        """Works out every exit beforehand: what a map costs one kind of going."""
        for hex_ in self.types:
            self.exits(going, hex_)
            self.whole(going, hex_)

    @memoized("remembered")
    def whole(self, going: MovementKind, hex_: int) -> tuple[int, ...]:
        """BTR-tec.move.all: neighbours that take a whole unspent allowance; worked out once a hex."""
        near = () if self.stuck(going, hex_) else self.near(hex_)
        return tuple(neighbor for neighbor in near if self.cost(going, hex_, neighbor) == ALL)

    def reach(
        self,
        going: MovementKind,
        start: int,
        allowance: int,
        closed: frozenset[int] = frozenset(),
        stop: frozenset[int] = frozenset(),
    ) -> dict[int, int]:
        """Every hex a unit can enter with so many points, with what it has spent there, in sixths.

        `closed`: enemy combat units (BTR-ocs.move.enemy); `stop`: un-negated enemy ZOC, which ends a Truck
        move (BTR-ocs.zoc.move). Points spent are walked off one after another, so only hexes in reach are
        ever looked at.
        """
        budget = allowance * SIXTHS
        result = {start: 0}
        due: list[set[int]] = [set() for _ in range(budget + 1)]
        for cost, neighbors in self.exits(going, start):
            if cost <= budget:
                due[cost] |= neighbors
        known = self._exits[going]
        for spent in range(1, budget + 1):
            new = due[spent]
            if not new:
                continue
            new.difference_update(result, closed)
            for hex_ in new:
                result[hex_] = spent
                if hex_ in stop:
                    continue
                for cost, neighbors in known.get(hex_) or self.exits(going, hex_):
                    if spent + cost > budget:
                        break
                    due[spent + cost] |= neighbors
        for hex_ in self.whole(going, start):
            if hex_ not in result and hex_ not in closed:
                result[hex_] = budget
        return result

    def path_cost(self, going: MovementKind, path: list[int]) -> list[Step]:
        """Movement along a path, step by step; a step that cannot be made has its reason and ends the
        list.
        """
        steps: list[Step] = []
        for a, b in pairwise(path):
            step = self.explain(going, a, b)
            if self.stuck(going, a):
                step = Step(
                    step.hex,
                    BARRED,
                    "the unit is stuck: its hex is prohibited now and has no road",
                    "BTR-tec.move.stuck",
                )
            if step.sixths == ALL and steps:
                step = Step(
                    step.hex, BARRED, f"{step.because}: needs the whole MA unspent", "BTR-tec.move.all"
                )
            steps.append(step)
            if step.sixths in (ALL, BARRED):
                break
        return steps

    def cheapest(self, going: MovementKind, start: int, goal: int, allowance: int) -> list[int] | None:
        """A cheapest way to a hex in reach, hex by hex from the start."""
        reached = self.reach(going, start, allowance)
        if goal not in reached:
            return None
        path, at = [goal], goal
        while at != start:
            back = [a for a in self.near(at) if a in reached and self._leads(going, a, at, reached)]
            if not back:
                return [start, goal]  # a whole allowance
            at = min(back)
            path.append(at)
        return path[::-1]

    def _leads(self, going: MovementKind, a: int, b: int, result: dict[int, int]) -> bool:
        return any(
            cost + result[a] == result[b] for cost, neighbors in self.exits(going, a) if b in neighbors
        )


@cache
def demonstration() -> Board:
    """The map that comes with the game: Aachen, the Roer and the Rhine, our reconstruction."""
    return Board(read("map_aachen.toml"))


def load(path: str | None) -> Board:
    """A map file, or the demonstration map."""
    if path is None:
        return demonstration()
    try:
        plain = parse(Path(path).read_text("utf-8"))
    except (GrognardError, UnicodeDecodeError) as error:
        raise GrognardError(f"{path}: not a map: {error}") from None
    return Board(plain)
