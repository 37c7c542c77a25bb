"""The openings of Sword Beach that did best by games: how they are chosen, and where the figures come from."""

from __future__ import annotations

import re
from itertools import product

import msgspec
import pytest

import grognard
from grognard.players import sit
from grognard.players.advice import advise
from grognard.players.sword_beach import opening_book, opening_odds, opening_worths, openings
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


# ---------------------------------------------------------------- what hints say of them


def at_step(name, beaches=()):
    """The first decision of a step of the landing, with these beachheads placed already."""
    state = grognard.load("sword-beach").new(seed=2)
    seats = {side: sit("fusilier", "sword-beach", side, seed=1) for side in ("allied", "german")}
    while state.step.name != name:
        state.push(seats[state.to_move].choose(state))
    for hex_ in beaches:
        state.push(state.game.parse(f"beachhead {hex_}"))
    return state


def hint_of(state, opening):
    seat = sit("marshal", "sword-beach", state.to_move, seed=1)
    seat.orders.notes["opening"] = opening
    return advise("marshal", state, seat.think(state))


@pytest.fixture
def known(monkeypatch):
    monkeypatch.setattr(opening_book, "book", lambda: BOOK)
    return BOOK


def test_a_hint_for_a_beach_tells_the_difference_of_the_measured_chances(known):
    """EAST 57.5 %, WEST 52.5 %: the two markers of an opening had been said to be worth 24 points of strength
    more than any others.
    """
    state = at_step("beachhead markers")
    said = hint_of(state, Opening(EAST, "1241", "near"))["text"]
    assert "with it the Allies won 60 of 100 games between equals" in said and "1640 and 1740" in said
    assert "costs 5 percentage points of measured winning chance" in said and "points of strength" not in said
    rows = {one["action"]: one for one in hint_of(state, Opening(EAST, "1241", "near"))["candidates"]}
    assert rows["beachhead 1640"]["value"] == rows["beachhead 1740"]["value"] == 57.5
    other = next(one for one in rows.values() if one["value"] < 52)
    assert other["why"] == opening_worths.UNPLAYED


def test_an_opening_drawn_below_the_best_says_why(known):
    said = hint_of(at_step("beachhead markers"), Opening(WEST, "1241", "near"))["text"]
    assert (
        "scores 5 percentage points of measured winning chance more by itself, but openings within 2%" in said
    )
    assert "costs" not in said


def test_the_second_marker_is_told_as_a_part_of_its_pair(known):
    state = at_step("beachhead markers", ["1740"])
    hint_ = hint_of(state, Opening(EAST, "1241", "near"))
    assert hint_["action"] == "beachhead 1640"
    values = {one["action"]: one["value"] for one in hint_["candidates"]}
    assert values["beachhead 1640"] == 57.5 and max(values.values()) == 57.5
    assert opening_worths.worth(state, state.game.parse("beachhead 1739")) is None  # 1739 goes with 1838
    assert opening_worths.worth(state, state.game.parse("done")) is None
    state.push(state.game.parse("beachhead 1640"))
    assert opening_worths.worth(state, state.game.parse("done")) == pytest.approx(57.5)


def test_a_hint_for_the_drop_zone_compares_the_measured_zones(known):
    """1241 won 40 of 100 games, 1242 70 of 100."""
    said = hint_of(at_step("drop zone"), Opening(EAST, "1242", "near"))["text"]
    assert "costs 15 percentage points of measured winning chance" in said


def test_a_hint_for_the_set_up_ranks_posts_and_gives_them_no_worth():
    state = grognard.load("sword-beach").new(seed=2)
    said = hint_of(state, Opening(EAST, "1242", "on the coast"))["text"]
    assert "costs" not in said and "points" not in said and "Next best" in said
