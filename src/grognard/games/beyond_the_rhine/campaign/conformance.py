"""What must hold in every position on the map, and what the conformance suite plays."""

from __future__ import annotations

from grognard.core.state import State
from grognard.core.suite import Suite

from .aircraft import PLANES
from .impossible import impossibilities
from .pieces import FIGHTERS, NAMES, OF_SIDE, SCENARIOS, STEPS
from .position import Campaign
from .verbs import stores


def holds(state: State) -> None:
    """Nothing impossible: places, steps, dumps and loads in bounds, markers on units that can have them."""
    assert isinstance(state, Campaign)
    assert not impossibilities(state), impossibilities(state)[0]
    assert 0 <= state.turn <= len(SCENARIOS[state.scenario]["turns"]), f"turn {state.turn}"
    for unit, name in enumerate(NAMES):
        assert 0 <= state.lost[unit] <= STEPS[unit], f"{name} has lost {state.lost[unit]} steps"
        assert 0 <= state.load[unit] <= 4 and 0 <= state.stock[unit] <= 2, f"load or stock of {name}"
        assert state.spent[unit] >= 0, f"{name} has spent {state.spent[unit]}"
    for number, plane in enumerate(PLANES):
        assert 0 <= state.plane_lost[number] <= plane.steps, f"{plane.id} has lost {state.plane_lost[number]}"
    for side in state.sides:
        assert all(tokens > 0 for tokens in stores(state, side).values()), f"an empty dump of {side}"
    for marker in ("reserve", "exploit", "dg", "oos"):
        assert not state.__dict__[marker] & ~(state.on_map & FIGHTERS), f"{marker} lies on nothing"
    assert state.on_map == sum(state.here.values()) and not state.on_map & ~(
        OF_SIDE["allied"] | OF_SIDE["german"]
    )


SUITE = Suite(
    holds=holds,
    nested=(("Turn", "AlliedTurn", "Battle", "Retreat"),),
    games=range(30),
    positions=(19, 1000, 1001, 1002, 1004, 1005),
    pops=(2000, 2002),
    agreements=(3002,),
    sampled=20000,
    asked=50,
)
