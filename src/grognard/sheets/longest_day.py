"""The Longest Day on paper: the assignment roster in the shape of the players' form (TLD-A.form), blank or
filled.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from grognard.core import svg
from grognard.core.ask import Parameter
from grognard.core.calendar import spell
from grognard.core.plain import PlainView
from grognard.core.ruling import GrognardError
from grognard.core.state import State
from grognard.games.longest_day.days import LAST_DAY, date_of, date_words, day_of
from grognard.games.longest_day.ledger import Ledger
from grognard.games.longest_day.ledger_cache import ledger_of
from grognard.games.longest_day.pieces import FORMATIONS, SIDES, read
from grognard.games.longest_day.pieces import Row as DataRow
from grognard.games.longest_day.position import LongestDay
from grognard.games.longest_day.roster import CORPS, ROSTER
from grognard.games.longest_day.sheet import load_ledger

from . import Sheet
from .paper import Block, Cell, Columns, Document, Page, Row, Table

HALF = 45  # rows of a column of the form
DATED = 6  # columns for dates beside each other
SHORT = {
    "Infantry Division": "Inf",
    "Armoured Division": "Arm",
    "Airborne Division": "Airborne",
    "Canadian Infantry": "Can Inf",
    "Special Service (Commando) Brigade": "SS Cdo Bde",
    "Armoured Brigade": "Arm Bde",
    "Infantry Brigade": "Inf Bde",
    "Tank Brigade": "Tank Bde",
    "Anti-Tank battalion": "Anti-Tank",
    "Household Cavalry recon battalion": "Household Cav",
    "Dragoons recon battalion": "Dragoons",
    "recon battalion": "recon",
    "Armoured Car": "Arm Car",
    "Belgian Brigade": "Belgian Bde",
    "Canadian": "Can",
    "Division": "",
}
STROKES = {
    "infantry": "M0 0 15 10M15 0 0 10",
    "recon": "M0 10 15 0",
    "anti_tank": "M0 10 7.5 1 15 10",
    "armour": "M5 3.2h5a1.8 1.8 0 0 1 0 3.6h-5a1.8 1.8 0 0 1 0-3.6z",
    "special": "M3.5 8V3h8v5M7.5 3v5",
    "artillery": "",
}


@dataclass(frozen=True)
class Line:
    """A row of the form: a heading for a formation, or a counter."""

    id: str
    name: str
    rating: str
    sign: str
    heading: bool
    member: bool


@dataclass(frozen=True)
class Change:
    """From a day on a unit is in a corps, or will be."""

    day: date | None  # none: from the start
    corps: str
    pending: bool = False


# ---------------------------------------------------------------- the rows of the form


def lines(formations: Sequence[DataRow], units: Sequence[DataRow]) -> list[Line]:
    """TLD-A.form: 175 rows in the order of the form: divisions, then counters, each group under its heading.

    31st Tank Brigade has no heading on the form.
    """
    headings = {
        f["id"]: Line(
            f["id"],
            short(f["name"]),
            "div" if f["kind"] == "division" else str(len(f["members"])),
            sign(f),
            True,
            False,
        )
        for f in formations
        if f.get("label")
    }
    result = {f["id"]: headings[f["id"]] for f in formations if f["kind"] == "division"}
    for unit in units:
        group = headings.get(unit.get("parent", ""))
        if group is not None:
            result.setdefault(group.id, group)
        result[unit["id"]] = Line(
            unit["id"], called(unit), rating(unit), sign(unit), False, group is not None
        )
    return list(result.values())


def form() -> list[Line]:
    """The British and Canadian form as it is printed."""
    return lines(list(FORMATIONS.values()), read("units.toml")["unit"])


def german_form() -> list[Line]:
    """TLD-S.20: the German player's divisions; the form is not in the document."""
    return [
        Line(id_, record.name, "div", "infantry", True, False)
        for id_, record in ROSTER.divisions.items()
        if record.side == "german"
    ]


def short(name: str) -> str:
    for long, brief in SHORT.items():
        name = name.replace(long, brief)
    return name.strip()


def called(unit: DataRow) -> str:
    """What stands on the counter."""
    kind, _, rest = unit["id"].partition("-")
    words = {
        "CDO": f"{rest} Cdo",
        "ART": f"Art {rest}",
        "AVRE": f"AVRE {rest}",
        "CROC": f"Crocodile {rest}",
        "CRAB": f"Crab {rest}",
        "DUTCH": "Dutch Bde",
    }
    return words.get(kind, rest if kind in ("REC", "AT") else str(unit["id"]))


def rating(unit: PlainView) -> str:
    if unit.get("attack") is None:
        return ""
    attack = f"({unit['attack']})" if unit.get("attack_parenthesised") else unit["attack"]
    return f"{attack}-{unit['defence']}-{unit['movement']}" + (
        f" r{unit['range']}" if unit.get("range") else ""
    )


def sign(row: PlainView) -> str:
    kind = str(row.get("division_class") or row["kind"])
    for word, result in (
        ("artillery", "artillery"),
        ("recon", "recon"),
        ("anti_tank", "anti_tank"),
        ("armour", "armour"),
        ("avre", "special"),
        ("cr", "special"),
        ("special", "special"),
    ):
        if word in kind:
            return "special" if kind.startswith("special") else result
    return "infantry"


def picture(kind: str) -> str:
    line: dict[str, svg.Attribute] = {"stroke": "#000", "stroke_width": 1.1}
    inside = (
        svg.element("circle", cx=7.5, cy=5, r=2)
        if kind == "artillery"
        else svg.element("path", d=STROKES[kind], fill="none", **line)
    )
    frame = svg.element("rect", width=15, height=10, fill="#fff", **line)
    drawing = svg.picture((-0.6, -0.6, 16.2, 11.2), frame, inside, width=16.2, height=11.2)
    return svg.as_file(drawing)


# ---------------------------------------------------------------- the sheet


def roster(
    rows: Sequence[Line],
    changes: Mapping[str, Sequence[Change]],
    corps: Sequence[str],
    head: Sequence[tuple[str, str]],
    foot: str,
) -> Document:
    """The form, with a dated column for every day on which something changes, and room for a pencil."""
    days: list[date | None] = (
        [None, *sorted({c.day for made in changes.values() for c in made if c.day})] if changes else []
    )
    sets = [days[k : k + DATED - 1] for k in range(0, max(len(days), 1), DATED - 1)]
    pages = [
        page
        for number, dated in enumerate(sets)
        for page in _pages(rows, changes, corps, [*dated, *[""] * (DATED - len(dated))], head, foot, number)
    ]
    return Document("Corps assignment roster", pages)


def _pages(
    rows: Sequence[Line],
    changes: Mapping[str, Sequence[Change]],
    corps: Sequence[str],
    dated: Sequence[date | str | None],
    head: Sequence[tuple[str, str]],
    foot: str,
    number: int,
) -> Iterator[Page]:
    sheets = [rows[k : k + 2 * HALF] for k in range(0, len(rows), 2 * HALF)]
    for sheet in sheets:
        halves: list[Sequence[Block]] = [[_table(sheet[k : k + HALF], changes, dated)] for k in (0, HALF)]
        subtitle = f"Corps assignments: {', '.join(corps)}" + (
            f" · continued ({number + 1})" if number else ""
        )
        yield Page("The Longest Day", [Columns(halves)], subtitle, head, foot)


def _table(
    rows: Sequence[Line], changes: Mapping[str, Sequence[Change]], dated: Sequence[date | str | None]
) -> Table:
    titles: Row = [
        Cell("Unit", bold=True),
        Cell("Rating", bold=True),
        *(Cell(_title(day), bold=True) for day in dated),
    ]
    return Table(
        [1, "15.5mm", *["7.3mm"] * len(dated)],
        [_row(line, changes.get(line.id, ()), dated) for line in rows],
        [titles],
        "lc" + "c" * len(dated),
        7.2,
        5.42,
    )


def _title(day: date | str | None) -> str:
    return "start" if day is None else f"{day.day} {day:%b}" if isinstance(day, date) else ""


def _row(line: Line, changes: Sequence[Change], dated: Sequence[date | str | None]) -> Row:
    fill = "grey" if line.heading else ""
    name = Cell(
        ("\u2003" if line.member else "") + line.name,
        bold=line.heading,
        fill=fill,
        picture=picture(line.sign),
    )
    return [name, Cell(line.rating, fill=fill), *(_entry(changes, day, fill) for day in dated)]


def _entry(changes: Sequence[Change], day: date | str | None, fill: str) -> Cell:
    """What is written that day; a dot where an earlier entry stands."""
    if isinstance(day, str):
        return Cell(fill=fill)
    now = [c for c in changes if c.day == day]
    if now:
        return Cell(now[-1].corps, bold=not now[-1].pending, hand=now[-1].pending, fill=fill)
    earlier = [c for c in changes if day is not None and (c.day is None or c.day < day)]
    return Cell("·" if earlier and earlier[-1].corps else "", muted=True, fill=fill)


# ---------------------------------------------------------------- from a ledger


def blank(side: str = "allied") -> Document:
    """The form for a pencil."""
    return roster(_form_of(side), {}, _corps_ids(side), [("Player", ""), ("Day", "")], FOOT)


def filled(ledger: Ledger, day: int) -> Document:
    """The form as the ledger stands on a day, with what is written and not yet in force."""
    changes = {line.id: rows for line in _form_of(ledger.side) if (rows := _changes(ledger, line.id, day))}
    head = [("Player", ledger.side.capitalize()), ("Day", spell(date_of(day)))]
    return roster(_form_of(ledger.side), changes, _corps_ids(ledger.side), head, FOOT)


FOOT = "dot: unchanged · italic: written, takes effect on its date (TLD-A.corps.4)"


def _form_of(side: str) -> list[Line]:
    return form() if side == "allied" else german_form()


def _corps_ids(side: str) -> list[str]:
    return [corps.id for corps in CORPS.values() if corps.side == side]


def _changes(ledger: Ledger, unit: str, day: int) -> list[Change]:
    """Every corps a unit has been in up to a day, and the one it will be in."""
    counters = ledger.roster.counters(unit)
    if not counters:
        return []
    changes: list[Change] = []
    for when in range(day + 2):
        homes = {ledger.standing(when).word.get(u, "") for u in counters}
        home = homes.pop() if len(homes) == 1 else ""  # a group that is split has no corps of its own
        if home != (changes[-1].corps if changes else ""):
            changes.append(Change(date_of(when) if when else None, home, when > day))
    return changes


# ---------------------------------------------------------------- what can be printed


def make(state: State | None, ledger: str | None, day: str | None, blank_: bool, side: str) -> Document:
    """The roster of a table, of a ledger file, of the opening table, or blank."""
    if side not in SIDES:
        raise GrognardError(f"--side is one of {', '.join(SIDES)}, not {side!r}")
    if blank_:
        return blank(side)
    if isinstance(state, LongestDay):
        return filled(ledger_of(state, side), state.day)
    book, own = load_ledger(ledger) if ledger else (Ledger(side=side), None)
    when = day_of(day) if day else own or 0
    if not 0 <= when <= LAST_DAY:
        raise GrognardError(f"--day is a day from 6 June to {date_words(LAST_DAY)}, not {day!r}")
    return filled(book, when)


SHEETS = {
    "roster": Sheet(
        "roster",
        "The assignment roster: units down, days across, the corps written in.",
        (
            Parameter("ledger", str, "a ledger file to fill it from", file=True),
            Parameter("day", str, "the day it is looked at, such as 1944-06-29"),
            Parameter("blank", bool, "empty, for a pencil", False),
            Parameter("side", str, "allied or german", "allied"),
        ),
        lambda state, ledger, day, blank, side: make(state, ledger, day, blank, side),
    )
}
