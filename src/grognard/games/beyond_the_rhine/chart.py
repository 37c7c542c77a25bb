"""BTR-arrival: the chart of arrivals, removals, exchanges and transfers, entry by entry."""

from __future__ import annotations

from typing import NamedTuple

from .dates import Campaign
from .pieces import Counter, CounterRegister, Identity, read
from .rows import Brought, Dated, Exchange, Limit, Where

BOXES = ("England", "Normandy", "Southern-France")
MAPS = {"A": "north", "B": "north", "C": "south", "D": "south"}  # BTR-frame.maps


class Place(NamedTuple):
    """Where the chart lets a counter come on; any of an entry's places is legal."""

    key: str  # as an action writes it
    kind: str  # edge, city, box, air_base, with_hq, map
    words: str
    map: str = ""
    limit: tuple[str, int, int] | None = None  # BTR-arrival.range.exclusive: (op, low, high)


class Line(NamedTuple):
    """A line of an entry: counters, or markers and SP that are only counted."""

    raw: str
    counters: tuple[int, ...]
    short: tuple[int, ...]  # steps each counter is short of
    loaded: bool
    sp: int
    reserves: int


class Swap(NamedTuple):
    """An exchange: what goes (named, or one of several alike) for what comes."""

    old: Identity  # the identity of what goes
    named: int  # the counter, or -1 where only its kind is named
    new: int
    raw: str


class Entry(NamedTuple):
    """One dated entry."""

    clause: str
    turn: int
    group: str
    kind: str
    scope: str
    campaigns: tuple[str, ...]
    basis: str
    places: tuple[Place, ...]
    lines: tuple[Line, ...]
    swaps: tuple[Swap, ...]
    gone: tuple[tuple[Identity, int], ...]  # of a removal or transfer: identity and named counter (or -1)
    source: str  # of a transfer: the half it leaves
    goal: str
    tag: str
    text: str
    printed: tuple[str, ...]  # its own lines, also those of a removal
    provenance: str
    repairs: tuple[str, ...]

    def counters(self) -> list[int]:
        return [c for line in self.lines for c in line.counters]

    def used_in(self, campaign: Campaign) -> bool:
        """BTR-arrival.note.8, BTR-arrival.note.9: which campaign an entry belongs to."""
        return campaign.key in self.campaigns and campaign.first <= self.turn <= campaign.last


def _limit(raw: Limit | None) -> tuple[str, int, int] | None:
    if not raw:
        return None
    low = raw.get("col_min", raw.get("col", raw["row"]))
    return raw["op"], low, raw.get("col_max", low)


def _place(raw: Where) -> Place:
    kind, map_ = raw["type"], raw.get("map", "")
    printed = raw["constraint"]["printed"] if "constraint" in raw else ""
    if kind == "edge":
        words = f"Map {map_} {raw['edge']} edge {printed}".strip()
        return Place(f"{map_}-{raw['edge']}", kind, words, map_, _limit(raw.get("constraint")))
    if kind == "air_base":
        return Place(f"{map_}-airbase", kind, f"any Map {map_} air base", map_)
    if kind == "with_hq":
        return Place(f"{raw['group']}-HQ", kind, f"with a {raw['group']} HQ")
    name = raw.get("name") or map_
    return Place(name.replace(" ", "-"), kind, f"Map {map_}" if kind == "map" else name, map_)


def _line(book: CounterRegister, row: Brought) -> Line:
    numbers = book.add(row)
    counters = [book.by_number[n] for n in numbers]
    each = row.get("steps_less_each_combat_command", 0)
    short = tuple(row.get("steps_less", 0) or (each if c.label.startswith("CC") else 0) for c in counters)
    count = row["count"]
    sp, reserves = (count if row["category"] == what else 0 for what in ("supply", "reserve_marker"))
    return Line(row["raw"], tuple(numbers), short, bool(row.get("loaded")), sp, reserves)


def _gone(book: CounterRegister, row: Brought) -> list[tuple[Identity, int]]:
    named = book.named(row)
    if named:
        return [(book.by_number[n].identity, n) for n in named]
    return [(_kind(row), -1)] * row["count"]


def _kind(row: Brought) -> Identity:
    """The identity of a counter that is named only by its kind."""
    bare = Counter(
        "",
        "",
        row["category"],
        row["nationality"],
        row["type"],
        row.get("size", ""),
        "",
        1,
        None,
        False,
        "",
        "",
        "",
    )
    return bare.identity


def _swap(book: CounterRegister, row: Exchange) -> Swap:
    old, new = row["from"], row["to"]
    named = book.named(old)
    identity = book.by_number[named[0]].identity if named else _kind(old)
    return Swap(identity, named[0] if named else -1, book.add(new)[0], f"{old['raw']} -> {new['raw']}")


def _entry(book: CounterRegister, raw: Dated) -> Entry:
    kind = raw["kind"]
    leaving = kind in ("remove", "transfer")
    rows = raw.get("units", ())
    gone = [one for row in rows for one in _gone(book, row)] if leaving else []
    lines = [] if kind == "remove" else [_line(book, row) for row in rows]
    swaps = tuple(_swap(book, row) for row in raw.get("exchanges", ()))
    return Entry(
        raw["clause"],
        raw["turn"],
        raw["group"],
        kind,
        raw.get("scope", ""),
        tuple(raw["campaigns"]),
        raw["campaigns_basis"],
        tuple(map(_place, raw.get("location", ()))),
        tuple(lines),
        swaps,
        tuple(gone),
        raw.get("from", ""),
        raw.get("to", ""),
        raw.get("tag", ""),
        raw.get("text", ""),
        tuple(row["raw"] for row in rows) or tuple(swap.raw for swap in swaps),
        raw["provenance"],
        tuple(raw.get("repairs", ())),
    )


class Opening(NamedTuple):
    """BTR-arrival.opening: a counter in play from the start, and which half shows it."""

    counter: int
    half: str
    hold: bool
    because: str


def compiled(book: CounterRegister) -> tuple[list[Opening], list[Entry]]:
    opening = [
        Opening(number, row.get("half", ""), row["hold"], row["because"])
        for row in read("opening_stock.toml")["counter"]
        for number in book.add(row)
    ]
    return opening, [_entry(book, raw) for raw in read("arrivals.toml")["entry"]]


_unsorted = CounterRegister()
compiled(_unsorted)
REGISTER = CounterRegister(
    sorted(_unsorted.number)
)  # counters are numbered by name, so that lists of them are in order
OPENING, ENTRIES = compiled(REGISTER)
COUNTERS = REGISTER.counters
NAMES = [counter.name for counter in COUNTERS]
NUMBER = REGISTER.number
DISPLAY = [counter.display for counter in COUNTERS]  # by number: the names texts print
ON_TURN: dict[int, list[int]] = {}
for _number, _one in enumerate(ENTRIES):
    ON_TURN.setdefault(_one.turn, []).append(_number)


def display_name(unit: str) -> str:
    """The name of a counter in every text.

    >>> [display_name(u) for u in ("US-602-TDBn", "UK-15-InfDiv", "CA-5Arm-1", "US-7Arm-CCR")]
    ['US 602 TD Bn', 'UK 15 Inf Div', 'CA 1/5 Arm', 'US CCR/7 Arm']
    >>> [display_name(u) for u in ("US-P-51-2", "US-12-Corps", "UK-52AL-157MotBde")]
    ['US P-51 (2)', 'US 12 Corps', 'UK 157 Mot Bde/52 AL']
    """
    number = NUMBER.get(unit)
    return unit if number is None else DISPLAY[number]


def allowed(place: Place, row: int, column: int) -> bool:
    """BTR-arrival.range.exclusive: whether a hex of the edge lies in the printed range."""
    if place.limit is None:
        return True
    op, low, high = place.limit
    return {
        "row_lt": row < low,
        "row_gt": row > low,
        "col_lt": column < low,
        "col_between": low <= column <= high,
    }[op]


def half_of(entry: Entry, counter: Counter) -> str:
    """Where an arrival serves: by its map letter, else the Commonwealth and England in the North, the French
    in the South.
    """
    for place in entry.places:
        if place.map:
            return MAPS[place.map]
    if any(place.key == "Southern-France" for place in entry.places) or counter.nationality == "FR":
        return "south"
    return "north"
