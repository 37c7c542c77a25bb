"""A game looked at after its end: the decisions that changed the winning chances most, and the luck. Knows no
game.

The chances of a position are counted: a cheap player plays it out several times against itself, on dice of
its own. A decision is measured by the positions before and after it, on the same dice; the rolls that follow
it are luck and are measured apart. Where to look is found on other dice than those that give the figures, so
that a decision is not listed for a lucky series of play-outs.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from itertools import pairwise
from math import sqrt
from typing import Any, NamedTuple, TypeVar

import msgspec

import grognard
from grognard.core.facts import DONE
from grognard.core.ruling import GrognardError
from grognard.study.numbers import Interval, Z, wilson

from .advice import capital
from .playout import DRAWN, Account, Ask, Done, Outline, Piece, PlayOut, Stretch, do
from .registry import adviser, default

FORMAT = 1  # of a stored review
SHOWN = 5  # decisions that are listed
LUCK = 3  # strokes of luck that are listed
EVEN = 9  # positions that are looked at first
NAMED = 3  # actions of a decision that are named in words


class Judge(NamedTuple):
    """Who plays positions out, and how often: once to find where to look, once for the figures."""

    player: str
    scout: int = 8
    measure: int = 24
    points: int = 40  # positions that are scouted at most
    finalists: int = 8  # stretches that are measured


class Reviews(msgspec.Struct, frozen=True):
    """What a game's module of players says of its reviews, as `REVIEW`."""

    judge: Judge
    scenarios: dict[str, Judge] = {}
    never: str = ""  # why no game of it can be reviewed


def judge_of(game: str, scenario: str, count: int | None = None) -> Judge:
    """Who judges the positions of a game; `count` are other numbers of play-outs."""
    said = getattr(grognard.GAMES.part(game, "players"), "REVIEW", None) or Reviews(Judge(default(game)))
    if said.never:
        raise GrognardError(said.never)
    found: Judge = said.scenarios.get(scenario, said.judge)
    return found if count is None else found._replace(measure=count)


# ---------------------------------------------------------------- what a review says


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
    """What the strongest player would have done: the first action that was not played, and why."""

    action: str
    text: str
    why: str
    clauses: list[str]
    draw: dict[str, Any]
    more: int  # further actions that differ
    chance: Chance
    gain: Chance  # against what was played


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
    sure: bool


class Review(msgspec.Struct):
    """All that is said of one game."""

    format: int
    game: str
    now: str  # the digest of the record's last line
    judge: str
    adviser: str
    scout: int
    count: int
    side: str  # whose chances the curve shows
    method: str
    curve: list[Point]
    decisions: list[Turning]
    luck: list[Stroke]


# ---------------------------------------------------------------- the work, piece by piece


class Work(NamedTuple):
    """The next piece of work, and how many play-outs are done, of at most how many."""

    piece: Piece
    done: int
    whole: int


Steps = Generator[Work, Done, Review]


Measured = TypeVar("Measured", Turning, Stroke)


class Counter:
    """Asks for play-outs, and keeps what they gave."""

    def __init__(self, found: Outline, judge: Judge, seed: str) -> None:
        self.outline, self.judge, self.seed = found, judge, seed
        self.done = 0
        self.whole = judge.points * judge.scout + judge.finalists * 4 * judge.measure
        self._known: dict[tuple[int, str, tuple[str, ...]], list[float]] = {}

    def scores(
        self, at: int, dice: str, count: int, then: tuple[str, ...] = ()
    ) -> Generator[Work, Done, list[float]]:
        """What the first side gets from a position on, game by game."""
        key = at, dice, then
        if key not in self._known:
            piece = PlayOut(
                self.outline.game,
                self.judge.player,
                self.outline.positions[at],
                then,
                f"review/{self.seed}/{dice}",
                count,
            )
            scores = yield Work(piece, self.done, self.whole)
            assert isinstance(scores, list)
            self._known[key] = scores
            self.done += count
        return self._known[key]

    def scout(self, at: int) -> Generator[Work, Done, float]:
        found = yield from self.scores(at, "scout", self.judge.scout)
        return sum(found) / len(found)

    def seen(self) -> list[tuple[int, list[float]]]:
        """Every position of the game that was played out, with the better of its counts."""
        best: dict[int, list[float]] = {}
        for (at, _, then), found in self._known.items():
            if not then and len(found) >= len(best.get(at, ())):
                best[at] = found
        return sorted(best.items())


def steps(found: Outline, judge: Judge, now: str) -> Steps:
    """The work of a review: each piece is yielded, and its result sent back."""
    if not found.stretches:
        raise GrognardError("nothing has been played in this record")
    counter = Counter(found, judge, now)
    best = adviser(found.game)
    decisions, luck = list[Turning](), list[Stroke]()
    for stretch in (yield from look(counter)):
        played, rolled = between(found, stretch)
        account = yield Work(
            Ask(found.game, best, found.positions[stretch.first], played, rolled, stretch.side),
            counter.done,
            counter.whole,
        )
        assert isinstance(account, dict)
        decisions.append((yield from turning(counter, stretch, account, best)))
        if stretch.last > stretch.decided:
            luck.append((yield from stroke(counter, stretch, account)))
    moments = {one.first: one.moment for one in found.stretches}
    return Review(
        FORMAT,
        found.game,
        now,
        judge.player,
        best,
        judge.scout,
        judge.measure,
        found.sides[0],
        method(judge, best),
        [Point(at, moments.get(at, "the end"), chance_of(scores)) for at, scores in counter.seen()],
        _largest([one for one in decisions if one.change.value], SHOWN),
        _largest([one for one in luck if one.change.value], LUCK),
    )


def _largest(found: Sequence[Measured], most: int) -> list[Measured]:
    kept = sorted(found, key=lambda one: -abs(one.change.value))[:most]
    return sorted(kept, key=lambda one: (not one.sure, -abs(one.change.value)))


def method(judge: Judge, best: str) -> str:
    return (
        f"Chances are counted: {judge.player.capitalize()} played each position out {judge.measure} times"
        f" against itself, before and after on the same dice. Positions were chosen on other dice, with"
        f" {judge.scout} games each. {best.capitalize()} names the better moves."
    )


def between(found: Outline, stretch: Stretch) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The decisions and the rolls of a stretch."""
    actions = found.actions
    return tuple(actions[stretch.first : stretch.decided]), tuple(actions[stretch.decided : stretch.last])


def run(work: Steps, progress: Callable[[int, int], None] = lambda done, whole: None) -> Review:
    """Do all pieces one after another in this process."""
    try:
        piece, done, whole = next(work)
        while True:
            progress(done, whole)
            piece, done, whole = work.send(do(piece))
    except StopIteration as end:
        found: Review = end.value
        return found


# ---------------------------------------------------------------- where to look


def look(counter: Counter) -> Generator[Work, Done, list[Stretch]]:
    """The stretches with the largest change: intervals of the game are halved, the one with the largest
    change first, and the shorter of two that are alike.
    """
    found, judge = counter.outline, counter.judge
    starts = [one.first for one in found.stretches] + [found.stretches[-1].last]
    last = len(found.stretches)
    marks = sorted({round(number * last / (EVEN - 1)) for number in range(EVEN)})
    value = dict[int, float]()
    for mark in marks:
        value[mark] = yield from counter.scout(starts[mark])
    while len(marks) < judge.points:
        wide = [(a, b) for a, b in pairwise(marks) if b - a > 1 and value[a] != value[b]]
        if not wide:
            break
        a, b = max(wide, key=lambda pair: (abs(value[pair[1]] - value[pair[0]]), pair[0] - pair[1]))
        middle = (a + b) // 2
        value[middle] = yield from counter.scout(starts[middle])
        marks = sorted((*marks, middle))
    single = [a for a, b in pairwise(marks) if b - a == 1 and found.stretches[a].side]
    single.sort(key=lambda at: -abs(value[at + 1] - value[at]))
    return [found.stretches[at] for at in sorted(single[: judge.finalists])]


# ---------------------------------------------------------------- one decision, one stroke of luck


def turning(
    counter: Counter, stretch: Stretch, account: Account, best: str
) -> Generator[Work, Done, Turning]:
    """A decision measured: before and after it, and after what the strongest player would have done."""
    count, first = counter.judge.measure, counter.outline.sides[0]
    mine = stretch.side == first
    before = yield from counter.scores(stretch.first, "measure", count)
    after = yield from counter.scores(stretch.decided, "measure", count)
    better = None
    if account["first"]:
        other = yield from counter.scores(stretch.first, "measure", count, tuple(account["actions"]))
        more = len(set(account["actions"]) - {one["action"] for one in account["played"]}) - 1
        better = Better(
            **account["first"],
            more=max(0, more),
            chance=chance_of(other, mine),
            gain=change_of(after, other, mine),
        )
    own = [one for one in account["played"] if one["action"] != str(DONE)] or account["played"]
    different = [one for one in own if one["action"] not in account["actions"]]
    change = change_of(before, after, mine)
    return Turning(
        stretch.first,
        stretch.decided,
        stretch.side,
        stretch.moment,
        capital(listed([one["text"] for one in different or own])),
        [PlayedAction(**one) for one in account["played"][:DRAWN]],
        chance_of(before, mine),
        chance_of(after, mine),
        change,
        is_sure(change),
        verdict(change, better, best),
        better,
    )


def verdict(change: Chance, better: Better | None, best: str) -> str:
    """What the figures show, in one sentence.

    >>> verdict(Chance(0.2, 0.1, 0.3), None, "marshal")
    'This improved the chances; Marshal would have done the same.'
    """
    name = best.capitalize()
    moved = "improved" if change.value > 0 else "worsened" if change.value < 0 else "left"
    what = f"This {moved} the chances" + (" as they were" if moved == "left" else "")
    if not is_sure(change) and change.value:
        what += " within the error of the count"
    if better is None:
        return f"{what}; {name} would have done the same."
    if better.gain.value <= 0:
        return f"{what}; what {name} would have done is not shown to be better."
    sure = "" if is_sure(better.gain) else ", within the error of the count"
    return f"{what}; {name}'s way gives {better.gain.value:.0%} more{sure}."


def stroke(counter: Counter, stretch: Stretch, account: Account) -> Generator[Work, Done, Stroke]:
    """The rolls after a decision measured, for the side they helped."""
    count, sides = counter.judge.measure, counter.outline.sides
    before = yield from counter.scores(stretch.decided, "measure", count)
    after = yield from counter.scores(stretch.last, "measure", count)
    mine = sum(after) >= sum(before)
    change = change_of(before, after, mine)
    return Stroke(
        stretch.decided,
        stretch.last,
        sides[0] if mine else sides[-1],
        stretch.moment,
        listed([one["text"] for one in account["rolls"]]),
        chance_of(before, mine),
        chance_of(after, mine),
        change,
        is_sure(change),
    )


def listed(texts: Sequence[str]) -> str:
    """The first few of some words, and how many more there are.

    >>> listed(["a", "b", "c", "d", "e"])
    'a; b; c; and 2 more'
    """
    rest = len(texts) - NAMED
    return "; ".join([*texts[:NAMED], *([f"and {rest} more"] if rest > 0 else [])])


# ---------------------------------------------------------------- figures


def chance_of(scores: Sequence[float], mine: bool = True) -> Chance:
    """The chances of the first side (`mine`) or of the other, with a 95 % interval."""
    hits = sum(scores)
    return _chance(wilson(hits if mine else len(scores) - hits, len(scores)))


def change_of(before: Sequence[float], after: Sequence[float], mine: bool = True) -> Chance:
    """The mean change on the same dice, with a 95 % interval in which two imagined pairs keep a short series
    from looking certain.

    >>> change_of([0, 0, 1, 0], [1, 0, 1, 0])
    Chance(value=0.25, low=-0.2756, high=0.609)
    """
    sign = 1 if mine else -1
    changes = [sign * (new - old) for old, new in zip(before, after, strict=True)]
    count = len(changes) + 2
    middle = sum(changes) / count
    spread = (sum(change * change for change in changes) + 1) / count - middle * middle
    half = Z * sqrt(spread / count)
    value = sum(changes) / len(changes)
    return _chance(Interval(value, max(-1.0, middle - half), min(1.0, middle + half)))


def _chance(found: Interval) -> Chance:
    return Chance(**found.plain())


def is_sure(change: Chance) -> bool:
    return change.low > 0 or change.high < 0
