"""TLD-A.corps.4, TLD-J.35: the pad on which today's orders are entered and struck in place.

A ledger is never changed: one with an order more is another one. Whoever writes and strikes all day would copy it every time, so
what stands tomorrow is kept on a pad as well, which follows the position order by order (`book.py`). Nobody but this module changes one.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from msgspec import Struct
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
    Ledger,
    Order,
    by_hand,
    canadian_change,
    changes_now,
    of_canadians,
    trigger_day,
    unchanged,
    written_over,
)
from .lookout import Lookout, Subject, no_worse, torn
from .pages import BLANK, Line, Page, Standing, Was, apply, settle_again, settle_unit, settled, to_corps, to_hq
from .pieces import ALLIED, CORPS_HQ, DIVISION_HQ, NAMES
from .position import LongestDay, Written
from .roster import CORPS, corps

LEADING = CORPS_HQ | DIVISION_HQ

# ---------------------------------------------------------------- what a ledger rests on


def rests(state: LongestDay) -> tuple[Any, ...]:
    """What a ledger rests on beside what is written."""
    return state.came, state.dead, state.surrendered, state.options


def rests_on(kept: tuple[Any, ...], state: LongestDay) -> bool:
    came, dead, surrendered, options = kept
    return came is state.came and dead is state.dead and surrendered is state.surrendered and options is state.options


def still_holds(kept: tuple[Any, ...], state: LongestDay) -> bool:
    """Whether all that a standing hangs on is as it was: other losses than HQs are noted, and change nothing."""
    came, dead, _, options = kept
    return came is state.came and options is state.options and (dead is state.dead or not (dead ^ state.dead) & LEADING)


def eliminated(state: LongestDay) -> frozenset[str]:
    return frozenset(NAMES[u] for u in members(state.dead | state.surrendered))


# ---------------------------------------------------------------- the pad

Spot = tuple[
    Line, int | None, bool
]  # what is written of a unit, the number of the order that did it, whether it ever had an HQ


_NONE = frozenset[str]()
_NOBODY: dict[str, Spot] = {}
_NO_HOMES: dict[str, tuple[str, str]] = {}


class Undo(Struct, frozen=True, gc=False):
    """What it takes to put everything back."""

    order: Order
    stamp: int  # its number
    struck: bool  # or it was entered
    hand: frozenset[str]
    bare: dict[str, Spot]
    spots: dict[str, Spot]
    was: Was


class Pad:
    """The ledger of a side on a day, written on in place: what stands tomorrow is always up to date.

    An order's number is the one it was entered with, so that striking one leaves the others theirs; they are numbered through when
    a ledger is torn off. The pad's own ledger has all of today's orders only of those of which it matters (see `_keep_up`).
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
        self.orders = dict(enumerate(ledger.orders[self.first :], self.first))  # of today, by their numbers
        self.stamps = list(self.orders)  # those numbers, the lowest first
        self.about: dict[
            str, list[int]
        ] = {}  # counter or division -> the numbers of today's orders about it, one after another
        for stamp, order in self.orders.items():
            self._note(stamp, ledger.roster.counters(order.unit))
        having = own.__dict__["_having"] = dict[str, set[str]]()  # kept in step here: others look through all units
        for u, line in page.lines.items():
            if line[3]:
                having.setdefault(line[3], set()).add(u)
        self.next = len(ledger.orders)
        trigger = trigger_day(ledger)
        self.after = tomorrow >= trigger
        self.late = ledger.side == ALLIED and ledger.auto_canadian and trigger <= tomorrow
        self.eve = changes_now(ledger, tomorrow)
        # on the eve of the Canadian change: for whom the last order does what it would, and for whom one of an earlier day did
        self.hand, self.once = _NONE, _NONE
        self.bare: dict[str, Spot] = {}  # on the eve of the Canadian change: what is written of Canadians without it
        self.change: dict[str, tuple[str, int]] = {}  # whose order of that change is about them, and the number of that
        if self.eve:
            self.hand = written_over(ledger, ledger.orders)
            self.once = frozenset([o.unit for o in ledger.orders[: self.first] if by_hand(o)])
            bare = unchanged(ledger, tomorrow)
            for number, order in enumerate(canadian_change(ledger, day)):
                self.change |= dict.fromkeys(ledger.roster.counters(order.unit), (order.unit, number))
            self.bare = {u: (bare.lines.get(u, BLANK), bare.since.get(u), u in bare.named) for u in self.change}
        self.lines: tuple[Written, ...] = ()
        self.rests: tuple[Any, ...] = ()

    # -- following a position

    def is_of(self, state: LongestDay) -> bool:
        """Whether this is the day of a position, and all a ledger rests on is the same."""
        return self.day == state.day and self.holds(state)

    def holds(self, state: LongestDay) -> bool:
        """Whether all a ledger rests on is the same; losses since then are noted."""
        came, dead, surrendered, options = self.rests
        if came is not state.came or options is not state.options:
            return False
        if dead is not state.dead or surrendered is not state.surrendered:
            if not still_holds(self.rests, state):
                return False
            self.rests = rests(state)
            force_setattr(self.ledger, "eliminated", eliminated(state))
        return True

    def turn_to(self, lines: tuple[Written, ...], entered: Order | None = None, struck: int = -1) -> None:
        """Takes the one step that leads to what is written now; if it cannot, it is left behind and will be made anew."""
        if entered is None:
            done = self.strike(struck) is not None
        else:
            done = self._enter_one(entered) or self.enter(entered) is not None
        if done:
            self.lines = lines

    def _enter_one(self, order: Order) -> bool:
        """`enter` for the order of a single counter, as most are, with nothing kept to put it back; false: it is another case."""
        ledger, unit, to = self.ledger, order.unit, order.to
        lines, named, _, since = self.page
        was = lines.get(unit)
        if was is None or order.day != self.day or order.stand_in or unit == POLES or by_hand(order):
            return False
        if (
            unit in ledger.roster.divisions
            or len(ledger.roster.counters(unit)) > 1
            or (self.late and of_canadians(ledger, order))
        ):
            return False
        number = self.next
        self.next = number + 1
        self.stamps.append(number)
        self.orders[number] = order
        self.about.setdefault(unit, []).append(number)
        had, since[unit] = since.get(unit), number
        if to in CORPS:
            line = to_corps(was, to, to in ledger.landed(self.day + 1), lines)
        else:
            line = to_hq(was, to)
            named.add(unit)
        lines[unit] = line
        if line[3] != was[3]:
            self._keeps_in_mind(unit, was[3], line[3])
        settle_unit(ledger, self.stands, unit, line, had)
        return True

    def follow(self, lines: tuple[Written, ...]) -> bool:
        """Enters what has been written since, or strikes the one order that is gone; false: more than that has happened."""
        known = self.lines
        more = len(lines) - len(known)
        if more > 0 and (not known or known[-1] is lines[-1 - more]):
            done = all(self.enter(Order.of(line)) for line in lines[len(known) :])
            self.lines = lines if done else lines[: self.first + len(self.stamps)]
        elif more == -1 and (number := _missing(known, lines)) >= self.first and self.strike(number) is not None:
            self.lines = lines
        return self.lines is lines

    def enter(self, order: Order) -> Undo | None:
        """Writes an order of today; none: it is one that must be worked out from the start."""
        ledger, hand = self.ledger, self.hand
        units = ledger.roster.counters(order.unit)
        if not self._may_be_entered(order, units):
            return None
        changed = self.late and of_canadians(ledger, order)
        number = self.next
        self.next = number + 1
        self.stamps.append(number)
        self.orders[number] = order
        self._note(number, units)
        self._keep_up(order)
        spots = self._made(order, units, number)
        if changed and self.eve and (hand or by_hand(order)):
            self.hand = hand - ledger.roster.sharing(order.unit) | ({order.unit} if by_hand(order) else _NONE)
            spots |= self._otherwise(hand, spots)
        return Undo(order, number, False, hand, *self._put(spots, changed and self.eve))

    def _may_be_entered(self, order: Order, units: Iterable[str]) -> bool:
        return order.day == self.day and not order.stand_in and all(map(self.page.lines.__contains__, units))

    def strike(self, number: int) -> Undo | None:
        """Takes one of today's orders away; none: that must be worked out from the start."""
        stamp = self.stamps[number - self.first]
        order, hand = self.orders[stamp], self.hand
        units = self.ledger.roster.counters(order.unit)
        alone, changed = self._are_alone(units), self.late and of_canadians(self.ledger, order)
        if changed and not self.eve and not alone:
            return None
        spots = self._as_before(units) if alone else self._as_left(units, stamp)
        over = changed and self.eve and self._was_by_hand(order)
        del self.stamps[number - self.first], self.orders[stamp]
        for u in units:
            self.about[u].remove(stamp)
        if over:
            self.hand = written_over(self.ledger, self.all_orders())
            spots |= self._otherwise(hand, spots)
        self._keep_up(order)
        return Undo(order, stamp, True, hand, *self._put(spots, changed and self.eve))

    def _otherwise(self, hand: frozenset[str], spots: dict[str, Spot]) -> dict[str, Spot]:
        """The others of a brigade that the Canadian change goes over now and did not, or the other way round."""
        counters, bare = self.ledger.roster.counters, self.bare
        return {u: bare[u] for unit in hand ^ self.hand for u in counters(unit) if u in bare and u not in spots}

    def take_back(self, undo: Undo) -> None:
        """Puts everything back as it was before an order was entered or struck."""
        order, stamp, about = undo.order, undo.stamp, self.about
        if undo.struck:
            insort(self.stamps, stamp)
            self.orders[stamp] = order
        else:
            self.stamps.remove(stamp)
            del self.orders[stamp]
        for u in self.ledger.roster.counters(order.unit):
            if undo.struck:
                insort(about[u], stamp)
            else:
                about[u].remove(stamp)
        self.hand = undo.hand
        self._keep_up(order)
        self.bare.update(undo.bare)
        self._write(undo.spots)

    def all_orders(self) -> tuple[Order, ...]:
        """What is written up to now."""
        return self.ledger.orders[: self.first] + tuple([self.orders[stamp] for stamp in self.stamps])

    def _keep_up(self, order: Order) -> None:
        """TLD-A.corps.11: how often the Poles have been written for is read off the ledger; of nobody else are today's orders."""
        if order.unit == POLES:
            force_setattr(self.ledger, "orders", self.all_orders())

    # -- whose orders there are today

    def _note(self, stamp: int, units: Iterable[str]) -> None:
        about = self.about
        for u in units:
            about.setdefault(u, []).append(stamp)

    def _are_alone(self, units: tuple[str, ...]) -> bool:
        """Whether there is only one order of today about any of the counters of one."""
        about = self.about
        return len(about[units[0]]) == 1 and (len(units) == 1 or all(len(about[u]) == 1 for u in units))

    def numbers_of(self, unit: str) -> list[int]:
        """The places of today's orders for a unit in the ledger."""
        found = []
        for stamp in self.about.get(self.ledger.roster.counters(unit)[0], ()):
            if self.orders[stamp].unit == unit:
                found.append(self.first + bisect_left(self.stamps, stamp))
        return found

    # -- what is written of each unit

    def _made(self, order: Order, units: Iterable[str], number: int) -> dict[str, Spot]:
        """What an order makes of the lines of its units; on the eve of the Canadian change, of what they were without it."""
        ledger, to, bare = self.ledger, order.to, self.bare
        lines, named, _, _ = self.page
        is_hq = to not in CORPS and ledger.roster.is_hq(to)
        ashore, found = is_hq or to in ledger.landed(self.day + 1), dict[str, Spot]()
        for u in units:
            line = bare[u][0] if u in bare else lines[u]
            if is_hq:
                found[u] = (to_hq(line, to), number, True)
                continue
            homes = _Bare(lines, bare) if bare and line[3] else lines  # asked only of those who had an HQ
            found[u] = (to_corps(line, to, ashore, homes), number, u in named)
        return found

    def _as_before(self, units: Iterable[str]) -> dict[str, Spot]:
        """The lines of the units of an order as they were this morning."""
        (lines, named, _, since), found = self.before, dict[str, Spot]()
        for u in units:
            found[u] = (lines.get(u, BLANK), since.get(u), u in named)
        return found

    def _as_left(self, units: tuple[str, ...], struck: int) -> dict[str, Spot]:
        """The same as the other orders of today make them: those about its units, and those about divisions whose HQ they had."""
        ledger, about, orders = self.ledger, self.about, self.orders
        lines, named, _, since = self.before
        others = {stamp for u in units for stamp in about[u]}
        others.discard(struck)
        hqs = {lines.get(u, BLANK)[3] for u in units} | {orders[n].to for n in others}
        homes = {hq[:-3] for hq in hqs if hq in ledger.roster.hqs}
        for home in homes:
            others.update(about.get(home, ()))
        part = Page({u: lines.get(u, BLANK) for u in (*units, *homes)}, set(), {}, {})
        for n in sorted(others):
            apply(ledger, self.day + 1, part, n, orders[n])
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
        for u, (line, number, has_been_named) in spots.items():
            had, was_named, was = since.get(u), u in named, lines[u]
            old[u] = (was, had, was_named)
            lines[u] = line
            if line[3] != was[3]:
                self._keeps_in_mind(u, was[3], line[3])
            if number is not None:
                since[u] = number
            elif had is not None:
                del since[u]
            if has_been_named != was_named:
                (named.add if has_been_named else named.discard)(u)
        if len(spots) == 1 and u not in self.ledger.roster.divisions:  # as mostly
            return old, Was({u: settle_unit(self.ledger, self.stands, u, line, had)}, _NO_HOMES)
        return old, settle_again(self.ledger, self.stands, list(spots), lines, {u: spot[1] for u, spot in old.items()})

    def _keeps_in_mind(self, unit: str, old: str, new: str) -> None:
        having = self.ledger.__dict__["_having"]
        if old:
            having[old].discard(unit)
        if new:
            having.setdefault(new, set()).add(unit)

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
        if self.eve and of_canadians(self.ledger, order):
            units = self.ledger.roster.counters(order.unit)
            if self._may_be_entered(order, units) and self._comes_to_nothing(order, self._made(order, units, self.next)):
                return True
        undo = self.enter(order)
        return not objections(self.torn_off(), order) if undo is None else self._no_worse(undo)

    def may_strike(self, unit: str) -> bool:
        """TLD-J.35: whether the orders of today for a unit can be struck: what `lawful.worse_without` says."""
        numbers = self.numbers_of(unit)
        if len(numbers) != 1:
            return not worse_without(self.torn_off(), unit, self.day)[1]
        number = numbers[0]
        stamp = self.stamps[number - self.first]
        order, units = self.orders[stamp], self.ledger.roster.counters(unit)
        plain = self._is_plain(order)
        if plain or (self.eve and of_canadians(self.ledger, order)):
            spots = self._as_before(units) if self._are_alone(units) else self._as_left(units, stamp)
            if plain:
                return self._may_go_back(spots)
            if self._comes_to_nothing(order, spots):
                return True
        line = self.before.lines.get(unit, BLANK)
        said = line[0]
        if unit in self.ledger.roster.divisions and line == (said, said, "", "") and said in self.ledger.ashore(self.day + 1):
            # it would be as if it were written back to where it was
            return Lookout(self.ledger, unit, self.day, lambda _: self._may_strike(number)).may_go(said)
        return self._may_strike(number)

    def _comes_to_nothing(self, order: Order, spots: dict[str, Spot]) -> bool:
        """On the eve of the Canadian change: whether it makes the same of Canadians with or without an order, as of most."""
        if self._was_by_hand(order) or order.unit == POLES:
            return False
        bare, lines = self.bare, self.page.lines
        kept = {u: bare[u] for u in spots if u in bare}
        bare.update({u: spots[u] for u in kept})
        then = self._changed(spots)
        bare.update(kept)
        return all(lines[u] == line or self._stands_the_same(u, line) for u, (line, _, _) in then.items())

    def _was_by_hand(self, order: Order) -> bool:
        """Whether this or another order about the same units does what the change would: which is the last may then matter."""
        roster, about, orders = self.ledger.roster, self.about, self.orders
        if by_hand(order) or not self.once.isdisjoint(roster.sharing(order.unit)):
            return True
        return any(by_hand(orders[stamp]) for u in roster.counters(order.unit) for stamp in about.get(u, ()))

    def _stands_the_same(self, unit: str, line: Line) -> bool:
        """Whether a unit is in the same corps and draws on the same HQ by another line, if no division goes anywhere."""
        word, serving, hqs = self.stands.word, self.stands.serving, self.stands.hq
        if unit in self.ledger.roster.divisions:
            return False
        now = word.get(unit, ""), serving.get(unit, ""), hqs.get(unit, "")
        return settled(self.ledger, self.day + 1, unit, line, word, serving) == now

    def _may_strike(self, number: int) -> bool:
        undo = self.strike(number)
        if undo is None:
            unit = self.orders[self.stamps[number - self.first]].unit
            return not worse_without(self.torn_off(), unit, self.day)[1]
        return self._no_worse(undo)

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
        parents = {roster.records[u].parent for u in spots} if len(spots) > 1 else (roster.records[u].parent,)
        for id_ in parents:
            if (brigade := roster.brigades.get(id_)) is not None and self._would_tear(brigade.members, then):
                return False
        for hq in gaining:
            drawing = [*(u for u in stands.attached(hq) if u not in then), *(u for u in then if then[u][2] == hq)]
            if not no_worse(excess(ledger, stands, hq, drawing), ledger, stands, hq):
                return False
        return True

    def _would_tear(self, units: tuple[str, ...], then: dict[str, tuple[str, str, str]]) -> bool:
        word, serving = self.stands.word, self.stands.serving
        said = [then[u][0] if u in then else word.get(u, "") for u in units]
        serves = [then[u][1] if u in then else serving.get(u, "") for u in units]
        return torn(said, serves) and not torn([word.get(u, "") for u in units], [serving.get(u, "") for u in units])

    def _no_worse(self, undo: Undo) -> bool:
        """Whether what has just been done brings no fault; it is taken back."""
        lines, order = self.page.lines, undo.order
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
        ledger, stands, tomorrow, orders = self.ledger, self.stands, self.day + 1, self.all_orders()
        new = ledger._with(orders)
        new.__dict__["by_day"] = True
        new._written.update(ledger._written)
        new._standings.update(ledger._standings)
        number = dict(zip(self.stamps, range(self.first, len(orders)), strict=True))
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
            new._bare[tomorrow] = Page(lines, page.named.copy(), {}, numbers), len(orders)
        return new


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
