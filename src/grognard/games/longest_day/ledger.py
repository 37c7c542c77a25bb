"""TLD-A.corps.1 to .4 and .17: the written record of assignments: who is in which corps and draws on which
HQ, on any day.

A ledger is plain data. Nothing here knows a map: what matters of it is which HQs have come ashore, and when.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from operator import attrgetter

import msgspec

from grognard.core.caching import memoized
from grognard.core.ruling import GrognardError

from .days import NEVER, date_words, since
from .pages import BLANK, Line, Page, Standing, apply, resettle, settle
from .pieces import ALLIED, GERMAN, LIMITS, display_name
from .roster import ARRIVALS, CORPS, LEAVES, ROSTER, Record, Roster, corps, headquarters

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
    def read(cls, plain: tuple[int, str, str, str, str]) -> Order:
        day, unit, to, phase, stand_in = plain
        return cls(day=day, unit=unit, to=to, phase=phase, stand_in=stand_in)

    @property
    def plain(self) -> tuple[int, str, str, str, str]:
        """As a position keeps it."""
        return self.day, self.unit, self.to, self.phase, self.stand_in

    def __str__(self) -> str:
        return f"{display_name(self.unit)} to {display_name(self.to)}, written {date_words(self.day)}"


class Ledger(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """All orders of one side in the order they were written, and the HQs that matter to them."""

    side: str = ALLIED
    orders: tuple[Order, ...] = ()
    # HQ -> day it came to the map
    arrived: Mapping[str, int] = msgspec.field(default_factory=lambda: ARRIVALS)
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

    @memoized("shared")
    def departed(self, day: int) -> frozenset[str]:
        """TLD-S.16: the divisions that have left the game by then."""
        mine, leaves = self.roster.of_side[self.side], self.leaves
        return frozenset([d for d in mine if leaves.get(d, NEVER) <= day])

    @memoized("shared")
    def ashore(self, day: int) -> frozenset[str]:
        """The corps whose HQs have come to the map by then."""
        return frozenset(c.id for c in CORPS.values() if self.came(c.hq, day))

    @memoized("shared")
    def landed(self, day: int) -> frozenset[str]:
        """The same with American corps that a player has added."""
        return frozenset(filter(None, [headquarters(hq).corps for hq in self.arrived if self.came(hq, day)]))

    def wrote(self, *orders: Order) -> Ledger:
        """Return the ledger with more orders. It continues from the pages of the old one."""
        more = self._with((*self.orders, *orders))
        more.__dict__["_before"] = (self, orders)
        if self.orders and orders:
            more.__dict__["by_day"] = self.by_day and self.orders[-1].day <= orders[0].day and _by_day(orders)
        return more

    def _with(self, orders: tuple[Order, ...]) -> Ledger:
        """The same HQs and other orders."""
        new = msgspec.structs.replace(self, orders=orders)
        new.__dict__.update(shared=self.shared, roster=self.roster)
        return new

    def with_losses(self, eliminated: frozenset[str]) -> Ledger:
        """The same after other losses, none of them an HQ: its pages hold."""
        if eliminated == self.eliminated:
            return self
        new = msgspec.structs.replace(self, eliminated=eliminated)
        new.__dict__.update({name: value for name, value in self.__dict__.items() if name != "checked"})
        return new

    @cached_property
    def by_day(self) -> bool:
        """Whether every order stands after those of earlier days; a file may hold them otherwise."""
        return _by_day(self.orders)

    def first_of(self, day: int) -> int:
        """The number from which on there may be orders of a day or later."""
        return bisect_left(self.orders, day, key=_day) if self.by_day else 0

    def orders_of(self, day: int, unit: str) -> list[Order]:
        """The orders written for a unit on a day."""
        return [
            order for order in self.orders[self.first_of(day) :] if order.unit == unit and order.day == day
        ]

    def struck(self, day: int, unit: str) -> Ledger:
        """TLD-J.35: the ledger without what was written for a unit on a day."""
        first = next(
            (n for n, order in enumerate(self.orders) if order.unit == unit and order.day == day), -1
        )
        if first < 0:
            return self
        return self.rewritten(first, *[o for o in self.orders[first:] if o.unit != unit or o.day != day])

    def rewritten(self, same: int, *orders: Order) -> Ledger:
        """Return the ledger with its first orders kept and others behind them."""
        if same == len(self.orders):
            return self.wrote(*orders)
        new = self._with((*self.orders[:same], *orders))
        new._take_over(self, min(order.day for order in (*self.orders[same:], *orders)))
        return new

    def on_its_own(self, day: int) -> Ledger:
        """Work out the standing of a day, and forget the ledger from which this one continues."""
        before, more = self.__dict__.get("_before", (None, ()))
        if before is not None:
            self.standing(day)
            self._take_over(before, min(order.day for order in more))
            del self.__dict__["_before"]
        return self

    def _take_over(self, other: Ledger, last: int) -> None:
        """Keep the pages up to a day, on which the same orders are in force: an order of today takes effect
        tomorrow."""
        if last > SUPPLY_DAY:
            self._written.update({day: page for day, page in other._written.items() if day <= last})
            self._standings.update({day: stands for day, stands in other._standings.items() if day <= last})

    @cached_property
    def shared(self) -> dict[object, object]:
        """What has been computed from the HQs alone: the same however much more is written."""
        return {}

    @cached_property
    def checked(self) -> dict[object, object]:
        """What has been found of this very ledger."""
        return {}

    @cached_property
    def _written(self) -> dict[int, Page]:
        return {}

    def page(self, day: int) -> Page:
        """What is written about each unit by a day, before it is settled who draws on whom."""
        if day not in self._written:
            self._written[day] = _page(self, day)
        return self._written[day]

    @cached_property
    def _standings(self) -> dict[int, Standing]:
        return {}

    def standing(self, day: int) -> Standing:
        """How things stand after the own REPLACEMENT PHASE of a day."""
        if day not in self._standings:
            self._standings[day] = _standing(self, day)
        return self._standings[day]


# ---------------------------------------------------------------- TLD-A.corps.12: the Canadian trigger


@memoized("shared")
def trigger_day(ledger: Ledger) -> int:
    """The turn after the second Canadian divisional HQ arrives; from then on all Canadians are in 2 Canadian
    Corps."""
    wanted = int(LIMITS["corps"]["canadian_hq_trigger"])
    days = sorted(
        ledger.arrived.get(f"{id_}:HQ", NEVER)
        for id_, r in ledger.roster.divisions.items()
        if r.nationality == "Canadian"
    )
    if len(days) < wanted or days[wanted - 1] == NEVER:
        return NEVER
    return days[wanted - 1] + int(LIMITS["corps"]["canadian_due_turns_after_trigger"])


# ---------------------------------------------------------------- TLD-A.corps.4: when an order bites


def effective_day(ledger: Ledger, order: Order) -> int:
    """The day in whose own REPLACEMENT PHASE all of an order is in effect: the next one, but for
    TLD-B.4.x7."""
    return max(_days_of_effect(ledger, order), default=order.day + 1)


def first_effect(ledger: Ledger, order: Order) -> int:
    """The day on which the first counter of an order goes by it."""
    return min(_days_of_effect(ledger, order), default=order.day + 1)


def _days_of_effect(ledger: Ledger, order: Order) -> list[int]:
    """The days on which the counters of an order go by it."""
    if not _may_bite_at_once(ledger, order):
        return [order.day + 1]
    return [bites(ledger, order, unit) for unit in ledger.roster.counters(order.unit)]


def bites(ledger: Ledger, order: Order, unit: str) -> int:
    """The day an order takes effect for one of its counters. TLD-B.4.x7 speaks of the unit: one that stays in
    its corps draws on its HQ at once, and one of the same brigade that changes its corps waits a turn."""
    if not _may_bite_at_once(ledger, order):
        return order.day + 1
    if ledger.side == GERMAN:  # TLD-J.28: written in the Allied phase, before the German one
        return order.day
    stands = ledger.standing(order.day - 1)
    return order.day if stands.word.get(unit, "") == stands.corps_of_hq(order.to) else order.day + 1


def _may_bite_at_once(ledger: Ledger, order: Order) -> bool:
    return order.day == SUPPLY_DAY and order.phase == REPLACEMENT and ledger.roster.is_hq(order.to)


def awaited(ledger: Ledger, order: Order) -> dict[str, int]:
    """TLD-A.corps.3, TLD-J.24: the HQs an order waits for when its day has come, each with the day it lands,
    as far as that is known."""
    day = effective_day(ledger, order)
    hqs = [order.to] if headquarters(order.to).division else []
    home = ledger.standing(day).corps_of_hq(order.to)
    hqs += [f"HQ-{home}"] if home else []
    return {hq: ledger.arrived.get(hq, ARRIVALS.get(hq, NEVER)) for hq in hqs if not ledger.came(hq, day)}


def when_in_force(ledger: Ledger, order: Order) -> str:
    """When an order takes effect, in words."""
    day, waits = effective_day(ledger, order), awaited(ledger, order)
    text = f"effective in the Replacement Phase of {date_words(day)}"
    if first_effect(ledger, order) < day:
        text = (
            f"effective at once for the counters that stay in their corps, on {date_words(day)} for the"
            " others [TLD-B.4.x7]"
        )
    if not waits:
        return text
    landing = ", ".join(
        (
            f"{display_name(hq)} arrives on {date_words(came)}"
            if came < NEVER
            else f"{display_name(hq)} has no date of arrival"
        )
        for hq, came in waits.items()
    )
    names = " and ".join(map(display_name, waits))
    return (
        f"no effect until {names} {'is' if len(waits) == 1 else 'are'} on the map ({landing}) [TLD-A.corps.3]"
    )


def _standing(ledger: Ledger, day: int) -> Standing:
    before, more = ledger.__dict__.get("_before", (None, ()))
    page = ledger.page(day)
    if before is not None and day in before._standings and simply_added(ledger, more, day):
        units = dict.fromkeys(u for order in more for u in ledger.roster.counters(order.unit))
        return resettle(ledger, before._standings[day], list(units), page)
    return settle(ledger, day, page)


def simply_added(ledger: Ledger, more: Iterable[Order], day: int) -> bool:
    """Whether orders come after all that is in force on a day; the Canadian change may come in between
    (TLD-J.17)."""
    trigger = trigger_day(ledger)
    if trigger > day or ledger.side != ALLIED or not ledger.auto_canadian:
        return True
    return all(not of_canadians(ledger, order) or order.day >= trigger for order in more)


def of_canadians(ledger: Ledger, order: Order) -> bool:
    """Whether an order is about units the Canadian change is about; what is written about others stands
    beside it."""
    return ledger.roster.is_canadian(order.unit)


def by_hand(order: Order) -> bool:
    """Whether an order of Canadians does what their change would, which then leaves them alone."""
    return order.to in _BY_HAND


def written_over(ledger: Ledger, orders: Iterable[Order]) -> frozenset[str]:
    """TLD-J.17: the Canadians for whom the last order before the change, about all or some of them, does what
    it would."""
    result: set[str] = set()
    for order in orders:
        if (result or order.to in _BY_HAND) and of_canadians(ledger, order):
            result -= ledger.roster.sharing(order.unit)
            if order.to in _BY_HAND:
                result.add(order.unit)
    return frozenset(result)


def _page(ledger: Ledger, day: int) -> Page:
    before, more = ledger.__dict__.get("_before", (None, ()))
    page: Page
    if before is not None and simply_added(ledger, more, day):
        page, first = before.page(day).copy(), len(before.orders)
        orders = [
            (first + i, o)
            for i, o in enumerate(more)
            if o.day < day or (o.day == day and first_effect(ledger, o) <= day)
        ]
    elif day - 1 in ledger._written and (new := _written_yesterday(ledger, day)) is not None:
        page, orders = ledger._written[day - 1].copy(), new
    else:
        page, orders = _opening(ledger, day), due(ledger, day)
    for number, order in orders:
        apply(ledger, day, page, number, order)
    return page


def changes_now(ledger: Ledger, day: int) -> bool:
    """Whether the Canadian change comes on top of all that is in force on a day (TLD-J.17)."""
    return (
        ledger.side == ALLIED and ledger.auto_canadian and day == trigger_day(ledger) and day > SUPPLY_DAY + 1
    )


@memoized("shared")
def lands(ledger: Ledger, day: int) -> bool:
    """Whether the HQ of a corps comes to the map on a day: what was written for it begins to serve; or a
    division is gone since then."""
    comes = day in [ledger.arrived.get(c.hq) for c in CORPS.values()]
    return comes or ledger.departed(day) != ledger.departed(day - 1)


def _by_day(orders: Sequence[Order]) -> bool:
    return all(a.day <= b.day for a, b in pairwise(orders))


def _written_yesterday(ledger: Ledger, day: int) -> list[tuple[int, Order]] | None:
    """The orders that make the page of a day out of that of the day before; none where more than orders has
    changed."""
    if day - 1 <= SUPPLY_DAY or trigger_day(ledger) == day or lands(ledger, day) or not ledger.by_day:
        return None
    first = ledger.first_of(day - 1)
    result = [
        (number, order) for number, order in enumerate(ledger.orders[first:], first) if order.day == day - 1
    ]
    return result if simply_added(ledger, [order for _, order in result], day) else None


def _opening(ledger: Ledger, day: int) -> Page:
    """TLD-A.corps.1: the opening table, for corps whose HQ has come."""
    table = _opening_table(ledger.roster, ledger.side, ledger.ashore(day))
    return Page(table | dict.fromkeys(ledger.departed(day), BLANK), set(), {}, {})


@memoized("computed")
def _opening_table(roster: Roster, side: str, ashore: frozenset[str]) -> dict[str, Line]:
    return {
        id_: (r.opening, r.opening if r.opening in ashore else "", "", "")
        for table in (roster.divisions, roster.units)
        for id_, r in table.items()
        if r.side == side
    }


def due(ledger: Ledger, day: int) -> list[tuple[int, Order]]:
    """The orders that have taken effect by a day, earliest first; the Canadian change among them
    (TLD-J.17)."""
    result = []
    for number, order in enumerate(ledger.orders):
        if order.day <= day and (order.day < day or first_effect(ledger, order) <= day):
            result.append((number, order))
    trigger = trigger_day(ledger) if ledger.auto_canadian and ledger.side == ALLIED else NEVER
    if trigger <= day:
        written = written_over(ledger, [order for _, order in result if order.day < trigger])
        at = sum(order.day < trigger for _, order in result)
        result[at:at] = [
            (-1, order) for order in canadian_change(ledger, trigger - 1) if order.unit not in written
        ]
    return result


@memoized("shared")
def canadian_change(ledger: Ledger, day: int) -> list[Order]:
    """TLD-A.corps.12: every Canadian unit to 2 Canadian Corps."""
    records = ledger.roster.records.values()
    subjects = [r for r in records if r.nationality == "Canadian" and not r.parent and r.what != "special"]
    return [Order(day=day, unit=record.id, to=CANADIAN_CORPS) for record in subjects]


def hq_of(ledger: Ledger, stands: Standing, unit: str) -> str:
    """The HQ a counter draws on: a division's own for its units; a remnant's is that of the unit it replaces
    (TLD-B.11)."""
    record = ledger.roster.records.get(unit)
    if record is not None and record.remnant_of:
        return hq_of(ledger, stands, record.remnant_of)
    division, colon, _ = unit.partition(":")
    return f"{division}:HQ" if colon and division in ledger.roster.divisions else stands.hq.get(unit, "")


# ---------------------------------------------------------------- reading orders people write


def order(ledger: Ledger, day: int, unit: str, to: str, phase: str = LATER, stand_in: str = "") -> Order:
    """An order with its names put right; unknown names are refused."""
    record = ledger.roster.record(unit)
    return Order(day=day, unit=record.id, to=target(ledger.roster, to), phase=phase, stand_in=stand_in)


def target(roster: Roster, name: str) -> str:
    """A corps or an HQ as the ledger writes it."""
    folded = {f"{id_}:HQ".casefold(): f"{id_}:HQ" for id_ in roster.divisions}
    if result := folded.get(name.casefold()):
        return result
    if (corps_record := corps(name)) is not None:
        return corps_record.hq if name.casefold().startswith("hq-") else corps_record.id
    raise GrognardError(f"{name!r} is not a corps or an HQ; write VIII, HQ-VIII or 11ARM:HQ")
