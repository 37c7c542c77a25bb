"""PHD-C5.29 to PHD-C5.36, PHD-E: the charts and what they cost, from the figures of the book."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.core.ruling import total
from grognard.games.purple_heart_draw import charts
from grognard.games.purple_heart_draw.charts import (
    CHART,
    MODES,
    ON_MAP,
    REINFORCEMENT,
    RESERVE,
    Budget,
    line,
    price,
    refuse,
)
from grognard.games.purple_heart_draw.pieces import KINDS, PERSONNEL, SIDES
from grognard.games.purple_heart_draw.requisition import OFFER, OFFERS_OF, cost_of, judged


def purse(
    side: str, scenario: int = 2, tp: int = 100, area: bool = True, crews: int = 1, **counts: int
) -> Budget:
    bought = tuple(counts.get(f"tm_{rg.id}", 0) for rg in CHART[side])
    now = tuple(counts.get(f"now_{rg.id}", 0) for rg in CHART[side])
    return Budget(scenario, tp, bought, now, area, crews)


@pytest.mark.clause("PHD-C5.29", "PHD-E4")
@pytest.mark.parametrize(
    ("side", "final", "points"),
    [
        ("german", 2, 25),
        ("german", 7, 20),
        ("german", 12, 15),
        ("us", 2, 35),
        ("us", 7, 30),
        ("us", 14, 25),
        ("us", -3, 35),
    ],
)
def test_tactical_points_fall_by_one_a_pip(side: str, final: int, points: int) -> None:
    assert charts.tactical_points(side, final) == points


@pytest.mark.clause("PHD-C5.29")
def test_the_drm_of_the_points() -> None:
    assert [m.amount for m in charts.tp_modifiers(True, 29)] == [1, -2]
    assert charts.tp_modifiers(False, 9) == []


@pytest.mark.clause("PHD-C5.30", "PHD-TM3", "PHD-MSR1", "PHD-I1")
def test_weather() -> None:
    assert [charts.weather(n) for n in range(1, 6)] == [
        "Moist / Mist",
        "Moderate / Overcast",
        *["Moderate / Clear"] * 3,
    ]
    assert {row["wind"] for row in charts.WEATHER.values()} == {"None"}


@pytest.mark.clause("PHD-C5.31.chart", "PHD-C2.RG", "PHD-C2.TP", "PHD-C1.1")
def test_the_charts() -> None:
    assert [rg.id for rg in CHART["german"]][:3] == ["I1", "I2", "I3"] and line("us", "I1").unit == "Rifle Pl"
    assert line("us", "O2").tp == 6 and line("us", "O2").scen_max == 1
    assert all(rg.scen_max <= rg.tm_max and rg.tp >= 1 for side in SIDES for rg in CHART[side])


@pytest.mark.clause("PHD-E1", "PHD-C5.32")
@pytest.mark.parametrize(
    ("side", "id_", "mode", "near", "tp"),
    [
        ("us", "I1", ON_MAP, False, 8),
        ("us", "I1", RESERVE, False, 6),
        ("us", "I1", REINFORCEMENT, False, 7),
        ("us", "A1", ON_MAP, True, 12),
        ("us", "A1", RESERVE, False, 8),
        ("german", "HW3", RESERVE, False, 2),
    ],
)
def test_set_up_cost(side: str, id_: str, mode: str, near: bool, tp: int) -> None:
    assert total(price(line(side, id_), mode, 2, near)) == tp


@pytest.mark.clause("PHD-I2", "PHD-E1")
def test_the_german_pays_no_set_up_cost_in_the_first_scenario() -> None:
    assert (
        total(price(line("german", "A1"), ON_MAP, 1, True)) == 10
        and total(price(line("german", "A1"), ON_MAP, 2, True)) == 13
    )
    assert total(price(line("us", "M5"), REINFORCEMENT, 2)) == 3, "M types pay none either"


@pytest.mark.clause(
    "PHD-E2",
    "PHD-E3",
    "PHD-C2.RES",
    "PHD-C5.31.note.x",
    "PHD-C5.31.note.a",
    "PHD-C5.31.note.z",
    "PHD-C5.31.a",
    "PHD-I3",
)
def test_the_first_reason_against_a_purchase() -> None:
    cases = [
        ("us", "M5", REINFORCEMENT, purse("us", 1), "PHD-C2.AO"),  # assigned
        ("us", "M3", REINFORCEMENT, purse("us", 1), "PHD-I3"),
        ("german", "I3", REINFORCEMENT, purse("german", 2), "PHD-C5.31.note.x"),
        ("us", "A1", REINFORCEMENT, purse("us", now_A1=2), "PHD-C5.31.chart"),
        ("us", "I1", REINFORCEMENT, purse("us", tm_I1=9), "PHD-E3"),
        ("us", "O1", RESERVE, purse("us"), "PHD-C2.RES"),
        ("german", "I2", ON_MAP, purse("german", 3), "PHD-C5.31.note.a"),
        ("us", "I1", ON_MAP, purse("us", 1, area=False), "PHD-C4.us"),
        ("us", "M2", REINFORCEMENT, purse("us", crews=0), "PHD-C5.31.note.z"),
        ("us", "I1", REINFORCEMENT, purse("us", tp=6), "PHD-C2.TP"),
    ]
    for side, id_, mode, money, clause in cases:
        ruling = refuse(line(side, id_), mode, money)
        assert ruling is not None and ruling.clause == clause and ruling.because, (id_, ruling)
    assert refuse(line("german", "I1"), ON_MAP, purse("german", 1, area=False)) is None, (
        "the German in the first scenario"
    )
    assert refuse(line("us", "A1"), ON_MAP, purse("us", tp=11)) is None


@pytest.mark.clause("PHD-C5.31.note.p")
def test_pre_registered_hexes() -> None:
    assert total(price(line("us", "O1"), REINFORCEMENT, 2, hexes=2)) == 9
    assert refuse(line("us", "O1"), REINFORCEMENT, purse("us"), hexes=3).clause == "PHD-C5.31.note.p"
    assert refuse(line("us", "I1"), REINFORCEMENT, purse("us"), hexes=1).clause == "PHD-C5.31.note.p"


@pytest.mark.clause("PHD-C5.36", "PHD-C5.31.note.n", "PHD-C5.31.note.o", "PHD-C5.31.note")
def test_reconnaissance_and_barrage() -> None:
    basic, better = OFFERS_OF["us"][OFFER["M1"]], OFFERS_OF["us"][OFFER["M1.enhanced"]]
    assert (cost_of(basic, 2), cost_of(better, 2)) == (1, 2) and charts.ECONOMY["reconnaissance"][
        "enhanced_drm"
    ] == 5
    assert judged("us", purse("us", 1))[OFFER["M1"]].clause == "PHD-C5.36", "not in the Initial TM Scenario"
    assert charts.barrage(line("us", "O2")) and not charts.barrage(line("us", "O1"))
    assert set(charts.NOTES) >= set("aceilnopqrwxz")


@pytest.mark.clause("PHD-C5.33", "PHD-C5.31.note.l")
def test_the_leader_table() -> None:
    assert (
        charts.leader("german", 2) == "10-2"
        and charts.leader("us", 12) == "6+1"
        and charts.leader("armour", 13) == "inexperienced_crew"
    )
    assert charts.leader("armour", 7) == "none"
    assert [
        total(charts.leader_modifiers(line(s, i)))
        for s, i in (("german", "I2"), ("german", "I3"), ("us", "I2"), ("us", "I1"))
    ] == [1, -1, -1, 0]


@pytest.mark.clause("PHD-C5.34")
def test_artillery_ammunition() -> None:
    assert [charts.strength("german", n) for n in (3, 4, 9, 10)] == [
        "plentiful",
        "normal",
        "normal",
        "scarce",
    ]
    assert [charts.strength("us", n) for n in (6, 7, 11, 12)] == ["plentiful", "normal", "normal", "scarce"]
    assert [m.amount for m in charts.oba_modifiers(True, True)] == [-1, 1]


@pytest.mark.clause("PHD-C5.35", "PHD-C5.35.n1", "PHD-C5.35.n4", "PHD-C5.35.n5", "PHD-C2.DSP")
@pytest.mark.parametrize(
    ("item", "dsp"),
    [
        ("foxhole.3", 3),
        ("foxhole.1", 1),
        ("trench", 5),
        ("roadblock.N", 5),
        ("pillbox.3+5+7", 15),
        ("ap_mines.12", 12),
        ("at_mines.3", 6),
        ("fortified_building", 6),
        ("dummy", 1),
    ],
)
def test_what_fortifications_cost(item: str, dsp: int) -> None:
    assert charts.fort_cost(item) == dsp


@pytest.mark.clause("PHD-C5.35.n3")
def test_what_it_costs_to_hide() -> None:
    assert charts.HIP_COST == {"afv": 5, "squad": 3, "hs": 2, "crew": 2, "smc": 1}


@pytest.mark.clause("PHD-E7", "PHD-C5.31.note.r", "PHD-C5.31.note.i", "PHD-C5.31.note.w")
def test_types_by_dr() -> None:
    notes = charts.NOTES
    assert [charts.by_die(notes["r"]["german_stug"], n)["vehicle"] for n in (4, 5)] == [
        "StuG IIIG",
        "StuH 42",
    ]
    assert [charts.by_die(notes["r"]["german_at"], n)["gun"] for n in (2, 3)] == [
        "4.2cm lePaK 41",
        "5cm PaK 38",
    ]
    assert [charts.by_die(notes["i"]["row"], n)["squad"] for n in (1, 2, 4, 5)] == [
        "6-6-7",
        "6-6-6",
        "6-6-6",
        "5-4-6",
    ]
    for side in SIDES:  # the chart's weapons are those of note w
        for row in notes["w"][side]:
            rg = next(rg for rg in CHART[side] if rg.unit == row["rg"])
            assert dict(rg.weapons) == {name: count for name, count in row.items() if name != "rg" and count}


@pytest.mark.clause("PHD-MSR7", "PHD-MSR8", "PHD-C5.31.note.e", "PHD-TM19")
def test_kinds_of_units() -> None:
    assert KINDS["4-4-7"].better == "5-4-8" and KINDS["2-3-7"].better == "2-3-8" and not KINDS["5-4-8"].better
    assert {name for name, kind in KINDS.items() if kind.engineer} == {"7-4-7", "3-3-7", "8-3-8", "3-3-8"}
    assert [KINDS[name].modifier for name in ("10-2", "8-0", "6+1")] == [-2, 0, 1]
    from grognard.games.purple_heart_draw.pieces import UNITS

    assert all(row.get("schuerzen") for row in UNITS["vehicle"] if row["side"] == "german")


@pytest.mark.clause("PHD-C1.2")
def test_victory_points() -> None:
    assert [
        KINDS[name].vp for name in ("6-6-6", "3-4-6", "2-2-8", "8-0", "9-1", "9-2", "10-3", "M4A1", "hero")
    ] == [
        2,
        1,
        2,
        1,
        2,
        3,
        4,
        7,
        0,
    ]


@pytest.mark.clause("PHD-C5.19", "PHD-C5.23", "PHD-C5.24")
def test_chances_of_the_personnel_tables_sum_to_one() -> None:
    for table, key, dice in (
        ("leader_evacuation", "result", charts.ONE_DIE),
        ("battlefield_promotion", "mmc", charts.TWO_DICE),
        ("leader_promotion", "leader", charts.TWO_DICE),
    ):
        assert sum(charts.chances(PERSONNEL[table], [], key, dice).values()) == 1
    assert charts.chances(PERSONNEL["leader_evacuation"], [], "result", charts.ONE_DIE)[
        "evacuated"
    ] == Fraction(1, 6)
    assert charts.chances(PERSONNEL["battlefield_promotion"], [], "mmc")[0] == Fraction(21, 36)
    assert [m.amount for m in charts.promotion_modifiers(25)] == [-2]


def test_every_way_is_offered() -> None:
    assert (
        set(MODES) == {ON_MAP, RESERVE, REINFORCEMENT}
        and len(charts.legality("us", purse("us"))) == 9 * 3 + 7
    )


@pytest.mark.clause("PHD-TM6")
def test_the_circled_numbers_of_turns_5_to_10() -> None:
    assert charts.CIRCLED == {5: 1, 6: 2, 7: 3, 8: 4, 9: 5, 10: 6}
