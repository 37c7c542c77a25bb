"""Clocks of the sides: worked out from the stored times of the lines, so that a restart changes nothing.
Knows no game.

The time before a line is charged to the side that wrote it. So no side pays for the time of others, a side
that takes a move back pays for the time the other side thought about it, and acting and taking back again
gains neither time nor increments.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from threading import Lock
from typing import Any, Literal, NamedTuple

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection, Engine

from grognard.core.facts import CHANCE
from grognard.core.plain import Plain

from .schema import CLAIMS, CLOCKS, EXTRA_TIME, LINES, SEATS, TABLES
from .uptime import Span, Uptime, overlap
from .writer import Stale, write_result

DAYS, CHESS = "days", "chess"
DAY_SECONDS = 86400.0
GRACE_SECONDS = {
    DAYS: DAY_SECONDS,
    CHESS: 60.0,
}  # after the end of the time, before the opponent may claim the game
GIFT_SECONDS = {DAYS: DAY_SECONDS, CHESS: 300.0}
MAX_GIFTS = 200  # of one table
MAX_LEFT_SECONDS = 100 * DAY_SECONDS
MAX_FOLDS = 500  # tables whose clocks are kept in memory


class Terms(NamedTuple):
    """What the players agreed on: seconds for each move, or for the game with an increment after each
    move.
    """

    kind: Literal["days", "chess"]
    seconds: float
    increment: float

    @property
    def grace(self) -> float:
        return GRACE_SECONDS[self.kind]


class Gift(NamedTuple):
    """Time one side gave the other, when `seq` was the last line."""

    side: str
    seconds: float
    seq: int


class Claim(NamedTuple):
    """A game that ended on time."""

    seq: int
    side: str  # whose time was over
    winner: str
    at: float


class Author(msgspec.Struct):
    """What a clock reads of a line: who wrote it, how many actions it takes back, and whether it is a
    head.
    """

    by: str = ""
    undo: int = 0
    grognard: int = 0


class Before(NamedTuple):
    """The move before the present one, to go back to when its last action is taken back."""

    mover: str
    in_move: float
    began: int


class Step(NamedTuple):
    """An action that stands: who took it, and the move before it if it was the first of a move."""

    by: str
    before: Before | None = None


@dataclass
class Fold:
    """Where the clocks of a table stand after line `seq`."""

    start: float | None  # when the last player sat down; `None`: not yet
    seq: int = -1
    at: float = 0.0  # when the time began that the next line is charged
    mover: str = ""  # the side whose move it is
    began: int = -1  # the last line before its move
    in_move: float = 0.0  # seconds it has spent in this move
    spent: dict[str, float] = field(default_factory=dict)  # in the whole game
    bonus: dict[str, int] = field(default_factory=dict)  # moves that earned an increment
    steps: list[Step] = field(default_factory=list)
    before: Before | None = None  # the mover has taken back all actions of its move: it is still its move

    def take(self, seq: int, line: Author, at: float, sides: Collection[str], spans: Sequence[Span]) -> None:
        """Go on by one line."""
        if line.grognard:
            self.at = at
        elif line.undo:
            for _ in range(min(line.undo, len(self.steps))):
                self._take_back(self.steps.pop())
            self._charge(line.by, at, spans)
        elif line.by == CHANCE:
            self.steps.append(Step(CHANCE))
            self.at = at
        elif line.by in sides:
            self.steps.append(self._move(seq, line.by))
            self._charge(line.by, at, spans)
        self.seq = seq

    def _move(self, seq: int, side: str) -> Step:
        """An action of a side; gives what is needed to take it back."""
        if side == self.mover:
            before, self.before = self.before, None
            return Step(side, before)
        self._go_back()
        before = Before(self.mover, self.in_move, self.began)
        if self.mover:
            self.bonus[self.mover] = self.bonus.get(self.mover, 0) + 1
        self.mover, self.in_move, self.began = side, 0.0, seq - 1
        return Step(side, before)

    def _take_back(self, step: Step) -> None:
        if step.by not in (CHANCE, self.mover):
            self._go_back()
        if step.before is not None:
            self.before = step.before

    def _go_back(self) -> None:
        """The move that was begun is none: the move before it goes on, with the time spent in it."""
        if self.before is not None:
            self.mover, self.in_move, self.began = self.before
            if self.mover:
                self.bonus[self.mover] -= 1
            self.before = None

    def _charge(self, side: str, at: float, spans: Sequence[Span]) -> None:
        seconds = self.running(at, spans)
        self.spent[side] = self.spent.get(side, 0.0) + seconds
        if side == self.mover:
            self.in_move += seconds
        self.at = max(self.at, at)

    def running(self, now: float, spans: Sequence[Span]) -> float:
        """Return the seconds since the last line that count."""
        return 0.0 if self.start is None else overlap(spans, max(self.at, self.start), now)


class ClockFace(NamedTuple):
    """What the clocks show."""

    terms: Terms
    left: dict[str, float]  # seconds of each person's side; below 0 its time is over
    running: str | None  # whose clock runs
    started: bool  # whether every player has come to the table

    @property
    def late(self) -> str | None:
        """The side to move whose time is over."""
        return self.running if self.running and self.left[self.running] <= 0 else None

    @property
    def claim_in(self) -> float | None:
        """Seconds until the opponent of the late side may claim the game; `None`: no side is late."""
        return None if self.late is None else max(0.0, self.left[self.late] + self.terms.grace)


def read_face(
    fold: Fold,
    terms: Terms,
    to_move: str | None,
    persons: Sequence[str],
    gifts: Iterable[Gift],
    now: float,
    spans: Sequence[Span],
) -> ClockFace:
    """Return what the clocks show now."""
    running = to_move if to_move in persons and fold.start is not None else None
    gifts, live = list(gifts), fold.running(now, spans) if running else 0.0
    handed = (
        bool(to_move) and to_move != CHANCE and to_move != fold.mover
    )  # the next move has begun, without a line yet
    left = {}
    for side in persons:
        more = live if side == running else 0.0
        if terms.kind == CHESS:
            earned = fold.bonus.get(side, 0) + (handed and side == fold.mover)
            given = sum(gift.seconds for gift in gifts if gift.side == side)
            left[side] = terms.seconds + terms.increment * earned + given - fold.spent.get(side, 0.0) - more
        else:
            moving = side == fold.mover and not handed
            began = fold.began if moving else fold.seq
            given = sum(gift.seconds for gift in gifts if gift.side == side and gift.seq >= began)
            left[side] = terms.seconds + given - (fold.in_move if moving else 0.0) - more
    return ClockFace(terms, left, running, fold.start is not None)


# ---------------------------------------------------------------- the database

_author = msgspec.json.Decoder(Author).decode


class Clocks:
    """The clocks of all tables."""

    def __init__(self, engine: Engine, now: Callable[[], float]) -> None:
        self.engine, self.now = engine, now
        self.uptime = Uptime(engine, now)
        self._folds: OrderedDict[str, Fold] = OrderedDict()
        self._lock = Lock()

    @staticmethod
    def set_up(db: Connection, table: str, terms: Terms | None) -> None:
        if terms is not None:
            db.execute(CLOCKS.insert().values(table_id=table, **terms._asdict()))

    def terms(self, table: str) -> Terms | None:
        rows = self._rows(CLOCKS, Terms._fields, table)
        return Terms(*rows[0]) if rows else None

    def claim(self, table: str) -> Claim | None:
        rows = self._rows(CLAIMS, Claim._fields, table)
        return Claim(*rows[0]) if rows else None

    def gifts(self, table: str) -> list[Gift]:
        return [Gift(*row) for row in self._rows(EXTRA_TIME, Gift._fields, table, EXTRA_TIME.c.id)]

    def _rows(
        self, source: sa.Table, names: Sequence[str], table: str, *order: sa.Column[int]
    ) -> Sequence[Any]:
        query = (
            sa.select(*(source.c[name] for name in names)).where(source.c.table_id == table).order_by(*order)
        )
        with self.engine.connect() as db:
            return db.execute(query).all()

    def face(self, table: str, terms: Terms, to_move: str | None, persons: Sequence[str]) -> ClockFace:
        """Return what the clocks of a table show; `to_move` is the side that decides, if any."""
        start = self._start(table, persons)
        spans = self.uptime.spans(start) if start is not None else []
        with self._lock:
            fold = self._fold(table, start)
            self._catch_up(table, fold, spans, persons)
            return read_face(fold, terms, to_move, persons, self.gifts(table), self.now(), spans)

    def _start(self, table: str, persons: Sequence[str]) -> float | None:
        """Return when the last player sat down; `None`: some player has not come yet."""
        query = sa.select(SEATS.c.sat).where(SEATS.c.table_id == table, SEATS.c.seat.in_(list(persons)))
        with self.engine.connect() as db:
            sat = db.scalars(query).all()
        times = [at for at in sat if at is not None]
        return max(times) if times and len(times) == len(sat) else None

    def _fold(self, table: str, start: float | None) -> Fold:
        fold = self._folds.pop(table, None)
        if fold is None or fold.start != start:
            fold = Fold(start)
        self._folds[table] = fold
        while len(self._folds) > MAX_FOLDS:
            self._folds.popitem(last=False)
        return fold

    def _catch_up(self, table: str, fold: Fold, spans: Sequence[Span], sides: Collection[str]) -> None:
        query = sa.select(LINES.c.seq, LINES.c.body, LINES.c.at).where(
            LINES.c.table_id == table, LINES.c.seq > fold.seq
        )
        with self.engine.connect() as db:
            rows = db.execute(query.order_by(LINES.c.seq)).all()
        for row in rows:
            fold.take(row.seq, _author(row.body), row.at or fold.at, sides, spans)

    def give(self, table: str, gift: Gift) -> None:
        """Add time to the clock of a side; a gift that comes twice at once is taken once."""
        count = sa.select(sa.func.count()).where(EXTRA_TIME.c.table_id == table)
        with self.engine.begin() as db:
            _lock_table(db, table)
            number = int(db.scalar(count) or 0) + 1
            if number > MAX_GIFTS:
                raise Stale(f"time was given {MAX_GIFTS} times at this table, the most there is")
            values = {"id": number, **gift._asdict(), "at": self.now()}
            db.execute(EXTRA_TIME.insert().values(table_id=table, **values))

    def end(self, table: str, claim: Claim, rated: bool) -> None:
        """Write a claim down if the table still stands at its line: of a claim and an action at once, one is
        taken.
        """
        with self.engine.begin() as db:
            _lock_table(db, table)
            last = db.scalar(sa.select(sa.func.max(LINES.c.seq)).where(LINES.c.table_id == table))
            taken = db.execute(sa.select(CLAIMS.c.seq).where(CLAIMS.c.table_id == table)).first()
            if last != claim.seq or taken:
                raise Stale("the position has changed; look again")
            db.execute(CLAIMS.insert().values(table_id=table, **claim._asdict()))
            if rated:
                write_result(db, table, ended_on_time(claim))


def ended_on_time(claim: Claim) -> Plain:
    """The result of a game that was claimed."""
    return {"seq": claim.seq, "winner": claim.winner, "level": "on time", "on_time": True, "at": claim.at}


def _lock_table(db: Connection, table: str) -> None:
    """Hold the row of a table, as those who write its lines do; an SQLite file is locked as a whole by the
    first write.
    """
    if db.dialect.name == "sqlite":
        db.execute(TABLES.update().where(TABLES.c.id == table).values(casual=TABLES.c.casual))
    else:
        db.execute(sa.select(TABLES.c.id).where(TABLES.c.id == table).with_for_update())
