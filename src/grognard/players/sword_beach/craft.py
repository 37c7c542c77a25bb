"""What every player of Sword Beach knows: distances, who can fight whom, and the exact odds as plain
numbers.
"""

from __future__ import annotations

from bisect import bisect_right
from functools import lru_cache

from grognard.core.facts import Action, OnlyHex, OnlyUnit, UnitHex
from grognard.core.hexes import members
from grognard.core.ruling import total
from grognard.games.sword_beach.board import GRID, LAND, NEAR, ZONE
from grognard.games.sword_beach.combat import line as line_of
from grognard.games.sword_beach.combat import shifts
from grognard.games.sword_beach.pieces import ATTACK, DEFENSE, OF_SIDE, UNIT
from grognard.games.sword_beach.position import Combat, SwordBeach
from grognard.games.sword_beach.tables import BOUNDS

CAEN, CAEN_NORTH, BEACH = ZONE["caen_all"], ZONE["caen_north"], ZONE["sword_beach"]
FAR = 99


@lru_cache(maxsize=512)
def distances(hexes: int) -> dict[int, int]:
    """How many hexes of land lie between each hex and the nearest of a set."""
    found, rim, far = {}, hexes, 0
    seen = hexes
    while rim:
        for hex_ in members(rim):
            found[hex_] = far
        far += 1
        rim = GRID.near(rim) & LAND & ~seen
        seen |= rim
    return found


def distance(hexes: int, hex_: int) -> int:
    return distances(hexes).get(hex_, FAR)


def beside(state: SwordBeach, side: str, hex_: int) -> list[int]:
    """The units of a side next to a hex, one of each stack: the strongest."""
    found = []
    for place in members(NEAR[hex_] & state.occupied[side]):
        there = members(state.here[place] & OF_SIDE[side])
        found.append(max(there, key=lambda unit: ATTACK[unit][state.steps[unit]]))
    return found


def defender_in(state: SwordBeach, hex_: int, side: str) -> int:
    there = state.here.get(hex_, 0) & OF_SIDE[side]
    if not there & (there - 1):
        return there.bit_length() - 1
    return max(members(there), key=lambda unit: DEFENSE[unit][state.steps[unit]])


def strength_sum(state: SwordBeach, force: list[int], defender: int) -> int:
    attack = sum(ATTACK[unit][state.steps[unit]] for unit in force)
    return attack - (DEFENSE[defender][state.steps[defender]] if defender >= 0 else 0)


def column_of(state: SwordBeach, fight: Combat, sum_: int) -> int:
    """The column of the table, counted from 1, that a differential comes to in this fight."""
    bounds = BOUNDS[line_of(state, fight)]
    shift = total(shifts(state, fight))
    return min(max(bisect_right(bounds, sum_) + shift, 0), len(bounds)) + 1


def number(hex_: str) -> int:
    return GRID.number[hex_]


def unit_named(action: Action) -> int:
    """The unit an action names."""
    assert isinstance(action, UnitHex | OnlyUnit)
    return UNIT[action.unit]


def hex_named(action: Action) -> int:
    """The hex an action names."""
    assert isinstance(action, UnitHex | OnlyHex)
    return GRID.number[action.hex]


def fight_under_way(state: SwordBeach) -> Combat:
    """The fight that waits for an answer."""
    frame = state.stack[-1]
    assert isinstance(frame, Combat)
    return frame
