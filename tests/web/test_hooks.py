"""Notices that it is a seat's move: sent where the player asked, to nobody else, and not into private
networks.
"""

from __future__ import annotations

import asyncio
import json
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
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
            taken.append(
                json.loads(self.rfile.read(int(self.headers["content-length"]))) | {"path": self.path}
            )
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
        assert (
            table.allied.ask("PUT", "/webhook", json={"url": f"{url}/mine?a=1"}).json()["url"]
            == f"{url}/mine?a=1"
        )
        assert (
            table.german.ask("GET", "/webhook").json()["url"] is None
            and table.watch.ask("GET", "/webhook").status_code == 403
        )
        table.german.act(*(f"record {unit} {hex_}" for unit, hex_ in RECORD.items()))
        until(lambda: taken)
        seq = len(RECORD)
        assert taken == [
            {
                "table": table.id,
                "name": "Friday",
                "seat": ALLIED,
                "seq": seq,
                "text": "it is your move",
                "path": "/mine?a=1",
            }
        ]
        assert table.allied.ask("PUT", "/webhook", json={"url": None}).json()["url"] is None


def test_without_the_option_no_notices_are_sent(client):
    table = begin(client)
    assert table.allied.ask("GET", "/webhook").json() == {"url": None, "offered": False}
    assert table.allied.ask("PUT", "/webhook", json={"url": "http://example.com/"}).status_code == 403


PRIVATE = [
    "127.0.0.1",
    "[::1]",
    "10.0.0.1",
    "192.168.1.1:8080",
    "169.254.169.254",
    "0.0.0.0",
    "localhost",
    "2130706433",
    "0x7f.1",
    "100.64.0.1",
    "[fe80::1%25lo]",
    "224.0.0.1",
    "[fc00::1]",
    "[fec0::1]",
    "[ff02::1]",
    "[::]",
    "255.255.255.255",
    "192.88.99.1",
]
# 127.0.0.1 and 8.8.8.8 in addresses of another kind: the network may lead on to the IPv4 address
EMBEDDED = [
    "[::ffff:127.0.0.1]",
    "[::ffff:8.8.8.8]",
    "[::127.0.0.1]",
    "[::8.8.8.8]",
    "[::ffff:0:127.0.0.1]",
    "[64:ff9b::127.0.0.1]",
    "[64:ff9b::8.8.8.8]",
    "[64:ff9b:1::127.0.0.1]",
    "[2002:7f00:1::]",
    "[2002:808:808::1]",
    "[2001:0:808:808::1]",
    "[2001:db8::1]",
]


@pytest.mark.parametrize("host", [*PRIVATE, *EMBEDDED])
def test_the_private_network_is_out_of_reach(host):
    with pytest.raises(GrognardError, match=r"public internet|no machine|not an address"):
        asyncio.run(hooks.Hooks("public").check(f"http://{host}/x"))


@pytest.mark.parametrize("machine", ["8.8.8.8", "93.184.216.34", "2606:2800:220:1::1", "2a00:1450::1"])
def test_the_public_internet_is_within_reach(machine):
    assert hooks.is_public(machine)


def test_one_private_address_among_several_is_enough_to_refuse(monkeypatch):
    monkeypatch.setattr(hooks, "look_up", lambda host, port: ["8.8.8.8", "64:ff9b::7f00:1"])
    with pytest.raises(GrognardError, match="public internet"):
        asyncio.run(hooks.Hooks("public").check("http://both.test/"))


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
    answers = iter([["93.184.216.34"], ["127.0.0.1"]])
    monkeypatch.setattr(hooks, "look_up", lambda host, port: next(answers))
    called = []

    async def open_connection(host, port, **how):
        called.append((host, port, how.get("server_hostname")))
        raise ConnectionRefusedError

    monkeypatch.setattr(hooks.asyncio, "open_connection", open_connection)
    with pytest.raises(ConnectionRefusedError):
        asyncio.run(hooks.Hooks("public").send("https://rebinding.test/", {}))
    assert called == [("93.184.216.34", 443, "rebinding.test")]


# ---------------------------------------------------------------- slow receivers


class Slow:
    """A receiver that takes connections and never answers, or answers a byte at a time without end."""

    def __init__(self, drips: bool) -> None:
        self.ears = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.ears.getsockname()[1]}/"
        self.drips, self.calls, self.open = drips, 0, True
        threading.Thread(target=self._run, daemon=True).start()

    def _run(self) -> None:
        with suppress(OSError):
            while self.open:
                wire, _ = self.ears.accept()
                self.calls += 1
                threading.Thread(target=self._answer, args=(wire,), daemon=True).start()

    def _answer(self, wire: socket.socket) -> None:
        with suppress(OSError), wire:
            while self.open:
                time.sleep(0.01)
                wire.sendall(b"H" if self.drips else b"")

    def close(self) -> None:
        self.open = False
        self.ears.close()


@pytest.fixture(params=[False, True], ids=["silent", "drips"])
def slow(request: pytest.FixtureRequest) -> Iterator[Slow]:
    found = Slow(request.param)
    yield found
    found.close()


def test_slow_receivers_do_not_delay_the_others(slow, post_box):
    """No deadline passes here: the others are served while the slow one is waited for."""
    url, taken = post_box

    async def scene() -> None:
        sending = hooks.Hooks("any")
        for number in range(100):
            sending.put(slow.url, {"number": number})
        await asyncio.to_thread(until, lambda: slow.calls)
        for number in range(15):
            sending.put(url, {"number": number})
        await asyncio.to_thread(until, lambda: len(taken) == 15)
        assert slow.calls == 1 and max(sending._waiting.values()) <= hooks.MAX_WAITING_OF_A_RECEIVER
        sending.close()

    asyncio.run(scene())
    assert [notice["number"] for notice in taken] == list(range(15))


def test_a_slow_receiver_is_given_up(slow, monkeypatch):
    """However often a byte comes: the deadline is for the whole notice."""
    monkeypatch.setattr(hooks, "DEADLINE_SECONDS", 0.1)
    with pytest.raises((TimeoutError, ValueError)):
        asyncio.run(hooks.Hooks("any").send(slow.url, {}))


def test_an_answer_whose_first_line_does_not_end_is_given_up(monkeypatch):
    slow = Slow(drips=True)
    monkeypatch.setattr(hooks, "MAX_STATUS_LINE", 10)
    with pytest.raises(ValueError, match="limit"):
        asyncio.run(hooks.Hooks("any").send(slow.url, {}))
    slow.close()


def test_a_name_that_takes_for_ever_to_look_up_delays_nobody_else(monkeypatch, post_box):
    url, taken = post_box
    release, real = threading.Event(), hooks.look_up
    monkeypatch.setattr(hooks, "MAX_LOOKUPS", 2)
    monkeypatch.setattr(hooks, "DEADLINE_SECONDS", 0.1)
    monkeypatch.setattr(
        hooks, "look_up", lambda host, port: release.wait(600) and [] if "slow" in host else real(host, port)
    )

    async def scene() -> None:
        sending = hooks.Hooks("any")
        with pytest.raises(GrognardError, match="cannot be looked up now"):
            await sending.check("http://slow.test/")
        monkeypatch.setattr(hooks, "DEADLINE_SECONDS", 600)
        assert await sending.send(url, {"number": 1}) == 302
        release.set()

    asyncio.run(scene())
    assert len(taken) == 1
