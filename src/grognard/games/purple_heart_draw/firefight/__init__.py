"""The firefight: a scenario of Purple Heart Draw fought squad by squad on the map of 40-meter hexes.

A game of its own within the campaign's package: it has its own position, and shares the map, the cards and
the clauses.
"""

from __future__ import annotations


def __getattr__(name: str) -> object:
    if name == "GAME":  # loaded when asked for: the campaign uses the lines of sight alone
        from .game import GAME

        return GAME
    raise AttributeError(name)
