"""Bypass along the edge of woods and buildings, and snap shots at who crosses a hexside."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.firefight.bypass import corners, exits, is_passable, sides
from grognard.games.purple_heart_draw.firefight.eyes import sees, sees_crossing, stand_of
from grognard.games.purple_heart_draw.firefight.forces import FIRERS, UNIT
from grognard.games.purple_heart_draw.firefight.places import Place
from grognard.games.purple_heart_draw.firefight.position import Attack, Moving
from grognard.games.purple_heart_draw.firefight.profile import explain
from grognard.games.purple_heart_draw.firefight.shots import modifiers, total_firepower
from grognard.games.purple_heart_draw.firefight.sight import sight
from tests.refusals import refused_by

from .fight import do, fight, flags, listed, rulings, where

MOVER = {"u01": "M17 6-6-6", "g01": "P8 5-4-8"}


def on_the_way(units: Any = MOVER, *more: str, **facts: Any) -> Any:
    return do(fight(units, "movement", all_found=True, **facts), "lead u01", *more)


# ---------------------------------------------------------------- where, and what it costs


@pytest.mark.clause("ASL-A4.3")
def test_the_corners_and_the_ways_out() -> None:
    hex_, origin = GRID.hex("L17"), GRID.hex("M17")
    assert corners(hex_, origin, "left", 2) == (2, 3, 4) and corners(hex_, origin, "right", 1) == (1, 0)
    assert [GRID.name[GRID.step(hex_, way)] for way in sides(hex_, origin, "left", 2)] == ["L18", "K17"]
    assert [GRID.name[h] for h in exits(hex_, 3)] == ["L18", "K17"]


@pytest.mark.clause("ASL-A4.3")
def test_a_building_is_passed_at_the_cost_of_open_ground() -> None:
    state = on_the_way()
    assert listed(state, "bypass") == {
        f"bypass L17 {hand} {count}" for hand in ("left", "right") for count in (1, 2, 3)
    }
    do(state, "bypass L17 left 1")
    frame = state.stack[-1]
    assert isinstance(frame, Moving) and frame.spent == 2 and where(state, "u01") == "L17"
    assert listed(state, "go") == {"go L17", "go L18", "go K17"}
    assert rulings(state, "done") == {"ASL-A4.3"} and not listed(state, "search")
    do(state, "go L17")  # into the building: 2 MF
    frame = state.stack[-1]
    assert isinstance(frame, Moving) and frame.spent == 6 and not frame.corners
    assert do(on_the_way(), "bypass L17 left 3").stack[-1].spent == 4  # type: ignore[attr-defined]


@pytest.mark.clause("ASL-A4.3")
def test_who_cannot_go_on_does_not_begin() -> None:
    state = do(fight({**MOVER, "u01": "M16 6-6-6"}, "movement", all_found=True), "lead u01")
    do(state, "go M17", "go M16", "go M17")
    assert not listed(state, "bypass") and listed(state, "go")  # 1 MF left


@pytest.mark.clause("FF-BYPASS")
def test_the_same_obstacle_across_is_not_passed() -> None:
    woods, house = GRID.hex("P8"), GRID.hex("L17")
    assert not is_passable(woods, 4) and is_passable(woods, 0) and is_passable(house, 0)
    one, two = GRID.hex("J20"), GRID.hex("J21")  # two hexes of one building
    assert not is_passable(one, GRID.direction(one, two))
    next_door = GRID.hex("M14"), GRID.hex("M15")  # two houses
    assert is_passable(next_door[0], GRID.direction(*next_door))


@pytest.mark.clause("ASL-A4.3")
def test_from_edge_to_edge() -> None:
    """From the last corner of one obstacle along the next that meets it there."""
    state = do(on_the_way({"u01": "L15 6-6-6", "g01": "A17 5-4-8"}), "bypass M15 left 1")
    assert listed(state, "bypass") == {
        f"bypass {way}" for way in ("M14 right 1", "M14 right 2", "N15 left 1", "N15 left 2", "N15 left 3")
    }
    assert "ASL-A4.3" in rulings(state, "bypass M14 left 1")  # it begins at another corner
    do(state, "bypass M14 right 1")
    assert where(state, "u01") == "M14" and listed(state, "go")


CASES = [
    refused_by("ASL-A4.3", "bypass M18 left 1"),  # open ground
    refused_by("ASL-A4.3", "bypass L14 left 1"),  # not next to it
    refused_by("ASL-A4.3", "bypass L17 left 4"),
    refused_by("ASL-A4.3", "bypass L17 up 1"),
]


@pytest.mark.parametrize(("clause", "words"), CASES)
def test_no_bypass(clause: str, words: str) -> None:
    assert clause in rulings(on_the_way(), words)


@pytest.mark.clause("ASL-A4.3")
@pytest.mark.refuses("ASL-A4.3")
def test_no_bypass_of_an_armed_enemy() -> None:
    state = on_the_way({**MOVER, "g02": "L17 5-4-8"})
    assert not listed(state, "bypass") and "ASL-A4.3" in rulings(state, "bypass L17 left 1")


@pytest.mark.refuses("FF-BYPASS")
def test_no_bypass_between_woods() -> None:
    state = on_the_way({"u01": "P9 6-6-6", "g01": "A17 5-4-8"})
    assert "FF-BYPASS" in rulings(state, "bypass P8 left 1")


@pytest.mark.refuses("ASL-A4.61")
def test_no_bypass_in_assault_movement() -> None:
    assert "ASL-A4.61" in rulings(on_the_way(MOVER, "assault"), "bypass L17 left 1")


# ---------------------------------------------------------------- seen at the edge


@pytest.mark.clause("ASL-A4.34")
def test_a_line_to_a_corner_stays_outside_the_hex() -> None:
    here, house = Place(GRID.hex("L19"), advantage=True), GRID.hex("L17")
    assert sight(here, Place(house, corner=3)).is_seen
    behind = sight(here, Place(house, corner=0))
    assert (
        not behind.is_seen and "ASL-A4.34" in behind.blocks[0].clauses and "L17" in explain(behind.blocks[0])
    )


@pytest.mark.clause("ASL-A4.34")
@pytest.mark.clause("ASL-A4.32")
@pytest.mark.clause("ASL-A26.11")
def test_in_bypass_a_unit_is_in_the_open() -> None:
    units = {"u01": "M17 6-6-6", "g01": "L19 5-4-8"}
    state = fight(units, "movement", all_found=True)
    do(state, "lead u01", "bypass L17 left 1")
    assert sees(state, UNIT["g01"], GRID.hex("L17"))
    do(state, "fire g01 L17")
    frame = state.stack[-1]
    assert isinstance(frame, Attack) and [m.amount for m in modifiers(state, frame)] == [-1, -1]
    assert not state.control >> GRID.hex("L17") & 1
    do(state, "dr 3 4", "roll 11", "done")
    assert "broken" in flags(state, "u01") and where(state, "u01") == "L17"
    shot = Attack(side="german", hex=GRID.hex("L17"), kind="final", firers=(FIRERS.index("g01"),))
    assert any(m.clause == "ASL-A7.6" for m in modifiers(state, shot))  # it is in the building now


# ---------------------------------------------------------------- snap shots


def crossing(units: Any) -> Any:
    """A squad that has moved from M17 to M16, with the window open."""
    return do(fight(units, "movement", all_found=True), "move u01 M16")


@pytest.mark.clause("ASL-A8.15")
@pytest.mark.clause("ASL-A8.223")
def test_a_snap_shot() -> None:
    state = crossing({"u01": "M17 6-6-6", "g01": "O17 5-4-8"})
    assert "snap g01 M16" in listed(state, "snap") and sees_crossing(state, stand_of(state, UNIT["g01"]))
    do(state, "snap g01 M16")
    frame = state.stack[-1]
    assert isinstance(frame, Attack) and total_firepower(state, frame) == Fraction(5, 2)
    assert all(m.clause not in ("ASL-A4.6", "ASL-A7.6") for m in modifiers(state, frame))
    do(state, "dr 5 6")
    assert not state.residual and "first" in flags(state, "g01")
    assert "ASL-A8.15" in rulings(state, "snap g01 M16")  # one for each crossing


@pytest.mark.clause("ASL-A8.15")
@pytest.mark.refuses("ASL-A8.15")
def test_only_at_a_crossing_that_is_seen() -> None:
    state = crossing({"u01": "M17 6-6-6", "g01": "O17 5-4-8", "g02": "L17 5-4-8", "g03": "D9 5-4-8"})
    assert "ASL-A8.15" in rulings(state, "snap g03 M16")
    beside = crossing({"u01": "M17 6-6-6", "g01": "N17 5-4-8"})
    assert listed(beside, "snap")
    standing = fight({"u01": "M17 6-6-6", "g01": "O17 5-4-8"}, "movement", all_found=True)
    do(standing, "lead u01", "smoke u01 M17")
    assert not listed(standing, "snap")
