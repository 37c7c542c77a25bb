"""ASL-D2.3: vehicles in Bypass of woods and buildings: along which hexside one may go next, and what it
costs. MP are counted in halves.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from grognard.core.ruling import Ruling

from ..board import GRID
from . import bypass, vehicles
from .ablaze import ablaze
from .driving import COST
from .forces import ENEMY
from .going import BOTTOM, hexside, is_road
from .obstacles import is_blocked
from .position import Driving, Firefight, fact
from .rubble import rout_ground
from .terrain import BOCAGE, CLIFFS, LANES
from .verges import ahead_of, corner_of, hexside_of, hull_of, next_along, verge_of
from .words import Bypass

ONE = 1  # hexside at a time


class Way(NamedTuple):
    """The next hexside: in which hex, on which side of it, and what it costs before what is in the way."""

    hex: int
    hand: str
    verge: int
    cost: int


def crossing(state: Firefight, at: int, hex_: int) -> int | None:
    """What the hexside into the hex costs, and the climb; `None`: no way without a bog check."""
    up, side = BOTTOM[hex_] - BOTTOM[at], hexside(at, hex_)
    lane = (LANES >> at | LANES >> hex_) & 1 and not is_road(at, hex_)
    if 6 * at + GRID.direction(at, hex_) in CLIFFS or lane or abs(up) > 1 or is_blocked(state, at, hex_):
        return None
    if side == BOCAGE and (at, hex_) not in state.breaches:
        return None
    return (int(COST["up"]) if up > 0 else 0) + (int(COST["wall"]) if side and side != BOCAGE else 0)


def is_free(state: Firefight, hex_: int, verge: int) -> bool:
    """Along one hexside one vehicle, whichever of its two hexes it passes."""
    way = hexside_of(verge)
    across = int(GRID.step(hex_, way))
    taken = {
        (int(at), hexside_of(one)) for at, one in zip(state.vehicle_at, state.verge, strict=True) if one >= 0
    }
    return not {(hex_, way), (across, (way + 3) % 6)} & taken


def is_open(state: Firefight, hex_: int, verge: int) -> bool:
    """FF-BYPASS: woods or a building, not ablaze, with a clear hexside, and a hex before the corner."""
    ground = rout_ground(state) & ~ablaze(state) & state.card.area
    front = GRID.step(hex_, ahead_of(verge))
    return bool(ground >> hex_ & 1) and front in GRID.name and bypass.is_passable(hex_, hexside_of(verge))


def _ways(state: Firefight, vehicle: int, at: int, ahead: list[int]) -> Iterator[Way]:
    """Round a hex before it; in Bypass round the same hex, or round the one before it."""
    verge, price = state.verge[vehicle], 2 * int(COST["open"])
    if verge >= 0:
        yield Way(at, "left" if verge % 2 else "right", next_along(verge), price)
    for hex_ in ahead:
        more = crossing(state, at, hex_) if verge < 0 else 0
        for hand in bypass.TURN:
            first, last = bypass.corners(hex_, at, hand, ONE)
            begins = verge < 0 or bypass.point(at, corner_of(verge)) == bypass.point(hex_, first)
            if more is not None and begins:
                way = bypass.sides(hex_, at, hand, ONE)[0]
                yield Way(hex_, hand, verge_of(way, last), price + more)


def ways(state: Firefight, vehicle: int, at: int, ahead: list[int]) -> list[Way]:
    """Every hexside a vehicle may go along next, whatever MP it has."""
    barred = vehicles.hexes_of(state, ENEMY[state.mover])
    return [
        one
        for one in _ways(state, vehicle, at, ahead)
        if is_open(state, one.hex, one.verge)
        and is_free(state, one.hex, one.verge)
        and (one.hex == at or not barred >> one.hex & 1)
    ]


def action_of(way: Way) -> Bypass:
    return Bypass(GRID.name[way.hex], way.hand, ONE)


def settle_on(state: Firefight, vehicle: int, verge: int) -> None:
    """ASL-D2.33: the vehicle sits on a hexside, and its hull points past the corner."""
    state.set_at(fact.verge, vehicle, verge, "ASL-D2.3")
    vehicles.point(state, vehicle, hull_of(verge), "ASL-D2.33")


def refuse(state: Firefight, frame: object, action: Bypass) -> Ruling:
    if isinstance(frame, Driving) and action.hex in GRID.number and action.hand in bypass.TURN:
        here, hex_ = int(state.vehicle_at[frame.vehicle]), GRID.number[action.hex]
        near = here >= 0 and GRID.distance(here, hex_) == ONE
        rows = [*_ways(state, frame.vehicle, here, [hex_])] if near else []
        same = [one for one in rows if action_of(one) == action and is_open(state, hex_, one.verge)]
        if same and not is_free(state, hex_, same[0].verge):
            return Ruling("ASL-D2.3", "a vehicle is on that hexside already")
    return Ruling(
        "ASL-D2.3",
        "a vehicle on its way goes along a clear hexside of woods or a building before it, one at a time, "
        "if the MP are there and no bog check is due",
    )


STEERING = Ruling(
    "ASL-D2.33", "in Bypass the hull turns only when the vehicle moves on, to one of the two other hexspines"
)
