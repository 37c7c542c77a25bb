"""The guide of a game: what to do at each decision of a first turn, why, and what the figures on a counter
mean. Knows no game.

A game keeps it in `guide.toml`. The table shows the step that fits the decision; the documentation and the
page print the rest as "How to play in ten minutes".
"""

from __future__ import annotations

import tomllib
from collections.abc import Collection
from functools import lru_cache
from importlib import resources

import msgspec


class Step(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The advice for one kind of decision."""

    id: str
    title: str
    do: str  # what to do, and what happens then
    why: str
    verbs: tuple[str, ...]  # it fits while one of these actions can be taken
    good: str = ""  # what a good choice looks like
    sides: tuple[str, ...] = ()  # empty: every side
    phases: tuple[str, ...] = ()  # words of the phase or of the decision's name; empty: any
    kinds: tuple[str, ...] = ()  # kinds of combat; empty: any
    scenarios: tuple[str, ...] = ()  # empty: every scenario
    clause: str = ""

    def fits(self, moment: Moment) -> bool:
        name = f"{moment.phase} {moment.purpose}".casefold()
        return (
            not moment.verbs.isdisjoint(self.verbs)
            and (not self.sides or moment.side in self.sides)
            and (not self.scenarios or moment.scenario in self.scenarios)
            and (not self.kinds or moment.kind in self.kinds)
            and (not self.phases or any(word in name for word in self.phases))
        )


class Moment(msgspec.Struct, frozen=True):
    """A decision as the guide looks at it."""

    side: str
    scenario: str
    phase: str
    purpose: str
    verbs: frozenset[str]
    kind: str = ""


class Figure(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One figure printed on a counter, and what it means."""

    figure: str
    meaning: str


class Counter(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How to read one kind of counter."""

    title: str
    figures: tuple[Figure, ...]


class Section(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A part of "How to play in ten minutes"."""

    title: str
    text: tuple[str, ...]  # paragraphs
    picture: str = ""  # the name of a screenshot
    caption: str = ""


class Guide(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything a game says to a player who opens it for the first time."""

    step: tuple[Step, ...] = ()
    counter: tuple[Counter, ...] = ()
    section: tuple[Section, ...] = ()
    marker: dict[str, str] = {}  # what each marker on the map means, by its name in the view
    result: dict[str, str] = {}  # what each result of the combat table means
    suggest: dict[str, tuple[str, ...]] = {}  # for each side, actions of a sound opening in order

    def at(self, moment: Moment) -> Step | None:
        """Return the first step that fits, or `None`."""
        return next((step for step in self.step if step.fits(moment)), None)


def moment(
    side: str, scenario: str, phase: str, purpose: str, verbs: Collection[str], kind: str = ""
) -> Moment:
    return Moment(side, scenario, phase, purpose, frozenset(verbs), kind)


@lru_cache(maxsize=16)
def read_guide(package: str) -> Guide:
    """Return the guide of a game package; an empty one if it has none."""
    file = resources.files(package).joinpath("guide.toml")
    return msgspec.convert(tomllib.loads(file.read_text("utf-8")), Guide) if file.is_file() else Guide()
