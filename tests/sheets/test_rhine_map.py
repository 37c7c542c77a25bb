"""The sheets of Beyond the Rhine on the map: blank, of a game, and what they refuse."""

from __future__ import annotations

import pytest

import grognard
from grognard.core.ruling import GrognardError
from grognard.sheets import html, make, sheets
from tests.rhine_map.build import setup

GAME = grognard.load("beyond-the-rhine-map")


def test_the_set_up_card_names_every_stack_and_dump() -> None:
    page = html(make(GAME, "setup", {"side": "german"}))
    assert "German set-up" in page and "DE 246 VG Div" in page and "hedgehog 2" in page
    assert "Bf 109" in page and "US 1 Inf Div" not in page
    card = html(make(GAME, "setup", {"side": "allied"}))
    assert "3 of 4" in card and "2 trucks" in card and "15.03 Maastricht" in card


def test_the_order_of_battle_shows_both_sides_of_a_counter_and_where_it_stands() -> None:
    page = html(make(GAME, "order", {"side": "allied"}, setup()))
    assert "24-4-3" in page and "13.09" in page and "750 Tk Bn" in page
    assert "[2]-2-3" in html(make(GAME, "order", {"side": "german"}))


def test_the_supply_log_begins_with_the_dumps() -> None:
    page = html(make(GAME, "supply", {}, setup(allied_dumps={"12.08": 7})))
    assert "7T" in page and "Supply log" in page
    assert "20T" in html(make(GAME, "supply", {"side": "allied"}))


def test_a_sheet_of_a_game_is_of_its_scenario() -> None:
    """Left out the scenario is that of the game; `standard` is Aachen, as at the other commands."""
    queen = GAME.new("queen", seed=1)
    assert "Operation Queen" in html(make(GAME, "supply", {}, queen))
    assert html(make(GAME, "setup", {"scenario": "standard"})) == html(make(GAME, "setup", {}))
    with pytest.raises(GrognardError, match="the game is queen, not remagen"):
        make(GAME, "order", {"scenario": "remagen"}, queen)


def test_under_fog_a_covered_counter_has_no_hex_and_no_losses() -> None:
    state = GAME.new(seed=1, options={"fog": True})
    page = html(make(GAME, "order", {"side": "german"}, state.known_to("allied")))
    own = html(make(GAME, "order", {"side": "german"}, state.known_to("german")))
    assert "?/" in page and "?/" not in own


@pytest.mark.parametrize(
    ("scenario", "title", "unit", "stranger"),
    [
        ("queen", "Operation Queen", "US 84 Inf Div", "US CCA/9 Arm"),
        ("grenade", "Operation Grenade", "US CCA/8 Arm", "US CCA/7 Arm"),
        ("remagen", "The race to the Rhine", "US CCA/9 Arm", "US 84 Inf Div"),
    ],
)
def test_every_scenario_has_its_cards(scenario: str, title: str, unit: str, stranger: str) -> None:
    card = html(make(GAME, "setup", {"scenario": scenario, "side": "allied"}))
    assert title in card and unit in card and stranger not in card and "US Pontoon 1" in card
    order = html(make(GAME, "order", {"scenario": scenario, "side": "allied"}))
    assert unit in order and stranger not in order
    assert title in html(make(GAME, "supply", {"scenario": scenario}))


def test_bad_input_gets_one_line() -> None:
    assert set(sheets(GAME)) == {"setup", "order", "supply"}
    for given in ({"side": "french"}, {"scenario": "arnhem"}):
        with pytest.raises(GrognardError, match="is not a"):
            make(GAME, "setup", given)
