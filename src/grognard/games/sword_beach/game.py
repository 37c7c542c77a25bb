"""Sword Beach as a game of grognard: its scenarios, its words, its faces for people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grognard.core.facts import Action, Vocabulary
from grognard.core.game import Game

from . import notation, sequence  # noqa: F401  (the sequence gives the position its procedures)
from .options import Options
from .pieces import GAME as NAME
from .pieces import SPELLINGS
from .position import Landing, SwordBeach, fact
from .verbs import VERBS

RULES_VERSION = "1.0"


def standard(options: Options) -> SwordBeach:
    """SB-10: the scenario, from the German record on."""
    state = SwordBeach()
    state.__dict__["options"] = options
    state.derive()
    state.set(fact.stack, (Landing(),), "FM-3.0")
    state.run()
    state.journal.clear()  # a game begins with an empty book
    return state


def questions() -> Mapping[str, Any]:
    from .ask import TOPICS

    return TOPICS


def screen(state: Any, side: str | None = None) -> str:
    from .screen import screen

    return screen(state, side)


def judge(state: Any, action: Action) -> dict[str, Any]:
    from .judge import figures

    return figures(state, action)


def picture(state: Any, side: str | None = None) -> str:
    from .picture import picture

    return picture(state, side)


def no_campaign() -> str:
    from .campaign import refusal

    return refusal()


GAME = Game(
    name=NAME,
    title="Sword Beach",
    version=RULES_VERSION,
    package="grognard.games.sword_beach",
    position=SwordBeach,
    vocabulary=Vocabulary(VERBS, SPELLINGS),
    options=Options,
    scenarios={"standard": standard},
    refused={"campaign": no_campaign},
    questions=questions,
    notation=notation,
    screen=screen,
    judge=judge,
    picture=picture,
)
SwordBeach.game = GAME
