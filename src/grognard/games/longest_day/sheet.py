"""TLD-A.form: the ledger as people write it: a short TOML file, and the roster with units down and days across."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from grognard.core.data import parse
from grognard.core.notation import to_toml
from grognard.core.ruling import GrognardError

from .days import LAST_DAY, day_of, iso, words
from .ledger import LATER, REPLACEMENT, Ledger, Order, order
from .pieces import ALLIED, GAME, SIDES, read
from .roster import ARRIVALS, CLASSES, RECORDS, Record, corps

_FIELDS = {"game", "side", "day", "arrived", "lost", "eliminated", "orders", "piece", "auto_canadian"}
FORM = read("units.toml")  # TLD-A.form: the rows in the order of the document's sheet

# ---------------------------------------------------------------- reading


def read_ledger(text: str) -> tuple[Ledger, int | None]:
    """A ledger and the day it is looked at; what is left out is history's or the opening table's."""
    try:
        plain = parse(text)
    except GrognardError as error:
        raise GrognardError(f"not a ledger file: {error}") from None
    if strange := set(plain) - _FIELDS:
        raise GrognardError(f"a ledger has no {', '.join(sorted(strange))}; it may have {', '.join(sorted(_FIELDS))}")
    if plain.get("game", GAME) != GAME:
        raise GrognardError(f"this is not a ledger of {GAME}")
    try:
        return _read(plain)
    except (TypeError, AttributeError, KeyError, msgspec.ValidationError) as error:
        raise GrognardError(f"not a ledger of The Longest Day: {error}") from None


def _read(plain: Mapping[str, Any]) -> tuple[Ledger, int | None]:
    side = plain.get("side", ALLIED)
    if side not in SIDES:
        raise GrognardError(f"side is one of {', '.join(SIDES)}, not {side!r}")
    arrived = dict(ARRIVALS) | {hq: day_of(str(day)) for hq, day in plain.get("arrived", {}).items()}
    ledger = Ledger(
        side=side, arrived=arrived, lost=frozenset(plain.get("lost", ())), eliminated=frozenset(plain.get("eliminated", ())),
        extra=tuple(_piece(row) for row in plain.get("piece", ())), auto_canadian=bool(plain.get("auto_canadian", True)),
    )  # fmt: skip
    if strange := [hq for hq in arrived if not ledger.roster.is_hq(hq)]:
        raise GrognardError(f"arrived: {', '.join(strange)} is no HQ; write 43:HQ or HQ-XII")
    orders = [o for when, lines in plain.get("orders", {}).items() for o in _orders(ledger, str(when), lines)]
    orders.sort(key=lambda o: (o.day, o.phase != REPLACEMENT))
    day = day_of(str(plain["day"])) if "day" in plain else None
    return ledger.wrote(*orders), day


def _orders(ledger: Ledger, when: str, lines: Mapping[str, Any]) -> Iterable[Order]:
    """`[orders.1944-06-24]` holds unit = target; the first supply orders stand under "1944-06-07 replacement"."""
    day, _, phase = when.partition(" ")
    for unit, to in lines.items():
        stand_in, target = ("", to) if isinstance(to, str) else (str(to.get("for", "")), str(to["to"]))
        yield order(ledger, day_of(day), unit, target, REPLACEMENT if phase else LATER, stand_in)


def _piece(row: Mapping[str, Any]) -> Record:
    """A piece the roster lacks: a division needs its class, a counter its arm."""
    if row.get("division_class", "infantry") not in CLASSES:
        raise GrognardError(f"division_class is one of {', '.join(CLASSES)}")
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
    plain: dict[str, Any] = {"game": GAME, "side": ledger.side}
    if day is not None:
        plain["day"] = iso(day)
    for name in ("lost", "eliminated"):
        if found := sorted(getattr(ledger, name)):
            plain[name] = found
    if not ledger.auto_canadian:
        plain["auto_canadian"] = False
    if changed := {hq: iso(d) for hq, d in ledger.arrived.items() if ARRIVALS.get(hq) != d}:
        plain["arrived"] = changed
    text = to_toml(plain)
    for when, lines in _by_day(ledger).items():
        text += to_toml({f"@{when}": lines}).replace(f'["@{when}"]', f'[orders."{when}"]')
    for record in ledger.extra:
        default = Record(id="", name="", nationality="", what="")
        row = {k: v for k, v in msgspec.structs.asdict(record).items() if v != getattr(default, k)}
        text += to_toml({"piece": [{k: list(v) if isinstance(v, tuple) else v for k, v in row.items()}]})
    return text


def _by_day(ledger: Ledger) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = {}
    for line in ledger.orders:
        when = iso(line.day) + (f" {REPLACEMENT}" if line.phase == REPLACEMENT else "")
        lines = found.setdefault(when, {})
        lines.pop(line.unit, None)  # what is written later stands later: a brigade and one of its units may both be named
        lines[line.unit] = {"to": line.to, "for": line.stand_in} if line.stand_in else line.to
    return {when: {u: v for u, v in lines.items() if isinstance(v, str)} for when, lines in found.items()}


# ---------------------------------------------------------------- the roster grid


def form_rows() -> list[dict[str, Any]]:
    """Every row of the sheet, headings and counters, in the order of the document: divisions, then each brigade with its own."""
    found: list[dict[str, Any]] = []
    placed: set[str] = set()
    for raw in FORM["formation"]:
        found.append(_row(RECORDS[raw["id"]], heading=True))
        for member in raw.get("members", ()):
            found.append(_row(RECORDS[member], heading=False))
            placed.add(member)
    found += [_row(RECORDS[raw["id"]], heading=False) for raw in FORM["unit"] if raw["id"] not in placed]
    return found


def _row(record: Record, heading: bool) -> dict[str, Any]:
    return {
        "id": record.id, "label": record.label, "name": record.name, "rating": record.rating, "heading": heading,
        "kind": record.kind, "nationality": record.nationality, "opening": record.opening, "implied": not record.label,
    }  # fmt: skip


def change_days(ledger: Ledger, last: int = LAST_DAY) -> list[int]:
    """The days on which some assignment changes: the dated columns of the sheet."""
    found, before = [0], ledger.standing(0)
    for day in range(1, last + 1):
        now = ledger.standing(day)
        if (now.word, now.serving, now.hq) != (before.word, before.serving, before.hq):
            found.append(day)
        before = now
    return found


def grid(ledger: Ledger, days: Iterable[int]) -> list[dict[str, Any]]:
    """The roster with, for each day, the corps served in, the corps written, and the HQ drawn on."""
    columns = [(day, ledger.standing(day)) for day in days]
    found = []
    for row in form_rows():
        counters = ledger.roster.counters(row["id"])
        cells = []
        for day, stands in columns:
            unit = counters[0]
            cells.append({
                "day": iso(day), "serving": _one(stands.serving, counters), "written": _one(stands.word, counters),
                "hq": stands.hq.get(unit, "") if len(counters) == 1 else "",
            })  # fmt: skip
        found.append({**row, "cells": cells})
    return found


def _one(table: Mapping[str, str], counters: tuple[str, ...]) -> str:
    """The corps of a formation: of all its counters, or `split`."""
    homes = {table.get(counter, "") for counter in counters}
    return homes.pop() if len(homes) == 1 else "split"


def corps_line(ledger: Ledger, id_: str, day: int) -> str:
    found = corps(id_)
    divisions = ledger.standing(day).divisions(id_, ledger.roster)
    where = (
        "on the map"
        if ledger.on_map(f"HQ-{id_}", day)
        else f"lands {words(ledger.arrived[f'HQ-{id_}'])}"
        if f"HQ-{id_}" in ledger.arrived
        else "not in play"
    )
    return f"{found.name if found else id_} ({where}): {', '.join(divisions) or 'no division'}"
