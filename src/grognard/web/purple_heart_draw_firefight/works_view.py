"""Wire, trenches and roadblocks on the page of the firefight."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.core.facts import is_unknown
from grognard.core.hexes import members
from grognard.core.plain import Plain
from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.firefight.foxholes import TRENCH
from grognard.games.purple_heart_draw.firefight.obstacles import WIRE, across
from grognard.games.purple_heart_draw.firefight.position import Firefight

from .rows import marker

UNFOUND = ", which the enemy has not found"


def obstacles(state: Firefight) -> Iterator[Plain]:
    """ASL-B26, ASL-B27.5, ASL-B29: those everybody knows, and the seat's own that the enemy has not found."""
    for hex_ in members(state.rubble):
        yield marker(hex_, "rubble", "Rubble: 3 MF; cover as before; no upper level, no goal of a rout")
    for item, hex_ in state.works:
        yield _marker(item, hex_, "")
    for hidden in state.buried:
        for item, hex_ in () if is_unknown(hidden) else hidden:
            yield _marker(item, hex_, UNFOUND)


def _marker(item: str, hex_: int, more: str) -> Plain:
    if item == WIRE:
        return marker(hex_, "wire", f"Wire{more}: who enters is on it until it gets beneath, for a die of MF")
    if item == TRENCH:
        return marker(hex_, "trench", f"A trench{more}: it leads into trenches beside it for 1 MF")
    other = GRID.name[across(item, hex_)]
    return marker(hex_, f"block {other}", f"A roadblock towards {other}{more}: no vehicle crosses it")
