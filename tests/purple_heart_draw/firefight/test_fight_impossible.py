"""Positions that cannot be: one clear line each, and the position is not taken."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.core.notation import read_position, to_toml
from grognard.core.ruling import GrognardError, IllegalAction
from grognard.games.purple_heart_draw.firefight import notation
from grognard.games.purple_heart_draw.firefight.forces import UNIT
from grognard.games.purple_heart_draw.firefight.position import Attack

from .fight import GAME, fight

UNITS = {"u01": "L16 6-6-6", "u02": "M17 6-6-6", "g01": "L17 5-4-8"}
CROWD = {f"u{n:02}": "L16" for n in range(3, 24)}

IMPOSSIBLE: list[tuple[str, dict[str, Any], str]] = [
    ("ASL-A5.1", {"kind": dict.fromkeys(CROWD, "6-6-6"), "at": CROWD}, "over the limit"),
    ("FF-AREA", {"at": {"u01": "GG20"}}, "outside the area"),
    ("ASL-A1.2", {"kind": {"u01": "5-4-8"}}, "u01: 5-4-8 is no US unit"),
    ("ASL-A4.44", {"gun_kind": {"umg1": "MMG"}, "holder": {"umg1": "u09"}}, "held by u09"),
    ("ASL-A9", {"gun_kind": {"umg1": "88L"}}, "'88L' is not a US weapon"),
    ("ASL-A20.5", {"captives": {"g01": "4-4-7"}}, "of the same side"),
    ("ASL-A20.5", {"captives": {"g01": "7-7-7"}}, "no unit of the firefight"),
    ("FF-SEQ.2", {"turn": 99}, "has turns 1 to"),
    ("FF-SEQ.2", {"turn": -1}, "not -1"),
    ("ASL-A14", {"san": {"us": -3}}, "is -3"),
    ("ASL-C13.311", {"fausts": {"german": -1}}, "is -1"),
    ("ASL-A26.22", {"points": {"us": -5}}, "is -5"),
    ("FF-IN", {"works": [["castle", "L16"]]}, "'castle' in L16 is no work"),
    ("ASL-B23.9", {"fortified": {"german": ["K17"]}}, "K17 holds no building"),
    ("ASL-A1.2", {"kind": {"u01": ""}}, "u01 is in L16, and it is not said what it is"),
    ("ASL-C1.1", {"module": {"us": "5-4-8"}}, "'5-4-8' is no module of US artillery"),
    ("ASL-C1.7", {"mission": {"german": "confetti"}}, "'confetti' is no fire for effect of German artillery"),
    ("ASL-C1.7", {"shells": {"us": [1, 16, 0]}}, "US shells fall, and it is not said for what effect"),
]


@pytest.mark.parametrize(("clause", "facts", "words"), IMPOSSIBLE)
def test_a_position_that_cannot_be(clause: str, facts: dict[str, Any], words: str) -> None:
    whole = notation.write(fight(UNITS, all_found=True))
    wrong = {
        key: {**whole.get(key, {}), **value} if isinstance(value, dict) else value
        for key, value in facts.items()
    }
    with pytest.raises(IllegalAction) as found:
        read_position(GAME, to_toml(whole | wrong))
    assert {ruling.clause for ruling in found.value.rulings} == {clause}
    (line, *_) = (str(ruling) for ruling in found.value.rulings)
    assert words in line and "\n" not in line


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({"at": {"u01": "ZZ99"}}, "there is no hex 'ZZ99' on this map"),
        ({"kind": {"u01": "9-9-9"}}, "'9-9-9' is not a unit of the firefight"),
        ({"kind": {"x01": "6-6-6"}}, "there is no 'x01'"),
        ({"flags": {"u01": ["sleepy"]}}, "'sleepy'"),
        ({"color": "red"}, "a position has no key 'color'"),
        ({"scene": "phd-9"}, "scene is one of"),
        ({"points": {"us": "many"}}, "points is of the kind int"),
    ],
)
def test_a_position_that_cannot_be_read(facts: dict[str, Any], words: str) -> None:
    whole = notation.write(fight(UNITS, all_found=True))
    wrong = {
        key: {**whole.get(key, {}), **value} if isinstance(value, dict) else value
        for key, value in facts.items()
    }
    with pytest.raises(GrognardError) as found:
        read_position(GAME, to_toml(whole | wrong))
    assert words in str(found.value) and "\n" not in str(found.value) and "index(x)" not in str(found.value)


def test_a_position_whose_mover_is_no_side() -> None:
    state = fight(UNITS)
    state.__dict__["mover"] = "Movement Phase"
    (ruling,) = state.impossibilities()
    assert ruling.clause == "ASL-A.13" and ruling.because.endswith("us or german, not 'Movement Phase'")


def test_shells_have_all_their_figures() -> None:
    state = fight(UNITS)
    state.__dict__["mission"][0], state.__dict__["shells"][0] = "HE", (1, 16)
    (ruling,) = state.impossibilities()
    assert ruling.clause == "ASL-C1.5" and ruling.because == "US shells have 3 figures"


def test_a_position_stands_at_a_decision() -> None:
    """Nobody could join this attack, and no leader direct it: its dice would be next."""
    state = fight(UNITS)
    alone = Attack("us", state.at[UNIT["g01"]], "prep", (UNIT["u01"],))
    state.__dict__["stack"] = (*state.stack, alone)
    state.forget_choices()
    (ruling,) = state.impossibilities()
    assert ruling.clause == "FF-SEQ.1" and ruling.because.startswith("there is nothing to decide")


def test_a_name_written_twice_counts_once() -> None:
    whole = notation.write(fight(UNITS, all_found=True))
    twice = whole | {"open": [*whole["open"], *whole["open"]]}
    assert read_position(GAME, to_toml(twice)).open == read_position(GAME, to_toml(whole)).open
