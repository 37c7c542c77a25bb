"""Infantry Overrun, climbing, weapons that are lost with their units, and routs with company."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from grognard.core.conformance import POSITION_CHECKS
from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.firefight import checks
from grognard.games.purple_heart_draw.firefight.climbing import cliffs, height
from grognard.games.purple_heart_draw.firefight.forces import GUN, UNIT
from grognard.games.purple_heart_draw.firefight.position import JAMMED
from grognard.games.purple_heart_draw.firefight.shots import Exposure, modifiers, place_of
from grognard.games.purple_heart_draw.firefight.tables import column_of, result
from grognard.games.purple_heart_draw.firefight.units import eliminate

from .fight import do, fight, flags, listed, rulings, where

# ---------------------------------------------------------------- Infantry Overrun

RUSH = {"u01": "M17 6-6-6", "u02": "A10 6-6-6", "g01": "M18 9-1", "g02": "P19 5-4-8"}


def rushing(units: Any = RUSH, **more: Any) -> Any:
    return do(fight(units, "movement", all_found=True, **more), "lead u01")


@pytest.mark.clause("ASL-A4.15")
@pytest.mark.refuses("ASL-A4.15")
def test_whom_infantry_overruns() -> None:
    """M18 costs 1 MF, so 2: after 3 MF elsewhere a squad cannot any more. A squad there is no target."""
    state = rushing()
    assert listed(state, "rush") == {"rush M18"} and rulings(state, "go M18") == {"ASL-A4.14"}
    assert rulings(state, "rush M16") == {"ASL-A4.15"}
    assert not listed(rushing(RUSH | {"g03": "M18 5-4-8"}), "rush")
    assert not listed(rushing(RUSH | {"g01": "M18 5-4-8"}), "rush")
    assert not listed(rushing(RUSH | {"u01": "M17 9-1"}), "rush")
    do(state, "rush M18", "roll 7")  # morale 6
    assert where(state, "u01") == "M17" and "moved" in flags(state, "u01") and not listed(state, "go")


@pytest.mark.clause("ASL-A4.152")
def test_close_combat_at_once() -> None:
    """6 to 1: the leader is gone below 10, and the squad goes on; else both are in Melee."""
    won = do(rushing(), "rush M18", "roll 6", "stand")
    assert where(won, "u01") == "M18" and won.to_move == "german"  # First Fire, of which it has none
    do(won, "done", "strike u01 g01")
    while won.to_move == "us" and listed(won, "strike"):
        do(won, "done")
    do(won, *(["done"] if won.to_move == "german" else []), "dr 3 4")
    assert not where(won, "g01") and "melee" not in flags(won, "u01")
    assert listed(won, "go") and won.stack[1].spent == 4
    lost = do(rushing(), "rush M18", "roll 6", "stand", "done", "done")
    while lost.to_move == "german" and "melee" not in flags(lost, "u01"):
        do(lost, "done")
    assert "melee" in flags(lost, "u01") and "melee" in flags(lost, "g01") and not listed(lost, "go")


@pytest.mark.clause("ASL-A4.151")
@pytest.mark.refuses("ASL-A4.151")
def test_the_leader_slips_away() -> None:
    state = do(rushing(), "rush M18", "roll 6")
    assert state.to_move == "german" and {str(a) for a in state.legal_actions()} == {"slip", "stand"}
    assert rulings(state, "chase M19") and not rulings(state, "slip")
    do(state, "slip")
    assert state.to_move == "us" and "ASL-A4.151" in rulings(state, "chase M17")
    do(state, "chase M19")
    assert where(state, "g01") == "M19" and where(state, "u01") == "M18"
    pinned = do(rushing(RUSH | {"g01": "M18 9-1 pinned"}), "rush M18", "roll 6")
    assert where(pinned, "u01") == "M18" and rulings(pinned, "slip")


# ---------------------------------------------------------------- climbing

PHD_1 = {"scene": "phd-1-infantry", "all_found": True}
CLIMB = {"u01": "S10 6-6-6", "u02": "K2 6-6-6", "g01": "K12 5-4-8"}


def climber(at: str = "movement", levels: int = 0, **more: Any) -> Any:
    rows = ((UNIT["u01"], GRID.hex("S11"), levels),)
    return fight(CLIMB | {"u01": "S10 6-6-6 climbing"}, at, climbs=rows, **PHD_1, **more)


@pytest.mark.clause("ASL-B11.4")
@pytest.mark.refuses("ASL-B11.4")
def test_climbing() -> None:
    """S10 (level 1) to S11 (level -1) is a cliff of two levels."""
    assert height(GRID.hex("S10"), GRID.hex("S11")) == 2
    assert {GRID.name[h] for h in cliffs(GRID.hex("S10"))} == {"R11", "S11", "T11"}
    state = fight(CLIMB, "movement", **PHD_1)
    assert listed(state, "climb") == {"climb u01 R11", "climb u01 S11", "climb u01 T11"}
    assert rulings(state, "climb u01 S9") == {"ASL-B11.4"}
    do(state, "climb u01 S11", "roll 9")
    assert state.climbs == ((UNIT["u01"], GRID.hex("S11"), 1),) and where(state, "u01") == "S10"
    assert flags(state, "u01") == {"moved", "climbing"}
    stays = do(fight(CLIMB, "movement", **PHD_1), "climb u01 S11", "roll 11")
    assert stays.climbs[0][2] == 0 and where(stays, "u01") == "S10"
    falls = do(fight(CLIMB, "movement", **PHD_1), "climb u01 S11", "roll 12")
    assert not where(falls, "u01") and not falls.climbs
    on_the_face = climber(levels=1)
    assert listed(on_the_face, "climb") == {"climb u01 S11"}
    assert rulings(on_the_face, "move u01 S9") == {"ASL-B11.4"}
    assert "move u01 S9" in listed(climber(), "move")
    away = do(climber(), "move u01 S9")
    assert not away.climbs and "climbing" not in flags(away, "u01")


@pytest.mark.clause("ASL-B11.432")
def test_off_the_cliff() -> None:
    half, whole = climber("advance", 1), climber("advance", 2)
    assert "ASL-A4.7" in rulings(half, "advance u01 S11") and rulings(half, "advance u01 S9")
    assert listed(whole, "advance") & {"advance u01 S11", "advance u01 S9"} == {"advance u01 S11"}
    do(whole, "advance u01 S11")
    assert where(whole, "u01") == "S11" and "cx" in flags(whole, "u01") and not whole.climbs


@pytest.mark.clause("ASL-A4.62")
@pytest.mark.clause("ASL-B11.4")
def test_fire_at_a_climber() -> None:
    """-2 in place of the modifiers for movement; a morale check that it fails is its end; it is not pinned."""
    units = CLIMB | {"u01": "S10 6-6-6 climbing", "g01": "S12 5-4-8"}
    rows = ((UNIT["u01"], GRID.hex("S11"), 1),)
    state = do(fight(units, "final fire", climbs=rows, **PHD_1), "fire g01 S10")
    found = {one.clause: one.amount for one in modifiers(state, state.stack[-1], Exposure(bare=True))}
    assert found["ASL-A4.62"] == -2 and "ASL-A4.6" not in found
    assert "ASL-A4.62" not in {one.clause for one in modifiers(state, state.stack[-1])}
    while "S10" in where(state, "u01") and len(state.stack) > 1:
        do(
            state,
            "dr 2 3" if "fire at" in state.purpose else "roll 9" if state.to_move == "chance" else "done",
        )
    assert not where(state, "u01") and not state.climbs
    assert rulings(fight(units, climbs=rows, **PHD_1), "fire u01 S12") == {"ASL-B11.4"}
    assert "fire u01 S12" in listed(fight(units, "advancing fire", climbs=rows, **PHD_1), "fire")


# ---------------------------------------------------------------- weapons


@pytest.mark.clause("ASL-A9.74")
@pytest.mark.parametrize(("die", "fate"), [(1, "lost"), (6, "whole")])
def test_weapons_under_a_kia(die: int, fate: str) -> None:
    """24 FP at point blank: a 3 is a KIA; on that column a die of 1 is a KIA, and a 6 neither KIA nor K."""
    assert result(column_of(24), 1).kind == "kia" and result(column_of(24), 6).kind not in ("kia", "k")
    units = {"u01": "M17 6-6-6", "u02": "M17 6-6-6", "g01": "M18 5-4-8", "g02": "A30 5-4-8"}
    state = fight(units, guns={"gmg1": "LMG g01"}, all_found=True)
    do(state, "fire u01 M18", "join u02", "dr 1 2")
    assert not where(state, "g01") and "gmg1" in state.purpose
    do(state, f"roll {die}")
    assert bool(state.gun_kind[GUN["gmg1"]]) == (fate == "whole")
    assert not state.gun_flags[GUN["gmg1"]] & JAMMED


@pytest.mark.clause("ASL-A11.13")
@pytest.mark.parametrize(("dice", "asked"), [("dr 1 2", True), ("dr 2 1", False)])
def test_weapons_in_close_combat(dice: str, asked: bool) -> None:
    units = {"u01": "M17 6-6-6", "u02": "A10 6-6-6", "g01": "M17 5-4-8"}
    state = do(fight(units, "close combat", guns={"gmg1": "LMG g01"}, all_found=True), "strike u01 g01")
    while state.to_move != "chance":
        do(state, "done")
    do(state, dice)
    assert not where(state, "g01") and ("gmg1" in (state.purpose or "")) == asked
    if asked:
        do(state, "roll 5")  # Kill Number 5 at 1 to 1
        assert not state.gun_kind[GUN["gmg1"]]


# ---------------------------------------------------------------- routs

ROUT = {"u01": "M17 6-6-6 broken dm", "u02": "A10 6-6-6", "g01": "M19 5-4-8"}


def routing(units: Any = ROUT, **more: Any) -> Any:
    return fight(units, "rout", all_found=True, **more)


def way_out(state: Any) -> str:
    return sorted(listed(state, "rout"))[0]


@pytest.mark.clause("ASL-A10.4")
def test_weapons_left_behind() -> None:
    """A squad keeps 3 portage points: the MMG (3) and not the HMG (5)."""
    state = routing(guns={"umg1": "MMG u01", "umg2": "HMG u01"})
    do(state, way_out(state))
    assert state.holder[GUN["umg1"]] == UNIT["u01"] and state.holder[GUN["umg2"]] == -1
    assert GRID.name[state.gun_at[GUN["umg2"]]] == "M17"


@pytest.mark.clause("ASL-A10.711")
@pytest.mark.refuses("ASL-A10.711")
def test_a_leader_goes_along() -> None:
    units = ROUT | {"u03": "M17 9-1", "u04": "M17 8-0 pinned"}
    state = routing(units)
    goal = way_out(state).split()[-1]
    do(state, way_out(state))
    assert listed(state, "escort") == {"escort u03"} and rulings(state, "escort u04") == {"ASL-A10.711"}
    do(state, "escort u03")
    for _ in range(9):
        if where(state, "u01") in ("", goal):
            break
        do(state, sorted(listed(state, "go"))[0] if state.to_move == "us" else "roll 4")
    assert where(state, "u01") == where(state, "u03") == goal


@pytest.mark.clause("ASL-A10.711")
def test_a_leader_who_has_fallen_on_the_way_stays_off_the_map() -> None:
    state = routing(ROUT | {"u03": "M17 9-1"})
    do(state, way_out(state), "escort u03")
    eliminate(state, UNIT["u03"], "ASL-A10.711")
    do(state, sorted(listed(state, "go"))[0])
    assert where(state, "u01") not in ("", "M17") and not where(state, "u03")


@pytest.mark.clause("ASL-A10.711")
def test_a_fallen_leader_lends_nothing_to_a_check_on_the_way() -> None:
    state = routing(ROUT | {"u03": "M17 9-1"})
    do(state, way_out(state), "escort u03")
    assert checks.escort(state) == UNIT["u03"]
    eliminate(state, UNIT["u03"], "ASL-A10.711")
    assert checks.escort(state) == -1
    checks.RESOLVE[checks.INTERDICT](state, UNIT["u01"], 0, 2)
    assert where(state, "u01")


@pytest.mark.clause("ASL-A10.533")
@pytest.mark.parametrize("no_quarter", [(), ("us",)])
def test_a_rout_into_unseen_enemies(no_quarter: tuple[str, ...]) -> None:
    """The goal holds a hidden squad: it takes the routing unit, or eliminates it where No Quarter is given."""
    goal = way_out(routing()).split()[-1]
    units = ROUT | {"g02": f"{goal} 5-4-8 hidden"}
    state = fight(units, "rout", no_quarter=no_quarter)
    assert f"rout u01 {goal}" in listed(state, "rout")
    do(state, f"rout u01 {goal}")
    for _ in range(9):
        if not where(state, "u01") or "snare" in state.purpose:
            break
        do(state, sorted(listed(state, "go"))[0] if state.to_move == "us" else "roll 4")
    do(state, "roll 1")
    while state.to_move == "german" and listed(state, "capture"):
        do(state, sorted(listed(state, "capture"))[0])
    assert not where(state, "u01") and state.open >> UNIT["g02"] & 1
    assert bool(state.captives[UNIT["g02"]]) == (not no_quarter)


@pytest.mark.clause("FF-INFO")
def test_the_new_steps_hold_what_every_step_holds() -> None:
    """Lists, refusals, views and files, where movers rush, leaders slip away, units climb and rout with a leader."""
    along = do(routing(ROUT | {"u03": "M17 9-1"}), way_out(routing()))
    rushed = do(rushing(), "rush M18", "roll 6")
    for state in (rushing(), rushed, do(rushed, "slip"), climber(levels=1), climber("advance", 2), along):
        for check in POSITION_CHECKS:
            check(state, Random(7))


@pytest.mark.clause("ASL-A4.62")
def test_who_clears_its_hex_or_has_just_left_a_vehicle_is_exposed() -> None:
    """-2 for fire at them, and none at the squad beside them; for the crew until the player turn is over."""
    units = {"u01": "E17 6-6-6 ti", "u02": "E17 6-6-6", "u03": "E17 1-2-6", "g01": "C17 5-4-8"}
    state = fight(units, "final fire", clearing=((UNIT["u01"], GRID.hex("E17")),), bailed=(UNIT["u03"],))
    assert [place_of(state, UNIT[one]).bare for one in ("u01", "u02", "u03")] == [True, False, True]
    do(state, "fire g01 E17")
    found = {
        one.clause: one.amount for one in modifiers(state, state.stack[-1], place_of(state, UNIT["u03"]))
    }
    assert found["ASL-A4.62"] == -2
    over = fight(units, "close combat", bailed=(UNIT["u03"],))
    while over.mover == "us":
        over.push(over.legal_actions()[-1] if over.to_move != "chance" else over.chance_outcomes()[0][0])
    assert not over.bailed
