"""What the page of the campaign on the map is sent."""

from __future__ import annotations

import pytest

from grognard.core.ruling import GrognardError
from grognard.web import beyond_the_rhine_map as view

from .build import GAME, do, setup


def test_the_glance_adds_up_supply_and_prices_the_plan() -> None:
    found = view.overlays(setup())
    mine = found["glance"]["sides"]["allied"]
    assert mine["tokens"] == 48 and [d["tokens"] for d in mine["dumps"]] == [20, 8, 20]
    assert {(line["kind"], line["hex"]) for line in mine["lines"]} >= {
        ("attack", "14.09"),
        ("barrage", "14.08"),
    }
    assert found["glance"]["sides"]["german"]["lines"] == []  # it is not their turn
    assert found["glance"]["hedgehogs"] == {"14.08": 2, "14.09": 1, "15.09": 1}
    assert found["supply"]["units"]["US-30-InfDiv"]["path"][-1] == "16.09"
    assert {row["turn"] for row in found["arrivals"] if row["side"] == "german"} == {2, 3}


def test_a_unit_under_the_lens_shows_both_modes_and_its_fuel() -> None:
    found = view.desk(setup(), "lens", {"unit": "US-2Arm-CCB"})
    combat, move = found["modes"]["combat"], found["modes"]["move"]
    assert combat["figures"] == [14, 4, 6] and move["figures"] == [7, 4, 14]
    assert len(move["reach"]) > len(combat["reach"]) and not found["fuel"]["has"]
    assert {row["hex"]: row["can"] for row in combat["overruns"]} == {
        "17.10": True,
        "18.08": False,
        "18.09": True,
    }
    assert found["trace"]["ok"] and [way["tokens"] for way in found["fuel"]["ways"]] == [1, 4]
    for topic, unit in (("lens", "DE-116Pz-PzRgt"), ("map", "US-2Arm-CCB")):
        with pytest.raises(GrognardError):
            view.desk(setup(), topic, {"unit": unit})


def test_a_planned_fight_has_its_price_and_its_chances() -> None:
    state = setup("allied combat")
    found = view.plan(state, GAME.parse("attack US-1-InfDiv 14.09"), [], "")
    assert found["sum"]["tokens"] == 4 and found["sum"]["column"] == 11 and "attacker" in found["surprise"]
    strike = view.plan(setup(), GAME.parse("fly US-P47-1 14.09"), ["US-P38-1"], "")
    assert strike["sum"]["attack"] == "11" and strike["sum"]["tokens"] == 0
    guns = view.plan(setup("allied barrage"), GAME.parse("barrage US-107-ArtyGrp 14.08"), [], "")
    assert guns["kind"] == "barrage" and guns["sum"]["tokens"] > 0
    do(state, "attack US-1-InfDiv 14.09")
    under = view.fight(state)
    assert under is not None and under["attackers"] == ["US-1-InfDiv"]


def test_aircraft_are_counters_without_a_hex() -> None:
    rows = {row["id"]: row for row in view.unit_data()}
    assert rows["US-P47-1"]["type"] == "aircraft" and rows["DE-Bf109-1"]["side"] == "german"
    assert view.units(setup(flown=["US-P47-1"]))["US-P47-1"] == {
        "hex": None,
        "steps": 2,
        "left": 2,
        "moved": True,
    }
    assert view.short(33) == "5½"
