"""Positions for tests: units put down by hand, control as wanted, dice typed in."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import grognard
from grognard.core.facts import CHANCE
from grognard.core.notation import read_position
from grognard.games.purple_heart_draw.board import GRID, PRINTED_TL, ROW_OF
from grognard.games.purple_heart_draw.options import Options
from grognard.games.purple_heart_draw.pieces import NAMES, flags
from grognard.games.purple_heart_draw.position import PurpleHeartDraw

GAME = grognard.load("purple-heart-draw")


def bare(
    scenario: int = 2, us: Iterable[str] = (), german: Iterable[str] = (), **options: Any
) -> PurpleHeartDraw:
    """An empty map with control as given."""
    state = PurpleHeartDraw()
    own = state.__dict__
    own["options"] = Options(**options)
    own["scenario"], own["first"], own["first_setup"] = scenario, "us", "german"
    own["held"][0], own["held"][1] = GRID.set(us), GRID.set(german)
    own["stack"] = ()
    return state


def split(row: int, **more: Any) -> PurpleHeartDraw:
    """The US holds every Tactical Location north of a row, the German the rest."""
    state = bare(**more)
    north = sum(1 << h for h in GRID.name if PRINTED_TL >> h & 1 and ROW_OF[h] < row)
    state.__dict__["held"][0], state.__dict__["held"][1] = north, PRINTED_TL & ~north
    return state


def add(
    state: PurpleHeartDraw,
    name: str,
    kind: str,
    hex_: str | None = None,
    status: str = "",
    gear: str = "",
    group: int = 0,
    open_: bool = False,
) -> int:
    """A unit by hand."""
    u = NAMES.index(name)
    own = state.__dict__
    own["kind"][u], own["at"][u] = kind, GRID.hex(hex_) if hex_ else -1
    own["status"][u] = flags(*status.split()) if status else 0
    own["gear"][u], own["group"][u] = tuple(gear.split()), group
    if open_:
        own["open"] |= 1 << u
    state.derive()
    return u


def mission(seed: int | None = None, **options: Any) -> PurpleHeartDraw:
    state = GAME.new(seed=seed, options=options)
    assert isinstance(state, PurpleHeartDraw)
    return state


def do(state: PurpleHeartDraw, *texts: str) -> None:
    for text in texts:
        state.push(GAME.parse(text))


def leave_it(state: PurpleHeartDraw, until: str, most: int = 400) -> PurpleHeartDraw:
    """Everybody passes, dice fall as seeded, until a step of that name waits."""
    for _ in range(most):
        if state.to_move is None or state.step.name == until:
            return state
        if state.to_move == CHANCE:
            state.roll()
        else:
            actions = state.legal_actions()
            state.push(next((a for a in actions if str(a) in ("done", "promote none")), actions[0]))
    raise AssertionError(f"{until} was not reached; at {state.step.name}")


def from_text(text: str) -> PurpleHeartDraw:
    state = read_position(GAME, text)
    assert isinstance(state, PurpleHeartDraw)
    return state


def rulings(state: PurpleHeartDraw, text: str) -> list[str]:
    return [r.clause for r in state.why_not(GAME.parse(text))]


def log(state: PurpleHeartDraw) -> list[str]:
    return [f"{entry[3]} [{entry[4]}]" for entry in state.journal if entry[0] == "log"]
