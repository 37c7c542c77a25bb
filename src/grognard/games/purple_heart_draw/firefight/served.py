"""What a weapon keeps only while those who serve it do: the target it has acquired, and its Spotter."""

from __future__ import annotations

from grognard.core.facts import is_unknown

from ..board import GRID
from .position import BERSERK, BROKEN, G_APART, JAMMED, LOST_SPOTTER, MELEE, Firefight, fact

UNFIT = BROKEN | MELEE | BERSERK  # not in Good Order


def settle_served(state: Firefight) -> None:
    if state.acquired:
        _settle_aims(state)
    if any(not is_unknown(unit) and unit >= 0 for unit in state.spotters):
        _settle_spotters(state)


def _settle_aims(state: Firefight) -> None:
    """ASL-C6.5.lost: an acquisition is lost when the weapon leaves or fails, or who serves it is not in Good
    Order.
    """

    def holds(g: int, home: int) -> bool:
        unit = state.holder[g]
        if is_unknown(unit):  # the enemy's, and nobody's business
            return True
        works = bool(state.gun_kind[g]) and not state.gun_flags[g] & (JAMMED | G_APART)
        return works and unit >= 0 and state.at[unit] == home and not state.flags[unit] & UNFIT

    kept = tuple(row for row in state.acquired if holds(*row[:2]))
    state.set(fact.acquired, kept, "ASL-C6.5.lost")


def _settle_spotters(state: Firefight) -> None:
    """ASL-C9.3: a Spotter that is broken, gone, or no longer beside its mortar looks for it no more."""
    for g, unit in enumerate(state.spotters):
        if not is_unknown(unit) and unit >= 0 and not _still_spots(state, g, unit):
            state.set_at(fact.spotters, g, LOST_SPOTTER, "ASL-C9.3")


def _still_spots(state: Firefight, g: int, unit: int) -> bool:
    at, holder = state.at[unit], state.holder[g]
    if at < 0 or state.flags[unit] & BROKEN or not state.gun_kind[g]:
        return False
    return holder < 0 or state.at[holder] < 0 or GRID.distance(at, state.at[holder]) <= NEXT


NEXT = 1  # in or adjacent to the hex of the mortar
