"""What the page of the firefight is told before the dice: shots at a mover, attacks in close combat."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.firefight.forces import UNIT
from grognard.games.purple_heart_draw.firefight.position import fact
from grognard.web.purple_heart_draw_firefight.close_view import close_chances
from grognard.web.purple_heart_draw_firefight.game_view import desk, piece, works
from grognard.web.purple_heart_draw_firefight.works_view import obstacles
from tests.purple_heart_draw.firefight.fight import do, fight
from tests.purple_heart_draw.firefight.test_fight_pillboxes import hidden, manned

NEAR = {"u01": "M19 6-6-6", "g01": "M16 5-4-8", "g02": "M16 4-4-7"}


def page(state: Any, side: str, topic: str, **asked: str) -> Any:
    return desk(state.known_to(side), topic, asked)


@pytest.mark.clause("FF-WIN.1")
def test_a_defender_is_told_who_moves_where_and_what_each_shot_does() -> None:
    state = do(fight(NEAR, "movement"), "move u01 M18")
    found = page(state, "german", "answers")
    assert found["mover"] == {"words": "6-6-6 u01", "short": "6-6-6", "hex": "M18"} and not found["more"]
    rows = {row["action"]: row for row in found["shots"]}
    assert set(rows) == {f"{verb} {unit} M18" for verb in ("fire", "snap") for unit in ("g01", "g02")}
    assert (rows["fire g01 M18"]["firepower"], rows["fire g02 M18"]["firepower"]) == (5, 4)
    harm = [row["hurts"] for row in found["shots"]]
    assert harm == sorted(harm, reverse=True) and rows["snap g01 M18"]["firepower"] == 2.5
    aimed = page(state, "german", "aim", action="fire g01 M18")
    unharmed = aimed["fire"]["targets"][0]["fates"]["unharmed"]["chance"]
    assert rows["fire g01 M18"]["hurts"] == pytest.approx(1 - unharmed)
    assert page(state, "us", "answers") is None


@pytest.mark.clause("FF-WIN.1")
def test_a_defender_is_told_of_a_vehicle_that_drives() -> None:
    there = {"uv1": "M19 M4A1 NW-N NW-N exposed"}
    state = fight({"g01": "M16 5-4-8"}, "movement", vehicles=there)
    do(state, "drive uv1", "start")
    found = page(state, "german", "answers")
    assert found["mover"] == {"words": "M4A1 uv1", "short": "M4A1", "hex": "M19"}
    assert "fire g01 M19" in {row["action"] for row in found["shots"]}


def melee() -> Any:
    units = {"u01": "M16 6-6-6", "u02": "M16 6-6-6", "g01": "M16 5-4-8", "g02": "M16 4-4-7"}
    return fight(units, "close combat")


@pytest.mark.clause("ASL-A11.11")
def test_close_combat_shows_odds_and_chances_before_the_dice() -> None:
    """12 against 5 is 2-1: Kill Number 7, so 15 of 36 kill and 6 of 36 reduce."""
    state = melee()
    found = page(state, "us", "close")
    offers = {" ".join(row["targets"]): row for row in found["offers"]}
    alone = offers["5-4-8 g01"]
    assert (alone["odds"], alone["kill"], alone["drm"]) == ("2-1", 7, 0)
    assert [row["fraction"] for row in alone["results"]] == ["5/12", "1/6", "5/12"]
    assert alone["actions"] == ["strike u01 g01", "strike u02 g01"]
    assert set(offers) == {"5-4-8 g01 4-4-7 g02", "5-4-8 g01", "4-4-7 g02"}
    assert found["answer"]["odds"] == "1-2" and page(state, "german", "close") is None
    do(state, *alone["actions"])
    found = page(state, "us", "close")
    assert found["offers"] == [] and [row["odds"] for row in found["named"]] == ["2-1"]


@pytest.mark.clause("ASL-A11.14")
def test_a_leader_is_offered_with_the_squad_beside_it() -> None:
    units = {"u01": "M16 6-6-6", "g01": "M16 5-4-8", "g02": "M16 8-0"}
    found = page(fight(units, "close combat"), "us", "close")
    assert [row["targets"] for row in found["offers"]] == [["5-4-8 g01", "8-0 g02"]]


def test_the_chances_of_a_close_combat_are_counted_over_36_dice() -> None:
    assert close_chances(2, 0) == {"killed": 0, "cut": Fraction(1, 36), "": Fraction(35, 36)}
    assert sum(close_chances(7, -1).values()) == 1 and close_chances(7, -1)["killed"] == Fraction(21, 36)


@pytest.mark.clause("ASL-A10.6")
def test_a_broken_unit_that_may_not_rally_is_named_with_the_reason() -> None:
    """Without a leader a squad rallies only itself once and with cause; a unit that has tried may not again."""
    units = {"u01": "M17 6-6-6 broken tried", "u02": "M17 9-1", "u03": "M17 6-6-6 broken", "g01": "A1 5-4-8"}
    found = page(fight(units, "rally"), "us", "rolls")
    assert [row["action"] for row in found["rolls"] if row["action"].startswith("rally")] == ["rally u03"]
    assert [(row["unit"], bool(row["because"])) for row in found["refused"]] == [("6-6-6 u01", True)]


@pytest.mark.clause("ASL-A11.2")
def test_close_combat_with_somebody_unseen_is_shown_without_a_leak() -> None:
    """A target on its way out: who stays with it counts, as far as the seat knows of them."""
    units = {"u01": "M16 6-6-6", "g01": "M16 5-4-8", "g02": "A9 5-4-8 concealed"}
    state = fight(units, "close combat")
    frame = replace(state.stack[-1], leaving=((UNIT["g01"], GRID.hex("M15")),))
    state.set(fact.stack, (*state.stack[:-1], frame), "ASL-A11.2")
    offer = page(state, "us", "close")["offers"][0]
    assert (offer["drm"], offer["odds"]) == (-2, "1-1")


@pytest.mark.clause("ASL-B30")
def test_a_pillbox_is_shown_as_one_and_not_as_the_foxhole_it_is_kept_as() -> None:
    state = manned({"u01": "O15 6-6-6"})
    assert not list(works(state))
    assert [row["value"] for row in obstacles(state)] == ["pillbox 2+3+5"]
    assert (
        "pillbox" in piece(state, UNIT["g01"])["flags"]
        and "foxhole" not in piece(state, UNIT["g01"])["flags"]
    )
    secret = hidden()
    assert not list(works(secret.known_to("german"))) and not list(works(secret.known_to("us")))
