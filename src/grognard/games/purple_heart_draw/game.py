"""Purple Heart Draw as a game of grognard: its scenarios, its words, its faces for people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grognard.core.facts import Vocabulary
from grognard.core.game import Game

from . import sequence  # noqa: F401  (gives the position its procedures)
from .options import Options
from .pieces import GAME as NAME
from .position import Mission, PurpleHeartDraw, fact
from .verbs import VERBS

RULES_VERSION = "1.0"


def questions() -> Mapping[str, Any]:
    from .ask import TOPICS

    return TOPICS


def mission(options: Options) -> PurpleHeartDraw:
    """PHD-C1: the Tactical Mission, from the first purchases on."""
    state = PurpleHeartDraw()
    state.__dict__["options"] = options
    state.set(fact.stack, (Mission(),), "PHD-C1")
    state.run()
    state.journal.clear()  # a game begins with an empty book
    return state


GAME = Game(
    name=NAME,
    title="Purple Heart Draw",
    version=RULES_VERSION,
    package="grognard.games.purple_heart_draw",
    position=PurpleHeartDraw,
    vocabulary=Vocabulary(VERBS),
    options=Options,
    scenarios={"standard": mission},
    questions=questions,
)
PurpleHeartDraw.game = GAME
