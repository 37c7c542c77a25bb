"""ASL-D13.2: smoke dispensers of vehicles, and ASL-D13.35: smoke grenades of their crews."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from msgspec.structs import replace

from grognard.core.facts import Roll
from grognard.core.hexes import Hex, members
from grognard.core.procedure import NO_OUTCOME, Auto, Chance, Outcomes, Pick, Screen
from grognard.core.ruling import Modifier, total

from ..board import GRID
from . import clouds, vehicle_steps, vehicle_ways, vehicles
from .eyes import air, ground, vehicle_stand
from .forces import VEHICLE_NAMES, VEHICLE_SIDE, VEHICLES_OF
from .going import CODE
from .grenades import lay
from .ordnance import at_most
from .places import Place
from .position import (
    V_BOUNDING,
    V_FINAL,
    V_FIRED,
    V_FIRST,
    V_MG_FIRED,
    V_PREP,
    V_SMOKED,
    Dispensing,
    Driving,
    Firefight,
)
from .sight import sight
from .units import settle
from .vehicles import DATA, model
from .verges import covers
from .words import DIE, SUM, Dispense, Toss

FIGURES = DATA["dispensers"]
THROWER, IN_PLACE = "sM", "sD"
FIRED = V_PREP | V_BOUNDING | V_FIRST | V_FINAL | V_FIRED | V_MG_FIRED
SideOf = Callable[[Firefight], str]

# ---------------------------------------------------------------- who, where


def can_smoke(state: Firefight, vehicle: int) -> bool:
    """ASL-D13.2: once in a player turn, before the vehicle has fired; in its own move with 1 MP left."""
    if not vehicles.is_active(state, vehicle) or vehicles.has(state, vehicle, FIRED | V_SMOKED):
        return False
    moving = vehicles.driver(state)
    if VEHICLE_SIDE[vehicle] != state.mover:
        return True
    if moving is None or moving.vehicle != vehicle or not vehicle_ways.is_able(state, moving):
        return False
    return vehicle_ways.left(state, moving) >= PRICE and vehicle_ways.may_spend(state, moving, PRICE)


PRICE = 2  # half MP


def _ready(side_of: SideOf) -> Screen[Firefight, object]:
    def mask(state: Firefight, frame: object) -> int:
        return sum(1 << v for v in VEHICLES_OF[side_of(state)] if can_smoke(state, v))

    words = (
        "{unit} has no active crew, has fired or tried for smoke in this player turn, or is not on its way"
    )
    return Screen("ASL-D13.2", words, mask)


def reach(state: Firefight, vehicle: int) -> int:
    """Where the smoke may fall: the own hex, or hexes up to 3 away in the arc and sight of the turret."""
    at = int(state.vehicle_at[vehicle])
    if at < 0:
        return 0
    if model(state, vehicle).dispenser == IN_PLACE:
        return 1 << at
    if CODE[at] == "building" and state.verge[vehicle] < 0:
        return 0
    near = members(GRID.within(1 << at, int(FIGURES["range"])) & int(state.card.area) & ~(1 << at))
    seen = [h for h in near if covers(state, vehicle, state.turret[vehicle], h)]
    return sum(
        1 << h
        for h in seen
        if sight(vehicle_stand(state, vehicle), Place(h), air(state), ground(state)).is_seen
    )


def _reach(state: Firefight, frame: object) -> Callable[[int], int]:
    return lambda vehicle: reach(state, vehicle)


def _crew(side_of: SideOf) -> Screen[Firefight, object]:
    def mask(state: Firefight, frame: object) -> int:
        return sum(1 << v for v in VEHICLES_OF[side_of(state)] if vehicles.is_exposed(state, v))

    return Screen("ASL-D13.35", "the crew of {unit} does not show itself", mask)


def smoke_picks(side_of: SideOf) -> tuple[Pick, Pick]:
    """The dispenser, and grenades of the crew instead."""
    return (
        Pick(
            verb=Dispense,
            names=VEHICLE_NAMES,
            units=(_ready(side_of),),
            hexes=(Screen("ASL-D13.2", "the dispenser of {unit} does not reach {hex}", _reach, each=True),),
            apply=lambda state, frame, vehicle, hex_: declare(state, vehicle, hex_, False),
        ),
        Pick(
            verb=Toss,
            names=VEHICLE_NAMES,
            units=(_ready(side_of), _crew(side_of)),
            apply=lambda state, frame, vehicle, hex_: declare(
                state, vehicle, state.vehicle_at[vehicle], True
            ),
        ),
    )


def declare(state: Firefight, vehicle: int, hex_: Hex, grenades: bool) -> None:
    vehicles.flag(state, vehicle, V_SMOKED, "ASL-D13.2")
    state.call(Dispensing(vehicle, int(hex_), grenades), "ASL-D13.35" if grenades else "ASL-D13.2")


# ---------------------------------------------------------------- the dice


def limit(state: Firefight, frame: Dispensing) -> int:
    return int(FIGURES["grenades"]) if frame.grenades else model(state, frame.vehicle).usage


def modifiers(state: Firefight, frame: Dispensing) -> list[Modifier]:
    """ASL-D13.2: closed hatches; of a thrower, movement and what hinders sight."""
    if frame.grenades:
        return []
    found = [] if vehicles.is_exposed(state, frame.vehicle) else [Modifier(1, "ASL-D13.2", "buttoned up")]
    if model(state, frame.vehicle).dispenser != THROWER:
        return found
    if vehicles.is_rolling(state, frame.vehicle):
        found.append(Modifier(int(FIGURES["moving"]), "ASL-D13.2", "the vehicle has not stopped"))
    seen = sight(vehicle_stand(state, frame.vehicle), Place(frame.hex), air(state), ground(state))
    return found + ([Modifier(seen.hindrance, "ASL-D13.2", "hindrances")] if seen.hindrance else [])


def chance(state: Firefight, frame: Dispensing) -> Fraction:
    """The chance that it works."""
    most = limit(state, frame) - total(modifiers(state, frame))
    return Fraction(max(0, min(6, most)), 6) if frame.grenades else at_most(most)


def outcomes(state: Firefight, frame: Dispensing) -> Outcomes:
    if frame.dice:
        return NO_OUTCOME
    return DIE if frame.grenades else SUM


def about(state: Firefight, frame: Dispensing) -> str:
    who, drm = vehicles.name(state, frame.vehicle), total(modifiers(state, frame))
    return f"smoke of {who} in {GRID.name[frame.hex]}: {limit(state, frame)} or less, {drm:+d}"


def take(state: Firefight, frame: Dispensing, action: Roll) -> None:
    works = action.face + total(modifiers(state, frame)) <= limit(state, frame)
    clause = "ASL-D13.35" if frame.grenades else "ASL-D13.2"
    words = "smoke of {}: dice {}: {}"
    said = f"it comes down in {GRID.name[frame.hex]}" if works else "none"
    state.note(clause, words, vehicles.name(state, frame.vehicle), action.face, said, kind="result")
    state.replace(replace(frame, dice=action.face, works=works), clause)
    if works and frame.grenades:
        lay(state, frame.hex, 0)
    elif works:
        clouds.place(state, VEHICLE_SIDE[frame.vehicle], [frame.hex], "smoke", clouds.THINNER["smoke"], True)
    settle(state, clause)


def finish(state: Firefight, frame: Dispensing) -> None:
    """ASL-D13.2: in its own move it costs 1 MP if it works."""
    frame = state.stack[-1]  # type: ignore[assignment]
    beneath = state.stack[-2]
    if frame.works and isinstance(beneath, Driving):
        state.answer(beneath, "ASL-D13.2")
        vehicle_steps.spend(state, beneath, PRICE)


DISPENSING = (
    Chance(clause="ASL-D13.2", name="smoke of a vehicle", outcomes=outcomes, apply=take, about=about),
    Auto(clause="ASL-D13.2", do=finish),
)
