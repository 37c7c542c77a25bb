"""The fortified building of PHD-3."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.firefight.forces import UNIT
from grognard.games.purple_heart_draw.firefight.options import DEFAULT
from grognard.games.purple_heart_draw.firefight.position import Attack, Firefight
from grognard.games.purple_heart_draw.firefight.screen import screen
from grognard.games.purple_heart_draw.firefight.setup import deal
from grognard.games.purple_heart_draw.firefight.shots import Exposure, modifiers
from grognard.web.purple_heart_draw_firefight.game_view import stacks

from .fight import do, fight, flags, listed, rulings, where

UNITS = {"u01": "L16 6-6-6", "u02": "M17 6-6-6", "g01": "L17 5-4-8"}
GERMAN = Firefight.sides.index("german")


def house(units: Any = UNITS, at: str = "prep fire", found: bool = False, **more: Any) -> Any:
    fort = [1 << GRID.hex("L17") if n == GERMAN else 0 for n in range(2)]
    return fight(units, at, fortified=fort, forts_found=fort if found else [0, 0], all_found=True, **more)


@pytest.mark.clause("PHD-3.ssr.5.ff")
@pytest.mark.refuses("PHD-3.ssr.5.ff")
def test_one_building_is_fortified_in_secret() -> None:
    state = do(deal("phd-3-infantry", DEFAULT), "fortify AA8", "fortify CC7")
    assert state.fortified[GERMAN] == 1 << GRID.hex("CC7") and "CC7" in screen(state, "german")
    assert "fortified" not in screen(state, "us") and "fortified" not in str(stacks(state.known_to("us")))
    assert "fortified" in str(stacks(state.known_to("german")))
    assert rulings(state, "fortify CC8") == {"PHD-3.ssr.5.ff"}
    assert "PHD-3.ssr.5.ff" in rulings(deal("phd-2-infantry", DEFAULT), "fortify M15")


@pytest.mark.clause("ASL-B23.9")
def test_its_cover() -> None:
    state, known = house(), house(found=True)
    attack = Attack(side="us", hex=GRID.hex("L17"), kind="prep", firers=(UNIT["u02"],))
    assert [m.amount for m in modifiers(state, attack)] == [2]  # a secret
    assert [m.amount for m in modifiers(known, attack)] == [3]
    assert [m.amount for m in modifiers(state, attack, Exposure(fort=True))] == [3]


@pytest.mark.clause("ASL-B23.9")
@pytest.mark.parametrize(("dice", "found"), [("dr 1 4", True), ("dr 5 6", False)])
def test_it_comes_to_light_where_it_changes_the_result(dice: str, found: bool) -> None:
    state = do(house(), "fire u02 L17", dice)
    assert bool(state.forts_found[GERMAN]) == found


@pytest.mark.clause("ASL-B23.922")
@pytest.mark.refuses("ASL-B23.922")
def test_it_is_closed_while_it_is_held() -> None:
    state = house(at="advance", found=True)
    assert rulings(state, "advance u01 L17") == {"ASL-B23.922"}
    pinned = house({**UNITS, "g01": "L17 5-4-8 pinned"}, at="advance", found=True)
    assert "advance u01 L17" in listed(pinned, "advance")


@pytest.mark.clause("ASL-B23.922")
def test_who_tries_to_enter_finds_it() -> None:
    state = do(house(at="advance"), "advance u01 L17")
    assert where(state, "u01") == "L16" and state.forts_found[GERMAN] == 1 << GRID.hex("L17")
    assert "advanced" in flags(state, "u01") and rulings(state, "advance u02 L17") == {"ASL-B23.922"}


@pytest.mark.clause("ASL-B23.922")
def test_a_mover_runs_into_it() -> None:
    state = house({**UNITS, "g01": "L17 5-4-8 concealed"}, "movement")
    do(state, "move u01 L17")
    assert where(state, "u01") == "L16" and state.forts_found[GERMAN] == 1 << GRID.hex("L17")
