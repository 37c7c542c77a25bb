"""ASL-B9.322: the side that moves takes Wall Advantage, or gives it up."""

from __future__ import annotations

from grognard.core.hexes import Hexes, members
from grognard.core.procedure import Pick, Screen

from . import guns
from .going import in_hex_tem
from .position import PIN, TI, UNSEEN, Firefight, fact
from .units import can_hold, number, settle
from .words import Claim, Drop


def _claims(state: Firefight, frame: object) -> int:
    """ASL-B9.322: hexes where the side that moves may take Wall Advantage."""
    found = 0
    for unit in state.mustered[state.mover]:
        if (hex_ := state.at[unit]) >= 0 and not state.flags[unit] & (PIN | TI | UNSEEN):
            held = state.walls[number(state.mover)] >> hex_ & 1
            found |= (not held and can_hold(state, state.mover, hex_)) << hex_
    return found


def _drops(state: Firefight, frame: object) -> int:
    """ASL-B9.323: only a unit with cover in its hex may give it up."""
    return sum(1 << hex_ for hex_ in members(state.walls[number(state.mover)]) if in_hex_tem(hex_) >= 1)


def claim(state: Firefight, frame: object, unit: int, hex_: int) -> None:
    side = number(state.mover)
    state.set_at(fact.walls, side, Hexes(state.walls[side] | 1 << hex_), "ASL-B9.322")
    settle(state, "ASL-B9.321")


def drop(state: Firefight, frame: object, unit: int, hex_: int) -> None:
    side = number(state.mover)
    guns.lose_emplacement(state, hex_, "ASL-C11.2")
    state.set_at(fact.walls, side, Hexes(state.walls[side] & ~(1 << hex_)), "ASL-B9.322")
    settle(state, "ASL-B9.321")


CLAIM = Pick(
    verb=Claim,
    hexes=(Screen("ASL-B9.32", "nobody in {hex} can take Wall Advantage now", _claims),),
    apply=claim,
)
DROP = Pick(
    verb=Drop,
    hexes=(Screen("ASL-B9.323", "Wall Advantage in {hex} is not held or must be kept", _drops),),
    apply=drop,
)
