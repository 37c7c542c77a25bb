"""What a player decides: sets of orders, stand-ins, the HQ that pays, the unit that is over."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.games.longest_day.ledger_cache import ledger_of
from grognard.games.longest_day.notation import read, write
from grognard.games.longest_day.pieces import UNIT
from grognard.games.longest_day.position import LongestDay
from grognard.games.longest_day.supply import consumption, roaming_hqs, status

from .build import STAFF, do, legal, position, why

# ---------------------------------------------------------------- TLD-J.34: orders judged together


@pytest.mark.clause("TLD-J.34", "TLD-A.corps.8.a", "TLD-A.corps.9.b")
def test_two_divisions_trade_places() -> None:
    """8 Corps has 15 and 11ARM: neither may leave alone, and 30 Corps with 50, 49 and 7ARM may lend one only
    for another.
    """
    state = position("30 June", units=STAFF)
    assert "TLD-A.corps.8.a" in why(do(state, "order 11ARM"), "to XXX")
    do(state, "to stay", "together", "order 11ARM", "to XXX")
    assert "enter" not in legal(state) and "TLD-A.corps.8.a" in why(state, "enter")
    do(state, "order 7ARM", "to VIII", "enter")
    assert [line[1:3] for line in state.orders] == [("11ARM", "XXX"), ("7ARM", "VIII")]
    stands = ledger_of(state, "allied").standing(state.day + 1)
    assert stands.word["11ARM"] == "XXX" and stands.word["7ARM"] == "VIII"


@pytest.mark.clause("TLD-J.34", "TLD-A.corps.16", "TLD-J.16")
def test_three_armoured_divisions_gather_when_the_infantry_leaves_with_the_same_orders() -> None:
    state = position("16 July", units=STAFF | {"GDARM:HQ": "1014"})
    do(state, "together", "order 7ARM", "to VIII", "order GDARM", "to VIII")
    assert "3 armor divisions" in why(state, "enter") and "TLD-A.corps.9.b" in why(state, "enter")
    do(state, "order 15", "to XXX", "enter")
    assert {line[1] for line in state.orders} == {"7ARM", "GDARM", "15"}
    # what was written as one cannot be taken out one by one, and can as one
    assert "TLD-A.corps.9.b" in why(state, "strike 15")
    do(state, "together", "strike 15", "strike 7ARM", "strike GDARM", "enter")
    assert not state.orders


@pytest.mark.clause("TLD-J.34")
def test_a_set_is_entered_or_scrapped_and_nothing_else() -> None:
    state = position("30 June", units=STAFF)
    before = write(state)
    do(state, "together")
    assert "TLD-J.34" in why(state, "done") and "the set is empty" in why(state, "enter")
    do(state, "order 50", "to I", "strike 50")  # an order of the set is dropped again
    assert "the set is empty" in why(state, "enter")
    do(state, "order 50", "to I")
    assert "TLD-J.34" in why(state, "order 50")
    again = read(write(state))
    assert again.stack == state.stack and legal(again) == legal(state)
    do(state, "scrap")
    assert write(state) == before


@pytest.mark.clause("TLD-A.corps.15", "TLD-A.corps.3", "TLD-A.corps.20", "TLD-S.16", "TLD-A.corps.2")
def test_what_no_other_order_could_make_legal_is_refused_in_a_set_too() -> None:
    state = do(position("12 July", units=STAFF), "together")
    assert "TLD-A.corps.2" in why(state, "order 12SS")
    do(state, "order 11ARM")
    assert "TLD-A.corps.15" in why(state, "to IICAN") and "TLD-A.corps.3" in why(state, "to nowhere")


# ---------------------------------------------------------------- TLD-J.6: stand-ins


LOST = STAFF | {"50:2-Devons": "dead", "CDO-3": "1215", "SU-A01": "1211", "N/8": "1216"}


@pytest.mark.clause("TLD-B.4.a.2", "TLD-J.6")
def test_a_unit_is_written_in_the_place_of_an_eliminated_one() -> None:
    """56-BDE and 8-BDE fill the two brigades of 50th Division: a third unit comes only as a stand-in."""
    orders = ("1944-06-10 56-BDE 50:HQ", "1944-06-10 8-BDE 50:HQ", "1944-06-09 1SS-CDO XXX")
    state = do(position("12 June", units=LOST, orders=orders), "order CDO-3")
    assert "TLD-B.4.a.4" in why(state, "to 50:HQ")
    assert "standin 50:HQ 50:2-Devons" in legal(state)
    do(state, "standin 50:HQ 50:2-Devons")
    assert state.orders[-1][1:] == ("CDO-3", "50:HQ", "later", "50:2-Devons")
    assert ledger_of(state, "allied").standing(state.day + 1).hq["CDO-3"] == "50:HQ"
    assert read(write(state)).orders == state.orders
    do(state, "order CDO-4")
    assert "TLD-J.6" in why(state, "standin 50:HQ 50:2-Devons")  # one for one


@pytest.mark.refuses("TLD-J.6")
@pytest.mark.clause("TLD-J.6")
@pytest.mark.parametrize(
    ("subject", "action"),
    [
        ("CDO-3", "standin 50:HQ 50:1-Dorsets"),  # not eliminated
        ("CDO-3", "standin 49:HQ 50:2-Devons"),  # of another division
        ("N/8", "standin 50:HQ 50:2-Devons"),  # of another arm
        ("1SS-CDO", "standin 50:HQ 50:2-Devons"),  # not one counter
        ("CDO-3", "standin HQ-XXX 50:2-Devons"),  # no divisional HQ
        ("CDO-3", "standin 50:HQ nobody"),
    ],
)
def test_what_forbids_a_stand_in(subject: str, action: str) -> None:
    for first in ((), ("together",)):
        state = do(
            position("12 June", units=LOST, orders=("1944-06-09 1SS-CDO XXX",)), *first, f"order {subject}"
        )
        assert "TLD-J.6" in why(state, action) and action not in legal(state)


# ---------------------------------------------------------------- TLD-B.4.b.2, TLD-B.4.a.4: capacity of recon and anti-tank units

HQS = {"HQ-XXX": "1010", "50:HQ": "1014", "SU-A01": "1010", "SU-A02": "1014"}


def hqs_of(state: LongestDay, unit: str) -> list[str]:
    from grognard.games.longest_day.pieces import NAMES

    return [NAMES[hq] for hq in roaming_hqs(state, UNIT[unit])]


@pytest.mark.clause("TLD-B.4.b.2", "TLD-B.5.b")
def test_a_british_corps_hq_supplies_one_recon_battalion() -> None:
    units = HQS | {"REC-A/11H": "1008", "REC-A/1C": "1008", "REC-B/1C": "1008"}
    orders = ("1944-06-08 11H HQ-XXX", "1944-06-09 1C 50:HQ")
    state = position(units=units, orders=orders)
    assert hqs_of(state, "REC-A/1C") == ["50:HQ"] and hqs_of(state, "REC-A/11H") == ["HQ-XXX", "50:HQ"]
    far = position(units=units | {"50:HQ": "1024", "SU-A02": "1024"}, orders=orders)
    found = status(far, UNIT["REC-A/1C"])
    assert not found.supplied and found.clause == "TLD-B.4.b.2" and "1 recon battalions" in found.because
    alone = position(units=units | {"50:HQ": "1024", "SU-A02": "1024"}, orders=("1944-06-09 1C 50:HQ",))
    assert (
        status(alone, UNIT["REC-A/1C"]).supplied and status(alone, UNIT["REC-B/1C"]).supplied
    )  # the whole battalion


@pytest.mark.clause("TLD-B.4.a.4", "TLD-B.5.b")
def test_the_ten_of_a_division_count_recon_and_anti_tank_units_in_supply() -> None:
    units = HQS | {"HQ-XXX": "1020", "SU-A01": "1020", "REC-A/11H": "1009"}
    full = (
        "1944-06-08 8-BDE 50:HQ",
        "1944-06-08 56-BDE 50:HQ",
        *(f"1944-06-08 AVRE-{n} 50:HQ" for n in (26, 77, 79)),
    )
    assert (
        status(position(units=units, orders=(*full, "1944-06-08 11H HQ-XXX")), UNIT["REC-A/11H"]).clause
        == "TLD-B.4.a.4"
    )
    room = position(units=units, orders=(*full[:-1], "1944-06-08 11H HQ-XXX"))
    assert status(room, UNIT["REC-A/11H"]).supplied


# ---------------------------------------------------------------- TLD-B.5.b: which HQ pays


def battle(**more: Any) -> LongestDay:
    units = {
        "HQ-XXX": "1010",
        "50:HQ": "1012",
        "SU-A01": "1010",
        "SU-A02": "1012",
        "REC-A/11H": "1114",
        "REC-B/11H": "1114",
        "50:2-Devons": "1114",
        "716:I/726": "1115",
        "716:HQ": "1118",
        "SU-G01": "1118",
    }
    return position("12 June", "allied combat", units=units, orders=("1944-06-08 11H HQ-XXX",), **more)


@pytest.mark.clause("TLD-B.5.b", "TLD-B.5.a")
def test_its_owner_says_which_hq_an_attack_counts_to() -> None:
    state = do(battle(), "attack REC-A/11H 1115", "join 50:2-Devons", "join REC-B/11H")
    assert state.step.name == "HQ that pays" and set(legal(state)) == {"draw HQ-XXX", "draw 50:HQ"}
    assert "TLD-B.5.b" in why(state, "draw HQ-I")
    do(state, "draw HQ-XXX")
    assert read(write(state)).stack == state.stack
    do(state, "draw HQ-XXX")
    assert state.spent >> UNIT["HQ-XXX"] & 1 and state.half >> UNIT["SU-A01"] & 1
    assert not state.spent >> UNIT["50:HQ"] & 1 and state.once >> UNIT["50:HQ"] & 1


@pytest.mark.clause("TLD-B.5.b", "TLD-B.5.d")
def test_units_shared_out_over_two_hqs_may_cost_nothing() -> None:
    state = do(battle(), "attack REC-A/11H 1115", "join REC-B/11H", "done", "draw 50:HQ", "draw HQ-XXX")
    assert not state.spent and state.once == 1 << UNIT["50:HQ"] | 1 << UNIT["HQ-XXX"]
    two = [UNIT["REC-A/11H"], UNIT["REC-B/11H"]]
    assert consumption(battle(), two, payers=[(two[0], UNIT["50:HQ"]), (two[1], UNIT["50:HQ"])]) == {
        UNIT["50:HQ"]: (2, True)
    }


@pytest.mark.clause("TLD-B.5.b", "TLD-B.5.a.1")
def test_an_anti_tank_battery_chooses_in_defensive_fire() -> None:
    units = {
        "HQ-XXX": "1010",
        "50:HQ": "1012",
        "SU-A01": "1010",
        "SU-A02": "1012",
        "AT-196/73": "1114",
        "AT-198/73": "1114",
        "716:I/726": "1115",
        "716:HQ": "1118",
        "SU-G01": "1118",
    }
    state = position("12 June", "allied defensive fire", units=units, orders=("1944-06-08 73-AT HQ-XXX",))
    do(state, "fire AT-196/73 1115", "join AT-198/73")
    while state.step.name == "more guns":
        do(state, "done")
    assert set(legal(state)) == {"draw HQ-XXX", "draw 50:HQ"}
    do(state, "draw 50:HQ", "draw 50:HQ")
    assert state.spent == 1 << UNIT["50:HQ"]


# ---------------------------------------------------------------- TLD-J.11: a reduced limit


FIFTY = {
    "HQ-XXX": "1210",
    "50:HQ": "1211",
    "49:HQ": "1213",
    "7ARM:HQ": "1212",
    "SU-A01": "1211",
    "ART-86": "1214",
    "ART-147": "1214",
}
FIFTY |= {"716:HQ": "1125", "SU-G01": "1125"}
BOTH = ("1944-06-07 ART-86 50:HQ", "1944-06-07 ART-147 50:HQ")


def at_the_limit(**more: Any) -> LongestDay:
    """The eve of 10 June, the first day on which 50th Division may feed one of 86 and 147 only."""
    came = {name: "1944-06-06" for name in FIFTY if "HQ" in name}
    state = position(
        "9 June", "german late orders", units=FIFTY, orders=BOTH, arrived=came, scenario="campaign", **more
    )
    while state.step.name == "german late orders":
        do(state, "done")
    return state


@pytest.mark.clause("TLD-J.11", "TLD-B.4.a.5")
def test_its_owner_names_the_unit_that_is_over_a_reduced_limit() -> None:
    state = at_the_limit()
    assert state.step.name == "allied units over" and set(legal(state)) == {"over ART-147", "over ART-86"}
    assert "TLD-J.11" in why(state, "over ART-7")
    do(state, "over ART-86")
    assert status(state, UNIT["ART-147"]).supplied and status(state, UNIT["ART-86"]).clause == "TLD-J.11"
    assert read(write(state)).over == (("50:HQ", "ART-86"),)
    do(state, "order ART-86", "to HQ-XXX")
    assert state.step.name == "allied orders"


@pytest.mark.clause("TLD-J.11")
def test_what_was_named_is_forgotten_when_nothing_is_over_any_more() -> None:
    state = do(at_the_limit(), "over ART-147", "order ART-147", "to HQ-XXX")
    while state.day == 4:
        do(state, "done")
    assert not state.over and status(state, UNIT["ART-86"]).clause != "TLD-J.11"
