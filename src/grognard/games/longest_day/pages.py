"""TLD-A.corps.3, .4 and .17: what is written about each unit by a day, and what follows from it: who is
where, who draws on whom."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

from msgspec import Struct

from .days import NEVER
from .roster import headquarters

if TYPE_CHECKING:
    from .ledger import Ledger, Order


class Standing(Struct, frozen=True, gc=False):
    """Who is where on a day. `word` is what the ledger says, `serving` what has effect (TLD-A.corps.3,
    TLD-J.27)."""

    day: int
    word: dict[str, str]  # division or independent counter -> corps
    serving: dict[str, str]
    hq: dict[str, str]  # independent counter -> the HQ it draws on
    named: set[str]  # counters for which an HQ has ever been written (TLD-J.26)
    stand_ins: dict[str, str]  # TLD-J.6: counter -> the eliminated unit whose place it takes at its HQ
    since: dict[str, int]  # unit -> number of the order that put it where it is
    by_hq: dict[str, list[str]]  # HQ -> the counters that draw on it, in the order they were written there
    by_word: dict[str, list[str]]  # corps -> its divisions by `word`, in the order of the roster
    by_serving: dict[str, list[str]]  # corps -> its divisions by `serving`

    def corps_of_hq(self, hq: str) -> str:
        """The corps an HQ belongs to by the ledger."""
        return corps_of(hq, self.word)

    def divisions(self, corps_id: str, serving: bool = False) -> list[str]:
        return (self.by_serving if serving else self.by_word).get(corps_id, [])

    def attached(self, hq: str) -> list[str]:
        """The independent counters that draw on an HQ, in the order they were written there."""
        return self.by_hq.get(hq, [])


# what has been written about one unit so far: its corps, the corps it serves in, its HQ, the HQ it has
Line = tuple[str, str, str, str]
BLANK: Line = ("", "", "", "")
_WORD, _SERVING = itemgetter(0), itemgetter(1)


class Page(NamedTuple):
    """What is written by a day, before it is settled who draws on whom."""

    lines: dict[str, Line]
    named: set[str]  # units for which an HQ has ever been written
    stand_ins: dict[str, str]
    since: dict[str, int]  # unit -> number of the order that put it where it is

    def copy(self) -> Page:
        return Page(self.lines.copy(), self.named.copy(), self.stand_ins.copy(), self.since.copy())


def apply(ledger: Ledger, day: int, page: Page, number: int, order: Order) -> None:
    """An order into a page: the lines of its units."""
    roster, to = ledger.roster, order.to
    if order.unit in ledger.leaves and order.unit in ledger.departed(day):  # TLD-S.16
        return
    is_hq, ashore = roster.is_hq(to), ledger.came(f"HQ-{to}", day)
    lines, named, stand_ins, since = page
    for unit in _in_effect(ledger, day, order):
        since[unit] = number
        if is_hq:
            lines[unit] = to_hq(lines.get(unit, BLANK), to)
            named.add(unit)
            if order.stand_in:
                stand_ins[unit] = order.stand_in
            else:
                stand_ins.pop(unit, None)
        else:
            lines[unit] = to_corps(lines.get(unit, BLANK), to, ashore, lines)


def _in_effect(ledger: Ledger, day: int, order: Order) -> Iterable[str]:
    """The counters that go by an order on a day: on the very day it was written some may still wait
    (TLD-B.4.x7)."""
    counters = ledger.roster.counters(order.unit)
    if order.day < day:
        return counters
    from .ledger import bites

    return [u for u in counters if bites(ledger, order, u) <= day]


def to_hq(line: Line, hq: str) -> Line:
    """What is written of a unit, with an order to draw on an HQ."""
    return line[0], line[1], hq, hq


def to_corps(line: Line, to: str, ashore: bool, lines: Mapping[str, Line]) -> Line:
    """The same with an order to a corps. The HQ it had is kept in mind: it stays with it if that is of the
    same corps."""
    corps_id, serving, hq, had = line
    if had and not hq and not stays(corps_id, serving, *home_of(had, lines)):
        had = ""  # left for good: an HQ it once had is not taken up again
    # TLD-J.24: what names a corps still at sea waits for its HQ
    return to, to if ashore else serving, "", had


def settle(ledger: Ledger, day: int, page: Page) -> Standing:
    """TLD-A.corps.17: an HQ carries its corps. A corps order that leaves a unit in its HQ's corps leaves it
    with that HQ."""
    lines, named, stand_ins, since = page
    word, serving = (dict(zip(lines, map(part, lines.values()), strict=True)) for part in (_WORD, _SERVING))
    hqs: dict[str, str] = {}
    # no other unit has an HQ, and divisions have their corps already
    for id_ in filter(named.__contains__, lines):
        settle_one(ledger, day, id_, lines[id_], word, serving, hqs)
    by_hq: dict[str, list[str]] = {}
    for id_ in sorted(hqs, key=since.__getitem__):
        by_hq.setdefault(hqs[id_], []).append(id_)
    return Standing(
        day,
        word,
        serving,
        hqs,
        named,
        stand_ins,
        since,
        by_hq,
        _by_corps(ledger, word),
        _by_corps(ledger, serving),
    )


def _by_corps(ledger: Ledger, table: Mapping[str, str]) -> dict[str, list[str]]:
    result: dict[str, list[str]] = {}
    for id_ in filter(table.get, ledger.roster.divisions):
        result.setdefault(table[id_], []).append(id_)
    return result


def settle_one(
    ledger: Ledger,
    day: int,
    id_: str,
    line: Line,
    word: dict[str, str],
    serving: dict[str, str],
    hqs: dict[str, str],
) -> None:
    word[id_], serving[id_], hq = settled(ledger, day, id_, line, word, serving)
    if hq:
        hqs[id_] = hq


def settled(
    ledger: Ledger, day: int, id_: str, line: Line, word: Mapping[str, str], serving: Mapping[str, str]
) -> tuple[str, str, str]:
    """What follows from the line of a unit: the corps it is written to, the one it serves in, and the HQ it
    draws on."""
    corps_id, serves, hq, had = line
    if hq:
        division, name = headquarters(hq)
        home = name or word.get(division, "")
        return home, (name or serving.get(division, "")) if home in ledger.landed(day) else serves, hq
    if (
        had
        and id_ not in ledger.roster.divisions
        and stays(corps_id, serves, corps_of(had, word), corps_of(had, serving))
    ):
        return corps_id, serves, had
    return corps_id, serves, ""


def stays(corps_id: str, serves: str, hq_corps: str, hq_serves: str) -> bool:
    """TLD-J.27: a unit keeps an HQ of its corps, and while it waits for its new corps the one of the corps it
    serves in."""
    return hq_corps == corps_id or (serves != corps_id and hq_serves == serves)


def resettle(ledger: Ledger, old: Standing, units: list[str], page: Page) -> Standing:
    """The standing of a ledger of which a few lines are others than they were."""
    lines, named, stand_ins, since = page
    moved = any(u in ledger.roster.divisions for u in units)
    new = Standing(
        old.day,
        old.word.copy(),
        old.serving.copy(),
        old.hq.copy(),
        named,
        stand_ins,
        since,
        old.by_hq.copy(),
        old.by_word.copy() if moved else old.by_word,
        old.by_serving.copy() if moved else old.by_serving,
    )
    settle_again(ledger, new, units, lines, old.since)
    return new


def settle_again(
    ledger: Ledger,
    stands: Standing,
    units: list[str],
    lines: dict[str, Line],
    before: Mapping[str, int | None],
) -> None:
    """Settles a few units anew. Units that draw on a division's HQ go with it. `before`: their numbers until
    now."""
    rank, divisions = ledger.roster.rank, ledger.roster.divisions
    moved, word, serving = [u for u in units if u in divisions], stands.word, stands.serving
    homes = {u: (word.get(u, ""), serving.get(u, "")) for u in moved}
    if moved:
        hqs = {f"{id_}:HQ" for id_ in moved}
        more = [u for u in stands.named if lines[u][3] in hqs and u not in units]
        more.sort(key=lambda u: rank.get(u, NEVER))
        units = [*moved, *(u for u in units if u not in divisions), *more]
    for id_ in units:
        settle_unit(ledger, stands, id_, lines[id_], before.get(id_))
    for id_, (assigned, served) in homes.items():
        _shift(stands.by_word, id_, assigned, word[id_], rank)
        _shift(stands.by_serving, id_, served, serving[id_], rank)


def settle_unit(ledger: Ledger, stands: Standing, id_: str, line: Line, before: int | None) -> None:
    """Settles one unit anew. `before`: its number until now, if that may be another."""
    hqs, since = stands.hq, stands.since
    old = hqs.get(id_, "")
    stands.word[id_], stands.serving[id_], hq = settled(
        ledger, stands.day, id_, line, stands.word, stands.serving
    )
    if hq == old and (not hq or before is None or since.get(id_) == before):
        return
    by_hq = stands.by_hq
    if old:
        by_hq[old] = [u for u in by_hq[old] if u != id_]
    if hq:
        hqs[id_] = hq
        by_hq[hq] = _in_order([*by_hq.get(hq, ()), id_], since, ledger.roster.rank)
    else:
        del hqs[id_]


def _in_order(units: list[str], since: Mapping[str, int], rank: Mapping[str, int]) -> list[str]:
    """Units as they were written to an HQ, one after another; the last of the list is the new one, and mostly
    written last.

    Others may still stand where they stood and be settled after it.
    """
    last = since.get(units[-1], NEVER)
    for u in units[:-1]:
        if since.get(u, NEVER) >= last:
            return sorted(units, key=lambda u: (since.get(u, NEVER), rank.get(u, NEVER)))
    return units


def _shift(table: dict[str, list[str]], id_: str, old: str, new: str, rank: Mapping[str, int]) -> None:
    if old != new:
        if old:
            table[old] = [d for d in table[old] if d != id_]
        if new:
            table[new] = sorted([*table.get(new, ()), id_], key=rank.__getitem__)


def home_of(hq: str, lines: Mapping[str, Line]) -> tuple[str, str]:
    """The corps an HQ is written to, and the one it serves in."""
    division, corps = headquarters(hq)
    return (corps, corps) if corps else lines.get(division, BLANK)[:2]


def corps_of(hq: str, table: Mapping[str, str]) -> str:
    """The corps of an HQ, by a table of the corps of divisions."""
    division, corps = headquarters(hq)
    return corps or table.get(division, "")
