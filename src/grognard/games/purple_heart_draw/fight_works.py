"""FF-IN, FF-OUT: wire, trenches, roadblocks, bought Breaches and booby traps of a mission, into the firefight
and back.
"""

from __future__ import annotations

from typing import Any

from .board import DIRECTIONS, GRID
from .firefight.foxholes import TRENCH
from .firefight.obstacles import CAPACITY, is_obstacle
from .firefight.position import Firefight
from .position import PurpleHeartDraw

BREACH, MINES = "bocage_breach.", "ap_mines."
Rows = tuple[tuple[str, int], ...]


def bring_obstacles(state: PurpleHeartDraw, fight: dict[str, Any], n: int) -> None:
    """The works of a side that lie open, and those that the enemy has not found."""
    open_ = tuple(row for row in state.forts[n] if is_obstacle(row[0]))
    hidden = tuple(row for row in state.buried[n] if is_obstacle(row[0]))
    fight["works"] = tuple(sorted((*fight["works"], *open_)))
    fight["buried"][n] = tuple(sorted(hidden))
    fight["foxholes"] = _with_trenches(fight["foxholes"], open_)
    fight["dug"][n] = _with_trenches(fight["dug"][n], hidden)
    for item, hex_ in state.forts[n]:
        if item.startswith(BREACH):
            beyond = int(GRID.step(hex_, DIRECTIONS.index(item.removeprefix(BREACH))))
            fight["breaches"] = tuple(sorted({*fight["breaches"], (hex_, beyond), (beyond, hex_)}))
    fight["booby"] = state.booby


def _with_trenches(rows: tuple[tuple[int, int], ...], works: Rows) -> tuple[tuple[int, int], ...]:
    """ASL-B27.5: a trench holds as many as the largest foxhole."""
    return tuple(sorted({**dict(rows), **{hex_: CAPACITY for item, hex_ in works if item == TRENCH}}.items()))


def is_uncovered(fight: Firefight, item: str, hex_: int) -> bool:
    return (item, hex_) in fight.works


def is_left(fight: Firefight, n: int, item: str, hex_: int) -> bool:
    """Whether a work is still there: clearance and shells take some away."""
    if item.startswith(MINES):
        return hex_ in dict(fight.mines[n])
    return not is_obstacle(item) or (item, hex_) in (*fight.works, *fight.buried[n])


def thinned(fight: Firefight, n: int, rows: list[tuple[str, int]]) -> list[tuple[str, int]]:
    """ASL-C1.55.ref: fields that shells have reduced are as strong as they are now."""
    before: dict[int, int] = {}
    for item, hex_ in rows:
        before[hex_] = before.get(hex_, 0) + (int(item.removeprefix(MINES)) if item.startswith(MINES) else 0)
    now = {hex_: dict(fight.mines[n]).get(hex_, 0) for hex_, power in before.items() if power}
    less = {hex_: power for hex_, power in now.items() if power < before[hex_]}
    kept = [row for row in rows if not (row[0].startswith(MINES) and row[1] in less)]
    return [*kept, *((f"{MINES}{power}", hex_) for hex_, power in less.items() if power)]


def dug_squads(item: str) -> int:
    """What a work counts as a foxhole for so many squads; 0: it is none."""
    return CAPACITY if item == TRENCH else 0
