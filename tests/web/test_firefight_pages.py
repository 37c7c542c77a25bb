"""What the page of the firefight says of a rout, of a way and of a phase, before anything is done."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import grognard.web
from grognard.core.facts import DONE
from grognard.core.guide import moment
from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.firefight.forces import GUN
from grognard.games.purple_heart_draw.firefight.units import gun_name
from grognard.web.purple_heart_draw_firefight.game_view import desk
from grognard.web.purple_heart_draw_firefight.rout_view import risk
from tests.purple_heart_draw.firefight.fight import GAME, do, fight, listed, rulings

SCRIPT = Path(grognard.web.__file__).parent / "static" / "js"
BROKEN = {"u01": "L13 6-6-6 broken dm", "u02": "I12 6-6-6 broken", "u03": "L12 8-0", "g01": "L14 5-4-8"}


def page(state: Any, side: str, topic: str, **asked: str) -> Any:
    return desk(state.known_to(side), topic, asked)


@pytest.mark.clause("ASL-A10.51")
def test_every_goal_of_a_rout_has_a_way_and_every_other_hex_beside_it_a_cause() -> None:
    state = fight(BROKEN, "rout")
    found = page(state, "us", "rout", unit="u01")
    assert found["must"] == ["u01"] and found["unit"]["must"]
    ways = {row["hex"]: row for row in found["unit"]["ways"]}
    assert {f"rout u01 {hex_}" for hex_ in ways} == listed(state, "rout")
    assert ways["L12"] == {
        "hex": "L12",
        "path": ["L12"],
        "mf": 1.0,
        "words": "orchard",
        "leaders": ["8-0 u03"],
        "checks": 0,
        "fates": {"unharmed": {"chance": 1.0, "fraction": "1"}},
    }
    closed = {hex_: row["because"] for row in found["unit"]["closed"] for hex_ in row["hexes"]}
    assert {*GRID.names(GRID.near(1 << GRID.hex("L13")))} <= {*ways, *closed}
    assert "beside the enemy in L14" in closed["M13"] and not closed.keys() & ways.keys()


@pytest.mark.clause("ASL-A10.5")
def test_a_broken_unit_that_may_not_rout_is_named_with_the_reason() -> None:
    found = page(fight(BROKEN, "rout"), "us", "rout")
    assert found["unit"] is None
    assert [(row["unit"], row["clause"]) for row in found["stay"]] == [("6-6-6 u02", "ASL-A10.5")]
    assert page(fight(BROKEN, "rout"), "german", "rout") is None


@pytest.mark.clause("ASL-A10.53")
def test_a_way_under_fire_has_a_check_with_exact_chances() -> None:
    """Morale 8: 21 of 36 rolls are below it, 5 equal it, 10 are above."""
    assert risk(8, 1) == {
        "unharmed": Fraction(21, 36),
        "pinned": Fraction(5, 36),
        "reduced": Fraction(10, 36),
    }
    assert risk(8, 2)["unharmed"] == Fraction(21, 36) ** 2 and sum(risk(8, 2).values()) == 1
    assert risk(12, 1) == {"unharmed": Fraction(35, 36), "reduced": Fraction(1, 36)}


def test_a_way_names_the_hex_that_a_marker_looks_at() -> None:
    """No known enemy could fire: the hex that the "?" sees counts, not the first one of the way."""
    state = fight({"u01": "J13 6-6-6", "g01": "L17 5-4-8 concealed"}, "movement")
    do(state, "lead u01")
    to = page(state, "us", "way", hex="K14")["to"]
    assert to["path"] == ["J14", "K14"] and not to["fires"]
    assert (to["worst"], to["suspects"]) == ("K14", ["L17"])


def test_the_guide_speaks_of_the_advance_in_its_phase() -> None:
    """Crest status and weapons to leave are decisions of a way too."""
    now = moment("us", "standard", "advance", "advance", {"advance", "shed", "perch", "done"})
    assert GAME.guide.at(now).id == "advance"  # type: ignore[union-attr]


@pytest.mark.clause("ASL-A7.2")
def test_an_attack_says_what_each_firer_adds_and_why() -> None:
    """A 6-6-6 next to its target fires with 12, the MMG beside it with 8."""
    state = fight({"u01": "M17 6-6-6", "g01": "M16 5-4-8"}, guns={"umg1": "MMG u01"})
    found = page(state, "us", "aim", action="fire u01 M16")["fire"]
    near = {"factor": "2", "because": "point blank", "clause": "ASL-A7.21"}
    assert found["powers"] == [{"who": "6-6-6 u01", "base": 6, "firepower": 12.0, "factors": [near]}]
    assert found["line"] == {"from": ["M17"], "to": "M16"}
    gun = page(state, "us", "aim", action="fire umg1 M16")["fire"]["powers"]
    assert gun == [{"who": "MMG of 6-6-6 u01", "base": 4, "firepower": 8.0, "factors": [near]}]


@pytest.mark.clause("ASL-A7.5")
def test_an_attack_can_be_looked_at_with_all_who_would_join() -> None:
    """Two squads and a machine gun next to the target: 12, 12 and 8; an action that is not allowed then does not count."""
    state = fight({"u01": "M17 6-6-6", "u02": "M17 6-6-6", "g01": "M16 5-4-8"}, guns={"umg1": "MMG u01"})
    do(state, "fire u01 M16")

    def power(*actions: str) -> float:
        found: float = page(state, "us", "aim", action=",".join(actions))["fire"]["firepower"]
        return found

    assert power("join u02") == 24 and power("join umg1") == 20
    assert power("join u02", "join umg1") == 32 == power("join u02", "join umg1", "join u02")
    assert page(state, "us", "fire")["firepower"] == 12  # nothing was done


@pytest.mark.clause("ASL-D3.5")
def test_machine_guns_of_a_vehicle_say_what_becomes_of_each_target() -> None:
    """One squad in the open: what hurts it is what the column and the dice of the burst print."""
    there = {"uv1": "M19 M4A1 NW-N NW-N"}
    state = fight({"g01": "M17 5-4-8"}, vehicles=there)
    found = page(state, "us", "aim", action="strafe uv1 M17")
    fire = found["fire"]
    assert fire["line"] == {"from": ["M19"], "to": "M17"}
    (row,) = fire["targets"]
    assert row["unit"] == "5-4-8 g01"
    assert sum(one["chance"] for one in row["fates"].values()) == pytest.approx(1)
    none = sum(one["chance"] for one in fire["results"] if one["result"] == "no effect")
    assert none < row["fates"]["unharmed"]["chance"] < 1


@pytest.mark.clause("ASL-D3.5")
def test_declared_machine_guns_show_their_chances_though_enemies_are_hidden() -> None:
    """The page failed on every burst that was declared while a unit of the other side was not known."""
    units = {"g01": "M17 5-4-8", "g02": "K20 4-4-7 hidden"}
    state = fight(units, vehicles={"uv1": "M19 M4A1 NW-N NW-N"})
    aimed = page(state, "us", "aim", action="strafe uv1 M17")["fire"]
    do(state, "strafe uv1 M17")
    assert state.step.name == "burst"
    assert page(state, "us", "fire") == aimed
    assert page(state, "german", "fire") is None


def test_the_other_side_is_not_shown_the_way_of_a_stack_or_a_vehicle() -> None:
    """Its pages say so without a look at what that side cannot know."""
    units = {"u01": "M19 6-6-6 hidden", "u02": "N18 6-6-6", "g01": "A6 5-4-8"}
    for action, topic in (("lead u02", "way"), ("drive uv1", "drive")):
        state = fight(units, "movement", vehicles={"uv1": "M21 M4A1 NW-N NW-N"})
        do(state, action)
        assert page(state, "us", topic) is not None
        assert page(state, "german", topic) is None and page(state, "watch", topic) is None


def test_a_shot_says_from_where_and_at_which_hex() -> None:
    there = {"uv1": "M19 M4A1 NW-N NW-N", "gv1": "M17 StuG SE-S SE-S"}
    state = fight({}, vehicles=there)
    shot = page(state, "us", "aim", action="shell uv1 M17")["shot"]
    assert shot["line"] == {"from": ["M19"], "to": "M17"}


@pytest.mark.clause("ASL-A11.16")
def test_who_stands_in_a_close_combat_and_cannot_attack_is_named() -> None:
    units = {"u01": "M16 6-6-6", "u02": "M16 6-6-6 broken dm", "g01": "M16 5-4-8"}
    found = page(fight(units, "close combat"), "us", "barred")
    assert found["title"] == "Cannot attack"
    because = "6-6-6 u02 is broken: it defends, and does not attack"
    assert found["rows"] == [{"because": because, "clause": "ASL-A11.16"}]


@pytest.mark.clause("ASL-A4.7")
def test_who_cannot_advance_is_named_with_the_rule() -> None:
    state = fight({"u01": "M19 6-6-6", "u02": "M19 6-6-6 pinned", "g01": "A6 5-4-8"}, "advance")
    found = page(state, "us", "barred")
    assert [row["because"].split(" is ")[0] for row in found["rows"]] == ["6-6-6 u02"]
    assert {row["clause"] for row in found["rows"]} <= rulings(state, "advance u02 M18")
    assert page(state, "german", "barred") is None


def test_every_verb_of_a_player_has_words_on_the_page() -> None:
    """A decision is never shown as it is written."""
    script = (SCRIPT / "desks" / "firefight" / "action_text.js").read_text()
    said = set(re.findall(r'^  (\w+): [\["]', script, re.M)) | set(re.findall(r'verb === "(\w+)"', script))
    assert set(GAME.vocabulary.verbs) - said <= {"dice"}


@pytest.mark.parametrize("phase", ["final fire", "advancing fire"])
def test_the_guide_of_a_fire_phase_is_its_own_also_without_a_target(phase: str) -> None:
    now = moment("german", "standard", phase, phase, {"ruin", "bare", "done"})
    assert GAME.guide.at(now).id == phase  # type: ignore[union-attr]


def test_the_guide_explains_every_letter_on_a_counter() -> None:
    script = (SCRIPT / "desks" / "firefight" / "counters.js").read_text()
    letters = set(re.findall(r'^  \["[a-z_ ]+", "([A-Z+1]+)", "#', script, re.M))
    told = {word for key in GAME.guide.counter for row in key.figures for word in row.figure.split(", ")}
    assert len(letters) > 25 and letters - told <= {"EMP", "MVD"}  # of a Gun: its title says them


def test_refusals_and_log_lines_name_the_counter_and_not_its_id_alone() -> None:
    state = GAME.new(seed=1)
    assert [one.because for one in state.why_not(DONE)] == ["5-4-8 g01 is not set up yet"]
    units = {"u01": "M19 6-6-6", "g01": "M17 5-4-8 hidden"}
    armed = fight(units, guns={"umg1": "MMG u01", "gmg1": "LMG g01"})
    assert [gun_name(armed, GUN[g]) for g in ("umg1", "gmg1")] == ["MMG umg1", "gmg1"]  # the LMG is not known
