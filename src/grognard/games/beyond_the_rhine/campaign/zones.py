"""BTR-ocs.zoc: zones of control, and the hexes next to the enemy."""

from __future__ import annotations

from grognard.core.hexes import Hexes, members

from .board import GRID
from .pieces import COMBAT, ENEMY, FIGHTERS, OF_SIDE
from .position import Campaign, hexes_of
from .verbs import capable


def occupied(state: Campaign, side: str) -> Hexes:
    """Hexes with combat units of a side (BTR-ocs.move.enemy)."""
    return hexes_of(state, state.on_map & OF_SIDE[side] & FIGHTERS)


def projecting(state: Campaign, side: str) -> int:
    """BTR-ocs.zoc.who, BTR-ocs.zoc.none: attack-capable units in Combat Mode, in supply, not DG."""
    found, mode = capable(state) & OF_SIDE[side] & ~(state.dg | state.oos), state.mode
    return sum(1 << unit for unit in members(found) if mode[unit] == COMBAT)


def zone(state: Campaign, side: str) -> Hexes:
    """BTR-ocs.zoc.reach: all six neighbours, whatever lies between."""
    return GRID.near(hexes_of(state, projecting(state, side)))


def unnegated(state: Campaign, side: str) -> Hexes:
    """BTR-ocs.zoc.negate: enemy zones in which a side has no combat unit."""
    return Hexes(zone(state, ENEMY[side]) & ~occupied(state, side))


def next_to_enemy(state: Campaign, side: str) -> Hexes:
    """Hexes next to an attack-capable enemy: closed to Strat Mode and to reserves."""
    return GRID.near(hexes_of(state, capable(state) & OF_SIDE[ENEMY[side]]))
