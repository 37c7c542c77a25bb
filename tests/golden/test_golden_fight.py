"""A stored firefight between two plain players: the same today as when it was written.

    python -m tests.golden.test_golden_fight --write

plays and stores it anew, after a change of rules, data or of the player. Read the difference before you keep it.
"""

from __future__ import annotations

from .stored import Stored

STORED = Stored("purple-heart-draw-firefight", "firefight.record.jsonl", 4)


def test_the_stored_fight_replays_line_by_line() -> None:
    assert {"place", "fire", "dr", "lead", "go", "advance", "strike", "rally", "rout"} <= STORED.verbs()


def test_the_players_that_played_it_would_play_it_again() -> None:
    assert STORED.play().lines == STORED.lines


if __name__ == "__main__":
    STORED.main("test_golden_fight")
