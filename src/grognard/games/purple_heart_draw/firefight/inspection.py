"""ASL-A12.16: which Known stacks of the enemy a side may look into, and what it sees of the others. What
is left out is left out of what a seat is shown; no rule reads it.
"""

from __future__ import annotations

from grognard.core.ruling import IllegalAction, Ruling

from ..board import GRID
from .eyes import in_sight_of
from .forces import SIDE
from .position import Firefight
from .units import known_in

STRICT = "strict"


def may_inspect(state: Firefight, side: str | None, unit: int) -> bool:
    """ASL-A12.16: a side's own units, and a Known one in LOS of a Good Order unit of the side. The referee
    looks into every stack; who watches sees no more than the types and states.
    """
    if state.options.inspection != STRICT or side in (None, SIDE[unit]):
        return True
    return side in state.sides and state.at[unit] >= 0 and in_sight_of(state, unit)


def inspected(state: Firefight, side: str, hex_: int) -> list[int]:
    """The Known enemies of a hex, in full; refused where no Good Order unit of the side sees them."""
    there = known_in(state, side, hex_)
    if any(not may_inspect(state, side, unit) for unit in there):
        words = f"no Good Order unit of the side sees the stack in {GRID.name[hex_]}"
        raise IllegalAction(f"inspect {GRID.name[hex_]}", [Ruling("ASL-A12.16", words)])
    return there
