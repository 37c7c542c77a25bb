"""BTR-supply: the SP two dice bring each nation, with every shift of the column."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import NamedTuple, cast

from grognard.core.ruling import GrognardError, Modifier

from .dates import day
from .pieces import CW, NATIONS, US, read
from .rows import ModifierRow, Status, SupplyTable
from .weather import TWO_DICE, on_date, two_dice

TOKENS = int(read("series_supply.toml")["units"]["tokens_per_sp"])  # BTR-ocs.supply.token
PORTS = ("Antwerpen-1", "Antwerpen-2", "Rotterdam", "Amsterdam")  # BTR-game.1_11.ports
EVENTS = {"north-flank": "collapse_of_the_north_flank", "alpine": "alpine_redoubt"}
NATION = {US: "US", CW: "CW"}  # as texts print a nation
_STATUS: dict[str, list[Status]] = read("supply_status.toml")
_MODIFIERS: dict[str, ModifierRow] = {row["key"]: row for row in read("modifiers.toml")["modifier"]}
NAMES: dict[str, str] = {
    row["clause"]: row.get("name", key.replace("_", " ")) for key, row in _MODIFIERS.items()
}
EVENT_NAMES: dict[str, str] = {event: NAMES[_MODIFIERS[key]["clause"]] for event, key in EVENTS.items()}
TABLES: dict[str, SupplyTable] = {
    nation: cast(SupplyTable, read(name)) for nation, name in ((US, "supply_us.toml"), (CW, "supply_cw.toml"))
}
LOW, HIGH = TABLES[US]["meta"]["column_min"], TABLES[US]["meta"]["column_max"]


class Situation(NamedTuple):
    """What shifts the column of a turn."""

    ground: str = "dry"
    ports: frozenset[str] = frozenset()  # those that count (BTR-J.1)
    events: frozenset[str] = frozenset()  # in force: north-flank, alpine (BTR-J.6)
    random: Mapping[str, int] = {}  # BTR-supply.mod.5: what a random event says, by nation


class Supply(NamedTuple):
    """A supply roll worked out."""

    sp: int
    base: int
    column: int
    shifts: tuple[Modifier, ...]
    names: tuple[str, ...]  # of the shifts, in a word or two
    path: tuple[str, ...]
    clauses: tuple[str, ...]


def nation(name: str) -> str:
    """A nation by any of its names."""
    known = {
        "us": US,
        "american": US,
        "fr": US,
        "french": US,
        "cw": CW,
        "commonwealth": CW,
        "british": CW,
        "uk": CW,
    }
    if name.casefold() not in known:
        raise GrognardError(f"{name!r} is not a nation; the nations are us and cw")
    return known[name.casefold()]


@cache
def status(nation: str, turn: int) -> Status:
    """BTR-supply.status.us, BTR-supply.status.cw: the column before it is shifted."""
    return on_date(_STATUS[nation], day(turn))


def modifiers(nation: str, now: Situation) -> list[Modifier]:
    """BTR-supply.mod: everything that shifts the column, in the order of the chart."""
    result = []
    harbours = sum(port in now.ports for port in PORTS[:2])
    keys = [("", "antwerpen_one", "antwerpen_both")[harbours]]
    keys += [key for key, port in (("rotterdam", PORTS[2]), ("amsterdam", PORTS[3])) if port in now.ports]
    keys += ["random_event"] if now.random.get(nation) else []
    keys += [EVENTS[event] for event in EVENTS if event in now.events]
    keys += [now.ground] if now.ground in ("mud", "snow") else []
    for key in filter(None, keys):
        row = _MODIFIERS[key]
        amount = now.random[nation] if row.get("variable") else row["us"] if nation == US else row["cw"]
        if amount:
            result.append(
                Modifier(amount, row["clause"], row["when"] if key != "random_event" else "a random event")
            )
    return result


def clamp(column: int) -> int:
    """BTR-supply.clamp: held inside the table."""
    return min(max(column, LOW), HIGH)


def column(base: int, shifts: Sequence[Modifier]) -> int:
    """BTR-supply.order: all negative shifts, then all positive ones; held inside the table after each stage.

    BTR-supply.example: 10 in mud with every port is 12; shifting upward first would stop at 13 and end at 11.

    >>> column(10, [Modifier(2, "", ""), Modifier(1, "", ""), Modifier(1, "", ""), Modifier(-2, "", "")])
    12
    """
    down = sum(m.amount for m in shifts if m.amount < 0)
    up = sum(m.amount for m in shifts if m.amount > 0)
    return clamp(clamp(base + down) + up)


@cache
def cell(nation: str, column_: int, roll: int) -> int:
    """BTR-supply.us, BTR-supply.cw: the SP of a column and a roll."""
    row = next(band for band in TABLES[nation]["band"] if band["low"] <= roll <= band["high"])
    return int(row["sp"][column_ - LOW])


def supply(nation: str, turn: int, roll: int, now: Situation) -> Supply:
    """BTR-supply.roll: the SP of a nation, and how they were found."""
    two_dice(roll)
    row = status(nation, turn)
    base, shifts = int(row["column"]), modifiers(nation, now)
    result = column(base, shifts)
    sp = cell(nation, result, roll)
    ordered = sorted(shifts, key=lambda m: m.amount > 0)
    names = tuple(NAMES[m.clause] for m in ordered)
    path = [f"status {base}", *(f"{m.amount:+d} {name}" for m, name in zip(ordered, names, strict=True))]
    path += [f"column {shown(result)}", f"dice {roll}: {sp} SP"]
    cited = ["BTR-supply.roll", row["clause"], f"BTR-supply.{nation}", *(m.clause for m in ordered)]
    cited += ["BTR-supply.order", "BTR-supply.clamp"] if shifts else []
    return Supply(sp, base, result, tuple(ordered), names, tuple(path), tuple(cited))


def shown(column_: int) -> str:
    return "13+" if column_ == HIGH else str(column_)


@cache
def outcomes(nation: str, column_: int) -> dict[int, Fraction]:
    """Exact chances of every number of SP in a column."""
    result: dict[int, Fraction] = {}
    for roll, ways in TWO_DICE.items():
        sp = cell(nation, column_, roll)
        result[sp] = result.get(sp, Fraction(0)) + Fraction(ways, 36)
    return result


def tokens(amount: int) -> str:
    """Tokens as players say them.

    >>> tokens(18), tokens(3), tokens(8)
    ('4 SP 2T', '3T', '2 SP')
    """
    whole, rest = divmod(amount, TOKENS)
    return (
        " ".join(part for part in (f"{whole} SP" if whole else "", f"{rest}T" if rest else "") if part)
        or "0 SP"
    )


assert set(TABLES) == set(NATIONS)
