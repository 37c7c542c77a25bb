"""FF-IN, FF-O18: single Guns followed from the mission into its fights and back."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from grognard.core.hexes import Hex
from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.fight import carry_back, new_fight, plan
from grognard.games.purple_heart_draw.fight_guns import FIGHT_GUN
from grognard.games.purple_heart_draw.firefight.forces import UNIT
from grognard.games.purple_heart_draw.firefight.guns import is_emplaced
from grognard.games.purple_heart_draw.firefight.position import G_EMPLACED, JAMMED, Firefight, fact
from grognard.games.purple_heart_draw.gear import perish
from grognard.games.purple_heart_draw.pieces import GUNS, NUMBER_OF
from grognard.games.purple_heart_draw.position import Facing, PurpleHeartDraw
from grognard.games.purple_heart_draw.units import show_cover

from .build import bare
from .test_fight import OPTION, everything, put_down

CREW = NUMBER_OF["g001"]


def scene(gear: str = "5cm_PaK_38", status: str = "hidden", at: str | None = "N22") -> PurpleHeartDraw:
    state = bare(us=["M15"], german=["L17"], **OPTION)
    put_down(state, "u001", "6-6-6", "K10")
    put_down(state, "g001", "2-2-8", at, status if at else "", gear)
    put_down(state, "g002", "2-2-8", "M24", "concealed", "8cm_GrW_34")
    state.derive()
    show_cover(state, "german", "PHD-C5.41")
    return state


def gun(fight: Firefight, id_: str) -> int:
    return next(g for g in fight.armory if fight.gun_kind[g] == id_)


def test_every_gun_of_the_campaign_is_known_to_the_fight() -> None:
    assert set(FIGHT_GUN) == set(GUNS)


@pytest.mark.clause("FF-IN")
def test_a_gun_comes_in_with_its_crew() -> None:
    """Emplaced, hidden as it was, pointing north unless its side said otherwise."""
    state = scene("5cm_PaK_38!")
    fight = new_fight(state)
    pak = gun(fight, "50L")
    assert fight.holder[pak] == UNIT["g01"] and fight.kind[UNIT["g01"]] == "2-2-8"
    assert fight.gun_flags[pak] == JAMMED | G_EMPLACED and is_emplaced(fight, pak)
    assert fight.pointing[pak] == 5 and not fight.guns_open >> pak & 1 and not fight.gun_spent[pak]
    state.__dict__["facing"][CREW] = Facing("E", "E")
    assert new_fight(state).pointing[pak] == 1


@pytest.mark.clause("FF-OUT")
@pytest.mark.parametrize("gear", ["5cm_PaK_38", "5cm_PaK_38!", "5cm_PaK_38~", "5cm_PaK_38=", "5cm_PaK_38x"])
def test_a_gun_that_nobody_disturbs_comes_back_as_it_went(gear: str) -> None:
    state = scene(gear)
    before = everything(state)
    carry_back(state, new_fight(state))
    assert everything(state) == before


@pytest.mark.clause("FF-IN")
def test_a_gun_off_the_map_stands_aside() -> None:
    assert [u for u in plan(scene(at=None)).units if u == CREW] == []


@pytest.mark.clause("FF-O18")
def test_a_gun_that_turned_and_fired_off_its_shells() -> None:
    state = scene()
    fight = new_fight(state)
    pak = gun(fight, "50L")
    fight.set_at(fact.pointing, pak, 0, "ASL-C5.1")
    fight.set_at(fact.gun_spent, pak, "APCR", "ASL-C8.9")
    carry_back(state, fight)
    assert str(state.facing[CREW]) == "NE" and state.gear[CREW] == ("5cm_PaK_38~",)
    again = new_fight(state)
    assert again.gun_spent[gun(again, "50L")] == "APCR" and again.pointing[gun(again, "50L")] == 0


@pytest.mark.clause("FF-O18")
@pytest.mark.clause("PHD-C5.31.note.z")
def test_a_lost_crew_leaves_its_gun_where_it_stood() -> None:
    state = scene()
    fight = new_fight(state)
    pak = gun(fight, "50L")
    fight.set_at(fact.holder, pak, -1, "ASL-C2.1")
    fight.set_at(fact.gun_at, pak, GRID.hex("N22"), "ASL-C2.1")
    fight.set_at(fact.kind, UNIT["g01"], "", "ASL-A7.301")
    fight.set_at(fact.at, UNIT["g01"], -1, "ASL-A7.301")
    carry_back(state, fight)
    assert not state.kind[CREW] and state.dropped == (("german.5cm_PaK_38", GRID.number["N22"]),)
    assert list(state.crews_lost) == [0, 1]


@pytest.mark.clause("FF-O18")
def test_a_hidden_gun_that_was_shown_is_marked() -> None:
    """PHD-TM15: it may never hide again."""
    state = scene()
    fight = new_fight(state)
    fight.set_at(fact.flags, UNIT["g01"], 0, "ASL-A12.34")
    fight.set(fact.open, fight.open | 1 << UNIT["g01"], "ASL-A12.34")
    carry_back(state, fight)
    assert state.gear[CREW] == ("5cm_PaK_38=",)


def _with_the_enemy(fight: Firefight, pak: int) -> None:
    fight.set_at(fact.holder, pak, UNIT["u01"], "ASL-A21.1")


def _nobody(fight: Firefight, pak: int) -> None:
    fight.set_at(fact.holder, pak, -1, "ASL-A21.1")
    fight.set_at(fact.gun_at, pak, Hex(GRID.number["N22"]), "ASL-A21.1")


def _gone(fight: Firefight, pak: int) -> None:
    fight.set_at(fact.holder, pak, -1, "ASL-C11.4")
    fight.set_at(fact.gun_kind, pak, "", "ASL-C11.4")


@pytest.mark.clause("FF-O18")
@pytest.mark.clause("PHD-C1.2")
@pytest.mark.parametrize(
    ("fate", "points", "lies", "has"),
    [
        (_gone, 2, (), ()),
        (_with_the_enemy, 2, (), ("5cm_PaK_38^",)),
        (_nobody, 0, (("german.5cm_PaK_38", GRID.number["N22"]),), ()),  # PHD-C5.15 counts it
    ],
)
def test_a_gun_that_is_lost_in_the_fight_counts(
    fate: Callable[[Firefight, int], None], points: int, lies: tuple[object, ...], has: tuple[str, ...]
) -> None:
    """Destroyed or captured there: two points for the enemy."""
    state = scene()
    fight = new_fight(state)
    fate(fight, gun(fight, "50L"))
    carry_back(state, fight)
    assert list(state.cvp) == [points, 0] and state.dropped == lies
    assert state.gear[CREW] == () and state.gear[NUMBER_OF["u001"]] == has


@pytest.mark.clause("PHD-C1.2")
@pytest.mark.parametrize("fate", [_gone, _nobody, _with_the_enemy])
def test_a_gun_captured_before_has_counted_already(fate: Callable[[Firefight, int], None]) -> None:
    """It keeps its mark where it lies, so that it is not counted a second time."""
    state = scene("")
    put_down(state, "u001", "6-6-6", "K10", gear="5cm_PaK_38^")
    fight = new_fight(state)
    fate(fight, gun(fight, "50L"))
    carry_back(state, fight)
    perish(state, "PHD-C5.15")
    assert list(state.cvp) == [0, 0]


@pytest.mark.clause("PHD-C1.2")
def test_a_gun_that_its_side_has_back_is_its_own() -> None:
    state = scene("")
    put_down(state, "u001", "6-6-6", "K10", gear="5cm_PaK_38^")
    fight = new_fight(state)
    fight.set_at(fact.holder, gun(fight, "50L"), UNIT["g01"], "ASL-A21.1")
    carry_back(state, fight)
    assert state.gear[CREW] == ("5cm_PaK_38",) and list(state.cvp) == [0, 0]
