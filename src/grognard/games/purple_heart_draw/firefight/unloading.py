"""ASL-D6.5: riders get off their vehicle in good order, or bail out of it."""

from __future__ import annotations

from collections.abc import Callable

from grognard.core.hexes import Hex
from grognard.core.procedure import Pick, Screen

from . import mines, riders, vehicle_steps, vehicle_ways, vehicles
from .allowances import own_allowance
from .forces import NAMES, VEHICLE_NAMES, VEHICLES_OF
from .position import (
    DUE,
    MOVED,
    V_DONE,
    V_PREP,
    Driving,
    Firefight,
    Moving,
    Window,
)
from .units import flag, name, settle
from .vehicles import mount_of, riders_of
from .words import Alight, Bail, Unload

FIRST_MF = 2  # half MF

# ---------------------------------------------------------------- what it costs


def price(state: Firefight, frame: Driving | None) -> int:
    """ASL-D6.5: half MF: 1 MF, and 1 more for each quarter of its MP that the vehicle has begun to use."""
    if frame is None:
        return FIRST_MF
    whole = 2 * vehicles.model(state, frame.vehicle).mp
    return FIRST_MF + 2 * -(-4 * frame.spent // whole)


def can_pay(state: Firefight, frame: Driving | None, unit: int) -> bool:
    return own_allowance(state, unit) >= price(state, frame)


def is_halted(state: Firefight, frame: Driving) -> bool:
    """ASL-D6.5: a vehicle that has stopped, with a quarter of its MP left, and not used more than three."""
    whole = 2 * vehicles.model(state, frame.vehicle).mp
    early = 4 * frame.spent <= 3 * whole
    on_map = state.vehicle_at[frame.vehicle] >= 0
    return on_map and not frame.rolling and early and _afford(state, frame)


def _afford(state: Firefight, frame: Driving) -> bool:
    return vehicle_ways.is_able(state, frame) and vehicle_ways.left(state, frame) >= riders.quarter(
        state, frame.vehicle
    )


# ---------------------------------------------------------------- in the drive


def _halted(state: Firefight, frame: object) -> int:
    fit = isinstance(frame, Driving) and is_halted(state, frame)
    return 1 << frame.vehicle if isinstance(frame, Driving) and fit else 0


def _laden(state: Firefight, frame: object) -> int:
    laden = isinstance(frame, Driving) and riders_of(state, frame.vehicle)
    return 1 << frame.vehicle if isinstance(frame, Driving) and laden else 0


def _all_pay(state: Firefight, frame: object) -> int:
    if not isinstance(frame, Driving):
        return 0
    fit = all(can_pay(state, frame, u) for u in riders_of(state, frame.vehicle))
    return 1 << frame.vehicle if fit else 0


def unload(state: Firefight, frame: object, vehicle: int, hex_: Hex) -> None:
    """ASL-D6.5: all riders, as one stack."""
    _step_down(state, frame, riders_of(state, vehicle))


def alight(state: Firefight, frame: object, unit: int, hex_: Hex) -> None:
    """ASL-D6.5: one of them."""
    _step_down(state, frame, (unit,))


def _step_down(state: Firefight, frame: object, units: tuple[int, ...]) -> None:
    """The vehicle pays a quarter of its MP; the riders are on their way with the MF they have left."""
    driving = frame if isinstance(frame, Driving) else None
    spent, at = price(state, driving), state.at[units[0]]
    mount = vehicles.name(state, mount_of(state, units[0]))
    if driving is not None:
        vehicle_steps.spend(state, driving, riders.quarter(state, driving.vehicle))
    for unit in units:
        flag(state, unit, MOVED, "ASL-D6.5")
        state.note("ASL-D6.5", "{} gets off {}", name(state, unit), mount, kind="move")
    way = Moving(units=units, origin=int(at), spent=spent, here=FIRST_MF, road=False)
    state.call(way, "ASL-D6.5")
    state.call(Window(), "FF-WIN.1")
    riders.get_off(state, units, "ASL-D6.5")
    settle(state, "ASL-D6.5")


def bail(state: Firefight, frame: object, vehicle: int, hex_: Hex) -> None:
    riders.bail_out(state, riders_of(state, vehicle), "ASL-D6.24")
    settle(state, "ASL-D6.24")


def _on_map(state: Firefight, frame: object) -> int:
    on_map = isinstance(frame, Driving) and state.vehicle_at[frame.vehicle] >= 0
    return _laden(state, frame) if on_map else 0


NOBODY = Screen(
    "ASL-D6.2", "{unit} is not the vehicle on its way, or no unit rides it", _laden, decisive=True
)
STANDS = "riders get off a vehicle that has stopped, for 4 of its MP, before three quarters of them are used"


def _own_riders(state: Firefight, frame: object) -> int:
    if not isinstance(frame, Driving):
        return 0
    return sum(1 << u for u in riders_of(state, frame.vehicle))


def _if_halted(state: Firefight, frame: object) -> int:
    return -1 if isinstance(frame, Driving) and is_halted(state, frame) else 0


def _payers(state: Firefight, frame: object) -> int:
    if not isinstance(frame, Driving):
        return 0
    return sum(1 << u for u in riders_of(state, frame.vehicle) if can_pay(state, frame, u))


TOO_LATE = "{unit} has too few MF: 1, and 1 for each quarter of the vehicle's MP that is used or begun"
UNLOAD = Pick(
    verb=Unload,
    names=VEHICLE_NAMES,
    units=(NOBODY, Screen("ASL-D6.5", STANDS, _halted), Screen("ASL-D6.5", TOO_LATE, _all_pay)),
    apply=unload,
)
ALIGHT = Pick(
    verb=Alight,
    names=NAMES,
    units=(
        Screen("ASL-D6.2", "{unit} does not ride the vehicle on its way", _own_riders, decisive=True),
        Screen("ASL-D6.5", STANDS, _if_halted),
        Screen("ASL-D6.5", TOO_LATE, _payers),
    ),
    apply=alight,
)
BAIL = Pick(
    verb=Bail,
    names=VEHICLE_NAMES,
    units=(NOBODY, Screen("ASL-D6.24", "riders bail out on the map", _on_map)),
    apply=bail,
)
DRIVE_PICKS = (ALIGHT, BAIL, UNLOAD)

# ---------------------------------------------------------------- off a vehicle that does not move


def _riders_there(state: Firefight, frame: object) -> int:
    return sum(1 << u for v in VEHICLES_OF[state.mover] for u in riders_of(state, v) if state.at[u] >= 0)


def _of_still(test: Callable[[Firefight, int], bool]) -> Callable[[Firefight, object], int]:
    def mask(state: Firefight, frame: object) -> int:
        still = [v for v in VEHICLES_OF[state.mover] if test(state, v)]
        return sum(1 << u for v in still for u in riders_of(state, v))

    return mask


def _is_still(state: Firefight, vehicle: int) -> bool:
    """Whether a vehicle will not move in this phase, though its riders may."""
    waits = vehicles.has(state, vehicle, V_PREP) or not vehicles.can_drive(state, vehicle)
    return waits and not vehicles.has(state, vehicle, V_DONE)


def _not_moved(state: Firefight, frame: object) -> int:
    return ~sum(1 << u for u in state.mustered[state.mover] if state.flags[u] & (MOVED | DUE))


STEP_DOWN = Pick(
    verb=Alight,
    names=NAMES,
    units=(
        Screen("ASL-D6.2", "{unit} is not a rider of the side that moves", _riders_there, decisive=True),
        Screen(
            "ASL-D6.5",
            "{unit} gets off in the move of its vehicle, which can still drive",
            _of_still(_is_still),
        ),
        Screen("ASL-D6.5", "{unit} has moved", _not_moved),
    ),
    apply=alight,
)


def land(state: Firefight, units: tuple[int, ...]) -> None:
    """ASL-B28.43: riders who get off into mines are attacked as if they entered."""
    if units and state.at[units[0]] >= 0:
        mines.strike(state, units, state.at[units[0]], "ASL-B28.43")


riders.LANDED.append(land)
