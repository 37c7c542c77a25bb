"""Ideas: what a side could be about in a phase. `ideas.toml` holds them; each is turned into a whole plan and
the plans are compared by playing them on (`deliberation.py`).
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources

import msgspec

from grognard.core.plain import Plain
from grognard.games.sword_beach.position import SwordBeach

from .conduct import Stance

FILE = "ideas.toml"


class Idea(Stance, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A stance for one turn, with a name and what it says in a hint."""

    name: str
    words: str


@cache
def all_ideas() -> tuple[Idea, ...]:
    raw: Plain = tomllib.loads(resources.files(__package__).joinpath(FILE).read_text("utf-8"))
    assert isinstance(raw, dict)
    return msgspec.convert(raw["idea"], tuple[Idea, ...])


def ideas_for(state: SwordBeach, side: str) -> list[Idea]:
    """The ideas of a side for this turn and position, in the order in which they are thought of."""
    return [one for one in all_ideas() if one.applies(side, state)]
