"""The face of Purple Heart Draw on the web; see `web/game_views.py`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from grognard.core.facts import CHANCE
from grognard.core.plain import Plain
from grognard.core.ruling import GrognardError
from grognard.games.purple_heart_draw.board import BRIDGE, COLUMNS, GRID, MAP, ROWS
from grognard.games.purple_heart_draw.charts import SCENARIOS
from grognard.games.purple_heart_draw.position import Closing, Opening, PurpleHeartDraw
from grognard.web import purple_heart_draw_firefight as squads

from . import fight_view
from .pages import PAGES
from .seen import known_units, piece

NAMES = (
    {"text": "St-Georges-d'Elle", "hex": "R2"},
    {"text": "Purple Heart Draw", "hex": "P11", "pale": True},
    {"text": "St-Lô - Bayeux highway", "hex": "CC27", "size": 0.5, "angle": -30},
    {"text": "Hill 192", "hex": "B19", "size": 0.7},
)


@cache
def map_data() -> Plain:
    """The map for drawing: hexes, hexsides, lines; all of it reconstruction but for the cited hexes."""
    bridges = set(GRID.names(BRIDGE))
    return {
        "columns": COLUMNS,
        "rows": ROWS,
        "provenance": MAP["provenance"],
        "hexes": [{**row, "bridge": True} if row["id"] in bridges else row for row in MAP["grid"]["hex"]],
        "sides": MAP["grid"]["hexside"],
        "lines": [{k: line[k] for k in ("name", "kind", "hexes")} for line in MAP["line"]],
        "names": [dict(name) for name in NAMES],
        "intersections": MAP["objective"]["intersections"],
    }


def unit_data() -> list[Plain]:
    return []  # counters are bought in play


def when(state: PurpleHeartDraw) -> Plain:
    """Which TM Scenario, and where in it."""
    if (inner := fight_view.fight_of(state)) is not None:
        return fight_view.when(state, inner)
    frames = [type(frame) for frame in state.stack]
    words = "opening" if Opening in frames else "after" if Closing in frames else "playing"
    dates = f"{words} TM Scenario {state.scenario} of {SCENARIOS}" if state.scenario else ""
    phase = state.purpose if state.to_move not in (None, CHANCE) else ""
    return {"turn": state.turn, "dates": dates, "phase": phase, "scenario": state.scenario}


def units(state: PurpleHeartDraw) -> dict[str, Plain]:
    if (inner := fight_view.fight_of(state)) is not None:
        return squads.units(inner)
    return {result["id"]: {**result} for result in (piece(state, u) for u in known_units(state))}


def desk(state: PurpleHeartDraw, topic: str, asked: Mapping[str, str]) -> object:
    """A page of the umpire's desk, or of the fight under way, from what the seat knows."""
    if (inner := fight_view.fight_of(state)) is not None and topic not in PAGES.keys() - squads.PAGES.keys():
        return fight_view.desk(state, inner, topic, asked)
    if topic in squads.PAGES and topic not in PAGES:
        return None  # asked by a page on which the fight was just over
    if topic not in PAGES:
        raise GrognardError(f"this desk has no page {topic!r}; there is {', '.join(PAGES)}")
    return PAGES[topic](state, asked)


__all__ = ["desk", "map_data", "unit_data", "units", "when"]
