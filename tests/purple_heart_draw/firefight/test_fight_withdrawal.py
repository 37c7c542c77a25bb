"""Leaving a close combat: withdrawal, Infiltration, and after an ambush."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from grognard.core.facts import CHANCE
from grognard.core.ruling import total
from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.firefight.close import strike_modifiers, strikers
from grognard.games.purple_heart_draw.firefight.forces import UNIT
from grognard.games.purple_heart_draw.firefight.position import Close

from .fight import do, fight, flags, listed, rulings, where

MELEE = {"u01": "M17 6-6-6 melee", "u02": "M17 6-6-6 melee", "g01": "M17 5-4-8 melee", "g02": "A19 5-4-8"}


@pytest.mark.clause("ASL-A11.2")
@pytest.mark.refuses("ASL-A11.2")
def test_a_squad_withdraws() -> None:
    """It does not attack; attacks on it have 2 less, 1 more for the squad that stays; then it goes."""
    state = fight(MELEE | {"g03": "M18 5-4-8", "u03": "K17 6-6-6"}, "close combat")
    assert {"withdraw u01 M16", "withdraw u02 N17"} <= listed(state, "withdraw")
    assert rulings(state, "withdraw u01 M18") == rulings(state, "withdraw u01 P8") == {"ASL-A11.2"}
    assert "FF-CC.1" in rulings(state, "withdraw u03 M16")
    do(state, "withdraw u01 M16")
    frame = state.stack[-1]
    assert isinstance(frame, Close) and frame.leaving == ((UNIT["u01"], GRID.hex("M16")),)
    assert strikers(state, replace(frame, striker="us")) == [UNIT["u02"]]
    assert total(strike_modifiers(state, frame, [UNIT["g01"]], [UNIT["u01"]])) == -1
    assert total(strike_modifiers(state, frame, [UNIT["g01"]], [UNIT["u02"]])) == 0
    while state.to_move != CHANCE and where(state, "u01") == "M17":
        do(state, "done")
    assert (
        where(state, "u01") == "M16" and "melee" not in flags(state, "u01") and "melee" in flags(state, "u02")
    )


@pytest.mark.clause("ASL-A11.2")
@pytest.mark.clause("FF-INFO")
def test_a_concealed_enemy_is_met_on_the_way_out() -> None:
    state = fight(MELEE | {"g03": "M16 5-4-8 concealed"}, "close combat")
    do(state, "withdraw u01 M16")
    while where(state, "u01") == "M17":
        do(state, "done")
    assert where(state, "u01") == "" and state.open >> UNIT["g03"] & 1


@pytest.mark.clause("ASL-A11.16")
def test_a_broken_unit_must_withdraw() -> None:
    state = fight(MELEE | {"u01": "M17 6-6-6 melee broken dm"}, "close combat")
    assert rulings(state, "done") == {"ASL-A11.16"}
    do(state, "withdraw u01 M16", "done")
    assert state.to_move == "german"
    pinned = fight(MELEE | {"u01": "M17 6-6-6 melee pinned"}, "close combat")
    assert rulings(pinned, "withdraw u01 M16") == {"ASL-A7.8"} and rulings(pinned, "done") == set()


@pytest.mark.clause("ASL-A11.22")
@pytest.mark.refuses("ASL-A11.22")
def test_infiltration() -> None:
    """A 12 against it lets the German squad go, a 2 of its own as well."""
    units = {"u01": "M17 6-6-6", "g01": "M17 5-4-8", "g02": "A19 5-4-8"}
    state = do(fight(units, "close combat"), "strike u01 g01", "strike g01 u01", "dr 6 6", "dr 6 5")
    assert state.to_move == "german" and "withdraw g01 M18" in listed(state, "withdraw")
    do(state, "withdraw g01 M18")
    assert where(state, "g01") == "M18" and "melee" not in flags(state, "u01")
    first = fight({"u01": "M17 9-1", "g01": "M17 5-4-8", "g02": "M17 5-4-8"}, "close combat")
    do(first, "strike u01 g01", "strike u01 g02", "strike g01 u01", "done", "dr 1 1", "dr 6 5")
    assert first.to_move == "us" and "withdraw u01 M18" in listed(first, "withdraw")
    assert rulings(first, "withdraw g01 M18") == {"FF-CC.1"}
    both = {"u01": "M17 6-6-6", "u02": "M17 6-6-6", "g01": "M17 5-4-8"}
    other = do(
        fight(both, "close combat"), "strike u01 g01", "done", "strike g01 u01", "done", "dr 5 6", "dr 6 6"
    )
    assert "ASL-A11.22" in rulings(other, "withdraw u02 M18") and "withdraw u01 M18" in listed(
        other, "withdraw"
    )


@pytest.mark.clause("ASL-A11.41")
@pytest.mark.refuses("ASL-A11.41")
def test_ambushers_may_leave() -> None:
    units = {"u01": "L17 6-6-6 advanced", "u02": "L17 6-6-6 advanced", "g01": "L17 5-4-8"}
    state = do(fight(units, "close combat"), "roll 1", "roll 5")
    ways = sorted(text for text in listed(state, "withdraw") if "u01" in text)
    do(state, ways[0])
    assert where(state, "u01") == ways[0].split()[2] and where(state, "u02") == "L17"
    after = do(fight(units, "close combat"), "roll 1", "roll 5", "done", "strike u01 g01", "done", "dr 5 6")
    do(after, "strike g01 u01", "done", "dr 5 6")
    assert after.step.name == "after an ambush" and rulings(after, "withdraw g01 M17") == {"FF-CC.1"}
    do(after, "withdraw u01 M17", "done")
    assert where(after, "u01") == "M17" and "melee" in flags(after, "u02")
    hurt = fight(units | {"u03": "L17 6-6-6 broken"}, "close combat")
    do(
        hurt,
        "roll 1",
        "roll 5",
        "done",
        "strike u01 g01",
        "done",
        "dr 5 6",
        "strike g01 u01",
        "done",
        "dr 5 6",
    )
    assert rulings(hurt, "withdraw u03 M17") == {"ASL-A11.41"}
    even = do(fight(units, "close combat"), "roll 4", "roll 5")
    assert not listed(even, "withdraw") and rulings(even, "withdraw u01 M17")
