"""A study of Beyond the Rhine on the map: what it notes of a game, and its report."""

from __future__ import annotations

from pathlib import Path

from grognard.study.beyond_the_rhine_map import MEASURES, TALLIES, map_of
from grognard.study.engines import engine
from grognard.study.plan import make_plan
from grognard.study.playing import play_game
from grognard.study.run import run

GAME = "beyond-the-rhine-map"
RANDOM = {"allied": "random", "german": "random"}


def test_a_row_holds_what_was_taken_the_losses_and_the_course() -> None:
    """A plain attacker against a random defender takes Aachen; the course shows the turn."""
    row = play_game(make_plan(GAME, games=1, seed="3", players={"allied": "plain", "german": "random"}), 0)
    assert row["winner"] == "allied" and row["taken"] == row["turns"]
    assert row["course"][f"turn {row['taken']:02}"] == 1 and row["held"] == {"14.08": 1}
    assert all(row["course"][f"turn {turn:02}"] == 0 for turn in range(1, row["taken"]))
    assert sum(row["fell"]["german"].values()) == row["german_steps"] > 0
    assert {*MEASURES, *TALLIES} <= set(row)


def test_the_report_shows_win_rates_and_maps(tmp_path: Path) -> None:
    plan = make_plan(GAME, games=2, seed="4", players=RANDOM)
    with engine("serial", 1, None) as chosen:
        tally = run(plan, tmp_path, chosen, lambda done, whole: None)
    assert tally.whole.games == 2
    page = (tmp_path / "report.html").read_text()
    assert "Allied steps lost" in page and "steps lost in a hex" in page


def test_the_map_is_darker_where_more_stood() -> None:
    drawn = map_of({"14.08": 4, "14.09": 1}, "#123456")
    assert 'fill-opacity="0.85"' in drawn and 'fill-opacity="0.42"' in drawn
