"""Cover of foxholes, pillboxes, crests and fortified buildings against tanks and Guns."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.core.ruling import total
from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.firefight import (
    going,
    shell_effects,
    tank_fire,
    tank_guns,
    tank_odds,
)
from grognard.games.purple_heart_draw.firefight.arcs import SPINES, is_covered
from grognard.games.purple_heart_draw.firefight.forces import SCENE_OF, UNIT
from grognard.games.purple_heart_draw.firefight.pillboxes import name_of
from grognard.games.purple_heart_draw.firefight.places import Place
from grognard.games.purple_heart_draw.firefight.position import Burst, Checks, Shell
from grognard.games.purple_heart_draw.firefight.shots import UPRIGHT
from grognard.games.purple_heart_draw.firefight.sight import sight
from grognard.games.purple_heart_draw.firefight.standing import DUG, GUNNERS, is_reached, stances
from grognard.games.purple_heart_draw.firefight.terrain import BUILDINGS

from .fight import do, fight

HERE, THERE = "M16", "P17"  # open ground three hexes apart, nothing between
HOLE = ((GRID.hex(THERE), 2),)
TANK = {"uv1": f"{HERE} M4A1 NE-SE NE-SE exposed"}


def attack(units: dict[str, str], scene: str = "phd-2", **more: Any) -> Any:
    return fight(units, "prep fire", "us", vehicles=TANK, scene=scene, all_found=True, **more)


def burst_at(state: Any, at: str = THERE) -> Burst:
    return Burst("us", GRID.hex(at), "prep", 0)


def due(state: Any) -> dict[int, tuple[str, int]]:
    """What is rolled for each unit."""
    frames = [frame for frame in state.stack if isinstance(frame, Checks)]
    return {unit: (what, number) for frame in frames for unit, what, number in frame.queue}


@pytest.mark.clause("ASL-B27.3")
def test_a_foxhole_covers_from_the_machine_guns_of_a_tank() -> None:
    """Bow 2, turret 4 and roof 4 are 10 FP: the 8 column; a 6 is a 1MC, with 2 for the foxhole a NMC at 8."""
    inside, outside = (
        attack({"g01": f"{THERE} 5-4-8 foxhole"}, foxholes=HOLE),
        attack({"g01": f"{THERE} 5-4-8"}),
    )
    assert [total(tank_guns.modifiers(one, burst_at(one))) for one in (inside, outside)] == [2, 0]
    for state, check in ((inside, ("mc", 0)), (outside, ("mc", 1))):
        do(state, f"strafe uv1 {THERE}", "done", "dr 4 2")
        assert due(state) == {UNIT["g01"]: check}


@pytest.mark.clause("ASL-A.5")
@pytest.mark.clause("ASL-B27.3")
def test_inside_and_outside_have_their_own_result() -> None:
    units = {"g01": f"{THERE} 5-4-8 foxhole", "g02": f"{THERE} 4-4-7"}
    state = do(attack(units, foxholes=HOLE), f"strafe uv1 {THERE}", "done", "dr 4 2")
    assert due(state) == {UNIT["g01"]: ("mc", 0), UNIT["g02"]: ("mc", 1)}


def aimed(state: Any, at: str = THERE) -> Shell:
    do(state, f"shell uv1 {at}")
    frame = state.stack[-1]
    assert isinstance(frame, Shell) and frame.aim == "I"
    return frame


@pytest.mark.clause("ASL-C6.8")
@pytest.mark.clause("ASL-B27.3")
def test_a_foxhole_is_cover_in_the_dice_to_hit() -> None:
    """75mm HE at Infantry, 3 hexes: 8 or less. An 8 hits who stands, and not who is in the foxhole."""
    units = {"g01": f"{THERE} 5-4-8 foxhole", "g02": f"{THERE} 4-4-7"}
    state = attack(units, foxholes=HOLE)
    shell = aimed(state)
    assert [
        m.amount for m in tank_fire.hit_modifiers(state, shell, False, DUG) if m.clause == "ASL-B27.3"
    ] == [2]
    do(state, "done", "dr 5 3")
    assert shell_effects.hit_units(state, state.stack[-1]) == [UNIT["g02"]]
    both = attack(units, foxholes=HOLE)
    aimed(both)
    do(both, "done", "dr 3 3")
    assert shell_effects.hit_units(both, both.stack[-1]) == [UNIT["g01"], UNIT["g02"]]


@pytest.mark.clause("FF-O9")
def test_the_chances_are_those_of_each_target() -> None:
    """7 of 36 rolls of 8 or less are above 6: so much likelier is who is in the foxhole to be missed."""
    units = {"g01": f"{THERE} 5-4-8 foxhole", "g02": f"{THERE} 5-4-8"}
    state = attack(units, foxholes=HOLE)
    odds = tank_odds.shell_chances(state, aimed(state))
    inside, outside = (odds.targets[UNIT[name]] for name in ("g01", "g02"))
    assert sum(inside.values()) == 1 == sum(outside.values())
    assert inside["unharmed"] > outside["unharmed"]
    alone = attack({"g01": f"{THERE} 5-4-8 foxhole"}, foxholes=HOLE)
    assert total(tank_odds.shell_chances(alone, aimed(alone)).modifiers) == 2


@pytest.mark.clause("ASL-C3.71")
def test_a_critical_hit_turns_the_foxhole_round() -> None:
    state = attack({"g01": f"{THERE} 5-4-8 foxhole"}, foxholes=HOLE)
    shell = aimed(state)
    assert (
        shell_effects.effect_drm(state, shell, True, DUG) == -2
        and shell_effects.effect_drm(state, shell, True, UPRIGHT) == 0
    )


@pytest.mark.clause("ASL-B30.2")
@pytest.mark.parametrize(("spine", "cover"), [(4, 3), (1, 5)])
def test_a_pillbox_covers_from_the_machine_guns_of_a_tank(spine: int, cover: int) -> None:
    """Its arc points west, at the tank, or east."""
    works = ((name_of("2+3+5", spine), int(GRID.hex(THERE))),)
    state = attack({"g01": f"{THERE} 5-4-8 foxhole"}, foxholes=HOLE, works=works)
    assert total(tank_guns.modifiers(state, burst_at(state))) == cover


@pytest.mark.clause("ASL-B23.9")
def test_a_secretly_fortified_building_is_cover_against_shells() -> None:
    """Dice that just hit who is in the building do not hit who is in the strongpoint, and show it."""
    house = next(GRID.name[h] for h in GRID.name if _is_target_house(h))
    for fortified, hit in ((0, True), (1 << GRID.hex(house), False)):
        at = {"g01": f"{house} 5-4-8"}
        tank = {"uv1": f"{_before(house)} M4A1 {_spine(house)} exposed"}
        state = fight(
            at, "prep fire", "us", vehicles=tank, scene="phd-3", all_found=True, fortified=[0, fortified]
        )
        shell = aimed(state, house)
        need = tank_fire.number_to_hit(state, shell) - total(
            tank_fire.hit_modifiers(state, shell, False, UPRIGHT)
        )
        colored = min(6, need - 1)
        do(state, "done", f"dr {colored} {need - colored}")
        assert isinstance(state.stack[-1], Shell) is hit  # a miss is over
        assert bool(state.forts_found[1]) is not hit


def _spots(house: int) -> list[tuple[int, int]]:
    """Open hexes three hexes off from which a house is seen on its level, and the hexspine towards it."""
    area, found = SCENE_OF[("phd-3", "us")].area, []
    for at in GRID.name:
        open_ = (
            area >> at & 1
            and going.CODE[at] == "open"
            and at not in GRID.ground
            and not going.own_hexsides(at)
        )
        near = open_ and GRID.distance(at, house) == 3 and not going.hexside_tem(at, house)
        if near and going.BOTTOM[at] == going.BOTTOM[house]:
            seen = sight(Place(at), Place(house))
            spines = [n for n in range(6) if is_covered(at, n, house)]
            found += [(at, spines[0])] if seen.is_unit_seen and not seen.hindrance else []
    return found


def _is_target_house(house: int) -> bool:
    return house not in GRID.ground and bool(BUILDINGS >> house & 1) and bool(_spots(house))


def _before(house: str) -> str:
    return GRID.name[_spots(GRID.hex(house))[0][0]]


def _spine(house: str) -> str:
    word = SPINES[_spots(GRID.hex(house))[0][1]]
    return f"{word} {word}"


@pytest.mark.clause("ASL-B9.21")
def test_shells_over_a_hedge_do_not_reach_the_foxhole() -> None:
    """As in `test_fight_foxholes`: F7 lies behind bocage from G5."""
    hidden: list[Any] = [(), ((GRID.hex("F7"), 1),)]
    state = fight({"u01": "G5 6-6-6", "g01": "F7 5-4-8 foxhole concealed"}, dug=hidden)
    assert not is_reached(state, UNIT["g01"], "us", GRID.hex("G5"))
    assert is_reached(state, UNIT["u01"], "german", GRID.hex("F7"))


@pytest.mark.clause("FF-O16")
def test_what_is_judged_does_not_depend_on_who_is_there() -> None:
    dug, plain = (
        attack({"g01": f"{THERE} 5-4-8 foxhole concealed"}),
        attack({"g01": f"{THERE} 5-4-8 concealed"}),
    )
    assert stances(dug) == stances(plain) and stances(plain)[0] == UPRIGHT and DUG in stances(plain)
    assert not set(GUNNERS) & set(stances(plain))
