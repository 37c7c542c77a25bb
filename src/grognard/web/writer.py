"""One thread writes what was played: what came while it wrote goes out together, and is answered once it
is down.
"""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from queue import SimpleQueue
from threading import Thread
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Engine
from sqlalchemy.exc import IntegrityError, OperationalError

from grognard.core.plain import Plain
from grognard.core.ruling import GrognardError

from .checkpoints import Checkpointer
from .schema import CLAIMS, LINES, SEATS, SNAPSHOTS, TABLES

MAX_JOBS = 256  # jobs that are written together
MAX_ROWS = 1000  # in one statement


class Stale(GrognardError):
    """Another process was quicker: the table is no longer as it was when this was chosen."""


class Snapshot(NamedTuple):
    """A position on the way, as it is kept."""

    seq: int
    actions: int
    rules: str
    body: bytes


Result = Plain


class Job(NamedTuple):
    """Lines of one table to be written from a number on, and who waits for it."""

    table: str
    first: int
    bodies: Sequence[str]
    snapshot: Snapshot | None
    used: str | None  # a seat that acts for the first time
    waiting: asyncio.Future[None]
    clocked: bool = False  # nothing is added once the game was claimed on time
    result: Result | None = None  # of a rated game that ends

    @property
    def plain(self) -> bool:
        """Whether there is nothing to write but lines, as for nearly all."""
        return self.snapshot is None and self.used is None and not self.clocked and self.result is None


Tell = Callable[[Connection, Iterable[str]], None]


class Writer:
    """Writes jobs in the order they come. A job whose number is taken is refused; the others with it are
    not.
    """

    def __init__(self, engine: Engine, tell: Tell, now: Callable[[], float] = time.time) -> None:
        self.engine, self._tell, self._now = engine, tell, now
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        self._thread: Thread | None = None

    def put(
        self,
        table: str,
        first: int,
        bodies: Sequence[str],
        snapshot: Snapshot | None = None,
        used: str | None = None,
        clocked: bool = False,
        result: Result | None = None,
    ) -> asyncio.Future[None]:
        """From the event loop: done when it is on the disk, `Stale` if another writer took the number."""
        if self._thread is None:
            self._thread = Thread(target=self._run, name="writer", daemon=True)
            self._thread.start()
        waiting = asyncio.get_running_loop().create_future()
        self._jobs.put(Job(table, first, bodies, snapshot, used, waiting, clocked, result))
        return waiting

    def close(self) -> None:
        """What was asked for before is still written."""
        if self._thread is not None:
            self._jobs.put(None)
            self._thread.join()
            self._thread = None

    def _run(self) -> None:
        while (job := self._jobs.get()) is not None:
            batch = [job]
            while len(batch) < MAX_JOBS and not self._jobs.empty():
                if (job := self._jobs.get()) is None:
                    self._jobs.put(None)  # for the loop outside
                    break
                batch.append(job)
            _answer(self._write(batch))

    def _write(self, batch: list[Job]) -> list[tuple[Job, BaseException | None]]:
        try:
            self._store(batch)
            return [(job, None) for job in batch]
        except IntegrityError:
            if len(batch) > 1:
                return [pair for job in batch for pair in self._write([job])]
            return [(batch[0], Stale("the position has changed; reload and try again"))]
        except Exception as error:  # the database is away or full: nothing of it was written
            return [(job, error) for job in batch]

    def _store(self, batch: list[Job]) -> None:
        notices = [f"{job.table} {job.first + len(job.bodies) - 1}" for job in batch]
        with self.engine.begin() as db:
            for job in batch:
                if job.clocked:
                    self._check_claim(db, job)
            db.execute(_INSERT, _rows(batch, self._now()))
            for job in batch:
                if not job.plain:
                    notices += self._more(db, job)
            self._tell(db, notices)

    @staticmethod
    def _check_claim(db: Connection, job: Job) -> None:
        """A claim of a game holds the same row (`clocks`): of a claim and an action at once, one is
        taken.
        """
        db.execute(sa.select(TABLES.c.id).where(TABLES.c.id == job.table).with_for_update())
        if db.execute(sa.select(CLAIMS.c.seq).where(CLAIMS.c.table_id == job.table)).first():
            raise _claimed()

    def _more(self, db: Connection, job: Job) -> list[str]:
        """What else goes with a job's lines; gives what others must be told."""
        if job.result is not None:
            write_result(db, job.table, job.result)
        if job.snapshot is not None:
            keep_snapshot(db, job.table, job.snapshot)
        if job.used is None:
            return []
        db.execute(
            SEATS.update().where(SEATS.c.table_id == job.table, SEATS.c.seat == job.used).values(used=True)
        )
        return [f"{job.table} seat {job.used}"]


class QuickWriter(Writer):
    """For an SQLite file: lines alone, as nearly always, are one statement on a connection of the thread's
    own.

    Every statement lets the other threads in and then waits for its turn again, so that few are worth much.
    """

    _db: sqlite3.Connection | None = None

    def __init__(
        self,
        engine: Engine,
        tell: Tell,
        connect: Callable[[], sqlite3.Connection],
        now: Callable[[], float] = time.time,
    ) -> None:
        super().__init__(engine, tell, now)
        self._connect, self._checkpointer = connect, Checkpointer(connect)

    def close(self) -> None:
        super().close()
        self._checkpointer.close()
        if self._db is not None:
            self._db.close()
            self._db = None

    def _store(self, batch: list[Job]) -> None:
        if self._db is None:
            self._db = self._connect()
            self._db.execute("PRAGMA wal_autocheckpoint=0")  # the checkpointer does it
        db, rows = self._db, _rows(batch, self._now())
        more = [job for job in batch if not job.plain]
        try:
            if more or len(rows) > MAX_ROWS:
                self._together(db, rows, more)
            else:
                _add(db, rows)
            self._checkpointer.wrote(len(rows))
        except sqlite3.IntegrityError as error:
            raise IntegrityError(None, None, error) from None
        except sqlite3.OperationalError as error:
            raise OperationalError(None, None, error) from None

    def _together(self, db: sqlite3.Connection, rows: list[Plain], more: list[Job]) -> None:
        """All of it, or nothing."""
        db.execute("BEGIN IMMEDIATE")
        try:
            for job in more:
                if (
                    job.clocked
                    and db.execute("SELECT 1 FROM claims WHERE table_id = ?", (job.table,)).fetchone()
                ):
                    raise sqlite3.IntegrityError(CLAIMED)
            for start in range(0, len(rows), MAX_ROWS):
                _add(db, rows[start : start + MAX_ROWS])
            for job in more:
                if job.result is not None:
                    _put_result(db.execute, {"table_id": job.table, **job.result})
                if job.snapshot is not None:
                    db.execute(_SNAPSHOT, {"table_id": job.table, **job.snapshot._asdict()})
                if job.used is not None:
                    db.execute(
                        "UPDATE seats SET used = 1 WHERE table_id = ? AND seat = ?", (job.table, job.used)
                    )
            db.execute("COMMIT")
        except BaseException:
            if db.in_transaction:
                db.execute("ROLLBACK")
            raise


_SNAPSHOT = """INSERT INTO snapshots (table_id, seq, actions, rules, body)
VALUES (:table_id, :seq, :actions, :rules, :body)
ON CONFLICT (table_id) DO UPDATE
SET seq = excluded.seq, actions = excluded.actions, rules = excluded.rules, body = excluded.body"""


def _add(db: sqlite3.Connection, rows: list[Plain]) -> None:
    db.execute(_insert(len(rows)), [value for row in rows for value in row.values()])


_INSERT = LINES.insert()
CLAIMED = "the game was claimed on time"


def _claimed() -> IntegrityError:
    return IntegrityError(None, None, sqlite3.IntegrityError(CLAIMED))


_DROP_RESULT = "DELETE FROM results WHERE table_id = :table_id"
_ADD_RESULT = """INSERT INTO results (table_id, seq, winner, level, on_time, at)
VALUES (:table_id, :seq, :winner, :level, :on_time, :at)"""


def write_result(db: Connection, table: str, result: Result) -> None:
    """Write the result of a table, in place of one that it has: a result counts once."""
    _put_result(lambda text, values: db.execute(sa.text(text), values), {"table_id": table, **result})


def _put_result(execute: Callable[[str, Plain], object], values: Plain) -> None:
    execute(_DROP_RESULT, {"table_id": values["table_id"]})
    execute(_ADD_RESULT, values)


def _rows(batch: list[Job], now: float) -> list[Plain]:
    return [
        {"table_id": job.table, "seq": job.first + i, "body": body, "at": now}
        for job in batch
        for i, body in enumerate(job.bodies)
    ]


@cache
def _insert(count: int) -> str:
    """One statement, which stands or falls as a whole."""
    return "INSERT INTO lines (table_id, seq, body, at) VALUES " + ",".join(["(?,?,?,?)"] * count)  # noqa: S608


def keep_snapshot(db: Connection, table: str, snapshot: Snapshot) -> None:
    values: Plain = snapshot._asdict()
    if not db.execute(sa.update(SNAPSHOTS).where(SNAPSHOTS.c.table_id == table).values(**values)).rowcount:
        db.execute(SNAPSHOTS.insert().values(table_id=table, **values))


def _answer(results: list[tuple[Job, BaseException | None]]) -> None:
    """Wake the callers that wait, each loop once."""
    loops: dict[asyncio.AbstractEventLoop, list[tuple[Job, BaseException | None]]] = {}
    for job, error in results:
        loops.setdefault(job.waiting.get_loop(), []).append((job, error))
    for loop, mine in loops.items():
        if not loop.is_closed():
            loop.call_soon_threadsafe(_wake, mine)


def _wake(results: list[tuple[Job, BaseException | None]]) -> None:
    for job, error in results:
        if job.waiting.done():
            continue
        if error is None:
            job.waiting.set_result(None)
        else:
            job.waiting.set_exception(error)
