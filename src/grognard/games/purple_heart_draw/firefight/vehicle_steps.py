"""The expenditures of a vehicle on its way, and its arrival in the next hex."""

from __future__ import annotations

from msgspec.structs import replace

from grognard.core.facts import Action
from grognard.core.hexes import OFF
from grognard.core.ruling import total

from ..board import GRID
from . import driving, gyro, riders, skirting, vehicle_mines, vehicles
from .arcs import SPINES
from .driving import COST
from .eyes import vehicle_sees, vehicle_sees_vehicle
from .fire_for_effect import fall_on_vehicle
from .forces import ENEMY, VEHICLE_SIDE
from .going import CODE, hexside, is_road
from .obstacles import WIRE, hidden_in, uncover, wired
from .position import (
    V_DUE,
    V_ENTERED,
    V_MOTION,
    V_SKIRTS,
    Bogging,
    Confronting,
    Crushing,
    Driving,
    Firefight,
    Reply,
    fact,
)
from .setup import ONTO_MAP
from .terrain import BOCAGE
from .units import known_in, number, settle
from .vehicle_ways import CLOSED, HOMEWARD, _obstruction, ahead, at_of, cost_of, left, price_of
from .vehicles import name
from .words import Bypass, Reverse, Start, Stop

LEFT, RIGHT = -1, -2  # turns in a whole way


def bypasses(state: Firefight, frame: Driving) -> list[tuple[skirting.Way, int]]:
    """ASL-D2.3: the hexsides it may go along next, with what each costs."""
    if not frame.rolling or frame.reverse or frame.escort or frame.crush:
        return []
    at, vehicle = at_of(state, frame), frame.vehicle
    found = skirting.ways(state, vehicle, at, ahead(state, frame))
    more = [0 if one.hex == at else _obstruction(state, vehicle, at, one.hex) for one in found]
    prices = [(one, one.cost + extra) for one, extra in zip(found, more, strict=True)]
    return [row for row in prices if row[1] + frame.slow <= left(state, frame)]


DELAY = 2  # half MP


def turn_cost(state: Firefight, frame: Driving) -> int:
    return driving.turning(1, CODE[at_of(state, frame)] in CLOSED)


def turned(spine: int, hand: int) -> int:
    """ASL-D2.11: a hexspine farther."""
    return (spine + (1 if hand == RIGHT else -1)) % 6


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
    price = cost_of(state, frame, way, creeping) + (crush_price(state, vehicle) if frame.crush else 0)
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


WALKING, DRIVING, FOLLOW = 0, 1, 3  # rows of a drive
