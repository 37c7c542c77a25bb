"""Counters and gains as a hint names them: the printed values with the id, and ways onto the map."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.core.narration import join_names
from grognard.games.purple_heart_draw.firefight.action_words import title
from grognard.games.purple_heart_draw.firefight.forces import NAMES, VEHICLE_NAMES
from grognard.games.purple_heart_draw.firefight.position import Firefight

SQUAD = "a squad counting 6"
ENTERS = 5.0  # what it is worth in a hint to come onto the map at all
ONTO_THE_MAP = 50.0  # only a way onto the map gains so much


def unit_title(state: Firefight, unit: int) -> str:
    """`6-6-6 (u01)`."""
    return title(state, NAMES[unit])


def vehicle_title(state: Firefight, vehicle: int) -> str:
    """`M4A1 (uv1)`."""
    return title(state, VEHICLE_NAMES[vehicle])


def units_title(state: Firefight, units: Iterable[int]) -> str:
    return join_names([unit_title(state, unit) for unit in units])


def gain_for_hint(gain: float) -> float:
    """The gain of a way; who must come onto the map first gains more than any other way can."""
    return ENTERS if gain > ONTO_THE_MAP else gain


def way_words(goal: str, gain: float) -> str:
    """What a way is good for.

    >>> way_words("I10", 2.31), way_words("I10", 954.0)
    ('the way to I10 gains 2.3, a squad counting 6', 'the way to I10 brings units onto the map')
    """
    if gain > ONTO_THE_MAP:
        return f"the way to {goal} brings units onto the map"
    return f"the way to {goal} gains {gain:.1f}, {SQUAD}"
