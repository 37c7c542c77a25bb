"""The figures behind a verdict, added up by hand: FM-5.2 moves, FM-7.3 and FM-7.4 fights, and what is no
fight at all.
"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.games.sword_beach.judge import figures
from grognard.games.sword_beach.position import SwordBeach

from .build import GAME, SILENT, do, position
from .opening import dropping, rolls

FIELD = {
    "8/3": "1340",
    "27-Armd": "1341",
    "192/21": "1240",
}  # 8/3 is 6-8, 27-Armd 8-8, 192/21 6-8; 1240 is clear, 1340 a town


def judged(state: SwordBeach, action: str) -> dict[str, Any]:
    return figures(state, GAME.parse(action))


def sums(state: SwordBeach, action: str) -> tuple[Any, ...]:
    """Kind, attackers, defender, differential, shift and column."""
    found = judged(state, action)
    shift = sum(part["amount"] for part in found["shifts"])
    return found["kind"], found["attackers"], found["defender"], found["differential"], shift, found["column"]


def draws(state: SwordBeach, action: str) -> list[tuple[str, str]]:
    return [(case["attacker_fire"], case["defender_fire"]) for case in judged(state, action)["odds"]]


@pytest.mark.clause("FM-7.2.2", "FM-7.4.1", "SB-11.2.8.a")
def test_an_attack_of_infantry_alone_is_shifted_one_column() -> None:
    """6 against 8 is -2: column 3 of the clear line, which begins at -4; one to the left without armor."""
    state = position("allied combat", units=FIELD, **SILENT)
    assert sums(state, "attack 8/3 1240") == ("combat", ["8/3"], "192/21", -2, -1, 2)
    assert judged(state, "attack 8/3 1240")["odds"][0]["results"] == {"A1": "1/2", "A2": "1/3", "Ex": "1/6"}
    assert sums(position("german combat", units=FIELD), "attack 192/21 1340") == (
        "combat",
        ["192/21"],
        "8/3",
        -2,
        0,
        3,
    )


@pytest.mark.clause("FM-7.2.1", "SB-11.2.8.a")
def test_a_unit_that_joins_adds_its_strength_and_armor_takes_the_shift_away() -> None:
    state = position("allied combat", units=FIELD)
    do(state, "attack 8/3 1240")
    assert sums(state, "join 27-Armd") == ("combat", ["8/3", "27-Armd"], "192/21", 6, 0, 6)
    assert sums(state, "done") == ("combat", ["8/3"], "192/21", -2, -1, 2)  # without it
    assert judged(state, "join 8/3") == {} == judged(state, "join nobody")  # it attacks already
    assert judged(state, "roll 3") == {} == judged(state, "support none")  # not asked yet


@pytest.mark.clause("FM-8.2.1")
def test_support_is_judged_against_what_the_other_side_may_name() -> None:
    state = position("allied combat", units=FIELD)
    assert draws(state, "attack 8/3 1240") == [
        (a, b) for a in ("none", "guns+guns") for b in ("none", "guns+guns")
    ]
    do(state, "attack 8/3 1240", "join 27-Armd")
    assert draws(state, "support air") == [("air", "none"), ("air", "guns+guns")]
    assert judged(state, "support guns+guns+guns") == {}  # two markers a side
    do(state, "support guns+guns")
    assert draws(state, "support guns") == [("guns+guns", "guns")]
    do(state, "support guns")
    assert draws(state, "draw guns 2") == [("guns+guns", "guns")]


@pytest.mark.clause("FM-8.4.2")
def test_a_bombardment_is_shifted_two_columns_and_the_germans_have_no_aircraft() -> None:
    state = position("allied combat", units=FIELD)
    assert sums(state, "bombard air 1240") == ("bombardment", [], "192/21", -8, -2, 1)
    assert draws(state, "bombard air 1240") == [("air", "none")]
    theirs = position("german combat", units=FIELD)
    assert sums(theirs, "bombard guns 1340") == ("bombardment", [], "8/3", -8, -2, 1)
    assert judged(theirs, "bombard air 1340") == {} == judged(theirs, "bombard guns 1139")


@pytest.mark.clause("FM-7.1.1")
@pytest.mark.parametrize(
    "action",
    [
        "attack 8/3 1139",
        "attack nobody 1240",
        "attack 8/3 9999",
        "assault 1240",
        "assault 1139",
        "fight 1240",
        "done",
    ],
)
def test_where_there_is_no_fight_there_are_no_figures(action: str) -> None:
    assert judged(position("allied combat", units=FIELD), action) == {}


@pytest.mark.clause("SB-11.2.3.2.a", "SB-11.2.3.2.c")
def test_a_beach_assault_is_made_by_the_whole_stack() -> None:
    """27-Armd 8 and 8/3 6 at 1739; 736/716 beside it makes the line that of an enemy zone, and its strength
    is not counted.
    """
    state = dropping()
    do(state, *rolls(6, 6, 6))
    assert sums(state, "assault 1739") == ("assault", ["27-Armd", "8/3"], None, 14, 0, 4)
    assert judged(state, "assault 1739")["line"]["clause"] == "SB-11.2.3.2.c"
    assert judged(state, "assault 1338") == {}


@pytest.mark.clause("SB-11.2.2.6.c", "SB-J8")
@pytest.mark.parametrize(
    ("options", "attackers"),
    [({}, ["3/6-Para", "5/6-Para"]), ({"pair_on_german": "one_by_one"}, ["3/6-Para"])],
)
def test_a_drop_attack_meets_no_fire(options: dict[str, str], attackers: list[str]) -> None:
    """3/6-Para (5), with 5/6-Para (2, reduced) drifted onto it, against 736/716 (5); 6AL/6 (5) against
    716/716 (5).
    """
    germans = {"736/716": "1342", "716/716": "1441"}
    state = dropping(
        "1342", {"3/6-Para": "1342", "5/6-Para": "1343", "6AL/6": "1441"}, record=germans, **options
    )
    do(state, "roll 6", "roll 4", "roll 1", "roll 6", "lose 5/6-Para")
    assert sums(state, "fight 1342")[:5] == (
        "dropattack",
        attackers,
        "736/716",
        2 if len(attackers) > 1 else 0,
        -1,
    )
    assert sums(state, "fight 1441")[:5] == ("dropattack", ["6AL/6"], "716/716", 0, -1)
    assert draws(state, "fight 1342") == [("none", "none"), ("guns", "none")]


@pytest.mark.clause("FM-5.2.1", "FM-5.2.3")
def test_a_move_is_priced_hex_by_hex() -> None:
    state = position("allied movement", units={"8/3": "1340", "192/21": "1040"})
    found = judged(state, "move 8/3 1240")
    assert (found["from"], found["to"], found["allowance"], found["cost"], found["path"]) == (
        "1340",
        "1240",
        "5",
        "1",
        ["1240"],
    )
    assert [part["points"] for part in found["ledger"]] == ["1"]
    assert "cost" not in judged(state, "move 8/3 1340")  # where it is
    assert judged(state, "move 9/3 1240") == {} == judged(state, "move 8/3 9999")  # not on the map
    assert judged(position("allied combat", units=FIELD), "move 8/3 1339") == {}
