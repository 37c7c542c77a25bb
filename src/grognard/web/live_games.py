"""Games under way: loaded from their record, changed only by what the core has judged, kept before
answered.
"""

from __future__ import annotations

import asyncio
import pickle
import random
import secrets
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Collection, Coroutine, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from threading import Lock

import msgspec

import grognard
from grognard.core.due import due
from grognard.core.escrow import Pooled
from grognard.core.facts import CHANCE, Action
from grognard.core.game import Game
from grognard.core.lines import CARRIED, HEAD, UNDO, Line
from grognard.core.plain import Plain
from grognard.core.reading import replay
from grognard.core.record import PAST, REVEAL, ROLL, Match
from grognard.core.ruling import GrognardError, IllegalAction, Ruling
from grognard.core.state import State

from .clocks import Claim
from .escrow import Held, dice_of, waiting_words
from .snapshots import EVERY, TAIL, Stored, pack, play_rows, unpack, version
from .store import WATCH, Entry, Snapshot, Stale, Store, reading

MAX_BYTES = 512 << 20  # of games kept in memory, as estimated; any other is loaded when it is asked for
MAX_GAME_BYTES = (
    32 << 20
)  # of one game; a larger one is loaded again from its snapshot, without its early actions
LEAST_BYTES, FACTOR = (
    50_000,
    5,
)  # memory of a game: so much, and so many times its packed size (2 to 5 measured)
MAX_ROLLS = 5000  # in answer to one action: more than any game has
_whims = random.SystemRandom()
_encode = msgspec.json.Encoder().encode


def is_computer(kind: str) -> bool:
    return kind.partition(":")[0] == "computer"


# ---------------------------------------------------------------- a record as it is stored


def settled(rows: Sequence[Line]) -> list[Line]:
    """The record that stored rows come to. A head begins it anew; among rows of format 1, an `undo` row takes
    back rows before it.
    """
    lines: list[Line] = []
    old = False
    for row in rows:
        if HEAD in row:
            lines.clear()
        old = row.get(HEAD) == 1 or (old and CARRIED not in row)
        if old and UNDO in row:
            del lines[len(lines) - row[UNDO] :]
        else:
            lines.append(row)
    return lines


def roll_on(match: Match, casual: bool = False) -> None:
    """Lets the dice answer until a side has to act."""
    state = match.state
    for _ in range(MAX_ROLLS):
        if state.to_move != CHANCE:
            return
        if casual:
            match.do(throw(state))
        elif match.dice_kind == "typed":
            return
        elif state.dice is None:
            raise GrognardError(
                "the dice of this record are committed and their secrets are not here: it can only be"
                " looked at"
            )
        elif isinstance(state.dice, Pooled) and not state.dice.has(match.rolls):
            return  # until a player's page opens the roll
        else:
            match.roll()


def throw(state: State) -> Action:
    """Casual dice: thrown by the system, written down as if a player had typed them."""
    actions, weights = zip(*state.chance_weights(), strict=True)
    return _whims.choices(actions, weights)[0]  # type: ignore[no-any-return]


# ---------------------------------------------------------------- live games

Replayed = Callable[[Game, list[Line]], Stored]
UNPACKABLE = (pickle.PicklingError, TypeError, AttributeError)


def replayed_here(game: Game, lines: list[Line]) -> Stored:
    return Stored.from_match(replay(game, lines))


class LiveGame:
    """One table in this process. Use it only inside `LiveGames.open` or `LiveGames.enter`."""

    match: Stored

    def __init__(self, store: Store, table: str, replayed: Replayed) -> None:
        self.store, self.table, self.lock, self.replayed = store, table, Lock(), replayed
        self.entry: Entry = store.entry(table)
        self.game = grognard.load(self.entry.game)
        self.kinds = store.kinds(table)
        self.held = Held(store.deposits, table)
        self.clock = store.clocks.terms(table)
        self.claim: Claim | None = None  # the game ended on time
        self.computers = {side: kind for side, kind in self.kinds.items() if is_computer(kind)}
        self.seed = secrets.token_hex(8)  # of the computer players, which cannot be foreseen
        self.thinking = False  # a computer player of this process is at it
        self.seq = -1  # of the last stored line; -1: nothing loaded
        self.kept_at = 0  # actions at the last snapshot
        self.announced = 0  # actions that the streams have been told of
        self.announced_seq = -1  # and at which line that was
        self.weight = 0  # bytes of memory, as estimated; 0: not known
        self.counted = 0  # among the bytes of all live games
        self._weighed = 0  # actions held when it was estimated

    @property
    def typed(self) -> bool:
        """Whether persons roll physical dice."""
        return self.match.dice_kind == "typed" and not self.entry.casual

    @property
    def sealing(self) -> bool:
        """Whether play waits for the players' pages to seal their dice: nothing but the first head is
        stored.
        """
        return self.held.expected and self.seq == 0

    # -- loading

    def refresh(self) -> None:
        """Loads the game if this process does not have it as it now stands."""
        with reading(self.table):
            last = self.store.last(self.table)
            if last != self.seq and not (0 <= self.seq < last and self._catch_up()):
                self.load()
            if self.held.expected:
                self.held.refresh(self.match.rolls)
            if self.clock is not None and self.claim is None:
                self.claim = self.store.clocks.claim(self.table)

    def _catch_up(self) -> bool:
        """What other processes have added since."""
        rows = self.store.lines(self.table, self.seq)
        self.seq, before = -1, self.seq
        try:
            self.announced = min(self.announced, play_rows(self.match, rows))
        except GrognardError:
            return False
        self.seq = before + len(rows)
        return True

    def load(self, whole: bool = False) -> None:
        """From the last snapshot and the lines after it, or from all lines."""
        if whole or not self._from_snapshot():
            rows = self.store.lines(self.table)
            self.match, self.seq = self.replayed(self.game, settled(rows)), len(rows) - 1
            self.kept_at = 0
        if (header := self.match.dice_head)["kind"] == "committed":
            self.held.refresh(self.match.rolls)
            self.match.state.dice = dice_of(self.held, header, self.store.secrets(self.table))
        self.announced, self.announced_seq = len(self.match.standing), self.seq

    def _from_snapshot(self) -> bool:
        stored = self.store.snapshot(self.table)
        if stored is None or stored.rules != version(self.game):
            return False
        try:
            match = unpack(self.game, stored.body, lambda: settled(self.store.lines(self.table)))
            rows = self.store.lines(self.table, stored.seq)
            play_rows(match, rows)
        except Exception:  # whatever is wrong with it, the record itself will tell
            return False
        self.match, self.seq, self.kept_at = match, stored.seq + len(rows), stored.actions
        match.saved = len(match._lines)
        return True

    def remember(self, action: int) -> None:
        """Makes sure that the changes from an action on are known."""
        if action < self.match.base:
            self.load(whole=True)

    # -- memory

    def weigh(self) -> int:
        """Estimate the memory of the game: that of its last actions, for all that are held."""
        if self.seq < 0:  # it will be loaded again
            return self.weight
        held = len(self.match.standing) - self.match.base
        if not self.weight or abs(held - self._weighed) >= EVERY:
            self._weighed = held
            self.weight = LEAST_BYTES + FACTOR * _packed_size(self.match) * max(held, TAIL) // TAIL
        return self.weight

    def forget(self) -> None:
        """Drop the game; it is loaded again when it is asked for."""
        self.seq, self.weight = -1, 0
        self.__dict__.pop("match", None)

    # -- who may

    def may_act(self, seat: str) -> bool:
        """Whether a seat is to act; physical dice are rolled by any person who may see them."""
        state = self.match.state
        if self.sealing or self.claim is not None:
            return False
        if state.to_move == CHANCE:
            return self.typed and seat in self.kinds and state.secret_to in (None, seat)
        return state.to_move == seat

    def objections(self, seat: str) -> list[Ruling]:
        """Why a seat may do nothing at all now."""
        state = self.match.state
        if self.may_act(seat):
            return []
        if self.claim is not None:
            return [Ruling("", "the game is over: it was claimed on time")]
        if state.to_move is None:
            end = state.outcome()
            return [Ruling(end.clause if end else "", "the game is over")]
        if (status := self.held.status(self.match, self.seq, seat)) and (waits := status["waits"]):
            return [Ruling(due(state, seat).clause or "", waiting_words(waits))]
        to_move, purpose, clause = due(state, seat)
        return [Ruling(clause or "", f"it is not the move of {seat}: {to_move} is to act ({purpose})")]

    # -- changing: in memory first, then on the disk; what is not written is forgotten

    def check(self, seq: int | None) -> None:
        if seq is not None and seq != self.seq:
            raise Stale(f"the table has moved on: it is at {self.seq}, this was chosen at {seq}")

    def act(self, seat: str, text: str, seq: int) -> list[Line]:
        """One action and the dice that answer it; gives the lines that are to be kept."""
        self.check(seq)
        match = self.match
        action = match.game.parse(text)
        if rulings := self.objections(seat):
            raise IllegalAction(action, rulings)
        return self._played(lambda: match.do(action))

    def roll(self) -> list[Line]:
        """The roll that is due, and what follows; gives the lines that are to be kept."""
        return self._played(self.match.roll)

    def roll_on(self) -> None:
        roll_on(self.match, self.entry.casual)

    def _played(self, step: Callable[[], object]) -> list[Line]:
        """One action or roll and the dice that answer it; gives the lines that are to be kept."""
        match = self.match
        before = len(match._lines)
        try:
            step()
            self.roll_on()
            return match.unsaved
        except BaseException:
            if len(match._lines) != before or len(match.state.actions) != len(match.standing):
                self.seq = -1  # half of it was done
            raise

    def take(self, lines: list[Line]) -> None:
        """Lines that were played and checked elsewhere; they are to be kept."""
        before, match = self.seq, self.match
        self.seq = -1
        if match.unsaved or any(
            CARRIED in line for line in lines
        ):  # carried over here or there: read from the first line
            self.match = Stored.from_match(replay(self.game, [*match.lines[: match.saved], *lines]))
            self.match.state.dice = match.state.dice
        else:
            play_rows(match, lines)
        self.seq = before

    async def keep(self, lines: Sequence[Line], used: str | None = None) -> None:
        """Writes lines down (and that a seat was `used` for the first time); whatever goes wrong, the game in
        memory is thrown away and the stored one stands.
        """
        first = self.seq + 1
        self.seq = -1
        last = first + len(lines) - 1
        with reading(self.table):
            rows = [_encode(line).decode() for line in lines]
            snapshot, result = self._snapshot(last), self._result(last)
            await self.store.writer.put(
                self.table, first, rows, snapshot, used, self.clock is not None, result
            )
        self.seq, self.match.saved = last, len(self.match._lines)

    def _result(self, last: int) -> Plain | None:
        """The result that goes with the last lines of a rated game: its dice are opened then, so that nothing
        is taken back.
        """
        state = self.match.state
        end = state.outcome() if self.entry.rated and state.to_move is None else None
        if end is None:
            return None
        return {
            "seq": last,
            "winner": end.winner,
            "level": end.level[:200],
            "on_time": False,
            "at": self.store.now(),
        }

    def _snapshot(self, last: int) -> Snapshot | None:
        """The position as it will stand after a line, now and then."""
        count = len(self.match.standing)
        if abs(count - self.kept_at) < EVERY:
            return None
        self.kept_at = count
        try:
            return Snapshot(last, count, version(self.game), pack(self.match))
        except UNPACKABLE:  # a game with facts that cannot be packed does without
            return None

    def undo(self, seat: str, seq: int | None, past: bool = False, agreed: Collection[str] = ()) -> list[str]:
        """Takes back the last decision of a seat; gives what was taken back.

        `past`: also past a roll or a reveal, which the record then shows. Every other player must have
        `agreed`.
        """
        self.check(seq)
        if past and (
            others := [
                s for s, kind in self.kinds.items() if s not in (seat, *agreed) and not is_computer(kind)
            ]
        ):
            raise GrognardError(
                f"a roll or a reveal is taken back only if the other player agrees ({', '.join(others)})"
            )
        if self.claim is not None:
            raise GrognardError("the game is over: it was claimed on time")
        self._may_undo(seat, past)
        self.remember(self.match.last_decision())
        taken = self.match.undo((ROLL, REVEAL) if past else (), by=seat)
        self.announced = min(self.announced, len(self.match.standing))
        return [str(action) for action in taken]

    def _may_undo(self, seat: str, past: bool) -> None:
        match = self.match
        if not match.standing:
            raise GrognardError("there is nothing to take back")
        if match.state.to_move is None and (match.state.hidden or match.dice_kind == "seeded"):
            raise GrognardError(
                "the game is over: what its end has shown of secrets and dice is not taken back"
            )
        if not past and match.line_of(-1)["by"] == CHANCE:
            raise GrognardError(PAST[ROLL])
        if match.line_of(match.last_decision())["by"] != seat:
            raise GrognardError(
                f"the last decision was not made by {seat}: there is nothing of yours to take back"
            )


def _packed_size(match: Stored) -> int:
    try:
        return len(pack(match))
    except UNPACKABLE:
        return LEAST_BYTES


async def to_the_end(work: Coroutine[object, object, None]) -> None:
    """Waits for what a thread does even if it is not wanted any more, as it goes on all the same."""
    task = asyncio.ensure_future(work)
    try:
        await asyncio.shield(task)
    except asyncio.CancelledError:
        await asyncio.wait([task])
        raise


class LiveGames:
    """The tables this process has in memory."""

    def __init__(self, store: Store, replayed: Replayed = replayed_here) -> None:
        self.store, self.replayed = store, replayed
        self._open: OrderedDict[str, LiveGame] = OrderedDict()
        self._bytes = 0  # of all of them, as estimated
        self._lock = Lock()

    def _live_game(self, table: str) -> LiveGame:
        with self._lock:
            if live_game := self._open.get(table):
                self._open.move_to_end(table)
                return live_game
        with reading(table):
            live_game = LiveGame(self.store, table, self.replayed)
        with self._lock:
            return self._open.setdefault(table, live_game)

    def reseat(self, table: str) -> None:
        """From a thread: who sits where may have changed."""
        with self._lock:
            live_game = self._open.get(table)
        if live_game:
            with reading(table):
                live_game.kinds = self.store.kinds(table)

    def _leave(self, live_game: LiveGame) -> None:
        """Count the memory of a game that was used; of too much the games that were not used longest are
        dropped.
        """
        if live_game.weigh() > MAX_GAME_BYTES:
            live_game.forget()
        if live_game.weight == live_game.counted:
            return
        with self._lock:
            if self._open.get(live_game.table) is not live_game:
                return
            self._bytes += live_game.weight - live_game.counted
            live_game.counted = live_game.weight
            while (
                self._bytes > MAX_BYTES and len(self._open) > 1
            ):  # a dropped one in use is checked by the database's key
                self._bytes -= self._open.popitem(last=False)[1].counted

    @contextmanager
    def open(self, table: str) -> Iterator[LiveGame]:
        """From a thread: a table as it now stands, held by no other request of this process."""
        live_game = self._live_game(table)
        with live_game.lock:
            live_game.refresh()
            try:
                yield live_game
            finally:
                self._leave(live_game)

    @asynccontextmanager
    async def enter(self, table: str, seq: int | None = None) -> AsyncIterator[LiveGame]:
        """From the event loop: the same, but a table that is at `seq` already is taken to be up to date.

        A change made on that ground is refused by the database's key if it was not.
        """
        live_game = (
            self._live_game(table) if table in self._open else await asyncio.to_thread(self._live_game, table)
        )
        while not live_game.lock.acquire(blocking=False):
            await asyncio.sleep(0.001)
        try:
            if live_game.seq < 0 or live_game.seq != seq:
                await to_the_end(asyncio.to_thread(live_game.refresh))
            try:
                yield live_game
            finally:
                self._leave(live_game)
        finally:
            live_game.lock.release()


__all__ = ["WATCH", "LiveGame", "LiveGames", "is_computer", "roll_on", "settled", "to_the_end"]
