"""TLD-A.corps.4, TLD-J.35: the ledger of a position, and the pad on which today's orders are entered and struck in place.

A ledger is never changed: one with an order more is another one. Whoever writes and strikes all day would copy it every time, so
what stands tomorrow is kept on a pad as well, which follows the position order by order. Nobody but this module changes one.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from typing import Any, NamedTuple

from msgspec.structs import force_setattr

from grognard.core.hexes import members

from .capacity import excess
from .joining import POLES, joins
from .lawful import (
    Touched,
    improper,
    objections,
    worse_without,
)
from .ledger import (
    CANADIAN_CORPS,
    SUPPLY_DAY,
    Ledger,
    Order,
    by_hand,
    canadian_change,
    changes_now,
    lands,
    of_canadians,
    trigger_day,
    unchanged,
)
from .lookout import Lookout, Subject, no_worse, torn
from .pages import BLANK, Line, Page, Standing, Was, apply, settle_again, settled, to_corps, to_hq
from .pieces import ALLIED, CORPS_HQ, DIVISION_HQ, NAMES
from .position import HQ_NAMES, LongestDay, Written
from .roster import CORPS, corps

# ---------------------------------------------------------------- the ledger of a position


def ledger_of(state: LongestDay, side: str) -> Ledger:
    """The written record of a side, with the HQs that have come to the map; kept, and continued as more is written."""
    lines = state.orders if side == ALLIED else state.german_orders
    kept = state._ledgers.get(side)
    if kept is not None and _rests_on(kept[2], state):
        known, ledger = kept[:2]
        if known is lines:
            return ledger  # type: ignore[no-any-return]
        if (pad := _followed(state, side, lines)) is not None:
            ledger = pad.torn_off()
            _keep(state, side, lines, ledger)
            return ledger
        if 0 < len(known) < len(lines) and known[-1] is lines[len(known) - 1]:
            ledger = ledger.wrote(*(Order.of(line) for line in lines[len(known) :])).on_its_own(state.day + 1)
            _keep(state, side, lines, ledger)
            return ledger  # type: ignore[no-any-return]
    ledger = _ledger(state, side, lines)
    _keep(state, side, lines, ledger)
    return ledger


def _rests(state: LongestDay) -> tuple[Any, ...]:
    """What a ledger rests on beside what is written."""
    return state.came, state.dead, state.surrendered, state.options


def _rests_on(kept: tuple[Any, ...], state: LongestDay) -> bool:
    came, dead, surrendered, options = kept
    return came is state.came and dead is state.dead and surrendered is state.surrendered and options is state.options


def _keep(state: LongestDay, side: str, lines: tuple[Written, ...], ledger: Ledger) -> None:
    state._ledgers[side] = (lines, ledger, _rests(state))


def _ledger(state: LongestDay, side: str, lines: tuple[Written, ...]) -> Ledger:
    arrived = {name: day for name, day in zip(HQ_NAMES, state.came, strict=True) if day >= 0}
    lost = frozenset(NAMES[u] for u in members(state.dead & (CORPS_HQ | DIVISION_HQ)))
    dead = frozenset(NAMES[u] for u in members(state.dead | state.surrendered))
    return Ledger(
        side=side, orders=tuple(map(Order.of, lines)), arrived=arrived, lost=lost, eliminated=dead,
        auto_canadian=state.options.auto_write_canadian_change,
    )  # fmt: skip


# ---------------------------------------------------------------- the pad of a position


def pad_of(state: LongestDay, side: str) -> Pad | None:
    """What is being written today, in step with the position; none where a day is not so simple."""
    lines = state.orders if side == ALLIED else state.german_orders
    pad = _followed(state, side, lines)
    if pad is None:
        ledger = ledger_of(state, side)
        if not simple(ledger, state.day):
            return None
        pad = Pad(ledger, state.day)
        pad.lines, pad.rests = lines, _rests(state)
        state._pads[side] = pad
    return pad


def _followed(state: LongestDay, side: str, lines: tuple[Written, ...]) -> Pad | None:
    """The pad that has been kept, if it can be brought to what is written now."""
    pad: Pad | None = state._pads.get(side)
    if pad is None or pad.day != state.day or not _rests_on(pad.rests, state):
        return None
    if pad.lines is lines or pad.follow(lines):
        return pad
    del state._pads[side]
    return None


def simple(ledger: Ledger, day: int) -> bool:
    """Whether what stands tomorrow is what stands today and what is written today."""
    tomorrow = day + 1
    if day <= SUPPLY_DAY or not ledger.by_day or lands(ledger, tomorrow) or (ledger.orders and ledger.orders[-1].day > day):
        return False
    return not ledger.page(tomorrow).stand_ins


# ---------------------------------------------------------------- the pad

Spot = tuple[
    Line, int | None, bool
]  # what is written of a unit, the number of the order that did it, whether it ever had an HQ


_NOBODY: dict[str, Spot] = {}


class Undo(NamedTuple):
    """What it takes to put everything back."""

    orders: tuple[Order, ...]
    hand: frozenset[str]
    at: int  # where an order was struck; -1: one was entered
    stamp: int  # its number
    bare: dict[str, Spot]
    spots: dict[str, Spot]
    was: Was


class Pad:
    """The ledger of a side on a day, written on in place: what stands tomorrow is always up to date.

    An order's number is the one it was entered with, so that striking one leaves the others theirs; they are numbered through when
    a ledger is torn off.
    """

    def __init__(self, ledger: Ledger, day: int) -> None:
        self.day, self.first, tomorrow = day, ledger.first_of(day), day + 1
        own = self.ledger = ledger._with(ledger.orders)
        own.__dict__.update(by_day=True, _bare={})
        self.before = ledger.page(day)
        page, stands = ledger.page(tomorrow).copy(), ledger.standing(tomorrow)
        own._written.update({d: known for d, known in ledger._written.items() if d <= day} | {tomorrow: page})
        own._standings.update({d: known for d, known in ledger._standings.items() if d <= day})
        own._standings[tomorrow] = Standing(
            tomorrow, stands.word.copy(), stands.serving.copy(), stands.hq.copy(), page.named, page.stand_ins, page.since,
            stands.by_hq.copy(), stands.by_word.copy(), stands.by_serving.copy(),
        )  # fmt: skip
        self.page, self.stands = page, own._standings[tomorrow]
        self.stamps = list(range(self.first, len(ledger.orders)))  # the numbers of today's orders
        self.units = [order.unit for order in ledger.orders[self.first :]]  # whom they are about
        self.next = len(ledger.orders)
        self.hand = _by_hand(ledger)  # for whom an order does what the Canadian change would
        trigger = trigger_day(ledger)
        self.after = tomorrow >= trigger
        self.late = ledger.side == ALLIED and ledger.auto_canadian and trigger <= tomorrow
        self.eve = changes_now(ledger, tomorrow)
        self.bare: dict[str, Spot] = {}  # on the eve of the Canadian change: what is written of Canadians without it
        self.change: dict[str, tuple[str, int]] = {}  # whose order of that change is about them, and the number of that
        if self.eve:
            bare = unchanged(ledger, tomorrow)
            for number, order in enumerate(canadian_change(ledger, day)):
                self.change |= dict.fromkeys(ledger.roster.counters(order.unit), (order.unit, number))
            self.bare = {u: (bare.lines.get(u, BLANK), bare.since.get(u), u in bare.named) for u in self.change}
        self.lines: tuple[Written, ...] = ()
        self.rests: tuple[Any, ...] = ()

    # -- following a position

    def follow(self, lines: tuple[Written, ...]) -> bool:
        """Enters what has been written since, or strikes the one order that is gone; false: more than that has happened."""
        known = self.lines
        more = len(lines) - len(known)
        if more > 0 and (not known or known[-1] is lines[-1 - more]):
            done = all(self.enter(Order.of(line)) for line in lines[len(known) :])
        elif more == -1 and (number := _missing(known, lines)) >= self.first:
            done = self.strike(number) is not None
        else:
            done = False
        if done:
            self.lines = lines
        return done

    def enter(self, order: Order) -> Undo | None:
        """Writes an order of today; none: it is one that must be worked out from the start."""
        ledger, counters = self.ledger, self.ledger.roster.counters(order.unit)
        if order.day != self.day or order.stand_in or not self.page.lines.keys() >= set(counters):
            return None
        changed = self.late and of_canadians(ledger, order)
        if changed and not self.eve and by_hand(order):
            return None
        orders, hand, number = ledger.orders, self.hand, self.next
        self.next = number + 1
        self.stamps.append(number)
        self.units.append(order.unit)
        force_setattr(ledger, "orders", (*orders, order))
        if by_hand(order):
            self.hand = hand | {order.unit}
        return Undo(orders, hand, -1, 0, *self._put(self._made(order, number), changed and self.eve))

    def strike(self, number: int) -> Undo | None:
        """Takes one of today's orders away; none: that must be worked out from the start."""
        ledger = self.ledger
        order = ledger.orders[number]
        sharing = ledger.roster.sharing(order.unit)
        alone = sum([unit in sharing for unit in self.units]) == 1
        changed = self.late and of_canadians(ledger, order)
        if changed and not self.eve and (by_hand(order) or not alone):
            return None
        orders, hand, at = ledger.orders, self.hand, number - self.first
        spots = self._as_before(order) if alone else self._as_left(order, number, sharing)
        stamp = self.stamps.pop(at)
        del self.units[at]
        force_setattr(ledger, "orders", orders[:number] + orders[number + 1 :])
        if by_hand(order):
            self.hand = _by_hand(ledger)
        return Undo(orders, hand, at, stamp, *self._put(spots, changed and self.eve))

    def take_back(self, undo: Undo) -> None:
        """Puts everything back as it was before an order was entered or struck."""
        if undo.at < 0:
            self.stamps.pop()
            self.units.pop()
        else:
            self.stamps.insert(undo.at, undo.stamp)
            self.units.insert(undo.at, undo.orders[self.first + undo.at].unit)
        self.hand = undo.hand
        force_setattr(self.ledger, "orders", undo.orders)
        self.bare.update(undo.bare)
        self._write(undo.spots)

    # -- what is written of each unit

    def _made(self, order: Order, number: int) -> dict[str, Spot]:
        """What an order makes of the lines of its units; on the eve of the Canadian change, of what they were without it."""
        ledger, to, bare = self.ledger, order.to, self.bare
        lines, named, _, _ = self.page
        counters = ledger.roster.counters(order.unit)
        if to not in CORPS and ledger.roster.is_hq(to):
            return {u: (to_hq(bare[u][0] if u in bare else lines[u], to), number, True) for u in counters}
        ashore, found = to in ledger.landed(self.day + 1), dict[str, Spot]()
        for u in counters:
            line = bare[u][0] if u in bare else lines[u]
            homes = _Bare(lines, bare) if bare and line[3] else lines  # asked only of those who had an HQ
            found[u] = (to_corps(line, to, ashore, homes), number, u in named)
        return found

    def _as_before(self, order: Order) -> dict[str, Spot]:
        """The lines of the units of an order as they were this morning."""
        lines, named, _, since = self.before
        return {u: (lines.get(u, BLANK), since.get(u), u in named) for u in self.ledger.roster.counters(order.unit)}

    def _as_left(self, order: Order, struck: int, sharing: Container[str]) -> dict[str, Spot]:
        """The same as the other orders of today make them: those about its units, and those about divisions whose HQ they had."""
        ledger, units = self.ledger, self.ledger.roster.counters(order.unit)
        lines, named, _, since = self.before
        at, first, orders = struck - self.first, self.first, ledger.orders
        others = [n for n, unit in enumerate(self.units) if unit in sharing and n != at]
        hqs = {lines.get(u, BLANK)[3] for u in units} | {orders[first + n].to for n in others}
        if homes := {hq[:-3] for hq in hqs if hq in ledger.roster.hqs}:
            others = [n for n, unit in enumerate(self.units) if (unit in sharing or unit in homes) and n != at]
        part = Page({u: lines.get(u, BLANK) for u in (*units, *homes)}, set(), {}, {})
        for n in others:
            apply(ledger, self.day + 1, part, self.stamps[n], orders[first + n])
        return {u: (part.lines[u], part.since.get(u, since.get(u)), u in named or u in part.named) for u in units}

    def _put(self, spots: dict[str, Spot], canadian: bool) -> tuple[dict[str, Spot], dict[str, Spot], Was]:
        """Writes lines down and settles what follows; what they were comes back."""
        if not canadian:
            return _NOBODY, *self._write(spots)
        bare = {u: self.bare[u] for u in spots if u in self.bare}
        self.bare.update({u: spots[u] for u in bare})
        return bare, *self._write(self._changed(spots))

    def _write(self, spots: dict[str, Spot]) -> tuple[dict[str, Spot], Was]:
        lines, named, _, since = self.page
        old: dict[str, Spot] = {}
        before: dict[str, int] = {}
        for u, (line, number, has_been_named) in spots.items():
            had, was_named = since.get(u), u in named
            old[u] = (lines[u], had, was_named)
            lines[u] = line
            if had is not None:
                before[u] = had
            if number is not None:
                since[u] = number
            elif had is not None:
                del since[u]
            if has_been_named != was_named:
                (named.add if has_been_named else named.discard)(u)
        return old, settle_again(self.ledger, self.stands, list(spots), lines, before)

    def _changed(self, spots: dict[str, Spot]) -> dict[str, Spot]:
        """TLD-J.17: the Canadian change on top of what has just been written of some Canadians.

        It also goes over those who had the HQ of a division among them, since whether they stay with it may have changed.
        """
        bare, change, ledger = self.bare, self.change, self.ledger
        ashore, hqs = CANADIAN_CORPS in ledger.ashore(self.day + 1), {f"{u}:HQ" for u in spots if u in ledger.roster.divisions}
        units = [*spots, *(u for u, spot in bare.items() if spot[0][3] in hqs and u not in spots)] if hqs else list(spots)
        found: dict[str, Spot] = {}
        for u in units:
            if u not in bare or change[u][0] in self.hand:
                found[u] = bare.get(u) or spots[u]
                continue
            line, _, named = bare[u]
            home, rank = line[3][:-3], change[u][1]
            earlier = home in change and change[home][1] < rank  # whether the change has gone over its division by then
            view = (
                {home: found[home][0] if home in found else self.page.lines[home]} if earlier else _Bare(self.page.lines, bare)
            )
            found[u] = (to_corps(line, CANADIAN_CORPS, ashore, view), -1, named)
        return found

    # -- whether an order may be entered or struck

    def may_enter(self, order: Order) -> bool:
        """TLD-J.34: whether an order brings no fault: what `lawful.objections` says."""
        if improper(self.ledger, order):
            return False
        undo = self.enter(order)
        return not objections(self.torn_off(), order) if undo is None else self._no_worse(undo, order)

    def may_strike(self, unit: str) -> bool:
        """TLD-J.35: whether the orders of today for a unit can be struck: what `lawful.worse_without` says."""
        if self.units.count(unit) != 1:
            return not worse_without(self.torn_off(), unit, self.day)[1]
        number = self.number_of(unit)
        order = self.ledger.orders[number]
        if self._is_plain(order):
            sharing = self.ledger.roster.sharing(unit)
            alone = len(sharing) == 1 or sum([u in sharing for u in self.units]) == 1
            return self._may_go_back(self._as_before(order) if alone else self._as_left(order, number, sharing))
        line = self.before.lines.get(unit, BLANK)
        said = line[0]
        if unit in self.ledger.roster.divisions and line == (said, said, "", "") and said in self.ledger.ashore(self.day + 1):
            # it would be as if it were written back to where it was
            return Lookout(self.ledger, unit, self.day, lambda _: self._may_strike(number)).may_go(said)
        return self._may_strike(number)

    def _may_strike(self, number: int) -> bool:
        order = self.ledger.orders[number]
        undo = self.strike(number)
        return not worse_without(self.torn_off(), order.unit, self.day)[1] if undo is None else self._no_worse(undo, order)

    def _is_plain(self, order: Order) -> bool:
        """Whether striking an order puts some units elsewhere and changes nothing else."""
        subject = Subject.of(self.ledger.roster, order.unit)
        odd = subject.division or subject.loner or subject.first
        return not odd and not (self.late and of_canadians(self.ledger, order))

    def _may_go_back(self, spots: dict[str, Spot]) -> bool:
        """Whether the units of such an order are within all limits where they were: no corps, brigade or HQ worse off for it."""
        ledger, stands = self.ledger, self.stands
        word, serving, hqs, roster = stands.word, stands.serving, stands.hq, ledger.roster
        then: dict[str, tuple[str, str, str]] = {}
        gaining: dict[str, None] = {}
        for u, (line, _, _) in spots.items():
            home, _, hq = then[u] = settled(ledger, self.day + 1, u, line, word, serving)
            if home != word.get(u, "") and (there := corps(home)) and not joins(ledger, roster.records[u], there, self.after):
                return False
            if hq and hq != hqs.get(u):
                gaining[hq] = None
        for id_ in {roster.records[u].parent for u in spots}:
            if (brigade := roster.brigades.get(id_)) is not None and self._would_tear(brigade.members, then):
                return False
        for hq in gaining:
            drawing = [*(u for u in stands.attached(hq) if u not in then), *(u for u in then if then[u][2] == hq)]
            if not no_worse(excess(ledger, stands, hq, drawing), ledger, stands, hq):
                return False
        return True

    def _would_tear(self, units: tuple[str, ...], then: dict[str, tuple[str, str, str]]) -> bool:
        word, serving = [self.stands.word.get(u, "") for u in units], [self.stands.serving.get(u, "") for u in units]
        now = [(then[u][0], then[u][1]) if u in then else (w, s) for u, w, s in zip(units, word, serving, strict=True)]
        return torn([w for w, _ in now], [s for _, s in now]) and not torn(word, serving)

    def number_of(self, unit: str) -> int:
        """The place of the first order of today for a unit in the ledger."""
        return self.first + self.units.index(unit)

    def _no_worse(self, undo: Undo, order: Order) -> bool:
        """Whether what has just been done brings no fault; it is taken back."""
        lines = self.page.lines
        if order.unit != POLES and all(lines[u] == spot[0] for u, spot in undo.spots.items()):
            self.take_back(undo)
            return True  # as with most Canadians on the eve of their change
        touched = Touched.since(self.ledger, undo.was, self.stands, (order,))
        after = touched.faults(self.ledger, self.stands)
        self.take_back(undo)
        if not after:
            return True
        before = {fault.key: fault.amount for fault in touched.faults(self.ledger, self.stands)}
        return all(fault.amount <= before.get(fault.key, 0) for fault in after)

    def torn_off(self) -> Ledger:
        """What is on the pad as a ledger of its own, its orders numbered through."""
        ledger, stands, tomorrow = self.ledger, self.stands, self.day + 1
        new = ledger._with(ledger.orders)
        new.__dict__["by_day"] = True
        new._written.update(ledger._written)
        new._standings.update(ledger._standings)
        number = dict(zip(self.stamps, range(self.first, len(ledger.orders)), strict=True))
        since = {u: number.get(n, n) for u, n in self.page.since.items()}
        page = new._written[tomorrow] = Page(self.page.lines.copy(), self.page.named.copy(), {}, since)
        new._standings[tomorrow] = Standing(
            tomorrow, stands.word.copy(), stands.serving.copy(), stands.hq.copy(), page.named, page.stand_ins, since,
            stands.by_hq.copy(), stands.by_word.copy(), stands.by_serving.copy(),
        )  # fmt: skip
        if self.eve:
            lines = page.lines | {u: line for u, (line, _, _) in self.bare.items()}
            numbers = since | {u: number.get(n, n) for u, (_, n, _) in self.bare.items() if n is not None}
            for u, (_, n, _) in self.bare.items():
                if n is None:
                    del numbers[u]
            new._bare[tomorrow] = Page(lines, page.named.copy(), {}, numbers), len(ledger.orders)
        return new


def _by_hand(ledger: Ledger) -> frozenset[str]:
    return frozenset(order.unit for order in ledger.orders if by_hand(order))


class _Bare(Mapping[str, Line]):
    """What is written of each unit before the Canadian change."""

    def __init__(self, lines: dict[str, Line], bare: dict[str, Spot]) -> None:
        self.lines, self.bare = lines, bare

    def __getitem__(self, unit: str) -> Line:
        return self.bare[unit][0] if unit in self.bare else self.lines[unit]

    def __iter__(self) -> Iterator[str]:
        return iter(self.lines)

    def __len__(self) -> int:
        return len(self.lines)


def _missing(more: tuple[Written, ...], less: tuple[Written, ...]) -> int:
    """The number of the one line a shorter list lacks; -1: they differ in more. The lists only ever grow at their ends."""
    low, high = 0, len(less)
    while low < high:
        middle = (low + high) // 2
        if more[middle] is less[middle]:
            low = middle + 1
        else:
            high = middle
    return low if low == len(less) or more[-1] is less[-1] else -1
