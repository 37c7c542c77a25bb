"""TLD-B.4: how many and which units an HQ can supply, with every dated exception."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from operator import gt
from typing import NamedTuple

from grognard.core.caching import memoized

from .days import NEVER, date_words, through
from .ledger import Ledger, Order, bites, effective_day
from .ledger_rules import CANADIAN_GUNS, LONER, THEIR_DIVISION, Violation, apart_by_right
from .pages import Standing
from .pieces import ALLIED, ARM, DIVISION, FORMATIONS, LIMITS, UNIT, display_name
from .roster import BRIGADES, GROUPS, Corps, Record, Roster, corps

_C = LIMITS["capacity"]
UK, US, CORPS_GUNS = _C["british_division"], _C["us_division"], _C["allied_corps"]
BOTH, ONE, US_GUNS = (through(id_) for id_ in ("fifty-both", "fifty-one", "fifty-987"))  # TLD-B.4.a.5
SELF_PROPELLED, AMERICAN, FIFTY = ("ART-86", "ART-147"), "ART-987US", "50"
ARMOURED = ("armoured_brigade",)


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
    """One limit of an HQ before units are counted: `counts` says as what a unit counts, if it does."""

    name: str
    clause: str
    most: int
    counts: Callable[
        [Record], str
    ]  # its own name, or that of the brigade or battalion it stands for; nothing: it does not count
    because: str = ""
    regiment: int = 0  # TLD-B.4.b.1: how many there may be if all are of one regiment


class Limits:
    """All limits of HQs of a kind."""

    def __init__(self, limits: Iterable[Limit]) -> None:
        self.limits = tuple(limits)
        self.most = [limit.most for limit in self.limits]
        self.computed: dict[object, object] = {}

    def rows(self, attached: list[Record]) -> list[Row]:
        result = []
        for limit in self.limits:
            units = tuple(dict.fromkeys([word for record in attached if (word := limit.counts(record))]))
            most, because = (
                (limit.regiment, "one regiment")
                if self._whole(limit, attached)
                else (limit.most, limit.because)
            )
            result.append(Row(limit.name, limit.clause, most, units, because))
        return result

    def never(self, record: Record) -> bool:
        """Whether a unit, counted by itself, is of a kind this HQ has no room for at all."""
        clauses = [limit.clause for limit in self.limits]
        return any(
            limit.counts(record) == record.id
            and not limit.most
            and not limit.regiment
            and clauses.count(limit.clause) == 1
            for limit in self.limits
        )

    @staticmethod
    def _whole(limit: Limit, attached: Iterable[Record]) -> bool:
        counted = [record for record in attached if limit.counts(record)] if limit.regiment else []
        return len({record.parent for record in counted}) == 1 and bool(counted[0].parent)

    @memoized("computed")
    def _counts_as(self, record: Record) -> tuple[tuple[int, str], ...]:
        """As what a unit counts, with the numbers of the limits it counts to."""
        words = [limit.counts(record) for limit in self.limits]
        return tuple((number, word) for number, word in enumerate(words) if word)

    def _count(self, records: Mapping[str, Record], units: Iterable[str]) -> list[int]:
        counted = {pair for unit in units for pair in self._counts_as(records[unit])}
        tally = [0] * len(self.most)
        for number, _ in counted:
            tally[number] += 1
        return tally

    def excess(self, records: Mapping[str, Record], units: Sequence[str]) -> list[tuple[str, int]]:
        """Limits that are exceeded and by how many."""
        tally = self._count(records, units)
        if not any(map(gt, tally, self.most)):
            return []
        result = []
        for limit, count in zip(self.limits, tally, strict=True):
            if count > limit.most:
                whole = limit.regiment and self._whole(limit, [records[unit] for unit in units])
                if count > (most := limit.regiment if whole else limit.most):
                    result.append((limit.clause, count - most))
        return result


def limits_of(ledger: Ledger, stands: Standing, hq: str) -> Limits:
    """The limits of an HQ on a day; they change with the day, and at a corps with its divisions."""
    roster = ledger.roster
    if (division := roster.division_of(hq)) is not None:
        spent = stands.day if division.id == FIFTY else 0
        apart = LONER in stands.by_hq.get(hq, ()) and apart_by_right(stands, LONER)
        return _division_limits(roster, division.id, spent, apart)
    corps_record = corps(hq)
    if corps_record is None:
        return NO_LIMITS
    return _corps_limits(
        roster, corps_record.id, len(stands.divisions(corps_record.id))
    )  # TLD-J.10: on the map or not


@memoized("computed")
def _division_limits(roster: Roster, division: str, spent: int, apart: bool) -> Limits:
    return Limits(division_limits(roster, roster.divisions[division], spent, apart))


@memoized("computed")
def _corps_limits(roster: Roster, id_: str, count: int) -> Limits:
    corps_record = corps(id_)
    return Limits(corps_limits(corps_record, count)) if corps_record is not None else NO_LIMITS


NO_LIMITS = Limits(())


def rows(ledger: Ledger, stands: Standing, hq: str) -> list[Row]:
    """Every limit of an HQ on a day."""
    records = ledger.roster.records
    attached = [records[u] for u in stands.attached(hq) if u not in stands.stand_ins]  # TLD-J.6
    return limits_of(ledger, stands, hq).rows(attached)


def excess(
    ledger: Ledger, stands: Standing, hq: str, units: Sequence[str] | None = None
) -> list[tuple[str, int]]:
    """What an HQ is over its limits, as (clause, by how many), with the units that draw on it or with
    others."""
    drawing = stands.attached(hq) if units is None else units
    if not drawing:
        return []
    if stands.stand_ins:
        drawing = [u for u in drawing if u not in stands.stand_ins]  # TLD-J.6
    return limits_of(ledger, stands, hq).excess(ledger.roster.records, drawing)


def no_room(
    ledger: Ledger, stands: Standing, hq: str, others: Sequence[str], unit: str
) -> tuple[str, str] | None:
    """Why an HQ cannot supply one more unit beside others: the clause and the words; none: it has room."""
    before = dict(excess(ledger, stands, hq, others))
    then = excess(ledger, stands, hq, [*others, unit])
    clause = next((clause for clause, amount in then if amount > before.get(clause, 0)), "")
    if not clause:
        return None
    counted = [ledger.roster.records[u] for u in (*others, unit)]
    full = [
        row for row in limits_of(ledger, stands, hq).rows(counted) if row.clause == clause and row.left < 0
    ]
    return clause, (
        f"{display_name(hq)} supplies {full[0].limit} {full[0].name}, its limit"
        if full[0].limit
        else f"{display_name(hq)} may not supply {full[0].name}"
    )


def _only(test: Callable[[Record], object]) -> Callable[[Record], str]:
    """Units that pass a test count, each by itself."""
    return lambda record: record.id if test(record) else ""


def _each(record: Record) -> str:
    return record.id


def _brigade(roster: Roster, kinds: Iterable[str], apart: bool) -> Callable[[Record], str]:
    """TLD-J.23: a brigade counts if any of its units is attached; 47 RM by itself does not while it may be
    apart."""

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
    limits = [
        Limit("independent brigades", "TLD-B.4.a.4", UK["max_brigades"], _brigade(roster, BRIGADES, apart)),
        Limit(
            "armoured brigades", "TLD-B.4.a.4", UK["max_armoured_brigades"], _brigade(roster, ARMOURED, apart)
        ),
        Limit(
            "special armor units of the 79th",
            "TLD-B.4.a.4",
            UK["max_special_79th"],
            _only(lambda r: r.special),
        ),
        Limit("attached units in all", "TLD-B.4.a.4", UK["max_attached_total"], _each),
        *_guns_of_a_division(division, day),
        Limit(
            "units of another country",
            "TLD-B.9",
            0,
            _only(lambda r: r.group != "W" and not _lent(r, division, day)),
        ),
    ]
    if division.id != THEIR_DIVISION:
        return limits
    # TLD-A.corps.13, TLD-J.3: 19C is 3rd Canadian's own
    return [limit._replace(counts=_but_their_guns(limit.counts)) for limit in limits]


def _but_their_guns(counts: Callable[[Record], str]) -> Callable[[Record], str]:
    return lambda record: "" if record.id == CANADIAN_GUNS else counts(record)


def _lent(record: Record, division: Record, day: int) -> bool:
    return record.id == AMERICAN and division.id == FIFTY and day <= US_GUNS


def _guns_of_a_division(division: Record, day: int) -> Iterator[Limit]:
    """TLD-B.4.a: no attached ranged artillery, but for TLD-B.4.a.5."""
    if division.id != FIFTY:
        yield Limit("ranged artillery", "TLD-B.4.a", UK["ranged_artillery"], _only(lambda r: r.ranged))
        return
    two = 2 if day <= BOTH else 1 if day <= ONE else 0
    until = BOTH if day <= BOTH else ONE
    yield Limit(
        "artillery 86 and 147",
        "TLD-B.4.a.5",
        two,
        _only(lambda r: r.ranged and r.id in SELF_PROPELLED),
        f"through {date_words(until)}",
    )
    lent = 1 if day <= US_GUNS else 0
    yield Limit(
        "artillery 987 (US)",
        "TLD-B.4.a.5",
        lent,
        _only(lambda r: r.id == AMERICAN),
        f"through {date_words(US_GUNS)}",
    )
    named = {*SELF_PROPELLED, AMERICAN}
    yield Limit("other ranged artillery", "TLD-B.4.a", 0, _only(lambda r: r.ranged and r.id not in named))


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
    """TLD-B.4.a.3, TLD-B.4.a.4: the clause by which an attached unit is fed only while the corps HQ is
    supplied too."""
    if division.group == "A":
        return "TLD-B.4.a.3" if record.arm in ("infantry", "recon") else ""
    group = FORMATIONS.get(record.parent, {}).get("kind", "")
    return "TLD-B.4.a.4" if division.group == "W" and group in GROUPS else ""


# ---------------------------------------------------------------- TLD-B.4.b: corps HQs


def artillery_limit(divisions: int) -> int:
    """TLD-B.4.b: 6 with two divisions, 8 with three, 10 with four or more."""
    steps = CORPS_GUNS["artillery_by_divisions"]
    return int(next((s["units"] for s in reversed(steps) if divisions >= s["divisions"]), steps[0]["units"]))


def corps_limits(corps_record: Corps, divisions: int) -> list[Limit]:
    if corps_record.side != ALLIED:
        return []
    american = corps_record.nationality == "US"
    guns = artillery_limit(divisions)
    return [
        Limit(
            "independent artillery",
            "TLD-B.4.b",
            guns,
            _only(is_artillery),
            f"{divisions} divisions in the corps",
        ),
        Limit(
            "US artillery groups",
            "TLD-B.4.b",
            CORPS_GUNS["max_us_groups"],
            _only(lambda r: is_artillery(r) and r.kind == "us_artillery_group"),
        ),
        *(_us_corps() if american else _british_corps(corps_record)),
        Limit("units of another country", "TLD-B.9", 0, _only(lambda r: (r.group == "A") != american)),
    ]


def _groups(arm: str) -> Callable[[Record], str]:
    return lambda record: (record.parent or record.id) if record.arm == arm else ""


def _british_corps(corps_record: Corps) -> Iterator[Limit]:
    """TLD-B.4.b.2, TLD-B.1.e; "British" is any HQ of the command group (TLD-J.6)."""
    caps = _C["british_corps"]
    yield Limit("recon battalions", "TLD-B.4.b.2", caps["recon_battalions"], _groups("recon"))
    yield Limit("anti-tank battalions", "TLD-B.4.b.2", caps["anti_tank_battalions"], _groups("anti_tank"))
    others = _only(lambda r: not is_artillery(r) and r.arm not in ("recon", "anti_tank"))
    yield Limit("units that need a divisional HQ", "TLD-B.1.e", 0, others)
    if corps_record.nationality == "British":
        yield Limit("19C artillery", "TLD-A.corps.13", 0, _only(lambda r: r.id == CANADIAN_GUNS))


def _us_corps() -> Iterator[Limit]:
    """TLD-B.4.b.1: two recon battalions, and a whole regiment or one single battalion of infantry."""
    yield Limit("recon battalions", "TLD-B.4.b.1", _C["us_corps"]["recon_battalions"], _groups("recon"))
    infantry = _only(lambda r: r.arm == "infantry")
    yield Limit("infantry battalions", "TLD-B.4.b.1", 1, infantry, "a single battalion", regiment=3)
    others = _only(lambda r: not is_artillery(r) and r.arm not in ("recon", "infantry"))
    yield Limit("units that need a divisional HQ", "TLD-B.1.e", 0, others)


# ------------------------------------------------------------- TLD-J.6: units in the place of eliminated ones


def _last_to_an_hq(ledger: Ledger, stands: Standing, unit: str) -> Order | None:
    """The order by which a unit draws on its HQ."""
    mine = [o for o in ledger.orders if ledger.roster.is_hq(o.to) and unit in ledger.roster.counters(o.unit)]
    return next((o for o in reversed(mine) if bites(ledger, o, unit) <= stands.day), None)


def wrong_stand_ins(ledger: Ledger, stands: Standing) -> Iterator[Violation]:
    taken: set[str] = set()
    for unit, lost in stands.stand_ins.items():
        hq = stands.hq.get(unit, "")
        because = "another unit stands in for it" if lost in taken else _no_stand_in(ledger, unit, lost, hq)
        if not because:
            taken.add(lost)
        else:
            yield Violation(
                "TLD-J.6",
                f"{display_name(unit)} cannot stand in for {display_name(lost)} at {display_name(hq)}:"
                f" {because}",
                (unit,),
                hq,
                single=True,
            )


def _no_stand_in(ledger: Ledger, unit: str, lost: str, hq: str) -> str:
    """Why a unit cannot take the place of another: of the division, eliminated, and of the same arm."""
    record, number = ledger.roster.records.get(lost), UNIT.get(lost, -1)
    if record is None and number < 0:
        return "there is no such unit"
    division = DIVISION[number] if number >= 0 else lost.partition(":")[0]
    if f"{division}:HQ" != hq:
        return f"it is not a unit of the division of {display_name(hq)}"
    if lost not in ledger.eliminated:
        return "it has not been eliminated"
    arm, mine = ARM[number] if number >= 0 else record.arm if record else "", ledger.roster.records[unit].arm
    return "" if arm == mine else f"it is {_arm(arm)}, {display_name(unit)} is {_arm(mine)}"


# ---------------------------------------------------------------- what is over


Cut = Iterable[tuple[str, str]]  # HQs, and the units or brigades their owner has named as over (TLD-J.11)


def over(rows_: Iterable[Row], named: Sequence[str] = ()) -> Iterator[tuple[Row, tuple[str, ...]]]:
    """Limits that are exceeded, with what is over: what the owner has named first of all, then what was
    written last."""
    for row in rows_:
        if row.left < 0:
            unnamed = [unit for unit in row.units if unit not in named]
            units = [*unnamed, *(unit for unit in reversed(named) if unit in row.units)]
            yield row, tuple(units[row.limit :])


def hqs_in_use(ledger: Ledger, stands: Standing) -> list[str]:
    """In the order of the roster, however the ledger came about: the planner fixes what it is told first."""
    rank, hqs = ledger.roster.rank, stands.hq
    units = sorted(hqs, key=rank.__getitem__ if hqs.keys() <= rank.keys() else lambda u: rank.get(u, NEVER))
    return list(dict.fromkeys([hqs[u] for u in units]))


def over_capacity(ledger: Ledger, stands: Standing, only: Iterable[str] | None = None) -> Iterator[Violation]:
    if stands.stand_ins:
        yield from wrong_stand_ins(ledger, stands)
    for hq in hqs_in_use(ledger, stands) if only is None else only:
        if not excess(ledger, stands, hq):
            continue
        for row, units in over(rows(ledger, stands, hq)):
            if units == (AMERICAN,) and _leave_ran_out(ledger, stands):
                continue
            more = f" ({row.because})" if row.because else ""
            because = over_words(hq, row, units, more)
            yield Violation(row.clause, because, units, hq, len(units))


def over_words(hq: str, row: Row, units: Sequence[str], more: str) -> str:
    """What an HQ is over one of its limits, in words."""
    name, over_ = display_name(hq), ", ".join(map(display_name, units))
    if not row.limit:
        return f"{name} may not supply {row.name}{more}: {over_}"
    return f"{name} may supply {row.limit} {row.name}{more} and has {len(row.units)}; too many: {over_}"


def _arm(arm: str) -> str:
    return {"armour": "armor", "anti_tank": "anti-tank"}.get(arm, arm)


def _leave_ran_out(ledger: Ledger, stands: Standing) -> bool:
    """TLD-J.5, TLD-J.11: 987 was legally with 50th Division and goes unsupplied from 30 June; no side could
    put that right."""
    if stands.day <= US_GUNS or stands.hq.get(AMERICAN) != f"{FIFTY}:HQ":
        return False
    order = _last_to_an_hq(ledger, stands, AMERICAN)
    return order is not None and effective_day(ledger, order) <= US_GUNS


def units_over(ledger: Ledger, stands: Standing, hq: str, cut: Cut = ()) -> set[str]:
    """The counters an HQ cannot supply because it is over a limit (TLD-J.11): a brigade with all its
    counters."""
    result: set[str] = set()
    if not excess(ledger, stands, hq):
        return result
    for _, units in over(rows(ledger, stands, hq), named_at(hq, cut)):
        for id_ in units:
            result |= {u for u in stands.attached(hq) if id_ in (u, ledger.roster.records[u].parent)}
    return result


def named_at(hq: str, cut: Cut) -> list[str]:
    """The units an owner has named as over at an HQ."""
    return [unit for at, unit in cut if at == hq]


def to_be_named(ledger: Ledger, stands: Standing, cut: Cut) -> tuple[str, Row] | None:
    """TLD-J.11: the first HQ with a limit at which its owner must still say who is over, and the limit; where
    none is supplied, or all that count are over, there is nothing to say."""
    for hq in hqs_in_use(ledger, stands):
        named = named_at(hq, cut)
        for row in rows(ledger, stands, hq) if excess(ledger, stands, hq) else ():
            if row.limit and row.left < 0 and len([unit for unit in row.units if unit in named]) < -row.left:
                return hq, row._replace(units=tuple(unit for unit in row.units if unit not in named))
    return None
