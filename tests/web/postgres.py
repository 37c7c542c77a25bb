"""A real PostgreSQL for the tests: a cluster of its own in a temporary folder, thrown away afterwards."""

from __future__ import annotations

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import pytest

REQUIRED = "GROGNARD_POSTGRES_REQUIRED"  # set where a missing PostgreSQL is a failure and no reason to pass over a test
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
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]

    def run(tool: str, *words: str) -> None:
        done = subprocess.run([*before, str(where / tool), *words], cwd="/", capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, done.stdout + done.stderr

    data, log = str(folder / "data"), str(folder / "log")
    try:
        run("initdb", "-D", data, "-A", "trust", "-U", "grognard", "--no-sync", "-E", "UTF8", "--locale=C")
        settings = f"-p {port} -k {folder} -c listen_addresses=127.0.0.1 -c max_connections=200 -c shared_buffers=32MB"
        run("pg_ctl", "-D", data, "-l", log, "-w", "-o", settings, "start")
        try:
            yield f"postgresql://grognard@127.0.0.1:{port}"
        finally:
            run("pg_ctl", "-D", data, "-m", "immediate", "-w", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def fresh_database(server: str) -> str:
    """A new, empty database of a cluster."""
    import psycopg

    name = f"t{next(_numbers)}"
    with psycopg.connect(f"{server}/postgres", autocommit=True) as db:
        db.execute(f"CREATE DATABASE {name}")
    return f"{server}/{name}"
