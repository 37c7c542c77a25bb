"""A planner: proposes orders that make the ledger lawful, everybody supplied who can be, and as many wishes true as may be."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from heapq import heappop, heappush
from itertools import chain, islice
from typing import NamedTuple

from .days import day_of
from .joining import joins
from .lawful import (
    FIVE,
    LEAST,
    LEAST_INFANTRY,
    MOST,
    MOST_ARMOUR,
    Fault,
    Mix,
    armour_corps,
    check,
    misplaced,
    mix,
    must_be_full,
    needed,
    objections,
)
from .ledger import OPENS, SUPPLY_DAY, Ledger, Order, changes_now, trigger_day
from .lookout import Lookout
from .mend import mends
from .pieces import ALLIED, CORPS_FILE, SCENARIO
from .roster import CORPS, GROUPS, Record, corps

# what it costs to leave a wish, leave a division out, move it, depart from history
UNWISHED, UNPLACED, MOVED, UNUSUAL = (
    1000,
    60,
    10,
    1,
)
MOST_LOOKED_AT, MOST_TRIED = 60_000, 60  # divisions of half-made placements, and whole placements, looked at
QUICK_LOOK, QUICK_TRIES = 150, 3  # the same before a simpler way is tried
PLAIN = min(MOST, MOST_ARMOUR)  # so many divisions fit into a corps whatever they are
MOST_MOVES = 3  # of one division, in mending a placement
MOST_PAIRS = 100  # of orders tried for a fault that no single one mends


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
    for order, faults in _attachments(now, day, wanted, phase):
        if faults:
            refused[order.unit] = tuple(faults)
        else:
            orders.append(order)
    now = ledger.wrote(*orders)
    now, orders = _cure(now, day, orders)
    for unit, to in wanted.items():
        if not _stands_as(now, day + 1, unit, to) and unit not in refused:
            order = Order(day=day, unit=unit, to=to, phase=phase if day == SUPPLY_DAY else "later")
            if why := objections(now, order):
                refused[unit] = tuple(why)
            else:
                now, orders = now.wrote(order), [*orders, order]
    granted = tuple(unit for unit, to in wanted.items() if _stands_as(now, day + 1, unit, to))
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
            if found := mends(ledger, fault, day, 1, MOST_PAIRS):
                ledger = found[0].ledger
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
    bound = [choice.options[0][1] for choice in choices if len(choice.options) == 1]
    if any(to and bound.count(to) > FIVE for to in set(bound)):
        return  # whatever is tried, that corps has too many
    stands = ledger.standing(day + 1)
    quick, thorough = (
        _placings(ledger, day + 1, choices, looks)
        for looks in (QUICK_LOOK + 4 * len(choices), MOST_LOOKED_AT // (len(choices) or 1))
    )
    tries = MOST_TRIED if bound.count("") <= FIVE else 0  # with nowhere to go for many there is not much to find
    for placing in chain(islice(quick, QUICK_TRIES), _drafted(ledger, day + 1, choices), islice(thorough, tries)):
        orders = [Order(day=day, unit=d, to=to) for d, to in placing.items() if to and stands.word.get(d, "") != to]
        if not misplaced(ledger.wrote(*orders), day + 1):
            yield from orders
            return


def _drafted(ledger: Ledger, day: int, choices: list[_Choice]) -> Iterator[dict[str, str]]:
    yield _Draft(ledger, day, choices).mend()


class _Draft:
    """A placement being mended, division by division, until no corps has too many, too few or the wrong ones."""

    def __init__(self, ledger: Ledger, day: int, choices: list[_Choice]) -> None:
        self.ledger, self.day, self.choices = ledger, day, choices
        self.five, self.due = needed(ledger, day), must_be_full(ledger, day)
        self.placed = {choice.division: choice.options[0][1] for choice in choices}
        self.cost = {choice.division: {to: cost for cost, to in choice.options} for choice in choices}
        self.held: dict[str, list[str]] = {id_: [] for id_ in self.due}
        for division, to in self.placed.items():
            self.held.setdefault(to, []).append(division)
        self.moved: list[str] = []
        self.kind = self._kinds()
        # corps -> kind of division (or its complement) -> how much worse with one more (or less)
        self._known: defaultdict[str, dict[int, int]] = defaultdict(dict)
        self.bad = {id_: self.badness(id_, divisions) for id_, divisions in self.held.items()}

    def badness(self, id_: str, divisions: list[str]) -> int:
        """By how many divisions a corps is from being lawful, more or less."""
        if not id_:
            return 0
        have = mix([self.ledger.roster.divisions[d] for d in divisions])
        most = _most(self.ledger, self.day, id_, have, self.five)
        found = max(0, have.all - most) + (max(0, LEAST - have.all) if id_ in self.due else 0)
        if self.ledger.side != ALLIED or have.all < LEAST or armour_corps(self.ledger, divisions, self.day):
            return found
        return found + max(0, have.armour - int(MOST_ARMOUR)) + max(0, int(LEAST_INFANTRY) - have.infantry)

    def moves(self) -> Iterator[tuple[int, int, str, str]]:
        """Divisions out of a corps that is wrong, or into one: what it changes, what it costs, who and where to."""
        wrong, placed = {id_ for id_, bad in self.bad.items() if bad}, self.placed
        for division, costs in self.cost.items():
            home = placed[division]
            there = costs if home in wrong else wrong & costs.keys()
            if not there or len(costs) == 1 or self.moved.count(division) >= MOST_MOVES:
                continue
            kind, cost_now, known = self.kind[division], costs[home], self._known
            if (less := known[home].get(~kind)) is None:
                less = self._less(home, division)
            for to in there:
                if to == home:
                    continue
                if (more := known[to].get(kind)) is None:
                    more = self._more(to, division)
                if less + more <= 1:  # what makes it a little worse may open a way
                    yield less + more, costs[to] - cost_now, division, to

    def _kinds(self) -> dict[str, int]:
        """What matters of each division, as a number: of British armour, which one it is (TLD-A.corps.16)."""
        table, numbers = self.ledger.roster.divisions, dict[tuple[str, str], int]()
        found = {}
        for choice in self.choices:
            record = table[choice.division]
            own = record.id if (record.nationality, record.division_class) == ("British", "armour") else ""
            found[record.id] = numbers.setdefault((record.division_class, own), len(numbers))
        return found

    def _less(self, home: str, division: str) -> int:
        """How much worse off a corps is without a division."""
        found = self.badness(home, [d for d in self.held[home] if d != division]) - self.bad[home]
        self._known[home][~self.kind[division]] = found
        return found

    def _more(self, to: str, division: str) -> int:
        """How much worse off a corps is with a division more."""
        found = self.badness(to, [*self.held.get(to, ()), division]) - self.bad.get(to, 0)
        self._known[to][self.kind[division]] = found
        return found

    def mend(self) -> dict[str, str]:
        for _ in range(2 * len(self.choices)):
            best = min(self.moves(), default=None) if any(self.bad.values()) else None
            if best is None:
                break
            _, _, division, to = best
            home = self.placed[division]
            self.held[home].remove(division)
            self.held.setdefault(to, []).append(division)
            self.placed[division] = to
            self.moved.append(division)
            for id_ in (home, to):
                self.bad[id_] = self.badness(id_, self.held[id_])
                self._known.pop(id_, None)
        return self.placed


def _choice(ledger: Ledger, day: int, id_: str, record: Record, wanted: Mapping[str, str]) -> _Choice | None:
    """Where a division could go, the cheapest first; one that neither is here nor is spoken of is left alone."""
    if record.side != ledger.side:
        return None
    word = ledger.standing(day + 1).word.get(id_, "")
    here = ledger.came(f"{id_}:HQ", day + 1)
    if not (word or here or id_ in wanted):
        return None
    if record.nationality == "Canadian" and id_ not in wanted and changes_now(ledger, day + 1):
        return _Choice(id_, ((0, word),))  # TLD-J.17: tomorrow's change goes over what is written today
    costs = {} if word else {"": UNPLACED if here else 0}
    landed, usual, wish = ledger.ashore(day + 1), HISTORY.get(id_), wanted.get(id_)
    for c in _open_corps(ledger, record, day + 1 >= trigger_day(ledger)):
        ashore = c in landed
        if ashore or c in (word, wish):
            costs[c] = (MOVED if word and c != word else 0) + (UNUSUAL if usual != c else 0) + (0 if ashore else 2)
    if id_ in wanted:
        costs = {to: cost + (UNWISHED if to != wanted[id_] else 0) for to, cost in costs.items()}
    costs = costs or {word: 0}  # where it must not be, and nowhere else to go
    least = min(costs.values())
    return _Choice(id_, tuple(sorted((cost - least, to) for to, cost in costs.items())))


def _open_corps(ledger: Ledger, record: Record, late: bool) -> list[str]:
    """The corps a division may be in."""
    found: list[str] | None = ledger.shared.get(("open corps", record.id, late))
    if found is None:
        mine = [c for c in CORPS.values() if c.side == record.side]
        found = ledger.shared["open corps", record.id, late] = [c.id for c in mine if joins(ledger, record, c, late)]
    return found


_Held = dict[str, Mix]  # corps -> the divisions placed in it so far, counted
_NOBODY = Mix(0, 0, 0, 0)


def _placings(ledger: Ledger, day: int, choices: list[_Choice], most: int) -> Iterator[dict[str, str]]:
    """Placements in the order of their cost, pruned by what no later division can put right.

    An entry of the heap is a placement that may fit; the next dearer place of its last division is added when it comes up.
    """
    if not choices:
        yield {}
        return
    five, whole = needed(ledger, day), len(choices)
    ones = [mix([ledger.roster.divisions[choice.division]]) for choice in choices]
    options = [choice.options for choice in choices]
    # cost, the longest first, the placement, the number of its last place, what was held before that
    first, to = options[0][0]
    heap: list[tuple[int, int, tuple[str, ...], int, _Held]] = [(first, 0, (to,), 0, {})]
    looked = 0
    while heap and looked < most:
        cost, length, placed, number, held = heappop(heap)
        looked += 1
        mine, to = options[-length], placed[-1]
        if number + 1 < len(mine):
            more, other = mine[number + 1]
            heappush(heap, (cost - mine[number][0] + more, length, (*placed[:-1], other), number + 1, held))
        if to:
            have = _joined(held.get(to, _NOBODY), ones[-length])
            if have[0] > PLAIN and not _fits(ledger, day, have, to, five):
                continue
            held = held.copy()
            held[to] = have
        if 1 - length == whole:
            yield _by_name(choices, placed)
        else:
            more, other = options[1 - length][0]
            heappush(heap, (cost + more, length - 1, (*placed, other), 0, held))


def _joined(a: Mix, b: Mix) -> Mix:
    return Mix(a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3])


def _by_name(choices: list[_Choice], placed: tuple[str, ...]) -> dict[str, str]:
    return {choice.division: to for choice, to in zip(choices, placed, strict=False)}


def _fits(ledger: Ledger, day: int, have: Mix, to: str, five: bool) -> bool:
    """Whether a corps can hold so many, or could with more; one of British armour alone (TLD-A.corps.16) has no infantry."""
    if have.all > _most(ledger, day, to, have, five):
        return False
    return have.armour <= 2 or have.infantry == 0 or corps(to) is None or CORPS[to].nationality == "German"


def _most(ledger: Ledger, day: int, id_: str, have: Mix, five: bool) -> int:
    """TLD-A.corps.8.b, .8.c, .9.a: five where something asks for a fifth, else four."""
    if five or (have.airborne and not have.armour):
        return FIVE
    return FIVE if len(ledger.standing(day - 1).by_word.get(id_, ())) == FIVE else MOST


# ---------------------------------------------------------------- independents: an HQ with room for each


def _attachments(ledger: Ledger, day: int, wanted: Mapping[str, str], phase: str) -> Iterator[tuple[Order, list[Fault]]]:
    """For every independent formation the first HQ that is lawful, wishes first; and the wishes that are not, with what is against them."""
    subjects = [r for r in ledger.roster.records.values() if r.side == ledger.side and _is_subject(ledger, r, day, wanted)]
    subjects.sort(key=lambda r: (_turn(ledger, r, wanted), r.what != "brigade", r.id))
    for record in subjects:
        lookout = Lookout(ledger, record.id, day)
        for to in [wanted[record.id]] if _is_part(ledger, record) else _hqs(ledger, record, day, wanted):
            order = Order(day=day, unit=record.id, to=to, phase=phase if day == SUPPLY_DAY else "later")
            if lookout.may_go(to) if lookout.plain else not objections(ledger, order):
                ledger = ledger.wrote(order)
                yield order, []
                break
            if wanted.get(record.id) == to:
                yield order, objections(ledger, order)


def _is_subject(ledger: Ledger, record: Record, day: int, wanted: Mapping[str, str]) -> bool:
    if record.what in ("division", "never", "special"):
        return False
    if record.id in wanted or _is_part(ledger, record):
        return record.id in wanted
    stands = ledger.standing(day + 1)
    unsupplied = any(stands.hq.get(u, "") == "" for u in ledger.roster.counters(record.id))
    return unsupplied and _lands(record) <= day + 1 and record.id != "ART-19C"


def _turn(ledger: Ledger, record: Record, wanted: Mapping[str, str]) -> int:
    """Wishes first; a brigade some of whose counters are wished elsewhere (TLD-A.corps.18, .19), and then those; then the others."""
    if record.id in wanted:
        return 2 if _is_part(ledger, record) else 0
    return 3 if wanted.keys().isdisjoint(record.members) else 1


def _is_part(ledger: Ledger, record: Record) -> bool:
    """Counters of a brigade go with it, those of the 79th Armoured each by itself."""
    return bool(record.parent) and ledger.roster.records[record.parent].what in ("brigade", "group")


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
        hqs += [
            f"{d}:HQ" for d, r in ledger.roster.divisions.items() if r.side == ledger.side and ledger.came(f"{d}:HQ", day + 1)
        ]
    ranked = sorted(hqs, key=lambda hq: (stands.corps_of_hq(hq) != home, len(stands.attached(hq)) if hq.endswith(":HQ") else 0))
    return [wish, *ranked] if wish else ranked
