"""The handlers: each decodes, asks the desk, encodes."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Controller, Request, Response, get, post, put
from litestar.exceptions import NotAuthorizedException, NotFoundException, TooManyRequestsException
from litestar.params import Parameter
from litestar.response import Stream

import grognard
from grognard.core.game import Game

from . import view
from .desk import Desk, game_row
from .faces import face, known
from .models import Act, Branch, Hook, NewTable, Notes, Question, Revoke, Said, Tokens, Undo, Upload
from .receipts import receipts
from .store import Seat

Asked = Request[Any, Any, Any]
Plain = dict[str, Any]
MOST_RECORD = 4_000_000  # bytes of a record that is sent in


def desk_of(request: Asked) -> Desk:
    desk: Desk = request.app.state.desk
    return desk


def bearer(request: Asked) -> str:
    """The token in the header; it stands nowhere else."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.casefold() == "bearer" else ""


async def seat_at(request: Asked, desk: Desk, table: str) -> Seat:
    """Who asks. A token of another table and a table that is not there are told alike."""
    seat = await desk.seat(bearer(request))
    if seat is None or seat.table != table:
        raise NotAuthorizedException("no seat at this table goes with that token")
    return seat


def _game(name: str) -> Game:
    if name not in grognard.GAMES:
        raise NotFoundException(f"there is no game {name!r}; there is {', '.join(grognard.GAMES)}")
    return grognard.load(name)


class Games(Controller):
    """What can be played, and what never changes about it."""

    path = "/api/games"

    @get("/", sync_to_thread=True)
    def games(self) -> list[Plain]:
        return [game_row(grognard.load(name)) for name in grognard.GAMES]

    @get("/{game:str}/map", sync_to_thread=True)
    def map(self, game: str) -> Plain:
        return face(_game(game)).map_data()

    @get("/{game:str}/units", sync_to_thread=True)
    def units(self, game: str) -> list[Plain]:
        return face(_game(game)).unit_data()

    @get("/{game:str}/clauses", sync_to_thread=True)
    def clauses(self, game: str) -> list[Plain]:
        rows = _game(game).rulebook.report()
        return [{name: value for name, value in row.items() if name not in ("code", "tests")} for row in rows]


@post("/api/mine", sync_to_thread=True, status_code=200)
def mine(data: Tokens, desk: Desk) -> list[Plain]:
    """The tables a browser has tokens for."""
    return desk.mine(data.tokens)


@post("/api/records", sync_to_thread=True, request_max_body_size=MOST_RECORD)
def take_in(request: Asked, body: bytes, desk: Desk) -> Plain:
    """A record, bare or in JSON with a name and seats, becomes a table."""
    if request.content_type[0] == "application/json":
        return desk.take_in(msgspec.json.decode(body, type=Upload))
    return desk.take_in(Upload(record=body.decode("utf-8", "replace")))


@post("/api/letters", sync_to_thread=True, request_max_body_size=MOST_RECORD)
def take_letter(body: bytes, desk: Desk) -> Plain:
    """The first letter of a game played by mail becomes a table for the side it is for."""
    return desk.take_letter(body.decode("utf-8", "replace"))


class Tables(Controller):
    """One table. All but setting up needs a seat."""

    path = "/api/tables"

    @post("/", sync_to_thread=True)
    def begin(self, data: NewTable, desk: Desk) -> Plain:
        return desk.begin(data)

    @get("/{table:str}", sync_to_thread=True)
    def show(self, desk: Desk, seat: Seat) -> Plain:
        with desk.rooms.open(seat.table) as room:
            desk.seen(room)
            return view.table(room, seat.seat)

    @get("/{table:str}/view", sync_to_thread=True)
    def view(self, desk: Desk, seat: Seat, at: Annotated[int | None, Parameter(ge=0)] = None) -> Plain:
        """The table now, or after so many actions, as the seat knew it then."""
        with desk.rooms.open(seat.table) as room:
            desk.seen(room)
            return view.table(room, seat.seat, at)

    @get("/{table:str}/overlays", sync_to_thread=True)
    def overlays(self, desk: Desk, seat: Seat, at: Annotated[int | None, Parameter(ge=0)] = None) -> Plain:
        """Zones of control, supply, threats, control of places, arrivals, who moved, how the game stands."""
        with desk.rooms.open(seat.table) as room:
            return view.overlays(room, seat.seat, at)

    @get("/{table:str}/receipts", sync_to_thread=True)
    def receipts(self, desk: Desk, seat: Seat) -> Plain:
        """The dice so far: what was committed to, what each roll opened, and whether it all fits."""
        with desk.rooms.open(seat.table) as room:
            return receipts(room.match, seat.seat)

    @post("/{table:str}/branch", sync_to_thread=True)
    def branch(self, data: Branch, desk: Desk, seat: Seat) -> Plain:
        """A what-if game of one's own from any position of this table."""
        return desk.branch(seat, data)

    @get("/{table:str}/reach", sync_to_thread=True)
    def reach(self, desk: Desk, seat: Seat, unit: str) -> Plain:
        with desk.rooms.open(seat.table) as room:
            state = room.match.state
            return {"hexes": face(room.match.game).reach(known(state, seat.seat), unit) if room.mine(seat.seat) else {}}

    @get("/{table:str}/odds", sync_to_thread=True)
    def odds(
        self,
        desk: Desk,
        seat: Seat,
        attackers: str,
        place: Annotated[str, Parameter(query="hex")],
        fire: str = "none",
        defense: str = "none",
    ) -> Plain:
        force = [name.strip() for name in attackers.split(",") if name.strip()]
        with desk.rooms.open(seat.table) as room:
            return face(room.match.game).odds(known(room.match.state, seat.seat), force, place, fire, defense)

    @get("/{table:str}/support", sync_to_thread=True)
    def support(self, desk: Desk, seat: Seat) -> Plain:
        """The exact odds of the fight under way for every draw of markers the seat may name now."""
        with desk.rooms.open(seat.table) as room:
            return {
                "choices": face(room.match.game).support(known(room.match.state, seat.seat)) if room.mine(seat.seat) else {}
            }

    @post("/{table:str}/judge", sync_to_thread=True, status_code=200)
    def judge(self, data: Question, desk: Desk, seat: Seat) -> Plain:
        with desk.rooms.open(seat.table) as room:
            return view.judge(room, seat.seat, data.do)

    @post("/{table:str}/act", status_code=200)
    async def act(self, data: Act, desk: Desk, seat: Seat) -> Plain:
        return await desk.act(seat, data.do, data.seq, data.view)

    @post("/{table:str}/undo", status_code=200)
    async def undo(self, body: bytes, desk: Desk, seat: Seat) -> Plain:
        asked = msgspec.json.decode(body, type=Undo) if body.strip() else Undo()
        return await desk.undo(seat, asked.seq)

    @get("/{table:str}/record", sync_to_thread=True, media_type="application/x-ndjson")
    def record(self, desk: Desk, seat: Seat) -> Response[bytes]:
        with desk.rooms.open(seat.table) as room:
            data = view.copy(room.match, seat.seat)
        name = f'attachment; filename="{seat.table}.grog"'
        return Response(data, media_type="application/x-ndjson", headers={"content-disposition": name})

    @get("/{table:str}/letter", sync_to_thread=True, media_type="text/plain")
    def letter(self, desk: Desk, seat: Seat, to: str) -> Response[str]:
        """The game as it stands, for the one who plays a side by mail."""
        name = f'attachment; filename="{seat.table}.letter"'
        return Response(desk.letter(seat, to), media_type="text/plain; charset=utf-8", headers={"content-disposition": name})

    @post("/{table:str}/letter", status_code=200, request_max_body_size=MOST_RECORD)
    async def answered(self, body: bytes, desk: Desk, seat: Seat) -> Plain:
        """The answer to a letter: what the other side did is judged and added."""
        return await desk.answered(seat, body.decode("utf-8", "replace"))

    @get("/{table:str}/chat", sync_to_thread=True)
    def talk(self, desk: Desk, seat: Seat, since: int = 0) -> list[Plain]:
        return desk.store.talk(seat.table, since)

    @post("/{table:str}/chat", sync_to_thread=True)
    def say(self, data: Said, desk: Desk, seat: Seat) -> list[Plain]:
        return desk.say(seat, data.text)

    @get("/{table:str}/notes", sync_to_thread=True)
    def notes(self, desk: Desk, seat: Seat) -> dict[str, str]:
        return desk.notes(seat)

    @put("/{table:str}/notes", sync_to_thread=True)
    def write_notes(self, data: Notes, desk: Desk, seat: Seat) -> dict[str, str]:
        return desk.write_notes(seat, data.text)

    @get("/{table:str}/webhook", sync_to_thread=True)
    def webhook(self, desk: Desk, seat: Seat) -> Plain:
        """Where notices that it is the seat's move are sent, and whether this server sends any."""
        return desk.hook(seat)

    @put("/{table:str}/webhook", sync_to_thread=True)
    def set_webhook(self, data: Hook, desk: Desk, seat: Seat) -> Plain:
        return desk.set_hook(seat, data.url)

    @post("/{table:str}/revoke", sync_to_thread=True, status_code=200)
    def revoke(self, body: bytes, desk: Desk, seat: Seat) -> Plain:
        """The body is read here: its field has the name of what every handler is given, which Litestar would mix up."""
        return desk.revoke(seat, msgspec.json.decode(body, type=Revoke).seat)

    @get("/{table:str}/stream", media_type="text/event-stream")
    async def stream(self, desk: Desk, seat: Seat) -> Stream:
        if desk.bell.full(seat.table):
            raise TooManyRequestsException("too many look on at this table")
        return Stream(desk.listen(seat), media_type="text/event-stream", headers={"x-accel-buffering": "no"})
