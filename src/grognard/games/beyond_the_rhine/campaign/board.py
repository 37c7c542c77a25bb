"""BTR-ocs.scen.table: the map of the scenarios, what it costs to cross, and who holds what at the start."""

from __future__ import annotations

from functools import cache
from typing import Any

from grognard.core.facts import Codec
from grognard.core.hexes import OFF, Going, Grid, Hex, Hexes, members

from .. import terrain as tec
from ..board import Board
from ..board import Going as Kind
from ..pieces import read as read_base
from ..terrain import ALL, SIXTHS
from .pieces import ALLIED, GERMAN, SCENARIOS

DEAD, TO_COME, AWAY = (
    OFF,
    Hex(-2),
    Hex(-3),
)  # not on the map: dead pile, not yet arrived, away after a breakout
ELSEWHERE = {DEAD: "dead", TO_COME: "to come", AWAY: "away"}
_NAMES = {name: place for place, name in ELSEWHERE.items()}
EVERY_STEP = 1000  # more points than any path here costs


def _names(scenario: dict[str, Any]) -> list[str]:
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


_sheet = read_base("map_aachen.toml")
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

# ---------------------------------------------------------------- what a step costs, in sixths of a movement point


class Ways:
    """What a step costs a group of units: the dearest of theirs (BTR-ocs.move.stack)."""

    def __init__(self, kinds: frozenset[Kind]) -> None:
        self.kinds = kinds
        self.going = Going(GRID, self._cost)
        self.whole = {
            a: sum(1 << b for b in members(near) if self._is_whole(a, b)) for a, near in NEAR.items()
        }

    def step(self, a: int, b: int) -> int:
        """The cost of a step; `ALL` and `BARRED` as in the chart."""
        costs = [BOARD.cost(kind, a, b) if not BOARD.stuck(kind, a) else tec.BARRED for kind in self.kinds]
        return min(costs) if min(costs) < 0 else max(costs)

    def _cost(self, a: int, b: int) -> int | None:
        found = self.step(a, b)
        return found if found > 0 else None

    def _is_whole(self, a: int, b: int) -> bool:
        """BTR-tec.move.all: a hex that takes a whole unspent allowance."""
        return self.step(a, b) == ALL


@cache
def ways(kinds: frozenset[Kind]) -> Ways:
    return Ways(kinds)


@cache
def overland(mobility: str, ground: str, a: int, b: int) -> int:
    """The cost of a step without its roads: what an overrun pays (BTR-ocs.overrun.stack)."""
    cost = tec.hex_points(BOARD.types[b], ground, mobility)
    for side in BOARD.side(a, b):
        cost = tec.added(cost, tec.points(side, ground, mobility))
    return cost


@cache
def enterable(mobility: str, ground: str) -> dict[int, Hexes]:
    """BTR-ocs.combat.could-enter: neighbours that are not prohibited, roads counted; points do not matter."""
    kind = Kind(mobility, ground)
    return {
        a: Hexes(sum(1 << b for b in members(near) if BOARD.cost(kind, a, b) != tec.BARRED))
        for a, near in NEAR.items()
    }


def spell(sixths: int) -> str:
    return tec.spell(sixths)


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
    key = f"{'allied' if side == ALLIED else 'german'}_{'permanent' if permanent else 'sources'}"
    return GRID.set(SCENARIOS[scenario][key])


@cache
def closed_to(scenario: str, side: str, held_at_start: int) -> Hexes:
    """BTR-ocs.scen.stop-line: hexes German at the start that are too far for the Allies to enter."""
    stop = SCENARIOS[scenario].get("allied_stop")
    if side == GERMAN or not stop:
        return Hexes(0)
    far = area(scenario) & ~GRID.within(1 << GRID.hex(stop["of"]), stop["within"])
    return Hexes(far & ~held_at_start)


def points(sixths: int) -> str:
    """Movement points in words."""
    return f"{spell(sixths)} MP"


assert SIXTHS == 6
