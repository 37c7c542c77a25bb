"""PHD-C5.37: which side sets up first, and which moves first."""

from __future__ import annotations

from grognard.core.procedure import DIE, NO_OUTCOME, Outcomes

from . import verbs
from .pieces import (
    GERMAN,
    LIMITS,
    US,
)
from .position import (
    Opening,
    PurpleHeartDraw,
    fact,
)


def reveal(state: PurpleHeartDraw, frame: Opening) -> None:
    """PHD-C5.37: both show their chits; the Initial TM Scenario's attack is assigned to the US
    (PHD-C2.AO).
    """
    for n in (0, 1):
        state.set_at(fact.revealed, n, state.chit[n], "PHD-C5.37")
    us, german = (state.chit[n] == "attack" for n in (0, 1))
    state.set(fact.lull, not us and not german, "PHD-C2.LULL")
    state.note("PHD-C5.37", "Initiative: US {}, German {}", state.chit[0], state.chit[1])
    if us and not german:
        _order(state, GERMAN, US, "PHD-C5.37.a")
    elif german and not us:
        _order(state, US, GERMAN, "PHD-C5.37.b")
    elif us:
        _order(state, "", "", "PHD-C5.37.c")
    else:
        state.note("PHD-C5.37.d", "Lull: no scenario is played; the next Consolidation Phase follows")
    for n in (0, 1):
        counts = state.chit[n] == "attack" and (
            state.scenario > 1 or state.options.initial_attack_counts
        )  # PHD-R7
        state.set_at(fact.attacked, n, counts, "PHD-C5.29")


def _order(state: PurpleHeartDraw, sets_up: str, moves: str, clause: str) -> None:
    state.set(fact.first_setup, sets_up, clause)
    state.set(fact.first, moves, clause)


def dual_setup(state: PurpleHeartDraw, frame: Opening) -> Outcomes:
    return DIE if not state.lull and not state.first_setup else NO_OUTCOME


def dual_moves(state: PurpleHeartDraw, frame: Opening) -> Outcomes:
    return DIE if not state.lull and not state.first else NO_OUTCOME


def set_up_rolled(state: PurpleHeartDraw, frame: Opening, roll: verbs.Roll) -> None:
    """PHD-C5.37.c: on a low die the German sets up first."""
    german = roll.face <= LIMITS["dice"]["german_sets_up_max"]
    state.set(fact.first_setup, GERMAN if german else US, "PHD-C5.37.c")


def moves_rolled(state: PurpleHeartDraw, frame: Opening, roll: verbs.Roll) -> None:
    """PHD-C5.37.c: after all set-up; on a high die the US moves first."""
    state.set(fact.first, US if roll.face >= LIMITS["dice"]["us_moves_min"] else GERMAN, "PHD-C5.37.c")
