"""What the ground costs and what it is worth: movement, cover, stacking. All MF are counted in halves."""

from __future__ import annotations

import heapq
from collections.abc import Callable
from functools import cache

from grognard.core.hexes import OFF, Hexes, members
from grognard.core.sightline import Side

from ..board import GRID, HEX_ROWS, ROAD_SIDES
from ..board import TERRAIN as PRINTED
from .places import Place
from .sight import Ground, Sight, sight
from .terrain import (
    BRIDGE_HEX,
    BRIDGE_LEVEL,
    BRIDGE_ROAD,
    CLIFFS,
    FEATURE,
    LANES,
    LEVEL,
    MULTI_HEX,
    SIGHTLINES,
    read,
)

GOING = read("going.toml")
CODE: dict[int, str] = {int(hex_): code for hex_, code in PRINTED.items()}  # what the map calls each hex
CODE |= {up: CODE[hex_] for up, hex_ in GRID.ground.items()}  # ASL-A2.8: an upper level is of its building
KIND = {row["code"]: row for row in GOING["hex"]}
HEXSIDE = {row["code"]: row for row in GOING["hexside"]}
STACK_SQUADS, STACK_LEADERS = int(GOING["stacking"]["squads"]), int(GOING["stacking"]["leaders"])
ROAD_MF = float(GOING["road"]["mf"])
STONE = int(GOING["stone"]["tem"])
IS_STONE = GRID.with_storeys(
    GRID.set(name for name, row in HEX_ROWS.items() if row.get("building") == "stone")
)


def _halves(mf: float) -> int:
    return int(2 * mf)


def _where(key: str) -> Hexes:
    return Hexes(sum(1 << hex_ for hex_, code in CODE.items() if KIND[code][key]))


ROUT_GROUND = _where("rout")  # ASL-A10.51: woods and buildings
CONCEALING = Hexes(_where("conceal") & ~LANES)
GULLIES = Hexes(sum(1 << hex_ for hex_, code in CODE.items() if code in ("gully", "stream")))
OPEN = Hexes(_where("open") | LANES)
BOTTOM = {hex_: LEVEL[hex_] - (LANES >> hex_ & 1) for hex_ in GRID.name}  # ASL-B4.43
BOTTOM[BRIDGE_HEX] = BRIDGE_LEVEL  # ASL-B6
BOTTOM |= {up: LEVEL[hex_] + 1 for hex_, up in GRID.upper.items()}  # FF-LOS.7
BENEATH = GRID.beneath[BRIDGE_HEX]  # ASL-B6: the stream under the bridge
BOTTOM[BENEATH] = LEVEL[BRIDGE_HEX]


def is_in_stream(hex_: int) -> bool:
    """ASL-B20.6: whether units in a hex stand in a stream; on the bridge they do not."""
    return CODE[hex_] == "stream" and hex_ != BRIDGE_HEX


def is_road(a: int, b: int) -> bool:
    if a in GRID.ground or b in GRID.ground:
        return False
    return bool(ROAD_SIDES[GRID.direction(a, b)] >> a & 1)


def hexside(a: int, b: int) -> str:
    """The wall or bocage between two hexes that are next to each other."""
    if a in GRID.ground or b in GRID.ground:
        return ""
    return FEATURE.get(6 * a + GRID.direction(a, b), "")


def _ground(a: int, b: int, road: bool) -> int:
    """ASL-A4.13: the cost of the terrain entered."""
    if LANES >> b & 1:  # ASL-B4.41
        return _halves(GOING["sunken_lane"]["by_road" if road and is_road(a, b) else "else"])
    return _halves(GOING["road"]["mf"] if road and is_road(a, b) else KIND[CODE[b]]["mf"])


@cache
def cost(a: int, b: int, road: bool = True) -> int | None:
    """ASL-A4.131, ASL-A4.133, ASL-B10.51, ASL-B10, ASL-B20.45: half MF to go from a hex into the next;
    `None`: no way. `road`: whether a road between them counts.
    """
    if BENEATH in (a, b):
        return _under(a, b)
    if a in GRID.ground or b in GRID.ground:
        return stairs(a, b)
    if BRIDGE_HEX in (a, b) and not is_road(a, b):  # ASL-B6
        return None
    return _over(a, b, hexside(a, b), road)


def _under(a: int, b: int) -> int | None:
    """ASL-B6: into the stream beneath the bridge, and out of it, as with any hex of the stream; there is no
    way up to the bridge.
    """
    one, other = GRID.ground_of(a), GRID.ground_of(b)
    if one == other or other not in near(one):
        return None
    return _over(a, b, hexside(one, other), False)


def _over(a: int, b: int, side: str, road: bool) -> int | None:
    """The hexside, the slope, and the terrain entered."""
    if 6 * GRID.ground_of(a) + GRID.direction(a, b) in CLIFFS:  # ASL-B11
        return None
    up = BOTTOM[b] - BOTTOM[a]
    more = _halves(HEXSIDE[side]["mf"]) if side else 0
    ground = _ground(a, b, road)
    if up >= 3:
        return None
    if CODE[b] == "gully" and up < 0:
        return more + ground + (2 if up <= -2 else 0)
    if up == 2:
        return more + 4 + 2 * ground
    return more + (2 * ground if up == 1 else ground + 2 if up <= -2 else ground)


def stairs(a: int, b: int) -> int | None:
    """ASL-B23.4: up or down the stairs of a hex; or from room to room of one building, on its upper level."""
    if GRID.ground_of(a) == GRID.ground_of(b):
        return _halves(GOING["stairs"]["mf"])
    return _halves(KIND[CODE[b]]["mf"]) if b in above(a) else None


@cache
def above(hex_: int) -> tuple[int, ...]:
    """ASL-B23.4: the upper Locations that can be entered from a Location, or the ground below it."""
    if hex_ not in GRID.ground:
        return (GRID.upper[hex_],) if hex_ in GRID.upper else ()
    if hex_ == BENEATH:
        return ()
    ground = GRID.ground[hex_]
    house = MULTI_HEX.get(ground)
    rooms = [other for other in near(ground) if house is not None and MULTI_HEX.get(other) == house]
    return (ground, *(GRID.upper[other] for other in rooms))


@cache
def exits(hex_: int) -> tuple[int, ...]:
    """The Locations next to one: the hexes around it, the stream beneath the bridge, and by stairs."""
    if hex_ == BENEATH:
        return near(hex_)
    under = (BENEATH,) if BRIDGE_HEX in near(hex_) else ()
    return above(hex_) if hex_ in GRID.ground else (*near(hex_), *under, *above(hex_))


def entry_cost(b: int) -> int:
    """FF-ENTRY.1: from Open Ground off the map on the level of the hex; hexside features as drawn."""
    if _beyond(b, 1) not in GRID.number:  # the southern edge of the map
        return _halves(KIND[CODE[b]]["mf"])
    ways = [way for way in range(6) if (hex_ := GRID.step(b, way)) != OFF and hex_ in GRID.name]
    north = [GRID.step(b, way) for way in ways if GRID.name[GRID.step(b, way)] == _beyond(b, -1)]
    if not north:
        return _halves(KIND[CODE[b]]["mf"])
    side = hexside(north[0], b)
    ground = _halves(GOING["road"]["mf"]) if is_road(north[0], b) else _halves(KIND[CODE[b]]["mf"])
    return ground + (_halves(HEXSIDE[side]["mf"]) if side else 0)


def _beyond(b: int, rows: int) -> str:
    """The name of the hex so many rows farther south in the same column."""
    name = GRID.name[b]
    letters = name.rstrip("0123456789")
    return f"{letters}{int(name[len(letters) :]) + rows}"


# ---------------------------------------------------------------- cover


@cache
def crossed(a: int, b: int) -> tuple[Side, ...]:
    """ASL-B9.3: the wall and bocage hexsides of hex `b` that a line from `a` crosses."""
    a, b = GRID.ground_of(a), GRID.ground_of(b)
    if a == b:
        return ()
    last = SIGHTLINES.between(a, b).steps[-1]
    found = []
    for side in last.sides:
        hexes = SIGHTLINES.hexes_of(6 * a + side)
        if b in hexes and 6 * a + side in FEATURE:
            found.append(6 * a + side)
    return tuple(found)


@cache
def comes_from(a: int, b: int) -> tuple[int, ...]:
    """The hexes next to `b` across whose hexsides a line from `a` comes into it."""
    if a == b:
        return ()
    pairs = (SIGHTLINES.hexes_of(6 * a + side) for side in SIGHTLINES.between(a, b).steps[-1].sides)
    return tuple(one if other == b else other for one, other in pairs if b in (one, other))


@cache
def comes_by_road(a: int) -> bool:
    """ASL-B6: whether a line from a hex comes to the bridge over one of its road hexsides."""
    a = GRID.ground_of(a)
    return all(6 * a + side in BRIDGE_ROAD for side in SIGHTLINES.between(a, BRIDGE_HEX).steps[-1].sides)


def base_level(side: Side) -> int:
    one, two = SIGHTLINES.hexes_of(side)
    return max(LEVEL[one], LEVEL[two])


def in_hex_tem(hex_: int) -> int:
    """ASL-B13, ASL-B23.3: woods +1, buildings +2 or +3; in a sunken lane nothing stands."""
    if LANES >> hex_ & 1:
        return 0
    return STONE if IS_STONE >> hex_ & 1 else int(KIND[CODE[hex_]]["tem"])


HEDGE_TEM = {
    side: int(HEXSIDE[kind]["tem"])
    for side, kind in FEATURE.items()
    if side // 6 in GRID.name and base_level(side) == BOTTOM[side // 6]
}  # ASL-B9.35: what the walls and bocage of a hex are worth to who is in it


def hexside_tem(a: int, b: int) -> int:
    """ASL-B9.3, ASL-B9.35: wall and bocage on the level of the target; walls shrink under a firer well above
    (ASL-B9.33).
    """
    best = 0
    for side in crossed(a, b):
        if base_level(side) != BOTTOM[b]:
            continue
        kind = FEATURE[side]
        tem = int(HEXSIDE[kind]["tem"])
        if kind == "wall":
            tem -= max(0, BOTTOM[a] - BOTTOM[b] - GRID.distance(a, b))
        best = max(best, tem)
    return best


@cache
def own_hexsides(hex_: int) -> tuple[int, ...]:
    """The hexes across the wall and bocage hexsides that a unit in the hex could hold Wall Advantage over."""
    return tuple(
        GRID.step(hex_, way)
        for way in range(6)
        if 6 * hex_ + way in FEATURE
        and base_level(6 * hex_ + way) == BOTTOM[hex_]
        and GRID.step(hex_, way) in GRID.name
    )


@cache
def across_own_hexsides(hex_: int) -> int:
    """The same as a set."""
    return sum(1 << other for other in own_hexsides(hex_))


def look(viewer: Place, target: Place, ground: Ground) -> Sight:
    return sight(viewer, target, ground=ground)


@cache
def near(hex_: int) -> tuple[int, ...]:
    """The hexes around one; upstairs a unit has none."""
    if hex_ == BENEATH:
        hex_ = BRIDGE_HEX
    if hex_ in GRID.ground:
        return ()
    return tuple(members(GRID.near(1 << hex_)))


def distances(goal: int, area: int, price: Callable[[int, int], int | None] = cost) -> dict[int, int]:
    """Half MF from every hex of an area to a goal."""
    found, queue = {goal: 0}, [(0, goal)]
    while queue:
        spent, at = heapq.heappop(queue)
        if spent > found[at]:
            continue
        for hex_ in exits(at):
            step = price(hex_, at) if area >> hex_ & 1 else None
            if step is not None and (hex_ not in found or spent + step < found[hex_]):
                found[hex_] = spent + step
                heapq.heappush(queue, (spent + step, hex_))
    return found
