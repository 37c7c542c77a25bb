"""BTR-ocs.ger.leave, BTR-ledger.2: units the chart takes out of the game."""

from __future__ import annotations

from datetime import date
from functools import cache

from grognard.core.hexes import Hex, members, set_of
from grognard.core.procedure import Auto, Phase, Pick, Screen, open_if_any
from grognard.core.ruling import Ruling

from .board import OUT
from .pieces import ADJECTIVE, ENEMY, LABEL, NAMES, SIDE, UNIT, arrivals_of, listed
from .position import Campaign, fact, today
from .verbs import PutOff, clear, mark
from .zones import next_to_enemy


@cache
def leaving(scenario: str) -> dict[int, date]:
    """BTR-ocs.ger.arrivals: the units that are removed, and when."""
    rows = [row for row in arrivals_of(scenario) if row["kind"] == "remove"]
    return {UNIT[name]: row["date"] for row in rows for name in row["units"]}


def to_leave(state: Campaign, side: str) -> int:
    """Units whose day has come and that are not out yet."""
    if not state.turn:
        return 0
    now = today(state)
    result = [u for u, day in leaving(state.scenario).items() if day <= now and SIDE[u] == side]
    return set_of(u for u in result if state.at[u] != OUT)


def removable(state: Campaign, side: str) -> int:
    """Those that may be put off: next to an attack-capable enemy, and not put off before."""
    near = next_to_enemy(state, side)
    able = to_leave(state, side) & state.on_map & ~state.put_off
    return set_of(u for u in members(able) if near >> state.at[u] & 1)


def cannot_put_off(side: str, state: Campaign, unit: int) -> Ruling:
    name = LABEL[unit]
    if SIDE[unit] != side:
        return Ruling("BTR-ocs.ger.leave", f"{name} is {ADJECTIVE[SIDE[unit]]}")
    if not to_leave(state, side) >> unit & 1:
        return Ruling("BTR-ocs.ger.leave", f"{name} is not to be removed in this turn")
    if state.put_off >> unit & 1:
        return Ruling("BTR-ocs.ger.leave", f"the removal of {name} has been put off once")
    return Ruling(
        "BTR-ocs.ger.leave", f"{name} is not next to an attack-capable {ADJECTIVE[ENEMY[side]]} unit"
    )


def put_off(state: Campaign, frame: object, unit: int, hex_: int) -> None:
    mark(state, fact.put_off, 1 << unit, "BTR-ocs.ger.leave")
    mark(state, fact.staying, 1 << unit, "BTR-ocs.ger.leave")


def postponing(side: str) -> Phase:
    return Phase(
        clause="BTR-ocs.ger.leave",
        name=f"{side} removals",
        title=f"{ADJECTIVE[side]} removals",
        side=side,
        picks=(
            Pick(
                verb=PutOff,
                names=NAMES,
                units=(
                    Screen(
                        "BTR-ocs.ger.leave",
                        lambda state, frame, unit, hex_: cannot_put_off(side, state, unit),
                        lambda state, frame: removable(state, side),
                    ),
                ),
                apply=put_off,
                open=open_if_any,
            ),
        ),
    )


def remove(side: str) -> Auto:
    """BTR-ocs.play.compulsory: wherever they are, dead included; losses of no side (BTR-ocs.win.losses)."""

    def do(state: Campaign, frame: object) -> None:
        units = to_leave(state, side) & ~state.staying
        if units:
            state.note("BTR-ocs.ger.arrivals", "{}: taken out by the chart", listed(units))
        for unit in members(units):
            clear(state, unit, "BTR-ocs.ger.arrivals")
            state.set_at(fact.at, unit, Hex(OUT), "BTR-ocs.ger.arrivals")
        state.set(fact.staying, 0, "BTR-ocs.ger.leave")

    return Auto(clause="BTR-ocs.ger.arrivals", do=do, due=lambda state, frame: bool(to_leave(state, side)))
