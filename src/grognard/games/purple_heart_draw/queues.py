"""What a side has still to roll for: its queue `todo` is filled, and a secret die falls for each entry of
it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from grognard.core.procedure import DIE, NO_OUTCOME, Auto, Chance, Outcomes

from . import verbs
from .pieces import NAMES, NUMBER, SIDES, TITLE
from .position import PurpleHeartDraw, fact

Entries = Sequence[tuple[Any, ...]]  # each a word, then a unit or what else it is about
Rolled = Callable[[PurpleHeartDraw, str, Any, int], None]  # what follows for a side from an entry and its die


def fill(side: str, clause: str, items: Callable[[PurpleHeartDraw, str], Entries]) -> Auto:
    """The queue of one side, from what it alone knows."""

    def do(state: PurpleHeartDraw, frame: object) -> None:
        state.set_at(fact.todo, NUMBER[side], tuple(items(state, side)), clause)

    return Auto(clause=clause, do=do)


def fill_both(clause: str, items: Callable[[PurpleHeartDraw], Entries]) -> Auto:
    """The queues of both sides, by whose unit an entry is about."""

    def do(state: PurpleHeartDraw, frame: object) -> None:
        entries = items(state)
        half = len(NAMES) // 2
        for n in (0, 1):
            state.set_at(
                fact.todo, n, tuple(item for item in entries if (item[1] >= half) == (n == 1)), clause
            )

    return Auto(clause=clause, do=do)


def rolling(side: str, clause: str, name: str, dice: Outcomes, rolled: Rolled) -> Chance:
    """A secret die for each entry of a side's queue: the other side learns nothing of covered units."""
    n = NUMBER[side]

    def apply(state: PurpleHeartDraw, frame: object, roll: verbs.Roll | verbs.Dice) -> None:
        item, rest = state.todo[n][0], state.todo[n][1:]
        state.set_at(fact.todo, n, rest, clause)
        rolled(state, side, item, verbs.result(roll))

    return Chance(
        clause=clause,
        name=f"{side} {name}",
        title=f"{TITLE[side]} {name}",
        secret=True,
        roller=side,
        outcomes=lambda state, frame: dice if state.todo[n] else NO_OUTCOME,
        apply=apply,
        rolls=(type(dice.actions[0]),),
    )


def rolling_both(
    clause: str, name: str, dice: Outcomes, rolled: Callable[[PurpleHeartDraw, Any, int], None]
) -> tuple[Chance, ...]:
    """One side's dice after the other's."""
    return tuple(
        rolling(side, clause, name, dice, lambda state, _, item, roll: rolled(state, item, roll))
        for side in SIDES
    )


def rolling_back(side: str, clause: str, name: str, rolled: Rolled) -> Chance:
    """A die for what was chosen in the step before it; then that step again."""

    def again(state: PurpleHeartDraw, side: str, item: Any, roll: int) -> None:
        state.goto(state.stack[-1].step - 1, clause)
        rolled(state, side, item, roll)

    return rolling(side, clause, name, DIE, again)
