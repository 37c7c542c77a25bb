"""The log of a fight: whose unit a line tells of, who lets something pass, and what a die was for."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.core.acts import acts
from grognard.core.facts import Event, Roll
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


def kinds(state: Any, by: str) -> list[tuple[str, str]]:
    """The sentences of the last action, each with its kind."""
    narrator = Narrator(GAME)
    narrator.remember(state, len(state.actions) - 1)
    events = list(state.history())[-1][1]
    return [(one.kind, one.text) for one in narrator.describe(by, str(state.actions[-1]), events)]


def story(state: Any, actors: str) -> list[Any]:
    """The acts of the last actions, played by these sides: `u`, `g`, or `c` for the dice."""
    narrator, rows = Narrator(GAME), []
    sides = {"u": "us", "g": "german", "c": "chance"}
    first = len(state.actions) - len(actors)
    narrator.remember(state, first)
    for number, ((action, events), by) in enumerate(zip(list(state.history())[first:], actors, strict=True)):
        rows.append((first + number + 1, sides[by], narrator.describe(sides[by], str(action), events)))
        narrator.follow(state, first + number)
    return acts(rows)


def test_a_move_of_three_hexes_is_one_act_with_its_path() -> None:
    units = {"u01": "M19 6-6-6", "u02": "M19 6-6-6", "g01": "A1 5-4-8"}
    state = do(fight(units, "movement"), "lead u01", "along u02", "go M18", "done", "go M17", "done")
    (act,) = story(state, "uuugug")
    assert act.kind == "move" and act.text == "6-6-6 u01 and 6-6-6 u02 move by M18 to M17"
    assert {one.unit for one in act.moves} == {"u01", "u02"}
    assert [(one.origin, one.to) for one in act.moves if one.unit == "u01"] == [
        ("M19", "M18"),
        ("M18", "M17"),
    ]


def test_a_shot_and_what_follows_from_it_are_one_act() -> None:
    state = fight({"u01": "M16 6-6-6", "u02": "M16 6-6-6", "g01": "M15 5-4-8"}, "prep fire")
    state = do(state, "fire u01 M15", "join u02", "dr 3 4")
    (act,) = story(state, "uuc")
    assert act.kind == "attack" and act.text == "6-6-6 u01 and 6-6-6 u02 fire at M15"
    assert act.target == "M15" and act.effects[0].startswith("Column 24, dice 7, ")
    assert act.code == act.effects[0].rpartition(": ")[2]


def test_the_only_legal_choice_is_told_in_words() -> None:
    narrator = Narrator(GAME)
    forced = Event("log", "forced", ["german", "go L15"], "", "ASL-A10.51")
    told = narrator.describe("german", "go K14", [forced])
    assert [one.text for one in told] == ["Only one legal choice: Go to L15"]
