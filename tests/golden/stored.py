"""A stored game between two plain players: how it is played, compared and written anew."""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random
from unittest.mock import patch

import msgspec

import grognard
from grognard.core.facts import CHANCE, Action
from grognard.core.lines import Line, read_lines
from grognard.core.reading import BY_RULES, replay
from grognard.core.record import Match
from grognard.players.seat import Seat, seated

RELEASE = "0.2.0"  # stands in the head of a record


class Stored:
    """A game by its name, the file of its record, the seed it was played with, its scenario, and the turn
    after which a side gives it up; 0: it is played to its end.
    """

    def __init__(
        self, game: str, file: str, seed: int, scenario: str = "standard", turns: int = 0, least: int = 250
    ) -> None:
        self.game, self.seed, self.scenario = grognard.load(game), seed, scenario
        self.turns, self.least = turns, least
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
                match.roll() if side == CHANCE else match.do(self._choose(match, players[side]))
        return match

    def _choose(self, match: Match, player: Seat) -> Action:
        if self.turns and getattr(match.state, "turn", 0) > self.turns:
            give_up = match.state.game.parse("concede")
            if give_up in match.state.legal_actions():
                return give_up
        return player.choose(match.state)

    def verbs(self) -> set[str]:
        """The verbs of the stored game, once it has been replayed line by line."""
        match = replay(self.game, self.lines)
        assert [part.checked for part in match.findings.parts] == [BY_RULES], "write it again"
        assert match.lines == self.lines and match.state.to_move is None and len(match.lines) > self.least
        return {str(line["do"]).split()[0] for line in match.lines[1:]}

    def main(self, module: str) -> None:
        if sys.argv[1:] != ["--write"]:
            sys.exit(f"usage: python -m tests.golden.{module} --write")
        self.write()

    def write(self) -> None:
        match = self.play()
        self.file.write_bytes(b"".join(msgspec.json.encode(line) + b"\n" for line in match.lines))
        print(f"{self.file.name}: {len(match.lines) - 1} actions, {match.state.outcome()}")
