"""What the server keeps: tables, their append-only records, seats, talk, notes and the secrets of the dice.

SQLite by default, PostgreSQL by another URL; the schema is in `schema`, what brings a database to it in
`migrations`.
"""

from __future__ import annotations

import re
import sqlite3
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import NamedTuple

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection, Engine, make_url
from sqlalchemy.exc import IntegrityError

from grognard.core.lines import Line
from grognard.core.plain import Plain, PlainView
from grognard.core.ruling import GrognardError

from .clocks import DAY_SECONDS, Clocks, Terms
from .deposits import Deposits
from .members import Members
from .migrations import bring_up
from .results import Results
from .schema import CHAT, LIMITS, LINES, NOTES, ORDERS, REVIEWS, SEATS, SECRETS, SNAPSHOTS, TABLES
from .seating import Seating
from .writer import QuickWriter, Snapshot, Stale, Writer, keep_snapshot

PATIENCE = 60  # seconds to wait for another process that writes to an SQLite file, without a processor
TRIES_A_SECOND = 50
RETRIES = 20  # of a number that others may take meanwhile
TRIES = "try "  # before the limits of names and passphrases, which are kept for a day
WATCH = "watch"  # the seat of spectators
CREATOR = "creator"  # no seat at the table: it hands seats out

_encode = msgspec.json.Encoder().encode
_lines = msgspec.json.Decoder(Line)
_LAST = "SELECT max(seq) FROM lines WHERE table_id = ?"
_NOTIFY = sa.text("SELECT pg_notify(:channel, notice) FROM unnest(CAST(:notices AS text[])) AS notice")
_FIND = "SELECT table_id, seat, kind, token, used FROM seats WHERE token = ?"


class Forbidden(GrognardError):
    """A seat that may not do this."""


class DamagedTable(GrognardError):
    """A table whose rows the database cannot read any more."""

    def __init__(self, table: str, problem: object) -> None:
        why = fault_words(problem)
        super().__init__(
            f"the database cannot read table {table} ({why}); restore it from a copy of the database"
        )
        self.table = table


class DamagedList(GrognardError):
    """No table was asked for, and the database cannot read what it must look through."""

    def __init__(self, problem: object) -> None:
        super().__init__(
            f"the database cannot read its list of tables ({fault_words(problem)}); `grognard serve --check`"
            " names the damaged tables; restore them from a copy of the database"
        )


def is_damage(error: Exception) -> bool:
    """Whether the database reports a damaged page: not that it is busy, away, or refuses a value."""
    return type(error).__name__ in ("DatabaseError", "InternalError") or bool(DAMAGED.search(str(error)))


DAMAGED = re.compile("Could not decode to UTF-8|malformed|no such (table|column)")


UNREADABLE = (sa.exc.DBAPIError, UnicodeDecodeError)  # the second: SQLite repeats a damaged name as it is


def fault_words(error: object) -> str:
    """What a database says is wrong, in its first line, without the text it could not read: that may be
    secret.
    """
    if isinstance(error, UnicodeDecodeError):
        return "its schema is damaged"
    return (
        str(getattr(error, "orig", None) or error).strip().partition("\n")[0].partition(" with text")[0][:200]
    )


@contextmanager
def reading(table: str) -> Iterator[None]:
    """Names the table where the database finds a damaged page, or a row that holds no line of a record."""
    try:
        yield
    except (sqlite3.DatabaseError, sa.exc.DatabaseError) as error:
        if not is_damage(error):
            raise
        raise DamagedTable(table, getattr(error, "orig", None) or error) from None
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise DamagedTable(table, error) from None


class Seat(NamedTuple):
    """The seat that asks: a side of a table, or a spectator."""

    table: str
    seat: str
    kind: str
    token: str  # its hash
    used: bool


def check_player(seat: Seat) -> None:
    """Refuse spectators what only a player may do."""
    if seat.seat == WATCH:
        raise Forbidden("spectators cannot act")


class Entry(NamedTuple):
    """A table as the list of tables has it."""

    id: str
    name: str
    game: str
    scenario: str
    branch_of: str | None = None  # a what-if game: the table it left
    branch_at: int | None = None  # and after how many actions
    casual: bool = False  # the server throws its dice, and they cannot be checked
    rated: bool = False  # between two named players its result counts


# ---------------------------------------------------------------- opening


def _pragmas(connection: sqlite3.Connection, _: object) -> None:
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout={1000 * PATIENCE}")
    _log_ahead(cursor)
    for pragma in ("synchronous=NORMAL", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _log_ahead(cursor: sqlite3.Cursor) -> None:
    """Switches a new file to write-ahead logging. SQLite does not wait if another does so at the same moment:
    it refuses at once, so this tries again.
    """
    for left in reversed(range(PATIENCE * TRIES_A_SECOND)):
        try:
            cursor.execute("PRAGMA journal_mode=WAL")
            return
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or not left:
                raise
            time.sleep(1 / TRIES_A_SECOND)


def _connect(file: str) -> sqlite3.Connection:
    """A connection past the pool: every statement stands for itself."""
    result = sqlite3.connect(file, isolation_level=None, check_same_thread=False, timeout=PATIENCE)
    _pragmas(result, None)
    return result


def _engine(url: str) -> Engine:
    try:
        parsed = make_url(url)
        if parsed.drivername == "postgresql":
            parsed = parsed.set(drivername="postgresql+psycopg")
        ping = (
            parsed.get_backend_name() != "sqlite"
        )  # a connection to a server may be gone when it is wanted again
        engine = sa.create_engine(parsed, pool_pre_ping=ping)
    except sa.exc.ArgumentError:
        raise GrognardError("the database is told as a URL, such as sqlite:///tables.sqlite") from None
    except ModuleNotFoundError as error:
        raise GrognardError(f"this database needs the package {error.name}, which is not installed") from None
    if engine.dialect.name == "sqlite":
        sa.event.listen(engine, "connect", _pragmas)
        if parsed.database and parsed.database != ":memory:":
            path = Path(parsed.database)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.touch(mode=0o600)  # it holds the secrets of the dice
    return engine


def _seat_row(table: str, seat: str, kind: str, token: str | None, opened: bool, now: float) -> Plain:
    """A seat as it is stored; a player who sets the table up sits there from the first."""
    row = {"table_id": table, "seat": seat, "kind": kind, "token": token, "used": False}
    return row | {"open_since": now if opened else None, "sat": now if kind == "human" else None}


NUMBERS = 2**31 - 1  # more than there will ever be; PostgreSQL refuses one beyond
CHANNEL = "grognard"  # of PostgreSQL's notices


class Store:
    """The database. `shared`: other processes write to it as well, and tell each other by notices."""

    def __init__(self, url: str, now: Callable[[], float] = time.time) -> None:
        self.engine, self.now = _engine(url), now
        try:
            bring_up(self.engine)
        except UNREADABLE as error:
            fault, where = fault_words(error), self.engine.url.render_as_string()
            raise GrognardError(f"the database at {where} cannot be used: {fault}") from None
        self.deposits = Deposits(self.engine)
        self.members, self.results = Members(self.engine, now), Results(self.engine)
        self.clocks, self.seating = Clocks(self.engine, now), Seating(self.engine, now, self._tell)
        self.shared = self.engine.dialect.name == "postgresql"
        self.listening = False  # whether the notices of other processes are heard
        self.writer = Writer(self.engine, self._tell, now)
        self._reader: sqlite3.Connection | None = None
        file = self.engine.url.database
        # a few questions are asked all the time, and answered in microseconds
        if not self.shared and file and file != ":memory:":
            self._reader = _connect(file)
            self.writer = QuickWriter(self.engine, self._tell, partial(_connect, file), now)

    @property
    def quick(self) -> bool:
        """Whether seats are found so quickly that no thread is needed."""
        return self._reader is not None

    def close(self) -> None:
        self.writer.close()
        if self._reader is not None:
            self._reader.close()
        self.engine.dispose()

    def _tell(self, db: Connection, notices: Iterable[str]) -> None:
        """Tells the other processes, at the moment this is committed: only which table, and its number."""
        if self.shared:
            db.execute(_NOTIFY, {"channel": CHANNEL, "notices": list(notices)})

    def tell_club(self, table: str) -> None:
        """Tell the other processes that a name, an open seat or a clock of a table has changed."""
        if self.shared:
            with self.engine.begin() as db:
                self._tell(db, [f"{table} club"])

    # -- tables

    def create(
        self,
        entry: Entry,
        lines: Iterable[Line],
        seats: Sequence[tuple[str, str, str | None]],
        secrets: Mapping[str, str],
        snapshot: Snapshot | None = None,
        pledging: Sequence[str] = (),
        opened: Collection[str] = (),
        clock: Terms | None = None,
    ) -> None:
        """A new table with its record so far; seats are (name, kind, hash of the token); `pledging`: whose
        pages make the secrets; `opened`: the seats anyone may join.
        """
        now = self.now()
        with self.engine.begin() as db:
            db.execute(TABLES.insert().values(**entry._asdict(), made=now))
            self._add(db, entry.id, 0, lines)
            db.execute(SEATS.insert(), [_seat_row(entry.id, *seat, seat[0] in opened, now) for seat in seats])
            self.clocks.set_up(db, entry.id, clock)
            if secrets:
                db.execute(
                    SECRETS.insert(),
                    [{"table_id": entry.id, "side": side, "secret": text} for side, text in secrets.items()],
                )
            if snapshot is not None:
                keep_snapshot(db, entry.id, snapshot)
            self.deposits.expect(db, entry.id, list(pledging))
        if clock is not None:
            self.clocks.uptime.begin()

    def entry(self, table: str) -> Entry:
        with self.engine.connect() as db:
            row = db.execute(
                sa.select(*(TABLES.c[name] for name in Entry._fields)).where(TABLES.c.id == table)
            ).one()
        return Entry(*row)

    # -- records

    def _add(self, db: Connection, table: str, first: int, lines: Iterable[Line]) -> None:
        now = self.now()
        rows = [
            {"table_id": table, "seq": first + i, "body": _encode(line).decode(), "at": now}
            for i, line in enumerate(lines)
        ]
        if rows:
            db.execute(LINES.insert(), rows)

    def append(self, table: str, first: int, lines: Iterable[Line]) -> None:
        """Adds lines from number `first` on; if that number is taken nothing is written: another action came
        first.
        """
        try:
            with self.engine.begin() as db:
                lines = list(lines)
                self._add(db, table, first, lines)
                self._tell(db, [f"{table} {first + len(lines) - 1}"])
        except IntegrityError:
            raise Stale("the position has changed; reload and try again") from None

    def last(self, table: str) -> int:
        """The number of the last line."""
        if self._reader is not None:
            return int(self._reader.execute(_LAST, (table,)).fetchone()[0] or 0)
        with self.engine.connect() as db:
            return int(db.scalar(sa.select(sa.func.max(LINES.c.seq)).where(LINES.c.table_id == table)) or 0)

    def lines(self, table: str, after: int = -1) -> list[Line]:
        """The stored lines from a number on."""
        query = (
            sa.select(LINES.c.body)
            .where(LINES.c.table_id == table, LINES.c.seq > after)
            .order_by(LINES.c.seq)
        )
        with self.engine.connect() as db:
            bodies = db.scalars(query).all()
        return _lines.decode_lines("\n".join(bodies))

    def snapshot(self, table: str) -> Snapshot | None:
        columns = (SNAPSHOTS.c[name] for name in Snapshot._fields)
        with self.engine.connect() as db:
            row = db.execute(sa.select(*columns).where(SNAPSHOTS.c.table_id == table)).first()
        return Snapshot(*row) if row else None

    def secrets(self, table: str) -> dict[str, str]:
        """What the committed dice of a table are made from."""
        query = sa.select(SECRETS.c.side, SECRETS.c.secret).where(SECRETS.c.table_id == table)
        with self.engine.connect() as db:
            return {row.side: row.secret for row in db.execute(query)}

    # -- seats

    def find(self, token: str) -> Seat | None:
        """The seat a token (its hash) opens."""
        if self._reader is not None:
            result = self._reader.execute(_FIND, (token,)).fetchone()
            return Seat(result[0], result[1], result[2], result[3], bool(result[4])) if result else None
        query = sa.select(SEATS.c.table_id, SEATS.c.seat, SEATS.c.kind, SEATS.c.token, SEATS.c.used).where(
            SEATS.c.token == token
        )
        with self.engine.connect() as db:
            row = db.execute(query).first()
        return Seat(*row) if row else None

    def kinds(self, table: str) -> dict[str, str]:
        """Who sits where: human, link or computer."""
        query = (
            sa.select(SEATS.c.seat, SEATS.c.kind)
            .where(SEATS.c.table_id == table, SEATS.c.seat.not_in((WATCH, CREATOR)))
            .order_by(SEATS.c.seat)
        )
        with self.engine.connect() as db:
            return {row.seat: row.kind for row in db.execute(query)}

    def used(self, table: str, seat: str) -> bool:
        """Whether the holder of a seat has ever acted."""
        with self.engine.connect() as db:
            return bool(
                db.scalar(sa.select(SEATS.c.used).where(SEATS.c.table_id == table, SEATS.c.seat == seat))
            )

    def has_creator(self, table: str) -> bool:
        """Whether a table has a creator, who hands out its seats; tables of release 0.1.0 have none."""
        with self.engine.connect() as db:
            return (
                db.scalar(sa.select(SEATS.c.seat).where(SEATS.c.table_id == table, SEATS.c.seat == CREATOR))
                is not None
            )

    def change_seat(self, table: str, seat: str, **values: object) -> None:
        with self.engine.begin() as db:
            db.execute(SEATS.update().where(SEATS.c.table_id == table, SEATS.c.seat == seat).values(**values))
            self._tell(db, [f"{table} seat {seat}"])

    def hooks(self, table: str) -> dict[str, str]:
        """Where notices for the seats of a table go."""
        query = sa.select(SEATS.c.seat, SEATS.c.hook).where(
            SEATS.c.table_id == table, SEATS.c.hook.is_not(None)
        )
        with self.engine.connect() as db:
            return {row.seat: row.hook for row in db.execute(query)}

    # -- talk and notes

    def say(self, table: str, seat: str, text: str) -> int:
        """Adds a line of talk; a line of the same moment takes the number after. Gives the number."""
        for _ in range(RETRIES):
            try:
                number = self.last_said(table) + 1
                with self.engine.begin() as db:
                    db.execute(
                        CHAT.insert().values(table_id=table, id=number, seat=seat, text=text, at=self.now())
                    )
                    self._tell(db, [f"{table} chat {number}"])
                return number
            except IntegrityError:
                continue
        raise Stale("too many messages at once; send it again")

    def talk(self, table: str, since: int = 0, most: int = 200) -> list[Plain]:
        """What was said after number `since`: the latest lines, in order."""
        query = (
            sa.select(CHAT.c.id, CHAT.c.seat, CHAT.c.text, CHAT.c.at)
            .where(CHAT.c.table_id == table, CHAT.c.id > max(0, min(since, NUMBERS)))
            .order_by(CHAT.c.id.desc())
            .limit(most)
        )
        with self.engine.connect() as db:
            return [dict(row) for row in reversed(db.execute(query).mappings().all())]

    def last_said(self, table: str) -> int:
        with self.engine.connect() as db:
            return int(db.scalar(sa.select(sa.func.max(CHAT.c.id)).where(CHAT.c.table_id == table)) or 0)

    def notes(self, table: str, seat: str) -> str:
        with self.engine.connect() as db:
            return (
                db.scalar(sa.select(NOTES.c.text).where(NOTES.c.table_id == table, NOTES.c.seat == seat))
                or ""
            )

    def write_notes(self, table: str, seat: str, text: str) -> None:
        own = (NOTES.c.table_id == table, NOTES.c.seat == seat)
        with self.engine.begin() as db:
            if not db.execute(NOTES.update().where(*own).values(text=text)).rowcount:
                db.execute(NOTES.insert().values(table_id=table, seat=seat, text=text))

    def orders(self, table: str, seat: str) -> Plain | None:
        """The standing orders of a seat; `None`: it has none."""
        own = (ORDERS.c.table_id == table, ORDERS.c.seat == seat)
        with self.engine.connect() as db:
            body = db.scalar(sa.select(ORDERS.c.body).where(*own))
        with reading(table):
            return None if body is None else msgspec.json.decode(body, type=Plain)

    def write_orders(self, table: str, seat: str, orders: PlainView | None) -> None:
        own = (ORDERS.c.table_id == table, ORDERS.c.seat == seat)
        with self.engine.begin() as db:
            db.execute(ORDERS.delete().where(*own))
            if orders is not None:
                body = msgspec.json.encode(orders).decode()
                db.execute(ORDERS.insert().values(table_id=table, seat=seat, body=body))

    def review(self, table: str, now: str) -> str | None:
        """The review of a game as it stood after its last line; `None`: there is none."""
        with self.engine.connect() as db:
            own = (REVIEWS.c.table_id == table, REVIEWS.c.now == now)
            result: str | None = db.scalar(sa.select(REVIEWS.c.body).where(*own))
            return result

    def write_review(self, table: str, now: str, body: str) -> None:
        with self.engine.begin() as db:
            db.execute(REVIEWS.delete().where(REVIEWS.c.table_id == table))
            db.execute(REVIEWS.insert().values(table_id=table, now=now, body=body))

    # -- the limit of requests, for several processes together

    def lease(self, client: str, wanted: float, rate: float, burst: float) -> float:
        """So many requests of an address are granted, of a store that fills up by `rate` a second."""
        for _ in range(RETRIES):
            try:
                return self._lease(client, wanted, rate, burst)
            except IntegrityError:  # another process heard of this address at the same moment
                continue
        return 0.0

    def _lease(self, client: str, wanted: float, rate: float, burst: float) -> float:
        now = self.now()
        own = LIMITS.c.client == client
        with self.engine.begin() as db:
            row = db.execute(sa.select(LIMITS.c.left, LIMITS.c.since).where(own).with_for_update()).first()
            left = burst if row is None else min(burst, row.left + max(now - row.since, 0) * rate)
            granted = min(wanted, float(int(left)))
            values = {"left": left - granted, "since": now}
            if row is None:
                db.execute(LIMITS.insert().values(client=client, **values))
            else:
                db.execute(LIMITS.update().where(own).values(**values))
        return granted

    def forget_limits(self, before: float) -> None:
        """Addresses that have not been heard of for long have their full store again."""
        with self.engine.begin() as db:
            db.execute(LIMITS.delete().where(LIMITS.c.since < before, LIMITS.c.client.not_like(f"{TRIES}%")))
            db.execute(LIMITS.delete().where(LIMITS.c.since < before - DAY_SECONDS))


__all__ = [
    "CHANNEL",
    "CREATOR",
    "WATCH",
    "DamagedTable",
    "Entry",
    "Forbidden",
    "Seat",
    "Snapshot",
    "Stale",
    "Store",
    "is_damage",
    "reading",
]
