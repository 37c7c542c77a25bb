"""Questions to a game, the pages of its desk, and its sheets: for programs and for the page."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from litestar import Controller, Request, Response, get
from litestar.exceptions import NotFoundException

import grognard
from grognard import sheets
from grognard.core.game import Game
from grognard.core.plain import Plain
from grognard.core.ruling import GrognardError
from grognard.play.books import topic_data

from . import errands
from .offload import while_connected
from .service import Service
from .store import Seat

Asked = Request[Any, Any, Any]
T = TypeVar("T")
MAX_GIVEN = 40  # parameters of one question


def game_of(name: str) -> Game:
    if name not in grognard.GAMES:
        raise NotFoundException(f"there is no game {name!r}; there is {', '.join(grognard.GAMES)}")
    return grognard.load(name)


def given(request: Asked) -> dict[str, str]:
    """The parameters in the address, each once."""
    pairs = list(request.query_params.multi_items())
    result = dict(pairs)
    if len(result) != len(pairs):
        raise GrognardError("a parameter is given twice")
    if len(result) > MAX_GIVEN:
        raise GrognardError(f"{len(result)} parameters are too many")
    return {name: str(value) for name, value in result.items()}


class Ask(Controller):
    """What `grognard ask` answers, over the wire."""

    path = "/api/ask"

    @get("/{game:str}", sync_to_thread=True)
    def topics(self, game: str) -> Plain:
        return dict(map(topic_data, errands.open_topics(game_of(game)).values()))

    @get("/{game:str}/{topic:str}")
    async def answer(self, request: Asked, service: Service, game: str, topic: str) -> Response[bytes]:
        topics = errands.open_topics(game_of(game))
        if topic not in topics:
            raise NotFoundException(f"there is no topic {topic!r}; there is {', '.join(topics)}")
        return plain(await offloaded(request, service, errands.answer, game, topic, given(request)))


class Desks(Controller):
    """What the pages of a game's desk show of a table, as the asking seat knows it."""

    path = "/api/tables"

    @get("/{table:str}/desk/{topic:str}")
    async def page(self, request: Asked, service: Service, seat: Seat, topic: str) -> Response[bytes]:
        position = await service.position(seat)
        return plain(await offloaded(request, service, errands.table_page, position, topic, given(request)))

    @get("/{table:str}/history")
    async def history(self, request: Asked, service: Service, seat: Seat) -> Response[bytes]:
        game, lines = await asyncio.to_thread(service.whole_record, seat)
        return plain(await offloaded(request, service, errands.history, game, lines, seat.seat))

    @get("/{table:str}/sheets/{sheet:str}")
    async def sheet(self, request: Asked, service: Service, seat: Seat, sheet: str) -> Response[bytes]:
        position = await service.position(seat)
        rest, kind = parameters(grognard.load(position.game), given(request))
        data = await offloaded(request, service, errands.table_sheet, position, sheet, rest, kind)
        return printed(data, f"{position.game}-{sheet}", kind)


class Sheets(Controller):
    """Sheets to print, blank or by date; those of a table are under the table."""

    path = "/api/sheets"

    @get("/{game:str}", sync_to_thread=True)
    def sheets(self, game: str) -> Plain:
        return dict(map(topic_data, sheets.sheets(game_of(game)).values()))

    @get("/{game:str}/{sheet:str}")
    async def sheet(self, request: Asked, service: Service, game: str, sheet: str) -> Response[bytes]:
        rest, kind = parameters(game_of(game), given(request))
        return printed(
            await offloaded(request, service, errands.sheet, game, sheet, rest, kind), f"{game}-{sheet}", kind
        )


@get("/sheet.css", include_in_schema=False, media_type="text/css", sync_to_thread=True)
def sheet_style() -> str:
    return sheets.style()


def parameters(game: Game, asked: Mapping[str, str]) -> tuple[dict[str, str], str]:
    """The parameters of a sheet that may come from outside, and as which kind of file it is wanted."""
    rest, kind = errands.kind_of(asked)
    files = {p.name for sheet in sheets.sheets(game).values() for p in sheet.parameters if p.file} & set(rest)
    if files:
        raise GrognardError(f"{', '.join(sorted(files))} names a file: that is for the command line")
    return rest, kind


def printed(data: bytes, name: str, kind: str) -> Response[bytes]:
    """A sheet as a file."""
    headers = {"content-disposition": f'inline; filename="{name}.{kind}"'}
    return Response(data, media_type=errands.KINDS[kind], headers=headers)


def plain(data: bytes) -> Response[bytes]:
    """An answer that is JSON already."""
    return Response(data, media_type="application/json")


async def offloaded(request: Asked, service: Service, work: Callable[..., T], *args: object) -> T:
    """Work for a client, done beside the server as long as the client waits for it."""
    client = request.client.host if request.client else "?"
    return await while_connected(request.receive, service.offload.run(client, work, *args))
