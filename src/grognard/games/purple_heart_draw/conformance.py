"""What must hold in every position of the Tactical Mission, and what the conformance suite plays."""

from __future__ import annotations

from grognard.core.hexes import members
from grognard.core.stacking import over
from grognard.core.state import State
from grognard.core.suite import Suite

from .board import EDGE, GRID
from .impossible import stacked
from .pieces import COVERED, KINDS, NAMES, SIDE, SIDES, VEHICLE
from .position import Battle, PurpleHeartDraw, Table
from .units import STACK_HS


def holds(state: State) -> None:
    """What is true in every position: places and kinds, points never below nothing, control of one side,
    cover as told.
    """
    assert isinstance(state, PurpleHeartDraw) and 0 <= state.scenario <= 5
    assert not state.held[0] & state.held[1], "both sides control a hex"
    assert all(
        value >= 0
        for name in ("tp", "dsp", "recce", "harden", "cvp", "crews_lost")
        for value in getattr(state, name)
    )
    for u in range(len(state.kind)):
        _unit_holds(state, u)
    for u in members(state.riding):
        _rider_holds(state, u)
    # ASL-A5.1: a fight may leave Locations overstacked
    fought_out = state.options.tactical_source == "firefight"
    if not fought_out and not any(isinstance(frame, Battle | Table) for frame in state.stack):
        for side in SIDES:
            _stacks_hold(state, side)


def _unit_holds(state: PurpleHeartDraw, u: int) -> None:
    kind = state.kind[u]
    assert bool(kind) == bool(state.used >> u & 1)
    if not kind:
        bare = not state.status[u] and not state.gear[u] and not state.open >> u & 1
        assert state.at[u] < 0 and bare and state.exit[u] < 0
        return
    assert state.exit[u] < 0 or (state.at[u] < 0 and EDGE[SIDE[u]] >> state.exit[u] & 1), (
        f"{NAMES[u]} is bound to a hex"
    )
    assert KINDS[kind].side in ("", SIDE[u]), f"{NAMES[u]} is a {kind}"
    assert not (state.open >> u & 1 and state.status[u] & COVERED), f"{NAMES[u]} is open and covered"


def _rider_holds(state: PurpleHeartDraw, u: int) -> None:
    on = state.aboard[u]
    assert SIDE[u] == SIDE[on] and state.at[u] == state.at[on] and KINDS[state.kind[on]].type == VEHICLE, (
        f"{NAMES[u]} rides on nothing"
    )
    assert not state.open >> u & 1 or state.open >> on & 1, f"{NAMES[u]} gives {NAMES[on]} away"


def _stacks_hold(state: PurpleHeartDraw, side: str) -> None:
    crowded = GRID.names(over(STACK_HS, stacked(state, side)[0]))
    assert not crowded, f"overstacked: {crowded}"


SUITE = Suite(
    holds=holds,
    asked=4000,
    looked=20,
    nested=(("Mission", "Closing", "Redeploying"), ("Mission", "Opening"), ("Mission", "Battle")),
    games=(0, 1, 2, 5, 8),
    positions=(1000, 1004),
    of_a_kind=1,
    pops=(),
    agreements=(3020,),
    sampled=10000,
    kind_in=6,  # of some hundred and fifty; the nightly run asks all of them
    secrets=range(3),
    dice=False,
)
