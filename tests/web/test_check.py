"""`grognard serve --check`: a line for each damaged table of the database, a line for each damaged record."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

import grognard
from grognard.core.record import Match
from grognard.web.check import check
from grognard.web.store import Entry, Store
from tests.play.shell import RECORD, run

from .postgres import fresh_database


def fill(url: str) -> None:
    """Two tables, `one` and `two`, nine actions each."""
    store = Store(url)
    for name in ("one", "two"):
        match = Match.begin(grognard.load("sword-beach"), seed="7")
        for action in RECORD:
            match.do(action)
        seats = [("german", "human", f"{name}-g"), ("allied", "human", f"{name}-a")]
        store.create(Entry(name, name, "sword-beach", "standard"), match.lines, seats, {})
    store.close()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "tables.sqlite"
    fill(f"sqlite:///{path}")
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return path


def change(file: Path, sql: str, *values: object) -> None:
    with sqlite3.connect(file) as db:
        db.execute(sql, values)
        db.commit()
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def overwrite(file: Path, name: str) -> None:
    """Destroys the first page of a table or an index."""
    with sqlite3.connect(file) as db:
        (page,) = db.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (name,)).fetchone()
        (size,) = db.execute("PRAGMA page_size").fetchone()
    with open(file, "r+b") as raw:
        raw.seek((page - 1) * size)
        raw.write(b"\xa5" * size)


def said(file: Path) -> list[str]:
    result = run("serve", "--check", "--database", f"sqlite:///{file}")
    assert result.exit_code == 1 and isinstance(result.exception, SystemExit), result.output
    return result.stdout.splitlines()


def test_a_whole_database_is_said_to_be_whole(file: Path) -> None:
    result = run("serve", "--check", "--database", f"sqlite:///{file}")
    assert result.exit_code == 0
    assert (
        result.stdout
        == f"the database is whole: 2 records, {2 * len(RECORD) + 2} lines, every digest right\n"
    )


def test_the_same_as_data(file: Path) -> None:
    change(file, "DELETE FROM lines WHERE table_id = 'two' AND seq = 4")
    result = run("serve", "--check", "--json", "--database", f"sqlite:///{file}")
    found = json.loads(result.stdout)
    assert result.exit_code == 1 and found["records"] == 2 and not found["ok"]
    assert found["damaged"] == [{"table": "lines", "record": "two", "because": "line 5 is missing"}]


@pytest.mark.parametrize(
    ("harm", "words"),
    [
        (lambda body: body.replace('"now":"', '"now":"f'), "line 4: digest f"),
        (lambda body: body[:-9], "line 4 cannot be read: "),
        (lambda body: "[1]", "line 4 cannot be read: "),
        (lambda body: body.replace('"record ', '"move '), "line 4: "),
    ],
)
def test_a_damaged_record_is_named_by_its_table(harm: Callable[[str], str], words: str, file: Path) -> None:
    with sqlite3.connect(file) as db:
        (body,) = db.execute("SELECT body FROM lines WHERE table_id = 'one' AND seq = 3").fetchone()
    change(file, "UPDATE lines SET body = ? WHERE table_id = 'one' AND seq = 3", harm(body))
    (line,) = said(file)
    assert line.startswith("record of table one is damaged: ") and words in line


def test_every_damaged_record_has_a_line(file: Path) -> None:
    change(file, "DELETE FROM lines WHERE seq = 0")
    assert said(file) == [f"record of table {name} is damaged: line 1 is missing" for name in ("one", "two")]


@pytest.mark.parametrize("table", ["seats", "lines", "tables"])
def test_a_damaged_page_is_named_by_its_database_table(table: str, file: Path) -> None:
    overwrite(file, table)
    lines = said(file)
    assert sum(line.startswith(f"database table {table} is damaged: ") for line in lines) == 1
    assert all("database table" in line or (table == "lines" and "cannot be read" in line) for line in lines)


def test_a_damaged_index_is_named_by_its_database_table(file: Path) -> None:
    overwrite(file, "sqlite_autoindex_lines_1")
    assert any(line.startswith("database table lines is damaged: ") for line in said(file))


def test_what_is_no_database_is_refused_and_none_is_made(tmp_path: Path) -> None:
    (tmp_path / "junk").write_bytes(bytes(range(256)) * 40)
    for name, words in (("junk", "file is not a database"), ("none", "there is no database to check")):
        result = run("serve", "--check", "--database", f"sqlite:///{tmp_path / name}")
        assert result.exit_code == 2 and words in result.stderr and len(result.stderr.splitlines()) == 1
    assert not (tmp_path / "none").exists()


def test_records_on_postgresql_are_checked_too(server: str) -> None:
    url = fresh_database(server)
    fill(url)
    assert check(url).damaged == [] and check(url).records == 2
    import sqlalchemy as sa

    engine = sa.create_engine(url.replace("postgresql:", "postgresql+psycopg:", 1))
    with engine.begin() as db:
        db.execute(sa.text("DELETE FROM lines WHERE table_id = 'one' AND seq = 2"))
    engine.dispose()
    assert [str(one) for one in check(url).damaged] == ["record of table one is damaged: line 3 is missing"]
