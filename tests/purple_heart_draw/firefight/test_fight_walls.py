"""ASL-B9.322: Wall Advantage given up and taken outside the own Movement Phase."""

from __future__ import annotations

import pytest

from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.firefight.position import Firefight

from .fight import do, fight, listed, rulings

B16 = GRID.number["B16"]  # a house behind bocage
UNITS = {"g01": "B16 5-4-8", "g02": "B17 5-4-8 broken dm", "u01": "B18 6-6-6", "g03": "B16 9-1"}


def german_holds(state: Firefight) -> bool:
    return bool(state.walls[1] >> B16 & 1)


@pytest.mark.clause("ASL-B9.322")
@pytest.mark.clause("ASL-B9.323")
@pytest.mark.parametrize("step", ["rally", "final fire", "rout"])
def test_it_is_given_up_in_any_step_of_the_side(step: str) -> None:
    state = fight(UNITS, step, "us", walls=[0, 1 << B16])
    while state.to_move != "german":
        do(state, "done")
    assert german_holds(state) and listed(state, "drop") == {"drop B16"}
    do(state, "drop B16")
    assert not german_holds(state)


@pytest.mark.clause("ASL-B9.322")
@pytest.mark.refuses("ASL-B9.323")
def test_pinned_units_do_not_give_it_up() -> None:
    for words, may in (("pinned", False), ("ti", False), ("", True)):
        units = UNITS | {"g01": f"B16 5-4-8 {words}", "g03": f"B16 9-1 {words}"}
        state = fight(units, "defender's rout", "us", walls=[0, 1 << B16])
        assert bool(listed(state, "drop")) is may
        assert ("ASL-B9.323" in rulings(state, "drop B16")) is not may


@pytest.mark.clause("ASL-B9.322")
def test_nobody_is_asked_for_its_sake_alone() -> None:
    """With nothing to rout and nobody unseen the Rout Phase passes, and Wall Advantage stays."""
    units = {"g01": "B16 5-4-8", "u01": "A19 6-6-6"}
    state = fight(units, "rout", "us", walls=[0, 1 << B16], all_found=True)
    assert state.phase != "Rout Phase" and german_holds(state)


@pytest.mark.clause("ASL-B9.322")
@pytest.mark.refuses("ASL-B9.32")
def test_a_unit_that_was_hidden_may_claim_at_once() -> None:
    """It fires in the Defensive Fire Phase, and its side still has fire to decide about."""
    units = {"g01": "B16 5-4-8 hidden", "g02": "B18 5-4-8", "u01": "D17 6-6-6"}
    state = fight(units, "final fire", "us")
    assert not listed(state, "claim") and "ASL-B9.32" in rulings(state, "claim B16")
    do(state, "fire g01 D17", "dr 6 5")
    assert state.to_move == "german" and listed(state, "claim") == {"claim B16"}
    do(state, "claim B16")
    assert german_holds(state)


@pytest.mark.clause("ASL-B9.322")
def test_what_one_side_gives_up_the_other_may_claim() -> None:
    """L17 and K17 share a wall: the US side gives it up, and the house in L17 may take it in a fire phase."""
    state = fight({"u01": "K17 6-6-6", "g01": "L17 5-4-8", "u02": "L20 6-6-6"}, "movement", all_found=False)
    assert state.walls[0] >> GRID.number["K17"] & 1
    do(state, "move u01 K18")
    assert state.openings[1] >> GRID.number["L17"] & 1
    while state.step.name != "final fire":
        do(state, "done")
    assert not state.openings[1]
