"""The fine print of the clauses: what a rule says besides its main case."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest

from grognard.core.conformance import list_agrees
from grognard.core.facts import DONE
from grognard.core.hexes import members
from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.firefight.allowances import allowance, own_allowance
from grognard.games.purple_heart_draw.firefight.arcs import SPINES
from grognard.games.purple_heart_draw.firefight.close import joined, partners
from grognard.games.purple_heart_draw.firefight.forces import FIRERS, GUN, GUN_NAMES, UNIT, VEHICLE_NUMBER
from grognard.games.purple_heart_draw.firefight.going import BOTTOM, OPEN, ROUT_GROUND, cost, hexside, near
from grognard.games.purple_heart_draw.firefight.odds import chances
from grognard.games.purple_heart_draw.firefight.position import (
    GUN_FLAGS,
    Attack,
    Bombardment,
    Close,
    Firefight,
    Moving,
)
from grognard.games.purple_heart_draw.firefight.routing import must_rout
from grognard.games.purple_heart_draw.firefight.setup import free_halves
from grognard.games.purple_heart_draw.firefight.shots import cover, cowering, firepower
from grognard.games.purple_heart_draw.firefight.units import excess, portage
from grognard.games.purple_heart_draw.firefight.vehicle_ways import ways_into

from .fight import GAME, do, fight, flags, listed, rulings, where
from .test_fight_tank_tricks import TANK, appearance

APART = {"u01": "M17 6-6-6", "g01": "O17 5-4-8"}


def hex_(name: str) -> int:
    return int(GRID.hex(name))


def settled(state: Firefight) -> Firefight:
    """Checks that follow are passed."""
    while state.to_move == "chance":
        do(state, "roll 2")
    return state


def gun_marks(state: Firefight, name: str) -> set[str]:
    return set(GUN_FLAGS.write(state.gun_flags[GUN[name]]))


# ---------------------------------------------------------------- lists in order


def test_the_ammunition_of_a_gun_is_listed_in_order() -> None:
    """Found by random fights 900005, 900006, 900014 and 900037: a PaK 38 with AP loaded and HE and APCR to choose."""
    state = fight(
        {"g09": "C19 2-2-8"},
        "final fire",
        guns={"gmg7": "50L g09"},
        vehicles={"uv1": "C17 M4A1 SE-S SE-S"},
        pointing=[SPINES.index("NW-N") if name == "gmg7" else 0 for name in GUN_NAMES],
    )
    do(state, "serve gmg7 C17")
    loads = [str(one) for one in state.legal_actions() if one.verb == "load"]
    assert loads == ["load APCR", "load HE"]
    list_agrees(state, Random(1))


def test_the_turns_of_a_vehicle_in_motion_are_listed_in_order() -> None:
    """Found by random fight 900028."""
    state = do(appearance(TANK["uv1"]), "bolt uv1", "roll 1")
    list_agrees(state, Random(1))


# ---------------------------------------------------------------- cowering before the dice


def attack(state: Firefight, at: str, *firers: str) -> Attack:
    return Attack("us", GRID.hex(at), "prep", tuple(FIRERS.index(one) for one in firers))


@pytest.mark.clause("ASL-A7.9")
@pytest.mark.parametrize(
    ("firer", "columns"),
    [("6-6-6", 1), ("5-3-6", 2), ("1-4-9", 0), ("6-6-6 fanatic", 0), ("6-6-6 berserk", 0)],
)
def test_the_chances_know_who_cowers(firer: str, columns: int) -> None:
    """On doubles two columns less for green troops, none for heroes, Fanatic and berserk units."""
    state = fight({"u01": f"M17 {firer}", "g01": "M18 5-4-8"})
    fire = attack(state, "M18", "u01")
    assert cowering(state, fire) == columns
    led = Attack("us", GRID.hex("M18"), "prep", fire.firers, leaders=(UNIT["u02"],))
    beside = fight({"u01": f"M17 {firer}", "u02": "M17 7-0", "g01": "M18 5-4-8"})
    assert cowering(beside, led) == 0
    assert (chances(state, fire).results == chances(beside, led).results) == (columns == 0)


# ---------------------------------------------------------------- who directs what, and who serves what


@pytest.mark.clause("ASL-A7.53")
def test_a_leader_directs_all_shots_of_a_machine_gun() -> None:
    """A HMG keeps its rate of fire; the leader who directed it directs it again, and nothing else."""
    units = {"g01": "O17 5-4-8", "g02": "O17 9-1", "g03": "O17 4-4-7", "u01": "M17 6-6-6", "u02": "M18 6-6-6"}
    units |= {"u03": "O16 6-6-6"}
    state = fight(units, mover="german", guns={"gmg1": "HMG g01"})
    settled(do(state, "fire gmg1 M17", "direct g02", "done", "dr 3 6"))
    assert gun_marks(state, "gmg1") == {"used"}
    do(state, "fire gmg1 M18")
    assert listed(state, "direct") == {"direct g02"}
    do(state, "direct g02")
    assert not listed(state, "join")  # who was not directed before cannot join now
    settled(do(state, "done", "dr 4 6"))
    do(state, "fire g03 O16")
    assert not listed(state, "direct")


@pytest.mark.clause("ASL-A9.12")
def test_two_leaders_serve_a_machine_gun_in_full() -> None:
    """The second has then used a weapon: it serves that gun alone, and directs nothing."""
    units = {"g01": "M17 9-1", "g02": "M17 7-0", "g03": "M17 4-4-7", "u01": "O17 6-6-6", "u02": "O16 6-6-6"}
    state = fight(units, mover="german", guns={"gmg1": "HMG g01"})
    assert firepower(state, "prep", FIRERS.index("gmg1"), GRID.hex("O17")) == 7
    settled(do(state, "fire gmg1 O17", "done", "dr 3 6"))
    assert "gun1" in flags(state, "g02") and gun_marks(state, "gmg1") == {"used"}
    assert firepower(state, "prep", FIRERS.index("gmg1"), GRID.hex("O16")) == 7
    do(state, "fire g03 O17") if "fire g03 O17" in listed(state, "fire") else do(state, "fire g03 O16")
    assert not listed(state, "direct")


@pytest.mark.clause("ASL-A9.12")
@pytest.mark.parametrize("word", ["pinned", "broken", "directed", "ti"])
def test_a_second_leader_who_is_not_free_does_not_serve(word: str) -> None:
    units = {"g01": "M17 9-1", "g02": f"M17 7-0 {word}", "u01": "O17 6-6-6"}
    state = fight(units, mover="german", guns={"gmg1": "HMG g01"})
    assert firepower(state, "prep", FIRERS.index("gmg1"), GRID.hex("O17")) == Fraction(7, 2)


@pytest.mark.clause("ASL-C13.4")
def test_two_leaders_fire_a_bazooka() -> None:
    units = {"u01": "L16 8-0", "u02": "L16 7-0", "g01": "L17 5-4-8"}
    state = fight(units, guns={"umg1": "BAZ44 u01"}, vehicles={"gv1": "M17 StuG N-NE N-NE"})
    assert "engage umg1 M17" in listed(state, "engage")
    alone = fight(
        {"u01": "L16 8-0", "g01": "L17 5-4-8"},
        guns={"umg1": "BAZ44 u01"},
        vehicles={"gv1": "M17 StuG N-NE N-NE"},
    )
    assert not listed(alone, "engage")
    do(state, "engage umg1 M17", "done", "dr 5 5")
    assert "gun1" in flags(state, "u02")


# ---------------------------------------------------------------- close combat


@pytest.mark.clause("ASL-A11.14")
def test_a_leader_defends_with_the_squad_it_is_stacked_with() -> None:
    """7 to 1 against a leader alone would be sure; with its squad the defense is 6, odds 1-1. A second squad is
    not in it, and two of one stack attack together.
    """
    units = {"u01": "M17 6-6-6", "u02": "M17 8-0", "g01": "M17 5-4-8", "g02": "M17 9-1", "g03": "M17 4-4-7"}
    state = fight(units, "close combat")
    assert partners(state, "german", hex_("M17")) == {UNIT["g02"]: UNIT["g01"]}
    do(state, "strike u01 g02")
    frame = state.stack[-1]
    assert isinstance(frame, Close)
    assert joined(state, frame, frame.strikes) == [(UNIT["u01"], -1, UNIT["g01"], UNIT["g02"])]
    do(state, "strike u02 g03")
    frame = state.stack[-1]
    assert isinstance(frame, Close)
    everybody = (UNIT["u01"], UNIT["u02"], -1, UNIT["g01"], UNIT["g02"], UNIT["g03"])
    assert joined(state, frame, frame.strikes) == [everybody]
    alone = fight({"u01": "M17 6-6-6", "g02": "M17 9-1", "g03": "M17 8-0"}, "close combat")
    assert partners(alone, "german", hex_("M17")) == {}


# ---------------------------------------------------------------- breakdown


@pytest.mark.clause("ASL-A9.7")
@pytest.mark.clause("ASL-A.9")
def test_of_two_guns_that_the_dice_would_break_one_does() -> None:
    state = fight(APART, guns={"umg1": "MMG u01", "umg2": "MMG u01"})
    do(state, "fire umg1 O17", "join umg2", "dr 6 6")
    asked = []
    while state.to_move == "chance":
        asked.append(state.purpose)
        do(state, "roll 5" if "umg2" in state.purpose else "roll 2")
    assert [text for text in asked if text.startswith("random selection: umg")] == [
        "random selection: umg1",
        "random selection: umg2",
    ]
    assert gun_marks(state, "umg1") == {"fired"} and gun_marks(state, "umg2") == {"broken", "fired"}


# ---------------------------------------------------------------- Subsequent First Fire


def moved_beside(units: dict[str, str], **more: Any) -> Firefight:
    """A squad moves from M16 to M17 before the German in O17."""
    return do(fight({"u01": "M16 6-6-6", "u02": "A10 6-6-6"} | units, "movement", **more), "move u01 M17")


@pytest.mark.clause("ASL-A8.3")
def test_a_broken_enemy_who_is_nearer_bars_subsequent_first_fire() -> None:
    assert "fire g01 M17" in listed(moved_beside({"g01": "O17 5-4-8 first"}), "fire")
    nearer = moved_beside({"g01": "O17 5-4-8 first", "u03": "O16 6-6-6 broken"})
    assert "fire g01 M17" not in listed(nearer, "fire")
    unarmed = moved_beside({"g01": "O17 5-4-8 first", "u03": "O16 9-1 broken"})
    assert "fire g01 M17" in listed(unarmed, "fire")
    tank = moved_beside({"g01": "O17 5-4-8 first"}, vehicles={"uv1": "O16 M4A1 SE-S SE-S"})
    assert "fire g01 M17" not in listed(tank, "fire")


@pytest.mark.clause("ASL-A8.3")
def test_subsequent_first_fire_at_a_crew_alone() -> None:
    """The only enemy is the vehicle on its way, whose crew shows itself."""
    state = fight(
        {"g01": "O17 5-4-8 first", "u02": "A10 6-6-6"},
        "movement",
        vehicles={"uv1": "M17 M4A1 NE-SE NE-SE exposed"},
    )
    do(state, "drive uv1", "start")
    assert "fire g01 M17" in listed(state, "fire")


@pytest.mark.clause("ASL-A8.3")
def test_guns_that_do_not_join_subsequent_first_fire_are_silent() -> None:
    state = moved_beside({"g01": "O17 5-4-8 first"}, guns={"gmg1": "LMG g01"})
    settled(do(state, "fire g01 M17", "done", "dr 5 6"))
    assert gun_marks(state, "gmg1") == {"final"} and "final" in flags(state, "g01")
    first = moved_beside({"g01": "O17 5-4-8"}, guns={"gmg1": "LMG g01"})
    settled(do(first, "fire g01 M17", "done", "dr 5 6"))
    assert gun_marks(first, "gmg1") == set()


# ---------------------------------------------------------------- who leaves cover is more exposed


DUG = {"u01": "M17 6-6-6 foxhole", "u02": "A10 6-6-6", "g01": "A20 5-4-8"}


@pytest.mark.clause("ASL-A8.22")
def test_residual_firepower_attacks_again_who_leaves_a_foxhole() -> None:
    at = hex_("M17")
    more = {"foxholes": ((at, 1),), "residual": ((at, 4),), "struck": ((UNIT["u01"], at, 4),)}
    state = do(fight(DUG, "movement", **more), "lead u01", "emerge")
    assert isinstance(state.stack[-1], Attack) and state.stack[-1].kind == "residual"
    into = {**DUG, "u01": "M17 6-6-6"}
    spared = do(fight(into, "movement", **more), "lead u01", "shelter")
    assert not any(isinstance(frame, Attack) for frame in spared.stack)


@pytest.mark.clause("ASL-C1.51")
@pytest.mark.parametrize(
    ("phase", "words"), [("movement", ["lead u01", "emerge"]), ("advance", ["advance u01 M17"])]
)
def test_shells_strike_who_leaves_a_foxhole(phase: str, words: list[str]) -> None:
    at = hex_("M17")
    lying = {"round": ["", "FFE:2"], "round_at": [-1, at], "shells": [(), (16, 16, 1)], "mission": ["", "HE"]}
    state = do(fight(DUG, phase, foxholes=((at, 1),), **lying), *words)
    assert isinstance(state.stack[-1], Bombardment) and state.stack[-1].targets == (UNIT["u01"],)


# ---------------------------------------------------------------- SMOKE before vehicles


@pytest.mark.clause("ASL-A24.4")
def test_smoke_of_shells_costs_a_vehicle_one_mp() -> None:
    def price(**more: Any) -> int:
        state = fight({"g01": "A20 5-4-8"}, "movement", vehicles={"uv1": "G6 M4A1 SE-S SE-S"}, **more)
        return ways_into(state, VEHICLE_NUMBER["uv1"], hex_("G6"), hex_("G7"))[0].cost

    shells = ((hex_("G7"), 3, "smoke", "us", 0),)
    assert price(clouds=shells) == price(smoke=((hex_("G7"), 2, "smoke"),)) == price() + 2


# ---------------------------------------------------------------- how far


def on_its_way(*units: str) -> Moving:
    return Moving(tuple(UNIT[one] for one in units), 0)


@pytest.mark.clause("ASL-A4.42")
def test_a_leader_lends_what_it_could_carry() -> None:
    """A half-squad with a MMG and a LMG has 4 points, 1 too many; a leader who carries nothing takes it over, one
    with a LMG of 1 does not. Nobody moves with more than 2 points alone.
    """
    units = {"u01": "M17 6-6-6", "u02": "M17 9-1", "u03": "M17 8-0", "g01": "P8 5-4-8"}
    state = fight(units, "movement", guns={"umg1": "MMG u01", "umg2": "LTMTR u01"})
    laden = portage(state, UNIT["u01"])
    assert own_allowance(state, UNIT["u01"]) == 8 - 2 * (laden - 3)
    assert allowance(state, on_its_way("u01", "u02")) == 8 - 2 * (laden - 4) + 4
    assert allowance(state, on_its_way("u01", "u02", "u03")) == 8 - 2 * (laden - 4) + 4  # one of them lends
    busy = fight(units, "movement", guns={"umg1": "MMG u01", "umg2": "LTMTR u01", "umg3": "BAZ44 u02"})
    assert portage(busy, UNIT["u02"]) == 1
    assert allowance(busy, on_its_way("u01", "u02")) == 8 - 2 * (laden - 3) + 4
    tired = fight(units | {"u02": "M17 9-1 cx"}, "movement", guns={"umg1": "MMG u01", "umg2": "LTMTR u01"})
    assert allowance(tired, on_its_way("u01", "u02")) == 8 - 2 * (laden - 3) + 4


@pytest.mark.clause("ASL-A4.5")
def test_double_time_on_the_way_is_worth_one_mf() -> None:
    state = fight({"u01": "K17 6-6-6", "g01": "P8 5-4-8"}, "movement", all_found=True)
    do(state, "move u01 K18")
    before = allowance(state, state.stack[-1])  # type: ignore[arg-type]
    do(state, "double")
    moving = state.stack[-1]
    assert isinstance(moving, Moving) and moving.late and "cx" in flags(state, "u01")
    assert allowance(state, moving) == before + 2 and "double" not in listed(state, "double")


@pytest.mark.clause("ASL-A4.5")
@pytest.mark.clause("ASL-A4.51")
def test_no_double_time_in_two_turns_running() -> None:
    units = {"u01": "K17 6-6-6 cx", "u02": "M9 6-6-6", "g01": "P8 5-4-8"}
    state = fight(units, "prep fire", all_found=True)
    while state.step.name != "movement":
        do(state, "done")
    assert "cx" not in flags(state, "u01")
    assert not listed(do(state, "lead u01"), "double")
    do(state, "done", "lead u02")
    assert listed(state, "double") == {"double"}
    do(state, "done")
    while state.step.name == "movement":
        do(state, "done")
    assert "winded" not in flags(state, "u01")


@pytest.mark.clause("ASL-A5.1")
def test_a_crew_with_its_gun_counts_as_a_squad() -> None:
    units = {"g01": "C19 5-4-8", "g02": "C19 5-4-8", "g09": "C19 2-2-8", "g03": "C19 2-3-8"}
    there = [UNIT[one] for one in units]
    bare = fight(units, "prep fire")
    assert excess(bare, there) == 0
    assert excess(fight(units, "prep fire", guns={"gmg7": "50L g09"}), there) == 1


# ---------------------------------------------------------------- who gains a "?"


@pytest.mark.clause("ASL-A12.121")
@pytest.mark.parametrize(("word", "covered"), [("ti", True), ("ti searched", False), ("pinned", True)])
def test_who_has_searched_gains_no_question_mark(word: str, covered: bool) -> None:
    """In the woods of L7, out of sight: who was busy otherwise, or pinned, is free again and takes a "?"."""
    state = fight({"u01": f"L7 6-6-6 {word}", "g01": "A20 5-4-8"}, "advance")
    while state.mover == "us":
        do(state, "done")
    assert ("concealed" in flags(state, "u01")) == covered and "searched" not in flags(state, "u01")


# ---------------------------------------------------------------- works and ground


@pytest.mark.clause("ASL-A12.33")
def test_hidden_wire_is_found_by_sight() -> None:
    """In the open at any range; in the woods of L7 not from far off."""
    row = (("wire", hex_("N17")),)
    assert fight({"u01": "M17 6-6-6", "g01": "A20 5-4-8"}, "rally", buried=[(), row]).works == ()
    state = fight({"u01": "M17 6-6-6", "g01": "A20 5-4-8"}, "prep fire", buried=[(), row])
    while not state.works and state.mover == "us":
        do(state, "done")
    assert state.works == row and not state.buried[1]
    far = fight({"u01": "A20 6-6-6", "g01": "A30 5-4-8"}, "prep fire", buried=[(), row])
    do(far, "done")
    assert far.works == ()


@pytest.mark.clause("ASL-A4.3")
def test_no_bypass_of_a_hex_with_wire() -> None:
    def ways(start: str, **more: Any) -> set[str]:
        state = fight({"u01": f"{start} 6-6-6", "g01": "A30 5-4-8"}, "movement", all_found=True, **more)
        return {one.split()[1] for one in listed(do(state, "lead u01"), "bypass")}

    open_ = (GRID.name[one] for one in members(OPEN & fight({}).card.area))
    start, round_ = next((one, sorted(found)[0]) for one in open_ if (found := ways(one)))
    assert round_ not in ways(start, works=(("wire", hex_(round_)),))


@pytest.mark.clause("ASL-B10.31")
def test_no_height_advantage_for_who_comes_up_towards_the_firer() -> None:
    """I18 lies above J18: a squad that goes up from J17 to J16 has it against fire from elsewhere alone."""
    pair = next(
        (a, b)
        for a in GRID.name
        for b in near(a)
        if OPEN >> a & OPEN >> b & 1 and BOTTOM[b] == BOTTOM[a] + 1 and cost(a, b) and not hexside(a, b)
    )
    names = [GRID.name[one] for one in pair]
    state = fight(
        {"u01": f"{names[0]} 6-6-6", "g01": "A1 5-4-8", "u02": "AA1 6-6-6"}, "movement", scene="phd-4"
    )
    up = Moving((UNIT["u01"],), pair[0], crossed=True)
    state.__dict__["at"][UNIT["u01"]] = pair[1]
    state.__dict__["stack"] = (*state.stack, up)
    state.forget_choices()
    behind = [one for one in near(pair[1]) if one != pair[0] and BOTTOM[one] <= BOTTOM[pair[0]]]
    assert cover(state, GRID.hex(names[0]), "us", GRID.hex(names[1]))[0] == 0
    assert all(cover(state, GRID.hex(GRID.name[one]), "us", pair[1])[0] >= 1 for one in behind)


# ---------------------------------------------------------------- routs and withdrawals


@pytest.mark.clause("ASL-A10.51")
def test_a_rout_goes_on_through_cover() -> None:
    """Out of the open to the nearest cover, and from there on into cover beside it, or not."""
    for start in members(OPEN & fight({}).card.area):
        state = fight({"u01": f"{GRID.name[start]} 6-6-6 broken dm", "g01": "A30 5-4-8"}, "rout")
        goals = {one.split()[2] for one in listed(state, "rout")} & WOODS
        if goals:
            goal = min(goals)
            do(state, f"rout u01 {goal}")
            while state.step.name == "rout way" and where(state, "u01") != goal:
                do(state, min(listed(state, "go")))
            if state.step.name == "rout way":
                break
    on = {one.split()[1] for one in listed(state, "go")}
    assert on and on <= WOODS and "done" in {str(one) for one in state.legal_actions()}
    do(state, f"go {min(on)}")
    assert where(state, "u01") == min(on)


WOODS = {GRID.name[one] for one in members(ROUT_GROUND)}


@pytest.mark.clause("ASL-B28.4")
@pytest.mark.clause("ASL-B28.412")
def test_mines_attack_who_withdraws() -> None:
    units = {"u01": "M17 6-6-6 melee", "u02": "M17 6-6-6 melee", "g01": "M17 5-4-8 melee"}
    mined = fight(units, "close combat", mines=[(), ((hex_("M17"), 6),)])
    do(mined, "withdraw u01 M16", "done")
    while mined.to_move in ("us", "german"):
        do(mined, "done")
    assert isinstance(mined.stack[-1], Attack) and mined.stack[-1].kind == "mines"
    assert where(mined, "u01") == "M17"
    settled(do(mined, "dr 6 6"))
    assert where(mined, "u01") == "M16" and "melee" not in flags(mined, "u01")
    stopped = fight(units, "close combat", mines=[(), ((hex_("M17"), 6),)])
    do(stopped, "withdraw u01 M16", "done")
    while stopped.to_move in ("us", "german"):
        do(stopped, "done")
    do(
        stopped, "dr 3 3", "roll 8"
    )  # a 1MC: 8 and 1 break it; it stays, and is lost as who is broken in a Melee
    while stopped.to_move == "chance":
        do(stopped, "roll 7")
    assert where(stopped, "u01") == ""


@pytest.mark.clause("ASL-B28.4")
def test_mines_attack_who_withdraws_into_them() -> None:
    units = {"u01": "M17 6-6-6 melee", "u02": "M17 6-6-6 melee", "g01": "M17 5-4-8 melee"}
    state = fight(units, "close combat", mines=[(), ((hex_("M16"), 6),)])
    do(state, "withdraw u01 M16", "done")
    while state.to_move in ("us", "german"):
        do(state, "done")
    assert where(state, "u01") == "M16" and isinstance(state.stack[-1], Attack)


# ---------------------------------------------------------------- a "?" given up, squads halved at set-up


@pytest.mark.clause("ASL-A12.14.d")
@pytest.mark.clause("ASL-A12.32")
@pytest.mark.parametrize("phase", ["rally", "prep fire", "movement", "voluntary break", "rout", "advance"])
def test_a_question_mark_is_given_up_at_will(phase: str) -> None:
    """Where its side is asked; a hidden unit comes up under a "?" first."""
    units = {
        "u01": "M17 6-6-6 concealed",
        "u02": "M18 6-6-6 hidden",
        "u03": "N17 6-6-6 broken dm",
        "u04": "C20 6-6-6 concealed",
        "g01": "A30 5-4-8",
    }
    state = fight(units, phase)
    assert listed(state, "bare") == {"bare u01", "bare u02", "bare u04"}
    do(state, "bare u01")
    assert flags(state, "u01") == set() and state.open >> UNIT["u01"] & 1
    do(state, "bare u02")
    assert flags(state, "u02") == {"concealed"} and not state.open >> UNIT["u02"] & 1
    assert state.shrouds[0] == 1 << hex_("M18") | 1 << hex_("C20")
    assert rulings(state, "bare u03") == {"ASL-A12.14.d"}


@pytest.mark.clause("ASL-A10.533")
def test_who_gives_up_its_question_mark_counts_for_routs() -> None:
    """M18 is concealed: the broken squad beside it need not rout; shown, it must."""
    units = {"u01": "M17 6-6-6 broken", "g01": "M18 5-4-8 concealed", "g02": "A30 5-4-8"}
    state = fight(units, "defender's voluntary break")
    assert not must_rout(state, UNIT["u01"])
    assert must_rout(do(state, "bare g01"), UNIT["u01"])


@pytest.mark.clause("ASL-A2.9")
@pytest.mark.refuses("ASL-A2.9")
def test_a_tenth_of_the_squads_begins_as_half_squads() -> None:
    """Rounded up: one of up to ten, two of eleven; unseen, and without a leader."""
    state: Any = GAME.new("phd-1", seed=1)
    squads = list(listed(state, "halve"))
    quota = free_halves(state, "german")
    assert quota == -(-len(squads) // 10)
    unit = min(squads).split()[1]
    place = min(one for one in listed(state, "place") if one.startswith(f"place {unit} ")).split()[2]
    do(state, f"place {unit} {place}", f"halve {unit}")
    halves = [u for u in state.mustered["german"] if state.at[u] == hex_(place)]
    assert len(halves) == 2 and len({state.kind[u] for u in halves}) == 1
    assert not any(state.open >> u & 1 for u in halves)
    list_agrees(state, Random(1))
    for one in sorted(listed(state, "halve"))[: quota - 1]:
        do(state, one)
    assert not listed(state, "halve") and rulings(state, min(set(squads) - {f"halve {unit}"})) == {"ASL-A2.9"}
    while state.step.name == "set-up":
        state.push(
            next((a for a in state.legal_actions() if a.verb == "place" and state.at[UNIT[a.unit]] < 0), DONE)
        )
    other = free_halves(state, "us")
    assert other > 0 and len(listed(state, "halve")) > 0
    do(state, min(listed(state, "halve")))
    assert free_halves(state, "us") == other - 1
