"""SB-11.2.3, SB-11.2.7: the commando raid, the beach assaults, naval gunfire, and fire on a crowded beach."""

from __future__ import annotations

import pytest

from grognard.games.sword_beach.combat import differential
from grognard.games.sword_beach.fire import size
from grognard.games.sword_beach.pieces import NAMES
from grognard.games.sword_beach.supply import cut_off
from grognard.games.sword_beach.tables import AIR, GUNS, THEIRS

from .build import SwordBeach, choices, clauses, do, position, steps, until, where, why
from .opening import cup, dropping, figures, refusals, rolls, verdict

CDO = "1-Cdo"
FORCE = {"8/3": "1640 landed", "9/3": "1640 landed"}  # attack 12 together


def raid(*then: str, **units: str) -> SwordBeach:
    """The commando goes ashore in 1641, then some more."""
    state = position("commando raid", 0, FORCE | {"857/346": "1241"} | units)
    do(state, "raid 1641", *then)
    return state


def beach(units: dict[str, str], *hexes: str, **more: object) -> SwordBeach:
    """Before the beach assaults, the raid done."""
    marked = list(hexes or ("1640",))
    return position("beach assaults", 0, units, marked, markers={"unassaulted": marked}, **more)


def fight(state: SwordBeach, allied: str = "none", german: str = "none", *draws: str) -> SwordBeach:
    do(state, f"support {allied}", f"support {german}", *draws)
    return state


# ---------------------------------------------------------------- SB-11.2.3.1: the raid


@pytest.mark.clause("SB-11.2.3.1.a")
def test_the_raid_goes_to_1641_or_1642() -> None:
    """Those two hexes and no other; the die follows at once; the raid cannot be left out."""
    state = position("commando raid", 0, FORCE)
    assert choices(state) == {"raid 1641", "raid 1642"}
    assert why(state, "raid 1643") == {"SB-11.2.3.1.a"} == why(state, "done")
    do(state, "raid 1642")
    assert where(state, CDO) == "1642" and choices(state) == set(rolls(1, 2, 3, 4, 5, 6))


@pytest.mark.clause("SB-11.2.3.1.b")
def test_a_1_eliminates_the_commando() -> None:
    """It is off the map, and the German keeps all 21 markers and the mines."""
    state = raid()
    assert "SB-11.2.3.1.b" in clauses(do(state, "roll 1"))
    assert (where(state, CDO), steps(state, CDO)) == ("", 0)
    assert size(state, THEIRS) == 22 and not any(text.startswith("move") for text in choices(state))


@pytest.mark.clause("SB-11.2.3.1.c", "SB-J10")
@pytest.mark.parametrize("face", [2, 3])
def test_a_2_or_3_reduces_and_holds_it_in_place(face: int) -> None:
    """Reduced in 1641, it is not asked to move; the German keeps his markers; on GT 1 it may attack but not
    move.
    """
    state = raid(**{"716/716": "1542"})
    assert "SB-11.2.3.1.c" in clauses(do(state, f"roll {face}"))
    assert (where(state, CDO), steps(state, CDO)) == ("1641", 1) and size(state, THEIRS) == 22
    assert state.step.name == "Allied support fire" and why(state, f"move {CDO} 1541") != set()
    fight(state)
    do(state, "roll 6")
    assert (state.turn, state.step.name) == (1, "allied combat")
    assert refusals(state, "allied movement", f"move {CDO} 1541") & {"SB-11.2.3.1.c", "SB-J10"}
    assert why(state, f"attack {CDO} 1542") == set()


@pytest.mark.clause("SB-11.2.3.1.d", "SB-11.1.5.g")
@pytest.mark.parametrize("face", [4, 5])
def test_a_4_or_5_reduces_lets_it_move_and_costs_a_6(face: int) -> None:
    """One of the three +6 markers is out; the commando may go one hex, not two, nor into the sea, nor need it
    go.
    """
    state = raid(**{"716/716": "1542"})
    assert "SB-11.2.3.1.d" in clauses(do(state, f"roll {face}"))
    assert steps(state, CDO) == 1 and cup(state, "german")[6] == 2 and state.lost[6] == 1
    assert choices(state) == {
        f"move {CDO} 1541",
        f"move {CDO} 1642",
        "done",
    }  # 1640 holds friends, 1542 a German
    assert why(state, f"move {CDO} 1441") == {"SB-11.2.3.1.d"}
    assert why(state, f"move {CDO} 1741") == {"FM-5.1.3"} and why(state, f"move {CDO} 1542") == {"FM-5.1.2"}
    assert why(state, f"move {CDO} 1640") == {"FM-5.3.1"}
    do(state, f"move {CDO} 1541")
    assert where(state, CDO) == "1541" and state.step.name == "Allied support fire"


@pytest.mark.clause("SB-11.2.3.1.e", "SB-11.1.5.g")
def test_a_6_lets_it_move_unhurt_and_costs_the_10() -> None:
    """The only +10 is out, and the commando, full, may go one hex; two are refused."""
    state = raid()
    assert "SB-11.2.3.1.e" in clauses(do(state, "roll 6"))
    assert (
        steps(state, CDO) == 2
        and cup(state, "german")[10] == 0
        and state.lost[10] == 1
        and sum(state.lost) == 1
    )
    assert choices(state) == {f"move {CDO} {hex_}" for hex_ in ("1541", "1542", "1642")} | {"done"}
    do(state, "done")
    assert where(state, CDO) == "1641"


@pytest.mark.clause("SB-11.2.3.1.e")
def test_after_a_6_the_refusal_of_two_hexes_names_the_6() -> None:
    """What lets an unhurt commando go one hex is the result 6, so its clause is the one to cite."""
    assert why(raid("roll 6"), f"move {CDO} 1441") & {"SB-11.2.3.1.e", "SB-J10"}


@pytest.mark.clause("SB-11.1.5.g", "SB-11.2.3.1.d", "FM-8.1.1")
def test_a_marker_lost_to_the_raid_stays_lost() -> None:
    """GT 2 fills the German cup with 20 numbered markers and the mines; the missing one is a +6."""
    state = raid("roll 5", "done")
    until(state, "allied movement")
    assert state.turn == 2 and sum(cup(state, "german")) == 20 and cup(state, "german")[6] == 2
    assert size(state, THEIRS) == 21


@pytest.mark.clause("SB-11.2.3.1.f")
def test_the_commando_moves_through_zones_of_control() -> None:
    """From 1641 by 1542, 1442 and 1342 to 1341, all beside 857/346 in 1441, for 4 MP; an infantry brigade
    must stop.
    """
    state = position("allied movement", 5, {CDO: "1641", "857/346": "1441"})
    assert why(state, f"move {CDO} 1341") == set()
    infantry = position("allied movement", 5, {"152/51": "1641", "857/346": "1441"})
    assert why(infantry, "move 152/51 1341") == {"FM-6.1.1"} and why(infantry, "move 152/51 1542") == set()


@pytest.mark.clause("SB-11.2.3.1.f")
@pytest.mark.parametrize("unit", [CDO, "27-Armd"])
def test_the_commando_retreats_into_zones_of_control(unit: str) -> None:
    """Beaten out of 1542 by the units in 1441 and 1442 it may go by 1543, in the zone of 1442; tanks may
    not.
    """
    state = position(
        "german combat", 5, {unit: "1542", "22/21": "1441", "125/21": "1442", "8/3": "1640 landed"}
    )
    do(state, "attack 22/21 1542", "join 125/21")
    fight(state)  # 8 + 6 - 5 = +9 or 8 + 6 - 7 = +7: town line, column 6, where a 5 is D2
    assert figures(state)[2:] == (6, 0, 6)
    do(state, "roll 5", "yield")
    if unit == CDO:
        assert (
            where(state, unit) == "1542"
            and why(state, f"withdraw {unit} 1543") == why(state, f"withdraw {unit} 1642") == set()
        )
    else:
        assert where(state, unit) == "1643"  # by 1642, the one way out of all zones, taken without asking


@pytest.mark.clause("SB-11.2.3.1.f")
def test_zones_of_control_do_not_starve_the_commando() -> None:
    """Behind a wall of zones 152/51 is cut off, the commando is not."""
    wall = {"857/346": "1342", "736/716": "1241", "716/716": "1143", "22/21": "1343"}
    for unit, cut in ((CDO, 0), ("152/51", 1)):
        assert (
            cut_off(position("allied combat", 5, {unit: "1242", "8/3": "1640 landed"} | wall)).bit_count()
            == cut
        )


# ---------------------------------------------------------------- SB-11.2.3.2: assaults


@pytest.mark.clause("SB-11.2.3.2.a", "SB-J34")
def test_every_beach_is_assaulted_once_in_the_allied_order() -> None:
    """Three beaches: none may be left out and none fought twice; GT 1 comes after the last."""
    state = beach(
        {"8/3": "1640 landed", "9/3": "1739 landed", "27-Armd": "1838 landed"}, "1640", "1739", "1838"
    )
    assert choices(state) == {"assault 1640", "assault 1739", "assault 1838"}
    assert why(state, "done") == {"SB-11.2.3.2.a"} == why(state, "assault 1935")
    do(state, "assault 1838")
    do(fight(state), "roll 6")
    assert choices(state) == {"assault 1640", "assault 1739"} and why(state, "assault 1838") == {"SB-J34"}
    do(state, "assault 1640")
    do(fight(state), "roll 6")
    assert state.grid.name[state.stack[-1].hex] == "1739" and state.turn == 0  # the last comes by itself
    do(fight(state), "roll 6")
    assert state.turn == 1


@pytest.mark.clause("SB-11.2.3.2.a")
def test_every_unit_of_the_stack_takes_part() -> None:
    """8/3, 9/3 and 27 Armored in 1640: 6 + 6 + 8 = 20, and nobody else, though 185/3 is next door in 1740."""
    force = FORCE | {"27-Armd": "1640 landed", "185/3": "1740 landed"}
    state = beach(force, "1640", "1740")
    do(state, "assault 1640")
    assert {NAMES[u] for u in state.stack[-1].attackers} == {"8/3", "9/3", "27-Armd"}
    assert figures(fight(state)).differential == 20


@pytest.mark.clause("SB-11.2.3.2.a")
def test_a_brigade_that_drifted_onto_the_beach_takes_part_too() -> None:
    """3 Para drifts west from 1641 onto 9/3 and 185/3 in 1640: stacked there, it shares their assault."""
    state = dropping("1641", {"3/6-Para": "1641", "5/6-Para": "1642", "6AL/6": "1542"})
    do(state, *rolls(4, 1, 6, 6))
    assert where(state, "3/6-Para") == "1640" and steps(state, "3/6-Para") == 1  # the beach
    do(state, "lose 9/3", "raid 1641", "roll 3", "assault 1640")
    assert {NAMES[u] for u in state.stack[-1].attackers} == {"3/6-Para", "9/3", "185/3"}


@pytest.mark.clause("SB-11.2.3.2.b", "SB-11.2.7.b")
def test_both_sides_may_fire_and_the_allies_with_naval_guns_too() -> None:
    """The Allied player names up to two of air, guns, naval 7 and naval 10; the German up to two from his
    cup.
    """
    state = beach(FORCE)
    kinds = ["air", "guns", "naval7", "naval10"]
    pairs = {frozenset((a, b)) for a in kinds for b in kinds}
    named = {frozenset(text.split()[1].split("+")) for text in choices(state) if "+" in text}
    assert named == pairs and {f"support {kind}" for kind in kinds} | {"support none"} <= choices(state)
    do(state, "support guns+naval10")
    assert state.to_move == "german" and choices(state) == {
        "support none",
        "support guns",
        "support guns+guns",
    }
    do(state, "support guns", "draw guns 6", "draw german 9")
    assert sorted(part.amount for part in differential(state, state.stack[-1])) == [-9, 0, 6, 6, 6, 10]


@pytest.mark.clause("SB-11.2.3.2.b", "FM-8.3.1")
def test_the_order_in_which_markers_are_named_does_not_matter() -> None:
    """A naval +10 and a draw from the guns is the same as a draw from the guns and a naval +10."""
    assert why(beach(FORCE), "support guns+naval10") == why(beach(FORCE), "support naval10+guns") == set()


@pytest.mark.clause("SB-11.2.3.2.c", "SB-11.2.3.2.d")
@pytest.mark.parametrize(
    ("german", "row", "column", "result"),
    [("1639", "beach_assault_in_ezoc", 4, "A1"), ("1638", "beach_assault_not_in_ezoc", 5, "NE")],
)
def test_a_german_zone_decides_the_line(german: str, row: str, column: int, result: str) -> None:
    """12 against nobody, die 4: with 736/716 in 1639 column 4 and A1, one hex farther off column 5 and NE."""
    state = fight(beach(FORCE | {"736/716": german}))
    assert figures(state) == (row, 12, column, 0, column)
    assert verdict(do(state, "roll 4")) == result


@pytest.mark.clause("SB-11.2.3.2.d", "SB-J34")
def test_the_line_is_chosen_on_the_zones_as_they_stand() -> None:
    """3 Para drops on 736/716 in 1541 beside 1640 and drives it off to 1441 and 1341: 1640 is in no German
    zone then.
    """
    units = FORCE | {"3/6-Para": "1541", "736/716": "1541"}
    state = position("attacks of units down on a German", 0, units, markers={"hot_beaches": ["1640"]})
    do(state, "support guns", "draw guns 8", "roll 5")
    do(state, "withdraw 736/716 1441", "withdraw 736/716 1341", "raid 1641", "roll 3")
    assert figures(fight(state)).line == "beach_assault_not_in_ezoc"


@pytest.mark.clause("SB-11.2.3.2.e")
def test_the_defense_strength_is_zero() -> None:
    """22/21, 125/21 and 736/716 beside 1640 add nothing to the defense: the differential is 12 all the
    same.
    """
    state = fight(beach(FORCE | {"736/716": "1639", "22/21": "1540", "125/21": "1541"}))
    parts = differential(state, state.stack[-1])
    assert [part.amount for part in parts if part.clause == "SB-11.2.3.2.e"] == [0]
    assert sorted(part.amount for part in parts) == [0, 6, 6] and figures(state).differential == 12


@pytest.mark.clause("SB-11.2.3.2.f", "SB-J11")
@pytest.mark.parametrize(("draws", "sum_", "column", "result"), [((), 12, 4, "D2"), ((4,), 8, 3, "D3")])
def test_a_retreat_result_reduces_every_assaulting_unit(
    draws: tuple[int, ...], sum_: int, column: int, result: str
) -> None:
    """In an EZOC 12 is column 4 and 8 column 3, where a 1 is D2 and D3: both brigades are reduced and
    stay.
    """
    state = fight(
        beach(FORCE | {"736/716": "1639"}),
        "none",
        "guns" if draws else "none",
        *(f"draw german {v}" for v in draws),
    )
    assert figures(state) == ("beach_assault_in_ezoc", sum_, column, 0, column)
    events = do(state, "roll 1")
    assert verdict(events) == result and "SB-11.2.3.2.f" in clauses(events)
    assert [(where(state, u), steps(state, u)) for u in ("8/3", "9/3")] == [("1640", 1), ("1640", 1)]
    assert state.turn == 1  # nobody retreated, resisted or advanced


@pytest.mark.clause("SB-11.2.3.2.f")
def test_one_loss_of_the_allied_players_choice_is_not_a_retreat() -> None:
    """A1 reduces one unit only: die 4 in column 4, and 9/3 is the one chosen."""
    state = fight(beach(FORCE | {"736/716": "1639"}))
    assert verdict(do(state, "roll 4")) == "A1"
    do(state, "lose 9/3")
    assert (steps(state, "8/3"), steps(state, "9/3")) == (2, 1)


@pytest.mark.clause("SB-11.2.3.2.g")
def test_a_beach_whose_units_are_all_lost_is_gone_for_good() -> None:
    """6 - 10 - 9 = -13 in an EZOC, column 1, die 1: Ae; the marker of 1640 goes, and no unit lands there."""
    state = beach({"8/3": "1640 landed", "736/716": "1639", "9/3": "1739 landed"}, "1640", "1739")
    do(state, "assault 1640")
    fight(state, "none", "guns+guns", "draw german 10", "draw german 9")
    assert figures(state) == ("beach_assault_in_ezoc", -13, 1, 0, 1)
    events = do(state, "roll 1")
    assert verdict(events) == "Ae" and "SB-11.2.3.2.g" in clauses(events)
    assert steps(state, "8/3") == 0 and state.grid.names(state.beachheads) == ["1739"]
    do(fight(state), "roll 6")
    until(state, "allied landings")
    assert state.turn == 2 and "SB-11.2.4.a" in why(state, "land 152/51 1640")
    assert not any(text.endswith("1640") for text in choices(state))


@pytest.mark.clause("SB-11.2.3.2.g")
def test_a_beach_with_a_survivor_stays() -> None:
    """D2 against a full and a reduced brigade loses the second only, and the marker stands."""
    state = fight(beach({"8/3": "1640 landed", "9/3": "1640 landed reduced", "736/716": "1639"}))
    assert figures(state) == ("beach_assault_in_ezoc", 9, 3, 0, 3)
    assert verdict(do(state, "roll 2")) == "D2"
    assert (steps(state, "8/3"), steps(state, "9/3")) == (1, 0) and state.grid.names(state.beachheads) == [
        "1640"
    ]


@pytest.mark.clause("SB-11.2.3.2.h")
def test_the_assault_happens_inside_the_allied_hex() -> None:
    """No German defends it and nobody leaves it, whatever the die."""
    for face in range(1, 7):
        state = fight(beach({"8/3": "1640 landed", "736/716": "1639"}))
        assert state.stack[-1].defender == -1 and not state.occupied["german"] & state.beachheads
        do(state, f"roll {face}")
        assert (
            where(state, "8/3") == "1640"
            and where(state, "736/716") == "1639"
            and steps(state, "736/716") == 2
        )


# ---------------------------------------------------------------- SB-11.2.3.3


@pytest.mark.clause("SB-11.2.3.3")
def test_a_bombarded_stack_suffers_in_one_unit() -> None:
    """9 + 9 - 4 = +14 on the beach, column 6, two left, column 4, die 6: D1; reduced 9/3, the target, is
    eliminated, 8/3 is untouched.
    """
    state = position("german combat", 5, FORCE | {"9/3": "1640 landed reduced", "716/716": "1639"})
    do(state, "bombard guns+guns 1640")
    assert state.to_move == "german" and choices(state) == {"target 8/3", "target 9/3"}
    assert why(state, "target 27-Armd") == {"SB-11.2.3.3"}
    do(state, "target 9/3", "draw german 9", "draw german 9")
    assert figures(state) == ("beach", 14, 6, -2, 4)
    assert verdict(do(state, "roll 6")) == "D1"
    assert (steps(state, "8/3"), steps(state, "9/3")) == (2, 0)


@pytest.mark.clause("SB-11.2.3.3")
def test_a_lone_unit_is_the_target_without_asking() -> None:
    """With one unit in the hex the markers are drawn at once."""
    state = position("german combat", 5, {"8/3": "1640 landed", "716/716": "1639"})
    do(state, "bombard guns 1640")
    assert state.step.name == "support fire" and NAMES[state.stack[-1].defender] == "8/3"


# ---------------------------------------------------------------- SB-11.2.7, SB-11.2.8.b


@pytest.mark.clause("SB-11.2.7.a")
def test_five_naval_markers_lie_beside_the_cups() -> None:
    """Three +7 and two +10, on top of the 22 in the cups, chosen and not drawn; each can be spent once."""
    state = beach(FORCE | {"185/3": "1739 landed"}, "1640", "1739")
    assert state.naval == (3, 2) and size(state, AIR) + size(state, GUNS) == 22
    do(state, "assault 1640", "support naval10+naval10", "support none")
    assert state.step.name == "combat die" and figures(state).differential == 6 + 6 + 10 + 10
    assert state.naval == (3, 0) and size(state, AIR) + size(state, GUNS) == 22
    do(state, "roll 6")
    assert why(state, "support naval10") == {"SB-11.2.7.a"} and why(state, "support naval7+naval7") == set()


@pytest.mark.clause("SB-11.2.7.b")
def test_naval_guns_support_nothing_but_beach_assaults() -> None:
    """Not the attack of 3 Para on the German it fell on, not the commando's attack in the GT 1 Combat
    Phase.
    """
    drop = position("attacks of units down on a German", 0, FORCE | {"3/6-Para": "1342", "857/346": "1342"})
    assert why(drop, "support naval7") == {"SB-11.2.7.b"}
    combat = position("allied combat", 1, FORCE | {CDO: "1641", "716/716": "1642"})
    assert combat.naval == (3, 2)
    do(combat, f"attack {CDO} 1642")
    assert why(combat, "support naval7") == {"SB-11.2.7.b"} and why(combat, "support guns") == set()
    assert why(beach(FORCE), "support naval7") == set()


@pytest.mark.clause("SB-11.2.7.c")
def test_naval_markers_count_against_the_limit_of_two() -> None:
    """Two in all, of whatever kind; a third is refused."""
    state = beach(FORCE)
    assert why(state, "support naval7+naval7") == why(state, "support air+naval10") == set()
    for three in ("naval7+naval7+naval7", "guns+guns+naval10", "naval7+naval10+naval10"):
        assert why(state, f"support {three}") == {"SB-11.2.7.c"}


@pytest.mark.clause("SB-11.2.7.d")
@pytest.mark.parametrize("left", [[7, 7, 7, 10, 10], [7], []], ids=["unused", "one left", "used up"])
def test_naval_markers_leave_with_gt_1(left: list[int]) -> None:
    """Used or not, none is there on GT 2."""
    state = position("german mobile movement", 1, FORCE | {"22/21": "0740"}, naval=left)
    assert sum(state.naval) == len(left)
    events = do(state, "done")
    assert state.turn == 2 and state.naval == (0, 0)
    assert [event.clause for event in events if event.fact == "naval"] == ["SB-11.2.7.d"] * bool(left)


@pytest.mark.clause("SB-11.2.8.b", "SB-11.2.8.a")
def test_a_beach_assault_without_armor_is_not_shifted() -> None:
    """Two infantry brigades: no shift in the assault, one column left in an attack on GT 5."""
    assert figures(fight(beach(FORCE))).shift == 0
    inland = position("allied combat", 5, {"8/3": "1540", "9/3": "1539", "857/346": "1439"})
    do(inland, "attack 8/3 1439", "join 9/3")
    assert figures(fight(inland)).shift == -1
