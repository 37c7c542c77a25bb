"""ASL-A22: flamethrowers."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from grognard.core.hexes import Hex, Hexes
from grognard.core.procedure import Pick, Screen, hex_test

from ..board import GRID
from .dash import is_dashing
from .demolition import limit
from .eyes import sees, target_hexes
from .fire import firing_side
from .forces import FIRST_GUN, NAMES, SIDE, gun
from .going import BOTTOM
from .pillboxes import aims_inside
from .position import BLASTED, GUN1, GUN2, OPPORTUNE, PIN, PREP, TI, Attack, Firefight, Mask
from .reach import busy_at_home, may_use
from .shots import ADVANCING_FIRE, FIRST_FIRE, FLAME_FIRE, PREP_FIRE
from .tables import FACTOR, FLAME
from .units import flag, guns_of, has, is_good, movers, name, on_map, settle, show
from .vehicles import is_riding
from .words import Flame

STEEP = 2  # levels at which it has half its firepower; beyond that it does not reach


def flamethrower_of(state: Firefight, unit: int) -> int:
    """The flamethrower a unit has; -1: none."""
    return next((g for g in guns_of(state, unit) if state.gun_kind[g] == FLAME), -1)


def can_use(state: Firefight, unit: int, kind_: str) -> bool:
    """ASL-A22.3, ASL-A7.8: Good Order, not pinned or busy, and no other in this player turn."""
    if flamethrower_of(state, unit) < 0 or not is_good(state, unit):
        return False
    late = PREP if kind_ == ADVANCING_FIRE else OPPORTUNE if kind_ == PREP_FIRE else 0
    return not state.flags[unit] & (PIN | TI | BLASTED | late) and may_use(
        state, FIRST_GUN + flamethrower_of(state, unit)
    )


def steps_between(state: Firefight, unit: int, hex_: int) -> int:
    return abs(BOTTOM[state.at[unit]] - BOTTOM[hex_])


def power(state: Firefight, unit: int, hex_: int, kind_: str) -> int:
    """ASL-A22.1, ASL-A22.32: 24 next to it, half at two hexes, half at two levels; no other distance
    counts.
    """
    printed = gun(SIDE[unit], FLAME)
    halved = [
        GRID.distance(state.at[unit], hex_) > printed.range,
        steps_between(state, unit, hex_) == STEEP,
        kind_ == FIRST_FIRE and is_dashing(state, state.at[unit], hex_),
    ]
    return int(printed.fp * Fraction(FACTOR["area_fire"]) ** sum(halved))


def attack_of(state: Firefight, unit: int, hex_: int, kind_: str) -> Attack:
    """The attack of a flamethrower; in the window at the movers alone."""
    g, moving = flamethrower_of(state, unit), movers(state) if kind_ == FIRST_FIRE else None
    return Attack(
        side=SIDE[unit],
        hex=hex_,
        kind=FLAME_FIRE,
        firers=(FIRST_GUN + g,),
        firepower=power(state, unit, hex_, kind_),
        fails=limit(state, unit, g),
        targets=moving.units if moving else (),
        ffnam=moving is not None and moving.ffnam,
        inside=moving is None and aims_inside(state, SIDE[unit], hex_),
    )


def burn(state: Firefight, unit: int, hex_: int, kind_: str) -> None:
    """ASL-A22.31: alone, and at once."""
    attack = attack_of(state, unit, hex_, kind_)
    show(state, unit, "ASL-A12.14.c")
    used = GUN2 if has(state, unit, GUN1) else GUN1
    flag(state, unit, BLASTED | used | (PREP if kind_ == PREP_FIRE else 0), "ASL-A22.3")
    state.note(
        "ASL-A22.1", "{} uses its flamethrower at {}", name(state, unit), GRID.name[hex_], kind="attack"
    )
    settle(state, "ASL-A12.14.c")
    state.call(attack, "ASL-A22.1")


# ---------------------------------------------------------------- as a decision


def _units(side: Callable[[Firefight], str], test: Callable[[Firefight, int], bool]) -> Mask:
    return lambda state, frame: sum(
        1 << u for u in on_map(state, side(state)) if test(state, u) and not is_riding(state, u)
    )


def _in_reach(state: Firefight, unit: int, hex_: int) -> bool:
    return GRID.distance(state.at[unit], hex_) <= 2 * gun(SIDE[unit], FLAME).range


def flame_pick(kind_: str, aims: Mask | None = None) -> Pick:
    """In a fire phase at enemies that are known of; in the window at the movers."""

    def side(state: Firefight) -> str:
        return firing_side(kind_, state)

    def apply(state: Firefight, frame: object, unit: int, hex_: Hex) -> None:
        burn(state, unit, hex_, kind_)

    at = aims or (lambda state, frame: Hexes(target_hexes(state, side(state))))
    return Pick(
        verb=Flame,
        names=NAMES,
        units=(
            Screen(
                "ASL-A7.2",
                "{unit} is not on the side that fires, or not on the map",
                _units(side, lambda state, unit: True),
                decisive=True,
            ),
            Screen(
                "ASL-A22.3",
                "{unit} has no flamethrower it could use now",
                _units(side, lambda state, unit: can_use(state, unit, kind_)),
            ),
        ),
        hexes=(
            Screen("ASL-A7.4", "{hex} holds no enemy that can be fired at", at, decisive=True),
            hex_test(
                "ASL-A7.212",
                "{unit} has an enemy in its own Location",
                lambda s, u, h: not busy_at_home(s, u, h),
            ),
            hex_test("ASL-A22.1", "{hex} is more than two hexes from {unit}", _in_reach),
            hex_test(
                "ASL-A22.32",
                "{hex} is more than two levels above or below {unit}",
                lambda s, u, h: steps_between(s, u, h) <= STEEP,
            ),
            hex_test("ASL-A6.11", "{unit} does not see a unit in {hex}", sees),
        ),
        apply=apply,
    )
