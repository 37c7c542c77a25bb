"""Who acts in a phase: sides, allowances, what moves how, and whether it has fuel."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from grognard.core.caching import once_while
from grognard.core.hexes import Hexes, members, set_of
from grognard.core.ruling import Ruling

from .. import series
from ..board import MovementKind as Kind
from ..terrain import SIXTHS
from ..weather import FLIGHT_EFFECT
from .board import ELSEWHERE, GRID
from .pieces import (
    ADJECTIVE,
    ENEMY,
    FIGHTERS,
    GERMAN,
    INDEPENDENT,
    LABEL,
    OF_SIDE,
    PIECES,
    SIDE,
    STRAT,
    CounterSide,
)
from .position import FUEL, Campaign
from .supply import blocked, throws
from .verbs import showing

MOVEMENT, REACTION, FIGHTING, EXPLOITATION, SUPPLYING = (
    "movement",
    "reaction",
    "combat",
    "exploitation",
    "supply",
)


def mover(state: Campaign) -> str:
    """The side that moves or fires in this phase: the other side in Reaction (BTR-ocs.react.who)."""
    return ENEMY[state.active] if state.phase == REACTION else state.active


def shown_side(state: Campaign, unit: int) -> CounterSide:
    """BTR-ocs.unit.fight-move: the side of the counter that shows."""
    return PIECES[unit].faces[showing(state, unit)]


def interdicted(state: Campaign, side: str) -> bool:
    """BTR-ocs.ger.interdicted, BTR-ocs.air.interdict: by the weather alone, without a mission."""
    return side == GERMAN and bool(FLIGHT_EFFECT[state.flight]["interdiction"])


def kind_of(state: Campaign, unit: int) -> Kind:
    """How a unit moves now."""
    return Kind(shown_side(state, unit).mobility, state.ground, interdicted(state, SIDE[unit]))


def allowance(state: Campaign, unit: int) -> int:
    """BTR-ocs.move.allowance: in sixths of a point; what is less than a sixth buys nothing."""
    bit = 1 << unit
    halved = state.phase == REACTION or (state.phase == EXPLOITATION and not state.released & bit)
    mode = "reserve" if state.reserve & bit else "exploit" if halved else "move"
    times, parts = _share(state.mode[unit] == STRAT, bool(state.dg & bit), mode)
    return shown_side(state, unit).allowance * SIXTHS * times // parts


@cache
def _share(strat: bool, dg: bool, mode: str) -> tuple[int, int]:
    """What part of a printed allowance a unit has, as a fraction."""
    share = series.allowance(1, "strat" if strat else "move", dg) * series.allowance(1, mode)
    return share.as_integer_ratio()


def remaining(state: Campaign, unit: int) -> int:
    return max(allowance(state, unit) - state.spent[unit], 0)


def may_move(state: Campaign, side: str) -> int:
    """BTR-ocs.move.who, BTR-ocs.exploit.who: the units that move in this phase."""
    mine = state.on_map & OF_SIDE[side]
    if state.phase == MOVEMENT:
        return mine
    if state.phase == REACTION:
        return mine & state.released
    return mine & (state.released | state.exploit) if state.phase == EXPLOITATION else 0


# ---------------------------------------------------------------- fuel


@once_while("at", "mode")
def thirsty(state: Campaign) -> int:
    """BTR-ocs.move.fuel: combat units whose side that shows is Truck or Track."""
    return set_of(u for u in members(state.on_map & FIGHTERS) if shown_side(state, u).mobility != "leg")


def fuelling_hqs(state: Campaign, unit: int) -> int:
    """BTR-ocs.move.fuel-hq: fuelled HQs that throw to a unit now; one that threw and moved on throws no
    more.
    """
    if not INDEPENDENT >> unit & 1:
        return 0
    at, result = state.at[unit], 0
    for hq, hexes in _fuel_thrown(state, SIDE[unit]):
        if hq == unit or hexes >> at & 1:
            result |= 1 << hq
    return result


@once_while(*FUEL)
def _fuel_thrown(state: Campaign, side: str) -> list[tuple[int, Hexes]]:
    """The fuelled HQs of a side, each with the hexes it throws fuel to; of one that threw and moved on,
    none.
    """
    thrown = dict(throws(state, side, blocked(state, side)))
    gone = {hq for hq in members(state.threw) if state.spent[hq]}
    fuelled = members(state.hq_fuel & OF_SIDE[side] & state.on_map)
    return [(hq, Hexes(0) if hq in gone else thrown.get(hq, Hexes(0))) for hq in fuelled]


def has_fuel(state: Campaign, unit: int) -> bool:
    """Whether a unit can spend MP now; fuel that lasts serves in Exploitation too (BTR-ocs.exploit.fuel)."""
    return bool(fuelled_units(state, 1 << unit))


@once_while(*FUEL)
def fuelled_units(state: Campaign, units: int) -> int:
    """Those of a set that can spend MP now: they need no fuel, have theirs, or an HQ throws it to them."""
    units &= state.on_map
    dry = units & thirsty(state) & ~(state.fuelled | state.topped)
    result = units & ~dry
    if dry & INDEPENDENT and state.hq_fuel:
        for unit in members(dry & INDEPENDENT):
            if not state.spent[unit] and fuelling_hqs(state, unit):
                result |= 1 << unit
    return result


# ---------------------------------------------------------------- words


def absent(state: Campaign, unit: int) -> str:
    """Why a unit is not on the map."""
    where = ELSEWHERE.get(state.at[unit], "")
    words = {
        "dead": "is in the dead pile",
        "to come": "has not arrived",
        "away": "is away after its breakout",
        "out": "has been taken out of play by the chart",
    }
    return f"{LABEL[unit]} {words[where]}" if where else ""


def not_acting(state: Campaign, unit: int, side: str, clause: str) -> Ruling:
    """Why a unit is none of those that act: the enemy's, or not on the map."""
    if SIDE[unit] != side:
        return Ruling(
            "BTR-turn.player",
            f"{LABEL[unit]} is {ADJECTIVE[SIDE[unit]]}; the {ADJECTIVE[side]} side acts now",
        )
    return Ruling(clause, absent(state, unit) or f"{LABEL[unit]} stands in {GRID.name[state.at[unit]]}")


def re_of(state: Campaign, unit: int) -> Fraction:
    """BTR-ocs.unit.re, BTR-ocs.unit.hq-re, BTR-ocs.unit.current-steps: RE as it stands, less the steps
    lost.
    """
    piece = PIECES[unit]
    return piece.re - state.lost[unit] if piece.steps > 1 else piece.re


@once_while("lost")
def crowding(state: Campaign, units: int) -> Fraction:
    return sum((re_of(state, unit) for unit in members(units & FIGHTERS)), Fraction(0))


def too_much(state: Campaign, side: str, hex_: int) -> bool:
    """BTR-ocs.stack: more than 10 RE in a hex."""
    units = state.here.get(hex_, 0) & OF_SIDE[side] & FIGHTERS
    return crowding(state, units) > series.STACK
