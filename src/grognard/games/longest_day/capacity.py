"""TLD-B.4: how many and which units an HQ can supply, with every dated exception."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from operator import gt
from typing import NamedTuple

from .days import NEVER, through, words
from .lawful import CANADIAN_GUNS, LONER, THEIR_DIVISION, Fault, apart_by_right
from .ledger import Ledger, Order, effective_day
from .pages import Standing
from .pieces import ALLIED, ARM, DIVISION, FORMATIONS, LIMITS, UNIT
from .roster import BRIGADES, GROUPS, Corps, Record, Roster, corps

_C = LIMITS["capacity"]
UK, US, CORPS_GUNS = _C["british_division"], _C["us_division"], _C["allied_corps"]
BOTH, ONE, US_GUNS = (through(id_) for id_ in ("fifty-both", "fifty-one", "fifty-987"))  # TLD-B.4.a.5
SELF_PROPELLED, AMERICAN, FIFTY = ("ART-86", "ART-147"), "ART-987US", "50"
ARMOURED = ("armoured_brigade",)
MOST_KNOWN = 2000  # sets of units of which the verdict is remembered for all HQs of a kind


class Row(NamedTuple):
    """One limit of an HQ: what counts to it, how much there is and how much there may be."""

    name: str
    clause: str
    limit: int
    units: tuple[str, ...]  # what counts, in the order it was written; brigades for a limit on brigades
    because: str = ""

    @property
    def left(self) -> int:
        return self.limit - len(self.units)


def is_artillery(record: Record) -> bool:
    """TLD-J.4: anti-tank batteries are not ranged and stand outside the artillery of a corps."""
    return record.ranged or (record.arm == "artillery")


class Limit(NamedTuple):
    """One limit of an HQ before anybody is counted: `counts` says as what a unit counts, if it does."""

    name: str
    clause: str
    most: int
    counts: Callable[
        [Record], str
    ]  # its own name, or that of the brigade or battalion it stands for; nothing: it does not count
    because: str = ""
    regiment: int = 0  # TLD-B.4.b.1: how many there may be if all are of one regiment


class Limits:
    """All limits of HQs of a kind, with what each unit counts as, worked out when it is first asked about."""

    def __init__(self, limits: Iterable[Limit]) -> None:
        self.limits = tuple(limits)
        self.most = [limit.most for limit in self.limits]
        self._never: dict[str, bool] = {}
        self._words: dict[str, tuple[tuple[int, str], ...]] = {}
        # units -> what they are too much by, of those asked about
        self._known: dict[tuple[str, ...], list[tuple[str, int]]] = {}
        self._now: dict[str, tuple[Sequence[str], dict[tuple[int, str], None], list[int]]] = {}  # HQ -> units, how they count

    def rows(self, attached: list[Record]) -> list[Row]:
        found = []
        for limit in self.limits:
            units = tuple(dict.fromkeys([word for record in attached if (word := limit.counts(record))]))
            most, because = (limit.regiment, "one regiment") if self._whole(limit, attached) else (limit.most, limit.because)
            found.append(Row(limit.name, limit.clause, most, units, because))
        return found

    def never(self, records: Mapping[str, Record], unit: str) -> bool:
        """Whether a unit, counted by itself, is of a kind this HQ has no room for at all."""
        found = self._never.get(unit)
        if found is None:
            record, clauses = records[unit], [limit.clause for limit in self.limits]
            found = self._never[unit] = any(
                limit.counts(record) == unit and not limit.most and not limit.regiment and clauses.count(limit.clause) == 1
                for limit in self.limits
            )
        return found

    @staticmethod
    def _whole(limit: Limit, attached: Iterable[Record]) -> bool:
        counted = [record for record in attached if limit.counts(record)] if limit.regiment else []
        return len({record.parent for record in counted}) == 1 and bool(counted[0].parent)

    def room_for(self, records: Mapping[str, Record], hq: str, here: Sequence[str], unit: str) -> bool | None:
        """Whether there is room at an HQ for one more unit beside those here; none: that must be counted.

        The lists of who draws on an HQ are never changed, so that the very same list counts as it did.
        """
        if self.never(records, unit):
            return False if unit not in here else None
        now = self._now.get(hq)
        if now is None or now[0] is not here:
            now = self._now[hq] = here, *self._count(records, here)
        _, counted, tally = now
        most = self.most
        for pair in self._words.get(unit) or self._pairs(records, unit):
            if pair not in counted and tally[pair[0]] >= most[pair[0]]:
                return None
        return None if unit in here or any(map(gt, tally, most)) else True

    def _pairs(self, records: Mapping[str, Record], unit: str) -> tuple[tuple[int, str], ...]:
        """As what a unit counts, with the numbers of the limits it counts to."""
        found = self._words.get(unit)
        if found is None:
            record = records[unit]
            found = self._words[unit] = tuple(
                (number, word) for number, limit in enumerate(self.limits) if (word := limit.counts(record))
            )
        return found

    def _count(self, records: Mapping[str, Record], units: Iterable[str]) -> tuple[dict[tuple[int, str], None], list[int]]:
        counted: dict[tuple[int, str], None] = {}
        for unit in units:
            for pair in self._words.get(unit) or self._pairs(records, unit):
                counted[pair] = None
        tally = [0] * len(self.most)
        for number, _ in counted:
            tally[number] += 1
        return counted, tally

    def excess(self, records: Mapping[str, Record], units: Iterable[str]) -> list[tuple[str, int]]:
        """Limits that are exceeded and by how many, without a word."""
        key = tuple(units)
        found = self._known.get(key)
        if found is None:
            if len(self._known) >= MOST_KNOWN:
                self._known.clear()
            found = self._known[key] = self._excess(records, key)
        return found

    def _excess(self, records: Mapping[str, Record], units: tuple[str, ...]) -> list[tuple[str, int]]:
        _, tally = self._count(records, units)
        if not any(map(gt, tally, self.most)):
            return []
        found = []
        for limit, count in zip(self.limits, tally, strict=True):
            if count > limit.most:
                whole = limit.regiment and self._whole(limit, [records[unit] for unit in units])
                if count > (most := limit.regiment if whole else limit.most):
                    found.append((limit.clause, count - most))
        return found


def limits_of(ledger: Ledger, stands: Standing, hq: str, divisions: int | None = None) -> Limits:
    """The limits of an HQ on a day; they change with the day, and at a corps with its divisions, or with so many."""
    roster = ledger.roster
    found: Limits | None = roster.limits.get(hq)
    if found is not None and LONER not in stands.by_hq.get(hq, ()):
        return found
    if (division := roster.division_of(hq)) is not None:
        spent = stands.day if division.id == FIFTY else 0
        apart = LONER in stands.by_hq.get(hq, ()) and apart_by_right(ledger, stands, LONER)
        key: tuple[object, ...] = (*_alike(division), spent, apart)
        found = roster.limits.get(key)
        if found is None:
            found = roster.limits[key] = Limits(division_limits(roster, division, spent, apart))
        if division.id != FIFTY and not apart:
            roster.limits[hq] = found  # most have the same all the time
        return found
    there = corps(hq)
    if there is None:
        return NO_LIMITS
    count = len(stands.divisions(there.id, roster)) if divisions is None else divisions  # TLD-J.10: on the map or not
    key = ("corps", there.nationality, count)
    found = roster.limits.get(key)
    if found is None:
        found = roster.limits[key] = Limits(corps_limits(there, count))
    return found


def _alike(division: Record) -> tuple[object, ...]:
    """What the limits of a division's HQ hang on: those of many are the same, and then what is known of them is."""
    if division.side != ALLIED or division.id in (FIFTY, THEIR_DIVISION):
        return division.side, division.id if division.side == ALLIED else ""
    return division.group, division.group == "A" and division.division_class == "armour"


NO_LIMITS = Limits(())


def rows(ledger: Ledger, stands: Standing, hq: str) -> list[Row]:
    """Every limit of an HQ on a day."""
    records = ledger.roster.records
    instead = standing_in(ledger, stands)
    attached = [records[u] for u in stands.attached(hq) if u not in instead]  # TLD-J.6
    return limits_of(ledger, stands, hq).rows(attached)


def excess(
    ledger: Ledger, stands: Standing, hq: str, units: Sequence[str] | None = None, divisions: int | None = None
) -> list[tuple[str, int]]:
    """What an HQ is over its limits, as (clause, by how many), with the units that draw on it or with others.

    That of a corps with its divisions, or with so many.
    """
    drawing = stands.attached(hq) if units is None else units
    if not drawing:
        return []
    if stands.stand_ins:
        instead = standing_in(ledger, stands)
        drawing = [u for u in drawing if u not in instead]  # TLD-J.6
    return limits_of(ledger, stands, hq, divisions).excess(ledger.roster.records, drawing)


def _only(test: Callable[[Record], object]) -> Callable[[Record], str]:
    """Units that pass a test count, each by itself."""
    return lambda record: record.id if test(record) else ""


def _each(record: Record) -> str:
    return record.id


def _brigade(roster: Roster, kinds: Iterable[str], apart: bool) -> Callable[[Record], str]:
    """TLD-J.23: a brigade counts if any of its units is attached; 47 RM by itself does not while it may be apart."""

    def counts(record: Record) -> str:
        brigade = roster.records.get(record.parent or record.id)
        if brigade is None or brigade.kind not in kinds or (apart and record.id == LONER):
            return ""
        return brigade.id

    return counts


# ---------------------------------------------------------------- TLD-B.4.a: divisional HQs


def division_limits(roster: Roster, division: Record, day: int, apart: bool) -> list[Limit]:
    if division.side != ALLIED:  # TLD-G.9: no figures for the German side
        return []
    if division.group == "A":
        return american_limits(division)
    found = [
        Limit("independent brigades", "TLD-B.4.a.4", UK["max_brigades"], _brigade(roster, BRIGADES, apart)),
        Limit("armoured brigades", "TLD-B.4.a.4", UK["max_armoured_brigades"], _brigade(roster, ARMOURED, apart)),
        Limit("special armour of the 79th", "TLD-B.4.a.4", UK["max_special_79th"], _only(lambda r: r.special)),
        Limit("attached units in all", "TLD-B.4.a.4", UK["max_attached_total"], _each),
        *_guns_of_a_division(division, day),
        Limit("units of another country", "TLD-B.9", 0, _only(lambda r: r.group != "W" and not _lent(r, division, day))),
    ]
    if division.id != THEIR_DIVISION:
        return found
    # TLD-A.corps.13, TLD-J.3: 19C is 3rd Canadian's own
    return [limit._replace(counts=_but_their_guns(limit.counts)) for limit in found]


def _but_their_guns(counts: Callable[[Record], str]) -> Callable[[Record], str]:
    return lambda record: "" if record.id == CANADIAN_GUNS else counts(record)


def _lent(record: Record, division: Record, day: int) -> bool:
    return record.id == AMERICAN and division.id == FIFTY and day <= US_GUNS


def _guns_of_a_division(division: Record, day: int) -> Iterator[Limit]:
    """TLD-B.4.a: no attached ranged artillery, but for TLD-B.4.a.5."""
    if division.id != FIFTY:
        yield Limit("ranged artillery", "TLD-B.4.a", UK["ranged_artillery"], _only(lambda r: r.ranged))
        return
    free = {AMERICAN} if day <= US_GUNS else set()
    two = 2 if day <= BOTH else 1 if day <= ONE else 0
    until = BOTH if day <= BOTH else ONE
    yield Limit(
        "artillery 86 and 147",
        "TLD-B.4.a.5",
        two,
        _only(lambda r: r.ranged and r.id in SELF_PROPELLED),
        f"through {words(until)}",
    )
    yield Limit(
        "other ranged artillery",
        "TLD-B.4.a",
        0,
        _only(lambda r: r.ranged and r.id not in SELF_PROPELLED and r.id not in free),
    )


def american_limits(division: Record) -> list[Limit]:
    """TLD-B.4.a.1 to .3, TLD-J.6; TLD-C.2: American special armour counts as any armour."""
    armour = US["max_armour_units"] if division.division_class != "armour" else 0
    return [
        Limit("independent units", "TLD-B.4.a.1", US["independent_units"], _each),
        Limit("armour units", "TLD-B.4.a.2", armour, _only(lambda r: r.arm == "armour")),
        Limit("ranged artillery", "TLD-B.4.a", US["ranged_artillery"], _only(lambda r: r.ranged)),
        Limit(
            "units of another country",
            "TLD-B.9",
            0,
            _only(lambda r: r.group != "A" and not (r.special == "CROC" and US["croc_allowed"])),
        ),
    ]


def needs_corps_supply(record: Record, division: Record) -> str:
    """TLD-B.4.a.3, TLD-B.4.a.4: the clause by which an attached unit is fed only while the corps HQ is supplied too."""
    if division.group == "A":
        return "TLD-B.4.a.3" if record.arm in ("infantry", "recon") else ""
    group = FORMATIONS.get(record.parent, {}).get("kind", "")
    return "TLD-B.4.a.4" if division.group == "W" and group in GROUPS else ""


# ---------------------------------------------------------------- TLD-B.4.b: corps HQs


def artillery_limit(divisions: int) -> int:
    """TLD-B.4.b: 6 with two divisions, 8 with three, 10 with four or more."""
    steps = CORPS_GUNS["artillery_by_divisions"]
    return int(next((s["units"] for s in reversed(steps) if divisions >= s["divisions"]), steps[0]["units"]))


def corps_limits(there: Corps, divisions: int) -> list[Limit]:
    if there.side != ALLIED:
        return []
    american = there.nationality == "US"
    guns = artillery_limit(divisions)
    return [
        Limit("independent artillery", "TLD-B.4.b", guns, _only(is_artillery), f"{divisions} divisions in the corps"),
        Limit(
            "US artillery groups",
            "TLD-B.4.b",
            CORPS_GUNS["max_us_groups"],
            _only(lambda r: is_artillery(r) and r.kind == "us_artillery_group"),
        ),
        *(_us_corps() if american else _british_corps(there)),
        Limit("units of another country", "TLD-B.9", 0, _only(lambda r: (r.group == "A") != american)),
    ]


def _groups(arm: str) -> Callable[[Record], str]:
    return lambda record: (record.parent or record.id) if record.arm == arm else ""


def _british_corps(there: Corps) -> Iterator[Limit]:
    """TLD-B.4.b.2, TLD-B.1.e; "British" is any HQ of the command group (TLD-J.6)."""
    caps = _C["british_corps"]
    yield Limit("recon battalions", "TLD-B.4.b.2", caps["recon_battalions"], _groups("recon"))
    yield Limit("anti-tank battalions", "TLD-B.4.b.2", caps["anti_tank_battalions"], _groups("anti_tank"))
    others = _only(lambda r: not is_artillery(r) and r.arm not in ("recon", "anti_tank"))
    yield Limit("units that need a divisional HQ", "TLD-B.1.e", 0, others)
    if there.nationality == "British":
        yield Limit("19C artillery", "TLD-A.corps.13", 0, _only(lambda r: r.id == CANADIAN_GUNS))


def _us_corps() -> Iterator[Limit]:
    """TLD-B.4.b.1: two recon battalions, and a whole regiment or one single battalion of infantry."""
    yield Limit("recon battalions", "TLD-B.4.b.1", _C["us_corps"]["recon_battalions"], _groups("recon"))
    infantry = _only(lambda r: r.arm == "infantry")
    yield Limit("infantry battalions", "TLD-B.4.b.1", 1, infantry, "a single battalion", regiment=3)
    others = _only(lambda r: not is_artillery(r) and r.arm not in ("recon", "infantry"))
    yield Limit("units that need a divisional HQ", "TLD-B.1.e", 0, others)


# ---------------------------------------------------------------- TLD-J.6: units in the place of eliminated ones


def standing_in(ledger: Ledger, stands: Standing) -> dict[str, str]:
    """Units in the place of an eliminated one, and that: those whose last order to an HQ says so."""
    last = {unit: _last_to_an_hq(ledger, stands, unit) for unit in stands.stand_ins}
    return {unit: order.stand_in for unit, order in last.items() if order is not None and order.stand_in}


def _last_to_an_hq(ledger: Ledger, stands: Standing, unit: str) -> Order | None:
    """The order by which a unit draws on its HQ."""
    mine = [o for o in ledger.orders if ledger.roster.is_hq(o.to) and unit in ledger.roster.counters(o.unit)]
    return next((o for o in reversed(mine) if effective_day(ledger, o) <= stands.day), None)


def wrong_stand_ins(ledger: Ledger, stands: Standing) -> Iterator[Fault]:
    taken: set[str] = set()
    for unit, lost in standing_in(ledger, stands).items():
        hq = stands.hq.get(unit, "")
        because = f"{lost} has a stand-in already" if lost in taken else _no_stand_in(ledger, unit, lost, hq)
        if not because:
            taken.add(lost)
        else:
            yield Fault("TLD-J.6", f"{unit} cannot stand in for {lost} at {hq}: {because}", (unit,), hq, single=True)


def _no_stand_in(ledger: Ledger, unit: str, lost: str, hq: str) -> str:
    """Why a unit cannot take the place of another: of the division, eliminated, and of the same arm."""
    record, number = ledger.roster.records.get(lost), UNIT.get(lost, -1)
    if record is None and number < 0:
        return "there is no such unit"
    division = DIVISION[number] if number >= 0 else lost.partition(":")[0]
    if f"{division}:HQ" != hq:
        return f"it is not a unit of the division of {hq}"
    if lost not in ledger.eliminated:
        return "it has not been eliminated"
    arm, mine = ARM[number] if number >= 0 else record.arm if record else "", ledger.roster.records[unit].arm
    return "" if arm == mine else f"it is {arm}, and {unit} is {mine}"


# ---------------------------------------------------------------- what is over


def over(rows_: Iterable[Row]) -> Iterator[tuple[Row, tuple[str, ...]]]:
    """Limits that are exceeded, with what was written last and is over (TLD-J.11: the owner may name others)."""
    for row in rows_:
        if row.left < 0:
            yield row, row.units[row.limit :]


def hqs_in_use(ledger: Ledger, stands: Standing) -> list[str]:
    """In the order of the roster, however the ledger came about: the planner mends what it is told first."""
    rank, hqs = ledger.roster.rank, stands.hq
    units = sorted(hqs, key=rank.__getitem__ if hqs.keys() <= rank.keys() else lambda u: rank.get(u, NEVER))
    return list(dict.fromkeys([hqs[u] for u in units]))


def over_capacity(ledger: Ledger, stands: Standing, only: Iterable[str] | None = None) -> Iterator[Fault]:
    if stands.stand_ins:
        yield from wrong_stand_ins(ledger, stands)
    for hq in hqs_in_use(ledger, stands) if only is None else only:
        if not excess(ledger, stands, hq):
            continue
        for row, units in over(rows(ledger, stands, hq)):
            if units == (AMERICAN,) and _leave_ran_out(ledger, stands):
                continue
            more = f" ({row.because})" if row.because else ""
            because = f"{hq} may supply {row.limit} {row.name}{more} and has {len(row.units)}: {', '.join(units)} over"
            yield Fault(row.clause, because, units, hq, len(units))


def _leave_ran_out(ledger: Ledger, stands: Standing) -> bool:
    """TLD-J.5, TLD-J.11: 987 was lawfully with 50th Division and goes unsupplied from 30 June; nobody could put that right."""
    if stands.day <= US_GUNS or stands.hq.get(AMERICAN) != f"{FIFTY}:HQ":
        return False
    order = _last_to_an_hq(ledger, stands, AMERICAN)
    return order is not None and effective_day(ledger, order) <= US_GUNS


def units_over(ledger: Ledger, stands: Standing, hq: str) -> set[str]:
    """The counters an HQ cannot supply because it is over a limit (TLD-J.11): a brigade with all its counters."""
    found: set[str] = set()
    if not excess(ledger, stands, hq):
        return found
    for _, units in over(rows(ledger, stands, hq)):
        for id_ in units:
            found |= {u for u in stands.attached(hq) if id_ in (u, ledger.roster.records[u].parent)}
    return found
