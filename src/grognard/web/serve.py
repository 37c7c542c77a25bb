"""`grognard serve`: the table on this machine, or for others behind a proxy."""

from __future__ import annotations

import gc
import math
import os
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any

import click
import msgspec
import uvicorn
from sqlalchemy.engine import make_url
from uvicorn.supervisors import Multiprocess

from grognard.core.ruling import GrognardError
from grognard.play.console import emit

from .app import BURST, RATE, TITLE, Web, create_app
from .connection import Connection
from .player_workers import follow_parent
from .store import Store

FILES = 65_536  # open files at most
SETTINGS = "GROGNARD_WORKER"  # the environment variable that tells a worker process its settings
BACKLOG = 2048  # connections that wait to be taken
# seconds without a sign of life after which a worker is replaced: on a busy machine a good one may not get to
# it
HANGS = 60
PORT = 8000  # unless another is asked for
ANSWERS = 5.0  # seconds that a server on this machine has for its answer
LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})


def data_folder() -> Path:
    """Where a program keeps its user's data on this system."""
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or str(Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = str(Path.home() / "Library" / "Application Support")
    else:
        base = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(base) / "grognard"


def default_database() -> str:
    folder = data_folder()
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    return f"sqlite:///{folder / 'tables.sqlite'}"


def names(host: str, more: tuple[str, ...]) -> frozenset[str] | None:
    """The names the server answers to: on this machine alone its own, so that no other site can borrow
    one.
    """
    return LOOPBACK | {host} | set(more) if host in LOOPBACK or more else None


class Settings(msgspec.Struct, frozen=True):
    """How a server is run, as its worker processes are told."""

    database: str
    hosts: list[str] | None = None
    workers: int = 1
    thinkers: int = 1
    rate: float = RATE
    hooks: str | None = None

    def app(self) -> Web:
        burst = self.rate * BURST / RATE
        how = {"workers": self.workers, "thinkers": self.thinkers, "hooks": self.hooks}
        return create_app(self.database, hosts=self.hosts, rate=self.rate, burst=burst, **how)  # type: ignore[arg-type]


def app_of_worker() -> Web:
    """The application of a worker process, which finds its settings in its environment."""
    tune()
    follow_parent()
    return msgspec.json.decode(os.environ[SETTINGS], type=Settings).app()


def open_table() -> None:
    """Open the table in the browser: the one that is served already, or a new one, at a free port if need
    be.
    """
    port = PORT
    if is_ours(port):
        click.echo(f"the table is open already, at {(url := f'http://127.0.0.1:{port}/')}")
        webbrowser.open(url)
        return
    try:
        listen("127.0.0.1", port).close()
    except GrognardError:  # another program is there
        port = 0
    run("127.0.0.1", port, None, open_page=True)


def is_ours(port: int) -> bool:
    """Whether a server of this program answers at a port of this machine."""
    wire = HTTPConnection("127.0.0.1", port, timeout=ANSWERS)
    try:
        wire.request("GET", "/schema/openapi.json")
        return bool(msgspec.json.decode(wire.getresponse().read())["info"]["title"] == TITLE)
    except (OSError, ValueError, LookupError, TypeError, HTTPException):
        return False
    finally:
        wire.close()


def run(
    host: str,
    port: int,
    database: str | None,
    more: tuple[str, ...] = (),
    as_json: bool = False,
    open_page: bool = False,
    workers: int = 1,
    thinkers: int = 1,
    rate: float = RATE,
    hooks: str | None = None,
) -> None:
    """Serves until it is stopped."""
    if not math.isfinite(rate):
        raise GrognardError(f"the rate is a number of requests a second, not {rate}")
    hosts = names(host, more)
    settings = Settings(
        database or default_database(), sorted(hosts) if hosts else None, workers, thinkers, rate, hooks
    )
    if workers > 1 and settings.database.startswith("sqlite"):
        raise GrognardError(
            "several worker processes need PostgreSQL: --database postgresql://USER:PASSWORD@HOST/NAME"
        )
    app = settings.app() if workers == 1 else None
    if app is None:
        Store(
            settings.database
        ).close()  # brings the database to the present schema, or says what is wrong with it
    with listen(host, port) as ears:
        url = f"http://{f'[{host}]' if ':' in host else host}:{ears.getsockname()[1]}/"
        if as_json:
            emit(
                {
                    "url": url,
                    "database": make_url(settings.database).render_as_string(hide_password=True),
                    "workers": workers,
                }
            )
        else:
            click.echo(f"the table is at {url} (Ctrl+C stops it)")
        if open_page:  # a request before the server is ready waits for it
            threading.Thread(target=webbrowser.open, args=[url], daemon=True).start()
        _serve(settings, app, ears)


def run_check(database: str | None, as_json: bool = False) -> bool:
    """Checks a database instead of serving it: a line for each damaged table; true if there is none."""
    from .check import check

    url = database or default_database()
    result = check(url)
    if as_json:
        shown = make_url(url).render_as_string(hide_password=True)
        damaged = [one._asdict() for one in result.damaged]
        emit(
            {
                "database": shown,
                "ok": not damaged,
                "records": result.records,
                "lines": result.lines,
                "damaged": damaged,
            }
        )
        return not damaged
    for one in result.damaged:
        click.echo(str(one))
    if not result.damaged:
        click.echo(
            f"the database is whole: {result.records} records, {result.lines} lines, every digest right"
        )
    return not result.damaged


def listen(host: str, port: int) -> socket.socket:
    """From now on the system takes connections for us; of port 0 it makes one that is free."""
    if not host.strip():  # to a socket that is every address of the machine
        raise GrognardError("--host needs an address: 127.0.0.1 is this machine alone, 0.0.0.0 all machines")
    result = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    try:
        if os.name == "posix":  # elsewhere this would let two servers have one port
            result.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        result.bind((host, port))
        result.listen(BACKLOG)
    except (OSError, UnicodeError):  # taken, not ours, or no address at all
        result.close()
        raise GrognardError(f"cannot listen at {host} port {port}") from None
    return result


def _serve(settings: Settings, app: Web | None, ears: socket.socket) -> None:
    how: dict[str, Any] = {
        "log_level": "warning",
        "access_log": False,
        "timeout_graceful_shutdown": 1,
        "timeout_keep_alive": 60,
        "server_header": False,
        "backlog": BACKLOG,
        "timeout_worker_healthcheck": HANGS,
        "http": Connection,
        "ws": "none",
    }
    if app is not None:
        with held_back():
            tune()
            server = uvicorn.Server(uvicorn.Config(app, **how))
        return server.run([ears])
    os.environ[SETTINGS] = msgspec.json.encode(settings).decode()
    how |= {"factory": True, "workers": settings.workers}
    return Multiprocess(uvicorn.Config("grognard.web.serve:app_of_worker", **how), [ears]).run()


@contextmanager
def held_back() -> Iterator[None]:
    """Ctrl+C meanwhile counts at the end: thrown into whatever runs, an interruption can be lost there, as
    when it meets rubbish being cleared away.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    came: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, frame: came.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if came:
        raise KeyboardInterrupt


def tune() -> None:
    """What is loaded stays: the collector need not look through it; and a thread that only looks gives way
    to the others sooner.

    Rubbish is looked for often and in little, as every request waits meanwhile: a million objects at once
    take a tenth of a second.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 5, 1_000)
    sys.setswitchinterval(0.001)
    more_files()


def more_files() -> None:
    """Every open stream is a file to the system, which allows few unless it is asked."""
    with suppress(ImportError, ValueError, OSError):  # not on this system
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        most = FILES if hard == resource.RLIM_INFINITY else min(hard, FILES)
        if soft < most:
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
