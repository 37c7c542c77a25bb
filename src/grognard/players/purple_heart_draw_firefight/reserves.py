"""The side that moves second in a TM Scenario: its garrisons stay; reinforcements and units far from the
enemy go to the Locations nearest to him.
"""

from __future__ import annotations

from functools import lru_cache

from grognard.core.hexes import OFF, members
from grognard.games.purple_heart_draw.board import EDGE, GRID
from grognard.games.purple_heart_draw.firefight.eyes import target_hexes
from grognard.games.purple_heart_draw.firefight.forces import ENEMY, SCENE_OF, mission_name
from grognard.games.purple_heart_draw.firefight.position import Firefight
from grognard.games.purple_heart_draw.pieces import SIDES

from .exposure import attacks

NEAR = 7  # hexes from a known enemy within which a garrison stays where it is
MOST_GOALS = 12  # Tactical Locations that a side looks to at a time


def does_move(state: Firefight, side: str) -> bool:
    """Whether a side moves at all: on a card only the one that must take ground."""
    return attacks(state, side) or state.card.is_mission


def may_leave(state: Firefight, side: str, unit: int) -> bool:
    """Whether a unit may go from where it is: the second side of a TM Scenario keeps its garrisons."""
    if attacks(state, side) or state.at[unit] == OFF or not state.card.is_mission:
        return True
    foes = target_hexes(state, side)
    return not foes & GRID.within(1 << state.at[unit], NEAR)


def goals_of(state: Firefight, side: str) -> list[int]:
    """Where a side of a TM Scenario goes: the first to Locations it does not hold, the second to those
    nearest to the enemy.
    """
    n = SIDES.index(side)
    if attacks(state, side):
        return list(_nearest_to(side, int(state.held[n]), int(state.held[n])))
    foes = target_hexes(state, side) | int(state.held[1 - n]) or int(EDGE[ENEMY[side]])
    return list(_nearest_to(side, foes, 0))


@lru_cache(maxsize=256)
def _nearest_to(side: str, home: int, without: int) -> tuple[int, ...]:
    """The Tactical Locations and intersections nearest to some hexes, without those that do not count."""
    every = int(SCENE_OF[mission_name(side, mist=False), side].goals)
    goals = every & ~without or every  # a side that holds all of them stays about them
    found, reach = 0, home or int(EDGE[side])
    while (found := reach & goals).bit_count() < MOST_GOALS and reach != GRID.all:
        reach = GRID.within(reach, 1)
    return tuple(members(found or goals))
