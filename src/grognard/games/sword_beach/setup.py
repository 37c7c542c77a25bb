"""SB-11.0 and SB-11.1.1: the hidden German set-up."""

from __future__ import annotations

from collections.abc import Callable

from grognard.core.hexes import Hex, set_of
from grognard.core.procedure import Phase, Pick, Screen
from grognard.core.ruling import Ruling

from . import verbs
from .arrivals import SETUP_UNITS, absent, names
from .board import GROUND, ZONE
from .pieces import GERMAN, LABEL, NAMES, OF_SIDE, SIDE
from .position import Landing, SwordBeach, fact
from .verbs import require_land_hex

AT_START = set_of(SETUP_UNITS)
RECORDED = AT_START & OF_SIDE[GERMAN]  # SB-11.1.1


# ---------------------------------------------------------------- SB-11.0, SB-11.1.1: the hidden set-up


def area(state: SwordBeach, unit: int) -> int:
    """SB-11.1.1: where a unit may be recorded; SB-J1, SB-J32 and the boundary as agreed."""
    row = SETUP_UNITS.get(unit)
    if row is None or SIDE[unit] != GERMAN:
        return 0
    hexes: int = ZONE[row["zone"]] & ZONE["any_non_beach"] & state.land
    if row["clause"] == "SB-11.1.1.b" and not state.options.setup_21pz_in_caen:
        hexes &= ~ZONE["caen_all"]
    return hexes


def raid_hexes_open(state: SwordBeach, frame: Landing) -> int:
    """SB-J32"""
    return -1 if state.options.record_on_raid_hexes else ~ZONE["commando_landing"]


def recorded_units(state: SwordBeach) -> int:
    return set_of(unit for unit, _ in state.record)


def recorded_hexes(state: SwordBeach) -> int:
    return set_of({hex_ for _, hex_ in state.record})


def write_down(state: SwordBeach, frame: Landing, unit: int, hex_: Hex) -> None:
    """A unit stands in the record once: where a table lets it be written again, the later hex counts."""
    require_land_hex(state, hex_)
    others = tuple(line for line in state.record if line[0] != unit)
    state.set(fact.record, (*others, (unit, hex_)), "SB-11.0.a")


def in_area(clause: str) -> Screen[SwordBeach, Landing]:
    """One screen for each of the three areas, so that a refusal cites the right one."""

    def mask(state: SwordBeach, frame: Landing) -> Callable[[int], int]:
        return lambda unit: area(state, unit) if SETUP_UNITS[unit]["clause"] == clause else -1

    words = {row["clause"]: row["where"] for row in SETUP_UNITS.values()}
    return Screen(
        clause, f"{{hex}} is outside the area of {{unit}}, which starts {words[clause]}", mask, each=True
    )


def not_at_start(state: SwordBeach, frame: Landing, unit: int, hex_: int) -> Ruling:
    """Why a unit is not set up in secret: it is Allied, or arrives later."""
    if SIDE[unit] != GERMAN:
        return Ruling(
            "SB-11.0.a", f"{LABEL[unit]} is Allied; only the nine German units at start are set up in secret"
        )
    return absent(state, unit) or Ruling(
        "SB-11.0.a", f"{LABEL[unit]} is not one of the nine German units at start"
    )


RECORDING: Phase[SwordBeach, Landing] = Phase(
    clause="SB-11.0.a",
    name="german set-up",
    title="German set-up",
    secret=True,
    shown="german set-up",
    side=GERMAN,
    picks=(
        Pick(
            verb=verbs.Record,
            names=NAMES,
            units=(
                Screen("SB-11.0.a", not_at_start, lambda state, frame: RECORDED, decisive=True),
                Screen(
                    "SB-11.0.c",
                    "{unit} is set up, and the record cannot change",
                    lambda state, frame: ~recorded_units(state),
                ),
            ),
            hexes=(
                Screen(
                    "SB-11.0.b",
                    "{hex} is a beach hex",
                    lambda state, frame: ~GROUND["beach"],
                    implied=True,
                    decisive=True,
                ),
                in_area("SB-11.1.1.a"),
                in_area("SB-11.1.1.b"),
                in_area("SB-11.1.1.c"),
                Screen(
                    "SB-J32",
                    "{hex} is a raid hex; no German unit may start there, as agreed",
                    raid_hexes_open,
                ),
                Screen(
                    "SB-J32", "another unit is set up in {hex}", lambda state, frame: ~recorded_hexes(state)
                ),
            ),
            apply=write_down,
        ),
    ),
    must=lambda state, frame: Ruling(
        "SB-11.0.a", f"{names(RECORDED & ~recorded_units(state))} must still be set up"
    ),
)
