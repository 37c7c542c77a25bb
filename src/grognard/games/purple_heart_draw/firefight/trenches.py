"""ASL-B27.5: along a trench into the next one, on the move and in the Advance Phase."""

from __future__ import annotations

from msgspec.structs import replace

from ..board import GRID
from . import obstacles
from .forces import SIDE
from .foxholes import WORKS, has_room, is_dug_in
from .going import near
from .position import FOXHOLE, MOVED, Firefight, Moving, Window
from .units import flag, known_in, name, put, settle, show

MF, RALLY = int(2 * WORKS["trench"]["mf"]), int(WORKS["trench"]["rally"])
NO_TRENCH = "{hex} is not the next hex of a trench with room for the movers, or costs more MF than are left"


def rally_bonus(state: Firefight, unit: int) -> int:
    """ASL-B27.5: who is in a trench rallies more easily."""
    inside = is_dug_in(state, unit) and obstacles.trenches(state, SIDE[unit]) >> state.at[unit] & 1
    return RALLY if inside else 0


def next_hexes(state: Firefight, units: tuple[int, ...], at: int) -> int:
    """The hexes that a trench leads to in which there is room, and no enemy that is known."""
    if at < 0 or not units or not all(is_dug_in(state, unit) for unit in units):
        return 0
    side = SIDE[units[0]]
    found = [h for h in near(at) if obstacles.connects(state, side, at, h)]
    return sum(1 << h for h in found if has_room(state, side, h, units) and not known_in(state, side, h))


def go(state: Firefight, frame: Moving, hex_: int) -> None:
    """An expenditure of 1 MF: no snap shot, no mines, and no modifier for moving."""
    for unit in frame.units:
        show(state, unit, "ASL-A12.14.d")
        _slip(state, unit, hex_)
        flag(state, unit, MOVED, "ASL-A4.2")
    names = ", ".join(name(state, unit) for unit in frame.units)
    state.note("ASL-B27.5", "{} go along the trench to {}", names, GRID.name[hex_], kind="move")
    moved = replace(
        frame,
        spent=frame.spent + MF,
        here=MF,
        hexes=frame.hexes + 1,
        road=False,
        shots=(),
        snapped=(),
        crossed=False,
        trench=True,
    )
    state.replace(moved, "ASL-B27.5")
    settle(state, "ASL-B27.5")
    state.call(Window(), "FF-WIN.1")


def _slip(state: Firefight, unit: int, hex_: int) -> None:
    put(state, unit, hex_, "ASL-B27.5")
    flag(state, unit, FOXHOLE, "ASL-B27.5")


def leads(state: Firefight, unit: int, hex_: int) -> bool:
    """Whether an advance goes along a trench."""
    return bool(next_hexes(state, (unit,), state.at[unit]) >> hex_ & 1)


def advance(state: Firefight, unit: int, hex_: int) -> None:
    _slip(state, unit, hex_)
    words = "{} advances along the trench to {}"
    state.note("ASL-B27.5", words, name(state, unit), GRID.name[hex_], kind="move")
