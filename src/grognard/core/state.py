"""The position: one door for every change, one journal, push and pop, files and views. Knows no game."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self, TypeVar

import msgspec

from .choices import Choices, Made
from .facts import CHANCE, LOG, ROLLS, STACK, UNKNOWN, Action, Codec, Column, Entry, Event, Events, Fact, Frame, Note, Short
from .hexes import Grid
from .procedure import NO_PICK, NOTHING, Ask, Auto, Chance, Outcomes, Phase, Step
from .ruling import GrognardError, IllegalAction, Ruling

if TYPE_CHECKING:
    from .game import Game

T = TypeVar("T")
_changed = msgspec.structs.replace
REFEREE, ADVISER, FREE = "referee", "adviser", "free"
ENFORCEMENT = (REFEREE, ADVISER, FREE)

_STACK: Fact[tuple[Frame, ...]] = Fact((), Codec(list, tuple))
_TABLE: Fact[str] = Fact(REFEREE)  # how strictly the rules are enforced
_ROLLS: Fact[int] = Fact(0)  # how often chance has answered


class _Keys:
    """A plain object: Python reads its attributes quicker than those of a SimpleNamespace."""


class Outcome(NamedTuple):
    winner: str
    level: str
    clause: str


class State:
    """A position of any game. Subclasses declare facts; `set` and `set_at` are the only way to change one."""

    if TYPE_CHECKING:
        stack = Fact[tuple[Frame, ...]](())
        enforcement = Fact[str]("")
        rolls = Fact[int](0)
    facts: ClassVar[dict[str, Fact[Any]]]
    columns: ClassVar[dict[str, Column[Any]]]
    fields: ClassVar[dict[str, Any]]  # both
    hidden: ClassVar[frozenset[str]]  # those that are not for everybody
    digested: ClassVar[Short]  # what the digest of a line takes of each entry
    procedures: ClassVar[dict[type[Frame], tuple[Step, ...]]]
    sides: ClassVar[tuple[str, ...]]
    grid: ClassVar[Grid]
    out_of_bounds: ClassVar[str] = ""  # the clause that keeps units off the rest of the printed map
    frames: ClassVar[Any]  # the union of this game's frame types, to read them back
    game: ClassVar[Game]

    def __init_subclass__(cls) -> None:
        declared: dict[str, Any] = {"stack": _STACK, "enforcement": _TABLE, "rolls": _ROLLS}
        declared |= {k: v for k, v in vars(cls).items() if isinstance(v, Fact | Column)}
        for name, field in declared.items():
            field.name = name
            if name in vars(cls):
                delattr(cls, name)
        cls.facts = {k: v for k, v in declared.items() if isinstance(v, Fact)}
        cls.columns = {k: v for k, v in declared.items() if isinstance(v, Column)}
        cls.fields = declared
        told: dict[str, Any] = {name: fact.told for name, fact in cls.facts.items() if fact.told is not None}
        cls.digested = dict.fromkeys(declared, True) | {STACK: False, LOG: False} | told
        cls.hidden = frozenset(name for name, field in declared.items() if field.seen is not None)

    @classmethod
    def keys(cls) -> type[Self]:
        """The declared facts by name, to hand to `set`; to the type checker, the class itself."""
        keys = _Keys()
        for name, field in cls.fields.items():
            setattr(keys, name, field)
        return keys  # type: ignore[return-value]

    def __init__(self) -> None:
        own = self.__dict__
        for name, fact in self.facts.items():
            own[name] = fact.start
        for name, column in self.columns.items():
            own[name] = list(column.start)
        self.actions: list[Action] = []
        self.journal: list[Entry] = []
        self.marks: list[int] = []
        self.version = 0  # grows with every push and pop: tells stale choices
        self.dice: Any = None  # who answers for chance (see `grognard.core.chance`)
        self._choices: Choices | None = None
        self._asked: tuple[Any, Step] | None = None  # the frame and step that wait, once found
        self.expected: Action | None = None  # when a record is replayed: what comes next, to save listing all that could
        self._accepted: Made | None = None  # that action, once a phase has been found to take it
        self._outcomes: Outcomes | None = None  # when chance is to answer: what it can say
        self.derive()

    def derive(self) -> None:
        """Rebuilds what is computed from the facts (occupied hexes); a column's `changed` keeps it in step."""

    # -- the door

    def set(self, fact: Fact[T], value: T, clause: str) -> None:
        own, name = self.__dict__, fact.name
        if (old := own[name]) != value:
            self.journal.append((name, -1, old, value, clause))
            own[name] = value

    def set_at(self, column: Column[T], key: int, value: T, clause: str) -> None:
        name = column.name
        values: list[T] = self.__dict__[name]
        old = values[key]
        if old != value:
            self.journal.append((name, key, old, value, clause))
            values[key] = value
            if (changed := column.changed) is not None:
                changed(self, key, old, value)

    def note(self, clause: str, words: str, *values: Any, to: str | None = None) -> None:
        """A line for the log: changes nothing, is cited all the same."""
        self.journal.append((LOG, -1, None, Note(words, values, to), clause))

    # -- the life of an action

    def push(self, action: Action) -> Events:
        """Checks an action and carries it out; the rules' objections come as `IllegalAction`."""
        made = self._accepted if (choices := self._choices) is None else choices.made
        if (made is None or made[0] is not action) and not self.takes(action):
            return self._push_irregular(action)
        self.carry_out(action)
        return Events(self.fields, self.journal[self.marks[-1] :])

    def takes(self, action: Action) -> bool:
        """Whether an action is legal, by the quickest way there is."""
        if self._outcomes is not None:
            return action in self._outcomes.actions
        made = self._accepted if (choices := self._choices) is None else choices.made
        return (made is not None and made[0] is action) or action in self.legal_actions()

    def push_legal(self, action: Action) -> Events:
        """Carries out an action without asking whether it is legal: for search, which took it from the list."""
        self.carry_out(action)
        return Events(self.fields, self.journal[self.marks[-1] :])

    def carry_out(self, action: Action) -> None:
        """Carries out an action known to be legal; the journal tells what it changed."""
        self.marks.append(len(self.journal))
        self.actions.append(action)
        self.version += 1
        asked: tuple[Any, Any] = self._asked or self._waiting()
        frame, step = asked
        made, kind = self._accepted if (choices := self._choices) is None else choices.made, type(step)
        self._choices = self._asked = self._accepted = self._outcomes = None
        if kind is Chance:
            rolls = self.rolls
            self.journal.append((ROLLS, -1, rolls, rolls + 1, step.clause))
            self.rolls = rolls + 1  # type: ignore[assignment]
            apply = step.apply
            apply(self, frame, action)
        elif kind is Phase:
            stack = self.stack
            if made is None or made[0] is not action or made[1] is NO_PICK or step.once:
                step.take(self, frame, action, made)
            else:  # as mostly: a pick whose numbers are known
                _, pick, unit, place = made
                carry = pick.apply
                carry(self, frame, unit, place)
            if self.stack is stack and self.expected is None:
                # mostly a phase just goes on: `run` would come to the same
                choices = step.options(self, frame)
                if choices is not None and ((choices.plain and choices.parts) or choices.forced() is None):
                    self._asked, self._choices = asked, choices
                    return
        else:
            step.take(self, frame, action, made)
        self.run()

    def play_again(
        self,
        actions: Sequence[Action | None],
        hands: Sequence[str | None],
        at: int,
        end: int,
        rolled: dict[int, tuple[int, Outcomes]],
    ) -> int:
        """Carries out recorded actions, from number `at` up to `end`, as long as each is legal, no secret, and taken by the hand that
        is to move; tells the first that is not. What chance could have said goes into `rolled`.

        It does what `takes` and `carry_out` do, many times over and therefore in one piece: each phase is told which action comes
        next, so that it is asked only whether it takes that one, and goes through the procedure only when it does not.
        """
        while at < end:
            frame, step = self._asked or self._waiting()
            action, kind, hand = actions[at], type(step), hands[at]
            if action is None or step.secret:
                return at
            if kind is Chance:
                outcomes = self._outcomes or self.chance_weights()
                if hand != CHANCE or action not in outcomes.actions:
                    return at
                rolled[at] = self.rolls, outcomes
            else:
                side = step.side  # type: ignore[attr-defined]
                if hand != (side if side.__class__ is str else side(self, frame)):
                    return at
                made = self._accepted
                if made is None or made[0] is not action:
                    if action not in self.legal_actions():
                        return at
                elif made[1].has_both and not step.once:  # type: ignore[attr-defined]
                    at = self._pick_again(made, actions, hands, at, end)
                    continue
            at += 1
            self.expected = actions[at]
            self.carry_out(action)
        return at

    def _pick_again(self, made: Made, actions: Sequence[Action | None], hands: Sequence[str | None], at: int, end: int) -> int:
        """The picks of one kind in one phase, one after another, as `Phase.accept` and `Phase.take` would."""
        assert self._asked is not None
        frame, phase = self._asked
        action, pick, unit, place = made
        must, takes, apply, verb, hand = phase.must, pick.takes, pick.apply, pick.verb, hands[at]  # type: ignore[attr-defined]
        stack, journal, subjects, hexes = self.stack, self.journal, pick.number, self.grid.number
        self._asked = self._accepted = None
        while True:
            self.marks.append(len(journal))
            self.actions.append(action)
            self.version += 1
            apply(self, frame, unit, place)
            at += 1
            following: Any = actions[at]
            if self.stack is not stack or following.__class__ is not verb or at >= end or hands[at] != hand:
                break
            action, unit, place = following, subjects.get(following.unit, -1), hexes.get(following.hex, -1)
            if unit < 0 or place < 0 or not takes(self, frame, unit, place):
                break
            if must is not None and must(self, frame) is not None and not pick.another(self, frame, unit):
                break  # it may be the only choice
        self.expected = following
        self.run()
        return at

    def _push_irregular(self, action: Action) -> Events:
        """What a referee refuses an adviser lets pass with his objections noted, and a free table in silence."""
        rulings, to = self.why_not(action), self.secret_to
        frame, step = self._waiting()
        if self.enforcement == REFEREE or not step.can_force(self, frame, action):
            raise IllegalAction(action, rulings)
        start = len(self.journal)
        try:
            self.push_legal(action)
        except Exception as error:  # the position cannot take it: leave no trace
            self.pop()
            raise IllegalAction(action, [*rulings, Ruling(step.clause, "and it cannot be carried out at all")]) from error
        if self.enforcement == ADVISER:
            for ruling in rulings:
                self.note(ruling.clause, "irregular: {}", ruling.because, to=to)
        return Events(self.fields, self.journal[start:])

    def pop(self) -> Action:
        """Takes the last action back exactly, dice included."""
        if not self.marks:
            raise GrognardError("there is nothing to take back")
        self._unwind(self.marks.pop())
        return self.actions.pop()

    def _unwind(self, start: int) -> None:
        journal, own, fields = self.journal, self.__dict__, self.fields
        for name, key, old, new, _ in reversed(journal[start:]):
            if key >= 0:
                own[name][key] = old
                if (changed := fields[name].changed) is not None:
                    changed(self, key, new, old)
            elif name != LOG:
                own[name] = old
        del journal[start:]
        self.version += 1
        self._choices = self._asked = self._accepted = self._outcomes = None

    # -- procedures

    def run(self) -> None:
        """Carries out automatic steps until somebody has to choose or the game is over."""
        expected, choices = self.expected, None
        while stack := self.stack:
            frame = stack[-1]
            steps, at = self.procedures[frame.__class__], frame.step
            begun, end = at, len(steps)
            while at < end:
                step: Any = steps[at]
                kind = type(step)
                if kind is Auto:
                    at += 1
                    due = step.due
                    if due is not None and not due(self, frame):
                        continue
                    self.goto(at, step.clause)
                    do = step.do
                    do(self, frame)
                    break
                if kind is Chance:
                    ask = step.outcomes
                    if outcomes := ask(self, frame):
                        if at != begun:
                            self.goto(at, step.clause)
                        self._asked, self._outcomes, self._choices = (self.stack[-1], step), outcomes, None
                        return
                    at += 1
                    continue
                if kind is Ask:
                    ask = step.choices
                    listed = ask(self, frame)
                    if not listed:
                        at += 1
                        continue
                    if expected is not None and len(listed) > 1 and expected in listed:  # not forced: it would wait
                        made = expected, NO_PICK, 0, 0
                    else:
                        made, choices = None, Choices(self, listed)
                else:
                    made = step.accept(self, frame, expected) if expected is not None and kind is Phase else None
                    choices = None if made is not None else step.options(self, frame)
                if made is not None:
                    if at != begun:
                        self.goto(at, step.clause)
                    self._asked, self._accepted, self._choices, self._outcomes = (self.stack[-1], step), made, None, None
                    return
                if choices is not None:
                    if at != begun:
                        self.goto(at, step.clause)
                    if step.asks and not (choices.plain and choices.parts) and (only := choices.forced()) is not None:
                        self._take_for_him(step, only, choices)
                        break
                    self._asked, self._choices, self._outcomes = (self.stack[-1], step), choices, None
                    return
                at += 1
                if step.acts:
                    step.perform(self, frame)  # a phase nobody can use is left at once
            else:
                self.set(_STACK, stack[:-1], steps[-1].clause)

    def _take_for_him(self, step: Step, only: Action, choices: Choices) -> None:
        frame = self.stack[-1]
        who = step.who(self, frame)
        self.note(step.clause, "{}: {} is the only choice and taken", who, only, to=who if step.secret else None)
        step.take(self, frame, only, choices.made)

    def goto(self, step: int, clause: str) -> None:
        old = self.stack
        self.stack = new = old[:-1] + (_changed(old[-1], step=step),)  # type: ignore[assignment] # noqa: RUF005
        self.journal.append((STACK, -1, old, new, clause))

    def replace(self, frame: Frame, clause: str) -> None:
        old = self.stack
        self.stack = new = old[:-1] + (frame,)  # type: ignore[assignment] # noqa: RUF005
        self.journal.append((STACK, -1, old, new, clause))

    def call(self, frame: Frame, clause: str) -> None:
        """Starts a procedure on top of the one under way."""
        self.set(_STACK, (*self.stack, frame), clause)

    def answer(self, caller: Frame, clause: str) -> None:
        """Ends the procedure under way and hands its caller on, changed."""
        self.set(_STACK, (*self.stack[:-2], caller), clause)

    def waiting_step(self) -> tuple[Any, Step]:
        """The procedure under way and the row of it that waits for an answer."""
        return self._asked or self._waiting()

    def _waiting(self) -> tuple[Any, Step]:
        if not self.stack:
            return None, NOTHING
        frame = self.stack[-1]
        return frame, self.procedures[type(frame)][frame.step]

    # -- questions

    @property
    def to_move(self) -> str | None:
        """A side, `CHANCE`, or `None` when the game is over."""
        if not self.stack:
            return None
        frame, step = self._asked or self._waiting()
        return step.who(self, frame)

    @property
    def step(self) -> Step:
        """The row of the sequence of play that waits for an answer."""
        return (self._asked or self._waiting())[1]

    @property
    def purpose(self) -> str:
        """What is being asked or rolled for, in words."""
        frame, step = self._waiting()
        return step.purpose(self, frame)

    @property
    def secret_to(self) -> str | None:
        """The side to whom alone the next action will be known; `None` where all may know it."""
        frame, step = self._waiting()
        if not step.secret:
            return None
        if isinstance(step, Chance):
            return step.roller if isinstance(step.roller, str) or step.roller is None else step.roller(self, frame)
        return step.who(self, frame)

    def legal_actions(self) -> Choices:
        """What `to_move` may do; never empty before the end."""
        if self._choices is None:
            frame, step = self._waiting()
            choices = step.options(self, frame)
            self._choices = Choices(self, ()) if choices is None else choices
        return self._choices

    def why_not(self, action: Action) -> list[Ruling]:
        """Every broken clause; empty means legal."""
        frame, step = self._waiting()
        return list(step.objections(self, frame, action))

    def chance_weights(self) -> Outcomes:
        """The outcomes with whole-number weights: what a dice source samples."""
        weights: Outcomes = self._outcomes or self.legal_actions().weights
        return weights

    def chance_outcomes(self) -> list[tuple[Action, Fraction]]:
        """The outcomes with their exact probabilities, which sum to 1."""
        weights = self.chance_weights()
        whole = sum(weight for _, weight in weights)
        return [(action, Fraction(weight, whole)) for action, weight in weights]

    def roll(self) -> Events:
        """Lets the dice answer for chance."""
        if self.to_move != CHANCE:
            raise GrognardError(f"no roll is due: {self.to_move or 'nobody'} is to move")
        if self.dice is None:
            raise GrognardError("this position has no dice; push an outcome of chance_outcomes()")
        return self.push(self.dice.answer(self))

    def outcome(self) -> Outcome | None:
        """Winner, level and clause; `None` while playing."""
        return None

    def events(self, since: int = 0) -> Events:
        """What changed from action number `since` on."""
        start = self.marks[since] if since < len(self.marks) else len(self.journal)
        return Events(self.fields, self.journal[start if since else 0 :])

    def history(self) -> Iterator[tuple[Action, Events]]:
        """Every action with what it changed."""
        ends = [*self.marks[1:], len(self.journal)]
        # before the first action there is an end alone
        for action, start, end in zip(self.actions, self.marks, ends, strict=False):
            yield action, Events(self.fields, self.journal[start:end])

    def told(self, side: str, first: int = 0) -> list[list[Event]]:
        """What a side was told of each action from a number on: as it could see it then, whatever it sees now."""
        start = self.marks[first] if first < len(self.marks) else len(self.journal)
        found, then, end = list[list[Event]](), None, len(self.journal)
        for mark in reversed(self.marks[first:]):
            events = Events(self.fields, self.journal[mark:end])
            if then is None and events.hides(self):
                then = self.copy()
                then.journal = self.journal[start:]
            if then is not None:
                then._unwind(end - start)
                found.append(events.taken_back(then, side) if events.hides(self) else events.seen_by(then, side))
            else:
                found.append(events.seen_by(self, side))
            end = mark
        return found[::-1]

    def _repr_svg_(self) -> str | None:
        """The position as a notebook shows it."""
        return self.game.picture(self, None) if self.game.picture else None

    # -- copies, files, views

    def __deepcopy__(self, memo: object) -> Self:
        """History and all; what is shared with the copy (actions, entries, frames) is never changed."""
        new = self.copy()
        new.actions, new.journal, new.marks = self.actions.copy(), self.journal.copy(), self.marks.copy()
        return new

    def copy(self) -> Self:
        """The position without its history."""
        new = object.__new__(type(self))
        own = new.__dict__ = self.__dict__.copy()
        for name in self.columns:
            own[name] = own[name].copy()
        own["actions"], own["journal"], own["marks"], own["_choices"] = [], [], [], None
        own["_asked"] = own["_accepted"] = own["_outcomes"] = own["expected"] = None
        new.copied()
        return new

    def copied(self) -> None:
        """Copies the mutable part of what `derive` built."""

    def to_plain(self) -> dict[str, Any]:
        plain = {name: fact.codec.write(self.__dict__[name]) for name, fact in self.facts.items()}
        for name, column in self.columns.items():
            write = column.codec.write
            plain[name] = [write(value) for value in self.__dict__[name]]
        return plain

    @classmethod
    def from_plain(cls, plain: dict[str, Any]) -> Self:
        """The position written by `to_plain`, ready to go on."""
        state = cls()
        for name, fact in cls.facts.items():
            state.__dict__[name] = fact.codec.read(plain[name])
        for name, column in cls.columns.items():
            state.__dict__[name] = [column.codec.read(value) for value in plain[name]]
        state.__dict__["stack"] = tuple(msgspec.convert(frame, cls.frames) for frame in msgspec.to_builtins(plain["stack"]))
        state.derive()
        return state

    def to_json(self) -> bytes:
        return msgspec.json.encode(self.to_plain())

    def digest(self) -> str:
        """A short hash of the whole position, the same on every machine."""
        return hashlib.sha256(self.to_json()).hexdigest()[:12]

    def view(self, side: str) -> dict[str, Any]:
        """What `side` may know: built by adding the facts it may see; the rest is never touched."""
        plain: dict[str, Any] = {}
        for name, fact in self.facts.items():
            if fact.seen is None or fact.seen(self, side, -1):
                plain[name] = msgspec.to_builtins(fact.codec.write(self.__dict__[name]))
        for name, column in self.columns.items():
            plain[name] = {
                column.names[key]: column.codec.write(value)
                for key, value in enumerate(self.__dict__[name])
                if column.seen is None or column.seen(self, side, key)
            }
        return plain

    def known_to(self, side: str) -> Self:
        """A position holding only what `side` knows; touching anything else raises `Leak`."""
        known = self.copy()
        for name, column in self.columns.items():
            if column.seen is not None:
                known.__dict__[name] = [
                    value if column.seen(self, side, key) else UNKNOWN for key, value in enumerate(self.__dict__[name])
                ]
        for name, fact in self.facts.items():
            if fact.seen is not None and not fact.seen(self, side, -1):
                known.__dict__[name] = UNKNOWN
        return known


__all__ = ["ADVISER", "ENFORCEMENT", "FREE", "REFEREE", "Event", "Outcome", "State"]
