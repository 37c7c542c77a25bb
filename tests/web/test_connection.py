"""What a connection may send, how slowly, and how many may wait: on a real server, over real sockets."""

from __future__ import annotations

import asyncio
import re
import socket
import threading
from collections.abc import Iterator
from typing import Any

import pytest
import uvicorn

from grognard.web import connection
from grognard.web.connection import Connection

from .processes import Server, until

SOON, NEVER = 0.2, 3600.0  # seconds: of a deadline that passes, and of one that does not
OK = b"HTTP/1.1 200 OK"
MEGABYTE = b"a" * (1 << 20)


class Host:
    """uvicorn in a thread, with our connections and an application that echoes bodies, waits, or talks
    without end.
    """

    def __init__(self) -> None:
        self.gone: list[str] = []  # paths whose client hung up
        self.heads: list[int] = []
        self.release = threading.Event()
        how: dict[str, Any] = {
            "http": Connection,
            "ws": "none",
            "lifespan": "off",
            "log_level": "error",
            "interface": "asgi3",
        }
        self.server = uvicorn.Server(uvicorn.Config(self.app, **how))
        self.ears = socket.create_server(("127.0.0.1", 0))
        self.thread = threading.Thread(target=self.server.run, args=([self.ears],), daemon=True)
        self.thread.start()

    async def app(self, scope: Any, receive: Any, send: Any) -> None:
        body, more = b"", True
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                self.gone.append(scope["path"])
                return
            body, more = body + message["body"], message["more_body"]
        self.heads.append(len(scope["headers"]))
        if scope["path"] == "/wait":
            await asyncio.to_thread(self.release.wait)
        await send({"type": "http.response.start", "status": 200, "headers": []})
        while scope["path"] == "/flood" and not self.gone:
            await send({"type": "http.response.body", "body": MEGABYTE, "more_body": True})
            if await self._gone(receive):
                self.gone.append(scope["path"])
        await send({"type": "http.response.body", "body": body or b"hello"})

    @staticmethod
    async def _gone(receive: Any) -> bool:
        try:
            return (await asyncio.wait_for(receive(), 0.001))["type"] == "http.disconnect"
        except TimeoutError:
            return False

    def call(self, data: bytes = b"") -> socket.socket:
        found = socket.create_connection(self.ears.getsockname())
        found.settimeout(600)
        found.sendall(data)
        return found

    def stop(self) -> None:
        self.release.set()
        self.server.should_exit = True
        self.thread.join(600)
        self.ears.close()


@pytest.fixture
def host(monkeypatch: pytest.MonkeyPatch) -> Iterator[Host]:
    for name in ("HEAD_SECONDS", "BODY_SECONDS", "STALLED_SECONDS"):
        monkeypatch.setattr(connection, name, NEVER)
    found = Host()
    yield found
    found.stop()


def heard(wire: socket.socket, enough: bytes | None = None) -> bytes:
    """What comes until the other side hangs up, or until `enough` has come."""
    found = b""
    try:
        while (enough is None or enough not in found) and (data := wire.recv(65_536)):
            found += data
    except ConnectionResetError:
        pass
    return found


def send_all(wire: socket.socket, parts: Iterator[bytes]) -> int:
    """How much could be sent before the other side hung up."""
    sent = 0
    try:
        for part in parts:
            wire.sendall(part)
            sent += len(part)
    except OSError:
        pass
    return sent


GET = b"GET / HTTP/1.1\r\nhost: x\r\n"
POST = b"POST / HTTP/1.1\r\nhost: x\r\n"


@pytest.mark.parametrize(
    "head",
    [
        GET,
        POST + b"transfer-encoding: chunked\r\n\r\n1\r\na\r\n0\r\n",  # the rest are trailers
    ],
    ids=["headers", "trailers"],
)
def test_endless_headers_are_cut_off(host: Host, head: bytes) -> None:
    wire = host.call(head)
    assert send_all(wire, (b"x%d: " % n + MEGABYTE + b"\r\n" for n in range(300))) < 100 << 20
    assert OK not in heard(wire)


def test_an_endless_address_is_cut_off(host: Host) -> None:
    wire = host.call(b"GET /")
    assert send_all(wire, (MEGABYTE for _ in range(300))) < 100 << 20
    assert OK not in heard(wire)


def test_endless_framing_of_chunks_is_cut_off(host: Host) -> None:
    wire = host.call(POST + b"transfer-encoding: chunked\r\n\r\n")
    assert send_all(wire, (b"1;" + MEGABYTE + b"\r\na\r\n" for _ in range(300))) < 100 << 20
    assert OK not in heard(wire)


def test_headers_over_the_limit_that_come_in_one_piece_are_refused(host: Host) -> None:
    size = connection.MAX_HEAD_BYTES
    assert b" 431 " in heard(host.call(GET + b"x: " + b"a" * size + b"\r\n\r\n"))
    assert OK in heard(host.call(GET + b"connection: close\r\nx: " + b"a" * (size - 200) + b"\r\n\r\n"))


def test_a_body_may_be_much_longer_than_the_headers(host: Host) -> None:
    wire = host.call(POST + b"connection: close\r\ncontent-length: %d\r\n\r\n" % (3 << 20))
    for _ in range(3):
        wire.sendall(MEGABYTE)
    assert heard(wire).count(b"a") >= 3 << 20


def test_a_connection_can_be_used_again(host: Host) -> None:
    wire = host.call()
    for _ in range(20):
        wire.sendall(GET + b"x: " + b"a" * 10_000 + b"\r\n\r\n")
        assert OK in heard(wire, b"0\r\n\r\n")


# ---------------------------------------------------------------- slow clients


@pytest.mark.parametrize("words", [b"GET / HTTP/1.1\r\nhost: x\r\nx: ", b"G"])
def test_headers_that_do_not_end_are_refused(
    host: Host, monkeypatch: pytest.MonkeyPatch, words: bytes
) -> None:
    monkeypatch.setattr(connection, "HEAD_SECONDS", SOON)
    assert b" 408 " in heard(host.call(words))


def test_a_client_that_says_nothing_is_hung_up_on_without_a_word(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A browser opens connections ahead; words it did not ask for would be taken for an answer."""
    monkeypatch.setattr(connection, "HEAD_SECONDS", SOON)
    assert heard(host.call()) == b""


def test_a_second_request_that_does_not_end_is_refused(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    wire = host.call(GET + b"\r\n")
    assert OK in heard(wire, b"0\r\n\r\n")
    monkeypatch.setattr(connection, "HEAD_SECONDS", SOON)
    wire.sendall(b"GET / HT")
    assert b" 408 " in heard(wire)


def test_a_body_that_does_not_end_is_given_up(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "BODY_SECONDS", SOON)
    assert OK not in heard(host.call(POST + b"content-length: 10\r\n\r\nabc"))
    until(lambda: host.gone == ["/"])


def test_an_answer_that_is_not_read_is_given_up(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "STALLED_SECONDS", SOON)
    host.call(b"GET /flood HTTP/1.1\r\nhost: x\r\n\r\n")
    until(lambda: host.gone)


def test_an_answer_may_take_its_time(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    """The deadlines are for the request: while an answer is made, or a stream is open, none runs."""
    for name in ("HEAD_SECONDS", "BODY_SECONDS"):
        monkeypatch.setattr(connection, name, SOON)
    late = host.call(
        b"GET / HTTP/1.1\r\nx: "
    )  # of two that start together, this one shows that the time has passed
    wire = host.call(b"GET /wait HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n")
    assert b" 408 " in heard(late)
    host.release.set()
    assert OK in heard(wire)


# ---------------------------------------------------------------- many


def test_of_too_many_connections_without_a_request_the_oldest_goes(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "MAX_WAITING", 3)
    busy = host.call(b"GET /wait HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n")
    until(lambda: host.heads)
    half = [host.call(b"GET / HTTP/1.1\r\nx: ") for _ in range(5)]
    assert heard(half[0]) == b"" and heard(half[1]) == b""
    half[4].sendall(b"y\r\nconnection: close\r\n\r\n")
    host.release.set()
    assert OK in heard(half[4]) and OK in heard(busy)


def test_requests_ahead_of_their_answers_have_a_limit(host: Host) -> None:
    wire = host.call(b"GET /wait HTTP/1.1\r\nhost: x\r\n\r\n" + (GET + b"\r\n") * 1000)
    until(lambda: host.heads)
    host.release.set()
    assert len(host.heads) <= connection.MAX_PIPELINED + 2
    assert OK not in heard(wire)


def test_the_server_uses_these_connections(tmp_path: Any) -> None:
    server = Server(f"sqlite:///{tmp_path / 'a.sqlite'}")
    try:
        where = re.fullmatch(r"http://(.*):(\d+)/", server.address)
        assert where is not None
        with socket.create_connection((where[1], int(where[2]))) as wire:
            wire.settimeout(600)
            wire.sendall(GET + b"x: " + b"a" * 200_000 + b"\r\n\r\n")
            assert b" 431 " in heard(wire)
        upgrade = {
            "connection": "upgrade",
            "upgrade": "websocket",
            "sec-websocket-key": "eA==",
            "sec-websocket-version": "13",
        }
        assert server.client.get("/api/games", headers=upgrade).status_code == 200
    finally:
        said = server.stop()
    assert "Traceback" not in said and "WARNING" not in said
