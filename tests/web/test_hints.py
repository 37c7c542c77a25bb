"""Hints: on one's own move from one's own view, on past decisions, and on everything once the game is
over.
"""

from __future__ import annotations

from random import Random

import grognard

from .seats import ALLIED, GERMAN, begin

HINT = {"player": "fusilier", "seconds": "0.5"}


def hint(seat, **more):
    return seat.ask("GET", "/hint", params={**HINT, **more})


def test_a_hint_is_legal_reasoned_and_changes_nothing(client):
    table = begin(client)
    before = table.german.look()
    answer = hint(table.german)
    assert answer.status_code == 200, answer.text
    found = answer.json()
    assert (found["side"], found["player"], found["played"], found["clause"]) == (
        GERMAN,
        "fusilier",
        None,
        "SB-11.0.a",
    )
    assert found["action"] == found["candidates"][0]["action"] and len(found["candidates"]) == 5
    assert all(one["why"] and one["clauses"] == ["SB-11.0.a"] for one in found["candidates"])
    assert table.german.judge(found["action"])["legal"] and table.german.look()["seq"] == before["seq"]


def test_nobody_is_told_what_another_has_to_decide(client):
    table = begin(client)
    for seat in (table.allied, table.watch):
        answer = hint(seat)
        assert answer.status_code == 403 and "record" not in answer.text
    table.german.act("record 2-AA 0938")
    assert hint(table.german, at="0").json()["played"] == "record 2-AA 0938"
    assert hint(table.allied, at="0").status_code == 403


def test_a_player_who_is_not_there_and_a_number_too_high_are_refused(client):
    table = begin(client)
    assert "no player" in hint(table.german, player="rommel").json()["error"]
    assert "there is no position after" in hint(table.german, at="9").json()["error"]
    assert hint(table.german, player="os:system").status_code in (400, 422)


def test_after_the_game_every_decision_is_explained_to_everybody(client):
    table = begin(client, seats={ALLIED: "computer:random", GERMAN: "computer:random"})
    assert table.waited()["over"]
    rng = Random(2)
    lines = [line for line in table.watch.look()["log"] if line["by"] in (ALLIED, GERMAN)]
    for line in rng.sample(lines, 3):
        found = hint(table.watch, at=str(line["seq"] - 1)).json()
        assert found["side"] == line["by"] and found["played"] == line["do"]
        assert all(
            clause in grognard.load("sword-beach").rulebook
            for one in found["candidates"]
            for clause in one["clauses"]
        )
    assert "no decision is pending" in hint(table.watch).json()["error"]
