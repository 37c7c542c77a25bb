"""ASL-D10.5: machine guns of wrecks."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.games.purple_heart_draw.firefight.forces import GUN, UNIT
from grognard.games.purple_heart_draw.firefight.units import guns_of, printed_gun

from .fight import do, fight, flags, listed, rulings, states

WRECKS = {"uv1": "C17 M4A1 NE-SE NE-SE wreck", "gv1": "D17 StuG NE-SE NE-SE wreck"}
UNITS = {"g01": "C17 5-4-8", "g02": "D17 5-4-8", "u01": "F17 6-6-6"}


def rally(units: Any = UNITS, wrecks: Any = WRECKS, mover: str = "german", **more: Any) -> Any:
    return fight(units, "rally", mover, vehicles=wrecks, all_found=True, **more)


def held(state: Any, name: str) -> list[str]:
    return [state.gun_kind[g] for g in guns_of(state, UNIT[name])]


@pytest.mark.clause("ASL-D10.5")
@pytest.mark.parametrize(
    ("unit", "wreck", "die", "found"),
    [
        ("g01", "uv1", 1, ["BLMG"]),
        ("g01", "uv1", 3, ["BLMG", "BLMG"]),  # a Sherman has a bow and a roof gun
        ("g01", "uv1", 4, []),
        ("g02", "gv1", 3, ["LMG"]),  # a StuG has one on its roof
    ],
)
def test_the_die_says_how_many(unit: str, wreck: str, die: int, found: list[str]) -> None:
    state = do(rally(), f"scrounge {unit}", f"roll {die}")
    assert held(state, unit) == found and "ti" in flags(state, unit) and "scrounged" in states(state, wreck)
    assert f"scrounge {unit}" not in listed(state, "scrounge")


@pytest.mark.clause("ASL-D10.5")
def test_the_gun_of_a_sherman_is_a_2_7_and_belongs_to_who_takes_it() -> None:
    state = do(rally(), "scrounge g01", "roll 1")
    g = guns_of(state, UNIT["g01"])[0]
    printed = printed_gun(state, g)
    assert (printed.fp, printed.range, printed.rof, printed.pp) == (2, 7, 1, 1) and g in range(
        GUN["gmg1"], 99
    )
    near = {"u01": "D17 6-6-6", "g03": "F17 5-4-8"}
    state = do(rally(near, mover="us"), "scrounge u01", "roll 1")
    assert guns_of(state, UNIT["u01"])[0] == GUN["gmg1"]  # a captured German gun
    assert state.guns_open >> GUN["gmg1"] & 1


@pytest.mark.refuses("ASL-D10.5")
@pytest.mark.parametrize(
    ("unit", "wreck"),
    [
        ("C17 5-4-8 broken", "C17 M4A1 NE-SE NE-SE wreck"),
        ("C17 8-1", "C17 M4A1 NE-SE NE-SE wreck"),
        ("C17 5-4-8", "C17 M4A1 NE-SE NE-SE wreck burning"),
        ("C17 5-4-8", "C17 M4A1 NE-SE NE-SE wreck scrounged"),
        ("C17 5-4-8", "D17 M4A1 NE-SE NE-SE wreck"),
    ],
)
def test_who_finds_nothing_to_search(unit: str, wreck: str) -> None:
    state = rally({"g01": unit, "g02": "E17 4-4-7 broken", "g03": "E17 8-1"}, {"uv1": wreck})
    assert rulings(state, "scrounge g01") == {"ASL-D10.5"}
