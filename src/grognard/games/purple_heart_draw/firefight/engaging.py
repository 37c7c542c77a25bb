"""Bazooka, Panzerschreck and Panzerfaust against vehicles: who may fire them at which hex."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from grognard.core.hexes import Hex, members
from grognard.core.procedure import Pick, Screen

from . import aiming, tank_fire, vehicles
from .aiming import own_shells
from .fire import firing_side, shot_out
from .forces import ENEMY, FIRERS, FIRST_GUN, SIDE
from .panzerfaust import faust_screens
from .position import Firefight, Mask, Who
from .shelling import shell_screens
from .shots import FIRST_FIRE, PREP_FIRE
from .tank_shot import declare, light_shell
from .units import on_map, shooter
from .vehicle_goals import enemy_hexes
from .words import Engage


def _can_engage(state: Firefight, firer: int, hex_: int) -> bool:
    """ASL-A6.11, ASL-C2.25, ASL-B11.31: a vehicle of the enemy there, seen and in range."""
    unit = shooter(state, firer)
    if not aiming.reaches(state, firer, hex_) or aiming.is_over_cliff(state, firer, hex_):
        return False
    if not aiming.weapon_of(state, firer).is_light:
        return False
    shell = light_shell(state, PREP_FIRE, firer, hex_)
    return state.at[unit] == hex_ or any(
        tank_fire.is_seen(state, shell, v) for v in tank_fire.enemy_vehicles(state, SIDE[unit], hex_)
    )


ENGAGES = "{hex} holds no enemy vehicle that {unit} sees in range"


def engage_picks(kind_: str) -> tuple[Pick, ...]:
    """Bazooka, Panzerschreck and Panzerfaust against vehicles in a fire phase."""
    who = (lambda state, frame: kind_, lambda state, frame: firing_side(kind_, state))

    def prepare(state: Firefight, frame: object) -> Callable[[int], int]:
        hexes = members(enemy_hexes(state, firing_side(kind_, state)))
        return lambda firer: sum(1 << h for h in hexes if _can_engage(state, firer, h))

    hexes = (Screen("ASL-C13.1", ENGAGES, prepare, each=True),)

    def apply(state: Firefight, frame: object, firer: int, hex_: Hex) -> None:
        declare(state, tank_fire.choose_default(state, light_shell(state, kind_, firer, hex_)))

    return (Pick(verb=Engage, names=FIRERS, units=_engagers(*who), hexes=hexes, apply=apply),)


def _engagers(kind_of: Who, side_of: Who) -> tuple[Screen, ...]:
    """Either way of firing at a vehicle: with a weapon, or with a Panzerfaust."""
    weapons, fausts = shell_screens(kind_of, side_of), faust_screens(kind_of, side_of)

    def mask(state: Firefight, frame: object) -> int:
        found = 0
        for screens in (weapons, fausts):
            bits = -1
            for screen in screens:
                bits &= screen.mask(state, frame)
            found |= bits
        light = [f for f in own_shells(state, side_of(state, frame)) if aiming.weapon_of(state, f).is_light]
        return found & (sum(1 << f for f in light) | (1 << FIRST_GUN) - 1)

    words = "{unit} has no light anti-tank weapon or Panzerfaust that it could fire now"
    return (Screen("ASL-C13.4", words, mask),)


def engage_mover(mover_hex: Mask) -> Pick:
    """The same as First Fire at a vehicle on its way."""
    who = (lambda state, frame: FIRST_FIRE, lambda state, frame: ENEMY[state.mover])

    def seen(state: Firefight, frame: object) -> int:
        there = members(mover_hex(state, frame))
        side = ENEMY[state.mover]
        firers = [*on_map(state, side), *own_shells(state, side)] if there else []
        return sum(1 << f for f in firers if _can_engage(state, f, there[0]) and not shot_out(state, f))

    def in_turn(state: Firefight, frame: object) -> int:
        """ASL-D7.22: in the own hex after an overrun, from elsewhere before it."""
        there, side = members(mover_hex(state, frame)), ENEMY[state.mover]
        firers = [*on_map(state, side), *own_shells(state, side)] if there else []
        after = vehicles.is_crushed(state)
        return sum(1 << f for f in firers if (state.at[shooter(state, f)] == there[0]) == after)

    def apply(state: Firefight, frame: object, firer: int, hex_: Hex) -> None:
        shell = tank_fire.choose_default(state, light_shell(state, FIRST_FIRE, firer, hex_))
        declare(state, replace(shell, rear=vehicles.is_crushed(state)))

    own = "{unit} fires at a vehicle in its own hex only after an overrun, and who is elsewhere before it"
    return Pick(
        verb=Engage,
        names=FIRERS,
        units=(
            *_engagers(*who),
            Screen("ASL-C13.1", ENGAGES.replace("{hex}", "the mover's hex"), seen),
            Screen("ASL-D7.22", own, in_turn),
        ),
        hexes=(Screen("ASL-A8.1", "{hex} is not where the mover is", mover_hex),),
        apply=apply,
    )
