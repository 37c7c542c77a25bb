"""BTR-ocs.combat, BTR-ocs.barrage: the combat and barrage tables of the series, with exact odds."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cache
from math import floor
from typing import NamedTuple

from grognard.core.ruling import GrognardError, counted

from .pieces import read
from .rows import Column
from .weather import TWO_DICE

_COMBAT, _BARRAGE = read("series_combat.toml"), read("series_barrage.toml")
ROLL_MIN, ROLL_MAX = int(_COMBAT["meta"]["roll_min"]), int(_COMBAT["meta"]["roll_max"])
RESULTS: dict[int, list[str]] = {row["roll"]: row["results"] for row in _COMBAT["row"]}
LINES: dict[str, list[Fraction]] = {
    name: [Fraction(*map(int, odds.split(":"))) for odds in columns]
    for name, columns in _COMBAT["columns"].items()
}
HEADINGS: dict[str, list[str]] = _COMBAT["columns"]
DISPUTED = {(roll, column) for roll, column in _COMBAT["meta"]["disputed_cells"]}
COLUMNS = len(RESULTS[ROLL_MIN])
SURPRISE: dict[str, dict[str, int]] = {name: _COMBAT["surprise"][name] for name in ("regular", "overrun")}
HEDGEHOGS = range(5)  # BTR-ocs.hedgehog: levels 1 to 4, or none

# ---------------------------------------------------------------- odds


def nearest(number: Fraction) -> int:
    """BTR-ocs.round: to the nearest, a half going up."""
    return floor(number + Fraction(1, 2))


def ratio(attack: Fraction, defence: Fraction) -> Fraction | None:
    """BTR-ocs.combat.odds: both totals divided by the smaller and rounded; nothing where one of them is 0."""
    if not attack or not defence:
        return Fraction(1) if attack == defence else None  # BTR-ocs.combat.zero
    small = min(attack, defence)
    return Fraction(nearest(attack / small), nearest(defence / small))


def odds_column(attack: Fraction, defence: Fraction, line: str) -> int:
    """The column, from 1: the highest that is not above the odds; off the table, the end."""
    bounds, result = _line(line), ratio(attack, defence)
    if result is None:  # BTR-ocs.combat.zero
        return COLUMNS if attack else 1
    return max(1, bisect_right(bounds, result))


def _line(name: str) -> list[Fraction]:
    if name not in LINES:
        raise GrognardError(f"{name!r} is not a line of the combat table; the lines are {', '.join(LINES)}")
    return LINES[name]


# ---------------------------------------------------------------- the exact distribution


class Fight(NamedTuple):
    """A combat up to the dice."""

    column: int
    drm: int  # BTR-ocs.combat.drm: attacker's AR less the defender's
    hedgehog: int = 0
    overrun: bool = False


@cache
def surprise(drm: int, hedgehog: int, overrun: bool) -> dict[str, Fraction]:
    """BTR-ocs.combat.surprise: the chances of a surprise for either side."""
    result = {"attacker": 0, "defender": 0, "none": 0}
    for dice, ways in TWO_DICE.items():
        result[surprised(dice, drm, hedgehog, overrun)] += ways
    return {side: Fraction(ways, 36) for side, ways in result.items()}


def surprised(dice: int, drm: int, hedgehog: int, overrun: bool) -> str:
    """BTR-ocs.combat.surprise: whom a roll favours: attacker, defender or none."""
    limits, total = SURPRISE["overrun" if overrun else "regular"], dice + drm - (1 if hedgehog else 0)
    return (
        "attacker"
        if total >= limits["attacker_min"]
        else "defender"
        if total <= limits["defender_max"]
        else "none"
    )


def result_of(fight: Fight, dice: int, shift: int = 0) -> tuple[int, str]:
    """The column after a shift, and the result of a roll."""
    column = min(max(fight.column + shift, 1), COLUMNS)
    return column, RESULTS[row(dice, fight)][column - 1]


def columns(fight: Fight) -> dict[int, Fraction]:
    """Where the column ends up: shifted by a die to the right for the attacker, to the left for the
    defender.
    """
    result: dict[int, Fraction] = {}
    for side, chance in surprise(fight.drm, fight.hedgehog, fight.overrun).items():
        sign = {"attacker": 1, "defender": -1, "none": 0}[side]
        for die in range(1, 7):
            column = min(max(fight.column + sign * die, 1), COLUMNS)
            result[column] = result.get(column, Fraction(0)) + chance / 6
    return result


def row(dice: int, fight: Fight) -> int:
    """BTR-ocs.combat.table, BTR-ocs.hedgehog: the row of a roll."""
    return min(max(dice + fight.drm - fight.hedgehog, ROLL_MIN), ROLL_MAX)


@cache
def results(fight: Fight) -> dict[str, Fraction]:
    """The chance of every result, surprise included; they sum to 1."""
    chances: dict[str, Fraction] = {}
    rows: dict[int, int] = {}
    for dice, ways in TWO_DICE.items():
        rows[row(dice, fight)] = rows.get(row(dice, fight), 0) + ways
    for column, chance in columns(fight).items():
        for number, ways in rows.items():
            result = RESULTS[number][column - 1]
            chances[result] = chances.get(result, Fraction(0)) + chance * Fraction(ways, 36)
    return dict(sorted(chances.items(), key=lambda pair: (-pair[1], pair[0])))


def disputed(fight: Fight) -> Fraction:
    """The chance that the result comes from a cell the public copies of the table do not agree on."""
    result = Fraction(0)
    for column, chance in columns(fight).items():
        result += chance * Fraction(
            sum(ways for dice, ways in TWO_DICE.items() if (row(dice, fight), column) in DISPUTED), 36
        )
    return result


# ---------------------------------------------------------------- what a result means


class Meaning(NamedTuple):
    """BTR-ocs.combat.results: losses, options and what may follow."""

    attacker_loss: int
    attacker_option: int
    exploit: int  # lowest AR that may exploit; 0: none
    defender_loss: int
    defender_option: int
    dg: bool


_RESULT = re.compile(r"A(?:L(\d))?(?:o(\d))?(?:e(\d))?(?: D(?:L(\d))?(?:o(\d))?(DG)?)?")


@cache
def meaning(result: str) -> Meaning:
    """
    >>> meaning("Ao1e4 DL1o2")
    Meaning(attacker_loss=0, attacker_option=1, exploit=4, defender_loss=1, defender_option=2, dg=False)
    """
    if not (match := _RESULT.fullmatch(result)):
        raise GrognardError(f"{result!r} is not a result of the combat table")
    a, b, c, d, e = (int(n or 0) for n in match.groups()[:5])
    return Meaning(a, b, c, d, e, bool(match[6]))


def words(result: str) -> str:
    """A result as a player would say it."""
    m = meaning(result)
    parts = [f"attacker loses {counted(m.attacker_loss, 'step')}"] * bool(m.attacker_loss)
    parts += [f"attacker {_option(m.attacker_option)}"] * bool(m.attacker_option)
    parts += [f"attackers with AR {m.exploit} or more may exploit"] * bool(m.exploit)
    parts += [f"defender loses {counted(m.defender_loss, 'step')}"] * bool(m.defender_loss)
    parts += [f"defender {_option(m.defender_option)}"] * bool(m.defender_option)
    return ", ".join(parts + ["defender goes DG"] * m.dg) or "no effect"


def _option(count: int) -> str:
    """An `o` result: any mix of step losses and retreat hexes."""
    return (
        f"loses a step or retreats {count} hex"
        if count == 1
        else f"takes {count} in step losses and retreat hexes"
    )


def summary(chances: Mapping[str, Fraction], action: int = 5) -> dict[str, Fraction]:
    """The chances players ask for first: certain losses, options, exploitation by a unit with this AR."""
    totals = {
        "attacker loses a step": Fraction(0),
        "defender loses a step": Fraction(0),
        "defender loses a step or retreats": Fraction(0),
        "exploitation": Fraction(0),
        "defender goes DG": Fraction(0),
    }
    for result, chance in chances.items():
        m = meaning(result)
        totals["attacker loses a step"] += chance * bool(m.attacker_loss)
        totals["defender loses a step"] += chance * bool(m.defender_loss)
        totals["defender loses a step or retreats"] += chance * bool(m.defender_loss or m.defender_option)
        totals["exploitation"] += chance * bool(m.exploit and action >= m.exploit)
        totals["defender goes DG"] += chance * m.dg
    return totals


# ---------------------------------------------------------------- BTR-ocs.barrage

BARRAGE_COLUMNS: list[Column] = _BARRAGE["column"]
BARRAGE: dict[int, list[str]] = {line["roll"]: line["results"] for line in _BARRAGE["row"]}
HALF_STEP_DIE = int(_BARRAGE["meta"]["half_step_die"])  # half a step is a step from here on
_SHIFTS = _BARRAGE["shifts"]
BARRAGE_WORDS: dict[str, str] = {k: v for k, v in _BARRAGE["results"].items() if "provenance" not in k}


class Barrage(NamedTuple):
    """A barrage up to the dice."""

    strength: int
    column: int  # after the shifts
    shifts: tuple[tuple[str, int], ...]
    tokens: int  # BTR-ocs.barrage.table: the cost is that of the strength fired


def density(re: Fraction) -> int:
    """Columns for the RE in the target hex."""
    for step in _SHIFTS["density_re"]:
        if "max" not in step or re <= Fraction(str(step["max"])):
            return int(step["shift"])
    raise AssertionError("the last step has no end")


def barrage(strength: int, line: str = "open", re: Fraction = Fraction(2), strat: bool = False) -> Barrage:
    """BTR-ocs.barrage.table: column, shifts and cost."""
    if strength < 0:
        raise GrognardError(f"a barrage strength is 0 or more, not {strength}")
    _line(line)
    number, own = next(
        (i, c) for i, c in enumerate(BARRAGE_COLUMNS, 1) if strength <= c.get("high", strength)
    )
    shifts = [
        (f"{line.replace('_', ' ')} terrain", int(_SHIFTS["terrain"][line])),
        (f"{re} RE in the hex", density(re)),
    ]
    shifts += [("target in Strat Mode", int(_SHIFTS["target_in_strat_mode"]))] if strat else []
    column = min(max(number + sum(shift for _, shift in shifts), 1), len(BARRAGE_COLUMNS))
    return Barrage(strength, column, tuple(one for one in shifts if one[1]), int(own["cost_tokens"]))


def barrage_results(column: int) -> dict[str, Fraction]:
    """The chance of every result of a column."""
    chances: dict[str, Fraction] = {}
    for dice, ways in TWO_DICE.items():
        result = BARRAGE[dice][column - 1]
        chances[result] = chances.get(result, Fraction(0)) + Fraction(ways, 36)
    return chances


def steps_lost(chances: Mapping[str, Fraction]) -> dict[int, Fraction]:
    """Steps a barrage takes: a half is a step on a high die, a bracketed half none (our interpretation)."""
    hits = Fraction(7 - HALF_STEP_DIE, 6)
    by_steps: dict[int, Fraction] = {}
    for result, chance in chances.items():
        shares: Iterable[tuple[int, Fraction]] = (
            ((0, 1 - hits), (1, hits)) if result == "1/2" else ((_whole(result), Fraction(1)),)
        )
        for steps, share in shares:
            by_steps[steps] = by_steps.get(steps, Fraction(0)) + chance * share
    return dict(sorted(by_steps.items()))


def _whole(result: str) -> int:
    return int(result) if result.isdigit() else 0
