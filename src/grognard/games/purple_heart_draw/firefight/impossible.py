"""What cannot be so in any fight, of a position written by hand: units off the map of the card, stacks that
no rule allows, riders on a vehicle that cannot carry them.
"""

from __future__ import annotations

from collections.abc import Iterator

from grognard.core.facts import is_unknown
from grognard.core.ruling import Ruling

from ..board import GRID
from ..pieces import SIDES
from . import riders, vehicles
from .forces import ADJECTIVE, NAMES, SIDE, VEHICLE_NAMES, VEHICLE_SIDE
from .position import BROKEN, MELEE, PIN, V_WRECK, Firefight
from .units import everybody, excess, in_hex, is_good, name

MOST_OVER = 6  # squads over the limit that movement could still pay for


def impossibilities(state: Firefight) -> list[Ruling]:
    """Everything in a position that no fight can come to."""
    return [*_places(state), *_stacks(state), *_vehicles(state), *_riders(state)]


def _places(state: Firefight) -> Iterator[Ruling]:
    """FF-AREA: units and vehicles are within the area of the fight."""
    for unit in everybody(state):
        if state.at[unit] >= 0 and not state.card.places >> state.at[unit] & 1:
            at = GRID.name[state.at[unit]]
            yield Ruling("FF-AREA", f"{name(state, unit)} is in {at}, outside the area of {state.scene}")
    for vehicle, at_ in enumerate(state.vehicle_at):
        if at_ >= 0 and not state.card.area >> at_ & 1:
            words = (
                f"{vehicles.name(state, vehicle)} is in {GRID.name[at_]}, outside the area of {state.scene}"
            )
            yield Ruling("FF-AREA", words)


def _stacks(state: Firefight) -> Iterator[Ruling]:
    """ASL-A5.1: no hex takes so many units of a side."""
    for side in SIDES:
        for hex_ in sorted({state.at[u] for u in state.mustered[side] if state.at[u] >= 0}):
            over = excess(state, in_hex(state, side, hex_))
            if over > MOST_OVER:
                words = f"{ADJECTIVE[side]} units in {GRID.name[hex_]} are {over} squads over the limit"
                yield Ruling("ASL-A5.1", words)


def _vehicles(state: Firefight) -> Iterator[Ruling]:
    for vehicle, kind in enumerate(state.vehicle_kind):
        if is_unknown(kind) or not kind:
            continue
        if kind not in vehicles.MODEL:
            yield Ruling(
                "ASL-A7.308.none", f"{VEHICLE_NAMES[vehicle]}: {kind!r} is not a vehicle of the firefight"
            )
        for what, spine in (("hull", state.hull[vehicle]), ("turret", state.turret[vehicle])):
            if not 0 <= spine < 6:
                yield Ruling(
                    "FF-O11", f"{what} of {VEHICLE_NAMES[vehicle]} is a hexspine 0 to 5, not {spine}"
                )


def _riders(state: Firefight) -> Iterator[Ruling]:
    """ASL-D6.2, ASL-D6.23: riders are unbroken units of the side, in the hex of a vehicle with a crew."""
    for vehicle in range(len(VEHICLE_NAMES)):
        aboard = vehicles.riders_of(state, vehicle)
        if aboard:
            yield from _aboard(state, vehicle, aboard)


def _aboard(state: Firefight, vehicle: int, aboard: tuple[int, ...]) -> Iterator[Ruling]:
    kind = vehicles.kind_of(state, vehicle)
    if kind not in vehicles.MODEL:
        yield Ruling(
            "ASL-D6.2", f"{VEHICLE_NAMES[vehicle]} is not a vehicle of this fight, and nobody rides it"
        )
        return
    who = vehicles.name(state, vehicle)
    on_map = state.vehicle_at[vehicle] >= 0
    if vehicles.has(state, vehicle, V_WRECK) or (on_map and not vehicles.is_manned(state, vehicle)):
        yield Ruling("ASL-D6.2", f"{who} has no crew that drives it, and nobody rides it")
    for unit in aboard:
        yield from _rider(state, vehicle, unit)
    known = [u for u in aboard if state.kind[u]]
    if len(known) == len(aboard) and not riders.has_room(state, vehicle, ()):
        weight = sum(riders.weight(state, u) for u in aboard)
        most = vehicles.model(state, vehicle).riders
        yield Ruling("ASL-D6.2", f"riders of {who} count {weight} portage points; it carries {most}")


def _rider(state: Firefight, vehicle: int, unit: int) -> Iterator[Ruling]:
    who = vehicles.name(state, vehicle)
    if SIDE[unit] != VEHICLE_SIDE[vehicle] or not state.kind[unit]:
        yield Ruling("ASL-D6.2", f"{NAMES[unit]} is not a unit of the side that could ride {who}")
        return
    if state.at[unit] != state.vehicle_at[vehicle]:
        yield Ruling("ASL-D6.2", f"{name(state, unit)} rides {who}, and is not in its hex")
    if state.flags[unit] & (BROKEN | PIN | MELEE) or not is_good(state, unit):
        words = f"{name(state, unit)} is broken, pinned or in Melee, and rides no vehicle"
        yield Ruling("ASL-D6.23", words)
