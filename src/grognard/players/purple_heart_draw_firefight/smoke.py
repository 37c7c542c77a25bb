"""Smoke grenades: who throws one into an enemy's hex before the others move past it."""

from __future__ import annotations

from typing import NamedTuple

from grognard.games.purple_heart_draw.firefight.grenades import can_throw, goals
from grognard.games.purple_heart_draw.firefight.position import Firefight, Moving
from grognard.games.purple_heart_draw.firefight.units import kind, morale

from .exposure import SUSPECTED, worth
from .objectives import way_to
from .routes import ASSAULT, Outlook, best_for, can_move

WITHIN = 12  # half MF from the enemy within which squads that have not moved are helped
SCREENS = 1.5  # what SMOKE on an average garrison is worth to each of them
MOST_HELPED = 4


class Throw(NamedTuple):
    """Who throws a grenade, where, and what that gains."""

    unit: int
    hex: int
    gain: float


def best_throw(look: Outlook) -> Throw | None:
    """The grenade that helps the others most, if it is worth more than what the thrower could do instead."""
    state = look.state
    clouds = {hex_ for hex_, _, _ in state.smoke}
    power = {fire.at: fire.power for fire in look.marked if not fire.near_only}
    found = []
    for unit in (u for there in look.friends.values() for u in there if _can_throw(state, u)):
        for hex_ in goals(state, unit):
            if hex_ in power and hex_ not in clouds:
                found.append(Throw(unit, hex_, _gain(look, unit, hex_, power[hex_])))
    best = max(found, key=lambda throw: throw.gain, default=None)
    return best if best is not None and best.gain > 0 else None


def _can_throw(state: Firefight, unit: int) -> bool:
    return can_move(state, unit) and can_throw(state, Moving(units=(unit,), origin=state.at[unit]), unit)


def _gain(look: Outlook, unit: int, hex_: int, power: float) -> float:
    state = look.state
    helped = sum(
        1
        for at, there in look.friends.items()
        if way_to(state, hex_, at) <= WITHIN
        for u in there
        if u != unit and kind(state, u).size and can_move(state, u)
    )
    screen = SCREENS * min(MOST_HELPED, helped) * power / SUSPECTED[0] * kind(state, unit).smoke / 6
    fire = worth(state, unit) * look.risk(state.at[unit], morale(state, unit), ASSAULT)
    return screen - fire - max(0.0, best_for(look, (unit,)).gain)
