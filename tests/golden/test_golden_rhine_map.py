"""Stored games of Beyond the Rhine on the map between two plain players: the same today as when they were
written. Aachen is played to its end; the others for their first turns, then a side gives up.

    python -m tests.golden.test_golden_rhine_map --write

plays and stores them anew, after a change of rules, data or of the player. Read the difference before you keep it.
"""

from __future__ import annotations

import sys

import pytest

from .stored import Stored

GAME = "beyond-the-rhine-map"
STORED = {
    "standard": Stored(GAME, "rhine-map.record.jsonl", 5),
    "queen": Stored(GAME, "rhine-map-queen.record.jsonl", 5, "queen", turns=1, least=150),
    "grenade": Stored(GAME, "rhine-map-grenade.record.jsonl", 5, "grenade", turns=1, least=150),
    "remagen": Stored(GAME, "rhine-map-remagen.record.jsonl", 5, "remagen", turns=1, least=150),
}
USED = {  # verbs that show what a scenario has more than Aachen
    "standard": {"attack", "barrage", "fly", "move", "draw", "pay", "lose", "load"},
    "queen": {"bomb", "opendams", "build", "entrain", "ship", "meet"},
    "grenade": {"entrain", "ship", "fuelhq", "withdraw"},
    "remagen": {"demolish", "repairrail", "eat", "ignore"},
}


@pytest.mark.parametrize("scenario", STORED)
def test_the_stored_game_replays_line_by_line(scenario: str) -> None:
    assert USED[scenario] <= STORED[scenario].verbs()


@pytest.mark.parametrize("scenario", STORED)
def test_the_players_that_played_it_would_play_it_again(scenario: str) -> None:
    assert STORED[scenario].play().lines == STORED[scenario].lines


if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        sys.exit("usage: python -m tests.golden.test_golden_rhine_map --write")
    for stored in STORED.values():
        stored.write()
