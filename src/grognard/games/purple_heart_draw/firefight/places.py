"""Where a unit is, as far as its sight is concerned: the Location inside a hex, Wall Advantage, a foxhole."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from grognard.core.ruling import GrognardError
from grognard.core.sightline import CENTER

from ..board import GRID
from .terrain import BRIDGE_HEX, BRIDGE_LEVEL, DEPRESSIONS, DEPTH, LANES, LEVEL, UPPER

GROUND, UPSTAIRS, CREST, BENEATH = "ground", "upstairs", "crest", "beneath"
LOCATIONS = (GROUND, UPSTAIRS, CREST, BENEATH)
AIRBURST = ("one above", "two above", "three above", "four above")  # ASL-C1.32: no Locations, but seen


class Place(NamedTuple):
    """A Location, and how the unit in it stands. Made by `place`, which refuses what there is not.

    `ground` is the usual Location of a hex: its ground, the bottom of a gully, stream or sunken lane, the
    roadway of the bridge. `beneath` is the stream under the bridge.
    """

    hex: int
    at: str = GROUND
    advantage: bool = False  # holds Wall Advantage
    foxhole: bool = False  # or trench
    corner: int = CENTER  # ASL-A4.34: of a unit that passes along the edge of the hex
    arc: int = -1  # ASL-B30.2: in a pillbox: the hexspine of its arc

    def __str__(self) -> str:
        words = {UPSTAIRS: f" ({UPPER.get(self.hex)})", CREST: " (Crest)", BENEATH: " (under the bridge)"}
        return f"{GRID.name[self.hex]}{words.get(self.at, '')}"


def place(name: str, at: str = GROUND, advantage: bool = False, foxhole: bool = False) -> Place:
    """The Location `at` of the hex printed `name`."""
    found = Place(GRID.hex(name), at, advantage, foxhole)
    if (found.hex, at) not in ELEVATION:
        raise GrognardError(f"{name} has no Location {at!r}; it has {', '.join(locations(found.hex))}")
    if advantage and not can_hold_advantage(found):
        raise GrognardError(
            f"a unit in {found} cannot hold Wall Advantage: it is not on the ground, or it is in a foxhole"
        )
    return found


def settled(place_: Place) -> Place:
    """A place given by the number of an upper Location as one in its hex."""
    if place_.hex < GRID.first_upper:
        return place_
    ground = GRID.ground[place_.hex]
    return Place(ground, BENEATH if ground == BRIDGE_HEX else UPSTAIRS)


def can_hold_advantage(unit: Place) -> bool:
    """Whether the Location lets a unit hold Wall Advantage: on the ground, not entrenched, not on the
    bridge.
    """
    return unit.at == GROUND and not unit.foxhole and unit.hex != BRIDGE_HEX and not is_below_ground(unit)


def _elevations() -> dict[tuple[int, str], int]:
    """FF-LOS.7: the elevation of a unit in each Location of the map."""
    found: dict[tuple[int, str], int] = {}
    for hex_ in GRID.name:
        level = LEVEL[hex_]
        bottom = level - DEPTH * (LANES >> hex_ & 1)
        found[hex_, GROUND] = BRIDGE_LEVEL if hex_ == BRIDGE_HEX else bottom
        if hex_ in UPPER:
            found[hex_, UPSTAIRS] = level + 1
        if hex_ == BRIDGE_HEX:
            found[hex_, BENEATH] = level
        elif DEPRESSIONS >> hex_ & 1:
            found[hex_, CREST] = bottom + 1
        found |= {(hex_, above): level + n for n, above in enumerate(AIRBURST, 1)}
    return found


ELEVATION = _elevations()
IN_DEPRESSION = {
    (hex_, at)
    for hex_, at in ELEVATION
    if at == BENEATH or (at == GROUND and DEPRESSIONS >> hex_ & 1 and hex_ != BRIDGE_HEX)
}


def locations(hex_: int) -> list[str]:
    """The Locations of a hex."""
    return [at for at in LOCATIONS if (hex_, at) in ELEVATION]


def is_below_ground(unit: Place) -> bool:
    """ASL-A6.3: whether a unit is IN a gully, stream or sunken lane."""
    return (unit.hex, unit.at) in IN_DEPRESSION


NORTH = ("M14", "N15", "N16", "M16", "L16", "L15")  # the hexes around M15, clockwise from north


@cache
def clockwise() -> list[int]:
    """The six directions from north on."""
    here = GRID.hex("M15")
    return [GRID.direction(here, GRID.hex(name_)) for name_ in NORTH]
