"""ASL-D11.1: gyrostabilizers of Shermans: the side's secret until a shot shows them."""

from __future__ import annotations

from grognard.core.ruling import Modifier

from . import ordnance, vehicles
from .position import V_GYRO, V_GYRO_SEEN, Firefight, Shell
from .shots import ADVANCING_FIRE

BOUNDING = "bounding"


def has_gyro(state: Firefight, vehicle: int) -> bool:
    """PHD-TM20.ff: whether its stabilizer works, as far as it is known."""
    return vehicle >= 0 and vehicles.has(state, vehicle, V_GYRO)


def case_of(state: Firefight, vehicle: int) -> str:
    """ASL-C5.3, ASL-D11.1: the case of Bounding Fire: 3 with a stabilizer, 4 with a turret, 5 without."""
    if has_gyro(state, vehicle):
        return "C-gyro"
    return "C-T" if vehicles.model(state, vehicle).turret else "C-NT"


def rolling(state: Firefight, frame: Shell) -> list[Modifier]:
    """ASL-D11.1: 1 more in Motion, instead of the lower die counting double."""
    moves = has_gyro(state, frame.vehicle) and vehicles.is_rolling(state, frame.vehicle)
    return ordnance.case("C4-gyro", frame.aim) if moves else []


def reveal(state: Firefight, frame: Shell) -> None:
    """The first shot on the move shows it."""
    vehicle = frame.vehicle
    used = frame.kind in (BOUNDING, ADVANCING_FIRE) or vehicles.is_rolling(state, vehicle)
    if has_gyro(state, vehicle) and used and not vehicles.has(state, vehicle, V_GYRO_SEEN):
        vehicles.flag(state, vehicle, V_GYRO_SEEN, "ASL-D11.1")
        state.note("ASL-D11.1", "{} has a gyrostabilizer", vehicles.name(state, vehicle), kind="reveal")
