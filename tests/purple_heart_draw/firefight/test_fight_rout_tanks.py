"""Routs from vehicles, and away from every Known enemy; weapons left before a withdrawal; Disrupted enemies."""

from __future__ import annotations

import pytest

from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.firefight.forces import GUN, UNIT
from grognard.games.purple_heart_draw.firefight.routing import may_step, must_rout
from grognard.games.purple_heart_draw.firefight.tank_watch import reach_of

from .fight import do, fight, listed, rulings, where

TANK = "C17 M4A1 NE-SE NE-SE"


@pytest.mark.clause("ASL-A10.5")
@pytest.mark.clause("ASL-A10.62")
def test_a_vehicle_makes_a_broken_unit_rout() -> None:
    """Beside it, and in the open in its sight; not without a crew, and not far away out of sight."""
    for words, must in (("", True), ("abandoned", False), ("stunned", False)):
        state = fight({"g01": "D17 5-4-8 broken"}, "rally", "us", vehicles={"uv1": f"{TANK} {words}"})
        assert must_rout(state, UNIT["g01"]) is must
    far = fight({"g01": "E17 5-4-8 broken"}, "rally", "us", vehicles={"uv1": TANK})
    assert must_rout(far, UNIT["g01"])
    away = fight({"g01": "Z30 5-4-8 broken"}, "rally", "us", vehicles={"uv1": TANK})
    assert not must_rout(away, UNIT["g01"])


@pytest.mark.clause("ASL-A10.5")
@pytest.mark.clause("ASL-D1.8")
def test_how_far_its_weapons_reach() -> None:
    """16 hexes with the gun; 12 with the turret machine gun, 8 with the bow gun alone."""
    for words, reach in (("", 16), ("gun_broken", 12), ("gun_broken cmg_broken", 8)):
        state = fight({"g01": "Z30 5-4-8"}, "rout", "us", vehicles={"uv1": f"{TANK} {words}"})
        assert reach_of(state, 0) == reach


@pytest.mark.clause("ASL-A19.12")
def test_disrupted_units_rout_from_vehicles_alone() -> None:
    """With a squad beside it as well it stays, also if another enemy there is in Melee. B16 is no Open Ground."""
    tank = {"uv1": "B17 M4A1 NE-SE NE-SE"}
    broken = {"g01": "B16 5-4-8 broken disrupted"}
    assert must_rout(fight(broken, "rally", "us", vehicles=tank), UNIT["g01"])
    melee = {"u01": "A16 6-6-6 melee", "g02": "A16 4-4-7 melee"}
    for more, must in (({"u01": "A16 6-6-6"}, False), (melee, True)):
        assert must_rout(fight(broken | more, "rally", "us", vehicles=tank), UNIT["g01"]) is must
    both = {**melee, "u02": "B17 6-6-6"}
    assert not must_rout(fight(broken | both, "rally", "us"), UNIT["g01"])


@pytest.mark.clause("ASL-A10.51")
def test_no_way_leads_beside_a_known_enemy() -> None:
    """A broken squad and a leader count, and so does a vehicle with its crew; a "?" does not."""
    a, b = GRID.number["E17"], GRID.number["D17"]  # C17 is next to D17
    for words in ("6-6-6 broken", "9-1", "6-6-6"):
        state = fight({"g01": "E17 5-4-8 broken", "u01": f"C17 {words}"}, "rally", "us")
        assert not may_step(state, "german", a, b), words
    covered = fight({"g01": "E17 5-4-8 broken", "u01": "C17 6-6-6 concealed"}, "rally", "us")
    assert may_step(covered, "german", a, b)
    for words, may in (("", False), ("abandoned", True)):
        state = fight({"g01": "E17 5-4-8 broken"}, "rally", "us", vehicles={"uv1": f"{TANK} {words}"})
        assert may_step(state, "german", a, b) is may


@pytest.mark.clause("ASL-A4.43")
@pytest.mark.refuses("ASL-A4.43")
def test_a_unit_leaves_its_weapon_before_it_withdraws() -> None:
    """Of two machine guns one is left; a pinned unit does not withdraw, and keeps what it has."""
    units = {"u01": "M17 6-6-6 melee", "g01": "M17 5-4-8 melee", "g02": "A19 5-4-8"}
    guns = {"umg1": "MMG u01", "umg2": "HMG u01"}
    state = fight(units, "close combat", guns=guns)
    assert listed(state, "shed") == {"shed umg1", "shed umg2"}
    do(state, "shed umg2", "withdraw u01 M16")
    assert GRID.name[state.gun_at[GUN["umg2"]]] == "M17" and state.holder[GUN["umg1"]] == UNIT["u01"]
    pinned = fight(units | {"u01": "M17 6-6-6 melee pinned"}, "close combat", guns=guns)
    assert not listed(pinned, "shed") and "ASL-A4.43" in rulings(pinned, "shed umg1")


@pytest.mark.clause("ASL-A11.2")
def test_nobody_withdraws_into_the_hex_of_a_vehicle() -> None:
    units = {"u01": "M17 6-6-6 melee", "g01": "M17 5-4-8 melee"}
    state = fight(units, "close combat", vehicles={"gv1": "M16 StuG NE-SE NE-SE"})
    assert rulings(state, "withdraw u01 M16") == {"ASL-A11.2"} and where(state, "u01") == "M17"


@pytest.mark.clause("ASL-A4.14")
@pytest.mark.clause("ASL-A19.12")
@pytest.mark.refuses("ASL-A4.14")
def test_a_location_with_disrupted_enemies_is_entered() -> None:
    """They surrender in the Rout Phase. One who is broken alone, or unbroken beside them, keeps the movers out."""
    far = {"u01": "M16 6-6-6", "g02": "A19 5-4-8"}
    for words in ("broken dm", ""):
        state = fight(far | {"g01": f"M17 5-4-8 {words}"}, "movement", all_found=True)
        assert rulings(state, "move u01 M17") == {"ASL-A4.14"}
    lost = {"g01": "M17 5-4-8 broken dm disrupted"}
    both = fight(far | lost | {"g03": "M17 5-4-8"}, "movement", all_found=True)
    assert rulings(both, "move u01 M17") == {"ASL-A4.14"}
    state = do(fight(far | lost, "movement", all_found=True), "move u01 M17")
    while state.step.name != "surrender":
        do(state, "done")
    assert listed(state, "capture") == {"capture u01 g01"}
