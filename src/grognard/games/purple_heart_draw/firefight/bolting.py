"""ASL-D2.401: a vehicle that waits tries to be in Motion when an enemy comes into its sight."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from grognard.core.facts import Action, Roll
from grognard.core.hexes import Hex
from grognard.core.procedure import NO_OUTCOME, Auto, Chance, Phase, Pick, Screen
from grognard.core.ruling import Ruling

from . import riders, vehicles
from .arcs import SPINES
from .eyes import air, ground, vehicle_stand
from .forces import ENEMY, VEHICLE_NAMES, VEHICLE_SIDE, VEHICLES_OF
from .going import CODE
from .places import Place
from .position import (
    V_FINAL,
    V_FIRST,
    V_MG_FIRED,
    V_MOTION,
    V_TRIED,
    Bolting,
    Firefight,
)
from .sight import sight
from .units import movers, settle
from .words import DIE, Bolt, Steer, Swing

MARKED = V_FIRST | V_FINAL | V_MG_FIRED | V_TRIED | V_MOTION
CLOSED = ("woods", "building")
HANDS = {"left": -1, "right": 1}


def _steps(state: Firefight) -> tuple[int, int, int]:
    """Of who moves: the hex it is in, the one before it, and the half MF or MP it has spent in the first."""
    moving = vehicles.driver(state)
    if moving is not None:
        there = [hex_ for hex_, _ in moving.track]
        here = int(state.vehicle_at[moving.vehicle])
        return here, next((h for h in reversed(there) if h != here), here), moving.here
    walking = movers(state)
    if walking is None or not walking.units:
        return -1, -1, 0
    return int(state.at[walking.units[0]]), int(walking.origin), walking.here


def spent_in_sight(state: Firefight, vehicle: int) -> int:
    """MF or MP that a mover has spent in sight of a vehicle that did not see it before; 0: no such mover."""
    here, before, half = _steps(state)
    if here < 0 or here == before or not _sees(state, vehicle, here):
        return 0
    return 0 if before >= 0 and _sees(state, vehicle, before) else max(1, half // 2)


def _sees(state: Firefight, vehicle: int, hex_: int) -> bool:
    at = state.vehicle_at[vehicle]
    return at == hex_ or sight(vehicle_stand(state, vehicle), Place(hex_), air(state), ground(state)).is_seen


def can_bolt(state: Firefight, vehicle: int) -> bool:
    """Once in an enemy Movement Phase, by a vehicle that can move and has not fired."""
    fit = vehicles.can_drive(state, vehicle) and not vehicles.has(state, vehicle, MARKED)
    return fit and spent_in_sight(state, vehicle) > 0


def _bolters(state: Firefight, frame: object) -> int:
    return sum(1 << v for v in VEHICLES_OF[ENEMY[state.mover]] if can_bolt(state, v))


def declare(state: Firefight, frame: object, vehicle: int, hex_: Hex) -> None:
    vehicles.flag(state, vehicle, V_TRIED, "ASL-D2.401")
    state.call(Bolting(vehicle, spent_in_sight(state, vehicle)), "ASL-D2.401")


BOLT = Pick(
    verb=Bolt,
    names=VEHICLE_NAMES,
    units=(
        Screen(
            "ASL-D2.401",
            "{unit} cannot move, has fired or tried, or does not see the mover only now",
            _bolters,
        ),
    ),
    apply=declare,
)


def take(state: Firefight, frame: Bolting, action: Roll) -> None:
    works = action.face <= frame.limit
    words, said = "{} tries to get into Motion: die {}: {}", "in Motion" if works else "it stays"
    state.note("ASL-D2.401", words, vehicles.name(state, frame.vehicle), action.face, said, kind="check")
    state.replace(replace(frame, die=action.face, works=works), "ASL-D2.401")
    if works:
        vehicles.flag(state, frame.vehicle, V_MOTION, "ASL-D2.401")
        settle(state, "ASL-D2.401")


def turns(state: Firefight, frame: object) -> Sequence[Action]:
    """ASL-D2.401: in Motion it may turn hull and turret; not in woods and buildings."""
    if not isinstance(frame, Bolting) or not frame.works or CODE[state.vehicle_at[frame.vehicle]] in CLOSED:
        return ()
    found: list[Action] = [Steer(hand) for hand in HANDS]
    if vehicles.model(state, frame.vehicle).turret:
        found += [Swing(word) for word in sorted(SPINES) if word != SPINES[state.turret[frame.vehicle]]]
    return found


def turn(state: Firefight, frame: Bolting, action: Action) -> None:
    if isinstance(action, Steer):
        spine = (state.hull[frame.vehicle] + HANDS[action.hand]) % 6
        vehicles.point(state, frame.vehicle, spine, "ASL-D2.401")
    elif isinstance(action, Swing):
        vehicles.swing(state, frame.vehicle, SPINES.index(action.spine), "ASL-D2.401")
        riders.sweep(state, frame.vehicle)


BOLTING = (
    Chance(
        clause="ASL-D2.401",
        name="motion attempt",
        outcomes=lambda state, frame: NO_OUTCOME if frame.die else DIE,
        apply=take,
        about=lambda state, frame: f"Motion of {vehicles.name(state, frame.vehicle)}: {frame.limit} or less",
    ),
    Phase(
        clause="ASL-D2.401",
        name="turn in motion",
        title="the vehicle turns in Motion",
        side=lambda state, frame: (
            VEHICLE_SIDE[frame.vehicle] if isinstance(frame, Bolting) else ENEMY[state.mover]
        ),
        picks=(),
        plain=turns,
        take_plain=turn,
        plain_verbs=(Steer, Swing),
        refuse=lambda state, frame, action: Ruling(
            "ASL-D2.401", "a vehicle that has come into Motion turns freely, out of woods and buildings"
        ),
    ),
    Auto(clause="ASL-D2.401", do=lambda state, frame: settle(state, "ASL-D2.401")),
)
