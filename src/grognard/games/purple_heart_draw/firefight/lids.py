"""ASL-D5.33: in the Advance Phase crews show themselves, or button up."""

from __future__ import annotations

from grognard.core.hexes import Hex
from grognard.core.procedure import Pick, Screen

from . import vehicles
from .forces import VEHICLE_NAMES
from .going import CODE
from .position import V_EXPOSED, V_HATCHED, Firefight
from .words import Hatch


def _able(state: Firefight, frame: object) -> int:
    """Crews that are active, once in the phase; nobody shows itself in a building."""
    found = 0
    for vehicle in vehicles.on_map(state, state.mover):
        inside = CODE[state.vehicle_at[vehicle]] == "building" and state.verge[vehicle] < 0
        stays = inside and not vehicles.has(state, vehicle, V_EXPOSED)
        free = vehicles.is_active(state, vehicle) and not vehicles.has(state, vehicle, V_HATCHED)
        found |= (free and not stays) << vehicle
    return found


def change(state: Firefight, frame: object, vehicle: int, hex_: Hex) -> None:
    exposed = not vehicles.has(state, vehicle, V_EXPOSED)
    (vehicles.flag if exposed else vehicles.clear)(state, vehicle, V_EXPOSED, "ASL-D5.33")
    vehicles.flag(state, vehicle, V_HATCHED, "ASL-D5.33")
    words = "the crew of {} shows itself" if exposed else "the crew of {} buttons up"
    state.note("ASL-D5.33", words, vehicles.name(state, vehicle), kind="markers")


NO_CHANGE = "{unit} has no active crew of the side that moves, has changed, or is in a building"
HATCH = Pick(verb=Hatch, names=VEHICLE_NAMES, units=(Screen("ASL-D5.33", NO_CHANGE, _able),), apply=change)
