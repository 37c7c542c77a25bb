"""A real server in a process of its own: `grognard serve` without a limit of requests."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import httpx

from tests.web.processes import CODE, ENVIRONMENT, free_port

PATIENCE = 120.0  # seconds a busy machine may take to start


class Served:
    """One server process; `kill` ends it as a power cut would."""

    def __init__(self, folder: Path | None, database: str | None = None, workers: int = 1) -> None:
        self.port, self.workers = free_port(), workers
        self.database = database or f"sqlite:///{folder}/tables.sqlite"
        self.client = httpx.Client(base_url=self.address, timeout=60)
        self.start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}/"

    def start(self) -> None:
        words = ["serve", "--port", str(self.port), "--database", self.database, "--rate", "0", "--workers", str(self.workers)]
        self.process = subprocess.Popen(
            [sys.executable, "-c", CODE, *words], env=ENVIRONMENT, stdout=subprocess.DEVNULL, start_new_session=True
        )
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            try:
                if self.client.get("api/games").status_code == 200:
                    return
            except httpx.TransportError:
                time.sleep(0.1)
            assert self.process.poll() is None, "the server did not start"
        raise AssertionError("the server did not answer")

    def kill(self) -> None:
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)  # with the processes it started
            self.process.wait(20)

    def close(self) -> None:
        self.kill()
        self.client.close()

    # -- what a test needs of the interface

    def ask(self, method: str, path: str, token: str | None = None, **how: Any) -> Any:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        answer = self.client.request(method, f"api/{path}", headers=headers, **how)
        assert answer.status_code < 300, (path, answer.text)
        return answer.json()

    def open_record(self, record: str, **seats: str) -> dict[str, Any]:
        """A table that goes on from a record; gives its id and tokens."""
        return self.ask("POST", "records", json={"record": record, "name": "On the way", "seats": seats})  # type: ignore[no-any-return]

    def look(self, table: str, token: str | None) -> Any:
        return self.ask("GET", f"tables/{table}", token)
