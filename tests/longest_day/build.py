"""Short ways to write ledgers and positions for the tests."""

from __future__ import annotations

from typing import Any

import grognard
from grognard.core.notation import play_on
from grognard.games.longest_day import notation
from grognard.games.longest_day.board import GRID
from grognard.games.longest_day.days import day_of
from grognard.games.longest_day.ledger import LATER, Ledger, Order, order
from grognard.games.longest_day.pieces import NAMES, UNIT
from grognard.games.longest_day.position import LongestDay

GAME = grognard.load("longest-day")


# HQs of three corps, on the map
STAFF = {
    "HQ-VIII": "1010",
    "HQ-XXX": "1210",
    "HQ-I": "1810",
    "15:HQ": "1011",
    "11ARM:HQ": "1012",
    "50:HQ": "1211",
    "7ARM:HQ": "1212",
    "49:HQ": "1213",
    "3:HQ": "1811",
}


def day(text: str) -> int:
    return day_of(text)


def wrote(*lines: str, **more: Any) -> Ledger:
    """`"20 June: 43 XII"`, or `"7 June replacement: 8-BDE 50:HQ"`."""
    ledger = Ledger(**more)
    return ledger.wrote(*(an_order(ledger, line) for line in lines))


def an_order(ledger: Ledger, line: str) -> Order:
    when, _, what = line.partition(": ")
    unit, to = what.split()
    early = when.endswith(" replacement")
    return order(
        ledger, day_of(when.removesuffix(" replacement")), unit, to, "replacement" if early else LATER
    )


def position(
    when: str = "12 June",
    phase: str = "allied orders",
    orders: tuple[str, ...] = (),
    german_orders: tuple[str, ...] = (),
    **more: Any,
) -> LongestDay:
    """Units as keywords would not do for such names: pass `units={"50:HQ": "1010"}`."""
    plain: dict[str, Any] = {"day": when, "phase": phase, "units": more.pop("units", {})}
    for name, lines in (("orders", orders), ("german_orders", german_orders)):
        if lines:
            plain[name] = list(lines)
    return play_on(notation.read(plain | more))


def at(state: LongestDay, unit: str) -> str:
    hex_ = state.at[UNIT[unit]]
    return GRID.name[hex_] if hex_ >= 0 else ""


def do(state: LongestDay, *actions: str) -> LongestDay:
    for action in actions:
        state.push(GAME.parse(action))
    return state


def why(state: LongestDay, action: str) -> str:
    """The refusal of an action, in one line."""
    return "; ".join(map(str, state.why_not(GAME.parse(action))))


def legal(state: LongestDay) -> list[str]:
    return list(map(str, state.legal_actions()))


def names(units: int) -> set[str]:
    return {NAMES[u] for u in range(len(NAMES)) if units >> u & 1}
