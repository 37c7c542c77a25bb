"""The desk: sets tables up, hands out seats, knows them again, and rings when a table has changed."""

from __future__ import annotations

import asyncio
import logging
import random
import secrets
import signal
import threading
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping, Sequence
from contextlib import suppress
from functools import partial
from hashlib import sha256
from types import FrameType
from typing import Any

import grognard
from grognard.core.chance import Committed, Typed
from grognard.core.facts import CHANCE
from grognard.core.game import Game
from grognard.core.record import DamagedRecord, Line, Match, check_header, read_lines, replay
from grognard.core.ruling import GrognardError
from grognard.play.files import make_dice
from grognard.players.registry import adviser, default, players_of
from grognard.players.seat import seated

from . import view
from .bell import Bell, Stream
from .hooks import Hooks
from .letters import fold, new_lines, unfold
from .models import Branch, NewTable, Upload
from .notices import Listener
from .rooms import Room, Rooms, is_computer, roll_on
from .snapshots import EVERY, pack, version
from .store import WATCH, Entry, Seat, Snapshot, Stale, Store
from .thinkers import Thinkers, task_of

_log = logging.getLogger("grognard.web")
MAIL = "mail"  # a side that is played elsewhere, by letters
SEATS = 60.0  # seconds at most that a process believes in a seat it has not been told to forget
REST = 3.0  # computer players leave the server alone for so many times as long as an action took
MOST_REST = 0.2  # seconds
LONGEST = 60.0  # seconds a turn a computer player may be given: others wait for the same process
RESUME = 3.0  # seconds after which a process takes over a computer player that another seems to have left


class Forbidden(GrognardError):
    """A seat that may not do this."""


def hashed(token: str) -> str:
    """What is kept of a token."""
    return sha256(token.encode()).hexdigest()


def fresh() -> str:
    return secrets.token_urlsafe(24)


class Desk:
    """One server's tables. What changes a game runs on the event loop; what only looks, in threads."""

    def __init__(self, database: str, thinkers: int = 1, hooks: str | None = None) -> None:
        self.store = Store(database)
        self.rooms = Rooms(self.store)
        self.bell = Bell()
        self.thinkers = Thinkers(thinkers)
        self.floor = asyncio.Lock()  # computer players act one at a time: people go first, however quick they think
        self.hooks = Hooks(hooks) if hooks else None
        self.loop: asyncio.AbstractEventLoop | None = None
        self._listener: Listener | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._seats: dict[str, Seat] = {}  # by token; see `seat_changed`
        self._seats_until = 0.0  # when they are looked up again all the same

    # -- the life of the server

    async def start(self) -> None:
        self.loop = asyncio.get_running_loop()
        self._mind_signals()
        if self.store.shared:
            self._listener = Listener(self.store.engine, partial(self.soon, self.notice), partial(self.soon, self.listening))

    async def stop(self) -> None:
        if self._listener is not None:
            await asyncio.to_thread(self._listener.close)
        for task in list(self._tasks):
            task.cancel()
        self.thinkers.close()
        if self.hooks is not None:
            self.hooks.close()
        await asyncio.to_thread(self.store.close)

    def _mind_signals(self) -> None:
        """A server that is told to stop waits for its open streams, so they are ended first."""
        if threading.current_thread() is not threading.main_thread():
            return  # as in tests: nobody sends it a signal
        for number in (signal.SIGINT, signal.SIGTERM):
            before = signal.getsignal(number)
            if callable(before):
                signal.signal(number, partial(self._stopped, before))

    def _stopped(self, before: Callable[[int, FrameType | None], Any], number: int, frame: FrameType | None) -> None:
        self.soon(self.bell.close)
        before(number, frame)

    def listening(self, up: bool) -> None:
        """Whether other processes are heard. What was remembered may have changed meanwhile."""
        self.store.listening = up
        self._seats.clear()
        if up:
            for table in self.bell.tables():
                self.begin_task(self._look_again(table))

    async def _look_again(self, table: str) -> None:
        seq, chat = await asyncio.to_thread(lambda: (self.store.last(table), self.store.last_said(table)))
        await self.heard(table, seq)
        self.said(table, chat)

    def notice(self, words: str) -> None:
        """On the event loop: `TABLE SEQ`, `TABLE chat NUMBER` or `TABLE seat NAME`, from some process, maybe this one."""
        match words.split(" "):
            case [table, seq]:
                self.begin_task(self.heard(table, int(seq)))
            case [table, "chat", number]:
                self.said(table, int(number))
            case [table, "seat", name]:
                self.seat_changed(table, name)

    def begin_task(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def soon(self, call: Callable[..., object], *args: Any) -> None:
        """From any thread: done on the event loop."""
        if self.loop is not None and not self.loop.is_closed():
            self.loop.call_soon_threadsafe(call, *args)

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
        match = self._checked(read_lines(asked.record.encode()), asked.secrets)
        return self._set_up(match, asked.name, asked.seats)

    def _checked(self, lines: list[Line], secrets_: Mapping[str, str] | None) -> Match:
        """A record that came from elsewhere, every line of it judged; with the secrets of its dice, if they are its."""
        try:
            check_header(lines[0])
            match = replay(grognard.load(str(lines[0].get("game"))), lines)
        except (KeyError, TypeError, AttributeError) as error:
            raise DamagedRecord(1, f"not a record that can be played again ({error!r})") from None
        if secrets_ and match.lines[0]["dice"]["kind"] == "committed":
            dice = Committed(secrets_)
            if dice.header() != match.lines[0]["dice"]:
                raise GrognardError("these are not the secrets of the record's dice")
            match.state.dice = dice
        return match

    def branch(self, seat: Seat, asked: Branch) -> dict[str, Any]:
        """A what-if game of one's own from a position of this table: out of what the seat may have, and with other dice."""
        with self.rooms.open(seat.table) as room:
            lines, entry = view.prefix(room.match, seat.seat, asked.at), room.entry
        match = branched(grognard.load(entry.game), lines)
        name = asked.name or f"What if: {entry.name}"[:80]
        return self._set_up(match, name, {}, (entry.id, len(lines) - 1, asked.dice == "casual"))

    def _set_up(
        self,
        match: Match,
        name: str,
        chosen: Mapping[str, str],
        branch: tuple[str | None, int | None, bool] = (None, None, False),
    ) -> dict[str, Any]:
        sides = match.state.sides
        if strange := set(chosen) - set(sides):
            raise GrognardError(f"there is no side {', '.join(sorted(strange))}; there is {', '.join(sides)}")
        kinds = {side: chosen.get(side, "human") for side in sides}
        computers = {side for side, kind in kinds.items() if is_computer(kind)}
        for side in computers:
            clock = seated(kinds[side], match.game.name, side).orders.clock  # or it says that there is no such player
            if clock.a_turn is not None and clock.a_turn > LONGEST:
                raise GrognardError(f"a computer player thinks for {LONGEST:.0f} seconds a turn at most, not {clock.a_turn:g}")
        casual = branch[2]
        if match.state.to_move != CHANCE or match.state.dice is not None or casual:
            roll_on(match, casual)
        head = match.lines[0]
        entry = Entry(
            secrets.token_urlsafe(9),
            name or f"{match.game.title}, {head['scenario']}",
            match.game.name,
            str(head["scenario"]),
            *branch,
        )
        tokens = {side: None if side in computers or kinds[side] == MAIL else fresh() for side in sides}
        watch = fresh()
        seats = [(side, kinds[side], hashed(token) if token else None) for side, token in tokens.items()]
        kept = match.state.dice.secrets if isinstance(match.state.dice, Committed) else {}
        self.store.create(entry, match.lines, [*seats, (WATCH, WATCH, hashed(watch))], kept, snapshot_of(match))
        if match.state.to_move in computers:
            self.soon(self.nudge, entry.id)
        return {"table": entry.id, "seats": tokens, "watch": watch}

    # -- play by mail

    def letter(self, seat: Seat, to: str) -> str:
        """The game as it stands, to be sent to the one who plays a side elsewhere."""
        _player(seat)
        with self.rooms.open(seat.table) as room:
            if room.kinds.get(to) != MAIL:
                there = ", ".join(side for side, kind in room.kinds.items() if kind == MAIL)
                raise Forbidden(f"the side {to} of this table is not played by mail; {there or 'none'} is")
            return fold(room.match.lines, to, seat.seat, room.entry.name, self.store.secrets(seat.table))

    def take_letter(self, text: str) -> dict[str, Any]:
        """The first letter of a game: a table for the side it is for; all the others are played by mail from here."""
        letter = unfold(text)
        match = self._checked(letter.lines(), letter.secrets)
        if letter.to not in match.state.sides:
            raise GrognardError(f"this letter is for {letter.to}, a side this game does not have")
        return self._set_up(
            match, letter.name[:80], {side: "human" if side == letter.to else MAIL for side in match.state.sides}
        )

    async def answered(self, seat: Seat, text: str) -> dict[str, Any]:
        """The answer to a letter: what the other side did is judged here, every line of it, and added to the record."""
        _player(seat)
        letter = unfold(text)
        await asyncio.to_thread(self._checked, letter.lines(), letter.secrets)
        async with self.rooms.enter(seat.table) as room:
            if letter.to != seat.seat or room.kinds.get(letter.sender) != MAIL:
                raise GrognardError(
                    f"this letter is from {letter.sender} to {letter.to}; here {seat.seat} waits for one from a side played by mail"
                )
            first = len(room.match.state.actions) + 1
            now = await asyncio.to_thread(lambda: room.match.lines)
            added = new_lines(now, letter, seat.seat)
            room.take(added)
            await room.keep(added)
            self.announce(room)
            self._notify(room, letter.sender)
            return {"seq": room.seq, "events": view.log(room.match, seat.seat, first), "words": []}

    # -- seats

    async def seat(self, token: str) -> Seat | None:
        """Who holds a token."""
        if not token:
            return None
        key, store = hashed(token), self.store
        if self._seats_until < (now := time.monotonic()):
            self._seats.clear()
            self._seats_until = now + SEATS
        if (found := self._seats.get(key)) is None:
            found = store.find(key) if store.quick else await asyncio.to_thread(store.find, key)
            if found is not None and (store.quick or store.listening):
                self._seats[key] = found
        return found

    def seat_changed(self, table: str, name: str) -> None:
        """On the event loop: its token or something else of it is no longer what it was."""
        gone = [key for key, seat in self._seats.items() if seat.table == table and seat.seat == name]
        for key in gone:
            del self._seats[key]
        self.begin_task(self._check_streams(table, name))

    async def _check_streams(self, table: str, name: str) -> None:
        """Ends the streams of a seat that were opened with a token which is worth nothing now."""
        for stream in self.bell.of(table, name):
            if await asyncio.to_thread(self.store.find, stream.token) is None:
                stream.put(None)

    def mine(self, tokens: list[str]) -> list[dict[str, Any]]:
        """The tables some tokens open; what opens nothing is passed over."""
        found = []
        for token in dict.fromkeys(tokens):
            if token and (seat := self.store.find(hashed(token))):
                found.append(self._summary(seat))
        return found

    def _summary(self, seat: Seat) -> dict[str, Any]:
        """A table in short; one whose record cannot be played any more is listed all the same, and says why."""
        try:
            with self.rooms.open(seat.table) as room:
                return view.summary(room, seat.seat)
        except GrognardError as error:
            entry, unknown = self.store.entry(seat.table), ("to_move", "turn", "phase", "over")
            row = {
                "table": entry.id,
                "name": entry.name,
                "game": entry.game,
                "seat": seat.seat,
                "seq": self.store.last(entry.id),
                "mine": False,
            }
            return row | dict.fromkeys(unknown) | {"error": str(error)}

    def revoke(self, by: Seat, name: str) -> dict[str, Any]:
        """Makes a seat's token worthless and gives a new one.

        A player may do it with his own seat (so that whoever sent him the link cannot look in) and with the link for
        onlookers; and with a link he handed out, as long as nobody has played with it.
        """
        kinds = {**self.store.kinds(by.table), WATCH: WATCH}
        if name not in kinds or is_computer(kinds[name]) or kinds[name] == MAIL:
            raise GrognardError(f"there is no seat {name!r} here that has a token")
        handed_out = by.kind == "human" and kinds[name] in ("link", "human") and not self.store.used(by.table, name)
        if by.seat == WATCH or not (name in (by.seat, WATCH) or handed_out):
            raise Forbidden(f"the seat {name} is not yours to revoke")
        token = fresh()
        self.store.change_seat(by.table, name, token=hashed(token))
        self.soon(self.seat_changed, by.table, name)
        return {"seat": name, "token": token}

    # -- playing

    async def act(self, seat: Seat, text: str, seq: int, show: bool = False) -> dict[str, Any]:
        """An action, stored before it is answered and announced after."""
        _player(seat)
        async with self.rooms.enter(seat.table, seq) as room:
            first = len(room.match.state.actions) + 1
            await room.keep(room.act(seat.seat, text, seq), None if seat.used else seat.seat)
            if not seat.used and seat.token in self._seats:
                self._seats[seat.token] = seat._replace(used=True)
            self.announce(room)
            self._notify(room, seat.seat)
            events = view.log(room.match, seat.seat, first)
            now = room.seq
            table = {"table": view.table(room, seat.seat)} if show else {}
        return {"seq": now, "events": events, "words": [words for event in events for words in event["words"]]} | table

    async def undo(self, seat: Seat, seq: int | None) -> dict[str, Any]:
        _player(seat)
        async with self.rooms.enter(seat.table, seq) as room:
            taken = room.undo(seat.seat, seq)
            await room.keep([{"undo": len(taken), "by": seat.seat}])
            self.announce(room)
            return {"seq": room.seq, "undone": taken}

    def announce(self, room: Room) -> None:
        """Tells everybody who listens in this process what has happened, and a computer player that it is to move."""
        table, bell = room.table, self.bell
        if bell.heard(table) and bell.seq.get(table) != room.seq:
            told_all = bell.seq.get(table) == room.told_seq
            first = room.told if told_all else len(room.match.state.actions)
            room.remember(first)
            bell.seq[table] = room.seq
            bell.tell(table, lambda seat: view.news(room, seat, first))
        room.told, room.told_seq = len(room.match.state.actions), room.seq
        if room.match.state.to_move in room.computers:
            self.nudge(table)

    async def heard(self, table: str, seq: int) -> None:
        """Some process has played at a table."""
        if self.bell.heard(table) and self.bell.seq.get(table, -1) < seq:
            async with self.rooms.enter(table, seq) as room:
                self.announce(room)

    # -- computer players

    def nudge(self, table: str, after: float = 0.0) -> None:
        """On the event loop: a computer player of this table may be to move."""
        self.begin_task(self._play(table, after))

    def seen(self, room: Room) -> None:
        """From a thread: somebody looks at a table; a computer player who left off, as the server was stopped, goes on."""
        if room.match.state.to_move in room.computers and not room.thinking:
            self.soon(self.nudge, room.table, RESUME if self.store.shared else 0.0)

    async def _play(self, table: str, after: float) -> None:
        """Lets the computer players of a table act until a person has to."""
        before = await asyncio.to_thread(self.store.last, table) if after else -1
        if after:
            await asyncio.sleep(after)
        async with self.rooms.enter(table) as room:
            if after and room.seq != before:
                return  # somebody is at it
            if room.thinking or room.match.state.to_move not in room.computers:
                return
            room.thinking = True
        try:
            while await self._play_once(table):
                pass
        finally:
            room.thinking = False

    async def _play_once(self, table: str) -> bool:
        """One action of a computer player; nothing is held while it thinks."""
        async with self.rooms.enter(table) as room:
            state, seq, side = room.match.state, room.seq, str(room.match.state.to_move)
            if side not in room.computers:
                return False
            task = task_of(table, side, room.computers[side], room.seed, state)
        try:
            do: str | None = await self.thinkers.choose(task)
        except Exception:
            _log.exception("the computer player %s of %s failed; anything legal is played for it", task.kind, task.game)
            do = None
        async with self.floor:
            begun = time.monotonic()
            async with self.rooms.enter(table, seq) as room:
                if room.seq == seq:
                    with suppress(Stale):  # another process was quicker
                        await room.keep(self._act_for(room, side, do, seq))
                        self.announce(room)
                        self._notify(room, side)
            await asyncio.sleep(min(REST * (time.monotonic() - begun), MOST_REST))
        return True

    def _act_for(self, room: Room, side: str, do: str | None, seq: int) -> list[Line]:
        """The action of a computer player, or any other if that is none: nobody is to wait for a player who cannot go on."""
        if do is not None:
            try:
                return room.act(side, do, seq)
            except Stale:
                raise
            except GrognardError:  # of what it chose nothing is logged: it may be hidden
                _log.error("a computer player of %s chose what is refused; anything legal is played for it", room.entry.game)
        return room.act(side, str(room.match.state.legal_actions().sample(random.SystemRandom())), seq)

    # -- notices

    def _notify(self, room: Room, by: str) -> None:
        """After an action: whoever is to move now and did not move before may have asked to be told elsewhere."""
        to_move = room.match.state.to_move
        if self.hooks is not None and to_move != by and to_move in room.kinds:
            notice = {"table": room.table, "name": room.entry.name, "seat": to_move, "seq": room.seq, "text": "it is your move"}
            self.begin_task(self._send(room.table, str(to_move), notice))

    async def _send(self, table: str, seat: str, notice: dict[str, Any]) -> None:
        url = (await asyncio.to_thread(self.store.hooks, table)).get(seat)
        if url and self.hooks is not None:
            self.hooks.put(url, notice)

    def hook(self, seat: Seat) -> dict[str, Any]:
        _player(seat)
        return {"url": self.store.hooks(seat.table).get(seat.seat), "offered": self.hooks is not None}

    def set_hook(self, seat: Seat, url: str | None) -> dict[str, Any]:
        _player(seat)
        if url is not None:
            if self.hooks is None:
                raise Forbidden("this server sends no notices; it would have to be started with --webhooks")
            self.hooks.check(url)
        self.store.change_seat(seat.table, seat.seat, hook=url)
        return self.hook(seat)

    # -- talk and notes

    def say(self, seat: Seat, text: str) -> list[dict[str, Any]]:
        _player(seat)
        number = self.store.say(seat.table, seat.seat, text)
        self.soon(self.said, seat.table, number)
        return self.store.talk(seat.table)

    def said(self, table: str, number: int) -> None:
        """On the event loop: there is talk at a table."""
        if self.bell.heard(table) and self.bell.chat.get(table, 0) < number:
            self.bell.chat[table] = number
            self.bell.tell(table, lambda seat: {})

    def listen(self, seat: Seat) -> AsyncIterator[bytes]:
        """The news of a table, as server-sent events."""

        async def where() -> tuple[int, int]:
            return await asyncio.to_thread(lambda: (self.store.last(seat.table), self.store.last_said(seat.table)))

        async def known() -> bool:
            find = self.store.find
            return (find(seat.token) if self.store.quick else await asyncio.to_thread(find, seat.token)) is not None

        return self.bell.stream(seat.table, Stream(seat.seat, seat.token), where, known)

    def notes(self, seat: Seat) -> dict[str, str]:
        _player(seat)
        return {"text": self.store.notes(seat.table, seat.seat)}

    def write_notes(self, seat: Seat, text: str) -> dict[str, str]:
        _player(seat)
        self.store.write_notes(seat.table, seat.seat, text)
        return {"text": text}


def snapshot_of(match: Match) -> Snapshot | None:
    """A record that is long already is not to be replayed every time its table is opened."""
    count = len(match.state.actions)
    return Snapshot(len(match.lines) - 1, count, version(match.game), pack(match)) if count >= EVERY else None


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
        {"name": r.name, "clause": r.clause, "kind": r.kind, "default": r.default, "values": dict(r.values)}
        for r in game.readings
    ]
    return {
        "name": game.name, "title": game.title, "sides": list(game.position.sides), "scenarios": list(game.scenarios),
        "refused": {name: why() for name, why in game.refused.items()},
        "players": [player.plain() for player in players_of(game.name)], "player": default(game.name), "strongest": adviser(game.name),
        "options": options, "dice": ["committed", "seeded", "typed"], "enforcement": ["referee", "adviser", "free"],
    }  # fmt: skip
