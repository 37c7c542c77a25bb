"""TLD-S.17: the odds of an attack: strengths on both sides, shifts, and the column they give."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from grognard.core.ruling import Modifier, total

from .board import KIND_OF, river
from .fire import (
    figure,
)
from .pieces import (
    ATTACK,
    ENEMY,
    HQ,
    LABEL,
    SPECIAL,
)
from .position import Combat, LongestDay
from .supply import defence
from .tables import COLUMNS, NAVAL_STRENGTH, SHIFT, SUPPORT_CAP, column
from .verbs import (
    fighters,
)


class Part(NamedTuple):
    """One part of the strength of an attack, kept exactly."""

    amount: Fraction
    clause: str
    because: str


def strength(state: LongestDay, frame: Combat) -> list[Part]:
    """The attack, part by part; support adds at most a part of the attackers' own total (TLD-S.17)."""
    parts = [Part(Fraction(ATTACK[u]), "TLD-S.17", LABEL[u]) for u in frame.attackers]
    lent = [Part(Fraction(ATTACK[u]), "TLD-S.9", f"{LABEL[u]} supports") for u in frame.guns]
    lent += [Part(Fraction(NAVAL_STRENGTH), "TLD-S.12", f"ships off {beach}") for beach in frame.naval]
    most = sum((part.amount for part in parts), Fraction(0)) * SUPPORT_CAP
    over = sum((part.amount for part in lent), Fraction(0)) - most
    if over > 0:
        share = f"{SUPPORT_CAP.numerator}/{SUPPORT_CAP.denominator}"
        lent.append(
            Part(
                -over,
                "TLD-S.17",
                f"support counts up to {share} of the attackers' own strength, {figure(most)}",
            )
        )
    return parts + lent


def attack_total(state: LongestDay, frame: Combat) -> Fraction:
    own = sum(ATTACK[u] for u in frame.attackers)
    lent = sum(ATTACK[u] for u in frame.guns) + NAVAL_STRENGTH * len(frame.naval)
    return own + min(Fraction(lent), own * SUPPORT_CAP)


def defence_total(state: LongestDay, frame: Combat) -> Fraction:
    result = Fraction(0)
    for u in fighters(state, frame.hex, ENEMY[frame.side]):
        result += defence(state, u)
    return result


def shifts(state: LongestDay, frame: Combat) -> list[Modifier]:
    """TLD-S.17, TLD-S.12, TLD-S.22: columns, each with its reason."""
    modifiers, kind = [], KIND_OF[frame.hex]
    if SHIFT.get(kind):
        modifiers.append(Modifier(SHIFT[kind], "TLD-S.8", f"defender in {kind}"))
    defenders = fighters(state, frame.hex, ENEMY[frame.side])
    if any(state.strong >> u & 1 for u in defenders):
        modifiers.append(Modifier(SHIFT["strongpoint"], "TLD-S.12", "strongpoint"))
    elif dug_in(state, defenders):
        modifiers.append(Modifier(SHIFT["dug_in"], "TLD-S.17", "dug in"))
    if total(modifiers) < 0 and any(SPECIAL >> u & 1 for u in frame.attackers):
        modifiers.append(Modifier(SHIFT["special_armour"], "TLD-S.22", "special armor of the 79th"))
    if across_water(state, frame):
        modifiers.append(
            Modifier(
                SHIFT["all_attackers_across_river"], "TLD-S.17", "all attackers across a river or afloat"
            )
        )
    return modifiers


def dug_in(state: LongestDay, defenders: Sequence[int]) -> bool:
    return all(HQ >> u & 1 or not state.stirred >> u & 1 for u in defenders)


def across_water(state: LongestDay, frame: Combat) -> bool:
    return all(state.afloat[u] >= 0 or river(state.at[u], frame.hex) for u in frame.attackers)


def odds_column(state: LongestDay, frame: Combat) -> int:
    """The column before shifts; 0 is below 1:3, where there is no attack."""
    return column(attack_total(state, frame), defence_total(state, frame))


def final_column(state: LongestDay, frame: Combat) -> int:
    return shifted(odds_column(state, frame), shifts(state, frame))


def shifted(odds: int, parts: Sequence[Modifier]) -> int:
    return min(max(odds + total(parts), 1), len(COLUMNS))
