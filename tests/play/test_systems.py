"""`pip install`, then `grognard`: on any system. What Windows lacks is taken away, as well as that can be
done here.
"""

from __future__ import annotations

import os
import re
import shlex
import signal
import socket
import subprocess
import sys
import threading
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import HTTPServer, SimpleHTTPRequestHandler
from pathlib import Path
from random import Random

import httpx
import pytest

from tests.web.processes import PATIENCE, until
from tests.web.seats import Table, begin

ELSEWHERE = Path(__file__).with_name("elsewhere")
ROOT = Path(__file__).parents[2]
PLAIN = (
    "import sys; from grognard.web import serve; serve.PORT = int(sys.argv.pop(1)); from grognard.play.cli"
    " import main; main()"
)
BROWSER = (
    "import sys, pathlib; pathlib.Path(sys.argv[1]).open('a', encoding='utf-8').write(sys.argv[2] + '\\n')"
)


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """A home of its own, a browser that writes down what it is to open, and nothing that Windows lacks."""
    opened = (
        f"{shlex.quote(sys.executable)} -c {shlex.quote(BROWSER)} {shlex.quote(str(tmp_path / 'opened'))} %s"
    )
    folders = [str(ELSEWHERE), *(path for path in sys.path if path)]
    return {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(folders),
        "PYTHONWARNDEFAULTENCODING": "1",
        "PYTHONIOENCODING": "cp1252",
        "HOME": str(tmp_path),
        "XDG_DATA_HOME": str(tmp_path / "data"),
        "BROWSER": opened,
    }


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        return int(found.getsockname()[1])


@contextmanager
def plain(environment: dict[str, str], port: int) -> Iterator[str]:
    """Plain `grognard`; gives the address it says."""
    words = [sys.executable, "-c", PLAIN, str(port)]
    process = subprocess.Popen(
        words, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, bufsize=0
    )
    assert process.stdout is not None
    line = process.stdout.readline().decode()
    address = re.search(r"http://\S+/", line)
    try:
        assert address, line + process.stdout.read().decode()
        yield address[0]
    finally:
        process.send_signal(signal.SIGINT)
        said = process.communicate(timeout=PATIENCE)[0].decode()
        assert "Traceback" not in said, said


def opened(tmp_path: Path) -> list[str]:
    file = tmp_path / "opened"
    until(file.exists)
    until(lambda: file.read_text("utf-8").endswith("\n"))
    return file.read_text("utf-8").splitlines()


def test_plain_grognard_opens_a_table_that_can_be_played_at(
    tmp_path: Path, environment: dict[str, str]
) -> None:
    with plain(environment, port := free_port()) as address:
        assert opened(tmp_path) == [address] and address.endswith(f":{port}/")
        with httpx.Client(base_url=address, timeout=PATIENCE) as client:
            assert "<title>" in client.get("/").text
            assert client.get("/static/js/main.js").headers["content-type"].startswith("text/javascript")
            assert client.get("/api/ask/sword-beach/weather").status_code == 200  # in another process
            table = begin(client, seats={"allied": "computer:plain"})
            assert len(list(table.play(Random(1), 12))) == 12
            made = {"table": table.id, "seats": {"german": table.german.token}, "watch": table.watch.token}
            seq = table.waited()["seq"]
    with (
        plain(environment, free_port()) as address,
        httpx.Client(base_url=address, timeout=PATIENCE) as client,
    ):
        assert Table(client, made).german.look()["seq"] >= seq


def test_a_second_start_opens_the_table_that_is_there(tmp_path: Path, environment: dict[str, str]) -> None:
    with plain(environment, port := free_port()) as address:
        assert opened(tmp_path) == [address]
        again = subprocess.run(
            [sys.executable, "-c", PLAIN, str(port)],
            env=environment,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        )
        assert again.returncode == 0 and f"open already, at {address}" in again.stdout
        until(lambda: opened(tmp_path) == [address, address])


def test_a_port_of_another_program_is_left_alone(tmp_path: Path, environment: dict[str, str]) -> None:
    with HTTPServer(("127.0.0.1", 0), SimpleHTTPRequestHandler) as other:
        threading.Thread(target=other.serve_forever, daemon=True).start()
        with plain(environment, other.server_port) as address:
            assert not address.endswith(f":{other.server_port}/") and opened(tmp_path) == [address]
        other.shutdown()


def test_the_command_line_needs_nothing_that_windows_lacks(
    tmp_path: Path, environment: dict[str, str]
) -> None:
    def grognard(*words: str, status: int = 0) -> str:
        code = "from grognard.play.cli import main; main()"
        done = subprocess.run(
            [sys.executable, "-c", code, *words],
            env=environment,
            cwd=tmp_path,
            capture_output=True,
            timeout=PATIENCE,
        )
        said = (done.stdout + done.stderr).decode("utf-8")  # also where the system has another encoding
        assert done.returncode == status and "Traceback" not in said, said
        return said

    grognard("new", "sword-beach", "--out", "g.grog")
    grognard("act", "g.grog", "record 736/716 1738")
    grognard("undo", "g.grog")
    grognard("computer", "g.grog", "--player", "random", "--side", "german")
    for words in (["show"], ["legal"], ["verify"], ["replay"], ["position"], ["hint", "--player", "random"]):
        assert grognard(words[0], "g.grog", *words[1:])
    grognard("copy", "g.grog", "--side", "allied", "--out", "allied.grog")
    grognard("show", "g.grog", "--svg", "map.svg")
    grognard("print", "longest-day", "roster", "--out", "roster.html")
    grognard("print", "longest-day", "roster", "--out", "roster.pdf")
    assert "Łódź" in grognard("options", "Łódź", status=2)  # letters that code page 1252 does not have
    left = {file.name for file in tmp_path.iterdir()}
    assert left == {"g.grog", "g.grog.secret", "allied.grog", "map.svg", "roster.html", "roster.pdf"}


def test_installing_the_package_is_enough_for_the_table() -> None:
    """What the server imports is among the dependencies of the package itself, not of an extra."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    names = {re.split(r"[^\w-]", line)[0] for line in project["dependencies"]}
    assert {
        "litestar",
        "uvicorn",
        "httptools",
        "sqlalchemy",
        "alembic",
        "filelock",
        "typst",
        "msgspec",
        "click",
        "rich",
    } <= names
    (uvloop,) = [line for line in project["dependencies"] if line.startswith("uvloop")]
    assert "sys_platform != 'win32'" in uvloop
