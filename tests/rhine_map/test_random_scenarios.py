"""Random games of the larger scenarios: their first decisions always, whole games at night."""

from __future__ import annotations

from itertools import islice

import pytest

from grognard.core.conformance import POSITION_CHECKS
from grognard.core.random_games import random_game
from grognard.games.beyond_the_rhine.campaign.conformance import holds

from .build import GAME

NEW = ("queen", "grenade", "remagen")


@pytest.mark.parametrize("scenario", NEW)
def test_the_first_decisions_of_a_random_game(scenario: str) -> None:
    with random_game(GAME, 7, scenario=scenario) as play:
        seen = 0
        for state in islice(play.steps(), 120):
            if seen % 20 == 0:
                holds(state)
            if seen in (3, 60):
                for check in POSITION_CHECKS:
                    check(state.copy(), play.rng)
            seen += 1
    assert seen == 120


@pytest.mark.nightly
@pytest.mark.parametrize("scenario", ["standard", *NEW])
@pytest.mark.parametrize("seed", range(8))
def test_a_whole_random_game(scenario: str, seed: int) -> None:
    with random_game(GAME, seed, scenario=scenario) as play:
        for number, state in enumerate(play.steps()):
            if number % 20 == 0:
                holds(state)
    assert play.state.outcome() is not None
