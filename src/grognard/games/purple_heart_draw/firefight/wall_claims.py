"""ASL-B9.322: a side takes Wall Advantage, or gives it up."""

from __future__ import annotations

from collections.abc import Callable

from grognard.core.hexes import Hexes, members
from grognard.core.procedure import Pick, Screen

from ..board import GRID
from . import guns
from .dummies import lurking
from .forces import ENEMY
from .going import in_hex_tem
from .position import BROKEN, HIDDEN, PIN, TI, Firefight, Who, fact
from .units import can_hold, number, open_claims, settle
from .words import Claim, Drop


def claims(state: Firefight, side: str) -> int:
    """ASL-B9.322: hexes where a side may take Wall Advantage; a "?" loses nothing by it."""
    found = 0
    for hex_ in members(_free(state, side)):
        held = state.walls[number(side)] >> hex_ & 1
        found |= (not held and can_hold(state, side, hex_)) << hex_
    return found


def _free(state: Firefight, side: str) -> int:
    """Hexes with units that are neither pinned nor busy nor hidden, or with dummies."""
    there = lurking(state, number(side))
    for unit in state.mustered[side]:
        if state.at[unit] >= 0 and not state.flags[unit] & (PIN | TI | HIDDEN | BROKEN):
            there |= 1 << state.at[unit]
    return int(there)


def drops(state: Firefight, side: str) -> int:
    """ASL-B9.323: only a unit with cover in its hex may give it up."""
    held = state.walls[number(side)]
    own = held & _free(state, side) if held else 0
    return sum(1 << hex_ for hex_ in members(own) if in_hex_tem(hex_) >= 1)


def take(state: Firefight, side: str, hex_: int) -> None:
    held = state.walls[number(side)]
    state.set_at(fact.walls, number(side), Hexes(held | 1 << hex_), "ASL-B9.322")
    settle(state, "ASL-B9.321")


def drop(state: Firefight, side: str, hex_: int) -> None:
    guns.lose_emplacement(state, hex_, "ASL-C11.2")
    held = state.walls[number(side)]
    state.set_at(fact.walls, number(side), Hexes(held & ~(1 << hex_)), "ASL-B9.322")
    state.note("ASL-B9.322", "Wall Advantage in {} is given up", GRID.name[hex_], kind="markers")
    open_claims(state, ENEMY[side], hex_)
    settle(state, "ASL-B9.321")


def _any(state: Firefight, side: str) -> int:
    return claims(state, side)


def _opened(state: Firefight, side: str) -> int:
    """Out of its turn: where a unit was hidden, or an enemy has given up the shared hexside."""
    opened = state.openings[number(side)]
    return claims(state, side) & opened if opened else 0


def claim_pick(who: Who, where: Callable[[Firefight, str], int] = _any, aside: bool = False) -> Pick:
    """Of the side that moves on its way, of either side in a Rally Phase."""
    return Pick(
        verb=Claim,
        hexes=(
            Screen(
                "ASL-B9.32",
                "no unit in {hex} can take Wall Advantage now",
                lambda state, frame: where(state, who(state, frame)),
            ),
        ),
        apply=lambda state, frame, unit, hex_: take(state, who(state, frame), hex_),
        aside=aside,
    )


def drop_pick(who: Who) -> Pick:
    """ASL-B9.322: at any time in which its side decides, beside other choices."""
    return Pick(
        verb=Drop,
        hexes=(
            Screen(
                "ASL-B9.323",
                "Wall Advantage in {hex} is not held, or must be kept, or its units are pinned or busy",
                lambda state, frame: drops(state, who(state, frame)),
            ),
        ),
        apply=lambda state, frame, unit, hex_: drop(state, who(state, frame), hex_),
        aside=True,
    )


def wall_picks(who: Who) -> tuple[Pick, Pick]:
    """ASL-B9.322: what a side may do about Wall Advantage in any other step."""
    return claim_pick(who, _opened, aside=True), drop_pick(who)


def _mover(state: Firefight, frame: object) -> str:
    return state.mover


CLAIM, DROP = claim_pick(_mover), drop_pick(_mover)
