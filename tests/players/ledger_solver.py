"""An exact solver of small ledgers, to measure the quartermaster against: every choice, every roll."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import combinations
from random import Random
from typing import TypeVar

from grognard.games.beyond_the_rhine.replacements import replacements
from grognard.games.beyond_the_rhine.weather import TWO_DICE
from grognard.players.beyond_the_rhine.budget import Income, Points, Purchase, choose
from grognard.players.beyond_the_rhine.packing import Load, pack

T = TypeVar("T")
PRICES = ((2, 0), (2, 0), (0, 1), (0, 1), (0, 2), (1, 1), (1, 0), (3, 0))  # as the rebuild table prints them
Buy = Callable[[tuple[Purchase, ...], Points, int, int, Sequence[Income]], Sequence[Purchase]]


def subsets(things: Sequence[T]) -> Iterator[tuple[T, ...]]:
    return (found for size in range(len(things) + 1) for found in combinations(things, size))


# ---------------------------------------------------------------- rebuilding


def rolls_of(who: str, turn: int) -> Income:
    """What a replacement roll of a turn brings in Pax and Eq."""
    found: dict[Points, int] = {}
    for roll, ways in TWO_DICE.items():
        points = Points(*replacements(who, turn, roll)[2:4])
        found[points] = found.get(points, 0) + ways
    return tuple(found.items())


def rebuild_case(
    seed: int, horizon: int, sizes: tuple[int, int] = (2, 7)
) -> tuple[tuple[Purchase, ...], Points, int, int, list[Income]]:
    """A few steps to buy, a few points, and the rolls of the real table."""
    rng = Random(f"rebuild {seed}")
    turn = rng.randrange(1, 60)
    last = turn + horizon - 1
    steps = tuple(
        Purchase(n, *rng.choice(PRICES), rng.randrange(10, 60) / 10, rng.choice((last, last + 1, last + 9)))
        for n in range(rng.randrange(*sizes))
    )
    who = rng.choice(("us", "cw"))
    incomes = [rolls_of(who, later) for later in range(turn + 1, last + 1)]
    return steps, Points(rng.randrange(5), rng.randrange(4)), turn, last, incomes


def worth_of(
    steps: tuple[Purchase, ...], stock: Points, turn: int, last: int, rolls: Sequence[Income], buy: Buy | None
) -> float:
    """The expected value of a way to buy, over every roll; without one, of the best there is."""

    @cache
    def value(left: tuple[Purchase, ...], points: Points, now: int) -> float:
        if now > last:
            return 0.0
        coming = rolls[now - turn :]
        if buy is not None:
            return after(left, points, now, tuple(buy(left, points, now, last, coming)))
        return max(after(left, points, now, basket) for basket in subsets(left) if can_pay(points, basket))

    def after(left: tuple[Purchase, ...], points: Points, now: int, basket: tuple[Purchase, ...]) -> float:
        assert can_pay(points, basket)
        rest = tuple(step for step in left if step not in basket)
        kept = points.less(sum(b.pax for b in basket), sum(b.eq for b in basket))
        gain = sum(step.value(now, last) for step in basket)
        if now == last:
            return gain
        income = rolls[now - turn]
        later = sum(
            ways * value(rest, Points(kept.pax + p.pax, kept.eq + p.eq), now + 1) for p, ways in income
        )
        return gain + later / sum(ways for _, ways in income)

    return value(steps, stock, turn)


def can_pay(points: Points, basket: Sequence[Purchase]) -> bool:
    return sum(b.pax for b in basket) <= points.pax and sum(b.eq for b in basket) <= points.eq


def quartermaster(
    left: tuple[Purchase, ...], points: Points, turn: int, last: int, rolls: Sequence[Income]
) -> Sequence[Purchase]:
    return choose(left, points, turn, last, rolls).now


def greedy(
    left: tuple[Purchase, ...], points: Points, turn: int, last: int, rolls: Sequence[Income]
) -> Sequence[Purchase]:
    """Buys the first that can be paid for, as the default policy does."""
    found: list[Purchase] = []
    for step in left:
        if can_pay(points, [*found, step]):
            found.append(step)
    return found


# ---------------------------------------------------------------- shipping


def shipping_case(seed: int, horizon: int) -> tuple[tuple[Load, ...], list[int], int, int]:
    rng = Random(f"shipping {seed}")
    turn = rng.randrange(1, 60)
    last = turn + horizon - 1
    loads = tuple(
        Load(n, rng.randrange(1, 7), rng.randrange(10, 90) / 10, rng.choice((last, last + 1, last + 9)))
        for n in range(rng.randrange(2, 7))
    )
    return loads, [rng.randrange(1, 8) for _ in range(horizon)], turn, last


def best_shipping(loads: tuple[Load, ...], caps: Sequence[int], turn: int, last: int) -> float:
    if not caps:
        return 0.0
    return max(
        sum(load.value(turn, last) for load in cargo)
        + best_shipping(tuple(x for x in loads if x not in cargo), caps[1:], turn + 1, last)
        for cargo in subsets(loads)
        if sum(load.size for load in cargo) <= caps[0]
    )


def packed(loads: tuple[Load, ...], caps: Sequence[int], turn: int, last: int) -> float:
    """What the quartermaster's ships carry."""
    value = 0.0
    for at in range(len(caps)):
        cargo = pack(loads, caps[at:], turn + at, last)
        assert sum(load.size for load in cargo) <= caps[at]
        value += sum(load.value(turn + at, last) for load in cargo)
        loads = tuple(load for load in loads if load not in cargo)
    return value
