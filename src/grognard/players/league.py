"""The league of a game: a candidate against every member of a pool of players, each side by itself, on paired
dice. Knows no game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

import grognard
from grognard.core.ruling import GrognardError
from grognard.study.numbers import wilson

from .registry import find, members_of, players_of
from .tournament import Job, Result, Settings, clock_of, entrant, run_jobs

PASS, JOIN = 0.45, 0.55  # a candidate needs so much against every member; a challenger more than so much


class Member(NamedTuple):
    """A player that the candidate meets. `sides` are the member's sides; `new`: it is not in the pool yet."""

    name: str
    sides: tuple[str, ...]
    character: str
    new: bool = False


# ---------------------------------------------------------------- the pool


def pool(
    game: str, candidate: str, only: Sequence[str] = (), challengers: Sequence[str] = ()
) -> list[Member]:
    """The players a candidate meets: those of the game and of its league, then the challengers."""
    sides = grognard.load(game).position.sides
    known = {one.name: one for one in (*players_of(game), *members_of(game))}
    if unknown := [name for name in only if name not in known]:
        raise GrognardError(f"no member {unknown[0]!r}; the pool of {game} has {', '.join(known)}")
    if doubled := [name for name in challengers if name in known]:
        raise GrognardError(f"{doubled[0]} is in the pool already; name it with --members")
    members = [
        Member(one.name, one.sides or sides, one.character)
        for one in known.values()
        if one.name != candidate and (not only or one.name in only)
    ]
    return members + [Member(name, sides, find_character(name, game), True) for name in challengers]


def find_character(name: str, game: str) -> str:
    """A line on a player that may be named with a strength."""
    own = name.partition(":")[2].isidentifier()
    return find(name if own else name.partition(":")[0], game).character


def check(settings: Settings, members: Sequence[Member]) -> None:
    """Refuse a league that cannot be played, before the first game."""
    rules = grognard.load(settings.game)
    if len(rules.position.sides) != 2:
        raise GrognardError(
            f"leagues are for games of two sides; {settings.game} has {len(rules.position.sides)}"
        )
    if not members:
        raise GrognardError(f"the pool has no member other than {settings.players[0]}")
    for name in (settings.players[0], *(one.name for one in members)):
        entrant(settings, name, rules.position.sides[0], settings.seed)
    rules.new(settings.scenario, seed=settings.seed, options=settings.options)


# ---------------------------------------------------------------- the games


def jobs(settings: Settings, members: Sequence[Member], games: int) -> Iterator[Job]:
    """Half of the games from each side; every number has the same dice against every member."""
    candidate, sides = settings.players[0], grognard.load(settings.game).position.sides
    for number in range((games + 1) // 2):
        for member in members:
            for side in member.sides:
                other = next(one for one in sides if one != side)
                yield Job({other: candidate, side: member.name}, number)


def run(
    settings: Settings,
    members: Sequence[Member],
    games: int,
    folder: Path,
    workers: int | None,
    progress: Callable[[int, int], None],
) -> list[Result]:
    """Play the games that are missing. A folder holds the games of one candidate; its pool may grow."""
    check(settings, members)
    return run_jobs(settings, list(jobs(settings, members, games)), folder, workers, progress)


# ---------------------------------------------------------------- what they show


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """The candidate's score from one side against one member; a draw is half a win."""

    member: str
    new: bool
    side: str  # of the candidate
    games: int
    score: float
    share: float
    low: float  # of the 95 % interval
    high: float
    passes: bool
    sure: bool  # the interval does not hold the limit
    beaten: bool  # the member wins more than a challenger needs


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """Everything a report shows."""

    settings: Settings
    candidate: str
    games: int
    rows: list[Row]
    passes: bool
    failed: list[str]
    joins: list[str]
    characters: dict[str, str]


def score(results: Sequence[Result], candidate: str, member: Member, side: str) -> Row:
    """Count the games of the candidate's side against a member."""
    games = [
        one
        for one in results
        if one.seats[side] == candidate
        and member.name in (name for at, name in one.seats.items() if at != side)
    ]
    won = sum(1.0 if one.winner == side else 0.0 if one.winner in one.seats else 0.5 for one in games)
    share, low, high = wilson(won, len(games))
    return Row(
        member=member.name,
        new=member.new,
        side=side,
        games=len(games),
        score=won,
        share=share,
        low=low,
        high=high,
        passes=bool(games) and share >= PASS,
        sure=bool(games) and not low < PASS <= high,
        beaten=bool(games) and 1 - share > JOIN,
    )


def summary(settings: Settings, members: Sequence[Member], results: Sequence[Result]) -> Report:
    """The scores against every member, and the verdict."""
    candidate, sides = settings.players[0], grognard.load(settings.game).position.sides
    rows = [
        score(results, candidate, member, side)
        for member in members
        for side in sides
        if any(other != side for other in member.sides)
    ]
    return Report(
        settings=settings,
        candidate=candidate,
        games=sum(row.games for row in rows),
        rows=rows,
        passes=all(row.passes for row in rows),
        failed=[f"{row.member} as {row.side}" for row in rows if row.games and not row.passes],
        joins=list(dict.fromkeys(row.member for row in rows if row.new and row.beaten)),
        characters={member.name: member.character for member in members},
    )


def verdict(report: Report) -> str:
    """The outcome in words."""
    name, joins = report.candidate, report.joins
    if report.passes:
        words = f"{name} passes: it wins at least {PASS:.0%} against every member from every side."
    elif report.failed:
        words = f"{name} does not pass. It wins less than {PASS:.0%} against {', '.join(report.failed)}."
    else:
        words = f"{name} has not met every member yet."
    return words + "".join(f" {one} won more than {JOIN:.0%} and joins the pool." for one in joins)


def row_cells(row: Row) -> list[str]:
    """One line of the report."""
    if not row.games:
        return [row.member, row.side, "0", "-", "-", "not played"]
    return [
        row.member + (" (new)" if row.new else ""),
        row.side,
        str(row.games),
        f"{row.share:.1%}",
        f"{row.low:.1%} to {row.high:.1%}",
        ("passes" if row.passes else "fails") + ("" if row.sure else ", not sure"),
    ]


def markdown(report: Report) -> str:
    """The report."""
    s, heads = report.settings, ["member", "candidate plays", "games", "candidate wins", "95 %", ""]
    options = ", ".join(f"{name}={value}" for name, value in s.options.items()) or "as printed"
    lines = [
        f"# League of {s.game}: {report.candidate}",
        "",
        f"{report.games} games (rules {s.version}, options {options}), {clock_of(s)}, seed {s.seed}."
        " The dice of a number are the same against every member and from both sides. Intervals are Wilson's;"
        f" *not sure* means that the interval holds {PASS:.0%}. A draw counts as half a win.",
        "",
        verdict(report),
        "",
        f"| {' | '.join(heads)} |",
        "|" + "---|" * len(heads),
        *(f"| {' | '.join(row_cells(row))} |" for row in report.rows),
        "",
        "| member | character |",
        "|---|---|",
        *(f"| {name} | {words} |" for name, words in report.characters.items()),
        "",
    ]
    return "\n".join(lines)
