"""TLD-A.corps.4: the ledger of a position, and the pad of the day in step with it; both are kept and continued as more is written."""

from __future__ import annotations

from grognard.core.hexes import members

from .ledger import SUPPLY_DAY, Ledger, Order, lands
from .pad import LEADING, Pad, eliminated, rests, rests_on, still_holds
from .pieces import ALLIED, NAMES
from .position import HQ_NAMES, LongestDay, Written


def ledger_of(state: LongestDay, side: str) -> Ledger:
    """The written record of a side, with the HQs that have come to the map; kept, and continued as more is written."""
    lines = state.orders if side == ALLIED else state.german_orders
    kept = state._ledgers.get(side)
    if kept is not None and kept[0] is lines and rests_on(kept[2], state):
        return kept[1]  # type: ignore[no-any-return]
    pad = _followed(state, side, lines) or _of_another_day(state, side, lines)
    ledger = pad.torn_off() if pad is not None else _continued(state, side, lines) or _ledger(state, side, lines)
    _keep(state, side, lines, ledger)
    return ledger


def _continued(state: LongestDay, side: str, lines: tuple[Written, ...]) -> Ledger | None:
    """The ledger that has been kept, with what has been written since; none: there is none, or more than that has happened."""
    known, ledger, then = state._ledgers.get(side, (None, None, None))
    if ledger is None or not still_holds(then, state):
        return None
    if not rests_on(then, state):
        ledger = ledger.without(eliminated(state))
    if known is lines:
        return ledger  # type: ignore[no-any-return]
    if 0 < len(known) < len(lines) and known[-1] is lines[len(known) - 1]:
        return ledger.wrote(*(Order.of(line) for line in lines[len(known) :])).on_its_own(state.day + 1)  # type: ignore[no-any-return]
    return None


def _keep(state: LongestDay, side: str, lines: tuple[Written, ...], ledger: Ledger) -> None:
    state._ledgers[side] = (lines, ledger, rests(state))


def _ledger(state: LongestDay, side: str, lines: tuple[Written, ...]) -> Ledger:
    arrived = {name: day for name, day in zip(HQ_NAMES, state.came, strict=True) if day >= 0}
    lost = frozenset(NAMES[u] for u in members(state.dead & LEADING))
    return Ledger(
        side=side, orders=tuple(map(Order.of, lines)), arrived=arrived, lost=lost, eliminated=eliminated(state),
        auto_canadian=state.options.auto_write_canadian_change,
    )  # fmt: skip


# ---------------------------------------------------------------- the pad of a position


def pad_of(state: LongestDay, side: str) -> Pad | None:
    """What is being written today, in step with the position; none where a day is not so simple."""
    lines = state.orders if side == ALLIED else state.german_orders
    pad: Pad | None = state._pads.get(side)
    if pad is not None and pad.lines is lines and pad.is_of(state):
        return pad  # as mostly
    pad = _followed(state, side, lines)
    if pad is None:
        ledger = ledger_of(state, side)
        if not simple(ledger, state.day):
            return None
        pad = Pad(ledger, state.day)
        pad.lines, pad.rests = lines, rests(state)
        state._pads[side] = pad
    return pad


def _followed(state: LongestDay, side: str, lines: tuple[Written, ...]) -> Pad | None:
    """The pad that has been kept, if it can be brought to what is written now."""
    pad: Pad | None = state._pads.get(side)
    if pad is None or not pad.is_of(state):
        return None
    if pad.lines is lines or pad.follow(lines):
        return pad
    _keep(state, side, pad.lines, pad.torn_off())  # so that only what has been written since is worked out
    del state._pads[side]
    return None


def _of_another_day(state: LongestDay, side: str, lines: tuple[Written, ...]) -> Pad | None:
    """The pad of another day on which all that is written now is written: what it says of that day and the next one holds."""
    pad: Pad | None = state._pads.get(side)
    return pad if pad is not None and pad.lines is lines and pad.holds(state) else None


def simple(ledger: Ledger, day: int) -> bool:
    """Whether what stands tomorrow is what stands today and what is written today."""
    tomorrow = day + 1
    if day <= SUPPLY_DAY or not ledger.by_day or lands(ledger, tomorrow) or (ledger.orders and ledger.orders[-1].day > day):
        return False
    return not ledger.page(tomorrow).stand_ins
