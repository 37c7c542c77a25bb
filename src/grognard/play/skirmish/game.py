"""Skirmish as a game of grognard: its scenario, its words, what people see of it."""

from __future__ import annotations

from grognard.core.facts import Vocabulary
from grognard.core.game import Game, load_on_demand
from grognard.core.notation import FactNotation

from .pieces import GRID, NAME, PACKAGE, UNITS
from .position import Options, Skirmish, Turn, fact
from .rules import VERBS


def standard(options: Options) -> Skirmish:
    """The units stand as `units.toml` says; the first decision is the mine."""
    state = Skirmish()
    state.__dict__["options"] = options
    for unit, row in enumerate(UNITS):
        state.set_at(fact.at, unit, GRID.hex(row["at"]), "SK-2")
    state.set(fact.stack, (Turn(),), "SK-2")
    state.run()
    state.journal.clear()  # a game begins with an empty journal
    return state


GAME = Game(
    name=NAME,
    title="Skirmish",
    version="1.0",
    package=PACKAGE,
    position=Skirmish,
    vocabulary=Vocabulary(VERBS),
    options=Options,
    scenarios={"standard": standard},
    questions=dict,  # nothing to ask yet; see `core/ask.py`
    notation=FactNotation(Skirmish),
    **load_on_demand(PACKAGE, "screen"),
)
Skirmish.game = GAME
