"""FF-IN, FF-OUT: wire, trenches, roadblocks, bought Breaches and booby traps of a mission in the firefight."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.core.hexes import members
from grognard.games.purple_heart_draw.board import DIRECTIONS, GRID, SIDES_OF
from grognard.games.purple_heart_draw.fight import carry_back, new_fight
from grognard.games.purple_heart_draw.firefight.forces import UNIT
from grognard.games.purple_heart_draw.firefight.foxholes import uncover
from grognard.games.purple_heart_draw.firefight.obstacles import remove
from grognard.games.purple_heart_draw.firefight.pillboxes import destroy, is_inside
from grognard.games.purple_heart_draw.firefight.position import CX, FOXHOLE, ON_WIRE, PIN, TI
from grognard.games.purple_heart_draw.firefight.strongpoint import is_fortified, is_secretly
from grognard.games.purple_heart_draw.firefight.strongpoint import uncover as discover

from .build import add, bare

HEX = GRID.number
GERMAN = 1


def mission() -> Any:
    """A German squad in a hidden trench, wire, a roadblock, mines and booby traps; a Breach of the US."""
    state: Any = bare(us=["M15"], german=["L17"], tactical_source="firefight")
    add(state, "u001", "6-6-6", "K10", "", "", open_=True)
    add(state, "g001", "5-4-8", "L16", "hidden", "", open_=False)
    way = next(n for n in range(6) if SIDES_OF["bocage"][n])
    hedge = min(h for h in HEX.values() if SIDES_OF["bocage"][way] >> h & 1)
    own = state.__dict__
    own["forts"][GERMAN] = (("roadblock.N", HEX["L20"]), ("wire", HEX["K16"]))
    own["buried"][GERMAN] = (("ap_mines.12", HEX["J16"]), ("trench", HEX["L16"]), ("wire", HEX["K17"]))
    own["forts"][0] = ((f"bocage_breach.{DIRECTIONS[way]}", hedge),)
    own["booby"] = "B"
    state.derive()
    return state


@pytest.mark.clause("FF-IN")
@pytest.mark.clause("ASL-B27.5")
@pytest.mark.clause("ASL-B26")
def test_works_come_into_the_fight() -> None:
    fight = new_fight(mission())
    assert fight.works == (("roadblock.N", HEX["L20"]), ("wire", HEX["K16"]))
    assert fight.buried[GERMAN] == (("trench", HEX["L16"]), ("wire", HEX["K17"]))
    assert fight.booby == "B" and len(fight.breaches) == 2
    assert dict(fight.dug[GERMAN])[HEX["L16"]] == 3 and fight.flags[UNIT["g01"]] & FOXHOLE


@pytest.mark.clause("FF-OUT")
def test_an_unfought_fight_gives_them_back() -> None:
    state = mission()
    before = [list(state.forts), list(state.buried)]
    carry_back(state, new_fight(state))
    assert [list(state.forts), list(state.buried)] == before


@pytest.mark.clause("FF-OUT")
@pytest.mark.clause("ASL-B24.7")
@pytest.mark.clause("ASL-C1.55.ref")
def test_what_was_found_cleared_or_churned_is_carried_back() -> None:
    state = mission()
    fight = new_fight(state)
    uncover(fight, "german", HEX["L16"])
    remove(fight, ("wire", HEX["K16"]), "ASL-B24.7")
    fight.__dict__["mines"][GERMAN] = ((HEX["J16"], 8),)
    carry_back(state, fight)
    assert state.forts[GERMAN] == (("roadblock.N", HEX["L20"]), ("trench", HEX["L16"]))
    assert state.buried[GERMAN] == (("ap_mines.8", HEX["J16"]), ("wire", HEX["K17"]))


@pytest.mark.clause("FF-OUT")
@pytest.mark.clause("PHD-TM18.ff")
def test_a_breach_blown_in_the_fight_stays() -> None:
    """Once, whichever of its hexes the charge lay in, and for the side that stands there."""
    state = mission()
    fight = new_fight(state)
    bought = state.forts[0]
    here = fight.at[UNIT["u01"]]
    there = GRID.step(here, DIRECTIONS.index("N"))
    fight.__dict__["breaches"] = tuple(sorted({*fight.breaches, (here, there), (there, here)}))
    carry_back(state, fight)
    one, way = min((here, "N"), (there, "S"))
    assert set(state.forts[0]) == {*bought, (f"bocage_breach.{way}", one)}
    again = new_fight(state)
    assert set(again.breaches) == set(fight.breaches)
    before = [list(state.forts), list(state.buried)]
    carry_back(state, again)
    assert [list(state.forts), list(state.buried)] == before


@pytest.mark.clause("FF-IN")
@pytest.mark.clause("FF-OUT")
@pytest.mark.clause("ASL-B23.9")
def test_several_fortified_buildings_fight() -> None:
    state = mission()
    own, fort = state.__dict__, "fortified_building"
    own["forts"][GERMAN] = ((fort, HEX["L17"]),)
    own["buried"][GERMAN] = ((fort, HEX["B16"]), (fort, HEX["CC7"]))
    state.derive()
    fight = new_fight(state)
    assert set(members(fight.fortified[GERMAN])) == {HEX["L17"], HEX["B16"], HEX["CC7"]}
    assert members(fight.forts_found[GERMAN]) == [HEX["L17"]] and is_fortified(fight, HEX["L17"])
    assert is_secretly(fight, "german", HEX["B16"]) and not is_fortified(fight, HEX["B16"])
    discover(fight, "german", HEX["CC7"])
    carry_back(state, fight)
    assert set(state.forts[GERMAN]) == {(fort, HEX["CC7"]), (fort, HEX["L17"])}
    assert state.buried[GERMAN] == ((fort, HEX["B16"]),)


@pytest.mark.clause("FF-O19")
def test_markers_of_the_fight_do_not_come_out_of_it() -> None:
    """SMOKE, Residual FP and what is pinned, exhausted or busy are dropped; the works stay."""
    state = mission()
    before = (state.to_json(), state.status[:])
    fight = new_fight(state)
    fight.__dict__["smoke"] = ((HEX["K16"], 2, "smoke"),)
    fight.__dict__["residual"] = ((HEX["K16"], 4),)
    fight.__dict__["flags"][UNIT["u01"]] |= PIN | CX | TI | ON_WIRE
    carry_back(state, fight)
    assert (state.to_json(), state.status[:]) == before


def with_pillbox(hidden: bool) -> Any:
    """A German squad in a pillbox of L16, found by the enemy or not."""
    state: Any = bare(us=["M15"], german=["L17"], tactical_source="firefight")
    add(state, "u001", "6-6-6", "K10", "", "", open_=True)
    add(state, "g001", "5-4-8", "L16", "hidden" if hidden else "", "", open_=not hidden)
    rows = (("pillbox.2+3+5", HEX["L16"]),)
    state.__dict__["buried" if hidden else "forts"][GERMAN] = rows
    state.derive()
    return state


@pytest.mark.clause("FF-IN")
@pytest.mark.clause("ASL-B30")
@pytest.mark.parametrize("hidden", [True, False])
def test_a_pillbox_comes_into_the_fight_with_an_arc_and_goes_back(hidden: bool) -> None:
    state = with_pillbox(hidden)
    before = [list(state.forts), list(state.buried)]
    fight = new_fight(state)
    rows = fight.buried[GERMAN] if hidden else fight.works
    assert rows in tuple(((f"pillbox.2+3+5.{arc}", HEX["L16"]),) for arc in ("N-NE", "NW-N"))
    assert dict(fight.dug[GERMAN] if hidden else fight.foxholes)[HEX["L16"]] == 2
    assert is_inside(fight, UNIT["g01"])
    carry_back(state, fight)
    assert [list(state.forts), list(state.buried)] == before


@pytest.mark.clause("FF-OUT")
@pytest.mark.clause("ASL-B30.92")
def test_a_pillbox_that_was_found_lies_open_and_one_destroyed_is_gone() -> None:
    state = with_pillbox(hidden=True)
    fight = new_fight(state)
    uncover(fight, "german", HEX["L16"])
    carry_back(state, fight)
    assert state.forts[GERMAN] == (("pillbox.2+3+5", HEX["L16"]),) and not state.buried[GERMAN]
    other = with_pillbox(hidden=False)
    fight = new_fight(other)
    destroy(fight, HEX["L16"])
    carry_back(other, fight)
    assert not other.forts[GERMAN]
