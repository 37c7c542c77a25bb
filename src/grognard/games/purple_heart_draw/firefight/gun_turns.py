"""ASL-C3.22: Guns are turned without firing: at set-up as their owner likes, later at the end of a fire
phase.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from grognard.core.facts import Action
from grognard.core.hexes import members
from grognard.core.procedure import Phase
from grognard.core.ruling import Ruling

from . import guns
from .after_fire import lose_aims
from .arcs import SPINES
from .eyes import in_sight_of
from .fire import firing_side, is_fit
from .forces import FIRST_GUN, GUN, GUN_NAMES, GUNS_OF
from .gun_fire import WHO, is_intensive
from .pillboxes import is_inside
from .position import G_HELD, G_RESTED, G_TURNED, Firefight
from .shots import PREP_FIRE
from .units import in_order, name, settle, show
from .words import Turn

NEAR = int(guns.DATA["reveal"]["within"])


def _ways(state: Firefight, g: int) -> Iterator[Action]:
    fixed = state.holder[g] >= 0 and is_inside(state, state.holder[g])  # ASL-B30.gun
    return (Turn(GUN_NAMES[g], one) for n, one in enumerate(SPINES) if n != state.pointing[g] and not fixed)


def before_play(state: Firefight, side: str) -> list[Action]:
    """At set-up a Gun points where its owner likes."""
    own = (g for g in members(GUNS_OF[side]) if state.gun_kind[g] in guns.PIECES)
    return in_order(action for g in own for action in _ways(state, g))


def may_rest(state: Firefight, kind_: str, g: int) -> bool:
    """ASL-C3.22: those who serve it could still fire it without Intensive Fire."""
    firer = FIRST_GUN + g
    fresh = all(test(state, kind_, firer) for _, _, test in WHO) and not is_intensive(state, kind_, firer)
    return fresh and is_fit(state, firer)


def choices(state: Firefight, kind_: str) -> Sequence[Action]:
    own = guns.own_pieces(state, firing_side(kind_, state))
    return in_order(action for g in own if may_rest(state, kind_, g) for action in _ways(state, g))


def turn(state: Firefight, action: Turn, clause: str) -> int:
    g = GUN[action.gun]
    guns.point(state, g, SPINES.index(action.spine), clause)
    return g


def rest(state: Firefight, kind_: str, action: Turn) -> None:
    """ASL-C3.22, ASL-A12.2: it fires no more in this phase; turned before the Movement Phase it is not
    pushed; in sight of the enemy it loses its "?".
    """
    g = turn(state, action, "ASL-C3.22")
    unit = state.holder[g]
    guns.mark(state, g, G_RESTED | G_TURNED | (G_HELD if kind_ == PREP_FIRE else 0), "ASL-C3.22")
    lose_aims(state, {unit})
    if not state.open >> unit & 1 and in_sight_of(state, unit, within=NEAR):
        show(state, unit, "ASL-A12.2")
        settle(state, "ASL-A12.2")
    if state.open >> unit & 1:
        words = "{} turns its Gun to {}"
        state.note("ASL-C3.22", words, name(state, unit), action.spine, kind="markers")


def with_turns(phase: Phase, kind_: str) -> Phase:
    """A fire phase in which Guns may be turned as well."""
    words = "it is not a Gun that could still be fired in this phase, or points there already"
    return replace(
        phase,
        plain=lambda state, frame: choices(state, kind_),
        take_plain=lambda state, frame, action: rest(state, kind_, action),
        plain_verbs=(Turn,),
        refuse=lambda state, frame, action: Ruling("ASL-C3.22", words),
    )


def begin_phase(state: Firefight, defensive: bool) -> None:
    """ASL-B9.53: a new fire phase; First and Final Fire count as one."""
    bits = G_RESTED | (0 if defensive else G_TURNED)
    for g, flags in enumerate(state.gun_flags):
        if flags & bits:
            guns.unmark(state, g, bits, "ASL-B9.53")
