"""How games and scenarios are presented: every one has a name and its texts, and no figure differs from the
game's own data.
"""

from __future__ import annotations

import re
from datetime import date
from typing import Any

import pytest

import grognard
from grognard.core.about import About, Scenario, described, read_about
from grognard.games.beyond_the_rhine import dates as rhine
from grognard.games.longest_day.victory import SCENARIOS
from grognard.games.purple_heart_draw.areas import CARDS
from grognard.games.sword_beach.arrivals import LAST_TURN

ALL = [(game, scenario) for game in grognard.GAMES for scenario in grognard.load(game).scenarios]


def sentences(text: str) -> int:
    return len(re.findall(r"[.](?: |$)", text))


@pytest.mark.parametrize(("game", "scenario"), ALL)
def test_every_scenario_is_presented(game: str, scenario: str) -> None:
    one = grognard.load(game).about.scenario_named(scenario)
    assert one.name and one.name != scenario and one.name[0].isupper()
    assert sentences(one.text) == 2
    assert one.turns and one.hours and one.hidden and one.difficulty in range(1, 6) and one.basis
    assert one.provenance and len(one.view) >= 3


@pytest.mark.parametrize("game", grognard.GAMES)
def test_every_game_is_presented(game: str) -> None:
    loaded = grognard.load(game)
    assert sentences(loaded.about.text) == 2 and loaded.about.dates
    assert set(loaded.about.sides) == set(loaded.position.sides)
    known = {*loaded.scenarios, *loaded.refused}
    assert {one.id for one in loaded.about.scenario} == known
    assert len({one.name for one in loaded.about.scenario}) == len(known)


@pytest.mark.parametrize(("game", "scenario"), ALL)
def test_the_picture_shows_hexes_of_the_map(game: str, scenario: str) -> None:
    from grognard.web.game_views import game_view

    hexes = game_view(grognard.load(game)).map_data()["hexes"]
    names = set(hexes) if isinstance(hexes, dict) else {row["id"] for row in hexes}
    shown = [name for name in grognard.load(game).about.scenario_named(scenario).view if name in names]
    assert len(shown) >= 2  # corners of the frame may lie at sea or beyond the edge


def test_figures_agree_with_the_data() -> None:
    assert grognard.load("sword-beach").about.scenario_named("standard").turns == LAST_TURN
    for name, row in SCENARIOS.items():
        one = grognard.load("longest-day").about.scenario_named(name)
        days = date.fromisoformat(row["last_day"]) - date.fromisoformat(row["first_day"])
        assert (one.name, one.turns) == (row["name"], days.days + 1)
        marks = [row[key] for key in ("allied_win_at", "german_win_at_most") if key in row]
        assert all(f" {mark}" in one.text for mark in marks)
    for name, campaign in rhine.CAMPAIGNS.items():
        one = grognard.load("beyond-the-rhine").about.scenario_named("standard" if name == "full" else name)
        assert one.turns == campaign.last - campaign.first + 1
        assert one.dates.endswith(rhine.spell(rhine.DATES[campaign.last - 1]))
    for id_, card in CARDS.items():
        one = grognard.load("purple-heart-draw").about.scenario_named(id_.lower())
        assert (one.name, one.turns) == (card["title"], card["turns"])


def test_a_scenario_that_is_not_described_is_called_by_its_id() -> None:
    assert About().scenario_named("my-own") == Scenario(id="my-own", name="My own", text="")
    (row,) = described(About(), ["my-own"])["scenarios"]  # type: ignore[misc]
    assert row["length"] == "" and row["hours"] == 0 and row["difficulty_in_words"] == ""
    assert About().side("allied") == "Allied"


def test_a_package_without_the_file_has_plain_names() -> None:
    assert read_about("tests.core", "toy") == About()


def test_hours_come_from_decisions() -> None:
    def hours(decisions: int) -> Any:
        return Scenario(id="a", name="A", text="", decisions=decisions).hours

    assert [hours(n) for n in (0, 1, 48, 100, 500, 14_404)] == [0, 0.25, 0.25, 0.5, 3, 80]
