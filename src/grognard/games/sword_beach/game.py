"""Sword Beach as a game of grognard: its scenarios, its words, what people see of it."""

from __future__ import annotations

from grognard.core.facts import Vocabulary
from grognard.core.game import Game, load_on_demand

from . import notation, sequence  # noqa: F401  (the sequence gives the position its procedures)
from .options import Options
from .pieces import GAME as NAME
from .pieces import SPELLINGS
from .position import Landing, SwordBeach, fact
from .verbs import VERBS

RULES_VERSION = "1.8"


def standard(options: Options) -> SwordBeach:
    """SB-10: the scenario, from the German record on."""
    state = SwordBeach()
    state.__dict__["options"] = options
    state.derive()
    state.set(fact.stack, (Landing(),), "FM-3.0")
    state.run()
    state.journal.clear()  # a game begins with an empty book
    return state


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
    notation=notation,
    **load_on_demand("grognard.games.sword_beach", "questions", "screen", "judge", "picture"),
)
SwordBeach.game = GAME
