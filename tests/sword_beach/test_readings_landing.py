"""Readings of the set-up and the landings up to the raid (SB-J1 to SB-J10, SB-J31): default, then the other
value.
"""

from __future__ import annotations

import math
from typing import Any

import pytest

from grognard.games.sword_beach import notation
from grognard.games.sword_beach.position import SwordBeach

from .build import choices, clauses, do, position, steps, until, where, why
from .readings import ASHORE, CAEN, cup, drop, land_hexes, record, verdict

BOUNDARY_LINE = [
    "0138",
    "0637",
    "0737",
    "0836",
    "0936",
    "1035",
    "1135",
]  # 0138, and five northwest steps from 0637 to 1135


# ---------------------------------------------------------------- SB-J1, SB-J2: the map


def centre(name: str) -> tuple[float, float]:
    """As map.toml numbers hexes: rows grow north, even rows stand half a hex further east."""
    row, column = int(name[:2]), int(name[2:])
    return column + (0.5 if row % 2 == 0 else 0), row * math.sqrt(3) / 2


def bearing(origin: str, goal: str) -> float:
    (x, y), (u, v) = centre(origin), centre(goal)
    return math.degrees(math.atan2(u - x, v - y)) % 360


def south_of_caen() -> set[str]:
    dry = [name for name, terrain in land_hexes().items() if terrain != "beach"]
    return {h for h in dry if any(c != h and 112.5 <= bearing(c, h) <= 202.5 for c in CAEN)}


@pytest.mark.clause("SB-J1")
def test_J1_south_or_southeast_is_a_bearing_from_112_5_to_202_5_degrees() -> None:
    allowed = set(record().legal_actions().hexes("22/21"))
    assert allowed == south_of_caen()
    assert allowed & set(CAEN) == {"0738", "0739", "0837", "0838", "0839"}


@pytest.mark.clause("SB-J1")
def test_J1_the_five_caen_hexes_struck() -> None:
    assert why(record(), "record 22/21 0838") == set()
    assert why(record(setup_21pz_in_caen=False), "record 22/21 0838") == {"SB-11.1.1.b"}
    assert set(record(setup_21pz_in_caen=False).legal_actions().hexes("125/21")) == south_of_caen() - set(
        CAEN
    )
    assert why(record(setup_21pz_in_caen=False), "record 2-AA 0838") == set()  # SB-11.1.1.c is another matter


@pytest.mark.clause("SB-J2")
@pytest.mark.parametrize("hex_", BOUNDARY_LINE)
def test_J2_the_hexes_of_the_boundary_are_in_play(hex_: str) -> None:
    assert why(record(), f"record 736/716 {hex_}") == set()
    assert why(record(boundary_hexes_in_play=False), f"record 736/716 {hex_}")


@pytest.mark.clause("SB-J2")
def test_J2_units_move_on_the_boundary_but_not_west_of_it() -> None:
    start = {"22/21": "0638"}
    assert why(position("german movement", 5, start), "move 22/21 0637") == set()
    assert why(position("german movement", 5, start), "move 22/21 0636")
    barred = position("german movement", 5, start, options={"boundary_hexes_in_play": False})
    assert "FM-5.1.3" in why(barred, "move 22/21 0637")


@pytest.mark.clause("SB-J2")
def test_J2_with_the_boundary_barred_no_move_passes_over_it() -> None:
    line = {"0737", "0836", "0936", "0637"}
    free = position("german movement", 5, {"736/716": "0837"})
    assert line <= set(free.legal_actions().hexes("736/716"))
    barred = position("german movement", 5, {"736/716": "0837"}, options={"boundary_hexes_in_play": False})
    assert not line & set(barred.legal_actions().hexes("736/716"))


# ---------------------------------------------------------------- SB-J3 to SB-J7: the drop


@pytest.mark.clause("SB-J3")
def test_J3_one_drop_zone_marker() -> None:
    state = position("drop zone", 0, ASHORE)
    do(state, "dropzone 1342")
    assert state.step.name == "airborne designation"
    assert why(state, "designate 3/6-Para 1441") == set()
    assert "SB-11.2.2.2" in why(state, "designate 3/6-Para 1148")  # next to no drop zone


@pytest.mark.clause("SB-J3")
def test_J3_two_drop_zone_markers() -> None:
    state = position("drop zone", 0, ASHORE, options={"drop_zone_markers": 2})
    do(state, "dropzone 1342")
    assert state.step.name == "drop zone" and why(state, "dropzone 1342") == {"SB-11.2.2.1"}
    do(state, "dropzone 1147")
    assert state.step.name == "airborne designation"
    assert why(state, "designate 3/6-Para 1441") == set() == why(state, "designate 3/6-Para 1148")
    assert why(state, "designate 3/6-Para 1245")  # next to neither


EDGE = {"3/6-Para": "1450", "5/6-Para": "1351"}


@pytest.mark.clause("SB-J4")
def test_J4_a_unit_that_drifts_off_the_map_is_eliminated() -> None:
    state = drop("1451", EDGE)
    do(state, "designate 6AL/6 1451", "roll 6", "roll 6", "roll 4")
    events = do(state, "roll 4")  # east, over the edge
    assert steps(state, "6AL/6") == 0 and where(state, "6AL/6") == "" and "SB-J4" in clauses(events)


@pytest.mark.clause("SB-J4")
def test_J4_or_lands_where_it_was_meant_to() -> None:
    state = drop("1451", EDGE, options={"drift_off_map": "designated_hex"})
    do(state, "designate 6AL/6 1451", "roll 6", "roll 6", "roll 4", "roll 4")
    assert steps(state, "6AL/6") == 2 and where(state, "6AL/6") == "1451"


@pytest.mark.clause("SB-J4")
def test_J4_drift_to_sea_is_no_matter_of_the_reading() -> None:
    """SB-11.2.2.4.b: Franceville, die 2: northwest into 1742."""
    state = drop(
        "1642", {"3/6-Para": "1641", "5/6-Para": "1542"}, options={"drift_off_map": "designated_hex"}
    )
    do(state, "designate 6AL/6 1642", "roll 6", "roll 6", "roll 4", "roll 2")
    assert steps(state, "6AL/6") == 0


def three_in_1342(**options: Any) -> SwordBeach:
    state = drop("1342", {"3/6-Para": "1342", "5/6-Para": "1343"}, options=options)
    do(state, "designate 6AL/6 1341", "roll 6", "roll 4", "roll 1", "roll 5", "roll 4")
    assert {where(state, unit) for unit in ("3/6-Para", "5/6-Para", "6AL/6")} == {"1342"}
    return state


@pytest.mark.clause("SB-J5")
def test_J5_three_units_in_a_hex_take_two_losses() -> None:
    state = three_in_1342()
    everybody = {"lose 3/6-Para", "lose 5/6-Para", "lose 6AL/6"}
    assert choices(state) == everybody
    do(state, "lose 5/6-Para")
    assert state.step.name == "units in one hex" and choices(state) == everybody
    do(state, "lose 6AL/6")
    assert state.step.name == "commando raid"
    assert [steps(state, u) for u in ("3/6-Para", "5/6-Para", "6AL/6")] == [2, 1, 1]


@pytest.mark.clause("SB-J5")
def test_J5_both_losses_may_fall_on_one_unit() -> None:
    state = three_in_1342()
    do(state, "lose 5/6-Para", "lose 5/6-Para")
    assert [steps(state, u) for u in ("3/6-Para", "5/6-Para", "6AL/6")] == [2, 0, 2]
    assert state.step.name == "commando raid"


@pytest.mark.clause("SB-J5")
def test_J5_or_one_loss_a_hex() -> None:
    state = three_in_1342(crowded_drop="once")
    do(state, "lose 5/6-Para")
    assert state.step.name == "commando raid"
    assert [steps(state, u) for u in ("3/6-Para", "5/6-Para", "6AL/6")] == [2, 1, 2]


def uneven_pair(**options: Any) -> SwordBeach:
    """3/6-Para full and 5/6-Para reduced (die 2) in 1342, a town."""
    state = drop("1342", {"3/6-Para": "1342", "5/6-Para": "1343"}, options=options)
    do(state, "designate 6AL/6 1441", "roll 6", "roll 2", "roll 1", "roll 6")
    return state


@pytest.mark.clause("SB-J6")
@pytest.mark.parametrize(("loser", "left"), [("3/6-Para", [1, 1]), ("5/6-Para", [2, 0])])
def test_J6_the_allied_player_picks_the_full_or_the_reduced_unit(loser: str, left: list[int]) -> None:
    state = uneven_pair()
    assert choices(state) == {"lose 3/6-Para", "lose 5/6-Para"}
    do(state, f"lose {loser}")
    assert [steps(state, "3/6-Para"), steps(state, "5/6-Para")] == left


@pytest.mark.clause("SB-J6")
def test_J6_or_the_full_unit_must_take_it() -> None:
    state = uneven_pair(uneven_pair="full_unit")
    assert state.step.name == "commando raid"  # nothing to choose
    assert [steps(state, "3/6-Para"), steps(state, "5/6-Para")] == [1, 1]


def pair_in_woods(**options: Any) -> SwordBeach:
    """3/6-Para full and 5/6-Para reduced in the woods of 1143."""
    state = drop("1142", {"3/6-Para": "1143", "5/6-Para": "1142"}, options=options)
    do(state, "designate 6AL/6 1241", "roll 6", "roll 2", "roll 4", "roll 6")
    return state


@pytest.mark.clause("SB-J7")
def test_J7_terrain_comes_before_doubling_up() -> None:
    """The woods reduce one and eliminate the other, so that nobody shares the hex any more."""
    state = pair_in_woods()
    assert state.step.name == "commando raid"
    assert [steps(state, "3/6-Para"), steps(state, "5/6-Para")] == [1, 0]


@pytest.mark.clause("SB-J7")
def test_J7_or_after_it() -> None:
    state = pair_in_woods(drop_losses_first="stacking")
    assert state.step.name == "units in one hex"
    assert [steps(state, "3/6-Para"), steps(state, "5/6-Para")] == [2, 1]
    do(state, "lose 3/6-Para")
    assert [steps(state, "3/6-Para"), steps(state, "5/6-Para")] == [0, 0]


# ---------------------------------------------------------------- SB-J8: two down on one German


def two_on_736(**options: Any) -> SwordBeach:
    """3/6-Para full (5) and 5/6-Para reduced (2) on 736/716 (defense 5) in the town of 1342."""
    state = drop(
        "1342", {"3/6-Para": "1342", "5/6-Para": "1343"}, record={"736/716": "1342"}, options=options
    )
    do(state, "designate 6AL/6 1441", "roll 6", "roll 4", "roll 1", "roll 6", "lose 5/6-Para")
    return state


@pytest.mark.clause("SB-J8")
def test_J8_both_attack_together_and_fall_together() -> None:
    state = two_on_736()
    events = do(state, "support none", "roll 1")
    assert verdict(events) == ("town", 2, 3, "A2")  # column 4, one to the left (SB-J22)
    assert steps(state, "3/6-Para") == steps(state, "5/6-Para") == 0 and steps(state, "736/716") == 2
    assert state.step.name == "commando raid"


@pytest.mark.clause("SB-J8")
def test_J8_or_one_after_the_other() -> None:
    state = two_on_736(pair_on_german="one_by_one")
    assert choices(state) == {"join 3/6-Para", "join 5/6-Para"}  # the Allied player says who goes first
    events = do(state, "join 3/6-Para", "support none", "roll 1")
    assert verdict(events) == ("town", 0, 2, "A2")
    assert (steps(state, "3/6-Para"), steps(state, "5/6-Para")) == (0, 1)
    assert state.step.name == "one marker"  # the second attack is due
    events = do(state, "support none", "roll 1")
    assert verdict(events)[1] == 2 - 5 and steps(state, "5/6-Para") == 0


# ---------------------------------------------------------------- SB-J9, SB-J10, SB-J31: the raid


@pytest.mark.clause("SB-J9")
@pytest.mark.parametrize("die", [4, 5])
def test_J9_one_of_the_three_sixes_goes_and_nobody_chooses(die: int) -> None:
    state = position("commando raid", 0, ASHORE)
    assert cup(state, "german").count(6) == 3
    do(state, "raid 1641", f"roll {die}")
    assert state.step.name == "commando's one-hex move"  # no question about markers
    assert cup(state, "german").count(6) == 2 and len(cup(state, "german")) == 20
    assert notation.write(state)["lost"] == [6]
    do(state, "done", "support none", "support none", "roll 6")
    until(state, "allied movement")
    assert (
        state.turn == 2 and cup(state, "german").count(6) == 2 and len(cup(state, "german")) == 20
    )  # for good


@pytest.mark.clause("SB-J9")
def test_J9_a_six_takes_the_ten() -> None:
    state = position("commando raid", 0, ASHORE)
    do(state, "raid 1641", "roll 6")
    assert cup(state, "german").count(6) == 3 and cup(state, "german").count(10) == 0


def after_raid(die: int, **options: Any) -> SwordBeach:
    """736/716 in 1642, so the commando is in 1641, next to it; the assault on 1640 comes to nothing."""
    state = position("commando raid", 0, {**ASHORE, "736/716": "1642"}, options=options)
    do(state, f"roll {die}")
    return state


@pytest.mark.clause("SB-J10")
@pytest.mark.parametrize("die", [4, 5, 6])
def test_J10_the_one_hex_move_is_made_at_once(die: int) -> None:
    state = after_raid(die)
    assert state.step.name == "commando's one-hex move"
    assert {"move 1-Cdo 1541", "move 1-Cdo 1542", "done"} <= choices(state)  # 1542 is in the ZOC of 1642
    assert why(state, "move 1-Cdo 1642") and why(state, "move 1-Cdo 1741") and why(state, "move 1-Cdo 1543")
    do(state, "move 1-Cdo 1542")
    assert where(state, "1-Cdo") == "1542" and state.step.name == "Allied support fire"


@pytest.mark.clause("SB-J10")
@pytest.mark.parametrize("die", [2, 3])
def test_J10_after_a_two_or_three_there_is_no_move(die: int) -> None:
    state = after_raid(die)
    assert (
        state.step.name == "Allied support fire"
        and where(state, "1-Cdo") == "1641"
        and steps(state, "1-Cdo") == 1
    )


@pytest.mark.clause("SB-J10")
@pytest.mark.parametrize("die", [2, 3, 4, 5, 6])
def test_J10_no_more_movement_but_an_attack_on_gt_1(die: int) -> None:
    state = after_raid(die)
    do(state, *["done"] * (die > 3), "support none", "support none", "roll 6")
    assert (state.turn, state.step.name) == (1, "allied combat")  # nobody could move
    assert why(state, "attack 1-Cdo 1642") == set()


@pytest.mark.clause("SB-J10")
def test_J10_or_no_attack() -> None:
    state = after_raid(3, commando_fights_gt1=False)
    do(state, "support none", "support none", "roll 6")
    assert (state.turn, state.step.name) == (1, "allied combat")
    assert why(state, "attack 1-Cdo 1642") == {"SB-J10"}


@pytest.mark.clause("SB-J31")
def test_J31_a_raid_hex_free_of_germans_must_be_taken() -> None:
    state = position("commando raid", 0, {**ASHORE, "736/716": "1641"})
    assert where(state, "1-Cdo") == "1642"  # the only choice, and taken


@pytest.mark.clause("SB-J31")
def test_J31_or_the_occupied_one_may_be_chosen() -> None:
    state = position(
        "commando raid", 0, {**ASHORE, "736/716": "1641"}, options={"raid_avoids_germans": False}
    )
    assert choices(state) == {"raid 1641", "raid 1642"}
    do(state, "raid 1641", "roll 2")
    assert state.step.name == "one marker"  # and fights at once


BOTH_HELD = {**ASHORE, "736/716": "1641", "857/346": "1642"}


@pytest.mark.clause("SB-J31")
def test_J31_with_germans_in_both_it_goes_into_either_and_fights() -> None:
    """Reduced (2) against 736/716 (5) in the clear: -3, column 3, one left; a failure eliminates the
    commando.
    """
    state = position("commando raid", 0, BOTH_HELD)
    assert choices(state) == {"raid 1641", "raid 1642"}
    do(state, "raid 1641", "roll 3")
    assert state.step.name == "one marker" and state.to_move == "allied"
    events = do(state, "support none", "roll 6")
    assert verdict(events) == ("clear", -3, 2, "Ex")
    assert steps(state, "736/716") == 1 and steps(state, "1-Cdo") == 0
    assert "SB-11.2.2.6.f" in {e.clause for e in state.events()}


@pytest.mark.clause("SB-J31")
def test_J31_after_a_four_to_six_it_may_leave_instead() -> None:
    state = position("commando raid", 0, BOTH_HELD)
    do(state, "raid 1641", "roll 5", "move 1-Cdo 1541")
    assert state.step.name == "Allied support fire" and steps(state, "1-Cdo") == 1


@pytest.mark.clause("SB-J31")
def test_J31_or_stay_and_fight() -> None:
    state = position("commando raid", 0, BOTH_HELD)
    do(state, "raid 1641", "roll 5", "done")
    assert state.step.name == "one marker"


@pytest.mark.clause("SB-J31", "SB-J26")
def test_J31_an_allied_unit_in_the_raid_hex_does_no_harm() -> None:
    state = position("commando raid", 0, {**ASHORE, "3/6-Para": "1641"})
    assert choices(state) == {"raid 1641", "raid 1642"}
    do(state, "raid 1641", "roll 3")
    assert steps(state, "3/6-Para") == 2 and where(state, "1-Cdo") == where(state, "3/6-Para") == "1641"
    later = position("allied movement", 2, {"1-Cdo": "1641", "3/6-Para": "1641"})
    assert why(later, "done") == {"SB-J26"}
