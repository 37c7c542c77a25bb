"""BTR-weather: ground and flight by the band of the date, and what they do."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from datetime import date
from fractions import Fraction
from functools import cache
from typing import TypeVar

from grognard.core.plain import Plain
from grognard.core.ruling import GrognardError

from .dates import LAST, day
from .pieces import read
from .rows import Band, Flight, Ground, Range, Status

D = TypeVar("D", Band, Status)

GROUNDS = ("dry", "mud", "snow")
FLIGHTS = ("none", "limited", "normal")
TWO_DICE: dict[int, int] = {n: 6 - abs(7 - n) for n in range(2, 13)}  # ways of 36
_TABLE = deepcopy(read("weather.toml"))
for _row in _TABLE["band"]:
    if "auto" in _row["ground"]:
        _row |= {"auto": _row["ground"]["auto"], "ground": {}}
BANDS: list[Band] = _TABLE["band"]
GROUND_EFFECT: dict[str, Ground] = {row["condition"]: row for row in _TABLE["ground_effect"]}
MISSIONS = {  # how texts say when air missions are flown
    "none": "none",
    "all_phases": "in all phases",
    "own_regular_movement_phase_only": "in your own Movement Phase only",
}
FLIGHT_EFFECT: dict[str, Flight] = {row["condition"]: row for row in _TABLE["flight_effect"]}


def on_date(rows: Sequence[D], when: date) -> D:
    """The row of a table by dates; one without `last` runs to the end."""
    return next(row for row in rows if row["first"] <= when <= row.get("last", date.max))


@cache
def band(turn: int) -> Band:
    """BTR-weather.table: the band a turn's date falls in."""
    return on_date(BANDS, day(turn))


def one_die(roll: int) -> int:
    if not 1 <= roll <= 6:
        raise GrognardError(f"one die gives 1 to 6, not {roll}")
    return roll


def two_dice(roll: int) -> int:
    if roll not in TWO_DICE:
        raise GrognardError(f"two dice give 2 to 12, not {roll}")
    return roll


def automatic(turn: int) -> str | None:
    """BTR-weather.auto: the ground that needs no die, or nothing."""
    return band(turn).get("auto")


def _in(ranges: dict[str, Range], roll: int) -> str:
    return next(name for name, (low, high) in ranges.items() if low <= roll <= high)


def ground(turn: int, die: int) -> str:
    """BTR-weather.roll: one die; on an automatic band it is ignored, not refused (BTR-J.18)."""
    return automatic(turn) or _in(band(turn)["ground"], one_die(die))


def flight(turn: int, dice: int) -> str:
    """BTR-weather.roll: two dice."""
    return _in(band(turn)["flight"], two_dice(dice))


@cache
def ground_chances(turn: int) -> dict[str, Fraction]:
    if fixed := automatic(turn):
        return {fixed: Fraction(1)}
    return {name: Fraction(high - low + 1, 6) for name, (low, high) in band(turn)["ground"].items()}


@cache
def flight_chances(turn: int) -> dict[str, Fraction]:
    return {
        name: Fraction(sum(TWO_DICE[n] for n in range(low, high + 1)), 36)
        for name, (low, high) in band(turn)["flight"].items()
    }


def effects(ground_: str, flight_: str, hip_shoots: bool = False, interception: bool = True) -> Plain:
    """The effects of a turn's weather; BTR-J.15 and BTR-J.16 are the two interpretations."""
    earth, sky = GROUND_EFFECT[ground_], FLIGHT_EFFECT[flight_]
    limited = flight_ == "limited"
    return {
        "movement_column": earth["movement_column"],
        "supply_paths": "dry",  # BTR-weather.supply
        "refit_at_air_bases": earth["refit_at_air_bases"],
        "seaborne_assaults": earth["seaborne_assaults"],
        "pontoon_rolls": earth["pontoon_rolls"],
        "air_missions": sky["air_missions"],
        "hip_shoots": sky["hip_shoots"] or (limited and hip_shoots),
        "interception": flight_ != "none" and (interception or not limited),
        "interdiction": sky["interdiction"],  # BTR-game.3_7b.interdiction
        "refit": sky["refit"],
        "air_reinforcement": sky["air_reinforcement"],
    }


def clauses(turn: int, ground_: str | None = None, flight_: str | None = None) -> list[str]:
    result = ["BTR-weather.roll", str(band(turn)["clause"])]
    if automatic(turn):
        result.append("BTR-weather.auto")
    result += [str(GROUND_EFFECT[ground_]["clause"])] if ground_ else []
    return result + ([str(FLIGHT_EFFECT[flight_]["clause"])] if flight_ else [])


assert all(band(turn) for turn in range(1, LAST + 1))  # a table with a hole is refused when it is read
