"""TLD-A.corps.5 to .20: whether a ledger is lawful on a day; every fault with its clause, its units and its corps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import filterfalse
from operator import itemgetter
from typing import NamedTuple

from .days import NEVER, since, through, words
from .joining import POLES, joins, may_join
from .ledger import OPENS, Ledger, Order, effective_day, trigger_day
from .pages import Standing, Was
from .pieces import ALLIED, LIMITS
from .roster import CORPS, ROSTER, Corps, Record, corps

_L = LIMITS["corps"]
LEAST, MOST, FIVE = (int(_L[name]) for name in ("min_divisions", "max_divisions", "absolute_max_divisions"))
MOST_ARMOUR, LEAST_INFANTRY = int(_L["max_armour_divisions_allied"]), int(_L["min_infantry_divisions_allied"])
ARMOUR_CORPS = since("british-armour-corps")  # TLD-A.corps.16: 15 July
APART = through("rm47-apart")  # TLD-J.7: 18 June
LONER, LONERS_DIVISION = "CDO-47RM", "50"  # TLD-A.corps.19
CANADIAN_GUNS, THEIR_DIVISION = "ART-19C", "3CAN"  # TLD-A.corps.13


class Fault(NamedTuple):
    """What is against the rules, in words with figures; `place` is the corps or HQ it is about."""

    clause: str
    because: str
    units: tuple[str, ...] = ()
    place: str = ""
    amount: int = 1  # how bad it is: by how many too many or too few
    single: bool = False  # about one unit, not about all that is in the place
    matter: str = ""  # what is wrong, where one clause says several things or several clauses one

    @property
    def key(self) -> tuple[str, str, tuple[str, ...]]:
        return self.matter or self.clause, self.place, self.units if self.single or not self.place else ()

    def __str__(self) -> str:
        return f"{self.because} [{self.clause}]"


# ---------------------------------------------------------------- who may be where


def _changes(ledger: Ledger, unit: str, day: int) -> int:
    return sum(order.unit == unit for order in ledger.orders if order.day < day)


# before and after the Canadian change: the pieces of the game itself that have been found in a corps they may be in, or in none
_FINE: dict[bool, set[tuple[str, str]]] = {False: set(), True: set()}


def wrong_corps(ledger: Ledger, stands: Standing, units: Iterable[str] | None = None) -> Iterator[Fault]:
    """TLD-J.1: reported under the specific clause."""
    word, late = stands.word, stands.day >= trigger_day(ledger)
    fine = _FINE[late] if ledger.roster is ROSTER else set()
    pairs = word.items() if units is None else [(unit, word.get(unit, "")) for unit in units]
    for unit, id_ in filterfalse(fine.__contains__, pairs):
        fault = _wrong_corps(ledger, unit, id_, late, stands.day)
        if fault is not None:
            yield fault
        elif unit != POLES:
            fine.add((unit, id_))


def _wrong_corps(ledger: Ledger, unit: str, id_: str, late: bool, day: int) -> Fault | None:
    there = corps(id_) if id_ else None
    if there is None:
        return None
    record = ledger.roster.records[unit]
    if record.what == "never":
        return Fault("TLD-A.corps.20", f"{unit} is never assigned to a corps", (unit,), id_, single=True)
    if record.side == ALLIED and record.nationality == "British" and there.nationality == "British":
        return None  # the common case
    if joins(ledger, record, there, late) and (unit != POLES or may_join(record, there, late, False)[0]):
        return None
    first = unit != POLES or _changes(ledger, unit, day) < 2
    ok, clause, rule = may_join(record, there, late, first)
    return None if ok else Fault(clause, f"{unit} cannot be in {there.name}: {rule}", (unit,), id_, single=True)


def canadians_elsewhere(ledger: Ledger, stands: Standing) -> Iterator[Fault]:
    """TLD-A.corps.12, with TLD-J.17 turned off: Canadians whom nobody has written over."""
    if ledger.side != ALLIED or stands.day < trigger_day(ledger) or ledger.auto_canadian:
        return
    late = [u for u, id_ in stands.word.items() if ledger.roster.records[u].nationality == "Canadian" and id_ in ("", None)]
    if late:
        yield Fault("TLD-A.corps.12", f"{_few(late)} must be assigned to 2 Canadian Corps", tuple(late), "")


# ---------------------------------------------------------------- TLD-A.corps.8 and .9: how many and which divisions


def _few(units: Iterable[str]) -> str:
    found = list(units)
    return ", ".join(found[:4]) + (f" and {len(found) - 4} more" if len(found) > 4 else "")


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


def plainly_lawful(ledger: Ledger, divisions: Sequence[str]) -> bool:
    """Whether divisions are a lawful corps whatever else there is: two to four, and of the Allies the right kinds."""
    count = len(divisions)
    if not LEAST <= count <= MOST:
        return False
    if ledger.side != ALLIED:
        return True
    table, armour, infantry = ledger.roster.divisions, 0, 0
    for id_ in divisions:
        kind = table[id_].division_class
        if kind == "armour":
            armour += 1
        elif kind:
            infantry += 1
    return armour <= MOST_ARMOUR and infantry >= LEAST_INFANTRY


def plainly_too_many(ledger: Ledger, day: int, id_: str, divisions: Sequence[str]) -> bool:
    """Whether a corps that has just been given the last of these divisions has one too many, as is plain to see."""
    if len(divisions) != FIVE:
        return len(divisions) > FIVE
    if needed(ledger, day) or (day and len(ledger.standing(day - 1).by_serving.get(id_, ())) == FIVE):
        return False
    table = ledger.roster.divisions
    classes = [table[d].division_class for d in divisions]
    return ledger.side != ALLIED or "airborne" not in classes or "armour" in classes


def amounts(ledger: Ledger, day: int, id_: str, divisions: list[str]) -> dict[str, int] | None:
    """What `composition` would say of a corps with these divisions, by matter and without a word; none: more must be known."""
    table, allied = ledger.roster.divisions, ledger.side == ALLIED
    have, found = mix([table[d] for d in divisions]), dict[str, int]()
    if have.all < LEAST and id_ in must_be_full(ledger, day):
        return None  # whether somebody could spare a division
    if have.all > MOST and (have.all > FIVE or not (allied and have.airborne and not have.armour)):
        if have.all == FIVE and day and len(ledger.standing(day - 1).by_serving.get(id_, ())) == FIVE:
            return None  # whether it may keep a fifth
        if have.all > FIVE or not needed(ledger, day):
            found["many"] = have.all - MOST
    if allied and not armour_corps(ledger, divisions, day):
        if have.armour > MOST_ARMOUR:
            found["armour"] = have.armour - MOST_ARMOUR
        if have.infantry < LEAST_INFANTRY and have.all >= LEAST:
            found["infantry"] = 1
    return found


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
    return came if came == NEVER else came + int(_L["minimum_due_turns_after_hq_arrival"])


def composition(ledger: Ledger, stands: Standing, only: Iterable[str] | None = None) -> Iterator[Fault]:
    """Every corps: those on the map by the divisions that serve in it, the others by what is written."""
    day, due = stands.day, must_be_full(ledger, stands.day)
    ashore = ledger.ashore(day)
    for id_ in dict.fromkeys([*holding(ledger, stands), *due] if only is None else only):
        here = stands.by_serving if id_ in ashore else stands.by_word
        yield from _one_corps(ledger, stands, id_, here.get(id_, []), id_ in due)


def holding(ledger: Ledger, stands: Standing) -> list[str]:
    """The corps that have divisions, by their first ones: those on the map by who serves in them, others by who is written to them."""
    rank, came = ledger.roster.rank, ledger.landed(stands.day)
    waiting = [(rank[divisions[0]], id_) for id_, divisions in stands.by_word.items() if divisions and id_ not in came]
    active = [(rank[divisions[0]], id_) for id_, divisions in stands.by_serving.items() if divisions and id_ in came]
    return [id_ for _, id_ in sorted([*waiting, *active], key=itemgetter(0))]


def must_be_full(ledger: Ledger, day: int) -> list[str]:
    """TLD-A.corps.5: the corps on the map whose deadline has come."""
    found: list[str] | None = ledger.shared.get(("due", day))
    if found is None:
        mine = [c for c in CORPS.values() if c.side == ledger.side and ledger.on_map(c.hq, day)]
        found = ledger.shared["due", day] = [c.id for c in mine if day >= deadline(ledger, c.id)]
    return found


def _one_corps(ledger: Ledger, stands: Standing, id_: str, divisions: list[str], due: bool) -> Iterator[Fault]:
    if plainly_lawful(ledger, divisions):
        return
    name, table, day = _name(id_), ledger.roster.divisions, stands.day
    have, here = mix([table[d] for d in divisions]), tuple(divisions)
    if have.all < LEAST and due and can_spare(ledger, stands, id_):
        clause = "TLD-A.corps.5" if day == deadline(ledger, id_) else "TLD-A.corps.8.a"
        yield Fault(
            clause,
            f"{name} has {have.all} of the {LEAST} divisions it must hold since {words(deadline(ledger, id_))}",
            here,
            id_,
            LEAST - have.all,
            matter="few",
        )
    if have.all > FIVE:
        yield Fault(
            "TLD-A.corps.8.d",
            f"{name} has {have.all} divisions; five is the most there can be",
            here,
            id_,
            have.all - MOST,
            matter="many",
        )
    elif have.all > MOST and not lawful_five(ledger, id_, stands):
        yield Fault(
            "TLD-A.corps.8.a",
            f"{name} has {have.all} divisions; four is the most, and nothing asks for a fifth [TLD-A.corps.8.b]",
            here,
            id_,
            have.all - MOST,
            matter="many",
        )
    if ledger.side != ALLIED or armour_corps(ledger, divisions, day):
        return
    if have.armour > MOST_ARMOUR:
        armour = tuple(d for d in divisions if table[d].division_class == "armour")
        yield Fault(
            "TLD-A.corps.9.b",
            f"{name} has {have.armour} armour divisions ({_few(armour)}); two is the most",
            armour,
            id_,
            have.armour - MOST_ARMOUR,
            matter="armour",
        )
    if have.infantry < LEAST_INFANTRY and have.all >= LEAST:
        yield Fault("TLD-A.corps.9.b", f"{name} has no infantry division; it must have one", here, id_, matter="infantry")


def _name(id_: str) -> str:
    found = corps(id_)
    return found.name if found else id_


def can_spare(ledger: Ledger, stands: Standing, id_: str) -> bool:
    """TLD-J.34: whether some division could be given to a corps that lacks one: from nowhere, or from one with more than two."""
    if (there := corps(id_)) is None:
        return False
    day, serving = stands.day, stands.serving
    able, ashore = joinable(ledger, there, day >= trigger_day(ledger)), ledger.ashore(day)
    for home, divisions in stands.by_serving.items():
        if len(divisions) > LEAST and home != id_ and home in ashore and not able.isdisjoint(divisions):
            return True
    for home, divisions in stands.by_word.items():
        waiting = len(divisions) > LEAST and home != id_ and home not in ashore
        if waiting and any(d in able and serving.get(d) not in ashore for d in divisions):
            return True
    return any(not placed(ledger, stands, d) and ledger.came(f"{d}:HQ", day) for d in able)


def placed(ledger: Ledger, stands: Standing, division: str) -> str:
    """The corps that holds a division: the one it serves in if that is on the map, or the one it is written to."""
    ashore, serves = ledger.ashore(stands.day), stands.serving.get(division, "")
    if serves in ashore:
        return serves
    word = stands.word.get(division, "")
    return "" if word in ashore else word


def joinable(ledger: Ledger, there: Corps, late: bool) -> frozenset[str]:
    """The divisions that may be in a corps."""
    known, key = ledger.roster.joinable, (ledger.side, there.id, late)
    found = known.get(key)
    if found is None:
        mine = [(id_, r) for id_, r in ledger.roster.divisions.items() if r.side == ledger.side]
        found = known[key] = frozenset(id_ for id_, r in mine if joins(ledger, r, there, late))
    return found


def lawful_five(ledger: Ledger, id_: str, stands: Standing, then: bool = False) -> bool:
    """TLD-A.corps.8.b, TLD-A.corps.8.c and TLD-A.corps.9.a: the three ways to hold five; `then`: of a day that has gone by."""
    day = stands.day
    divisions = stands.divisions(id_, ledger.roster, serving=ledger.came(f"HQ-{id_}", day))
    have = mix(ledger.roster.divisions[d] for d in divisions)
    if have.all > FIVE or have.all <= MOST:
        return have.all <= MOST
    if ledger.side == ALLIED and have.airborne and not have.armour:
        return True
    return needed(ledger, day) or (then and _needed(ledger, day, then)) or _kept(ledger, id_, stands)


def _kept(ledger: Ledger, id_: str, stands: Standing) -> bool:
    """TLD-A.corps.8.c: it was lawful when it came about, and no other corps has fewer than two."""
    day = stands.day
    yesterday = ledger.standing(day - 1) if day else None
    if yesterday is None or len(yesterday.divisions(id_, ledger.roster, serving=True)) != FIVE:
        return False
    short = [
        c.id for c in CORPS.values()
        if c.side == ledger.side and c.id != id_ and ledger.on_map(c.hq, day) and len(stands.divisions(c.id, ledger.roster, serving=True)) < LEAST
    ]  # fmt: skip
    return not short and lawful_five(ledger, id_, yesterday, then=True)


# ---------------------------------------------------------------- TLD-A.corps.8.b, TLD-J.22: is a fifth needed at all?

CLASS = {
    ("British", "infantry"): 0,
    ("British", "airborne"): 1,
    ("British", "armour"): 2,
    ("Canadian", "infantry"): 3,
    ("Canadian", "armour"): 4,
    ("Polish", "armour"): 5,
}


def needed(ledger: Ledger, day: int) -> bool:
    """Whether the divisions on the map cannot all be placed in the corps on the map four to a corps."""
    found: bool | None = ledger.shared.get(("needed", day))
    if found is None:
        found = ledger.shared["needed", day] = _needed(ledger, day)
    return found


def _needed(ledger: Ledger, day: int, then: bool = False) -> bool:
    """`then`: of a day that has gone by, when the HQs lost since were still there (TLD-A.corps.8.c)."""
    there, kinds = ledger.came if then else ledger.on_map, [0] * 6
    for id_, record in ledger.roster.divisions.items():
        if record.side == ledger.side and there(f"{id_}:HQ", day):
            kinds[CLASS.get((record.nationality, record.division_class), 0)] += 1
    open_ = tuple(sorted(c.nationality for c in CORPS.values() if c.side == ledger.side and there(c.hq, day)))
    late = day >= trigger_day(ledger) and "Canadian" in open_  # TLD-J.27: until their corps is here they serve where they did
    return not placeable(tuple(kinds), open_, day >= ARMOUR_CORPS, late, ledger.side == ALLIED)


@lru_cache(maxsize=4096)
def placeable(kinds: tuple[int, ...], open_: tuple[str, ...], july: bool, late: bool, mixed: bool) -> bool:
    """Whether so many divisions of each class fit into corps of these nations by .8.a and .9 to .16."""
    if not open_:
        return not any(kinds)
    head, rest = open_[0], open_[1:]
    return any(
        placeable(tuple(k - t for k, t in zip(kinds, take, strict=True)), rest, july, late, mixed)
        for take in _takes(kinds, head, july, late, mixed)
    )


@lru_cache(maxsize=4096)
def _takes(kinds: tuple[int, ...], nation: str, july: bool, late: bool, mixed: bool) -> tuple[tuple[int, ...], ...]:
    """Every lawful content of one corps out of what is left, the fullest first."""
    found = []
    ranges = [range(min(k, FIVE) + 1) for k in kinds]
    if nation == "Canadian":
        ranges[2] = range(1)  # TLD-A.corps.15
    elif late:
        ranges[3] = ranges[4] = range(1)  # TLD-A.corps.12
    for take in _product(ranges, FIVE):
        inf, air, arm, cinf, carm, parm = take
        size, armour, infantry = sum(take), arm + carm + parm, inf + air + cinf
        if size < LEAST or (size > MOST and not (mixed and size == FIVE and air and not armour)):
            continue
        british_armour = july and size == arm == kinds[2] >= LEAST
        if mixed and not british_armour and (armour > MOST_ARMOUR or infantry < LEAST_INFANTRY):
            continue
        found.append(take)
    return tuple(sorted(found, key=sum, reverse=True))


def _product(ranges: list[range], most: int) -> Iterator[tuple[int, ...]]:
    if not ranges:
        yield ()
        return
    for count in ranges[0]:
        if count > most:
            return
        for rest in _product(ranges[1:], most - count):
            yield (count, *rest)


# ---------------------------------------------------------------- TLD-A.corps.6, .18, .19: brigades whole


def apart_by_right(ledger: Ledger, stands: Standing, unit: str) -> bool:
    """TLD-A.corps.19, TLD-J.7: 47 RM Commando alone with 50th Division."""
    home = stands.word.get(LONERS_DIVISION)
    with_them = stands.hq.get(unit, f"{LONERS_DIVISION}:HQ") in (f"{LONERS_DIVISION}:HQ", f"HQ-{home}")
    return unit == LONER and stands.day <= APART and bool(home) and stands.word.get(unit) == home and with_them


def split_brigades(ledger: Ledger, stands: Standing, only: Iterable[str] | None = None) -> Iterator[Fault]:
    """TLD-A.corps.6: the counters of a brigade or battalion group in one corps, whichever of its HQs they draw on
    (TLD-A.corps.18); 79th Armoured, whose counters go singly, and 47 RM excepted."""
    brigades = ledger.roster.brigades
    for id_ in brigades if only is None else only:
        if (record := brigades.get(id_)) is None:
            continue
        units, word = record.members, stands.word
        if stands.serving.get(units[0]) == word.get(units[0]) and len({*map(word.get, units)}) == 1:
            continue  # the common case
        table = stands.serving if _on_serving(ledger, stands, record) else stands.word
        units = tuple(u for u in units if not apart_by_right(ledger, stands, u))
        homes = {table.get(u, "") for u in units}
        if len(homes) > 1:
            said = ", ".join(f"{u} in {table.get(u) or 'none'}" for u in units)
            clause = "TLD-J.7" if LONER in units and stands.day > APART else "TLD-A.corps.6"
            yield Fault(clause, f"the units of {id_} must be in one corps ({said})", units, "")


def _on_serving(ledger: Ledger, stands: Standing, record: Record) -> bool:
    return all(stands.serving.get(u) for u in record.members)


# ---------------------------------------------------------------- the whole check


def check(ledger: Ledger, day: int) -> list[Fault]:
    """Every fault of a ledger on a day; none: it is lawful."""
    known: dict[int, list[Fault]] = ledger.__dict__.setdefault("_checked", {})
    if day not in known:
        known[day] = _check(ledger, day)
    return known[day].copy()


def _check(ledger: Ledger, day: int) -> list[Fault]:
    from .capacity import over_capacity

    stands = ledger.standing(day)
    return [
        *_compositions(ledger, stands),
        *wrong_corps(ledger, stands),
        *canadians_elsewhere(ledger, stands),
        *split_brigades(ledger, stands),
        *over_capacity(ledger, stands),
    ]


def _compositions(ledger: Ledger, stands: Standing) -> list[Fault]:
    """The faults of every corps; the same as the last time if no division has been written elsewhere since."""
    divisions, kept = (stands.by_word, stands.by_serving), ledger.shared.get(("composition", stands.day))
    if kept is None or kept[0] is not divisions[0] or kept[1] is not divisions[1]:
        kept = ledger.shared["composition", stands.day] = (*divisions, list(composition(ledger, stands)))
    faults: list[Fault] = kept[2]
    return faults


def misplaced(ledger: Ledger, day: int) -> list[Fault]:
    """The faults that are about divisions and their corps alone."""
    stands, divisions = ledger.standing(day), ledger.roster.divisions
    return [*_compositions(ledger, stands), *wrong_corps(ledger, stands, [d for d in divisions if d in stands.word])]


def improper(ledger: Ledger, order: Order) -> list[Fault]:
    """What is wrong with one order by itself, whatever else is written."""
    record = ledger.roster.record(order.unit)
    found = []
    if record.what == "never":  # TLD-A.corps.20
        found.append(Fault("TLD-A.corps.20", f"{record.id} is never assigned to a corps", (record.id,)))
    if record.side != ledger.side:
        found.append(Fault("TLD-A.corps.2", f"{record.id} is not a unit of the {ledger.side} player", (record.id,)))
    if order.day < OPENS[ledger.side]:
        found.append(
            Fault("TLD-A.corps.2", f"the {ledger.side} player writes from {words(OPENS[ledger.side])} on", (record.id,))
        )
    if record.id == CANADIAN_GUNS and order.to != f"{THEIR_DIVISION}:HQ" and order.day + 1 < trigger_day(ledger):
        because = (
            f"{record.id} is 3rd Canadian Division's own until all Canadians go to their corps; it draws on {THEIR_DIVISION}:HQ"
        )
        found.append(Fault("TLD-A.corps.13", because, (record.id,)))
    if record.id in ledger.leaves and record.id in ledger.gone(order.day + 1):
        found.append(Fault("TLD-S.16", f"{record.id} has left the game", (record.id,)))
    is_hq = ledger.roster.is_hq(order.to)
    if is_hq and record.what == "division":
        found.append(Fault("TLD-B.4.a", f"{record.id} has its own HQ; assign it to a corps", (record.id,)))
    if is_hq and order.day < OPENS[ALLIED]:
        found.append(Fault("TLD-B.4", "supply HQs are first written on 7 June", (record.id,)))
    return found


def amiss(ledger: Ledger, day: int) -> Iterator[tuple[Order, Fault]]:
    """Orders that could not be written at all, in a ledger somebody kept by hand; each with what is wrong with it."""
    for order in ledger.orders:
        if order.day <= day:
            found = [fault for fault in improper(ledger, order) if fault.clause != "TLD-A.corps.20"]  # `check` tells of those
            yield from ((order, fault) for fault in found)


def objections(ledger: Ledger, *orders: Order) -> list[Fault]:
    """TLD-J.34, TLD-J.11: why these orders, written together, are refused; none: they stand.

    What was out of order before does not count against them: only faults they bring. Only what they touch is looked at.
    """
    found = [fault for order in orders for fault in improper(ledger, order)]
    if found:
        return found
    written = ledger.wrote(*orders)
    day = max(effective_day(ledger, order) for order in orders)
    old, new = ledger.standing(day), written.standing(day)
    touched = Touched.of(ledger, old, new, orders)
    if not (after := touched.faults(written, new)):
        return found
    before = {fault.key: fault.amount for fault in touched.faults(ledger, old)}
    for fault in after:
        if fault.key not in before or fault.amount > before[fault.key]:
            found.append(_about(fault, written, orders))
    return found


def worse_without(ledger: Ledger, unit: str, day: int) -> tuple[Ledger, list[Fault]]:
    """TLD-J.35: the ledger with the orders of a day for a unit struck, and the faults that would bring."""
    less = ledger.struck(day, unit)
    gone = [ledger.orders[number] for number in less.__dict__["_gone"]]
    old, new = ledger.standing(day + 1), less.standing(day + 1)
    touched = Touched.of(ledger, old, new, gone)
    if not (after := touched.faults(less, new)):
        return less, after
    before = {fault.key: fault.amount for fault in touched.faults(ledger, old)}
    return less, [fault for fault in after if fault.amount > before.get(fault.key, 0)]


class Touched(NamedTuple):
    """What an order changes: the units, and the corps, brigades and HQs they come from or go to."""

    units: tuple[str, ...]
    corps: tuple[str, ...]
    brigades: tuple[str, ...]
    hqs: tuple[str, ...]

    @classmethod
    def of(cls, ledger: Ledger, old: Standing, new: Standing, orders: Iterable[Order]) -> Touched:
        moved = {u for order in orders for u in ledger.roster.counters(order.unit)} & ledger.roster.divisions.keys()
        homes = {d: (old.word.get(d, ""), old.serving.get(d, "")) for d in moved}
        return cls.since(ledger, Was(old.hq, homes), new, orders)

    @classmethod
    def since(cls, ledger: Ledger, was: Was, new: Standing, orders: Iterable[Order]) -> Touched:
        """The same where only what was settled again is known of how things were."""
        roster = ledger.roster
        units = dict.fromkeys(u for order in orders for u in roster.counters(order.unit))
        moved = [u for u in units if u in roster.divisions]
        if moved:  # whoever draws on a division's HQ goes with it
            units |= dict.fromkeys(u for d in moved for u in new.attached(f"{d}:HQ"))
        places: dict[str, None] = {}
        for d in moved:
            said, served = was.homes[d]
            places |= dict.fromkeys(c for c in (said, new.word.get(d, ""), served, new.serving.get(d, "")) if c)
        hqs = dict.fromkeys(hq for u in units for hq in (was.hq.get(u), new.hq.get(u)) if hq)
        hqs |= dict.fromkeys(f"HQ-{id_}" for id_ in places)  # TLD-B.4.b: its capacity hangs on its divisions
        brigades = dict.fromkeys(roster.records[u].parent for u in units)
        if LONERS_DIVISION in moved:  # TLD-A.corps.19: whether 47 RM may be apart hangs on where it is
            brigades[roster.records[LONER].parent] = None
        return cls(tuple(units), tuple(places), tuple(brigades), tuple(hqs))

    def faults(self, ledger: Ledger, stands: Standing) -> list[Fault]:
        from .capacity import over_capacity

        return [
            *(composition(ledger, stands, self.corps) if self.corps else ()),
            *wrong_corps(ledger, stands, self.units),
            *split_brigades(ledger, stands, self.brigades),
            *over_capacity(ledger, stands, self.hqs),
        ]


def _about(fault: Fault, ledger: Ledger, orders: tuple[Order, ...]) -> Fault:
    """TLD-J.32: a supply order that tears a brigade apart is told in its own words."""
    if fault.clause == "TLD-A.corps.6" and any(
        ledger.roster.is_hq(order.to) and ledger.roster.record(order.unit).parent for order in orders
    ):
        said = f"{fault.because}; move the whole brigade in the same segment"
        return fault._replace(clause="TLD-J.32", because=said, matter=fault.clause)  # still the same fault to whoever mends it
    return fault
