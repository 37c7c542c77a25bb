"""A real server for tests of the page: uvicorn on a free port of this machine, its tables in a folder of the test."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

import uvicorn

from grognard.web.app import create_app


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """The address of a server that is there while the block runs."""
    app = create_app(f"sqlite:///{folder / 'tables.sqlite'}", rate=1e6, burst=1e6)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = uvicorn.Server(uvicorn.Config(app, host="127.0.0.1", port=port, log_level="error", timeout_graceful_shutdown=1))
    thread = Thread(target=server.run, daemon=True)
    thread.start()
    until = time.monotonic() + 60
    while not server.started and time.monotonic() < until:
        time.sleep(0.02)
    assert server.started, "the server did not come up"
    yield f"http://127.0.0.1:{port}/"
    server.should_exit = True
    thread.join(10)
