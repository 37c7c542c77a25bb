"""ASL-A20.55: prisoners against a guard that is broken or in Melee."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.games.purple_heart_draw.firefight.forces import NAMES, UNIT
from grognard.games.purple_heart_draw.firefight.position import Escape

from .fight import do, fight, flags, kind, listed, rulings, where


def held(guard: str = "5-4-8 broken", who: str = "6-6-6 9-1", **more: Any) -> Any:
    """A German guard in M17 at the start of the attacks on vehicles in the Close Combat Phase."""
    captives = [who if name == "g01" else "" for name in NAMES]
    units = {"g01": f"M17 {guard}", "u01": "A8 6-6-6", "g09": "A19 5-4-8"} | more
    return fight(units, "assaults", captives=captives, points=[0, 4])


def frame(state: Any) -> Escape:
    found = state.stack[-1]
    assert isinstance(found, Escape)
    return found


@pytest.mark.clause("ASL-A20.55")
@pytest.mark.refuses("ASL-A20.55")
def test_prisoners_overcome_a_broken_guard() -> None:
    """A squad (morale 6) fails its check of 7, the 9-1 passes it: 1 to 5 and so a 2."""
    state = held()
    assert listed(state, "flee") == {"flee g01"} and rulings(state, "flee g09") == {"ASL-A20.55"}
    do(state, "flee g01", "roll 7")
    assert frame(state).bold == () and frame(state).waiting == (1,)
    do(state, "roll 7")
    assert frame(state).bold == (1,) and "1-6, Kill Number 2, -2" in state.purpose
    do(state, "roll 3")
    assert where(state, "g01") == "" and {kind(state, u) for u in ("u02", "u03")} == {"5-3-6", "9-1"}
    assert where(state, "u02") == where(state, "u03") == "M17"
    assert state.points == [2, 0]  # the guard; and what their captor had for them is gone


@pytest.mark.clause("ASL-A20.55")
def test_a_guard_is_reduced_or_holds() -> None:
    """On the Kill Number it becomes a half-squad and keeps them; above nothing happens; they try once."""
    on = do(held(), "flee g01", "roll 9", "roll 5", "roll 4")
    assert kind(on, "g01") == "2-3-8" and on.captives[UNIT["g01"]] == "6-6-6 9-1"
    above = do(held(), "flee g01", "roll 9", "roll 5", "roll 5")
    assert kind(above, "g01") == "5-4-8" and above.captives[UNIT["g01"]]


@pytest.mark.clause("ASL-A20.55")
def test_nobody_dares() -> None:
    state = do(held(), "flee g01", "roll 12", "roll 12")
    assert kind(state, "g01") == "5-4-8" and state.captives[UNIT["g01"]] == "6-6-6 9-1"


@pytest.mark.clause("ASL-A20.55")
def test_in_melee_without_a_check() -> None:
    """Both attack, the leader directs: 2 to 5, 1-4 and so a 3, less 1."""
    state = held("5-4-8 melee", u02="M17 6-6-6 melee")
    do(state, "flee g01")
    assert frame(state).bold == (0, 1) and "1-4, Kill Number 3, -1" in state.purpose
    do(state, "roll 3")
    assert where(state, "g01") == ""


@pytest.mark.clause("ASL-A20.55")
def test_a_guard_in_good_order_is_not_attacked() -> None:
    captives = ["6-6-6" if name in ("g01", "g02") else "" for name in NAMES]
    units = {"g01": "M17 5-4-8", "g02": "N17 5-4-8 broken", "u01": "A8 6-6-6"}
    state = fight(units, "assaults", captives=captives)
    assert listed(state, "flee") == {"flee g02"} and rulings(state, "flee g01") == {"ASL-A20.55"}
    do(state, "flee g02", "roll 12")
    assert state.step.name != "assaults" or not listed(state, "flee")


@pytest.mark.clause("ASL-A20.55")
def test_german_prisoners_are_asked_as_the_other_side() -> None:
    captives = ["5-4-8" if name == "u01" else "" for name in NAMES]
    units = {"u01": "M17 6-6-6 broken", "g01": "A19 5-4-8", "u02": "A8 6-6-6"}
    state = fight(units, "assaults", captives=captives)
    assert state.step.name == "defender's assaults" and state.to_move == "german"
    assert listed(state, "flee") == {"flee u01"} and "pinned" not in flags(state, "u01")
