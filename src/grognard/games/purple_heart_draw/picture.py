"""A position as SVG, for notebooks and for `grognard show --svg`: terrain, hedges, control, counters."""

from __future__ import annotations

from grognard.core.draw import Drawing
from grognard.core.hexes import members

from .board import GRID, GROUND, INTERSECTIONS, LINES, SIDES_OF
from .pieces import GERMAN, SIDES, US
from .position import PurpleHeartDraw, ground, own

FILL = {
    "open": "#e9e4c4",
    "orchard": "#cbd7a3",
    "grain": "#e6d58f",
    "brush": "#c3cc9a",
    "woods": "#8fb07a",
    "gully": "#c9b79a",
    "stream": "#a9c7d8",
    "building": "#cbb9a6",
}
COUNTER = {US: ("#b7c39a", "#22301a"), GERMAN: ("#b9c4c9", "#17242b")}


def base() -> Drawing:
    """The map alone."""
    drawing = Drawing(GRID)
    for kind, hexes in GROUND.items():
        drawing.hexes(hexes, FILL[kind])
    for name, line in LINES.items():
        if "road" in name or "track" in name or "highway" in name:
            drawing.road([GRID.number[h] for h in line], "#a0845c", 2.5)
    drawing.sides(SIDES_OF["bocage"], "#4f7c38", 3).sides(SIDES_OF["wall"], "#777777", 3).sides(
        SIDES_OF["cliff"], "#7a4a1e", 4
    )
    return drawing.labels(GRID.all)


def picture(state: PurpleHeartDraw, side: str | None = None) -> str:
    """What a side may see: counters, concealed ones as '?', the front lines."""
    zones = ground(state)
    drawing = (
        base().ring(zones.front[0], "#3c6e2e").ring(zones.front[1], "#4a5a66").ring(INTERSECTIONS, "#b5452c")
    )
    slots: dict[int, int] = {}
    for n, owner in enumerate(SIDES):
        fill, colour = COUNTER[owner]
        known = {
            state.at[u] for u in members(own(state, owner)) if side in (None, owner) or state.open >> u & 1
        }
        for hex_ in members(int(state.cover[n])):
            if hex_ not in known:
                drawing.box(hex_, ["?"], fill, colour, slots.setdefault(hex_, 0), "concealed")
        for u in members(own(state, owner)):
            if state.at[u] >= 0 and (side in (None, owner) or state.open >> u & 1):
                slot = slots.get(state.at[u], 0)
                slots[state.at[u]] = slot + 1
                drawing.box(
                    state.at[u],
                    [state.kind[u].replace("_", " ")],
                    fill,
                    colour,
                    slot,
                    " ".join(state.gear[u]),
                )
    return drawing.svg()
