"""ASL-A9.21: in woods and buildings a machine gun on its mount keeps to the sector it first fired into."""

from __future__ import annotations

from .arcs import is_covered
from .forces import FIRST_GUN
from .going import CODE
from .position import Firefight, fact
from .units import printed_gun, shooter

CLOSED = ("woods", "building", "rubble")
WORDS = "{unit} has fired into another sector, and cannot be shifted in woods or a building"


def allows(state: Firefight, firer: int, hex_: int) -> bool:
    """Whether a later shot lies in the arc of 60 degrees about the first; its own hex always does. A first
    shot straight along a row of hexes leaves both arcs beside it.
    """
    at = state.at[shooter(state, firer)] if state.sectors and firer >= FIRST_GUN else -1
    for g, home, first in state.sectors:
        if FIRST_GUN + g == firer and home == at != hex_ and first != at:
            return any(is_covered(at, spine, hex_) for spine in range(6) if is_covered(at, spine, first))
    return True


def keep(state: Firefight, g: int, hex_: int) -> None:
    """The first shot of a medium or heavy machine gun in such terrain."""
    at = state.at[state.holder[g]]
    bound = CODE[at] in CLOSED and not printed_gun(state, g).light
    if bound and g not in {row[0] for row in state.sectors}:
        state.set(fact.sectors, tuple(sorted((*state.sectors, (g, int(at), int(hex_))))), "ASL-A9.21")


def end_turn(state: Firefight) -> None:
    state.set(fact.sectors, (), "ASL-A9.21")
