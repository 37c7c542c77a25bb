"""Demolition charges: laid, thrown, and set at bocage."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.core.audit import _check_whole
from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.firefight.demolition import limit
from grognard.games.purple_heart_draw.firefight.forces import GUN, UNIT
from grognard.games.purple_heart_draw.firefight.grenades import cost_now
from grognard.games.purple_heart_draw.firefight.options import DEFAULT
from grognard.games.purple_heart_draw.firefight.position import Attack, Moving
from grognard.games.purple_heart_draw.firefight.screen import screen
from grognard.games.purple_heart_draw.firefight.setup import deal
from grognard.games.purple_heart_draw.firefight.shots import modifiers, total_firepower
from grognard.web.purple_heart_draw_firefight.game_view import stacks
from tests.refusals import refused_by

from .fight import do, fight, flags, kind, listed, rulings, where

UNITS = {"u01": "M17 7-4-7", "u02": "M17 6-6-6", "g01": "M18 5-4-8"}
GUNS = {"umg1": "DC u01"}


def movement(units: Any = UNITS, guns: Any = GUNS, **more: Any) -> Any:
    return fight(units, "movement", guns=guns, all_found=True, **more)


def until(state: Any, name: str) -> Any:
    """The other steps are passed over."""
    for _ in range(9):
        if state.step.name == name or state.to_move == "chance":
            return state
        do(state, "done")
    raise AssertionError(state.step.name)


# ---------------------------------------------------------------- laid


@pytest.mark.clause("ASL-A23.3")
@pytest.mark.clause("ASL-A23.4")
@pytest.mark.clause("ASL-A23.1")
def test_a_charge_is_laid_and_goes_off_in_the_advancing_fire_phase() -> None:
    state = do(movement(), "lead u01")
    assert "lay u01 M18" in listed(state, "lay") and not listed(state, "throw")
    do(state, "lay u01 M18")
    assert isinstance(state.stack[1], Moving) and state.stack[1].spent == 2 and not state.laid
    do(state, "done")
    assert len(state.laid) == 1 and "Charges laid: M18" in screen(state, "german")
    assert "charge" in [row["value"] for row in stacks(state)["M18"]]
    assert "lay" not in {a.verb for a in state.legal_actions()} and "blasted" in flags(state, "u01")
    until(do(state, "done"), "fire")
    frame = state.stack[-1]
    assert isinstance(frame, Attack) and frame.kind == "charge" and total_firepower(state, frame) == 30
    assert total_firepower(state, frame, True) == 15 and "a charge in M18" in state.purpose
    do(state, "dr 2 4")  # 30 FP, 6: K/4
    assert kind(state, "g01") == "2-3-8" and not state.laid and not state.gun_kind[GUN["umg1"]]


@pytest.mark.clause("ASL-A23.3")
def test_the_placer_must_come_through() -> None:
    state = do(movement(), "lead u01", "lay u01 M18", "fire g01 M17")
    do(state, "dr 3 5", "roll 11", "done")
    assert "broken" in flags(state, "u01") and not state.laid and state.holder[GUN["umg1"]] == UNIT["u01"]


@pytest.mark.clause("ASL-A22.3")
@pytest.mark.clause("PHD-MSR8.ff")
def test_who_handles_charges_well() -> None:
    state = movement(guns={"umg1": "DC u01", "umg2": "DC u02", "gmg1": "DC u01"})
    assert limit(state, UNIT["u01"], GUN["umg1"]) == 12 and limit(state, UNIT["u02"], GUN["umg2"]) == 10
    assert limit(state, UNIT["u01"], GUN["gmg1"]) == 10
    do(state, "lead u02", "lay u02 M18", "done", "done")
    until(state, "fire")
    do(state, "dr 5 5")
    assert kind(state, "g01") == "5-4-8" and not flags(state, "g01")  # a dud


@pytest.mark.clause("ASL-A23.1")
def test_concealed_targets_are_those_of_the_moment_it_was_laid() -> None:
    hidden = {**UNITS, "g01": "M18 5-4-8 concealed"}
    state = until(do(movement(hidden), "lead u01", "lay u01 M18", "done", "done"), "fire")
    frame = state.stack[-1]
    assert isinstance(frame, Attack) and not frame.seen
    do(state, "dr 4 6")  # 30 FP: 2MC, 15 FP: PTC
    assert "pin check" in state.purpose


@pytest.mark.clause("ASL-A23.3")
def test_a_record_can_hold_a_charge_of_a_large_force() -> None:
    """Numbers of a record are no larger than every program can read: no set of 224 units as one number."""
    state = movement({**UNITS, "g100": "M18 5-4-8"})
    for text in ("lead u01", "lay u01 M18", "done"):
        do(state, text)
        _check_whole(state.to_plain()["stack"])
    state = until(do(state, "done"), "fire")
    frame = state.stack[-1]
    assert isinstance(frame, Attack) and set(frame.seen) == {UNIT["g01"], UNIT["g100"]}
    _check_whole(state.to_plain())


# ---------------------------------------------------------------- thrown


@pytest.mark.clause("ASL-A23.6")
def test_a_throw_strikes_both_hexes() -> None:
    state = do(fight(UNITS, guns=GUNS), "throw u01 M18")
    frame = state.stack[-1]
    assert isinstance(frame, Attack) and [m.amount for m in modifiers(state, frame)] == [2]
    do(state, "dr 1 3")  # 6: K/4
    assert kind(state, "g01") == "2-3-8" and {"blasted", "gun1", "prep"} <= flags(state, "u01")
    while "M17" not in state.purpose:
        do(state, "roll 5")
    own = state.stack[-1]
    assert isinstance(own, Attack) and [m.amount for m in modifiers(state, own)] == [3]
    do(state, "dr 5 6")  # 14: PTC
    assert "pin check" in state.purpose


@pytest.mark.clause("ASL-A23.6")
def test_in_haste_it_is_worse_and_a_dud_strikes_nobody() -> None:
    state = fight(
        {**UNITS, "u03": "M17 7-4-7 opportunity"}, "advancing fire", guns={**GUNS, "umg2": "DC u03"}
    )
    do(state, "throw u01 M18")
    frame = state.stack[-1]
    assert isinstance(frame, Attack) and frame.more == 3
    do(state, "dr 6 6")
    assert state.step.name == "advancing fire" and not flags(state, "g01")
    do(state, "throw u03 M18")
    frame = state.stack[-1]
    assert isinstance(frame, Attack) and frame.more == 2


# ---------------------------------------------------------------- bocage


def hedge(**more: Any) -> Any:
    return movement({"u01": "F7 7-4-7", "g01": "P8 5-4-8"}, **more)


@pytest.mark.clause("PHD-TM18.ff")
@pytest.mark.clause("ASL-B9.541")
def test_a_breach_in_bocage() -> None:
    state = do(hedge(), "lead u01")
    assert listed(state, "breach") == {"breach u01 E6", "breach u01 G6", "breach u01 G7"}
    do(state, "breach u01 G7", "done")
    until(state, "fire")
    frame = state.stack[-1]
    assert isinstance(frame, Attack) and [m.amount for m in modifiers(state, frame)] == [2]
    here, there = GRID.hex("F7"), GRID.hex("G7")
    before = cost_now(state, here, there)
    do(state, "dr 5 6")
    after = cost_now(state, here, there)
    assert before is not None and after == before - 4 == cost_now(state, there, here)
    assert "Breaches: F7-G7" in screen(state, "german") or "Breaches: G7-F7" in screen(state, "german")
    assert [row["value"] for row in stacks(state)["G7"]] == ["breach"]


@pytest.mark.clause("PHD-TM18.ff")
def test_a_dud_breaches_nothing() -> None:
    state = until(do(hedge(), "lead u01", "breach u01 G7", "done"), "fire")
    assert do(state, "dr 6 6").breaches == ()


def test_the_engineers_have_the_charges_of_the_card() -> None:
    state = deal("phd-2-infantry", DEFAULT)
    held = [state.kind[state.holder[g]] for g, id_ in enumerate(state.gun_kind) if id_ == "DC"]
    assert held == ["7-4-7", "7-4-7"]


CASES = [
    refused_by("ASL-A23.3", "lay u02 M18"),  # has none
    refused_by("ASL-A23.3", "lay u01 M20"),  # not next to it
    refused_by("PHD-TM18.ff", "breach u01 M18"),  # no bocage
]


@pytest.mark.parametrize(("clause", "words"), CASES)
def test_no_charge(clause: str, words: str) -> None:
    assert clause in rulings(do(movement(), "lead u01"), words)


@pytest.mark.refuses("ASL-A23.6")
@pytest.mark.parametrize("words", ["throw u01 M20", "throw u02 M18"])
def test_no_throw(words: str) -> None:
    assert "ASL-A23.6" in rulings(fight(UNITS, guns=GUNS), words)


def test_the_thrower_may_break_at_home() -> None:
    state = do(fight(UNITS, guns=GUNS), "throw u01 M18", "dr 3 4")
    while "M17" not in state.purpose:
        do(state, "roll 5")
    do(state, "dr 1 1")
    while "M17" in state.purpose or "check" in state.purpose or "selection" in state.purpose:
        do(state, "roll 6")
    assert where(state, "u01") == "" or "broken" in flags(state, "u01") or kind(state, "u01") == "3-3-7"


@pytest.mark.clause("ASL-A23.6")
def test_a_charge_is_thrown_at_movers() -> None:
    units = {"u01": "M16 6-6-6", "u02": "M17 6-6-6", "g01": "M18 8-3-8"}
    state = do(fight(units, "movement", guns={"gmg1": "DC g01"}, all_found=True), "move u01 M17")
    assert listed(state, "throw") == {"throw g01 M17"} and "ASL-A8.1" in rulings(state, "throw g01 L18")
    do(state, "throw g01 M17", "dr 2 2")
    assert kind(state, "u02") == "6-6-6" and kind(state, "u01") != "6-6-6"  # the movers alone
