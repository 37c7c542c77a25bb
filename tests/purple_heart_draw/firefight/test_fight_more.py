"""Opportunity Fire, the Minimum Move, and a "?" by a die."""

from __future__ import annotations

import pytest

from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.firefight.concealment import drm, gains
from grognard.games.purple_heart_draw.firefight.dash import is_dashing
from grognard.games.purple_heart_draw.firefight.forces import FIRST_GUN, GUN, UNIT
from grognard.games.purple_heart_draw.firefight.position import G_USED
from grognard.games.purple_heart_draw.firefight.shots import firepower

from .fight import do, fight, flags, listed, rulings, where

# ---------------------------------------------------------------- Opportunity Fire


@pytest.mark.clause("ASL-A7.25")
@pytest.mark.refuses("ASL-A7.25")
def test_opportunity_fire() -> None:
    """6-6-6 at two hexes: 6 FP, not 3 and 1 for Assault Fire; its gun keeps its rate of fire."""
    units = {"u01": "M17 6-6-6 concealed", "u02": "M17 6-6-6", "u03": "M16 9-1", "g01": "O17 5-4-8"}
    state = fight(units, guns={"umg1": "MMG u02"})
    assert listed(state, "opportunity") == {"opportunity u01", "opportunity u02"}
    assert rulings(state, "opportunity u03") == rulings(state, "opportunity g01") == {"ASL-A7.25"}
    do(state, "opportunity u01", "opportunity u02")
    assert state.open >> UNIT["u01"] & 1 and rulings(state, "fire u01 O17") == {"ASL-A7.25"}
    while state.phase != "Movement Phase":
        do(state, "done")
    assert rulings(state, "move u01 M18") == {"ASL-A7.25"}
    late = fight(units | {"u01": "M17 6-6-6 opportunity"}, "advancing fire", guns={"umg1": "MMG u02"})
    hex_ = GRID.hex("O17")
    assert firepower(late, "advancing", UNIT["u01"], hex_) == 6
    assert firepower(late, "advancing", UNIT["u02"], hex_) == 4
    waited = units | {"u02": "M17 6-6-6 opportunity"}
    shot = fight(waited, "advancing fire", guns={"umg1": "MMG u02"})
    assert firepower(shot, "advancing", FIRST_GUN + GUN["umg1"], hex_) == 4
    do(shot, "fire umg1 O17", "done", "dr 1 6")
    while shot.to_move == "chance":
        do(shot, "roll 3")
    assert shot.gun_flags[GUN["umg1"]] & G_USED and "fire umg1 O17" in listed(shot, "fire")
    plain = do(fight(units, "advancing fire", guns={"umg1": "MMG u02"}), "fire umg1 O17", "done", "dr 1 6")
    assert not plain.gun_flags[GUN["umg1"]] & G_USED


# ---------------------------------------------------------------- Minimum Move


@pytest.mark.clause("ASL-A4.134")
def test_the_minimum_move() -> None:
    """A8 to B9 costs 6 MF, more than the 4 of a squad: it may go, and lies there pinned and CX."""
    units = {"u01": "A8 6-6-6", "u02": "A10 6-6-6", "g01": "P19 5-4-8"}
    state = fight(units, "movement", all_found=True)
    assert "move u01 B9" in listed(state, "move")
    do(state, "move u01 B9")
    assert where(state, "u01") == "B9" and {"pinned", "cx", "moved"} <= flags(state, "u01")
    begun = fight({"u01": "A7 6-6-6", "u02": "A10 6-6-6", "g01": "P19 5-4-8"}, "movement", all_found=True)
    do(begun, "move u01 A8")
    assert rulings(begun, "go B9") == {"ASL-A4.13"}
    usual = do(
        fight({"u01": "M17 6-6-6", "u02": "A10 6-6-6", "g01": "P19 5-4-8"}, "movement", all_found=True),
        "move u01 M18",
    )
    assert flags(usual, "u01") == {"moved"}


# ---------------------------------------------------------------- concealment


@pytest.mark.clause("ASL-A12.121")
def test_who_needs_a_die() -> None:
    """Out of sight in the open; in cover and seen from 17 hexes; never in sight nearby."""
    assert gains(fight({"u01": "M17 6-6-6", "g01": "P8 5-4-8"}), UNIT["u01"]) == "die"
    assert gains(fight({"u01": "B16 6-6-6", "g01": "J2 5-4-8"}), UNIT["u01"]) == "die"
    assert gains(fight({"u01": "M17 6-6-6", "g01": "O17 5-4-8"}), UNIT["u01"]) == ""
    assert gains(fight({"u01": "M7 6-6-6", "g01": "A19 5-4-8"}), UNIT["u01"]) == "at once"
    assert gains(fight({"u01": "M17 6-6-6", "g01": "O17 5-4-8 broken"}), UNIT["u01"]) == "at once"


@pytest.mark.clause("ASL-A12.122")
def test_the_concealment_die() -> None:
    """A squad adds 3, the 9-1 beside it subtracts 1: a 3 is a 5."""
    units = {"u01": "M17 6-6-6", "u02": "M17 9-1", "g01": "P8 5-4-8"}
    state = fight(units, "close combat")
    assert "concealment of 9-1 u02" in state.purpose and drm(state, UNIT["u01"]) == 2
    assert drm(state, UNIT["u02"]) == 1
    do(state, "roll 5", "roll 3")
    assert flags(state, "u01") == {"concealed"} and flags(state, "u02") == set()
    assert flags(do(fight(units, "close combat"), "roll 4", "roll 4"), "u01") == set()


# ---------------------------------------------------------------- Dash


@pytest.mark.clause("ASL-A4.63")
@pytest.mark.clause("FF-R14")
@pytest.mark.refuses("ASL-A4.63")
def test_a_dash() -> None:
    """From the cover of F10 over the road into H10; an enemy who sees the road fires at half."""
    units = {"u01": "F10 6-6-6", "u02": "A10 6-6-6", "g01": "G13 5-4-8"}
    state = do(fight(units, "movement", all_found=True), "lead u01")
    assert "dash H10" in listed(state, "dash")
    assert rulings(state, "dash A8") == rulings(state, "dash G10") == {"ASL-A4.63"}
    do(state, "dash H10")
    assert rulings(state, "done") == {"ASL-A4.63"} and "ASL-A4.63" in rulings(state, "go F9")
    assert not listed(state, "search") and not listed(state, "assault")
    road = sorted(listed(state, "go"))[0].split()[1]
    do(state, f"go {road}")
    assert is_dashing(state, GRID.hex("G13"), GRID.hex(road)) and state.stack[1].hexes == 1
    at_road, usual = (
        firepower(one, "first", UNIT["g01"], GRID.hex(road))
        for one in (state, fight(units | {"u01": f"{road} 6-6-6"}, "movement"))
    )
    assert at_road == usual / 2
    while where(state, "u01") == road:
        do(state, "done" if state.to_move == "german" else "go H10")
    assert where(state, "u01") == "H10" and not listed(state, "go")
    begun = do(fight(units | {"u01": "G10 6-6-6"}, "movement", all_found=True), "lead u01")
    assert not listed(begun, "dash")
