"""The conformance suite of one game: what the game declares for it, and the checks that come of it. Knows no
game.

A game declares a `Suite` in its module `conformance`. A test runs every check by its name:

    @pytest.mark.parametrize("check", checks(GAME), ids=str)
    def test_conformance(check):
        check.run()
"""

# ruff: noqa: S311  (random play, no secrets)
from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any, NamedTuple

from .agreement import check_agreement, check_sampled_agreement
from .chance import Committed
from .conformance import (
    POSITION_CHECKS,
    check_game,
    check_positions,
    check_push_and_pop,
    check_secrets,
)
from .facts import CHANCE
from .game import Game
from .random_games import RandomGame
from .reading import replay
from .record import Match
from .state import State


@dataclass(frozen=True, kw_only=True)
class Suite:
    """What the suite must know of a game. A long game plays fewer seeds; a game of many words samples
    them.
    """

    holds: Callable[[Any], None] | None = None  # what is true in every position; raises `AssertionError`
    every: int = 5  # how many actions pass between two looks at `holds`
    nested: tuple[
        tuple[str, ...], ...
    ] = ()  # procedures inside procedures that random play must reach, by frame types
    games: Sequence[int] = range(20)  # seeds of random games
    positions: Sequence[int] = (1000, 1001, 1002)  # seeds of the games whose positions are checked
    of_a_kind: int = 3  # positions checked of each kind of decision
    pops: Sequence[int] = (2000,)  # seeds of games taken back at every step
    agreements: Sequence[int] = (3000,)  # seeds of games in which the list and the refusals are compared
    thin: int = 1  # of verbs that have no place in a step, one action in so many is asked
    sampled: int = 0  # above 0: of all actions that can be written, one in so many is drawn
    kind_in: int = 1  # where `sampled` is set: of the kinds of decision, one in so many is asked
    secrets: Sequence[int] = range(12)  # seeds of twin games
    # compares twin positions of its own, of a game whose secrets lie in where counters stand: (game, seed) ->
    # how many decisions of seats that do not share the secret were compared
    twins: Callable[[Game, int], int] | None = None
    dice: bool = True  # a game with committed dice is played to its end
    asked: int = (
        100  # the fewest well-formed actions that a check of the list against the refusals must ask about
    )
    looked: int = 3  # the fewest positions that a check of positions must look at
    complete: bool = True  # every clause is carried and tested; a game under way says False


class Check(NamedTuple):
    """One check of one game."""

    name: str
    run: Callable[[], None]

    def __str__(self) -> str:
        return self.name


def suite_of(game: Game) -> Suite:
    """What a game declares in its module `conformance`; without one, the defaults."""
    from importlib import import_module
    from importlib.util import find_spec

    module = f"{game.package}.conformance"
    result: Suite = import_module(module).SUITE if find_spec(module) else Suite()
    return result


def has_secrets(game: Game) -> bool:
    """Whether anything in a game is known to one side only: a fact with a `seen` rule, or a secret step."""
    steps = [step for steps in game.position.procedures.values() for step in steps]
    return bool(game.position.hideable) or any(step.secret for step in steps)


def checks(game: Game) -> list[Check]:
    """Every check of a game, each with its seed in its name."""
    return list(_checks(game, suite_of(game)))


def _checks(game: Game, suite: Suite) -> Iterator[Check]:
    for seed in suite.games:
        yield Check(f"random game {seed}", partial(random_game, game, suite, seed))
    for seed in suite.positions:
        yield Check(f"positions {seed}", partial(positions, game, suite, seed))
    for seed in suite.pops:
        yield Check(f"push and pop {seed}", partial(push_and_pop, game, suite, seed))
    for seed in suite.agreements:
        yield Check(f"list and refusal {seed}", partial(agreement, game, suite, seed))
    if has_secrets(game):
        yield Check("secrets", partial(secrets, game, suite))
    if suite.nested:
        yield Check("nested procedures", partial(nested, game, suite))
    if suite.dice:
        yield Check("committed dice", partial(committed_dice, game))


def random_game(game: Game, suite: Suite, seed: int) -> None:
    """To the end without crash or dead end; clauses known; every change in the journal; undone exactly;
    replayed the same.
    """

    def now_and_then(state: State) -> None:
        if suite.holds is not None and (len(state.actions) % suite.every == 0 or not state.stack):
            suite.holds(state)

    check_game(game, seed, now_and_then)


def positions(game: Game, suite: Suite, seed: int) -> None:
    """Every check of a position at the first decisions of every kind."""
    assert check_positions(game, seed, POSITION_CHECKS, suite.of_a_kind) > suite.looked


def push_and_pop(game: Game, suite: Suite, seed: int) -> None:
    assert check_push_and_pop(game, seed) > suite.looked


def agreement(game: Game, suite: Suite, seed: int) -> None:
    """At one decision of every kind, the list of actions and the refusals tell the same story."""
    if suite.sampled:
        asked = check_sampled_agreement(game, seed, suite.sampled, kind_in=suite.kind_in)
    else:
        asked = check_agreement(game, seed, thin=suite.thin)
    assert asked > suite.asked


def secrets(game: Game, suite: Suite) -> None:
    """Twin games that differ in a secret look alike to every seat that does not share it."""
    compare = suite.twins or check_secrets
    assert sum(compare(game, seed) for seed in suite.secrets) > 0, "nothing was compared"


def nested(game: Game, suite: Suite) -> None:
    """The position checks are worth something only if they are made inside procedures too."""
    missing, kinds = set(suite.nested), set()
    for state in (
        state for seed in suite.positions for state in RandomGame(game, seed).samples(suite.of_a_kind)
    ):
        kinds.add(tuple(type(frame).__name__ for frame in state.stack))
        if missing <= kinds:
            return
    raise AssertionError(f"random play does not reach {missing - kinds}; it reaches {kinds}")


def committed_dice(game: Game) -> None:
    """Both sides' commitments, opened at the end and checked from the record alone."""
    sides = game.position.sides
    match = Match.begin(game, dice=Committed({side: f"the secret of {side}" for side in sides}))
    rng = Random(5)
    while match.state.to_move is not None:
        if match.state.to_move == CHANCE:
            match.roll()
        else:
            match.do(match.state.legal_actions().sample(rng))
    again = replay(game, match.lines)
    assert again.now == match.now and set(match.lines[-1]["open"]) == set(sides)
