"""Skirmish for the page: its map, its counters, and the position."""

from __future__ import annotations

from grognard.core.plain import Plain
from grognard.web.game_views import Page

from .pieces import GRID, MAP, NAMES, RULES, UNITS
from .position import Skirmish

PAGE = Page(map=True, numbering="CCRR", colors={"red": "british", "blue": "german"})


def map_data() -> Plain:
    hexes = {name: {"t": "woods" if name in MAP["woods"] else "clear"} for name in GRID.number}
    hexes[MAP["village"]] = {"t": "town", "name": "Village"}
    return {"hexes": hexes, "rivers": [], "bridges": [], "roads": [], "boundary": [], "zones": {}}


def unit_data() -> list[Plain]:
    return [
        {
            "id": row["id"],
            "name": row["id"],
            "side": row["side"],
            "type": row["type"],
            "formation": row["side"],
        }
        | {
            "mobility": "leg",
            "size": "company",
            "full": [row["strength"], row["strength"], 1],
            "reduced": None,
        }
        for row in UNITS
    ]


def when(state: Skirmish) -> Plain:
    return {
        "turn": state.turn,
        "last_turn": RULES["turns"],
        "dates": "",
        "phase": state.step.name if state.stack else "",
    }


def units(state: Skirmish) -> dict[str, Plain]:
    return {
        name: {
            "hex": GRID.name[state.at[unit]] if state.at[unit] >= 0 else None,
            "steps": int(state.at[unit] >= 0) * 2,
            "moved": bool(state.moved >> unit & 1),
            "fought": bool(state.fought >> unit & 1),
        }
        for unit, name in enumerate(NAMES)
    }
