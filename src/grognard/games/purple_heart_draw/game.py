"""Purple Heart Draw as a game of grognard: its scenarios, its words, what people see of it."""

from __future__ import annotations

from collections.abc import Callable

from grognard.core.facts import Vocabulary
from grognard.core.game import Game, load_on_demand

from . import notation, sequence  # noqa: F401  (gives the position its procedures)
from .areas import CARDS
from .board import GRID
from .firefight import game as firefight  # noqa: F401  (the game that is played within this one)
from .firefight.words import VERBS as FIGHT_VERBS
from .options import Options
from .pieces import GAME as NAME
from .position import Card, Mission, PurpleHeartDraw, fact
from .verbs import VERBS

# 1.1: facing, Riders, Hull Down, field phones; 1.2: what the rules leave to the owner is asked of that
# player; 1.3: who was found uses up no share of the hidden, no unit joins a stack that it could not follow
# alone, A-T mines do not come first, C5.3.a before .b, freed prisoners take up what lies there (C5.8.a);
# 1.4: who left the map is bound to its exit hex (TM8), no unit moves up more than 8 rows at once (Z10), a
# crew may break in mines (C5.9); 1.5: works are set up in C5.39, mines and bog entered in the Consolidation
# Phase act at once, works belong to their builder, a unit that does not redeploy counts as Isolated,
# concession; 1.6: TM Scenarios may be fought squad by squad (the facts of the fight); 1.7: with their
# vehicles; 1.8: an Armor Leader lost in a fight counts once, a Gun lost there counts, and the resolver's
# figures follow the fights: an advance costs more and is slower; 1.9: fights by rules 0.9 of the firefight;
# 1.10: by 1.0; 1.11: by 1.1; 1.12: by 1.2
RULES_VERSION = "1.12"


def card(id_: str) -> Callable[[Options], PurpleHeartDraw]:
    """One of the four scenario cards, from its set-up on."""

    def begin(options: Options) -> PurpleHeartDraw:
        state = PurpleHeartDraw()
        state.__dict__["options"] = options
        state.__dict__["card"] = id_
        state.set(fact.stack, (Card(),), f"{id_}.first")
        state.run()
        state.journal.clear()
        return state

    return begin


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
    vocabulary=Vocabulary(VERBS, also=FIGHT_VERBS, has_hex=GRID.number.__contains__),
    options=Options,
    scenarios={"standard": mission, **{id_.lower(): card(id_) for id_ in CARDS}},
    notation=notation,
    **load_on_demand("grognard.games.purple_heart_draw", "questions", "screen", "judge", "picture"),
)
PurpleHeartDraw.game = GAME
