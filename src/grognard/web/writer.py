"""One thread writes what was played: whatever came while it wrote goes out together, and is answered once it is down."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from queue import SimpleQueue
from threading import Thread
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Engine
from sqlalchemy.exc import IntegrityError

from grognard.core.ruling import GrognardError

from .schema import LINES, SNAPSHOTS

MOST = 256  # jobs that are written together


class Stale(GrognardError):
    """Somebody was quicker: the table is no longer as it was when this was chosen."""


class Snapshot(NamedTuple):
    """A position on the way, as it is kept."""

    seq: int
    actions: int
    rules: str
    body: bytes


class Job(NamedTuple):
    """Lines of one table to be written from a number on, and who waits for it."""

    table: str
    first: int
    bodies: Sequence[str]
    snapshot: Snapshot | None
    waiting: asyncio.Future[None]


Tell = Callable[[Connection, Iterable[str]], None]


class Writer:
    """Writes jobs in the order they come. A job whose number is taken is refused; the others with it are not."""

    def __init__(self, engine: Engine, tell: Tell) -> None:
        self.engine, self._tell = engine, tell
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        self._thread: Thread | None = None

    def put(self, table: str, first: int, bodies: Sequence[str], snapshot: Snapshot | None = None) -> asyncio.Future[None]:
        """From the event loop: done when it is on the disk, `Stale` if somebody else took the number."""
        if self._thread is None:
            self._thread = Thread(target=self._run, name="writer", daemon=True)
            self._thread.start()
        waiting = asyncio.get_running_loop().create_future()
        self._jobs.put(Job(table, first, bodies, snapshot, waiting))
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
            while len(batch) < MOST and not self._jobs.empty():
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
            return [(batch[0], Stale("somebody was quicker; look again"))]
        except Exception as error:  # the database is away or full: nothing of it was written, and whoever waits is told
            return [(job, error) for job in batch]

    def _store(self, batch: list[Job]) -> None:
        rows = [
            {"table_id": job.table, "seq": job.first + i, "body": body} for job in batch for i, body in enumerate(job.bodies)
        ]
        with self.engine.begin() as db:
            db.execute(_INSERT, rows)
            for job in batch:
                if job.snapshot is not None:
                    keep_snapshot(db, job.table, job.snapshot)
            self._tell(db, [f"{job.table} {job.first + len(job.bodies) - 1}" for job in batch])


_INSERT = LINES.insert()


def keep_snapshot(db: Connection, table: str, snapshot: Snapshot) -> None:
    values: dict[str, Any] = snapshot._asdict()
    if not db.execute(sa.update(SNAPSHOTS).where(SNAPSHOTS.c.table_id == table).values(**values)).rowcount:
        db.execute(SNAPSHOTS.insert().values(table_id=table, **values))


def _answer(results: list[tuple[Job, BaseException | None]]) -> None:
    """Wakes those who wait, each loop once."""
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
