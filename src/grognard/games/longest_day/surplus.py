"""TLD-J.11: where a limit has shrunk under units already assigned, their owner names those that go
unsupplied."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.core.facts import Action
from grognard.core.procedure import Ask
from grognard.core.ruling import Ruling

from . import verbs
from .capacity import Row, excess, hqs_in_use, rows, to_be_named
from .ledger_cache import ledger_of
from .pieces import ADJECTIVE, display_name
from .position import LongestDay, Segment, fact
from .roster import RECORDS

CLAUSE = "TLD-J.11"


def own_cut(state: LongestDay, side: str) -> list[tuple[str, str]]:
    """What a side has named, as far as it still holds: at an HQ that is over a limit the unit counts to."""
    ledger = ledger_of(state, side)
    stands = ledger.standing(state.day)
    wanting = {
        (hq, unit)
        for hq in hqs_in_use(ledger, stands)
        if excess(ledger, stands, hq)
        for row in rows(ledger, stands, hq)
        if row.left < 0
        for unit in row.units
    }
    return [pair for pair in state.over if pair in wanting]


def review_named(state: LongestDay, side: str) -> None:
    """Forgets those of a side that are over no longer."""
    records = ledger_of(state, side).roster.records
    cut = own_cut(state, side)
    left = tuple(pair for pair in state.over if pair in cut or records[pair[1]].side != side)
    if left != state.over:
        state.set(fact.over, left, CLAUSE)


def asked_about(state: LongestDay, side: str) -> tuple[str, Row] | None:
    ledger = ledger_of(state, side)
    return to_be_named(ledger, ledger.standing(state.day), state.over)


def candidates(state: LongestDay, frame: Segment) -> Sequence[Action]:
    result = asked_about(state, frame.side)
    return [verbs.Over(unit) for unit in sorted(result[1].units)] if result else ()


def name_one(state: LongestDay, frame: Segment, action: verbs.Over) -> None:
    """One goes unsupplied; the question is put again until no limit is exceeded."""
    question = asked_about(state, frame.side)
    assert question is not None
    hq, row = question
    state.set(fact.over, (*state.over, (hq, action.unit)), CLAUSE)
    words = "{} may supply {} {}: {} is out of supply until it is reassigned"
    state.note(CLAUSE, words, display_name(hq), row.limit, row.name, display_name(action.unit))
    state.goto(frame.step, CLAUSE)


def not_asked(state: LongestDay, frame: Segment, action: Action) -> Sequence[Ruling]:
    question = asked_about(state, frame.side)
    if not isinstance(action, verbs.Over):
        return ()
    if question is None:
        return [Ruling(CLAUSE, f"no {ADJECTIVE[frame.side]} HQ has more units than it may supply")]
    hq, row = question
    return [
        Ruling(
            CLAUSE,
            f"{display_name(action.unit)} is not one of the {row.name} of {display_name(hq)}, which may"
            f" supply {row.limit} [{row.clause}]",
        )
    ]


def surplus(side: str) -> Ask:
    return Ask(
        clause=CLAUSE,
        name=f"{side} units over",
        title=f"choice of the {ADJECTIVE[side]} units an HQ does not supply",
        side=side,
        choices=candidates,
        apply=name_one,
        takes=(verbs.Over,),
        names=sorted(RECORDS),
        refuse=not_asked,
    )
