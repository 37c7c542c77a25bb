"""What stands before every request."""

from __future__ import annotations

from pathlib import Path

import pytest
from litestar.testing import TestClient
from sqlalchemy.dialects import postgresql
from sqlalchemy.schema import CreateTable

import grognard.web
from grognard.core.ruling import GrognardError
from grognard.web import store
from grognard.web.app import create_app
from grognard.web.guard import Limit
from grognard.web.schema import SCHEMA
from grognard.web.serve import data_folder, names
from grognard.web.store import Store

from .seats import START, begin


@pytest.mark.parametrize("path", ["/", "/api/games", "/schema/openapi.json", "/nothing", "/api/tables/x", "/static/nothing.js"])
def test_every_answer_keeps_browsers_strict(client, path):
    headers = client.get(path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'self'" in policy and "frame-ancestors 'none'" in policy and "unsafe" not in policy
    assert headers["x-content-type-options"] == "nosniff" and headers["referrer-policy"] == "no-referrer"
    assert "no-store" in headers["cache-control"] if path.startswith("/api") else headers["cache-control"]


def test_another_site_cannot_post(client):
    for headers in ({"origin": "http://elsewhere.test"}, {"origin": "null"}, {"sec-fetch-site": "cross-site"}):
        answer = client.post("/api/tables", json=START, headers=headers)
        assert answer.status_code == 403 and answer.json()["error"]
    assert client.post("/api/tables", json=START, headers={"origin": "http://testserver.local"}).status_code == 201


def test_a_body_has_a_limit(client):
    table = begin(client)
    assert table.allied.ask("PUT", "/notes", json={"text": "x" * 100_000}).status_code == 413
    assert client.post("/api/records", content=b"x" * 5_000_000).status_code == 413


def test_a_body_of_nothing_but_brackets_is_refused(client):
    table = begin(client)
    deep = b'{"a":' * 20_000
    for path in ("/api/tables", "/api/mine", "/api/records", f"/api/tables/{table.id}/judge", "/api/paper/longest-day/faults"):
        headers = {"content-type": "application/json", "authorization": f"Bearer {table.allied.token}"}
        answer = client.post(path, content=deep, headers=headers)
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


def test_a_borrowed_name_is_refused(database):
    """On this machine the server goes by this machine's names alone."""
    assert (
        names("127.0.0.1", ()) >= {"localhost"}
        and names("0.0.0.0", ()) is None
        and "table.test" in names("127.0.0.1", ("table.test",))
    )
    with TestClient(create_app(database, hosts=names("127.0.0.1", ())), base_url="http://elsewhere.test") as client:
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
        assert "table" in client.get("/").text and client.get("/").headers["content-type"].startswith("text/html")
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
    kept.create(store.Entry("twice", "", "sword-beach", "standard"), [{"a": 1}], [("watch", "watch", None)], {})
    kept.append("twice", 1, [{"a": 2}, {"a": 3}])
    with pytest.raises(store.Stale):
        kept.append("twice", 2, [{"b": 3}, {"b": 4}])
    assert kept.lines("twice") == [{"a": 1}, {"a": 2}, {"a": 3}] and kept.last("twice") == 2
    kept.close()


def test_a_table_of_other_rules_is_listed_and_says_why(client, monkeypatch):
    table = begin(client)
    table.german.act("record 736/716 1738")
    monkeypatch.setattr("grognard.web.rooms.Room.refresh", lambda room: (_ for _ in ()).throw(GrognardError("rules 0.9")))
    (row,) = client.post("/api/mine", json={"tokens": [table.german.token]}).json()
    assert row["error"] == "rules 0.9" and row["table"] == table.id and row["seq"] == 1 and row["to_move"] is None


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
