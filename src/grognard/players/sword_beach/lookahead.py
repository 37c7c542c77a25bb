"""Playing on from a position the way both sides are likely to: to see what a plan comes to. Dice are sampled,
odds are not.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from grognard.core.choices import Choices
from grognard.core.facts import CHANCE, DONE, Action
from grognard.core.hexes import Hex, members
from grognard.games.sword_beach import verbs
from grognard.games.sword_beach.board import GRID
from grognard.games.sword_beach.pieces import ATTACK, DEFENSE, GERMAN, NAMES
from grognard.games.sword_beach.position import SwordBeach
from grognard.games.sword_beach.setup import RECORDED, area

from . import fusilier, fusilier_posts
from .ground import Ground, Weight

Weigh = Callable[[SwordBeach, str], Weight]  # how a side weighs things in a position
MAX_ACTIONS = 2000  # actions of one look ahead: more than two turns


def answer_of_chance(state: SwordBeach, rng: Random) -> Action:
    """A roll or a draw, as likely as the rules make it."""
    weights = state.chance_weights()
    at = int(rng.random() * weights.whole)
    if weights.even:
        return weights.actions[at]
    for action, weight in weights:
        at -= weight
        if at < 0:
            return action
    return weights.actions[-1]


def quick_moves(state: SwordBeach, actions: Choices, side: str, weight: Weight) -> list[Action]:
    """A movement phase in one go: every unit once, the strongest first, to the best place that is left."""
    found: list[Action] = []
    taken = 0
    ground = Ground(state, side, weight)
    groups = sorted(
        (group for group in actions.groups if group[0] is not None),
        key=lambda g: -ATTACK[g[1]][state.steps[g[1]]],
    )
    for _, unit, places in groups:
        here = state.at[unit]
        floor = ground.at(unit, here) + 0.2 if here >= 0 else -999.0
        _, to = ground.best(unit, places & ~taken, floor)
        if to >= 0:
            taken |= 1 << to
            found.append(verbs.Move(NAMES[unit], GRID.name[to]))
    return found


def play_on(state: SwordBeach, rng: Random, weigh: Weigh, until: tuple[int, str]) -> None:
    """Plays until a side's movement phase of a turn begins, or the game is over. Changes the position it is
    given.
    """
    turn, stop = until
    queue: list[Action] = []
    phase: object = None
    weights: dict[tuple[int, str], Weight] = {}
    for _ in range(MAX_ACTIONS):
        mover = state.to_move
        if mover is None:
            return
        if mover == CHANCE:
            state.push_legal(answer_of_chance(state, rng))
            continue
        actions, name = state.legal_actions(), state.step.name
        weight = weights.get((state.turn, mover))
        if weight is None:
            weight = weights[state.turn, mover] = weigh(state, mover)
        if name.endswith("movement"):
            if state.turn >= turn and name == stop:
                return
            if phase != (state.turn, name):
                phase, queue = (state.turn, name), quick_moves(state, actions, mover, weight)
            action = next((one for one in queue if one in actions), None)
            if action is None:
                action = DONE if DONE in actions else fusilier.pick(state, actions, mover, weight)
            else:
                queue.remove(action)
        else:
            action = actions.forced() or fusilier.pick(state, actions, mover, weight)
        state.push_legal(action)


# ---------------------------------------------------------------- what a side cannot know, assumed


def assume(state: SwordBeach, side: str, rng: Random) -> SwordBeach:
    """A copy on which one can play on: what the side cannot know is made up, as likely as its player can
    tell.

    The only secret is the German record (SB-11.0.a): nine units, each in its area, best placed by Fusilier's
    lights but for a whim. What really stands there is never looked at.
    """
    found = state.copy()
    if side == GERMAN or state.occupied[GERMAN] or state.turn:
        return found
    found.__dict__["record"] = made_up_record(found, rng)
    return found


def made_up_record(state: SwordBeach, rng: Random) -> tuple[tuple[int, Hex], ...]:
    taken, record = 0, []
    for unit in sorted(members(RECORDED), key=lambda u: -DEFENSE[u][2]):
        places = members(area(state, unit) & ~taken)
        hex_ = max(places, key=lambda h: fusilier_posts.post(h, taken) + rng.gauss(0, 2.0))
        taken |= 1 << hex_
        record.append((unit, Hex(hex_)))
    return tuple(record)


# ---------------------------------------------------------------- several ways, played out and compared


class Trial:
    """Ways to go on, each played out so often; a way starts from its prior and is moved by what was seen."""

    def __init__(self, priors: list[float], doubt: float = 0.15, noise: float = 0.5) -> None:
        self.priors, self.doubt, self.noise = priors, doubt, noise
        self.sums, self.counts = [0.0] * len(priors), [0] * len(priors)

    def add(self, way: int, value: float) -> None:
        self.sums[way] += value
        self.counts[way] += 1

    def best(self, ways: list[int], count: int) -> list[int]:
        """The best so many of some ways."""
        values = self.values()
        return sorted(ways, key=lambda way: -values[way])[:count]

    def values(self) -> list[float]:
        """The mean of what was seen, drawn towards the prior while little has been seen."""
        seen = [s / n for s, n in zip(self.sums, self.counts, strict=True) if n]
        level = sum(seen) / len(seen) if seen else 0.0
        middle = sum(self.priors) / len(self.priors)
        trust = (self.noise / self.doubt) ** 2  # as many games as the prior counts for
        return [
            (s + trust * (level + prior - middle)) / (n + trust)
            for s, n, prior in zip(self.sums, self.counts, self.priors, strict=True)
        ]
