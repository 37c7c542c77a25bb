"""The worked examples of the rules, and what the document leaves open."""

from __future__ import annotations

import pytest

from grognard.games.longest_day.board import GRID
from grognard.games.longest_day.capacity import artillery_limit, rows
from grognard.games.longest_day.command import hq_supplied, stock
from grognard.games.longest_day.ledger import Ledger
from grognard.games.longest_day.ledger_rules import check, objections
from grognard.games.longest_day.pieces import DIVISION, FORMATIONS, ROWS, UNIT
from grognard.games.longest_day.routes import route
from grognard.games.longest_day.supply import consumption, defence, explain, fate, judge_movement, status
from grognard.games.longest_day.trip import budget

from .build import an_order, day, do, position, wrote


def axial(q: int, r: int) -> str:
    """The hex of an axial pair, counted from 1010."""
    line = 10 + r
    column = 10 + q + (r - (r % 2)) // 2 if (10 % 2 == 0) else 0
    centre = GRID.hex("1010")
    u, v = GRID.axial[centre]
    return (
        next(name for name, h in GRID.number.items() if GRID.axial[h] == (u + r, v + q))
        if line and column is not None
        else ""
    )


def test_example_1_supplied_at_five_hexes_and_what_happens_without_the_supply_unit() -> None:
    """HQ at the origin with a full supply unit, own battalion at (5, -2)."""
    there = axial(5, -2)
    state = position(units={"50:HQ": "1010", "SU-A01": "1010", "50:2-Devons": there})
    assert (
        GRID.distance(GRID.hex("1010"), GRID.hex(there)) == 5 and status(state, UNIT["50:2-Devons"]).supplied
    )
    bare = position(phase="allied movement", units={"50:HQ": "1010", "50:2-Devons": there})
    assert not status(bare, UNIT["50:2-Devons"]).supplied and defence(bare, UNIT["50:2-Devons"]) == 3
    judge_movement(bare, "allied")
    assert budget(bare, UNIT["50:2-Devons"], False) == 2 * 4


def test_example_2_a_path_of_five_round_an_enemy() -> None:
    """Enemy at (2, -2): its zone covers the hexes around it; (1,0) (2,0) (3,-1) (4,-2) avoid them all."""
    there = axial(5, -2)
    state = position(
        units={"50:HQ": "1010", "SU-A01": "1010", "50:2-Devons": there, "LEHR:I/901": axial(2, -2)}
    )
    found = explain(state, UNIT["50:2-Devons"])
    assert found["supplied"] and len(found["route"]) == 6
    zone = {axial(*p) for p in ((3, -2), (2, -1), (1, -1), (1, -2), (2, -3), (3, -3))}
    assert not zone & set(found["route"])
    assert {axial(*p) for p in ((1, 0), (2, 0), (3, -1), (4, -2))} == set(found["route"][1:-1])


def test_example_3_room_for_guns_grows_with_the_divisions() -> None:
    guns = ["ART-7", "ART-64", "ART-84", "ART-86", "ART-121", "ART-147", "ART-9"]
    ledger = wrote(*(f"10 June: {gun} HQ-XXX" for gun in guns))
    room = {row.name: row.left for row in rows(ledger, ledger.standing(day("11 June")), "HQ-XXX")}
    assert room["independent artillery"] == 1
    four = ledger.wrote(an_order(ledger, "11 June: 51 XXX"))
    assert {row.name: row.left for row in rows(four, four.standing(day("12 June")), "HQ-XXX")}[
        "independent artillery"
    ] == 3
    assert artillery_limit(4) == 10


def test_example_4_what_15th_division_can_feed() -> None:
    ledger = wrote("20 June: 31-BDE 15:HQ")
    assert {f.clause for f in objections(ledger, an_order(ledger, "20 June: 6-BDE 15:HQ"))} == {"TLD-B.4.a.4"}
    six = ledger.wrote(an_order(ledger, "20 June: 1SS-CDO 15:HQ"))
    assert len(six.standing(day("21 June")).attached("15:HQ")) == 6
    specials = [an_order(six, f"20 June: {u} 15:HQ") for u in ("AVRE-77", "AVRE-79", "CRAB-22", "CROC-A")]
    assert not objections(six, *specials)


def test_example_5_three_battalions_and_two_regiments_cost_one_half_step() -> None:
    units = {
        "51:HQ": "2010",
        "SU-A01": "2010",
        **{f"51:{u}": "2012" for u in ("1-Gordons", "2-Seaforth", "5-Camerons", "126-Fd", "127-Fd")},
    }
    state = position(units=units)
    force = [UNIT[u] for u in units if u not in ("51:HQ", "SU-A01")]
    assert consumption(state, force) == {UNIT["51:HQ"]: (5, True)}


def test_example_6_the_second_division_of_a_new_corps() -> None:
    """12 Corps HQ lands on day 24; one division written before, the second must be written on that day."""
    arrived = {**Ledger().arrived, "HQ-XII": day("24 June")}
    one = wrote("20 June: 43 XII", arrived=arrived)
    assert not [f for f in check(one, day("24 June")) if f.place == "XII"]
    assert [f.clause for f in check(one, day("25 June")) if f.place == "XII"] == ["TLD-A.corps.5"]
    assert not [
        f for f in check(one.wrote(an_order(one, "24 June: 53 XII")), day("25 June")) if f.place == "XII"
    ]
    late = one.wrote(an_order(one, "25 June: 53 XII"))
    assert [f.clause for f in check(late, day("25 June")) if f.place == "XII"] == ["TLD-A.corps.5"]


def test_example_7_a_battalion_cut_off_for_three_resets() -> None:
    fed = {"50:HQ": "1010", "SU-A01": "1010", "50:2-Devons": "1014"}
    town = position("4 July", units=fed | {"LEHR:I/901": "1015 unfed=3"})
    assert fate(town, UNIT["LEHR:I/901"]).surrenders
    falaise = position(
        "4 July",
        units={"50:HQ": "2630", "SU-A01": "2630", "50:2-Devons": "2632", "LEHR:I/901": "2633 unfed=3"},
    )
    assert fate(falaise, UNIT["LEHR:I/901"]).clause == "TLD-B.12.a.1"


def test_example_8_a_supply_unit_serves_the_corps_it_was_bound_to() -> None:
    units = {
        "HQ-XII": "1608",
        "43:HQ": "1610",
        "SU-A01": "1610",
        "53:HQ": "1810",
        "15:HQ": "1410",
        "HQ-VIII": "1408",
    }
    orders = ("1944-06-24 43 XII", "1944-06-24 53 XII")
    state = position("30 June", "allied late orders", units=units, orders=orders, scenario="campaign")
    do(state, "done")
    assert state.bound[0] == "XII"
    there = position("1 July", units=units | {"SU-A01": "1810 bound=XII"}, orders=orders)
    assert hq_supplied(there, UNIT["53:HQ"])
    elsewhere = position("1 July", units=units | {"SU-A01": "1410 bound=XII"}, orders=orders)
    assert not hq_supplied(elsewhere, UNIT["15:HQ"]) and not stock(elsewhere, UNIT["15:HQ"])


def test_a_route_of_eight_and_no_more() -> None:
    open_ = GRID.all
    assert route(GRID, GRID.hex("1010"), GRID.hex("1018"), open_) is not None
    assert route(GRID, GRID.hex("1010"), GRID.hex("1019"), open_) is None


# ---------------------------------------------------------------- gaps of the document


@pytest.mark.clause("TLD-G.2")
def test_divisional_counters_are_reconstructed_and_say_so() -> None:
    rows_ = [row for row, division in zip(ROWS, DIVISION, strict=True) if division]
    assert len(rows_) == 419 and {row["provenance"] for row in rows_} == {
        "names history; ratings reconstruction"
    }


@pytest.mark.clause("TLD-G.3")
def test_the_unexplained_figure_is_kept_and_not_used() -> None:
    assert (
        ROWS[UNIT["ART-6"]]["s"] == 2 and ROWS[UNIT["ART-53"]]["s"] == 1 and ROWS[UNIT["AT-196/73"]]["s"] == 1
    )


@pytest.mark.clause("TLD-G.7")
def test_entry_dates_are_reconstructed() -> None:
    from grognard.games.longest_day.pieces import SCENARIO

    assert SCENARIO["meta"]["provenance"] == "reconstruction" and all(
        "provenance" in row for row in SCENARIO["entry"]
    )
    assert len([f for f in FORMATIONS.values() if f["kind"] == "division"]) == 17
