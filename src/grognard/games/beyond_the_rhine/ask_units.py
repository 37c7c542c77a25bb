"""Answers on arrivals, units and the order of battle."""

from __future__ import annotations

from collections import Counter as Tally
from typing import TypedDict

from grognard.core.ask import Answer, once
from grognard.core.calendar import spell
from grognard.core.data import provenance
from grognard.core.plain import Plain
from grognard.core.ruling import GrognardError, IllegalAction, Ruling, counted

from .arrivals import JOIN
from .ask_campaign import KIND, OURS, entry_value, entry_words, head, one_of
from .chart import COUNTERS, ENTRIES, Entry, Place, allowed, display_name
from .dates import campaign, day, moment, turn_in, turn_on
from .replacements import price
from .unit_history import CHAPTER_WORDS, describe, find, order_of_battle, story

GROUPS = ("US", "CW", "FR", "ALL", "AL")


def chosen(
    date: str | None, until: str | None, campaign_: str, group: str | None, kind: str | None, map_: str | None
) -> list[Entry]:
    """The entries a question is about."""
    game = campaign(campaign_)
    first = turn_in(game, date)
    last = turn_in(game, until) if until else first if date else game.last
    if last < first:
        raise GrognardError(f"--until {spell(day(last))} is before --date {spell(day(first))}")
    if kind:
        one_of(kind, tuple(KIND), "the kind")
    if map_ and map_.upper() not in "ABCD":
        raise GrognardError(f"{map_!r} is not a map; the maps are A, B, C and D")
    if group and group.upper() not in GROUPS:
        raise GrognardError(f"{group!r} is not a group; the groups are {', '.join(GROUPS)}")
    return [
        entry
        for entry in ENTRIES
        if first <= entry.turn <= last
        and entry.used_in(game)
        and (not group or entry.group == group.upper())
        and (not kind or entry.kind == kind)
        and (not map_ or any(p.map == map_.upper() for p in entry.places))
    ]


def arrivals(
    date: str | None, until: str | None, campaign_: str, group: str | None, kind: str | None, map_: str | None
) -> Answer:
    """BTR-arrival: what the chart says for a date, or for a span."""
    result = chosen(date, until, campaign_, group, kind, map_)
    value: Plain = {
        "campaign": campaign(campaign_).name,
        "entries": [head(e.turn) | entry_value(e) for e in result],
    }
    lines, now = [], 0
    for entry in result:
        if entry.turn != now:
            now = entry.turn
            lines.append(f"Turn {now}, {spell(day(now))}")
        lines.append(f"  {entry_words(entry)}")
    sources = [provenance(entry.provenance) for entry in result]
    sources += [OURS for entry in result if OURS in entry.basis]
    notes = ["BTR-arrival.note.1", "BTR-arrival.note.8", "BTR-arrival.data"]
    return Answer(
        value,
        lines or ["No entry of the chart fits."],
        once([*(entry.clause for entry in result), *notes]),
        once(sources) or ["document"],
    )


def placement(date: str, unit: str, hex_: str | None) -> Answer:
    """BTR-arrival.note.3, BTR-arrival.note.4: where a counter may arrive, which conditions the chart can
    test, and which it cannot.
    """
    turn, numbers = turn_on(date), set(find(unit))
    entries = [entry for entry in ENTRIES if entry.turn == turn and numbers & set(entry.counters())]
    if not entries:
        raise IllegalAction(unit, [_not_that_day(turn, numbers)])
    spot = _hex(hex_) if hex_ else None
    places, lines, failed = list[Plain](), list[str](), list[Ruling]()
    for entry in entries:
        for place in (JOIN,) if entry.kind == "transfer" else entry.places:
            tested = _tested(place, spot)
            named = {"entry": entry.clause, "place": place.key, "words": place.words, "kind": place.kind}
            places.append({**named, **tested})
            lines.append(f"{place.words} [{entry.clause}]")
            lines += [f"  {hex_} {test}" for test in tested["tests"]]
            lines += [f"  Check on your map: {what}" for what in tested["not_tested"]]
            if tested["hex_fits"] is False:
                failed.append(Ruling("BTR-arrival.range.exclusive", f"{hex_} {tested['tests'][0]}"))
    cited = [
        *(entry.clause for entry in entries),
        "BTR-arrival.note.3",
        "BTR-arrival.note.4",
        "BTR-arrival.range.exclusive",
        "BTR-arrival.blocked",
        "BTR-arrival.fuel",
    ]
    return Answer(
        head(turn) | {"places": places}, lines, once(cited), ["document", OURS], failed, moment(turn)
    )


def _not_that_day(turn: int, numbers: set[int]) -> Ruling:
    """The entry that brings a counter on another day; without one, that the chart never brings it."""
    dated = [entry for entry in ENTRIES if numbers & set(entry.counters())]
    if not dated:
        return Ruling(
            "BTR-arrival.opening",
            f"it is in play from the start; the chart does not bring it on {spell(day(turn))}",
        )
    days = " and ".join(once(f"{_DOES[entry.kind]} on {spell(day(entry.turn))}" for entry in dated))
    return Ruling(dated[0].clause, f"it {days}, not on {spell(day(turn))}")


_DOES = {
    "arrive": "arrives",
    "add_to_airfields": "arrives",
    "transfer": "transfers (two-map campaigns only)",
    "add_to_dead_pile": "enters the dead pile",
}


NOT_TESTED = {  # conditions that only the players' map can answer
    "edge": (
        "the hex lies on that edge, and enemy units do not block it (note 3 then opens the rest of the edge)"
    ),
    "city": "the city has a trace path to a supply source and is not enemy-held (note 4)",
    "with_hq": "the HQ is in Combat Mode and its hex has a trace path to a supply source (note 4)",
    "air_base": "the air base is yours and has room",
    "join": "the hex is on a road or railroad where the maps join, behind the front (note 9)",
}


class Tested(TypedDict):
    """What the chart can test of a place, and what only the players' map can."""

    hex_fits: bool | None
    tests: list[str]
    not_tested: list[str]


def _tested(place: Place, spot: tuple[int, int] | None) -> Tested:
    """BTR-arrival.range.exclusive: without a map only the printed row or column is tested, and only for an
    edge.
    """
    tests: list[str] = []
    fits: bool | None = None
    if spot is not None and place.kind == "edge":
        fits = allowed(place, *spot) and (spot[0] == 1 or not place.key.endswith("south"))
        printed = place.words.split(" edge", 1)[1].strip()
        on_row = " and row 1" if place.key.endswith("south") else ""
        tests.append(
            f"{'is' if fits else 'is not'} in the printed range ({printed or 'any hex of the edge'}{on_row})"
        )
    return {
        "hex_fits": fits,
        "tests": tests,
        "not_tested": [NOT_TESTED[place.kind]] if place.kind in NOT_TESTED else [],
    }


def _hex(text: str) -> tuple[int, int]:
    row, _, column = text.partition(".")
    if not (row.isdigit() and column.isdigit() and text.isascii()):
        raise GrognardError(f"{text!r} is not a hex; write row.column, such as 24.01")
    return int(row), int(column)


def unit(unit: str) -> Answer:
    """The history of a counter or a formation on the chart."""
    numbers = find(unit)
    rows, lines, cited = (
        [],
        [],
        ["BTR-arrival.data", "BTR-arrival.data.rating", "BTR-arrival.data.label", "BTR-arrival.types"],
    )
    for number in numbers:
        counter, chapters = COUNTERS[number], story(number)
        cost = price(counter)
        rows.append(
            {
                **describe(number),
                "story": [
                    {**head(c.turn), "what": c.what, "where": c.where, "clause": c.clause} for c in chapters
                ],
                "rebuild": cost._asdict(),
            }
        )
        figures = counter.figures or "ratings not in the document"
        kind = f"{counter.type.replace('_', ' ')} {counter.size}".strip()
        lines.append(
            f"{counter.display} ({counter.name}): {kind}, {figures}, {counted(counter.steps, 'step')}"
        )
        lines += [
            f"  {spell(c.date)}: {CHAPTER_WORDS[c.what]}{f', {c.where}' if c.where else ''} [{c.clause}]"
            for c in chapters
        ]
        cited += [*(c.clause for c in chapters), cost.clause]
    sources = ["document", *(COUNTERS[n].provenance for n in numbers), OURS]
    return Answer({"units": rows}, lines, once(cited), once(sources))


def oob(date: str | None, campaign_: str, nation: str | None, type_: str | None, half: str | None) -> Answer:
    """BTR-arrival.opening, BTR-arrival.data: the counters in play on a date if no unit is lost."""
    game = campaign(campaign_)
    turn = turn_in(game, date)
    rows = [describe(n, turn) for n in order_of_battle(turn, game)]
    known = sorted({row["nationality"] for row in rows})
    if nation and nation.upper() not in known:
        raise GrognardError(
            f"no {nation!r} counter is in play then; the nationalities are {', '.join(known)}"
        )
    types = sorted({row["type"] for row in rows})
    if type_:
        one_of(type_, tuple(types), "the type")
    if half:
        one_of(half, ("north", "south"), "the half")
    wanted = {"nationality": nation and nation.upper(), "type": type_, "half": half}
    matching = [r for r in rows if all(not value or r.get(name) == value for name, value in wanted.items())]
    counts = Tally((row["nationality"], row["category"]) for row in matching)
    lines = [f"{game.title[:1].upper()}{game.title[1:]}: {len(matching)} counters known from the chart"]
    lines += [
        f"  {nationality} {category}: {count}" for (nationality, category), count in sorted(counts.items())
    ]
    lines += [
        "  " + ", ".join(display_name(row["name"]) for row in matching[i : i + 6])
        for i in range(0, len(matching), 6)
    ]
    lines.append("The set-up is not in the document: counters that the chart never names are missing.")
    value = head(turn) | {"campaign": game.name, "count": len(matching), "counters": matching}
    cited = [
        "BTR-arrival.opening",
        "BTR-arrival.data",
        "BTR-arrival.kind.remove",
        "BTR-arrival.kind.exchange",
        "BTR-frame.campaigns",
    ]
    return Answer(value, lines, cited, ["document", OURS], moment=moment(turn))
