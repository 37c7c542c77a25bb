"""Fire: firepower, modifiers, groups, what the dice do to targets and firers."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from grognard.core.facts import CHANCE, Roll
from grognard.core.ruling import total
from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.firefight import checks, tank_guns
from grognard.games.purple_heart_draw.firefight.after_fire import steps_outside
from grognard.games.purple_heart_draw.firefight.forces import FIRERS, GUN, GUN_NAMES, UNIT
from grognard.games.purple_heart_draw.firefight.going import hexside
from grognard.games.purple_heart_draw.firefight.odds import chances, check_fates, selected
from grognard.games.purple_heart_draw.firefight.position import (
    G_FIRST,
    G_USED,
    GUN_FLAGS,
    JAMMED,
    Attack,
    Burst,
    Checks,
    Selection,
    Shell,
)
from grognard.games.purple_heart_draw.firefight.shots import cover, firepower, modifiers, total_firepower
from grognard.games.purple_heart_draw.firefight.tank_fire import hit_modifiers
from grognard.games.purple_heart_draw.firefight.units import eliminate_quietly, morale
from tests.refusals import refused_by

from .fight import GAME, do, fight, flags, kind, listed, rulings, where


def attack(state: Any, hex_: str, *firers: str, kind_: str = "prep", side: str = "us", **more: Any) -> Attack:
    return Attack(
        side=side, hex=GRID.hex(hex_), kind=kind_, firers=tuple(FIRERS.index(f) for f in firers), **more
    )


def power(state: Any, firer: str, hex_: str, kind_: str = "prep", concealed: bool = False) -> Fraction:
    return firepower(state, kind_, FIRERS.index(firer), GRID.hex(hex_), concealed)


# ---------------------------------------------------------------- firepower


@pytest.mark.clause("ASL-A7.2")
@pytest.mark.clause("ASL-A7.21")
@pytest.mark.clause("ASL-A7.22")
@pytest.mark.clause("ASL-A7.23")
@pytest.mark.clause("ASL-A7.24")
@pytest.mark.clause("ASL-A7.36")
@pytest.mark.clause("ASL-A12.13")
def test_every_factor_of_firepower() -> None:
    state = fight(
        {
            "u01": "M17 6-6-6",
            "u02": "M17 5-4-6 pinned",
            "u03": "O17 6-6-6",
            "g01": "M18 5-4-8",
            "g02": "O17 5-4-8",
        }
    )
    assert power(state, "u01", "M18") == 12 and power(state, "u03", "O17") == 18
    assert (
        power(state, "u01", "O17") == 6
        and power(state, "u01", "G17") == 6
        and power(state, "u01", "F17") == 3
    )
    assert power(state, "u01", "O17", concealed=True) == 3
    assert power(state, "u02", "M18") == 5  # doubled, and halved for the pin
    assert power(state, "u01", "O17", "advancing") == 4  # halved, and 1 for Assault Fire
    assert power(state, "g01", "M17", "final") == 10


@pytest.mark.clause("ASL-A9.12")
@pytest.mark.clause("ASL-A8.4")
def test_a_leader_at_a_gun_and_fire_under_a_marker() -> None:
    state = fight({"g01": "M17 9-1", "g02": "M17 5-4-8 first", "u01": "O17 6-6-6"}, guns={"gmg1": "MMG g01"})
    assert power(state, "gmg1", "O17", "final") == Fraction(5, 2)
    assert power(state, "g02", "O17", "final") == Fraction(5, 2)


# ---------------------------------------------------------------- modifiers


@pytest.mark.clause("ASL-A7.6")
@pytest.mark.clause("ASL-B9.3")
@pytest.mark.clause("ASL-B9.31")
@pytest.mark.clause("ASL-B10.31")
def test_cover() -> None:
    state = fight({"u01": "K17 6-6-6", "g01": "L17 5-4-8", "g02": "M15 5-4-8", "g03": "I18 5-4-8"})
    here = GRID.hex("K17")
    assert (
        cover(state, here, "german", GRID.hex("L17"))[0] == 2
    )  # the building; K17 has Wall Advantage over the wall
    assert cover(state, GRID.hex("M17"), "german", GRID.hex("L17"))[0] == 2
    assert cover(state, here, "german", GRID.hex("J17")) == (1, "ASL-B10.31", "height advantage")
    assert cover(state, GRID.hex("M16"), "german", GRID.hex("M15"))[0] == 3
    held = fight({"g01": "F7 5-4-8", "u01": "H6 6-6-6"})
    assert held.walls[1] >> GRID.hex("F7") & 1 or not held.walls[1]


@pytest.mark.clause("ASL-B9.33")
@pytest.mark.clause("ASL-B9.35")
def test_a_hexside_covers_units_on_its_level_alone() -> None:
    from grognard.games.purple_heart_draw.firefight.going import crossed, hexside_tem

    one, two = GRID.hex("J17"), GRID.hex("K17")
    assert BOCAGE_OR_WALL & {GRID.name[h] for h in (one, two)} == set() or crossed(one, two)
    high, low = GRID.hex("I18"), GRID.hex("J19")
    assert hexside_tem(high, low) == 2 and hexside_tem(GRID.hex("J18"), GRID.hex("K18")) == 0


BOCAGE_OR_WALL = {"L17", "L18"}


@pytest.mark.clause("ASL-A5.12")
@pytest.mark.clause("ASL-A5.131")
@pytest.mark.clause("ASL-A4.51")
@pytest.mark.clause("ASL-A7.531")
@pytest.mark.clause("ASL-A7.52")
def test_what_firers_and_targets_add() -> None:
    crowd = {f"u0{n}": "M17 6-6-6" for n in range(1, 6)}
    state = fight(crowd | {"u06": "M17 9-1", "u07": "O17 6-6-6 cx", "g01": "M18 5-4-8"})
    found = modifiers(state, attack(state, "M18", "u01"))
    assert ("ASL-A5.12", 2) in {(m.clause, m.amount) for m in found}
    led = modifiers(state, attack(state, "M18", "u01", leaders=(UNIT["u06"],)))
    assert total(led) == total(found) - 1
    both = attack(state, "M18", "u01", "u07", leaders=(UNIT["u06"],))
    assert "ASL-A7.531" not in {m.clause for m in modifiers(state, both)} and "ASL-A4.51" in {
        m.clause for m in modifiers(state, both)
    }
    moving = attack(
        state, "M17", "g01", kind_="first", side="german", targets=tuple(UNIT[u] for u in crowd), ffnam=True
    )
    assert ("ASL-A5.131", -2) in {(m.clause, m.amount) for m in modifiers(state, moving)}


@pytest.mark.clause("ASL-A4.6")
@pytest.mark.clause("ASL-A7.83")
def test_moving_in_the_open() -> None:
    state = fight({"u01": "M17 6-6-6", "g01": "O17 5-4-8", "u02": "N9 6-6-6", "u03": "M17 6-6-6 pinned"})
    targets = (UNIT["u01"],)
    first = attack(state, "M17", "g01", kind_="first", side="german", targets=targets, ffnam=True)
    assert [m.amount for m in modifiers(state, first)] == [-1, -1]
    careful = attack(state, "M17", "g01", kind_="first", side="german", targets=targets)
    assert [m.because for m in modifiers(state, careful)] == ["moves in Open Ground"]
    stopped = attack(state, "M17", "g01", kind_="first", side="german", targets=(UNIT["u03"],), ffnam=True)
    assert modifiers(state, stopped) == []


# ---------------------------------------------------------------- the dice


@pytest.mark.clause("ASL-A7.303")
@pytest.mark.clause("ASL-A7.304")
@pytest.mark.clause("ASL-A10.1")
@pytest.mark.clause("ASL-A10.3")
@pytest.mark.clause("ASL-A10.4b")
@pytest.mark.clause("ASL-A7.31")
def test_a_morale_check_breaks_a_squad() -> None:
    """12 FP, dice 7: 1MC; a 9 with 1 added is above the morale of 8."""
    state = do(fight({"u01": "M17 6-6-6", "g01": "M18 5-4-8"}), "fire u01 M18", "dr 3 4")
    assert state.to_move == CHANCE and "morale check (+1) of 5-4-8 g01" in state.purpose
    do(state, "roll 9")
    assert flags(state, "g01") == {"broken", "dm"} and flags(state, "u01") == {"fired", "prep"}


@pytest.mark.clause("ASL-A7.8")
def test_the_highest_pass_pins() -> None:
    state = do(fight({"u01": "M17 6-6-6", "g01": "M18 5-4-8"}), "fire u01 M18", "dr 3 4", "roll 7")
    assert flags(state, "g01") == {"pinned"}


@pytest.mark.clause("ASL-A7.305")
def test_a_pin_check() -> None:
    """12 FP, dice 10: PTC."""
    state = do(fight({"u01": "M17 6-6-6", "g01": "M18 5-4-8"}), "fire u01 M18", "dr 4 6")
    assert "pin check" in state.purpose
    assert flags(do(state, "roll 9"), "g01") == {"pinned"}


@pytest.mark.clause("ASL-A7.301")
@pytest.mark.clause("ASL-A.9")
@pytest.mark.clause("ASL-A26.22")
@pytest.mark.clause("ASL-A.5")
def test_one_is_killed_and_the_other_breaks() -> None:
    """12 FP, dice 2: 1KIA; the higher die is chosen. The dice of the attack serve both targets."""
    state = fight({"u01": "M17 6-6-6", "u02": "M17 9-1", "g01": "M18 5-4-8", "g02": "M18 4-4-7"})
    do(state, "fire u01 M18", "direct u02", "dr 1 2")  # 3 - 1 = 2
    assert "random selection" in state.purpose
    do(state, "roll 5", "roll 2")
    assert where(state, "g01") == "" and flags(state, "g02") == {"broken", "dm"} and state.points[0] == 2


@pytest.mark.clause("ASL-A7.302")
def test_one_is_reduced_and_all_check() -> None:
    """12 FP, dice 3: K/3."""
    state = do(fight({"u01": "M17 6-6-6", "g01": "M18 5-4-8"}), "fire u01 M18", "dr 1 2")
    assert kind(state, "g01") == "2-3-8" and state.points[0] == 1 and "(+3)" in state.purpose
    assert flags(do(state, "roll 2"), "g01") == set()


@pytest.mark.clause("ASL-A7.9")
def test_cowering() -> None:
    """Doubles without a leader: the next lower column; 8 FP on a 6 gives 1MC, on a 4 with the doubles 2MC
    instead of 3MC.
    """
    state = do(fight({"u01": "M17 6-6-6", "g01": "M18 5-4-8"}), "fire u01 M18", "dr 2 2")
    assert "(+2)" in state.purpose
    led = do(
        fight({"u01": "M17 6-6-6", "u02": "M17 7-0", "g01": "M18 5-4-8"}),
        "fire u01 M18",
        "direct u02",
        "dr 2 2",
    )
    assert "(+3)" in led.purpose


@pytest.mark.clause("ASL-A7.9")
@pytest.mark.clause("ASL-A.9")
def test_one_unit_of_a_group_that_cowers_has_fired_for_good() -> None:
    """Of two squads the one with the higher die: Final Fire, with the machine gun that it has not fired."""
    units = {"g01": "M18 5-4-8", "g02": "M18 5-4-8", "u01": "M16 6-6-6", "u02": "A8 6-6-6"}
    state = fight(units, "movement", "us", {"gmg1": "LMG g02"}, all_found=True)
    do(state, "lead u01", "go M17", "fire g01 M17", "join g02", "done", "dr 3 3", "roll 4")
    while "random selection" in state.purpose:
        do(state, "roll 2" if "g01" in state.purpose else "roll 5")
    assert "final" in flags(state, "g02") and flags(state, "g01") & {"first", "final"} == {"first"}
    assert "final" in GUN_FLAGS.write(state.gun_flags[GUN["gmg1"]])


@pytest.mark.clause("ASL-A7.4")
@pytest.mark.clause("ASL-A12.14.b")
def test_a_concealed_squad_is_hit_and_shown() -> None:
    state = fight({"u01": "M17 6-6-6", "g01": "M18 5-4-8 concealed"})
    assert state.shrouds[1] and not state.open >> UNIT["g01"] & 1
    do(state, "fire u01 M18", "dr 3 4")  # 6 FP against the "?": NMC
    assert "morale check of 5-4-8" in state.purpose and state.open >> UNIT["g01"] & 1 and not state.shrouds[1]


@pytest.mark.clause("ASL-A12.14.a")
@pytest.mark.clause("ASL-A10.31")
@pytest.mark.clause("ASL-A10.62")
def test_a_broken_unit_under_fire() -> None:
    state = fight({"u01": "M17 6-6-6", "g01": "M18 5-4-8 broken"})
    do(state, "fire u01 M18", "dr 3 4")
    assert "dm" in flags(state, "g01")
    assert kind(do(state, "roll 9"), "g01") == "2-3-8"
    again = do(fight({"u01": "M17 6-6-6", "g01": "M18 5-4-8 broken"}), "fire u01 M18", "dr 3 4", "roll 12")
    assert where(again, "g01") == ""


@pytest.mark.clause("ASL-A19.1")
@pytest.mark.clause("ASL-A19.13")
@pytest.mark.clause("ASL-A19.12")
def test_failing_by_more_than_elr() -> None:
    """12 FP, dice 4: 3MC; 11 with 3 added is 6 above the morale of 8."""
    state = do(fight({"u01": "M17 6-6-6", "g01": "M18 5-4-8"}), "fire u01 M18", "dr 1 3", "roll 11")
    assert kind(state, "g01") == "4-4-7" and "broken" in flags(state, "g01")
    floor = do(fight({"u01": "M17 6-6-6", "g01": "M18 4-4-7"}), "fire u01 M18", "dr 1 3", "roll 11")
    assert kind(floor, "g01") == "4-4-7" and "disrupted" in flags(floor, "g01")
    tough = fight({"g01": "M17 5-4-8", "g02": "M17 5-4-8", "u01": "M18 7-4-7"}, mover="german")
    do(tough, "fire g01 M18", "join g02", "dr 1 4", "roll 11")  # 4MC: 8 above the morale of 7, the ELR is 5
    assert [kind(tough, u) for u in ("u01", "u02")] == ["3-3-7", "3-3-7"] and "broken" in flags(tough, "u02")


@pytest.mark.clause("ASL-A10.2")
@pytest.mark.clause("ASL-A10.22")
@pytest.mark.clause("ASL-A17.11")
@pytest.mark.clause("ASL-A17.2")
@pytest.mark.clause("ASL-A.18")
@pytest.mark.clause("ASL-A10.8")
def test_leaders_check_first_help_and_are_missed() -> None:
    state = fight({"u01": "M17 6-6-6", "g01": "M18 4-4-7", "g02": "M18 9-1", "g03": "M18 10-3 fanatic"})
    assert morale(state, UNIT["g03"]) == 10
    state = do(fight({"u01": "M17 6-6-6", "g01": "M18 4-4-7", "g02": "M18 9-1"}), "fire u01 M18", "dr 3 4")
    assert "9-1" in state.purpose  # the leader first
    do(state, "roll 11")
    assert "broken" in flags(state, "g02") and "broken leader" in state.purpose
    do(state, "roll 12")
    assert "pinned" in flags(state, "g01")
    hurt = do(fight({"u01": "M17 6-6-6", "g02": "M18 9-1"}), "fire u01 M18", "dr 1 2")
    assert "a wound" in hurt.purpose
    assert flags(do(hurt, "roll 4"), "g02") == {"wounded"} and morale(hurt, UNIT["g02"]) == 8
    dead = do(
        fight({"u01": "M17 6-6-6", "g01": "M18 4-4-7", "g02": "M18 9-1 wounded"}),
        "fire u01 M18",
        "dr 1 2",
        "roll 1",
        "roll 6",
        "roll 4",
    )
    assert where(dead, "g02") == "" and "loss of a leader" in dead.purpose


# ---------------------------------------------------------------- groups and guns


@pytest.mark.clause("ASL-A7.5")
@pytest.mark.clause("ASL-A7.53")
@pytest.mark.clause("ASL-A.8")
@pytest.mark.clause("ASL-A3.2")
def test_a_fire_group() -> None:
    state = fight(
        {
            "u01": "M17 6-6-6",
            "u02": "M17 6-6-6",
            "u03": "N17 6-6-6",
            "u04": "J17 6-6-6",
            "u05": "M17 8-1",
            "g01": "M18 5-4-8",
        }
    )
    do(state, "fire u01 M18")
    assert listed(state, "join") == {"join u02", "join u03"} and listed(state, "direct") == {"direct u05"}
    do(state, "join u02", "join u03")
    assert total_firepower(state, state.stack[-1]) == 30  # N17 is two hexes away
    do(state, "direct u05")
    assert state.to_move == CHANCE


@pytest.mark.clause("ASL-A7.35")
@pytest.mark.clause("ASL-A7.351")
@pytest.mark.clause("ASL-A7.352")
@pytest.mark.clause("ASL-A7.1")
def test_what_a_unit_may_fire() -> None:
    guns = {"gmg1": "MMG g01", "gmg2": "LMG g01", "gmg3": "LMG g02"}
    state = fight({"g01": "M17 5-4-8", "g02": "M17 2-3-8", "u01": "O17 6-6-6"}, mover="german", guns=guns)
    do(state, "fire gmg1 O17")
    assert listed(state, "join") == {"join g01", "join g02", "join gmg2", "join gmg3"}
    do(state, "join gmg2")
    assert "join g01" not in listed(state, "join")
    do(state, "join gmg3")
    assert listed(state, "join") == set()  # the half-squad serves its gun, the squad two
    if state.to_move != CHANCE:
        do(state, "done")
    do(state, "dr 6 5")
    assert {"gun1", "gun2", "prep"} <= flags(state, "g01") and flags(state, "g02") >= {"gun1", "prep"}


@pytest.mark.clause("ASL-A9.2")
@pytest.mark.clause("ASL-A7.55")
@pytest.mark.clause("ASL-A9.7")
@pytest.mark.clause("ASL-A9.3")
@pytest.mark.clause("ASL-A.11")
def test_rate_of_fire_and_breakdown() -> None:
    units = {"g01": "M17 5-4-8", "g02": "M17 5-4-8", "u01": "O17 6-6-6"}
    state = do(fight(units, mover="german", guns={"gmg1": "MMG g01"}), "fire gmg1 O17", "done", "dr 2 6")
    assert state.gun_flags[GUN["gmg1"]] & G_USED and listed(state, "fire") == {"fire gmg1 O17"}
    assert "ASL-A7.55" in rulings(state, "fire g02 O17")
    jammed = do(fight(units, mover="german", guns={"gmg1": "MMG g01"}), "fire gmg1 O17", "done", "dr 6 6")
    assert jammed.gun_flags[GUN["gmg1"]] & JAMMED
    facts = {"gun_flags": [0] * 10}
    facts["gun_flags"][GUN["gmg1"]] = 4  # under a First Fire marker: Sustained Fire
    beside = {"g01": "M17 5-4-8", "u01": "M18 6-6-6"}
    worn = do(
        fight(beside, "final fire", guns={"gmg1": "MMG g01"}, **facts), "fire gmg1 M18", "done", "dr 4 6"
    )
    assert worn.gun_flags[GUN["gmg1"]] & JAMMED
    gone = do(
        fight(beside, "final fire", guns={"gmg1": "MMG g01"}, gun_flags=facts["gun_flags"][:]),
        "fire gmg1 M18",
        "done",
        "dr 6 6",
    )
    assert not gone.gun_kind[GUN["gmg1"]]


@pytest.mark.clause("ASL-A19.3")
def test_green_squads_without_a_leader_are_inexperienced() -> None:
    from grognard.games.purple_heart_draw.firefight.units import is_inexperienced

    state = fight({"u01": "M17 5-3-6", "u02": "O17 5-3-6", "u03": "O17 8-0", "g01": "M18 5-4-8"})
    assert is_inexperienced(state, UNIT["u01"]) and not is_inexperienced(state, UNIT["u02"])


# ---------------------------------------------------------------- refusals

WHO = {
    "u01": "M17 6-6-6",
    "u02": "M17 6-6-6 broken",
    "u03": "L18 6-6-6 fired prep",
    "u04": "J17 6-6-6",
    "u05": "O17 6-6-6",
    "g01": "M18 5-4-8",
    "g02": "O17 5-4-8",
    "g03": "P8 5-4-8",
    "u06": "N17 3-4-6 gun1",
    "u07": "J18 5-4-6",
}


@pytest.mark.clause("ASL-A6.11")
@pytest.mark.clause("ASL-A7.212")
@pytest.mark.parametrize(
    ("clause", "action"),
    [
        refused_by("ASL-A7.2", "fire g01 M17"),
        refused_by("ASL-A10.4b", "fire u02 M18"),
        refused_by("ASL-A7.1", "fire u03 M18"),
        refused_by("ASL-A7.35", "fire u06 M18"),
        refused_by("ASL-A7.4", "fire u01 N19"),
        refused_by("ASL-A7.212", "fire u05 M18"),
        refused_by("ASL-A7.22", "fire u07 P8"),
        refused_by("ASL-A6.11", "fire u01 P8"),
    ],
)
def test_fire_is_refused(clause: str, action: str) -> None:
    assert clause in rulings(fight(WHO), action)


@pytest.mark.clause("ASL-A10.4b", "ASL-A4.8", "ASL-A11.15")
@pytest.mark.parametrize(
    ("held", "said"),
    [
        ("broken", "u01 is broken"),
        ("ti", "u01 is busy"),
        ("melee", "u01 is in Melee"),
        ("broken melee", "u01 is broken and is in Melee"),
    ],
)
def test_a_firer_is_refused_with_the_condition_that_holds(held: str, said: str) -> None:
    units = {"u01": f"M17 6-6-6 {held}", "u02": "M16 6-6-6", "g01": "M18 5-4-8"}
    units |= {"g02": "M17 5-4-8 melee"} if "melee" in held else {}
    found = fight(units).why_not(GAME.parse("fire u01 M18"))
    assert said in [one.because for one in found if one.clause == "ASL-A10.4b"]


@pytest.mark.refuses("ASL-A7.55")
@pytest.mark.refuses("ASL-A7.5")
@pytest.mark.refuses("ASL-A7.53")
@pytest.mark.refuses("ASL-A7.352")
@pytest.mark.refuses("ASL-A4.41")
@pytest.mark.clause("ASL-A4.41")
@pytest.mark.clause("ASL-A3.5")
def test_joining_and_late_fire_are_refused() -> None:
    units = {
        "u01": "M17 6-6-6",
        "u02": "J17 6-6-6",
        "u03": "M17 3-4-6",
        "u04": "M17 6-6-6",
        "g01": "M18 5-4-8",
    }
    state = do(fight(units, guns={"umg1": "MMG u03"}), "fire u03 M18")
    assert rulings(state, "join u02") == {"ASL-A7.5"} and rulings(state, "direct u02") == {"ASL-A7.53"}
    assert "ASL-A7.352" in rulings(state, "join umg1")
    do(state, "done", "dr 6 5")
    assert rulings(state, "fire u04 M18") == {"ASL-A7.55"}
    flags_ = [0] * 10
    flags_[GUN["umg1"]] = 32  # moved
    late = fight(units, "advancing fire", guns={"umg1": "MMG u03"}, gun_flags=flags_)
    assert rulings(late, "fire umg1 M18") == {"ASL-A4.41"} and "fire u01 M18" in listed(late, "fire")


# ---------------------------------------------------------------- exact chances


@pytest.mark.clause("ASL-A7.3")
def test_the_chances_before_the_dice_are_exact() -> None:
    """12 FP without modifiers, doubles on the column of 8: every roll of the 36 counted by hand below."""
    state = fight({"u01": "M17 6-6-6", "g01": "M18 5-4-8"})
    odds = chances(state, attack(state, "M18", "u01"))
    assert sum(odds.results.values()) == 1 and odds.column == 12
    assert odds.results["K/3"] == Fraction(2, 36) and odds.results["1KIA"] == Fraction(
        1, 36
    )  # a 3; a 2 on column 8
    assert odds.results["no effect"] == Fraction(2 + 1 + 1, 36)  # an 11; a 12 and a double 10 on column 8
    assert all(sum(fates.values()) == 1 for fates in odds.targets.values())
    assert check_fates(state, UNIT["g01"], 0)["broken"] == Fraction(9, 36)  # 9, 10 or 11 of 8
    assert selected(2, 1) == Fraction(7, 12)


@pytest.mark.clause("ASL-A10.1")
def test_the_chances_agree_with_the_dice() -> None:
    """Every roll played out: the share of attacks after which the target is broken is the one foretold."""
    state = fight({"u01": "M17 6-6-6", "g01": "M18 5-4-8"})
    odds = chances(state, attack(state, "M18", "u01")).targets[UNIT["g01"]]
    do(state, "fire u01 M18")
    broken = Fraction(0)
    for action, chance in state.chance_outcomes():
        state.push(action)
        broken += chance * _broken(state)
        state.pop()
    assert broken == odds["broken"]


def _broken(state: Any) -> Fraction:
    """The chance that g01 ends broken and whole, over all checks that follow."""
    if state.to_move != CHANCE:
        return Fraction("broken" in flags(state, "g01") and kind(state, "g01") in ("5-4-8", "4-4-7"))
    found = Fraction(0)
    for action, chance in state.chance_outcomes():
        state.push(action)
        found += chance * _broken(state)
        state.pop()
    return found


@pytest.mark.clause("FF-DICE")
def test_a_check_of_a_unit_that_is_gone_changes_nothing() -> None:
    """Another frame has eliminated it meanwhile: a sniper, or the loss of its leader."""
    state = fight({"u01": "A14 6-6-6", "g01": "B16 4-4-7", "g02": "B16 4-4-7"})
    checks.call(state, [(UNIT["g01"], "mc", 0), (UNIT["g02"], "mc", 0)], "ASL-A10.1")
    eliminate_quietly(state, UNIT["g01"], "ASL-A10.1")
    frame = state.stack[-1]
    assert isinstance(frame, Checks)
    checks.take_check(state, frame, Roll(12))
    assert state.stack[-1] == replace(frame, queue=((UNIT["g02"], "mc", 0),))


@pytest.mark.clause("ASL-A7.301")
def test_a_chosen_unit_that_is_gone_is_not_killed_again() -> None:
    """A critical hit and the rest of a bombardment may strike one hex, each with its own choice."""
    state = fight({"u01": "A14 6-6-6", "g01": "B16 4-4-7", "g02": "B16 4-4-7"})
    both = UNIT["g01"], UNIT["g02"]
    frame = Selection(units=both, number=1, effect="killed", dice=(6, 1))
    state.call(frame, "ASL-A7.301")
    eliminate_quietly(state, UNIT["g01"], "ASL-A10.1")
    checks.carry_selection(state, frame)
    assert (where(state, "g01"), where(state, "g02")) == ("", "B16")


@pytest.mark.clause("ASL-A8.26")
@pytest.mark.parametrize(("home", "steps"), [("K16", 2), ("O14", 0)])
def test_a_hexside_counts_though_the_target_has_its_building(home: str, steps: int) -> None:
    """M15, of stone, has a wall towards L16 and none towards N15: it could have covered by 2, two steps less."""
    m15 = GRID.number["M15"]
    assert (hexside(GRID.number["L16"], m15), hexside(GRID.number["N15"], m15)) == ("wall", "")
    state = fight({"u01": f"{home} 6-6-6", "g01": "M15 5-4-8"}, "prep fire")
    attack = Attack(side="us", hex=m15, kind="first", firers=(UNIT["u01"],))
    found = {one.clause: one.amount for one in modifiers(state, attack)}
    assert found["ASL-A7.6"] == 3 and "ASL-B9.3" not in found
    assert steps_outside(state, attack) - found.get("ASL-A6.7", 0) == steps


@pytest.mark.clause("ASL-A7.55")
@pytest.mark.refuses("ASL-A7.55")
def test_units_of_one_location_answer_an_expenditure_together() -> None:
    """After one of two squads has fired alone the other waits for the next expenditure; the first one, and units
    elsewhere, may fire again.
    """
    units = {"u01": "E17 6-6-6", "g01": "C17 2-3-7", "g02": "C17 2-3-7", "g03": "C16 2-3-7"}
    state = do(fight(units, "movement", all_found=True), "lead u01", "go D17", "fire g01 D17")
    assert listed(state, "join") == {"join g02", "join g03"}
    do(state, "done", "dr 6 5")
    assert rulings(state, "fire g02 D17") == {"ASL-A7.55"} and listed(state, "fire") == {"fire g03 D17"}
    assert listed(do(state.copy(), "fire g03 D17"), "join") == set()
    do(state, "done", "smoke u01 D17", "roll 5", "dr 6 5")
    assert {"fire g01 D17", "fire g02 D17"} <= listed(state, "fire")


@pytest.mark.clause("ASL-A5.131")
def test_fire_at_an_overstacked_location() -> None:
    """Five squads: 2 over the limit in every fire phase, for shells as well; a squad that moves in beside four
    others has it too, and the four it passes do not.
    """
    crowd = {f"g0{n}": "E17 5-4-8" for n in range(1, 6)}
    tank = {"uv1": "C17 M4A1 NE-SE NE-SE exposed"}
    state = fight({**crowd, "u01": "D17 6-6-6"}, vehicles=tank, all_found=True)
    over = ("ASL-A5.131", -2)
    assert over in {(m.clause, m.amount) for m in modifiers(state, attack(state, "E17", "u01"))}
    burst = Burst("us", GRID.hex("E17"), "prep", 0)
    assert over in {(m.clause, m.amount) for m in tank_guns.modifiers(state, burst)}
    assert over not in {
        (m.clause, m.amount) for m in tank_guns.modifiers(state, replace(burst, kind="bounding"))
    }
    shell = Shell("us", GRID.hex("E17"), "prep", "75", vehicle=0, aim="I", ammo="HE")
    assert over in {(m.clause, m.amount) for m in hit_modifiers(state, shell)}
    moving = attack(state, "E17", "u01", kind_="first", targets=(UNIT["g05"],), ffnam=True)
    assert over in {(m.clause, m.amount) for m in modifiers(state, moving)}


@pytest.mark.refuses("ASL-A9.3")
def test_a_lone_leader_gives_no_sustained_fire() -> None:
    units = {"g01": "C17 9-1", "g02": "C16 5-4-8", "u01": "E17 6-6-6"}
    guns = {"gmg1": "MMG g01", "gmg2": "MMG g02"}
    marked = {"gun_flags": [0] * len(GUN_NAMES)}
    for name in guns:
        marked["gun_flags"][GUN_NAMES.index(name)] = G_FIRST
    state = do(fight(units, "movement", guns=guns, all_found=True, **marked), "lead u01", "go D17")
    assert rulings(state, "fire gmg1 D17") == {"ASL-A9.3"} and "fire gmg2 D17" in listed(state, "fire")
    pair = {**units, "g03": "C17 7-0"}
    both = do(fight(pair, "movement", guns=guns, all_found=True, **marked), "lead u01", "go D17")
    assert "fire gmg1 D17" in listed(both, "fire")
