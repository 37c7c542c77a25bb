"""A database of release 0.1.0: today's server opens it, every seat sees what it saw, and the games go on."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from litestar.testing import TestClient

import grognard
from grognard.core.lines import read_lines
from grognard.core.reading import BY_RELEASE, BY_RULES, check_copy, is_sealed, replay
from grognard.web.app import create_app
from grognard.web.check import check

from .check.node import judge
from .seats import Table

HERE = Path(__file__).parents[1] / "records" / "0.1.0"
TABLES: list[dict[str, Any]] = json.loads((HERE / "tables.json").read_text("utf-8"))
NAMES = [f"{row['game']}-{row['dice']}" for row in TABLES]


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("old") / "tables.sqlite"
    shutil.copy(HERE / "tables.sqlite", path)
    return f"sqlite:///{path}"


@pytest.fixture(scope="module")
def client(database: str) -> Iterator[TestClient]:
    with TestClient(create_app(database)) as client:
        yield client


def seen(look: dict[str, Any]) -> dict[str, str]:
    return {unit: place for unit, place in look["view"]["at"].items() if place}


def told(look: dict[str, Any]) -> list[list[Any]]:
    return [[line["seq"], line["by"], line["do"]] for line in look["log"]]


def play(table: Table, rng: Random, actions: int) -> int:
    """Any player who is to move acts; gives how often that was so."""
    done = 0
    for _ in range(actions):
        for seat, player in table.seat.items():
            look = player.look()
            if seat == "watch" or not look["mine"]:
                continue
            legal = look["legal"]
            units = [
                f"{verb} {unit} {rng.choice(hexes)}".replace("  ", " ")
                for verb, by in legal["by_verb"].items()
                for unit, hexes in by.items()
            ]
            choices = [do for do in (*legal["plain"], *units) if do != "concede"]
            player.act(rng.choice(choices))
            done += 1
            break
    return done


@pytest.mark.parametrize("row", TABLES, ids=NAMES)
def test_every_seat_sees_what_it_saw_and_plays_on(row: dict[str, Any], client: TestClient) -> None:
    table = Table(client, row["made"])
    for seat, player in table.seat.items():
        look = player.look()
        assert (look["at"], look["seq"], look["to_move"]) == (row["at"], row["seq"], row["to_move"])
        assert seen(look) == row["views"][seat] and told(look) == row["log"][seat]
        earlier = player.ask("GET", "/view", params={"at": row["at"] // 2})
        assert earlier.status_code == 200 and earlier.json()["at"] == row["at"] // 2
    assert play(table, Random(1), 6) >= 5
    look = next(iter(table.seat.values())).look()
    assert look["at"] > row["at"] and look["seq"] > row["seq"] + 5
    rules = grognard.load(row["game"]).version
    words = [word["text"] for line in look["log"] for word in line["words"]]
    assert f"From here on: rules {rules} of release {grognard.__version__}" in words
    for player in table.seat.values():
        copy = player.ask("GET", "/record").content
        lines = read_lines(copy)
        assert "seed" not in lines[0]["dice"] or look["over"]
        (said,) = judge([copy])
        assert said["ok"] is True, said
        if is_sealed(lines):
            assert check_copy(lines).lines == len(lines)
        else:
            parts = replay(grognard.load(row["game"]), lines).findings.parts
            assert [part.checked for part in parts] == [BY_RELEASE, BY_RULES]
    assert all(player.ask("GET", "/receipts").json()["verified"] for player in table.seat.values())


def test_after_a_restart_the_games_are_where_they_were(database: str, client: TestClient) -> None:
    """Also in another process, which has nothing in memory; a last decision is taken back, and nothing before
    the update.
    """
    rng = Random(2)
    with TestClient(create_app(database)) as other:
        for row in TABLES:
            here, there = Table(client, row["made"]), Table(other, row["made"])
            play(here, rng, 2)
            for seat in here.seat:
                one, two = here.seat[seat].look(), there.seat[seat].look()
                assert one == two
            play(there, rng, 2)
    report = check(database)
    assert report.damaged == [] and report.records == len(TABLES)


def test_nothing_played_before_the_update_is_taken_back(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    shutil.copy(HERE / "tables.sqlite", path)
    row = next(row for row in TABLES if row["game"] == "beyond-the-rhine")
    with TestClient(create_app(f"sqlite:///{path}")) as client:
        table = Table(client, row["made"])
        answer = table.seat["allied"].ask(
            "POST", "/undo", json={"past": True, "agreed": [row["made"]["seats"]["axis"]]}
        )
        assert answer.status_code == 422 and "carried over" in answer.json()["error"]
        before = table.seat["allied"].look()
        play(table, Random(3), 1)
        done = table.seat["allied"].ask(
            "POST", "/undo", json={"past": True, "agreed": [row["made"]["seats"]["axis"]]}
        )
        assert done.status_code == 200 and table.seat["allied"].look()["view"] == before["view"]
        what_if = table.seat["allied"].ask("POST", "/branch", json={"at": 10})
        assert what_if.status_code == 201, what_if.text
