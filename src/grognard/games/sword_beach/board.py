"""SB-10.1 and FM-5.2: the map, what terrain costs, and the zones the rules name."""

from __future__ import annotations

from functools import lru_cache
from typing import TypedDict

from grognard.core.facts import Codec, hex_codec
from grognard.core.hexes import Grid, Hexes, MovementCosts, members, row_column

from .pieces import ALLOWANCE, KIND, NAMES, read

MAP = read(
    "map.toml"
)  # SB-10.1.a: the one map of the scenario; SB-10.1.b: hexes not listed are out of bounds
TERRAIN = read("terrain.toml")
_columns = [int(name[2:]) for name in MAP["hexes"]]
GRID = Grid(
    row_column(
        range(MAP["grid"]["first_row"], MAP["grid"]["last_row"] + 1),
        range(min(_columns), MAP["grid"]["last_column"] + 1),
    ),
    MAP["hexes"],
)

GROUND: dict[str, Hexes] = {
    row["id"]: GRID.set(h for h, data in MAP["hexes"].items() if data["t"] == row["id"])
    for row in TERRAIN["hex"]
}
LAND = Hexes(GRID.all & ~GROUND["sea"])  # FM-5.1.3
KIND_OF: dict[int, str] = {
    GRID.number[name]: str(data["t"]) for name, data in MAP["hexes"].items()
}  # terrain of a hex
ZONE = {name: GRID.set(hexes) for name, hexes in MAP["zones"].items()}
ZONE["any_non_beach"] = Hexes(LAND & ~GROUND["beach"])  # SB-11.0.b
CITY = GROUND["city"]
CITIES: dict[str, Hexes] = {}
for _name, _data in MAP["hexes"].items():
    if _data["t"] == "city":
        CITIES[_data["name"]] = Hexes(CITIES.get(_data["name"], 0) | 1 << GRID.number[_name])

# SB-J2: the hexes of the boundary line itself, in play by default
BOUNDARY_HEXES = Hexes(
    ZONE["boundary_named"]
    | GRID.set({side[0] for row in MAP["boundary"] if row["kind"] == "line" for side in row["hexsides"]})
)

# ---------------------------------------------------------------- hexsides

_bridges = {
    frozenset(GRID.number[h] for h in row["hexside"]) for row in MAP["bridge"]
}  # SB-10.1.c among them
_rivers = [tuple(side) for row in MAP["river"] for side in row["hexsides"]]
_river_sides = {frozenset(GRID.number[h] for h in side) for side in _rivers}
UNBRIDGED = GRID.sides([side for side in _rivers if frozenset(GRID.number[h] for h in side) not in _bridges])


def hexside(a: int, b: int) -> str | None:
    """What lies between two neighbours: a river, a bridged river, or nothing."""
    side = frozenset((a, b))
    return None if side not in _river_sides else "bridge" if side in _bridges else "river"


# ---------------------------------------------------------------- FM-5.2: what entering a hex costs

_hex = {row["id"]: row for row in TERRAIN["hex"]}
_side = {row["id"]: row for row in TERRAIN["hexside"]}
_networks = {row["id"]: row for row in TERRAIN["network"]}
WAYS: dict[frozenset[int], str] = {}  # the better way wins where a road and a trail share a hexside
for _road in sorted(MAP["road"], key=lambda row: row["kind"] == "road"):
    for _a, _b in zip(_road["path"], _road["path"][1:], strict=False):
        WAYS[frozenset((GRID.number[_a], GRID.number[_b]))] = _road["kind"]
ON_ROAD = Hexes(GRID.set({h for row in MAP["road"] if row["kind"] == "road" for h in row["path"]}))

SCALE = {
    "leg": 1,
    "mobile": 2,
}  # a road costs a mobile unit half a point, so its points are counted in halves


def entry_cost(kind: str, hex_: int) -> int | None:
    """FM-5.2.1: the terrain of the hex alone, in counted points."""
    points = _hex[KIND_OF[hex_]][kind]
    return None if points == "no" else int(points * SCALE[kind])


def step_cost(kind: str, a: int, b: int) -> int | None:
    """FM-5.2.1, FM-5.2.2: terrain plus hexside, or the road or trail between the two, whichever is
    cheaper.
    """
    ground = entry_cost(kind, b)
    if ground is None:
        return None
    if side := hexside(a, b):
        ground += int(_side[side][kind] * SCALE[kind])
    if route := WAYS.get(frozenset((a, b))):
        return min(ground, int(_networks[route][kind] * SCALE[kind]))
    return ground


GOING = {kind: MovementCosts(GRID, lambda a, b, kind=kind: step_cost(kind, a, b)) for kind in SCALE}  # type: ignore[misc]
BUDGET = [ALLOWANCE[u] * SCALE[KIND[u]] for u in range(len(NAMES))]
HALVED = [(ALLOWANCE[u] + 1) // 2 * SCALE[KIND[u]] for u in range(len(NAMES))]  # SB-14.1.b
NEAR = GRID.near_to
# SB-11.1.2.e: what lies on the outer hexside of an edge hex, where the map file says so: a river, or a bridge
# over one
EDGE_SIDES: dict[int, str] = {
    GRID.number[row["hex"]]: str(row["kind"]) for row in MAP.get("edge_hexside", ())
}
_passable = {kind for kind, row in _side.items() if row["leg"] != "no"}
if _strange := set(EDGE_SIDES.values()) - _passable:
    raise ValueError(
        f"map.toml, edge_hexside: kind is one of {', '.join(sorted(_passable))}, not"
        f" {', '.join(sorted(_strange))}"
    )


@lru_cache(maxsize=8)
def edge_entry(kind: str, by_road: bool) -> tuple[tuple[int, int], ...]:
    """SB-11.1.2.e, SB-J40: the east edge as (hex, points of the first hex and its outer hexside); with
    `by_road` a road hex is entered along its road.
    """
    result = []
    for hex_ in members(ZONE["east_edge"] & LAND):
        cost = entry_cost(kind, hex_)
        if cost is not None:
            cost += int(_side[EDGE_SIDES[hex_]][kind] * SCALE[kind]) if hex_ in EDGE_SIDES else 0
            if by_road and 1 << hex_ & ON_ROAD:  # FM-5.2.2: bridges included
                cost = min(cost, int(_networks["road"][kind] * SCALE[kind]))
            result.append((hex_, cost))
    return tuple(result)


@lru_cache(maxsize=8)
def edge_layers(kind: str, by_road: bool) -> tuple[int, ...]:
    """The same as sets by cost, for `MovementCosts.reach`."""
    entries = edge_entry(kind, by_road)
    layers = [0] * (max([GOING[kind].slowest, *(cost for _, cost in entries)]) + 1)
    for hex_, cost in entries:
        layers[cost] |= 1 << hex_
    return tuple(layers)


def landing_hazard(hex_: int) -> str:
    """SB-11.2.2.4: what the terrain does to a unit that drops into it."""
    return str(_hex[KIND_OF[hex_]]["landing_hazard"])


def crt_line(hex_: int) -> str:
    """FM-7.4.1: the line of the CRT a hex gives its defender."""
    return str(_hex[KIND_OF[hex_]]["crt_line"])


CRT_LINE = {hex_: crt_line(hex_) for hex_ in KIND_OF}
RIVERS = {
    step: kind for a in KIND_OF for b in members(NEAR[a]) if (kind := hexside(*(step := (a, b))))
}  # bridged or not


HEXES = Codec(GRID.names, GRID.set, by_member=True)
HEX = hex_codec(GRID)


class HexFacts(TypedDict):
    """A hex for people and pages."""

    hex: str
    terrain: str
    name: str
    rivers: list[str]
    provenance: str


def describe(hex_: int) -> HexFacts:
    """A hex as the map file tells it."""
    name = GRID.name[hex_]
    data = MAP["hexes"][name]
    rivers = [row["name"] for row in MAP["river"] if any(name in side for side in row["hexsides"])]
    return {
        "hex": name,
        "terrain": data["t"],
        "name": data.get("name", ""),
        "rivers": rivers,
        "provenance": data.get("provenance", "reconstruction"),
    }
