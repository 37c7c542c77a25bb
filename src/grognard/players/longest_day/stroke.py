"""Counterstrokes of whole panzer divisions in The Longest Day: what a division is to strike, whether enough
of it comes there today, and where it gathers until then.
"""

from __future__ import annotations

from collections.abc import Iterator

from grognard.core.hexes import members
from grognard.games.longest_day.board import GRID, LAND, NEAR, place_name
from grognard.games.longest_day.odds import final_column, odds_column
from grognard.games.longest_day.pieces import (
    ASSAULT,
    ATTACK,
    DIVISION,
    ENEMY,
    GERMAN,
    LARGE,
    MOST,
    OF_DIVISION,
    SIDE,
    display_name,
)
from grognard.games.longest_day.position import Combat, LongestDay
from grognard.games.longest_day.tables import COLUMNS
from grognard.games.longest_day.victory import HEX_POINTS

from .plan import PANZERS, Blow, Plan, gathered, promise

LEAST = 4  # battalions that still are a division
MASS = 0.6  # of a division that must come to a stroke
SEARCH = 8  # hexes from the middle of a division: as far as it looks for something to strike
FRONT = 3  # hexes beside the target from which it strikes
GATHER = 0.3  # points a stroke must promise before a division gathers for it
A_HEX_ON_THE_WAY = 0.03  # points
SURE = len(COLUMNS)  # the column on which no attack fails


def counterstrokes(plan: Plan) -> None:
    """Every panzer division that is whole strikes where it promises most, or gathers for it."""
    for division, units in divisions(plan):
        target, most = best_target(plan, units)
        if most < GATHER:
            continue
        places = gathered(plan, target, beside(plan, target), units, around=False)
        if len(places) >= MASS * len(units) and (worth := promise(plan, target, places)) >= GATHER:
            aim = (
                f"{display_name(division)} attacks {place_name(target)} as a whole, with {len(places)} of"
                f" {len(units)} battalions: {worth:+.2f} victory points on average"
            )
            plan.gather(Blow(target, places, worth), aim)
        plan.gathering.update(dict.fromkeys(units, target))


def divisions(plan: Plan) -> Iterator[tuple[str, list[int]]]:
    """Each panzer division with the battalions that are free to strike, the strongest first."""
    able = sorted((u for u in plan.free if can_strike(plan.state, u)), key=lambda u: (-ATTACK[u], u))
    for division in sorted({DIVISION[u] for u in able}):
        units = [u for u in able if DIVISION[u] == division]
        if len(units) >= LEAST:
            yield division, units


def can_strike(state: LongestDay, unit: int) -> bool:
    return bool((PANZERS & ASSAULT & ~state.down) >> unit & 1) and state.at[unit] >= 0


def beside(plan: Plan, hex_: int) -> int:
    return NEAR[hex_] & ~plan.state.held[ENEMY[plan.side]]


def best_target(plan: Plan, units: list[int]) -> tuple[int, float]:
    """The hex at which a stroke with the whole division promises most, less the way there."""
    at, ranked = plan.state.at, [(0.0, -1)]
    middle = min((at[u] for u in units), key=lambda h: (sum(GRID.distance(h, at[u]) for u in units), h))
    steps_to = approach(plan, middle)
    for hex_ in members(plan.state.held[ENEMY[plan.side]]):
        near = sorted((steps_to[h], h) for h in members(beside(plan, hex_)) if h in steps_to)[:FRONT]
        rooms = [h for _, h in near for _ in range(MOST // LARGE)]
        if places := dict(zip(units, rooms, strict=False)):
            ranked.append((promise(plan, hex_, places) - A_HEX_ON_THE_WAY * near[0][0], hex_))
    worth, hex_ = max(ranked)
    return hex_, worth


def approach(plan: Plan, middle: int) -> dict[int, int]:
    """The hexes a division comes to without passing an enemy, with the steps to them."""
    theirs = plan.state.held[ENEMY[plan.side]]
    shut, steps_to, new = GRID.near(theirs) | theirs, {middle: 0}, 1 << middle
    for step in range(1, SEARCH + 1):
        new = GRID.near(new & ~shut | 1 << middle & new) & LAND & ~theirs
        for hex_ in members(new):
            steps_to.setdefault(hex_, step)
    return steps_to


def piecemeal(state: LongestDay, frame: Combat) -> bool:
    """Whether a part of a panzer division would attack by itself, and could fail."""
    german, odds = SIDE[frame.attackers[0]] == GERMAN, odds_column(state, frame)
    if not german or not odds or final_column(state, frame) >= SURE:
        return False
    for division in {DIVISION[u] for u in frame.attackers if PANZERS >> u & 1}:
        able = [u for u in members(OF_DIVISION[division]) if can_strike(state, u)]
        whole = sum(state.at[u] not in HEX_POINTS for u in able)  # who holds a place stays in it
        if sum(DIVISION[u] == division for u in frame.attackers) < MASS * whole >= MASS * LEAST:
            return True
    return False
