"""What the server keeps: tables, their append-only records, seats, talk, notes and the secrets of the dice.

SQLite by default, PostgreSQL by another URL; the schema is in `schema`, what brings a database to it in `migrations`.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection, Engine, make_url
from sqlalchemy.exc import IntegrityError

from grognard.core.record import Line
from grognard.core.ruling import GrognardError

from .migrations import bring_up
from .schema import CHAT, LINES, NOTES, SEATS, SECRETS, TABLES

RETRIES = 20  # of a number that others may take meanwhile
WATCH = "watch"  # the seat of those who only look on

_encode = msgspec.json.Encoder().encode


class Stale(GrognardError):
    """Somebody was quicker: the table is no longer as it was when this was chosen."""


class Seat(NamedTuple):
    """Who asks: a side of a table, or somebody who looks on."""

    table: str
    seat: str
    kind: str
    token: str  # its hash
    used: bool


class Entry(NamedTuple):
    """A table as the list of tables has it."""

    id: str
    name: str
    game: str
    scenario: str
    branch_of: str | None = None  # a what-if game: the table it left
    branch_at: int | None = None  # and after how many actions
    casual: bool = False  # the server throws its dice, and nobody can check them


# ---------------------------------------------------------------- opening


def _pragmas(connection: Any, _: object) -> None:
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=NORMAL", "foreign_keys=ON", "busy_timeout=5000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _engine(url: str) -> Engine:
    try:
        parsed = make_url(url)
        if parsed.drivername == "postgresql":
            parsed = parsed.set(drivername="postgresql+psycopg")
        engine = sa.create_engine(parsed)
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


class Store:
    """The database."""

    def __init__(self, url: str) -> None:
        self.engine = _engine(url)
        bring_up(self.engine)

    def close(self) -> None:
        self.engine.dispose()

    # -- tables

    def create(self, entry: Entry, lines: Iterable[Line], seats: Sequence[tuple[str, str, str | None]], secrets: Mapping[str, str]) -> None:
        """A new table with its record so far; seats are (name, kind, hash of the token)."""
        with self.engine.begin() as db:
            db.execute(TABLES.insert().values(**entry._asdict(), made=time.time()))
            self._add(db, entry.id, 0, lines)
            db.execute(SEATS.insert(), [{"table_id": entry.id, "seat": s, "kind": k, "token": t, "used": False} for s, k, t in seats])
            if secrets:
                db.execute(SECRETS.insert(), [{"table_id": entry.id, "side": side, "secret": text} for side, text in secrets.items()])

    def entry(self, table: str) -> Entry:
        with self.engine.connect() as db:
            row = db.execute(sa.select(*(TABLES.c[name] for name in Entry._fields)).where(TABLES.c.id == table)).one()
        return Entry(*row)

    # -- records

    @staticmethod
    def _add(db: Connection, table: str, first: int, lines: Iterable[Line]) -> None:
        rows = [{"table_id": table, "seq": first + i, "body": _encode(line).decode()} for i, line in enumerate(lines)]
        if rows:
            db.execute(LINES.insert(), rows)

    def append(self, table: str, first: int, lines: Iterable[Line]) -> None:
        """Adds lines from number `first` on; if that number is taken nothing is written and somebody was quicker."""
        try:
            with self.engine.begin() as db:
                self._add(db, table, first, lines)
        except IntegrityError:
            raise Stale("somebody was quicker; look again") from None

    def last(self, table: str) -> int:
        """The number of the last line."""
        with self.engine.connect() as db:
            return int(db.scalar(sa.select(sa.func.max(LINES.c.seq)).where(LINES.c.table_id == table)) or 0)

    def lines(self, table: str) -> list[Line]:
        query = sa.select(LINES.c.body).where(LINES.c.table_id == table).order_by(LINES.c.seq)
        with self.engine.connect() as db:
            return [msgspec.json.decode(body) for body in db.scalars(query)]

    def secrets(self, table: str) -> dict[str, str]:
        """What the committed dice of a table are made from."""
        query = sa.select(SECRETS.c.side, SECRETS.c.secret).where(SECRETS.c.table_id == table)
        with self.engine.connect() as db:
            return {row.side: row.secret for row in db.execute(query)}

    # -- seats

    def find(self, token: str) -> Seat | None:
        """The seat a token (its hash) opens."""
        query = sa.select(SEATS.c.table_id, SEATS.c.seat, SEATS.c.kind, SEATS.c.token, SEATS.c.used).where(SEATS.c.token == token)
        with self.engine.connect() as db:
            row = db.execute(query).first()
        return Seat(*row) if row else None

    def kinds(self, table: str) -> dict[str, str]:
        """Who sits where: human, link or computer."""
        query = sa.select(SEATS.c.seat, SEATS.c.kind).where(SEATS.c.table_id == table, SEATS.c.seat != WATCH).order_by(SEATS.c.seat)
        with self.engine.connect() as db:
            return {row.seat: row.kind for row in db.execute(query)}

    def used(self, table: str, seat: str) -> bool:
        """Whether the holder of a seat has ever acted."""
        with self.engine.connect() as db:
            return bool(db.scalar(sa.select(SEATS.c.used).where(SEATS.c.table_id == table, SEATS.c.seat == seat)))

    def change_seat(self, table: str, seat: str, **values: Any) -> None:
        with self.engine.begin() as db:
            db.execute(SEATS.update().where(SEATS.c.table_id == table, SEATS.c.seat == seat).values(**values))

    # -- talk and notes

    def say(self, table: str, seat: str, text: str) -> None:
        """Adds a line of talk; whoever speaks at the same moment takes the number after."""
        for _ in range(RETRIES):
            try:
                number = self.last_said(table) + 1
                with self.engine.begin() as db:
                    db.execute(CHAT.insert().values(table_id=table, id=number, seat=seat, text=text, at=time.time()))
                return
            except IntegrityError:
                continue
        raise Stale("everybody speaks at once; say it again")

    def talk(self, table: str, since: int = 0, most: int = 200) -> list[dict[str, Any]]:
        """What was said after number `since`: the latest lines, in order."""
        query = (
            sa.select(CHAT.c.id, CHAT.c.seat, CHAT.c.text, CHAT.c.at)
            .where(CHAT.c.table_id == table, CHAT.c.id > since).order_by(CHAT.c.id.desc()).limit(most)
        )  # fmt: skip
        with self.engine.connect() as db:
            return [dict(row) for row in reversed(db.execute(query).mappings().all())]

    def last_said(self, table: str) -> int:
        with self.engine.connect() as db:
            return int(db.scalar(sa.select(sa.func.max(CHAT.c.id)).where(CHAT.c.table_id == table)) or 0)

    def notes(self, table: str, seat: str) -> str:
        with self.engine.connect() as db:
            return db.scalar(sa.select(NOTES.c.text).where(NOTES.c.table_id == table, NOTES.c.seat == seat)) or ""

    def write_notes(self, table: str, seat: str, text: str) -> None:
        own = (NOTES.c.table_id == table, NOTES.c.seat == seat)
        with self.engine.begin() as db:
            if not db.execute(NOTES.update().where(*own).values(text=text)).rowcount:
                db.execute(NOTES.insert().values(table_id=table, seat=seat, text=text))
