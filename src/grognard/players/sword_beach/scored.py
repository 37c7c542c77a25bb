"""What a player says of an action: what it is worth, why, and with which odds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from grognard.core.facts import Action

from .fights import Results


class Scored(NamedTuple):
    """A candidate: what it is worth, and why."""

    action: Action
    value: float
    why: str = ""
    odds: Results = {}


Scores = Iterator[Scored]
