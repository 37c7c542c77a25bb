"""BTR-cal: the calendar of the campaign, and the campaigns that are played on it."""

from __future__ import annotations

from bisect import bisect_left
from datetime import date
from typing import Any, NamedTuple

from grognard.core.calendar import spell
from grognard.core.ruling import GrognardError

from .pieces import read

TURNS: list[dict[str, Any]] = read("turns.toml")["turn"]
DATES: list[date] = [row["date"] for row in TURNS]  # BTR-cal.pattern, BTR-cal.first, BTR-cal.february, BTR-cal.count
LAST = len(DATES)
NOTES = {  # BTR-cal.events
    2: "air drops may be planned from now on", 3: "the Broadfront restrictions are in force (3.10)", 18: "trench foot begins (3.2a)",
    26: "last turn of the 1944 two-map campaigns", 47: "first turn of the 1945 two-map campaigns",
}  # fmt: skip


class Campaign(NamedTuple):
    """BTR-frame.campaigns"""

    name: str
    title: str
    key: str  # how the chart marks its entries
    half: str  # "north", "south" or "" for all four maps
    first: int
    last: int


FULL = Campaign("full", "the full campaign, maps A to D", "full", "", 1, LAST)
CAMPAIGNS: dict[str, Campaign] = {"full": FULL} | {
    f"{half}-{year}": Campaign(
        f"{half}-{year}", f"the {year} two-map campaign, {half.capitalize()}", f"two_map_{half}", half, first, last
    )
    for half in ("north", "south")  # BTR-frame.maps: A and B are the North, C and D the South
    for year, first, last in (("1944", 1, 26), ("1945", 47, LAST))
}


def campaign(name: str) -> Campaign:
    """A campaign by its name; `north` and `south` alone are those of 1944."""
    found = CAMPAIGNS.get(name.casefold()) or CAMPAIGNS.get(f"{name.casefold()}-1944")
    if found is None:
        raise GrognardError(f"there is no campaign {name!r}; there is {', '.join(CAMPAIGNS)}")
    return found


def day(turn: int) -> date:
    return DATES[turn - 1]


def turn_on(text: str | int) -> int:
    """The turn of a date such as 1944-09-12, or of a turn number; a day that is no turn is refused with its neighbours."""
    word = str(text).strip()
    if word.isascii() and word.isdigit() and len(word) < 3:
        if 1 <= int(word) <= LAST:
            return int(word)
        raise GrognardError(f"there is no turn {word}; turns run from 1 to {LAST}")
    try:
        wanted = date.fromisoformat(word)
    except ValueError:
        raise GrognardError(f"{word!r} is not a date; write it as 1944-09-12, or a turn from 1 to {LAST}") from None
    at = bisect_left(DATES, wanted)
    if at < LAST and DATES[at] == wanted:
        return at + 1
    near = [DATES[i].isoformat() for i in (at - 1, at) if 0 <= i < LAST]
    raise GrognardError(f"{spell(wanted)} is no turn; the nearest are {' and '.join(near)} [BTR-cal.pattern]")


def two_map(turn: int) -> str:
    """The two-map campaigns a turn belongs to: 1944, 1945 or none."""
    return str(TURNS[turn - 1].get("two_map_campaign", ""))
