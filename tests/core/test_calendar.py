"""Turns and the days they stand for."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.core.calendar import Calendar, Turn, spell
from grognard.core.ruling import GrognardError

START = date(1944, 6, 6)


def test_regular_turns_follow_one_another() -> None:
    calendar = Calendar.regular(START, 2, 17, ["landing"])
    assert len(calendar) == 17
    assert calendar.turn(1) == Turn(1, date(1944, 6, 6), date(1944, 6, 7), "landing")
    assert calendar.turn(17).dates == "8 July 1944 to 9 July 1944" and calendar.turn(17).note == ""


def test_a_turn_of_one_day_is_spelt_as_one_day() -> None:
    assert Calendar.regular(START, 1, 3).turn(2).dates == "7 June 1944" == spell(date(1944, 6, 7))


@given(st.integers(1, 40), st.integers(1, 30), st.integers(0, 2000))
def test_every_day_belongs_to_one_turn(days: int, count: int, after: int) -> None:
    calendar, day = Calendar.regular(START, days, count), START + timedelta(after)
    if after < days * count:
        assert calendar.on(day).number == after // days + 1
    else:
        with pytest.raises(GrognardError, match="is not on the calendar"):
            calendar.on(day)


@pytest.mark.parametrize("number", [0, 18, -1])
def test_a_turn_that_is_not_there_is_refused_with_the_range(number: int) -> None:
    with pytest.raises(GrognardError, match=f"there is no turn {number}; turns run from 1 to 17"):
        Calendar.regular(START, 2, 17).turn(number)


def test_a_day_before_the_first_is_refused() -> None:
    with pytest.raises(
        GrognardError, match=r"5 June 1944 is not on the calendar \(6 June 1944 to 9 July 1944\)"
    ):
        Calendar.regular(START, 2, 17).on(date(1944, 6, 5))


@pytest.mark.parametrize(
    ("number", "first"), [(3, date(1944, 6, 8)), (2, date(1944, 6, 7)), (1, date(1944, 6, 8))]
)
def test_a_calendar_that_breaks_is_refused(number: int, first: date) -> None:
    """A number left out or repeated, and days that overlap."""
    with pytest.raises(GrognardError, match="the calendar breaks between turns 1 and"):
        Calendar([Turn(1, START, date(1944, 6, 7)), Turn(number, first, date(1944, 6, 9))])


def test_a_gap_between_turns_is_allowed_and_belongs_to_none() -> None:
    calendar = Calendar([Turn(1, START, date(1944, 6, 7)), Turn(2, date(1944, 7, 1), date(1944, 7, 2))])
    with pytest.raises(GrognardError):
        calendar.on(date(1944, 6, 20))
