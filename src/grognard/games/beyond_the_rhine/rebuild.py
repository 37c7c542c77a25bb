"""BTR-ledger.6: rebuilding from the dead pile, and of units that have lost steps."""

from __future__ import annotations

from collections.abc import Callable

from grognard.core.hexes import set_of
from grognard.core.procedure import Phase, Pick, Screen, open_if_any
from grognard.core.ruling import GrognardError, counted

from . import verbs
from .chart import COUNTERS, DISPLAY, NAMES
from .pieces import ALLIED, NATIONS
from .position import DEAD, MAP, WHERE_WORDS, BeyondTheRhine, Turn, fact
from .refusals import or_unknown
from .replacements import price
from .supply import NATION
from .supply_rolls import AIRCRAFT

PRICES = [price(counter) for counter in COUNTERS]
BUYABLE = set_of(u for u, p in enumerate(PRICES) if not p.why_not)
POOL = [NATIONS.index(counter.pool) for counter in COUNTERS]
_BY_PRICE: dict[tuple[int, int, int], int] = {}  # (pool, pax, eq) -> counters
for _unit, _price in enumerate(PRICES):
    if not _price.why_not:
        _key = (POOL[_unit], _price.pax, _price.eq)
        _BY_PRICE[_key] = _BY_PRICE.get(_key, 0) | 1 << _unit


def short(state: BeyondTheRhine) -> int:
    """Counters in play that are short of a step, aircraft apart."""
    return state.live & state.hurt & ~AIRCRAFT


def rebuildable(state: BeyondTheRhine, frame: Turn) -> int:
    """BTR-rebuild.step: the dead, and those that have lost steps."""
    return state.dead | short(state)


def points_of(state: BeyondTheRhine, pool: int) -> tuple[int, int]:
    """BTR-J.8: the Pax and Eq a nation can pay with."""
    if state.options.replacement_pools == "one":
        return sum(state.pax), sum(state.eq)
    return state.pax[pool], state.eq[pool]


def affordable(state: BeyondTheRhine, frame: Turn) -> int:
    """BTR-repl.keep, BTR-repl.air.noeq: what the pools can pay for."""
    result = 0
    for (pool, pax, eq), units in _BY_PRICE.items():
        has_pax, has_eq = points_of(state, pool)
        if pax <= has_pax and eq <= has_eq:
            result |= units
    return result


def rebuild_step(state: BeyondTheRhine, frame: Turn, unit: int, hex_: object) -> None:
    """BTR-rebuild.re, BTR-rebuild.step, BTR-rebuild.place: a step is paid for and placed."""
    if not rebuildable(state, frame) >> unit & 1 or not BUYABLE >> unit & 1:
        raise GrognardError(f"{DISPLAY[unit]} has no step to rebuild")
    cost = PRICES[unit]
    _pay(state, POOL[unit], cost.pax, cost.eq, cost.clause)
    whole = cost.whole or COUNTERS[unit].steps == 1
    state.set_at(fact.lost, unit, 0 if whole else state.lost[unit] - 1, cost.clause)
    if state.at[unit] == DEAD:
        state.set_at(fact.at, unit, MAP, "BTR-rebuild.place")


def _pay(state: BeyondTheRhine, pool: int, pax: int, eq: int, clause: str) -> None:
    for column, amount in ((fact.pax, pax), (fact.eq, eq)):
        have = getattr(state, column.name)
        own = min(amount, have[pool])
        state.set_at(column, pool, have[pool] - own, clause)
        if amount > own and (have[1 - pool] < amount - own or state.options.replacement_pools == "two"):
            raise GrognardError("no pool goes below zero")
        if amount > own:  # BTR-J.8: only where the pools are one
            state.set_at(column, 1 - pool, have[1 - pool] - (amount - own), "BTR-J.8")


def too_dear(state: BeyondTheRhine, frame: Turn, unit: int, hex_: int) -> str:
    cost = PRICES[unit]
    has_pax, has_eq = points_of(state, POOL[unit])
    nation = NATION[NATIONS[POOL[unit]]]
    return (
        f"{DISPLAY[unit]} costs {price_words(cost.pax, cost.eq)}; the {nation} pool has {has_pax} Pax and"
        f" {has_eq} Eq"
    )


def price_words(pax: int, eq: int) -> str:
    """A price in words.

    >>> price_words(1, 1), price_words(0, 2)
    ('1 Pax + 1 Eq', '2 Eq')
    """
    return " + ".join(filter(None, (f"{pax} Pax" * bool(pax), f"{eq} Eq" * bool(eq))))


def not_for_sale(state: BeyondTheRhine, frame: Turn, unit: int, hex_: int) -> str:
    return f"{DISPLAY[unit]} {PRICES[unit].why_not} (row {PRICES[unit].row})"


NOT_FOR_SALE: dict[str, int] = {}  # the rows that sell nothing, with their counters
for _unit, _price in enumerate(PRICES):
    if _price.why_not:
        NOT_FOR_SALE[_price.clause] = NOT_FOR_SALE.get(_price.clause, 0) | 1 << _unit


def _except(units: int) -> Callable[[BeyondTheRhine, Turn], int]:
    return lambda state, frame: ~units


def not_wanting(state: BeyondTheRhine, frame: Turn, unit: int, hex_: int) -> str:
    if state.live >> unit & 1:
        return (
            f"{DISPLAY[unit]} is at full strength: {counted(COUNTERS[unit].steps, 'step')} of"
            f" {COUNTERS[unit].steps}"
        )
    return f"{DISPLAY[unit]} {WHERE_WORDS[state.at[unit]]}: it is neither dead nor reduced"


def not_lent(state: BeyondTheRhine, frame: Turn) -> int:
    """BTR-J.8: all counters but those that only both pools together could pay for."""
    lent = 0
    for (_, pax, eq), units in _BY_PRICE.items():
        if pax <= sum(state.pax) and eq <= sum(state.eq):
            lent |= units
    return ~lent | affordable(state, frame)


def other_pool(state: BeyondTheRhine, frame: Turn, unit: int, hex_: int) -> str:
    nation, other = NATION[NATIONS[1 - POOL[unit]]], 1 - POOL[unit]
    return (
        f"the {nation} pool ({state.pax[other]} Pax, {state.eq[other]} Eq) does not pay for {DISPLAY[unit]}"
    )


REBUILDING = Phase(
    clause="BTR-ledger.6",
    name="rebuilding",
    side=ALLIED,
    picks=(
        Pick(
            verb=verbs.Rebuild,
            names=NAMES,
            titles=DISPLAY,
            units=(
                Screen(
                    "BTR-rebuild.removed",
                    "{unit} was removed by the chart and cannot be rebuilt",
                    lambda s, f: ~s.gone,
                ),
                Screen("BTR-rebuild.step", not_wanting, lambda s, f: rebuildable(s, f) | s.gone),
                Screen(
                    "BTR-repl.air.noeq",
                    "{unit} is an aircraft; Eq does not rebuild aircraft",
                    lambda s, f: ~AIRCRAFT,
                    implied=True,
                ),
                *(
                    Screen(clause, not_for_sale, _except(units), implied=True)
                    for clause, units in NOT_FOR_SALE.items()
                ),
                Screen("BTR-ledger.6", too_dear, affordable, last=True),
                Screen("BTR-J.8", other_pool, not_lent, implied=True, last=True),
            ),
            apply=rebuild_step,
            open=open_if_any,
        ),
    ),
    refuse=or_unknown(),
)
