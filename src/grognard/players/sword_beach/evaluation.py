"""The evaluation fitted to games of the league: the log odds that the Allies win a position. The model is a
data file (`evaluation.json`) written by `fit.py`.
"""

from __future__ import annotations

from functools import cache
from importlib import resources
from math import exp
from operator import mul

import msgspec

from grognard.games.sword_beach.pieces import ALLIED, GERMAN
from grognard.games.sword_beach.position import SwordBeach
from grognard.games.sword_beach.supply import supplied

from .features import LAST, features

FILE = "evaluation.json"
BANDS = (2, 5, 8, 11, 14, 99)  # the last turn of each band of the linear model
MOST = 6.0  # log odds beyond this say no more


def band_of(turn: int) -> int:
    return next(last for last in BANDS if turn <= last)


class Band(msgspec.Struct, frozen=True):
    """A linear model of the turns up to `last`."""

    last: int
    constant: float
    weights: tuple[float, ...]


class Network(msgspec.Struct, frozen=True):
    """One hidden layer: for each hidden unit the weights of the figures and the turn."""

    hidden: tuple[tuple[float, ...], ...]
    bias: tuple[float, ...]
    weights: tuple[float, ...]
    constant: float


class Evaluation(msgspec.Struct, frozen=True, omit_defaults=True):
    """A model: bands, or a network."""

    bands: tuple[Band, ...] = ()
    network: Network | None = None

    def log_odds(self, figures: list[float], turn: int) -> float:
        """The log odds that the Allies win."""
        if self.network is None:
            band = next(one for one in self.bands if turn <= one.last)
            found = band.constant + sum(map(mul, band.weights, figures))
        else:
            net, row = self.network, [*figures, turn / LAST]
            found = net.constant
            for weights, bias, out in zip(net.hidden, net.bias, net.weights, strict=True):
                sum_ = bias + sum(map(mul, weights, row))
                if sum_ > 0:
                    found += out * sum_
        return float(max(-MOST, min(MOST, found)))


@cache
def model() -> Evaluation:
    return msgspec.json.decode(resources.files(__package__).joinpath(FILE).read_bytes(), type=Evaluation)


def log_odds(state: SwordBeach) -> float:
    """The whole position as the log odds that the Allies win, by the fitted model."""
    if state.won:
        return MOST if state.won[0] == ALLIED else -MOST
    figures = features(state, state.at, state.steps, supplied(state), state.to_move != GERMAN)
    return model().log_odds(figures, state.turn)


def chance(state: SwordBeach) -> float:
    """The chance that the Allies win."""
    return 1 / (1 + exp(-log_odds(state)))
