"""Procedures as tables of steps. Knows no game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeAlias

from .choices import Choices, Part
from .facts import CHANCE, DONE, Action, Done, F, Roll, S
from .hexes import Hex, members, set_of
from .ruling import Ruling

if TYPE_CHECKING:
    from .state import State


class Outcomes(list[tuple[Action, int]]):
    """What chance can answer, each with its whole-number weight."""

    def __init__(self, pairs: Iterable[tuple[Action, int]]) -> None:
        super().__init__(pairs)
        self.actions = [action for action, _ in self]
        self.whole = sum([weight for _, weight in self])
        self.even = self.whole == len(self)  # all alike, as the faces of a die
        self.weights: int | list[int] = (
            len(self) if self.even else [weight for _, weight in self]
        )  # as a record tells it


NO_OUTCOME = Outcomes(())
DIE = Outcomes((Roll(face), 1) for face in range(1, 7))

# ---------------------------------------------------------------- steps: rows of a procedure

Side: TypeAlias = str | Callable[[S, F], str]  # a side, or (state, frame) -> who


@dataclass(frozen=True, kw_only=True)
class Step(Generic[S, F]):
    """A row of a procedure. The clause is the row's own: it cites the change of step and the plain
    refusal.
    """

    clause: str
    name: str = ""  # its key: in position files, and for a page or a player that looks for it
    title: str = ""  # as players call it, where that is not the name: "Allied Movement Phase"
    secret: bool = False  # what is chosen or rolled here is known to one side only, until it is opened
    # of a secret step: its name for other seats, if it is always due; without one they see that a side acts
    shown: str = ""
    # the rules show here what was hidden before: a reveal, or a secret step with units in plain sight
    opens: bool = False
    asks = False  # whether a player answers, so that an only choice is played for them

    @property
    def row_kind(self) -> str:
        """The kind of row as a record names it: a kind of step made of another keeps the name of that one."""
        return type(self).__name__.lower()

    @property
    def names_moment(self) -> bool:
        """Whether what happens within the step is named after it as well."""
        return False

    @property
    def label(self) -> str:
        """The step as refusals and answers name it."""
        return self.title or self.name

    @property
    def verbs(self) -> Sequence[type[Action]]:
        """The verbs this step takes; an action of another step is judged by the step that takes its verb."""
        return ()

    def current_verbs(self, state: S, frame: F) -> set[type[Action]]:
        """The verbs of the actions on the list: for a step that does not declare its verbs."""
        if self.verbs:
            return set()
        return {type(action) for action in self.options(state, frame) or ()}

    def within(self, state: S) -> State | None:
        """The position of a game that is played out in this step, and that all questions go to."""
        return None

    def is_due(self, state: S, frame: F) -> bool:
        """Whether the rules themselves do something here (`perform`)."""
        return False

    def perform(self, state: S, frame: F) -> None: ...

    def pass_over(self, state: S) -> None:
        """Leave a step that asks no player and does nothing."""

    def decider(self, state: S, frame: F) -> str:
        return CHANCE

    def options(self, state: S, frame: F) -> Choices | None:
        """The choices of the step; `None`: no player is asked."""
        return None

    def purpose(self, state: S, frame: F) -> str:
        return self.name or self.clause

    def take(self, state: S, frame: F, action: Action) -> None:
        """Carries out an action that is legal."""

    def can_force(self, state: S, frame: F, action: Action) -> bool:
        """Whether an action against the rules could be carried out at all (adviser and free tables)."""
        return False

    def objections(self, state: S, frame: F, action: Action) -> Iterator[Ruling]:
        """Everything that speaks against an action while this step waits for an answer."""
        choices = self.options(state, frame)
        if choices is None or action not in choices:
            yield Ruling(self.clause, f"{self.purpose(state, frame)}: {_listed(choices)}, not {action}")

    def forbids(self, state: S, frame: F, action: Action) -> Iterable[Ruling]:
        """The specific clauses that forbid an action of this step's verbs, also while the step is not under
        way.
        """
        return ()


_MAX_LISTED = 12


def _listed(choices: Choices | None) -> str:
    """The choices of a step in words: all of a few, else the first and the last."""
    words = [str(action) for action in choices or ()]
    if not words:
        return "there is no choice"
    if len(words) > _MAX_LISTED:
        return f"choose one of {len(words)}, from {words[0]} to {words[-1]}"
    return f"choose {' or '.join(words)}" if len(words) < 3 else f"choose one of {', '.join(words)}"


@dataclass(frozen=True, kw_only=True)
class _Over(Step):
    side = ""  # no side's

    def objections(self, state: State, frame: object, action: Action) -> Iterator[Ruling]:
        outcome = state.outcome()
        yield Ruling(outcome.clause if outcome else self.clause, "the game is over")


NOTHING = _Over(clause="")


@dataclass(frozen=True, kw_only=True)
class Auto(Step[S, F]):
    """An automatic step; skipped without a log entry when its condition is false."""

    do: Callable[[S, F], None]
    due: Callable[[S, F], object] | None = None

    def is_due(self, state: S, frame: F) -> bool:
        return self.due is None or bool(self.due(state, frame))

    def perform(self, state: S, frame: F) -> None:
        self.do(state, frame)


@dataclass(frozen=True, kw_only=True)
class Chance(Step[S, F]):
    """Dice or a blind draw. Repeats until it has no outcome left to give, or is made `once`."""

    outcomes: Callable[[S, F], Outcomes]
    apply: Callable[[S, F, Any], None]
    about: Callable[[S, F], str] | None = None  # what is being rolled for
    roller: Side[S, F] | None = None  # of a secret roll: who sees it
    rolls: tuple[type[Action], ...] = (Roll,)  # the verbs of its outcomes
    once: bool = False  # one answer and the procedure goes on

    @property
    def verbs(self) -> Sequence[type[Action]]:
        return self.rolls

    def decider(self, state: S, frame: F) -> str:
        return CHANCE

    def purpose(self, state: S, frame: F) -> str:
        return self.about(state, frame) if self.about else super().purpose(state, frame)

    def options(self, state: S, frame: F) -> Choices | None:
        outcomes = self.outcomes(state, frame)
        return Choices(state, outcomes.actions, (), outcomes) if outcomes else None

    def take(self, state: S, frame: F, action: Action) -> None:
        state.count_roll(self.clause)
        if self.once:
            state.go_on(self.clause)
        self.apply(state, frame, action)


@dataclass(frozen=True, kw_only=True)
class Asking(Step[S, F]):
    """A step that a side decides."""

    asks = True
    side: Side[S, F]

    def decider(self, state: S, frame: F) -> str:
        side = self.side
        return side if side.__class__ is str else side(state, frame)  # type: ignore[operator]


@dataclass(frozen=True, kw_only=True)
class Ask(Asking[S, F]):
    """A choice from a short list. An empty list skips the step; a single choice is played and logged."""

    choices: Callable[[S, F], Sequence[Action]]
    apply: Callable[[S, F, Any], None]
    takes: tuple[type[Action], ...] = ()  # the verbs of its choices
    names: Sequence[str] = ()  # the subjects its verbs may name; empty: any word
    # the clauses that forbid an action of these verbs that is not among the choices; also asked while the
    # step is not under way
    refuse: Callable[[S, F, Any], Sequence[Ruling]] | None = None
    must: Callable[[S, F], Ruling] | None = None  # why the choice cannot be passed over with `done`

    @property
    def verbs(self) -> Sequence[type[Action]]:
        return self.takes

    def options(self, state: S, frame: F) -> Choices | None:
        choices = self.choices(state, frame)
        return Choices(state, choices) if choices else None

    def take(self, state: S, frame: F, action: Action) -> None:
        state.go_on(self.clause)
        self.apply(state, frame, action)

    def objections(self, state: S, frame: F, action: Action) -> Iterator[Ruling]:
        if action in self.choices(state, frame):
            return
        if action == DONE and self.must is not None:
            yield self.must(state, frame)
            return
        yield from list(self.forbids(state, frame, action)) or super().objections(state, frame, action)

    def forbids(self, state: S, frame: F, action: Action) -> Iterable[Ruling]:
        if (
            self.refuse is None
            or (self.takes and type(action) not in self.takes)
            or action in self.choices(state, frame)
        ):
            return ()
        return self.refuse(state, frame, action)


Draw: TypeAlias = Callable[
    [S, F, int, int, Callable[[], float]], int | None
]  # (state, frame, subject, hexes, random) -> one of them


def open_if_any(state: object, frame: object, ready: int) -> bool:
    """A pick that is open as soon as any subject is ready: for one without a hex."""
    return True


def _the_only_place(state: S, frame: F, subject: int, hexes: int, random: Callable[[], float]) -> int:
    """Draw from a one-member set, so that random play consumes the same random numbers as before."""
    random()
    return 0


class Screen(NamedTuple, Generic[S, F]):
    """A rule as a sieve: the members of `mask` pass it.

    `implied`: another screen covers it, so the list leaves it out; it is there for its words.
    `last`: it covers others, so the refusal names it only when nothing else is broken.
    `decisive`: nothing else is said of a subject (or of a hex) that falls out of it.
    """

    clause: str
    because: (
        str | Callable[[S, F, int, int], str | Ruling]
    )  # a ruling of its own where another clause says it better
    mask: Callable[[S, F], Any]
    implied: bool = False
    last: bool = False
    decisive: bool = False
    each: bool = False  # the mask is a function of the subject, prepared once for all subjects
    test: Callable[[S, F, int, int], bool] | None = (
        None  # of an `each` screen: a quicker answer for one subject and hex
    )
    draw: Draw[S, F] | None = (
        None  # of an `each` screen: one hex of a set it lets pass, each as likely; `None`: work them all out
    )

    def among(self, state: S, frame: F) -> Callable[[int, int], int]:
        """Of a screen on hexes: a function of a subject and hexes that gives those of them that pass."""
        if self.mask is _one_by_one:
            test: Any = self.test
            return lambda unit, hexes: set_of(h for h in members(hexes) if test(state, frame, unit, h))
        mask = self.mask(state, frame)
        return (lambda unit, hexes: hexes & mask(unit)) if self.each else (lambda unit, hexes: hexes & mask)


def _one_by_one(state: S, frame: F) -> int:
    raise NotImplementedError("this screen is a test of one hex")


def hex_test(clause: str, because: str, test: Callable[[Any, int, int], bool]) -> Screen:
    """A screen on hexes that is asked of one subject and hex after another, and only of the hexes that the
    screens before it let pass: one of those is a set.
    """
    return Screen(
        clause, because, _one_by_one, each=True, test=lambda s, frame, unit, hex_: test(s, unit, hex_)
    )


@dataclass(frozen=True, kw_only=True)
class Pick(Generic[S, F]):
    """A subject (mostly a unit) and a hex, or only one of them. The same screens make the list and the
    refusal.
    """

    verb: type[Any]  # an action class with the fields `unit` and `hex`, or one of them
    names: Sequence[str] = ("",)  # of the subjects, in order
    titles: Sequence[str] = ()  # their display names, where they differ
    kind: str = "unit"  # what the subjects are, where they are no units: a beach
    units: tuple[Screen[S, F], ...] = ()  # mask(state, frame) -> set of subjects
    hexes: tuple[Screen[S, F], ...] = ()  # mask(state, frame) -> set of hexes, or a function of the subject
    apply: Callable[[S, F, int, Hex], None]  # (state, frame, subject, hex)
    open: Callable[[S, F, int], bool] | None = None  # a quick sign that some ready subject can act
    aside: bool = False  # offered beside other choices; by itself it asks no player

    # worked out once, from what is above
    number: dict[str, int] = field(init=False, repr=False, compare=False)  # of each subject, by name
    has_hex: bool = field(init=False, repr=False, compare=False)
    has_unit: bool = field(init=False, repr=False, compare=False)
    has_common: bool = field(
        init=False, repr=False, compare=False
    )  # some screen on hexes is the same for all subjects
    quick: Callable[[S, F, int, int], bool] | None = field(init=False, repr=False, compare=False)
    draw: Draw[S, F] | None = field(init=False, repr=False, compare=False)
    _everybody: int = field(init=False, repr=False, compare=False)
    _masks: tuple[Callable[[S, F], int], ...] = field(
        init=False, repr=False, compare=False
    )  # of the screens on units
    _common: tuple[Callable[[S, F], int], ...] = field(
        init=False, repr=False, compare=False
    )  # on hexes, for all subjects
    _each: tuple[Screen[S, F], ...] = field(init=False, repr=False, compare=False)  # subject by subject
    tests: tuple[Callable[[S, F, int, int], bool], ...] = field(
        init=False, repr=False, compare=False
    )  # those of them that are tests of one hex

    def __post_init__(self) -> None:
        asked = [s for s in self.hexes if not s.implied]
        each = [s for s in asked if s.each]
        alone = each[0] if len(each) == 1 else None
        worked_out = {
            "number": {name: i for i, name in enumerate(self.names)},
            "has_hex": "hex" in self.verb.__struct_fields__,
            "has_unit": "unit" in self.verb.__struct_fields__,
            "has_common": not all(s.each for s in asked),
            "quick": alone and alone.test,
            "draw": (
                alone.draw
                if alone
                else None
                if self.hexes or "hex" in self.verb.__struct_fields__
                else _the_only_place
            ),
            "_everybody": (1 << len(self.names)) - 1,
            "_masks": tuple(s.mask for s in self.units if not s.implied),
            "_common": tuple(s.mask for s in asked if not s.each),
            "_each": tuple(each),
            "tests": tuple(s.test for s in each if s.mask is _one_by_one),
        }
        for name, value in worked_out.items():
            object.__setattr__(self, name, value)

    def ready(self, state: S, frame: F) -> int:
        masks = self._masks
        if len(masks) == 1:  # most phases fold their screens on units into one set
            return masks[0](state, frame) & self._everybody
        bits = self._everybody
        for mask in masks:
            bits &= mask(state, frame)
            if not bits:
                break
        return bits

    def make(self, state: S, unit: int, hex_: int) -> Action:
        if not self.has_hex:
            return self.verb(self.names[unit])  # type: ignore[no-any-return]
        if not self.has_unit:
            return self.verb(state.grid.name[hex_])  # type: ignore[no-any-return]
        return self.verb(self.names[unit], state.grid.name[hex_])  # type: ignore[no-any-return]

    def find(self, state: S, action: Any) -> tuple[int, Hex] | None:
        """The numbers of the subject and the hex an action names; None where either does not exist."""
        try:
            place = state.grid.number[action.hex] if self.has_hex else Hex(0)
            return self.number[action.unit] if self.has_unit else 0, place
        except KeyError:
            return None

    def part(self, state: S, frame: F) -> Part[S, F]:
        return Part(self, self.ready(state, frame), state, frame)

    def common(self, state: S, frame: F) -> int:
        """The screens on hexes as one set for all subjects."""
        if not self.has_hex and not self.hexes:
            return 1
        result = (
            -1 if self.has_hex else 1
        )  # without a hex a subject has one place, which the screens may close
        for mask in self._common:
            result &= mask(state, frame)
        return result

    def each(self, state: S, frame: F) -> list[Callable[[int, int], int]]:
        """The screens on hexes that depend on the subject: of a subject and hexes, the hexes that pass."""
        return [screen.among(state, frame) for screen in self._each]

    def sets(self, state: S, frame: F) -> list[Callable[[int, int], int]]:
        """The same without the tests of single hexes."""
        return [screen.among(state, frame) for screen in self._each if screen.mask is not _one_by_one]

    def objections(self, state: S, frame: F, unit: int, hex_: int) -> Iterator[Ruling]:
        """Every screen the action falls out of. What depends on the unit is asked only of a unit that may
        act.
        """
        broken = _spoken([s for s in self.units if not s.mask(state, frame) >> unit & 1])
        if self.hexes and not (broken and broken[0].decisive):
            hexes = [s for s in self.hexes if not s.each or not broken]
            broken += _spoken([s for s in hexes if not s.among(state, frame)(unit, 1 << hex_)])
        for screen in [s for s in broken if not s.last] or broken:
            yield self._ruling(screen, state, frame, unit, hex_)

    def _ruling(self, screen: Screen[S, F], state: S, frame: F, unit: int, hex_: int) -> Ruling:
        if callable(screen.because):
            reason = screen.because(state, frame, unit, hex_)
            return reason if isinstance(reason, Ruling) else Ruling(screen.clause, reason)
        name = self.titles[unit] if self.titles else state.display_name(self.names[unit])
        words = screen.because.format(unit=name, hex=state.grid.name[hex_] if self.has_hex else "")
        return Ruling(screen.clause, words)


def _spoken(broken: list[Screen[S, F]]) -> list[Screen[S, F]]:
    """The broken screens a refusal names: one that is decisive speaks alone."""
    alone = next((screen for screen in broken if screen.decisive), None)
    return broken if alone is None else [alone]


def no_plain(state: S, frame: F) -> Sequence[Action]:
    return ()


_ONLY_DONE = (DONE,)


class Waiting(Choices):
    """Nothing but to go on; it is asked all the same, and not played for the player."""

    def forced(self) -> Action | None:
        return None


def _stay(state: S, clause: str) -> None: ...


@dataclass(frozen=True, kw_only=True)
class Phase(Asking[S, F]):
    """Any number of picks, in any order, until `Done`; passed over when there is nothing to pick.

    `must`: words for what is still compulsory, or nothing; while it speaks `Done` is refused.
    """

    picks: tuple[Pick[S, F], ...]  # in the order of their verbs
    plain: Callable[[S, F], Sequence[Action]] = no_plain  # further choices without subject or hex
    take_plain: Callable[[S, F, Any], None] | None = None
    plain_verbs: tuple[type[Action], ...] = ()  # the verbs of `plain`
    # the clause that forbids a plain choice; also asked while the phase is not under way
    refuse: Callable[[S, F, Any], Ruling | None] | None = None
    must: Callable[[S, F], Ruling | None] | None = None
    leave: Callable[[S, str], None] = _stay
    once: bool = False  # one pick and the phase is over
    # whether a side is asked though there is nothing to pick: it may have units that others do not know
    asks_anyway: Callable[[S, F], bool] | None = None
    _verbs: tuple[type[Action], ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        verbs = dict.fromkeys(pick.verb for pick in self.picks)
        object.__setattr__(self, "_verbs", (*verbs, *self.plain_verbs))

    @property
    def names_moment(self) -> bool:
        return type(self) is Phase and not self.once

    def pass_over(self, state: S) -> None:
        """Leaves the phase. Whatever `leave` does, it calls no procedure: the driver keeps no return address
        for it.
        """
        self.leave(state, self.clause)

    def options(self, state: S, frame: F) -> Choices | None:
        parts = []
        for pick in self.picks:
            if ready := pick.ready(state, frame):
                parts.append(Part(pick, ready, state, frame))
        plain = () if self.plain is no_plain else self.plain(state, frame)
        if not plain:
            main = [part for part in parts if not part.pick.aside]
            if not main:
                return self._nothing(state, frame, parts)
            quick = main[0].pick.open  # mostly it says yes at once
            if (quick is None or not quick(state, frame, main[0].ready)) and not _open(state, frame, main):
                return self._nothing(state, frame, parts)
        if self.must is None or self.must(state, frame) is None:
            plain = (*plain, DONE) if plain else _ONLY_DONE
        return Choices(state, plain, parts)

    def _nothing(self, state: S, frame: F, parts: Sequence[Part[S, F]] = ()) -> Choices | None:
        return (
            Waiting(state, _ONLY_DONE, parts)
            if self.asks_anyway is not None and self.asks_anyway(state, frame)
            else None
        )

    def _find(self, state: S, action: object) -> tuple[Pick[S, F], int, Hex] | None:
        for pick in self.picks:
            if type(action) is pick.verb and (result := pick.find(state, action)):
                return pick, *result
        return None

    def take(self, state: S, frame: F, action: Action) -> None:
        if action.__class__ is Done:
            state.go_on(self.clause)
            self.leave(state, self.clause)
        elif (choice := self._find(state, action)) is not None:
            if self.once:
                state.go_on(self.clause)
            pick, unit, place = choice
            pick.apply(state, frame, unit, place)
        else:
            assert self.take_plain is not None
            self.take_plain(state, frame, action)

    def can_force(self, state: S, frame: F, action: Action) -> bool:
        return action == DONE or self._find(state, action) is not None

    @property
    def verbs(self) -> Sequence[type[Action]]:
        return self._verbs

    def current_verbs(self, state: S, frame: F) -> set[type[Action]]:
        return {*self._verbs, *map(type, self.plain(state, frame))}

    def objections(self, state: S, frame: F, action: Action) -> Iterator[Ruling]:
        if action == DONE:
            if self.must and (ruling := self.must(state, frame)):
                yield ruling
        elif action not in self.plain(state, frame):
            result = self._find(state, action)
            yield from self.forbids(state, frame, action) if result else self._refused(state, frame, action)

    def forbids(self, state: S, frame: F, action: Action) -> Iterable[Ruling]:
        if result := self._find(state, action):
            return result[0].objections(state, frame, *result[1:])
        if self.refuse is None or action in self.plain(state, frame):
            return ()
        ruling = self.refuse(state, frame, action)
        return () if ruling is None else (ruling,)

    def _refused(self, state: S, frame: F, action: Action) -> Iterable[Ruling]:
        """What is said of an action that is not among the picks, under any circumstances."""
        verbs = [verb.verb for verb in self._verbs]
        plain = Ruling(
            self.clause,
            f"{self.purpose(state, frame)}: the actions are {', '.join(verbs)}, not {action.verb}",
        )
        return list(self.forbids(state, frame, action)) or [plain]


def _open(state: S, frame: F, parts: list[Part[S, F]]) -> bool:
    """Whether anything can be picked at all."""
    for part in parts:
        quick = part.pick.open
        if quick is not None and quick(state, frame, part.ready):
            return True
        if any(part.is_open(unit) for unit in members(part.ready)):
            return True
    return False
