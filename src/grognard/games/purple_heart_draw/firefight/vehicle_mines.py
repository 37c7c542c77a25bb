"""ASL-B28.42: anti-personnel mines against vehicles that enter or leave their hex."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from msgspec.structs import replace

from grognard.core.procedure import NO_OUTCOME, Auto, Chance

from ..board import GRID
from . import crews, vehicles
from .fire import cell, show_mines
from .mines import is_inside, uncover
from .position import Firefight, Tripping
from .shots import mine_power
from .tables import column_of, result
from .units import settle
from .words import TWO_DICE, Dice


def strike(state: Firefight, frame: Tripping, other: int) -> bool:
    """Calls the attack of the mines in a hex, on a step from or to another; gives whether there are any."""
    hex_ = frame.hex
    if hex_ < 0 or not mine_power(state, hex_) or (other >= 0 and is_inside(hex_, other)):
        return False
    uncover(state, hex_)
    state.note("ASL-B28.42", "mines attack {}", vehicles.name(state, frame.vehicle), kind="attack")
    state.call(frame, "ASL-B28.42")
    return True


def on_entry(state: Firefight, vehicle: int, at: int, hex_: int) -> None:
    strike(state, Tripping(vehicle, int(hex_)), at)


def on_exit(state: Firefight, vehicle: int, at: int, hex_: int, creeping: bool) -> bool:
    """The attack comes in the hex that is left; then the vehicle goes on, if it can."""
    return strike(state, Tripping(vehicle, int(at), int(hex_), creeping), hex_)


def throw(state: Firefight, frame: Tripping, action: Dice) -> None:
    state.replace(replace(frame, dice=(action.colored, action.white)), "ASL-B28.42")


def resolve(state: Firefight, frame: Tripping) -> None:
    """ASL-B28.42: a KIA on the column of the field immobilizes; anything else does nothing."""
    frame = state.stack[-1]  # type: ignore[assignment]
    found = result(column_of(Fraction(mine_power(state, frame.hex))), sum(frame.dice))
    state.note("ASL-B28.42", "mines, dice {}: {}", sum(frame.dice), cell(found), kind="result")
    if found.kind == "kia" and vehicles.is_there(state, frame.vehicle):
        show_mines(state, frame.hex)
        crews.immobilize(state, frame.vehicle, "ASL-B28.42")
    settle(state, "ASL-B28.42")


Go = Callable[[Firefight, int, bool], None]
GO_ON: list[Go] = []  # how a vehicle goes on that has left mines behind: given by its module


def go_on(state: Firefight, frame: Tripping) -> None:
    """ASL-B28.42: after the attack in the hex that is left the vehicle goes on, if it can."""
    frame = state.stack[-1]  # type: ignore[assignment]
    if frame.goal >= 0:
        state.answer(state.stack[-2], "ASL-B28.42")
        GO_ON[0](state, frame.goal, frame.creeping)


TRIPPING = (
    Chance(
        clause="ASL-B28.42",
        name="mines under a vehicle",
        outcomes=lambda state, frame: NO_OUTCOME if frame.dice else TWO_DICE,
        apply=throw,
        about=lambda state, frame: (
            f"mines in {GRID.name[frame.hex]} under {vehicles.name(state, frame.vehicle)}"
        ),
        rolls=(Dice,),
    ),
    Auto(clause="ASL-B28.42", do=resolve),
    Auto(clause="ASL-B28.42", do=go_on),
)
