"""TLD-S.11, S.12, S.14, S.15, S.19: who comes when and where; supply delivery, replacements, HQs that come
back, withdrawals."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from grognard.core.hexes import OFF, Hex, members, set_of
from grognard.core.ruling import Ruling

from .board import ALL_ENTRIES, BEACHES, DROP, ENTRY, ENTRY_HEXES, KIND_OF, LANDING_COST
from .days import NEVER, date_words, day_of
from .pieces import (
    ADJECTIVE,
    ALLIED,
    COMBAT,
    CORPS_HQ,
    FORMATIONS,
    GERMAN,
    HQ,
    KERNEL,
    LABEL,
    OF_DIVISION,
    OF_PARENT,
    OF_SIDE,
    SCENARIO,
    SIDE,
    SUPPLY,
    UNIT,
    Row,
)
from .position import HQ_NUMBER, SUPPLY_NUMBER, LongestDay, fact

# ---------------------------------------------------------------- the entry track


class Arrival(NamedTuple):
    """When and where a unit comes to the map."""

    day: int
    at: tuple[str, ...]  # beaches, entry hexes by name, or `drop`
    wave: int = 0  # TLD-S.12: 1 and 2 on 6 June
    evening: bool = False  # in the Mechanized Movement Phase


def _expand(name: str) -> int:
    """A counter, or all counters of a formation."""
    return 1 << UNIT[name] if name in UNIT else OF_PARENT[name] if name in FORMATIONS else 0


def _arrivals() -> dict[int, Arrival]:
    result: dict[int, Arrival] = {}
    taken = set_of(UNIT[name] for row in SCENARIO["setup"] for name in row["units"])
    # set up, not to come
    taken |= set_of(
        UNIT[f"{row['division']}:HQ"] for row in SCENARIO["setup"] if row["hq"]["hex"] != "off-map"
    )
    for row in SCENARIO["entry"]:
        units = sum(_expand(name) for name in row.get("units", ()))
        for division in row.get("divisions", ()):
            units |= OF_DIVISION[division]
        at = (row["at"],) if isinstance(row["at"], str) else tuple(row["at"])
        wave, phase = int(row.get("wave", 0)), row.get("phase", "")
        coming = Arrival(
            day_of(row["date"]),
            at,
            wave,
            wave == 2 or phase == "mechanized_movement",
        )
        for unit in members(units & ~taken):
            result[unit] = coming
        taken |= units
    return result


ARRIVALS = _arrivals()
BY_DAY: dict[int, int] = {}
for _unit, _coming in ARRIVALS.items():
    BY_DAY[_coming.day] = BY_DAY.get(_coming.day, 0) | 1 << _unit
EVENING = set_of(u for u, c in ARRIVALS.items() if c.evening)
FIRST_WAVE = set_of(u for u, c in ARRIVALS.items() if c.wave == 1)
WITHDRAWALS: dict[int, list[str]] = {}
for _row in SCENARIO.get("withdrawal", ()):
    WITHDRAWALS.setdefault(day_of(_row["date"]), []).append(_row["division"])


def not_on_map(state: LongestDay, frame: object, unit: int, hex_: int) -> Ruling:
    """Why a unit is not on the map, with the clause that says when it comes."""
    name, mine = LABEL[unit], 1 << unit
    if state.due & mine:
        when = (
            "in the Mechanized Movement Phase"
            if EVENING & mine and state.day == 0
            else "in the Movement Phase"
        )
        return Ruling(
            "TLD-S.12" if SIDE[unit] == ALLIED else "TLD-S.16",
            f"{name} is not on the map; it is due and arrives {when}",
        )
    if state.surrendered & mine:
        return Ruling("TLD-B.12", f"{name} has surrendered")
    if state.dead & mine:
        return Ruling("TLD-S.15", f"{name} has been eliminated")
    if state.gone & mine:
        return Ruling("TLD-S.16", f"{name} has left the game")
    coming = ARRIVALS.get(unit)
    if SUPPLY >> unit & 1 or coming is None:
        return Ruling("TLD-S.14" if SUPPLY >> unit & 1 else "TLD-S.11", f"{name} is not on the map")
    if coming.day > state.day:
        return Ruling(
            "TLD-S.11", f"{name} arrives on {date_words(coming.day)}; today is {date_words(state.day)}"
        )
    return Ruling("TLD-S.11", f"{name} is neither on the map nor due; it was due on {date_words(coming.day)}")


def first_day_group(unit: int) -> tuple[str, str]:
    """TLD-S.13: units of one beach or one drop, and all Germans set up on the map."""
    coming = ARRIVALS.get(unit)
    return (SIDE[unit], coming.at[0] if coming and SIDE[unit] == ALLIED else "set-up")


# ---------------------------------------------------------------- where a unit can come in


def is_dropping(state: LongestDay, unit: int) -> bool:
    """TLD-S.12: whether a unit comes by air, for the first time."""
    coming = ARRIVALS.get(unit)
    return coming is not None and "drop" in coming.at and not _seen_before(state, unit)


def gates(state: LongestDay, unit: int) -> list[tuple[int, int]]:
    """The hexes by which a unit may come, each with what entering it costs, in half points."""
    side = SIDE[unit]
    free = ~state.held[GERMAN if side == ALLIED else ALLIED]
    coming = ARRIVALS.get(unit)
    if is_dropping(state, unit):
        hexes = DROP & ~state.occupied[GERMAN]
        return [(h, NEVER) for h in members(hexes)]  # TLD-S.12: they move no farther
    if side == ALLIED:
        return [(h, LANDING_COST) for h in members(open_beaches(state, unit) & free)]
    names = coming.at if coming is not None and not _seen_before(state, unit) else tuple(ENTRY_HEXES)
    hexes = sum(ENTRY_HEXES[name] for name in names) & free
    return [(h, ENTRY[KIND_OF[h]]) for h in members(hexes or ALL_ENTRIES & free)]


def _seen_before(state: LongestDay, unit: int) -> bool:
    """Whether a unit comes back rather than for the first time: an HQ that has been here, or a
    replacement."""
    if HQ >> unit & 1:
        return state.came[HQ_NUMBER[unit]] >= 0
    return bool(state.unfed[unit] < 0)


def open_beaches(state: LongestDay, unit: int) -> int:
    """TLD-S.12: its own beach; on later days any other if that is closed; a returning unit any."""
    coming, free = ARRIVALS.get(unit), ~state.held[GERMAN]
    every = sum(BEACHES.values())
    own = BEACHES.get(coming.at[0], 0) if coming is not None else 0
    if not own or _seen_before(state, unit):
        return every & free
    return own & free if own & free or state.day == 0 else every & free


def float_hexes(state: LongestDay, unit: int) -> int:
    """TLD-S.12: held hexes of its beach, off which a unit of the first wave may lie."""
    coming = ARRIVALS.get(unit)
    return BEACHES.get(coming.at[0], 0) & state.held[GERMAN] if coming is not None else 0


# ---------------------------------------------------------------- the Replacement Phase


def newly_due(state: LongestDay, side: str) -> int:
    return BY_DAY.get(state.day, 0) & OF_SIDE[side]


def withdraw_divisions(state: LongestDay) -> None:
    """A division leaves the game, dead counters included; supply units stay."""
    for division in WITHDRAWALS.get(state.day, ()):
        units = OF_DIVISION[division]
        for unit in members(units & state.on_map):
            state.set_at(fact.at, unit, OFF, "TLD-S.16")
        state.add(fact.gone, units, "TLD-S.16")
        state.remove(fact.due, units, "TLD-S.16")
        state.remove(fact.dead, units, "TLD-S.16")
        state.set(fact.returns, tuple(pair for pair in state.returns if not units >> pair[0] & 1), "TLD-S.16")


def come_back(state: LongestDay, side: str) -> None:
    """TLD-S.19: HQs lost three days ago."""
    back = [u for u, day in state.returns if day <= state.day and SIDE[u] == side]
    if back:
        bits = set_of(back)
        state.set(fact.returns, tuple(pair for pair in state.returns if pair[0] not in back), "TLD-S.19")
        state.remove(fact.dead, bits, "TLD-S.19")
        state.remove(fact.surrendered, bits, "TLD-S.19")
        state.add(fact.due, bits, "TLD-S.19")


def _today(rows: list[Row], day: int) -> Iterator[Row]:
    for row in rows:
        if day_of(row["from"]) <= day <= (day_of(row["through"]) if "through" in row else NEVER):
            yield row


def deliveries(day: int, side: str) -> tuple[tuple[str, int], ...]:
    """TLD-S.14: the supply units of a day, by beach, or for the German side by entry hexes."""
    result = []
    for row in _today(SCENARIO["supply_delivery"][side]["days"], day):
        if side == GERMAN:
            result.append(("entry", int(row["units"])))
        else:
            result += [(beach, int(row.get(beach, 0))) for beach in sorted(BEACHES)]
    return tuple((name, count) for name, count in result if count)


def delivery_hexes(state: LongestDay, name: str) -> int:
    if name == "entry":
        return ALL_ENTRIES & ~state.held[ALLIED]
    return BEACHES[name] & ~state.held[GERMAN]


def replacements_due(day: int, side: str) -> int:
    """TLD-S.15"""
    result = 0
    for row in _today(SCENARIO["replacements"][side], day):
        if (day - day_of(row["from"])) % int(row["every_days"]) == 0:
            result += int(row["units"])
    return result


def replaceable(state: LongestDay, side: str) -> int:
    """Any combat unit of the dead box but HQs, which come back by themselves."""
    return state.dead & OF_SIDE[side] & COMBAT & ~HQ


# ---------------------------------------------------------------- supply units


def spare_supply(state: LongestDay, side: str) -> int:
    """A supply counter that is not in use, or -1."""
    free = SUPPLY & OF_SIDE[side] & ~state.on_map
    return (free & -free).bit_length() - 1 if free else -1


def put_supply(state: LongestDay, side: str, hex_: int, clause: str) -> None:
    """A full, unbound supply unit in a hex; without a counter left there is none."""
    unit = spare_supply(state, side)
    if unit < 0:
        state.note(clause, "No {} supply counter is left; the delivery is lost", ADJECTIVE[side])
        return
    state.remove(fact.half, 1 << unit, clause)
    state.set_at(fact.bound, SUPPLY_NUMBER[unit], "", clause)
    state.set_at(fact.at, unit, Hex(hex_), clause)


def first_arrival(state: LongestDay, hq: int, hex_: int) -> None:
    """TLD-S.14: an HQ that comes for the first time brings a supply unit."""
    number = HQ_NUMBER[hq]
    if state.came[number] < 0:
        came = (*state.came[:number], state.day, *state.came[number + 1 :])
        state.set(fact.came, came, "TLD-A.corps.24" if CORPS_HQ >> hq & 1 else "TLD-S.11")
        put_supply(state, SIDE[hq], hex_, "TLD-S.14")


RETURN_DAYS = int(KERNEL["headquarters"]["return_days"])
