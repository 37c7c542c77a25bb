"""One unit under the lens: its reach in either mode with fuel, its trace, what bars it, what it draws on."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy

from grognard.core.facts import is_unknown
from grognard.core.hexes import members
from grognard.core.plain import Plain
from grognard.core.ruling import GrognardError
from grognard.games.beyond_the_rhine.campaign.acting import (
    MOVEMENT,
    allowance,
    has_fuel,
    may_move,
    mover,
    remaining,
    shown_side,
)
from grognard.games.beyond_the_rhine.campaign.board import GRID, NEAR, spell
from grognard.games.beyond_the_rhine.campaign.declare import overrun_cost
from grognard.games.beyond_the_rhine.campaign.movement import reach, route
from grognard.games.beyond_the_rhine.campaign.pieces import (
    COMBAT,
    ENEMY,
    FORMATIONS,
    HQS,
    INDEPENDENT,
    LABEL,
    MOVE,
    NAMES,
    OF_SIDE,
    PIECES,
    SIDE,
    TRANSPORT,
    unit,
)
from grognard.games.beyond_the_rhine.campaign.position import Campaign, fact, units_in
from grognard.games.beyond_the_rhine.campaign.strength import bars
from grognard.games.beyond_the_rhine.campaign.supply import blocked as barred
from grognard.games.beyond_the_rhine.campaign.supply import in_range, reserves_of, throw_range
from grognard.games.beyond_the_rhine.campaign.trace import bar_words, trace_of
from grognard.games.beyond_the_rhine.campaign.verbs import capable, steps_left
from grognard.games.beyond_the_rhine.campaign.waters import terrain_now
from grognard.games.beyond_the_rhine.campaign.zones import is_covered_from

TOPICS = ("lens",)  # the pages behind the map


def desk(state: Campaign, topic: str, asked: Mapping[str, str]) -> Plain:
    """The pages behind the map: `lens`, one unit."""
    if topic not in TOPICS:
        raise GrognardError(f"this game's desk has no page {topic!r}; it has {', '.join(TOPICS)}")
    number = unit(asked.get("unit", ""))
    if is_unknown(state.at[number]):
        raise GrognardError(f"{LABEL[number]} is not among the counters you may look at")
    if state.at[number] < 0:
        raise GrognardError(f"{LABEL[number]} is not on the map")
    if is_covered_from(state, SIDE[number]):
        return {"unit": NAMES[number], "hex": GRID.name[state.at[number]], "modes": {}}
    return lens(state, number)


def lens(state: Campaign, number: int) -> Plain:
    result: Plain = {"unit": NAMES[number], "hex": GRID.name[state.at[number]], "modes": {}}
    if TRANSPORT >> number & 1:
        return result
    turnable = _may_turn(state, number)
    result["modes"] = {
        mode: _mode(state, number, mode)
        for mode in (COMBAT, MOVE)
        if mode == _shown(state, number) or turnable
    }
    result |= {"turnable": turnable, "trace": _trace(state, number), "dumps": _dumps(state, number)}
    result |= {"fuel": _fuel(state, number), "steps": [steps_left(state, number), PIECES[number].steps]}
    if HQS >> number & 1:
        budget = throw_range(state, number)
        wall = barred(state, SIDE[number])
        area = in_range(terrain_now(state), state.at[number], budget, "truck", wall) if budget else 0
        result["throws"] = {"range": spell(budget), "hexes": GRID.names(area)}
    return result


def _shown(state: Campaign, number: int) -> str:
    return MOVE if state.mode[number] != COMBAT else COMBAT


def _may_turn(state: Campaign, number: int) -> bool:
    """BTR-ocs.mode.choose: in its own Movement Phase, before it spends anything."""
    mine = state.phase == MOVEMENT and mover(state) == SIDE[number]
    return mine and not state.spent[number] and not state.done >> number & 1


def _mode(state: Campaign, number: int, mode: str) -> Plain:
    """What a unit could do on one of its sides, if it had fuel."""
    ghost = deepcopy(state)
    if _shown(state, number) != mode:
        ghost.set_at(fact.mode, number, mode, "BTR-ocs.mode.choose")
    shown = shown_side(ghost, number)
    moving = bool(may_move(state, SIDE[number]) >> number & 1) and mover(state) == SIDE[number]
    hexes = {GRID.name[h]: spell(route(ghost, number, h)[0]) for h in members(reach(ghost, number))}
    return {
        "figures": [shown.strength or shown.barrage, shown.action or shown.range, shown.allowance],
        "points": spell(remaining(ghost, number)),
        "allowance": spell(allowance(ghost, number)),
        "mobility": shown.mobility,
        "reach": hexes if moving else {},
        "needs_fuel": shown.mobility != "leg",
        "zone": mode == COMBAT and bool(capable(state) >> number & 1),
        "overruns": _overruns(ghost, number) if moving else [],
    }


def _overruns(state: Campaign, number: int) -> list[Plain]:
    """Enemies next to it: what an overrun would cost, and whether it has the points."""
    side, result = SIDE[number], []
    if not capable(state) >> number & 1:
        return []
    for hex_ in members(NEAR[state.at[number]]):
        if units_in(state, hex_, ENEMY[side]) and not bars(state, number, hex_, overrun=True):
            cost = overrun_cost(state, number, hex_)
            row = {"hex": GRID.name[hex_], "cost": spell(cost), "can": 0 < cost <= remaining(state, number)}
            result += [row] if cost > 0 else []
    return result


def _trace(state: Campaign, number: int) -> Plain:
    result = trace_of(state, number)
    side = SIDE[number]
    return {
        "ok": result.ok,
        "path": [GRID.name[h] for h in result.path],
        "because": list(result.because),
        "bars": [{"hex": GRID.name[h], "by": bar_words(state, side, h)} for h in result.bars],
        "clause": "BTR-ocs.trace.check",
    }


def _dumps(state: Campaign, number: int) -> list[Plain]:
    """BTR-ocs.dump.any: what it can draw, and from where."""
    at = state.at[number]
    return [
        {"hex": GRID.name[dump], "tokens": tokens}
        for dump, tokens, area in reserves_of(state, SIDE[number])
        if area >> at & 1
    ]


def _fuel(state: Campaign, number: int) -> Plain:
    """BTR-ocs.move.fuel-when: the ways to pay for its fuel."""
    piece = PIECES[number]
    ways = [{"verb": "fuel", "tokens": 1, "serves": [NAMES[number]]}]
    if piece.formation:
        units = FORMATIONS[piece.formation] & state.on_map & OF_SIDE[SIDE[number]]
        serves = [NAMES[u] for u in members(units)]
        ways.append({"verb": "fuelformation", "tokens": 4, "serves": serves})
    if HQS >> number & 1:
        area = in_range(
            terrain_now(state),
            state.at[number],
            throw_range(state, number),
            "truck",
            barred(state, SIDE[number]),
        )
        near = INDEPENDENT & state.on_map & OF_SIDE[SIDE[number]]
        serves = [NAMES[u] for u in members(near) if area >> state.at[u] & 1]
        ways.append({"verb": "fuelhq", "tokens": 4, "serves": serves})
    return {"has": has_fuel(state, number), "ways": ways}
