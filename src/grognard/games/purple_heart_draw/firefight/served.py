"""What a weapon keeps only while those who serve it do: the target it has acquired, and its Spotter."""

from __future__ import annotations

from grognard.core.caching import once_while
from grognard.core.facts import is_unknown
from grognard.core.hexes import OFF

from ..board import GRID
from .forces import GUN_NAMES
from .going import is_in_stream
from .position import BERSERK, BROKEN, G_APART, JAMMED, LOST_SPOTTER, MELEE, Firefight, fact

UNFIT = BROKEN | MELEE | BERSERK  # not in Good Order


def settle_served(state: Firefight) -> None:
    _settle_lost(state)
    if state.acquired:
        _settle_aims(state)
    if any(unit >= 0 for unit in spotters(state)):
        _settle_spotters(state)


@once_while("spotters")
def spotters(state: Firefight) -> dict[int, tuple[int, ...]]:
    """The units that look for mortars as far as a seat knows, with the mortars; the marks for no unit too."""
    found: dict[int, tuple[int, ...]] = {}
    for g, unit in enumerate(state.spotters):
        if not is_unknown(unit):
            found[unit] = (*found.get(unit, ()), g)
    return found


def _settle_lost(state: Firefight) -> None:
    """ASL-A4.43: a weapon that lies in a stream, and that nobody has, is lost."""
    for g in state.armory:
        at: object = state.gun_at[g]
        if not is_unknown(at) and at >= 0 > state.holder[g] and is_in_stream(at):  # type: ignore[operator, arg-type]
            state.note("ASL-A4.43", "{} is lost in the stream", GUN_NAMES[g], kind="loss")
            state.set_at(fact.gun_at, g, OFF, "ASL-A4.43")
            state.set_at(fact.gun_kind, g, "", "ASL-A4.43")


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
