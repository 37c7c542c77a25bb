"""The handlers: each decodes, asks the service, encodes."""

from __future__ import annotations

import asyncio
from typing import Annotated, cast

import msgspec
from litestar import Controller, Response, get, post, put
from litestar.exceptions import NotAuthorizedException, TooManyRequestsException
from litestar.params import Parameter
from litestar.response import Stream

import grognard
from grognard.core.lines import Line, read_lines
from grognard.core.plain import Plain
from grognard.core.reading import check_head

from . import errands, view
from .asking import Asked, game_of, offloaded, plain
from .broadcast import MAX_SPECTATORS
from .deposits import Chapter as Deposited
from .deposits import Pledge as Pledged
from .downloads import attachment
from .game_views import game_view, known
from .mail_files import decode
from .models import (
    Act,
    Branch,
    Chapter,
    Hook,
    NewTable,
    Notes,
    Opening,
    Pledge,
    Question,
    Revoke,
    Said,
    StandingOrders,
    Tokens,
    Undo,
    Upload,
)
from .receipts import judged
from .service import Service
from .set_up import game_row
from .snapshots import Stored, unpack
from .store import CREATOR, Forbidden, Seat

MAX_RECORD = 4_000_000  # bytes of a record that is sent in


def service_of(request: Asked) -> Service:
    service: Service = request.app.state.service
    return service


def bearer(request: Asked) -> str:
    """The token in the header; it stands nowhere else."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.casefold() == "bearer" else ""


async def seat_at(request: Asked, service: Service, table: str) -> Seat:
    """Return the seat that asks. A token of another table and a table that does not exist get the same
    answer.
    """
    seat = await manager_at(request, service, table)
    if seat.seat == CREATOR:
        raise Forbidden("this token hands seats out; to look at the table, use the token of a seat")
    return seat


async def manager_at(request: Asked, service: Service, table: str) -> Seat:
    """Return the seat or the creator that asks."""
    seat = await service.seat(bearer(request))
    if seat is None or seat.table != table:
        raise NotAuthorizedException("no seat at this table goes with that token")
    return seat


class Games(Controller):
    """What can be played, and what never changes about it."""

    path = "/api/games"

    @get("/", sync_to_thread=True)
    def games(self) -> list[Plain]:
        return [game_row(game.name) for game in grognard.GAMES.load_all()[0]]

    @get("/{game:str}/map", sync_to_thread=True)
    def map(self, game: str) -> Plain:
        return game_view(game_of(game)).map_data()

    @get("/{game:str}/units", sync_to_thread=True)
    def units(self, game: str) -> list[Plain]:
        return game_view(game_of(game)).unit_data()

    @get("/{game:str}/page", sync_to_thread=True)
    def page(self, game: str) -> Plain:
        """On which page a game is played, and how it is shown there."""
        rules = game_of(game)
        about = {
            "title": rules.title,
            "sides": {side: rules.about.side(side) for side in rules.position.sides},
        }
        return about | cast(Plain, msgspec.to_builtins(game_view(rules).PAGE))

    @get("/{game:str}/guide", sync_to_thread=True)
    def guide(self, game: str) -> Plain:
        """The guide of a game: a step for each decision, how to read its counters, how to play in ten
        minutes.
        """
        return cast(Plain, msgspec.to_builtins(game_of(game).guide))

    @get("/{game:str}/clauses", sync_to_thread=True)
    def clauses(self, game: str) -> list[Plain]:
        rows = game_of(game).rulebook.report()
        return [
            {name: value for name, value in row.items() if name not in ("code", "tests", "refuses")}
            for row in rows
        ]


@post("/api/mine", sync_to_thread=True, status_code=200)
def own_tables(data: Tokens, service: Service) -> list[Plain]:
    """The tables a browser has tokens for."""
    return service.tables_of(data.tokens)


@post("/api/records", request_max_body_size=MAX_RECORD)
async def take_in(request: Asked, body: bytes, service: Service) -> Plain:
    """A record, bare or in JSON with a name and seats, becomes a table."""
    if request.content_type[0] == "application/json":
        asked = msgspec.json.decode(body, type=Upload)
    else:
        asked = Upload(record=body.decode("utf-8", "replace"))
    match = await checked(request, service, read_lines(asked.record.encode()))
    return await asyncio.to_thread(service.take_in, match, asked)


@post("/api/letters", request_max_body_size=MAX_RECORD)
async def take_letter(request: Asked, body: bytes, service: Service) -> Plain:
    """The first letter of a game played by mail becomes a table for the side it is for."""
    letter = decode(body.decode("utf-8", "replace"))
    match = await checked(request, service, letter.lines())
    return await asyncio.to_thread(service.mail.take, match, letter)


async def checked(request: Asked, service: Service, lines: list[Line]) -> Stored:
    """A record that came from elsewhere, once every line of it has been judged."""
    game = grognard.load(check_head(lines)).name
    return opened(game, *await offloaded(request, service, errands.checked, lines))


def opened(game: str, lines: list[Line], packed: bytes) -> Stored:
    """The match a record leads to, which was played again elsewhere."""
    return unpack(grognard.load(game), packed, lambda: lines)


class Tables(Controller):
    """One table. All but setting up needs a seat."""

    path = "/api/tables"

    @post("/", sync_to_thread=True)
    def begin(self, data: NewTable, service: Service) -> Plain:
        return service.begin(data)

    @get("/{table:str}", sync_to_thread=True)
    def show(self, service: Service, seat: Seat) -> Plain:
        with service.live_games.open(seat.table) as live_game:
            service.computers.seen(live_game)
            return view.table(live_game, seat.seat)

    @get("/{table:str}/view", sync_to_thread=True)
    def view(self, service: Service, seat: Seat, at: Annotated[int | None, Parameter(ge=0)] = None) -> Plain:
        """The table now, or after so many actions, as the seat knew it then."""
        with service.live_games.open(seat.table) as live_game:
            service.computers.seen(live_game)
            return view.table(live_game, seat.seat, at)

    @get("/{table:str}/overlays", sync_to_thread=True)
    def overlays(
        self, service: Service, seat: Seat, at: Annotated[int | None, Parameter(ge=0)] = None
    ) -> Plain:
        """Zones of control, supply, threats, control of places, arrivals, who moved, how the game stands."""
        with service.live_games.open(seat.table) as live_game:
            return view.overlays(live_game, seat.seat, at)

    @get("/{table:str}/story")
    async def story(
        self,
        request: Asked,
        service: Service,
        seat: Seat,
        since: Annotated[int | None, Parameter(ge=0)] = None,
        whole: bool = False,
    ) -> Response[bytes]:
        """What happened after an action (if none is given, since the seat itself acted), in at most twelve
        acts; `whole`: in as many as there are.
        """
        if (short := await asyncio.to_thread(service.short_story, seat, since, whole)) is not None:
            return plain(short)
        game, lines = await asyncio.to_thread(service.whole_record, seat)
        return plain(await offloaded(request, service, errands.story, game, lines, seat.seat, since, whole))

    @get("/{table:str}/receipts")
    async def receipts(self, request: Asked, service: Service, seat: Seat) -> Plain:
        """The dice so far: what was committed to, what each roll opened, and whether it all fits."""
        result, game, lines = await asyncio.to_thread(service.receipts, seat)
        return result | judged(await offloaded(request, service, errands.verdict, game, lines))

    @get("/{table:str}/dice", sync_to_thread=True)
    def dice(self, service: Service, seat: Seat) -> Plain:
        """What the page of a player needs to do its part in the dice."""
        return service.escrow.look(seat)

    @post("/{table:str}/dice/pledge", status_code=200)
    async def pledge(self, data: Pledge, service: Service, seat: Seat) -> Plain:
        return await service.escrow.pledge(seat, Pledged(data.public, data.key, data.tip))

    @post("/{table:str}/dice/deposit", status_code=200)
    async def deposit(self, data: Chapter, service: Service, seat: Seat) -> Plain:
        fields = (data.chapter, data.tip, data.shares, data.public, data.recipient, data.envelope)
        return await service.escrow.deposit(seat, Deposited(*fields))

    @post("/{table:str}/dice/open", status_code=200)
    async def open_roll(self, data: Opening, service: Service, seat: Seat) -> Plain:
        """A roll that is due is opened with the halves a player's page holds."""
        return await service.escrow.open(seat, data)

    @post("/{table:str}/dice/decline", status_code=200)
    async def decline(self, service: Service, seat: Seat) -> Plain:
        """A page that can keep no secret: the server makes those of both sides."""
        return await service.escrow.decline(seat)

    @post("/{table:str}/branch")
    async def branch(self, request: Asked, data: Branch, service: Service, seat: Seat) -> Plain:
        """A what-if game of one's own from any position of this table."""
        beginning, at, entry = await asyncio.to_thread(service.leave, seat, data)
        match = opened(entry.game, *await offloaded(request, service, errands.what_if, beginning))
        return await asyncio.to_thread(service.branch, match, entry, data, at)

    @get("/{table:str}/reach", sync_to_thread=True)
    def reach(self, service: Service, seat: Seat, unit: str) -> Plain:
        with service.live_games.open(seat.table) as live_game:
            state = live_game.match.state
            return {
                "hexes": (
                    game_view(live_game.match.game).reach(known(state, seat.seat), unit)
                    if live_game.may_act(seat.seat)
                    else {}
                )
            }

    @get("/{table:str}/odds")
    async def odds(
        self,
        request: Asked,
        service: Service,
        seat: Seat,
        attackers: str,
        place: Annotated[str, Parameter(query="hex")],
        fire: str = "none",
        defense: str = "none",
    ) -> Response[bytes]:
        force = [name.strip() for name in attackers.split(",") if name.strip()]
        position = await service.position(seat)
        return plain(await offloaded(request, service, errands.odds, position, force, place, fire, defense))

    @get("/{table:str}/support", sync_to_thread=True)
    def support(self, service: Service, seat: Seat) -> Plain:
        """The exact odds of the fight under way for every draw of markers the seat may name now."""
        with service.live_games.open(seat.table) as live_game:
            if not live_game.may_act(seat.seat):
                return {"choices": {}, "answer": None}
            return game_view(live_game.match.game).support(known(live_game.match.state, seat.seat))

    @get("/{table:str}/fight")
    async def plan(
        self,
        request: Asked,
        service: Service,
        seat: Seat,
        do: str,
        joining: Annotated[str, Parameter(query="with")] = "",
        target: str = "",
    ) -> Response[bytes]:
        """A fight before it is declared: the exact chances of every draw against every answer."""
        force = [name.strip() for name in joining.split(",") if name.strip()]
        position = await service.position(seat)
        return plain(await offloaded(request, service, errands.plan, position, do, force, target))

    @post("/{table:str}/judge", sync_to_thread=True, status_code=200)
    def judge(self, data: Question, service: Service, seat: Seat) -> Plain:
        with service.live_games.open(seat.table) as live_game:
            return view.judge(live_game, seat.seat, data.do)

    @post("/{table:str}/act", status_code=200)
    async def act(self, data: Act, service: Service, seat: Seat) -> Plain:
        return await service.act(seat, data.do, data.seq, data.view)

    @post("/{table:str}/undo", status_code=200)
    async def undo(self, body: bytes, service: Service, seat: Seat) -> Plain:
        asked = msgspec.json.decode(body, type=Undo) if body.strip() else Undo()
        return await service.undo(seat, asked)

    @get("/{table:str}/record", media_type="application/x-ndjson")
    async def record(self, service: Service, seat: Seat) -> Response[bytes]:
        data = await asyncio.to_thread(service.copy, seat)
        head = await asyncio.to_thread(attachment, service, seat, "grog")
        return Response(data, media_type="application/x-ndjson", headers=head)

    @get("/{table:str}/letter", sync_to_thread=True, media_type="text/plain")
    def letter(self, service: Service, seat: Seat, to: str) -> Response[str]:
        """The game as it stands, for the one who plays a side by mail."""
        head = attachment(service, seat, "letter")
        return Response(service.mail.write(seat, to), media_type="text/plain; charset=utf-8", headers=head)

    @post("/{table:str}/letter", status_code=200, request_max_body_size=MAX_RECORD)
    async def answered(self, request: Asked, body: bytes, service: Service, seat: Seat) -> Plain:
        """The answer to a letter: what the other side did is judged and added."""
        letter = decode(body.decode("utf-8", "replace"))
        service.fit_secrets(await checked(request, service, letter.lines()), letter.secrets)
        return await service.mail.answered(seat, letter)

    @get("/{table:str}/chat", sync_to_thread=True)
    def talk(self, service: Service, seat: Seat, since: int = 0) -> list[Plain]:
        return service.store.talk(seat.table, since)

    @post("/{table:str}/chat", sync_to_thread=True)
    def say(self, data: Said, service: Service, seat: Seat) -> list[Plain]:
        return service.say(seat, data.text)

    @get("/{table:str}/notes", sync_to_thread=True)
    def notes(self, service: Service, seat: Seat) -> dict[str, str]:
        return service.notes(seat)

    @put("/{table:str}/notes", sync_to_thread=True)
    def write_notes(self, data: Notes, service: Service, seat: Seat) -> dict[str, str]:
        return service.write_notes(seat, data.text)

    @get("/{table:str}/orders", sync_to_thread=True)
    def orders(self, service: Service, seat: Seat) -> Plain:
        """The seat's standing orders; no other seat is told of them."""
        return service.orders.read(seat)

    @put("/{table:str}/orders")
    async def set_orders(self, data: StandingOrders, service: Service, seat: Seat) -> Plain:
        return await service.orders.write(seat, data.orders)

    @get("/{table:str}/webhook", sync_to_thread=True)
    def webhook(self, service: Service, seat: Seat) -> Plain:
        """Where notices that it is the seat's move are sent, and whether this server sends any."""
        return service.hook(seat)

    @put("/{table:str}/webhook")
    async def set_webhook(self, data: Hook, service: Service, seat: Seat) -> Plain:
        return await service.set_hook(seat, data.url)

    @post("/{table:str}/revoke", sync_to_thread=True, status_code=200)
    def revoke(self, body: bytes, service: Service, manager: Seat) -> Plain:
        """The body is read here: its field has the name of what every handler is given, which Litestar would
        mix up.
        """
        return service.revoke(manager, msgspec.json.decode(body, type=Revoke).seat)

    @get("/{table:str}/stream", media_type="text/event-stream")
    async def stream(self, service: Service, seat: Seat) -> Stream:
        if not service.broadcaster.admits(seat.table, seat.seat):
            raise TooManyRequestsException(
                f"{MAX_SPECTATORS} spectators listen at this table, the most it takes"
            )
        return Stream(
            service.listen(seat), media_type="text/event-stream", headers={"x-accel-buffering": "no"}
        )
