"""Surrender, guards and prisoners."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.games.purple_heart_draw.firefight.close import power
from grognard.games.purple_heart_draw.firefight.eyes import could_interdict
from grognard.games.purple_heart_draw.firefight.forces import GUN, NAMES, UNIT
from grognard.games.purple_heart_draw.firefight.position import PlayerTurn
from grognard.games.purple_heart_draw.firefight.prison import (
    can_get_away,
    double_points,
    gives_up,
    seizing_modifier,
    takers,
)
from grognard.games.purple_heart_draw.firefight.prisoners import under_fire
from grognard.games.purple_heart_draw.firefight.tables import Result
from grognard.games.purple_heart_draw.firefight.units import captives, eliminate, is_burdened

from .fight import do, fight, flags, kind, listed, rulings, step, where

RING = {"g01": "M16 5-4-8", "g02": "M18 5-4-8", "g03": "N17 5-4-8", "g04": "L18 5-4-8"}


def caught(units: dict[str, str] | None = None, **more: Any) -> Any:
    """A broken squad in the midst of enemies, at the start of the Rout Phase."""
    first = {"u01": "M17 6-6-6 broken", "u02": "A8 6-6-6"}
    state = fight(first | RING | (units or {}), "prep fire", all_found=True, **more)
    state.__dict__["stack"] = (PlayerTurn(step=step("rout") - 1),)
    state.forget_choices()
    state.run()
    return state


@pytest.mark.clause("ASL-A20.21")
@pytest.mark.clause("ASL-A20.24")
@pytest.mark.clause("ASL-A20.5")
@pytest.mark.refuses("ASL-A20.21")
def test_a_broken_squad_surrenders() -> None:
    state = caught(guns={"umg1": "MMG u01"})
    assert state.to_move == "german"
    assert listed(state, "capture") == {f"capture g0{n} u01" for n in (1, 2, 3, 4)}
    assert rulings(state, "capture g01 u02") == {"ASL-A20.21"}
    do(state, "capture g01 u01")
    assert where(state, "u01") == "" and [one.id for one in captives(state, UNIT["g01"])] == ["6-6-6"]
    assert state.points[1] == 2 and state.holder[GUN["umg1"]] < 0 <= state.gun_at[GUN["umg1"]]


@pytest.mark.clause("ASL-A20.3")
def test_no_quarter() -> None:
    state = do(caught(), "decline u01")
    assert where(state, "u01") == "" and state.no_quarter == ("us",) and state.points[1] == 2
    assert not gives_up(caught(no_quarter=("us",)), UNIT["u01"])


@pytest.mark.clause("ASL-A20.21")
@pytest.mark.clause("ASL-A19.12")
def test_who_surrenders() -> None:
    """With a way out it routs; a Disrupted unit gives up all the same; a Fanatic one never."""
    free = {"u01": "M17 6-6-6 broken", "g01": "M18 5-4-8"}
    assert can_get_away(fight(free, "rout", mover="german"), UNIT["u01"])
    for words, expected in (
        ("broken", False),
        ("broken disrupted", True),
        ("broken fanatic disrupted", False),
    ):
        state = fight(free | {"u01": f"M17 6-6-6 {words}"}, "prep fire")
        assert gives_up(state, UNIT["u01"]) is expected
    assert not gives_up(fight({"u01": "M17 6-6-6 broken", **RING}, no_quarter=("us",)), UNIT["u01"])
    assert (
        takers(fight({"u01": "M17 6-6-6 broken", "g01": "M18 8-0", "g02": "N17 5-4-8 broken"}), UNIT["u01"])
        == []
    )


@pytest.mark.clause("ASL-A20.5")
@pytest.mark.clause("ASL-A20.52")
@pytest.mark.refuses("ASL-A20.5")
def test_guards() -> None:
    """A squad guards one without trouble; with two it neither fires nor interdicts, and holds five at most."""
    units = {"g01": "M17 5-4-8", "u01": "M18 6-6-6", "u02": "M18 6-6-6 broken"}
    held = [""] * len(NAMES)
    held[UNIT["g01"]] = "6-6-6"
    one = fight(units, mover="german", captives=held)
    assert not is_burdened(one, UNIT["g01"]) and "fire g01 M18" in listed(one, "fire")
    assert power(one, [UNIT["g01"]], True) == power(one, [UNIT["g01"]], False) / 2
    held[UNIT["g01"]] = "6-6-6 3-4-6"
    two = fight(units, mover="german", captives=held)
    assert "ASL-A20.5" in rulings(two, "fire g01 M18")
    assert not could_interdict(two, UNIT["g01"], two.at[UNIT["u01"]], "us")
    held[UNIT["g01"]] = " ".join(["6-6-6"] * 4)
    assert takers(fight(units, captives=held), UNIT["u02"]) == [UNIT["g01"]]
    held[UNIT["g01"]] = " ".join(["6-6-6"] * 5)
    assert takers(fight(units, captives=held), UNIT["u02"]) == []


@pytest.mark.clause("ASL-A20.55")
@pytest.mark.clause("ASL-A20.551")
@pytest.mark.clause("ASL-A26.22")
def test_prisoners_come_free() -> None:
    held = [""] * len(NAMES)
    held[UNIT["g01"]] = "6-6-6 9-1"
    state = fight({"g01": "M17 5-4-8", "u01": "A8 6-6-6"}, captives=held, points=[0, 6])
    double_points(state)
    assert state.points == [0, 10]
    state = fight({"g01": "M17 5-4-8", "u01": "A8 6-6-6"}, captives=held, points=[0, 6])
    eliminate(state, UNIT["g01"], "ASL-A7.301")
    assert [kind(state, u) for u in ("u02", "u03")] == ["5-3-6", "9-1"] and where(state, "u02") == "M17"
    assert state.points == [2, 2]


@pytest.mark.clause("FF-INFO")
@pytest.mark.clause("ASL-A20.5")
def test_prisoners_of_a_concealed_guard_are_not_seen() -> None:
    held = [""] * len(NAMES)
    held[UNIT["g01"]] = "6-6-6"
    units = {"g01": "M17 5-4-8 concealed", "u01": "A8 6-6-6"}
    assert fight(units, captives=held).view("us") == fight(units).view("us")


# ---------------------------------------------------------------- in close combat


@pytest.mark.clause("ASL-A20.22")
def test_a_capture_in_close_combat() -> None:
    """6-6-6 with a 9-1 against 2-3-8, 7 to 2 and so 3-1: Kill Number 8, the leader's -1 and 1 for prisoners."""
    units = {"u01": "M17 6-6-6", "u02": "M17 9-1", "g01": "M17 2-3-8", "g02": "A19 5-4-8"}
    state = do(fight(units, "close combat"), "seize u01 g01", "strike u02 g01", "done")
    assert "odds 3-1, Kill Number 8, +0" in state.purpose
    do(state, "dr 3 4")
    assert state.to_move == "us" and listed(state, "capture") == {"capture u01 g01", "capture u02 g01"}
    do(state, "capture u01 g01")
    assert where(state, "g01") == "" and [one.id for one in captives(state, UNIT["u01"])] == ["2-3-8"]
    assert state.points[0] == 1 and "melee" not in flags(state, "u01")


@pytest.mark.clause("ASL-A20.22")
@pytest.mark.refuses("ASL-A20.22")
def test_a_part_is_captured() -> None:
    """On the Kill Number one half-squad of a squad of the defender's choice."""
    units = {"u01": "M17 6-6-6", "g01": "M17 5-4-8", "g02": "M17 2-3-8", "u02": "M17 6-6-6 berserk"}
    state = fight(units, "close combat")
    assert rulings(state, "seize u02 g01") == {"ASL-A20.22"}
    do(state, "seize u01 g01", "seize u01 g02", "done", "done")  # 6 to 7: 1-2, Kill Number 4
    do(state, "dr 1 2")
    assert state.to_move == "german" and listed(state, "submit") == {"submit g01", "submit g02"}
    assert rulings(state, "submit u01") == {"ASL-A20.22"}
    do(state, "submit g01")
    assert kind(state, "g01") == "2-3-8" and [one.id for one in captives(state, UNIT["u01"])] == ["2-3-8"]
    assert "melee" in flags(state, "g01")


@pytest.mark.clause("ASL-A20.22")
def test_inexperienced_troops_are_captured_more_easily() -> None:
    state = fight({"g01": "M17 5-4-8", "u01": "M17 5-3-6", "u02": "O17 6-6-6"})
    assert [one.amount for one in seizing_modifier(state, [UNIT["u01"]])] == [-1]
    assert [one.amount for one in seizing_modifier(state, [UNIT["u02"]])] == [1]


def guarded(held: str, colored: int, white: int) -> Any:
    """A German 5-4-8 in M18 that guards prisoners is fired at from M17: 6 FP doubled are 12."""
    units = {"u01": "M17 6-6-6", "g01": "M18 5-4-8", "g02": "A20 8-1", "u02": "A8 6-6-6"}
    state = fight(units, "prep fire")
    state.__dict__["captives"][UNIT["g01"]] = held
    return do(state, "fire u01 M18", f"dr {colored} {white}")


@pytest.mark.clause("ASL-A20.54")
def test_prisoners_are_reduced_by_a_failed_check_before_their_guard_takes_its_own() -> None:
    """12 FP, 5 + 2: 1MC or better; a 6-6-6 has a morale of 6: 5 passes at +1, 6 fails."""
    state = guarded("6-6-6 8-1", 4, 2)
    assert "a morale check of a prisoner" in state.purpose
    do(state, "roll 12")  # the leader, who is the last: a wound
    assert "the wound of a prisoner" in state.purpose
    do(state, "roll 5")
    assert state.captives[UNIT["g01"]] == "6-6-6"
    do(state, "roll 12")
    assert state.captives[UNIT["g01"]] == "3-4-6" and "a morale check" in state.purpose
    assert "prisoner" not in state.purpose


@pytest.mark.clause("ASL-A20.54")
def test_prisoners_pass_a_check_and_are_not_pinned() -> None:
    state = guarded("3-4-6", 4, 2)
    do(state, "roll 2")
    assert state.captives[UNIT["g01"]] == "3-4-6" and "g01" in state.purpose


@pytest.mark.clause("ASL-A20.54")
def test_a_kia_reduces_every_prisoner() -> None:
    state = guarded("6-6-6 3-4-6", 6, 5)
    state.__dict__["captives"][UNIT["g01"]] = "6-6-6 3-4-6"
    assert not list(under_fire(state, [UNIT["g01"]], Result("kia", 1)))
    assert state.captives[UNIT["g01"]] == "3-4-6"
    assert not list(under_fire(state, [UNIT["g01"]], Result("ptc")))
