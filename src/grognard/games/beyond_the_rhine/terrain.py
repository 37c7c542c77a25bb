"""BTR-tec: what terrain does to movement and to combat, row by row."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import NamedTuple

from grognard.core.ruling import GrognardError

from .pieces import read, suggest
from .rows import CombatRow, MoveRow, Terrain

MOBILITIES, CLASSES = ("track", "truck", "leg"), ("armor", "mech", "other")
_KEYS = read("terrain.toml")
KEYS: dict[str, Terrain] = {row["key"]: row for row in _KEYS["terrain"]}  # BTR-tec.keys
ALIASES: dict[str, str] = _KEYS["meta"]["aliases"]
MOVE: dict[str, MoveRow] = {row["clause"]: row for row in read("tec_movement.toml")["row"]}
COMBAT: dict[str, CombatRow] = {row["clause"]: row for row in read("tec_combat.toml")["row"]}
SIXTHS = 6  # BTR-tec.move.fraction: halves and thirds of a movement point are counted in sixths
ALL, BARRED = -1, -2  # a whole unspent allowance; prohibited
CITIES = ("minor_city", "major_city")
LINES = ("autobahn", "road", "railroad_or_track")


def key(name: str) -> Terrain:
    """A terrain by its key, an alias, or the last word of a row's clause."""
    name = ALIASES.get(name, name)
    if name in KEYS:
        return KEYS[name]
    for row in KEYS.values():
        if name in (row.get("move", "").split(".")[-1], row.get("combat", "").split(".")[-1]):
            return row
    raise GrognardError(f"{name!r} is not a terrain{suggest(name, [*KEYS, *ALIASES])}")


# ---------------------------------------------------------------- movement


@cache
def points(terrain: str, ground: str, mobility: str) -> int | None:
    """BTR-tec.move.table: a cell in sixths of a point, `ALL` or `BARRED`; nothing where the other terrain
    counts.
    """
    clause = key(terrain).get("move")
    cell = _by_ground(MOVE[clause], ground)[mobility] if clause else "ot"
    if cell == "ot":
        return None
    return {"All": ALL, "P": BARRED}.get(cell) or int(Fraction(cell.lstrip("+")) * SIXTHS)


def _by_ground(row: MoveRow, ground: str) -> dict[str, str]:
    return row["mud"] if ground == "mud" else row["snow"] if ground == "snow" else row["dry"]


def interdicted(line: str, ground: str) -> bool:
    """BTR-tec.move.interdiction: whether (i) is printed in a cell."""
    return ground in MOVE[KEYS[line]["move"]].get("interdiction", ())


@cache
def line_points(line: str, ground: str, mobility: str, interdiction: bool) -> int:
    """BTR-tec.move.line: a road, autobahn, railroad or track; (i) makes it 1 MP for Germans (BTR-J.14)."""
    if interdiction and interdicted(line, ground):
        return SIXTHS
    result = points(line, ground, mobility)
    assert result is not None and result > 0
    return result


@cache
def hex_points(types: tuple[str, ...], ground: str, mobility: str) -> int:
    """BTR-tec.move.mixed: the dearest listed type; a city hex costs 1; a village counts for nothing."""
    cities = [t for t in types if t in CITIES]
    costs = [c for t in cities or types if (c := points(t, ground, mobility)) is not None]
    if not costs:
        costs = [points("open", ground, mobility) or 0]
    return BARRED if BARRED in costs else ALL if ALL in costs else max(costs)


def added(hex_: int, side: int | None) -> int:
    """BTR-tec.move.add: the hexside on top of the hex."""
    if side is None:
        return hex_
    return BARRED if BARRED in (hex_, side) else ALL if ALL in (hex_, side) else hex_ + side


def spell(sixths: int) -> str:
    """Points as players write them.

    >>> spell(3), spell(8), spell(ALL), spell(BARRED), spell(12)
    ('1/2', '1 1/3', 'All', 'P', '2')
    """
    if sixths in (ALL, BARRED):
        return "All" if sixths == ALL else "P"
    whole, rest = divmod(sixths, SIXTHS)
    part = str(Fraction(rest, SIXTHS)) if rest else ""
    return " ".join(filter(None, (str(whole) if whole or not rest else "", part)))


def move_clause(terrain: str) -> str:
    return str(key(terrain).get("move", "BTR-tec.move.mixed"))


# ---------------------------------------------------------------- combat


class Effect(NamedTuple):
    """A cell of the combat chart: what one class counts in or across a terrain."""

    allowed: bool
    multiplier: Fraction
    attackers_only: bool
    road: str  # no, only, per_movement
    clause: str


def combat_row(terrain: str, ground: str) -> CombatRow | None:
    """The row of a terrain; a minor river takes that of the ground; nothing for what is not on the chart."""
    row = key(terrain)
    clause = row.get("combat_by_ground", {}).get(ground) or row.get("combat")
    return COMBAT[clause] if clause else None


@cache
def effect(terrain: str, ground: str, class_: str) -> Effect:
    """BTR-tec.combat.table, BTR-tec.combat.dash, BTR-tec.combat.unlisted."""
    row = combat_row(terrain, ground)
    if row is None:
        return Effect(True, Fraction(1), False, "no", "BTR-tec.combat.unlisted")
    cell = row["armor"] if class_ == "armor" else row["mech"] if class_ == "mech" else row["other"]
    if not cell["allowed"]:
        return Effect(False, Fraction(0), True, "no", row["clause"])
    return Effect(True, Fraction(cell["mult"]), cell["attackers_only"], cell["road"], row["clause"])


def multiplier(terrain: str, ground: str, class_: str, attacking: bool) -> Fraction:
    """BTR-tec.combat.bracket: a bracketed figure changes attackers only."""
    result = effect(terrain, ground, class_)
    return result.multiplier if attacking or not result.attackers_only else Fraction(1)


def line(terrain: str, ground: str) -> str | None:
    """BTR-tec.combat.ot: the line of the combat table, or nothing where the other terrain gives it."""
    row = combat_row(terrain, ground)
    return None if row is None or row["line"] == "ot" else str(row["line"])


def needs_road(terrain: str, ground: str, class_: str, mobility: str) -> bool:
    """BTR-tec.combat.star, BTR-tec.combat.starstar: whether that class may attack here only along a road."""
    result = effect(terrain, ground, class_)
    if result.road == "per_movement":
        return points(terrain, ground, mobility) == BARRED
    return result.road == "only"
