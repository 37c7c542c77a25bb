"""TLD-B.4: how many and which units an HQ can supply, with every dated exception."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from .days import through, words
from .lawful import CANADIAN_GUNS, THEIR_DIVISION, Fault, apart_by_right
from .ledger import Ledger, Standing
from .pieces import ALLIED, FORMATIONS, LIMITS
from .roster import BRIGADES, GROUPS, Corps, Record, corps

_C = LIMITS["capacity"]
UK, US, CORPS_GUNS = _C["british_division"], _C["us_division"], _C["allied_corps"]
BOTH, ONE, US_GUNS = (through(id_) for id_ in ("fifty-both", "fifty-one", "fifty-987"))  # TLD-B.4.a.5
SELF_PROPELLED, AMERICAN = ("ART-86", "ART-147"), "ART-987US"


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


def rows(ledger: Ledger, stands: Standing, hq: str) -> list[Row]:
    """Every limit of an HQ on a day."""
    records = ledger.roster.records
    attached = [records[u] for u in stands.attached(hq) if u not in stands.stand_ins]  # TLD-J.6
    if (division := ledger.roster.division_of(hq)) is not None:
        return division_rows(ledger, stands, division, attached)
    there = corps(hq)
    return corps_rows(ledger, stands, there, attached) if there is not None else []


def _ids(records: Iterable[Record], test: Callable[[Record], object]) -> tuple[str, ...]:
    return tuple(record.id for record in records if test(record))


def _brigades(attached: Iterable[Record], ledger: Ledger, test: Callable[[Record], object]) -> tuple[str, ...]:
    """TLD-J.23: a brigade counts if any of its units is attached."""
    found = []
    for record in attached:
        brigade = ledger.roster.records.get(record.parent or record.id)
        if brigade is not None and brigade.kind in BRIGADES and test(brigade):
            found.append(brigade.id)
    return tuple(dict.fromkeys(found))


# ---------------------------------------------------------------- TLD-B.4.a: divisional HQs


def division_rows(ledger: Ledger, stands: Standing, division: Record, attached: list[Record]) -> list[Row]:
    if division.side != ALLIED:  # TLD-G.9: no figures for the German side
        return []
    if division.group == "A":
        return american_rows(division, attached)
    own = [r for r in attached if not _their_guns(r, division)]
    counted = [r for r in own if not (r.id == "CDO-47RM" and apart_by_right(ledger, stands, r.id))]
    return [
        Row("independent brigades", "TLD-B.4.a.4", UK["max_brigades"], _brigades(counted, ledger, lambda b: True)),
        Row(
            "armoured brigades",
            "TLD-B.4.a.4",
            UK["max_armoured_brigades"],
            _brigades(counted, ledger, lambda b: b.kind == "armoured_brigade"),
        ),
        Row("special armour of the 79th", "TLD-B.4.a.4", UK["max_special_79th"], _ids(own, lambda r: r.special)),
        Row("attached units in all", "TLD-B.4.a.4", UK["max_attached_total"], tuple(r.id for r in own)),
        *_guns_of_a_division(division, own, stands.day),
        Row(
            "units of another country", "TLD-B.9", 0, _ids(own, lambda r: r.group != "W" and not _lent(r, division, stands.day))
        ),
    ]


def _their_guns(record: Record, division: Record) -> bool:
    """TLD-A.corps.13, TLD-J.3: 19C is 3rd Canadian's own."""
    return record.id == CANADIAN_GUNS and division.id == THEIR_DIVISION


def _lent(record: Record, division: Record, day: int) -> bool:
    return record.id == AMERICAN and division.id == "50" and day <= US_GUNS


def _guns_of_a_division(division: Record, attached: list[Record], day: int) -> Iterator[Row]:
    """TLD-B.4.a: no attached ranged artillery, but for TLD-B.4.a.5."""
    guns = _ids(attached, lambda r: r.ranged)
    if division.id != "50":
        yield Row("ranged artillery", "TLD-B.4.a", UK["ranged_artillery"], guns)
        return
    free = {AMERICAN} if day <= US_GUNS else set()
    two = 2 if day <= BOTH else 1 if day <= ONE else 0
    until = BOTH if day <= BOTH else ONE
    yield Row(
        "artillery 86 and 147", "TLD-B.4.a.5", two, tuple(g for g in guns if g in SELF_PROPELLED), f"through {words(until)}"
    )
    yield Row("other ranged artillery", "TLD-B.4.a", 0, tuple(g for g in guns if g not in SELF_PROPELLED and g not in free))


def american_rows(division: Record, attached: list[Record]) -> list[Row]:
    """TLD-B.4.a.1 to .3, TLD-J.6; TLD-C.2: American special armour counts as any armour."""
    armour = US["max_armour_units"] if division.division_class != "armour" else 0
    strangers = _ids(attached, lambda r: r.group != "A" and not (r.special == "CROC" and US["croc_allowed"]))
    return [
        Row("independent units", "TLD-B.4.a.1", US["independent_units"], tuple(r.id for r in attached)),
        Row("armour units", "TLD-B.4.a.2", armour, _ids(attached, lambda r: r.arm == "armour")),
        Row("ranged artillery", "TLD-B.4.a", US["ranged_artillery"], _ids(attached, lambda r: r.ranged)),
        Row("units of another country", "TLD-B.9", 0, strangers),
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


def corps_rows(ledger: Ledger, stands: Standing, there: Corps, attached: list[Record]) -> list[Row]:
    if there.side != ALLIED:
        return []
    divisions = stands.divisions(there.id, ledger.roster)  # TLD-J.10: on the map or not
    guns = [r for r in attached if is_artillery(r)]
    american = there.nationality == "US"
    strangers = _ids(attached, lambda r: (r.group == "A") != american)
    found = [
        Row(
            "independent artillery",
            "TLD-B.4.b",
            artillery_limit(len(divisions)),
            tuple(r.id for r in guns),
            f"{len(divisions)} divisions in the corps",
        ),
        Row(
            "US artillery groups",
            "TLD-B.4.b",
            CORPS_GUNS["max_us_groups"],
            _ids(guns, lambda r: r.kind == "us_artillery_group"),
        ),
        *(_us_corps(ledger, attached) if american else _british_corps(there, attached)),
        Row("units of another country", "TLD-B.9", 0, strangers),
    ]
    return found


def _groups(attached: Iterable[Record], arm: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(r.parent or r.id for r in attached if r.arm == arm))


def _british_corps(there: Corps, attached: list[Record]) -> Iterator[Row]:
    """TLD-B.4.b.2, TLD-B.1.e; "British" is any HQ of the command group (TLD-J.6)."""
    caps = _C["british_corps"]
    yield Row("recon battalions", "TLD-B.4.b.2", caps["recon_battalions"], _groups(attached, "recon"))
    yield Row("anti-tank battalions", "TLD-B.4.b.2", caps["anti_tank_battalions"], _groups(attached, "anti_tank"))
    others = _ids(attached, lambda r: not is_artillery(r) and r.arm not in ("recon", "anti_tank"))
    yield Row("units that need a divisional HQ", "TLD-B.1.e", 0, others)
    if there.nationality == "British":
        yield Row("19C artillery", "TLD-A.corps.13", 0, _ids(attached, lambda r: r.id == CANADIAN_GUNS))


def _us_corps(ledger: Ledger, attached: list[Record]) -> Iterator[Row]:
    """TLD-B.4.b.1: two recon battalions, and a whole regiment or one single battalion of infantry."""
    caps = _C["us_corps"]
    infantry = [r for r in attached if r.arm == "infantry"]
    whole = len({r.parent for r in infantry}) == 1 and bool(infantry[0].parent) if infantry else False
    yield Row("recon battalions", "TLD-B.4.b.1", caps["recon_battalions"], _groups(attached, "recon"))
    yield Row(
        "infantry battalions",
        "TLD-B.4.b.1",
        3 if whole else 1,
        tuple(r.id for r in infantry),
        "one regiment" if whole else "a single battalion",
    )
    others = _ids(attached, lambda r: not is_artillery(r) and r.arm not in ("recon", "infantry"))
    yield Row("units that need a divisional HQ", "TLD-B.1.e", 0, others)


# ---------------------------------------------------------------- what is over


def over(rows_: Iterable[Row]) -> Iterator[tuple[Row, tuple[str, ...]]]:
    """Limits that are exceeded, with what was written last and is over (TLD-J.11: the owner may name others)."""
    for row in rows_:
        if row.left < 0:
            yield row, row.units[row.limit :]


def hqs_in_use(stands: Standing) -> list[str]:
    return list(dict.fromkeys(stands.hq.values()))


def over_capacity(ledger: Ledger, stands: Standing, only: Iterable[str] | None = None) -> Iterator[Fault]:
    for hq in hqs_in_use(stands) if only is None else only:
        for row, units in over(rows(ledger, stands, hq)):
            more = f" ({row.because})" if row.because else ""
            because = f"{hq} may supply {row.limit} {row.name}{more} and has {len(row.units)}: {', '.join(units)} over"
            yield Fault(row.clause, because, units, hq, len(units))


def units_over(ledger: Ledger, stands: Standing, hq: str) -> set[str]:
    """The counters an HQ cannot supply because it is over a limit (TLD-J.11): a brigade with all its counters."""
    found: set[str] = set()
    for _, units in over(rows(ledger, stands, hq)):
        for id_ in units:
            found |= {u for u in stands.attached(hq) if id_ in (u, ledger.roster.records[u].parent)}
    return found
