"""The handlers of the club: names, open tables, clocks and results."""

from __future__ import annotations

import asyncio

from litestar import Controller, Response, get, post
from litestar.exceptions import NotAuthorizedException, NotFoundException

from grognard.core.plain import Plain

from . import results
from .api import bearer
from .asking import Asked, offloaded
from .club import JOINS_OF_A_CLIENT, NEW_NAMES_OF_A_CLIENT, SIGN_IN, network_of, sides_of_games
from .members import TAKEN, Player
from .models import Credentials, Join, NewPassphrase, OpenSeat, Passphrase, Session
from .names import check_passphrase, hash_passphrase, is_passphrase, shown_name
from .service import Service, fresh, hashed
from .store import Forbidden, Seat, Stale

WRONG = "the name and the passphrase do not match"


def client_of(request: Asked) -> str:
    return request.client.host if request.client else "?"


async def signed_in(request: Asked, service: Service) -> Player:
    """Return the player whose session's token is in the header."""
    player = await asyncio.to_thread(service.store.members.player_of, bearer(request))
    if player is None:
        raise NotAuthorizedException(SIGN_IN)
    return player


async def _session(service: Service, player: Player) -> Plain:
    """A name with the token of a new session."""
    token = await asyncio.to_thread(service.store.members.open_session, player)
    return {"name": player.name, "token": token}


async def check(request: Asked, service: Service, name: str, passphrase: str) -> Player:
    """Return the player of a name, if the passphrase is right. It takes as long, and says the same, if there
    is no such name.
    """
    await service.club.count_sign_in(client_of(request), name)
    player, secret = await asyncio.to_thread(service.store.members.find, name)
    fits = await offloaded(request, service, is_passphrase, passphrase, secret)
    if not fits or player is None:
        raise Forbidden(WRONG)
    return player


class Names(Controller):
    """Names of players. There is no mail address, and no way to get a lost passphrase back."""

    path = "/api/names"

    @post("/")
    async def register(self, request: Asked, data: Credentials, service: Service) -> Plain:
        """Take a name that is free, and sign in."""
        name = shown_name(data.name)
        check_passphrase(data.passphrase, name)
        if await asyncio.to_thread(service.store.members.is_taken, name):
            raise Stale(TAKEN)
        await service.club.count_try("new name from", network_of(client_of(request)), NEW_NAMES_OF_A_CLIENT)
        secret = await offloaded(request, service, hash_passphrase, data.passphrase)
        player = await asyncio.to_thread(service.store.members.add, name, secret)
        return await _session(service, player)

    @post("/sign-in", status_code=200)
    async def sign_in(self, request: Asked, data: Credentials, service: Service) -> Plain:
        player = await check(request, service, data.name, data.passphrase)
        return await _session(service, player)

    @get("/me")
    async def me(self, request: Asked, service: Service) -> Plain:
        """Return the name this session is signed in with."""
        return {"name": (await signed_in(request, service)).name}

    @post("/sign-out", status_code=200)
    async def sign_out(self, request: Asked, service: Service) -> Plain:
        player = await signed_in(request, service)
        await asyncio.to_thread(service.store.members.close_session, bearer(request))
        return {"name": player.name}

    @post("/passphrase", status_code=200)
    async def change(self, request: Asked, data: NewPassphrase, service: Service) -> Plain:
        """Change the passphrase; every other session of the name ends."""
        player = await signed_in(request, service)
        check_passphrase(data.new, player.name)
        await check(request, service, player.name, data.passphrase)
        secret = await offloaded(request, service, hash_passphrase, data.new)
        await asyncio.to_thread(service.store.members.change_secret, player, secret)
        return await _session(service, player)

    @post("/delete", status_code=200)
    async def delete(self, request: Asked, data: Passphrase, service: Service) -> Plain:
        """Delete the name; results stay, under "a former player"."""
        player = await signed_in(request, service)
        await check(request, service, player.name, data.passphrase)
        await asyncio.to_thread(service.store.members.delete, player)
        return {"name": player.name}


class OpenTables(Controller):
    """Seats anyone on this server may join."""

    path = "/api/open"

    @get("/", sync_to_thread=True)
    def listed(self, service: Service) -> list[Plain]:
        return service.club.open_seats()

    @post("/{table:str}/join", status_code=200)
    async def join(self, request: Asked, data: Join, service: Service, table: str) -> Plain:
        """Take an open seat; of several who ask at once, one gets it."""
        await service.club.count_try("join from", network_of(client_of(request)), JOINS_OF_A_CLIENT)
        token = fresh()
        return await asyncio.to_thread(
            service.club.join, table, data.side, data.session, token, hashed(token)
        )


class ClubTables(Controller):
    """What the club knows of a table."""

    path = "/api/tables"

    @get("/{table:str}/club", sync_to_thread=True)
    def look(self, service: Service, seat: Seat) -> Plain:
        """Return the names of the players, the seats anyone may join, the clocks, and a claim on time."""
        return service.club.look(seat)

    @post("/{table:str}/name", sync_to_thread=True, status_code=200)
    def take_name(self, data: Session, service: Service, seat: Seat) -> Plain:
        """Play the seat under the name of a session."""
        return service.club.take_name(seat, data.session)

    @post("/{table:str}/open", sync_to_thread=True, status_code=200)
    def set_open(self, data: OpenSeat, service: Service, manager: Seat) -> Plain:
        """Let anyone join a free seat, or no player any more."""
        return service.club.set_open(manager, data.side, data.open)

    @post("/{table:str}/claim", status_code=200)
    async def claim(self, service: Service, seat: Seat) -> Plain:
        """Claim the game: the time of the opponent is over, and the time of grace too."""
        return await service.club.claim(seat)

    @post("/{table:str}/time", status_code=200)
    async def give_time(self, service: Service, seat: Seat) -> Plain:
        """Give the opponent more time."""
        return await service.club.give_time(seat)


class ResultPages(Controller):
    """Results of rated games, open to all."""

    path = "/api/results"

    @get("/")
    async def results(self, request: Asked, service: Service) -> Plain:
        """Return ratings and win rates with their intervals, and the last results."""
        played, names = await asyncio.to_thread(service.store.results.played)
        sides = await asyncio.to_thread(sides_of_games)
        if not played:
            return results.summarize([], {}, sides)
        return await offloaded(request, service, results.summarize, played, names, sides)

    @get("/{table:str}/record", media_type="application/x-ndjson")
    async def record(self, service: Service, table: str) -> Response[bytes]:
        """Return the record of a listed game, which is open to all."""
        result = await asyncio.to_thread(service.club.finished_record, table)
        if result is None:
            raise NotFoundException("no result of this table is listed")
        head = {"content-disposition": f'attachment; filename="{table}.grog"'}
        return Response(result, media_type="application/x-ndjson", headers=head)
