"""Bog checks of vehicles, excessive speed, and how a bogged vehicle gets free."""

from __future__ import annotations

from msgspec.structs import replace

from grognard.core.procedure import Auto, Chance, Outcomes

from . import commanders, vehicles
from .driving import BOG
from .position import V_BOGGED, V_MIRED, Bogging, Driving, Firefight, fact
from .terrain import MULTI_HEX
from .vehicle_steps import arrive, moving_frame, spend
from .vehicles import DATA, name
from .words import TWO_DICE, Dice

SPEED, REMOVAL = DATA["speed"], DATA["removal"]


def bog_outcomes(state: Firefight, frame: Bogging) -> Outcomes:
    waits = frame.checks if frame.words not in ("speed", "unbog") else not frame.bogged
    return TWO_DICE if waits and not (frame.bogged and frame.checks) else NO_ROLL


NO_ROLL = Outcomes(())


def about_bog(state: Firefight, frame: Bogging) -> str:
    who = name(state, frame.vehicle)
    if frame.words == "speed":
        return f"{frame.price} MP more for {who}: 12 or more immobilizes it, {_esb(state, frame):+d}"
    if frame.words == "unbog":
        return f"{who} tries to get free"
    return f"a bog check of {who}: {BOG['from']} or more bogs, {frame.checks[0]:+d}"


def _esb(state: Firefight, frame: Bogging) -> int:
    return frame.price + vehicles.model(state, frame.vehicle).esb


def take_bog(state: Firefight, frame: Bogging, action: Dice) -> None:
    dice = action.colored + action.white
    if frame.words == "speed":
        _take_speed(state, frame, dice)
    elif frame.words == "unbog":
        _take_removal(state, frame, action)
    else:
        drm, rest = frame.checks[0], frame.checks[1:]
        bogged = dice + drm >= BOG["from"]
        fallen = bogged and frame.words == "enter" and action.colored == BOG["cellar"]
        words = "bog check of {}: dice {}, modifiers {:+d}: {}"
        said = "bogged" if bogged else "passed"
        state.note("ASL-D8.2", words, name(state, frame.vehicle), dice, drm, said, kind="result")
        state.replace(replace(frame, checks=() if bogged else rest, bogged=bogged), "ASL-D8.2")
        if fallen and state.vehicle_at[frame.vehicle] in MULTI_HEX:  # PHD-MSR4.ff
            vehicles.destroy(state, frame.vehicle, False, "PHD-MSR4.ff")
            vehicles.lose_crew(state, frame.vehicle, "PHD-MSR4.ff")


def _take_speed(state: Firefight, frame: Bogging, dice: int) -> None:
    """ASL-D2.5."""
    final = dice + _esb(state, frame)
    words = "{} goes beyond its speed: dice {}, with modifiers {}"
    state.note("ASL-D2.5", words, name(state, frame.vehicle), dice, final, kind="result")
    state.replace(replace(frame, bogged=True), "ASL-D2.5")
    if final >= SPEED["breaks"]:
        vehicles.stick(state, frame.vehicle, "ASL-D2.5")
    else:
        add_mp(state, 2 * frame.price)


def add_mp(state: Firefight, more: int) -> None:
    frames = tuple(
        replace(one, more=one.more + more) if isinstance(one, Driving) else one for one in state.stack
    )
    state.set(fact.stack, frames, "ASL-D2.5")


def _take_removal(state: Firefight, frame: Bogging, action: Dice) -> None:
    """ASL-D8.3: the product of the dice in MP; the colored die says how it ends."""
    commanders.reveal(state, frame.vehicle)
    final = (
        action.colored + vehicles.has(state, frame.vehicle, V_MIRED) + commanders.drm(state, frame.vehicle)
    )
    state.replace(replace(frame, bogged=True, price=2 * action.colored * action.white), "ASL-D8.3")
    if final <= REMOVAL["free"]:
        vehicles.unbog(state, frame.vehicle, "ASL-D8.3")
    elif final < REMOVAL["stuck"]:
        vehicles.flag(state, frame.vehicle, V_MIRED, "ASL-D8.3")
        state.note("ASL-D8.3", "{} is mired", name(state, frame.vehicle), kind="result")
    else:
        vehicles.clear(state, frame.vehicle, V_BOGGED | V_MIRED, "ASL-D8.3")
        vehicles.stick(state, frame.vehicle, "ASL-D8.3")


def end_bog(state: Firefight, frame: Bogging) -> None:
    """FF-O13: bogged it stays and its MP are spent there; else it goes on into the next hex."""
    frame = state.stack[-1]  # type: ignore[assignment]
    state.set(fact.stack, state.stack[:-1], "ASL-D8.2")
    if frame.words == "speed":
        return
    if frame.words == "unbog":
        moving = moving_frame(state)
        whole = 2 * vehicles.model(state, frame.vehicle).mp
        state.replace(replace(moving, rolling=vehicles.can_drive(state, frame.vehicle)), "ASL-D8.3")
        spend(state, moving_frame(state), min(frame.price, whole))
    elif frame.bogged and vehicles.is_there(state, frame.vehicle):
        vehicles.bog(state, frame.vehicle, "ASL-D8.2")
        if frame.words == "leave":
            spend(state, moving_frame(state), frame.price)
    elif frame.words == "leave":
        arrive(state, frame.goal, frame.price)


BOGGING = (
    Chance(
        clause="ASL-D8.2", name="bog", outcomes=bog_outcomes, apply=take_bog, about=about_bog, rolls=(Dice,)
    ),
    Auto(clause="ASL-D8.2", do=end_bog),
)
