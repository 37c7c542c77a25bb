"""ASL-C13.311: by the option `pf_tracking` Panzerfaust shots are with units, and nobody looks for one."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from grognard.core.hexes import Hex, members
from grognard.core.procedure import Auto, Pick, Screen

from ..pieces import GERMAN
from .forces import NAMES, OF_SIDE, SIDE
from .ordnance import PF
from .position import Firefight, Shell, Shot, fact
from .units import kind, name, number
from .words import Allot, Withhold

CLAUSE = "ASL-C13.311"
ALLOTTED = 1  # stands in place of the die of a check
Side = Callable[[Firefight, object], str]


def is_allotted(state: Firefight) -> bool:
    return state.options.pf_tracking == "allotted"


def shots_of(state: Firefight, unit: int) -> int:
    return state.allotted[unit] if is_allotted(state) else 0


# ---------------------------------------------------------------- before the first turn


def _own(state: Firefight, side: str) -> list[int]:
    fits = is_allotted(state) and side == GERMAN
    return [u for u in members(OF_SIDE[side]) if state.kind[u] and kind(state, u).type != "?"] if fits else []


def allot(state: Firefight, frame: object, unit: int, hex_: Hex, shots: int = 1) -> None:
    side = number(SIDE[unit])
    state.set_at(fact.fausts, side, state.fausts[side] - shots, CLAUSE)
    state.set_at(fact.allotted, unit, state.allotted[unit] + shots, CLAUSE)


def withhold(state: Firefight, frame: object, unit: int, hex_: Hex) -> None:
    allot(state, frame, unit, hex_, -1)


def allot_picks(side_of: Side) -> tuple[Pick, Pick]:
    """A shot to a unit, and back."""

    def free(state: Firefight, frame: object) -> int:
        side = side_of(state, frame)
        own = _own(state, side)
        return sum(1 << u for u in own) if own and state.fausts[number(side)] > 0 else 0

    def given(state: Firefight, frame: object) -> int:
        return sum(1 << u for u in _own(state, side_of(state, frame)) if state.allotted[u] > 0)

    words = "by the option, Panzerfaust shots go to German units before the first turn, as many as there are"
    return (
        Pick(verb=Allot, names=NAMES, units=(Screen(CLAUSE, words, free),), apply=allot),
        Pick(
            verb=Withhold,
            names=NAMES,
            units=(Screen(CLAUSE, "{unit} has been given no Panzerfaust, or play has begun", given),),
            apply=withhold,
        ),
    )


# ---------------------------------------------------------------- in play


def use_own(use: Callable[[Firefight, Shot | Shell], None]) -> Auto:
    """A unit fires one that it was given, without a check; `use`: what its use does to the unit."""

    def take(state: Firefight, frame: object) -> None:
        frame = state.stack[-1]
        if not isinstance(frame, Shot | Shell) or frame.weapon != PF or frame.check or not is_allotted(state):
            return
        unit = frame.firer
        use(state, frame)
        state.set_at(fact.allotted, unit, state.allotted[unit] - 1, CLAUSE)
        state.note(CLAUSE, "{} fires a Panzerfaust", name(state, unit), kind="attack")
        state.replace(replace(frame, check=ALLOTTED), CLAUSE)

    return Auto(clause=CLAUSE, do=take)


def keep(state: Firefight, unit: int, other: int) -> None:
    """ASL-A1.32: a squad has what its halves had."""
    if state.allotted[other]:
        state.set_at(fact.allotted, unit, state.allotted[unit] + state.allotted[other], CLAUSE)
