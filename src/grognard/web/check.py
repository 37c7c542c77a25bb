"""`grognard serve --check`: whether a database can be read, and every record in it be played again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection, Engine

import grognard
from grognard.core.lines import Line
from grognard.core.reading import replay
from grognard.core.ruling import GrognardError

from .live_games import settled
from .schema import LINES, TABLES
from .store import UNREADABLE, _engine, fault_words

MAX_FAULTS = "1000"  # of a file, that SQLite is asked to list
FILE = "sqlite_master"  # which names the others: for a fault that belongs to none of them
_decode = msgspec.json.Decoder(Line).decode


class Damage(NamedTuple):
    """One table of the database, or one record in it, that cannot be used."""

    table: str  # of the database
    record: str | None  # the id of the table whose record it is; `None`: the table of the database as a whole
    because: str

    def __str__(self) -> str:
        where = f"database table {self.table}" if self.record is None else f"record of table {self.record}"
        return f"{where} is damaged: {self.because}"


class Report(NamedTuple):
    """What was looked at and what is wrong with it."""

    records: int
    lines: int
    damaged: list[Damage]


def check(url: str) -> Report:
    """Looks at a whole database and changes nothing in it."""
    engine = _open(url)
    try:
        with engine.connect() as db:
            faults = list(integrity(db)) if engine.dialect.name == "sqlite" else []
            return _records(db, faults)
    except UNREADABLE as error:
        raise GrognardError(
            f"the database at {_shown(engine)} cannot be used: {fault_words(error)}"
        ) from None
    finally:
        engine.dispose()


def _open(url: str) -> Engine:
    """The database as it is: a file that does not exist is not made."""
    kind, _, file = url.partition(":///")
    if kind.startswith("sqlite") and not Path(file).is_file():
        raise GrognardError(f"{file or url}: there is no database to check")
    return _engine(url)


def _shown(engine: Engine) -> str:
    return engine.url.render_as_string(hide_password=True)


# ---------------------------------------------------------------- the file


def integrity(db: Connection) -> Iterator[Damage]:
    """SQLite's own check, table by table, so that a page that cannot be read at all is named too; then the
    file around them.
    """
    try:
        tables = (
            db.exec_driver_sql("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
            .scalars()
            .all()
        )
    except UNREADABLE as error:
        yield Damage(FILE, None, fault_words(error))
        return
    result = [Damage(name, None, faults) for name in tables if (faults := _faults(db, f"'{name}'"))]
    yield from result
    if not result and (faults := _faults(db, MAX_FAULTS)):
        yield Damage(FILE, None, faults)


def _faults(db: Connection, what: str) -> str:
    """The first fault of a table, and how many there are; empty: none."""
    try:
        rows = db.exec_driver_sql(f"PRAGMA integrity_check({what})").scalars().all()
    except UNREADABLE as error:
        return fault_words(error)
    lines = [
        line for text in rows if text != "ok" for line in text.splitlines() if not line.startswith("***")
    ]
    return f"{lines[0]} ({len(lines)} faults)" if len(lines) > 1 else "".join(lines)


# ---------------------------------------------------------------- the records


def _records(db: Connection, damaged: list[Damage]) -> Report:
    try:
        tables = db.execute(sa.select(TABLES.c.id, TABLES.c.game).order_by(TABLES.c.id)).all()
    except UNREADABLE as error:
        if any(one.table == TABLES.name for one in damaged):
            return Report(0, 0, damaged)
        return Report(0, 0, [*damaged, Damage(str(TABLES.name), None, fault_words(error))])
    lines = 0
    for table, game in tables:
        try:
            lines += _check_record(db, table, game)
        except (GrognardError, KeyError, TypeError, AttributeError, ValueError) as error:
            damaged.append(Damage(str(LINES.name), table, str(error)))
        except UNREADABLE as error:
            damaged.append(Damage(str(LINES.name), table, f"its lines cannot be read: {fault_words(error)}"))
    return Report(len(tables), lines, damaged)


def _check_record(db: Connection, table: str, game: str) -> int:
    """Plays a record again, every action, roll and digest; gives the number of its lines."""
    query = sa.select(LINES.c.seq, LINES.c.body).where(LINES.c.table_id == table).order_by(LINES.c.seq)
    rows = db.execute(query).all()
    if [seq for seq, _ in rows] != list(range(len(rows))) or not rows:
        missing = next((number for number, (seq, _) in enumerate(rows) if number != seq), len(rows))
        raise GrognardError(f"line {missing + 1} is missing")
    replay(grognard.load(game), settled([_line(number, body) for number, body in rows]))
    return len(rows)


def _line(number: int, body: str) -> Line:
    try:
        return _decode(body)
    except (ValueError, RecursionError) as error:
        raise GrognardError(f"line {number + 1} cannot be read: {error}") from None
