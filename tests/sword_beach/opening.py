"""The opening of the worked example, in steps that a test may vary, and the figures of a fight under way."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from grognard.core.facts import Events
from grognard.core.ruling import total
from grognard.games.sword_beach.combat import column, differential, line, shifts
from grognard.games.sword_beach.position import SwordBeach, Turn
from grognard.games.sword_beach.tables import BOUNDS, CUPS

from .build import GAME, do

# RULES.md Part 6, step 1
RECORD = {
    "736/716": "1738", "716/716": "1639", "857/346": "1241", "2-AA": "0938", "22/21": "0740",
    "125/21": "0837", "192/21": "0838", "200/21": "0739", "305/21": "0839",
}  # fmt: skip
LANDING = {"8/3": "1739", "27-Armd": "1739", "9/3": "1640", "185/3": "1640"}
DROP = {"3/6-Para": "1342", "5/6-Para": "1343", "6AL/6": "1442"}


def recorded(record: Mapping[str, str] | None = None, **options: object) -> SwordBeach:
    """After the German record; `record` moves single units to other hexes."""
    state = GAME.new("standard", options=options)
    assert isinstance(state, SwordBeach)
    for unit, hex_ in {**RECORD, **(record or {})}.items():
        do(state, f"record {unit} {hex_}")
    return state


def ashore(
    record: Mapping[str, str] | None = None, landing: Mapping[str, str] = LANDING, **options: object
) -> SwordBeach:
    """After the amphibious landing: the drop zone is to be marked next."""
    state = recorded(record, **options)
    marked = list(dict.fromkeys(landing.values()))
    do(state, *(f"beachhead {hex_}" for hex_ in marked))
    if len(marked) < 4:
        do(state, "done")
    for unit, hex_ in landing.items():
        if f"place {unit} {hex_}" in set(map(str, state.legal_actions())):
            do(state, f"place {unit} {hex_}")
    assert state.step.name == "drop zone"
    return state


def dropping(
    zone: str = "1342",
    drop: Mapping[str, str] = DROP,
    record: Mapping[str, str] | None = None,
    landing: Mapping[str, str] = LANDING,
    **options: object,
) -> SwordBeach:
    """With the airborne units over their hexes: the first die of the drop is to be rolled next."""
    state = ashore(record, landing, **options)
    do(state, f"dropzone {zone}", *(f"designate {unit} {hex_}" for unit, hex_ in drop.items()))
    assert state.step.name == "airborne drop"
    return state


def rolls(*faces: int) -> list[str]:
    return [f"roll {face}" for face in faces]


def cup(state: SwordBeach, name: str) -> tuple[int, ...]:
    """How many markers of each value from 0 to 10 a cup holds."""
    return state.cups[CUPS.index(name)]


# ---------------------------------------------------------------- figures


class Figures(NamedTuple):
    line: str
    differential: int
    column: int  # from 1, before shifts
    shift: int
    final: int  # from 1, after shifts


def figures(state: SwordBeach) -> Figures:
    """What the fight under way comes to before its die, as the referee counts it."""
    fight = state.stack[-1]
    row, sum_, shift = line(state, fight), total(differential(state, fight)), total(shifts(state, fight))
    return Figures(row, sum_, column(BOUNDS[row], sum_, 0) + 1, shift, column(BOUNDS[row], sum_, shift) + 1)


def verdict(events: Events) -> str:
    """The result code that the log gives for a combat die."""
    (said,) = [event.new for event in events if event.fact == "log" and event.clause == "FM-7.6.1"]
    return str(said).rsplit(": ", 1)[1]


def refusals(state: SwordBeach, phase: str, text: str) -> set[str]:
    """The clauses against an action in a phase of the turn that is passed over because nobody can act in
    it.
    """
    (step,) = [step for step in SwordBeach.procedures[Turn] if step.name == phase]
    return {ruling.clause for ruling in step.objections(state, state.stack[0], GAME.parse(text))}
