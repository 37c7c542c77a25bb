"""The hexes of enemy vehicles as goals of an attack."""

from __future__ import annotations

from collections.abc import Callable

from grognard.core.hexes import members
from grognard.core.procedure import Screen

from . import vehicles
from .fire import firing_side
from .forces import ENEMY
from .position import Firefight, Mask


def enemy_hexes(state: Firefight, side: str) -> int:
    """The hexes that hold vehicles of the enemy of a side."""
    return sum(1 << h for h in {state.vehicle_at[v] for v in vehicles.on_map(state, ENEMY[side])})


def goal_screens(
    kind: str, goal: Mask | None, clause: str, words: str, reaches: Callable[[Firefight, int, int], bool]
) -> tuple[Screen, Screen]:
    """In a fire phase the hex of any enemy vehicle, in the window that of the one that moves: `goal`.

    `reaches` says whether a unit or gun can attack a hex, `words` why it cannot.
    """

    def hexes(state: Firefight, frame: object) -> int:
        return enemy_hexes(state, firing_side(kind, state)) if goal is None else goal(state, frame)

    def each(state: Firefight, frame: object) -> Callable[[int], int]:
        goals = members(hexes(state, frame))
        return lambda firer: sum(1 << h for h in goals if reaches(state, firer, h))

    return (
        Screen(clause, "{hex} holds no enemy vehicle", hexes, decisive=True),
        Screen(clause, words, each, each=True),
    )
