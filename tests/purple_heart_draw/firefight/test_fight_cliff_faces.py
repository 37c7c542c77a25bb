"""ASL-B11.4, FF-LOS.2: a climber is seen at the ends of the cliff hexside, on the level it has come to."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.firefight.cliff_faces import faces
from grognard.games.purple_heart_draw.firefight.eyes import see_each_other, sees
from grognard.games.purple_heart_draw.firefight.forces import UNIT
from grognard.games.purple_heart_draw.firefight.places import ELEVATION

from .fight import do, fight, listed, rulings

S10, S11 = GRID.number["S10"], GRID.number["S11"]  # level 1 above the gully, level -1


def climber(levels: int, enemy: str, at: str = "S11", goal: int = S10) -> Any:
    units = {"u01": f"{at} 6-6-6 climbing", "g01": f"{enemy} 5-4-8"}
    rows = ((UNIT["u01"], goal, levels),)
    return fight(units, "prep fire", "german", scene="phd-1", climbs=rows, all_found=True)


@pytest.mark.clause("ASL-B11.4")
@pytest.mark.clause("FF-LOS.2")
@pytest.mark.parametrize(("levels", "elevation"), [(1, 0), (2, 1)])
def test_both_corners_of_the_hexside_on_its_level(levels: int, elevation: int) -> None:
    """From the bottom at -1 up, and from the top at 1 down to the same places."""
    state = climber(levels, "A19")
    places = faces(state, UNIT["u01"])
    assert {place.hex for place in places} == {S11} and len({place.corner for place in places}) == 2
    assert {ELEVATION[place[:2]] for place in places} == {elevation}
    down = faces(climber(2 - levels, "A19", "S10", S11), UNIT["u01"]) if levels == 1 else places
    assert down == places and not faces(climber(0, "A19"), UNIT["u01"])


@pytest.mark.clause("ASL-B11.4")
@pytest.mark.clause("ASL-A6.5")
@pytest.mark.parametrize(("levels", "far"), [(0, False), (1, False), (2, True)])
def test_who_sees_a_climber(levels: int, far: bool) -> None:
    """S14, level 1 beyond the draw, looks over the bottom (ASL-A6.3) and sees who has come to its own level."""
    state = climber(levels, "S14")
    assert sees(state, UNIT["g01"], S11) is far
    assert (
        see_each_other(state, UNIT["g01"], UNIT["u01"])
        is see_each_other(state, UNIT["u01"], UNIT["g01"])
        is far
    )
    assert ("fire g01 S11" in listed(state, "fire")) is far


@pytest.mark.clause("ASL-B11.4")
@pytest.mark.refuses("ASL-A6.11")
def test_fire_at_a_climber_is_fire_at_its_hex() -> None:
    assert "ASL-A6.11" in rulings(climber(0, "S14"), "fire g01 S11")
    assert do(climber(2, "S14"), "fire g01 S11").stack[-1].hex == S11
