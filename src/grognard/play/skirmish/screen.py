"""The position for a terminal."""

from __future__ import annotations

from .pieces import BLUE, GRID, NAMES, SIDE
from .position import Skirmish


def screen(state: Skirmish, side: str | None = None) -> str:
    """Everything a side may know; without a side, everything."""
    seen = state if side is None else state.known_to(side)
    lines = [f"{state.game.title} - {state.date}"]
    for unit, hex_ in enumerate(seen.at):
        lines.append(f"  {SIDE[unit]:<5} {NAMES[unit]}  {GRID.name[hex_] if hex_ >= 0 else 'lost'}")
    if side in (None, BLUE) and state.mine >= 0:
        lines.append(f"  mine in {GRID.name[state.mine]}")
    return "\n".join(lines)
