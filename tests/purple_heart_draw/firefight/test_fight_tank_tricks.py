"""What vehicles do besides driving and shooting: close combat, smoke, Motion attempts; mines under them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from grognard.core.ruling import total
from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.firefight import (
    bolting,
    dispensers,
    tank_close,
    tank_fire,
    tank_melee,
    vehicles,
)
from grognard.games.purple_heart_draw.firefight.arcs import SPINES
from grognard.games.purple_heart_draw.firefight.clouds import smoke_in
from grognard.games.purple_heart_draw.firefight.forces import SCENES, VEHICLE_NUMBER
from grognard.games.purple_heart_draw.firefight.options import Options
from grognard.games.purple_heart_draw.firefight.position import Assault, Dispensing, Driving, Raking, Shell
from grognard.games.purple_heart_draw.firefight.setup import deal
from grognard.games.purple_heart_draw.firefight.streets import houses
from grognard.games.purple_heart_draw.firefight.tank_watch import interdicts
from grognard.games.purple_heart_draw.firefight.terrain import BRIDGE_HEX, FEATURE, MULTI_HEX
from grognard.web.purple_heart_draw_firefight.game_view import shot_page

from .fight import do, fight, kind, listed, rulings, states, where

TANK = {"uv1": "C17 M4A1 NE-SE NE-SE exposed"}
GUN = {"gv1": "C17 StuG NE-SE NE-SE exposed skirts"}
UV1, GV1 = VEHICLE_NUMBER["uv1"], VEHICLE_NUMBER["gv1"]
N = GRID.number
WHOLE = "mission-us-clear"  # the scene of the whole map


def at(step: str, units: Any, tanks: Any = TANK, mover: str = "us", **more: Any) -> Any:
    return fight(units, step, mover, vehicles=tanks, all_found=True, **more)


def quiet(state: Any, side: str = "german") -> Any:
    return do(state, "done") if state.to_move == side else state


def driving(state: Any) -> Driving:
    found = vehicles.driver(state)
    assert found is not None
    return found


# ---------------------------------------------------------------- close combat


@pytest.mark.clause("ASL-A11.62")
@pytest.mark.clause("FF-OR5")
@pytest.mark.parametrize(
    ("tank", "power"),
    [
        ("M4A1 NE-SE NE-SE", 4),
        ("M4A1 NE-SE NE-SE exposed", 8),
        ("StuG NE-SE NE-SE", 0),
        ("StuG NE-SE NE-SE exposed", 2),
        ("M4A1 NE-SE NE-SE motion", 2),
    ],
)
def test_firepower_in_close_combat(tank: str, power: int) -> None:
    assert tank_melee.power(at("close combat", {}, {"uv1": f"C17 {tank}"}), UV1) == power


@pytest.mark.clause("ASL-A11.62")
@pytest.mark.clause("ASL-A11.31")
@pytest.mark.parametrize(("dice", "found"), [("dr 2 3", ""), ("dr 3 3", "2-3-8"), ("dr 3 4", "5-4-8")])
def test_a_tank_attacks_in_close_combat(dice: str, found: str) -> None:
    """8 against 5 is 3-2: below 6 eliminated, at 6 reduced."""
    state = at("close combat", {"g01": "C17 5-4-8"})
    assert listed(state, "rake") == {"rake uv1 g01"}
    do(state, "rake uv1 g01")
    frame = state.stack[-1]
    assert isinstance(frame, Raking) and tank_melee.number(state, frame) == (6, "3-2")
    assert sum(tank_melee.chances(state, frame).values()) == 1
    assert tank_melee.chances(state, frame)["eliminated"] == Fraction(10, 36)
    state.__dict__["viewer"] = "us"
    page = shot_page(state, {})
    assert page is not None and page["need"] == 6
    do(state, "done", dice)
    assert kind(state, "g01") == found


@pytest.mark.clause("ASL-A11.31")
def test_infantry_attacks_first_and_a_vehicle_once() -> None:
    state = at("assaults", {"g01": "C17 5-4-8"}, mover="german")
    assert listed(state, "assail") and state.to_move == "german"
    do(state, "done")
    assert state.to_move == "us" and listed(state, "rake") == {"rake uv1 g01"}
    do(state, "rake uv1 g01", "done", "dr 6 6")
    assert {"cmg_broken", "aamg_broken"} <= states(state, "uv1") and not listed(state, "rake")


@pytest.mark.refuses("ASL-A11.62")
def test_who_is_not_there_is_not_attacked() -> None:
    state = at("close combat", {"g01": "C17 5-4-8", "g02": "D17 5-4-8"})
    assert rulings(state, "rake uv1 g02") == {"ASL-A11.62"}


# ---------------------------------------------------------------- streets


@pytest.mark.clause("ASL-A11.8")
def test_a_street_has_houses_on_both_sides() -> None:
    assert {GRID.name[h] for h in houses(N["L16"])} == {"L17", "M15"} and not houses(N["C17"])
    state = at("assaults", {"g01": "M15 5-4-8"}, {"uv1": "L16 M4A1 NE-SE NE-SE"}, mover="german")
    do(state, "assail g01 L16", "roll 8")
    frame = state.stack[-1]
    assert isinstance(frame, Assault) and frame.street and total(tank_close.modifiers(state, frame)) == -1
    do(state, "done", "dr 1 2")
    assert "wreck" in states(state, "uv1") and where(state, "g01") == "M15"


@pytest.mark.clause("ASL-D7.211")
@pytest.mark.refuses("ASL-D7.211")
def test_reaction_fire_from_a_house() -> None:
    units = {"g01": "M15 5-4-8", "g02": "M15 5-4-8 first"}
    state = do(at("movement", units, {"uv1": "L16 M4A1 NE-SE NE-SE"}), "drive uv1", "start")
    assert listed(state, "assail") == {"assail g01 L16"}
    assert rulings(state, "assail g02 L16") == {"ASL-D7.211"}


# ---------------------------------------------------------------- smoke


@pytest.mark.clause("ASL-D13.2")
@pytest.mark.parametrize(("roll", "smoke"), [("roll 7", 2), ("roll 8", 0)])
def test_an_assault_gun_hides_in_smoke(roll: str, smoke: int) -> None:
    state = at("movement", {"u01": "A15 6-6-6"}, GUN, "german")
    do(state, "drive gv1", "dispense gv1 C17")
    frame = state.stack[-1]
    assert isinstance(frame, Dispensing) and dispensers.chance(state, frame) == Fraction(21, 36)
    do(state, roll)
    assert smoke_in(state, N["C17"]) == smoke and driving(state).spent == (2 if smoke else 0)
    assert "ASL-D13.2" in rulings(quiet(state, "us"), "dispense gv1 C17")


@pytest.mark.clause("ASL-D13.2")
def test_a_sherman_throws_smoke_ahead_while_the_enemy_moves() -> None:
    units = {"g01": "F17 5-4-8", "g02": "E17 5-4-8"}
    state = at("movement", units, {"uv1": "C17 M4A1 NE-SE NE-SE"}, "german")
    do(state, "move g01 F18")
    assert state.to_move == "us" and "dispense uv1 D17" in listed(state, "dispense")
    assert "ASL-D13.2" in rulings(state, "dispense uv1 B17")
    do(state, "dispense uv1 D17")
    assert total(dispensers.modifiers(state, state.stack[-1])) == 1  # buttoned up
    do(state, "roll 4")
    assert smoke_in(state, N["D17"]) == 2 and state.clouds[0][3:] == ("us", 1)
    assert state.step.name == "reaction"


@pytest.mark.clause("ASL-D13.35")
@pytest.mark.refuses("ASL-D13.35")
def test_a_crew_tosses_grenades() -> None:
    state = do(at("movement", {"g01": "P17 5-4-8"}), "drive uv1", "toss uv1", "roll 2")
    assert smoke_in(state, N["C17"]) == 2 and driving(state).spent == 2
    closed = do(at("movement", {}, {"uv1": "C17 M4A1 NE-SE NE-SE"}), "drive uv1")
    assert rulings(closed, "toss uv1") == {"ASL-D13.35"}


@pytest.mark.refuses("ASL-D13.2")
def test_no_smoke_after_fire() -> None:
    state = do(at("movement", {}, {"uv1": TANK["uv1"] + " mg_fired"}), "drive uv1")
    assert rulings(state, "dispense uv1 D17") == {"ASL-D13.2"}


# ---------------------------------------------------------------- Motion attempts


def appearance(vehicle: str) -> Any:
    """A fight in which a squad has just come into the sight of a tank."""
    state = at("movement", {}, {"uv1": vehicle}, "german")
    seen = {h: bolting._sees(state, UV1, h) for h in GRID.name}
    for here in (h for h, can in seen.items() if not can):
        for there in (h for h, can in seen.items() if can and GRID.distance(here, h) == 1):
            units = {"g01": f"{GRID.name[here]} 5-4-8", "g02": f"{GRID.name[here]} 4-4-7"}
            found = at("movement", units, {"uv1": vehicle}, "german")
            if (text := f"move g01 {GRID.name[there]}") in listed(found, "move"):
                do(found, text)
                if found.step.name == "reaction" and where(found, "g01") == GRID.name[there]:
                    return found
    raise AssertionError("nobody comes into sight")


@pytest.mark.clause("ASL-D2.401")
@pytest.mark.parametrize(("roll", "found"), [("roll 1", True), ("roll 6", False)])
def test_a_motion_attempt(roll: str, found: bool) -> None:
    state = appearance(TANK["uv1"])
    assert "bolt uv1" in listed(state, "bolt") and bolting.spent_in_sight(state, UV1) < 6
    do(state, "bolt uv1", roll)
    assert ("motion" in states(state, "uv1")) == found
    if found:
        assert state.step.name == "turn in motion"
        do(state, "steer left", "swing SE-S", "done")
        assert (state.hull[UV1], state.turret[UV1]) == (0, 2)
    assert state.step.name == "reaction" and not listed(state, "bolt")
    assert "bolt uv1" not in listed(appearance(TANK["uv1"] + " first"), "bolt")


@pytest.mark.refuses("ASL-D2.401")
def test_who_sees_the_mover_all_the_time_does_not_bolt() -> None:
    state = do(at("movement", {"g01": "E17 5-4-8", "g02": "F17 5-4-8"}, mover="german"), "move g01 F18")
    assert "ASL-D2.401" in rulings(state, "bolt uv1") and not bolting.can_bolt(state, UV1)


# ---------------------------------------------------------------- mines


@pytest.mark.clause("ASL-B28.42")
@pytest.mark.parametrize(("dice", "stuck"), [("dr 1 1", True), ("dr 6 5", False)])
def test_mines_under_a_tank(dice: str, stuck: bool) -> None:
    mines: list[Any] = [(), ((N["D17"], 6),)]
    state = do(at("movement", {"g01": "P17 5-4-8"}, mines=mines), "drive uv1", "start", "go D17")
    assert state.step.name == "mines under a vehicle" and where(state, "uv1") == "D17"
    do(state, dice)
    assert ("immobilized" in states(state, "uv1")) == stuck
    assert dict(state.mines_found) == {N["D17"]: 6 if stuck else 0}


@pytest.mark.clause("ASL-B28.42")
@pytest.mark.parametrize(("dice", "goal"), [("dr 1 1", "C17"), ("dr 6 5", "D17")])
def test_mines_attack_who_leaves_them(dice: str, goal: str) -> None:
    mines: list[Any] = [(), ((N["C17"], 6),)]
    state = do(at("movement", {"g01": "P17 5-4-8"}, mines=mines), "drive uv1", "start", "go D17")
    assert where(state, "uv1") == "C17"
    do(state, dice)
    while state.to_move == "chance":
        do(state, "roll 2")
    assert where(state, "uv1") == goal and (vehicles.driver(state) is not None) == (goal == "D17")


# ---------------------------------------------------------------- small rules of driving


@pytest.mark.clause("ASL-D2.17")
@pytest.mark.refuses("ASL-D2.17")
def test_delay_is_for_who_has_stopped() -> None:
    state = do(at("movement", {}), "drive uv1", "delay")
    assert driving(state).spent == 2 and rulings(do(state, "start"), "delay") == {"ASL-D2.17"}


@pytest.mark.clause("ASL-D2.18")
@pytest.mark.refuses("ASL-D2.18")
def test_more_mp_than_the_entry_needs() -> None:
    state = at("movement", {})
    assert rulings(do(state, "drive uv1"), "slow") == {"ASL-D2.18"}
    do(state, "start", "slow", "slow", "go D17")
    assert driving(state).spent == 2 + 2 + 4 and driving(state).here == 6 and not driving(state).slow


@pytest.mark.clause("ASL-B6.43")
@pytest.mark.refuses("ASL-B6.43")
def test_the_bridge_takes_one() -> None:
    near = [h for h in GRID.name if GRID.distance(h, BRIDGE_HEX) == 1]
    for hex_ in near:
        spine = SPINES[GRID.direction(hex_, BRIDGE_HEX) % 6]
        tanks = {
            "uv1": f"{GRID.name[hex_]} M4A1 {spine} {spine}",
            "uv2": f"{GRID.name[BRIDGE_HEX]} M4A1 N-NE N-NE wreck",
        }
        state = quiet(do(at("movement", {}, tanks, scene=WHOLE), "drive uv1", "start"))
        if "ASL-D2.11" not in (said := rulings(state, f"go {GRID.name[BRIDGE_HEX]}")):
            assert "ASL-B6.43" in said
            return
    raise AssertionError("no hex leads to the bridge")


@pytest.mark.clause("ASL-B29.1")
def test_there_are_no_roadblocks() -> None:
    assert "roadblock" not in FEATURE.values()


@pytest.mark.clause("ASL-D8.4")
def test_a_bogged_vehicle_stays_a_moving_target() -> None:
    assert vehicles.is_moving_target(at("movement", {}, {"uv1": "C17 M4A1 NE-SE NE-SE bogged entered"}), UV1)
    assert not vehicles.is_moving_target(at("movement", {}, {"uv1": "C17 M4A1 NE-SE NE-SE bogged"}), UV1)


@pytest.mark.clause("ASL-D3.3.opp")
def test_vehicles_do_not_keep_their_fire() -> None:
    state = at("prep fire", {"u01": "C17 6-6-6", "g01": "E17 5-4-8"})
    assert listed(state, "opportunity") <= {"opportunity u01"}


@pytest.mark.clause("ASL-D3.32")
@pytest.mark.clause("ASL-D.6")
@pytest.mark.parametrize(("kept", "may"), [(True, True), (False, False)])
def test_a_gun_that_kept_its_rate_fires_in_the_afph(kept: bool, may: bool) -> None:
    tanks = {"uv1": TANK["uv1"] + ("" if kept else " bounding fired"), "gv1": "E17 StuG SW-NW SW-NW exposed"}
    state = at("advancing fire", {}, tanks)
    assert ("shell uv1 E17" in listed(state, "shell")) == may
    if may:
        do(state, "shell uv1 E17")
        frame = state.stack[-1]
        assert isinstance(frame, Shell) and tank_fire.aims(state, frame) == ["V"]  # never at the crew alone


@pytest.mark.refuses("ASL-D.6")
def test_a_gun_is_not_aimed_at_a_crew() -> None:
    state = do(at("prep fire", {}, {**TANK, "gv1": "E17 StuG SW-NW SW-NW exposed"}), "shell uv1 E17")
    assert rulings(state, "against infantry") == {"ASL-D.6"}


@pytest.mark.clause("ASL-A7.308.none")
@pytest.mark.clause("FF-OR3")
def test_all_vehicles_are_armored() -> None:
    assert all(
        min(row.armor) > 0 and row.crew_morale == 8
        for row in map(vehicles.VEHICLE.get, vehicles.MODEL)
        if row
    )


@pytest.mark.clause("PHD-TM19.ff")
def test_assault_guns_come_with_skirts() -> None:
    state = deal("phd-4", Options())
    kinds = {kind_: states(state, f"gv{n + 1}") for n, kind_ in enumerate(state.vehicle_kind[GV1 : GV1 + 3])}
    assert set(kinds) == {"StuG IIIG", "StuH 42"} and all("skirts" in row for row in kinds.values())


@pytest.mark.clause("FF-OR2")
@pytest.mark.clause("FF-OR6")
def test_readings_of_artillery() -> None:
    state = deal("phd-4", Options())
    assert state.pile[0] != (0, 0) and Options().mist_in_accuracy == "counts"
    assert SCENES["phd-4"].artillery


@pytest.mark.clause("ASL-A10.532.ord")
@pytest.mark.parametrize(
    ("tank", "found"),
    [("exposed", True), ("", False), ("exposed gun_broken bmg_broken cmg_broken aamg_broken", False)],
)
def test_a_crew_that_shows_itself_interdicts(tank: str, found: bool) -> None:
    state = at("rout", {"g01": "E17 5-4-8 broken dm"}, {"uv1": f"C17 M4A1 NE-SE NE-SE {tank}"})
    assert interdicts(state, UV1, N["E17"]) == found
    assert not interdicts(state, UV1, N["A17"])  # behind it


@pytest.mark.clause("PHD-MSR4.ff")
@pytest.mark.parametrize(("dice", "lost"), [("dr 6 5", True), ("dr 5 6", False)])
def test_a_cellar(dice: str, lost: bool) -> None:
    for hex_ in MULTI_HEX:
        for near in (h for h in GRID.name if GRID.distance(h, hex_) == 1 and h not in MULTI_HEX):
            spine = SPINES[GRID.direction(near, hex_) % 6]
            tanks = {"uv1": f"{GRID.name[near]} M4A1 {spine} {spine}"}
            state = quiet(do(at("movement", {}, tanks, scene=WHOLE), "drive uv1", "start"))
            if f"go {GRID.name[hex_]}" in listed(state, "go"):
                do(state, f"go {GRID.name[hex_]}")
                if state.step.name == "bog" and where(state, "uv1") == GRID.name[hex_]:
                    do(state, dice)
                    assert (states(state, "uv1") & {"wreck", "bogged"}) == {"wreck" if lost else "bogged"}
                    return
    raise AssertionError("no way into a large building")
