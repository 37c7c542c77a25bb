"""The tables of the firefight, cell by cell, and what the ground costs."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.firefight import tables
from grognard.games.purple_heart_draw.firefight.forces import GUNS_OF, OF_SIDE, SCENES
from grognard.games.purple_heart_draw.firefight.going import (
    BOTTOM,
    OPEN,
    ROUT_GROUND,
    STACK_LEADERS,
    STACK_SQUADS,
    cost,
    entry_cost,
    in_hex_tem,
)

from .fight import GAME

IFT = """
1KIA 2KIA 2KIA 3KIA 3KIA 3KIA 4KIA 4KIA 5KIA 6KIA 7KIA
K/1 1KIA 1KIA 2KIA 2KIA 2KIA 3KIA 3KIA 4KIA 5KIA 6KIA
1MC K/1 K/2 1KIA 1KIA 1KIA 2KIA 2KIA 3KIA 4KIA 5KIA
1MC 1MC 2MC K/2 K/2 K/3 1KIA 1KIA 2KIA 3KIA 4KIA
NMC 1MC 1MC 2MC 2MC 3MC K/3 K/4 1KIA 2KIA 3KIA
PTC NMC 1MC 1MC 2MC 2MC 3MC 4MC K/4 1KIA 2KIA
- PTC NMC 1MC 1MC 2MC 2MC 3MC 4MC K/4 1KIA
- - PTC NMC 1MC 1MC 2MC 2MC 3MC 4MC K/4
- - - PTC NMC 1MC 1MC 2MC 2MC 3MC 4MC
- - - - PTC NMC 1MC 1MC 2MC 2MC 3MC
- - - - - PTC NMC 1MC 1MC 2MC 2MC
- - - - - - PTC NMC 1MC 1MC 2MC
- - - - - - - PTC NMC 1MC 1MC
- - - - - - - - PTC NMC 1MC
- - - - - - - - - PTC NMC
- - - - - - - - - - PTC
"""


@pytest.mark.clause("ASL-A7.3")
def test_the_fire_table_cell_by_cell() -> None:
    rows = [line.split() for line in IFT.strip().splitlines()]
    assert rows == tables.ROWS and tables.COLUMNS == [1, 2, 4, 6, 8, 12, 16, 20, 24, 30, 36]
    assert (
        tables.column_of(Fraction(1, 2)) == -1
        and tables.column_of(Fraction(11)) == 4
        and tables.column_of(Fraction(99)) == 10
    )
    assert tables.result(4, -3) == tables.Result("kia", 3) and tables.result(10, 15) == tables.Result("ptc")
    assert tables.result(10, 16).kind == tables.result(-1, 2).kind == "nothing"


@pytest.mark.clause("ASL-A8.2")
def test_residual_firepower_of_each_column() -> None:
    assert [tables.RESIDUAL[c] for c in tables.COLUMNS] == [0, 1, 2, 2, 4, 6, 8, 8, 12, 12, 12]


@pytest.mark.clause("ASL-A1.1")
@pytest.mark.clause("ASL-A1.2")
@pytest.mark.clause("ASL-A1.6")
def test_units_as_printed() -> None:
    one = tables.KINDS["5-4-8"]
    assert (one.fp, one.range, one.morale, one.broken, one.half, one.assault, one.points) == (
        5,
        4,
        8,
        8,
        "2-3-8",
        True,
        2,
    )
    assert (
        tables.KINDS["6-6-6"].broken == 8 and not tables.KINDS["4-4-7"].assault and tables.KINDS["7-4-7"].elr5
    )
    assert {id_: tables.KINDS[id_].drm for id_ in tables.LEADERS} == {
        "6+1": 1,
        "7-0": 0,
        "8-0": 0,
        "8-1": -1,
        "9-1": -1,
        "9-2": -2,
        "10-2": -2,
        "10-3": -3,
    }
    assert [tables.KINDS[id_].size for id_ in ("6-6-6", "3-4-6", "9-1")] == [2, 1, 0]
    assert (
        tables.KINDS["9-1"].is_single
        and tables.KINDS["9-1"].is_leader
        and not tables.KINDS["6-6-6"].is_single
    )


@pytest.mark.clause("ASL-A9")
def test_machine_guns_as_printed() -> None:
    assert tables.GUNS["german", "LMG"] == tables.Gun("LMG", 3, 8, 1, 12, 1, 1, light=True)
    assert tables.GUNS["german", "MMG"] == tables.Gun("MMG", 5, 12, 2, 12, 2, 3, 2, "LMG")
    assert tables.GUNS["us", "MMG"] == tables.Gun("MMG", 4, 10, 2, 12, 2, 3, 2)
    assert tables.GUNS["us", "LTMTR"] == tables.Gun("LTMTR", 8, 45, 3, 12, 1, 5, 3, ordnance=True)
    assert tables.GUNS["us", "BAZ44"] == tables.Gun("BAZ44", 8, 4, 0, 13, 0, 1, ordnance=True, light=True)
    assert tables.GUNS["german", "PSK"] == tables.Gun("PSK", 12, 4, 0, 13, 0, 1, ordnance=True, light=True)


@pytest.mark.clause("ASL-A11.11")
def test_close_combat_odds() -> None:
    odds = [
        (1, 9),
        (1, 8),
        (1, 6),
        (1, 4),
        (1, 2),
        (1, 1),
        (3, 2),
        (2, 1),
        (3, 1),
        (4, 1),
        (6, 1),
        (8, 1),
        (10, 1),
        (11, 1),
    ]
    assert [tables.kill_number(Fraction(a), Fraction(b))[0] for a, b in odds] == list(range(14))


@pytest.mark.clause("ASL-A5.1")
def test_the_limits_of_a_location() -> None:
    assert (STACK_SQUADS, STACK_LEADERS) == (3, 4)


TERRAIN = [
    pytest.param("J17", 2, 0, True, False, marks=pytest.mark.clause("ASL-B1")),
    pytest.param("L9", 2, 0, False, False, marks=pytest.mark.clause("ASL-B14")),
    pytest.param("C7", 3, 0, False, False, marks=pytest.mark.clause("ASL-B15")),
    pytest.param("N10", 4, 0, False, False, marks=pytest.mark.clause("ASL-B12")),
    pytest.param("M7", 4, 1, False, True, marks=pytest.mark.clause("ASL-B13")),
    pytest.param("L17", 4, 2, False, True, marks=pytest.mark.clause("ASL-B23")),
    pytest.param("M15", 4, 3, False, True, marks=pytest.mark.clause("ASL-B23.3")),
    pytest.param(
        "K10", 4, 0, True, False, marks=[pytest.mark.clause("ASL-B19"), pytest.mark.clause("ASL-B19.4")]
    ),
]


@pytest.mark.parametrize(("hex_", "mf", "tem", "is_open", "shelter"), TERRAIN)
def test_terrain(hex_: str, mf: int, tem: int, is_open: bool, shelter: bool) -> None:
    """The cost from a neighbor on the same level, or from the draw, in half MF; cover; Open Ground; a goal of
    routs.
    """
    from grognard.games.purple_heart_draw.firefight.going import hexside, near

    number = GRID.hex(hex_)
    level = [h for h in near(number) if BOTTOM[h] == BOTTOM[number] and not hexside(h, number)]
    assert mf in {cost(h, number) for h in level}
    assert in_hex_tem(number) == tem
    assert bool(OPEN >> number & 1) is is_open and bool(ROUT_GROUND >> number & 1) is shelter


def half_mf(a: str, b: str) -> int | None:
    return cost(GRID.hex(a), GRID.hex(b))


@pytest.mark.clause("ASL-A4.13")
@pytest.mark.clause("ASL-A4.131")
@pytest.mark.clause("ASL-A4.133")
@pytest.mark.clause("ASL-B9.54")
@pytest.mark.clause("ASL-B9.4")
@pytest.mark.clause("ASL-B10.51")
@pytest.mark.clause("ASL-B3")
@pytest.mark.clause("ASL-B4.41")
def test_hexsides_levels_and_roads() -> None:
    assert half_mf("F8", "G7") == 4 + 2  # bocage, then open ground
    assert half_mf("K17", "L17") == 2 + 4  # a wall, then a building
    assert half_mf("M14", "M15") == 4 + 4  # a building one level up, across a wall or none: doubled terrain
    assert half_mf("I9", "I8") == 4 + 4 and half_mf("I8", "I9") == 4 + 2  # two levels up and down
    assert half_mf("S10", "S11") is None  # a cliff
    assert half_mf("G8", "G9") == 2 and half_mf("F10", "G9") != 2  # grain by road, and not
    assert (
        half_mf("G9", "G10") == 2 and half_mf("G11", "G10") == 2
    )  # the sunken lane by road, on the level of its bottom


@pytest.mark.clause("ASL-B20.42")
def test_a_stream_costs_three() -> None:
    assert half_mf("AA13", "AA12") is None or half_mf("AA13", "AA12") >= 6  # type: ignore[operator]
    assert half_mf("BB12", "AA12") == 6  # along the stream


@pytest.mark.clause("FF-ENTRY.1")
def test_entry_across_the_edge_of_play() -> None:
    names = ["A6", "B6", "C6", "D6", "E6", "F6", "G6", "H6", "I6", "J6"]
    assert [entry_cost(GRID.hex(name)) for name in names] == [7, 2, 6, 2, 2, 2, 2, 6, 6, 3]


@pytest.mark.clause("FF-VC.2")
@pytest.mark.clause("ASL-A26.14")
def test_the_card() -> None:
    card = SCENES["phd-2-infantry"]
    assert (
        GRID.names(card.goals) == ["L14", "L17", "M14", "M15", "N15", "O15"]
        and card.turns == 6
        and card.most_points == 20
    )
    assert card.first_setup == "german" and card.first_move == "us"
    assert len(card.force["us"].units) == 12 and card.force["german"].guns == (
        "MMG",
        "LMG",
        "LMG",
        "LMG",
        "PSK",
    )
    assert all(len(force.units) <= OF_SIDE[side].bit_count() for side, force in card.force.items())
    assert all(len(force.guns) <= GUNS_OF[side].bit_count() for side, force in card.force.items())


def test_every_clause_that_is_cited_exists() -> None:
    cited = {step.clause for steps in GAME.position.procedures.values() for step in steps}
    assert cited <= set(GAME.rulebook)
