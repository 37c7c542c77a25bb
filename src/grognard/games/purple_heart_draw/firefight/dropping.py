"""ASL-A4.43: units leave weapons lying, on their way, in the Advance Phase, or to withdraw from a Melee."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from grognard.core.facts import Action
from grognard.core.ruling import Ruling

from ..board import GRID
from .forces import GUN, GUN_NAMES
from .markers import is_marker
from .position import BROKEN, MELEE, Firefight, Moving, fact
from .units import guns_of, is_towed, on_map, settle
from .words import Shed


def of_units(state: Firefight, units: Iterable[int]) -> Iterator[Action]:
    for unit in units:
        yield from (Shed(GUN_NAMES[g]) for g in guns_of(state, unit) if not is_towed(state, g))


def _of(state: Firefight, units: Iterable[int]) -> Iterator[Action]:
    free = (u for u in units if state.at[u] >= 0 and not state.flags[u] & (BROKEN | MELEE))
    return of_units(state, free)


def on_the_way(state: Firefight, frame: Moving) -> Iterator[Action]:
    """Free, before the movers go on; a "?" drops nothing."""
    plain = frame.charge < 0 > frame.dash and not frame.corners and frame.pushing < 0
    return _of(state, () if is_marker(frame.units) or not plain else frame.units)


def in_advance(state: Firefight) -> Iterator[Action]:
    return _of(state, on_map(state, state.mover))


def shed(state: Firefight, action: Shed) -> None:
    """ASL-A4.43: it lies in the hex; in a stream it is lost."""
    g = GUN[action.gun]
    at = state.at[state.holder[g]]
    state.set_at(fact.holder, g, -1, "ASL-A4.43")
    state.set_at(fact.gun_at, g, at, "ASL-A4.43")
    state.note("ASL-A4.43", "{} is left in {}", action.gun, GRID.name[at], kind="loss")
    settle(state, "ASL-A4.43")


def refuse(state: Firefight, frame: object, action: Action) -> Ruling:
    words = "a unit leaves a weapon on its way, in the Advance Phase, or before it withdraws from Melee"
    return Ruling("ASL-A4.43", words)
