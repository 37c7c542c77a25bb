"""The tables of the firefight: the Infantry Fire Table, units, machine guns, close combat odds. Checked as
they are read.
"""

from __future__ import annotations

from bisect import bisect_right
from fractions import Fraction
from typing import Any, NamedTuple

from grognard.core.ruling import GrognardError

from .terrain import read

IFT, SQUADS, WEAPONS, CLOSE = (
    read("ift.toml"),
    read("squads.toml"),
    read("support_weapons.toml"),
    read("close_combat.toml"),
)
COLUMNS: list[int] = IFT["columns"]
ROWS: list[list[str]] = [row["results"] for row in IFT["row"]]
FACTOR = {name: Fraction(value) for name, value in IFT["factor"].items() if name != "clause"}
COWERS, COWERS_MORE = int(IFT["cowering"]["columns"]), int(IFT["cowering"]["inexperienced"])
RESIDUAL = {int(column): int(left) for column, left in IFT["residual"]["by_column"].items()}
COUNTERS: list[int] = IFT["residual"]["counters"]
NOTHING = "-"


def _check() -> None:
    for number, row in enumerate(ROWS):
        if len(row) != len(COLUMNS) or IFT["row"][number]["dr"] != number:
            raise GrognardError(f"ift.toml: row {number} does not fit the {len(COLUMNS)} columns")
        for cell in row:
            read_result(cell)


class Result(NamedTuple):
    """A cell of the table: how many are killed, whether one is reduced, and the check the rest take."""

    kind: str  # kia, k, mc, ptc, nothing
    number: int = 0


def read_result(cell: str) -> Result:
    """A result as printed.

    >>> [(found.kind, found.number) for found in map(read_result, ("2KIA", "K/3", "NMC", "1MC", "-"))]
    [('kia', 2), ('k', 3), ('mc', 0), ('mc', 1), ('nothing', 0)]
    """
    if cell == NOTHING:
        return Result("nothing")
    if cell == "PTC":
        return Result("ptc")
    if cell.endswith("KIA"):
        return Result("kia", int(cell[:-3]))
    if cell.startswith("K/"):
        return Result("k", int(cell[2:]))
    if cell.endswith("MC"):
        return Result("mc", 0 if cell[:-2] == "N" else int(cell[:-2]))
    raise GrognardError(f"ift.toml: {cell!r} is not a result")


_check()


def column_of(firepower: Fraction, shift: int = 0) -> int:
    """ASL-A7.3: the number of the largest column not above the firepower, after a shift to the left; -1:
    none.
    """
    return bisect_right(COLUMNS, firepower) - 1 - shift


def result(column: int, dice: int) -> Result:
    """ASL-A7.3: what a Final DR gives; below 0 and above 15 the last rows hold."""
    if column < 0 or dice >= len(ROWS):
        return (
            Result("nothing")
            if column < 0
            else read_result(ROWS[-1][column])
            if dice == len(ROWS) - 1
            else Result("nothing")
        )
    return read_result(ROWS[max(dice, 0)][column])


# ---------------------------------------------------------------- units


class Kind(NamedTuple):
    """What is printed on a counter."""

    id: str
    type: str  # squad, half_squad, crew, leader, hero
    fp: int = 0
    range: int = 0
    morale: int = 0
    broken: int = 0
    drm: int = 0
    assault: bool = False
    elr5: bool = False
    half: str = ""
    points: int = 0
    quality: str = "elite"
    spray: bool = False
    smoke: int = 0  # smoke exponent
    engineer: bool = False  # PHD-MSR8.ff

    @property
    def is_leader(self) -> bool:
        return self.type == "leader"

    @property
    def is_single(self) -> bool:
        """ASL-A1.1: a leader or hero."""
        return self.type in ("leader", "hero")

    @property
    def size(self) -> int:
        """ASL-A1.6: half-squads it counts as in stacking and close combat."""
        return {"squad": 2, "half_squad": 1, "crew": 1}.get(self.type, 0)


HERO = "1-4-9"
COVERED = "?"  # what the enemy knows of a stack that moves under its "?"


def _kinds() -> dict[str, Kind]:
    found = {}
    for row in SQUADS["mmc"]:
        found[row["id"]] = Kind(
            row["id"],
            row["type"],
            row["fp"],
            row["range"],
            row["morale"],
            row["broken"],
            0,
            row["assault"],
            row["elr5"],
            row["half"],
            row["points"],
            row["class"],
            row["spray"],
            row.get("smoke", 0),
            row.get("engineer", False),
        )
    for row in SQUADS["leader"]:
        found[row["id"]] = Kind(
            row["id"], "leader", 0, 0, row["morale"], row["morale"], row["drm"], points=row["points"]
        )
    found[HERO] = Kind(HERO, "hero", 1, 4, 9, 9)
    found[COVERED] = Kind(COVERED, "marker")
    return found


KINDS = _kinds()
DOWN: dict[str, str] = SQUADS["ladder"]["down"]
WHOLE = {one.half: one.id for one in KINDS.values() if one.half}  # ASL-A1.3: the squad of each half-squad
REARMED: dict[str, dict[str, str]] = SQUADS["rearmed"]["as"]  # ASL-A20.551
UP = {lower: id_ for id_, lower in DOWN.items()}  # ASL-A15.3
LEADERS: list[str] = SQUADS["ladder"]["leaders"]


CHARGE, FLAME = BLASTS = "DC", "FT"  # no small arms


class Gun(NamedTuple):
    """A machine gun, a demolition charge, a flamethrower, a mortar or a light anti-tank weapon."""

    id: str
    fp: int
    range: int
    rof: int
    b: int
    repair: int
    pp: int
    apart: int = 0  # portage points when dismantled; 0: it cannot be
    apart_as: str = ""  # what it fires as then
    ordnance: bool = False  # it hits by a roll of its own
    light: bool = False  # fires in the Advancing Fire Phase after moving
    towed: bool = False  # ASL-C2.1: it stands on the ground


GUNS = {
    (side, row["id"]): Gun(
        row["id"],
        row["fp"],
        row["range"],
        row["rof"],
        row["b"],
        row["repair"],
        row["pp"],
        row.get("dm_pp", 0),
        row.get("dm_fires_as", ""),
        row.get("ordnance", False),
        row.get("light", row["id"] == "LMG"),
        row.get("towed", False),
    )
    for row in WEAPONS["sw"]
    for side in (("german", "us") if row["side"] == "both" else (row["side"],))
}


def read_heat() -> dict[str, Any]:
    """ASL-A15.1: Heat of Battle, and the leaders made in play; every result must be one there is."""
    table = read("heat_of_battle.toml")
    for row in table["row"]:
        if strange := set(row["result"]) - {"hero", "harden", "berserk", "surrender"}:
            raise GrognardError(f"heat_of_battle.toml: {sorted(strange)[0]!r} is not a result")
    for row in table["leader_creation"]["row"]:
        if row["leader"] and row["leader"] not in LEADERS:
            raise GrognardError(f"heat_of_battle.toml: {row['leader']!r} is not a leader")
    return table


# ---------------------------------------------------------------- close combat

_ODDS: list[tuple[Fraction, int, str]] = [
    (Fraction(row["least"]), row["kill"], row["name"]) for row in CLOSE["odds"]
]


def kill_number(attack: Fraction, defense: Fraction) -> tuple[int, str]:
    """ASL-A11.11: the Kill Number of an attack, and its odds as printed.

    >>> [kill_number(Fraction(attack), Fraction(defense)) for attack, defense in ((6, 4), (1, 20), (11, 1))]
    [(6, '3-2'), (0, '<1-8'), (13, '>10-1')]
    """
    odds = attack / defense if defense else Fraction(99)
    *usual, beyond = _ODDS
    if odds > beyond[0]:
        return beyond[1:]
    return next(row[1:] for row in reversed(usual) if odds >= row[0])


def struck(final: int, kill: int) -> str:
    """ASL-A11.11: what the dice of a close combat do: all are killed, one is cut, or nothing.

    >>> struck(4, 5), struck(5, 5), struck(6, 5)
    ('killed', 'cut', '')
    """
    return "killed" if final < kill else "cut" if final == kill else ""


def columns_below_even(odds: str) -> int:
    """ASL-A18.2: how many columns of odds lie between these and 1-1."""
    names = [row[2] for row in _ODDS]
    return max(0, names.index("1-1") - names.index(odds))


def lower_leader(id_: str) -> str:
    """ASL-A19.13: the leader one worse; empty: none."""
    at = LEADERS.index(id_)
    return LEADERS[at - 1] if at else ""
