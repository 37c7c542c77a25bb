"""Fire from all around: who is encircled, and what that costs."""

from __future__ import annotations

import pytest

from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.firefight.encirclement import entry, is_closed
from grognard.games.purple_heart_draw.firefight.forces import FIRERS, UNIT
from grognard.games.purple_heart_draw.firefight.next_hexes import step_cost
from grognard.games.purple_heart_draw.firefight.odds import chances
from grognard.games.purple_heart_draw.firefight.position import Attack, Moving
from grognard.games.purple_heart_draw.firefight.prison import gives_up
from grognard.games.purple_heart_draw.firefight.routing import reach
from grognard.games.purple_heart_draw.firefight.screen import screen
from grognard.games.purple_heart_draw.firefight.shots import modifiers
from grognard.games.purple_heart_draw.firefight.units import morale, number
from grognard.web.purple_heart_draw_firefight.game_view import stacks

from .fight import do, fight, flags

AROUND = {"u01": "M17 6-6-6", "u02": "M19 6-6-6", "g01": "M18 5-4-8"}
GERMAN = number("german")


def ring(hex_: str, side: str = "german") -> list[int]:
    encircled = [0, 0]
    encircled[number(side)] = 1 << GRID.hex(hex_)
    return encircled


@pytest.mark.clause("ASL-A7.7")
@pytest.mark.parametrize(
    ("hexes", "closed"),
    [
        ("M17 M19", True),  # opposite hexsides
        ("M16 M21", True),  # the same from farther away
        ("L18 N19", True),
        ("L17 N18", False),  # hexsides beside each other
        ("M17 L19 N19", True),  # every other hexside
        ("M17 N18 L18", False),
        ("M17 L19", False),
        ("K18 O18", True),  # along the grain of the corners
        ("L16 L20", False),
    ],
)
def test_lines_that_close_a_ring(hexes: str, closed: bool) -> None:
    goal = GRID.hex("M18")
    lines = 0
    for name in hexes.split():
        lines |= 1 << entry(GRID.hex(name), goal)
    assert is_closed(lines) is closed


@pytest.mark.clause("ASL-A7.7")
def test_the_attack_that_closes_the_ring_feels_it_already() -> None:
    """12 FP, dice 7: 1MC; an 8 with 1 added is above the morale of 8 less 1."""
    state = do(fight(AROUND), "fire u01 M18", "dr 5 6")
    assert morale(state, UNIT["g01"]) == 8 and not any(state.encircled)
    do(state, "fire u02 M18")
    frame = state.stack[-1]
    assert isinstance(frame, Attack)
    told = chances(state, frame).targets[UNIT["g01"]]
    do(state, "dr 3 4")
    assert morale(state, UNIT["g01"]) == 7 and state.encircled[GERMAN] == 1 << GRID.hex("M18")
    assert "encircled" in str(state.journal[-40:])
    assert flags(do(state, "roll 7"), "g01") == {"broken", "dm"}
    alone = chances(fight(AROUND), frame).targets[UNIT["g01"]]
    assert told["broken"] > alone["broken"]


@pytest.mark.clause("ASL-A7.7")
def test_attacks_that_cannot_close_it() -> None:
    far = fight({**AROUND, "u02": "M19 5-3-6", "u01": "N14 5-3-6"})
    do(far, "fire u02 M18", "dr 5 6", "fire u01 M18", "dr 5 6")
    assert not any(far.encircled)  # five hexes are long range
    between = fight({**AROUND, "g02": "O17 5-4-8", "u03": "O18 6-6-6"})
    do(between, "fire u01 M18", "dr 5 6", "fire u03 O17", "dr 5 6", "fire u02 M18", "dr 5 6")
    assert not any(between.encircled)  # another Location was fired at between
    later = do(fight(AROUND), "fire u01 M18", "dr 5 6")
    do(later, "done", "done")
    assert later.threads == ()


@pytest.mark.clause("ASL-A7.7")
def test_what_it_costs_the_units_inside() -> None:
    units = {"g01": "M18 5-4-8", "g02": "M18 1-4-9", "u01": "P8 6-6-6"}
    state = fight(units, "movement", mover="german", encircled=ring("M18"))
    shot = Attack(side="german", hex=GRID.hex("M17"), kind="advancing", firers=(FIRERS.index("g01"),))
    assert ("ASL-A7.7", 1) in {(m.clause, m.amount) for m in modifiers(state, shot)}
    assert morale(state, UNIT["g02"]) == 9  # a hero does not mind

    def price(*names: str) -> int | None:
        return step_cost(
            state, Moving(units=tuple(UNIT[n] for n in names), origin=GRID.hex("M18")), GRID.hex("M17")
        )

    assert price("g01") == 2 * (price("g02") or 0) == price("g01", "g02")
    free = reach(state, "german", GRID.hex("M18"), 12)
    held = reach(state, "german", GRID.hex("M18"), 12, lambda price: 2 * price)
    assert held[GRID.hex("M17")] == 2 * free[GRID.hex("M17")] and len(held) < len(free)


@pytest.mark.clause("ASL-A7.7")
@pytest.mark.clause("ASL-A20.21")
def test_broken_units_inside_surrender() -> None:
    free = {"u01": "M17 6-6-6 broken", "g01": "M18 5-4-8"}
    assert not gives_up(fight(free), UNIT["u01"])
    assert gives_up(fight(free, encircled=ring("M17", "us")), UNIT["u01"])


@pytest.mark.clause("ASL-A7.7")
def test_it_ends_when_all_have_left_and_both_see_it() -> None:
    state = fight({"g01": "M18 5-4-8", "u01": "P8 6-6-6"}, "movement", mover="german", encircled=ring("M18"))
    assert "encircled: M18" in screen(state, "us")
    assert [row["value"] for row in stacks(state)["M18"] if row["kind"] == "fort"] == ["encircled"]
    do(state, "move g01 M17")
    assert not any(state.encircled)
