"""ASL-A8.25, ASL-A8.26: what shells leave in the hex of a vehicle and its machine guns in that of a mover, and
how strong the collateral attack of each kind is.
"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.firefight.position import Shell
from grognard.games.purple_heart_draw.firefight.shell_effects import collateral_result
from grognard.games.purple_heart_draw.firefight.tables import column_of, result

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


MOVER = {"g01": "F17 5-4-8"}
HEX_SMOKE = ((GRID.number["D17"], 1, "smoke"),)


def raked(tank: str, dice: str = "dr 3 4", **facts: Any) -> dict[int, int]:
    """The Residual FP of an M4A1 in C17 that fires its machine guns at a squad that has come to E17."""
    state = fight(MOVER, "movement", "german", vehicles={"uv1": f"C17 M4A1 NE-SE NE-SE {tank}"}, **facts)
    do(state, "move g01 E17", "strafe uv1 E17", "done", dice)
    return dict(state.residual)


@pytest.mark.clause("ASL-A8.2")
@pytest.mark.clause("ASL-A8.26")
def test_the_residual_firepower_of_machine_guns_of_a_vehicle() -> None:
    """2 + 4 + 4 FP on the 8 column leave 4; 1 for a crew that was stunned, or for SMOKE between them, is a step
    less: 2. Buttoned up, 2 + 4 FP on the 6 column leave 2: that costs firepower, and no dice.
    """
    assert raked("exposed", all_found=True) == {E17: 4}
    assert raked("exposed shaken", all_found=True) == {E17: 2}
    assert raked("exposed", all_found=True, smoke=HEX_SMOKE) == {E17: 2}
    assert raked("exposed shaken", all_found=True, smoke=HEX_SMOKE) == {E17: 1}
    assert raked("", all_found=True) == {E17: 2}


@pytest.mark.clause("ASL-A8.221")
@pytest.mark.clause("ASL-A19.131")
def test_machine_guns_that_jam_leave_no_residual_firepower() -> None:
    assert raked("exposed", "dr 6 6", all_found=True) == {}
    assert raked("exposed", "dr 6 5", all_found=True) == {E17: 4}
    assert raked("exposed shortage", "dr 6 5", all_found=True) == {}


@pytest.mark.clause("ASL-A8.2")
@pytest.mark.clause("ASL-A12.13")
def test_fire_at_a_marker_leaves_half_of_the_column_it_used() -> None:
    """A 5-4-8 has 2.5 FP against a "?": the 2 column leaves 1. An M4A1 has 5: the 4 column leaves 2."""
    squad = fight({"u01": "A18 6-6-6 concealed", "g01": "E17 5-4-8"}, "movement", all_found=True)
    do(squad, "sneak A18", "assault", "go B18", "fire g01 B18", "dr 6 4")
    assert dict(squad.residual) == {GRID.number["B18"]: 1}
    tank = {"uv1": "E17 M4A1 SW-NW SW-NW exposed"}
    state = fight({"g01": "A18 5-4-8 concealed"}, "movement", "german", vehicles=tank, all_found=True)
    do(state, "sneak A18", "assault", "go B18", "strafe uv1 B18", "done")
    assert "machine guns at B18, 5 FP, +1" in state.purpose
    do(state, "dr 6 4")
    assert dict(state.residual) == {GRID.number["B18"]: 2}
