"""Readings of the set-up and the landings (SB-J1 to SB-J11, SB-J25, SB-J26, SB-J31 to SB-J36): default, then the other value."""

from __future__ import annotations

import math
import re
import tomllib
from typing import Any

import pytest

from grognard.core.facts import Events
from grognard.games.sword_beach import notation
from grognard.games.sword_beach.position import SwordBeach

from .build import GAME, choices, clauses, do, position, steps, until, where, why
from .opening import refusals

CAEN = ["0937", "0938", "0939", "0837", "0838", "0839", "0940", "0738", "0739"]  # SB-13.0.c and the five of map.toml
BOUNDARY_LINE = ["0138", "0637", "0737", "0836", "0936", "1035", "1135"]  # 0138, and five northwest steps from 0637 to 1135
ASHORE = {"8/3": "1640 landed", "9/3": "1640 landed"}


def verdict(events: Events) -> tuple[str, int, int, str]:
    """CRT line, differential, column after shifts and result of the die just rolled, as the log tells them."""
    found = [
        re.match(r"(\w+) line, differential ([+-]\d+), column (\d+) .*: (\w+) \[FM-7\.6\.1\]", line) for line in events.log
    ]
    (match,) = [m for m in found if m]
    return match[1], int(match[2]), int(match[3]), match[4]


def cup(state: SwordBeach, name: str) -> list[int]:
    return list(notation.write(state)["cups"][name])


def beachheads(state: SwordBeach) -> list[str]:
    return list(notation.write(state)["markers"].get("beachheads", []))


def record(**options: Any) -> SwordBeach:
    return GAME.new(options=options)  # type: ignore[return-value]


def drop(zone: str, units: dict[str, str], **more: Any) -> SwordBeach:
    """Before the drop: the marker at `zone`, some units designated."""
    markers = {"drop_zones": [zone], **more.pop("markers", {})}
    return position("airborne designation", 0, {**ASHORE, **units}, markers=markers, **more)


# ---------------------------------------------------------------- SB-J1, SB-J2: the map


def centre(name: str) -> tuple[float, float]:
    """As map.toml numbers hexes: rows grow north, even rows stand half a hex further east."""
    row, column = int(name[:2]), int(name[2:])
    return column + (0.5 if row % 2 == 0 else 0), row * math.sqrt(3) / 2


def bearing(origin: str, goal: str) -> float:
    (x, y), (u, v) = centre(origin), centre(goal)
    return math.degrees(math.atan2(u - x, v - y)) % 360


def land_hexes() -> dict[str, str]:
    """Every land hex of the map file with its terrain."""
    from importlib.resources import files

    text = (files("grognard.games.sword_beach") / "data" / "map.toml").read_text(encoding="utf-8")
    return {name: row["t"] for name, row in tomllib.loads(text)["hexes"].items() if row["t"] != "sea"}


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
    assert set(record(setup_21pz_in_caen=False).legal_actions().hexes("125/21")) == south_of_caen() - set(CAEN)
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
    state = drop("1642", {"3/6-Para": "1641", "5/6-Para": "1542"}, options={"drift_off_map": "designated_hex"})
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
    state = drop("1342", {"3/6-Para": "1342", "5/6-Para": "1343"}, record={"736/716": "1342"}, options=options)
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
    assert state.turn == 2 and cup(state, "german").count(6) == 2 and len(cup(state, "german")) == 20  # for good


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
    assert state.step.name == "Allied support fire" and where(state, "1-Cdo") == "1641" and steps(state, "1-Cdo") == 1


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
    state = position("commando raid", 0, {**ASHORE, "736/716": "1641"}, options={"raid_avoids_germans": False})
    assert choices(state) == {"raid 1641", "raid 1642"}
    do(state, "raid 1641", "roll 2")
    assert state.step.name == "one marker"  # and fights at once


BOTH_HELD = {**ASHORE, "736/716": "1641", "857/346": "1642"}


@pytest.mark.clause("SB-J31")
def test_J31_with_germans_in_both_it_goes_into_either_and_fights() -> None:
    """Reduced (2) against 736/716 (5) in the clear: -3, column 3, one left; a failure eliminates the commando."""
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


# ---------------------------------------------------------------- SB-J11, SB-J34: beach assaults


def assault(*units: str, **more: Any) -> SwordBeach:
    """An assault on 1640 with nobody else about."""
    return position("beach assaults", 0, dict.fromkeys(units, "1640 landed"), markers={"unassaulted": ["1640"]}, **more)


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
    """716/716 in 1641 has 1640 in its ZOC; the glider brigade comes down on it and drives it over 1642 to 1643."""
    units = {**ASHORE, "3/6-Para": "1542", "5/6-Para": "1541"}
    state = position(
        "airborne designation", 0, units, record={"716/716": "1641"}, markers={"drop_zones": ["1541"]}, options=options
    )
    do(state, "designate 6AL/6 1641", "roll 6", "roll 6", "roll 6")
    events = do(state, "support air", "draw air 10", "roll 6")
    assert verdict(events) == ("clear", 11, 6, "D2")
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
    assert (len(cup(state, "guns")), cup(state, "guns").count(8)) == (15, 1)
    assert (len(cup(state, "german")), cup(state, "german").count(9)) == (20, 1)
    until(state, "allied movement")
    assert state.turn == 2 and len(cup(state, "guns")) == 16 and len(cup(state, "german")) == 21


@pytest.mark.clause("SB-J25")
def test_J25_or_the_cups_are_filled_again() -> None:
    state = after_landing_fire(landing_fire="extra")
    assert len(cup(state, "guns")) == 16 and len(cup(state, "german")) == 21


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
        zip(["736/716", "857/346", "716/716", "200/21", "22/21", "125/21"], ["1341", "1343", "1441", "1442", "1242", "1241"])
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
    assert why(position("allied movement", 2, PAIR, options={"beach_stack": "any_allied"}), "done") == {"SB-J26"}


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
    assert "SB-11.0.b" in why(state, "record 857/346 1640") and "SB-11.0.b" in why(state, "record 857/346 1741")


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
@pytest.mark.parametrize(("zone", "hex_"), [("1142", "1143"), ("1142", "1042"), ("1541", "1640"), ("1040", "0940")])
def test_J35_the_terrain_bar_is_on_the_markers_hex_only(zone: str, hex_: str) -> None:
    """Woods, woods, beach and city next to the marker."""
    markers = {"drop_zones": [zone]}
    assert why(position("airborne designation", 0, {}, markers=markers), f"designate 3/6-Para {hex_}") == set()
    strict = position("airborne designation", 0, {}, markers=markers, options={"designation_terrain": "as_drop_zone"})
    assert why(strict, f"designate 3/6-Para {hex_}") == {"SB-J35"}
    assert why(strict, f"designate 3/6-Para {zone}") == set()


@pytest.mark.clause("SB-J35")
@pytest.mark.parametrize(
    ("hex_", "clause"), [("1742", "SB-J35"), ("1743", "SB-J35"), ("1644", "SB-11.2.2.2"), ("1640", "SB-11.2.2.2")]
)
def test_J35_not_at_sea_and_not_two_hexes_away(hex_: str, clause: str) -> None:
    state = position("airborne designation", 0, {}, markers={"drop_zones": ["1642"]})
    assert clause in why(state, f"designate 3/6-Para {hex_}")


def para_beaten(**options: Any) -> SwordBeach:
    """Part 6, step 10: 4 + 6 + 8 + 3 - 6 - 6 - 2 = +7, column 6, die 5: D2; but 5/6-Para yields."""
    state = position("german combat", 1, {"5/6-Para": "1242", "857/346": "1241", "125/21": "1142"}, options=options)
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
    """8 + 6 - 7 = +7 on the beach, column 6, die 5: D2; the only way out is 1641, then 1642 or 1542."""
    state = position("german combat", turn, {"8/3": "1640 landed", "22/21": "1639", "125/21": "1540"}, options=options)
    do(state, "attack 22/21 1640", "join 125/21", "support none", "support none")
    assert verdict(do(state, "roll 5")) == ("beach", 7, 6, "D2")
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
