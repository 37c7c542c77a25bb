"""What the rules leave to the owner of the units in the midst of a step: which of several it is.

Where there is one alone, or none differs from another, nobody is asked: the core takes it for him and says so
in the log.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from grognard.core.facts import Action
from grognard.core.procedure import Ask
from grognard.core.ruling import Ruling

from . import verbs
from .pieces import NAMES, NUMBER
from .position import Choosing, PurpleHeartDraw, fact


class Question(NamedTuple):
    """A word for `todo`, the clause that asks, how it is put; among whom, and what follows."""

    word: str
    clause: str
    name: str
    among: Callable[[PurpleHeartDraw, str, Any], Sequence[int]]
    answered: Callable[[PurpleHeartDraw, str, Any, int], None]


def ask_owner(state: PurpleHeartDraw, side: str, item: tuple[object, ...], clause: str) -> None:
    """`item` begins with the word of its question; what the side has still to roll for waits behind it."""
    n = NUMBER[side]
    state.set_at(fact.todo, n, (item, *state.todo[n]), clause)
    state.call(Choosing(side=side), clause)


def unlike(state: PurpleHeartDraw, units: Iterable[int]) -> list[int]:
    """One of every sort: of units that are alike in kind, hex, status, gear and group it does not matter
    which it is.
    """
    result: dict[tuple[object, ...], int] = {}
    for u in sorted(units):
        result.setdefault((state.kind[u], state.at[u], state.status[u], state.gear[u], state.group[u]), u)
    return list(result.values())


def step(question: Question) -> Ask:
    """The row that puts a question, if it is the one that waits."""

    def item(state: PurpleHeartDraw, frame: Choosing) -> object:
        waiting = state.todo[NUMBER[frame.side]]
        return waiting[0] if waiting and waiting[0][0] == question.word else None

    def choices(state: PurpleHeartDraw, frame: Choosing) -> Sequence[Action]:
        due = item(state, frame)
        return (
            [verbs.Choose(NAMES[u]) for u in question.among(state, frame.side, due)]
            if due is not None
            else ()
        )

    def apply(state: PurpleHeartDraw, frame: Choosing, action: verbs.Choose) -> None:
        n, due = NUMBER[frame.side], item(state, frame)
        state.set_at(fact.todo, n, state.todo[n][1:], question.clause)
        question.answered(state, frame.side, due, NAMES.index(action.unit))

    def refuse(state: PurpleHeartDraw, frame: Choosing, action: Action) -> Sequence[Ruling]:
        among = ", ".join(choice.unit for choice in choices(state, frame) if isinstance(choice, verbs.Choose))
        return [
            Ruling(
                question.clause,
                f"{question.name}: {among or 'no unit'}, not {getattr(action, 'unit', action)}",
            )
        ]

    return Ask(
        clause=question.clause,
        name=question.name,
        secret=True,
        side=lambda state, frame: frame.side,
        choices=choices,
        apply=apply,
        refuse=refuse,
        takes=(verbs.Choose,),
        names=NAMES,
    )
