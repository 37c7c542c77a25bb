"""Which phases ask a side tells nothing of units that the other side does not see."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.core.due import due
from grognard.web.purple_heart_draw_firefight.standing import by_order

from .fight import fight

KNOWN = {"u01": "M17 6-6-6", "u02": "A10 6-6-6", "g01": "O17 5-4-8 broken dm"}
SEES, SEES_NOTHING = {"g02": "O18 5-4-8 hidden"}, {"g02": "A30 5-4-8 hidden"}
ASK: dict[str, Any] = {"side": {"do": "ask", "range": 30, "power": 0}, "units": {}}


def told(state: Any, seat: str) -> tuple[Any, ...]:
    """What a seat is told of the decision that is due."""
    return (*due(state, seat), state.phase, state.view(seat)["stack"])


@pytest.mark.clause("FF-INFO")
@pytest.mark.parametrize(
    ("step", "mover"),
    [("final fire", "us"), ("prep fire", "german"), ("advancing fire", "german"), ("advance", "german")],
)
def test_twins_with_a_hidden_unit_elsewhere_are_asked_alike(step: str, mover: str) -> None:
    """The only German unit that could act is hidden. Where it sees the enemy, and where it sees nothing, the US
    side is told the same.
    """
    one, other = (fight(KNOWN | hidden, step, mover) for hidden in (SEES, SEES_NOTHING))
    assert told(one, "us") == told(other, "us") and one.to_move == "german"
    if step == "final fire":
        assert {action.verb for action in one.legal_actions()} > {"bare", "done"}
        assert {action.verb for action in other.legal_actions()} == {"bare", "done"}


@pytest.mark.clause("FF-INFO")
def test_a_side_without_secrets_is_not_asked_for_nothing() -> None:
    state = fight(KNOWN, "final fire", all_found=True)
    assert state.to_move == "us" and state.phase != "Defensive Fire Phase"


@pytest.mark.clause("FF-INFO")
def test_standing_orders_end_a_phase_in_which_there_is_nothing_to_do() -> None:
    """After the pause before every answer of orders; a phase with a choice is left to the player."""
    idle, busy = fight(KNOWN | SEES_NOTHING, "final fire"), fight(KNOWN | SEES, "final fire")
    assert by_order(idle, ASK) == "done" and by_order(busy, ASK) is None


@pytest.mark.clause("ASL-A10.533")
def test_standing_orders_leave_a_question_mark_beside_a_broken_enemy_to_the_player() -> None:
    units = {"u01": "M17 6-6-6 broken", "u02": "A10 6-6-6", "g02": "M18 5-4-8 concealed"}
    beside = fight(units, "defender's voluntary break")
    far = fight(units | {"g02": "A30 5-4-8 concealed"}, "defender's voluntary break")
    assert by_order(beside, ASK) is None and by_order(far, ASK) == "done"
