"""BTR-cal: the calendar of the campaign, and the campaigns that are played on it."""

from __future__ import annotations

from bisect import bisect_left
from datetime import date
from typing import NamedTuple

from grognard.core.calendar import spell
from grognard.core.ruling import GrognardError, IllegalAction, Ruling

from .pieces import read
from .rows import TurnRow

TURNS: list[TurnRow] = read("turns.toml")["turn"]
DATES: list[date] = [
    row["date"] for row in TURNS
]  # BTR-cal.pattern, BTR-cal.first, BTR-cal.february, BTR-cal.count
LAST = len(DATES)
NOTES = {row["n"]: row["note"] for row in TURNS if "note" in row}  # BTR-cal.events


class Campaign(NamedTuple):
    """BTR-frame.campaigns"""

    name: str
    title: str
    key: str  # how the chart marks its entries
    half: str  # "north", "south" or "" for all four maps
    first: int
    last: int


def _turns_of(year: str) -> tuple[int, int]:
    """The first and the last turn of the two-map campaigns of a year."""
    turns = [row["n"] for row in TURNS if row["two_map_campaign"] == year]
    return turns[0], turns[-1]


YEARS = {year: _turns_of(year) for year in ("1944", "1945")}
FULL = Campaign("full", "the full campaign, maps A to D", "full", "", 1, LAST)
CAMPAIGNS: dict[str, Campaign] = {"full": FULL} | {
    f"{half}-{year}": Campaign(
        f"{half}-{year}",
        f"the {year} two-map campaign, {half.capitalize()}",
        f"two_map_{half}",
        half,
        first,
        last,
    )
    for half in ("north", "south")  # BTR-frame.maps: A and B are the North, C and D the South
    for year, (first, last) in YEARS.items()
}


def campaign(name: str) -> Campaign:
    """A campaign by its name; `north` and `south` alone are those of 1944."""
    result = CAMPAIGNS.get(name.casefold()) or CAMPAIGNS.get(f"{name.casefold()}-1944")
    if result is None:
        raise GrognardError(f"{name!r} is not a campaign; the campaigns are {', '.join(CAMPAIGNS)}")
    return result


def day(turn: int) -> date:
    return DATES[turn - 1]


def turn_on(text: str | int) -> int:
    """The turn of a date such as 1944-09-12, or of a turn number; a day without a turn is refused with the
    nearest turns.
    """
    word = str(text).strip()
    if word.isascii() and word.isdigit() and len(word) < 3:
        if 1 <= int(word) <= LAST:
            return int(word)
        raise IllegalAction(f"turn {word}", [Ruling("BTR-cal.count", f"turns run from 1 to {LAST}")])
    if word == f"{DATES[-1].year}-02-29":
        raise IllegalAction(
            word, [Ruling("BTR-cal.february", "29 February has no turn; 1 March follows 26 February")]
        )
    try:
        wanted = date.fromisoformat(word)
    except ValueError:
        raise GrognardError(
            f"{word!r} is not a date; write it as 1944-09-12, or a turn from 1 to {LAST}"
        ) from None
    at = bisect_left(DATES, wanted)
    if at < LAST and DATES[at] == wanted:
        return at + 1
    near = [spell(DATES[i]) for i in (at - 1, at) if 0 <= i < LAST]
    if not DATES[0] <= wanted <= DATES[-1]:
        because = f"the first turn is {spell(DATES[0])} and the last {spell(DATES[-1])}"
        raise IllegalAction(spell(wanted), [Ruling("BTR-cal.first", because)])
    raise IllegalAction(
        spell(wanted),
        [Ruling("BTR-cal.pattern", f"no turn has this date; the nearest turns are {' and '.join(near)}")],
    )


def turn_in(game: Campaign, text: str | int | None) -> int:
    """The turn of a date within a campaign; without a date its first."""
    result = turn_on(text) if text else game.first
    if not game.first <= result <= game.last:
        first, last = spell(day(game.first)), spell(day(game.last))
        because = f"not in {game.title}, which runs from {first} to {last}"
        raise IllegalAction(spell(day(result)), [Ruling("BTR-frame.campaigns", because)])
    return result


def moment(turn: int) -> str:
    """A turn as answers and refusals name it."""
    return f"{spell(day(turn))} (turn {turn})"


def two_map(turn: int) -> str:
    """The two-map campaigns a turn belongs to: 1944, 1945 or none."""
    return TURNS[turn - 1]["two_map_campaign"]
