"""A study from its plan to its report. Knows no game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

import msgspec

import grognard

from .engines import Engine
from .plan import Plan
from .playing import Piece, Played, play_piece
from .report import report, summary
from .results import REPORT, SUMMARY, StudyResults
from .tally import Tally

SECOND = 1.0  # how long a piece of work is meant to take
MAX_GAMES = 200  # games in a piece, however quick they are


class Cutter:
    """Cuts what is left to play into pieces of about a second, going by how long the games so far have taken.

    How it is cut changes nothing in the rows: a game depends on its number alone.
    """

    def __init__(self, plan: Plan, missing: Iterator[int]) -> None:
        self.plan, self.missing = plan, missing
        self._games, self._seconds = 0, 0.0

    def learn(self, played: Played) -> None:
        self._games += len(played.rows)
        self._seconds += played.seconds

    @property
    def size(self) -> int:
        if not self._games:
            return 1
        return max(1, min(MAX_GAMES, round(SECOND * self._games / max(self._seconds, 1e-6))))

    def __iter__(self) -> Iterator[Piece]:
        while numbers := tuple(islice(self.missing, self.size)):
            yield Piece(self.plan, numbers)


def run(
    plan: Plan,
    folder: str | Path,
    engine: Engine,
    tell: Callable[[int, int], None] = lambda done, whole: None,
) -> Tally:
    """Plays what is missing, keeps it, and writes table and report; `tell` hears how many of how many games
    are there.
    """
    book = StudyResults(folder, plan)
    done = len(book.done)
    tell(done, plan.games)
    cutter = Cutter(plan, book.missing)
    for played in engine.imap_unordered(play_piece, cutter):
        cutter.learn(played)
        done += book.add(played.rows)
        tell(done, plan.games)
    book.finish()
    return write_report(book)


def write_report(book: StudyResults) -> Tally:
    """The report of what is there, from the rows alone."""
    tally = Tally(book.plan, grognard.load(book.plan.game).position.sides)
    for row in book:
        tally.add(row)
    (book.folder / REPORT).write_text(report(tally), "utf-8")
    (book.folder / SUMMARY).write_bytes(
        msgspec.json.format(msgspec.json.encode(summary(tally)), indent=2) + b"\n"
    )
    return tally
