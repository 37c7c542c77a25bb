"""TLD-B.4: what an HQ can supply; TLD-B.4.x7 and the rulings on capacity."""

from __future__ import annotations

import pytest

from grognard.games.longest_day.capacity import artillery_limit, needs_corps_supply, over, rows, units_over
from grognard.games.longest_day.ledger import Ledger, Order, effective_day, first_effect
from grognard.games.longest_day.ledger_rules import check, objections
from grognard.games.longest_day.plan import plan
from grognard.games.longest_day.roster import RECORDS, Record
from grognard.games.longest_day.sheet import read_ledger, write_ledger

from .build import an_order, day, wrote


def refused(ledger: Ledger, *lines: str) -> set[str]:
    return {violation.clause for violation in objections(ledger, *(an_order(ledger, line) for line in lines))}


def used(ledger: Ledger, hq: str, when: str) -> dict[str, tuple[int, int]]:
    return {row.name: (len(row.units), row.limit) for row in rows(ledger, ledger.standing(day(when)), hq)}


# ---------------------------------------------------------------- TLD-B.4: writing them


@pytest.mark.clause("TLD-B.4")
def test_supply_hqs_are_first_written_on_7_june_and_bite_the_next_day() -> None:
    assert refused(Ledger(), "6 June: 8-BDE 50:HQ") >= {"TLD-B.4"}
    ledger = wrote("7 June: 8-BDE 50:HQ")
    assert effective_day(ledger, ledger.orders[0]) == day("8 June")
    assert (
        "N/8" not in ledger.standing(day("7 June")).hq and ledger.standing(day("8 June")).hq["N/8"] == "50:HQ"
    )


@pytest.mark.clause("TLD-B.4.x7", "TLD-J.28")
def test_on_7_june_itself_an_order_within_the_corps_bites_at_once() -> None:
    ledger = wrote(
        "7 June replacement: 8-BDE 50:HQ", "7 June replacement: 4-BDE 50:HQ", "7 June: 27-BDE 3:HQ"
    )
    assert [effective_day(ledger, line) - 1 for line in ledger.orders] == [
        0,
        1,
        1,
    ]  # same corps; another corps; later that day
    german = Ledger(side="german")
    assert effective_day(german, an_order(german, "7 June replacement: LEHR ISS")) == day(
        "8 June"
    )  # no supply order
    assert ledger.standing(1).hq["N/8"] == "50:HQ"


@pytest.mark.clause("TLD-B.4.x7")
def test_on_7_june_the_one_counter_that_changes_its_corps_waits_alone() -> None:
    """47 RM begins in 30 Corps, the others of its brigade in 1 Corps: with 3rd Division they draw at once, 47
    RM a turn later.
    """
    ledger = wrote("7 June replacement: 4SS-CDO 3:HQ")
    assert (first_effect(ledger, ledger.orders[0]), effective_day(ledger, ledger.orders[0])) == (1, 2)
    now, then = ledger.standing(1), ledger.standing(2)
    assert now.hq["CDO-41RM"] == now.hq["CDO-46RM"] == now.hq["CDO-48RM"] == "3:HQ"
    assert "CDO-47RM" not in now.hq and now.word["CDO-47RM"] == "XXX"
    assert then.hq["CDO-47RM"] == "3:HQ" and then.word["CDO-47RM"] == "I"
    alone = wrote("7 June replacement: CDO-46RM 3:HQ")
    assert alone.standing(1).hq["CDO-46RM"] == "3:HQ"


# ---------------------------------------------------------------- divisional HQs


@pytest.mark.clause("TLD-B.4.a", "TLD-X.3", "TLD-J.3")
def test_a_divisional_hq_feeds_no_attached_ranged_artillery_and_no_other_division() -> None:
    assert refused(Ledger(), "10 June: ART-6 3:HQ") == {"TLD-B.4.a"}
    assert refused(Ledger(), "10 June: 51 3:HQ") == {"TLD-B.4.a"}
    assert not refused(Ledger(), "10 June: ART-19C 3CAN:HQ")  # its own, by TLD-A.corps.13


AMERICAN = (
    Record(id="1US", name="1st", nationality="US", what="division", division_class="infantry"),
    Record(id="2USA", name="2nd", nationality="US", what="division", division_class="armour"),
    *(Record(id=f"TK{n}", name="tank", nationality="US", what="unit", arm="armour") for n in range(4)),
    *(
        Record(id=f"INF{n}", name="infantry", nationality="US", what="unit", arm="infantry", parent="R29")
        for n in range(3)
    ),
    Record(id="RGR", name="rangers", nationality="US", what="unit", arm="infantry"),
    *(Record(id=f"CAV{n}", name="cavalry", nationality="US", what="unit", arm="recon") for n in range(3)),
    Record(id="FA", name="howitzers", nationality="US", what="unit", arm="artillery", ranged=True),
)
US = Ledger(extra=AMERICAN, arrived={"1US:HQ": 0, "2USA:HQ": 0, "HQ-US-VII": 0})


def american(*lines: str) -> Ledger:
    return US.wrote(*(an_order(US, line) for line in lines))


@pytest.mark.clause("TLD-B.4.a.1", "TLD-C.2")
def test_an_american_division_feeds_three_independents_croc_among_them() -> None:
    three = american("8 June: TK0 1US:HQ", "8 June: CROC-A 1US:HQ", "8 June: RGR 1US:HQ")
    assert not check(three, 3) and refused(three, "9 June: CAV0 1US:HQ") == {"TLD-B.4.a.1"}
    assert refused(US, "8 June: AVRE-77 1US:HQ") >= {"TLD-B.9"}  # only CROC may cross over


@pytest.mark.clause("TLD-B.4.a.2", "TLD-J.6", "TLD-X.6")
def test_two_armour_units_by_an_infantry_division_only() -> None:
    two = american("8 June: TK0 1US:HQ", "8 June: TK1 1US:HQ")
    assert refused(two, "9 June: TK2 1US:HQ") == {"TLD-B.4.a.2"}
    assert refused(US, "8 June: TK0 2USA:HQ") == {"TLD-B.4.a.2"}
    assert not refused(
        Ledger(), "20 June: 4-BDE 3:HQ"
    )  # binds American HQs: a British one takes a whole brigade


def instead(unit: str, lost: str, hq: str = "3:HQ") -> Order:
    return Order(day=day("9 June"), unit=unit, to=hq, stand_in=lost)


@pytest.mark.clause("TLD-J.6", "TLD-B.4.a.2")
def test_a_stand_in_is_outside_the_limits_and_takes_the_place_of_a_lost_unit_of_its_arm_one_for_one() -> None:
    ledger = Ledger(eliminated=frozenset({"3:7-Fd", "3:1-Suffolk"}))
    legal = ledger.wrote(instead("ART-6", "3:7-Fd"))
    assert not check(legal, day("10 June")) and used(legal, "3:HQ", "10 June")["ranged artillery"] == (0, 0)
    for wrong in (
        "3:1-Suffolk",
        "3:33-Fd",
        "51:126-Fd",
        "nobody",
    ):  # of another arm, alive, of another division, unknown
        assert [f.clause for f in objections(ledger, instead("ART-6", wrong))] == ["TLD-J.6"]
    assert {f.units for f in objections(legal, instead("ART-53", "3:7-Fd"))} == {
        ("ART-53",)
    }  # it has one already
    later = legal.wrote(an_order(legal, "12 June: ART-6 3:HQ"))  # as any other gun
    assert "TLD-B.4.a" in {f.clause for f in check(later, day("13 June"))}


@pytest.mark.clause("TLD-J.6")
def test_a_ledger_file_keeps_its_stand_ins() -> None:
    ledger = Ledger(eliminated=frozenset({"3:7-Fd"}))
    book = ledger.wrote(instead("ART-6", "3:7-Fd"), an_order(ledger, "9 June: 4-BDE 3:HQ"))
    again, _ = read_ledger(write_ledger(book))
    assert (again.orders, again.eliminated) == (book.orders, book.eliminated)


@pytest.mark.clause("TLD-B.4.a.3")
def test_american_infantry_and_recon_need_a_supplied_corps_hq() -> None:
    first = US.roster.divisions["1US"]
    assert (
        needs_corps_supply(US.roster.records["RGR"], first)
        == needs_corps_supply(US.roster.records["CAV0"], first)
        == "TLD-B.4.a.3"
    )
    assert needs_corps_supply(US.roster.records["TK0"], first) == ""
    assert needs_corps_supply(RECORDS["REC-A/11H"], RECORDS["50"]) == "TLD-B.4.a.4"
    assert needs_corps_supply(RECORDS["BEL-REC"], RECORDS["50"]) == ""


@pytest.mark.clause("TLD-B.4.a.4")
def test_a_british_division_feeds_two_brigades_one_armoured_four_specials_ten_in_all() -> None:
    ledger = wrote("20 June: 31-BDE 15:HQ")
    assert refused(ledger, "20 June: 6-BDE 15:HQ") == {"TLD-B.4.a.4"}  # two armoured brigades
    six = ledger.wrote(an_order(ledger, "20 June: 1SS-CDO 15:HQ"))
    assert not check(six, day("21 June")) or {f.clause for f in check(six, day("21 June"))} == {"TLD-J.7"}
    specials = ["AVRE-77", "AVRE-79", "CRAB-22", "CROC-A"]
    ten = six.wrote(*(an_order(six, f"21 June: {name} 15:HQ") for name in specials))
    assert used(ten, "15:HQ", "22 June")["attached units in all"] == (10, 10)
    assert refused(ten, "22 June: AVRE-80 15:HQ") == {"TLD-B.4.a.4"}
    assert refused(six, "21 June: 56-BDE 15:HQ") == {"TLD-B.4.a.4"}  # a third brigade


@pytest.mark.clause("TLD-B.4.a.5")
@pytest.mark.parametrize(
    ("when", "guns", "legal"),
    [
        ("8 June", ("ART-86", "ART-147"), True),
        ("9 June", ("ART-86", "ART-147"), False),
        ("18 June", ("ART-86",), True),
        ("19 June", ("ART-86",), False),
        ("28 June", ("ART-987US",), True),
        ("29 June", ("ART-987US",), False),
    ],
)
def test_50th_division_and_its_guns(when: str, guns: tuple[str, ...], legal: bool) -> None:
    """Written on a day, in force on the next: both through 9 June, one through 19 June, 987 through 29
    June.
    """
    found = refused(Ledger(), *(f"{when}: {gun} 50:HQ" for gun in guns))
    assert (not found) == legal, found
    if when == "29 June":
        assert "TLD-B.9" in found


# ---------------------------------------------------------------- corps HQs


@pytest.mark.clause("TLD-B.4.b", "TLD-J.9")
def test_artillery_of_a_corps_by_its_divisions() -> None:
    assert [artillery_limit(n) for n in (2, 3, 4, 5)] == [6, 8, 10, 10]
    opening = wrote(
        *(
            f"8 June: {gun} HQ-I"
            for gun in (
                "ART-4RHA",
                "ART-6",
                "ART-1&4/51",
                "ART-2&6/51",
                "ART-53",
                "ART-65",
                "ART-68",
                "ART-79",
                "ART-150",
                "ART-191",
            )
        )
    )
    assert used(opening, "HQ-I", "9 June")["independent artillery"] == (10, 10)  # a 7.2-inch pair counts once
    assert refused(opening, "10 June: ART-9 HQ-I") == {"TLD-B.4.b"}
    groups = [f"8 June: US-GROUP-{n} HQ-US-VII" for n in range(1, 6)]
    assert refused(US, *groups[:4]) == set() and "TLD-B.4.b" in refused(US, *groups)


@pytest.mark.clause("TLD-B.4.b.1")
def test_an_american_corps_hq_feeds_recon_and_a_regiment_or_a_battalion() -> None:
    whole = american("8 June: INF0 HQ-US-VII", "8 June: INF1 HQ-US-VII", "8 June: INF2 HQ-US-VII")
    assert not [f for f in check(whole, 3) if f.place == "HQ-US-VII"]
    assert refused(whole, "9 June: RGR HQ-US-VII") == {"TLD-B.4.b.1"}
    assert not refused(US, "8 June: RGR HQ-US-VII")
    assert refused(US, *(f"8 June: CAV{n} HQ-US-VII" for n in range(3))) == {"TLD-B.4.b.1"}
    assert refused(US, "8 June: TK0 HQ-US-VII") == {"TLD-B.1.e"}


@pytest.mark.clause("TLD-B.4.b.2", "TLD-J.4", "TLD-X.4", "TLD-X.14")
def test_a_british_corps_hq_feeds_one_recon_and_one_anti_tank_battalion_besides() -> None:
    ledger = wrote("10 June: 11H HQ-XXX", "10 June: 73-AT HQ-XXX")
    assert not [f for f in check(ledger, day("11 June")) if f.place == "HQ-XXX"]
    assert used(ledger, "HQ-XXX", "11 June")["independent artillery"] == (0, 8)  # anti-tank is an extra
    assert refused(ledger, "11 June: 1C HQ-XXX") == {"TLD-B.4.b.2"} and refused(
        ledger, "11 June: 62-AT HQ-XXX"
    ) == {"TLD-B.4.b.2"}
    assert not refused(Ledger(), "10 June: 73-AT 50:HQ")  # not ranged: a division may be given it
    assert RECORDS["ART-86"].ranged and not RECORDS["AT-196/73"].ranged


@pytest.mark.clause("TLD-B.9", "TLD-J.5", "TLD-X.5")
def test_no_supply_across_command_groups_but_for_the_named() -> None:
    assert {RECORDS[u].group for u in ("3", "3CAN", "1POL", "BEL-BDE", "DUTCH-BDE")} == {"W"} and RECORDS[
        "1FRA"
    ].group == "A"
    assert not refused(Ledger(), "9 August: BEL-BDE 49:HQ") and not refused(
        Ledger(), "9 August: DUTCH-BDE 49:HQ"
    )
    assert "TLD-B.9" in refused(Ledger(), "10 June: ART-987US HQ-XXX")


# ---------------------------------------------------------------- rulings


@pytest.mark.clause("TLD-J.10")
def test_divisions_in_the_corps_are_those_written_ashore_or_not() -> None:
    ledger = wrote("10 June: ART-77 HQ-VIII")
    assert used(ledger, "HQ-VIII", "13 June")["independent artillery"] == (
        1,
        6,
    )  # two divisions, both still at sea


@pytest.mark.clause("TLD-J.11")
def test_when_a_limit_shrinks_the_last_written_are_over() -> None:
    guns = ["ART-7", "ART-64", "ART-84", "ART-86", "ART-121", "ART-147", "ART-9"]
    ledger = wrote(*(f"10 June: {gun} HQ-XXX" for gun in guns), "12 June: 49 I")
    assert used(ledger, "HQ-XXX", "12 June")["independent artillery"] == (7, 8)
    stands = ledger.standing(day("13 June"))
    assert units_over(ledger, stands, "HQ-XXX") == {"ART-9"}  # six for two divisions
    assert [units for _, units in over(rows(ledger, stands, "HQ-XXX"))] == [("ART-9",)]
    assert refused(Ledger(), *(f"10 June: {gun} HQ-VIII" for gun in guns)) == {
        "TLD-B.4.b"
    }  # writing too many is refused


@pytest.mark.clause("TLD-J.23", "TLD-X.17")
def test_what_counts_as_a_brigade() -> None:
    ledger = wrote("10 June: 8-BDE 50:HQ", "10 June: 56-BDE 50:HQ")
    assert not refused(ledger, "11 June: CDO-47RM 50:HQ")  # counts to the ten, not as a brigade
    crabs = ledger.wrote(an_order(ledger, "11 June: CRAB-WD 50:HQ"))
    assert used(crabs, "50:HQ", "12 June")["independent brigades"] == (2, 2) and used(
        crabs, "50:HQ", "12 June"
    )["special armor units of the 79th"] == (1, 4)
    assert used(wrote("20 June: 31-BDE 15:HQ"), "15:HQ", "21 June")["armoured brigades"] == (1, 1)
    assert used(wrote("9 August: DUTCH-BDE 49:HQ"), "49:HQ", "10 August")["independent brigades"] == (1, 2)
    one = wrote("10 June: G/4 3:HQ")
    assert used(one, "3:HQ", "11 June")["independent brigades"] == (1, 2)  # one of its units is enough


@pytest.mark.clause("TLD-B.11")
def test_a_remnant_has_the_hq_of_the_unit_it_replaces() -> None:
    from grognard.games.longest_day.ledger import hq_of

    remnants = (
        Record(
            id="REM-1",
            name="remnant",
            nationality="British",
            what="unit",
            arm="infantry",
            remnant_of="3:1-Suffolk",
        ),
        Record(
            id="REM-2", name="remnant", nationality="British", what="unit", arm="armour", remnant_of="G/4"
        ),
    )
    ledger = wrote("10 June: 4-BDE 51:HQ", extra=remnants)
    stands = ledger.standing(day("11 June"))
    assert hq_of(ledger, stands, "REM-1") == "3:HQ" and hq_of(ledger, stands, "REM-2") == "51:HQ"
    assert hq_of(ledger, stands, "G/4") == "51:HQ"


@pytest.mark.clause("TLD-G.9")
def test_germans_have_no_capacity_figures() -> None:
    german = Ledger(side="german")
    assert (
        rows(german, german.standing(3), "LEHR:HQ") == [] and rows(german, german.standing(3), "HQ-ISS") == []
    )


@pytest.mark.clause("TLD-J.5", "TLD-J.11", "TLD-B.4.a.5")
def test_987_goes_unsupplied_from_30_june_and_is_no_fault_of_the_ledger() -> None:
    ledger = wrote("8 June: ART-987US 50:HQ")
    assert units_over(ledger, ledger.standing(day("29 June")), "50:HQ") == set()
    assert units_over(ledger, ledger.standing(day("30 June")), "50:HQ") == {"ART-987US"}
    assert not {"TLD-B.4.a", "TLD-B.4.a.5", "TLD-B.9"} & {f.clause for f in check(ledger, day("30 June"))}
    assert refused(Ledger(), "29 June: ART-987US 50:HQ") == {"TLD-B.4.a.5", "TLD-B.9"}  # too late to write it
    assert not plan(ledger, day("29 June")).violations
