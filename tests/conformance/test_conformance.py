"""The conformance suite on every game there is. `pytest -m nightly` adds the long run.

A failing game is saved (in $GROGNARD_FAILURES, or the system's folder for such things) and the message gives
the command that plays it again.
"""

from __future__ import annotations

from random import Random

import pytest

import grognard
from grognard.core import agreement, conformance
from grognard.core.conformance import POSITION_CHECKS
from grognard.core.game import Game
from grognard.core.lines import read_lines
from grognard.core.notation import read_position, write_position
from grognard.core.random_games import RandomGame, save_failure
from grognard.core.suite import Check, checks, suite_of

from .positions import POSITIONS, at
from .rhine_positions import RHINE

GAMES = [grognard.load(name) for name in grognard.GAMES.own]
SMALL = [game for game in GAMES if not suite_of(game).sampled]  # few enough words to try them all
EVERY = [pytest.param(check, id=f"{game.name}: {check}") for game in GAMES for check in checks(game)]


@pytest.mark.parametrize("check", EVERY)
def test_conformance(check: Check) -> None:
    """What `grognard.core.suite` asks of every game, by what the game declares in its module
    `conformance`.
    """
    check.run()


@pytest.fixture(params=SMALL, ids=lambda game: game.name, scope="module")
def game(request: pytest.FixtureRequest) -> Game:
    found: Game = request.param
    return found


@pytest.mark.parametrize(("seed", "first"), [(3100, 0), pytest.param(3101, 12, marks=pytest.mark.nightly)])
def test_the_list_and_the_refusal_agree_on_every_well_formed_action(
    game: Game, seed: int, first: int
) -> None:
    """Nothing left out: every verb, every unit, every hex, at a few decisions."""
    assert agreement.check_agreement(game, seed, kinds=first + 3, skip=first) > 1000


def test_every_phase_is_sampled(game: Game) -> None:
    """Each named step that asks a player or the dice comes up in random play or in a position written by
    hand.
    """
    steps = {s.name for rows in game.position.procedures.values() for s in rows if s.name}
    by_hand = {at(name).step.name for name in POSITIONS} | {make().step.name for make in RHINE.values()}
    missing = steps - by_hand
    for seed in range(1000, 1025):
        if not missing:
            break
        missing -= {state.step.name for state in RandomGame(game, seed).samples(1)}
    assert not missing


@pytest.mark.parametrize("name", POSITIONS)
def test_positions_written_by_hand(name: str) -> None:
    """Every check in fixed positions, among them those that random play hardly ever comes to."""
    rng = Random(1)
    for check in POSITION_CHECKS:
        for _ in range(3):
            check(at(name), rng)
    assert agreement.list_and_refusal_agree(at(name), rng, thin=100) > 1000


@pytest.mark.parametrize("name", RHINE)
def test_rhine_positions_made_by_hand(name: str) -> None:
    """The same for the campaign on the map, whose words are too many to ask for all of them."""
    rng = Random(1)
    for check in POSITION_CHECKS:
        check(RHINE[name](), rng)


def test_a_city_that_is_dropped_on_and_not_yet_taken_is_written_so() -> None:
    """SB-J30: an airborne unit holds the city it is to land in only once it is down; the notation must not
    forget it.
    """
    state = at("a drop on a city")
    state.set(type(state).facts["allied_cities"], 0, "SB-J30")
    again = read_position(state.game, write_position(state))
    assert again.to_json() == state.to_json()


def test_a_failing_game_is_saved_and_one_command_plays_it_again(
    game: Game, tmp_path, monkeypatch, capsys
) -> None:
    play = RandomGame(game, 7)
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
    monkeypatch.setattr("grognard.core.random_games.FAILURES", tmp_path)

    def breaks(state: object) -> None:
        raise ZeroDivisionError("planted")

    with pytest.raises(AssertionError, match=r"planted[\s\S]*python -m grognard.core.conformance"):
        conformance.check_game(game, 3, breaks)
    assert [path.suffix for path in tmp_path.iterdir()] == [".jsonl"]


@pytest.mark.nightly
@pytest.mark.parametrize("hundred", range(20))
def test_two_thousand_games(game: Game, hundred: int) -> None:
    for seed in range(10_000 + 100 * hundred, 10_100 + 100 * hundred):
        conformance.check_game(game, seed, suite_of(game).holds)


@pytest.mark.nightly
@pytest.mark.parametrize("seed", range(20_000, 20_012))
def test_the_list_and_the_refusal_agree_everywhere(game: Game, seed: int) -> None:
    assert agreement.check_agreement(game, seed) > 1000
