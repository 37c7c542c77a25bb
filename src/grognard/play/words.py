"""What happened and what is to be done next, in words and as plain data."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from typing import Any

from grognard.core.facts import CHANCE, Event
from grognard.core.game import Game
from grognard.core.record import Line, Match
from grognard.core.state import State

from .console import Paint

FEW = 10  # so many choices are listed in full


def faces(game: Game) -> Any:
    """The game's own words and colours: its module `screen`."""
    return import_module(f"{game.package}.screen") if game.screen else None


def paint_of(game: Game) -> Paint:
    return getattr(faces(game), "PAINT", ())


# ---------------------------------------------------------------- what happened


def told(state: State, line: Line, seen: Iterable[Event]) -> dict[str, Any]:
    """One line of the record with what is told of its events."""
    if "do" not in line:
        return {"by": line["by"], "do": None, "events": [], "words": []}
    shown = [event for event in seen if event.fact not in ("stack", "rolls")]
    return {
        "by": line["by"],
        "do": line["do"],
        "events": [event._asdict() for event in shown],
        "words": list(in_words(state.game, shown)),
    }


def in_words(game: Game, events: Iterable[Event]) -> Iterator[str]:
    """Events as a player would tell them, each with its clause; bookkeeping is left out."""
    tell: Callable[[Event], str | None] = getattr(faces(game), "tell", _plainly)
    for event in events:
        if words := tell(event):
            yield f"{words} [{event.clause}]"


def _plainly(event: Event) -> str | None:
    if event.fact == "log":
        return str(event.new)
    return f"{event.fact} {event.key}: {event.old} -> {event.new}"


def story(match: Match, side: str | None = None) -> list[dict[str, Any]]:
    """The whole game, action by action, with the turn in which each was taken; to a side, as it could see it then."""
    lines, state = match.copy_for(side) if side else match.lines, match.state
    all_events = [events for _, events in state.history()]
    turn, found = 0, []
    for line, events, seen in zip(lines[1:], all_events, state.told(side) if side else all_events, strict=False):
        found.append({"turn": turn, **told(state, line, seen)})
        turn = next((event.new for event in reversed(events) if event.fact == "turn"), turn)
    return found


def story_lines(one: dict[str, Any]) -> list[str]:
    return [f"{one['by']}: {one['do'] or '(in secret)'}", *(f"    {words}" for words in one["words"])]


# ---------------------------------------------------------------- what is next


def due(state: State, side: str | None = None) -> dict[str, Any]:
    """Who is to do what, by which clause, and with which choices; a secret choice is shown to its side only."""
    end = state.outcome()
    if state.to_move is None:
        return {"to_move": None, "outcome": None if end is None else end._asdict()}
    step, book = state.step, state.game.rulebook
    found = {
        "to_move": state.to_move,
        "phase": step.name,
        "purpose": state.purpose,
        "clause": step.clause,
        "rule": book[step.clause].text if step.clause in book else "",
        "outcome": None,
    }
    hidden = state.secret_to is not None and side is not None and side != state.secret_to
    return found if hidden else found | _choices(state)


def _choices(state: State) -> dict[str, Any]:
    verbs: dict[str, dict[str, Any]] = {}
    for action in state.legal_actions():
        seen = verbs.setdefault(action.verb, {"count": 0, "example": str(action)})
        seen["count"] += 1
    count = sum(verb["count"] for verb in verbs.values())
    found: dict[str, Any] = {"count": count, "verbs": verbs}
    return found | ({"actions": list(map(str, state.legal_actions()))} if count <= FEW else {})


def due_lines(next_: dict[str, Any], typed: bool = False) -> list[str]:
    """`due` in words."""
    if next_["to_move"] is None:
        end = next_["outcome"]
        return [f"The game is over: {end['winner']} {end['level']} [{end['clause']}]" if end else "The game is over."]
    what = next_["purpose"] or next_["phase"]
    head = f"Next: {next_['to_move']} - {what} [{next_['clause']}]"
    if next_["to_move"] == CHANCE:
        return [head, f"  type what came up: {offer(next_)}" if typed else "  roll"]
    return [head, f"  {offer(next_)}"] if "count" in next_ else [f"{head}, in secret"]


def offer(next_: dict[str, Any]) -> str:
    """The choices: all of them where they are few, else each verb with an example."""
    if "actions" in next_:
        return ", ".join(next_["actions"])
    kinds = [
        verb if seen["count"] == 1 and seen["example"] == verb else f"{verb} ({seen['count']}), such as {seen['example']}"
        for verb, seen in next_["verbs"].items()
    ]
    return "; ".join(kinds)


def position_data(state: State, side: str | None) -> dict[str, Any]:
    """A position as plain data: what a side may know, or all."""
    view = state.view(side) if side else _all(state)
    view.pop("stack", None)
    return view


def _all(state: State) -> dict[str, Any]:
    plain = state.to_plain()
    for name, column in state.columns.items():
        plain[name] = dict(zip(column.names, plain[name], strict=True))
    return plain
