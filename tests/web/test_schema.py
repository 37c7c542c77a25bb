"""The published description is true: schemathesis asks a running server everything it says can be asked."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from random import Random

import msgspec
import pytest

import grognard
from grognard.web import answers, map_answers
from tests.sword_beach.opening import RECORD

from .processes import Server
from .seats import begin

FOREVER = "1000000"  # seconds: how quick an answer comes says nothing of the description
EXAMPLES = 8  # of each request, besides those at the bounds of every field
CONFIG = """
seed = 1
[parameters]
"path.table" = "{table}"
"path.game" = "sword-beach"
[checks.positive_data_acceptance]
expected-statuses = ["2xx", "401", "403", "404", "409", "422"]
[generation]
max-examples = {examples}
"""


def ask(server: Server, folder: Path, table: str, token: str, *which: str) -> str:
    """Schemathesis as its own command; gives what it says."""
    config = folder / "schemathesis.toml"
    config.write_text(CONFIG.format(table=table, examples=EXAMPLES))
    (document := folder / "openapi.json").write_bytes(server.client.get("/schema/openapi.json").content)
    words = [
        str(Path(sys.executable).with_name("schemathesis")),
        "--config-file",
        str(config),
        "run",
        str(document),
        "--url",
        server.address,
        "--header",
        f"Authorization: Bearer {token}",
        "--phases",
        "coverage,fuzzing",
        "--checks",
        "all",
        "--max-response-time",
        FOREVER,
        "--request-timeout",
        "600",
        "--suppress-health-check",
        "too_slow",
        "--no-color",
        *which,
        *(
            () if os.environ.get("GROGNARD_EXPLORE") else ("--seed", "1")
        ),  # the same requests wherever a change is judged
    ]
    done = subprocess.run(words, capture_output=True, text=True, timeout=3000, cwd=folder)
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
    return done.stdout


def test_every_answer_that_is_no_games_own_is_described(client):
    """An object of which nothing is said tells a reader nothing; what the pages of a desk show is left to
    each game.
    """
    document = client.get("/schema/openapi.json").json()
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            answer = next(said for code, said in operation["responses"].items() if code.startswith("2"))
            for kind, content in answer.get("content", {}).items():
                if kind == "application/json" and not re.search("/desk/|/history$|/paper/|/sheets/", path):
                    assert "$ref" in json.dumps(content["schema"]), (method, path)


@pytest.mark.parametrize("game", grognard.GAMES)
def test_what_each_game_tells_is_as_described(client, game):
    """Of every game, now and after some actions, whatever it adds of its own."""
    for path, kind in (
        ("map", answers.Map),
        ("units", list[answers.Unit]),
        ("clauses", list[answers.Clause]),
    ):
        msgspec.convert(client.get(f"/api/games/{game}/{path}").json(), kind)
    for path in (f"/api/ask/{game}", f"/api/sheets/{game}"):
        msgspec.convert(client.get(path).json(), dict[str, answers.Topic])
    table = begin(client, game=game)
    for _ in table.play(Random(1), 30):
        pass
    for seat in table.seat.values():
        msgspec.convert(seat.ask("GET", "/overlays").json(), map_answers.Overlays)
        msgspec.convert(seat.look(), answers.Table)
        msgspec.convert(seat.ask("GET", "/support").json(), map_answers.Support)


def test_every_request_is_answered_as_described(tmp_path):
    """No answer of 500 or more, none that is not described, no valid request refused by its form, no invalid
    one taken.
    """
    server = Server(f"sqlite:///{tmp_path / 'tables.sqlite'}")
    try:
        table = begin(server.client)
        table.german.act(*(f"record {unit} {hex_}" for unit, hex_ in RECORD.items()))
        for _ in table.play(Random(2), 60):
            pass
        said = ask(
            server, tmp_path, table.id, table.allied.token, "--exclude-path-regex", ".*/(stream|revoke)$"
        )
        assert "passed" in said and "Failures:" not in said
        # after which the token may be worth nothing
        said = ask(server, tmp_path, table.id, table.german.token, "--include-path-regex", ".*/revoke$")
        assert "passed" in said and "Failures:" not in said and table.allied.look()["table"] == table.id
    finally:
        said = server.stop()
    assert "Traceback" not in said, said[-3000:]
