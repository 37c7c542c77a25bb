"""Tournaments: paired, resumable, the same whoever plays them; and what the report makes of them."""

from __future__ import annotations

import json
from math import log10
from pathlib import Path

import msgspec
import pytest

import grognard
from grognard.core.ruling import GrognardError
from grognard.games.longest_day.position import fact
from grognard.players.registry import at_random, players_of
from grognard.players.seat import Clock, sit, turn_of
from grognard.players.standings import markdown, page, pairing, ratings, summary, wilson
from grognard.players.sword_beach import EXPECTED
from grognard.players.tournament import Job, Result, Settings, entrant, jobs, play, read_games, run
from tests.play.shell import good, refused

SIDES = ("allied", "german")
TWO = Settings(game="sword-beach", players=("random", "plain"), version="1.0")


def quiet(done: int, whole: int) -> None: ...


def test_every_number_is_played_both_ways_round():
    found = list(jobs(Settings(game="sword-beach", players=("random", "plain", "fusilier")), 4))
    assert len(found) == 12 and len({job.key for job in found}) == 12
    for number in (0, 1):
        pairs = [tuple(job.seats[side] for side in SIDES) for job in found if job.number == number]
        assert len(pairs) == 6 and {tuple(reversed(pair)) for pair in pairs} == set(pairs)


def test_the_same_job_gives_the_same_game():
    job = Job({"allied": "plain", "german": "random"}, 3)
    one, other = play(TWO, job), play(TWO, job)
    assert (one.winner, one.turns, one.actions, one.margin) == (
        other.winner,
        other.turns,
        other.actions,
        other.margin,
    )
    assert play(TWO, Job(job.seats, 4)).actions != one.actions


def test_a_tournament_goes_on_where_it_was_stopped(tmp_path: Path):
    first = run(TWO, 2, tmp_path, 1, quiet)
    assert len(first) == 2 and read_games(tmp_path) == first
    file = tmp_path / "games.jsonl"
    whole = file.read_bytes()
    file.write_bytes(whole + whole.splitlines()[0][:40])  # killed in the middle of a line
    again = run(TWO, 4, tmp_path, 1, quiet)
    assert len(again) == 4 and again[:2] == first and len(read_games(tmp_path)) == 4
    told = []
    assert run(TWO, 4, tmp_path, 1, lambda done, whole: told.append((done, whole))) == again and told == [
        (4, 4)
    ]


def test_processes_play_the_same_games(tmp_path: Path):
    def short(results):
        return {(one.key, one.winner, one.actions) for one in results}

    assert short(run(TWO, 4, tmp_path / "one", 1, quiet)) == short(run(TWO, 4, tmp_path / "two", 2, quiet))


def test_a_folder_of_other_settings_and_nonsense_are_refused(tmp_path: Path):
    run(TWO, 2, tmp_path, 1, quiet)
    with pytest.raises(GrognardError, match="another seed"):
        run(Settings(game="sword-beach", players=TWO.players, version="1.0", seed=2), 2, tmp_path, 1, quiet)
    with pytest.raises(GrognardError, match="two different players"):
        run(Settings(game="sword-beach", players=("plain",)), 2, tmp_path / "x", 1, quiet)
    with pytest.raises(GrognardError, match="no player"):
        run(Settings(game="sword-beach", players=("plain", "rommel")), 2, tmp_path / "x", 1, quiet)


def test_one_player_can_take_part_at_two_strengths(tmp_path: Path):
    """Strength and clock of each are its own; what is left out is as the tournament says."""
    settings = Settings(game="sword-beach", players=("fusilier:2:0.5", "fusilier"), clock=0.25, strength=9)
    orders = [entrant(settings, who, "german", 1).orders for who in settings.players]
    assert [(one.strength, one.clock.a_turn) for one in orders] == [(2, 0.5), (9, 0.25)]
    assert entrant(settings, "grognard.players.registry:at_random", "german", 1).decide is at_random
    game, _ = run(settings, 2, tmp_path, 1, quiet)
    assert set(game.seats.values()) == {"fusilier:2:0.5", "fusilier"}
    for wrong in ("fusilier:11", "fusilier:x y", "fusilier:2:3:4"):
        with pytest.raises(GrognardError):
            run(Settings(game="sword-beach", players=(wrong, "plain")), 2, tmp_path / "x", 1, quiet)


def test_time_is_counted_by_the_turn_of_the_game():
    """The Longest Day counts days and has no fact called turn: a clock begins anew each day."""
    state = grognard.load("longest-day").new("bridgehead", seed=1)
    ticks = iter(range(100))
    seat = sit("staff", "longest-day", str(state.to_move), clock=Clock(50, lambda: float(next(ticks))))
    seat.think(state)
    state.set(fact.day, state.day + 1, "TLD-S.2")
    seat.think(state)
    clock = seat.orders.clock
    assert turn_of(state) == 1 and clock.turns == 2 and clock.longest == clock.spent == 1  # one tick a turn


def test_the_mean_turn_is_of_the_turns_a_player_was_asked_in():
    games = made_up({("a", "b"): 1.0}, 2)
    asked = [msgspec.structs.replace(one, turns_of={"allied": 1, "german": 17}) for one in games]
    report = summary(Settings(game="sword-beach", players=("a", "b")), asked, SIDES)
    assert report["time"]["a"]["mean turn"] == pytest.approx(1.7)
    assert report["time"]["b"]["mean turn"] == pytest.approx(0.1)


# ---------------------------------------------------------------- figures


def made_up(shares: dict[tuple[str, str], float], games: int) -> list[Result]:
    """Games in which the first-named plays the Allies and wins so large a share."""
    found = []
    for (a, b), share in shares.items():
        for number in range(games):
            winner = "allied" if number < round(share * games) else "german"
            found.append(
                Result(
                    {"allied": a, "german": b},
                    number,
                    winner,
                    "victory",
                    17,
                    500,
                    dict.fromkeys(SIDES, 1.7),
                    dict.fromkeys(SIDES, 0.2),
                    {"Caen": 2.0},
                )
            )
    return found


def test_wilson_against_figures_worked_by_hand():
    """z = 1.96, 15 of 20: centre (0.75 + 3.8415/40) / 1.19207, half width 1.96/1.19207 * sqrt(0.009375 +
    0.0024009).
    """
    _, low, high = wilson(15, 20)
    assert low == pytest.approx(0.5313, abs=5e-4) and high == pytest.approx(0.8881, abs=5e-4)
    assert wilson(0, 0)[1:] == (0.0, 1.0) and wilson(10, 10).high == pytest.approx(1.0)


def test_elo_of_a_known_share():
    """Three wins in four with either side are 400 log10(3) = 191 points, and the side is worth nothing."""
    rows, edge, sure = ratings(made_up({("a", "b"): 0.75, ("b", "a"): 0.25}, 2000), ("a", "b"), "allied")
    assert [row.name for row in rows] == ["a", "b"]
    assert rows[0].elo - rows[1].elo == pytest.approx(400 * log10(3), abs=2)
    assert abs(edge) < 1 < sure < 20 and 0 < rows[0].margin < 10


def test_a_side_that_always_wins_says_nothing_about_the_players():
    rows, edge, _ = ratings(made_up({("a", "b"): 0.9, ("b", "a"): 0.9}, 500), ("a", "b"), "allied")
    assert abs(rows[0].elo - rows[1].elo) < 1 and edge == pytest.approx(400 * log10(9), abs=5)


def test_more_games_make_the_interval_narrower():
    few, many = (
        ratings(made_up({("a", "b"): 0.6, ("b", "a"): 0.4}, n), ("a", "b"), "allied")[0][0].margin
        for n in (100, 400)
    )
    assert few == pytest.approx(2 * many, rel=0.05)


def test_a_pairing_is_told_side_by_side():
    found = pairing(made_up({("a", "b"): 0.2, ("b", "a"): 0.1}, 10), "a", "b", SIDES)
    assert (
        found["sides"]["allied"]["share"] == 0.2
        and found["sides"]["german"]["share"] == 0.9
        and found["share"] == 0.55
    )
    assert found["sides"]["german"]["margin"] == {"Caen": 2.0}


def test_what_is_expected_names_players_and_is_judged():
    names = {player.name for player in players_of("sword-beach")}
    assert all({a, b} <= names and 0.5 < share <= 1 for a, b, share in EXPECTED)
    settings = Settings(game="sword-beach", players=("fusilier", "marshal"))
    for share, met in ((0.8, True), (0.6, False)):
        results = made_up({("marshal", "fusilier"): share, ("fusilier", "marshal"): 1 - share}, 50)
        found = summary(settings, results, SIDES)
        assert [row["met"] for row in found["expected"]] == [met]
        assert ("not met" in markdown(found, SIDES)) is not met
        assert "<svg" in page(found, SIDES) and "http" not in page(found, SIDES)


def test_the_command_writes_the_report_and_goes_on(tmp_path: Path):
    how = ("tournament", "sword-beach", "--players", "random,plain", "--workers", 1, "--out", tmp_path)
    found = json.loads(good(*how, "--games", 2, "--json"))
    assert found["games"] == 2 and {row["name"] for row in found["ratings"]} == {"random", "plain"}
    said = good(*how, "--games", 4)
    assert "4 games of sword-beach" in said and (tmp_path / "report.html").read_text().startswith(
        "<!doctype html>"
    )
    assert (tmp_path / "report.md").read_text() in said
    assert "another seed" in refused(*how, "--games", 2, "--seed", 9)
