"""What a review says of a game: the decisions and the rolls that counted most, with their figures."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Any

import msgspec

from grognard.study.numbers import Interval, Z, wilson

LEAST = 0.05  # a change of this size is thought possible, however alike the play-outs were


class Chance(msgspec.Struct):
    """The chances of a side: a draw counts as half a win."""

    value: float
    low: float
    high: float


class Point(msgspec.Struct):
    """The chances of the first side after so many actions."""

    at: int
    moment: str
    chance: Chance


class PlayedAction(msgspec.Struct):
    """An action in words, and what the map shows of it."""

    action: str
    text: str
    draw: dict[str, Any]


class Better(msgspec.Struct):
    """What a better way begins with: the first action that was not played, and why."""

    action: str
    text: str
    why: str
    clauses: list[str]
    draw: dict[str, Any]
    more: int  # further actions that differ
    chance: Chance
    gain: Chance  # against what was played
    by: str = ""  # whose way it is, if not that of the review's adviser


class Turning(msgspec.Struct):
    """A decision with the chances of the side that took it, before and after it."""

    at: int  # actions before it
    last: int  # actions after it
    side: str
    moment: str
    text: str
    played: list[PlayedAction]
    before: Chance
    after: Chance
    change: Chance
    games: int  # play-outs of each of these positions
    sure: bool  # the 95 % interval of the change leaves 0 out
    words: str
    better: Better | None


class Stroke(msgspec.Struct):
    """Rolls that changed the chances, told for the side they helped."""

    at: int
    last: int
    side: str
    moment: str
    text: str
    before: Chance
    after: Chance
    change: Chance
    games: int
    sure: bool


class Looked(msgspec.Struct):
    """How much of the game was looked at: decisions in all, judged without play-outs, passed over as the
    play-outs' player would have taken them itself, played out a few times, and measured.
    """

    decisions: int
    judged: int
    alike: int
    scouted: int
    measured: int


class Review(msgspec.Struct):
    """All that is said of one game."""

    format: int
    game: str
    now: str  # the digest of the record's last line
    judge: str
    adviser: str
    scout: int
    count: int  # play-outs of each position at most
    seconds: float  # of processor time at most
    turns: int  # after which play-outs were cut; 0: at the end of the game
    games: int  # play-outs in all
    looked: Looked
    side: str  # whose chances the curve shows
    method: str
    limits: str  # what was not looked at
    judged: bool  # the curve is the game's evaluation of each position, and has no intervals
    curve: list[Point]
    decisions: list[Turning]
    luck: list[Stroke]


def chance_of(scores: Sequence[float], mine: bool = True) -> Chance:
    """The chances of the first side (`mine`) or of the other, with a 95 % interval."""
    hits = sum(scores)
    return _chance(wilson(hits if mine else len(scores) - hits, len(scores)))


def change_of(before: Sequence[float], after: Sequence[float], mine: bool = True) -> Chance:
    """The mean change on the same dice, with a 95 % interval in which two imagined pairs keep a short series
    from looking certain: as far apart as a win and a loss, or where play-outs were cut, as what they gave.

    >>> change_of([0, 0, 1, 0], [1, 0, 1, 0])
    Chance(value=0.25, low=-0.2756, high=0.609)
    """
    sign = 1 if mine else -1
    changes = [sign * (new - old) for old, new in zip(before, after, strict=True)]
    count = len(changes) + 2
    middle = sum(changes) / count
    imagined = _range(before, after) ** 2
    spread = (sum(change * change for change in changes) + imagined) / count - middle * middle
    half = Z * sqrt(spread / count)
    value = sum(changes) / len(changes)
    return _chance(Interval(value, max(-1.0, middle - half), min(1.0, middle + half)))


def _range(*series: Sequence[float]) -> float:
    """How far scores lie apart: results of games by a whole game, chances by the widest two."""
    scores = [score for one in series for score in one]
    if {0.0, 0.5, 1.0}.issuperset(scores):
        return 1.0
    return max(LEAST, max(scores) - min(scores))


def _chance(interval: Interval) -> Chance:
    return Chance(**interval.plain())


def is_sure(change: Chance) -> bool:
    return change.low > 0 or change.high < 0
