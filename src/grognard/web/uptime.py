"""When the server was there: a clock is not charged for the time in which no process of it was."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Sequence
from threading import Lock

import sqlalchemy as sa
from sqlalchemy.engine import Engine

from .schema import CLOCKS, UPTIMES

BEAT_SECONDS = 10.0  # between two signs of life; a server that is killed is charged so much too little
GAP_SECONDS = 3 * BEAT_SECONDS  # without one: the machine slept, or the database was away
Span = tuple[float, float]


class Uptime:
    """The signs of life of this process; written only while there is a table with a clock."""

    def __init__(self, engine: Engine, now: Callable[[], float]) -> None:
        self.engine, self.now = engine, now
        self._lock = Lock()
        self._id = ""
        self._since = self._last = 0.0

    def begin(self) -> None:
        """A table with a clock was set up: from now on there are signs of life."""
        with self._lock:
            if not self._id:
                self._begin_span()

    def beat(self) -> None:
        """Give a sign of life; one that is overdue begins a new span, so that the time between is not
        charged.
        """
        with self._lock:
            if not self._id and not self._is_wanted():
                return
            if not self._id or self.now() - self._last > GAP_SECONDS:
                self._begin_span()
            else:
                self._extend()

    def extend(self) -> None:
        """Write down that the server has been there until now."""
        with self._lock:
            self._extend()

    def _extend(self) -> None:
        last = self.now()
        with self.engine.begin() as db:
            db.execute(UPTIMES.update().where(UPTIMES.c.id == self._id).values(until=last))
        self._last = last

    def _begin_span(self) -> None:
        now, name = self.now(), secrets.token_urlsafe(12)
        with self.engine.begin() as db:
            db.execute(UPTIMES.insert().values(id=name, since=now, until=now))
        self._id, self._since, self._last = name, now, now

    def _is_wanted(self) -> bool:
        with self.engine.connect() as db:
            return db.execute(sa.select(CLOCKS.c.table_id).limit(1)).first() is not None

    def spans(self, since: float) -> list[Span]:
        """Return the times from `since` on in which some process was there, in order and apart from each
        other.
        """
        query = sa.select(UPTIMES.c.since, UPTIMES.c.until).where(UPTIMES.c.until >= since)
        with self.engine.connect() as db:
            result = [(row.since, row.until) for row in db.execute(query)]
        with self._lock:
            if self._id:
                now = self.now()
                result.append((self._since, now if now - self._last <= GAP_SECONDS else self._last))
        return merge(result)


def merge(spans: Iterable[Span]) -> list[Span]:
    """Return spans in order, those that overlap as one.

    >>> merge([(5, 6), (0, 2), (1, 3)])
    [(0, 3), (5, 6)]
    """
    result: list[Span] = []
    for since, until in sorted(spans):
        if result and since <= result[-1][1]:
            result[-1] = (result[-1][0], max(result[-1][1], until))
        else:
            result.append((since, until))
    return result


def overlap(spans: Sequence[Span], since: float, until: float) -> float:
    """Return how many seconds between two moments lie in spans that are apart from each other.

    >>> overlap([(0, 10), (20, 30)], 5, 25), overlap([(0, 10)], 12, 11)
    (10, 0)
    """
    return sum(max(0, min(end, until) - max(begin, since)) for begin, end in spans)
