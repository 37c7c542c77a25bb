"""TLD-A.corps.4: the ledger of a position."""

from __future__ import annotations

from grognard.core.caching import CachedValue
from grognard.core.hexes import members

from .ledger import Ledger, Order
from .pieces import ALLIED, CORPS_HQ, DIVISION_HQ, NAMES
from .position import HQ_NAMES, LongestDay, Written

LEADING = CORPS_HQ | DIVISION_HQ


def ledger_of(state: LongestDay, side: str) -> Ledger:
    """The written record of a side, with the HQs that have come to the map."""
    cache, lost = state.cache, state.dead & LEADING
    empty = cache.get_or_compute(
        ("HQs", side), (state.came, lost, state.options), lambda _: _empty(state, side, lost)
    )
    lines = state.orders if side == ALLIED else state.german_orders
    inputs = (lines, state.dead | state.surrendered, empty)
    return cache.get_or_compute(("ledger", side), inputs, lambda old: _ledger(inputs, state.day, old))


def _empty(state: LongestDay, side: str, lost: int) -> Ledger:
    """A ledger without orders: its HQs and what follows from them."""
    arrived = {name: day for name, day in zip(HQ_NAMES, state.came, strict=True) if day >= 0}
    names = frozenset(NAMES[u] for u in members(lost))
    return Ledger(
        side=side, arrived=arrived, lost=names, auto_canadian=state.options.auto_write_canadian_change
    )


Inputs = tuple[tuple[Written, ...], int, Ledger]


def _ledger(inputs: Inputs, day: int, old: CachedValue[Inputs, Ledger] | None) -> Ledger:
    """The ledger of what is written now: the old one continued if it has the same HQs, or a new one."""
    lines, losses, empty = inputs
    before, ledger = (old.inputs[0], old.value) if old is not None and old.inputs[2] is empty else ((), empty)
    same = common_start(before, lines)
    if same < max(len(before), len(lines)):
        ledger = ledger.rewritten(same, *map(Order.read, lines[same:])).on_its_own(day + 1)
    return ledger.with_losses(frozenset(NAMES[u] for u in members(losses)))


def common_start(one: tuple[Written, ...], two: tuple[Written, ...]) -> int:
    """How many lines two records have in common at their beginnings."""
    if one == two[: len(one)]:
        return len(one)
    return next(number for number, (a, b) in enumerate(zip(one, (*two, None), strict=False)) if a != b)
