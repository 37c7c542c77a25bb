"""grognard: board wargames with complete rules, every ruling cited by its clause.

>>> import grognard
>>> state = grognard.load("sword-beach").new(seed=7)
>>> state.to_move
'german'
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from .core.data import blame_own_data, check_names
from .core.facts import CHANCE, DONE, Action
from .core.ruling import GrognardError, IllegalAction, Modifier, Ruling

if TYPE_CHECKING:
    from .core.game import Game
    from .core.state import State

__version__ = "0.2.0"
GAMES = {
    "sword-beach": "grognard.games.sword_beach",
    "purple-heart-draw": "grognard.games.purple_heart_draw",
    "longest-day": "grognard.games.longest_day",
    "beyond-the-rhine": "grognard.games.beyond_the_rhine",
    "beyond-the-rhine-map": "grognard.games.beyond_the_rhine.campaign",
}


def load(name: str) -> Game:
    """The rules and data of one game."""
    if name not in GAMES:
        raise GrognardError(f"there is no game {name!r}; there is {', '.join(GAMES)}")
    try:
        check_names(GAMES[name], name)  # which imports the package too
        game: Game = import_module(GAMES[name]).GAME
    except Exception as error:
        if (blamed := blame_own_data(error)) is None:
            raise
        raise blamed from error
    return game


def __getattr__(name: str) -> object:
    if name in ("State", "Game"):  # loaded when asked for: the package itself must import quickly
        return getattr(import_module(f"grognard.core.{name.lower()}"), name)
    raise AttributeError(name)


__all__ = ["CHANCE", "DONE", "GAMES", "Action", "Game", "GrognardError", "IllegalAction", "Modifier", "Ruling", "State", "load"]
