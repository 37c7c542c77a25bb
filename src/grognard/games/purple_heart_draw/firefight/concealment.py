"""How a "?" is gained."""

from __future__ import annotations

from ..board import GRID
from .eyes import conceals, see_each_other
from .forces import ENEMY, SIDE
from .position import BROKEN, HIDDEN, TI, Firefight
from .units import cover, has, is_good, on_map

FAR = 16


def gain(state: Firefight) -> None:
    """ASL-A12.121: the side whose turn ends covers Good Order units that no unbroken enemy sees, in
    concealment terrain, or far off.
    """
    for unit in on_map(state, state.mover):
        if not state.open >> unit & 1 or not is_good(state, unit) or has(state, unit, TI):
            continue
        if gains(state, unit):
            cover(state, unit, "ASL-A12.121")


def gains(state: Firefight, unit: int) -> bool:
    """A hidden enemy does not count: it would have to show itself (ASL-A12.32)."""
    near_by = False
    for enemy in on_map(state, ENEMY[SIDE[unit]]):
        if state.flags[enemy] & (BROKEN | HIDDEN):
            continue
        near_by |= GRID.distance(state.at[enemy], state.at[unit]) <= FAR
        if see_each_other(state, enemy, unit):
            return False
    return conceals(state.at[unit]) or not near_by
