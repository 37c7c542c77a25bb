"""Records: a game as its set-up and its actions, one JSON object a line, checkable by anybody. Knows no game.

    {"grognard": 1, "game": "sword-beach", "scenario": "standard", "rules": "1.0", "options": {...}, "dice": {...}}
    {"by": "german", "do": "record 736/716 1738", "salt": "...", "seal": "...", "now": "4be1c0a97d21"}
    {"by": "chance", "do": "roll 4", "links": "...", "now": "77d09be3a410"}

`now` is a chained digest: of the line before, the action, and every fact it changed (of a long list only the change). A secret
action is sealed with a salt when it is made; a side's copy holds the seal alone until the secret is out.
"""

from __future__ import annotations

import errno
import hashlib
import marshal
import os
import secrets
import shutil
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from io import RawIOBase
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from .chance import Checker, Committed, make_dice
from .facts import CHANCE, Action, Entry, Events, Short
from .procedure import Chance, Outcomes
from .ruling import GrognardError, IllegalAction
from .state import ADVISER, State

if TYPE_CHECKING:
    from .game import Game

FORMAT = 1
Line = dict[str, Any]
_encode = msgspec.json.Encoder().encode
_sha, _dumps = hashlib.sha256, marshal.dumps
_EMPTY = _sha()
MANY = 64  # lines whose digests are gone through at once
CUT = "is cut short, as a broken-off writing leaves it; `grognard mend` takes it off"


class DamagedRecord(GrognardError):
    """A record that is not what it was, with the number of the first line that differs (from 1)."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line, self.reason = line, reason


# ---------------------------------------------------------------- digests and seals


def link_digest(before: str, text: str, entries: list[Entry], short: Short) -> str:
    """The digest of a line: of the one before, the action, and every fact it changed (`short`: see `State.digested`)."""
    changed: list[object] = [before, text]
    for name, key, old, new, _ in entries:
        if (told := short[name]) is True:
            changed += (name, key, new)
        elif told:
            changed += (name, key, told(old, new))
    # marshal's version 2 writes plain values the same way everywhere and is the quickest that does
    digest = _EMPTY.copy()  # quicker than to begin one
    digest.update(_dumps(changed, 2))
    return digest.hexdigest()[:12]


def link_digests(before: str, texts: Iterable[str], journal: list[Entry], marks: list[int], short: Short) -> list[str]:
    """The digests of many lines one after another.

    `marks`: where the entries of each begin in the journal, and at the last the end.
    """
    found = []
    for text, start, end in zip(texts, marks, marks[1:], strict=False):  # of the marks the last is the end alone
        before = link_digest(before, text, journal[start:end], short)
        found.append(before)
    return found


def header_digest(header: Mapping[str, Any]) -> str:
    return _sha(_encode({k: v for k, v in sorted(header.items()) if k != "sum"})).hexdigest()[:12]


def seal(text: str, salt: str) -> str:
    return _sha(f"{salt} {text}".encode()).hexdigest()[:32]


# ---------------------------------------------------------------- a game being played and written down


class Match:
    """A position with its record. The lines are made when somebody looks; with a file, before an action is answered."""

    def __init__(self, game: Game, state: State, header: Line, path: Path | None = None) -> None:
        self.game, self.state, self.path = game, state, path
        self._lines: list[Line] = [header]
        self._by: list[str | None] = []  # who took each action
        self._sealed: dict[int, tuple[str, str]] = {}  # secret actions: the side that knows, and the salt
        self._rolls = 0  # rolls among the lines made so far
        self.size: int | None = None  # of the file as we last saw it; `None`: not known

    @classmethod
    def begin(cls, game: Game, scenario: str = "standard", **how: Any) -> Match:
        """A new game; arguments as for `Game.new`."""
        state = game.new(scenario, **how)
        header: Line = {
            "grognard": FORMAT,
            "game": game.name,
            "scenario": scenario,
            "rules": game.version,
            "options": msgspec.to_builtins(state.options),  # type: ignore[attr-defined]
            "enforcement": state.enforcement,
            "dice": state.dice.header() if state.dice else {"kind": "typed"},
        }
        header["sum"] = header_digest(header)
        return cls(game, state, header)

    # -- playing

    def do(self, action: Action | str) -> Events:
        """Judges an action, carries it out and writes it down."""
        state = self.state
        if isinstance(action, str):
            action = self.game.parse(action)
        frame, step = state.waiting_step()
        by, to = step.who(state, frame), state.secret_to if step.secret else None
        if by == CHANCE:
            self._check_roll(action)
        events = state.push(action)
        self._by.append(by)
        return events if to is None and self.path is None else self._keep(to, events)

    def roll(self) -> Events:
        """Lets the dice answer."""
        state, dice = self.state, self.state.dice
        step = state.step
        if not isinstance(step, Chance) or dice is None:
            return state.roll()  # which says what is wrong
        to = state.secret_to if step.secret else None
        # the dice choose among the outcomes on offer, so nobody has to judge what they say
        events = state.push_legal(dice.answer(state))
        self._by.append(CHANCE)
        return events if to is None and self.path is None else self._keep(to, events)

    def _keep(self, to: str | None, events: Events) -> Events:
        """Seals a secret action, and writes what is kept in a file."""
        if to is not None:
            self._sealed[len(self._by) - 1] = (to, secrets.token_hex(8))
        if self.path is not None:
            known = len(self._lines)
            try:
                self.store(b"".join([_encode(line) + b"\n" for line in self.lines[known:]]))
            except (OSError, GrognardError):
                self._take_back(len(self._by) - 1)  # what is not written down has not been done
                raise
        return events

    def store(self, data: bytes) -> None:
        """Adds lines to the file."""
        assert self.path is not None
        self.size = _append(self.path, data, self.size)

    # -- lines

    @property
    def lines(self) -> list[Line]:
        """The record, head first."""
        if len(self._lines) <= len(self._by):
            self._write_up()
        return self._lines

    def _write_up(self) -> None:
        """Makes the lines of all actions that have none yet."""
        state, lines, before = self.state, self._lines, self._lines[-1]
        journal, marks, adviser = state.journal, state.marks, state.enforcement == ADVISER
        now = before.get("now") or before["sum"]
        taken, actions, sealed, short, last = self._by, state.actions, self._sealed, state.digested, len(marks) - 1
        for number in range(len(lines) - 1, len(taken)):
            by, text = taken[number], str(actions[number])
            entries = journal[marks[number] : marks[number + 1] if number < last else None]
            line: Line = {"by": by, "do": text}
            if by == CHANCE:
                if state.dice is not None:
                    line |= state.dice.proof(self._rolls)
                self._rolls += 1
            if number in sealed:
                to, salt = sealed[number]
                line |= {"to": to, "salt": salt, "seal": seal(text, salt)}
            if adviser:
                line |= {"irregular": found} if (found := _irregular(Events(state.fields, entries))) else {}
            line["now"] = now = link_digest(now, text, entries, short)
            lines.append(line)
        if not state.stack and isinstance(state.dice, Committed):
            lines.append({"open": state.dice.opened()})

    @property
    def now(self) -> str:
        """The digest of the last action."""
        last = self.lines[-2] if "open" in self.lines[-1] else self.lines[-1]
        return str(last.get("now") or last["sum"])

    def take_over(self, lines: list[Line], by: list[str | None], sealed: dict[int, tuple[str, str]]) -> None:
        """Takes the lines of a record all of whose actions have been checked and pushed: how one is read."""
        self._lines, self._by, self._sealed = list(lines), by, sealed
        self._rolls = by.count(CHANCE)

    def _check_roll(self, action: Action) -> None:
        """Only physical dice are typed in; of the others a result is taken if it is the one that is due."""
        kind, dice = self.lines[0]["dice"]["kind"], self.state.dice
        if kind == "typed":
            return
        if dice is None:
            raise GrognardError(f"the dice of this game are {kind} and their secrets are not here: no roll can be made")
        if action in self.state.legal_actions() and dice.answer(self.state) != action:
            raise GrognardError(f"the dice of this game are {kind} and cannot be typed in; roll them")

    def undo(self, past_rolls: bool = False) -> list[Action]:
        """Takes back the last decision, and the rolls that answered it only if that is allowed."""
        if "open" in self.lines[-1]:
            raise GrognardError("the game is over and its dice are opened")
        if not self.state.actions:
            raise GrognardError("there is nothing to take back")
        last = len(self._by) - 1
        while last > 0 and self._by[last] == CHANCE:
            last -= 1
        if last < len(self._by) - 1 and not past_rolls:
            raise GrognardError("the last decision has been answered by a roll, which is not taken back")
        if self.path is None:
            return self._take_back(last)
        with alone_with(self.path):
            if self.size is not None and self.path.stat().st_size != self.size:
                raise _changed_meanwhile(self.path)
            taken = self._take_back(last)
            self.save(self.path)
        return taken

    def _take_back(self, first: int) -> list[Action]:
        """Takes back every action from number `first` on, and its line."""
        taken = [self.state.pop() for _ in range(first, len(self._by))]
        self._rolls -= self._by[first:].count(CHANCE)
        self._sealed = {number: seal_ for number, seal_ in self._sealed.items() if number < first}
        del self._by[first:], self._lines[first + 1 :]
        return taken

    # -- files

    def save(self, path: str | Path) -> None:
        """Writes the whole record, so that a kill leaves the old file or the new one."""
        self.path = Path(path)
        if isinstance(self.state.dice, Committed):  # first: a game whose secrets are lost can never roll again
            _replace(secrets_file(self.path), _encode(self.state.dice.secrets) + b"\n", private=True)
        data = b"".join(_encode(line) + b"\n" for line in self.lines)
        _replace(self.path, data)
        self.size = len(data)

    def copy_for(self, side: str) -> list[Line]:
        """What `side` may be given: while a secret of another side stands, its seal in place of it, and no digests."""
        hidden = {i for i, line in enumerate(self.lines) if line.get("to", side) != side and self._still_secret()}
        if not hidden:
            return self.lines
        return [
            {"by": line["by"], "to": line["to"], "seal": line["seal"]} if i in hidden
            else {k: v for k, v in line.items() if k != "now"}
            for i, line in enumerate(self.lines)
        ]  # fmt: skip

    def _still_secret(self) -> bool:
        """Secrets stand as long as some hidden fact is not at its start; at the end of a game all is open."""
        if not self.state.stack:
            return False
        own, fields = self.state.__dict__, self.state.fields
        return any(own[name] != fields[name].start for name in self.state.hidden)


def _irregular(events: Events) -> list[str]:
    return [e.clause for e in events if e.fact == "log" and str(e.new).startswith("irregular: ")]


def secrets_file(path: Path) -> Path:
    return path.with_name(path.name + ".secret")


@contextmanager
def alone_with(path: str | Path) -> Iterator[None]:
    """While this lasts no other process changes the records of that folder; where folders cannot be locked, a hope."""
    try:
        import fcntl
    except ImportError:  # not on this system
        yield
        return
    folder = os.open(Path(path).parent, os.O_RDONLY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        yield
    finally:
        os.close(folder)


def _changed_meanwhile(path: Path) -> GrognardError:
    return GrognardError(f"{path} has been changed by somebody else meanwhile; nothing was written")


def _append(path: Path, data: bytes, size: int | None) -> int:
    """Adds to a file that has that size still (`None`: any); gives the new one."""
    with alone_with(path), open(path, "r+b", buffering=0) as file:
        end = file.seek(0, os.SEEK_END)
        if size is not None and end != size:
            raise _changed_meanwhile(path)
        try:
            _write(file, data)
        except OSError:
            file.truncate(end)  # half a line would spoil the record
            raise
        return end + len(data)


def _replace(path: Path, data: bytes, private: bool = False) -> None:
    """Writes beside the file and puts the new one in its place; a link stays a link, and what is read-only stays as it is."""
    real = Path(os.path.realpath(path))
    fresh = real.with_name(real.name + ".new")
    try:
        if real.exists() and not os.access(real, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
        with open(fresh, "wb", buffering=0, opener=_private if private else None) as file:
            _write(file, data)
        if real.exists():
            shutil.copymode(real, fresh)
        os.replace(fresh, real)
    except OSError as error:
        error.filename = str(path)  # not the name of the file beside it
        raise


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def _write(file: RawIOBase, data: bytes) -> None:
    """All of it, onto the disk."""
    while data:
        data = data[file.write(data) or 0 :]
    os.fsync(file.fileno())


# ---------------------------------------------------------------- reading and checking


def read_lines(data: bytes) -> list[Line]:
    """The lines of a record; one that is no JSON object is refused by number."""
    try:
        found = msgspec.json.Decoder(Line).decode_lines(data)
        if found and data.endswith(b"\n"):
            return found
    except (msgspec.MsgspecError, RecursionError):
        pass
    lines: list[Line] = []
    for number, raw in enumerate(data.splitlines(), 1):
        try:
            lines.append(msgspec.json.decode(raw, type=Line))
        except (msgspec.MsgspecError, RecursionError) as error:
            last = number == data.count(b"\n") + 1  # nothing after it: its writing was broken off
            raise DamagedRecord(number, CUT if last else f"is not a line of a record ({error})") from None
    if not lines:
        raise DamagedRecord(1, "the file is empty")
    raise DamagedRecord(len(lines), CUT)


def unfinished(data: bytes) -> int:
    """How many bytes at the end of a record are a line whose writing was broken off; nobody had been answered it."""
    return len(data) - data.rfind(b"\n") - 1


def take_off(path: str | Path, data: bytes) -> None:
    """Cuts the unfinished line off a file that is still what `data` says."""
    with alone_with(path), open(path, "r+b", buffering=0) as file:
        if file.seek(0, os.SEEK_END) != len(data):
            raise _changed_meanwhile(Path(path))
        file.truncate(len(data) - unfinished(data))
        os.fsync(file.fileno())


def check_header(header: Line) -> None:
    if header.get("grognard") != FORMAT:
        raise DamagedRecord(1, "is not the head of a grognard record")
    if header.get("sum") != header_digest(header):
        raise DamagedRecord(1, "the head of the record has been changed")


def replay(game: Game, lines: list[Line], path: Path | None = None) -> Match:
    """Plays a record again, checking every action, roll and digest; raises `DamagedRecord` at the first difference."""
    header = lines[0]
    check_header(header)
    if header.get("game") != game.name:
        raise DamagedRecord(1, f"is a record of {header.get('game')}, not of {game.name}")
    if header.get("rules") != game.version:
        raise DamagedRecord(1, f"was played with rules {header.get('rules')}; these are {game.version}")
    kept = secrets_file(path) if path else None
    known = msgspec.json.decode(kept.read_bytes()) if kept and kept.is_file() else None
    try:
        state = game.new(
            header["scenario"],
            options=header["options"],
            enforcement=header["enforcement"],
            dice=make_dice(header["dice"], known),
        )
        match, checker = Match(game, state, header, path), Checker(header["dice"])
    except KeyError as error:
        raise DamagedRecord(1, f"the head does not say {error}") from None
    except (GrognardError, TypeError, ValueError, AttributeError) as error:
        raise DamagedRecord(1, str(error)) from None
    _Replay(match, checker, lines).run()
    if not state.stack and checker.kind == "committed" and "open" not in lines[-1]:
        raise DamagedRecord(len(lines) + 1, "the game is over and the keys of its dice are not opened")
    return match


_three = itemgetter("by", "do", "now")


def _columns(lines: list[Line]) -> Iterator[list[Any]]:
    """Who acted, what was done and the digest of every line, each by itself; `None` where a line does not say."""
    try:
        rows = list(map(_three, lines))
    except KeyError:
        rows = [(line.get("by"), line.get("do"), line.get("now")) for line in lines]
    return map(list, zip(*rows, strict=True)) if rows else iter(([], [], []))


def _actions(game: Game, texts: list[Any]) -> list[Action | None]:
    """What each line tells, `None` where no action can be read: it is refused when its turn comes."""
    try:
        return list(map(game.vocabulary.parse, texts))
    except (GrognardError, TypeError, AttributeError):
        return [_action(game, text) for text in texts]


def _action(game: Game, text: Any) -> Action | None:
    try:
        return game.vocabulary.parse(text)
    except (GrognardError, TypeError, AttributeError):
        return None


def _hands(by: list[Any], lines: list[Line], checker: Checker) -> list[str | None]:
    """Who took the action of each line, `None` where the line holds more than most do: it is looked at by itself."""
    rolled = 4 if checker.kind == "committed" else 3
    return [
        hand if size <= 3 or (hand == CHANCE and size == rolled) else None
        for hand, size in zip(by, map(len, lines), strict=True)
    ]


class _Replay:
    """The lines after the head, played again.

    What is as most lines are is judged and carried out at once; digests and proofs are gone through many lines at a time,
    which takes less, but always before anything is said of a later line: the first that differs is the one that is named.
    """

    def __init__(self, match: Match, checker: Checker, lines: list[Line]) -> None:
        self.match, self.checker, self.lines = match, checker, lines
        done = lines[1:-1] if "open" in lines[-1] else lines[1:]
        self._by, self._texts, self._told = _columns(done)
        # for each line by its number, with an end: the action, and who took it if the line holds no more than most do
        self._actions = [None, *_actions(match.game, self._texts), None, None]
        self._hands = [None, *_hands(self._by, done, checker), None, None]
        self._sealed: dict[int, tuple[str, str]] = {}
        self._now, self._audited = lines[0]["sum"], 1  # the digest so far, and the line after it
        self._rolled: dict[int, tuple[int, Outcomes]] = {}  # by line: which roll it was, and what could have come

    def run(self) -> None:
        lines = self.lines
        for first in range(1, len(lines), MANY):
            end = min(first + MANY, len(lines))
            self._play(first, end)
            self._audit(end)
        self.match.take_over(lines, self._by, self._sealed)

    def _play(self, at: int, end: int) -> None:
        state = self.match.state
        while at < end:
            at = state.play_again(self._actions, self._hands, at, end, self._rolled)
            if at < end:
                self._audit(at)
                _replay_line(self.match, self.checker, line := self.lines[at], at + 1)
                if "to" in line:
                    self._sealed[at - 1] = line["to"], line["salt"]
                at += 1
                if "open" in line:
                    self._audited = at  # no action, and no digest

    def _audit(self, end: int) -> None:
        """Digests and proofs of the lines before `end` that have been played since the last time."""
        state, first = self.match.state, self._audited
        texts, told = self._texts[first - 1 : end - 1], self._told[first - 1 : end - 1]
        found = link_digests(self._now, texts, state.journal, [*state.marks[first - 1 :], len(state.journal)], state.digested)
        good = len(told) if told == found else next(i for i, (a, b) in enumerate(zip(told, found, strict=True)) if a != b)
        if self._rolled:
            if good < len(told):
                self._rolled = {at: roll for at, roll in self._rolled.items() if at <= first + good}
            if wrong := self.checker.first_wrong(self._rolled, state.actions, self.lines):
                raise DamagedRecord(wrong[0] + 1, wrong[1])
        if good < len(told):
            raise DamagedRecord(first + good + 1, f"digest {told[good]} where replaying gives {found[good]}")
        self._now, self._audited = found[-1] if found else self._now, end
        self._rolled.clear()


def _replay_line(match: Match, checker: Checker, line: Line, number: int) -> None:
    state, text = match.state, line.get("do")
    if "open" in line:
        if state.stack or checker.kind != "committed" or len(line) > 1 or checker.opened:
            raise DamagedRecord(number, "opens the keys of the dice where there are none to open")
        if wrong := checker.open(line["open"]):
            raise DamagedRecord(number, wrong)
        return
    by = state.to_move
    if not isinstance(text, str):
        raise DamagedRecord(number, "is sealed and cannot be replayed" if "seal" in line else "holds no action")
    if line.get("by") != by:
        raise DamagedRecord(number, f"says {line.get('by')} acted, but {by or 'nobody'} was to move")
    if state.step.secret or "to" in line:
        _check_seal(state, line, text, number)
    try:
        action = match.game.parse(text)
    except GrognardError as error:
        raise DamagedRecord(number, str(error)) from None
    if by == CHANCE and (wrong := checker.roll(state, action, line)):
        raise DamagedRecord(number, wrong)
    events = _push(state, action, number)
    if state.enforcement == ADVISER and line.get("irregular", []) != (found := _irregular(events)):
        raise DamagedRecord(number, f"does not say what was irregular: {', '.join(found) or 'nothing'}")
    _check_fields(state, checker, line, number)


def _push(state: State, action: Action, number: int) -> Events:
    try:
        return state.push(action)
    except IllegalAction as error:
        raise DamagedRecord(number, f"an illegal action: {error}") from None
    except GrognardError as error:
        raise DamagedRecord(number, str(error)) from None


def _check_fields(state: State, checker: Checker, line: Line, number: int) -> None:
    if strange := line.keys() - _fields(line.get("by"), "to" in line, checker.kind, state.enforcement):
        raise DamagedRecord(number, f"holds what such a line does not: {', '.join(sorted(strange))}")


def _fields(by: str | None, sealed: bool, dice: object, enforcement: str) -> set[str]:
    """What a line may hold."""
    found = {"by", "do", "now"}
    if by == CHANCE and dice == "committed":
        found |= {"links", "tips"}
    if sealed:
        found |= {"to", "salt", "seal"}
    return found | {"irregular"} if enforcement == ADVISER else found


def _check_seal(state: State, line: Line, text: str, number: int) -> None:
    to = state.secret_to if state.step.secret else None
    if line.get("to") != to:
        raise DamagedRecord(number, f"is said to be known to {line.get('to') or 'all'}; it is known to {to or 'all'}")
    if to is not None and line.get("seal") != seal(text, str(line.get("salt"))):
        raise DamagedRecord(number, "the seal does not fit the action")


def read_file(path: str | Path) -> bytes:
    try:
        return Path(path).read_bytes()
    except OSError as error:
        raise GrognardError(f"{str(path) or 'no file'}: {error.strerror}") from None


def open_match(game: Game, path: str | Path) -> Match:
    """A game from its file, checked from the first line to the last, ready to go on."""
    data = read_file(path)
    match = replay(game, read_lines(data), Path(path))
    match.size = len(data)
    return match


def load(game: Game, path: str | Path) -> State:
    """The position a record or a position file leads to."""
    data = read_file(path)
    if data.lstrip()[:1] == b"{":
        return open_match(game, path).state
    from .notation import read_position

    return read_position(game, data.decode("utf-8", "replace"))
