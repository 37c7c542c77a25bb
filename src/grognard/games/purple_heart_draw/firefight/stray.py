"""ASL-A5.132: a shot at a vehicle in a crowded Location that misses by little may strike another there."""

from __future__ import annotations

from itertools import product
from math import lcm

from msgspec.structs import replace

from grognard.core.facts import Roll
from grognard.core.procedure import NO_OUTCOME, Outcomes
from grognard.core.ruling import total

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


def missed_by(state: Firefight, frame: Shell) -> int:
    return sum(frame.dice) + total(tank_fire.hit_modifiers(state, frame)) - frame.need


def stray_outcomes(state: Firefight, frame: Shell) -> Outcomes:
    """A die, if the shot misses by less than the number of vehicles there."""
    near = frame.aim == VEHICLES and frame.verdicts[:1] == (MISS,) and not frame.stray and not frame.cripple
    if not near or not (rest := others(state, frame)):
        return NO_OUTCOME
    return DIE if missed_by(state, frame) <= len(rest) else NO_OUTCOME


def take_stray(state: Firefight, frame: Shell, action: Roll) -> None:
    """Below the number of vehicles it strikes another one."""
    rest = others(state, frame)
    words = "the shot may strike another vehicle: die {}"
    state.note("ASL-A5.132", words, action.face, kind="result")
    frame = replace(frame, stray=action.face, others=rest if action.face <= len(rest) else ())
    state.replace(frame, "ASL-A5.132")
    if len(frame.others) == 1:
        strike(state, frame, frame.others[0])


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
