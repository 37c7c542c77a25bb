"""The ground as a line of sight meets it: levels, what stands on a hex, hexsides, depressions, roads.

Lists are indexed by the number of a hex. Heights are in half levels. Outside the map there is no ground at
all (`PIT`).
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable
from typing import Any, NotRequired, TypedDict

from grognard.core.data import read as read_data
from grognard.core.hexes import members
from grognard.core.sightline import Side, Sightlines

from ..board import BRIDGE, GRID, HEX_ROWS, MAP, SIDES_OF, HexRow

PACKAGE = "grognard.games.purple_heart_draw.firefight"
FOLDER = "purple-heart-draw/firefight"  # of a player's own files, under GROGNARD_DATA


def read(name: str) -> dict[str, Any]:
    return read_data(PACKAGE, FOLDER, name)


class HexKind(TypedDict):
    """A kind of ground of the terrain file."""

    los: str
    height: float
    hindrance: int
    months: NotRequired[tuple[int, int]]


class BuildingKind(TypedDict):
    """A building higher than one level."""

    key: str
    upper: str
    height: float


TERRAIN, WEATHER = read("terrain.toml"), read("weather.toml")
KINDS: dict[str, HexKind] = {row["code"]: row for row in TERRAIN["hex"]}
SIGHTLINES = Sightlines(GRID)
MONTH = 7  # every scenario is fought in July 1944
PIT = -99
_NUMBERS = range(max(GRID.ground) + 1)
_ROW: dict[int, HexRow] = {GRID.number[name]: row for name, row in HEX_ROWS.items()}

# ---------------------------------------------------------------- hexes


def _halves(levels: float) -> int:
    return int(2 * levels)


def _building(row: HexRow) -> BuildingKind | None:
    """The row of a building that is higher than one level."""
    return next((kind for kind in TERRAIN["building"] if row.get(kind["key"])), None)


def _height(row: HexRow) -> int:
    """ASL-A6.2: how far woods and buildings stand above their ground, in half levels."""
    kind = KINDS[row["terrain"]]
    higher = _building(row) if row["terrain"] == "building" else None
    return _halves((higher or kind)["height"]) if kind["los"] == "obstacle" else 0


def _listed(value: Callable[[HexRow], int], outside: int) -> list[int]:
    return [value(_ROW[hex_]) if hex_ in _ROW else outside for hex_ in _NUMBERS]


def in_season(code: str) -> bool:
    """ASL-B14.2, ASL-B15.2: whether an orchard is in leaf, or grain stands in the field."""
    first, last = KINDS[code].get("months", (1, 12))
    return first <= MONTH <= last


LEVEL = _listed(lambda row: row["level"], PIT)  # FF-LOS.7; of a gully or stream its bottom
HEIGHT = _listed(_height, 0)
TREES = _listed(lambda row: int(KINDS[row["terrain"]]["los"] == "split" and in_season(row["terrain"])), 0)
TREE_HEIGHT = max(_halves(kind["height"]) for kind in KINDS.values() if kind["los"] == "split")
HINDRANCE = _listed(lambda row: KINDS[row["terrain"]]["hindrance"] * in_season(row["terrain"]), 0)
RUBBLE_HEIGHT = _halves(KINDS["rubble"]["height"])
BUILDINGS = GRID.set(name for name, row in HEX_ROWS.items() if row["terrain"] == "building")
MULTI_HEX: dict[int, str] = {
    GRID.number[name]: str(row["multi_hex"]) for name, row in HEX_ROWS.items() if "multi_hex" in row
}
UPPER: dict[int, str] = {hex_: str(kind["upper"]) for hex_, row in _ROW.items() if (kind := _building(row))}
LANES = GRID.set(name for name, row in HEX_ROWS.items() if row.get("sunken_lane"))  # PHD-MSR3.ff
DRAWS = GRID.set(name for name, row in HEX_ROWS.items() if KINDS[row["terrain"]]["los"] == "depression")
DEPRESSIONS = LANES | DRAWS
DEPTH = int(TERRAIN["sunken_lane"]["depth"])
BRIDGE_HEX = members(BRIDGE)[0]
BRIDGE_LEVEL = int(TERRAIN["bridge"]["level"])

# ---------------------------------------------------------------- hexsides, each from both of its hexes


def side(a: str, b: str) -> Side:
    one, two = GRID.hex(a), GRID.hex(b)
    return 6 * one + GRID.direction(one, two)


def _both(pairs: Iterable[tuple[str, str]]) -> set[Side]:
    return {found for a, b in pairs for found in (side(a, b), side(b, a))}


def _sides(kind: str) -> set[Side]:
    return {6 * hex_ + way for way, mask in enumerate(SIDES_OF[kind]) for hex_ in members(mask)}


def _next_to_each_other(*kinds: str) -> Iterable[tuple[str, str]]:
    rows: list[list[str]] = [row["hexes"] for row in MAP["line"] if row["kind"] in kinds]
    return itertools.chain.from_iterable(map(itertools.pairwise, rows))


WALL, BOCAGE, CLIFF = "wall", "bocage", "cliff"
FEATURE: dict[Side, str] = {
    found: kind for kind in (WALL, BOCAGE) for found in _sides(kind)
}  # what a line can be stopped by
CLIFFS = _sides(CLIFF)
_LANE_NAMES = set(GRID.names(LANES))
_ROADS = list(_next_to_each_other("road-dirt", "road-paved"))
# FF-LOS.11: consecutive hexes of a draw or stream, or of a run of sunken lane
JOINED = _both(_next_to_each_other("draw", "stream")) | _both(
    (a, b) for a, b in _ROADS if {a, b} <= _LANE_NAMES
)
BRIDGE_ROAD = _both((TERRAIN["bridge"]["hex"], name) for name in TERRAIN["bridge"]["road"])


def _straight_roads() -> list[int]:
    """FF-LOS.10, FF-R13: per hex the directions (as bits) in which one road line runs straight through it."""
    found = [0] * len(_NUMBERS)
    for row in MAP["line"]:
        hexes = [GRID.hex(name) for name in row["hexes"]] if row["kind"].startswith("road") else []
        for before, hex_, after in zip(hexes, hexes[1:], hexes[2:]):
            way = GRID.direction(hex_, after)
            if GRID.direction(before, hex_) == way:
                found[hex_] |= 1 << way | 1 << (way + 3) % 6
    return found


STRAIGHT_ROAD = _straight_roads()
UNDER_ROAD = set(TERRAIN["road"]["ignored"])
FOLLOWS_ROAD = [
    way if hex_ in _ROW and _ROW[hex_]["terrain"] in UNDER_ROAD else 0
    for hex_, way in enumerate(STRAIGHT_ROAD)
]


def describe(hex_: int) -> str:
    """What stands on a hex, in a word or two."""
    if hex_ in GRID.ground:
        return UPPER.get(GRID.ground[hex_], "stream under the bridge")
    row = _ROW[hex_]
    if row["terrain"] == "building":
        return f"{row['building']} {UPPER[hex_] if UPPER.get(hex_) == 'steeple' else 'building'}".replace(
            "steeple", "church"
        )
    if hex_ == BRIDGE_HEX:
        return "bridge over the stream"
    return f"sunken lane, {row['terrain']}" if LANES >> hex_ & 1 else str(row["terrain"])
