"""Questions put to a game from the command line: topics, their parameters, answers with the path. Knows no
game.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from fractions import Fraction
from keyword import iskeyword
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from .options import option_rows, read_options
from .plain import Plain
from .ruling import GrognardError, Ruling, refused

if TYPE_CHECKING:
    from .state import State

S = TypeVar("S", bound="State")
MAX_DIGITS = 18  # of a number in a question: no printed table has a larger one, and sums of it stay exact
KINDS: dict[type, str] = {
    int: "a whole number",
    str: "a word",
    bool: "yes or no",
    list: "words with commas between them",
}
UNNAMED = (
    "",
    "2",
    "3",
)  # what values without a name are called, in the order given; they go to the parameters that are needed
_YES, _NO = ("yes", "true", "on", "1", ""), ("no", "false", "off", "0")


@dataclass(frozen=True)
class Parameter:
    """Something a topic can be told: `--name value`."""

    name: str
    kind: type
    help: str
    default: object = None
    required: bool = False
    file: bool = False  # names a file of this machine: nothing a stranger may ask a server for
    low: int | None = None  # of a whole number: the least and the greatest that make sense
    high: int | None = None

    def read(self, text: str) -> object:
        """The value a text stands for."""
        text = text.strip()
        if self.kind is int and re.fullmatch(f"[+-]?[0-9]{{1,{MAX_DIGITS}}}", text):
            return self._within(int(text))
        if self.kind is str and text:
            return text
        if self.kind is list and text:
            return [word.strip() for word in text.split(",") if word.strip()]
        if self.kind is bool and text.casefold() in _YES + _NO:
            return text.casefold() in _YES
        raise GrognardError(f"--{self.name} is {KINDS[self.kind]} ({self.help}), not {text!r}")

    def _within(self, number: int) -> int:
        if (self.low is not None and number < self.low) or (self.high is not None and number > self.high):
            bounds = (
                f"{self.low} or more"
                if self.high is None
                else f"{self.high} or less"
                if self.low is None
                else f"{self.low} to {self.high}"
            )
            raise GrognardError(f"--{self.name} is {bounds} ({self.help}), not {number}")
        return number


@dataclass(frozen=True)
class Answer:
    """What there is to say: plain data, lines for people, and where it all comes from."""

    value: Mapping[str, Any]
    lines: list[str]
    clauses: list[str] = field(default_factory=list)
    provenance: list[str] = field(default_factory=list)
    refused: list[Ruling] = field(
        default_factory=list
    )  # why what was asked about is not legal; said before the figures
    moment: str = ""  # the turn and phase of the position it speaks about

    def __post_init__(self) -> None:
        refused(self.refused)

    def having(self, **more: object) -> Answer:
        """The same answer with more data."""
        return replace(self, value={**self.value, **more})

    def plain(self) -> Plain:
        """The answer for machines."""
        return vars(self) | {"refused": [ruling._asdict() for ruling in self.refused]}

    def words(self) -> list[str]:
        """The answer for people: the moment, what is not legal, the lines."""
        about = [f"at {self.moment}:"] if self.moment else []
        return [*about, *(f"not legal: {ruling}" for ruling in self.refused), *self.lines]


class Asking(Protocol):
    """Anything that takes parameters: a topic, a sheet to print."""

    @property
    def name(self) -> str: ...
    @property
    def help(self) -> str: ...
    @property
    def parameters(self) -> tuple[Parameter, ...]: ...


@dataclass(frozen=True)
class Topic:
    """One kind of question."""

    name: str
    help: str
    parameters: tuple[Parameter, ...]
    answer: Callable[..., Answer]

    def usage(self) -> str:
        """The parameters in one line; what may be left out stands in brackets."""
        words = [f"--{p.name} {p.kind.__name__.upper()}" for p in self.parameters]
        return " ".join(w if p.required else f"[{w}]" for w, p in zip(words, self.parameters, strict=True))


def topic(name: str, help_: str, answer: Callable[..., Answer], *parameters: Parameter) -> Topic:
    """A topic, with who answers before what can be asked."""
    return Topic(name, help_, parameters, answer)


def by_name(*groups: Iterable[Topic]) -> Mapping[str, Topic]:
    """The topics of a game, in the order in which they are listed."""
    return {one.name: one for group in groups for one in group}


POSITION = Parameter("position", str, "a record or position file", file=True)
THE_POSITION = replace(POSITION, required=True)


def position_at(position: type[S], path: str) -> S:
    """The position of a game from a record or a position file."""
    try:
        state = position.game.read(path)
    except OSError as error:
        raise GrognardError(f"{path}: {error.strerror or error}") from None
    assert isinstance(state, position)
    return state


def ask(topics: Mapping[str, Topic], topic: str, given: Mapping[str, str]) -> Answer:
    """Puts a question; what the topic does not know, lacks or cannot read is refused in one line."""
    if topic not in topics:
        near = get_close_matches(topic, topics, 1)
        hint = f"did you mean {near[0]}? " if near else ""
        raise GrognardError(f"there is no topic {topic!r}; {hint}there is {', '.join(topics)}")
    moments: list[str] = []
    token = _moments.set(moments)
    try:
        answer = topics[topic].answer(**read_given(topics[topic], given))
    finally:
        _moments.reset(token)
    if given.get("position") and not moments and not answer.moment:
        others = [
            f"--{p.name}" for p in topics[topic].parameters if p.name != "position" and p.name not in given
        ]
        raise GrognardError(
            f"{topic} looks at --position only with more to look for: add {' or '.join(others)}"
        )
    return answer if answer.moment else replace(answer, moment="; ".join(once(moments)))


_moments: ContextVar[list[str] | None] = ContextVar("moments", default=None)


def speak_of(state: State) -> None:
    """Note that the question under way is answered from this position, so that the answer names its
    moment.
    """
    if (moments := _moments.get()) is not None:
        moments.append(state.moment)


def read_given(topic: Asking, given: Mapping[str, str]) -> Plain:
    """The parameters of a question as Python has them, defaults filled in."""
    known = {p.name: p for p in topic.parameters}
    plain = {name.replace("_", "-"): text for name, text in given.items()}
    for bare in [plain.pop(place) for place in UNNAMED if place in plain]:
        first = next((p.name for p in topic.parameters if p.required and p.name not in plain), None)
        if first is None:
            raise GrognardError(f"write it as {topic.name} --name value ...; {bare!r} has no name")
        plain[first] = bare
    if strange := sorted(plain.keys() - known.keys()):
        flags = ", ".join(f"--{name}" for name in known) or "none"
        raise GrognardError(f"{topic.name} has no parameter --{', --'.join(strange)}; there is {flags}")
    if missing := [f"--{p.name} ({p.help})" for p in topic.parameters if p.required and p.name not in plain]:
        raise GrognardError(f"{topic.name} needs {', '.join(missing)}")
    return {
        python_name(name): p.read(plain[name]) if name in plain else p.default for name, p in known.items()
    }


def python_name(name: str) -> str:
    """The name a Python function gives a parameter; `from` is taken."""
    return f"{name}_" if iskeyword(name) else name.replace("-", "_")


# ---------------------------------------------------------------- helps for those who answer


def options_answer(package: str, game: str, name: str | None, provenance: list[str]) -> Answer:
    """One option of a game or all of them, with its default and its values."""
    readings = read_options(package, game)
    names = [reading.name for reading in readings]
    if name and name not in names:
        raise GrognardError(f"{name!r} is not an option; the options are {', '.join(names)}")
    chosen = [reading for reading in readings if name in (None, reading.name)]
    lines = []
    for one in chosen:
        lines.append(f"{one.name} ({one.kind}) [{one.clause}], default {str(one.default).lower()}")
        lines += [f"  {value}: {words}" for value, words in one.values.items()]
    return Answer({"options": option_rows(chosen)}, lines, [one.clause for one in chosen], provenance)


def once(words: Iterable[str]) -> list[str]:
    """Each word once, in the order of first mention."""
    return list(dict.fromkeys(word for word in words if word))


def exact(chance: Fraction) -> Plain:
    """A probability for machines.

    >>> exact(Fraction(1, 3))
    {'fraction': '1/3', 'float': 0.3333333333333333}
    """
    return {"fraction": str(chance), "float": float(chance)}


def percent(chance: Fraction) -> str:
    """A probability for people.

    >>> percent(Fraction(5, 36))
    '13.89% (5/36)'
    """
    return f"{float(100 * chance):.2f}% ({chance})"
