"""PHD-TM13, PHD-MSR9: field phones and radios of the artillery: where a wire runs, and who carries what."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from grognard.core.hexes import Hexes, letters, members

from .board import COLUMN, COLUMNS, GRID, ROW, ROWS
from .ground import Zones
from .pieces import KINDS, LEADER, NUMBER, PRISONER
from .position import PurpleHeartDraw, fact, ground, own
from .requisition import MODULES
from .verbs import is_infantry, label, on_map, unit_set

Who = Callable[[PurpleHeartDraw, Any], str]

# ---------------------------------------------------------------- PHD-TM13: field phones

MAP_EDGE = Hexes(ROW[1] | ROW[ROWS] | COLUMN["A"] | COLUMN[letters(COLUMNS)])


def wired(zones: Zones, n: int) -> int:
    """PHD-TM13: hexes from which a wire reaches a map-edge hex the side controls, over nothing but ground it controls."""
    home = zones.friendly(n)
    return GRID.flood(home & MAP_EDGE, home)


def unwired(state: PurpleHeartDraw, side: str) -> int:
    """Modules that could have a phone: the 60mm has a radio alone."""
    n = NUMBER[side]
    have = {name for name, _ in state.phones[n]}
    return sum(1 << i for i, m in enumerate(state.modules[n][: len(MODULES)]) if m[0] != "60mm" and MODULES[i] not in have)


def posts(state: PurpleHeartDraw, side: str) -> int:
    """Where a phone can be: with Infantry of the side, its wire home."""
    men = 0
    for u in on_map(state, side):
        if is_infantry(state, u) and not state.status[u] & PRISONER:
            men |= 1 << state.at[u]
    return wired(ground(state), NUMBER[side]) & men


def phone(state: PurpleHeartDraw, side: str, module: int, hex_: int) -> None:
    n = NUMBER[side]
    state.set_at(fact.phones, n, tuple(sorted((*state.phones[n], (MODULES[module], hex_)))), "PHD-TM13")


def judge_wires(state: PurpleHeartDraw, side: str) -> None:
    """PHD-TM13: the security area is judged when the scenario starts; a wire that is cut leaves the module a radio."""
    n = NUMBER[side]
    good = posts(state, side)
    kept = tuple(row for row in state.phones[n] if good >> row[1] & 1)
    if kept != state.phones[n]:
        state.set_at(fact.phones, n, kept, "PHD-TM13")
        state.note("PHD-TM13", "a field phone's wire does not reach the map edge; the module has a radio", to=side)


# ---------------------------------------------------------------- PHD-MSR9: radios


def observers(who: Who) -> Callable[[PurpleHeartDraw, Any], int]:
    """PHD-MSR9: Infantry that could carry a radio nobody carries yet."""

    def mask(state: PurpleHeartDraw, frame: Any) -> int:
        side = who(state, frame)
        men = infantry_of(state, side)
        if state.lull or len(state.modules[NUMBER[side]]) - len(state.phones[NUMBER[side]]) <= len(with_radio(state, men)):
            return 0
        return unit_set(u for u in men if "RADIO" not in state.gear[u])

    return mask


def infantry_of(state: PurpleHeartDraw, side: str) -> list[int]:
    return [u for u in members(own(state, side)) if is_infantry(state, u) and not state.status[u] & PRISONER]


def with_radio(state: PurpleHeartDraw, men: list[int]) -> list[int]:
    return [u for u in men if "RADIO" in state.gear[u]]


def carry(state: PurpleHeartDraw, frame: Any, unit: int, hex_: Any) -> None:
    state.set_at(fact.gear, unit, (*state.gear[unit], "RADIO"), "PHD-MSR9")


def issue_radios(state: PurpleHeartDraw, side: str) -> None:
    """PHD-MSR9, PHD-TM13: a module without a phone has a radio; what the owner did not give out goes to leaders first."""
    judge_wires(state, side)
    men = infantry_of(state, side)
    wanted = len(state.modules[NUMBER[side]]) - len(state.phones[NUMBER[side]])
    holders = with_radio(state, men)
    for u in holders[max(wanted, 0) :]:
        state.set_at(fact.gear, u, tuple(g for g in state.gear[u] if g != "RADIO"), "PHD-TM13")
    free = sorted(
        (u for u in men if "RADIO" not in state.gear[u]),
        key=lambda u: (KINDS[state.kind[u]].type != LEADER, len(state.gear[u]), u),
    )
    for u in free[: max(wanted - len(holders), 0)]:
        state.set_at(fact.gear, u, (*state.gear[u], "RADIO"), "PHD-MSR9")
        state.note("PHD-MSR9", "nobody was named to carry a radio: {} does", label(state, u), to=side)
