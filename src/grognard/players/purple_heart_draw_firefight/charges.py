"""Demolition charges: what one is expected to do to an enemy."""

from __future__ import annotations

from grognard.core.ruling import total
from grognard.games.purple_heart_draw.firefight.demolition import can_use, charge_of
from grognard.games.purple_heart_draw.firefight.eyes import is_adjacent
from grognard.games.purple_heart_draw.firefight.forces import ENEMY, GUN_SIDE, gun
from grognard.games.purple_heart_draw.firefight.going import near
from grognard.games.purple_heart_draw.firefight.grenades import cost_now
from grognard.games.purple_heart_draw.firefight.position import Attack, Firefight
from grognard.games.purple_heart_draw.firefight.shots import CHARGE_FIRE, column, modifiers
from grognard.games.purple_heart_draw.firefight.tables import CHARGE
from grognard.games.purple_heart_draw.firefight.units import known_in, morale, number

from .exposure import SUSPECTED_WORTH, eviction, harm, worth

LAID = 0.6  # how often the placer comes through, and the charge goes off
SUSPECTED_MORALE = 8


def promise(state: Firefight, unit: int, hex_: int) -> float:
    """What a charge of a unit in a hex is expected to cost the enemy there."""
    g, side = charge_of(state, unit), ENEMY[GUN_SIDE[charge_of(state, unit)]]
    power = gun(GUN_SIDE[g], CHARGE).fp
    there = known_in(state, ENEMY[side], hex_)
    attack = Attack(
        side=ENEMY[side], hex=hex_, kind=CHARGE_FIRE, firepower=power, seen=tuple(there)
    )  # as if laid now
    drm = total(modifiers(state, attack))
    found = sum(worth(state, u) * harm(column(state, attack), drm, morale(state, u)) for u in there)
    if state.shrouds[number(side)] >> hex_ & 1:
        found += SUSPECTED_WORTH * harm(column(state, attack, True), drm, SUSPECTED_MORALE)
    ground = eviction(state, attack.side, hex_)
    return LAID * (found + ground * harm(column(state, attack, not there), drm, SUSPECTED_MORALE))


def best_lay(state: Firefight, units: tuple[int, ...], at: int, left: int, foes: int) -> float:
    """What a stack gains by a charge that one of it lays from a hex with so many half MF left."""
    best = 0.0
    for unit in (u for u in units if can_use(state, u)):
        for hex_ in (h for h in near(at) if foes >> h & 1 and is_adjacent(state, at, h)):
            price = cost_now(state, at, hex_)
            if price is not None and price <= left:
                best = max(best, promise(state, unit, hex_))
    return best
