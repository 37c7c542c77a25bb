"""ASL-A11.7: a stopped vehicle with its crew holds Known enemies on foot of its Location in Melee. It is not
held itself.
"""

from __future__ import annotations

from ..pieces import SIDES
from . import vehicles
from .forces import ENEMY, SIDE
from .pillboxes import is_inside
from .position import BROKEN, CLIMBING, MELEE, Firefight, PlayerTurn
from .units import flag, has, known, known_in, settle

FREE = BROKEN | MELEE | CLIMBING  # not held, or held already


def is_held(state: Firefight, unit: int) -> bool:
    """Whether a vehicle holds a unit: one in a pillbox is in another Location (ASL-A2.8), and a rider is
    aboard.
    """
    away = is_inside(state, unit) or vehicles.is_riding(state, unit)
    return not away and vehicles.holds(state, ENEMY[SIDE[unit]], state.at[unit])


def hold(state: Firefight, frame: PlayerTurn) -> None:
    """ASL-A11.15: after the close combats Known unbroken units beside such a vehicle are in Melee with it."""
    for side in SIDES:
        for unit in known(state, ENEMY[side]):
            if not state.flags[unit] & FREE and is_held(state, unit):
                flag(state, unit, MELEE, "ASL-A11.7")
    settle(state, "ASL-A11.7")


def hexes(state: Firefight) -> int:
    """Where units in Melee have a vehicle alone against them: they may withdraw (ASL-A11.2)."""
    found = 0
    for side in SIDES:
        for unit in known(state, ENEMY[side]):
            alone = has(state, unit, MELEE) and not known_in(state, side, state.at[unit])
            found |= (alone and is_held(state, unit)) << state.at[unit]
    return found
