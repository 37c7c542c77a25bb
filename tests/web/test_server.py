"""The real server as its own process: streams, restart, the command line."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import httpx
import pytest

from grognard.core.ruling import GrognardError
from grognard.web.serve import run

from .seats import ALLIED, GERMAN, Table, begin


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@contextmanager
def serving(database: str) -> Iterator[httpx.Client]:
    """`grognard serve` in a process of its own, stopped by a signal at the end."""
    port = free_port()
    code = "from grognard.play.cli import main; main()"
    run = [sys.executable, "-c", code, "serve", "--port", str(port), "--database", database]
    process = subprocess.Popen(run, env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    try:
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=20) as client:
            wait_for(client, process)
            yield client
    finally:
        process.send_signal(signal.SIGINT)
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            raise


def wait_for(client: httpx.Client, process: subprocess.Popen[bytes]) -> None:
    for _ in range(600):
        try:
            client.get("/api/games")
            return
        except httpx.TransportError:
            assert process.poll() is None, process.stdout.read().decode()
            time.sleep(0.05)
    raise AssertionError("the server does not answer")


def listen(client: httpx.Client, table: Table, seat: str, heard: list[dict], ready: threading.Event) -> None:
    url, headers = f"{client.base_url}/api/tables/{table.id}/stream", {"Authorization": f"Bearer {table.seat[seat].token}"}
    with httpx.Client(timeout=20) as own, own.stream("GET", url, headers=headers) as stream:
        assert stream.headers["content-type"].startswith("text/event-stream")
        for line in stream.iter_lines():
            if line.startswith("data: "):
                heard.append(json.loads(line[6:]))
                ready.set()


def until(test, seconds: float = 20) -> None:
    end = time.monotonic() + seconds
    while not test():
        assert time.monotonic() < end, "nothing came"
        time.sleep(0.02)


def test_a_table_over_the_wire(database):
    """Streams tell of changes and nothing else, two quick players are told apart, and a restart goes on from the same place."""
    with serving(database) as client:
        table = begin(client)
        heard: list[dict] = []
        ready = threading.Event()
        listener = threading.Thread(target=listen, args=(client, table, "watch", heard, ready), daemon=True)
        listener.start()
        assert ready.wait(20) and heard == [{"seq": 0, "chat": 0}]
        table.german.act("record 736/716 1738")
        until(lambda: len(heard) == 2)
        secret = {"seq": 1, "by": GERMAN, "do": None, "words": [], "changes": []}
        assert heard[1] == {"seq": 1, "chat": 0, "events": [secret], "to_move": GERMAN, "mine": False}
        table.allied.ask("POST", "/chat", json={"text": "hello"})
        until(lambda: heard[-1] == {"seq": 1, "chat": 1})
        with ThreadPoolExecutor(4) as pool:
            codes = [a.status_code for a in pool.map(lambda h: table.german.try_to(f"record 716/716 {h}", 1), ["1639", "1541", "1242", "1341"])]
        assert sorted(codes) == [200, 409, 409, 409]
        table.german.ask("POST", "/revoke", json={"seat": "watch"})
        listener.join(20)
        assert not listener.is_alive(), "a revoked seat goes on listening"
        before = {seat: table.seat[seat].look() for seat in (ALLIED, GERMAN)}
    with serving(database) as client:
        again = Table(client, {"table": table.id, "seats": {s: table.seat[s].token for s in (ALLIED, GERMAN)}, "watch": None})
        assert {seat: again.seat[seat].look() for seat in (ALLIED, GERMAN)} == before
        again.german.act("record 2-AA 0938")


def test_the_command_says_what_is_missing():
    """Without the extra the command is one line that names it."""
    code = "import sys; sys.modules['litestar'] = None; from grognard.play.cli import main; main(['serve'])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)})
    assert done.returncode == 2 and "grognard[web]" in done.stderr and "Traceback" not in done.stderr


def test_the_command_line_itself_loads_nothing_of_the_web():
    code = "import sys; import grognard.play.cli; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)})
    assert not {"litestar", "sqlalchemy", "uvicorn"} & set(run.stdout.split())


def test_a_taken_port_is_told_in_one_line(database):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(GrognardError, match="cannot listen"):
            run("127.0.0.1", taken.getsockname()[1], database)
