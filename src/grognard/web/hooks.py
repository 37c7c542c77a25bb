"""Notices that it is a seat's move, sent to an address its player has given. Off unless the server is started with them."""

from __future__ import annotations

import http.client
import ipaddress
import logging
import socket
import ssl
from contextlib import suppress
from queue import Full, Queue
from threading import Thread
from typing import Any
from urllib.parse import SplitResult, urlsplit

import msgspec

from grognard.core.ruling import GrognardError

ANY = "any"  # not only the public internet
WAITING, SECONDS = 1000, 5.0  # notices that wait, and how long one may take
_log = logging.getLogger("grognard.web.hooks")


def address(url: str) -> SplitResult:
    """An address notices can be sent to, or a refusal."""
    try:
        found = urlsplit(url)
        port = found.port
    except ValueError:
        raise GrognardError("this is no address") from None
    if found.scheme not in ("http", "https") or not found.hostname or found.username or found.password or port == 0:
        raise GrognardError("an address for notices begins with http or https, has a host, and no name or password in it")
    if not url.isascii() or any(letter <= " " or letter == "\x7f" for letter in url):
        raise GrognardError("an address for notices is written in plain letters")
    return found


def resolve(where: SplitResult, reach: str) -> tuple[str, int]:
    """The machine behind an address; one of a private network is refused, unless the server was told otherwise."""
    port = where.port or (443 if where.scheme == "https" else 80)
    try:
        found = [str(row[4][0]) for row in socket.getaddrinfo(where.hostname, port, type=socket.SOCK_STREAM)]
    except (OSError, UnicodeError):
        raise GrognardError(f"there is no machine {where.hostname}") from None
    if reach != ANY and not all(_public(one) for one in found):
        raise GrognardError(f"{where.hostname} is not on the public internet; notices are not sent there")
    return found[0], port


def _public(machine: str) -> bool:
    address_ = ipaddress.ip_address(machine.partition("%")[0])
    mapped = getattr(address_, "ipv4_mapped", None)
    return (mapped or address_).is_global and not address_.is_multicast


def send(url: str, notice: dict[str, Any], reach: str) -> int:
    """Posts a notice; gives the status of the answer, of which nothing else is read. No redirection is followed."""
    where = address(url)
    machine, port = resolve(where, reach)  # looked up once: the connection goes to what was looked at
    plain = socket.create_connection((machine, port), timeout=SECONDS)
    try:
        wire = (
            ssl.create_default_context().wrap_socket(plain, server_hostname=where.hostname)
            if where.scheme == "https"
            else plain
        )
        connection = http.client.HTTPConnection(where.hostname or "", port, timeout=SECONDS)
        connection.sock = wire
        path = (where.path or "/") + (f"?{where.query}" if where.query else "")
        connection.request(
            "POST", path, msgspec.json.encode(notice), {"Content-Type": "application/json", "User-Agent": "grognard"}
        )
        return connection.getresponse().status
    finally:
        plain.close()


class Hooks:
    """Sends notices in a thread of its own; one that cannot be sent is dropped."""

    def __init__(self, reach: str) -> None:
        self.reach = reach
        self._waiting: Queue[tuple[str, dict[str, Any]] | None] = Queue(WAITING)
        self._thread = Thread(target=self._run, name="hooks", daemon=True)
        self._thread.start()

    def check(self, url: str) -> None:
        resolve(address(url), self.reach)

    def put(self, url: str, notice: dict[str, Any]) -> None:
        with suppress(Full):
            self._waiting.put_nowait((url, notice))

    def close(self) -> None:
        with suppress(Full):
            self._waiting.put_nowait(None)

    def _run(self) -> None:
        while (job := self._waiting.get()) is not None:
            try:
                send(*job, self.reach)
            except (OSError, GrognardError, http.client.HTTPException) as error:
                _log.info("a notice was not taken: %s", type(error).__name__)
