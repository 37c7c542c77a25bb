"""`grognard serve`: the table on this machine, or for others behind a proxy."""

from __future__ import annotations

import os
import sys
import threading
import webbrowser
from pathlib import Path

import click
import uvicorn

from grognard.core.ruling import GrognardError
from grognard.play.console import emit

from .app import create_app

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


def run(host: str, port: int, database: str | None, more: tuple[str, ...] = (), as_json: bool = False, open_page: bool = False) -> None:
    """Serves until it is stopped."""
    app = create_app(database or default_database(), hosts=names(host, more))
    url = f"http://{f'[{host}]' if ':' in host else host}:{port}/"
    if as_json:
        emit({"url": url, "database": app.state.desk.store.engine.url.render_as_string(hide_password=True)})
    else:
        click.echo(f"the table is at {url} (Ctrl+C stops it)")
    server = uvicorn.Server(
        uvicorn.Config(app, host=host, port=port, log_level="warning", timeout_graceful_shutdown=1, server_header=False)
    )
    if open_page:  # a moment later, when the server listens
        threading.Timer(1.0, webbrowser.open, [url]).start()
    try:
        server.run()
    except SystemExit:
        raise GrognardError(f"cannot listen at {host} port {port}") from None
