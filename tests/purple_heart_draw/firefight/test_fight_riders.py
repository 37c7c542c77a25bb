"""Infantry on tanks: how it gets on and off, what it fires, what it fears."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.core.hexes import OFF
from grognard.core.notation import read_position, to_toml
from grognard.core.ruling import IllegalAction
from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.firefight import crews, notation, riders, vehicles
from grognard.games.purple_heart_draw.firefight.forces import GUN, UNIT, VEHICLE_NUMBER
from grognard.games.purple_heart_draw.firefight.odds import chances
from grognard.games.purple_heart_draw.firefight.ordnance import BURNS, WRECK
from grognard.games.purple_heart_draw.firefight.position import Driving, Moving, fact
from grognard.games.purple_heart_draw.firefight.screen import screen
from grognard.games.purple_heart_draw.firefight.shots import firepower, modifiers, place_of
from grognard.games.purple_heart_draw.firefight.vehicle_ways import left
from grognard.games.purple_heart_draw.firefight.victory import counts

from .fight import GAME, do, fight, flags, listed, rulings, states, where

UV1 = VEHICLE_NUMBER["uv1"]
TANK = {"uv1": "C17 M4A1 NE-SE NE-SE"}  # open ground
SQUAD = {"u01": "C17 6-6-6"}
ABOARD = [(UNIT["u01"],)]


def moving(units: Any = SQUAD, tanks: Any = TANK, **more: Any) -> Any:
    return fight(units, "movement", vehicles=tanks, all_found=True, **more)


def riding(units: Any = SQUAD, tanks: Any = TANK, at: str = "movement", **more: Any) -> Any:
    aboard = [tuple(UNIT[name] for name in units if name.startswith("u"))]
    return fight(units, at, vehicles=tanks, riders=aboard, **{"all_found": True} | more)


def frame(state: Any) -> Driving:
    found = vehicles.driver(state)
    assert found is not None
    return found


def aboard(state: Any) -> set[str]:
    return {name for name, unit in UNIT.items() if state.riding >> unit & 1}


# ---------------------------------------------------------------- getting on


@pytest.mark.clause("ASL-D6.4")
@pytest.mark.clause("ASL-D6.2")
def test_a_squad_gets_on_and_rides() -> None:
    state = do(moving(), "lead u01")
    assert listed(state, "mount") == {"mount uv1"}
    do(state, "mount uv1")
    assert aboard(state) == {"u01"} and "moved" in flags(state, "u01")
    do(state, "drive uv1")
    assert left(state, frame(state)) == 24  # 3 MF are left to the squad: three times 4 MP
    do(state, "start", "go D17")
    assert where(state, "u01") == where(state, "uv1") == "D17"
    assert "rides M4A1 uv1" in screen(state, "german")


@pytest.mark.clause("ASL-D6.4")
@pytest.mark.parametrize(("kind", "mp"), [("8-1", 26), ("6-6-6", 24)])
def test_the_slowest_loader_decides(kind: str, mp: int) -> None:
    state = do(moving({"u01": f"C17 {kind}"}), "lead u01", "mount uv1", "drive uv1")
    assert left(state, frame(state)) == mp


@pytest.mark.clause("ASL-D6.4")
def test_who_walked_to_the_tank_slows_it_more() -> None:
    state = do(moving({"u01": "C18 6-6-6"}), "lead u01", "go C17", "mount uv1", "drive uv1")
    assert left(state, frame(state)) == 16  # 2 MF left
    do(state, "start", "done", "done")
    while state.mover == "us" and state.turn == 2 and state.to_move == "us":
        do(state, "done")
    assert state.laden[UV1] == -1 or state.phase != "Rally Phase"


@pytest.mark.clause("ASL-D6.2")
@pytest.mark.refuses("ASL-D6.2")
def test_fourteen_portage_points_and_four_leaders() -> None:
    two = {"u01": "C17 6-6-6", "u02": "C17 6-6-6"}
    state = do(moving(two), "lead u01", "along u02")
    assert not listed(state, "mount") and rulings(state, "mount uv1") == {"ASL-D6.2"}
    many = {f"u0{n}": "C17 8-1" for n in range(1, 6)}
    state = do(moving(many), "lead u01", *(f"along u0{n}" for n in range(2, 6)))
    assert rulings(state, "mount uv1") == {"ASL-D6.2"}
    state = moving({"u01": "C17 6-6-6", "u02": "C17 8-1"}, guns={"umg1": "MMG u01"})
    assert riders.weight(state, UNIT["u01"]) == 13 and riders.has_room(state, UV1, (UNIT["u01"], UNIT["u02"]))
    state = moving({"u01": "C17 3-4-6"}, guns={"umg1": "HMG u01"})
    assert riders.weight(state, UNIT["u01"]) == 10


@pytest.mark.clause("ASL-D6.4")
@pytest.mark.refuses("ASL-D6.4")
@pytest.mark.parametrize("words", ["motion", "done", "stunned", "recalled", "entered"])
def test_a_tank_that_moves_takes_nobody(words: str) -> None:
    state = do(moving(tanks={"uv1": f"C17 M4A1 NE-SE NE-SE {words}"}), "lead u01")
    assert not listed(state, "mount") and rulings(state, "mount uv1") == {"ASL-D6.4"}
    assert rulings(state, "mount gv1") == {"ASL-D6.4"}


def test_fire_at_loaders_leaves_the_shaken_on_the_ground() -> None:
    state = moving(units={**SQUAD, "g01": "D17 5-4-8"})
    do(state, "lead u01", "mount uv1", "fire g01 C17", "dr 4 3", "roll 8")
    assert "broken" in flags(state, "u01")
    do(state, "done")
    assert not aboard(state) and where(state, "u01") == "C17"


@pytest.mark.clause("ASL-D6.4")
@pytest.mark.refuses("ASL-D6.24")
def test_units_enter_on_a_tank() -> None:
    tank = {"uv1": "C17 M4A1 SE-S SE-S due exposed"}
    state = fight({"u01": "C17 6-6-6 due"}, "movement", vehicles=tank, all_found=True, turn=1)
    state.set_at(fact.at, UNIT["u01"], OFF, "ASL-A2.5")
    state.set_at(fact.vehicle_at, UV1, OFF, "ASL-A2.5")
    do(state, "lead u01", "mount uv1")
    assert aboard(state) == {"u01"} and rulings(state, "done") == {"ASL-A2.5"}  # the tank is due
    do(state, "drive uv1")
    assert left(state, frame(state)) == 26 and rulings(state, "bail uv1") == {"ASL-D6.24"}  # off the map
    do(state, next(iter(sorted(listed(state, "go")))))
    assert where(state, "u01") == where(state, "uv1") != "" and "due" not in flags(state, "u01")


# ---------------------------------------------------------------- getting off


@pytest.mark.clause("ASL-D6.5")
def test_riders_get_off_and_go_on() -> None:
    state = do(riding(), "drive uv1")
    do(state, "unload uv1")
    assert not aboard(state) and isinstance(state.stack[-1], Moving)
    way = state.stack[-1]
    assert way.units == (UNIT["u01"],) and way.spent == 2
    do(state, "go C18", "done")
    assert where(state, "u01") == "C18" and left(state, frame(state)) == 26 - 8


@pytest.mark.clause("ASL-D6.5")
@pytest.mark.refuses("ASL-D6.5")
def test_the_farther_the_tank_went_the_less_is_left() -> None:
    state = do(riding(), "drive uv1", "start")
    assert rulings(state, "unload uv1") == {"ASL-D6.5"}  # it rolls
    do(state, "go D17", "stop")
    assert frame(state).spent == 6  # 3 MP: one quarter is begun
    do(state, "unload uv1")
    assert state.stack[-1].spent == 4
    do(state, "done")
    assert not listed(state, "unload") and rulings(state, "unload uv1") == {"ASL-D6.2"}


@pytest.mark.clause("ASL-D6.5")
def test_one_of_two_gets_off() -> None:
    two = {"u01": "C17 3-4-6", "u02": "C17 3-4-6"}
    state = do(riding(two), "drive uv1")
    assert listed(state, "alight") == {"alight u01", "alight u02"}
    do(state, "alight u02", "done")
    assert aboard(state) == {"u01"} and rulings(state, "alight u02") == {"ASL-D6.2"}


@pytest.mark.clause("ASL-D6.5")
@pytest.mark.refuses("ASL-D6.2")
def test_off_a_tank_that_cannot_drive() -> None:
    state = riding(tanks={"uv1": "C17 M4A1 NE-SE NE-SE immobilized", "uv2": "A15 M4A1 SE-S SE-S"})
    assert rulings(state, "lead u01") == {"ASL-D6.2"} and listed(state, "alight") == {"alight u01"}
    do(state, "alight u01", "go C18", "done")
    assert where(state, "u01") == "C18" and not aboard(state)
    state = riding()
    assert rulings(state, "alight u01") == {"ASL-D6.5"}


# ---------------------------------------------------------------- bail out


@pytest.mark.clause("ASL-D6.24")
@pytest.mark.clause("ASL-D6.21")
@pytest.mark.refuses("ASL-D6.21")
def test_riders_bail_out_before_bocage() -> None:
    hedge = {"uv1": "G8 M4A1 SW-NW SW-NW motion"}
    state = do(riding({"u01": "G8 6-6-6"}, hedge, guns={"umg1": "MMG u01"}), "drive uv1")
    assert rulings(state, "go F8") == {"ASL-D6.21"} and not listed(state, "swing")
    do(state, "bail uv1")
    assert not aboard(state) and {"ti", "moved"} <= flags(state, "u01")
    do(state, "roll 4", "roll 4")  # the check, then the machine gun
    assert "broken" not in flags(state, "u01") and state.gun_flags[GUN["umg1"]] & 1
    assert "go F8" in listed(state, "go")


@pytest.mark.clause("ASL-D6.24")
@pytest.mark.parametrize(("die", "works"), [(3, True), (4, False)])
def test_a_weapon_in_a_bail_out(die: int, works: bool) -> None:
    state = do(riding(guns={"umg1": "MMG u01"}), "drive uv1", "bail uv1", "roll 4", f"roll {die}")
    assert bool(state.gun_flags[GUN["umg1"]] & 1) != works


@pytest.mark.clause("ASL-D6.24")
def test_a_bazooka_is_lost_and_so_is_what_a_broken_unit_has() -> None:
    state = do(riding(guns={"umg1": "BAZ44 u01"}), "drive uv1", "bail uv1", "roll 4", "roll 5")
    assert not state.gun_kind[GUN["umg1"]]
    state = do(riding(guns={"umg1": "MMG u01"}), "drive uv1", "bail uv1", "roll 11")
    assert "broken" in flags(state, "u01") and not state.gun_kind[GUN["umg1"]]


@pytest.mark.clause("ASL-D6.21")
def test_a_turret_that_turns_sweeps_riders_off() -> None:
    tanks = {"uv1": "D17 M4A1 SE-S SE-S exposed", "gv1": "C14 StuG NE-SE NE-SE"}
    state = riding({"u01": "D17 6-6-6"}, tanks, at="prep fire")
    do(state, "shell uv1 C14")
    assert not aboard(state) and state.to_move == "chance"
    state = riding(tanks={**TANK, "uv2": "A15 M4A1 SE-S SE-S"})
    do(state, "drive uv1", "start")
    assert rulings(state, "swing SE-S") == {"ASL-D6.21"}


@pytest.mark.clause("ASL-B28.43")
def test_mines_attack_who_gets_off() -> None:
    state = riding(mines=[(), ((GRID.number["C17"], 6),)])
    do(state, "drive uv1", "unload uv1")
    assert state.to_move == "chance" and "mines in C17" in state.purpose
    do(state, "dr 6 6")
    assert where(state, "u01") == "C17"


# ---------------------------------------------------------------- fire


@pytest.mark.clause("ASL-D6.22")
@pytest.mark.refuses("ASL-D6.22")
def test_riders_fire_with_half_and_no_weapon() -> None:
    units = {"u01": "D17 6-6-6", "g01": "C14 5-4-8"}
    goal = GRID.number["C14"]
    state = riding(units, {"uv1": "D17 M4A1 NE-SE NE-SE"}, at="prep fire", guns={"umg1": "MMG u01"})
    assert firepower(state, "prep", UNIT["u01"], goal) == 3
    assert rulings(state, "fire umg1 C14") == {"ASL-D6.22"} and "fire u01 C14" in listed(state, "fire")
    state = riding(units, {"uv1": "D17 M4A1 NE-SE NE-SE motion"}, at="prep fire")
    assert firepower(state, "prep", UNIT["u01"], goal) * 2 == 3


@pytest.mark.clause("ASL-D6.23")
def test_small_arms_find_riders_of_a_tank_on_its_way() -> None:
    state = riding({"u01": "C17 6-6-6", "g01": "C14 5-4-8"})
    do(state, "drive uv1", "start", "go D17")
    assert "fire g01 D17" in listed(state, "fire")
    do(state, "fire g01 D17")
    found = modifiers(state, state.stack[-1], place_of(state, UNIT["u01"]))
    assert [m.clause for m in found] == ["ASL-B10.31"]  # height alone; no -1 for Open Ground
    odds = chances(state, state.stack[-1]).targets
    assert set(odds) == {UNIT["u01"]} and sum(odds[UNIT["u01"]].values()) == 1
    do(state, "dr 2 3", "roll 9")  # a morale check
    assert "broken" in flags(state, "u01") and not aboard(state)
    do(state, "roll 5")  # of the Bail Out
    assert where(state, "u01") == where(state, "uv1") == "D17" and "ti" in flags(state, "u01")


@pytest.mark.clause("ASL-D6.23")
def test_a_pinned_rider_bails_out() -> None:
    tank = {"uv1": "D17 M4A1 NE-SE NE-SE"}
    state = riding({"u01": "D17 6-6-6", "g01": "C14 5-4-8"}, tank, mover="german", at="prep fire")
    do(state, "fire g01 D17", "dr 3 4", "roll 7")  # a pin check that fails
    assert {"pinned", "ti"} <= flags(state, "u01") and not aboard(state)


# ---------------------------------------------------------------- losses


@pytest.mark.clause("ASL-D6.9")
@pytest.mark.parametrize(("dice", "lives"), [(5, True), (6, False)])
def test_riders_of_a_wreck_roll_for_themselves(dice: int, lives: bool) -> None:
    state = riding(at="prep fire")
    crews.suffer_kill(state, UV1, WRECK)
    state.run()
    assert "wreck" in states(state, "uv1") and not aboard(state)
    do(state, "roll 12")  # the crew
    do(state, f"roll {dice}")
    assert (where(state, "u01") == "C17") == lives


@pytest.mark.clause("ASL-D6.9")
def test_riders_of_a_burning_wreck_are_lost() -> None:
    state = riding(at="prep fire")
    crews.suffer_kill(state, UV1, BURNS)
    assert where(state, "u01") == "" and state.points[1] == 2 + 7


# ---------------------------------------------------------------- what riders are not


@pytest.mark.clause("ASL-D6.2")
@pytest.mark.refuses("ASL-D6.2")
def test_riders_do_not_advance_or_count() -> None:
    state = riding(at="advance", scene="phd-3")
    assert rulings(state, "advance u01 C18") >= {"ASL-D6.2"}
    assert not counts(state, UNIT["u01"])


BAD = [
    ("ASL-D6.2", {"vehicle_flags": {"uv1": ["abandoned"]}}),  # its crew has left it
    ("ASL-D6.23", {"flags": {"u01": ["broken"]}}),
    ("ASL-D6.2", {"at": {"u01": "C18"}}),
    ("ASL-D6.2", {"riders": {"uv1": ["g01"]}}),
    ("FF-AREA", {"at": {"u01": "GG20"}, "riders": {}}),
]


@pytest.mark.clause("ASL-D6.2")
@pytest.mark.clause("ASL-D6.23")
@pytest.mark.parametrize(("clause", "facts"), BAD)
def test_a_position_that_cannot_be(clause: str, facts: dict[str, Any]) -> None:
    whole = notation.write(riding())
    wrong = {key: {**whole.get(key, {}), **value} if value else {} for key, value in facts.items()}
    with pytest.raises(IllegalAction) as found:
        read_position(GAME, to_toml(whole | wrong))
    assert clause in {ruling.clause for ruling in found.value.rulings}
