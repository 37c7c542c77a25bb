"""A real PostgreSQL for the tests: a cluster of its own in a temporary folder, thrown away afterwards."""

from __future__ import annotations

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import pytest

# set where a missing PostgreSQL is a failure and no reason to pass over a test
REQUIRED = "GROGNARD_POSTGRES_REQUIRED"
_numbers = count()


def binaries() -> Path | None:
    """Where initdb is: Debian keeps it out of the path."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[4]))
    if found:
        return found[-1].parent
    there = shutil.which("initdb")
    return Path(there).parent if there else None


def missing(why: str) -> None:
    if os.environ.get(REQUIRED):
        pytest.fail(f"{why}, and {REQUIRED} is set")
    pytest.skip(f"{why}: tests on PostgreSQL are passed over")


def _as_user() -> tuple[str, list[str]]:
    """PostgreSQL does not run as root: then another user of this machine does it."""
    if os.geteuid():
        return pwd.getpwuid(os.geteuid()).pw_name, []
    for name in ("postgres", "nobody"):
        try:
            pwd.getpwnam(name)
        except KeyError:
            continue
        return name, ["runuser", "-u", name, "--"]
    missing("no user but root is here to run PostgreSQL")
    raise AssertionError("unreachable")


@contextmanager
def cluster() -> Iterator[str]:
    """The address of a server; add `/NAME` for a database of it."""
    where = binaries()
    if where is None:
        missing("PostgreSQL is not installed")
    user, before = _as_user()
    folder = Path(tempfile.mkdtemp(prefix="grognard-pg-"))
    if before:
        shutil.chown(folder, user)
    ours = socket.socket()
    ours.setsockopt(
        socket.SOL_SOCKET, socket.SO_REUSEADDR, 1
    )  # the server may have the port besides, as nobody listens here
    ours.bind(("127.0.0.1", 0))
    port = ours.getsockname()[1]
    data = str(folder / "data")
    words = ["-A", "trust", "-U", "grognard", "--no-sync", "-E", "UTF8", "--locale=C"]
    made = subprocess.run(
        [*before, str(where / "initdb"), "-D", data, *words],
        cwd="/",
        capture_output=True,
        text=True,
        timeout=600,
    )
    try:
        assert made.returncode == 0, made.stdout + made.stderr
        settings = [
            "-p",
            str(port),
            "-k",
            str(folder),
            "-c",
            "listen_addresses=127.0.0.1",
            "-c",
            "max_connections=200",
            "-c",
            "shared_buffers=32MB",
        ]
        keeper = [*before, "sh", "-c", KEEPER, str(folder), str(where / "postgres"), "-D", data, *settings]
        # whose input ends with this block
        with subprocess.Popen(keeper, stdin=subprocess.PIPE, cwd="/", start_new_session=True):
            _until_it_answers(address := f"postgresql://grognard@127.0.0.1:{port}", folder / "log")
            yield address
    finally:
        ours.close()
        shutil.rmtree(folder, ignore_errors=True)


# Its input is a pipe from the tests: when they are gone, killed or not, it ends the server and leaves nothing
# behind.
KEEPER = """trap '' INT TERM HUP
folder=$0
"$@" >"$folder/log" 2>&1 </dev/null &
server=$!
read -r _
kill -QUIT $server
wait $server
rm -rf "$folder"
"""


def _until_it_answers(address: str, log: Path, seconds: float = 600) -> None:
    import psycopg

    end = time.monotonic() + seconds
    while True:
        try:
            return psycopg.connect(f"{address}/postgres", connect_timeout=10).close()
        except psycopg.OperationalError:
            assert time.monotonic() < end, log.read_text() if log.exists() else "PostgreSQL does not start"
            time.sleep(0.05)


def fresh_database(server: str) -> str:
    """A new, empty database of a cluster."""
    import psycopg

    name = f"t{next(_numbers)}"
    with psycopg.connect(f"{server}/postgres", autocommit=True) as db:
        db.execute(f"CREATE DATABASE {name}")
    return f"{server}/{name}"
