"""TLD-J.34: where one unit may be written to, asked of many places: the answers of `lawful.objections` without its words.

The tests compare the two on every kind of unit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from itertools import filterfalse
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from .capacity import excess, limits_of
from .joining import POLES, joins, may_join
from .lawful import (
    APART,
    LEAST,
    LONER,
    LONERS_DIVISION,
    Fault,
    amounts,
    can_spare,
    composition,
    must_be_full,
    objections,
    plainly_lawful,
    plainly_too_many,
    split_brigades,
    wrong_corps,
)
from .ledger import OPENS, SUPPLY_DAY, Ledger, Order, trigger_day
from .pages import Line, Standing, shifted, stays
from .roster import CORPS, ROSTER, Record, Roster, corps

# of every place: the corps, or the division whose corps it is of; whether it is an HQ
PLACES = (
    {id_: (id_, "", False) for id_ in CORPS}
    | {f"HQ-{id_}": (id_, "", True) for id_ in CORPS}
    | {f"{id_}:HQ": ("", id_, True) for id_ in ROSTER.divisions}
)
NOWHERE = frozenset[str]()
NOBODY: list[str] = []
AWAY = "-"  # the corps of a division that is neither where it was nor where anybody could have it from


class Subject(Struct, frozen=True, gc=False):
    """What never changes of a unit that can be written for."""

    counters: tuple[str, ...]
    division: str  # its id, if it is one
    brigade: Record | None  # the one it is only a part of
    loner: bool  # of 47 RM's brigade, or the division it may be with (TLD-J.7)
    first: bool  # judged otherwise after its first assignment (TLD-A.corps.11)
    canadian: bool
    able: bool  # somebody a ledger can speak of
    side: str
    joins: tuple[frozenset[str], frozenset[str]]  # the corps all its counters may be in, before and after the Canadian change

    @classmethod
    def of(cls, roster: Roster, unit: str) -> Subject:
        found: Subject | None = roster.subjects.get(unit)
        if found is None:
            found = roster.subjects[unit] = cls._of(roster, roster.record(unit))
        return found

    @classmethod
    def _of(cls, roster: Roster, record: Record) -> Subject:
        counters = roster.counters(record.id)
        brigade = roster.brigades.get(roster.records[counters[0]].parent)
        return cls(
            counters,
            record.id if record.what == "division" else "",
            brigade if brigade is not None and not set(brigade.members) <= set(counters) else None,
            LONER in roster.counters(record.parent or record.id) or record.id == LONERS_DIVISION,
            record.id == POLES,
            record.nationality == "Canadian",
            record.what != "never",
            record.side,
            (_common(roster, counters, False), _common(roster, counters, True)),
        )


def _common(roster: Roster, counters: tuple[str, ...], late: bool) -> frozenset[str]:
    return frozenset(c.id for c in CORPS.values() if all(may_join(roster.records[u], c, late)[0] for u in counters))


class Tomorrow(NamedTuple):
    """What is the same for whoever is written for on a day, however much is written."""

    ashore: frozenset[str]
    late: bool  # the Canadian change has come by then
    changed: bool  # it had come today
    opened: bool  # whether anything may be written yet
    apart: bool  # whether 47 RM may still be apart (TLD-J.7)
    plain: bool  # not the first day of supply orders
    gone: frozenset[str]  # the divisions that have left the game (TLD-S.16)

    @classmethod
    def of(cls, ledger: Ledger, day: int) -> Tomorrow:
        found: Tomorrow | None = ledger.shared.get(("tomorrow", day))
        if found is None:
            trigger = trigger_day(ledger)
            found = ledger.shared["tomorrow", day] = cls(
                ledger.ashore(day + 1), day + 1 >= trigger, day >= trigger > 0, day >= OPENS[ledger.side], day + 1 <= APART,
                day != SUPPLY_DAY, ledger.gone(day + 1),
            )  # fmt: skip
        return found


# of each unit of a brigade: its corps, the one it serves in, whether it goes, and where it serves while it waits for another
_Part = list[tuple[str, str, bool, str]]
# of those of a brigade that do not go: the corps they are in, those that decide whether it is torn by a corps on the map, and
# whether it is by one still to come
_Tie = tuple[set[str], set[str], bool]


class Lookout:
    """Where one unit may be written to, asked of many places at once: the answers of `objections`, without its words."""

    __slots__ = (
        "_back",
        "_before",
        "_bound",
        "_free",
        "_homes",
        "_parts",
        "_ties",
        "ashore",
        "counters",
        "day",
        "division",
        "judge",
        "late",
        "ledger",
        "old",
        "open",
        "plain",
        "subject",
        "torn",
        "unit",
    )  # fmt: skip

    def __init__(self, ledger: Ledger, unit: str, day: int, judge: Callable[[Order], bool] | None = None) -> None:
        self.ledger, self.unit, self.day = ledger, unit, day
        self.judge = judge  # of whatever is not plain; none: `objections`
        self.subject = subject = Subject.of(ledger.roster, unit)
        self.counters, self.division, self.old = subject.counters, subject.division, ledger.standing(day + 1)
        self.ashore, self.late, changed, opened, apart, self.plain, gone = Tomorrow.of(ledger, day)
        self.open = opened and subject.able and subject.side == ledger.side and not (gone and unit in gone)
        if subject.first or (apart and subject.loner) or (subject.canadian and not changed):
            self.plain = False  # these and the first day are left to `objections`; of Canadians, till they change (TLD-J.17)
        elif subject.division:
            self._before: dict[Any, dict[Any, int]] = {}
            self._bound: bool | None = None
            self._back: list[Line] | None = None
            self._parts: list[_Part] | None = None
            self._ties: list[_Tie] | None = None
        else:
            self._homes: dict[str, bool] = {}
            brigade = subject.brigade
            self.torn = None if brigade is None or self._is_torn(brigade) else brigade  # what is torn cannot be torn again
            self._free: Set[str] = NOWHERE
            if self.torn is not None:
                self._look_at_the_rest(self.torn.members)

    def _look_at_the_rest(self, brigade: tuple[str, ...]) -> None:
        """TLD-A.corps.6: where the rest of its brigade is, and so the corps on the map it may be in without tearing that apart."""
        word, serving, counters = self.old.word, self.old.serving, self.counters
        said, serves = set[str](), set[str]()
        for u in brigade:
            if u not in counters:
                said.add(word.get(u, ""))
                serves.add(serving.get(u, ""))
        self._free = untorn(said, serves, brigade[0] in counters or serving.get(brigade[0], ""))

    def _is_torn(self, brigade: Record) -> bool:
        word, serving, units = self.old.word, self.old.serving, brigade.members
        home = word.get(units[0], "")
        if serving.get(units[0], "") == home:
            for u in units:
                if word.get(u, "") != home:
                    break
            else:
                return False  # as mostly
        return torn([word.get(u, "") for u in units], [serving.get(u, "") for u in units])

    def _asked(self, to: str) -> bool:
        """What the judge says, with all that follows from an order."""
        order = Order(day=self.day, unit=self.unit, to=to)
        return self.judge(order) if self.judge is not None else not objections(self.ledger, order)

    def may_go(self, to: str) -> bool:
        if not self.plain:
            return self._asked(to)
        if self.division:
            return self._division_may_go(to)
        home, division, is_hq = PLACES.get(to) or self._place(to)
        if division:
            home = self.old.word.get(division, "")
        fits = self._homes.get(home)
        if fits is None:
            if home not in self.ashore and len(self.counters) > 1 and self._serve_apart():
                return self._asked(to)
            fits = self._homes[home] = self.open and self._stays_whole(home) and self._allowed(home)
        return fits and (not is_hq or self._room(to))

    def _place(self, to: str) -> tuple[str, str, bool]:
        """The same of a place a player has added, or of none."""
        is_hq = self.ledger.roster.is_hq(to)
        return self.old.corps_of_hq(to) if is_hq else to, "", is_hq

    def _stays_whole(self, home: str) -> bool:
        """TLD-A.corps.6: whether a brigade it is a part of is in one corps then."""
        if self.torn is None:
            return True
        return home in self._free if home in self.ashore else not self._tears(self.torn.members, home)

    def _serve_apart(self) -> bool:
        """Whether the units of a brigade serve in several corps, which they go on doing while they wait for another."""
        lines = self.ledger.page(self.day + 1).lines
        return len({lines[u][1] for u in self.counters}) > 1

    def candidates(self, places: Sequence[str], known: Set[str]) -> Sequence[str]:
        """Of a list of places (and the set of them) those that are not plainly closed: all that are open are among them."""
        if not self.plain:
            return places
        if self.division:
            if not self._cannot_leave():
                return places
            serves = self.old.serving.get(self.division, "")  # it may be written back to the corps it serves in
            back = serves != self.old.word.get(self.division) and serves in self.ashore and serves in known
            return [*self._at_sea(places), serves] if back else self._at_sea(places)
        if self.torn is None:
            return places
        # TLD-A.corps.6: with the rest of its brigade, or where it is written to wait
        old, found, sides = self.old, list[str](), self.ledger.roster.of_side[self.ledger.side]
        for home in sorted(self._free & self.ashore):
            found += (home, f"HQ-{home}", *[f"{d}:HQ" for d in old.by_word.get(home, ())])
        for c in self._at_sea(places):  # where there is no HQ yet
            found.append(c)
            if c in old.by_word:
                found += [f"{d}:HQ" for d in old.by_word[c]]
        if sum(map(len, old.by_word.values())) < len(sides):
            found += [f"{d}:HQ" for d in filterfalse(old.word.get, sides)]
        return list(filter(known.__contains__, found))

    def _at_sea(self, places: Sequence[str]) -> list[str]:
        """The corps among all places whose HQs are still to come."""
        found: list[str] | None = self.ledger.shared.get(("at sea", self.day))
        if found is None:
            found = self.ledger.shared["at sea", self.day] = [c for c in places if c in CORPS and c not in self.ashore]
        return found

    # -- a division: it leaves one corps for another, and takes whoever draws on its HQ with it

    def _moved(self, to: str) -> Standing:
        """How things would stand."""
        old, id_ = self.old, self.division
        ashore = to in self.ashore
        lines = self.ledger.page(self.day + 1)[0]
        word, serving, rank = old.word.copy(), old.serving.copy(), self.ledger.roster.rank
        word[id_] = to
        serving[id_] = to if ashore or to == AWAY else lines[id_][1]
        for u in old.attached(f"{id_}:HQ"):
            word[u], serving[u] = to, serving[id_] if ashore else lines[u][1]
        return replace(
            old, word=word, serving=serving, by_word=shifted(old.by_word, id_, old.word.get(id_, ""), to, rank),
            by_serving=shifted(old.by_serving, id_, old.serving.get(id_, ""), serving[id_], rank),
        )  # fmt: skip

    def _cannot_leave(self) -> bool:
        """Whether its corps would be out of order without it, or a brigade torn, wherever on the map it went."""
        if self._bound is None:
            self._bound = self._would_tear() or self._is_needed()
        return self._bound

    def _would_tear(self) -> bool:
        """TLD-A.corps.6: whether a part of a brigade would go with it and leave the rest in the corps; 47 RM is looked at closer."""
        old, roster, units = self.old, self.ledger.roster, self.old.attached(f"{self.division}:HQ")
        home = old.word.get(self.division, "")
        if not units or home not in self.ashore or self._would_draw(home, old.serving.get(self.division, "")):
            return False
        for id_ in {roster.records[u].parent for u in units}:
            brigade = roster.brigades.get(id_)
            if brigade is None or LONER in brigade.members or set(brigade.members) <= set(units):
                continue
            if all(old.word.get(u) == home == old.serving.get(u) for u in brigade.members):
                return True
        return False

    def _is_needed(self) -> bool:
        ledger, old, id_ = self.ledger, self.old, self.division
        home, serves = old.word.get(id_, ""), old.serving.get(id_, "")
        if home == serves and home in self.ashore and len(old.by_serving[home]) <= LEAST:
            # one is left at most: too few if more are due, and somebody could give one; no other fault is possible
            return home in must_be_full(ledger, self.day + 1) and can_spare(ledger, old, home)
        homes = [c for c in dict.fromkeys((home, serves)) if c and not plainly_lawful(ledger, self._then(c, "", "")[0])]
        gone = self._moved(AWAY) if homes else old
        return any(self._worse(("corps", c), composition(ledger, gone, (c,)), composition(ledger, old, (c,))) for c in homes)

    def _plainly_worse(self, c: str, divisions: list[str]) -> bool | None:
        """Whether a corps with these divisions would be worse off than it is; none: that hangs on other corps."""
        here = (self.old.by_serving if c in self.ashore else self.old.by_word).get(c, [])
        after = amounts(self.ledger, self.day + 1, c, divisions)
        if not after:
            return None if after is None else False
        before = amounts(self.ledger, self.day + 1, c, here)
        return None if before is None else any(amount > before.get(matter, 0) for matter, amount in after.items())

    def _worse(self, key: Any, after: Iterable[Fault], before: Iterable[Fault]) -> bool:
        """Whether some fault is new, or greater than it was."""
        known: dict[Any, int] | None = None
        for fault in after:
            if known is None:
                known = self._before.get(key)
                if known is None:
                    known = self._before[key] = {f.key: f.amount for f in before}
            if fault.key not in known or fault.amount > known[fault.key]:
                return True
        return False

    def _division_may_go(self, to: str) -> bool:
        ledger, old, id_ = self.ledger, self.old, self.division
        there = corps(to)
        if not self.open or ledger.roster.is_hq(to):
            return False
        home = old.word.get(id_, "")
        if there is not None and home != to and not joins(ledger, ledger.roster.records[id_], there, self.late):
            return False
        ashore, serves = to in self.ashore, old.serving.get(id_, "")
        if to not in (home, serves) and ((ashore and self._cannot_leave()) or self._plainly_tears(to, ashore)):
            return False
        will_serve = to if ashore else ledger.page(self.day + 1)[0][id_][1]
        then: Standing | None = None
        homes = [c for c in dict.fromkeys((to, home, serves, will_serve)) if c]  # where it goes first: mostly that is full
        for c in homes:
            divisions, joined = self._then(c, to, will_serve)
            if len(divisions) < LEAST and c not in must_be_full(ledger, self.day + 1):
                continue
            if plainly_lawful(ledger, divisions) or (len(divisions) >= LEAST and not joined and id_ in divisions):
                continue  # in order, or as it is
            if joined and plainly_too_many(ledger, self.day + 1, c, divisions):
                return False
            worse = self._plainly_worse(c, divisions)
            if worse is None:
                then = then or self._moved(to)
                worse = self._worse(("corps", c), composition(ledger, then, (c,)), composition(ledger, old, (c,)))
            if worse:
                return False
        return self._company_may_go(to, homes, then)

    def _then(self, c: str, to: str, will_serve: str) -> tuple[list[str], bool]:
        """The divisions a corps would have, and whether this one would be new to it."""
        old, id_ = self.old, self.division
        if c in self.ashore:
            here, joins_it = old.by_serving.get(c, ()), will_serve == c
        else:
            here, joins_it = old.by_word.get(c, ()), to == c
        divisions = [d for d in here if d != id_]
        new = joins_it and len(divisions) == len(here)
        if joins_it:
            divisions.append(id_)
        return divisions, new

    def _company_may_go(self, to: str, homes: list[str], then: Standing | None) -> bool:
        """Whoever draws on the division's HQ goes with it, and corps HQs have room by their divisions."""
        old, hq = self.old, f"{self.division}:HQ"
        units = old.attached(hq)
        word, serves = old.word.get(self.division, ""), old.serving.get(self.division, "")
        then_serves = to if to in self.ashore else self.ledger.page(self.day + 1).lines[self.division][1]
        if self._would_draw(word, serves) or self._would_draw(to, then_serves):  # they may be back with it, or left behind
            return self._asked(to)
        hqs = [name for name in (f"HQ-{c}" for c in homes) if old.by_hq.get(name)]
        if not hqs and not units:
            return True
        if units and self._some_are_odd(units):
            return self._closely(to, [*hqs, hq], then or self._moved(to))
        there, ledger, records = corps(to), self.ledger, self.ledger.roster.records
        if there and old.word.get(self.division) != to and not all(joins(ledger, records[u], there, self.late) for u in units):
            return False
        if units and self._leaves_some(to, units):
            return False
        # TLD-B.4.b: what a corps HQ has room for hangs on the divisions of its corps
        home = old.word.get(self.division, "")
        return to == home or not old.by_hq.get(f"HQ-{home}") or self._room_with_one_less(home)

    def _would_draw(self, word: str, serves: str) -> bool:
        """TLD-J.27: whether anybody who has the division's HQ in mind only draws on it when that is of a corps, and serves in one."""
        if self._back is None:
            hq, lines = f"{self.division}:HQ", self.ledger.page(self.day + 1).lines
            self._back = [lines[u] for u in self.ledger.having(self.day + 1, hq) if lines[u][2] != hq]
        return any(stays(line[0], line[1], word, serves) for line in self._back)

    def _room_with_one_less(self, home: str) -> bool:
        hq, ledger, old = f"HQ-{home}", self.ledger, self.old
        then = excess(ledger, old, hq, divisions=len(old.by_word[home]) - 1)
        return no_worse(then, ledger, old, hq)

    def _leaves_some(self, to: str, units: list[str]) -> bool:
        """TLD-A.corps.6: whether a part of a brigade would go with the division to another corps than the rest is in."""
        if self._parts is None:
            self._parts = list(self._brigades_in_part(units))
        ashore = to in self.ashore
        for part in self._parts:
            word = [to if goes else said for said, _, goes, _ in part]
            serving = [(to if ashore else waits) if goes else serves for _, serves, goes, waits in part]
            if torn(word, serving):
                return True
        return False

    def _plainly_tears(self, to: str, ashore: bool) -> bool:
        """The same, seen from where the others of those brigades are: with them or nowhere."""
        if self._ties is None:
            self._ties = self._found_ties()
        return any(said != {to} and (decides != {to} if ashore else waiting) for said, decides, waiting in self._ties)

    def _found_ties(self) -> list[_Tie]:
        units = self.old.attached(f"{self.division}:HQ")
        if not units or self._some_are_odd(units) or self._would_draw("", "") or self._back:
            return []
        if self._parts is None:
            self._parts = list(self._brigades_in_part(units))
        found = []
        for part in self._parts:
            said = {said for said, _, goes, _ in part if not goes}
            serving = {serves for _, serves, goes, _ in part if not goes}
            waiting = serving | {waits for _, _, goes, waits in part if goes}
            if said:
                found.append((said, said if "" in serving else serving, "" in waiting or len(waiting) > 1))
        return found

    def _some_are_odd(self, units: list[str]) -> bool:
        """Whether there are units among these of which other rules speak."""
        return any(who.loner or who.first for who in [Subject.of(self.ledger.roster, u) for u in units])

    def _brigades_in_part(self, units: list[str]) -> Iterator[_Part]:
        """The brigades some of whose units draw on the division's HQ, if they are not torn yet."""
        old, roster, lines = self.old, self.ledger.roster, self.ledger.page(self.day + 1).lines
        for id_ in {roster.records[u].parent for u in units}:
            brigade = roster.brigades.get(id_)
            if brigade is not None and not self._is_torn(brigade):
                yield [(old.word.get(u, ""), old.serving.get(u, ""), u in units, lines[u][1]) for u in brigade.members]

    def _closely(self, to: str, hqs: list[str], then: Standing) -> bool:
        """The same with those among them that have rules of their own."""
        ledger, old, units = self.ledger, self.old, self.old.attached(f"{self.division}:HQ")
        if units and self._worse("units", wrong_corps(ledger, then, units), wrong_corps(ledger, old, units)):
            return False
        brigades = list(dict.fromkeys(ledger.roster.records[u].parent for u in units))
        if brigades and self._worse("brigades", split_brigades(ledger, then, brigades), split_brigades(ledger, old, brigades)):
            return False
        return all(no_worse(excess(ledger, then, name), ledger, old, name) for name in hqs)

    # -- anybody else

    def _tears(self, brigade: tuple[str, ...], home: str) -> bool:
        """TLD-A.corps.6: whether a part of a brigade would be in another corps than the rest, if that is still to come."""
        old, counters, lines = self.old, self.counters, self.ledger.page(self.day + 1)[0]
        word = [home if u in counters else old.word.get(u, "") for u in brigade]
        serving = [lines[u][1] if u in counters else old.serving.get(u, "") for u in brigade]
        return torn(word, serving)

    def _allowed(self, home: str) -> bool:
        if home in self.subject.joins[self.late]:
            return True
        there = corps(home) if home else None
        if there is None:
            return True
        ledger, word, records = self.ledger, self.old.word, self.ledger.roster.records
        return all(word.get(u) == home or joins(ledger, records[u], there, self.late) for u in self.counters)

    def _room(self, hq: str) -> bool:
        ledger, old, counters = self.ledger, self.old, self.counters
        records, here, limits = ledger.roster.records, old.by_hq.get(hq, NOBODY), limits_of(ledger, old, hq)
        if len(counters) == 1 and (plain := limits.room_for(records, hq, here, counters[0])) is not None and not old.stand_ins:
            return plain
        for u in counters:
            if limits.never(records, u) and u not in here:
                return False
        drawing = [*(u for u in here if u not in counters), *counters] if here else counters
        if old.stand_ins:
            return no_worse(excess(ledger, old, hq, drawing), ledger, old, hq)
        then = limits.excess(records, drawing)
        return not then or no_worse(then, ledger, old, hq)


def untorn(said: set[str], serves: set[str], first: str | bool) -> set[str]:
    """The corps on the map that do not tear a brigade apart if some of it go there, by where the rest is: what `torn` says.

    `first`: where the first of the brigade serves; true: it is one of those who go.
    """
    found = set[str]()
    if len(said) == 1 and (first is True or first in said or "" in serves):
        found |= said
    if len(serves) == 1 and "" not in serves:
        found |= serves
    return found


def torn(word: list[str], serving: list[str]) -> bool:
    """TLD-A.corps.6: whether the units of a brigade are in more than one corps; where some serve in none, by what is written."""
    if word.count(word[0]) == len(word) and serving[0] == word[0]:
        return False
    return len(set(word if "" in serving else serving)) > 1


def no_worse(then: list[tuple[str, int]], ledger: Ledger, old: Standing, hq: str) -> bool:
    """Whether an HQ would be over no limit that it is not over already by as many."""
    if not then:
        return True
    before = dict(excess(ledger, old, hq))
    return all(amount <= before.get(clause, 0) for clause, amount in then)
