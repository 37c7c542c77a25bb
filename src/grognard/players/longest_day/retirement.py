"""Where units of The Longest Day would be cut off from their HQ if the enemy came one step nearer: they go
back in time, and places worth points are held all the same.
"""

from __future__ import annotations

from grognard.games.longest_day.board import GRID, LAND
from grognard.games.longest_day.command import chain
from grognard.games.longest_day.pieces import ENEMY, SIDE
from grognard.games.longest_day.position import LongestDay
from grognard.games.longest_day.routes import within
from grognard.games.longest_day.victory import HEX_POINTS

from .isolation import left_open
from .plan import Plan

PLACES = sum(1 << h for h in HEX_POINTS)


def nearer(state: LongestDay, side: str) -> int:
    """The hexes the enemy could stand in a step from now, if no unit is in its way."""
    theirs = state.held[ENEMY[side]]
    return (theirs | GRID.near(theirs) & LAND) & ~state.occupied[side]


def in_a_pocket(plan: Plan, unit: int) -> int:
    """The hexes in which a unit would be cut off from its HQ then; none while it has no HQ on the map.

    A hex beside one that its HQ still reaches is none of them: the unit itself keeps the way open (TLD-B.2).
    """
    state = plan.state
    hq = chain(state, SIDE[unit]).hq[unit]
    if not state.day or hq < 0 or state.at[hq] < 0:
        return 0
    if hq not in plan.lifelines:
        open_ = left_open(state, plan.side, nearer(state, plan.side))
        reached = within(GRID, state.at[hq], open_)
        plan.lifelines[hq] = reached | GRID.near(reached)
    return ~plan.lifelines[hq]


def keep_out(plan: Plan) -> None:
    """No unit is planned for a hex in which it would be cut off, but for places worth points."""
    for unit in plan.free:
        plan.reach[unit] &= ~in_a_pocket(plan, unit) | PLACES
