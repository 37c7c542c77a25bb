"""ASL-C3.33, ASL-C3.332: shells aimed at a hex: whom a mortar hits that it does not see, and what becomes of
vehicles there.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from grognard.core.ruling import Modifier, total

from ..board import GRID
from ..pieces import SIDES
from . import aiming, crews, ordnance, spotting, vehicles
from .eyes import see_each_other
from .forces import ENEMY
from .ordnance import AREA, CRITICAL, HIT, LUCKY, MISS, NOTHING, PERHAPS, STUCK, WEAPONS
from .position import HIDDEN, Firefight, Shot
from .shelled_vehicles import verdict as effect_on
from .tables import column_of, result
from .units import has, in_hex

HITS = (HIT, CRITICAL)

# ---------------------------------------------------------------- units a mortar does not see


def is_out_of_sight(state: Firefight, shot: Shot, unit: int) -> bool:
    """Whether who looks for a mortar does not see a unit of the hex, as in a foxhole behind a wall."""
    if not WEAPONS[shot.weapon].is_mortar or state.at[unit] != shot.hex:
        return False
    return not see_each_other(state, spotting.eye(state, shot), unit)


def deciding(state: Firefight, shot: Shot) -> list[int]:
    """ASL-C3.33.mtr: the enemy units of the hex that are not hidden, and that the mortar sees."""
    there = in_hex(state, ENEMY[shot.side], shot.hex)
    return [u for u in there if not has(state, u, HIDDEN) and not is_out_of_sight(state, shot, u)]


def unseen_verdict(verdicts: Sequence[str]) -> str:
    """ASL-C3.33.mtr: units out of its LOS are hit if the one that is hardest to hit is."""
    return HIT if verdicts and all(one in HITS for one in verdicts) else MISS


# ---------------------------------------------------------------- vehicles


def targets(state: Firefight, shot: Shot) -> list[int]:
    """ASL-C3.33: the vehicles of both sides in the hex of a mortar's shot; First Fire strikes movers."""
    if shot.targets or not WEAPONS[shot.weapon].is_mortar:
        return []
    return [v for side in SIDES for v in vehicles.in_hex(state, side, shot.hex)]


def hit_modifiers(state: Firefight, shot: Shot, vehicle: int) -> list[Modifier]:
    """ASL-C6.1, ASL-C6.7: as at the hex, with the vehicle's size and movement."""
    size = vehicles.armored(state, vehicle).size
    found = aiming.hit_modifiers(state, shot)
    found += [Modifier(size, "ASL-C6.7", "target size")] if size else []
    return found + (ordnance.case("J", AREA) if vehicles.is_moving_target(state, vehicle) else [])


def verdict(state: Firefight, shot: Shot, vehicle: int) -> str:
    """Whether the dice hit a vehicle; an Original 2 may need a die more."""
    drm = total(hit_modifiers(state, shot, vehicle))
    found = ordnance.verdict(aiming.number_to_hit(state, shot), drm, shot.dice[0], shot.dice[1])
    if found in (PERHAPS, LUCKY) and shot.die:
        return ordnance.settled(found, shot.die, shot.need)
    return found


def verdicts(state: Firefight, shot: Shot) -> list[str]:
    return [verdict(state, shot, v) for v in targets(state, shot)] if shot.dice else []


def effect_drm(state: Firefight, shot: Shot) -> int:
    """ASL-C1.55: cover against shells that fall from above; armor and height do not count."""
    return total(aiming.effect_tem(state, shot))


def blow(state: Firefight, shot: Shot, found: str, colored: int, white: int) -> str:
    """ASL-C3.332, ASL-C3.72: by the fire table; a critical hit with doubled firepower, without cover."""
    weapon, critical = WEAPONS[shot.weapon], found == CRITICAL
    drm = 0 if critical else effect_drm(state, shot)
    return effect_on(aiming.power(weapon, critical), colored, white, drm)


def strike(state: Firefight, shot: Shot) -> None:
    """ASL-C3.332, ASL-D.8: each vehicle that is hit; a crew that shows itself suffers besides."""
    for vehicle in targets(state, shot):
        found = verdict(state, shot, vehicle)
        if found not in HITS:
            continue
        end = blow(state, shot, found, *shot.effect)
        words = "shells in {}: {}, dice {}: {}"
        where, who = GRID.name[shot.hex], vehicles.name(state, vehicle)
        state.note("ASL-C3.332", words, where, who, sum(shot.effect), end, kind="result")
        if vehicles.is_exposed(state, vehicle) and end in (NOTHING, STUCK):
            _strafe(state, shot, vehicle, found == CRITICAL)
        crews.suffer_kill(state, vehicle, end)


def _strafe(state: Firefight, shot: Shot, vehicle: int, critical: bool) -> None:
    column = column_of(Fraction(aiming.power(WEAPONS[shot.weapon], critical)))
    drm = max(0 if critical else effect_drm(state, shot), int(vehicles.CREW["exposed"]))
    crews.strafed(state, vehicle, result(column, sum(shot.effect) + drm))


def chances(state: Firefight, shot: Shot, vehicle: int) -> dict[str, Fraction]:
    """The exact chance of every result for a vehicle in the hex, before the dice."""
    drm = total(hit_modifiers(state, shot, vehicle))
    hits = ordnance.hit_chances(aiming.number_to_hit(state, shot), drm)
    found: dict[str, Fraction] = {MISS: hits[MISS]}
    for kind in HITS:
        for colored in range(1, 7):
            for white in range(1, 7):
                end = blow(state, shot, kind, colored, white)
                found[end] = found.get(end, Fraction(0)) + hits[kind] / 36
    return {end: chance for end, chance in found.items() if chance}
