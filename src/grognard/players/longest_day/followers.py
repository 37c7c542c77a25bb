"""Where the staff of The Longest Day puts what does not fight: HQs among the units that hold a place, guns
behind them, supply units with their HQ.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from grognard.core.choices import Part
from grognard.core.facts import Action
from grognard.core.hexes import Hexes, members
from grognard.games.longest_day import verbs
from grognard.games.longest_day.board import BEACH, GRID, KIND_OF
from grognard.games.longest_day.command import chain, stock
from grognard.games.longest_day.pieces import (
    ALLIED,
    COMBAT,
    CORPS_HQ,
    DEFENCE,
    DIVISION,
    GERMAN,
    HQ,
    NAMES,
    OF_DIVISION,
    OF_SIDE,
    RANGED,
    SIDE,
)
from grognard.games.longest_day.position import LongestDay
from grognard.games.longest_day.routes import within
from grognard.games.longest_day.tables import SHIFT
from grognard.games.longest_day.victory import HEX_POINTS

from . import plain
from .danger import Danger
from .ground import Ground
from .isolation import left_open
from .plan import Plan
from .retirement import nearer

Value = Callable[[int], float]
RISKY = 3  # columns from 1: from 2:1 on the enemy takes a hex sooner or later
RISK = 4.0  # what every column beyond it costs an HQ
A_GUARD = 0.25  # what a point of defense in its hex is worth to an HQ
FED = 4.0  # what it is worth to stay with its supply
APART = 0.5  # a hex between an HQ and the middle of its units
OUT_OF_REACH = 12.0  # all its units more than seven hexes off
PARTED = 8.0  # all its units where it would not reach them if the enemy came a step nearer
STRANGERS = 6.0  # units in its hex it must part from if the corps loses its tie (TLD-S.5)
SAFE_FOR_GUNS = 5  # hexes from the enemy


def guards(state: LongestDay, hex_: int, among: int) -> int:
    """The printed defense of the fighting units of a set in a hex."""
    units = state.here.get(hex_, 0) & among & COMBAT & ~HQ & ~RANGED
    return sum(DEFENCE[u] for u in members(units))


def best_place(state: LongestDay, unit: int, plan: Plan, part: Part) -> Action | None:
    """The move of a unit that follows the others, if it finds a better hex."""
    if not part.ready >> unit & 1:
        return None
    value, at = place_value(state, unit, plan.ground, plan.danger), state.at[unit]
    goal = max(members(part.places(unit)), key=value, default=-1)
    stays = at >= 0 and not plan.parting >> unit & 1
    if goal < 0 or (stays and value(goal) <= value(at) + 0.5):
        return None
    return verbs.Move(NAMES[unit], GRID.name[goal])


def place_value(state: LongestDay, unit: int, ground: Ground, danger: Danger) -> Value:
    side = SIDE[unit]
    if HQ >> unit & 1:
        return _hq_value(state, side, unit, danger)
    if RANGED >> unit & 1 and side != ALLIED:
        return _gun_value(state, unit, ground)
    return plain.scorer(state, side, unit, ground)


def _served(state: LongestDay, side: str, hq: int) -> list[int]:
    """Where the units and HQs stand that an HQ is there for."""
    if CORPS_HQ >> hq & 1:
        link = chain(state, side)
        served = [state.at[h] for h in link.hqs_of(link.corps[hq]) if h != hq]
    else:
        served = [state.at[u] for u in members(OF_DIVISION[DIVISION[hq]] & state.on_map & ~(1 << hq))]
    return [h for h in served if h >= 0]


def _hq_value(state: LongestDay, side: str, hq: int, danger: Danger) -> Value:
    """With units that are hard to throw out, within reach of all others, and with the supply it has."""
    served, at = Counter(_served(state, side, hq)), state.at[hq]
    count = max(served.total(), 1)
    has_supply = at >= 0 and bool(stock(state, hq))
    own = 0 if CORPS_HQ >> hq & 1 else OF_DIVISION[DIVISION[hq]]
    open_ = Hexes(left_open(state, side, nearer(state, side)) if side == GERMAN and own else 0)

    def lost(h: int) -> float:
        """The part of its units it would no longer reach if the enemy came nearer."""
        if not open_:
            return 0.0
        near = within(GRID, h, open_)
        reached = near | GRID.near(near)
        return sum(units for place, units in served.items() if not reached >> place & 1) / count

    def value(h: int) -> float:
        far = [(GRID.distance(h, place), units) for place, units in served.items()]
        spread = APART * sum(min(d, 12) * units for d, units in far) / count
        cut = OUT_OF_REACH * sum(units for d, units in far if d > 7) / count
        guard = guards(state, h, own)
        column = danger.final_column(h, guard + DEFENCE[hq], guard > 0)
        return (
            A_GUARD * min(guard, 24)
            - SHIFT.get(KIND_OF[h], 0) * (guard > 0)
            - (STRANGERS if state.here.get(h, 0) & OF_SIDE[side] & COMBAT & ~HQ & ~own else 0.0)
            - spread
            - cut
            - RISK * max(0, column - RISKY)
            + (FED if has_supply and h == at else 0.0)
            + 0.5 * (not BEACH >> h & 1)
            - PARTED * lost(h)
        )

    return value


def _gun_value(state: LongestDay, unit: int, ground: Ground) -> Value:
    """Near its HQ, but out of the enemy's reach."""
    home = plain.hq_hex(state, unit)
    return lambda h: (
        -(GRID.distance(h, home) if home >= 0 else 0)
        - 2.0 * max(0, SAFE_FOR_GUNS - ground.to_enemy(h))
        - (10.0 if h in HEX_POINTS else 0.0)
    )
