"""TLD-A: the written record: who is where, when orders bite, how many and which divisions a corps may
hold.
"""

from __future__ import annotations

import pytest

from grognard.core.ruling import GrognardError
from grognard.games.longest_day.fifth import needed
from grognard.games.longest_day.ledger import Ledger, effective_day
from grognard.games.longest_day.ledger_cache import ledger_of
from grognard.games.longest_day.ledger_rules import check, illegal_orders, objections
from grognard.games.longest_day.pieces import DIVISION, INDEPENDENT, NAMES, OF_DIVISION, UNIT
from grognard.games.longest_day.roster import RECORDS, ROSTER, Record, corps
from grognard.games.longest_day.sheet import change_days, form_rows, grid, read_ledger, write_ledger

from .build import STAFF, an_order, day, do, legal, position, why, wrote


def violations(ledger: Ledger, when: str) -> set[str]:
    return {violation.clause for violation in check(ledger, day(when))}


def refused(ledger: Ledger, *lines: str) -> set[str]:
    return {violation.clause for violation in objections(ledger, *(an_order(ledger, line) for line in lines))}


def divisions(ledger: Ledger, id_: str, when: str, serving: bool = False) -> set[str]:
    return set(ledger.standing(day(when)).divisions(id_, serving))


# ---------------------------------------------------------------- what there is


@pytest.mark.clause("TLD-A.1")
def test_a_division_is_its_hq_and_the_counters_with_its_number() -> None:
    third = [NAMES[u] for u in range(len(NAMES)) if DIVISION[u] == "3"]
    assert "3:HQ" in third and "3:1-Suffolk" in third and len(third) == 16
    assert OF_DIVISION["3"].bit_count() == 16
    assert INDEPENDENT >> UNIT["CDO-4"] & 1 and not INDEPENDENT >> UNIT["3:7-Fd"] & 1


@pytest.mark.clause("TLD-A.2")
def test_a_corps_is_divisions_artillery_and_others_under_one_hq() -> None:
    stands = Ledger().standing(0)
    of_one = {unit for unit, id_ in stands.word.items() if id_ == "I"}
    assert {"3", "ART-6", "CDO-46RM", "G/4"} <= of_one and corps("I").hq == "HQ-I"


@pytest.mark.clause("TLD-A.table", "TLD-A.corps.1")
def test_the_opening_table() -> None:
    ledger = Ledger()
    assert divisions(ledger, "I", "6 June") == {"3", "51", "3CAN", "6AB"}
    assert divisions(ledger, "VIII", "6 June") == {"15", "11ARM"}
    assert divisions(ledger, "XXX", "6 June") == {"49", "50", "7ARM"}
    guns = {u for u, id_ in ledger.standing(0).word.items() if id_ == "I" and u.startswith("ART-")}
    assert guns == {
        f"ART-{n}" for n in ("4RHA", "6", "1&4/51", "2&6/51", "53", "65", "68", "79", "150", "191")
    }
    assert ledger.standing(0).hq == {}  # it fixes corps, not supply


@pytest.mark.clause("TLD-A.form")
def test_the_sheet_has_the_rows_of_the_document() -> None:
    rows = form_rows()
    printed = [row for row in rows if not row["implied"]]
    assert len(printed) == 175
    assert sum(row["heading"] for row in printed) == 39
    counters = [row for row in rows if not row["heading"]]
    assert len(counters) == 136 and sum(bool(row["rating"]) for row in counters) == 135


def test_the_grid_shows_what_is_written_and_what_serves() -> None:
    ledger = wrote("20 June: 43 XII")
    assert change_days(ledger) == [0, 9, 15, 23, 33, 35]
    row = next(row for row in grid(ledger, [day("25 June"), day("29 June")]) if row["id"] == "43")
    assert [(cell["serving"], cell["written"]) for cell in row["cells"]] == [("", "XII"), ("XII", "XII")]


# ---------------------------------------------------------------- when orders may be written and when they bite


@pytest.mark.clause("TLD-A.corps.2")
def test_germans_write_from_the_first_day_allies_from_the_second() -> None:
    assert "TLD-A.corps.2" in refused(Ledger(), "6 June: 51 XXX")
    assert not refused(Ledger(), "7 June: 51 XXX")
    assert not refused(Ledger(side="german"), "6 June: LEHR LXXXVI")


@pytest.mark.clause("TLD-A.corps.3", "TLD-J.24")
def test_an_assignment_has_no_effect_before_the_corps_hq_is_on_the_map() -> None:
    ledger = wrote("20 June: 43 XII")
    assert divisions(ledger, "XII", "28 June") == {"43"} and not divisions(
        ledger, "XII", "28 June", serving=True
    )
    assert divisions(ledger, "XII", "29 June", serving=True) == {"43"}  # the day the HQ lands
    assert "43:HQ" not in {
        hq for hq in ledger.arrived if ledger.came(hq, day("20 June"))
    }  # itself still at sea


@pytest.mark.clause("TLD-A.corps.4")
def test_a_change_bites_in_the_next_own_replacement_phase() -> None:
    ledger = wrote("20 June: 51 XXX")
    assert effective_day(ledger, ledger.orders[0]) == day("21 June")
    assert divisions(ledger, "I", "20 June") == {"3", "51", "3CAN", "6AB"} and "51" in divisions(
        ledger, "XXX", "21 June"
    )


@pytest.mark.clause("TLD-A.corps.5")
def test_the_minimum_is_due_the_day_after_the_hq_lands() -> None:
    ledger = Ledger()
    assert "TLD-A.corps.5" not in violations(ledger, "29 June")  # 12 Corps HQ lands
    assert "TLD-A.corps.5" in violations(ledger, "30 June")
    assert "TLD-A.corps.5" not in violations(wrote("29 June: 43 XII", "29 June: 53 XII"), "30 June")


# ---------------------------------------------------------------- brigades


@pytest.mark.clause("TLD-A.corps.6", "TLD-J.32")
def test_a_brigade_sits_in_one_corps() -> None:
    assert refused(Ledger(), "20 June: G/4 VIII") == {"TLD-A.corps.6"}
    assert refused(Ledger(), "20 June: G/4 11ARM:HQ") == {"TLD-J.32"}
    assert not refused(Ledger(), "20 June: 4-BDE 11ARM:HQ")
    whole = [f"20 June: {unit} 11ARM:HQ" for unit in ("G/4", "3C/4", "44R/4", "2KR/4")]
    assert not refused(Ledger(), *whole)


@pytest.mark.clause("TLD-A.corps.7")
def test_independents_of_the_landing_schedules() -> None:
    word = Ledger().standing(0).word
    assert word["CDO-4"] == word["AVRE-26"] == word["CRAB-22"] == "I"
    assert word["CDO-47RM"] == word["AVRE-81"] == word["CROC-C"] == "XXX"
    assert word["ART-9"] == ""  # on no schedule


@pytest.mark.clause("TLD-A.corps.18", "TLD-C.1", "TLD-X.9")
def test_battalions_may_draw_on_different_divisions_and_the_79th_goes_singly() -> None:
    ledger = Ledger()
    assert not refused(ledger, "10 June: G/4 3:HQ")
    assert not refused(wrote("10 June: G/4 3:HQ"), "10 June: 3C/4 51:HQ")
    assert not refused(ledger, "10 June: CRAB-22 50:HQ")  # its brigade stays in 1 Corps
    assert not refused(ledger, "10 June: AVRE-77 50:HQ")
    assert "79ARM:HQ" not in NAMES and not any(d.startswith("79") for d in ROSTER.divisions)


@pytest.mark.clause("TLD-A.corps.19", "TLD-J.7", "TLD-X.7")
def test_47_rm_may_be_alone_with_50th_division_through_18_june() -> None:
    assert not violations(Ledger(), "18 June")
    assert violations(Ledger(), "19 June") == {"TLD-J.7"}
    assert not violations(wrote("18 June: CDO-47RM I"), "19 June")
    assert violations(wrote("10 June: CDO-47RM 7ARM:HQ"), "12 June") == {
        "TLD-A.corps.6"
    }  # in 30 Corps, but not with the 50th


@pytest.mark.clause("TLD-A.corps.20")
def test_rmsr_units_are_never_assigned() -> None:
    assert refused(Ledger(), "10 June: RMSR-1 I") == {"TLD-A.corps.20"}


# ---------------------------------------------------------------- how many divisions


@pytest.mark.clause("TLD-A.corps.8", "TLD-A.corps.8.a")
def test_two_to_four_divisions() -> None:
    assert refused(Ledger(), "20 June: 11ARM XXX") == {"TLD-A.corps.8.a"}  # 8 Corps would be left with one
    assert refused(wrote("27 June: 53 XXX"), "28 June: 59 XXX") == {"TLD-A.corps.8.a"}  # a fifth for 30 Corps
    assert refused(Ledger(), "8 June: 3 ISS") == {"TLD-A.corps.8.a"}  # of one side


TEN = {"HQ-I": 0, "HQ-XXX": 0} | {
    f"{d}:HQ": 0 for d in ("3", "51", "3CAN", "6AB", "15", "49", "50", "7ARM", "43", "53")
}
FIVES = ("8 June: 15 I", "8 June: 43 XXX", "8 June: 53 XXX")


@pytest.mark.clause("TLD-A.corps.8.b", "TLD-J.22")
def test_a_fifth_is_allowed_when_the_divisions_on_the_map_cannot_all_be_placed_otherwise() -> None:
    """Two corps ashore and ten divisions: 1 Corps takes five by .9.a, and 30 Corps must hold five with armour
    in it.
    """
    assert not violations(wrote(*FIVES, arrived=TEN), "9 June")
    nine = {hq: when for hq, when in TEN.items() if hq != "53:HQ"}
    assert violations(wrote(*FIVES, arrived=nine), "9 June") == {
        "TLD-A.corps.8.a"
    }  # one of them is still at sea
    more = TEN | {"HQ-VIII": 0, "11ARM:HQ": 0, "59:HQ": 0}
    assert violations(wrote(*FIVES, "8 June: 59 VIII", arrived=more), "9 June") == {
        "TLD-A.corps.8.a"
    }  # 8 Corps has room


@pytest.mark.clause("TLD-A.corps.8.c")
def test_a_lawful_five_may_stay_unless_another_corps_lacks_divisions() -> None:
    more = TEN | {"HQ-VIII": 4, "11ARM:HQ": 4, "59:HQ": 4}
    assert not violations(
        wrote(*FIVES, "9 June: 59 VIII", arrived=more), "12 June"
    )  # the need has passed, 8 Corps has two
    lacking = wrote(*FIVES, arrived=more)
    assert "XXX" in {
        violation.place
        for violation in check(lacking, day("12 June"))
        if violation.clause == "TLD-A.corps.8.c"
    }


@pytest.mark.clause("TLD-A.corps.8.c")
def test_a_lawful_five_may_stay_when_an_hq_is_lost() -> None:
    """The need passes with the HQ; that does not make unlawful what was lawful."""
    ledger = wrote(*FIVES, arrived=TEN)
    assert not violations(ledger, "9 June") and not violations(
        wrote(*FIVES, arrived=TEN, lost=frozenset({"53:HQ"})), "10 June"
    )


@pytest.mark.clause("TLD-A.corps.8.c", "TLD-A.corps.5")
def test_a_corps_that_has_just_landed_is_not_short_before_its_deadline() -> None:
    """8 Corps lands on 10 June and must have two divisions on 11 June: only then must a five be reduced."""
    lacking = wrote(*FIVES, arrived=TEN | {"HQ-VIII": 4, "11ARM:HQ": 4, "59:HQ": 4})
    assert not [f for f in check(lacking, day("10 June")) if f.place in ("I", "XXX")]
    assert [f for f in check(lacking, day("11 June")) if f.place in ("I", "XXX")]
    # a corps short for a while does not take the right away: it is asked of the day itself
    late = wrote(
        *FIVES,
        "11 June: 59 VIII",
        "11 June: 11ARM VIII",
        arrived=TEN | {"HQ-VIII": 4, "11ARM:HQ": 4, "59:HQ": 4},
    )
    assert not violations(late, "12 June")


@pytest.mark.clause("TLD-A.corps.8.c", "TLD-A.corps.9.a")
def test_what_an_airborne_division_allows_ends_with_it() -> None:
    """The document speaks of corps that could not do with four; five with an airborne division are another
    permission.
    """
    arrived = {"HQ-I": 0, "HQ-XXX": 0, **{f"{d}:HQ": 0 for d in ("3", "51", "6AB", "49", "50", "15", "43")}}
    ledger = wrote(
        "7 June: 15 I", "7 June: 43 I", "7 June: 3CAN XXX", "9 June: 6AB XXX", "9 June: 49 I", arrived=arrived
    )
    assert len(ledger.standing(day("8 June")).by_serving["I"]) == 5 and not violations(ledger, "8 June")
    assert "TLD-A.corps.8.a" in violations(ledger, "10 June")


@pytest.mark.clause("TLD-A.corps.8.b", "TLD-J.27")
def test_canadians_who_wait_for_their_corps_are_no_need_for_a_fifth() -> None:
    """2nd Canadian lands on 8 July, 2 Canadian Corps on 11 July: in between they serve where they did."""
    for when in ("8 July", "9 July", "10 July", "11 July"):
        assert not needed(Ledger(), day(when))


@pytest.mark.clause("TLD-A.corps.8.b", "TLD-J.22")
def test_too_few_divisions_are_no_need_for_a_fifth() -> None:
    """Two corps ashore and three divisions: that they cannot all have two does not let one of them have
    five.
    """
    arrived = {"HQ-I": 0, "HQ-XXX": 0, **{f"{d}:HQ": 0 for d in ("3", "50", "7ARM")}}
    assert not needed(Ledger(arrived=arrived), day("7 June"))
    assert "TLD-A.corps.8.a" in refused(Ledger(arrived=arrived), "7 June: 7ARM I")


@pytest.mark.clause("TLD-A.corps.8.d")
def test_six_is_never_lawful() -> None:
    arrived = {"HQ-I": 0, **{f"{d}:HQ": 0 for d in ("3", "15", "43", "49", "50", "51", "53", "59")}}
    ledger = wrote("8 June: 15 I", "8 June: 43 I", "8 June: 53 I", arrived=arrived)
    assert "TLD-A.corps.8.d" in violations(ledger, "9 June")


@pytest.mark.clause("TLD-A.corps.9", "TLD-A.corps.9.a")
def test_five_with_airborne_and_without_armour() -> None:
    assert not refused(Ledger(), "12 June: 49 I")  # 1 Corps: 3, 51, 3CAN, 6AB and 49
    assert refused(Ledger(), "10 June: 7ARM I") == {"TLD-A.corps.8.a"}


@pytest.mark.clause("TLD-A.corps.9.b")
def test_one_infantry_division_at_least_two_armour_at_most() -> None:
    three = wrote("28 June: GDARM VIII", "28 June: 43 XXX")
    assert refused(three, "29 June: 7ARM VIII") == {"TLD-A.corps.9.b"}
    assert "TLD-A.corps.9.b" in refused(wrote("28 June: GDARM VIII"), "29 June: 15 XXX")
    airborne = wrote("28 June: GDARM VIII", "28 June: 6AB VIII")
    assert not refused(airborne, "29 June: 15 XXX")  # airborne counts as infantry


# ---------------------------------------------------------------- nations


@pytest.mark.clause("TLD-A.corps.10", "TLD-A.corps.10.a", "TLD-J.25")
def test_the_french_division_serves_in_american_corps() -> None:
    assert RECORDS["1FRA"].nationality == "French"
    assert refused(Ledger(), "20 June: 1FRA VIII") == {"TLD-A.corps.10.a"}
    assert not refused(Ledger(), "20 June: 1FRA US-VII")


@pytest.mark.clause("TLD-A.corps.10.b")
def test_the_polish_division_serves_in_british_or_canadian_corps() -> None:
    assert not refused(Ledger(), "1 August: 1POL IICAN") and not refused(Ledger(), "1 August: 1POL XII")
    assert refused(Ledger(), "1 August: 1POL US-XV") == {"TLD-A.corps.10.b"}


@pytest.mark.clause("TLD-A.corps.11")
def test_the_polish_parachute_brigade() -> None:
    assert not refused(Ledger(), "20 June: POL-PARA US-VII")
    again = wrote("20 June: POL-PARA US-VII")
    assert refused(again, "25 June: POL-PARA US-XIX") == {"TLD-A.corps.11"}
    assert not refused(again, "25 June: POL-PARA I")


@pytest.mark.clause("TLD-A.corps.12", "TLD-J.17", "TLD-J.27", "TLD-X.16")
def test_canadians_go_to_their_own_corps_after_the_second_hq() -> None:
    """2CAN lands on 8 July: from 9 July all Canadians are written to 2 Canadian Corps, which lands on 11
    July.
    """
    ledger = Ledger()
    assert ledger.standing(day("8 July")).word["3CAN"] == "I"
    then = ledger.standing(day("9 July"))
    assert (
        then.word["3CAN"] == then.word["6/2C"] == "IICAN" and then.serving["3CAN"] == "I"
    )  # the old one stands
    assert ledger.standing(day("11 July")).serving["3CAN"] == "IICAN"
    assert refused(ledger, "12 July: 3CAN XII") >= {"TLD-A.corps.12"}
    assert not refused(ledger, "20 June: 3CAN VIII")
    by_hand = wrote(auto_canadian=False)
    assert by_hand.standing(day("9 July")).word["3CAN"] == "I" and "TLD-A.corps.12" in violations(
        by_hand, "9 July"
    )


@pytest.mark.clause("TLD-A.corps.12", "TLD-A.corps.4")
@pytest.mark.parametrize(
    ("when", "order", "refusal"),
    [
        (
            "7 July",
            "3CAN XII",
            set(),
        ),  # in force on 8 July, the turn of the arrival: until then any British corps
        ("8 July", "3CAN XII", {"TLD-A.corps.12"}),  # in force on 9 July, the turn following
        ("9 July", "3CAN XII", {"TLD-A.corps.12"}),
        ("7 July", "2C-BDE XXX", set()),
        ("8 July", "2C-BDE XXX", {"TLD-A.corps.12"}),
        ("8 July", "ART-19C HQ-I", {"TLD-A.corps.12"}),
        ("8 July", "6C-AT 3CAN:HQ", set()),  # 3rd Canadian goes to 2 Canadian Corps with all others
        ("8 July", "3CAN IICAN", set()),
        ("7 July", "3CAN IICAN", set()),
    ],
)
def test_the_days_around_the_canadian_change(when: str, order: str, refusal: set[str]) -> None:
    """The second Canadian divisional HQ arrives on 8 July."""
    assert refused(Ledger(), f"{when}: {order}") == refusal


@pytest.mark.clause("TLD-A.corps.6", "TLD-X.9")
@pytest.mark.parametrize(
    ("unit", "whole"),
    [
        ("G/4", True),
        ("BEL-REC", True),
        ("7RTR/31", True),
        ("CDO-3", True),
        ("2S/56", True),  # brigades
        ("REC-A/11H", False),
        ("AT-196/73", False),  # battalions, which the document does not name
        ("CRAB-22", False),
        ("AVRE-26", False),
        ("CROC-A", False),  # the 79th Armoured
    ],
)
def test_brigades_and_regiments_stay_whole_and_no_others(unit: str, whole: bool) -> None:
    away = {"G/4": "XXX", "2S/56": "I", "CDO-3": "XXX", "REC-A/11H": "I"}.get(unit, "VIII")
    ledger = (
        wrote(f"11 June: {ROSTER.records[unit].parent} XXX")
        if unit in ("BEL-REC", "7RTR/31", "AT-196/73")
        else Ledger()
    )
    assert (refused(ledger, f"20 June: {unit} {away}") == {"TLD-A.corps.6"}) is whole


@pytest.mark.clause("TLD-J.17", "TLD-A.corps.12")
def test_the_last_order_before_the_change_says_whether_it_was_made_by_hand() -> None:
    back = wrote("21 June: 4CAN IICAN", "25 June: 4CAN VIII")
    assert (
        back.standing(day("8 July")).word["4CAN"] == "VIII"
        and back.standing(day("9 July")).word["4CAN"] == "IICAN"
    )
    assert "TLD-A.corps.12" not in violations(back, "9 July") | violations(back, "12 July")
    late = back.wrote(
        an_order(back, "10 July: 4CAN IICAN")
    )  # comes after the change, and takes nothing of it away
    assert late.standing(day("9 July")).word["4CAN"] == late.standing(day("12 July")).word["4CAN"] == "IICAN"
    part = wrote("21 June: 2C-BDE IICAN", "25 June: 6/2C VIII")
    assert {part.standing(day("9 July")).word[u] for u in ROSTER.counters("2C-BDE")} == {"IICAN"}
    hand = wrote("21 June: 4CAN VIII", "25 June: 4CAN IICAN")
    assert hand.page(day("9 July")).since["4CAN"] == 1  # left alone


@pytest.mark.clause("TLD-A.corps.13")
def test_19c_is_third_canadians_own() -> None:
    for place in ("I", "HQ-I", "XXX", "IICAN", "50:HQ"):
        assert refused(Ledger(), f"10 June: ART-19C {place}") == {"TLD-A.corps.13"}
    assert not refused(Ledger(), "10 June: ART-19C 3CAN:HQ")
    assert not refused(Ledger(), "12 July: ART-19C HQ-IICAN") and "TLD-A.corps.13" in refused(
        Ledger(), "12 July: ART-19C HQ-I"
    )
    by_itself = [
        (order.to, violation.clause)
        for order, violation in illegal_orders(wrote("10 June: ART-19C XXX"), day("12 June"))
    ]
    assert by_itself == [("XXX", "TLD-A.corps.13")]


@pytest.mark.clause("TLD-A.corps.13")
def test_19c_is_offered_its_division_and_told_why_nothing_else() -> None:
    state = do(position("12 June", units=STAFF | {"3CAN:HQ": "1812"}), "order ART-19C")
    assert legal(state) == ["to 3CAN:HQ", "to stay"] and "TLD-A.corps.13" in why(state, "to XXX")


@pytest.mark.clause("TLD-A.corps.14", "TLD-J.8")
def test_british_infantry_and_independents_go_anywhere_british_or_canadian() -> None:
    assert not refused(Ledger(), "12 July: 15 IICAN", "12 July: 59 VIII")
    assert refused(Ledger(), "12 June: 56-BDE US-V") == {"TLD-A.corps.14"}
    assert refused(Ledger(), "12 June: 6-BDE US-V") == {"TLD-J.8"}
    assert not refused(Ledger(), "12 July: 6-BDE IICAN") and not refused(Ledger(), "9 August: BEL-BDE IICAN")


@pytest.mark.clause("TLD-A.corps.15")
def test_british_armour_serves_in_british_corps_only() -> None:
    assert "TLD-A.corps.15" in refused(Ledger(), "12 July: GDARM IICAN")


@pytest.mark.clause("TLD-A.corps.16", "TLD-J.16")
def test_from_15_july_all_british_armour_may_be_one_corps() -> None:
    lines = ["{}: GDARM VIII", "{}: 7ARM VIII", "{}: 15 XXX", "{}: 43 XII", "{}: 53 XII"]
    assert "TLD-A.corps.9.b" in violations(wrote(*(line.format("12 July") for line in lines)), "14 July")
    assert "TLD-A.corps.9.b" not in violations(wrote(*(line.format("14 July") for line in lines)), "15 July")
    two = wrote("14 July: GDARM VIII", "14 July: 15 XXX", "14 July: 43 XII", "14 July: 53 XII")
    assert "TLD-A.corps.9.b" in violations(two, "15 July")  # 7ARM is elsewhere: not every one


@pytest.mark.clause("TLD-A.corps.17")
def test_a_supply_assignment_carries_the_corps() -> None:
    ledger = wrote("10 June: 4-BDE 50:HQ")
    stands = ledger.standing(day("11 June"))
    assert stands.word["G/4"] == stands.serving["G/4"] == "XXX" and stands.hq["G/4"] == "50:HQ"
    kept = ledger.wrote(an_order(ledger, "12 June: 4-BDE XXX")).standing(day("13 June"))
    assert kept.hq["G/4"] == "50:HQ"  # its HQ is of that corps
    moved = ledger.wrote(an_order(ledger, "12 June: 4-BDE I")).standing(day("13 June"))
    assert "G/4" not in moved.hq and moved.serving["G/4"] == "I"


@pytest.mark.clause("TLD-A.corps.26", "TLD-X.11", "TLD-G.4")
def test_two_kinds_of_organisation_are_modelled() -> None:
    assert {r.what for r in ROSTER.records.values() if r.kind == "division"} == {"division"}
    assert not [name for name in NAMES if name.startswith(("ARMY-", "GROUP-"))]


# ---------------------------------------------------------------- rulings that belong here


@pytest.mark.clause("TLD-J.1", "TLD-X.1")
def test_cross_nation_permissions_are_the_listed_ones_and_reported_once() -> None:
    assert not violations(Ledger(), "6 June")  # 3CAN in a British corps
    found = check(wrote("12 July: GDARM IICAN"), day("13 July"))
    assert [f.clause for f in found if "GDARM" in f.units] == ["TLD-A.corps.15"]
    assert not refused(
        Ledger(), "20 June: 3CAN IICAN", "20 June: 49 I"
    )  # one nation, though the trigger has not come


@pytest.mark.clause("TLD-J.1", "TLD-A.corps.10.a")
def test_what_a_division_can_never_do_is_told_before_what_is_too_much() -> None:
    """1st French in 1 Corps: it would also be the fifth division there, but no British corps is open to it at
    all.
    """
    ledger = Ledger()
    found = objections(ledger, an_order(ledger, "12 June: 1FRA I"))
    assert [violation.clause for violation in found] == ["TLD-A.corps.10.a", "TLD-A.corps.8.a"]


@pytest.mark.clause("TLD-J.34")
def test_only_new_faults_count_against_an_order_and_a_corps_nobody_can_help_is_excused() -> None:
    assert "TLD-J.7" in violations(Ledger(), "25 June")
    assert not refused(Ledger(), "25 June: ART-9 HQ-XXX")  # the commandos are out of order, the guns are not
    lonely = Ledger(side="german", arrived={"HQ-IISS": 0, "HQ-LXXXVI": 0}).wrote(
        an_order(Ledger(side="german"), "6 June: 10SS LXXXVI")
    )
    assert [f.place for f in check(lonely, 4)] == ["IISS"]  # LXXXVI has three and could spare one
    two_each = Ledger(arrived={"HQ-I": 0, "HQ-XXX": 0, "HQ-VIII": 0}).wrote(
        *(an_order(Ledger(), f"8 June: {d} US-VII") for d in ("51", "6AB", "49", "15"))
    )
    assert not [
        f for f in check(two_each, 5) if f.place == "VIII"
    ]  # 11ARM alone, and nobody has a division to spare


@pytest.mark.clause("TLD-J.35", "TLD-J.27")
def test_a_struck_order_leaves_a_unit_the_hq_it_had_where_its_division_still_is() -> None:
    ledger = wrote("10 June: G/4 3:HQ", "11 June: 4-BDE I", "12 June: 4-BDE XXX", "12 June: G/4 51:HQ")
    ledger.standing(day("13 June"))
    less = ledger.struck(day("12 June"), "G/4")
    assert less.page(day("13 June")).lines["G/4"] == ("XXX", "XXX", "", "3:HQ")
    assert less.page(day("13 June")) == Ledger(orders=less.orders).page(day("13 June"))


@pytest.mark.clause("TLD-A.corps.4", "TLD-A.corps.6", "TLD-A.corps.10.a")
def test_who_can_only_stay_is_asked_all_the_same_and_told_why() -> None:
    state = do(position("8 June", units=STAFF), "order 107/34")
    assert legal(state) == ["to stay"] and "all units of 34 Bde must be in one corps" in why(state, "to XXX")
    do(state, "to stay", "order 1FRA")
    assert legal(state) == ["to stay"] and "US corps only" in why(state, "to XXX")
    assert not do(state, "to stay").orders


@pytest.mark.clause("TLD-J.35")
def test_an_order_is_struck_before_it_bites_and_another_written() -> None:
    state = position("30 June", units=STAFF)
    assert "TLD-J.35" in why(state, "strike 50")  # nothing is written for it
    do(state, "order 50", "to VIII")
    assert "strike 50" in legal(state) and "order 50" not in legal(state)
    do(state, "strike 50")
    assert not state.orders and "order 50" in legal(state)
    do(state, "order 50", "to I")
    assert [line[1:3] for line in state.orders] == [("50", "I")] and ledger_of(state, "allied").standing(
        state.day + 1
    ).word["50"] == "I"
    state.pop(), state.pop(), state.pop()
    assert [line[1:3] for line in state.orders] == [("50", "VIII")]
    assert ledger_of(state, "allied").standing(state.day + 1).word["50"] == "VIII"


@pytest.mark.clause("TLD-J.35", "TLD-J.34")
def test_striking_what_another_order_rests_on_is_refused() -> None:
    state = do(position("30 June", units=STAFF), "order 50", "to VIII", "order 11ARM", "to XXX")
    assert "VIII Corps has 1 of the 2 divisions" in why(state, "strike 50") and "strike 50" not in legal(
        state
    )
    do(state, "strike 11ARM", "strike 50")
    assert not state.orders


@pytest.mark.clause("TLD-J.35", "TLD-B.4.x7")
def test_what_has_taken_effect_is_not_struck() -> None:
    units = {"HQ-I": "1905", "3:HQ": "2006", "HQ-XXX": "1205", "50:HQ": "1206"}
    state = position(
        "7 June", units=units, orders=("1944-06-07 8-BDE 50:HQ replacement", "1944-06-07 27-BDE 3:HQ")
    )
    assert (
        "strike 8-BDE" not in legal(state)
        and "TLD-J.35" in why(state, "strike 8-BDE")
        and "strike 27-BDE" in legal(state)
    )


@pytest.mark.clause("TLD-A.corps.8.d", "TLD-J.34")
def test_a_corps_with_far_too_many_is_emptied_one_order_at_a_time() -> None:
    six = Ledger(side="german").wrote(
        *(an_order(Ledger(side="german"), f"1 July: {d} ISS") for d in ("9SS", "10SS", "LEHR", "271", "277"))
    )
    assert "TLD-A.corps.8.d" in violations(six, "4 July")
    assert not refused(six, "4 July: 271 LXXXVI")  # five are still too many, but fewer


@pytest.mark.clause("TLD-X.8")
def test_allied_changes_from_7_june_on_any_day() -> None:
    assert not refused(Ledger(), "7 June: 51 XXX") and not refused(Ledger(), "20 July: 51 XXX")


# ---------------------------------------------------------------- the file


def test_a_ledger_file_a_person_can_write() -> None:
    text = """
    day = "24 June"
    [orders.1944-06-20]
    43 = "XII"
    4-bde = "11arm:hq"
    [orders."1944-06-07 replacement"]
    8-BDE = "50:HQ"
    [arrived]
    "HQ-XII" = "1944-06-25"
    """
    ledger, when = read_ledger(text)
    assert when == 18 and ledger.orders[0].phase == "replacement" and ledger.orders[2].to == "11ARM:HQ"
    assert ledger.arrived["HQ-XII"] == 19
    assert read_ledger(write_ledger(ledger, when)) == (ledger, when)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("day = 1", "is not a day|not a ledger"),
        ("colour = 1", "has no colour"),
        ("[orders.1944-06-20]\n44 = 'XII'", "there is no unit or formation 44"),
        ("[orders.1944-06-20]\n43 = 'XIII'", "is not a corps or an HQ"),
        ("side = 'french'", "side is one of"),
        ("[", "not a ledger file"),
        ("[arrived]\n'43' = '1944-06-20'", "is not an HQ"),
    ],
)
def test_a_damaged_ledger_is_refused_in_one_line(text: str, said: str) -> None:
    if text == "day = 1":
        assert read_ledger(text)[1] == 1
        return
    with pytest.raises(GrognardError, match=said) as error:
        read_ledger(text)
    assert "\n" not in str(error.value)


def test_pieces_a_player_adds() -> None:
    text = """
    [[piece]]
    id = "1US"
    nationality = "US"
    division_class = "infantry"
    [[piece]]
    id = "70TK"
    nationality = "US"
    arm = "armour"
    """
    ledger, _ = read_ledger(text)
    assert ledger.roster.divisions["1US"] == Record(
        id="1US", name="1US", nationality="US", what="division", division_class="infantry"
    )
    assert read_ledger(write_ledger(ledger))[0] == ledger


# ---------------------------------------------------------------- ledgers kept by hand


@pytest.mark.clause("TLD-A.corps.2", "TLD-B.4", "TLD-B.4.a")
@pytest.mark.parametrize(
    ("line", "clause"),
    [
        ("6 June: 49 I", "TLD-A.corps.2"),
        ("6 June: 4-BDE 51:HQ", "TLD-B.4"),
        ("8 June: 51 3:HQ", "TLD-B.4.a"),
        ("8 June: LEHR LXXXVI", "TLD-A.corps.2"),
    ],
)
def test_orders_that_could_not_be_written_are_told_of(line: str, clause: str) -> None:
    assert clause in {violation.clause for _, violation in illegal_orders(wrote(line), day("12 June"))}
    assert not list(illegal_orders(wrote("8 June: 49 I", "8 June: 4-BDE 51:HQ"), day("12 June")))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('day = "1944-09-30"', "not a day from"),
        ('[orders.1944-05-20]\n43 = "XII"', "not a day from"),
        ('[orders."1944-06-20 noon"]\n43 = "XII"', "not a day"),
        ("[orders.1944-06-20]\n43 = 5", "write a corps or an HQ"),
        ("orders = { 1944-06-20 = 5 }", "line by line"),
        ('lost = ["XX:HQ"]', "is not an HQ"),
        ('lost = "3:HQ"', "is a list of names"),
        ('eliminated = ["nobody"]', "there is no unit"),
        ('auto_canadian = "no"', "true or false"),
        ('[[piece]]\nid = "Q"', "needs its nationality"),
        ('[[piece]]\nid = "Q"\nnationality = "Martian"', "nationality is one of"),
        ('[[piece]]\nid = "Q"\nnationality = "US"\narm = "dog"', "arm is one of"),
    ],
)
def test_what_is_wrong_in_a_ledger_file_is_said_in_one_line(text: str, said: str) -> None:
    with pytest.raises(GrognardError, match=said) as error:
        read_ledger(text)
    assert "\n" not in str(error.value)


@pytest.mark.clause("TLD-A.corps.19", "TLD-J.34")
def test_50th_division_cannot_leave_47_rm_alone() -> None:
    assert refused(Ledger(), "11 June: 50 I") == {"TLD-A.corps.6"}
    assert not refused(wrote("10 June: CDO-47RM I"), "11 June: 50 I") & {"TLD-A.corps.6"}
    assert not refused(Ledger(), "11 June: 50 I", "11 June: CDO-47RM I")
