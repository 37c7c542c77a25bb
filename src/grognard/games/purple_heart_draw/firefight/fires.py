"""ASL-B25.14, ASL-B25.5: a wreck that burns sets the ground of its Location on fire: first a Flame, then a
Blaze that nobody enters. No unit makes a fire of its own will (PHD-MSR2.ff).
"""

from __future__ import annotations

from fractions import Fraction

from msgspec.structs import replace

from grognard.core.facts import Roll
from grognard.core.hexes import Hexes, members
from grognard.core.procedure import NO_OUTCOME, Auto, Chance, Outcomes
from grognard.core.ruling import Modifier, total

from ..board import GRID, HEX_ROWS
from ..pieces import SIDES
from . import dummies, vehicles
from .ablaze import is_ablaze
from .ordnance import TWO_DICE
from .position import Firefight, PlayerTurn, Spreading, fact
from .terrain import TERRAIN, WEATHER
from .units import eliminate, on_map, remove_gun, settle
from .victory import check_victory
from .words import SUM

CLAUSE = "ASL-B25.14"
SPREAD: dict[str, int] = TERRAIN["fire"]["spread"]


def _number(name: str) -> int:
    """ASL-B25.14: the least dice with which the ground of a hex takes fire; a building by its material."""
    row = HEX_ROWS[name]
    return SPREAD.get(str(row.get("building", "")) if row["terrain"] == "building" else row["terrain"], 0)


NUMBER: dict[int, int] = {int(hex_): _number(name) for name, hex_ in GRID.number.items() if name in HEX_ROWS}


# ---------------------------------------------------------------- what burns


def modifiers(state: Firefight) -> list[Modifier]:
    """ASL-B25.5: where the environmental conditions are Moist the dice count one less."""
    return [Modifier(int(WEATHER["ec"]["moist"]), "ASL-B25.5", "Moist")] if state.card.moist else []


def burns(state: Firefight, hex_: int) -> bool:
    """Whether the ground of a hex has yet to catch fire, or to burn in full."""
    fuel = NUMBER.get(hex_, 0) and not (state.blazes | state.burnt | state.rubble) >> hex_ & 1
    return bool(fuel)


def least(state: Firefight, hex_: int) -> int:
    """The least Original dice with which a fire grows in a hex."""
    return NUMBER[hex_] - total(modifiers(state))


def chance(state: Firefight, hex_: int) -> Fraction:
    """The exact chance that a fire grows in a hex."""
    return sum((part for dice, part in TWO_DICE.items() if dice >= least(state, hex_)), Fraction(0))


# ---------------------------------------------------------------- the end of an Advancing Fire Phase


def note_fires(state: Firefight) -> None:
    """ASL-B25.14: what burns as the Advancing Fire Phase begins; a fire of this phase waits for another."""
    now = sum(1 << hex_ for hex_ in vehicles.burning(state)) | int(state.flames)
    if now != state.alight:
        state.set(fact.alight, Hexes(now), CLAUSE)


def begin_spread(state: Firefight, frame: PlayerTurn) -> None:
    hexes = tuple(hex_ for hex_ in members(state.alight) if burns(state, hex_))
    if hexes:
        state.call(Spreading(hexes), CLAUSE)


def outcomes(state: Firefight, frame: Spreading) -> Outcomes:
    return SUM if frame.hexes else NO_OUTCOME


def about(state: Firefight, frame: Spreading) -> str:
    hex_ = frame.hexes[0]
    what = "the Flame" if state.flames >> hex_ & 1 else "the burning wreck"
    return f"{what} in {GRID.name[hex_]}: the fire grows on {least(state, hex_)} or more"


def roll(state: Firefight, frame: Spreading, action: Roll) -> None:
    """ASL-B25.14: the number of the ground or more: a Flame; where there is one, a Blaze."""
    hex_ = frame.hexes[0]
    state.replace(replace(state.stack[-1], hexes=frame.hexes[1:]), CLAUSE)
    if action.face < least(state, hex_):
        words = "the fire in {} does not grow: dice {}"
        state.note(CLAUSE, words, GRID.name[hex_], action.face, kind="result")
    elif state.flames >> hex_ & 1:
        state.set(fact.flames, Hexes(state.flames & ~(1 << hex_)), CLAUSE)
        state.set(fact.blazes, Hexes(state.blazes | 1 << hex_), CLAUSE)
        state.note(CLAUSE, "{} is ablaze: dice {}", GRID.name[hex_], action.face, kind="result")
    else:
        state.set(fact.flames, Hexes(state.flames | 1 << hex_), CLAUSE)
        state.note(CLAUSE, "a Flame in {}: dice {}", GRID.name[hex_], action.face, kind="result")
        for side in SIDES:  # PHD-C5.31.act
            dummies.under_fire(state, side, hex_, False, CLAUSE)


def again(state: Firefight, frame: Spreading) -> None:
    settle(state, CLAUSE)
    if frame.hexes:
        state.goto(0, CLAUSE)


SPREADING = (
    Chance(clause=CLAUSE, name="spread of fire", outcomes=outcomes, apply=roll, about=about),
    Auto(clause=CLAUSE, do=again),
)

# ---------------------------------------------------------------- who stays in a Blaze


def burn_vehicles(state: Firefight, frame: PlayerTurn) -> None:
    """ASL-B25.14: a vehicle still in a Blaze at the end of its side's Movement Phase is a burning wreck."""
    for vehicle in vehicles.on_map(state, state.mover) if state.blazes else ():
        if is_ablaze(state, state.vehicle_at[vehicle]):
            vehicles.destroy(state, vehicle, True, CLAUSE)
    if state.blazes:
        _settle(state)


def burn_units(state: Firefight, frame: PlayerTurn) -> None:
    """ASL-B25.14: a unit still in a Blaze at the end of its side's Advance Phase is lost, and every weapon
    that lies there.
    """
    if not state.blazes:
        return
    for unit in on_map(state, state.mover):
        if is_ablaze(state, state.at[unit]) and not vehicles.is_riding(state, unit):
            eliminate(state, unit, CLAUSE)
    for g in state.armory:
        if state.holder[g] < 0 and is_ablaze(state, state.gun_at[g]):
            remove_gun(state, g, CLAUSE)
    _settle(state)


def _settle(state: Firefight) -> None:
    settle(state, CLAUSE)
    check_victory(state)
