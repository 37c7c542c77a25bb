"""Purple Heart Draw as a game of grognard: its scenarios, its words, its faces for people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grognard.core.facts import Vocabulary
from grognard.core.game import Game

from .options import Options
from .pieces import GAME as NAME
from .position import PurpleHeartDraw
from .verbs import VERBS

RULES_VERSION = "1.0"


def questions() -> Mapping[str, Any]:
    from .ask import TOPICS

    return TOPICS


def under_way() -> str:
    return "the Tactical Mission cannot be played yet; its charts can be asked: grognard ask purple-heart-draw"


GAME = Game(
    name=NAME,
    title="Purple Heart Draw",
    version=RULES_VERSION,
    package="grognard.games.purple_heart_draw",
    position=PurpleHeartDraw,
    vocabulary=Vocabulary(VERBS),
    options=Options,
    scenarios={},
    refused={"standard": under_way},
    questions=questions,
)
PurpleHeartDraw.game = GAME
