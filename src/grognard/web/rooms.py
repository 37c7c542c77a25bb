"""Games under way: loaded from their record, changed only by what the core has judged, kept before answered."""

from __future__ import annotations

import asyncio
import pickle
import random
import secrets
from collections import OrderedDict
from collections.abc import AsyncIterator, Coroutine, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from copy import deepcopy
from threading import Lock
from typing import Any

import msgspec

import grognard
from grognard.core.chance import Committed
from grognard.core.facts import CHANCE, LOG, Action
from grognard.core.record import Line, Match, replay
from grognard.core.ruling import GrognardError, IllegalAction, Ruling
from grognard.core.state import State

from .snapshots import EVERY, Stored, pack, play_rows, unpack, version
from .store import WATCH, Entry, Snapshot, Stale, Store

MOST_ROOMS = 2000  # games kept in memory; any other is loaded when it is asked for
MOST_ROLLS = 5000  # in answer to one action: more than any game has
_whims = random.SystemRandom()
_encode = msgspec.json.Encoder().encode


def is_computer(kind: str) -> bool:
    return kind.partition(":")[0] == "computer"


# ---------------------------------------------------------------- a record as it is stored


def settled(rows: Sequence[Line]) -> list[Line]:
    """The record that stored lines come to: a line `undo` takes back so many of those before it."""
    lines: list[Line] = []
    for row in rows:
        if "undo" in row:
            del lines[len(lines) - row["undo"] :]
        else:
            lines.append(row)
    return lines


def dice_kind(match: Match) -> str:
    return str(match._lines[0]["dice"]["kind"])


def roll_on(match: Match, casual: bool = False) -> None:
    """Lets the dice answer until somebody has to act."""
    state = match.state
    for _ in range(MOST_ROLLS):
        if state.to_move != CHANCE:
            return
        if casual:
            match.do(throw(state))
        elif dice_kind(match) == "typed":
            return
        elif state.dice is None:
            raise GrognardError(
                "the dice of this record are committed and their secrets are not here: it can only be looked at"
            )
        else:
            match.roll()


def throw(state: State) -> Action:
    """Casual dice: thrown by the system, written down as if somebody had typed them."""
    actions, weights = zip(*state.chance_weights(), strict=True)
    return _whims.choices(actions, weights)[0]  # type: ignore[no-any-return]


# ---------------------------------------------------------------- rooms


class Room:
    """One table in this process. Use it only inside `Rooms.open` or `Rooms.enter`."""

    match: Stored

    def __init__(self, store: Store, table: str) -> None:
        self.store, self.table, self.lock = store, table, Lock()
        self.entry: Entry = store.entry(table)
        self.game = grognard.load(self.entry.game)
        self.kinds = store.kinds(table)
        self.computers = {side: kind for side, kind in self.kinds.items() if is_computer(kind)}
        self.seed = secrets.token_hex(8)  # of the computer players' whims, which nobody can foretell
        self.thinking = False  # a computer player of this process is at it
        self.seq = -1  # of the last stored line; -1: nothing loaded
        self.kept_at = 0  # actions at the last snapshot
        self.told = 0  # actions those who listen have been told of
        self.told_seq = -1  # and at which line that was

    @property
    def typed(self) -> bool:
        """Whether persons roll physical dice."""
        return dice_kind(self.match) == "typed" and not self.entry.casual

    # -- loading

    def refresh(self) -> None:
        """Loads the game if this process does not have it as it now stands."""
        last = self.store.last(self.table)
        if last == self.seq:
            return
        if 0 <= self.seq < last and self._catch_up():
            return
        self.load()

    def _catch_up(self) -> bool:
        """What other processes have added since."""
        rows = self.store.lines(self.table, self.seq)
        self.seq, before = -1, self.seq
        try:
            self.told = min(self.told, play_rows(self.match, rows))
        except GrognardError:
            return False
        self.seq = before + len(rows)
        return True

    def load(self, whole: bool = False) -> None:
        """From the last snapshot and the lines after it, or from all lines."""
        if whole or not self._from_snapshot():
            rows = self.store.lines(self.table)
            self.match, self.seq = Stored.of(replay(self.game, settled(rows))), len(rows) - 1
            self.kept_at = 0
        if (header := self.match._lines[0]["dice"])["kind"] == "committed":
            secrets_ = self.store.secrets(self.table)
            self.match.state.dice = Committed({side: secrets_[side] for side in header["sides"]}) if secrets_ else None
        self.told, self.told_seq = len(self.match._by), self.seq

    def _from_snapshot(self) -> bool:
        kept = self.store.snapshot(self.table)
        if kept is None or kept.rules != version(self.game):
            return False
        try:
            match = unpack(self.game, kept.body, lambda: settled(self.store.lines(self.table)))
            rows = self.store.lines(self.table, kept.seq)
            play_rows(match, rows)
        except Exception:  # whatever is wrong with it, the record itself will tell
            return False
        self.match, self.seq, self.kept_at = match, kept.seq + len(rows), kept.actions
        return True

    def remember(self, action: int) -> None:
        """Makes sure that the changes from an action on are known."""
        if action < self.match.base:
            self.load(whole=True)

    # -- who may

    def mine(self, seat: str) -> bool:
        """Whether a seat is to act; physical dice are rolled by any person who may see them."""
        state = self.match.state
        if state.to_move == CHANCE:
            return self.typed and seat in self.kinds and state.secret_to in (None, seat)
        return state.to_move == seat

    def objections(self, seat: str) -> list[Ruling]:
        """Why a seat may do nothing at all now."""
        state = self.match.state
        if self.mine(seat):
            return []
        if state.to_move is None:
            end = state.outcome()
            return [Ruling(end.clause if end else "", "the game is over")]
        return [Ruling(state.step.clause, f"it is not the move of {seat}: {state.to_move} is to act ({state.purpose})")]

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
        before = len(match._by)
        try:
            match.do(action)
            roll_on(match, self.entry.casual)
            return match.lines_from(before + 1)
        except BaseException:
            if len(match._by) != before or len(match.state.actions) != before:
                self.seq = -1  # half of it was done
            raise

    def take(self, lines: list[Line]) -> None:
        """Lines that were played and checked elsewhere; they are to be kept."""
        before = self.seq
        self.seq = -1
        play_rows(self.match, lines)
        self.seq = before

    async def keep(self, lines: Sequence[Line], used: str | None = None) -> None:
        """Writes lines down (and that a seat was `used` for the first time); whatever goes wrong, the game in memory is thrown away and the stored one stands."""
        first = self.seq + 1
        self.seq = -1
        last = first + len(lines) - 1
        await self.store.writer.put(self.table, first, [_encode(line).decode() for line in lines], self._snapshot(last), used)
        self.seq = last

    def _snapshot(self, last: int) -> Snapshot | None:
        """The position as it will stand after a line, now and then."""
        count = len(self.match._by)
        if abs(count - self.kept_at) < EVERY:
            return None
        self.kept_at = count
        try:
            return Snapshot(last, count, version(self.game), pack(self.match))
        except (pickle.PicklingError, TypeError, AttributeError):  # a game with facts that cannot be packed does without
            return None

    def undo(self, seat: str, seq: int | None) -> list[str]:
        """Takes back the last decision of a seat: not past a roll, a revealed fact or another side's answer."""
        self.check(seq)
        self.remember(len(self.match._by) - 1)
        self._may_undo(seat)
        taken = self.match.undo()
        self.told = min(self.told, len(self.match._by))
        return [str(action) for action in taken]

    def _may_undo(self, seat: str) -> None:
        match = self.match
        last = match.lines_from(0)[-1]
        if last.get("by") == CHANCE:
            raise GrognardError("the last decision has been answered by a roll, which is not taken back")
        if last.get("by") != seat:
            raise GrognardError(f"the last decision was not made by {seat}: there is nothing of yours to take back")
        if reveals(match.state, seat, sealed="to" in last):
            raise GrognardError("something hidden was revealed by it, which is not taken back")


def reveals(state: State, seat: str, sealed: bool = False) -> bool:
    """Whether the last action (`sealed`: known to its own side alone) brought something hidden to light, for anybody."""
    for name, key, _, new, _ in state.journal[state.marks[-1] :]:
        if name == LOG:
            if new.to is not None and not sealed:
                return True  # a report for one side alone, as of scouts
        elif name in state.hidden:
            field = state.fields[name]
            start = field.start if key < 0 else field.start[key]
            if (new == start and not sealed) or not field.seen(state, seat, key):
                return True
    before = deepcopy(state)
    before.pop()
    return any(_uncovered(before, state, side) for side in (*state.sides, WATCH))


def _uncovered(before: State, after: State, side: str) -> bool:
    """Whether a side sees something that was there before and hidden from it."""
    for name in before.hidden:
        field, value = before.fields[name], before.__dict__[name]
        values = (
            ((-1, value, field.start),) if name in before.facts else zip(range(len(value)), value, field.start, strict=True)
        )
        for key, one, start in values:
            if one != start and field.seen(after, side, key) and not field.seen(before, side, key):
                return True
    return False


async def to_the_end(work: Coroutine[Any, Any, None]) -> None:
    """Waits for what a thread does even if nobody wants it any more, as it goes on all the same."""
    task = asyncio.ensure_future(work)
    try:
        await asyncio.shield(task)
    except asyncio.CancelledError:
        await asyncio.wait([task])
        raise


class Rooms:
    """The tables this process has in hand."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._rooms: OrderedDict[str, Room] = OrderedDict()
        self._lock = Lock()

    def _room(self, table: str) -> Room:
        with self._lock:
            if room := self._rooms.get(table):
                self._rooms.move_to_end(table)
                return room
        room = Room(self.store, table)
        with self._lock:
            room = self._rooms.setdefault(table, room)
            while len(self._rooms) > MOST_ROOMS:  # whoever still holds one is checked by the database's key
                self._rooms.popitem(last=False)
        return room

    @contextmanager
    def open(self, table: str) -> Iterator[Room]:
        """From a thread: a table as it now stands, nobody else of this process in it."""
        room = self._room(table)
        with room.lock:
            room.refresh()
            yield room

    @asynccontextmanager
    async def enter(self, table: str, seq: int | None = None) -> AsyncIterator[Room]:
        """From the event loop: the same, but a table that is at `seq` already is taken to be up to date.

        Whoever changes it on that ground is told by the database's key if it was not.
        """
        room = self._room(table) if table in self._rooms else await asyncio.to_thread(self._room, table)
        while not room.lock.acquire(blocking=False):
            await asyncio.sleep(0.001)
        try:
            if room.seq < 0 or room.seq != seq:
                await to_the_end(asyncio.to_thread(room.refresh))
            yield room
        finally:
            room.lock.release()


__all__ = ["WATCH", "Room", "Rooms", "dice_kind", "is_computer", "reveals", "roll_on", "settled"]
