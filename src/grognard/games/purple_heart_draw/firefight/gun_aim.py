"""Guns on the ground before the dice: what hampers those who serve them, what they have acquired, and what
they may fire.
"""

from __future__ import annotations

from grognard.core.ruling import Modifier

from . import aiming, guns, ordnance
from .aiming import CLOSED
from .forces import FIRST_GUN, GUN_SIDE
from .going import CODE
from .guns import piece
from .position import OPPORTUNE, PIN, Firefight, Shell, Shot, fact
from .shots import ADVANCING_FIRE
from .units import has, shooter

HULL_TURNS = {1: "A-NT1", 2: "A-NT2", 3: "A-NT3"}


def modifiers(state: Firefight, frame: Shell) -> list[Modifier]:
    """ASL-C5.1 to ASL-C5.9: what hampers a Gun and those who serve it."""
    g, unit, type_ = frame.firer - FIRST_GUN, shooter(state, frame.firer), frame.aim
    closed, waited = CODE[frame.home] in CLOSED, has(state, unit, OPPORTUNE)
    found = ordnance.case(HULL_TURNS[frame.turned], type_) * (1 + closed) if frame.turned else []
    if frame.kind == ADVANCING_FIRE and not waited:
        found += ordnance.case("B-woods" if closed else "B", type_)
    found += ordnance.case("D", type_) if has(state, unit, PIN) else []
    found += ordnance.case("E-woods" if closed else "E", type_) if frame.home == frame.hex else []
    found += ordnance.case("F", type_) if frame.intensive else []
    found += ordnance.case("H", type_) if GUN_SIDE[g] != frame.side else []
    found += [] if guns.is_crew_at_all(state, unit) else ordnance.case("H-crew", type_)
    return found + aiming.of_people(
        state, Shot(frame.side, frame.hex, frame.kind, frame.firer, frame.weapon), unit
    )


def acquisition(state: Firefight, frame: Shell) -> list[Modifier]:
    """ASL-C6.5, ASL-C6.51, ASL-C6.52: a vehicle that was acquired wherever it is seen, or a hex; also for
    another target in the same Location.
    """
    g = frame.firer - FIRST_GUN
    for gun, _, goal_, level in state.acquired:
        if gun == g and place_of_mark(state, goal_) == frame.hex:
            return ordnance.case(f"N{level}", frame.aim)
    return []


def place_of_mark(state: Firefight, goal: int) -> int:
    """The hex of what is acquired."""
    return goal if goal >= 0 else int(state.vehicle_at[-2 - goal])


def mark_of(frame: Shell) -> int:
    """What is acquired: a hex, or below 0 a vehicle."""
    return -2 - frame.target if frame.aim == ordnance.VEHICLES else frame.hex


def acquire(state: Firefight, frame: Shell, known: bool) -> None:
    """ASL-C6.5, ASL-C6.5.lost: of the target it has fired at, one better than before; of no other."""
    g = frame.firer - FIRST_GUN
    own = [row for row in state.acquired if row[0] == g]
    old = next((row[3] for row in own if place_of_mark(state, row[2]) == frame.hex), 0)
    rest = [row for row in state.acquired if row[0] != g]
    if known and state.gun_kind[g]:
        rest.append((g, int(frame.home), mark_of(frame), min(2, old + 1)))
    state.set(fact.acquired, tuple(sorted(rest)), "ASL-C6.5")


def special(state: Firefight, frame: Shell) -> dict[str, int]:
    return piece(state, frame.firer - FIRST_GUN).special


def ammunition(state: Firefight, frame: Shell) -> list[str]:
    """ASL-C8.1, ASL-C8.31: what it may fire at this target; at Infantry HE first, at a hex HE alone."""
    g = frame.firer - FIRST_GUN
    there = [kind_ for kind_ in piece(state, g).ammo if kind_ not in guns.spent(state, g)]
    if frame.aim == ordnance.AREA:
        return [kind_ for kind_ in there if kind_ == "HE"]
    if frame.aim == ordnance.INFANTRY:
        return sorted(there, key=lambda kind_: kind_ != "HE")
    return there
