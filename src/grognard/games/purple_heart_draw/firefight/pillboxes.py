"""ASL-B30: pillboxes: where they are, as far as a side knows, what they cover, who is inside. A pillbox is a
work whose name gives squads + cover through its arc + cover elsewhere, and the hexspine its arc lies about.
Who is inside counts as in the foxhole of the hex, with these rules on top.
"""

from __future__ import annotations

from typing import NamedTuple

from grognard.core.caching import once_a_position
from grognard.core.facts import is_unknown
from grognard.core.hexes import OFF

from ..board import GRID
from ..pieces import SIDES
from .arcs import SPINES, is_covered
from .forces import ENEMY, SIDE
from .foxholes import PILLBOX, WORKS, is_dug_in
from .places import Place
from .position import FOXHOLE, Firefight, fact
from .units import clear, known_in, number

TYPES = tuple(WORKS["pillbox"]["types"])
AMBUSH, RALLY = int(WORKS["pillbox"]["ambush"]), int(WORKS["pillbox"]["rally"])
MARGIN = int(WORKS["pillbox"]["charge"])  # ASL-B30.92: added to the number of the KIA
Row = tuple[str, int]


class Box(NamedTuple):
    """What a pillbox is worth."""

    squads: int
    front: int  # cover through its arc
    rear: int  # and elsewhere
    arc: int  # the hexspine

    def through(self, hex_: int, at: int) -> bool:
        """Whether a line from a hex comes through the arc, or from the hex of the pillbox."""
        return at == hex_ or is_covered(hex_, self.arc, at)

    def tem(self, hex_: int, at: int) -> tuple[int, str, str]:
        """ASL-B30.2: cover against an attack from a hex; from nowhere: from above."""
        if at >= 0 and self.through(hex_, at):
            return self.front, "ASL-B30.2", "pillbox, through its arc"
        return self.rear, "ASL-B30", "pillbox"


def name_of(type_: str, arc: int) -> str:
    """The name of the work.

    >>> name_of("1+3+5", 0)
    'pillbox.1+3+5.N-NE'
    """
    return f"{PILLBOX}{type_}.{SPINES[arc]}"


def type_of(item: str) -> str:
    return item.removeprefix(PILLBOX).split(".")[0]


def box_of(item: str) -> Box:
    numbers, _, spine = item.removeprefix(PILLBOX).partition(".")
    squads, front, rear = map(int, numbers.split("+"))
    return Box(squads, front, rear, SPINES.index(spine))


def is_pillbox(item: str) -> bool:
    numbers, _, spine = item.removeprefix(PILLBOX).partition(".")
    return item.startswith(PILLBOX) and numbers in TYPES and spine in SPINES


# ---------------------------------------------------------------- where they are


@once_a_position
def boxes(state: Firefight) -> dict[int, Box]:
    """The pillboxes everybody knows."""
    return {hex_: box_of(item) for item, hex_ in state.works if item.startswith(PILLBOX)}


@once_a_position
def own_boxes(state: Firefight, side: str) -> dict[int, Box]:
    """Those, and a side's own that the enemy has not found."""
    rows = state.buried[SIDES.index(side)]
    hidden = () if is_unknown(rows) else rows
    return boxes(state) | {hex_: box_of(item) for item, hex_ in hidden if item.startswith(PILLBOX)}


def box_at(state: Firefight, side: str, hex_: int) -> Box | None:
    """The pillbox of a hex, as far as a side knows."""
    return own_boxes(state, side).get(hex_)


def is_inside(state: Firefight, unit: int) -> bool:
    """Whether a unit is in a pillbox; of enemies only those that are known are asked for."""
    return is_dug_in(state, unit) and box_at(state, SIDE[unit], state.at[unit]) is not None


def box_around(state: Firefight, unit: int) -> Box | None:
    return box_at(state, SIDE[unit], state.at[unit]) if is_dug_in(state, unit) else None


def parted(state: Firefight, one: int, other: int) -> bool:
    """ASL-B30.2: whether the wall of a pillbox lies between two units of one hex."""
    return is_inside(state, one) != is_inside(state, other)


def place_inside(hex_: int, box: Box | None) -> Place:
    """Where a unit in the foxhole of a hex, or in its pillbox, looks from and is looked at."""
    return Place(hex_, foxhole=True, arc=box.arc if box is not None else OFF)


# ---------------------------------------------------------------- which Location is fired at


def aims_inside(state: Firefight, side: str, hex_: int) -> bool:
    """ASL-B30.2: whether fire of a side at a hex is at its pillbox: every enemy known there is inside."""
    if hex_ not in boxes(state) or state.shrouds[number(ENEMY[side])] >> hex_ & 1:
        return False
    there = known_in(state, side, hex_)
    return bool(there) and all(is_dug_in(state, unit) for unit in there)


def may_choose(state: Firefight, hex_: int, homes: set[int]) -> bool:
    """ASL-B30.2: whether fire from these hexes may be at the pillbox of a hex or at who is outside it."""
    box = boxes(state).get(hex_)
    return box is not None and bool(homes) and all(box.through(hex_, at) for at in homes)


def is_struck(state: Firefight, unit: int, hex_: int, inside: bool) -> bool:
    """Whether an attack at one Location of a hex with a pillbox reaches a unit there."""
    return box_at(state, SIDE[unit], hex_) is None or is_dug_in(state, unit) == inside


def struck(state: Firefight, side: str, hex_: int, units: list[int]) -> list[int]:
    """Whom a shot of a side at a hex reaches that is not at all of it: those inside, or those outside."""
    inside = aims_inside(state, side, hex_)
    return [unit for unit in units if is_struck(state, unit, hex_, inside)]


def is_shut(state: Firefight, side: str, hex_: int) -> bool:
    """Whether the enemies a side knows of in a hex are all in its pillbox, and leave the hex itself free."""
    there = known_in(state, side, hex_)
    return hex_ in boxes(state) and all(is_dug_in(state, unit) for unit in there)


# ---------------------------------------------------------------- destruction


def falls(box: Box, hex_: int, at: int, number_: int) -> bool:
    """ASL-B30.92: an Original nKIA with n + 2 no less than the cover."""
    return number_ > 0 and number_ + MARGIN >= box.tem(hex_, at)[0]


def destroy(state: Firefight, hex_: int) -> None:
    """ASL-B30.92: the pillbox is gone; who has outlived it is in the hex."""
    gone = [row for row in state.works if row[0].startswith(PILLBOX) and row[1] == hex_]
    state.set(fact.works, tuple(row for row in state.works if row not in gone), "ASL-B30.92")
    holes = tuple(row for row in state.foxholes if row[0] != hex_)
    state.set(fact.foxholes, holes, "ASL-B30.92")
    for side in SIDES:
        for unit in state.mustered[side]:
            if state.at[unit] == hex_ and is_dug_in(state, unit):
                clear(state, unit, FOXHOLE, "ASL-B30.92")
    state.note("ASL-B30.92", "the pillbox in {} is destroyed", GRID.name[hex_], kind="loss")
