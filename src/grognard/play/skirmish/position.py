"""The facts of a position, and the procedures that can be under way."""

from __future__ import annotations

import msgspec

from grognard.core.facts import Codec, Column, Fact, Frame, hex_codec, struct_codec
from grognard.core.hexes import OFF, Hex, members
from grognard.core.state import Outcome, State

from .pieces import BLUE, GRID, NAMES, OF_SIDE, RED, SIDES

HEX = hex_codec(GRID)


class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """SK-8: what the players agree before the game."""

    no_mine: bool = False


class Turn(Frame, frozen=True, tag="turn"):
    """The game, from the mine to the last turn."""


class Combat(Frame, frozen=True, tag="combat"):
    """One attack."""

    attacker: int
    defender: int


class Skirmish(State):
    options = Fact[Options](Options(), struct_codec(Options))
    turn = Fact(0)
    active = Fact(RED)
    at = Column[Hex]([OFF] * len(NAMES), NAMES, HEX)
    moved = Fact[int](0)  # the units that have moved, as bits
    fought = Fact[int](0)
    mine = Fact[Hex](
        OFF, HEX, seen=lambda state, side, key: side == BLUE
    )  # the one secret: only blue sees it
    won = Fact[tuple[str, ...]]((), Codec(list, tuple))

    sides = SIDES
    grid = GRID
    frames = Turn | Combat

    @property
    def date(self) -> str:
        return f"turn {self.turn}" if self.turn else "set-up"

    def outcome(self) -> Outcome | None:
        return Outcome(*self.won) if self.won else None

    def on_map(self, units: int) -> int:
        """Those units of a set that stand on the map."""
        return sum(1 << unit for unit in members(units) if self.at[unit] >= 0)

    def hexes_of(self, side: str) -> int:
        return sum(1 << self.at[unit] for unit in members(self.on_map(OF_SIDE[side])))

    def unit_in(self, hex_: Hex) -> int:
        return self.at.index(hex_)


fact = Skirmish.keys()
