"""A stored game of Beyond the Rhine on the map between two plain players: the same today as when it was written.

    python -m tests.golden.test_golden_rhine_map --write

plays and stores it anew, after a change of rules, data or of the player. Read the difference before you keep it.
"""

from __future__ import annotations

from .stored import Stored

STORED = Stored("beyond-the-rhine-map", "rhine-map.record.jsonl", 5)


def test_the_stored_game_replays_line_by_line() -> None:
    assert {"attack", "barrage", "fly", "move", "draw", "pay", "lose", "load"} <= STORED.verbs()


def test_the_players_that_played_it_would_play_it_again() -> None:
    assert STORED.play().lines == STORED.lines


if __name__ == "__main__":
    STORED.main("test_golden_rhine_map")
