"""What counts in close combat besides firepower: ambush by "?", busy and overstacked units."""

from __future__ import annotations

import pytest

from grognard.core.ruling import total
from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.firefight.ambush import ambush_drm, can_ambush
from grognard.games.purple_heart_draw.firefight.close import strike_modifiers
from grognard.games.purple_heart_draw.firefight.forces import UNIT
from grognard.games.purple_heart_draw.firefight.position import Close

from .fight import do, fight

OPEN, HOUSE = "M18", "M14"


def meeting(hex_: str, garrison: str, attackers: str = "6-6-6 advanced"):
    """The advance is over; close combat begins."""
    units = {"u01": f"{hex_} {attackers}", "g01": f"{hex_} {garrison}", "u09": "A6 6-6-6"}
    return do(fight(units, "advance"), "done")


@pytest.mark.clause("ASL-A11.4")
@pytest.mark.parametrize(
    ("hex_", "garrison", "attackers", "can"),
    [
        (HOUSE, "5-4-8", "6-6-6 advanced", True),
        (HOUSE, "5-4-8", "6-6-6", False),
        (OPEN, "5-4-8", "6-6-6 advanced", False),
        (OPEN, "5-4-8 concealed", "6-6-6 advanced", True),
        (OPEN, "5-4-8 concealed", "6-6-6", False),
        (HOUSE, "5-4-8 melee", "6-6-6 advanced", False),
    ],
)
def test_where_an_ambush_may_come(hex_: str, garrison: str, attackers: str, can: bool) -> None:
    """In woods and buildings, and with or against a "?", when somebody has advanced into it."""
    state = meeting(hex_, garrison, attackers)
    assert can_ambush(state, GRID.hex(hex_)) is can


@pytest.mark.clause("ASL-A11.4")
@pytest.mark.parametrize(
    ("garrison", "drm"),
    [
        ("5-4-8", 0),
        ("5-4-8 concealed", -2),
        ("5-4-8 cx", 1),
        ("5-4-8 pinned", 1),
        ("5-4-8 broken", 1),
        ("5-4-8 berserk cx", 2),
    ],
)
def test_what_counts_in_an_ambush(garrison: str, drm: int) -> None:
    assert ambush_drm(meeting(HOUSE, garrison), "german", GRID.hex(HOUSE)) == drm


@pytest.mark.clause("ASL-A11.4")
def test_inexperienced_units_are_lax() -> None:
    """US 5-3-6 without a leader add 1; with one they do not, and a leader alone does not count."""
    state = meeting(HOUSE, "5-4-8", "5-3-6 advanced")
    assert ambush_drm(state, "us", GRID.hex(HOUSE)) == 1
    led = fight({"u01": "M14 5-3-6 advanced", "u02": "M14 8-1 advanced", "g01": "M14 9-1"}, "close combat")
    assert ambush_drm(led, "us", GRID.hex(HOUSE)) == -1 and ambush_drm(led, "german", GRID.hex(HOUSE)) == 0


def drm(state, attackers: list[str], targets: list[str]) -> int:
    rows = [[UNIT[name] for name in side] for side in (attackers, targets)]
    return total(strike_modifiers(state, Close(hex=GRID.hex(OPEN)), *rows))


@pytest.mark.clause("ASL-A4.8")
def test_busy_units_fight_worse() -> None:
    state = fight({"u01": "M18 6-6-6 ti", "g01": "M18 5-4-8"}, "close combat")
    assert drm(state, ["u01"], ["g01"]) == 1 and drm(state, ["g01"], ["u01"]) == -1


@pytest.mark.clause("ASL-A5.12")
@pytest.mark.clause("ASL-A5.131")
def test_overstacked_units_fight_worse() -> None:
    """Four squads and a half-squad: two over the limit, rounded up; three squads: none."""
    crowd = {f"u0{n}": "M18 6-6-6" for n in range(1, 5)} | {"u05": "M18 3-4-6", "g01": "M18 5-4-8"}
    state = fight(crowd, "close combat")
    assert drm(state, ["u01"], ["g01"]) == 2 and drm(state, ["g01"], ["u05"]) == -2
    few = fight({f"u0{n}": "M18 6-6-6" for n in range(1, 4)} | {"g01": "M18 5-4-8"}, "close combat")
    assert drm(few, ["u01"], ["g01"]) == 0 == drm(few, ["g01"], ["u01"])
