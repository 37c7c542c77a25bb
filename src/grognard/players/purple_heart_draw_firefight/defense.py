"""What sergeant decides as the defender: which shots to take, which garrisons to move, and what to do in the
last turn against units that count where they stand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from grognard.core.choices import Choices
from grognard.core.facts import DONE, Action, UnitHex
from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.firefight.forces import NAMES, UNIT
from grognard.games.purple_heart_draw.firefight.position import Attack, Firefight
from grognard.games.purple_heart_draw.firefight.units import shooter
from grognard.games.purple_heart_draw.firefight.words import Advance
from grognard.players.seat import Candidate, Decision, PlayerSettings, PlayerView, fixed_rule

from . import plain
from .garrison import TROUBLE, Watch, best_plan, deny, gain_of_advance, plans
from .named import units_title
from .placing import on_hand, rest
from .plain import LEAST_GAIN, LEAST_HARM, gains_of, next_words, plan_left
from .routes import NORMAL, Plan, can_move
from .tanks import advance_value, start_driving

LISTED = 4  # shots that a hint names
SHOWN = 0.2  # what it costs a unit under a "?" to show itself by firing
ONTO = 4.0  # what it is worth in the last turn to go at a vehicle that counts
COUNTS = 2.0  # how much more a shot is worth at the end at units that count where they stand


def hold_fire(sight: PlayerView, orders: PlayerSettings) -> Decision:
    """Fire where it is worth more than a better place, and than to stay under a "?"."""
    state, side = sight.position, sight.side
    what = str(state.step.name).split()[0]
    watch, ways = Watch(state, side), dict[int, float]()

    def lost(frame: Attack) -> float:
        units = {shooter(state, f) for f in frame.firers}
        price = LEAST_HARM + SHOWN * sum(not state.open >> u & 1 for u in units)
        return price + (_lost_place(watch, units, ways) if what == "prep" else 0.0)

    rows = sorted(
        _weighed(watch, plain.shots(state, side, sight.actions, what, lost)), key=lambda row: -row[0]
    )
    best, chosen = rows[0] if rows else (0.0, DONE)
    if best <= 0:
        chosen = rest(state, side, sight.actions, orders)

    def why() -> list[Candidate]:
        from .weighing import shots

        each = {str(action): (value, action) for value, action in reversed(rows)}
        ranked = sorted(each.values(), key=lambda row: -row[0])[:LISTED]
        units = sum(state.at[u] >= 0 for u in on_hand(state, side))
        told = shots(ranked, "a better place, or than to hold fire", units)
        return [one._replace(clauses=(state.step.clause,)) for one in told]

    return Decision(chosen, why)


def _weighed(watch: Watch, rows: Iterator[tuple[float, Action]]) -> Iterator[tuple[float, Action]]:
    """At the end a shot at units that count where they stand is worth more."""
    for value, action in rows:
        counts = isinstance(action, UnitHex) and deny(watch, GRID.number[action.hex]) > 0
        yield value * (COUNTS if counts else 1.0), action


def _lost_place(watch: Watch, units: set[int], ways: dict[int, float]) -> float:
    """What the units could gain by moving instead."""
    state = watch.state
    for unit in units - ways.keys():
        found = plans(watch, (unit,)) if can_move(state, unit) else ()
        ways[unit] = max((plan.gain for plan in found), default=0.0)
    return sum(ways[unit] for unit in units)


# ---------------------------------------------------------------- movement


def shift(sight: PlayerView, orders: PlayerSettings) -> Decision:
    """Move who gains most by it: out of fire that cannot be answered, and to where the attackers come."""
    state, side, actions = sight.position, sight.side, sight.actions
    orders.notes.pop("plan", None)
    if start_driving(state, side, actions) is not None:
        return plain.decide(sight, orders)
    plan = best_plan(Watch(state, side), gains_of(state, orders))
    if plan is not None:
        lead = state.game.parse(f"lead {NAMES[plan.units[0]]}")
        if lead in actions:
            orders.notes["plan"], orders.notes["rolls"] = plan, state.rolls
            return Decision(lead, lambda: [_reason(state, plan, str(lead)), *_staying(actions)])
    why = f"no garrison gains by moving more than it costs, which is {TROUBLE} for each unit"
    return fixed_rule(rest(state, side, actions, orders), why, state.step.clause)


def _reason(state: Firefight, plan: Plan, action: str) -> Candidate:
    """A move of a garrison in words."""
    why = "no place within reach is better than this one"
    if plan.path:
        units, goal = units_title(state, plan.units), GRID.name[plan.path[-1]]
        why = (
            f"{units} to {goal}: worth {plan.gain:.1f} more than to stay, a squad counting 6; the fire on the"
            f" way costs {plan.fire:.1f}"
        )
    return Candidate(action, plan.gain, why, clauses=("FF-WIN.1", "ASL-A8.1"))


def _staying(actions: Choices) -> list[Candidate]:
    """To move nobody."""
    return [Candidate(str(DONE), 0.0, "all units stay", clauses=("FF-WIN.1",))] if DONE in actions else []


def shift_on(sight: PlayerView, orders: PlayerSettings) -> Decision:
    """The next step of a garrison that moves; after a shot it is judged again."""
    state, frame = sight.position, sight.position.stack[-1]
    if not frame.units:
        return fixed_rule(DONE, "no unit of the stack can go on", state.step.clause)
    plan = plan_left(orders, frame, state)
    if plan is None:
        found = plans(Watch(state, sight.side), frame.units, frame)
        plan = max(found, key=lambda one: one.gain, default=Plan(frame.units, NORMAL, (), 0.0))
        orders.notes["plan"], orders.notes["rolls"] = plan, state.rolls
    words = (text for text in next_words(plan, frame) if state.game.parse(text) in sight.actions)
    text = next(words, None)
    chosen = rest(state, sight.side, sight.actions, orders) if text is None else state.game.parse(text)
    return Decision(chosen, lambda: [_reason(state, plan, str(chosen))])


# ---------------------------------------------------------------- advance


def advance(sight: PlayerView, orders: PlayerSettings) -> Decision:
    """Advance into close combat with superior strength or to bind who counts, else to a better place."""
    state, side = sight.position, sight.side
    chosen = sight.actions.of(Advance)
    watch = Watch(state, side)
    if (flight := plain.out_of_fire(state, side, chosen)) is not None:
        return fixed_rule(flight, "who stays in a Blaze is lost", "ASL-B25.14")
    bound = plain.best_of((deny(watch, GRID.number[a.hex]), a) for a in chosen)
    assault = bound or plain.best_assault(state, side, chosen)
    found = assault or plain.best_of(_places(watch, chosen), LEAST_GAIN)
    words = (
        "units in close combat are not in Good Order, and do not count"
        if bound is not None
        else "advance together into close combat, or to a better place"
    )
    return fixed_rule(found or rest(state, side, sight.actions, orders), words, state.step.clause)


def _places(watch: Watch, chosen: list[Advance]) -> Iterator[tuple[float, Action]]:
    state = watch.state
    last = ONTO * (state.turn >= state.card.turns and state.card.clause == "FF-VC.3")
    for action in chosen:
        unit, hex_ = UNIT[action.unit], GRID.number[action.hex]
        if (prey := advance_value(state, unit, hex_)) is not None:
            yield prey + last * (state.card.zone >> hex_ & 1), action
        elif not watch.foes >> hex_ & 1:
            yield gain_of_advance(watch, unit, hex_), action


def is_ours(state: Firefight, name: str) -> bool:
    """Whether these habits know a step; those of a TM Scenario are left to plain."""
    return not state.card.is_mission and name in DEFENSE


DEFENSE: dict[str, Callable[[PlayerView, PlayerSettings], Decision]] = {
    "prep fire": hold_fire,
    "final fire": hold_fire,
    "advancing fire": hold_fire,
    "movement": shift,
    "way": shift_on,
    "advance": advance,
}
