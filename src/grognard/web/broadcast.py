"""Live news: every open stream of a table is sent what its seat may know of a change. Used from the event
loop alone.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable

import msgspec

from grognard.core.plain import Plain, PlainView

from .store import WATCH

MAX_SPECTATORS = 64  # streams of one table that only look on
MAX_STREAMS_OF_A_SEAT = 8  # streams of one player; a new one ends the oldest
MAX_NEWS = 32  # queued per stream; a slower client gets only the latest position number
QUIET = 15.0  # seconds after which a silent stream shows that it lives, and is asked again who it is

Message = Plain
Where = Callable[[], Awaitable[tuple[int, int]]]  # the numbers of the last line and of the last line of talk
Known = Callable[[], Awaitable[bool]]
_encode = msgspec.json.Encoder().encode


class Stream:
    """One client's event stream: its queue and its keep-alive timer."""

    def __init__(self, seat: str, token: str) -> None:
        self.seat, self.token = seat, token
        self.news: deque[bytes | None] = deque()  # None: it ends
        self._waiting: asyncio.Future[None] | None = None
        self._alarm: asyncio.TimerHandle | None = None
        self._quiet_at = 0.0  # when the alarm is due, unless something comes before

    @property
    def behind(self) -> bool:
        """Whether the reader is so slow that only the number of the position is sent."""
        return len(self.news) >= MAX_NEWS

    def put(self, news: bytes | None) -> None:
        if not self.ended:
            self.news.append(news)
            self._wake()

    @property
    def ended(self) -> bool:
        return bool(self.news) and self.news[-1] is None

    def end(self) -> None:
        """Ends it, whatever the reader has not read yet."""
        self.news.clear()
        self.put(None)

    def skip_to(self, news: bytes) -> None:
        """In place of everything that has not been read yet."""
        if not self.ended:
            self.news.clear()
            self.put(news)

    async def next(self) -> bytes | None:
        """The next news; nothing at all (`b""`) if it is quiet for long."""
        if not self.news:
            loop = asyncio.get_running_loop()
            self._quiet_at = loop.time() + QUIET
            if (
                self._alarm is None
            ):  # it is not set anew for every news: that costs more than to look again when it rings
                self._alarm = loop.call_at(self._quiet_at, self._rings)
            self._waiting = loop.create_future()
            try:
                await self._waiting
            finally:
                self._waiting = None
        return self.news.popleft() if self.news else b""

    def close(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None

    def _wake(self) -> None:
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)

    def _rings(self) -> None:
        loop = asyncio.get_running_loop()
        self._alarm = None
        if loop.time() < self._quiet_at - 0.01:
            self._alarm = loop.call_at(self._quiet_at, self._rings)
        else:
            self._wake()


class Broadcaster:
    """The open streams of this process."""

    def __init__(self) -> None:
        self._streams: dict[str, list[Stream]] = {}
        self.seq: dict[str, int] = {}  # of each table with readers: what they have been told last
        self.chat: dict[str, int] = {}

    def has_listeners(self, table: str) -> bool:
        """Whether a stream is open."""
        return table in self._streams

    def tables(self) -> list[str]:
        return list(self._streams)

    def admits(self, table: str, seat: str) -> bool:
        """Whether one more stream of a seat can be opened. Spectators share a number of their own: players
        always can.
        """
        return seat != WATCH or len(self.streams_of(table, WATCH)) < MAX_SPECTATORS

    def _make_room(self, table: str, stream: Stream) -> None:
        """Ends the oldest streams of a player, whose browser may have lost them."""
        others = [other for other in self.streams_of(table, stream.seat) if not other.ended]
        for old in others[: max(0, len(others) + 1 - MAX_STREAMS_OF_A_SEAT)] if stream.seat != WATCH else ():
            old.end()

    def publish(self, table: str, news: Callable[[str], Message]) -> None:
        """Sends each seat its own news."""
        made: dict[str, bytes] = {}
        where = {"seq": self.seq.get(table, 0), "chat": self.chat.get(table, 0)}
        for stream in self._streams.get(table, ()):
            if stream.seat not in made:
                made[stream.seat] = _data({**where, **news(stream.seat)})
            if stream.behind:
                stream.skip_to(_data(where))
            else:
                stream.put(made[stream.seat])

    def streams_of(self, table: str, seat: str) -> list[Stream]:
        """The streams of a seat."""
        return [stream for stream in self._streams.get(table, ()) if stream.seat == seat]

    def close(self) -> None:
        """The server is being stopped: every stream ends."""
        for streams in self._streams.values():
            for stream in streams:
                stream.end()

    def _drop(self, table: str, stream: Stream) -> None:
        left = [other for other in self._streams.get(table, ()) if other is not stream]
        if left:
            self._streams[table] = left
        else:
            for tables in (self._streams, self.seq, self.chat):
                tables.pop(table, None)

    async def stream(self, table: str, stream: Stream, where: Where, known: Known) -> AsyncIterator[bytes]:
        """Server-sent events: first where the table stands, then what happens, until the seat is not `known`
        any more.
        """
        self._make_room(table, stream)
        self._streams.setdefault(table, []).append(
            stream
        )  # before it asks: what happens meanwhile is not missed
        try:
            seq, chat = await where()
            self.seq.setdefault(table, seq)
            self.chat.setdefault(table, chat)
            yield _data({"seq": seq, "chat": chat})
            while (news := await self._next(stream, known)) is not None:
                yield news
        finally:
            stream.close()
            self._drop(table, stream)

    async def _next(self, stream: Stream, known: Known) -> bytes | None:
        news = await stream.next()
        if news == b"":
            return b": still here\n\n" if await known() else None
        return news


def _data(news: PlainView) -> bytes:
    return b"data: " + _encode(news) + b"\n\n"
