"""BTR-repl, BTR-ship, BTR-rebuild: results of a replacement roll, shipping limits, rebuild prices."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from fractions import Fraction
from functools import cache
from math import ceil
from typing import NamedTuple

from grognard.core.ruling import GrognardError, counted

from .dates import day
from .pieces import LIMITS, TYPES, Counter, read, suggest
from .rows import PriceRow, ReplacementRow
from .weather import on_date, two_dice

_TABLE = read("replacements.toml")
_META = _TABLE["meta"]
_SHIPPING = read("shipping.toml")["month"]
_REBUILD = read("rebuild.toml")
ROWS: list[PriceRow] = _REBUILD["row"]
PRICE: dict[str, PriceRow] = {row["name"]: row for row in ROWS}
FTR: tuple[str, ...] = tuple(_TABLE["air"]["ftr"])  # BTR-repl.air.ftr
OTHER: tuple[str, ...] = tuple(_TABLE["air"]["other"])  # BTR-repl.air.other
_FAMILIES: dict[str, str] = _TABLE["air"]["families"]
FIRST_STAR, LAST_STAR = _META["star_first"], _META["star_last"]
FIRST_PLUS_ONE: date = _META["us_modifier_first"]
RESULTS = ("ftr", "other", "pax", "eq", "misc")

# ---------------------------------------------------------------- BTR-repl


class Replacements(NamedTuple):
    """A replacement roll worked out."""

    ftr: int
    other: int
    pax: int
    eq: int
    misc: int
    bridge: int  # BTR-repl.plus
    path: tuple[str, ...]
    clauses: tuple[str, ...]


def modifier(nation: str, turn: int) -> int:
    """BTR-repl.mod.1945: American rolls get +1 from 1 January 1945."""
    return int(_META["us_modifier_1945"]) if nation == "us" and day(turn) >= FIRST_PLUS_ONE else 0


@cache
def row_of(nation: str, total: int) -> ReplacementRow:
    """BTR-repl.table: the row of a modified roll; the ends are open."""
    rows: list[ReplacementRow] = _TABLE[nation]
    total = min(max(total, rows[0]["low"]), rows[-1]["high"])
    return next(row for row in rows if row["low"] <= total <= row["high"])


def starred(turn: int) -> bool:
    """BTR-repl.star, BTR-game.3_2a.trenchfoot: turns on which trench foot takes a Pax."""
    return bool(FIRST_STAR <= day(turn) <= LAST_STAR)


def replacements(nation: str, turn: int, roll: int) -> Replacements:
    """BTR-repl.roll: what a roll of two dice brings, before anything is shared out."""
    plus = modifier(nation, two_dice(roll) and turn)
    row = row_of(nation, roll + plus)
    lost = int(_META["star_reduction"]) if row["star"] and starred(turn) else 0
    result = {name: row[name] - (lost if name == "pax" else 0) for name in RESULTS}  # type: ignore[literal-required]
    path, cited = [f"dice {roll}"], ["BTR-repl.roll", "BTR-repl.table"]
    if plus:
        path, cited = [*path, f"+{plus} (1945)"], [*cited, "BTR-repl.mod.1945"]
    bridge = int(row["bridge_check"])
    if lost:
        cited += ["BTR-repl.star", "BTR-game.3_2a.trenchfoot"]
    if bridge:
        cited.append("BTR-repl.plus")
    path.append(f"row {_row_name(row)}: {result_words(result, bridge, lost)}")
    return Replacements(
        result["ftr"],
        result["other"],
        result["pax"],
        result["eq"],
        result["misc"],
        bridge,
        tuple(path),
        tuple(cited),
    )


TITLES = {
    "ftr": "Ftr",
    "other": "Other",
    "pax": "Pax",
    "eq": "Eq",
    "misc": "Misc",
}  # of the columns, as the table prints them


def result_words(points: Mapping[str, int], bridge: int = 0, trench_foot: int = 0) -> str:
    """The results of a roll in words; `trench_foot` Pax have been taken off."""
    words = [f"{n} {TITLES[name]}" for name, n in points.items() if n]
    words += [counted(bridge, "Bridge Check Marker")] * bool(bridge)
    taken = f" ({trench_foot} Pax less: trench foot)" if trench_foot else ""
    return (", ".join(words) or "no result") + taken


def _row_name(row: ReplacementRow) -> str:
    low, high = row["low"], row["high"]
    if row.get("open_low"):
        return f"{high} or less"
    if row.get("open_high"):
        return f"{low} or more"
    return str(low) if low == high else f"{low}-{high}"


def family(type_: str) -> str:
    """BTR-J.7: a mark belongs to its family."""
    return _FAMILIES.get(type_, type_)


def air_column(type_: str) -> str:
    """BTR-repl.air.ftr, BTR-repl.air.other: which result repairs an aircraft."""
    return "ftr" if family(type_) in FTR else "other"


# ---------------------------------------------------------------- BTR-ship


class Caps(NamedTuple):
    rail: int
    sea: int
    provenance: str


@cache
def caps(turn: int) -> Caps:
    """BTR-ship.table: SP of capacity a turn, not saved (BTR-ship.unit); in the campaigns
    (BTR-ship.scenario).
    """
    row = on_date(_SHIPPING, day(turn))
    return Caps(row["rail"], row["sea"], row["provenance"])


CONVERT: dict[str, int] = LIMITS["shipping"]["sp_per_re"]  # BTR-ship.convert: SP of capacity for each RE


def load(counter: Counter, steps: int) -> int:
    """BTR-ship.unit, BTR-ship.convert: what a counter with so many steps takes up; a transport point is one
    SP's worth.
    """
    if counter.category == "transport":
        return 1
    re = Fraction(steps) if counter.steps > 1 else counter.re
    return ceil(re * CONVERT[counter.kind("move_mobility")])


# ---------------------------------------------------------------- BTR-rebuild


class Price(NamedTuple):
    """What bringing back one step (or the whole counter) costs, or why it cannot be bought."""

    pax: int
    eq: int
    row: str
    clause: str
    why_not: str = ""
    whole: bool = True  # the price is of the whole counter, not of each step


SPECIAL = {
    "per_repl_table": "returns by the replacement table only",
    "return_to_pool": "returns to its pool",
    "no_rebuild": "cannot be rebuilt",
}


def row_for(counter: Counter) -> PriceRow:
    """BTR-rebuild.default: the row of a counter's type; a type not listed uses its basic type."""
    if counter.category == "aircraft":
        return PRICE["Air step"]
    if counter.category == "transport":
        return PRICE["Truck point" if counter.type == "truck_point" else "Mule point"]
    kind = TYPES[counter.type]
    name = str(kind.get(f"rebuild_row_{counter.size}", kind["rebuild_row"]))
    if counter.type == "parachute_infantry" and counter.size == "battalion":
        name = "Para Inf Bn"
    if counter.type == "glider_infantry" and counter.size == "brigade":
        name = "Glider Inf Bde"
    return PRICE[name]


def price(counter: Counter) -> Price:
    """BTR-rebuild.re, BTR-rebuild.step: the price of one step of a multi-step unit, or of a whole counter."""
    row = row_for(counter)
    if special := row.get("special"):
        return Price(0, 0, row["name"], row["clause"], SPECIAL[special])
    if row["per"] == "unit":
        half = counter.type == "glider_infantry" and counter.size == "battalion"
        return Price(_half(row["pax"], half), _half(row["eq"], half), row["name"], row["clause"])
    size = Fraction(1) if counter.steps > 1 or row["per"] == "step" else counter.re
    return Price(
        ceil(row["pax"] * size), ceil(row["eq"] * size), row["name"], row["clause"], "", counter.steps == 1
    )


def _half(amount: int, half: bool) -> int:
    return ceil(Fraction(amount, 2)) if half else int(amount)


def rows_named(name: str) -> list[PriceRow]:
    """The rows of the table by printed name; else those that begin with these words, else all that contain
    them.
    """
    folded = name.casefold().strip()
    tests = (
        lambda known: known == folded,
        lambda known: known.startswith(f"{folded} "),
        lambda known: folded in known,
    )
    for fits in tests:
        if folded and (price_rows := [row for known, row in PRICE.items() if fits(known.casefold())]):
            return price_rows
    raise GrognardError(f"{name!r} is not a row of the rebuild table{suggest(name, list(PRICE))}")
