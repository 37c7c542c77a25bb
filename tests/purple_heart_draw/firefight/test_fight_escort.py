"""ASL-D9.31: Armored Assault."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.games.purple_heart_draw.firefight.position import Attack, Driving, Moving
from grognard.games.purple_heart_draw.firefight.shots import modifiers

from .fight import do, fight, flags, listed, rulings, states, where

TANK = {"uv1": "C17 M4A1 NE-SE NE-SE"}  # open ground all around
MEN = {"u01": "C17 6-6-6", "u02": "C17 8-1", "u03": "B17 6-6-6"}
FOE = {"g01": "F17 5-4-8"}


def begun(units: Any = MEN, tanks: Any = TANK, foe: Any = FOE, **more: Any) -> Any:
    state = fight({**units, **foe}, "movement", vehicles=tanks, all_found=True, **more)
    return do(state, "drive uv1")


def on(state: Any) -> Any:
    """The other side holds its fire wherever it is asked."""
    while state.to_move == "german":
        do(state, "done")
    return state


def rolling(*names: str, **more: Any) -> Any:
    return on(do(begun(**more), *(f"beside {name}" for name in names), "start"))


@pytest.mark.clause("ASL-D9.31")
def test_infantry_of_the_hex_goes_along_with_a_vehicle() -> None:
    state = begun()
    assert listed(state, "beside") == {"beside u01", "beside u02"}
    on(do(state, "beside u01", "beside u02", "start"))
    on(do(state, "go D17"))
    assert [where(state, one) for one in ("uv1", "u01", "u02", "u03")] == ["D17", "D17", "D17", "B17"]
    assert "moved" in flags(state, "u01") and isinstance(state.stack[-1], Driving)
    assert state.stack[-1].walked == 2  # 1 MF, counted in halves


@pytest.mark.clause("ASL-D9.31")
def test_they_are_fired_at_after_the_vehicle_and_have_its_cover() -> None:
    state = do(rolling("u01"), "go D17")
    assert state.step.name == "vehicle reaction" and where(state, "u01") == "C17"
    do(state, "done")
    assert state.step.name == "reaction" and where(state, "u01") == "D17"
    way = next(frame for frame in reversed(state.stack) if isinstance(frame, Moving))
    assert way.ffnam and way.screen == 0
    do(state, "fire g01 D17")
    frame = state.stack[-1]
    assert isinstance(frame, Attack)
    found = {(m.amount, m.clause) for m in modifiers(state, frame)}
    assert (1, "ASL-D9.3") in found and sum(m == (-1, "ASL-A4.6") for m in found) == 1  # not in the open


@pytest.mark.clause("ASL-D9.31")
def test_pinned_infantry_stays_behind_and_the_vehicle_goes_on() -> None:
    state = do(rolling("u01"), "go D17", "done", "fire g01 D17", "dr 1 2")
    while state.to_move == "chance":
        state.push(state.legal_actions()[-1])
    on(state)
    assert flags(state, "u01") & {"broken", "pinned"} or not where(state, "u01")
    assert "go E17" in listed(state, "go") or "go E18" in listed(state, "go")


@pytest.mark.clause("ASL-D9.31")
@pytest.mark.refuses("ASL-D9.31")
def test_the_vehicle_goes_no_farther_than_they_can() -> None:
    """A squad with a heavy machine gun has 2 MF."""
    state = rolling("u01", foe={}, guns={"umg1": "HMG u01"})
    for _ in range(2):
        on(do(state, min(listed(state, "go"))))
    assert state.stack[-1].walked == 4 and not listed(state, "go")
    assert all(rulings(state, f"go {hex_}") == {"ASL-D9.31"} for hex_ in _ahead(state))
    alone = on(do(begun(foe={}), "start"))
    assert listed(alone, "onward") and rulings(rolling("u01", foe={}), "onward F17") >= {"ASL-D9.31"}


def _ahead(state: Any) -> list[str]:
    from grognard.games.purple_heart_draw.board import GRID
    from grognard.games.purple_heart_draw.firefight import vehicle_ways

    frame = state.stack[-1]
    return [GRID.name[hex_] for hex_ in vehicle_ways.ahead(state, frame)]


@pytest.mark.refuses("ASL-D9.31")
@pytest.mark.parametrize("unit", ["u03", "u04", "u05"])
def test_who_cannot_go_along(unit: str) -> None:
    units = {**MEN, "u04": "C17 6-6-6 broken", "u05": "C17 6-6-6 prep"}
    assert rulings(begun(units), f"beside {unit}") == {"ASL-D9.31"}
    assert rulings(on(do(begun(units), "start")), "beside u01") == {"ASL-D9.31"}


@pytest.mark.clause("ASL-D9.31")
def test_a_vehicle_that_is_lost_leaves_its_infantry() -> None:
    tanks = {**TANK, "gv1": "F17 StuG SW-NW SW-NW exposed"}
    state = do(rolling("u01", tanks=tanks, foe={}), "go D17", "shell gv1 D17", "done")
    while state.to_move != "german" or state.step.name == "vehicle reaction":
        if state.to_move == "us" and state.step.name == "gun duel":
            do(state, "done")
        elif state.to_move == "chance":
            do(state, "dr 1 2" if state.step.name in ("to hit", "to kill") else str(state.legal_actions()[0]))
        else:
            do(state, "done")
    assert "wreck" in states(state, "uv1") and where(state, "u01") == "D17"
    assert state.step.name == "reaction"
