"""ASL-B20.9: units at the crest of a gully, stream or sunken lane: where that is possible, which way they
face, and what it is worth.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from grognard.core.ruling import Modifier

from ..board import GRID
from .going import BOTTOM, GOING, HEXSIDE, comes_from, cost, hexside
from .position import Firefight, fact
from .terrain import BRIDGE_HEX, CLIFFS, DEPRESSIONS, JOINED

DATA = GOING["crest"]
TEM, MF, CLOSE = int(DATA["tem"]), int(2 * DATA["mf"]), int(DATA["close"])
WAYS = 6


@cache
def sites(hex_: int) -> tuple[int, ...]:
    """The ways a unit in a hex may face: not along the bottom, not over a cliff, not off the map."""
    if hex_ in GRID.ground or hex_ < 0 or not DEPRESSIONS >> hex_ & 1 or hex_ == BRIDGE_HEX:
        return ()
    barred = JOINED | CLIFFS
    return tuple(w for w in range(WAYS) if 6 * hex_ + w not in barred and GRID.step(hex_, w) in GRID.name)


@cache
def front(hex_: int, way: int) -> tuple[int, ...]:
    """The hexes across the three hexsides that a unit faces."""
    return tuple(GRID.step(hex_, (way + n) % WAYS) for n in (-1, 0, 1))


def way_of(state: Firefight, unit: int) -> int:
    """The middle hexside that a unit with Crest status faces; -1: it has none."""
    return dict(state.crests).get(unit, -1) if state.crests else -1


def is_crested(state: Firefight, unit: int) -> bool:
    return way_of(state, unit) >= 0


def comes_through(at: int, hex_: int, way: int) -> bool:
    """Whether a line from a hex comes to a unit through the hexsides it faces."""
    return at != hex_ and any(one in front(hex_, way) for one in comes_from(at, hex_))


def is_behind(state: Firefight, unit: int, hex_: int) -> bool:
    """Whether a unit with Crest status fires otherwise than through its front."""
    way = way_of(state, unit)
    return way >= 0 and not comes_through(hex_, state.at[unit], way)


def level_cost(a: int, b: int) -> int | None:
    """Half MF from the crest of a hex into the next one: not uphill, if that is on the level of the crest."""
    whole = cost(a, b)
    if whole is None or BOTTOM[b] != BOTTOM[a] + 1:
        return whole
    wall = hexside(a, b)
    more = int(2 * HEXSIDE[wall]["mf"]) if wall else 0
    return more + (whole - more) // 2


def set_way(state: Firefight, unit: int, way: int, clause: str = "ASL-B20.9") -> None:
    """A unit takes Crest status, faces another way, or (-1) is IN the hex."""
    rest = [row for row in state.crests if row[0] != unit]
    rows = sorted([*rest, (unit, way)] if way >= 0 else rest)
    if tuple(rows) != state.crests:
        state.set(fact.crests, tuple(rows), clause)


# ---------------------------------------------------------------- close combat


def came_through(state: Firefight, unit: int, others: Sequence[int]) -> bool:
    """Whether all of these have advanced through the front of a unit with Crest status."""
    way, came = way_of(state, unit), dict(state.came)
    return all(came.get(u, -1) in front(state.at[unit], way) for u in others)


def close_modifiers(state: Firefight, attackers: Sequence[int], targets: Sequence[int]) -> Iterator[Modifier]:
    """ASL-B20.9: who has Crest status is at a loss against enemies who did not come through its front."""
    if not state.crests:
        return
    for who, foes, amount in ((attackers, targets, CLOSE), (targets, attackers, -CLOSE)):
        if any(is_crested(state, u) and not came_through(state, u, foes) for u in who):
            yield Modifier(amount, "ASL-B20.9", "at the crest, from behind")
