"""Armor Leaders, and what else than guns strikes vehicles: machine guns, flames, charges, mines."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import grognard
from grognard.core.facts import UNKNOWN
from grognard.core.hexes import members
from grognard.core.ruling import total
from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.firefight import commanders, crews, riddling, torching, vehicles
from grognard.games.purple_heart_draw.firefight.forces import (
    FIRST_GUN,
    GUN,
    NAMES,
    OF_SIDE,
    SCENES,
    UNIT,
    VEHICLE_NUMBER,
)
from grognard.games.purple_heart_draw.firefight.options import Options
from grognard.games.purple_heart_draw.firefight.ordnance import TO_KILL, WRECK
from grognard.games.purple_heart_draw.firefight.tank_fire import hit_modifiers
from grognard.games.purple_heart_draw.firefight.vehicle_mines import mine_chances, mined

from .fight import do, fight, flags, listed, rulings, states, where

UV1, GV1 = VEHICLE_NUMBER["uv1"], VEHICLE_NUMBER["gv1"]


def led(value: str = "9-2") -> list[str]:
    return [value if n == GV1 else "" for n in range(16)]


# ---------------------------------------------------------------- Armor Leaders


@pytest.mark.clause("ASL-D3.4")
@pytest.mark.refuses("ASL-D3.4")
def test_the_armor_leader_of_phd_4_is_placed_in_secret() -> None:
    assert SCENES["phd-4"].forces("none")["german"].commanders == ("8-1",)
    assert SCENES["phd-4"].forces("german")["german"].commanders == ("9-2",)
    state = grognard.load("purple-heart-draw-firefight").new("phd-4", seed=1)
    for unit in members(OF_SIDE["us"]):
        if state.kind[unit]:
            do(
                state,
                next(str(a) for a in state.legal_actions() if str(a).startswith(f"place {NAMES[unit]} ")),
            )
    do(state, "done")
    assert state.step.name == "weapon assignment"
    assert state.commander[GV1] == "8-1" and listed(state, "entrust") == {"entrust gv2", "entrust gv3"}
    do(state, "entrust gv3")
    assert commanders.commander_of(state, VEHICLE_NUMBER["gv3"]) == "8-1" and not state.commander[GV1]
    assert rulings(state, "entrust gv3") == {"ASL-D3.4"} == rulings(state, "entrust uv1")
    assert commanders.commander_of(state.known_to("us"), VEHICLE_NUMBER["gv3"]) == ""


@pytest.mark.clause("ASL-D3.4")
def test_he_helps_the_gun_and_is_seen_then() -> None:
    tanks = {"gv1": "D17 StuG NW-N NW-N exposed", "uv1": "C14 M4A1 NE-SE NE-SE"}
    state = fight({}, "prep fire", mover="german", vehicles=tanks, commander=led(), all_found=True)
    assert commanders.commander_of(state.known_to("us"), GV1) == ""
    do(state, "shell gv1 C14")
    found = [m for m in hit_modifiers(state, state.stack[-1]) if m.clause == "ASL-D3.4"]
    assert [m.amount for m in found] == [-2] and commanders.commander_of(state.known_to("us"), GV1) == "9-2"


@pytest.mark.clause("ASL-D3.4")
def test_the_crew_has_his_morale_and_takes_him_along() -> None:
    tanks = {"gv1": "D17 StuG NW-N NW-N exposed"}
    state = fight({}, "prep fire", mover="german", vehicles=tanks, commander=led(), all_found=True)
    assert vehicles.armored(state, GV1).crew_morale == 9
    crews.suffer_kill(state, GV1, WRECK)
    state.run()
    do(state, "roll 4")  # the crew gets out
    out = {state.kind[u] for u in range(len(UNIT)) if state.at[u] == GRID.number["D17"]}
    assert out == {"1-2-7", "9-2"} and not state.commander[GV1]


@pytest.mark.clause("ASL-D3.4")
@pytest.mark.parametrize(("value", "free"), [("9-2", True), ("", False)])
def test_he_frees_a_bogged_vehicle_sooner(value: str, free: bool) -> None:
    tanks = {"gv1": "D17 StuG NW-N NW-N bogged"}
    state = fight({}, "movement", mover="german", vehicles=tanks, commander=led(value), all_found=True)
    do(state, "drive gv1", "unbog", "dr 5 1")
    assert ("bogged" not in states(state, "gv1")) == free


# ---------------------------------------------------------------- machine guns


def mg(at: str = "prep fire", tank: str = "D17 StuG NE-SE NE-SE exposed", **more: Any) -> Any:
    units = {"u01": "D18 6-6-6", "u02": "C14 6-6-6"}
    return fight(
        units,
        at,
        vehicles={"gv1": tank},
        guns={"umg1": "MMG u01", "umg2": "HMG50 u02"},
        all_found=True,
        **more,
    )


@pytest.mark.clause("ASL-A9.61")
def test_a_machine_gun_at_the_rear_of_an_assault_gun() -> None:
    state = mg()
    assert listed(state, "riddle") == {"riddle umg1 D17", "riddle umg2 D17"}
    frame = riddling.new_riddling(state, "prep", FIRST_GUN + GUN["umg1"], GRID.number["D17"])
    # D18 lies behind a StuG that points north-east and south-east: 4, at one hex +2, side armor 3
    number = riddling.number_to_kill(state, frame, (2, 2))
    assert number in (3, 4)
    odds = riddling.chances(state, frame)
    assert sum(odds.values()) == 1 and 0 < odds[riddling.STUN] < Fraction(1, 8)


@pytest.mark.clause("ASL-A9.61")
def test_its_number_itself_stuns_the_crew() -> None:
    state = do(mg(), "riddle umg1 D17", "done")
    frame = state.stack[-1]
    number = riddling.number_to_kill(state, frame, (2, 2))
    do(state, "dr 2 2", f"dr {number - 2} 2" if number > 3 else "dr 1 2")
    assert "stunned" in states(state, "gv1")
    assert total(riddling.modifiers(mg(), frame)) <= 1


@pytest.mark.clause("ASL-A9.61")
@pytest.mark.refuses("ASL-A9.61")
def test_a_machine_gun_that_is_hampered_does_not() -> None:
    state = mg(mover="german", at="final fire", gun_flags=[0, 0, 0, 0, 0, 0, 4])  # a First Fire marker
    assert "ASL-A9.61" in rulings(state, "riddle umg1 D17") and "riddle umg2 D17" in listed(state, "riddle")
    far = fight(
        {"u01": "C13 6-6-6"},
        vehicles={"gv1": "D17 StuG NE-SE NE-SE", "gv2": "K19 StuG NE-SE NE-SE"},
        guns={"umg1": "MMG u01"},
        all_found=True,
    )
    assert rulings(far, "riddle umg1 K19") == {"ASL-A9.61"} and rulings(far, "riddle umg1 D18") == {
        "ASL-A9.61"
    }


# ---------------------------------------------------------------- flames and charges


def engineers(
    at: str = "prep fire", tank: str = "D17 M4A1 NE-SE NE-SE", weapon: str = "FT", **more: Any
) -> Any:
    return fight(
        {"g01": "D18 8-3-8"},
        at,
        "german",
        {"gmg1": f"{weapon} g01"},
        vehicles={"uv1": tank},
        all_found=True,
        **more,
    )


@pytest.mark.clause("ASL-C7.344")
@pytest.mark.clause("FF-OR8")
@pytest.mark.parametrize(("dice", "state_"), [("dr 4 4", {"wreck", "burning"}), ("dr 5 4", {"wreck"})])
def test_a_flamethrower_at_the_rear_of_a_tank(dice: str, state_: set[str]) -> None:
    state = engineers(tank="D17 M4A1 NW-N NW-N")
    assert listed(state, "torch") == {"torch g01 D17"}
    do(state, "torch g01 D17")
    frame = state.stack[-1]
    assert torching.number(state, frame) == 9  # 8, and 1 for the rear
    assert torching.chances(state, frame)["burning wreck"] == Fraction(26, 36)
    do(state, "done", dice)
    assert state_ <= states(state, "uv1")


@pytest.mark.clause("ASL-C7.344")
@pytest.mark.refuses("ASL-C7.344")
def test_flames_reach_two_hexes() -> None:
    state = engineers(tank="D17 M4A1 NE-SE NE-SE exposed")
    assert torching.number(state, torching.new_torching(state, "prep", UNIT["g01"], GRID.number["D17"])) == 9
    far = fight(
        {"g01": "E16 8-3-8", "g02": "C14 8-3-8"},
        "prep fire",
        "german",
        {"gmg1": "FT g01", "gmg2": "FT g02"},
        vehicles={"uv1": "D17 M4A1 NE-SE NE-SE"},
        all_found=True,
    )
    assert "torch g01 D17" in listed(far, "torch")
    assert rulings(far, "torch g02 D17") == {"ASL-C7.344"} == rulings(far, "torch g01 D18")


@pytest.mark.clause("ASL-C7.346")
@pytest.mark.clause("ASL-C7.12")
def test_a_charge_is_thrown_at_a_tank() -> None:
    state = engineers(weapon="DC", tank="D17 M4A1 NW-N NW-N")
    do(state, "throw g01 D17")
    frame = state.stack[-1]
    assert total(torching.position_modifiers(state, frame)) == 1  # thrown +2, rear -1
    assert sum(torching.charge_chances(state, frame).values()) == 1
    assert torching.kill_number(state, frame, (2, 2)) == 14  # optimal: aerial armor 2
    assert torching.kill_number(state, frame, (4, 3)) == 16 - 4 and torching.placed(8) == "successful"
    do(state, "dr 2 2", "dr 6 4")
    assert "wreck" in states(state, "uv1")


@pytest.mark.clause("ASL-C7.346")
def test_a_charge_in_a_poor_position_does_nothing_to_armor() -> None:
    state = do(engineers(weapon="DC"), "throw g01 D17", "dr 5 4")
    if state.to_move == "chance" and "to kill" in state.purpose:
        do(state, "dr 2 1")
    assert not states(state, "uv1") & {"wreck", "immobilized"}


@pytest.mark.clause("ASL-C7.12")
@pytest.mark.clause("FF-OR4")
def test_aerial_armor() -> None:
    tanks = {"uv1": "D17 M4A1 NE-SE NE-SE", "gv1": "C14 StuG NE-SE NE-SE"}
    assert (
        vehicles.aerial(fight({}, vehicles=tanks), UV1)
        == 2
        == vehicles.aerial(fight({}, vehicles=tanks), GV1)
    )
    other = fight({}, vehicles=tanks, options=Options(aerial_af_of_4="3"))
    assert (vehicles.aerial(other, UV1), vehicles.aerial(other, GV1)) == (3, 2)
    assert TO_KILL["flame"]["tk"] == 8 and TO_KILL["charge"]["tk"] == 16


# ---------------------------------------------------------------- mines


@pytest.mark.clause("ASL-B28.51")
def test_anti_tank_mines() -> None:
    mines = [(), ((GRID.number["D17"], 3),)]
    state = fight({}, "movement", vehicles={"uv1": "C17 M4A1 NE-SE NE-SE"}, all_found=True, at_mines=mines)
    assert state.known_to("us").at_mines[1] is UNKNOWN  # their owner knows them
    do(state, "drive uv1", "start", "go D17", "roll 4")
    assert "immobilized" not in states(state, "uv1") and state.at_mines_found == (GRID.number["D17"],)
    do(state, "start") if "start" in {str(a) for a in state.legal_actions()} else None
    do(state, "go E17", "roll 3", "dr 6 5")  # they attack again as it leaves
    assert "immobilized" in states(state, "uv1") and where(state, "uv1") == "D17"
    do(state, "roll 8")  # the crew stays
    assert sum(mine_chances(state, UV1).values()) == 1 and mined(2, 0) == "burning wreck"


@pytest.mark.clause("ASL-B28.51")
def test_anti_tank_mines_under_riders() -> None:
    mines = [(), ((GRID.number["D17"], 5),)]
    state = fight(
        {"u01": "C17 6-6-6"},
        "movement",
        vehicles={"uv1": "C17 M4A1 NE-SE NE-SE"},
        all_found=True,
        at_mines=mines,
        riders=[(UNIT["u01"],)],
    )
    do(state, "drive uv1", "start", "go D17", "roll 5", "dr 4 3")
    while state.to_move == "chance":
        do(state, "roll 8")
    assert "immobilized" in states(state, "uv1") and not state.riding and "ti" in flags(state, "u01")
