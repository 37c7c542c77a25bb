"""TLD-A.corps.21 to .25, TLD-J.18: why units may not stack or attack together, as screens: one for each
clause that may forbid it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from grognard.core.hexes import set_of
from grognard.core.procedure import Screen

from .board import GRID
from .command import group_of, tie
from .pieces import LABEL, display_name
from .position import MINE, LongestDay

Bar = tuple[str, str]  # the clause that forbids it, and why

# TLD-S.13: 6 June; TLD-S.19: a lost corps HQ; TLD-J.34: an illegal corps; TLD-J.18: two corps, or none
CLAUSES = ("TLD-A.corps.21", "TLD-A.corps.22", "TLD-J.18", "TLD-J.34", "TLD-S.13", "TLD-S.19")


def why_apart(state: LongestDay, unit: int, other: int, stacking: bool, hex_: int = -1) -> Bar | None:
    """Why a unit may not act with another; none: it may. `hex_`: where the unit would be."""
    mine, yours = group_of(state, unit, stacking, hex_), group_of(state, other, stacking)
    if mine == yours:
        return None
    if state.day == 0:
        return (
            "TLD-S.13",
            (
                f"on 6 June {LABEL[unit]} acts with {group_words(mine)}, {LABEL[other]} with"
                f" {group_words(yours)}"
            ),
        )
    for one in (unit, other):
        result = tie(state, one)
        if not result.ok and (stacking or result.clause != "TLD-A.corps.22"):
            return result.clause, result.because
    if hex_ >= 0 and mine[0] in ("unit", "division"):
        clause = "TLD-A.corps.22" if mine[0] == "unit" else "TLD-A.corps.21"
        return clause, f"in {GRID.name[hex_]} {LABEL[unit]} would be more than eight hexes from its corps HQ"
    return (
        "TLD-J.18",
        f"{LABEL[unit]} acts with {group_words(mine)}, {LABEL[other]} with {group_words(yours)}",
    )


def group_words(group: tuple[str, ...]) -> str:
    """The units a unit may act with, in words.

    >>> [group_words(g) for g in (("corps", "XXX"), ("division", "50"), ("unit", "ART-7"), ("de facto",
    ...  "50:HQ"), ("allied", "Gold"))]
    ['XXX Corps', '50 Div only', 'no other unit', 'the de facto corps of 50 HQ', 'the units from Gold']
    """
    kind, name = group
    if kind == "corps":
        return "any corps" if name == "any" else display_name(name)
    if kind == "de facto":
        return f"the de facto corps of {display_name(name)}"
    if kind == "division":
        return f"{display_name(name)} only"
    return (
        "no other unit"
        if kind == "unit"
        else (
            "the units from"
            f" {'the set-up' if name == 'set-up' else f'the {name}' if name == 'drop' else name}"
        )
    )


F = TypeVar("F")
Bars = Callable[[LongestDay, F], dict[int, Bar]]  # (state, frame) -> the units that may not, and why


def screens(bars: Bars[F], clauses: tuple[str, ...] = CLAUSES) -> tuple[Screen[LongestDay, F], ...]:
    """One screen a clause over the units of a step."""

    def one(clause: str) -> Screen[LongestDay, F]:
        def mask(state: LongestDay, frame: F) -> int:
            return ~sum([MINE[unit] for unit, bar in bars(state, frame).items() if bar[0] == clause])

        def because(state: LongestDay, frame: F, unit: int, hex_: int) -> str:
            return bars(state, frame)[unit][1]

        return Screen(clause, because, mask, implied=True)

    return tuple(one(clause) for clause in clauses)


HexBars = Callable[[LongestDay, int], dict[int, Bar]]  # (state, unit) -> the hexes it may not end in, and why


def hex_screens(bars: HexBars, clauses: tuple[str, ...]) -> tuple[Screen, ...]:
    """One screen a clause over the hexes a unit may end in."""

    def one(clause: str) -> Screen:
        def mask(state: LongestDay, frame: object) -> Callable[[int], int]:
            return lambda unit: ~set_of([hex_ for hex_, bar in bars(state, unit).items() if bar[0] == clause])

        def because(state: LongestDay, frame: object, unit: int, hex_: int) -> str:
            return bars(state, unit)[hex_][1]

        return Screen(clause, because, mask, implied=True, each=True)

    return tuple(one(clause) for clause in clauses)
