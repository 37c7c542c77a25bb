"""The facts of a position of The Longest Day."""

from __future__ import annotations

import msgspec

from grognard.core.facts import Codec, Column, Fact, Frame
from grognard.core.hexes import OFF, Hex
from grognard.core.state import Outcome, State

from .board import GRID, HEX
from .options import DEFAULT, Options
from .pieces import NAMES, SIDES

OPTIONS = Codec(msgspec.to_builtins, lambda plain: msgspec.convert(plain, Options))


class Day(Frame, frozen=True, tag="day"):
    """One turn: the Allied segment, then the German."""


class LongestDay(State):
    """A position of The Longest Day."""

    options = Fact[Options](DEFAULT, OPTIONS)
    day = Fact(0)  # 0 is 6 June 1944
    at = Column[Hex]([OFF] * len(NAMES), NAMES, HEX)

    sides = SIDES
    grid = GRID
    frames = Day
    procedures = {Day: ()}

    def outcome(self) -> Outcome | None:
        return None


fact = LongestDay.keys()
