"""The log beside an SQLite file is kept short while others write."""

from __future__ import annotations

import asyncio
import sqlite3

from grognard.web.checkpoints import AFTER, sweep
from grognard.web.store import Entry, Store

from .processes import until

LINE = '{"by": "allied", "do": "' + "x" * 300 + '"}'


def table(path) -> Store:
    store = Store(f"sqlite:///{path}")
    store.create(Entry("t", "", "sword-beach", "standard"), [{"head": 1}], [("allied", "human", "hash")], {})
    return store


def write(store: Store, first: int, count: int) -> None:
    async def scene() -> None:
        for number in range(first, first + count):
            await store.writer.put("t", number, [LINE])

    asyncio.run(scene())


def test_what_is_written_comes_into_the_file_meanwhile(tmp_path):
    store = table(path := tmp_path / "tables.sqlite")
    before = path.stat().st_size
    write(store, 1, AFTER + 1)
    until(lambda: path.stat().st_size > before + 50_000)
    write(store, AFTER + 2, 10)
    assert len(store.lines("t")) == AFTER + 12
    store.close()


def test_a_log_that_has_grown_long_begins_anew(tmp_path):
    store = table(path := tmp_path / "tables.sqlite")
    write(store, 1, 100)
    log = path.with_name("tables.sqlite-wal")
    long = log.stat().st_size
    db = sqlite3.connect(path, isolation_level=None)
    assert sweep(db, most=10) > 10
    write(store, 101, 100)
    assert log.stat().st_size <= long * 1.5 and len(store.lines("t")) == 201  # or it would be twice as long
    db.close()
    store.close()
