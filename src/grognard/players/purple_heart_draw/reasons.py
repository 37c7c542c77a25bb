"""Why the commander advises what a habit decides: the same decision, with a figure. Nothing here decides
anything.
"""

from __future__ import annotations

from collections.abc import Callable

from grognard.core.facts import DONE, Action
from grognard.games.purple_heart_draw import verbs
from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.pieces import KINDS, NUMBER_OF
from grognard.games.purple_heart_draw.position import PurpleHeartDraw, start_of
from grognard.games.purple_heart_draw.troops import VALUE
from grognard.players.seat import Candidate, Decision, PlayerView

from .plain import likelihood

Words = Callable[[PurpleHeartDraw, str, Action], str]


def with_figures(sight: PlayerView, found: Decision) -> Decision:
    """A decision by a habit, whose reason names the figure it turns on, if there is one."""
    state, action = sight.position, found.action
    words = FACTS.get(type(action))
    if action == DONE and state.step.name.startswith("a stack forms"):
        why = "it goes by itself: all of a stack fare as its one DR says"
    elif words is None:
        return found
    else:
        why = words(state, sight.side, action)
    return Decision(action, lambda: [Candidate(str(action), 1.0, why, clauses=(state.step.clause,))])


def _redeploy(state: PurpleHeartDraw, side: str, action: verbs.Redeploy) -> str:
    unit = NUMBER_OF[action.unit]
    hexes = GRID.distance(start_of(state, unit), GRID.number[action.hex])
    far = "1 hex" if hexes == 1 else f"{hexes} hexes"
    return f"it arrives with {float(likelihood(state, side, unit)):.0%}, {far} away: the nearest safe hex"


def _harden(state: PurpleHeartDraw, side: str, action: verbs.Harden) -> str:
    kind = state.kind[NUMBER_OF[action.unit]]
    worth = VALUE.get(kind, (0.0,))[0]
    after = f": it becomes {KINDS[kind].better}" if KINDS[kind].better else ""
    return f"a {kind} is worth {worth:g} in attack, no other more{after}"


def _promote(state: PurpleHeartDraw, side: str, action: verbs.Promote) -> str:
    return "the DR costs nothing and can only better a leader"


FACTS: dict[type[Action], Words] = {
    verbs.Redeploy: _redeploy,  # type: ignore[dict-item]
    verbs.Harden: _harden,  # type: ignore[dict-item]
    verbs.Promote: _promote,  # type: ignore[dict-item]
}
