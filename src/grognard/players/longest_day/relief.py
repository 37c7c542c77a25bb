"""Worn units of The Longest Day: one that is disrupted beside the enemy goes back, and a fresh one takes its
hex.
"""

from __future__ import annotations

from grognard.core.hexes import members
from grognard.games.longest_day.board import GRID, place_name
from grognard.games.longest_day.pieces import DEFENCE, DIVISION, LABEL
from grognard.games.longest_day.victory import HEX_POINTS

from .plan import Plan

BACK = 2  # hexes from the enemy: there it recovers unseen
STAKE = 0.1  # points: a hex of the line held at full strength


def relieve(plan: Plan) -> None:
    """Each worn unit that a fresh one can take the place of, the weakest first."""
    for unit in sorted(worn(plan), key=lambda u: (DEFENCE[u], u)):
        at = plan.state.at[unit]
        fresh, back = replacement(plan, unit), rest(plan, unit)
        if fresh >= 0 and back >= 0:
            plan.send(unit, back, f"it is disrupted and leaves {place_name(at)} to {LABEL[fresh]}", STAKE)
            plan.send(fresh, at, f"it relieves {LABEL[unit]}, which is disrupted", STAKE)


def worn(plan: Plan) -> list[int]:
    """Disrupted units beside the enemy that hold no place worth points."""
    state = plan.state
    return [
        u
        for u in plan.free
        if state.down >> u & 1
        and state.at[u] >= 0
        and state.at[u] not in HEX_POINTS
        and plan.ground.to_enemy(state.at[u]) <= 1
        and not plan.parting >> u & 1
    ]


def replacement(plan: Plan, unit: int) -> int:
    """The best defender of the same division behind the line that comes to its hex; -1 if there is none."""
    state, at = plan.state, plan.state.at[unit]
    fresh = [
        u
        for u in plan.free
        if u not in plan.gathering
        and DIVISION[u] == DIVISION[unit]
        and not state.down >> u & 1
        and state.at[u] >= 0
        and plan.ground.to_enemy(state.at[u]) > 1
        and plan.reach[u] >> at & 1
    ]
    return max(fresh, key=lambda u: (DEFENCE[u], u), default=-1)


def rest(plan: Plan, unit: int) -> int:
    """The nearest hex out of the enemy's sight with room; -1 if there is none."""
    at = plan.state.at[unit]
    hexes = [h for h in members(plan.reach[unit]) if plan.ground.to_enemy(h) >= BACK and plan.room(unit, h)]
    return min(hexes, key=lambda h: (GRID.distance(at, h), h), default=-1)
