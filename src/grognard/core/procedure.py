"""Procedures as tables of steps. Knows no game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from .choices import Choices, Made, Part
from .facts import CHANCE, DONE, Action, Done
from .hexes import members
from .ruling import Ruling, no_such


class Outcomes(list[tuple[Action, int]]):
    """What chance can answer, each with its whole-number weight."""

    def __init__(self, pairs: Iterable[tuple[Action, int]]) -> None:
        super().__init__(pairs)
        self.actions = [action for action, _ in self]
        self.whole = sum([weight for _, weight in self])
        self.even = self.whole == len(self)  # all alike, as the faces of a die
        self.limit = (1 << 64) - (1 << 64) % self.whole if self.whole else 0  # no outcome is favoured below it


NO_OUTCOME = Outcomes(())

# ---------------------------------------------------------------- steps: rows of a procedure

Side = str | Callable[[Any, Any], str]  # a side, or (state, frame) -> who


@dataclass(frozen=True, kw_only=True)
class Step:
    """A row of a procedure. The clause is the row's own: it cites the change of step and the plain refusal."""

    clause: str
    name: str = ""  # as the players call it; a phase that can be written into a position has one
    secret: bool = False  # what is chosen or rolled here is known to one side only, until it is opened
    acts = False  # whether `perform` may change the position
    asks = False  # whether a player answers

    def perform(self, state: Any, frame: Any) -> None: ...

    def who(self, state: Any, frame: Any) -> str:
        return CHANCE

    def options(self, state: Any, frame: Any) -> Choices | None:
        """What can be chosen; `None`: nobody is asked."""
        return None

    def purpose(self, state: Any, frame: Any) -> str:
        return self.name or self.clause

    def take(self, state: Any, frame: Any, action: Action, made: Made | None) -> None: ...

    def can_force(self, state: Any, frame: Any, action: Action) -> bool:
        """Whether an action against the rules could be carried out at all (adviser and free tables)."""
        return False

    def objections(self, state: Any, frame: Any, action: Action) -> Iterator[Ruling]:
        choices = self.options(state, frame)
        if choices is None or action not in choices:
            offered = ", ".join(map(str, choices or ())) or "nothing"
            yield Ruling(self.clause, f"{action} is not on offer here; there is {offered}")


@dataclass(frozen=True, kw_only=True)
class _Over(Step):
    side = ""  # nobody's

    def objections(self, state: Any, frame: Any, action: Action) -> Iterator[Ruling]:
        yield Ruling(state.outcome().clause if state.outcome() else self.clause, "the game is over")


NOTHING = _Over(clause="")


@dataclass(frozen=True, kw_only=True)
class Auto(Step):
    """The rules do it; nobody is asked. Passed over in silence when it is not due."""

    do: Callable[[Any, Any], None]
    due: Callable[[Any, Any], Any] | None = None
    acts = True

    def perform(self, state: Any, frame: Any) -> None:
        self.do(state, frame)


@dataclass(frozen=True, kw_only=True)
class Chance(Step):
    """Dice or a blind draw. Repeats until it has no outcome left to give."""

    outcomes: Callable[[Any, Any], Outcomes]
    apply: Callable[[Any, Any, Any], None]
    about: Callable[[Any, Any], str] | None = None  # what is being rolled for
    roller: Side | None = None  # of a secret roll: who sees it

    def who(self, state: Any, frame: Any) -> str:
        return CHANCE

    def purpose(self, state: Any, frame: Any) -> str:
        return self.about(state, frame) if self.about else super().purpose(state, frame)

    def options(self, state: Any, frame: Any) -> Choices | None:
        outcomes = self.outcomes(state, frame)
        return Choices(state, outcomes.actions, (), outcomes) if outcomes else None

    def take(self, state: Any, frame: Any, action: Action, made: Made | None) -> None:
        self.apply(state, frame, action)


@dataclass(frozen=True, kw_only=True)
class Ask(Step):
    """One choice among few, listed. With none nobody is asked; with one it is taken and logged."""

    asks = True
    side: Side
    choices: Callable[[Any, Any], Sequence[Action]]
    apply: Callable[[Any, Any, Any], None]
    refuse: Callable[[Any, Any, Action], Sequence[Ruling]] | None = None  # a better word than "not on offer"

    def who(self, state: Any, frame: Any) -> str:
        side = self.side
        return side if side.__class__ is str else side(state, frame)  # type: ignore[operator]

    def options(self, state: Any, frame: Any) -> Choices | None:
        choices = self.choices(state, frame)
        return Choices(state, choices) if choices else None

    def take(self, state: Any, frame: Any, action: Action, made: Made | None) -> None:
        state.goto(frame.step + 1, self.clause)
        apply = self.apply
        apply(state, frame, action)

    def objections(self, state: Any, frame: Any, action: Action) -> Iterator[Ruling]:
        choices = self.choices(state, frame)
        if action in choices:
            return
        said = list(self.refuse(state, frame, action)) if self.refuse else []
        yield from said or super().objections(state, frame, action)


Draw = Callable[[Any, Any, int, int, Callable[[], float]], int | None]  # (state, frame, subject, hexes, random) -> one of them


def _the_only_place(state: Any, frame: Any, subject: int, hexes: int, random: Callable[[], float]) -> int:
    """Of a pick without a hex: drawn as from a set of one, so that whoever draws at random goes on as he would have."""
    random()
    return 0


class Screen(NamedTuple):
    """A rule as a sieve: the members of `mask` pass it.

    `implied`: another screen covers it, so the list leaves it out; it is there for its words.
    `last`: it covers others, so the refusal names it only when nothing else is broken.
    """

    clause: str
    because: str | Callable[[Any, Any, int, int], str]
    mask: Callable[[Any, Any], Any]
    implied: bool = False
    last: bool = False
    each: bool = False  # the mask is a function of the subject, prepared once for all subjects
    test: Callable[[Any, Any, int, int], bool] | None = None  # of an `each` screen: a quicker answer for one subject and hex
    draw: Draw | None = None  # of an `each` screen: one hex of a set it lets pass, each as likely; `None`: work them all out


@dataclass(frozen=True, kw_only=True)
class Pick:
    """A subject (mostly a unit) and a hex, or only one of them. The same screens make the list and the refusal."""

    verb: type[Any]  # an action class with the fields `unit` and `hex`, or one of them
    names: Sequence[str] = ("",)  # of the subjects, in order
    units: tuple[Screen, ...] = ()  # mask(state, frame) -> set of subjects
    hexes: tuple[Screen, ...] = ()  # mask(state, frame) -> set of hexes, or a function of the subject
    apply: Callable[[Any, Any, int, Any], None]  # (state, frame, subject, hex)
    open: Callable[[Any, Any, int], bool] | None = None  # a quick sign that some ready subject can act
    judge: Callable[[Any, Any, int, int], bool] | None = None  # all screens at once, of one subject and place: quicker

    # worked out once, from what is above
    number: dict[str, int] = field(init=False, repr=False, compare=False)  # of each subject, by name
    has_hex: bool = field(init=False, repr=False, compare=False)
    has_unit: bool = field(init=False, repr=False, compare=False)
    has_both: bool = field(init=False, repr=False, compare=False)
    has_common: bool = field(init=False, repr=False, compare=False)  # some screen on hexes is the same for all subjects
    takes: Callable[[Any, Any, int, int], bool] = field(init=False, repr=False, compare=False)  # may a subject choose a place?
    quick: Callable[[Any, Any, int, int], bool] | None = field(init=False, repr=False, compare=False)
    draw: Draw | None = field(init=False, repr=False, compare=False)
    _everybody: int = field(init=False, repr=False, compare=False)
    _masks: tuple[Callable[[Any, Any], int], ...] = field(init=False, repr=False, compare=False)  # of the screens on units
    _common: tuple[Callable[[Any, Any], int], ...] = field(init=False, repr=False, compare=False)  # on hexes, for all subjects
    _each: tuple[Callable[[Any, Any], Any], ...] = field(init=False, repr=False, compare=False)  # on hexes, subject by subject

    def __post_init__(self) -> None:
        asked = [s for s in self.hexes if not s.implied]
        each = [s for s in asked if s.each]
        alone = each[0] if len(each) == 1 else None
        worked_out = {
            "number": {name: i for i, name in enumerate(self.names)},
            "has_hex": "hex" in self.verb.__struct_fields__,
            "has_unit": "unit" in self.verb.__struct_fields__,
            "has_both": {"unit", "hex"} <= set(self.verb.__struct_fields__),
            "has_common": not all(s.each for s in asked),
            "takes": self.judge or self._passes,
            "quick": alone and alone.test,
            "draw": alone.draw if alone else None if self.hexes or "hex" in self.verb.__struct_fields__ else _the_only_place,
            "_everybody": (1 << len(self.names)) - 1,
            "_masks": tuple(s.mask for s in self.units if not s.implied),
            "_common": tuple(s.mask for s in asked if not s.each),
            "_each": tuple(s.mask for s in each),
        }
        for name, value in worked_out.items():
            object.__setattr__(self, name, value)

    def ready(self, state: Any, frame: Any) -> int:
        masks = self._masks
        if len(masks) == 1:  # most phases fold their screens on units into one set
            return masks[0](state, frame) & self._everybody
        bits = self._everybody
        for mask in masks:
            bits &= mask(state, frame)
            if not bits:
                break
        return bits

    def make(self, state: Any, unit: int, hex_: int) -> Action:
        if not self.has_hex:
            return self.verb(self.names[unit])  # type: ignore[no-any-return]
        if not self.has_unit:
            return self.verb(state.grid.name[hex_])  # type: ignore[no-any-return]
        return self.verb(self.names[unit], state.grid.name[hex_])  # type: ignore[no-any-return]

    def find(self, state: Any, action: Any) -> tuple[int, int] | None:
        """The numbers of the subject and the hex an action names; None where either does not exist."""
        try:
            if self.has_unit:
                return self.number[action.unit], state.grid.number[action.hex] if self.has_hex else 0
            return 0, state.grid.number[action.hex] if self.has_hex else 0
        except KeyError:
            return None

    def _passes(self, state: Any, frame: Any, unit: int, place: int) -> bool:
        """`takes`, screen by screen."""
        for mask in self._masks:
            if not mask(state, frame) >> unit & 1:
                return False
        if not self.has_hex and not self.hexes:
            return True
        for mask in self._common:
            if not mask(state, frame) >> place & 1:
                return False
        if (quick := self.quick) is not None:
            return bool(quick(state, frame, unit, place))
        return all(mask(state, frame)(unit) >> place & 1 for mask in self._each)

    def another(self, state: Any, frame: Any, unit: int) -> bool:
        """Whether another subject certainly can act."""
        others = self.ready(state, frame) & ~(1 << unit)
        return self.open is not None and others != 0 and self.open(state, frame, others)

    def part(self, state: Any, frame: Any) -> Part:
        return Part(self, self.ready(state, frame), state, frame)

    def common(self, state: Any, frame: Any) -> int:
        """The screens on hexes as one set for all subjects."""
        if not self.has_hex and not self.hexes:
            return 1
        found = -1 if self.has_hex else 1  # without a hex a subject has one place, which the screens may close
        for mask in self._common:
            found &= mask(state, frame)
        return found

    def each(self, state: Any, frame: Any) -> list[Callable[[int], int]]:
        """The screens on hexes that are functions of the subject."""
        return [mask(state, frame) for mask in self._each]

    def objections(self, state: Any, frame: Any, unit: int, hex_: int) -> Iterator[Ruling]:
        """Every screen the action falls out of. What depends on the unit is asked only of a unit that may act."""
        broken = [s for s in self.units if not s.mask(state, frame) >> unit & 1]
        if self.hexes:
            hexes = [s for s in self.hexes if not s.each or not broken]
            broken += [s for s in hexes if not self._hexes(s, state, frame, unit) >> hex_ & 1]
        for screen in [s for s in broken if not s.last] or broken:
            yield Ruling(screen.clause, self._words(screen, state, frame, unit, hex_))

    def _words(self, screen: Screen, state: Any, frame: Any, unit: int, hex_: int) -> str:
        if callable(screen.because):
            return screen.because(state, frame, unit, hex_)
        return screen.because.format(unit=self.names[unit], hex=state.grid.name[hex_] if self.has_hex else "")

    @staticmethod
    def _hexes(screen: Screen, state: Any, frame: Any, unit: int) -> int:
        mask: Any = screen.mask(state, frame)
        return int(mask(unit) if screen.each else mask)


NO_PICK = Pick(verb=Action, apply=lambda state, frame, unit, hex_: None)


def _no_plain(state: Any, frame: Any) -> Sequence[Action]:
    return ()


_ONLY_DONE = (DONE,)


def _stay(state: Any, clause: str) -> None: ...


@dataclass(frozen=True, kw_only=True)
class Phase(Step):
    """Any number of picks, in any order, until `Done`; passed over when there is nothing to pick.

    `must`: words for what is still compulsory, or nothing; while it speaks `Done` is refused.
    """

    side: Side
    picks: tuple[Pick, ...]  # in the order of their verbs
    plain: Callable[[Any, Any], Sequence[Action]] = _no_plain  # further choices without subject or hex
    take_plain: Callable[[Any, Any, Any], None] | None = None
    refuse: Callable[[Any, Any, Action], Ruling | None] | None = None  # a word on a plain choice that is not open now
    must: Callable[[Any, Any], Ruling | None] | None = None
    leave: Callable[[Any, str], None] = _stay
    once: bool = False  # one pick and the phase is over
    acts = True
    asks = True
    _only: dict[type[Any], Pick] = field(init=False, repr=False, compare=False)  # by verb, where no other pick has that

    def __post_init__(self) -> None:
        verbs = [pick.verb for pick in self.picks]
        object.__setattr__(self, "_only", {pick.verb: pick for pick in self.picks if verbs.count(pick.verb) == 1})

    def who(self, state: Any, frame: Any) -> str:
        side = self.side
        return side if side.__class__ is str else side(state, frame)  # type: ignore[operator]

    def perform(self, state: Any, frame: Any) -> None:
        """Leaves the phase. Whatever `leave` does, it calls no procedure: the driver keeps no return address for it."""
        self.leave(state, self.clause)

    def options(self, state: Any, frame: Any) -> Choices | None:
        parts = []
        for pick in self.picks:
            if ready := pick.ready(state, frame):
                parts.append(Part(pick, ready, state, frame))
        plain = () if self.plain is _no_plain else self.plain(state, frame)
        if not plain:
            if not parts:
                return None
            quick = parts[0].pick.open  # mostly it says yes at once
            if (quick is None or not quick(state, frame, parts[0].ready)) and not _open(state, frame, parts):
                return None
        if self.must is None or self.must(state, frame) is None:
            plain = (*plain, DONE) if plain else _ONLY_DONE
        return Choices(state, plain, parts)

    def _find(self, state: Any, action: Any) -> tuple[Pick, int, int] | None:
        for pick in self.picks:
            if type(action) is pick.verb and (found := pick.find(state, action)):
                return pick, *found
        return None

    def take(self, state: Any, frame: Any, action: Action, made: Made | None) -> None:
        if action.__class__ is Done:
            state.goto(frame.step + 1, self.clause)
            return self.leave(state, self.clause)
        if made is None or made[0] is not action:
            found = self._find(state, action)
            if found is None:
                assert self.take_plain is not None
                return self.take_plain(state, frame, action)
            made = (action, *found)
        if self.once:
            state.goto(frame.step + 1, self.clause)
        _, pick, unit, place = made
        apply = pick.apply
        return apply(state, frame, unit, place)

    def accept(self, state: Any, frame: Any, action: Action) -> Made | None:
        """Whether this phase waits for that very action, without listing what else it offers; `None`: not known.

        For replaying: a phase that takes some pick and could be left by `done`, or in which another subject certainly can act, offers two
        choices at least, so nobody is forced and it would wait. Anything else is left to `options`.
        """
        if (pick := self._only.get(action.__class__)) is not None:
            if (found := pick.find(state, action)) is not None:
                unit, place = found
                if pick.takes(state, frame, unit, place) and (
                    self.must is None or self.must(state, frame) is None or pick.another(state, frame, unit)
                ):
                    return action, pick, unit, place
        elif action.__class__ is Done and (self.must is None or self.must(state, frame) is None):
            for pick in self.picks[::-1]:  # one is enough
                if pick.open is not None and (ready := pick.ready(state, frame)) and pick.open(state, frame, ready):
                    return action, NO_PICK, 0, 0
        return None

    def can_force(self, state: Any, frame: Any, action: Action) -> bool:
        return action == DONE or self._find(state, action) is not None

    def objections(self, state: Any, frame: Any, action: Action) -> Iterator[Ruling]:
        if action == DONE:
            if self.must and (ruling := self.must(state, frame)):
                yield ruling
        elif action in self.plain(state, frame):
            return
        elif found := self._find(state, action):
            yield from found[0].objections(state, frame, *found[1:])
        else:
            said = self.refuse(state, frame, action) if self.refuse else None
            yield said or self._strange(state, frame, action)

    def _strange(self, state: Any, frame: Any, action: Action) -> Ruling:
        if any(type(action) is pick.verb for pick in self.picks):
            name = getattr(action, "hex", None)
            if name is not None and name not in state.grid.number and state.grid.is_printed(name) and state.out_of_bounds:
                return Ruling(state.out_of_bounds, f"{name} is out of bounds")
            return Ruling(self.clause, self._unknown(state, action))
        verbs = [pick.verb.verb for pick in self.picks]
        if not (self.must and self.must(state, frame)):
            verbs.append("done")
        return Ruling(self.clause, f"{action.verb} is not a thing to do now{self._when()}; there is {', '.join(verbs)}")

    def _unknown(self, state: Any, action: Action) -> str:
        """Which name is none here, and what it may have been meant for."""
        known = {name for pick in self.picks if pick.verb is type(action) for name in pick.names}
        for given, names in ((getattr(action, "unit", None), known), (getattr(action, "hex", None), state.grid.number)):
            if given is not None and given not in names:
                return no_such(given, names)
        return f"{action} names a unit or hex that does not exist"

    def _when(self) -> str:
        return f" ({self.name})" if self.name else ""


def _open(state: Any, frame: Any, parts: list[Part]) -> bool:
    """Whether anything can be picked at all."""
    for part in parts:
        quick = part.pick.open
        if quick is not None and quick(state, frame, part.ready):
            return True
        if any(part.places(unit) for unit in members(part.ready)):
            return True
    return False
