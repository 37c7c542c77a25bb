"""Computer players think in processes of their own: which one, and what it costs the others."""

from __future__ import annotations

import asyncio
import os
import signal

import pytest

import grognard
from grognard.web import player_workers
from grognard.web.player_workers import MAX_SEATS, PlayerWorkers, task_of
from tests.sword_beach.opening import RECORD

from .seats import begin


def test_a_new_table_goes_to_the_thinker_with_the_least_to_do_and_stays_there():
    found = PlayerWorkers(3)
    assert [found._place(name) for name in "abc"] == [0, 1, 2]  # the fewest tables
    found._busy = [1, 0, 2]
    assert found._place("d") == 1 and found._place("e") == 1 and found._place("c") == 2
    found._busy = [0, 5, 0]
    assert found._place("d") == 1  # whose player remembers its plans
    for number in range(2 * MAX_SEATS):
        found._place(str(number))
    assert len(found._places) == MAX_SEATS


def test_a_table_that_failed_to_think_leaves_nobody_busy(monkeypatch):
    found = PlayerWorkers(1)

    class Broken:
        def submit(self, *_: object) -> object:
            raise RuntimeError("no")

    monkeypatch.setattr(PlayerWorkers, "_start", lambda self, place: Broken())
    with pytest.raises(RuntimeError):
        asyncio.run(found.choose(player_workers.Task("t", "allied", "computer", "sword-beach", "1", {}, 0)))
    assert found._busy == [0]


def test_nobody_is_given_for_ever_to_think(client):
    body = {"game": "sword-beach", "seats": {"german": "computer:marshal:10:61"}}
    answer = client.post("/api/tables", json=body)
    assert answer.status_code == 422 and "60 seconds a turn at most, not 61" in answer.text
    assert (
        client.post("/api/tables", json={**body, "seats": {"german": "computer:marshal:10:60"}}).status_code
        == 201
    )


@pytest.mark.skipif(not hasattr(os, "SCHED_IDLE"), reason="there is no such class here")
def test_a_thinker_that_gets_no_time_is_replaced_by_one_that_takes_its_share(monkeypatch):
    """Held by a signal, it stands for one that waits for ever behind others; who waits for its move gets it
    all the same.
    """
    monkeypatch.setattr(player_workers, "PATIENCE", 0.3)
    monkeypatch.setattr(
        player_workers, "LEAST", 0.0
    )  # until it is held: on a busy machine it may starve by itself
    found = PlayerWorkers(1)
    task = task_of("t", "german", "computer:random", "1", grognard.load("sword-beach").new())

    def the_process() -> int:
        (pid,) = found._pools[0]._processes
        return int(pid)

    async def choose() -> str:
        return await asyncio.wait_for(found.choose(task), 600)

    async def play() -> None:
        assert (await choose()).startswith("record ")
        first = the_process()  # which has nothing to do now
        assert os.sched_getscheduler(first) == os.SCHED_IDLE and found._pressing == [False]
        os.kill(first, signal.SIGSTOP)
        monkeypatch.setattr(player_workers, "LEAST", 0.1)
        assert (await choose()).startswith("record ")
        assert the_process() != first and os.sched_getscheduler(the_process()) == os.SCHED_OTHER

    try:
        asyncio.run(play())
    finally:
        found.close()
    assert found._pressing == [True] and found._busy == [0]


def test_two_tables_of_computer_players_go_on_side_by_side(client):
    """They take turns at the server, and each comes to where a person has to act."""
    tables = [begin(client, seats={"german": "computer:random"}) for _ in range(2)]
    assert [table.waited()["at"] for table in tables] == [len(RECORD), len(RECORD)]
