"""One HTTP connection of a client, with limits on its headers, its pace and the number that wait for a
request.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from http import HTTPStatus

import msgspec
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

MAX_HEAD_BYTES = 65_536  # of the request line, the headers, the trailers and the framing of chunks
MAX_PIPELINED = 16  # requests sent before the answer to an earlier one
MAX_WAITING = 4_000  # connections without a complete request; one more closes the oldest
HEAD_SECONDS = 20.0  # from the first byte of a request (or the connection) to the end of its headers
BODY_SECONDS = 120.0  # from there to the end of its body
STALLED_SECONDS = 60.0  # that a client may leave an answer unread


class Connection(HttpToolsProtocol):
    """A connection of a client, cut when it sends too much or too slowly, or does not read its answers."""

    waiting: OrderedDict[Connection, None] = OrderedDict()  # no complete request, oldest first
    _head_bytes = 0  # of the request under way: all of it but its body
    _reads_head = True
    _is_cut = False
    _deadline: asyncio.TimerHandle | None = None
    _stalled: asyncio.TimerHandle | None = None

    # -- the life of a connection

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._wait_for_head()
        if len(self.waiting) > MAX_WAITING:
            next(iter(self.waiting)).transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._is_cut = True
        self._set_deadline(None)
        self.resume_writing()
        self.waiting.pop(self, None)
        super().connection_lost(exc)

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.cycle.response_complete and self._reads_head and not self._is_cut:
            self.waiting.setdefault(self)

    # -- what comes in

    def data_received(self, data: bytes) -> None:
        if self._is_cut:
            return
        if self._deadline is None and self._reads_head:
            self._wait_for_head()
        self._head_bytes += len(data)
        super().data_received(data)
        if self._head_bytes > MAX_HEAD_BYTES:
            self._cut(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)

    def on_headers_complete(self) -> None:
        size = len(self.url) + sum(len(name) + len(value) for name, value in self.headers)
        if size > MAX_HEAD_BYTES:
            self._cut(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)
        elif len(self.pipeline) >= MAX_PIPELINED:
            self._cut(HTTPStatus.TOO_MANY_REQUESTS)
        if self._is_cut:
            return
        self._reads_head = False
        self._set_deadline(BODY_SECONDS)
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        if not self._is_cut:
            self._head_bytes -= len(body)
            super().on_body(body)

    def on_message_complete(self) -> None:
        if self._is_cut:
            return
        self._head_bytes, self._reads_head = 0, True
        self._set_deadline(None)
        self.waiting.pop(self, None)
        super().on_message_complete()

    def _unsupported_upgrade_warning(self) -> None:
        """Answers as if no upgrade were asked for; a line in the log for each would fill the disk."""

    # -- the clock

    def _wait_for_head(self) -> None:
        self.waiting.setdefault(self)
        self._set_deadline(HEAD_SECONDS)

    def _set_deadline(self, seconds: float | None) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
        self._deadline = None if seconds is None else self.loop.call_later(seconds, self._late)

    def _late(self) -> None:
        self._deadline = None
        if self._head_bytes and (self.cycle is None or self.cycle.response_complete):
            self._cut(HTTPStatus.REQUEST_TIMEOUT)
        else:
            self._is_cut = True
            self.transport.abort()

    def pause_writing(self) -> None:
        super().pause_writing()
        if self._stalled is None:
            self._stalled = self.loop.call_later(STALLED_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._stalled is not None:
            self._stalled.cancel()
            self._stalled = None

    # -- the end

    def _cut(self, status: HTTPStatus) -> None:
        """Refuses the request and hangs up; an answer under way is broken off."""
        if self._is_cut:
            return
        self._is_cut = True
        if self.cycle is None or self.cycle.response_complete:
            self.transport.write(_refusal(status))
        self.transport.close()


def _refusal(status: HTTPStatus) -> bytes:
    body = msgspec.json.encode({"error": f"the request is refused: {status.phrase.lower()}", "rulings": []})
    head = (
        f"HTTP/1.1 {status.value} {status.phrase}\r\ncontent-type: application/json\r\ncontent-length:"
        f" {len(body)}\r\n"
    )
    return head.encode() + b"connection: close\r\n\r\n" + body


__all__ = ["Connection"]
