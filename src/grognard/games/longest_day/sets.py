"""TLD-J.34: orders that are judged as one, so that what is legal only in combination can be written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from msgspec.structs import replace

from grognard.core.caching import once_a_position
from grognard.core.choices import Choices
from grognard.core.facts import Action
from grognard.core.hexes import set_of
from grognard.core.procedure import Ask, Phase, Pick, Screen
from grognard.core.ruling import Ruling

from . import verbs
from .ledger import Order
from .ledger_cache import ledger_of
from .ledger_rules import Violation, improper, objections
from .orders import (
    OF_SIDE,
    STAY,
    SUBJECTS,
    enter,
    no_stand_in,
    no_such_place,
    number_of,
    open_subjects,
    order_for,
    places_of,
    stand_ins,
    still_here,
    strikable,
    written,
)
from .pieces import display_name
from .position import Drafting, LongestDay, Pencil
from .roster import CORPS, corps

CLAUSE = "TLD-J.34"

# ---------------------------------------------------------------- what a set holds


def drafted(frame: Drafting) -> int:
    return set_of(number_of[line[1]] for line in frame.lines)


def _out(frame: Drafting) -> int:
    return set_of(number_of[unit] for unit in frame.out)


def to_be_written(state: LongestDay, frame: Drafting) -> int:
    """Those without an order of today, or whose order goes out with the set; one order of a set for each."""
    return (open_subjects(state, frame) | _out(frame)) & ~drafted(frame)


def to_be_struck(state: LongestDay, frame: Drafting) -> int:
    return drafted(frame) | strikable(state, frame) & ~_out(frame)


@once_a_position
def violations_of(state: LongestDay, frame: Drafting) -> list[Violation]:
    """What the set, taken as one, would bring."""
    orders = [Order.read(line) for line in frame.lines]
    return objections(ledger_of(state, frame.side), *orders, struck=frame.out, today=state.day)


def plain_choices(state: LongestDay, frame: Drafting) -> Sequence[Action]:
    ready = (frame.lines or frame.out) and not violations_of(state, frame)
    return (verbs.Enter(), verbs.Scrap()) if ready else (verbs.Scrap(),)


def refuse_plain(state: LongestDay, frame: Drafting, action: Action) -> Ruling | None:
    if not isinstance(action, verbs.Enter):
        return None
    if not frame.lines and not frame.out:
        return Ruling(CLAUSE, "the set is empty")
    first, *more = violations_of(state, frame)
    return Ruling(
        first.clause, "; ".join([f"the set is illegal as a whole: {first.because}", *map(str, more)])
    )


def not_done(state: LongestDay, frame: Drafting) -> Ruling:
    return Ruling(CLAUSE, "a set of orders is open: enter it in the ledger (enter) or discard it (scrap)")


# ---------------------------------------------------------------- what is done with it


def take_up(state: LongestDay, frame: Drafting, subject: int, hex_: int) -> None:
    state.call(Pencil(side=frame.side, subject=SUBJECTS[subject], phase=frame.phase), CLAUSE)


def leave_out(state: LongestDay, frame: Drafting, subject: int, hex_: int) -> None:
    """An order of the set is dropped, or one of today's goes out with it."""
    unit = SUBJECTS[subject]
    remaining = tuple(line for line in frame.lines if line[1] != unit)
    out = frame.out if len(remaining) < len(frame.lines) else (*frame.out, unit)
    state.replace(replace(frame, lines=remaining, out=out), "TLD-J.35")


def close(state: LongestDay, frame: Drafting, action: Action) -> None:
    state.goto(frame.step + 1, CLAUSE)
    if isinstance(action, verbs.Scrap):
        return
    remaining = tuple(
        line for line in written(state, frame.side) if line[0] != state.day or line[1] not in frame.out
    )
    for unit in frame.out:
        state.note("TLD-J.35", "{}: order of today canceled", display_name(unit))
    enter(state, frame.side, remaining, [Order.read(line) for line in frame.lines])


# ---------------------------------------------------------------- where one of its orders may go


def proper_places(state: LongestDay, frame: Pencil) -> Sequence[Action]:
    """Every place but those that no other order could make legal."""
    places = [
        place
        for place in places_of(state, frame.side, frame.subject)
        if not wrong_by_itself(state, order_for(state, frame, place), frame.side)
    ]
    return [
        *stand_ins(state, frame.side, frame.subject),
        *(verbs.To(place) for place in sorted([*places, STAY])),
    ]


def wrong_by_itself(state: LongestDay, order: Order, side: str) -> list[Violation]:
    """What is wrong with an order whatever is written with it; of a corps, that the unit can never be in
    it."""
    ledger = ledger_of(state, side)
    if violations := improper(ledger, order):
        return violations
    if order.to not in CORPS or corps(order.to) is None:
        return []
    return [
        violation
        for violation in objections(ledger, order)
        if violation.single and violation.place == order.to
    ]


def pencil_down(state: LongestDay, frame: Pencil, action: verbs.To | verbs.StandIn) -> None:
    """Into the set below, which the question hands back."""
    below = state.stack[-2]
    assert isinstance(below, Drafting)
    if action == verbs.To(STAY):
        state.answer(below, CLAUSE)
        return
    line = order_for(state, frame, action.place, getattr(action, "lost", "")).plain
    state.answer(replace(below, lines=(*below.lines, line)), CLAUSE)


def no_place(state: LongestDay, frame: Pencil, action: Action) -> Sequence[Ruling]:
    if isinstance(action, verbs.StandIn):
        return no_stand_in(state, frame, action)
    if isinstance(action, verbs.To) and action.place in places_of(state, frame.side, frame.subject):
        order = order_for(state, frame, action.place)
        return [
            Ruling(violation.clause, violation.because)
            for violation in wrong_by_itself(state, order, frame.side)
        ]
    if isinstance(action, verbs.To):
        return [no_such_place(state, frame, action.place)]
    return ()


# ---------------------------------------------------------------- the steps


class SetChoices(Choices):
    """Choices drawn at random so that a set is soon entered or thrown away: there are a hundred units to go
    on with."""

    __slots__ = ()

    def sample(self, rng: Random) -> Action:
        self._check()
        if rng.random() < 0.5:
            return self.plain[int(rng.random() * len(self.plain))]
        return super().sample(rng)


@dataclass(frozen=True, kw_only=True)
class Draft(Phase):
    """The phase in which a set is put together."""

    def options(self, state: LongestDay, frame: Drafting) -> Choices | None:
        result = super().options(state, frame)
        return None if result is None else SetChoices(state, result.plain, result.parts)


DRAFTING = (
    Draft(
        clause=CLAUSE,
        name="orders together",
        title="set of orders",
        side=lambda state, frame: frame.side,
        picks=(
            Pick(
                verb=verbs.Order,
                names=SUBJECTS,
                units=(
                    Screen(
                        "TLD-J.35",
                        "{unit} has an order of today; cancel it first (strike)",
                        to_be_written,
                        last=True,
                    ),
                    Screen(
                        "TLD-A.corps.2",
                        "{unit} is a unit of the other side",
                        lambda state, frame: OF_SIDE[frame.side],
                        implied=True,
                    ),
                    Screen(
                        "TLD-S.16",
                        "{unit} has left the game",
                        lambda state, frame: still_here(state.day),
                        implied=True,
                    ),
                    Screen(
                        CLAUSE,
                        "{unit} has an order in this set",
                        lambda state, frame: ~drafted(frame),
                        implied=True,
                    ),
                ),
                apply=take_up,
            ),
            Pick(
                verb=verbs.Strike,
                names=SUBJECTS,
                units=(
                    Screen("TLD-J.35", "{unit} has no order of today that could be canceled", to_be_struck),
                ),
                apply=leave_out,
            ),
        ),
        plain=plain_choices,
        plain_verbs=(verbs.Enter, verbs.Scrap),
        take_plain=close,
        refuse=refuse_plain,
        must=not_done,
    ),
)

PENCIL = (
    Ask(
        clause=CLAUSE,
        name="where to, together",
        title="choice of the corps or HQ, in a set of orders",
        side=lambda state, frame: frame.side,
        choices=proper_places,
        apply=pencil_down,
        takes=(verbs.To, verbs.StandIn),
        refuse=no_place,
    ),
)
