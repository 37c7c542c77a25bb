"""A game: rules and data of one title, and how a position of it begins. Knows no game by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol, TypedDict

import msgspec

from .clauses import Rulebook, read_rulebook
from .data import digest
from .facts import Action, Vocabulary
from .plain import Plain, PlainView
from .ruling import GrognardError
from .state import ENFORCEMENT, REFEREE, State

if TYPE_CHECKING:
    from pathlib import Path

    from .about import About
    from .ask import Topic
    from .chance import Dice
    from .guide import Guide
    from .options import Reading


_ON_DEMAND = {  # module and name
    "questions": ("ask", "TOPICS"),
    "screen": ("screen", "screen"),
    "judge": ("judge", "figures"),
    "picture": ("picture", "picture"),
}


def load_on_demand(package: str, *names: str) -> dict[str, Any]:
    """What a game shows to people (questions, screen, judge, picture), each from its own module. A module is
    imported when it is first needed, so a game starts without it.
    """

    def load(module: str, name: str) -> Callable[..., object]:
        def call(*given: object) -> object:
            loaded = getattr(import_module(f"{package}.{module}"), name)
            return loaded(*given) if callable(loaded) else loaded

        return call

    return {name: load(*_ON_DEMAND[name]) for name in names}


class Notation(Protocol):
    """How positions of a game are written as files."""

    @property
    def write(self) -> Callable[[Any], Plain]: ...  # of the game's own position
    @property
    def read(self) -> Callable[[Plain], State]: ...


class NewGame(TypedDict, total=False):
    """The arguments of `Game.new` besides the scenario, for functions that hand them on."""

    seed: int | str | None
    options: PlainView | None
    enforcement: str
    dice: Dice | None


@dataclass(frozen=True, kw_only=True)
class Game:
    """Rules and data of one game, immutable.

    >>> import grognard
    >>> game = grognard.load("sword-beach")
    >>> game.title, sorted(game.scenarios)
    ('Sword Beach', ['standard'])
    >>> str(game.parse("move 8/3 1537"))
    'move 8/3 1537'
    """

    name: str
    title: str
    version: str  # of the rules as this package carries them out; a record names it
    package: str
    position: type[State]
    vocabulary: Vocabulary
    options: type[msgspec.Struct]
    scenarios: Mapping[str, Callable[[Any], State]]  # name -> maker of the first position, given the options
    refused: Mapping[str, Callable[[], str]] = field(
        default_factory=dict
    )  # scenarios we know and cannot play: why
    questions: Callable[[], Mapping[str, Topic]]  # topics of `grognard ask`
    notation: Notation | None = None  # as a rule a module
    screen: Callable[[State, str | None], str] | None = None  # the position for a terminal
    picture: Callable[[State, str | None], str] | None = None  # the position as SVG
    judge: Callable[[State, Action], Plain] | None = None  # the figures behind a verdict
    # (plain position, version of its rules) -> plain position of these rules: for facts that were renamed or
    # have other values
    carry: Callable[[Plain, str], Plain] | None = None

    @cached_property
    def data(self) -> str:
        """A digest of the data the game is played with; a record names it."""
        return digest(self.package, self.name)

    @cached_property
    def rulebook(self) -> Rulebook:
        return read_rulebook(self.package)

    @property
    def guide(self) -> Guide:
        from .guide import read_guide

        return read_guide(self.package)

    @cached_property
    def readings(self) -> list[Reading]:
        from .options import read_options

        return read_options(self.package, self.name)

    @cached_property
    def about(self) -> About:
        """How the game and its scenarios are presented to people."""
        from .about import read_about

        return read_about(self.package, self.name)

    def agree(self, chosen: PlainView | None = None) -> msgspec.Struct:
        """The options of a game; an unknown one or a wrong value is refused by name."""
        try:
            return msgspec.convert(dict(chosen or {}), self.options, strict=False)
        except (msgspec.ValidationError, TypeError, ValueError) as error:
            raise GrognardError(f"options of {self.name}: {self._wrong(chosen or {}) or error}") from None

    def _wrong(self, chosen: PlainView) -> str:
        """Which option is not one, or which value of it, with what there is."""
        known = {reading.name: reading for reading in self.readings}
        for name, value in chosen.items() if isinstance(chosen, Mapping) else ():
            if name not in known:
                return f"there is no option {name!r}"
            try:
                msgspec.convert({name: value}, self.options, strict=False)
            except (msgspec.ValidationError, TypeError, ValueError):
                return (
                    f"{name} is one of {', '.join(known[name].values)}, not {value!r} [{known[name].clause}]"
                )
        return ""

    def new(
        self,
        scenario: str = "standard",
        *,
        seed: int | str | None = None,
        options: PlainView | None = None,
        enforcement: str = REFEREE,
        dice: Dice | None = None,
    ) -> State:
        """The first position. Dice: `seed` gives seeded ones, `dice` any other; without either, push the
        rolls.
        """
        if scenario in self.refused:
            raise GrognardError(self.refused[scenario]())
        if scenario not in self.scenarios:
            raise GrognardError(
                f"{self.name} has no scenario {scenario!r}; there is {', '.join(self.scenarios)}"
            )
        if enforcement not in ENFORCEMENT:
            raise GrognardError(f"enforcement is one of {', '.join(ENFORCEMENT)}, not {enforcement!r}")
        state = self.scenarios[scenario](self.agree(options))
        state.__dict__["enforcement"] = enforcement
        if dice is None and seed is not None:
            from .chance import Seeded

            dice = Seeded(str(seed))
        state.dice = dice
        return state

    def parse(self, text: str) -> Action:
        """Reads an action from its text."""
        return self.vocabulary.parse(text)

    def read(self, path: str | Path) -> State:
        """A position from a record or a position file."""
        from .reading import load

        return load(self, path)
