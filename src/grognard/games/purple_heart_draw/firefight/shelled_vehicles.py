"""ASL-C1.55: what the shells of a fire for effect do to vehicles: by the fire table, without their armor."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from fractions import Fraction

from ..board import GRID
from ..pieces import SIDES
from . import crews, vehicles
from .observer import ARTILLERY
from .ordnance import BURNS, NOTHING, SHOCK, STUCK, WRECK
from .position import Bombardment, Firefight
from .tables import COLUMNS, column_of, result
from .vehicles import name

ARMOR: dict[str, list[int]] = ARTILLERY["armor"]


def kill_row(power: int) -> int:
    """ASL-C1.55: the number of the K row in the column of so much firepower.

    >>> kill_row(16), kill_row(8), kill_row(4), kill_row(36)
    (4, 3, 2, 7)
    """
    column = COLUMNS[column_of(Fraction(power))]
    return ARMOR["number"][bisect_left(ARMOR["most"], column)]


def verdict(power: int, colored: int, white: int, drm: int) -> str:
    """ASL-C1.55: half the number burns, below it a wreck; the number or one more shocks the crew or stops it.

    >>> verdict(16, 1, 1, 0), verdict(16, 1, 2, 0), verdict(16, 1, 3, 0)
    ('burning wreck', 'wreck', 'shock')
    >>> verdict(16, 3, 2, 0), verdict(16, 3, 3, 0)
    ('immobilized', 'no effect')
    """
    number, final = kill_row(power), colored + white + drm
    if 2 * final <= number:
        return BURNS
    if final < number:
        return WRECK
    if final <= number + 1:
        return SHOCK if colored < white else STUCK
    return NOTHING


def struck(state: Firefight, frame: Bombardment, hex_: int) -> list[int]:
    """The vehicles in a hex that the shells strike: those that have entered, or all of both sides."""
    if frame.targets:
        return []
    there = [v for side in SIDES for v in vehicles.in_hex(state, side, hex_)]
    return [v for v in there if not frame.vehicles or v in frame.vehicles]


def strike(state: Firefight, frame: Bombardment, hex_: int, drm: int, units: Iterable[int]) -> None:
    """ASL-C1.55, ASL-C3.72, ASL-D.8: each vehicle by the same dice; a critical hit falls on the first where
    no Infantry is; a crew that shows itself suffers besides.
    """
    critical = sum(frame.dice) == 2 and not list(units)
    for place, vehicle in enumerate(struck(state, frame, hex_)):
        doubled = critical and not place
        power, more = (2 * frame.whole, 0) if doubled else (frame.power, drm)
        found = verdict(power, frame.dice[0], frame.dice[1], more)
        words = "shells in {}: {}, dice {}, modifiers {:+d}: {}"
        at = GRID.name[hex_]
        state.note("ASL-C1.55", words, at, name(state, vehicle), sum(frame.dice), more, found, kind="result")
        if vehicles.is_exposed(state, vehicle) and found in (NOTHING, STUCK):
            bare = result(
                column_of(Fraction(power)), sum(frame.dice) + max(more, int(vehicles.CREW["exposed"]))
            )
            crews.strafed(state, vehicle, bare)
        crews.suffer_kill(state, vehicle, found)
