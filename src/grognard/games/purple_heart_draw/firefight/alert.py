"""ASL-A14.1: the dice that rouse a sniper."""

from __future__ import annotations

from .forces import ENEMY
from .position import Firefight, fact
from .terrain import read
from .units import number

SNIPER = read("sniper.toml")
LEAST = int(SNIPER["least"])


def has_sniper(state: Firefight, side: str) -> bool:
    """ASL-A14: a side with an Activation Number of 2 or more."""
    return state.san[number(side)] >= LEAST


def watch(state: Firefight, side: str, dice: int) -> None:
    """ASL-A14.1: an Original DR of one side that is the other's Activation Number rouses his sniper."""
    other = ENEMY[side]
    if (
        dice == state.san[number(other)]
        and has_sniper(state, other)
        and state.phase in SNIPER["phases"]
        and other not in state.snipers_down
        and state.snipers[number(other)] >= 0
    ):
        state.set(fact.roused, (*state.roused, other), "ASL-A14.1")
