"""Retreats and advances as most games have them."""

from __future__ import annotations

from grognard.core.after_combat import advance_choices, hexes_left
from grognard.core.facts import DONE, OnlyUnit
from grognard.games.sword_beach.position import Retreat


class Advance(OnlyUnit, frozen=True):
    """Into the hex that was won."""


def test_the_rest_of_a_retreat_in_words() -> None:
    assert hexes_left(Retreat(unit=0, origin=0, length=2)) == "2 hexes"
    assert hexes_left(Retreat(unit=0, origin=0, length=2, gone=1)) == "1 hex"


def test_an_advance_may_be_declined_and_is_not_asked_for_where_nobody_can() -> None:
    assert list(advance_choices(Advance, ["A", "B"], [1])) == [Advance("B"), DONE]
    assert not advance_choices(Advance, ["A", "B"], [])
