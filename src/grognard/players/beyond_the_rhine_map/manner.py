"""What may differ between the players of the Rhine map that share their rules."""

from __future__ import annotations

from collections.abc import Mapping
from contextvars import ContextVar
from types import MappingProxyType
from typing import NamedTuple

from grognard.games.beyond_the_rhine.campaign.pieces import ALLIED, GERMAN

NO_TASKS: Mapping[int, int] = MappingProxyType({})


class Manner(NamedTuple):
    """What may differ between players that share these rules."""

    good: dict[str, float]  # the least an attack must be worth
    token_price: float  # what a token is worth to a rich side, in steps
    fuel_left: int  # tokens a unit must be able to reach before it spends one on fuel
    fuel_gain: float  # how much better a post must be if fuel must be bought for it
    fuel_poor: float  # and how much more where supply is short
    reserves: int  # reserve markers that are used
    stocks: int  # in so many of the last turns units attack from their own stocks
    focus: dict[str, tuple[float, ...]]  # how much an attack counts, by its distance from what is wanted
    taking: float = 0.0  # what it is worth to take a key hex, of its weight; 0: its weight multiplies all
    hold: float = 0.9  # what a key hex is worth to the Germans, of its weight
    garrison: int = 5  # German steps that stay in a key hex
    loss: float = 1.1  # what a lost step of one's own costs, in steps of the enemy
    held_back: int = 0  # tokens that are kept for attacks: no fuel is bought from them
    rich: int = 24  # tokens in reach beyond which supply is spent on hedgehogs and railways
    pull: float = 0.0  # how much a hex nearer to the task of a unit is worth
    tasks: Mapping[int, int] = NO_TASKS  # the key hex that a unit goes for


PLAIN = Manner({ALLIED: 0.25, GERMAN: 0.45}, 0.06, 8, 0.8, 2.5, 1, 0, {ALLIED: (1.0,), GERMAN: (1.0,)})
MANNER: ContextVar[Manner] = ContextVar("how the player that decides differs from others", default=PLAIN)


def manner() -> Manner:
    return MANNER.get()
