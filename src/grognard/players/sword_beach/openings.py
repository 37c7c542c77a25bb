"""Openings: beaches, drop zones and German set-ups. A player draws one for each game from those of its
conduct, so that the opponent cannot count on another.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from random import Random
from typing import Any, NamedTuple

from grognard.core.choices import Choices
from grognard.core.facts import DONE
from grognard.core.hexes import Hex, members
from grognard.core.narration import join_names
from grognard.games.sword_beach import verbs
from grognard.games.sword_beach.board import GRID, ZONE
from grognard.games.sword_beach.pieces import NAMES
from grognard.games.sword_beach.position import SwordBeach
from grognard.games.sword_beach.setup import area

from . import fusilier_posts, opening_book
from .conduct import Conduct, setup_posts
from .craft import CAEN, distance, number
from .ground import Weight
from .scored import Scored

BEACHES = (("1640", "1740"), ("1739", "1740"), ("1640", "1739"), ("1838", "1739"))
DROPS = ("1241", "1242", "1341", "1342")
COAST, INLAND = "on the coast", "before Caen"
SETUPS = (COAST, INLAND)
SHORE = (
    GRID.near(ZONE["sword_beach"]) & ZONE["any_non_beach"]
)  # a unit here brings its zone over a beach (SB-11.2.3.2.c)
WATCHERS = 2  # units that keep their zones over the beaches
DRAWN = "the opening drawn for this game"
BONUS = 30.0  # the opening drawn, over any other choice by its score


class Opening(NamedTuple):
    """What was drawn for a game."""

    beaches: tuple[str, ...]
    drop: str
    setup: str


def drawn(notes: dict[Hashable, Any], seed: Random) -> Opening:
    """The opening of this game: drawn once, kept in the player's notes."""
    if "opening" not in notes:
        chosen: Conduct | None = notes.get("conduct")
        measured = chosen is not None and chosen.measured
        notes["opening"] = Opening(
            seed.choice(opening_book.beaches() if measured else (chosen and chosen.beaches) or BEACHES),
            seed.choice(opening_book.drops() if measured else (chosen and chosen.drops) or DROPS),
            seed.choice(opening_book.setups() if measured else (chosen and chosen.setups) or SETUPS),
        )
    found: Opening = notes["opening"]
    return found


def beachhead(
    state: SwordBeach, actions: Choices, side: str, weight: Weight, beaches: tuple[str, ...]
) -> Iterator[Scored]:
    """The beaches of the opening, one after the other, and no more. A marker that is there already may call
    for another opening.
    """
    placed = set(GRID.names(state.beachheads))
    why = f"{DRAWN}, {join_names(beaches)}{opening_book.book().words('beaches', beaches)}"
    beaches = next((one for one in (beaches, *BEACHES) if placed <= set(one)), beaches)
    missing = [name for name in beaches if not state.beachheads >> number(name) & 1]
    for one in fusilier_posts.beachhead(state, actions, side, weight):
        wanted = not missing if one.action == DONE else one.action.hex in missing  # type: ignore[attr-defined]
        yield one._replace(value=one.value + BONUS, why=why) if wanted else one


def drop_zone(state: SwordBeach, actions: Choices, side: str, weight: Weight, drop: str) -> Iterator[Scored]:
    why = DRAWN + opening_book.book().words("drop", drop)
    for one in fusilier_posts.drop_zone(state, actions, side, weight):
        wanted = one.action != DONE and one.action.hex == drop and not state.drop_zones  # type: ignore[attr-defined]
        yield one._replace(value=one.value + BONUS, why=why) if wanted else one


def record(state: SwordBeach, actions: Choices, side: str, weight: Weight, setup: str) -> Iterator[Scored]:
    """As Fusilier; on the coast, two of the units that may stand anywhere keep their zones over the
    beaches.
    """
    if posts := setup_posts(setup):
        yield from _listed(state, actions, side, weight, posts)
        return
    found = list(fusilier_posts.record(state, actions, side, weight))
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


def _listed(
    state: SwordBeach, actions: Choices, side: str, weight: Weight, posts: dict[int, Hex]
) -> Iterator[Scored]:
    """The hexes of a set-up by name; units that it leaves out as Fusilier."""
    waiting = fusilier_posts.subjects(actions)
    for unit, hex_ in posts.items():
        action = verbs.Record(NAMES[unit], GRID.name[hex_])
        if unit in waiting and action in actions:
            yield Scored(action, BONUS, DRAWN)
            return
    yield from fusilier_posts.record(state, actions, side, weight)


# The steps of the landing that an opening decides.
SCORERS: dict[str, Callable[[SwordBeach, Choices, str, Weight, Opening], Iterator[Scored]]] = {
    "german set-up": lambda state, actions, side, weight, one: record(
        state, actions, side, weight, one.setup
    ),
    "beachhead markers": lambda state, actions, side, weight, one: beachhead(
        state, actions, side, weight, one.beaches
    ),
    "drop zone": lambda state, actions, side, weight, one: drop_zone(state, actions, side, weight, one.drop),
}
