"""Spraying Fire: one attack at two hexes."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.firefight.position import Attack
from grognard.games.purple_heart_draw.firefight.shots import total_firepower
from grognard.games.purple_heart_draw.firefight.spraying import halves
from grognard.web.purple_heart_draw_firefight.game_view import fire_page
from tests.refusals import refused_by

from .fight import do, fight, flags, listed, rulings

UNITS = {
    "g01": "M18 5-4-8",
    "g02": "M18 5-4-8",
    "u01": "M16 6-6-6",
    "u02": "M17 6-6-6",
    "u03": "L18 6-6-6",
    "u04": "O17 6-6-6",
}


@pytest.mark.clause("ASL-A7.34")
def test_one_roll_at_half_strength_for_each_of_two_hexes() -> None:
    state = do(fight(UNITS, mover="german"), "fire g01 M17")
    assert listed(state, "spray") == {"spray L18", "spray M16"}
    whole = total_firepower(state, state.stack[-1])  # type: ignore[arg-type]
    do(state, "spray M16")
    frame = state.stack[-1]
    assert isinstance(frame, Attack) and whole == 10
    assert [total_firepower(state, part) for part in halves(frame)] == [5, Fraction(5, 2)]
    page = fire_page(state.known_to("german"), {})
    assert page is not None and [page["hex"], page["also"][0]["hex"]] == ["M17", "M16"]
    do(state, "done", "dr 2 3")  # 4 FP: 1MC, 2 FP: NMC
    seen = set()
    while "check" in state.purpose:
        seen.add(state.purpose.split()[-1])
        do(state, "roll 12")
    assert {"u01", "u02"} <= seen
    assert {(GRID.name[a], GRID.name[b]) for a, b in state.fired} == {("M18", "M17"), ("M18", "M16")}


@pytest.mark.clause("ASL-A7.34")
@pytest.mark.clause("ASL-A9.52")
def test_who_joins_must_reach_both() -> None:
    near = do(fight({**UNITS, "g03": "N18 2-3-8"}, mover="german"), "fire g01 M17", "spray M16")
    assert listed(near, "join") == {"join g02"}  # half-squads do not spray
    alone = do(fight({**UNITS, "g03": "N18 2-3-8"}, mover="german"), "fire g01 M17")
    assert "join g03" in listed(alone, "join")
    mixed = do(alone, "join g03")
    assert not listed(mixed, "spray")


CASES = [
    refused_by("ASL-A7.34", "spray O17"),  # not beside the target
    refused_by("ASL-A7.34", "spray N17"),  # no enemy there
]


@pytest.mark.clause("ASL-A7.34")
@pytest.mark.parametrize(("clause", "words"), CASES)
def test_where_fire_is_not_spread(clause: str, words: str) -> None:
    assert clause in rulings(do(fight(UNITS, mover="german"), "fire g01 M17"), words)


@pytest.mark.clause("ASL-A7.34")
def test_a_squad_without_the_mark_does_not_spray_but_its_gun_does() -> None:
    units = {"u01": "M18 5-3-6", "g01": "M17 5-4-8", "g02": "M16 5-4-8"}
    state = fight(units, guns={"umg1": "MMG u01"})
    assert not listed(do(state, "fire u01 M17"), "spray")
    armed = fight(units, guns={"umg1": "MMG u01"})
    assert "spray M16" in listed(do(armed, "fire umg1 M17"), "spray")
    do(armed, "spray M16", "dr 5 6")
    assert "gun1" in flags(armed, "u01")
