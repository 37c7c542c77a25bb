"""A real server in a process of its own: `grognard serve` without a limit of requests."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import Any

import httpx

from tests.web.processes import PATIENCE, start


class Served:
    """One server process; `kill` ends it as a power cut would."""

    def __init__(self, folder: Path | None, database: str | None = None, workers: int = 1) -> None:
        self.workers = workers
        self.database = database or f"sqlite:///{folder}/tables.sqlite"
        self.start()
        self.client = httpx.Client(base_url=self.address, timeout=PATIENCE)

    def start(self, port: int = 0) -> None:
        self.process, self.address = start(
            self.database, "--workers", str(self.workers), port=port, start_new_session=True
        )

    def start_again(self) -> None:
        """Where it was before."""
        self.start(int(self.address.rstrip("/").rpartition(":")[2]))

    def kill(self) -> None:
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)  # with the processes it started
            self.process.wait(PATIENCE)
        self.process.stdout.close()

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
