"""TLD-S.1: one turn is one day. Days are numbered from 0, which is 6 June 1944."""

from __future__ import annotations

import re
from datetime import date, timedelta
from functools import lru_cache

from grognard.core.calendar import spell
from grognard.core.ruling import GrognardError

from .pieces import read

CALENDAR = read("calendar.toml")
FIRST = date.fromisoformat(CALENDAR["meta"]["first_day"])
LAST_DAY = (date.fromisoformat(CALENDAR["meta"]["last_day"]) - FIRST).days
NEVER = 10_000  # later than any date in the game


@lru_cache(maxsize=1024)
def day_of(text: str) -> int:
    """The number of a day: `1944-06-24`, `24 June` or `18`.

    >>> day_of("1944-06-24"), day_of("24 June"), day_of("18")
    (18, 18, 18)
    """
    words = text.strip()
    if re.fullmatch("[0-9]{1,4}", words):
        return int(words)
    try:
        if "-" in words:
            return (date.fromisoformat(words) - FIRST).days
        number, month = words.split()[:2]
        return (date(1944, ("june", "july", "august").index(month.casefold()) + 6, int(number)) - FIRST).days
    except (ValueError, IndexError, OverflowError):
        raise GrognardError(f"{text!r} is not a day; write 1944-06-24 or 24 June") from None


def date_of(day: int) -> date:
    return FIRST + timedelta(day)


def iso(day: int) -> str:
    return date_of(day).isoformat()


@lru_cache(maxsize=256)
def date_words(day: int) -> str:
    """
    >>> date_words(18)
    '24 June'
    """
    return spell(date_of(day)).removesuffix(" 1944")


_events = {row["id"]: row for row in CALENDAR["event"]}


def through(event: str) -> int:
    """The last day of a dated rule."""
    return day_of(_events[event]["through"])


def since(event: str) -> int:
    """The first day of a dated rule."""
    return day_of(_events[event]["from"])
