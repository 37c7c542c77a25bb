"""FM-4: the phases of a game turn, in their order, and who may do what in each."""

from __future__ import annotations

import pytest

from tests.sword_beach.build import SILENT, choices, clauses, do, position, steps, until, verdict, where, why


def two_tank_units(phase: str = "allied movement", turn: int = 5, **more):
    """A brigade of tanks of each side, face to face south-east of Caen: every phase has something to ask."""
    return position(phase, turn, {"27-Armd": "0741", "22/21": "0742"}, **more)


@pytest.mark.clause("FM-4.1.2", "FM-4.1.3")
def test_each_player_turn_has_the_same_four_phases_allied_first():
    """Eight phases wait one after another: the Allied four, then the German four."""
    state = two_tank_units()
    seen = []
    while state.turn == 5:
        seen.append((state.to_move, state.step.name))
        do(state, "done")
    assert seen == [
        ("allied", "allied movement"),
        ("allied", "allied combat"),
        ("allied", "allied mobile movement"),
        ("allied", "allied mobile combat"),
        ("german", "german movement"),
        ("german", "german combat"),
        ("german", "german mobile movement"),
        ("german", "german mobile combat"),
    ]


@pytest.mark.clause("FM-4.1.2", "FM-4.1.3")
def test_what_a_unit_did_in_one_player_turn_does_not_bind_it_in_the_next():
    """A brigade that attacked on GT 5 may attack again on GT 6, and the defender attacks in between."""
    state = two_tank_units("allied combat", **SILENT)
    do(state, "attack 27-Armd 0742", "roll 6")  # 8 - 6 = +2, column 5, shifted to 4: D1
    until(state, "german combat")
    assert "attack 22/21 0741" in choices(state)
    until(state, "allied combat")
    assert state.turn == 6 and "attack 27-Armd 0742" in choices(state)


@pytest.mark.clause("FM-4.1.1")
def test_both_players_make_up_their_cups_before_the_allied_turn():
    """Cups drawn empty on GT 4 hold 10 aircraft, 12 guns and 21 German markers with the mines on GT 5."""
    state = two_tank_units("german movement", turn=4, **SILENT)
    assert [sum(cup) for cup in state.cups] == [0, 0, 0] and state.mines == "used"
    until(state, "allied movement")
    assert state.turn == 5
    assert [sum(cup) for cup in state.cups] == [10, 12, 21] and state.mines == "cup"


@pytest.mark.clause("FM-4.1.1")
def test_the_cups_are_not_made_up_between_the_two_player_turns():
    """What the Allied player turn left in the cups is what the German player turn finds."""
    state = two_tank_units("allied mobile combat", **SILENT)
    until(state, "german combat")
    assert state.turn == 5 and [sum(cup) for cup in state.cups] == [0, 0, 0]


@pytest.mark.clause("FM-4.1.4")
def test_the_turn_marker_advances_when_the_german_turn_is_over():
    """GT 16 is followed by GT 17; after GT 17 nobody is to move and victory has been judged."""
    state = two_tank_units("german mobile combat", turn=16)
    events = do(state, "done")
    assert state.turn == 17 and state.step.name == "allied movement" and "FM-4.1.4" in clauses(events)
    until(state, "german mobile combat")
    assert state.outcome() is None
    do(state, "done")
    assert state.to_move is None and state.turn == 17
    assert state.outcome() == ("german", "operational", "SB-13.0.b")


@pytest.mark.clause("FM-4.1.5")
def test_leg_and_mobile_units_move_in_the_movement_phase():
    """Infantry and tanks of the side to move may go; the enemy's units may not."""
    state = position("allied movement", 5, {"8/3": "0740", "27-Armd": "0540", "22/21": "0745"})
    assert {"move 8/3 0741", "move 27-Armd 0541"} <= choices(state)
    assert why(state, "move 22/21 0744") == {"FM-4.1.2"}
    do(state, "move 8/3 0741", "move 27-Armd 0541")
    assert (where(state, "8/3"), where(state, "27-Armd")) == ("0741", "0541")


@pytest.mark.clause("FM-4.1.5")
def test_reinforcements_arrive_in_the_movement_phase_only():
    """The 1st SS panzers of GT 11 can come on in the German Movement Phase, and not in the mobile one after
    it.
    """
    state = position("german movement", 11, {"1/1SS-Pz": "waiting", "22/21": "0742"})
    assert "move 1/1SS-Pz 0451" in choices(state)
    late = position("german mobile movement", 11, {"1/1SS-Pz": "waiting", "22/21": "0742"})
    assert "move 22/21 0743" in choices(late) and why(late, "move 1/1SS-Pz 0451") == {"SB-J40"}


@pytest.mark.clause("FM-4.1.6")
def test_bombardments_and_attacks_mix_in_any_order():
    """A bombardment, an attack by leg infantry, a bombardment, all in one Combat Phase."""
    state = position("allied combat", 5, {"8/3": "0741", "22/21": "0742", "125/21": "0744"})
    first = do(state, "bombard guns 0742", "draw guns 1", "roll 1")
    assert verdict(first) == (
        "clear",
        -6,
        1,
        "Ae",
    )  # 1 - 7; column 2, and two to the left is the end of the table
    second = do(state, "attack 8/3 0742", "support none", "support none", "roll 4")
    assert verdict(second) == ("clear", -1, 3, "A1")  # 6 - 7; column 4, one to the left for want of tanks
    third = do(state, "bombard air 0744", "draw air 10", "roll 6")
    assert verdict(third) == ("clear", 2, 3, "Ex")  # 10 - 8; column 5, two to the left
    assert (steps(state, "8/3"), steps(state, "22/21"), steps(state, "125/21")) == (1, 2, 2)


@pytest.mark.clause("FM-4.1.7")
def test_a_mobile_unit_moves_its_full_allowance_twice():
    """27 Armored goes eight clear hexes east in the Movement Phase and eight back in the mobile one."""
    state = position("allied movement", 5, {"27-Armd": "0139", "8/3": "0540"})
    assert why(state, "move 27-Armd 0148") == {"FM-5.2.3"}  # nine
    do(state, "move 27-Armd 0147", "done")
    assert state.step.name == "allied mobile movement"
    do(state, "move 27-Armd 0139")
    assert where(state, "27-Armd") == "0139"


@pytest.mark.clause("FM-4.1.7")
def test_only_mobile_units_move_in_the_mobile_movement_phase():
    """Infantry is refused; tanks that have fought in the Combat Phase are not."""
    state = position("allied mobile movement", 5, {"27-Armd": "0139 fought", "8/3": "0540"})
    assert why(state, "move 8/3 0541") == {"FM-4.1.7"}
    assert not why(state, "move 27-Armd 0140")


@pytest.mark.clause("FM-4.1.8")
def test_the_mobile_combat_phase_is_for_mobile_units_that_have_not_attacked():
    """Of three brigades beside the enemy only the tanks that held back may attack now."""
    units = {"27-Armd": "0741", "4-Armd": "0743 fought", "8/3": "0842", "22/21": "0742"}
    state = position("allied mobile combat", 5, units)
    assert why(state, "attack 4-Armd 0742") == {"FM-4.1.8"}
    assert why(state, "attack 8/3 0742") == {"FM-4.1.8"}
    do(state, "attack 27-Armd 0742")
    assert state.step.name == "attacker's support fire"  # nobody may join, so nobody is asked


@pytest.mark.clause("FM-4.1.8")
def test_leg_units_may_not_join_an_attack_of_the_mobile_combat_phase():
    """Two tank brigades attack together; the infantry beside them is refused."""
    units = {"27-Armd": "0741", "4-Armd": "0743", "8/3": "0842", "22/21": "0742"}
    state = position("allied mobile combat", 5, units)
    do(state, "attack 27-Armd 0742")
    assert why(state, "join 8/3") == {"FM-4.1.8"}
    assert not why(state, "join 4-Armd")


@pytest.mark.clause("FM-4.1.8")
def test_support_fire_as_usual_but_no_bombardment_in_the_mobile_combat_phase():
    """Two markers may be named for the attack, none for a bombardment; the combined-arms shift always
    bites.
    """
    state = two_tank_units("allied mobile combat")
    assert why(state, "bombard air 0742") == {"FM-4.1.6", "FM-4.1.8"}
    do(state, "attack 27-Armd 0742")
    assert "support air+guns" in choices(state)
    events = do(state, "support air+guns", "support none", "draw air 6", "draw guns 6", "roll 6")
    assert verdict(events) == ("clear", 13, 7, "D3")  # 8 + 6 + 6 - 7; column 8, one to the left
