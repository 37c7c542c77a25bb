"""The desk: sets tables up, hands out seats, knows them again, and rings when a table has changed."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any

import grognard
from grognard.core.chance import Committed, Typed
from grognard.core.facts import CHANCE
from grognard.core.game import Game
from grognard.core.record import DamagedRecord, Line, Match, check_header, read_lines, replay
from grognard.core.ruling import GrognardError
from grognard.play.files import make_dice
from grognard.players.registry import default, players_of

from . import view
from .bell import Bell
from .models import Branch, NewTable, Upload
from .rooms import Rooms, computers_of, is_computer, play_on
from .store import WATCH, Entry, Seat, Store


class Forbidden(GrognardError):
    """A seat that may not do this."""


def hashed(token: str) -> str:
    """What is kept of a token."""
    return sha256(token.encode()).hexdigest()


def fresh() -> str:
    return secrets.token_urlsafe(24)


class Desk:
    """One server's tables."""

    def __init__(self, database: str) -> None:
        self.store = Store(database)
        self.rooms = Rooms(self.store)
        self.bell = Bell()

    # -- setting up

    def begin(self, asked: NewTable) -> dict[str, Any]:
        """A new table."""
        game = grognard.load(asked.game)
        seed = None if asked.dice.seed is None else str(asked.dice.seed)
        dice = make_dice(game, asked.dice.kind, seed, {})
        match = Match.begin(game, asked.scenario, options=asked.options, enforcement=asked.enforcement, dice=dice)
        return self._set_up(match, asked.name, asked.seats)

    def take_in(self, asked: Upload) -> dict[str, Any]:
        """A table that goes on from a record, once every line of it has been checked."""
        try:
            lines = read_lines(asked.record.encode())
            check_header(lines[0])
            match = replay(grognard.load(str(lines[0].get("game"))), lines)
        except (KeyError, TypeError, AttributeError) as error:
            raise DamagedRecord(1, f"not a record that can be played again ({error!r})") from None
        if asked.secrets and match.lines[0]["dice"]["kind"] == "committed":
            dice = Committed(asked.secrets)
            if dice.header() != match.lines[0]["dice"]:
                raise GrognardError("these are not the secrets of the record's dice")
            match.state.dice = dice
        return self._set_up(match, asked.name, asked.seats)

    def branch(self, seat: Seat, asked: Branch) -> dict[str, Any]:
        """A what-if game of one's own from a position of this table: out of what the seat may have, and with other dice."""
        with self.rooms.open(seat.table) as room:
            lines, entry = view.prefix(room.match, seat.seat, asked.at), room.entry
        match = branched(grognard.load(entry.game), lines)
        name = asked.name or f"What if: {entry.name}"[:80]
        return self._set_up(match, name, {}, (entry.id, len(lines) - 1, asked.dice == "casual"))

    def _set_up(
        self, match: Match, name: str, chosen: Mapping[str, str], branch: tuple[str | None, int | None, bool] = (None, None, False)
    ) -> dict[str, Any]:
        sides = match.state.sides
        if strange := set(chosen) - set(sides):
            raise GrognardError(f"there is no side {', '.join(sorted(strange))}; there is {', '.join(sides)}")
        kinds = {side: chosen.get(side, "human") for side in sides}
        computers = computers_of(match.game.name, kinds)
        casual = branch[2]
        if match.state.to_move != CHANCE or match.state.dice is not None or casual:
            play_on(match, computers, casual)
        head = match.lines[0]
        entry = Entry(secrets.token_urlsafe(9), name or f"{match.game.title}, {head['scenario']}", match.game.name, str(head["scenario"]), *branch)
        tokens = {side: None if side in computers else fresh() for side in sides}
        watch = fresh()
        seats = [(side, kinds[side], hashed(token) if token else None) for side, token in tokens.items()]
        kept = match.state.dice.secrets if isinstance(match.state.dice, Committed) else {}
        self.store.create(entry, match.lines, [*seats, (WATCH, WATCH, hashed(watch))], kept)
        return {"table": entry.id, "seats": tokens, "watch": watch}

    # -- seats

    def seat(self, token: str) -> Seat | None:
        return self.store.find(hashed(token)) if token else None

    def mine(self, tokens: list[str]) -> list[dict[str, Any]]:
        """The tables some tokens open; what opens nothing is passed over."""
        found = []
        for token in dict.fromkeys(tokens):
            if seat := self.seat(token):
                found.append(self._summary(seat))
        return found

    def _summary(self, seat: Seat) -> dict[str, Any]:
        """A table in short; one whose record cannot be played any more is listed all the same, and says why."""
        try:
            with self.rooms.open(seat.table) as room:
                return view.summary(room, seat.seat)
        except GrognardError as error:
            entry, unknown = self.store.entry(seat.table), ("to_move", "turn", "phase", "over")
            row = {"table": entry.id, "name": entry.name, "game": entry.game, "seat": seat.seat, "seq": self.store.last(entry.id), "mine": False}
            return row | dict.fromkeys(unknown) | {"error": str(error)}

    def revoke(self, by: Seat, name: str) -> dict[str, Any]:
        """Makes a seat's token worthless and gives a new one.

        A player may do it with his own seat (so that whoever sent him the link cannot look in) and with the link for
        onlookers; and with a link he handed out, as long as nobody has played with it.
        """
        kinds = {**self.store.kinds(by.table), WATCH: WATCH}
        if name not in kinds or is_computer(kinds[name]):
            raise GrognardError(f"there is no seat {name!r} here that has a token")
        handed_out = by.kind == "human" and kinds[name] in ("link", "human") and not self.store.used(by.table, name)
        if by.seat == WATCH or not (name in (by.seat, WATCH) or handed_out):
            raise Forbidden(f"the seat {name} is not yours to revoke")
        token = fresh()
        self.store.change_seat(by.table, name, token=hashed(token))
        self.bell.ring(by.table)
        return {"seat": name, "token": token}

    # -- playing

    def act(self, seat: Seat, text: str, seq: int) -> dict[str, Any]:
        """An action, stored before it is answered and announced after."""
        _player(seat)
        with self.rooms.open(seat.table) as room:
            first = room.act(seat.seat, text, seq)
            events = view.log(room.match, seat.seat, first)
            now = room.seq
        if not seat.used:
            self.store.change_seat(seat.table, seat.seat, used=True)
        self.bell.ring(seat.table)
        return {"seq": now, "events": events, "words": [words for event in events for words in event["words"]]}

    def undo(self, seat: Seat, seq: int | None) -> dict[str, Any]:
        _player(seat)
        with self.rooms.open(seat.table) as room:
            taken = room.undo(seat.seat, seq)
            now = room.seq
        self.bell.ring(seat.table)
        return {"seq": now, "undone": taken}

    def say(self, seat: Seat, text: str) -> list[dict[str, Any]]:
        _player(seat)
        self.store.say(seat.table, seat.seat, text)
        self.bell.ring(seat.table)
        return self.store.talk(seat.table)

    def news(self, seat: Seat) -> dict[str, Any] | None:
        """What a stream tells: numbers only; nothing once the seat's token is worth nothing."""
        if self.store.find(seat.token) is None:
            return None
        return {"seq": self.store.last(seat.table), "chat": self.store.last_said(seat.table)}

    def notes(self, seat: Seat) -> dict[str, str]:
        _player(seat)
        return {"text": self.store.notes(seat.table, seat.seat)}

    def write_notes(self, seat: Seat, text: str) -> dict[str, str]:
        _player(seat)
        self.store.write_notes(seat.table, seat.seat, text)
        return {"text": text}


def branched(game: Game, lines: Sequence[Line]) -> Match:
    """The same actions and rolls again, with typed dice: those of the game that is being left are not to be foretold."""
    head = lines[0]
    match = Match.begin(game, head["scenario"], options=head["options"], enforcement=head["enforcement"], dice=Typed())
    for line in lines[1:]:
        match.do(line["do"])
    return match


def _player(seat: Seat) -> None:
    if seat.seat == WATCH:
        raise Forbidden("those who look on have no part in the game")


def game_row(game: Game) -> dict[str, Any]:
    """A game as the page that sets up a table offers it."""
    options = [
        {"name": r.name, "clause": r.clause, "kind": r.kind, "default": r.default, "values": dict(r.values)} for r in game.readings
    ]
    return {
        "name": game.name, "title": game.title, "sides": list(game.position.sides), "scenarios": list(game.scenarios),
        "refused": {name: why() for name, why in game.refused.items()},
        "players": [player.plain() for player in players_of(game.name)], "player": default(game.name),
        "options": options, "dice": ["committed", "seeded", "typed"], "enforcement": ["referee", "adviser", "free"],
    }  # fmt: skip
