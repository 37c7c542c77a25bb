"""A real server for tests of the page: uvicorn on a port the system chooses, its tables in a folder of the test."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

import uvicorn

from grognard.web.app import create_app
from tests.web.processes import PATIENCE


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """The address of a server that is there while the block runs."""
    app = create_app(f"sqlite:///{folder / 'tables.sqlite'}", rate=1e6, burst=1e6)
    server = uvicorn.Server(uvicorn.Config(app, log_level="error", timeout_graceful_shutdown=1))
    with socket.create_server(("127.0.0.1", 0)) as ears:  # it takes connections from now on
        thread = Thread(target=server.run, args=([ears],), daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{ears.getsockname()[1]}/"
        server.should_exit = True
        thread.join(PATIENCE)
        assert not thread.is_alive()
