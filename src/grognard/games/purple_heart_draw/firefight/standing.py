"""ASL-A.5, ASL-C3.4: how the targets of shells and of the machine guns of vehicles stand: upright, at a Gun,
in a foxhole, in a pillbox, or at a crest. Each has a Final DR of its own.
"""

from __future__ import annotations

from collections.abc import Iterable

from grognard.core.hexes import OFF

from . import foxholes
from .crest_status import comes_through
from .eyes import air, ground, stand_of
from .forces import ENEMY, GUN_SIDE, SIDE, gun
from .foxholes import is_dug_in
from .pillboxes import TYPES, Box, box_at, boxes, is_inside, place_inside
from .places import Place
from .position import Firefight
from .shots import UPRIGHT, Exposure, at_gun, place_of
from .sight import sight
from .units import known_in, number

# ASL-C11.2: those at a Gun that is Emplaced, and at one that is not
GUNNERS = (Exposure(gun=True, emplaced=True), Exposure(gun=True))
DUG = Exposure(dug=True)  # ASL-B27.3; ASL-B20.9: the cover of a crest is the same
BOXED = {
    tem: Exposure(box=(1, tem, tem, 0)) for tem in sorted({int(n) for t in TYPES for n in t.split("+")[1:]})
}


def has_guns(state: Firefight) -> bool:
    """Whether Guns take part in the fight."""
    return any(gun(GUN_SIDE[g], state.gun_kind[g]).towed for g in state.armory)


def stances(state: Firefight) -> tuple[Exposure, ...]:
    """FF-O16: every way a target of this fight may stand. A shot is judged for all of them, so that what is
    judged tells nothing about a "?".
    """
    gunners = GUNNERS if state.card.is_mission or has_guns(state) else ()
    boxed = BOXED.values() if state.card.is_mission or boxes(state) else ()
    return UPRIGHT, *gunners, DUG, *boxed


def stance_of(state: Firefight, unit: int, at: int) -> Exposure:
    """How a unit stands to fire from a hex."""
    place, hex_ = place_of(state, unit), state.at[unit]
    if place.box:
        return BOXED[Box(*place.box).tem(hex_, at)[0]]
    if at_gun(state, unit).gun:
        return GUNNERS[0 if at_gun(state, unit).emplaced or place.dug else 1]
    covered = place.dug or (place.crest >= 0 and comes_through(at, hex_, place.crest))
    return DUG if covered else UPRIGHT


def place_in(state: Firefight, unit: int, at: int) -> int:
    """The number of a unit's stance among those of the fight; a pillbox of a card counts as a foxhole."""
    found, all_ = stance_of(state, unit, at), stances(state)
    return all_.index(found if found in all_ else DUG)


def aimed_at(state: Firefight, side: str, hex_: int, at: int, targets: Iterable[int] = ()) -> Exposure:
    """How every target stands that the firing side knows of; upright where they differ or none is known."""
    wanted = set(targets)
    known = [u for u in known_in(state, side, hex_) if not wanted or u in wanted]
    found = {stance_of(state, unit, at) for unit in known}
    return found.pop() if len(found) == 1 else UPRIGHT


# ---------------------------------------------------------------- foxholes


def is_reached(state: Firefight, unit: int, side: str, at: int, firer: int = -1) -> bool:
    """ASL-B9.21: whether fire of a side from a hex sees who is in the foxhole of another."""
    hex_ = state.at[unit]
    if not is_dug_in(state, unit) or at in (hex_, OFF) or is_inside(state, unit):
        return True
    held = bool(state.walls[number(side)] >> at & 1)
    here = stand_of(state, firer) if firer >= 0 and state.at[firer] == at else Place(at, advantage=held)
    goal = place_inside(hex_, box_at(state, SIDE[unit], hex_))
    return sight(here, goal, air(state), ground(state)).is_unit_seen


def claim(state: Firefight, side: str, hex_: int, units: Iterable[int]) -> None:
    """ASL-A12.33: units that claim the cover of a foxhole, trench or pillbox show it."""
    if any(is_dug_in(state, unit) and SIDE[unit] != side for unit in units):
        foxholes.uncover(state, ENEMY[side], hex_)
