"""Tanks and assault guns: how they drive, bog and are answered."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.firefight import sharing, vehicles
from grognard.games.purple_heart_draw.firefight.eyes import air, vehicle_stand, vehicle_view
from grognard.games.purple_heart_draw.firefight.forces import SCENES, VEHICLE_NUMBER
from grognard.games.purple_heart_draw.firefight.position import VEHICLE_FLAGS, Attack, Driving
from grognard.games.purple_heart_draw.firefight.screen import screen
from grognard.games.purple_heart_draw.firefight.shots import cover
from grognard.games.purple_heart_draw.firefight.units import number
from grognard.games.purple_heart_draw.firefight.vehicle_routes import whole_ways
from grognard.games.purple_heart_draw.firefight.vehicle_ways import left, ways_into
from grognard.games.purple_heart_draw.firefight.victory import zone_points
from tests.refusals import refused_by

from .fight import GAME, do, fight, flags, listed, rulings, states, where

TANK = {"uv1": "C17 M4A1 NE-SE NE-SE exposed"}  # open ground, level 4
UV1, UV2, GV1 = (VEHICLE_NUMBER[name] for name in ("uv1", "uv2", "gv1"))


def moving(tanks: Any = TANK, units: Any = None, **more: Any) -> Any:
    return fight(units or {}, "movement", vehicles=tanks, all_found=True, **more)


def frame(state: Any) -> Driving:
    found = vehicles.driver(state)
    assert found is not None
    return found


# ---------------------------------------------------------------- by MP


@pytest.mark.clause("ASL-D2.1")
@pytest.mark.clause("ASL-D2.12")
@pytest.mark.clause("ASL-D2.13")
@pytest.mark.clause("FF-O12")
def test_a_tank_starts_drives_turns_and_stops() -> None:
    state = do(moving({**TANK, "uv2": "A15 M4A1 SE-S SE-S"}), "drive uv1")
    assert not listed(state, "go") and {"start", "reverse"} <= {str(a) for a in state.legal_actions()}
    do(state, "start")
    assert listed(state, "go") == {"go D17", "go D18"}
    do(state, "go D17", "steer right")
    assert where(state, "uv1") == "D17" and state.hull[UV1] == 2 and state.turret[UV1] == 2
    assert (frame(state).spent, left(state, frame(state))) == (6, 20)
    assert listed(state, "go") == {"go E17", "go D18"}
    do(state, "stop", "done")
    assert states(state, "uv1") == {"exposed", "entered", "done"}
    assert rulings(state, "drive uv1") == {"ASL-D2.1"} and "drive uv2" in listed(state, "drive")


@pytest.mark.clause("ASL-D2.4")
@pytest.mark.clause("ASL-C.8")
def test_who_does_not_stop_is_in_motion() -> None:
    state = do(moving({**TANK, "uv2": "A15 M4A1 SE-S SE-S motion"}), "drive uv1", "start")
    assert not vehicles.is_moving_target(state, UV1)  # to start makes no moving target
    do(state, "go D17", "done")
    assert "motion" in states(state, "uv1") and vehicles.is_rolling(state, UV1)
    assert rulings(state, "done") == {"ASL-D2.4"}  # the other is in Motion
    do(state, "drive uv2")
    assert rulings(state, "done") == {"ASL-D2.4"}
    do(state, "stop")
    assert "motion" not in states(state, "uv2") and vehicles.is_moving_target(state, UV2)


@pytest.mark.clause("ASL-D2.2")
def test_reverse_costs_four_times_and_goes_backwards() -> None:
    state = do(moving(), "drive uv1", "reverse")
    assert listed(state, "go") == {"go B17"} and frame(state).reverse  # B18 is woods, too dear
    do(state, "go B17")
    assert where(state, "uv1") == "B17" and state.hull[UV1] == 1 and frame(state).spent == 2 + 4 * 2


@pytest.mark.clause("ASL-D2.14")
@pytest.mark.clause("ASL-D5.2")
@pytest.mark.clause("ASL-A24.4")
def test_what_adds_to_the_cost() -> None:
    road = {"uv1": "G6 M4A1 SE-S SE-S exposed"}

    def cost(tanks: dict[str, str], **more: Any) -> int:
        state = moving(tanks, **more)
        return ways_into(state, UV1, GRID.number["G6"], GRID.number["G7"])[0].cost

    assert cost(road) == 1 and cost({"uv1": "G6 M4A1 SE-S SE-S"}) == 2  # buttoned up the road is slower
    assert cost({**road, "uv2": "G7 M4A1 SE-S SE-S"}) == 1 + 4
    assert cost(road, smoke=((GRID.number["G7"], 2, "smoke"),)) == 1 + 2


@pytest.mark.clause("ASL-D2.15")
def test_a_minimum_move_takes_everything() -> None:
    state = do(moving({"uv1": "G8 M4A1 SW-NW SW-NW motion"}), "drive uv1")  # bocage and a building: 14 MP
    do(state, "go F8", "dr 1 1")
    assert where(state, "uv1") == "F8" and frame_is_over(state) and "motion" in states(state, "uv1")


def frame_is_over(state: Any) -> bool:
    return vehicles.driver(state) is None


@pytest.mark.clause("ASL-D2.5")
@pytest.mark.parametrize(("dice", "mp", "stuck"), [("dr 5 4", 28, False), ("dr 5 5", 24, True)])
def test_excessive_speed(dice: str, mp: int, stuck: bool) -> None:
    state = do(moving(), "drive uv1", "start", "speed 2", dice)
    assert ("immobilized" in states(state, "uv1")) == stuck
    assert stuck or left(state, frame(state)) == mp


def test_a_german_engine_breaks_sooner() -> None:
    state = moving({"gv1": "C17 StuG NE-SE NE-SE"}, mover="german")
    do(state, "drive gv1", "start", "speed 1", "dr 5 4")
    assert "immobilized" in states(state, "gv1")


@pytest.mark.clause("ASL-D5.33")
@pytest.mark.clause("ASL-D3.12")
def test_hatches_and_turret() -> None:
    state = do(moving(), "drive uv1", "button")
    assert "exposed" not in states(state, "uv1") and rulings(state, "expose") == {"ASL-D5.33"}
    do(state, "start", "swing SE-S")
    assert (state.hull[UV1], state.turret[UV1]) == (1, 2)


@pytest.mark.clause("ASL-D2.1")
def test_a_whole_way_in_one_decision() -> None:
    state = do(moving(), "drive uv1")
    goal = next(GRID.name[h] for h, path in whole_ways(state).items() if len(path) >= 3)
    do(state, f"onward {goal}")
    assert where(state, "uv1") == goal and frame(state).rolling and not frame(state).route


# ASL-D2.6: a tank without its gun, and an enemy on its way
PASSING = {"uv1": "C17 M4A1 NE-SE NE-SE gun_broken", "gv1": "D17 StuG SW-NW SW-NW shocked"}


@pytest.mark.clause("ASL-D2.6")
def test_a_vehicle_drives_through_the_hex_of_an_enemy_vehicle() -> None:
    """It goes in with the MP to go on, and goes on; with MP to spare it may turn there."""
    state = do(moving(PASSING), "drive uv1", "start", "go D17")
    assert where(state, "uv1") == where(state, "gv1") == "D17" and sharing.is_bound(state, frame(state))
    assert listed(state, "steer") == {"steer left", "steer right"} and not listed(state, "stop")
    assert not listed(state, "done")
    do(state, "go E17")
    assert where(state, "uv1") == "E17" and listed(state, "stop") and not rulings(state, "done")
    tight = do(moving(PASSING), "drive uv1", "start", *["slow"] * 9, "go D17")
    assert not listed(tight, "steer") and listed(tight, "go") == {"go E16", "go E17"}


@pytest.mark.clause("ASL-D2.6")
def test_a_vehicle_stays_where_it_could_harm_the_enemy() -> None:
    """To kill a StuG from its rear: 14 and 1 less 3 of armor, above 5; a StuH has 7 against the front of an M4A1."""
    there = {"uv1": "C17 M4A1 NE-SE NE-SE", "gv1": "D17 StuG NE-SE NE-SE shocked"}
    state = do(moving(there), "drive uv1", "start", "go D17", "stop", "done")
    assert where(state, "uv1") == where(state, "gv1") == "D17" and "motion" not in states(state, "uv1")
    cases = {"SW-NW": False, "NE-SE": True}
    for spine, harms in cases.items():
        tanks = {"gv1": "C17 StuH NE-SE NE-SE", "uv1": f"D17 M4A1 {spine} {spine}"}
        found = fight({}, "movement", "german", vehicles=tanks, all_found=True)
        assert sharing.could_harm(found, GV1, GRID.hex("C17"), UV1) == harms


@pytest.mark.clause("ASL-D2.6")
def test_whole_ways_lead_through_enemy_vehicles_and_do_not_end_there() -> None:
    """E17 lies behind D17. Of 13 MP 9 are spent, 1 for the start: 2 to pass the vehicle and 1 more are left, and
    no other way is as cheap. With all MP the way leads around it.
    """
    free = do(moving(PASSING), "drive uv1")
    assert not any(GRID.hex("D17") in path for path in whole_ways(free).values())
    state = do(moving(PASSING), "drive uv1", *["delay"] * 9, "start")
    ways = whole_ways(state)
    assert GRID.hex("D17") not in ways and "onward D17" not in listed(state, "onward")
    far = {goal: path for goal, path in ways.items() if GRID.hex("D17") in path}
    around = {goal for goal, path in ways.items() if GRID.hex("D17") not in path}
    assert far and not around & far.keys()
    goal = GRID.name[min(far, key=lambda hex_: len(far[hex_]))]
    do(state, f"onward {goal}")
    assert where(state, "uv1") == goal and (GRID.hex("D17"), 4) in frame(state).track
    assert frame(state).spent == 26


OTHER = {"uv2": "A15 M4A1 SE-S SE-S"}
REFUSED = [
    refused_by("ASL-D2.1", {**OTHER, "gv1": "K19 StuG NE-SE NE-SE"}, (), "drive gv1"),
    refused_by("ASL-D.3", {**OTHER, "uv1": "C17 M4A1 NE-SE NE-SE prep"}, (), "drive uv1"),
    refused_by("ASL-C7.5", {**OTHER, "uv1": "C17 M4A1 NE-SE NE-SE immobilized"}, (), "drive uv1"),
    refused_by("ASL-D2.11", TANK, ("drive uv1",), "steer left"),
    refused_by("ASL-D2.11", TANK, ("drive uv1", "start"), "go C16"),
    refused_by("ASL-D2.12", TANK, ("drive uv1", "start"), "start"),
    refused_by("ASL-D2.2", TANK, ("drive uv1", "start"), "reverse"),
    refused_by("ASL-D2.13", TANK, ("drive uv1",), "stop"),
    refused_by("ASL-D3.12", TANK, ("drive uv1",), "swing SE-S"),
    refused_by("ASL-D5.33", TANK, ("drive uv1",), "expose"),
    refused_by("ASL-D2.5", TANK, ("drive uv1",), "speed 1"),
    refused_by("ASL-D8.3", TANK, ("drive uv1",), "unbog"),
    refused_by("ASL-D2.4", {"uv1": "C17 M4A1 NE-SE NE-SE motion"}, ("drive uv1",), "done"),
    refused_by("ASL-B13.41", TANK, ("drive uv1", "start"), "creep D17"),
    refused_by("ASL-D2.6", PASSING, ("drive uv1", "start", *["slow"] * 10), "go D17"),
    refused_by("ASL-D2.6", PASSING, ("drive uv1", "start", "go D17"), "stop"),
    refused_by("ASL-D2.6", PASSING, ("drive uv1", "start", "go D17"), "done"),
    refused_by("ASL-D2.6", PASSING, ("drive uv1", "start", *["slow"] * 9, "go D17"), "steer left"),
    refused_by("ASL-D2.6", PASSING, ("drive uv1", "start", *["slow"] * 9, "go D17"), "slow"),
    refused_by(
        "ASL-B4.43.afv",
        {"uv1": "G9 M4A1 SE-S SE-S", "uv2": "G10 M4A1 SE-S SE-S"},
        ("drive uv1", "start"),
        "go G10",
    ),
    refused_by(
        "ASL-D2.terrain",
        {"uv1": "E15 M4A1 SE-S SE-S"},
        ("drive uv1", "start", "go E16", "dr 1 1"),
        "go F17",
        id="two hedges",
    ),
    refused_by("ASL-D2.terrain", TANK, ("drive uv1",), "onward E18"),
]


@pytest.mark.parametrize(("clause", "tanks", "before", "text"), REFUSED)
def test_what_is_refused_on_the_way(clause: str, tanks: Any, before: Any, text: str) -> None:
    assert rulings(do(moving(tanks), *before), text) == {clause}


# ---------------------------------------------------------------- entry


@pytest.mark.clause("ASL-A2.5")
@pytest.mark.clause("FF-ENTRY.1")
def test_tanks_enter_where_no_hedge_is_in_the_way() -> None:
    due = VEHICLE_FLAGS.read(["due", "exposed"])
    kinds, bits = [""] * 16, [0] * 16
    kinds[UV1], bits[UV1] = "M4A1", due
    state = fight({}, "movement", vehicle_kind=kinds, vehicle_flags=bits, hull=[2] * 16, turret=[2] * 16)
    assert rulings(state, "done") == {"ASL-A2.5"}
    do(state, "drive uv1")
    assert rulings(state, "done") == {"ASL-A2.5"} and not listed(state, "go") & {"go A6", "go C6", "go H6"}
    do(state, "steer left", "go G6")
    assert where(state, "uv1") == "G6" and state.hull[UV1] == 3 and frame(state).spent == 1


def test_the_second_card_has_three_tanks_and_the_first_four_on_turn_two() -> None:
    assert [k for k in GAME.new("standard").vehicle_kind if k] == ["M4A1"] * 3
    assert SCENES["phd-1"].force["us"].vehicles == (("M4A1", 2),) * 4
    assert [k for k in GAME.new("phd-4").vehicle_kind if k] == ["StuG IIIG", "StuG IIIG", "StuH 42"]
    assert not any(GAME.new("phd-2-infantry").vehicle_kind)


# ---------------------------------------------------------------- bog


@pytest.mark.clause("ASL-D8.2")
@pytest.mark.clause("FF-O13")
@pytest.mark.parametrize(("dice", "at", "bogged"), [("dr 5 4", "E17", True), ("dr 4 4", "E18", False)])
def test_a_hedge_is_checked_in_the_hex_that_is_left(dice: str, at: str, bogged: bool) -> None:
    state = do(moving({"uv1": "E17 M4A1 SE-S SE-S"}), "drive uv1", "start", "go E18", dice)
    assert where(state, "uv1") == at and ("bogged" in states(state, "uv1")) == bogged
    assert frame_is_over(state) == bogged


def test_woods_are_checked_inside_and_slowly_is_safer() -> None:
    tank = {"uv1": "C17 M4A1 SW-NW SW-NW"}
    state = do(moving(tank), "drive uv1", "start", "go B18", "dr 4 4")
    assert where(state, "uv1") == "B18" and "bogged" in states(state, "uv1")
    state = do(moving({"uv1": tank["uv1"] + " motion"}), "drive uv1", "creep B18", "dr 5 5")
    assert where(state, "uv1") == "B18" and "bogged" not in states(state, "uv1")


@pytest.mark.clause("ASL-D8.3")
@pytest.mark.parametrize(
    ("dice", "found"), [("dr 4 2", "exposed"), ("dr 5 1", "mired"), ("dr 6 1", "immobilized")]
)
def test_getting_free(dice: str, found: str) -> None:
    state = do(moving({"uv1": TANK["uv1"] + " bogged"}), "drive uv1", "unbog", dice)
    assert found in states(state, "uv1") and ("bogged" in states(state, "uv1")) == (found == "mired")


@pytest.mark.clause("ASL-B9.541.afv")
def test_a_breach_costs_nothing() -> None:
    a, b = GRID.number["E17"], GRID.number["E18"]
    state = moving({"uv1": "E17 M4A1 SE-S SE-S"}, breaches=((a, b), (b, a)))
    do(state, "drive uv1", "start", "go E18")
    assert where(state, "uv1") == "E18" and frame(state).spent == 4


@pytest.mark.clause("ASL-D11.2")
def test_a_hedge_takes_the_skirts() -> None:
    state = moving({"gv1": "E17 StuG SE-S SE-S skirts"}, mover="german")
    assert "skirts" in states(do(state, "drive gv1", "start"), "gv1")
    assert "skirts" not in states(do(state, "go E18", "dr 1 1"), "gv1")


# ---------------------------------------------------------------- sight, cover, victory


@pytest.mark.clause("ASL-D9.4")
@pytest.mark.clause("ASL-B25.14")
@pytest.mark.clause("ASL-D9.3")
def test_vehicles_and_wrecks_hinder_and_cover() -> None:
    at, hex_ = GRID.number["C17"], GRID.number["E17"]
    wreck = {"uv1": "D18 M4A1 NE-SE NE-SE wreck", "uv2": "C17 M4A1 NE-SE NE-SE"}
    state = moving(wreck, {"g01": "E17 5-4-8"})
    assert air(state).vehicles == 1 << GRID.number["D18"] | 1 << at
    burning = moving({**wreck, "uv1": wreck["uv1"] + " burning"}, {"g01": "E17 5-4-8"})
    assert (
        air(burning).smoke[GRID.number["D18"]].amount == 2
        and not air(burning).vehicles >> GRID.number["D18"] & 1
    )
    assert vehicle_view(burning, UV2, hex_).hindrance >= 0
    state = moving({"uv1": "E17 M4A1 NE-SE NE-SE wreck"}, {"g01": "E17 5-4-8"})
    assert cover(state, at, "german", hex_)[1] == "ASL-D9.3"
    state = moving({"uv1": "E17 M4A1 NE-SE NE-SE wreck burning"}, {"g01": "E17 5-4-8"})
    assert cover(state, at, "german", hex_)[0] == 0


@pytest.mark.clause("ASL-B9.32.afv")
@pytest.mark.clause("ASL-B9.521.afv")
def test_a_tank_holds_wall_advantage() -> None:
    state = moving({"uv1": "E17 M4A1 SE-S SE-S"})
    assert state.walls[number("us")] >> GRID.number["E17"] & 1 and vehicle_stand(state, UV1).advantage
    state = moving({"uv1": "E17 M4A1 SE-S SE-S abandoned"})
    assert not state.walls[number("us")] >> GRID.number["E17"] & 1


@pytest.mark.clause("FF-VC.3")
def test_tanks_count_in_the_draw() -> None:
    tanks = {"uv1": "X12 M4A1 SE-S SE-S", "uv2": "Y12 M4A1 SE-S SE-S immobilized"}
    assert zone_points(moving(tanks, scene="phd-3")) == 7
    assert zone_points(moving(tanks, {"u01": "X12 1-2-6"}, scene="phd-3")) == 7  # crews count nothing
    assert zone_points(moving(tanks, scene="phd-1")) == 0


@pytest.mark.clause("ASL-A26.12")
def test_an_armed_vehicle_denies_a_building() -> None:
    units = {"u01": "M15 6-6-6"}
    goal = 1 << GRID.number["M15"]
    assert do(moving({}, units), "done").control & goal
    assert not do(moving({"gv1": "M15 StuG SE-S SE-S"}, units), "done").control & goal


@pytest.mark.clause("FF-O14")
def test_everybody_sees_vehicles() -> None:
    state = GAME.new("standard", seed=1)
    for seat in ("us", "german", "spectator"):
        assert state.view(seat)["vehicle_kind"]["uv1"] == "M4A1"
    assert "M4A1 uv1" in screen(moving(), "german")


# ---------------------------------------------------------------- the window


@pytest.mark.clause("FF-WIN.1")
@pytest.mark.clause("ASL-C6.17")
def test_the_enemy_answers_each_expenditure() -> None:
    units = {"g01": "E17 5-4-8"}
    state = do(moving(TANK, units, guns={"gmg1": "PSK g01"}), "drive uv1", "start")
    assert state.to_move == "german" and state.step.name == "vehicle reaction"
    assert {"engage gmg1 C17", "fire g01 C17"} <= {str(a) for a in state.legal_actions()}
    do(state, "done", "go D17")
    assert state.to_move == "german" and {"engage gmg1 D17"} <= listed(state, "engage")


@pytest.mark.refuses("ASL-D5.2")
def test_small_arms_find_nothing_in_a_closed_tank() -> None:
    state = do(moving({"uv1": "C17 M4A1 NE-SE NE-SE"}, {"g01": "E17 5-4-8"}), "drive uv1", "start")
    assert "ASL-D5.2" in rulings(state, "fire g01 C17") and not listed(state, "fire")


@pytest.mark.clause("ASL-D5.34")
@pytest.mark.clause("ASL-D5.31")
@pytest.mark.clause("ASL-D.8")
@pytest.mark.clause("ASL-B9.36")
def test_a_crew_that_shows_itself_is_stunned() -> None:
    units = {"g01": "D17 5-4-8", "g02": "D17 5-4-8"}
    state = do(moving(TANK, units), "drive uv1", "start", "fire g01 C17", "join g02")
    while state.step.name == "fire group":
        do(state, "done")
    assert isinstance(state.stack[-1], Attack) and state.stack[-1].vehicle == UV1
    do(state, "dr 1 3")  # 20 FP, 4 and 2 for the hatch: 2MC
    assert "a morale check of the crew" in state.purpose
    do(state, "roll 9")
    assert {"stunned"} <= states(state, "uv1") and "exposed" not in states(state, "uv1")
    while state.mover == "us":
        do(state, "done")
    assert "shaken" in states(state, "uv1") and "stunned" not in states(state, "uv1")


@pytest.mark.clause("ASL-D5.341")
@pytest.mark.refuses("ASL-D5.341")
def test_a_recalled_tank_drives_off_the_map() -> None:
    """From M8, its hull to the north, to row 6, the US edge of the card: not by L8, where bocage is before it.
    One that cannot move is abandoned.
    """
    tanks = {"uv1": "M8 M4A1 N-NE N-NE recalled", "uv2": "A15 M4A1 SE-S SE-S recalled immobilized"}
    state = fight({}, "prep fire", vehicles=tanks, turn=2, all_found=True)
    while state.step.name != "movement":
        do(state, "done")
    assert "abandoned" in states(state, "uv2") and state.kind.count("1-2-6") == 1
    assert rulings(state, "done") == {"ASL-D5.341"}
    do(state, "drive uv1")
    assert rulings(state, "reverse") == rulings(state, "delay") == rulings(state, "done") == {"ASL-D5.341"}
    do(state, "start", "steer left")
    assert rulings(state, "steer right") == rulings(state, "stop") == {"ASL-D5.341"}
    assert "ASL-D5.341" in rulings(state, "go L8")
    while where(state, "uv1"):
        _go_on_home(state)
    assert states(state, "uv1") == {"left"} and state.points == [0, 0]


def _go_on_home(state: Any) -> None:
    """The next of what a recalled vehicle must do, or of what lies between its turns."""
    legal = [str(action) for action in state.legal_actions()]
    wanted = ("depart", "drive uv1", "start", "go", "steer", "done")
    do(state, next(words for verb in wanted for words in legal if words.startswith(verb)))


@pytest.mark.clause("ASL-D5.341")
def test_a_recalled_tank_at_the_edge_leaves_at_once() -> None:
    """A start of 1 MP, and 1 MP for an open hex beyond G6; the German side scores nothing. Who is not recalled
    stays.
    """
    tanks = {"uv1": "G6 M4A1 N-NE N-NE recalled", "uv2": "D8 M4A1 N-NE N-NE"}
    state = fight({}, "movement", vehicles=tanks, turn=2, all_found=True)
    do(state, "drive uv1", "start")
    assert listed(state, "depart") == {"depart"}
    do(state, "depart")
    assert not where(state, "uv1") and state.points == [0, 0]
    do(state, "drive uv2", "start")
    assert rulings(state, "depart") == {"ASL-D5.341"}


@pytest.mark.clause("ASL-D5.341")
@pytest.mark.refuses("ASL-D3.3")
def test_a_recalled_tank_does_not_stay_to_fire() -> None:
    for word in ("recalled", "exposed"):
        tanks = {"uv1": f"C17 M4A1 NE-SE NE-SE {word}", "gv1": "E17 StuG S-SW S-SW"}
        state = fight({"u01": "A19 6-6-6 concealed"}, "rally", vehicles=tanks, turn=2)
        do(state, "done", "done")
        assert state.step.name == "prep fire" and bool(listed(state, "shell")) is (word == "exposed")
        assert ("ASL-D3.3" in rulings(state, "shell uv1 E17")) is (word == "recalled")


def test_infantry_does_not_enter_a_tanks_hex() -> None:
    state = fight({"g01": "D17 5-4-8"}, "movement", "german", vehicles=TANK, all_found=True)
    assert rulings(state, "move g01 C17") == {"ASL-A4.14"} and flags(state, "g01") == set()
