"""What the ground costs a tracked vehicle, and where it may bog. Pure functions; MP are counted in halves."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from grognard.core.ruling import Modifier, total

from ..board import GRID
from .going import BOTTOM, CODE, IS_STONE, hexside, is_road
from .ordnance import at_most
from .terrain import BOCAGE, BRIDGE_HEX, CLIFFS, LANES, read

_DATA = read("vehicles.toml")
COST, BOG = _DATA["cost"], _DATA["bog"]
MP = {row["id"]: int(row["mp"]) for row in _DATA["vehicle"]}
PRESSURE = {row["id"]: int(row["ground_pressure"]) for row in _DATA["vehicle"]}


class Step(NamedTuple):
    """One way into the next hex: what it costs in half MP, and the modifiers of the bog checks on it."""

    words: str
    cost: int
    checks: tuple[tuple[Modifier, ...], ...] = ()
    buttoned: bool = False  # only buttoned up


def half(id_: str) -> int:
    """Half of the printed MP, rounded up, in half MP."""
    return 2 * -(-MP[id_] // 2)


def _ground(id_: str, a: int, b: int, buttoned: bool, fallen: bool = False) -> list[Step]:
    """ASL-D2.terrain, ASL-D2.16, ASL-B13.41, ASL-B23.41, ASL-B20.46: the hex entered; woods in two ways.
    `fallen`: its building is rubble.
    """
    if is_road(a, b):
        return [Step("by road", COST["road_buttoned" if buttoned else "road"])]
    code = CODE[b]
    if code == "woods":
        slow = Modifier(0, "ASL-B13.41", "with all MP")
        fast = Modifier(BOG["woods"], "ASL-B13.41", "woods with half the MP")
        return [
            Step("woods, with all MP", 2 * MP[id_], ((slow,),)),
            Step("woods, with half the MP", half(id_), ((fast,),)),
        ]
    if code == "building" and fallen:
        drm = Modifier(BOG["rubble"], "ASL-D8.21", "rubble")
        return [Step("rubble", half(id_), ((drm,),))]
    if code == "building":
        stone = bool(IS_STONE >> b & 1)
        drm = Modifier(BOG["stone" if stone else "wooden"], "ASL-B23.41", "building")
        return [Step("building", half(id_), ((drm,),), buttoned=True)]
    if code in ("gully", "stream") and BOTTOM[b] < BOTTOM[a]:
        return [Step(f"down into the {code}", COST["open"] + COST["down_into_draw"])]
    return [Step(code, COST.get(code, COST["open"]))]


def _hexside(id_: str, a: int, b: int, breached: bool) -> tuple[int, tuple[Modifier, ...]]:
    """ASL-B9.54.afv, PHD-A1.ff: half the MP and a bog check for bocage, 1 MP for a wall; ASL-B9.541.afv: a
    Breach costs nothing.
    """
    word = "" if breached else hexside(a, b)
    if word == BOCAGE:
        return half(id_), (Modifier(BOG["bocage"], "PHD-A1.ff", "bocage"),)
    return (COST["wall"] if word else 0), ()


def _slope(a: int, b: int) -> tuple[int, tuple[Modifier, ...]]:
    """ASL-D2.terrain: 4 MP for a level gained, 2 by road; more, and a bog check, for several at once."""
    up = BOTTOM[b] - BOTTOM[a]
    by_road = is_road(a, b)
    cost = COST["up_by_road" if by_road else "up"] if up > 0 else 0
    between = abs(up) - 1
    if between <= 0 or (CODE[b] in ("gully", "stream") and up < 0):
        return cost, ()
    cost += between * COST["abrupt_up" if up > 0 else "abrupt_down"]
    return cost, (Modifier(BOG["abrupt"], "ASL-D8.21", "several levels at once"),)


def ways(
    id_: str, a: int, b: int, buttoned: bool = False, breached: bool = False, fallen: bool = False
) -> list[Step]:
    """Every way in which a vehicle may enter the next hex; empty: none. Bocage and a stream are checked in
    the hex that is left, with everything else that counts for one roll. ASL-B29.1: roadblocks are asked for
    elsewhere.
    """
    if 6 * a + GRID.direction(a, b) in CLIFFS or ((LANES >> a | LANES >> b) & 1 and not is_road(a, b)):
        return []  # ASL-D2.terrain, ASL-B4.43.afv
    if BRIDGE_HEX in (a, b) and not is_road(a, b):
        return []  # ASL-B6
    over, hedge = _hexside(id_, a, b, breached)
    rise, steep = _slope(a, b)
    pressure = Modifier(PRESSURE[id_], "ASL-D8.21", "ground pressure")
    found = []
    for way in _ground(id_, a, b, buttoned, fallen):
        if way.buttoned and not buttoned:
            continue
        climb = (Modifier(BOG["up_into_woods"], "ASL-D8.21", "up into woods"),) * (
            CODE[b] == "woods" and BOTTOM[b] > BOTTOM[a] and bool(way.checks)
        )
        causes = (*hedge, *steep, *(m for check in way.checks for m in check), *climb)
        checks = [(pressure, *causes)] if causes else []
        if CODE[a] == "stream" and BOTTOM[b] > BOTTOM[a]:  # ASL-B20.46
            checks.append((pressure, Modifier(0, "ASL-B20.46", "out of a stream")))
        found.append(Step(way.words, way.cost + over + rise, tuple(checks), way.buttoned))
    return found


def over_wire(id_: str, way: Step) -> Step:
    """ASL-D8.21, ASL-D2.terrain: into a hex with wire: 2 MP more, and a bog check with all that counts."""
    first, *rest = way.checks or ((Modifier(PRESSURE[id_], "ASL-D8.21", "ground pressure"),),)
    checks = ((*first, Modifier(BOG["wire"], "ASL-D8.21", "wire")), *rest)
    return way._replace(cost=way.cost + COST["wire"], checks=checks)


def entries(id_: str, hex_: int, buttoned: bool = False) -> list[Step]:
    """FF-ENTRY.1: every way onto the map in a hex of its edge, on the level of the hex; not over bocage, nor
    into woods and buildings.
    """
    north = GRID.step(hex_, 0)
    inside = north in GRID.name
    if CODE[hex_] in ("woods", "building") or (inside and hexside(north, hex_) == BOCAGE):
        return []
    if inside and is_road(north, hex_):
        return [Step("by road", COST["road_buttoned" if buttoned else "road"])]
    return [Step(CODE[hex_], COST.get(CODE[hex_], COST["open"]))]


def bogs(check: tuple[Modifier, ...]) -> Fraction:
    """ASL-D8.2: the chance that two dice with these modifiers come to 12 or more."""
    return 1 - at_most(BOG["from"] - 1 - total(list(check)))


def safe(way: Step) -> Fraction:
    """The chance to come through every check of a way."""
    found = Fraction(1)
    for check in way.checks:
        found *= 1 - bogs(check)
    return found


def turning(hexspines: int, closed: bool) -> int:
    """ASL-D2.11: half MP for a turn of the hull; double in woods, building and rubble."""
    return hexspines * int(COST["turn"]) * (2 if closed else 1)


def backwards(way: Step) -> int:
    """ASL-D2.2: in reverse the whole cost four times."""
    return way.cost * int(COST["reverse"])
