"""What happened and what is to be done next, in words and as plain data."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module
from typing import NotRequired, TypedDict, cast

from grognard.core.facts import CHANCE, Event, is_bookkeeping
from grognard.core.game import Game
from grognard.core.history import SECRETLY, interludes
from grognard.core.lines import Line
from grognard.core.narration import Narrator, Sentence
from grognard.core.plain import Plain
from grognard.core.record import Match
from grognard.core.state import State

from .console import Paint

FEW = 10  # so many choices are listed in full


def screen_module(game: Game) -> object:
    """The game's own words and colours: its module `screen`."""
    return import_module(f"{game.package}.screen") if game.screen else None


def paint_of(game: Game) -> Paint:
    return getattr(screen_module(game), "PAINT", ())


# ---------------------------------------------------------------- what happened


class Entry(TypedDict):
    """An entry of the log: an action with its events and what is told of them."""

    by: str | None
    do: str | None
    events: list[Plain]
    words: list[str]
    turn: NotRequired[object]
    kind: NotRequired[str]  # of what the record says between two actions
    candidates: NotRequired[Sequence[object]]  # as a computer player judged them


class Next(TypedDict):
    """Who is to do what, by which clause, and with which choices."""

    to_move: str | None
    outcome: dict[str, str] | None
    phase: NotRequired[str]
    purpose: NotRequired[str]
    clause: NotRequired[str]
    rule: NotRequired[str]
    count: NotRequired[int]
    verbs: NotRequired[dict[str, Verb]]
    actions: NotRequired[list[str]]


class Verb(TypedDict):
    """How many choices there are with a verb, and one of them."""

    count: int
    example: str


def describe_entry(
    state: State, line: Line, seen: Iterable[Event], narrator: Narrator | None = None
) -> Entry:
    """One line of the record with what is told of its events: the last one, unless a `narrator` has told
    those before it.
    """
    if "do" not in line:
        return {"by": line["by"], "do": None, "events": [], "words": []}
    shown = [event for event in seen if not is_bookkeeping(event.fact)]
    if narrator is None:
        narrator = Narrator(state.game)
        narrator.remember(state, narrator.opening(state.actions, len(state.actions) - 1))
        narrator.catch_up(state, len(state.actions) - 1)
    sentences = narrator.describe(line["by"], line["do"], shown)
    return {
        "by": line["by"],
        "do": line["do"],
        "events": [event._asdict() for event in shown],
        "words": [f"{one.text} [{one.clause}]" if one.clause else one.text for one in sentences],
    }


def narrate(match: Match, side: str | None = None) -> list[Entry]:
    """The whole game, action by action, with the turn in which each was taken; to a side, as it could see it
    then.
    """
    lines, state = match.copy_for(side) if side else match.lines, match.state
    all_events = [events for _, events in state.history()]
    turn, entries, narrator = 0, list[Entry](), Narrator(state.game)
    narrator.remember(state, 0)
    between = interludes(match.lines, match.standing, side=side)
    entries += [_aside(turn, one) for one in between.get(0, ())]
    seen_events = state.events_seen_by(side) if side else all_events
    for number, (at, events, seen) in enumerate(zip(match.standing, all_events, seen_events, strict=True), 1):
        entry: Entry = {"turn": turn, **describe_entry(state, lines[at], seen, narrator)}
        entries.append(entry)
        narrator.follow(state, number - 1)
        turn = next((event.new for event in reversed(events) if event.fact == "turn"), turn)
        entries += [_aside(turn, one) for one in between.get(number, ())]
    return entries


def _aside(turn: int, one: Sentence) -> Entry:
    """What the record says between two actions, as an entry of the story."""
    return {
        "turn": turn,
        "by": one.side or None,
        "do": None,
        "events": [],
        "words": [one.text],
        "kind": one.kind,
    }


def story_lines(one: Entry, typed: bool = False) -> list[str]:
    """An entry of the log: its sentences; the action as typed where it has none, or before them (`typed`)."""
    if "kind" in one:
        return [f"({words})" for words in one["words"]]
    if typed:
        return [f"{one['by']}: {one['do'] or SECRETLY}", *(f"    {words}" for words in one["words"])]
    if one["words"] or one["by"] == CHANCE:
        return list(one["words"])
    title = side_title(one["by"] or "")
    return [
        f"{title}: end of the phase" if one["do"] == "done" else f"{title}: {one['do'] or 'sealed action'}"
    ]


def side_title(side: str) -> str:
    """A side at the head of a line.

    >>> side_title("german"), side_title("us"), side_title("chance")
    ('German', 'US', 'Dice')
    """
    return "Dice" if side == CHANCE else side.upper() if len(side) == 2 else side.capitalize()


def step_title(side: str, purpose: str) -> str:
    """A side and what it does, the side named once.

    >>> step_title("german", "german set-up"), step_title("us", "fire"), step_title("chance", "weather")
    ('German - set-up', 'US - fire', 'Dice - weather')
    """
    return f"{side_title(side)} - {purpose.removeprefix(side).strip() or purpose}"


def outcome_words(end: Mapping[str, str]) -> str:
    """
    >>> outcome_words({"winner": "allied", "level": "operational", "clause": "SB-13.0.c"})
    'Game over: Allied victory (operational) [SB-13.0.c]'
    """
    winner = "draw" if end["winner"] == "draw" else f"{side_title(end['winner'])} victory"
    return f"Game over: {winner} ({end['level']}) [{end['clause']}]"


# ---------------------------------------------------------------- what is next


def due(state: State, side: str | None = None) -> Next:
    """Who is to do what, by which clause, and with which choices; a secret choice is shown to its side
    only.
    """
    end = state.outcome()
    if state.to_move is None:
        return {"to_move": None, "outcome": None if end is None else end._asdict()}
    step, book = state.step, state.game.rulebook
    result: Next = {
        "to_move": state.to_move,
        "phase": step.name,
        "purpose": state.purpose,
        "clause": state.due_clause,
        "rule": book[state.due_clause].text if state.due_clause in book else "",
        "outcome": None,
    }
    hidden = state.secret_to is not None and side is not None and side != state.secret_to
    return result if hidden else add_choices(state, result)


def add_choices(state: State, result: Next) -> Next:
    verbs: dict[str, Verb] = {}
    for action in state.legal_actions():
        seen = verbs.setdefault(action.verb, {"count": 0, "example": str(action)})
        seen["count"] += 1
    result["count"], result["verbs"] = sum(verb["count"] for verb in verbs.values()), verbs
    if result["count"] <= FEW:
        result["actions"] = list(map(str, state.legal_actions()))
    return result


def due_lines(next_: Next, typed: bool = False) -> list[str]:
    """`due` in words."""
    if next_["to_move"] is None:
        end = next_["outcome"]
        return [outcome_words(end) if end else "Game over"]
    what = next_["purpose"] or next_["phase"]
    head = f"Next: {step_title(next_['to_move'], what)} [{next_['clause']}]"
    if next_.get("count") == 0:
        return [head, "  no decision is due in this step; the program continues with the next one"]
    if next_["to_move"] == CHANCE:
        return [head, f"  type the result: {offer(next_)}" if typed else "  roll"]
    return [head, f"  {offer(next_)}"] if "count" in next_ else [f"{head}, in secret"]


def offer(next_: Next) -> str:
    """The choices: all of them where they are few, else each verb with an example."""
    if "actions" in next_:
        return ", ".join(next_["actions"])
    kinds = [
        (
            verb
            if seen["count"] == 1 and seen["example"] == verb
            else f"{verb} ({seen['count']}), such as {seen['example']}"
        )
        for verb, seen in next_["verbs"].items()
    ]
    return "; ".join(kinds)


def position_data(state: State, side: str | None) -> Plain:
    """A position as plain data: what a side may know, or all."""
    view = state.view(side) if side else _all(state)
    return {name: value for name, value in view.items() if name == "rolls" or not is_bookkeeping(name)}


def _all(state: State) -> Plain:
    plain = state.to_plain()
    for name, column in state.columns.items():
        plain[name] = dict(zip(column.names, cast(list[object], plain[name]), strict=True))
    return plain
