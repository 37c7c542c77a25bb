"""The review of a table's game: only when it is over, counted once, and the same for all who see the table."""

from __future__ import annotations

import pytest

from grognard.players import sword_beach
from grognard.players.review import Judge, Reviews
from grognard.web import reviews

from .seats import ALLIED, GERMAN, begin

QUICK = Judge("random", scout=1, measure=1, points=9, finalists=1, seconds=1e6)


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sword_beach, "REVIEW", Reviews(QUICK))


def ask(seat):
    return seat.ask("GET", "/review")


def counted(seat):
    """Asks until the review is there; every answer says how far it is."""
    while not (found := ask(seat).json())["review"]:
        assert found["done"] <= found["whole"] in (0, 1_000_000)
    return found["review"]


def test_a_game_that_is_not_over_is_not_reviewed_for_anybody(client):
    table = begin(client)
    table.german.act("record 2-AA 0938")
    for seat in (table.german, table.allied, table.watch):
        answer = ask(seat)
        assert answer.status_code == 403 and "when it is over" in answer.json()["error"]
        assert "0938" not in answer.text


def test_a_finished_game_is_counted_once_and_kept(client, monkeypatch):
    table = begin(client, seats={ALLIED: "computer:random", GERMAN: "computer:random"})
    assert table.waited()["over"]
    found = counted(table.watch)
    assert found["game"] == "sword-beach" and found["judge"] == "random" and found["curve"]

    def again(*args: object) -> None:
        raise AssertionError("counted twice")

    monkeypatch.setattr(reviews, "steps", again)
    assert counted(table.watch) == found


def test_a_count_that_fails_is_told_in_one_line_and_can_be_asked_again(client, monkeypatch):
    table = begin(client, seats={ALLIED: "computer:random", GERMAN: "computer:random"})
    assert table.waited()["over"]
    monkeypatch.setattr(sword_beach, "REVIEW", Reviews(QUICK._replace(player="rommel")))
    while (answer := ask(table.watch)).status_code == 200:
        assert answer.json()["review"] is None
    assert answer.status_code == 422 and "no player 'rommel'" in answer.json()["error"]
    monkeypatch.setattr(sword_beach, "REVIEW", Reviews(QUICK))
    assert counted(table.watch)["judge"] == "random"


def test_a_game_without_a_winner_says_so(client):
    table = begin(client, game="beyond-the-rhine", scenario="north-1945")
    answer = ask(table.watch)
    assert answer.status_code in (422, 403) and "\n" not in answer.json()["error"]
