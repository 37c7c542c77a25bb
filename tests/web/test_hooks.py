"""Notices that it is a seat's move: sent where the player asked, to nobody else, and not into private networks."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest
from litestar.testing import TestClient

from grognard.core.ruling import GrognardError
from grognard.web import hooks
from grognard.web.app import create_app
from tests.sword_beach.opening import RECORD

from .processes import until
from .seats import ALLIED, begin


@pytest.fixture
def post_box() -> Iterator[tuple[str, list[dict]]]:
    """A real server that takes notices."""
    taken: list[dict] = []

    class Box(BaseHTTPRequestHandler):
        def do_POST(self):
            taken.append(json.loads(self.rfile.read(int(self.headers["content-length"]))) | {"path": self.path})
            self.send_response(302)
            self.send_header("location", "/elsewhere")
            self.end_headers()

        def log_message(self, *words):
            pass

    server = HTTPServer(("127.0.0.1", 0), Box)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}", taken
    server.shutdown()
    server.server_close()


def test_a_player_is_told_that_it_is_his_move(tmp_path, post_box):
    url, taken = post_box
    with TestClient(create_app(f"sqlite:///{tmp_path / 'a.sqlite'}", rate=0, hooks="any")) as client:
        table = begin(client, name="Friday")
        assert table.allied.ask("GET", "/webhook").json() == {"url": None, "offered": True}
        assert table.allied.ask("PUT", "/webhook", json={"url": f"{url}/mine?a=1"}).json()["url"] == f"{url}/mine?a=1"
        assert (
            table.german.ask("GET", "/webhook").json()["url"] is None and table.watch.ask("GET", "/webhook").status_code == 403
        )
        table.german.act(*(f"record {unit} {hex_}" for unit, hex_ in RECORD.items()))
        until(lambda: taken)
        seq = len(RECORD)
        assert taken == [
            {"table": table.id, "name": "Friday", "seat": ALLIED, "seq": seq, "text": "it is your move", "path": "/mine?a=1"}
        ]
        assert table.allied.ask("PUT", "/webhook", json={"url": None}).json()["url"] is None


def test_without_the_option_no_notices_are_sent(client):
    table = begin(client)
    assert table.allied.ask("GET", "/webhook").json() == {"url": None, "offered": False}
    assert table.allied.ask("PUT", "/webhook", json={"url": "http://example.com/"}).status_code == 403


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1/", "http://[::1]/", "http://10.0.0.1/", "http://192.168.1.1:8080/x", "http://169.254.169.254/latest", "http://0.0.0.0/",
        "http://[::ffff:127.0.0.1]/", "http://localhost/", "http://2130706433/", "http://0x7f.1/", "http://100.64.0.1/", "http://[fe80::1%25lo]/",
        "http://224.0.0.1/",
    ],
)  # fmt: skip
def test_the_private_network_is_out_of_reach(url):
    with pytest.raises(GrognardError, match=r"public internet|no machine|no address"):
        hooks.resolve(hooks.address(url), "public")


@pytest.mark.parametrize(
    "url",
    [
        "ftp://example.com/",
        "file:///etc/passwd",
        "http://",
        "//x",
        "http://a:b@example.com/",
        "http://example.com/a b",
        "http://example.com:99999/",
        "http://exa\nmple.com/",
        "javascript:1",
    ],
)
def test_what_is_no_address(url):
    with pytest.raises(GrognardError, match="address"):
        hooks.address(url)


def test_the_machine_that_was_looked_at_is_the_one_that_is_called(monkeypatch):
    """A name that means another machine the second time leads nowhere else: it is looked up once."""
    looked = []
    monkeypatch.setattr(
        hooks.socket,
        "getaddrinfo",
        lambda *a, **k: looked.append(a) or [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("93.184.216.34", 80))],
    )
    called = []

    def create_connection(where, timeout):
        called.append(where)
        raise ConnectionRefusedError

    monkeypatch.setattr(hooks.socket, "create_connection", create_connection)
    with pytest.raises(ConnectionRefusedError):
        hooks.send("http://rebinding.test/", {}, "public")
    assert called == [("93.184.216.34", 80)] and len(looked) == 1
