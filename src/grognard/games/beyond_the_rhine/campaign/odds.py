"""Exact odds of an attack, surprise included: every result, and what it costs either side."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from grognard.core.hexes import members
from grognard.core.ruling import counted

from ..fights import Fight, meaning, results
from .board import GRID
from .pieces import ENEMY, LABEL
from .position import Battle, Campaign, units_in
from .strength import attack_total, best, own_line, picks_against, rating, stacks_of, sum_of
from .zones import covered


class Part(NamedTuple):
    """One figure of the sum, with its reason."""

    amount: Fraction
    clause: str
    because: str


class Forecast(NamedTuple):
    """A fight worked out up to the dice."""

    fight: Fight
    line: str
    attack: Fraction
    defence: Fraction
    parts: tuple[Part, ...]
    results: dict[str, Fraction]


def forecast(state: Campaign, frame: Battle) -> Forecast:
    """The sum and the exact chance of every result; open choices are the best of their side."""
    fight, own = sum_of(state, frame), own_line(state, frame)
    parts = [_against(state, frame, hex_) for hex_ in stacks_of(state, frame.attackers)]
    parts.append(Part(-own.total, "BTR-ocs.combat.line", f"defenders in {own.terrain.replace('_', ' ')}"))
    first = frame.rater if frame.rater >= 0 else best(state, frame.attackers)
    defenders = members(units_in(state, frame.hex, ENEMY[frame.side]))
    second = frame.opposing if frame.opposing >= 0 else best(state, defenders)
    words = f"AR {rating(state, first)} of {LABEL[first]} against {rating(state, second)} of {LABEL[second]}"
    parts.append(Part(Fraction(fight.drm), "BTR-ocs.combat.drm", words))
    if fight.hedgehog:
        parts.append(Part(Fraction(-fight.hedgehog), "BTR-ocs.hog.effects", f"hedgehog {fight.hedgehog}"))
    parts += unknown_part(state, ENEMY[frame.side], frame.hex)
    return Forecast(fight, own.line, attack_total(state, frame), own.total, tuple(parts), results(fight))


def unknown_part(state: Campaign, side: str, hex_: int) -> list[Part]:
    """Option `fog`: what the figures leave out."""
    count = covered(state, side, hex_)
    words = f"{counted(count, 'counter')} below the top not known: the odds count those you see"
    return [Part(Fraction(0), "BTR-ocs.play.open", words)] if count else []


def _against(state: Campaign, frame: Battle, hex_: int) -> Part:
    """What a stack counts against the terrain picked, or the one the defender would pick."""
    chosen, picks = dict(frame.terrain).get(hex_), picks_against(state, frame, hex_)
    pick = next((p for p in picks if p.terrain == chosen), picks[0])
    return Part(
        pick.total,
        "BTR-tec.combat.choice",
        f"attackers from {GRID.name[hex_]} against {pick.terrain.replace('_', ' ')}",
    )


def loss_chances(chances: Mapping[str, Fraction]) -> dict[str, dict[str, Fraction]]:
    """The chances of hard losses, of options and of exploitation, by side."""
    result: dict[str, dict[str, Fraction]] = {"attacker": {}, "defender": {}}
    for code, chance in chances.items():
        m = meaning(code)
        for side, words in (
            (
                "attacker",
                (
                    f"{m.attacker_loss} steps, option"
                    f" {m.attacker_option}{f', exploits at AR {m.exploit}' if m.exploit else ''}"
                ),
            ),
            ("defender", f"{m.defender_loss} steps, option {m.defender_option}{', DG' if m.dg else ''}"),
        ):
            result[side][words] = result[side].get(words, Fraction(0)) + chance
    return result


class Worth(NamedTuple):
    """Mean figures of a fight."""

    attacker: Fraction  # steps lost, options half counted
    defender: Fraction
    leaves: Fraction  # the chance that the defender has an option of two, or DG: it is likely to leave
    exploits: Fraction


def worth(chances: Mapping[str, Fraction]) -> Worth:
    """What an attack brings and costs on average, for a player that weighs it."""
    half = Fraction(1, 2)
    a = d = leaves = exploits = Fraction(0)
    for result, chance in chances.items():
        m = meaning(result)
        a += chance * (m.attacker_loss + half * m.attacker_option)
        d += chance * (m.defender_loss + half * m.defender_option)
        leaves += chance * bool(m.dg or m.defender_option > 1)
        exploits += chance * bool(m.exploit)
    return Worth(a, d, leaves, exploits)


def taken(chances: Mapping[str, Fraction], steps: int) -> tuple[Fraction, Fraction]:
    """The chance that the hex is left empty: if the defender pays the option in steps, and if it retreats.

    >>> taken({"A DL1o1": Fraction(1, 3), "A": Fraction(2, 3)}, 3)
    (Fraction(0, 1), Fraction(1, 3))
    """
    low = high = Fraction(0)
    for result, chance in chances.items():
        m = meaning(result)
        low += chance * (m.defender_loss + m.defender_option >= steps)
        high += chance * (m.defender_loss >= steps or m.defender_option > 0)
    return low, high
