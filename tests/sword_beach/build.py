"""Small positions for tests, written as a player would, and short ways to ask and act."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

import grognard
from grognard.core.facts import CHANCE, Events
from grognard.core.notation import play_on
from grognard.games.sword_beach import notation
from grognard.games.sword_beach.position import SwordBeach

GAME = grognard.load("sword-beach")


def position(
    phase: str = "allied movement",
    turn: int = 5,
    units: Mapping[str, str] | None = None,
    beachheads: Iterable[str] = ("1640",),
    **more: Any,
) -> SwordBeach:
    """A position from units at hexes; `more` are further keys of the notation (options, cups, mines, naval,
    ...).
    """
    markers = {"beachheads": list(beachheads), **more.pop("markers", {})}
    return play_on(
        notation.read({"turn": turn, "phase": phase, "units": dict(units or {}), "markers": markers, **more})
    )


def do(state: SwordBeach, *texts: str) -> Events:
    """Pushes actions one after another; the events of the last."""
    events = None
    for text in texts:
        events = state.push(GAME.parse(text))
    assert events is not None
    return events


def why(state: SwordBeach, text: str) -> set[str]:
    """The clauses an action breaks; empty for a legal one. The list of legal actions must say the same."""
    action = GAME.parse(text)
    rulings = state.why_not(action)
    assert (action in state.legal_actions()) == (not rulings)
    return {ruling.clause for ruling in rulings}


def choices(state: SwordBeach) -> set[str]:
    return set(map(str, state.legal_actions()))


def clauses(events: Events) -> set[str]:
    return {event.clause for event in events}


def where(state: SwordBeach, unit: str) -> str:
    """The hex of a unit, or an empty text."""
    number = SwordBeach.columns["at"].names.index(unit)
    return str(SwordBeach.columns["at"].codec.write(state.at[number]))


def steps(state: SwordBeach, unit: str) -> int:
    """2 full, 1 reduced, 0 lost."""
    return state.steps[SwordBeach.columns["steps"].names.index(unit)]


def until(state: SwordBeach, name: str) -> None:
    """Says `done` (and rolls the lowest outcome of any chance) until the named step waits; fails after 200
    actions.
    """
    for _ in range(200):
        if state.step.name == name:
            return
        actions = state.legal_actions()
        done = GAME.parse("done")
        state.push(done if state.to_move != CHANCE and done in actions else actions[0])
    raise AssertionError(f"{name} never came; {state.step.name} waits")


SILENT: dict[str, Any] = {
    "cups": {"air": [], "guns": [], "german": []},
    "mines": "used",
}  # nobody has a marker left


def fight(state: SwordBeach, hex_: str, face: int, *units: str) -> Events:
    """An attack on a hex without support fire, up to its die; the events of the die."""
    do(state, f"attack {units[0]} {hex_}", *(f"join {unit}" for unit in units[1:]))
    if state.step.name == "attackers":
        do(state, "done")
    while state.to_move != CHANCE:
        do(state, "support none")
    return do(state, f"roll {face}")


def verdict(events: Events) -> tuple[str, int, int, str]:
    """CRT line, differential, column after shifts and result, as the referee told them."""
    pattern = r"(\w+) line, differential ([+-]\d+), column (\d+) \(shift [+-]\d+\), die \d: (\w+)"
    (found,) = [match for line in events.log if (match := re.match(pattern, line))]
    return found[1], int(found[2]), int(found[3]), found[4]
