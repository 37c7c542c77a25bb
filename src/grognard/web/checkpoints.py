"""An SQLite file is written to in two steps: what was played goes into a log beside it, and from there into
the file.

The second step waits for the disk. By itself SQLite takes it within every so manieth action, which every
request then waits for; here a thread takes it while others go on writing.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import suppress
from threading import Event, Thread

AFTER = 400  # rows written, until the log is looked at
MAX_PAGES = 16_000  # of the log (64 MB); then those who write wait a moment, and it begins anew
PATIENCE = 200  # milliseconds in which that must be done, or it is tried again later


class Checkpointer:
    """Keeps the log short."""

    def __init__(self, connect: Callable[[], sqlite3.Connection]) -> None:
        self._connect, self._due, self._over = connect, Event(), False
        self._rows = 0
        self._thread: Thread | None = None

    def wrote(self, rows: int) -> None:
        """So many more rows are in the log."""
        self._rows += rows
        if self._rows >= AFTER:
            self._rows = 0
            if self._thread is None:
                self._thread = Thread(target=self._run, name="checkpoints", daemon=True)
                self._thread.start()
            self._due.set()

    def close(self) -> None:
        if self._thread is not None:
            self._over = True
            self._due.set()
            self._thread.join()
            self._thread = None

    def _run(self) -> None:
        db = self._connect()
        db.execute(f"PRAGMA busy_timeout={PATIENCE}")
        while self._due.wait() and not self._over:
            self._due.clear()
            with suppress(sqlite3.Error):  # the disk is full, or a reader takes long: another time
                sweep(db)
        db.close()


def sweep(db: sqlite3.Connection, most: int = MAX_PAGES) -> int:
    """Takes the log into the file beside those who write; gives the pages it has, some of them done with."""
    _, pages, _ = db.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
    if pages > most:
        db.execute("PRAGMA wal_checkpoint(RESTART)").fetchone()
    return int(pages)
