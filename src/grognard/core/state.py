"""The position: one door for every change, one journal, push and pop, files and views. Knows no game."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self, TypeVar, cast

import msgspec

from .caching import Cache
from .choices import Choices
from .facts import (
    CHANCE,
    LOG,
    STACK,
    UNKNOWN,
    Action,
    Codec,
    Column,
    Entry,
    Event,
    Events,
    Fact,
    Field,
    Frame,
    Note,
    is_unknown,
)
from .hexes import NO_MAP, Grid
from .plain import Plain
from .procedure import NOTHING, Chance, Outcomes, Step
from .refusal import objections
from .ruling import GrognardError, IllegalAction, Ruling, refused

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .chance import Dice
    from .game import Game
    from .inner import Inner

T = TypeVar("T")
B = TypeVar("B", bound=int)  # a set of units or hexes
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
    """A position of any game. Subclasses declare facts; `set` and `set_at` are the only way to change one.

    >>> import grognard
    >>> state = grognard.load("sword-beach").new(seed=1)
    >>> state.to_move, str(state.legal_actions()[0])
    ('german', 'record 125/21 0138')
    >>> events = state.push(state.legal_actions()[0])
    >>> str(state.pop())
    'record 125/21 0138'
    """

    if TYPE_CHECKING:
        stack = Fact[tuple[Frame, ...]](())
        enforcement = Fact[str]("")
        rolls = Fact[int](0)
    facts: ClassVar[dict[str, Fact[object]]]
    columns: ClassVar[dict[str, Column[object]]]
    fields: ClassVar[dict[str, Any]]  # both, each a `Field`
    hideable: ClassVar[frozenset[str]]  # those that some side may not always see
    procedures: ClassVar[dict[type[Frame], tuple[Step, ...]]]
    sides: ClassVar[tuple[str, ...]]
    grid: ClassVar[Grid] = NO_MAP  # a game without a map declares none
    out_of_bounds: ClassVar[str] = ""  # the clause that keeps units off the rest of the printed map
    frames: ClassVar[object]  # the union of this game's frame types, to read them back
    game: ClassVar[Game]
    viewer: str | None = None  # of a view (`known_to`): the side that looks
    within: ClassVar[Inner | None] = None  # the game that is played out in a step of this one

    def __init_subclass__(cls) -> None:
        declared: dict[str, Field] = {"stack": _STACK, "enforcement": _TABLE, "rolls": _ROLLS}
        declared |= {k: v for k, v in vars(cls).items() if isinstance(v, Fact | Column)}
        declared |= cls.within.fields() if cls.within is not None else {}
        for name, field in declared.items():
            field.name = name
            if name in vars(cls):
                delattr(cls, name)
        cls.facts = {k: v for k, v in declared.items() if isinstance(v, Fact)}
        cls.columns = {k: v for k, v in declared.items() if isinstance(v, Column)}
        cls.fields = declared
        cls.hideable = frozenset(name for name, field in declared.items() if field.has_secrets)

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
        self.dice: Dice | None = None  # who answers for chance (see `grognard.core.chance`)
        self._choices: Choices | None = None  # what the step that waits offers, once it has been asked
        self.cache = Cache()  # what a game has computed from facts, each value with those facts
        self._inner: State | None = None  # the window on the position within, once it has been asked for
        self._inner_cache = Cache()
        self.derive()

    @property
    def hidden(self) -> frozenset[str]:
        """The facts that some side may not see; a game in which an option hides them says which in this
        position.
        """
        return self.hideable

    def derive(self) -> None:
        """Rebuilds what is computed from the facts (occupied hexes); a column's `changed` keeps it in
        step.
        """

    @property
    def inner(self) -> State:
        """The position of the game that is played out within this one: a window on its facts."""
        if self._inner is None:
            assert self.within is not None
            self._inner = self.within.window(self, self._inner_cache)
        return self._inner

    def forget_inner(self) -> None:
        """Forget the window on the position within: its facts were changed from outside. Choices that were
        listed there are stale.
        """
        if self._inner is not None:
            self._inner.forget_choices()
        self._inner = None

    @property
    def asking(self) -> State:
        """The position whose step waits for an answer: this one, or the one that is played out within it."""
        inner = self.waiting_step()[1].within(self)
        return self if inner is None else inner.asking

    # -- the door

    def set(self, fact: Fact[T], value: T, clause: str) -> None:
        own, name = self.__dict__, fact.name
        if (old := own[name]) != value:
            self.journal.append((name, -1, old, value, clause))
            own[name] = value

    def add(self, fact: Fact[B], members: int, clause: str) -> None:
        """Put members into a set of bits."""
        self.set(fact, cast(B, self.__dict__[fact.name] | members), clause)

    def remove(self, fact: Fact[B], members: int, clause: str) -> None:
        """Take members out of a set of bits."""
        self.set(fact, cast(B, self.__dict__[fact.name] & ~members), clause)

    def set_at(self, column: Column[T], key: int, value: T, clause: str) -> None:
        name = column.name
        values: list[T] = self.__dict__[name]
        old = values[key]
        if old != value:
            self.journal.append((name, key, old, value, clause))
            values[key] = value
            if (changed := column.changed) is not None:
                changed(self, key, old, value)

    def note(self, clause: str, words: str, *values: object, to: str | None = None, kind: str = "") -> None:
        """A line for the log: changes nothing, is cited all the same."""
        self.journal.append((LOG, -1, None, Note(words, values, to, kind), clause))

    # -- the life of an action

    def push(self, action: Action) -> Events:
        """Checks an action and carries it out; the rules' objections come as `IllegalAction`."""
        return self.push_legal(action) if self.takes(action) else self._push_irregular(action)

    def takes(self, action: Action) -> bool:
        """Whether an action is legal."""
        return action in self.legal_actions()

    def push_legal(self, action: Action) -> Events:
        """Carries out an action without asking whether it is legal: for search, which took it from the
        list.
        """
        frame, step = self.waiting_step()
        start = len(self.journal)
        self.marks.append(start)
        self.actions.append(action)
        self.forget_choices()
        step.take(self, frame, action)
        self.run()
        return Events(self.fields, self.journal[start:])

    def _push_irregular(self, action: Action) -> Events:
        """What a referee refuses, an adviser lets pass with the objections noted, and a free table in
        silence.
        """
        rulings, to = self.why_not(action), self.secret_to
        frame, step = self.waiting_step()
        if self.enforcement == REFEREE or not step.can_force(self, frame, action):
            raise IllegalAction(action, rulings)
        start = len(self.journal)
        try:
            self.push_legal(action)
        except Exception as error:  # the position cannot take it: leave no trace
            self.pop()
            raise IllegalAction(
                action,
                [*rulings, Ruling(step.clause, "and the action cannot be carried out from this position")],
            ) from error
        if self.enforcement == ADVISER:
            for ruling in rulings:
                self.note(ruling.clause, "irregular: {}", ruling.because, to=to, kind="irregular")
        return Events(self.fields, self.journal[start:])

    def pop(self) -> Action:
        """Takes the last action back exactly, dice included."""
        if not self.marks:
            raise GrognardError("there is nothing to take back")
        self._unwind(self.marks.pop())
        return self.actions.pop()

    def forget_choices(self) -> None:
        """Forget what was worked out of the position before: a fact has been changed from outside."""
        self.version += 1
        self._choices = None
        self.forget_inner()

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
        self.forget_choices()

    # -- procedures

    def run(self) -> None:
        """Moves the procedure under way on, and the one that called it, until a side has to choose or the
        game is over.
        """
        while self.stack and not self._move_on():
            pass

    def _move_on(self) -> bool:
        """Goes through the rows of the procedure under way; true: one of them waits for an answer."""
        frame = self.stack[-1]
        steps = self.procedures[type(frame)]
        for at in range(frame.step, len(steps)):
            step = steps[at]
            choices = step.options(self, frame)
            if choices is not None:
                if at != frame.step:
                    self.goto(at, step.clause)
                return self._wait_for(step, choices)
            if step.is_due(self, frame):
                self.goto(at + 1, step.clause)
                step.perform(self, frame)
                return False
            step.pass_over(self)
        self.set(_STACK, self.stack[:-1], steps[-1].clause)
        return False

    def _wait_for(self, step: Step, choices: Choices) -> bool:
        """Waits for an answer, unless there is one choice alone: that is played for the player and noted."""
        only = choices.forced() if step.asks else None
        if only is None:
            self._choices = choices
            return True
        frame = self.stack[-1]
        side = step.decider(self, frame)
        self.note(
            step.clause,
            "{}: only one legal choice: {}",
            side,
            only,
            to=side if self.hides_choice(frame, step) else None,
            kind="forced",
        )
        step.take(self, frame, only)
        return False

    def count_roll(self, clause: str) -> None:
        """Counts an answer of chance."""
        self.set(_ROLLS, self.rolls + 1, clause)

    def go_on(self, clause: str) -> None:
        """Moves the procedure under way to its next row."""
        self.goto(self.stack[-1].step + 1, clause)

    def goto(self, step: int, clause: str) -> None:
        old = self.stack
        self.stack = new = old[:-1] + (_changed(old[-1], step=step),)  # type: ignore[assignment] # noqa: RUF005
        self.journal.append((STACK, -1, old, new, clause))

    def replace(self, frame: Frame, clause: str) -> None:
        old = self.stack
        self.stack = new = old[:-1] + (frame,)  # type: ignore[assignment] # noqa: RUF005
        self.journal.append((STACK, -1, old, new, clause))

    def update(self, clause: str, **changes: object) -> None:
        """Changes fields of the procedure under way.

        A step is handed its frame as it was before the procedure moved on; here nothing goes back.
        """
        self.replace(_changed(self.stack[-1], **changes), clause)

    def call(self, frame: Frame, clause: str) -> None:
        """Starts a procedure on top of the one under way."""
        self.set(_STACK, (*self.stack, frame), clause)

    def answer(self, caller: Frame, clause: str) -> None:
        """Ends the procedure under way and hands its caller on, changed."""
        self.set(_STACK, (*self.stack[:-2], caller), clause)

    def waiting_step(self) -> tuple[Frame | None, Step]:
        """The procedure under way and the row of it that waits for an answer."""
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
        frame, step = self.waiting_step()
        return step.decider(self, frame)

    @property
    def step(self) -> Step:
        """The row of the sequence of play that waits for an answer; where a game is played out within this
        one, the row of that game.
        """
        step = self.waiting_step()[1]
        return step if (inner := step.within(self)) is None else inner.step

    @property
    def purpose(self) -> str:
        """What is being asked or rolled for, in words."""
        frame, step = self.waiting_step()
        return step.purpose(self, frame)

    @property
    def due_clause(self) -> str:
        """The clause that asks for what is due; a game may name a nearer one where several share a step."""
        inner = self.waiting_step()[1].within(self)
        return self.step.clause if inner is None else inner.due_clause

    @property
    def secret_to(self) -> str | None:
        """The side to whom alone the next action will be known; `None` where all may know it."""
        frame, step = self.waiting_step()
        if (inner := step.within(self)) is not None:
            return inner.secret_to
        if not self.hides_choice(frame, step):
            return None
        if isinstance(step, Chance):
            return (
                step.roller
                if isinstance(step.roller, str) or step.roller is None
                else step.roller(self, frame)
            )
        return step.decider(self, frame)

    def hides_choice(self, frame: Frame | None, step: Step) -> bool:
        """Whether what is chosen or rolled in a step is known to one side only; a game in which an option
        decides it says so.
        """
        return step.secret

    def legal_actions(self) -> Choices:
        """What `to_move` may do; never empty before the end."""
        if self._choices is None:
            frame, step = self.waiting_step()
            choices = step.options(self, frame)
            self._choices = Choices(self, ()) if choices is None else choices
        return self._choices

    def why_not(self, action: Action) -> list[Ruling]:
        """Every broken clause, the most specific first; empty means legal."""
        inner = self.waiting_step()[1].within(self)
        return refused(objections(self, action)) if inner is None else inner.why_not(action)

    def forbids(self, action: Action) -> Sequence[Ruling]:
        """What forbids an action of another step, besides the screens of that step; a game may add its
        own.
        """
        return ()

    def display_name(self, unit: str) -> str:
        """The name of a unit as every refusal prints it; a game has its own."""
        return unit

    def owner(self, action: Action) -> str | None:
        """The side whose unit an action names, where the game can tell: its own steps judge the action."""
        return None

    def frame_elsewhere(self, kind: type[Frame], step: int, action: Action) -> Frame | None:
        """The frame in which a step that is not under way judges an action; `None`: it cannot be judged from
        here.

        Without a word of the game only the procedures under way are asked; a game adds those it can make a
        frame for.
        """
        return next(
            (_changed(frame, step=step) for frame in reversed(self.stack) if type(frame) is kind), None
        )

    def impossibilities(self) -> Sequence[Ruling]:
        """What cannot be so in any game, of a position written by hand; a position of play has none."""
        return ()

    @property
    def is_idle(self) -> bool:
        """Whether the current step has no decision: a position written by hand stays there until `run` goes
        on.
        """
        return bool(self.stack) and not self.legal_actions()

    @property
    def date(self) -> str:
        """The turn in words."""
        return f"turn {self.turn}" if hasattr(self, "turn") else ""

    @property
    def moment(self) -> str:
        """The turn and the step, as every refusal and answer names them."""
        frame, step = self.waiting_step()
        if frame is None:
            return "the game is over"
        if (inner := step.within(self)) is not None:
            return ", ".join(filter(None, (self.date, inner.moment)))
        phases = [self.procedures[type(f)][f.step : f.step + 1] for f in self.stack[:-1]]
        names = [one.label for steps in phases for one in steps if one.names_moment]
        return ", ".join(
            dict.fromkeys(word for word in (self.date, *names, self.step_name(frame, step)) if word)
        )

    def step_name(self, frame: Frame, step: Step) -> str:
        """Return a step as its moment names it; a game may name the steps that have no words of their own."""
        return step.label or step.purpose(self, frame)

    def chance_weights(self) -> Outcomes:
        """The outcomes with whole-number weights: what a dice source samples."""
        weights = self.legal_actions().weights
        return weights if isinstance(weights, Outcomes) else Outcomes(weights)

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
        """Winner, level and clause, as `end_game` writes them into the fact `won`; `None` while playing."""
        won = self.__dict__.get("won")
        return Outcome(*won) if won else None

    def end_game(self, winner: str, level: str, clause: str) -> None:
        """The game is over at once, whatever is under way."""
        self.set(type(self).facts["won"], (winner, level, clause), clause)
        self.set(_STACK, (), clause)

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

    def events_seen_by(self, side: str, first: int = 0) -> list[list[Event]]:
        """Return the events `side` could see when each action was played, from action `since` on."""
        start = self.marks[first] if first < len(self.marks) else len(self.journal)
        result, then, end = list[list[Event]](), None, len(self.journal)
        for mark in reversed(self.marks[first:]):
            events = Events(self.fields, self.journal[mark:end])
            if then is None and events.hides(self):
                then = self.copy()
                then.journal = self.journal[start:]
            if then is not None:
                then._unwind(end - start)
                result.append(
                    events.taken_back(then, side) if events.hides(self) else events.seen_by(then, side)
                )
            else:
                result.append(events.seen_by(self, side))
            end = mark
        return result[::-1]

    def _repr_svg_(self) -> str | None:
        """The position as a notebook shows it."""
        return self.game.picture(self, None) if self.game.picture else None

    # -- copies, files, views

    def __deepcopy__(self, memo: object) -> Self:
        """History and all; what is shared with the copy (actions, entries, frames) is never changed."""
        new = self.copy()
        new.actions, new.journal, new.marks = self.actions.copy(), self.journal.copy(), self.marks.copy()
        new.cache.follow(new.journal)
        return new

    def copy(self) -> Self:
        """The position without its history."""
        new = object.__new__(type(self))
        own = new.__dict__ = self.__dict__.copy()
        for name in self.columns:
            own[name] = own[name].copy()
        own["actions"], own["journal"], own["marks"] = [], [], []
        own["cache"] = self.cache.copy_for(self.journal)
        own["_choices"] = own["_inner"] = None
        own["_inner_cache"] = Cache(self._inner_cache)
        new.copied()
        return new

    def __getstate__(self) -> Plain:
        """What a pickle holds: the position with its history, without what is found again when it is asked
        for.
        """
        return self.__dict__ | {"_choices": None, "cache": Cache(), "_inner": None, "_inner_cache": Cache()}

    def copied(self) -> None:
        """Copies the mutable part of what `derive` built."""

    def to_plain(self) -> Plain:
        plain = {name: fact.codec.write(self.__dict__[name]) for name, fact in self.facts.items()}
        for name, column in self.columns.items():
            write = column.codec.write
            plain[name] = [write(value) for value in self.__dict__[name]]
        return plain

    @classmethod
    def from_plain(cls, plain: Mapping[str, Any]) -> Self:
        """The position written by `to_plain`, ready to go on."""
        state = cls()
        for name, fact in cls.facts.items():
            state.__dict__[name] = fact.codec.read(plain[name])
        for name, column in cls.columns.items():
            state.__dict__[name] = [column.codec.read(value) for value in plain[name]]
        state.__dict__["stack"] = tuple(
            msgspec.convert(frame, cls.frames) for frame in msgspec.to_builtins(plain["stack"])
        )
        state.derive()
        return state

    def to_json(self) -> bytes:
        return msgspec.json.encode(self.to_plain())

    def digest(self) -> str:
        """A short hash of the whole position, the same on every machine."""
        return hashlib.sha256(self.to_json()).hexdigest()[:12]

    def view(self, side: str) -> Plain:
        """What `side` may know: built by adding the facts it may see; the rest is never touched."""
        plain: Plain = {}
        for name, fact in self.facts.items():
            if fact.is_seen(self, side, -1):
                plain[name] = msgspec.to_builtins(fact.codec.write(fact.known_to(self, side)))
        for name, column in self.columns.items():
            write, values = column.codec.write, column.known_to(self, side, self.__dict__[name], UNKNOWN)
            plain[name] = {
                column.names[key]: write(value) for key, value in enumerate(values) if value is not UNKNOWN
            }
        return plain

    def known_to(self, side: str) -> Self:
        """A position holding only what `side` knows; touching anything else raises `Leak`."""
        known = self.copy()
        for name, column in self.columns.items():
            if name in self.hidden:
                known.__dict__[name] = column.known_to(self, side, self.__dict__[name], UNKNOWN)
        for name, fact in self.facts.items():
            if name in self.hidden:
                known.__dict__[name] = fact.known_to(self, side) if fact.is_seen(self, side, -1) else UNKNOWN
        known.cache.forget(self.hidden)
        known.mask_derived(side)
        known.viewer = side
        known.forget_inner()
        return known

    def without_unknown(self) -> Self:
        """A copy of a view in which what the side does not know is as before the set-up: a unit it does not
        see is not there. For questions about the enemies that it knows of.
        """
        new = self.copy()
        own = new.__dict__
        own["cache"] = Cache()
        for name, column in self.columns.items():
            own[name] = [
                start if is_unknown(value) else value for value, start in zip(own[name], column.start)
            ]
        for name, fact in self.facts.items():
            own[name] = fact.start if is_unknown(own[name]) else own[name]
        new.derive()
        return new

    def mask_derived(self, side: str) -> None:
        """Cuts what `derive` built from hidden facts down to what a side knows; a game with such sets writes
        it.
        """


__all__ = ["ADVISER", "ENFORCEMENT", "FREE", "REFEREE", "Event", "Outcome", "State"]
