"""FF-IN, FF-OUT: wire, trenches, roadblocks, bought Breaches and booby traps of a mission in the firefight."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.games.purple_heart_draw.board import DIRECTIONS, GRID, SIDES_OF
from grognard.games.purple_heart_draw.fight import carry_back, new_fight
from grognard.games.purple_heart_draw.firefight.forces import UNIT
from grognard.games.purple_heart_draw.firefight.foxholes import uncover
from grognard.games.purple_heart_draw.firefight.obstacles import remove
from grognard.games.purple_heart_draw.firefight.position import CX, FOXHOLE, ON_WIRE, PIN, TI

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
