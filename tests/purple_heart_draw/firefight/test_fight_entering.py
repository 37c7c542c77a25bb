"""Units that enter the map under a "?", and units that leave it."""

from __future__ import annotations

import pytest

from grognard.core.facts import DONE
from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.firefight.forces import GUN, MARKER, NAMES, SIDE, UNIT
from grognard.games.purple_heart_draw.firefight.position import Firefight

from .fight import GAME, do, fight, flags, listed, rulings, where


def arming(seed: int = 5) -> Firefight:
    """PHD-2 for Infantry when the US side gets ready: the Germans stand in the south."""
    state = GAME.new("standard", seed=seed)
    assert isinstance(state, Firefight)
    for unit in (u for u in range(len(NAMES)) if SIDE[u] == "german" and state.kind[u]):
        hexes = [a.hex for a in state.legal_actions() if str(a).startswith(f"place {NAMES[unit]} ")]
        state.push(GAME.parse(f"place {NAMES[unit]} {hexes[-1 - unit % 9]}"))
    state.push(DONE)
    assert state.step.name == "weapon assignment"
    return state


def to_movement(state: Firefight) -> Firefight:
    while state.step.name != "movement":
        state.roll() if state.to_move == "chance" else state.push(_plain(state))
    return state


def _plain(state: Firefight):  # type: ignore[no-untyped-def]
    actions = state.legal_actions()
    return DONE if DONE in actions else actions[0]


@pytest.mark.clause("ASL-A12.12.b", "ASL-A2.51")
def test_units_enter_under_a_marker() -> None:
    state = do(arming(), "shroud u01 A6", "shroud u02 A6", "shroud u03 C6")
    to_movement(state)
    assert not state.open >> UNIT["u01"] & 1 and state.open >> UNIT["u04"] & 1
    assert listed(state, "enter") == {"enter A6", "enter C6"}
    do(state, "enter A6")
    assert listed(state, "go") == {"go A6"} and rulings(state, "done") == {"ASL-A2.5"}
    do(state, "go A6")
    assert where(state, "u01") == where(state, "u02") == "A6" and where(state, "u03") == ""
    assert "concealed" in flags(state, "u01") and "due" not in flags(state, "u01")
    assert not state.open >> UNIT["u02"] & 1 and state.cloaks[UNIT["u01"]] < 0
    assert state.at[MARKER["us"]] >= 0
    view = state.known_to("german")
    assert not view.open >> UNIT["u03"] & 1


@pytest.mark.clause("ASL-A12.12.b")
def test_units_under_a_marker_may_enter_openly() -> None:
    state = to_movement(do(arming(), "shroud u01 A6", "shroud u02 A6"))
    do(state, "move u01 D6")
    assert where(state, "u01") == "D6" and state.open >> UNIT["u01"] & 1
    while state.step.name != "movement":
        do(state, "done")
    do(state, "enter A6", "go A6")
    assert where(state, "u02") == "A6" and not state.doors[MARKER["us"]] & 1


@pytest.mark.refuses("ASL-A12.12.b")
def test_who_may_not_take_a_marker() -> None:
    state = arming()
    assert rulings(state, "shroud g01 A6") == {"ASL-A12.12.b"}
    assert rulings(state, "bare u01") == {"ASL-A12.12.b"}
    assert rulings(state, "shroud u01 M16") == {"ASL-A2.5"}
    do(state, "shroud u01 A6", "bare u01")
    to_movement(state)
    assert state.open >> UNIT["u01"] & 1 and rulings(state, "enter A6") == {"ASL-A12.12.b"}


@pytest.mark.clause("ASL-A12.12.b", "FF-INFO")
def test_the_enemy_does_not_learn_who_waits_under_a_marker() -> None:
    """Twins: a squad or a leader waits at A6."""
    pair = [do(arming(), secret) for secret in ("shroud u01 A6", "shroud u10 A6")]
    hidden = {UNIT["u01"], UNIT["u10"]}
    for state in pair:
        to_movement(state)
        view = state.known_to("german")
        assert sum(not view.open >> u & 1 for u in hidden) == 1
        do(state, "enter A6", "go A6")
        assert state.to_move == "german"
    lists = [[str(a) for a in state.known_to("german").legal_actions()] for state in pair]
    assert lists[0] == lists[1]


# ---------------------------------------------------------------- leaving the map

EDGE = {"u01": "A6 6-6-6", "u02": "C9 6-6-6", "g01": "M18 5-4-8", "u03": "A6 8-1"}


@pytest.mark.clause("ASL-A2.6")
def test_movers_leave_the_map_and_count_as_eliminated() -> None:
    """A 6-6-6 counts 2 points; its machine gun goes with it."""
    state = fight(EDGE, at="movement", guns={"umg1": "MMG u01"})
    do(state, "lead u01")
    assert listed(state, "depart") == {"depart"}
    do(state, "depart")
    assert where(state, "u01") == "" and not state.kind[UNIT["u01"]]
    assert state.points[1] == 2 and not state.gun_kind[GUN["umg1"]]
    assert where(state, "u03") == "A6" and state.step.name == "movement"


@pytest.mark.clause("ASL-A2.6")
def test_a_unit_advances_off_the_map() -> None:
    state = fight(EDGE, at="advance")
    assert listed(state, "decamp") == {"decamp u01", "decamp u03"}
    do(state, "decamp u03")
    assert where(state, "u03") == "" and state.points[1] > 0


@pytest.mark.refuses("ASL-A2.6")
def test_who_cannot_leave_the_map() -> None:
    state = do(fight(EDGE, at="movement"), "lead u02")
    assert rulings(state, "depart") == {"ASL-A2.6"}
    assert rulings(fight(EDGE, at="advance"), "decamp u02") == {"ASL-A2.6"}
    pinned = fight({**EDGE, "u01": "A6 6-6-6 pinned", "u03": "A6 8-1 ti"}, at="advance")
    assert rulings(pinned, "decamp u01") == rulings(pinned, "decamp u03") == {"ASL-A2.6"}


@pytest.mark.clause("ASL-A2.6", "ASL-B28.412")
def test_mines_attack_who_leaves() -> None:
    mined = [(), ((GRID.hex("A6"), 6),)]
    state = do(fight(EDGE, at="movement", mines=mined), "lead u01", "depart")
    assert state.purpose.startswith("mines in A6")
    do(state, "dr 6 6")
    assert where(state, "u01") == ""
