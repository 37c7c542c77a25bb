"""FM-2: the pieces of Sword Beach, as columns of constants; sets of units are ints."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NotRequired, TypedDict

from grognard.core.data import read as read_data
from grognard.core.facts import members_codec
from grognard.core.hexes import set_of
from grognard.core.ruling import GrognardError, no_such

GAME = "sword-beach"
ALLIED, GERMAN = "allied", "german"
SIDES = (ALLIED, GERMAN)
ENEMY = {ALLIED: GERMAN, GERMAN: ALLIED}


read = partial(read_data, "grognard.games.sword_beach", GAME)


class UnitRow(TypedDict):
    """units.toml"""

    id: str
    key: str
    name: str
    side: str
    formation: str
    type: str
    mobility: str
    size: str
    full: list[int]  # attack, defense, movement
    reduced: list[int]
    entry: str
    tags: list[str]
    name_provenance: str
    strength_provenance: str
    note: NotRequired[str]


ROWS: list[UnitRow] = sorted(read("units.toml")["unit"], key=lambda row: str(row["id"]))
NAMES = [str(row["id"]) for row in ROWS]
UNIT = {name: number for number, name in enumerate(NAMES)}
SIDE = [str(row["side"]) for row in ROWS]
TITLE = [str(row["name"]) for row in ROWS]
ADJECTIVE = {ALLIED: "Allied", GERMAN: "German"}


def display_name(unit: str) -> str:
    """The name of a unit as every text prints it.

    >>> display_name("3/6-Para"), display_name("27-Armd")
    ('3/6 Para', '27 Armd')
    """
    return unit.replace("-", " ") if unit in UNIT else unit


LABEL = [display_name(name) for name in NAMES]  # by unit
SPELLINGS = (
    {row["key"]: row["id"] for row in ROWS}
    | {name: name for name in NAMES}
    | dict(zip(LABEL, NAMES, strict=True))
)

# FM-2.3.b: a unit has two sides; figures by the steps it has left
FIGURES = [((0, 0, 0), tuple(row["reduced"]), tuple(row["full"])) for row in ROWS]
ATTACK = [tuple(int(s[0]) for s in figures) for figures in FIGURES]
DEFENSE = [tuple(int(s[1]) for s in figures) for figures in FIGURES]
ALLOWANCE = [int(row["full"][2]) for row in ROWS]


def units_where(test: Callable[[UnitRow], bool]) -> int:
    return set_of(number for number, row in enumerate(ROWS) if test(row))


def unit_set(names: list[str]) -> int:
    return set_of(UNIT[name] for name in names)


def unit(name: str) -> int:
    """The number of a unit, by any of its spellings."""
    for spelling, id_ in SPELLINGS.items():
        if spelling.casefold() == name.casefold():
            return UNIT[id_]
    raise GrognardError(no_such("unit", name, NAMES))


OF_SIDE = {
    ALLIED: units_where(lambda row: row["side"] == ALLIED),
    GERMAN: units_where(lambda row: row["side"] == GERMAN),
}
MOBILE = units_where(lambda row: row["mobility"] == "mobile")  # FM-2.3.c, FM-2.3.d
AIRBORNE = units_where(lambda row: "airborne" in row["tags"])
COMMANDO = units_where(lambda row: "commando" in row["tags"])
GLIDER = units_where(lambda row: row["type"] == "glider")
FLAK = units_where(lambda row: row["type"] == "aa")
ARMOR = units_where(lambda row: "armored_brigade" in row["tags"])
INFANTRY = units_where(lambda row: "infantry" in row["tags"])
MECHANIZED = units_where(lambda row: row["type"] == "mechanized")
KIND = ["mobile" if MOBILE >> u & 1 else "leg" for u in range(len(NAMES))]

UNITS = members_codec(NAMES, by_member=True)
