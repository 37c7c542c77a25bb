"""The firefight in sentences: its notes, each with the side it tells of, and what a side lets pass."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from msgspec.structs import replace

from grognard.core import narration as core
from grognard.core.facts import DONE, LOG
from grognard.core.narration import Segment, Sentence, capital

from .action_words import phrase
from .forces import ADJECTIVE
from .report import BOOKKEEPING, Report, moves

WITHIN = ("direct", "join")  # verbs of an attack under way


class Narration(core.Narration):
    """Tells the notes of an action. A side that answers nothing to what the other does is said to pass."""

    remembers: ClassVar[tuple[str, ...]] = ("mover", "turn")
    continues: ClassVar[frozenset[str]] = frozenset()
    adjectives: ClassVar[Mapping[str, str]] = ADJECTIVE

    def __init__(self) -> None:
        super().__init__()
        self.mover, self.turn = "", 0
        self.report = Report()

    def remember(self, fact: str, unit: str, value: object) -> None:
        setattr(self, fact, value)

    def describe(self, segment: Segment) -> list[Sentence]:
        moved = moves(segment.events)
        told = [self.report.sentence(one, moved) for one in segment.events if one.fact == LOG]
        if segment.do and segment.do.split()[0] in WITHIN:  # a unit that shows itself to take part
            told = [replace(one, kind="effect") if one.kind == "reveal" else one for one in told]
        passes = segment.do == str(DONE) and self.turn and segment.by in ADJECTIVE
        if passes and segment.by != self.mover:
            told.insert(0, Sentence(BOOKKEEPING, f"{ADJECTIVE[segment.by]} passes", side=segment.by))
        if segment.do and segment.do.startswith("go ") and moved and not _tells_move(told):
            clause = next(one.clause for one in segment.events if one.fact != LOG)
            told.insert(0, self.report.passes(moved, clause))
        return told or self._forced(segment)

    def _forced(self, segment: Segment) -> list[Sentence]:
        """The only legal choice, where the rules leave no note of it."""
        if not (segment.forced and segment.do):
            return []
        words = phrase(segment.do, lambda unit: self.report.names.get(unit, unit))
        return [Sentence("choice", capital(words), side=segment.by)]


def _tells_move(told: list[Sentence]) -> bool:
    return any("to" in one.figures for one in told)
