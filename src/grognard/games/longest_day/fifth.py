"""TLD-A.corps.8.b, TLD-J.22: whether the divisions on the map need a corps of five."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from grognard.core.caching import memoized

from .days import since
from .ledger import Ledger, trigger_day
from .pieces import ALLIED, LIMITS
from .roster import CORPS

_L = LIMITS["corps"]
LEAST, MOST, FIVE = (int(_L[name]) for name in ("min_divisions", "max_divisions", "absolute_max_divisions"))
MAX_ARMOUR, LEAST_INFANTRY = int(_L["max_armour_divisions_allied"]), int(_L["min_infantry_divisions_allied"])
ARMOUR_CORPS = since("british-armour-corps")  # TLD-A.corps.16: 15 July

CLASS = {
    ("British", "infantry"): 0,
    ("British", "airborne"): 1,
    ("British", "armour"): 2,
    ("Canadian", "infantry"): 3,
    ("Canadian", "armour"): 4,
    ("Polish", "armour"): 5,
}


@memoized("shared")
def needed(ledger: Ledger, day: int) -> bool:
    """TLD-A.corps.8.b, TLD-J.22: whether the divisions on the map cannot all be placed in the corps on the
    map four to a corps."""
    return was_needed(ledger, day)


def was_needed(ledger: Ledger, day: int, then: bool = False) -> bool:
    """`then`: of a day that has gone by, when the HQs lost since were still there (TLD-A.corps.8.c)."""
    present, kinds = ledger.came if then else ledger.on_map, [0] * 6
    for id_, record in ledger.roster.divisions.items():
        if record.side == ledger.side and present(f"{id_}:HQ", day):
            kinds[CLASS.get((record.nationality, record.division_class), 0)] += 1
    open_ = tuple(
        sorted(c.nationality for c in CORPS.values() if c.side == ledger.side and present(c.hq, day))
    )
    # too few to fill the corps there are: a fifth in one of them helps no other
    if sum(kinds) < LEAST * len(open_):
        return False
    # TLD-J.27: until their corps is here they serve where they did
    late = day >= trigger_day(ledger) and "Canadian" in open_
    return not placeable(tuple(kinds), open_, day >= ARMOUR_CORPS, late, ledger.side == ALLIED)


@lru_cache(maxsize=4096)
def placeable(kinds: tuple[int, ...], open_: tuple[str, ...], july: bool, late: bool, mixed: bool) -> bool:
    """Whether so many divisions of each class fit into corps of these nations by .8.a and .9 to .16."""
    if not open_:
        return not any(kinds)
    head, rest = open_[0], open_[1:]
    return any(
        placeable(tuple(k - t for k, t in zip(kinds, take, strict=True)), rest, july, late, mixed)
        for take in _takes(kinds, head, july, late, mixed)
    )


@lru_cache(maxsize=4096)
def _takes(
    kinds: tuple[int, ...], nation: str, july: bool, late: bool, mixed: bool
) -> tuple[tuple[int, ...], ...]:
    """Every legal content of one corps out of what is left, the fullest first."""
    result = []
    ranges = [range(min(k, FIVE) + 1) for k in kinds]
    if nation == "Canadian":
        ranges[2] = range(1)  # TLD-A.corps.15
    elif late:
        ranges[3] = ranges[4] = range(1)  # TLD-A.corps.12
    for take in _product(ranges, FIVE):
        inf, air, arm, cinf, carm, parm = take
        size, armour, infantry = sum(take), arm + carm + parm, inf + air + cinf
        if size < LEAST or (size > MOST and not (mixed and size == FIVE and air and not armour)):
            continue
        british_armour = july and size == arm == kinds[2] >= LEAST
        if mixed and not british_armour and (armour > MAX_ARMOUR or infantry < LEAST_INFANTRY):
            continue
        result.append(take)
    return tuple(sorted(result, key=sum, reverse=True))


def _product(ranges: list[range], most: int) -> Iterator[tuple[int, ...]]:
    if not ranges:
        yield ()
        return
    for count in ranges[0]:
        if count > most:
            return
        for rest in _product(ranges[1:], most - count):
            yield (count, *rest)
