"""Where broken units go: out of the fire that could reach them, into cover, to a leader."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.core.facts import DONE, Action, UnitHex
from grognard.core.hexes import members
from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.firefight.forces import UNIT
from grognard.games.purple_heart_draw.firefight.position import BROKEN, Firefight, Routing
from grognard.games.purple_heart_draw.firefight.units import in_hex, kind, leadership, morale
from grognard.games.purple_heart_draw.firefight.words import Crawl, Go, Rout
from grognard.players.seat import Candidate, Decision, PlayerSettings, PlayerView, fixed_rule

from .exposure import shelled, under_shells, worth
from .garrison import Watch
from .placing import rest
from .routes import cover

LEAST = 0.7  # what a rout must promise that is not forced
LEADER, BETTER_LEADER = 2.0, 0.5  # what a leader is worth who may rally the unit, and each point of his DRM
AWAY, FAR = 0.15, 8  # each hex from the nearest enemy, up to so many
SHELTER = 0.2  # each point of cover


def refuge(look: Watch, unit: int, hex_: int) -> float:
    """How good a hex is for a broken unit until it rallies."""
    state = look.state
    foes = min((GRID.distance(hex_, foe) for foe in members(look.foes)), default=FAR)
    danger = worth(state, unit) * look.risk(hex_, morale(state, unit))
    return _rallied_by(state, look.side, unit, hex_) + AWAY * min(foes, FAR) + SHELTER * cover(hex_) - danger


def _rallied_by(state: Firefight, side: str, unit: int, hex_: int) -> float:
    leaders = [
        u
        for u in in_hex(state, side, hex_)
        if u != unit and kind(state, u).is_leader and not state.flags[u] & BROKEN
    ]
    return max((LEADER - BETTER_LEADER * leadership(state, u) for u in leaders), default=0.0)


def scored(look: Watch, actions: list[UnitHex]) -> Iterator[tuple[float, Action]]:
    """Every rout on the list with what it gains against staying."""
    state = look.state
    for action in actions:
        unit = UNIT[action.unit]
        goal = GRID.number[action.hex]
        yield (
            refuge(look, unit, goal) - refuge(look, unit, state.at[unit]) - _passes(look, unit, goal),
            action,
        )


def _passes(look: Watch, unit: int, goal: int) -> float:
    """What the shells on the straight way to a goal may cost."""
    state, at = look.state, look.state.at[unit]
    limit, far = morale(state, unit), GRID.distance(at, goal)
    way = (h for h in members(under_shells(state)) if GRID.distance(at, h) + GRID.distance(h, goal) == far)
    return worth(state, unit) * max((shelled(state, h, limit, False) for h in way if h != at), default=0.0)


def rout(sight: PlayerView, orders: PlayerSettings) -> Decision:
    """Rout out of fire, to cover and to a leader, also where that is not forced."""
    state, side = sight.position, sight.side
    look = Watch(state, side)
    routs: list[UnitHex] = sight.actions.of(Rout, Crawl)
    best, chosen = max(scored(look, routs), key=lambda row: (row[0], str(row[1])), default=(0.0, DONE))
    if chosen == DONE or (best < LEAST and DONE in sight.actions):
        chosen = rest(state, side, sight.actions, orders)
        return fixed_rule(
            chosen, "no broken unit has a better place to rally within reach", state.step.clause
        )
    why = f"out of fire, to cover or to a leader: worth {best:.1f} more than to stay, a squad counting 6"
    return Decision(chosen, lambda: [Candidate(str(chosen), best, why, clauses=(state.step.clause,))])


def rout_way(sight: PlayerView, orders: PlayerSettings) -> Decision:
    """The straight way to the goal of the rout, round shells; of equal steps the one with the least fire."""
    state, frame = sight.position, sight.position.stack[-1]
    steps = sight.actions.of(Go)
    if not isinstance(frame, Routing) or not steps:
        return fixed_rule(next(iter(sight.actions)), "the rout goes on", state.step.clause)
    look, goal = Watch(state, sight.side), frame.goal
    limit, shells = morale(state, frame.unit), under_shells(state)

    def price(action: Go) -> tuple[int, int, float, str]:
        hex_ = GRID.number[action.hex]
        return shells >> hex_ & 1, GRID.distance(hex_, goal), look.risk(hex_, limit), action.hex

    chosen = min(steps, key=price)
    left = price(chosen)[1]
    far = "1 hex" if left == 1 else f"{left} hexes"
    why = f"the straight way to {GRID.name[goal]}, {far} to go after this one"
    return Decision(chosen, lambda: [Candidate(str(chosen), 1.0, why, clauses=(state.step.clause,))])
