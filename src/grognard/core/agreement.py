"""The list of actions against the refusals: what is listed is not refused, all else is. Knows no game.

A game of few words is asked about every well-formed action, one of many words about a sample.
"""

# ruff: noqa: S311  (random play, no secrets)
from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from random import Random

from .conformance import assert_known, picks_of
from .facts import Action
from .game import Game
from .random_games import moment_of, random_game
from .state import State
from .well_formed import Words


def _all(action: Action) -> bool:
    return True


def list_and_refusal_agree(
    state: State, rng: Random, thin: int = 1, whole: Callable[[Action], bool] = _all
) -> int:
    """For every well-formed action: on the list exactly when `why_not` is silent. Gives how many were asked.

    `thin`: of the verbs that have no place in this step only one action in so many is asked, and of those
    that have one but are not `whole`.
    """
    actions, words = state.legal_actions(), Words.for_game(state.game)
    listed, legal, asked = set(actions), 0, 0
    clauses: set[str] = set()
    words.remember(listed)
    mine = {type(action) for action in listed} | {pick.verb for pick in picks_of(state)}
    for verb in words.verbs:
        for action in words.every(verb):
            if (
                thin > 1
                and not (verb in mine and whole(action))
                and action not in listed
                and rng.random() * thin >= 1
            ):
                continue
            rulings = state.why_not(action)
            on_list = action in listed
            asked, legal = asked + 1, legal + on_list
            assert on_list == (action in actions), (
                f"`in` and the list disagree on {action} in {moment_of(state)}"
            )
            assert on_list != bool(rulings), (
                f"{action} is {'on' if on_list else 'off'} the list, but {rulings}; {moment_of(state)}"
            )
            clauses.update(r.clause for r in rulings)
    assert_known(state, clauses, "a refusal")
    assert legal == len(listed), (
        f"{len(listed) - legal} listed actions are made of unheard words in {moment_of(state)}"
    )
    return asked


def check_agreement(
    game: Game, seed: int, of_a_kind: int = 1, kinds: int = 1000, thin: int = 1, skip: int = 0
) -> int:
    """List against refusal, action by action, at sampled positions, passing over the first `skip`; gives how
    many.
    """
    asked, rng = 0, Random(seed)
    with random_game(game, seed) as play:
        for number, state in enumerate(play.samples(of_a_kind, kinds)):
            asked += list_and_refusal_agree(state, rng, thin) if number >= skip else 0
    return asked


def sampled_agreement(state: State, rng: Random, one_in: int, elsewhere: int) -> int:
    """List against refusal in a game of many words: listed actions, 300 at most; all actions of a verb that
    has at most 200; of the others one in so many, drawn at random. Of a verb that has no place in this step
    one in `elsewhere`; 0: at most 20, since all of them are refused alike. Gives how many.
    """
    actions, words = state.legal_actions(), Words.for_game(state.game)
    listed = set(actions)
    asked, clauses = min(300, len(listed)), set[str]()
    words.remember(list(actions)[:500])
    mine = {type(action) for action in listed} | {pick.verb for pick in picks_of(state)}
    for action in rng.sample(list(actions), asked):
        assert not state.why_not(action), f"{action} is listed and refused in {moment_of(state)}"
    for verb in words.verbs:
        drawn = words.drawn(verb, rng, one_in if verb in mine else elsewhere or one_in)
        for action in drawn if verb in mine or elsewhere else islice(drawn, 20):
            rulings, on_list = state.why_not(action), action in listed
            assert on_list == (action in actions) != bool(rulings), (
                f"{action} in {moment_of(state)}: {rulings}"
            )
            clauses.update(r.clause for r in rulings)
            asked += 1
    assert_known(state, clauses, "a refusal")
    return asked


def check_sampled_agreement(game: Game, seed: int, one_in: int, elsewhere: int = 0, kind_in: int = 1) -> int:
    """`sampled_agreement` at one decision of every kind, or of one kind in so many; gives how many actions
    were asked about.
    """
    rng = Random(seed)
    with random_game(game, seed) as play:
        states = islice(play.samples(1), 0, None, kind_in)
        return sum(sampled_agreement(state, rng, one_in, elsewhere) for state in states)
