"""ASL-A11.19: close combat with units under a "?". Their strength is shown when the fight begins; the "?" is
theirs again after it, unless they attack.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from .forces import SIDE
from .position import BROKEN, UNSEEN, Firefight, fact
from .units import cover, has, show

HALF = Fraction(1, 2)


def begin(state: Firefight, units: Iterable[int]) -> None:
    """FF-CC.1: hidden and concealed units show their strength, and count as concealed."""
    there = list(units)
    under = sum(1 << u for u in there if state.flags[u] & UNSEEN)
    for unit in there:
        show(state, unit, "FF-CC.1")
    state.set(fact.veiled, state.veiled | under, "ASL-A11.19")


def is_veiled(state: Firefight, unit: int) -> bool:
    return bool(state.veiled >> unit & 1)


def unveil(state: Firefight, units: Iterable[int], clause: str = "ASL-A11.19") -> None:
    lost = sum(1 << u for u in units)
    if state.veiled & lost:
        state.set(fact.veiled, state.veiled & ~lost, clause)


def factor(state: Firefight, targets: Iterable[int]) -> Fraction:
    """ASL-A11.19: an attack on a concealed unit has half its firepower."""
    return HALF if any(is_veiled(state, u) for u in targets) else Fraction(1)


def after_attack(state: Firefight, ambusher: str, attackers: Iterable[int], works: bool) -> None:
    """ASL-A11.19: ambushers keep their "?" if they kill or capture."""
    units = list(attackers)
    if not (works and units and SIDE[units[0]] == ambusher):
        unveil(state, units)


def end(state: Firefight, units: Iterable[int]) -> list[int]:
    """The units that fought no attack lie under their "?" again; gives the others, who are known."""
    known = []
    for unit in units:
        if is_veiled(state, unit) and not has(state, unit, BROKEN):
            cover(state, unit, "ASL-A11.19")
        else:
            known.append(unit)
    return known
