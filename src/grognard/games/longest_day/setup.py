"""TLD-S.11: the first position: German pieces as listed, no Allied piece on the map, the Allied segment of 6 June to come."""

from __future__ import annotations

from collections.abc import Callable

from .arrivals import put_supply
from .board import GRID, STRONGPOINTS
from .options import Options
from .pieces import GERMAN, SCENARIO, UNIT
from .position import HQ_NUMBER, Day, LongestDay, fact

CLAUSE = "TLD-S.11"


def first_position(scenario: str) -> Callable[[Options], LongestDay]:
    def make(options: Options) -> LongestDay:
        state = LongestDay()
        state.__dict__["options"], state.__dict__["scenario"] = options, scenario
        for row in SCENARIO["setup"]:
            _set_up(state, row)
        state.set(fact.stack, (Day(),), "TLD-S.2")
        state.run()
        begin_book(state)
        return state

    return make


def begin_book(state: LongestDay) -> None:
    """A game begins with an empty book; what was worked out on the way is forgotten with it."""
    state.journal.clear()
    state.__dict__.pop("_memo", None)


def _set_up(state: LongestDay, row: dict[str, object]) -> None:
    hq: dict[str, object] = row["hq"]  # type: ignore[assignment]
    if hq["hex"] != "off-map":
        unit, hex_ = UNIT[f"{row['division']}:HQ"], GRID.hex(str(hq["hex"]))
        state.set_at(fact.at, unit, hex_, CLAUSE)
        number = HQ_NUMBER[unit]
        state.set(fact.came, (*state.came[:number], 0, *state.came[number + 1 :]), CLAUSE)
        for _ in range(int(str(hq.get("supply_units", 0)))):
            put_supply(state, GERMAN, hex_, CLAUSE)
    units: dict[str, str] = row["units"]  # type: ignore[assignment]
    for name, where in units.items():
        unit, hex_ = UNIT[name], GRID.hex(where)
        state.set_at(fact.at, unit, hex_, CLAUSE)
        if STRONGPOINTS >> hex_ & 1:
            state.set(fact.strong, state.strong | 1 << unit, CLAUSE)
