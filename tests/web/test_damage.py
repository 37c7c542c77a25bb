"""Databases with damaged pages: the server starts or says why not, answers in one line, and `serve --check`
finds it.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest
from litestar.testing import TestClient

import grognard
from grognard.core.ruling import GrognardError
from grognard.web.app import Web, create_app
from tests.play.shell import run

from .seats import begin

PAGE = 4096
LOOKS = ("", "/view?at=3", "/story", "/record", "/chat", "/notes", "/dice", "/receipts", "/history")


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[bytes, list[dict[str, str]]]:
    """A database with tables of three games, and the tokens of their seats."""
    file = tmp_path_factory.mktemp("damage") / "whole.sqlite"
    tables = []
    with TestClient(create_app(f"sqlite:///{file}", rate=0)) as client:
        for game in list(grognard.GAMES.own)[:3]:
            table = begin(client, game=game, dice={"kind": "committed"})
            for _ in table.play(Random(1), 60):
                pass
            tables.append({"table": table.id} | {name: seat.token for name, seat in table.seat.items()})
    return file.read_bytes(), tables


def damage(rng: Random, data: bytes) -> bytes:
    """A page that is empty, has no head or holds noise; some bytes that are others; or an end that is
    missing.
    """
    spoiled, page = bytearray(data), rng.randrange(len(data) // PAGE) * PAGE
    how = rng.randrange(5)
    if how == 0:
        spoiled[page : page + PAGE] = bytes(PAGE)
    elif how == 1:
        spoiled[page : page + 64] = b"\xff" * 64
    elif how == 2:
        spoiled[page + 100 : page + 3000] = rng.randbytes(2900)
    elif how == 3:
        for _ in range(rng.randrange(1, 30)):
            spoiled[rng.randrange(len(data))] = rng.randrange(256)
    else:
        del spoiled[rng.randrange(len(data)) :]
    return bytes(spoiled)


class Unusable(Exception):
    """A database that the server refuses to start with, in words."""


def _app(database: str) -> Web:
    try:
        return create_app(database, rate=0)
    except GrognardError as error:
        raise Unusable(str(error)) from None


def look(client: Any, tables: list[dict[str, str]]) -> None:
    """Every look at every table is answered, or refused in one line that names the table."""
    for table in tables:
        for seat in ("watch", next(name for name in table if name not in ("watch", "table"))):
            for path in LOOKS:
                url, headers = (
                    f"/api/tables/{table['table']}{path}",
                    {"Authorization": f"Bearer {table[seat]}"},
                )
                answer = client.get(url, headers=headers)
                if answer.status_code >= 500:
                    said = answer.json()["error"]
                    assert table["table"] in said and "cannot read" in said and "\n" not in said, (url, said)
        assert client.post("/api/mine", json={"tokens": [table["watch"]]}).status_code == 200


def check_one(
    rng: Random, whole: tuple[bytes, list[dict[str, str]]], folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    database, tables = f"sqlite:///{folder / 'damaged.sqlite'}", whole[1]
    for file in folder.glob("damaged.sqlite*"):
        file.unlink()
    (folder / "damaged.sqlite").write_bytes(damage(rng, whole[0]))
    found = run("serve", "--check", "--database", database)
    assert found.exit_code in (0, 1, 2) and isinstance(found.exception, SystemExit | None), found.output
    caplog.clear()
    with suppress(Unusable), TestClient(_app(database), raise_server_exceptions=False) as client:
        look(client, tables)
    assert "Traceback" not in caplog.text, caplog.text[-3000:]


def test_damaged_databases(whole, tmp_path, caplog):
    rng = Random(4)
    for _ in range(3):
        check_one(rng, whole, tmp_path, caplog)


@pytest.mark.nightly
def test_many_damaged_databases(whole, tmp_path, caplog):
    rng = Random(5)
    for _ in range(300):
        check_one(rng, whole, tmp_path, caplog)
