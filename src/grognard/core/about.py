"""How a game and its scenarios are presented to people: names, a few sentences, sides, length, what is
hidden. Knows no game.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib import resources

import msgspec

from .data import read
from .plain import Plain
from .ruling import counted

SECONDS_PER_DECISION = 20  # an assumption: what a person takes on average, most decisions being quick ones
FILE = "about.toml"


class Scenario(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One scenario as people choose it."""

    id: str
    name: str
    text: str  # two sentences
    dates: str = ""
    turns: int = 0
    unit: str = "turn"  # what `turns` counts
    turn: str = ""  # what one turn is: "two days"
    decisions: int = 0  # of both sides in a whole game; see `basis`
    basis: str = ""  # where the figure comes from
    hidden: str = ""  # what a side does not know
    difficulty: int = 0  # 1 (a first game) to 5; 0: not known
    difficulty_because: str = ""
    judged: bool = True  # the rules say who wins
    view: tuple[str, ...] = ()  # hexes its picture must show
    provenance: str = ""

    @property
    def hours(self) -> float:
        """Hours of play for both sides together: quarters below one hour, whole hours above; 0 is not
        known.
        """
        hours = self.decisions * SECONDS_PER_DECISION / 3600
        return round(hours) if hours >= 1 else max(0.25, round(hours * 4) / 4) if hours else 0


class About(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One game as people choose it."""

    text: str = ""  # two sentences
    dates: str = ""
    sides: Mapping[str, str] = {}  # each side by its display name
    seats: Mapping[str, str] = {}  # who takes each side unless a player says otherwise: "human" or "computer"
    scenario: tuple[Scenario, ...] = ()

    def scenario_named(self, id_: str) -> Scenario:
        """A scenario; one that is not described, as in a data file of a player's own, is called by its id."""
        result = (one for one in self.scenario if one.id == id_)
        return next(result, None) or Scenario(id=id_, name=plain_name(id_), text="")

    def side(self, side: str) -> str:
        return self.sides.get(side) or plain_name(side)


def plain_name(id_: str) -> str:
    """An id as a name.

    >>> plain_name("my-own_scenario")
    'My own scenario'
    """
    words = id_.replace("-", " ").replace("_", " ")
    return words[:1].upper() + words[1:]


def read_about(package: str, game: str) -> About:
    """What a game says of itself; a game without the file is called by its ids."""
    if not resources.files(package).joinpath("data", FILE).is_file():
        return About()
    return msgspec.convert(read(package, game, FILE), About)


def hours_in_words(hours: float) -> str:
    """
    >>> [hours_in_words(h) for h in (0.25, 0.5, 1, 3, 0)]
    ['about 15 minutes', 'about 30 minutes', 'about 1 hour', 'about 3 hours', '']
    """
    if not hours:
        return ""
    if hours < 1:
        return f"about {hours * 60:.0f} minutes"
    return f"about {counted(round(hours), 'hour')}"


def length_in_words(scenario: Scenario) -> str:
    """How long a scenario is.

    >>> length_in_words(Scenario(id="a", name="A", text="", turns=17, turn="two days", decisions=496))
    '17 turns of two days, about 3 hours'
    """
    turns = counted(scenario.turns, scenario.unit) if scenario.turns else ""
    turn_length = f" of {scenario.turn}" if turns and scenario.turn else ""
    return ", ".join(part for part in (turns + turn_length, hours_in_words(scenario.hours)) if part)


DIFFICULTY = {1: "a first game", 2: "easy", 3: "medium", 4: "hard", 5: "very hard"}


def difficulty_in_words(scenario: Scenario) -> str:
    because = f": {scenario.difficulty_because}" if scenario.difficulty_because else ""
    return (
        f"{DIFFICULTY[scenario.difficulty]} ({scenario.difficulty} of 5){because}"
        if scenario.difficulty
        else ""
    )


def described(about: About, scenarios: Iterable[str]) -> Plain:
    """A game and its scenarios as plain data, with what is worked out from it."""
    rows = [
        msgspec.to_builtins(one)
        | {
            "hours": one.hours,
            "length": length_in_words(one),
            "difficulty_in_words": difficulty_in_words(one),
        }
        for one in map(about.scenario_named, scenarios)
    ]
    return {
        "text": about.text,
        "dates": about.dates,
        "sides": dict(about.sides),
        "seats": dict(about.seats),
        "scenarios": rows,
    }
