"""ASL-C13.31: who may look for a Panzerfaust, and whom the search startles."""

from __future__ import annotations

from grognard.core.procedure import Screen

from . import aiming, allotment
from .after_fire import count_shots
from .position import (
    BERSERK,
    BROKEN,
    GUN1,
    GUN2,
    MELEE,
    OPPORTUNE,
    PIN,
    PREP,
    TI,
    Firefight,
    Shell,
    Shot,
    Who,
)
from .shots import ADVANCING_FIRE, PREP_FIRE
from .units import break_unit, flag, has, number, on_map, pin

GERMAN_WEAPON = "german"


def faust_screens(kind_of: Who, side_of: Who) -> tuple[Screen, ...]:
    def own(state: Firefight, frame: object) -> int:
        side = side_of(state, frame)
        if allotment.is_allotted(state):  # ASL-C13.311
            return sum(1 << u for u in on_map(state, side) if allotment.shots_of(state, u))
        armed = side == GERMAN_WEAPON and state.fausts[number(side)] > 0
        return sum(1 << u for u in on_map(state, side)) if armed else 0

    def able(state: Firefight, frame: object) -> int:
        fire = kind_of(state, frame)
        return sum(1 << u for u in on_map(state, side_of(state, frame)) if _may_faust(state, fire, u))

    return (
        Screen(
            "ASL-C13.31.total",
            "{unit} is not a German unit on the map, or no Panzerfaust is left",
            own,
            decisive=True,
        ),
        Screen("ASL-C13.31", "{unit} cannot look for a Panzerfaust now", able),
    )


def _may_faust(state: Firefight, kind_: str, unit: int) -> bool:
    flags = state.flags[unit] | (TI if state.riding >> unit & 1 else 0)  # ASL-D6.22
    if flags & (BROKEN | TI | MELEE) or (kind_ == PREP_FIRE and flags & (OPPORTUNE | BERSERK)):
        return False
    if kind_ == ADVANCING_FIRE and flags & PREP:
        return False
    return aiming.can_take_faust(state, kind_, unit)


def startle(state: Firefight, unit: int) -> None:
    if has(state, unit, PIN):
        break_unit(state, unit, "ASL-C13.31")
    else:
        pin(state, unit, "ASL-C13.31")


def use(state: Firefight, frame: Shot | Shell) -> None:
    """ASL-C13.31: to look for one, or to fire it, is use of a weapon."""
    unit = frame.firer
    flag(state, unit, GUN2 if has(state, unit, GUN1) else GUN1, "ASL-C13.31")
    if frame.kind == PREP_FIRE:
        flag(state, unit, PREP, "ASL-C13.31")
    count_shots(state, frame.kind, (unit,))


USE_OWN = allotment.use_own(use)
