"""A game reopened from a snapshot is the same game, to every seat and in every answer."""

from __future__ import annotations

import pickle
from hashlib import sha256
from random import Random

import msgspec
import pytest
from litestar.testing import TestClient

import grognard
from grognard.core.chance import Committed
from grognard.core.facts import CHANCE
from grognard.core.record import Match
from grognard.core.ruling import GrognardError
from grognard.web.app import create_app
from grognard.web.live_games import LiveGames
from grognard.web.service import Service
from grognard.web.snapshots import EVERY, TAIL, Stored, pack, unpack, version
from grognard.web.store import Snapshot, Store
from tests.sword_beach.opening import RECORD

from .seats import ALLIED, GERMAN, Table, begin


def played(name: str, actions: int, seed: int = 1) -> Match:
    game, rng = grognard.load(name), Random(seed)
    match = Match.begin(game, next(iter(game.scenarios)), dice=Committed.fresh(game.position.sides))
    while len(match.state.actions) < actions and match.state.to_move is not None:
        if match.state.to_move == CHANCE:
            match.roll()
        else:
            match.do(match.state.legal_actions().sample(rng))
    return match


@pytest.mark.parametrize("name", list(grognard.GAMES))
def test_what_is_packed_comes_out_and_goes_on_the_same(name):
    match = played(name, 200)
    again = unpack(match.game, pack(match), lambda: match.lines)
    again.state.dice = match.state.dice
    assert isinstance(again, Stored) and again.state.digest() == match.state.digest()
    assert again.lines == match.lines and again.base == max(len(match.state.actions) - TAIL, 0)
    for side in match.state.sides:
        assert again.state.view(side) == match.state.view(side) and again.copy_for(side) == match.copy_for(
            side
        )
    assert list(map(str, again.state.legal_actions())) == list(map(str, match.state.legal_actions()))
    for _ in range(30):
        if match.state.to_move == CHANCE:
            match.roll()
            again.roll()
        elif match.state.to_move is not None:
            action = match.state.legal_actions().sample(Random(5))
            match.do(action)
            again.do(str(action))
    told = [
        [(line.get("do"), line.get("put"), line.get("own"), line.get("roll")) for line in one.lines]
        for one in (again, match)
    ]
    assert told[0] == told[1] and len(told[0]) > 30, "but for salts the lines are the same"
    taken = [again.state.pop() for _ in range(20)]
    assert [match.state.pop() for _ in range(20)] == taken and again.state.digest() == match.state.digest()


def test_a_snapshot_calls_nothing_but_our_own_data():
    class Evil:
        def __reduce__(self):
            return print, ("called",)

    game = grognard.load("sword-beach")
    for wrong in (pickle.dumps(Evil()), pickle.dumps({"facts": LiveGames}), b"nothing"):
        with pytest.raises(Exception, match=r"no place|load|unpickl|invalid"):
            unpack(game, sha256(wrong).digest() + wrong, list)


def test_no_byte_of_a_snapshot_can_be_changed():
    """A hex with another number would be another position, and nothing in it would show that."""
    match, rng = played("longest-day", 60), Random(1)
    body = pack(match)
    for _ in range(200):
        at = rng.randrange(len(body))
        with pytest.raises(GrognardError, match="damaged"):
            unpack(match.game, body[:at] + bytes([body[at] ^ 1 << rng.randrange(8)]) + body[at + 1 :], list)


def looked(table: Table) -> dict[str, object]:
    """Everything a seat can ask that looks back."""
    found: dict[str, object] = {}
    for name, seat in table.seat.items():
        seen = seat.look()
        found[name] = [seen, seat.ask("GET", "/record").content, seat.ask("GET", "/receipts").json()]
        found[name] += [
            seat.ask("GET", "/view", params={"at": at}).json()
            for at in (0, 3, seen["at"] // 2, seen["at"] - 1)
        ]
        found[name] += [seat.ask("GET", "/overlays", params={"at": seen["at"] // 2}).json()]
    return found


def test_a_table_reopened_answers_the_same(tmp_path, monkeypatch):
    """From a snapshot and the lines after it; and no snapshot makes a difference but in time."""
    database = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    with TestClient(create_app(database, rate=0)) as client:
        table = begin(client, dice={"kind": "committed"})
        table.german.act(*(f"record {unit} {hex_}" for unit, hex_ in RECORD.items()))
        for _ in table.play(Random(6), 150):
            pass
        before = looked(table)
    store = Store(database)
    kept = store.snapshot(table.id)
    store.close()
    assert kept is not None and kept.actions >= EVERY and kept.rules == version(grognard.load("sword-beach"))
    made = {
        "table": table.id,
        "seats": {s: table.seat[s].token for s in (ALLIED, GERMAN)},
        "watch": table.watch.token,
    }
    replays: list[int] = []
    whole = Service.replayed
    monkeypatch.setattr(
        Service, "replayed", lambda desk, game, lines: replays.append(len(lines)) or whole(desk, game, lines)
    )
    with TestClient(create_app(database, rate=0)) as client:
        again = Table(client, made)
        assert again.allied.look() == before[ALLIED][0] and replays == []
        assert looked(again) == before and replays  # to look far back it was replayed after all
        taken = list(again.play(Random(7), 60))
    assert taken


def test_a_useless_snapshot_is_passed_over(tmp_path):
    database = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    with TestClient(create_app(database, rate=0)) as client:
        table = begin(client)
        table.german.act(*(f"record {unit} {hex_}" for unit, hex_ in RECORD.items()))
        before = table.german.look()
    for rules, body in (("0.0 other", b""), (version(grognard.load("sword-beach")), b"rubbish")):
        store = Store(database)
        from grognard.web.writer import keep_snapshot

        with store.engine.begin() as db:
            keep_snapshot(db, table.id, Snapshot(5, 5, rules, body))
        store.close()
        with TestClient(create_app(database, rate=0)) as client:
            made = {"table": table.id, "seats": {GERMAN: table.german.token}, "watch": None}
            assert Table(client, made).german.look() == before


def test_taking_back_past_a_snapshot(tmp_path, monkeypatch):
    """More is taken back than the snapshot remembers: the record is replayed from its first line."""
    monkeypatch.setattr("grognard.web.live_games.EVERY", 1)
    monkeypatch.setattr("grognard.web.snapshots.TAIL", 1)
    database = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    with TestClient(create_app(database, rate=0)) as client:
        table = begin(client)
        table.german.act(*(f"record {unit} {hex_}" for unit, hex_ in list(RECORD.items())[:6]))
    made = {"table": table.id, "seats": {GERMAN: table.german.token}, "watch": None}
    with TestClient(create_app(database, rate=0)) as client:
        again = Table(client, made)
        for left in (5, 4, 3):
            assert again.german.ask("POST", "/undo").status_code == 200
            assert len(again.german.look()["view"]["record"]) == left
        again.german.act(*(f"record {unit} {hex_}" for unit, hex_ in list(RECORD.items())[3:5]))
    with TestClient(create_app(database, rate=0)) as client:
        assert Table(client, made).german.look()["view"]["record"] == dict(list(RECORD.items())[:5])


def test_what_happened_is_told_from_before_what_is_in_memory(tmp_path):
    """A long absence, in a game that was opened from its snapshot: its first actions are read from the
    record.
    """
    record = "".join(
        msgspec.json.encode(line).decode() + "\n" for line in played("sword-beach", 3 * TAIL).lines
    )
    with TestClient(create_app(f"sqlite:///{tmp_path}/t.sqlite")) as client:
        made = client.post("/api/records", json={"record": record, "name": "x", "seats": {}}).json()
        for since in (0, 1, TAIL, 2 * TAIL, 3 * TAIL - 1):
            answer = client.get(
                f"/api/tables/{made['table']}/story?since={since}",
                headers={"Authorization": f"Bearer {made['seats']['allied']}"},
            )
            assert answer.status_code == 200, (since, answer.text)
            assert len(answer.json()["acts"]) <= 12
