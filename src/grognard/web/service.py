"""The service: sets tables up, hands out seats, knows them again, and rings when a table has changed."""

from __future__ import annotations

import asyncio
import logging
import secrets
import signal
import threading
import time
from collections.abc import AsyncIterator, Callable, Collection, Coroutine, Mapping
from contextlib import suppress
from functools import partial
from hashlib import sha256
from types import FrameType

import msgspec
from sqlalchemy.exc import DatabaseError

import grognard
from grognard.core.chance import Committed
from grognard.core.escrow import PAGES
from grognard.core.facts import CHANCE
from grognard.core.game import Game
from grognard.core.lines import Line, written
from grognard.core.plain import Plain
from grognard.core.reading import replay
from grognard.core.record import Match
from grognard.core.ruling import GrognardError
from grognard.play.files import make_dice

from . import errands, view
from .broadcast import Broadcaster, Stream
from .club import Club, terms_of
from .computer_players import ComputerPlayers
from .copies import Beginning, copy_for
from .errands import Position
from .escrow import Escrow
from .game_views import has_orders
from .hooks import Hooks
from .live_games import LiveGame, LiveGames, is_computer, roll_on
from .mail import Mail
from .models import Branch, NewTable, Undo, Upload
from .notices import Listener
from .offload import Gate, Offload
from .player_workers import PlayerWorkers
from .receipts import receipts
from .reviews import Reviewer
from .set_up import LINK, MAIL, OPEN, is_rated, seat_kinds, snapshot_of
from .snapshots import Stored, unpack
from .standing_orders import StandingOrders
from .store import (
    CREATOR,
    WATCH,
    DamagedTable,
    Entry,
    Forbidden,
    Seat,
    Store,
    check_player,
    reading,
)
from .times import turn_since
from .uptime import BEAT_SECONDS

_log = logging.getLogger("grognard.web")
MAX_HINTS, MAX_HINTS_OF_A_CLIENT = 16, 3  # that are thought about at once: computer players wait behind them
QUICK_LINES = 100  # of a record that is played again in the server itself
REPLAY_SECONDS, REPLAY_DEADLINE = 120.0, 600.0  # for a longer one: processor time, and in all
MAX_REPLAYS = 64  # that wait
SHORT_STORY = 80  # actions that are told in the server itself
SEATS = 60.0  # seconds at most that a process believes in a seat it has not been told to forget


def hashed(token: str) -> str:
    """What is kept of a token."""
    return sha256(token.encode()).hexdigest()


def fresh() -> str:
    return secrets.token_urlsafe(24)


class Service:
    """One server's tables. What changes a game runs on the event loop; what only looks, in threads."""

    def __init__(
        self, database: str, thinkers: int = 1, hooks: str | None = None, now: Callable[[], float] = time.time
    ) -> None:
        self.store = Store(database, now)
        self.live_games = LiveGames(self.store, self.replayed)
        self.escrow = Escrow(self)
        self.club = Club(self)
        self.broadcaster = Broadcaster()
        self.thinkers = PlayerWorkers(thinkers)
        self.computers = ComputerPlayers(self)
        self.orders = StandingOrders(self)
        self.mail = Mail(self)
        self.reviews = Reviewer(self)
        self.offload = Offload()
        self.replays = Offload(1, REPLAY_SECONDS, REPLAY_DEADLINE, Gate(MAX_REPLAYS, MAX_REPLAYS, "tables"))
        self.hints = Gate(MAX_HINTS, MAX_HINTS_OF_A_CLIENT)
        self.hooks = Hooks(hooks) if hooks else None
        self.loop: asyncio.AbstractEventLoop | None = None
        self._thread = 0  # that of the event loop
        self._listener: Listener | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._seats: dict[str, Seat] = {}  # by token; see `seat_changed`
        self._seats_until = 0.0  # when they are looked up again all the same

    # -- the life of the server

    async def start(self) -> None:
        self.loop, self._thread = asyncio.get_running_loop(), threading.get_ident()
        self._mind_signals()
        self.begin_task(self._beat())
        if self.store.shared:
            self._listener = Listener(
                self.store.engine, partial(self.soon, self.notice), partial(self.soon, self.listening)
            )

    async def _beat(self) -> None:
        """Give signs of life, for the clocks of tables: while there is none, none of them runs."""
        while True:
            try:
                await asyncio.to_thread(self.store.clocks.uptime.beat)
            except DatabaseError as error:
                _log.error("the database: %s", type(error.orig).__name__)
            await asyncio.sleep(BEAT_SECONDS)

    async def stop(self) -> None:
        if self._listener is not None:
            await asyncio.to_thread(self._listener.close)
        for task in list(self._tasks):
            task.cancel()
        self.thinkers.close()
        self.reviews.close()
        self.offload.close()
        self.replays.close()
        if self.hooks is not None:
            self.hooks.close()
        await asyncio.get_running_loop().shutdown_default_executor()  # its threads may still read the store
        self.store.close()

    def _mind_signals(self) -> None:
        """A server that is told to stop waits for its open streams, so they are ended first."""
        if threading.current_thread() is not threading.main_thread():
            return  # as in tests: no signal is sent to it
        for number in (signal.SIGINT, signal.SIGTERM):
            before = signal.getsignal(number)
            if callable(before):
                signal.signal(number, partial(self._stopped, before))

    def _stopped(
        self, before: Callable[[int, FrameType | None], object], number: int, frame: FrameType | None
    ) -> None:
        self.soon(self.broadcaster.close)
        before(number, frame)

    def listening(self, up: bool) -> None:
        """Whether other processes are heard. What was remembered may have changed meanwhile."""
        self.store.listening = up
        self._seats.clear()
        if up:
            for table in self.broadcaster.tables():
                self.begin_task(self._look_again(table))

    async def _look_again(self, table: str) -> None:
        seq, chat = await asyncio.to_thread(lambda: (self.store.last(table), self.store.last_said(table)))
        await self.follow_lines(table, seq)
        self.publish_chat(table, chat)

    def notice(self, words: str) -> None:
        """On the event loop: `TABLE SEQ`, `TABLE chat NUMBER` or `TABLE seat NAME`, from some process, maybe
        this one.
        """
        match words.split(" "):
            case [table, "club"]:
                self.club_changed(table)
            case [table, seq]:
                self.begin_task(self.follow_lines(table, int(seq)))
            case [table, "chat", number]:
                self.publish_chat(table, int(number))
            case [table, "seat", name]:
                self.seat_changed(table, name)

    def club_changed(self, table: str) -> None:
        """On the event loop: a name, an open seat or a clock of a table has changed."""
        if self.broadcaster.has_listeners(table):
            self.begin_task(self._tell_club(table))

    async def _tell_club(self, table: str) -> None:
        async with self.live_games.enter(table) as live_game:
            over = view.claimed(live_game)
            self.broadcaster.publish(table, lambda seat: {"club": True, **over})

    def begin_task(self, work: Coroutine[object, object, None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._task_ended)

    def _task_ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if isinstance(error, GrognardError):
            _log.error("%s", error)  # one line: what is wrong is with the table, not with us
        elif error is not None:
            _log.error("work in the background failed", exc_info=error)

    def soon(self, call: Callable[..., object], *args: object) -> None:
        """From any thread: done on the event loop."""
        if self.loop is not None and not self.loop.is_closed():
            self.loop.call_soon_threadsafe(call, *args)

    # -- setting up

    def begin(self, asked: NewTable) -> Plain:
        """A new table."""
        game = grognard.load(asked.game)
        seed = None if asked.dice.seed is None else str(asked.dice.seed)
        dice = make_dice(game, asked.dice.kind, seed, {})
        match = Match.begin(
            game, asked.scenario, options=asked.options, enforcement=asked.enforcement, dice=dice
        )
        opened = [side for side, kind in asked.seats.items() if kind == OPEN]
        kinds = {side: LINK if side in opened else kind for side, kind in asked.seats.items()}
        return self.set_up(
            match, asked.name, kinds, pages=asked.dice.secrets == PAGES, opened=opened, club=asked
        )

    def take_in(self, match: Match, asked: Upload) -> Plain:
        """A table that goes on from a record, every line of which has been checked."""
        self.fit_secrets(match, asked.secrets)
        return self.set_up(match, asked.name, asked.seats)

    def fit_secrets(self, match: Match, secrets_: Mapping[str, str] | None) -> None:
        """Gives a match the secrets of its dice, if they are its."""
        if secrets_ and match.dice_kind == "committed":
            dice = Committed(secrets_)
            if dice.header() != match.dice_head:
                raise GrognardError("these are not the secrets of the record's dice")
            match.state.dice = dice

    def leave(self, seat: Seat, asked: Branch) -> tuple[Beginning, int, Entry]:
        """What a what-if game of one's own begins with, and after how many actions: what the seat may have of
        this table.
        """
        with self.live_games.open(seat.table) as live_game:
            at = len(live_game.match.standing) if asked.at is None else asked.at
            live_game.remember(at)
            return view.beginning(live_game.match, seat.seat, at), at, live_game.entry

    def branch(self, match: Match, entry: Entry, asked: Branch, at: int) -> Plain:
        """A what-if game that leaves a table after so many actions, with other dice."""
        name = asked.name or f"What if: {entry.name}"[:80]
        return self.set_up(match, name, {}, (entry.id, at, asked.dice == "casual"))

    # -- what is worked on beside the server

    async def position(self, seat: Seat) -> Position:
        """The table's position, for a question of a seat."""
        async with self.live_games.enter(seat.table) as live_game:
            return Position.seen_by(live_game.match.state, seat.seat)

    def replayed(self, game: Game, lines: list[Line]) -> Stored:
        """Play a record of this server again, a long one beside it. Called from a thread."""
        if len(lines) <= QUICK_LINES or self.loop is None or threading.get_ident() == self._thread:
            return Stored.from_match(replay(game, lines))
        work = self.replays.run("", errands.replayed, game.name, lines)
        return unpack(game, asyncio.run_coroutine_threadsafe(work, self.loop).result(), lambda: lines)

    def whole_record(self, seat: Seat) -> tuple[str, list[Line]]:
        """The game of a table and all its lines."""
        with self.live_games.open(seat.table) as live_game:
            return live_game.entry.game, list(live_game.match.lines)

    def short_story(self, seat: Seat, since: int | None, whole: bool) -> bytes | None:
        """What happened from an action on, if that is not long; else `None`."""
        with self.live_games.open(seat.table) as live_game:
            first, count = (
                view.story_start(live_game.match, seat.seat, since),
                len(live_game.match.state.actions),
            )
            if count - first > SHORT_STORY or max(first - view.LOG, 0) < live_game.match.base:
                return None
            return msgspec.json.encode(view.story(live_game.match, seat.seat, since, whole))

    def receipts(self, seat: Seat) -> tuple[Plain, str, list[Line]]:
        """The dice of a table, and what is needed for the verdict on them."""
        with self.live_games.open(seat.table) as live_game:
            return (
                receipts(live_game.match, seat.seat),
                live_game.entry.game,
                live_game.match.lines[: live_game.match.saved],
            )

    def copy(self, seat: Seat) -> bytes:
        """The record as a seat may have it, as a file."""
        with self.live_games.open(seat.table) as live_game:
            return written(copy_for(live_game.match, seat.seat))

    def set_up(
        self,
        match: Match,
        name: str,
        chosen: Mapping[str, str],
        branch: tuple[str | None, int | None, bool] = (None, None, False),
        pages: bool = False,
        opened: Collection[str] = (),
        club: NewTable | None = None,
    ) -> Plain:
        kinds, casual = seat_kinds(match, chosen, pages), branch[2]
        sides, computers = match.state.sides, {side for side, kind in kinds.items() if is_computer(kind)}
        if not pages and (match.state.to_move != CHANCE or match.state.dice is not None or casual):
            roll_on(match, casual)
        head = match.lines[0]
        entry = Entry(
            secrets.token_urlsafe(9),
            name or f"{match.game.title}: {match.game.about.scenario_named(str(head['scenario'])).name}"[:80],
            match.game.name,
            str(head["scenario"]),
            *branch,
            club is not None and is_rated(match, list(kinds.values()), club),
        )
        terms = terms_of(club.clock, kinds, MAIL) if club else None
        tokens = {side: None if side in computers or kinds[side] == MAIL else fresh() for side in sides}
        watch, creator = fresh(), fresh()
        seats = [(side, kinds[side], hashed(token) if token else None) for side, token in tokens.items()]
        dice_secrets = match.state.dice.secrets if isinstance(match.state.dice, Committed) else {}
        others = [(WATCH, WATCH, hashed(watch)), (CREATOR, CREATOR, hashed(creator))]
        pledging = sides if pages else ()
        self.store.create(
            entry, match.lines, [*seats, *others], dice_secrets, snapshot_of(match), pledging, opened, terms
        )
        if match.state.to_move in computers:
            self.soon(self.computers.nudge, entry.id)
        return {"table": entry.id, "seats": tokens, "watch": watch, "creator": creator}

    # -- seats

    async def seat(self, token: str) -> Seat | None:
        """Who holds a token."""
        if not token:
            return None
        key, store = hashed(token), self.store
        if self._seats_until < (now := time.monotonic()):
            self._seats.clear()
            self._seats_until = now + SEATS
        if (result := self._seats.get(key)) is None:
            result = store.find(key) if store.quick else await asyncio.to_thread(store.find, key)
            if result is not None and (store.quick or store.listening):
                self._seats[key] = result
        return result

    def seat_changed(self, table: str, name: str) -> None:
        """On the event loop: its token or something else of it is no longer what it was."""
        gone = [key for key, seat in self._seats.items() if seat.table == table and seat.seat == name]
        for key in gone:
            del self._seats[key]
        self.begin_task(self._check_streams(table, name))

    async def _check_streams(self, table: str, name: str) -> None:
        """Ends the streams of a seat that were opened with a token which is worth nothing now."""
        await asyncio.to_thread(self.live_games.reseat, table)
        for stream in self.broadcaster.streams_of(table, name):
            if await asyncio.to_thread(self.store.find, stream.token) is None:
                stream.end()

    def tables_of(self, tokens: list[str]) -> list[Plain]:
        """The tables some tokens open; what opens nothing is passed over."""
        result = []
        for token in dict.fromkeys(tokens):
            if token and (seat := self._holder(token)) and seat.seat != CREATOR:
                result.append(self._summary(seat))
        return result

    def _holder(self, token: str) -> Seat | None:
        """The seat a token opens; `None` also where its row is damaged, so that the other tables are
        listed.
        """
        try:
            with reading("of a seat"):
                return self.store.find(hashed(token))
        except DamagedTable as error:
            _log.error("%s", error)
            return None

    def _summary(self, seat: Seat) -> Plain:
        """A table in short; one whose record cannot be played any more is listed all the same, and says
        why.
        """
        try:
            with self.live_games.open(seat.table) as live_game:
                row, mover = view.summary(live_game, seat.seat), view.mover(live_game, seat.seat)
            with reading(seat.table):
                return row | {"since": turn_since(self.store.engine, seat.table, mover)}
        except GrognardError as error:
            row = {
                "table": seat.table,
                "name": "",
                "game": "",
                "scenario": "",
                "seat": seat.seat,
                "seq": -1,
                "mine": False,
                "error": str(error),
            }
            with suppress(DamagedTable), reading(seat.table):
                entry = self.store.entry(seat.table)
                row |= {
                    "name": entry.name,
                    "game": entry.game,
                    "scenario": entry.scenario,
                    "seq": self.store.last(entry.id),
                }
            return row | dict.fromkeys(("to_move", "turn", "phase", "over", "since"))

    def revoke(self, by: Seat, name: str) -> Plain:
        """Makes a seat's token worthless and gives a new one.

        A player can renew their own seat, so that the sender of the link cannot look in. The creator can
        renew the link for spectators, and any seat until its holder has acted or renewed it: from then on it
        may know secrets. A side played by mail has no player here, and can be asked to this table: it is then
        played by link. At a table that has no creator the player who writes to it does that.
        """
        kinds = {**self.store.kinds(by.table), WATCH: WATCH}
        if name not in kinds or is_computer(kinds[name]):
            raise GrognardError(f"there is no seat {name!r} here that has a token")
        if kinds[name] == MAIL and (
            by.seat == CREATOR or (by.seat != WATCH and not self.store.has_creator(by.table))
        ):
            return self._new_token(by, name, kind=LINK)
        if by.seat == WATCH or by.seat not in (name, CREATOR):
            holders = "the table's creator" if name == WATCH else "that seat or of the table's creator"
            raise Forbidden(f"a new link for {name} needs the token of {holders}")
        if by.seat == CREATOR and name != WATCH and self.store.used(by.table, name):
            raise Forbidden(
                f"{name} has taken the seat and may know secrets: only the token of that seat can renew its"
                " link"
            )
        # a player who renews their link has taken the seat; a seat that is taken from its player loses their
        # name
        return self._new_token(by, name, **({"used": True} if by.seat == name else {"player_id": None}))

    def _new_token(self, by: Seat, name: str, **also: object) -> Plain:
        token = fresh()
        self.store.change_seat(by.table, name, token=hashed(token), open_since=None, **also)
        self.live_games.reseat(by.table)
        self.soon(self.seat_changed, by.table, name)
        return {"seat": name, "token": token}

    # -- playing

    async def act(self, seat: Seat, text: str, seq: int, show: bool = False) -> Plain:
        """An action, stored before it is answered and announced after."""
        check_player(seat)
        async with self.live_games.enter(seat.table, seq) as live_game:
            first = len(live_game.match.state.actions) + 1
            await live_game.keep(live_game.act(seat.seat, text, seq), None if seat.used else seat.seat)
            if not seat.used and seat.token in self._seats:
                self._seats[seat.token] = seat._replace(used=True)
            self.announce(live_game)
            self.notify(live_game, seat.seat)
            if live_game.match.state.to_move is None:
                await asyncio.to_thread(self.store.seating.close, live_game.table)
            return self.answer(live_game, seat, first, show)

    @staticmethod
    def answer(live_game: LiveGame, seat: Seat, first: int, show: bool) -> Plain:
        """What a seat is told of the actions from a number on; `show`: with the table as it stands then."""
        events = view.log(live_game.match, seat.seat, first)
        table = {"table": view.table(live_game, seat.seat)} if show else {}
        return {
            "seq": live_game.seq,
            "events": events,
            "words": [words for event in events for words in event["words"]],
        } | table

    async def undo(self, seat: Seat, asked: Undo) -> Plain:
        check_player(seat)
        agreed = [
            other.seat
            for token in asked.agreed
            if (other := await self.seat(token)) and other.table == seat.table
        ]
        async with self.live_games.enter(seat.table, asked.seq) as live_game:
            live_game.check(asked.seq)
            taken: list[str] = await asyncio.to_thread(
                live_game.undo, seat.seat, asked.seq, asked.past, agreed
            )
            await live_game.keep(live_game.match.unsaved)
            self.announce(live_game)
            return {"seq": live_game.seq, "undone": taken}

    def announce(self, live_game: LiveGame) -> None:
        """Tell every stream of this process what has happened, and a computer player that it is to
        move.
        """
        table, broadcaster = live_game.table, self.broadcaster
        if broadcaster.has_listeners(table) and broadcaster.seq.get(table) != live_game.seq:
            all_sent = broadcaster.seq.get(table) == live_game.announced_seq
            first = live_game.announced if all_sent else len(live_game.match.state.actions)
            live_game.remember(first)
            broadcaster.seq[table] = live_game.seq
            broadcaster.publish(table, lambda seat: view.stream_message(live_game, seat, first))
        live_game.announced, live_game.announced_seq = len(live_game.match.state.actions), live_game.seq
        if live_game.match.state.to_move in live_game.computers:
            self.computers.nudge(table)
        elif has_orders(live_game.match.game):
            self.begin_task(self.orders.obey(table, live_game.seq))

    async def follow_lines(self, table: str, seq: int) -> None:
        """Some process has played at a table."""
        if self.broadcaster.has_listeners(table) and self.broadcaster.seq.get(table, -1) < seq:
            async with self.live_games.enter(table, seq) as live_game:
                self.announce(live_game)

    # -- notices

    def notify(self, live_game: LiveGame, by: str) -> None:
        """After an action: a player who is to move now and did not move before may have asked to be told
        elsewhere.
        """
        to_move = live_game.match.state.to_move
        if self.hooks is not None and to_move != by and to_move in live_game.kinds:
            notice = {
                "table": live_game.table,
                "name": live_game.entry.name,
                "seat": to_move,
                "seq": live_game.seq,
                "text": "it is your move",
            }
            self.begin_task(self._send(live_game.table, str(to_move), notice))

    async def _send(self, table: str, seat: str, notice: Plain) -> None:
        url = (await asyncio.to_thread(self.store.hooks, table)).get(seat)
        if url and self.hooks is not None:
            self.hooks.put(url, notice)

    def hook(self, seat: Seat) -> Plain:
        check_player(seat)
        return {"url": self.store.hooks(seat.table).get(seat.seat), "offered": self.hooks is not None}

    async def set_hook(self, seat: Seat, url: str | None) -> Plain:
        check_player(seat)
        if url is not None:
            if self.hooks is None:
                raise Forbidden("notifications are off; start the server with --webhooks")
            await self.hooks.check(url)
        await asyncio.to_thread(self.store.change_seat, seat.table, seat.seat, hook=url)
        return await asyncio.to_thread(self.hook, seat)

    # -- talk and notes

    def say(self, seat: Seat, text: str) -> list[Plain]:
        check_player(seat)
        number = self.store.say(seat.table, seat.seat, text)
        self.soon(self.publish_chat, seat.table, number)
        return self.store.talk(seat.table)

    def publish_chat(self, table: str, number: int) -> None:
        """On the event loop: there is talk at a table."""
        if self.broadcaster.has_listeners(table) and self.broadcaster.chat.get(table, 0) < number:
            self.broadcaster.chat[table] = number
            self.broadcaster.publish(table, lambda seat: {})

    def listen(self, seat: Seat) -> AsyncIterator[bytes]:
        """The news of a table, as server-sent events."""

        async def where() -> tuple[int, int]:
            return await asyncio.to_thread(
                lambda: (self.store.last(seat.table), self.store.last_said(seat.table))
            )

        async def known() -> bool:
            find = self.store.find
            return (
                find(seat.token) if self.store.quick else await asyncio.to_thread(find, seat.token)
            ) is not None

        return self.broadcaster.stream(seat.table, Stream(seat.seat, seat.token), where, known)

    def notes(self, seat: Seat) -> dict[str, str]:
        check_player(seat)
        return {"text": self.store.notes(seat.table, seat.seat)}

    def write_notes(self, seat: Seat, text: str) -> dict[str, str]:
        check_player(seat)
        self.store.write_notes(seat.table, seat.seat, text)
        return {"text": text}
