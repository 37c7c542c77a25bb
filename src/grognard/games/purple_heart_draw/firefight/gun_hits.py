"""ASL-C11.4: shells that hit a Gun and those who serve it."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

from ..board import GRID
from . import guns
from .fire_effects import cell, suffer
from .odds import FATES, fates_of
from .ordnance import TWO_DICE, lower_of_two
from .position import Firefight
from .shots import SHIELD, Exposure
from .standing import place_in, stances
from .tables import Result, result
from .units import eliminate, jam, pieces_of, remove_gun, show

DESTROYED, BROKEN_GUN = "Gun destroyed", "Gun malfunctions"
INDIRECT = int(guns.DATA["cover"]["shield_indirect"])
SOLID = tuple(ammo for ammo in guns.DATA["power"] if ammo != "clause")


def each(state: Firefight) -> list[tuple[bool, Exposure]]:
    """What is judged of each shot: whether a target is under a "?", and how it stands."""
    return [(hidden, place) for place in stances(state) for hidden in (False, True)]


def row(state: Firefight, unit: int, at: int, hidden: bool) -> int:
    """Which verdict on a shot from a hex holds for a unit."""
    return 2 * place_in(state, unit, at) + hidden


def uncover(state: Firefight, units: Iterable[int]) -> None:
    """ASL-A12.2: a Gun that is hit loses its "?"."""
    for unit in units:
        if pieces_of(state, unit):
            show(state, unit, "ASL-A12.2")


def near_miss(place: Exposure, at: int, hex_: int, in_effect: bool, indirect: bool = False) -> int:
    """ASL-C11.5: what the gunshield adds to a Near Miss; never besides cover that counts in the same dice."""
    if not guns.shields(hex_, place.shield, at) or (in_effect and place.emplaced):
        return 0
    return INDIRECT if indirect else SHIELD


def fate(found: Result, ammo: str, critical: bool) -> str:
    """ASL-C11.4, ASL-C11.4.ch, ASL-C11.52: what becomes of the Gun."""
    if critical or found.kind == "kia" or (found.kind == "k" and ammo in SOLID):
        return DESTROYED
    return BROKEN_GUN if found.kind == "k" else ""


def outcome(column: int, dice: int, near: int, ammo: str, critical: bool) -> tuple[Result, str]:
    """The result on those at the Gun, and the fate of the Gun."""
    found = result(column, dice)
    if end := fate(found, ammo, critical):
        return found, end
    return result(column, dice + near), ""


def strike(
    state: Firefight, units: list[int], column: int, dice: int, near: int, ammo: str, critical: bool
) -> None:
    """ASL-C11.4: destroyed with those who serve it; or it malfunctions and they are reduced; or a Near
    Miss.
    """
    found, end = outcome(column, dice, near, ammo, critical)
    for unit in units:
        for g in pieces_of(state, unit):
            words = "hit on the {} in {}, Final dice {}: {}"
            where = guns.weapon(state, g).name, GRID.name[state.at[unit]]
            said = end or f"Near Miss, {cell(found)}"
            state.note("ASL-C11.4", words, *where, dice, said, kind="result")
            if end == DESTROYED:
                remove_gun(state, g, "ASL-C11.4")
            elif end:
                jam(state, g, "ASL-C11.4")
        if end == DESTROYED:
            eliminate(state, unit, "ASL-C11.4")
        else:
            suffer(state, [unit], found)


class Blow(NamedTuple):
    """A plain or critical hit on a Gun: how likely, the column, modifiers of the effect, of a Near Miss; and
    whether the better of two rolls counts (ASL-C3.8).
    """

    chance: Fraction
    column: int
    drm: int
    near: int
    critical: bool
    twice: bool = False


def fates(
    state: Firefight, unit: int, missed: Fraction, blows: Iterable[Blow], ammo: str
) -> tuple[dict[str, Fraction], dict[str, Fraction]]:
    """What becomes of those who serve a Gun, and of the Gun."""
    found, ends = dict.fromkeys(FATES, Fraction(0)), dict.fromkeys((DESTROYED, BROKEN_GUN), Fraction(0))
    found["unharmed"] += missed
    for blow in blows:
        cells, own = chances(blow.column, blow.drm, blow.near, ammo, blow.critical, blow.twice)
        found["eliminated"] += blow.chance * own[DESTROYED]
        for end, chance in own.items():
            ends[end] += blow.chance * chance
        for one, chance in cells.items():
            for fate_, share in fates_of(state, unit, {one: chance}, 1, 0).items():
                found[fate_] += blow.chance * share
    return found, ends


def chances(
    column: int, drm: int, near: int, ammo: str, critical: bool, twice: bool = False
) -> tuple[dict[Result, Fraction], dict[str, Fraction]]:
    """Every roll of the effect: results on those at the Gun who survive it, and the fates of the Gun."""
    found: dict[Result, Fraction] = {}
    fates = {DESTROYED: Fraction(0), BROKEN_GUN: Fraction(0)}
    for dice, chance in (lower_of_two() if twice else TWO_DICE).items():
        one, end = outcome(column, dice + drm, near, ammo, critical)
        if end:
            fates[end] += chance
        if end != DESTROYED:
            found[one] = found.get(one, Fraction(0)) + chance
    return found, fates
