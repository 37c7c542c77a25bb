"""`grognard serve`: the table on this machine, or for others behind a proxy."""

from __future__ import annotations

import gc
import math
import os
import sys
import threading
import webbrowser
from contextlib import suppress
from pathlib import Path
from typing import Any

import click
import msgspec
import uvicorn
from sqlalchemy.engine import make_url

from grognard.core.ruling import GrognardError
from grognard.play.console import emit

from .app import BURST, RATE, Web, create_app
from .store import Store
from .thinkers import follow_parent

FILES = 65_536  # open files at most
SETTINGS = "GROGNARD_WORKER"  # the environment variable that tells a worker process its settings
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
    """The names the server answers to: on this machine alone its own, so that no other site can borrow one."""
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


def run(
    host: str, port: int, database: str | None, more: tuple[str, ...] = (), as_json: bool = False, open_page: bool = False,
    workers: int = 1, thinkers: int = 1, rate: float = RATE, hooks: str | None = None,
) -> None:  # fmt: skip
    """Serves until it is stopped."""
    if not math.isfinite(rate):
        raise GrognardError(f"the rate is a number of requests a second, not {rate}")
    hosts = names(host, more)
    settings = Settings(database or default_database(), sorted(hosts) if hosts else None, workers, thinkers, rate, hooks)
    if workers > 1 and settings.database.startswith("sqlite"):
        raise GrognardError("several worker processes need PostgreSQL: --database postgresql://USER:PASSWORD@HOST/NAME")
    app = settings.app() if workers == 1 else None
    if app is None:
        Store(settings.database).close()  # brings the database to the present schema, or says what is wrong with it
    url = f"http://{f'[{host}]' if ':' in host else host}:{port}/"
    if as_json:
        emit({"url": url, "database": make_url(settings.database).render_as_string(hide_password=True), "workers": workers})
    else:
        click.echo(f"the table is at {url} (Ctrl+C stops it)")
    if open_page:  # a moment later, when the server listens
        threading.Timer(1.0, webbrowser.open, [url]).start()
    try:
        _serve(settings, app, host, port)
    except SystemExit:
        raise GrognardError(f"cannot listen at {host} port {port}") from None


def _serve(settings: Settings, app: Web | None, host: str, port: int) -> None:
    how: dict[str, Any] = {
        "host": host, "port": port, "log_level": "warning", "access_log": False, "timeout_graceful_shutdown": 1, "timeout_keep_alive": 60, "server_header": False,
    }  # fmt: skip
    if app is not None:
        tune()
        return uvicorn.Server(uvicorn.Config(app, **how)).run()
    os.environ[SETTINGS] = msgspec.json.encode(settings).decode()
    return uvicorn.run("grognard.web.serve:app_of_worker", factory=True, workers=settings.workers, **how)


def tune() -> None:
    """What is loaded stays: nobody need look for rubbish in it; and a thread that only looks gives way to the others sooner.

    Rubbish is looked for often and in little, as everybody waits meanwhile: a million objects at once take a tenth of a second.
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
