"""Readings of shifts, flak, Caen and what is occupied (SB-J20 to SB-J23, SB-J29, SB-J30, SB-J41): default,
then the other value.
"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.games.sword_beach.position import SwordBeach

from .build import GAME, choices, do, position, steps, until, where
from .readings import CAEN, MAP, PACKAGE, beachheads, cup, drop, end_of_turn, markers, verdict

# ---------------------------------------------------------------- SB-J20


@pytest.mark.clause("SB-J20")
def test_J20_the_printed_scale_is_kept_and_no_rule_uses_it() -> None:
    assert MAP["grid"]["scale_miles_per_hex"] == 2.5
    (reading,) = [r for r in GAME.readings if r.clause == "SB-J20"]
    assert reading.default == "printed" and set(reading.values) == {"printed"}
    code = [path for path in PACKAGE.iterdir() if path.name.endswith(".py")]
    assert code and not [path.name for path in code if "miles" in path.read_text(encoding="utf-8")]


# ---------------------------------------------------------------- SB-J21, SB-J22, SB-J41: shifts and flak


def attack_1239(first: str, second: str, **options: Any) -> tuple[str, int, int, str]:
    """Two units from 1339 and 1238 against 736/716 (5) in the clear of 1239; die 1."""
    state = position("allied combat", 8, {first: "1339", second: "1238", "736/716": "1239"}, options=options)
    do(state, f"attack {first} 1239", f"join {second}", "support none", "support none")
    return verdict(do(state, "roll 1"))


@pytest.mark.clause("SB-J21")
@pytest.mark.parametrize(
    ("reading", "column", "result"), [("neither", 6, "A1"), ("armor", 7, "Ex"), ("infantry", 6, "A1")]
)
def test_J21_a_mechanized_brigade_with_infantry(reading: str, column: int, result: str) -> None:
    """6 + 9 - 5 = +10, column 7; without an armored brigade one to the left."""
    assert attack_1239("8/3", "32G/GA", mechanized_counts_as=reading) == ("clear", 10, column, result)


@pytest.mark.clause("SB-J21")
@pytest.mark.parametrize(("reading", "column"), [("neither", 7), ("armor", 7), ("infantry", 8)])
def test_J21_a_mechanized_brigade_with_an_armored_one(reading: str, column: int) -> None:
    """10 + 9 - 5 = +14, column 8; without infantry one to the left."""
    assert attack_1239("4-Armd", "32G/GA", mechanized_counts_as=reading)[1:3] == (14, column)


@pytest.mark.clause("SB-J21")
def test_J21_the_default_is_neither() -> None:
    assert attack_1239("8/3", "32G/GA")[2] == 6 and attack_1239("4-Armd", "32G/GA")[2] == 7


@pytest.mark.clause("SB-J21")
@pytest.mark.parametrize("unit", ["1-Cdo", "3/6-Para", "5/6-Para", "6AL/6"])
def test_J21_commandos_parachutists_and_glider_troops_are_infantry(unit: str) -> None:
    """10 + 5 - 5 = +10, column 7, no shift."""
    assert attack_1239("4-Armd", unit)[1:3] == (10, 7)


def drop_attack(hex_: str, **options: Any) -> SwordBeach:
    state = drop(hex_, {"3/6-Para": hex_, "5/6-Para": "1443"}, record={"736/716": hex_}, options=options)
    do(
        state,
        "designate 6AL/6 1441" if hex_ == "1342" else "designate 6AL/6 1342",
        "roll 6",
        "roll 6",
        "roll 6",
        "support none",
    )
    return state


@pytest.mark.clause("SB-J22")
def test_J22_the_combined_arms_shift_applies_to_a_drop_attack_or_not() -> None:
    """5 - 5 = 0 in a town, column 3; die 2: A2 after the shift, A1 without."""
    assert verdict(do(drop_attack("1342"), "roll 2")) == ("town", 0, 2, "A2")
    assert verdict(do(drop_attack("1342", drop_attack_combined_arms=False), "roll 2")) == ("town", 0, 3, "A1")


@pytest.mark.clause("SB-J22")
def test_J22_the_line_is_the_hexs_own() -> None:
    """1441 is clear and has the Orne on two sides: 0, column 4, one left."""
    assert verdict(do(drop_attack("1441"), "roll 1")) == ("clear", 0, 3, "A2")


@pytest.mark.clause("SB-J22")
def test_J22_the_crt_result_first_then_the_loss_of_the_unit() -> None:
    state = drop_attack("1342")
    assert verdict(do(state, "roll 6"))[3] == "Ex"
    assert steps(state, "736/716") == 1 and steps(state, "3/6-Para") == 0
    losses = [e.clause for e in state.events() if e.fact == "steps" and e.key == "3/6-Para"]
    assert losses == ["FM-7.6.2", "SB-11.2.2.6.f"]


@pytest.mark.clause("SB-J22")
def test_J22_several_drop_attacks_come_in_the_allied_players_order() -> None:
    state = drop(
        "1342", {"3/6-Para": "1342", "5/6-Para": "1443"}, record={"736/716": "1342", "857/346": "1441"}
    )
    do(state, "designate 6AL/6 1441", "roll 6", "roll 6", "roll 6")
    assert choices(state) == {"fight 1342", "fight 1441"}
    do(state, "fight 1441", "support none", "roll 1")
    assert steps(state, "6AL/6") == 0 and steps(state, "3/6-Para") == 2 and state.step.name == "one marker"


def air_attack(aa: str, **options: Any) -> int:
    """8/3 in 1340 attacks 736/716 in 1239 with an aircraft of 10: 6 + 10 - 5."""
    state = position(
        "allied combat", 8, {"8/3": "1340", "736/716": "1239", "3-AA": aa}, options={"flak": True, **options}
    )
    do(state, "attack 8/3 1239", "support air", "support none", "draw air 10")
    return verdict(do(state, "roll 1"))[1]


@pytest.mark.clause("SB-J41")
def test_J41_flak_next_to_the_attacker_does_not_halve_unless_agreed() -> None:
    """1440 touches 1340, not 1239."""
    assert air_attack("1440") == 11
    assert air_attack("1440", flak_covers="attackers_too") == 6


@pytest.mark.clause("SB-J41")
def test_J41_flak_next_to_the_defender_halves() -> None:
    assert air_attack("1139") == 6 == air_attack("1139", flak_covers="attackers_too")
    assert air_attack("0445") == 11 == air_attack("0445", flak_covers="attackers_too")


@pytest.mark.clause("SB-J41")
@pytest.mark.parametrize(("aa", "sum_"), [("1639", 6 + 5), ("1638", 6 + 10)])
def test_J41_a_beach_assault_is_in_the_beach_hex(aa: str, sum_: int) -> None:
    units = {"8/3": "1640 landed", "3-AA": aa}
    state = position("beach assaults", 0, units, markers={"unassaulted": ["1640"]}, options={"flak": True})
    do(state, "support air", "support none", "draw air 10")
    assert verdict(do(state, "roll 6"))[1] == sum_


# ---------------------------------------------------------------- SB-J23, SB-J29: Caen


@pytest.mark.clause("SB-J23")
def test_J23_every_caen_hex_must_trace_or_any() -> None:
    """736/716 in 1039 and 857/346 in 0840: every neighbour of 0940 is a German's or in a zone; the other
    eight trace.
    """
    germans = {"736/716": "1039", "857/346": "0840", "8/3": "1640"}
    assert end_of_turn(8, {"8/3": "1640"}, cities=CAEN).step.name == "marker lost"
    assert end_of_turn(8, germans, cities=CAEN).step.name == "allied movement"
    assert end_of_turn(8, germans, cities=CAEN, options={"caen_supply": "any_hex"}).step.name == "marker lost"


@pytest.mark.clause("SB-J23")
def test_J23_all_nine_are_needed_under_either_reading() -> None:
    for reading in ("each_hex", "any_hex"):
        state = end_of_turn(8, {"8/3": "1640"}, cities=CAEN[1:], options={"caen_supply": reading})
        assert state.step.name == "allied movement"


def caen_retaken(**options: Any) -> SwordBeach:
    """Caen had been held once; at the end of GT 8 one hex is German, on GT 9 8/3 takes it back; then GT 10
    begins.
    """
    state = end_of_turn(8, {"8/3": "0740"}, cities=CAEN[:-1], caen_taken=True, options=options)
    assert (state.turn, state.step.name) == (9, "allied movement")
    do(state, "move 8/3 0739")
    until(state, "german mobile movement")
    do(state, "done")
    assert state.turn == 10
    return state


@pytest.mark.clause("SB-J29")
def test_J29_two_markers_once_a_game() -> None:
    state = caen_retaken()
    assert state.step.name == "allied movement" and len(cup(state, "german")) == 21


@pytest.mark.clause("SB-J29")
def test_J29_or_each_time_the_allies_come_to_hold_it() -> None:
    state = caen_retaken(caen_loss_repeats=True)
    assert state.step.name == "marker lost"
    do(state, "draw german 10", "draw german 9")
    assert len(cup(state, "german")) == 19


@pytest.mark.clause("SB-J29")
def test_J29_holding_it_on_costs_nothing_more() -> None:
    for repeats in (False, True):
        state = end_of_turn(
            8, {"8/3": "1640"}, cities=CAEN, caen_taken=True, options={"caen_loss_repeats": repeats}
        )
        assert (state.turn, state.step.name) == (9, "allied movement")


# ---------------------------------------------------------------- SB-J30: occupying


@pytest.mark.clause("SB-J30")
def test_J30_a_german_passing_a_beachhead_leaves_it_unless_agreed() -> None:
    """857/346 from 1639 to 1641: over 1640 it costs 1 + 3, by 1540 and 1541 it costs 1 + 3 + 1."""
    for options, left in (({}, ["1640"]), ({"occupy_in_passing": True}, [])):
        state = position("german movement", 5, {"857/346": "1639"}, options=options)
        do(state, "move 857/346 1641")
        assert beachheads(state) == left


@pytest.mark.clause("SB-J30")
def test_J30_ending_a_move_there_takes_it() -> None:
    state = position("german movement", 5, {"857/346": "1639"})
    do(state, "move 857/346 1640")
    assert beachheads(state) == []


@pytest.mark.clause("SB-J30")
def test_J30_every_city_hex_is_german_until_an_allied_unit_ends_there() -> None:
    """4-Armd by road from 1037 over 0937 to 0837."""
    for options, held in (({}, ["0837"]), ({"occupy_in_passing": True}, ["0837", "0937"])):
        state = position("allied movement", 5, {"4-Armd": "1037"}, options=options)
        assert markers(state, "allied_cities") == []
        do(state, "move 4-Armd 0837")
        assert sorted(markers(state, "allied_cities")) == held


@pytest.mark.clause("SB-J30")
@pytest.mark.parametrize(
    ("held", "after"),
    [([], ["0837", "0937"]), (["0938"], ["0837", "0937", "0938"]), (["0937"], ["0837", "0937", "0938"])],
)
def test_J30_a_passing_move_takes_the_most_hexes_then_the_lowest(held: list[str], after: list[str]) -> None:
    """8/3 from 1037 to 0837 pays 2 by way of 0937 and of 0938."""
    state = position(
        "allied movement",
        5,
        {"8/3": "1037"},
        markers={"allied_cities": held},
        options={"occupy_in_passing": True},
    )
    do(state, "move 8/3 0837")
    assert sorted(markers(state, "allied_cities")) == after


@pytest.mark.clause("SB-J30")
@pytest.mark.parametrize("passing", [False, True])
def test_J30_a_retreat_step_occupies(passing: bool) -> None:
    """8 + 6 - 5 = +9, column 7, die 4: D2; the only first step of 736/716 is the beachhead of 1739, then 1738
    or 1838.
    """
    units = {"27-Armd": "1540", "8/3": "1539", "736/716": "1639"}
    state = position(
        "allied combat", 5, units, ("1640", "1739", "1740", "1838"), options={"occupy_in_passing": passing}
    )
    do(state, "attack 27-Armd 1639", "join 8/3", "support none", "support none")
    assert verdict(do(state, "roll 4")) == ("clear", 9, 7, "D2")
    do(state, "yield")
    assert where(state, "736/716") == "1739"
    assert beachheads(state) == ["1640", "1740", "1838"]
    do(state, "withdraw 736/716 1838")
    assert beachheads(state) == ["1640", "1740"]


@pytest.mark.clause("SB-J30")
def test_J30_an_advance_takes_a_city_hex() -> None:
    """10 + 6 + 10 + 10 - 7 = +29 in the city, column 10, die 6: De."""
    units = {"4-Armd": "1037", "8/3": "1038", "2-AA": "0938"}
    state = position("allied combat", 5, units)
    do(
        state,
        "attack 4-Armd 0938",
        "join 8/3",
        "support air+air",
        "support none",
        "draw air 10",
        "draw air 10",
    )
    assert verdict(do(state, "roll 6")) == ("city", 29, 10, "De")
    do(state, "advance 8/3")
    assert where(state, "8/3") == "0938" and markers(state, "allied_cities") == ["0938"]
