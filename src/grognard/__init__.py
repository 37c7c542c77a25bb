"""grognard: board wargames with complete rules, every ruling cited by its clause.

>>> import grognard
>>> state = grognard.load("sword-beach").new(seed=7)
>>> state.to_move
'german'
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from .catalog import Games
from .core.facts import CHANCE, DONE, Action
from .core.ruling import GrognardError, IllegalAction, Modifier, Ruling

if TYPE_CHECKING:
    from .core.game import Game
    from .core.state import State

__version__ = "0.2.0"
GAMES = Games(
    {
        "sword-beach": "grognard.games.sword_beach",
        "purple-heart-draw": "grognard.games.purple_heart_draw",
        "longest-day": "grognard.games.longest_day",
        "beyond-the-rhine": "grognard.games.beyond_the_rhine",
        "purple-heart-draw-firefight": "grognard.games.purple_heart_draw.firefight",
        "beyond-the-rhine-map": "grognard.games.beyond_the_rhine.campaign",
    }
)


def load(name: str) -> Game:
    """The rules and data of one game."""
    return GAMES.load(name)


def __getattr__(name: str) -> object:
    if name in ("State", "Game"):  # loaded when asked for: the package itself must import quickly
        return getattr(import_module(f"grognard.core.{name.lower()}"), name)
    raise AttributeError(name)


__all__ = [
    "CHANCE",
    "DONE",
    "GAMES",
    "Action",
    "Game",
    "GrognardError",
    "IllegalAction",
    "Modifier",
    "Ruling",
    "State",
    "load",
]
