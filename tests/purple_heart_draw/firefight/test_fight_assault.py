"""Infantry against vehicles in its own Location: the advance, close combat, Reaction Fire, magnetic mines."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from grognard.core.ruling import total
from grognard.games.purple_heart_draw.firefight import tank_close
from grognard.games.purple_heart_draw.firefight.position import Assault

from .fight import do, fight, flags, kind, listed, rulings, states, where

TANK = {"uv1": "C17 M4A1 NE-SE NE-SE"}


def close(units: Any, tanks: Any = TANK, at: str = "assaults", mover: str = "german", **more: Any) -> Any:
    return fight(units, at, mover, vehicles=tanks, all_found=True, **more)


def attack(state: Any) -> Assault:
    found = state.stack[-1]
    assert isinstance(found, Assault)
    return found


@pytest.mark.clause("ASL-A11.5")
@pytest.mark.clause("ASL-A11.31")
@pytest.mark.parametrize(
    ("dice", "found"), [("dr 1 2", {"wreck"}), ("dr 2 3", {"immobilized"}), ("dr 3 3", set())]
)
def test_a_squad_attacks_a_tank(dice: str, found: set[str]) -> None:
    state = do(close({"g01": "C17 5-4-8"}), "assail g01 C17")
    assert tank_close.value(state, attack(state)) == 5 and not tank_close.modifiers(state, attack(state))
    do(state, "done", dice)
    assert states(state, "uv1") == found and state.points[1] == (7 if "wreck" in found else 0)
    assert "1-2-6" not in state.kind


@pytest.mark.clause("ASL-A11.501")
@pytest.mark.parametrize(
    ("die", "found"), [(1, {"wreck", "burning"}), (2, {"wreck"}), (4, {"wreck", "burning"})]
)
def test_after_an_original_two(die: int, found: set[str]) -> None:
    units = {"g01": "C17 5-4-8"} if die != 2 else {"g01": "C17 5-4-8 cx"}
    state = do(close(units), "assail g01 C17", "done", "dr 1 1", f"roll {die}")
    assert states(state, "uv1") == found  # 2 is at most half of 5; of a unit that is CX 3 is not


def test_all_chances_together_are_certain() -> None:
    state = do(close({"g01": "C17 5-4-8"}), "assail g01 C17")
    odds = tank_close.chances(state, attack(state))
    assert sum(odds.values()) == 1 and odds["immobilized"] == Fraction(4, 36)


@pytest.mark.clause("ASL-A11.51")
def test_what_counts() -> None:
    units = {"g01": "C17 8-3-8", "g02": "C17 9-1", "u01": "C17 6-6-6 broken"}
    tanks = {"uv1": "C17 M4A1 NE-SE NE-SE exposed bogged"}
    state = close({k: v for k, v in units.items() if k != "u01"}, tanks)
    do(state, "assail g01 C17")
    assert total(tank_close.modifiers(state, attack(state))) == -2
    do(state, "direct g02")
    assert tank_close.value(state, attack(state)) == 7  # engineers and a leader
    assert total(tank_close.modifiers(state, attack(state))) == -3
    gun = do(close({"u01": "E17 6-6-6"}, {"gv1": "E17 StuG NE-SE NE-SE"}, mover="us"), "assail u01 E17")
    assert total(tank_close.modifiers(gun, attack(gun))) == -1  # nobody at its machine gun
    rolling = do(close({"g01": "C17 5-4-8"}, {"uv1": TANK["uv1"] + " motion"}), "assail g01 C17")
    assert total(tank_close.modifiers(rolling, attack(rolling))) == 2


@pytest.mark.clause("ASL-A11.621")
def test_a_twelve_costs_the_attackers() -> None:
    state = do(close({"g01": "C17 5-4-8"}), "assail g01 C17", "done", "dr 6 6")
    assert kind(state, "g01") == "2-3-8" and states(state, "uv1") == set()


@pytest.mark.clause("ASL-C13.7")
@pytest.mark.parametrize(("die", "drm", "pinned"), [(3, -3, False), (4, 0, False), (6, 0, True)])
def test_a_magnetic_mine(die: int, drm: int, pinned: bool) -> None:
    state = do(close({"g01": "C17 5-4-8"}), "assail g01 C17", "magnetic", "done", f"roll {die}")
    assert total(tank_close.modifiers(state, attack(state))) == drm
    assert ("pinned" in flags(state, "g01")) == pinned


@pytest.mark.clause("ASL-A11.6")
@pytest.mark.parametrize(("dice", "at"), [("roll 8", "C17"), ("roll 9", "D17")])
def test_an_advance_takes_nerve(dice: str, at: str) -> None:
    units = {"g01": "D17 5-4-8", "g02": "K19 5-4-8"}
    state = do(close(units, at="advance"), "advance g01 C17")
    assert "before the vehicle in C17: 8 or less" in state.purpose
    do(state, dice)
    assert where(state, "g01") == at and ("pinned" in flags(state, "g01")) == (at == "D17")
    leader = do(close({"g08": "D17 9-1", "g02": "K19 5-4-8"}, at="advance"), "advance g08 C17")
    assert where(leader, "g08") == "C17"


@pytest.mark.clause("ASL-D7.21")
def test_reaction_fire() -> None:
    units = {"g01": "D17 5-4-8", "g02": "D17 5-4-8 pinned"}
    state = do(close(units, at="movement", mover="us"), "drive uv1", "start", "done", "go D17")
    assert listed(state, "assail") == {"assail g01 D17"}
    do(state, "assail g01 D17", "roll 8")
    assert total(tank_close.modifiers(state, attack(state))) == 2 and "first" in flags(state, "g01")
    do(state, "done", "dr 1 1", "roll 1")
    assert states(state, "uv1") == {"wreck", "burning"}
    afraid = do(close(units, at="movement", mover="us"), "drive uv1", "start", "done", "go D17")
    do(afraid, "assail g01 D17", "roll 9")
    assert "pinned" in flags(afraid, "g01") and states(afraid, "uv1") >= {"entered"}


@pytest.mark.refuses("ASL-D7.21")
def test_who_is_not_there_does_not_react() -> None:
    state = do(close({"g01": "E17 5-4-8"}, at="movement", mover="us"), "drive uv1", "start")
    assert "ASL-D7.21" in rulings(state, "assail g01 E17")


@pytest.mark.refuses("ASL-A11.5")
@pytest.mark.refuses("ASL-C13.7")
def test_what_is_refused() -> None:
    state = close({"g01": "C17 5-4-8", "g02": "D17 5-4-8"})
    assert "ASL-A11.5" in rulings(state, "assail g02 D17")
    state = do(close({"u01": "E17 6-6-6"}, {"gv1": "E17 StuG NE-SE NE-SE"}, mover="us"), "assail u01 E17")
    assert rulings(state, "magnetic") == {"ASL-C13.7"}
