"""The odds that are shown while a side names its markers."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest

from .seats import begin, every


@pytest.mark.clause("FM-8.2.1")
def test_every_draw_that_may_be_named_has_its_odds(client: Any) -> None:
    table, rng, seen = begin(client), Random(3), set[str]()
    for _ in table.play(rng, 400):
        mover = table.seat.get(table.watch.look()["to_move"])
        if mover is None:
            continue
        look = mover.look()
        named = {do.removeprefix("support ") for do in every(look["legal"]) if do.startswith("support ")}
        said = mover.ask("GET", "/support").json()
        chances = said["choices"]
        assert set(chances) == named
        assert all(sum(map(Fraction, row.values())) == 1 for row in chances.values())
        if named:
            attacks = look["to_move"] == look["combat"]["attacker"]
            assert (
                said["answer"] is not None
            ) == attacks  # the defender's draw is assumed, the attacker's is known
            seen.add(f"{look['combat']['kind']} {look['to_move'] == look['combat']['attacker']}")
            others = [seat for seat in (table.allied, table.german, table.watch) if seat is not mover]
            assert all(
                seat.ask("GET", "/support").json() == {"choices": {}, "answer": None} for seat in others
            )
        if len(seen) == 4:
            break
    assert {"assault True", "assault False", "combat True", "combat False"} <= seen


def plans(client: Any, verb: str) -> Any:
    """The first position with an action of this verb: its seat, the action, and its plan."""
    for seed in range(3, 9):  # the only assault of a game is made by the rules themselves
        table = begin(client)
        for _ in table.play(Random(seed), 120):
            mover = table.seat.get(table.watch.look()["to_move"])
            legal = every(mover.look()["legal"]) if mover else []
            if do := next((do for do in legal if do.startswith(f"{verb} ")), None):
                return mover, do, mover.ask("GET", "/fight", params={"do": do}).json()
    raise AssertionError(f"no {verb} in the game")


@pytest.mark.clause("SB-11.2.3.2.b")
def test_a_beach_assault_shows_every_draw_against_every_answer_before_it_is_declared(client: Any) -> None:
    mover, do, plan = plans(client, "assault")
    assert plan["kind"] == "assault" and plan["unanswered"] is None and plan["likely"] == "guns+guns"
    assert {"none", "air", "guns", "naval10+naval10"} <= {row["fire"] for row in plan["rows"]}
    for row in plan["rows"]:
        assert set(row["answers"]) == {"none", "guns", "guns+guns"}
        for case in row["answers"].values():
            chances = {code: Fraction(p) for code, p in case["results"].items()}
            assert sum(chances.values()) == 1 and Fraction(case["own"]) == 1 - chances.get("NE", 0)
            assert case["enemy"] == "0"  # no unit defends a beach
    mover.act(do)  # then the odds are those of the fight under way
    said = mover.ask("GET", "/support").json()
    assert said["answer"] == plan["likely"]
    assert said["choices"] == {row["fire"]: row["answers"]["guns+guns"]["results"] for row in plan["rows"]}


@pytest.mark.clause("FM-8.4.2")
def test_a_bombardment_is_not_answered_and_hurts_no_attacker(client: Any) -> None:
    _, _, plan = plans(client, "bombard")
    assert plan["unanswered"] == "FM-8.4.2" and plan["likely"] == "none" and plan["attackers"] == []
    assert all(
        set(row["answers"]) == {"none"} and row["answers"]["none"]["own"] == "0" for row in plan["rows"]
    )
    assert "attacking" not in " ".join(plan["key"].values())  # an A1 has no effect: no unit attacks
    assert {code: words for code, words in plan["key"].items() if code[0] == "A"} == {
        code: "no effect" for code in plan["key"] if code[0] == "A"
    }


@pytest.mark.clause("FM-7.3.1")
def test_an_attack_with_joiners_counts_them_and_its_odds_are_those_asked_one_by_one(client: Any) -> None:
    mover, do, alone = plans(client, "attack")
    _, unit, hex_ = do.split()
    asked = {"attackers": unit, "hex": hex_, "fire": alone["rows"][-1]["fire"], "defense": alone["likely"]}
    single = mover.ask("GET", "/odds", params=asked).json()
    assert alone["rows"][-1]["answers"][alone["likely"]]["results"] == single["results"]
    assert alone["markers"] == 0 and alone["differential"] == sum(part["amount"] for part in alone["parts"])
    wrong = mover.ask("GET", "/fight", params={"do": do, "with": alone["defender"]})
    assert wrong.status_code == 422 and "not on the attacking side" in wrong.text


def test_what_begins_no_fight_has_no_plan(client: Any) -> None:
    table = begin(client)
    answer = table.german.ask("GET", "/fight", params={"do": "record 2-AA 0937"})
    assert answer.status_code == 422 and "begins no fight" in answer.text
