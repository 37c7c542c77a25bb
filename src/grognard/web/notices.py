"""What other processes tell by way of PostgreSQL: which table has changed, and its number; never what was
played.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Event, Thread

from sqlalchemy.engine import Engine

from .store import CHANNEL

LOOK_UP = 0.5  # seconds between looks whether the server is being stopped
AGAIN = 1.0  # seconds before a lost connection is tried again


class Listener:
    """A connection of its own that waits for notices, in a thread."""

    def __init__(self, engine: Engine, hear: Callable[[str], None], up: Callable[[bool], None]) -> None:
        self._address = engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._hear, self._up = hear, up
        self._stop = Event()
        self._thread = Thread(target=self._run, name="notices", daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._stop.set()
        self._thread.join()

    def _run(self) -> None:
        import psycopg

        while not self._stop.is_set():
            try:
                with psycopg.connect(self._address, autocommit=True) as db:
                    db.execute(f"LISTEN {CHANNEL}")
                    self._up(True)
                    while not self._stop.is_set():
                        for notice in db.notifies(timeout=LOOK_UP):
                            self._hear(notice.payload)
            except psycopg.Error:
                self._up(False)
                self._stop.wait(AGAIN)
