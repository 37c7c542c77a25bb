"""PHD-1 to PHD-4: the playable area of each card, and where the side that sets up first may set up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grognard.core.hexes import Hexes, members

from .board import LINES, beyond, columns, rows, span, straight
from .pieces import read

CARDS: dict[str, dict[str, Any]] = {row["id"]: row for row in read("scenarios.toml")["scenario"]}
DRAW_LINE = LINES["Purple Heart Draw"]
PERIMETER_2, PERIMETER_4 = (straight(*CARDS[id_]["set_up_line"]) for id_ in ("PHD-2", "PHD-4"))


def box(row: Mapping[str, Any]) -> int:
    """The hexes of some columns and rows, first and last of each."""
    return columns(*row["columns"]) & rows(*row["rows"])


# PHD-1.area, PHD-2.area, PHD-3.area, PHD-4.area
AREA: dict[str, Hexes] = {id_: Hexes(box(row["playable"])) for id_, row in CARDS.items()}
# PHD-1.setup, PHD-2.setup, PHD-3.setup, PHD-4.setup
SETUP_AREA: dict[str, int] = {
    "PHD-1": (
        AREA["PHD-1"]
        & beyond(members(span(LINES["line-of-departure road"], "K4", "U4")), south=True, itself=False)
    ),
    "PHD-2": AREA["PHD-2"] & beyond(PERIMETER_2, south=True, itself=True),
    "PHD-3": AREA["PHD-3"] & rows(CARDS["PHD-3"]["set_up_rows"]),
    "PHD-4": AREA["PHD-4"] & beyond(PERIMETER_4, south=False, itself=True),
}
