"""What a player of the campaign wants to see at a glance: weather, supply, prices, markers, the standing."""

from __future__ import annotations

from grognard.core.facts import is_unknown
from grognard.core.hexes import members
from grognard.core.plain import Plain
from grognard.games.beyond_the_rhine.campaign.acting import FIGHTING, MOVEMENT, REACTION
from grognard.games.beyond_the_rhine.campaign.aircraft import PLANES, squadron
from grognard.games.beyond_the_rhine.campaign.arrivals import due, schedule
from grognard.games.beyond_the_rhine.campaign.board import DEAD, GRID, area, closed_to, sources
from grognard.games.beyond_the_rhine.campaign.estimate import Line, budget, lines, stack_re
from grognard.games.beyond_the_rhine.campaign.flights import active, not_come
from grognard.games.beyond_the_rhine.campaign.modes import markers
from grognard.games.beyond_the_rhine.campaign.pieces import (
    ADJECTIVE,
    ALLIED,
    ENEMY,
    HQS,
    LABEL,
    NAMES,
    OF_SIDE,
    SCENARIOS,
    SIDE,
    SIDES,
    TRANSPORT,
    TRUCKS,
)
from grognard.games.beyond_the_rhine.campaign.position import Campaign, hexes_of
from grognard.games.beyond_the_rhine.campaign.rail import capacity
from grognard.games.beyond_the_rhine.campaign.supply import working
from grognard.games.beyond_the_rhine.campaign.victory import by_points, level_of, objectives, standing
from grognard.games.beyond_the_rhine.campaign.waters import banks, bridges_of, flooded
from grognard.games.beyond_the_rhine.campaign.zones import covered, is_covered_from


def glance(state: Campaign) -> Plain:
    return {
        "weather": {"ground": state.ground, "flight": state.flight},
        "phase": state.phase,
        "active": state.active,
        "sides": {side: _side(state, side) for side in SIDES},
        "stacks": _stacks(state),
        "hedgehogs": {GRID.name[hex_]: level for hex_, level in state.hedgehogs},
        "bridges": _bridges(state),
        "flood": flooded(state),
        "bridge_checks": state.bridge_checks,
        "sources": {side: _sources(state, side) for side in SIDES},
        "closed": GRID.names(closed_to(state.scenario, ALLIED, state.at_start)),
        "stop": SCENARIOS[state.scenario].get("allied_stop", {}).get("why", ""),
        "area": GRID.names(area(state.scenario)),
        "objectives": _objectives(state),
        "standing": _standing(state),
    }


def _objectives(state: Campaign) -> Plain:
    """The hexes that decide, with their points where points are counted."""
    return {GRID.name[h]: str(n) if by_points(state) else "" for h, n in objectives(state).items()}


def arrivals(state: Campaign) -> list[Plain]:
    """BTR-ocs.ger.arrivals, BTR-ocs.reinf.place: who comes when, and what has become of them."""
    dates = SCENARIOS[state.scenario]["turns"]
    rows: dict[tuple[int, str], dict[str, str]] = {}
    for unit, (day, _) in sorted(schedule(state.scenario).items(), key=lambda row: (row[1][0], row[0])):
        turn = next(number for number, date in enumerate(dates, 1) if date >= day)
        rows.setdefault((turn, SIDE[unit]), {})[NAMES[unit]] = _whereabouts(state, unit)
    return [
        {
            "turn": turn,
            "dates": f"{dates[turn - 1]:%-d %B %Y}",
            "side": side,
            "clause": "BTR-ocs.reinf.place",
            "units": units,
            "early": None,
        }
        for (turn, side), units in sorted(rows.items())
    ]


def _whereabouts(state: Campaign, unit: int) -> str:
    if is_unknown(state.at[unit]) or state.at[unit] >= 0:
        return "on the map"
    if state.at[unit] == DEAD:
        return "lost"
    return "waiting" if due(state, SIDE[unit]) >> unit & 1 else "to come"


def _side(state: Campaign, side: str) -> Plain:
    """The supply of a side, what may be asked of it, and what each attack would cost."""
    result, known = budget(state, side), not is_covered_from(state, side)
    reserve = state.reserve & OF_SIDE[side] & state.on_map
    return {
        "tokens": result.tokens,
        "covered": not known,
        "defence": result.defence if known else 0,
        "meals": result.meals if known else 0,
        "fuel": result.fuel if known else 0,
        "dumps": [_dump(state, side, hex_, tokens) for hex_, tokens in sorted(result.dumps.items())],
        "transport": _transport(state, side),
        "lines": [_line(state, side, line) for line in lines(state, side)]
        if known and _plans(state, side)
        else [],
        "markers": markers(state, side),
        "markers_left": markers(state, side) - hexes_of(state, reserve).bit_count(),
        "reserves": [NAMES[unit] for unit in members(reserve)],
        "aircraft": _aircraft(state, side),
        "steps_lost": state.steps_lost[SIDES.index(side)],
        "pax": state.pax[SIDES.index(side)],
        "eq": state.eq[SIDES.index(side)],
        "rail": max(capacity(state, side), 0),
    }


def _plans(state: Campaign, side: str) -> bool:
    """Attacks are planned from the own movement to the own combat, and in Reaction nothing is."""
    return state.active == side and state.phase in ("", MOVEMENT, "supply", REACTION, FIGHTING)


def _dump(state: Campaign, side: str, hex_: int, tokens: int) -> Plain:
    hqs = [LABEL[unit] for unit in members(state.here.get(hex_, 0) & HQS & OF_SIDE[side])]
    return {"hex": GRID.name[hex_], "tokens": tokens, "hq": ", ".join(hqs)}


def _transport(state: Campaign, side: str) -> Plain:
    """Trucks and wagons by hex."""
    result: dict[str, dict[str, int]] = {}
    for unit in members(state.on_map & TRANSPORT & OF_SIDE[side]):
        row = result.setdefault(GRID.name[state.at[unit]], {"truck": 0, "wagon": 0, "load": 0})
        row["truck" if TRUCKS >> unit & 1 else "wagon"] += 1
        row["load"] += state.load[unit]
    return {**result}


def _aircraft(state: Campaign, side: str) -> list[Plain]:
    """BTR-ocs.air.units: what is left in the box, and what can fly."""
    able = active(state, side)
    rows = [(p, PLANES[p]) for p in members(squadron(state.scenario, side) & ~not_come(state))]
    return [
        {
            "id": plane.id,
            "type": plane.type,
            "active": bool(able >> p & 1),
            "left": plane.steps - state.plane_lost[p],
        }
        for p, plane in rows
    ]


def _line(state: Campaign, side: str, line: Line) -> Plain:
    return {
        "kind": line.kind,
        "hex": GRID.name[line.hex],
        "units": [NAMES[unit] for unit in line.units],
        "tokens": line.tokens,
        "column": line.column,
        "low": float(line.low),
        "high": float(line.high),
        "covered": covered(state, ENEMY[side], line.hex),
    }


def _stacks(state: Campaign) -> Plain:
    """BTR-ocs.stack: the RE of every stack."""
    result: Plain = {}
    for hex_ in sorted(state.here):
        for side in SIDES:
            if re := stack_re(state, side, hex_):
                more = covered(state, side, hex_)
                result[GRID.name[hex_]] = {"side": side, "re": float(re)} | (
                    {"covered": more} if more else {}
                )
    return result


def _bridges(state: Campaign) -> list[Plain]:
    """BTR-ocs.bridge.state: Rhine bridges and laid ones: their hexes, names and what has become of them."""
    known = dict(state.bridges)
    result: list[Plain] = [
        {"hexes": [GRID.name[h] for h in banks(name)], "name": name, "state": known.get(name, "standing")}
        for name in bridges_of(state)
    ]
    return result + [
        {"hexes": [GRID.name[h] for h in pair], "name": "", "state": "laid"} for pair in state.laid
    ]


def _sources(state: Campaign, side: str) -> Plain:
    """BTR-ocs.supply.source: every listed source, and whether it works now."""
    open_ = working(state, side)
    return {GRID.name[hex_]: bool(open_ >> hex_ & 1) for hex_ in members(sources(state.scenario, side))}


def _standing(state: Campaign) -> Plain:
    winner, level = standing(state)
    return {
        "winner": winner,
        "level": level,
        "parts": [{"because": part.because, "clause": part.clause} for part in level_of(state)],
        "side": ADJECTIVE.get(winner, ""),
    }
