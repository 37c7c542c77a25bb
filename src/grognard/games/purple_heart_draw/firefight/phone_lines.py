"""ASL-C1.23: what cuts the line of a field phone."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.core.hexes import Hexes

from .forces import ADJECTIVE, BATTERIES, BATTERY_OWNER
from .position import Firefight, fact
from .terrain import read

LOST = "lost"
DICE = int(read("artillery.toml")["security_area"]["dice"])


def cut(state: Firefight, battery: int) -> None:
    side = BATTERY_OWNER[BATTERIES[battery]]
    state.set_at(fact.net, battery, LOST, "ASL-C1.23")
    state.set_at(fact.cables, battery, Hexes(0), "ASL-C1.23")
    state.note("ASL-C1.23", "the line of the {} field phone is cut", ADJECTIVE[side], kind="loss")


def shelled(state: Firefight, hex_: int) -> None:
    """An Original KIA of a fire for effect cuts every line in its hex."""
    for battery, cable in enumerate(state.cables):
        if cable >> hex_ & 1 and state.net[battery] != LOST:
            cut(state, battery)


def search(state: Firefight, side: str, dice: int, hexes: Iterable[int]) -> None:
    """An Original 2 of a side for one of its units in the line of an enemy phone."""
    if dice != DICE:
        return
    there = set(hexes)
    for battery, cable in enumerate(state.cables):
        is_enemy = BATTERY_OWNER[BATTERIES[battery]] != side
        if is_enemy and state.net[battery] != LOST and any(cable >> h & 1 for h in there if h >= 0):
            cut(state, battery)
