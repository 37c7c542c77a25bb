"""ASL-D6.4: the movers get onto a vehicle."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from grognard.core.facts import Action
from grognard.core.hexes import OFF
from grognard.core.ruling import Ruling

from . import riders, vehicles
from .forces import VEHICLE_NAMES, VEHICLE_NUMBER, VEHICLE_SIDE, VEHICLES_OF
from .foxholes import any_dug_in
from .position import (
    MOVED,
    V_DONE,
    V_ENTERED,
    V_MOTION,
    V_RECALLED,
    Firefight,
    Moving,
    Window,
)
from .units import flag
from .vehicle_ways import is_waiting
from .words import Mount

COST = 2  # half MF


def stands_ready(state: Firefight, vehicle: int, at: int) -> bool:
    """ASL-D6.4: a manned vehicle in the hex that has stopped and not moved, or one that waits to enter."""
    if at == OFF:
        return is_waiting(state, vehicle) and not vehicles.has(state, vehicle, V_DONE)
    busy = vehicles.has(state, vehicle, V_MOTION | V_DONE | V_ENTERED | V_RECALLED)
    return vehicles.is_active(state, vehicle) and state.vehicle_at[vehicle] == at and not busy


def mounts(state: Firefight, frame: Moving, at: int, left: int) -> Iterator[Action]:
    """The vehicles that the movers may get onto."""
    barred = any_dug_in(state, frame.units) or any(state.captives[u] for u in frame.units)
    if not frame.units or barred or frame.assault or frame.charge >= 0 or frame.pushing >= 0:
        return
    if at != OFF and (left < COST or not riders.is_clear(at)):
        return
    for vehicle in VEHICLES_OF[state.mover]:
        if stands_ready(state, vehicle, at) and riders.has_room(state, vehicle, frame.units):
            yield Mount(VEHICLE_NAMES[vehicle])


def refuse(state: Firefight, frame: object, action: Mount) -> Ruling:
    vehicle = VEHICLE_NUMBER.get(action.vehicle, -1)
    if vehicle < 0 or VEHICLE_SIDE[vehicle] != state.mover or not isinstance(frame, Moving):
        return Ruling("ASL-D6.4", f"{action.vehicle} is not a vehicle of the side that moves")
    at = max((state.at[u] for u in frame.units), default=OFF)
    if not stands_ready(state, vehicle, at):
        words = "units get onto a manned vehicle in their hex that has stopped and not moved"
        return Ruling("ASL-D6.4", f"{words}; {vehicles.name(state, vehicle)} is none")
    if not riders.has_room(state, vehicle, frame.units):
        whole = vehicles.model(state, vehicle).riders
        weight = sum(riders.weight(state, u) for u in (*vehicles.riders_of(state, vehicle), *frame.units))
        words = f"{vehicles.name(state, vehicle)} carries {whole} portage points and 4 leaders or heroes"
        return Ruling("ASL-D6.2", f"{words}; these are {weight}")
    if at != OFF and not riders.is_clear(at):
        return Ruling("ASL-D6.21", "no unit rides a vehicle in woods, an orchard or a building")
    words = "getting onto a vehicle costs 1 MF, and not from a foxhole, by Assault Movement or with prisoners"
    return Ruling("ASL-D6.4", words)


def mount(state: Firefight, frame: Moving, action: Mount) -> None:
    """ASL-D6.4: 1 MF, and the window; who is off the map enters on the vehicle."""
    vehicle = VEHICLE_NUMBER[action.vehicle]
    if state.at[frame.units[0]] == OFF:
        riders.board(state, frame.units, vehicle, -1)
        state.replace(replace(frame, units=()), "ASL-D6.4")
        return
    for unit in frame.units:
        flag(state, unit, MOVED, "ASL-A4.2")
    spent, here = frame.spent + COST, frame.here + COST
    changed = replace(frame, spent=spent, here=here, boarding=vehicle, crossed=False)
    state.replace(changed, "ASL-D6.4")
    state.call(Window(), "FF-WIN.1")
