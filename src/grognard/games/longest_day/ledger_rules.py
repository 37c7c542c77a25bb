"""TLD-A.corps.5 to .20: whether a ledger is legal on a day; every violation with its clause, its units and
its corps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from operator import itemgetter
from typing import NamedTuple

from grognard.core.caching import memoized

from .corps_eligibility import POLES, may_join
from .days import NEVER, date_words, through
from .fifth import ARMOUR_CORPS, FIVE, LEAST, LEAST_INFANTRY, MAX_ARMOUR, MOST, needed, was_needed
from .ledger import OPENS, Ledger, Order, changes_now, effective_day, first_effect, of_canadians, trigger_day
from .pages import Standing
from .pieces import ADJECTIVE, ALLIED, LIMITS, display_name
from .roster import CORPS, Corps, Record, Roster, corps

APART = through("rm47-apart")  # TLD-J.7: 18 June
LONER, LONERS_DIVISION = "CDO-47RM", "50"  # TLD-A.corps.19
CANADIAN_GUNS, THEIR_DIVISION = "ART-19C", "3CAN"  # TLD-A.corps.13


ViolationKey = tuple[str, str, tuple[str, ...]]  # what two violations have in common that are the same one


class Violation(NamedTuple):
    """What is against the rules, in words with figures; `place` is the corps or HQ it is about."""

    clause: str
    because: str
    units: tuple[str, ...] = ()
    place: str = ""
    amount: int = 1  # how bad it is: by how many too many or too few
    single: bool = False  # about one unit, not about all that is in the place
    matter: str = ""  # what is wrong, where one clause says several things or several clauses one

    @property
    def key(self) -> ViolationKey:
        return self.matter or self.clause, self.place, self.units if self.single or not self.place else ()

    def __str__(self) -> str:
        return f"{self.because} [{self.clause}]"


# ---------------------------------------------------------------- who may be where


def _changes(ledger: Ledger, unit: str, day: int) -> int:
    return sum(order.unit == unit for order in ledger.orders if order.day < day)


def wrong_corps(ledger: Ledger, stands: Standing, units: Iterable[str] | None = None) -> Iterator[Violation]:
    """TLD-J.1: reported under the specific clause."""
    word, late = stands.word, stands.day >= trigger_day(ledger)
    pairs = word.items() if units is None else [(unit, word.get(unit, "")) for unit in units]
    for unit, id_ in pairs:
        violation = _wrong_corps(ledger, unit, id_, late, stands.day)
        if violation is not None:
            yield violation


def _wrong_corps(ledger: Ledger, unit: str, id_: str, late: bool, day: int) -> Violation | None:
    corps_record = corps(id_) if id_ else None
    if corps_record is None:
        return None
    record = ledger.roster.records[unit]
    if record.what == "never":
        return Violation(
            "TLD-A.corps.20", f"{display_name(unit)} is never assigned to a corps", (unit,), id_, single=True
        )
    if record.side == ALLIED and record.nationality == "British" and corps_record.nationality == "British":
        return None  # the common case
    if unit != POLES and may_join(record, corps_record, late)[0]:
        return None
    first = unit != POLES or _changes(ledger, unit, day) < 2
    ok, clause, rule = may_join(record, corps_record, late, first)
    return (
        None
        if ok
        else Violation(
            clause,
            f"{display_name(unit)} cannot be in {corps_record.name}: {rule}",
            (unit,),
            id_,
            single=True,
        )
    )


def canadians_elsewhere(ledger: Ledger, stands: Standing) -> Iterator[Violation]:
    """TLD-A.corps.12, with TLD-J.17 turned off: Canadians that no order has moved since."""
    if ledger.side != ALLIED or stands.day < trigger_day(ledger) or ledger.auto_canadian:
        return
    late = [
        u
        for u, id_ in stands.word.items()
        if ledger.roster.records[u].nationality == "Canadian" and id_ in ("", None)
    ]
    if late:
        yield Violation("TLD-A.corps.12", f"{_few(late)} must be assigned to II Can Corps", tuple(late), "")


# --------------------------------------------------------- TLD-A.corps.8 and .9: how many and which divisions


def _few(units: Iterable[str]) -> str:
    result = list(map(display_name, units))
    return ", ".join(result[:4]) + (f" and {len(result) - 4} more" if len(result) > 4 else "")


class Mix(NamedTuple):
    """The divisions of a corps, counted."""

    all: int
    armour: int
    airborne: int
    infantry: int  # airborne included (TLD-A.corps.9.b)


def mix(records: Iterable[Record]) -> Mix:
    classes = [record.division_class for record in records]
    airborne = classes.count("airborne")
    return Mix(len(classes), classes.count("armour"), airborne, airborne + classes.count("infantry"))


def armour_corps(ledger: Ledger, divisions: list[str], day: int) -> bool:
    """TLD-A.corps.16, TLD-J.16: every British armour division on the map, two or more, and no other."""
    if day < ARMOUR_CORPS:
        return False
    table = ledger.roster.divisions
    wanted = {
        id_
        for id_, r in table.items()
        if r.nationality == "British" and r.division_class == "armour" and ledger.on_map(f"{id_}:HQ", day)
    }
    return (
        len(wanted) >= LEAST
        and wanted <= set(divisions)
        and all(table[d].nationality == "British" and table[d].division_class == "armour" for d in divisions)
    )


def deadline(ledger: Ledger, id_: str) -> int:
    """TLD-A.corps.5: the day by whose REPLACEMENT PHASE a corps must have its minimum."""
    came = ledger.arrived.get(f"HQ-{id_}", NEVER)
    return came if came == NEVER else came + int(LIMITS["corps"]["minimum_due_turns_after_hq_arrival"])


def composition(ledger: Ledger, stands: Standing, only: Iterable[str] | None = None) -> Iterator[Violation]:
    """Every corps: those on the map by the divisions that serve in it, the others by what is written."""
    day, due = stands.day, must_be_full(ledger, stands.day)
    ashore = ledger.ashore(day)
    for id_ in dict.fromkeys([*holding(ledger, stands), *due] if only is None else only):
        divisions = stands.by_serving if id_ in ashore else stands.by_word
        yield from _one_corps(ledger, stands, id_, divisions.get(id_, []), id_ in due)


def holding(ledger: Ledger, stands: Standing) -> list[str]:
    """The corps that have divisions, by their first ones: those on the map by who serves in them, others by
    who is written to them."""
    rank, came = ledger.roster.rank, ledger.landed(stands.day)
    waiting = [
        (rank[divisions[0]], id_)
        for id_, divisions in stands.by_word.items()
        if divisions and id_ not in came
    ]
    active = [
        (rank[divisions[0]], id_) for id_, divisions in stands.by_serving.items() if divisions and id_ in came
    ]
    return [id_ for _, id_ in sorted([*waiting, *active], key=itemgetter(0))]


@memoized("shared")
def must_be_full(ledger: Ledger, day: int) -> list[str]:
    """TLD-A.corps.5: the corps on the map whose deadline has come."""
    mine = [c for c in CORPS.values() if c.side == ledger.side and ledger.on_map(c.hq, day)]
    return [c.id for c in mine if day >= deadline(ledger, c.id)]


def _one_corps(
    ledger: Ledger, stands: Standing, id_: str, divisions: list[str], due: bool
) -> Iterator[Violation]:
    name, table, day = _name(id_), ledger.roster.divisions, stands.day
    have, units = mix([table[d] for d in divisions]), tuple(divisions)
    if have.all < LEAST and due and can_spare(ledger, stands, id_):
        clause = "TLD-A.corps.5" if day == deadline(ledger, id_) else "TLD-A.corps.8.a"
        yield Violation(
            clause,
            f"{name} has {have.all} of the {LEAST} divisions it needs"
            f" since {date_words(deadline(ledger, id_))}",
            units,
            id_,
            LEAST - have.all,
            matter="few",
        )
    if have.all > FIVE:
        yield Violation(
            "TLD-A.corps.8.d",
            f"{name} has {have.all} divisions; five is the absolute limit",
            units,
            id_,
            have.all - MOST,
            matter="many",
        )
    elif have.all > MOST and not lawful_five(ledger, id_, stands):
        needed_once = once_needed(ledger, id_, stands)
        because = (
            f"{_few(short_of(ledger, stands, id_))} has fewer than two"
            if needed_once
            else "a fifth is allowed only under TLD-A.corps.8.b"
        )
        yield Violation(
            "TLD-A.corps.8.c" if needed_once else "TLD-A.corps.8.a",
            f"{name} has {have.all} divisions; the limit is four, and {because}",
            units,
            id_,
            have.all - MOST,
            matter="many",
        )
    if ledger.side != ALLIED or armour_corps(ledger, divisions, day):
        return
    if have.armour > MAX_ARMOUR:
        armour = tuple(d for d in divisions if table[d].division_class == "armour")
        yield Violation(
            "TLD-A.corps.9.b",
            f"{name} has {have.armour} armor divisions ({_few(armour)}); the limit is two",
            armour,
            id_,
            have.armour - MAX_ARMOUR,
            matter="armour",
        )
    if have.infantry < LEAST_INFANTRY and have.all >= LEAST:
        yield Violation(
            "TLD-A.corps.9.b", f"{name} has no infantry division; it needs one", units, id_, matter="infantry"
        )


def _name(id_: str) -> str:
    result = corps(id_)
    return result.name if result else display_name(id_)


def can_spare(ledger: Ledger, stands: Standing, id_: str) -> bool:
    """TLD-J.34: whether some division could be given to a corps that lacks one: from nowhere, or from one
    with more than two."""
    if (corps_record := corps(id_)) is None:
        return False
    day, serving = stands.day, stands.serving
    able, ashore = joinable(ledger, corps_record, day >= trigger_day(ledger)), ledger.ashore(day)
    for home, divisions in stands.by_serving.items():
        if len(divisions) > LEAST and home != id_ and home in ashore and not able.isdisjoint(divisions):
            return True
    for home, divisions in stands.by_word.items():
        waiting = len(divisions) > LEAST and home != id_ and home not in ashore
        if waiting and any(d in able and serving.get(d) not in ashore for d in divisions):
            return True
    return any(not placed(ledger, stands, d) and ledger.came(f"{d}:HQ", day) for d in able)


def placed(ledger: Ledger, stands: Standing, division: str) -> str:
    """The corps that holds a division: the one it serves in if that is on the map, or the one it is written
    to."""
    ashore, serves = ledger.ashore(stands.day), stands.serving.get(division, "")
    if serves in ashore:
        return serves
    word = stands.word.get(division, "")
    return "" if word in ashore else word


def joinable(ledger: Ledger, corps: Corps, late: bool) -> frozenset[str]:
    """The divisions that may be in a corps."""
    return _joinable(ledger.roster, ledger.side, corps, late)


@lru_cache(maxsize=256)
def _joinable(roster: Roster, side: str, corps: Corps, late: bool) -> frozenset[str]:
    mine = [record for record in roster.divisions.values() if record.side == side]
    return frozenset(record.id for record in mine if may_join(record, corps, late)[0])


def lawful_five(ledger: Ledger, id_: str, stands: Standing) -> bool:
    """TLD-A.corps.8.b, TLD-A.corps.8.c and TLD-A.corps.9.a: the three ways to hold five."""
    day = stands.day
    divisions = stands.divisions(id_, serving=ledger.came(f"HQ-{id_}", day))
    have = mix(ledger.roster.divisions[d] for d in divisions)
    if have.all > FIVE or have.all <= MOST:
        return have.all <= MOST
    if ledger.side == ALLIED and have.airborne and not have.armour:
        return True
    return needed(ledger, day) or _has_held_five(ledger, id_, stands)


def _has_held_five(ledger: Ledger, id_: str, stands: Standing) -> bool:
    """TLD-A.corps.8.c: need once gave it five, it has held five ever since, and no other corps has fewer than
    two.

    The document says it of corps that hold five because their divisions could be assigned in no other way:
    what an airborne division allows (TLD-A.corps.9.a) lasts as long as that is so. A corps that has just
    landed is not short before its deadline (TLD-A.corps.5).
    """
    return not short_of(ledger, stands, id_) and once_needed(ledger, id_, stands)


def short_of(ledger: Ledger, stands: Standing, id_: str) -> list[str]:
    """The other corps with fewer than two divisions when they must have them."""
    due, serving = must_be_full(ledger, stands.day), stands.by_serving
    return [c for c in due if c != id_ and len(serving.get(c, ())) < LEAST]


def once_needed(ledger: Ledger, id_: str, stands: Standing) -> bool:
    """Whether a corps has held five ever since a day on which there was need for it."""
    for day in range(stands.day - 1, -1, -1):
        if len(ledger.standing(day).by_serving.get(id_, ())) != FIVE:
            return False
        if was_needed(ledger, day, then=True):
            return True
    return False


# ---------------------------------------------------------------- TLD-A.corps.6, .18, .19: brigades whole


def apart_by_right(stands: Standing, unit: str) -> bool:
    """TLD-A.corps.19, TLD-J.7: 47 RM Commando alone with 50th Division."""
    home = stands.word.get(LONERS_DIVISION)
    with_them = stands.hq.get(unit, f"{LONERS_DIVISION}:HQ") in (f"{LONERS_DIVISION}:HQ", f"HQ-{home}")
    return (
        unit == LONER and stands.day <= APART and bool(home) and stands.word.get(unit) == home and with_them
    )


def split_brigades(
    ledger: Ledger, stands: Standing, only: Iterable[str] | None = None
) -> Iterator[Violation]:
    """TLD-A.corps.6: the counters of a brigade or battalion group in one corps, whichever of its HQs they
    draw on (TLD-A.corps.18); 79th Armoured, whose counters go singly, and 47 RM excepted."""
    brigades = ledger.roster.brigades
    for id_ in brigades if only is None else only:
        if (record := brigades.get(id_)) is None:
            continue
        units, word = record.members, stands.word
        if stands.serving.get(units[0]) == word.get(units[0]) and len({*map(word.get, units)}) == 1:
            continue  # the common case
        table = stands.serving if _on_serving(stands, record) else stands.word
        units = tuple(u for u in units if not apart_by_right(stands, u))
        homes = {table.get(u, "") for u in units}
        if len(homes) > 1:
            places = ", ".join(f"{display_name(u)} in {display_name(table.get(u) or 'none')}" for u in units)
            clause = "TLD-J.7" if LONER in units and stands.day > APART else "TLD-A.corps.6"
            yield Violation(
                clause, f"all units of {display_name(id_)} must be in one corps: {places}", units, ""
            )


def _on_serving(stands: Standing, record: Record) -> bool:
    return all(stands.serving.get(u) for u in record.members)


# ---------------------------------------------------------------- the whole check


def check(ledger: Ledger, day: int) -> list[Violation]:
    """Every violation of a ledger on a day; none: it is legal."""
    return list(_check(ledger, day))


@memoized("checked")
def _check(ledger: Ledger, day: int) -> list[Violation]:
    from .capacity import over_capacity

    stands = ledger.standing(day)
    return [
        *composition(ledger, stands),
        *wrong_corps(ledger, stands),
        *canadians_elsewhere(ledger, stands),
        *split_brigades(ledger, stands),
        *over_capacity(ledger, stands),
    ]


def misplaced(ledger: Ledger, day: int) -> list[Violation]:
    """The violations that are about divisions and their corps alone."""
    stands, divisions = ledger.standing(day), ledger.roster.divisions
    return [
        *composition(ledger, stands),
        *wrong_corps(ledger, stands, [d for d in divisions if d in stands.word]),
    ]


def improper(ledger: Ledger, order: Order) -> list[Violation]:
    """What is wrong with one order by itself, whatever else is written."""
    record = ledger.roster.record(order.unit)
    violations = []
    if record.what == "never":  # TLD-A.corps.20
        violations.append(
            Violation(
                "TLD-A.corps.20", f"{display_name(record.id)} is never assigned to a corps", (record.id,)
            )
        )
    if record.side != ledger.side:
        violations.append(
            Violation(
                "TLD-A.corps.2",
                f"{display_name(record.id)} is not a unit of the {ADJECTIVE[ledger.side]} player",
                (record.id,),
            )
        )
    if order.day < OPENS[ledger.side]:
        violations.append(
            Violation(
                "TLD-A.corps.2",
                f"the {ADJECTIVE[ledger.side]} player writes orders from {date_words(OPENS[ledger.side])} on",
                (record.id,),
            )
        )
    if (
        record.id == CANADIAN_GUNS
        and order.to != f"{THEIR_DIVISION}:HQ"
        and order.day + 1 < trigger_day(ledger)
    ):
        because = (
            f"{display_name(record.id)} belongs to {display_name(THEIR_DIVISION)} until the Canadians join II"
            f" Can Corps; {display_name(THEIR_DIVISION + ':HQ')} supplies it"
        )
        violations.append(Violation("TLD-A.corps.13", because, (record.id,)))
    elif changes_now(ledger, order.day + 1) and of_canadians(ledger, order):
        violations += _on_the_eve(ledger, order)
    if record.id in ledger.leaves and record.id in ledger.departed(order.day + 1):
        violations.append(Violation("TLD-S.16", f"{display_name(record.id)} has left the game", (record.id,)))
    is_hq = ledger.roster.is_hq(order.to)
    if is_hq and record.what == "division":
        violations.append(
            Violation(
                "TLD-B.4.a", f"{display_name(record.id)} has its own HQ; assign it to a corps", (record.id,)
            )
        )
    if is_hq and order.day < OPENS[ALLIED]:
        violations.append(
            Violation("TLD-B.4", "supply assignments are first written on 7 June", (record.id,))
        )
    return violations


def _on_the_eve(ledger: Ledger, order: Order) -> list[Violation]:
    """TLD-A.corps.12: what is written on the turn a second Canadian divisional HQ arrives takes effect on the
    turn after it, when every Canadian must be in 2 Canadian Corps."""
    home = ledger.standing(order.day + 1).corps_of_hq(order.to) if ledger.roster.is_hq(order.to) else order.to
    home_corps, record = corps(home), ledger.roster.record(order.unit)
    if home_corps is None or record.nationality != "Canadian":
        return []
    ok, clause, rule = may_join(record, home_corps, after_trigger=True)
    first_day = date_words(order.day + 1)
    because = f"{display_name(record.id)} cannot be in {home_corps.name} from {first_day} on: {rule}"
    return [] if ok else [Violation(clause, because, (record.id,), home_corps.id, single=True)]


def illegal_orders(ledger: Ledger, day: int) -> Iterator[tuple[Order, Violation]]:
    """Orders that could not be written at all, in a ledger kept by hand; each with what is wrong
    with it."""
    for order in ledger.orders:
        if order.day <= day:
            result = [
                violation for violation in improper(ledger, order) if violation.clause != "TLD-A.corps.20"
            ]  # `check` tells of those
            yield from ((order, violation) for violation in result)


def objections(ledger: Ledger, *orders: Order, struck: Sequence[str] = (), today: int = 0) -> list[Violation]:
    """TLD-J.34, TLD-J.11: why these orders, written together, are refused; none: they stand.

    They are judged as one, on every day on which some of them take effect: what one of them would bring
    another may take away. First what a unit can never do, then what is too much in a place (TLD-J.1). What
    was illegal before does not count against them: only violations they bring. `struck`: units whose orders
    of today go out with them (TLD-J.35).
    """
    violations = [violation for order in orders for violation in improper(ledger, order)]
    if violations:
        return violations
    less, gone = ledger, list[Order]()
    for unit in struck:
        gone += less.orders_of(today, unit)
        less = less.struck(today, unit)
    written = less.wrote(*orders)
    days = {when(ledger, order) for order in (*orders, *gone) for when in (first_effect, effective_day)}
    for day in sorted(days):
        violations += [
            _about(violation, written, orders)
            for violation in _worse(ledger, written, day, (*orders, *gone))
            if violation not in violations
        ]
    return sorted(violations, key=lambda violation: not violation.single)


def worse_without(ledger: Ledger, unit: str, day: int) -> tuple[Ledger, list[Violation]]:
    """TLD-J.35: the ledger with the orders of a day for a unit struck, and the violations that would
    bring."""
    less = ledger.struck(day, unit)
    return less, _worse(ledger, less, day + 1, ledger.orders_of(day, unit))


def _worse(before: Ledger, after: Ledger, day: int, orders: Sequence[Order]) -> list[Violation]:
    """The violations a ledger has on a day that it had not before these orders came or went. Only what they
    touch is looked at."""
    old, new = before.standing(day), after.standing(day)
    touched = Touched.by_orders(before, old, new, orders)
    if not (violations := touched.violations(after, new)):
        return violations
    known = {violation.key: violation.amount for violation in touched.violations(before, old)}
    return [violation for violation in violations if violation.amount > known.get(violation.key, 0)]


class Touched(NamedTuple):
    """What an order changes: the units, and the corps, brigades and HQs they come from or go to."""

    units: tuple[str, ...]
    corps: tuple[str, ...]
    brigades: tuple[str, ...]
    hqs: tuple[str, ...]

    @classmethod
    def by_orders(cls, ledger: Ledger, old: Standing, new: Standing, orders: Iterable[Order]) -> Touched:
        roster = ledger.roster
        units = dict.fromkeys(u for order in orders for u in roster.counters(order.unit))
        moved = [u for u in units if u in roster.divisions]
        if moved:  # units that draw on a division's HQ go with it
            units |= dict.fromkeys(u for d in moved for u in new.attached(f"{d}:HQ"))
        homes = [table.get(d, "") for d in moved for table in (old.word, new.word, old.serving, new.serving)]
        places = dict.fromkeys(filter(None, homes))
        hqs = dict.fromkeys(hq for u in units for hq in (old.hq.get(u), new.hq.get(u)) if hq)
        hqs |= dict.fromkeys(f"HQ-{id_}" for id_ in places)  # TLD-B.4.b: its capacity hangs on its divisions
        brigades = dict.fromkeys(roster.records[u].parent for u in units)
        if LONERS_DIVISION in moved:  # TLD-A.corps.19: whether 47 RM may be apart hangs on where it is
            brigades[roster.records[LONER].parent] = None
        return cls(tuple(units), tuple(places), tuple(brigades), tuple(hqs))

    def violations(self, ledger: Ledger, stands: Standing) -> list[Violation]:
        from .capacity import over_capacity

        return [
            *(composition(ledger, stands, self.corps) if self.corps else ()),
            *wrong_corps(ledger, stands, self.units),
            *split_brigades(ledger, stands, self.brigades),
            *over_capacity(ledger, stands, self.hqs),
        ]


def _about(violation: Violation, ledger: Ledger, orders: tuple[Order, ...]) -> Violation:
    """TLD-J.32: a supply order that splits a brigade is told in its own words."""
    if violation.clause == "TLD-A.corps.6" and any(
        ledger.roster.is_hq(order.to) and ledger.roster.record(order.unit).parent for order in orders
    ):
        because = f"{violation.because}; assign the whole brigade in the same segment"
        return violation._replace(
            clause="TLD-J.32", because=because, matter=violation.clause
        )  # still the same violation for `find_fixes`
    return violation
