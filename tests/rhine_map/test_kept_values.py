"""Values that are kept while their facts stay: each is what the rules would work out afresh."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from random import Random
from typing import cast

import pytest

from grognard.core.caching import GROUPS
from grognard.core.facts import CHANCE
from grognard.core.state import State
from grognard.games.beyond_the_rhine.campaign.game import GAME
from grognard.games.beyond_the_rhine.campaign.position import Campaign
from grognard.games.beyond_the_rhine.campaign.zones import Front
from grognard.games.purple_heart_draw.firefight.position import Firefight
from grognard.players import sit

Key = tuple[Callable[..., object], tuple[object, ...], tuple[tuple[str, object], ...]]


def bare(value: object) -> object:
    """A value as it can be compared: of the front without what supply has noted in it."""
    return {**vars(value), "served": None} if isinstance(value, Front) else value


def stale(state: State) -> list[str]:
    """The kept values that differ from fresh ones, by the names of their functions."""
    state.cache.values_while(state.journal, frozenset())  # what has changed since is dropped
    fresh, found = state.copy(), []
    fresh.cache.clear()
    for key, value in list(state.cache.kept_values()):
        function, args, *named = cast("Key", key)
        if bare(function(fresh, *args, **dict(*named))) != bare(value):
            found.append(f"{function.__name__}{args}")
    return found


def test_the_facts_exist() -> None:
    games = [set(position.fields) for position in (Campaign, Firefight)]
    assert GROUPS and all(any(facts <= names for names in games) for facts in GROUPS)


@pytest.mark.parametrize("scenario", ["standard", "queen", "grenade", "remagen"])
def test_kept_values_are_fresh(scenario: str) -> None:
    rng, state = Random(scenario), GAME.new(scenario, seed=5)
    seats = {side: sit("staff", GAME.name, side) for side in ("allied", "german")}
    for number in range(120):
        if (mover := state.to_move) is None:
            break
        if mover == CHANCE:
            state.push_legal(rng.choice(list(state.chance_outcomes()))[0])
        elif number % 3:
            state.push(seats[mover].choose(state))
        else:
            state.push(state.legal_actions().without_giving_up().sample(rng))
        if number % 8 == 0:
            assert stale(state) == []


def test_a_taken_back_action_drops_what_it_changed() -> None:
    state = GAME.new("standard", seed=5)
    rng = Random(3)
    for _ in range(30):
        state.legal_actions()
        if state.to_move == CHANCE:
            state.push_legal(rng.choice(list(state.chance_outcomes()))[0])
            continue
        state.push(state.legal_actions().without_giving_up().sample(rng))
        state.pop()
        assert stale(state) == []
        state.push(state.legal_actions().without_giving_up().sample(rng))


def test_a_copy_that_goes_back_drops_what_was_taken_back() -> None:
    state, rng = GAME.new("standard", seed=5), Random(3)
    for _ in range(40):
        if state.to_move == CHANCE:
            state.push_legal(rng.choice(list(state.chance_outcomes()))[0])
        else:
            state.push(state.legal_actions().without_giving_up().sample(rng))
    state.legal_actions()
    back = deepcopy(state)
    while back.actions:  # nothing is asked meanwhile
        back.pop()
    assert stale(back) == []
    assert stale(state) == []
