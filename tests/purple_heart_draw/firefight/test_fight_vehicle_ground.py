"""Vehicles and the ground: bellies, crests, wrecks pushed away; crews that leave and come back."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.firefight import belly, cresting, crests, gyro, tank_fire, vehicles
from grognard.games.purple_heart_draw.firefight.encirclement import by_shell, entry
from grognard.games.purple_heart_draw.firefight.forces import GUN, UNIT, VEHICLE_NUMBER
from grognard.games.purple_heart_draw.firefight.going import BOTTOM, hexside
from grognard.games.purple_heart_draw.firefight.position import G_FIRST, Driving, Shell
from grognard.games.purple_heart_draw.firefight.tables import column_of
from grognard.games.purple_heart_draw.firefight.tank_guns import bearing
from grognard.games.purple_heart_draw.firefight.tank_shot import new_shell
from grognard.games.purple_heart_draw.firefight.words import VERBS

from .fight import do, fight, flags, listed, rulings, states, where

UV1, UV2, GV1 = (VEHICLE_NUMBER[name] for name in ("uv1", "uv2", "gv1"))
OTHER = {"uv2": "A15 M4A1 SE-S SE-S"}


def moving(tanks: dict[str, str], units: Any = None, **more: Any) -> Any:
    return fight(units or {}, "movement", vehicles=tanks, **{"all_found": True} | more)


# ---------------------------------------------------------------- hits from below


def crossing() -> tuple[Any, Shell]:
    """A Sherman that has just come over the bocage from G8 to F8, and a Panzerschreck before it."""
    hedge = hexside(GRID.number["G8"], GRID.number["F8"])
    assert hedge == "bocage"
    state = moving({"uv1": "F8 M4A1 SW-NW SW-NW"}, {"g01": "E7 5-4-8"}, guns={"gmg1": "PSK g01"})
    track = ((GRID.number["G8"], 0), (GRID.number["F8"], 16))
    frame = Driving(vehicle=UV1, spent=16, here=16, rolling=True, track=track)
    state.__dict__["stack"] = (*state.stack, frame)
    shell = Shell("german", GRID.number["F8"], "first", "PSK", firer=0, target=UV1, home=GRID.number["E7"])
    return state, shell


@pytest.mark.clause("ASL-D4.3")
@pytest.mark.clause("ASL-C7.12")
def test_a_belly_over_bocage() -> None:
    state, shell = crossing()
    at = GRID.number["E7"]
    near = BOTTOM[at] <= BOTTOM[GRID.number["F8"]]
    assert belly.is_bared(state, shell, at) == near
    bare = belly.as_bared(state, vehicles.armored(state, UV1), UV1)
    assert bare.armor == (11, 4, 2, 2)
    assert not belly.is_bared(state, shell, GRID.number["G8"])  # from behind
    assert not belly.rears_up(state, GRID.number["C17"], GRID.number["D17"])  # over open ground
    state.__dict__["breaches"] = ((GRID.number["G8"], GRID.number["F8"]),)
    assert not belly.is_bared(state, shell, at)


# ---------------------------------------------------------------- crests


def crest_hex() -> int:
    """A hex in open ground from which the ground falls on one or two sides."""
    return next(
        h for h in GRID.name if 1 <= len(crests.edges(h)) <= 2 and GRID.name[h].startswith(("D1", "E1"))
    )


@pytest.mark.clause("ASL-D4.22")
@pytest.mark.refuses("ASL-D4.22")
def test_a_hull_down_maneuver() -> None:
    at = GRID.name[crest_hex()]
    state = do(moving({"uv1": f"{at} M4A1 NE-SE NE-SE exposed", **OTHER}), "drive uv1")
    assert rulings(state, "crest uv1") == {"ASL-D4.22"}  # it has not started
    do(state, "start")
    assert listed(state, "crest") == {"crest uv1"}
    do(state, "crest uv1", "roll 2")
    edge = crests.edges(crest_hex())
    assert state.crest[UV1].bit_count() == min(2, len(edge))
    below = GRID.step(crest_hex(), next(way for way in edge if state.crest[UV1] >> way & 1))
    assert crests.is_covered_by_crest(state, UV1, below)
    shell = Shell("german", crest_hex(), "prep", "75L", target=UV1, home=below)
    assert tank_fire.is_hull_down(state, shell)
    do(state, "start")
    assert not state.crest[UV1]  # lost by starting


@pytest.mark.clause("ASL-D4.22")
def test_what_counts_in_the_maneuver() -> None:
    at = GRID.name[crest_hex()]
    shown, closed = (moving({"uv1": f"{at} M4A1 NE-SE NE-SE {word}"}) for word in ("exposed", ""))
    assert (cresting.final(shown, UV1, 2), cresting.final(closed, UV1, 2)) == (2, 3)
    flat = do(moving({"uv1": "C17 M4A1 NE-SE NE-SE", **OTHER}), "drive uv1", "start")
    if not crests.edges(GRID.number["C17"]):
        assert rulings(flat, "crest uv1") == {"ASL-D4.22"}


@pytest.mark.clause("ASL-D4.223")
def test_a_bow_gun_behind_a_crest() -> None:
    at = crest_hex()
    way = crests.edges(at)[0]
    below = GRID.step(at, way)
    spine = next(s for s in range(6) if way in (s, (s + 1) % 6))
    state = moving({"uv1": f"{GRID.name[at]} M4A1 NE-SE NE-SE exposed"})
    state.__dict__["hull"][UV1] = state.__dict__["turret"][UV1] = spine
    before = set(bearing(state, "prep", UV1, below))
    state.__dict__["crest"][UV1] = 1 << way
    assert before - set(bearing(state, "prep", UV1, below)) == {"bmg"}


# ---------------------------------------------------------------- crews


@pytest.mark.clause("ASL-D5.4")
def test_a_crew_leaves_and_comes_back() -> None:
    state = moving({"uv1": "C17 M4A1 NE-SE NE-SE exposed", **OTHER})
    do(state, "abandon uv1")
    crew = next(name for name, unit in UNIT.items() if state.at[unit] == GRID.number["C17"])
    assert "abandoned" in states(state, "uv1") and "moved" in flags(state, crew)
    assert rulings(state, f"reman {crew}") == {"ASL-D5.4"}  # it has moved
    state = moving(
        {"uv1": "C17 M4A1 NE-SE NE-SE abandoned", **OTHER}, {"u01": "C17 1-2-6", "u02": "C17 6-6-6"}
    )
    assert listed(state, "reman") == {"reman u01"}
    do(state, "reman u01")
    assert states(state, "uv1") == {"done"} and not state.kind[UNIT["u01"]]


@pytest.mark.clause("ASL-D5.4")
@pytest.mark.refuses("ASL-D5.4")
def test_a_crew_wrecks_its_vehicle_but_not_after_fire() -> None:
    state = do(moving({"uv1": "C17 M4A1 NE-SE NE-SE exposed", **OTHER}), "scuttle uv1")
    assert states(state, "uv1") == {"wreck"} and state.points[1] == 5
    state = moving({"uv1": "C17 M4A1 NE-SE NE-SE prep", **OTHER}, {"u01": "C17 6-6-6"})
    assert rulings(state, "abandon uv1") == {"ASL-D5.4"} == rulings(state, "reman u01")
    for held, clause in (("pinned", "ASL-A7.8"), ("ti", "ASL-A4.8"), ("moved", "ASL-D5.4")):
        left = {"uv1": "C17 M4A1 NE-SE NE-SE abandoned", **OTHER}
        assert rulings(moving(left, {"u01": f"C17 1-2-6 {held}"}), "reman u01") == {clause}


@pytest.mark.clause("ASL-A21.2")
def test_an_abandoned_vehicle_is_captured() -> None:
    tanks = {"gv1": "D17 StuG NW-N NW-N abandoned", "gv2": "C17 StuG NW-N NW-N abandoned"}
    state = fight({"u01": "D17 6-6-6", "g01": "E17 5-4-8"}, "advance", vehicles=tanks, all_found=True)
    points = state.points[0]
    do(state, "done")
    while state.mover == "us" and state.to_move in ("us", "german"):
        do(state, "done")
    assert "captured" in states(state, "gv1") and "captured" not in states(state, "gv2")
    assert state.points[0] == points + vehicles.model(state, GV1).points


@pytest.mark.clause("ASL-D10.42")
@pytest.mark.refuses("ASL-D10.42")
def test_a_wreck_is_pushed_away() -> None:
    state = moving({"uv1": "C17 M4A1 NE-SE NE-SE", "gv1": "C17 StuG NE-SE NE-SE wreck", **OTHER})
    do(state, "drive uv1")
    assert rulings(state, "shove uv1") == {"ASL-D10.42"}
    do(state, "start", "shove uv1")
    assert where(state, "gv1") == "" and state.stack[-1].spent == 2 + 14
    burning = moving({"uv1": "C17 M4A1 NE-SE NE-SE", "gv1": "C17 StuG NE-SE NE-SE wreck burning", **OTHER})
    assert rulings(do(burning, "drive uv1", "start"), "shove uv1") == {"ASL-D10.42"}


# ---------------------------------------------------------------- shells and Guns


@pytest.mark.clause("ASL-A7.7.ord")
def test_a_shell_counts_towards_encirclement() -> None:
    state = fight({"g01": "D17 5-4-8"}, vehicles={"uv1": "D14 M4A1 SE-S SE-S"}, all_found=True)
    goal = GRID.number["D17"]
    shell = Shell("us", goal, "prep", "75", vehicle=UV1, home=GRID.number["D14"])
    by_shell(state, shell, column_of(Fraction(12)))
    assert state.threads == (goal, 1 << entry(GRID.number["D14"], goal))
    by_shell(state, Shell("us", goal, "prep", "75", home=GRID.number["D20"]), column_of(Fraction(12)))
    assert state.encircled[1] >> goal & 1
    calm = fight({"g01": "D17 5-4-8"}, all_found=True)
    by_shell(calm, Shell("us", goal, "first", "75", home=GRID.number["D20"]), 5)
    assert not calm.threads  # not in First Fire


@pytest.mark.clause("ASL-D7.23")
@pytest.mark.refuses("ASL-D7.23")
def test_a_gun_crew_that_is_overrun_attacks() -> None:
    units, guns = {"g01": "D17 2-2-8 first"}, {"gmg1": "40LL g01"}
    marks = [G_FIRST if n == GUN["gmg1"] else 0 for n in range(GUN["gmg1"] + 1)]
    for flags_, clauses in ((marks, {"ASL-D7.23"}), ([0], set())):
        state = moving({"uv1": "C17 M4A1 NE-SE NE-SE"}, units, guns=guns, gun_flags=flags_)
        do(state, "drive uv1", "start", "done", "overrun D17")
        do(state, "done") if state.to_move == "german" else None
        do(state, "dr 5 6", "roll 3")  # the check is passed
        assert state.step.name == "vehicle reaction" and rulings(state, "done") == clauses


@pytest.mark.clause("ASL-C.9")
def test_the_first_kind_of_target_is_taken() -> None:
    tanks = {"uv1": "D17 M4A1 NW-N NW-N exposed", "gv1": "C14 StuG NE-SE NE-SE"}
    both = fight({"g01": "C14 5-4-8"}, vehicles=tanks, all_found=True)
    assert new_shell(both, "prep", UV1, GRID.number["C14"]).aim == "V"
    alone = fight({"g01": "C14 5-4-8"}, vehicles={"uv1": tanks["uv1"]}, all_found=True)
    assert new_shell(alone, "prep", UV1, GRID.number["C14"]).aim == "I"


@pytest.mark.clause("PHD-MSR2.ff")
@pytest.mark.clause("FF-OR9")
def test_nobody_kindles_and_the_map_has_the_edges() -> None:
    assert not {verb.verb for verb in VERBS} & {"kindle", "ignite"}
    state = moving({"gv1": "D17 StuG NE-SE NE-SE wreck burning", **OTHER})
    assert vehicles.fires(state) == (GRID.number["D17"],)
    assert all(BOTTOM[h] - BOTTOM[GRID.step(h, way)] == 1 for h in GRID.name for way in crests.edges(h))


# ---------------------------------------------------------------- gyrostabilizers


def bounding(words: str, **more: Any) -> Any:
    tanks = {"uv1": f"D16 M4A1 SE-S SE-S exposed {words}", "gv1": "C14 StuG NE-SE NE-SE shocked"}
    return fight({}, "movement", vehicles=tanks, all_found=True, **more)


@pytest.mark.clause("ASL-D11.1")
@pytest.mark.parametrize(("words", "case", "unsteady"), [("gyro", [3, 1], False), ("", [4], True)])
def test_a_stabilized_gun_fires_on_the_move(words: str, case: list[int], unsteady: bool) -> None:
    state = do(bounding(words), "drive uv1", "start")
    shell = Shell("us", GRID.number["C14"], "bounding", "75", vehicle=UV1, target=GV1)
    found = tank_fire.hit_modifiers(state, shell)
    clauses = ("ASL-D11.1", "ASL-C5.3")
    assert sorted((m.amount for m in found if m.clause in clauses), reverse=True) == case
    assert tank_fire.is_unsteady(state, shell) == unsteady


@pytest.mark.clause("ASL-D11.1")
@pytest.mark.clause("PHD-TM20.ff")
def test_it_is_a_secret_until_a_shot_shows_it() -> None:
    state = bounding("gyro", tracked=((UV1, GV1, GRID.number["C14"], 1),))
    assert gyro.has_gyro(state, UV1) and not gyro.has_gyro(state.known_to("german"), UV1)
    do(state, "drive uv1", "start", "go D17")
    assert state.tracked  # it keeps what it has acquired and sees
    gyro.reveal(state, Shell("us", GRID.number["C14"], "bounding", "75", vehicle=UV1, target=GV1))
    assert gyro.has_gyro(state.known_to("german"), UV1)
