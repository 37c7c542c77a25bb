"""ASL-A12.153: a squad mops up a building: what hides there comes to light."""

from __future__ import annotations

from grognard.core.hexes import Hex, Hexes, members
from grognard.core.procedure import Pick, Screen

from ..board import GRID
from ..pieces import US
from . import foxholes, strongpoint
from .dummies import take_off
from .eyes import give_away
from .forces import ENEMY, NAMES, with_storeys
from .position import (
    BROKEN,
    FIRED,
    GUN1,
    HIDDEN,
    OPPORTUNE,
    PIN,
    PREP,
    TI,
    Firefight,
    Surrender,
)
from .prison import takers
from .terrain import BUILDINGS, MULTI_HEX, UPPER
from .units import (
    clear,
    cover,
    find_stack,
    flag,
    has,
    in_hex,
    is_covered,
    is_good,
    kind,
    known_in,
    name,
    number,
    on_map,
    settle,
)
from .victory import check_victory, mop_control
from .words import Mop

FAR = 2  # hexes: how far off the parts of the building may be
SPENT = PIN | TI | FIRED | PREP | GUN1 | OPPORTUNE


def building_of(hex_: int) -> Hexes:
    """The hexes of a building with several hexes or levels; nowhere: a small one, or none."""
    if group := MULTI_HEX.get(hex_):
        return Hexes(sum(1 << h for h, one in MULTI_HEX.items() if one == group))
    return Hexes(1 << hex_ if BUILDINGS >> hex_ & 1 and hex_ in UPPER else 0)


def can_mop_up(state: Firefight, unit: int) -> bool:
    """ASL-A12.153: a Good Order squad or half-squad that has done nothing, in a large building without Known
    unbroken enemies, near all its hexes.
    """
    if kind(state, unit).is_single or not is_good(state, unit) or state.flags[unit] & SPENT:
        return False
    hexes = members(building_of(GRID.ground_of(state.at[unit])))
    enemies = [e for h in rooms(hexes) for e in known_in(state, state.mover, h)]
    near = all(GRID.distance(state.at[unit], h) <= FAR for h in hexes if not _is_ours(state, h))
    return bool(hexes) and near and all(has(state, e, BROKEN) for e in enemies)


def rooms(hexes: list[int]) -> list[int]:
    """ASL-A2.8: the Locations of a building, on every level."""
    return members(with_storeys(Hexes(sum(1 << h for h in hexes))))


def _is_ours(state: Firefight, hex_: int) -> bool:
    """Whether the side that moves controls a hex of the building, as far as that is kept."""
    held = state.held[number(state.mover)] if state.card.is_mission else state.control
    own = held if state.card.is_mission or state.mover == US else state.card.goals & ~held
    return bool(own >> hex_ & 1)


def _able(state: Firefight, frame: object) -> int:
    return sum(1 << u for u in on_map(state, state.mover) if can_mop_up(state, u))


def _own(state: Firefight, frame: object) -> int:
    return sum(1 << u for u in on_map(state, state.mover))


def mop_up(state: Firefight, frame: object, unit: int, hex_: Hex) -> None:
    """It is busy; hidden enemies are now under a "?". Where none is left the building is taken, and broken
    enemies surrender.
    """
    hexes, enemy = members(building_of(GRID.ground_of(state.at[unit]))), ENEMY[state.mover]
    inside = rooms(hexes)
    give_away(state, unit, "ASL-A12.141")
    flag(state, unit, TI, "ASL-A12.153")
    where = ", ".join(GRID.name[h] for h in hexes)
    who = 'a "?"' if is_covered(state, unit) else name(state, unit)
    state.note("ASL-A12.153", "{} mops up {}", who, where, kind="move")
    for other in (u for h in inside for u in in_hex(state, enemy, h) if has(state, u, HIDDEN)):
        find_stack(state, other, "ASL-A12.31")
        clear(state, other, HIDDEN, "ASL-A12.153")
        cover(state, other, "ASL-A12.153")
    for h in hexes:
        foxholes.uncover(state, enemy, h, "ASL-A12.153")
        strongpoint.uncover(state, enemy, h)
    take_off(state, enemy, sum(1 << h for h in inside), "ASL-A12.153")
    settle(state, "ASL-A12.153")
    there = [u for h in inside for u in in_hex(state, enemy, h)]
    if all(state.open >> u & 1 for u in there):
        _take(state, hexes, there)


def _take(state: Firefight, hexes: list[int], broken: list[int]) -> None:
    mop_control(state, hexes)
    check_victory(state)
    for unit in reversed(broken) if not state.won else ():
        if takers(state, unit):
            state.call(Surrender(queue=(unit,)), "ASL-A12.153")


MOP = Pick(
    verb=Mop,
    names=NAMES,
    units=(
        Screen("ASL-A3.2", "{unit} is not on the side that acts, or not on the map", _own, decisive=True),
        Screen(
            "ASL-A12.153",
            "{unit} is no squad that has done nothing in a large building without unbroken enemies",
            _able,
        ),
    ),
    apply=mop_up,
)
