"""Several processes on one PostgreSQL: games move between them, news reach every seat, one of two moves
wins.
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from pathlib import Path
from random import Random

import httpx
import psycopg
import pytest

import grognard
from grognard.core.lines import read_lines
from grognard.core.reading import replay
from tests.sword_beach.opening import RECORD

from .postgres import fresh_database
from .processes import PATIENCE, Ear, Server, until
from .seats import ALLIED, GERMAN, Player, Table, begin, every
from .test_escrow import Pooled
from .test_table import GAME

KINDS = {"allied": "human", "german": "human"}


@pytest.fixture(scope="module")
def two(server: str) -> Iterator[tuple[Server, Server]]:
    """Two processes that know nothing of each other but the database."""
    database = fresh_database(server)
    with ThreadPoolExecutor(2) as pool:  # at once: both bring the empty database to its schema
        found = tuple(pool.map(Server, (database, database)))
    yield found
    for one in found:
        one.stop()


def at(server: Server, table: Table) -> Table:
    """The same table, asked at another process."""
    tokens = {name: seat.token for name, seat in table.seat.items() if name != "watch"}
    return Table(server.client, {"table": table.id, "seats": tokens, "watch": table.watch.token})


def test_a_game_moves_between_processes_and_everybody_hears(two):
    here = begin(two[0].client, dice={"kind": "committed"})
    there = at(two[1], here)
    ears = {
        (seat, i): Ear(table.seat[seat]) for i, table in enumerate((here, there)) for seat in (ALLIED, GERMAN)
    }
    for number, (unit, hex_) in enumerate(RECORD.items()):
        said = (here, there)[number % 2].german.act(f"record {unit} {hex_}")
    rng = Random(3)
    for number in range(60):
        table = (here, there)[number % 2]  # every other action at the other process
        seen = table.watch.look()
        mover = table.seat[seen["to_move"]]
        said = mover.try_to(rng.choice(every(mover.look()["legal"])), seen["seq"]).json()
        assert "seq" in said, said
    for (seat, _), ear in ears.items():
        ear.wait_for(said["seq"])
        assert [news["seq"] for news in ear.heard] == sorted({news["seq"] for news in ear.heard})
        told = [event["seq"] for news in ear.heard for event in news.get("events", ())]
        assert told == sorted(set(told))  # nothing twice
        hidden = {
            event["do"] for news in ear.heard for event in news.get("events", ()) if event["by"] == GERMAN
        } & {f"record {u} {h}" for u, h in RECORD.items()}
        assert bool(hidden) == (seat == GERMAN)
    assert here.allied.look() == there.allied.look()
    lines = read_lines(there.german.ask("GET", "/record").content)
    assert replay(GAME, lines).state.turn == here.watch.look()["turn"]


def test_pages_seal_and_open_dice_at_different_processes(two):
    """Both pledge at once, each at its own process; both open every roll at once, and one of them makes
    it.
    """
    here = Pooled(two[0].client)
    there = at(two[1], here)
    here.page[GERMAN].player = there.german
    with ThreadPoolExecutor(2) as pool:
        sealed = list(pool.map(lambda page: page.send("pledge", page.pledge).status_code, here.page.values()))
        assert sealed == [200, 200]
        here.deposit()
        for _ in range(4):
            number = here.to_the_dice()
            made = [answer.json() for answer in pool.map(partial(here.open, number=number), (ALLIED, GERMAN))]
            assert (
                sorted(len(answer["events"]) for answer in made) == [0, 1]
                and made[0]["seq"] == made[1]["seq"]
            )
    assert here.allied.look() == there.allied.look()
    assert there.watch.ask("GET", "/receipts").json()["verified"]


def test_of_two_simultaneous_actions_on_two_processes_one_wins(two):
    here = begin(two[0].client)
    there = at(two[1], here)
    for number, (unit, _) in enumerate(list(RECORD.items())[:2]):
        seen = here.german.look()
        seq, hexes = seen["seq"], seen["legal"]["by_verb"]["record"][unit][:8]
        assert there.german.look()["seq"] == seq == number
        movers = [(here, there)[i % 2].german for i in range(8)]
        with ThreadPoolExecutor(8) as pool:
            codes = [
                a.status_code
                for a in pool.map(
                    lambda mover, hex_: mover.try_to(f"record {unit} {hex_}", seq), movers, hexes
                )
            ]  # noqa: B023
        assert sorted(codes) == [200] + [409] * 7
    assert len(here.german.look()["view"]["record"]) == 2 and here.german.look() == there.german.look()


def test_taking_back_talk_and_revoking_reach_the_other_process(two):
    here = begin(two[0].client)
    there = at(two[1], here)
    ear = Ear(there.german)
    here.german.act("record 736/716 1738")
    ear.wait_for(1)
    here.german.ask("POST", "/undo")
    assert ear.wait_for(2)["events"] == [] and there.german.look()["view"]["record"] == {}
    there.german.act("record 736/716 1737")
    assert ear.wait_for(3)["events"][0]["do"] == "record 736/716 1737"
    assert here.german.look()["view"]["record"] == {"736/716": "1737"}
    here.allied.ask("POST", "/chat", json={"text": "hello"})
    until(lambda: ear.heard[-1]["chat"] == 1)
    here.german.token = here.german.ask("POST", "/revoke", json={"seat": GERMAN}).json()["token"]
    until(lambda: ear.ended)
    until(lambda: there.german.ask("GET").status_code == 401)


def test_notices_name_the_table_and_its_number_alone(two, server):
    table = begin(two[0].client)
    database = two[0].process.args[two[0].process.args.index("--database") + 1]
    with psycopg.connect(database, autocommit=True) as db:
        db.execute("LISTEN grognard")
        table.german.act("record 736/716 1738")
        heard = list[str]()
        for notice in db.notifies(timeout=PATIENCE):
            heard.append(notice.payload)
            if {f"{table.id} 1", f"{table.id} seat {GERMAN}"} <= set(heard):  # which come together
                break
    assert f"{table.id} 1" in heard and all("736" not in words and "record" not in words for words in heard)


def test_a_computer_player_goes_on_at_another_process_when_its_own_is_killed(server):
    """A long game, so that it is not over before the kill however late that comes."""
    database = fresh_database(server)
    first, second = Server(database), Server(database)
    try:
        table = begin(
            first.client,
            game="beyond-the-rhine",
            seats={"allied": "computer:random", "axis": "computer:random"},
        )
        until(lambda: table.watch.look()["seq"] > 10)
        first.kill()
        there = at(second, table)
        before = there.watch.look()["seq"]
        until(lambda: there.watch.look()["seq"] > before + 10)
        lines = read_lines(there.watch.ask("GET", "/record").content)
        state = replay(grognard.load("beyond-the-rhine"), lines).state  # one game, every action of it legal
        assert len(state.actions) == len(lines) - 1 > before + 10
    finally:
        second.stop()
        first.stop() if first.process.poll() is None else None


def test_the_command_with_two_workers(server):
    """One port, two processes: whichever answers, it is the same table; the limit of requests is one for
    both.
    """
    found = Server(fresh_database(server), "--workers", "2")
    try:
        made = begin(found.client)

        def each() -> Player:  # a connection of its own, so that either process may get it
            return Player(
                httpx.Client(
                    base_url=found.client.base_url, timeout=PATIENCE, headers={"connection": "close"}
                ),
                made.id,
                made.german.token,
            )

        for number, (unit, hex_) in enumerate(RECORD.items()):
            said = each().try_to(f"record {unit} {hex_}", number)
            assert said.status_code == 200, said.text
        assert {each().look()["seq"] for _ in range(10)} == {len(RECORD)}
    finally:
        found.stop()


@pytest.mark.skipif(not Path("/proc/self/cmdline").exists(), reason="processes are looked up in /proc")
def test_a_worker_that_gets_no_processor_for_a_while_is_not_replaced(server):
    """Held for longer than the five seconds after which uvicorn would end it, with everybody's streams; the
    other goes on.
    """
    found = Server(fresh_database(server), "--workers", "2")
    try:
        table = begin(found.client)
        until(lambda: len(workers_of(found)) == 2)
        before = workers_of(found)
        os.kill(before[0], signal.SIGSTOP)
        time.sleep(7)
        os.kill(before[0], signal.SIGCONT)
        for number, (unit, hex_) in enumerate(RECORD.items()):
            assert table.german.try_to(f"record {unit} {hex_}", number).status_code == 200
        assert workers_of(found) == before
    finally:
        found.stop()


def workers_of(server: Server) -> list[int]:
    """The processes a server has started for its work."""
    found = list[int]()
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # it is gone
            parent = int((process / "stat").read_text().rpartition(")")[2].split()[1])
            if parent == server.process.pid and b"spawn_main" in (process / "cmdline").read_bytes():
                found.append(int(process.name))
    return sorted(found)


def test_the_limit_of_requests_is_one_for_all_workers(server):
    """However many processes answer, an address gets its requests once."""
    begun = time.monotonic()
    found = Server(
        fresh_database(server), "--workers", "2", "--rate", "0.1"
    )  # 2 at once, and one in ten seconds
    try:
        codes = list[int]()
        for _ in range(60):
            with httpx.Client(base_url=found.client.base_url, timeout=PATIENCE) as own:
                codes.append(own.get("/api/games/sword-beach/units").status_code)
        most = 2 + 0.1 * (time.monotonic() - begun)
        assert set(codes) == {200, 429} and codes[0] == 200 and codes.count(200) <= most + 1
    finally:
        found.stop()


def test_a_lost_connection_to_the_database_is_made_again(two):
    """All connections are cut, those that wait for notices too: play goes on, and what was missed is heard
    of.
    """
    here = begin(two[0].client)
    there = at(two[1], here)
    ear = Ear(there.allied)
    database = two[0].process.args[two[0].process.args.index("--database") + 1]
    with psycopg.connect(database, autocommit=True) as db:
        db.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND"
            " pid <> pg_backend_pid()"
        )
    here.german.act("record 736/716 1738")
    ear.wait_for(1)
    there.german.act("record 716/716 1639")
    ear.wait_for(2)
    assert here.german.look() == there.german.look()
