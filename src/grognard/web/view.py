"""What a seat is sent. Everything is built from what that seat may know; nothing is made first and cut afterwards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from copy import deepcopy
from typing import Any

import msgspec

from grognard.core.choices import Choices
from grognard.core.facts import CHANCE, Event, Leak
from grognard.core.facts import LOG as LOG_FACT
from grognard.core.record import Line, Match
from grognard.core.ruling import GrognardError
from grognard.core.state import State
from grognard.play.verdict import verdict
from grognard.play.words import faces

from .faces import face, known
from .rooms import Room
from .snapshots import Stored

LOG = 60  # the last lines that are sent
FIGHT = 20  # actions at most between the die of a fight and its end
NO_WORDS = ("stack", "rolls")  # bookkeeping
NO_VIEW = (*NO_WORDS, "log")  # no facts a page would show


def table(room: Room, seat: str, at: int | None = None) -> dict[str, Any]:
    """The table as a seat sees it; or after so many actions, as the seat knew it then, when nothing can be done in it."""
    count = len(room.match.state.actions)
    room.remember(max((count if at is None else at) - LOG, 0))
    match, entry = room.match, room.entry
    state, own = back_to(match.state, at), face(match.game)
    seen, mine = known(state, seat), at is None and room.mine(seat)
    view = state.view(seat)
    view.pop("stack")  # numbers of procedures, for the engine
    return {
        "table": entry.id, "name": entry.name, "game": entry.game, "scenario": entry.scenario,
        "seat": seat, "sides": list(state.sides), "seats": room.kinds, "seq": room.seq,
        "enforcement": state.enforcement, "dice": match._lines[0]["dice"]["kind"],
        "to_move": state.to_move, "mine": mine, **own.when(seen), **asked(state),
        "over": over(state), "at": len(state.actions), "of": count, "branch_of": entry.branch_of, "branch_at": entry.branch_at,
        "view": view,
        "units": own.units(seen), "markers": own.markers(seen), "cups": own.cups(seen),
        "legal": legal(state.legal_actions() if mine else None),
        "log": log(match, seat, state=state),
        "combat": fight(state, seat),
    }  # fmt: skip


def back_to(state: State, at: int | None) -> State:
    """The position after so many actions."""
    if at is None:
        return state
    if at > len(state.actions):
        raise GrognardError(f"the game has {len(state.actions)} actions; there is no position after {at}")
    found = deepcopy(state)
    while len(found.actions) > at:
        found.pop()
    return found


def overlays(room: Room, seat: str, at: int | None) -> dict[str, Any]:
    if at is not None:
        room.remember(at)
    state = room.match.state
    return {"at": len(state.actions) if at is None else at, **face(room.match.game).overlays(known(back_to(state, at), seat))}


def prefix(match: Match, seat: str, at: int | None) -> list[Line]:
    """The record up to an action, if nothing in it is hidden from the seat."""
    count = len(match.state.actions)
    if at is not None and at > count:
        raise GrognardError(f"the game has {count} actions; there is no position after {at}")
    lines = match.copy_for(seat)[: (count if at is None else at) + 1]
    if any("do" not in line for line in lines[1:]):
        raise GrognardError(
            "something that was done is still hidden from you: a what-if game would show it, or have to make it up"
        )
    return lines


def summary(room: Room, seat: str) -> dict[str, Any]:
    """A table in the list of one's tables."""
    when = face(room.match.game).when(known(room.match.state, seat))
    entry = room.entry
    return {
        "table": entry.id, "name": entry.name, "game": entry.game, "seat": seat, "seq": room.seq,
        **whose(room, seat), "turn": when["turn"], "phase": when["phase"], "over": over(room.match.state),
    }  # fmt: skip


def whose(room: Room, seat: str) -> dict[str, Any]:
    return {"to_move": room.match.state.to_move, "mine": room.mine(seat)}


def asked(state: State) -> dict[str, Any]:
    """What is to be done now, and by which clause."""
    if state.to_move is None:
        return {"clause": None, "purpose": None, "rule": None}
    clause, book = state.step.clause, state.game.rulebook
    return {"clause": clause, "purpose": state.purpose, "rule": book[clause].text if clause in book else ""}


def over(state: State) -> dict[str, str] | None:
    end = state.outcome()
    return end._asdict() if end and state.to_move is None else None


def legal(choices: Choices | None) -> dict[str, Any]:
    """The choices: by unit and hex where they have both or a hex, else in full."""
    if choices is None:
        return {"verbs": [], "plain": [], "units": {}, "by_verb": {}, "count": 0}
    plain, verbs, by_verb = [], dict[str, None](), dict[str, dict[str, list[str]]]()
    for pick, subject, places in choices.groups:
        verbs.setdefault(subject.verb if pick is None else pick.verb.verb)
        if pick is None:
            plain.append(str(subject))
        elif pick.has_hex:
            by_verb.setdefault(pick.verb.verb, {})[pick.names[subject]] = choices._state.grid.names(places)
        else:
            plain.append(f"{pick.verb.verb} {pick.names[subject]}")
    return {"verbs": list(verbs), "plain": plain, "units": choices.by_unit(), "by_verb": by_verb, "count": len(choices)}


def fight(state: State, seat: str) -> dict[str, Any] | None:
    """The fight under way; after the die with the sum it was rolled on, as units may have fallen since."""
    sums = face(state.game).fight
    found = sums(known(state, seat))
    if found is None or not found["result"]:
        return found
    before = deepcopy(state)
    for _ in range(min(FIGHT, len(before.actions))):
        before.pop()
        rolled = sums(known(before, seat))
        if rolled is None or not rolled["result"]:
            return found if rolled is None else {**rolled, "fire": found["fire"], "result": found["result"]}
    return found


# ---------------------------------------------------------------- what happened


def log(match: Stored, seat: str, first: int | None = None, state: State | None = None) -> list[dict[str, Any]]:
    """The last lines of the game (up to an earlier `state` of it), or those from a number on, as far as a seat may know."""
    state = state or match.state
    start = max(len(state.actions) - LOG, 0) if first is None else first - 1
    return [{name: row[name] for name in ("seq", "by", "do", "words")} for row in told(match, state, seat, start)]


def told(match: Stored, state: State, seat: str, start: int) -> list[dict[str, Any]]:
    """What happened from an action on: in words, and every fact that has changed, as the seat could see it when it happened.

    What all may know is told to one after another; it is made once.
    """
    key, now = (start, state.version), state is match.state
    if now and match.told is not None and match.told[0] == key:
        return match.told[1]
    lines = match.lines_from(start + 1)
    secret = match._still_secret() and any("to" in line for line in lines)
    rows = []
    for number, (line, seen) in enumerate(zip(lines, state.told(seat, start), strict=False), start + 1):
        hidden = secret and line.get("to", seat) != seat
        events = [] if hidden else seen
        rows.append({
            "seq": number, "by": line["by"], "do": None if hidden else line["do"], "words": in_words(state, events),
            "changes": [(event.fact, event.key, event.new) for event in events if event.fact not in NO_VIEW],
        })  # fmt: skip
    if now and _all_may_know(state, start, lines):
        match.told = (key, rows)
    return rows


def _all_may_know(state: State, start: int, lines: Sequence[Line]) -> bool:
    entries = state.journal[state.marks[start] :] if start < len(state.marks) else []
    return (
        not any("to" in line for line in lines)
        and state.hidden.isdisjoint(entry[0] for entry in entries)
        and all(entry[3].to is None for entry in entries if entry[0] == LOG_FACT)
    )


def news(room: Room, seat: str, first: int) -> dict[str, Any]:
    """What a stream tells a seat of the actions from `first` on: the changes of its view, and whose move it is now."""
    return {"events": told(room.match, room.match.state, seat, first), **whose(room, seat)}


def in_words(state: State, events: Iterable[Event]) -> list[dict[str, str]]:
    """Events as a player would tell them."""
    tell: Callable[[Event], str | None] = getattr(faces(state.game), "tell", lambda event: None)
    told = ((tell(event), event.clause) for event in events if event.fact not in NO_WORDS)
    return [{"text": text, "clause": clause} for text, clause in told if text]


# ---------------------------------------------------------------- questions


def judge(room: Room, seat: str, text: str) -> dict[str, Any]:
    """The verdict on an action of this seat: on its own move by the rules, at any other time with the figures alone."""
    state = room.match.state
    action = state.game.parse(text)
    if rulings := room.objections(seat):
        found = [{"clause": r.clause, "because": r.because} for r in rulings]
        return {"legal": False, "rulings": found, "figures": _figures(known(state, seat), str(action)), "nearest": None}
    said = verdict(known(state, seat), text)
    return {"legal": said["legal"], "rulings": said["rulings"], "figures": said["figures"], "nearest": said["instead"]}


def _figures(state: State, text: str) -> dict[str, Any]:
    if state.game.judge is None or state.to_move in (None, CHANCE):
        return {}
    try:
        return state.game.judge(state, state.game.parse(text))
    except Leak:
        return {}


def copy(match: Match, seat: str) -> bytes:
    """The record as a seat may have it, JSON lines."""
    return b"".join(msgspec.json.encode(line) + b"\n" for line in match.copy_for(seat))
