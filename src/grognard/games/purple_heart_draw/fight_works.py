"""FF-IN, FF-OUT: wire, trenches, roadblocks, pillboxes, bought Breaches and booby traps of a mission, into
the firefight and back.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from grognard.core.hexes import members

from .board import DIRECTIONS, GRID
from .firefight.arcs import is_covered
from .firefight.foxholes import PILLBOX, TRENCH
from .firefight.obstacles import CAPACITY, is_obstacle
from .firefight.pillboxes import box_around, name_of, type_of
from .firefight.places import Place
from .firefight.position import Firefight
from .firefight.sight import sight
from .firefight.units import pieces_of
from .pieces import GERMAN, SIDES, US
from .position import PurpleHeartDraw

BREACH, MINES = "bocage_breach.", "ap_mines."
Rows = tuple[tuple[str, int], ...]


def bring_obstacles(state: PurpleHeartDraw, fight: dict[str, Any], n: int) -> None:
    """The works of a side that lie open, and those that the enemy has not found."""
    open_ = tuple(_brought(row, n) for row in state.forts[n] if is_work(row[0]))
    hidden = tuple(_brought(row, n) for row in state.buried[n] if is_work(row[0]))
    fight["works"] = tuple(sorted((*fight["works"], *open_)))
    fight["buried"][n] = tuple(sorted(hidden))
    fight["foxholes"] = _with_trenches(fight["foxholes"], open_)
    fight["dug"][n] = _with_trenches(fight["dug"][n], hidden)
    for item, hex_ in state.forts[n]:
        if item.startswith(BREACH):
            beyond = _beyond(item, hex_)
            fight["breaches"] = tuple(sorted({*fight["breaches"], (hex_, beyond), (beyond, hex_)}))
    fight["booby"] = state.booby


def opened(state: PurpleHeartDraw, fight: Firefight) -> list[tuple[str, int]]:
    """PHD-TM18.ff: Breaches that the fight has made, each of them once."""
    rows = [row for rows in state.forts for row in rows if row[0].startswith(BREACH)]
    old = {(hex_, _beyond(item, hex_)) for item, hex_ in rows}
    new = [(a, b) for a, b in fight.breaches if a < b and not {(a, b), (b, a)} & old]
    return [(f"{BREACH}{DIRECTIONS[GRID.direction(a, b)]}", a) for a, b in new]


def _beyond(item: str, hex_: int) -> int:
    return int(GRID.step(hex_, DIRECTIONS.index(item.removeprefix(BREACH))))


def _with_trenches(rows: tuple[tuple[int, int], ...], works: Rows) -> tuple[tuple[int, int], ...]:
    """ASL-B27.5, ASL-B30: a trench holds as many as the largest foxhole, a pillbox what its name says."""
    return tuple(
        sorted((dict(rows) | {hex_: size for item, hex_ in works if (size := dug_squads(item))}).items())
    )


def is_work(item: str) -> bool:
    return is_obstacle(item) or item.startswith(PILLBOX)


def _brought(row: tuple[str, int], n: int) -> tuple[str, int]:
    """A pillbox gets its arc, which the campaign does not know."""
    item, hex_ = row
    return (name_of(type_of(item), facing(hex_, SIDES[n])), hex_) if item.startswith(PILLBOX) else row


@cache
def facing(hex_: int, side: str) -> int:
    """The hexspine a pillbox points at: of the two towards the enemy's side of the map that from which more
    hexes within its reach are seen.
    """
    near = [
        h
        for h in members(GRID.within(1 << hex_, REACH))
        if h != hex_ and sight(Place(hex_), Place(h)).is_seen
    ]
    return max(TOWARDS[side], key=lambda spine: sum(is_covered(hex_, spine, h) for h in near))


TOWARDS = {GERMAN: (0, 5), US: (2, 3)}  # north and south
REACH = 8


def align_guns(fight: Firefight, place: int) -> None:
    """ASL-B30.gun: the arc of a Gun in a pillbox is that of the pillbox."""
    if (box := box_around(fight, place)) is not None:
        for g in pieces_of(fight, place):
            fight.__dict__["pointing"][g] = box.arc


def same_work(item: str, other: str) -> bool:
    """Whether a work of the fight is one of the campaign."""
    return item == other or (item.startswith(PILLBOX) and other.startswith(f"{item}."))


def is_uncovered(fight: Firefight, item: str, hex_: int) -> bool:
    return any(same_work(item, other) and at == hex_ for other, at in fight.works)


def is_left(fight: Firefight, n: int, item: str, hex_: int) -> bool:
    """Whether a work is still there: clearance and shells take some away."""
    if item.startswith(MINES):
        return hex_ in dict(fight.mines[n])
    rows = (*fight.works, *fight.buried[n])
    return not is_work(item) or any(same_work(item, other) and at == hex_ for other, at in rows)


def thinned(fight: Firefight, n: int, rows: list[tuple[str, int]]) -> list[tuple[str, int]]:
    """ASL-C1.55.ref: fields that shells have reduced are as strong as they are now."""
    before: dict[int, int] = {}
    for item, hex_ in rows:
        before[hex_] = before.get(hex_, 0) + (int(item.removeprefix(MINES)) if item.startswith(MINES) else 0)
    now = {hex_: dict(fight.mines[n]).get(hex_, 0) for hex_, power in before.items() if power}
    less = {hex_: power for hex_, power in now.items() if power < before[hex_]}
    remaining = [row for row in rows if not (row[0].startswith(MINES) and row[1] in less)]
    return [*remaining, *((f"{MINES}{power}", hex_) for hex_, power in less.items() if power)]


def dug_squads(item: str) -> int:
    """What a work counts as a foxhole for so many squads; 0: it is none."""
    if item.startswith(PILLBOX):
        return int(type_of(item).split("+")[0])
    return CAPACITY if item == TRENCH else 0
