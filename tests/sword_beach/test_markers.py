"""SB-11.1.5 and SB-11.2.5: the German markers, the mines, what Caen costs him, and Allied replacements."""

from __future__ import annotations

import pytest

from tests.sword_beach.build import choices, clauses, do, position, steps, until, verdict, where, why

DUEL = {"27-Armd": "0741", "22/21": "0742"}
CAEN = ["0937", "0938", "0939", "0837", "0838", "0839", "0940", "0738", "0739"]


def counts(cup) -> dict[int, int]:
    return {value: number for value, number in enumerate(cup) if number}


# ---------------------------------------------------------------- SB-11.1.5.a: the allotment


@pytest.mark.clause("SB-11.1.5.a")
def test_the_german_allotment_has_twenty_one_markers():
    """+2 x1, +3 x2, +4 x3, +5 x3, +6 x3, +7 x3, +8 x3, +9 x2, +10 x1, in one cup, afresh each turn."""
    state = position("german movement", 4, DUEL, cups={"german": []})
    until(state, "allied movement")
    assert (
        counts(state.cups[2]) == {2: 1, 3: 2, 4: 3, 5: 3, 6: 3, 7: 3, 8: 3, 9: 2, 10: 1}
        and sum(state.cups[2]) == 21
    )


@pytest.mark.clause("SB-11.1.5.a")
def test_one_or_two_german_markers_for_each_combat_or_bombardment():
    """He may name none, one or two in a combat, one or two in a bombardment."""
    state = position("german combat", 5, DUEL)
    bombardments = {text for text in choices(state) if text.startswith("bombard")}
    assert bombardments == {"bombard guns 0741", "bombard guns+guns 0741"}
    do(state, "attack 22/21 0741")
    assert choices(state) == {"support none", "support guns", "support guns+guns"}


# ---------------------------------------------------------------- SB-11.1.5.b: Achtung! Minen


@pytest.mark.clause("SB-11.1.5.b.1")
def test_mines_drawn_and_used_count_six_in_that_combat():
    """22/21 on 27 Armored: 8 + 6 - 7 = +7, the mines being the one marker named."""
    state = position("german combat", 5, DUEL)
    do(state, "attack 22/21 0741", "support guns", "support none", "draw german mines", "mines use")
    assert verdict(do(state, "roll 1"))[:2] == ("clear", 7)
    assert state.mines == "used" and sum(state.cups[2]) == 21


@pytest.mark.clause("SB-11.1.5.b.1")
def test_mines_used_in_defense_count_against_the_attacker():
    """27 Armored on 22/21 laid with mines and a +4: 8 - 7 - 6 - 4 = -9."""
    state = position("allied combat", 5, DUEL)
    do(
        state,
        "attack 27-Armd 0742",
        "support none",
        "support guns+guns",
        "draw german mines",
        "mines use",
        "draw german 4",
    )
    assert verdict(do(state, "roll 1"))[:2] == ("clear", -9)


@pytest.mark.clause("SB-11.1.5.b.1")
def test_mines_put_aside_may_be_made_good_by_another_draw():
    """After `redraw` a numbered marker is drawn in their place; after `aside` none is."""
    state = position("german combat", 5, DUEL)
    do(
        state,
        "attack 22/21 0741",
        "support guns",
        "support none",
        "draw german mines",
        "mines redraw",
        "draw german 9",
    )
    assert verdict(do(state, "roll 1"))[:2] == ("clear", 8 + 9 - 7) and state.mines == "aside"
    state = position("german combat", 5, DUEL)
    do(state, "attack 22/21 0741", "support guns", "support none", "draw german mines", "mines aside")
    assert verdict(do(state, "roll 1"))[:2] == ("clear", 8 - 7) and state.mines == "aside"


@pytest.mark.clause("SB-11.1.5.b.2")
def test_mines_are_of_no_use_in_a_bombardment():
    """Drawn for one they can only be put aside, with or without another draw."""
    state = position("german combat", 5, DUEL)
    do(state, "bombard guns 0741", "draw german mines")
    assert choices(state) == {"mines aside", "mines redraw"}
    assert why(state, "mines use") == {"SB-11.1.5.b.2"}
    do(state, "mines redraw", "draw german 10")
    assert verdict(do(state, "roll 1"))[:2] == ("clear", 10 - 7) and state.mines == "aside"


@pytest.mark.clause("SB-11.1.5.b.3")
def test_mines_lying_aside_are_played_on_top_of_two_markers():
    """22/21 on 27 Armored with +2, +3 and the mines: 8 + 2 + 3 + 6 - 7 = +12."""
    state = position("german combat", 5, DUEL, mines="aside")
    do(
        state,
        "attack 22/21 0741",
        "support guns+guns+mines",
        "support none",
        "draw german 2",
        "draw german 3",
    )
    assert verdict(do(state, "roll 1"))[:2] == ("clear", 12) and state.mines == "used"


@pytest.mark.clause("SB-11.1.5.b.3")
def test_mines_put_aside_in_defense_serve_in_any_combat_phase_of_the_turn():
    """Put aside in the Allied Combat Phase they may be played in the Allied Mobile and the German Combat
    Phase.
    """
    state = position("allied combat", 5, {"8/3": "0641", **DUEL})
    do(
        state,
        "attack 8/3 0742",
        "done",
        "support none",
        "support guns",
        "draw german mines",
        "mines aside",
        "roll 4",
    )
    until(state, "allied mobile combat")
    do(state, "attack 27-Armd 0742", "support none")
    assert "support mines" in choices(state)
    do(state, "support none", "roll 1")  # 8 - 6 = +2, column 5, shifted to 4, A1: 27 Armored is reduced
    until(state, "german combat")
    do(state, "attack 22/21 0741")
    assert "support guns+mines" in choices(state)
    do(state, "support mines", "support none")
    assert verdict(do(state, "roll 1"))[:2] == ("clear", 8 + 6 - 4)


@pytest.mark.clause("SB-11.1.5.b.3")
def test_mines_are_played_only_when_they_lie_aside_and_only_once():
    """In the cup or used up they cannot be named."""
    for mines in ("cup", "used"):
        state = position("german combat", 5, DUEL, mines=mines)
        do(state, "attack 22/21 0741")
        assert why(state, "support mines") == {"SB-11.1.5.b.3"}


@pytest.mark.clause("SB-11.1.5.b.4")
def test_mines_not_used_go_back_at_the_end_of_the_turn():
    """Aside through GT 5, they are in the cup when GT 6 begins."""
    state = position("german mobile combat", 5, DUEL, mines="aside")
    events = do(state, "done")
    assert state.turn == 6 and state.mines == "cup" and "SB-11.1.5.b.4" in clauses(events)


# ---------------------------------------------------------------- SB-11.1.5.d-f: Caen


def caen_held(turn: int = 8, units: dict[str, str] | None = None, cities: list[str] | None = None, **more):
    """The German Movement Phase with all of Caen in Allied hands (8/3 in 0938) and 736/716 far away at
    Mézidon.
    """
    units = {"8/3": "0938", "736/716": "0149", **(units or {})}
    return position("german movement", turn, units, markers={"allied_cities": cities or CAEN}, **more)


@pytest.mark.clause("SB-11.1.5.d")
def test_the_turn_after_caen_has_fallen_costs_two_markers_for_good():
    """Held at the end of GT 8: on GT 9 two of the 21 are drawn at random and gone, 19 are left from then
    on.
    """
    state = caen_held()
    until(state, "marker lost")
    assert state.turn == 9
    assert choices(state) == {f"draw german {value}" for value in range(2, 11)}  # the mines are spared
    do(state, "draw german 10")
    assert "draw german 10" not in choices(state)
    do(state, "draw german 2")
    assert counts(state.cups[2]) == {3: 2, 4: 3, 5: 3, 6: 3, 7: 3, 8: 3, 9: 2}
    until(state, "german movement")
    until(state, "allied movement")
    assert state.turn == 10 and sum(state.cups[2]) == 19  # and not 17: once a game


@pytest.mark.clause("SB-11.1.5.d")
def test_nothing_is_lost_in_the_turn_in_which_caen_falls():
    """Through the German half of GT 8 the cup is whole."""
    state = caen_held(units={"9/3": "0543", "22/21": "0544"})
    until(state, "german combat")
    assert state.turn == 8 and sum(state.cups[2]) == 21


@pytest.mark.clause("SB-11.1.5.e")
@pytest.mark.parametrize("missing", CAEN)
def test_control_needs_every_one_of_the_nine_hexes(missing):
    """With any one hex last held by the German no marker goes on GT 9."""
    units = {"8/3": "1137"}
    state = caen_held(units=units, cities=[hex_ for hex_ in CAEN if hex_ != missing])
    until(state, "allied movement")
    assert state.turn == 9 and sum(state.cups[2]) == 21


@pytest.mark.clause("SB-11.1.5.e")
def test_the_last_to_occupy_controls_a_hex_he_has_left():
    """No Allied unit stands in Caen; all nine hexes were last occupied by Allied units, and that is
    enough.
    """
    state = caen_held(units={"8/3": "1137"})
    until(state, "marker lost")
    assert state.turn == 9


@pytest.mark.clause("SB-11.1.5.e")
def test_control_needs_a_supply_line():
    """736/716 and 857/346 shut in the only beachhead, 1640: Caen is held but cut off, and nothing is lost."""
    cut = {"9/3": "1640 landed", "736/716": "1639", "857/346": "1541"}
    state = caen_held(units=cut)
    until(state, "allied movement")
    assert state.turn == 9 and sum(state.cups[2]) == 21
    del cut["857/346"]
    state = caen_held(units=cut)
    until(state, "marker lost")
    assert state.turn == 9


@pytest.mark.clause("SB-11.1.5.f")
def test_recapture_gives_nothing_back():
    """22/21 retakes 0940 on GT 9; on GT 10 the German still has 19 markers."""
    state = caen_held(units={"22/21": "0543"})
    until(state, "marker lost")
    do(state, "draw german 9", "draw german 9")
    until(state, "german movement")
    do(state, "move 22/21 0940")
    assert where(state, "22/21") == "0940" and "0940" not in state.grid.names(state.allied_cities)
    until(state, "allied movement")
    assert state.turn == 10 and counts(state.cups[2]) == {2: 1, 3: 2, 4: 3, 5: 3, 6: 3, 7: 3, 8: 3, 10: 1}


# ---------------------------------------------------------------- SB-11.2.5: Allied replacements

WEAK = {
    "8/3": "1540 reduced",
    "9/3": "1539 reduced",
    "27-Armd": "1639 reduced",
    "4-Armd": "1638 reduced",
    "736/716": "0149",
}


def markers_phase(turn: int, units: dict[str, str]):
    return position("weather", turn, units)


@pytest.mark.clause("SB-11.2.5.a")
def test_a_point_rebuilds_one_unit():
    """8/3 is full again; 9/3 must wait, for there was one point."""
    state = markers_phase(4, WEAK)
    assert state.step.name == "allied replacements" and state.to_move == "allied"
    events = do(state, "replace 8/3")
    assert [steps(state, name) for name in ("8/3", "9/3")] == [2, 1] and "SB-11.2.5.a" in clauses(events)
    assert state.step.name == "allied movement"


@pytest.mark.clause("SB-11.2.5.a")
def test_full_and_lost_units_cannot_be_rebuilt():
    """185/3 is full, 152/51 is gone: the point is for reduced units on the map."""
    state = markers_phase(4, {**WEAK, "185/3": "1538", "152/51": "lost", "153/51": "waiting reduced"})
    assert choices(state) == {"replace 8/3", "replace 9/3", "done"}
    assert why(state, "replace 185/3") == {
        "SB-11.2.5.a"
    }  # it is a leg unit in supply: nothing else is wrong with it
    assert why(state, "replace 152/51") and why(state, "replace 153/51")
    assert why(markers_phase(3, {**WEAK, "152/51": "1538"}), "replace 152/51") == {
        "SB-11.2.5.a",
        "SB-11.2.5.c",
    }


@pytest.mark.clause("SB-11.2.5.a", "SB-J39")
@pytest.mark.parametrize("replaced", [True, False])
def test_the_agreement_on_commandos_is_cited_for_commandos_alone(replaced):
    """Both are at full strength; only the commando is barred by the agreement."""
    units = {**WEAK, "185/3": "1538", "1-Cdo": "1537"}
    state = position("allied replacements", 4, units, options={"commando_replaced": replaced})
    assert why(state, "replace 185/3") == {"SB-11.2.5.a"}
    assert why(state, "replace 1-Cdo") == ({"SB-11.2.5.a"} if replaced else {"SB-11.2.5.a", "SB-J39"})


@pytest.mark.clause("SB-11.2.5.b")
@pytest.mark.parametrize("turn", [2, 4, 10, 16])
def test_a_leg_point_on_even_turns(turn):
    """Infantry may be rebuilt from GT 2 on, tanks not."""
    state = markers_phase(turn, WEAK)
    assert choices(state) == {"replace 8/3", "replace 9/3", "done"}
    assert why(state, "replace 27-Armd") == {"SB-11.2.5.b"}


@pytest.mark.clause("SB-11.2.5.c")
@pytest.mark.parametrize("turn", [3, 5, 11, 17])
def test_a_mobile_point_on_odd_turns(turn):
    """Tanks may be rebuilt from GT 3 on, infantry not."""
    state = markers_phase(turn, WEAK)
    assert choices(state) == {"replace 27-Armd", "replace 4-Armd", "done"}
    assert why(state, "replace 8/3") == {"SB-11.2.5.c"}


@pytest.mark.clause("SB-11.2.5.b", "SB-11.2.5.c")
def test_there_is_no_point_on_gt_1():
    """The first leg point comes on GT 2, the first mobile point on GT 3."""
    assert markers_phase(1, WEAK).step.name == "allied movement"


@pytest.mark.clause("SB-11.2.5.d")
def test_the_unit_must_be_in_supply():
    """9/3 at 1440 is shut off from the beachhead by two German zones; 8/3 in 1540 still touches it."""
    units = {"8/3": "1540 reduced", "9/3": "1440 reduced", "736/716": "1639", "857/346": "1542"}
    state = markers_phase(4, units)
    assert choices(state) == {"replace 8/3", "done"} and why(state, "replace 9/3")


@pytest.mark.clause("SB-11.2.5.d")
def test_an_enemy_zone_on_the_unit_does_no_harm():
    """736/716 stands next to 8/3 at 1437; the way back to Ouistreham is open."""
    state = markers_phase(4, {"8/3": "1437 reduced", "736/716": "1337"})
    do(state, "replace 8/3")
    assert steps(state, "8/3") == 2


@pytest.mark.clause("SB-11.2.5.e")
def test_a_point_not_used_is_lost():
    """Declined on GT 4, it is not there on GT 6: one unit is rebuilt then, not two."""
    state = markers_phase(4, WEAK)
    events = do(state, "done")
    assert "SB-11.2.5.e" in clauses(events)
    later = position("german movement", 7, WEAK)
    until(later, "allied replacements")
    do(later, "replace 8/3")
    assert later.turn == 8 and later.step.name == "allied movement" and steps(later, "9/3") == 1
