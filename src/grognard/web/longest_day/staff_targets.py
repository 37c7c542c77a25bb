"""Where a unit may be assigned, or why not, and the fixes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from grognard.core.plain import Plain
from grognard.games.longest_day.capacity import (
    artillery_limit,
)
from grognard.games.longest_day.capacity import rows as limits
from grognard.games.longest_day.days import date_words, iso
from grognard.games.longest_day.fifth import ARMOUR_CORPS
from grognard.games.longest_day.ledger import Order
from grognard.games.longest_day.ledger_rules import (
    Violation,
    objections,
)
from grognard.games.longest_day.roster import CORPS, Record

from .routes import FIXES_SHOWN
from .staff import Staff, corps_of, short, violation

# ---------------------------------------------------------------- where may it go?


def where(s: Staff, unit: str, kind: str) -> Plain:
    """Every place a unit may be written to, or why not and what would fix it."""
    record = s.ledger.roster.record(unit)
    now, then = (s.ledger.standing(day) for day in (s.day, s.bites))
    counters = s.ledger.roster.counters(record.id)
    home = next((then.word.get(u, "") for u in counters), "")
    if kind == "hq":
        on_map = [hq for hq in hqs(s) if s.hex_of(hq)]
        served = {now.hq.get(u) for u in counters}
        names = sorted(on_map, key=lambda hq: then.corps_of_hq(hq) != home and hq not in served)
        at = {then.hq.get(u, "") for u in counters}
    else:
        names, at = [corps.id for corps in corps_of(s.side)], {then.word.get(u, "") for u in counters}
    places = [place(s, record, name, {name} == at) for name in names]
    places += [
        place(s, record, hq, False, lost) for hq, lost in (s.stand_ins(record.id) if kind == "hq" else ())
    ]
    return {
        "unit": record.id,
        "home": home or None,
        "bites": iso(s.bites),
        "places": places,
        "leaving": list(leaving(s, record)) if kind == "corps" else [],
    }


def hqs(s: Staff) -> Iterator[str]:
    for corps in corps_of(s.side):
        yield corps.hq
    yield from (f"{id_}:HQ" for id_, r in s.ledger.roster.divisions.items() if r.side == s.side)


def place(s: Staff, record: Record, name: str, stays: bool, lost: str = "") -> Plain:
    order = Order(day=s.day, unit=record.id, to=name, phase=s.phase, stand_in=lost)
    shut = closed(s, record.id)
    result = [] if stays else shut or objections(s.ledger, order)
    row = {
        "place": f"{name} for {lost}" if lost else name,
        "ok": not result,
        "stays": stays,
        "orders": s.write(order),
        "rulings": [violation(f) for f in result],
        "fixes": [],
        "hold": [],
    }
    if not result:
        return row | {"words": f"in the place of {lost}" if lost else "" if stays else welcome(s, order)}
    if s.open_set is not None and not shut and not never(result, order):
        return row | {"ok": True, "words": f"in this set; by itself {reason(result[0], record)}"}
    helps = (
        {}
        if shut
        else {"fixes": list(find_fixes(s, order)), "hold": [] if never(result, order) else s.hold(order)}
    )
    return row | {"words": reason(result[0], record)} | helps


def never(violations: Iterable[Violation], order: Order) -> bool:
    """Whether no other order could make this one legal: something is wrong with it by itself, or the unit can
    never be there.
    """
    return any(
        not f.place or (f.single and f.place == order.to)
        for f in violations
        if f.clause not in ("TLD-A.corps.6", "TLD-J.32", "TLD-J.7")
    )


def closed(s: Staff, unit: str) -> list[Violation]:
    """Why nothing at all can be written for a unit now."""
    if not s.writable["ok"]:
        return [Violation(s.writable["clause"], s.writable["because"], (unit,))]
    return [result] if (result := s.barred(unit)) else []


def welcome(s: Staff, order: Order) -> str:
    """The figures a corps would have."""
    if s.ledger.roster.is_hq(order.to):
        return "may feed it"
    then = s.ledger.wrote(order).standing(s.bites)
    divisions = [s.ledger.roster.divisions[d] for d in then.divisions(order.to)]
    if s.ledger.roster.record(order.unit).what != "division":
        return "may come here"
    armour = sum(d.division_class == "armour" for d in divisions)
    return f"{len(divisions)} divisions" + (f", {armour} armour" if armour else "")


def reason(result: Violation, record: Record) -> str:
    """A refusal in a few words; the full one has the figures."""
    if (
        result.clause in ("TLD-A.corps.8.a", "TLD-A.corps.8.c", "TLD-A.corps.8.d")
        and "divisions;" in result.because
    ):
        return f"would hold {result.because.split(' has ')[1].split(';')[0]}"
    if result.clause == "TLD-A.corps.9.b":
        return (
            f"would hold {result.because.split(' has ')[1].split(' (')[0]}"
            if "armour divisions" in result.because
            else "would have no infantry"
        )
    if result.clause == "TLD-A.corps.15":
        return "British armour never"
    if result.clause in ("TLD-A.corps.6", "TLD-J.32", "TLD-J.7"):
        return "would split its brigade"
    text = result.because.removeprefix(f"{record.id} ")
    return text if len(text) < 64 else text[:61].rsplit(" ", 1)[0] + " …"


def find_fixes(s: Staff, order: Order) -> Iterator[Plain]:
    """The smallest changes after which the order, or one like it, stands: cheapest first."""
    yield from islice(_fixed(s, order), FIXES_SHOWN)


def _fixed(s: Staff, order: Order) -> Iterator[Plain]:
    record = s.ledger.roster.record(order.unit)
    if (
        record.parent
        and not s.ledger.roster.is_hq(order.to)
        and not objections(
            s.ledger, whole := Order(day=s.day, unit=record.parent, to=order.to, phase=s.phase)
        )
    ):
        yield {
            "words": f"The whole of {record.parent} to {order.to}",
            "orders": s.write(whole),
            "clause": "TLD-A.corps.6",
        }
    yield from islice(_elsewhere(s, order), 1)
    yield from islice(_make_room(s, order), 2)
    if s.day < ARMOUR_CORPS and any(f.clause == "TLD-A.corps.9.b" for f in objections(s.ledger, order)):
        yield {
            "words": f"Wait for {date_words(ARMOUR_CORPS)}: an all-armour corps",
            "orders": [],
            "clause": "TLD-A.corps.16",
        }


def _make_room(s: Staff, order: Order) -> Iterator[Plain]:
    """Another unit of that place goes first."""
    then, roster = s.ledger.standing(s.bites), s.ledger.roster
    if roster.is_hq(order.to):
        rivals = list(dict.fromkeys(roster.records[u].parent or u for u in reversed(then.attached(order.to))))
        places = [
            hq
            for hq in hqs(s)
            if hq != order.to and s.hex_of(hq) and then.corps_of_hq(hq) == then.corps_of_hq(order.to)
        ]
    else:
        rivals, places = then.divisions(order.to), [c.id for c in corps_of(s.side) if c.id != order.to]
    for rival in sorted(
        rivals, key=lambda u: -max((then.since.get(x, -1) for x in roster.counters(u)), default=-1)
    ):
        for name in places:
            first = Order(day=s.day, unit=rival, to=name, phase=s.phase)
            if not s.barred(rival) and not objections(s.ledger, first, order):
                yield {
                    "words": f"{short(roster.record(rival))} to {name} with the same orders",
                    "orders": s.together([first, order]),
                    "clause": "TLD-J.34",
                }
                break


def _elsewhere(s: Staff, order: Order) -> Iterator[Plain]:
    """The same unit to another place."""
    then, roster = s.ledger.standing(s.bites), s.ledger.roster
    home = {then.word.get(u, "") for u in roster.counters(order.unit)}
    names = (
        [hq for hq in hqs(s) if s.hex_of(hq) and then.corps_of_hq(hq) in home]
        if roster.is_hq(order.to)
        else [c.id for c in corps_of(s.side)]
    )
    for name in names:
        other = Order(day=s.day, unit=order.unit, to=name, phase=s.phase)
        if name != order.to and {name} != home and not objections(s.ledger, other):
            yield {
                "words": f"{short(roster.record(order.unit))} to {name} instead: {welcome(s, other)}",
                "orders": s.write(other),
                "clause": "",
            }


def leaving(s: Staff, record: Record) -> Iterator[Plain]:
    """What a corps loses when a division leaves it."""
    home = s.ledger.standing(s.bites).word.get(record.id, "")
    if record.what != "division" or not home:
        return
    corps = CORPS[home]
    rest = [d for d in s.ledger.standing(s.bites).divisions(home) if d != record.id]
    yield {
        "words": (
            f"{corps.name} keeps {', '.join(rest) or 'none'}" + ("" if len(rest) >= 2 else ": fewer than two")
        ),
        "clause": "TLD-A.corps.8.a",
    }
    guns = next(
        (
            r
            for r in limits(s.ledger, s.ledger.standing(s.bites), corps.hq)
            if r.name == "independent artillery"
        ),
        None,
    )
    if guns:
        room = artillery_limit(len(rest))
        if room != guns.limit:
            yield {
                "words": f"its artillery room falls from {guns.limit} to {room}; it holds {len(guns.units)}",
                "clause": "TLD-B.4.b",
            }
