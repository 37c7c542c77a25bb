"""SB-12.0 and FM-9.0: who is in supply when the Allied player turn ends, and what it costs not to be.

The small map of most tests: the beachhead at 1640 with its land neighbours 1639, 1540, 1541, 1641 and 1740. A
German in 1639 lays his zone on 1640, 1540 and 1740; one in 1542 lays his on 1541 and 1641. Both together shut
the beach in.
"""

from __future__ import annotations

from itertools import pairwise

import pytest

from grognard.games.sword_beach.board import GRID
from grognard.games.sword_beach.pieces import UNIT
from grognard.games.sword_beach.supply import supply_path
from tests.sword_beach.build import SILENT, clauses, do, fight, position, steps, until, verdict, where, why

SHUT = {"736/716": "1639", "857/346": "1542"}


def judged(units: dict[str, str], beachheads=("1640",), turn: int = 5, **more):
    """The position after the supply check of the Allied player turn."""
    state = position(
        "allied mobile combat", turn, {"346/346": "0149", **units}, beachheads, **{**SILENT, **more}
    )
    assert state.step.name == "german movement"
    return state


# ---------------------------------------------------------------- who and when


@pytest.mark.clause("SB-12.0.a", "FM-9.0")
def test_allied_units_need_supply_and_german_units_do_not():
    """8/3 at 1440, cut off, is reduced; 346/346, alone among four brigades, is not."""
    ring = {"9/3": "0742", "185/3": "0744", "152/51": "0942", "27-Armd": "0542"}
    state = judged({**SHUT, "8/3": "1440", "22/21": "0743", **ring})
    assert steps(state, "8/3") == 1
    assert steps(state, "22/21") == 2 and steps(state, "346/346") == 2


@pytest.mark.clause("SB-12.0.a")
def test_a_unit_in_supply_keeps_its_strength():
    """Without the Germans at the beach the same brigade loses nothing."""
    assert steps(judged({"8/3": "1440"}), "8/3") == 2


@pytest.mark.clause("SB-12.0.b")
def test_supply_is_judged_once_when_the_allied_player_turn_ends():
    """8/3 cut off stays full through the Allied phases, loses one step at their end and none in the German
    ones.
    """
    state = position("allied movement", 7, {**SHUT, "8/3": "1440", "22/21": "0743"}, **SILENT)
    events = do(state, "done")
    assert (
        state.step.name == "german movement" and steps(state, "8/3") == 1 and "SB-12.0.h" in clauses(events)
    )
    until(state, "german mobile movement")
    assert steps(state, "8/3") == 1
    do(state, "done")
    assert (
        state.turn == 8
        and state.step.name in ("allied replacements", "allied movement")
        and steps(state, "8/3") == 1
    )


@pytest.mark.clause("SB-12.0.b")
def test_a_unit_that_comes_back_in_time_is_not_reduced():
    """The brigade moves next to the beachhead before the check."""
    state = position("allied movement", 7, {**SHUT, "8/3": "1440", "346/346": "0149"}, **SILENT)
    do(state, "move 8/3 1540")
    until(state, "german movement")
    assert steps(state, "8/3") == 2


# ---------------------------------------------------------------- the path


@pytest.mark.clause("SB-12.0.c")
def test_a_path_may_be_of_any_length():
    """From 0138 in the far south-west to Ouistreham, more than fifteen hexes and over the Orne."""
    assert steps(judged({"8/3": "0138"}), "8/3") == 2


@pytest.mark.clause("SB-12.0.c")
def test_the_path_ends_at_a_beach_hex_with_a_marker():
    """Without any marker, or with markers only where the Germans shut them in, the road to the coast is
    useless.
    """
    assert steps(judged({"8/3": "1440"}, beachheads=()), "8/3") == 1
    assert steps(judged({"8/3": "1440"}, beachheads=("1935",)), "8/3") == 2
    assert steps(judged({**SHUT, "8/3": "1440"}, beachheads=("1640", "1935")), "8/3") == 2


@pytest.mark.clause("SB-12.0.c", "SB-12.0.e", "SB-12.0.i")
def test_the_path_that_is_shown_is_a_shortest_one():
    """From 1240 to the marker at 1640 four hexes; a German at 1440 and its zone make it go round."""

    def shown(units, unit="8/3"):
        return [GRID.name[hex_] for hex_ in supply_path(position("allied movement", 5, units), UNIT[unit])]

    plain = shown({"8/3": "1240"})
    assert len(plain) == 5 and plain[0] == "1240" and plain[-1] == "1640"
    assert all(GRID.distance(GRID.hex(a), GRID.hex(b)) == 1 for a, b in pairwise(plain))
    round_ = shown({"8/3": "1240", "192/21": "1440"})
    assert len(round_) > 5 and all(GRID.distance(GRID.hex(h), GRID.hex("1440")) > 1 for h in round_[1:])
    assert shown({"8/3": "1640"}) == ["1640"] and shown({**SHUT, "8/3": "1240"}) == []


@pytest.mark.clause("SB-12.0.d")
def test_airborne_units_and_no_others_trace_to_a_drop_zone():
    """No beachhead is open: 3 Para beside the drop zone is safe, 8/3 beside it is not."""
    drop = {"turn": 2, "markers": {"drop_zones": ["1342"]}, "drop_supply": True}
    state = judged({**SHUT, "3/6-Para": "1343", "6AL/6": "1243", "8/3": "1341"}, **drop)
    assert [steps(state, name) for name in ("3/6-Para", "6AL/6", "8/3")] == [2, 2, 1]


@pytest.mark.clause("SB-12.0.d")
def test_airborne_units_may_trace_to_a_beach_as_well():
    """With the beach open the parachutists need no drop zone."""
    assert steps(judged({"3/6-Para": "1343"}), "3/6-Para") == 2


@pytest.mark.clause("SB-12.0.d")
def test_the_drop_zone_supplies_only_while_its_marker_lies_on_the_map():
    """On GT 2 3 Para is fed; the marker goes when GT 3 begins, and at the end of that Allied turn it is
    not.
    """
    markers = {"drop_zones": ["1342"]}
    units = {**SHUT, "3/6-Para": "1343", "346/346": "0149", "858/346": "0151", "8/3": "1640 landed"}
    for unit in ("152/51", "153/51", "154/51", "4-Armd"):
        units[unit] = "lost"
    state = position("allied movement", 2, units, markers=markers, drop_supply=True, **SILENT)
    until(state, "german movement")
    assert steps(state, "3/6-Para") == 2
    until(state, "allied movement")
    assert state.turn == 3 and not state.drop_zones
    until(state, "german movement")
    assert steps(state, "3/6-Para") == 1


@pytest.mark.clause("SB-12.0.e")
def test_a_path_may_not_enter_an_enemy_occupied_hex():
    """A German in the drop zone hex itself: 3 Para right beside it cannot trace into it."""
    drop = {"turn": 2, "markers": {"drop_zones": ["1342"]}, "drop_supply": True}
    assert steps(judged({**SHUT, "3/6-Para": "1343", "22/21": "1342"}, **drop), "3/6-Para") == 1
    assert steps(judged({**SHUT, "3/6-Para": "1343", "22/21": "1341"}, **drop), "3/6-Para") == 2


@pytest.mark.clause("SB-12.0.f")
def test_a_path_may_not_pass_through_an_enemy_zone():
    """From 1440 every neighbour of the beach is a German hex or in a German zone; with 857/346 gone 1541 is
    open.
    """
    assert steps(judged({**SHUT, "8/3": "1440"}), "8/3") == 1
    assert steps(judged({"736/716": "1639", "8/3": "1440"}), "8/3") == 2


@pytest.mark.clause("SB-12.0.f")
def test_a_path_may_leave_a_zone():
    """8/3 at 1440 stands in the zone of 736/716 in 1439 and goes out by 1541, which is free."""
    assert steps(judged({"736/716": "1439", "8/3": "1440"}), "8/3") == 2


@pytest.mark.clause("SB-12.0.f")
def test_a_path_may_enter_a_zone_at_its_end():
    """736/716 in 1639 looks on the beachhead itself; the path by 1541 ends there all the same."""
    assert steps(judged({"736/716": "1639", "8/3": "1341"}), "8/3") == 2


@pytest.mark.clause("SB-12.0.f")
def test_a_unit_next_to_the_beach_is_in_supply_even_from_zone_to_zone():
    """1540 and 1640 both lie in the zone of 736/716: nothing lies between them, so nothing is passed
    through.
    """
    state = judged({**SHUT, "8/3": "1540", "9/3": "1541", "185/3": "1440"})
    assert [steps(state, name) for name in ("8/3", "9/3", "185/3")] == [2, 2, 1]


@pytest.mark.clause("SB-12.0.f")
def test_both_ends_in_zones_are_no_harm_with_a_free_hex_between():
    """8/3 at 1441 in the zone of 857/346 (1442), the beach in the zone of 736/716 (1639), 1541 in neither."""
    state = judged({"736/716": "1639", "857/346": "1442", "8/3": "1441"})
    assert steps(state, "8/3") == 2


@pytest.mark.clause("SB-12.0.g")
def test_a_friend_in_the_zone_does_not_open_the_path():
    """9/3 in 1540 and 185/3 in 1541 stand in the German zones and are fed; 8/3 behind them is not."""
    state = judged({**SHUT, "8/3": "1440", "9/3": "1540", "185/3": "1541"})
    assert [steps(state, name) for name in ("8/3", "9/3", "185/3")] == [1, 2, 2]


# ---------------------------------------------------------------- what it costs, and who is spared


@pytest.mark.clause("SB-12.0.h")
def test_a_cut_off_unit_is_reduced_and_a_reduced_one_eliminated():
    """8/3 loses its first step, 9/3 its second, on one and the same position."""
    state = judged({**SHUT, "8/3": "1440", "9/3": "1439 reduced"})
    assert steps(state, "8/3") == 1 and where(state, "8/3") == "1440"
    assert steps(state, "9/3") == 0 and where(state, "9/3") == ""


@pytest.mark.clause("SB-12.0.h")
def test_two_turns_without_supply_are_the_end_of_a_unit():
    """4 Armored, full when it is cut off on GT 7, is gone after GT 8."""
    state = position("allied movement", 7, {**SHUT, "4-Armd": "1440", "22/21": "0743"}, **SILENT)
    until(state, "german movement")
    assert steps(state, "4-Armd") == 1
    until(state, "allied movement")
    assert state.turn == 8
    until(state, "german movement")
    assert steps(state, "4-Armd") == 0


@pytest.mark.clause("SB-12.0.i")
def test_a_unit_in_a_beach_landing_hex_is_always_in_supply():
    """With every neighbour of 1640 held or looked on by Germans the garrison is safe, landed or come by
    land.
    """
    around = {"736/716": "1639", "22/21": "1540", "857/346": "1541", "125/21": "1641", "192/21": "1740"}
    state = judged({**around, "8/3": "1640 landed", "9/3": "1640 landed"})
    assert steps(state, "8/3") == steps(state, "9/3") == 2
    assert steps(judged({**around, "8/3": "1640"}), "8/3") == 2


@pytest.mark.clause("SB-12.0.i")
def test_a_beach_hex_without_a_marker_is_no_refuge():
    """The same hex with its marker gone: 8/3 is reduced."""
    around = {"736/716": "1639", "857/346": "1541"}
    assert steps(judged({**around, "8/3": "1640"}, beachheads=("1935",)), "8/3") == 1


@pytest.mark.clause("SB-12.0.j")
def test_a_commando_needs_no_supply():
    """1 Cdo Bde at 1440, full or reduced, is untouched where 8/3 loses a step."""
    state = judged({**SHUT, "1-Cdo": "1440 reduced", "8/3": "1441"})
    assert steps(state, "1-Cdo") == 1 and steps(state, "8/3") == 1


@pytest.mark.clause("FM-9.0")
def test_a_unit_out_of_supply_moves_and_fights_as_ever():
    """No further rule of supply applies: cut off on GT 6, 8/3 has its five points and its attack of 6 on GT
    7.
    """
    units = {**SHUT, "8/3": "1440 cut_off", "22/21": "1338"}
    state = position("allied movement", 7, units, **SILENT)
    assert not why(state, "move 8/3 1438")
    state = position("allied combat", 7, {**units, "8/3": "1438 cut_off"}, **SILENT)
    assert verdict(fight(state, "1338", 1, "8/3"))[:2] == ("town", -1)
