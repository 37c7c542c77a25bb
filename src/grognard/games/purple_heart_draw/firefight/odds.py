"""The exact chances of an attack before the dice: of each result, and of what becomes of each target."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from math import comb
from typing import NamedTuple

from grognard.core.hexes import members
from grognard.core.ruling import Modifier, total

from .encirclement import seals
from .fire_effects import cell, reaches_foxhole, reaches_level
from .forces import OF_SIDE, SIDE
from .foxholes import is_dug_in
from .pillboxes import is_struck
from .position import BROKEN, PIN, Attack, Firefight
from .shots import column, cowering, modifiers, place_of, total_firepower
from .tables import COLUMNS, Result, result
from .units import helper, is_fearless, kind, known_in, leadership, morale
from .vehicles import riders_of

TWO_DICE = {dice: Fraction(6 - abs(dice - 7), 36) for dice in range(2, 13)}
FATES = ("eliminated", "reduced", "broken", "pinned", "unharmed")


class Odds(NamedTuple):
    """What an attack is worth: firepower, its column, the modifiers, and the chance of each printed
    result.
    """

    firepower: Fraction
    column: int
    modifiers: list[Modifier]
    results: dict[str, Fraction]
    targets: dict[int, dict[str, Fraction]]  # of each Known target: the chance of each fate


def chances(state: Firefight, frame: Attack, concealed: bool = False) -> Odds:
    """Every one of the 36 rolls read on the table; then selection, checks and their modifiers for each Known
    target.

    What follows from the loss of a leader, and wounds, are not in it: a leader that is reduced counts as
    reduced.
    """
    added, shift = modifiers(state, frame), cowering(state, frame)
    whole, doubled = column(state, frame, concealed), column(state, frame, concealed, shift)
    cells = _cells(whole, doubled, total(added))
    targets = attacked_known(state, frame)
    worse = int(seals(state, frame, whole, total(added)))
    fates: dict[int, dict[str, Fraction]] = {}
    for place in {place_of(state, u) for u in targets}:
        mine = [u for u in targets if place_of(state, u) == place]
        own = _cells(whole, doubled, total(modifiers(state, frame, place)))
        fates |= {u: fates_of(state, u, own, len(mine), worse) for u in mine}
    printed: dict[str, Fraction] = {}
    for value, chance in cells.items():
        printed[cell(value)] = printed.get(cell(value), Fraction(0)) + chance
    return Odds(
        total_firepower(state, frame, concealed),
        COLUMNS[whole] if whole >= 0 else 0,
        added,
        printed,
        fates,
    )


def _cells(whole: int, doubled: int, drm: int) -> dict[Result, Fraction]:
    """The chance of each result of the table, with a column for doubles."""
    found: Counter[Result] = Counter()
    for one in range(1, 7):
        for two in range(1, 7):
            found[result(doubled if one == two else whole, one + two + drm)] += 1
    return {value: Fraction(count, 36) for value, count in found.items()}


def attacked_known(state: Firefight, frame: Attack) -> list[int]:
    """The targets everybody knows."""
    enemies = known_in(state, frame.side, frame.hex)
    if frame.vehicle >= 0:  # ASL-D6.23
        return [u for u in enemies if u in riders_of(state, frame.vehicle)]
    if frame.targets:
        return [u for u in enemies if u in frame.targets]
    enemies = [u for u in enemies if is_struck(state, u, frame.hex, frame.inside)]
    seen = [u for u in enemies if not is_dug_in(state, u) or reaches_foxhole(state, frame)]
    return [u for u in seen if reaches_level(state, frame, u)]


def selected(count: int, number: int) -> Fraction:
    """ASL-A.9: the chance that one of so many candidates is among the chosen, ties included.

    >>> selected(1, 1), selected(2, 1), selected(2, 2)
    (Fraction(1, 1), Fraction(7, 12), Fraction(1, 1))
    """
    if number >= count:
        return Fraction(1)
    chance = Fraction(0)
    for die in range(1, 7):
        above = Fraction(6 - die, 6)
        others = count - 1
        chance += Fraction(1, 6) * sum(
            comb(others, k) * above**k * (1 - above) ** (others - k) for k in range(min(number, others + 1))
        )
    return chance


def fates_of(
    state: Firefight, unit: int, cells: Mapping[Result, Fraction], count: int, worse: int
) -> dict[str, Fraction]:
    found = dict.fromkeys(FATES, Fraction(0))
    worse = 0 if is_fearless(state, unit) else worse  # ASL-A7.7
    for value, chance in cells.items():
        for fate, share in _of_result(state, unit, value, count, worse).items():
            found[fate] += chance * share
    return found


def _of_result(state: Firefight, unit: int, value: Result, count: int, worse: int) -> dict[str, Fraction]:
    if value.kind == "nothing":
        return {"unharmed": Fraction(1)}
    if value.kind == "ptc":
        fails = _fails_task(state, unit, worse)
        return {"pinned": fails, "unharmed": 1 - fails}
    if value.kind == "mc":
        return check_fates(state, unit, value.number + worse)
    hit = selected(count, value.number if value.kind == "kia" else 1)
    rest = _spared(state, unit, value, worse)
    struck = (
        "eliminated"
        if value.kind == "kia" or (not kind(state, unit).half and not kind(state, unit).is_single)
        else "reduced"
    )
    found = {fate: share * (1 - hit) for fate, share in rest.items()}
    found[struck] = found.get(struck, Fraction(0)) + hit
    return found


def _spared(state: Firefight, unit: int, value: Result, worse: int) -> dict[str, Fraction]:
    if value.kind == "k":
        return check_fates(state, unit, value.number + worse)
    fixed = state.flags[unit] & BROKEN or is_fearless(state, unit)
    return _cut_fate(state, unit) if fixed else {"broken": Fraction(1)}


def _cut_fate(state: Firefight, unit: int) -> dict[str, Fraction]:
    one = kind(state, unit)
    return {"reduced" if one.half or one.is_single else "eliminated": Fraction(1)}


def _help(state: Firefight, unit: int) -> int:
    there = [u for u in members(OF_SIDE[SIDE[unit]] & state.open) if state.at[u] == state.at[unit]]
    leader = helper(state, unit, there)
    return leadership(state, leader) if leader >= 0 else 0


def check_fates(state: Firefight, unit: int, more: int) -> dict[str, Fraction]:
    """ASL-A10.1, ASL-A10.31: a morale check of one unit, roll by roll."""
    found: dict[str, Fraction] = {}
    limit, drm, broken = morale(state, unit), more + _help(state, unit), state.flags[unit] & BROKEN
    for dice, chance in TWO_DICE.items():
        if dice < 12 and dice + drm <= limit:
            fate = "pinned" if dice + drm == limit and not _unpinnable(state, unit) else "unharmed"
        elif is_fearless(state, unit):
            fate = next(iter(_cut_fate(state, unit)))
        elif dice == 12:
            fate = "eliminated" if broken else next(iter(_cut_fate(state, unit)))
        else:
            fate = next(iter(_cut_fate(state, unit))) if broken else "broken"
        found[fate] = found.get(fate, Fraction(0)) + chance
    return found


def _unpinnable(state: Firefight, unit: int) -> bool:
    return bool(state.flags[unit] & (BROKEN | PIN)) or is_fearless(state, unit)


def _fails_task(state: Firefight, unit: int, worse: int = 0) -> Fraction:
    if _unpinnable(state, unit):
        return Fraction(0)
    limit, drm = morale(state, unit), _help(state, unit) + worse
    return sum((chance for dice, chance in TWO_DICE.items() if dice + drm > limit), Fraction(0))


def effect(odds: Odds) -> Fraction:
    """The chance of a morale check or worse."""
    return sum(
        (chance for words, chance in odds.results.items() if words not in ("no effect", "PTC")), Fraction(0)
    )
