"""Values in a position file of Purple Heart Draw that are of another kind, or too many."""

from __future__ import annotations

import pytest

from grognard.core.notation import read_position
from grognard.core.ruling import GrognardError

from .build import GAME


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ('[units]\nu001 = "5-4-8 / - / - / - / 99"', "a group is a number from 1 to 48"),
        ('[groups]\nu-rg01 = ["I1"]', "u-rg01 is a line of the chart, a scenario and how it comes"),
        ("[follow]\nus = [true]", "follow has 5 values, not 1"),
        ('[modules]\nus = [["60mm"]]', "modules: "),
        ('[tp]\nus = "x"', "tp is of the kind int"),
    ],
)
def test_a_position_with_a_value_of_another_kind_is_refused(lines: str, words: str) -> None:
    with pytest.raises(GrognardError, match=words):
        read_position(GAME, lines)
