"""What to say to an action that has no place in a step: the nearest counter, or what can be done instead."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from grognard.core.facts import Action
from grognard.core.ruling import Ruling

from .chart import NAMES, NUMBER
from .pieces import suggest
from .position import BeyondTheRhine

Refusal = Callable[[Any, Any, Action], Ruling | None]


def strange(state: BeyondTheRhine, action: Action) -> Ruling:
    """BTR-ledger.state: a counter nobody knows, or a verb of another step."""
    step = state.step
    offered = sorted({other.verb for other in state.legal_actions()})
    unit = getattr(action, "unit", None)
    if unit is not None and unit not in NUMBER and action.verb in offered:
        return Ruling(step.clause, f"there is no counter {unit}; did you mean {suggest(unit, NAMES)}?")
    hint = "; open the list with losses" if action.verb == "lose" and "losses" in offered else ""
    return Ruling(step.clause, f"{action.verb} is not a thing to do now ({step.name}); there is {', '.join(offered)}{hint}")


def or_strange(own: Refusal | None = None) -> Refusal:
    """A phase's own words, and where it has none, those above."""

    def refuse(state: BeyondTheRhine, frame: Any, action: Action) -> Ruling | None:
        return (own(state, frame, action) if own else None) or strange(state, action)

    return refuse
