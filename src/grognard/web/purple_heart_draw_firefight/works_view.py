"""Wire, trenches, roadblocks, rubble and fires on the page of the firefight."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.core.facts import is_unknown
from grognard.core.hexes import members
from grognard.core.plain import Plain
from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.firefight.arcs import SPINES
from grognard.games.purple_heart_draw.firefight.fires import chance, least
from grognard.games.purple_heart_draw.firefight.foxholes import PILLBOX, TRENCH
from grognard.games.purple_heart_draw.firefight.obstacles import WIRE, across
from grognard.games.purple_heart_draw.firefight.pillboxes import box_of, type_of
from grognard.games.purple_heart_draw.firefight.position import Firefight

from .rows import marker

BLAZE = (
    "Ablaze: smoke hinders by 2, no unit enters; a vehicle still here when its side's Movement Phase ends,"
    " and a unit when its Advance Phase ends, is lost"
)
UNFOUND = ", which the enemy has not found"


def obstacles(state: Firefight) -> Iterator[Plain]:
    """ASL-B26, ASL-B27.5, ASL-B29: those everybody knows, and the seat's own that the enemy has not found."""
    for hex_ in members(state.rubble):
        yield marker(hex_, "rubble", "Rubble: 3 MF; cover as before; no upper level, no goal of a rout")
    for hex_ in members(state.flames):
        yield marker(hex_, "flame", f"A Flame: no effect yet; {_growth(state, hex_)}")
    for hex_ in members(state.blazes):
        yield marker(hex_, "blaze", BLAZE)
    for item, hex_ in state.works:
        yield _marker(item, hex_, "")
    for hidden in state.buried:
        for item, hex_ in () if is_unknown(hidden) else hidden:
            yield _marker(item, hex_, UNFOUND)


def _growth(state: Firefight, hex_: int) -> str:
    need = least(state, hex_)
    growth = f"with dice of {need} or more ({chance(state, hex_)})"
    return f"{growth} it is a Blaze at the end of an Advancing Fire Phase"


def _marker(item: str, hex_: int, more: str) -> Plain:
    if item == WIRE:
        return marker(hex_, "wire", f"Wire{more}: who enters is on it until it gets beneath, for a die of MF")
    if item == TRENCH:
        return marker(hex_, "trench", f"A trench{more}: it leads into trenches beside it for 1 MF")
    if item.startswith(PILLBOX):
        return _pillbox(item, hex_, more)
    other = GRID.name[across(item, hex_)]
    return marker(hex_, f"block {other}", f"A roadblock towards {other}{more}: no vehicle crosses it")


def _pillbox(item: str, hex_: int, more: str) -> Plain:
    """ASL-B30: what it holds and covers, and where its arc lies."""
    box = box_of(item)
    title = f"A pillbox{more} for {box.squads} squads: {box.front} to the dice of fire through its arc at "
    return marker(hex_, f"pillbox {type_of(item)}", f"{title}{SPINES[box.arc]}, {box.rear} elsewhere")
