"""Positions of a fight for tests: units where they are wanted, in the phase that is wanted."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import grognard
from grognard.core.facts import Roll
from grognard.core.notation import play_on
from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.firefight.arcs import SPINES
from grognard.games.purple_heart_draw.firefight.forces import (
    GUN,
    GUN_NAMES,
    NAMES,
    SIDE,
    UNIT,
    VEHICLE_NUMBER,
)
from grognard.games.purple_heart_draw.firefight.position import (
    FLAGS,
    UNSEEN,
    VEHICLE_FLAGS,
    Firefight,
    PlayerTurn,
)
from grognard.games.purple_heart_draw.firefight.units import settle

GAME = grognard.load("purple-heart-draw-firefight")


def step(name: str) -> int:
    """The number of a step of the player turn, by its name."""
    return next(n for n, one in enumerate(Firefight.procedures[PlayerTurn]) if one.name == name)


def fight(
    units: Mapping[str, str],
    at: str = "prep fire",
    mover: str = "us",
    guns: Mapping[str, str] | None = None,
    turn: int = 2,
    vehicles: Mapping[str, str] | None = None,
    **facts: Any,
) -> Firefight:
    """A position: `units` as "hex kind flags", `guns` as "kind holder", at a named step of a player turn."""
    state = Firefight()
    own = state.__dict__
    own["turn"], own["mover"], own["stack"] = turn, mover, (PlayerTurn(step=step(at)),)
    for name, words in units.items():
        hex_, kind, *flags = words.split()
        unit = UNIT[name]
        own["at"][unit], own["kind"][unit], own["flags"][unit] = GRID.hex(hex_), kind, FLAGS.read(flags)
        if not own["flags"][unit] & UNSEEN:
            own["open"] |= 1 << unit
    for name, words in (guns or {}).items():
        kind, holder = words.split()
        own["gun_kind"][GUN[name]], own["holder"][GUN[name]] = kind, UNIT[holder]
        own["guns_open"] |= (own["open"] >> UNIT[holder] & 1) << GUN[name]
    for name, words in (vehicles or {}).items():
        hex_, kind, hull, turret, *flags = words.split()
        n = VEHICLE_NUMBER[name]
        own["vehicle_at"][n], own["vehicle_kind"][n] = GRID.hex(hex_), MODELS[kind]
        own["hull"][n], own["turret"][n] = SPINES.index(hull), SPINES.index(turret)
        own["vehicle_flags"][n] = VEHICLE_FLAGS.read(flags)
    for name, value in facts.items():
        own[name] = [*value, *own[name][len(value) :]] if isinstance(value, list) else value
    state.derive()
    settle(state, "FF-SEQ.1")
    return calm(play_on(state))


def calm(state: Firefight) -> Firefight:
    """ASL-B25.65: the dice for the wind change nothing."""
    while state.to_move == "chance" and state.purpose == "the wind":
        state.push(Roll(7))
    return state


MODELS = {"M4A1": "M4A1", "StuG": "StuG IIIG", "StuH": "StuH 42"}


def states(state: Firefight, name: str) -> set[str]:
    """The states of a vehicle."""
    return set(VEHICLE_FLAGS.write(state.vehicle_flags[VEHICLE_NUMBER[name]]))


def do(state: Firefight, *texts: str) -> Firefight:
    for text in texts:
        state.push(GAME.parse(text))
        calm(state)
    return state


def flags(state: Firefight, name: str) -> set[str]:
    return set(FLAGS.write(state.flags[UNIT[name]]))


def where(state: Firefight, name: str) -> str:
    at = state.vehicle_at[VEHICLE_NUMBER[name]] if name in VEHICLE_NUMBER else state.at[UNIT[name]]
    return GRID.name[at] if at >= 0 else ""


def kind(state: Firefight, name: str) -> str:
    return str(state.kind[UNIT[name]])


def listed(state: Firefight, verb: str) -> set[str]:
    return {str(action) for action in state.legal_actions() if action.verb == verb}


def rulings(state: Firefight, text: str) -> set[str]:
    """The clauses that refuse an action."""
    return {ruling.clause for ruling in state.why_not(GAME.parse(text))}


__all__ = [
    "GAME",
    "GUN_NAMES",
    "NAMES",
    "SIDE",
    "do",
    "fight",
    "flags",
    "kind",
    "listed",
    "rulings",
    "states",
    "step",
    "where",
]
