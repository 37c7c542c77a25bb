"""How likely the first side wins a position, without playing it out. Knows no game's rules.

A game may bring an evaluation of its own (`EVALUATION` of its players' module). For others a model is fitted
to games of a cheap player (`fit_chances.py`). Its figures are what the game calls its margin (`MARGIN`), and
it is kept as `chances.json` beside the game's players.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module, resources
from math import exp

import msgspec

import grognard
from grognard.core.state import State

from .seat import turn_of
from .tournament import margin_of

FILE = "chances.json"
MOST = 4.0  # log odds beyond this say no more: 98 %

Evaluate = Callable[[State], float]


class Figure(msgspec.Struct, frozen=True):
    """A figure of the margin: how it is scaled, and its weight before the first turn and in the last."""

    name: str
    mean: float
    spread: float
    first: float
    last: float


class Model(msgspec.Struct, frozen=True):
    """The log odds that the first side wins, linear in the figures; all weights change evenly with the turns.

    `error` is the mean squared error on games that were left out of the fit, `blind` the same of a model that
    knows only how often the first side won.
    """

    turns: int
    first: float  # the constant before the first turn, and in the last
    last: float
    figures: tuple[Figure, ...]
    games: int
    error: float
    blind: float
    made_by: str

    def chance(self, turn: int, figures: Mapping[str, float]) -> float:
        """The chance of the first side.

        >>> model = Model(6, 0.0, 0.0, (Figure("points", 10, 5, 1.0, 2.0),), 0, 0, 0, "")
        >>> round(model.chance(0, {"points": 15}), 3), round(model.chance(6, {"points": 15}), 3)
        (0.731, 0.881)
        """
        late = elapsed(turn, self.turns)
        odds = between(self.first, self.last, late)
        for one in self.figures:
            odds += between(one.first, one.last, late) * (figures[one.name] - one.mean) / one.spread
        return share(odds)


def elapsed(turn: int, turns: int) -> float:
    """The part of the game that is over: 1 in the last turn."""
    return min(1.0, max(0.0, turn / max(1, turns)))


def between(first: float, last: float, late: float) -> float:
    return first + (last - first) * late


def share(odds: float) -> float:
    """Log odds as a chance."""
    return 1 / (1 + exp(-max(-MOST, min(MOST, odds))))


@cache
def models(game: str) -> Mapping[str, Model]:
    """The fitted models of a game, by scenario."""
    module = grognard.GAMES.part(game, "players")
    file = resources.files(module.__name__).joinpath(FILE) if module else None
    if file is None or not file.is_file():
        return {}
    return msgspec.json.decode(file.read_bytes(), type=dict[str, Model])


def evaluation_of(game: str, scenario: str) -> Evaluate | None:
    """How a position of a scenario is judged; `None`: the game declares nothing."""
    where = getattr(grognard.GAMES.part(game, "players"), "EVALUATION", "")
    if where:
        name, _, attribute = where.partition(":")
        own: Evaluate = getattr(import_module(name), attribute)
        return own
    model = models(game).get(scenario)
    if model is None:
        return None
    margin = margin_of(game)
    return lambda state: model.chance(turn_of(state), margin(state))
