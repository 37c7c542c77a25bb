"""Which steps to buy with Pax and Eq, now and later. Knows no counters: steps with prices, stocks and rolls.

Points that are not spent are kept, so a purchase is weighed against what the next rolls may complete.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import NamedTuple

KEEP = 3  # points of a kind that a plan may hold back on purpose
LOOK_AHEAD = 2  # rolls that are looked at
FEW = 6  # with more steps to choose from only one roll is looked at
MOST_BASKETS = 256  # that are weighed one by one
LEAST_GAIN = 1e-9


class Points(NamedTuple):
    pax: int
    eq: int

    def less(self, pax: int, eq: int) -> Points:
        return Points(self.pax - pax, self.eq - eq)


class Purchase(NamedTuple):
    """A step that can be bought, and what it gives in each turn until it leaves."""

    key: int
    pax: int
    eq: int
    worth: float
    until: int

    def value(self, turn: int, last: int) -> float:
        """Strength points times turns, bought in this turn."""
        return self.worth * max(0, min(self.until, last + 1) - turn)


Basket = tuple[Purchase, ...]
Income = Sequence[tuple[Points, int]]  # what a roll brings, and in how many ways


class Plan(NamedTuple):
    """What to buy now; `value` counts this and what the points that are left are expected to buy."""

    now: Basket
    value: float


def choose(steps: Sequence[Purchase], stock: Points, turn: int, last: int, rolls: Sequence[Income]) -> Plan:
    """Return the best purchases of this turn; `rolls` are the next turns' incomes, the nearest first.

    Every affordable basket is weighed now, unless there are too many; in the turns looked at, only the best
    basket of every part of the stock.
    """
    listed = tuple(steps)
    depth = LOOK_AHEAD if len(listed) <= FEW else 1
    return _choose(listed, stock, turn, last, tuple(rolls[:depth]), _every(listed, stock))


def _choose(
    steps: tuple[Purchase, ...],
    stock: Points,
    turn: int,
    last: int,
    rolls: tuple[Income, ...],
    options: Sequence[Basket] = (),
) -> Plan:
    table = baskets(steps, stock, turn, last)
    if not rolls or turn >= last:
        return Plan(table[stock], _total(table[stock], turn, last))
    best = Plan((), -1.0)
    for basket in options or _options(table, stock):
        rest = tuple(step for step in steps if step not in basket)
        left = stock.less(sum(b.pax for b in basket), sum(b.eq for b in basket))
        value = _total(basket, turn, last) + _later(rest, left, turn + 1, last, rolls)
        if value > best.value + LEAST_GAIN:
            best = Plan(basket, value)
    return best


def _every(steps: tuple[Purchase, ...], stock: Points) -> list[Basket]:
    """Every basket the stock can pay for, the largest first; no list if there are too many."""
    affordable: list[Basket] = [()]
    for step in steps:
        affordable += [(*basket, step) for basket in affordable if _can_pay(stock, (*basket, step))]
        if len(affordable) > MOST_BASKETS:
            return []
    return sorted(affordable, key=len, reverse=True)


def _can_pay(stock: Points, basket: Basket) -> bool:
    return sum(b.pax for b in basket) <= stock.pax and sum(b.eq for b in basket) <= stock.eq


def _options(table: dict[Points, Basket], stock: Points) -> list[Basket]:
    """The best baskets with some points held back, the one that holds back least first."""
    reserves = product(range(min(stock.pax, KEEP) + 1), range(min(stock.eq, KEEP) + 1))
    return list(dict.fromkeys(table[stock.less(*points)] for points in sorted(reserves, key=sum)))


def _later(
    steps: tuple[Purchase, ...], stock: Points, turn: int, last: int, rolls: tuple[Income, ...]
) -> float:
    """What points are expected to buy from the next roll on."""
    total, whole = 0.0, 0
    for points, ways in rolls[0]:
        whole += ways
        if steps:
            more = Points(stock.pax + points.pax, stock.eq + points.eq)
            total += ways * _choose(steps, more, turn, last, rolls[1:]).value
    return total / whole


def baskets(steps: Sequence[Purchase], stock: Points, turn: int, last: int) -> dict[Points, Basket]:
    """The best basket for every part of a stock (a knapsack of two kinds of points)."""
    values = {Points(p, e): 0.0 for p in range(stock.pax + 1) for e in range(stock.eq + 1)}
    best: dict[Points, Basket] = dict.fromkeys(values, ())
    for step in _worthwhile(steps, stock, turn, last):
        gain = step.value(turn, last)
        for points in sorted(values, reverse=True):
            before = points.less(step.pax, step.eq)
            if before in values and values[before] + gain > values[points] + LEAST_GAIN:
                values[points] = values[before] + gain
                best[points] = (*best[before], step)
    return best


def _worthwhile(steps: Sequence[Purchase], stock: Points, turn: int, last: int) -> list[Purchase]:
    """Of the steps of one price, the best that the stock could pay for."""
    by_price: dict[tuple[int, int], list[Purchase]] = {}
    for step in sorted(steps, key=lambda step: -step.value(turn, last)):
        if step.value(turn, last) > 0:
            by_price.setdefault((step.pax, step.eq), []).append(step)
    chosen = []
    for (pax, eq), listed in by_price.items():
        most = min(stock.pax // pax if pax else len(listed), stock.eq // eq if eq else len(listed))
        chosen += listed[:most]
    return chosen


def _total(basket: Sequence[Purchase], turn: int, last: int) -> float:
    return sum(step.value(turn, last) for step in basket)
