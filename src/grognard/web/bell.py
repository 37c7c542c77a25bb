"""Live news: every open stream of a table is told that it has changed, and asks for itself what it may know."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from threading import Lock
from typing import Any

import msgspec

MOST_STREAMS = 64  # open at one table
POLL = 2.0  # seconds between looks at the database, for what another process wrote
QUIET = 15.0  # seconds after which a silent stream shows that it lives

Waiting = tuple[asyncio.AbstractEventLoop, asyncio.Event]


class Bell:
    """Rings for the streams of this process."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._waiting: dict[str, list[Waiting]] = {}

    def ring(self, table: str) -> None:
        """From any thread: wakes the streams of a table."""
        with self._lock:
            found = list(self._waiting.get(table, ()))
        for loop, event in found:
            if not loop.is_closed():
                loop.call_soon_threadsafe(event.set)

    def full(self, table: str) -> bool:
        with self._lock:
            return len(self._waiting.get(table, ())) >= MOST_STREAMS

    def _add(self, table: str, one: Waiting) -> None:
        with self._lock:
            self._waiting.setdefault(table, []).append(one)

    def _drop(self, table: str, one: Waiting) -> None:
        with self._lock:
            left = [other for other in self._waiting.get(table, ()) if other is not one]
            if left:
                self._waiting[table] = left
            else:
                self._waiting.pop(table, None)

    async def stream(self, table: str, news: Callable[[], dict[str, Any] | None]) -> AsyncIterator[bytes]:
        """Server-sent events: what `news` says whenever it says something else; ends when it says nothing."""
        one = (asyncio.get_running_loop(), asyncio.Event())
        self._add(table, one)
        said: dict[str, Any] | None = None
        quiet = 0.0
        try:
            while (now := await asyncio.to_thread(news)) is not None:
                if now != said:
                    said, quiet = now, 0.0
                    yield b"data: " + msgspec.json.encode(now) + b"\n\n"
                elif quiet >= QUIET:
                    quiet = 0.0
                    yield b": still here\n\n"
                quiet += await _pause(one[1])
        finally:
            self._drop(table, one)


async def _pause(event: asyncio.Event) -> float:
    """Until the bell rings, or a while."""
    try:
        await asyncio.wait_for(event.wait(), POLL)
    except TimeoutError:
        return POLL
    event.clear()
    return 0.0
