"""What stands before every request: the origin, the host, a limit of requests, and headers that keep browsers
strict.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, MutableMapping
from contextlib import AbstractContextManager, ExitStack, nullcontext
from typing import Any
from urllib.parse import SplitResult, urlsplit

import msgspec

from .offload import Busy, Gate

POLICY = "default-src 'self'; base-uri 'none'; form-action 'self'; object-src 'none'; frame-ancestors 'none'"
HEADERS: dict[bytes, bytes] = {
    b"content-security-policy": POLICY.encode(),
    b"x-content-type-options": b"nosniff",
    b"referrer-policy": b"no-referrer",
    b"x-frame-options": b"DENY",
    b"cross-origin-opener-policy": b"same-origin",
    b"cross-origin-resource-policy": b"same-origin",
}
SAFE = ("GET", "HEAD", "OPTIONS")
LONGEST_NAME = 250  # bytes of a part of a path
CLIENTS = 10_000  # addresses remembered
MAX_REQUESTS, MAX_REQUESTS_OF_A_CLIENT = 512, 64  # that are answered at once
MAX_STREAMS, MAX_STREAMS_OF_A_CLIENT = 10_000, 256  # that are open
LUMP, HOLD = (
    20.0,
    2.0,
)  # requests a process takes out of the common store at once, and seconds it may keep them

Plain = MutableMapping[str, Any]  # what ASGI hands over: its words are those of its documents
Receive = Callable[[], Awaitable[Plain]]
Send = Callable[[Plain], Awaitable[None]]
App = Callable[[Plain, Receive, Send], Awaitable[None]]
Lease = Callable[[str, float, float, float], float]


class Limit:
    """So many requests a second in the long run, and a store of them for bursts; of each address."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst = rate, burst
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, client: str) -> bool:
        now = time.monotonic()
        left, since = self._left.pop(client, (self.burst, now))
        left = min(self.burst, left + (now - since) * self.rate)
        self._left[client] = (max(left - 1, 0), now)
        if len(self._left) > CLIENTS:
            self._left.popitem(last=False)
        return left >= 1


class SharedLimit:
    """The same for several processes together: each takes a few requests at a time out of one store in the
    database.
    """

    def __init__(self, lease: Lease, rate: float, burst: float) -> None:
        self.lease, self.rate, self.burst = lease, rate, burst
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()  # what is granted, and until when
        self._lump = max(1.0, min(LUMP, burst / 8))

    async def take(self, client: str) -> bool:
        now = time.monotonic()
        left, until = self._left.pop(client, (0.0, 0.0))
        if left < 1 or until < now:
            left, until = (
                await asyncio.to_thread(self.lease, client[:80], self._lump, self.rate, self.burst),
                now + HOLD,
            )
        self._left[client] = (max(left - 1, 0), until)
        if len(self._left) > CLIENTS:
            self._left.popitem(last=False)
        return left >= 1


class Guard:
    """Refuses what no page of ours sends, and puts the headers on what goes out."""

    def __init__(self, limit: Limit | SharedLimit | None, hosts: frozenset[str] | None = None) -> None:
        self.limit, self.hosts = limit, hosts
        self.requests = Gate(MAX_REQUESTS, MAX_REQUESTS_OF_A_CLIENT, "requests")
        self.streams = Gate(MAX_STREAMS, MAX_STREAMS_OF_A_CLIENT, "streams")

    async def __call__(self, app: App, scope: Plain, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await app(scope, receive, send)
        guarded = _with_headers(send, scope["path"])
        if refusal := self.refuse(scope) or await self._too_many(scope):
            return await _refuse(guarded, *refusal)
        with ExitStack() as place:
            try:
                place.enter_context(self._place(scope))
            except Busy as error:
                return await _refuse(guarded, 429, str(error))
            return await app(scope, receive, guarded)

    def _place(self, scope: Plain) -> AbstractContextManager[None]:
        """A place among the requests under way; only the interface has limits, and only if the server has
        any.
        """
        if self.limit is None or not scope["path"].startswith("/api/"):
            return nullcontext()
        gate = self.streams if scope["path"].endswith("/stream") else self.requests
        return gate.admit(_client(scope))

    async def _too_many(self, scope: Plain) -> tuple[int, str] | None:
        limit = self.limit
        if limit is None or not scope["path"].startswith("/api/"):
            return None
        client = _client(scope)
        granted = limit.take(client) if isinstance(limit, Limit) else await limit.take(client)
        return None if granted else (429, "too many requests; wait a little")

    def refuse(self, scope: Plain) -> tuple[int, str] | None:
        """The status and the words of a refusal, or nothing."""
        if not _can_be_a_file(scope["path"]):
            return 404, "there is no such address"
        headers = {name.lower(): value.decode("latin-1") for name, value in scope["headers"]}
        host = headers.get(b"host", "")
        if self.hosts is not None and _parts(f"//{host}").hostname not in self.hosts:
            return 400, "this server does not go by that name"
        if scope["method"] not in SAFE and not _same_origin(headers, host):
            return 403, "this request comes from another site"
        return None


def _client(scope: Plain) -> str:
    return str((scope.get("client") or ("?", 0))[0])


def _can_be_a_file(path: str) -> bool:
    """Whether a system can look for it: no NUL, and no name longer than a file may have."""
    return "\0" not in path and all(
        len(name.encode("utf-8", "replace")) <= LONGEST_NAME for name in path.split("/")
    )


def _same_origin(headers: dict[bytes, str], host: str) -> bool:
    """A browser says where a request comes from; a program that is none says nothing and holds no one's
    tokens.
    """
    if headers.get(b"sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return False
    origin = headers.get(b"origin")
    if origin == "null":
        return False
    return origin is None or _parts(origin).netloc.casefold() == host.casefold()


def _parts(address: str) -> SplitResult:
    try:
        return urlsplit(address)
    except ValueError:  # no address at all
        return urlsplit("")


def _with_headers(send: Send, path: str) -> Send:
    keep = b"no-store" if path.startswith("/api/") else b"no-cache"

    async def wrapped(message: Plain) -> None:
        if message["type"] == "http.response.start":
            have = {name.lower() for name, _ in message.get("headers", ())}
            ours = {**HEADERS, b"cache-control": keep}
            message["headers"] = [
                *message.get("headers", ()),
                *((n, v) for n, v in ours.items() if n not in have),
            ]
        await send(message)

    return wrapped


async def _refuse(send: Send, status: int, words: str) -> None:
    body = msgspec.json.encode({"error": words, "rulings": []})
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
