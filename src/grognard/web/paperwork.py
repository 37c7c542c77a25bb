"""Desks without a table, for people who play on their own map: what they keep comes and goes as text."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import Controller, Response, post

from . import errands
from .asking import Asked as Asking
from .asking import game_of, offloaded, plain
from .models import Asked
from .service import Service

Text = Annotated[str, msgspec.Meta(max_length=200_000)]
Name = Annotated[str, msgspec.Meta(max_length=40)]


class Given(Asked):
    """The parameters of a question, the papers among them."""

    given: Annotated[dict[Name, Text], msgspec.Meta(max_length=12)]


class Paperwork(Controller):
    """What a game's desk answers about papers it is shown."""

    path = "/api/paper"

    @post("/{game:str}/{topic:str}", status_code=200, request_max_body_size=1_000_000)
    async def page(
        self, request: Asking, data: Given, service: Service, game: str, topic: str
    ) -> Response[bytes]:
        name = game_of(game).name
        return plain(await offloaded(request, service, errands.paper_page, name, topic, data.given))

    @post("/{game:str}/sheets/{sheet:str}", status_code=200, request_max_body_size=1_000_000)
    async def sheet(
        self, request: Asking, data: Given, service: Service, game: str, sheet: str
    ) -> Response[bytes]:
        name, (rest, kind) = game_of(game).name, errands.kind_of(data.given)
        made = await offloaded(request, service, errands.paper_sheet, name, sheet, rest, kind)
        return Response(made, media_type=errands.KINDS[kind])
