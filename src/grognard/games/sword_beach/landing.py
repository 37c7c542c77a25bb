"""SB-11.2.1 and SB-11.2.3.2: the assault units, the beach assaults, and the whole landing in its order."""

from __future__ import annotations

from msgspec.structs import replace

from grognard.core.after_combat import result_is
from grognard.core.hexes import Hex, Hexes, set_of
from grognard.core.procedure import Ask, Auto, Chance, Phase, Pick, Screen, Step, open_if_any
from grognard.core.ruling import Ruling

from . import verbs
from .arrivals import BEACHHEAD_MARKERS, SETUP_UNITS, absent, names, room_on_beach
from .board import GRID, ZONE
from .combat import FIRE, LOSS, attacking, defending
from .drop import (
    CROWDS,
    DESIGNATION,
    DROP_ZONE,
    FIGHTS,
    begin_drop,
    count_crowds,
    drop,
    dropping,
    flip_drop_zones,
    reveal,
    shared,
    terrain_first,
    terrain_last,
    terrain_losses,
    what_drop,
)
from .fire import attacker_names, attacker_support, defender_names, defender_support, refuse_support
from .markers import fill_cups
from .pieces import ALLIED, COMMANDO, LABEL, NAMES, SIDE
from .position import Assault, Landing, SwordBeach, Turn, fact
from .raid import RAID, RAID_MOVE, raiding, resolve_raid, stands
from .setup import RECORDING
from .tables import LIMIT
from .verbs import eliminate, place, reduce, require_land_hex, units_in

AMPHIBIOUS = set_of(unit for unit, row in SETUP_UNITS.items() if row["zone"] == "sword_beach")


# ---------------------------------------------------------------- SB-11.2.1: beachheads and assault units


def put_marker(state: SwordBeach, frame: Landing, _: int, hex_: Hex) -> None:
    require_land_hex(state, hex_)
    state.add(fact.beachheads, 1 << hex_, "SB-11.2.1.1.a")
    state.replace(replace(frame, markers=frame.markers + 1), "SB-11.2.1.1.b")


BEACHHEADS: Phase[SwordBeach, Landing] = Phase(
    clause="SB-11.2.1.1.a",
    name="beachhead markers",
    title="placing beachhead markers",
    side=ALLIED,
    picks=(
        Pick(
            verb=verbs.Beachhead,
            units=(
                Screen(
                    "SB-J48",
                    f"all {BEACHHEAD_MARKERS} beachhead markers are placed, one for each assault unit",
                    lambda state, frame: frame.markers < BEACHHEAD_MARKERS,
                ),
            ),
            hexes=(
                Screen(
                    "SB-11.2.1.1.a",
                    "{hex} is not a Sword Beach hex",
                    lambda state, frame: ZONE["sword_beach"] & state.land,
                ),
                Screen(
                    "SB-11.2.1.1.b", "{hex} has a beachhead marker", lambda state, frame: ~state.beachheads
                ),
            ),
            apply=put_marker,
            open=open_if_any,
        ),
    ),
    must=lambda state, frame: (
        None if state.beachheads else Ruling("SB-J33", "at least one beachhead marker must be placed")
    ),
)


def put_ashore(state: SwordBeach, frame: Landing, unit: int, hex_: Hex) -> None:
    place(state, unit, hex_, "SB-11.2.1.2.a")
    state.add(fact.landed, 1 << unit, "SB-11.2.1.2.e")


def _must_place(state: SwordBeach, frame: Landing) -> Ruling | None:
    if state.options.assault_units_may_wait:
        return None if state.landed else Ruling("SB-J33", "at least one assault unit must land")
    return Ruling("SB-J33", f"{names(AMPHIBIOUS & ~state.on_map)} must land: a beach landing hex has room")


def not_ashore(state: SwordBeach, frame: Landing, unit: int, hex_: int) -> Ruling:
    """Why a unit does not land with the assault: it comes in another way, later, or has landed."""
    if state.at[unit] >= 0 and AMPHIBIOUS >> unit & 1:
        return Ruling("SB-11.2.1.2.a", f"{LABEL[unit]} has landed, in {GRID.name[state.at[unit]]}")
    if SIDE[unit] != ALLIED:
        return Ruling("SB-11.2.1.2.a", f"{LABEL[unit]} is German; the assault units are {names(AMPHIBIOUS)}")
    return absent(state, unit) or Ruling(
        "SB-11.2.1.2.a", f"{LABEL[unit]} is not an assault unit; those are {names(AMPHIBIOUS)}"
    )


ASSAULT_UNITS: Phase[SwordBeach, Landing] = Phase(
    clause="SB-11.2.1.2.a",
    name="amphibious landing",
    title="amphibious landing",
    side=ALLIED,
    picks=(
        Pick(
            verb=verbs.Place,
            names=NAMES,
            units=(
                Screen(
                    "SB-11.2.1.2.a",
                    not_ashore,
                    lambda state, frame: AMPHIBIOUS & ~state.on_map,
                    decisive=True,
                ),
            ),
            hexes=(
                Screen(
                    "SB-11.2.1.2.a",
                    "{hex} has no beachhead marker",
                    lambda state, frame: state.beachheads,
                    implied=True,
                ),
                Screen(
                    "SB-11.2.1.2.c",
                    "{hex} holds three units",
                    lambda state, frame: room_on_beach(state, frame) | ~state.beachheads,
                    implied=True,
                ),
                Screen("SB-11.2.1.2.c", "{hex} holds three units", room_on_beach, last=True),
            ),
            apply=put_ashore,
        ),
    ),
    must=_must_place,
)


def overflow(state: SwordBeach, frame: Landing) -> None:
    state.add(fact.waiting, AMPHIBIOUS & ~state.on_map, "SB-11.2.1.2.b")


def clear_markers(state: SwordBeach, frame: Landing) -> None:
    state.set(fact.beachheads, Hexes(state.beachheads & state.occupied[ALLIED]), "SB-11.2.1.3")


# ---------------------------------------------------------------- SB-11.2.3.2: beach assaults


def list_assaults(state: SwordBeach, frame: Landing) -> None:
    state.set(fact.unassaulted, state.beachheads, "SB-11.2.3.2.a")


def assault(state: SwordBeach, frame: Landing, _: int, hex_: Hex) -> None:
    """SB-11.2.3.2.a: every unit stacked there takes part, one that drifted in from the air included."""
    state.remove(fact.unassaulted, 1 << hex_, "SB-J34")
    force = tuple(units_in(state, hex_, ALLIED))
    state.call(Assault(attacker=ALLIED, hex=hex_, attackers=force), "SB-11.2.3.2.a")


ASSAULTS: Phase[SwordBeach, Landing] = Phase(
    clause="SB-11.2.3.2.a",
    name="beach assaults",
    side=ALLIED,
    picks=(
        Pick(
            verb=verbs.Assault,
            units=(
                Screen(
                    "SB-11.2.3.2.a",
                    "no beach assault is left to make",
                    lambda state, frame: int(bool(state.unassaulted)),
                ),
            ),
            hexes=(
                Screen(
                    "SB-11.2.3.2.a",
                    "{hex} is not a beach landing hex",
                    lambda state, frame: state.beachheads,
                    implied=True,
                    decisive=True,
                ),
                Screen(
                    "SB-J34",
                    "the assault on {hex} has been made",
                    lambda state, frame: state.unassaulted,
                    last=True,
                ),
            ),
            apply=assault,
            open=open_if_any,
        ),
    ),
    must=lambda state, frame: Ruling(
        "SB-11.2.3.2.a", f"a beach assault must be made at {' and '.join(GRID.names(state.unassaulted))}"
    ),
)


def assault_losses(state: SwordBeach, frame: Assault) -> None:
    """SB-11.2.3.2.f, SB-J11"""
    if frame.result == "Ae":
        for unit in frame.attackers:
            eliminate(state, unit, "FM-7.6.1")
    elif state.options.beach_retreat == "reduces_all":
        for unit in frame.attackers:
            reduce(state, unit, "SB-11.2.3.2.f")


def beach_lost(state: SwordBeach, frame: Assault) -> bool:
    return not state.occupied[ALLIED] >> frame.hex & 1


def lose_beach(state: SwordBeach, frame: Assault) -> None:
    """SB-11.2.3.2.g"""
    state.remove(fact.beachheads, 1 << frame.hex, "SB-11.2.3.2.g")


ASSAULT: tuple[Step[SwordBeach, Assault], ...] = (
    Ask(
        clause="SB-11.2.3.2.b",
        name="Allied support fire",
        side=attacking,
        choices=attacker_support,
        apply=attacker_names,
        takes=(verbs.Support,),
        refuse=refuse_support(LIMIT, True),
    ),
    Ask(
        clause="SB-11.2.3.2.b",
        name="German support fire",
        side=defending,
        choices=defender_support,
        apply=defender_names,
        takes=(verbs.Support,),
        refuse=refuse_support(LIMIT, False),
    ),
    *FIRE,
    Auto(clause="SB-11.2.3.2.f", do=assault_losses, due=result_is("D2", "D3", "Ae")),
    LOSS,
    Auto(clause="SB-11.2.3.2.g", do=lose_beach, due=beach_lost),
)


def begin(state: SwordBeach, frame: Landing) -> None:
    state.set(fact.turn, 1, "FM-4.1.1")
    state.set(fact.stack, (Turn(),), "FM-4.1.1")


LANDINGS = (  # SB-11.2.a: in this order, before GT 1
    RECORDING,
    Auto(clause="SB-J25", do=fill_cups),
    # SB-11.2.1 amphibious
    BEACHHEADS,
    ASSAULT_UNITS,
    Auto(clause="SB-11.2.1.2.b", do=overflow),
    Auto(clause="SB-11.2.1.3", do=clear_markers),
    # SB-11.2.2 airborne, steps 1 to 7
    DROP_ZONE,
    DESIGNATION,
    Auto(clause="SB-11.2.2.3.a", do=begin_drop),
    Chance(clause="SB-11.2.2.3.a", name="airborne drop", outcomes=dropping, apply=drop, about=what_drop),
    Auto(clause="SB-11.2.2.4.a", do=terrain_losses, due=terrain_first),
    Auto(clause="SB-11.2.2.4.c", do=count_crowds),
    CROWDS,
    Auto(clause="SB-11.2.2.4.a", do=terrain_losses, due=terrain_last),
    Auto(clause="SB-11.2.2.5", do=reveal),
    FIGHTS,
    Auto(clause="SB-11.2.2.7.a", do=flip_drop_zones),
    # SB-11.2.3 raid and assaults
    RAID,
    Chance(
        clause="SB-11.2.3.1.a",
        name="commando raid",
        outcomes=raiding,
        apply=resolve_raid,
        about=lambda state, frame: "the commando raid",
    ),
    RAID_MOVE,
    Auto(
        clause="SB-J31",
        do=stands,
        due=lambda state, frame: COMMANDO & state.on_map and not shared(state, frame),
    ),
    FIGHTS,
    Auto(clause="SB-11.2.3.2.a", do=list_assaults),
    ASSAULTS,
    Auto(clause="FM-4.1.1", do=begin),
)
