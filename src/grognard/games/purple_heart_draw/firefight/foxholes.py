"""ASL-B27: foxholes: where they are as far as a side knows, who is in them, and how they come to light."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.core.facts import is_unknown
from grognard.core.hexes import Hexes

from ..board import GRID, HEX_ROWS
from ..pieces import SIDES
from .forces import SIDE
from .going import CODE
from .position import FOXHOLE, Firefight, fact
from .tables import KINDS
from .terrain import BRIDGE_HEX, LANES, read

WORKS = read("fortifications.toml")
TEM, IN_OR_OUT = int(WORKS["foxhole"]["tem"]), int(2 * WORKS["foxhole"]["mf"])  # half MF
MOST, SINGLES = max(WORKS["foxhole"]["sizes"]), int(WORKS["foxhole"]["singles"])
PAVED = GRID.set(name for name, row in HEX_ROWS.items() if row.get("road") == "paved")
SITES = Hexes(
    sum(1 << hex_ for hex_, code in CODE.items() if code in WORKS["foxhole"]["sites"])
    & ~(LANES | PAVED | 1 << BRIDGE_HEX)
)  # ASL-B27.1


def is_dug_in(state: Firefight, unit: int) -> bool:
    return bool(state.flags[unit] & FOXHOLE)


def any_dug_in(state: Firefight, units: Iterable[int]) -> bool:
    return any(state.flags[unit] & FOXHOLE for unit in units)


def is_boxed(state: Firefight, unit: int) -> bool:
    """ASL-B30: whether a unit is in a pillbox."""
    if not state.flags[unit] & FOXHOLE:
        return False
    own = state.buried[SIDES.index(SIDE[unit])]
    rows = (*state.works, *(() if is_unknown(own) else own))
    return any(item.startswith(PILLBOX) and hex_ == state.at[unit] for item, hex_ in rows)


def capacity(state: Firefight, side: str, hex_: int) -> int:
    """How many squads the foxhole of a hex holds, as far as a side knows; 0: none."""
    return dict(state.foxholes).get(hex_, 0) or dict(state.dug[SIDES.index(side)]).get(hex_, 0)


def needs(state: Firefight, units: Iterable[int]) -> tuple[int, int]:
    """How many half-squads units count as, and how many of them are leaders or heroes."""
    kinds = [KINDS[state.kind[unit]] for unit in units]
    return sum(one.size for one in kinds), sum(one.is_single for one in kinds)


def has_room(state: Firefight, side: str, hex_: int, units: Iterable[int]) -> bool:
    """ASL-A5.6: whether units fit into the foxhole of a hex beside those who are in it."""
    holds = capacity(state, side, hex_)
    if not holds:
        return False
    inside = [u for u in state.mustered[side] if state.at[u] == hex_ and is_dug_in(state, u)]
    halves, singles = needs(state, {*inside, *units})
    return halves <= 2 * holds and singles <= SINGLES


def add(state: Firefight, hex_: int, squads: int, clause: str) -> None:
    """A foxhole that everybody knows, or a larger one."""
    now = dict(state.foxholes)
    now[hex_] = min(MOST, now.get(hex_, 0) + squads)
    state.set(fact.foxholes, tuple(sorted(now.items())), clause)


def dig(state: Firefight, unit: int, squads: int, clause: str) -> None:
    """ASL-B27.11: a foxhole for a unit; ASL-A12.33: one of a unit that the enemy does not know is hidden, but
    where a known one is made larger.
    """
    side, hex_ = SIDE[unit], state.at[unit]
    if state.open >> unit & 1 or hex_ in dict(state.foxholes):
        uncover(state, side, hex_)
        add(state, hex_, squads, clause)
        return
    key = SIDES.index(side)
    now = dict(state.dug[key])
    now[hex_] = min(MOST, now.get(hex_, 0) + squads)
    state.set_at(fact.dug, key, tuple(sorted(now.items())), clause)


def uncover(state: Firefight, side: str, hex_: int, clause: str = "ASL-A12.33") -> None:
    """A hidden foxhole comes to light."""
    key = SIDES.index(side)
    hidden = dict(state.dug[key])
    if squads := hidden.pop(hex_, 0):
        state.set_at(fact.dug, key, tuple(sorted(hidden.items())), clause)
        add(state, hex_, squads, clause)
        what = _uncover_work(state, key, hex_, clause)
        state.note(clause, "{} in {} comes to light", what, GRID.name[hex_], kind="reveal")


def _uncover_work(state: Firefight, key: int, hex_: int, clause: str) -> str:
    """ASL-B27.5, ASL-B30: what comes to light: a trench, a pillbox, or a foxhole."""
    rows = [row for row in state.buried[key] if row[1] == hex_ and row[0].startswith((TRENCH, PILLBOX))]
    if not rows:
        return "a foxhole"
    state.set_at(fact.buried, key, tuple(one for one in state.buried[key] if one not in rows), clause)
    state.set(fact.works, tuple(sorted((*state.works, *rows))), clause)
    return "a trench" if rows[0][0] == TRENCH else "a pillbox"


TRENCH, PILLBOX = "trench", "pillbox."


def lay_out(state: Firefight, side: str) -> None:
    """PHD-1.ssr.4.ff, FF-R8: at set-up, as large as the units in it need."""
    inside: dict[int, list[int]] = {}
    for unit, at in enumerate(state.at):
        if SIDE[unit] == side and at >= 0 and is_dug_in(state, unit):
            inside.setdefault(at, []).append(unit)
    found = tuple(sorted((at, max(1, -(-needs(state, units)[0] // 2))) for at, units in inside.items()))
    if found:
        state.set_at(fact.dug, SIDES.index(side), found, "PHD-1.ssr.4.ff")
