"""Fire of tanks and assault guns, fire at them, and what becomes of their crews."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from grognard.core.ruling import total
from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.firefight import ordnance, tank_fire, tank_guns, vehicles
from grognard.games.purple_heart_draw.firefight.forces import VEHICLE_NUMBER
from grognard.games.purple_heart_draw.firefight.position import Burst, Shell
from grognard.games.purple_heart_draw.firefight.tank_odds import shell_chances
from grognard.web.purple_heart_draw_firefight.game_view import fire_page, shot_page, stacks
from tests.refusals import refused_by

from .fight import do, fight, listed, rulings, states, where

UV1, GV1 = VEHICLE_NUMBER["uv1"], VEHICLE_NUMBER["gv1"]
DUEL = {"uv1": "C17 M4A1 NE-SE NE-SE exposed", "gv1": "E17 StuG SW-NW SW-NW exposed skirts"}
SHERMAN = {"uv1": DUEL["uv1"]}


def battle(tanks: Any = DUEL, units: Any = None, at: str = "prep fire", **more: Any) -> Any:
    return fight(units or {}, at, vehicles=tanks, all_found=True, **more)


def shell(state: Any) -> Shell:
    found = state.stack[-1]
    assert isinstance(found, Shell)
    return found


def drms(state: Any) -> dict[str, int]:
    return {m.clause: m.amount for m in tank_fire.hit_modifiers(state, shell(state))}


# ---------------------------------------------------------------- to hit


@pytest.mark.clause("FF-O9")
@pytest.mark.clause("ASL-C6.7")
def test_a_duel_before_the_dice() -> None:
    """ASL-C3.3: at 2 hexes 10 to hit; small target +1, point blank -1; all results together are certain."""
    state = do(battle(), "shell uv1 E17")
    assert tank_fire.number_to_hit(state, shell(state)) == 10
    assert drms(state) == {"ASL-C6.7": 1, "ASL-C6.3": -1}
    odds = shell_chances(state, shell(state))
    assert sum(odds.results.values()) == 1 and odds.results["miss"] == Fraction(1, 12)  # 11 and 12
    page = shot_page(view(state, "us"), {})
    assert page is not None and page["need"] == 10 and shot_page(view(state, "german"), {}) is None


def view(state: Any, side: str) -> Any:
    return state.seen_by(side) if hasattr(state, "seen_by") else _viewed(state, side)


def _viewed(state: Any, side: str) -> Any:
    state.__dict__["viewer"] = side
    return state


@pytest.mark.clause("ASL-C7.1")
@pytest.mark.clause("ASL-D10.1")
@pytest.mark.clause("ASL-D5.6")
@pytest.mark.clause("ASL-D5.1")
@pytest.mark.clause("ASL-A26.22")
@pytest.mark.parametrize(("roll", "points", "crews"), [("roll 4", 4, 1), ("roll 5", 6, 0)])
def test_a_wreck_and_its_crew(roll: str, points: int, crews: int) -> None:
    state = do(battle(), "shell uv1 E17", "done", "dr 2 3")
    assert "turret" in state.purpose and "to kill 6" in state.purpose  # 14 less 8 in front
    do(state, "dr 3 2", roll)
    assert states(state, "gv1") == {"wreck"} and state.hull[GV1] == 4
    assert state.points == [points, 0] and state.kind.count("1-2-7") == crews
    assert len(state.bailed) == crews


@pytest.mark.clause("ASL-C7.6")
def test_a_burning_wreck() -> None:
    state = do(battle(), "shell uv1 E17", "done", "dr 2 3", "dr 1 2")
    assert states(state, "gv1") == {"wreck", "burning"} and state.points == [6, 0]


@pytest.mark.clause("ASL-C7.7")
@pytest.mark.clause("ASL-C7.5")
@pytest.mark.clause("ASL-D5.5")
@pytest.mark.parametrize(("roll", "left"), [("roll 8", False), ("roll 9", True)])
def test_an_immobilized_gun_and_its_crew(roll: str, left: bool) -> None:
    tanks = {**DUEL, "gv1": "E17 StuG SW-NW SW-NW skirts"}
    state = do(battle(tanks), "shell uv1 E17", "done", "dr 3 2", "dr 3 3", roll)  # hull, 6 to kill
    assert "immobilized" in states(state, "gv1") and ("abandoned" in states(state, "gv1")) == left
    assert state.kind.count("1-2-7") == left


@pytest.mark.clause("ASL-C7.42")
@pytest.mark.parametrize(("first", "second", "found"), [(2, 0, "ready"), (3, 3, "ready"), (3, 4, "wreck")])
def test_a_shock_and_the_dice_after_it(first: int, second: int, found: str) -> None:
    tanks = {**DUEL, "gv1": "E17 StuG SW-NW SW-NW skirts", "uv1": "C17 M4A1 NE-SE NE-SE"}
    state = do(battle(tanks), "shell uv1 E17", "done", "dr 1 2", "dr 3 3")
    assert "shocked" in states(state, "gv1") and not vehicles.is_active(state, GV1)
    _to_chance(state, "shock")
    do(state, f"roll {first}")
    if second:
        assert "unknown" in states(state, "gv1")
        _to_chance(state, "shock")
        do(state, f"roll {second}")
    assert vehicles.is_active(state, GV1) == (found == "ready") and ("wreck" in states(state, "gv1")) != (
        found == "ready"
    )


def _to_chance(state: Any, name: str) -> None:
    for _ in range(40):
        if state.step.name == name:
            return
        do(state, "done") if state.to_move != "chance" else state.roll()
    raise AssertionError(state.step.name)


@pytest.mark.clause("ASL-C7.41")
def test_a_possible_shock() -> None:
    tanks = {**DUEL, "gv1": "E17 StuG SW-NW SW-NW skirts"}
    state = do(battle(tanks), "shell uv1 E17", "done", "dr 1 2", "dr 3 4")  # one above the number to kill
    assert "stands the shock: 8 or less" in state.purpose
    assert "shocked" in states(do(state, "roll 9"), "gv1")


@pytest.mark.clause("ASL-D.8")
def test_collateral_strikes_a_crew_that_shows_itself() -> None:
    state = do(battle(), "shell uv1 E17", "load HE", "done", "dr 2 3", "dr 4 1")  # 12 FP, 5 and 2: 1MC
    while state.to_move == "chance":
        assert "crew" in state.purpose
        do(state, "roll 12")
    assert {"stunned", "recalled"} & states(state, "gv1")


@pytest.mark.clause("ASL-D4.21")
@pytest.mark.clause("ASL-B9.6.afv")
def test_a_wall_makes_hull_down() -> None:
    tanks = {"uv1": "J15 M4A1 SE-S SE-S exposed", "gv1": "J17 StuG NW-N NW-N"}  # the wall J15-J16
    state = do(battle(tanks), "shell uv1 J17")
    assert not tank_fire.is_hull_down(state, shell(state))  # not a wall of its own hex
    tanks = {"uv1": "J17 M4A1 NW-N NW-N exposed", "gv1": "J15 StuG SE-S SE-S"}
    state = do(battle(tanks), "shell uv1 J15")
    assert tank_fire.is_hull_down(state, shell(state))
    do(state, "done", "dr 3 2")  # the colored die is higher: the hull, behind the wall
    assert state.step.name != "to kill" and states(state, "gv1") == set()


@pytest.mark.clause("ASL-C5.1")
@pytest.mark.clause("ASL-C5.11")
def test_turret_and_hull_turn_for_a_shot() -> None:
    state = do(battle({**DUEL, "uv1": "C17 M4A1 SW-NW SW-NW exposed"}), "shell uv1 E17")
    assert (state.hull[UV1], state.turret[UV1]) == (4, 1) and drms(state)["ASL-C5.1"] == 3
    tanks = {**DUEL, "gv1": "E17 StuG NE-SE NE-SE exposed"}
    state = do(battle(tanks, mover="german"), "shell gv1 C17")
    assert state.hull[GV1] == 4 and drms(state)["ASL-C5.1"] == 5
    tanks["gv1"] += " immobilized"
    assert not tank_fire.can_point(battle(tanks, mover="german"), "prep", GV1, GRID.number["C17"])


@pytest.mark.clause("ASL-C2.24")
@pytest.mark.clause("FF-O1")
@pytest.mark.clause("ASL-D.3")
@pytest.mark.clause("ASL-C6.5")
def test_rate_of_fire_and_acquisition() -> None:
    state = do(battle(), "shell uv1 E17", "done", "dr 1 6", "dr 6 6")  # a dud
    assert states(state, "uv1") >= {"prep"} and "fired" not in states(state, "uv1")
    assert state.tracked == ((UV1, GV1, GRID.number["E17"], 1),)
    assert any("has acquired" in row["title"] for row in stacks(state)["E17"])
    do(state, "shell uv1 E17")
    assert drms(state)["ASL-C6.5"] == -1
    do(state, "done", "dr 6 6")
    assert {"fired", "gun_broken"} <= states(state, "uv1") and not state.tracked
    assert not listed(state, "shell")


@pytest.mark.clause("ASL-D3.7")
@pytest.mark.parametrize(("die", "found"), [(1, set()), (2, {"gun_broken"}), (6, {"recalled"})])
def test_a_crew_repairs_its_gun(die: int, found: set[str]) -> None:
    state = battle({"uv1": "C17 M4A1 NE-SE NE-SE gun_broken"}, at="vehicle repair")
    do(state, "mend uv1", f"roll {die}")
    assert states(state, "uv1") & {"gun_broken", "left", "recalled"} == found  # disabled, it is recalled


@pytest.mark.clause("ASL-C8.9")
@pytest.mark.clause("ASL-C8.1")
@pytest.mark.parametrize(
    ("dice", "fired", "gone"), [("dr 1 3", True, ""), ("dr 2 3", True, "APCR"), ("dr 3 3", False, "APCR")]
)
def test_special_ammunition_runs_out(dice: str, fired: bool, gone: str) -> None:
    state = do(battle(mover="german"), "shell gv1 C17", "load APCR")
    odds = shell_chances(state, shell(state)).results
    assert sum(odds.values()) == 1 and odds["no such ammunition"] == Fraction(25, 36)  # 6 to 11
    do(state, "done", dice)
    assert state.spent_ammo[GV1] == gone and ("prep" in states(state, "gv1")) == fired


@pytest.mark.clause("ASL-D11.2")
def test_skirts_count_the_lower_die_twice() -> None:
    """A bazooka at the side of a StuG: 16 - 3 = 13 to kill; 9 and its lower die 4 make 13."""
    tanks = {"gv1": "C17 StuG SE-S SE-S skirts"}
    units = {"u01": "D17 6-6-6"}
    state = do(
        battle(tanks, units, guns={"umg1": "BAZ44 u01"}), "engage umg1 C17", "done", "dr 3 2", "dr 4 5"
    )
    assert "immobilized" in states(state, "gv1")
    tanks = {"gv1": "C17 StuG SE-S SE-S"}
    state = do(
        battle(tanks, units, guns={"umg1": "BAZ44 u01"}), "engage umg1 C17", "done", "dr 3 2", "dr 4 5"
    )
    assert "wreck" in states(state, "gv1")


# ---------------------------------------------------------------- on the move


@pytest.mark.clause("ASL-C6.1")
@pytest.mark.clause("ASL-C6.11")
@pytest.mark.clause("ASL-C6.12")
@pytest.mark.clause("ASL-C6.15")
def test_a_moving_target() -> None:
    state = do(battle(at="movement"), "drive uv1", "start", "shell gv1 C17")
    assert "ASL-C6.1" not in drms(state)  # to start is no movement
    state = do(battle(at="movement"), "drive uv1", "start", "done", "go D17", "shell gv1 D17")
    assert drms(state)["ASL-C6.1"] == 2  # in sight since before it moved
    hidden = {"uv1": "G9 M4A1 NW-N NW-N exposed motion", "gv1": "G6 StuG SE-S SE-S exposed"}
    state = do(battle(hidden, at="movement"), "drive uv1")
    assert tank_fire.in_sight_for(state, UV1, tank_fire.vehicle_stand(state, GV1)) is None


@pytest.mark.clause("ASL-C5.3")
@pytest.mark.clause("ASL-C5.33")
@pytest.mark.clause("ASL-C5.35")
@pytest.mark.clause("ASL-D3.3")
@pytest.mark.clause("ASL-C6.55")
def test_bounding_fire_is_unsteady() -> None:
    tanks = {**DUEL, "gv1": "E17 StuG SW-NW SW-NW shocked"}
    state = do(battle(tanks, at="movement"), "drive uv1", "start", "shell uv1 E17")
    assert drms(state) == {"ASL-C5.3": 4, "ASL-C6.7": 1} and tank_fire.is_unsteady(state, shell(state))
    need = tank_fire.number_to_hit(state, shell(state))
    odds = shell_chances(state, shell(state))
    sure = sum(1 for a in range(1, 7) for b in range(1, 7) if a + b + min(a, b) + 5 <= need)
    assert sure == 5 and odds.hits["hit"] + odds.hits["critical hit"] == Fraction(sure, 36)
    do(state, "done", "dr 1 6")  # it keeps its rate, and must move on first
    assert not state.tracked and rulings(state, "shell uv1 E17") == {"ASL-D3.3"}
    do(state, "stop")
    assert listed(state, "shell") == {"shell uv1 E17"}


@pytest.mark.clause("ASL-C5.2")
def test_advancing_fire() -> None:
    state = do(battle(at="advancing fire"), "shell uv1 E17")
    assert drms(state)["ASL-C5.2"] == 2
    state = do(battle({**DUEL, "uv1": DUEL["uv1"] + " entered"}, at="advancing fire"), "shell uv1 E17")
    assert drms(state)["ASL-C5.3"] == 4


@pytest.mark.clause("ASL-C5.6")
@pytest.mark.clause("ASL-C2.241")
def test_intensive_fire() -> None:
    tanks = {**DUEL, "gv1": DUEL["gv1"] + " first"}
    state = do(battle(tanks, at="movement"), "drive uv1", "start", "shell gv1 C17")
    assert drms(state)["ASL-C5.6"] == 2
    do(state, "done", "done", "dr 4 6")
    assert {"final", "gun_broken"} <= states(state, "gv1") and not listed(state, "shell")


# ---------------------------------------------------------------- at Infantry


@pytest.mark.clause("ASL-C3.32")
@pytest.mark.clause("ASL-C6.52")
@pytest.mark.clause("ASL-C6.57")
def test_a_shell_at_infantry() -> None:
    state = do(battle(SHERMAN, {"g01": "E17 5-4-8"}), "shell uv1 E17")
    assert shell(state).aim == "I" and shell(state).ammo == "HE"
    odds = shell_chances(state, shell(state))
    assert sum(odds.results.values()) == 1
    do(state, "done", "dr 2 4", "dr 1 1")  # 12 FP, 2: KIA
    assert state.tracked == ((UV1, -1, GRID.number["E17"], 1),)
    assert not where(state, "g01")
    concealed = do(battle(SHERMAN, {"g01": "E17 5-4-8 concealed"}), "shell uv1 E17", "done", "dr 2 5")
    assert not concealed.tracked


@pytest.mark.clause("ASL-C3.33")
def test_fire_at_a_hex_has_half_the_power() -> None:
    state = do(battle(SHERMAN, {"g01": "E17 5-4-8"}), "shell uv1 E17", "against area")
    gun = vehicles.main_gun(state, UV1)
    assert tank_fire.power(gun, shell(state).aim, "HE") == 6 and gun.he == 12
    assert tank_fire.power(ordnance.WEAPONS["105"], "I", "HEAT") == 16


@pytest.mark.clause("ASL-D3.5")
@pytest.mark.clause("ASL-D1.8")
@pytest.mark.clause("ASL-D3.52")
@pytest.mark.clause("ASL-D3.31")
@pytest.mark.clause("ASL-D3.51")
def test_machine_guns() -> None:
    units = {"g01": "E17 5-4-8"}
    state = do(battle(SHERMAN, units), "strafe uv1 E17")
    burst = state.stack[-1]
    assert isinstance(burst, Burst) and tank_guns.firepower(state, burst) == 10
    page = fire_page(view(state, "us"), {})
    assert (
        page is not None
        and page["firepower"] == 10
        and sum(r["chance"] for r in page["results"]) == pytest.approx(1)
    )
    do(state, "done", "dr 6 6")
    assert {"mg_fired", "bmg_broken", "cmg_broken", "aamg_broken", "prep"} <= states(state, "uv1")
    closed = do(battle({"uv1": "C17 M4A1 NE-SE NE-SE"}, units), "strafe uv1 E17")
    assert tank_guns.firepower(closed, closed.stack[-1]) == 6  # nobody at the roof gun
    turned = do(battle({"uv1": "C17 M4A1 SW-NW SW-NW"}, units), "strafe uv1 E17")
    assert tank_guns.firepower(turned, turned.stack[-1]) == 4 and turned.turret[UV1] == 1
    assert total(tank_guns.modifiers(turned, turned.stack[-1])) == 3 + total(
        tank_fire.infantry_view(turned, UV1, "us", GRID.number["E17"])
    )
    assault = battle({"gv1": "C17 StuG SW-NW SW-NW exposed"}, {"u01": "E17 6-6-6"}, mover="german")
    assert not listed(assault, "strafe")
    rolling = do(
        battle({"uv1": "C17 M4A1 NE-SE NE-SE"}, {"g01": "E17 5-4-8 broken"}, at="movement"),
        "drive uv1",
        "start",
    )
    while state_is_german(rolling):
        do(rolling, "done")
    do(rolling, "strafe uv1 E17")
    assert tank_guns.firepower(rolling, rolling.stack[-1]) == Fraction(6, 4)


def state_is_german(state: Any) -> bool:
    return bool(state.to_move == "german")


@pytest.mark.clause("ASL-A5.2")
def test_two_tanks_in_a_hex_hinder_each_other() -> None:
    tanks = {**DUEL, "uv2": "C17 M4A1 NE-SE NE-SE exposed"}
    assert drms(do(battle(tanks), "shell uv1 E17"))["ASL-A5.2"] == 1


@pytest.mark.clause("ASL-C5.9")
def test_a_closed_hatch_hampers_the_gun() -> None:
    assert drms(do(battle({**DUEL, "uv1": "C17 M4A1 NE-SE NE-SE"}), "shell uv1 E17"))["ASL-C5.9"] == 1


# ---------------------------------------------------------------- Panzerfaust


@pytest.mark.clause("ASL-C13.31")
def test_a_panzerfaust_at_a_tank() -> None:
    """Against a vehicle a squad finds one with a 3."""
    units = {"g01": "D17 5-4-8"}
    state = do(battle(SHERMAN, units, mover="german", fausts=[0, 3]), "engage g01 C17")
    odds = shell_chances(state, shell(state))
    assert odds.check == Fraction(1, 2) and sum(odds.results.values()) == 1
    do(state, "done", "roll 3")
    assert state.fausts == [0, 2] and state.step.name == "to hit"
    do(state, "dr 1 2", "dr 3 3")
    assert states(state, "uv1") == {"wreck", "burning"}


# ---------------------------------------------------------------- refusals

REFUSED = [
    refused_by(
        "ASL-D.3",
        {"uv1": "C17 M4A1 NE-SE NE-SE gun_broken", "uv2": "C16 M4A1 SE-S SE-S", "gv1": DUEL["gv1"]},
        {},
        "shell uv1 E17",
    ),
    refused_by(
        "ASL-D3.3",
        {**DUEL, "uv1": DUEL["uv1"] + " motion", "uv2": "D17 M4A1 NE-SE NE-SE"},
        {},
        "shell uv1 E17",
    ),
    refused_by(
        "ASL-D3.31",
        {**SHERMAN, "uv1": DUEL["uv1"] + " motion", "uv2": "D17 M4A1 NE-SE NE-SE"},
        {"g01": "E17 5-4-8"},
        "strafe uv1 E17",
    ),
    refused_by(
        "ASL-D3.5",
        {"uv1": DUEL["uv1"] + " mg_fired", "uv2": "D17 M4A1 NE-SE NE-SE"},
        {"g01": "E17 5-4-8"},
        "strafe uv1 E17",
    ),
    refused_by(
        "ASL-D1.8",
        {"uv1": "C17 M4A1 NE-SE NE-SE bmg_broken cmg_broken", "uv2": "D17 M4A1 NE-SE NE-SE"},
        {"g01": "E17 5-4-8"},
        "strafe uv1 E17",
    ),
    refused_by(
        "ASL-A11.7",
        {**SHERMAN, "uv2": "D17 M4A1 NE-SE NE-SE"},
        {"g01": "E17 5-4-8", "g02": "C17 5-4-8"},
        "shell uv1 E17",
    ),
    refused_by(
        "ASL-C13.1",
        {**DUEL, "gv1": "E17 StuG SW-NW SW-NW"},
        {"u01": "A15 6-6-6", "u02": "D17 6-6-6"},
        "engage umg1 E17",
    ),
]


@pytest.mark.parametrize(("clause", "tanks", "units", "text"), REFUSED)
def test_what_is_refused(clause: str, tanks: Any, units: Any, text: str) -> None:
    guns = {"umg1": "BAZ44 u01", "umg2": "BAZ44 u02"} if "u01" in units else None
    assert rulings(battle(tanks, units, guns=guns), text) == {clause}


@pytest.mark.refuses("ASL-C2.241")
def test_intensive_fire_is_for_the_next_hex_in_the_defensive_fire_phase() -> None:
    tanks = {**DUEL, "gv1": DUEL["gv1"] + " first", "gv2": "F16 StuG SW-NW SW-NW"}
    state = battle(tanks, {"u01": "D18 6-6-6"}, at="final fire")
    assert rulings(state, "shell gv1 C17") == {"ASL-C2.241"} and "shell gv1 D18" in listed(state, "shell")


@pytest.mark.refuses("ASL-C5.13")
def test_a_tank_on_its_way_fires_inside_its_arc() -> None:
    tanks = {**DUEL, "uv1": "C17 M4A1 SW-NW SW-NW", "gv1": "E17 StuG SW-NW SW-NW shocked"}
    state = do(battle(tanks, at="movement"), "drive uv1", "start")
    assert rulings(state, "shell uv1 E17") == {"ASL-C5.13"}


@pytest.mark.refuses("ASL-C8.1")
@pytest.mark.refuses("FF-O9")
def test_what_a_shot_cannot_be() -> None:
    state = do(battle(), "shell uv1 E17")
    assert rulings(state, "load HEAT") == {"ASL-C8.1"} and rulings(state, "against infantry") == {"ASL-D.6"}
    assert rulings(state, "target gv2") == {"FF-O9"}


@pytest.mark.clause("ASL-D3.7")
@pytest.mark.parametrize(("die", "found"), [(1, set()), (4, {"gun_broken"})])
def test_the_other_side_repairs_in_the_same_rally_phase(die: int, found: set[str]) -> None:
    tanks = {"gv1": "C17 StuG NE-SE NE-SE gun_broken", "gv2": "D17 StuG NE-SE NE-SE gun_broken shocked"}
    state = battle(tanks, at="defender's rally")
    assert state.to_move == "german" and listed(state, "mend") == {"mend gv1"}
    assert rulings(state, "mend gv2") == {"ASL-D3.7"}
    do(state, "mend gv1", f"roll {die}")
    assert states(state, "gv1") & {"gun_broken"} == found and not listed(state, "mend")


@pytest.mark.refuses("ASL-D3.7")
def test_nothing_to_repair() -> None:
    tanks = {**SHERMAN, "uv2": "D17 M4A1 NE-SE NE-SE gun_broken"}
    assert rulings(battle(tanks, at="vehicle repair"), "mend uv1") == {"ASL-D3.7"}


@pytest.mark.clause("ASL-C2.6")
def test_too_steep() -> None:
    state = battle({"uv1": "I8 M4A1 SE-S SE-S"}, {"g01": "I9 5-4-8"})
    assert not tank_fire.reaches(state, UV1, GRID.number["I9"])  # two levels down in the next hex


# ---------------------------------------------------------------- a crowded Location

PAIR = DUEL | {"gv2": "E17 StuG SW-NW SW-NW exposed"}


@pytest.mark.clause("ASL-A5.132")
def test_a_shot_that_misses_by_little_strikes_the_other_vehicle() -> None:
    """10 to hit: 11 misses by 1, less than two vehicles; a die of 1 strikes, 2 does not; 12 misses by 2."""
    state = do(battle(PAIR), "shell uv1 E17", "done", "dr 5 6")
    assert state.to_move == "chance" and state.step.name == "stray shot"
    do(state, "roll 1")
    assert shell(state).target == VEHICLE_NUMBER["gv2"] and "gv2" in state.purpose
    missed = do(battle(PAIR), "shell uv1 E17", "done", "dr 5 6", "roll 2")
    assert not any(isinstance(frame, Shell) for frame in missed.stack)
    far = do(battle(PAIR), "shell uv1 E17", "done", "dr 6 6")
    assert far.step.name != "stray shot"
    alone = do(battle(), "shell uv1 E17", "done", "dr 5 6")
    assert alone.step.name != "stray shot"


@pytest.mark.clause("ASL-A5.132", "ASL-A.9")
def test_of_several_vehicles_a_die_each_decides() -> None:
    state = do(battle(PAIR | {"gv3": "E17 StuG SW-NW SW-NW exposed"}), "shell uv1 E17", "done")
    do(state, "dr 5 6", "roll 2")
    assert {action.face: weight for action, weight in state.chance_outcomes()} == {
        n: Fraction(1, 2) for n in (1, 2)
    }
    do(state, "roll 2")
    assert shell(state).target == VEHICLE_NUMBER["gv3"]


@pytest.mark.clause("ASL-A5.132")
def test_a_weapon_that_its_shot_removes_may_strike_the_other_vehicle() -> None:
    """An 11 removes the Panzerschreck (ASL-C13.4); with 9 to hit, -1 for the size, it also misses by 1."""
    pair = {"uv1": "E17 M4A1 NE-SE NE-SE", "uv2": "E17 M4A1 NE-SE NE-SE"}
    state = battle(pair, {"g01": "D17 5-4-8"}, mover="german", guns={"gmg1": "PSK g01"})
    do(state, "engage gmg1 E17", "done", "dr 5 6")
    assert "PSK" not in state.gun_kind and state.step.name == "stray shot"
    do(state, "roll 1")
    assert shell(state).target == VEHICLE_NUMBER["uv2"]
