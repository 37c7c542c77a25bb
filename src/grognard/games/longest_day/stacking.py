"""TLD-S.5, TLD-B.1.a, TLD-J.18: how many units, and which, may stand in one hex."""

from __future__ import annotations

from grognard.core.hexes import members

from .board import BEACH
from .command import Group, group_of, ties
from .days import day_of
from .going import spots
from .pieces import BATTALION, COMBAT, COMPANY, DIVISION, HQ, KERNEL, NAMES, OF_DIVISION, OF_SIDE, SIDE, SUPPLY
from .position import MINE, LongestDay

_S = KERNEL["stacking"]
MOST, LARGE, SMALL = int(_S["max_points"]), int(_S["battalion"]), int(_S["company"])
_beach = {key: int(value) for key, value in _S["beach_hex_max_points"].items()}
UNLIMITED_THROUGH = day_of(next(key for key in _beach if key.startswith("through_")).removeprefix("through_"))
ON_BEACH_EARLY, ON_BEACH = max(_beach.values()), _beach["after"]
POINTS = [LARGE if BATTALION >> u & 1 else SMALL if COMPANY >> u & 1 else 0 for u in range(len(NAMES))]


def limit(state: LongestDay, hex_: int) -> int:
    """The points a hex holds; beaches hold more (TLD-S.12)."""
    if BEACH >> hex_ & 1:
        return ON_BEACH_EARLY if state.day <= UNLIMITED_THROUGH else ON_BEACH
    return MOST


def load(units: int) -> int:
    """The stacking points of a set of units."""
    return LARGE * (units & BATTALION).bit_count() + SMALL * (units & COMPANY).bit_count()


def fits(state: LongestDay, unit: int, hex_: int) -> bool:
    """Whether a unit may end in a hex that holds friends: room, one HQ, and friends it may stack with."""
    there = state.here.get(hex_, 0) & OF_SIDE[SIDE[unit]] & ~(1 << unit)
    if not there & COMBAT:
        return True
    return not crowded(state, unit, hex_, there) and compatible(state, unit, hex_, there)


def crowded(state: LongestDay, unit: int, hex_: int, there: int) -> str:
    """TLD-S.5, TLD-B.1.a: why there is no room; nothing if there is."""
    if HQ >> unit & 1 and there & HQ:
        return "TLD-B.1.a"
    points = POINTS[unit]
    return "TLD-S.5" if points and load(there) + points > limit(state, hex_) else ""


def compatible(state: LongestDay, unit: int, hex_: int, there: int) -> bool:
    """TLD-A.corps.21, .22, TLD-J.18; supply units and other non-combat units may be in any stack (TLD-A.corps.20)."""
    if SUPPLY >> unit & 1 or not COMBAT >> unit & 1:
        return True
    there &= COMBAT
    if DIVISION[unit] and not there & ~OF_DIVISION[DIVISION[unit]] and not HQ >> unit & 1:
        return True  # units of one division are always together
    return group_of(state, unit, stacking=True, hex_=hex_) == stack_group(state, SIDE[unit], hex_, there)


def stack_group(state: LongestDay, side: str, hex_: int, units: int) -> Group | None:
    """The group of the units of a stack; none if they are of several."""
    table = ties(state, side).stacks if state.day else {}
    key = (hex_, units)
    if key not in table:
        groups = {group_of(state, u, stacking=True) for u in members(units)}
        table[key] = groups.pop() if len(groups) == 1 else None
    return table[key]


def without_room(state: LongestDay, unit: int, hexes: int) -> int:
    """Those of a set of friendly hexes in which a unit may not end: `fits` for many hexes at once."""
    side, mine = SIDE[unit], MINE[unit]
    others, division = OF_SIDE[side] & COMBAT & ~mine, OF_DIVISION.get(DIVISION[unit], 0)
    points, is_hq, here = POINTS[unit], bool(HQ & mine), state.here
    free = not COMBAT & mine
    moving = is_hq or not DIVISION[unit]  # judged by where it would be
    group = None if moving or free or state.day == 0 else group_of(state, unit, stacking=True)
    known = ties(state, side).stacks if state.day else {}
    found, room = 0, MOST - points
    for hex_ in spots(hexes):
        there = here[hex_] & others
        if not there:
            continue
        if (is_hq and there & HQ) or (points and load(there) > room and load(there) + points > limit(state, hex_)):
            found |= 1 << hex_
        elif free or (not is_hq and not there & ~division):
            continue
        elif group is not None:
            theirs = known[hex_, there] if (hex_, there) in known else stack_group(state, side, hex_, there)
            if theirs != group:
                found |= 1 << hex_
        elif not compatible(state, unit, hex_, there):
            found |= 1 << hex_
    return found


def mixed(state: LongestDay, hex_: int, side: str) -> bool:
    """Whether a stack holds units that may not stand together any more."""
    units = members(state.here.get(hex_, 0) & OF_SIDE[side] & COMBAT)
    return len({group_of(state, u, stacking=True) for u in units}) > 1


def excess(state: LongestDay, side: str) -> int:
    """The first hex of a side that holds too much, or -1."""
    for hex_ in members(state.held[side]):
        units = state.here[hex_] & OF_SIDE[side]
        if load(units) > limit(state, hex_) or (units & HQ).bit_count() > 1:
            return hex_
    return -1
