"""Units that break of their own will."""

from __future__ import annotations

import pytest

from grognard.games.purple_heart_draw.firefight.breaking import may_break
from grognard.games.purple_heart_draw.firefight.eyes import sees
from grognard.games.purple_heart_draw.firefight.forces import UNIT

from .fight import do, fight, flags, listed, rulings

NEAR = {"u01": "M17 6-6-6", "g01": "M18 5-4-8", "g02": "A20 8-1"}


@pytest.mark.clause("ASL-A10.41")
def test_both_sides_break_units_before_the_rout() -> None:
    state = fight(NEAR, at="voluntary break")
    assert listed(state, "break") == {"break u01"} and state.to_move == "us"
    do(state, "break u01")
    assert {"broken", "dm"} <= flags(state, "u01")
    while state.step.name.endswith("voluntary break"):
        do(state, "done")
    assert state.to_move == "us" and "ASL-A10.41" in rulings(state, "break g01")
    assert any(action.startswith("rout u01 ") for action in listed(state, "rout"))  # it may rout now


@pytest.mark.clause("ASL-A10.41")
def test_the_defender_is_asked_after_the_attacker() -> None:
    state = do(fight(NEAR, at="voluntary break"), "done")
    assert state.to_move == "german" and listed(state, "break") == {"break g01"}


@pytest.mark.clause("ASL-A10.41")
def test_sight_and_normal_range_of_an_armed_enemy() -> None:
    """A 5-4-8 has a Normal Range of 4; M17 to P16 are 3 hexes in sight, a leader alone is not armed."""
    for other, found in (("P16 5-4-8", True), ("P16 8-1", False), ("P16 5-4-8 broken", False)):
        state = fight({"u01": "M17 6-6-6", "u02": "M17 8-0", "g01": other, "g02": "A20 5-4-8"}, "prep fire")
        assert sees(state, UNIT["u01"], state.at[UNIT["g01"]])
        assert may_break(state, UNIT["u01"]) is found


@pytest.mark.refuses("ASL-A10.41")
def test_who_does_not_break() -> None:
    units = {**NEAR, "u02": "M17 1-4-9", "u03": "A9 6-6-6", "u04": "M17 6-6-6 berserk"}
    state = fight(units, at="voluntary break")
    for unit in ("u02", "u03", "u04"):
        assert rulings(state, f"break {unit}") == {"ASL-A10.41"}, unit
    assert rulings(state, "break g01") == {"ASL-A3"}
