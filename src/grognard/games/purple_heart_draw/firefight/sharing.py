"""ASL-D2.6: a vehicle goes through the hex of a manned enemy vehicle, and stays only if it could harm it."""

from __future__ import annotations

from grognard.core.hexes import OFF, members

from . import driving, ordnance, riders, vehicles, verges
from .ablaze import not_ablaze
from .forces import ENEMY, VEHICLE_SIDE
from .going import CODE
from .obstacles import unblocked
from .ordnance import HULL, TURRET
from .position import Driving, Firefight
from .vehicle_ways import (
    CLOSED,
    SHARED,
    Sharing,
    at_of,
    beside,
    free_ground,
    left,
    next_ahead,
    price_of,
    quick_way,
    ways_into,
)

DICE = 5  # to kill
SHELLS = ("AP", "HE", "HEAT")
HARM = (ordnance.BURNS, ordnance.WRECK, ordnance.SHOCK)

# ---------------------------------------------------------------- whom it could harm


def foes(state: Firefight, vehicle: int, hex_: int) -> list[int]:
    """The manned enemy vehicles of a hex."""
    there = vehicles.in_hex(state, ENEMY[VEHICLE_SIDE[vehicle]], hex_)
    return [other for other in there if vehicles.is_manned(state, other)]


def could_harm(state: Firefight, vehicle: int, at: int, target: int) -> bool:
    """Whether its gun, fired from the hex it comes from, destroys or shocks with 5 on the dice to kill; with
    shells that do not run out.
    """
    if at == OFF or not vehicles.has_gun(state, vehicle):
        return False
    weapon, rare = vehicles.main_gun(state, vehicle), vehicles.model(state, vehicle).special
    model, aims = vehicles.armored(state, target), [(HULL, state.hull[target])]
    has_turret = vehicles.model(state, target).turret
    aims.append((TURRET, (state.turret if has_turret else state.hull)[target]))
    for part, spine in aims:
        side = verges.facing(state, target, at, spine)
        for ammo in (one for one in SHELLS if one not in rare and ordnance.basic_kill(weapon, one)):
            number = ordnance.number_to_kill(weapon, ammo, 1, model, part, side)
            if number is not None and ordnance.kill(number, DICE, ammo, part, model.burns_easily) in HARM:
                return True
    return False


def may_stay(state: Firefight, vehicle: int, at: int, hex_: int) -> bool:
    """Whether it could harm every manned enemy vehicle of a hex that it enters from another."""
    return all(could_harm(state, vehicle, at, target) for target in foes(state, vehicle, hex_))


# ---------------------------------------------------------------- whether it can go on


def can_leave(state: Firefight, frame: Driving, at: int, spine: int, budget: int) -> bool:
    """Whether MP are left to drive out of a hex, turns included, into one without an enemy vehicle."""
    free = free_ground(state, frame) & unblocked(state, at) & not_ablaze(state, frame)
    burdened = bool(vehicles.riders_of(state, frame.vehicle))
    for turn in range(-3, 4):
        rest = budget - driving.turning(abs(turn), CODE[at] in CLOSED)
        for hex_ in next_ahead(at, (spine + turn) % 6, frame.reverse):
            way = quick_way(ways_into(state, frame.vehicle, at, hex_, frame.reverse))
            fit = free >> hex_ & 1 and not (burdened and riders.is_closed(state, at, hex_))
            if fit and way is not None and way.cost <= rest:
                return True
    return False


def is_open(state: Firefight, frame: Driving, hex_: int) -> bool:
    """Whether the vehicle may enter the hex of an enemy vehicle: it could harm it, or can go on."""
    if may_stay(state, frame.vehicle, at_of(state, frame), hex_):
        return True
    if frame.escort or (way := price_of(state, frame, hex_)) is None:
        return False
    budget = left(state, frame) - way.cost - frame.slow
    return can_leave(state, frame, hex_, state.hull[frame.vehicle], budget)


def closed_hexes(state: Firefight, frame: Driving, ends: bool) -> int:
    """The hexes with enemy vehicles it may not enter next; `ends`: with all MP that are left."""
    found = 0
    for hex_ in members(vehicles.hexes_of(state, ENEMY[state.mover]) & beside(state, frame)):
        stays = may_stay(state, frame.vehicle, at_of(state, frame), hex_)
        found |= (not stays and (ends or not is_open(state, frame, hex_))) << hex_
    return found


def is_bound(state: Firefight, frame: Driving) -> bool:
    """Whether the vehicle is on its way through the hex of an enemy vehicle, and must leave it."""
    at, vehicle = at_of(state, frame), frame.vehicle
    if at == OFF or not foes(state, vehicle, at) or frame.track[0][0] == at:
        return False
    before = next((hex_ for hex_, _ in reversed(frame.track) if hex_ != at), int(OFF))
    stays = may_stay(state, vehicle, before, at)
    return not stays and can_leave(state, frame, at, state.hull[vehicle], left(state, frame) - frame.slow)


def may_spend(state: Firefight, frame: Driving, price: int, spine: int) -> bool:
    """Whether it may spend MP where it is: who must leave the hex keeps what that costs."""
    if not is_bound(state, frame):
        return True
    rest = left(state, frame) - frame.slow - price
    return can_leave(state, frame, at_of(state, frame), spine, rest)


SHARED.append(Sharing(closed_hexes, is_bound, may_spend))
