"""SB-11.2.1: beachhead markers, the amphibious landing, and what binds a landed unit afterwards."""

from __future__ import annotations

import pytest

from grognard.games.sword_beach.pieces import NAMES, UNIT
from grognard.games.sword_beach.supply import cut_off

from .build import SwordBeach, choices, clauses, do, position, steps, until, where, why
from .opening import LANDING, ashore, dropping, recorded, refusals, rolls

SWORD = ["1935", "1936", "1937", "1838", "1739", "1740", "1640"]


def beachheads(state: SwordBeach) -> set[str]:
    return set(state.grid.names(state.beachheads))


def marked(*hexes: str) -> SwordBeach:
    """After the first step, with markers in these hexes: the assault units are to be placed."""
    state = recorded()
    do(state, *(f"beachhead {hex_}" for hex_ in hexes))
    if state.step.name == "beachhead markers":
        do(state, "done")
    return state


def gt1(phase: str = "allied combat", **units: str) -> SwordBeach:
    """GT 1 after a landing on 1640, with Germans close by."""
    force = {"185/3": "1640 landed", "27-Armd": "1640 landed", "716/716": "1639", "1-Cdo": "1641"}
    return position(phase, 1, force | units)


# ---------------------------------------------------------------- step 1: markers


@pytest.mark.clause("SB-11.2.1.1.a")
def test_markers_go_on_the_seven_hexes_of_sword_beach() -> None:
    """Just those seven can be chosen; the raid hex 1641, the town 1738 and the sea 1741 are refused."""
    state = recorded()
    assert choices(state) == {f"beachhead {hex_}" for hex_ in SWORD}
    for hex_ in ("1641", "1738", "1741"):
        assert why(state, f"beachhead {hex_}") == {"SB-11.2.1.1.a"}
    assert "SB-11.2.1.1.a" in clauses(do(state, "beachhead 1935")) and beachheads(state) == {"1935"}


@pytest.mark.clause("SB-11.2.1.1.b", "SB-J33")
def test_one_marker_a_hex_and_not_all_need_be_placed() -> None:
    """A second marker in 1640 is refused; after one marker the player may stop, after none he may not."""
    state = recorded()
    assert why(state, "done") == {"SB-J33"}
    do(state, "beachhead 1640")
    assert why(state, "beachhead 1640") == {"SB-11.2.1.1.b"}
    do(state, "done")
    assert beachheads(state) == {"1640"} and state.step.name == "amphibious landing"


@pytest.mark.clause("SB-11.2.1.1.c")
def test_a_marker_not_placed_now_is_never_placed() -> None:
    """There are four; after the fourth, or after stopping at two, no more come, in this step or any later
    phase.
    """
    full = marked("1935", "1936", "1937", "1838")
    assert full.step.name == "amphibious landing" and why(full, "beachhead 1739") != set()
    state = marked("1739", "1640")
    assert why(state, "beachhead 1838") != set() and beachheads(state) == {"1739", "1640"}
    for phase in ("allied movement", "allied landings", "allied combat"):
        units = {"8/3": "1640 landed", "32G/GA": "waiting", "736/716": "1338", "22/21": "0740"}
        later = position(phase, 6, units, ["1640", "1739"])
        assert later.step.name == phase
        assert (
            not any(text.startswith("beachhead") for text in choices(later))
            and why(later, "beachhead 1838") != set()
        )


@pytest.mark.clause("SB-11.2.1.1.d")
def test_a_marked_hex_takes_reinforcements_and_gives_supply() -> None:
    """On GT 6 the Guards land on 1640 or 1739, marked, not on 1838; 8/3 in 1539 is in supply by 1640 and cut
    off without it.
    """
    units = {"32G/GA": "waiting", "5G/GA": "waiting"}
    state = position("allied landings", 6, units, ["1640", "1739"])
    assert {text for text in choices(state) if "32G" in text} == {"land 32G/GA 1640", "land 32G/GA 1739"}
    assert why(state, "land 32G/GA 1838") == {"SB-11.2.4.a"}
    assert cut_off(position("allied movement", 5, {"8/3": "1539"}, ["1640"])) == 0
    assert cut_off(position("allied movement", 5, {"8/3": "1539"}, [])) == 1 << UNIT["8/3"]


@pytest.mark.clause("SB-11.2.1.1.e")
def test_a_german_who_ends_his_move_on_a_beachhead_removes_it() -> None:
    """736/716 marches into 1739, left empty: the marker goes at once, in the German Movement Phase; 1640
    keeps its own.
    """
    state = position("german movement", 5, {"736/716": "1738", "8/3": "1640 landed"}, ["1640", "1739"])
    events = do(state, "move 736/716 1739")
    assert "SB-11.2.1.1.e" in clauses(events)
    assert beachheads(state) == {"1640"} and state.step.name != "allied movement"


@pytest.mark.clause("SB-11.2.1.1.e")
def test_a_german_who_advances_onto_a_beachhead_removes_it() -> None:
    """22/21 and 125/21 against the reduced 8/3 in 1739: 8 + 6 - 4 = +10, column 7, die 6: D3; it is lost,
    they advance.
    """
    force = {
        "8/3": "1739 landed reduced",
        "22/21": "1738",
        "125/21": "1639",
        "9/3": "1640 landed",
        "185/3": "1540",
    }
    state = position("german combat", 5, force, ["1640", "1739"])
    do(state, "attack 22/21 1739", "join 125/21", "support none", "support none", "roll 6")
    # 8/3 has nowhere to go: 1638, 1740 and 1838 are all in a German zone of control
    assert steps(state, "8/3") == 0 and beachheads(state) == {"1640", "1739"}
    assert "SB-11.2.1.1.e" in clauses(do(state, "advance 22/21"))
    assert where(state, "22/21") == "1739" and beachheads(state) == {"1640"}


# ---------------------------------------------------------------- step 2: units


@pytest.mark.clause("SB-11.2.1.2.a")
def test_the_four_assault_units_land_on_markers() -> None:
    """The 3rd Division's three brigades and 27 Armored, on a marked hex; no other unit, no other hex."""
    state = marked("1640", "1739")
    assert {text.split()[1] for text in choices(state)} == {"8/3", "9/3", "185/3", "27-Armd"}
    assert why(state, "place 8/3 1838") == {"SB-11.2.1.2.a"}  # a Sword hex without a marker
    elsewhere = {
        "152/51": "SB-11.2.4.gt2",
        "3/6-Para": "SB-11.2.2.2",
        "1-Cdo": "SB-11.2.3.1.a",
        "736/716": "SB-11.2.1.2.a",
    }
    for unit, clause in elsewhere.items():
        assert why(state, f"place {unit} 1640") == {clause}
    do(state, "place 8/3 1640")
    assert where(state, "8/3") == "1640" and why(state, "place 8/3 1739") == {"SB-11.2.1.2.a"}
    assert why(state, "done") == {"SB-J33"}


@pytest.mark.clause("SB-11.2.1.2.b")
def test_the_stacking_limit_sends_the_fourth_unit_to_gt_2() -> None:
    """One beachhead holds three; 27 Armored waits, and lands on GT 2 after a brigade has made room."""
    state = ashore(landing={"8/3": "1640", "9/3": "1640", "185/3": "1640", "27-Armd": "1640"})
    assert [where(state, unit) for unit in LANDING] == ["1640", "", "1640", "1640"]
    assert [NAMES[u] for u in range(len(NAMES)) if state.waiting >> u & 1] == ["27-Armd"]
    until(state, "allied movement")
    assert state.turn == 2  # on GT 1 nobody moved
    leaver = next(unit for unit in ("8/3", "9/3", "185/3") if where(state, unit) == "1640")
    do(state, f"move {leaver} 1540")
    until(state, "allied landings")
    assert "land 27-Armd 1640" in choices(state)
    do(state, "land 27-Armd 1640")
    assert where(state, "27-Armd") == "1640" and state.turn == 2


@pytest.mark.clause("SB-11.2.1.2.c")
def test_three_units_stack_on_a_beach_and_a_fourth_does_not() -> None:
    """After 8/3, 9/3 and 185/3 in 1640 the armor has the choice of the other two beaches only."""
    state = marked("1640", "1739", "1838")
    do(state, "place 8/3 1640", "place 9/3 1640", "place 185/3 1640")
    assert [where(state, unit) for unit in ("8/3", "9/3", "185/3")] == ["1640"] * 3
    assert why(state, "place 27-Armd 1640") == {"SB-11.2.1.2.c"}
    assert choices(state) == {"place 27-Armd 1739", "place 27-Armd 1838"}


@pytest.mark.clause("SB-11.2.1.2.c")
def test_the_stack_may_stay_for_good() -> None:
    """On GT 5 three landed units still share 1640 and nothing makes them part."""
    state = position(
        "allied movement", 5, {"8/3": "1640 landed", "9/3": "1640 landed", "185/3": "1640 landed"}
    )
    assert why(state, "done") == set()


@pytest.mark.clause("SB-11.2.1.2.d", "SB-J38")
def test_a_unit_that_leaves_its_beach_never_stacks_again() -> None:
    """8/3 leaves 1640 on GT 5; on GT 6 it may go neither back to its stack nor onto another beach that holds
    a unit.
    """
    state = position(
        "allied movement",
        5,
        {"8/3": "1640 landed", "9/3": "1640 landed", "185/3": "1739 landed"},
        ["1640", "1739"],
    )
    assert "SB-11.2.1.2.d" in clauses(do(state, "move 8/3 1639"))
    do(state, "done")
    until(state, "allied movement")
    assert state.turn == 6
    assert why(state, "move 8/3 1640") <= {"FM-5.3.1", "SB-11.2.1.2.d", "SB-J38"} != set()
    assert "move 8/3 1640" not in choices(state) and "move 8/3 1739" not in choices(state)
    assert "move 8/3 1740" in choices(state)  # an empty hex is open to it


@pytest.mark.clause("SB-11.2.1.2.d", "SB-J38")
def test_nothing_lands_on_a_unit_that_came_back() -> None:
    """8/3 sits alone in 1640, come by land: the Guards cannot land on it, though only one unit is there."""
    state = position("allied landings", 6, {"8/3": "1640", "32G/GA": "waiting"}, ["1640"])
    assert state.step.name != "allied landings" and where(state, "32G/GA") == ""
    landed = position(
        "allied landings", 6, {"8/3": "1640 landed", "32G/GA": "waiting", "5G/GA": "waiting"}, ["1640"]
    )
    assert "land 32G/GA 1640" in choices(landed)


# ---------------------------------------------------------------- what a landed unit may do on GT 1


@pytest.mark.clause("SB-11.2.1.2.e")
def test_a_landed_unit_does_not_move_on_gt_1() -> None:
    """The Movement Phase of GT 1 is passed over, the reason on record; on GT 2 the same unit moves."""
    assert gt1("allied movement").step.name == "allied combat"
    assert refusals(gt1(), "allied movement", "move 185/3 1540") == {"SB-11.2.1.2.e"}
    assert why(position("allied movement", 2, {"185/3": "1640 landed"}), "move 185/3 1540") == set()


@pytest.mark.clause("SB-11.2.1.2.f")
def test_a_landed_unit_does_not_attack_in_the_combat_phase_of_gt_1() -> None:
    """185/3 beside 716/716 fought its beach assault and has no more to do; on GT 2 it may attack."""
    assert why(gt1(), "attack 185/3 1639") == {"SB-11.2.1.2.f"}
    later = position("allied combat", 2, {"185/3": "1640 landed", "716/716": "1639"})
    assert why(later, "attack 185/3 1639") == set()


@pytest.mark.clause("SB-11.2.1.2.f")
def test_a_landed_unit_does_not_join_the_commandos_attack() -> None:
    """The commando in 1641 attacks 1541, which 185/3 in 1640 borders too; 185/3 may join on GT 2, not on GT
    1.
    """
    state = gt1(**{"716/716": "1541", "3/6-Para": "1542"})
    do(state, "attack 1-Cdo 1541")
    assert state.step.name == "attacker's support fire"  # nobody was there to be asked
    assert why(state, "join 185/3") != set() != why(state, "join 3/6-Para")
    later = position("allied combat", 2, {"185/3": "1640 landed", "716/716": "1541", "1-Cdo": "1641"})
    do(later, "attack 1-Cdo 1541")
    assert why(later, "join 185/3") == set()


@pytest.mark.clause("SB-11.2.1.2.g")
def test_landed_armor_sits_out_the_mobile_phases_of_gt_1() -> None:
    """27 Armored, beside 716/716, neither moves nor attacks in them; both phases go by, and from GT 2 it does
    both.
    """
    state = gt1()
    assert refusals(state, "allied mobile movement", "move 27-Armd 1540") == {"SB-11.2.1.2.g"}
    assert refusals(state, "allied mobile combat", "attack 27-Armd 1639") & {"SB-11.2.1.2.f", "SB-11.2.1.2.g"}
    do(state, "done")
    assert state.step.name == "german movement"
    for phase, action in (
        ("allied mobile movement", "move 27-Armd 1540"),
        ("allied mobile combat", "attack 27-Armd 1639"),
    ):
        assert why(position(phase, 2, {"27-Armd": "1640 landed", "716/716": "1639"}), action) == set()


# ---------------------------------------------------------------- step 3


@pytest.mark.clause("SB-11.2.1.3")
def test_markers_without_a_unit_are_removed() -> None:
    """Four markers, units on two of them: when the last is placed the other two markers go."""
    state = marked("1935", "1838", "1739", "1640")
    do(state, "place 8/3 1739", "place 27-Armd 1739", "place 9/3 1640")
    assert beachheads(state) == {"1935", "1838", "1739", "1640"}
    assert "SB-11.2.1.3" in clauses(do(state, "place 185/3 1640"))
    assert beachheads(state) == {"1739", "1640"}


@pytest.mark.clause("SB-11.2.1.3", "SB-11.2.3.2.a")
def test_only_occupied_beaches_are_assaulted() -> None:
    """With the marker on 1838 gone, two assaults come, not three."""
    state = dropping()
    do(state, *rolls(6, 6, 6), "raid 1641", "roll 3")
    assert choices(state) == {"assault 1640", "assault 1739"}


@pytest.mark.clause("SB-11.2.1.2.b")
def test_the_log_names_only_the_assault_units_that_were_kept_out() -> None:
    """With one marker the fourth unit waits for GT 2; the 51st Division of GT 2 is not called kept out."""
    state = position(
        "german combat", 1, {"8/3": "1739 landed", "27-Armd": "waiting", "200/21": "0739"}, ["1739"]
    )
    until(state, "allied landings")
    told = [line for line in state.events().log if "SB-11.2.1.2.b" in line]
    assert len(told) == 1 and "27 Armd" in told[0] and "152/51" not in told[0]
