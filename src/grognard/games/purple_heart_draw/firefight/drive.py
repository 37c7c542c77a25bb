"""Vehicles on their way, one expenditure at a time. MP are counted in halves."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from grognard.core import procedure
from grognard.core.caching import once_a_position
from grognard.core.facts import Action
from grognard.core.hexes import OFF, Hex, members
from grognard.core.procedure import Auto, Phase, Pick, Screen
from grognard.core.ruling import Ruling, total

from ..board import GRID
from . import driving, gyro, riders, skirting, vehicle_mines, vehicles
from .ablaze import NO_ENTRY, not_ablaze
from .arcs import SPINES
from .clouds import smoke_in
from .driving import COST, Step
from .eyes import find_works, vehicle_sees, vehicle_sees_vehicle
from .fire_for_effect import fall_on_vehicle
from .forces import ENEMY, VEHICLE_NAMES, VEHICLE_SIDE, VEHICLES_OF
from .going import CODE, hexside, is_road
from .obstacles import WIRE, hidden_in, is_blocked, unblocked, uncover, wired
from .position import (
    V_BARRED,
    V_BEGAN,
    V_BOGGED,
    V_BOUNDING,
    V_DONE,
    V_DUE,
    V_ENTERED,
    V_EXPOSED,
    V_MOTION,
    V_PREP,
    V_RECALLED,
    V_SKIRTS,
    V_STUCK,
    Bogging,
    Confronting,
    Crushing,
    Driving,
    Firefight,
    Mask,
    Reply,
    fact,
)
from .rubble import is_fallen
from .setup import ONTO_MAP
from .terrain import BOCAGE, BRIDGE_HEX, LANES
from .units import known_in, number, settle
from .vehicles import DATA, name
from .verges import POSITIONS, ahead_of
from .victory import check_victory
from .words import (
    Button,
    Bypass,
    Creep,
    Delay,
    Depart,
    Drive,
    Expose,
    Go,
    Onward,
    Reverse,
    Slow,
    Speed,
    Start,
    Steer,
    Stop,
    Swing,
    Unbog,
)

LEFT, RIGHT = -1, -2  # turns in a whole way
HANDS = {"left": LEFT, "right": RIGHT}
CLOSED = ("woods", "building")
SPEED = DATA["speed"]

# ---------------------------------------------------------------- who


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


def _present(state: Firefight, vehicle: int) -> bool:
    return vehicles.is_manned(state, vehicle) or is_waiting(state, vehicle)


def _bits(state: Firefight, test: Callable[[Firefight, int], bool]) -> int:
    return sum(1 << v for v in VEHICLES_OF[state.mover] if test(state, v))


WHO = (
    Screen(
        "ASL-D2.1",
        "{unit} is not a manned vehicle of the side that moves, or not due",
        lambda s, f: _bits(s, _present),
        decisive=True,
    ),
    Screen(
        "ASL-D.3",
        "{unit} has fired in the Prep Fire Phase",
        lambda s, f: _bits(s, lambda s, v: not vehicles.has(s, v, V_PREP)),
    ),
    Screen(
        "ASL-D2.1", "{unit} has moved", lambda s, f: _bits(s, lambda s, v: not vehicles.has(s, v, V_DONE))
    ),
    Screen(
        "ASL-C7.5",
        "{unit} is immobilized, or its crew is shocked or stunned",
        lambda s, f: _bits(s, lambda s, v: is_waiting(s, v) or vehicles.can_drive(s, v) or _may_unbog(s, v)),
    ),
)


def _may_unbog(state: Firefight, vehicle: int) -> bool:
    return (
        vehicles.is_active(state, vehicle)
        and vehicles.has(state, vehicle, V_BOGGED)
        and not (vehicles.has(state, vehicle, V_STUCK))
    )


def begin(state: Firefight, frame: object, vehicle: int, hex_: Hex) -> None:
    """ASL-D2.12: a vehicle in Motion, or that enters, need not start."""
    at, rolling = state.vehicle_at[vehicle], vehicles.has(state, vehicle, V_MOTION)
    track = ((int(at), 0),)
    if rolling:
        vehicles.flag(state, vehicle, V_BEGAN, "ASL-C.8")
    state.call(Driving(vehicle=vehicle, rolling=rolling or at == OFF, track=track), "ASL-D2.1")


DRIVE = Pick(verb=Drive, names=VEHICLE_NAMES, units=WHO, apply=begin)


def must_enter(state: Firefight, frame: object) -> Ruling | None:
    """ASL-A2.5, ASL-D2.4: vehicles that are due enter, and one in Motion moves."""
    for vehicle in VEHICLES_OF[state.mover]:
        waits = is_waiting(state, vehicle) and not vehicles.has(state, vehicle, V_DONE)
        if waits and not state.card.is_mission and entry_hexes(state, vehicle):
            return Ruling("ASL-A2.5", f"{name(state, vehicle)} is due and must enter")
        moves = vehicles.can_drive(state, vehicle) and vehicles.has(state, vehicle, V_MOTION)
        if moves and not vehicles.has(state, vehicle, V_DONE | V_PREP):
            return Ruling("ASL-D2.4", f"{name(state, vehicle)} is in Motion and must spend at least 1 MP")
    return None


def gates(state: Firefight, vehicle: int) -> int:
    """PHD-TM8.ff: the edge hexes by which a vehicle may enter."""
    return int(state.card.entry) & (int(state.gates[vehicle]) or -1)


def entry_hexes(state: Firefight, vehicle: int) -> int:
    kind = state.vehicle_kind[vehicle]
    return sum(1 << h for h in members(gates(state, vehicle)) if driving.entries(kind, h))


# ---------------------------------------------------------------- what the next expenditure costs


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


def _payable(creeping: bool) -> Mask:
    def mask(state: Firefight, frame: object) -> int:
        found = 0
        if not isinstance(frame, Driving):
            return found
        for hex_ in members(beside(state, frame)):
            way = price_of(state, frame, hex_, creeping)
            found |= (way is not None and may_pay(state, frame, _cost(state, frame, way, creeping))) << hex_
        return found

    return mask


def _cost(state: Firefight, frame: Driving, way: Step, creeping: bool) -> int:
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


def _homeward(state: Firefight, frame: object) -> int:
    """ASL-D5.341: of a recalled vehicle the next hexes of a cheapest way."""
    return HOMEWARD[0].next_hexes(state, frame) if isinstance(frame, Driving) else -1


def not_recalled(state: Firefight, frame: object) -> int:
    return 0 if is_recalled(state, frame) else -1


def free_of_vehicles(state: Firefight, frame: object) -> int:
    """ASL-D2.6: not into the hex of an enemy vehicle: whole ways and overruns."""
    return ~vehicles.hexes_of(state, ENEMY[state.mover])


def _may_share(ends: bool) -> Mask:
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


def _not_blocked(state: Firefight, frame: object) -> int:
    """ASL-D2.6, ASL-B4.43.afv, ASL-B6.43, ASL-B25.14."""
    return free_of_vehicles(state, frame) & _passable(state, frame)


def _passable(state: Firefight, frame: object) -> int:
    """ASL-B4.43.afv, ASL-B6.43, ASL-B25.14: where a vehicle may go, enemy vehicles set aside."""
    return _free_lane(state, frame) & _free_bridge(state, frame) & not_ablaze(state, frame)


def free_ground(state: Firefight, frame: object) -> int:
    """Where a vehicle may go that is not to meet an enemy vehicle."""
    return int(state.card.area) & _not_blocked(state, frame)


def _unblocked(state: Firefight, frame: object) -> int:
    return unblocked(state, at_of(state, frame)) if isinstance(frame, Driving) else -1


def _fit_for_riders(state: Firefight, frame: object) -> int:
    """ASL-D6.21: with units aboard, not through bocage or closed ground."""
    if not isinstance(frame, Driving) or not vehicles.riders_of(state, frame.vehicle):
        return -1
    at = at_of(state, frame)
    return ~sum(1 << h for h in members(beside(state, frame)) if riders.is_closed(state, at, h))


# ASL-D9.31: where a vehicle may go with Infantry beside it, next and by whole ways: given by its module
ESCORTED: list[tuple[Callable[[Firefight, object], int], Callable[[Firefight, object], int]]] = []


def _with_escort(state: Firefight, frame: object) -> int:
    return ESCORTED[0][0](state, frame)


def _unescorted(state: Firefight, frame: object) -> int:
    return ESCORTED[0][1](state, frame)


GO_SCREENS = (
    Screen("FF-AREA", "{hex} lies outside the area of the fight", lambda s, f: s.card.area, decisive=True),
    Screen(
        "ASL-D2.11",
        "{hex} is not before the vehicle (behind it in reverse), or the vehicle has not started",
        beside,
        decisive=True,
    ),
    Screen("ASL-B29", "a roadblock lies before {hex}", _unblocked),
    Screen(
        "ASL-D2.6",
        "an enemy vehicle it could not harm is in {hex}, and no MP to go on",
        _may_share(False),
    ),
    Screen("ASL-B4.43.afv", "the sunken lane takes one vehicle at a time", _free_lane),
    Screen("ASL-B6.43", "the bridge takes one vehicle at a time", _free_bridge),
    Screen("ASL-B25.14", NO_ENTRY, not_ablaze),
    Screen("ASL-D6.21", "riders bail out before their vehicle goes to {hex}", _fit_for_riders),
    Screen("ASL-D9.31", "the Infantry beside the vehicle cannot go to {hex} with it", _with_escort),
    Screen("ASL-D5.341", "{hex} is not on the cheapest way to the edge of a recalled vehicle", _homeward),
)

# ---------------------------------------------------------------- choices without a hex


def bypasses(state: Firefight, frame: Driving) -> list[tuple[skirting.Way, int]]:
    """ASL-D2.3: the hexsides it may go along next, with what each costs."""
    if not frame.rolling or frame.reverse or frame.escort or frame.crush:
        return []
    at, vehicle = at_of(state, frame), frame.vehicle
    found = skirting.ways(state, vehicle, at, ahead(state, frame))
    more = [0 if one.hex == at else _obstruction(state, vehicle, at, one.hex) for one in found]
    prices = [(one, one.cost + extra) for one, extra in zip(found, more, strict=True)]
    return [row for row in prices if row[1] + frame.slow <= left(state, frame)]


def choices(state: Firefight, frame: object) -> Sequence[Action]:
    if not isinstance(frame, Driving):
        return ()
    if _may_unbog(state, frame.vehicle) and not frame.spent:
        return [Unbog()]
    if not is_able(state, frame):
        return ()
    if at_of(state, frame) == OFF:
        return [Steer(hand) for hand in HANDS]
    if is_recalled(state, frame):
        return [*_recalled_choices(state, frame)]
    rows = (_gears, _turns, _hatch, _speeds)
    round_ = [skirting.action_of(way) for way, _ in bypasses(state, frame)]
    return [*(action for row in rows for action in row(state, frame)), *round_]


def _recalled_choices(state: Firefight, frame: Driving) -> Iterator[Action]:
    """ASL-D5.341: it starts, turns on its way, and leaves; crew and turret are free."""
    if not frame.rolling and left(state, frame) >= COST["start"]:
        yield Start()
    spines = HOMEWARD[0].spines(state, frame)
    for action in _turns(state, frame):
        if not isinstance(action, Steer) or turned(state.hull[frame.vehicle], HANDS[action.hand]) in spines:
            yield action
    yield from _hatch(state, frame)
    if HOMEWARD[0].may_leave(state, frame):
        yield Depart()


def _gears(state: Firefight, frame: Driving) -> Iterator[Action]:
    """ASL-D2.12, ASL-D2.13, ASL-D2.2."""
    in_motion = frame.spent or vehicles.has(state, frame.vehicle, V_MOTION)
    bound = SHARED[0].is_bound(state, frame)
    if frame.rolling and in_motion and left(state, frame) >= COST["stop"] and not bound:
        yield Stop()
    if not frame.rolling and left(state, frame) >= COST["start"]:
        yield Start()
        if state.verge[frame.vehicle] < 0:
            yield Reverse()
    if not frame.rolling and left(state, frame) >= DELAY:
        yield Delay()  # ASL-D2.17
    if frame.rolling and left(state, frame) - frame.slow >= 2 * DELAY and may_spend(state, frame, DELAY):
        yield Slow()  # ASL-D2.18


DELAY = 2  # half MP


def turn_cost(state: Firefight, frame: Driving) -> int:
    return driving.turning(1, CODE[at_of(state, frame)] in CLOSED)


def _turns(state: Firefight, frame: Driving) -> Iterator[Action]:
    """ASL-D2.11, ASL-D3.12: the hull by one hexspine; the turret with any MP."""
    verge = state.verge[frame.vehicle]  # ASL-D2.33
    if frame.rolling and verge < 0 and left(state, frame) >= turn_cost(state, frame):
        yield from (Steer(hand) for hand in HANDS if _may_turn(state, frame, HANDS[hand]))
    burdened = vehicles.riders_of(state, frame.vehicle)  # ASL-D6.21
    if vehicles.model(state, frame.vehicle).turret and frame.spent and not burdened:
        now, hull = state.turret[frame.vehicle], state.hull[frame.vehicle]
        fits = [(hull + one) % 6 for one in POSITIONS] if verge >= 0 else range(6)
        words = (word for n, word in enumerate(SPINES) if n != now and n in fits)
        yield from (Swing(word) for word in sorted(words))


def _may_turn(state: Firefight, frame: Driving, hand: int) -> bool:
    spine = turned(state.hull[frame.vehicle], hand)
    return SHARED[0].may_spend(state, frame, turn_cost(state, frame), spine)


def turned(spine: int, hand: int) -> int:
    """ASL-D2.11: a hexspine farther."""
    return (spine + (1 if hand == RIGHT else -1)) % 6


def _hatch(state: Firefight, frame: Driving) -> Iterator[Action]:
    """ASL-D5.33: once in a phase, not after Bounding First Fire."""
    if frame.changed or vehicles.has(state, frame.vehicle, V_BOUNDING):
        return
    if vehicles.has(state, frame.vehicle, V_EXPOSED):
        yield Button()
    elif CODE[at_of(state, frame)] != "building" or state.verge[frame.vehicle] >= 0:
        yield Expose()


def _speeds(state: Firefight, frame: Driving) -> Iterator[Action]:
    """ASL-D2.5: once, while it rolls."""
    if not frame.sped and frame.rolling and not vehicles.has(state, frame.vehicle, V_RECALLED):
        yield from (Speed(mp) for mp in range(1, int(SPEED["most"]) + 1))


def refuse(state: Firefight, frame: object, action: Action) -> Ruling | None:
    said = REFUSALS.get(type(action))
    if is_recalled(state, frame):
        return RECALLED
    if isinstance(action, Bypass):
        return skirting.refuse(state, frame, action)
    if isinstance(frame, Driving) and isinstance(action, PAID) and SHARED[0].is_bound(state, frame):
        return LEAVES
    on_verge = isinstance(frame, Driving) and state.verge[frame.vehicle] >= 0
    if on_verge and isinstance(action, Steer | Reverse | Swing):
        return skirting.STEERING
    if isinstance(frame, Driving) and isinstance(action, Swing) and vehicles.riders_of(state, frame.vehicle):
        said = ("ASL-D6.21", "riders bail out before the turret turns")
    return Ruling(*said) if said else None


PAID = (Stop, Steer, Slow)
RECALLED = Ruling("ASL-D5.341", "a recalled vehicle goes on by the cheapest way to the edge of its side")
LEAVES = Ruling("ASL-D2.6", "the vehicle leaves the hex of an enemy vehicle that it could not harm")
REFUSALS: dict[type[Action], tuple[str, str]] = {
    Start: ("ASL-D2.12", "a mobile vehicle that has stopped starts for 1 MP"),
    Reverse: ("ASL-D2.2", "reverse is declared with the start, of a vehicle that has stopped"),
    Stop: ("ASL-D2.13", "a vehicle on its way stops for 1 MP, after its first expenditure"),
    Steer: (
        "ASL-D2.11",
        "a vehicle that has started turns by one hexspine for 1 MP, in woods and buildings 2",
    ),
    Swing: ("ASL-D3.12", "a turret turns with an expenditure of MP, to another hexspine"),
    Expose: ("ASL-D5.33", "a crew changes once in a phase, not after Bounding First Fire, not in a building"),
    Button: ("ASL-D5.33", "a crew changes once in a phase, and not after Bounding First Fire"),
    Speed: ("ASL-D2.5", "a vehicle on its way tries once for up to 3 MP more"),
    Delay: ("ASL-D2.17", "a vehicle that has stopped delays for 1 MP"),
    Slow: ("ASL-D2.18", "a vehicle on its way may spend 1 MP more in the next hex, if it has them"),
    Bypass: ("ASL-D2.3", ""),  # worded in its module
    Depart: ("ASL-D5.341", "only a recalled vehicle leaves the map, over the edge of its side"),
    Unbog: ("ASL-D8.3", "a bogged vehicle tries to get free as its first expenditure"),
}


def take(state: Firefight, frame: Driving, action: Action) -> None:
    frame = moving_frame(state)
    if isinstance(action, Steer):
        steer(state, frame, HANDS[action.hand])
    elif isinstance(action, Swing):
        vehicles.swing(state, frame.vehicle, SPINES.index(action.spine), "ASL-D3.12")
    elif isinstance(action, Expose | Button):
        change_hatch(state, frame, isinstance(action, Expose))
    elif isinstance(action, Speed):
        state.replace(replace(frame, sped=True), "ASL-D2.5")
        state.call(Bogging(frame.vehicle, OFF, action.mp, (), "speed"), "ASL-D2.5")
    elif isinstance(action, Delay):
        spend(state, frame, DELAY)
    elif isinstance(action, Slow):
        state.replace(replace(frame, slow=frame.slow + DELAY), "ASL-D2.18")
    elif isinstance(action, Bypass):
        pass_along(state, frame, action)
    elif isinstance(action, Depart):
        depart(state, frame)
    elif isinstance(action, Unbog):
        state.call(Bogging(frame.vehicle, OFF, 0, (), "unbog"), "ASL-D8.3")
    else:
        shift_gear(state, frame, action)


def depart(state: Firefight, frame: Driving) -> None:
    """ASL-D5.341: off the map; ASL-B28.42: mines of the hex that is left first."""
    if not vehicle_mines.on_exit(state, frame.vehicle, at_of(state, frame), BEYOND, False):
        HOMEWARD[0].depart(state)


BEYOND = len(GRID.name)  # no hex: off the map


def shift_gear(state: Firefight, frame: Driving, action: Action) -> None:
    rolling, back = not isinstance(action, Stop), isinstance(action, Reverse)
    words = {Start: "{} starts", Reverse: "{} starts backwards", Stop: "{} stops"}[type(action)]
    state.note("ASL-D2.12", words, name(state, frame.vehicle), kind="move")
    vehicles.clear(state, frame.vehicle, V_MOTION, "ASL-D2.13")
    if rolling:
        vehicles.leave_crest(state, frame.vehicle)
    spend(state, replace(frame, rolling=rolling, reverse=back), COST["start" if rolling else "stop"])


def steer(state: Firefight, frame: Driving, hand: int) -> None:
    """ASL-D2.11, ASL-D8.21: in woods and buildings with a bog check; before it enters the facing is free."""
    spine = turned(state.hull[frame.vehicle], hand)
    if at_of(state, frame) == OFF:
        spines = ONTO_MAP[state.card.from_south]
        other = spines[1 - spines.index(state.hull[frame.vehicle])]
        vehicles.point(state, frame.vehicle, other, "ASL-D2.11")
        return
    price = turn_cost(state, frame)
    closed = CODE[at_of(state, frame)] in CLOSED
    vehicles.point(state, frame.vehicle, spine, "ASL-D2.11")
    vehicles.forget(state, frame.vehicle, "ASL-C6.5.lost")
    state.note("ASL-D2.11", "{} turns to {}", name(state, frame.vehicle), SPINES[spine], kind="move")
    spend(state, frame, price)
    if closed:
        drm = _closed_drm(state, frame)
        state.call(Bogging(frame.vehicle, OFF, 0, (drm,), "turn"), "ASL-D8.21")


def _closed_drm(state: Firefight, frame: Driving) -> int:
    return int(driving.PRESSURE[state.vehicle_kind[frame.vehicle]])


def change_hatch(state: Firefight, frame: Driving, exposed: bool) -> None:
    if exposed:
        vehicles.flag(state, frame.vehicle, V_EXPOSED, "ASL-D5.33")
    else:
        vehicles.clear(state, frame.vehicle, V_EXPOSED, "ASL-D5.33")
    words = "the crew of {} shows itself" if exposed else "the crew of {} buttons up"
    state.note("ASL-D5.33", words, name(state, frame.vehicle), kind="markers")
    state.replace(replace(frame, changed=True), "ASL-D5.33")


# ---------------------------------------------------------------- expenditures


def moving_frame(state: Firefight) -> Driving:
    found = vehicles.driver(state)
    assert found is not None
    return found


def spend(state: Firefight, frame: Driving, price: int) -> None:
    """FF-O12: one expenditure in the hex it is in, and the window after it."""
    at = at_of(state, frame)
    track = (*frame.track, (at, price))
    changed = replace(
        frame, spent=frame.spent + price, here=frame.here + price, track=track, crush=False, slow=0
    )
    state.replace(changed, "FF-O12")
    settle(state, "FF-O12")
    state.call(Reply(), "FF-WIN.1")


def go(state: Firefight, frame: object, unit: int, hex_: int, creeping: bool = False) -> None:
    """FF-O13: mines of the hex that is left (ASL-B28.42), and on into the next."""
    frame = moving_frame(state)
    if not vehicle_mines.on_exit(state, frame.vehicle, at_of(state, frame), hex_, creeping):
        leave(state, hex_, creeping)


def pass_along(state: Firefight, frame: Driving, action: Bypass) -> None:
    """ASL-D2.3: along a hexside; mines of a hex that is left come first."""
    way = next(way for way, _ in bypasses(state, frame) if skirting.action_of(way) == action)
    at = at_of(state, frame)
    leaves = way.hex != at
    if not (leaves and vehicle_mines.on_exit(state, frame.vehicle, at, way.hex, False, way.verge)):
        go_along(state, way.hex, way.verge)


def go_along(state: Firefight, hex_: int, verge: int) -> None:
    frame = moving_frame(state)
    at, vehicle = at_of(state, frame), frame.vehicle
    rows = [price for way, price in bypasses(state, frame) if (way.hex, way.verge) == (hex_, verge)]
    price = min(left(state, frame), (rows[0] if rows else 0) + frame.slow)
    if not rows or not vehicles.can_drive(state, vehicle):
        spend(state, frame, price)
        return
    words = "{} goes along the edge of {}"
    state.note("ASL-D2.3", words, name(state, vehicle), GRID.name[hex_], kind="move")
    if hex_ != at:
        arrive(state, hex_, price, verge)
        return
    skirting.settle_on(state, vehicle, verge)
    vehicles.forget(state, vehicle, "ASL-C6.5.lost")
    spend(state, frame, price)


def leave_mines(state: Firefight, hex_: int, creeping: bool, verge: int = -1) -> None:
    """ASL-B28.42: who can goes on; else the MP are spent where it was."""
    frame = moving_frame(state)
    if hex_ == BEYOND:
        if vehicles.can_drive(state, frame.vehicle):
            HOMEWARD[0].depart(state)
        return
    if verge >= 0:
        go_along(state, hex_, verge)
        return
    if vehicles.can_drive(state, frame.vehicle):
        leave(state, hex_, creeping)
        return
    way = price_of(state, frame, hex_, creeping)
    spend(state, frame, min(left(state, frame), way.cost if way is not None else 0))


vehicle_mines.GO_ON.append(leave_mines)


def leave(state: Firefight, hex_: int, creeping: bool) -> None:
    """FF-O13: MP declared, bog checks of the hex that is left, the next hex, and the window."""
    frame = moving_frame(state)
    at, vehicle = at_of(state, frame), frame.vehicle
    way = price_of(state, frame, hex_, creeping)
    assert way is not None
    price = _cost(state, frame, way, creeping) + (crush_price(state, vehicle) if frame.crush else 0)
    price += frame.slow
    whole = left(state, frame)
    if price > whole or creeping:
        state.replace(replace(frame, minimum=price > whole), "ASL-D2.15")
        price = min(price, whole)
    checks = tuple(total(list(check)) for check in way.checks)
    outside = at != OFF and (hexside(at, hex_) == BOCAGE or CODE[at] == "stream")
    if checks and outside:
        state.call(Bogging(vehicle, hex_, price, checks, "leave"), "ASL-D8.2")
        return
    checks += _into_wire(state, vehicle, hex_)
    arrive(state, hex_, price)
    if checks:
        state.call(Bogging(vehicle, OFF, 0, checks, "enter"), "ASL-D8.2")


def _into_wire(state: Firefight, vehicle: int, hex_: int) -> tuple[int, ...]:
    """ASL-B26, ASL-D8.21: wire that nobody saw comes to light; the bog check it brings."""
    hidden = [row for _, row in hidden_in(state, hex_) if row[0] == WIRE]
    if not hidden or wired(state, VEHICLE_SIDE[vehicle]) >> hex_ & 1:
        return ()
    uncover(state, hex_, "ASL-B26", (WIRE,))
    return (int(driving.PRESSURE[state.vehicle_kind[vehicle]]) + int(driving.BOG["wire"]),)


def creep(state: Firefight, frame: object, unit: int, hex_: int) -> None:
    go(state, frame, unit, hex_, True)


def arrive(state: Firefight, hex_: int, price: int, verge: int = -1) -> None:
    """The vehicle is in the next hex, or on a hexside of it, and the window opens."""
    frame = moving_frame(state)
    at, vehicle = at_of(state, frame), frame.vehicle
    hedge = at != OFF and hexside(at, hex_) == BOCAGE and (at, hex_) not in state.breaches
    closed = CODE[hex_] in CLOSED and verge < 0
    if (hedge or closed) and not (at != OFF and is_road(at, hex_)):
        vehicles.clear(state, vehicle, V_SKIRTS, "ASL-D11.2")
    vehicles.put(state, vehicle, hex_, "ASL-D2.1")
    if verge >= 0:
        skirting.settle_on(state, vehicle, verge)
    riders.carry(state, vehicle, hex_)
    vehicles.clear(state, vehicle, V_DUE | V_MOTION, "ASL-A2.51")
    vehicles.flag(state, vehicle, V_ENTERED, "ASL-C.8")
    if not gyro.has_gyro(state, vehicle):  # ASL-D11.1: it keeps what it sees
        vehicles.forget(state, vehicle, "ASL-C6.5.lost")
    words = "{} enters {}" if at == OFF else "{} drives to {}"
    state.note("ASL-D2.1", words, name(state, vehicle), GRID.name[hex_], kind="move")
    state.replace(
        replace(
            frame,
            spent=frame.spent + price,
            here=price,
            shots=(),
            track=(*frame.track, (int(hex_), price)),
            crush=False,
            slow=0,
            step=WALKING if frame.escort else frame.step,
        ),
        "FF-O12",
    )
    settle(state, "ASL-B9.32.afv")
    _lose_sight(state, vehicle)
    meet(state, vehicle, at, hex_, frame.crush)
    fall_on_vehicle(state, vehicle, hex_)
    vehicle_mines.on_entry(state, vehicle, at, hex_)


def meet(state: Firefight, vehicle: int, at: int, hex_: int, crush: bool) -> None:
    """FF-WIN.1: the window of the entry; ASL-D7.1: before an overrun; ASL-A12.41: after a "?" has been
    asked.
    """
    side = VEHICLE_SIDE[vehicle]
    concealed = state.shrouds[number(ENEMY[side])] >> hex_ & 1
    if concealed and not known_in(state, side, hex_):
        state.call(Confronting(vehicle, int(hex_), int(at)), "ASL-A12.41")
        return
    if crush:
        state.call(Crushing(side, int(hex_), vehicle, int(at)), "ASL-D7.1")
    state.call(Reply(), "FF-WIN.1")


def crush_price(state: Firefight, vehicle: int) -> int:
    """ASL-D7.1: a quarter of its MP, rounded up, in half MP."""
    return 2 * -(-vehicles.model(state, vehicle).mp // 4)


def charge_crush(state: Firefight, vehicle: int) -> None:
    """The MP of an overrun that is declared in the hex."""
    price = crush_price(state, vehicle)
    frames = tuple(
        replace(one, spent=one.spent + price, here=one.here + price) if isinstance(one, Driving) else one
        for one in state.stack
    )
    state.set(fact.stack, frames, "ASL-D7.1")


def _lose_sight(state: Firefight, vehicle: int) -> None:
    """ASL-C6.5.lost: who no longer sees a vehicle loses what it has acquired of it."""
    rows = [row for row in state.tracked if row[1] >= 0 and vehicle in row[:2]]
    blind = [row for row in rows if not vehicle_sees_vehicle(state, row[0], row[1]).is_unit_seen]
    places = [row for row in state.tracked if row[0] == vehicle and row[1] < 0]
    blind += [row for row in places if not vehicle_sees(state, vehicle, row[2])]
    vehicles.drop_aims(state, blind, "ASL-C6.5.lost")


# ---------------------------------------------------------------- whole ways


@once_a_position
def whole_ways(state: Firefight) -> dict[int, tuple[int, ...]]:
    """The cheapest way to every hex it can reach without a bog check, turns and the start included. ASL-D2.6:
    through the hex of an enemy vehicle only where no other way leads.
    """
    frame = vehicles.driver(state)
    if frame is None or not is_able(state, frame) or frame.reverse or at_of(state, frame) == OFF:
        return {}
    if is_recalled(state, frame):  # hex by hex
        return {}
    if state.verge[frame.vehicle] >= 0:  # ASL-D2.3: hexside by hexside
        return {}
    around = _ways(state, frame, int(state.card.area) & _not_blocked(state, frame))
    foes, at = vehicles.hexes_of(state, ENEMY[state.mover]), at_of(state, frame)
    beside_foes = GRID.near(foes) if foes else 0
    if frame.escort or not any(beside_foes >> hex_ & 1 for hex_ in (at, *around)):
        return around
    across = _ways(state, frame, int(state.card.area) & _passable(state, frame))
    return {hex_: path for hex_, path in across.items() if not foes >> hex_ & 1} | around


def _ways(state: Firefight, frame: Driving, open_: int) -> dict[int, tuple[int, ...]]:
    budget = left(state, frame) - (0 if frame.rolling else int(COST["start"]))
    start = (at_of(state, frame), state.hull[frame.vehicle])
    queue: list[tuple[int, int, tuple[int, ...], int, int]] = [(0, 0, (), *start)]
    done: set[tuple[int, int]] = set()
    found: dict[int, tuple[int, ...]] = {}
    while queue:
        spent, length, path, at, spine = heapq.heappop(queue)
        if (at, spine) in done:
            continue
        done.add((at, spine))
        found.setdefault(at, path)
        for cost, step, hex_, turned in _next(state, frame, at, spine, open_):
            if spent + cost <= budget and (hex_, turned) not in done:
                heapq.heappush(queue, (spent + cost, length + 1, (*path, step), hex_, turned))
    found.pop(start[0], None)
    return found


def _next(
    state: Firefight, frame: Driving, at: int, spine: int, open_: int
) -> Iterator[tuple[int, int, int, int]]:
    cost = driving.turning(1, CODE[at] in CLOSED)
    if CODE[at] not in CLOSED:
        yield cost, LEFT, at, (spine - 1) % 6
        yield cost, RIGHT, at, (spine + 1) % 6
    burdened = bool(vehicles.riders_of(state, frame.vehicle))
    for hex_ in next_ahead(at, spine, False):
        if open_ >> hex_ & 1 and not (burdened and riders.is_closed(state, at, hex_)):
            way = quick_way(ways_into(state, frame.vehicle, at, hex_))
            if way is not None and not way.checks:
                yield way.cost, hex_, hex_, spine


def onward(state: Firefight, frame: object, unit: int, hex_: int) -> None:
    """A whole way, one expenditure after another, until the enemy answers."""
    frame = moving_frame(state)
    path = whole_ways(state)[hex_]
    frame = replace(frame, route=path, step=FOLLOW, answered=False)
    state.replace(frame, "ASL-D2.1")
    if not frame.rolling:
        shift_gear(state, frame, Start())


def follow(state: Firefight, frame: object) -> None:
    """The next expenditure of a whole way; it ends where the enemy fired or the way is closed."""
    frame = moving_frame(state)
    if not frame.route:
        return
    first, *rest = frame.route
    halted = frame.answered or not is_able(state, frame)
    if halted or not _may_follow(state, frame, first):
        state.replace(replace(frame, route=(), step=DRIVING), "ASL-D2.1")
        return
    frame = replace(frame, route=tuple(rest), step=FOLLOW if rest else DRIVING)
    state.replace(frame, "ASL-D2.1")
    if first < 0:
        steer(state, frame, first)
    else:
        go(state, frame, 0, first)


def _may_follow(state: Firefight, frame: Driving, step: int) -> bool:
    if step < 0:
        return left(state, frame) >= turn_cost(state, frame)
    shared = _may_share(False)(state, frame)
    open_ = int(state.card.area) & _passable(state, frame) & shared & _payable(False)(state, frame)
    return bool(open_ >> step & 1)


WALKING, DRIVING, FOLLOW = 0, 1, 3  # rows of a drive

# ---------------------------------------------------------------- the phase


def _must(state: Firefight, frame: object) -> Ruling | None:
    if not isinstance(frame, Driving) or not is_able(state, frame):
        return None
    if at_of(state, frame) == OFF and entry_hexes(state, frame.vehicle):
        return Ruling("ASL-A2.5", "the vehicle is due and must enter")
    if not frame.spent and vehicles.has(state, frame.vehicle, V_MOTION):
        return Ruling("ASL-D2.4", "the vehicle is in Motion and must spend at least 1 MP")
    if is_recalled(state, frame) and HOMEWARD[0].is_bound(state, frame):
        return RECALLED
    return LEAVES if SHARED[0].is_bound(state, frame) else None


def _whole(state: Firefight, frame: object) -> int:
    able = isinstance(frame, Driving) and is_able(state, frame)
    return sum(1 << hex_ for hex_ in whole_ways(state)) if able else 0


TOO_DEAR = "{hex} costs more MP than are left, or cannot be entered from here"


def drive_phase(*fire: Pick) -> Phase:
    """What a vehicle on its way may do; `fire` are its Bounding First Fire picks."""
    picks = (
        Pick(
            verb=Creep,
            hexes=(
                *GO_SCREENS,
                Screen("ASL-D2.6", "an enemy vehicle it could not harm is in {hex}", _may_share(True)),
                Screen("ASL-D5.341", "a recalled vehicle does not creep", not_recalled),
                Screen(
                    "ASL-B13.41", "{hex} is not woods off the road that all MP could enter", _payable(True)
                ),
            ),
            apply=creep,
        ),
        Pick(verb=Go, hexes=(*GO_SCREENS, Screen("ASL-D2.terrain", TOO_DEAR, _payable(False))), apply=go),
        Pick(
            verb=Onward,
            hexes=(
                GO_SCREENS[0],
                Screen("ASL-D9.31", "with Infantry beside it the vehicle goes hex by hex", _unescorted),
                Screen(
                    "ASL-D2.terrain", "no way without a bog check leads to {hex} with the MP left", _whole
                ),
            ),
            apply=onward,
        ),
        *fire,
    )
    return Phase(
        clause="ASL-D2.1",
        name="drive",
        title="the vehicle on its way",
        side=lambda state, frame: state.mover,
        picks=tuple(sorted(picks, key=lambda pick: pick.verb.verb)),
        plain=choices,
        take_plain=take,
        plain_verbs=tuple(REFUSALS),
        refuse=refuse,
        must=_must,
    )


def end_drive(state: Firefight, frame: Driving) -> None:
    """ASL-D2.4: who has not stopped is in Motion."""
    frame = moving_frame(state)
    vehicle = frame.vehicle
    if not vehicles.is_there(state, vehicle):
        if is_waiting(state, vehicle):
            lose_entry(state, vehicle)
        return
    vehicles.flag(state, vehicle, V_DONE, "ASL-D2.1")
    if frame.rolling and vehicles.can_drive(state, vehicle):
        vehicles.flag(state, vehicle, V_MOTION, "ASL-D2.4")
    else:
        vehicles.clear(state, vehicle, V_MOTION, "ASL-D2.4")
    settle(state, "ASL-D2.1")
    find_works(state)
    check_victory(state)


def lose_entry(state: Firefight, vehicle: int) -> None:
    """ASL-A2.5: a vehicle that could not enter waits for the next turn; PHD-TM10.ff: in a TM Scenario it
    stays off the map.
    """
    vehicles.flag(state, vehicle, V_DONE, "ASL-A2.5")
    if state.card.is_mission:
        vehicles.flag(state, vehicle, V_BARRED, "PHD-TM10.ff")


def driving_steps(walk: Auto, *fire: Pick) -> tuple[procedure.Step, ...]:
    return (
        walk,
        drive_phase(*fire),
        Auto(clause="ASL-D2.1", do=end_drive),
        Auto(clause="ASL-D2.1", do=follow),
    )
