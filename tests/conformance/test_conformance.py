"""The conformance suite on every game there is. `pytest -m nightly` adds the long run.

A failing game is saved (in $GROGNARD_FAILURES, or the system's folder for such things) and the message gives the command
that plays it again.
"""

from __future__ import annotations

from random import Random

import pytest

import grognard
from grognard.core import conformance
from grognard.core.chance import Committed
from grognard.core.conformance import POSITION_CHECKS, PositionCheck
from grognard.core.facts import CHANCE
from grognard.core.game import Game
from grognard.core.lines import read_lines
from grognard.core.notation import read_position, write_position
from grognard.core.reading import replay
from grognard.core.record import Match
from grognard.core.trial import Play, save_failure

from ..gates import COMPLETE, PARTS
from .invariants import INVARIANTS
from .positions import POSITIONS, at

SECRETS = {"sword-beach"}  # games in which something is hidden
RETREATS = {"sword-beach": ("Turn", "Combat", "Retreat"), "beyond-the-rhine": ("Turn", "Award"),
            "beyond-the-rhine-map": ("Turn", "AlliedTurn", "Battle", "Retreat")}  # a procedure inside another  # fmt: skip
GAMES = (*COMPLETE, *PARTS)


@pytest.fixture(params=GAMES, scope="module")
def game(request: pytest.FixtureRequest) -> Game:
    return grognard.load(request.param)


RANDOM = {
    "beyond-the-rhine": 30,
    "beyond-the-rhine-map": 30,
}  # a campaign of seventy turns is three battles long; of the others 100 games are played


@pytest.mark.parametrize(("name", "seed"), [(name, seed) for name in GAMES for seed in range(RANDOM.get(name, 100))])
def test_a_random_game(name: str, seed: int) -> None:
    """To the end without crash or dead end; clauses known; nothing past the door; undone exactly; replayed the same."""
    game, holds = grognard.load(name), INVARIANTS[name]
    conformance.check_game(game, seed, lambda state: holds(state) if len(state.actions) % 5 == 0 or not state.stack else None)


@pytest.mark.parametrize("check", POSITION_CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("seed", [19, 1000, 1001, 1002, 1004, 1005])
def test_positions(game: Game, check: PositionCheck, seed: int) -> None:
    """Every check at the first decisions of every kind."""
    assert conformance.check_positions(game, seed, check) > 10


@pytest.mark.parametrize("seed", [2000, 2002])
def test_push_and_pop_at_every_step(game: Game, seed: int) -> None:
    assert conformance.check_push_and_pop(game, seed) > 10


@pytest.mark.parametrize("seed", [3002])
def test_the_list_and_the_refusal_agree(game: Game, seed: int) -> None:
    """At one decision of every kind: all actions of the verbs at home there, one in 100 of the others."""
    assert conformance.check_agreement(game, seed, thin=100) > 1000


@pytest.mark.parametrize(("seed", "first"), [(3100, 0), (3101, 12)])
def test_the_list_and_the_refusal_agree_on_every_well_formed_action(game: Game, seed: int, first: int) -> None:
    """Nothing left out: every verb, every unit, every hex, at a few decisions."""
    assert conformance.check_agreement(game, seed, kinds=first + 3, skip=first) > 1000


@pytest.mark.parametrize("seed", range(12))
def test_secrets_do_not_show(game: Game, seed: int) -> None:
    compared = conformance.check_secrets(game, seed)
    assert (compared > 0) == (game.name in SECRETS)


def test_the_samples_reach_nested_procedures(game: Game) -> None:
    """The position checks are only worth something if they are made inside a retreat too."""
    wanted = RETREATS[game.name]
    kinds = {tuple(type(f).__name__ for f in s.stack) for seed in range(1000, 1006) for s in Play(game, seed).samples(3)}
    assert wanted in kinds, kinds


def test_every_phase_is_sampled(game: Game) -> None:
    """Each named step that asks a player or the dice comes up in random play or in a position written by hand."""
    steps = {s.name for rows in game.position.procedures.values() for s in rows if s.name}
    seen = {s.step.name for seed in range(1000, 1025) for s in Play(game, seed).samples(1)}
    assert not steps - seen - {at(name).step.name for name in POSITIONS}


@pytest.mark.parametrize("name", POSITIONS)
def test_positions_written_by_hand(name: str) -> None:
    """Every check in fixed positions, among them those that random play hardly ever comes to."""
    rng = Random(1)
    for check in POSITION_CHECKS:
        for _ in range(3):
            check(at(name), rng)
    assert conformance.list_and_refusal_agree(at(name), rng, thin=100) > 1000


def test_a_city_that_is_dropped_on_and_not_yet_taken_is_written_so() -> None:
    """SB-J30: an airborne unit holds the city it is to land in only once it is down; the notation must not forget it."""
    state = at("a drop on a city")
    state.set(type(state).facts["allied_cities"], 0, "SB-J30")
    again = read_position(state.game, write_position(state))
    assert again.to_json() == state.to_json()


def test_committed_dice_carry_a_game_to_its_end(game: Game) -> None:
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


def test_a_failing_game_is_saved_and_one_command_plays_it_again(game: Game, tmp_path, monkeypatch, capsys) -> None:
    play = Play(game, 7)
    for number, _ in enumerate(play.steps()):
        if number == 25:
            break
    path = save_failure(play.match, tmp_path, {"by": play.state.to_move, "do": str(play.choose())})
    assert len(read_lines(path.read_bytes())) == 27
    monkeypatch.setattr("sys.argv", ["conformance", str(path)])
    conformance.main()
    assert "26 actions, nothing wrong" in capsys.readouterr().out


def test_whatever_breaks_in_a_game_is_saved(game: Game, tmp_path, monkeypatch) -> None:
    """The message says what, and the command that shows it again names a file that is there."""
    monkeypatch.setattr("grognard.core.trial.FAILURES", tmp_path)

    def breaks(state: object) -> None:
        raise ZeroDivisionError("planted")

    with pytest.raises(AssertionError, match=r"planted[\s\S]*python -m grognard.core.conformance"):
        conformance.check_game(game, 3, breaks)
    assert [path.suffix for path in tmp_path.iterdir()] == [".jsonl"]


@pytest.mark.nightly
@pytest.mark.parametrize("hundred", range(20))
def test_two_thousand_games(game: Game, hundred: int) -> None:
    for seed in range(10_000 + 100 * hundred, 10_100 + 100 * hundred):
        conformance.check_game(game, seed, INVARIANTS[game.name])


@pytest.mark.nightly
@pytest.mark.parametrize("seed", range(20_000, 20_012))
def test_the_list_and_the_refusal_agree_everywhere(game: Game, seed: int) -> None:
    assert conformance.check_agreement(game, seed) > 1000
