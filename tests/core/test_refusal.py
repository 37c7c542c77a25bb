"""A refusal names the clause that forbids the action, then the step; a marked test must see the refusal it
names.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from grognard.core.facts import DONE
from grognard.core.ruling import IllegalAction, Ruling, observed_refusals, refused
from tests.conftest import pytest_runtest_call

from .test_state import waiting
from .toy import Bold, Ford, Hide, Move


def said(state: Ford, action: Any) -> list[str]:
    return [str(ruling) for ruling in state.why_not(action)]


def ambushed() -> Ford:
    """The red unit A/1 has met X/9; X/9 is beaten, and blue is asked for its last words."""
    state = waiting(
        "hide X/9 0301", "hide Y/9 0503", "roll 3", "move A/1 0201", "done", "move A/1 0301", "roll 6"
    )
    assert state.step.name == "last words" and state.to_move == "blue"
    return state


def test_an_action_of_another_step_is_judged_by_its_own_screens_first() -> None:
    first, *rest = said(ambushed(), Move("X/9", "0501"))
    assert first == "X/9 is not red [EX-2.1]"
    assert rest[-1:] == [
        "the action move belongs to another step, red movement; now: turn 2, red movement, last words"
        " [EX-2.1]"
    ]
    assert said(ambushed(), Move("A/1", "0101"))[0] == "A/1 has moved [EX-3.1]"


def test_a_legal_action_of_another_step_is_refused_by_the_step_alone() -> None:
    (only,) = said(ambushed(), Move("B/1", "0203"))
    assert (
        only == "the action move belongs to another step, red movement; now: turn 2, red movement, last words"
        " [EX-2.1]"
    )


def test_a_secret_step_of_the_other_side_tells_nothing() -> None:
    """Red asks about blue's hidden set-up: the answer is the same wherever blue's units are."""
    for hex_ in ("0302", "0402"):
        state = waiting(f"hide X/9 {hex_}", "hide Y/9 0503", "roll 3")
        assert said(state, Hide("X/9", "0302")) == [
            "the action hide belongs to another step, blue set-up; now: turn 1, red movement [EX-1.1]",
        ]


def test_a_choice_that_is_not_listed_is_answered_with_the_choices() -> None:
    (only,) = said(ambushed(), Bold("slowly"))
    assert only == "last words: choose bold quietly or bold shouting, not bold slowly [EX-5.3]"
    assert said(ambushed(), DONE) == ["last words: choose bold quietly or bold shouting, not done [EX-5.3]"]


# ---------------------------------------------------------------- the suite sees refusals


def _run_marked(test: Any, *clauses: str) -> None:
    """Run a test under the hook, as pytest does."""
    item: Any = SimpleNamespace(
        iter_markers=lambda name: [pytest.mark.refuses(*clauses).mark] if clauses else []
    )
    hook = pytest_runtest_call(item)
    next(hook)
    test()
    with pytest.raises(StopIteration):
        hook.send(None)


def test_a_marked_test_passes_only_if_the_clause_refuses() -> None:
    def refuse() -> None:
        with pytest.raises(IllegalAction):
            waiting().push(Move("A/1", "0503"))

    _run_marked(refuse, "EX-3.1")
    _run_marked(lambda: None)
    with pytest.raises(pytest.fail.Exception, match="no refusal cited EX-9; refused by EX-3.1"):
        _run_marked(refuse, "EX-9", "EX-3.1")
    with pytest.raises(pytest.fail.Exception, match="refused by no clause"):
        _run_marked(lambda: None, "EX-3.1")


def test_refusals_are_observed_wherever_they_are_given() -> None:
    with observed_refusals() as clauses:
        refused([Ruling("EX-1", "a ledger")])
        IllegalAction("a purchase", [Ruling("EX-2", "too dear")])
        waiting().why_not(Move("A/1", "0503"))
    assert clauses == {"EX-1", "EX-2", "EX-3.1"}
    refused([Ruling("EX-4", "nobody listens")])
    assert "EX-4" not in clauses
