"""BTR-ocs.trace.check: the way by which a unit is in trace, or what bars every way."""

from __future__ import annotations

from heapq import heappop, heappush
from typing import NamedTuple

from grognard.core.hexes import members

from ..board import Board
from ..board import MovementKind as Kind
from ..terrain import SIXTHS
from .board import BOARD, EVERY_STEP, GRID, NEAR, once_a_map, points, step_costs_of
from .pieces import ENEMY, HQS, LABEL, OF_SIDE, SIDE
from .position import Campaign, units_in
from .supply import DRAW, blocked, detrainable, in_trace, throw_range, trace_sources
from .waters import terrain_now
from .zones import occupied, unnegated

Leg = tuple[int, list[int]]  # what a path costs, in sixths, and its hexes from the first to the last


class Trace(NamedTuple):
    """How a unit stands to its sources."""

    ok: bool
    path: tuple[int, ...]  # from the source to the unit
    because: tuple[str, ...]
    bars: tuple[int, ...]  # hexes that bar the way


@once_a_map(512)
def _spread(board: Board, start: int, budget: int, wall: int) -> dict[int, tuple[int, int]]:
    """Every hex a path from here enters, with what it costs and the hex before it."""
    result, heap = {start: (0, -1)}, [(0, start)]
    cost = step_costs_of(board, frozenset([Kind("truck", "dry")])).going.cost
    while heap:
        spent, hex_ = heappop(heap)
        if spent > result[hex_][0] or wall >> hex_ & 1:
            continue  # a Truck path does not leave a barred hex
        for neighbor in members(NEAR[hex_] & ~wall):
            step = cost.get((hex_, neighbor))
            total = spent + step if step is not None else budget + 1
            if total <= budget and total < result.get(neighbor, (budget + 1, 0))[0]:
                result[neighbor] = (total, hex_)
                heappush(heap, (total, neighbor))
    return result


def leg(start: int, goal: int, budget: int, wall: int, board: Board = BOARD) -> Leg | None:
    """The cheapest path that serves a hex from here (BTR-ocs.supply.path-count, BTR-ocs.supply.adjacent)."""
    known = _spread(board, start, budget, wall)
    ends = [end for end in (goal, *members(NEAR[goal])) if end in known]
    if not ends:
        return None
    end = min(ends, key=lambda hex_: (known[hex_][0], hex_ != goal, hex_))
    path, at = list[int](), end
    while at >= 0:
        path.insert(0, at)
        at = known[at][1]
    return known[end][0], path if end == goal else [*path, goal]


def way_of(state: Campaign, unit: int) -> list[int]:
    """The shortest way from a working source to a unit, through one HQ where it needs one."""
    side, goal = SIDE[unit], state.at[unit]
    wall, board = blocked(state, side), terrain_now(state)
    sources = members(trace_sources(state, side) | detrainable(state, side))
    result = [one for source in sources if (one := leg(source, goal, DRAW, wall, board))]
    for hq in members(state.on_map & HQS & OF_SIDE[side]):
        thrown = (
            leg(state.at[hq], goal, throw_range(state, hq), wall, board) if throw_range(state, hq) else None
        )
        drawn = [one for source in sources if (one := leg(source, state.at[hq], DRAW, wall, board))]
        if thrown and drawn:
            cost, path = min(drawn)
            result.append((cost + thrown[0], [*path, *thrown[1][1:]]))
    return min(result)[1] if result else []


def trace_of(state: Campaign, unit: int) -> Trace:
    """Whether a unit is in trace, by which way, and if not, why each HQ and each neighbour does not help."""
    side = SIDE[unit]
    if in_trace(state, side) >> unit & 1:
        return Trace(True, tuple(way_of(state, unit)), (), ())
    hqs = members(state.on_map & HQS & OF_SIDE[side])
    reasons = [_why_not(state, side, hq, state.at[unit]) for hq in hqs if hq != unit]
    near = members(NEAR[state.at[unit]])
    bars = tuple(hex_ for hex_ in near if blocked(state, side) >> hex_ & 1)
    return Trace(False, (), tuple(reasons or ["no HQ of its side is on the map"]), bars)


def _why_not(state: Campaign, side: str, hq: int, goal: int) -> str:
    """Why an HQ does not bring a unit into trace: too far, barred, or without a source itself."""
    budget, wall, name = throw_range(state, hq), blocked(state, side), LABEL[hq]
    board = terrain_now(state)
    if not budget:
        return f"{name} is in Strat Mode and throws nothing"
    free = leg(state.at[hq], goal, EVERY_STEP * SIXTHS, 0, board)
    if free is None or free[0] > budget:
        far = f"; the way costs {points(free[0])}" if free else ""
        return f"{name} throws {points(budget)}{far}"
    if leg(state.at[hq], goal, budget, wall, board) is None:
        return f"the way from {name} is barred {_at(state, side, free[1])}"
    return f"{name} throws as far as this but reaches no source itself"


def _at(state: Campaign, side: str, path: list[int]) -> str:
    """Where a way meets the enemy first."""
    wall = blocked(state, side)
    first = next((hex_ for hex_ in path if wall >> hex_ & 1), path[-1])
    return f"in {GRID.name[first]} by {bar_words(state, side, first)}"


def bar_words(state: Campaign, side: str, hex_: int) -> str:
    """What closes a hex to a supply path of a side."""
    enemies = units_in(state, hex_, ENEMY[side])
    if occupied(state, ENEMY[side]) >> hex_ & 1:
        return " and ".join(LABEL[unit] for unit in members(enemies)[:2]) or "enemy combat units"
    return "an enemy zone of control" if unnegated(state, side) >> hex_ & 1 else "terrain"
