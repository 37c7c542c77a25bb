"""Beyond the Rhine on the map for the page: map, counters, markers, reach and what is laid over the map."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.core.facts import Frame, is_unknown
from grognard.core.hexes import Hex, members
from grognard.core.plain import Plain
from grognard.core.procedure import Step
from grognard.games.beyond_the_rhine.campaign.acting import allowance, mover, remaining, shown_side
from grognard.games.beyond_the_rhine.campaign.aircraft import PLANES, Plane, squadron
from grognard.games.beyond_the_rhine.campaign.arrivals import due
from grognard.games.beyond_the_rhine.campaign.board import BOARD, DEAD, GRID, OUT, area, spell
from grognard.games.beyond_the_rhine.campaign.movement import route
from grognard.games.beyond_the_rhine.campaign.pieces import (
    ALLIED,
    NAMES,
    OF_SIDE,
    PIECES,
    SCENARIOS,
    SIDE,
    SIDES,
    STEPS,
    Piece,
    cast,
    display_name,
    unit,
)
from grognard.games.beyond_the_rhine.campaign.position import Campaign
from grognard.games.beyond_the_rhine.campaign.supply import dumps_for, in_trace, traced, working
from grognard.games.beyond_the_rhine.campaign.trace import trace_of
from grognard.games.beyond_the_rhine.campaign.verbs import showing, stores
from grognard.games.beyond_the_rhine.campaign.victory import last_turn, level_of, objectives, standing
from grognard.games.beyond_the_rhine.campaign.visibility import height
from grognard.games.beyond_the_rhine.campaign.zones import is_covered_from, zone

from ..beyond_the_rhine.chartmap import LINES, hex_row
from ..game_views import Page
from .fights import fight, odds, plan
from .glance import arrivals, glance
from .units import TOPICS, desk

__all__ = ["PAGE", "TOPICS", "desk", "fight", "odds", "plan"]
PAGE = Page(map=True, plans=True, presentation="games/beyond-the-rhine-map.js", numbering="R.CC")
SYMBOL = {
    "us_infantry": "infantry",
    "infantry": "infantry",
    "vg_infantry": "infantry",
    "us_tank": "armor",
    "tank": "armor",
    "panzer": "armor",
    "tiger": "armor",
    "assault_gun": "sp_at",
    "heavy_pj": "sp_at",
    "tank_destroyer": "sp_at",
    "panzergrenadier": "mechanized",
    "us_cavalry": "armored_recon",
    "recon": "armored_recon",
    "us_engineer": "engineer",
    "fortress_mg": "machine_gun",
    "artillery": "artillery",
    "hq": "hq",
    "truck": "supply",
    "wagon": "supply",
}

# ---------------------------------------------------------------- what never changes


def map_data() -> Plain:
    """BTR-frame.scale: the area of the scenarios, with its provenance."""
    raw = BOARD.raw
    bridged = [pair for pair in BOARD.sides if BOARD.lines.get(pair)]
    return {
        "title": raw["meta"]["title"],
        "provenance": raw["meta"]["provenance"],
        "grid": _grid(GRID.where),
        "hexes": {name: hex_row(name, data) for name, data in raw["hexes"].items()},
        "rivers": [
            {"name": row["name"], "kind": row["kind"], "hexsides": row["hexsides"]}
            for row in raw["side"]
            if row["hexsides"]
        ],
        "roads": [
            {"name": row["name"], "kind": LINES[row["kind"]], "path": row["path"]} for row in raw["line"]
        ],
        "bridges": [{"hexside": [GRID.name[h] for h in sorted(pair)]} for pair in bridged],
        "boundary": [],
        "zones": {
            "west wall": [name for name, data in raw["hexes"].items() if "west_wall" in data.get("also", ())]
        },
        "areas": {name: _area(name) for name in SCENARIOS},
    }


def _area(scenario: str) -> Plain:
    """BTR-ocs.scen.table: the part of the map a scenario is played on."""
    hexes = area(scenario)
    return {"grid": _grid(members(hexes)), "hexes": GRID.names(hexes)}


def _grid(hexes: Iterable[int]) -> dict[str, int]:
    rows, columns = zip(*(GRID.where[Hex(hex_)] for hex_ in hexes), strict=True)
    return {
        "first_row": min(rows),
        "last_row": max(rows),
        "first_column": min(columns),
        "last_column": max(columns),
    }


def unit_data() -> list[Plain]:
    """BTR-ocs.unit.sides: the counters, Combat side first; of a stack the last lies on top."""
    return [*(_counter(piece) for piece in sorted(PIECES, key=height)), *map(_aircraft, PLANES)]


def _aircraft(plane: Plane) -> Plain:
    """BTR-ocs.air.units: a counter that stands in no hex."""
    figures = [plane.barrage, plane.rating if plane.fighter else f"({plane.rating})", plane.range]
    return {
        "id": plane.id,
        "name": f"{plane.type} {plane.id.rsplit('-', 1)[1]}",
        "label": plane.id.replace("-", " "),
        "side": plane.side,
        "formation": "",
        "type": "aircraft",
        "mobility": "mobile",
        "size": "",
        "full": figures[:2],
        "reduced": None,
        "stats": figures,
        "move_side": [],
        "steps": plane.steps,
        "strength_provenance": "reconstruction",
    }


def _counter(piece: Piece) -> Plain:
    combat = piece.faces["combat"]
    first = f"[{combat.strength}]" if piece.bracket else combat.strength or combat.barrage
    second = combat.action if combat.strength else combat.range
    figures = {"hq": [f"HQ {combat.throw}"], "truck": ["T"], "wagon": ["W"]}.get(
        piece.kind, [first, second, combat.allowance]
    )
    size = {"group": "regiment", "hq": "corps", "point": ""}.get(piece.size, piece.size)
    return {
        "id": piece.id,
        "name": piece.name,
        "label": display_name(piece.id),
        "side": piece.side,
        "formation": piece.formation,
        "type": SYMBOL.get(piece.kind, "infantry"),
        "mobility": "leg" if combat.mobility == "leg" else "mobile",
        "size": size,
        "full": figures,
        "reduced": None,
        "stats": [first, second, combat.allowance],
        "move_side": _turned(piece),
        "steps": piece.steps,
        "re": float(piece.re),
        "strength_provenance": piece.ratings,
    }


def _turned(piece: Piece) -> list[object]:
    """The figures of the Move side."""
    move = piece.faces["move"]
    named: dict[str, list[object]] = {"hq": ["HQ", move.allowance], "truck": ["T"], "wagon": ["W"]}
    return named.get(piece.kind, [move.strength or move.barrage, move.action, move.allowance])


# ---------------------------------------------------------------- the position


def when(state: Campaign) -> Plain:
    dates = SCENARIOS[state.scenario]["turns"]
    weather = f"ground {state.ground}, flight {state.flight}" if state.turn else "before the first turn"
    words = f"{dates[max(state.turn, 1) - 1]:%-d %B %Y}, {weather}"
    steps = [step for kind in state.stack if (step := _named(state, kind)) is not None]
    phases = [getattr(step, "words", "") or step.name for step in steps]
    return {
        "turn": state.turn,
        "last_turn": last_turn(state),
        "dates": words,
        "phase": phases[-1] if phases else "over",
    }


def _named(state: Campaign, frame: Frame) -> Step | None:
    rows = state.procedures[type(frame)]
    step = rows[min(frame.step, len(rows) - 1)]
    return step if step.name else None


def units(state: Campaign) -> dict[str, Plain]:
    """Every counter with its steps and markers; `steps` is 0 where it is out of play."""
    traced_units = 0
    for side in SIDES:  # of the other side's trace nothing is known under fog but the markers
        traced_units |= OF_SIDE[side] if is_covered_from(state, side) else in_trace(state, side)
    result = {name: _unit(state, number, traced_units) for number, name in enumerate(NAMES)}
    return result | {plane.id: _flight(state, number) for number, plane in enumerate(PLANES)}


def _flight(state: Campaign, number: int) -> Plain:
    left = PLANES[number].steps - state.plane_lost[number]
    available = squadron(state.scenario, PLANES[number].side) >> number & 1
    row: Plain = {"hex": None, "steps": left if available else 0, "left": left}
    return row | ({"moved": True} if state.flown >> number & 1 else {})


def _unit(state: Campaign, number: int, traced_units: int) -> Plain:
    hex_, bit = state.at[number], 1 << number
    if is_unknown(hex_):
        return {"hex": None, "steps": 0, "covered": True}
    if hex_ < 0:
        waits = bool(state.turn and due(state, SIDE[number]) & bit)
        gone = hex_ in (DEAD, OUT) or not cast(state.scenario) & bit
        return {"hex": None, "steps": 0 if gone else 2, **({"waiting": True} if waits else {})}
    result: Plain = {
        "hex": GRID.name[hex_],
        "steps": 2 if not state.lost[number] else 1,
        "left": STEPS[number] - state.lost[number],
    }
    marks = {
        "moved": state.done,
        "fought": state.attacked,
        "dg": state.dg,
        "reserve": state.reserve,
        "exploit": state.exploit,
        "cut_off": state.oos | ~traced_units,
        "in_hand": state.group,
        "extender": state.extended,
    }
    result |= {name: True for name, bits in marks.items() if bits & bit}
    result["mode"] = state.mode[number]
    result["figures"] = _figures(state, number)
    result["points"] = f"{spell(remaining(state, number))} of {spell(allowance(state, number))} MP"
    if state.stock[number]:
        result["stock"] = ("full", "low", "exhausted")[state.stock[number]]
    return result | ({"load": state.load[number]} if state.load[number] else {})


def _figures(state: Campaign, number: int) -> str:
    shown = shown_side(state, number)
    return (
        f"{shown.strength or shown.barrage}-{shown.action or shown.range}-{shown.allowance}"
        f" ({showing(state, number)} side)"
    )


def markers(state: Campaign) -> dict[str, list[str]]:
    """Dumps of either side, hedgehogs, and what the Allies hold."""
    return {
        "allied_dumps": [f"{GRID.name[h]}: {n}T" for h, n in sorted(stores(state, ALLIED).items())],
        "german_dumps": [f"{GRID.name[h]}: {n}T" for h, n in sorted(stores(state, "german").items())],
        "hedgehogs": [f"{GRID.name[h]}: {n}" for h, n in state.hedgehogs],
    }


def short(sixths: int) -> str:
    """Movement points as they stand on a hex.

    >>> short(33), short(6), short(4)
    ('5½', '1', '⅔')
    """
    whole, rest = divmod(sixths, 6)
    return f"{whole or ('' if rest else 0)}{('', '⅙', '⅓', '½', '⅔', '⅚')[rest]}"


def reach(state: Campaign, name: str) -> dict[str, str]:
    """BTR-ocs.move.allowance: what each hex a unit may move to costs it."""
    number = unit(name)
    if not state.stack or "movement" not in state.step.name:
        return {}
    moves = [
        part
        for part in state.legal_actions().parts
        if part.pick.verb.verb == "move" and part.ready >> number & 1
    ]
    return {
        GRID.name[h]: short(route(state, number, h)[0])
        for part in moves
        for h in members(part.places(number))
    }


# ---------------------------------------------------------------- over the map


def overlays(state: Campaign) -> Plain:
    side = state.viewer if state.viewer in SIDES and is_covered_from(state, mover(state)) else mover(state)
    known = not is_covered_from(state, side)
    return {
        "zones": {one: GRID.names(zone(state, one)) for one in SIDES},
        "supply": {
            "hexes": GRID.names(traced(state, side)) if known else [],
            "sources": GRID.names(working(state, side)),
            "units": _supplies(state),
        },
        "threats": {},
        "control": _control(state),
        "arrivals": arrivals(state),
        "moved": [],
        "fought": [],
        "victory": _standing(state),
        "glance": glance(state),
    }


def _control(state: Campaign) -> Plain:
    """BTR-ocs.hold.change: who holds each hex; the city decides."""
    inside = area(state.scenario)
    hexes = {
        name: ALLIED if state.allied_held >> hex_ & 1 else "german"
        for name, hex_ in GRID.number.items()
        if inside >> hex_ & 1
    }
    goals = objectives(state)
    held = all(state.allied_held >> hex_ & 1 for hex_ in goals)
    name = BOARD.names[next(iter(goals))] if len(goals) == 1 else "every objective"
    return {"name": name, "hexes": hexes, "controlled": held, "clause": "BTR-ocs.hold.change"}


def _supplies(state: Campaign) -> dict[str, Plain]:
    result: dict[str, Plain] = {}
    for side in SIDES:
        if is_covered_from(state, side):
            continue
        units_ = in_trace(state, side)
        for number in members(state.on_map):
            if SIDE[number] == side:
                result[NAMES[number]] = _supply_of(state, number, bool(units_ >> number & 1))
    return result


def _supply_of(state: Campaign, number: int, ok: bool) -> Plain:
    dumps = dumps_for(state, SIDE[number], state.at[number])
    draws = f"draws from {', '.join(GRID.name[h] for h in dumps)}" if dumps else "no dump in reach"
    trace = trace_of(state, number)
    because = f"in trace; {draws}" if ok else f"{'; '.join(trace.because)}; {draws}"
    cut = {"reached": [], "enemies": [], "zones": [GRID.name[h] for h in trace.bars]}
    path = [GRID.name[h] for h in trace.path]
    clause = "BTR-ocs.trace.check"
    return {"supplied": ok, "path": path, "clause": clause, "because": because, "cut": None if ok else cut}


def _standing(state: Campaign) -> Plain:
    winner, level = standing(state)
    words = "; ".join(part.because for part in level_of(state))
    return {"winner": winner, "level": level, "words": words}
