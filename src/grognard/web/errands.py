"""The work that is done beside the server (see `offload`): questions, pages, sheets, and records played
again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import partial
from typing import NamedTuple

import msgspec

import grognard
from grognard import sheets
from grognard.core import ask as questions
from grognard.core.facts import Event
from grognard.core.game import Game
from grognard.core.lines import DamagedRecord, Line
from grognard.core.plain import Plain
from grognard.core.reading import replay
from grognard.core.record import Match
from grognard.core.ruling import GrognardError
from grognard.core.state import State

from . import view
from .copies import Beginning, branched
from .game_views import game_view, known
from .snapshots import Stored, facts_of, pack, state_of

Given = Mapping[str, str]
MAX_PAGES = 13  # of one sheet; typesetting takes about 40 ms a page. The command line has no limit.
KINDS = {"pdf": "application/pdf", "html": "text/html; charset=utf-8"}
_encode = msgspec.json.Encoder().encode


class Position(NamedTuple):
    """A position and the seat that asks: the facts go along, of which the seat's own sight alone is used."""

    game: str
    seat: str
    facts: Plain

    @classmethod
    def seen_by(cls, state: State, seat: str) -> Position:
        return cls(state.game.name, seat, facts_of(state))

    def known(self) -> State:
        return state_of(grognard.load(self.game), self.facts).known_to(self.seat)


# ---------------------------------------------------------------- without a table


FILES = {"position", "map", "file"}  # names of files, should a game forget to say so


def open_topics(game: Game) -> dict[str, questions.Topic]:
    """What may be asked from outside: nothing that would have the server read a file of its machine."""
    result = {}
    for name, topic in game.questions().items():
        closed = [p for p in topic.parameters if p.file or p.name in FILES]
        if not any(p.required for p in closed):
            result[name] = replace(
                topic,
                parameters=tuple(p for p in topic.parameters if p not in closed),
                answer=_closing(topic, closed),
            )
    return result


def _closing(
    topic: questions.Topic, closed: Iterable[questions.Parameter]
) -> Callable[..., questions.Answer]:
    return partial(topic.answer, **{questions.python_name(p.name): p.default for p in closed})


def answer(game: str, topic: str, given: Given) -> bytes:
    result = questions.ask(open_topics(grognard.load(game)), topic, given)
    return _encode({"topic": topic, **result.plain()})


def paper_page(game: str, topic: str, given: Given) -> bytes:
    return _encode(game_view(grognard.load(game)).paper(topic, given))


def paper_sheet(game: str, sheet: str, given: Given, kind: str) -> bytes:
    return _printed(game_view(grognard.load(game)).paper_sheet(sheet, given), kind)


def sheet(game: str, name: str, given: Given, kind: str) -> bytes:
    return _printed(sheets.make(grognard.load(game), name, given, None), kind)


def _printed(document: sheets.Document, kind: str, alone: bool = False) -> bytes:
    """Return a sheet as a file; one that stands alone carries its style with it."""
    if len(document.pages) > MAX_PAGES:
        raise GrognardError(
            f"the server prints at most {MAX_PAGES} pages at once, not {len(document.pages)}; "
            "ask for fewer, or use the command `grognard print`"
        )
    return (
        sheets.pdf(document)
        if kind == "pdf"
        else sheets.html(document, "" if alone else "/sheet.css").encode()
    )


# ---------------------------------------------------------------- of a table


def table_sheet(position: Position, name: str, given: Given, kind: str) -> bytes:
    state = position.known()
    return _printed(sheets.make(state.game, name, given, state), kind, alone=True)


def table_page(position: Position, topic: str, given: Given) -> bytes:
    state = position.known()
    return _encode(game_view(state.game).desk(state, topic, given))


def odds(position: Position, attackers: list[str], hex_: str, fire: str, defense: str) -> bytes:
    state = position.known()
    return _encode(game_view(state.game).odds(state, attackers, hex_, fire, defense))


def plan(position: Position, do: str, joining: list[str], target: str) -> bytes:
    state = position.known()
    return _encode(game_view(state.game).plan(state, state.game.parse(do), joining, target))


# ---------------------------------------------------------------- records played again


def checked(lines: list[Line]) -> tuple[list[Line], bytes]:
    """A record from elsewhere, every line judged: its lines, with one more if it is carried over, and the
    position, packed.
    """
    try:
        match = replay(grognard.load(str(lines[0].get("game"))), lines)
        return match.lines, pack(match)
    except (KeyError, TypeError, AttributeError) as error:
        raise DamagedRecord(1, f"not a record that can be played again ({error!r})") from None


def replayed(game: str, lines: list[Line]) -> bytes:
    """A record of this server, every line judged: all of its game, packed."""
    return pack(replay(grognard.load(game), lines), whole=True)


def story(game: str, lines: list[Line], seat: str, since: int | None, whole: bool) -> bytes:
    """What happened in a game from an action on, as a seat is told it."""
    return _encode(view.story(_match(game, lines), seat, since, whole))


def history(game: str, lines: list[Line], seat: str) -> bytes:
    """What a game's desk keeps of all that happened, as a seat is told it."""
    match = _match(game, lines)
    return _encode(game_view(match.game).history(known(match.state, seat), past(match, seat)))


def _match(game: str, lines: list[Line]) -> Stored:
    return Stored.from_match(replay(grognard.load(game), lines))


def past(match: Match, seat: str) -> list[tuple[str, list[Event]]]:
    """Every action of the game with its events, as a seat could see them when they happened."""
    copy = match.copy_for(seat)
    done = [copy[at].get("do") for at in match.standing]
    return [
        (do or "", events if do is not None else [])
        for do, events in zip(done, match.state.events_seen_by(seat), strict=True)
    ]


def verdict(game: str, lines: list[Line]) -> str | None:
    """What is wrong with a record; `None` if all of it fits."""
    try:
        replay(grognard.load(game), lines)
    except DamagedRecord as error:
        return str(error)
    return None


def what_if(beginning: Beginning) -> tuple[list[Line], bytes]:
    """The game that leaves another one: its lines, and the position they lead to, packed."""
    match = branched(beginning)
    return match.lines, pack(match)


def kind_of(given: Mapping[str, str]) -> tuple[dict[str, str], str]:
    """The parameters of a sheet, and as which kind of file it is wanted."""
    rest = dict(given)
    kind = rest.pop("as", "pdf")
    if kind not in KINDS:
        raise GrognardError(f"a sheet comes as {' or '.join(KINDS)}, not {kind!r}")
    return rest, kind
