"""The firefight as a game of grognard: a scenario of Purple Heart Draw fought squad by squad."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from grognard.core.clauses import Rulebook, read_rulebook
from grognard.core.data import digest
from grognard.core.facts import Vocabulary
from grognard.core.game import Game, faces

from . import notation, sequence  # noqa: F401  (the sequence gives the position its procedures)
from .options import Options
from .position import Firefight
from .setup import deal
from .terrain import FOLDER, PACKAGE
from .words import VERBS

NAME = "purple-heart-draw-firefight"
RULES_VERSION = "0.2"
CAMPAIGN = "grognard.games.purple_heart_draw"


def standard(options: Options) -> Firefight:
    """PHD-2 with Infantry alone, from the set-up on."""
    return deal("phd-2-infantry", options)


def refuse_to_retire(options: Options) -> Firefight:
    """PHD-1 with Infantry alone."""
    return deal("phd-1-infantry", options)


def diversionary_attack(options: Options) -> Firefight:
    """PHD-3 with Infantry alone."""
    return deal("phd-3-infantry", options)


def counterattack(options: Options) -> Firefight:
    """PHD-4 with Infantry alone."""
    return deal("phd-4-infantry", options)


def with_tanks(options: Options) -> Firefight:
    """PHD-2 with its tanks."""
    return deal("phd-2", options)


def _questions() -> Mapping[str, Any]:
    from .ask_topics import TOPICS  # when first asked for

    return TOPICS


@dataclass(frozen=True, kw_only=True)
class Fight(Game):
    """A game within the package of another: what carries its clauses is noted with the campaign's."""

    @cached_property
    def rulebook(self) -> Rulebook:
        own = read_rulebook(self.package)
        return Rulebook(list(own.values()), read_rulebook(CAMPAIGN).carried)

    @cached_property
    def data(self) -> str:
        return digest(self.package, FOLDER)


GAME = Fight(
    name=NAME,
    title="Purple Heart Draw: The Firefight",
    version=RULES_VERSION,
    package=PACKAGE,
    position=Firefight,
    vocabulary=Vocabulary(VERBS),
    options=Options,
    scenarios={
        "standard": standard,
        "phd-2": with_tanks,
        "phd-1": refuse_to_retire,
        "phd-3": diversionary_attack,
        "phd-4": counterattack,
    },
    notation=notation,
    questions=_questions,
    **faces(PACKAGE, "screen"),
)
Firefight.game = GAME
