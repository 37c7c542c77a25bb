"""The log of a fight: whose unit a line tells of, who lets something pass, and what a die was for."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.core.facts import Roll
from grognard.core.narration import Narrator

from .fight import GAME, do, fight


def told(state: Any, by: str) -> list[tuple[str, str]]:
    """The sentences of the last action, each with its side."""
    narrator = Narrator(GAME)
    narrator.remember(state, len(state.actions) - 1)
    events = list(state.history())[-1][1]
    return [(one.text, one.side) for one in narrator.describe(by, str(state.actions[-1]), events)]


def test_a_stack_moves_in_the_plural_and_belongs_to_its_side() -> None:
    units = {"u01": "M19 6-6-6", "u02": "M19 6-6-6", "g01": "A1 5-4-8"}
    state = do(fight(units, "movement"), "lead u01", "along u02", "go M18")
    assert ("6-6-6 u01 and 6-6-6 u02 move to M18", "us") in told(state, "us")


def test_a_side_that_answers_nothing_passes() -> None:
    state = do(fight({"u01": "M19 6-6-6", "g01": "M16 5-4-8"}, "movement"), "move u01 M18", "done")
    assert told(state, "german")[0] == ("German passes", "german")
    state = do(fight({"u01": "M19 6-6-6", "g01": "M16 5-4-8"}, "prep fire"), "done")
    assert not any("passes" in text for text, _ in told(state, "us"))


@pytest.mark.clause("ASL-A11.4")
def test_the_log_says_what_a_die_was_for() -> None:
    units = {"u01": "M15 6-6-6 advanced", "g01": "M15 5-4-8"}
    state = fight(units, "close combat")
    assert state.purpose == "ambush"
    state.push(Roll(3))
    assert told(state, "chance") == [("US die for ambush in M15: 3", "")]
    state.push(Roll(4))
    assert told(state, "chance")[0] == ("German die for ambush in M15: 4", "")
