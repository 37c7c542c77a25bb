"""The history of every counter on the chart, and the order of battle on any date."""

from __future__ import annotations

from datetime import date
from functools import cache
from typing import NamedTuple, TypedDict

from grognard.core.ruling import GrognardError

from .chart import COUNTERS, ENTRIES, MAPS, NAMES, NUMBER, OPENING, Entry, half_of
from .dates import CAMPAIGNS, FULL, LAST, Campaign, day
from .pieces import Counter, Identity, plain, suggest


class Chapter(NamedTuple):
    """One thing that happens to a counter."""

    turn: int
    counter: int
    what: str  # opening, arrives, dead-pile, leaves, comes-by-exchange, goes-by-exchange, transfers
    where: str
    clause: str
    entry: int  # -1: the opening stock

    @property
    def date(self) -> date:
        return day(self.turn)


_ARRIVES = {
    "arrive": "arrives",
    "add_to_airfields": "arrives",
    "add_to_dead_pile": "dead-pile",
    "transfer": "transfers",
}
HERE = ("opening", "arrives", "comes-by-exchange")
CHAPTER_WORDS = {
    "opening": "in play from the start",
    "arrives": "arrives",
    "dead-pile": "added to the dead pile",
    "leaves": "removed",
    "comes-by-exchange": "enters by exchange",
    "goes-by-exchange": "leaves by exchange",
    "transfers": "transfers",
}


def _of_entry(number: int, entry: Entry) -> list[Chapter]:
    where = " or ".join(place.words for place in entry.places)
    if entry.kind == "transfer":
        where = f"{entry.source.capitalize()} to {entry.goal.capitalize()}"
    chapters = [
        Chapter(entry.turn, c, _ARRIVES[entry.kind], where, entry.clause, number) for c in entry.counters()
    ]
    if entry.kind == "remove":
        chapters += [
            Chapter(entry.turn, c, "leaves", "", entry.clause, number) for _, c in entry.gone if c >= 0
        ]
    for swap in entry.swaps:
        if swap.named >= 0:
            chapters.append(
                Chapter(entry.turn, swap.named, "goes-by-exchange", swap.raw, entry.clause, number)
            )
        chapters.append(Chapter(entry.turn, swap.new, "comes-by-exchange", swap.raw, entry.clause, number))
    return chapters


CHAPTERS: list[Chapter] = [
    Chapter(1, one.counter, "opening", one.half, "BTR-arrival.opening", -1) for one in OPENING
]
for _number, _entry in enumerate(ENTRIES):
    CHAPTERS += _of_entry(_number, _entry)


def story(counter: int) -> list[Chapter]:
    return [chapter for chapter in CHAPTERS if chapter.counter == counter]


GAP = (
    CAMPAIGNS["north-1944"].last + 1,
    CAMPAIGNS["north-1945"].first - 1,
)  # no two-map campaign runs: nothing transfers


@cache
def half_on(counter: int, turn: int) -> str:
    """The half of the front a counter serves in at the end of a turn.

    The next transfer of the two-map campaign that is played then (or is about to begin) says where it leaves
    from; without one, the last transfer says where it went, and before any transfer its arrival says.
    """
    moves = [chapter for chapter in story(counter) if chapter.what == "transfers"]
    last = CAMPAIGNS["north-1944"].last if turn < GAP[1] else LAST
    for chapter in moves:
        if turn < chapter.turn <= last:
            return ENTRIES[chapter.entry].source
    gone = [chapter for chapter in moves if chapter.turn <= turn]
    return ENTRIES[gone[-1].entry].goal if gone else _first_half(counter)


def _first_half(counter: int) -> str:
    for chapter in story(counter):
        if chapter.what == "opening" and chapter.where:
            return chapter.where
        if chapter.what == "arrives":
            return half_of(ENTRIES[chapter.entry], COUNTERS[counter])
        if chapter.what == "dead-pile":
            return ENTRIES[chapter.entry].scope
    return "south" if COUNTERS[counter].nationality == "FR" else "north"


# ---------------------------------------------------------------- who is there on a date


def order_of_battle(turn: int, campaign: Campaign = FULL) -> list[int]:
    """The counters the chart and the opening stock have put into play by a turn and not taken away (nobody
    lost).

    A generic counter that only its kind names (an aircraft) goes in the order of arrival.
    """
    return sorted(_play(campaign.first, turn, campaign, dict(_start(campaign))))


class Start(NamedTuple):
    """BTR-arrival.opening: what a campaign begins with, before its first turn."""

    live: dict[int, str]  # counters in play: a box, or "" on the maps
    dead: list[int]
    reserves: int


@cache
def opening_of(campaign: Campaign) -> Start:
    """The opening stock; in 1945 what the chart has put into that half up to 5 February (our
    reconstruction).
    """
    before = [entry for entry in ENTRIES if entry.turn < campaign.first]
    dead = [
        c
        for entry in before
        if entry.kind == "add_to_dead_pile"
        for c in entry.counters()
        if entry.scope == campaign.half
    ]
    reserves = sum(share_of_reserves(entry, campaign) for entry in before)
    return Start({c: stay.box for c, stay in _start(campaign).items()}, dead, reserves)


def share_of_reserves(entry: Entry, campaign: Campaign) -> int:
    """BTR-arrival.kind.reserve: markers belong to the half of the map they are listed under; without a map
    each half has half.
    """
    count = sum(line.reserves for line in entry.lines)
    if not campaign.half or not count:
        return count
    maps = {MAPS[place.map] for place in entry.places if place.map}
    return count // 2 if not maps else count if campaign.half in maps else 0


class Stay(NamedTuple):
    """Where a counter is: its half of the front, and its box."""

    half: str
    box: str = ""


@cache
def _start(campaign: Campaign) -> dict[int, Stay]:
    if campaign.first == 1:
        result = {one.counter: Stay(half_on(one.counter, 0)) for one in OPENING}
    else:
        result = _play(
            1, campaign.first - 1, FULL, {one.counter: Stay(half_on(one.counter, 0)) for one in OPENING}
        )
        result = {c: _stay_in_1945(c, stay) for c, stay in result.items()}
    return {c: stay for c, stay in result.items() if not campaign.half or stay.half == campaign.half}


def _stay_in_1945(counter: int, stay: Stay) -> Stay:
    """A counter that a transfer ever names is where the transfers put it; any other where it came on, or was
    exchanged.
    """
    moved = any(chapter.what == "transfers" for chapter in story(counter))
    return Stay(half_on(counter, GAP[1])) if moved else stay


def _play(first: int, last: int, campaign: Campaign, stays: dict[int, Stay]) -> dict[int, Stay]:
    for entry in ENTRIES:
        if first <= entry.turn <= last and campaign.key in entry.campaigns:
            _apply(entry, campaign, stays)
    return stays


def _apply(entry: Entry, campaign: Campaign, stays: dict[int, Stay]) -> None:
    if entry.kind in ("arrive", "add_to_airfields") or (
        entry.kind == "transfer" and entry.goal == campaign.half
    ):
        for counter in entry.counters():
            stays[counter] = Stay(entry.goal or half_of(entry, COUNTERS[counter]), _box(entry))
    elif entry.kind in ("remove", "transfer"):
        for identity, named in entry.gone:
            _take(entry, identity, named, stays)
    for swap in entry.swaps:
        if (stay := _take(entry, swap.old, swap.named, stays)) is not None:
            stays[swap.new] = stay


def _box(entry: Entry) -> str:
    """The first printed place, where that is an off-map box."""
    return entry.places[0].key if entry.places and entry.places[0].kind == "box" else ""


def _take(entry: Entry, identity: Identity, named: int, stays: dict[int, Stay]) -> Stay | None:
    """BTR-arrival.note.5, BTR-arrival.note.8: the named counter, or the first identical one, of the half the
    entry names if it can be.
    """
    alike = [c for c in sorted(stays) if COUNTERS[c].identity == identity]
    alike.sort(key=lambda c: entry.scope in ("north", "south") and stays[c].half != entry.scope)
    gone = named if named in stays else alike[0] if alike else -1
    return stays.pop(gone, None)


# ---------------------------------------------------------------- looking up


def _spellings(counter: Counter) -> list[str]:
    number = counter.formation.split("-")[-1] if counter.formation else ""
    return [counter.name, counter.raw, counter.formation, number]


def find(text: str) -> list[int]:
    """Counters by name, by formation, or by the notation of the chart: `6.Arm Div`, `US-747-TkBn`, `747`."""
    wanted = _fold(text)
    if text.casefold() in _FOLDED:
        return [_FOLDED[text.casefold()]]
    for test in (_same, _formation, _begins, _holds):
        if wanted and (result := [n for n, counter in enumerate(COUNTERS) if test(counter, wanted)]):
            return result
    raise GrognardError(f"{text!r} is not a unit of this game{suggest(text, _LABELS)}")


def _fold(text: str) -> str:
    return plain(text).casefold().replace("-", "")


def _same(counter: Counter, wanted: str) -> bool:
    return any(_fold(word) == wanted for word in _spellings(counter) if word)


def _formation(counter: Counter, wanted: str) -> bool:
    """`6.Arm Div` and `6 Arm`, with or without the nationality."""
    if not counter.formation:
        return False
    bare = _fold(counter.formation)
    stem = wanted.removesuffix("div").removesuffix("bde")
    return stem in (bare, bare[2:])


def _begins(counter: Counter, wanted: str) -> bool:
    return _fold(counter.raw).startswith(wanted) or _fold(counter.label) == wanted


def _holds(counter: Counter, wanted: str) -> bool:
    return len(wanted) > 2 and any(wanted in _fold(word) for word in _spellings(counter) if word)


_FOLDED = {name.casefold(): number for name, number in NUMBER.items()}
_LABELS = [*NAMES, *dict.fromkeys(counter.formation for counter in COUNTERS if counter.formation)]


def one(text: str) -> int:
    """The one counter a text names; a text that fits several is refused with their names."""
    result = find(text)
    if len(result) > 1:
        names = ", ".join(NAMES[n] for n in result[:6])
        raise GrognardError(
            f"{text!r} fits several counters: {names}{' and more' if len(result) > 6 else ''}"
        )
    return result[0]


class CounterFacts(TypedDict):
    """A counter for people and pages."""

    name: str
    display: str
    printed: str
    label: str
    nationality: str
    category: str
    type: str
    size: str
    formation: str
    rating: list[int] | None
    defence_only: bool
    steps: int
    re: str
    pool: str | None
    half: str
    independent: bool
    provenance: str


def describe(number: int, turn: int = 0) -> CounterFacts:
    """A counter as plain data; its half is that of the turn."""
    counter = COUNTERS[number]
    return {
        "name": counter.name,
        "display": counter.display,
        "printed": counter.printed,
        "label": counter.label,
        "nationality": counter.nationality,
        "category": counter.category,
        "type": counter.type,
        "size": counter.size,
        "formation": counter.formation,
        "rating": list(counter.rating) if counter.rating else None,
        "defence_only": counter.defence_only,
        "steps": counter.steps,
        "re": str(counter.re),
        "pool": counter.pool,
        "half": half_on(number, turn),
        "independent": counter.independent,
        "provenance": counter.provenance,
    }
