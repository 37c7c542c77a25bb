"""BTR-ocs.supply, BTR-ocs.hq, BTR-ocs.trace: who can draw from what, and who is in trace."""

from __future__ import annotations

from grognard.core.caching import once_while
from grognard.core.hexes import Hexes, members, set_of

from ..board import Board
from ..board import MovementKind as Kind
from ..series import DRAW_RANGE
from ..terrain import SIXTHS
from .board import GRID, RAIL_HEXES, joined_by_lines, once_a_map, outside, rails, sources, step_costs_of
from .pieces import (
    COMBAT,
    ENEMY,
    FORMATIONS,
    HQS,
    OF_SIDE,
    PIECES,
    RATINGS,
    SCENARIOS,
    STRAT,
    TRANSPORT,
    TRUCK,
    TRUCKS,
    WAGON,
)
from .position import FRONT, SUPPLY, TRACE, Campaign
from .verbs import holds, stores
from .waters import terrain_now
from .zones import front, occupied, unnegated

DRAW = DRAW_RANGE * SIXTHS  # BTR-ocs.supply.draw


@once_a_map(4096)
def in_range(board: Board, hex_: int, budget: int, mobility: str, blocked: int) -> Hexes:
    """BTR-ocs.supply.path-count, BTR-ocs.supply.zone-out, BTR-ocs.supply.adjacent: hexes a path from here
    serves.

    Dry costs, counted outward; a Truck path neither enters nor leaves a blocked hex; a hex next to one in
    range is in range.
    """
    going = step_costs_of(board, frozenset([Kind(mobility, "dry")])).going
    result = 1 << hex_ if blocked >> hex_ & 1 else going.reach((1 << hex_,), budget, blocked, 0)
    return GRID.spread(result)


@once_while(*FRONT)
def blocked(state: Campaign, side: str, mobility: str = "truck") -> Hexes:
    """BTR-ocs.supply.path: enemy combat units; of a Truck path un-negated zones too."""
    wall = Hexes(occupied(state, ENEMY[side]) | outside(state.scenario))
    return Hexes(wall | unnegated(state, side)) if mobility == "truck" else wall


def throw_range(state: Campaign, hq: int) -> int:
    """BTR-ocs.hq.move, BTR-ocs.hq.dg: half in Move Mode, none in Strat Mode; in sixths."""
    if state.mode[hq] == STRAT:
        return 0
    full = PIECES[hq].faces[COMBAT].throw * SIXTHS
    return full if state.mode[hq] == COMBAT or state.options.hq_throw_in_move == "full" else full // 2


@once_while(*FRONT)
def throws(state: Campaign, side: str, wall: int) -> list[tuple[int, Hexes]]:
    """Each HQ of a side that can throw, with the hexes it throws to (BTR-ocs.hq.many)."""
    result = []
    for hq in members(state.on_map & HQS & OF_SIDE[side]):
        if budget := throw_range(state, hq):
            result.append((hq, in_range(terrain_now(state), state.at[hq], budget, "truck", wall)))
    return result


def served(state: Campaign, side: str, hex_: int) -> Hexes:
    """BTR-ocs.hq.throw-chain, BTR-ocs.hq.own: hexes that get supply from here: by draw, or through one HQ
    that can draw; another HQ may stand there.
    """
    known = front(state).served
    if (side, hex_) not in known:
        wall = blocked(state, side)
        near = in_range(terrain_now(state), hex_, DRAW, "truck", wall)
        units: int = near
        for hq, hexes in throws(state, side, wall):
            if near >> state.at[hq] & 1:
                units |= hexes
        known[side, hex_] = Hexes(units)
    return known[side, hex_]


@once_while(*SUPPLY)
def reserves_of(state: Campaign, side: str) -> list[tuple[int, int, Hexes]]:
    """BTR-ocs.unit.nation: the dumps of a side, for all its units alike: hex, tokens, and the hexes they
    serve.
    """
    return [(dump, tokens, served(state, side, dump)) for dump, tokens in sorted(stores(state, side).items())]


def dumps_for(state: Campaign, side: str, hex_: int) -> list[int]:
    """BTR-ocs.dump.any: the dumps from which a unit in a hex can be supplied."""
    return [dump for dump, _, area in reserves_of(state, side) if area >> hex_ & 1]


def tokens_for(state: Campaign, side: str, hex_: int) -> int:
    """What a unit in a hex can reach in all."""
    result = tokens_by_hex(state, side).get(hex_)
    return in_reach_of(reserves_of(state, side), hex_) if result is None else result


@once_while(*SUPPLY)
def tokens_by_hex(state: Campaign, side: str) -> dict[int, int]:
    """What the units of a side can reach in all, by the hexes they stand in."""
    mine, dumps = OF_SIDE[side], reserves_of(state, side)
    return {hex_: in_reach_of(dumps, hex_) for hex_, units in state.here.items() if units & mine}


def in_reach_of(dumps: list[tuple[int, int, Hexes]], hex_: int) -> int:
    return sum(tokens for _, tokens, area in dumps if area >> hex_ & 1)


# ---------------------------------------------------------------- trace


def detrainable(state: Campaign, side: str) -> Hexes:
    """BTR-ocs.supply.detrain, BTR-ocs.rail.repair: rail hexes joined by rail to a working source, held,
    whole, free of enemies and of un-negated zones; none in the learning scenario.
    """
    if SCENARIOS[state.scenario].get("learning"):
        return Hexes(0)
    known = front(state).served
    key = (side, "rail", working(state, side), state.allied_held, state.cut_rails)
    if key not in known:
        known[key] = _along_rails(state, side)
    return known[key]


def _along_rails(state: Campaign, side: str) -> Hexes:
    ways = rails(terrain_now(state))
    open_ = holds(state, side) & RAIL_HEXES & ~(blocked(state, side) | state.cut_rails)
    result = new = working(state, side) & open_
    while new:
        hex_ = new.bit_length() - 1
        new ^= 1 << hex_
        more = ways.get(hex_, 0) & open_ & ~result
        result, new = result | more, new | more
    return Hexes(result)


def spread_from(state: Campaign, hexes: int, wall: int) -> Hexes:
    """The hexes within draw of any of several open hexes."""
    if not hexes:
        return Hexes(0)
    going = step_costs_of(terrain_now(state), frozenset([Kind("truck", "dry")])).going
    return GRID.spread(going.reach((hexes,), DRAW, wall, 0))


@once_while(*TRACE)
def working(state: Campaign, side: str) -> Hexes:
    """BTR-ocs.supply.source: the sources that work now."""
    open_ = holds(state, side) & ~blocked(state, side)
    first = sources(state.scenario, side, permanent=True) & open_
    joined, free, new = first, ~blocked(state, side), first
    lines = joined_by_lines(terrain_now(state))
    while new:
        hex_ = new.bit_length() - 1
        new ^= 1 << hex_
        more = lines[hex_] & free & ~joined
        joined |= more
        new |= more
    return Hexes(sources(state.scenario, side) & open_ & joined)


@once_while(*TRACE)
def traced(state: Campaign, side: str) -> Hexes:
    """BTR-ocs.trace.check: hexes in which a combat unit is in trace."""
    wall = blocked(state, side)
    near: int = spread_from(state, trace_sources(state, side) | detrainable(state, side), wall)
    result = near
    for hq, hexes in throws(state, side, wall):
        if near >> state.at[hq] & 1:
            result |= hexes
    return Hexes(result)


# ---------------------------------------------------------------- extenders

POINTS_OF_EXTENDER = int(RATINGS["extender"]["points"])  # BTR-ocs.ext.make
REACH = {kind: (row["mobility"], row["mp"] * SIXTHS) for kind, row in RATINGS["extender"]["reach"].items()}


def like_points(unit: int) -> int:
    """The transport points of the kind of one of them."""
    return TRUCKS if TRUCKS >> unit & 1 else TRANSPORT & ~TRUCKS


def extender_area(state: Campaign, side: str, unit: int, sources: int, from_hex: int | None = None) -> Hexes:
    """BTR-ocs.ext.make: hexes within the range of a kind of point of a source; with `from_hex`, hexes in
    trace within that range of a hex (BTR-ocs.ext.fall).
    """
    mobility, budget = REACH[TRUCK if TRUCKS >> unit & 1 else WAGON]
    wall, going = (
        blocked(state, side, mobility),
        step_costs_of(terrain_now(state), frozenset([Kind(mobility, "dry")])).going,
    )
    if from_hex is None:
        return Hexes(going.reach((sources,), budget, wall, 0) | sources) if sources else Hexes(0)
    near = going.reach((1 << from_hex,), budget, wall & ~(1 << from_hex), 0)
    return Hexes(near & traced(state, side) & ~(wall | 1 << from_hex))


def extender_hexes(state: Campaign, side: str) -> list[tuple[int, int]]:
    """The hexes with extenders of a side, each with one of its points."""
    result: dict[tuple[int, bool], list[int]] = {}
    for unit in members(state.extended & state.on_map & OF_SIDE[side]):
        result.setdefault((state.at[unit], bool(TRUCKS >> unit & 1)), []).append(unit)
    return [(hex_, units[0]) for (hex_, _), units in result.items() if len(units) >= POINTS_OF_EXTENDER]


@once_while(*TRACE)
def trace_sources(state: Campaign, side: str) -> Hexes:
    """BTR-ocs.ext.make, BTR-ocs.supply.extender: working sources, and extenders joined to one, one after
    another; they serve trace and nothing else.
    """
    result: int = working(state, side)
    left = [pair for pair in extender_hexes(state, side) if not blocked(state, side) >> pair[0] & 1]
    joined = True
    while joined and result:
        near = [pair for pair in left if extender_area(state, side, pair[1], result) >> pair[0] & 1]
        joined, left = bool(near), [pair for pair in left if pair not in near]
        result |= set_of(hex_ for hex_ in {hex_ for hex_, _ in near} if not result >> hex_ & 1)
    return Hexes(result)


def _ways_of_trace(state: Campaign, side: str) -> list[Hexes]:
    """The hexes each source and each HQ in reach of one serves: a formation needs one of them for all."""
    wall, near, result = blocked(state, side), 0, list[Hexes]()
    for source in members(trace_sources(state, side)):
        result.append(in_range(terrain_now(state), source, DRAW, "truck", wall))
        near |= result[-1]
    if net := detrainable(state, side):  # the railway is one source for a formation
        result.append(spread_from(state, net, wall))
        near |= result[-1]
    return result + [hexes for hq, hexes in throws(state, side, wall) if near >> state.at[hq] & 1]


@once_while(*TRACE)
def in_trace(state: Campaign, side: str) -> int:
    """BTR-ocs.trace.formation, BTR-ocs.mode.reserve-trace: the units in trace, reserves as others; of a
    formation those of the one way that serves the most.
    """
    hexes, mine = traced(state, side), state.on_map & OF_SIDE[side]
    result = set_of(unit for unit in members(mine) if hexes >> state.at[unit] & 1)
    together = [units & mine for units in FORMATIONS.values() if units & mine]
    served_by = _ways_of_trace(state, side) if together else []
    for units in together:
        best = max(
            (set_of(u for u in members(units) if area >> state.at[u] & 1) for area in served_by),
            key=int.bit_count,
            default=0,
        )
        result = result & ~units | best
    return result
