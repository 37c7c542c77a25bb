"""TLD-S.8, TLD-S.9: the combat results table, its columns and shifts, and the defensive fire table:
reconstruction."""

from __future__ import annotations

from fractions import Fraction

from grognard.core.tables import load_table

from .days import day_of
from .pieces import KERNEL, SCENARIO

_combat, _fire = KERNEL["combat"], KERNEL["artillery"]
LEGEND: dict[str, str] = {k: v for k, v in _combat["results"].items() if k != "support_units"}
CRT = load_table(
    "CRT", {"clause": "TLD-S.8", "provenance": "reconstruction", "results": _combat["table"]}, LEGEND
)


def ratio(text: str) -> Fraction:
    """
    >>> ratio("1:3"), ratio("4:1")
    (Fraction(1, 3), Fraction(4, 1))
    """
    a, b = text.split(":")
    return Fraction(int(a), int(b))


COLUMNS = [str(name) for name in _combat["odds_columns"]]
BOUNDS = [ratio(name) for name in COLUMNS]
SHIFT: dict[str, int] = {k: int(v) for k, v in _combat["column_shift"].items()}
SUPPORT_CAP = Fraction(str(_combat["support_cap"]))
FIRE_TABLE = sorted((ratio(name), int(die)) for name, die in _fire["defensive_fire_table"].items())
NAVAL = SCENARIO["naval_gunfire"]
NAVAL_STRENGTH, NAVAL_RANGE = int(NAVAL["strength"]), int(NAVAL["range_from_beach_hex"])
NAVAL_THROUGH = day_of(NAVAL["through"])


def column(attack: Fraction, defence: Fraction) -> int:
    """The column of the odds, from 1, rounded in the defender's favour; 0 is below the table and no
    attack."""
    odds = attack / defence if defence else BOUNDS[-1]
    return sum(odds >= bound for bound in BOUNDS)


def needed_to_disrupt(fire: Fraction, defence: Fraction) -> int:
    """The die that disrupts, or more; 7 is no fire at all."""
    odds = fire / defence if defence else FIRE_TABLE[-1][0]
    return next((die for bound, die in reversed(FIRE_TABLE) if odds >= bound), 7)
