"""ASL-A24.4: SMOKE of shells and bombs, which lasts longer than that of grenades."""

from __future__ import annotations

from collections.abc import Iterable

from ..board import GRID
from .position import Firefight, fact

MOST = 3  # ASL-A24.2: in one Location
Row = tuple[int, int, str]


def smoke_rows(state: Firefight) -> tuple[Row, ...]:
    """All SMOKE over the field: hex, strength, kind; ASL-A24.2: at most 3 in a hex."""
    if not state.clouds:
        return state.smoke
    found = {hex_: (amount, kind) for hex_, amount, kind in state.smoke}
    for hex_, amount, kind, _, _ in state.clouds:
        old, other = found.get(hex_, (0, kind))
        found[hex_] = (min(MOST, old + amount), "wp" if "wp" in (other, kind) else kind)
    return tuple((hex_, *cloud) for hex_, cloud in sorted(found.items()))


def smoke_in(state: Firefight, hex_: int) -> int:
    return sum(amount for at, amount, _ in smoke_rows(state) if at == GRID.ground_of(hex_))


def place(state: Firefight, side: str, hexes: Iterable[int], kind: str, amount: int, dispersed: bool) -> None:
    """SMOKE of a side in hexes; more of the same kind takes the place of less."""
    new = set(hexes)
    kept = [row for row in state.clouds if not (row[0] in new and row[2:4] == (kind, side))]
    rows = [(hex_, amount, kind, side, int(dispersed)) for hex_ in new]
    state.set(fact.clouds, tuple(sorted([*kept, *rows])), "ASL-C1.71")


def open_fire(state: Firefight) -> None:
    """ASL-C8.5: after other fire no SMOKE is fired in the phase."""
    if not state.fire_opened:
        state.set(fact.fire_opened, True, "ASL-C8.5")


THINNER = {"smoke": 2, "wp": 1}  # dispersed


def thin_out(state: Firefight, side: str) -> None:
    """ASL-A24.4: at the start of its owner's Prep Fire Phase full SMOKE disperses, dispersed SMOKE is
    gone.
    """
    if any(row[3] == side for row in state.clouds):
        kept = [row for row in state.clouds if row[3] != side]
        kept += [
            (h, THINNER[kind], kind, side, 1)
            for h, _, kind, own, gone in state.clouds
            if own == side and not gone
        ]
        state.set(fact.clouds, tuple(sorted(kept)), "ASL-A24.4")
