"""Propose orders that make the ledger legal, supply as many units as possible, then honor as many player
requests as possible."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import lru_cache
from heapq import heappop, heappush, heappushpop
from itertools import chain, islice
from typing import NamedTuple

from .capacity import limits_of
from .corps_eligibility import may_join
from .days import NEVER, day_of
from .fifth import FIVE, LEAST, LEAST_INFANTRY, MAX_ARMOUR, MOST, needed
from .ledger import OPENS, SUPPLY_DAY, Ledger, Order, changes_now, trigger_day
from .ledger_fixes import find_fixes
from .ledger_rules import Mix, Violation, armour_corps, check, misplaced, must_be_full, objections
from .pieces import ALLIED, CORPS_FILE, SCENARIO
from .roster import CORPS, GROUPS, Record, Roster, headquarters

# what it costs to leave a wish, leave a division out, move it, depart from history
UNWISHED, UNPLACED, MOVED, UNUSUAL = (
    1000,
    60,
    10,
    1,
)
MAX_LOOKED_AT, MAX_TRIED = 60_000, 60  # divisions of half-made placements, and whole placements, looked at
QUICK_LOOK, QUICK_TRIES = 150, 3  # the same before a simpler way is tried
PLAIN = min(MOST, MAX_ARMOUR)  # so many divisions fit into a corps whatever they are
MAX_MOVES = 3  # of one division, in fixing a placement
MAX_PAIRS = 100  # of orders tried for a violation that no single one fixes


class Plan(NamedTuple):
    orders: tuple[Order, ...]
    granted: tuple[str, ...]
    refused: dict[str, tuple[Violation, ...]]  # wish -> why not
    violations: tuple[Violation, ...]  # what no order can fix: empty but for a ledger beyond help
    ledger: Ledger  # with the orders written in


def _history() -> dict[str, str]:
    result: dict[str, str] = {}
    for row in CORPS_FILE["corps"]:
        result |= dict.fromkeys([*row["initial_divisions"], *row["initial_independent"]], row["id"])
        result |= {row["corps_recon_historical"]: row["id"], row["corps_anti_tank_historical"]: row["id"]}
    for row in CORPS_FILE["corps"]:
        result |= dict.fromkeys(row.get("historical_divisions", ()), row["id"])
    for row in SCENARIO.get("german_corps", ()):
        result |= dict.fromkeys(row["divisions"], row["id"])
    return result


HISTORY = _history()


def _comings() -> dict[str, int]:
    """The day each independent counter or formation lands, by the entry track."""
    result: dict[str, int] = {}
    for row in SCENARIO["entry"]:
        for name in row.get("units", ()):
            result.setdefault(name, day_of(row["date"]))
    return result


COMES = _comings()


def plan(ledger: Ledger, day: int, wishes: Mapping[str, str] | None = None, phase: str = "later") -> Plan:
    """Orders to be written on a day. A wish is a unit and the corps or HQ it is to go to."""
    day = max(day, OPENS[ledger.side])
    wanted = {ledger.roster.record(unit).id: to for unit, to in (wishes or {}).items()}
    orders: list[Order] = list(_place_divisions(ledger, day, wanted))
    refused: dict[str, tuple[Violation, ...]] = {}
    now = ledger.wrote(*orders)
    for order, violations in _attachments(now, day, wanted, phase):
        if violations:
            refused[order.unit] = tuple(violations)
        else:
            orders.append(order)
    now = ledger.wrote(*orders)
    now, orders = _cure(now, day, orders)
    for unit, to in wanted.items():
        if not _stands_as(now, day + 1, unit, to) and unit not in refused:
            order = Order(day=day, unit=unit, to=to, phase=phase if day == SUPPLY_DAY else "later")
            refused[unit] = tuple(objections(now, order))
            then = now.wrote(order)
            if not refused[unit] and {*_granted(now, day + 1, wanted), unit} <= {
                *_granted(then, day + 1, wanted)
            }:
                now, orders = then, [*orders, order]
    granted = _granted(now, day + 1, wanted)
    refused = {unit: why for unit, why in refused.items() if unit not in granted}
    return Plan(tuple(orders), granted, refused, tuple(check(now, day + 1)), now)


def _granted(ledger: Ledger, day: int, wanted: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(unit for unit, to in wanted.items() if _stands_as(ledger, day, unit, to))


def _stands_as(ledger: Ledger, day: int, unit: str, to: str) -> bool:
    stands = ledger.standing(day)
    table = stands.hq if ledger.roster.is_hq(to) else stands.word
    return all(table.get(counter) == to for counter in ledger.roster.counters(unit))


def _cure(ledger: Ledger, day: int, orders: list[Order]) -> tuple[Ledger, list[Order]]:
    """Whatever is still illegal is fixed one violation at a time."""
    for _ in range(12):
        for violation in check(ledger, day + 1):
            if fixes := find_fixes(ledger, violation, day, 1, MAX_PAIRS):
                ledger = fixes[0].ledger
                orders = [*orders, *fixes[0].orders]
                break
        else:
            break
    return ledger, orders


# ---------------------------------------------------------------- divisions: best first over all placements


_MIXED = frozenset(c.id for c in CORPS.values() if c.nationality != "German")


class _Room:
    """How many divisions a corps can hold on a day, and which."""

    __slots__ = ("_fits", "five", "needed")

    def __init__(self, ledger: Ledger, day: int) -> None:
        self.five = needed(ledger, day)
        self.needed = {
            id_ for id_, divisions in ledger.standing(day - 1).by_word.items() if len(divisions) == FIVE
        }
        self._fits: dict[tuple[str, int], bool] = {}

    def most(self, id_: str, armour: int, airborne: int) -> int:
        """TLD-A.corps.8.b, .8.c, .9.a: five where something asks for a fifth, else four."""
        return FIVE if self.five or (airborne and not armour) or id_ in self.needed else MOST

    def fits(self, to: str, have: int) -> bool:
        """Whether a corps can hold so many, or could with more; one of British armour alone (TLD-A.corps.16)
        has no infantry."""
        result = self._fits.get((to, have))
        if result is None:
            count, armour, airborne, infantry = (have >> shift & _EACH for shift in _SHIFTS)
            plain = armour <= MAX_ARMOUR or not infantry or to not in _MIXED
            result = self._fits[to, have] = plain and count <= self.most(to, armour, airborne)
        return result


# a mix of divisions as one number, so that one is added to another by adding
_SHIFTS, _EACH = (0, 8, 16, 24), 255


@lru_cache(maxsize=64)
def _one(division_class: str) -> int:
    """One division of a class."""
    have = Mix(
        1,
        division_class == "armour",
        division_class == "airborne",
        division_class in ("airborne", "infantry"),
    )
    return sum(count << shift for count, shift in zip(have, _SHIFTS, strict=True))


class _Choice(NamedTuple):
    division: str
    options: tuple[tuple[int, str], ...]  # (cost above the cheapest, corps)


def _place_divisions(ledger: Ledger, day: int, wanted: Mapping[str, str]) -> Iterator[Order]:
    mine = ledger.roster.of_side[ledger.side]
    choices = [choice for id_ in mine if (choice := _choice(ledger, day, id_, wanted)) is not None]
    bound = [choice.options[0][1] for choice in choices if len(choice.options) == 1]
    if any(to and bound.count(to) > FIVE for to in set(bound)):
        return  # whatever is tried, that corps has too many
    stands = ledger.standing(day + 1)
    quick, thorough = (
        _placings(ledger, day + 1, choices, looks)
        for looks in (QUICK_LOOK + 4 * len(choices), MAX_LOOKED_AT // (len(choices) or 1))
    )
    # with nowhere to go for many there is not much to find
    tries = MAX_TRIED if bound.count("") <= FIVE else 0
    for placing in chain(
        islice(quick, QUICK_TRIES), _drafted(ledger, day + 1, choices), islice(thorough, tries)
    ):
        orders = [
            Order(day=day, unit=d, to=to) for d, to in placing.items() if to and stands.word.get(d, "") != to
        ]
        if not misplaced(ledger.wrote(*orders), day + 1):
            yield from orders
            return


def _drafted(ledger: Ledger, day: int, choices: list[_Choice]) -> Iterator[dict[str, str]]:
    yield _Draft(ledger, day, choices).fix()


class _Draft:
    """A placement being fixed, division by division, until no corps has too many, too few or the wrong
    ones."""

    def __init__(self, ledger: Ledger, day: int, choices: list[_Choice]) -> None:
        self.ledger, self.day, self.choices, table = ledger, day, choices, ledger.roster.divisions
        self.room, self.due = _Room(ledger, day), must_be_full(ledger, day)
        self.placed = {choice.division: choice.options[0][1] for choice in choices}
        self.one = {choice.division: _one(table[choice.division].division_class) for choice in choices}
        self.held: dict[str, list[str]] = {id_: [] for id_ in self.due}
        for division, to in self.placed.items():
            self.held.setdefault(to, []).append(division)
        self.moved: list[str] = []
        self.kind = self._kinds()
        self.open: defaultdict[int, set[str]] = defaultdict(set)  # kind -> where any division of it could go
        # corps and kind -> the divisions that may still go elsewhere with what that costs: to take one of
        # them is as good as another
        self.alike: defaultdict[tuple[str, int], dict[str, dict[str, int]]] = defaultdict(dict)
        for division, options in choices:
            if len(options) > 1:
                kind, costs = self.kind[division], {to: cost for cost, to in options}
                self.open[kind] |= costs.keys()
                self.alike[self.placed[division], kind][division] = costs
        # corps -> kind of division (or its complement) -> how much worse with one more (or less)
        self._known: defaultdict[str, dict[int, int]] = defaultdict(dict)
        self.bad = {id_: self.badness(id_, divisions) for id_, divisions in self.held.items()}

    def badness(self, id_: str, divisions: list[str]) -> int:
        """By how many divisions a corps is from being legal, more or less."""
        if not id_:
            return 0
        have = sum([self.one[d] for d in divisions])
        count, armour = have & _EACH, have >> _SHIFTS[1] & _EACH
        result = max(0, count - self.room.most(id_, armour, have >> _SHIFTS[2] & _EACH))
        if count < LEAST:
            return result + (LEAST - count if id_ in self.due else 0)
        if self.ledger.side != ALLIED or armour_corps(self.ledger, divisions, self.day):
            return result
        return result + max(0, armour - MAX_ARMOUR) + max(0, LEAST_INFANTRY - (have >> _SHIFTS[3]))

    def best(self) -> tuple[str, str] | None:
        """A division out of a corps that is wrong, or into one: the move that leaves the least wrong, and the
        cheapest of those."""
        moves = self._moves()
        for change in sorted(moves):
            result = [
                (costs[to] - costs[home], division, to)
                for home, kind, to in moves[change]
                for division, costs in self.alike[home, kind].items()
                if to in costs
            ]
            if result:
                return min(result)[1:]
        return None

    def _moves(self) -> dict[int, list[tuple[str, int, str]]]:
        """How much worse things are afterwards -> from where, what kind of division, where to."""
        wrong, result = (
            {id_ for id_, bad in self.bad.items() if bad},
            defaultdict[int, list[tuple[str, int, str]]](list),
        )
        for (home, kind), divisions in self.alike.items():
            goals = (
                (self.open[kind] if home in wrong else self.open[kind] & wrong) - {home} if divisions else ()
            )
            if not goals:
                continue
            known = self._known
            if (less := known[home].get(~kind)) is None:
                less = self._less(home, next(iter(divisions)))
            for to in goals:
                if (more := known[to].get(kind)) is None:
                    more = self._more(to, next(iter(divisions)))
                if less + more <= 1:  # what makes it a little worse may open a way
                    result[less + more].append((home, kind, to))
        return result

    def _kinds(self) -> dict[str, int]:
        """What matters of each division, as a number: of British armour, which one it is (TLD-A.corps.16)."""
        table, numbers = self.ledger.roster.divisions, dict[tuple[str, str], int]()
        result = {}
        for choice in self.choices:
            record = table[choice.division]
            own = record.id if (record.nationality, record.division_class) == ("British", "armour") else ""
            result[record.id] = numbers.setdefault((record.division_class, own), len(numbers))
        return result

    def _less(self, home: str, division: str) -> int:
        """How much worse off a corps is without a division."""
        result = self.badness(home, [d for d in self.held[home] if d != division]) - self.bad[home]
        self._known[home][~self.kind[division]] = result
        return result

    def _more(self, to: str, division: str) -> int:
        """How much worse off a corps is with a division more."""
        result = self.badness(to, [*self.held.get(to, ()), division]) - self.bad.get(to, 0)
        self._known[to][self.kind[division]] = result
        return result

    def fix(self) -> dict[str, str]:
        for _ in range(2 * len(self.choices)):
            best = self.best() if any(self.bad.values()) else None
            if best is None:
                break
            self._move(*best)
        return self.placed

    def _move(self, division: str, to: str) -> None:
        home, kind = self.placed[division], self.kind[division]
        self.held[home].remove(division)
        self.held.setdefault(to, []).append(division)
        self.placed[division] = to
        self.moved.append(division)
        costs = self.alike[home, kind].pop(division)
        if self.moved.count(division) < MAX_MOVES:
            self.alike[to, kind][division] = costs
        for id_ in (home, to):
            self.bad[id_] = self.badness(id_, self.held[id_])
            self._known.pop(id_, None)


def _choice(ledger: Ledger, day: int, id_: str, wanted: Mapping[str, str]) -> _Choice | None:
    """Where a division could go, the cheapest first; one that neither is here nor is spoken of is left
    alone."""
    word, record = ledger.standing(day + 1).word.get(id_, ""), ledger.roster.divisions[id_]
    has_come = ledger.came(f"{id_}:HQ", day + 1)
    if not (word or has_come or id_ in wanted) or id_ in ledger.departed(day + 1):
        return None
    if record.nationality == "Canadian" and id_ not in wanted and changes_now(ledger, day + 1):
        return _Choice(id_, ((0, word),))  # TLD-J.17: tomorrow's change goes over what is written today
    landed, late = ledger.ashore(day + 1), day + 1 >= trigger_day(ledger)
    return _Choice(id_, _places(record, word, has_come, landed, late, wanted.get(id_)))


@lru_cache(maxsize=4096)
def _places(
    record: Record, word: str, has_come: bool, landed: frozenset[str], late: bool, wish: str | None
) -> tuple[tuple[int, str], ...]:
    costs, usual = {} if word else {"": UNPLACED if has_come else 0}, HISTORY.get(record.id)
    for corps in CORPS.values():
        c, ashore = corps.id, corps.id in landed
        if (ashore or c in (word, wish)) and may_join(record, corps, late)[0]:
            costs[c] = (
                (MOVED if word and c != word else 0) + (UNUSUAL if usual != c else 0) + (0 if ashore else 2)
            )
    if wish is not None:
        costs = {to: cost + (UNWISHED if to != wish else 0) for to, cost in costs.items()}
    costs = costs or {word: 0}  # where it must not be, and nowhere else to go
    least = min(costs.values())
    return tuple(sorted((cost - least, to) for to, cost in costs.items()))


_Held = dict[str, int]  # corps -> the divisions placed in it so far, counted (`_one`)
_NOWHERE_ELSE = 10**9


def _placings(ledger: Ledger, day: int, choices: list[_Choice], most: int) -> Iterator[dict[str, str]]:
    """Placements in the order of their cost, pruned by what no later division can put right.

    An entry of the heap is a placement that may fit; the next dearer place of its last division is added when
    it comes up.
    """
    if not choices:
        yield {}
        return
    room, whole, table = _Room(ledger, day), len(choices), ledger.roster.divisions
    ones = [_one(table[choice.division].division_class) for choice in choices]
    options = [choice.options for choice in choices]
    if _hopeless(room, options, ones, most):
        return
    # cost, the longest first, the placement, the number of its last place, what was held before that
    first, to = options[0][0]
    entry: tuple[int, int, tuple[str, ...], int, _Held] | None = (first, 0, (to,), 0, {})
    heap: list[tuple[int, int, tuple[str, ...], int, _Held]] = []
    for _ in range(most):
        if entry is None:
            return
        cost, length, placed, number, held = entry
        mine, to = options[-length], placed[-1]
        if number + 1 < len(mine):
            more, other = mine[number + 1]
            heappush(heap, (cost - mine[number][0] + more, length, (*placed[:-1], other), number + 1, held))
        if to:
            have = held.get(to, 0) + ones[-length]
            if have & _EACH > PLAIN and not room.fits(to, have):
                entry = heappop(heap) if heap else None
                continue
            held = held.copy()
            held[to] = have
        if 1 - length < whole:
            more, other = options[1 - length][0]
            # mostly it is the next itself
            entry = heappushpop(heap, (cost + more, length - 1, (*placed, other), 0, held))
        else:
            yield _by_name(choices, placed)
            entry = heappop(heap) if heap else None


def _hopeless(room: _Room, options: list[tuple[tuple[int, str], ...]], ones: list[int], most: int) -> bool:
    """Whether so many looks are spent on parts of placements before any whole one can come up, as with many
    divisions in the wrong place.

    All that cost less than any whole one come up first. Counted are those in which every division but the
    last, or the last two, is in its first place.
    """
    least, looked = _least(room, options, ones), 0
    held: _Held = {}
    for number, (mine, one) in enumerate(zip(options, ones, strict=True)):
        following = [cost for cost, _ in options[number + 1]] if number + 1 < len(options) else []
        for cost, to in mine:
            if cost >= least:
                break
            looked += 1
            if (cost, to) != mine[0] and (not to or room.fits(to, held.get(to, 0) + one)):
                looked += sum([cost + more < least for more in following])
            if looked >= most:
                return True
        if to := mine[0][1]:
            held[to] = held.get(to, 0) + one
            if not room.fits(to, held[to]):
                break
    return False


def _least(room: _Room, options: list[tuple[tuple[int, str], ...]], ones: list[int]) -> int:
    """What any placement costs at least: of those whose first place is a corps, as many as it cannot hold
    have to go elsewhere."""
    leaving: defaultdict[str, list[int]] = defaultdict(list)
    for mine in options:
        leaving[mine[0][1]].append(mine[1][0] if len(mine) > 1 else _NOWHERE_ELSE)
    airborne = max(one >> _SHIFTS[2] & _EACH for one in ones)
    spare = {to: max(0, len(costs) - room.most(to, 0, airborne)) for to, costs in leaving.items() if to}
    return sum(sum(sorted(leaving[to])[:count]) for to, count in spare.items())


def _by_name(choices: list[_Choice], placed: tuple[str, ...]) -> dict[str, str]:
    return {choice.division: to for choice, to in zip(choices, placed, strict=False)}


# ---------------------------------------------------------------- independents: an HQ with room for each


def _attachments(
    ledger: Ledger, day: int, wanted: Mapping[str, str], phase: str
) -> Iterator[tuple[Order, list[Violation]]]:
    """For every independent formation the first HQ that is legal, wishes first; and the wishes that are not,
    with what is against them."""
    able = _writable(ledger.roster, ledger.side, len(ledger.roster.records))
    due = [r for r, lands in able if lands <= day + 1 or (lands < NEVER and _has_one_hq(ledger, r, day + 1))]
    subjects = [r for r in due if r.id not in wanted and _lacks_an_hq(ledger, r, day + 1)]
    subjects += [r for r, _ in able if r.id in wanted]
    subjects.sort(
        key=lambda r: (
            _turn(ledger, r, wanted),
            not _has_one_hq(ledger, r, day + 1),
            r.what != "brigade",
            r.id,
        )
    )
    for record in subjects:
        for to in (
            [wanted[record.id]] if _is_part(ledger.roster, record) else _hqs(ledger, record, day, wanted)
        ):
            order = Order(day=day, unit=record.id, to=to, phase=phase if day == SUPPLY_DAY else "later")
            if not objections(ledger, order):
                ledger = ledger.wrote(order)
                yield order, []
                break
            if wanted.get(record.id) == to:
                yield order, objections(ledger, order)


@lru_cache(maxsize=8)
def _writable(roster: Roster, side: str, count: int) -> list[tuple[Record, int]]:
    """The independents of a side, of a roster of so many records, with the day they land; a part of a brigade
    waits for a wish."""
    mine = [
        r
        for r in roster.records.values()
        if r.side == side and r.what not in ("division", "never", "special")
    ]
    return [(r, NEVER if _is_part(roster, r) else _lands(r)) for r in mine]


def _lacks_an_hq(ledger: Ledger, record: Record, day: int) -> bool:
    hqs = ledger.standing(day).hq
    return record.id != "ART-19C" and any(hqs.get(u, "") == "" for u in ledger.roster.counters(record.id))


def _has_one_hq(ledger: Ledger, record: Record, day: int) -> bool:
    """Whether only one HQ of all, on the map or not, has any room for such a unit: its place there is kept
    before it lands."""
    stands, roster, result = ledger.standing(day), ledger.roster, 0
    if record.what != "unit":
        return False
    for hq in (
        *(c.hq for c in CORPS.values() if c.side == ledger.side),
        *(f"{d}:HQ" for d in roster.of_side[ledger.side]),
    ):
        result += not limits_of(ledger, stands, hq).never(record)
        if result > 1:
            return False
    return result == 1


def _turn(ledger: Ledger, record: Record, wanted: Mapping[str, str]) -> int:
    """Wishes first; a brigade some of whose counters are wished elsewhere (TLD-A.corps.18, .19), and then
    those; then the others."""
    if record.id in wanted:
        return 2 if _is_part(ledger.roster, record) else 0
    return 3 if wanted.keys().isdisjoint(record.members) else 1


def _is_part(roster: Roster, record: Record) -> bool:
    """Counters of a brigade go with it, those of the 79th Armoured each by itself."""
    return bool(record.parent) and roster.records[record.parent].what in ("brigade", "group")


def _lands(record: Record) -> int:
    """The day the first counter of a record lands."""
    return min(
        (COMES.get(name, COMES.get(record.parent, 10_000)) for name in (record.id, *record.members)),
        default=10_000,
    )


def _hqs(ledger: Ledger, record: Record, day: int, wanted: Mapping[str, str]) -> list[str]:
    """HQs of the right kind (TLD-B.1.d, TLD-B.1.e), those of its own corps first."""
    stands = ledger.standing(day + 1)
    wish = wanted.get(record.id, "")
    home = (
        wish
        if wish in CORPS
        else stands.word.get((*ledger.roster.counters(record.id), "")[0]) or HISTORY.get(record.id, "")
    )
    at_corps = record.ranged or record.arm == "artillery" or record.kind in GROUPS
    hqs = [c.hq for c in CORPS.values() if at_corps and c.side == ledger.side and ledger.came(c.hq, day + 1)]
    if not record.ranged or record.id in ("ART-86", "ART-147", "ART-987US"):
        hqs += [
            f"{d}:HQ"
            for d, r in ledger.roster.divisions.items()
            if r.side == ledger.side and ledger.came(f"{d}:HQ", day + 1)
        ]
    ranked = sorted(
        hqs,
        key=lambda hq: (
            stands.corps_of_hq(hq) != home,
            len(stands.attached(hq)) if headquarters(hq).division else 0,
        ),
    )
    return [wish, *ranked] if wish else ranked
