"""The desks' games on the way, played by plain computer players, as records a server takes in."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec

import grognard
from grognard.core.chance import Seeded
from grognard.core.facts import CHANCE
from grognard.core.record import Match
from grognard.players.seat import seated

MOST = 20_000


def played(game: str, until: Callable[[Any], bool], scenario: str = "standard") -> str:
    """Until somebody's decision is the one looked for, in the first game that comes to it."""
    return next(filter(None, (_played(game, until, seed, scenario) for seed in range(7, 30))))


def _played(game: str, until: Callable[[Any], bool], seed: int, scenario: str) -> str | None:
    match = Match.begin(grognard.load(game), scenario, dice=Seeded(f"scene {seed}"))
    state: Any = match.state
    seats = {side: seated("computer:plain", game, side, str(seed)) for side in state.sides}
    for _ in range(MOST):
        if state.to_move == CHANCE:
            match.roll()
        elif state.to_move is None:
            break
        elif until(state):
            return b"".join(msgspec.json.encode(line) + b"\n" for line in match.lines).decode()
        else:
            match.do(seats[state.to_move].choose(state))
    return None


@cache
def mission(purpose: str, scenario: int, side: str = "us") -> str:
    """Purple Heart Draw: a decision of a side in the Consolidation Phase before or after a scenario."""
    return played(
        "purple-heart-draw",
        lambda state: state.scenario == scenario and purpose in state.purpose and state.to_move == side,
    )


@cache
def beachhead(day: int, purpose: str) -> str:
    """The Longest Day: a phase so many days after the landing."""
    return played("longest-day", lambda state: state.day == day and purpose in state.purpose)
