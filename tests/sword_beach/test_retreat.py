"""FM-7.7 to FM-7.9: retreat, stiff resistance and advance after combat."""

from __future__ import annotations

import pytest

from tests.sword_beach.build import (
    SILENT,
    choices,
    clauses,
    do,
    fight,
    position,
    steps,
    until,
    verdict,
    where,
    why,
)


def beaten(units: dict[str, str], hex_: str = "0742", **more):
    """A German defender thrown back by 8/3 and 27 Armored (die 5)."""
    state = position("allied combat", 5, units, **{**SILENT, **more})
    fight(state, hex_, 5, "8/3", "27-Armd")
    return state


SOUTH = {
    "8/3": "0641",
    "27-Armd": "0642",
}  # the attackers; their zones leave 0841 and 0842 open north of 0742

# ---------------------------------------------------------------- FM-7.7: retreat


@pytest.mark.clause("FM-7.7.1")
def test_the_owner_moves_his_unit_two_hexes_away():
    """Reduced 736/716 (3): 6 + 8 - 3 = +11, column 7, D2; the German takes it to a hex two away, and must."""
    state = beaten({**SOUTH, "736/716": "0742 reduced"})
    assert state.to_move == "german"
    assert why(state, "done") == {"FM-7.7.1"}
    do(state, "withdraw 736/716 0841")
    assert choices(state) == {"withdraw 736/716 0840", "withdraw 736/716 0941", "withdraw 736/716 0942"}
    assert why(state, "withdraw 736/716 0842") == {"FM-7.7.1"}  # one hex from where it stood
    do(state, "withdraw 736/716 0941")
    assert where(state, "736/716") == "0941" and steps(state, "736/716") == 1


@pytest.mark.clause("FM-7.7.1")
def test_d3_is_a_retreat_of_three_hexes():
    """With 9/3 the attack is 6 + 8 + 6 - 3 = +17, column 9, die 4: D3."""
    state = position("allied combat", 5, {**SOUTH, "9/3": "0743", "736/716": "0742 reduced"}, **SILENT)
    assert verdict(fight(state, "0742", 4, "8/3", "27-Armd", "9/3")) == ("clear", 17, 9, "D3")
    # 9/3 closes 0842, so the only first step is 0841, and it is taken
    assert where(state, "736/716") == "0841"
    do(state, "withdraw 736/716 0941")
    assert where(state, "736/716") == "0941" and state.step.name == "retreat"
    do(state, "withdraw 736/716 1041")
    assert where(state, "736/716") == "1041" and state.step.name != "retreat"


@pytest.mark.clause("FM-7.7.2")
def test_a_retreat_passes_over_friends_but_may_not_end_with_one():
    """22/21 in 0841 may be passed; 857/346 in 0941 may not be joined."""
    state = beaten({**SOUTH, "736/716": "0742 reduced", "22/21": "0841", "857/346": "0941"})
    do(state, "withdraw 736/716 0841")
    assert choices(state) == {"withdraw 736/716 0840", "withdraw 736/716 0942"}
    assert why(state, "withdraw 736/716 0941") == {"FM-7.7.2"}
    do(state, "withdraw 736/716 0942")
    assert (where(state, "736/716"), where(state, "22/21")) == ("0942", "0841")


@pytest.mark.clause("FM-7.7.2")
def test_no_retreat_into_an_enemy_or_his_zone():
    """9/3 in 0942 bars 0942 itself and its zone, so nothing but the far west of the ring is left."""
    state = beaten({**SOUTH, "736/716": "0742 reduced", "9/3": "0942"})
    # 0841 and 0842 both lie next to 0942: no way out is left
    assert steps(state, "736/716") == 0
    open_ = beaten({**SOUTH, "736/716": "0742 reduced", "9/3": "1042"})
    do(open_, "withdraw 736/716 0841")
    assert choices(open_) == {"withdraw 736/716 0840", "withdraw 736/716 0941"}
    assert "FM-6.2.1" in why(open_, "withdraw 736/716 0942")


@pytest.mark.clause("FM-7.7.2")
def test_not_even_a_commando_retreats_through_an_enemy():
    """Attacked from 0741 and 0743, 1 Cdo Bde may go by the four other hexes whatever their zones, not by
    those two.
    """
    units = {"22/21": "0741", "125/21": "0743", "1-Cdo": "0742 reduced"}
    state = position("german combat", 5, units, **SILENT)
    fight(state, "0742", 5, "22/21", "125/21")  # 8 + 6 - 3 = +11, column 7: D2
    assert choices(state) == {f"withdraw 1-Cdo {hex_}" for hex_ in ("0841", "0842", "0641", "0642")}
    assert "FM-7.7.2" in why(state, "withdraw 1-Cdo 0741")


@pytest.mark.clause("FM-7.7.2")
def test_no_retreat_to_sea_or_out_of_play():
    """Beaten at Ouistreham from the south, 9/3 has the beach to go along and no boat."""
    units = {"22/21": "1540", "125/21": "1541", "9/3": "1640 reduced"}
    state = position("german combat", 5, units, ["1739"], **SILENT)
    assert verdict(fight(state, "1640", 6, "22/21", "125/21"))[3] == "D2"  # 8 + 6 - 4 = +10, column 5
    # 1639 and 1641 are in the attackers' zones and 1741 is sea: 1740 is the only step, then 1739 or sea
    assert where(state, "9/3") == "1739"


@pytest.mark.clause("FM-7.7.2")
def test_no_retreat_off_the_map_or_over_the_boundary():
    """At 0936 the hexes to the west are out of play; with the others closed 9/3 is lost."""
    units = {"22/21": "0937", "125/21": "1036", "9/3": "0936 reduced"}
    state = position("german combat", 5, units, **SILENT)
    fight(state, "0936", 5, "22/21", "125/21")  # +10, column 7: D2
    assert steps(state, "9/3") == 0


@pytest.mark.clause("FM-7.7.2")
def test_a_unit_may_not_retreat_into_a_stack_on_the_beach():
    """A beach landing hex with 8/3 in it has no room for 9/3 coming by land (SB-J38)."""
    units = {"8/3": "1640 landed", "9/3": "1440 reduced", "22/21": "1439", "125/21": "1340"}
    state = position("german combat", 5, units, **SILENT)
    fight(state, "1440", 5, "22/21", "125/21")  # 8 + 6 - 4 = +10, column 7: D2
    assert state.step.name == "retreat"
    reached = set()
    for first in sorted(choices(state)):
        there = state.copy()
        do(there, first)
        reached |= {text.split()[-1] for text in choices(there) if text.startswith("withdraw")} or {
            where(there, "9/3")
        }
    assert "1640" not in reached and "1641" in reached


@pytest.mark.clause("FM-7.7.2")
def test_rivers_do_not_stop_a_retreat():
    """Thrown out of 1140, 736/716 goes over the Orne where there is no bridge."""
    units = {"8/3": "1139", "27-Armd": "1239", "736/716": "1140 reduced"}
    state = beaten(units, "1140")
    assert "withdraw 736/716 1141" in choices(state) and "withdraw 736/716 1040" in choices(state)


@pytest.mark.clause("FM-7.7.3")
def test_a_unit_that_cannot_retreat_in_full_is_eliminated():
    """185/3 in 0942 lays its zone on 0841 and 0842: full or reduced, the loser has nowhere to go."""
    state = position("allied combat", 5, {**SOUTH, "736/716": "0742 reduced", "185/3": "0942"}, **SILENT)
    events = fight(state, "0742", 5, "8/3", "27-Armd")
    assert steps(state, "736/716") == 0 and "FM-7.7.3" in clauses(events)


@pytest.mark.clause("FM-7.7.3")
def test_one_hex_of_two_is_not_enough():
    """0841 is open, but nothing two hexes from 0742 is: 736/716 is lost without taking the first step."""
    units = {**SOUTH, "736/716": "0742 reduced", "9/3": "0743"}  # 0842 closed
    shut = {"22/21": "0840", "125/21": "0941", "192/21": "0942"}  # friends fill the rest of the ring
    state = beaten({**units, **shut})
    assert steps(state, "736/716") == 0 and where(state, "22/21") == "0840"
    del shut["125/21"]
    assert where(beaten({**units, **shut}), "736/716") == "0941"


# ---------------------------------------------------------------- FM-7.8: stiff resistance


@pytest.mark.clause("FM-7.8.1")
@pytest.mark.parametrize(
    ("extra", "face", "expected"), [((), 5, (9, 7, "D2")), (("9/3", "4-Armd"), 3, (25, 10, "D3"))]
)
def test_a_full_unit_may_stay_and_be_reduced_instead(extra, face, expected):
    """736/716 (5) may resist a D2 of two brigades or a D3 of four: it stays in 0742, turned over."""
    units = {**SOUTH, "736/716": "0742", "9/3": "0741", "4-Armd": "0743"}
    state = position("allied combat", 5, units, **SILENT)
    assert verdict(fight(state, "0742", face, "8/3", "27-Armd", *extra)) == ("clear", *expected)
    assert state.to_move == "german" and choices(state) == {"resist", "yield"}
    do(state, "resist")
    assert where(state, "736/716") == "0742" and steps(state, "736/716") == 1


@pytest.mark.clause("FM-7.8.1")
def test_a_full_unit_may_also_yield_and_keep_its_strength():
    """736/716 declines, retreats two hexes and is not reduced."""
    state = beaten({**SOUTH, "736/716": "0742"})  # 6 + 8 - 5 = +9, column 7: D2
    do(state, "yield", "withdraw 736/716 0842", "withdraw 736/716 0943")
    assert where(state, "736/716") == "0943" and steps(state, "736/716") == 2


@pytest.mark.clause("FM-7.8.2")
def test_a_reduced_unit_may_not_resist():
    """Reduced 736/716 is not asked; it must go."""
    state = beaten({**SOUTH, "736/716": "0742 reduced"})
    assert state.step.name == "retreat" and why(state, "resist")


@pytest.mark.clause("FM-7.8.2")
def test_no_advance_after_stiff_resistance():
    """The defender is still there; the combat is over and the Allied player goes on with his phase."""
    state = beaten({**SOUTH, "736/716": "0742", "9/3": "0540", "22/21": "0541"})
    do(state, "resist")
    assert state.step.name == "allied combat" and why(state, "advance 8/3")
    assert where(state, "8/3") == "0641"


# ---------------------------------------------------------------- FM-7.9: advance


@pytest.mark.clause("FM-7.9.1")
def test_one_attacker_may_advance_into_the_emptied_hex():
    """After the retreat either attacker may follow up, one of them, at once, or nobody."""
    state = beaten({**SOUTH, "736/716": "0742 reduced", "9/3": "0543", "22/21": "0644"})
    do(state, "withdraw 736/716 0842", "withdraw 736/716 0943")
    assert state.to_move == "allied" and choices(state) == {"advance 8/3", "advance 27-Armd", "done"}
    assert why(state, "advance 9/3") == {"FM-7.9.1"}  # took no part
    do(state, "advance 27-Armd")
    assert where(state, "27-Armd") == "0742" and why(state, "advance 8/3")


@pytest.mark.clause("FM-7.9.1")
def test_an_attacker_may_decline_to_advance():
    """Done leaves both attackers where they stood."""
    state = beaten({**SOUTH, "736/716": "0742 reduced"})
    do(state, "withdraw 736/716 0842", "withdraw 736/716 0943", "done")
    assert (where(state, "8/3"), where(state, "27-Armd")) == ("0641", "0642")


@pytest.mark.clause("FM-7.9.1")
def test_no_advance_while_the_hex_is_held():
    """D1 reduces 2 AA and leaves it in its hex."""
    state = position("allied combat", 5, {"8/3": "0641", "9/3": "0642", "2-AA": "0742"}, **SILENT)
    assert verdict(fight(state, "0742", 5, "8/3", "9/3")) == (
        "clear",
        5,
        5,
        "D1",
    )  # 6 + 6 - 7; column 6, shifted to 5
    assert state.step.name != "advance" and steps(state, "2-AA") == 1


@pytest.mark.clause("FM-7.9.2")
def test_an_advance_costs_no_movement_and_knows_no_weather():
    """In a storm 27 Armored, which has used up its Movement Phase, advances over the Orne into the town of
    Ranville.
    """
    units = {"27-Armd": "1440 moved", "8/3": "1240", "346/346": "1341 reduced"}
    state = position("allied combat", 5, units, weather="inclement", options={"weather": True}, **SILENT)
    fight(state, "1341", 6, "27-Armd", "8/3")  # 8 + 6 - 2 = +12, river line: column 6, die 6: D2
    while state.step.name == "retreat":
        do(state, sorted(choices(state))[0])
    do(state, "advance 27-Armd")
    assert where(state, "27-Armd") == "1341"


@pytest.mark.clause("FM-7.9.2")
def test_a_defender_never_advances():
    """Ae empties the attacker's hex; 8/3, which held, is not asked and stays."""
    cups = {"air": [10], "guns": [], "german": []}
    state = position("german combat", 5, {"346/346": "0741 reduced", "8/3": "0742"}, cups=cups, mines="used")
    do(state, "attack 346/346 0742", "support air", "draw air 10")
    assert verdict(do(state, "roll 1")) == ("clear", 1 - 8 - 10, 1, "Ae")
    assert steps(state, "346/346") == 0 and where(state, "8/3") == "0742" and state.step.name != "advance"


@pytest.mark.clause("FM-7.9.3")
def test_a_unit_that_advances_out_of_a_beach_hex_has_left_it():
    """27 Armored follows up from Ouistreham into 1639 and may not go back to its stack."""
    units = {"8/3": "1640 landed", "27-Armd": "1640 landed", "9/3": "1540", "736/716": "1639 reduced"}
    state = position("allied combat", 5, units, **SILENT)
    fight(state, "1639", 6, "27-Armd", "9/3")  # 8 + 6 - 3 = +11, column 7, die 6: D3
    while state.step.name == "retreat":
        do(state, sorted(choices(state))[0])
    events = do(state, "advance 27-Armd")
    assert "SB-11.2.1.2.d" in clauses(events)
    until(state, "allied mobile movement")
    assert why(state, "move 27-Armd 1640") == {"SB-11.2.1.2.d"}


@pytest.mark.clause("FM-7.9.3")
def test_a_unit_that_retreats_out_of_a_beach_hex_has_left_it():
    """9/3, thrown out of Ouistreham to 1739, cannot stack with 8/3 again on the next turn."""
    units = {"8/3": "1640 landed", "9/3": "1640 landed reduced", "22/21": "1540", "125/21": "1541"}
    state = position("german combat", 5, units, ["1640"], **SILENT)
    do(state, "attack 22/21 1640", "join 125/21", "defend 9/3", "roll 6")  # 8 + 6 - 4 = +10, column 5: D2
    assert where(state, "9/3") == "1739" and where(state, "8/3") == "1640"
    assert state.grid.names(state.beachheads) == ["1640"]
    while state.step.name != "allied movement":
        do(state, "done")
    assert why(state, "move 9/3 1640") >= {"SB-11.2.1.2.d"}
