"""A stored game between two plain players: how it is played, compared and written anew."""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random
from unittest.mock import patch

import msgspec

import grognard
from grognard.core.facts import CHANCE
from grognard.core.lines import Line, read_lines
from grognard.core.reading import BY_RULES, replay
from grognard.core.record import Match
from grognard.players.seat import seated

RELEASE = "0.2.0"  # stands in the head of a record


class Stored:
    """A game by its name, the file of its record, the seed it was played with, and its scenario."""

    def __init__(self, game: str, file: str, seed: int, scenario: str = "standard") -> None:
        self.game, self.seed, self.scenario = grognard.load(game), seed, scenario
        self.file = Path(__file__).parent / file

    @property
    def lines(self) -> list[Line]:
        return read_lines(self.file.read_bytes())

    def play(self) -> Match:
        rng = Random(self.seed)
        with patch("grognard.core.record.release", lambda: RELEASE):
            match = Match.begin(self.game, self.scenario, seed=str(self.seed))
        players = {side: seated("computer:plain", self.game.name, side) for side in match.state.sides}
        salts = lambda size: f"{rng.getrandbits(8 * size):0{2 * size}x}"  # noqa: E731  (that repeat)
        with patch("secrets.token_hex", salts):
            while (side := match.state.to_move) is not None:
                match.roll() if side == CHANCE else match.do(players[side].choose(match.state))
        return match

    def verbs(self) -> set[str]:
        """The verbs of the stored game, once it has been replayed line by line."""
        match = replay(self.game, self.lines)
        assert [part.checked for part in match.findings.parts] == [BY_RULES], "write it again"
        assert match.lines == self.lines and match.state.to_move is None and len(match.lines) > 250
        return {str(line["do"]).split()[0] for line in match.lines[1:]}

    def main(self, module: str) -> None:
        if sys.argv[1:] != ["--write"]:
            sys.exit(f"usage: python -m tests.golden.{module} --write")
        self.write()

    def write(self) -> None:
        match = self.play()
        self.file.write_bytes(b"".join(msgspec.json.encode(line) + b"\n" for line in match.lines))
        print(f"{self.file.name}: {len(match.lines) - 1} actions, {match.state.outcome()}")
