"""SB-12 supply."""

from __future__ import annotations

from grognard.core.hexes import Hex, Hexes, members

from .board import GRID, UNBRIDGED
from .pieces import AIRBORNE, ALLIED, COMMANDO, GERMAN, OF_SIDE
from .position import SwordBeach, Turn, fact
from .verbs import reduce, zoc


def traced(state: SwordBeach, sources: int, enough: int = -1) -> Hexes:
    """SB-12.0.c, SB-12.0.f: hexes joined to a source; only the first and the last hex of a path may lie in an
    enemy ZOC.

    Allied units neither open nor close a path (SB-12.0.g), so one set serves every unit (SB-J46). Where all
    of `enough` are joined, others may be missing.
    """
    open_ = state.land & ~state.occupied[GERMAN]  # SB-12.0.e, SB-J13
    free = open_ & ~zoc(state, GERMAN)
    sources &= open_
    if state.options.rivers_block_supply:
        return _traced_dry(sources, open_, free)
    first = sources | GRID.near(sources)
    inner = GRID.flood(first & free, free, enough)
    return Hexes((first | inner | GRID.near(inner)) & open_)


def _traced_dry(sources: int, open_: int, free: int) -> Hexes:
    """The same with unbridged rivers in the way (SB-J13, turned round)."""
    dry = [~mask for mask in UNBRIDGED]
    first = sources | GRID.cross(sources, dry)
    inner = GRID.flood_dry(first & free, free, UNBRIDGED)
    return Hexes((first | inner | GRID.cross(inner, dry)) & open_)


def supplied(state: SwordBeach, enough: int = -1) -> Hexes:
    """SB-11.2.1.1.d, SB-12.0.i: hexes from which any Allied unit can trace to a beach landing hex, and those
    themselves.
    """
    return Hexes(traced(state, state.beachheads, enough) | state.beachheads)


def drop_supplied(state: SwordBeach) -> Hexes:
    """SB-12.0.d: hexes from which an airborne unit can trace to a drop zone; none while a German sits on it
    (SB-J44).
    """
    return traced(state, state.drop_zones) if state.drop_supply and state.drop_zones else Hexes(0)


def cut_off(state: SwordBeach) -> int:
    """Allied units on the map that are out of supply now; commandos never are (SB-12.0.j)."""
    good = supplied(state, enough=state.occupied[ALLIED])
    loose = state.occupied[ALLIED] & ~good
    if not loose:
        return 0
    dropped = good | drop_supplied(state)
    result = 0
    for unit in members(OF_SIDE[ALLIED] & state.on_map & ~COMMANDO):
        if not (dropped if AIRBORNE >> unit & 1 else good) >> state.at[unit] & 1:
            result |= 1 << unit
    return result


def supply_check(state: SwordBeach, frame: Turn) -> None:
    """SB-12.0.a, SB-12.0.b: all units are judged on one position, then the losses fall."""
    units = cut_off(state)
    state.set(fact.cut_off, units, "SB-12.0.b")
    for unit in members(units):
        reduce(state, unit, "SB-12.0.h")


def supply_path(state: SwordBeach, unit: int) -> list[Hex]:
    """SB-12.0.c, SB-12.0.d: a shortest path of supply, from the unit's hex to its source; none where there is
    none.
    """
    start, open_ = state.at[unit], state.land & ~state.occupied[GERMAN]
    drops = state.drop_zones if AIRBORNE >> unit & 1 and state.drop_supply else 0
    sources = (state.beachheads | drops) & open_
    if (sources | state.beachheads) >> start & 1:
        return [start]  # SB-12.0.i
    dry = [~mask for mask in UNBRIDGED] if state.options.rivers_block_supply else None
    route = GRID.route(sources, start, open_ & ~zoc(state, GERMAN), len(GRID.name), dry)
    return route[::-1] if route else []


def cut_by(state: SwordBeach, unit: int) -> dict[str, list[str]]:
    """Why a unit is out of supply: what a path could reach from it, and the Germans and zones that close it
    in.
    """
    own = 1 << state.at[unit]
    open_ = state.land & ~state.occupied[GERMAN]
    free = open_ & ~zoc(state, GERMAN)
    barred = UNBRIDGED if state.options.rivers_block_supply else [0] * 6
    dry = [~mask for mask in barred]
    inner = GRID.flood_dry(GRID.cross(own, dry) & free, free, barred) | own
    rim = GRID.near(inner) & ~inner
    return {
        "reached": GRID.names(inner),
        "enemies in the way": GRID.names(rim & state.occupied[GERMAN]),
        "zones of control in the way": GRID.names(rim & open_ & ~free),
    }
