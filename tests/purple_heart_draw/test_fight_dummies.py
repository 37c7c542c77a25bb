"""FF-INFO, PHD-C5.31.b.ff: a "?" of the mission lies on the map of its fights, whatever is under it."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.core.facts import Roll, is_unknown
from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.fight import carry_back, new_fight, place_of
from grognard.games.purple_heart_draw.firefight.dummies import take_off, under_fire
from grognard.games.purple_heart_draw.firefight.forces import UNIT
from grognard.games.purple_heart_draw.firefight.position import CONCEALED, HIDDEN, Firefight, Sniper, fact
from grognard.games.purple_heart_draw.firefight.sniper import STACK, open_stack
from grognard.games.purple_heart_draw.firefight.units import put, settle
from grognard.games.purple_heart_draw.firefight.vehicle_ways import is_waiting
from grognard.games.purple_heart_draw.pieces import FLAG, NUMBER_OF
from grognard.games.purple_heart_draw.position import PurpleHeartDraw
from grognard.games.purple_heart_draw.units import show_cover

from .build import bare
from .test_fight import OPTION, everything, into_the_fight, put_down

UNDER = {
    "squad": ("5-4-8", ""),
    "gun": ("2-2-8", "8cm_GrW_34"),
    "reserve": ("5-4-8", ""),
    "tank": ("StuG_IIIG", "MA MG"),
}
PLACES = ("L17", "M20", "N22", "K25")


def scene(under: str) -> PurpleHeartDraw:
    """A US squad far off, and four German counters: in M20 a squad, a Gun, a Reserve or nothing."""
    state = bare(us=["M15"], german=["L17"], **OPTION)
    put_down(state, "u001", "6-6-6", "K10")
    put_down(state, "g001", "5-4-8", "L17", "concealed")
    put_down(state, "g003", "5-4-8", "N22", "concealed")
    put_down(state, "g004", "5-4-8", "K25", "concealed")
    if under == "dummy":
        state.__dict__["dummies"][1] = GRID.set(["M20"])
    else:
        kind, gear = UNDER[under]
        put_down(state, "g002", kind, "M20", "cloaked" if under in ("reserve", "tank") else "concealed", gear)
        state.__dict__["open"] &= ~(1 << NUMBER_OF["g002"])
    state.derive()
    show_cover(state, "german", "PHD-C5.41")
    return state


def shrouds(fight: Firefight) -> list[str]:
    return GRID.names(fight.shrouds[1])


@pytest.mark.clause("FF-INFO")
@pytest.mark.clause("FF-IN")
def test_twins_that_differ_in_what_a_counter_covers() -> None:
    """The enemy and an onlooker are shown the same, whatever is under the counter in M20."""
    views = {}
    for under in ("squad", "gun", "reserve", "tank", "dummy"):
        outer: Any = into_the_fight().state
        fight = new_fight(scene(under))
        assert sorted(shrouds(fight)) == sorted(PLACES), under
        outer.within.fill(outer, fight, "FF-IN")
        views[under] = [
            {name: value for name, value in outer.view(seat).items() if name.startswith("fight_")}
            for seat in ("us", "spectator")
        ]
    for under, seen in views.items():
        for one, other in zip(views["squad"], seen, strict=True):
            assert {name for name in one if one[name] != other[name]} == set(), under


@pytest.mark.clause("FF-OUT")
@pytest.mark.parametrize("under", ["squad", "gun", "reserve", "tank", "dummy"])
def test_a_counter_that_nobody_disturbs_lies_there_afterwards(under: str) -> None:
    state = scene(under)
    before = everything(state)
    carry_back(state, new_fight(state))
    assert everything(state) == before


@pytest.mark.clause("PHD-C5.31.b.ff")
def test_a_reserve_sleeps_until_a_known_enemy_is_near() -> None:
    """Three hexes, seen or not; a hidden enemy does not wake it."""
    outer = scene("reserve")
    fight, unit, foe = new_fight(outer), UNIT["g02"], UNIT["u01"]
    assert fight.at[unit] < 0 and fight.kind[unit] == "5-4-8" and not fight.flags[unit]
    put(fight, foe, GRID.hex("M16"), "ASL-A4.2")
    settle(fight, "ASL-A4.2")
    assert fight.at[unit] < 0
    put(fight, foe, GRID.hex("M17"), "ASL-A4.2")
    settle(fight, "ASL-A4.2")
    assert GRID.name[fight.at[unit]] == "M20" and fight.flags[unit] & CONCEALED and not fight.cloaked[1]
    assert "M20" in shrouds(fight) and not fight.open >> unit & 1
    carry_back(outer, fight)
    assert outer.status[NUMBER_OF["g002"]] == FLAG["concealed"]


@pytest.mark.clause("PHD-C5.31.b.ff")
@pytest.mark.parametrize("fired_on", [False, True])
def test_a_tank_of_a_reserve_sleeps_under_its_counter_and_wakes(fired_on: bool) -> None:
    """Its "?" lies on the map of the fight; awake it is a vehicle that all see."""
    outer = scene("tank")
    fight, foe = new_fight(outer), UNIT["u01"]
    tank = next(v for v, kind in enumerate(fight.vehicle_kind) if kind)
    assert "M20" in shrouds(fight) and fight.vehicle_at[tank] < 0 and not is_waiting(fight, tank)
    seen = fight.known_to("us")
    assert seen.vehicle_flags[tank] == 0 and is_unknown(seen.vehicle_kind[tank])
    if fired_on:
        under_fire(fight, "german", GRID.number["M20"], False, "ASL-A12.14.b")
    else:
        put(fight, foe, GRID.hex("M17"), "ASL-A4.2")
    settle(fight, "ASL-A4.2")
    assert GRID.name[fight.vehicle_at[tank]] == "M20" and "M20" not in shrouds(fight)
    carry_back(outer, fight)
    unit = NUMBER_OF["g002"]
    assert GRID.name[outer.at[unit]] == "M20" and not outer.status[unit] & FLAG["cloaked"]
    assert outer.open >> unit & 1


@pytest.mark.clause("PHD-C5.31.b.ff")
def test_a_reserve_that_is_attacked_wakes() -> None:
    fight = new_fight(scene("reserve"))
    under_fire(fight, "german", GRID.number["M20"], False, "ASL-A12.14.b")
    assert GRID.name[fight.at[UNIT["g02"]]] == "M20"


@pytest.mark.clause("PHD-C5.31.b.ff")
def test_dummies_are_gone_when_an_enemy_enters() -> None:
    outer = scene("dummy")
    fight = new_fight(outer)
    fight.set_at(fact.flags, UNIT["u01"], HIDDEN, "ASL-A12.3")
    put(fight, UNIT["u01"], GRID.hex("M20"), "ASL-A4.2")
    settle(fight, "ASL-A4.2")
    assert "M20" in shrouds(fight)  # whom nobody sees finds nothing out for everybody
    fight.set_at(fact.flags, UNIT["u01"], 0, "ASL-A12.3")
    settle(fight, "ASL-A4.2")
    assert "M20" not in shrouds(fight) and not fight.dummies[1]
    carry_back(outer, fight)
    assert not outer.dummies[1] and GRID.name[outer.at[NUMBER_OF["u001"]]] == "M20"


@pytest.mark.clause("ASL-A12.14.b")
@pytest.mark.clause("PHD-C5.31.b.ff")
def test_dummies_are_lost_to_fire_with_an_effect() -> None:
    fight = new_fight(scene("dummy"))
    under_fire(fight, "german", GRID.number["M20"], False, "ASL-A12.14.b")
    assert "M20" in shrouds(fight)
    under_fire(fight, "german", GRID.number["M20"], True, "ASL-A12.14.b")
    assert "M20" not in shrouds(fight)
    take_off(fight, "german", 1 << GRID.number["L17"], "ASL-A12.14.b")
    assert "L17" in shrouds(fight)  # a true unit keeps its "?"


@pytest.mark.clause("ASL-A14.3")
def test_a_sniper_who_aims_at_dummies_finds_nobody() -> None:
    fight = new_fight(scene("dummy"))
    fight.set(fact.stack, (Sniper(side="us", die=1, hex=GRID.number["M20"], slots=(STACK,)),), "ASL-A14.1")
    frame: Any = fight.stack[-1]
    open_stack(fight, frame, Roll(face=1))
    assert not fight.dummies[1] and fight.stack[-1].slots == ()  # type: ignore[attr-defined]
    assert place_of(NUMBER_OF["u001"]) == UNIT["u01"]
