"""Buildings that fell in an earlier scenario, and anti-tank mines under Infantry."""

from __future__ import annotations

import pytest

from grognard.core.hexes import Hexes
from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.firefight.bypass import may_pass
from grognard.games.purple_heart_draw.firefight.checks import rally_modifiers
from grognard.games.purple_heart_draw.firefight.eyes import ground, is_adjacent
from grognard.games.purple_heart_draw.firefight.forces import UNIT
from grognard.games.purple_heart_draw.firefight.going import in_hex_tem, near
from grognard.games.purple_heart_draw.firefight.grenades import cost_now
from grognard.games.purple_heart_draw.firefight.position import Moving
from grognard.games.purple_heart_draw.firefight.routing import goals
from grognard.games.purple_heart_draw.firefight.rubble import rout_ground

from .fight import do, fight, listed, rulings, where

HOUSE = GRID.hex("M14")
UNITS = {"u01": "M14 6-6-6", "g01": "A20 5-4-8", "u02": "A8 8-1"}
FALLEN = {"rubble": Hexes(1 << HOUSE)}


@pytest.mark.clause("ASL-B24")
def test_rubble_costs_3_mf_and_has_the_cover_of_the_building() -> None:
    whole, fallen = fight(UNITS, "movement"), fight(UNITS, "movement", **FALLEN)
    for hex_ in near(HOUSE):
        before = cost_now(whole, hex_, HOUSE)
        assert before is None or cost_now(fallen, hex_, HOUSE) in (before + 2, before + 4, before)
    level = next(h for h in near(HOUSE) if cost_now(whole, h, HOUSE) == 4)  # 2 MF, on one level
    assert cost_now(fallen, level, HOUSE) == 6 and in_hex_tem(HOUSE) >= 2
    assert ground(fallen).rubble >> HOUSE & 1


@pytest.mark.clause("ASL-B24")
def test_rubble_has_no_upper_level() -> None:
    whole, fallen = fight(UNITS, "movement"), fight(UNITS, "movement", **FALLEN)
    up = GRID.upper[HOUSE]
    assert cost_now(whole, HOUSE, up) == 2 and cost_now(fallen, HOUSE, up) is None
    assert is_adjacent(whole, HOUSE, up) and not is_adjacent(fallen, HOUSE, up)
    assert "go M14/1" in listed(do(whole, "lead u01"), "go")
    assert rulings(do(fallen, "lead u01"), "go M14/1") == {"ASL-A4.13"}


@pytest.mark.clause("ASL-B24")
def test_rubble_is_no_cover_for_rout_and_rally_and_is_not_bypassed() -> None:
    units = {**UNITS, "u01": "M14 6-6-6 broken", "u03": "N14 6-6-6 broken dm", "g02": "N16 5-4-8"}
    whole, fallen = fight(units, "rout"), fight(units, "rout", **FALLEN)
    assert rally_modifiers(fallen, UNIT["u01"]) == rally_modifiers(whole, UNIT["u01"]) + 1
    assert goals(whole, UNIT["u03"]) >> HOUSE & 1
    assert rout_ground(whole) >> HOUSE & 1 and not rout_ground(fallen) >> HOUSE & 1
    at = GRID.hex("N14")
    way = Moving(units=(UNIT["u03"],), origin=at)
    assert may_pass(whole, way, at, HOUSE) and not may_pass(fallen, way, at, HOUSE)


@pytest.mark.clause("ASL-B28.5")
def test_anti_tank_mines_do_not_attack_infantry() -> None:
    mined = [(), ((GRID.hex("M18"), 5),)]
    state = fight({"u01": "M17 6-6-6", "g01": "A20 5-4-8"}, "movement", at_mines=mined)
    do(state, "move u01 M18")
    assert where(state, "u01") == "M18" and not state.at_mines_found and "mines" not in state.purpose
