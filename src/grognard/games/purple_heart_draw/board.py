"""PHD-MAP, PHD-TM1: the map, its hexsides, and what makes a hex a Tactical Location by print. Whole map,
levels -1 to 4.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable
from typing import NotRequired, TypedDict

from grognard.core.facts import Codec, hex_codec
from grognard.core.hexes import OFF, Hex, Hexes, lettered, letters
from grognard.core.storeys import StoreyGrid

from .pieces import GERMAN, LIMITS, US, read

MAP = read("map.toml")
COLUMNS, ROWS = int(MAP["geometry"]["columns"]), int(MAP["geometry"]["rows"])
# even columns stand half a hex higher: the odd ones are those that stand half a hex on
UPPER_KEYS = ("two_story_house", "multi_hex", "steeple")  # of houses that have an upper Location
GRID = StoreyGrid(
    lettered(COLUMNS, range(1, ROWS + 1), shifted=1),
    (row["id"] for row in MAP["grid"]["hex"] if any(row.get(key) for key in UPPER_KEYS)),
    next(row["hexes"] for row in MAP["place"] if row["name"] == "bridge"),
)
DIRECTIONS = GRID.compass


class HexFacts(TypedDict):
    """A hex for people and pages."""

    hex: str
    terrain: str
    level: int
    building: str | None
    road: str | None
    sides: dict[str, list[str]]
    lines: list[str]
    places: list[str]
    tactical: list[str]
    provenance: str
    cited: list[str]


class HexRow(TypedDict):
    """A hex of the map file."""

    id: str
    terrain: str
    level: int
    building: NotRequired[str]
    road: NotRequired[str]
    bridge: NotRequired[str]
    multi_hex: NotRequired[str]
    sunken_lane: NotRequired[bool]
    steeple: NotRequired[bool]
    tactical: NotRequired[list[str]]


HEX_ROWS: dict[str, HexRow] = {row["id"]: row for row in MAP["grid"]["hex"]}
LEVEL = {GRID.number[name]: int(row["level"]) for name, row in HEX_ROWS.items()}
TERRAIN = {GRID.number[name]: str(row["terrain"]) for name, row in HEX_ROWS.items()}
LINES: dict[str, list[str]] = {row["name"]: row["hexes"] for row in MAP["line"]}
DRAW = GRID.set(LINES["Purple Heart Draw"])
INTERSECTIONS = GRID.set(MAP["objective"]["intersections"])  # PHD-C4.obj


def hexes_where(test: Callable[[HexRow], bool]) -> Hexes:
    return GRID.set(name for name, row in HEX_ROWS.items() if test(row))


GROUND: dict[str, Hexes] = {
    kind: GRID.set(name for name, row in HEX_ROWS.items() if row["terrain"] == kind)
    for kind in MAP["terrain_codes"]
}
BUILDING = hexes_where(lambda row: bool(row.get("building")))
ROAD = hexes_where(lambda row: bool(row.get("road")))
BRIDGE = GRID.set(next(row["hexes"] for row in MAP["place"] if row["name"] == "bridge"))  # PHD-MSR3
WATER = GRID.set(name for row in MAP["line"] if row["kind"] == "stream" for name in row["hexes"])
FORD = Hexes(WATER & ROAD & ~BRIDGE)
CONCEALMENT = Hexes(
    GROUND["orchard"]
    | GROUND["grain"]
    | GROUND["brush"]
    | GROUND["woods"]
    | BUILDING
    | GROUND["gully"]
    | GROUND["stream"]
)
BURNABLE = Hexes(GROUND["orchard"] | GROUND["grain"] | GROUND["brush"] | GROUND["woods"] | BUILDING)
OPEN_GROUND = GROUND["open"]

# ---------------------------------------------------------------- rows and columns as sets

ROW = {row: GRID.set(f"{letters(c)}{row}" for c in range(1, COLUMNS + 1)) for row in range(1, ROWS + 1)}
COLUMN = {
    letters(c): GRID.set(f"{letters(c)}{row}" for row in range(1, ROWS + 1)) for c in range(1, COLUMNS + 1)
}
COLUMN_OF = {h: line for h, (line, _) in GRID.where.items()}  # 1 for A
ROW_OF = {h: place for h, (_, place) in GRID.where.items()}
EDGE = {US: ROW[1], GERMAN: ROW[ROWS]}  # PHD-C2.FME, PHD-I4: the friendly map edge


def rows(first: int, last: int = ROWS) -> Hexes:
    """All hexes numbered so.

    >>> rows(5).bit_count() == 31 * 33
    True
    """
    result = 0
    for row in range(max(first, 1), min(last, ROWS) + 1):
        result |= ROW[row]
    return Hexes(result)


GERMAN_START = rows(LIMITS["hexes"]["german_start"])  # PHD-C4.german, PHD-R6


def columns(first: str, last: str) -> Hexes:
    names = list(COLUMN)
    result = 0
    for name in names[names.index(first) : names.index(last) + 1]:
        result |= COLUMN[name]
    return Hexes(result)


# ---------------------------------------------------------------- hexsides

SIDES_OF: dict[str, tuple[Hexes, ...]] = {
    kind: GRID.sides((row["a"], row["b"]) for row in MAP["grid"]["hexside"] if row["type"] == kind)
    for kind in MAP["hexside_codes"]
}
# PHD-MSR3: every hedge is bocage
BARRIER = tuple(Hexes(b | w) for b, w in zip(SIDES_OF["bocage"], SIDES_OF["wall"], strict=True))

ROAD_SIDES = GRID.sides(
    [
        (a, b)
        for row in MAP["line"]
        if row["kind"].startswith("road")
        for a, b in zip(row["hexes"], row["hexes"][1:])
    ]
)
# D8.2: a vehicle that enters one of these off a road makes a Bog check
BOG_GROUND = Hexes(GROUND["woods"] | GROUND["gully"] | GROUND["stream"] | BUILDING)
NO_CLIFF = tuple(Hexes(GRID.all & ~mask) for mask in SIDES_OF["cliff"])  # B11: sides a vehicle can cross


def _runs(masks: Iterable[int], length: int) -> Hexes:
    """Hexes with so many consecutive sides of the masks, counted round the hex."""
    six = list(masks)
    result = 0
    for start in range(6):
        run = -1
        for step in range(length):
            run &= six[(start + step) % 6]
        result |= run
    return Hexes(result & GRID.all)


def _crests() -> tuple[Hexes, ...]:
    """Per direction, the hexes whose neighbour that way lies lower."""
    masks = [0] * 6
    for h, level in LEVEL.items():
        for d in range(6):
            neighbor = GRID.step(h, d)
            if neighbor != OFF and LEVEL[neighbor] < level:
                masks[d] |= 1 << h
    return tuple(map(Hexes, masks))


CREST = _crests()
# PHD-C2.TL by print alone, reason by reason
PRINTED: dict[str, Hexes] = {
    "building": BUILDING,
    "bridge": BRIDGE,
    "ford": FORD,
    "three contiguous crestlines": _runs(CREST, 3),
    "four contiguous wall or bocage hexsides": _runs(BARRIER, 4),
}
PRINTED_TL = Hexes(
    PRINTED["building"]
    | BRIDGE
    | FORD
    | PRINTED["three contiguous crestlines"]
    | PRINTED["four contiguous wall or bocage hexsides"]
)


def road_exits() -> dict[str, str]:
    """PHD-MSR5: a road that leaves the map goes on off it, of the same type, along its letter or its
    number.
    """
    edge = ROW[1] | ROW[ROWS] | COLUMN["A"] | COLUMN[letters(COLUMNS)]
    return {GRID.name[h]: str(HEX_ROWS[GRID.name[h]]["road"]) for h in GRID.name if (edge & ROAD) >> h & 1}


HEXES = Codec(GRID.names, GRID.set, by_member=True)
HEX = hex_codec(GRID)


def span(line: list[str], first: str, last: str) -> Hexes:
    """The hexes of a named line on and between two of them."""
    a, b = sorted((line.index(first), line.index(last)))
    return GRID.set(line[a : b + 1])


def straight(*corners: str) -> list[Hex]:
    """PHD-1..4.predicate: a perimeter of straight legs, one hex a column."""
    result: list[Hex] = []
    for a, b in itertools.pairwise(corners):
        result += GRID.line(GRID.hex(a), GRID.hex(b))
    return list(dict.fromkeys(result))


def beyond(line: Iterable[int], south: bool, itself: bool) -> Hexes:
    """PHD-1..4.predicate: hexes south (north) of a line, judged in each column by the number of its hex
    there.
    """
    result = 0
    for h in line:
        column, row = COLUMN_OF[h], ROW_OF[h]
        ours = rows(row + (not itself)) if south else rows(1, row - (not itself))
        result |= ours & COLUMN[letters(column)]
    return Hexes(result)


def describe(hex_: int) -> HexFacts:
    """A hex as the map file tells it, with its hexsides and their provenance."""
    name = GRID.name[hex_]
    row = HEX_ROWS[name]
    sides = {
        kind: [DIRECTIONS[d] for d in range(6) if masks[d] >> hex_ & 1] for kind, masks in SIDES_OF.items()
    }
    cited = [one for one in MAP["cited"] if one["hex"] == name]
    return {
        "hex": name,
        "terrain": row["terrain"],
        "level": row["level"],
        "building": row.get("building"),
        "road": row.get("road"),
        "sides": {kind: ways for kind, ways in sides.items() if ways},
        "lines": [line["name"] for line in MAP["line"] if name in line["hexes"]],
        "places": [place["name"] for place in MAP["place"] if name in place["hexes"]],
        "tactical": [why for why, hexes in PRINTED.items() if hexes >> hex_ & 1],
        "provenance": "document" if cited else "reconstruction",
        "cited": [f"{one['rule']}: {one['meaning']}" for one in cited],
    }


def names(hexes: int) -> str:
    return " ".join(GRID.names(hexes)) or "none"
