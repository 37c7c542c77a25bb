"""A game looked at after its end: the decisions that changed the winning chances most, and the luck. Knows no
game.

The chances of a position are counted: a cheap player plays it out several times against itself, on dice of
its own. A decision is measured by the positions before and after it, on the same dice; the rolls that follow
it are luck and are measured apart. Where to look is found on other dice than those that give the figures, so
that a decision is not listed for a lucky series of play-outs.

A review has so many seconds of processor time. Where the game can judge a position (`chances.py`), all are
judged first, and play-outs end after a few turns. Then the largest swings are played out a few times, and
what is left of the time goes into the largest of these.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from itertools import pairwise
from time import process_time
from typing import NamedTuple, TypeVar

import msgspec

import grognard
from grognard.core.facts import DONE
from grognard.core.narration import capital
from grognard.core.ruling import GrognardError, counted

from .chances import evaluation_of
from .findings import (
    Better,
    Chance,
    Looked,
    PlayedAction,
    Point,
    Review,
    Stroke,
    Turning,
    chance_of,
    change_of,
    is_sure,
)
from .playout import (
    DRAWN,
    Account,
    Alike,
    Ask,
    Cut,
    Done,
    Outline,
    Piece,
    PlayOut,
    Result,
    Stretch,
    Survey,
    do,
)
from .registry import adviser, default

FORMAT = 2  # of a stored review
SECONDS = 60.0  # of processor time that a review takes
LOOKING = 0.45  # of it goes into finding where to look, at most
SHOWN = 5  # decisions that are listed
LUCK = 3  # strokes of luck that are listed
EVEN = 9  # positions that are looked at first
NAMED = 3  # actions of a decision that are named in words
FEWEST = 3  # decisions that are measured, however little time there is
BATCH = 2  # play-outs of a position at a time
ENOUGH = 6  # play-outs of a position below which it is not worth to measure more positions
JUDGED = 40  # positions that are judged in one piece of work
CURVE = 120  # points of the curve at most


class Judge(NamedTuple):
    """Who plays positions out, and how often at most: once to find where to look, once for the figures."""

    player: str
    scout: int = 8
    measure: int = 24
    points: int = 40  # positions that are scouted at most
    finalists: int = 8  # stretches that are measured at most
    turns: int = 0  # after which a play-out is cut, if the game can judge positions; 0: never
    seconds: float = SECONDS


class Reviews(msgspec.Struct, frozen=True):
    """What a game's module of players says of its reviews, as `REVIEW`."""

    judge: Judge
    scenarios: dict[str, Judge] = {}
    never: str = ""  # why no game of it can be reviewed


def reviews_of(game: str) -> Reviews:
    """What the players of a game declare as `REVIEW`; without it, its default player judges."""
    return getattr(grognard.GAMES.part(game, "players"), "REVIEW", None) or Reviews(Judge(default(game)))


def judge_of(game: str, scenario: str, count: int | None = None, seconds: float | None = None) -> Judge:
    """Who judges the positions of a game; `count` and `seconds` are other limits than the game's own."""
    settings = reviews_of(game)
    if settings.never:
        raise GrognardError(settings.never)
    judge: Judge = settings.scenarios.get(scenario, settings.judge)
    judge = judge if count is None else judge._replace(measure=count)
    return judge if seconds is None else judge._replace(seconds=seconds)


# ---------------------------------------------------------------- the work, piece by piece


class Work(NamedTuple):
    """The next piece of work, what it is for, and what was done before it."""

    piece: Piece
    doing: str
    games: int
    spent: float  # seconds of processor time


Steps = Generator[Work, Done, Review]


Measured = TypeVar("Measured", Turning, Stroke)


class Counter:
    """Asks for pieces of work while there is time for them, and keeps what they gave."""

    def __init__(self, outline: Outline, judge: Judge, seed: str) -> None:
        self.outline, self.judge, self.seed = outline, judge, seed
        self.doing, self.games, self.spent = "Judging the positions", 0, 0.0
        self.judges = evaluation_of(outline.game, outline.scenario) is not None
        self.turns = judge.turns if self.judges else 0
        self.alike = 0  # decisions that were passed over
        self.value: dict[int, float] = {}  # of positions, judged without play-outs
        self._known: dict[tuple[int, str, tuple[str, ...]], list[float]] = {}

    def has_time(self, share: float = 1.0) -> bool:
        return self.spent < self.judge.seconds * share

    def ask(self, piece: Piece) -> Generator[Work, Done, Result]:
        result, seconds = yield Work(piece, self.doing, self.games, self.spent)
        self.spent += seconds
        return result

    def scores(
        self, at: int, dice: str, count: int, then: tuple[str, ...] = ()
    ) -> Generator[Work, Done, list[float]]:
        """What the first side gets from a position on, game by game; only what is not known is played."""
        known = self._known.setdefault((at, dice, then), [])
        if len(known) < count:
            piece = PlayOut(
                self.outline.game,
                self.judge.player,
                self.outline.positions[at],
                then,
                f"review/{self.seed}/{dice}",
                count - len(known),
                len(known),
                Cut(self.outline.scenario, self.turns) if self.turns else None,
            )
            scores = yield from self.ask(piece)
            assert isinstance(scores, list)
            known += scores
            self.games += len(scores)
        return known

    def scout(self, at: int) -> Generator[Work, Done, float]:
        scores = yield from self.scores(at, "scout", self.judge.scout)
        return sum(scores) / len(scores)

    def seen(self) -> list[tuple[int, list[float]]]:
        """Every position of the game that was played out, with the better of its counts."""
        best: dict[int, list[float]] = {}
        for (at, _, then), scores in self._known.items():
            if scores and not then and len(scores) >= len(best.get(at, ())):
                best[at] = scores
        return sorted(best.items())

    def counted(self, at: int, then: tuple[str, ...] = ()) -> list[float]:
        return self._known.get((at, "measure", then), [])

    def scouted(self) -> set[int]:
        return {at for at, dice, _ in self._known if dice == "scout"}


def steps(outline: Outline, judge: Judge, now: str) -> Steps:
    """The work of a review: each piece is yielded, and its result sent back."""
    if not outline.stretches:
        raise GrognardError("nothing has been played in this record")
    counter, best = Counter(outline, judge, now), adviser(outline.game)
    finalists = yield from look(counter)
    accounts = yield from measure(counter, finalists, best)
    decisions = list[Turning]()
    for stretch, account in accounts:
        if common(counter, stretch, account):
            own = yield from own_way(counter, stretch, account, best)
            decisions.append(turning(counter, stretch, account, best, own))
    luck = [stroke(counter, *one) for one in accounts if common(counter, *one) and one[1]["rolls"]]
    looked = Looked(
        sum(bool(one.side) for one in outline.stretches),
        sum(one.first in counter.value for one in outline.stretches if one.side),
        counter.alike,
        sum({one.first, one.decided} <= counter.scouted() for one in outline.stretches if one.side),
        len(decisions),
    )
    return Review(
        FORMAT,
        outline.game,
        now,
        judge.player,
        best,
        judge.scout,
        judge.measure,
        judge.seconds,
        counter.turns,
        counter.games,
        looked,
        outline.sides[0],
        method(counter, best),
        limits(counter, looked),
        counter.judges,
        curve(counter),
        _largest([one for one in decisions if one.change.value], SHOWN),
        _largest([one for one in luck if one.change.value], LUCK),
    )


def curve(counter: Counter) -> list[Point]:
    """The chances over the game: judged where the game can judge them, else counted."""
    moments = {one.first: one.moment for one in counter.outline.stretches}
    if not counter.judges:
        return [Point(at, moments.get(at, "the end"), chance_of(scores)) for at, scores in counter.seen()]
    known = sorted(at for at in counter.value if at in moments or at == len(counter.outline.actions))
    thin = -(-len(known) // CURVE)
    shown = sorted({*known[::thin], *known[-1:]})
    points = ((at, round(counter.value[at], 4)) for at in shown)
    return [Point(at, moments.get(at, "the end"), Chance(value, value, value)) for at, value in points]


def _largest(measured: Sequence[Measured], most: int) -> list[Measured]:
    largest = sorted(measured, key=lambda one: -abs(one.change.value))[:most]
    return sorted(largest, key=lambda one: (not one.sure, -abs(one.change.value)))


def method(counter: Counter, best: str) -> str:
    """How the figures were found."""
    name = counter.judge.player.capitalize()
    turns = f"{counter.turns} turns" if counter.turns > 1 else "turn"
    how = f"to the end of the next {turns}" if counter.turns else "to its end"
    judged = (
        " and the game's own evaluation judged what it came to. The intervals show the luck of the dice, not"
        " how far that evaluation is wrong"
    )
    return (
        f"Chances are counted: {name} played each position out against itself {how}, before and after a"
        f" decision on the same dice{judged if counter.turns else ''}. Positions were chosen on other dice."
        f" {best.capitalize()} names the better moves, {name} where its own way gives more."
    )


def limits(counter: Counter, looked: Looked) -> str:
    """What was looked at, and so what was not."""
    first = f"all {looked.judged}" if looked.judged == looked.decisions else f"{looked.judged}"
    judged = f"{first} were judged without play-outs, " if counter.judges else ""
    short = "" if counter.has_time() else f" The {counter.judge.seconds:.0f} s of processor time are used up."
    name = counter.judge.player.capitalize()
    scouted, alike = (counted(count, "was", "were") for count in (looked.scouted, looked.alike))
    return (
        f"Of {looked.decisions} decisions {judged}{scouted} played out a few times, and"
        f" {looked.measured} measured; {counter.games} games in all. {alike} passed over"
        f" because {name} would have decided the same.{short} Other decisions may have changed as much."
    )


def between(outline: Outline, stretch: Stretch) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The decisions and the rolls of a stretch."""
    actions = outline.actions
    return tuple(actions[stretch.first : stretch.decided]), tuple(actions[stretch.decided : stretch.last])


def run(
    work: Steps,
    progress: Callable[[Work], None] = lambda work: None,
    timer: Callable[[], float] = process_time,
) -> Review:
    """Do all pieces one after another in this process."""
    try:
        now = next(work)
        while True:
            progress(now)
            now = work.send(do(now.piece, timer))
    except StopIteration as end:
        result: Review = end.value
        return result


# ---------------------------------------------------------------- where to look


def look(counter: Counter) -> Generator[Work, Done, list[Stretch]]:
    """The decisions with the largest change, the largest first."""
    if counter.judges:
        yield from survey(counter)
        stretches = swings(counter)
    else:
        counter.doing = "Looking for the largest swings"
        stretches = yield from halved(counter)
    counter.doing = "Playing out the largest swings"
    change = dict[Stretch, float]()
    for stretch in stretches:
        if len(change) >= counter.judge.points // 2 or (change and not counter.has_time(LOOKING)):
            break
        if (yield from is_alike(counter, stretch)):
            continue
        before = yield from counter.scout(stretch.first)
        change[stretch] = abs((yield from counter.scout(stretch.decided)) - before)
    return sorted(change, key=lambda one: -change[one])[: affordable(counter)]


def is_alike(counter: Counter, stretch: Stretch) -> Generator[Work, Done, bool]:
    """Whether the play-outs' player would have decided the same, so that play-outs from before a decision and
    from after it are the same games.
    """
    outline = counter.outline
    played, _ = between(outline, stretch)
    position = outline.positions[stretch.first]
    alike = yield from counter.ask(Alike(outline.game, counter.judge.player, position, played, stretch.side))
    counter.alike += bool(alike)
    return bool(alike)


def affordable(counter: Counter) -> int:
    """How many decisions can be measured in the time that is left, each a few times."""
    left, each = counter.judge.seconds - counter.spent, counter.spent / max(1, counter.games)
    positions = 4 * ENOUGH  # before, after the decision, after the rolls, and the better way
    count = int(left / (each * positions)) if each else SHOWN + LUCK
    return min(counter.judge.finalists, max(FEWEST, count))


def survey(counter: Counter) -> Generator[Work, Done, None]:
    """Judge all positions of the game without playing them out."""
    outline = counter.outline
    wanted = sorted(outline.positions)
    for start in range(0, len(wanted), JUDGED):
        if not counter.has_time(LOOKING):
            return
        some = wanted[start : start + JUDGED]
        piece = Survey(outline.scenario, tuple(outline.positions[at] for at in some))
        values = yield from counter.ask(piece)
        assert isinstance(values, list)
        counter.value.update(zip(some, values, strict=True))


def swings(counter: Counter) -> list[Stretch]:
    """Decisions by how much the judged chances change: in turns the next by its own change, and the next by
    that with the rolls which answer it.
    """
    value = counter.value
    known = [one for one in counter.outline.stretches if one.side and set(one[2:]) <= value.keys()]
    own = sorted(known, key=lambda one: -abs(value[one.decided] - value[one.first]))
    whole = sorted(known, key=lambda one: -abs(value[one.last] - value[one.first]))
    return list(dict.fromkeys(one for pair in zip(own, whole, strict=True) for one in pair))


def halved(counter: Counter) -> Generator[Work, Done, list[Stretch]]:
    """Decisions with the largest change by play-outs: intervals of the game are halved, the one with the
    largest change first, and the shorter of two that are alike.
    """
    outline, judge = counter.outline, counter.judge
    starts = [one.first for one in outline.stretches] + [outline.stretches[-1].last]
    last = len(outline.stretches)
    marks, value = list[int](), dict[int, float]()
    for mark in late_first(last):
        if counter.has_time(LOOKING / 2) or len(marks) < 2:
            value[mark] = yield from counter.scout(starts[mark])
            marks = sorted((*marks, mark))
    while len(marks) < judge.points and counter.has_time(LOOKING * 0.8):
        wide = [(a, b) for a, b in pairwise(marks) if b - a > 1 and value[a] != value[b]]
        if not wide:
            break
        a, b = max(wide, key=lambda pair: (abs(value[pair[1]] - value[pair[0]]), pair[0] - pair[1]))
        middle = (a + b) // 2
        value[middle] = yield from counter.scout(starts[middle])
        marks = sorted((*marks, middle))
    by_change = sorted(pairwise(marks), key=lambda ab: -abs(value[ab[1]] - value[ab[0]]) / (ab[1] - ab[0]))
    return [outline.stretches[at] for a, b in by_change for at in range(a, b) if outline.stretches[at].side]


def late_first(last: int) -> list[int]:
    """Even marks over a game, from the end, where play-outs are short, to its beginning."""
    return sorted({round(number * last / (EVEN - 1)) for number in range(EVEN)}, reverse=True)


# ---------------------------------------------------------------- the decisions measured

Told = tuple[Stretch, Account]


def measure(counter: Counter, finalists: Sequence[Stretch], best: str) -> Generator[Work, Done, list[Told]]:
    """Decisions with their accounts, all of their positions played out a few times in turns, while there is
    time; the first always.
    """
    outline, accounts = counter.outline, list[Told]()
    counter.doing = f"Asking {best.capitalize()} for better moves"
    for stretch in finalists:
        if accounts and not counter.has_time():
            break
        position, (played, rolled) = outline.positions[stretch.first], between(outline, stretch)
        account = yield from counter.ask(Ask(outline.game, best, position, played, rolled, stretch.side))
        assert isinstance(account, dict)
        accounts.append((stretch, account))
    counter.doing = "Measuring the decisions"
    for count in rounds(counter.judge.measure):
        for one in accounts:
            if (count, one) != (BATCH, accounts[0]) and not counter.has_time():
                return accounts
            for at, then in places(*one):
                yield from counter.scores(at, "measure", count, then)
    return accounts


def rounds(most: int) -> list[int]:
    """How often each position has been played out after each round."""
    return [*range(BATCH, most, BATCH), most]


def places(stretch: Stretch, account: Account) -> Iterator[tuple[int, tuple[str, ...]]]:
    """The positions by which a decision is measured: before and after it, after the rolls, and after what the
    strongest player would have done.
    """
    yield stretch.first, ()
    yield stretch.decided, ()
    if account["rolls"]:
        yield stretch.last, ()
    if account["first"]:
        yield stretch.first, tuple(account["actions"])


def common(counter: Counter, stretch: Stretch, account: Account) -> int:
    """How often all positions of a decision were played out."""
    return min(len(counter.counted(at, then)) for at, then in places(stretch, account))


def own_way(
    counter: Counter, stretch: Stretch, account: Account, best: str
) -> Generator[Work, Done, Account | None]:
    """What the play-outs' player would have done, where that gives more than the strongest player's way: the
    play-outs from before the decision are those after it.
    """
    judge, outline = counter.judge.player, counter.outline
    if judge == best or not gains_less(counter, stretch, account):
        return None
    played, rolled = between(outline, stretch)
    position = outline.positions[stretch.first]
    own = yield from counter.ask(Ask(outline.game, judge, position, played, rolled, stretch.side))
    assert isinstance(own, dict)
    return own if own["first"] else None


def gains_less(counter: Counter, stretch: Stretch, account: Account) -> bool:
    """Whether the strongest player's way, or what was played if that is the same, gives less than the
    position before it did.
    """
    games = common(counter, stretch, account)
    before = counter.counted(stretch.first)[:games]
    at, then = (
        (stretch.first, tuple(account["actions"]))
        if account["first"]
        else (stretch.decided, tuple[str, ...]())
    )
    after = counter.counted(at, then)[:games]
    return change_of(before, after, stretch.side == counter.outline.sides[0]).value < 0


def turning(
    counter: Counter, stretch: Stretch, account: Account, best: str, own_account: Account | None
) -> Turning:
    """A decision measured: before and after it, and after the better way that is known."""
    mine, games = stretch.side == counter.outline.sides[0], common(counter, stretch, account)
    before, after = counter.counted(stretch.first)[:games], counter.counted(stretch.decided)[:games]
    change = change_of(before, after, mine)
    better = better_way(counter, stretch, account, games)
    if own_account is not None:
        better = better_way(counter, stretch, own_account, games, counter.judge.player)
    own = [one for one in account["played"] if one["action"] != str(DONE)] or account["played"]
    different = [one for one in own if one["action"] not in account["actions"]]
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
        games,
        is_sure(change),
        verdict(change, better, best),
        better,
    )


def better_way(
    counter: Counter, stretch: Stretch, account: Account, games: int, by: str = ""
) -> Better | None:
    """What the strongest player would have done, or the play-outs' player, and what it gives."""
    if not account["first"]:
        return None
    mine = stretch.side == counter.outline.sides[0]
    then = () if by else tuple(account["actions"])  # their own way is what they play from there
    other = counter.counted(stretch.first, then)[:games]
    after = counter.counted(stretch.decided)[:games]
    more = len(set(account["actions"]) - {one["action"] for one in account["played"]}) - 1
    gain = change_of(after, other, mine)
    return Better(**account["first"], more=max(0, more), chance=chance_of(other, mine), gain=gain, by=by)


def verdict(change: Chance, better: Better | None, best: str) -> str:
    """What the figures show, in one sentence.

    >>> verdict(Chance(0.2, 0.1, 0.3), None, "marshal")
    'This improved the chances; Marshal would have done the same.'
    """
    name = (better.by if better is not None and better.by else best).capitalize()
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


def stroke(counter: Counter, stretch: Stretch, account: Account) -> Stroke:
    """The rolls after a decision measured, for the side they helped."""
    sides, games = counter.outline.sides, common(counter, stretch, account)
    before, after = counter.counted(stretch.decided)[:games], counter.counted(stretch.last)[:games]
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
        games,
        is_sure(change),
    )


def listed(texts: Sequence[str]) -> str:
    """The first few of some words, and how many more there are.

    >>> listed(["a", "b", "c", "d", "e"])
    'a; b; c; and 2 more'
    """
    rest = len(texts) - NAMED
    return "; ".join([*texts[:NAMED], *([f"and {rest} more"] if rest > 0 else [])])
