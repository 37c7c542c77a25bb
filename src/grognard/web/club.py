"""The club of one server: names with a passphrase, seats anyone may join, clocks and claims, and results."""

from __future__ import annotations

import asyncio
import ipaddress
from collections.abc import Sequence
from hashlib import sha256
from typing import TYPE_CHECKING

import grognard
from grognard.core.due import due
from grognard.core.plain import Plain
from grognard.core.ruling import GrognardError

from .clocks import DAYS, GIFT_SECONDS, MAX_LEFT_SECONDS, Claim, ClockFace, Gift, Terms
from .copies import as_file, copy_for
from .live_games import LiveGame, is_computer
from .members import Player
from .models import Clock
from .names import FORMER_PLAYER, name_key
from .offload import Busy
from .seating import PERSONS, Sitting
from .store import CREATOR, TRIES, WATCH, Forbidden, Seat, Stale

if TYPE_CHECKING:
    from .service import Service

# How many tries one client, or all clients for one name, have at once, and how many more a second.
SIGN_IN_OF_A_CLIENT, SIGN_IN_OF_A_NAME = (10.0, 1 / 60), (30.0, 1 / 120)
NEW_NAMES_OF_A_CLIENT, JOINS_OF_A_CLIENT = (5.0, 1 / 3600), (12.0, 1 / 60)
NOT_RATED = (
    "A rated game has two players by link or from the list of open tables, a referee, committed dice and a"
    " winner."
)
SIGN_IN = "sign in first: no player is signed in with that token"


class Club:
    """What a server does for its players besides the games. `limited`: tries are counted."""

    def __init__(self, service: Service) -> None:
        self.service, self.store, self.limited = service, service.store, True

    # -- limits

    async def count_try(self, what: str, subject: str, limit: tuple[float, float]) -> None:
        """Refuse what was tried too often."""
        if not self.limited:
            return
        key = f"{TRIES}{what} {sha256(subject.encode('utf-8', 'replace')).hexdigest()[:40]}"
        burst, rate = limit
        if not await asyncio.to_thread(self.store.lease, key, 1.0, rate, burst):
            raise Busy(f"this was tried too often; wait {1 / rate / 60:.0f} minutes")

    async def count_sign_in(self, client: str, name: str) -> None:
        await self.count_try("sign-in from", network_of(client), SIGN_IN_OF_A_CLIENT)
        await self.count_try("sign-in as", name_key(name), SIGN_IN_OF_A_NAME)

    # -- names

    def player(self, session: str) -> Player:
        """Return the player who is signed in with a token, or refuse."""
        player = self.store.members.player_of(session) if session else None
        if player is None:
            raise Forbidden(SIGN_IN)
        return player

    def take_name(self, seat: Seat, session: str) -> Plain:
        """Play a seat under a name: before its first action, and once."""
        player, sitting = self.player(session), self.store.seating.of_table(seat.table)
        if seat.seat == WATCH or sitting[seat.seat].kind not in PERSONS:
            raise Forbidden("only a seat of a player takes a name")
        if sitting[seat.seat].player_id != player.id and not self.store.seating.take_name(
            seat.table, seat.seat, player.id
        ):
            raise Forbidden(why_no_name(sitting, seat.seat, player.id))
        self._changed(seat.table)
        return self.look(seat)

    # -- open seats

    def open_seats(self) -> list[Plain]:
        """Return the seats anyone may join; nothing is told of the games themselves."""
        listed = self.store.seating.listed()
        names = self.store.seating.names([one.table for one in listed])
        return [
            {
                "table": one.table,
                "name": one.name,
                "game": one.game,
                "scenario": one.scenario,
                "side": one.side,
                "since": one.since,
                "clock": terms_row(one.clock),
                "rated": one.rated,
                "waiting": [name or FORMER_PLAYER for _, name in names.get(one.table, {}).values()],
            }
            for one in listed
        ]

    def set_open(self, by: Seat, name: str, wanted: bool) -> Plain:
        """Let anyone join a seat, or no player any more; for the creator, or the player of that seat."""
        sitting = self.store.seating.of_table(by.table).get(name)
        if sitting is None or sitting.kind not in PERSONS:
            raise GrognardError(f"there is no seat {name!r} here that a person takes")
        if by.seat not in (name, CREATOR):
            raise Forbidden(
                f"opening the seat of {name} needs the token of that seat or of the table's creator"
            )
        if wanted and self._is_over(by.table):
            raise GrognardError("the game is over and cannot be joined")
        if wanted and (sitting.player_id or not self.store.seating.open(by.table, name)):
            raise Forbidden(f"{name} is played already; only a free seat can be joined")
        if not wanted:
            self.store.seating.close(by.table, name)
        self._changed(by.table)
        return {"seat": name, "open": wanted}

    def _is_over(self, table: str) -> bool:
        with self.service.live_games.open(table) as live_game:
            return live_game.match.state.to_move is None or live_game.claim is not None

    def join(self, table: str, name: str, session: str, token: str, hashed: str) -> Plain:
        """Give an open seat to one who asks, with a token of its own."""
        player = self.player(session) if session else None
        sitting = self.store.seating.of_table(table)
        if player and player.id in {one.player_id for one in sitting.values()}:
            raise Forbidden("you sit at this table already")
        taken = name not in sitting or sitting[name].open_since is None
        if (
            taken
            or self._is_over(table)
            or not self.store.seating.join(table, name, hashed, player.id if player else None)
        ):
            raise Stale("this seat is no longer free")
        self.service.soon(self.service.seat_changed, table, name)
        self._changed(table)
        return {"table": table, "seat": name, "token": token}

    # -- at a table

    def look(self, seat: Seat) -> Plain:
        """Return what the club knows of a table: names, open seats, clocks."""
        sitting = self.store.seating.of_table(seat.table)
        if seat.seat in sitting and sitting[seat.seat].sat is None and sitting[seat.seat].kind in PERSONS:
            self.store.seating.sit(seat.table, seat.seat)
        names = self.store.members.names([one.player_id for one in sitting.values() if one.player_id])
        with self.service.live_games.open(seat.table) as live_game:
            face = self.face(live_game)
            claim, rated = live_game.claim, live_game.entry.rated
        players = {side: names.get(str(sitting[side].player_id)) for side in live_game.kinds}
        return {
            "seat": seat.seat,
            "can_take_name": can_take_name(sitting.get(seat.seat)),
            "players": players,
            "open": [side for side in live_game.kinds if sitting[side].open_since is not None],
            "free": [side for side in live_game.kinds if is_free(sitting[side])],
            "rated": rated
            and len({sitting[side].player_id for side in live_game.kinds} - {None}) == len(players),
            "why": why_not_rated(rated, players),
            "clock": face_row(face),
            "claim": claim_row(claim),
        }

    def face(self, live_game: LiveGame) -> ClockFace | None:
        """Return what the clocks of a table show."""
        if live_game.clock is None:
            return None
        over = live_game.claim is not None or live_game.sealing
        to_move = None if over else due(live_game.match.state, WATCH).to_move
        if not over and live_game.match.state.to_move not in live_game.kinds:
            to_move = None  # the dice are due
        persons = [side for side, kind in live_game.kinds.items() if kind in PERSONS]
        return self.store.clocks.face(live_game.table, live_game.clock, to_move, persons)

    def _opponent_late(self, live_game: LiveGame, seat: Seat) -> ClockFace:
        face = self.face(live_game)
        if seat.seat not in live_game.kinds:
            raise Forbidden("spectators cannot act")
        if face is None:
            raise GrognardError("this table has no clock")
        if live_game.claim is not None or live_game.match.state.to_move is None:
            raise GrognardError("the game is over")
        if face.running is None or face.running == seat.seat:
            raise Forbidden("the clock of your opponent is not running")
        return face

    async def claim(self, seat: Seat) -> Plain:
        """End the game for a side whose time is over, once the time of grace has passed."""
        async with self.service.live_games.enter(seat.table) as live_game:
            face = await asyncio.to_thread(self._opponent_late, live_game, seat)
            if face.late is None:
                raise GrognardError("the time of your opponent is not over")
            if face.claim_in:
                raise GrognardError(
                    f"the time of grace is not over: {face.claim_in:.0f} seconds are left of it"
                )
            claim = Claim(live_game.seq, face.late, seat.seat, self.store.now())
            await asyncio.to_thread(self.store.clocks.end, seat.table, claim, live_game.entry.rated)
            live_game.claim = claim
        await asyncio.to_thread(self.store.seating.close, seat.table)
        await asyncio.to_thread(self._changed, seat.table)
        return await asyncio.to_thread(self.look, seat)

    async def give_time(self, seat: Seat) -> Plain:
        """Add time to the running clock of the opponent; a side that is late is made good first."""
        async with self.service.live_games.enter(seat.table) as live_game:
            face = await asyncio.to_thread(self._opponent_late, live_game, seat)
            side = str(face.running)
            if face.left[side] > MAX_LEFT_SECONDS:
                raise GrognardError("your opponent has time enough")
            seconds = GIFT_SECONDS[face.terms.kind] + max(0.0, -face.left[side])
            await asyncio.to_thread(self.store.clocks.give, seat.table, Gift(side, seconds, live_game.seq))
        await asyncio.to_thread(self._changed, seat.table)
        return await asyncio.to_thread(self.look, seat)

    def _changed(self, table: str) -> None:
        """From a thread: tell every stream of a table, in all processes."""
        self.store.tell_club(table)
        self.service.soon(self.service.club_changed, table)

    # -- results

    def finished_record(self, table: str) -> bytes | None:
        """Return the record of a listed game as a spectator may have it; `None`: it is not listed."""
        if not self.store.results.is_over(table):
            return None
        with self.service.live_games.open(table) as live_game:
            return as_file(copy_for(live_game.match, WATCH))


# ---------------------------------------------------------------- in words and as plain data


def network_of(client: str) -> str:
    """Return what is counted as one client: an address, or the network of an IPv6 address.

    >>> network_of("192.0.2.7"), network_of("2001:db8::1") == network_of("2001:db8::2")
    ('192.0.2.7', True)
    """
    try:
        address = ipaddress.ip_address(client)
    except ValueError:
        return client
    return str(ipaddress.ip_network((client, 64), strict=False)) if address.version == 6 else client


def is_free(sitting: Sitting) -> bool:
    """Whether a seat could be opened to anyone: for a person, not played under a name, and it has not
    acted.
    """
    return sitting.kind == "link" and not sitting.used and sitting.player_id is None


def can_take_name(sitting: Sitting | None) -> bool:
    """Whether a seat could still be played under a name."""
    return sitting is not None and sitting.kind in PERSONS and not sitting.used and sitting.player_id is None


def why_no_name(sitting: dict[str, Sitting], seat: str, player: str) -> str:
    if player in {one.player_id for one in sitting.values()}:
        return "you play the other side of this table under your name"
    if sitting[seat].player_id:
        return "this seat is played under a name already"
    return "a seat takes a name before its first action"


def why_not_rated(rated: bool, players: dict[str, str | None]) -> str:
    if not rated:
        return NOT_RATED
    return "" if all(players.values()) else "The game is rated when both players play under a name."


def terms_row(terms: Terms | None) -> Plain | None:
    return (
        None if terms is None else {**terms._asdict(), "grace": terms.grace, "gift": GIFT_SECONDS[terms.kind]}
    )


def face_row(face: ClockFace | None) -> Plain | None:
    if face is None:
        return None
    row = {
        "left": {side: round(left, 1) for side, left in face.left.items()},
        "running": face.running,
        "started": face.started,
    }
    return {"terms": terms_row(face.terms), **row, "late": face.late, "claim_in": face.claim_in}


def claim_row(claim: Claim | None) -> Plain | None:
    return None if claim is None else {"side": claim.side, "winner": claim.winner, "at": claim.at}


def terms_of(asked: Clock | None, kinds: dict[str, str], mail: str) -> Terms | None:
    """Return the clock that was asked for, or refuse it where it could not be kept."""
    if asked is None:
        return None
    if mail in kinds.values():
        raise GrognardError(
            "a table played by mail has no clock: the server does not see when a letter is read"
        )
    if all(map(is_computer, kinds.values())):
        raise GrognardError("a table without players has no clock")
    seconds = asked.days * 86400.0 if asked.kind == DAYS else asked.minutes * 60.0
    return Terms(asked.kind, seconds, 0.0 if asked.kind == DAYS else float(asked.increment))


def sides_of_games() -> dict[str, list[str]]:
    return {game.name: list(game.position.sides) for game in grognard.GAMES.load_all()[0]}


def may_be_rated(kinds: Sequence[str], enforcement: str, dice: str, judged: bool) -> bool:
    """Whether the result of a new table counts between two named players."""
    apart = len(kinds) == 2 and set(kinds) <= set(PERSONS) and "link" in kinds
    return apart and enforcement == "referee" and dice == "committed" and judged
