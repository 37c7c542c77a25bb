"""PHD-1 to PHD-4: the playable area of each card, and where the side that sets up first may set up."""

from __future__ import annotations

from typing import Any

from grognard.core.hexes import Hexes, members

from .board import LINES, beyond, columns, rows, span, straight
from .pieces import read

CARDS: dict[str, dict[str, Any]] = {row["id"]: row for row in read("scenarios.toml")["scenario"]}
DRAW_LINE = LINES["Purple Heart Draw"]
PERIMETER_2, PERIMETER_4 = straight("A10", "E8", "H10", "K8", "P11"), straight("A30", "F28", "I29", "P26")

# PHD-1.area, PHD-2.area, PHD-3.area, PHD-4.area
AREA: dict[str, Hexes] = {
    id_: Hexes(columns(*row["playable"]["columns"]) & rows(*row["playable"]["rows"]))
    for id_, row in CARDS.items()
}
# PHD-1.setup, PHD-2.setup, PHD-3.setup, PHD-4.setup
SETUP_AREA: dict[str, int] = {
    "PHD-1": (
        AREA["PHD-1"]
        & beyond(members(span(LINES["line-of-departure road"], "K4", "U4")), south=True, itself=False)
    ),
    "PHD-2": AREA["PHD-2"] & beyond(PERIMETER_2, south=True, itself=True),
    "PHD-3": AREA["PHD-3"] & rows(5),
    "PHD-4": AREA["PHD-4"] & beyond(PERIMETER_4, south=False, itself=True),
}
