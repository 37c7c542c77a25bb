"""Stored complete games, replayed line by line: the same actions are legal and change the same facts.

    python -m tests.golden.test_golden_games --write

plays and stores them anew, after a change of rules, data or digests. Read the difference before you keep it.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import msgspec
import pytest

import grognard
from grognard.core.facts import CHANCE
from grognard.core.lines import read_lines
from grognard.core.reading import BY_RULES, replay
from grognard.core.record import Match

HERE = Path(__file__).parent
RELEASE = (  # stands in the head of a record; the stored games need not be written again for every release
    "0.2.0"
)
GAME = grognard.load("sword-beach")
MIXED: Mapping[str, Any] = {
    "weather": True,
    "max_bombardments_per_phase": 5,
    "boundary_hexes_in_play": False,
    "drop_zone_markers": 2,
    "drift_off_map": "designated_hex",
    "crowded_drop": "once",
    "pair_on_german": "one_by_one",
    "beach_retreat": "no_effect",
    "drawn_mines_count": False,
    "rivers_block_supply": True,
    "early_entry_counts_from": "last_unit",
    "mechanized_counts_as": "infantry",
    "landing_fire": "extra",
    "mines_can_be_lost": True,
    "occupy_in_passing": True,
    "assault_units_may_wait": True,
    "beach_line_judged": "at_reveal",
    "beach_stack": "any_allied",
    "edge_entry": "road",
    "flak_covers": "attackers_too",
    "german_on_drop_zone": "removes",
    "replacement_supply": "last_check",
}
GAMES: dict[str, tuple[int, Mapping[str, Any]]] = {  # name -> seed and options
    "as-printed": (5, {}),
    "weather-and-flak": (6, {"weather": True, "flak": True}),
    "mixed-readings": (3, MIXED),
}


def file_of(name: str) -> Path:
    return HERE / f"{name}.record.jsonl"


@pytest.mark.parametrize("name", GAMES)
def test_a_stored_game_replays_line_by_line(name: str) -> None:
    """Every action legal, every roll as the seed gives it, every digest the same; and the game comes to its
    end.
    """
    lines = read_lines(file_of(name).read_bytes())
    match = replay(GAME, lines)
    assert [part.checked for part in match.findings.parts] == [BY_RULES], (
        "its rules or data are not today's: write it again"
    )
    assert match.lines == lines and match.state.to_move is None and match.state.outcome() is not None
    assert lines[0]["dice"] == {"kind": "seeded", "seed": str(GAMES[name][0])}
    assert {k: lines[0]["options"][k] for k in GAMES[name][1]} == dict(GAMES[name][1])


@pytest.mark.parametrize("name", GAMES)
def test_the_policy_that_played_it_would_play_it_again(name: str) -> None:
    """The lists are the same, too: the seeded choice among them falls on the same actions."""
    assert play(name).lines == read_lines(file_of(name).read_bytes())


def test_the_stored_games_are_long_enough_to_mean_something() -> None:
    for name in GAMES:
        assert len(read_lines(file_of(name).read_bytes())) > 400


def play(name: str) -> Match:
    seed, options = GAMES[name]
    rng = Random(seed)
    with patch("grognard.core.record.release", lambda: RELEASE):
        match = Match.begin(GAME, seed=seed, options=options)
    with patch(
        "secrets.token_hex", lambda size: f"{rng.getrandbits(8 * size):0{2 * size}x}"
    ):  # salts that repeat
        while match.state.to_move is not None:
            if match.state.to_move == CHANCE:
                match.roll()
            else:
                actions = match.state.legal_actions()
                match.do(actions[int(rng.random() * len(actions))])
    return match


def main() -> None:
    if sys.argv[1:] != ["--write"]:
        sys.exit("usage: python -m tests.golden.test_golden_games --write")
    for name in GAMES:
        match = play(name)
        file_of(name).write_bytes(b"".join(msgspec.json.encode(line) + b"\n" for line in match.lines))
        print(f"{file_of(name)}: {len(match.lines) - 1} actions, {match.state.outcome()}")


if __name__ == "__main__":
    main()
