"""The real server in a process of its own, and what listens to its streams."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

import httpx

from .seats import Player

START = 180.0  # seconds a server may take to start, on a machine that is busy with other things
CODE = "from grognard.play.cli import main; main()"
ENVIRONMENT = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


class Server:
    """`grognard serve` on a port of its own."""

    def __init__(self, database: str, *more: str, port: int | None = None) -> None:
        self.port = port or free_port()
        words = [sys.executable, "-c", CODE, "serve", "--port", str(self.port), "--database", database, "--rate", "0", *more]
        self.process = subprocess.Popen(words, env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.client = httpx.Client(base_url=f"http://127.0.0.1:{self.port}", timeout=120)

    def wait(self) -> None:
        """Until it answers."""
        end = time.monotonic() + START
        while time.monotonic() < end:
            try:
                self.client.get("/schema/openapi.json")
                return
            except httpx.TransportError:
                assert self.process.poll() is None, self.process.stdout.read().decode()
                time.sleep(0.02)
        raise AssertionError(f"the server does not answer after {START} seconds")

    def kill(self) -> None:
        """As a power cut would: no time for anything."""
        self.process.kill()
        self.process.wait(10)
        self.client.close()

    def stop(self) -> str:
        """Gives what it had to say."""
        self.client.close()
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        try:
            said, _ = self.process.communicate(timeout=60)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise
        return said.decode()


@contextmanager
def serving(database: str, *more: str) -> Iterator[httpx.Client]:
    """A server, stopped by a signal at the end."""
    server = Server(database, *more)
    try:
        server.wait()
        yield server.client
    finally:
        server.stop()


class Ear:
    """Listens to a table's stream as one seat; everything heard is kept."""

    def __init__(self, player: Player) -> None:
        self.heard: list[dict[str, Any]] = []
        self.raw: list[str] = []
        self._ready = threading.Event()
        self.thread = threading.Thread(target=self._listen, args=(player,), daemon=True)
        self.thread.start()
        assert self._ready.wait(60), "the stream does not open"

    def _listen(self, player: Player) -> None:
        url, headers = f"{player.client.base_url}/api/tables/{player.table}/stream", {"Authorization": f"Bearer {player.token}"}
        with suppress(httpx.TransportError), httpx.Client(timeout=60) as own, own.stream("GET", url, headers=headers) as stream:
            assert stream.headers["content-type"].startswith("text/event-stream")
            for line in stream.iter_lines():
                self.raw.append(line)
                if line.startswith("data: "):
                    self.heard.append(json.loads(line[6:]))
                    self._ready.set()

    def wait_for(self, seq: int) -> dict[str, Any]:
        """The news that brought the table to a number."""
        until(lambda: any(news["seq"] >= seq for news in self.heard))
        return next(news for news in self.heard if news["seq"] >= seq)


def until(test: Callable[[], object], seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not test():
        assert time.monotonic() < end, "nothing came"
        time.sleep(0.01)
