"""ASL-D4.22: a vehicle on a crest maneuvers until only its turret shows to those below."""

from __future__ import annotations

from msgspec.structs import replace

from grognard.core.facts import Roll
from grognard.core.hexes import Hex
from grognard.core.procedure import NO_OUTCOME, Auto, Chance, Pick, Screen

from ..board import GRID
from . import commanders, vehicle_steps, vehicle_ways, vehicles
from .crests import edges, nearest
from .driving import COST
from .forces import VEHICLE_NAMES
from .position import Cresting, Driving, Firefight, fact
from .words import DIE, Crest

PRICE = 4  # half MP, beside those of the stop
MOST = 3  # hexsides; each above 1 on the die takes one away


def price() -> int:
    """ASL-D4.22: 2 MP, and the stop that follows."""
    return PRICE + int(COST["stop"])


def _on_crest(state: Firefight, frame: object) -> int:
    if not isinstance(frame, Driving) or not vehicle_ways.is_able(state, frame):
        return 0
    at = state.vehicle_at[frame.vehicle]
    free = state.verge[frame.vehicle] < 0  # ASL-D2.3
    return 1 << frame.vehicle if at >= 0 and free and edges(at) else 0


def _ready(state: Firefight, frame: object) -> int:
    fit = (
        isinstance(frame, Driving)
        and frame.rolling
        and frame.spent
        and vehicle_ways.left(state, frame) >= price()
    )
    fit = fit and isinstance(frame, Driving) and vehicle_ways.may_spend(state, frame, price())
    return 1 << frame.vehicle if isinstance(frame, Driving) and fit else 0


def begin(state: Firefight, frame: object, vehicle: int, hex_: Hex) -> None:
    assert isinstance(frame, Driving)
    commanders.reveal(state, vehicle)
    words = "{} looks for a place behind the crest in {}"
    at = GRID.name[state.vehicle_at[vehicle]]
    state.note("ASL-D4.22", words, vehicles.name(state, vehicle), at, kind="move")
    vehicle_steps.spend(state, replace(frame, rolling=False), price())
    state.call(Cresting(vehicle), "ASL-D4.22")


CREST = Pick(
    verb=Crest,
    names=VEHICLE_NAMES,
    units=(
        Screen("ASL-D4.22", "{unit} is not on a crest above lower ground", _on_crest),
        Screen("ASL-D4.22", "{unit} is not on its way, or has not 3 MP left", _ready),
    ),
    apply=begin,
)


def final(state: Firefight, vehicle: int, die: int) -> int:
    """ASL-D4.22: 1 more if buttoned up; an Armor Leader helps."""
    return die + (not vehicles.is_exposed(state, vehicle)) + commanders.drm(state, vehicle)


def gained(value: int) -> int:
    """How many hexsides are won.

    >>> [gained(value) for value in (0, 1, 2, 3, 4)]
    [3, 3, 2, 1, 0]
    """
    return max(0, MOST + 1 - max(1, value))


def take(state: Firefight, frame: Cresting, action: Roll) -> None:
    vehicle = frame.vehicle
    count = gained(final(state, vehicle, action.face))
    at = state.vehicle_at[vehicle]
    won = nearest(at, state.hull[vehicle], count)
    state.set_at(fact.crest, vehicle, won, "ASL-D4.22")
    words = "{}, die {}: hull down over {} of its hexsides"
    shown = won.bit_count()
    state.note("ASL-D4.22", words, vehicles.name(state, vehicle), action.face, shown, kind="result")
    state.replace(replace(frame, die=action.face), "ASL-D4.22")


CRESTING = (
    Chance(
        clause="ASL-D4.22",
        name="hull-down maneuver",
        outcomes=lambda state, frame: NO_OUTCOME if frame.die else DIE,
        apply=take,
        about=lambda state, frame: f"{vehicles.name(state, frame.vehicle)} behind the crest: 3 or less",
    ),
    Auto(clause="ASL-D4.22", do=lambda state, frame: None),
)
