"""The review of a game: where it is cut, what is counted, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import grognard
from grognard.core.facts import CHANCE
from grognard.core.lines import written
from grognard.core.record import Match
from grognard.core.ruling import GrognardError
from grognard.players import sit
from grognard.players.playout import Moment, PlayOut, Stretch, cut, outline, packed, unpacked
from grognard.players.review import Judge, chance_of, change_of, is_sure, judge_of, run, steps
from tests.play.shell import good, refused

QUICK = Judge("plain", scout=2, measure=2, points=18, finalists=3)


def played(game: str, players: tuple[str, str], scenario: str = "standard", seed: str = "3") -> Match:
    """A recorded game to its end."""
    match = Match.begin(grognard.load(game), scenario, seed=seed)
    seats = {side: sit(name, game, side) for side, name in zip(match.state.sides, players, strict=True)}
    while (mover := match.state.to_move) is not None:
        if mover == CHANCE:
            match.roll()
        else:
            match.do(seats[mover].choose(match.state))
    return match


@pytest.fixture(scope="module")
def game() -> Match:
    return played("sword-beach", ("fusilier", "plain"), seed="4")


def test_a_game_is_cut_at_rolls_enemy_decisions_and_phases():
    """Two moves and a roll; then a phase of one action, a nested choice of the other side, and its roll."""
    german, allied = ("g", 1, ("Turn", 3), "a"), ("a", 2, ("Fight", 0), "b")
    found = cut(
        [
            Moment(*german),
            Moment(*german),
            Moment(CHANCE, 1, ("Turn", 4), "c"),
            Moment("g", 1, ("Turn", 5), "d"),
            Moment("g", 2, ("Fight", 0), "deeper: the same decision"),
            Moment("g", 1, ("Turn", 6), "e"),
            Moment(*allied),
            Moment(CHANCE, 2, ("Fight", 1), "f"),
        ]
    )
    assert found == [
        Stretch("g", "a", 0, 2, 3),
        Stretch("g", "d", 3, 5, 5),
        Stretch("g", "e", 5, 6, 6),
        Stretch("a", "b", 6, 7, 8),
    ]


def test_stretches_cover_the_game_without_a_gap(game: Match):
    found = outline(game)
    ends = [0, *(one.last for one in found.stretches)]
    assert [one.first for one in found.stretches] == ends[:-1] and ends[-1] == len(game.state.actions)
    assert all(one.first in found.positions and one.decided in found.positions for one in found.stretches)
    for one in found.stretches:
        assert all(who == one.side for who in game.actors[one.first : one.decided])
        assert all(who == CHANCE for who in game.actors[one.decided : one.last])
    assert unpacked(found.positions[ends[-1]]).digest() == game.state.digest()
    assert unpacked(found.positions[0]).dice is None


def test_the_same_dice_give_the_same_figures_and_the_end_is_the_result(game: Match):
    found = outline(game)
    piece = PlayOut(found.game, "random", found.positions[0], (), "x", 3)
    assert piece.run() == piece.run() and set(piece.run()) <= {0.0, 0.5, 1.0}
    end = game.state.outcome()
    won = float(end is not None and end.winner == found.sides[0])
    assert PlayOut(found.game, "random", packed(game.state), (), "x", 3).run() == [won] * 3


def test_a_review_is_repeatable_and_of_bounded_work(game: Match):
    found, done = outline(game), []
    one = run(steps(found, QUICK, "0"), lambda so_far, whole: done.append((so_far, whole)))
    assert one == run(steps(found, QUICK, "0"))
    assert done[-1][0] <= done[-1][1] == 18 * 2 + 3 * 4 * 2 and sorted(done) == done
    assert len(one.decisions) <= 3 and one.decisions
    assert [point.at for point in one.curve] == sorted({point.at for point in one.curve})
    for turning in one.decisions:
        assert turning.side == game.actors[turning.at] and turning.played
        shown = [action.action for action in turning.played]
        assert shown == [str(a) for a in game.state.actions[turning.at : turning.last]][: len(shown)]
        assert turning.change.value == pytest.approx(turning.after.value - turning.before.value)
        assert turning.better is None or turning.better.action not in shown
    for stroke in one.luck:
        assert game.actors[stroke.at] == CHANCE and stroke.change.value > 0


def test_chances_of_the_other_side_are_turned_round_and_few_games_are_not_sure():
    assert chance_of([1, 1, 0, 0.5]).value == 0.625 and chance_of([1, 1, 0, 0.5], mine=False).value == 0.375
    assert change_of([1, 1, 0, 0], [0, 1, 0, 0]).value == -0.25
    assert change_of([1, 1, 0, 0], [0, 1, 0, 0], mine=False).value == 0.25
    assert not is_sure(change_of([0] * 4, [1, 0, 0, 0])) and is_sure(change_of([0] * 24, [1] * 24))
    assert change_of([0] * 24, [0] * 24).high > 0  # 24 games that agree do not prove that nothing changed


@pytest.mark.parametrize(
    ("name", "players", "scenario"),
    [
        ("longest-day", ("plain", "plain"), "standard"),
        ("purple-heart-draw", ("plain", "plain"), "standard"),
        ("purple-heart-draw-firefight", ("random", "random"), "standard"),
        ("beyond-the-rhine-map", ("random", "random"), "standard"),
    ],
)
def test_every_game_with_a_winner_is_reviewed(name: str, players: tuple[str, str], scenario: str):
    match = played(name, players, scenario)
    judge = QUICK._replace(player=judge_of(name, scenario).player, points=9, finalists=1, measure=1)
    late = outline(match)
    late = late._replace(stretches=late.stretches[-9:])  # the last decisions: short games to play out
    found = run(steps(late, judge, match.now))
    assert found.game == name and found.side == match.state.sides[0]
    assert all(one.text and one.words and one.moment for one in found.decisions)


def test_a_ledger_has_nothing_to_review():
    with pytest.raises(GrognardError, match="the ledger has no winner"):
        judge_of("beyond-the-rhine", "standard")


# ---------------------------------------------------------------- on the command line


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    from grognard.players import sword_beach
    from grognard.players.review import Reviews

    monkeypatch.setattr(sword_beach, "REVIEW", Reviews(QUICK))


def test_a_review_is_printed_and_stored_and_not_counted_twice(tmp_path: Path, game: Match, quick: None):
    path = tmp_path / "caen.grog"
    game.save(path)
    said = good("review", path)
    assert "Allied winning chances" in said and "Plain played each position out 2 times" in said
    store = tmp_path / "caen.grog.review.json"
    found = json.loads(store.read_bytes())
    assert json.loads(good("review", path, "--json")) == found and found["now"] == game.now
    found["method"] = "This one was stored."
    store.write_text(json.dumps(found))
    assert "This one was stored." in good("review", path)
    assert "This one was stored." not in good("review", path, "--count", 3)
    assert "Plain played each position out 3 times" in good("review", path, "--count", 0)
    assert "no review of it is stored" in refused("review", path, "--count", 0, "--again")
    store.write_text("{damaged")
    assert good("review", path) == said


def test_files_that_cannot_be_reviewed_are_refused_in_one_line(tmp_path: Path, game: Match, quick: None):
    path = tmp_path / "game.grog"
    good("new", "sword-beach", "--out", path, "--seed", 3)
    good("computer", path, "--player", "plain")  # the German has written its hidden record
    assert "the game is not over" in refused("review", path)
    path.write_text("not a record")
    assert "game.grog" in refused("review", path)
    assert "nothing.grog" in refused("review", tmp_path / "nothing.grog")
    running = Match.begin(grognard.load("sword-beach"), seed="3")
    german = sit("plain", "sword-beach", "german")
    while running.state.to_move == "german":
        running.do(german.choose(running.state))
    path.write_bytes(written(running.copy_for("allied")))
    assert "one side's copy" in refused("review", path)
    ledger = tmp_path / "ledger.grog"
    good("new", "beyond-the-rhine", "--out", ledger, "--seed", 3)
    assert "the ledger has no winner" in refused("review", ledger)
