"""The Longest Day as a game of grognard: its scenarios, its words, its faces for people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grognard.core.facts import Vocabulary
from grognard.core.game import Game

from .options import Options
from .pieces import GAME as NAME
from .pieces import PACKAGE, SPELLINGS
from .position import LongestDay

RULES_VERSION = "0.1"


def questions() -> Mapping[str, Any]:
    from .ask import TOPICS

    return TOPICS


def not_yet() -> str:
    return "the map game of The Longest Day cannot be played yet; its ledger can be asked: grognard ask longest-day"


GAME = Game(
    name=NAME,
    title="The Longest Day",
    version=RULES_VERSION,
    package=PACKAGE,
    position=LongestDay,
    vocabulary=Vocabulary((), SPELLINGS),
    options=Options,
    scenarios={},
    refused={"standard": not_yet},
    questions=questions,
)
LongestDay.game = GAME
