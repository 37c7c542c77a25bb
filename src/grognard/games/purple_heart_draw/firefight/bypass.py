"""ASL-A4.3: bypass: along the edge of a woods or building hex, at the cost of open ground. FF-OR9: which
hexsides are clear the map says.
"""

from __future__ import annotations

from collections.abc import Iterator

from grognard.core.facts import Action
from grognard.core.hexes import OFF
from grognard.core.ruling import Ruling

from ..board import GRID
from .forces import SIDE
from .going import BOTTOM, CODE, HEXSIDE, KIND, ROUT_GROUND, cost, hexside, near
from .grenades import smoke_cost
from .obstacles import wired
from .position import Firefight, Moving
from .rubble import rout_ground
from .terrain import CLIFFS, MULTI_HEX
from .units import exit_factor, has_armed_enemy, known
from .words import Bypass

TURN = {"left": 1, "right": -1}  # directions are counted clockwise
MOST, LONG = 3, 3  # hexsides at most, and how many cost double
OPEN_GROUND, UPHILL = 2, 4  # half MF
Corner = frozenset[int]  # the three hexes that meet there


def sides(hex_: int, origin: int, hand: str, count: int) -> list[int]:
    """The hexsides that are passed, as directions from the hex, from where the mover comes."""
    back, turn = GRID.direction(hex_, origin), TURN[hand]
    return [(back + turn * n) % 6 for n in range(1, count + 1)]


def corners(hex_: int, origin: int, hand: str, count: int) -> tuple[int, ...]:
    """The corners the mover comes by, from the first to the last; corner k lies between directions k and
    k + 1.
    """
    back, turn = GRID.direction(hex_, origin), TURN[hand]
    first = back if turn > 0 else back - 1
    return tuple((first + turn * n) % 6 for n in range(count + 1))


def point(hex_: int, corner: int) -> Corner:
    return frozenset((hex_, GRID.step(hex_, corner), GRID.step(hex_, (corner + 1) % 6)))


def exits(hex_: int, corner: int) -> tuple[int, ...]:
    """The hexes across the last hexside that was passed, and across the next."""
    across = (GRID.step(hex_, corner), GRID.step(hex_, (corner + 1) % 6))
    return tuple(h for h in across if h != OFF and h in GRID.name)


def is_passable(hex_: int, way: int) -> bool:
    """FF-BYPASS: no cliff, and not the same obstacle across: woods by woods, or the same building."""
    across = GRID.step(hex_, way)
    if across == OFF or across not in GRID.name or 6 * hex_ + way in CLIFFS:
        return False
    if CODE[hex_] == "woods":
        return CODE[across] != "woods"
    return hex_ not in MULTI_HEX or MULTI_HEX[hex_] != MULTI_HEX.get(across)


def price(state: Firefight, frame: Moving, origin: int, hex_: int, count: int) -> int | None:
    """ASL-A4.3: open ground, double uphill and along more than two hexsides, and the hexside crossed
    first.
    """
    if cost(origin, hex_) is None:
        return None
    up, wall = BOTTOM[hex_] - BOTTOM[origin], hexside(origin, hex_)
    ground = OPEN_GROUND if up <= 0 else UPHILL * up
    ground *= 2 if count >= LONG else 1
    more = int(2 * HEXSIDE[wall]["mf"]) if wall else 0
    return exit_factor(state, frame.units) * (ground + more + smoke_cost(state, origin, hex_))


def enter_price(hex_: int) -> int:
    """ASL-A4.3: into the obstacle from its edge, at its full cost."""
    return int(2 * KIND[CODE[hex_]]["mf"])


def may_pass(state: Firefight, frame: Moving, at: int, hex_: int) -> bool:
    """ASL-A4.3: a woods or building hex next to the movers, without wire they know of or an armed Known enemy
    in it.
    """
    if hex_ not in near(at) or not rout_ground(state) >> hex_ & state.card.area >> hex_ & 1:
        return False
    if wired(state, SIDE[frame.units[0]]) >> hex_ & 1:
        return False
    return not has_armed_enemy(state, SIDE[frame.units[0]], hex_)


def begins_here(frame: Moving, at: int, hex_: int, hand: str) -> bool:
    """From the edge of one obstacle a mover passes on along the next from the corner it has come to."""
    first = corners(hex_, at, hand, 0)[0]
    return not frame.corners or point(at, frame.corners[-1]) == point(hex_, first)


def leads_on(state: Firefight, hex_: int, corner: int, left: int) -> bool:
    """Whether enough MF are left to leave the hex, or to enter what stands in it."""
    if enter_price(hex_) <= left:
        return True
    taken = {state.at[u] for u in known(state, state.mover)}
    free = [h for h in exits(hex_, corner) if state.card.area >> h & 1 and h not in taken]
    return any((cost(hex_, h) or left + 1) + smoke_cost(state, hex_, h) <= left for h in free)


def passes(state: Firefight, frame: Moving, at: int, left: int) -> Iterator[Action]:
    """Every way round a hex beside the movers that they can pay for, and still go on."""
    if at < 0 or frame.assault or frame.charge >= 0 or frame.dash >= 0:
        return
    for hex_ in near(at):
        if not ROUT_GROUND >> hex_ & 1 or not may_pass(state, frame, at, hex_):
            continue
        for hand in TURN:
            if begins_here(frame, at, hex_, hand):
                yield from _lengths(state, frame, at, hex_, hand, left)


def _lengths(state: Firefight, frame: Moving, at: int, hex_: int, hand: str, left: int) -> Iterator[Action]:
    for count in range(1, MOST + 1):
        if not is_passable(hex_, sides(hex_, at, hand, count)[-1]):
            return
        paid = price(state, frame, at, hex_, count)
        last = corners(hex_, at, hand, count)[-1]
        if paid is not None and paid <= left and leads_on(state, hex_, last, left - paid):
            yield Bypass(GRID.name[hex_], hand, count)


def refuse(state: Firefight, frame: object, action: Bypass) -> Ruling:
    words = (
        "a woods or building hex next to the movers, without an armed enemy, is passed along 1 to 3 hexsides"
    )
    if not isinstance(frame, Moving) or not frame.units or action.hex not in GRID.number:
        return Ruling("ASL-A4.3", words)
    at, hex_ = state.at[frame.units[0]], GRID.number[action.hex]
    if frame.assault:
        return Ruling(
            "ASL-A4.61", "Assault Movement enters one Location: it would have to leave the hex again"
        )
    known_way = action.hand in TURN and 1 <= action.sides <= MOST
    if at < 0 or not known_way or not may_pass(state, frame, at, hex_):
        return Ruling("ASL-A4.3", words)
    if not all(is_passable(hex_, way) for way in sides(hex_, at, action.hand, action.sides)):
        return Ruling("FF-BYPASS", "the same obstacle, or a cliff, lies along the way")
    return Ruling("ASL-A4.3", "too few MF are left to pass the hex and go on, or it begins at another corner")
