"""The firefight in sentences: its notes, each with the side it tells of, and what a side lets pass."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import ClassVar

from grognard.core import narration as core
from grognard.core.facts import DONE, LOG
from grognard.core.narration import Segment, Sentence

from .forces import ADJECTIVE, SIDE, UNIT, VEHICLE_NUMBER, VEHICLE_SIDE

_LAST = re.compile(r"[a-z]+\d+$")  # a name ends with the id of the unit
_LETTER = {"u": "us", "g": "german"}  # what an id begins with
BOOKKEEPING = "phase"  # the kind of what the log says, and no playback shows


class Narration(core.Narration):
    """Tells the notes of an action. A side that answers nothing to what the other does is said to pass."""

    remembers: ClassVar[tuple[str, ...]] = ("mover", "turn")
    continues: ClassVar[frozenset[str]] = frozenset()
    adjectives: ClassVar[Mapping[str, str]] = ADJECTIVE

    def __init__(self) -> None:
        super().__init__()
        self.mover, self.turn = "", 0

    def remember(self, fact: str, unit: str, value: object) -> None:
        setattr(self, fact, value)

    def describe(self, segment: Segment) -> list[Sentence]:
        notes = [one for one in segment.events if one.fact == LOG]
        told = [
            Sentence(
                BOOKKEEPING if one.key == BOOKKEEPING else "note",
                _capital(str(one.new)),
                one.clause,
                _side(one.old if isinstance(one.old, list) else ()),
            )
            for one in notes
        ]
        passes = segment.do == str(DONE) and self.turn and segment.by in ADJECTIVE
        if passes and segment.by != self.mover:
            told.insert(0, Sentence(BOOKKEEPING, f"{ADJECTIVE[segment.by]} passes", side=segment.by))
        return told


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _side(values: Iterable[object]) -> str:
    """The side of the first unit that a note names; empty: it names none.

    >>> _side(["6-6-6 u05", "M4"]), _side([7]), _side(["M4A1 uv2"])
    ('us', '', 'us')
    """
    for value in values:
        if found := _LAST.search(str(value)):
            return side_of(found[0])
    return ""


def side_of(id_: str) -> str:
    """The side of a unit, a weapon or a vehicle."""
    if id_ in UNIT:
        return SIDE[UNIT[id_]]
    if id_ in VEHICLE_NUMBER:
        return VEHICLE_SIDE[VEHICLE_NUMBER[id_]]
    return _LETTER.get(id_[0], "")
