"""The Longest Day as a game of grognard: its scenarios, its words, its faces for people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grognard.core.facts import Action, Vocabulary
from grognard.core.game import Game

from . import notation, sequence  # noqa: F401  (the sequence gives the position its procedures)
from .options import Options
from .pieces import GAME as NAME
from .pieces import PACKAGE, SPELLINGS
from .position import LongestDay
from .setup import first_position
from .verbs import VERBS
from .victory import SCENARIOS

RULES_VERSION = "0.1"


def questions() -> Mapping[str, Any]:
    from .ask import TOPICS

    return TOPICS


def screen(state: Any, side: str | None = None) -> str:
    from .screen import screen

    return screen(state, side)


def judge(state: Any, action: Action) -> dict[str, Any]:
    from .judge import figures

    return figures(state, action)


GAME = Game(
    name=NAME,
    title="The Longest Day",
    version=RULES_VERSION,
    package=PACKAGE,
    position=LongestDay,
    vocabulary=Vocabulary(VERBS, SPELLINGS),
    options=Options,
    scenarios={name: first_position(name) for name in SCENARIOS},
    questions=questions,
    notation=notation,
    screen=screen,
    judge=judge,
)
LongestDay.game = GAME
