"""BTR-ocs.dam, BTR-ocs.bridge: the map as it is now: whether the Roer is in flood, and which bridges
stand.
"""

from __future__ import annotations

from functools import cache

from grognard.core.caching import once_while
from grognard.core.hexes import Hexes, set_of

from ..board import Board
from .board import BOARD, EAST, GRID, Water, area, chart
from .pieces import ALLIED, LIMITS, SCENARIOS, read
from .position import WATER, Campaign

BLOWN, TAKEN = "blown", "taken"  # BTR-ocs.bridge.state; a bridge of which nothing is said stands


STANDS_AT = int(LIMITS["bridge"]["stands_die"])  # BTR-ocs.bridge.check: with a marker, on this and higher


def banks(name: str) -> tuple[int, int]:
    """The western and the eastern hex of a bridge."""
    a, b = BOARD.bridges[name]
    return (a, b) if EAST >> b & 1 else (b, a)


@cache
def _in_area(scenario: str) -> tuple[str, ...]:
    inside = area(scenario)
    return tuple(name for name, pair in BOARD.bridges.items() if all(inside >> h & 1 for h in pair))


def bridges_of(state: Campaign) -> tuple[str, ...]:
    """The Rhine bridges of the scenario."""
    return _in_area(state.scenario)


def checked(state: Campaign) -> set[str]:
    return {name for name, _ in state.bridges}


def unchecked(state: Campaign) -> list[str]:
    """Bridges of which nothing is decided yet: they stand, and the Allies have not come to them."""
    known = checked(state)
    return [name for name in bridges_of(state) if name not in known]


@once_while("bridges")
def bridge_ends(state: Campaign) -> Hexes:
    """The hexes of bridges not yet checked: Allied units that enter one stop to see whether it stands."""
    return Hexes(set_of({h for name in unchecked(state) for h in banks(name)}))


def flooded(state: Campaign) -> bool:
    """BTR-ocs.dam.flood, BTR-ocs.scen.flood: whether the Roer is in flood in this turn."""
    scenario = SCENARIOS[state.scenario]
    if flood := scenario.get("flood"):
        return bool(scenario["turns"][max(state.turn, 1) - 1] <= flood["until"])
    turns = scenario.get("dams", {}).get("turns", 0)
    return bool(state.flood_from) and state.flood_from <= state.turn < state.flood_from + turns


BUST_RADIUS = int(read("facility.toml")["marker"]["radius"])


def busted(state: Campaign, side: str) -> Hexes:
    """BTR-ocs.bust.marker: hexes in which the enemy's markers slow a side."""
    marks = state.german_busts if side == ALLIED else state.allied_busts
    return GRID.within(marks, BUST_RADIUS) if marks else Hexes(0)


@once_while(*WATER)
def terrain_now(state: Campaign) -> Board:
    """The map with its water of this moment: who crosses the Rhine where, either side alike
    (BTR-ocs.move.rhine, BTR-ocs.move.bridge-held, BTR-ocs.retreat.rhine).
    """
    if (
        not state.bridges
        and not state.laid
        and not state.flood_from
        and "flood" not in SCENARIOS[state.scenario]
    ):
        return BOARD
    laid = frozenset(state.laid)
    spanned = {name for name, pair in BOARD.bridges.items() if tuple(sorted(pair)) in laid}
    blown = frozenset(name for name, what in state.bridges if what == BLOWN) - spanned
    return chart(Water(flooded(state), blown, laid))
