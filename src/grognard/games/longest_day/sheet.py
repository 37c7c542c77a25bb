"""TLD-A.form: the ledger as people write it: a short TOML file, and the roster with units down and days
across."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TypedDict

import msgspec

from grognard.core.data import parse
from grognard.core.notation import to_toml
from grognard.core.plain import Plain
from grognard.core.ruling import GrognardError

from .days import LAST_DAY, date_words, day_of, iso
from .ledger import LATER, REPLACEMENT, Ledger, Order, order
from .pieces import ALLIED, ARM, GAME, LIMITS, SIDES, UNIT, Row, display_name, read
from .roster import ARRIVALS, CLASSES, RECORDS, Record, corps

_FIELDS = {"game", "side", "day", "arrived", "lost", "eliminated", "orders", "piece", "auto_canadian"}
NATIONS = ("German", *(nation for group in LIMITS["rulings"]["command_groups"].values() for nation in group))
ARMS = sorted({*ARM} - {"headquarters", "supply"})
FORM = read("units.toml")  # TLD-A.form: the rows in the order of the document's sheet

# ---------------------------------------------------------------- reading


def read_ledger(text: str) -> tuple[Ledger, int | None]:
    """A ledger and the day it is looked at; what is left out is history's or the opening table's."""
    try:
        plain = parse(text)
    except GrognardError as error:
        raise GrognardError(f"not a ledger file: {error}") from None
    if strange := set(plain) - _FIELDS:
        raise GrognardError(
            f"a ledger has no {', '.join(sorted(strange))}; it may have {', '.join(sorted(_FIELDS))}"
        )
    if plain.get("game", GAME) != GAME:
        raise GrognardError(f"this is not a ledger of {GAME}")
    try:
        return _read(plain)
    except (TypeError, AttributeError, KeyError, msgspec.ValidationError) as error:
        raise GrognardError(f"not a ledger of The Longest Day: {error}") from None


def _read(plain: Row) -> tuple[Ledger, int | None]:
    side = plain.get("side", ALLIED)
    if side not in SIDES:
        raise GrognardError(f"side is one of {', '.join(SIDES)}, not {side!r}")
    arrived = dict(ARRIVALS) | {hq: day_of(str(day)) for hq, day in plain.get("arrived", {}).items()}
    if type(plain.get("auto_canadian", True)) is not bool:
        raise GrognardError(f"auto_canadian is true or false, not {plain['auto_canadian']!r}")
    ledger = Ledger(
        side=side,
        arrived=arrived,
        lost=_names(plain, "lost"),
        eliminated=_names(plain, "eliminated"),
        extra=tuple(_piece(row) for row in plain.get("piece", ())),
        auto_canadian=plain.get("auto_canadian", True),
    )
    for name, hqs in (("arrived", arrived), ("lost", sorted(ledger.lost))):
        if strange := [hq for hq in hqs if not ledger.roster.is_hq(hq)]:
            raise GrognardError(f"{name}: {', '.join(strange)} is not an HQ; write 43:HQ or HQ-XII")
    for name in sorted(ledger.eliminated - UNIT.keys()):
        ledger.roster.record(name)  # refuses an unknown name
    orders = [o for when, lines in plain.get("orders", {}).items() for o in _orders(ledger, str(when), lines)]
    orders.sort(key=lambda o: (o.day, o.phase != REPLACEMENT))
    day = _day(str(plain["day"])) if "day" in plain else None
    return ledger.wrote(*orders), day


def _names(plain: Row, key: str) -> frozenset[str]:
    result = plain.get(key, [])
    if not isinstance(result, list) or not all(isinstance(name, str) for name in result):
        raise GrognardError(f'{key} is a list of names, such as ["43:HQ"], not {result!r}')
    return frozenset(result)


def _day(text: str) -> int:
    """A day of the game."""
    if not 0 <= (day := day_of(text)) <= LAST_DAY:
        raise GrognardError(f"{text!r} is not a day from 6 June to {date_words(LAST_DAY)}")
    return day


def _orders(ledger: Ledger, when: str, lines: Row) -> Iterable[Order]:
    """`[orders.1944-06-24]` holds unit = target; the first supply orders stand under "1944-06-07
    replacement"."""
    text = when.strip()
    early = text.endswith(f" {REPLACEMENT}")
    day = _day(text.removesuffix(REPLACEMENT) if early else text)
    if not isinstance(lines, Mapping):
        raise GrognardError(f"orders of {when}: write UNIT = CORPS-OR-HQ, line by line, not {lines!r}")
    for unit, to in lines.items():
        wanted = {"to": to} if isinstance(to, str) else to
        if not isinstance(wanted, Mapping) or not isinstance(wanted.get("to"), str):
            raise GrognardError(
                f'orders of {when}: {unit} = {to!r}: write a corps or an HQ, or {{ to = "3:HQ", for ='
                " LOST-UNIT }"
            )
        yield order(
            ledger, day, unit, wanted["to"], REPLACEMENT if early else LATER, str(wanted.get("for", ""))
        )


def _piece(row: Row) -> Record:
    """A piece the roster lacks: a division needs its class, a counter its arm."""
    if row.get("division_class", "infantry") not in CLASSES:
        raise GrognardError(f"division_class is one of {', '.join(CLASSES)}")
    if missing := [key for key in ("id", "nationality") if key not in row]:
        raise GrognardError(f"a piece needs its {' and its '.join(missing)}")
    for key, known in (("nationality", NATIONS), ("arm", ARMS)):
        if key in row and row[key] not in known:
            raise GrognardError(f"piece {row['id']}: {key} is one of {', '.join(known)}, not {row[key]!r}")
    plain = {"name": row["id"], "what": "division" if "division_class" in row else "unit"} | dict(row)
    return msgspec.convert(plain, Record)


def load_ledger(path: str) -> tuple[Ledger, int | None]:
    try:
        return read_ledger(Path(path).read_text("utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise GrognardError(f"{path}: {error}") from None


# ---------------------------------------------------------------- writing


def write_ledger(ledger: Ledger, day: int | None = None) -> str:
    """The text `read_ledger` takes back."""
    plain: Plain = {"game": GAME, "side": ledger.side}
    if day is not None:
        plain["day"] = iso(day)
    for name in ("lost", "eliminated"):
        if names := sorted(getattr(ledger, name)):
            plain[name] = names
    if not ledger.auto_canadian:
        plain["auto_canadian"] = False
    if changed := {hq: iso(d) for hq, d in ledger.arrived.items() if ARRIVALS.get(hq) != d}:
        plain["arrived"] = changed
    text = to_toml(plain)
    for when, lines in _by_day(ledger).items():
        text += f'\n[orders."{when}"]\n' + "".join(map(_line, lines.values()))
    for record in ledger.extra:
        default = Record(id="", name="", nationality="", what="")
        row = {k: v for k, v in msgspec.structs.asdict(record).items() if v != getattr(default, k)}
        text += to_toml({"piece": [{k: list(v) if isinstance(v, tuple) else v for k, v in row.items()}]})
    return text


def _by_day(ledger: Ledger) -> dict[str, dict[str, Order]]:
    result: dict[str, dict[str, Order]] = {}
    for line in ledger.orders:
        when = iso(line.day) + (f" {REPLACEMENT}" if line.phase == REPLACEMENT else "")
        lines = result.setdefault(when, {})
        # what is written later stands later: a brigade and one of its units may both be named
        lines.pop(line.unit, None)
        lines[line.unit] = line
    return result


def _line(line: Order) -> str:
    """`unit = "target"`, or `unit = { to = "target", for = "the lost unit" }` (TLD-J.6)."""
    if not line.stand_in:
        return to_toml({line.unit: line.to})
    (unit,), inside = to_toml({line.unit: 0}).split(" = ")[:1], to_toml({"to": line.to, "for": line.stand_in})
    return f"{unit} = {{ {', '.join(inside.splitlines())} }}\n"


# ---------------------------------------------------------------- the roster grid


class FormRow(TypedDict):
    """A row of the sheet: a heading or a counter."""

    id: str
    label: str
    name: str
    rating: str
    heading: bool
    kind: str
    nationality: str
    opening: str
    implied: bool


class Cell(TypedDict):
    """A row on one day: the corps served in, the corps written, the HQ drawn on."""

    day: str
    serving: str
    written: str
    hq: str


class GridRow(FormRow):
    cells: list[Cell]


def form_rows(side: str = ALLIED) -> list[FormRow]:
    """Every row of the sheet, headings and counters, in the order of the document: divisions, then each
    brigade with its own.

    Of the German side, whose sheet the document does not have, the divisions (TLD-S.20).
    """
    if side != ALLIED:
        return [
            _row(record, heading=True)
            for record in RECORDS.values()
            if record.side == side and record.what == "division"
        ]
    result: list[FormRow] = []
    placed: set[str] = set()
    for raw in FORM["formation"]:
        result.append(_row(RECORDS[raw["id"]], heading=True))
        for member in raw.get("members", ()):
            result.append(_row(RECORDS[member], heading=False))
            placed.add(member)
    result += [_row(RECORDS[raw["id"]], heading=False) for raw in FORM["unit"] if raw["id"] not in placed]
    return result


def _row(record: Record, heading: bool) -> FormRow:
    return {
        "id": record.id,
        "label": record.label,
        "name": record.name,
        "rating": record.rating,
        "heading": heading,
        "kind": record.kind,
        "nationality": record.nationality,
        "opening": record.opening,
        "implied": not record.label and record.side == ALLIED,
    }


def change_days(ledger: Ledger) -> list[int]:
    """The days on which some assignment changes: the dated columns of the sheet."""
    result, before = [0], ledger.standing(0)
    for day in range(1, LAST_DAY + 1):
        now = ledger.standing(day)
        if (now.word, now.serving, now.hq) != (before.word, before.serving, before.hq):
            result.append(day)
        before = now
    return result


def grid(ledger: Ledger, days: Iterable[int]) -> list[GridRow]:
    """The roster with, for each day, the corps served in, the corps written, and the HQ drawn on."""
    columns = [(day, ledger.standing(day)) for day in days]
    grid_rows: list[GridRow] = []
    for row in form_rows(ledger.side):
        counters = ledger.roster.counters(row["id"])
        cells: list[Cell] = []
        for day, stands in columns:
            unit = counters[0]
            cells.append(
                {
                    "day": iso(day),
                    "serving": _one(stands.serving, counters),
                    "written": _one(stands.word, counters),
                    "hq": stands.hq.get(unit, "") if len(counters) == 1 else "",
                }
            )
        grid_rows.append({**row, "cells": cells})
    return grid_rows


def _one(table: Mapping[str, str], counters: tuple[str, ...]) -> str:
    """The corps of a formation: of all its counters, or `split`."""
    homes = {table.get(counter, "") for counter in counters}
    return homes.pop() if len(homes) == 1 else "split"


def corps_line(ledger: Ledger, id_: str, day: int) -> str:
    result = corps(id_)
    divisions = ledger.standing(day).divisions(id_)
    where = (
        "on the map"
        if ledger.on_map(f"HQ-{id_}", day)
        else f"lands {date_words(ledger.arrived[f'HQ-{id_}'])}"
        if f"HQ-{id_}" in ledger.arrived
        else "not in play"
    )
    return (
        f"{result.name if result else id_} ({where}):"
        f" {', '.join(map(display_name, divisions)) or 'no division'}"
    )
