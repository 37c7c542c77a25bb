"""What cannot be so in any game, of a position written by hand: units of the wrong side, overstacked hexes,
both sides in control.
"""

from __future__ import annotations

from collections.abc import Iterator

from grognard.core.hexes import members
from grognard.core.ruling import Ruling
from grognard.core.stacking import over

from .areas import AREA, CARDS
from .board import GRID
from .charts import LINE, MODES, SCENARIOS
from .forces import GIVEN
from .pieces import (
    COVERED,
    GUNS,
    KINDS,
    NAMES,
    OF_SIDE,
    PRISONER,
    SIDE,
    SIDES,
    TITLE,
    VEHICLE,
    VEHICLE_CREWS,
    WEAPONS,
    bare,
)
from .position import GROUP_NAMES, GROUPS, Battle, PurpleHeartDraw, Table
from .registration import NEAR, TRADED
from .stores import STORES, STRENGTHS
from .units import STACK_HS, STACK_VEHICLES, squads_by_hex, vehicles_by_hex

WAYS = (*MODES, NEAR, TRADED, GIVEN)  # in which a group came, or went
GEAR = {*WEAPONS, *GUNS, "RADIO", "MA", "MG"}


def impossibilities(state: PurpleHeartDraw) -> list[Ruling]:
    """Everything in a position that no game can come to."""
    return [
        *_dates(state),
        *_points(state),
        *_units(state),
        *_stacks(state),
        *_works(state),
        *_control(state),
    ]


def _dates(state: PurpleHeartDraw) -> Iterator[Ruling]:
    if not 0 <= state.scenario <= SCENARIOS:
        yield Ruling("PHD-C4.2", f"scenario is 1 to {SCENARIOS}, not {state.scenario}")
    if state.card and state.card not in CARDS:
        yield Ruling("PHD-C1", f"card is one of {', '.join(CARDS)}, not {state.card}")
    if state.turn < 0:
        yield Ruling("PHD-TM6", f"turn is 0 or more, not {state.turn}")
    for name in ("mover", "first", "first_setup", "last_first"):
        if (side := getattr(state, name)) and side not in SIDES:
            yield Ruling("PHD-C2.ATT", f"{name} is us or german, not {side}")


def _points(state: PurpleHeartDraw) -> Iterator[Ruling]:
    clauses = {
        "tp": "PHD-C2.TP",
        "dsp": "PHD-C2.DSP",
        "cvp": "PHD-C1.2",
        "san": "PHD-C5.25",
        "recce": "PHD-C5.36",
    }
    for name, clause in clauses.items():
        for side, points in zip(SIDES, getattr(state, name), strict=True):
            if points < 0:
                yield Ruling(clause, f"the {TITLE[side]} side has {points} {name.upper()}")
    for number, group in enumerate(state.groups):
        side = SIDES[number // GROUPS]
        if not group:
            continue
        if group[0] not in LINE[side]:
            yield Ruling("PHD-C5.31.chart", f"the {TITLE[side]} chart has no {group[0]}")
        if group[2] not in WAYS:
            yield Ruling(
                "PHD-C5.31.b",
                f"{GROUP_NAMES[number]} comes {', '.join(WAYS[:-1])} or {WAYS[-1]}, not {group[2]}",
            )
        if not 0 <= group[1] <= SCENARIOS:
            yield Ruling(
                "PHD-C4.2", f"{GROUP_NAMES[number]} was bought in scenario {group[1]}; there are {SCENARIOS}"
            )


def _units(state: PurpleHeartDraw) -> Iterator[Ruling]:
    for u in members(state.used):
        kind, name = KINDS[state.kind[u]], NAMES[u]
        if kind.side not in ("", SIDE[u]):
            yield Ruling(
                "PHD-C2.RG",
                f"{name} is a place of the {TITLE[SIDE[u]]} side; {kind.name} is a {TITLE[kind.side]}"
                " counter",
            )
        if state.open >> u & 1 and state.status[u] & COVERED:
            yield Ruling("PHD-TM7", f"{name} lies open and is concealed, hidden or cloaked at once")
        for gear in state.gear[u]:
            if bare(gear) not in GEAR and not gear.startswith("AL"):
                yield Ruling("PHD-C5.31.note.w", f"{name}: there is no weapon {gear}")
        if state.card in AREA and state.at[u] >= 0 and not AREA[state.card] >> state.at[u] & 1:
            yield Ruling(
                f"{state.card}.area", f"{name} in {GRID.name[state.at[u]]} is outside the playable area"
            )


def _stacks(state: PurpleHeartDraw) -> Iterator[Ruling]:
    """PHD-C5.13.a; while a scenario is fought units crowd together as they must."""
    if any(isinstance(frame, Battle | Table) for frame in state.stack):
        return
    for side in SIDES:
        squads, tanks = stacked(state, side)
        for hex_ in members(over(STACK_HS, squads) | over(STACK_VEHICLES, tanks)):
            held = f"{squads.get(hex_, 0) / 2:g} squads, {tanks.get(hex_, 0)} vehicles"
            most = "three squads and one vehicle"
            yield Ruling("PHD-C5.13.a", f"{GRID.name[hex_]} is overstacked: {held}; {most} a hex")


def stacked(state: PurpleHeartDraw, side: str) -> tuple[dict[int, int], dict[int, int]]:
    """The half-squad equivalents and the vehicles of a side in each hex. PHD-C5.9: a vehicle crew is unloaded
    where it is, however many stand there.
    """
    crews = VEHICLE_CREWS[side]
    mine = members(state.used & OF_SIDE[side])
    units = [u for u in mine if not state.status[u] & PRISONER and state.kind[u] != crews]
    infantry = [u for u in units if KINDS[state.kind[u]].type != VEHICLE]
    return squads_by_hex(state, infantry), vehicles_by_hex(state, units)


def _works(state: PurpleHeartDraw) -> Iterator[Ruling]:
    """PHD-C5.35: works of the list, with the strengths they can have."""
    for side, works in zip(SIDES * 2, (*state.forts, *state.buried), strict=True):
        for name, hex_ in works:
            item, _, strength = name.partition(".")
            if name not in STORES and not (strength.isdigit() and int(strength) in STRENGTHS.get(item, ())):
                yield Ruling("PHD-C5.35", f"{TITLE[side]} works in {GRID.name[hex_]}: there is no {name}")


def _control(state: PurpleHeartDraw) -> Iterator[Ruling]:
    if both := state.held[0] & state.held[1]:
        yield Ruling("PHD-C2.CTRL", f"both sides control {' '.join(GRID.names(both))}")
