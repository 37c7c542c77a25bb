"""Whole games between players, as the tests use them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import grognard
from grognard.core.facts import CHANCE
from grognard.core.state import State
from grognard.players import Seat, sit

GAME = "sword-beach"
SIDES = ("allied", "german")
ALL_OPTIONS = {"weather": True, "flak": True}


def seats(allied: str, german: str, **how: Any) -> dict[str, Seat]:
    """Without a clock: they do a fixed amount of work."""
    names = zip(SIDES, (allied, german), strict=True)
    return {side: sit(name, GAME, side, **how) for side, name in names}


def play(
    players: Mapping[str, Seat], seed: int, options: Mapping[str, Any] | None = None, most: int = 20_000
) -> State:
    """A game to its end, or so many actions of it; every action goes through the referee."""
    state = grognard.load(GAME).new(seed=seed, options=options)
    for _ in range(most):
        if state.to_move is None:
            break
        if state.to_move == CHANCE:
            state.roll()
        else:
            state.push(players[state.to_move].choose(state))
    return state
