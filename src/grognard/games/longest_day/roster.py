"""TLD-A.1, TLD-A.form: what can stand in a ledger: divisions, brigades, battalion groups, counters, corps and
their HQs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

import msgspec

from grognard.core.caching import memoized
from grognard.core.ruling import GrognardError, no_such

from .days import day_of
from .pieces import (
    ALLIED,
    CORPS_FILE,
    FORMATIONS,
    GERMAN,
    LIMITS,
    RANGE,
    ROWS,
    SCENARIO,
    SIDE,
    Row,
    corps_name,
    rating,
)

BRIGADES = ("infantry_brigade", "armoured_brigade", "commando_brigade")
GROUPS = ("corps_recon", "corps_anti_tank")
CLASSES = ("infantry", "armour", "airborne")
_A = tuple(LIMITS["rulings"]["command_groups"]["A"])  # TLD-J.5


class Record(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One line a ledger can speak of."""

    id: str
    name: str
    nationality: str
    what: str  # division, brigade, group (recon or anti-tank), unit, never
    kind: str = ""
    side: str = ALLIED
    division_class: str = ""
    arm: str = ""
    members: tuple[str, ...] = ()
    parent: str = ""
    special: str = ""  # TLD-C: AVRE, CROC, CRAB
    ranged: bool = False  # TLD-J.4
    weight: int = 1  # TLD-B.5.a.1.n
    remnant_of: str = ""  # TLD-B.11: the counter a remnant stands for
    opening: str = ""  # TLD-A.table, TLD-A.corps.7
    rating: str = ""
    label: str = ""
    provenance: str = "document"

    @property
    def group(self) -> str:
        """TLD-J.5: W serves under British and Canadian HQs, A under American ones."""
        return "G" if self.side == GERMAN else "A" if self.nationality in _A else "W"

    @property
    def infantry(self) -> bool:
        """TLD-A.corps.9.b: airborne counts as infantry."""
        return self.division_class in ("infantry", "airborne")


class Corps(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    id: str
    name: str
    nationality: str
    side: str = ALLIED

    @property
    def hq(self) -> str:
        return f"HQ-{self.id}"


# ---------------------------------------------------------------- from the data


def _openings() -> dict[str, str]:
    """TLD-A.table, TLD-A.corps.7, TLD-S.20: the corps each record begins in."""
    result: dict[str, str] = {}
    for row in CORPS_FILE["by_beach"]:
        result |= dict.fromkeys(row["units"], row["corps"])
    for row in CORPS_FILE["corps"]:
        result |= dict.fromkeys([*row["initial_divisions"], *row["initial_independent"]], row["id"])
    for row in SCENARIO.get("german_corps", ()):
        result |= dict.fromkeys(row["divisions"], row["id"])
    return result


OPENING = _openings()
_BY_KIND = {
    "division": "division",
    **dict.fromkeys(BRIGADES, "brigade"),
    **dict.fromkeys(GROUPS, "group"),
    "special_armour_group": "special",
}


def _formation(raw: Row) -> Record:
    return Record(
        id=raw["id"],
        name=raw["name"],
        nationality=raw["nationality"],
        what=_BY_KIND[raw["kind"]],
        kind=raw["kind"],
        division_class=raw.get("division_class", ""),
        members=tuple(raw.get("members", ())),
        opening=OPENING.get(raw["id"], ""),
        label=raw["label"],
        provenance=raw["provenance"],
    )


def _counter(number: int) -> Record:
    raw = ROWS[number]
    parent, whole = raw.get("parent", ""), raw.get("brigade", "")  # TLD-J.23: a brigade may be one counter
    return Record(
        id=raw["id"],
        name=raw["name"],
        nationality=raw["nationality"],
        what="brigade" if whole else "unit",
        side=SIDE[number],
        kind=whole or raw["kind"],
        members=(raw["id"],) if whole else (),
        arm=raw["arm"],
        parent=parent,
        special=raw.get("special_79th", ""),
        weight=raw["consumption_units"],
        ranged=raw["attack_parenthesised"] and RANGE[number] >= LIMITS["rulings"]["ranged_min_range"],
        opening=OPENING.get(raw["id"]) or OPENING.get(parent, ""),
        rating=rating(number) if raw.get("printed") else "",
        label=raw.get("label", ""),
        provenance=raw["provenance"],
    )


def _german(division: str) -> Record:
    return Record(
        id=division,
        name=f"{division} Division",
        nationality="German",
        what="division",
        kind="division",
        side=GERMAN,
        division_class="infantry",
        opening=OPENING.get(division, ""),
        provenance="history",
    )


def _elsewhere(raw: Row) -> Record:
    """TLD-J.25: pieces the text names and the roster lacks."""
    kind = str(raw["kind"])
    what = (
        "never"
        if kind == "never_assigned"
        else "brigade"
        if kind in BRIGADES
        else "division"
        if kind == "division"
        else "unit"
    )
    arm = "artillery" if kind == "us_artillery_group" else "infantry"
    members = (raw["id"],) if what == "brigade" else ()
    return Record(
        id=raw["id"],
        name=raw["name"],
        nationality=raw["nationality"],
        what=what,
        kind=kind,
        arm=arm,
        members=members,
        division_class=raw.get("division_class", ""),
        ranged=kind == "us_artillery_group",
        weight=raw.get("consumption_units", 1),
    )


def _records() -> dict[str, Record]:
    result = {id_: _formation(raw) for id_, raw in FORMATIONS.items()}
    for number, raw in enumerate(ROWS):
        if raw["division"] or raw["hq"] or raw["arm"] == "supply":
            if SIDE[number] == GERMAN and raw["division"] and raw["division"] not in result:
                result[raw["division"]] = _german(raw["division"])
            continue
        result[raw["id"]] = _counter(number)
    result |= {
        raw["id"]: _elsewhere(raw) for raw in CORPS_FILE["named_elsewhere"] if not raw["id"].endswith("-n")
    }
    return result


RECORDS: dict[str, Record] = _records()
_PATTERNS = {
    raw["id"][:-1]: _elsewhere(raw) for raw in CORPS_FILE["named_elsewhere"] if raw["id"].endswith("-n")
}
CORPS: dict[str, Corps] = {
    row["id"]: Corps(id=row["id"], name=corps_name(row["id"]), nationality=row["nationality"])
    for row in CORPS_FILE["corps"]
} | {
    row["id"]: Corps(id=row["id"], name=corps_name(row["id"]), nationality="German", side=GERMAN)
    for row in SCENARIO.get("german_corps", ())
}
FOLDED = {id_.casefold(): id_ for id_ in (*RECORDS, *CORPS)}
ALIASES = {"1": "I", "8": "VIII", "12": "XII", "30": "XXX", "2CAN-CORPS": "IICAN", "ii can": "IICAN"}


@lru_cache(maxsize=4096)
def corps(name: str) -> Corps | None:
    """A corps by its id, its number or its HQ; `US-VII` and the like are American ones."""
    id_ = ALIASES.get(name, name.removeprefix("HQ-"))
    if result := CORPS.get(FOLDED.get(id_.casefold(), id_)):
        return result
    if re.fullmatch(r"US-[IVXLC]+", id_):
        return Corps(id=id_, name=corps_name(id_), nationality="US")
    return None


class Headquarters(NamedTuple):
    """Whose HQ it is: a division's or a corps's."""

    division: str = ""
    corps: str = ""


@lru_cache(maxsize=4096)
def headquarters(name: str) -> Headquarters:
    """Read the name of an HQ; a corps may be named in place of its HQ.

    >>> headquarters("11ARM:HQ"), headquarters("HQ-VIII"), headquarters("VIII").corps
    (Headquarters(division='11ARM', corps=''), Headquarters(division='', corps='VIII'), 'VIII')
    """
    if name.endswith(":HQ"):
        return Headquarters(division=name.removesuffix(":HQ"))
    return Headquarters(corps=name.removeprefix("HQ-"))


class Roster:
    """All the records a ledger may speak of: the roster's own, and pieces a player adds to a ledger file."""

    def __init__(self, extra: Iterable[Record] = ()) -> None:
        self.records = {**RECORDS, **{record.id: record for record in extra}}
        self.divisions = {id_: r for id_, r in self.records.items() if r.what == "division"}
        self.units = {id_: r for id_, r in self.records.items() if r.what == "unit" or r.members == (id_,)}
        self.records |= _brigades_with_members(self.records, self.units)
        # TLD-A.corps.6 speaks of brigades and regiments: the companies of a recon battalion and the batteries
        # of an anti-tank battalion go singly
        self.brigades = {
            id_: r for id_, r in self.records.items() if r.what == "brigade" and len(r.members) > 1
        }
        # the order of the roster
        self.rank = {id_: number for number, id_ in enumerate((*self.divisions, *self.units))}
        self.hqs = frozenset(f"{id_}:HQ" for id_ in self.divisions)
        self.computed: dict[object, object] = {}  # what was computed from the records (`memoized`)
        self.of_side = {
            side: [id_ for id_, r in self.divisions.items() if r.side == side] for side in (ALLIED, GERMAN)
        }
        # a division stands for itself
        self.counters_of = {id_: r.members or (id_,) for id_, r in self.records.items()}

    def record(self, name: str) -> Record:
        """A record by its id, whatever the case; numbered pieces such as RMSR-1 come into being when
        named."""
        if result := self.records.get(name) or self.records.get(FOLDED.get(name.casefold(), "")):
            return result
        for prefix, model in _PATTERNS.items():
            if name.startswith(prefix) and name[len(prefix) :].isdigit():
                self.records[name] = made = msgspec.structs.replace(model, id=name)
                self.counters_of[name] = (name,)
                return made
        raise GrognardError(no_such("unit or formation", name, self.records))

    def counters(self, name: str) -> tuple[str, ...]:
        """The independent counters a record stands for; a division stands for itself."""
        return self.counters_of.get(name) or self.counters_of[self.record(name).id]

    @memoized("computed")
    def sharing(self, name: str) -> frozenset[str]:
        """The records that stand for some of the counters this one stands for, itself included."""
        mine = set(self.counters(name))
        others = (id_ for id_, counters in self.counters_of.items() if not mine.isdisjoint(counters))
        return frozenset((name, *others))

    @memoized("computed")
    def is_canadian(self, name: str) -> bool:
        """Whether a record, or any of its counters, is Canadian."""
        return any(self.records[id_].nationality == "Canadian" for id_ in (name, *self.counters(name)))

    def is_hq(self, name: str) -> bool:
        return name in self.hqs or (name.startswith("HQ-") and corps(name) is not None)

    def division_of(self, hq: str) -> Record | None:
        """The division of a divisional HQ."""
        return self.divisions.get(headquarters(hq).division)


def _brigades_with_members(records: Mapping[str, Record], units: Mapping[str, Record]) -> dict[str, Record]:
    """The brigades whose members are not listed, with the units that name them as their parent."""
    result = {}
    for id_, record in records.items():
        if record.what == "brigade" and not record.members:
            members = tuple(unit for unit, r in units.items() if r.parent == id_) or (id_,)
            result[id_] = msgspec.structs.replace(record, members=members)
    return result


ROSTER = Roster()

# -------------------------------------------------------- when a HQ comes to the map, if nothing else is said


def _expanded(row: Row) -> Iterable[str]:
    yield from (f"{division}:HQ" for division in row.get("divisions", ()))
    yield from row.get("units", ())


def _arrivals() -> dict[str, int]:
    result: dict[str, int] = {}
    for row in SCENARIO["entry"]:
        for name in _expanded(row):
            if name.endswith(":HQ") or name.startswith("HQ-"):
                result.setdefault(name, day_of(row["date"]))
    for row in SCENARIO["setup"]:
        if row["hq"]["hex"] != "off-map":
            result[f"{row['division']}:HQ"] = 0
    return result


ARRIVALS = _arrivals()  # reconstruction and history, scenario.toml


# a division that leaves the game, and its HQ -> the first day all of which it is gone (TLD-S.16)
LEAVES = {
    name: day_of(row["date"]) + 1
    for row in SCENARIO.get("withdrawal", ())
    for name in (row["division"], f"{row['division']}:HQ")
}
