"""Beyond the Rhine on the map for the page: map, counters, markers, fights, reach, odds and what is laid over
the map.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from grognard.core.facts import Action
from grognard.core.hexes import members
from grognard.core.ruling import GrognardError
from grognard.games.beyond_the_rhine import fights
from grognard.games.beyond_the_rhine.campaign.acting import allowance, face, mover, remaining
from grognard.games.beyond_the_rhine.campaign.arrivals import due
from grognard.games.beyond_the_rhine.campaign.barrage import sum_of as barrage_sum
from grognard.games.beyond_the_rhine.campaign.board import BOARD, DEAD, GRID, spell
from grognard.games.beyond_the_rhine.campaign.movement import route
from grognard.games.beyond_the_rhine.campaign.odds import forecast, loss_chances
from grognard.games.beyond_the_rhine.campaign.pieces import (
    ALLIED,
    ENEMY,
    NAMES,
    PIECES,
    SCENARIOS,
    SIDE,
    SIDES,
    STEPS,
    Piece,
    display_name,
    unit,
)
from grognard.games.beyond_the_rhine.campaign.position import Barrage, Battle, Campaign, units_in
from grognard.games.beyond_the_rhine.campaign.strength import sum_of
from grognard.games.beyond_the_rhine.campaign.supply import dumps_for, in_trace, traced, working
from grognard.games.beyond_the_rhine.campaign.verbs import showing, stores
from grognard.games.beyond_the_rhine.campaign.victory import last_turn, level_of, objective, standing
from grognard.games.beyond_the_rhine.campaign.zones import zone

from .beyond_the_rhine.chartmap import LINES, hex_row
from .game_views import Page

PAGE = Page(map=True, plans=True, presentation="games/beyond-the-rhine-map.js", numbering="R.CC")
Plain = dict[str, Any]
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
        "grid": _grid(),
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
    }


def _grid() -> dict[str, int]:
    rows, columns = zip(*GRID.where.values(), strict=True)
    return {
        "first_row": min(rows),
        "last_row": max(rows),
        "first_column": min(columns),
        "last_column": max(columns),
    }


def unit_data() -> list[Plain]:
    """BTR-ocs.unit.sides: the counters, Combat side first; of a stack the last lies on top."""
    found = [_counter(piece) for piece in PIECES]
    return sorted(
        found,
        key=lambda row: {"supply": 0, "hq": 1, "artillery": 2}.get(
            str(row["type"]), 3 + len(str(row["full"][0]))
        ),
    )


def _counter(piece: Piece) -> Plain:
    combat, move = piece.faces["combat"], piece.faces["move"]
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
        "move_side": [move.strength, move.action, move.allowance],
        "strength_provenance": piece.ratings,
    }


# ---------------------------------------------------------------- the position


def when(state: Campaign) -> Plain:
    dates = SCENARIOS[state.scenario]["turns"]
    words = f"{dates[max(state.turn, 1) - 1]:%-d %B %Y}, ground {state.ground}, flight {state.flight}"
    phases = [step.name for kind in state.stack if (step := _named(state, kind)) is not None]
    return {
        "turn": state.turn,
        "last_turn": last_turn(state),
        "dates": words,
        "phase": phases[-1] if phases else "over",
    }


def _named(state: Campaign, frame: Any) -> Any:
    rows = state.procedures[type(frame)]
    step = rows[min(frame.step, len(rows) - 1)]
    return step if step.name else None


def units(state: Campaign) -> dict[str, Plain]:
    """Every counter with its steps and markers; `steps` is 0 where it is out of play."""
    traced_units = in_trace(state, ALLIED) | in_trace(state, "german")
    return {name: _unit(state, number, traced_units) for number, name in enumerate(NAMES)}


def _unit(state: Campaign, number: int, traced_units: int) -> Plain:
    hex_, bit = state.at[number], 1 << number
    if hex_ < 0:
        waits = bool(state.turn and due(state, SIDE[number]) & bit)
        return {"hex": None, "steps": 0 if hex_ == DEAD else 2} | ({"waiting": True} if waits else {})
    found: Plain = {
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
    }
    found |= {name: True for name, bits in marks.items() if bits & bit}
    found["mode"] = state.mode[number]
    found["figures"] = _figures(state, number)
    found["points"] = f"{spell(remaining(state, number))} of {spell(allowance(state, number))} MP"
    if state.stock[number]:
        found["stock"] = ("full", "low", "exhausted")[state.stock[number]]
    return found | ({"load": state.load[number]} if state.load[number] else {})


def _figures(state: Campaign, number: int) -> str:
    shown = face(state, number)
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
        GRID.name[h]: spell(route(state, number, h)[0])
        for part in moves
        for h in members(part.places(number))
    }


# ---------------------------------------------------------------- fights


def fight(state: Campaign) -> Plain | None:
    """The attack, overrun or barrage under way."""
    for top in reversed(state.stack):
        if isinstance(top, Battle) and _both_there(state, top):
            return _battle(state, top) | {"result": top.result or None}
        if isinstance(top, Barrage) and units_in(state, top.hex, ENEMY[top.side]):
            return _barrage(state, top)
    return None


def _both_there(state: Campaign, top: Battle) -> bool:
    """Whether both sides of a battle are still on the map."""
    attackers = top.attackers and all(state.at[u] >= 0 for u in top.attackers)
    return bool(attackers and units_in(state, top.hex, ENEMY[top.side]))


def _head(side: str, hex_: int, force: tuple[int, ...], kind: str) -> Plain:
    return {
        "kind": kind,
        "attacker": side,
        "hex": GRID.name[hex_],
        "attackers": [NAMES[u] for u in force],
        "defender": None,
        "fire": [],
        "result": None,
        "parts": [],
        "shifts": [],
        "line": None,
        "columns": {},
        "results": {},
    }


def _battle(state: Campaign, top: Battle) -> Plain:
    fight_ = sum_of(state, top)
    found = forecast(state, top)
    head = _head(top.side, top.hex, top.attackers, "overrun" if top.overrun else "attack")
    return head | {
        "parts": [{"amount": str(p.amount), "clause": p.clause, "because": p.because} for p in found.parts],
        "differential": fight_.column,
        "markers": 0,
        "line": {"id": found.line, "name": found.line.replace("_", " "), "clause": "BTR-ocs.combat.line"},
        "columns": _exact(fights.columns(fight_)),
        "results": _exact(found.results),
        "key": {code: fights.words(code) for code in found.results},
        "losses": {side: _exact(chances) for side, chances in loss_chances(found.results).items()},
        "surprise": _exact(fights.surprise(fight_.drm, fight_.hedgehog, fight_.overrun)),
        "table": {"columns": fights.HEADINGS[found.line], "bounds": [], "cells": []},
    }


def _barrage(state: Campaign, top: Barrage) -> Plain:
    sum_ = barrage_sum(state, top.side, top.guns, top.hex)
    return _head(top.side, top.hex, top.guns, "barrage") | {
        "parts": [{"amount": m.amount, "clause": m.clause, "because": m.because} for m in sum_.shifts],
        "differential": sum_.column,
        "markers": 0,
        "results": _exact(fights.barrage_results(sum_.column)),
        "key": dict(fights.BARRAGE_WORDS),
        "result": top.result or None,
    }


def _exact(chances: Mapping[Any, Fraction]) -> dict[str, str]:
    return {str(key): str(chance) for key, chance in chances.items()}


def plan(state: Campaign, action: Action, joining: list[str], target: str) -> Plain:
    """BTR-ocs.combat.table: a fight before it is declared, with the exact chances of every result, surprise
    included.
    """
    force = tuple(dict.fromkeys([unit(getattr(action, "unit")), *(unit(name) for name in joining)]))  # noqa: B009
    hex_ = GRID.hex(getattr(action, "hex"))  # noqa: B009
    return _planned(state, force, hex_, overrun=action.verb == "overrun")


def odds(state: Campaign, attackers: list[str], hex_: str, fire: str, defense: str) -> Plain:
    """The exact odds of an attack that might be made, whether or not it may be made now."""
    force = tuple(dict.fromkeys(unit(name) for name in attackers))
    if len({SIDE[number] for number in force}) != 1:
        raise GrognardError("name attackers of one side" if force else "name the attackers")
    return _planned(state, force, GRID.hex(hex_))


def _planned(state: Campaign, force: tuple[int, ...], hex_: int, overrun: bool = False) -> Plain:
    side = SIDE[force[0]]
    if any(state.at[number] < 0 for number in force):
        raise GrognardError("an attacker is not on the map")
    there = members(units_in(state, hex_, ENEMY[side]))
    if not there:
        raise GrognardError(f"no {ENEMY[side]} unit is in {GRID.name[hex_]}")
    top = Battle(side=side, hex=hex_, attackers=force, overrun=overrun, backed=tuple(there))
    found = _battle(state, top)
    case = {"results": found["results"], "columns": found["columns"]}
    return found | {
        "defenders": [NAMES[number] for number in there],
        "rows": [{"fire": "none", "answers": {"none": case}}],
        "likely": "none",
        "unanswered": None,
    }


# ---------------------------------------------------------------- over the map


def overlays(state: Campaign) -> Plain:
    hexes = {side: traced(state, side) for side in SIDES}
    side = mover(state)
    return {
        "zones": {one: GRID.names(zone(state, one)) for one in SIDES},
        "supply": {
            "hexes": GRID.names(hexes[side]),
            "sources": GRID.names(working(state, side)),
            "units": _supplies(state),
        },
        "threats": {},
        "control": _control(state),
        "arrivals": [],
        "moved": [],
        "fought": [],
        "victory": _standing(state),
    }


def _control(state: Campaign) -> Plain:
    """BTR-ocs.hold.change: who holds each hex; the city decides."""
    hexes = {
        name: ALLIED if state.allied_held >> hex_ & 1 else "german" for name, hex_ in GRID.number.items()
    }
    held = bool(state.allied_held >> objective(state) & 1)
    return {"name": "Aachen", "hexes": hexes, "controlled": held, "clause": "BTR-ocs.hold.change"}


def _supplies(state: Campaign) -> dict[str, Plain]:
    found: dict[str, Plain] = {}
    for side in SIDES:
        units_ = in_trace(state, side)
        for number in members(state.on_map):
            if SIDE[number] == side:
                found[NAMES[number]] = _supply_of(state, number, bool(units_ >> number & 1))
    return found


def _supply_of(state: Campaign, number: int, ok: bool) -> Plain:
    dumps = dumps_for(state, SIDE[number], state.at[number])
    draws = f"draws from {', '.join(GRID.name[h] for h in dumps)}" if dumps else "no dump in reach"
    because = f"in trace; {draws}" if ok else f"no source in draw or throw range; {draws}"
    return {"supplied": ok, "path": [], "clause": "BTR-ocs.trace.check", "because": because, "cut": None}


def _standing(state: Campaign) -> Plain:
    winner, level = standing(state)
    words = "; ".join(part.because for part in level_of(state))
    return {"winner": winner, "level": level, "words": words}
