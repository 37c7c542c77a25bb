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
from grognard.players.chances import evaluation_of
from grognard.players.findings import Review, chance_of, change_of, is_sure
from grognard.players.playout import Cut, Done, Moment, PlayOut, Stretch, cut, outline, packed, unpacked
from grognard.players.review import (
    Judge,
    Steps,
    judge_of,
    reviews_of,
    run,
    steps,
)
from tests.play.shell import good, refused

NO_LIMIT = 1e6  # seconds: no test waits for a clock
QUICK = Judge("plain", scout=2, measure=2, points=18, finalists=3, turns=1, seconds=NO_LIMIT)


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


def counted(work: Steps) -> tuple[Review, int]:
    """A review on a clock that goes on by one second for every game played out; and how many there were."""
    games = 0
    try:
        now = next(work)
        while True:
            played_now = now.piece.times if isinstance(now.piece, PlayOut) else 0
            games += played_now
            now = work.send(Done(now.piece.run(), float(played_now)))
    except StopIteration as end:
        return end.value, games


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
    one = run(steps(found, QUICK, "0"), done.append)
    assert one == run(steps(found, QUICK, "0"))
    assert [work.games for work in done] == sorted(work.games for work in done)
    assert {work.doing for work in done} == {
        "Judging the positions",
        "Playing out the largest swings",
        "Asking Marshal for better moves",
        "Measuring the decisions",
    }
    assert 0 < one.games <= 18 * 2 + 3 * 4 * 2
    assert one.judged and one.looked.judged == one.looked.decisions >= one.looked.scouted > 0
    assert len(one.decisions) <= one.looked.measured <= 3 and one.decisions
    assert all(turning.games == 2 for turning in one.decisions)
    assert [point.at for point in one.curve] == sorted({point.at for point in one.curve})
    for turning in one.decisions:
        assert turning.side == game.actors[turning.at] and turning.played
        shown = [action.action for action in turning.played]
        assert shown == [str(a) for a in game.state.actions[turning.at : turning.last]][: len(shown)]
        # each figure is rounded by itself
        assert turning.change.value == pytest.approx(turning.after.value - turning.before.value, abs=2e-4)
        assert turning.better is None or turning.better.action not in shown
    for stroke in one.luck:
        assert game.actors[stroke.at] == CHANCE and stroke.change.value > 0


def test_a_better_way_gives_no_less_than_there_was_before():
    """Where the adviser's way gives less than the position did in play-outs, what they played is named."""
    game = played("sword-beach", ("plain", "random"), seed="3")
    found, _ = counted(steps(outline(game), QUICK._replace(measure=4, finalists=5), game.now))
    told = [one for one in found.decisions if one.better is not None]
    assert any(one.better.by == "plain" for one in told), "the play-outs' own way was better somewhere"
    for one in told:
        assert one.better.by in ("", "plain")
        assert one.better.chance.value >= one.before.value
        if one.better.by:
            assert one.better.chance == one.before and one.better.gain.value == -one.change.value
            assert "Marshal" not in one.words


@pytest.mark.parametrize("seconds", [1, 60, 400])
def test_a_review_ends_when_its_time_is_spent_and_says_so(game: Match, seconds: int):
    """Seconds are games played out here. The last piece of work may go beyond, and the first decision is
    always measured.
    """
    judge = Judge("plain", scout=2, measure=24, points=24, finalists=6, turns=1, seconds=seconds)
    found, games = counted(steps(outline(game), judge, "0"))
    assert found.games == games and found.looked.measured >= 1
    assert games <= seconds + 2 * 2 + 4 * 2
    assert games >= seconds or found.looked.measured == 6
    assert ("are used up" in found.limits) == (games >= seconds)
    assert (
        f"{games} games in all" in found.limits and f"Of {found.looked.decisions} decisions" in found.limits
    )


def test_more_time_measures_more_on_the_same_dice(game: Match):
    whole, judge = outline(game), QUICK._replace(measure=24, finalists=1)
    short, _ = counted(steps(whole, judge._replace(measure=6), "0"))
    longer, _ = counted(steps(whole, judge, "0"))
    assert [one.at for one in short.decisions] == [one.at for one in longer.decisions]
    assert (short.decisions[0].games, longer.decisions[0].games) == (6, 24)
    width = [one.decisions[0].change.high - one.decisions[0].change.low for one in (short, longer)]
    assert width[1] < width[0]


def test_a_play_out_goes_on_where_an_earlier_one_ended_and_is_cut_where_it_is_told(game: Match):
    found = outline(game)
    middle = found.stretches[len(found.stretches) // 3].first
    piece = PlayOut(found.game, "plain", found.positions[middle], (), "x", 4)
    assert piece.run() == piece._replace(times=1).run() + piece._replace(times=3, first=1).run()
    cut = piece._replace(cut=Cut(found.scenario, 1)).run()
    assert all(0 < chance < 1 for chance in cut) and set(piece.run()) <= {0.0, 0.5, 1.0}
    end = PlayOut(found.game, "plain", packed(game.state), (), "x", 2, 0, Cut(found.scenario, 1))
    assert set(end.run()) <= {0.0, 0.5, 1.0}  # a game that is over is not judged


def test_chances_of_the_other_side_are_turned_round_and_few_games_are_not_sure():
    assert chance_of([1, 1, 0, 0.5]).value == 0.625 and chance_of([1, 1, 0, 0.5], mine=False).value == 0.375
    assert change_of([1, 1, 0, 0], [0, 1, 0, 0]).value == -0.25
    assert change_of([1, 1, 0, 0], [0, 1, 0, 0], mine=False).value == 0.25
    assert not is_sure(change_of([0] * 4, [1, 0, 0, 0])) and is_sure(change_of([0] * 24, [1] * 24))
    assert is_sure(
        change_of([0.5, 0.52, 0.55, 0.5] * 2, [0.6, 0.62, 0.66, 0.6] * 2)
    )  # judged chances lie closer together
    assert change_of([0] * 24, [0] * 24).high > 0  # 24 games that agree do not prove that nothing changed


@pytest.mark.parametrize("name", [name for name in grognard.GAMES.own if not reviews_of(name).never])
def test_every_game_with_a_winner_is_reviewed(name: str):
    match = played(name, ("random", "random"))
    judge = QUICK._replace(player=judge_of(name, "standard").player, points=9, finalists=1, measure=1)
    late = outline(match)
    late = late._replace(stretches=late.stretches[-9:])  # the last decisions: short games to play out
    late = late._replace(positions={at: late.positions[at] for one in late.stretches for at in one[2:]})
    found, games = counted(steps(late, judge._replace(seconds=12), match.now))
    assert found.game == name and found.side == match.state.sides[0]
    assert found.games == games <= 12 + 12
    assert found.looked.measured + found.looked.alike >= 1
    assert found.judged == (evaluation_of(name, "standard") is not None)
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
    assert (
        "Allied winning chances" in said
        and "in 2 games each" in said
        and "Other decisions may have changed as much" in said
    )
    store = tmp_path / "caen.grog.review.json"
    found = json.loads(store.read_bytes())
    assert json.loads(good("review", path, "--json")) == found and found["now"] == game.now
    found["method"] = "This one was stored."
    store.write_text(json.dumps(found))
    assert "This one was stored." in good("review", path)
    assert "This one was stored." not in good("review", path, "--count", 3)
    assert "in 3 games each" in good("review", path, "--count", 0)
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
