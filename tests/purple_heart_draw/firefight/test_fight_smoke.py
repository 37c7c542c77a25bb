"""Smoke grenades, and what SMOKE does to fire, sight and movement."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.core.facts import CHANCE
from grognard.core.ruling import total
from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.firefight.eyes import sees, view
from grognard.games.purple_heart_draw.firefight.forces import UNIT
from grognard.games.purple_heart_draw.firefight.going import BOTTOM, near
from grognard.games.purple_heart_draw.firefight.next_hexes import step_cost
from grognard.games.purple_heart_draw.firefight.phosphorus import burn
from grognard.games.purple_heart_draw.firefight.position import Attack, Moving
from grognard.games.purple_heart_draw.firefight.shots import modifiers

from .fight import do, fight, flags, listed, rulings, where

UNITS = {"u01": "M17 6-6-6", "u02": "M17 3-4-6", "g01": "O17 5-4-8"}


def cloud(*names: str, amount: int = 2) -> dict[str, Any]:
    return {"smoke": tuple((GRID.hex(name), amount, "smoke") for name in names)}


@pytest.mark.clause("ASL-A24.1")
@pytest.mark.clause("ASL-A24")
def test_grenades_are_thrown() -> None:
    """The exponent of 6-6-6 is 3. A half-squad has none."""
    state = do(fight(UNITS, "movement", all_found=True), "lead u01", "along u02")
    assert listed(state, "smoke") >= {"smoke u01 M17", "smoke u01 M18", "smoke u01 N17"}
    assert not any("u02" in text for text in listed(state, "smoke"))
    do(state, "smoke u01 N17")
    assert state.to_move == CHANCE and "smoke grenades of 6-6-6 u01" in state.purpose
    do(state, "roll 3")
    assert state.smoke == ((GRID.hex("N17"), 2, "smoke"),) and state.to_move == "german"  # the window
    do(state, "done")
    assert state.stack[-1].spent == 4 and not listed(state, "smoke")
    failed = do(fight(UNITS, "movement", all_found=True), "lead u01", "smoke u01 M17", "roll 4")
    assert not failed.smoke and failed.stack[1].spent == 2


@pytest.mark.clause("ASL-A24.1")
def test_a_six_ends_the_movement_and_the_phase_ends_the_smoke() -> None:
    state = do(fight(UNITS, "movement", all_found=True), "lead u01", "along u02", "smoke u01 M17", "roll 6")
    do(state, "done")
    assert state.stack[-1].units == (UNIT["u02"],) and "moved" in flags(state, "u01")
    more = do(fight(UNITS, "movement", all_found=True), "lead u01", "smoke u01 M17", "roll 1", "done", "done")
    assert more.smoke
    while more.phase != "Defensive Fire Phase" and more.turn == 2:
        do(more, "done")
    assert not more.smoke


@pytest.mark.refuses("ASL-A24.1")
@pytest.mark.refuses("ASL-A24.31")
def test_grenades_are_refused() -> None:
    state = do(fight(UNITS, "movement", all_found=True), "lead u01", "along u02")
    assert rulings(state, "smoke u02 M17") == rulings(state, "smoke u01 P8") == {"ASL-A24.1"}
    german = do(fight(UNITS, "movement", mover="german"), "lead g01")
    assert "smoke g01 O17" in listed(german, "smoke") and not listed(german, "wp")
    assert rulings(german, "wp g01 O17") == {"ASL-A24.31"}


@pytest.mark.clause("ASL-A24.1")
def test_uphill_a_further_die_is_needed() -> None:
    at = GRID.hex("M17")
    up = [(a, b) for a in GRID.name for b in near(a) if BOTTOM[b] == BOTTOM[a] + 1]
    for low, high in up:
        units = {"u01": f"{GRID.name[low]} 6-6-6", "g01": "O17 5-4-8"}
        if low == at or not {low, high} <= set(GRID.name):
            continue
        state = fight(units, "movement", all_found=True)
        if not state.card.area >> low & state.card.area >> high & 1:
            continue
        do(state, "lead u01")
        throw = f"smoke u01 {GRID.name[high]}"
        if throw in listed(state, "smoke"):
            break
    do(state, throw, "roll 1")
    assert "uphill" in state.purpose
    do(state, "roll 4")
    assert state.smoke == ((low, 2, "smoke"),)
    again = do(fight(units, "movement", all_found=True), "lead u01", throw, "roll 1", "roll 3")
    assert again.smoke == ((high, 2, "smoke"),)


@pytest.mark.clause("ASL-A24.31")
def test_white_phosphorus() -> None:
    """The exponent is 2; everybody in the hex checks morale, and the SMOKE is +1."""
    units = UNITS | {"g02": "M18 5-4-8 concealed"}
    state = do(fight(units, "movement", all_found=True), "lead u01", "wp u01 M18", "roll 2")
    assert state.smoke == ((GRID.hex("M18"), 1, "wp"),) and "a morale check of 5-4-8 g02" in state.purpose
    do(state, "roll 10")
    assert "broken" in flags(state, "g02")
    failed = do(fight(units, "movement", all_found=True), "lead u01", "wp u01 M18", "roll 3")
    assert not failed.smoke


# ---------------------------------------------------------------- what it does


@pytest.mark.clause("ASL-A24.2")
@pytest.mark.clause("ASL-A24.8")
def test_smoke_hinders_fire() -> None:
    """M17 to O17: +2 over the target, +2 on the way, +2 and 1 more out of it."""
    frame = Attack(side="us", hex=GRID.hex("O17"), kind="prep", firers=(UNIT["u01"],))
    clear = total(modifiers(fight(UNITS), frame))
    for hex_, more in (("O17", 2), ("M17", 3)):
        state = fight(UNITS, **cloud(hex_))
        assert total(modifiers(state, frame)) == clear + more
    thick = fight(UNITS, **cloud("M17", "O17", amount=3))
    assert not sees(thick, UNIT["u01"], GRID.hex("O17"))  # +6
    assert view(fight(UNITS, **cloud("O17")), UNIT["u01"], "german", GRID.hex("O17")).hindrance == 2
    inside = Attack(side="us", hex=GRID.hex("M17"), kind="prep", firers=(UNIT["u01"],))
    both = UNITS | {"g02": "M17 5-4-8"}
    assert total(modifiers(fight(both, **cloud("M17")), inside)) == total(modifiers(fight(both), inside)) + 3


@pytest.mark.clause("ASL-A24.2")
@pytest.mark.clause("ASL-A8.2")
def test_smoke_hinders_residual_firepower_and_first_fire() -> None:
    state = fight(UNITS, "movement", **cloud("M18"))
    left = Attack(side="german", hex=GRID.hex("M18"), kind="residual", firepower=4, targets=(UNIT["u01"],))
    assert total(modifiers(state, left)) == 2  # and no more for moving in the open
    assert total(modifiers(fight(UNITS, "movement"), left)) == -1


@pytest.mark.clause("ASL-A24.7")
def test_smoke_costs_movement() -> None:
    state = fight(UNITS, "movement", **cloud("M18"))
    frame = Moving(units=(UNIT["u01"],), origin=GRID.hex("M17"))
    assert step_cost(state, frame, GRID.hex("M18")) == 4 and step_cost(state, frame, GRID.hex("M16")) == 2
    assert where(state, "u01") == "M17"


@pytest.mark.clause("ASL-A10.62")
@pytest.mark.clause("ASL-C8.6")
@pytest.mark.clause("ASL-C1.71")
def test_white_phosphorus_shows_who_is_there_and_makes_the_broken_desperate() -> None:
    units = {"g01": "E17 5-4-8 concealed", "g02": "E17 4-4-7 broken", "g03": "C17 4-4-7 broken"}
    state = fight(units)
    found = burn(state, [GRID.hex("E17")], 1)
    assert found == [(UNIT["g01"], "mc", 1), (UNIT["g02"], "mc", 1)]
    assert "concealed" not in flags(state, "g01") and "dm" in flags(state, "g02")
    assert "dm" not in flags(state, "g03")
