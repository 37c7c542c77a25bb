"""The firefight as a game of grognard: a scenario of Purple Heart Draw fought squad by squad."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property

from grognard.core.ask import Topic
from grognard.core.clauses import Rulebook, read_rulebook
from grognard.core.data import digest
from grognard.core.facts import Vocabulary
from grognard.core.game import Game, load_on_demand
from grognard.core.notation import entries
from grognard.core.plain import Plain

from . import notation, sequence  # noqa: F401  (the sequence gives the position its procedures)
from .forces import FIRST_GUN
from .options import Options
from .position import Firefight
from .setup import deal
from .terrain import FOLDER, PACKAGE
from .words import VERBS

NAME = "purple-heart-draw-firefight"
# 0.3: more places for units, so that weapons have other numbers among those who fire; 0.4: the Gun of PHD-3;
# climbing, Infantry Overrun, and other rules of infantry that were missing; 0.5: riders, and more of
# vehicles; 0.6: other forces on PHD-1, PHD-3 and PHD-4; 0.7: voluntary breaks, rate of fire given up for
# Residual FP, close combat with concealed units, leaving the map, Gun duels, Armored Assault, and more
# 0.8: an option for inspection, bypass by vehicles, pillboxes; wind on the cards, fires that spread,
# Barrages; other German forces on PHD-1
# 0.9: ambush by what is under a "?", busy and overstacked units in close combat; routs, crawls and Disrupted
# units by the book; Guns interdict; prisoners escape; Crest status on entering; a "?" advances; weapons are
# left; hatches in the Advance Phase; desperation kept; five more readings; 60mm mortars on PHD-3
# 1.0: weapons taken at once; recalled vehicles drive off the map; the stream beneath the bridge; Wall
# Advantage given up in any phase; a "?" that advances is challenged; overruns beside enemy vehicles;
# climbers are seen on the cliff
# 1.1: leaders stand with their squad in close combat and direct later shots; Subsequent First Fire looks to
# every armed enemy; who leaves a foxhole is exposed; one weapon breaks of several; "?" given up at will;
# squads halved at set-up; and more fine print
# 1.2: a stopped vehicle holds enemies on foot in Melee; who acts out of sight keeps its
# "?"; a leader alone who is found may be overrun
RULES_VERSION = "1.2"
CAMPAIGN = "grognard.games.purple_heart_draw"


def _card(scene: str) -> Callable[[Options], Firefight]:
    """A card from its set-up on."""
    return lambda options: deal(scene, options)


BEFORE_MISSIONS = ("0.1", "0.2")
OLD_PLACES = 44  # for units, in those rules


def carry(plain: Plain, rules: str) -> Plain:
    """Positions of earlier rules: a weapon that fires had a lower number."""
    if rules not in BEFORE_MISSIONS:
        return plain
    frames = [frame for frame in entries(plain, "stack") if isinstance(frame, dict)]
    return plain | {
        "stack": [{k: _renumbered(v) if k in FIRING else v for k, v in frame.items()} for frame in frames]
    }


FIRING = ("firer", "firers", "shots", "snapped")  # fields with numbers of weapons; no count is as high


def _renumbered(value: object) -> object:
    if isinstance(value, list | tuple):
        return list(map(_renumbered, value))
    return value + FIRST_GUN - OLD_PLACES if isinstance(value, int) and value >= OLD_PLACES else value


def _questions() -> Mapping[str, Topic]:
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
        "standard": _card("phd-2"),
        "phd-1": _card("phd-1"),
        "phd-3": _card("phd-3"),
        "phd-4": _card("phd-4"),
        "phd-1-infantry": _card("phd-1-infantry"),
        "phd-2-infantry": _card("phd-2-infantry"),
        "phd-3-infantry": _card("phd-3-infantry"),
        "phd-4-infantry": _card("phd-4-infantry"),
    },
    notation=notation,
    questions=_questions,
    carry=carry,
    **load_on_demand(PACKAGE, "screen"),
)
Firefight.game = GAME
