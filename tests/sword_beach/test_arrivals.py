"""SB-11.1.2, SB-11.1.3 and SB-11.2.4: who arrives when and where, early divisions, landings and beach
stacks.
"""

from __future__ import annotations

import pytest

from grognard.games.sword_beach.arrivals import extension, last_turn
from grognard.games.sword_beach.movement import ledger
from grognard.games.sword_beach.pieces import OF_SIDE, UNIT
from tests.sword_beach.build import (
    GAME,
    SILENT,
    choices,
    clauses,
    do,
    fight,
    position,
    steps,
    until,
    where,
    why,
)

EDGE_CLOSED = {  # seven brigades whose hexes and zones cover all nineteen hexes of the east edge
    "8/3": "0251",
    "9/3": "0551",
    "185/3": "0851",
    "152/51": "1151",
    "153/51": "1451",
    "154/51": "1751",
    "27-Armd": "1951",
}


def waiting(state, side: str) -> set[str]:
    return {name for name in state.to_plain()["waiting"] if OF_SIDE[side] >> UNIT[name] & 1}


def beginning_of(turn: int, units: dict[str, str] | None = None, **more):
    """The Allied Movement Phase of a turn, with the schedule of that turn just read."""
    state = position(
        "weather", turn, {"8/3": "1837", "736/716": "0742", **(units or {})}, ["1640", "1740", "1739"], **more
    )
    until(state, "allied movement")
    assert state.turn == turn
    return state


# ---------------------------------------------------------------- SB-11.1.2: by the east edge


@pytest.mark.clause("SB-11.1.2.a")
def test_reinforcements_enter_by_the_east_edge():
    """631/711 (MA 4) may stop in any of the nineteen hexes of the edge; three hexes inland is too far."""
    state = position("german movement", 13, {"631/711": "waiting"})
    assert {f"move 631/711 {row:02}51" for row in range(1, 20)} <= choices(state)
    assert why(state, "move 631/711 1048")  # 1051, 1050, 1049, 1048: eight points of bocage


@pytest.mark.clause("SB-11.1.2.a")
def test_no_entry_by_an_enemy_hex_or_an_enemy_zone():
    """8/3 in 0551 and 9/3 in 0851 close 0451 to 0951; the edge is open at 0351 and 1051."""
    state = position("german movement", 13, {"631/711": "waiting", "8/3": "0551", "9/3": "0851"})
    assert {"move 631/711 0351", "move 631/711 1051"} <= choices(state)
    assert "SB-11.1.2.a" in why(state, "move 631/711 0851")
    assert "SB-11.1.2.a" in why(state, "move 631/711 0751")
    assert "SB-11.1.2.a" in why(state, "move 631/711 0651")


@pytest.mark.clause("SB-11.1.2.a")
def test_a_closed_edge_hex_may_be_reached_from_an_open_one():
    """9/3 in 0851 closes 0751 to entry; by way of the woods of 0651 (2) 631/711 gets there (2) and stops."""
    state = position("german movement", 13, {"631/711": "waiting", "9/3": "0851"})
    do(state, "move 631/711 0751")
    assert where(state, "631/711") == "0751"


@pytest.mark.clause("SB-11.1.2.b")
def test_a_unit_that_can_arrive_must():
    """The German may not end his Movement Phase while 631/711 has a way in."""
    state = position("german movement", 13, {"631/711": "waiting", "736/716": "0742"})
    assert why(state, "done") == {"SB-11.1.2.b"}
    do(state, "move 736/716 0743", "move 631/711 1351")
    assert where(state, "631/711") == "1351" and waiting(state, "german") == set()


@pytest.mark.clause("SB-11.1.2.c")
def test_a_unit_kept_out_is_delayed_until_a_hex_opens():
    """With the whole edge closed 631/711 waits through GT 13; when 27 Armored leaves 1951 it must come on GT
    14.
    """
    state = position("german movement", 13, {**EDGE_CLOSED, "631/711": "waiting", "736/716": "0742"})
    assert not any(text.startswith("move 631/711") for text in choices(state))
    assert "SB-11.1.2.a" in why(state, "move 631/711 1051")
    events = do(state, "done")
    assert "SB-11.1.2.c" in clauses(events)
    until(state, "allied movement")
    assert state.turn == 14 and waiting(state, "german") == {"631/711"}
    do(state, "move 27-Armd 1949")
    until(state, "german movement")
    assert why(state, "done") == {"SB-11.1.2.b"}
    assert not why(state, "move 631/711 1951")


@pytest.mark.clause("SB-11.1.2.d")
def test_an_arriving_unit_uses_its_full_allowance():
    """3 AA enters 0451 for a point and goes twelve road hexes at half a point to 0640: all its seven."""
    state = position("german movement", 1, {"3-AA": "waiting"})
    assert not why(state, "move 3-AA 0640")
    assert why(state, "move 3-AA 0740") == {"FM-5.2.3"}


@pytest.mark.clause("SB-11.1.2.d")
def test_bad_weather_cuts_the_allowance_of_an_arriving_unit():
    """Halved to four points, 3 AA gets six road hexes beyond 0451, to 0546."""
    state = position(
        "german movement", 2, {"3-AA": "waiting"}, weather="inclement", options={"weather": True}
    )
    assert not why(state, "move 3-AA 0546")
    assert why(state, "move 3-AA 0545") == {"FM-5.2.3"}


@pytest.mark.clause("SB-11.1.2.e")
def test_the_first_hex_is_paid_for():
    """1051 is bocage, two points on foot: 631/711 has two left for 1050 and none for 1049."""
    state = position("german movement", 13, {"631/711": "waiting"})
    assert not why(state, "move 631/711 1050") and why(state, "move 631/711 1049") == {"FM-5.2.3"}
    parts = ledger(state, UNIT["631/711"], state.grid.number["1051"])
    assert [(part.amount, part.clause) for part in parts] == [(2, "SB-11.1.2.e")]


@pytest.mark.clause("SB-11.1.2.e")
def test_the_first_hex_has_no_road_rate():
    """The town of 0451 costs a mobile unit its full point although the Lisieux road leads there."""
    state = position("german movement", 1, {"3-AA": "waiting"})
    (part,) = ledger(state, UNIT["3-AA"], state.grid.number["0451"])
    assert part.amount == 2  # counted in halves


SCHEDULE = [
    pytest.param(1, {"3-AA", "4-AA"}, marks=pytest.mark.clause("SB-11.1.2.gt1")),
    pytest.param(2, {"858/346", "346/346"}, marks=pytest.mark.clause("SB-11.1.2.gt2")),
    pytest.param(
        11, {"1/1SS-Pz", "1/1SS", "2/1SS", "1/1SS-AA", "1/1SS-AT"}, marks=pytest.mark.clause("SB-11.1.2.gt11")
    ),
    pytest.param(13, {"631/711", "644/711", "763/711"}, marks=pytest.mark.clause("SB-11.1.2.gt13")),
    pytest.param(
        15,
        {"1051/84", "1052/84", "184/84", "16/116", "60/116", "156/116", "288/116", "281/116"},
        marks=pytest.mark.clause("SB-11.1.2.gt15"),
    ),
]


@pytest.mark.parametrize(("turn", "units"), SCHEDULE)
def test_german_units_arrive_on_their_turn(turn, units):
    """Exactly the listed units wait at the start of their turn, and every one of them comes on."""
    state = beginning_of(turn)
    assert waiting(state, "german") == units
    while state.step.name != "german movement":
        do(state, next(text for text in ("done", *sorted(choices(state))) if not why(state, text)))
    for row, unit in enumerate(sorted(units), 8):
        assert why(state, "done") == {"SB-11.1.2.b"}
        do(state, f"move {unit} {row:02}51")
    assert waiting(state, "german") == set()


@pytest.mark.clause("SB-11.1.2.gt1", "SB-11.1.2.gt2", "SB-11.1.2.gt11", "SB-11.1.2.gt13", "SB-11.1.2.gt15")
@pytest.mark.parametrize("turn", [3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16, 17])
def test_no_german_arrives_on_any_other_turn(turn):
    """Twelve of the seventeen turns bring the German nothing."""
    assert waiting(beginning_of(turn), "german") == set()


# ---------------------------------------------------------------- SB-11.1.3: early divisions


@pytest.mark.clause("SB-11.1.3.a")
def test_the_divisions_of_gt_15_may_be_called_from_gt_10_on():
    """On GT 9 it is refused, on GT 10 and GT 14 open; on GT 15 the divisions arrive without a call."""
    for turn, clause in ((9, "SB-11.1.3.a"), (15, "SB-11.1.2.gt15")):
        assert why(position("german movement", turn, {"736/716": "0742"}), "bring 84") == {clause}
    for turn in (10, 14):
        assert {"bring 84", "bring 116", "done"} <= choices(
            position("german movement", turn, {"736/716": "0742"})
        )


@pytest.mark.clause("SB-11.1.3.b")
def test_a_division_comes_as_a_whole_and_by_itself():
    """Calling the 84th brings its three units and none of the 116th; a unit not called stays out."""
    state = position("german movement", 10, {"736/716": "0742"})
    assert why(state, "move 184/84 0851") == {"SB-11.1.2.gt15"}
    do(state, "bring 84")
    assert waiting(state, "german") == {"1051/84", "1052/84", "184/84"}
    assert why(state, "bring 84") == {"SB-11.1.3.b"} and not why(state, "bring 116")
    assert why(state, "bring 716") == {"SB-11.1.3.b"}
    assert why(state, "done") == {"SB-11.1.2.b"}


@pytest.mark.clause("SB-11.1.3.b")
def test_a_division_called_early_does_not_come_a_second_time():
    """With the 84th in since GT 10 only the 116th is due on GT 15."""
    state = beginning_of(
        15, {"1051/84": "0750", "1052/84": "0850", "184/84": "0950"}, called=[10, 0], entered=[10, 0]
    )
    assert waiting(state, "german") == {"16/116", "60/116", "156/116", "288/116", "281/116"}


@pytest.mark.clause("SB-11.1.3.c")
def test_every_turn_of_early_entry_adds_one_to_the_game():
    """84th on GT 12 adds three turns: the game goes on after GT 17 and ends with GT 20."""
    state = position("german movement", 12, {"736/716": "0742"})
    do(state, "bring 84")
    assert last_turn(state) == 17  # called is not entered
    events = do(state, "move 1051/84 0851")
    assert last_turn(state) == 20 and "SB-11.1.3.c" in clauses(events)
    for turn, over in ((17, False), (19, False), (20, True)):
        later = position("german movement", turn, {"736/716": "0742"}, called=[12, 0], entered=[12, 0])
        do(later, "done")
        assert (later.outcome() is not None) == over


@pytest.mark.clause("SB-11.1.3.c")
def test_a_division_kept_out_past_gt_15_takes_nothing_off():
    """Entry on GT 16 neither adds nor subtracts, whatever the other division did."""
    assert extension((16, 0)) == 0 and extension((17, 10)) == 5 and extension((15, 14)) == 1
    state = position("german movement", 17, {"736/716": "0742"}, entered=[16, 16])
    do(state, "done")
    assert state.outcome() is not None


@pytest.mark.clause("SB-11.1.3.c", "SB-11.1.3.d")
def test_the_worked_figure_of_the_book():
    """84th on GT 10 and 116th on GT 12 add 5 and 3: GT 25 is the last."""
    assert extension((10, 12)) == 8
    for turn, over in ((24, False), (25, True)):
        state = position("german movement", turn, {"736/716": "0742"}, called=[10, 12], entered=[10, 12])
        do(state, "done")
        assert (state.outcome() is not None) == over


# ---------------------------------------------------------------- SB-11.2.4: landings after GT 1


LANDINGS = [
    pytest.param(2, {"152/51", "153/51", "154/51"}, marks=pytest.mark.clause("SB-11.2.4.gt2")),
    pytest.param(3, {"4-Armd"}, marks=pytest.mark.clause("SB-11.2.4.gt3")),
    pytest.param(6, {"32G/GA", "5G/GA"}, marks=pytest.mark.clause("SB-11.2.4.gt6")),
    pytest.param(10, {"44/15", "46/15", "227/15"}, marks=pytest.mark.clause("SB-11.2.4.gt10")),
]


@pytest.mark.parametrize(("turn", "units"), LANDINGS)
def test_allied_reinforcements_land_on_their_turn(turn, units):
    """Exactly the listed brigades wait, and all of them get ashore."""
    state = beginning_of(turn)
    assert waiting(state, "allied") == units
    do(state, "done", *(f"land {unit} 1640" for unit in sorted(units)))
    assert {where(state, unit) for unit in units} == {"1640"} and waiting(state, "allied") == set()


@pytest.mark.clause("SB-11.2.4.gt2", "SB-11.2.4.gt3", "SB-11.2.4.gt6", "SB-11.2.4.gt10")
@pytest.mark.parametrize("turn", [4, 5, 7, 8, 9, 11, 12, 13, 14, 15, 16, 17])
def test_no_ally_lands_on_any_other_turn(turn):
    """After GT 1 four turns bring reinforcements and the others none."""
    assert waiting(beginning_of(turn), "allied") == set()


@pytest.mark.clause("SB-11.2.4.gt2")
def test_overflow_of_the_assault_lands_with_the_51st():
    """185/3, kept out by the stacking limit on GT 1, lands on GT 2."""
    state = beginning_of(2, {"185/3": "waiting"})
    assert waiting(state, "allied") == {"152/51", "153/51", "154/51", "185/3"}
    do(state, "done", "land 185/3 1740")
    assert where(state, "185/3") == "1740"


@pytest.mark.clause("SB-11.2.4.a")
def test_landings_come_after_all_other_allied_movement():
    """While units may still move nothing lands; once landing has begun nothing else moves."""
    state = beginning_of(3)
    assert why(state, "land 4-Armd 1640")
    do(state, "done")
    assert state.step.name == "allied landings" and why(state, "move 8/3 1836")
    assert why(state, "done") == {"SB-J37"}


@pytest.mark.clause("SB-11.2.4.a")
def test_reinforcements_land_on_beachhead_markers_only():
    """1838 is a beach hex without a marker, 1639 no beach at all."""
    state = beginning_of(3)
    do(state, "done")
    assert choices(state) == {"land 4-Armd 1640", "land 4-Armd 1740", "land 4-Armd 1739"}
    assert why(state, "land 4-Armd 1838") == {"SB-11.2.4.a"} and why(state, "land 4-Armd 1639") == {
        "SB-11.2.4.a"
    }


@pytest.mark.clause("SB-11.2.4.b")
def test_a_landed_unit_moves_no_further_but_may_attack():
    """152/51 goes ashore beside 22/21: no move in that phase, an attack in the Combat Phase that follows."""
    units = {"8/3": "1640 landed", "152/51": "waiting", "153/51": "waiting", "22/21": "1639"}
    state = position("allied landings", 2, units)
    do(state, "land 152/51 1640")
    assert where(state, "153/51") == "1640"  # the only place left is taken for him
    assert state.step.name == "allied combat"
    assert why(state, "move 152/51 1540") and not why(state, "attack 152/51 1639")


@pytest.mark.clause("SB-11.2.4.c")
def test_three_units_fill_a_beach_landing_hex():
    """The third of the 51st finds no room at Ouistreham beside 8/3 and must take another hex."""
    units = {"8/3": "1640 landed", "152/51": "waiting", "153/51": "waiting", "154/51": "waiting"}
    state = position("allied landings", 2, units, ["1640", "1740", "1739"])
    do(state, "land 152/51 1640", "land 153/51 1640")
    assert why(state, "land 154/51 1640") == {"SB-11.2.4.c"}
    do(state, "land 154/51 1740")
    assert where(state, "154/51") == "1740"


STACK = {"8/3": "1640 landed", "9/3": "1640 landed", "185/3": "1640 landed"}


@pytest.mark.clause("SB-11.2.4.d")
def test_one_unit_of_a_stack_attacks_a_given_hex():
    """8/3 attacks 1639; 9/3 of the same stack may not join, 27 Armored from 1740 may."""
    state = position("allied combat", 5, {**STACK, "27-Armd": "1740", "736/716": "1639"}, **SILENT)
    do(state, "attack 8/3 1639")
    assert why(state, "join 9/3") == {"SB-11.2.4.d"}
    assert choices(state) == {"join 27-Armd", "done"}


@pytest.mark.clause("SB-11.2.4.e")
def test_units_of_a_stack_attack_different_hexes():
    """8/3 takes on 1639, then 9/3 takes on 1540."""
    state = position("allied combat", 5, {**STACK, "736/716": "1639", "857/346": "1540"}, **SILENT)
    fight(state, "1639", 1, "8/3")  # 6 - 5 = +1, column 4, shifted to 3: A2
    assert choices(state) == {"attack 9/3 1540", "attack 185/3 1540", "done"}
    fight(state, "1540", 1, "9/3")
    assert [steps(state, name) for name in STACK] == [1, 1, 2]


@pytest.mark.clause("SB-11.2.4.f", "SB-11.2.4.g")
def test_the_ally_picks_the_defender_of_a_stack_and_the_others_are_ignored():
    """185/3 defends with its own 4, is wiped out, and two untouched brigades still hold the hex."""
    units = {**STACK, "185/3": "1640 landed reduced", "1/1SS-Pz": "1639", "16/116": "1540", "22/21": "1641"}
    state = position("german combat", 12, units, **SILENT)
    do(state, "attack 1/1SS-Pz 1640", "join 16/116", "join 22/21")
    assert state.to_move == "allied" and choices(state) == {"defend 8/3", "defend 9/3", "defend 185/3"}
    do(state, "defend 185/3")
    do(state, "roll 6")  # 7 + 7 + 8 - 4 = +18, column 9: De
    assert [steps(state, name) for name in STACK] == [2, 2, 0]
    assert where(state, "1/1SS-Pz") == "1639" and state.step.name != "advance"


@pytest.mark.clause("SB-11.2.4.h")
def test_an_empty_beach_in_a_german_zone_takes_no_landing():
    """736/716 in 1639 looks on 1640, 1740 and 1739: only 1640, where 8/3 stands, is open."""
    units = {
        "8/3": "1640 landed",
        "736/716": "1639",
        "152/51": "waiting",
        "153/51": "waiting",
        "154/51": "waiting",
    }
    state = position("allied landings", 2, units, ["1640", "1740", "1838"])
    assert why(state, "land 152/51 1740") == {"SB-11.2.4.h"}
    assert not why(state, "land 152/51 1640") and not why(state, "land 152/51 1838")


@pytest.mark.clause("SB-11.2.4.i")
def test_a_mobile_unit_moves_and_attacks_in_the_mobile_phases_after_landing():
    """4 Armored lands on GT 3, holds back in the Combat Phase, drives up to 22/21 and attacks it."""
    state = position("allied landings", 3, {"4-Armd": "waiting", "22/21": "1337"}, ["1640", "1740"], **SILENT)
    do(state, "land 4-Armd 1640")
    assert state.step.name == "allied mobile movement"
    do(state, "move 4-Armd 1338")
    assert choices(state) == {"attack 4-Armd 1337", "done"}


@pytest.mark.clause("SB-11.2.4.i")
def test_a_landed_unit_that_has_fought_does_not_attack_again():
    """4 Armored fights in the Combat Phase: it may move in the Mobile Movement Phase and no more."""
    units = {"8/3": "1640 landed", "4-Armd": "waiting", "5G/GA": "waiting", "22/21": "1639"}
    state = position("allied landings", 6, units, **SILENT)
    do(state, "land 4-Armd 1640")
    fight(state, "1639", 6, "4-Armd")  # 8 - 6 = +2, column 5, shifted to 4: D1
    until(state, "allied mobile movement")
    assert not why(state, "move 4-Armd 1740")
    until(state, "allied mobile combat")
    assert why(state, "attack 4-Armd 1639") == {"FM-4.1.8"} and not why(state, "attack 5G/GA 1639")


@pytest.mark.clause("SB-11.2.4.a")
def test_a_unit_on_the_map_does_not_land_again():
    state = beginning_of(2, {"185/3": "waiting"})
    do(state, "done", "land 185/3 1740")
    assert "185/3 is on the map, in 1740" in str(state.why_not(GAME.parse("land 185/3 1740"))[0])
