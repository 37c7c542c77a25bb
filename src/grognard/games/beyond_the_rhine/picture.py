"""A map as SVG: terrain, rivers, roads, names; with a reach laid over it."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.core.draw import Drawing
from grognard.core.hexes import set_of

from .board import Board

FILL = {
    "open": "#f1eedd",
    "hills": "#e0d3b0",
    "light_woods": "#c3d6ae",
    "heavy_woods": "#93b183",
    "swamp": "#cfe3e2",
    "polder": "#d8e8d4",
    "mountain": "#bfa98c",
    "village": "#f1eedd",
    "minor_city": "#d2c6be",
    "major_city": "#b9aaa2",
}
SIDES = {
    "minor_river": ("#8fb3c9", 3),
    "major_river": ("#4f86ab", 5),
    "rhine": ("#2c5f8a", 8),
    "blocked": ("#1f3f5a", 9),
}
LINES = {
    "road": ("#a5673f", 2.0, False),
    "autobahn": ("#b5452c", 3.5, False),
    "railroad_or_track": ("#555555", 1.5, True),
}
TINT = "#d9a441"


def base(board: Board) -> Drawing:
    """The ground with its rivers and roads; what is on it is drawn over it."""
    grid = board.grid
    drawing = Drawing(grid)
    for kind, colour in FILL.items():
        drawing.hexes(set_of(h for h, types in board.types.items() if types[0] == kind), colour)
    drawing.hexes(
        set_of(h for h, types in board.types.items() if "west_wall" in types), "#7d6b57", opacity=0.25
    )
    for row in board.raw.get("side", ()):
        drawing.sides(grid.sides(row["hexsides"]), *SIDES.get(row["kind"], ("#4f86ab", 4)))
    for row in board.raw.get("line", ()):
        colour, width, dashed = LINES[row["kind"]]
        drawing.road([grid.number[h] for h in row["path"]], colour, width, dashed)
    return drawing


def picture(board: Board, reach: Mapping[int, int] | None = None, start: int | None = None) -> str:
    grid, drawing = board.grid, base(board)
    if reach:
        drawing.hexes(set_of(reach), TINT, opacity=0.4)
    if start is not None:
        drawing.ring(1 << start, "#b5452c")
    return drawing.names(board.names.items()).labels(grid.all, size=6).svg()
