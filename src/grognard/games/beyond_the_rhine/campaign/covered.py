"""Option `fog` (BTR-ocs.play.open): phases in which a side handles its counters unseen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from grognard.core.choices import Choices
from grognard.core.facts import DONE, Action, F, S
from grognard.core.procedure import Phase

from .sight import is_foggy


def always(state: Any, frame: object) -> bool:
    return True


def never(state: Any, frame: object) -> bool:
    return False


class AskedChoices(Choices):
    """Choices of which an only one is not played for the player: that would tell how many there are."""

    def forced(self) -> Action | None:
        return None


@dataclass(frozen=True, kw_only=True)
class Covered(Phase[S, F]):
    """A phase whose course tells of counters below the top. Under fog the side to act ends it itself, even if
    it can do nothing: a phase that is passed over would tell the other side that there is nothing to do.
    """

    unseen: bool = True  # the other side does not see what is done; an attack or a barrage is declared openly
    opens: bool = True  # counters on top of a stack are handled in plain sight
    waits: Callable[[Any, Any], bool] = (
        never  # whether it has to be ended under fog: what all can see decides
    )

    @property
    def row_kind(self) -> str:
        return "phase"

    def options(self, state: S, frame: F) -> Choices | None:
        found = super().options(state, frame)
        if not is_foggy(state):  # type: ignore[arg-type]
            return found
        if found is not None:
            return AskedChoices(state, found.plain, found.parts)
        return AskedChoices(state, (DONE,)) if self.waits(state, frame) else None


__all__ = ["Covered", "always"]
