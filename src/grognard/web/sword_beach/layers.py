"""What can be laid over the map of Sword Beach, and how the game stands; from a position that holds only what
a seat knows.
"""

from __future__ import annotations

from grognard.core.hexes import OFF, members
from grognard.core.plain import Plain
from grognard.games.sword_beach.arrivals import ARRIVALS, DIVISIONS, EARLIEST, SCHEDULED, last_turn
from grognard.games.sword_beach.board import GRID, MAP
from grognard.games.sword_beach.movement import reach_table
from grognard.games.sword_beach.narration import DATES
from grognard.games.sword_beach.pieces import AIRBORNE, ALLIED, COMMANDO, ENEMY, GERMAN, NAMES, OF_SIDE, SIDES
from grognard.games.sword_beach.position import SwordBeach
from grognard.games.sword_beach.supply import cut_by, cut_off, supplied, supply_path
from grognard.games.sword_beach.verbs import zoc
from grognard.games.sword_beach.victory import CAEN, CAEN_NORTH, allied_victory, caen_controlled, sudden_death


def overlays(state: SwordBeach) -> Plain:
    return {
        "zones": {side: GRID.names(zoc(state, side)) for side in SIDES},
        "supply": supply(state),
        "threats": {side: GRID.names(threatened(state, side)) for side in SIDES},
        "control": caen(state),
        "arrivals": arrivals(state),
        "moved": _names(state.moved),
        "fought": _names(state.fought),
        "victory": standing(state),
    }


def _names(units: int) -> list[str]:
    return [NAMES[unit] for unit in members(units)]


# ---------------------------------------------------------------- SB-12 supply


def supply(state: SwordBeach) -> Plain:
    """Every Allied unit on the map with its path, or with what cuts it; German units need none
    (SB-12.0.a).
    """
    cut = cut_off(state)
    units = {
        NAMES[unit]: _supply_of(state, unit, bool(cut >> unit & 1))
        for unit in members(OF_SIDE[ALLIED] & state.on_map)
    }
    return {"hexes": GRID.names(supplied(state)), "sources": GRID.names(state.beachheads), "units": units}


def _supply_of(state: SwordBeach, unit: int, cut: bool) -> Plain:
    if COMMANDO >> unit & 1:
        return {
            "supplied": True,
            "path": [],
            "clause": "SB-12.0.j",
            "because": "commandos need no supply",
            "cut": None,
        }
    if cut:
        return {"supplied": False, "path": [], "cut": _cut(state, unit)} | _why_cut(state)
    path = [GRID.name[hex_] for hex_ in supply_path(state, unit)]
    at_drop = AIRBORNE >> unit & 1 and not 1 << GRID.number[path[-1]] & state.beachheads
    clause = "SB-12.0.d" if at_drop else "SB-12.0.i" if len(path) == 1 else "SB-12.0.c"
    words = (
        f"traces to the {'drop zone' if at_drop else 'beach landing hex'} {path[-1]}"
        if len(path) > 1
        else f"stands in {path[-1]}"
    )
    return {"supplied": True, "path": path, "clause": clause, "because": words, "cut": None}


def _cut(state: SwordBeach, unit: int) -> dict[str, list[str]]:
    result = cut_by(state, unit)
    return {
        "reached": result["reached"],
        "enemies": result["enemies in the way"],
        "zones": result["zones of control in the way"],
    }


def _why_cut(state: SwordBeach) -> dict[str, str]:
    if not state.beachheads:
        return {"clause": "SB-12.0.c", "because": "no beach landing hex is left to trace to"}
    return {
        "clause": "SB-12.0.f",
        "because": "every path meets a German unit or would pass through a German zone of control",
    }


# ---------------------------------------------------------------- what could be attacked


def threatened(state: SwordBeach, side: str) -> int:
    """FM-7.1: hexes of land next to where some enemy of `side` stands or could end a move as things are
    now.
    """
    enemy = ENEMY[side]
    table, reach = reach_table(state, side), state.occupied[enemy]
    for unit in members(OF_SIDE[enemy] & state.on_map):
        reach |= table.hexes(unit, state.at[unit])
    return GRID.near(reach) & state.land & ~state.occupied[enemy]


# ---------------------------------------------------------------- Caen, arrivals, victory


def caen(state: SwordBeach) -> Plain:
    """SB-11.1.5.e: who was the last to occupy each hex of Caen, and whether that comes to control of it."""
    hexes = {GRID.name[hex_]: ALLIED if state.allied_cities >> hex_ & 1 else GERMAN for hex_ in members(CAEN)}
    return {
        "name": "Caen",
        "hexes": hexes,
        "north": GRID.names(CAEN_NORTH),
        "controlled": caen_controlled(state),
        "clause": "SB-11.1.5.e",
    }


def arrivals(state: SwordBeach) -> list[Plain]:
    """SB-11.1.2, SB-11.2.4: the schedule, each row with what has become of its units."""
    return [
        {
            "turn": row.turn,
            "dates": DATES.get(row.turn, ""),
            "side": row.side,
            "clause": row.clause,
            "units": {NAMES[unit]: _whereabouts(state, unit) for unit in members(row.units)},
            "early": _early(state, row.early) if row.early >= 0 else None,
        }
        for row in ARRIVALS
    ]


def _whereabouts(state: SwordBeach, unit: int) -> str:
    if state.at[unit] != OFF:
        return "on the map"
    if not state.steps[unit]:
        return "lost"
    return "waiting" if state.waiting >> unit & 1 else "to come"


def _early(state: SwordBeach, which: int) -> Plain:
    """SB-11.1.3: a division that may be called in before its turn."""
    return {
        "division": DIVISIONS[which],
        "from": EARLIEST,
        "until": SCHEDULED - 1,
        "called": state.called[which] or None,
        "entered": state.entered[which] or None,
        "clause": "SB-11.1.3.a",
    }


def standing(state: SwordBeach) -> Plain:
    """SB-13: how it would end if this were the last turn, and what each side still needs."""
    north = (CAEN_NORTH & state.allied_cities).bit_count()
    total = CAEN_NORTH.bit_count()
    if sudden_death(state) and state.turn:
        winner, clause = GERMAN, "SB-13.0.a"
    else:
        winner, clause = (ALLIED, "SB-13.0.c") if allied_victory(state) else (GERMAN, "SB-13.0.b")
    return {
        "turn": state.turn,
        "last_turn": last_turn(state),
        "if_it_ended_now": {"winner": winner, "clause": clause},
        "goals": [
            {
                "side": ALLIED,
                "text": f"{MAP['hexes'][GRID.names(CAEN_NORTH)[0]]['name']}, the northern hexes",
                "have": north,
                "of": total,
                "hexes": GRID.names(CAEN_NORTH),
                "clause": "SB-13.0.c",
            },
            {
                "side": ALLIED,
                "text": "beach landing hexes held",
                "have": state.beachheads.bit_count(),
                "of": None,
                "hexes": GRID.names(state.beachheads),
                "clause": "SB-13.0.a",
            },
        ],
        "lost": {side: [NAMES[u] for u in members(OF_SIDE[side]) if not state.steps[u]] for side in SIDES},
        "reduced": {
            side: [NAMES[u] for u in members(OF_SIDE[side] & state.on_map) if state.steps[u] == 1]
            for side in SIDES
        },
    }
