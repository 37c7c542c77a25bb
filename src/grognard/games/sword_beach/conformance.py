"""What must hold in every position of Sword Beach, and what the conformance suite plays."""

from __future__ import annotations

from collections import Counter

from grognard.core.hexes import set_of
from grognard.core.state import State
from grognard.core.suite import Suite

from .board import GROUND
from .pieces import NAMES, SIDE, SIDES
from .position import DropAttack, Landing, Retreat, SwordBeach
from .tables import ALLOTMENT, CUPS, NAVAL, NAVAL_VALUES

LAST_TURN = 27  # 17, and five more for each of two divisions brought in on GT 10


def holds(state: State) -> None:
    assert isinstance(state, SwordBeach)
    assert 0 <= state.turn <= LAST_TURN, f"game turn {state.turn}"
    _units(state)
    _hexes(state)
    _markers(state)


def _units(state: SwordBeach) -> None:
    """Occupied sets right, steps 0 to 2, the eliminated off the map, no unit both on the map and waiting."""
    for side in SIDES:
        hexes = {hex_ for unit, hex_ in enumerate(state.at) if hex_ >= 0 and SIDE[unit] == side}
        assert state.occupied[side] == set_of(hexes), f"occupied hexes of {side}"
    for unit, hex_ in enumerate(state.at):
        assert 0 <= state.steps[unit] <= 2, f"{NAMES[unit]} has {state.steps[unit]} steps"
        assert hex_ < 0 or state.steps[unit], f"{NAMES[unit]} is eliminated and on the map"
        assert (state.on_map >> unit & 1) == (hex_ >= 0), f"{NAMES[unit]}: on_map is wrong"
        assert hex_ < 0 or not state.waiting >> unit & 1, f"{NAMES[unit]} is on the map and waits to arrive"
        assert hex_ >= 0 or not state.landed >> unit & 1, f"{NAMES[unit]} has landed and is not on the map"


def _hexes(state: SwordBeach) -> None:
    """One unit a hex but for landed units on a beach (three) and the drop until it separates; no unit at
    sea.
    """
    landing = any(isinstance(frame, Landing | DropAttack) for frame in state.stack)
    passing = {
        frame.unit for frame in state.stack if isinstance(frame, Retreat)
    }  # a retreat may lead through friends
    crowd = Counter(hex_ for unit, hex_ in enumerate(state.at) if hex_ >= 0 and unit not in passing)
    beaches = state.beachheads
    for hex_, count in crowd.items():
        name = state.grid.name[hex_]
        assert landing or not GROUND["sea"] >> hex_ & 1, f"a unit at sea in {name}"
        assert count <= 3 or landing, f"{count} units in {name}"
        if beaches >> hex_ & 1 and not landing:
            assert count <= 3, f"{count} units on the beach {name}"
        if state.turn > 2 and not beaches >> hex_ & 1 and state.options.doubled_drop == "separate_gt2":
            landed = sum(state.landed >> u & 1 for u, h in enumerate(state.at) if h == hex_)
            assert count == 1 or landed, f"{count} units in {name}, which is no beach"
    if not landing:
        assert not state.occupied["allied"] & state.occupied["german"], "both sides in one hex"
    assert not beaches & state.occupied["german"], "a German stands on a beachhead marker"


def _markers(state: SwordBeach) -> None:
    """No cup ever holds more than its allotment; what is lost for good comes out of it."""
    for name, cup, whole in zip(CUPS, state.cups, ALLOTMENT, strict=True):
        assert all(0 <= n <= most for n, most in zip(cup, whole, strict=True)), f"the {name} cup holds {cup}"
    german = [n + gone for n, gone in zip(state.cups[2], state.lost, strict=True)]
    assert all(n <= most for n, most in zip(german, ALLOTMENT[2], strict=True)), (
        "a lost German marker is back"
    )
    assert all(0 <= n <= NAVAL[v] for v, n in zip(NAVAL_VALUES, state.naval, strict=True)), (
        f"naval markers {state.naval}"
    )
    assert state.mines in ("cup", "drawn", "aside", "used", "out", "lost"), f"mines are {state.mines!r}"


SUITE = Suite(
    holds=holds,
    asked=1000,
    looked=10,
    nested=(("Turn", "Combat", "Retreat"),),
    games=range(30),
    positions=(19, 1000, 1004),
    pops=(2000,),
    agreements=(3002,),
    thin=100,
)
