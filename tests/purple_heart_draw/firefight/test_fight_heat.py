"""Heat of Battle: heroes, hardening, berserk charges, leaders made in play."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.core.facts import CHANCE
from grognard.core.ruling import total
from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.firefight.ambush import ambush_drm
from grognard.games.purple_heart_draw.firefight.forces import GUN, UNIT
from grognard.games.purple_heart_draw.firefight.heat import creation_drm, drm, results, roll_heat
from grognard.games.purple_heart_draw.firefight.odds import check_fates
from grognard.games.purple_heart_draw.firefight.shots import modifiers, total_firepower
from grognard.games.purple_heart_draw.firefight.tables import columns_below_even
from grognard.games.purple_heart_draw.firefight.units import (
    create,
    eliminate,
    leadership,
    morale,
    small_arms,
)

from .fight import do, fight, flags, kind, listed, rulings, where

BESIDE = {"u01": "M17 6-6-6", "g01": "M18 5-4-8", "g02": "A19 5-4-8"}


def hot(dice: int, units: dict[str, str] | None = None) -> object:
    """g01 has passed a morale check with a 2, and the Heat of Battle has been rolled."""
    state = do(fight(units or BESIDE), "fire u01 M18", "dr 3 4", "roll 2")
    assert state.to_move == CHANCE and "Heat of Battle of 5-4-8 g01" in state.purpose
    return do(state, f"roll {dice}")


@pytest.mark.clause("ASL-A15.1")
def test_the_modifiers_and_rows_of_the_table() -> None:
    units = {"u01": "M17 6-6-6", "u02": "O17 5-3-6", "u03": "M17 7-4-7", "u04": "M17 9-1", "g01": "M18 4-4-7"}
    state = fight(units)
    found = [drm(state, UNIT[u], 0) for u in ("u01", "u02", "u03", "u04", "g01")]
    assert found == [0, 1, -1, -1, -1] and drm(state, UNIT["u01"], 1) == 1
    rows = {n: results(state, UNIT["u01"], n) for n in range(1, 15)}
    assert rows[1] == rows[4] == ["hero"] and rows[5] == rows[6] == ["hero", "harden"]
    assert rows[7] == rows[8] == ["harden"] and rows[9] == rows[11] == ["berserk"]
    assert rows[12] == rows[14] == ["surrender"]


@pytest.mark.clause("ASL-A15.44")
@pytest.mark.clause("ASL-A15.5")
def test_exceptions_of_the_table() -> None:
    unseen = fight({"u01": "P8 6-6-6", "g01": "A19 5-4-8"})
    assert results(unseen, UNIT["u01"], 9) == ["harden"]
    fanatic = fight({"u01": "M17 6-6-6 fanatic", "g01": "M18 5-4-8"})
    assert results(fanatic, UNIT["u01"], 12) == ["berserk"]
    assert flags(hot(12, BESIDE | {"g01": "M18 5-4-8"}), "g01") == {"berserk"}  # 11: elite
    broken = fight({"u01": "M7 6-6-6 broken", "u02": "M7 9-1", "g02": "A19 5-4-8"}, "rally")
    do(broken, "rally u01", "roll 2", "roll 12")
    assert flags(broken, "u01") >= {"broken", "disrupted", "dm"}


def yielding(**units: str) -> Any:
    """A broken US squad rallied with a 2, and the dice of its Heat of Battle are 12."""
    there = {"u01": "M17 6-6-6 broken", "u02": "M17 9-1", "g01": "M18 5-4-8"} | units
    return do(fight(there, "rally", all_found=True), "rally u01", "roll 2", "roll 12")


@pytest.mark.clause("ASL-A15.5")
@pytest.mark.refuses("ASL-A20.21")
def test_a_unit_surrenders_at_once() -> None:
    """The enemy beside it takes it in the same Rally Phase, or refuses and eliminates it."""
    state = yielding(g02="A19 5-4-8")
    assert state.to_move == "german" and state.step.name == "surrender at once"
    assert {str(action) for action in state.legal_actions()} == {"capture g01 u01", "decline u01"}
    assert rulings(state, "capture g02 u01") == {"ASL-A20.21"}
    taken = do(state.copy(), "capture g01 u01")
    assert where(taken, "u01") == "" and taken.captives[UNIT["g01"]] == "6-6-6" and taken.to_move == "us"
    refused = do(state, "decline u01")
    assert where(refused, "u01") == "" and "us" in refused.no_quarter and refused.to_move == "us"


@pytest.mark.clause("ASL-A15.5")
@pytest.mark.parametrize("other", ["A19 5-4-8", "M18 5-4-8 broken", "M18 5-4-8 concealed"])
def test_without_a_captor_beside_it_a_unit_is_only_disrupted(other: str) -> None:
    state = yielding(g01=other)
    assert state.to_move == "us" and flags(state, "u01") >= {"broken", "disrupted", "dm"}


@pytest.mark.clause("ASL-A15.2")
def test_a_hero() -> None:
    """A 5 is a 4 for an elite squad: a 1-4-9, who fires from the hex and is wounded by the first check."""
    state = hot(5)
    assert kind(state, "g03") == "1-4-9" and where(state, "g03") == "M18" and kind(state, "g01") == "5-4-8"
    assert check_fates(state, UNIT["g03"], 0).keys() == {"unharmed", "reduced"}
    fired = fight({"u01": "M17 6-6-6", "g01": "M18 1-4-9"})
    do(fired, "fire u01 M18", "dr 3 4", "roll 11")
    assert flags(fired, "g01") == {"wounded"} and small_arms(fired, UNIT["g01"]) == (1, 3)
    again = fight({"u01": "M17 6-6-6", "g01": "M18 1-4-9 wounded", "g02": "A19 5-4-8"})
    do(again, "fire u01 M18", "dr 3 4", "roll 11")
    assert where(again, "g01") == "" and morale(fired, UNIT["g01"]) == 8
    calm = do(fight({"u01": "M17 6-6-6", "g01": "M18 1-4-9"}), "fire u01 M18", "dr 3 4", "roll 8")
    assert flags(calm, "g01") == set()  # the highest pass pins others


@pytest.mark.clause("ASL-A15.21")
def test_a_heroic_leader() -> None:
    state = do(fight({"u01": "M17 6-6-6", "g01": "M18 8-0"}), "fire u01 M18", "dr 3 4", "roll 2", "roll 4")
    assert flags(state, "g01") == {"heroic"} and morale(state, UNIT["g01"]) == 9
    assert small_arms(state, UNIT["g01"]) == (1, 4) and leadership(state, UNIT["g01"]) == 0
    hit = fight({"u01": "M17 6-6-6", "g01": "M18 8-0 heroic"})
    assert "a wound" in do(hit, "fire u01 M18", "dr 3 4", "roll 11").purpose


@pytest.mark.clause("ASL-A15.23")
@pytest.mark.clause("ASL-A15.24")
def test_the_fire_of_a_hero() -> None:
    """1 FP doubled next door; 1 subtracted, which a gun takes away again."""
    units = {"g01": "M17 1-4-9", "u01": "M18 6-6-6"}
    state = do(fight(units, mover="german", guns={"gmg1": "LMG g01"}), "fire g01 M18")
    frame = state.stack[-1]
    assert total_firepower(state, frame) == 2 and total(modifiers(state, frame)) == -1
    gun = do(fight(units, mover="german", guns={"gmg1": "LMG g01"}), "fire gmg1 M18")
    frame = gun.stack[-1]
    assert total_firepower(gun, frame) == 6 and total(modifiers(gun, frame)) == 0
    fight_ = {"g01": "M17 1-4-9", "u01": "M17 3-4-6"}
    close = do(fight(fight_, "close combat", mover="german"), "strike g01 u01")
    while close.to_move != CHANCE:
        do(close, "done")
    assert "odds 1-4, Kill Number 3, -1" in close.purpose


@pytest.mark.clause("ASL-A15.3")
@pytest.mark.refuses("ASL-A15.3")
def test_hardening_is_offered() -> None:
    """An 8 is a 7: hardening; 4-4-7 becomes 5-4-8, and 5-4-8 Fanatic."""
    state = hot(8)
    assert state.to_move == "german" and listed(state, "harden") == {"harden g01"}
    assert rulings(state, "harden g02") == {"ASL-A15.3"}
    do(state, "harden g01")
    assert "fanatic" in flags(state, "g01") and not listed(state, "harden")
    assert flags(do(hot(8), "refuse g01"), "g01") == set()
    lower = fight(BESIDE | {"g01": "M18 4-4-7"})
    do(lower, "fire u01 M18", "dr 3 4", "roll 2", "roll 8", "harden g01")
    assert kind(lower, "g01") == "5-4-8"
    leader = fight(BESIDE | {"g01": "M18 8-0"})
    do(leader, "fire u01 M18", "dr 3 4", "roll 2", "roll 8", "harden g01")
    assert kind(leader, "g01") == "8-1"


@pytest.mark.clause("ASL-A10.8")
def test_fanatics_do_not_cower() -> None:
    state = do(fight({"u01": "M17 6-6-6 fanatic", "g01": "M18 5-4-8"}), "fire u01 M18", "dr 3 3")
    assert "(+2)" in state.purpose  # column 12, a 6


# ---------------------------------------------------------------- berserk


@pytest.mark.clause("ASL-A15.4")
def test_a_berserk_leader_takes_others_along() -> None:
    units = {"u01": "M17 6-6-6", "g01": "M18 9-1", "g02": "M18 5-4-8", "g03": "M18 4-4-7 broken"}
    state = do(fight(units), "fire u01 M18", "dr 3 4", "roll 2", "roll 3", "roll 3", "roll 10")
    assert "beside a berserk leader of 5-4-8 g02" in state.purpose
    do(state, "roll 9", "roll 9")  # 8 after the 9-1: passed; and failed by the 7 of the other
    assert flags(state, "g01") == flags(state, "g02") == {"berserk"}
    assert flags(state, "g03") >= {"broken"} and morale(state, UNIT["g01"]) == 10
    assert check_fates(state, UNIT["g02"], 2).keys() == {"unharmed", "reduced"}
    hit = fight({"u01": "M17 6-6-6", "g01": "M18 5-4-8 berserk"})
    assert kind(do(hit, "fire u01 M18", "dr 3 4", "roll 10"), "g01") == "2-3-8"
    assert ambush_drm(hit, "german", GRID.hex("M18")) == 1


@pytest.mark.clause("ASL-A15.43")
@pytest.mark.clause("ASL-A15.46")
@pytest.mark.clause("ASL-A8.312")
@pytest.mark.refuses("ASL-A15.43")
@pytest.mark.refuses("ASL-A8.312")
def test_a_charge() -> None:
    """O17 and M15 are two hexes from M17; the way leads through N17 or N18, and the squad there must fire."""
    units = {"u01": "M17 6-6-6 berserk", "u02": "J18 6-6-6", "g01": "O17 5-4-8", "g02": "M15 5-4-8 broken"}
    state = fight(units, "charge", guns={"umg1": "MMG u01"}, all_found=True)
    assert listed(state, "charge") == {"charge u01 O17", "charge u01 M15"}
    assert rulings(state, "done") == rulings(state, "charge u02 O17") == {"ASL-A15.43"}
    do(state, "charge u01 O17")
    assert state.holder[GUN["umg1"]] < 0 and rulings(state, "done") == {"ASL-A15.43"}
    assert "ASL-A15.43" in rulings(state, "go M16") & rulings(state, "onward O17")
    step = sorted(listed(state, "go"))[0]
    do(state, step, "done")  # the last step is the only one left
    assert state.to_move == "german" and rulings(state, "done") == {"ASL-A8.312"}
    do(state, "fire g01 O17", "dr 6 6", "done")
    assert where(state, "u01") == "O17" and "berserk" in flags(state, "u01")
    early = fight(units)
    assert "ASL-A15.43" in rulings(early, "fire u01 O17")
    late = fight(units, "movement")
    assert "ASL-A15.43" in rulings(late, "move u01 M18")
    alone = fight({"u01": "M17 6-6-6 berserk prep", "u02": "K17 6-6-6", "g02": "A19 5-4-8"}, "prep fire")
    while alone.phase != "Movement Phase":
        do(alone, "done")
    assert "berserk" not in flags(alone, "u01")


@pytest.mark.clause("ASL-A15.46")
def test_a_won_close_combat_calms() -> None:
    units = {"u01": "M17 6-6-6 berserk", "g01": "M17 2-3-8 broken", "g02": "A19 5-4-8"}
    state = do(fight(units, "close combat"), "strike u01 g01")
    while state.to_move != CHANCE:
        do(state, "done")
    do(state, "dr 1 2")
    assert where(state, "g01") == "" and flags(state, "u01") == set()


# ---------------------------------------------------------------- leaders


@pytest.mark.clause("ASL-A18.11")
@pytest.mark.clause("ASL-A18.2")
def test_a_leader_is_found_in_a_rally() -> None:
    """6-6-6 rallies alone: nation -1, broken morale 8 -1, broken +1; a 4 is a 3: 8-0."""
    units = {"u01": "M7 6-6-6 broken", "g01": "A19 5-4-8"}
    state = do(fight(units, "rally"), "rally u01", "roll 2")
    assert "leader creation" in state.purpose
    do(state, "roll 4")
    assert kind(state, "u02") == "8-0" and where(state, "u02") == "M7"
    fresh = fight({"u01": "M7 6-6-6", "g01": "A19 4-4-7"})
    assert (
        creation_drm(fresh, UNIT["u01"], 0, False) == 0 and creation_drm(fresh, UNIT["g01"], 2, False) == -3
    )
    assert [columns_below_even(odds) for odds in ("1-1", "1-2", "1-4", "2-1")] == [0, 1, 2, 0]


@pytest.mark.clause("ASL-A18.12")
def test_a_leader_is_found_in_close_combat() -> None:
    """3-4-6 against 5-4-8 at 1-2, Kill Number 4: with an 8-1 the 2 is a 1 at the same odds, and he defends."""
    units = {"u01": "M17 3-4-6", "g01": "M17 5-4-8", "g02": "A19 5-4-8"}
    state = do(fight(units, "close combat"), "strike u01 g01", "strike g01 u01")
    assert "odds 1-2" in state.purpose
    do(state, "dr 1 1")
    assert "leader creation" in state.purpose
    do(state, "roll 1")
    assert kind(state, "u02") == "8-1" and "odds 1-1, Kill Number 5" in state.purpose  # 5 to 4
    do(state, "dr 6 6")
    assert where(state, "g01") == "" and where(state, "u01") == "M17"


@pytest.mark.clause("ASL-A15.2")
def test_a_new_unit_does_not_take_the_place_of_one_that_is_still_named() -> None:
    """u01 has died on the move; a hero of its stack is not mistaken for it."""
    state = do(fight({"u02": "M17 6-6-6", "u01": "M17 6-6-6", "g01": "O17 5-4-8"}, "movement"), "lead u01")
    do(state, "along u02")
    eliminate(state, UNIT["u01"], "ASL-A7.301")
    assert create(state, UNIT["u02"], "1-4-9", 0, "ASL-A15.2") == UNIT["u03"]


@pytest.mark.clause("ASL-A8.312")
def test_nothing_is_compulsory_against_the_dead() -> None:
    units = {"u01": "M17 3-4-6 berserk", "u02": "A8 6-6-6", "g01": "M18 5-4-8"}
    state = fight(units, "charge", all_found=True)
    assert where(state, "u01") == "M18"
    do(state, "fire g01 M18", "dr 1 1")  # the half-squad has run into their hex, and is gone
    assert where(state, "u01") == ""


@pytest.mark.clause("ASL-A15.2")
@pytest.mark.clause("ASL-A11.15")
def test_a_hero_who_steps_forth_in_a_melee_is_held_there() -> None:
    units = {"g01": "E17 5-4-8 melee", "u01": "E17 6-6-6 melee", "u02": "D17 6-6-6"}
    state = fight(units, all_found=True)
    assert roll_heat(state, UNIT["g01"], 0, 3) == [] and "melee" in flags(state, "g02")
