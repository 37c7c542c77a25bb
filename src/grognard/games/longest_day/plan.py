"""A planner: proposes orders that make the ledger lawful, everybody supplied who can be, and as many wishes true as may be."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from heapq import heappop, heappush
from itertools import islice
from typing import NamedTuple

from .days import day_of
from .lawful import FIVE, MOST, Fault, armour_corps, check, may_join, mix, needed, objections
from .ledger import OPENS, SUPPLY_DAY, Ledger, Order, trigger_day
from .mend import mends
from .pieces import CORPS_FILE, SCENARIO
from .roster import CORPS, GROUPS, Record, corps

UNWISHED, UNPLACED, MOVED, UNUSUAL = 1000, 60, 10, 1  # what it costs to leave a wish, leave a division out, move it, depart from history
MOST_LOOKED_AT, MOST_TRIED = 60_000, 60  # half-made and whole placements looked at


class Plan(NamedTuple):
    orders: tuple[Order, ...]
    granted: tuple[str, ...]
    refused: dict[str, tuple[Fault, ...]]  # wish -> why not
    faults: tuple[Fault, ...]  # what no order can mend: empty but for a ledger beyond help
    ledger: Ledger  # with the orders written in


def _history() -> dict[str, str]:
    found: dict[str, str] = {}
    for row in CORPS_FILE["corps"]:
        found |= dict.fromkeys([*row["initial_divisions"], *row["initial_independent"]], row["id"])
        found |= {row["corps_recon_historical"]: row["id"], row["corps_anti_tank_historical"]: row["id"]}
    for row in CORPS_FILE["corps"]:
        found |= dict.fromkeys(row.get("historical_divisions", ()), row["id"])
    for row in SCENARIO.get("german_corps", ()):
        found |= dict.fromkeys(row["divisions"], row["id"])
    return found


HISTORY = _history()


def _comings() -> dict[str, int]:
    """The day each independent counter or formation lands, by the entry track."""
    found: dict[str, int] = {}
    for row in SCENARIO["entry"]:
        for name in row.get("units", ()):
            found.setdefault(name, day_of(row["date"]))
    return found


COMES = _comings()


def plan(ledger: Ledger, day: int, wishes: Mapping[str, str] | None = None, phase: str = "later") -> Plan:
    """Orders to be written on a day. A wish is a unit and the corps or HQ it is to go to."""
    day = max(day, OPENS[ledger.side])
    wanted = {ledger.roster.record(unit).id: to for unit, to in (wishes or {}).items()}
    orders: list[Order] = list(_place_divisions(ledger, day, wanted))
    refused: dict[str, tuple[Fault, ...]] = {}
    now = ledger.wrote(*orders)
    for order in _attachments(now, day, wanted, phase):
        if not (faults := objections(now, order)):
            now = now.wrote(order)
            orders.append(order)
        elif wanted.get(order.unit) == order.to:
            refused[order.unit] = tuple(faults)
    now, orders = _cure(now, day, orders)
    granted = tuple(unit for unit, to in wanted.items() if _stands_as(now, day + 1, unit, to))
    for unit, to in wanted.items():
        if unit not in granted and unit not in refused:
            refused[unit] = tuple(objections(now, Order(day=day, unit=unit, to=to)))
    refused = {unit: why for unit, why in refused.items() if unit not in granted}
    return Plan(tuple(orders), granted, refused, tuple(check(now, day + 1)), now)


def _stands_as(ledger: Ledger, day: int, unit: str, to: str) -> bool:
    stands = ledger.standing(day)
    table = stands.hq if ledger.roster.is_hq(to) else stands.word
    return all(table.get(counter) == to for counter in ledger.roster.counters(unit))


def _cure(ledger: Ledger, day: int, orders: list[Order]) -> tuple[Ledger, list[Order]]:
    """Whatever is still out of order is mended one fault at a time."""
    for _ in range(12):
        for fault in check(ledger, day + 1):
            if found := mends(ledger, fault, day, 1):
                ledger = ledger.wrote(*found[0].orders)
                orders = [*orders, *found[0].orders]
                break
        else:
            break
    return ledger, orders


# ---------------------------------------------------------------- divisions: best first over all placements


class _Choice(NamedTuple):
    division: str
    options: tuple[tuple[int, str], ...]  # (cost above the cheapest, corps)


def _place_divisions(ledger: Ledger, day: int, wanted: Mapping[str, str]) -> Iterator[Order]:
    choices = [c for c in (_choice(ledger, day, id_, r, wanted) for id_, r in ledger.roster.divisions.items()) if c is not None]
    stands = ledger.standing(day + 1)
    for placing in islice(_placings(ledger, day + 1, choices), MOST_TRIED):
        orders = [Order(day=day, unit=d, to=to) for d, to in placing.items() if to and stands.word.get(d, "") != to]
        after = ledger.wrote(*orders)
        if not [f for f in check(after, day + 1) if f.place in CORPS and f.units and f.units[0] in ledger.roster.divisions]:
            yield from orders
            return


def _choice(ledger: Ledger, day: int, id_: str, record: Record, wanted: Mapping[str, str]) -> _Choice | None:
    """Where a division could go, the cheapest first; one that neither is here nor is spoken of is left alone."""
    if record.side != ledger.side:
        return None
    word = ledger.standing(day + 1).word.get(id_, "")
    here = ledger.came(f"{id_}:HQ", day + 1)
    if not (word or here or id_ in wanted):
        return None
    costs = {} if word else {"": UNPLACED if here else 0}
    late = day + 1 >= trigger_day(ledger)
    for c in CORPS.values():
        ashore = ledger.came(c.hq, day + 1)
        if may_join(record, c, late)[0] and (ashore or c.id in (word, wanted.get(id_))):
            costs[c.id] = (MOVED if word and c.id != word else 0) + (UNUSUAL if HISTORY.get(id_) != c.id else 0) + (0 if ashore else 2)
    if id_ in wanted:
        costs = {to: cost + (UNWISHED if to != wanted[id_] else 0) for to, cost in costs.items()}
    least = min(costs.values())
    return _Choice(id_, tuple(sorted((cost - least, to) for to, cost in costs.items())))


def _placings(ledger: Ledger, day: int, choices: list[_Choice]) -> Iterator[dict[str, str]]:
    """Placements in the order of their cost, pruned by what no later division can put right."""
    heap: list[tuple[int, int, tuple[str, ...]]] = [(0, 0, ())]
    five = needed(ledger, day)
    looked = 0
    while heap and looked < MOST_LOOKED_AT:
        cost, left, placed = heappop(heap)
        looked += 1
        if len(placed) == len(choices):
            yield {choice.division: to for choice, to in zip(choices, placed, strict=True)}
            continue
        for more, to in choices[len(placed)].options:
            if not to or _fits(ledger, day, choices, (*placed, to), to, five):
                heappush(heap, (cost + more, left - 1, (*placed, to)))


def _fits(ledger: Ledger, day: int, choices: list[_Choice], placed: tuple[str, ...], to: str, five: bool) -> bool:
    divisions = [choice.division for choice, where in zip(choices, placed, strict=False) if where == to]
    have = mix(ledger.roster.divisions[d] for d in divisions)
    most = FIVE if five or (have.airborne and not have.armour) or len(ledger.standing(day - 1).divisions(to, ledger.roster)) == FIVE else MOST
    if have.all > most:
        return False
    return have.armour <= 2 or have.infantry == 0 or armour_corps(ledger, divisions, day) or corps(to) is None or CORPS[to].nationality == "German"


# ---------------------------------------------------------------- independents: an HQ with room for each


def _attachments(ledger: Ledger, day: int, wanted: Mapping[str, str], phase: str) -> Iterator[Order]:
    """For every independent formation the HQs worth trying, wishes first; the caller keeps the first that is lawful."""
    subjects = [r for r in ledger.roster.records.values() if r.side == ledger.side and _is_subject(ledger, r, day, wanted)]
    subjects.sort(key=lambda r: (r.id not in wanted, r.what != "brigade", r.id))
    done: set[str] = set()
    for record in subjects:
        for to in _hqs(ledger, record, day, wanted):
            if record.id in done:
                break
            order = Order(day=day, unit=record.id, to=to, phase=phase if day == SUPPLY_DAY else "later")
            if not objections(ledger, order):
                done.add(record.id)
                ledger = ledger.wrote(order)
                yield order
            elif wanted.get(record.id) == to:
                yield order


def _is_subject(ledger: Ledger, record: Record, day: int, wanted: Mapping[str, str]) -> bool:
    if record.what in ("division", "never", "special") or (record.parent and _leads(ledger, record)):
        return False
    if record.id in wanted:
        return True
    stands = ledger.standing(day + 1)
    unsupplied = any(stands.hq.get(u, "") == "" for u in ledger.roster.counters(record.id))
    return unsupplied and _lands(record) <= day + 1 and record.id != "ART-19C"


def _leads(ledger: Ledger, record: Record) -> bool:
    """Counters of a brigade go with it, those of the 79th Armoured each by itself."""
    return ledger.roster.records[record.parent].what in ("brigade", "group")


def _lands(record: Record) -> int:
    """The day the first counter of a record lands."""
    return min((COMES.get(name, COMES.get(record.parent, 10_000)) for name in (record.id, *record.members)), default=10_000)


def _hqs(ledger: Ledger, record: Record, day: int, wanted: Mapping[str, str]) -> list[str]:
    """HQs of the right kind (TLD-B.1.d, TLD-B.1.e), those of its own corps first."""
    stands = ledger.standing(day + 1)
    wish = wanted.get(record.id, "")
    home = wish if wish in CORPS else stands.word.get((*ledger.roster.counters(record.id), "")[0]) or HISTORY.get(record.id, "")
    at_corps = record.ranged or record.arm == "artillery" or record.kind in GROUPS
    hqs = [c.hq for c in CORPS.values() if at_corps and c.side == ledger.side and ledger.came(c.hq, day + 1)]
    if not record.ranged or record.id in ("ART-86", "ART-147", "ART-987US"):
        hqs += [f"{d}:HQ" for d, r in ledger.roster.divisions.items() if r.side == ledger.side and ledger.came(f"{d}:HQ", day + 1)]
    ranked = sorted(hqs, key=lambda hq: (stands.corps_of_hq(hq) != home, len(stands.attached(hq)) if hq.endswith(":HQ") else 0))
    return [wish, *ranked] if wish else ranked

