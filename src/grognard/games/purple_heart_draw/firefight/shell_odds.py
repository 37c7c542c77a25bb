"""The exact chances of a shot of a mortar or a light anti-tank weapon before its dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from msgspec.structs import replace

from grognard.core.ruling import Modifier, total

from . import aiming, area_fire, gun_hits, ordnance
from .aiming import PF
from .allotment import is_allotted
from .fire_effects import cell
from .forces import ENEMY
from .foxholes import is_dug_in
from .odds import FATES, TWO_DICE, fates_of
from .ordnance import CRITICAL, HIT, MISS, WEAPONS
from .pillboxes import is_inside, struck
from .position import MELEE, Firefight, Shot
from .shelling import effect_drm, shield_of
from .shots import UPRIGHT, Exposure, place_of
from .tables import Result, column_of, result
from .units import has, in_hex, known_in, number, pieces_of

Cells = Mapping[Result, Fraction]


class ShotOdds(NamedTuple):
    """What a shot is worth: the number to hit, modifiers, the chance to fire at all, to hit, and of every
    printed result; and what becomes of each target that is known.
    """

    need: int
    modifiers: list[Modifier]
    check: Fraction
    hits: dict[str, Fraction]
    results: dict[str, Fraction]
    targets: dict[int, dict[str, Fraction]]
    guns: Mapping[int, dict[str, Fraction]] = {}  # ASL-C11.4: what becomes of the Guns they serve
    vehicles: Mapping[int, dict[str, Fraction]] = {}  # ASL-C3.332: of the vehicles in the hex


def found_faust(state: Firefight, shot: Shot) -> Fraction:
    """ASL-C13.31: the chance that a unit finds a Panzerfaust."""
    if shot.weapon != PF or is_allotted(state):
        return Fraction(1)
    limit = int(ordnance.PANZERFAUST["check"]) - aiming.faust_drm(state, shot.firer)
    return Fraction(max(0, min(6, limit)), 6)


def cells(state: Firefight, shot: Shot, critical: bool, place: Exposure = UPRIGHT) -> dict[Result, Fraction]:
    """Every roll of the effect, read on the fire table."""
    column = column_of(Fraction(aiming.power(WEAPONS[shot.weapon], critical)))
    drm = effect_drm(state, shot, critical, place)
    found: Counter[Result] = Counter()
    for dice, chance in TWO_DICE.items():
        found[result(column, dice + drm)] += int(chance * 36)
    return {one: Fraction(count, 36) for one, count in found.items()}


def shot_chances(state: Firefight, shot: Shot, concealed: bool = False) -> ShotOdds:
    """To hit, the effect of plain and critical hits, and the fates of all that are known."""
    seen = aiming.seen_modifiers(state, shot)
    moving = total(aiming.movement_modifiers(state, shot, seen))
    turned = aiming.cover_turned(state, shot) if WEAPONS[shot.weapon].is_light else 0
    shot = replace(shot, tem=turned, moving=moving)
    need, found = aiming.number_to_hit(state, shot), aiming.hit_modifiers(state, shot, concealed)
    check = found_faust(state, shot)
    hits = {one: check * chance for one, chance in ordnance.hit_chances(need, total(found)).items()}
    hits[MISS] = 1 - hits[HIT] - hits[CRITICAL]
    there = known_targets(state, shot)
    places = {place_of(state, unit) for unit in there}
    place = places.pop() if len(places) == 1 else UPRIGHT
    results = {MISS: hits[MISS]}
    for kind_, row in _effects(state, shot, place).items():
        for one, chance in row.items():
            results[cell(one)] = results.get(cell(one), Fraction(0)) + hits[kind_] * chance
    fates = {u: _fates(state, shot, u, _hits_on(state, shot, u, hits), there) for u in there}
    pieces: dict[int, dict[str, Fraction]] = {}
    for u in there:
        if (place := place_of(state, u)).gun:
            fates[u], pieces[pieces_of(state, u)[0]] = _at_gun(state, shot, u, place, need, check)
    hulls = {v: area_fire.chances(state, shot, v) for v in area_fire.targets(state, shot)}
    left = {words: p for words, p in results.items() if p}
    return ShotOdds(need, found, check, hits, left, fates, pieces, hulls)


def _hits_on(state: Firefight, shot: Shot, unit: int, hits: Mapping[str, Fraction]) -> Mapping[str, Fraction]:
    """ASL-C3.33.mtr: a unit out of a mortar's sight is hit, plainly, when the hardest of the others is."""
    if not area_fire.is_out_of_sight(state, shot, unit):
        return hits
    covered = bool(state.shrouds[number(ENEMY[shot.side])] >> shot.hex & 1)
    drm = total(aiming.hit_modifiers(state, shot, covered))
    chances = ordnance.hit_chances(aiming.number_to_hit(state, shot), drm)
    return {HIT: chances[HIT] + chances[CRITICAL], CRITICAL: Fraction(0), MISS: chances[MISS]}


def _at_gun(
    state: Firefight, shot: Shot, unit: int, place: Exposure, need: int, check: Fraction
) -> tuple[dict[str, Fraction], dict[str, Fraction]]:
    """ASL-C11.4: of those who serve a Gun, and of the Gun."""
    hits = ordnance.hit_chances(need, total(aiming.hit_modifiers(state, shot, False, place)))
    weapon, near, blows = WEAPONS[shot.weapon], shield_of(state, shot, place), []
    for kind_, critical in ((HIT, False), (CRITICAL, True)):
        column = column_of(Fraction(aiming.power(weapon, critical)))
        drm = effect_drm(state, shot, critical, place)
        blows.append(gun_hits.Blow(check * hits[kind_], column, drm, near, critical))
    missed = 1 - sum((blow.chance for blow in blows), Fraction(0))
    return gun_hits.fates(state, unit, missed, blows, "HE" if weapon.is_mortar else "HEAT")


def known_targets(state: Firefight, shot: Shot) -> list[int]:
    """Who may be hit, as far as the side that fires knows."""
    there = known_in(state, shot.side, shot.hex)
    if WEAPONS[shot.weapon].is_light:
        dug = [unit for unit in there if is_dug_in(state, unit) and not is_inside(state, unit)]
        there = [u for u in struck(state, shot.side, shot.hex, there) if u not in dug]
    if shot.targets:
        return [unit for unit in there if unit in shot.targets]
    both = WEAPONS[shot.weapon].is_mortar or any(has(state, unit, MELEE) for unit in there)
    return there + (in_hex(state, shot.side, shot.hex) if both else [])


def _effects(state: Firefight, shot: Shot, place: Exposure) -> dict[str, Cells]:
    return {HIT: cells(state, shot, False, place), CRITICAL: cells(state, shot, True, place)}


def _fates(
    state: Firefight,
    shot: Shot,
    unit: int,
    hits: Mapping[str, Fraction],
    there: list[int],
) -> dict[str, Fraction]:
    """ASL-C3.74, ASL-C13.36: a critical hit falls on one of the targets, and so does a Panzerfaust."""
    found = dict.fromkeys(FATES, Fraction(0))

    def add(chance: Fraction, row: Cells, among: int) -> None:
        for fate, share in fates_of(state, unit, row, among, 0).items():
            found[fate] += chance * share

    place = place_of(state, unit)
    effects, count = _effects(state, shot, place), len(there)
    like = sum(place_of(state, other) == place for other in there)  # those who share a roll for who is struck
    lonely, one = shot.weapon == PF, Fraction(1, count)
    found["unharmed"] += hits[MISS]
    add(hits[CRITICAL] * one, effects[CRITICAL], 1)
    add(hits[HIT] * (one if lonely else 1), effects[HIT], 1 if lonely else like)
    if lonely:
        found["unharmed"] += (1 - one) * (hits[CRITICAL] + hits[HIT])
    elif count > 1:
        others = Fraction(like - 1, count)  # the critical hit falls on one of them, or elsewhere
        add(hits[CRITICAL] * others, effects[HIT], like - 1)
        add(hits[CRITICAL] * (1 - one - others), effects[HIT], like)
    return found
