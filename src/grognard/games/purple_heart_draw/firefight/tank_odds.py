"""The exact chances of a shot of a vehicle's gun, or at a vehicle, before its dice."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from msgspec.structs import replace

from grognard.core.ruling import Modifier, total

from . import crippling, gun_hits, ordnance, prevention, tank_fire
from .aiming import PF
from .allotment import is_allotted
from .fire_effects import cell
from .odds import FATES, fates_of
from .ordnance import AREA, CRITICAL, HIT, INFANTRY, MISS, VEHICLES, WEAPONS
from .pillboxes import struck
from .position import MELEE, Firefight, Shell
from .shell_effects import JAMS, effect_drm
from .shell_odds import ShotOdds
from .shots import COVERS, UPRIGHT, Exposure, place_of
from .standing import is_reached, stance_of
from .tables import Result, column_of, result
from .tank_shot import faust_drm
from .units import has, in_hex, known_in, pieces_of, shooter

Cells = Mapping[Result, Fraction]
ROLLS = tuple((colored, white) for colored in range(1, 7) for white in range(1, 7))
NO_AMMO = "no such ammunition"
NO_SHOT = "the crew is pinned or breaks"


def shell_chances(state: Firefight, shell: Shell, concealed: bool = False) -> ShotOdds:
    """The number to hit, every modifier, and the exact chance of every final result."""
    need, found = tank_fire.number_to_hit(state, shell), tank_fire.hit_modifiers(state, shell, concealed)
    check = found_faust(state, shell)
    if shell.aim == VEHICLES:
        return _at_vehicle(state, shell, need, found, check)
    if shell.ammo in tank_fire.SMOKES:
        return _veil(state, shell, need, found)
    return _at_infantry(state, shell, need, found)


def _veil(state: Firefight, shell: Shell, need: int, found: list[Modifier]) -> ShotOdds:
    """ASL-C8.5: SMOKE lies in the hex, or not."""
    hits = hit_rows(state, shell, need, total(found))
    results = {
        f"{shell.ammo} in the hex": hits[HIT] + hits[CRITICAL],
        MISS: hits[MISS],
        NO_AMMO: hits[NO_AMMO],
    }
    return ShotOdds(need, found, Fraction(1), hits, {w: p for w, p in results.items() if p}, {})


def found_faust(state: Firefight, shell: Shell) -> Fraction:
    """ASL-C13.31: the chance that a unit finds a Panzerfaust against a vehicle."""
    if shell.weapon != PF or shell.check or is_allotted(state):
        return Fraction(1)
    limit = int(ordnance.PANZERFAUST["check"]) - faust_drm(state, shell.firer)
    return Fraction(max(0, min(6, limit)), 6)


def has_shell(state: Firefight, shell: Shell, dice: int) -> bool:
    """ASL-C8.9: whether such ammunition was there at an Original roll to hit."""
    special = tank_fire.special(state, shell)
    if shell.stand and dice > prevention.most(state, shell):
        return False
    return shell.ammo not in special or dice <= special[shell.ammo] or dice == JAMS


def hit_rows(
    state: Firefight, shell: Shell, need: int, drm: int, rolls: Iterable[tuple[int, int]] = ROLLS
) -> dict[str, Fraction]:
    """Hit, critical hit, miss and no ammunition, over all dice to hit, or over some of them."""
    found = dict.fromkeys((CRITICAL, HIT, MISS, NO_AMMO), Fraction(0))
    unsteady, infantry = tank_fire.is_unsteady(state, shell), shell.aim == INFANTRY
    for colored, white in rolls:
        if not has_shell(state, shell, colored + white):
            found[NO_AMMO] += Fraction(1, 36)
            continue
        more = min(colored, white) if unsteady else 0
        one = ordnance.verdict(need, drm + more, colored, white, infantry)
        if one in (ordnance.PERHAPS, ordnance.LUCKY):
            for die in range(1, 7):
                found[ordnance.settled(one, die, need, infantry)] += Fraction(1, 216)
        else:
            found[one] += Fraction(1, 36)
    return found


def hit_twice(state: Firefight, shell: Shell, need: int, drm: int) -> Fraction:
    """ASL-C3.8: the chance of a hit on Infantry with two rolls of effect."""
    weapon = WEAPONS[shell.weapon]
    doubles = [pair for pair in ROLLS if ordnance.strikes_twice(weapon, *pair)]
    return hit_rows(state, shell, need, drm, doubles)[HIT] if shell.aim == INFANTRY else Fraction(0)


def _at_vehicle(
    state: Firefight, shell: Shell, need: int, found: list[Modifier], check: Fraction
) -> ShotOdds:
    """ASL-C3.1: to hit, where, to kill, and what becomes of the crew."""
    hits = hit_rows(state, shell, need, total(found))
    aim = tank_fire.aim_of(state, shell)
    special = tank_fire.special(state, shell).get(shell.ammo)
    if shell.stand:
        special = min(special or JAMS, prevention.most(state, shell))
    unsteady = tank_fire.is_unsteady(state, shell)
    results = (
        crippling.chances(need, total(found), unsteady, special)
        if shell.cripple
        else ordnance.vehicle_chances(aim, special)
    )
    if hits[NO_AMMO]:
        results[MISS] = results.get(MISS, Fraction(0)) - hits[NO_AMMO]
        results[NO_SHOT if shell.stand else NO_AMMO] = hits[NO_AMMO]
    results = {words: check * chance for words, chance in results.items() if chance}
    if check < 1:
        results[MISS] = results.get(MISS, Fraction(0)) + 1 - check
    hits = {words: check * chance for words, chance in hits.items()}
    return ShotOdds(need, found, check, hits, results, {})


def _at_infantry(state: Firefight, shell: Shell, need: int, found: list[Modifier]) -> ShotOdds:
    """`found` holds for how the known targets stand; each has the chances of its own stance."""
    seen = tank_fire.seen_modifiers(state, shell)
    positive = (m.amount for m in seen if m.clause in COVERS and m.amount > 0)
    tem = sum(positive) if shell.aim == INFANTRY else 0
    moving = total(tank_fire.moving_infantry(state, shell, shell.aim, seen))
    shell = replace(shell, tem=tem, moving=moving)
    hits = hit_rows(state, shell, need, total(found))
    there = known_targets(state, shell)
    places = {place_of(state, unit) for unit in there}
    place = places.pop() if len(places) == 1 else UPRIGHT
    results = {MISS: hits[MISS]} | ({NO_AMMO: hits[NO_AMMO]} if hits[NO_AMMO] else {})
    twice = hit_twice(state, shell, need, total(found))
    ways = ((hits[HIT] - twice, False, False), (twice, False, True), (hits[CRITICAL], True, False))
    for share, critical, again in ways:
        for one, chance in cells(state, shell, critical, place, again).items():
            results[cell(one)] = results.get(cell(one), Fraction(0)) + share * chance
    fates = {unit: _fates(state, shell, unit, need, len(there)) for unit in there}
    pieces: dict[int, dict[str, Fraction]] = {}
    for unit in there:
        if (place := place_of(state, unit)).gun:
            fates[unit], pieces[pieces_of(state, unit)[0]] = _at_gun(state, shell, unit, place, need)
    return ShotOdds(need, found, Fraction(1), hits, {w: p for w, p in results.items() if p}, fates, pieces)


def _at_gun(
    state: Firefight, shell: Shell, unit: int, place: Exposure, need: int
) -> tuple[dict[str, Fraction], dict[str, Fraction]]:
    """ASL-C11.4: of those who serve a Gun, and of the Gun."""
    own = total(tank_fire.hit_modifiers(state, shell, False, place))
    hits, twice = hit_rows(state, shell, need, own), hit_twice(state, shell, need, own)
    near = gun_hits.near_miss(place, tank_fire.at_of(state, shell), shell.hex, shell.aim == AREA)
    blows = []
    ways = ((hits[HIT] - twice, False, False), (twice, False, True), (hits[CRITICAL], True, False))
    for share, critical, again in ways:
        power = tank_fire.power(WEAPONS[shell.weapon], shell.aim, shell.ammo, critical)
        drm = effect_drm(state, shell, critical, place)
        blows.append(gun_hits.Blow(share, column_of(Fraction(power)), drm, near, critical, again))
    return gun_hits.fates(state, unit, hits[MISS] + hits[NO_AMMO], blows, shell.ammo)


def known_targets(state: Firefight, shell: Shell) -> list[int]:
    there = known_in(state, shell.side, shell.hex)
    if shell.targets:
        return [unit for unit in there if unit in shell.targets]
    if shell.aim != AREA:
        there = struck(state, shell.side, shell.hex, there)
    both = shell.aim == AREA or any(has(state, unit, MELEE) for unit in there)
    there += in_hex(state, shell.side, shell.hex) if both else []
    at, firer = tank_fire.at_of(state, shell), shooter(state, shell.firer) if shell.firer >= 0 else -1
    return [unit for unit in there if is_reached(state, unit, shell.side, at, firer)]


def cells(
    state: Firefight, shell: Shell, critical: bool, place: Exposure = UPRIGHT, twice: bool = False
) -> dict[Result, Fraction]:
    """Every roll of the effect, or the better of two (ASL-C3.8), read on the fire table."""
    power = tank_fire.power(WEAPONS[shell.weapon], shell.aim, shell.ammo, critical)
    drm, found = effect_drm(state, shell, critical, place), dict[Result, Fraction]()
    for dice, chance in (ordnance.lower_of_two() if twice else ordnance.TWO_DICE).items():
        one = result(column_of(Fraction(power)), dice + drm)
        found[one] = found.get(one, Fraction(0)) + chance
    return found


def _fates(state: Firefight, shell: Shell, unit: int, need: int, count: int) -> dict[str, Fraction]:
    """ASL-C3.74: a critical hit falls on one of the targets; the others take a plain one."""
    drm = total(
        tank_fire.hit_modifiers(state, shell, False, stance_of(state, unit, tank_fire.at_of(state, shell)))
    )
    hits, twice = hit_rows(state, shell, need, drm), hit_twice(state, shell, need, drm)
    found = dict.fromkeys(FATES, Fraction(0))

    def add(chance: Fraction, row: Cells, among: int) -> None:
        for fate, share in fates_of(state, unit, row, max(1, among), 0).items():
            found[fate] += chance * share

    place, one = place_of(state, unit), Fraction(1, count)
    plain, critical = cells(state, shell, False, place), cells(state, shell, True, place)
    found["unharmed"] += hits[MISS] + hits[NO_AMMO]
    add(hits[HIT] - twice, plain, count)
    if twice:
        add(twice, cells(state, shell, False, place, True), count)
    add(hits[CRITICAL] * one, critical, 1)
    add(hits[CRITICAL] * (1 - one), plain, count - 1)
    return found
