"""Vehicles on their way, one expenditure at a time. MP are counted in halves."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from msgspec.structs import replace

from grognard.core import procedure
from grognard.core.facts import Action
from grognard.core.hexes import OFF, Hex
from grognard.core.procedure import Auto, Phase, Pick, Screen
from grognard.core.ruling import Ruling

from . import skirting, vehicle_mines, vehicles
from .arcs import SPINES
from .driving import COST
from .eyes import find_works
from .forces import VEHICLE_NAMES, VEHICLES_OF
from .going import CODE
from .position import (
    V_BARRED,
    V_BEGAN,
    V_BOGGED,
    V_BOUNDING,
    V_DONE,
    V_EXPOSED,
    V_MOTION,
    V_PREP,
    V_RECALLED,
    V_STUCK,
    Bogging,
    Driving,
    Firefight,
)
from .units import settle
from .vehicle_routes import follow, onward, whole_ways
from .vehicle_steps import (
    BEYOND,
    DELAY,
    LEFT,
    RIGHT,
    bypasses,
    creep,
    go,
    moving_frame,
    pass_along,
    shift_gear,
    spend,
    steer,
    turn_cost,
    turned,
)
from .vehicle_ways import (
    GO_SCREENS,
    HOMEWARD,
    SHARED,
    at_of,
    entry_hexes,
    is_able,
    is_recalled,
    is_waiting,
    left,
    may_share,
    may_spend,
    not_recalled,
    payable,
    unescorted,
)
from .vehicles import DATA, name
from .verges import POSITIONS
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

HANDS = {"left": LEFT, "right": RIGHT}
SPEED = DATA["speed"]

# ---------------------------------------------------------------- who


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


# ---------------------------------------------------------------- choices without a hex


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


def change_hatch(state: Firefight, frame: Driving, exposed: bool) -> None:
    if exposed:
        vehicles.flag(state, frame.vehicle, V_EXPOSED, "ASL-D5.33")
    else:
        vehicles.clear(state, frame.vehicle, V_EXPOSED, "ASL-D5.33")
    words = "the crew of {} shows itself" if exposed else "the crew of {} buttons up"
    state.note("ASL-D5.33", words, name(state, frame.vehicle), kind="markers")
    state.replace(replace(frame, changed=True), "ASL-D5.33")


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
                Screen("ASL-D2.6", "an enemy vehicle it could not harm is in {hex}", may_share(True)),
                Screen("ASL-D5.341", "a recalled vehicle does not creep", not_recalled),
                Screen(
                    "ASL-B13.41", "{hex} is not woods off the road that all MP could enter", payable(True)
                ),
            ),
            apply=creep,
        ),
        Pick(verb=Go, hexes=(*GO_SCREENS, Screen("ASL-D2.terrain", TOO_DEAR, payable(False))), apply=go),
        Pick(
            verb=Onward,
            hexes=(
                GO_SCREENS[0],
                Screen("ASL-D9.31", "with Infantry beside it the vehicle goes hex by hex", unescorted),
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
