"""BTR-ocs.play.choice, BTR-ocs.play.pass: the phases of a side; under fog (BTR-ocs.play.open) it handles its
counters unseen and ends each phase itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from grognard.core.choices import Choices
from grognard.core.facts import DONE, Action, F, S
from grognard.core.procedure import Ask, Phase
from grognard.core.ruling import Ruling

from .visibility import is_foggy

if TYPE_CHECKING:
    from collections.abc import Iterable


class Concede(Action, frozen=True):
    """BTR-ocs.win.resign: the side gives up."""

    gives_up: ClassVar[bool] = True


CONCEDE = Concede()


def always(state: object, frame: object) -> bool:
    return True


def never(state: object, frame: object) -> bool:
    return False


class AskedChoices(Choices):
    """Choices of which an only one is not played for the player: that would tell how many there are."""

    def forced(self) -> Action | None:
        return None


def asked(state: Any, result: Choices | None) -> Choices | None:
    """Under fog an only choice is asked for like any other: covered counters decide how many there are."""
    if result is None or not is_foggy(state):
        return result
    return AskedChoices(state, result.plain, result.parts)


@dataclass(frozen=True, kw_only=True)
class AskedPhase(Phase[S, F]):
    """BTR-ocs.play.open: a phase in plain sight whose choices rest on covered counters: loads, stack
    mates.
    """

    @property
    def row_kind(self) -> str:
        return "phase"

    @property
    def names_moment(self) -> bool:
        return not self.once

    def options(self, state: S, frame: F) -> Choices | None:
        return asked(state, super().options(state, frame))


@dataclass(frozen=True, kw_only=True)
class AskedChoice(Ask[S, F]):
    """BTR-ocs.play.open: a choice in plain sight that rests on covered counters."""

    words: str = ""  # the step as a page names it, if not by the name that records keep

    @property
    def row_kind(self) -> str:
        return "ask"

    def purpose(self, state: S, frame: F) -> str:
        return self.words or super().purpose(state, frame)

    def options(self, state: S, frame: F) -> Choices | None:
        return asked(state, super().options(state, frame))


@dataclass(frozen=True, kw_only=True)
class Covered(Phase[S, F]):
    """BTR-ocs.play.choice, BTR-ocs.play.pass: a phase of one side, whose course tells of counters below the
    top. Under fog the side to act ends it itself, even if
    it can do nothing: a phase that is passed over would tell the other side that there is nothing to do.

    Wherever a side may end a phase it may also give up.
    """

    unseen: bool = True  # the other side does not see what is done; an attack or a barrage is declared openly
    opens: bool = True  # counters on top of a stack are handled in plain sight
    waits: Callable[[Any, Any], bool] = (
        never  # whether it has to be ended under fog: what all can see decides
    )

    @property
    def row_kind(self) -> str:
        return "phase"

    @property
    def verbs(self) -> Sequence[type[Action]]:
        return (*super().verbs, Concede)

    def current_verbs(self, state: S, frame: F) -> set[type[Action]]:
        return {*super().current_verbs(state, frame), Concede}

    def options(self, state: S, frame: F) -> Choices | None:
        result, foggy = super().options(state, frame), is_foggy(state)  # type: ignore[arg-type]
        if result is None:
            return AskedChoices(state, (CONCEDE, DONE)) if foggy and self.waits(state, frame) else None
        plain = (CONCEDE, *result.plain) if result.plain else result.plain
        return (AskedChoices if foggy else Choices)(state, plain, result.parts)

    def take(self, state: S, frame: F, action: Action) -> None:
        if isinstance(action, Concede):
            from .victory import concede  # which reads positions

            concede(state, self.decider(state, frame))  # type: ignore[arg-type]
        else:
            super().take(state, frame, action)

    def objections(self, state: S, frame: F, action: Action) -> Iterator[Ruling]:
        if not isinstance(action, Concede):
            yield from super().objections(state, frame, action)
        elif self.must and (ruling := self.must(state, frame)):
            yield ruling

    def forbids(self, state: S, frame: F, action: Action) -> Iterable[Ruling]:
        return () if isinstance(action, Concede) else super().forbids(state, frame, action)


__all__ = ["AskedChoice", "AskedPhase", "Concede", "Covered", "always"]
