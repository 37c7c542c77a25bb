"""ASL-A10.41: units break of their own will at the start of the Rout Phase, so that they may rout."""

from __future__ import annotations

from grognard.core.hexes import Hex
from grognard.core.procedure import Phase, Pick, Screen

from ..board import GRID
from . import vehicles
from .ablaze import is_ablaze
from .deploying import is_asked_anyway
from .eyes import FOUND_WITHIN, is_adjacent, normal_range, sees, threats, vehicle_sees_unit
from .forces import ENEMY, NAMES, SIDE
from .position import BERSERK, BROKEN, CLIMBING, MELEE, Firefight, Mask, Who
from .units import break_unit, has, is_fearless, known, on_map, settle
from .unmasking import bare_pick
from .wall_claims import wall_picks
from .words import Break


def _is_beside(state: Firefight, unit: int, at: int) -> bool:
    return state.at[unit] == at or is_adjacent(state, state.at[unit], at)


def is_pressed(state: Firefight, unit: int) -> bool:
    """Whether an unbroken enemy the unit's side knows of is ADJACENT, or an armed one sees it in Normal
    Range.
    """
    side = SIDE[unit]
    if any(_is_beside(state, unit, state.at[e]) for e in known(state, side) if not has(state, e, BROKEN)):
        return True
    for enemy in threats(state, side):
        near = GRID.distance(state.at[enemy], state.at[unit]) <= normal_range(state, enemy)
        if near and sees(state, unit, state.at[enemy]):
            return True
    crews = [v for v in vehicles.on_map(state, ENEMY[side]) if vehicles.is_active(state, v)]
    close = [v for v in crews if GRID.distance(state.vehicle_at[v], state.at[unit]) <= FOUND_WITHIN]
    return any(vehicle_sees_unit(state, v, unit) for v in close)


def may_break(state: Firefight, unit: int) -> bool:
    """Not where breaking would reduce or kill it: heroes, berserk units, climbers; nor in Melee or aboard."""
    unfit = BROKEN | MELEE | BERSERK | CLIMBING
    if state.flags[unit] & unfit or is_fearless(state, unit) or vehicles.is_riding(state, unit):
        return False
    return is_ablaze(state, state.at[unit]) or is_pressed(state, unit)


def _own(who: Who) -> Mask:
    return lambda state, frame: sum(1 << u for u in on_map(state, who(state, frame)))


def _fit(who: Who) -> Mask:
    return lambda state, frame: sum(1 << u for u in on_map(state, who(state, frame)) if may_break(state, u))


def give_way(state: Firefight, frame: object, unit: int, hex_: Hex) -> None:
    break_unit(state, unit, "ASL-A10.41")
    settle(state, "ASL-A10.41")


def break_phase(who: Who, title: str) -> Phase:
    words = "{unit} is broken or cannot break, or no enemy is beside it or has it in sight and Normal Range"
    return Phase(
        clause="ASL-A10.41",
        name=title,
        title="voluntary break",
        side=who,
        asks_anyway=lambda state, frame: is_asked_anyway(state, who(state, frame)),
        picks=(
            bare_pick(who),
            Pick(
                verb=Break,
                names=NAMES,
                units=(
                    Screen("ASL-A3", "{unit} is not on the side that is asked", _own(who), decisive=True),
                    Screen("ASL-A10.41", words, _fit(who)),
                ),
                apply=give_way,
            ),
            *wall_picks(who),
        ),
    )
