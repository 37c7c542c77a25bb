"""Close combat with units under a "?"."""

from __future__ import annotations

import pytest

from grognard.games.purple_heart_draw.firefight.forces import UNIT
from grognard.games.purple_heart_draw.firefight.position import Firefight

from .fight import do, fight, flags

OPEN = {"u01": "M18 6-6-6", "g01": "M18 4-4-7 concealed", "g02": "A20 8-1"}


def melee(*texts: str, **more: str) -> Firefight:
    """Close combat in M18, which is open ground: no ambush; "done" where it is a choice."""
    return play(fight({**OPEN, **more}, at="advance"), "done", *texts)


def play(state: Firefight, *texts: str) -> Firefight:
    """Plays these; an only choice has been played already."""
    for text in texts:
        if text != "done" or text in {str(action) for action in state.legal_actions()}:
            do(state, text)
    return state


@pytest.mark.clause("ASL-A11.19", "FF-CC.1")
def test_firepower_against_a_concealed_unit_is_halved() -> None:
    """6 FP against 4 are 3 against 4: 1-2, Kill Number 4."""
    state = melee("strike u01 g01", "done")
    assert "odds 1-2, Kill Number 4" in state.purpose
    plain = melee("strike u01 g01", "done", g01="M18 4-4-7")
    assert "odds 3-2, Kill Number 6" in plain.purpose


@pytest.mark.clause("ASL-A11.19", "ASL-A11.15")
def test_who_does_not_attack_stays_under_its_marker_and_is_not_held() -> None:
    state = melee("strike u01 g01", "done", "dr 6 5")
    assert flags(state, "g01") >= {"concealed"} and "melee" not in flags(state, "g01")
    assert not state.open >> UNIT["g01"] & 1 and "melee" not in flags(state, "u01")


@pytest.mark.clause("ASL-A11.19")
def test_who_attacks_loses_its_marker() -> None:
    state = melee("strike u01 g01", "strike g01 u01", "done")
    assert "odds 3-2" in state.purpose  # it is known before the dice
    do(state, "dr 6 5", "dr 6 5")
    assert flags(state, "g01") == {"melee"} and flags(state, "u01") >= {"melee"}
    assert state.open >> UNIT["g01"] & 1


@pytest.mark.clause("ASL-A11.19", "ASL-A11.4")
@pytest.mark.parametrize(("dice", "kept"), [("dr 1 1", True), ("dr 6 5", False)])
def test_an_ambusher_keeps_its_marker_if_it_kills(dice: str, kept: bool) -> None:
    """Two Germans in the building M14 ambush a squad that has advanced: dr 6 against 1."""
    units = {"u01": "M14 6-6-6 advanced", "g01": "M14 4-4-7 concealed", "g02": "A20 8-1", "u02": "A9 6-6-6"}
    state = play(fight(units, at="advance"), "done", "roll 6", "roll 1")
    while "strike g01 u01" not in {str(action) for action in state.legal_actions()}:
        do(state, "done")
    play(state, "strike g01 u01", "done", dice)
    while state.to_move == "chance":
        do(state, "roll 2")
    assert is_under_marker(state) is kept


def is_under_marker(state: Firefight) -> bool:
    return bool(state.veiled >> UNIT["g01"] & 1) or "concealed" in flags(state, "g01")
