"""FM-8.4 to FM-8.6, SB-11.2.6.d-e, SB-11.1.5.c: markers alone against a hex."""

from __future__ import annotations

import pytest

from grognard.core.facts import CHANCE
from grognard.games.sword_beach.pieces import UNIT
from grognard.games.sword_beach.position import Bombardment
from tests.sword_beach.build import SILENT, choices, clauses, do, fight, position, steps, verdict, where, why

FIVE = {"736/716": "0742", "22/21": "0744", "125/21": "0544", "192/21": "0241", "200/21": "0148"}


@pytest.mark.clause("FM-8.4.1")
def test_each_hex_once_and_three_bombardments_a_phase():
    """The second on 0742 is refused, and after the third every other target too; the attack is still open."""
    state = position("allied combat", 5, {"8/3": "0741", **FIVE})
    do(state, "bombard air 0742", "draw air 6", "roll 1")
    assert why(state, "bombard air 0742") == {"FM-8.4.1"}
    do(state, "bombard air 0744", "draw air 6", "roll 1", "bombard air 0544", "draw air 8", "roll 1")
    assert why(state, "bombard air 0241") == {"FM-8.4.1"}
    assert choices(state) == {"attack 8/3 0742", "done"}


@pytest.mark.clause("FM-8.4.1")
def test_the_number_of_bombardments_is_a_switch():
    """With four agreed the fourth is open and the fifth is not."""
    state = position("allied combat", 5, {"8/3": "0741", **FIVE}, options={"max_bombardments_per_phase": 4})
    for hex_, value in {"0742": 6, "0744": 6, "0544": 8, "0241": 8}.items():
        do(state, f"bombard air {hex_}", f"draw air {value}", "roll 1")
    assert why(state, "bombard air 0148") == {"FM-8.4.1"}


@pytest.mark.clause("FM-8.4.1")
def test_a_bombardment_needs_an_enemy_and_no_units_of_its_own():
    """An empty hex is refused; an enemy far from any ground unit can be hit from the air."""
    state = position("allied combat", 5, {"8/3": "1640 landed", "736/716": "0742"})
    assert why(state, "bombard air 0743") == {"FM-8.4.1"}
    assert why(state, "bombard air 1640") == {"FM-8.4.1"}
    assert not why(state, "bombard air+air 0742")


@pytest.mark.clause("FM-8.4.1")
def test_only_the_player_whose_combat_phase_it_is_bombards():
    """In the German Combat Phase the hexes on offer are Allied ones, and the draws German."""
    state = position("german combat", 5, {"8/3": "0741", "22/21": "0743"})
    assert {text for text in choices(state) if text.startswith("bombard")} == {
        "bombard guns 0741",
        "bombard guns+guns 0741",
    }
    assert state.to_move == "german" and why(state, "bombard air 0743")


@pytest.mark.clause("FM-8.4.2")
def test_the_bombardment_of_the_worked_opening():
    """736/716 in the town of Hermanville (5), markers 6 and 8: +9, column 6, two to the left 4, die 6: D1."""
    state = position("allied combat", 1, {"8/3": "1739 landed", "736/716": "1738"}, ["1739"])
    do(state, "bombard guns+guns 1738", "draw guns 6", "draw guns 8")
    assert verdict(do(state, "roll 6")) == ("town", 9, 4, "D1")
    assert steps(state, "736/716") == 1


@pytest.mark.clause("FM-8.4.2")
@pytest.mark.parametrize(
    ("face", "result", "left"),
    [(1, "Ex", 2), (2, "Ex", 2), (3, "D1", 1), (4, "D2", 1), (5, "D2", 1), (6, "D3", 1)],
)
def test_d_results_reduce_the_target_and_all_others_do_nothing(face, result, left):
    """184/84 (4) in the open under two +10: +16, column 9, two to the left 7. No retreat, no resistance, no
    advance.
    """
    state = position("allied combat", 5, {"8/3": "0640", "9/3": "0540", "184/84": "0742", "22/21": "0541"})
    do(state, "bombard air+air 0742", "draw air 10", "draw air 10")
    assert verdict(do(state, f"roll {face}")) == ("clear", 16, 7, result)
    assert steps(state, "184/84") == left and where(state, "184/84") == "0742"
    assert state.step.name == "allied combat"


@pytest.mark.clause("FM-8.4.2")
def test_a_reduced_target_is_eliminated_and_nobody_advances():
    """Reduced 716/716 (3) under two +10: +17, column 9, shifted to 7, die 4: D2, its second loss."""
    state = position(
        "allied combat", 5, {"8/3": "0741", "9/3": "0540", "716/716": "0742 reduced", "22/21": "0541"}
    )
    do(state, "bombard air+air 0742", "draw air 10", "draw air 10", "roll 4")
    assert steps(state, "716/716") == 0 and where(state, "8/3") == "0741"
    assert state.step.name == "allied combat"


@pytest.mark.clause("FM-8.4.2")
def test_de_eliminates_a_full_target_at_once():
    """No two markers reach that column, so three +10 lie ready: +26 on 184/84, column 10, shifted to 8, die
    6: De.
    """
    state = position("allied combat", 5, {"8/3": "0741", "184/84": "0742"}, **SILENT)
    fire = (("allied", "air", 10),) * 3
    state.call(
        Bombardment(attacker="allied", hex=state.grid.number["0742"], defender=UNIT["184/84"], fire=fire),
        "FM-8.4.1",
    )
    state.run()
    assert verdict(do(state, "roll 6")) == ("clear", 26, 8, "De")
    assert steps(state, "184/84") == 0


@pytest.mark.clause("FM-8.4.2")
def test_the_defender_has_no_say_in_a_bombardment():
    """The German names no markers: after the declaration chance is to move, to the end."""
    state = position("allied combat", 5, {"8/3": "0741", "736/716": "0742"})
    do(state, "bombard guns 0742")
    assert state.to_move == CHANCE
    do(state, "draw guns 4")
    assert choices(state) == {f"roll {face}" for face in range(1, 7)}


@pytest.mark.clause("FM-8.4.2")
def test_a_german_bombardment_is_resolved_in_the_same_way():
    """27 Armored (7) under +9 and +9: +11, column 7, shifted to 5, die 6: D2, reduced."""
    state = position("german combat", 5, {"27-Armd": "0741", "22/21": "0743"})
    do(state, "bombard guns+guns 0741", "draw german 9", "draw german 9")
    assert verdict(do(state, "roll 6")) == ("clear", 11, 5, "D2")
    assert steps(state, "27-Armd") == 1 and where(state, "27-Armd") == "0741"


@pytest.mark.clause("FM-8.4.3", "SB-11.2.6.d")
def test_guns_reach_two_hexes_from_a_friendly_unit():
    """From 0740 the guns reach 0742 and not 0743, two guns no farther than one."""
    state = position("allied combat", 5, {"8/3": "0740", "736/716": "0742", "22/21": "0743"})
    assert not why(state, "bombard guns 0742")
    assert why(state, "bombard guns 0743") == {"SB-11.2.6.d"}
    assert why(state, "bombard guns+guns 0743") == {"SB-11.2.6.d"}


@pytest.mark.clause("FM-8.4.3")
def test_a_mixed_draw_needs_range_for_its_guns():
    """Aircraft alone may go to 0743, aircraft with guns may not."""
    state = position("allied combat", 5, {"8/3": "0740", "736/716": "0742", "22/21": "0743"})
    assert not why(state, "bombard air+air 0743") and not why(state, "bombard air+guns 0742")
    assert why(state, "bombard air+guns 0743") == {"FM-8.4.3"}


@pytest.mark.clause("FM-8.4.3")
def test_range_is_counted_over_rivers_and_sea():
    """From 1740 over the Orne mouth or the sea it is two hexes to 1641, three to 1642."""
    state = position("allied combat", 5, {"8/3": "1740", "736/716": "1641", "22/21": "1642"}, ["1740"])
    assert not why(state, "bombard guns 1641") and why(state, "bombard guns 1642") == {"SB-11.2.6.d"}


@pytest.mark.clause("FM-8.4.3")
def test_draw_and_target_are_declared_before_a_marker_is_seen():
    """The declaration names cups and hex; what follows is chance and nothing can be added."""
    state = position("allied combat", 5, {"8/3": "0740", "736/716": "0742"})
    do(state, "bombard air 0742", "draw air 6")
    assert why(state, "bombard guns 0742") and choices(state) == {f"roll {face}" for face in range(1, 7)}


@pytest.mark.clause("SB-11.2.6.e")
def test_aircraft_reach_every_enemy_on_the_map():
    """From Ouistreham to Mézidon in the far corner; the guns stay silent."""
    state = position("allied combat", 5, {"8/3": "1640 landed", "736/716": "0149"})
    assert choices(state) == {"bombard air 0149", "bombard air+air 0149", "done"}
    assert "SB-11.2.6.d" in why(state, "bombard guns 0149")


@pytest.mark.clause("SB-11.1.5.c")
def test_german_markers_reach_two_hexes_from_a_german_unit():
    """8/3 is two hexes from 22/21 and can be bombarded; 9/3 is three away and cannot."""
    state = position("german combat", 5, {"22/21": "0742", "8/3": "0740", "9/3": "0745"})
    assert not why(state, "bombard guns 0740")
    assert why(state, "bombard guns 0745") == {"SB-11.1.5.c"}


@pytest.mark.clause("FM-8.5")
def test_a_river_does_not_protect_from_a_bombardment():
    """With its only enemies beyond the Orne 736/716 in 1141 is still on the clear line; in Caen on the city
    line.
    """
    state = position("allied combat", 5, {"8/3": "1140", "736/716": "1141", "22/21": "0940"})
    do(state, "bombard guns 1141", "draw guns 8")
    assert verdict(do(state, "roll 1")) == ("clear", 3, 3, "A2")  # 8 - 5; column 5, two to the left
    do(state, "bombard air 0940", "draw air 10")
    assert verdict(do(state, "roll 1")) == ("city", 3, 1, "Ae")  # 10 - 7; column 2, two to the left


@pytest.mark.clause("FM-8.6")
def test_a_hex_may_be_bombarded_and_then_attacked():
    """The bombardment reduces 736/716 (5 to 3); the attack that follows draws its own markers."""
    state = position("allied combat", 5, {"8/3": "0741", "27-Armd": "0641", "736/716": "0742"})
    do(state, "bombard air+air 0742", "draw air 8", "draw air 8", "roll 6")  # +11, column 7, shifted to 5: D2
    assert steps(state, "736/716") == 1
    do(
        state,
        "attack 8/3 0742",
        "join 27-Armd",
        "support guns+guns",
        "support none",
        "draw guns 1",
        "draw guns 2",
    )
    assert verdict(do(state, "roll 1"))[:2] == ("clear", 6 + 8 + 1 + 2 - 3)


@pytest.mark.clause("FM-8.6")
def test_a_hex_may_be_attacked_and_then_bombarded():
    """The attack without result leaves the hex open to a bombardment in the same phase."""
    state = position("allied combat", 5, {"8/3": "0741", "736/716": "0742"})
    fight(state, "0742", 4, "8/3")  # 6 - 5 = +1, column 4, shifted to 3: A1
    assert not why(state, "bombard guns 0742") and "FM-7.1.2" in why(state, "attack 8/3 0742")


@pytest.mark.clause("FM-8.6")
def test_of_several_units_the_bombarding_player_names_one():
    """The German picks reduced 27 Armored out of the stack at Ouistreham; its two neighbours are untouched."""
    units = {"8/3": "1640 landed", "9/3": "1640 landed", "27-Armd": "1640 landed reduced", "22/21": "1639"}
    state = position("german combat", 5, units)
    do(state, "bombard guns+guns 1640")
    assert state.to_move == "german" and choices(state) == {"target 8/3", "target 9/3", "target 27-Armd"}
    assert why(state, "target 22/21") == {"SB-11.2.3.3"}
    events = do(
        state, "target 27-Armd", "draw german 9", "draw german 9", "roll 6"
    )  # +14, column 6, shifted to 4: D1
    assert "FM-8.4.2" in clauses(events)
    assert [steps(state, name) for name in ("8/3", "9/3", "27-Armd")] == [2, 2, 0]
