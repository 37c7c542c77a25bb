"""ASL-A12.15: movers run into enemies they do not know."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from grognard.games.purple_heart_draw.firefight.forces import UNIT
from grognard.games.purple_heart_draw.firefight.position import DUE

from .fight import do, fight, flags, listed, rulings, where

LEADER = {"u01": "M17 6-6-6", "u02": "A10 6-6-6", "g01": "N17 8-1 hidden", "g02": "P30 4-4-7"}


def met(units: dict[str, str] | None = None, *texts: str, **facts: Any) -> Any:
    """US movers go to N17, where the enemy has units under cover; the die says who is revealed."""
    state = fight(units or LEADER, "movement", **facts)
    return do(state, *(texts or ("move u01 N17",)), "roll 1")


@pytest.mark.clause("ASL-A12.15")
@pytest.mark.clause("ASL-A4.15")
def test_a_lone_leader_who_is_found_may_be_overrun() -> None:
    state = met()
    assert state.step.name == "found alone" and state.to_move == "us"
    assert listed(state, "rush") == {"rush N17"} and where(state, "u01") == "M17"
    assert rulings(state, "rush M18") == {"ASL-A4.15"}
    do(state, "rush N17", "roll 3")
    while state.to_move != "chance" and state.step.name != "reaction":
        do(state, "stand" if listed(state, "stand") else "done")
    assert where(state, "u01") == "N17"
    price = state.stack[1].here  # the price of the hex again: double in all
    assert state.stack[1].spent == 2 * price


@pytest.mark.clause("ASL-A12.15")
def test_who_does_not_rush_the_leader_goes_back() -> None:
    state = met()
    do(state, "done")
    while state.phase == "Movement Phase" and state.stack[-1] != state.stack[0]:
        do(state, "done")
    assert where(state, "u01") == "M17" and "moved" in flags(state, "u01")


@pytest.mark.clause("ASL-A12.15")
def test_who_dares_not_rush_is_answered_where_it_stands() -> None:
    state = met({**LEADER, "g02": "M18 4-4-7"})
    do(state, "rush N17", "roll 12")
    assert where(state, "u01") == "M17" and state.step.name == "reaction" and listed(state, "fire")


@pytest.mark.clause("ASL-A12.15")
@pytest.mark.parametrize(
    "units",
    [
        {"u01": "M17 6-6-6", "g01": "N17 5-4-8 hidden"},
        {"u01": "M17 6-6-6", "g01": "N17 8-1 hidden", "g03": "N17 5-4-8 hidden"},
        {"u01": "M17 8-1", "g01": "N17 8-1 hidden"},
    ],
    ids=["a squad", "not alone", "a leader moves"],
)
def test_only_a_leader_alone_is_overrun_by_a_squad(units: dict[str, str]) -> None:
    state = met({"u02": "A10 6-6-6", "g02": "P30 4-4-7", **units})
    assert "ASL-A4.2" in rulings(state, "rush N17") and state.step.name != "found alone"


@pytest.mark.clause("ASL-A12.15")
def test_who_has_not_the_mf_twice_goes_back() -> None:
    """A squad that has spent 3 of its 4 MF."""
    state = fight(LEADER, "movement")
    do(state, "lead u01")
    moving = state.stack[-1]
    state.__dict__["stack"] = (*state.stack[:-1], replace(moving, spent=6))
    late = state.copy()
    late.forget_choices()
    do(late, "go N17", "roll 1")
    assert late.step.name != "found alone" and where(late, "u01") == "M17"


@pytest.mark.clause("ASL-A12.15")
@pytest.mark.clause("ASL-A2.5")
def test_who_comes_from_off_the_map_goes_back_off_it() -> None:
    u01 = UNIT["u01"]
    state = entering("A6")
    do(state, "move u01 A6", "roll 1")
    assert state.at[u01] < 0 and {"due", "moved"} <= flags(state, "u01")
    assert state.open >> UNIT["g01"] & 1
    while state.phase == "Movement Phase" and state.to_move == "us":
        do(state, "done")
    assert state.phase != "Movement Phase"  # it need not enter again in this phase


def entering(hex_: str) -> Any:
    """A squad due to enter by the hex of a hidden enemy."""
    units = {"g01": f"{hex_} 5-4-8 hidden", "g02": "P30 4-4-7", "u02": "A10 6-6-6"}
    state = fight(units, "prep fire", scene="phd-2")
    own = state.__dict__
    own["kind"][UNIT["u01"]], own["flags"][UNIT["u01"]] = "6-6-6", DUE
    own["open"] |= 1 << UNIT["u01"]
    state.derive()
    state.forget_choices()
    while state.phase != "Movement Phase":
        do(state, "done")
    return state
