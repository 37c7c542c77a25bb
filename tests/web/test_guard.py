"""What stands before every request."""

from __future__ import annotations

import asyncio
import signal
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest
from litestar.testing import TestClient
from sqlalchemy.dialects import postgresql
from sqlalchemy.schema import CreateTable

import grognard.web
from grognard.core.ruling import GrognardError
from grognard.web import store
from grognard.web.app import create_app
from grognard.web.guard import Guard, Limit
from grognard.web.offload import Gate
from grognard.web.schema import SCHEMA
from grognard.web.serve import data_folder, held_back, listen, names
from grognard.web.service import hashed
from grognard.web.store import Store

from .seats import START, begin


@pytest.mark.parametrize(
    "path", ["/", "/api/games", "/schema/openapi.json", "/nothing", "/api/tables/x", "/static/nothing.js"]
)
def test_every_answer_keeps_browsers_strict(client, path):
    headers = client.get(path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'self'" in policy and "frame-ancestors 'none'" in policy and "unsafe" not in policy
    assert headers["x-content-type-options"] == "nosniff" and headers["referrer-policy"] == "no-referrer"
    assert "no-store" in headers["cache-control"] if path.startswith("/api") else headers["cache-control"]


def test_another_site_cannot_post(client):
    for headers in (
        {"origin": "http://elsewhere.test"},
        {"origin": "null"},
        {"sec-fetch-site": "cross-site"},
    ):
        answer = client.post("/api/tables", json=START, headers=headers)
        assert answer.status_code == 403 and answer.json()["error"]
    assert (
        client.post("/api/tables", json=START, headers={"origin": "http://testserver.local"}).status_code
        == 201
    )


def test_a_body_has_a_limit(client):
    table = begin(client)
    assert table.allied.ask("PUT", "/notes", json={"text": "x" * 100_000}).status_code == 413
    assert client.post("/api/records", content=b"x" * 5_000_000).status_code == 413


@pytest.mark.parametrize("body", [b'{"a":' * 20_000, b'{"record":"\xff"}'], ids=["brackets", "no UTF-8"])
def test_a_body_that_cannot_be_read_is_refused(body, client):
    table = begin(client)
    for path in (
        "/api/tables",
        "/api/mine",
        "/api/records",
        f"/api/tables/{table.id}/judge",
        "/api/paper/longest-day/faults",
    ):
        headers = {"content-type": "application/json", "authorization": f"Bearer {table.allied.token}"}
        answer = client.post(path, content=body, headers=headers)
        assert answer.status_code in (400, 413, 422) and answer.json()["error"], path


def test_too_many_requests_are_refused(database):
    with TestClient(create_app(database, rate=0.001, burst=5)) as client:
        codes = [client.get("/api/games").status_code for _ in range(8)]
    assert codes == [200] * 5 + [429] * 3


def test_the_limit_fills_up_again(monkeypatch):
    now = [0.0]
    monkeypatch.setattr("grognard.web.guard.time.monotonic", lambda: now[0])
    limit = Limit(rate=2, burst=3)
    assert [limit.take("a") for _ in range(4)] == [True, True, True, False] and limit.take("b")
    now[0] = 1.0
    assert [limit.take("a") for _ in range(3)] == [True, True, False]


def test_too_many_requests_at_once_are_refused():
    """Of one client: the others have room."""

    async def scene() -> None:
        release, answers = asyncio.Event(), []
        guard = Guard(Limit(rate=1000, burst=1000))
        guard.requests, guard.streams = Gate(3, 2, "requests"), Gate(3, 1, "streams")

        async def app(scope: Any, receive: Any, send: Any) -> None:
            await release.wait()
            await send({"type": "http.response.start", "status": 200, "headers": []})

        async def ask(client: str, path: str = "/api/games") -> None:
            async def send(message: Any) -> None:
                if message["type"] == "http.response.start":
                    answers.append((client, path, message["status"]))

            await guard(
                app,
                {"type": "http", "method": "GET", "path": path, "headers": [], "client": (client, 1)},
                None,
                send,
            )

        paths = ["/api/games"] * 3 + ["/api/tables/x/stream"] * 2 + ["/static/main.js"] * 3
        asked = [asyncio.ensure_future(ask("greedy", path)) for path in paths]
        await asyncio.sleep(0)
        assert answers == [("greedy", "/api/games", 429), ("greedy", "/api/tables/x/stream", 429)]
        asked.append(asyncio.ensure_future(ask("modest")))
        release.set()
        await asyncio.gather(*asked)
        assert sorted(answers)[-1] == ("modest", "/api/games", 200)
        await ask("greedy")
        assert answers[-1] == ("greedy", "/api/games", 200)

    asyncio.run(scene())


def test_a_borrowed_name_is_refused(database):
    """On this machine the server goes by this machine's names alone."""
    assert (
        names("127.0.0.1", ()) >= {"localhost"}
        and names("0.0.0.0", ()) is None
        and "table.test" in names("127.0.0.1", ("table.test",))
    )
    with TestClient(
        create_app(database, hosts=names("127.0.0.1", ())), base_url="http://elsewhere.test"
    ) as client:
        assert client.get("/api/games").status_code == 400
        assert client.get("/api/games", headers={"host": "localhost:8000"}).status_code == 200


def test_the_document_is_served_and_no_page_from_elsewhere(client):
    found = client.get("/schema/openapi.json").json()
    assert "/api/tables/{table}/act" in found["paths"]
    for path in ("", "/swagger", "/redoc", "/elements", "/rapidoc"):
        assert "<script" not in client.get(f"/schema{path}").text


def test_the_page_and_its_files(database, tmp_path):
    (tmp_path / "index.html").write_text("<!doctype html><title>table</title>")
    (tmp_path / "main.js").write_text("export {}")
    with TestClient(create_app(database, static=tmp_path)) as client:
        assert "table" in client.get("/").text and client.get("/").headers["content-type"].startswith(
            "text/html"
        )
        assert client.get("/static/main.js").headers["content-type"].startswith("text/javascript")
        assert client.get("/static/../tables.sqlite").status_code == 404
        assert client.get("/static/%2e%2e/tables.sqlite").status_code == 404


def test_a_fault_of_ours_tells_nothing_of_the_inside(database, monkeypatch):
    monkeypatch.setattr("grognard.web.api.game_row", lambda game: 1 / 0)
    with TestClient(create_app(database), raise_server_exceptions=False) as client:
        answer = client.get("/api/games")
    assert answer.status_code == 500 and "ZeroDivision" not in answer.text and answer.json()["rulings"] == []


# ---------------------------------------------------------------- the database


@pytest.mark.parametrize("url", ["nonsense", "nosuch://x", "mysql://x/y"])
def test_a_database_that_is_none_is_told(url):
    with pytest.raises(GrognardError, match=r"URL|needs"):
        Store(url)


def test_of_two_lines_with_one_number_the_second_is_refused(database):
    """The key of the stored lines is what tells the moves of two processes apart."""
    kept = Store(database)
    kept.create(
        store.Entry("twice", "", "sword-beach", "standard"), [{"a": 1}], [("watch", "watch", None)], {}
    )
    kept.append("twice", 1, [{"a": 2}, {"a": 3}])
    with pytest.raises(store.Stale):
        kept.append("twice", 2, [{"b": 3}, {"b": 4}])
    assert kept.lines("twice") == [{"a": 1}, {"a": 2}, {"a": 3}] and kept.last("twice") == 2
    kept.close()


def test_a_table_of_other_rules_is_listed_and_says_why(client, monkeypatch):
    table = begin(client)
    table.german.act("record 736/716 1738")
    monkeypatch.setattr(
        "grognard.web.live_games.LiveGame.refresh",
        lambda room: (_ for _ in ()).throw(GrognardError("rules 0.9")),
    )
    (row,) = client.post("/api/mine", json={"tokens": [table.german.token]}).json()
    assert (
        row["error"] == "rules 0.9"
        and row["table"] == table.id
        and row["seq"] == 1
        and row["to_move"] is None
    )


def test_the_schema_is_one_that_postgresql_takes():
    for table in SCHEMA.sorted_tables:
        assert "CREATE TABLE" in str(CreateTable(table).compile(dialect=postgresql.dialect()))


def test_the_file_is_its_owners(tmp_path):
    Store(f"sqlite:///{tmp_path / 'deep' / 'tables.sqlite'}").close()
    assert (tmp_path / "deep" / "tables.sqlite").stat().st_mode & 0o077 == 0


def test_the_data_folder_follows_the_system(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr("sys.platform", "linux")
    assert data_folder() == tmp_path / "grognard"
    monkeypatch.setattr("sys.platform", "darwin")
    assert "Application Support" in str(data_folder())
    monkeypatch.setattr("sys.platform", "win32")
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "local"))
    assert data_folder() == tmp_path / "local" / "grognard"


def test_nothing_of_the_web_names_another_host():
    for path in Path(grognard.web.__file__).parent.rglob("*"):
        if path.suffix in (".py", ".js", ".css", ".html"):
            text = path.read_text("utf-8").replace("http://www.w3.org/", "")
            assert "https://" not in text, path


@pytest.mark.parametrize(
    "path",
    [
        "/static/%00",
        "/static/js/%00.js",
        "/api/games/%00/map",
        "/%00",
        f"/static/{'x' * 5000}",
        f"/static/{'ü' * 200}",
        "/static/%ff",
    ],
)
def test_no_address_makes_the_server_fail(client, path):
    assert client.get(path).status_code in (400, 404)


def _damage(file: Path, table: str, others: list[str]) -> None:
    """Overwrites the heads of all pages that hold rows of one table and of no other."""
    size, data = 4096, bytearray(file.read_bytes())
    pages = [data[at : at + size] for at in range(0, len(data), size)]
    found = [
        n
        for n, page in enumerate(pages)
        if table.encode() in page and not any(o.encode() in page for o in others)
    ]
    assert found
    for number in found:
        data[number * size : number * size + 64] = b"\xff" * 64
    file.write_bytes(data)


def test_a_damaged_page_is_reported_in_one_line_that_names_the_table(tmp_path, caplog):
    file = tmp_path / "tables.sqlite"
    with TestClient(create_app(f"sqlite:///{file}", rate=0)) as client:
        whole, broken, last = (begin(client) for _ in range(3))
        for table in (whole, broken, last):
            for _ in table.play(Random(1), 90):
                pass
    _damage(file, broken.id, [whole.id, last.id])
    with TestClient(create_app(f"sqlite:///{file}", rate=0)) as client:
        for table in (whole, broken):
            for seat in table.seat.values():
                seat.client = client
        caplog.clear()
        answer = client.get(
            f"/api/tables/{broken.id}", headers={"Authorization": f"Bearer {broken.allied.token}"}
        )
        assert (
            answer.status_code == 500
            and broken.id in answer.json()["error"]
            and "malformed" in answer.json()["error"]
        )
        assert [record.getMessage() for record in caplog.records] == [answer.json()["error"]]
        assert all(record.exc_info is None for record in caplog.records)
        rows = client.post("/api/mine", json={"tokens": [broken.allied.token, whole.allied.token]}).json()
        assert broken.id in rows[0]["error"] and rows[1]["table"] == whole.id


def test_a_damaged_list_of_tables_is_reported_in_one_line(tmp_path, caplog):
    """Nobody asked for a table, so none is named; the line says how to find out."""
    file = tmp_path / "tables.sqlite"
    with TestClient(create_app(f"sqlite:///{file}", rate=0)) as client:
        with closing(sqlite3.connect(file)) as db:
            db.execute("DROP TABLE seats")
        caplog.clear()
        answer = client.get("/api/open")
        assert answer.status_code == 500
        assert answer.json()["error"].startswith("the database cannot read its list of tables (")
        assert [record.getMessage() for record in caplog.records] == [answer.json()["error"]]


def test_a_row_that_is_no_line_of_a_record_names_its_table(tmp_path):
    file = tmp_path / "tables.sqlite"
    with TestClient(create_app(f"sqlite:///{file}", rate=0)) as client:
        table = begin(client)
        with sqlite3.connect(file) as db:
            db.execute("UPDATE lines SET body = '{' WHERE table_id = ? AND seq = 0", (table.id,))
        answer = client.get(
            f"/api/tables/{table.id}", headers={"Authorization": f"Bearer {table.allied.token}"}
        )
        assert answer.status_code == 500 and table.id in answer.json()["error"]


def test_text_that_is_damaged_names_its_table_and_is_not_shown(tmp_path, caplog):
    """What cannot be read may be secret: neither the answer nor the log repeats it."""
    file = tmp_path / "tables.sqlite"
    with TestClient(create_app(f"sqlite:///{file}", rate=0)) as client:
        table = begin(client)
        table.german.act("record 736/716 1738")
        with sqlite3.connect(file) as db:
            db.execute("UPDATE lines SET body = CAST(CAST(body AS BLOB) || x'ff' AS TEXT) WHERE seq = 1")
    with TestClient(create_app(f"sqlite:///{file}", rate=0)) as client:
        caplog.clear()
        answer = client.get(
            f"/api/tables/{table.id}", headers={"Authorization": f"Bearer {table.allied.token}"}
        )
        assert (
            answer.status_code == 500
            and table.id in answer.json()["error"]
            and "UTF-8" in answer.json()["error"]
        )
        assert "736" not in answer.text and "736" not in caplog.text and "Traceback" not in caplog.text


def test_a_damaged_seat_hides_no_other_table(tmp_path, monkeypatch, caplog):
    with TestClient(create_app(f"sqlite:///{tmp_path / 'tables.sqlite'}", rate=0)) as client:
        one, two = begin(client), begin(client)
        find = Store.find

        def damaged(kept, token):
            if token == hashed(one.allied.token):
                raise sqlite3.DatabaseError("database disk image is malformed")
            return find(kept, token)

        monkeypatch.setattr(Store, "find", damaged)
        rows = client.post("/api/mine", json={"tokens": [one.allied.token, two.allied.token]}).json()
        assert [row["table"] for row in rows] == [two.id] and "malformed" in caplog.text


@pytest.mark.parametrize("host", ["", " "])
def test_no_address_is_not_taken_for_every_address(host: str) -> None:
    with pytest.raises(GrognardError, match="--host needs an address"):
        listen(host, 0)


def test_ctrl_c_while_the_server_starts_is_not_lost() -> None:
    """It is kept for the end of the start: what is thrown into clearing away rubbish would be swallowed there."""
    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt), held_back():
        signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is before
