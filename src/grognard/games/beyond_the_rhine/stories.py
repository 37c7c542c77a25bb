"""The story of every counter, and the order of battle on any date, as the chart tells them."""

from __future__ import annotations

from datetime import date
from functools import cache
from typing import Any, NamedTuple

from grognard.core.ruling import GrognardError

from .chart import COUNTERS, ENTRIES, NAMES, NUMBER, OPENING, Entry, half_of
from .dates import FULL, Campaign, day
from .pieces import Counter, plain, suggest


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


_ARRIVES = {"arrive": "arrives", "add_to_airfields": "arrives", "add_to_dead_pile": "dead-pile", "transfer": "transfers"}
HERE = ("opening", "arrives", "comes-by-exchange")


def _of_entry(number: int, entry: Entry) -> list[Chapter]:
    where = " or ".join(place.words for place in entry.places)
    if entry.kind == "transfer":
        where = f"{entry.source} to {entry.goal}"
    found = [Chapter(entry.turn, c, _ARRIVES[entry.kind], where, entry.clause, number) for c in entry.counters()]
    if entry.kind == "remove":
        found += [Chapter(entry.turn, c, "leaves", "", entry.clause, number) for _, c in entry.gone if c >= 0]
    for swap in entry.swaps:
        if swap.named >= 0:
            found.append(Chapter(entry.turn, swap.named, "goes-by-exchange", swap.raw, entry.clause, number))
        found.append(Chapter(entry.turn, swap.new, "comes-by-exchange", swap.raw, entry.clause, number))
    return found


CHAPTERS: list[Chapter] = [Chapter(1, one.counter, "opening", one.half, "BTR-arrival.opening", -1) for one in OPENING]
for _number, _entry in enumerate(ENTRIES):
    CHAPTERS += _of_entry(_number, _entry)


def story(counter: int) -> list[Chapter]:
    return [chapter for chapter in CHAPTERS if chapter.counter == counter]


@cache
def home(counter: int) -> str:
    """The half of the front a counter serves in before any transfer."""
    for chapter in story(counter):
        if chapter.what == "transfers":
            return ENTRIES[chapter.entry].source
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
    """The counters the chart and the opening stock have put into play by a turn and not taken away (nobody lost).

    A generic counter that only its kind names (an aircraft) goes in the order of arrival.
    """
    if campaign.half and campaign.first > 1:
        return sorted(_two_map_1945(turn, campaign))
    return sorted(_play(turn, campaign, set()))


def _play(turn: int, campaign: Campaign, there: set[int], first: int = 1) -> set[int]:
    if first == 1:
        there |= {one.counter for one in OPENING if not campaign.half or home(one.counter) == campaign.half}
    for entry in ENTRIES:
        if first <= entry.turn <= turn and campaign.key in entry.campaigns:
            _apply(entry, campaign, there)
    return there


def _apply(entry: Entry, campaign: Campaign, there: set[int]) -> None:
    if entry.kind in ("arrive", "add_to_airfields") or (entry.kind == "transfer" and entry.goal == campaign.half):
        there.update(entry.counters())
    elif entry.kind in ("remove", "transfer"):
        for identity, named in entry.gone:
            _take(identity, named, there)
    for swap in entry.swaps:
        if _take(swap.old, swap.named, there):
            there.add(swap.new)


def _take(identity: tuple[Any, ...], named: int, there: set[int]) -> bool:
    """BTR-arrival.note.5: the named counter, or the first identical one."""
    alike = [c for c in sorted(there) if COUNTERS[c].identity == identity]
    gone = named if named in there else alike[0] if alike else -1
    there.discard(gone)
    return gone >= 0


def _two_map_1945(turn: int, campaign: Campaign) -> set[int]:
    """A 1945 half begins with what the full campaign has in that half on 5 February (our reconstruction)."""
    there = {c for c in _play(campaign.first - 1, FULL, set()) if home(c) == campaign.half}
    return _play(turn, campaign, there, campaign.first)


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
        if wanted and (found := [n for n, counter in enumerate(COUNTERS) if test(counter, wanted)]):
            return found
    raise GrognardError(f"there is no unit {text!r}; did you mean {suggest(text, _LABELS)}?")


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
    """Exactly one counter, or a refusal that names those it could be."""
    found = find(text)
    if len(found) > 1:
        names = ", ".join(NAMES[n] for n in found[:6])
        raise GrognardError(f"{text!r} could be {names}{' and more' if len(found) > 6 else ''}")
    return found[0]


def describe(number: int) -> dict[str, Any]:
    """A counter as plain data."""
    counter = COUNTERS[number]
    return {
        "name": counter.name, "printed": counter.raw, "label": counter.label, "nationality": counter.nationality,
        "category": counter.category, "type": counter.type, "size": counter.size, "formation": counter.formation,
        "rating": list(counter.rating) if counter.rating else None, "defence_only": counter.defence_only,
        "steps": counter.steps, "re": str(counter.re), "pool": counter.pool, "half": home(number),
        "independent": counter.independent, "provenance": counter.provenance,
    }  # fmt: skip
