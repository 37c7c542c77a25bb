"""ASL-A7.7: fire from all around encircles the units of a Location."""

from __future__ import annotations

from functools import cache

from grognard.core.hexes import OFF, Hexes

from ..board import GRID
from .forces import ENEMY
from .position import Attack, Firefight, Shell, fact
from .shots import ADVANCING_FIRE, FINAL_FIRE, PREP_FIRE, base
from .tables import result
from .terrain import SIGHTLINES
from .units import number, shooter

PHASES = (PREP_FIRE, FINAL_FIRE, ADVANCING_FIRE)
CHECKS = ("mc", "k", "kia")  # results at least as bad as a morale check
HALF_ROUND, ROUND = 6, 12
TRIANGLES = tuple(sum(1 << (start + step) for step in (0, 4, 8)) for start in (0, 2))  # hexsides apart


@cache
def entry(a: int, b: int) -> int:
    """Where a line from `a` enters `b`: the hexsides of `b` are the even numbers round it, its corners the
    odd ones between.
    """
    a, b = GRID.ground_of(a), GRID.ground_of(b)
    last = SIGHTLINES.between(a, b).steps[-1]
    ways = sorted({way for side in (last.corner or last.sides) if (way := _way_of(6 * a + side, b)) >= 0})
    if len(ways) == 1:
        return 2 * ways[0]
    return (2 * ways[0] + 1) if ways[1] == ways[0] + 1 else ROUND - 1


def _way_of(side: int, b: int) -> int:
    """The direction in which a hexside lies from a hex; -1: it is not a hexside of it."""
    one, other = SIGHTLINES.hexes_of(side)
    return side % 6 if one == b else (side % 6 + 3) % 6 if other == b else -1


def is_closed(lines: int) -> bool:
    """Whether lines lie opposite each other, corner to corner or hexside to hexside, or come by three
    hexsides of which no two touch.

    >>> is_closed(1 << 0 | 1 << 6), is_closed(1 << 1 | 1 << 7), is_closed(1 << 0 | 1 << 4 | 1 << 8)
    (True, True, True)
    >>> is_closed(1 << 0 | 1 << 5), is_closed(1 << 0 | 1 << 2 | 1 << 4)
    (False, False)
    """
    return bool(lines & lines >> HALF_ROUND) or any(lines & three == three for three in TRIANGLES)


def lines_after(state: Firefight, frame: Attack, column: int, drm: int) -> int:
    """By which ways a Location has been fired at with this attack: those of the attacks just before it, and
    its own. An attack that can cause no morale check, or at long range, begins anew.
    """
    if frame.kind not in PHASES or column < 0 or result(column, 2 + drm).kind not in CHECKS:
        return 0
    homes = {(state.at[shooter(state, f)], base(state, f)[1]) for f in frame.firers}
    if any(GRID.distance(at, frame.hex) > reach for at, reach in homes):
        return 0
    before = state.threads[1] if state.threads and state.threads[0] == frame.hex else 0
    hex_ = GRID.ground_of(frame.hex)
    outside = {at for at, _ in homes if GRID.ground_of(at) != hex_}
    return before | sum(1 << way for way in {entry(at, frame.hex) for at in outside})


def seals(state: Firefight, frame: Attack, column: int, drm: int) -> bool:
    """Whether an attack completes an encirclement: its own results already feel it."""
    side = number(ENEMY[frame.side])
    return not state.encircled[side] >> frame.hex & 1 and is_closed(lines_after(state, frame, column, drm))


def encircle(state: Firefight, frame: Attack, column: int, drm: int) -> None:
    """ASL-A7.7: notes the lines of an attack, and marks the Location when they close."""
    _close(state, frame.side, frame.hex, lines_after(state, frame, column, drm))


def _close(state: Firefight, firing: str, hex_: int, lines: int) -> None:
    side = number(ENEMY[firing])
    if is_closed(lines) and not state.encircled[side] >> hex_ & 1:
        marked = Hexes(state.encircled[side] | 1 << hex_)
        state.set_at(fact.encircled, side, marked, "ASL-A7.7")
        state.note("ASL-A7.7", "the units in {} are encircled", GRID.name[hex_], kind="result")
    state.set(fact.threads, (hex_, lines) if lines else (), "ASL-A7.7")


def by_shell(state: Firefight, shell: Shell, column: int) -> None:
    """ASL-A7.7.ord: a hit of ordnance counts as well, if its column could give a morale check."""
    if shell.kind not in PHASES or shell.home in (OFF, shell.hex):
        return
    if column < 0 or result(column, 2).kind not in CHECKS:
        return
    before = state.threads[1] if state.threads and state.threads[0] == shell.hex else 0
    _close(state, shell.side, shell.hex, before | 1 << entry(shell.home, shell.hex))
