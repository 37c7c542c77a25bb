"""A game with its record, written as it is played. Knows no game. `docs/records.md` specifies the record
field by field.

    {"grognard": 2, "release": "0.2.0", "game": "sword-beach", "rules": "1.3", ..., "put": [...], "now":
    "9c1f..."}
    {"by": "german", "do": "record 736/716 1738", "to": "german", "put": [], "own": [...], "salt": "...",
    "seal": "...", "now": "4be1..."}
    {"by": "chance", "do": "roll 4", "roll": 0, "of": 6, "pick": 3, "links": "...", "put": [...], "now":
    "77d0..."}

`lines` holds every line that was ever written: a line is never changed or removed. An action that is taken
back stays in the record, with an `undo` line after it. `standing` names the lines of the actions that still
stand.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection
from copy import deepcopy
from pathlib import Path
from typing import TYPE_CHECKING, Unpack

import msgspec

from .chance import Committed
from .changes import has_secrets, puts, whole_puts
from .facts import CHANCE, Action, Events
from .files import append, replace, secrets_file
from .lines import FORMAT, NOW, OPEN, OWN, SALT, SEAL, TO, Line, closed, digest, in_seal, seal, written
from .procedure import Chance
from .reveal import reveals
from .ruling import GrognardError
from .state import ADVISER, State

if TYPE_CHECKING:
    from .game import Game, NewGame
    from .reading import Findings

ROLL, REVEAL = "roll", "reveal"  # what an undo can go past
PAST = {
    ROLL: "the last decision has been answered by a roll, which is not taken back",
    REVEAL: "something hidden was revealed by it, which is not taken back",
}


class Match:
    """A position with its record. With a file, every line is in it before an action is answered.

    >>> import grognard
    >>> match = Match.begin(grognard.load("sword-beach"), seed=1)
    >>> events = match.do("record 125/21 0138")
    >>> [line["do"] for line in match.lines[1:]], [str(action) for action in match.undo()]
    (['record 125/21 0138'], ['record 125/21 0138'])
    """

    def __init__(self, game: Game, state: State, lines: list[Line], path: Path | None = None) -> None:
        self.game, self.state, self.path = game, state, path
        self._lines = lines
        self.standing: list[int] = []  # where in `lines` each action stands that has not been taken back
        self.rolls = 0  # rolls made, taken back or not: the number of the next roll
        self.floor = 0  # actions before the last `carried` line, which cannot be taken back
        self.saved = 0  # lines that are in the file
        self.size: int | None = None  # of the file when it was last read or written; `None`: not known
        self.secret = has_secrets(state)
        self.findings: Findings | None = (
            None  # what the check of a record has shown; `None`: it was begun here
        )

    @classmethod
    def begin(cls, game: Game, scenario: str = "standard", **how: Unpack[NewGame]) -> Match:
        """A new game; arguments as for `Game.new`."""
        return cls._begun(game, game.new(scenario, **how), scenario, {})

    @classmethod
    def from_position(cls, state: State, scenario: str) -> Match:
        """A game that begins with a position which is not the beginning of its scenario; its history stays
        behind.
        """
        return cls._begun(state.game, state.copy(), scenario, {"given": True})

    @classmethod
    def _begun(cls, game: Game, state: State, scenario: str, given: Line) -> Match:
        put, own = whole_puts(state, sealed=False)
        head = {
            "grognard": FORMAT,
            "release": release(),
            "game": game.name,
            "scenario": scenario,
            "rules": game.version,
            "data": game.data,
            "options": msgspec.to_builtins(state.options),  # type: ignore[attr-defined]
            "enforcement": state.enforcement,
            "sides": list(state.sides),
            "dice": state.dice.header() if state.dice else {"kind": "typed"},
            **given,
            "put": sorted([*put, *own]),
        }
        return cls(game, state, [head | {NOW: digest("", head)}])

    # -- what the record says

    @property
    def lines(self) -> list[Line]:
        """Every line of the record, the head first."""
        return self._lines

    @property
    def unsaved(self) -> list[Line]:
        """The lines that are not in the file, or the database, yet."""
        return self._lines[self.saved :]

    @property
    def now(self) -> str:
        """The digest of the last line."""
        return str(self._lines[-1][NOW])

    @property
    def dice_head(self) -> Line:
        """What the head says of the dice."""
        return self._lines[0]["dice"]  # type: ignore[no-any-return]

    @property
    def dice_kind(self) -> str:
        return str(self.dice_head["kind"])

    def line_of(self, action: int) -> Line:
        """The line of an action that stands, by its number from 0."""
        return self._lines[self.standing[action]]

    @property
    def actors(self) -> list[str]:
        """Who took each action that stands."""
        return [str(self._lines[at]["by"]) for at in self.standing]

    # -- playing

    def do(self, action: Action | str) -> Events:
        """Judges an action, carries it out and writes it down."""
        if isinstance(action, str):
            action = self.game.parse(action)
        if self.state.to_move == CHANCE:
            self._check_roll(action)
        return self._play(action, self.state.push)

    def roll(self) -> Events:
        """Lets the dice answer."""
        state, dice = self.state, self.state.dice
        if not isinstance(state.step, Chance) or dice is None:
            return state.roll()  # which says what is wrong
        # the dice choose among the outcomes on offer, so their answer needs no judging
        return self._play(dice.answer(state, self.rolls), state.push_legal)

    def _play(self, action: Action, push: Callable[[Action], Events]) -> Events:
        before, known = self.secret, len(self._lines)
        line, events = self.perform(action, push)
        self.add(line)
        self._open_keys()
        try:
            self.store()
        except (OSError, GrognardError):  # what is not written down has not been done
            del self._lines[known:]
            self.forget(1)
            self.rolls -= line["by"] == CHANCE
            self.secret = before
            raise
        return events

    def perform(self, action: Action, push: Callable[[Action], Events]) -> tuple[Line, Events]:
        """Carries an action out; gives its line as the rules make it, without salt and digest, and what it
        changed.
        """
        state, before = self.state, self.secret
        frame, step = state.waiting_step()
        line: Line = {"by": step.decider(state, frame), "do": str(action)}
        to = state.secret_to
        outcomes = state.chance_weights() if line["by"] == CHANCE else None
        events = push(action)
        if outcomes is not None:
            line |= {"roll": self.rolls, "of": outcomes.weights, "pick": outcomes.actions.index(action)}
        if to is not None:
            line[TO] = to
        if state.enforcement == ADVISER and (broken := _irregular(events)):
            line["irregular"] = broken
        if state.hidden:
            self.secret = has_secrets(state)
        sealed = before or self.secret or to is not None
        line["put"], own = puts(state, events.entries, sealed)
        if sealed or own:
            line[OWN] = own
        return line, events

    def add(self, line: Line) -> None:
        """Adds the line of an action that has been performed: proof, seal and digest."""
        if line["by"] == CHANCE:
            line |= self.state.dice.proof(self.rolls) if self.state.dice is not None else {}
            self.rolls += 1
        self.standing.append(len(self._lines))
        self._chain(line)

    def _chain(self, line: Line) -> None:
        """Seals a line, takes its digest and adds it to the record."""
        if OWN in line:
            line[SALT] = secrets.token_hex(16)
            line[SEAL] = seal(line[SALT], in_seal(line))
        old = line["carried"].get("bytes") if "carried" in line else None  # the digest of lines of format 1
        line[NOW] = digest(old or self.now, line)
        self._lines.append(line)

    def _open_keys(self) -> None:
        if not self.state.stack and isinstance(self.state.dice, Committed):
            self._chain({OPEN: self.state.dice.opened()})

    def _check_roll(self, action: Action) -> None:
        """Only physical dice are typed in; for other dice a result is accepted if it is the one that is
        due.
        """
        kind, dice = self.dice_kind, self.state.dice
        if kind == "typed":
            return
        if dice is None:
            raise GrognardError(
                f"the dice of this game are {kind} and their secrets are not here: no roll can be made"
            )
        if action in self.state.legal_actions() and dice.answer(self.state, self.rolls) != action:
            raise GrognardError(f"the dice of this game are {kind} and cannot be typed in; roll them")

    # -- taking back

    def undo(self, past: Collection[str] = (), by: str | None = None) -> list[Action]:
        """Takes back the last decision and the rolls that answered it. `past`: what it may go past, of `roll`
        and `reveal`.

        The record keeps what is taken back. A roll that is made again has a new number, and so new faces.
        """
        first = self.last_decision()
        passed = self.goes_past(first)
        for kind in passed:
            if kind not in past:
                raise GrognardError(PAST[kind])
        count = len(self.standing) - first
        line: Line = {"undo": count, "by": by or self._side_of(first)}
        self._chain(line | {"past": passed} if passed else line)
        try:
            self.store()
        except (OSError, GrognardError):
            del self._lines[-1]
            raise
        return self.forget(count)

    def last_decision(self) -> int:
        """The number of the last action that a side took; the rolls after it answered it."""
        if OPEN in self._lines[-1]:
            raise GrognardError("the game is over and its dice are opened")
        if not self.standing:
            raise GrognardError("there is nothing to take back")
        first = len(self.standing) - 1
        while first > self.floor and self.line_of(first)["by"] == CHANCE:
            first -= 1
        if first < self.floor:
            raise GrognardError(
                "what was played before the game was carried over to these rules is not taken back"
            )
        return first

    def goes_past(self, first: int) -> list[str]:
        """What taking back every action from number `first` on would go past."""
        lines = [self._lines[at] for at in self.standing[first:]]
        result = [ROLL] if any(line["by"] == CHANCE for line in lines) else []
        if self.state.hidden:
            then = deepcopy(self.state)
            for line in reversed(lines):
                if reveals(then, line["by"], sealed=TO in line):
                    return [*result, REVEAL]
                then.pop()
        return result

    def _side_of(self, action: int) -> str:
        by = str(self.line_of(action)["by"])
        return by if by != CHANCE else self.state.sides[0]

    def forget(self, count: int) -> list[Action]:
        """Takes back the last actions in the position; their lines stay."""
        taken = [self.state.pop() for _ in range(count)]
        del self.standing[len(self.standing) - count :]
        self.secret = has_secrets(self.state)
        return taken

    # -- taking lines that were written before

    def take(self, line: Line) -> None:
        """Takes the line of an action that the position has followed already."""
        self.standing.append(len(self._lines))
        self.rolls += line["by"] == CHANCE
        self._lines.append(line)

    def take_undo(self, line: Line) -> None:
        """Takes back what an `undo` line takes back."""
        self.forget(line["undo"])
        self._lines.append(line)

    # -- carrying over

    def carry_over(self, back: int, **old: object) -> None:
        """Adds the line from which today's rules apply. `back`: actions taken back as they cannot be read;
        `old`: of lines of format 1.
        """
        fields = {"release": release(), "rules": self.game.version, "data": self.game.data, **old}
        put, own = whole_puts(self.state, self.secret)
        line: Line = {
            "carried": fields | {"back": back} if back else fields,
            "put": put if self.secret else sorted([*put, *own]),
        }
        self._chain(line | {OWN: own} if self.secret else line)
        self.floor = len(self.standing)

    # -- files

    def store(self) -> None:
        """Adds the lines that are not in the file yet to it; without a file, nothing."""
        if self.path is not None:
            self.write(written(self.unsaved))
            self.saved = len(self._lines)

    def write(self, data: bytes) -> None:
        """Adds bytes to the file."""
        assert self.path is not None
        self.size = append(self.path, data, self.size)

    def save(self, path: str | Path) -> None:
        """Writes the whole record, so that a kill leaves the old file or the new one."""
        self.path = Path(path)
        if isinstance(
            self.state.dice, Committed
        ):  # first: a game whose secrets are lost can never roll again
            replace(
                secrets_file(self.path), msgspec.json.encode(self.state.dice.secrets) + b"\n", private=True
            )
        data = written(self._lines)
        replace(self.path, data)
        self.size, self.saved = len(data), len(self._lines)

    def copy_for(self, side: str) -> list[Line]:
        """The record as `side` may be given it: sealed while something is hidden from it. A `carried` line is
        part of it once it is saved.
        """
        lines = self.lines[:-1] if "carried" in self._lines[-1] and self.unsaved else self.lines
        return closed(lines, side) if self.hides_from(side) else lines

    def hides_from(self, side: str) -> bool:
        """Whether the record holds a secret of another side, or a hidden fact that `side` does not see."""
        if not self.secret:
            return False
        return any(line.get(TO, side) != side for line in self.lines) or has_secrets(self.state, side)


def release() -> str:
    """The release that writes."""
    from grognard import __version__

    return __version__


def _irregular(events: Events) -> list[str]:
    return [e.clause for e in events if e.fact == "log" and e.key == "irregular"]
