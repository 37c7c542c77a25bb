"""Beyond the Rhine on the map as a game of grognard: its scenarios, its words, what people see of it."""

from __future__ import annotations

from functools import cached_property

from grognard.core.clauses import Rulebook, read_rulebook
from grognard.core.data import digest
from grognard.core.facts import Vocabulary
from grognard.core.game import Game, load_on_demand

from ..pieces import GAME as BASE
from . import notation, sequence  # noqa: F401  (the sequence gives the position its procedures)
from .aircraft import PLANE_LABEL, PLANE_NAMES
from .options import Options
from .pieces import GAME as NAME
from .pieces import LABEL, NAMES
from .position import Campaign
from .setup import first_position
from .verbs import VERBS

RULES_VERSION = "0.2"
PACKAGE = "grognard.games.beyond_the_rhine"


class MapGame(Game):
    """A game whose rulebook and tables stand on those of the ledger."""

    @cached_property
    def rulebook(self) -> Rulebook:
        return read_rulebook(PACKAGE)

    @cached_property
    def data(self) -> str:
        """A digest of both sets of data."""
        return f"{digest(self.package, self.name)[:8]}{digest(PACKAGE, BASE)[:8]}"


WORDS = {name: name for name in [*NAMES, *PLANE_NAMES]} | dict(
    zip([*LABEL, *PLANE_LABEL], [*NAMES, *PLANE_NAMES], strict=True)
)
GAME = MapGame(
    name=NAME,
    title="Beyond the Rhine: on the map",
    version=RULES_VERSION,
    package=f"{PACKAGE}.campaign",
    position=Campaign,
    vocabulary=Vocabulary(VERBS, WORDS),
    options=Options,
    scenarios={"standard": first_position("aachen")}
    | {name: first_position(name) for name in ("queen", "grenade", "remagen")},
    notation=notation,
    **load_on_demand(f"{PACKAGE}.campaign", "questions", "screen", "judge"),
)
Campaign.game = GAME
