"""A whole landing and a whole game by the programming interface."""

from __future__ import annotations

from random import Random

import pytest

import grognard
from grognard.core.facts import CHANCE
from grognard.core.lines import read_lines
from grognard.core.reading import replay
from tests.golden.test_worked_first_turn import STEPS
from tests.sword_beach.opening import RECORD

from .seats import ALLIED, GERMAN, begin, every

GAME = grognard.load("sword-beach")


def test_the_worked_opening_with_typed_dice(client):
    """Every step of the worked example through the seats that take it; the end is the position of the engine
    alone.
    """
    table = begin(client, dice={"kind": "typed"})
    engine = GAME.new()
    rollers = [ALLIED, GERMAN]
    for actions in STEPS.values():
        for do in actions:
            seat = engine.to_move
            if seat == CHANCE:  # any person at the table may roll
                seat = rollers[0]
                rollers.reverse()
            assert table.seat[seat].look()["mine"]
            table.seat[seat].act(do)
            engine.push(GAME.parse(do))
    seen = table.german.look()
    assert seen["to_move"] == engine.to_move and seen["turn"] == engine.turn
    assert (
        seen["view"]["at"] == engine.view(GERMAN)["at"]
        and seen["view"]["cups"] == engine.view(GERMAN)["cups"]
    )
    assert {name: unit["hex"] or "" for name, unit in seen["units"].items()} == seen["view"]["at"]


@pytest.mark.parametrize("kind", ["committed", "seeded"])
def test_a_landing_where_the_server_rolls(client, kind):
    """From the German record to game turn 1: nobody is ever asked to roll, and both copies check."""
    table = begin(client, dice={"kind": kind})
    table.german.act(*(f"record {unit} {hex_}" for unit, hex_ in RECORD.items()))
    table.allied.act(
        "beachhead 1739", "beachhead 1640", "done", "place 8/3 1739", "place 27-Armd 1739", "place 9/3 1640"
    )
    assert table.allied.look()["markers"]["beachheads"]
    assert list(table.play(Random(1), 60))
    seen = table.watch.look()
    assert seen["turn"] >= 1 and seen["to_move"] != CHANCE
    story = table.allied.ask("GET", "/story", params={"since": 0}).json()["acts"]
    opened = [act["text"] for act in story if act["text"].startswith("German: set up")]
    assert len(opened) == 1 and opened[0].startswith("German: set up 736/716 in 1738 Hermanville (hidden)")
    for side in (ALLIED, GERMAN):
        lines = read_lines(table.seat[side].ask("GET", "/record").content)
        assert replay(GAME, lines).state.turn == seen["turn"]


def test_the_list_is_the_engines(client):
    """What the page can put together from `legal` is what the engine offers, at every step."""
    table, rng, engine = begin(client), Random(3), GAME.new(seed="7")
    for _ in range(60):
        while engine.to_move == CHANCE:
            engine.roll()
        legal = table.seat[engine.to_move].look()["legal"]
        found = every(legal)
        assert sorted(found) == sorted(map(str, engine.legal_actions())) and legal["count"] == len(found)
        assert set(legal["verbs"]) == {action.verb for action in engine.legal_actions()}
        assert legal["units"] == engine.legal_actions().by_unit()
        other = table.seat[ALLIED if engine.to_move == GERMAN else GERMAN].look()
        assert not other["mine"] and other["legal"]["count"] == 0 and not every(other["legal"])
        do = rng.choice(found)
        table.seat[engine.to_move].act(do)
        engine.push(GAME.parse(do))


def test_a_computer_plays_its_side(client):
    """The German is the computer: the person is always to move until the game is over."""
    table = begin(client, seats={ALLIED: "human", GERMAN: "computer"})
    assert GERMAN not in table.seat and table.waited()["to_move"] == ALLIED
    for _ in table.play(Random(5), 80):
        pass
    table.waited()
    seen = table.allied.look()
    assert seen["turn"] >= 1 and seen["to_move"] in (ALLIED, None)
    assert {line["by"] for line in seen["log"]} >= {ALLIED}


def test_two_computers_play_to_the_end(client):
    table = begin(
        client, dice={"kind": "committed"}, seats={ALLIED: "computer:random", GERMAN: "computer:random"}
    )
    seen = table.waited()
    assert seen["over"]["clause"].startswith("SB-13") and seen["to_move"] is None and len(seen["log"]) == 60
    lines = read_lines(table.watch.ask("GET", "/record").content)
    assert replay(GAME, lines).state.outcome().winner == seen["over"]["winner"]


def test_a_fight_shows_its_sum_also_after_the_die(client):
    """The parts, the line and the odds of a fight under way, and its result with the sum that was rolled
    on.
    """
    table, rng, before, after = begin(client), Random(11), 0, 0
    for _ in table.play(rng, 400):
        if combat := table.watch.look()["combat"]:
            assert combat["line"]["clause"] and combat["columns"] and combat["results"]
            assert all(part["clause"] and part["because"] for part in combat["parts"])
            before, after = before + (combat["result"] is None), after + (combat["result"] is not None)
        if before and after > 1:
            return
    raise AssertionError(f"no fight to look at: {before} before the die, {after} after")


@pytest.mark.parametrize("answer", [None, "record 736/716 9999", "dance"])
def test_a_player_who_cannot_go_on_holds_nobody_up(client, monkeypatch, answer):
    """Whatever a computer player answers, or if it fails, something legal is played for it."""
    from grognard.web.player_workers import PlayerWorkers

    async def choose(self, task):
        if answer is None:
            raise ZeroDivisionError
        return answer

    monkeypatch.setattr(PlayerWorkers, "choose", choose)
    table = begin(client, seats={ALLIED: "human", GERMAN: "computer:random"})
    assert table.waited()["to_move"] == ALLIED
