"""Mortars, bazooka, Panzerschreck and Panzerfaust against infantry."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from grognard.core.ruling import total
from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.firefight import aiming
from grognard.games.purple_heart_draw.firefight.aiming import hit_modifiers, number_to_hit
from grognard.games.purple_heart_draw.firefight.forces import FIRERS, GUN, NAMES, SCENES, UNIT
from grognard.games.purple_heart_draw.firefight.going import CODE, near
from grognard.games.purple_heart_draw.firefight.position import GUN_FLAGS, Shot
from grognard.games.purple_heart_draw.firefight.screen import screen
from grognard.games.purple_heart_draw.firefight.shell_odds import shot_chances
from grognard.games.purple_heart_draw.firefight.terrain import CLIFFS
from grognard.web.purple_heart_draw_firefight.game_view import score_page, shot_page, stacks
from tests.refusals import refused_by

from .fight import GAME, do, fight, flags, kind, listed, rulings, where

BAZOOKA = {"u01": "A14 6-6-6", "g01": "B16 4-4-7"}  # open ground, two hexes from a wooden building
MORTAR = {"u01": "C12 6-6-6", "g01": "B16 4-4-7"}


def bazooka(units: Any = BAZOOKA, at: str = "prep fire", **more: Any) -> Any:
    return fight(units, at, guns={"umg1": "BAZ44 u01"}, all_found=True, **more)


def mortar(units: Any = MORTAR, at: str = "prep fire", **more: Any) -> Any:
    return fight(units, at, guns={"umg1": "LTMTR u01"}, all_found=True, **more)


def panzerfaust(units: Any, at: str = "prep fire", mover: str = "german", **more: Any) -> Any:
    return fight(units, at, mover, fausts=[0, 3], all_found=True, **more)


def shot(state: Any) -> Shot:
    found = state.stack[-1]
    assert isinstance(found, Shot)
    return found


def drms(state: Any, concealed: bool = False) -> dict[str, int]:
    return {m.clause: m.amount for m in hit_modifiers(state, shot(state), concealed)}


def gun_flags(state: Any, name: str) -> list[str]:
    return list(GUN_FLAGS.write(state.gun_flags[GUN[name]]))


# ---------------------------------------------------------------- bazooka and Panzerschreck


@pytest.mark.clause("FF-O9")
@pytest.mark.clause("FF-O10")
@pytest.mark.clause("ASL-C13.1")
@pytest.mark.clause("ASL-C8.31")
@pytest.mark.clause("ASL-C6.8")
@pytest.mark.clause("ASL-C3.32")
def test_a_bazooka_fires_at_a_building() -> None:
    state = bazooka({**BAZOOKA, "g02": "B16 8-0"})
    assert listed(state, "shoot") == {"shoot umg1 B16"} and "fire umg1 B16" not in listed(state, "fire")
    do(state, "shoot umg1 B16")
    assert number_to_hit(state, shot(state)) == 8 and drms(state) == {"ASL-A7.6": 2}
    do(state, "done")
    assert state.to_move == "chance" and "to hit 8 or less, +2" in state.purpose
    do(state, "dr 2 4")
    assert shot(state).verdicts[0] == "hit" and state.step.name == "effect"
    do(state, "dr 2 2")  # 8 FP, 4, no more cover: 2MC on all
    assert "morale check (+2) of 8-0" in state.purpose
    do(state, "roll 9", "roll 6", "roll 9")  # the leader breaks, which g01 checks first
    assert "broken" in flags(state, "g01") & flags(state, "g02")
    assert (
        "gun1" in flags(state, "u01")
        and "prep" in flags(state, "u01")
        and "shoot" not in listed(state, "shoot")
    )
    assert gun_flags(state, "umg1") == ["fired"] and "ASL-A7.1" in rulings(state, "shoot umg1 B16")


@pytest.mark.clause("FF-O1")
def test_a_miss_has_no_effect_and_marks_the_weapon() -> None:
    state = do(bazooka(), "shoot umg1 B16", "done", "dr 3 4")
    assert (
        state.step.name == "prep fire" and not flags(state, "g01") and gun_flags(state, "umg1") == ["fired"]
    )


@pytest.mark.clause("ASL-C13.4")
@pytest.mark.parametrize(("dice", "left"), [("dr 5 6", ""), ("dr 5 5", "BAZ44")])
def test_a_bazooka_is_removed_by_an_eleven(dice: str, left: str) -> None:
    state = do(bazooka(), "shoot umg1 B16", "done", dice)
    assert state.gun_kind[GUN["umg1"]] == left


@pytest.mark.clause("ASL-C13.4")
def test_a_panzerschreck_is_removed_by_a_ten() -> None:
    state = fight({"g01": "A14 4-4-7", "u01": "B16 6-6-6"}, mover="german", guns={"gmg1": "PSK g01"})
    do(state, "shoot gmg1 B16", "done", "dr 5 5")
    assert not state.gun_kind[GUN["gmg1"]]


@pytest.mark.clause("ASL-C3.4")
@pytest.mark.clause("ASL-C6.2")
def test_concealed_targets_are_harder_to_hit() -> None:
    state = do(bazooka({**BAZOOKA, "g02": "B16 4-4-7 concealed"}), "shoot umg1 B16")
    assert total(hit_modifiers(state, shot(state), True)) == total(hit_modifiers(state, shot(state))) + 2
    do(state, "done", "dr 2 4")
    assert shot(state).verdicts[:2] == ("hit", "miss")
    do(state, "dr 1 1")  # 8 FP, 2: KIA of those that are hit
    assert not where(state, "g01") and "concealed" in flags(state, "g02")


@pytest.mark.clause("ASL-C3.71")
@pytest.mark.clause("ASL-C3.74")
def test_a_critical_hit_falls_on_one() -> None:
    state = do(bazooka({**BAZOOKA, "g02": "B16 5-4-8"}), "shoot umg1 B16", "done", "dr 1 1")
    assert shot(state).verdicts[:2] == ("critical hit", "critical hit") and state.step.name == "who is struck"
    do(state, "roll 2")  # the second of two
    do(state, "dr 6 3")  # 16 FP, 9 less 2: 2MC; 8 FP, 9: PTC
    assert "morale check (+2) of 5-4-8 g02" in state.purpose
    do(state, "roll 5", "roll 3")
    assert not flags(state, "g01") & {"broken", "pinned"} and where(state, "g02") == "B16"


@pytest.mark.clause("ASL-C6.9")
def test_hindrance_on_the_way() -> None:
    state = do(
        bazooka({"u01": "C12 6-6-6", "g01": "E13 4-4-7"}, smoke=((GRID.hex("E13"), 2, "smoke"),)),
        "shoot umg1 E13",
    )
    assert {"ASL-A6.7": 1, "ASL-A24.2": 2, "ASL-A7.6": 3}.items() <= drms(state).items()


@pytest.mark.clause("ASL-C5.34")
@pytest.mark.clause("ASL-C5.4")
@pytest.mark.clause("ASL-C13.8")
def test_what_hampers_the_firer() -> None:
    inside = {"u01": "B16 6-6-6 pinned", "g01": "E13 4-4-7"}
    state = bazooka({"u01": "A14 6-6-6 pinned moved", "g01": "B16 4-4-7"}, "advancing fire")
    assert drms(do(state, "shoot umg1 B16")) == {"ASL-C5.34": 2, "ASL-C5.4": 2, "ASL-A7.6": 2}
    assert listed(state, "desperation") == set() and "ASL-C13.8" in rulings(state, "desperation")
    found = Shot("us", GRID.hex("E13"), "prep", FIRERS.index("umg1"), "BAZ44")
    state = bazooka(inside)
    assert [m.amount for m in hit_modifiers(state, found) if m.clause == "ASL-C5.34"] == [2]
    waited = bazooka({**inside, "u01": "B16 6-6-6 opportunity"}, "advancing fire")
    late = Shot("us", GRID.hex("E13"), "advancing", FIRERS.index("umg1"), "BAZ44")
    assert "ASL-C5.34" not in {m.clause for m in hit_modifiers(waited, late)}


INDOORS = {"u01": "B16 6-6-6", "u02": "B16 6-6-6", "g01": "B16 2-3-7"}


@pytest.mark.clause("ASL-C13.8")
@pytest.mark.clause("ASL-C5.5")
def test_desperation_in_a_building() -> None:
    state = do(bazooka(INDOORS), "shoot umg1 B16")
    assert drms(state)["ASL-C5.34"] == 2 and drms(state)["ASL-C5.5"] == 4
    do(state, "desperation")
    assert "ASL-C5.34" not in drms(state) and "ASL-C13.8" in rulings(state, "desperation")
    do(state, "done", "dr 4 6")  # a miss; the colored die on the 1 FP column: NMC
    assert "morale check of 6-6-6" in state.purpose
    do(state, "roll 9", "roll 3")
    assert {"broken" in flags(state, unit) for unit in ("u01", "u02")} == {True, False}


@pytest.mark.clause("ASL-A7.531.ord")
def test_a_leader_directs_one_shot() -> None:
    state = do(bazooka({**BAZOOKA, "u02": "A14 9-1", "u03": "A14 8-0"}), "shoot umg1 B16", "direct u02")
    assert drms(state)["ASL-A7.531.ord"] == -1 and "directed" in flags(state, "u02")
    assert "ASL-A7.531.ord" in rulings(state, "direct u03")


@pytest.mark.clause("ASL-C5.8")
@pytest.mark.clause("ASL-C5.9")
def test_captured_weapons_and_tired_firers() -> None:
    state = fight({"g01": "A14 4-4-7 cx", "u01": "B16 6-6-6"}, mover="german", guns={"umg1": "BAZ44 g01"})
    do(state, "shoot umg1 B16")
    assert drms(state)["ASL-C5.8"] == 2 and drms(state)["ASL-C5.9"] == 1
    do(state, "done", "dr 4 5")  # 11 less 2: removed from 9 on
    assert not state.gun_kind[GUN["umg1"]]


# ---------------------------------------------------------------- mortar


@pytest.mark.clause("ASL-C3.33")
@pytest.mark.clause("ASL-C3.331")
@pytest.mark.clause("ASL-C9.4")
@pytest.mark.clause("ASL-C9.2.sw")
@pytest.mark.clause("ASL-C2.24")
@pytest.mark.clause("ASL-C6.5")
@pytest.mark.clause("ASL-C6.521")
def test_a_mortar_fires_again_and_acquires() -> None:
    state = do(mortar({**MORTAR, "g02": "B16 5-4-8"}), "shoot umg1 B16")
    assert number_to_hit(state, shot(state)) == 7 and drms(state) == {}  # cover counts on the effect
    do(state, "done", "dr 3 3", "dr 3 4")  # 4 FP, 7 + 2: no effect
    assert gun_flags(state, "umg1") == ["used"] and state.acquired[0][2:] == (GRID.hex("B16"), 1)
    do(state, "shoot umg1 B16")
    assert drms(state) == {"ASL-C6.5": -1} and "umg1 has acquired B16: -1" in screen(state, "us")
    assert "-1" in [row["value"] for row in stacks(state)["B16"]]
    do(state, "done", "dr 4 4")  # 8 - 1: a hit; no rate of fire
    do(state, "dr 1 1")  # 4 FP, 4: 1MC
    assert "morale check (+1)" in state.purpose
    do(state, "roll 4", "roll 4")
    assert "ASL-A7.1" in rulings(state, "shoot umg1 B16") and state.acquired[0][3] == 2


@pytest.mark.clause("ASL-C6.5.lost")
def test_an_acquisition_is_lost() -> None:
    home, goal = GRID.hex("C12"), GRID.hex("B16")
    held = ((GUN["umg1"], home, goal, 2),)
    kept = mortar(acquired=held)
    assert kept.acquired == held
    assert mortar({**MORTAR, "u01": "C12 6-6-6 broken"}, acquired=held).acquired == ()
    assert mortar({**MORTAR, "u01": "C13 6-6-6"}, acquired=held).acquired == ()
    do(kept, "fire u01 B16", "dr 6 5")
    assert kept.acquired == ()
    other = mortar({**MORTAR, "g02": "E13 4-4-7", "u01": "B12 6-6-6"}, acquired=())
    assert other.acquired == ()


@pytest.mark.clause("ASL-C9.1")
def test_cover_under_shells() -> None:
    state = mortar()

    def found(name: str) -> int:
        one = Shot("us", GRID.hex(name), "prep", FIRERS.index("umg1"), "LTMTR")
        return total(aiming.effect_tem(state, one))

    assert found("B16") == 2 and found("E13") == 3 and found("A15") == 0
    plain, hedged = _woods(hedged=False), _woods(hedged=True)
    assert found(plain) == -1 and found(hedged) == 0


def _woods(hedged: bool) -> str:
    for hex_ in sorted(GRID.name):
        if CODE.get(hex_) == "woods" and bool(aiming.own_hexsides(hex_)) == hedged:
            return GRID.name[hex_]
    raise AssertionError


@pytest.mark.clause("ASL-C3.33")
def test_shells_fall_on_both_sides() -> None:
    state = do(
        mortar({**MORTAR, "u02": "B16 6-6-6 melee", "g01": "B16 4-4-7 melee"}), "shoot umg1 B16", "done"
    )
    do(state, "dr 4 3", "dr 1 1")
    checked = []
    while state.to_move == "chance":
        checked.append(state.purpose)
        do(state, "roll 5")
    assert any("u02" in words for words in checked) and any("g01" in words for words in checked)


@pytest.mark.clause("ASL-C5.2")
def test_a_mortar_in_the_advancing_fire_phase() -> None:
    state = mortar(at="advancing fire")
    assert drms(do(state, "shoot umg1 B16")) == {"ASL-C5.2": 2}
    do(state, "done", "dr 1 3")
    assert gun_flags(state, "umg1") == ["fired"]
    far = mortar({**MORTAR, "u01": "C12 6-6-6 moved"}, "advancing fire")
    far.__dict__["gun_flags"][GUN["umg1"]] = GUN_FLAGS.read(["moved"])
    assert "ASL-A4.41" in rulings(far, "shoot umg1 B16")


@pytest.mark.clause("ASL-C2.28")
def test_a_mortar_malfunctions() -> None:
    state = do(mortar(), "shoot umg1 B16", "done", "dr 6 6")
    assert "broken" in gun_flags(state, "umg1") and "ASL-A10.4b" in rulings(state, "shoot umg1 B16")
    assert state.acquired == ()


@pytest.mark.clause("ASL-C3.6")
@pytest.mark.clause("ASL-C3.7")
def test_a_die_after_an_improbable_two() -> None:
    far = {"u01": "A14 6-6-6 pinned cx moved", "g01": "B16 4-4-7 concealed"}
    state = do(bazooka(far, "advancing fire"), "shoot umg1 B16", "done", "dr 1 1")
    assert shot(state).verdicts[1] == "improbable" and state.step.name == "after a 2"
    do(state, "roll 2")
    assert shot(state).verdicts[1] == "hit" and state.step.name == "effect"


# ---------------------------------------------------------------- First Fire

PATH = {"u01": "A16 6-6-6", "u02": "A16 6-6-6", "g01": "D18 4-4-7"}


@pytest.mark.clause("ASL-A8.25")
@pytest.mark.clause("ASL-C6.13")
@pytest.mark.clause("ASL-C6.14")
@pytest.mark.clause("ASL-C6.17")
def test_shells_answer_a_move() -> None:
    units = {"g01": "A16 4-4-7", "u01": "D14 6-6-6"}
    state = fight(units, "movement", "german", guns={"umg1": "LTMTR u01"}, all_found=True)
    do(state, "move g01 A15")
    assert "shoot umg1 A15" in listed(state, "shoot")
    do(state, "shoot umg1 A15")
    assert drms(state) == {"ASL-C6.13": -1}  # it stands higher, so that its ground is not open to this fire
    assert [m.clause for m in aiming.movement_modifiers(state, shot(state), [])] == ["ASL-C6.13", "ASL-C6.14"]
    do(state, "done", "dr 4 2", "dr 6 5")
    assert dict(state.residual) == {GRID.hex("A15"): 2} and gun_flags(state, "umg1") == ["first"]
    assert "ASL-C2.24" in rulings(state, "shoot umg1 A15")


@pytest.mark.clause("ASL-A8.25")
def test_a_weapon_that_may_fire_on_leaves_nothing() -> None:
    units = {"g01": "A16 4-4-7", "u01": "D14 6-6-6"}
    state = fight(units, "movement", "german", guns={"umg1": "LTMTR u01"}, all_found=True)
    do(state, "move g01 A15", "shoot umg1 A15", "done", "dr 2 4", "dr 6 5")
    assert not state.residual and gun_flags(state, "umg1") == ["used"]
    assert "ASL-C6.17" in rulings(state, "shoot umg1 A15")


# ---------------------------------------------------------------- Panzerfaust


@pytest.mark.clause("ASL-C13.31")
@pytest.mark.clause("ASL-C13.31.total")
@pytest.mark.clause("ASL-C13.32")
@pytest.mark.clause("ASL-C13.36")
def test_a_panzerfaust_is_found_and_strikes_one() -> None:
    units = {"g01": "A14 5-4-8", "g02": "C12 5-4-8", "u01": "B16 6-6-6", "u02": "B16 6-6-6"}
    state = panzerfaust(units)
    assert "faust g01 B16" in listed(state, "faust") and score_page(state, {})["fausts"] == 3
    do(state, "faust g01 B16", "done")
    assert "a Panzerfaust for" in state.purpose
    do(state, "roll 2")
    assert state.fausts[1] == 2 and "Panzerfaust shots left: 2" in screen(state, "us")
    assert number_to_hit(state, shot(state)) == 6
    do(state, "dr 1 3", "roll 1", "dr 1 2")  # 16 FP, 3: 1KIA
    assert not where(state, "u01") and where(state, "u02") == "B16" and not flags(state, "u02")
    assert {"gun1", "prep"} <= flags(state, "g01")
    do(state, "faust g01 B16", "done", "roll 5")  # a second try, in vain
    assert {"gun1", "gun2"} <= flags(state, "g01") and state.fausts[1] == 2
    assert "ASL-C13.31" in rulings(state, "faust g01 B16") and "ASL-A7.35" in rulings(state, "fire g01 B16")


@pytest.mark.clause("ASL-C13.31")
def test_a_six_pins_and_then_breaks() -> None:
    units = {"g01": "A14 5-4-8", "g02": "A14 2-3-8 pinned", "u01": "B16 6-6-6"}
    state = do(panzerfaust(units), "faust g01 B16", "done", "roll 6")
    assert "pinned" in flags(state, "g01") and state.step.name == "prep fire"
    do(state, "faust g02 B16", "done", "roll 6")
    assert "broken" in flags(state, "g02")


@pytest.mark.clause("ASL-C13.31")
def test_the_modifiers_of_the_check() -> None:
    state = panzerfaust({"g01": "A14 5-4-8", "g02": "A14 2-3-8 cx", "g03": "A14 8-0", "u01": "B16 6-6-6"})
    assert [aiming.faust_drm(state, UNIT[name]) for name in ("g01", "g02", "g03")] == [1, 3, 3]


@pytest.mark.clause("ASL-C13.36")
def test_a_twelve_strikes_the_firer() -> None:
    state = do(panzerfaust({"g01": "A14 5-4-8", "u01": "B16 6-6-6"}), "faust g01 B16", "done", "roll 1")
    do(state, "dr 6 6")
    assert kind(state, "g01") == "2-3-8"


@pytest.mark.clause("ASL-C13.31.total")
def test_the_shots_of_each_card() -> None:
    found = {scene.id: (scene.force["german"].fausts, scene.force["us"].fausts) for scene in SCENES.values()}
    assert found["PHD-2"] == (9, 0) and found["PHD-1"] == (6, 0)  # 6.5 squads and 4.5
    assert all(german > 0 == us for german, us in found.values())
    assert GAME.new(seed=1).fausts == [0, 9]  # type: ignore[attr-defined]


# ---------------------------------------------------------------- what is forbidden

REFUSED = [
    refused_by("ASL-C2.25", {"u01": "A6 6-6-6", "g01": "B16 4-4-7"}, {"umg1": "BAZ44 u01"}, "shoot umg1 B16"),
    refused_by(
        "ASL-C2.25", {"u01": "A14 6-6-6", "g01": "B16 4-4-7"}, {"umg1": "LTMTR u01"}, "shoot umg1 B16"
    ),
    refused_by(
        "ASL-C8.31", {"u01": "A14 6-6-6", "g01": "A15 4-4-7"}, {"umg1": "BAZ44 u01"}, "shoot umg1 A15"
    ),
    refused_by("ASL-C13.4", {"u01": "A14 8-0", "g01": "B16 4-4-7"}, {"umg1": "BAZ44 u01"}, "shoot umg1 B16"),
    refused_by(
        "ASL-C9.los", {"u01": "E13 6-6-6", "g01": "B16 4-4-7"}, {"umg1": "LTMTR u01"}, "shoot umg1 B16"
    ),
    refused_by("ASL-C13.31.total", {"u01": "A14 6-6-6", "g01": "B16 4-4-7"}, {}, "faust u01 B16"),
]


@pytest.mark.parametrize(("clause", "units", "guns", "text"), REFUSED)
def test_a_shot_is_refused(clause: str, units: Any, guns: Any, text: str) -> None:
    assert clause in rulings(fight(units, guns=guns, all_found=True), text)


@pytest.mark.refuses("ASL-C2.24")
@pytest.mark.refuses("ASL-C6.17")
def test_no_shot_too_many() -> None:
    units = {"g01": "A16 4-4-7", "u01": "D14 6-6-6", "u02": "D14 6-6-6"}
    guns = {"umg1": "LTMTR u01", "umg2": "LTMTR u02"}
    state = fight(units, "movement", "german", guns=guns, all_found=True)
    do(state, "move g01 A15", "shoot umg1 A15", "done", "dr 6 5", "shoot umg2 A15", "done", "dr 3 6")
    assert "ASL-C2.24" in rulings(state, "shoot umg1 A15") and "ASL-C6.17" in rulings(state, "shoot umg2 A15")


@pytest.mark.refuses("ASL-C13.31")
def test_no_panzerfaust_after_first_fire() -> None:
    units = {"g01": "A14 5-4-8 first", "g02": "A14 5-4-8", "u01": "B16 6-6-6"}
    state = panzerfaust(units, "final fire", "us")
    assert "ASL-C13.31" in rulings(state, "faust g01 B16")


@pytest.mark.refuses("ASL-C13.8")
@pytest.mark.refuses("ASL-A7.531.ord")
def test_no_desperation_in_the_open_and_no_squad_directs() -> None:
    state = do(bazooka({**BAZOOKA, "u02": "A14 6-6-6"}), "shoot umg1 B16")
    assert "ASL-C13.8" in rulings(state, "desperation") and "ASL-A7.531.ord" in rulings(state, "direct u02")


@pytest.mark.clause("ASL-C2.7")
@pytest.mark.refuses("ASL-C2.7")
def test_no_mortar_in_a_stream() -> None:
    stream = next(GRID.name[hex_] for hex_ in sorted(GRID.name) if CODE.get(hex_) == "stream")
    state = mortar({"u01": f"{stream} 6-6-6", "g01": "B16 4-4-7"})
    assert "ASL-C2.7" in rulings(state, "shoot umg1 B16")
    assert "ASL-C2.7" not in rulings(
        bazooka({"u01": f"{stream} 6-6-6", "g01": "B16 4-4-7"}), "shoot umg1 B16"
    )


@pytest.mark.clause("ASL-B11.31")
@pytest.mark.refuses("ASL-B11.31")
def test_no_shot_up_a_cliff() -> None:
    low, high = _cliff()
    state = bazooka({"u01": f"{low} 6-6-6", "g01": f"{high} 4-4-7"})
    assert "ASL-B11.31" in rulings(state, f"shoot umg1 {high}")
    state = bazooka({"u01": f"{high} 6-6-6", "g01": f"{low} 4-4-7"})
    assert "ASL-B11.31" not in rulings(state, f"shoot umg1 {low}")
    above = mortar({"u01": f"{high} 6-6-6", "g01": f"{low} 4-4-7"})
    assert "ASL-B11.31" in rulings(above, f"shoot umg1 {low}")


def _cliff() -> tuple[str, str]:
    for hex_ in sorted(GRID.name):
        for other in near(hex_):
            up = 6 * hex_ + GRID.direction(hex_, other) in CLIFFS
            if up and aiming.BOTTOM[other] > aiming.BOTTOM[hex_]:
                return GRID.name[hex_], GRID.name[other]
    raise AssertionError


@pytest.mark.clause("ASL-C9.los")
def test_only_mortars_need_the_open() -> None:
    assert "ASL-C9.los" not in rulings(bazooka({"u01": "E13 6-6-6", "g01": "B16 4-4-7"}), "shoot umg1 B16")


# ---------------------------------------------------------------- the chances, and the page


def _counted(state: Any, frame: Shot) -> Fraction:
    """The chance of a hit, roll by roll."""
    need, drm = number_to_hit(state, frame), total(hit_modifiers(state, frame))
    return Fraction(sum(c + w + drm <= need for c in range(1, 7) for w in range(1, 7)), 36)


def test_the_chances_before_the_dice_are_exact() -> None:
    state = do(bazooka({**BAZOOKA, "g02": "B16 5-4-8"}), "shoot umg1 B16")
    odds = shot_chances(state, shot(state))
    assert sum(odds.results.values()) == 1 == sum(odds.hits.values())
    assert odds.hits["hit"] + odds.hits["critical hit"] == _counted(state, shot(state))
    for fates in odds.targets.values():
        assert sum(fates.values()) == 1
    page = shot_page(_seen(state, "us"), {})
    assert page is not None and page["need"] == 8 and page["weapon"] == "bazooka" and page["check"] is None
    assert [row["unit"] for row in page["targets"]] == ["4-4-7 g01", "5-4-8 g02"]
    assert shot_page(_seen(state, "german"), {}) is None


def test_the_chances_of_a_panzerfaust_hold_its_check() -> None:
    state = do(panzerfaust({"g01": "A14 5-4-8", "u01": "B16 6-6-6", "u02": "B16 6-6-6"}), "faust g01 B16")
    odds = shot_chances(state, shot(state))
    assert odds.check == Fraction(2, 6) and sum(odds.results.values()) == 1
    assert odds.hits["hit"] + odds.hits["critical hit"] == odds.check * _counted(state, shot(state))
    for fates in odds.targets.values():
        assert sum(fates.values()) == 1 and fates["unharmed"] > odds.hits["miss"]


def _seen(state: Any, side: str) -> Any:
    return state.known_to(side)


@pytest.mark.clause("ASL-A4.42")
@pytest.mark.refuses("ASL-A4.42")
def test_nobody_is_given_more_than_it_can_carry() -> None:
    state: Any = GAME.new("phd-1", seed=1)
    while state.step.name != "weapon assignment":
        unit = next((a for a in state.legal_actions() if a.verb == "place" and _is_off(state, a)), None)
        state.push(unit or GAME.parse("done"))
    assert "ASL-A4.42" in rulings(state, "give umg5 u12")  # a mortar to a leader
    holder = NAMES[state.holder[GUN["umg1"]]]
    assert "ASL-A4.43" in rulings(state, f"give umg1 {holder}")  # it has it


def _is_off(state: Any, action: Any) -> bool:
    return bool(state.at[UNIT[action.unit]] < 0)


# ---------------------------------------------------------------- works


@pytest.mark.clause("ASL-C9.1")
def test_a_foxhole_shelters_from_shells() -> None:
    units = {"u01": "D14 6-6-6", "g01": "A15 4-4-7 foxhole", "g02": "A15 4-4-7"}
    state = do(mortar(units, foxholes=((GRID.hex("A15"), 1),)), "shoot umg1 A15")
    odds = shot_chances(state, shot(state))
    assert odds.targets[UNIT["g01"]]["unharmed"] > odds.targets[UNIT["g02"]]["unharmed"]
    assert all(sum(fates.values()) == 1 for fates in odds.targets.values())
    do(state, "done", "dr 3 3", "dr 3 3")  # 4 FP, 6: NMC; in the foxhole 8: no effect
    assert "morale check of 4-4-7 g02" in state.purpose
    do(state, "roll 2")
    while state.to_move == "chance":
        assert "g01" not in state.purpose
        do(state, "roll 6")


@pytest.mark.clause("ASL-B23.9")
def test_a_fortified_building_comes_to_light_under_shells() -> None:
    home = GRID.hex("B16")
    state = do(
        bazooka(fortified=[0, 1 << home]), "shoot umg1 B16", "done", "dr 2 4"
    )  # 6 + 2, and 1 more: a miss
    assert state.forts_found[1] and state.step.name == "prep fire" and not flags(state, "g01")
    plain = do(bazooka(fortified=[0, 1 << home]), "shoot umg1 B16", "done", "dr 1 2")
    assert not plain.forts_found[1] and shot(plain).verdicts[0] == "hit"
    state = do(
        mortar(fortified=[0, 1 << home]), "shoot umg1 B16", "done", "dr 4 2", "dr 2 2"
    )  # 4 FP, 6: NMC; 7: PTC
    assert state.forts_found[1] and "pin check" in state.purpose
