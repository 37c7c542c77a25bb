"""Games in memory: counted by bytes, dropped when they are too many, and long ones played again beside the
server.
"""

from __future__ import annotations

import gc
import tracemalloc
from random import Random

import pytest
from litestar.testing import TestClient

import grognard
from grognard.core.lines import Line
from grognard.core.random_games import RandomGame
from grognard.core.reading import replay
from grognard.core.record import Match
from grognard.web import errands, live_games, service
from grognard.web.app import create_app
from grognard.web.live_games import LEAST_BYTES, LiveGame, LiveGames
from grognard.web.snapshots import Stored, facts_of
from grognard.web.store import Entry, Store

from .seats import Table, begin


def played(game: str, actions: int) -> list[Line]:
    play = RandomGame(grognard.load(game), 3)
    for _ in zip(play.steps(), range(actions), strict=False):
        pass
    return play.match.lines


def measured(game: str, lines: list[Line]) -> tuple[Match, int]:
    """A game played again, and the memory it takes."""
    replay(grognard.load(game), lines)  # what a game makes once and keeps is not counted
    gc.collect()
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    found = replay(grognard.load(game), [dict(line) for line in lines])
    gc.collect()
    size = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    return found, size


@pytest.mark.parametrize("actions", [0, 60, 400])
@pytest.mark.parametrize("game", grognard.GAMES)
def test_the_memory_of_a_game_is_estimated(game: str, actions: int) -> None:
    """Never much too low, so that the limit is one; and not so high that it would drop every game."""
    match, size = measured(game, played(game, actions))
    live_game = object.__new__(LiveGame)
    live_game.match, live_game.seq, live_game.weight, live_game._weighed = Stored.from_match(match), 0, 0, 0
    assert 0.6 * size < live_game.weigh() < 4 * size + 2 * LEAST_BYTES


@pytest.fixture
def store(tmp_path):
    found = Store(f"sqlite:///{tmp_path / 'tables.sqlite'}")
    yield found
    found.close()


def stored(store: Store, count: int, lines: list[Line]) -> list[str]:
    names = [f"table{number}" for number in range(count)]
    for name in names:
        store.create(Entry(name, "", "sword-beach", "standard"), lines, [("watch", "watch", None)], {})
    return names


def test_games_in_memory_have_a_limit_in_bytes(store, monkeypatch):
    lines = played("sword-beach", 60)
    names, kept = stored(store, 6, lines), LiveGames(store)
    with kept.open(names[0]) as live_game:
        pass
    one = live_game.weight
    assert one > LEAST_BYTES and kept._bytes == one
    monkeypatch.setattr(live_games, "MAX_BYTES", 3 * one)
    for name in [*names[1:], names[0], names[4]]:
        with kept.open(name) as live_game:
            assert len(live_game.match.state.actions) == 60
    assert list(kept._open) == [names[5], names[0], names[4]] and kept._bytes == 3 * one


def test_one_game_in_use_is_never_dropped(store, monkeypatch):
    names, kept = stored(store, 2, played("sword-beach", 10)), LiveGames(store)
    monkeypatch.setattr(live_games, "MAX_BYTES", 1)
    for name in (*names, *names):
        with kept.open(name) as live_game:
            assert live_game.match.state.actions
        assert list(kept._open) == [name]


def test_a_game_that_grows_is_weighed_again(store):
    lines = played("sword-beach", 200)
    (name,), kept = stored(store, 1, lines[:61]), LiveGames(store)
    with kept.open(name) as live_game:
        pass
    before = live_game.weight
    store.append(name, 61, lines[61:])
    with kept.open(name) as again:
        assert again is live_game and len(live_game.match.standing) == 200
    assert live_game.weight > 2 * before and kept._bytes == live_game.weight


def test_a_game_that_is_too_large_is_loaded_again_and_goes_on(tmp_path, monkeypatch):
    """Without its early actions: what it shows is the same, before and after."""
    monkeypatch.setattr(live_games, "MAX_GAME_BYTES", 1)
    with TestClient(create_app(f"sqlite:///{tmp_path / 'a.sqlite'}", rate=0)) as client:
        table = begin(client)
        taken = list(table.play(Random(4), 70))
        desk = client.app.state.service
        live_game = desk.live_games._open[table.id]
        assert "match" not in live_game.__dict__ and len(taken) == 70
        assert table.allied.look()["at"] >= 70 and table.allied.ask("GET", "/view?at=3").json()["at"] == 3


# ---------------------------------------------------------------- beside the server


def looked_back(table: Table) -> list[object]:
    found: list[object] = []
    for seat in table.seat.values():
        for path in (
            "/story",
            "/story?whole=true",
            "/story?since=100",
            "/history",
            "/view?at=0",
            "/view?at=60",
            "/overlays?at=1",
        ):
            answer = seat.ask("GET", path)
            assert answer.status_code == 200, answer.text
            found.append(answer.json())
    return found


def test_long_records_are_played_again_beside_the_server_with_the_same_result(tmp_path, monkeypatch):
    database = f"sqlite:///{tmp_path / 'a.sqlite'}"
    with TestClient(create_app(database, rate=0)) as client:
        table = begin(client, game="beyond-the-rhine")
        for _ in table.play(Random(4), 150):
            pass
        here = looked_back(table)
    made = {
        "table": table.id,
        "seats": {side: table.seat[side].token for side in ("allied", "axis")},
        "watch": table.watch.token,
    }

    def not_here(game, lines):
        raise AssertionError("a long record is played again in the server itself")

    monkeypatch.setattr(service, "replay", not_here)
    with TestClient(create_app(database, rate=0)) as client:
        assert looked_back(Table(client, made)) == here


def test_a_replayed_record_comes_back_whole(store):
    lines = played("longest-day", 150)
    match, packed = replay(grognard.load("longest-day"), lines), errands.replayed("longest-day", lines)
    again = service.unpack(grognard.load("longest-day"), packed, list)
    assert again.base == 0 and again.lines == match.lines and again.state.journal == match.state.journal
    assert facts_of(again.state) == facts_of(match.state)
