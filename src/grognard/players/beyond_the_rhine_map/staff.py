"""The staff: `plain` with a plan for the bridges over the Rhine."""

from __future__ import annotations

from collections.abc import Callable

from grognard.core.choices import Choices
from grognard.core.facts import DONE, Action
from grognard.games.beyond_the_rhine.campaign import verbs
from grognard.games.beyond_the_rhine.campaign.pieces import UNIT
from grognard.games.beyond_the_rhine.campaign.position import Campaign
from grognard.players.seat import Candidate, Decision, PlayerSettings, PlayerView

from . import plain
from .crossings import guard, keep_off, raid
from .ground import recall
from .rear import Found, follow, of_kind, supply


def decide(sight: PlayerView, orders: PlayerSettings) -> Decision:
    """As `plain` decides, but for what moves."""
    state = sight.position
    recall(orders.notes, state)
    name = state.step.name.removeprefix("allied ").removeprefix("german ")
    action, why = RULES.get(name, plain.pass_)(state, sight.actions, sight.side)
    return Decision(action, lambda: [Candidate(str(action), 1.0, why, clauses=(state.step.clause,))])


def move(state: Campaign, actions: Choices, side: str) -> tuple[Action, str]:
    """The bridges first: blown, raided or guarded; then as `plain` moves, out of sight of those that a raid
    may still win.
    """
    for rule in ORDER:
        if (found := rule(state, actions, side)) is not None:
            return found
    return DONE, "every unit is in position"


def _posts(state: Campaign, actions: Choices, side: str) -> Found:
    return plain.to_posts(state, actions, side, keep_off(state, side))


def release(state: Campaign, actions: Choices, side: str) -> tuple[Action, str]:
    """Exploitation and Reaction: reserves go where they are wanted, then whoever may move."""
    for action in of_kind(state, actions, verbs.Release):
        if plain.is_wanted(state, side, UNIT[action.unit]):
            return action, "a reserve is wanted at the front"
    return move(state, actions, side)


Step = Callable[[Campaign, Choices, str], Found]
ORDER: tuple[Step, ...] = (
    plain.demolish,
    raid,
    plain.dash,
    guard,
    plain.overrun,
    plain.reserve,
    _posts,
    follow,
    supply,
    plain.strike,
)
RULES: dict[str, plain.Rule] = {
    **plain.RULES,
    "movement": move,
    "reaction movement": release,
    "exploitation movement": release,
}
