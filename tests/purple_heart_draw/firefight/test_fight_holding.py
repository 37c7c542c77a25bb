"""ASL-A11.7: a stopped vehicle holds enemies on foot of its Location in Melee."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.games.purple_heart_draw.firefight.forces import UNIT
from grognard.web.purple_heart_draw_firefight.game_view import desk

from .fight import do, fight, flags, listed, rulings, where

TANK = {"uv1": "C17 M4A1 NE-SE NE-SE"}


def beside(unit: str = "C17 4-4-7", tank: str = "", at: str = "close combat", **more: Any) -> Any:
    """A German squad in the hex of a US tank."""
    tanks = {"uv1": f"{TANK['uv1']} {tank}"}
    known = {"g01": unit, "g02": "P30 4-4-7", "u01": "A10 6-6-6"}
    return fight(known, at, "german", vehicles=tanks, all_found=True, **more)


def to_end(state: Any) -> Any:
    """Both sides pass until the Close Combat Phase is over."""
    while state.mover == "german":
        do(state, "roll 6" if state.to_move == "chance" else "done")
    return state


@pytest.mark.clause("ASL-A11.7")
@pytest.mark.parametrize(
    ("unit", "tank", "held"),
    [
        ("C17 4-4-7", "", True),
        ("C17 4-4-7", "stunned", True),
        ("C17 4-4-7", "motion", False),
        ("C17 4-4-7", "abandoned", False),
        ("C17 4-4-7 concealed", "", False),
        ("C17 4-4-7 broken dm", "", False),
        ("C18 4-4-7", "", False),
    ],
)
def test_a_stopped_manned_vehicle_holds_known_enemies(unit: str, tank: str, held: bool) -> None:
    state = to_end(beside(unit, tank, "assaults"))
    assert ("melee" in flags(state, "g01")) is held


@pytest.mark.clause("ASL-A11.7")
@pytest.mark.clause("ASL-A11.15")
def test_who_is_held_neither_moves_nor_fires_and_attacks_the_vehicle() -> None:
    state = beside("C17 4-4-7 melee", at="movement")
    assert "ASL-A11.15" in rulings(state, "move g01 C18")
    state = beside("C17 4-4-7 melee", at="assaults")
    assert listed(state, "assail") == {"assail g01 C17"}


@pytest.mark.clause("ASL-A11.7")
def test_the_vehicle_is_not_held_and_frees_who_was_when_it_starts() -> None:
    known = {"g01": "C17 4-4-7 melee", "u01": "A10 6-6-6"}
    state = fight(known, "movement", "us", vehicles=TANK, all_found=True)
    do(state, "drive uv1", "start")
    assert "melee" not in flags(state, "g01") and listed(state, "assail") == {"assail g01 C17"}


@pytest.mark.clause("ASL-A11.7")
@pytest.mark.clause("ASL-A11.2")
def test_who_is_held_by_a_vehicle_may_withdraw() -> None:
    state = beside("C17 4-4-7 melee", at="close combat")
    assert state.step.name == "withdrawal" and desk(state.known_to("german"), "close", {}) is None
    do(state, "withdraw g01 C18", "done")
    assert where(state, "g01") == "C18" and "melee" not in flags(state, "g01")


@pytest.mark.clause("ASL-A11.2")
def test_who_has_attacked_the_vehicle_stays() -> None:
    state = beside("C17 4-4-7 melee assailed", at="close combat")
    assert where(state, "g01") == "C17" and "melee" in flags(state, "g01")


@pytest.mark.clause("ASL-A11.16")
def test_who_is_broken_beside_the_vehicle_must_withdraw() -> None:
    state = beside("C17 4-4-7 melee broken dm", at="close combat")
    assert rulings(state, "done") == {"ASL-A11.16"}
    caught = beside("C17 4-4-7 melee broken dm pinned", at="close combat")
    assert caught.at[UNIT["g01"]] < 0  # it could not leave
