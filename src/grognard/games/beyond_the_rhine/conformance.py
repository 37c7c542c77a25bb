"""What must hold in every position of the campaign ledger, and what the conformance suite plays."""

from __future__ import annotations

from grognard.core.state import State
from grognard.core.suite import Suite

from .chart import COUNTERS, NAMES
from .position import DEAD, DUE, LIVE, NOT_YET, WHERE, BeyondTheRhine
from .replacements import caps


def holds(state: State) -> None:
    assert isinstance(state, BeyondTheRhine)
    assert state.game_of.first <= state.turn <= state.game_of.last
    _stocks(state)
    _counters(state)


def _stocks(state: BeyondTheRhine) -> None:
    """Never negative; what came in less what went out is there; no cap is passed."""
    assert min(*state.tokens, *state.pax, *state.eq, state.reserves, state.bridge_markers) >= 0
    assert [r - s for r, s in zip(state.received, state.spent, strict=True)] == list(state.tokens), (
        "tokens out of nothing"
    )
    limit = caps(state.turn)
    assert 0 <= state.rail_used <= limit.rail and 0 <= state.sea_used <= limit.sea, "a cap is passed"


def _counters(state: BeyondTheRhine) -> None:
    for unit, where in enumerate(state.at):
        name, lost, steps = NAMES[unit], state.lost[unit], COUNTERS[unit].steps
        assert where in WHERE and 0 <= lost <= steps, f"{name} is {where!r} with {lost} of {steps} steps lost"
        assert (where == DEAD) == (lost == steps) or where not in (
            *LIVE,
            DUE,
            DEAD,
        ), f"{name} is {where!r} with {lost} of {steps} steps lost"
        assert where != NOT_YET or not lost, f"{name} has not come and has lost steps"
        assert (state.live >> unit & 1) == (where in LIVE)
    due = [unit for unit, _ in state.due_by]
    assert sorted(due) == [u for u, where in enumerate(state.at) if where == DUE] and len(due) == len(
        set(due)
    ), "what is due"
    assert len(set(state.entered)) == len(state.entered), "a line entered twice"


SUITE = Suite(
    holds=holds,
    asked=1000,
    looked=10,
    nested=(("Turn", "Award"),),
    games=range(10),  # a campaign of seventy turns is as long as three battles
    positions=(19, 1000, 1004),
    pops=(2000,),
    agreements=(3002,),
    thin=100,
)
