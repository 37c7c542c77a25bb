"""The staff: `plain` with a main effort under a budget of supply, and a plan for the Rhine bridges."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar

from grognard.core.choices import Choices
from grognard.core.facts import DONE, Action
from grognard.games.beyond_the_rhine.campaign import verbs
from grognard.games.beyond_the_rhine.campaign.acting import MOVEMENT
from grognard.games.beyond_the_rhine.campaign.pieces import ALLIED, GERMAN, UNIT
from grognard.games.beyond_the_rhine.campaign.position import Campaign
from grognard.games.beyond_the_rhine.campaign.victory import by_points, last_turn, terms
from grognard.players.seat import Decision, PlayerSettings, PlayerView

from . import fights, plain
from .crossings import ferry, guard, keep_off, raid
from .effort import Orders, gather, plan_turn, tokens_held_back
from .ground import recall
from .manner import MANNER, PLAIN, Manner, manner
from .rear import Proposal, follow, of_kind, supply
from .tasks import reserve, share_out

ORDERS: ContextVar[Orders] = ContextVar("the orders of the seat that decides")
_BOTH = PLAIN._replace(fuel_gain=1.2, fuel_poor=6.0, stocks=1)
STAFF = {
    ALLIED: _BOTH._replace(taking=0.9, focus=PLAIN.focus | {ALLIED: (1.3, 0.8, 0.35)}, reserves=6, pull=0.6),
    GERMAN: _BOTH,
}
# The last turn: what is taken now counts, and nothing is saved but for the attacks that take it.
LAST = {
    side: mine._replace(taking=1.2, loss=0.5, good=dict.fromkeys(PLAIN.good, 0.1), fuel_gain=3.5)
    for side, mine in STAFF.items()
}


def manner_of(state: Campaign, side: str, orders: Orders) -> Manner:
    """How the staff of a side plays now, with the tokens that are kept for its attacks."""
    last = by_points(state) and state.turn >= last_turn(state)
    mine = (LAST if last else STAFF)[side]._replace(held_back=tokens_held_back(state, orders))
    if side == GERMAN and "east_bank" not in terms(state):
        mine = mine._replace(hold=1.3, garrison=8)  # denser garrisons; where the far bank counts, a line
    if mine.pull and by_points(state) and orders.shared != (state.turn, state.active, state.phase):
        orders.shared, orders.tasks = (state.turn, state.active, state.phase), share_out(state)
    return mine._replace(tasks=orders.tasks)


def decide(sight: PlayerView, orders: PlayerSettings) -> Decision:
    """As `plain` decides, but for what moves."""
    return decide_with(sight, orders, lambda mine: mine)


def decide_with(sight: PlayerView, orders: PlayerSettings, adjust: Callable[[Manner], Manner]) -> Decision:
    """The same in a manner of one's own."""
    state = sight.position
    recall(orders, state)
    mine: Orders = orders.notes.setdefault("orders", Orders())
    ORDERS.set(mine)
    MANNER.set(adjust(manner_of(state, sight.side, mine)))
    name = state.step.name.removeprefix("allied ").removeprefix("german ")
    action, why = RULES.get(name, plain.pass_)(state, sight.actions, sight.side)
    return plain.explained(sight, action, why)


def move(state: Campaign, actions: Choices, side: str) -> tuple[Action, str]:
    """The bridges first: blown, raided or guarded; then as `plain` moves, out of sight of those that a raid
    may still win.
    """
    for rule in ORDER:
        if (proposal := rule(state, actions, side)) is not None:
            return proposal
    return DONE, "every unit is in position"


def _gather(state: Campaign, actions: Choices, side: str) -> Proposal:
    """The main effort: units go where attacks are gathered. Where one city decides they stand around it in
    any case, and gathering lost games.
    """
    if state.phase != MOVEMENT or not by_points(state):
        return None
    orders = ORDERS.get()
    plan_turn(state, side, orders)
    return gather(state, actions, side, orders)


def _reserve(state: Campaign, actions: Choices, side: str) -> Proposal:
    if manner().reserves <= 1:
        return plain.reserve(state, actions, side)
    return reserve(state, actions, side, frozenset(ORDERS.get().posts))


def order(state: Campaign, actions: Choices, side: str) -> tuple[Action, str]:
    """Before the last turn the last word is worth more than the first."""
    if state.turn >= last_turn(state):
        return verbs.Go("second"), "who moves last in the last turn has the last word"
    return plain.order(state, actions, side)


def _posts(state: Campaign, actions: Choices, side: str) -> Proposal:
    return plain.to_posts(state, actions, side, keep_off(state, side))


def release(state: Campaign, actions: Choices, side: str) -> tuple[Action, str]:
    """Exploitation and Reaction: reserves go where they are wanted, then any unit that may move."""
    for action in of_kind(state, actions, verbs.Release):
        if plain.is_wanted(state, side, UNIT[action.unit]):
            return action, "a reserve is wanted at the front"
    return move(state, actions, side)


Step = Callable[[Campaign, Choices, str], Proposal]
ORDER: tuple[Step, ...] = (
    plain.demolish,
    raid,
    plain.dash,
    guard,
    ferry,
    plain.overrun,
    _gather,
    _reserve,
    _posts,
    follow,
    supply,
    fights.strike,
)
RULES: dict[str, plain.Rule] = {
    **plain.RULES,
    "order of player turns": order,
    "movement": move,
    "reaction movement": release,
    "exploitation movement": release,
}
