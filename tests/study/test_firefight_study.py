"""A study of the firefight: what it notes of a fight, and its report."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from grognard.study.engines import engine
from grognard.study.plan import make_plan
from grognard.study.playing import play_game
from grognard.study.purple_heart_draw_firefight import MEASURES, TALLIES, map_of
from grognard.study.run import run

GAME = "purple-heart-draw-firefight"
PLAIN_RANDOM = {"us": "plain", "german": "random"}


def test_a_row_holds_the_buildings_losses_and_the_course() -> None:
    """A plain US side against a random defender: it wins, so every building is held from then on."""
    row = play_game(make_plan(GAME, games=1, seed="7", players=PLAIN_RANDOM), 0)
    assert row["winner"] == "us" and row["buildings"] == 6 and row["margin"] == 6
    assert list(row["course"]) == [f"turn {n}" for n in range(1, 7)] and row["course"]["turn 6"] == 6
    assert row["course"][f"turn {row['first_taken']}"] > 0
    if row["first_taken"] > 1:
        assert row["course"][f"turn {row['first_taken'] - 1}"] == 0
    assert sum(row["fell"]["german"].values()) > 0 and set(row["broke"]) == {"german", "us"}
    assert {*MEASURES, *TALLIES} <= set(row)


@pytest.mark.parametrize(
    ("card", "scenario"), [("phd-1", "phd-1"), ("phd-2", "standard"), ("phd-4", "phd-4")]
)
def test_a_study_of_a_card_is_fought_out(card: str, scenario: str) -> None:
    plan = make_plan("purple-heart-draw", games=1, seed="1", players={}, scenario=card)
    assert (plan.game, plan.scenario, plan.players["us"]) == (GAME, scenario, "sergeant")
    assert make_plan("purple-heart-draw", games=1, seed="1", players={}).game == "purple-heart-draw"


def test_a_row_of_a_zone_card_follows_casualties_and_squads() -> None:
    both = {"us": "random", "german": "random"}
    row = play_game(make_plan("purple-heart-draw", games=1, seed="2", players=both, scenario="phd-3"), 0)
    assert row["casualties"]["us turn 6"] == row["german_points"]
    assert row["casualties"]["german turn 6"] == row["us_points"]
    assert row["fit"]["german turn 1"] <= 6 and row["margin"] == row["buildings"] - 14
    assert row["vehicles_lost"] <= 3


def test_the_report_shows_win_rates_course_and_maps(tmp_path: Path) -> None:
    plan = make_plan(GAME, games=2, seed="4", players={"us": "random", "german": "random"})
    with engine("serial", 1, None) as chosen:
        tally = run(plan, tmp_path, chosen, lambda done, whole: None)
    assert tally.whole.games == 2
    page = (tmp_path / "report.html").read_text()
    assert "buildings in US hands" in page and "units eliminated in a hex" in page
    assert [json.loads(line)["game"] for line in (tmp_path / "games.jsonl").read_text().splitlines()] == [
        0,
        1,
    ]


def test_the_map_is_darker_where_more_stood() -> None:
    drawn = map_of({"M14": 4, "M15": 1}, "#123456")
    assert 'fill-opacity="0.85"' in drawn and 'fill-opacity="0.42"' in drawn
