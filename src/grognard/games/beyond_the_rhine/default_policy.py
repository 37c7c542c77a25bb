"""Default ledger policy: bring on every arrival, rebuild what is affordable, and enter no losses (or random
ones).

It plays whole campaigns for forecasts, measurements and tests.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random

from grognard.core.facts import CHANCE, DONE, Action

from . import verbs
from .arrivals import YES
from .position import GERMAN, LOSSES, REPAIRED, BeyondTheRhine, Line
from .supply import PORTS

Orders = Callable[[BeyondTheRhine], Iterable[Action]]  # lines to enter in the situation step of a turn


def no_orders(state: BeyondTheRhine) -> Iterable[Action]:
    return ()


def decide(state: BeyondTheRhine, orders: Orders = no_orders, losses: Random | None = None) -> Action:
    """Return the policy's next decision."""
    match state.step.name:
        case "situation":
            return next((action for action in orders(state) if action in state.legal_actions()), DONE)
        case "arrivals":
            actions = state.legal_actions()
            return actions[0] if actions[0] != DONE else DONE
        case "condition" | "misc condition":
            return YES
        case "rebuilding" | "air replacements" | "misc" | "leaving" | "first player":
            return next((action for action in reversed(state.legal_actions()) if action != DONE), DONE)
        case "play" | "losses" if losses is not None:
            return _field(state, losses)
    return DONE


def _field(state: BeyondTheRhine, rng: Random) -> Action:
    """Random losses and spending: a few steps and SP a turn."""
    if state.step.name == "losses":
        return state.legal_actions().sample(rng) if rng.random() < 0.8 else DONE
    if Line(LOSSES) not in state.entered and rng.random() < 0.7 and state.live:
        return verbs.Losses()
    spend = verbs.Spend("us" if rng.random() < 0.7 else "cw", rng.choice((4, 8, 12)))
    return spend if spend in state.legal_actions() and rng.random() < 0.7 else DONE


def play(
    state: BeyondTheRhine, orders: Orders = no_orders, losses: Random | None = None, until: int | None = None
) -> BeyondTheRhine:
    """Play a campaign to its end, or to the end of turn `until`; the position needs its own dice."""
    while (side := state.to_move) is not None and (until is None or state.turn <= until):
        if side == CHANCE:
            state.roll()
        else:
            state.push(decide(state, orders, losses))
    return state


def open_ports_on(opened: dict[str, int]) -> Orders:
    """Orders that enter each port as repaired from its turn on."""

    def orders(state: BeyondTheRhine) -> Iterable[Action]:
        for port, turn in opened.items():
            now: object = state.ports[PORTS.index(port)]
            if state.turn >= turn and now != REPAIRED:
                yield verbs.Port(port, str(REPAIRED))
            elif state.turn < turn and now == REPAIRED:
                yield verbs.Port(port, str(GERMAN))

    return orders
