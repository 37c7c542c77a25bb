"""Crest status: units at the edge of a sunken lane, gully or stream."""

from __future__ import annotations

import pytest

from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.firefight import crest_status
from grognard.games.purple_heart_draw.firefight.close import strike_modifiers
from grognard.games.purple_heart_draw.firefight.eyes import see_each_other
from grognard.games.purple_heart_draw.firefight.fire_effects import attacked
from grognard.games.purple_heart_draw.firefight.forces import UNIT
from grognard.games.purple_heart_draw.firefight.going import cost
from grognard.games.purple_heart_draw.firefight.position import Attack, Close, Firefight
from grognard.games.purple_heart_draw.firefight.routing import begin_rout
from grognard.games.purple_heart_draw.firefight.shots import cover, factors, place_of

from .fight import do, fight, flags, listed, rulings

LANE, EAST, WEST = GRID.hex("G12"), GRID.hex("H12"), GRID.hex("F12")
UNITS = {"u01": "G12 6-6-6", "u02": "C9 8-1", "g01": "A20 5-4-8"}
WAY = GRID.direction(LANE, EAST)


def crested(units: dict[str, str] = UNITS, at: str = "prep fire", **more: object) -> Firefight:
    """u01 at the crest of G12, facing H12 in the east."""
    return fight(units, at, crests=((UNIT["u01"], WAY),), **more)


@pytest.mark.clause("ASL-B20.9")
def test_movers_take_crest_status_for_2_mf() -> None:
    state = do(fight(UNITS, "movement"), "lead u01")
    assert listed(state, "perch") == {f"perch u01 {hex_}" for hex_ in ("H12", "H13", "F13", "F12")}
    do(state, "perch u01 H12")
    assert state.crests == ((UNIT["u01"], WAY),) and "moved" in flags(state, "u01")
    assert next(f.spent for f in state.stack if hasattr(f, "spent")) == 4  # half MF


@pytest.mark.clause("ASL-B20.9")
def test_cover_through_the_front_alone() -> None:
    state = crested()
    place = place_of(state, UNIT["u01"])
    assert cover(state, EAST, "us", LANE, place)[:2] == (2, "ASL-B20.9")
    assert cover(state, WEST, "us", LANE, place)[1] != "ASL-B20.9"
    assert cover(fight(UNITS), EAST, "us", LANE)[1] != "ASL-B20.9"


@pytest.mark.clause("ASL-B20.9")
def test_fire_outside_the_front_is_area_fire() -> None:
    state = crested()
    clauses = {
        hex_: {row[1] for row in factors(state, "prep", UNIT["u01"], hex_, False)} for hex_ in (EAST, WEST)
    }
    assert "ASL-B20.9" not in clauses[EAST] and "ASL-B20.9" in clauses[WEST]


@pytest.mark.clause("ASL-B20.9", "FF-LOS.7")
def test_from_the_crest_a_unit_sees_and_is_seen() -> None:
    """From E11 a unit does not see the bottom of the lane; fire at the crest spares who is IN the lane."""
    units = {**UNITS, "g02": "E11 5-4-8", "u03": "G12 6-6-6"}
    below, above = fight(units), crested(units)
    assert not see_each_other(below, UNIT["g02"], UNIT["u01"])
    assert see_each_other(above, UNIT["g02"], UNIT["u01"]) and not see_each_other(
        above, UNIT["g02"], UNIT["u03"]
    )
    shot = Attack(side="german", hex=LANE, kind="prep", firers=(UNIT["g02"],))
    assert attacked(above, shot) == [UNIT["u01"]]


@pytest.mark.clause("ASL-B20.9")
def test_the_next_hex_is_not_uphill_from_the_crest() -> None:
    uphill, level = cost(LANE, EAST), crest_status.level_cost(LANE, EAST)
    assert uphill is not None and level is not None and level < uphill
    down = fight({**UNITS, "u01": "G12 6-6-6"}, "movement")
    up = crested(at="movement")
    for state, price in ((down, uphill), (up, level)):
        do(state, "move u01 H12")
        assert next(f.spent for f in state.stack if hasattr(f, "spent")) == price
    assert not up.crests


@pytest.mark.clause("ASL-B20.91")
def test_crest_status_is_taken_turned_and_left_by_an_advance() -> None:
    state = do(fight(UNITS, "advance"), "perch u01 F12")
    assert state.crests == ((UNIT["u01"], GRID.direction(LANE, WEST)),) and "advanced" in flags(state, "u01")
    assert rulings(state, "descend u01") == {"ASL-B20.91"}  # one advance
    state = do(crested(at="advance"), "descend u01")
    assert not state.crests
    assert do(crested(at="advance"), "perch u01 F12").crests != crested().crests


@pytest.mark.refuses("ASL-B20.9", "ASL-B20.91")
def test_where_there_is_no_crest() -> None:
    state = fight(UNITS, "advance")
    assert rulings(state, "perch u02 C8") >= {"ASL-B20.91"}
    assert rulings(state, "perch u01 G11") == {"ASL-B20.9"}  # along the bottom
    assert rulings(state, "descend u01") == {"ASL-B20.91"}
    assert "ASL-B20.9" in rulings(do(fight(UNITS, "movement"), "lead u02"), "perch u02 C8")
    units = {**UNITS, "g02": "E11 5-4-8"}
    heavy = crested(units, guns={"umg1": "MMG u01"})
    assert "ASL-B20.9" in rulings(heavy, "fire umg1 E11") and "fire u01 E11" in listed(heavy, "fire")


@pytest.mark.clause("ASL-B20.9")
def test_a_broken_unit_falls_back_in_the_rout_phase() -> None:
    state = crested({**UNITS, "u01": "G12 6-6-6 broken"})
    begin_rout(state, state.stack[0])  # type: ignore[arg-type]
    assert not state.crests


@pytest.mark.clause("ASL-B20.9")
@pytest.mark.parametrize(("origin", "found"), [("H12", set()), ("F12", {-2})])
def test_close_combat_through_the_front_and_from_behind(origin: str, found: set[int]) -> None:
    units = {**UNITS, "g02": "G12 5-4-8"}
    state = crested(units, came=((UNIT["g02"], GRID.hex(origin)),))
    rows = strike_modifiers(state, Close(hex=LANE), [UNIT["g02"]], [UNIT["u01"]])
    assert {row.amount for row in rows if row.clause == "ASL-B20.9"} == found
    back = strike_modifiers(state, Close(hex=LANE), [UNIT["u01"]], [UNIT["g02"]])
    assert {row.amount for row in back if row.clause == "ASL-B20.9"} == {-amount for amount in found}


@pytest.mark.clause("ASL-B20.9")
def test_a_lane_is_entered_at_its_crest() -> None:
    """From F12 into the lane G12 costs 2 MF, at its crest 1; not from G11 along the lane, nor facing its bottom."""
    units = {"u01": "F12 6-6-6", "u02": "F12 8-0", "g01": "A20 5-4-8"}
    state = do(fight(units, "movement"), "lead u01", "along u02")
    assert {"brink G12 H12", "brink G12 F12"} <= listed(state, "brink")
    assert rulings(state, "brink G12 G11") == {"ASL-B20.9"} == rulings(state, "brink F11 F12")
    do(state, "brink G12 H12")
    assert dict(state.crests) == {UNIT["u01"]: WAY, UNIT["u02"]: WAY}
    assert next(f.spent for f in state.stack if hasattr(f, "spent")) == 2  # half MF
    whole = do(fight(units, "movement"), "lead u01", "go G12")
    assert next(f.spent for f in whole.stack if hasattr(f, "spent")) == 4 and not whole.crests
    along = do(fight({**units, "u01": "G11 6-6-6"}, "movement"), "lead u01")
    assert not {text for text in listed(along, "brink") if text.startswith("brink G12")}


@pytest.mark.clause("ASL-B20.9")
def test_the_crest_is_no_road() -> None:
    """From G9 the road into the lane G10 costs 1 MF; beside it the lane costs 2, so its crest 1 and not 0."""
    units = {"u01": "G9 6-6-6", "g01": "A20 5-4-8"}
    state = do(fight(units, "movement"), "lead u01")
    crest = next(text for text in sorted(listed(state, "brink")) if text.startswith("brink G10"))
    do(state, crest)
    assert next(f.spent for f in state.stack if hasattr(f, "spent")) == 2  # half MF


@pytest.mark.clause("ASL-B20.9")
def test_the_cheaper_entry_counts_as_an_expenditure() -> None:
    """With 1 MF left only the crest can be entered, and Assault Movement may end there."""
    units = {"u01": "F12 6-6-6", "g01": "A20 5-4-8"}
    state = do(fight(units, "movement", guns={"umg1": "HMG u01"}), "lead u01", "assault")
    assert "brink G12 H12" in listed(state, "brink")
    do(state, "brink G12 H12")
    assert not listed(state, "brink") and not listed(state, "go")
