"""Where a hull or gun points: covered arcs, turns, and the side of a vehicle that a shot hits. Pure
geometry.
"""

from __future__ import annotations

from grognard.core.ruling import GrognardError

from ..board import GRID
from .ordnance import FRONT, REAR, SIDE
from .terrain import SIGHTLINES

SPINES = (
    "N-NE",
    "NE-SE",
    "SE-S",
    "S-SW",
    "SW-NW",
    "NW-N",
)  # FF-O11: hexspine n parts the hexsides n and n + 1
STEP = ((0, -2), (3, -1), (3, 1), (0, 2), (-3, 1), (-3, -1))  # FF-LOS.1: from a hex to its six neighbors
WORST = (FRONT, SIDE, REAR)  # for who fires


def spine(name: str) -> int:
    """A hexspine by its name."""
    if name.upper() not in SPINES:
        raise GrognardError(f"a vehicle points at {', '.join(SPINES)}, not {name!r}")
    return SPINES.index(name.upper())


def center(hex_: int) -> tuple[int, int]:
    """FF-LOS.1: where a hex lies."""
    name = GRID.name[GRID.ground_of(hex_)]
    letters = name.rstrip("0123456789")
    column = len(letters) * 26 - 26 + ord(letters[0]) - 64
    return 3 * (column - 1), 2 * int(name[len(letters) :]) + column % 2


def is_covered(at: int, pointing: int, hex_: int) -> bool:
    """ASL-C3.2, ASL-C3.2.own: the two front hexes, the rows through them and all between; not the own hex."""
    (ax, ay), (bx, by) = STEP[pointing], STEP[(pointing + 1) % 6]
    (x0, y0), (x1, y1) = center(at), center(hex_)
    x, y, whole = x1 - x0, y1 - y0, ax * by - ay * bx
    i, j = (x * by - y * bx) * whole, (ax * y - ay * x) * whole
    return i >= 0 and j >= 0 and GRID.ground_of(at) != GRID.ground_of(hex_)


def turns(pointing: int, other: int) -> int:
    """FF-O11: hexspines between two directions, the smaller way round."""
    apart = (other - pointing) % 6
    return min(apart, 6 - apart)


def best_turn(at: int, hex_: int, now: int) -> int:
    """FF-O11: the nearest direction from which a hex is covered; of two equal ones the one clockwise."""
    if GRID.ground_of(at) == GRID.ground_of(hex_):
        return now
    fits = [one for one in range(6) if is_covered(at, one, hex_)]
    return min(fits, key=lambda one: (turns(now, one), (one - now) % 6))


def facing_of(way: int, pointing: int) -> str:
    """ASL-D3.2: of a hexside of the vehicle's hex: front the two of its covered arc, rear the two opposite.

    >>> [facing_of(way, 0) for way in range(6)]
    ['front', 'front', 'side', 'rear', 'rear', 'side']
    """
    return {0: FRONT, 1: FRONT, 3: REAR, 4: REAR}.get((way - pointing) % 6, SIDE)


def target_facing(at: int, hex_: int, pointing: int) -> str:
    """ASL-D3.2: the side of a vehicle that fire from another hex hits: by the hexside of its hex that the
    line crosses; of several that which is worse for who fires.
    """
    at, hex_, found = GRID.ground_of(at), GRID.ground_of(hex_), set()
    if at == hex_:  # from the level above
        return WORST[0]
    for side in SIGHTLINES.between(at, hex_).steps[-1].sides:
        hexes = SIGHTLINES.hexes_of(6 * at + side)
        if hex_ in hexes:
            other = hexes[0] if hexes[1] == hex_ else hexes[1]
            found.add(facing_of(GRID.direction(hex_, other), pointing))
    return next(one for one in WORST if one in found)
