"""ASL-A20.54: fire strikes a guard and those it guards. Prisoners do not break: they suffer Casualty
Reduction.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from . import checks
from .forces import ADJECTIVE, ENEMY, SIDE
from .position import Firefight, fact
from .tables import KINDS, Result
from .units import name

SHARE = 32  # an item of a check holds the number of the check and the place of the prisoner


def under_fire(state: Firefight, units: Iterable[int], found: Result) -> Iterator[checks.Item]:
    """What fire with a result does to the prisoners of these units; the last of a guard comes first."""
    for guard in units:
        places = range(len(state.captives[guard].split()))
        if found.kind == "kia":
            for place in reversed(places):
                yield from _cut(state, guard, place)
        elif found.kind in ("k", "mc"):
            yield from ((guard, checks.CAPTIVE, found.number * SHARE + place) for place in reversed(places))


def _cut(state: Firefight, guard: int, place: int) -> list[checks.Item]:
    """Casualty Reduction of a prisoner; a leader rolls for his wound."""
    rows = state.captives[guard].split()
    printed = KINDS[rows[place]]
    if printed.is_single:
        return [(guard, checks.HURT, place)]
    _lose(state, guard, place, printed.half)
    return []


def _lose(state: Firefight, guard: int, place: int, left: str) -> None:
    rows = state.captives[guard].split()
    side = ADJECTIVE[ENEMY[SIDE[guard]]]
    words = "{} prisoner {} of {} is reduced" if left else "{} prisoner {} of {} is killed"
    state.note("ASL-A20.54", words, side, rows[place], name(state, guard), kind="loss")
    rows[place : place + 1] = [left] if left else []
    state.set_at(fact.captives, guard, " ".join(rows), "ASL-A20.54")


def check_prisoner(state: Firefight, guard: int, more: int, dice: int) -> list[checks.Item]:
    """A morale check of a prisoner, by its printed morale; failure reduces it."""
    number, place = divmod(more, SHARE)
    rows = state.captives[guard].split()
    if place >= len(rows):
        return []
    limit, final = KINDS[rows[place]].morale, dice + number
    words = "{} prisoner {}: dice {}, with modifiers {}, against morale {}"
    side = ADJECTIVE[ENEMY[SIDE[guard]]]
    state.note("ASL-A20.54", words, side, rows[place], dice, final, limit, kind="check")
    return _cut(state, guard, place) if dice == 12 or final > limit else []


def hurt(state: Firefight, guard: int, place: int, die: int) -> list[checks.Item]:
    """ASL-A17.11: a leader who is a prisoner dies of his wound on 5 or 6."""
    rows = state.captives[guard].split()
    if place < len(rows) and KINDS[rows[place]].is_single and die >= checks.MORTAL:
        _lose(state, guard, place, "")
    return []


checks.RESOLVE[checks.CAPTIVE] = check_prisoner
checks.RESOLVE[checks.HURT] = hurt
