"""TLD-A.corps.1 to .4 and .17: the written record of assignments: who is in which corps and draws on which HQ, on any day.

A ledger is plain data. Nothing here knows a map: what matters of it is which HQs have come ashore, and when.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Container, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from operator import attrgetter
from typing import Any

import msgspec

from grognard.core.ruling import GrognardError

from .days import NEVER, since, words
from .pages import BLANK, Line, Page, Standing, apply, resettle, settle
from .pieces import ALLIED, GERMAN, LIMITS
from .roster import ARRIVALS, CORPS, LEAVES, ROSTER, Record, Roster, corps

REPLACEMENT, LATER = "replacement", "later"
OPENS = {GERMAN: since("german-changes-open"), ALLIED: since("allied-changes-open")}  # TLD-A.corps.2
SUPPLY_DAY = since("supply-assignment-day")  # TLD-B.4: 7 June
CANADIAN_CORPS = "IICAN"  # TLD-A.corps.12
_BY_HAND = (CANADIAN_CORPS, f"HQ-{CANADIAN_CORPS}")
_day = attrgetter("day")


class Order(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One line of the record: on this day the player wrote that a unit goes to a corps, or draws on an HQ."""

    day: int
    unit: str
    to: str  # a corps, or an HQ
    phase: str = LATER  # matters on 7 June only (TLD-B.4.x7)
    stand_in: str = ""  # TLD-J.6: the eliminated unit whose place an attached one takes

    @classmethod
    def of(cls, plain: tuple[int, str, str, str, str]) -> Order:
        day, unit, to, phase, stand_in = plain
        return cls(day=day, unit=unit, to=to, phase=phase, stand_in=stand_in)

    @property
    def plain(self) -> tuple[int, str, str, str, str]:
        """As a position keeps it."""
        return self.day, self.unit, self.to, self.phase, self.stand_in

    def __str__(self) -> str:
        return f"{self.unit} to {self.to}, written {words(self.day)}"


class Ledger(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """All orders of one side in the order they were written, and the HQs that matter to them."""

    side: str = ALLIED
    orders: tuple[Order, ...] = ()
    arrived: Mapping[str, int] = msgspec.field(default_factory=lambda: ARRIVALS)  # HQ -> day it came to the map
    leaves: Mapping[str, int] = msgspec.field(
        default_factory=lambda: LEAVES
    )  # division and its HQ -> day it is gone (TLD-S.16)
    lost: frozenset[str] = frozenset()  # HQs eliminated and not yet back
    eliminated: frozenset[str] = frozenset()  # counters: for stand-ins
    extra: tuple[Record, ...] = ()  # pieces a player adds
    auto_canadian: bool = True  # TLD-J.17

    @cached_property
    def roster(self) -> Roster:
        return Roster(self.extra) if self.extra else ROSTER

    def on_map(self, hq: str, day: int) -> bool:
        return self.came(hq, day) and hq not in self.lost

    def came(self, hq: str, day: int) -> bool:
        """Whether an HQ has come to the map by then, lost since or not, and not left the game."""
        return self.arrived.get(hq, NEVER) <= day and (hq not in self.leaves or day < self.leaves[hq])

    def gone(self, day: int) -> frozenset[str]:
        """TLD-S.16: the divisions that have left the game by then."""
        found: frozenset[str] | None = self.shared.get(("gone", day))
        if found is None:
            mine, leaves = self.roster.of_side[self.side], self.leaves
            found = self.shared["gone", day] = frozenset([d for d in mine if leaves.get(d, NEVER) <= day])
        return found

    def ashore(self, day: int) -> frozenset[str]:
        """The corps whose HQs have come to the map by then."""
        found: frozenset[str] | None = self.shared.get(("ashore", day))
        if found is None:
            found = self.shared["ashore", day] = frozenset(c.id for c in CORPS.values() if self.came(c.hq, day))
        return found

    def landed(self, day: int) -> frozenset[str]:
        """The same with American corps that a player has added."""
        found: frozenset[str] | None = self.shared.get(("landed", day))
        if found is None:
            hqs = [hq for hq in self.arrived if hq.startswith("HQ-") and self.came(hq, day)]
            found = self.shared["landed", day] = frozenset(hq.removeprefix("HQ-") for hq in hqs)
        return found

    def wrote(self, *orders: Order) -> Ledger:
        """The ledger with more orders; it remembers what it was, so that its standing need not be worked out from the start."""
        more = self._with((*self.orders, *orders))
        more.__dict__["_before"] = (self, orders)
        if self.orders and orders:
            more.__dict__["by_day"] = self.by_day and self.orders[-1].day <= orders[0].day and _by_day(orders)
        return more

    def _with(self, orders: tuple[Order, ...]) -> Ledger:
        """The same HQs and other orders. What is read of every ledger is set at once: a cached property first takes a lock."""
        new = msgspec.structs.replace(self, orders=orders)
        new.__dict__.update(shared=self.shared, roster=self.roster, _written={}, _standings={}, _bare=self._bare.copy())
        return new

    def without(self, eliminated: frozenset[str]) -> Ledger:
        """The same after other losses, none of them an HQ: all that has been worked out holds."""
        new = msgspec.structs.replace(self, eliminated=eliminated)
        new.__dict__.update(self.__dict__)
        return new

    @cached_property
    def by_day(self) -> bool:
        """Whether every order stands after those of earlier days; a file may hold them otherwise."""
        return _by_day(self.orders)

    def first_of(self, day: int) -> int:
        """The number from which on there may be orders of a day or later."""
        return bisect_left(self.orders, day, key=_day) if self.by_day else 0

    def struck(self, day: int, unit: str) -> Ledger:
        """TLD-J.35: the ledger without what was written for a unit on a day."""
        first, orders = self.first_of(day), self.orders
        gone = [number for number, o in enumerate(orders[first:], first) if o.unit == unit and o.day == day]
        left = orders
        for number in reversed(gone):
            left = left[:number] + left[number + 1 :]
        less = self._with(left)
        less.__dict__.update(by_day=self.by_day, _gone=gone)
        if gone:
            less.__dict__["_bare"] = {d: kept for d, kept in self._bare.items() if kept[1] <= gone[0]}
        if day > SUPPLY_DAY:  # what is written today bites tomorrow
            less._written.update({d: known for d, known in self._written.items() if d <= day})
            less._standings.update({d: known for d, known in self._standings.items() if d <= day})
            if len(gone) == 1 and day + 1 in self._standings and _simply_taken(self, self.orders[gone[0]]):
                _strike(self, less, gone[0])
        return less

    def on_its_own(self, day: int) -> Ledger:
        """Forgets what it was before, having taken over what it needs to know of a day and those before it."""
        before, more = self.__dict__.get("_before", (None, ()))
        if before is not None:
            self.standing(day)
            if (first := min(order.day for order in more)) > SUPPLY_DAY:  # what is written today bites tomorrow
                for mine, old in ((self._written, before._written), (self._standings, before._standings)):
                    mine.update({d: known for d, known in old.items() if d <= first})
            del self.__dict__["_before"]
        return self

    @cached_property
    def shared(self) -> dict[object, Any]:
        """What has been worked out from the HQs alone: the same however much more is written."""
        return {}

    @cached_property
    def _written(self) -> dict[int, Page]:
        return {}

    @cached_property
    def _bare(self) -> dict[int, tuple[Page, int]]:
        """Day -> its page before the Canadian change, and how many of the orders are in it."""
        return {}

    def page(self, day: int) -> Page:
        """What is written about each unit by a day, before it is settled who draws on whom."""
        if day not in self._written:
            self._written[day] = _page(self, day)
        return self._written[day]

    def having(self, day: int, hq: str) -> Iterable[str]:
        """Those who had an HQ at the last by what is written by a day, whether they draw on it or not (TLD-J.27)."""
        known: dict[str, set[str]] | None = self.__dict__.get("_having")
        if known is not None:
            return known.get(hq, ())
        page = self.page(day)
        lines = page.lines
        return [u for u in page.named if lines[u][3] == hq]

    @cached_property
    def _standings(self) -> dict[int, Standing]:
        return {}

    def standing(self, day: int) -> Standing:
        """How things stand after the own REPLACEMENT PHASE of a day."""
        if day not in self._standings:
            self._standings[day] = _standing(self, day)
        return self._standings[day]


# ---------------------------------------------------------------- TLD-A.corps.12: the Canadian trigger


def trigger_day(ledger: Ledger) -> int:
    found: int | None = ledger.shared.get("trigger")
    if found is None:
        found = ledger.shared["trigger"] = _trigger_day(ledger)
    return found


def _trigger_day(ledger: Ledger) -> int:
    """The turn after the second Canadian divisional HQ arrives; from then on all Canadians are in 2 Canadian Corps."""
    wanted = int(LIMITS["corps"]["canadian_hq_trigger"])
    days = sorted(
        ledger.arrived.get(f"{id_}:HQ", NEVER) for id_, r in ledger.roster.divisions.items() if r.nationality == "Canadian"
    )
    if len(days) < wanted or days[wanted - 1] == NEVER:
        return NEVER
    return days[wanted - 1] + int(LIMITS["corps"]["canadian_due_turns_after_trigger"])


# ---------------------------------------------------------------- TLD-A.corps.4: when an order bites


def effective_day(ledger: Ledger, order: Order, before: Standing | None = None) -> int:
    """The day in whose own REPLACEMENT PHASE an order takes effect: the next one, but for TLD-B.4.x7."""
    if order.day != SUPPLY_DAY or order.phase != REPLACEMENT or not ledger.roster.is_hq(order.to):
        return order.day + 1
    if ledger.side == GERMAN:  # TLD-J.28: written in the Allied phase, before his own
        return order.day
    stands = before or ledger.standing(order.day - 1)
    target = stands.corps_of_hq(order.to)
    same = all(stands.word.get(unit, "") == target for unit in ledger.roster.counters(order.unit))
    return order.day if same else order.day + 1


def _standing(ledger: Ledger, day: int) -> Standing:
    before, more = ledger.__dict__.get("_before", (None, ()))
    page = ledger.page(day)
    if before is not None and day in before._standings:
        counters = ledger.roster.counters
        units = counters(more[0].unit) if len(more) == 1 else dict.fromkeys(u for o in more for u in counters(o.unit))
        if simply_added(ledger, more, day):
            return resettle(ledger, before._standings[day], list(units), page)
        if changes_now(ledger, day):
            return resettle(ledger, before._standings[day], _differing(before.page(day), page, units), page)
    return settle(ledger, day, page)


def _differing(old: Page, new: Page, units: Container[str]) -> list[str]:
    """The units of which another thing is written, those the Canadian change wrote over on one page only, and those of an order."""
    known, before, since = old.lines, old.since.get, new.since.get
    return [u for u, line in new.lines.items() if known.get(u) != line or (before(u, 0) < 0) != (since(u, 0) < 0) or u in units]


def simply_added(ledger: Ledger, more: Iterable[Order], day: int) -> bool:
    """Whether orders come after all that is in force on a day; the Canadian change may come in between (TLD-J.17)."""
    trigger = trigger_day(ledger)
    if trigger > day or ledger.side != ALLIED or not ledger.auto_canadian:
        return True
    return all(not of_canadians(ledger, order) or order.day >= trigger for order in more)


def of_canadians(ledger: Ledger, order: Order) -> bool:
    """Whether an order is about units the Canadian change is about; what is written about others stands beside it."""
    known = ledger.roster.canadian
    found = known.get(order.unit)
    if found is None:
        records = ledger.roster.records
        found = known[order.unit] = any(
            records[id_].nationality == "Canadian" for id_ in (order.unit, *ledger.roster.counters(order.unit))
        )
    return found


def by_hand(order: Order) -> bool:
    """Whether an order of Canadians does what their change would, which then leaves them alone."""
    return order.to in _BY_HAND


def written_over(ledger: Ledger, orders: Iterable[Order]) -> frozenset[str]:
    """TLD-J.17: the Canadians for whom the last order before the change, about all or some of them, does what it would."""
    found: set[str] = set()
    for order in orders:
        if (found or order.to in _BY_HAND) and of_canadians(ledger, order):
            found -= ledger.roster.sharing(order.unit)
            if order.to in _BY_HAND:
                found.add(order.unit)
    return frozenset(found)


def _page(ledger: Ledger, day: int) -> Page:
    before, more = ledger.__dict__.get("_before", (None, ()))
    page: Page
    if before is not None and simply_added(ledger, more, day):
        page, first = before.page(day).copy(), len(before.orders)
        found = [
            (first + i, o) for i, o in enumerate(more) if o.day < day or (o.day == day and effective_day(ledger, o) <= day)
        ]
    elif day - 1 in ledger._written and (new := _written_yesterday(ledger, day)) is not None:
        page, found = ledger._written[day - 1].copy(), new
    elif changes_now(ledger, day):
        return _changed(ledger, day, unchanged(ledger, day))
    else:
        page, found = _opening(ledger, day), due(ledger, day)
    for number, order in found:
        apply(ledger, day, page, number, order)
    return page


def changes_now(ledger: Ledger, day: int) -> bool:
    """Whether the Canadian change comes on top of all that is in force on a day (TLD-J.17)."""
    return ledger.side == ALLIED and ledger.auto_canadian and day == trigger_day(ledger) and day > SUPPLY_DAY + 1


def unchanged(ledger: Ledger, day: int) -> Page:
    """The page of a day before the Canadian change, counted on from what was known of a shorter list."""
    kept: tuple[Page, int] | None = ledger._bare.get(day)
    if "_before" in ledger.__dict__:
        before: Ledger = ledger.__dict__["_before"][0]
        kept = unchanged(before, day), len(before.orders)
    page, known = kept or (_opening(ledger, day), 0)
    if known < len(ledger.orders):
        page = page.copy()
        for number, order in enumerate(ledger.orders[known:], known):
            if order.day < day:
                apply(ledger, day, page, number, order)
        ledger._bare[day] = page, len(ledger.orders)
    return page


def _changed(ledger: Ledger, day: int, page: Page) -> Page:
    """The same with the change on top; whoever was written over by hand is left alone."""
    page = page.copy()
    written = written_over(ledger, [order for order in ledger.orders if order.day < day])
    for order in canadian_change(ledger, day - 1):
        if order.unit not in written:
            apply(ledger, day, page, -1, order)
    return page


def _simply_taken(ledger: Ledger, order: Order) -> bool:
    """Whether what is said of the units of an order tomorrow is what was said today and the orders of today that are left."""
    bites = order.day + 1
    return ledger.by_day and not lands(ledger, bites) and not ledger.page(bites).stand_ins


def lands(ledger: Ledger, day: int) -> bool:
    """Whether the HQ of a corps comes to the map on a day: what was written for it begins to serve; or a division is gone since then."""
    found: bool | None = ledger.shared.get(("lands", day))
    if found is None:
        comes = day in [ledger.arrived.get(c.hq) for c in CORPS.values()]
        found = ledger.shared["lands", day] = comes or ledger.gone(day) != ledger.gone(day - 1)
    return found


def _by_day(orders: Sequence[Order]) -> bool:
    return all(a.day <= b.day for a, b in pairwise(orders))


def _strike(ledger: Ledger, less: Ledger, number: int) -> None:
    """Tomorrow's page and standing without one order of today."""
    order = ledger.orders[number]
    day, units = order.day + 1, list(ledger.roster.counters(order.unit))
    if changes_now(ledger, day) and of_canadians(ledger, order):
        bare = _without(ledger, less, number, unchanged(ledger, day))
        less._bare[day] = bare, len(less.orders)
        page = _changed(less, day, bare)
        units = _differing(ledger.page(day), page, units)
    else:
        page = _without(ledger, less, number, ledger.page(day))
    less._written[day] = page
    less._standings[day] = resettle(less, ledger._standings[day], units, page)


def _without(ledger: Ledger, less: Ledger, number: int, page: Page) -> Page:
    """A page of tomorrow without one order of today: its units are as the orders that are left make them.

    Whether they keep an HQ they had hangs on where its division is by then (TLD-J.27), so that is followed as well.
    """
    order = ledger.orders[number]
    before, units, sharing = ledger.page(order.day), ledger.roster.counters(order.unit), ledger.roster.sharing(order.unit)
    first = less.first_of(order.day)
    mine = [o for o in less.orders[first:] if o.unit in sharing and o.day == order.day]
    hqs = {before.lines.get(u, BLANK)[3] for u in units} | {o.to for o in mine} if mine else set()
    homes = {hq[:-3] for hq in hqs if hq in ledger.roster.hqs}
    part = Page({u: before.lines.get(u, BLANK) for u in (*units, *homes)}, set(), {}, {})
    for at, other in enumerate(less.orders[first:], first) if mine else ():
        if other.day == order.day and (other.unit in sharing or other.unit in homes):
            apply(less, order.day + 1, part, at, other)
    lines, named = page.lines.copy(), page.named - (set(units) - before.named - part.named)
    since = {u: n - 1 if n > number else n for u, n in page.since.items()}  # later orders move up by one
    for u in units:
        lines[u] = part.lines[u]
        since[u] = part.since.get(u, before.since.get(u, NEVER))
        if since[u] == NEVER:
            del since[u]  # as the opening table has it
    return Page(lines, named, page.stand_ins, since)


def _written_yesterday(ledger: Ledger, day: int) -> list[tuple[int, Order]] | None:
    """The orders that make the page of a day out of that of the day before; none where more than orders has changed."""
    if day - 1 <= SUPPLY_DAY or trigger_day(ledger) == day or lands(ledger, day) or not ledger.by_day:
        return None
    first = ledger.first_of(day - 1)
    found = [(number, order) for number, order in enumerate(ledger.orders[first:], first) if order.day == day - 1]
    return found if simply_added(ledger, [order for _, order in found], day) else None


def _opening(ledger: Ledger, day: int) -> Page:
    """TLD-A.corps.1: the opening table, for corps whose HQ has come."""
    known, key = ledger.roster.openings, (ledger.side, ledger.ashore(day))
    found: dict[str, Line] | None = known.get(key)
    if found is None:
        found = known[key] = _opening_table(ledger, key[1])
    return Page(found | dict.fromkeys(ledger.gone(day), BLANK), set(), {}, {})


def _opening_table(ledger: Ledger, ashore: frozenset[str]) -> dict[str, Line]:
    return {
        id_: (r.opening, r.opening if r.opening in ashore else "", "", "")
        for table in (ledger.roster.divisions, ledger.roster.units)
        for id_, r in table.items()
        if r.side == ledger.side
    }


def due(ledger: Ledger, day: int) -> list[tuple[int, Order]]:
    """The orders that have taken effect by a day, earliest first; the Canadian change among them (TLD-J.17)."""
    found = []
    for number, order in enumerate(ledger.orders):
        if order.day <= day and (order.day < day or effective_day(ledger, order) <= day):
            found.append((number, order))
    trigger = trigger_day(ledger) if ledger.auto_canadian and ledger.side == ALLIED else NEVER
    if trigger <= day:
        written = written_over(ledger, [order for _, order in found if order.day < trigger])
        at = sum(order.day < trigger for _, order in found)
        found[at:at] = [(-1, order) for order in canadian_change(ledger, trigger - 1) if order.unit not in written]
    return found


def canadian_change(ledger: Ledger, day: int) -> list[Order]:
    """TLD-A.corps.12: every Canadian unit to 2 Canadian Corps."""
    found: list[Order] | None = ledger.shared.get(("change", day))
    if found is None:
        subjects = [
            r for r in ledger.roster.records.values() if r.nationality == "Canadian" and not r.parent and r.what != "special"
        ]
        found = ledger.shared["change", day] = [Order(day=day, unit=record.id, to=CANADIAN_CORPS) for record in subjects]
    return found


def hq_of(ledger: Ledger, stands: Standing, unit: str) -> str:
    """The HQ a counter draws on: a division's own for its units; a remnant's is that of the unit it replaces (TLD-B.11)."""
    record = ledger.roster.records.get(unit)
    if record is not None and record.remnant_of:
        return hq_of(ledger, stands, record.remnant_of)
    division, colon, _ = unit.partition(":")
    return f"{division}:HQ" if colon and division in ledger.roster.divisions else stands.hq.get(unit, "")


# ---------------------------------------------------------------- reading orders people write


def order(ledger: Ledger, day: int, unit: str, to: str, phase: str = LATER, stand_in: str = "") -> Order:
    """An order with its names put right; names nobody knows are refused."""
    record = ledger.roster.record(unit)
    return Order(day=day, unit=record.id, to=target(ledger.roster, to), phase=phase, stand_in=stand_in)


def target(roster: Roster, name: str) -> str:
    """A corps or an HQ as the ledger writes it."""
    folded = {f"{id_}:HQ".casefold(): f"{id_}:HQ" for id_ in roster.divisions}
    if found := folded.get(name.casefold()):
        return found
    if (there := corps(name)) is not None:
        return there.hq if name.casefold().startswith("hq-") else there.id
    raise GrognardError(f"{name!r} is neither a corps nor an HQ; write VIII, HQ-VIII or 11ARM:HQ")
