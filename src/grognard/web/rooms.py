"""Games under way: loaded by replaying their record, changed only by what the core has judged, kept before answered."""

from __future__ import annotations

import random
import secrets
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from threading import Lock, RLock

import grognard
from grognard.core.chance import Committed
from grognard.core.facts import CHANCE, Action
from grognard.core.record import Line, Match, replay
from grognard.core.ruling import GrognardError, IllegalAction, Ruling
from grognard.core.state import State
from grognard.players.seat import Seat, seated

from .store import WATCH, Entry, Stale, Store

MOST_ROOMS = 64  # games kept in memory; any other is replayed when it is asked for
MOST_ACTIONS = 5000  # of chance and computers in answer to one of a person: more than a whole game
_whims = random.SystemRandom()


def is_computer(kind: str) -> bool:
    return kind.partition(":")[0] == "computer"


def computers_of(game: str, kinds: Mapping[str, str]) -> dict[str, Seat]:
    """The computer players of a table. Each is shown its side's sight and never the position; nobody can foretell its whims."""
    return {side: seated(kind, game, side, secrets.token_hex(8)) for side, kind in kinds.items() if is_computer(kind)}


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
    return str(match.lines[0]["dice"]["kind"])


def play_on(match: Match, computers: Mapping[str, Seat], casual: bool = False) -> None:
    """Lets the dice and the computer players answer until a person has to."""
    state = match.state
    for _ in range(MOST_ACTIONS):
        if state.to_move == CHANCE and casual:
            match.do(throw(state))
        elif state.to_move == CHANCE and dice_kind(match) != "typed":
            if state.dice is None:
                raise GrognardError("the dice of this record are committed and their secrets are not here: it can only be looked at")
            match.roll()
        elif state.to_move in computers:
            match.do(computers[str(state.to_move)].choose(state))
        else:
            return


def throw(state: State) -> Action:
    """Casual dice: thrown by the system, written down as if somebody had typed them."""
    actions, weights = zip(*state.chance_weights(), strict=True)
    return _whims.choices(actions, weights)[0]  # type: ignore[no-any-return]


# ---------------------------------------------------------------- rooms


class Room:
    """One table in this process. Use it only inside `Rooms.open`."""

    match: Match

    def __init__(self, store: Store, table: str) -> None:
        self.store, self.table, self.lock = store, table, RLock()
        self.entry: Entry = store.entry(table)
        self.kinds = store.kinds(table)
        self.computers = computers_of(self.entry.game, self.kinds)
        self.seq = -1  # of the last stored line; -1: nothing loaded

    @property
    def typed(self) -> bool:
        """Whether persons roll physical dice."""
        return dice_kind(self.match) == "typed" and not self.entry.casual

    def refresh(self) -> None:
        """Loads the game if this process does not have it as it now stands."""
        if self.store.last(self.table) != self.seq:
            rows = self.store.lines(self.table)
            match = replay(grognard.load(self.entry.game), settled(rows))
            if (header := match.lines[0]["dice"])["kind"] == "committed":
                secrets = self.store.secrets(self.table)
                match.state.dice = Committed({side: secrets[side] for side in header["sides"]}) if secrets else None
            self.match, self.seq = match, len(rows) - 1

    @contextmanager
    def _changing(self, seq: int | None) -> Iterator[Match]:
        """Whatever goes wrong, the game in memory is thrown away and the stored one stands."""
        if seq is not None and seq != self.seq:
            raise Stale(f"the table has moved on: it is at {self.seq}, this was chosen at {seq}")
        try:
            yield self.match
        except BaseException:
            self.seq = -1
            raise

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

    def act(self, seat: str, text: str, seq: int) -> int:
        """One action of a person and what answers it; gives the number of its line in the record."""
        with self._changing(seq) as match:
            action = match.game.parse(text)
            if rulings := self.objections(seat):
                raise IllegalAction(action, rulings)
            first = len(match.lines)
            match.do(action)
            play_on(match, self.computers, self.entry.casual)
            self._keep(match.lines[first:])
        return first

    def _keep(self, lines: Sequence[Line]) -> None:
        self.store.append(self.table, self.seq + 1, lines)
        self.seq += len(lines)

    def undo(self, seat: str, seq: int | None) -> list[str]:
        """Takes back the last decision of a seat: not past a roll, a revealed fact or another side's answer."""
        with self._changing(seq) as match:
            self._may_undo(match, seat)
            taken = match.undo()
            self._keep([{"undo": len(taken), "by": seat}])
        return [str(action) for action in taken]

    def _may_undo(self, match: Match, seat: str) -> None:
        last = match.lines[-1]
        if last.get("by") == CHANCE:
            raise GrognardError("the last decision has been answered by a roll, which is not taken back")
        if last.get("by") != seat:
            raise GrognardError(f"the last decision was not made by {seat}: there is nothing of yours to take back")
        if reveals(match.state, seat):
            raise GrognardError("something hidden was revealed by it, which is not taken back")


def reveals(state: State, seat: str) -> bool:
    """Whether the last action brought a hidden fact to light."""
    for name, key, _, new, _ in state.journal[state.marks[-1] :]:
        field = state.fields.get(name)
        if field is not None and field.seen is not None:
            start = field.start if key < 0 else field.start[key]
            if new == start or not field.seen(state, seat, key):
                return True
    return False


class Rooms:
    """The tables this process has in hand."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._rooms: OrderedDict[str, Room] = OrderedDict()
        self._lock = Lock()

    @contextmanager
    def open(self, table: str) -> Iterator[Room]:
        """A table as it now stands, nobody else of this process in it."""
        with self._lock:
            room = self._rooms.pop(table, None) or Room(self.store, table)
            self._rooms[table] = room
            while len(self._rooms) > MOST_ROOMS:  # whoever still holds one is checked by the database's key
                self._rooms.popitem(last=False)
        with room.lock:
            room.refresh()
            yield room


__all__ = ["MOST_ACTIONS", "WATCH", "Room", "Rooms", "computers_of", "dice_kind", "is_computer", "play_on", "reveals", "settled"]
