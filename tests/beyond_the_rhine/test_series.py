"""BTR-ocs: the combat and barrage tables cell by cell, exact odds, and the small sums of the series."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard import GrognardError
from grognard.games.beyond_the_rhine import ask_table, at_table, fights, series
from grognard.games.beyond_the_rhine.fights import Fight

# the table again, by diagonals: each row is the row above moved left, as far as the public copies agree
TABLE = """
1  AL2 AL2 AL2 AL2 AL2 AL2 AL2 AL1o1 AL1o1/Do1 AL1o1/Do1 AL1/Do1 AL1/Do1 AL1/DL1o1
2  AL2 AL2 AL2 AL2 AL2 AL2 AL1o1 AL1o1/Do1 AL1o1/Do1 AL1/Do1 AL1/Do1 Ao1/DL1o1 Ao1/DL1o1
3  AL2 AL2 AL2 AL2 AL2 AL1o1 AL1o1/Do1 AL1o1/Do1 AL1/Do1 AL1/Do1 Ao1/DL1o1 Ao1/DL1o1 Ao1/DL1o1
4  AL2 AL2 AL2 AL2 AL1o1 AL1o1/Do1 AL1o1/Do1 AL1/Do1 AL1/Do1 Ao1/Do1 Ao1/DL1o1 Ao1/DL1o1 Ao1e4/DL1o2
5  AL2 AL2 AL2 AL1o1 AL1o1/Do1 AL1o1/Do1 AL1/Do1 AL1/Do1 Ao1/Do1 Ao1/DL1o1 Ao1/DL1o1 Ao1e4/DL1o2 Ae4/DL1o2
6  AL2 AL2 AL1o1 AL1o1/Do1 AL1o1/Do1 AL1/Do1 AL1/Do1 Ao1/Do1 Ao1/DL1o1 Ao1/DL1o1 Ao1/DL1o1 Ae4/DL1o2 Ae4/DL1o2
7  AL1o1 AL1o1 AL1o1/Do1 AL1o1/Do1 AL1o1/Do1 AL1/Do1 Ao1/Do1 Ao1/DL1o1 Ao1/DL1o1 Ao1/DL1o1 Ao1e4/DL1o2 Ae4/DL1o2 Ae3/DL2o2DG
8  AL1o1 AL1o1/Do1 AL1o1/Do1 AL1o1/Do1 AL1/Do1 Ao1/Do1 Ao1/DL1o1 Ao1/DL1o1 Ao1/DL1o1 Ao1e4/DL1o2 Ae4/DL1o2 Ae4/DL1o2 Ae3/DL2o2DG
9  AL1o1/Do1 AL1o1/Do1 AL1o1/Do1 AL1/Do1 Ao1/Do1 Ao1/Do1 Ao1/DL1o1 Ao1/DL1o1 Ao1e4/DL1o2 Ae4/DL1o2 Ae4/DL1o2 Ae3/DL2o2DG Ae3/DL2o2DG
10 AL1o1/Do1 AL1o1/Do1 AL1/Do1 Ao1/Do1 Ao1/Do1 Ao1/DL1o1 Ao1/DL1o1 Ao1e4/DL1o2 Ae4/DL1o2 Ae4/DL1o2 Ae3/DL2o2DG Ae3/DL2o2DG Ae2/DL2o3DG
11 AL1o1/Do1 AL1/Do1 Ao1/Do1 Ao1/Do1 Ao1/DL1o1 Ao1/DL1o1 Ao1/DL1o1 Ae4/DL1o2 Ae4/DL1o2 Ae3/DL2o2DG Ae3/DL2o2DG Ae3/DL2o2DG Ae2/DL2o3DG
12 AL1o1/Do1 Ao1/Do1 Ao1/Do1 Ao1/DL1o1 Ao1/DL1o1 Ao1/DL1o1 Ao1e4/DL1o2 Ae4/DL1o2 Ae3/DL2o2DG Ae3/DL2o2DG Ae3/DL2o2DG Ae2/DL2o3DG Ae2/DL2o3DG
13 Ao1/Do1 Ao1/Do1 Ao1/DL1o1 Ao1/DL1o1 Ao1/DL1o2 Ao1e4/DL1o2 Ae4/DL1o2 Ae3/DL2o2DG Ae3/DL2o2DG Ae3/DL2o2DG Ae2/DL2o3DG Ae2/DL2o3DG Ae2/DL2o3DG
14 Ao1/Do1 Ao1/DL1o1 Ao1/DL1o1 Ao1e4/DL1o2 Ao1e4/DL1o2 Ao1e4/DL1o2 Ae3/DL2o2DG Ae3/DL2o2DG Ae3/DL2o2DG Ae2/DL2o3DG Ae2/DL2o3DG Ae2/DL2o3DG Ae2/DL2o3DG
15 Ao1/DL1o1 Ao1/DL1o1 Ao1e4/DL1o2 Ao1e4/DL1o2 Ao1e4/DL1o2 Ae3/DL2o2DG Ae3/DL2o2DG Ae2/DL2o3DG Ae2/DL2o3DG Ae2/DL2o3DG Ae2/DL2o3DG Ae2/DL2o3DG Ae2/DL2o3DG
"""
ODDS = {
    "open": "1:5 1:4 1:3 1:2 1:1 2:1 3:1 4:1 5:1 7:1 9:1 11:1 13:1",
    "close": "1:4 1:3 1:2 1:1 2:1 3:1 4:1 6:1 8:1 10:1 12:1 15:1 18:1",
    "very_close": "1:3 1:2 1:1 2:1 3:1 4:1 6:1 9:1 12:1 15:1 18:1 21:1 24:1",
    "extremely_close": "1:2 1:1 2:1 3:1 4:1 8:1 12:1 16:1 20:1 28:1 36:1 44:1 52:1",
}
BARRAGE = """
2  - - - - - - - - - DG DG
3  - - - - - - - - DG DG DG
4  - - - - - - - DG DG DG DG
5  - - - - - - DG DG DG DG [1/2]
6  - - - - - DG DG DG DG [1/2] [1/2]
7  - - - - DG DG DG DG [1/2] [1/2] 1/2
8  - - - DG DG DG DG [1/2] [1/2] 1/2 1/2
9  - - DG DG DG [1/2] [1/2] [1/2] 1/2 1/2 1/2
10 - DG DG DG [1/2] [1/2] 1/2 1/2 1/2 1 1
11 DG DG DG 1/2 1/2 1/2 1/2 1/2 1 1 2
12 DG 1/2 1/2 1/2 1/2 1 1 1 1 2 3
"""


@pytest.mark.clause("BTR-ocs.combat.table", "BTR-ocs.combat.results")
def test_every_cell_of_the_combat_table() -> None:
    for line in TABLE.strip().splitlines():
        roll, *cells = line.split()
        assert fights.RESULTS[int(roll)] == [cell.replace("/", " ") for cell in cells]
    assert {name: " ".join(h) for name, h in fights.HEADINGS.items()} == ODDS
    assert len(fights.DISPUTED) == 34 and fights.COLUMNS == 13
    assert fights.meaning("AL1o1 Do1") == (1, 1, 0, 0, 1, False) and fights.meaning("Ae2 DL2o3DG") == (
        0,
        0,
        2,
        2,
        3,
        True,
    )
    assert "may exploit" in fights.words("Ae4 DL1o2") and fights.words("AL2") == "attacker loses 2 steps"
    for row in fights.RESULTS.values():
        assert all(fights.meaning(cell) for cell in row)
    with pytest.raises(GrognardError, match="not a result"):
        fights.meaning("AX")


@pytest.mark.clause("BTR-ocs.round", "BTR-ocs.combat.odds", "BTR-ocs.combat.zero")
def test_odds_and_columns() -> None:
    column = lambda a, d, line="open": fights.odds_column(Fraction(a), Fraction(d), line)  # noqa: E731
    assert fights.ratio(Fraction(15), Fraction(6)) == 3 and fights.ratio(
        Fraction(6), Fraction(15)
    ) == Fraction(1, 3)
    assert column(15, 6) == 7 and column(15, 6, "close") == 6 and column(6, 15) == 3
    assert column(6, 1) == 9 and column(7, 1) == 10  # 6:1 is not yet 7:1
    assert column(1, 9) == 1 and column(100, 1) == 13 and column(100, 1, "extremely_close") == 13
    assert column(5, 0) == 13 and column(0, 5) == 1 and column(0, 0) == 5
    for attack, defense in ((1, 1), (5, 0), (0, 5)):
        with pytest.raises(GrognardError, match="'jungle' is not a line"):
            column(attack, defense, "jungle")


@pytest.mark.clause("BTR-ocs.combat.surprise", "BTR-ocs.combat.drm", "BTR-ocs.hedgehog")
def test_surprise_counted_by_hand() -> None:
    """No modifier: 10-12 is 6 of 36 for the attacker, 2-5 is 10 for the defender; an overrun 9-12 and 2-6."""
    assert fights.surprise(0, 0, False) == {
        "attacker": Fraction(6, 36),
        "defender": Fraction(10, 36),
        "none": Fraction(20, 36),
    }
    assert fights.surprise(0, 0, True) == {
        "attacker": Fraction(10, 36),
        "defender": Fraction(15, 36),
        "none": Fraction(11, 36),
    }
    assert fights.surprise(2, 3, False)["attacker"] == Fraction(
        10, 36
    )  # +2 and -1 for any hedgehog: 9 or more
    assert (
        fights.row(7, Fight(5, 0, 4)) == 3
        and fights.row(2, Fight(5, -3)) == 1
        and fights.row(12, Fight(5, 9)) == 15
    )


def test_a_whole_combat_counted_by_hand() -> None:
    """Column 5 (1:1), no modifier: AL2 needs a row of 3 or less on columns 1 to 5, or further left on higher
    rows.
    """
    found = fights.results(Fight(5, 0))
    assert sum(found.values()) == 1
    by_hand = Fraction(0)
    for who, chance, sign in (
        ("none", Fraction(20, 36), 0),
        ("attacker", Fraction(6, 36), 1),
        ("defender", Fraction(10, 36), -1),
    ):
        assert who
        for die in range(1, 7):
            column = min(max(5 + sign * die, 1), 13)
            for dice in range(2, 13):
                ways = Fraction(6 - abs(7 - dice), 36)
                by_hand += chance / 6 * ways * (fights.RESULTS[dice][column - 1] == "AL2")
    assert found["AL2"] == by_hand and sum(fights.columns(Fight(5, 0)).values()) == 1
    assert fights.summary(found)["attacker loses a step"] == sum(
        p for r, p in found.items() if fights.meaning(r).attacker_loss
    )
    assert 0 < fights.disputed(Fight(9, 3)) < 1


@pytest.mark.clause(
    "BTR-ocs.barrage.table", "BTR-ocs.barrage.who", "BTR-ocs.barrage.spotter", "BTR-ocs.barrage.hipshoot"
)
def test_every_cell_of_the_barrage_table() -> None:
    for line in BARRAGE.strip().splitlines():
        roll, *cells = line.split()
        assert fights.BARRAGE[int(roll)] == cells
    bounds = [0, 2, 3, 5, 8, 12, 17, 25, 41, 69, 117]
    assert [fights.barrage(strength, "open").column for strength in bounds] == list(range(1, 12))
    assert [fights.barrage(strength - 1, "open").column for strength in bounds[1:]] == list(range(1, 11))
    assert [fights.barrage(strength).tokens for strength in bounds] == [1, 1, 2, 2, 2, 3, 3, 4, 6, 8, 10]
    # the cost stays
    assert (
        fights.barrage(36, "extremely_close").column == 6
        and fights.barrage(36, "extremely_close").tokens == 4
    )
    assert [fights.density(Fraction(re)) for re in ("1/2", "1", "2", "3", "4", "5", "6", "7", "10")] == [
        -1,
        -1,
        0,
        0,
        1,
        2,
        3,
        4,
        4,
    ]
    assert (
        fights.barrage(200, "open", Fraction(10), True).column == 11
        and fights.barrage(0, "close", Fraction(1)).column == 1
    )
    steps = fights.steps_lost(fights.barrage_results(11))
    assert sum(steps.values()) == 1 and steps[3] == Fraction(1, 36) and steps[2] == Fraction(2, 36)
    assert steps[1] == Fraction(3, 36) + Fraction(6 + 5 + 4, 36) / 2  # a 1 on 10; halves on 7, 8 and 9
    from grognard.games.beyond_the_rhine.ask_fight import barrage

    assert "BTR-ocs.barrage.spotter" in barrage(36, "open", "2", False).clauses
    with pytest.raises(GrognardError, match="0 or more"):
        fights.barrage(-1)


@pytest.mark.clause("BTR-ocs.steps.loss", "BTR-ocs.combat.supply", "BTR-ocs.mode.dg", "BTR-ocs.unit.hq-arty")
def test_strengths() -> None:
    full = lambda lost, attacking, **more: series.strength(Fraction(24), 4, lost, attacking, **more)  # noqa: E731
    assert [full(lost, True) for lost in range(4)] == [24, 12, 12, 12] and [
        full(lost, False) for lost in range(4)
    ] == [
        24,
        24,
        12,
        12,
    ]
    assert (
        full(0, False, supply="unpaid") == 12 and full(0, True, supply="unpaid") == 0
    )  # no supply, no attack
    assert (
        full(0, True, supply="oos") == 12
        and full(0, False, supply="oos-unpaid") == 6
        and full(0, True, dg=True) == 12
    )
    assert series.strength(Fraction(6), 1, 0, True) == 6 and series.ALONE == {
        "hq": (5, 0),
        "artillery": (1, 0),
    }
    assert series.combat_cost(3, Fraction(4)) == (3, 2) and series.combat_cost(1, Fraction(1)) == (1, 1)
    with pytest.raises(GrognardError, match="supply is one of"):
        full(0, True, supply="plenty")


@pytest.mark.clause(
    "BTR-ocs.mode.combat",
    "BTR-ocs.mode.move",
    "BTR-ocs.mode.strat",
    "BTR-ocs.mode.reserve",
    "BTR-ocs.mode.exploit",
    "BTR-ocs.mode.change",
    "BTR-ocs.zoc.who",
    "BTR-ocs.unit.attack-capable",
    "BTR-ocs.move.who",
    "BTR-ocs.zoc.block",
)
def test_modes_zones_and_who_moves() -> None:
    assert (
        series.allowance(8) == series.allowance(8, "move") == 8
        and series.allowance(8, "strat") == 16
        and series.allowance(8, "exploit") == 4
    )
    assert series.allowance(8, "reserve") == 2 and series.allowance(8, "reserve", released="reaction") == 4
    assert series.allowance(8, "reserve", released="exploitation") == 8 and series.allowance(
        7, dg=True
    ) == Fraction(7, 2)
    assert series.zone_of_control(True, "combat", True, False)
    assert not any(
        series.zone_of_control(*case)
        for case in (
            (False, "combat", True, False),
            (True, "move", True, False),
            (True, "combat", False, False),
            (True, "combat", True, True),
        )
    )
    assert series.must_stop("truck", True, False) and not any(
        (
            series.must_stop("leg", True, False),
            series.must_stop("track", True, False),
            series.must_stop("truck", True, True),
        )
    )
    assert (
        at_table.may_change_mode("movement", Fraction(0))
        and not at_table.may_change_mode("movement", Fraction(1, 2))
        and not at_table.may_change_mode("combat", Fraction(0))
    )
    assert (
        at_table.may_move("movement")
        and not at_table.may_move("reaction")
        and at_table.may_move("reaction", "released")
    )
    assert at_table.may_move("exploitation", "exploit") and not at_table.may_move("combat", "exploit")
    assert at_table.may_move("movement", "reserve"), "at a quarter of its allowance"
    assert not at_table.may_move("exploitation", "reserve"), "not until it is released"
    assert (
        at_table.zone_blocks("rail movement", True)
        and not at_table.zone_blocks("truck supply path", True)
        and at_table.zone_blocks("refit", False)
    )
    with pytest.raises(GrognardError, match="'sleep' is not a mode"):
        series.allowance(8, "sleep")


@pytest.mark.clause(
    "BTR-ocs.combat.firststep",
    "BTR-ocs.combat.retreat",
    "BTR-ocs.zoc.retreat",
    "BTR-ocs.combat.advance",
    "BTR-ocs.combat.exploit",
    "BTR-ocs.special",
    "BTR-ocs.overrun.cost",
    "BTR-ocs.unit.noncombat",
)
def test_after_a_combat() -> None:
    assert list(at_table.losses({"a": 2, "b": 1, "c": 1}, "b", 4)) == ["b", "a", "c", "a"] and list(
        at_table.losses({"a": 1}, "a", 5)
    ) == ["a"]
    assert at_table.retreat(1, False, False) == (False, False, False) and at_table.retreat(2, False, False).dg
    assert (
        at_table.retreat(1, True, True) == (True, True, True)
        and not at_table.retreat(1, True, False).step_lost
    )
    assert (
        at_table.may_advance(True, False, True, False) == "may"
        and at_table.may_advance(True, False, True, True) == "must"
    )
    assert (
        at_table.may_advance(True, True, True, True)
        == at_table.may_advance(False, False, True, False)
        == "no"
    )
    units = [("a", 4, False), ("b", 3, False), ("c", 5, True)]
    assert at_table.exploiters("Ae4 DL1o2", units, True, True) == ["a"] and at_table.exploiters(
        "Ae3 DL2o2DG", units, True, True
    ) == ["a", "b"]
    assert (
        at_table.exploiters("Ao1e4 DL1o2", units, False, True) == []
        and at_table.exploiters("Ae4 DL1o2", units, True, False) == []
    )
    assert (
        at_table.entered("port") == "captured"
        and at_table.entered("ship") == "destroyed"
        and series.OVERRUN_MP == 3
    )
    with pytest.raises(GrognardError, match="one of"):
        at_table.entered("tank")


@pytest.mark.clause(
    "BTR-ocs.stack",
    "BTR-ocs.move.fuel",
    "BTR-ocs.supply.eat",
    "BTR-ocs.supply.internal",
    "BTR-ocs.supply.transport",
    "BTR-ocs.supply.extender",
)
def test_stacking_and_tokens() -> None:
    assert series.stacking([Fraction(4), Fraction(4), Fraction(2)]) is None and series.stacking(
        [Fraction(10), Fraction(1, 2)]
    )
    assert series.fuel_cost(1, 1, 3) == 4 + 4 + 3 and [
        series.eating(Fraction(re)) for re in ("1/2", "2", "5/2", "4")
    ] == [
        1,
        1,
        2,
        2,
    ]
    assert (
        series.recovery("low", Fraction(4), True) == 8
        and series.recovery("exhausted", Fraction(1, 2), False) == 4
        and series.recovery("full", Fraction(4), True) == 0
    )
    assert at_table.lift(3) == 3
    with pytest.raises(GrognardError, match="internal stocks"):
        series.recovery("plenty", Fraction(1), False)


@pytest.mark.clause(
    "BTR-ocs.supply.attrition", "BTR-ocs.supply.oos", "BTR-ocs.supply.capture", "BTR-ocs.supply.breakout"
)
def test_attrition_capture_and_breakout() -> None:
    assert (
        [series.attrition(n, 0, 3) for n in (8, 9, 11, 12)] == [0, 1, 1, 2]
        and series.attrition(9, 0, 4) == 0
        and series.attrition(9, 9, 3) == 2
    )
    assert series.attrition_chances(0, 3) == {0: Fraction(26, 36), 1: Fraction(9, 36), 2: Fraction(1, 36)}
    assert series.capture(1, 10) == (2, 1, 7)  # 25% of 10 is 2.5: 3 caught, half of it 1.5: 2 kept
    assert series.capture(6, 4) == (2, 1, 1) and all(sum(series.capture(d, 17)) == 17 for d in range(1, 7))
    assert [series.breakout(d, False) for d in (4, 5, 6)] == [False, True, True] and series.breakout(4, True)
    with pytest.raises(GrognardError, match="1 to 6, not 7"):
        series.capture(7, 4)


@pytest.mark.clause(
    "BTR-ocs.air.flak", "BTR-ocs.air.combat", "BTR-ocs.air.patrol", "BTR-ocs.air.base", "BTR-ocs.trainbust"
)
def test_air() -> None:
    assert series.flak(1, False, 0, 0, "none") == Fraction(3, 36) and series.flak(
        3, True, 1, 0, "with-fighter"
    ) == Fraction(21, 36)
    assert series.flak(1, False, 0, 0, "without-fighter") == Fraction(10, 36) and series.flak(
        1, False, 0, 0, "without-fighter", True
    ) == Fraction(6, 36)
    assert series.air_combat(3, 3) == {
        "attacker aborts": Fraction(15, 36),
        "both abort": Fraction(6, 36),
        "defender aborts": Fraction(15, 36),
        "further step loss": Fraction(1, 3),
    }
    assert series.PATROL_ZONE == 10 and [series.refit(3, g) for g in ("dry", "mud", "snow")] == [6, 3, 3]
    with pytest.raises(GrognardError, match="zone is one of"):
        series.flak(1, False, 0, 0, "near")


@pytest.mark.clause("BTR-ocs.move.who")
@pytest.mark.clause("BTR-ocs.mode.reserve")
@pytest.mark.parametrize(
    ("phase", "marker", "moves", "points"),
    [
        ("movement", "none", True, "8"),
        ("movement", "reserve", True, "2"),
        ("movement", "released", True, "8"),
        ("reaction", "released", True, "4"),
        ("exploitation", "released", True, "8"),
        ("exploitation", "exploit", True, "4"),
        ("exploitation", "reserve", False, "0"),
        ("combat", "none", False, "0"),
    ],
)
def test_a_phase_is_asked_about(phase: str, marker: str, moves: bool, points: str) -> None:
    value = ask_table.phase(phase, marker, 8).value
    assert (value["may_move"], value["points"]["fraction"]) == (moves, points)
    assert value["may_change_mode"] == (phase == "movement")


@pytest.mark.clause("BTR-ocs.zoc.block")
def test_a_zone_is_asked_about() -> None:
    bare, held, none = (
        ask_table.zone("truck", "combat", True, True, *rest).value
        for rest in ((False, False), (False, True), (True, False))
    )
    assert bare["stops"] and len(bare["barred"]) == 7
    assert not held["stops"] and held["barred"] == ["rail movement", "rail repair", "port capacity"]
    assert not none["zone"] and not none["stops"] and not none["barred"], "DG: it has none"


@pytest.mark.clause("BTR-ocs.combat.firststep")
@pytest.mark.clause("BTR-ocs.combat.exploit")
@pytest.mark.clause("BTR-ocs.combat.advance")
def test_what_follows_a_combat_is_asked() -> None:
    attackers = ["CCB:3:2", "CCA:4:2", "CCR:5:1+dg"]
    stood = ask_table.aftermath("Ao1e4 DL1o2", attackers, 1, False).value
    assert (stood["lost"], stood["back"], stood["exploit"], stood["advance"]) == (["CCB"], 0, ["CCA"], "may")
    back = ask_table.aftermath("Ao1e4 DL1o2", attackers, 0, False).value
    assert (back["lost"], back["back"], back["exploit"], back["advance"]) == ([], 1, [], "no")
    over = ask_table.aftermath("Ae4 DL1o2", attackers, 0, True).value
    assert (over["exploit"], over["advance"]) == ([], "must")
    gone = ask_table.aftermath("AL1o2 Do1", ["CCB:3:1"], 2, False).value
    assert gone["lost"] == ["CCB"] and gone["advance"] == "no", "nobody is left"
    for wrong in (
        ("Ae4 DL1o2", attackers, 1),
        ("nothing", attackers, 0),
        ("Ae4 DL1o2", ["CCB:3:0"], 0),
        ("Ae4 DL1o2", ["CCB"], 0),
        ("Ae4 DL1o2", ["CCB:3:1", "CCB:3:2"], 0),
    ):
        with pytest.raises(GrognardError):
            ask_table.aftermath(*wrong, False)
