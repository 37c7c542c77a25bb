"""ASL-C8.5, ASL-C8.6: smoke shells and white phosphorus of the guns of vehicles."""

from __future__ import annotations

from collections.abc import Callable
from itertools import starmap

from msgspec.structs import replace

from grognard.core.hexes import Hex
from grognard.core.procedure import Pick, Screen, hex_test

from ..board import GRID
from . import checks, clouds, ordnance, tank_fire, vehicles, verges
from .eyes import air, ground, vehicle_stand
from .fire import firing_side
from .forces import VEHICLE_NAMES
from .going import in_hex_tem
from .ordnance import AREA
from .phosphorus import burn
from .places import Place
from .position import Firefight, Shell, Who
from .shots import ADVANCING_FIRE, FINAL_FIRE, PREP_FIRE
from .sight import sight
from .tank_fire import SMOKES
from .words import Veil

KINDS = {"smoke": (PREP_FIRE, FINAL_FIRE), "WP": (PREP_FIRE, FINAL_FIRE, ADVANCING_FIRE)}
STRENGTH = {("smoke", True): 3, ("smoke", False): 2, ("WP", True): 2, ("WP", False): 1}


def turned_cover(hex_: int) -> int:
    """ASL-C8.6: the cover that a critical hit of white phosphorus turns against who is there."""
    return max(0, in_hex_tem(hex_))


def loads(state: Firefight, kind: str, vehicle: int) -> list[str]:
    """ASL-C8.5, ASL-C8.6: what SMOKE a gun has for this phase: smoke not in the AFPh."""
    left = [ammo for ammo in vehicles.model(state, vehicle).smoke if kind in KINDS[ammo]]
    return [ammo for ammo in left if ammo not in state.spent_ammo[vehicle].split()]


def may_begin(state: Firefight, kind: str, vehicle: int) -> bool:
    """ASL-C8.5: before any other fire of its side in the phase."""
    return not state.fire_opened and bool(loads(state, kind, vehicle))


def sees_hex(state: Firefight, vehicle: int, hex_: int) -> bool:
    """ASL-A6.11: the ground of the hex, whoever is there."""
    return sight(vehicle_stand(state, vehicle), Place(hex_), air(state), ground(state)).is_seen


def is_far_enough(state: Firefight, kind: str, vehicle: int, hex_: int) -> bool:
    return GRID.distance(state.vehicle_at[vehicle], hex_) >= 1


Test = Callable[[Firefight, str, int, int], bool]
AT_HEX: tuple[tuple[str, str, Test], ...] = (
    ("ASL-C8.5", "{hex} is the own hex of {unit}", is_far_enough),
    ("ASL-C2.25", "{hex} is too steep for {unit}", lambda s, k, v, h: tank_fire.reaches(s, v, h)),
    ("ASL-C5.13", "{hex} is not in the covered arc of {unit}, which cannot turn now", tank_fire.can_point),
    (
        "ASL-A11.7",
        "{unit} has an enemy in its own Location",
        lambda s, k, v, h: not tank_fire.is_busy_at_home(s, v, h),
    ),
    ("ASL-A6.11", "{unit} does not see {hex}", lambda s, k, v, h: sees_hex(s, v, h)),
)


def veil_pick(
    kind: str, who: Callable[[Who], tuple[Screen, ...]], declare: Callable[[Firefight, Shell], None]
) -> Pick:
    """SMOKE of the guns of vehicles at the start of a fire phase."""

    def ready(state: Firefight, frame: object) -> int:
        own = tank_fire.own_guns(state, firing_side(kind, state))
        return sum(1 << v for v in own if may_begin(state, kind, v))

    def row(clause: str, words: str, test: Test) -> Screen:
        return hex_test(clause, words, lambda state, vehicle, hex_: test(state, kind, vehicle, hex_))

    def apply(state: Firefight, frame: object, vehicle: int, hex_: Hex) -> None:
        declare(state, smoke_shell(state, kind, vehicle, hex_))

    words = "{unit} has no SMOKE for this phase, or its side has fired already"
    area = Screen(
        "FF-AREA", "{hex} lies outside the area of the fight", lambda s, f: s.card.area, decisive=True
    )
    return Pick(
        verb=Veil,
        names=VEHICLE_NAMES,
        units=(*who(lambda state, frame: kind), Screen("ASL-C8.5", words, ready)),
        hexes=(area, *starmap(row, AT_HEX)),
        apply=apply,
    )


def smoke_shell(state: Firefight, kind: str, vehicle: int, hex_: int) -> Shell:
    """ASL-C8.5: at a hex, with the first SMOKE there is."""
    side, now = firing_side(kind, state), tank_fire.arc(state, vehicle)
    shell = Shell(side, hex_, kind, vehicles.main_gun(state, vehicle).id, vehicle=vehicle, aim=AREA)
    turned = verges.turned(state, vehicle, hex_, now)
    loaded = loads(state, kind, vehicle)[0]
    intensive = tank_fire.is_intensive(state, kind, vehicle)
    return replace(shell, turned=turned, intensive=intensive, ammo=loaded)


def settle_cloud(state: Firefight, frame: Shell) -> None:
    """ASL-C8.5, ASL-C8.6: a hit lays SMOKE in the hex, full in the Prep Fire Phase, else dispersed; white
    phosphorus is a morale check for all who are there.
    """
    if frame.ammo not in SMOKES or frame.verdicts[0] not in (ordnance.HIT, ordnance.CRITICAL):
        return
    full = frame.kind == PREP_FIRE
    amount = STRENGTH[frame.ammo, full]
    clouds.place(state, frame.side, [frame.hex], frame.ammo.lower(), amount, not full)
    state.note("ASL-C8.5", "{} +{} in {}", frame.ammo, amount, GRID.name[frame.hex], kind="result")
    if frame.ammo == "WP":
        worse = turned_cover(frame.hex) if frame.verdicts[0] == ordnance.CRITICAL else 0
        checks.call(state, burn(state, [frame.hex], worse), "ASL-C8.6")
