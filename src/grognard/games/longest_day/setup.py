"""TLD-S.11: the first position: German pieces as listed, no Allied piece on the map, the Allied segment of 6
June to come."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NotRequired, TypedDict

from grognard.core.hexes import Hex

from .arrivals import put_supply
from .board import GRID, LAND, STRONGPOINTS
from .days import day_of
from .options import Options
from .pieces import ALLIED, GERMAN, SCENARIO, SIDE, UNIT
from .position import HQ_NUMBER, Day, LongestDay, fact
from .victory import SCENARIOS

CLAUSE = "TLD-S.11"


def first_position(scenario: str) -> Callable[[Options], LongestDay]:
    def make(options: Options) -> LongestDay:
        state = LongestDay()
        state.__dict__["options"], state.__dict__["scenario"] = options, scenario
        state.__dict__["day"] = day_of(SCENARIOS[scenario]["first_day"])
        for row in SCENARIO["setup"]:
            _set_up(state, row)
        _hold(state, SCENARIOS[scenario].get("allied_hexes", ()))
        state.set(fact.stack, (Day(),), "TLD-S.2")
        state.run()
        begin_book(state)
        return state

    return make


def begin_book(state: LongestDay) -> None:
    """A game begins with an empty book; what was computed of the map on the way is forgotten with it."""
    state.journal.clear()
    state.cache.clear()


def _hold(state: LongestDay, names: Sequence[str]) -> None:
    """TLD-S.7: the land a scenario that begins later than 6 June says the Allies hold; not where a German
    combat unit stands."""
    held = GRID.set(names) & LAND & ~state.held[GERMAN]
    state.add(fact.control, held, "TLD-S.7")


class HqRow(TypedDict):
    hex: str
    supply_units: NotRequired[int]


class SetUpRow(TypedDict):
    """A division of the set-up, of scenario.toml."""

    division: str
    side: str
    hq: HqRow
    units: dict[str, str]


def _set_up(state: LongestDay, row: SetUpRow) -> None:
    if row["hq"]["hex"] != "off-map":
        _stand(state, UNIT[f"{row['division']}:HQ"], GRID.hex(row["hq"]["hex"]))
        for _ in range(int(row["hq"].get("supply_units", 0))):
            put_supply(state, row["side"], GRID.hex(row["hq"]["hex"]), CLAUSE)
    for name, where in row["units"].items():
        _stand(state, UNIT[name], GRID.hex(where))


def _stand(state: LongestDay, unit: int, hex_: Hex) -> None:
    state.set_at(fact.at, unit, hex_, CLAUSE)
    if unit in HQ_NUMBER:
        number = HQ_NUMBER[unit]
        state.set(fact.came, (*state.came[:number], state.day, *state.came[number + 1 :]), CLAUSE)
    if SIDE[unit] == ALLIED:
        state.add(fact.control, 1 << hex_, "TLD-S.7")
    elif STRONGPOINTS >> hex_ & 1:
        state.add(fact.strong, 1 << unit, CLAUSE)
