"""The other actions of the Rally Phase, and guns that change hands, are picked up and taken apart."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.core.facts import CHANCE
from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.firefight.allowances import burden
from grognard.games.purple_heart_draw.firefight.forces import FIRST_GUN, GUN, GUN_NAMES, UNIT
from grognard.games.purple_heart_draw.firefight.position import (
    G_APART,
    G_FIRED,
    G_MOVED,
    JAMMED,
    Firefight,
)
from grognard.games.purple_heart_draw.firefight.shots import base
from grognard.games.purple_heart_draw.firefight.units import printed_gun

from .fight import do, fight, flags, kind, listed, rulings, where

FAR = {"g01": "A19 5-4-8"}


def lying(gun: str, id_: str, hex_: str, **more: Any) -> dict[str, Any]:
    """The facts of a gun that lies in a hex."""
    gun_kind, gun_at = [""] * len(GUN), [-1] * len(GUN)
    gun_kind[GUN[gun]], gun_at[GUN[gun]] = id_, GRID.hex(hex_)
    return {"gun_kind": gun_kind, "gun_at": gun_at, **more}


def gun_of(state: Firefight, gun: str) -> int:
    return state.holder[GUN[gun]]


# ---------------------------------------------------------------- deploy and recombine


@pytest.mark.clause("ASL-A1.3")
@pytest.mark.clause("ASL-A1.31")
@pytest.mark.clause("ASL-A12.141")
def test_a_squad_deploys() -> None:
    """6-6-6 against its morale of 6, the 9-1 subtracting 1: a 7 passes, an 8 does not."""
    units = {"u01": "M7 6-6-6 concealed", "u02": "M7 9-1", **FAR}
    state = fight(units, "rally", guns={"umg1": "MMG u01"})
    assert listed(state, "deploy") == {"deploy u01 u02"}
    do(state, "deploy u01 u02")
    assert state.to_move == CHANCE and not state.open >> UNIT["u01"] & 1  # no enemy sees it
    do(state, "roll 7")
    assert kind(state, "u01") == kind(state, "u03") == "3-4-6" and where(state, "u03") == "M7"
    assert (
        flags(state, "u01") == flags(state, "u03") == {"acted", "concealed"}
        and gun_of(state, "umg1") == UNIT["u01"]
    )
    do(state, "give umg1 u03")
    assert gun_of(state, "umg1") == UNIT["u03"] and not listed(state, "give")
    failed = do(fight(units, "rally"), "deploy u01 u02", "roll 8")
    assert kind(failed, "u01") == "6-6-6" and not listed(failed, "deploy")


@pytest.mark.clause("ASL-A1.32")
def test_half_squads_recombine() -> None:
    units = {"u01": "M7 3-4-6", "u02": "M7 3-4-6", "u03": "M7 2-3-6", "u04": "M7 8-0", **FAR}
    state = fight(units, "rally", guns={"umg1": "MMG u02"})
    assert listed(state, "recombine") == {"recombine u01 u02 u04"}
    do(state, "recombine u01 u02 u04")
    assert kind(state, "u01") == "6-6-6" and not kind(state, "u02") and gun_of(state, "umg1") == UNIT["u01"]
    assert state.points == [0, 0] and flags(state, "u04") == {"acted"}


@pytest.mark.clause("ASL-A3.1")
@pytest.mark.refuses("ASL-A1.3")
@pytest.mark.refuses("ASL-A1.31")
@pytest.mark.refuses("ASL-A1.32")
def test_deployment_is_refused() -> None:
    units = {
        "u01": "M7 6-6-6",
        "u02": "M7 9-1",
        "u03": "M7 3-4-6",
        "u04": "O17 6-6-6",
        "u05": "M7 6-6-6 broken",
        "u06": "M7 3-4-7",
        "u07": "M7 6-6-6 broken",
        **FAR,
    }
    state = fight(units, "rally")
    assert rulings(state, "deploy u03 u02") == {"ASL-A1.3"}
    assert rulings(state, "deploy u04 u02") == rulings(state, "deploy u05 u02") == {"ASL-A1.31"}
    assert rulings(state, "deploy g01 u02") == {"ASL-A1.31"}
    assert rulings(state, "recombine u03 u06 u02") == {"ASL-A1.32"}
    do(state, "rally u05", "roll 12")
    assert rulings(state, "deploy u01 u02") == {"ASL-A3.1"}  # the leader has rallied another unit
    acted = do(fight(units, "rally"), "deploy u01 u02", "roll 11")
    assert "rally u05" in listed(acted, "rally")  # by itself: its leader has acted
    assert rulings(acted, "deploy u01 u02") == {"ASL-A3.1"}


# ---------------------------------------------------------------- guns


@pytest.mark.clause("ASL-A4.431")
@pytest.mark.refuses("ASL-A4.431")
def test_guns_change_hands() -> None:
    units = {"u01": "M7 6-6-6", "u02": "M7 6-6-6", "u03": "M7 6-6-6 pinned", "u04": "O17 6-6-6", **FAR}
    state = fight(units, "rally", guns={"umg1": "MMG u01"})
    assert listed(state, "give") == {"give umg1 u02"}
    assert rulings(state, "give umg1 u04") == rulings(state, "give umg1 u03") == {"ASL-A4.431"}
    do(state, "give umg1 u02")
    assert gun_of(state, "umg1") == UNIT["u02"] and rulings(state, "give umg1 u01") == {"ASL-A4.431"}
    late = fight(units, "advance", guns={"umg1": "MMG u01"})
    assert listed(late, "give") == {"give umg1 u02"}
    do(late, "advance u04 O18")
    assert rulings(late, "give umg1 u02") == {"ASL-A4.431"}


@pytest.mark.clause("ASL-A4.44")
@pytest.mark.refuses("ASL-A4.44")
def test_a_gun_is_picked_up_in_the_rally_phase() -> None:
    units = {"u01": "M7 6-6-6", "u02": "M7 6-6-6 cx", "u03": "O17 6-6-6", **FAR}
    state = fight(units, "rally", **lying("umg1", "MMG", "M7"))
    assert listed(state, "recover") == {"recover u01 umg1", "recover u02 umg1"}
    assert rulings(state, "recover u03 umg1") == {"ASL-A4.44"}
    do(state, "recover u01 umg1", "roll 6")
    assert gun_of(state, "umg1") < 0 and rulings(state, "recover u01 umg1") == {"ASL-A3.1"}
    do(state, "recover u02 umg1", "roll 5")  # CX: 6
    assert gun_of(state, "umg1") < 0
    done = do(fight(units, "rally", **lying("umg1", "MMG", "M7")), "recover u01 umg1", "roll 5")
    assert gun_of(done, "umg1") == UNIT["u01"] and done.gun_at[GUN["umg1"]] < 0


@pytest.mark.clause("ASL-A4.44")
@pytest.mark.clause("FF-WIN.1")
def test_a_gun_is_picked_up_on_the_move() -> None:
    units = {"u01": "M17 6-6-6", "g01": "O17 5-4-8"}
    state = fight(units, "movement", **lying("umg1", "MMG", "M18"))
    do(state, "move u01 M18", "done", "recover u01 umg1", "roll 3")
    assert gun_of(state, "umg1") == UNIT["u01"] and state.to_move == "german"  # the window
    do(state, "fire g01 M18", "dr 6 5")
    assert state.stack[1].spent == 4 and state.stack[1].here == 4  # two shots may be fired at it here
    again = fight(units, "movement", **lying("umg1", "MMG", "M18"))
    do(again, "move u01 M18", "done", "recover u01 umg1", "roll 6", "done")
    assert "ASL-A4.44" in rulings(again, "recover u01 umg1")


@pytest.mark.clause("ASL-A21")
@pytest.mark.refuses("ASL-A21")
def test_a_captured_gun() -> None:
    """A German MMG, 5-12 with a rate of fire of 2: in US hands 1, and it breaks down on a 10."""
    units = {"u01": "M17 6-6-6", "g01": "O17 5-4-8", "g02": "A19 5-4-8"}
    state = do(fight(units, "rally", **lying("gmg1", "MMG", "M17")), "recover u01 gmg1", "roll 1")
    held = printed_gun(state, GUN["gmg1"])
    assert (held.fp, held.range, held.rof, held.b, held.repair) == (5, 12, 1, 10, 0)
    do(state, "done")  # the German side, which may have hidden units, is asked
    assert "fire gmg1 O17" in listed(state, "fire")
    do(state, "fire gmg1 O17", "done", "dr 6 4")
    assert state.gun_flags[GUN["gmg1"]] & JAMMED
    jammed = fight({"u01": "M17 6-6-6", "u02": "M7 6-6-6 broken", **FAR}, "rally", guns={"gmg1": "MMG u01"})
    jammed.__dict__["gun_flags"][GUN["gmg1"]] = JAMMED
    jammed.forget_choices()
    assert rulings(jammed, "repair gmg1") == {"ASL-A21"}


@pytest.mark.clause("ASL-A21")
@pytest.mark.clause("FF-INFO")
def test_a_captured_gun_is_as_secret_as_who_has_it() -> None:
    units = {"g01": "M17 5-4-8 concealed", "g02": "M17 5-4-8 concealed", "u01": "P8 6-6-6"}
    one, two = (fight(units, "rally", guns={"umg1": f"MMG {who}"}) for who in ("g01", "g02"))
    assert one.view("us") == two.view("us") and one.view("german") != two.view("german")


@pytest.mark.clause("ASL-A9.8")
@pytest.mark.refuses("ASL-A9.8")
def test_guns_are_taken_apart_and_put_together() -> None:
    units = {"g01": "M17 5-4-8", "u01": "O17 6-6-6", "g02": "N19 5-4-8"}
    state = fight(units, mover="german", guns={"gmg1": "MMG g01", "gmg2": "LMG g02"})
    assert listed(state, "dismantle") == {"dismantle gmg1"}  # a light one stays as it is
    assert rulings(state, "dismantle gmg2") == rulings(state, "assemble gmg1") == {"ASL-A9.8"}
    do(state, "dismantle gmg1")
    gun = GUN["gmg1"]
    assert state.gun_flags[gun] == G_APART | G_FIRED and flags(state, "g01") == {"gun1", "prep"}
    assert base(state, FIRST_GUN + gun) == (3, 8) and burden(state, UNIT["g01"]) == 0
    assert rulings(state, "assemble gmg1") == {"ASL-A9.8"} and "fire g01 O17" in listed(state, "fire")
    light = fight(units, "advancing fire", mover="german", guns={"gmg1": "MMG g01"})
    light.__dict__["gun_flags"][gun] = G_APART | G_MOVED
    light.forget_choices()
    assert "fire gmg1 O17" in listed(light, "fire")
    ours = fight(units, guns={"umg1": "MMG u01"})
    ours.__dict__["gun_flags"][GUN["umg1"]] = G_APART
    ours.forget_choices()
    assert "ASL-A10.4b" in rulings(ours, "fire umg1 M17") and listed(ours, "assemble") == {"assemble umg1"}
    do(ours, "assemble umg1")
    assert base(ours, FIRST_GUN + GUN["umg1"]) == (4, 10)


@pytest.mark.refuses("ASL-A9.72")
@pytest.mark.clause("ASL-A3.1")
def test_a_leader_who_has_rallied_others_repairs_no_weapon() -> None:
    units = {"u01": "M17 9-1", "u02": "M17 6-6-6 broken", "g01": "A10 5-4-8"}
    jammed = [JAMMED if name == "umg1" else 0 for name in GUN_NAMES]
    state = fight(units, "rally", guns={"umg1": "MMG u01"}, gun_flags=jammed)
    assert listed(state, "repair") == {"repair umg1"}
    do(state, "rally u02", "roll 7")
    assert rulings(state, "repair umg1") == {"ASL-A9.72"}
