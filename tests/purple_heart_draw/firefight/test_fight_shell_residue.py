"""ASL-A8.25: what shells leave in the hex of a vehicle, and how strong the collateral attack of each kind is."""

from __future__ import annotations

import pytest

from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.firefight.position import Shell
from grognard.games.purple_heart_draw.firefight.tables import column_of, result
from grognard.games.purple_heart_draw.firefight.tank_shot import collateral_result

from .fight import do, fight

E17 = GRID.number["E17"]
TANKS = {"uv1": "C17 M4A1 NE-SE NE-SE exposed", "gv1": "E17 StuG S-SW S-SW"}


@pytest.mark.clause("ASL-A8.25")
@pytest.mark.parametrize(
    ("ammo", "kill", "left"), [("HE", "dr 6 4", {E17: 6}), ("HE", "dr 6 6", {}), ("AP", "dr 6 5", {})]
)
def test_he_at_a_vehicle_leaves_residual_firepower(ammo: str, kill: str, left: dict[int, int]) -> None:
    """75mm HE strikes on the 12 column: 6 stay; nothing of a Dud, nor of AP."""
    state = do(fight({}, "movement", "german", vehicles=TANKS, all_found=True), "drive gv1", "start")
    do(state, "shell uv1 E17", *(["load HE"] if ammo == "HE" else []), "done", "dr 6 1", kill)
    assert dict(state.residual) == left


@pytest.mark.clause("ASL-A8.25")
@pytest.mark.clause("ASL-A8.26")
@pytest.mark.parametrize(("hatch", "left"), [("exposed", 6), ("", 4)])
def test_a_buttoned_up_crew_leaves_less(hatch: str, left: int) -> None:
    """1 more on its dice (Case I) is a step less: 6, then 4."""
    tanks = TANKS | {"uv1": f"C17 M4A1 NE-SE NE-SE {hatch}"}
    state = do(fight({}, "movement", "german", vehicles=tanks, all_found=True), "drive gv1", "start")
    do(state, "shell uv1 E17", "load HE", "done", "dr 5 1", "dr 6 4")
    assert dict(state.residual) == {E17: left}


@pytest.mark.clause("ASL-D.8")
@pytest.mark.clause("ASL-C8.31")
@pytest.mark.parametrize(
    ("weapon", "ammo", "power"), [("105", "HEAT", 16), ("105", "HE", 20), ("75", "AP", 2), ("50L", "APCR", 1)]
)
def test_the_firepower_of_a_collateral_attack(weapon: str, ammo: str, power: int) -> None:
    for dice in (3, 5, 7):
        shot = Shell(side="us", hex=int(E17), kind="prep", weapon=weapon, ammo=ammo, effect=(1, dice - 1))
        assert collateral_result(shot, 0) == result(column_of(power), dice)
