"""A Sword Beach position as SVG, for notebooks and for `grognard show --svg`."""

from __future__ import annotations

from grognard.core.draw import Drawing
from grognard.core.hexes import OFF

from .board import GRID, GROUND, MAP, UNBRIDGED
from .pieces import ALLIED, FIGURES, NAMES, SIDE, TITLE
from .position import SwordBeach

FILL = {
    "sea": "#bcd3e0",
    "beach": "#ecdfae",
    "clear": "#f1eedd",
    "woods": "#a9c39a",
    "bocage": "#cfdcb0",
    "town": "#dcd0c0",
    "city": "#c3b8b0",
    "flooded": "#cfe3e2",
}
COUNTER = {ALLIED: ("#e7cf9b", "#3a2a08"), "german": ("#b9c4c9", "#17242b")}


def base() -> Drawing:
    """The map alone."""
    drawing = Drawing(GRID)
    for kind, hexes in GROUND.items():
        drawing.hexes(hexes, FILL[kind])
    for row in MAP["road"]:
        trail = row["kind"] == "trail"
        drawing.road([GRID.number[h] for h in row["path"]], "#a0845c", 1.5 if trail else 2.5, dashed=trail)
    rivers = [side for row in MAP["river"] for side in row["hexsides"]]
    drawing.sides(GRID.sides(rivers), "#8fb3c9", 3).sides(UNBRIDGED, "#4f86ab", 5)
    drawing.names([(GRID.number[h], data["name"]) for h, data in MAP["hexes"].items() if "name" in data])
    return drawing.labels(GRID.all)


def picture(state: SwordBeach, side: str | None = None) -> str:
    """The position; a hidden record is not on the map, so every side sees the same."""
    drawing = base().ring(state.beachheads, "#b5452c").ring(state.drop_zones, "#2c6fb5")
    for hex_ in sorted(state.here):
        for slot, unit in enumerate(u for u, at in enumerate(state.at) if at == hex_ != OFF):
            attack, defense, allowance = FIGURES[unit][state.steps[unit]]
            fill, colour = COUNTER[SIDE[unit]]
            reduced = state.steps[unit] == 1
            lines = [NAMES[unit], f"{attack}-{defense}-{allowance}{'*' if reduced else ''}"]
            drawing.box(hex_, lines, fill, colour, slot, f"{TITLE[unit]}{', reduced' if reduced else ''}")
    return drawing.svg()
