"""What an attack in The Longest Day is worth, in points of victory: the mean over the faces of the die."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache

from grognard.games.longest_day.odds import attack_total, final_column, odds_column, shifted, shifts
from grognard.games.longest_day.pieces import ALLIED, ATTACK, DEFENCE, ENEMY, GERMAN, SIDE
from grognard.games.longest_day.position import Combat, LongestDay
from grognard.games.longest_day.tables import CRT, column
from grognard.games.longest_day.verbs import fighters
from grognard.games.longest_day.victory import HEX_POINTS, LOSSES_A_POINT

SCARCE = {
    ALLIED: 0.02,
    GERMAN: 0.05,
}  # a point of strength for the days to come: the German gets few replacements
SHAKEN = 0.06  # a unit disrupted for a day
GROUND = 0.35  # a hex taken that is worth nothing by itself
NOWHERE = 0.1  # of what stands in a hex, lost in a retreat: some find no way out
HOPELESS = -1.0  # odds that are not on the table


def worth(units: Sequence[int]) -> float:
    """What losing units costs: their part of a point, and their strength from then on."""
    return sum(1 / LOSSES_A_POINT + SCARCE[SIDE[u]] * (ATTACK[u] + DEFENCE[u]) for u in units)


@lru_cache(maxsize=4096)
def given_up(units: tuple[int, ...], owed: int, by_attack: bool) -> tuple[int, ...]:
    """Which units to lose for so many printed points: those that cost least together.

    >>> given_up((), 4, False)
    ()
    """
    points = [max((ATTACK if by_attack else DEFENCE)[u], 1) for u in units]
    best: dict[int, tuple[float, tuple[int, ...]]] = {0: (0.0, ())}
    for unit, point in zip(units, points, strict=True):
        for got, (cost, lost) in list(best.items()):
            more, total = min(got + point, owed), cost + worth((unit,))
            if more not in best or total < best[more][0]:
                best[more] = total, (*lost, unit)
    return best[max(best)][1]


def cost_with(units: tuple[int, ...], owed: int, by_attack: bool, unit: int) -> float:
    """What the cheapest losses cost that a unit is one of."""
    rest = owed - max((ATTACK if by_attack else DEFENCE)[unit], 1)
    others = tuple(u for u in units if u != unit)
    return worth((unit, *given_up(others, rest, by_attack))) if rest > 0 else worth((unit,))


def prize(hex_: int) -> float:
    return GROUND + HEX_POINTS.get(hex_, 0)  # type: ignore[call-overload,no-any-return]


def results(state: LongestDay, frame: Combat) -> dict[str, float]:
    """What each result of the table is worth to the attacker of an attack."""
    theirs = fighters(state, frame.hex, ENEMY[frame.side])
    gone = given_up(tuple(theirs), (sum(DEFENCE[u] for u in theirs) + 1) // 2, False)
    exchanged = given_up(frame.attackers, sum(DEFENCE[u] for u in gone), False)
    beaten = given_up(frame.attackers, (sum(ATTACK[u] for u in frame.attackers) + 1) // 2, True)
    gain, back = prize(frame.hex), SHAKEN * len(theirs)
    thrown = -SHAKEN * len(frame.attackers) - left_behind(state, frame)
    return {
        "AE": thrown - worth(beaten),
        "AR": thrown,
        "EX": gain + back + worth(gone) - worth(exchanged),
        "DD": back,
        "DR": gain + back + NOWHERE * worth(theirs),
        "DE": gain + back + worth(gone),
    }


def left_behind(state: LongestDay, frame: Combat) -> float:
    """Attackers that are thrown back leave their places to the enemy."""
    return sum(HEX_POINTS.get(h, 0) for h in {state.at[u] for u in frame.attackers}) / 6


def faces(state: LongestDay, frame: Combat) -> dict[str, str]:
    """The exact chance of each result of an attack."""
    column = final_column(state, frame)
    counts = Counter(row[column - 1] for row in CRT.cells)
    return {result: f"{count}/{len(CRT.cells)}" for result, count in sorted(counts.items())}


def expected(state: LongestDay, frame: Combat, defense: Fraction | None = None) -> float:
    """The mean worth of an attack with the attackers, guns and ships that are named; `defense` is what the
    hex will come to, if not what it comes to now.
    """
    odds = odds_column(state, frame) if defense is None else column(attack_total(state, frame), defense)
    if not odds:
        return HOPELESS
    by_result, final = results(state, frame), shifted(odds, shifts(state, frame))
    return sum(by_result[row[final - 1]] for row in CRT.cells) / len(CRT.cells)
