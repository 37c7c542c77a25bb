"""Flamethrowers."""

from __future__ import annotations

import pytest

from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.firefight.flame import attack_of, power
from grognard.games.purple_heart_draw.firefight.forces import GUN, UNIT
from grognard.games.purple_heart_draw.firefight.odds import chances
from grognard.games.purple_heart_draw.firefight.options import DEFAULT
from grognard.games.purple_heart_draw.firefight.position import Attack
from grognard.games.purple_heart_draw.firefight.setup import deal
from grognard.games.purple_heart_draw.firefight.shots import modifiers, total_firepower
from tests.refusals import refused_by

from .fight import do, fight, flags, kind, listed, rulings, where

UNITS = {"u01": "M17 7-4-7", "u02": "M17 6-6-6", "u03": "M17 9-1", "g01": "L17 5-4-8", "g02": "M19 5-4-8"}
GUNS = {"umg1": "FT u01"}


@pytest.mark.clause("ASL-A22.1")
@pytest.mark.clause("ASL-A22.2")
@pytest.mark.clause("ASL-A22.31")
def test_it_fires_alone_and_cover_does_not_count() -> None:
    state = fight(UNITS, guns=GUNS)
    assert "flame u01 L17" in listed(state, "flame") and "fire umg1 L17" not in listed(state, "fire")
    do(state, "flame u01 L17")
    frame = state.stack[-1]
    assert isinstance(frame, Attack) and total_firepower(state, frame) == 24
    assert total_firepower(state, frame, True) == 12
    assert modifiers(state, frame) == [] and state.to_move == "chance"  # a building; nobody joins or directs
    do(state, "dr 2 3")  # 24 FP, 5: K/3 or worse
    assert {"blasted", "gun1", "prep"} <= flags(state, "u01") and state.gun_kind[GUN["umg1"]] == "FT"


@pytest.mark.clause("ASL-A22.1")
@pytest.mark.clause("ASL-A22.32")
def test_its_reach() -> None:
    state = fight(UNITS, guns=GUNS)
    assert power(state, UNIT["u01"], GRID.hex("L17"), "prep") == 24
    assert power(state, UNIT["u01"], GRID.hex("M19"), "advancing") == 12


@pytest.mark.clause("ASL-A22.1")
def test_it_cowers() -> None:
    whole, less = (do(fight(UNITS, guns=GUNS), "flame u01 L17", roll) for roll in ("dr 1 3", "dr 2 2"))
    assert where(whole, "g01") == "" and kind(less, "g01") == "2-3-8"  # 24 FP, 4: 1KIA; 20 FP: K/4


@pytest.mark.clause("ASL-A22.5")
@pytest.mark.clause("ASL-A22.3")
@pytest.mark.parametrize(
    ("holder", "dice", "left"), [("u01", "dr 4 6", ""), ("u01", "dr 3 6", "FT"), ("u02", "dr 3 5", "")]
)
def test_it_runs_empty(holder: str, dice: str, left: str) -> None:
    """On a 10; in hands that are not trained on an 8."""
    state = do(fight(UNITS, guns={"umg1": f"FT {holder}"}), f"flame {holder} L17", dice)
    assert state.gun_kind[GUN["umg1"]] == left


@pytest.mark.clause("ASL-A22.4")
def test_its_carrier_is_easier_to_hit() -> None:
    state = fight({**UNITS, "g03": "L17 5-4-8"}, mover="german", guns={"gmg1": "FT g01"})
    attack = Attack(side="us", hex=GRID.hex("L17"), kind="prep", firers=(UNIT["u01"], UNIT["u02"]))
    odds = chances(state, attack).targets
    assert odds[UNIT["g01"]]["unharmed"] < odds[UNIT["g03"]]["unharmed"]


@pytest.mark.clause("ASL-A22.1")
def test_at_movers() -> None:
    units = {"g01": "M18 8-3-8", "u01": "M16 6-6-6"}
    state = do(fight(units, "movement", guns={"gmg1": "FT g01"}, all_found=True), "move u01 M17")
    assert "flame g01 M17" in listed(state, "flame")
    frame = attack_of(state, UNIT["g01"], GRID.hex("M17"), "first")
    assert [m.amount for m in modifiers(state, frame)] == [-1, -1] and frame.targets == (UNIT["u01"],)
    do(state, "flame g01 M17", "dr 1 3")
    assert "flame" not in {a.verb for a in state.legal_actions()}


CASES = [
    refused_by("ASL-A22.3", "flame u02 L17"),  # has none
    refused_by("ASL-A22.1", "flame u01 N20"),  # too far
]


@pytest.mark.parametrize(("clause", "words"), CASES)
def test_no_flames(clause: str, words: str) -> None:
    assert clause in rulings(fight({**UNITS, "g03": "N20 4-4-7"}, guns=GUNS), words)


@pytest.mark.refuses("ASL-A22.3")
@pytest.mark.parametrize("state", ["pinned", "blasted", "ti"])
def test_who_may_not(state: str) -> None:
    found = fight({**UNITS, "u01": f"M17 7-4-7 {state}"}, guns=GUNS)
    assert "ASL-A22.3" in rulings(found, "flame u01 L17")


@pytest.mark.clause("PHD-MSR8.ff")
def test_the_pioneers_have_it() -> None:
    state = deal("phd-4-infantry", DEFAULT)
    held = [state.kind[state.holder[g]] for g, id_ in enumerate(state.gun_kind) if id_ == "FT"]
    assert held == ["8-3-8"]


@pytest.mark.refuses("ASL-A22.32")
@pytest.mark.clause("ASL-A22.32")
def test_not_too_far_down() -> None:
    state = fight({"u01": "H11 7-4-7", "u02": "I8 7-4-7", "g01": "I9 5-4-8"}, guns={"umg1": "FT u01"})
    assert "ASL-A22.32" in rulings(state, "flame u01 I9")
    assert power(state, UNIT["u02"], GRID.hex("I9"), "prep") == 12  # next to it, two levels down
