"""Seeded dice can be predicted by anyone who has the seed: a table keeps it to itself until the game is
over.
"""

from __future__ import annotations

import json
from random import Random

import pytest

import grognard
from grognard.core.chance import Seeded
from grognard.core.facts import CHANCE
from grognard.core.lines import read_lines
from grognard.core.reading import replay
from grognard.core.record import Match
from grognard.play.files import make_dice
from grognard.web.copies import as_file

from .seats import Table, begin

SEED = "a-seed-that-stands-out"
ASKED = ("", "/view", "/record", "/receipts", "/history", "/overlays", "/chat")


@pytest.mark.parametrize("game", grognard.GAMES)
def test_no_answer_holds_the_seed_of_a_game_under_way(client, game):
    table = begin(client, game=game, dice={"kind": "seeded", "seed": SEED})
    for _ in table.play(Random(1), 40):
        pass
    for seat in table.seat.values():
        for path in ASKED:
            assert SEED not in seat.ask("GET", path).text, path
        head = json.loads(seat.ask("GET", "/record").text.splitlines()[0])
        assert head["dice"] == {"kind": "typed"}
        assert seat.ask("GET", "/receipts").json()["seed"] is None


def test_the_copy_of_a_game_under_way_is_a_record_whose_digests_say_nothing_of_the_seed(client):
    """Two games that differ in the seed alone, before any roll: their copies are the same to the last
    byte.
    """
    copies = []
    for seed in ("7", "8"):
        table = begin(client, dice={"kind": "seeded", "seed": seed})
        copies.append(table.german.ask("GET", "/record").content)
        match = replay(grognard.load("sword-beach"), read_lines(copies[-1]))
        assert match.state.to_move == "german"
        answer = client.post("/api/records", json={"record": copies[-1].decode()})
        assert answer.status_code == 201, answer.text
    assert copies[0] == copies[1]


def test_a_what_if_game_rolls_other_dice(client):
    """A branch of a seeded game, and a table from its copy, know nothing of the seed."""
    table = begin(client, dice={"kind": "seeded", "seed": SEED})
    made = table.allied.ask("POST", "/branch", json={}).json()
    other = Table(client, made)
    assert other.watch.look()["dice"] == "typed" and SEED not in other.allied.ask("GET", "/record").text


def test_seals_stay_the_same_in_every_copy(client):
    table = begin(client)
    table.german.act("record 736/716 1738", "record 716/716 1639")
    copies = [table.allied.ask("GET", "/record").content for _ in range(2)]
    assert copies[0] == copies[1] and copies[0].count(b'"seal"') == 2


def test_when_the_game_is_over_the_seed_is_told(client):
    game = grognard.load("sword-beach")
    match, rng = Match.begin(game, dice=Seeded(SEED)), Random(3)
    while match.state.to_move is not None:
        if match.state.to_move == CHANCE:
            match.roll()
        else:
            match.do(match.state.legal_actions().sample(rng))
    answer = client.post("/api/records", json={"record": as_file(match.lines).decode()})
    assert answer.status_code == 201, answer.text
    watch = Table(client, answer.json()).watch
    assert watch.ask("GET", "/receipts").json()["seed"] == SEED
    assert watch.ask("GET", "/record").content == as_file(match.lines)


@pytest.mark.parametrize("kind", ["seeded", "typed"])
def test_what_the_end_of_a_game_told_is_not_taken_back(client, kind):
    """Who concedes is told the seed and may look at every decision: the concession stands."""
    seed = {"seed": SEED} if kind == "seeded" else {}
    table = begin(client, game="purple-heart-draw", dice={"kind": kind, **seed})
    table.seat["us"].act("concede")
    before = table.seat["us"].look()
    assert before["over"] and (SEED in table.seat["us"].ask("GET", "/record").text) == (kind == "seeded")
    for how in ({}, {"past": True, "agreed": [table.seat["german"].token]}):
        answer = table.seat["us"].ask("POST", "/undo", json={"seq": before["seq"], **how})
        assert answer.status_code == 422 and "the game is over" in answer.json()["error"]
    assert table.seat["us"].look() == before


def test_a_seed_that_the_server_chooses_cannot_be_found_by_trying():
    """Some rolls and a few minutes are enough to try every seed of eight digits."""
    dice = make_dice(grognard.load("sword-beach"), "seeded", None, {})
    assert isinstance(dice, Seeded) and len(dice.header()["seed"]) >= 32
