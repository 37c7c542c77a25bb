"""What is true in every position, and what the conformance suite plays."""

from __future__ import annotations

from grognard.core.suite import Suite

from .pieces import RULES
from .position import Skirmish


def holds(state: Skirmish) -> None:
    occupied = [hex_ for hex_ in state.at if hex_ >= 0]
    assert len(occupied) == len(set(occupied)), "two units in one hex"
    assert 0 <= state.turn <= RULES["turns"], f"turn {state.turn}"


SUITE = Suite(holds=holds, nested=(("Turn", "Combat"),), positions=range(1000, 1010))
