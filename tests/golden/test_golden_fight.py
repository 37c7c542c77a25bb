"""A stored firefight between two plain players: the same today as when it was written.

    python -m tests.golden.test_golden_fight --write

plays and stores it anew, after a change of rules, data or of the player. Read the difference before you keep it.
"""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random
from unittest.mock import patch

import msgspec

import grognard
from grognard.core.facts import CHANCE
from grognard.core.lines import read_lines
from grognard.core.reading import BY_RULES, replay
from grognard.core.record import Match
from grognard.players.seat import seated

GAME = grognard.load("purple-heart-draw-firefight")
FILE = Path(__file__).parent / "firefight.record.jsonl"
SEED = 4
RELEASE = "0.2.0"  # stands in the head of a record


def play() -> Match:
    rng = Random(SEED)
    with patch("grognard.core.record.release", lambda: RELEASE):
        match = Match.begin(GAME, seed=str(SEED))
    players = {side: seated("computer:plain", GAME.name, side) for side in match.state.sides}
    with patch(
        "secrets.token_hex", lambda size: f"{rng.getrandbits(8 * size):0{2 * size}x}"
    ):  # salts that repeat
        while (side := match.state.to_move) is not None:
            match.roll() if side == CHANCE else match.do(players[side].choose(match.state))
    return match


def test_the_stored_fight_replays_line_by_line() -> None:
    lines = read_lines(FILE.read_bytes())
    match = replay(GAME, lines)
    assert [part.checked for part in match.findings.parts] == [BY_RULES], "write it again"
    assert match.lines == lines and match.state.to_move is None and len(lines) > 250
    verbs = {str(line["do"]).split()[0] for line in lines[1:]}
    assert {"place", "fire", "dr", "lead", "go", "advance", "strike", "rally", "rout"} <= verbs


def test_the_players_that_played_it_would_play_it_again() -> None:
    assert play().lines == read_lines(FILE.read_bytes())


def main() -> None:
    if sys.argv[1:] != ["--write"]:
        sys.exit("usage: python -m tests.golden.test_golden_fight --write")
    match = play()
    FILE.write_bytes(b"".join(msgspec.json.encode(line) + b"\n" for line in match.lines))
    print(f"{FILE.name}: {len(match.lines) - 1} actions, {match.state.outcome()}")


if __name__ == "__main__":
    main()
