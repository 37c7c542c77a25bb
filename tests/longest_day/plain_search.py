"""Plain searches hex by hex, with which the searches by sets of hexes are compared."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from heapq import heappop, heappush

from grognard.core.hexes import members
from grognard.games.longest_day.board import LAND, NEAR, step_cost
from grognard.games.longest_day.routes import STEPS


def plain_within(
    neighbours: Callable[[int], list[int]], start: int, open_: set[int], steps: int = STEPS
) -> set[int]:
    """The hexes a route of so many steps leads to."""
    seen, new = {start}, {start}
    for _ in range(steps):
        new = {there for here in new for there in neighbours(here) if there in open_ and there not in seen}
        seen |= new
    return seen


def path(
    starts: Sequence[tuple[int, int]],
    goal: int,
    budget: int,
    closed: int,
    stop: int,
    hostile: int,
    road_only: bool,
    no_entry: int = 0,
) -> tuple[int, list[int]] | None:
    """The cheapest way to a hex as (half points, hexes entered): the one that enters the lowest hexes, among
    equals.
    """
    heap: list[tuple[int, tuple[int, ...], int]] = []
    for hex_, spent in starts:
        heappush(heap, (min(spent, budget), (hex_,) if spent else (), hex_))
    first = {hex_ for hex_, spent in starts if not spent}
    done: set[int] = set()
    while heap:
        spent, way, here = heappop(heap)
        if here in done or spent > budget:
            continue
        done.add(here)
        if here == goal:
            return spent, list(way)
        if (stop >> here & 1 and not (here in first and not way)) or spent == budget:
            continue
        for there in members(NEAR[here] & LAND & ~closed):
            if there in done or (not way and no_entry >> there & 1):
                continue
            cost = step_cost(here, there, bool(hostile >> there & 1), road_only)
            if cost is not None:
                heappush(heap, (spent + cost, (*way, there), there))
    return None
