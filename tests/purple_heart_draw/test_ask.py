"""`grognard ask purple-heart-draw`: every topic answers with figures, clauses and provenance; nonsense is
refused.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from grognard.core.ask import Answer, ask
from grognard.core.notation import write_position
from grognard.core.ruling import GrognardError
from grognard.games.purple_heart_draw.ask import TOPICS
from grognard.games.purple_heart_draw.board import GRID

from .build import GAME, add, leave_it, mission, split


def answer(topic: str, **given: str) -> Answer:
    found = ask(TOPICS, topic, given)
    json.dumps(found.value, default=list)
    assert found.lines and found.clauses and found.provenance
    assert all(clause in GAME.rulebook for clause in found.clauses)
    return found


def value(topic: str, **given: str) -> dict[str, Any]:
    return answer(topic, **given).value


def test_every_named_topic_is_there() -> None:
    wanted = (
        "redeploy evacuate promote repair clear tp rg cost initiative oba fortify control victory sequence"
    )
    assert set(wanted.split()) <= set(TOPICS)


@pytest.mark.clause("PHD-C5.29")
def test_tactical_points_exactly() -> None:
    found = value("tp", side="us", attacked="yes", cvp="18", left="2")
    assert found["mean"]["fraction"] == "32" and found["total"]["37"]["fraction"] == "1/36", (
        "DR +1 - 1 = as rolled"
    )


@pytest.mark.clause("PHD-C5.14.table", "PHD-C5.14.drm")
def test_redeployment_odds() -> None:
    assert value("redeploy", drm="2")["results"]["redeploys"]["fraction"] == "5/9"
    assert value("redeploy", drm="0", vehicle="yes")["results"]["eliminated"]["fraction"] == "1/36"


@pytest.mark.clause("PHD-C5", "PHD-C5.19", "PHD-C5.26", "PHD-C5.28", "PHD-C5.34", "PHD-C5.35", "PHD-C5.37")
def test_tables() -> None:
    assert (
        len(value("sequence")["steps"]) == 41
        and value("sequence", step="14")["steps"][0]["chapter"] == "Redeployment"
    )
    assert value("evacuate")["result"]["evacuated"]["fraction"] == "1/6"
    assert value("repair", what="weapon", drm="isolated")["result"]["repaired"]["fraction"] == "1/6"
    assert value("clear", drm="engineers")["result"]["eliminated"]["fraction"] == "2/3"
    assert value("oba", side="german", attack="yes")["strength"]["plentiful"]["fraction"] == "1/6"
    assert value("fortify", side="us", item="trench")["items"][0]["open_to_side"] is False
    stores = ask(TOPICS, "fortify", {}).lines
    assert any(
        "AFV: 5, squad: 3, HS: 2, crew: 2, SMC: 1" in line for line in stores
    )  # PHD-C5.35.n3, as printed
    assert any("3 squads: 3, 2 squads: 2, 1 squad: 1" in line for line in stores)
    assert any("at most 30 DSP of mines" in line for line in stores)
    assert value("initiative", german="attack", us="idle")["moves_first"] == "german"
    assert value("promote", cvp="12", leaders="2", squads="9")["from_the_ranks"] is True
    assert (
        value("leader", side="us", id="I2")["drm"][0]["amount"] == -1
        and value("leader", side="us", id="HW1")["rolls"] is False
    )
    assert (
        value("weather", scenario="1")["weather"] == "Mist"
        and value("unit", kind="5-4-8")["units"][0]["half"] == "2-3-8"
    )


@pytest.mark.clause("PHD-E1", "PHD-E2")
def test_prices_and_reasons() -> None:
    assert value("cost", id="A1", how="on_map", near="yes")["tp"] == 12
    rows = value("rg", side="german", scenario="2")["rg"]
    pioneers = next(row for row in rows if row["id"] == "I3")
    assert pioneers["refused"]["on_map"]["clause"] == "PHD-C5.31.note.x" and len(rows) == 16


@pytest.mark.clause("PHD-C5.11", "PHD-C4.obj")
def test_questions_about_a_position(tmp_path: Path) -> None:
    state = leave_it(mission(seed=2), "orders")
    file = tmp_path / "now.toml"
    file.write_text(write_position(state))
    assert value("due", position=str(file))["name"] == "orders"
    assert len(value("control", position=str(file))["german_controlled"]) == state.held[1].bit_count()
    assert value("control", position=str(file), hex="M14")["why"][0]["clause"] == "PHD-C2.TL"
    assert (
        value("victory", position=str(file))["met"] is False
        and value("victory", position=str(file), card="PHD-4")["winner"] == "german"
    )
    late = split(14)
    add(late, "u001", "6-6-6", "M5")
    state.__dict__["stack"] = ()
    file.write_text(write_position(late))
    found = value("redeploy", position=str(file), unit="u001", hex="M6")
    assert found["situation"] == "v" and found["dice"] is False and found["may"] is True
    assert [row["clause"] for row in value("card", id="phd-1", position=str(file))["illegal"]] == [
        "PHD-1.entry"
    ], "the US enters later"


@pytest.mark.clause("PHD-TM8")
def test_redeployment_of_one_who_left_the_map(tmp_path: Path) -> None:
    state, file = split(14), tmp_path / "left.toml"
    u = add(state, "u001", "6-6-6")
    add(state, "u002", "6-6-6")
    state.__dict__["exit"][u] = GRID.hex("M1")
    file.write_text(write_position(state))
    found = value("redeploy", position=str(file), unit="u001", hex="M6")
    assert (
        found["from"] == "M1"
        and found["situation"] == "v"
        and found["may"] is True
        and "GG1" not in found["goals"]
    )
    with pytest.raises(GrognardError, match="not on the map"):
        value("redeploy", position=str(file), unit="u002")


def test_questions_without_a_position() -> None:
    assert "mission" in value("victory") and value("hex", hex="M14")["building"] == "stone"
    assert (
        len(value("control")["tactical_locations"]) == 194 and len(value("control", us="M14")["us_tac"]) == 19
    )


@pytest.mark.parametrize(
    ("topic", "given"),
    [
        ("tp", {"side": "french"}),
        ("rg", {"id": "Z9"}),
        ("cost", {"id": "I1", "how": "by_air"}),
        ("repair", {"what": "soul"}),
        ("repair", {"drm": "luck"}),
        ("fortify", {"item": "moat"}),
        ("initiative", {"us": "maybe"}),
        ("weather", {"scenario": "9"}),
        ("hex", {"hex": "ZZ1"}),
        ("card", {"id": "PHD-9"}),
        ("unit", {"kind": "9-9-9"}),
        ("due", {"position": "/no/such/file"}),
        ("control", {"us": "M14,Q99"}),
    ],
)
def test_nonsense_is_refused_in_one_line(topic: str, given: dict[str, str]) -> None:
    with pytest.raises(GrognardError) as error:
        ask(TOPICS, topic, given)
    assert "\n" not in str(error.value)


@pytest.mark.clause("PHD-C2.TP")
def test_points_left_over_count_only_if_they_are_given() -> None:
    assert value("tp", side="us", attacked="yes")["left"] == 0
    assert value("tp", side="us", attacked="yes", left="2")["left"] == 2
