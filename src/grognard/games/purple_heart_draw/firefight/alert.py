"""ASL-A14.1: the dice that rouse a sniper."""

from __future__ import annotations

from collections.abc import Iterable

from . import phone_lines
from .forces import ENEMY
from .position import Firefight, fact
from .terrain import read
from .units import number

SNIPER = read("sniper.toml")
LEAST = int(SNIPER["least"])


def has_sniper(state: Firefight, side: str) -> bool:
    """ASL-A14: a side with an Activation Number of 2 or more."""
    return state.san[number(side)] >= LEAST


def watch(state: Firefight, side: str, dice: int, hexes: Iterable[int] = ()) -> None:
    """ASL-A14.1: an Original DR of one side that is the other's Activation Number rouses its sniper;
    ASL-C1.23: a 2 for units in these hexes finds the line of an enemy phone.
    """
    phone_lines.search(state, side, dice, hexes)
    other = ENEMY[side]
    if (
        dice == state.san[number(other)]
        and has_sniper(state, other)
        and state.phase in SNIPER["phases"]
        and other not in state.snipers_down
        and state.snipers[number(other)] >= 0
    ):
        state.set(fact.roused, (*state.roused, other), "ASL-A14.1")
