"""How both players set up, and what they fall back on."""

from __future__ import annotations

from grognard.core.choices import Choices
from grognard.core.facts import DONE, Action
from grognard.core.hexes import members
from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.firefight.eyes import conceals
from grognard.games.purple_heart_draw.firefight.forces import FIRERS, SIDE, UNIT
from grognard.games.purple_heart_draw.firefight.going import own_hexsides
from grognard.games.purple_heart_draw.firefight.position import (
    Firefight,
)
from grognard.games.purple_heart_draw.firefight.units import (
    guns_of,
    in_hex,
    kind,
    number,
    on_map,
)
from grognard.games.purple_heart_draw.firefight.words import (
    Allot,
    Dig,
    Fortify,
    Hide,
    Mine,
)
from grognard.players.seat import PlayerSettings

from . import artillery, gunners
from .routes import cover
from .weights import PLAIN, Weights


def weights_of(orders: PlayerSettings) -> Weights:
    """How the player weighs things that leaves a decision to these habits."""
    found: Weights = orders.notes.get("weights", PLAIN)
    return found


def rest(state: Firefight, side: str, actions: Choices, orders: PlayerSettings) -> Action:
    """End the step when it can be ended."""
    return DONE if DONE in actions else actions.sample(orders.rng)


def set_up(state: Firefight, side: str, actions: Choices, orders: PlayerSettings) -> Action:
    """Set up in cover before and among the buildings, squads apart, leaders with a machine gun."""
    if (crew := gunners.set_up(state, side, actions)) is not None:
        return crew
    waiting = [u for u in on_hand(state, side) if state.at[u] < 0]
    if not waiting:
        works = (
            _hide(state, actions),
            _fortify(state, side, actions),
            _mine(state, side, actions),
            _dig_in(state, actions),
            _arm(state, actions),
            artillery.best_radio(state, side, actions),
        )
        return next((found for found in works if found is not None), DONE)
    unit = waiting[0]
    scored = []
    for hex_ in members(state.card.setup):
        score = post_worth(state, side, unit, hex_, orders)
        scored.append((score + 100 + orders.rng.random(), hex_))
    for _, hex_ in sorted(scored, reverse=True):
        action = state.game.parse(f"place {FIRERS[unit]} {GRID.name[hex_]}")
        if action in actions:
            return action
    return rest(state, side, actions, orders)


def _arm(state: Firefight, actions: Choices) -> Action | None:
    """Panzerfaust shots in turn, to squads first."""
    free = actions.of(Allot)
    return min(
        free, key=lambda a: (state.allotted[UNIT[a.unit]], kind(state, UNIT[a.unit]).is_single), default=None
    )


def _hide(state: Firefight, actions: Choices) -> Action | None:
    """A squad, best with a machine gun, waits unseen."""
    covered = [a for a in actions.of(Hide) if conceals(state, state.at[UNIT[a.unit]])]
    squads = [a for a in covered if kind(state, UNIT[a.unit]).type == "squad"]
    return max(squads, key=lambda a: len(guns_of(state, UNIT[a.unit])), default=None)


def post_worth(state: Firefight, side: str, unit: int, hex_: int, orders: PlayerSettings) -> float:
    """What a hex is worth at set-up: a leader goes to squads with guns, a squad apart into cover."""
    there = in_hex(state, side, hex_)
    if kind(state, unit).is_single:
        squads = sum(2.0 + 3 * bool(guns_of(state, u)) for u in there if not kind(state, u).is_single)
        return squads - 9 * any(kind(state, u).is_single for u in there)
    far = min(GRID.distance(hex_, goal) for goal in members(state.card.goals))
    goal = 3 if state.card.goals >> hex_ & 1 else 0
    score = 3 * cover(hex_) - 2.0 * max(0, far - 1) - 4 * len(there) + goal
    score -= sum(1.0 for u in on_map(state, side) if GRID.distance(state.at[u], hex_) <= 1)
    entry = min(GRID.distance(hex_, at) for at in members(state.card.entry))
    return score + weights_of(orders).depth * entry


def _fortify(state: Firefight, side: str, actions: Choices) -> Action | None:
    """The building with most squads, once."""
    if state.fortified[number(side)]:
        return None
    found = [a for a in actions.of(Fortify) if in_hex(state, side, GRID.number[a.hex])]
    return max(found, key=lambda a: len(in_hex(state, side, GRID.number[a.hex])), default=None)


def _mine(state: Firefight, side: str, actions: Choices) -> Action | None:
    """Before the buildings, in a hex without own units that many ways lead through."""
    if state.mines[number(side)]:
        return None
    entry = members(state.card.entry)
    found = [a for a in actions.of(Mine) if not in_hex(state, side, GRID.number[a.hex])]

    def lane(action: Mine) -> tuple[int, int]:
        hex_ = GRID.number[action.hex]
        near = min(GRID.distance(hex_, goal) for goal in members(state.card.goals))
        return abs(near - 2), sum(GRID.distance(hex_, at) for at in entry)

    return min(found, key=lane, default=None)


def _dig_in(state: Firefight, actions: Choices) -> Action | None:
    """A foxhole for a unit without other cover; behind a hedge it would see nothing."""
    bare = (a for a in actions.of(Dig) if cover(state.at[UNIT[a.unit]]) < 1)
    return next((a for a in bare if not own_hexsides(state.at[UNIT[a.unit]])), None)


def on_hand(state: Firefight, side: str) -> list[int]:
    return [u for u in range(len(SIDE)) if SIDE[u] == side and state.kind[u]]
