"""ASL-D2.3, ASL-D2.33: a vehicle in Bypass: on which hexside of its hex it sits, the corner before it, and
what lies before, behind and beside it from there. A verge is twice the hexside, plus 1 if the corner is
its clockwise end.
"""

from __future__ import annotations

from ..board import GRID
from .arcs import STEP, center, is_covered, target_facing, turns
from .arcs import best_turn as best_of_six
from .ordnance import FRONT, REAR, SIDE
from .position import Firefight

NONE, VERGES = -1, 12  # two ways along each hexside
AHEAD, RIGHT, BEHIND, LEFT = 0, 1, 3, 5  # hexspines clockwise from the one before the hull
POSITIONS = (AHEAD, RIGHT, BEHIND, LEFT)  # ASL-D2.33: of a turret
OPPOSITE = {AHEAD: BEHIND, BEHIND: AHEAD, RIGHT: LEFT, LEFT: RIGHT}
Vector = tuple[int, int]


def hexside_of(verge: int) -> int:
    return verge // 2


def corner_of(verge: int) -> int:
    """The corner ahead; corner k lies between the hexsides k and k + 1."""
    return hexside_of(verge) if verge % 2 else (hexside_of(verge) - 1) % 6


def verge_of(way: int, corner: int) -> int:
    return 2 * way + (corner == way)


def ahead_of(verge: int) -> int:
    """The direction of the hex at the corner: its front."""
    return (hexside_of(verge) + (1 if verge % 2 else -1)) % 6


def next_along(verge: int) -> int:
    """Round the same hex: the next hexside from the corner."""
    way = ahead_of(verge)
    return 2 * way + verge % 2


def hull_of(verge: int) -> int:
    """The hexspine the hull points at: from the corner to the center of the hex before it."""
    t, _, _ = _around(verge)
    return next(n for n in range(6) if _corner(n) == t)


def _corner(n: int) -> Vector:
    (a, b), (c, d) = STEP[n % 6], STEP[(n + 1) % 6]
    return (a + c) // 3, (b + d) // 3


def _less(one: Vector, other: Vector) -> Vector:
    return one[0] - other[0], one[1] - other[1]


def _cross(one: Vector, other: Vector) -> int:
    return one[0] * other[1] - one[1] * other[0]


def _around(verge: int) -> tuple[Vector, Vector, Vector]:
    """From the corner to the centers of the hex before it, the own hex, and the hex across the hexside."""
    c = _corner(corner_of(verge))
    return _less(STEP[ahead_of(verge)], c), _less((0, 0), c), _less(STEP[hexside_of(verge)], c)


def _between(p: Vector, u: Vector, v: Vector) -> bool:
    whole = _cross(u, v)
    return _cross(p, v) * whole >= 0 and _cross(u, p) * whole >= 0


def position_of(at: int, verge: int, hex_: int) -> int:
    """Where a hex lies from the corner: before the vehicle between the two other hexsides there, behind it
    along its own hexside, else on its right or left.
    """
    t, own, across = _around(verge)
    p = _less(_less(center(hex_), center(at)), _corner(corner_of(verge)))
    if _between(p, (-own[0], -own[1]), (-across[0], -across[1])):
        return AHEAD
    if _between(p, _less(own, t), _less(across, t)):
        return BEHIND
    return RIGHT if _cross(t, p) > 0 else LEFT


def relative(hull: int, spine: int) -> int:
    """The position of a turret by its hexspine."""
    return {0: AHEAD, 1: RIGHT, 2: RIGHT, 3: BEHIND}.get((spine - hull) % 6, LEFT)


def describe(at: int, verge: int) -> str:
    """In words: the hex across the hexside, and the hex before it."""
    across, front = (GRID.step(at, way) for way in (hexside_of(verge), ahead_of(verge)))
    return f"in Bypass on the hexside to {GRID.name[across]}, {GRID.name[front]} before it"


# ---------------------------------------------------------------- of a vehicle


def is_on_verge(state: Firefight, vehicle: int) -> bool:
    return state.verge[vehicle] >= 0


def covers(state: Firefight, vehicle: int, spine: int, hex_: int) -> bool:
    """Whether a hex lies in the arc of the hull or turret that points at a hexspine."""
    at, verge = state.vehicle_at[vehicle], state.verge[vehicle]
    if verge < 0:
        return is_covered(at, spine, hex_)
    return at != hex_ and position_of(at, verge, hex_) == relative(state.hull[vehicle], spine)


def best_turn(state: Firefight, vehicle: int, hex_: int, now: int) -> int:
    """FF-O11, ASL-D2.33: the hexspine a turret turns to for a hex."""
    at, verge = state.vehicle_at[vehicle], state.verge[vehicle]
    if verge < 0 or at == hex_:
        return best_of_six(at, hex_, now)
    return (state.hull[vehicle] + position_of(at, verge, hex_)) % 6


def turned(state: Firefight, vehicle: int, hex_: int, now: int) -> int:
    """How far a turret, or a hull, turns for a hex."""
    if covers(state, vehicle, now, hex_):
        return 0
    return turns(now, best_turn(state, vehicle, hex_, now))


def facing(state: Firefight, target: int, at: int, spine: int) -> str:
    """ASL-D3.2, ASL-D2.33: the side of a vehicle, or of its turret, that fire from another hex hits."""
    hex_, verge = state.vehicle_at[target], state.verge[target]
    if verge < 0:
        return target_facing(at, hex_, spine)
    here, gun = position_of(hex_, verge, at), relative(state.hull[target], spine)
    return FRONT if here == gun else REAR if here == OPPOSITE[gun] else SIDE


def shows_side(state: Firefight, vehicle: int, hex_: int) -> bool:
    """ASL-D2.33: whether a shot goes off to the side of a vehicle in Bypass."""
    at, verge = state.vehicle_at[vehicle], state.verge[vehicle]
    return verge >= 0 and at != hex_ and position_of(at, verge, hex_) in (RIGHT, LEFT)
