"""TLD-S.5, TLD-B.1.a, TLD-J.18: how many units, and which, may stand in one hex."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from operator import itemgetter

from grognard.core.hexes import OFF, members, set_of

from .arrivals import first_day_group
from .board import BEACH
from .command import Group, chain, group_of, groups_by_hex, mates
from .days import day_of
from .pieces import (
    COMBAT,
    DIVISION,
    HQ,
    HQ_OF_DIVISION,
    KERNEL,
    LARGE,
    MOST,
    OF_DIVISION,
    OF_SIDE,
    POINTS,
    SIDE,
    SUPPLY,
    load,
)
from .position import LongestDay

_beach = {key: int(value) for key, value in KERNEL["stacking"]["beach_hex_max_points"].items()}
UNLIMITED_THROUGH = day_of(next(key for key in _beach if key.startswith("through_")).removeprefix("through_"))
ON_BEACH_EARLY, ON_BEACH = max(_beach.values()), _beach["after"]
FIGHTING = {side: OF_SIDE[side] & COMBAT for side in OF_SIDE}
_PLACES = {side: itemgetter(*members(units)) for side, units in FIGHTING.items()}
HQS_OF = {side: HQ & units for side, units in OF_SIDE.items()}
STRANGERS = {
    division: FIGHTING[SIDE[HQ_OF_DIVISION[division]]] & ~units for division, units in OF_DIVISION.items()
}


def limit(state: LongestDay, hex_: int) -> int:
    """The points a hex holds; beaches hold more (TLD-S.12)."""
    if BEACH >> hex_ & 1:
        return ON_BEACH_EARLY if state.day <= UNLIMITED_THROUGH else ON_BEACH
    return MOST


def fits(state: LongestDay, unit: int, hex_: int) -> bool:
    """Whether a unit may end in a hex that holds friends: room, one HQ, and friends it may stack with."""
    friends = state.here.get(hex_, 0) & OF_SIDE[SIDE[unit]] & ~(1 << unit)
    if not friends & COMBAT:
        return True
    return not crowded(state, unit, hex_, friends) and compatible(state, unit, hex_, friends)


def crowded(state: LongestDay, unit: int, hex_: int, friends: int) -> str:
    """TLD-S.5, TLD-B.1.a: why there is no room; nothing if there is."""
    if HQ >> unit & 1 and friends & HQ:
        return "TLD-B.1.a"
    points = POINTS[unit]
    return "TLD-S.5" if points and load(friends) + points > limit(state, hex_) else ""


def compatible(state: LongestDay, unit: int, hex_: int, friends: int) -> bool:
    """TLD-A.corps.21, .22, TLD-J.18; supply units and other non-combat units may be in any stack
    (TLD-A.corps.20)."""
    if SUPPLY >> unit & 1 or not COMBAT >> unit & 1:
        return True
    friends &= COMBAT
    if DIVISION[unit] and not friends & ~OF_DIVISION[DIVISION[unit]] and not HQ >> unit & 1:
        return True  # units of one division are always together
    return group_of(state, unit, stacking=True, hex_=hex_) == stack_group(state, friends)


def stack_group(state: LongestDay, units: int) -> Group | None:
    """The group of the units of a stack; none if they are of several."""
    groups = {group_of(state, u, stacking=True) for u in members(units)}
    return groups.pop() if len(groups) == 1 else None


def without_room(state: LongestDay, unit: int, low: int, near: int) -> int:
    """Those of a set of friendly hexes in which a unit may not end: `fits` for many hexes at once; all moved
    down by `low`."""
    result = _without_points(state, unit, low, near)
    return result | _with_strangers(state, unit, low, near ^ result) if COMBAT >> unit & 1 else result


def _without_points(state: LongestDay, unit: int, low: int, near: int) -> int:
    """TLD-S.5, TLD-B.1.a: the hexes that are full, or that hold an HQ already."""
    side, points = SIDE[unit], POINTS[unit]
    if HQ >> unit & 1:
        return near & state.seats[side] >> low
    if not points:
        return 0
    result = near & (state.crowded if points == LARGE else state.packed)[side] >> low
    for at in members(result & BEACH >> low):  # which hold more (TLD-S.12)
        if load(state.here[at + low] & OF_SIDE[side]) + points <= limit(state, at + low):
            result ^= 1 << at
    return result


def _with_strangers(state: LongestDay, unit: int, low: int, near: int) -> int:
    """TLD-J.18: the hexes that hold friends a combat unit may not stack with."""
    stacks, side = state.here, SIDE[unit]
    if state.options.joint_action_across_corps:  # corps act together by agreement
        hexes = members(near)
        return set_of(
            at for at in hexes if not compatible(state, unit, at + low, stacks[at + low] & FIGHTING[side])
        )
    inside, within, alone = outsiders(state, unit, low)
    # units of one division are always together
    strangers = FIGHTING[side] if HQ >> unit & 1 or not DIVISION[unit] else STRANGERS[DIVISION[unit]]
    result = 0
    while near:
        at = near.bit_length() - 1
        near ^= 1 << at
        friends = stacks[at + low]
        if friends & strangers and friends & (within if inside < 0 or inside >> at & 1 else alone):
            result |= 1 << at
    return result


def room_at(state: LongestDay, unit: int, hex_: int) -> bool:
    """Whether a unit may end in a hex that holds units: `fits`, by what is kept of the map, the plainest
    reasons first."""
    side, points, is_hq, bit = SIDE[unit], POINTS[unit], HQ >> unit & 1, 1 << hex_
    friends = state.here[hex_] & FIGHTING[side]
    if not friends:
        return True
    if is_hq:
        if state.seats[side] & bit:
            return False
    elif points and (state.crowded if points == LARGE else state.packed)[side] & bit and not BEACH & bit:
        return False
    if not COMBAT >> unit & 1:
        return True
    division = DIVISION[unit]
    if points and BEACH & bit and load(friends) + points > limit(state, hex_):
        return False
    if division and not is_hq and not friends & STRANGERS[division]:
        return True
    if state.options.joint_action_across_corps:
        return compatible(state, unit, hex_, friends)
    if state.day and friends & chain(state, side).strangers(unit):
        return False
    inside, within, alone = outsiders(state, unit, hex_)
    return not friends & (within if inside & 1 else alone)


def outsiders(state: LongestDay, unit: int, low: int) -> tuple[int, int, int]:
    """The hexes in which a unit would act with its corps, moved down by `low`; whom it cannot stack with
    there, and elsewhere."""
    side = SIDE[unit]
    if not state.day:
        strangers = first_day_strangers(side, group_of(state, unit, stacking=True))
        return -1, strangers, strangers
    inside, group, alone = groups_by_hex(state, unit)
    within = FIGHTING[side] & ~mates(state, side, group)
    apart = within if alone is group else FIGHTING[side] & ~mates(state, side, alone)
    return inside >> low if inside > 0 else inside, within, apart


@lru_cache(maxsize=64)
def first_day_strangers(side: str, group: Group) -> int:
    """TLD-S.13: the units of a side that are not of a group on 6 June."""
    return set_of(u for u in members(FIGHTING[side]) if first_day_group(u) != group)


def mixed(state: LongestDay, hex_: int, side: str) -> bool:
    """Whether a stack holds units that may not stand together any more."""
    units = state.here.get(hex_, 0) & FIGHTING[side]
    if not units & units - 1:
        return False
    division = DIVISION[units.bit_length() - 1]
    if division and not units & STRANGERS[division]:
        return False  # units of one division are always together
    return stack_group(state, units) is None


def stacks(state: LongestDay, side: str) -> list[int]:
    """The hexes with more than one combat unit of a side, found by counting units hex by hex."""
    result = Counter(_PLACES[side](state.at))
    return [hex_ for hex_, count in result.items() if count > 1 and hex_ >= 0]


def excess(state: LongestDay, side: str) -> int:
    """The first hex of a side that holds too much, or `OFF`; mostly there is an HQ to every seat, and then no
    hex holds two."""
    paired = (state.on_map & HQS_OF[side]).bit_count() != state.seats[side].bit_count()
    for hex_ in members(state.packed[side] | state.seats[side] if paired else state.packed[side]):
        units = state.here[hex_] & OF_SIDE[side]
        if load(units) > limit(state, hex_) or (units & HQ).bit_count() > 1:
            return hex_
    return OFF
