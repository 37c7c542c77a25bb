"""BTR-ocs.air.box, BTR-ocs.air.when: which aircraft can fly, when, how far and how strong."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from grognard.core.facts import Action
from grognard.core.hexes import Hex, members, set_of
from grognard.core.procedure import Pick, Screen
from grognard.core.ruling import Ruling

from .. import series
from ..fights import nearest
from .acting import MOVEMENT, mover
from .aircraft import FIGHTER_PLANES, PLANE_LABEL, PLANE_NAMES, PLANES, arriving, squadron
from .board import GRID
from .pieces import ADJECTIVE, ALLIED, SCENARIOS
from .position import Campaign, Mission, Sweep, today


def box(state: Campaign, side: str) -> Hex:
    """BTR-ocs.air.box: the hex in which the base of a side counts as standing."""
    row = SCENARIOS[state.scenario]
    return GRID.hex(row["allied_air_box"] if side == ALLIED else row["german_air_box"])


def active(state: Campaign, side: str) -> int:
    """Aircraft that can fly: in the scenario, not shot down, not flown since their last refit."""
    mine = squadron(state.scenario, side) & ~state.flown & ~not_come(state)
    return set_of(p for p in members(mine) if state.plane_lost[p] < PLANES[p].steps)


def not_come(state: Campaign) -> int:
    """Aircraft whose day has not come."""
    now = today(state)
    return set_of(plane for plane, day in arriving(state.scenario).items() if day > now)


def patrolled(state: Campaign, side: str, hex_: int) -> bool:
    """BTR-ocs.air.patrol: within ten hexes of a base with an active fighter."""
    near = GRID.within(1 << box(state, side), series.PATROL_ZONE) >> hex_ & 1
    return bool(near and active(state, side) & FIGHTER_PLANES)


def weather_allows(state: Campaign) -> bool:
    """BTR-ocs.air.when, BTR-ocs.react.air, BTR-ocs.barrage.move-segment: Limited weather allows
    missions in the own Movement Phase only.
    """
    return state.flight == "normal" or (state.flight == "limited" and state.phase == MOVEMENT)


def why_grounded(state: Campaign, plane: int, side: str) -> Ruling:
    name, owner = PLANE_LABEL[plane], PLANES[plane].side
    if owner != side:
        words = f"{name} is {ADJECTIVE[owner]}; the {ADJECTIVE[side]} side acts now"
        return Ruling("BTR-turn.player", words)
    if not squadron(state.scenario, side) >> plane & 1 or state.plane_lost[plane] >= PLANES[plane].steps:
        return Ruling("BTR-ocs.air.units", f"{name} has been shot down, or is not in this scenario")
    if state.flown >> plane & 1:
        return Ruling("BTR-ocs.air.mission", f"{name} has flown and is inactive until its next refit")
    clause = "BTR-ocs.react.air" if state.phase == "reaction" else "BTR-ocs.air.when"
    return Ruling(clause, f"flight weather is {state.flight}: no mission of {name} in this phase")


def strength(state: Campaign, planes: Sequence[int]) -> int:
    """BTR-ocs.air.barrage, BTR-ocs.air.units: a reduced aircraft counts half."""
    parts = [Fraction(PLANES[p].barrage, 2 if state.plane_lost[p] else 1) for p in planes]
    return nearest(sum(parts, Fraction(0)))


def flying(state: Campaign, frame: Mission | Sweep) -> list[int]:
    """Aircraft of a mission that have not been turned back."""
    return [p for p in frame.planes if not state.flown >> p & 1]


def ready_planes(state: Campaign, frame: object) -> int:
    """Aircraft of the moving side that may fly a barrage now."""
    return active(state, mover(state)) if weather_allows(state) else 0


def grounded(state: Campaign, frame: object, plane: int, hex_: int) -> Ruling:
    return why_grounded(state, plane, mover(state))


def ranges(state: Campaign, frame: object) -> Callable[[int], int]:
    return lambda plane: GRID.within(1 << box(state, PLANES[plane].side), PLANES[plane].range)


def mission_pick(verb: type[Action], over: Screen, purpose: str, clause: str) -> Pick:
    """BTR-ocs.air.mission: a ready aircraft flies to a hex in its range; `over`: what may lie there."""

    def fly(state: Campaign, frame: object, plane: int, hex_: Hex) -> None:
        mission = Mission(side=PLANES[plane].side, hex=hex_, planes=(plane,), purpose=purpose)
        state.call(mission, clause)

    return Pick(
        verb=verb,
        names=PLANE_NAMES,
        titles=PLANE_LABEL,
        kind="aircraft",
        units=(Screen("BTR-ocs.air.when", grounded, ready_planes, decisive=True),),
        hexes=(over, Screen("BTR-ocs.air.mission", "{hex} is out of range of {unit}", ranges, each=True)),
        apply=fly,
    )
