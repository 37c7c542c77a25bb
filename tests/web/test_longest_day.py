"""The Longest Day at a table: what the page is told of a game in play."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

import grognard
from grognard.core.facts import CHANCE
from grognard.games.longest_day.board import GRID
from grognard.games.longest_day.pieces import NAMES
from grognard.web import longest_day as face

GAME = grognard.load("longest-day")


def played(seed: int, wanted: Any, most: int = 6000) -> Any:
    """A game at random until a moment that is wanted."""
    rng, state = Random(seed), GAME.new("bridgehead", seed=seed)
    for _ in range(most):
        if state.to_move is None or wanted(state):
            break
        choices = [a for a in state.legal_actions() if str(a) != "done"] if rng.random() < 0.94 else []
        state.push(rng.choice(choices or list(state.legal_actions())))
    assert state.to_move is not None and wanted(state), "the moment never came"
    return state


@pytest.fixture(scope="module")
def later() -> Any:
    """8 June, an Allied decision, with units in and out of supply."""
    return played(4, lambda s: s.day == 2 and s.to_move == "allied" and s.step.name == "allied movement")


def test_every_hex_and_counter_is_drawn() -> None:
    data, units = face.map_data(), face.unit_data()
    assert len(data["hexes"]) == 36 * 35 and {"1005", "2308"} <= {h for h, x in data["hexes"].items() if x["t"] == "beach"}
    assert data["hexes"]["2015"] == {"t": "city", "name": "Caen"}
    assert len(units) == len(NAMES) and {u["side"] for u in units} == {"allied", "german"}


def test_a_view_is_plain_data_at_any_moment() -> None:
    rng, state = Random(1), GAME.new("standard", seed=1)
    for number in range(500):
        if state.to_move is None:
            break
        if number % 25 == 0 and state.to_move != CHANCE:
            seen = state.known_to(state.to_move)
            parts = [face.when(seen), face.units(seen), face.fight(seen), face.overlays(seen), face.desk(seen, "staff", {"side": state.to_move})]
            json.dumps(parts)
        state.push(rng.choice(list(state.legal_actions())))


def test_reach_prices_every_legal_destination(later: Any) -> None:
    by_unit = later.legal_actions().by_unit()
    unit = max((u for u in by_unit if u and later.at[NAMES.index(u)] >= 0), key=lambda u: len(by_unit[u]))
    found = face.reach(later, unit)
    assert set(found) == set(by_unit[unit])
    from grognard.games.longest_day.movement import Trip

    trip = Trip(later, NAMES.index(unit), False)
    for hex_, price in found.items():
        way = trip.way(GRID.number[hex_])
        assert way is not None and f"{way[0] / 2:g}" == price


@pytest.mark.clause("TLD-B.2")
def test_routes_lead_from_a_unit_to_its_hq_over_open_hexes(later: Any) -> None:
    found = face.overlays(later)["supply"]
    places = {q["id"]: q["hex"] for q in found["hqs"]}
    routes = [(u, s) for u, s in found["units"].items() if s["path"]]
    assert routes
    for unit, supply in routes:
        assert supply["path"][-1] == places[supply["hq"]] and len(supply["path"]) <= 9
        assert supply["path"][0] == GRID.name[later.at[NAMES.index(unit)]]


@pytest.mark.clause("TLD-B.3")
def test_an_unsupplied_unit_is_told_why_and_what_it_costs(later: Any) -> None:
    cut = [u for u, s in face.overlays(later)["supply"]["units"].items() if not s["supplied"]]
    assert cut
    for unit in cut:
        said = face.desk(later, "lens", {"unit": unit})
        assert said["because"] and said["clause"].startswith("TLD-")
        assert any("may not attack" in e["words"] for e in said["effects"])


@pytest.mark.clause("TLD-B.5.a")
def test_what_an_attack_would_consume_is_told_before_it_is_declared() -> None:
    state = played(4, lambda s: s.day >= 1 and s.step.name.endswith("combat") and s.to_move not in (None, CHANCE) and bool(s.legal_actions().by_unit()))
    by_unit = state.legal_actions().by_unit()
    unit = next(u for u in by_unit if u and by_unit[u])
    found = face.odds(state, [unit], by_unit[unit][0], "none", "none")
    assert found["attack"] > 0 and found["defence"] > 0
    assert all(row["half_steps"] in (0, 1) for row in found["consumes"].values())
    json.dumps(found)


@pytest.mark.clause("TLD-A.corps.2")
def test_orders_outside_the_phase_are_refused_on_the_desk(later: Any) -> None:
    said = face.desk(later, "where", {"side": "allied", "unit": "7ARM"})
    assert all(not p["ok"] for p in said["places"] if not p["stays"])
    assert said["places"][0]["rulings"][0]["clause"] == "TLD-A.corps.2"


def test_orders_of_the_desk_are_actions_of_the_game() -> None:
    state = played(4, lambda s: s.day == 1 and s.step.name == "allied orders" and s.to_move == "allied")
    said = face.desk(state, "where", {"side": "allied", "unit": "CROC-C", "kind": "hq"})
    place = next(p for p in said["places"] if p["ok"] and not p["stays"])
    for text in place["orders"]:
        state.push(GAME.parse(text))
    cards = {q["id"]: q for c in face.desk(state, "staff", {"side": "allied"})["corps"] for q in c["hqs"]}
    assert "CROC-C" in [u["id"] for u in cards[place["place"]]["attached"]]
    again = face.desk(state, "where", {"side": "allied", "unit": "CROC-C", "kind": "hq"})
    assert not any(p["ok"] for p in again["places"] if not p["stays"])
