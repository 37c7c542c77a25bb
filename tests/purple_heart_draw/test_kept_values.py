"""Values that the firefight keeps while their facts stay: each is what the rules would work out afresh."""

from __future__ import annotations

from random import Random

import pytest

import grognard
from grognard.core.facts import CHANCE
from grognard.core.state import State
from tests.rhine_map.test_kept_values import stale


def play_on(state: State, rng: Random) -> None:
    if state.to_move == CHANCE:
        state.push_legal(rng.choice(list(state.chance_outcomes()))[0])
    else:
        state.push(state.legal_actions().without_giving_up().sample(rng))


@pytest.mark.parametrize("scenario", ["standard", "phd-3"])
def test_kept_values_are_fresh(scenario: str) -> None:
    rng, state = Random(scenario), grognard.load("purple-heart-draw-firefight").new(scenario, seed=5)
    for number in range(400):
        if state.to_move is None:
            break
        play_on(state, rng)
        if number % 8 == 0:
            state.legal_actions()
            assert stale(state) == []
