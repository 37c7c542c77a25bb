"""Stored firefights between two plain players, one of each card: the same today as when they were written.

    python -m tests.golden.test_golden_fight --write

plays and stores them anew, after a change of rules, data or of the player. Read the difference before you keep it.
"""

from __future__ import annotations

import sys

import pytest

from .stored import Stored

GAME = "purple-heart-draw-firefight"
CARDS = {
    "standard": Stored(GAME, "firefight.record.jsonl", 4),
    "phd-1": Stored(GAME, "firefight-phd-1.record.jsonl", 7, "phd-1"),
    **{card: Stored(GAME, f"firefight-{card}.record.jsonl", 4, card) for card in ("phd-3", "phd-4")},
}


@pytest.mark.parametrize("card", CARDS)
def test_the_stored_fight_replays_line_by_line(card: str) -> None:
    assert {"place", "fire", "dr", "lead", "go", "advance", "rally", "rout", "drive"} <= CARDS[card].verbs()


def test_the_players_that_played_it_would_play_it_again() -> None:
    assert CARDS["standard"].play().lines == CARDS["standard"].lines


if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        sys.exit("usage: python -m tests.golden.test_golden_fight --write")
    for stored in CARDS.values():
        stored.write()
