"""Answers about arrivals, units and the order of battle."""

from __future__ import annotations

from collections import Counter as Tally
from typing import Any

from grognard.core.ask import Answer, once
from grognard.core.calendar import spell
from grognard.core.data import provenance
from grognard.core.ruling import GrognardError

from .ask_campaign import KIND, OURS, entry_value, entry_words, head, one_of
from .chart import COUNTERS, ENTRIES, Entry, allowed
from .dates import LAST, campaign, day, turn_on
from .replacements import price
from .stories import HERE, describe, find, order_of_battle, story

GROUPS = ("US", "CW", "FR", "ALL", "AL")


def chosen(
    date: str | None, until: str | None, campaign_: str, group: str | None, kind: str | None, map_: str | None
) -> list[Entry]:
    """The entries a question is about."""
    game = campaign(campaign_)
    first = turn_on(date) if date else game.first
    last = turn_on(until) if until else first if date else LAST
    if kind:
        one_of(kind, tuple(KIND), "kind")
    if map_ and map_.upper() not in "ABCD":
        raise GrognardError(f"there is no map {map_!r}; there is A, B, C, D")
    if group and group.upper() not in GROUPS:
        raise GrognardError(f"there is no group {group!r}; there is {', '.join(GROUPS)}")
    return [
        entry for entry in ENTRIES
        if first <= entry.turn <= last and entry.used_in(game) and (not group or entry.group == group.upper())
        and (not kind or entry.kind == kind) and (not map_ or any(p.map == map_.upper() for p in entry.places))
    ]  # fmt: skip


def arrivals(
    date: str | None, until: str | None, campaign_: str, group: str | None, kind: str | None, map_: str | None
) -> Answer:
    """BTR-arrival: what the chart says for a date, or for a span."""
    found = chosen(date, until, campaign_, group, kind, map_)
    value: dict[str, Any] = {"campaign": campaign(campaign_).name, "entries": [head(e.turn) | entry_value(e) for e in found]}
    lines, now = [], 0
    for entry in found:
        if entry.turn != now:
            now = entry.turn
            lines.append(f"{spell(day(now))}, turn {now}")
        lines.append(f"  {entry_words(entry)}")
    sources = [provenance(entry.provenance) for entry in found]
    sources += [OURS for entry in found if OURS in entry.basis]
    notes = ["BTR-arrival.note.1", "BTR-arrival.note.8", "BTR-arrival.data"]
    return Answer(
        value, lines or ["nothing"], once([*(entry.clause for entry in found), *notes]), once(sources) or ["document"]
    )


def placement(date: str, unit: str, hex_: str | None) -> Answer:
    """BTR-arrival.note.3, BTR-arrival.note.4: where a counter may come on, and whether a hex of the edge will do."""
    turn, numbers = turn_on(date), set(find(unit))
    found = [entry for entry in ENTRIES if entry.turn == turn and numbers & set(entry.counters())]
    if not found:
        raise GrognardError(f"{unit} does not arrive on {day(turn).isoformat()}")
    row, column = _hex(hex_) if hex_ else (0, 0)
    places = []
    for entry in found:
        for place in entry.places:
            fits = allowed(place, row, column) if hex_ and place.kind == "edge" else None
            places.append(
                {"entry": entry.clause, "place": place.key, "words": place.words, "kind": place.kind, "hex_fits": fits}
            )
    lines = [
        f"{p['words']}"
        + ("" if p["hex_fits"] is None else f": {hex_} {'fits' if p['hex_fits'] else 'does not fit'}")
        + f" [{p['entry']}]"
        for p in places
    ]
    cited = [
        *(entry.clause for entry in found),
        "BTR-arrival.note.3",
        "BTR-arrival.note.4",
        "BTR-arrival.range.exclusive",
        "BTR-arrival.blocked",
        "BTR-arrival.fuel",
    ]
    return Answer(head(turn) | {"places": places}, lines, once(cited), ["document", OURS])


def _hex(text: str) -> tuple[int, int]:
    row, _, column = text.partition(".")
    if not (row.isdigit() and column.isdigit() and text.isascii()):
        raise GrognardError(f"{text!r} is not a hex; write row and column as 24.01")
    return int(row), int(column)


def unit(unit: str) -> Answer:
    """The whole story of a counter or a formation."""
    numbers = find(unit)
    rows, lines, cited = [], [], ["BTR-arrival.data", "BTR-arrival.data.rating", "BTR-arrival.data.label", "BTR-arrival.types"]
    for number in numbers:
        counter, told = COUNTERS[number], story(number)
        cost = price(counter)
        rows.append(describe(number) | {
            "story": [{**head(c.turn), "what": c.what, "where": c.where, "clause": c.clause} for c in told],
            "rebuild": cost._asdict(),
        })  # fmt: skip
        figures = "-".join(map(str, counter.rating)) if counter.rating else "figures not in the document"
        lines.append(
            f"{counter.name}: {counter.nationality} {counter.type.replace('_', ' ')} {counter.size}, {figures}, {counter.steps} step{'s' * (counter.steps > 1)}"
        )
        lines += [f"  {spell(c.date)}: {c.what}{f', {c.where}' if c.where else ''} [{c.clause}]" for c in told]
        cited += [*(c.clause for c in told), cost.clause]
    sources = ["document", *(COUNTERS[n].provenance for n in numbers), OURS]
    return Answer({"units": rows}, lines, once(cited), once(sources))


def oob(date: str | None, campaign_: str, nation: str | None, type_: str | None, half: str | None) -> Answer:
    """BTR-arrival.opening, BTR-arrival.data: who is there on a date, if nobody is lost."""
    turn, game = turn_on(date or "1"), campaign(campaign_)
    if not game.first <= turn <= game.last:
        raise GrognardError(f"{game.title} runs from {day(game.first).isoformat()} to {day(game.last).isoformat()}")
    rows = [describe(n) for n in order_of_battle(turn, game)]
    known = sorted({row["nationality"] for row in rows})
    if nation and nation.upper() not in known:
        raise GrognardError(f"there is no nationality {nation!r} then; there is {', '.join(known)}")
    types = sorted({row["type"] for row in rows})
    if type_:
        one_of(type_, tuple(types), "type")
    if half:
        one_of(half, ("north", "south"), "half")
    kept = [
        r
        for r in rows
        if (not nation or r["nationality"] == nation.upper())
        and (not type_ or r["type"] == type_)
        and (not half or r["half"] == half)
    ]
    counts = Tally((row["nationality"], row["category"]) for row in kept)
    lines = [f"{spell(day(turn))}, {game.title}: {len(kept)} counters known to the chart"]
    lines += [f"  {nationality} {category}: {count}" for (nationality, category), count in sorted(counts.items())]
    lines += ["  " + " ".join(row["name"] for row in kept[i : i + 6]) for i in range(0, len(kept), 6)]
    lines.append("The set-up is not in the document: counters the chart never names are missing.")
    value = head(turn) | {"campaign": game.name, "count": len(kept), "counters": kept}
    cited = [
        "BTR-arrival.opening",
        "BTR-arrival.data",
        "BTR-arrival.kind.remove",
        "BTR-arrival.kind.exchange",
        "BTR-frame.campaigns",
    ]
    return Answer(value, lines, cited, ["document", OURS])


assert HERE  # what counts as being there
