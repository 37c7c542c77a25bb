"""ASL-D5.341: a recalled vehicle leaves the map by its side's edge, by the way of fewest MP, in Motion."""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from functools import cache

from grognard.core.caching import once_a_position
from grognard.core.hexes import OFF, Hexes, members
from grognard.core.ruling import Ruling

from ..board import GRID
from ..pieces import US
from . import driving, vehicles
from .drive import HANDS
from .forces import VEHICLE_SIDE, VEHICLES_OF
from .going import CODE
from .position import V_DONE, V_EXPOSED, V_PREP, V_RECALLED, Driving, Firefight
from .units import settle
from .vehicle_steps import turn_cost, turned
from .vehicle_ways import (
    CLOSED,
    HOMEWARD,
    Homeward,
    at_of,
    free_ground,
    left,
    next_ahead,
    quick_way,
    ways_into,
)
from .victory import check_victory

CLAUSE = "ASL-D5.341"
OUTWARD = {True: (5, 0, 1), False: (2, 3, 4)}  # ways to the edge of the US side, and to that of the German
Stand = tuple[int, int]  # hex, hexspine


def is_recalled(state: Firefight, vehicle: int) -> bool:
    """Whether a recalled vehicle can still drive: it must leave."""
    return vehicles.has(state, vehicle, V_RECALLED) and vehicles.can_drive(state, vehicle)


# ---------------------------------------------------------------- the way home


def edge(state: Firefight, vehicle: int) -> Hexes:
    """PHD-C2.FME: the hexes of the area on the edge of the vehicle's side."""
    return _edge(int(state.card.area), OUTWARD[VEHICLE_SIDE[vehicle] == US][1])


@cache
def _edge(area: int, way: int) -> Hexes:
    ground = (hex_ for hex_ in GRID.name if area >> hex_ & 1 and hex_ not in GRID.ground)
    beyond = {hex_: GRID.step(hex_, way) for hex_ in ground}
    return Hexes(sum(1 << h for h, out in beyond.items() if out == OFF or not area >> out & 1))


def exit_price(state: Firefight, vehicle: int, at: int, spine: int) -> int | None:
    """ASL-A2.6: half MP over the edge, as into a hex like the last one; `None`: it does not point there."""
    ways = {(spine + n) % 6 for n in (0, 1)} & set(OUTWARD[VEHICLE_SIDE[vehicle] == US])
    out = [GRID.step(at, way) for way in ways]
    if not edge(state, vehicle) >> at & 1 or all(h != OFF and state.card.area >> h & 1 for h in out):
        return None
    id_, buttoned = state.vehicle_kind[vehicle], not vehicles.has(state, vehicle, V_EXPOSED)
    found = driving.entries(id_, at, buttoned)
    return found[0].cost if found else driving.half(id_)


def _before(state: Firefight, frame: Driving, at: int, spine: int, free: int) -> Iterator[tuple[int, Stand]]:
    """Where a vehicle that stands so was one expenditure ago, and what that cost."""
    price = driving.turning(1, CODE[at] in CLOSED)
    yield from ((price, (at, (spine + one) % 6)) for one in (1, -1))
    if not free >> at & 1:
        return
    for way in (spine + 3, spine + 4):
        origin = GRID.step(at, way % 6)
        if origin in GRID.name and at in next_ahead(origin, spine, False):
            step = quick_way(ways_into(state, frame.vehicle, origin, at))
            if step is not None:
                yield step.cost, (origin, spine)


@once_a_position
def distances(state: Firefight) -> dict[Stand, int]:
    """Half MP to leave by the cheapest way, from where the vehicle stands and from where it may go next."""
    frame = vehicles.driver(state)
    if frame is None or not is_recalled(state, frame.vehicle) or at_of(state, frame) == OFF:
        return {}
    free = free_ground(state, frame)
    start = (at_of(state, frame), state.hull[frame.vehicle])
    stands = ((hex_, spine) for hex_ in members(edge(state, frame.vehicle)) for spine in range(6))
    ends = [(exit_price(state, frame.vehicle, *one), one) for one in stands]
    queue = [(price, one) for price, one in ends if price is not None]
    heapq.heapify(queue)
    found: dict[Stand, int] = {}
    while queue and start not in found:
        spent, at = heapq.heappop(queue)
        if at in found:
            continue
        found[at] = spent
        for price, origin in _before(state, frame, *at, free):
            if origin not in found:
                heapq.heappush(queue, (spent + price, origin))
    return found


def steps(state: Firefight, frame: Driving) -> list[tuple[int, Stand | None]]:
    """The next expenditures on a cheapest way: price, and where it stands then; `None`: off the map."""
    home, at, spine = distances(state), at_of(state, frame), state.hull[frame.vehicle]
    if (whole := home.get((at, spine))) is None:
        return []
    rows: list[tuple[int, Stand]] = [
        (turn_cost(state, frame), (at, turned(spine, n))) for n in HANDS.values()
    ]
    for hex_ in next_ahead(at, spine, False):
        way = quick_way(ways_into(state, frame.vehicle, at, hex_))
        if way is not None and free_ground(state, frame) >> hex_ & 1:
            rows.append((way.cost, (hex_, spine)))
    found = [(price, there) for price, there in rows if price + home.get(there, whole) == whole]
    off = exit_price(state, frame.vehicle, at, spine)
    return [*found, *([(off, None)] if off == whole else [])]


def _payable(state: Firefight, frame: Driving) -> list[Stand | None]:
    return [there for price, there in steps(state, frame) if price <= left(state, frame)]


# ---------------------------------------------------------------- what it may do, and must


def next_hexes(state: Firefight, frame: Driving) -> int:
    """The hexes it may drive to next; any, if it is not recalled or no way leads home."""
    if not distances(state):
        return -1
    at = at_of(state, frame)
    return sum(1 << there[0] for _, there in steps(state, frame) if there is not None and there[0] != at)


def hands(state: Firefight, frame: Driving) -> set[int]:
    """The spines it may turn to; all of them, if it is not recalled."""
    if not distances(state):
        return set(range(6))
    at = at_of(state, frame)
    return {there[1] for _, there in steps(state, frame) if there is not None and there[0] == at}


def may_leave(state: Firefight, frame: Driving) -> bool:
    return frame.rolling and None in _payable(state, frame)


def is_bound(state: Firefight, frame: Driving) -> bool:
    """Whether it has MP to go on towards the edge."""
    if not distances(state):
        return False
    start = 0 if frame.rolling else int(driving.COST["start"])
    return any(price + start <= left(state, frame) for price, _ in steps(state, frame))


def must_drive(state: Firefight) -> Ruling | None:
    """In each own Movement Phase, if it has not fired in the Prep Fire Phase (ASL-D.3)."""
    for vehicle in VEHICLES_OF[state.mover]:
        if is_recalled(state, vehicle) and not vehicles.has(state, vehicle, V_DONE | V_PREP):
            words = f"{vehicles.name(state, vehicle)} is recalled and drives to the edge of its side"
            return Ruling(CLAUSE, words)
    return None


def depart(state: Firefight) -> None:
    """PHD-C5.1: it is gone, and nobody scores."""
    frame = vehicles.driver(state)
    assert frame is not None
    vehicles.leave_map(state, frame.vehicle, CLAUSE)
    settle(state, CLAUSE)
    check_victory(state)


HOMEWARD.append(Homeward(is_recalled, next_hexes, hands, may_leave, is_bound, depart))
