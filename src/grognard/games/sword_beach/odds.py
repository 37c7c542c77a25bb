"""Exact odds of a combat, a bombardment or a beach assault, counted and not sampled (FM-7, FM-8)."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from grognard.core.ruling import GrognardError, Modifier, total

from .combat import differential, line, shifts
from .fire import NONE, under_flak
from .pieces import ENEMY
from .position import Bombardment, Combat, SwordBeach
from .tables import CUP_OF, EMPTY, LINES, MINES_VALUE, THEIRS, Cup

Weights = dict[int, int]  # a sum of markers -> in how many ways it can be drawn


@dataclass(frozen=True)
class Odds:
    """What a fight can come to, before a marker is drawn or a die thrown."""

    line: str
    ledger: tuple[Modifier, ...]  # what is known before drawing
    shifts: tuple[Modifier, ...]
    differentials: Mapping[int, Fraction]
    columns: Mapping[int, Fraction]  # after shifts, counted from 1
    results: Mapping[str, Fraction]


def drawn(cup: Cup, count: int, halved: bool = False) -> Weights:
    """Sums of `count` markers drawn blind and without replacement; a short cup gives what it has
    (FM-8.1.3).
    """
    values = [((value + 1) // 2 if halved else value, number) for value, number in enumerate(cup) if number]
    left = sum(number for _, number in values)
    if min(count, left) == 0:
        return {0: 1}
    if min(count, left) == 1:
        single: Weights = {}
        for value, number in values:
            single[value] = single.get(value, 0) + number
        return single
    result: Weights = {}
    for i, (value, number) in enumerate(values):
        if number > 1:
            result[2 * value] = result.get(2 * value, 0) + number * (number - 1)
        for other, more in values[i + 1 :]:
            result[value + other] = result.get(value + other, 0) + 2 * number * more
    return result


def with_mines(cup: Cup, count: int, counted: bool) -> Weights:
    """Draws from a cup that holds the mines too, used when drawn; not `counted`, another marker comes on top
    (SB-J12).
    """
    left = sum(cup)
    if counted or not left:
        return drawn((*cup[:MINES_VALUE], cup[MINES_VALUE] + 1, *cup[MINES_VALUE + 1 :]), count)
    count = min(count, left)
    more = drawn(cup, count)  # the numbered markers in play, whether the mines came up or not
    result = {value: ways * (left - count + 1) for value, ways in more.items()}
    for value, ways in more.items():
        result[value + MINES_VALUE] = result.get(value + MINES_VALUE, 0) + ways * count
    return result


def together(one: Weights, other: Weights, sign: int = 1) -> Weights:
    """The distribution of a sum, or with sign -1 of a difference."""
    result: Weights = {}
    for a, n in one.items():
        for b, m in other.items():
            key = a + sign * b
            result[key] = result.get(key, 0) + n * m
    return result


def markers(state: SwordBeach, side: str, text: str, halved: bool, mines: str) -> Weights:
    """The distribution of what a side names; `mines`: the German uses the marker when it is drawn (`use`), or
    puts it aside and draws another (`aside`).
    """
    words = [] if text == NONE else text.split("+")
    if len(words) > 2 + ("mines" in words):
        raise GrognardError(f"{text!r} names more than two markers")
    fixed, result = 0, {0: 1}
    for word in dict.fromkeys(words):
        count = words.count(word)
        if word == "mines":
            fixed += MINES_VALUE
        elif word.startswith("naval"):
            fixed += int(word.removeprefix("naval")) * count
        elif (side, word) in CUP_OF:
            which = CUP_OF[side, word]
            cup = state.cups[which]
            if which == THEIRS and state.mines == "cup" and mines == "use":
                result = together(result, with_mines(cup, count, state.options.drawn_mines_count))
            else:
                result = together(result, drawn(cup, count, halved and word == "air"))
        else:
            raise GrognardError(
                f"{word!r} is nothing the {side} side can draw; there is air, guns, naval7, naval10, mines"
            )
    return {value + fixed: n for value, n in result.items()} if fixed else result


def odds(
    state: SwordBeach, frame: Combat, attack_fire: str = NONE, defense_fire: str = NONE, mines: str = "use"
) -> Odds:
    """The exact odds of a fight, with what each side means to draw."""
    halved = state.options.flak and under_flak(state, frame)
    mines = "aside" if isinstance(frame, Bombardment) else mines  # SB-11.1.5.b.2
    ours = markers(state, frame.attacker, attack_fire, halved, mines)
    theirs = markers(state, ENEMY[frame.attacker], defense_fire, halved, mines)
    ledger = differential(state, frame)
    return spread(line(state, frame), ledger, shifts(state, frame), together(ours, theirs, -1))


def spread(line_id: str, ledger: Sequence[Modifier], moved: Sequence[Modifier], fire: Weights) -> Odds:
    """The odds of a known sum, line and shifts under a distribution of markers."""
    row, known, shift = LINES[line_id], total(ledger), total(moved)
    bounds, last = row.bounds, row.table.columns - 1
    by_column = [0] * (last + 1)
    for value, ways in fire.items():
        column = bisect_right(bounds, known + value) + shift
        by_column[min(max(column, 0), last)] += ways
    whole = sum(by_column)
    results: dict[str, int] = {}
    for column, ways in enumerate(by_column):
        if ways:
            for result, faces in _faces(line_id)[column].items():
                results[result] = results.get(result, 0) + ways * faces
    return Odds(
        line_id,
        tuple(ledger),
        tuple(moved),
        {known + value: Fraction(ways, whole) for value, ways in sorted(fire.items())},
        {column + 1: Fraction(ways, whole) for column, ways in enumerate(by_column) if ways},
        {result: Fraction(ways, whole * 6) for result, ways in sorted(results.items())},
    )


@lru_cache(maxsize=64)
def _faces(line_id: str) -> tuple[dict[str, int], ...]:
    """For every column, how many faces of the die give each result."""
    cells = LINES[line_id].table.cells
    chances: list[dict[str, int]] = [{} for _ in cells[0]]
    for row in cells:
        for column, result in enumerate(row):
            chances[column][result] = chances[column].get(result, 0) + 1
    return tuple(chances)


def plain_odds(
    attack: int,
    defense: int,
    line_id: str,
    shift: int = 0,
    ours: Cup = EMPTY,
    theirs: Cup = EMPTY,
    draws: tuple[int, int] = (0, 0),
) -> Odds:
    """Odds from bare figures, for questions asked away from any position."""
    if line_id not in LINES:
        raise GrognardError(f"there is no line {line_id!r} on the CRT; there is {', '.join(LINES)}")
    ledger = [
        Modifier(attack, "FM-7.3.1", "attack strength"),
        Modifier(-defense, "FM-7.3.1", "defense strength"),
    ]
    moved = [Modifier(shift, "FM-7.4.3", "column shift")] if shift else []
    return spread(line_id, ledger, moved, together(drawn(ours, draws[0]), drawn(theirs, draws[1]), -1))
