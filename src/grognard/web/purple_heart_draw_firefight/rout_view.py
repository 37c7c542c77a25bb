"""Rout before it is ordered: where a broken unit may go, at what risk, and why not elsewhere."""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Mapping
from fractions import Fraction

from grognard.core.hexes import members
from grognard.core.plain import Plain
from grognard.games.purple_heart_draw.board import GRID, describe
from grognard.games.purple_heart_draw.firefight.eyes import could_interdict, is_adjacent, threats
from grognard.games.purple_heart_draw.firefight.forces import NAMES, OF_SIDE, SIDE, UNIT
from grognard.games.purple_heart_draw.firefight.going import exits
from grognard.games.purple_heart_draw.firefight.grenades import cost_now
from grognard.games.purple_heart_draw.firefight.odds import TWO_DICE
from grognard.games.purple_heart_draw.firefight.position import BROKEN, ROUTED, Firefight
from grognard.games.purple_heart_draw.firefight.routing import (
    crawl_hexes,
    first_cost,
    goals,
    may_rout,
    may_step,
    must_rout,
    reach,
    rout_mf,
)
from grognard.games.purple_heart_draw.firefight.rubble import rout_ground
from grognard.games.purple_heart_draw.firefight.tank_watch import is_interdicted
from grognard.games.purple_heart_draw.firefight.units import in_hex, is_good, kind, known, morale, name
from grognard.games.purple_heart_draw.firefight.words import Rout

from .rows import chance_row, refusal_row

NEAR = 5  # hexes: woods and buildings farther off need no reason
SURE_LOSS = 12  # an Original 12 fails every check

Way = tuple[int, ...]


def rout_page(state: Firefight, asked: Mapping[str, str]) -> Plain | None:
    """ASL-A10.5: for the side that routs, with `unit`: its ways, and what closes the other hexes."""
    side = state.viewer
    if side is None or side != state.to_move or not state.step.name.endswith("rout"):
        return None
    unit = UNIT.get(asked.get("unit", ""), -1)
    broken = [u for u in members(OF_SIDE[side]) if state.at[u] >= 0 and state.flags[u] & BROKEN]
    return {
        "unit": _unit_row(state, unit) if unit in broken and may_rout(state, unit) else None,
        "must": [NAMES[u] for u in broken if must_rout(state, u)],
        "stay": [row for u in broken if not may_rout(state, u) for row in _stays(state, u)],
    }


def _stays(state: Firefight, unit: int) -> Iterator[Plain]:
    """Why a broken unit does not rout; one that has routed needs no reason."""
    if state.flags[unit] & ROUTED:
        return
    somewhere = GRID.name[next(iter(exits(state.at[unit])))]
    for ruling in state.why_not(Rout(NAMES[unit], somewhere))[:1]:
        yield refusal_row(state, unit, ruling)


def _unit_row(state: Firefight, unit: int) -> Plain:
    ends = set(members(goals(state, unit)))
    paths = ways(state, unit, ends)
    rows = [_way_row(state, unit, *paths[hex_]) for hex_ in sorted(paths, key=lambda h: paths[h][:2])]
    return {
        "id": NAMES[unit],
        "name": name(state, unit),
        "must": must_rout(state, unit),
        "mf": rout_mf(state, unit) / 2,
        "ways": rows,
        "crawls": GRID.names(crawl_hexes(state, unit)),
        "closed": closed(state, unit, ends),
    }


def _way_row(state: Firefight, unit: int, checks: int, spent: int, path: Way) -> Plain:
    ground = describe(GRID.ground_of(path[-1]))
    return {
        "hex": GRID.name[path[-1]],
        "path": [GRID.name[hex_] for hex_ in path],
        "mf": spent / 2,
        "words": f"{ground['building']} building" if ground.get("building") else ground["terrain"],
        "leaders": _leaders(state, unit, path[-1]),
        "checks": checks,
        "fates": {fate: chance_row(chance) for fate, chance in risk(morale(state, unit), checks).items()},
    }


def _leaders(state: Firefight, unit: int, hex_: int) -> list[str]:
    """Who may rally it there."""
    return [
        name(state, u)
        for u in in_hex(state, SIDE[unit], hex_)
        if kind(state, u).is_leader and is_good(state, u)
    ]


def risk(limit: int, checks: int) -> dict[str, Fraction]:
    """ASL-A10.53: so many checks on the way: a roll below the morale goes on, the highest pass ends the rout.

    >>> risk(8, 1)
    {'unharmed': Fraction(7, 12), 'pinned': Fraction(5, 36), 'reduced': Fraction(5, 18)}
    >>> risk(8, 0)
    {'unharmed': Fraction(1, 1)}
    """
    on = sum((chance for dice, chance in TWO_DICE.items() if dice < min(limit, SURE_LOSS)), Fraction(0))
    stops = TWO_DICE.get(limit, Fraction(0)) if limit < SURE_LOSS else Fraction(0)
    tries = sum((on**k for k in range(checks)), Fraction(0))
    chances = {"unharmed": on**checks, "pinned": stops * tries, "reduced": (1 - on - stops) * tries}
    return {fate: chance for fate, chance in chances.items() if chance}


def ways(state: Firefight, unit: int, ends: set[int]) -> dict[int, tuple[int, int, Way]]:
    """To each goal the way of fewest Interdictions, of equal ones the cheapest: checks, half MF, hexes."""
    side, start, budget = SIDE[unit], state.at[unit], rout_mf(state, unit)
    paths: dict[int, tuple[int, int, Way]] = {}
    least: dict[int, int] = {}  # half MF of the ways that have come to a hex, each with more checks
    queue: list[tuple[int, int, Way, int]] = [(0, 0, (), start)]
    while queue:
        checks, spent, path, at = heapq.heappop(queue)
        if spent >= least.get(at, budget + 1):
            continue
        least[at] = spent
        if at in ends:
            paths.setdefault(at, (checks, spent, path))
        for hex_ in exits(at):
            price = cost_now(state, at, hex_)
            if price is None or hex_ in path or hex_ == start:
                continue
            total = spent + (first_cost(state, unit, price) if at == start else price)
            if total <= budget and may_step(state, side, at, hex_, (start, *path)):
                seen = _is_seen(state, side, hex_)
                heapq.heappush(queue, (checks + seen, total, (*path, hex_), hex_))
    return paths


def _is_seen(state: Firefight, side: str, hex_: int) -> bool:
    watched = any(could_interdict(state, enemy, hex_, side) for enemy in threats(state, side))
    return watched or is_interdicted(state, side, hex_)


def closed(state: Firefight, unit: int, ends: set[int]) -> list[Plain]:
    """The next hexes and the cover near by that are no goals, by what closes them."""
    start = state.at[unit]
    cover = [h for h in members(rout_ground(state) & state.card.places) if GRID.distance(start, h) <= NEAR]
    reached = reach(
        state, SIDE[unit], start, rout_mf(state, unit), lambda price: first_cost(state, unit, price)
    )
    causes: dict[str, list[str]] = {}
    for hex_ in dict.fromkeys((*sorted(exits(start)), *sorted(cover))):
        if hex_ not in ends and hex_ != start:
            causes.setdefault(_cause(state, unit, hex_, ends, hex_ in reached), []).append(GRID.name[hex_])
    return [{"hexes": hexes, "because": because, "clause": "ASL-A10.51"} for because, hexes in causes.items()]


def _cause(state: Firefight, unit: int, hex_: int, ends: set[int], is_reached: bool) -> str:
    side, start, budget = SIDE[unit], state.at[unit], rout_mf(state, unit)
    if is_reached:
        nearest = min(ends, key=lambda end: GRID.distance(start, end))
        return f"not the nearest cover, which is {GRID.name[nearest]}"
    for enemy in known(state, side):
        at = state.at[enemy]
        if at == hex_ or is_adjacent(state, hex_, at):
            return f"beside the enemy in {GRID.name[at]}, or with it"
    if hex_ not in exits(start):
        return f"no way there within {budget / 2:g} MF that keeps away from the enemy"
    price = cost_now(state, start, hex_)
    if price is None:
        return "the hexside cannot be crossed"
    if first_cost(state, unit, price) > budget:
        return f"{first_cost(state, unit, price) / 2:g} MF, and it has {budget / 2:g}"
    return "nearer to an enemy that sees it"
