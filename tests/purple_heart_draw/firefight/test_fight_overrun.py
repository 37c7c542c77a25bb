"""Vehicles overrun Infantry, which answers by Reaction Fire."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from grognard.core.ruling import total
from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.firefight import (
    overrun,
    shell_effects,
    tank_close,
    tank_fire,
    vehicles,
)
from grognard.games.purple_heart_draw.firefight.forces import GUN, GUN_NAMES, UNIT, VEHICLE_NUMBER
from grognard.games.purple_heart_draw.firefight.position import Assault, Crushing, Driving, Shell
from grognard.games.purple_heart_draw.firefight.tank_odds import shell_chances
from grognard.web.purple_heart_draw_firefight.vehicle_view import drive_page
from tests.refusals import refused_by

from .fight import do, fight, flags, listed, rulings, states, where

TANK = {"uv1": "C17 M4A1 NE-SE NE-SE"}  # open ground all around
FOE = {"g01": "D17 5-4-8"}
UV1 = VEHICLE_NUMBER["uv1"]
D17 = GRID.number["D17"]


def rolling(units: Any = None, tanks: Any = TANK, mover: str = "us", **more: Any) -> Any:
    state = fight(units or FOE, "movement", mover, vehicles=tanks, all_found=True, **more)
    return quiet(do(state, f"drive {next(iter(tanks))}", "start"))


def quiet(state: Any) -> Any:
    """The other side holds its fire, if it is asked."""
    return do(state, "done") if state.to_move == "german" else state


def driving(state: Any) -> Driving:
    found = vehicles.driver(state)
    assert found is not None
    return found


def crushed(units: Any = None, *dice: str, tanks: Any = TANK, **more: Any) -> Any:
    """An overrun of D17 with nobody firing at the entry, up to its dice."""
    return do(rolling(units, tanks, **more), "overrun D17", "done", *dice)


# ---------------------------------------------------------------- its figures


@pytest.mark.clause("ASL-D7.11")
@pytest.mark.clause("FF-OR1")
@pytest.mark.parametrize(
    ("tank", "power"),
    [
        ("M4A1 NE-SE NE-SE", 13),
        ("M4A1 NE-SE NE-SE exposed", 19),
        ("StuG NE-SE NE-SE", 4),
        ("StuG NE-SE NE-SE exposed", 7),
        ("StuH NE-SE NE-SE exposed", 7),
        ("M4A1 NE-SE NE-SE motion", 13),
        ("M4A1 NE-SE NE-SE gun_broken", 11),
        ("M4A1 NE-SE NE-SE cmg_broken", 7),
        ("M4A1 NE-SE NE-SE immobilized", Fraction(13, 2)),
        ("M4A1 NE-SE NE-SE wreck", Fraction(13, 2)),
    ],
)
def test_firepower(tank: str, power: Any) -> None:
    state = fight(FOE, "prep fire", vehicles={"uv1": f"C17 {tank}"})
    assert overrun.firepower(state, UV1) == power and overrun.firepower(state, UV1, True) == power / 2


@pytest.mark.clause("ASL-D7.15")
@pytest.mark.clause("ASL-B27.3")
def test_cover_counts() -> None:
    def drm(units: Any, hex_: str, origin: str, **more: Any) -> int:
        state = fight(units, "prep fire", vehicles=TANK, **more)
        frame = Crushing("us", GRID.number[hex_], UV1, GRID.number[origin])
        place = overrun.place_of(state, UNIT["g01"])
        return total(overrun.modifiers(state, frame, place))

    assert drm(FOE, "D17", "C17") == -1  # Open Ground
    assert drm({"g01": "D17 5-4-8 foxhole"}, "D17", "C17", foxholes=((D17, 1),)) == 4
    assert drm({"g01": "J15 5-4-8"}, "J15", "J16") == 2  # the wall it has crossed, of stone
    assert drm({"g01": "M15 5-4-8"}, "M15", "M16") > 0  # a building


def test_the_chances_before_it_is_declared() -> None:
    state = rolling()
    odds = overrun.chances(state, overrun.planned(state, UV1, D17))
    assert (odds.column, total(odds.modifiers)) == (12, -1) and sum(odds.results.values()) == 1
    assert sum(odds.targets[UNIT["g01"]].values()) == 1
    page = drive_page(state.known_to("us"), {})
    assert page is not None and page["overruns"][0]["hex"] == "D17"
    assert page["overruns"][0]["firepower"] == 13 and page["overruns"][0]["mp"] == 5


# ---------------------------------------------------------------- its order


@pytest.mark.clause("ASL-D7.1")
@pytest.mark.clause("ASL-D7.21")
def test_fire_the_overrun_and_reaction_fire() -> None:
    units = {**FOE, "g02": "E17 5-4-8"}
    state = do(rolling(units, guns={"gmg1": "PSK g02"}), "overrun D17")
    assert driving(state).spent == 2 * (1 + 1 + 4) and where(state, "uv1") == "D17"
    assert state.to_move == "german" and not listed(state, "assail")  # no Reaction Fire before it
    assert listed(state, "engage") == {"engage gmg1 D17"}
    assert "ASL-D7.21" in rulings(state, "assail g01 D17")
    do(state, "done")
    assert state.step.name == "overrun" and "13 FP, -1" in state.purpose
    do(state, "dr 6 5")  # 10 on the column of 12: a pin check
    do(state, "roll 4")
    assert state.to_move == "german" and listed(state, "assail") == {"assail g01 D17"}
    assert not listed(state, "engage")  # others have had their fire
    do(state, "done")
    assert state.to_move == "us" and driving(state).rolling


@pytest.mark.clause("ASL-D7.1")
def test_a_kia() -> None:
    state = crushed(None, "dr 1 1")  # 1 on the column of 12
    assert where(state, "g01") == "" and state.points[0] == 2


@pytest.mark.clause("ASL-D7.14")
def test_two_overruns_in_one_move() -> None:
    state = crushed({"g01": "D17 5-4-8", "g02": "E17 5-4-8"}, "dr 1 1")
    quiet(state)
    assert driving(state).spent == 12 and "overrun E17" in listed(state, "overrun")
    do(state, "overrun E17", "done")
    assert state.step.name == "overrun" and where(state, "uv1") == "E17"


@pytest.mark.clause("ASL-D7.12")
@pytest.mark.refuses("ASL-D7.1")
def test_vehicles_are_not_overrun() -> None:
    """A vehicle alone is no prey; infantry beside it is, if the tank could harm the vehicle or goes on."""
    alone = rolling({"u02": "A19 6-6-6"}, {**TANK, "gv1": "D17 StuG NE-SE NE-SE"})
    assert rulings(alone, "overrun D17") == {"ASL-D7.1"}
    state = rolling(FOE, {**TANK, "gv1": "D17 StuG NE-SE NE-SE"})
    assert "overrun D17" in listed(state, "overrun")


@pytest.mark.clause("ASL-D7.12")
@pytest.mark.clause("ASL-D2.6")
@pytest.mark.refuses("ASL-D2.6")
def test_an_overrun_beside_a_vehicle_leaves_the_mp_to_go_on() -> None:
    """A tank without its gun: 13 MP, 1 spent; 2 for the hex, 4 for the overrun and 1 to go on are 7."""
    tanks = {"uv1": TANK["uv1"] + " gun_broken", "gv1": "D17 StuG SW-NW SW-NW shocked"}
    state = rolling(FOE, tanks)
    assert "overrun D17" in listed(state, "overrun")
    for _ in range(6):
        do(state, "slow")
    assert rulings(state, "overrun D17") == {"ASL-D2.6"}


@pytest.mark.clause("ASL-D7.12")
@pytest.mark.parametrize(("words", "more"), [("motion", 2), ("", 0)])
def test_riders_are_overrun(words: str, more: int) -> None:
    from grognard.games.purple_heart_draw.firefight.overrun import modifiers, planned
    from grognard.games.purple_heart_draw.firefight.shots import place_of

    tanks = {**TANK, "gv1": f"D17 StuG NE-SE NE-SE {words}"}
    state = rolling(
        {"g01": "D17 5-4-8", "u02": "A19 6-6-6"}, tanks, riders=[(), (), (), (), (), (UNIT["g01"],)]
    )
    place = place_of(state, UNIT["g01"])
    found = {one.clause: one.amount for one in modifiers(state, planned(state, 0, GRID.hex("D17")), place)}
    assert place.aboard and found.get("ASL-D7.12", 0) == more


@pytest.mark.clause("ASL-D7.17")
@pytest.mark.parametrize(("die", "found"), [(1, "gun_broken"), (2, "bmg_broken"), (3, "cmg_broken")])
def test_a_twelve_breaks_a_weapon(die: int, found: str) -> None:
    state = crushed(None, "dr 6 6")
    assert state.step.name == "weapon that breaks"
    assert found in states(do(state, f"roll {die}"), "uv1")


@pytest.mark.clause("ASL-D7.17")
def test_without_weapons_a_twelve_stops_the_vehicle() -> None:
    tanks = {"uv1": "C17 M4A1 NE-SE NE-SE gun_broken bmg_broken cmg_broken"}
    assert "immobilized" in states(crushed(None, "dr 6 6", tanks=tanks), "uv1")


@pytest.mark.clause("ASL-A9.74.ovr")
@pytest.mark.parametrize(("die", "kind", "broken"), [(1, "", False), (4, "LMG", True), (6, "LMG", False)])
def test_weapons_of_the_eliminated(die: int, kind: str, broken: bool) -> None:
    state = crushed(None, "dr 1 1", guns={"gmg1": "LMG g01"})
    assert state.step.name == "weapons of the overrun"
    do(state, f"roll {die}")  # with 1 less on the column of 12
    assert state.gun_kind[GUN["gmg1"]] == kind and bool(state.gun_flags[GUN["gmg1"]] & 1) == broken


@pytest.mark.clause("ASL-A9.74.ovr")
def test_weapons_without_anybody_are_destroyed() -> None:
    at = [-1] * len(GUN_NAMES)
    at[GUN["gmg1"]] = D17
    kinds = [""] * len(GUN_NAMES)
    kinds[GUN["gmg1"]] = "LMG"
    state = rolling({"g01": "P17 5-4-8"}, gun_at=at, gun_kind=kinds)
    do(state, "overrun D17")
    assert not quiet(state).gun_kind[GUN["gmg1"]]


# ---------------------------------------------------------------- under a "?"


@pytest.mark.clause("ASL-A12.41")
def test_a_question_mark_shows_itself_or_is_tried() -> None:
    units = {"g01": "D17 5-4-8 concealed"}
    state = do(rolling(units), "go D17")
    assert state.to_move == "german" and listed(state, "reveal") and listed(state, "wait")
    shown = do(state.copy(), "reveal")
    assert shown.open >> UNIT["g01"] & 1 and shown.to_move == "us" and listed(shown, "overrun")
    do(shown, "overrun D17", "done")
    assert shown.step.name == "overrun" and driving(shown).spent == 12
    failed = do(state.copy(), "wait", "roll 9")
    assert flags(failed, "g01") >= {"pinned"} and failed.open >> UNIT["g01"] & 1
    stays = do(state, "wait", "roll 8")
    assert not stays.open >> UNIT["g01"] & 1
    do(stays, "done")
    assert stays.step.name == "vehicle reaction" and driving(stays).spent == 4


@pytest.mark.clause("ASL-A12.41")
def test_an_overrun_of_those_who_stay_unseen_is_halved() -> None:
    state = do(rolling({"g01": "D17 5-4-8 concealed"}), "go D17", "wait", "roll 2", "overrun D17", "done")
    assert "6.5 FP" in state.purpose


@pytest.mark.refuses("ASL-A12.41")
def test_nobody_else_is_asked() -> None:
    assert "ASL-A12.41" in rulings(rolling(), "reveal")


# ---------------------------------------------------------------- Reaction Fire


@pytest.mark.clause("ASL-D7.21")
def test_who_has_fired_is_worth_less() -> None:
    state = crushed({"g01": "D17 5-4-8 first"}, "dr 6 5", "roll 2", "assail g01 D17", "roll 2")
    frame = state.stack[-1]
    assert isinstance(frame, Assault) and tank_close.value(state, frame) == 4
    assert "final" in flags(state, "g01")


@pytest.mark.clause("ASL-D7.212")
@pytest.mark.refuses("ASL-D7.212")
def test_who_is_overrun_under_final_fire_must_attack() -> None:
    state = crushed({"g01": "D17 5-4-8 first final"}, "dr 6 5", "roll 2")
    assert rulings(state, "done") == {"ASL-D7.212"}
    do(state, "assail g01 D17", "roll 2", "done", "dr 5 4")
    assert "broken" in flags(state, "g01")  # 9 against 8


@pytest.mark.clause("ASL-D7.22")
@pytest.mark.refuses("ASL-D7.22")
def test_a_panzerschreck_in_the_hex_waits_for_the_overrun() -> None:
    state = do(rolling(FOE, guns={"gmg1": "PSK g01"}), "overrun D17")
    assert rulings(state, "engage gmg1 D17") == {"ASL-D7.22"}
    do(state, "done", "dr 6 5", "roll 2", "engage gmg1 D17")
    shell = state.stack[-1]
    assert isinstance(shell, Shell) and shell.rear
    clauses = {m.clause for m in tank_fire.hit_modifiers(state, shell)}
    assert "ASL-C5.5" not in clauses and tank_fire.aim_of(state, shell).facing == "rear"
    assert sum(shell_chances(state, shell).results.values()) == 1
    do(state, "done", "dr 2 1")
    assert state.step.name == "to kill" and shell_effects.facing(state, state.stack[-1]) == "rear"


# ---------------------------------------------------------------- what is refused


@pytest.mark.parametrize(
    ("clause", "units", "before", "text"),
    [
        refused_by("ASL-D7.1", {"g01": "E19 5-4-8"}, ("drive uv1", "start"), "overrun D17"),
        refused_by("ASL-D7.1", {"g01": "D17 5-4-8 concealed"}, ("drive uv1", "start"), "overrun D17"),
        refused_by("ASL-D7.13", {"g01": "B17 5-4-8"}, ("drive uv1", "reverse"), "overrun B17"),
    ],
)
def test_what_is_refused(clause: str, units: Any, before: tuple[str, ...], text: str) -> None:
    state = fight(units, "movement", vehicles=TANK, all_found=True)
    assert clause in rulings(quiet(do(state, *before)), text)


@pytest.mark.refuses("ASL-D7.1")
def test_not_after_bounding_fire_and_not_without_mp() -> None:
    state = rolling({"g01": "D17 5-4-8", "g02": "E17 5-4-8"})
    fired = do(state.copy(), "strafe uv1 E17", "done", "dr 6 5")
    while fired.step.name != "drive":
        fired.roll() if fired.to_move == "chance" else do(fired, "done")
    assert rulings(fired, "overrun D17") == {"ASL-D7.1"}
    for _ in range(4):
        do(state, "steer left", "done", "steer right", "done")
    assert driving(state).spent == 18 and rulings(state, "overrun D17") == {"ASL-D7.1"}  # 4 MP are left


@pytest.mark.clause("FF-OR7")
def test_of_the_vehicle_notes_only_skirts_and_stabilizers_are_used() -> None:
    assert {id_: row.skirts for id_, row in vehicles.MODEL.items()} == {
        "M4A1": False,
        "StuG IIIG": True,
        "StuH 42": True,
    }
