"""Sergeant: plays like plain, but compares ways by the exact result of the fire that would answer them."""

from __future__ import annotations

from typing import NamedTuple

from grognard.core.choices import Choices
from grognard.core.facts import DONE
from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.firefight.forces import NAMES
from grognard.games.purple_heart_draw.firefight.moving import movers
from grognard.games.purple_heart_draw.firefight.position import Firefight, Moving
from grognard.players.seat import Candidate, Decision, PlayerSettings, PlayerView, fixed_rule

from . import plain
from .answer import Outcome, in_words, outcome
from .plain import LEAST_GAIN, next_words, rest, throw_words
from .reserves import does_move
from .routes import ASSAULT, DOUBLE, NORMAL, Outlook, Plan, outlook, plans_for, stacks
from .smoke import best_throw
from .tanks import start_driving

WAYS = 6  # of each stack so many ways are compared exactly: those that plain thinks best
REASON = "{} {} to {} ({}): {}"
WAY_WORDS = {NORMAL: "without Assault Movement", ASSAULT: "Assault Movement", DOUBLE: "Double Time"}


class Judged(NamedTuple):
    """A way with the enemy's exact answer, and what it is worth then."""

    plan: Plan
    answer: Outcome
    value: float


def judge(look: Outlook, plan: Plan) -> Judged:
    """What a way gains if the stack arrives, less what the answer costs."""
    found = outcome(look, plan)
    return Judged(plan, found, found.arrives * (plan.gain + plan.fire) - found.cost)


def judged_for(look: Outlook, units: tuple[int, ...], start: Moving | None = None) -> list[Judged]:
    """The ways of a stack that look best, each judged exactly, the best first."""
    plans = sorted(plans_for(look, units, start), key=lambda plan: -plan.gain)[:WAYS]
    return sorted((judge(look, plan) for plan in plans), key=lambda one: -one.value)


def best_moves(look: Outlook) -> list[Judged]:
    """The best way of each stack, the best stack first; units that still have to enter go before others."""
    state = look.state
    firsts = [found[0] for units in stacks(state, look.side) if (found := judged_for(look, units))]
    due = [one for one in firsts if state.at[one.plan.units[0]] < 0]
    return sorted(due or firsts, key=lambda one: -one.value)


def decide(sight: PlayerView, orders: PlayerSettings) -> Decision:
    """Plain's habits, but for movement."""
    state, name = sight.position, sight.position.step.name
    if does_move(state, sight.side) and name == "movement":
        if start_driving(state, sight.side, sight.actions) is not None:
            return plain.decide(sight, orders)
        return move(state, sight.side, sight.actions, orders)
    if name == "way":
        return on_the_way(state, sight.side, sight.actions, orders)
    return plain.decide(sight, orders)


def move(state: Firefight, side: str, actions: Choices, orders: PlayerSettings) -> Decision:
    """The stack whose way is worth most against the enemy's best answer; grenades first."""
    for note in ("plan", "throw"):
        orders.notes.pop(note, None)
    look = outlook(state, side)
    if (throw := best_throw(look)) is not None:
        lead = state.game.parse(f"lead {NAMES[throw.unit]}")
        if lead in actions:
            orders.notes["throw"] = throw
            why = f"SMOKE in {GRID.name[throw.hex]} helps the others past it"
            return Decision(lead, lambda: [Candidate(str(lead), throw.gain, why, clauses=("ASL-A24.1",))])
    moves = best_moves(look)
    if not moves or (moves[0].value < LEAST_GAIN and DONE in actions):
        return Decision(rest(state, side, actions, orders), lambda: [_stay(), *map(_candidate, moves)])
    orders.notes["plan"] = moves[0].plan
    lead = state.game.parse(f"lead {NAMES[moves[0].plan.units[0]]}")
    chosen = lead if lead in actions else rest(state, side, actions, orders)
    return Decision(chosen, lambda: list(map(_candidate, moves)))


def _stay() -> Candidate:
    why = f"no way gains {LEAST_GAIN} against the answer it would draw"
    return Candidate(str(DONE), LEAST_GAIN, why, clauses=("FF-WIN.1",))


def _candidate(one: Judged) -> Candidate:
    """A way as a reason."""
    units, goal = ", ".join(NAMES[u] for u in one.plan.units), GRID.name[one.plan.path[-1]]
    verb = "go" if len(one.plan.units) > 1 else "goes"
    words = REASON.format(units, verb, goal, WAY_WORDS[one.plan.way], in_words(one.answer))
    odds = {} if one.answer.worst is None else {f: f"{p:.3f}" for f, p in one.answer.worst.fates.items()}
    lead = f"lead {NAMES[one.plan.units[0]]}"
    return Candidate(lead, one.value, words, odds=odds, clauses=("FF-WIN.1", "ASL-A8.1"))


def on_the_way(state: Firefight, side: str, actions: Choices, orders: PlayerSettings) -> Decision:
    """The next step of the plan; after a shot the way is judged again."""
    frame = movers(state)
    if not frame.units:
        return fixed_rule(DONE, "no unit of the stack can go on", state.step.clause)
    for words in throw_words(orders, frame):
        if (action := state.game.parse(words)) in actions:
            return fixed_rule(action, "SMOKE first, then the others move", "ASL-A24.1")
    look, plan = outlook(state, side), orders.notes.get("plan")
    if plan is None or not set(frame.units) <= set(plan.units) or frame.spent:
        found = judged_for(look, frame.units, frame)
        plan = found[0].plan if found and found[0].value > 0 else Plan(frame.units, NORMAL, (), 0.0)
    text = next((text for text in next_words(plan, frame) if state.game.parse(text) in actions), None)
    chosen = rest(state, side, actions, orders) if text is None else state.game.parse(text)
    return Decision(chosen, lambda: [_step(look, plan, str(chosen))])


def _step(look: Outlook, plan: Plan, action: str) -> Candidate:
    """A step of a way as a reason."""
    why = "no way from here gains more than its answer costs"
    if plan.path:
        why = f"the way to {GRID.name[plan.path[-1]]} goes on: {in_words(outcome(look, plan))}"
    return Candidate(action, plan.gain, why, clauses=("FF-WIN.1",))
