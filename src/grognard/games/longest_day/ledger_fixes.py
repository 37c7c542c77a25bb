"""The smallest change that fixes a ledger: one order if one will do, two if not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations, islice
from typing import NamedTuple

from grognard.core.caching import memoized

from .corps_eligibility import may_join
from .fifth import FIVE, LEAST, MOST
from .ledger import (
    CANADIAN_CORPS,
    OPENS,
    Ledger,
    Order,
    by_hand,
    canadian_change,
    changes_now,
    simply_added,
    trigger_day,
)
from .ledger_rules import Touched, Violation, ViolationKey, check, composition, must_be_full, objections
from .pages import BLANK
from .pieces import display_name
from .roster import CORPS, Record

_OWN = ("armour", "infantry")  # violations that only other divisions in the corps itself can fix
MAX_PAIRS = 900  # pairs of orders looked at before we say that nothing small helps


class Fix(NamedTuple):
    orders: tuple[Order, ...]
    ledger: Ledger  # with the orders written in

    def __str__(self) -> str:
        return " and ".join(
            f"{display_name(order.unit)} to {display_name(order.to)}" for order in self.orders
        )


def find_fixes(
    ledger: Ledger, violation: Violation, written: int, most: int = 3, most_pairs: int = MAX_PAIRS
) -> list[Fix]:
    """The smallest sets of orders, written on a day, that take a violation away and bring no other; cheapest
    first."""
    written = max(written, OPENS[ledger.side])
    before = {f.key: f.amount for f in check(ledger, written + 1)}
    least = (
        max(1, violation.amount - (violation.matter == "many")) if violation.place in CORPS else 1
    )  # an order moves one division
    if violation.key not in before or least > 2:
        return []
    if least == 1:
        singles = ((order,) for order in _orders(ledger, violation, written))
        if fixes := list(islice(_tried(ledger, violation, before, written, singles), most)):
            return fixes
    pairs = _pairs(ledger, violation, least, list(_orders(ledger, violation, written)), most_pairs)
    return list(islice(_tried(ledger, violation, before, written, pairs), most))


def _pairs(
    ledger: Ledger, violation: Violation, least: int, singles: list[Order], most: int
) -> list[tuple[Order, ...]]:
    """The pairs worth trying: where a corps must have other divisions, those that see to that."""
    if least > 1:
        singles = [order for order in singles if _changes(ledger, violation.place, order)]
    pairs: list[tuple[Order, ...]] = [
        pair for pair in islice(combinations(singles, 2), most) if pair[0].unit != pair[1].unit
    ]
    if least == 1 and violation.matter in _OWN:
        moving = {order for order in singles if _changes(ledger, violation.place, order)}
        pairs = [pair for pair in pairs if not moving.isdisjoint(pair)]
    return pairs


def _tried(
    ledger: Ledger,
    violation: Violation,
    before: Mapping[ViolationKey, int],
    written: int,
    tries: Iterable[tuple[Order, ...]],
) -> Iterator[Fix]:
    for orders in tries:
        if (then := _fixed(ledger, violation, before, written, orders)) is not None:
            yield Fix(orders, then)


def _changes(ledger: Ledger, place: str, order: Order) -> bool:
    """Whether a corps has other divisions for an order: where two must go or come, either has to."""
    id_, to, day = order.unit, order.to, order.day + 1
    if id_ not in ledger.roster.divisions:
        return False
    old = ledger.standing(day)
    if simply_added(ledger, (order,), day):
        assigned, served = old.word.get(id_, ""), old.serving.get(id_, "")
        serves = to if to in ledger.ashore(day) else ledger.page(day).lines.get(id_, BLANK)[1]
        return (assigned != to and place in (assigned, to)) or (
            served != serves and place in (served, serves)
        )
    if _gone_over(ledger, order):
        return False
    new = ledger.wrote(order).standing(day)
    return old.by_word.get(place) != new.by_word.get(place) or old.by_serving.get(
        place
    ) != new.by_serving.get(place)


def _gone_over(ledger: Ledger, order: Order) -> bool:
    """TLD-J.17: whether a division will be with the other Canadians tomorrow whatever is written today."""
    id_, day = order.unit, order.day + 1
    eve = id_ in ledger.roster.divisions and changes_now(ledger, day) and CANADIAN_CORPS in ledger.ashore(day)
    return eve and not by_hand(order) and id_ in _changing(ledger, order.day)


@memoized("shared")
def _changing(ledger: Ledger, day: int) -> frozenset[str]:
    """The units of the Canadian change."""
    return frozenset(order.unit for order in canadian_change(ledger, day))


def _fixed(
    ledger: Ledger,
    violation: Violation,
    before: Mapping[ViolationKey, int],
    written: int,
    orders: tuple[Order, ...],
) -> Ledger | None:
    """The ledger with these orders, if they take the violation away and bring no other."""
    if _is_in_vain(ledger, violation, orders):
        return None
    if objections(ledger, *orders):  # a quick look at what they touch
        return None
    then = ledger.wrote(*orders)
    if violation.matter and any(
        f.key == violation.key for f in composition(then, then.standing(written + 1), (violation.place,))
    ):
        return None  # the corps is no better for it: nothing else need be looked at
    after = _violations_after(ledger, then, violation, orders, written + 1)
    if after is None or not all(
        f.key != violation.key and f.key in before and f.amount <= before[f.key] for f in after
    ):
        return None
    return then


def _is_in_vain(ledger: Ledger, violation: Violation, orders: tuple[Order, ...]) -> bool:
    """Whether orders plainly leave the divisions of the corps as they are, on which the violation depends."""
    own = violation.matter in _OWN or (violation.matter == "many" and violation.amount > FIVE - MOST)
    if own and not any(_changes(ledger, violation.place, order) for order in orders):
        return True
    return bool(violation.matter) and all(_gone_over(ledger, order) for order in orders)


def _violations_after(
    ledger: Ledger, then: Ledger, violation: Violation, orders: tuple[Order, ...], day: int
) -> list[Violation] | None:
    """The violations of what orders touch, and of the corps with too few divisions, for whom others may have
    some to spare now.

    All others are as they were. None: so is the violation they were to fix. On the eve of the Canadian change
    more may have changed.
    """
    if not ledger.auto_canadian or not simply_added(ledger, orders, day):
        return check(then, day)
    old, new = ledger.standing(day), then.standing(day)
    touched = Touched.by_orders(ledger, old, new, orders)
    serving = new.by_serving
    short = [
        c for c in must_be_full(ledger, day) if len(serving.get(c, ())) < LEAST and c not in touched.corps
    ]
    known = [*touched.violations(ledger, old), *composition(ledger, old, short)]
    if all(f.key != violation.key for f in known):
        return None
    return [*touched.violations(then, new), *composition(then, new, short)]


def _orders(ledger: Ledger, violation: Violation, written: int) -> Iterator[Order]:
    """Orders worth trying: units of the violation elsewhere, and divisions from elsewhere into a corps that
    lacks some."""
    for order in _any_orders(ledger, violation, written):
        corps_record, record = CORPS.get(order.to), ledger.roster.records[order.unit]
        if (
            corps_record is None
            or record.what != "division"
            or may_join(record, corps_record, written + 1 >= trigger_day(ledger))[0]
        ):
            yield order


def _any_orders(ledger: Ledger, violation: Violation, written: int) -> Iterator[Order]:
    lacking = violation.clause in (
        "TLD-A.corps.5",
        "TLD-A.corps.8.a",
        "TLD-A.corps.9.b",
    ) and violation.matter not in (
        "many",
        "armour",
    )
    if lacking and violation.place in CORPS:
        for id_ in _by_nearness(ledger, written):
            if id_ not in violation.units:
                yield Order(day=written, unit=id_, to=violation.place)
    for subject in _subjects(ledger, violation):
        for to in _targets(ledger, violation, written):
            yield Order(day=written, unit=subject.id, to=to)


def _by_nearness(ledger: Ledger, written: int) -> list[str]:
    """Divisions in no corps first, those ashore before those at sea."""
    word, day = ledger.standing(written + 1).word, written + 1
    return sorted(
        ledger.roster.of_side[ledger.side],
        key=lambda id_: (bool(word.get(id_)), not ledger.came(f"{id_}:HQ", day), id_),
    )


def _subjects(ledger: Ledger, violation: Violation) -> list[Record]:
    """The units of a violation, the last written first, and the brigades they belong to."""
    records = ledger.roster.records
    result: dict[str, Record] = {}
    for unit in reversed(violation.units):
        if unit in records:
            record = records[unit]
            if record.parent in records and records[record.parent].what != "special":
                result.setdefault(record.parent, records[record.parent])
            else:
                result.setdefault(unit, record)
    return list(result.values())


def _targets(ledger: Ledger, violation: Violation, written: int) -> list[str]:
    """For a violation of capacity other HQs, those of the same corps first, or a corps alone; otherwise the
    other corps, those ashore first."""
    stands, day = ledger.standing(written + 1), written + 1
    corps_ids = _by_landing(ledger, day)
    if not ledger.roster.is_hq(violation.place):
        return [c for c in corps_ids if c != violation.place]
    home = stands.corps_of_hq(violation.place)
    hqs = [
        f"{d}:HQ"
        for d in ledger.roster.divisions
        if ledger.came(f"{d}:HQ", day) and ledger.roster.divisions[d].side == ledger.side
    ]
    hqs = [*hqs, *(f"HQ-{c}" for c in corps_ids if ledger.on_map(f"HQ-{c}", day))]
    others = sorted(
        (hq for hq in hqs if hq != violation.place), key=lambda hq: stands.corps_of_hq(hq) != home
    )
    return [*others, *corps_ids]  # with no HQ it exceeds no capacity


@memoized("shared")
def _by_landing(ledger: Ledger, day: int) -> list[str]:
    """The corps of a side, those ashore first."""
    mine = [c for c in CORPS.values() if c.side == ledger.side]
    return [c.id for c in sorted(mine, key=lambda c: not ledger.on_map(c.hq, day))]
