"""Questions to a game, the pages of its desk, and its sheets: for programs and for the page."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from litestar import Controller, Request, Response, get
from litestar.exceptions import NotFoundException

import grognard
from grognard import sheets
from grognard.core import ask as questions
from grognard.core.facts import Event
from grognard.core.game import Game
from grognard.core.record import Match
from grognard.core.ruling import GrognardError
from grognard.core.state import State
from grognard.play.books import topic_data

from .desk import Desk
from .faces import face, known
from .store import Seat

Asked = Request[Any, Any, Any]
Plain = dict[str, Any]
MOST_GIVEN = 40  # parameters of one question
FILES = {"position", "map", "file"}  # names of files, should a game forget to say so
KINDS = {"pdf": "application/pdf", "html": "text/html; charset=utf-8"}


def game_of(name: str) -> Game:
    if name not in grognard.GAMES:
        raise NotFoundException(f"there is no game {name!r}; there is {', '.join(grognard.GAMES)}")
    return grognard.load(name)


def given(request: Asked) -> dict[str, str]:
    """The parameters in the address, each once."""
    pairs = list(request.query_params.multi_items())
    found = dict(pairs)
    if len(found) != len(pairs):
        raise GrognardError("a parameter is given twice")
    if len(found) > MOST_GIVEN:
        raise GrognardError(f"{len(found)} parameters are too many")
    return {name: str(value) for name, value in found.items()}


def open_topics(game: Game) -> dict[str, questions.Topic]:
    """What may be asked from outside: nothing that would have the server read a file of its machine."""
    found = {}
    for name, topic in game.questions().items():
        closed = [p for p in topic.parameters if p.file or p.name in FILES]
        if not any(p.required for p in closed):
            found[name] = replace(
                topic, parameters=tuple(p for p in topic.parameters if p not in closed), answer=_closing(topic, closed)
            )
    return found


def _closing(topic: questions.Topic, closed: Iterable[questions.Parameter]) -> Callable[..., questions.Answer]:
    return partial(topic.answer, **{questions.python_name(p.name): p.default for p in closed})


class Ask(Controller):
    """What `grognard ask` answers, over the wire."""

    path = "/api/ask"

    @get("/{game:str}", sync_to_thread=True)
    def topics(self, game: str) -> Plain:
        return dict(map(topic_data, open_topics(game_of(game)).values()))

    @get("/{game:str}/{topic:str}", sync_to_thread=True)
    def answer(self, request: Asked, game: str, topic: str) -> Plain:
        topics = open_topics(game_of(game))
        if topic not in topics:
            raise NotFoundException(f"there is no topic {topic!r}; there is {', '.join(topics)}")
        return {"topic": topic, **vars(questions.ask(topics, topic, given(request)))}


class Desks(Controller):
    """What the pages of a game's desk show of a table, as the asking seat knows it."""

    path = "/api/tables"

    @get("/{table:str}/desk/{topic:str}", sync_to_thread=True)
    def page(self, request: Asked, desk: Desk, seat: Seat, topic: str) -> Any:
        with desk.rooms.open(seat.table) as room:
            return face(room.match.game).desk(known(room.match.state, seat.seat), topic, given(request))

    @get("/{table:str}/history", sync_to_thread=True)
    def history(self, desk: Desk, seat: Seat) -> Any:
        with desk.rooms.open(seat.table) as room:
            room.remember(0)  # from the first action on
            match = room.match
            return face(match.game).history(known(match.state, seat.seat), past(match, seat.seat))

    @get("/{table:str}/sheets/{sheet:str}", sync_to_thread=True)
    def sheet(self, request: Asked, desk: Desk, seat: Seat, sheet: str) -> Response[bytes]:
        with desk.rooms.open(seat.table) as room:
            return paper(room.match.game, sheet, given(request), known(room.match.state, seat.seat), alone=True)


def past(match: Match, seat: str) -> list[tuple[str, list[Event]]]:
    """Every action of the game with its events, as a seat could see them when they happened."""
    done = [line.get("do") for line in match.copy_for(seat)[1:] if "by" in line]
    return [(do or "", events if do is not None else []) for do, events in zip(done, match.state.told(seat), strict=True)]


class Sheets(Controller):
    """Sheets to print, blank or by date; those of a table are under the table."""

    path = "/api/sheets"

    @get("/{game:str}", sync_to_thread=True)
    def sheets(self, game: str) -> Plain:
        return dict(map(topic_data, sheets.sheets(game_of(game)).values()))

    @get("/{game:str}/{sheet:str}", sync_to_thread=True)
    def sheet(self, request: Asked, game: str, sheet: str) -> Response[bytes]:
        return paper(game_of(game), sheet, given(request), None)


@get("/sheet.css", include_in_schema=False, media_type="text/css", sync_to_thread=True)
def sheet_style() -> str:
    return sheets.style()


def paper(game: Game, sheet: str, asked: Mapping[str, str], state: State | None, alone: bool = False) -> Response[bytes]:
    """A sheet as a file; `as` says of which kind. One that stands alone carries its style with it."""
    rest = dict(asked)
    kind = rest.pop("as", "pdf")
    if kind not in KINDS:
        raise GrognardError(f"a sheet comes as {' or '.join(KINDS)}, not {kind!r}")
    files = {p.name for found in sheets.sheets(game).values() for p in found.parameters if p.file} & set(rest)
    if files:
        raise GrognardError(f"{', '.join(sorted(files))} names a file: that is for the command line")
    made = sheets.make(game, sheet, rest, state)
    data = sheets.pdf(made) if kind == "pdf" else sheets.html(made, "" if alone else "/sheet.css").encode()
    name = f'inline; filename="{game.name}-{sheet}.{kind}"'
    return Response(data, media_type=KINDS[kind], headers={"content-disposition": name})
