"""Foxholes: set up in, dug, entered and left; their cover, and what the enemy knows of them."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.firefight import roll_chances
from grognard.games.purple_heart_draw.firefight.digging import dig_drm
from grognard.games.purple_heart_draw.firefight.eyes import sees, stand
from grognard.games.purple_heart_draw.firefight.fire_effects import attacked, reaches_foxhole
from grognard.games.purple_heart_draw.firefight.forces import UNIT
from grognard.games.purple_heart_draw.firefight.odds import chances
from grognard.games.purple_heart_draw.firefight.options import DEFAULT
from grognard.games.purple_heart_draw.firefight.position import Attack, Checks, Moving
from grognard.games.purple_heart_draw.firefight.routing import first_cost, must_rout
from grognard.games.purple_heart_draw.firefight.screen import screen
from grognard.games.purple_heart_draw.firefight.setup import deal
from grognard.games.purple_heart_draw.firefight.shots import Exposure, modifiers
from grognard.web.purple_heart_draw_firefight.game_view import stacks
from tests.refusals import refused_by

from .fight import do, fight, flags, listed, rulings, where

# M17 and N18 are open ground, M18 lies beside both; K12 is far from all of them
UNITS = {"u01": "M17 6-6-6", "u02": "M17 8-1", "u03": "M17 6-6-6", "g01": "N18 5-4-8 foxhole"}
HOLE = {"foxholes": ((GRID.hex("N18"), 1),)}


def hexes(name: str) -> int:
    return GRID.hex(name)


# ---------------------------------------------------------------- set-up


@pytest.mark.clause("PHD-1.ssr.4.ff")
@pytest.mark.clause("ASL-A12.33")
def test_units_set_up_in_foxholes_that_nobody_sees() -> None:
    state = deal("phd-2-infantry", DEFAULT)
    do(state, "place g01 M18", "dig g01", "place g02 M18", "dig g02", "place g03 N15")
    assert {"foxhole"} <= flags(state, "g01") and "dig g01" not in listed(state, "dig")
    do(state, "place g02 M19")
    assert "foxhole" not in flags(state, "g02")  # another place, no foxhole
    for n in range(4, 10):
        do(state, f"place g{n:02} P{n + 8}")
    do(state, "done", "done")
    assert state.foxholes == () and dict(state.dug[state.sides.index("german")]) == {hexes("M18"): 1}
    assert "M18" in screen(state, "german") and "oxhole" not in screen(state, "us")
    assert "oxhole" not in str(stacks(state.known_to("us"))) and "oxhole" in str(
        stacks(state.known_to("german"))
    )


@pytest.mark.refuses("ASL-B27.1")
@pytest.mark.clause("ASL-B27.1")
def test_no_foxhole_in_a_building_or_off_the_map() -> None:
    state = do(deal("phd-2-infantry", DEFAULT), "place g01 M15")
    assert rulings(state, "dig g01") == {"ASL-B27.1"} == rulings(state, "dig g02")


# ---------------------------------------------------------------- cover


@pytest.mark.clause("ASL-B27.3")
@pytest.mark.clause("ASL-B27")
def test_a_foxhole_covers_who_is_in_it() -> None:
    state = fight({**UNITS, "g02": "N18 4-4-7"}, **HOLE)
    attack = Attack(side="us", hex=hexes("N18"), kind="prep", firers=(UNIT["u01"],))
    inside, outside = modifiers(state, attack, Exposure(dug=True)), modifiers(state, attack, Exposure())
    assert [(m.amount, m.clause) for m in inside] == [(2, "ASL-B27.3")]
    assert not any(m.clause == "ASL-B27.3" for m in outside)
    odds = chances(state, attack).targets
    assert odds[UNIT["g01"]]["unharmed"] > odds[UNIT["g02"]]["unharmed"]


@pytest.mark.clause("ASL-B27.3")
@pytest.mark.clause("ASL-A.5")
def test_one_roll_two_final_results() -> None:
    units = {**UNITS, "g02": "N18 5-4-8"}
    state = do(fight(units, **HOLE), "fire u01 N18", "done", "dr 3 5")
    due = {unit: what for frame in state.stack if isinstance(frame, Checks) for unit, what, _ in frame.queue}
    assert due == {UNIT["g01"]: "ptc", UNIT["g02"]: "mc"}  # 12 FP: a 10 in the foxhole, an 8 outside


@pytest.mark.clause("ASL-B27.3")
def test_a_foxhole_is_no_open_ground() -> None:
    state = fight({"u01": "L17 6-6-6", "g01": "N18 5-4-8 foxhole broken", "g02": "N18 5-4-8 broken"}, **HOLE)
    assert not must_rout(state, UNIT["g01"])


@pytest.mark.clause("ASL-B27")
def test_no_wall_advantage_from_a_foxhole() -> None:
    held = fight({"g01": "F7 5-4-8", "u01": "P8 6-6-6"})
    dug = fight({"g01": "F7 5-4-8 foxhole", "u01": "P8 6-6-6"}, foxholes=((hexes("F7"), 1),))
    side = held.sides.index("german")
    assert held.walls[side] >> hexes("F7") & 1 and not dug.walls[side] >> hexes("F7") & 1
    assert stand(dug, "german", hexes("F7")).foxhole


@pytest.mark.clause("ASL-B9.21")
def test_fire_over_the_hedge_does_not_reach_the_foxhole() -> None:
    """A "?" behind bocage may be fired at; who is in the foxhole there sees nobody and is not hit."""
    units = {"u01": "G5 6-6-6", "g01": "F7 5-4-8 foxhole concealed"}
    hidden: list[Any] = [(), ()]
    state = fight(units)
    hidden[state.sides.index("german")] = ((hexes("F7"), 1),)
    state = fight(units, dug=hidden)
    assert not sees(state, UNIT["g01"], hexes("G5"))
    attack = Attack(side="us", hex=hexes("F7"), kind="prep", firers=(UNIT["u01"],), dice=(1, 1))
    assert not reaches_foxhole(state, attack) and attacked(state, attack) == []


# ---------------------------------------------------------------- digging


@pytest.mark.clause("ASL-B27.11")
@pytest.mark.clause("ASL-B24.8")
def test_a_squad_digs() -> None:
    state = do(fight(UNITS, **HOLE), "dig u01")
    assert any(words.endswith("is in a foxhole") for words in roll_chances.chances(state))
    assert "ti" in flags(state, "u01") and "digging" in state.purpose
    do(state, "roll 8")
    assert "foxhole" not in flags(state, "u01") and dict(state.labor) == {UNIT["u01"]: 1}
    assert dig_drm(state, UNIT["u01"]) == -2  # the work done, and the leader
    do(state, "dig u03", "roll 6")
    assert "foxhole" in flags(state, "u03") and dict(state.foxholes)[hexes("M17")] == 1
    assert "oxhole" in screen(state, "german")


@pytest.mark.clause("ASL-B27.11")
def test_a_half_squad_digs_worse() -> None:
    state = fight({"u01": "M17 3-4-6", "g01": "N18 5-4-8"})
    assert dig_drm(state, UNIT["u01"]) == 1


@pytest.mark.refuses("ASL-B27.11")
@pytest.mark.parametrize("words", ["dig u02", "dig u03"])
def test_who_does_not_dig(words: str) -> None:
    state = fight({**UNITS, "u03": "M17 6-6-6 ti"}, **HOLE)
    assert "ASL-B27.11" in rulings(state, words)


# ---------------------------------------------------------------- in and out


def on_the_way(units: Any = UNITS, hole: str = "M17", size: int = 1) -> Any:
    state = fight(units, "movement", foxholes=((hexes(hole), size),), all_found=True)
    return do(state, "lead u01")


@pytest.mark.clause("ASL-B27.4")
def test_in_and_out_for_one_mf() -> None:
    state = on_the_way()
    do(state, "shelter")
    assert "foxhole" in flags(state, "u01")
    while state.step.name != "way":
        do(state, "done")
    moving = state.stack[-1]
    assert isinstance(moving, Moving) and moving.spent == 2
    assert not listed(state, "go") and not listed(state, "onward") and "emerge" in listed(state, "emerge")
    do(state, "emerge")
    while state.step.name != "way":
        do(state, "done")
    assert "foxhole" not in flags(state, "u01") and listed(state, "go")


CASES = [
    refused_by("ASL-B27.4", "go M16"),
    refused_by("ASL-B27.4", "onward M16"),
    refused_by("ASL-A5.6", "shelter"),
]


@pytest.mark.parametrize(("clause", "words"), CASES)
def test_from_a_foxhole_nobody_goes_on(clause: str, words: str) -> None:
    assert clause in rulings(on_the_way({**UNITS, "u01": "M17 6-6-6 foxhole"}), words)


@pytest.mark.refuses("ASL-A5.6")
@pytest.mark.refuses("ASL-B27.4")
@pytest.mark.clause("ASL-A5.6")
def test_a_full_foxhole() -> None:
    state = on_the_way({**UNITS, "u03": "M17 6-6-6 foxhole"})
    assert rulings(state, "shelter") == {"ASL-A5.6"} and rulings(state, "emerge") == {"ASL-B27.4"}


@pytest.mark.clause("ASL-B27.41")
def test_a_rout_out_of_a_foxhole() -> None:
    state = fight({**UNITS, "g01": "N18 5-4-8 foxhole broken"}, **HOLE)
    assert first_cost(state, UNIT["g01"], 4) == 6


@pytest.mark.clause("ASL-A4.7")
def test_the_advance_into_the_own_foxhole_and_from_one_to_the_next() -> None:
    units = {"u01": "M17 6-6-6 foxhole", "u02": "M17 8-1", "u03": "M16 6-6-6", "g01": "P8 5-4-8"}
    state = fight(units, "advance", foxholes=((hexes("M17"), 1), (hexes("M16"), 2)))
    do(state, "advance u02 M17")
    assert "foxhole" in flags(state, "u02")
    do(state, "advance u01 M16")
    assert where(state, "u01") == "M16" and "foxhole" not in flags(state, "u01")
    do(state, "advance u01 M16")
    assert "foxhole" in flags(state, "u01") and "advance u01 M16" not in listed(state, "advance")
    do(state, "advance u03 M17")  # comes from the open: stays outside
    assert "advance u03 M17" not in listed(state, "advance")


@pytest.mark.clause("ASL-A12.33")
def test_a_mover_finds_a_foxhole_it_sees() -> None:
    units = {"u01": "M16 6-6-6", "g01": "N18 5-4-8 concealed foxhole"}
    hidden: list[Any] = [(), ()]
    hidden[fight(units).sides.index("german")] = ((hexes("N18"), 1),)
    state = do(fight(units, "movement", dug=hidden, all_found=True), "move u01 M17")
    assert dict(state.foxholes) == {hexes("N18"): 1} and not any(state.dug)


@pytest.mark.clause("ASL-A1.32")
def test_halves_in_and_out_do_not_recombine() -> None:
    units = {"u01": "M17 3-4-6 foxhole", "u02": "M17 3-4-6", "u03": "M17 8-1", "g01": "P8 5-4-8"}
    state = fight(units, "rally", foxholes=((hexes("M17"), 1),))
    assert not listed(state, "recombine")


@pytest.mark.refuses("ASL-B27.11")
def test_units_on_wire_do_not_dig() -> None:
    units = {"u01": "E17 6-6-6", "u02": "D17 6-6-6 wire", "g01": "M17 5-4-8"}
    state = fight(units, "prep fire", works=(("wire", GRID.hex("D17")),))
    assert listed(state, "dig") == {"dig u01"} and rulings(state, "dig u02") == {"ASL-B27.11"}
