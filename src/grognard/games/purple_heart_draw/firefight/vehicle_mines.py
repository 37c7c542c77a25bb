"""ASL-B28.42, ASL-B28.51: mines against vehicles that enter or leave their hex."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from msgspec.structs import replace

from grognard.core.facts import Roll, is_unknown
from grognard.core.procedure import NO_OUTCOME, Auto, Chance, Outcomes

from ..board import GRID
from . import crews, vehicles
from .fire_effects import cell, show_mines, suffer
from .mines import is_inside, uncover
from .ordnance import BURNS, STUCK, WRECK
from .ordnance import TWO_DICE as TWO
from .position import Firefight, Tripping, fact
from .shots import mine_power
from .sniper import release
from .tables import column_of, result
from .units import settle
from .words import DIE, TWO_DICE, Dice


def strike(state: Firefight, frame: Tripping, other: int) -> bool:
    """Calls the attack of the mines in a hex, on a step from or to another; gives whether there are any."""
    hex_ = frame.hex
    mined = hex_ >= 0 and (mine_power(state, hex_) or factors(state, hex_))
    if not mined or (other >= 0 and is_inside(hex_, other)):
        return False
    if mine_power(state, hex_):
        uncover(state, hex_)
        state.note("ASL-B28.42", "mines attack {}", vehicles.name(state, frame.vehicle), kind="attack")
    state.call(frame, "ASL-B28.42")
    return True


def factors(state: Firefight, hex_: int) -> int:
    """ASL-B28.51: the anti-tank mines in a hex, if they are known; the referee knows."""
    return max((dict(row).get(hex_, 0) for row in state.at_mines if not is_unknown(row)), default=0)


def on_entry(state: Firefight, vehicle: int, at: int, hex_: int) -> None:
    strike(state, Tripping(vehicle, int(hex_)), at)


def on_exit(state: Firefight, vehicle: int, at: int, hex_: int, creeping: bool, verge: int = -1) -> bool:
    """The attack comes in the hex that is left; then the vehicle goes on, if it can."""
    return strike(state, Tripping(vehicle, int(at), int(hex_), creeping, verge=verge), hex_)


def throw(state: Firefight, frame: Tripping, action: Dice) -> None:
    state.replace(replace(frame, dice=(action.colored, action.white)), "ASL-B28.42")


def resolve(state: Firefight, frame: Tripping) -> None:
    """ASL-B28.42: a KIA on the column of the field immobilizes; anything else does nothing."""
    frame = state.stack[-1]  # type: ignore[assignment]
    if not frame.dice:
        return
    found = result(column_of(Fraction(mine_power(state, frame.hex))), sum(frame.dice))
    state.note("ASL-B28.42", "mines, dice {}: {}", sum(frame.dice), cell(found), kind="result")
    if found.kind == "kia" and vehicles.is_there(state, frame.vehicle):
        show_mines(state, frame.hex)
        crews.immobilize(state, frame.vehicle, "ASL-B28.42")
    settle(state, "ASL-B28.42")


# ---------------------------------------------------------------- anti-tank mines


def wakes(state: Firefight, frame: Tripping) -> Outcomes:
    """ASL-B28.51: a die for the field, after anti-personnel mines."""
    there = vehicles.is_there(state, frame.vehicle) and state.vehicle_at[frame.vehicle] == frame.hex
    return DIE if there and factors(state, frame.hex) and not frame.trigger else NO_OUTCOME


def wake(state: Firefight, frame: Tripping, action: Roll) -> None:
    goes_off = action.face <= factors(state, frame.hex)
    said = "they go off" if goes_off else "they do not go off"
    words = "anti-tank mines under {}: die {}: {}"
    state.note("ASL-B28.51", words, vehicles.name(state, frame.vehicle), action.face, said, kind="attack")
    if frame.hex not in state.at_mines_found:
        found = tuple(sorted((*state.at_mines_found, frame.hex)))
        state.set(fact.at_mines_found, found, "ASL-B28.51")
    state.replace(replace(frame, trigger=action.face), "ASL-B28.51")


def blasts(state: Firefight, frame: Tripping) -> Outcomes:
    woken = 0 < frame.trigger <= factors(state, frame.hex)
    return TWO_DICE if woken and not frame.blast else NO_OUTCOME


def blast(state: Firefight, frame: Tripping, action: Dice) -> None:
    state.replace(replace(frame, blast=(action.colored, action.white)), "ASL-B28.51")


def mined(dice: int, armor: int) -> str:
    """ASL-B28.51: on the 36 column, with the aerial armor added: 4KIA burns, a KIA is a wreck, anything else
    immobilizes.

    >>> [mined(dice, 0) for dice in (3, 4, 6, 7)], mined(3, 1)
    (['burning wreck', 'wreck', 'wreck', 'immobilized'], 'wreck')
    """
    found = result(column_of(HEAVIEST), dice + armor)
    if found.kind != "kia":
        return STUCK
    return BURNS if found.number >= BURNING else WRECK


HEAVIEST, BURNING = Fraction(36), 4
RIDERS_POWER = Fraction(16)


def mine_chances(state: Firefight, vehicle: int) -> dict[str, Fraction]:
    """The exact chance of every result of mines that go off."""
    found: dict[str, Fraction] = {}
    for dice, chance in TWO.items():
        one = mined(dice, vehicles.aerial(state, vehicle))
        found[one] = found.get(one, Fraction(0)) + chance
    return found


def resolve_blast(state: Firefight, frame: Tripping) -> None:
    """ASL-B28.51: the vehicle suffers; riders of one that stops for good meet 16 FP by the same dice."""
    frame = state.stack[-1]  # type: ignore[assignment]
    if not frame.blast:
        return
    dice = sum(frame.blast)
    found = mined(dice, vehicles.aerial(state, frame.vehicle))
    state.note("ASL-B28.51", "anti-tank mines, dice {}: {}", dice, found, kind="result")
    if found == STUCK:
        suffer(state, list(vehicles.riders_of(state, frame.vehicle)), result(column_of(RIDERS_POWER), dice))
    crews.suffer_kill(state, frame.vehicle, found)
    settle(state, "ASL-B28.51")
    release(state)


Go = Callable[[Firefight, int, bool, int], None]
GO_ON: list[Go] = []  # how a vehicle goes on that has left mines behind: given by its module


def go_on(state: Firefight, frame: Tripping) -> None:
    """ASL-B28.42: after the attack in the hex that is left the vehicle goes on, if it can."""
    frame = state.stack[-1]  # type: ignore[assignment]
    if frame.goal >= 0:
        state.answer(state.stack[-2], "ASL-B28.42")
        GO_ON[0](state, frame.goal, frame.creeping, frame.verge)


TRIPPING = (
    Chance(
        clause="ASL-B28.42",
        name="mines under a vehicle",
        outcomes=lambda state, frame: (
            NO_OUTCOME if frame.dice or not mine_power(state, frame.hex) else TWO_DICE
        ),
        apply=throw,
        about=lambda state, frame: (
            f"mines in {GRID.name[frame.hex]} under {vehicles.name(state, frame.vehicle)}"
        ),
        rolls=(Dice,),
    ),
    Auto(clause="ASL-B28.42", do=resolve),
    Chance(
        clause="ASL-B28.51",
        name="anti-tank mines",
        outcomes=wakes,
        apply=wake,
        about=lambda state, frame: f"anti-tank mines under {vehicles.name(state, frame.vehicle)}",
    ),
    Chance(
        clause="ASL-B28.51",
        name="anti-tank mines go off",
        outcomes=blasts,
        apply=blast,
        about=lambda state, frame: f"what the mines do to {vehicles.name(state, frame.vehicle)}",
        rolls=(Dice,),
    ),
    Auto(clause="ASL-B28.51", do=resolve_blast),
    Auto(clause="ASL-B28.42", do=go_on),
)
