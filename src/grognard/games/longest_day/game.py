"""The Longest Day as a game of grognard: its scenarios, its words, what people see of it."""

from __future__ import annotations

from grognard.core.facts import Vocabulary
from grognard.core.game import Game, load_on_demand

from . import notation, sequence  # noqa: F401  (the sequence gives the position its procedures)
from .options import Options
from .pieces import GAME as NAME
from .pieces import PACKAGE, SPELLINGS
from .position import LongestDay
from .setup import first_position
from .verbs import VERBS
from .victory import SCENARIOS

# 1.0: orders can be struck (TLD-J.35), and a struck one leaves a unit the HQ it had 1.1: a division is
# offered every corps the rules let it go to: one it was written away from, and with units left behind 1.2:
# who can only stay is asked all the same; the 711th lives off the edge roads when its HQ is lost as well
# (TLD-B.1.c); a supply unit of a corps an HQ only waits for is none of its own (TLD-J.29); five stay legal
# when an HQ is lost (TLD-A.corps.8.c), and Canadians who wait for their corps are no need for a fifth
# (TLD-A.corps.8.b); 19C is written to 3rd Canadian alone until all Canadians go to their corps
# (TLD-A.corps.13); the last order says who goes there by hand (TLD-J.17); a corps that keeps a part of a
# brigade from the rest is illegal (TLD-J.34); the staff keeps the place only 987 can have; a division that
# has left the game takes no place in a corps and is not written for (TLD-S.16) 1.3: orders are written in
# sets that are judged as one (TLD-J.34); stand-ins are written in play (TLD-J.6); the owner says which HQ
# pays (TLD-B.5.b), which unit is over a reduced limit (TLD-J.11), and whether a de facto corps is formed and
# around which HQ (TLD-A.corps.25); recon and anti-tank battalions draw on an HQ that has room for them
# (TLD-B.4.a.4, TLD-B.4.b.2) and go singly (TLD-A.corps.6); need alone gives a corps the right to stay at five
# (TLD-A.corps.8.c); on 7 June one counter of a brigade may wait for the others (TLD-B.4.x7); no Canadian is
# written to a British corps for the turn all must leave them (TLD-A.corps.12) 1.4: marks of victory set for
# two players of the strongest kind (TLD-S.21)
RULES_VERSION = "1.4"


GAME = Game(
    name=NAME,
    title="The Longest Day",
    version=RULES_VERSION,
    package=PACKAGE,
    position=LongestDay,
    vocabulary=Vocabulary(VERBS, SPELLINGS),
    options=Options,
    scenarios={name: first_position(name) for name in SCENARIOS},
    notation=notation,
    **load_on_demand(PACKAGE, "questions", "screen", "judge"),
)
LongestDay.game = GAME
