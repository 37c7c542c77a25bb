"""BTR-supply, BTR-ship, BTR-repl, BTR-rebuild: every cell of every table against the chart, typed in by
hand.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard import GrognardError
from grognard.core.ruling import Modifier
from grognard.games.beyond_the_rhine import replacements as repl
from grognard.games.beyond_the_rhine import supply as sup
from grognard.games.beyond_the_rhine.chart import COUNTERS, NUMBER
from grognard.games.beyond_the_rhine.dates import LAST, turn_on
from grognard.games.beyond_the_rhine.pieces import Counter

BANDS = ((2, 3), (4, 5), (6, 8), (9, 10), (11, 12))
US = """
1 2 2 3 4 4 5 5 6 7 8 9
2 3 3 4 5 5 6 6 7 8 10 11
3 4 5 6 7 8 8 9 10 11 12 13
3 5 6 6 7 8 9 9 10 11 12 14
4 5 6 7 8 9 10 10 11 12 14 15
"""
CW = """
0 1 1 1 2 2 3 3 3 4 4 5
1 2 2 2 3 3 4 4 5 6 6 7
2 2 3 3 3 4 4 5 6 7 7 8
2 3 3 4 4 4 5 5 6 7 8 9
2 3 4 4 4 5 5 6 7 8 9 10
"""


@pytest.mark.clause("BTR-supply.us", "BTR-supply.cw", "BTR-supply.roll")
@pytest.mark.parametrize(("who", "table"), [("us", US), ("cw", CW)])
def test_every_cell_of_the_supply_tables(who: str, table: str) -> None:
    rows = [list(map(int, line.split())) for line in table.strip().splitlines()]
    for (low, high), row in zip(BANDS, rows, strict=True):
        for roll in range(low, high + 1):
            assert [sup.cell(who, column, roll) for column in range(2, 14)] == row


@pytest.mark.clause("BTR-supply.status.us", "BTR-supply.status.cw")
def test_status_by_date() -> None:
    us = {
        "1944-09-05": 5,
        "1944-09-08": 6,
        "1944-09-12": 6,
        "1944-09-15": 7,
        "1944-09-22": 7,
        "1944-09-26": 8,
        "1944-10-05": 8,
        "1944-10-08": 9,
        "1944-10-22": 9,
        "1944-10-26": 10,
        "1945-04-29": 10,
    }
    cw = {
        "1944-09-05": 6,
        "1944-10-12": 6,
        "1944-10-15": 7,
        "1944-11-15": 7,
        "1944-11-19": 8,
        "1945-04-29": 8,
    }
    for who, dates in (("us", us), ("cw", cw)):
        assert {date: sup.status(who, turn_on(date))["column"] for date in dates} == dates
        columns = [sup.status(who, turn)["column"] for turn in range(1, LAST + 1)]
        assert columns == sorted(columns)  # it only improves


def shift(now: sup.Situation) -> tuple[int, int]:
    return tuple(sum(m.amount for m in sup.modifiers(who, now)) for who in ("us", "cw"))  # type: ignore[return-value]


@pytest.mark.clause(
    "BTR-supply.mod.1",
    "BTR-supply.mod.2",
    "BTR-supply.mod.3",
    "BTR-supply.mod.4",
    "BTR-supply.mod.5",
    "BTR-supply.mod.6",
    "BTR-supply.mod.7",
    "BTR-supply.mod.8",
    "BTR-supply.mod.9",
    "BTR-game.4_3c.north-flank",
    "BTR-game.4_4c.alpine",
)
def test_each_modifier() -> None:
    """US and CW, in the order of the chart."""
    one, both = frozenset({"Antwerpen-2"}), frozenset({"Antwerpen-1", "Antwerpen-2"})
    assert shift(sup.Situation(ports=one)) == (1, 1) and shift(sup.Situation(ports=both)) == (2, 2)
    assert (
        shift(sup.Situation(ports=frozenset({"Rotterdam"})))
        == shift(sup.Situation(ports=frozenset({"Amsterdam"})))
        == (1, 1)
    )
    assert shift(sup.Situation(events=frozenset({"north-flank"}))) == (0, -2)
    assert shift(sup.Situation(events=frozenset({"alpine"}))) == (-2, 0)
    assert (
        shift(sup.Situation("mud")) == (-2, -2)
        and shift(sup.Situation("snow")) == (-1, -1)
        and shift(sup.Situation("dry")) == (0, 0)
    )
    assert shift(sup.Situation(random={"us": -1, "cw": 2})) == (-1, 2)
    assert [m.clause for m in sup.modifiers("us", sup.Situation("mud", both, frozenset({"alpine"})))] == [
        "BTR-supply.mod.2",
        "BTR-supply.mod.7",
        "BTR-supply.mod.8",
    ]


@pytest.mark.clause("BTR-supply.order", "BTR-supply.clamp", "BTR-supply.example")
def test_negative_shifts_first_and_the_column_held_in_the_table() -> None:
    """15 March 1945 in mud with every port: 10 - 2 = 8, + 4 = 12; upward first would end at 11."""
    now = sup.Situation("mud", frozenset(sup.PORTS))
    found = sup.supply("us", turn_on("1945-03-15"), 7, now)
    assert (found.base, found.column, found.sp) == (10, 12, 12)
    assert sup.clamp(sup.clamp(10 + 4) - 2) == 11
    assert (
        sup.column(10, [Modifier(4, "", "")]) == 13
        and sup.column(3, [Modifier(-5, "", ""), Modifier(1, "", "")]) == 3
    )
    lowest = min(
        sup.column(sup.status(who, turn)["column"], [Modifier(-2, "", "")] * (1 + (who == "cw")))
        for who, turn in (("us", 1), ("cw", turn_on("1944-10-15")))
    )
    assert lowest == 3  # US on 5 September under Alpine Redoubt; CW in mud under Collapse of the North Flank


def test_the_path_tells_every_shift() -> None:
    found = sup.supply("cw", turn_on("1944-12-05"), 9, sup.Situation("snow", frozenset(sup.PORTS[:2])))
    assert found.path[0] == "status 8" and found.path[1].startswith("-1") and found.path[2].startswith("+2")
    assert found.path[-1] == "dice 9: 5 SP" and "BTR-supply.status.cw" in found.clauses
    with pytest.raises(GrognardError, match="two dice give 2 to 12, not 13"):
        sup.supply("us", 1, 13, sup.Situation())


# ---------------------------------------------------------------- shipping


@pytest.mark.clause("BTR-ship.table", "BTR-ship.scenario")
def test_caps_by_month() -> None:
    months = {
        "1944-09-05": (0, 1),
        "1944-09-29": (0, 1),
        "1944-10-01": (2, 2),
        "1944-10-29": (2, 2),
        "1944-11-01": (4, 4),
        "1944-11-29": (4, 4),
        "1944-12-01": (6, 5),
        "1944-12-29": (6, 5),
        "1945-01-01": (10, 6),
        "1945-04-29": (10, 6),
    }
    assert {date: (repl.caps(turn_on(date)).rail, repl.caps(turn_on(date)).sea) for date in months} == months


@pytest.mark.clause("BTR-ship.convert")
def test_loads() -> None:
    """2 SP for each RE on foot, 4 for truck or track: a truck-moved infantry division of 4 RE takes 16, a
    tank battalion 2.
    """
    loads = {
        name: repl.load(COUNTERS[NUMBER[name]], COUNTERS[NUMBER[name]].steps)
        for name in (
            "US-79-InfDiv",
            "US-747-TkBn",
            "UK-4-CdoBde",
            "US-2-RngrBn",
            "US-Truck-1",
            "US-108-ArtyGrp",
        )
    }
    assert loads == {
        "US-79-InfDiv": 16,
        "US-747-TkBn": 2,
        "UK-4-CdoBde": 2,
        "US-2-RngrBn": 1,
        "US-Truck-1": 1,
        "US-108-ArtyGrp": 4,
    }
    assert repl.load(COUNTERS[NUMBER["US-79-InfDiv"]], 2) == 8


# ---------------------------------------------------------------- replacements

REPLACEMENTS = """
2     . . . . .    . . . . .
3     . . . . .    . . . . .
4-5   . . . . .    . . . . .
6     . . 1 . .    . . . . .
7     . . 1 1 .    . . . 1 .
8-9   1 1 2* 1 .   1 1 1 1 .
10    2 2 2* 2 1   1 1 1 1 1
11    2 2 2* 3 1   1 1 2 2 1
12    2 2 3* 3 1+  1 1 2 2 1+
"""


def cells(text: str, star: bool) -> list[int]:
    found = [
        0 if word == "." else int(word.rstrip("*+")) - (star and word.endswith("*")) for word in text.split()
    ]
    return found


@pytest.mark.clause(
    "BTR-repl.table",
    "BTR-repl.roll",
    "BTR-repl.star",
    "BTR-repl.plus",
    "BTR-repl.mod.1945",
    "BTR-game.3_2a.trenchfoot",
)
@pytest.mark.parametrize(
    "date", ["1944-09-05", "1944-10-29", "1944-11-01", "1944-12-29", "1945-01-01", "1945-03-29", "1945-04-01"]
)
def test_every_cell_of_the_replacement_table(date: str) -> None:
    turn = turn_on(date)
    star, plus = "1944-11-01" <= date <= "1945-03-29", date >= "1945-01-01"
    rows: dict[int, str] = {}
    for line in REPLACEMENTS.strip().splitlines():
        head, rest = line.split(maxsplit=1)
        low, _, high = head.partition("-")
        rows |= dict.fromkeys(range(int(low), int(high or low) + 1), rest)
    for roll in range(2, 13):
        for who, half, total in (("us", slice(0, 5), min(roll + plus, 12)), ("cw", slice(5, 10), roll)):
            words = rows[total].split()[half]
            found = repl.replacements(who, turn, roll)
            assert [found.ftr, found.other, found.pax, found.eq, found.misc] == cells(
                " ".join(words), star
            ), (who, roll)
            assert found.bridge == words[-1].endswith("+")
    with pytest.raises(GrognardError, match="two dice"):
        repl.replacements("us", turn, 13)


@pytest.mark.clause("BTR-repl.air.ftr", "BTR-repl.air.other", "BTR-repl.users", "BTR-J.7")
def test_who_repairs_what() -> None:
    assert [
        repl.air_column(t)
        for t in ("P-38", "P-47", "P-51", "Spitfire IX", "Spitfire XIV", "Tempest", "Typhoon")
    ] == ["ftr"] * 7
    assert [repl.air_column(t) for t in ("A-20", "A-26", "B-25", "B-26", "C-47", "Mosquito")] == ["other"] * 6
    pools = {
        name: COUNTERS[NUMBER[name]].pool
        for name in (
            "FR-P-47-1",
            "FR-9Col-InfDiv",
            "UK-P-51-1",
            "CA-3-InfDiv",
            "BE-1-InfBde",
            "PL-1Arm-1",
            "US-P-51-1",
        )
    }
    assert pools == {
        "FR-P-47-1": "us",
        "FR-9Col-InfDiv": "us",
        "UK-P-51-1": "cw",
        "CA-3-InfDiv": "cw",
        "BE-1-InfBde": "cw",
        "PL-1Arm-1": "cw",
        "US-P-51-1": "us",
    }


# ---------------------------------------------------------------- rebuilding: the 52 rows as printed

ROWS = """
Air step|T;Alert Bn|P;Armor (or Pz) unit|1E/step;AT or PJ Bn (truck/track in Move)|1E;AT or PJ Bn (leg in Move)|1P
Arm Recon Bn|1E;Artillery (truck/track in Move)|2E/re;Railroad Arty ("rr" in Move)|N;Assault Engineer Bn|2P;Assault Engineer Rgt|3P
Assault Gun (AG) Bn|1E;Armor unit|1E/step;Bicycle unit|1P/re;Breakdown Rgt|N;Cavalry Recon Grp|1E
Commando Bde|3P;Flak (Antiaircraft) Bn|1E;Fkl or Flm or FT tank unit|1E;HQ or Pontoon|1E1P;Fester Platz|P
Glider Inf Rgt|2P;Glider Inf Bde|3P;Infantry unit|2P/re;Lt Tank Bn|1E;Luftwaffe (LW) Bn|1P
Marine or Naval unit|2P/re;Mountain unit|2P/re;Mech Inf Bn, Bde or Rgt (Allied)|1E/step;MG Bn (all types)|1P;Mortar Bn|1E
Motorcycle Bn|1P;Mule point|T;Ost or Penal Bn|N;Panzer or Arm unit|1E/step;PJ or AT Bn (truck/track in Move)|1E
PJ or AT Bn (leg in Move)|1P;Para Inf Bn|1P;Para Inf Rgt or Div (Allied)|3P/re;Para Inf (German)|2P/re;Pio Bn|2P
Police Rgt|2P;PzGr Rgt (German)|1E1P;Recon Bn|1E;Rocket or Werfer unit|2E/re;Remnant Bn|N
Tank or Pz unit|1E/step;Tiger unit|1E/step;Truck point|T;VG Inf unit|2P/re;Volksturm Bn|P
Wagon point|T;Werfer or Rocket unit|2E/re
"""
SPECIAL = {"T": "per_repl_table", "P": "return_to_pool", "N": "no_rebuild"}


@pytest.mark.clause(
    "BTR-rebuild.1",
    "BTR-rebuild.2",
    "BTR-rebuild.3",
    "BTR-rebuild.4",
    "BTR-rebuild.5",
    "BTR-rebuild.6",
    "BTR-rebuild.7",
    "BTR-rebuild.8",
    "BTR-rebuild.9",
    "BTR-rebuild.10",
    "BTR-rebuild.11",
    "BTR-rebuild.12",
    "BTR-rebuild.13",
    "BTR-rebuild.14",
    "BTR-rebuild.15",
    "BTR-rebuild.16",
    "BTR-rebuild.17",
    "BTR-rebuild.18",
    "BTR-rebuild.19",
    "BTR-rebuild.20",
    "BTR-rebuild.21",
    "BTR-rebuild.22",
    "BTR-rebuild.23",
    "BTR-rebuild.24",
    "BTR-rebuild.25",
    "BTR-rebuild.26",
    "BTR-rebuild.27",
    "BTR-rebuild.28",
    "BTR-rebuild.29",
    "BTR-rebuild.30",
    "BTR-rebuild.31",
    "BTR-rebuild.32",
    "BTR-rebuild.33",
    "BTR-rebuild.34",
    "BTR-rebuild.35",
    "BTR-rebuild.36",
    "BTR-rebuild.37",
    "BTR-rebuild.38",
    "BTR-rebuild.39",
    "BTR-rebuild.40",
    "BTR-rebuild.41",
    "BTR-rebuild.42",
    "BTR-rebuild.43",
    "BTR-rebuild.44",
    "BTR-rebuild.45",
    "BTR-rebuild.46",
    "BTR-rebuild.47",
    "BTR-rebuild.48",
    "BTR-rebuild.49",
    "BTR-rebuild.50",
    "BTR-rebuild.51",
    "BTR-rebuild.52",
)
def test_every_row_of_the_rebuild_table() -> None:
    printed = [one for line in ROWS.strip().splitlines() for one in line.split(";")]
    assert len(printed) == len(repl.ROWS) == 52
    for number, (text, row) in enumerate(zip(printed, repl.ROWS, strict=True), 1):
        name, cost = text.split("|")
        assert (row["name"], row["clause"]) == (name, f"BTR-rebuild.{number}")
        if cost in SPECIAL:
            assert row["special"] == SPECIAL[cost] and "pax" not in row
            continue
        price, _, per = cost.partition("/")
        eq = int(price[price.index("E") - 1]) if "E" in price else 0
        pax = int(price[price.index("P") - 1]) if "P" in price else 0
        assert (row["pax"], row["eq"], row["per"]) == (pax, eq, per or "unit"), name


def price(name: str) -> tuple[int, int, bool]:
    found = repl.price(COUNTERS[NUMBER[name]])
    return found.pax, found.eq, found.whole


@pytest.mark.clause("BTR-rebuild.default", "BTR-rebuild.re", "BTR-rebuild.step", "BTR-rebuild.leg-artillery")
def test_prices_of_counters() -> None:
    """Pax, Eq, and whether that is the whole counter; of a division, a step at a time."""
    assert price("US-79-InfDiv") == (2, 0, False) and price("US-2-RngrBn") == (
        1,
        0,
        True,
    )  # half an RE of infantry
    assert price("US-747-TkBn") == (0, 1, True) and price("US-7Arm-CCA") == (0, 1, False)
    assert price("US-814-TDBn") == (0, 1, True) and price("US-691-TDBn") == (
        0,
        1,
        True,
    )  # towed: a truck on its Move side
    assert price("US-117-MechCavBn") == price("US-102-MechCavGrp") == (0, 1, True)
    assert (
        price("CA-19-SPArtyRgt") == (0, 2, True)
        and price("US-7-ArtyDiv") == (0, 2, False)
        and price("US-18-RocketBn") == (0, 1, True)
    )
    assert (
        price("UK-4-CdoBde") == (3, 0, True)
        and price("US-517-ParaRgt") == (3, 0, True)
        and price("US-550-GldBn") == (1, 0, True)
    )
    assert price("US-13Abn-326GldRgt") == (2, 0, True) and price("UK-30-Corps") == price("US-Pontoon-1") == (
        1,
        1,
        True,
    )
    assert (
        price("UK-116-MarBde") == (2, 0, True)
        and price("FR-4Mor-MtnDiv") == (2, 0, False)
        and price("UK-141-FlmTkBn") == (0, 1, True)
    )
    assert price("US-526-MechBn") == (0, 1, True) and price("UK-305-InfBde") == (2, 0, True)
    for name in ("CA-Brkdwn-1", "US-P-47-1", "US-Truck-1", "US-Mule-1"):
        assert repl.price(COUNTERS[NUMBER[name]]).why_not
    leg_guns = COUNTERS[NUMBER["UK-59-ArtyBde"]]
    assert repl.row_for(leg_guns)["name"] == "Artillery (truck/track in Move)"


@pytest.mark.parametrize(
    ("given", "rows"),
    [
        ("flak", ["Flak (Antiaircraft) Bn"]),
        ("Armor unit", ["Armor unit"]),
        ("tank", ["Tank or Pz unit"]),  # and not the flame tanks, whose price is of the whole unit
        ("armor", ["Armor (or Pz) unit", "Armor unit"]),
        ("recon", ["Recon Bn"]),
        ("werfer", ["Werfer or Rocket unit"]),
        ("pontoon", ["HQ or Pontoon"]),
        ("leg in move", ["AT or PJ Bn (leg in Move)", "PJ or AT Bn (leg in Move)"]),
    ],
)
def test_rows_by_name(given: str, rows: list[str]) -> None:
    assert [row["name"] for row in repl.rows_named(given)] == rows


@pytest.mark.parametrize("given", ["zeppelin", " "])
def test_a_row_that_the_table_does_not_have(given: str) -> None:
    with pytest.raises(GrognardError, match="is not a row"):
        repl.rows_named(given)


@pytest.mark.clause(
    "BTR-ocs.unit.re", "BTR-frame.twostep", "BTR-arrival.data.minsteps", "BTR-ocs.independent"
)
def test_steps_and_regiment_equivalents() -> None:
    size = {
        name: (COUNTERS[NUMBER[name]].steps, COUNTERS[NUMBER[name]].re, COUNTERS[NUMBER[name]].independent)
        for name in (
            "US-79-InfDiv",
            "US-747-TkBn",
            "US-442-InfRgt",
            "US-7-ArtyDiv",
            "UK-4-ArtyDiv",
            "US-70-InfDiv",
            "FR-4Mor-MtnDiv",
            "US-7Arm-CCA",
            "UK-305-InfBde",
        )
    }
    assert size["US-79-InfDiv"] == (4, 4, False) and size["US-747-TkBn"] == (1, Fraction(1, 2), True)
    assert size["US-442-InfRgt"] == (1, 1, True) and size["UK-305-InfBde"] == (1, 1, True)
    assert (
        size["US-7-ArtyDiv"][0] == 3 and size["UK-4-ArtyDiv"][0] == 2
    )  # 108 and 72 are three and two times the 36 of a group
    assert size["US-70-InfDiv"][0] >= 4 and size["FR-4Mor-MtnDiv"][0] >= 4  # they arrive three steps short
    assert size["US-7Arm-CCA"] == (2, 2, False)
    strong = Counter(
        "x", "", "combat", "US", "infantry", "brigade", "", 1, (12, 3, 3), False, "", "", "document"
    )
    from grognard.games.beyond_the_rhine.pieces import steps_of

    assert (
        steps_of("combat", "US", "infantry", "brigade", 10) == 2
        and steps_of("combat", "US", "infantry", "brigade", 9) == 1
    )
    assert steps_of("combat", "US", "artillery", "brigade", 36) == 1 and strong.re == 1
