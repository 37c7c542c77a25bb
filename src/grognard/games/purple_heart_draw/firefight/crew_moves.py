"""ASL-D5.4, ASL-A21.2, ASL-D10.42: crews leave their vehicles and come back, enemies take what was left, and
wrecks are pushed away.
"""

from __future__ import annotations

from collections.abc import Callable

from grognard.core.hexes import OFF, Hex
from grognard.core.procedure import Pick, Screen

from ..board import GRID
from . import crews, riders, vehicle_steps, vehicle_ways, vehicles
from .forces import ADJECTIVE, ENEMY, NAMES, VEHICLE_NAMES, VEHICLE_SIDE, VEHICLES_OF
from .position import (
    BROKEN,
    MOVED,
    PIN,
    TI,
    V_ABANDONED,
    V_BOUNDING,
    V_BURNING,
    V_CAPTURED,
    V_DONE,
    V_ENTERED,
    V_MG_FIRED,
    V_MOTION,
    V_PREP,
    V_WRECK,
    Driving,
    Firefight,
    Mask,
    Moving,
    PlayerTurn,
    Window,
)
from .units import drop_guns, eliminate_quietly, free_place, in_hex, is_good, kind, name, settle
from .vehicles import CREW
from .victory import check_victory
from .words import Abandon, Reman, Scuttle, Shove

ALL_MF = 16  # half MF
BUSY = V_PREP | V_BOUNDING | V_MG_FIRED | V_DONE | V_ENTERED | V_MOTION

# ---------------------------------------------------------------- out of the vehicle


def _bits(state: Firefight, test: Callable[[Firefight, int], bool]) -> int:
    return sum(1 << v for v in VEHICLES_OF[state.mover] if test(state, v))


def _manned(state: Firefight, frame: object) -> int:
    return _bits(state, vehicles.is_active)


def _idle(state: Firefight, frame: object) -> int:
    fit = free_place(state, state.mover) >= 0
    return _bits(state, lambda s, v: not vehicles.has(s, v, BUSY)) if fit else 0


def leave(state: Firefight, vehicle: int, clause: str) -> None:
    """ASL-D5.4: the crew is beneath the vehicle with all its MF spent, and may be fired at."""
    side = VEHICLE_SIDE[vehicle]
    unit = free_place(state, side)
    riders.get_off(state, vehicles.riders_of(state, vehicle), clause)
    crews.bail_out(state, vehicle, clause)
    way = Moving(units=(unit,), origin=int(state.at[unit]), spent=ALL_MF, here=ALL_MF, ended=True)
    state.call(way, clause)
    state.call(Window(), "FF-WIN.1")


def abandon(state: Firefight, frame: object, vehicle: int, hex_: Hex) -> None:
    vehicles.abandon(state, vehicle, "ASL-D5.4")
    leave(state, vehicle, "ASL-D5.4")


def scuttle(state: Firefight, frame: object, vehicle: int, hex_: Hex) -> None:
    """ASL-D5.4: the crew makes a wreck of it as it goes."""
    leave(state, vehicle, "ASL-D5.4")
    vehicles.destroy(state, vehicle, False, "ASL-D5.4")
    settle(state, "ASL-D5.4")


OUT = (
    Screen("ASL-D5.4", "{unit} has no crew of the side that moves", _manned, decisive=True),
    Screen("ASL-D5.4", "{unit} has moved or fired, or there is no counter for its crew", _idle),
)
ABANDON = Pick(verb=Abandon, names=VEHICLE_NAMES, units=OUT, apply=abandon)
SCUTTLE = Pick(verb=Scuttle, names=VEHICLE_NAMES, units=OUT, apply=scuttle)

# ---------------------------------------------------------------- back into it


def left_in(state: Firefight, side: str, hex_: int) -> int:
    """A vehicle of a side that stands abandoned in a hex; -1: none."""
    there = [v for v in vehicles.in_hex(state, side, hex_) if vehicles.has(state, v, V_ABANDONED)]
    return next((v for v in there if not vehicles.has(state, v, V_CAPTURED)), -1)


def _crews(state: Firefight, frame: object) -> int:
    own = [u for u in state.mustered[state.mover] if state.at[u] >= 0 and kind(state, u).type == "crew"]
    return sum(1 << u for u in own if state.kind[u] == CREW[state.mover])


def _beside(state: Firefight, frame: object) -> int:
    own = [u for u in state.mustered[state.mover] if state.at[u] >= 0]
    return sum(1 << u for u in own if left_in(state, state.mover, state.at[u]) >= 0)


def _good(state: Firefight, frame: object) -> int:
    return sum(1 << u for u in state.mustered[state.mover] if is_good(state, u))


def _without(flag: int) -> Mask:
    return lambda state, frame: sum(1 << u for u in state.mustered[state.mover] if not state.flags[u] & flag)


def reman(state: Firefight, frame: object, unit: int, hex_: Hex) -> None:
    """ASL-D5.4: with all its MF; the vehicle does not move in this player turn."""
    vehicle = left_in(state, state.mover, state.at[unit])
    words = "{} is in {} again"
    state.note("ASL-D5.4", words, name(state, unit), vehicles.name(state, vehicle), kind="move")
    drop_guns(state, unit, "ASL-A4.43")
    eliminate_quietly(state, unit, "ASL-D5.4")
    vehicles.clear(state, vehicle, V_ABANDONED, "ASL-D5.4")
    vehicles.flag(state, vehicle, V_DONE, "ASL-D5.4")
    settle(state, "ASL-D5.4")


REMAN = Pick(
    verb=Reman,
    names=NAMES,
    units=(
        Screen("ASL-D5.4", "{unit} is not a vehicle crew of the side that moves", _crews, decisive=True),
        Screen("ASL-D5.4", "{unit} has no abandoned vehicle of its side in its hex", _beside),
        Screen("ASL-D5.4", "{unit} is not in Good Order", _good),
        Screen("ASL-A7.8", "{unit} is pinned", _without(PIN)),
        Screen("ASL-A4.8", "{unit} is busy", _without(TI)),
        Screen("ASL-D5.4", "{unit} has moved", _without(MOVED)),
    ),
    apply=reman,
)
MOVE_PICKS = (ABANDON, REMAN, SCUTTLE)

# ---------------------------------------------------------------- what the enemy takes


def capture(state: Firefight, frame: PlayerTurn) -> None:
    """ASL-A21.2: an abandoned vehicle alone with unbroken enemies on foot is theirs, and counts as lost."""
    for vehicle, at in enumerate(state.vehicle_at):
        if at < 0 or not vehicles.has(state, vehicle, V_ABANDONED):
            continue
        side = VEHICLE_SIDE[vehicle]
        takers = [u for u in in_hex(state, ENEMY[side], at) if not state.flags[u] & BROKEN]
        free = not in_hex(state, side, at) and not vehicles.has(state, vehicle, V_CAPTURED | V_WRECK)
        if free and any(not kind(state, u).is_leader for u in takers):
            vehicles.flag(state, vehicle, V_CAPTURED, "ASL-A21.2")
            vehicles.score(state, vehicle, vehicles.model(state, vehicle).points, "ASL-A21.2")
            words = "the {} side captures {} in {}"
            who = ADJECTIVE[ENEMY[side]]
            state.note("ASL-A21.2", words, who, vehicles.name(state, vehicle), GRID.name[at], kind="loss")
    check_victory(state)


# ---------------------------------------------------------------- wrecks


def price(state: Firefight, vehicle: int) -> int:
    """ASL-D10.42: half its MP, rounded up, in half MP."""
    return 2 * -(-vehicles.model(state, vehicle).mp // 2)


def wreck_beside(state: Firefight, vehicle: int) -> int:
    """A wreck in the hex of a vehicle that does not burn; -1: none."""
    there = [w for w in vehicles.wrecks(state) if state.vehicle_at[w] == state.vehicle_at[vehicle]]
    return next((w for w in there if not vehicles.has(state, w, V_BURNING)), -1)


def _pushers(state: Firefight, frame: object) -> int:
    if not isinstance(frame, Driving) or not vehicle_ways.is_able(state, frame) or not frame.rolling:
        return 0
    near = state.vehicle_at[frame.vehicle] >= 0 and wreck_beside(state, frame.vehicle) >= 0
    return 1 << frame.vehicle if near else 0


def _payers(state: Firefight, frame: object) -> int:
    if not isinstance(frame, Driving):
        return 0
    cost = price(state, frame.vehicle)
    return (
        vehicle_ways.left(state, frame) >= cost and vehicle_ways.may_spend(state, frame, cost)
    ) << frame.vehicle


def shove(state: Firefight, frame: object, vehicle: int, hex_: Hex) -> None:
    wreck = wreck_beside(state, vehicle)
    words = "{} pushes the wreck of {} away"
    state.note("ASL-D10.42", words, vehicles.name(state, vehicle), vehicles.name(state, wreck), kind="move")
    vehicles.put(state, wreck, OFF, "ASL-D10.42")
    assert isinstance(frame, Driving)
    vehicle_steps.spend(state, frame, price(state, vehicle))


SHOVE = Pick(
    verb=Shove,
    names=VEHICLE_NAMES,
    units=(
        Screen(
            "ASL-D10.42", "{unit} has not started, or no wreck is in its hex that does not burn", _pushers
        ),
        Screen("ASL-D10.42", "{unit} has less than half its MP left", _payers),
    ),
    apply=shove,
)
