"""What must hold in every position of The Longest Day, and what the conformance suite plays."""

from __future__ import annotations

from grognard.core.hexes import members
from grognard.core.state import State
from grognard.core.suite import Suite

from .board import GRID, LAND
from .pieces import COMBAT, HQ, NAMES, OF_SIDE, SUPPLY
from .position import Combat, LongestDay, Retreat


def holds(state: State) -> None:
    assert isinstance(state, LongestDay)
    boxes = [state.on_map, state.due, state.dead, state.surrendered, state.gone]
    for number, one in enumerate(boxes):
        for other in boxes[number + 1 :]:
            assert not one & other, (
                f"{[NAMES[u] for u in range(len(NAMES)) if one & other >> u & 1][:3]} is in two places"
            )
    assert not state.held["allied"] & state.held["german"], "combat units of both sides in one hex"
    for side in state.sides:
        assert not state.occupied[side] & ~LAND, "a unit at sea"
    passing = {frame.unit for frame in state.stack if isinstance(frame, Retreat)}
    for hex_, units in state.here.items():
        for side in state.sides:
            hqs = [u for u in members(units & HQ & OF_SIDE[side]) if u not in passing]
            assert len(hqs) <= 1 or any(isinstance(f, Combat) for f in state.stack), (
                f"two HQs in {GRID.name[hex_]}"
            )
    assert not state.dead & SUPPLY and not state.half & ~SUPPLY, "supply counters go back to the pool"
    assert not state.strong & ~state.on_map, "a strongpoint that no unit holds"
    assert not state.down & ~(state.on_map | state.due), "a disrupted unit that is nowhere"
    assert not state.control & ~LAND and not state.exerting["allied"] & ~state.held["allied"] and COMBAT


SUITE = Suite(
    holds=holds,
    asked=5000,
    looked=15,
    every=25,
    nested=(("Day", "AlliedSegment", "Combat", "Retreat"),),
    games=range(1),  # a game is ten times as long as those of smaller games; a hundred are played at night
    positions=(7,),
    of_a_kind=1,
    pops=(),
    agreements=(8,),
    sampled=8000,
    dice=False,
)
