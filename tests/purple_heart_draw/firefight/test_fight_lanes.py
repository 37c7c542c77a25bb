"""Fire Lanes: which hexes they beat, what they do, and when they end."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.firefight.forces import GUN, UNIT
from grognard.games.purple_heart_draw.firefight.lanes import grain, power
from grognard.games.purple_heart_draw.firefight.position import JAMMED, Attack
from grognard.games.purple_heart_draw.firefight.screen import screen
from grognard.games.purple_heart_draw.firefight.shots import modifiers
from grognard.web.purple_heart_draw_firefight.game_view import stacks

from .fight import do, fight, flags, listed, rulings

UNITS = {"u01": "O18 6-6-6", "u02": "P18 6-6-6", "g01": "M18 5-4-8"}
GUNS = {"gmg1": "MMG g01"}
LANE = ("lead u01", "go O17", "fire gmg1 O17", "lane P17 straight", "done")


def movement(units: Any = UNITS, **more: Any) -> Any:
    return fight(units, "movement", guns=GUNS, all_found=True, **more)


@pytest.mark.clause("ASL-A9.221")
def test_straight_rows_and_those_between() -> None:
    start = GRID.hex("M18")
    names = [[GRID.name[h] for h in grain(start, 1, hand, 4)] for hand in ("straight", "left", "right")]
    assert names == [["N18", "O17", "P17", "Q16"], ["N18", "O18", "P18", "Q18"], ["N19", "O18", "P19", "Q18"]]


@pytest.mark.clause("ASL-A9.22")
def test_a_lane_is_laid_and_strikes_who_comes_into_it() -> None:
    state = do(movement(), *LANE[:3])
    assert listed(state, "lane") == {"lane O17 straight", "lane P17 straight"}
    do(state, *LANE[3:], "dr 1 6")  # the die of 1 would keep the rate of fire
    g = GUN["gmg1"]
    assert [GRID.name[h] for h in state.lanes[0][1:]] == ["N18", "O17", "P17"]
    assert power(state, g, GRID.hex("P17")) == 2 and power(state, g, GRID.hex("N18")) == 4
    assert "Fire Lane of gmg1: N18 O17 P17" in screen(state, "us")
    assert "lane" in [row["value"] for row in stacks(state)["P17"]]
    while state.to_move != "us":
        do(state, "roll 3" if "check" in state.purpose else "done")
    do(state, "done", "move u02 P17")
    frame = state.stack[-1]
    assert isinstance(frame, Attack) and frame.kind == "lane" and "a Fire Lane in P17, 2 FP" in state.purpose
    assert frame.targets == (UNIT["u02"],)


@pytest.mark.clause("ASL-A9.22")
def test_smoke_and_brush_do_not_count_but_hide() -> None:
    """In SMOKE the ground is no longer open, and nothing is added for it."""
    lane = ((GUN["gmg1"], GRID.hex("N18"), GRID.hex("O17"), GRID.hex("P17")),)
    for smoke, amounts in (((), [-1, -1]), (((GRID.hex("O17"), 2, "smoke"),), [-1])):
        state = do(movement(lanes=lane, smoke=smoke), "move u01 O17")
        frame = state.stack[-1]
        assert isinstance(frame, Attack) and frame.kind == "lane"
        assert [m.amount for m in modifiers(state, frame)] == amounts


@pytest.mark.clause("ASL-A9.223")
@pytest.mark.refuses("ASL-A9.223")
def test_when_a_lane_ends() -> None:
    lane = ((GUN["gmg1"], GRID.hex("N18"), GRID.hex("O17"), GRID.hex("P17")),)
    jammed = do(movement(lanes=lane), "move u01 O17", "dr 6 6")
    assert jammed.gun_flags[GUN["gmg1"]] & JAMMED and not jammed.lanes
    pinned = do(movement({**UNITS, "g01": "M18 5-4-8 pinned"}, lanes=lane), "move u01 O17")
    assert not pinned.lanes
    tied = do(movement(lanes=lane), "move u01 O19")
    assert "ASL-A9.223" in rulings(tied, "fire gmg1 O19") and "fire g01 O19" in listed(tied, "fire")
    over = movement(lanes=lane)
    do(over, "done")
    assert not over.lanes


@pytest.mark.clause("ASL-A9.22")
@pytest.mark.refuses("ASL-A9.22")
def test_no_lane() -> None:
    state = do(movement(), "lead u01", "go O17", "fire gmg1 O17")
    assert rulings(state, "lane M16 straight") == {"ASL-A9.22"} == rulings(state, "lane P17 left")
    squad = do(movement(), "lead u01", "go O17", "fire g01 O17")
    assert not listed(squad, "lane") and "ASL-A9.22" in rulings(squad, "lane P17 straight")
    cowers = do(movement(), *LANE, "dr 5 5")
    assert not cowers.lanes and "final" in flags(cowers, "g01")  # ASL-A7.9: the unit with its weapon


@pytest.mark.clause("ASL-A9.22")
def test_each_mover_is_struck_once_in_a_hex() -> None:
    lane = ((GUN["gmg1"], GRID.hex("N18"), GRID.hex("O17"), GRID.hex("P17")),)
    state = do(movement(lanes=lane), "lead u01", "go O17", "dr 5 6", "done")
    do(state, "smoke u01 O17", "roll 5")
    assert not (isinstance(state.stack[-1], Attack) and state.stack[-1].kind == "lane")
