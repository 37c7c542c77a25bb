"""Dice whose secrets the players' pages make: who has sealed what, what a roll waits for, and how a page
opens one.

The protocol, and what it proves, is in `docs/dice.md`.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, TypedDict

from grognard.core.chance import CHAPTER, Committed
from grognard.core.escrow import Deposit, Pooled
from grognard.core.facts import CHANCE
from grognard.core.lines import Line
from grognard.core.plain import Plain
from grognard.core.record import Match
from grognard.core.ruling import GrognardError

from .deposits import Chapter, Deposits, Pledge
from .snapshots import Stored
from .store import WATCH, Forbidden, Seat, Stale

if TYPE_CHECKING:
    from .live_games import LiveGame
    from .models import Opening
    from .service import Service

SEALING, PLAYING, SERVER = "sealing", "playing", "server"


class Waits(TypedDict):
    """Why nothing can be done now, and the sides it waits for."""

    why: str
    sides: list[str]


class DiceStatus(TypedDict):
    """What a seat is told of the dice."""

    stage: str
    roll: int | None
    waits: Waits | None
    todo: bool


class Held:
    """What this process knows of a table's pledges and deposits. Both only ever grow."""

    def __init__(self, deposits: Deposits, table: str) -> None:
        self.deposits, self.table = deposits, table
        self.pledges = deposits.pledges(table)
        self.chapters: dict[str, set[int]] = {}

    @property
    def expected(self) -> bool:
        """Whether the players' pages were to make the secrets of this table."""
        return bool(self.pledges)

    def refresh(self, number: int) -> None:
        """Look again for what was missing for roll `number`."""
        if self.missing_pledges:
            self.pledges = self.deposits.pledges(self.table)
        if any(self.missing(number // CHAPTER + more) for more in (0, 1)):
            self.chapters = self.deposits.chapters(self.table)

    @property
    def missing_pledges(self) -> list[str]:
        return [side for side, pledge in self.pledges.items() if pledge.public is None]

    def missing(self, chapter: int) -> list[str]:
        """The sides without a deposit for a chapter."""
        return [side for side in self.pledges if chapter not in self.chapters.get(side, ())]

    def dice(self) -> Pooled | None:
        """The dice, once every side has pledged."""
        if self.missing_pledges or not self.pledges:
            return None
        tips = {side: str(pledge.tip) for side, pledge in self.pledges.items()}
        return Pooled(tips, {side: str(pledge.key) for side, pledge in self.pledges.items()})

    # -- what is told of it

    def stage(self, match: Match, seq: int) -> str:
        if seq == 0:
            return SEALING
        return PLAYING if isinstance(match.state.dice, Pooled) else SERVER

    def status(self, match: Match, seq: int, seat: str) -> DiceStatus | None:
        """What a seat is told: the stage, the roll that is due, what is waited for, and whether its page has
        something to do.
        """
        if not self.expected:
            return None
        stage, number = self.stage(match, seq), match.rolls
        due = stage == PLAYING and match.state.to_move == CHANCE
        return {
            "stage": stage,
            "roll": number if due else None,
            "waits": self._waits(stage, number, due),
            "todo": (
                seat != WATCH and (stage == SEALING or (stage == PLAYING and bool(self.wanted(match, seat))))
            ),
        }

    def _waits(self, stage: str, number: int, due: bool) -> Waits | None:
        """Why nothing can be done now: sides that have to seal, to deposit, or one of which has to open the
        roll.
        """
        if stage == SEALING:
            return {"why": "seal", "sides": self.missing_pledges}
        if not due:
            return None
        if missing := self.missing(number // CHAPTER):
            return {"why": "part", "sides": missing}
        if number % CHAPTER == CHAPTER - 1 and (missing := self.missing(number // CHAPTER + 1)):
            return {"why": "chapter", "sides": missing}
        return {"why": "open", "sides": list(self.pledges)}

    def wanted(self, match: Match, side: str) -> list[int]:
        """The chapters a side is to deposit now: the present one and the next."""
        if match.state.to_move is None:
            return []
        now = match.rolls // CHAPTER
        return [chapter for chapter in (now, now + 1) if side in self.missing(chapter)]


WAITING = {
    "seal": "play begins when the browser of every player has sealed its dice; {sides} is missing",
    "part": "the roll waits for the browser of {sides}, which has not handed over its part of the dice",
    "chapter": "the roll waits for the browser of {sides}, which has not sealed the next chapter of its dice",
    "open": "the roll waits for the browser of {sides}: one of them opens it",
}


def waiting_words(waits: Waits) -> str:
    joint = " or " if waits["why"] == "open" else " and "
    return WAITING[waits["why"]].format(sides=joint.join(waits["sides"]))


def begin_again(match: Match, dice: Pooled) -> Match:
    """The same game before its first action, with other dice."""
    head = match.lines[0]
    return Match.begin(
        match.game, head["scenario"], options=head["options"], enforcement=head["enforcement"], dice=dice
    )


class Escrow:
    """What the pages of a table's players ask of the server about their dice."""

    def __init__(self, service: Service) -> None:
        self.service, self.deposits = service, service.store.deposits

    def look(self, seat: Seat) -> Plain:
        """All a page needs to do its part."""
        with self.service.live_games.open(seat.table) as live_game:
            held, match = _held(live_game, seat), live_game.match
            stage, number = held.stage(match, live_game.seq), match.rolls
            playing = stage == PLAYING
            boxes = self.deposits.letterbox(seat.table, number // CHAPTER) if playing else []
            return {
                "stage": stage,
                "roll": number,
                "due": playing and match.state.to_move == CHANCE,
                "publics": {side: pledge.public for side, pledge in held.pledges.items()},
                "wanted": held.wanted(match, seat.seat) if playing else [],
                "envelopes": [box._asdict() for box in boxes if box.side != seat.seat],
                "mine": [box._asdict() | {"envelope": ""} for box in boxes if box.side == seat.seat],
            }

    async def pledge(self, seat: Seat, pledge: Pledge) -> Plain:
        """What a page commits to before play; with the last pledge the record begins."""
        async with self.service.live_games.enter(seat.table) as live_game:
            held = _held(live_game, seat)
            if any(other.tip == pledge.tip for side, other in held.pledges.items() if side != seat.seat):
                raise GrognardError(
                    "this is what the other side committed to; every side makes a secret of its own"
                )
            if held.pledges[seat.seat] != pledge:
                if held.stage(live_game.match, live_game.seq) != SEALING:
                    raise GrognardError(
                        f"the dice of this table are sealed; {seat.seat} commits to nothing else now"
                    )
                if not await asyncio.to_thread(self.deposits.pledge, seat.table, seat.seat, pledge):
                    raise GrognardError(f"another browser has sealed the dice of {seat.seat}; go on there")
            await asyncio.to_thread(held.refresh, 0)
            if live_game.seq == 0 and (dice := held.dice()):
                live_game.match = Stored.from_match(begin_again(live_game.match, dice))
                await self._begin(live_game, live_game.match.lines)
        return await asyncio.to_thread(self.look, seat)

    async def decline(self, seat: Seat) -> Plain:
        """A page that cannot keep a secret: the server makes those of both sides, as at other tables."""
        async with self.service.live_games.enter(seat.table) as live_game:
            if _held(live_game, seat).stage(live_game.match, live_game.seq) != SEALING:
                raise GrognardError("play has begun: the dice of this table stay as they are")
            live_game.roll_on()
            await self._begin(live_game, live_game.match.lines)
        return await asyncio.to_thread(self.look, seat)

    async def _begin(self, live_game: LiveGame, lines: list[Line]) -> None:
        """The record begins with these lines; the head that stood there before counts no more."""
        live_game.announced = 0
        with suppress(Stale):  # another process begins it
            await live_game.keep(lines)
            self.service.announce(live_game)

    async def deposit(self, seat: Seat, chapter: Chapter) -> Plain:
        """The server's half of a chapter's links, and an envelope with the other half for the opponent's
        page.
        """
        async with self.service.live_games.enter(seat.table) as live_game:
            held = _held(live_game, seat)
            if held.stage(live_game.match, live_game.seq) != PLAYING:
                raise GrognardError(
                    "the dice of this table are not being played with parts of the players' browsers"
                )
            await asyncio.to_thread(self._deposit, held, live_game.match, seat, chapter)
        return await asyncio.to_thread(self.look, seat)

    def _deposit(self, held: Held, match: Match, seat: Seat, chapter: Chapter) -> None:
        now = match.rolls // CHAPTER
        if not now <= chapter.chapter <= now + 1:
            raise GrognardError(
                f"chapter {now} of the dice is being played; only it and the next can be deposited"
            )
        if chapter.chapter == 0 and chapter.tip != held.pledges[seat.seat].tip:
            raise GrognardError(f"this is not the chain {seat.seat} committed to before play")
        others = self.deposits.chapter(seat.table, chapter.chapter)
        if any(other.tip == chapter.tip for side, other in others.items() if side != seat.seat):
            raise GrognardError(
                "this is what the other side committed to; every side makes a secret of its own"
            )
        if not self.deposits.add(seat.table, seat.seat, chapter):
            raise GrognardError(
                f"{seat.seat} has deposited another chain for chapter {chapter.chapter}; the first one counts"
            )
        held.refresh(match.rolls)

    async def open(self, seat: Seat, asked: Opening) -> Plain:
        """The halves of both sides' links for the roll that is due: it is made, stored and announced.

        Both pages try as soon as a roll is due. The slower one is answered as if it had been the first.
        """
        with suppress(Stale):  # a page at another process was quicker
            return await self._open(seat, asked)
        return await self._open(seat, asked)

    async def _open(self, seat: Seat, asked: Opening) -> Plain:
        async with self.service.live_games.enter(seat.table) as live_game:
            state, dice = live_game.match.state, live_game.match.state.dice
            _held(live_game, seat)
            if not isinstance(dice, Pooled):
                raise GrognardError("no roll of this table is opened by the players' browsers")
            first = len(state.actions) + 1
            if asked.roll >= live_game.match.rolls:
                if asked.roll > live_game.match.rolls or state.to_move != CHANCE:
                    raise Stale(f"roll {asked.roll} is not due: {live_game.match.rolls} have been made")
                now, following = await asyncio.to_thread(self._chapters, seat.table, asked.roll)
                dice.open(asked.roll, asked.halves, now, following)
                await live_game.keep(live_game.roll())
                self.service.announce(live_game)
                self.service.notify(live_game, CHANCE)
            return self.service.answer(live_game, seat, first, asked.view)

    def _chapters(self, table: str, number: int) -> tuple[dict[str, Deposit], dict[str, Deposit]]:
        chapter = number // CHAPTER
        last = number % CHAPTER == CHAPTER - 1
        return self.deposits.chapter(table, chapter), (
            self.deposits.chapter(table, chapter + 1) if last else {}
        )


def _held(live_game: LiveGame, seat: Seat) -> Held:
    if seat.seat == WATCH:
        raise Forbidden("spectators have no part in the dice")
    if not live_game.held.expected:
        raise GrognardError("the server makes the secrets of this table's dice; no page has a part in them")
    return live_game.held


def dice_of(held: Held, header: Line, secrets: dict[str, str]) -> Committed | None:
    """The dice a stored record goes on with: those of the players' pages, or from the server's own secrets;
    `None`: neither is here.
    """
    if (pooled := held.dice()) is not None and pooled.header() == header:
        return pooled
    return Committed({side: secrets[side] for side in header["sides"]}) if secrets else None


__all__ = ["Escrow", "Held", "dice_of", "waiting_words"]
