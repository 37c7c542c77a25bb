"""PHD-Z12: where every unit stands after a scenario that the resolver fought."""

from __future__ import annotations

from grognard.core.hexes import OFF, Hex, letters, members

from . import units
from .board import CONCEALMENT, GRID, ROWS
from .pieces import (
    BROKEN,
    CLOAKED,
    CONCEALED,
    ENEMY,
    FLAG,
    HIDDEN,
    KINDS,
    NUMBER,
    PRISONER,
    SIDES,
    VEHICLE,
)
from .position import LANES, Battle, PurpleHeartDraw, fact, ground, own, works
from .troops import SPAN
from .units import cover_up, put, show, show_cover

# ---------------------------------------------------------------- PHD-Z12: the report


def report(state: PurpleHeartDraw, frame: Battle) -> None:
    """Every unit gets a hex of its lane; who was not in the last fighting goes under cover where the ground
    allows.
    """
    for side in SIDES:
        _settle(state, side)
    for n, side in enumerate(SIDES):
        for u in members(own(state, side)):
            state.set_at(fact.row, u, 0, "PHD-Z12")
            state.set_at(fact.lane, u, -1, "PHD-Z12")
        state.set_at(fact.lines, n, (0,) * LANES, "PHD-Z12")
        state.set_at(fact.waits, n, (), "PHD-Z12")
        show_cover(state, side, "PHD-Z12")
    state.set(fact.turn, 0, "PHD-Z12")
    state.set(fact.mover, "", "PHD-Z12")
    state.note(
        "PHD-Z12", "Scenario over, played by the resolver (reconstruction); CVP: US {}, German {}", *state.cvp
    )


def _settle(state: PurpleHeartDraw, side: str) -> None:
    n = NUMBER[side]
    load: dict[int, int] = {}
    parked: set[int] = set()
    good = state.held[n] & ground(state).tl
    barred = works(state).blaze | mined(state, ENEMY[side])
    for u in members(own(state, side)):
        if not state.row[u]:
            put(state, u, OFF, "PHD-Z12")
            continue
        kind = KINDS[state.kind[u]]
        hex_ = _hex_for(
            state.row[u],
            state.lane[u],
            n,
            state.lines[n][state.lane[u]],
            good,
            barred,
            load,
            parked,
            kind.half_squads,
            kind.type == VEHICLE,
        )
        load[hex_] = load.get(hex_, 0) + kind.half_squads
        if kind.type == VEHICLE:
            parked.add(hex_)
        put(state, u, Hex(hex_), "PHD-Z12")
        _conceal(state, u, hex_)


def _conceal(state: PurpleHeartDraw, u: int, hex_: int) -> None:
    status = state.status[u]
    if status & (HIDDEN | CLOAKED | PRISONER):
        return
    infantry = KINDS[state.kind[u]].type != VEHICLE
    if infantry and CONCEALMENT >> hex_ & 1 and not status & (FLAG["engaged"] | BROKEN):
        cover_up(state, u, CONCEALED, "PHD-Z12")
    else:
        show(state, u, "PHD-Z12")


def mined(state: PurpleHeartDraw, side: str) -> int:
    """Hexes in which a side has mines, hidden ones too: only the resolver may ask."""
    result = 0
    for item, hex_ in (*state.forts[NUMBER[side]], *state.buried[NUMBER[side]]):
        if "mines" in item:
            result |= 1 << hex_
    return result


def _hex_for(
    row: int,
    lane: int,
    n: int,
    line: int,
    good: int,
    barred: int,
    load: dict[int, int],
    parked: set[int],
    size: int,
    vehicle: bool,
) -> int:
    """First own Tactical Locations, then the nearest row, then the emptiest hex, then the lowest column."""
    line = line or row
    for reach in range(2, ROWS):
        best: tuple[int, int, int, int] | None = None
        nearest_hex = 0
        for other_row in range(max(row - reach, 1), min(row + reach, ROWS) + 1):
            if (other_row - line) * (1 if n == 0 else -1) > 0:
                continue
            for hex_ in HEXES_OF[lane][other_row]:
                if (
                    barred >> hex_ & 1
                    or load.get(hex_, 0) + size > units.STACK_HS
                    or (vehicle and hex_ in parked)
                ):
                    continue
                key = (not good >> hex_ & 1, abs(other_row - row), load.get(hex_, 0), hex_)
                if best is None or key < best:
                    best, nearest_hex = key, hex_
        if best is not None:
            return nearest_hex
    return HEXES_OF[lane][row][0]


HEXES_OF = [
    [
        sorted(GRID.number[f"{letters(c)}{row}"] for c in range(a, b + 1)) if row else []
        for row in range(ROWS + 1)
    ]
    for a, b in SPAN
]
