"""BTR-arrival.data: the Allied counters, as the chart and the opening stock name them."""

from __future__ import annotations

import re
from collections import Counter as Tally
from collections.abc import Sequence
from difflib import get_close_matches
from fractions import Fraction
from functools import cache, partial
from typing import NamedTuple

from grognard.core.data import read as read_data
from grognard.core.ruling import GrognardError

from .rows import Brought, Component

GAME = "beyond-the-rhine"
ALLIED, AXIS = "allied", "axis"
SIDES = (ALLIED, AXIS)  # BTR-frame.sides
US, CW = "us", "cw"
NATIONS = (US, CW)  # whose supply and replacements: American results serve the French too
_SIZES = {"division": "Div", "brigade": "Bde", "regiment": "Rgt", "battalion": "Bn", "group": "Grp"}
RE = {
    "battalion": Fraction(1, 2),
    "regiment": Fraction(1),
    "brigade": Fraction(1),
    "group": Fraction(1),
}  # BTR-ocs.unit.re


read = cache(partial(read_data, "grognard.games.beyond_the_rhine", GAME))


TYPES: dict[str, dict[str, str]] = {
    row["key"]: {name: value for name, value in row.items() if name != "towed"}
    for row in read("unit_types.toml")["type"]
}  # BTR-arrival.types
_TOWED: dict[str, str] = {
    name: value for row in read("unit_types.toml")["type"] for name, value in row.get("towed", {}).items()
}  # of a tank destroyer that only defends
_STEPS: dict[str, int] = read("unit_types.toml")["meta"]["division_steps"]
_FORMATIONS = read("formations.toml")
LIMITS = read("limits.toml")
TWO_STEPS_FROM = int(LIMITS["series"]["two_steps_from"])  # BTR-frame.twostep


# what two identical counters share (BTR-J.3): nationality, type, size, rating, defense only, qualifier, and
# the name of a counter like no other
Identity = tuple[str, str, str, tuple[int, int, int] | None, bool, str, str]


class Counter(NamedTuple):
    """One counter of the Allied player."""

    name: str
    raw: str  # as the chart prints its line
    category: str  # combat, hq, aircraft, transport
    nationality: str
    type: str
    size: str
    label: str  # BTR-arrival.data.label
    steps: int
    rating: tuple[int, int, int] | None  # strength (or barrage), AR (or range), MA
    defence_only: bool
    formation: str  # "" for an independent unit
    qualifier: str
    provenance: str

    @property
    def printed(self) -> str:
        """Its own part of that line: `6-3-6 Tk Bn (747)` of `6-3-6 Tk Bn (741, 747)`."""
        line = self.raw.split("x ", 1)[-1] if self.raw[:1].isdigit() else self.raw
        if not line.endswith(")") or self.qualifier == "no glider":
            return line
        stem = line[: line.rindex("(")]
        return stem.strip() if self.category == "transport" else f"{stem}({self.label})"

    @property
    def figures(self) -> str:
        """BTR-arrival.data.rating: its three figures as the chart prints them, a strength that only defends
        in brackets.
        """
        if self.rating is None:
            return ""
        strength, action, allowance = self.rating
        return (
            f"({strength})-{action}-{allowance}" if self.defence_only else f"{strength}-{action}-{allowance}"
        )

    @property
    def display(self) -> str:
        """Its name in every text: nation, number and type; part and parent; of several alike, the number in
        brackets.
        """
        if self.formation:
            return f"{self.nationality} {self.label}/{spaced(self.formation.partition('-')[2])}"
        if self.is_generic:
            return f"{self.nationality} {_short(self.type)} ({self.label})"
        airborne = " Abn" if self.qualifier == "airborne" else ""
        size = f" {_SIZES[self.size]}" if self.size in _SIZES else ""
        rating = f" ({self.figures})" if self.name.endswith(f"{size.strip()}-{self._action}") else ""
        return (
            f"{self.nationality} {self.label.replace('.', ' ')}{airborne} {_short(self.type)}{size}{rating}"
        )

    @property
    def is_generic(self) -> bool:
        """BTR-arrival.note.2: whether it is one of several alike, told apart by a number of ours."""
        return self.category in ("aircraft", "transport") or self.type in GENERIC

    @property
    def _action(self) -> int:
        return (self.rating or (0, 0, 0))[1]

    @property
    def pool(self) -> str:
        """BTR-repl.users: American results serve US and FR, Commonwealth results the others."""
        return US if self.nationality in ("US", "FR") else CW

    @property
    def re(self) -> Fraction:
        """BTR-ocs.unit.re: a division has as many RE as steps; so has a two-step brigade
        (BTR-frame.twostep).
        """
        if self.category in ("aircraft", "transport"):
            return Fraction(0)
        return (
            Fraction(self.steps)
            if self.size == "division" or self.steps > 1
            else RE.get(self.size, Fraction(1))
        )

    @property
    def independent(self) -> bool:
        """BTR-ocs.independent: of no multi-unit formation, and no multi-step division."""
        return self.category == "combat" and not self.formation and self.steps == 1

    @property
    def identity(self) -> Identity:
        """BTR-J.3: what two identical counters share; a formation's counter and a corps HQ are like no
        other.
        """
        return (
            self.nationality,
            self.type,
            self.size,
            self.rating,
            self.defence_only,
            self.qualifier,
            self.name if self.formation or self.category == "hq" else "",
        )

    @property
    def towed(self) -> bool:
        return self.defence_only and self.type == "tank_destroyer"

    def kind(self, field: str) -> str:
        """Combat class or mobility of its type (BTR-arrival.types)."""
        return _TOWED[field] if self.towed and field in _TOWED else TYPES[self.type][field]


GENERIC = ("breakdown", "mountain_breakdown", "pontoon")


def _short(type_: str) -> str:
    """A type as the display name has it."""
    if type_ in TYPES:
        return spaced(str(TYPES[type_]["short"]))
    return {"truck_point": "Truck", "mule_point": "Mule"}.get(type_, type_)


_BETWEEN_WORDS = re.compile(  # PzG and StuG are one word each
    r"(?<=[a-z0-9])(?=[A-Z])(?!(?<=Stu)G)(?!(?<=Pz)G(?!r))|(?<=[A-Z])(?=[A-Z][a-z])"
)


def spaced(code: str) -> str:
    """A code of ours with its words apart.

    >>> [spaced(code) for code in ("6GdTk", "SPArty", "52AL", "MechRec", "8PzGrRgt", "3PzG", "StuGBn")]
    ['6 Gd Tk', 'SP Arty', '52 AL', 'Mech Rec', '8 Pz Gr Rgt', '3 PzG', 'StuG Bn']
    """
    return _BETWEEN_WORDS.sub(" ", code)


# ---------------------------------------------------------------- from a line of the chart to its counters


def plain(word: str) -> str:
    return word.replace(" ", "").replace(".", "")


def steps_of(category: str, nationality: str, type_: str, size: str, strength: int) -> int:
    """BTR-frame.twostep, BTR-arrival.data.minsteps: the steps of divisions as far as the chart lets them be
    seen.
    """
    if category == "aircraft":
        return 2  # full or reduced
    if size == "division":
        nation = {"US": "us", "FR": "fr"}.get(nationality, "cw")
        return _STEPS.get(f"{type_}_{nation}", 4)
    gun = type_ in ("artillery", "sp_artillery", "rocket")
    return 2 if size in ("brigade", "regiment") and strength >= TWO_STEPS_FROM and not gun else 1


def figures(row: Brought) -> tuple[int, int, int] | None:
    """BTR-arrival.data.rating: of guns the first figure is barrage strength and the second range."""
    result = row.get("rating")
    if not result:
        return None
    if "attack" in result:
        return result["attack"], result["action"], result["move"]
    return result["barrage"], result["range"], result["move"]


def components(row: Brought) -> list[str]:
    """BTR-arrival.data.formation: the counters a formation line brings, by name or by number."""
    if row.get("components"):
        return list(row["components"])
    for known in _FORMATIONS["formation"]:
        fits = known["type"] == row["type"] and known["nationality"] == row["nationality"]
        if fits and known.get("formation", row["formation"]) == row["formation"]:
            return list(known["counters"])
    return [str(n + 1) for n in range(row["count"])]


def _component(row: Brought, part: str) -> Component:
    for known in _FORMATIONS["counter"]:
        if part.endswith(tuple(known["ends"])):
            return Component(type=known["type"], size=known["size"], steps=known["steps"])
    unnamed: list[Component] = [k for k in _FORMATIONS["unnamed"] if k["formation_type"] == row["type"]]
    return unnamed[0]


def _formation_counters(row: Brought) -> list[Counter]:
    code = f"{row['formation']}{TYPES[row['type']]['short']}"
    counters = []
    for part in components(row):
        kind = _component(row, part)
        counters.append(
            Counter(
                f"{row['nationality']}-{code}-{plain(part)}",
                row["raw"],
                "combat",
                row["nationality"],
                kind["type"],
                kind["size"],
                part,
                kind["steps"],
                None,
                False,
                f"{row['nationality']}-{code}",
                "",
                "reconstruction",
            )
        )
    return counters


def _named(row: Brought, label: str) -> Counter:
    """A counter with an id of its own."""
    nation, type_, size = row["nationality"], row["type"], row.get("size", "")
    airborne = "Abn" if row.get("qualifier") == "airborne" else ""
    name = f"{nation}-{plain(label)}{airborne}-{TYPES[type_]['short']}{_SIZES.get(size, '')}"
    rating = figures(row)
    steps = steps_of(row["category"], nation, type_, size, rating[0] if rating else 0)
    return Counter(
        name,
        row["raw"],
        row["category"],
        nation,
        type_,
        size,
        label,
        steps,
        rating,
        bool(row.get("defence_only")),
        "",
        row.get("qualifier", ""),
        "document",
    )


def _generic(row: Brought, number: int) -> Counter:
    """BTR-arrival.note.2: one of several counters alike."""
    nation, type_, size = row["nationality"], row["type"], row.get("size", "")
    short = (
        TYPES[type_]["short"]
        if type_ in TYPES
        else {"truck_point": "Truck", "mule_point": "Mule"}.get(type_, plain(type_))
    )
    rating = figures(row)
    steps = steps_of(row["category"], nation, type_, size, rating[0] if rating else 0)
    return Counter(
        f"{nation}-{short}-{number}",
        row["raw"],
        row["category"],
        nation,
        type_,
        size,
        str(number),
        steps,
        rating,
        bool(row.get("defence_only")),
        "",
        row.get("qualifier", ""),
        "document",
    )


class CounterRegister:
    """The counters, numbered as they are met or, where their names are known already, in the order of
    these.
    """

    def __init__(self, order: Sequence[str] = ()) -> None:
        self.order = {name: number for number, name in enumerate(order)}
        self.by_number: dict[int, Counter] = {}
        self.number: dict[str, int] = {}
        self._generics: Tally[str] = Tally()

    @property
    def counters(self) -> list[Counter]:
        return [self.by_number[number] for number in sorted(self.by_number)]

    def add(self, row: Brought) -> list[int]:
        """The counters of a line that brings them into the game; one that was here before is the same
        counter.
        """
        if row["category"] in ("reserve_marker", "supply"):
            return []
        return [self._enter(counter) for counter in self.expand(row)]

    def expand(self, row: Brought) -> list[Counter]:
        if row["category"] == "formation":
            return _formation_counters(row)
        if row.get("ids"):
            return [_named(row, label) for label in row["ids"]]
        counters = []
        for _ in range(row["count"]):
            stem = _generic(row, 0).name
            self._generics[stem] += 1
            counters.append(_generic(row, self._generics[stem]))
        return counters

    def named(self, row: Brought) -> list[int]:
        """The counters a removal names, where it names any (an aircraft is one of several)."""
        if row["category"] != "formation" and not row.get("ids"):
            return []
        return [self.find(counter) for counter in self.expand(row)]

    def find(self, counter: Counter) -> int:
        for name in (counter.name, f"{counter.name}-{(counter.rating or (0, 0, 0))[1]}"):
            if name in self.number and self.by_number[self.number[name]].identity == counter.identity:
                return self.number[name]
        raise GrognardError(f"the chart removes {counter.name}, but no entry brings it")

    def _enter(self, counter: Counter) -> int:
        old = self.number.get(counter.name)
        if old is not None and self.by_number[old].identity == counter.identity:
            return old
        if old is not None:  # the same id with other figures is another counter: the 9th Colonial
            counter = counter._replace(name=f"{counter.name}-{(counter.rating or (0, 0, 0))[1]}")
            if counter.name in self.number:
                return self.number[counter.name]
        number = self.number[counter.name] = self.order.get(counter.name, len(self.number))
        self.by_number[number] = counter
        return number


SUGGESTIONS = 3  # names at most


def suggest(name: str, known: list[str]) -> str:
    """The known names nearest to one that is not known, as the end of a sentence; nothing where none is
    near.
    """
    folded, wanted = {k.casefold(): k for k in known}, name.casefold()
    near = [folded[n] for n in get_close_matches(wanted, folded, SUGGESTIONS, 0.6)]
    inside = [k for low, k in folded.items() if len(wanted) > 1 and wanted in low][:SUGGESTIONS]
    result = list(dict.fromkeys([*inside, *near]))[:SUGGESTIONS]
    return f"; did you mean {' or '.join(result)}?" if result else ""
