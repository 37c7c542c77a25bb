"""Which counters a ship takes under the cap of a turn. Knows no counters: loads and what each is worth."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

FEW = 6  # loads: with more, only this turn's ship is planned
SHIPS = 3  # that are planned together


class Load(NamedTuple):
    """Something to carry: the capacity it takes, and what it is worth in each turn from its arrival on."""

    key: int
    size: int
    worth: float
    until: int

    def value(self, turn: int, last: int) -> float:
        return self.worth * max(0, min(self.until, last + 1) - turn)


Cargo = tuple[Load, ...]


def pack(loads: Sequence[Load], caps: Sequence[int], turn: int, last: int) -> Cargo:
    """Return what sails this turn; `caps` are those of this turn and the next ones.

    A cap is not saved. A load that waits costs its worth of one turn, so this turn's ship takes what would
    lose most by waiting, with an eye on what still fits later.
    """
    if not caps or turn > last:
        return ()
    return _best(tuple(loads), tuple(caps), turn, last, SHIPS)[1]


def _best(
    loads: tuple[Load, ...], caps: tuple[int, ...], turn: int, last: int, ships: int
) -> tuple[float, Cargo]:
    """The best cargo of this turn's ship, and the value of all that sails."""
    best: tuple[float, Cargo] = (-1.0, ())
    for cargo in _cargoes(loads, caps[0], turn, last):
        rest = tuple(load for load in loads if load not in cargo)
        later = _afterwards(rest, caps[1:], turn + 1, last, ships - 1)
        best = max(best, (_total(cargo, turn, last) + later, cargo), key=lambda one: one[0])
    return best


def _afterwards(loads: tuple[Load, ...], caps: tuple[int, ...], turn: int, last: int, ships: int) -> float:
    """What the rest brings: by a plan for the next ships if there is little to carry, else if every ship
    takes what is worth most then.
    """
    if caps and loads and ships and len(loads) <= FEW and turn <= last:
        return _best(loads, caps, turn, last, ships)[0]
    value = 0.0
    for later, cap in enumerate(caps, turn):
        if later > last or not loads:
            break
        cargo = knapsack(loads, cap, later, last)
        value += _total(cargo, later, last)
        loads = tuple(load for load in loads if load not in cargo)
    return value


def _cargoes(loads: tuple[Load, ...], cap: int, turn: int, last: int) -> list[Cargo]:
    """Every cargo that fits if there is little to carry; else the best of every size, and the best that takes
    each load.
    """
    if len(loads) <= FEW:
        cargoes: list[Cargo] = [()]
        for load in loads:
            cargoes += [(*cargo, load) for cargo in cargoes if sum(x.size for x in cargo) + load.size <= cap]
        return cargoes
    cargoes = [knapsack(loads, size, turn, last) for size in range(cap, -1, -1)]
    for load in loads:
        if load.size <= cap:
            rest = [other for other in loads if other != load]
            cargoes.append((load, *knapsack(rest, cap - load.size, turn, last)))
    return list(dict.fromkeys(cargoes))


def knapsack(loads: Sequence[Load], cap: int, turn: int, last: int) -> Cargo:
    """The most valuable loads that fit."""
    best: list[tuple[float, Cargo]] = [(0.0, ())] * (cap + 1)
    for load in loads:
        gain = load.value(turn, last)
        for room in range(cap, load.size - 1, -1):
            value, cargo = best[room - load.size]
            if gain > 0 and value + gain > best[room][0]:
                best[room] = value + gain, (*cargo, load)
    return best[cap][1]


def _total(cargo: Sequence[Load], turn: int, last: int) -> float:
    return sum(load.value(turn, last) for load in cargo)
