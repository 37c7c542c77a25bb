"""The command `grognard review`: the decisions that changed a game most, in the terminal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import click
import msgspec

from grognard.core.files import read_file, replace
from grognard.core.lines import read_lines
from grognard.core.reading import is_sealed
from grognard.core.record import Match
from grognard.core.ruling import GrognardError
from grognard.play.console import emit, json_option, progress, say
from grognard.play.describe import side_title
from grognard.play.files import open_record

from .findings import Chance, Point, Review, Stroke, Turning
from .playout import outline
from .review import FORMAT, Judge, Work, judge_of, run, steps

BARS = "▁▂▃▄▅▆▇█"
WIDE = 60  # columns of the chart


@click.command(short_help="Find the decisions that changed a game most.")
@click.argument("file")
@click.option(
    "--count",
    type=click.IntRange(0, 1000),
    help="Play-outs of each position at most (default: the game's own number; 0: only what is stored).",
)
@click.option(
    "--seconds",
    type=click.FloatRange(1, 86_400),
    help="Processor time to spend (default: 60, or what the game says); more gives narrower intervals.",
)
@click.option("--again", is_flag=True, help="Count again, even if a stored review fits the record.")
@json_option
def review(file: str, count: int | None, seconds: float | None, again: bool, as_json: bool) -> None:
    """Find the five decisions that changed the chances most.

    The chances before and after a decision are counted by playing both positions out on the same dice. Rolls
    are luck and are listed apart. The review ends when its processor time is spent, and says what it did not
    look at. It is stored beside the record as FILE.review.json.
    """
    match = reviewable(file)
    judge = judge_of(match.game.name, str(match.lines[0]["scenario"]), count, seconds)
    store = Path(f"{file}.review.json")
    result = None if again else stored(store, match, judge)
    if result is None and count == 0:
        raise GrognardError(f"{file}: no review of it is stored; leave --count out to have it counted")
    if result is None:
        with progress("Review, in seconds", quiet=as_json) as tell:
            result = run(steps(outline(match), judge, match.now), progress_of(tell, judge))
        keep(store, result)
    if as_json:
        return emit(msgspec.to_builtins(result))
    return say("\n".join(lines(result, match)))


def progress_of(tell: Callable[[int, int], None], judge: Judge) -> Callable[[Work], None]:
    """Tells how much of the processor time is spent."""
    return lambda work: tell(round(min(work.spent, judge.seconds)), round(judge.seconds))


def reviewable(file: str) -> Match:
    """The game of a file, if a review of it tells nothing that is hidden."""
    data = read_file(file)
    try:
        sealed = is_sealed(read_lines(data))
    except GrognardError:
        sealed = False  # no record: said when it is opened
    if sealed:
        raise GrognardError(f"{file}: one side's copy, in which something is hidden; review the whole record")
    match = open_record(file, data)
    if match.state.to_move is not None and match.secret:
        raise GrognardError(f"{file}: the game is not over, and a review would tell what is hidden")
    return match


def stored(store: Path, match: Match, judge: Judge) -> Review | None:
    """The stored review, if it was made of this record in this way; in any way if none is to be counted."""
    try:
        result = msgspec.json.decode(store.read_bytes(), type=Review)
    except (OSError, ValueError, RecursionError):
        return None
    if (result.format, result.now) != (FORMAT, match.now):
        return None
    own = (result.judge, result.scout, result.count, result.seconds)
    same = own == (judge.player, judge.scout, judge.measure, judge.seconds)
    return result if same or not judge.measure else None


def keep(store: Path, result: Review) -> None:
    try:
        replace(store, msgspec.json.encode(result))
    except OSError as error:  # the folder cannot be written to: the review is printed all the same
        click.echo(f"grognard: the review is not stored ({error.strerror})", err=True)


# ---------------------------------------------------------------- in words


def lines(result: Review, match: Match) -> list[str]:
    """The review as the terminal prints it."""
    side = side_title(result.side)
    return [
        result.method,
        result.limits + " More time, as with --seconds 600, measures more.",
        "",
        f"{side} winning chances, from the first action to the last{', as judged' if result.judged else ''}:",
        f"  {bars(result.curve, len(match.state.actions))}",
        "",
        *(
            line
            for number, one in enumerate(result.decisions, 1)
            for line in decision_lines(number, one, result.adviser)
        ),
        *(["No decision was found."] if not result.decisions else []),
        *(["Luck:", *(luck_line(one) for one in result.luck)] if result.luck else []),
    ]


def bars(curve: Sequence[Point], actions: int) -> str:
    """The chances over the game as a row of bars.

    >>> even = Point(0, "", Chance(0.5, 0.4, 0.6))
    >>> bars([even, Point(30, "", Chance(1.0, 0.9, 1.0))], 60)[28:32]
    '▅▅██'
    """
    row = ""
    for column in range(min(WIDE, actions) if curve else 0):
        at = column * actions / WIDE
        last = max((one for one in curve if one.at <= at), key=lambda one: one.at, default=curve[0])
        row += BARS[round(last.chance.value * (len(BARS) - 1))]
    return row


def decision_lines(number: int, one: Turning, adviser: str) -> list[str]:
    better = one.better
    shown = [
        f"{number}. {one.moment} - {side_title(one.side)}: {one.text}",
        f"   {percent(one.before)} before, {percent(one.after)} after: {points(one.change)}"
        f" in {one.games} games each. {one.words}",
    ]
    if better is not None:
        more = f" (and {better.more} more)" if better.more else ""
        label = "Better" if better.gain.value > 0 else f"{(better.by or adviser).capitalize()} would"
        shown.append(f"   {label}: {better.text}{more}: {percent(better.chance)}. {better.why}".rstrip())
    return [*shown, f"   The position: action {one.at} of the record", ""]


def luck_line(one: Stroke) -> str:
    chances = f"{percent(one.before)} to {percent(one.after)}, {points(one.change)}"
    return f"  {one.moment}: {one.text}. {side_title(one.side)} {chances}"


def percent(one: Chance) -> str:
    return f"{one.value:.0%}"


def points(one: Chance) -> str:
    """A change in points of a hundred, with its interval.

    >>> points(Chance(-0.25, -0.41, -0.04))
    '-25 points (95 %: -41 to -4)'
    """
    return f"{one.value * 100:+.0f} points (95 %: {one.low * 100:+.0f} to {one.high * 100:+.0f})"
