"""The server is killed at random moments during play: no accepted action is lost, none is applied twice."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from random import Random

import httpx
import pytest

from grognard.core.lines import read_lines
from grognard.core.reading import replay

from .postgres import fresh_database
from .processes import PATIENCE, Server, until
from .seats import Table, begin, every
from .test_table import GAME

TABLES = 4  # played at the same time, so that a kill meets several


class Script:
    """Plays one table and keeps every action with what the server said of it."""

    def __init__(self, table: Table, seed: int) -> None:
        self.table, self.rng = table, Random(seed)
        self.accepted: list[tuple[int, str]] = []  # the number of the line, and the action
        self.unsure: tuple[int, str] | None = None  # sent, and never answered
        self.wrong: BaseException | None = None  # what its thread failed of

    def step(self) -> bool:
        """One action; whether the server still answers."""
        try:
            seen = self.table.watch.look()
            if seen["over"]:
                return False
            mover = self.table.seat[seen["to_move"]]
            legal = mover.look()["legal"]
            do = self.rng.choice(every(legal))
            self.unsure = (seen["at"], do)
            answer = mover.try_to(do, seen["seq"])
            if answer.status_code == 200:
                self.accepted.append(self.unsure)
            else:
                assert answer.status_code == 409, (
                    answer.text
                )  # by a computer or nobody: the table had moved on
            self.unsure = None
        except httpx.TransportError:
            return False
        except RuntimeError as error:  # the killed server's connections are closed under its players
            if "closed" not in str(error):
                raise
            return False
        return True

    def check(self, client: httpx.Client) -> None:
        """Every accepted action stands in the record where it was taken, once; the unanswered one stands
        there or not at all.
        """
        tokens = {name: seat.token for name, seat in self.table.seat.items() if name != "watch"}
        self.table = Table(client, {"table": self.table.id, "seats": tokens, "watch": self.table.watch.token})
        secret = {side: read_lines(self.table.seat[side].ask("GET", "/record").content) for side in tokens}
        for number, do in self.accepted:
            assert do in {lines[number + 1].get("do") for lines in secret.values()}, (number, do)
        # the last line of a game opens its dice
        taken = [line for line in secret["german"][1:] if line.get("by", "chance") != "chance"]
        extra = len(taken) - len(self.accepted)
        assert extra in ((0, 1) if self.unsure else (0,)), (extra, self.unsure)
        if extra:
            number, do = self.unsure
            assert do in {lines[number + 1].get("do") for lines in secret.values()}
            self.accepted.append(self.unsure)
        self.unsure = None


def killed(database: str, kills: int, seed: int) -> int:
    """Plays while the server is killed so often; gives the number of accepted actions."""
    rng, whole = Random(seed), 0
    server = Server(database)
    try:
        scripts = [Script(begin(server.client, dice={"kind": "committed"}), seed + i) for i in range(TABLES)]
        for number in range(kills + 1):
            whole += _while_they_play(scripts, rng, server.kill if number < kills else None)
            if number < kills:
                server = Server(database)
            for i, script in enumerate(scripts):
                script.check(server.client)
                if script.table.watch.look()["over"]:
                    scripts[i] = Script(
                        begin(server.client, dice={"kind": "committed"}), seed + 100 * number + i
                    )
        for script in scripts:
            lines = read_lines(script.table.german.ask("GET", "/record").content)
            assert replay(GAME, lines).state.actions
    finally:
        server.stop()
    return whole


def _while_they_play(scripts: list[Script], rng: Random, kill: Callable[[], None] | None) -> int:
    """Until some more actions are accepted, and then a moment that falls anywhere within the next ones; gives
    how many were.
    """
    stop, before = threading.Event(), _taken(scripts)
    players = [threading.Thread(target=_play, args=(script, stop)) for script in scripts]
    begun = time.monotonic()
    for player in players:
        player.start()
    wanted = rng.randint(1, 3 * TABLES)
    until(lambda: _taken(scripts) - before >= wanted or not any(player.is_alive() for player in players))
    time.sleep(
        rng.uniform(0, 2) * (time.monotonic() - begun) / wanted
    )  # as long as one or two take here and now
    if kill is not None:
        kill()
    stop.set()
    for player in players:
        player.join(PATIENCE)
        assert not player.is_alive()
    for script in scripts:
        if script.wrong is not None:
            raise script.wrong
    return _taken(scripts) - before


def _taken(scripts: list[Script]) -> int:
    return sum(len(script.accepted) for script in scripts)


def _play(script: Script, stop: threading.Event) -> None:
    try:
        while not stop.is_set() and script.step():
            pass
    except BaseException as error:  # a thread's failure is nobody's but its own unless it is told
        script.wrong = error


def test_killed_ten_times_on_sqlite(tmp_path):
    assert killed(f"sqlite:///{tmp_path / 'tables.sqlite'}", 10, 1) >= 11


def test_killed_ten_times_on_postgresql(server):
    assert killed(fresh_database(server), 10, 2) >= 11


@pytest.mark.nightly
def test_killed_a_hundred_times_on_sqlite(tmp_path):
    assert killed(f"sqlite:///{tmp_path / 'tables.sqlite'}", 100, 3) >= 101


@pytest.mark.nightly
def test_killed_a_hundred_times_on_postgresql(server):
    assert killed(fresh_database(server), 100, 4) >= 101
