"""A whole way in one decision."""

from __future__ import annotations

import pytest

from grognard.core.facts import CHANCE
from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.firefight.moving import whole_ways
from grognard.games.purple_heart_draw.firefight.position import Moving
from tests.refusals import refused_by

from .fight import do, fight, listed, rulings, where

OPEN = {"u01": "G6 6-6-6", "u02": "G6 9-1", "g01": "L17 5-4-8"}  # nobody is in sight


def on_the_way(units: dict[str, str] = OPEN, **facts: object) -> object:
    return do(fight(units, "movement", **facts), "lead u01")


@pytest.mark.clause("ASL-A4.2")
def test_a_stack_out_of_sight_goes_the_whole_way_at_once() -> None:
    state = on_the_way(all_found=True)
    do(state, "along u02", "onward G9")
    assert where(state, "u01") == where(state, "u02") == "G9"
    frame = state.stack[-1]
    assert isinstance(frame, Moving) and frame.hexes == 3 and not frame.route
    assert state.to_move == "us" and "done" in {str(a) for a in state.legal_actions()}


@pytest.mark.clause("ASL-A4.2")
def test_it_costs_what_the_hexes_cost_one_by_one() -> None:
    whole, by_hand = on_the_way(all_found=True), on_the_way(all_found=True)
    do(whole, "onward G9")
    do(by_hand, "go G7", "go G8", "go G9")
    assert whole.stack[-1].spent == by_hand.stack[-1].spent


@pytest.mark.clause("FF-WIN.1")
def test_the_other_side_is_asked_after_each_hex_and_the_mover_not_in_between() -> None:
    """By mail, one letter holds all the answers."""
    state = do(on_the_way(), "onward G9")  # somebody may be hidden: the window opens everywhere
    assert where(state, "u01") == "G7" and state.to_move == "german" and state.step.name == "reaction"
    do(state, "done")
    assert where(state, "u01") == "G8" and state.to_move == "german"
    do(state, "done", "done")
    assert where(state, "u01") == "G9" and state.to_move == "us"


@pytest.mark.clause("FF-WIN.1")
def test_it_stops_where_the_enemy_answers() -> None:
    """The mover decides again, and may go on if nobody stopped."""
    units = {"u01": "M19 6-6-6", "g01": "M16 5-4-8"}
    state = do(on_the_way(units), "onward N17")
    assert state.stack[-2].route and state.to_move == "german"
    first = where(state, "u01")
    do(state, f"fire g01 {first}", "dr 6 6", "done")  # no effect
    assert where(state, "u01") == first and state.to_move == "us" and state.step.name == "way"
    assert not state.stack[-1].route
    assert listed(state, "go")


@pytest.mark.parametrize(
    ("clause", "text"),
    [
        refused_by("ASL-A4.13", "onward L14"),
        refused_by("ASL-A4.14", "onward G8"),
        refused_by("FF-AREA", "onward G5"),
    ],
)
def test_what_is_too_far_held_or_outside_is_refused(clause: str, text: str) -> None:
    assert clause in rulings(on_the_way({**OPEN, "g02": "G8 5-4-8"}), text)


@pytest.mark.parametrize(("clause", "text"), [refused_by("ASL-A4.61", "onward G7")])
def test_assault_movement_has_no_whole_way(clause: str, text: str) -> None:
    state = do(on_the_way(all_found=True), "assault")
    assert not listed(state, "onward") and rulings(state, text) == {clause}


@pytest.mark.clause("ASL-A4.13")
def test_the_cheapest_way_is_taken() -> None:
    state = on_the_way(all_found=True)
    path = whole_ways(state, state.stack[-1])[GRID.hex("G9")]
    assert [GRID.name[hex_] for hex_ in path] == ["G7", "G8", "G9"]


@pytest.mark.clause("ASL-A12.15")
def test_a_hidden_unit_on_the_way_changes_neither_list_nor_path() -> None:
    """It shows when the stack runs into it; the way ends there."""
    clear = on_the_way()
    hiding = on_the_way({**OPEN, "g02": "G8 5-4-8 hidden"})
    assert listed(clear, "onward") == listed(hiding, "onward")
    do(hiding, "onward G9", "done")
    assert hiding.to_move == CHANCE
    do(hiding, "roll 1", "done")
    assert where(hiding, "u01") == "G7" and hiding.to_move == "us"
