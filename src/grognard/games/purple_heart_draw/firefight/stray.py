"""ASL-A5.132: a shot at a vehicle in a crowded Location that misses by little may strike another there."""

from __future__ import annotations

from itertools import product
from math import lcm

from msgspec.structs import replace

from grognard.core.facts import Roll
from grognard.core.procedure import NO_OUTCOME, Outcomes

from . import tank_fire, vehicles
from .ordnance import HIT, MISS, VEHICLES
from .position import Firefight, Shell
from .words import DIE

FACES = range(1, 7)


def others(state: Firefight, frame: Shell) -> tuple[int, ...]:
    """The vehicles in sight of the firer besides the one it fires at."""
    there = [v for v in tank_fire.enemy_vehicles(state, frame.side, frame.hex) if v != frame.target]
    return tuple(
        v for v in there if tank_fire.view_of(state, frame, v) is None or tank_fire.is_seen(state, frame, v)
    )


def within_reach(state: Firefight, frame: Shell, drm: int) -> tuple[int, ...]:
    """The vehicles that a shot may strike instead: those there, if it misses by less than the number of
    vehicles. Asked when the dice have fallen, because the weapon may break with them.
    """
    if frame.aim != VEHICLES or frame.cripple or frame.verdicts[:1] != (MISS,):
        return ()
    rest = others(state, frame)
    return rest if sum(frame.dice) + drm - frame.need <= len(rest) else ()


def stray_outcomes(state: Firefight, frame: Shell) -> Outcomes:
    return DIE if frame.others and not frame.stray else NO_OUTCOME


def take_stray(state: Firefight, frame: Shell, action: Roll) -> None:
    """Below the number of vehicles it strikes another one."""
    words = "the shot may strike another vehicle: die {}"
    state.note("ASL-A5.132", words, action.face, kind="result")
    struck = frame.others if action.face <= len(frame.others) else ()
    frame = replace(frame, stray=action.face, others=struck)
    state.replace(frame, "ASL-A5.132")
    if len(struck) == 1:
        strike(state, frame, struck[0])


def strike(state: Firefight, frame: Shell, vehicle: int) -> None:
    state.note("ASL-A5.132", "it strikes {}", vehicles.name(state, vehicle), kind="result")
    verdicts = (HIT, *frame.verdicts[1:])
    state.replace(replace(frame, target=vehicle, others=(), verdicts=verdicts), "ASL-A5.132")


def lot_outcomes(state: Firefight, frame: Shell) -> Outcomes:
    """ASL-A.9: a die for each vehicle, a larger one being struck more easily; the highest is chosen."""
    if len(frame.others) < 2:
        return NO_OUTCOME
    sizes = [vehicles.armored(state, v).size for v in frame.others]
    whole = lcm(*range(1, len(sizes) + 1))
    weights = [0] * len(sizes)
    for dice in product(FACES, repeat=len(sizes)):
        figures = [die - size for die, size in zip(dice, sizes, strict=True)]
        best = [n for n, figure in enumerate(figures) if figure == max(figures)]
        for n in best:
            weights[n] += whole // len(best)
    return Outcomes([(Roll(n + 1), weight) for n, weight in enumerate(weights) if weight])


def take_lot(state: Firefight, frame: Shell, action: Roll) -> None:
    strike(state, frame, frame.others[action.face - 1])
