"""Questions put to a game from the command line: topics, their parameters, answers with the path. Knows no game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from fractions import Fraction
from keyword import iskeyword
from typing import Any, Protocol

from .ruling import GrognardError

KINDS: dict[type, str] = {int: "a whole number", str: "a word", bool: "yes or no", list: "words with commas between them"}
_YES, _NO = ("yes", "true", "on", "1", ""), ("no", "false", "off", "0")


@dataclass(frozen=True)
class Parameter:
    """Something a topic can be told: `--name value`."""

    name: str
    kind: type
    help: str
    default: Any = None
    required: bool = False
    file: bool = False  # names a file of this machine: nothing a stranger may ask a server for

    def read(self, text: str) -> Any:
        """The value a text stands for."""
        text = text.strip()
        if self.kind is int and text.lstrip("+-").isascii() and text.lstrip("+-").isdigit():
            return int(text)
        if self.kind is str and text:
            return text
        if self.kind is list and text:
            return [word.strip() for word in text.split(",") if word.strip()]
        if self.kind is bool and text.casefold() in _YES + _NO:
            return text.casefold() in _YES
        raise GrognardError(f"--{self.name} is {KINDS[self.kind]} ({self.help}), not {text!r}")


@dataclass(frozen=True)
class Answer:
    """What there is to say: plain data, lines for people, and where it all comes from."""

    value: dict[str, Any]
    lines: list[str]
    clauses: list[str] = field(default_factory=list)
    provenance: list[str] = field(default_factory=list)


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


def ask(topics: Mapping[str, Topic], topic: str, given: Mapping[str, str]) -> Answer:
    """Puts a question; what the topic does not know, lacks or cannot read is refused in one line."""
    if topic not in topics:
        near = get_close_matches(topic, topics, 1)
        hint = f"did you mean {near[0]}? " if near else ""
        raise GrognardError(f"there is no topic {topic!r}; {hint}there is {', '.join(topics)}")
    return topics[topic].answer(**read_given(topics[topic], given))


def read_given(topic: Asking, given: Mapping[str, str]) -> dict[str, Any]:
    """The parameters of a question as Python has them, defaults filled in."""
    known = {p.name: p for p in topic.parameters}
    plain = {name.replace("_", "-"): text for name, text in given.items()}
    if (bare := plain.pop("", None)) is not None:
        first = next((p.name for p in topic.parameters if p.required and p.name not in plain), None)
        if first is None:
            raise GrognardError(f"write it as {topic.name} --name value ...; {bare!r} has no name")
        plain[first] = bare
    if strange := sorted(plain.keys() - known.keys()):
        there = ", ".join(f"--{name}" for name in known) or "none"
        raise GrognardError(f"{topic.name} has no parameter --{', --'.join(strange)}; there is {there}")
    if missing := [f"--{p.name} ({p.help})" for p in topic.parameters if p.required and p.name not in plain]:
        raise GrognardError(f"{topic.name} needs {', '.join(missing)}")
    return {python_name(name): p.read(plain[name]) if name in plain else p.default for name, p in known.items()}


def python_name(name: str) -> str:
    """The name a Python function gives a parameter; `from` is taken."""
    return f"{name}_" if iskeyword(name) else name.replace("-", "_")


# ---------------------------------------------------------------- helps for those who answer


def once(words: Iterable[str]) -> list[str]:
    """Each word once, in the order of first mention."""
    return list(dict.fromkeys(word for word in words if word))


def exact(chance: Fraction) -> dict[str, Any]:
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
