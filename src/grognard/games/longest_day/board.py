"""TLD-S.1: the map at 2 km a hex: terrain, rivers, roads, beaches, cities; what a step costs, in half
points."""

from __future__ import annotations

from typing import TypedDict

from grognard.core.facts import Codec, hex_codec
from grognard.core.hexes import OFF, Grid, Hexes, Numbering, members, set_of

from .pieces import KERNEL, SCENARIO, read

MAP = read("map.toml")


def numbering(columns: int, rows: int, digits: int = 2) -> Numbering:
    """CCRR as printed: even rows stand half a hex east, rows count southwards; larger maps take more
    digits."""

    def read_(text: str) -> tuple[int, int]:
        if len(text) != 2 * digits or not text.isascii() or not text.isdigit():
            raise ValueError(f"{text!r} is not a hex number of this map")
        return int(text[digits:]), int(text[:digits])

    write = lambda row, column: f"{column:0{digits}}{row:0{digits}}"  # noqa: E731
    return Numbering(range(1, rows + 1), range(1, columns + 1), True, 0, False, write, read_)


_meta = MAP["meta"]
GRID = Grid(numbering(_meta["columns"], _meta["rows"], _meta.get("digits", 2)))
NEAR = GRID.near_to
_LEGEND = {letter: str(words).split(" ")[0] for letter, words in MAP["legend"].items()}
KIND_OF: dict[int, str] = {}  # terrain of a hex
for _row, _line in enumerate(MAP["terrain"]["rows"], 1):
    for _column, _letter in enumerate(_line, 1):
        KIND_OF[GRID.number[GRID.numbering.write(_row, _column)]] = _LEGEND[_letter]
GROUND: dict[str, Hexes] = {
    kind: Hexes(set_of(h for h, k in KIND_OF.items() if k == kind)) for kind in _LEGEND.values()
}
LAND = Hexes(GRID.all & ~GROUND["sea"])
CITY = GROUND["city"]
BEACHES: dict[str, Hexes] = {str(row["name"]): GRID.set(row["hexes"]) for row in MAP["beach"]}
BEACH = Hexes(sum(BEACHES.values()))
PLACES: dict[int, str] = {}
for _place in MAP.get("place", ()):
    PLACES.setdefault(GRID.number[_place["hex"]], str(_place["name"]))

# ---------------------------------------------------------------- hexsides


class River(TypedDict):
    """The hexsides of a river, of the map file."""

    name: str
    hexsides: list[tuple[str, str]]


def _pairs(rows: list[River]) -> list[tuple[str, str]]:
    return [(a, b) for row in rows for a, b in row["hexsides"]]


_rivers = MAP.get("river", [])
ROADS = [pair for row in MAP.get("road", ()) for pair in zip(row["hexes"], row["hexes"][1:], strict=False)]
_bridged = {frozenset(pair) for pair in ROADS}
MINOR = [p for p in _pairs([r for r in _rivers if r["class"] == "minor"]) if frozenset(p) not in _bridged]
MAJOR = [p for p in _pairs([r for r in _rivers if r["class"] == "major"]) if frozenset(p) not in _bridged]
RIVER_SIDES = GRID.sides(_pairs(_rivers))  # bridged or not
_river_pairs: dict[frozenset[int], str] = {
    frozenset((GRID.number[a], GRID.number[b])): str(row["class"])
    for row in _rivers
    for a, b in row["hexsides"]
}
_road_pairs: set[frozenset[int]] = {frozenset((GRID.number[a], GRID.number[b])) for a, b in ROADS}


def river(a: int, b: int) -> str:
    """The class of the river between two neighbours, or nothing."""
    return _river_pairs.get(frozenset((a, b)), "")


def road(a: int, b: int) -> bool:
    return frozenset((a, b)) in _road_pairs


# ---------------------------------------------------------------- TLD-S.16: what a step costs, in half points

_costs = KERNEL["movement"]
HALVES = 2
ENTRY = {kind: int(_costs[kind] * HALVES) for kind in GROUND if kind != "sea"}
ROAD_COST = int(_costs["road_hexside"] * HALVES)
ACROSS = {
    "minor": int(_costs["river_hexside_extra"] * HALVES),
    "major": int(_costs["major_river_hexside_extra"] * HALVES),
    "": 0,
}
HOSTILE = int(_costs["hostile_hex_extra"] * HALVES)
LEAVE_ZOC = int(_costs["leave_enemy_zoc_extra"] * HALVES)
LANDING_COST = int(_costs["beach_landing"] * HALVES)


def step_cost(a: int, b: int, hostile: bool, road_only: bool) -> int | None:
    """What one step costs a mover, in half points; nothing where it cannot be made."""
    kind = KIND_OF[b]
    if kind == "sea":
        return None
    has_road, water = road(a, b), river(a, b)
    if has_road:
        return ENTRY[kind] + HOSTILE if hostile else ROAD_COST
    if water == "major" and road_only:
        return None
    return ENTRY[kind] + ACROSS[water] + (HOSTILE if hostile else 0)


# ---------------------------------------------------------------- entry hexes and codecs

DROP = GRID.set(SCENARIO["drop"]["hexes"]) if "drop" in SCENARIO else Hexes(0)  # TLD-S.12
ENTRY_HEXES: dict[str, Hexes] = {
    name: GRID.set(hexes)
    for name, hexes in SCENARIO["entry_hexes"]["german"].items()
    if isinstance(hexes, list)
}
ALL_ENTRIES = Hexes(sum(ENTRY_HEXES.values()))
STRONGPOINTS = GRID.set(SCENARIO["strongpoints"]["hexes"])
HEXES = Codec(GRID.names, GRID.set, by_member=True)
HEX = hex_codec(GRID)


def place_name(hex_: int) -> str:
    """A hex for people: its number, and the place where it has one."""
    return f"{GRID.name[hex_]} {PLACES[hex_]}" if hex_ in PLACES else GRID.name[hex_]


class Neighbour(TypedDict):
    """A hex beside another, and what lies between them."""

    hex: str
    river: str
    road: bool


class HexFacts(TypedDict):
    """A hex for people and pages."""

    hex: str
    terrain: str
    name: str
    neighbours: dict[str, Neighbour]
    beach: str


def describe(hex_: int) -> HexFacts:
    """A hex as the map file tells it."""
    neighbours: dict[str, Neighbour] = {
        GRID.compass[d]: {
            "hex": GRID.name[neighbor],
            "river": river(hex_, neighbor),
            "road": road(hex_, neighbor),
        }
        for d in range(6)
        if (neighbor := GRID.step(hex_, d)) != OFF
    }
    return {
        "hex": GRID.name[hex_],
        "terrain": KIND_OF[hex_],
        "name": PLACES.get(hex_, ""),
        "neighbours": neighbours,
        "beach": next((name for name, hexes in BEACHES.items() if hexes >> hex_ & 1), ""),
    }


__all__ = ["GRID", "LAND", "NEAR", "members"]
