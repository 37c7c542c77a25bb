"""What a fight is worth: the exact odds of `games.sword_beach.odds` as plain numbers, and what each result
does to whom.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Hashable, Sequence
from typing import NamedTuple

from grognard.core.hexes import Hex, members
from grognard.core.ruling import total
from grognard.games.sword_beach.board import NEAR
from grognard.games.sword_beach.combat import shifts
from grognard.games.sword_beach.fire import NONE, under_flak
from grognard.games.sword_beach.odds import Weights, _faces, markers, together
from grognard.games.sword_beach.pieces import ATTACK, DEFENSE, ENEMY, GERMAN, OF_SIDE
from grognard.games.sword_beach.position import Combat, Retreat, SwordBeach
from grognard.games.sword_beach.retreat import way_out
from grognard.games.sword_beach.tables import AIR, BOUNDS, GUNS, THEIRS

from .craft import CAEN_NORTH

Results = dict[str, float]
WORTH = [
    (0.0, 1.5 + a[1] + d[1], 0.0 + a[2] + d[2]) for a, d in zip(ATTACK, DEFENSE, strict=True)
]  # of a unit, by its steps
SHOWN = 0.0005  # a smaller chance would be printed as none
MAX_ENTRIES = 60_000  # entries a memo may hold

# ---------------------------------------------------------------- odds, remembered

_fire: dict[Hashable, tuple[int, list[tuple[int, float]]]] = {}
_results: dict[Hashable, Results] = {}


def fire(
    state: SwordBeach, attacker: str, ours: str, theirs: str, halved: bool, bombards: bool = False
) -> tuple[int, list[tuple[int, float]]]:
    """The distribution of the markers two sides name, attacker's less defender's, with a number to know it
    by.
    """
    cups = state.cups
    key = (
        cups[AIR],
        cups[GUNS],
        cups[THEIRS],
        state.mines,
        state.options.drawn_mines_count,
        attacker,
        ours,
        theirs,
        halved,
        bombards,
    )
    found = _fire.get(key)
    if found is None:
        mines = "aside" if bombards else "use"
        mine: Weights = markers(state, attacker, ours, halved, mines)
        yours: Weights = markers(state, ENEMY[attacker], theirs, halved, mines)
        both = together(mine, yours, -1)
        whole = sum(both.values())
        if len(_fire) > MAX_ENTRIES:
            _fire.clear()
            _results.clear()
        found = _fire[key] = len(_fire), [(value, ways / whole) for value, ways in both.items()]
    return found


def results(line: str, sum_: int, shift: int, known: tuple[int, list[tuple[int, float]]]) -> Results:
    """The chance of each result."""
    key = (line, sum_, shift, known[0])
    found = _results.get(key)
    if found is None:
        bounds, faces = BOUNDS[line], _faces(line)
        last = len(bounds)
        columns = [0.0] * (last + 1)
        for value, chance in known[1]:
            columns[min(max(bisect_right(bounds, sum_ + value) + shift, 0), last)] += chance
        found = {}
        for column, chance in enumerate(columns):
            if chance:
                for result, number in faces[column].items():
                    found[result] = found.get(result, 0.0) + chance * number / 6
        if len(_results) > MAX_ENTRIES:
            _results.clear()
        _results[key] = found
    return found


# ---------------------------------------------------------------- what a result does


class Stakes(NamedTuple):
    """What the defender's side loses by each thing that can happen to him, and what the hex is worth to the
    attacker.
    """

    step: float  # by one step
    step_kills: bool
    all: float
    back: tuple[float, float]  # by a retreat of two and of three hexes, as he would choose
    gone: tuple[bool, bool]  # whether the hex is then empty
    hex: float


def stakes(state: SwordBeach, hex_: int, defender: int, hex_value: float, progress: float = 0.0) -> Stakes:
    """`progress`: what a first step off him is worth beyond itself, since the hex falls by the second."""
    steps = state.steps[defender]
    worth = WORTH[defender]
    step, all_ = worth[steps] - worth[steps - 1] + (progress if steps == 2 else 0.0), worth[steps]
    back, gone = [], []
    for length in (2, 3):
        flee = hex_value + (0.7 if can_retreat(state, defender, hex_, length) else all_)
        stay = step if steps == 2 else flee + 1
        back.append(min(flee, stay))
        gone.append(flee <= stay)
    return Stakes(step, steps == 1, all_, (back[0], back[1]), (gone[0], gone[1]), hex_value)


def value(
    found: Results,
    at_stake: Stakes,
    attackers: Sequence[int],
    state: SwordBeach,
    nerve: float = 1.0,
    posted: float = 0.0,
) -> float:
    """What an attack with these chances comes to, in points of strength. `nerve` below 1 makes own losses
    count less; `posted`: what a step of an attacker in a northern hex of Caen counts on top, since it holds
    that hex.
    """
    steps = state.steps
    costs = [WORTH[u][steps[u]] - WORTH[u][steps[u] - 1] for u in attackers]
    if posted:
        posted /= nerve or 1.0
        costs = [
            cost + (posted if CAEN_NORTH >> state.at[u] & 1 else 0.0)
            for u, cost in zip(attackers, costs, strict=True)
        ]
    one, each, whole = (
        (min(costs), sum(costs), sum(WORTH[u][steps[u]] for u in attackers)) if costs else (0.0, 0.0, 0.0)
    )
    dead = at_stake.step + (at_stake.hex if at_stake.step_kills else 0.0)
    get = found.get
    return (
        get("De", 0.0) * (at_stake.all + at_stake.hex)
        + (get("D1", 0.0) + get("Ex", 0.0)) * dead
        + get("D2", 0.0) * at_stake.back[0]
        + get("D3", 0.0) * at_stake.back[1]
        - nerve * ((get("A1", 0.0) + get("Ex", 0.0)) * one + get("A2", 0.0) * each + get("Ae", 0.0) * whole)
    )


def bombardment_value(state: SwordBeach, found: Results, target: int) -> float:
    """FM-8.4.2: a step, or the whole unit; nobody retreats."""
    steps, worth = state.steps[target], WORTH[target]
    hit = found.get("D1", 0.0) + found.get("D2", 0.0) + found.get("D3", 0.0)
    return hit * (worth[steps] - worth[steps - 1]) + found.get("De", 0.0) * worth[steps]


# ---------------------------------------------------------------- fights that might be

ALLIED_FIRE = ("guns+guns", "air+guns", "air+air", "guns", "air", NONE)
GERMAN_FIRE = ("guns+guns", "guns", NONE)


def nameable(state: SwordBeach, side: str) -> tuple[str, ...]:
    """What a side could name now, in ground combat, the mines lying aside left out."""
    if side == GERMAN:
        return GERMAN_FIRE if any(state.cups[THEIRS]) or state.mines == "cup" else (NONE,)
    air, guns = any(state.cups[AIR]), any(state.cups[GUNS])
    return tuple(text for text in ALLIED_FIRE if (air or "air" not in text) and (guns or "guns" not in text))


def heaviest(texts: Sequence[str]) -> str:
    """The strongest support fire of those that can be named."""
    return next((text for text in ("air+guns", "guns+guns", "air+air") if text in texts), texts[0])


def answer(state: SwordBeach, side: str) -> str:
    """What a defender is taken to name: two markers if he has any."""
    if side == GERMAN:
        return GERMAN_FIRE[0] if any(state.cups[THEIRS]) or state.mines == "cup" else NONE
    return "guns+guns" if any(state.cups[GUNS]) else "air+air" if any(state.cups[AIR]) else NONE


def able(state: SwordBeach, side: str, hex_: int, mobile: int = -1) -> list[int]:
    """Units that may attack a hex now, one of each stack, the strongest first."""
    found = []
    attack, steps = ATTACK, state.steps
    for place in members(NEAR[hex_] & state.occupied[side]):
        there = members(state.here[place] & OF_SIDE[side] & ~state.fought & mobile)
        if there:
            found.append(max(there, key=lambda unit: attack[unit][steps[unit]]))
    found.sort(key=lambda unit: -attack[unit][steps[unit]])
    return found


def shift_in(state: SwordBeach, fight: Combat) -> int:
    return total(shifts(state, fight))


def can_retreat(state: SwordBeach, unit: int, hex_: int, length: int) -> bool:
    return bool(way_out(state, Retreat(unit=unit, origin=Hex(hex_), length=length)))


def sum_of(state: SwordBeach, force: Sequence[int], defender: int) -> int:
    steps = state.steps
    found = -DEFENSE[defender][steps[defender]] if defender >= 0 else 0
    for unit in force:
        found += ATTACK[unit][steps[unit]]
    return found


def flak(state: SwordBeach, side: str, hex_: int) -> bool:
    return state.options.flak and under_flak(state, Combat(attacker=side, hex=Hex(hex_)))


def fight_of(side: str, hex_: int, force: Sequence[int], defender: int) -> Combat:
    return Combat(attacker=side, hex=Hex(hex_), attackers=tuple(force), defender=defender)


def in_words(found: Results) -> dict[str, str]:
    return {result: f"{chance:.1%}" for result, chance in sorted(found.items()) if chance >= SHOWN}
