"""ASL-B6: the bridge V12 and the stream beneath it, a Location of its own (V12/0)."""

from __future__ import annotations

import pytest

from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.firefight.driving import ways
from grognard.games.purple_heart_draw.firefight.going import cost, is_in_stream
from grognard.games.purple_heart_draw.firefight.places import Place
from grognard.games.purple_heart_draw.firefight.sight import sight

from .fight import do, fight, listed, rulings, where

SCENE = "mission-us-clear"
UNDER = GRID.number["V12/0"]


@pytest.mark.clause("ASL-B6")
@pytest.mark.clause("ASL-B20.42")
def test_what_it_costs_to_go_beneath_the_bridge() -> None:
    """3 MF along the stream and down the banks (half MF), 2 MF up to open ground; no way up to the bridge."""
    for name in ("W12", "U11", "V11", "W11"):
        assert cost(GRID.number[name], UNDER) == 6
    assert cost(UNDER, GRID.number["W12"]) == 6 and cost(UNDER, GRID.number["W11"]) == 4
    assert cost(UNDER, GRID.number["V12"]) is cost(GRID.number["V12"], UNDER) is None
    assert is_in_stream(UNDER) and not is_in_stream(GRID.number["V12"])


@pytest.mark.clause("ASL-B6.2")
@pytest.mark.clause("FF-LOS.7")
def test_sight_beneath_the_bridge() -> None:
    """Along the stream and from the banks; never between the bridge and the stream below it."""
    assert sight(Place(UNDER), Place(GRID.number["W12"])).is_seen
    assert sight(Place(UNDER), Place(GRID.number["V11"])).is_seen
    blocks = sight(Place(GRID.number["V12"]), Place(UNDER)).blocks
    assert [cause.clauses for cause in blocks] == [("ASL-B6.2",)]


@pytest.mark.clause("ASL-B6")
@pytest.mark.refuses("ASL-A6.11")
def test_enemies_on_and_beneath_the_bridge_do_not_meet() -> None:
    """They are in two Locations: one enters beneath an enemy on the bridge, and neither fires at the other."""
    units = {"u01": "W12 6-6-6", "g01": "V12 5-4-8", "g02": "U15 5-4-8"}
    state = do(fight(units, "movement", scene=SCENE, all_found=True), "lead u01", "go V12/0")
    while where(state, "u01") != "V12/0" or state.to_move == "german":
        do(state, "done")
    assert where(state, "u01") == "V12/0"
    ready = {"u01": "V12/0 6-6-6", "g01": "V12 5-4-8", "g02": "V11 5-4-8"}
    state = fight(ready, "prep fire", scene=SCENE, all_found=True)
    assert "fire u01 V11" in listed(state, "fire") and "ASL-A6.11" in rulings(state, "fire u01 V12")


@pytest.mark.clause("ASL-B6")
def test_vehicles_come_onto_the_bridge_by_road_alone() -> None:
    bridge = GRID.number["V12"]
    for name, count in (("V11", 1), ("V13", 1), ("W12", 0), ("U11", 0)):
        assert len(ways("M4A1", GRID.number[name], bridge)) == count
        assert len(ways("M4A1", bridge, GRID.number[name])) == count
