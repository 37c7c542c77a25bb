"""The real server as its own process: streams, restart, the command line."""

from __future__ import annotations

import socket
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from grognard.core.ruling import GrognardError
from grognard.web.serve import run

from .processes import ENVIRONMENT, Ear, serving, until
from .seats import ALLIED, GERMAN, Table, begin


def test_a_table_over_the_wire(database):
    """Streams tell each seat its own, two quick players are told apart, and a restart goes on from the same
    place.
    """
    with serving(database) as client:
        table = begin(client)
        ear = Ear(table.watch)
        assert ear.heard == [{"seq": 0, "chat": 0}]
        table.german.act("record 736/716 1738")
        sealed = {"kind": "sealed", "text": "German: sealed action", "side": GERMAN}
        secret = {"seq": 1, "by": GERMAN, "do": None, "words": [sealed], "changes": []}
        assert ear.wait_for(1) == {"seq": 1, "chat": 0, "events": [secret], "to_move": GERMAN, "mine": False}
        table.allied.ask("POST", "/chat", json={"text": "hello"})
        until(lambda: ear.heard[-1] == {"seq": 1, "chat": 1})
        with ThreadPoolExecutor(4) as pool:
            codes = [
                a.status_code
                for a in pool.map(
                    lambda h: table.german.try_to(f"record 716/716 {h}", 1), ["1639", "1541", "1242", "1341"]
                )
            ]
        assert sorted(codes) == [200, 409, 409, 409]
        table.creator.ask("POST", "/revoke", json={"seat": "watch"})
        until(lambda: ear.ended)  # nobody listens with what is worth nothing any more
        before = {seat: table.seat[seat].look() for seat in (ALLIED, GERMAN)}
    with serving(database) as client:
        again = Table(
            client,
            {"table": table.id, "seats": {s: table.seat[s].token for s in (ALLIED, GERMAN)}, "watch": None},
        )
        assert {seat: again.seat[seat].look() for seat in (ALLIED, GERMAN)} == before
        again.german.act("record 2-AA 0938")


def test_the_command_line_itself_loads_nothing_of_the_web():
    code = "import sys; import grognard.play.cli; print(*sys.modules)"
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=ENVIRONMENT
    )
    assert not {"litestar", "sqlalchemy", "uvicorn"} & set(run.stdout.split())


def test_a_taken_port_is_told_in_one_line(database):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(GrognardError, match="cannot listen"):
            run("127.0.0.1", taken.getsockname()[1], database)


def test_several_workers_need_postgresql(tmp_path):
    with pytest.raises(GrognardError, match="PostgreSQL"):
        run("127.0.0.1", 1, f"sqlite:///{tmp_path / 'x.sqlite'}", workers=2)
