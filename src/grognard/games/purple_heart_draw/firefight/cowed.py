"""ASL-A7.9: of a group that cowers one unit, with its weapons, has fired for good."""

from __future__ import annotations

from .forces import SIDE
from .position import FINAL, FIRED, G_FINAL, G_FIRED, G_USED, PREP, Firefight, fact
from .units import flag, guns_of, is_ordnance, name

CLAUSE = "ASL-A7.9"


def mark(state: Firefight, unit: int) -> None:
    """A Final Fire marker, or of the side that moves one for Prep Fire, also on its machine guns."""
    own_turn = SIDE[unit] == state.mover
    prep = PREP if state.phase == "Prep Fire Phase" else 0
    flag(state, unit, FIRED | prep if own_turn else FINAL, CLAUSE)
    for g in guns_of(state, unit):
        if not is_ordnance(state, g):
            bits = state.gun_flags[g] & ~G_USED | (G_FIRED if own_turn else G_FINAL)
            state.set_at(fact.gun_flags, g, bits, CLAUSE)
    state.note(CLAUSE, "{} cowers, and has fired for this player turn", name(state, unit), kind="result")
