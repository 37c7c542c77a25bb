"""Desks without a table, for people who play on their own map: what they keep comes and goes as text."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Controller, Response, post

from grognard import sheets
from grognard.core.ruling import GrognardError

from .asking import KINDS, game_of
from .faces import face
from .models import Asked

Text = Annotated[str, msgspec.Meta(max_length=200_000)]
Name = Annotated[str, msgspec.Meta(max_length=40)]


class Given(Asked):
    """The parameters of a question, the papers among them."""

    given: Annotated[dict[Name, Text], msgspec.Meta(max_length=12)]


class Paperwork(Controller):
    """What a game's desk answers about papers it is shown."""

    path = "/api/paper"

    @post("/{game:str}/{topic:str}", sync_to_thread=True, status_code=200, request_max_body_size=1_000_000)
    def page(self, data: Given, game: str, topic: str) -> Any:
        return face(game_of(game)).paper(topic, data.given)

    @post("/{game:str}/sheets/{sheet:str}", sync_to_thread=True, status_code=200, request_max_body_size=1_000_000)
    def sheet(self, data: Given, game: str, sheet: str) -> Response[bytes]:
        rest = dict(data.given)
        kind = rest.pop("as", "pdf")
        if kind not in KINDS:
            raise GrognardError(f"a sheet comes as {' or '.join(KINDS)}, not {kind!r}")
        made = face(game_of(game)).paper_sheet(sheet, rest)
        return Response(sheets.pdf(made) if kind == "pdf" else sheets.html(made, "/sheet.css").encode(), media_type=KINDS[kind])
