"""Mopping up a building."""

from __future__ import annotations

import pytest

from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.firefight.mopping import building_of
from grognard.games.purple_heart_draw.firefight.position import Surrender

from .fight import do, fight, flags, listed, rulings

MAIRIE = {"u01": "V2 6-6-6", "u02": "M14 6-6-6", "u03": "M17 6-6-6", "g02": "P8 5-4-8"}


def test_large_buildings() -> None:
    assert sorted(GRID.names(building_of(GRID.hex("V2")))) == ["V2", "V3"]
    assert GRID.names(building_of(GRID.hex("M14"))) == ["M14"]
    assert not building_of(GRID.hex("L17")) and not building_of(GRID.hex("M17"))


@pytest.mark.clause("ASL-A12.153")
def test_what_hides_comes_to_light() -> None:
    state = do(fight({**MAIRIE, "g01": "V3 5-4-8 hidden"}), "mop u01")
    assert flags(state, "g01") == {"concealed"} and state.all_found and "ti" in flags(state, "u01")
    assert "mop u01" not in listed(state, "mop")


@pytest.mark.clause("ASL-A12.153")
def test_an_empty_building_is_taken() -> None:
    state = fight(MAIRIE)
    assert listed(state, "mop") == {"mop u01", "mop u02"}
    do(state, "mop u02")
    assert state.control >> GRID.hex("M14") & 1


@pytest.mark.clause("ASL-A12.153")
def test_broken_enemies_in_it_surrender() -> None:
    state = do(fight({**MAIRIE, "g01": "V3 5-4-8 broken"}), "mop u01")
    assert isinstance(state.stack[-1], Surrender) and listed(state, "capture") == {"capture u01 g01"}


@pytest.mark.refuses("ASL-A12.153")
@pytest.mark.parametrize(
    ("units", "who"), [({"g01": "V3 5-4-8"}, "u01"), ({}, "u03"), ({"u01": "V2 6-6-6 ti"}, "u01")]
)
def test_no_mopping_up(units: dict[str, str], who: str) -> None:
    assert "ASL-A12.153" in rulings(fight({**MAIRIE, **units}), f"mop {who}")


@pytest.mark.clause("ASL-A12.153")
@pytest.mark.clause("ASL-A2.8")
def test_upper_levels_are_mopped_up_as_well() -> None:
    """A squad that hides above M14 comes to light, a known unbroken one there forbids it; from above too."""
    state = do(fight({**MAIRIE, "g01": "M14/1 5-4-8 hidden"}), "mop u02")
    assert flags(state, "g01") == {"concealed"} and not state.control >> GRID.hex("M14") & 1
    assert "ASL-A12.153" in rulings(fight({**MAIRIE, "g01": "M14/1 5-4-8"}), "mop u02")
    above = fight({**MAIRIE, "u02": "M14/1 6-6-6", "g01": "M14 5-4-8 hidden"})
    assert flags(do(above, "mop u02"), "g01") == {"concealed"}


@pytest.mark.clause("ASL-A12.153")
def test_dummies_in_the_building_go() -> None:
    dummies = [0, 1 << GRID.hex("V3")]
    state = fight(MAIRIE, scene="mission-us-clear", dummies=dummies)
    do(state, "mop u01")
    assert not state.dummies[1] and state.held[0] >> GRID.hex("V2") & 1
