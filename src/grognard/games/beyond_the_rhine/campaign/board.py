"""BTR-ocs.scen.table: the map of the scenarios, what it costs to cross, and who holds what at the start."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache, update_wrapper
from itertools import pairwise
from typing import Any, Concatenate, NamedTuple, ParamSpec, TypeVar

from grognard.core.facts import Codec
from grognard.core.hexes import OFF, Grid, Hex, Hexes, MovementCosts, members, set_of

from .. import terrain as tec
from ..board import Board
from ..board import MovementKind as Kind
from ..terrain import ALL, LINES, SIXTHS
from .pieces import ALLIED, GERMAN, SCENARIOS, TABLE, read
from .rows import ScenarioRow

# not on the map: dead pile, not yet arrived, away after a breakout, taken out by the chart
DEAD, TO_COME, AWAY, OUT = OFF, Hex(-2), Hex(-3), Hex(-4)
ELSEWHERE = {DEAD: "dead", TO_COME: "to come", AWAY: "away", OUT: "out"}
_NAMES = {name: place for place, name in ELSEWHERE.items()}
ROAD_POINTS = int(read("facility.toml")["marker"]["road_points"])
EVERY_STEP = 1000  # more points than any path here costs


def _names(scenario: ScenarioRow) -> list[str]:
    (first, last), (west, east) = scenario["rows"], scenario["columns"]
    return [f"{row}.{column:02}" for row in range(first, last + 1) for column in range(west, east + 1)]


def _cut(raw: dict[str, Any], names: set[str]) -> dict[str, Any]:
    """The map of the area in play: lines and rivers end at its edge."""
    lines = []
    for row in raw.get("line", ()):
        piece: list[str] = []
        for name in [*row["path"], ""]:
            if name in names:
                piece.append(name)
                continue
            lines += [row | {"path": piece}] if len(piece) > 1 else []
            piece = []
    sides = [
        row | {"hexsides": [s for s in row["hexsides"] if names.issuperset(s)]} for row in raw.get("side", ())
    ]
    rest = {
        "side": sides,
        "line": lines,
        "bridge": [b for b in raw.get("bridge", ()) if names.issuperset(b["hexside"])],
    }
    return raw | rest | {"hexes": {name: row for name, row in raw["hexes"].items() if name in names}}


_sheet = read("map_rhine.toml")
_in_play = {
    name for scenario in SCENARIOS.values() for name in _names(scenario)
}  # BTR-ocs.move.edge, BTR-ocs.supply.area
BOARD = Board(_cut(_sheet, _in_play))
GRID: Grid = BOARD.grid
NEAR = GRID.near_to
HEX = Codec(
    lambda h: ELSEWHERE.get(h) or GRID.name[h],
    lambda name: _NAMES[name] if name in _NAMES else GRID.hex(name),
)
HEXES = Codec(GRID.names, GRID.set)
TOKENS = Codec(
    lambda pairs: {GRID.name[h]: n for h, n in pairs},
    lambda plain: tuple((GRID.hex(h), n) for h, n in plain.items()),
)

P = ParamSpec("P")
T = TypeVar("T")

# ---------------------------------------------------------------- the map as water changes it

Pair = tuple[int, int]  # the two hexes of a hexside, the smaller number first


class Water(NamedTuple):
    """What water and bridges do to the map: a flood of the Roer, Rhine bridges down, hexsides with a laid
    bridge.
    """

    flood: bool = False
    blown: frozenset[str] = frozenset()
    laid: frozenset[Pair] = frozenset()


def _without(lines: list[dict[str, Any]], barred: set[frozenset[str]]) -> list[dict[str, Any]]:
    """Lines broken at hexsides they no longer cross."""
    result = []
    for row in lines:
        piece = row["path"][:1]
        for a, b in pairwise(row["path"]):
            if frozenset((a, b)) in barred:
                result += [row | {"path": piece}] if len(piece) > 1 else []
                piece = []
            piece = [*piece, b]
        result += [row | {"path": piece}] if len(piece) > 1 else []
    return result


def _flooded(raw: dict[str, Any]) -> dict[str, Any]:
    """BTR-ocs.dam.flood: the Roer is a major river, and no line crosses it."""
    wet = [row | {"kind": "major_river"} if row["name"] == "Roer" else row for row in raw["side"]]
    roer = {frozenset(pair) for row in raw["side"] if row["name"] == "Roer" for pair in row["hexsides"]}
    return raw | {"side": wet, "line": _without(raw["line"], roer)}


def _spanned(raw: dict[str, Any], laid: frozenset[Pair]) -> dict[str, Any]:
    """BTR-ocs.bridge.pontoon: a laid bridge is a road over its hexside."""
    names = [[GRID.name[a], GRID.name[b]] for a, b in sorted(laid)]
    gone = {frozenset(pair) for pair in names}
    sides = [
        row | {"hexsides": [s for s in row["hexsides"] if frozenset(s) not in gone]} for row in raw["side"]
    ]
    roads = [{"name": "pontoon bridge", "kind": "road", "path": pair} for pair in names]
    return raw | {"side": sides, "line": [*raw["line"], *roads]}


BOARDS = 8  # maps kept: every bridge that is laid or blown makes another, and each is large


OnMap = Callable[Concatenate[Board, P], T]  # a function of a map, which is its first argument


def once_a_map(size: int) -> Callable[[OnMap[P, T]], OnMap[P, T]]:
    """Keep the values of a function with the map they belong to: when the map goes, they go with it.

    A cache of the function itself would hold every map it was ever asked about.
    """

    def remembering(function: OnMap[P, T]) -> OnMap[P, T]:
        name = function.__name__

        def ask(board: Board, /, *args: P.args, **named: P.kwargs) -> T:
            values: dict[object, T] = board.remembered.setdefault(name, {})
            key = (args, *named.items()) if named else args
            if key not in values:
                if len(values) >= size:
                    values.clear()
                values[key] = function(board, *args, **named)
            return values[key]

        return update_wrapper(ask, function)

    return remembering


@lru_cache(maxsize=BOARDS)
def chart(water: Water) -> Board:
    """The map under water: one for each state of flood and bridges."""
    if water == Water():
        return BOARD
    raw = dict(BOARD.raw)
    raw = _flooded(raw) if water.flood else raw
    raw = _spanned(raw, water.laid) if water.laid else raw
    return Board(raw).blow(water.blown)


def _is_rail(line: dict[str, Any]) -> bool:
    """BTR-ocs.supply.detrain: railways by their names; the other lines of that kind are tracks."""
    return line["name"].endswith("railway") or line["name"] in TABLE["rail"]["others"]


@once_a_map(1)
def rails(board: Board) -> dict[int, Hexes]:
    """The neighbours of each rail hex along the railways."""
    result: dict[int, int] = {}
    for line in board.raw["line"]:
        for a, b in pairwise(line["path"]) if _is_rail(line) else ():
            x, y = GRID.hex(a), GRID.hex(b)
            if board.line(x, y):
                result[x], result[y] = result.get(x, 0) | 1 << y, result.get(y, 0) | 1 << x
    return {hex_: Hexes(bits) for hex_, bits in result.items()}


@once_a_map(1)
def joined_by_lines(board: Board) -> dict[int, Hexes]:
    """BTR-ocs.supply.source: the neighbours a road, autobahn or railroad leads to."""
    return {
        a: Hexes(set_of(b for b in members(near) if set(board.line(a, b)) & set(LINES)))
        for a, near in NEAR.items()
    }


# ---------------------------------------------------------------- what a step costs, in sixths of a movement
# point


class StepCosts:
    """What a step costs a group of units: the dearest of theirs (BTR-ocs.move.stack)."""

    def __init__(self, kinds: frozenset[Kind], board: Board, slow: int = 0) -> None:
        self.kinds, self.board, self.slow = kinds, board, slow
        self.whole = dict.fromkeys(NEAR, 0)  # BTR-tec.move.all: hexes that take a whole unspent allowance
        self.going = MovementCosts(GRID, self._cost)
        self.reached: dict[object, Hexes] = {}  # walks that were asked for, and how far they go

    def step(self, a: int, b: int) -> int:
        """The cost of a step; `ALL` and `BARRED` as in the chart."""
        board = self.board
        price = self._slowed if self.slow >> b & 1 and board.line(a, b) else board.cost
        costs = [price(kind, a, b) if not board.stuck(kind, a) else tec.BARRED for kind in self.kinds]
        return min(costs) if min(costs) < 0 else max(costs)

    def _slowed(self, kind: Kind, a: int, b: int) -> int:
        """BTR-ocs.bust.marker: a road costs more; the country beside it may be cheaper then."""
        lines = [
            tec.line_points(line, kind.ground, kind.mobility, kind.interdiction)
            for line in self.board.line(a, b)
        ]
        by_road = min(lines) + ROAD_POINTS * SIXTHS
        beside = overland(self.board, kind.mobility, kind.ground, a, b)
        return min(by_road, beside) if beside > 0 else by_road

    def _cost(self, a: int, b: int) -> int | None:
        result = self.step(a, b)
        if result == ALL:
            self.whole[a] |= 1 << b
        return result if result > 0 else None


@once_a_map(32)
def step_costs_of(board: Board, kinds: frozenset[Kind], slow: int = 0) -> StepCosts:
    return StepCosts(kinds, board, slow)


@once_a_map(65536)
def overland(board: Board, mobility: str, ground: str, a: int, b: int) -> int:
    """The cost of a step without its roads: what an overrun pays (BTR-ocs.overrun.stack)."""
    cost = tec.hex_points(BOARD.types[b], ground, mobility)
    for side in board.side(a, b):
        cost = tec.added(cost, tec.points(side, ground, mobility))
    return cost


@once_a_map(64)
def enterable(board: Board, mobility: str, ground: str) -> dict[int, Hexes]:
    """BTR-ocs.combat.could-enter: neighbours that are not prohibited, roads counted; points do not matter."""
    kind = Kind(mobility, ground)
    return {
        a: Hexes(set_of(b for b in members(near) if board.cost(kind, a, b) != tec.BARRED))
        for a, near in NEAR.items()
    }


def spell(sixths: int) -> str:
    return tec.spell(sixths)


def _east() -> Hexes:
    """The hexes east of the Rhine: what is joined to the eastern edge without crossing it."""
    rhine = {pair for pair, kinds in BOARD.sides.items() if "rhine" in kinds}
    result, new = set[int](), [max(GRID.where, key=lambda h: GRID.where[h][1])]
    while new:
        hex_ = new.pop()
        result.add(hex_)
        new += [h for h in members(NEAR[hex_]) if h not in result and frozenset((hex_, h)) not in rhine]
    return Hexes(set_of(result))


EAST = _east()
TOWNS = Hexes(
    set_of(h for h, kinds in BOARD.types.items() if {"village", "minor_city", "major_city"} & set(kinds))
)
RAIL_HEXES = Hexes(set_of(rails(BOARD)))

# ---------------------------------------------------------------- areas of a scenario


@cache
def area(scenario: str) -> Hexes:
    return GRID.set(_names(SCENARIOS[scenario]))


@cache
def allied_at_start(scenario: str) -> Hexes:
    """BTR-ocs.hold.start: the hexes west of the line of the scenario."""
    until = {int(row): last for row, last in SCENARIOS[scenario]["allied_until"].items()}
    bits = 0
    for hex_ in members(area(scenario)):
        row, column = GRID.where[hex_]
        bits |= (column <= until[row]) << hex_
    return Hexes(bits)


@cache
def sources(scenario: str, side: str, permanent: bool = False) -> Hexes:
    """BTR-ocs.supply.source: the sources the scenario lists."""
    row = SCENARIOS[scenario]
    if permanent:
        return GRID.set(row["allied_permanent"] if side == ALLIED else row["german_permanent"])
    return GRID.set(row["allied_sources"] if side == ALLIED else row["german_sources"])


@cache
def closed_to(scenario: str, side: str, held_at_start: int) -> Hexes:
    """BTR-ocs.scen.stop-line: hexes German at the start that are too far for the Allies to enter."""
    stop = SCENARIOS[scenario].get("allied_stop")
    if side == GERMAN or not stop:
        return Hexes(0)
    near: int = GRID.all
    if "of" in stop:
        near &= GRID.within(1 << GRID.hex(stop["of"]), stop["within"])
    if "rows_max" in stop:
        near &= set_of(h for h in members(area(scenario)) if GRID.where[h][0] <= stop["rows_max"])
    return Hexes(area(scenario) & ~near & ~held_at_start)


@cache
def outside(scenario: str) -> Hexes:
    """BTR-ocs.move.edge, BTR-ocs.supply.area: hexes of the map that are not in play."""
    return Hexes(GRID.all & ~area(scenario))


def points(sixths: int) -> str:
    """Movement points in words."""
    return f"{spell(sixths)} MP"


assert SIXTHS == 6
