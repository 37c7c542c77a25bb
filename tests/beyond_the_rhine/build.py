"""Small helps for the tests of the ledger."""

from __future__ import annotations

import tomllib
from typing import Any

import grognard
from grognard.core.facts import CHANCE
from grognard.core.notation import play_on
from grognard.games.beyond_the_rhine.chart import NUMBER
from grognard.games.beyond_the_rhine.position import BeyondTheRhine

GAME = grognard.load("beyond-the-rhine")
QUIET = 'rolled = ["supply us", "supply cw", "replacements us", "replacements cw"]\n'


def new(scenario: str = "standard", **options: Any) -> Any:
    return GAME.new(scenario, options=options)


def position(turn: int, phase: str, units: dict[str, str] | None = None, **more: Any) -> Any:
    """A position in a phase of a turn; weather dry and normal unless told otherwise."""
    from grognard.core.notation import to_toml

    plain: dict[str, Any] = {"turn": turn, "phase": phase, "ground": "dry", "flight": "normal"} | more
    plain["units"] = units or {}
    tables = {
        k: plain.pop(k) for k in ("units", "stocks", "ports", "events", "options", "pending") if k in plain
    }
    state = play_on(
        GAME.notation.read(tomllib.loads(to_toml(plain | tables)))
    )  # also one that no play leads to
    assert isinstance(state, BeyondTheRhine)
    return state


def do(state: Any, *texts: str) -> Any:
    for text in texts:
        state.push(GAME.parse(text))
    return state


def where(state: Any, name: str) -> str:
    return str(state.at[NUMBER[name]])


def lost(state: Any, name: str) -> int:
    return int(state.lost[NUMBER[name]])


def why(state: Any, text: str) -> list[str]:
    return [ruling.clause for ruling in state.why_not(GAME.parse(text))]


def said(state: Any, text: str) -> str:
    return "; ".join(str(ruling) for ruling in state.why_not(GAME.parse(text)))


def offered(state: Any) -> list[str]:
    return list(map(str, state.legal_actions()))


def to_phase(state: Any, name: str, turn: int | None = None) -> Any:
    """Goes on, with `done` and middling dice, until a phase (of a turn) waits."""
    for _ in range(5000):
        if state.step.name == name and (turn is None or state.turn == turn):
            return state
        if state.to_move == CHANCE:
            state.push(state.legal_actions()[len(state.legal_actions()) // 2])
        else:
            actions = offered(state)
            do(state, "done" if "done" in actions else actions[0])
    raise AssertionError(f"{name} does not come")
