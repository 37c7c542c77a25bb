"""Reads records: checks every line, plays again what was played with today's rules, carries over what was
not. Knows no game.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from . import old_format
from .audit import Audit, are_texts
from .carry import Carrier
from .chance import make_dice
from .changes import has_secrets
from .facts import CHANCE, Action
from .files import read_file, read_secrets, secrets_file
from .lines import (
    CARRIED,
    DO,
    HEAD,
    OPEN,
    SALT,
    SEAL,
    UNDO,
    DamagedRecord,
    Line,
    digest_of_old,
    kind_of,
    read_lines,
)
from .plain import Plain
from .record import Match
from .replay import replay_line
from .ruling import GrognardError

if TYPE_CHECKING:
    from .game import Game
    from .state import State

BY_RULES, BY_RELEASE, BY_DIGESTS = "rules", "rules of its release", "digests"  # how lines were checked


class Part(NamedTuple):
    """Lines that were played with one version of the rules."""

    first: int  # from 1
    last: int
    release: str
    rules: str
    checked: (
        str  # played again with today's rules, or with those of its release; or only digests, seals and dice
    )


class Findings(NamedTuple):
    """What the check of a whole record has shown."""

    lines: int
    parts: list[Part]
    audit: Audit
    given: bool  # the game began with a position that the author of the file gave
    sealed: bool  # a side's copy: it can be checked and not played on
    goes_on_with: str = ""  # the rules a game under way is carried over to; empty: those of its last line
    back: int = 0  # actions that today's rules cannot read and take back when the game goes on


class Unread(Action, frozen=True, tag="unread"):
    """An action of other rules, which today's words cannot tell."""

    text: str

    def __str__(self) -> str:
        return self.text


# ---------------------------------------------------------------- opening


def replay(game: Game, lines: list[Line], path: Path | None = None) -> Match:
    """Checks a record and gives the game, ready to go on; raises `DamagedRecord` at the first line that is
    not right.

    If its last lines were played with other rules or data, the match has one more line, `carried`, which is
    not in the file yet.
    """
    secrets_path = secrets_file(path) if path else None
    known = read_secrets(secrets_path) if secrets_path and secrets_path.is_file() else None
    reader = Reader(game, lines)
    match = reader.read()
    match.path, match.saved = path, len(lines)
    match.state.dice = make_dice(match.dice_head, known)
    return match


def open_match(game: Game, path: str | Path) -> Match:
    """A game from its file, checked from the first line to the last, ready to go on."""
    data = read_file(path)
    match = replay(game, read_lines(data), Path(path))
    match.size = len(data)
    return match


def load(game: Game, path: str | Path) -> State:
    """The position a record or a position file leads to; a question under way is answered from it."""
    from .ask import speak_of
    from .notation import read_position

    data = read_file(path)
    record = data.lstrip()[:1] == b"{"
    state = open_match(game, path).state if record else read_position(game, data.decode("utf-8", "replace"))
    speak_of(state)
    return state


def is_sealed(lines: list[Line]) -> bool:
    """Whether a record is a side's copy, which can be checked and not played on.

    Of format 1 a copy without the seed has no digests, as a reader could try seeds until one fits.
    """
    without_sum = bool(lines) and lines[0].get(HEAD) == 1 and "sum" not in lines[0]
    return without_sum or any(SEAL in line and SALT not in line for line in lines)


def check_copy(lines: list[Line]) -> Findings:
    """Checks a side's copy: digests, links and faces, as far as the copy tells them."""
    check_head(lines)
    audit, first = Audit(), 0
    if lines[0][HEAD] == 1:
        first = next((at for at, line in enumerate(lines) if CARRIED in line), 0)
        if not first:
            raise DamagedRecord(
                1,
                "is the head of a sealed copy of format 1, which holds no digests: only the full record can"
                " be checked",
            )
        carried = lines[first][CARRIED]
        if not isinstance(carried, dict) or not carried.get("sides") or not are_texts(carried["sides"]):
            raise DamagedRecord(first + 1, "does not say which sides there are")
        audit.take_old(lines[:first], [None] * first, carried["sides"], carried)
    for line in lines[first:]:
        audit.take(line)
    audit.end(over=audit.position is not None and audit.position.get("stack") == [])
    return Findings(len(lines), _parts(lines), audit, "given" in lines[0], True)


def _parts(lines: list[Line]) -> list[Part]:
    """The parts of a record that is checked by its digests alone."""
    begun = [(at, line.get(CARRIED, line)) for at, line in enumerate(lines) if at == 0 or CARRIED in line]
    ends = [at for at, _ in begun[1:]] + [len(lines)]
    return [
        Part(at + 1, end, header.get("release", old_format.RELEASE), header["rules"], BY_DIGESTS)
        for (at, header), end in zip(begun, ends, strict=True)
    ]


def check_head(lines: list[Line]) -> str:
    """The game a record is of; refuses a file that does not begin as a record."""
    head = lines[0]
    if head.get(HEAD) not in (1, 2) or not isinstance(head.get("game"), str):
        raise DamagedRecord(1, "is not the head of a grognard record")
    return str(head["game"])


# ---------------------------------------------------------------- reading


class Reader:
    """Follows a record line by line: the audit checks what needs no rules, and today's rules what they can
    judge.
    """

    def __init__(self, game: Game, lines: list[Line]) -> None:
        self.game, self.lines, self.audit = game, lines, Audit()
        self.parts: list[Part] = []
        self.carrier: Carrier
        self.match: Match

    def read(self) -> Match:
        name = check_head(self.lines)
        if name != self.game.name:
            raise DamagedRecord(1, f"is a record of {name}, not of {self.game.name}")
        first = self._read_old() if self.lines[0][HEAD] == 1 else 0
        for line in self.lines[first:]:
            self.audit.take(line)
            getattr(self, f"_{kind_of(line)}")(line)
        self.audit.end(over=self._is_over())
        self._carry_on()
        return self.match

    def _is_over(self) -> bool:
        if self.carrier.is_current:
            return not self.match.state.stack
        return self.audit.position is not None and self.audit.position.get("stack") == []

    # -- parts

    def _begin_part(self, header: Line, release: str) -> None:
        self.carrier = Carrier(self.game, header["rules"], header["data"])
        number = self.audit.number
        if self.parts:
            self.parts[-1] = self.parts[-1]._replace(last=number - 1)
        self.parts.append(
            Part(
                number,
                len(self.lines),
                release,
                header["rules"],
                BY_RULES if self.carrier.is_current else BY_DIGESTS,
            )
        )

    def _position(self) -> Plain:
        if self.audit.position is None:
            raise self.audit.damage("is sealed and cannot be replayed")
        return self.audit.position

    def _grognard(self, line: Line) -> None:
        self._begin_part(line, line["release"])
        self.audit.follows_positions = not self.carrier.is_current
        if self.carrier.is_current and "given" not in line:
            self.match = self._from_scenario(line)
            return
        try:
            state = self.carrier.begin(self._position())
        except (GrognardError, KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
            raise self.audit.damage(f"tells a position that cannot be read ({error})") from None
        self.match = Match(self.game, state, [line])

    def _from_scenario(self, line: Line) -> Match:
        try:
            match = Match.begin(
                self.game, line["scenario"], options=line["options"], enforcement=line["enforcement"]
            )
        except (GrognardError, TypeError, ValueError, AttributeError) as error:
            raise self.audit.damage(str(error)) from None
        if match.lines[0]["put"] != line["put"] or match.lines[0]["options"] != line["options"]:
            raise self.audit.damage("does not begin as the scenario does")
        if line["sides"] != list(match.state.sides):
            raise self.audit.damage("names other sides than the game has")
        match.lines[0] = line
        return match

    # -- lines of format 2

    def _do(self, line: Line) -> None:
        match = self.match
        if self.carrier.is_current:
            try:
                replay_line(match, line)
            except GrognardError as error:
                raise self.audit.damage(str(error)) from None
        else:
            self.carrier.follow(match.state, self._action(line), self._position())
            match.secret = has_secrets(match.state)
            match.take(line)

    def _action(self, line: Line) -> Action:
        try:
            return self.game.parse(line["do"])
        except (GrognardError, KeyError):
            return Unread(line.get("do", ""))

    def _undo(self, line: Line) -> None:
        match = self.match
        if self.carrier.is_current and match.goes_past(len(match.standing) - line[UNDO]) != line.get(
            "past", []
        ):
            raise self.audit.damage("does not say what it goes past")
        match.take_undo(line)

    def _carried(self, line: Line) -> None:
        match = self.match
        if self.parts:
            match.forget(line[CARRIED].get("back", 0))
        self._begin_part(line[CARRIED], line[CARRIED]["release"])
        self.carrier.set(match.state, self._position())
        self.audit.follows_positions = not self.carrier.is_current
        match.secret, match.floor = has_secrets(match.state), len(match.standing)
        match.lines.append(line)

    def _open(self, line: Line) -> None:
        if self.match.state.stack:
            raise self.audit.damage("opens the keys of the dice where there are none to open")
        self.match.lines.append(line)

    # -- lines of format 1

    def _read_old(self) -> int:
        """Lines of format 1 are played again by the rules of release 0.1.0; gives how many they are."""
        if "sum" not in self.lines[0]:
            raise DamagedRecord(1, "is the head of a copy without digests and cannot be replayed")
        lines = self.lines
        count = next((at for at, line in enumerate(lines) if CARRIED in line), len(lines))
        positions = old_format.positions(lines[:count])
        carried = lines[count][CARRIED] if count < len(lines) else None
        self.audit.take_old(lines[:count], positions, list(self.game.position.sides), carried)
        self.carrier = Carrier(self.game, str(lines[0]["rules"]), old_format.DATA)
        self.match = match = Match(self.game, self.carrier.begin(positions[0]), lines[:count])
        for at, line in enumerate(lines[1:count], 1):
            if DO in line:
                match.standing.append(at)
                self.carrier.follow(match.state, self._action(line), positions[len(match.standing)])
        match.rolls, match.secret = self.audit.dice.rolls, has_secrets(match.state)
        self.parts.append(Part(1, count, old_format.RELEASE, lines[0]["rules"], BY_RELEASE))
        return count

    # -- the end

    def _carry_on(self) -> None:
        """Goes back to the last position that today's rules can read, and adds the line from which they
        apply.
        """
        match, audit = self.match, self.audit
        back, positions, rules = 0, [*audit.before, audit.position], ""
        if not self.carrier.is_current and positions[-1] and positions[-1].get("stack"):
            while not self.carrier.settle(match.state, positions.pop() or {}):
                if not positions:
                    raise GrognardError(
                        f"no position of this record can be read with rules {self.game.version} of"
                        f" {self.game.name}"
                    )
                match.forget(1)
                back += 1
            match.secret = has_secrets(match.state)
            old = self.lines[0][HEAD] == 1 and len(self.parts) == 1
            match.carry_over(back, **(_of_old(self.lines, match.state) if old else {}))
            rules = self.game.version
        audit.forget_positions()
        match.findings = Findings(
            len(self.lines), self.parts, audit, "given" in self.lines[0], False, rules, back
        )


def _of_old(lines: list[Line], state: State) -> Line:
    return {"lines": len(lines), "bytes": digest_of_old(lines), "sides": list(state.sides)}


__all__ = ["CHANCE", "OPEN", "Findings", "Part", "Reader", "load", "open_match", "replay"]
