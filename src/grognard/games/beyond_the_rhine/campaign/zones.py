"""BTR-ocs.zoc: zones of control, and the hexes next to the enemy; worked out once for a position."""

from __future__ import annotations

from collections.abc import Hashable

from grognard.core.caching import once_while
from grognard.core.hexes import Hexes, members, set_of

from .board import GRID
from .pieces import ALLIED, COMBAT, ENEMY, FIGHTERS, OF_SIDE, SIDES
from .position import FRONT, Campaign, Stacks, hexes_of
from .verbs import capable
from .visibility import is_foggy

FIGHTS, ATTACKS, ZONED = 1, 2, 4  # what a stack can do: holds combat units, attack-capable ones, a zone


class Front:
    """BTR-ocs.react.zoc: what follows at once from where the units stand and which markers they have."""

    def __init__(self, state: Campaign) -> None:
        able, mode = capable(state), state.mode
        self.occupied = {side: hexes_of(state, state.on_map & OF_SIDE[side] & FIGHTERS) for side in SIDES}
        zoned = set_of(unit for unit in members(able & ~(state.dg | state.oos)) if mode[unit] == COMBAT)
        self.projecting = {side: zoned & OF_SIDE[side] for side in SIDES}
        self.zone = {side: GRID.near(hexes_of(state, self.projecting[side])) for side in SIDES}
        self.beside = {side: GRID.near(hexes_of(state, able & OF_SIDE[ENEMY[side]])) for side in SIDES}
        for side in SIDES:
            if is_covered_from(state, side):
                self._take_from_table(side, stacks_of(state, side))
        self.served: dict[Hashable, Hexes] = {}  # by side and dump: filled by the rules of supply

    def _take_from_table(self, side: str, stacks: Stacks) -> None:
        """Option `fog`: what a view knows of the other side is what both sides see of its stacks."""
        fighting, able, zoned = (_hexes_with(stacks, kind) for kind in (FIGHTS, ATTACKS, ZONED))
        self.occupied[side], self.zone[side] = fighting, GRID.near(zoned)
        self.beside[ENEMY[side]] = GRID.near(able)


def _hexes_with(stacks: Stacks, kind: int) -> Hexes:
    return Hexes(set_of(hex_ for hex_, _, can in stacks if can & kind))


def stacks_of(state: Campaign, side: str) -> Stacks:
    """Option `fog`: what both sides see of the stacks of a side."""
    return state.allied_stacks if side == ALLIED else state.german_stacks


def is_covered_from(state: Campaign, side: str) -> bool:
    """Option `fog`: whether this position is the view of a seat that may not look into the stacks of a
    side.
    """
    return is_foggy(state) and state.viewer not in (None, side)


def covered(state: Campaign, side: str, hex_: int) -> int:
    """Option `fog`: how many counters of a side in a hex the viewer of this position may not look at."""
    if not is_covered_from(state, side):
        return 0
    count = next((count for place, count, _ in stacks_of(state, side) if place == hex_), 0)
    return max(0, count - (state.here.get(hex_, 0) & OF_SIDE[side]).bit_count())


@once_while(*FRONT)
def front(state: Campaign) -> Front:
    """What follows from where the units stand; water belongs to it because supply paths cross it."""
    return Front(state)


def occupied(state: Campaign, side: str) -> Hexes:
    """Hexes with combat units of a side (BTR-ocs.move.enemy)."""
    return front(state).occupied[side]


def projecting(state: Campaign, side: str) -> int:
    """BTR-ocs.zoc.who, BTR-ocs.zoc.none: attack-capable units in Combat Mode, in supply, not DG."""
    return front(state).projecting[side]


def zone(state: Campaign, side: str) -> Hexes:
    """BTR-ocs.zoc.reach: all six neighbours, whatever lies between."""
    return front(state).zone[side]


def unnegated(state: Campaign, side: str) -> Hexes:
    """BTR-ocs.zoc.negate: enemy zones in which a side has no combat unit."""
    lie = front(state)
    return Hexes(lie.zone[ENEMY[side]] & ~lie.occupied[side])


def next_to_enemy(state: Campaign, side: str) -> Hexes:
    """Hexes next to an attack-capable enemy: closed to Strat Mode and to reserves."""
    return front(state).beside[side]
