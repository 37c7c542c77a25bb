"""Why something is refused in The Longest Day whatever the step: actions of an attack or an order that is not
under way."""

from __future__ import annotations

from collections.abc import Callable

from grognard.core.facts import Action
from grognard.core.refusal import spoken
from grognard.core.ruling import GrognardError, Ruling

from .board import place_name
from .pieces import DIVISION, HQ, SUPPLY, UNIT, display_name
from .position import Barrage, Combat, Drafting, Forming, LongestDay, Pencil, Retreat, Spending, Writing
from .roster import RECORDS, ROSTER
from .verbs import (
    Advance,
    Attack,
    Draw,
    Enter,
    Fire,
    Join,
    Lose,
    Order,
    Scrap,
    Ships,
    Spend,
    StandIn,
    Strike,
    Support,
    To,
    Together,
    With,
    Withdraw,
)

Speak = Callable[[LongestDay, Action], Ruling | None]


def forbidden(state: LongestDay, action: Action) -> list[Ruling]:
    """The clauses that forbid an action of another step, besides the screens of that step."""
    return spoken(_SPEAKERS, state, action)


def _outside(kinds: type | tuple[type, ...], clause: str, because: str) -> Speak:
    """What is said of an action while no procedure of these kinds is under way."""

    def speak(state: LongestDay, action: object) -> Ruling | None:
        return None if any(isinstance(frame, kinds) for frame in state.stack) else Ruling(clause, because)

    return speak


def _another(state: LongestDay, action: object) -> Ruling | None:
    """TLD-S.17, TLD-S.18: one hex at a time."""
    frame = next((frame for frame in reversed(state.stack) if isinstance(frame, Combat | Barrage)), None)
    if frame is None:
        return None
    what, clause = ("attack", "TLD-S.17") if isinstance(frame, Combat) else ("defensive fire", "TLD-S.18")
    return Ruling(clause, f"the {what} on {place_name(frame.hex)} must be finished first")


def _open_set(state: LongestDay, action: object) -> Ruling | None:
    """TLD-J.34: one set of orders at a time."""
    is_open = any(isinstance(frame, Drafting) for frame in state.stack)
    return Ruling("TLD-J.34", "a set of orders is open; enter or scrap it first") if is_open else None


def _subject(state: LongestDay, action: Action) -> Ruling | None:
    """Counters that have no order of their own."""
    name = str(getattr(action, "unit", ""))
    if name in RECORDS:
        if RECORDS[name].what == "special":
            return Ruling(
                "TLD-A.corps.18",
                f"{display_name(name)} is special armor; its counters are assigned one by one",
            )
        return None
    if (unit := UNIT.get(name)) is None:
        return _never(name)
    if SUPPLY >> unit & 1:
        return Ruling(
            "TLD-A.corps.20", f"{display_name(name)} is a non-combat unit and is never assigned to a corps"
        )
    if not DIVISION[unit]:
        return Ruling("TLD-A.corps.20", f"{display_name(name)} is a corps HQ and is not assigned")
    division = display_name(DIVISION[unit])
    because = f"{display_name(name)} belongs to {division} for good"
    return Ruling(
        "TLD-A.1",
        (
            f"{because}; write an order for the division"
            if not HQ >> unit & 1
            else f"{because}; it goes where {division} goes"
        ),
    )


def _never(name: str) -> Ruling | None:
    """Pieces the document names that are never assigned."""
    try:
        record = ROSTER.record(name)
    except GrognardError:
        return None
    return (
        Ruling("TLD-A.corps.20", f"{display_name(name)} is never assigned to a corps")
        if record.what == "never"
        else None
    )


_NO_ATTACK = "no attack is under way"
_SPEAKERS: dict[type[Action], Speak] = {
    Attack: _another,
    Fire: _another,
    Join: _outside(
        (Combat, Barrage), "TLD-S.17", "no attack or defensive fire is under way that a unit could join"
    ),
    Support: _outside(Combat, "TLD-S.9", f"{_NO_ATTACK} that artillery could support"),
    Ships: _outside(Combat, "TLD-S.12", f"{_NO_ATTACK} that ships could support"),
    Draw: _outside((Combat, Barrage), "TLD-B.5.b", _NO_ATTACK),
    Spend: _outside(Spending, "TLD-B.5", "no HQ has to spend supply now"),
    Lose: _outside(Combat, "TLD-S.8", "no combat result asks for a loss"),
    Withdraw: _outside(Retreat, "TLD-S.17", "no unit is retreating"),
    Advance: _outside(Combat, "TLD-S.17", "no attack has vacated a hex"),
    To: _outside((Writing, Pencil), "TLD-A.corps.4", "no order is being written; begin with order UNIT"),
    StandIn: _outside((Writing, Pencil), "TLD-J.6", "no order is being written; begin with order UNIT"),
    Enter: _outside(Drafting, "TLD-J.34", "no set of orders is open; begin with together"),
    Scrap: _outside(Drafting, "TLD-J.34", "no set of orders is open; begin with together"),
    Together: _open_set,
    With: _outside(Forming, "TLD-A.corps.25.b", "no de facto corps is being formed; begin with form HQ"),
    Order: _subject,
    Strike: _subject,
}
