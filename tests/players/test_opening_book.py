"""The openings of Sword Beach that did best by games: how they are chosen, and where the figures come from."""

from __future__ import annotations

import re
from itertools import product

import msgspec
import pytest

from grognard.players.sword_beach import opening_book, opening_odds, openings
from grognard.players.sword_beach.opening_book import Book, Row
from grognard.players.sword_beach.openings import Opening

EAST, WEST = ("1640", "1740"), ("1739", "1838")
# 200 games: EAST 60 of 100, WEST 50 of 100; "near" 40 of 100 (a low share is good for the German), "far" 70
ROWS = [
    Row(EAST, "1241", "near", 50, 25),
    Row(EAST, "1242", "far", 50, 35),
    Row(WEST, "1241", "near", 50, 15),
    Row(WEST, "1242", "far", 50, 35),
]
BOOK = Book("a command", "1.5", ROWS)


def test_shares_are_drawn_towards_the_mean():
    """110 of 200 in all, so 55 %; a hundred games at that share are added to each opening's own."""
    assert BOOK.shares("beaches") == {EAST: (60 + 55) / 200, WEST: (50 + 55) / 200}
    assert BOOK.shares("setup") == {"near": pytest.approx(95 / 200), "far": pytest.approx(125 / 200)}


def test_openings_within_two_points_of_the_best_are_mixed():
    assert BOOK.best("beaches", 1) == [EAST]  # 57.5 against 52.5 %
    assert BOOK.best("setup", -1) == ["near"] and BOOK.best("setup", 1) == ["far"]
    close = msgspec.structs.replace(BOOK, rows=[*ROWS[:2], Row(WEST, "1242", "far", 100, 57)])
    assert close.best("beaches", 1) == [EAST, WEST]  # 59.25 and 57.75 %


def test_marshals_openings_are_the_best_of_the_file():
    book = opening_book.book()
    games = sum(row.games for row in book.rows)
    assert games == sum(map(int, re.findall(r"--games (\d+) ", book.command)))
    assert all(0 <= row.allied <= row.games for row in book.rows)
    assert {row.beaches for row in book.rows} == set(openings.BEACHES)
    for found, kind, sign in (
        (opening_book.beaches(), "beaches", 1),
        (opening_book.drops(), "drop", 1),
        (opening_book.setups(), "setup", -1),
    ):
        shares = {one: sign * share for one, share in book.shares(kind).items()}
        assert found and max(shares, key=shares.__getitem__) in found
        assert all((shares[one] >= max(shares.values()) - 0.02) == (one in found) for one in shares)


def test_every_pair_of_beaches_meets_every_set_up_and_drop_zone():
    found = opening_odds.candidates()
    setups = (*openings.SETUPS, opening_odds.FORWARD)
    assert sorted(found) == sorted(Opening(*one) for one in product(openings.BEACHES, openings.DROPS, setups))
    assert len(set(found[:12])) == 12 == len({(one.beaches, one.setup) for one in found[:12]})


def test_a_game_is_played_with_its_opening_and_counted(tmp_path, monkeypatch):
    monkeypatch.setattr(opening_odds, "PLAYER", "fusilier")  # which takes no opening: the counting is meant
    file = tmp_path / "openings.json"
    opening_odds.main(["--games", "2", "--seed", "3", "--out", str(file)])
    found = msgspec.json.decode(file.read_bytes(), type=Book)
    assert [(row.beaches, row.games) for row in found.rows] == [(openings.BEACHES[0], 1)] * 2
    lines = file.with_suffix(".jsonl").read_bytes().splitlines()
    assert len(lines) == 2 and sum(row.allied for row in found.rows) == sum(b"true" in one for one in lines)
    opening_odds.main(["--games", "2", "--seed", "3", "--out", str(file)])  # nothing is missing
    assert file.with_suffix(".jsonl").read_bytes().splitlines() == lines
