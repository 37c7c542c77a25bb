# ruff: noqa: S311  (a player's whims, not the dice)
"""Deliberation: several plans for a phase, made from ideas, and compared by playing them on over two turns on
common dice, as long as the clock allows.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from grognard.core.choices import Choices
from grognard.core.facts import DONE, Action
from grognard.games.sword_beach import verbs
from grognard.games.sword_beach.board import GRID
from grognard.games.sword_beach.pieces import ALLIED, NAMES
from grognard.games.sword_beach.position import SwordBeach
from grognard.players.seat import STRONGEST, PlayerSettings

from . import fusilier
from .evaluation import log_odds
from .ground import Weight
from .ideas import Idea, ideas_for
from .lookahead import Trial, Weigh, assume, play_on
from .plans import Plan, Planner, moves
from .tempers import conduct_of, temper_of

# of the search for a plan: sweeps over all units, hexes tried for each, plans made better
SWEEPS, CHOICES, TARGETS = 4, 8, 4
UNTIMED = 2, 3  # sweeps and hexes without a clock, where games are played by the thousand
IDEA_CHOICES = 3  # hexes tried for each unit when the plan of an idea is made better
MANY = 1000  # as often as the clock allows
PLAYED = 0  # how often plans are played on without a clock
AT_MOST = 10  # plans that are played on
USUAL = 3  # plans of the usual weights that are played on
CLOSE = 6.0  # plans of the usual weights within so many points of the best are played on
LEAST = 8.0  # what the judgement may hold against the plan of an idea
POINT = 0.025  # log odds of a point of strength, about
# turns that plans are played on; one with fewer seconds a turn than `FAR_SIGHT`: a second turn would add more
# dice than it tells
HORIZON, SHORT_HORIZON, FAR_SIGHT = 2, 1, 2.0
DROPPED = 0.01  # log odds by which a plan that was dropped stays below the others
WHIM = 1.0  # for every point of skill that is missing
# of the time left in a turn: what plans may take, and again their comparison
MOVE_SHARE, MOBILE_SHARE = 0.35, 0.3
PLAY_SHARE, MOBILE_PLAY_SHARE = 0.7, 0.5
# of a turn's time, and in seconds: what is not spent on playing on, since the fights are still to come
SPARE, SPARE_SECONDS = 0.1, 0.1
MAX_FORCED = 20


# ---------------------------------------------------------------- ways compared


def compare(
    state: SwordBeach,
    side: str,
    ways: Sequence[Sequence[Action]],
    priors: list[float],
    orders: PlayerSettings,
    rounds: int,
    more: Callable[[], bool],
    stances: Sequence[Idea | None] = (),
) -> list[float]:
    """Ways to begin, each played on by both sides on the same dice; what they come to for the side. The worse
    half is dropped whenever twice as much has been seen; a round that time cuts short does not count.
    """
    trial, active = Trial(priors), list(range(len(ways)))
    stances = stances or [None] * len(ways)
    sign, dice = (1.0 if side == ALLIED else -1.0), orders.rng.random()
    until = (max(state.turn + horizon(orders), 2), f"{side} movement")
    halve = 4
    for number in range(rounds):
        seen = []
        for way in active:
            if not more():
                return final(trial, active)
            rng = Random(f"{dice}/{number}")
            after = assume(state, side, rng)
            for action in ways[way]:
                after.push_legal(action)
            play_on(after, rng, weigher(state.turn, side, stances[way], orders), until)
            seen.append(sign * log_odds(after))
        for way, value in zip(active, seen, strict=True):
            trial.add(way, value)
        if number + 1 == halve and len(active) > 2:
            active, halve = trial.best(active, (len(active) + 1) // 2), 2 * halve
    return final(trial, active)


def horizon(orders: PlayerSettings) -> int:
    """How many turns plans are played on."""
    return SHORT_HORIZON if (orders.clock.a_turn or FAR_SIGHT) < FAR_SIGHT else HORIZON


def final(trial: Trial, active: Sequence[int]) -> list[float]:
    """What each way comes to; one that was dropped stays below those that were not."""
    values = trial.values()
    least = min(values[way] for way in active)
    return [value if way in active else min(value, least - DROPPED) for way, value in enumerate(values)]


def weigher(turn: int, side: str, stance: Idea | None, orders: PlayerSettings) -> Weigh:
    """How both sides weigh things while a plan is played on: this turn by its idea, then as usual."""

    def weigh(state: SwordBeach, mover: str) -> Weight:
        temper = temper_of(state, mover, conduct_of(orders))
        if stance and mover == side and state.turn == turn:
            temper = stance.adjust(temper)
        return temper.ground._replace(rough=True)

    return weigh


# ---------------------------------------------------------------- plans


def plan_moves(state: SwordBeach, side: str, orders: PlayerSettings) -> list[Plan]:
    """Plans made by judgement and from ideas, the best first; with time left they are played on and put in
    order by that.
    """
    clock, mobile = orders.clock, state.step.name.startswith(f"{side} mobile")
    timed = clock.a_turn is not None
    until = clock.left * (1 - (MOBILE_SHARE if mobile else MOVE_SHARE)) if timed else 0.0
    more: Callable[[], bool] = lambda: clock.left > until  # noqa: E731
    temper = temper_of(state, side, conduct_of(orders))
    planner = Planner(state, side, temper, orders.rng, more)
    sweeps, choices, targets = (SWEEPS, CHOICES, TARGETS) if timed else (*UNTIMED, round(temper.tries))
    share = orders.strength / STRONGEST
    plans = planner.search(max(1, round(sweeps * share)), max(1, int(choices * share)), targets)
    if not timed:  # ideas for a kind of position; with a clock all are compared
        fit = [one for one in ideas_for(state, side) if one.when]
        plans += [planner.consider(one, IDEA_CHOICES, more) for one in fit]
        plans.sort(key=lambda plan: -plan.worth)
    if orders.strength < STRONGEST:  # weak play: not always the best of them
        spread = WHIM * (STRONGEST - orders.strength)
        plans.sort(key=lambda plan: -plan.worth + orders.rng.gauss(0, spread))
        return plans
    if clock.a_turn is None:
        return played_out(state, side, plans, orders, PLAYED, lambda: True) if PLAYED else plans
    share = MOBILE_PLAY_SHARE if mobile else PLAY_SHARE
    left = max(SPARE * clock.a_turn, SPARE_SECONDS, clock.left * (1 - share))
    if clock.left <= left:  # too late: to lay the plans out takes time as well
        return plans
    plans = with_ideas(planner, plans, state, side, more)
    return played_out(state, side, plans, orders, MANY, lambda: clock.left > left)


def with_ideas(
    planner: Planner, plans: list[Plan], state: SwordBeach, side: str, more: Callable[[], bool]
) -> list[Plan]:
    """The plans worth comparing: those of the usual weights near the best, then one for each idea."""
    found = distinct([plan for plan in plans if plan.worth > plans[0].worth - CLOSE])[:USUAL]
    for idea in ideas_for(state, side):
        if not more():
            break
        plan = planner.consider(idea, IDEA_CHOICES, more)
        if all(plan.goals != other.goals for other in found):
            found.append(plan._replace(worth=max(plan.worth, plans[0].worth - LEAST)))
    return distinct([*found, *plans])


def distinct(plans: Sequence[Plan]) -> list[Plan]:
    """The plans without those that put every unit where an earlier one does."""
    found: list[Plan] = []
    for plan in plans:
        if all(plan.goals != other.goals for other in found):
            found.append(plan)
    return found


def played_out(
    state: SwordBeach,
    side: str,
    plans: list[Plan],
    orders: PlayerSettings,
    rounds: int,
    more: Callable[[], bool],
) -> list[Plan]:
    """The best plans played on over our attacks and the turns after them, on the same dice each."""
    best = max(plan.worth for plan in plans)
    few = [plan for plan in plans if plan.stance or plan.worth > best - CLOSE][:AT_MOST]
    if len(few) < 2 or not rounds:
        return plans
    ways = [carried_out(state, side, plan) for plan in few]
    priors, stances = [POINT * plan.worth for plan in few], [plan.stance for plan in few]
    values = compare(state, side, ways, priors, orders, rounds, more, stances)
    order = sorted(range(len(few)), key=lambda way: -values[way])
    return [few[way]._replace(worth=values[way] / POINT, played=True) for way in order] + [
        plan for plan in plans if plan not in few
    ]


def carried_out(state: SwordBeach, side: str, plan: Plan) -> list[Action]:
    """The moves of a plan in an order the rules allow, to the end of the phase."""
    after, phase = state.copy(), state.step.name
    for _ in range(len(plan.goals) + MAX_FORCED):
        if after.to_move != side or after.step.name != phase:
            break
        after.push_legal(next_move(after, after.legal_actions(), side, plan))
    return after.actions


def next_move(state: SwordBeach, actions: Choices, side: str, plan: Plan) -> Action:
    """The first move of the plan that can be made now: a hex may have to be left by another unit first."""
    for unit, hex_ in moves(state, plan.goals).items():
        if not state.moved >> unit & 1:
            action = verbs.Move(NAMES[unit], GRID.name[hex_])
            if action in actions:
                return action
    return DONE if DONE in actions else fusilier.pick(state, actions, side)
