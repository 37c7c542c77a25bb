"""Fires: burning wrecks, Flames and Blazes."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from grognard.core.hexes import OFF
from grognard.games.purple_heart_draw.board import GRID, HEX_ROWS
from grognard.games.purple_heart_draw.firefight import fires, roll_chances
from grognard.games.purple_heart_draw.firefight.arcs import SPINES
from grognard.games.purple_heart_draw.firefight.eyes import air
from grognard.games.purple_heart_draw.firefight.forces import UNIT
from grognard.games.purple_heart_draw.firefight.position import Firefight, Spreading
from grognard.games.purple_heart_draw.firefight.screen import screen

from .fight import do, fight, kind, listed, rulings, states


def ground(what: str) -> str:
    """A hex with this ground far from the edges, the first by name."""
    rows = sorted(HEX_ROWS.items())
    inner = [(name, row) for name, row in rows if name[0] in "HIJKLMNOPQ" and 8 < int(name[1:]) < 30]
    return next(name for name, row in inner if what in (row["terrain"], row.get("building")))


GRAIN, BESIDE = "G8", "G7"  # grain, and open ground beside it with nothing between
FAR = {"g01": "EE30 5-4-8", "u01": "A2 6-6-6"}
SCENE = {"scene": "mission-us-clear", "all_found": True}


def burning(hex_: str = GRAIN, units: dict[str, str] | None = None, **more: Any) -> Firefight:
    """The Advancing Fire Phase of the US side, with a wreck that burned before it."""
    wreck = {"gv1": f"{hex_} StuG NE-SE NE-SE wreck burning"}
    facts = {**SCENE, "alight": GRID.set([hex_]), **more}
    state = fight(units or FAR, "advancing fire", vehicles=wreck, **facts)
    return state if state.to_move == "chance" else do(state, "done")


def is_rolled(state: Firefight) -> bool:
    """Whether a fire is rolled for now."""
    return any(isinstance(frame, Spreading) for frame in state.stack)


def with_blaze(units: dict[str, str], at: str, mover: str = "us", **more: Any) -> Firefight:
    facts = {**SCENE, "blazes": GRID.set([GRAIN]), **more}
    return fight(units, at, mover, **facts)


# ---------------------------------------------------------------- how a fire grows


@pytest.mark.clause("ASL-B25.14")
@pytest.mark.clause("PHD-MSR2.ff")
@pytest.mark.parametrize(
    ("what", "least"), [("woods", 7), ("wood", 8), ("stone", 9), ("orchard", 9), ("grain", 6), ("brush", 6)]
)
def test_the_ground_of_a_burning_wreck_catches_fire(what: str, least: int) -> None:
    """A Flame on the number of the ground or more; below it nothing."""
    hex_ = ground(what)
    state = burning(hex_)
    assert isinstance(state.stack[-1], Spreading) and f"on {least} or more" in state.purpose
    assert not do(burning(hex_), f"roll {least - 1}").flames
    grown = do(state, f"roll {least}")
    assert GRID.names(grown.flames) == [hex_] and not grown.blazes and f"Flames: {hex_}" in screen(grown)
    assert not is_rolled(grown)


@pytest.mark.clause("ASL-B25.14")
def test_open_ground_does_not_burn_nor_what_has_burnt_down() -> None:
    for state in (
        burning(ground("open")),
        burning(burnt=GRID.set([GRAIN])),
        burning(rubble=GRID.set([GRAIN])),
    ):
        assert not is_rolled(state)


@pytest.mark.clause("ASL-B25.14")
def test_a_flame_becomes_a_blaze() -> None:
    """By the same number, at the end of a later phase; a Flame does nothing before."""
    state = burning(flames=GRID.set([GRAIN]))
    assert "the Flame" in state.purpose
    assert GRID.names(do(burning(flames=GRID.set([GRAIN])), "roll 5").flames) == [GRAIN]
    do(state, "roll 6")
    assert GRID.names(state.blazes) == [GRAIN] and not state.flames and f"Ablaze: {GRAIN}" in screen(state)


@pytest.mark.clause("ASL-B25.14")
def test_a_fire_of_this_phase_waits_for_a_later_one() -> None:
    """What burns is noted as the Advancing Fire Phase begins."""
    assert not is_rolled(burning(alight=GRID.set([])))
    before = fight(FAR, "movement", vehicles={"gv1": f"{GRAIN} StuG NE-SE NE-SE wreck burning"}, **SCENE)
    do(before, "done")
    while before.to_move != "chance":
        do(before, "done")
    assert GRID.names(before.alight) == [GRAIN] and is_rolled(before)


@pytest.mark.clause("ASL-B25.5")
@pytest.mark.parametrize(
    ("scene", "least"),
    [
        ("phd-1", 7),
        ("phd-2", 6),
        ("phd-3", 6),
        ("phd-4", 6),
        ("mission-us-mist", 7),
        ("mission-german-clear", 6),
    ],
)
def test_moist_ground_takes_one_off_the_dice(scene: str, least: int) -> None:
    state = fight(FAR, "rally", scene=scene)
    assert fires.least(state, GRID.number[GRAIN]) == least


@pytest.mark.clause("ASL-B25.5")
@pytest.mark.clause("FF-O9")
def test_the_exact_chance_of_a_fire() -> None:
    state, moist = burning(), burning(scene="mission-us-mist")
    assert fires.chance(state, GRID.number[GRAIN]) == Fraction(26, 36)
    assert fires.chance(moist, GRID.number[GRAIN]) == Fraction(21, 36)
    assert roll_chances.chances(state) == {
        "no effect": Fraction(10, 36),
        f"a Flame in {GRAIN}": Fraction(26, 36),
    }


@pytest.mark.clause("PHD-C5.31.b.ff")
def test_a_flame_wakes_a_reserve() -> None:
    place, state = UNIT["g01"], burning()
    own = state.__dict__
    own["cloaked"][1], own["at"][place], own["cloaks"][place] = 1 << place, OFF, GRID.hex(GRAIN)
    do(state, "roll 6")
    assert not state.cloaked[1] and state.at[place] == GRID.number[GRAIN]


# ---------------------------------------------------------------- a Blaze


@pytest.mark.clause("ASL-B25.14")
def test_a_blaze_smokes_four_levels_high() -> None:
    cloud = air(with_blaze(FAR, "prep fire")).smoke[GRID.number[GRAIN]]
    assert (cloud.amount, cloud.kind) == (2, "burning")
    assert air(with_blaze(FAR, "prep fire", scene="phd-2-infantry")).smoke[GRID.number[GRAIN]].amount == 2


@pytest.mark.clause("ASL-B25.14")
@pytest.mark.refuses("ASL-B25.14")
def test_nobody_enters_a_blaze() -> None:
    """On foot in the Movement and the Advance Phase, nor in a vehicle."""
    units = {"u01": f"{BESIDE} 6-6-6", "g01": "EE30 5-4-8"}
    plain = fight(units, "movement", **SCENE)
    assert f"move u01 {GRAIN}" in listed(plain, "move")
    state = with_blaze(units, "movement")
    assert f"move u01 {GRAIN}" not in listed(state, "move")
    assert "ASL-B25.14" in rulings(state, f"move u01 {GRAIN}")
    state = with_blaze(units, "advance")
    assert "ASL-B25.14" in rulings(state, f"advance u01 {GRAIN}")


@pytest.mark.clause("ASL-B25.14")
@pytest.mark.refuses("ASL-B25.14")
def test_no_vehicle_drives_into_a_blaze() -> None:
    blaze, at = GRID.number[GRAIN], GRID.number[BESIDE]
    spine = SPINES[GRID.direction(at, blaze)]
    tank = {"uv1": f"{BESIDE} M4A1 {spine} {spine}"}
    state = with_blaze({"g01": "EE30 5-4-8"}, "movement", vehicles=tank)
    do(state, "drive uv1", "start")
    assert f"go {GRAIN}" not in listed(state, "go") and "ASL-B25.14" in rulings(state, f"go {GRAIN}")


@pytest.mark.clause("ASL-B25.14")
@pytest.mark.clause("ASL-A10.5")
@pytest.mark.clause("ASL-A10.41")
def test_a_broken_unit_routs_out_of_a_blaze() -> None:
    """Far from every enemy; an unbroken one may break there of its own will."""
    units = {"u01": f"{GRAIN} 6-6-6 pinned", "u02": f"{GRAIN} 6-6-6 broken", "g01": "EE30 5-4-8"}
    state = with_blaze(units, "voluntary break")
    assert listed(state, "break") == {"break u01"}
    do(state, "break u01")
    assert {a.split()[1] for a in listed(state, "rout")} == {"u01", "u02"}
    assert rulings(state, "done") == {"ASL-A10.5"}


@pytest.mark.clause("ASL-B25.14")
def test_who_stays_in_a_blaze_is_lost() -> None:
    """Units of the side that moves, at the end of its Advance Phase, and weapons that lie there; the others wait
    for their own.
    """
    units = {"u01": f"{GRAIN} 6-6-6", "u02": "A2 6-6-6", "g01": f"{GRAIN} 5-4-8"}
    state = with_blaze(units, "advance", guns={"umg1": "MMG u01"})
    do(state, "done")
    assert kind(state, "u01") == "" and kind(state, "u02") and kind(state, "g01")
    assert "MMG" not in state.gun_kind and state.points[1] == 2


@pytest.mark.clause("ASL-B25.14")
def test_who_leaves_a_blaze_lives() -> None:
    units = {"u01": f"{GRAIN} 6-6-6", "u02": "A2 6-6-6", "g01": "EE30 5-4-8"}
    state = do(with_blaze(units, "advance"), f"advance u01 {BESIDE}", "done")
    assert kind(state, "u01")


@pytest.mark.clause("ASL-B25.14")
def test_a_vehicle_that_stays_in_a_blaze_burns() -> None:
    """At the end of the Movement Phase of its side."""
    tanks = {"uv1": f"{GRAIN} M4A1 NE-SE NE-SE", "gv1": f"{GRAIN} StuG NE-SE NE-SE abandoned"}
    state = with_blaze({"g01": "EE30 5-4-8", "u01": "A2 6-6-6"}, "movement", vehicles=tanks)
    do(state, "done")
    assert states(state, "uv1") >= {"wreck", "burning"} and "wreck" not in states(state, "gv1")
