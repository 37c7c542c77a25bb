"""ASL-C5.7: Deliberate Immobilization: a shot at the tracks of a vehicle."""

from __future__ import annotations

from fractions import Fraction

from ..board import GRID
from . import crews, ordnance, tank_fire, vehicles
from .ordnance import CRITICAL, HIT, HULL, MISS, PERHAPS, VEHICLES, WEAPONS
from .position import Firefight, Shell

IMMOBILIZED = ordnance.STUCK
RANGE = int(ordnance.TO_HIT["deliberate"]["range"])


WORDS = (
    "at the tracks: a vehicle within 6 hexes that can move, not hull down, with a shell that beats its hull"
)


def may(state: Firefight, frame: Shell) -> bool:
    """At a vehicle within 6 hexes, neither hull down nor immobilized, whose hull armor the shell beats."""
    if frame.aim != VEHICLES or frame.target < 0 or frame.cripple or frame.ammo in tank_fire.SMOKES:
        return False
    near = GRID.distance(tank_fire.at_of(state, frame), frame.hex) <= RANGE
    target = vehicles.armored(state, frame.target)
    beats = ordnance.basic_kill(WEAPONS[frame.weapon], frame.ammo) > min(target.armor[:2])
    open_ = not tank_fire.is_hull_down(state, frame) and not vehicles.is_immobile(state, frame.target)
    return near and beats and open_


def plain_hit(frame: Shell, verdict: str) -> str:
    """ASL-C3.7: there is no critical hit."""
    return HIT if frame.cripple and verdict in (CRITICAL, PERHAPS) else verdict


def resolve(state: Firefight, frame: Shell, part: str) -> None:
    """A hit on the hull immobilizes, and the crew checks whether it stays; any other does nothing."""
    words = "hit on the tracks of {}" if part == HULL else "the tracks of {} are missed"
    state.note("ASL-C5.7", words, vehicles.name(state, frame.target), kind="result")
    if part == HULL and vehicles.is_there(state, frame.target):
        crews.immobilize(state, frame.target, "ASL-C5.7")


def chances(need: int, drm: int, unsteady: bool, special: int | None = None) -> dict[str, Fraction]:
    """The exact chance to immobilize: a hit whose colored die is not the lower one. `special`, ASL-C8.9: a
    roll above this number, but for a 12, finds no ammunition and counts as a miss.
    """
    found = {IMMOBILIZED: Fraction(0), ordnance.NOTHING: Fraction(0), MISS: Fraction(0)}
    for colored in range(1, 7):
        for white in range(1, 7):
            more = drm + (min(colored, white) if unsteady else 0)
            empty = special is not None and special < colored + white < 12
            for end, share in [(MISS, Fraction(1))] if empty else _ends(need, more, colored, white):
                found[end] += share / 36
    return {end: chance for end, chance in found.items() if chance}


def _ends(need: int, drm: int, colored: int, white: int) -> list[tuple[str, Fraction]]:
    one = ordnance.verdict(need, drm, colored, white)
    if one == MISS:
        return [(MISS, Fraction(1))]
    if one == ordnance.LUCKY:  # ASL-C3.6: 1 and 3 the hull, 2 the turret
        return [(IMMOBILIZED, Fraction(2, 6)), (ordnance.NOTHING, Fraction(1, 6)), (MISS, Fraction(3, 6))]
    hull = ordnance.part_hit(colored, white) == HULL
    return [(IMMOBILIZED if hull else ordnance.NOTHING, Fraction(1))]
