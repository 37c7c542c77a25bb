"""What fire is expected to do: to units in a hex, from the enemies a side knows of or suspects."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from grognard.core.hexes import members
from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.firefight.eyes import air, ground, stand, target_hexes
from grognard.games.purple_heart_draw.firefight.forces import BATTERIES, ENEMY
from grognard.games.purple_heart_draw.firefight.going import (
    BOTTOM,
    OPEN,
    hexside,
    hexside_tem,
    in_hex_tem,
    own_hexsides,
)
from grognard.games.purple_heart_draw.firefight.observer import blast_area, slot
from grognard.games.purple_heart_draw.firefight.places import Place
from grognard.games.purple_heart_draw.firefight.position import (
    BROKEN,
    FINAL,
    FIRST,
    JAMMED,
    MELEE,
    PIN,
    Firefight,
)
from grognard.games.purple_heart_draw.firefight.sight import CLEAR, sight
from grognard.games.purple_heart_draw.firefight.tables import BLASTS, Result, column_of, result
from grognard.games.purple_heart_draw.firefight.units import (
    guns_of,
    is_ordnance,
    kind,
    known_in,
    number,
    printed_gun,
)

CHANCE_OF = {dice: (6 - abs(dice - 7)) / 36 for dice in range(2, 13)}
BREAKS, PINS, REDUCED = 0.4, 0.15, 0.6  # share of its worth a unit loses
SUSPECTED = (7, 6)  # firepower and Normal Range of what stands under a "?"
SUSPECTED_WORTH = 7.0
SUSPECTED_POWER = Fraction(6)  # in close combat
GARRISON = 10.0  # what it is worth to an attacker to drive the enemy out of a building that is to be taken
WORTH = {"squad": 6.0, "half_squad": 3.0, "crew": 3.0, "leader": 5.0, "hero": 3.0}


def worth(state: Firefight, unit: int) -> float:
    """What a unit is worth to its side."""
    return WORTH[kind(state, unit).type] - 1.5 * kind(state, unit).drm


def attacks(state: Firefight, side: str) -> bool:
    """Whether a side must take ground: the one that moves first."""
    return side == state.card.first_move


_clear: ContextVar[int] = ContextVar("hexes to clear", default=0)


@contextmanager
def clearing(hexes: int) -> Iterator[None]:
    """While it lasts, these hexes are what an attacker wants to clear of the enemy; 0: the goals of the
    card.
    """
    before = _clear.set(hexes)
    try:
        yield
    finally:
        _clear.reset(before)


def to_clear() -> int:
    """The hexes that are to be cleared of the enemy; 0: the goals of the card."""
    return _clear.get()


def eviction(state: Firefight, side: str, hex_: int) -> float:
    """What it is worth to a side, beside the loss itself, to drive the enemy out of a hex."""
    if hexes := to_clear():
        return GARRISON if hexes >> hex_ & 1 else 0.0
    return GARRISON if attacks(state, side) and (state.card.goals & ~state.control) >> hex_ & 1 else 0.0


# ---------------------------------------------------------------- what an attack does


@cache
def harm(column: int, drm: int, limit: int) -> float:
    """The share of its worth that a unit with this morale is expected to lose to an attack."""
    return sum(chance * _harm_of(result(column, dice + drm), limit) for dice, chance in CHANCE_OF.items())


@cache
def _harm_of(found: Result, limit: int) -> float:
    if found.kind == "kia":
        return 1.0
    fails = sum(chance for dice, chance in CHANCE_OF.items() if dice + found.number > limit)
    ties = CHANCE_OF.get(limit - found.number, 0.0)
    checked = fails * BREAKS + ties * PINS
    if found.kind == "k":
        return 0.5 * REDUCED + 0.5 * checked + 0.1
    if found.kind == "mc":
        return checked
    return fails * PINS if found.kind == "ptc" else 0.0


# ---------------------------------------------------------------- who could fire


class Gunfire(NamedTuple):
    """The fire that could come from a hex."""

    at: int
    power: float
    range: int
    near_only: bool = False  # it has fired: only at the nearest, or only at units beside it


def sources(state: Firefight, side: str, marked: bool = True) -> list[Gunfire]:
    """The hexes the enemy could fire from. With `marked` what has fired in this player turn counts less."""
    found = []
    for at in members(target_hexes(state, side)):
        units = known_in(state, side, at)
        power, reach, near = 0.0, 0, bool(units)
        for unit in units:
            one, far, spent = fire_of(state, unit, marked)
            power, reach, near = power + one, max(reach, far), near and spent
        if state.shrouds[number(ENEMY[side])] >> at & 1:
            power, reach, near = power + SUSPECTED[0], max(reach, SUSPECTED[1]), False
        if power:
            found.append(Gunfire(at, power, reach, near))
    return found


def fire_of(state: Firefight, unit: int, marked: bool) -> tuple[float, int, bool]:
    """The firepower of a unit with its machine guns, its range, and whether it has fired."""
    flags, printed = state.flags[unit], kind(state, unit)
    if flags & (BROKEN | MELEE) or printed.is_leader:
        return 0.0, 0, True
    power, reach = float(printed.fp), printed.range
    for g in guns_of(state, unit):
        if not state.gun_flags[g] & JAMMED and state.gun_kind[g] not in BLASTS and not is_ordnance(state, g):
            power, reach = power + printed_gun(state, g).fp, max(reach, printed_gun(state, g).range)
    spent = marked and bool(flags & (FIRST | FINAL))
    return power * (0.5 if flags & PIN else 1.0) * (0.5 if spent else 1.0), reach, spent


# ---------------------------------------------------------------- what it does in a hex


def holds_wall(hex_: int) -> bool:
    """Whether a unit there would have to hold Wall Advantage: it has no other cover (ASL-B9.323)."""
    return in_hex_tem(hex_) < 1 and bool(own_hexsides(hex_))


def shelter(state: Firefight, side: str, at: int, hex_: int) -> int:
    """The cover of a unit of `side` in a hex against fire from another."""
    edge = hexside_tem(at, hex_)
    if edge and GRID.distance(at, hex_) == 1 and hexside(at, hex_) and _owns(state, ENEMY[side], at):
        edge = 0
    best = edge if holds_wall(hex_) else max(in_hex_tem(hex_), edge)
    return best or int(BOTTOM[hex_] > BOTTOM[at])


def _owns(state: Firefight, side: str, hex_: int) -> bool:
    return bool(state.walls[number(side)] >> hex_ & 1)


def is_watched_from(state: Firefight, side: str, at: int, hex_: int, smoke: bool = False) -> tuple[bool, int]:
    """Whether enemies in `at` see units of `side` in a hex, and the hindrance between them; SMOKE of grenades
    counts only while movement lasts.
    """
    if at == hex_:
        return True, 0
    place = Place(hex_, advantage=holds_wall(hex_))
    clouds = air(state) if smoke else CLEAR
    seen = sight(stand(state, ENEMY[side], at), place, clouds, ground(state))
    return seen.is_unit_seen, seen.hindrance + seen.fire_out


class Eyes:
    """Lines of sight and cover of one side in one position, each worked out once."""

    def __init__(self, state: Firefight, side: str) -> None:
        self.state, self.side = state, side
        self._seen: dict[tuple[int, int, bool], tuple[bool, int]] = {}
        self._cover: dict[tuple[int, int], int] = {}

    def seen(self, at: int, hex_: int, smoke: bool = False) -> tuple[bool, int]:
        """Whether enemies in `at` see units of the side in a hex, and the hindrance."""
        key = at, hex_, smoke
        if key not in self._seen:
            self._seen[key] = is_watched_from(self.state, self.side, at, hex_, smoke)
        return self._seen[key]

    def cover(self, at: int, hex_: int) -> int:
        """The cover of a unit of the side in a hex against fire from another."""
        key = at, hex_
        if key not in self._cover:
            self._cover[key] = shelter(self.state, self.side, at, hex_)
        return self._cover[key]


def risk(eyes: Eyes, hex_: int, fires: Iterable[Gunfire], limit: int, way: str = "") -> float:
    """The share of its worth that a unit with this morale is expected to lose in a hex to all that could
    fire at it. `way` says how it moves there; empty: it does not move.
    """
    safe = 1.0
    for fire in fires:
        far = GRID.distance(fire.at, hex_)
        if far > 2 * fire.range or (fire.near_only and far > 1):
            continue
        seen, hindrance = eyes.seen(fire.at, hex_, bool(way))
        if not seen:
            continue
        cover = eyes.cover(fire.at, hex_)
        drm = cover + hindrance
        if way:
            drm -= (way != "assault") + (bool(OPEN >> hex_ & 1) and not cover and not hindrance)
        power = fire.power * (2 if far <= 1 else 0.5 if far > fire.range else 1)
        safe *= 1 - harm(column_at(int(power)), drm, limit)
    if way and (left := dict(eyes.state.residual).get(hex_, 0)):
        drm = in_hex_tem(hex_) - (way != "assault") - bool(OPEN >> hex_ & 1 and not in_hex_tem(hex_))
        safe *= 1 - harm(column_at(left), drm, limit)
    return 1 - safe


def share_of(eyes: Eyes, fire: Gunfire, hex_: int, limit: int) -> float:
    """The share of its worth that a unit that stays in a hex is expected to lose to one source of fire."""
    far = GRID.distance(fire.at, hex_)
    if far > 2 * fire.range:
        return 0.0
    seen, hindrance = eyes.seen(fire.at, hex_)
    if not seen:
        return 0.0
    power = fire.power * (2 if far <= 1 else 0.5 if far > fire.range else 1)
    return harm(column_at(int(power)), eyes.cover(fire.at, hex_) + hindrance, limit)


def shared_risk(
    eyes: Eyes, hex_: int, fires: Iterable[Gunfire], limit: int, value: float, drawn: Mapping[int, float]
) -> float:
    """The same for all sources, each of which fires once: at this unit the less, the more it could cost the
    other units in its sight (`drawn`).
    """
    safe = 1.0
    for fire in fires:
        one = share_of(eyes, fire, hex_, limit)
        if one:
            safe *= 1 - one * value * one / (value * one + drawn.get(fire.at, 0.0))
    return 1 - safe


def shelled(state: Firefight, hex_: int, limit: int, moves: bool) -> float:
    """The share of its worth that a unit is expected to lose to artillery that falls on a hex."""
    found = 0.0
    for battery in BATTERIES:
        shells = state.shells[slot(battery)]
        if shells and shells[0] and blast_area(state, battery) >> hex_ & 1:
            drm = in_hex_tem(hex_) - moves - bool(moves and OPEN >> hex_ & 1)
            found += harm(column_at(shells[0]), drm, limit)
    return found


def under_shells(state: Firefight) -> int:
    """The hexes in which the shells of either side attack a unit that enters them."""
    found = 0
    for battery in BATTERIES:
        shells = state.shells[slot(battery)]
        if shells and shells[0]:
            found |= int(blast_area(state, battery))
    return found


@cache
def column_at(power: int) -> int:
    """The column of so much firepower."""
    return column_of(Fraction(power))
