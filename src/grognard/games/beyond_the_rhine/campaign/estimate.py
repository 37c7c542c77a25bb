"""What a side could do this turn, and what each of it would cost in supply: a running estimate."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from grognard.core.hexes import members

from .. import fights, series
from .acting import crowding, has_fuel, re_of, thirsty
from .barrage import cost as barrage_cost
from .barrage import in_gun_range
from .barrage import sum_of as barrage_sum
from .board import NEAR
from .odds import forecast, taken
from .pieces import COMBAT, ENEMY, FIGHTERS, FORMATIONS, GUNS, OF_SIDE, PIECES
from .position import Battle, Campaign, units_in
from .strength import bars, defence_cost
from .supply import in_trace
from .verbs import capable, steps_left, stores
from .zones import next_to_enemy, occupied


class Line(NamedTuple):
    """One thing a side could do, with its price."""

    kind: str  # attack, barrage
    hex: int
    units: tuple[int, ...]
    tokens: int
    column: int
    low: Fraction  # the chance that the hex is taken if the defender pays in steps; of a barrage, of DG
    high: Fraction  # and if it retreats; of a barrage, of a step lost


def attack_line(state: Campaign, side: str, hex_: int, units: tuple[int, ...]) -> Line:
    """BTR-ocs.combat.pay-attacker: a token for each step that attacks."""
    defenders = tuple(members(units_in(state, hex_, ENEMY[side])))
    result = forecast(state, Battle(side=side, hex=hex_, attackers=units, backed=defenders))
    low, high = taken(result.results, sum(steps_left(state, unit) for unit in defenders))
    tokens = sum(steps_left(state, unit) for unit in units)
    return Line("attack", hex_, units, tokens, result.fight.column, low, high)


def barrage_line(state: Campaign, side: str, hex_: int, guns: tuple[int, ...]) -> Line:
    """BTR-ocs.barrage.pay: by the strength fired."""
    barrage = barrage_sum(state, side, guns, hex_)
    results = fights.barrage_results(barrage.column)
    steps = fights.steps_lost(results)
    hit = sum((chance for result, chance in results.items() if result != "-"), Fraction(0))
    hurt = sum((chance for count, chance in steps.items() if count), Fraction(0))
    return Line("barrage", hex_, guns, barrage_cost(state, guns), barrage.column, hit, hurt)


def lines(state: Campaign, side: str) -> list[Line]:
    """Every enemy hex that units of a side stand next to: the attack of all of them, and the fire of all guns
    in range.
    """
    able = members(capable(state) & OF_SIDE[side])
    guns = [gun for gun in members(state.on_map & GUNS & OF_SIDE[side]) if state.mode[gun] == COMBAT]
    result = []
    for hex_ in members(occupied(state, ENEMY[side])):
        near = tuple(u for u in able if NEAR[hex_] >> state.at[u] & 1 and not bars(state, u, hex_))
        firing = tuple(gun for gun in guns if in_gun_range(state, gun) >> hex_ & 1)
        if near and firing:
            result.append(barrage_line(state, side, hex_, firing))
        if near:
            result.append(attack_line(state, side, hex_, near))
    return result


class Budget(NamedTuple):
    """The supply of a side, and what it will be asked for."""

    tokens: int
    dumps: Mapping[int, int]
    defence: int  # BTR-ocs.combat.pay-defender: every hex next to an enemy that can attack, defended once
    meals: int  # BTR-ocs.trace.eat: feeding all that are without trace
    fuel: int  # BTR-ocs.move.fuel-when: fuel for all that need it and have none


def budget(state: Campaign, side: str) -> Budget:
    dumps = stores(state, side)
    return Budget(sum(dumps.values()), dumps, _defence(state, side), _meals(state, side), _fuel(state, side))


def _defence(state: Campaign, side: str) -> int:
    front = members(occupied(state, side) & next_to_enemy(state, side))
    return sum(defence_cost(state, side, hex_) for hex_ in front)


def _meals(state: Campaign, side: str) -> int:
    hungry = state.on_map & OF_SIDE[side] & FIGHTERS & ~in_trace(state, side)
    return series.eating(sum((re_of(state, unit) for unit in members(hungry)), Fraction(0)))


def _fuel(state: Campaign, side: str) -> int:
    """Formations pay together where that is cheaper."""
    dry = [unit for unit in members(thirsty(state) & OF_SIDE[side]) if not has_fuel(state, unit)]
    single = [unit for unit in dry if not PIECES[unit].formation]
    groups = [sum(1 for unit in dry if units >> unit & 1) for units in FORMATIONS.values()]
    return len(single) + sum(min(count, series.fuel_cost(1, 0, 0)) for count in groups)


def stack_re(state: Campaign, side: str, hex_: int) -> Fraction:
    """BTR-ocs.stack: the RE of a side in a hex."""
    return crowding(state, units_in(state, hex_, side))
