"""Computer players think in processes of their own: which one, and what it costs the others."""

from __future__ import annotations

import asyncio

import pytest

from grognard.web import thinkers
from grognard.web.thinkers import MOST_SEATS, Thinkers
from tests.sword_beach.opening import RECORD

from .seats import begin


def test_a_new_table_goes_to_the_thinker_with_the_least_to_do_and_stays_there():
    found = Thinkers(3)
    assert [found._place(name) for name in "abc"] == [0, 1, 2]  # the fewest tables
    found._busy = [1, 0, 2]
    assert found._place("d") == 1 and found._place("e") == 1 and found._place("c") == 2
    found._busy = [0, 5, 0]
    assert found._place("d") == 1  # whose player remembers its plans
    for number in range(2 * MOST_SEATS):
        found._place(str(number))
    assert len(found._places) == MOST_SEATS


def test_a_table_that_failed_to_think_leaves_nobody_busy(monkeypatch):
    found = Thinkers(1)

    class Broken:
        def submit(self, *_: object) -> object:
            raise RuntimeError("no")

    monkeypatch.setattr(Thinkers, "_start", lambda self, place: Broken())
    with pytest.raises(RuntimeError):
        asyncio.run(found.choose(thinkers.Task("t", "allied", "computer", "sword-beach", "1", {}, 0)))
    assert found._busy == [0]


def test_two_tables_of_computer_players_go_on_side_by_side(client):
    """They take turns at the server, and each comes to where a person has to act."""
    tables = [begin(client, seats={"german": "computer:random"}) for _ in range(2)]
    assert [table.waited()["at"] for table in tables] == [len(RECORD), len(RECORD)]
