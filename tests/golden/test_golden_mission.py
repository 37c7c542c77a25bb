"""A stored Tactical Mission, played by the plain computer seats with committed dice, replayed line by line.

    python -m tests.golden.test_golden_mission --write

plays and stores it anew, after a change of rules, data or digests. Read the difference before you keep it.
"""

from __future__ import annotations

import sys
from pathlib import Path
from unittest.mock import patch

import msgspec

import grognard
from grognard.core.chance import Committed
from grognard.core.facts import CHANCE
from grognard.core.lines import read_lines
from grognard.core.reading import BY_RULES, replay
from grognard.core.record import Match
from grognard.players import find
from grognard.players.seat import Seat

FILE = Path(__file__).parent / "tactical-mission.record.jsonl"
GAME = grognard.load("purple-heart-draw")
RELEASE = (  # stands in the head of a record; the stored game need not be written again for every release
    "0.2.0"
)


def play() -> Match:
    """Salts are counted instead of drawn, so that the same mission gives the same file."""
    with patch("grognard.core.record.release", lambda: RELEASE):
        match = Match.begin(GAME, dice=Committed({"us": "golden us", "german": "golden german"}))
    seats = {side: Seat(find("plain", GAME.name).load(), side, seed="golden") for side in match.state.sides}
    salts = iter(range(100_000))
    with patch("grognard.core.record.secrets.token_hex", lambda n: f"{next(salts):0{2 * n}x}"):
        while match.state.to_move is not None:
            if match.state.to_move == CHANCE:
                match.roll()
            else:
                match.do(seats[match.state.to_move].choose(match.state))
    return match


def test_the_golden_mission_is_replayed_line_by_line() -> None:
    match = replay(GAME, read_lines(FILE.read_bytes()))
    assert [part.checked for part in match.findings.parts] == [BY_RULES], (
        "its rules or data are not today's: write it again"
    )
    state = match.state
    assert state.outcome() is not None and state.scenario == 5
    assert [len(row) for row in state.suffered] == [5, 5] and sum(map(sum, state.suffered)) > 50
    assert {step for line in match.lines if "do" in line for step in [line["do"].split()[0]]} >= {
        "buy",
        "place",
        "declare",
        "stream",
        "dice",
        "roll",
        "fortify",
    }


def test_the_seats_play_it_again_the_same() -> None:
    assert b"".join(msgspec.json.encode(line) + b"\n" for line in play().lines) == FILE.read_bytes()


if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        sys.exit("usage: python -m tests.golden.test_golden_mission --write")
    FILE.write_bytes(b"".join(msgspec.json.encode(line) + b"\n" for line in play().lines))
    print(FILE)
