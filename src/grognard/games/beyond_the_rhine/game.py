"""Beyond the Rhine as a game of grognard: its campaigns, its words, what people see of it."""

from __future__ import annotations

from collections.abc import Callable

from grognard.core.facts import Vocabulary
from grognard.core.game import Game, load_on_demand

from . import notation, sequence  # noqa: F401  (the sequence gives the position its procedures)
from .chart import COUNTERS, NAMES
from .dates import CAMPAIGNS
from .options import Options
from .pieces import GAME as NAME
from .position import DEAD, MAP, BeyondTheRhine, Turn, fact
from .situation import open_stock
from .unit_history import opening_of
from .verbs import VERBS

RULES_VERSION = "1.1"


def begin(name: str) -> Callable[[Options], BeyondTheRhine]:
    """BTR-arrival.opening: a campaign from its first turn, with the least opening stock."""

    def start(options: Options) -> BeyondTheRhine:
        state = BeyondTheRhine()
        own = state.__dict__
        own["options"], own["campaign"] = options, name
        campaign = CAMPAIGNS[name]
        own["turn"] = campaign.first
        opening = opening_of(campaign)
        for unit, box in opening.live.items():
            own["at"][unit] = box or MAP
        for unit in opening.dead:
            own["at"][unit], own["lost"][unit] = DEAD, COUNTERS[unit].steps
        own["reserves"] = opening.reserves
        open_stock(state, options)
        state.derive()
        state.set(fact.stack, (Turn(),), "BTR-frame.campaigns")
        state.run()
        state.journal.clear()  # a game begins with an empty book
        return state

    return start


GAME = Game(
    name=NAME,
    title="Beyond the Rhine",
    version=RULES_VERSION,
    package="grognard.games.beyond_the_rhine",
    position=BeyondTheRhine,
    vocabulary=Vocabulary(VERBS, {name: name for name in NAMES}),
    options=Options,
    scenarios={"standard": begin("full")} | {name: begin(name) for name in CAMPAIGNS if name != "full"},
    notation=notation,
    **load_on_demand("grognard.games.beyond_the_rhine", "questions", "screen", "judge"),
)
BeyondTheRhine.game = GAME
