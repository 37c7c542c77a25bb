"""FF-O9: a single roll before it is made: the exact chance of everything it may change."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import NamedTuple

from grognard.core.facts import Action
from grognard.core.hexes import Hex
from grognard.core.procedure import Chance

from ..board import GRID
from . import vehicles
from .checks import about_check
from .clouds import smoke_rows
from .forces import GUN_NAMES
from .position import (
    BERSERK,
    BROKEN,
    CONCEALED,
    FLAGS,
    FOXHOLE,
    G_APART,
    HEROIC,
    JAMMED,
    PIN,
    VEHICLE_FLAGS,
    WOUND,
    Checks,
    Firefight,
)
from .units import name
from .words import (
    Bolt,
    Climb,
    Crest,
    Deploy,
    Dig,
    Dispense,
    Mend,
    Phosphorus,
    Push,
    Rally,
    Recover,
    Repair,
    Retune,
    Scrounge,
    Smoke,
    Speed,
    Toss,
    Unbog,
)

NOTHING = "no effect"
SHOWN = BROKEN | PIN | WOUND | BERSERK | HEROIC | CONCEALED | FOXHOLE
NO_MORE = {"broken": "rallies", "concealed": 'loses its "?"', "foxhole": "is no longer in a foxhole"}
NOW = {"broken": "breaks", "concealed": 'gains a "?"', "foxhole": "is in a foxhole"}
UNSAID = ("done", "rolled", "tried", "smoked", "scrounged")  # of vehicles: told by what comes of it


# decisions that lead to a single roll, and not to an attack with figures of its own
ROLLED = (
    Rally,
    Repair,
    Deploy,
    Recover,
    Scrounge,
    Smoke,
    Phosphorus,
    Dig,
    Climb,
    Push,
    Bolt,
    Toss,
    Dispense,
    Mend,
    Speed,
    Unbog,
    Crest,
    Retune,
)


class Shape(NamedTuple):
    """What a roll may change, as it stands."""

    kind: list[str]
    flags: list[int]
    gun_kind: list[str]
    gun_flags: list[int]
    holder: list[int]
    vehicle_flags: list[int]
    smoke: list[tuple[int, int, str]]
    net: list[str]
    fires: list[str]


def shape(state: Firefight) -> Shape:
    return Shape(
        list(state.kind),
        [bits & SHOWN for bits in state.flags],
        list(state.gun_kind),
        [bits & (JAMMED | G_APART) for bits in state.gun_flags],
        list(state.holder),
        list(state.vehicle_flags),
        list(smoke_rows(state)),
        list(state.net),
        [*_fires(state)],
    )


def _fires(state: Firefight) -> Iterator[str]:
    yield from (f"a Flame in {name_}" for name_ in GRID.names(state.flames))
    yield from (f"{name_} is ablaze" for name_ in GRID.names(state.blazes))


def chances(state: Firefight) -> dict[str, Fraction]:
    """Of the roll that waits: the chance of each change, and of further rolls it brings."""
    frame, step = state.waiting_step()
    if not isinstance(step, Chance):
        return {}
    rolls, before, found = step.outcomes(state, frame), shape(state), dict[str, Fraction]()
    for action, weight in rolls:
        words = outcome(state, before, action)
        found[words] = found.get(words, Fraction(0)) + Fraction(weight, rolls.whole)
    return found


def outcome(state: Firefight, before: Shape, action: Action) -> str:
    """What one result of the roll changes by itself, in words: nothing that comes after it is carried out."""
    names = [name(state, unit) if kind else "" for unit, kind in enumerate(before.kind)]
    trial = state.copy()
    frame, step = trial.waiting_step()
    assert frame is not None
    step.take(trial, frame, action)
    return "; ".join([*changes(trial, before, names), *_further(trial)]) or NOTHING


def _further(state: Firefight) -> Iterator[str]:
    """The check that follows at once."""
    frame = state.stack[-1] if state.stack else None
    if isinstance(frame, Checks) and frame.queue:
        yield f"then {about_check(state, frame)}"


def changes(state: Firefight, before: Shape, names: list[str]) -> Iterator[str]:
    now = shape(state)
    yield from _units(before, now, names)
    yield from _guns(before, now)
    for vehicle, (old, new) in enumerate(zip(before.vehicle_flags, now.vehicle_flags, strict=True)):
        words = [one for one in VEHICLE_FLAGS.write(new & ~old) if one not in UNSAID]
        gone = [f"no longer {one}" for one in VEHICLE_FLAGS.write(old & ~new) if one not in UNSAID]
        if words or gone:
            yield f"{vehicles.name(state, vehicle)}: {', '.join([*words, *gone]).replace('_', ' ')}"
    for hex_, _, _ in sorted(set(now.smoke) - set(before.smoke)):
        yield f"smoke in {GRID.name[Hex(hex_)]}"
    yield from (one for one in now.fires if one not in before.fires)
    yield from (f"radio: {new}" for old, new in zip(before.net, now.net, strict=True) if old != new)


def _units(before: Shape, now: Shape, names: list[str]) -> Iterator[str]:
    for unit, old in enumerate(before.kind):
        new = now.kind[unit]
        if old != new:
            yield f"{names[unit]} is lost" if not new else f"{names[unit] or 'a new unit'} becomes {new}"
        if not new:
            continue
        was, is_ = before.flags[unit], now.flags[unit]
        left = [NO_MORE.get(one, f"is no longer {one}") for one in FLAGS.write(was & ~is_)]
        come = [NOW.get(one, f"is {one}") for one in FLAGS.write(is_ & ~was)]
        yield from (f"{names[unit]} {one}" for one in (*left, *come))


def _guns(before: Shape, now: Shape) -> Iterator[str]:
    for g, old in enumerate(before.gun_kind):
        new = now.gun_kind[g]
        if old != new:
            yield f"{GUN_NAMES[g]} is lost" if not new else f"a {new}"
        elif old and before.gun_flags[g] & JAMMED and not now.gun_flags[g] & JAMMED:
            yield f"{GUN_NAMES[g]} is repaired"
        elif old and now.gun_flags[g] & ~before.gun_flags[g] & JAMMED:
            yield f"{GUN_NAMES[g]} malfunctions"
        elif old and before.holder[g] != now.holder[g]:
            yield f"{GUN_NAMES[g]} is picked up"


def of_actions(state: Firefight, actions: Iterable[Action]) -> Iterator[tuple[Action, dict[str, Fraction]]]:
    """The decisions at hand that roll at once, each with its chances; the position is left as it was."""
    for action in actions:
        if not isinstance(action, ROLLED):
            continue
        state.push(action)
        try:
            found = chances(state)
        finally:
            state.pop()
        if found:
            yield action, found
