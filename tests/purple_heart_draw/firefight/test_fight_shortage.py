"""Ammunition Shortage."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.games.purple_heart_draw.firefight import demolition, shortage, tank_fire
from grognard.games.purple_heart_draw.firefight.forces import GUN, UNIT, VEHICLE_NUMBER
from grognard.games.purple_heart_draw.firefight.position import JAMMED, SHORTAGE, V_JAMMED, V_SHORTAGE, Shell
from grognard.games.purple_heart_draw.firefight.tank_shot import spend_gun
from grognard.games.purple_heart_draw.pieces import FLAG, NUMBER_OF

from ..build import bare
from ..test_fight import OPTION, carry_back, new_fight, put_down
from .fight import do, fight, flags, kind, listed, rulings

TARGET = {"g01": "O17 5-4-8"}


def rolled_out(state: Any) -> Any:
    while state.to_move == "chance":
        do(state, "roll 4")
    return state


@pytest.mark.clause("ASL-A19.131")
@pytest.mark.parametrize(
    ("words", "dice", "after"),
    [("shortage", "6 6", "5-4-6"), ("shortage", "6 5", "6-6-6"), ("", "6 6", "6-6-6")],
)
def test_a_twelve_costs_a_class(words: str, dice: str, after: str) -> None:
    state = fight({"u01": f"M17 6-6-6 {words}".strip(), **TARGET}, all_found=True)
    rolled_out(do(state, "fire u01 O17", f"dr {dice}"))
    assert kind(state, "u01") == after and "broken" not in flags(state, "u01")


@pytest.mark.clause("ASL-A19.131")
def test_one_of_several_runs_out_and_breaks_with_no_class_below() -> None:
    """7-4-7 have no lower class. Of two that fire together one is chosen by dice, as is the one that cowers."""
    squads = dict.fromkeys(("u01", "u02"), "M17 7-4-7 shortage")
    state = do(fight({**squads, **TARGET}, all_found=True), "fire u01 O17", "join u02", "dr 6 6")
    for _ in ("cowers", "runs out"):
        assert "random selection" in state.purpose
        do(state, "roll 2", "roll 5")
    assert "broken" not in flags(state, "u01") and "broken" in flags(state, "u02")


@pytest.mark.clause("ASL-A19.131")
@pytest.mark.parametrize(("words", "jams"), [("shortage", True), ("", False)])
def test_weapons_break_down_one_sooner(words: str, jams: bool) -> None:
    """An MMG breaks down on 12, and in Ammunition Shortage on 11."""
    state = fight({"u01": f"M17 6-6-6 {words}".strip(), **TARGET}, guns={"umg1": "MMG u01"}, all_found=True)
    rolled_out(do(state, "fire umg1 O17", "done", "dr 5 6"))
    assert bool(state.gun_flags[GUN["umg1"]] & JAMMED) == jams


@pytest.mark.clause("ASL-A19.131")
def test_charges_and_shells_give_out_one_sooner() -> None:
    units = {"u01": "M17 7-4-7", "u02": "M17 7-4-7 shortage"}
    state = fight(units, guns={"umg1": "DC u01", "umg2": "DC u02"}, vehicles={"uv1": "M15 M4A1 N-NE N-NE"})
    whole, short = (demolition.limit(state, UNIT[u], GUN[g]) for u, g in (("u01", "umg1"), ("u02", "umg2")))
    assert whole == short + 1
    shell = Shell(side="us", hex=0, kind="prep", weapon="", vehicle=VEHICLE_NUMBER["uv1"])
    before = tank_fire.special(state, shell)
    state.__dict__["vehicle_flags"][VEHICLE_NUMBER["uv1"]] |= V_SHORTAGE
    assert before and tank_fire.special(state, shell) == {ammo: n - 1 for ammo, n in before.items()}


@pytest.mark.clause("ASL-A19.131")
@pytest.mark.parametrize(("short", "dice", "jams"), [(True, 11, True), (True, 10, False), (False, 11, False)])
def test_the_gun_of_a_vehicle_breaks_down_one_sooner(short: bool, dice: int, jams: bool) -> None:
    state = fight({"u01": "A8 6-6-6"}, vehicles={"uv1": "M15 M4A1 N-NE N-NE"})
    v = VEHICLE_NUMBER["uv1"]
    state.__dict__["vehicle_flags"][v] |= V_SHORTAGE if short else 0
    assert shortage.vehicle_lower(state, v) == int(short)
    spend_gun(state, Shell(side="us", hex=0, kind="prep", weapon="", vehicle=v, dice=(5, dice - 5)))
    assert bool(state.vehicle_flags[v] & V_JAMMED) == jams


def answered(words: str) -> Any:
    """A machine gun has opened fire on movers, beside a squad that may join."""
    units = {"u01": "O18 6-6-6", "g01": f"M18 5-4-8 {words}".strip(), "g02": "M18 5-4-8"}
    state = fight(units, "movement", guns={"gmg1": "MMG g01"}, all_found=True)
    return do(state, "lead u01", "go O17", "fire gmg1 O17")


@pytest.mark.clause("ASL-A19.131")
@pytest.mark.refuses("ASL-A19.131")
def test_no_fire_lane() -> None:
    state = answered("shortage")
    assert not listed(state, "lane") and rulings(state, "lane P17 straight") == {"ASL-A19.131"}
    assert listed(answered(""), "lane") == {"lane O17 straight", "lane P17 straight"}


@pytest.mark.clause("ASL-A19.131")
def test_shortage_comes_from_the_campaign_and_goes_back() -> None:
    outer = bare(us=["M15"], german=["L17"], **OPTION)
    put_down(outer, "u001", "6-6-6", "M15", "shortage")
    put_down(outer, "u002", "M4A1", "J9", "shortage", gear="MA MG")
    put_down(outer, "g001", "5-4-8", "L17")
    found = new_fight(outer)
    assert found.flags[UNIT["u01"]] & SHORTAGE and not found.flags[UNIT["g01"]] & SHORTAGE
    assert any(bits & V_SHORTAGE for bits in found.vehicle_flags)
    carry_back(outer, found)
    assert all(outer.status[NUMBER_OF[name]] & FLAG["shortage"] for name in ("u001", "u002"))
