"""Notices that it is a seat's move, sent to an address its player has given. Off unless the server is started
with them.

Every notice has one deadline for all it does. Several are sent at once, and one receiver is sent one at a
time, so a slow receiver delays its own notices only.
"""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import socket
import ssl
from collections import Counter
from contextlib import suppress
from functools import cache
from threading import Thread
from urllib.parse import SplitResult, urlsplit

import msgspec

from grognard.core.plain import Plain
from grognard.core.ruling import GrognardError

ANY = "any"  # not only the public internet
DEADLINE_SECONDS = 10.0  # of one notice, from the lookup of the name to the answer
MAX_SENDERS = 32  # notices that are sent at once
MAX_LOOKUPS = 16  # names that are looked up at once; a thread each, which cannot be stopped
MAX_WAITING = 1000  # notices in all
MAX_WAITING_OF_A_RECEIVER = 20  # among them
MAX_STATUS_LINE = 1000  # bytes
_log = logging.getLogger("grognard.web.hooks")

# Global unicast, without the blocks that lead to IPv4 addresses or into tunnels. NAT64 (64:ff9b::/96,
# 64:ff9b:1::/48), IPv4-compatible (::/96) and IPv4-mapped addresses (::ffff:0:0/96) are outside of the first.
UNICAST = ipaddress.ip_network("2000::/3")
SPECIAL = [
    ipaddress.ip_network(block)
    for block in (
        "2001::/23",  # IETF protocols: Teredo, ORCHID, benchmarks
        "2001:db8::/32",  # documentation
        "2002::/16",  # 6to4
        "3fff::/20",  # documentation
        "192.88.99.0/24",  # relays of 6to4
    )
]


def address(url: str) -> SplitResult:
    """Return an address notices can be sent to, or refuse it."""
    try:
        result = urlsplit(url)
        port = result.port
    except ValueError:
        raise GrognardError("this is not an address") from None
    if (
        result.scheme not in ("http", "https")
        or not result.hostname
        or result.username
        or result.password
        or port == 0
    ):
        raise GrognardError(
            "an address for notices begins with http or https, has a host, and no name or password in it"
        )
    if not url.isascii() or any(letter <= " " or letter == "\x7f" for letter in url):
        raise GrognardError("an address for notices is written in plain letters")
    return result


def port_of(where: SplitResult) -> int:
    return where.port or (443 if where.scheme == "https" else 80)


def is_public(machine: str) -> bool:
    """Whether a numeric address is on the public internet and leads nowhere else."""
    result = ipaddress.ip_address(machine.partition("%")[0])
    if isinstance(result, ipaddress.IPv6Address) and result not in UNICAST:
        return False
    return result.is_global and not result.is_multicast and not any(result in block for block in SPECIAL)


def chosen(host: str, machines: list[str], reach: str) -> str:
    """Return the machine to connect to; one of a private network is refused, unless the server allows any."""
    if not machines:
        raise GrognardError(f"there is no machine {host}")
    if reach != ANY and not all(map(is_public, machines)):
        raise GrognardError(f"{host} is not on the public internet; notices are not sent there")
    return machines[0]


def look_up(host: str, port: int) -> list[str]:
    """Return the numeric addresses of a host; none if there is no such host."""
    try:
        return [str(row[4][0]) for row in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
    except (OSError, UnicodeError):
        return []


async def post(where: SplitResult, machine: str, notice: Plain) -> int:
    """Post a notice to a machine that was checked; return the status. Only the first line of the answer is
    read.
    """
    secure = {"ssl": _context(), "server_hostname": where.hostname} if where.scheme == "https" else {}
    reading, writing = await asyncio.open_connection(machine, port_of(where), limit=MAX_STATUS_LINE, **secure)  # type: ignore[arg-type]
    try:
        writing.write(_request(where, msgspec.json.encode(notice)))
        await writing.drain()
        return _status(await reading.readline())
    finally:
        writing.transport.abort()


@cache
def _context() -> ssl.SSLContext:
    return ssl.create_default_context()


def _request(where: SplitResult, body: bytes) -> bytes:
    path = (where.path or "/") + (f"?{where.query}" if where.query else "")
    lines = [
        f"POST {path} HTTP/1.1",
        f"Host: {where.netloc}",
        "User-Agent: grognard",
        "Content-Type: application/json",
        f"Content-Length: {len(body)}",
        "Connection: close",
        "",
        "",
    ]
    return "\r\n".join(lines).encode("ascii") + body


def _status(line: bytes) -> int:
    match line.split(None, 2):
        case [version, status, *_] if (
            version.startswith(b"HTTP/1.") and status.isdigit() and len(status) == 3
        ):
            return int(status)
    raise GrognardError("the receiver does not speak HTTP/1.1")


class Hooks:
    """The notices under way. Used from the event loop."""

    def __init__(self, reach: str) -> None:
        self.reach = reach
        self._lookups, self._senders = asyncio.Semaphore(MAX_LOOKUPS), asyncio.Semaphore(MAX_SENDERS)
        self._receivers: dict[str, asyncio.Lock] = {}
        self._waiting: Counter[str] = Counter()  # by receiver
        self._tasks: set[asyncio.Task[None]] = set()

    async def check(self, url: str) -> None:
        """Refuse an address that notices cannot be sent to."""
        try:
            async with asyncio.timeout(DEADLINE_SECONDS):
                await self._machine(address(url))
        except TimeoutError:
            raise GrognardError("the name in this address cannot be looked up now; try again") from None

    def put(self, url: str, notice: Plain) -> None:
        """Send a notice soon; one too many is dropped."""
        receiver = urlsplit(url).netloc.casefold()
        if self._waiting.total() < MAX_WAITING and self._waiting[receiver] < MAX_WAITING_OF_A_RECEIVER:
            self._waiting[receiver] += 1
            task = asyncio.ensure_future(self._deliver(url, receiver, notice))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    def close(self) -> None:
        for task in list(self._tasks):
            task.cancel()

    async def send(self, url: str, notice: Plain) -> int:
        """Post a notice within its deadline; return the status of the answer. No redirection is followed."""
        where = address(url)
        async with asyncio.timeout(DEADLINE_SECONDS):
            return await post(where, await self._machine(where), notice)

    async def _deliver(self, url: str, receiver: str, notice: Plain) -> None:
        lock = self._receivers.setdefault(receiver, asyncio.Lock())
        try:
            async with lock, self._senders:
                await self.send(url, notice)
        except (
            OSError,
            GrognardError,
            ValueError,
        ) as error:  # ValueError: an answer whose first line does not end
            _log.info("a notice was not taken: %s", type(error).__name__)
        finally:
            self._waiting[receiver] -= 1
            if not self._waiting[receiver]:
                del self._waiting[receiver], self._receivers[receiver]

    async def _machine(self, where: SplitResult) -> str:
        """Look a name up once: the connection goes to the address that was checked."""
        host = str(where.hostname)
        return chosen(host, await self._addresses(host, port_of(where)), self.reach)

    async def _addresses(self, host: str, port: int) -> list[str]:
        """Look a name up in a thread; its place is free again when the thread has ended, even if a caller
        still waits for it.
        """
        await self._lookups.acquire()
        loop, result = asyncio.get_running_loop(), asyncio.get_running_loop().create_future()

        def done(machines: list[str]) -> None:
            self._lookups.release()
            if not result.done():
                result.set_result(machines)

        def work() -> None:
            machines = look_up(host, port)
            with suppress(RuntimeError):  # the server has stopped
                loop.call_soon_threadsafe(done, machines)

        Thread(target=work, name="hooks", daemon=True).start()
        return await result  # type: ignore[no-any-return]
