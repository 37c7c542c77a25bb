"""What the fitted evaluation sees of a position: a few dozen figures, each about as large as one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from grognard.games.sword_beach.board import GRID
from grognard.games.sword_beach.pieces import GERMAN, MOBILE, OF_SIDE

from .craft import CAEN_NORTH, distances
from .fights import WORTH

LAST = 17  # game turns
BRIGADE = 13.0  # about what a full brigade is worth
RINGS = (0, 1, 3, 6)  # hexes from northern Caen: in it, beside it, near, on the way; beyond: far
CLOSE, RIDE = 2, 6  # hexes from a beachhead: beside the landing, within a ride of it
FAR = len(RINGS)
RING_OF = {
    hex_: next((ring for ring, limit in enumerate(RINGS) if far <= limit), FAR)
    for hex_, far in distances(CAEN_NORTH).items()
}
FIELDS = (
    *(f"Allied strength, ring {ring}" for ring in range(FAR + 1)),
    *(f"German strength, ring {ring}" for ring in range(FAR + 1)),
    "Allied strength waiting", "German strength waiting",
    "one hex held", "two hexes held", "three hexes held", "four hexes held",
    "Allied units in northern Caen", "German steps in northern Caen",
    "beachheads", "guards on beachheads", "no guard near a beachhead",
    "German strength beside the landing", "German mobile strength within a ride of the beachheads",
    "Allied strength out of supply", "Allied units out of supply in northern Caen",
    "Allied strength that has just landed", "Allied units with a step missing", "Allies to move",
)  # fmt: skip


class Seen(Protocol):
    """The part of a position that is looked at."""

    @property
    def turn(self) -> int: ...
    @property
    def beachheads(self) -> int: ...
    @property
    def allied_cities(self) -> int: ...
    @property
    def waiting(self) -> int: ...
    @property
    def landed(self) -> int: ...


def features(position: Seen, at: Sequence[int], steps: Sequence[int], fed: int, allied: bool) -> list[float]:
    """The figures of a position in the order of `FIELDS`. `fed`: hexes in supply; `allied`: it is the Allies'
    move.
    """
    rings = [0.0] * (2 * (FAR + 1))
    waiting = [0.0, 0.0]
    near_beach, ride = GRID.within(position.beachheads, CLOSE), GRID.within(position.beachheads, RIDE)
    guards = close = mobile = unfed = landed = 0.0
    ours_in = theirs_in = unfed_in = reduced = guarded = 0
    for unit, hex_ in enumerate(at):
        german = OF_SIDE[GERMAN] >> unit & 1
        if hex_ < 0:
            if position.waiting >> unit & 1:
                waiting[german] += WORTH[unit][steps[unit]]
            continue
        worth = WORTH[unit][steps[unit]] / BRIGADE
        rings[RING_OF.get(hex_, FAR) + german * (FAR + 1)] += worth
        inside, shore = CAEN_NORTH >> hex_ & 1, near_beach >> hex_ & 1
        if german:
            theirs_in += inside * steps[unit]
            close += shore * worth
            mobile += worth if MOBILE >> unit & 1 and ride >> hex_ & 1 else 0.0
            continue
        ours_in += inside
        guarded |= shore
        reduced += steps[unit] == 1
        guards += steps[unit] / 2 if position.beachheads >> hex_ & 1 else 0.0
        landed += worth if position.landed >> unit & 1 else 0.0
        if not fed >> hex_ & 1:
            unfed += worth
            unfed_in += inside
    held = (CAEN_NORTH & position.allied_cities).bit_count()
    return [
        *rings,
        waiting[0] / BRIGADE,
        waiting[1] / BRIGADE,
        *(float(held == number) for number in (1, 2, 3, 4)),
        ours_in / 2,
        theirs_in / 4,
        position.beachheads.bit_count() / 2,
        guards / 2,
        float(not guarded),
        close,
        mobile,
        unfed,
        float(unfed_in),
        landed,
        reduced / 5,
        float(allied),
    ]
