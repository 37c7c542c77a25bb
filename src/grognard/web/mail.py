"""Games played by mail: letters written at a table, and taken at one."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from grognard.core.plain import Plain
from grognard.core.record import Match
from grognard.core.ruling import GrognardError

from . import view
from .mail_files import MailFile, encode, new_lines, would_tell
from .set_up import LINK, MAIL
from .store import Forbidden, Seat, check_player

if TYPE_CHECKING:
    from .service import Service


class Mail:
    """The letters of a server's tables."""

    def __init__(self, service: Service) -> None:
        self.service = service

    def write(self, seat: Seat, to: str) -> str:
        """The game as it stands, to be sent to the one who plays a side elsewhere."""
        check_player(seat)
        with self.service.live_games.open(seat.table) as live_game:
            if live_game.kinds.get(to) != MAIL:
                by_mail = ", ".join(side for side, kind in live_game.kinds.items() if kind == MAIL)
                raise Forbidden(f"the side {to} of this table is not played by mail; {by_mail or 'none'} is")
            return encode(live_game.match, to, seat.seat, live_game.entry.name)

    def take(self, match: Match, letter: MailFile) -> Plain:
        """The first letter of a game: a table for the side it is for; all the others are played by mail from
        here.

        A game of release 0.1.0 whose letters told secrets goes on at this one server, with the others by
        link.
        """
        self.service.fit_secrets(match, letter.secrets)
        if letter.to not in match.state.sides:
            raise GrognardError(f"this letter is for {letter.to}, a side this game does not have")
        others = LINK if would_tell(match) else MAIL
        return self.service.set_up(
            match,
            letter.name[:80],
            {side: "human" if side == letter.to else others for side in match.state.sides},
        )

    async def answered(self, seat: Seat, letter: MailFile) -> Plain:
        """The answer to a letter, every line of which has been checked: what the other side did is added to
        the record.
        """
        check_player(seat)
        async with self.service.live_games.enter(seat.table) as live_game:
            if letter.to != seat.seat or live_game.kinds.get(letter.sender) != MAIL:
                raise GrognardError(
                    f"this letter is from {letter.sender} to {letter.to}; here {seat.seat} waits for one from"
                    " a side played by mail"
                )
            first = len(live_game.match.state.actions) + 1
            now = await asyncio.to_thread(lambda: live_game.match.lines[: live_game.match.saved])
            added = new_lines(now, letter, seat.seat)
            await asyncio.to_thread(live_game.take, added)
            await live_game.keep(added)
            self.service.announce(live_game)
            self.service.notify(live_game, letter.sender)
            return {"seq": live_game.seq, "events": view.log(live_game.match, seat.seat, first), "words": []}
