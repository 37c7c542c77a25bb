"""ASL-B26.4: who stands on wire: every unit that enters its hex, until it gets beneath. Asked wherever a unit
is put into a hex.
"""

from __future__ import annotations

from . import obstacles
from .obstacles import WIRE
from .position import FOXHOLE, ON_WIRE, Firefight, fact


def entangle(state: Firefight, unit: int, hex_: int) -> None:
    """A unit that comes into a hex with wire is on it, and wire that was hidden comes to light."""
    if hex_ < 0 or not state.turn or not _has_wire(state, hex_) or state.flags[unit] & FOXHOLE:
        return
    obstacles.uncover(state, hex_, "ASL-B26", (WIRE,))
    state.set_at(fact.flags, unit, state.flags[unit] | ON_WIRE, "ASL-B26.4")


def _has_wire(state: Firefight, hex_: int) -> bool:
    hidden = any(row[0] == WIRE for _, row in obstacles.hidden_in(state, hex_))
    return hidden or (WIRE, hex_) in state.works
