"""A stack that moves under its "?": both sides know the marker, its owner alone what is under it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grognard.core.hexes import NOWHERE, OFF, Hex, members

from ..pieces import SIDES
from .forces import FIRST_MARKER, MARKER, SIDE
from .position import Firefight, fact


def is_marker(units: Sequence[int]) -> bool:
    """Whether what moves, or is fired at, is a "?" and no unit that is known."""
    return bool(units) and units[0] >= FIRST_MARKER


def crew(state: Firefight, units: Sequence[int]) -> tuple[int, ...]:
    """The units that move; of a "?" those under it, which only its owner and the referee know."""
    if not is_marker(units):
        return tuple(units)
    return tuple(members(state.stealth[SIDES.index(SIDE[units[0]])]))


def among(state: Firefight, there: Iterable[int], targets: Sequence[int]) -> list[int]:
    """The units of a hex at which an attack on movers is aimed."""
    aimed = crew(state, targets)
    return [unit for unit in there if unit in aimed]


def take_up(state: Firefight, side: str, units: int, hex_: int, clause: str) -> int:
    """A "?" gets ready to move, with these units under it; gives its number."""
    marker = MARKER[side]
    state.set_at(fact.stealth, SIDES.index(side), units, clause)
    state.set_at(fact.kind, marker, "?", clause)
    state.set_at(fact.at, marker, Hex(hex_), clause)
    return marker


def put_away(state: Firefight, side: str, clause: str) -> None:
    """The "?" has moved, or is known for what it is."""
    marker = MARKER[side]
    if state.kind[marker]:
        state.set_at(fact.kind, marker, "", clause)
        state.set_at(fact.at, marker, OFF, clause)
        state.set_at(fact.flags, marker, 0, clause)
        state.set_at(fact.stealth, SIDES.index(side), 0, clause)
        state.set_at(fact.doors, marker, NOWHERE, clause)
