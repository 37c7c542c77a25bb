"""Whole ways of a vehicle, driven expenditure by expenditure until it is answered."""

from __future__ import annotations

import heapq
from collections.abc import Iterator

from msgspec.structs import replace

from grognard.core.caching import once_a_position
from grognard.core.hexes import OFF

from ..board import GRID
from . import driving, riders, vehicles
from .driving import COST
from .forces import ENEMY
from .going import CODE
from .position import Driving, Firefight
from .vehicle_steps import DRIVING, FOLLOW, LEFT, RIGHT, go, moving_frame, shift_gear, steer, turn_cost
from .vehicle_ways import (
    CLOSED,
    at_of,
    is_able,
    is_recalled,
    left,
    may_share,
    next_ahead,
    not_blocked,
    passable,
    payable,
    quick_way,
    ways_into,
)
from .words import Start


@once_a_position
def whole_ways(state: Firefight) -> dict[int, tuple[int, ...]]:
    """The cheapest way to every hex it can reach without a bog check, turns and the start included. ASL-D2.6:
    through the hex of an enemy vehicle only where no other way leads.
    """
    frame = vehicles.driver(state)
    if frame is None or not is_able(state, frame) or frame.reverse or at_of(state, frame) == OFF:
        return {}
    if is_recalled(state, frame):  # hex by hex
        return {}
    if state.verge[frame.vehicle] >= 0:  # ASL-D2.3: hexside by hexside
        return {}
    around = _ways(state, frame, int(state.card.area) & not_blocked(state, frame))
    foes, at = vehicles.hexes_of(state, ENEMY[state.mover]), at_of(state, frame)
    beside_foes = GRID.near(foes) if foes else 0
    if frame.escort or not any(beside_foes >> hex_ & 1 for hex_ in (at, *around)):
        return around
    across = _ways(state, frame, int(state.card.area) & passable(state, frame))
    return {hex_: path for hex_, path in across.items() if not foes >> hex_ & 1} | around


def _ways(state: Firefight, frame: Driving, open_: int) -> dict[int, tuple[int, ...]]:
    budget = left(state, frame) - (0 if frame.rolling else int(COST["start"]))
    start = (at_of(state, frame), state.hull[frame.vehicle])
    queue: list[tuple[int, int, tuple[int, ...], int, int]] = [(0, 0, (), *start)]
    done: set[tuple[int, int]] = set()
    found: dict[int, tuple[int, ...]] = {}
    while queue:
        spent, length, path, at, spine = heapq.heappop(queue)
        if (at, spine) in done:
            continue
        done.add((at, spine))
        found.setdefault(at, path)
        for cost, step, hex_, turned in _next(state, frame, at, spine, open_):
            if spent + cost <= budget and (hex_, turned) not in done:
                heapq.heappush(queue, (spent + cost, length + 1, (*path, step), hex_, turned))
    found.pop(start[0], None)
    return found


def _next(
    state: Firefight, frame: Driving, at: int, spine: int, open_: int
) -> Iterator[tuple[int, int, int, int]]:
    cost = driving.turning(1, CODE[at] in CLOSED)
    if CODE[at] not in CLOSED:
        yield cost, LEFT, at, (spine - 1) % 6
        yield cost, RIGHT, at, (spine + 1) % 6
    burdened = bool(vehicles.riders_of(state, frame.vehicle))
    for hex_ in next_ahead(at, spine, False):
        if open_ >> hex_ & 1 and not (burdened and riders.is_closed(state, at, hex_)):
            way = quick_way(ways_into(state, frame.vehicle, at, hex_))
            if way is not None and not way.checks:
                yield way.cost, hex_, hex_, spine


def onward(state: Firefight, frame: object, unit: int, hex_: int) -> None:
    """A whole way, one expenditure after another, until the enemy answers."""
    frame = moving_frame(state)
    path = whole_ways(state)[hex_]
    frame = replace(frame, route=path, step=FOLLOW, answered=False)
    state.replace(frame, "ASL-D2.1")
    if not frame.rolling:
        shift_gear(state, frame, Start())


def follow(state: Firefight, frame: object) -> None:
    """The next expenditure of a whole way; it ends where the enemy fired or the way is closed."""
    frame = moving_frame(state)
    if not frame.route:
        return
    first, *rest = frame.route
    halted = frame.answered or not is_able(state, frame)
    if halted or not _may_follow(state, frame, first):
        state.replace(replace(frame, route=(), step=DRIVING), "ASL-D2.1")
        return
    frame = replace(frame, route=tuple(rest), step=FOLLOW if rest else DRIVING)
    state.replace(frame, "ASL-D2.1")
    if first < 0:
        steer(state, frame, first)
    else:
        go(state, frame, 0, first)


def _may_follow(state: Firefight, frame: Driving, step: int) -> bool:
    if step < 0:
        return left(state, frame) >= turn_cost(state, frame)
    shared = may_share(False)(state, frame)
    open_ = int(state.card.area) & passable(state, frame) & shared & payable(False)(state, frame)
    return bool(open_ >> step & 1)
