"""BTR-ocs.ext: five transport points of one kind that lengthen trace; BTR-ocs.supply.extender: trace
alone.
"""

from __future__ import annotations

from grognard.core.caching import once_while
from grognard.core.hexes import Hex, Hexes, members, set_of
from grognard.core.procedure import Pick, Screen
from grognard.core.ruling import Ruling

from .acting import MOVEMENT, allowance, mover, not_acting, remaining
from .board import GRID
from .pieces import LABEL, NAMES, OF_SIDE, SCENARIOS, SIDE, TRANSPORT
from .position import MOVERS, TRACE, Campaign, fact
from .supply import POINTS_OF_EXTENDER, extender_area, like_points, trace_sources
from .verbs import Extend, Fold, mark, points_in, unmark

POINTS = POINTS_OF_EXTENDER


def comrades(state: Campaign, unit: int) -> list[int]:
    """Points of the same kind in its hex, itself first, that are free and have half their MA left."""
    points = points_in(state, state.at[unit], SIDE[unit]) & like_points(unit) & ~(state.extended | state.done)
    able = [u for u in members(points) if remaining(state, u) >= half(state, u)]
    return sorted(able, key=lambda u: (u != unit, u))


def half(state: Campaign, unit: int) -> int:
    """BTR-ocs.ext.make: half the MA of a point, in sixths."""
    return allowance(state, unit) // 2


def is_joined(state: Campaign, unit: int) -> bool:
    """Whether the hex of a point lies within the range of its kind of a source that traces now."""
    return bool(_joined(state, like_points(unit), SIDE[unit]) >> state.at[unit] & 1)


@once_while(*TRACE)
def _joined(state: Campaign, kind: int, side: str) -> Hexes:
    """The hexes within the range of a kind of point of a source that traces now."""
    return extender_area(state, side, members(kind)[0], trace_sources(state, side))


@once_while(*TRACE, *MOVERS, "spent", "done")
def _ready_to_extend(state: Campaign) -> int:
    free = state.on_map & TRANSPORT & OF_SIDE[mover(state)] & ~(state.extended | state.done)
    ready = (u for u in members(free) if len(comrades(state, u)) >= POINTS and u in comrades(state, u))
    return set_of(unit for unit in ready if is_joined(state, unit))


def may_extend(state: Campaign, frame: object) -> int:
    if SCENARIOS[state.scenario].get("learning") or state.phase != MOVEMENT:
        return 0
    return _ready_to_extend(state)


def cannot_extend(state: Campaign, frame: object, unit: int, hex_: int) -> Ruling:
    name, side = LABEL[unit], mover(state)
    if SIDE[unit] != side or state.at[unit] < 0:
        return not_acting(state, unit, side, "BTR-ocs.ext.make")
    if SCENARIOS[state.scenario].get("learning"):
        return Ruling("BTR-ocs.scen.learning", "Aachen is played without extenders")
    if not TRANSPORT >> unit & 1:
        return Ruling("BTR-ocs.ext.make", f"{name} is not a transport point")
    if state.extended >> unit & 1:
        return Ruling("BTR-ocs.ext.make", f"{name} is part of an extender")
    count = len(comrades(state, unit))
    if count < POINTS or unit not in comrades(state, unit):
        held = f"{GRID.name[state.at[unit]]} has {count}"
        words = f"an extender takes {POINTS} points of one kind with half their MA left; {held}"
        return Ruling("BTR-ocs.ext.make", words)
    return Ruling("BTR-ocs.ext.make", f"{GRID.name[state.at[unit]]} is too far from every working source")


def extend(state: Campaign, frame: object, unit: int, hex_: Hex) -> None:
    five = comrades(state, unit)[:POINTS]
    _spend(state, five)
    mark(state, fact.extended, set_of(five), "BTR-ocs.ext.make")


def _spend(state: Campaign, units: list[int]) -> None:
    for u in units:
        state.set_at(fact.spent, u, state.spent[u] + half(state, u), "BTR-ocs.supply.extender")


def may_fold(state: Campaign, frame: object) -> int:
    if state.phase != MOVEMENT:
        return 0
    mine = state.extended & state.on_map & OF_SIDE[mover(state)] & ~state.done
    return set_of(u for u in members(mine) if remaining(state, u) >= half(state, u))


def cannot_fold(state: Campaign, frame: object, unit: int, hex_: int) -> Ruling:
    side = mover(state)
    if SIDE[unit] != side or state.at[unit] < 0:
        return not_acting(state, unit, side, "BTR-ocs.ext.make")
    if not state.extended >> unit & 1:
        return Ruling("BTR-ocs.ext.make", f"{LABEL[unit]} is not part of an extender")
    return Ruling("BTR-ocs.ext.make", f"{LABEL[unit]} has less than half its MA left")


def fold(state: Campaign, frame: object, unit: int, hex_: Hex) -> None:
    """The five points of an extender are free again, each for half its MA."""
    points = points_in(state, state.at[unit], SIDE[unit]) & like_points(unit) & state.extended
    five = sorted(members(points), key=lambda u: (u != unit, u))[:POINTS]
    _spend(state, five)
    unmark(state, fact.extended, set_of(five), "BTR-ocs.supply.extender")


# ---------------------------------------------------------------- the enemy comes


def fallen(state: Campaign, side: str, hex_: int) -> int:
    """The points of extenders of a side in a hex an enemy has entered."""
    return points_in(state, hex_, side) & state.extended


def havens(state: Campaign, units: tuple[int, ...], hex_: int) -> Hexes:
    """BTR-ocs.ext.fall: hexes in trace within the range of the points, without enemies."""
    side = SIDE[units[0]]
    return extender_area(state, side, units[0], trace_sources(state, side), from_hex=hex_)


EXTEND_PICK = Pick(
    verb=Extend,
    names=NAMES,
    units=(Screen("BTR-ocs.ext.make", cannot_extend, may_extend, decisive=True),),
    apply=extend,
)
FOLD_PICK = Pick(
    verb=Fold,
    names=NAMES,
    units=(Screen("BTR-ocs.ext.make", cannot_fold, may_fold, decisive=True),),
    apply=fold,
)

__all__ = ["EXTEND_PICK", "FOLD_PICK", "fallen", "havens"]
