"""Openings Marshal knows: beaches, drop zones and German set-ups. He draws one for a game, so that nobody can
count on another.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from random import Random
from typing import Any

from grognard.core.choices import Choices
from grognard.core.facts import DONE
from grognard.core.hexes import members
from grognard.games.sword_beach.board import GRID, ZONE
from grognard.games.sword_beach.pieces import NAMES
from grognard.games.sword_beach.position import SwordBeach
from grognard.games.sword_beach.setup import area

from . import fusilier
from .craft import CAEN, distance, number
from .fusilier import Scored
from .ground import Weight

BEACHES = (("1640", "1740"), ("1739", "1740"), ("1640", "1739"), ("1838", "1739"))
DROPS = ("1241", "1242", "1341", "1342")
COAST, INLAND = "on the coast", "before Caen"
SETUPS = (COAST, INLAND)
SHORE = (
    GRID.near(ZONE["sword_beach"]) & ZONE["any_non_beach"]
)  # a unit here brings its zone over a beach (SB-11.2.3.2.c)
WATCHERS = 2  # units that keep their zones over the beaches
BONUS = 30.0  # the opening drawn, over any other choice by its score


def drawn(notes: dict[Hashable, Any], seed: Random) -> tuple[tuple[str, ...], str, str]:
    """The opening of this game: drawn once, kept in the player's notes."""
    if "opening" not in notes:
        notes["opening"] = seed.choice(BEACHES), seed.choice(DROPS), seed.choice(SETUPS)
    found: tuple[tuple[str, ...], str, str] = notes["opening"]
    return found


def beachhead(
    state: SwordBeach, actions: Choices, side: str, weight: Weight, beaches: tuple[str, ...]
) -> Iterator[Scored]:
    """The beaches of the opening, one after the other, and no more. A marker that is there already may call
    for another opening.
    """
    placed = set(GRID.names(state.beachheads))
    beaches = next((one for one in (beaches, *BEACHES) if placed <= set(one)), beaches)
    missing = [name for name in beaches if not state.beachheads >> number(name) & 1]
    for one in fusilier.beachhead(state, actions, side, weight):
        wanted = not missing if one.action == DONE else one.action.hex in missing  # type: ignore[attr-defined]
        yield one._replace(value=one.value + BONUS, why="the opening drawn for this game") if wanted else one


def drop_zone(state: SwordBeach, actions: Choices, side: str, weight: Weight, drop: str) -> Iterator[Scored]:
    for one in fusilier.drop_zone(state, actions, side, weight):
        wanted = one.action != DONE and one.action.hex == drop and not state.drop_zones  # type: ignore[attr-defined]
        yield one._replace(value=one.value + BONUS, why="the opening drawn for this game") if wanted else one


def record(state: SwordBeach, actions: Choices, side: str, weight: Weight, setup: str) -> Iterator[Scored]:
    """As Fusilier; on the coast, two of the units that may stand anywhere keep their zones over the
    beaches.
    """
    found = list(fusilier.record(state, actions, side, weight))
    taken = sum(1 << hex_ for _, hex_ in state.record)
    for one in found:
        unit, hex_ = one.action.unit, number(one.action.hex)  # type: ignore[attr-defined]
        anywhere = area(state, NAMES.index(unit)) & SHORE
        if (
            setup == COAST
            and anywhere
            and (taken & SHORE).bit_count() < WATCHERS
            and SHORE >> hex_ & 1
            and not GRID.near(taken & SHORE) >> hex_ & 1
        ):
            covered = len(members(GRID.near(1 << hex_) & ZONE["sword_beach"]))
            one = one._replace(
                value=BONUS + covered - 0.1 * distance(CAEN, hex_), why="its zone covers beaches"
            )
        yield one
