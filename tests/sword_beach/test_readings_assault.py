"""Readings of the assault on the beaches and of who lands (SB-J11, SB-J25, SB-J26, SB-J32 to SB-J36):
default, then the other value.
"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.games.sword_beach import notation
from grognard.games.sword_beach.position import SwordBeach

from .build import choices, do, position, steps, until, where, why
from .opening import refusals
from .readings import ASHORE, assault, beachheads, cup, land_hexes, record, verdict

# ---------------------------------------------------------------- SB-J11, SB-J34: beach assaults


@pytest.mark.clause("SB-J11")
def test_J11_a_retreat_result_reduces_every_assaulting_unit() -> None:
    """6 + 6 and no EZOC: +12, column 5, die 1: D2."""
    state = assault("8/3", "9/3")
    events = do(state, "support none", "support none", "roll 1")
    assert verdict(events) == ("beach_assault_not_in_ezoc", 12, 5, "D2")
    assert steps(state, "8/3") == steps(state, "9/3") == 1
    assert where(state, "8/3") == where(state, "9/3") == "1640"  # SB-J34: nobody leaves the hex
    assert beachheads(state) == ["1640"]


@pytest.mark.clause("SB-J11")
def test_J11_or_leaves_the_landing_force_alone() -> None:
    state = assault("8/3", "9/3", options={"beach_retreat": "no_effect"})
    events = do(state, "support none", "support none", "roll 1")
    assert verdict(events)[3] == "D2" and steps(state, "8/3") == steps(state, "9/3") == 2


@pytest.mark.clause("SB-J11")
def test_J11_reduced_units_are_lost_and_their_beachhead_with_them() -> None:
    """3 + 0 markers: +3, column 3, die 1: D3; SB-11.2.3.2.g."""
    state = position(
        "beach assaults",
        0,
        {"8/3": "1640 landed reduced", "9/3": "1739 landed"},
        ("1640", "1739"),
        markers={"unassaulted": ["1640"]},
    )
    events = do(state, "support none", "support none", "roll 1")
    assert verdict(events) == ("beach_assault_not_in_ezoc", 3, 3, "D3")
    assert steps(state, "8/3") == 0 and beachheads(state) == ["1739"]


@pytest.mark.clause("SB-J34")
def test_J34_assaults_come_in_the_allied_players_order_one_by_one() -> None:
    units = {"8/3": "1640 landed", "9/3": "1739 landed"}
    state = position("beach assaults", 0, units, ("1640", "1739"), markers={"unassaulted": ["1640", "1739"]})
    assert choices(state) == {"assault 1640", "assault 1739"}
    do(state, "assault 1739")
    assert why(state, "assault 1640")  # not before this one is over
    do(state, "support none", "support none")
    assert why(state, "assault 1640")
    events = do(state, "roll 6")
    assert verdict(events)[0] == "beach_assault_not_in_ezoc"
    assert state.step.name == "Allied support fire"  # 1640, the only one left, begins by itself


def german_driven_from_1641(**options: Any) -> SwordBeach:
    """716/716 in 1641 has 1640 in its ZOC; the glider brigade comes down on it and drives it over 1642 to
    1643.
    """
    units = {**ASHORE, "3/6-Para": "1542", "5/6-Para": "1541"}
    state = position(
        "airborne designation",
        0,
        units,
        record={"716/716": "1641"},
        markers={"drop_zones": ["1541"]},
        options=options,
    )
    do(state, "designate 6AL/6 1641", "roll 6", "roll 6", "roll 6")
    events = do(state, "support air", "draw air 10", "roll 6")
    assert verdict(events) == ("clear", 10, 6, "D2")
    do(state, "withdraw 716/716 1643", "raid 1642", "roll 1", "support none", "support none")
    return state


@pytest.mark.clause("SB-J34")
def test_J34_the_line_is_chosen_on_the_zones_of_that_moment() -> None:
    assert verdict(do(german_driven_from_1641(), "roll 4")) == ("beach_assault_not_in_ezoc", 12, 5, "NE")


@pytest.mark.clause("SB-J34")
def test_J34_or_on_those_of_the_moment_the_germans_were_placed() -> None:
    state = german_driven_from_1641(beach_line_judged="at_reveal")
    assert verdict(do(state, "roll 4")) == ("beach_assault_in_ezoc", 12, 4, "A1")
    assert choices(state) == {"lose 8/3", "lose 9/3"}


# ---------------------------------------------------------------- SB-J25: support fire of the landings


def after_landing_fire(**options: Any) -> SwordBeach:
    """One Allied +8, one naval +10 and one German +9 used in the assault: +15, column 5, die 6, nothing."""
    state = assault("8/3", options=options)
    do(state, "support guns+naval10", "support guns", "draw guns 8", "draw german 9")
    assert verdict(do(state, "roll 6")) == ("beach_assault_not_in_ezoc", 15, 5, "NE")
    assert state.turn == 1 and steps(state, "8/3") == 2
    return state


@pytest.mark.clause("SB-J25")
def test_J25_what_the_landings_used_is_gone_for_gt_1() -> None:
    state = after_landing_fire()
    assert (len(cup(state, "guns")), cup(state, "guns").count(8)) == (11, 0)
    assert (len(cup(state, "german")), cup(state, "german").count(9)) == (20, 1)
    until(state, "allied movement")
    assert state.turn == 2 and len(cup(state, "guns")) == 12 and len(cup(state, "german")) == 21


@pytest.mark.clause("SB-J25")
def test_J25_or_the_cups_are_filled_again() -> None:
    state = after_landing_fire(landing_fire="extra")
    assert len(cup(state, "guns")) == 12 and len(cup(state, "german")) == 21


# ---------------------------------------------------------------- SB-J26: two units left in one hex

PAIR = {"3/6-Para": "1342 reduced", "5/6-Para": "1342"}


@pytest.mark.clause("SB-J26")
def test_J26_dropped_units_separate_on_gt_2() -> None:
    state = position("allied movement", 2, PAIR)
    assert why(state, "done") == {"SB-J26"}
    do(state, "move 3/6-Para 1441")
    assert why(state, "done") == set()


@pytest.mark.clause("SB-J26")
def test_J26_three_units_separate_one_by_one() -> None:
    state = position("allied movement", 2, {**PAIR, "6AL/6": "1342"})
    do(state, "move 3/6-Para 1441")
    assert why(state, "done") == {"SB-J26"}
    do(state, "move 6AL/6 1442")
    assert why(state, "done") == set()


@pytest.mark.clause("SB-J26")
def test_J26_nobody_must_who_cannot() -> None:
    """Germans in all six hexes round 1342."""
    ring = dict(
        zip(
            ["736/716", "857/346", "716/716", "200/21", "22/21", "125/21"],
            ["1341", "1343", "1441", "1442", "1242", "1241"],
        )
    )
    state = position("allied movement", 2, {**PAIR, **ring, "8/3": "1640 landed"})
    assert why(state, "done") == set()


@pytest.mark.clause("SB-J26")
def test_J26_or_they_may_stay() -> None:
    state = position("allied movement", 2, PAIR, options={"doubled_drop": "may_stay"})
    assert why(state, "done") == set()


@pytest.mark.clause("SB-J26", "SB-J38")
def test_J26_holds_whatever_may_stack_on_a_beach() -> None:
    """SB-J38 speaks of beach landing hexes; 1342 is none."""
    assert why(position("allied movement", 2, PAIR, options={"beach_stack": "any_allied"}), "done") == {
        "SB-J26"
    }


@pytest.mark.clause("SB-J26")
def test_J26_attacked_before_that_one_of_them_defends() -> None:
    """857/346 (4) against 5/6-Para (6) in a town: -2, column 3, die 6: Ex; the other unit is untouched."""
    state = position("german combat", 1, {**PAIR, "857/346": "1241"})
    do(state, "attack 857/346 1342")
    assert state.to_move == "allied" and choices(state) == {"defend 3/6-Para", "defend 5/6-Para"}
    events = do(state, "defend 5/6-Para", "support none", "support none", "roll 6")
    assert verdict(events) == ("town", -2, 3, "Ex")
    assert (steps(state, "3/6-Para"), steps(state, "5/6-Para"), steps(state, "857/346")) == (1, 1, 1)


# ---------------------------------------------------------------- SB-J32, SB-J33, SB-J35, SB-J36


@pytest.mark.clause("SB-J32")
def test_J32_one_recorded_unit_a_hex() -> None:
    state = record()
    do(state, "record 736/716 1241")
    assert why(state, "record 857/346 1241") == {"SB-J32"}


@pytest.mark.clause("SB-J32")
@pytest.mark.parametrize("hex_", ["1641", "1642"])
def test_J32_the_raid_hexes_may_be_recorded(hex_: str) -> None:
    assert why(record(), f"record 736/716 {hex_}") == set()
    assert why(record(record_on_raid_hexes=False), f"record 736/716 {hex_}")


@pytest.mark.clause("SB-J32")
@pytest.mark.parametrize("allowed", [True, False])
def test_J32_any_non_beach_land_hex_will_do(allowed: bool) -> None:
    state = record(record_on_raid_hexes=allowed)
    dry = {name for name, terrain in land_hexes().items() if terrain != "beach"}
    assert set(state.legal_actions().hexes("857/346")) == (dry if allowed else dry - {"1641", "1642"})
    assert why(state, "record 857/346 1640") == {"SB-11.0.b"} and why(state, "record 857/346 1741") == {
        "SB-11.1.1.a"
    }


@pytest.mark.clause("SB-J33")
def test_J33_at_least_one_marker() -> None:
    state = position("beachhead markers", 0, beachheads=())
    assert why(state, "done") == {"SB-J33"}
    do(state, "beachhead 1640")
    assert why(state, "done") == set()


def first_ashore(*markers: str, **options: Any) -> SwordBeach:
    state = position("beachhead markers", 0, beachheads=(), options=options)
    do(state, *[f"beachhead {hex_}" for hex_ in markers], "done", "place 8/3 1640")
    return state


@pytest.mark.clause("SB-J33", "SB-11.2.1.2.b", "SB-11.2.4.a")
def test_J33_units_kept_back_come_on_gt_2_and_not_before() -> None:
    """There is room on 1640 on GT 1, and yet nothing lands; on GT 2 it must."""
    units = {"185/3": "1640 landed", "9/3": "waiting", "27-Armd": "waiting", "716/716": "1639"}
    state = position("allied landings", 1, units, options={"assault_units_may_wait": True})
    assert state.step.name == "allied combat" and where(state, "9/3") == ""
    assert refusals(state, "allied landings", "land 9/3 1640") == {"SB-11.2.1.2.b"}
    state = position("allied landings", 2, units, options={"assault_units_may_wait": True})
    do(state, "land 9/3 1640")
    assert where(state, "9/3") == where(state, "27-Armd") == "1640"


@pytest.mark.clause("SB-J33")
def test_J33_every_assault_unit_lands_while_there_is_room() -> None:
    state = first_ashore("1640", "1739", "1838")
    for unit in ("9/3", "185/3"):
        assert why(state, "done") == {"SB-J33"}
        do(state, f"place {unit} 1640")
    assert why(state, "done") == {"SB-J33"} and why(state, "place 27-Armd 1640") == {"SB-11.2.1.2.c"}


@pytest.mark.clause("SB-J33")
def test_J33_a_landing_with_one_place_left_is_made_without_asking() -> None:
    state = first_ashore("1640", "1739")
    do(state, "place 9/3 1640", "place 185/3 1640")
    assert where(state, "27-Armd") == "1739" and state.step.name == "drop zone"


@pytest.mark.clause("SB-J33")
def test_J33_the_fourth_on_one_beach_waits_for_gt_2() -> None:
    state = first_ashore("1640")
    do(state, "place 9/3 1640", "place 27-Armd 1640")
    assert state.step.name == "drop zone" and notation.write(state)["units"]["185/3"] == "waiting"


@pytest.mark.clause("SB-J33")
def test_J33_or_assault_units_may_be_kept_back() -> None:
    state = first_ashore("1640", "1739", assault_units_may_wait=True)
    assert why(state, "done") == set()
    do(state, "done")
    units = notation.write(state)["units"]
    assert units == {"8/3": "1640 landed", "9/3": "waiting", "185/3": "waiting", "27-Armd": "waiting"}
    assert beachheads(state) == ["1640"]  # SB-11.2.1.3


@pytest.mark.clause("SB-J35")
@pytest.mark.parametrize(
    ("zone", "hex_"), [("1142", "1143"), ("1142", "1042"), ("1541", "1640"), ("1040", "0940")]
)
def test_J35_the_terrain_bar_is_on_the_markers_hex_only(zone: str, hex_: str) -> None:
    """Woods, woods, beach and city next to the marker."""
    markers = {"drop_zones": [zone]}
    assert (
        why(position("airborne designation", 0, {}, markers=markers), f"designate 3/6-Para {hex_}") == set()
    )
    strict = position(
        "airborne designation", 0, {}, markers=markers, options={"designation_terrain": "as_drop_zone"}
    )
    assert why(strict, f"designate 3/6-Para {hex_}") == {"SB-J35"}
    assert why(strict, f"designate 3/6-Para {zone}") == set()


@pytest.mark.clause("SB-J35")
@pytest.mark.parametrize(
    ("hex_", "clause"),
    [("1742", "SB-J35"), ("1743", "SB-J35"), ("1644", "SB-11.2.2.2"), ("1640", "SB-11.2.2.2")],
)
def test_J35_not_at_sea_and_not_two_hexes_away(hex_: str, clause: str) -> None:
    state = position("airborne designation", 0, {}, markers={"drop_zones": ["1642"]})
    assert clause in why(state, f"designate 3/6-Para {hex_}")


def para_beaten(**options: Any) -> SwordBeach:
    """Part 6, step 10: 4 + 6 + 8 + 3 - 6 - 6 - 2 = +7, column 6, die 5: D2; but 5/6-Para yields."""
    state = position(
        "german combat", 1, {"5/6-Para": "1242", "857/346": "1241", "125/21": "1142"}, options=options
    )
    do(state, "attack 857/346 1242", "join 125/21", "support guns+guns", "support guns+guns")
    do(state, "draw german 8", "draw german 3", "draw guns 6", "draw guns 2")
    assert verdict(do(state, "roll 5")) == ("clear", 7, 6, "D2")
    do(state, "yield")
    return state


@pytest.mark.clause("SB-J36")
def test_J36_a_dropped_unit_may_retreat_on_gt_1() -> None:
    state = para_beaten()
    assert state.step.name == "retreat" and state.to_move == "allied" and steps(state, "5/6-Para") == 2


@pytest.mark.clause("SB-J36")
def test_J36_or_is_eliminated_where_it_must() -> None:
    state = para_beaten(landed_may_retreat=False)
    assert steps(state, "5/6-Para") == 0 and "SB-J36" in {e.clause for e in state.events()}


def beach_beaten(turn: int = 1, **options: Any) -> SwordBeach:
    """8 + 6 + 4 + 4 - 8 = +14 on the beach, column 6, die 5: D2; the only way out is 1641, then 1642 or 1542."""
    state = position(
        "german combat", turn, {"8/3": "1640 landed", "22/21": "1639", "125/21": "1540"}, options=options
    )
    do(state, "attack 22/21 1640", "join 125/21", "support guns+guns", "support none")
    do(state, "draw german 4", "draw german 4")
    assert verdict(do(state, "roll 5")) == ("beach", 14, 6, "D2")
    do(state, "yield")
    return state


@pytest.mark.clause("SB-J36")
def test_J36_a_landed_unit_may_retreat_on_gt_1() -> None:
    state = beach_beaten()
    assert choices(state) == {"withdraw 8/3 1542", "withdraw 8/3 1642"}
    do(state, "withdraw 8/3 1642")
    assert where(state, "8/3") == "1642" and steps(state, "8/3") == 2


@pytest.mark.clause("SB-J36")
def test_J36_turned_round_it_binds_landed_units_on_gt_1_only() -> None:
    assert steps(beach_beaten(landed_may_retreat=False), "8/3") == 0
    assert steps(beach_beaten(2, landed_may_retreat=False), "8/3") == 2


@pytest.mark.clause("SB-11.2.3.2.a", "SB-J34")
def test_an_airborne_unit_that_drifted_onto_the_beach_takes_part_in_the_assault() -> None:
    """SB-11.2.3.2.a: every unit stacked there must; 6 + 5 = +11."""
    units = {"8/3": "1640 landed", "3/6-Para": "1640"}
    state = position("beach assaults", 0, units, markers={"unassaulted": ["1640"]})
    assert verdict(do(state, "support none", "support none", "roll 6"))[1] == 11
