"""Where a vehicle may go next, and what it costs it."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from grognard.core.hexes import OFF, members
from grognard.core.procedure import Screen

from ..board import GRID
from . import driving, riders, vehicles
from .ablaze import NO_ENTRY, not_ablaze
from .clouds import smoke_in
from .driving import COST, Step
from .forces import ENEMY, VEHICLE_SIDE, VEHICLES_OF
from .going import CODE, hexside, is_road
from .obstacles import is_blocked, unblocked, wired
from .position import V_BARRED, V_DUE, V_EXPOSED, Driving, Firefight, Mask
from .rubble import is_fallen
from .terrain import BOCAGE, BRIDGE_HEX, LANES
from .verges import ahead_of

CLOSED = ("woods", "building")


def entry_turn(state: Firefight, vehicle: int) -> int:
    """ASL-A2.5: the turn in which a vehicle enters."""
    side = VEHICLE_SIDE[vehicle]
    force = state.card.forces(state.options.balance)[side]
    place = VEHICLES_OF[side].index(vehicle)
    return force.vehicles[place][1] if place < len(force.vehicles) else 1


def is_waiting(state: Firefight, vehicle: int) -> bool:
    """Whether it is due to enter now."""
    due = vehicles.has(state, vehicle, V_DUE) and not vehicles.has(state, vehicle, V_BARRED)
    return due and bool(state.vehicle_kind[vehicle]) and state.turn >= entry_turn(state, vehicle)


def gates(state: Firefight, vehicle: int) -> int:
    """PHD-TM8.ff: the edge hexes by which a vehicle may enter."""
    return int(state.card.entry) & (int(state.gates[vehicle]) or -1)


def entry_hexes(state: Firefight, vehicle: int) -> int:
    kind = state.vehicle_kind[vehicle]
    return sum(1 << h for h in members(gates(state, vehicle)) if driving.entries(kind, h))


def at_of(state: Firefight, frame: Driving) -> int:
    return int(state.vehicle_at[frame.vehicle])


def left(state: Firefight, frame: Driving) -> int:
    """Half MP that are left."""
    return riders.whole_mp(state, frame.vehicle) + frame.more - frame.spent


def is_able(state: Firefight, frame: object) -> bool:
    """Whether the vehicle can still go on."""
    if not isinstance(frame, Driving) or frame.minimum:
        return False
    waits = is_waiting(state, frame.vehicle)
    return waits or vehicles.can_drive(state, frame.vehicle)


def ahead(state: Firefight, frame: Driving) -> list[int]:
    """ASL-D2.11, ASL-D2.2: the two hexes before the hull, or behind it in reverse."""
    at, verge = at_of(state, frame), state.verge[frame.vehicle]
    if verge >= 0:  # ASL-D2.3
        return [int(GRID.step(at, ahead_of(verge)))]
    return next_ahead(at, state.hull[frame.vehicle], frame.reverse)


def next_ahead(at: int, spine: int, reverse: bool) -> list[int]:
    back = 3 if reverse else 0
    found = [GRID.step(at, (spine + back + n) % 6) for n in (0, 1)]
    return [hex_ for hex_ in found if hex_ in GRID.name]


def ways_into(state: Firefight, vehicle: int, at: int, hex_: int, reverse: bool = False) -> list[Step]:
    """Every way into the next hex with all that adds to its cost."""
    id_, buttoned = state.vehicle_kind[vehicle], not vehicles.has(state, vehicle, V_EXPOSED)
    if at == OFF:
        found = driving.entries(id_, hex_, buttoned)
    else:
        blocked = is_blocked(state, at, hex_)  # ASL-B29
        open_, fallen = (at, hex_) in state.breaches, is_fallen(state, hex_)
        found = [] if blocked else driving.ways(id_, at, hex_, buttoned, open_, fallen)
    if wired(state, VEHICLE_SIDE[vehicle]) >> hex_ & 1:
        found = [driving.over_wire(id_, way) for way in found]
    if reverse and at != OFF and hexside(at, hex_) == BOCAGE and (at, hex_) not in state.breaches:
        return []
    more = _obstruction(state, vehicle, at, hex_)
    costs = (way.cost + more for way in found)
    return [way._replace(cost=cost * (COST["reverse"] if reverse else 1)) for way, cost in zip(found, costs)]


def _obstruction(state: Firefight, vehicle: int, at: int, hex_: int) -> int:
    """ASL-D2.14, ASL-A24.4: vehicles, wrecks and SMOKE in the hex."""
    count = vehicles.in_the_way(state, hex_, vehicle)
    double = CODE[hex_] == "woods" or (at != OFF and is_road(at, hex_))
    smoke = bool(smoke_in(state, hex_)) or hex_ in vehicles.fires(state)
    return int(count * COST["in_the_way"] * (2 if double else 1) + COST["smoke"] * smoke)


def quick_way(found: list[Step]) -> Step | None:
    """Of two ways into woods the one with half the MP; else the only one."""
    return found[-1] if found else None


def price_of(state: Firefight, frame: Driving, hex_: int, creeping: bool = False) -> Step | None:
    """The way into the next hex: quick, or through woods with all MP."""
    found = ways_into(state, frame.vehicle, at_of(state, frame), hex_, frame.reverse)
    if creeping:
        return found[0] if len(found) > 1 and not frame.reverse else None
    return quick_way(found)


def may_pay(state: Firefight, frame: Driving, price: int) -> bool:
    """ASL-D2.15: a hex that costs more than the printed MP takes them all, as the first expenditure."""
    whole = 2 * vehicles.model(state, frame.vehicle).mp
    return price + frame.slow <= left(state, frame) or (price > whole and not frame.spent and frame.rolling)


def beside(state: Firefight, frame: object) -> int:
    """The hexes a vehicle may enter next by where it points."""
    if not isinstance(frame, Driving) or not is_able(state, frame) or not frame.rolling:
        return 0
    if at_of(state, frame) == OFF:
        return gates(state, frame.vehicle)
    return sum(1 << hex_ for hex_ in ahead(state, frame))


def payable(creeping: bool) -> Mask:
    def mask(state: Firefight, frame: object) -> int:
        found = 0
        if not isinstance(frame, Driving):
            return found
        for hex_ in members(beside(state, frame)):
            way = price_of(state, frame, hex_, creeping)
            found |= (way is not None and may_pay(state, frame, cost_of(state, frame, way, creeping))) << hex_
        return found

    return mask


def cost_of(state: Firefight, frame: Driving, way: Step, creeping: bool) -> int:
    """ASL-B13.41: with all MP that are left, which must be all or what hexsides and levels leave."""
    return max(way.cost, left(state, frame)) if creeping else way.cost


class Sharing(NamedTuple):
    """ASL-D2.6: the hexes with enemy vehicles that are closed to the next expenditure, or to one with all MP;
    whether the vehicle must leave the hex it is in; whether it may spend MP there, its hull pointing so.
    """

    closed: Callable[[Firefight, Driving, bool], int]
    is_bound: Callable[[Firefight, Driving], bool]
    may_spend: Callable[[Firefight, Driving, int, int], bool]


SHARED: list[Sharing] = []  # given by its module


class Homeward(NamedTuple):
    """ASL-D5.341: whether a vehicle is recalled; where it may go and turn then; whether it can leave the map
    now, and must go on; how it leaves.
    """

    is_recalled: Callable[[Firefight, int], bool]
    next_hexes: Callable[[Firefight, Driving], int]
    spines: Callable[[Firefight, Driving], set[int]]
    may_leave: Callable[[Firefight, Driving], bool]
    is_bound: Callable[[Firefight, Driving], bool]
    depart: Callable[[Firefight], None]


HOMEWARD: list[Homeward] = []  # given by its module


def is_recalled(state: Firefight, frame: object) -> bool:
    return isinstance(frame, Driving) and HOMEWARD[0].is_recalled(state, frame.vehicle)


def homeward(state: Firefight, frame: object) -> int:
    """ASL-D5.341: of a recalled vehicle the next hexes of a cheapest way."""
    return HOMEWARD[0].next_hexes(state, frame) if isinstance(frame, Driving) else -1


def not_recalled(state: Firefight, frame: object) -> int:
    return 0 if is_recalled(state, frame) else -1


def free_of_vehicles(state: Firefight, frame: object) -> int:
    """ASL-D2.6: not into the hex of an enemy vehicle: whole ways and overruns."""
    return ~vehicles.hexes_of(state, ENEMY[state.mover])


def may_share(ends: bool) -> Mask:
    """ASL-D2.6: into the hex of an enemy vehicle that it could harm, or from which it can go on."""

    def mask(state: Firefight, frame: object) -> int:
        return ~SHARED[0].closed(state, frame, ends) if isinstance(frame, Driving) else -1

    return mask


def may_spend(state: Firefight, frame: Driving, price: int) -> bool:
    """ASL-D2.6: whether the MP are not needed to leave the hex of an enemy vehicle."""
    return SHARED[0].may_spend(state, frame, price, state.hull[frame.vehicle])


def _taken(state: Firefight, narrow: int) -> int:
    """Hexes that take one vehicle and have one."""
    return ~(narrow & sum(1 << at for at in {int(at) for at in state.vehicle_at} if at >= 0))


def _free_lane(state: Firefight, frame: object) -> int:
    return _taken(state, LANES)


def _free_bridge(state: Firefight, frame: object) -> int:
    """ASL-B6.43: a vehicle or wreck on the bridge blocks it."""
    return _taken(state, 1 << BRIDGE_HEX)


def not_blocked(state: Firefight, frame: object) -> int:
    """ASL-D2.6, ASL-B4.43.afv, ASL-B6.43, ASL-B25.14."""
    return free_of_vehicles(state, frame) & passable(state, frame)


def passable(state: Firefight, frame: object) -> int:
    """ASL-B4.43.afv, ASL-B6.43, ASL-B25.14: where a vehicle may go, enemy vehicles set aside."""
    return _free_lane(state, frame) & _free_bridge(state, frame) & not_ablaze(state, frame)


def free_ground(state: Firefight, frame: object) -> int:
    """Where a vehicle may go that is not to meet an enemy vehicle."""
    return int(state.card.area) & not_blocked(state, frame)


def unblocked_hexes(state: Firefight, frame: object) -> int:
    return unblocked(state, at_of(state, frame)) if isinstance(frame, Driving) else -1


def fit_for_riders(state: Firefight, frame: object) -> int:
    """ASL-D6.21: with units aboard, not through bocage or closed ground."""
    if not isinstance(frame, Driving) or not vehicles.riders_of(state, frame.vehicle):
        return -1
    at = at_of(state, frame)
    return ~sum(1 << h for h in members(beside(state, frame)) if riders.is_closed(state, at, h))


# ASL-D9.31: where a vehicle may go with Infantry beside it, next and by whole ways: given by its module
ESCORTED: list[tuple[Callable[[Firefight, object], int], Callable[[Firefight, object], int]]] = []


def _with_escort(state: Firefight, frame: object) -> int:
    return ESCORTED[0][0](state, frame)


def unescorted(state: Firefight, frame: object) -> int:
    return ESCORTED[0][1](state, frame)


GO_SCREENS = (
    Screen("FF-AREA", "{hex} lies outside the area of the fight", lambda s, f: s.card.area, decisive=True),
    Screen(
        "ASL-D2.11",
        "{hex} is not before the vehicle (behind it in reverse), or the vehicle has not started",
        beside,
        decisive=True,
    ),
    Screen("ASL-B29", "a roadblock lies before {hex}", unblocked_hexes),
    Screen(
        "ASL-D2.6",
        "an enemy vehicle it could not harm is in {hex}, and no MP to go on",
        may_share(False),
    ),
    Screen("ASL-B4.43.afv", "the sunken lane takes one vehicle at a time", _free_lane),
    Screen("ASL-B6.43", "the bridge takes one vehicle at a time", _free_bridge),
    Screen("ASL-B25.14", NO_ENTRY, not_ablaze),
    Screen("ASL-D6.21", "riders bail out before their vehicle goes to {hex}", fit_for_riders),
    Screen("ASL-D9.31", "the Infantry beside the vehicle cannot go to {hex} with it", _with_escort),
    Screen("ASL-D5.341", "{hex} is not on the cheapest way to the edge of a recalled vehicle", homeward),
)
