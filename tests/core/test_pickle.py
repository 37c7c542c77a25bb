"""A position in a pickle: with its history, its dice and what its player cannot know."""

from __future__ import annotations

import pickle
from copy import deepcopy

import pytest

import grognard
from grognard.core.chance import Committed
from grognard.core.facts import UNKNOWN
from grognard.core.random_games import RandomGame
from grognard.core.state import State


def again(state: State) -> State:
    found: State = pickle.loads(pickle.dumps(state))
    return found


@pytest.mark.parametrize("name", grognard.GAMES)
def test_a_position_comes_back_with_its_history(name: str) -> None:
    play = RandomGame(grognard.load(name), 3)
    for state in play.samples(1, kinds=25):
        back = again(state)
        assert back.to_json() == state.to_json()
        assert (back.actions, back.journal, back.marks) == (state.actions, state.journal, state.marks)
        assert list(map(str, back.legal_actions())) == list(map(str, state.legal_actions()))
        if state.to_move == grognard.CHANCE:
            assert back.dice.answer(back) == state.dice.answer(state)
        if len(state.actions) > 300:
            break
    while back.actions:
        back.pop()
    assert back.to_json() == play.start.to_json()


@pytest.mark.parametrize("name", grognard.GAMES)
def test_every_scenario_begins_in_a_pickle(name: str) -> None:
    game = grognard.load(name)
    for scenario in game.scenarios:
        state = game.new(scenario, dice=Committed.fresh(game.position.sides))
        assert again(state).to_json() == state.to_json()
        assert again(state).dice.header() == state.dice.header()


def test_what_a_player_cannot_know_stays_unknown() -> None:
    seen = grognard.load("sword-beach").new(seed=1).known_to("allied")
    assert [name for name in seen.hidden if again(seen).__dict__[name] is UNKNOWN] == ["record"]
    assert deepcopy(seen).__dict__["record"] is UNKNOWN
