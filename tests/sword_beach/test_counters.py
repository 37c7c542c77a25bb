"""Counters and map as they are printed, or, where nothing is, by the scheme that units.toml and map.toml give
for our own figures.
"""

from __future__ import annotations

import re

import pytest

from grognard.core.data import read
from grognard.games.sword_beach.board import GRID, LAND, MAP, ZONE
from tests.coverage import ROOT

UNITS = read("grognard.games.sword_beach", "sword-beach", "units.toml")["unit"]


@pytest.mark.parametrize("row", UNITS, ids=lambda row: row["id"])
def test_the_reduced_side_of_a_counter_is_half_the_full_side(row: dict[str, list[int]]) -> None:
    """Attack half, rounded down; defense half, rounded up; the same movement allowance."""
    attack, defense, allowance = row["full"]
    assert row["reduced"] == [attack // 2, (defense + 1) // 2, allowance]
    assert 4 <= allowance <= 6 if row["mobility"] == "leg" else 7 <= allowance <= 8


def test_full_strengths_are_those_the_calibration_came_to() -> None:
    """The last column of the table in docs/calibration.md; `2, 3 and 4 AA` are three counters, `4 Armd` is
    4-Armd.
    """
    page = (ROOT / "docs/calibration.md").read_text("utf-8")
    found = {row["id"]: row["full"][:2] for row in UNITS}
    rows = re.findall(r"^\| ([^|]+) \| \d+-\d+ \| \d+-\d+ \| (\d+)-(\d+) \|$", page, re.MULTILINE)
    printed = {}
    for names, attack, defense in rows:
        plain = "2-AA, 3-AA, 4-AA" if names == "2, 3 and 4 AA" else names.replace(" Armd", "-Armd")
        printed |= dict.fromkeys(plain.split(", "), [int(attack), int(defense)])
    assert len(printed) == 38 and {name: found[name] for name in printed} == printed


def test_the_coast_is_the_land_next_to_the_sea() -> None:
    sea = GRID.all & ~LAND
    for name, row in MAP["hexes"].items():
        touches = bool(LAND >> GRID.number[name] & 1 and GRID.near(1 << GRID.number[name]) & sea)
        assert bool(row.get("coast")) == touches, name
    assert not ZONE["sword_beach"] & ~GRID.near(sea)
