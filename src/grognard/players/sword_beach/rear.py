"""The rear of the Allied line: where German mobile units could slip through to, and whom that would cut off
from the beaches.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from grognard.core.hexes import members
from grognard.games.sword_beach.arrivals import ARRIVALS, BEACH_STACK
from grognard.games.sword_beach.board import GRID, MAP, ZONE
from grognard.games.sword_beach.pieces import ALLIED, GERMAN, MOBILE, OF_SIDE
from grognard.games.sword_beach.position import SwordBeach
from grognard.games.sword_beach.verbs import projecting, zoc

EDGE = ZONE["east_edge"]
WEST, EAST = (
    GRID.set(name for name, row in MAP["hexes"].items() if row.get("orne") == bank) for bank in "WE"
)
BANK = (
    WEST & GRID.near(EAST) & ~ZONE["caen_all"]
)  # the line of the Orne: whoever comes from the east has to cross it
RIDE = 8  # hexes a mobile unit covers in a phase, about: roads make it more, woods less
FAR_OFF = {1: 0.7, 2: 0.5}  # what a danger counts that comes so many turns later
GUARDS = 2  # units a beach needs, or all beaches together, while Germans can come near
ENOUGH = 3  # so many roamers cut off whom they like


class Roamers:
    """The German mobile units that a turn may bring, and where they begin."""

    def __init__(self, state: SwordBeach) -> None:
        mobile = OF_SIDE[GERMAN] & MOBILE
        here = mobile & (state.on_map | state.waiting)
        self.starts = sum(1 << state.at[unit] for unit in members(mobile & state.on_map))
        self.entering = bool(mobile & state.waiting)
        self.number = here.bit_count()
        self.later = sum(
            FAR_OFF.get(a.turn - state.turn, 0.0) * (a.units & mobile & ~state.on_map).bit_count()
            for a in ARRIVALS
            if a.side == GERMAN
        )
        self.count = min(1.0, (self.number + self.later) / ENOUGH)


@lru_cache(maxsize=4096)
def roamed(starts: int, gates: int, land: int, held: int, zone: int) -> int:
    """Where they can be after their next turn: two phases of movement, each ended by a zone of control."""
    open_ = land & ~held
    free = open_ & ~zone
    found = starts
    for _ in range(2):
        new = seen = (GRID.near(found) | gates) & free
        touched = (GRID.near(found) | gates) & open_
        for _ in range(RIDE - 1):
            new = GRID.near(new) & free & ~seen
            if not new:
                break
            seen |= new
        found |= touched | seen | GRID.near(seen) & open_
        gates = 0
    return found


def within_reach(state: SwordBeach, roamers: Roamers, more: int = 0) -> int:
    """Where the roamers can be after their next turn against the Allied line as it stands; `more` are hexes
    taken to be held too.
    """
    held, zone = state.occupied[ALLIED] | more, GRID.near(projecting(state, ALLIED) | more) & state.land
    gates = EDGE & state.land & ~held & ~zone if roamers.entering or roamers.later else 0
    return roamed(roamers.starts, gates, state.land, held, zone)


class Danger(NamedTuple):
    beaches: int  # beachheads Germans could walk into in their next turn
    cut: int  # Allied hexes that could be cut off by it
    gaps: int  # hexes of the Orne's bank that no Allied unit watches
    guards: float  # units on the beaches that are wanting, if Germans can come next to one


def exposed(state: SwordBeach, roamers: Roamers, more: int = 0) -> Danger:
    """What the Allied line lays open to the roamers."""
    if not roamers.count:
        return Danger(0, 0, 0, 0)
    land, held = state.land, state.occupied[ALLIED] | more
    found = within_reach(state, roamers, more)
    open_ = land & ~found
    free = open_ & ~GRID.near(found)
    sources = state.beachheads & open_
    first = sources | GRID.near(sources)
    inner = GRID.flood(first & free, free)
    fed = first | inner | GRID.near(inner) | state.beachheads
    beaches, cut = state.beachheads & found, held & ~fed & ~more
    gaps = BANK & found & ~GRID.near(held) if beaches | cut else 0
    return Danger(
        beaches,
        cut,
        gaps,
        (
            max(0, GUARDS - guards(state) - (more & state.beachheads).bit_count())
            if GRID.near(state.beachheads) & found
            else 0
        ),
    )


def guards(state: SwordBeach) -> float:
    """Units on the beaches, stacks unit by unit; a reduced one is half a guard."""
    units = [
        unit
        for hex_ in members(state.beachheads & state.occupied[ALLIED])
        for unit in members(state.here.get(hex_, 0))
    ]
    return sum([state.steps[unit] for unit in units]) / 2


# ---------------------------------------------------------------- room for those who are still to land

TO_LAND = {turn: sum(a.units for a in ARRIVALS if a.side == ALLIED and a.turn == turn) for turn in range(40)}


def still_at_sea(state: SwordBeach) -> tuple[int, int]:
    """How many Allied units wait to land now or will in the next turn, and how many come later."""
    soon = state.waiting & OF_SIDE[ALLIED] | TO_LAND[state.turn + 1] & ~state.on_map
    later = sum(units.bit_count() for turn, units in TO_LAND.items() if turn > state.turn + 1)
    return soon.bit_count(), later


def room_ashore(state: SwordBeach) -> int:
    """How many units could land now (SB-11.2.4.c, SB-11.2.4.h, SB-J38): whoever came to a beach by land bars
    it.
    """
    found, threatened = 0, zoc(state, GERMAN)
    for hex_ in members(state.beachheads):
        there = state.here.get(hex_, 0)
        if there & ~state.landed or (not there and threatened >> hex_ & 1):
            continue
        found += BEACH_STACK - there.bit_count()
    return found
