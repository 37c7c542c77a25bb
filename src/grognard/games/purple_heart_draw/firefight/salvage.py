"""ASL-A4.44: a leader or hero takes a weapon at once when who had it dies, or routs off without it."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from grognard.core.facts import Action
from grognard.core.procedure import Auto, Phase
from grognard.core.ruling import Ruling

from ..pieces import SIDES
from . import deploying
from .forces import GUN, GUN_NAMES, NAMES, UNIT
from .orphans import CLAUSE
from .position import HIDDEN, Firefight, Salvage, fact
from .units import has, in_bypass, in_hex, in_order, kind, number
from .words import Recover

# ---------------------------------------------------------------- when it is asked for


def offer(state: Firefight) -> None:
    """The owner's side is asked, Location by Location."""
    rows = state.orphans
    if not rows:
        return
    state.set(fact.orphans, (), CLAUSE)
    for place in sorted({row[1:] for row in rows}):
        guns = tuple(g for g, *rest in rows if tuple(rest) == place and lies_there(state, g, place[0]))
        if guns and state.stack:
            state.call(Salvage(side=SIDES[place[1]], hex=place[0], guns=guns), CLAUSE)


def lies_there(state: Firefight, g: int, hex_: int) -> bool:
    return bool(state.gun_kind[g]) and state.holder[g] < 0 and state.gun_at[g] == hex_


# ---------------------------------------------------------------- who takes it


def takers(state: Firefight, frame: Salvage) -> list[int]:
    """Leaders and heroes of the Location who are neither hidden nor in bypass."""
    there = [u for u in in_hex(state, frame.side, frame.hex) if kind(state, u).is_single]
    return [u for u in there if not has(state, u, HIDDEN) and not in_bypass(state, u)]


def choices(state: Firefight, frame: object) -> Sequence[Action]:
    if not isinstance(frame, Salvage):
        return ()
    pairs = [(u, g) for u in takers(state, frame) for g in frame.guns if (u, g) not in frame.tried]
    fit = [(u, g) for u, g in pairs if deploying.can_recover(state, u, g)]
    return in_order(Recover(NAMES[u], GUN_NAMES[g]) for u, g in fit)


def is_asked_anyway(state: Firefight, frame: object) -> bool:
    """FF-INFO: who is under a "?" there must not show in whether the side is asked."""
    covered = isinstance(frame, Salvage) and state.shrouds[number(frame.side)] >> frame.hex & 1
    return bool(covered)


def take(state: Firefight, frame: Salvage, action: Recover) -> None:
    unit, g = UNIT[action.unit], GUN[action.gun]
    state.replace(replace(state.stack[-1], tried=(*frame.tried, (unit, g))), CLAUSE)
    deploying.try_recovery(state, unit, g)


def refuse(state: Firefight, frame: object, action: Action) -> Ruling:
    words = "at once only a leader or hero of the Location tries, once each, Good Order and not pinned"
    return Ruling(CLAUSE, f"{words}, without an armed enemy there")


SALVAGE = (
    Phase(
        clause=CLAUSE,
        name="salvage",
        title="a weapon is left",
        side=lambda state, frame: frame.side if isinstance(frame, Salvage) else state.mover,
        picks=(),
        plain=choices,
        take_plain=take,
        plain_verbs=(Recover,),
        refuse=refuse,
        asks_anyway=is_asked_anyway,
    ),
    Auto(clause=CLAUSE, do=lambda state, frame: None),
)
