"""How clear a game of Sword Beach was, beyond who won it."""

from __future__ import annotations

from grognard.games.sword_beach.pieces import ALLIED, OF_SIDE
from grognard.games.sword_beach.position import SwordBeach

from .craft import CAEN_NORTH


def margin(state: SwordBeach) -> dict[str, float]:
    """Northern hexes of Caen the Allies hold (four win, SB-13.0.c), and steps left, Allied less German."""
    steps = sum(steps if OF_SIDE[ALLIED] >> unit & 1 else -steps for unit, steps in enumerate(state.steps))
    return {"Caen": float((CAEN_NORTH & state.allied_cities).bit_count()), "steps": float(steps)}
