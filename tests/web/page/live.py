"""A real server for tests of the page: uvicorn on a port the system chooses, its tables in a folder of the
test.
"""

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
    # a connection that lies idle is kept: who asks again on it at the moment it ends gets no answer
    how = {"log_level": "error", "timeout_graceful_shutdown": 1, "timeout_keep_alive": int(PATIENCE)}
    server = uvicorn.Server(uvicorn.Config(app, **how))
    with socket.create_server(("127.0.0.1", 0)) as ears:  # it takes connections from now on
        thread = Thread(target=server.run, args=([ears],), daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{ears.getsockname()[1]}/"
        server.should_exit = True
        thread.join(PATIENCE)
        assert not thread.is_alive()
