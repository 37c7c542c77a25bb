"""Aims: the hexes that a side wants to reach, as small functions of the position. An idea of a player names
one of them.
"""

from __future__ import annotations

from collections.abc import Callable

from grognard.core.hexes import members
from grognard.games.sword_beach.board import GRID, LAND, ZONE
from grognard.games.sword_beach.pieces import AIRBORNE, ALLIED, ATTACK, DEFENSE, GERMAN, OF_SIDE
from grognard.games.sword_beach.position import Combat, SwordBeach

from .craft import CAEN, CAEN_NORTH, FAR, distances
from .rear import BANK, EAST, WEST

Aim = Callable[[SwordBeach], int]
INTRUDING = 6  # a German unit so near to a beachhead is to be driven off
GATES = GRID.near(CAEN_NORTH) & LAND & ~CAEN_NORTH
BEHIND = ZONE["setup_south_southeast_of_caen"] & ~GRID.within(CAEN, 1)


def landing(state: SwordBeach) -> int:
    """The hexes beside the beachheads: from there landed stacks are attacked, and kept from leaving."""
    return GRID.near(state.beachheads) & state.land & ~state.occupied[ALLIED]


def cordon(state: SwordBeach) -> int:
    """The hexes two away from the beachheads: a line that the landed units have to break."""
    inner = state.beachheads | GRID.near(state.beachheads)
    return GRID.near(inner) & state.land & ~inner & ~state.occupied[ALLIED]


def airborne(state: SwordBeach) -> int:
    """The hexes beside the airborne units."""
    drops = sum(1 << state.at[unit] for unit in members(AIRBORNE & state.on_map))
    return GRID.near(drops) & state.land & ~state.occupied[ALLIED]


def city(state: SwordBeach) -> int:
    """Caen itself."""
    return CAEN


def stronghold(state: SwordBeach) -> int:
    """Caen and the bank of the Orne, behind which the way from the beaches to it is safe."""
    return CAEN | BANK


def intruders(state: SwordBeach) -> int:
    """The German units near the beachheads."""
    return state.occupied[GERMAN] & GRID.within(state.beachheads, INTRUDING)


def beaches(state: SwordBeach) -> int:
    """The beachheads."""
    return state.beachheads


def west_gates(state: SwordBeach) -> int:
    """The approaches of northern Caen west of the Orne."""
    return GATES & WEST & ~CAEN & state.land


def east_gates(state: SwordBeach) -> int:
    """The approaches of Caen east of the Orne, and southern Caen behind them."""
    return GRID.near(CAEN) & EAST & state.land & ~CAEN | CAEN & EAST


def germans(state: SwordBeach) -> int:
    """The German units, wherever they are."""
    return state.occupied[GERMAN]


def one_german(state: SwordBeach) -> int:
    """The German unit nearest to the beachheads, the weakest of those."""
    defense = {state.at[u]: DEFENSE[u][state.steps[u]] for u in members(OF_SIDE[GERMAN] & state.on_map)}
    far = distances(state.beachheads)
    return 1 << min(defense, key=lambda hex_: (far.get(hex_, FAR), defense[hex_], hex_)) if defense else 0


def allies(state: SwordBeach) -> int:
    """The hexes beside the Allied units, wherever they are."""
    return GRID.near(state.occupied[ALLIED]) & state.land & ~state.occupied[ALLIED]


def wounded(state: SwordBeach) -> int:
    """The hexes beside the Allied units that have lost a step."""
    units = members(OF_SIDE[ALLIED] & state.on_map)
    found = sum({1 << state.at[unit] for unit in units if state.steps[unit] == 1})
    return GRID.near(found) & state.land & ~state.occupied[ALLIED]


def supply_lines(state: SwordBeach) -> int:
    """The hexes on the shortest ways between the beachheads and Caen, away from both ends."""
    shore, town = distances(state.beachheads), distances(CAEN_NORTH)
    length = min((town[hex_] for hex_ in members(state.beachheads)), default=0)
    ways = sum(1 << hex_ for hex_ in members(state.land) if shore.get(hex_, FAR) + town[hex_] <= length + 1)
    ends = GRID.within(state.beachheads, 1) | GRID.within(CAEN_NORTH, 1)
    return ways & ~ends & ~state.occupied[ALLIED]


def south(state: SwordBeach) -> int:
    """The country behind Caen."""
    return BEHIND & state.land & ~state.occupied[ALLIED]


USUAL_AIM = "caen"  # northern Caen, as each side sees it
AIMS: dict[str, Aim] = {
    "landing": landing,
    "cordon": cordon,
    "airborne": airborne,
    "city": city,
    "stronghold": stronghold,
    "intruders": intruders,
    "beaches": beaches,
    "west gates": west_gates,
    "east gates": east_gates,
    "germans": germans,
    "one german": one_german,
    "allies": allies,
    "wounded": wounded,
    "supply lines": supply_lines,
    "south": south,
}


# ---------------------------------------------------------------- kinds of positions

CLOSE, MANY = 2, 2  # so many German units so near to the beachheads seal them


def sealed(state: SwordBeach) -> bool:
    """Whether German units stand around the beachheads."""
    return (state.occupied[GERMAN] & GRID.within(state.beachheads, CLOSE)).bit_count() >= MANY


def holding(state: SwordBeach) -> bool:
    """Whether the Allies hold all of northern Caen, so that only losing it again is to be feared."""
    return not CAEN_NORTH & ~state.allied_cities


SUPERIOR = 1.2  # so many times the Allied strength on the map the German needs to fight for the landing


def strength_on_map(state: SwordBeach, side: str) -> int:
    """Attack and defense of a side's units on the map."""
    steps = state.steps
    return sum(ATTACK[u][steps[u]] + DEFENSE[u][steps[u]] for u in members(OF_SIDE[side] & state.on_map))


def superior(state: SwordBeach) -> bool:
    """Whether the German is so much stronger than what has landed that it can fight for the landing."""
    return strength_on_map(state, GERMAN) >= SUPERIOR * strength_on_map(state, ALLIED)


def german_turn(state: SwordBeach) -> bool:
    """Whether the German moves or attacks now, and does not defend."""
    frame = state.stack[-1]
    return frame.attacker == GERMAN if isinstance(frame, Combat) else state.step.name.startswith(GERMAN)


POSITIONS: dict[str, Callable[[SwordBeach], bool]] = {
    "sealed": sealed,
    "holding": holding,
    "superior": superior,
    "german turn": german_turn,
    "wounded": lambda state: bool(wounded(state)),
    "open": lambda state: not sealed(state),
}
