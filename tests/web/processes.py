"""The real server in a process of its own, and what listens to its streams.

Nothing here is a measure of speed: every wait ends when what is waited for is there, and the bounds are far
beyond what the busiest machine needs.
"""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

import httpx

from .seats import Player

PATIENCE = 600.0  # seconds
CODE = "from grognard.play.cli import main; main()"
ENVIRONMENT = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}


def start(database: str, *more: str, port: int = 0, **how: Any) -> tuple[subprocess.Popen[bytes], str]:
    """`grognard serve` on a port the system chooses, and its address: from there on it listens."""
    words = [
        sys.executable,
        "-c",
        CODE,
        "serve",
        "--port",
        str(port),
        "--database",
        database,
        "--rate",
        "0",
        *more,
    ]
    process = subprocess.Popen(words, env=ENVIRONMENT, stdout=subprocess.PIPE, bufsize=0, **how)
    said = ""
    while line := process.stdout.readline().decode():
        if found := re.match(r"the table is at (\S+)", line):
            return process, found[1]
        said += line
    process.wait(PATIENCE)
    raise AssertionError(f"the server does not start: {said}")


class Server:
    """A server, which can be killed."""

    def __init__(self, database: str, *more: str) -> None:
        self.process, self.address = start(database, *more, stderr=subprocess.STDOUT)
        self.client = httpx.Client(base_url=self.address, timeout=PATIENCE)

    def kill(self) -> None:
        """As a power cut would: no time for anything."""
        self.process.kill()
        self.process.wait(PATIENCE)
        self.client.close()

    def stop(self) -> str:
        """Gives what it had to say."""
        self.client.close()
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        try:
            said, _ = self.process.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise
        return said.decode()


@contextmanager
def serving(database: str, *more: str) -> Iterator[httpx.Client]:
    """A server, stopped by a signal at the end."""
    server = Server(database, *more)
    try:
        yield server.client
    finally:
        server.stop()


class Ear:
    """Listens to a table's stream as one seat; everything heard is kept."""

    def __init__(self, player: Player) -> None:
        self.heard: list[dict[str, Any]] = []
        self.raw: list[str] = []
        self.ended = False  # by the server, as it should be
        self._ready = threading.Event()
        self.thread = threading.Thread(target=self._listen, args=(player,), daemon=True)
        self.thread.start()
        assert self._ready.wait(PATIENCE), "the stream does not open"

    def _listen(self, player: Player) -> None:
        url, headers = (
            f"{player.client.base_url}api/tables/{player.table}/stream",
            {"Authorization": f"Bearer {player.token}"},
        )
        with (
            suppress(httpx.TransportError),
            httpx.Client(timeout=PATIENCE) as own,
            own.stream("GET", url, headers=headers) as stream,
        ):
            assert stream.headers["content-type"].startswith("text/event-stream")
            for line in stream.iter_lines():
                self.raw.append(line)
                if line.startswith("data: "):
                    self.heard.append(json.loads(line[6:]))
                    self._ready.set()
            self.ended = True

    def wait_for(self, seq: int) -> dict[str, Any]:
        """The news that brought the table to a number."""
        until(lambda: any(news["seq"] >= seq for news in self.heard))
        return next(news for news in self.heard if news["seq"] >= seq)


def until(test: Callable[[], object], seconds: float = PATIENCE) -> None:
    end = time.monotonic() + seconds
    while not test():
        assert time.monotonic() < end, "nothing came"
        time.sleep(0.01)
