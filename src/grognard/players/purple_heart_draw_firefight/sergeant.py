"""Sergeant: as the attacker it compares ways by the exact result of the fire that would answer them; as the
defender it moves its garrisons.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from grognard.core.choices import Choices
from grognard.core.facts import DONE, Action, Leak
from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.firefight.arriving import movers
from grognard.games.purple_heart_draw.firefight.eyes import target_hexes
from grognard.games.purple_heart_draw.firefight.forces import NAMES
from grognard.games.purple_heart_draw.firefight.position import Firefight, Moving
from grognard.games.purple_heart_draw.firefight.units import kind
from grognard.games.purple_heart_draw.firefight.words import Advance
from grognard.games.purple_heart_draw.pieces import US
from grognard.players.seat import Candidate, Decision, PlayerSettings, PlayerView, fixed_rule

from . import plain, step_figures, vehicle_figures
from .answer import Outcome, in_words, outcome
from .defense import DEFENSE, is_ours
from .engineers import lay_here
from .exposure import attacks, clearing, under_shells
from .leading import Led, lead_to_throw, was_let_go
from .named import gain_for_hint, units_title, way_words
from .placing import rest, weights_of
from .plain import LEAST_GAIN, gains_of, next_words, plan_left, throw_words
from .posts import Aim
from .refuge import rout, rout_way
from .reserves import does_move
from .routes import (
    ASSAULT,
    DOUBLE,
    FIRST,
    MOST_PLANS,
    NORMAL,
    Gains,
    Outlook,
    Plan,
    outlook,
    plans_for,
    stacks,
)
from .step_figures import best_rally, best_row
from .tanks import aim_of, start_driving
from .weighing import explained
from .weights import Weights

WAYS = 6  # of each stack so many ways are compared exactly: those that plain thinks best
SERGEANT = Weights(stays=0.5, crowd=0.3, stack=0.4, shells=4.0, apart=3.0, shared=True)
# where the attacker has to clear the ground in time
IN_DEPTH = SERGEANT._replace(depth=0.6, assault_turns=5, late=0.6)
# until the assault: squads fire together from cover, within a turn's way of the goal and not beside an enemy
BY_FIRE = SERGEANT._replace(
    assault_turns=2, enough=99, hold=8.0, fire=2.0, exposed=0.85, staging=12, nearer=0.15, late=0.4, prize=0.0
)
AT_LAST = SERGEANT._replace(late=0.5, assault_turns=3)
# PHD-1: the way through the draw takes every turn there is
IN_TIME = SERGEANT._replace(late=0.6, assault_turns=5, party=6, fire=1.0)
NOW = AT_LAST._replace(prize=20.0, exposed=0.8, hold=0.0)  # the last turn: units elsewhere do not count
PUSH = IN_DEPTH._replace(exposed=0.8, hold=2.0)  # the last turn but one, where ground is to be cleared
DEEP = IN_DEPTH._replace(depth=1.5)  # set-up about buildings
AT_ANY_PRICE = IN_DEPTH._replace(exposed=0.2, later_fire=0.2, on_the_way=0.6, hold=0.0, melee=2.5)
ASSAULT_TURNS = {"FF-VC.3": 2}  # how many turns the assault takes, where units count at the end
ROUTS = ("rout", "defender's rout")
RALLIES = ("rally", "defender's rally")
BY_FIGURE = {
    "attacker's sniper": step_figures.sniper_post,
    "defender's sniper": step_figures.sniper_post,
    "aim": step_figures.aims,
    "withdrawal": step_figures.withdrawal,
    "defender's withdrawal": step_figures.withdrawal,
    "infiltration": step_figures.withdrawal,
    "defender's infiltration": step_figures.withdrawal,
    "after an ambush": step_figures.withdrawal,
    "gun duel": vehicle_figures.duel,
}
CAREFUL = Aim(care=6.0, overrun=4.0)
DISTANT = Aim(care=6.0, caution=2.5, keep=2, overrun=99.0)  # where the loss of tanks may lose the card
# vehicles that count at the end stay out of harm until then
SPARED = Aim(care=20.0, caution=4.0, fire=0.3, keep=4, overrun=99.0)
PARKED = SPARED._replace(ahead=6.0, keep=2, caution=2.0)  # near enough for the last turn
AT_THE_END = CAREFUL._replace(counted=99.0, overrun=99.0)  # nothing else counts then
RETURNING = 3  # hexes from the zone from which an enemy may still come back
END = 1  # turns before the last one in which vehicles go to where they count
HALTED = 0.1  # how much of what a way gains is lost if the stack does not arrive
EXACT = 0.5  # how much the exact answer counts against the fire as plain takes it
REASON = "{} {} to {} ({}): {}"
WAY_WORDS = {NORMAL: "without Assault Movement", ASSAULT: "Assault Movement", DOUBLE: "Double Time"}


class Judged(NamedTuple):
    """A way with the enemy's exact answer, what it is worth then, and that for each squad that goes."""

    plan: Plan
    answer: Outcome
    value: float
    each: float


def judge(look: Outlook, plan: Plan) -> Judged:
    """What a way gains if the stack arrives, less what the answer costs."""
    found = outcome(look, plan)
    squads = max(1, sum(not kind(look.state, u).is_single for u in plan.units))
    if presses(look.state):
        return Judged(plan, found, plan.gain, plan.gain / squads)
    share = 1 - HALTED * (1 - found.arrives)
    fire = EXACT * found.cost + (1 - EXACT) * plan.fire
    value = share * (plan.gain + plan.fire) - fire
    return Judged(plan, found, value, value / squads)


def judged_for(look: Outlook, units: tuple[int, ...], start: Moving | None = None) -> list[Judged]:
    """The ways of a stack that look best, each judged exactly, the best first."""
    plans = sorted(plans_for(look, units, start), key=lambda plan: -plan.gain)[:WAYS]
    return sorted((judge(look, plan) for plan in plans), key=lambda one: -one.value)


def best_moves(look: Outlook, gains: Gains) -> list[Judged]:
    """The best way of each stack, the best stack first; units that still have to enter go before others. Who
    gained less last time than the best does now is not looked at again.
    """
    state, found = look.state, list[Judged]()
    all_ = list(stacks(state, look.side))
    due = [units for units in all_ if state.at[units[0]] < 0]
    for units in sorted(due or all_, key=lambda units: -gains.get(units, FIRST)):
        if found and max(one.each for one in found) >= gains.get(units, FIRST):
            break
        if state.card.is_mission and len(found) >= MOST_PLANS:
            break
        ways = judged_for(look, units)
        gains[units] = ways[0].each if ways else 0.0
        found += ways[:1]
    return sorted(found, key=lambda one: -one.each)


def weights_for(state: Firefight) -> Weights:
    """In depth where a single garrison that holds out decides: buildings, and the road of PHD-4. Where units
    count at the end alone, the attacker takes its time and fires, until the last turns.
    """
    if state.card.is_mission:
        return SERGEANT
    left = state.card.turns - state.turn
    if not state.turn and not state.card.zone:
        return DEEP
    if presses(state):
        return AT_ANY_PRICE if left < 1 else PUSH if left < 2 else IN_DEPTH
    if left < 1:
        return NOW
    if state.card.clause == "FF-VC.1":
        return IN_TIME
    last = state.card.turns - ASSAULT_TURNS.get(state.card.clause, 2)
    return AT_LAST if state.turn > last else BY_FIRE


def presses(state: Firefight) -> bool:
    """Whether an attacker has to clear the ground in time: plain's bolder measure takes more of it then."""
    return not state.card.is_mission and (not state.card.zone or state.card.first_move != US)


def aim_for(state: Firefight, side: str, first: int = -1) -> Aim:
    """FF-VC.3: the zone, in the last turns of a card whose verdict counts vehicles in it; until then they
    keep out of the sight of Guns.
    """
    if side == US and state.card.most_points:
        return DISTANT._replace(first=first)
    if side != US or state.card.clause != "FF-VC.3":
        return CAREFUL._replace(first=first)
    left = state.card.turns - state.turn
    if left < END:
        return AT_THE_END._replace(hexes=int(state.card.zone), first=first)
    return (PARKED if left < END + 2 else SPARED)._replace(first=first)


def hexes_to_clear(state: Firefight, side: str) -> int:
    """FF-VC.4: where the enemies stand that count at the end, or may still come to where they count; 0: the
    goals of the card, or none is known of.
    """
    card = state.card
    if card.is_mission or not card.zone or card.first_move == US or side == US:
        return 0
    foes = int(target_hexes(state, side))
    return foes & int(card.zone) or foes & int(GRID.within(card.zone, RETURNING))


def decide(sight: PlayerView, orders: PlayerSettings) -> Decision:
    """Plain's habits, but for movement."""
    return decide_with(sight, orders, weights_for(sight.position))


def decide_with(sight: PlayerView, orders: PlayerSettings, weights: Weights) -> Decision:
    """The same with weights of one's own."""
    name = sight.position.step.name
    orders.notes["weights"] = weights
    orders.notes["aim"] = aim_for(sight.position, sight.side, _first_seen(sight, orders))
    goals = hexes_to_clear(sight.position, sight.side)
    try:
        with clearing(goals):
            return explained_at(goals, sight, orders, _decide(sight, orders, name))
    except (Leak, LookupError):  # a rule or counter these habits do not know
        return explained(sight, orders, plain.decide(sight, orders))


def explained_at(goals: int, sight: PlayerView, orders: PlayerSettings, found: Decision) -> Decision:
    """A decision whose reasons are worked out for the same hexes to clear as the decision."""
    told = explained(sight, orders, found)

    def why() -> Sequence[Candidate]:
        with clearing(goals):
            return told.reasons() if told.reasons else ()

    return told._replace(reasons=why)


def _first_seen(sight: PlayerView, orders: PlayerSettings) -> int:
    """Where enemies were known or suspected when the fight began."""
    state = sight.position
    if state.turn == 0:
        return -1
    found: int = orders.notes.setdefault("first", int(target_hexes(state, sight.side)))
    return found


def _decide(sight: PlayerView, orders: PlayerSettings, name: str) -> Decision:
    state = sight.position
    if name in ROUTS:
        return rout(sight, orders)
    if name == "rout way":
        return rout_way(sight, orders)
    if (smaller := _smaller(sight, orders, name)) is not None:
        return Decision(smaller)
    if not attacks(state, sight.side) and is_ours(state, name):
        return DEFENSE[name](sight, orders)
    if does_move(state, sight.side) and name == "movement":
        if start_driving(state, sight.side, sight.actions, aim_of(orders)) is not None:
            return plain.decide(sight, orders)
        return move(state, sight.side, sight.actions, orders)
    if name == "advance":
        return plain.decide(sight._replace(actions=out_of_shells(sight)), orders)
    if name == "way":
        return on_the_way(state, sight.side, sight.actions, orders)
    return plain.decide(sight, orders)


def _smaller(sight: PlayerView, orders: PlayerSettings, name: str) -> Action | None:
    """What is played by its figure alone; `None`: as plain does."""
    state, side, actions = sight.position, sight.side, sight.actions
    if name in RALLIES:
        return best_rally(state, actions)
    weigh = BY_FIGURE.get(name)
    found = [] if weigh is None else weigh(state, side, actions, DONE, orders)
    return best_row(state, [one for one in found if state.game.parse(one.action) in actions])


def out_of_shells(sight: PlayerView) -> Choices:
    """What is left of a list without advances under shells; in the last turn units may have to go there."""
    state = sight.position
    shells = under_shells(state)
    if not shells or state.turn >= state.card.turns:
        return sight.actions
    chosen = [a for a in sight.actions if not isinstance(a, Advance) or not shells >> GRID.number[a.hex] & 1]
    return Choices(state, chosen)


# ---------------------------------------------------------------- the attacker


def move(state: Firefight, side: str, actions: Choices, orders: PlayerSettings) -> Decision:
    """The stack whose way is worth most against the enemy's best answer; grenades first."""
    for note in ("plan", "throw", "charge"):
        orders.notes.pop(note, None)
    look = outlook(state, side, weights_of(orders))
    if (led := lead_to_throw(look, actions, orders)) is not None:
        return Decision(led.lead, lambda: [_grenade(led)])
    moves = best_moves(look, gains_of(state, orders))
    moves = [one for one in moves[:1] if not was_let_go(state, orders, one.plan)] and moves
    if not moves or (moves[0].value < LEAST_GAIN and DONE in actions):
        return Decision(
            rest(state, side, actions, orders), lambda: [_stay(), *(_candidate(look, one) for one in moves)]
        )
    orders.notes["plan"], orders.notes["rolls"] = moves[0].plan, state.rolls
    lead = state.game.parse(f"lead {NAMES[moves[0].plan.units[0]]}")
    chosen = lead if lead in actions else rest(state, side, actions, orders)
    halts = [_stay("all units stay where they are", 0.0)] if DONE in actions else []
    return Decision(chosen, lambda: [*(_candidate(look, one) for one in moves), *halts])


PROMISES = {"throw": ("SMOKE", "ASL-A24.1"), "charge": ("a charge", "ASL-A23.3")}


def _grenade(led: Led) -> Candidate:
    """A grenade or charge as a reason."""
    what, clause = PROMISES[led.note]
    why = f"{what} in {GRID.name[led.throw.hex]} promises {led.throw.gain:.1f} more, a squad counting 6"
    return Candidate(str(led.lead), led.throw.gain, why, clauses=(clause,))


def _stay(
    why: str = f"no way gains {LEAST_GAIN} against the answer it would draw", value: float = LEAST_GAIN
) -> Candidate:
    return Candidate(str(DONE), value, why, clauses=("FF-WIN.1",))


def _candidate(look: Outlook, one: Judged) -> Candidate:
    """A way as a reason."""
    units, goal = units_title(look.state, one.plan.units), GRID.name[one.plan.path[-1]]
    verb = "go" if len(one.plan.units) > 1 else "goes"
    words = REASON.format(units, verb, goal, WAY_WORDS[one.plan.way], in_words(one.answer))
    lead = f"lead {NAMES[one.plan.units[0]]}"
    return Candidate(lead, gain_for_hint(one.each), words, clauses=("FF-WIN.1", "ASL-A8.1"))


def on_the_way(state: Firefight, side: str, actions: Choices, orders: PlayerSettings) -> Decision:
    """The next step of the plan; after a shot the way is judged again."""
    frame = movers(state)
    if not frame.units:
        return fixed_rule(DONE, "no unit of the stack can go on", state.step.clause)
    for words in throw_words(orders, frame):
        if (action := state.game.parse(words)) in actions:
            return fixed_rule(action, "SMOKE or a charge first, then the others move", state.step.clause)
    look, plan = outlook(state, side, weights_of(orders)), plan_left(orders, frame, state)
    if plan is None:
        found = judged_for(look, frame.units, frame)
        plan = found[0].plan if found and found[0].value > 0 else Plan(frame.units, NORMAL, (), 0.0)
        orders.notes["plan"], orders.notes["rolls"] = plan, state.rolls
    text = next((text for text in next_words(plan, frame) if state.game.parse(text) in actions), None)
    if text is None:
        chosen = lay_here(state, side, actions, look.foes) or rest(state, side, actions, orders)
    else:
        chosen = state.game.parse(text)
    return Decision(chosen, lambda: [_step(look, plan, str(chosen))])


def _step(look: Outlook, plan: Plan, action: str) -> Candidate:
    """A step of a way as a reason."""
    why = "no way from here gains more than its answer costs"
    if plan.path and action == str(DONE):
        why = f"no further step of the way to {GRID.name[plan.path[-1]]} can be taken now"
    elif plan.path:
        why = f"{way_words(GRID.name[plan.path[-1]], plan.gain)}: {in_words(outcome(look, plan))}"
    return Candidate(action, gain_for_hint(plan.gain), why, clauses=("FF-WIN.1",))
