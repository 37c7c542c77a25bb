"""ASL-A15.43: berserk units charge before anybody else moves."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from grognard.core.hexes import Hex, Hexes
from grognard.core.procedure import Phase, Pick, Screen
from grognard.core.ruling import Ruling

from ..board import GRID
from . import heat
from .eyes import sees
from .forces import NAMES, SIDE
from .going import distances, exits
from .grenades import cost_now
from .position import (
    BERSERK,
    MELEE,
    MOVED,
    WOUND,
    Firefight,
    Mask,
    Moving,
    PlayerTurn,
    fact,
)
from .units import guns_of, kind, known, name, on_map, printed_gun
from .words import Charge

CHARGE_MF, WOUNDED_MF, LOAD = 16, 6, 1  # half MF; portage points a charging unit keeps


def charge_mf(state: Firefight, unit: int) -> int:
    return WOUNDED_MF if kind(state, unit).is_single and state.flags[unit] & WOUND else CHARGE_MF


def is_due(state: Firefight, unit: int) -> bool:
    return bool(state.flags[unit] & BERSERK) and not state.flags[unit] & (MELEE | MOVED)


def aims(state: Firefight, unit: int) -> Hexes:
    """The nearest Known enemies in its sight; among them its side chooses. Those in its own hex hold it."""
    seen = {state.at[e] for e in known(state, SIDE[unit]) if sees(state, unit, state.at[e])}
    if not seen or state.at[unit] in seen:
        return Hexes(0)
    least = min(GRID.distance(state.at[unit], hex_) for hex_ in seen)
    return Hexes(sum(1 << h for h in seen if GRID.distance(state.at[unit], h) == least))


def next_hexes(state: Firefight, frame: Moving, at: int) -> int:
    """The hexes that a shortest way in MF leads through."""
    if at == frame.charge:
        return 0
    price = partial(cost_now, state)
    away = distances(frame.charge, int(state.card.places), price)
    steps = [(hex_, price(at, hex_)) for hex_ in exits(at) if hex_ in away]
    return sum(1 << hex_ for hex_, cost in steps if cost is not None and cost + away[hex_] == away.get(at))


def _chargers(test: Callable[[Firefight, int], bool]) -> Mask:
    return lambda state, frame: sum(1 << u for u in on_map(state, state.mover) if test(state, u))


def _aims(state: Firefight, frame: object) -> Callable[[int], int]:
    return lambda unit: aims(state, unit)


def charge(state: Firefight, frame: PlayerTurn, unit: int, hex_: Hex) -> None:
    """It drops guns that are too heavy, and runs."""
    kept = 0
    for g in guns_of(state, unit):
        kept += printed_gun(state, g).pp
        if kept > LOAD:
            state.set_at(fact.holder, g, -1, "ASL-A15.43")
            state.set_at(fact.gun_at, g, state.at[unit], "ASL-A15.43")
    state.note("ASL-A15.43", "{} charges {}", name(state, unit), GRID.name[hex_], kind="move")
    state.call(Moving(units=(unit,), origin=state.at[unit], charge=hex_), "ASL-A15.43")


def _must(state: Firefight, frame: object) -> Ruling | None:
    for unit in on_map(state, state.mover):
        if is_due(state, unit) and aims(state, unit):
            return Ruling("ASL-A15.43", f"{name(state, unit)} is berserk and charges first")
    return None


def before_charges(state: Firefight, frame: PlayerTurn) -> None:
    """ASL-A15.46: who sees nobody to charge comes to itself."""
    for unit in on_map(state, state.mover):
        if heat.is_over(state, unit):
            heat.calm(state, unit)


CHARGES = Phase(
    clause="ASL-A15.43",
    name="charge",
    title="berserk charges",
    side=lambda state, frame: state.mover,
    picks=(
        Pick(
            verb=Charge,
            names=NAMES,
            units=(
                Screen(
                    "ASL-A15.43",
                    "{unit} is not a berserk unit of the side that moves, or has charged",
                    _chargers(is_due),
                    decisive=True,
                ),
            ),
            hexes=(
                Screen("ASL-A15.43", "{hex} does not hold the nearest enemy {unit} sees", _aims, each=True),
            ),
            apply=charge,
        ),
    ),
    must=_must,
)
