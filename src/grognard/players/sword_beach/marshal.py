"""Marshal: plans a phase at a time. Moves are planned for all units together and judged by the exact odds of
the attacks they open, of the attacks they invite, and by what they hold; then the best plans are played out
against likely replies.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from grognard.core.choices import Choices
from grognard.core.facts import DONE
from grognard.core.hexes import Hex
from grognard.core.narration import join_names
from grognard.games.sword_beach import verbs
from grognard.games.sword_beach.board import GRID
from grognard.games.sword_beach.narration import fire_words
from grognard.games.sword_beach.pieces import LABEL, NAMES
from grognard.games.sword_beach.position import Combat, SwordBeach
from grognard.players.seat import STRONGEST, Decision, PlayerSettings, PlayerView

from . import fusilier, fusilier_fights, opening_worths, openings
from .conduct import conduct
from .craft import fight_under_way, unit_named
from .deliberation import MANY, PLAYED, POINT, compare, next_move, plan_moves
from .judgement import Blow, Judge, Temper
from .plans import Plan
from .reasons import why_move
from .scored import Scored
from .tempers import conduct_of, temper_of

NAME = "marshal"  # of its conduct
Scores = Iterator[Scored]
# the skill at strengths 1 to 10: mistakes cost most at the lower end, so its steps are small
SKILL = (1.0, 1.6, 2.1, 2.7, 3.3, 3.8, 5.1, 6.7, 8.4, 10.0)
LONG, LANDING_SHARE = (
    0.5,
    0.2,
)  # seconds that must be left to play out a choice of the landing, and the share it may take
LAPSE = 0.07  # for every point of skill that is missing
LANDINGS = 3  # choices of the landing that are played out
HURRY = 0.03  # seconds: with less time left in a turn it plays as Fusilier does


def decide(sight: PlayerView, orders: PlayerSettings) -> Decision:
    """Marshal as it is now."""
    orders.notes["conduct"] = conduct(NAME)
    return decide_in(sight, replace(orders, strength=SKILL[round(orders.strength) - 1]))


def decide_in(sight: PlayerView, orders: PlayerSettings) -> Decision:
    """A plan for a movement phase, a set of attacks for a combat phase; what follows from them is weighed one
    by one.
    """
    state, side = sight.position, sight.side
    name, temper = state.step.name, temper_now(state, side, orders)
    # weak play: every so often without a plan
    if orders.strength < STRONGEST and orders.rng.random() < LAPSE * (STRONGEST - orders.strength):
        return fusilier.decide(sight, orders)
    hurry = orders.clock.left < HURRY
    if name.endswith("movement") and (not hurry or planned(state, orders)):
        return move(sight, orders)
    own = None if hurry else OWN.get(name)
    found = list(
        own(state, sight.actions, side, temper, orders)
        if own
        else fusilier.candidates(state, sight.actions, side, temper.ground)
    )
    best = max(found, key=lambda one: one.value)
    if name in openings.SCORERS:
        return opening_worths.decision(state, best, found)
    return Decision(best.action, lambda: fusilier.reasons(state, found))


def temper_now(state: SwordBeach, side: str, orders: PlayerSettings) -> Temper:
    """How things are weighed in this decision: in one's own turn by the idea of the plan, if there is one."""
    temper = temper_of(state, side, conduct_of(orders))
    turn, stance = orders.notes.get("stance", (None, None))
    return stance.adjust(temper) if stance and turn == state.turn and attacks(state, side) else temper


def attacks(state: SwordBeach, side: str) -> bool:
    """Whether the side acts in its own player turn."""
    frame = state.stack[-1]
    return frame.attacker == side if isinstance(frame, Combat) else state.step.name.startswith(side)


# -------------------------------------------------------- the landing: played out on records that are made up


def land(state: SwordBeach, actions: Choices, side: str, temper: Temper, orders: PlayerSettings) -> Scores:
    """The best few by their scores, each played on into turn 2 against German set-ups as they may be."""
    beaches, drop, _ = openings.drawn(orders.notes, orders.rng)
    if state.step.name == "drop zone":
        book = openings.drop_zone(state, actions, side, temper.ground, drop)
    else:
        book = openings.beachhead(state, actions, side, temper.ground, beaches)
    found = sorted(book, key=lambda one: -one.value)
    few, clock = found[:LANDINGS], orders.clock
    rounds = PLAYED if clock.a_turn is None else MANY
    if clock.left < LONG or len(few) < 2 or not rounds:
        return iter(found)
    until = clock.left * (1 - LANDING_SHARE)
    values = compare(
        state,
        side,
        [[one.action] for one in few],
        [POINT * one.value for one in few],
        orders,
        rounds,
        lambda: clock.left > until,
    )
    seen = [
        one._replace(value=value / POINT, why=f"{one.why}; {opening_worths.TESTED}")
        for one, value in zip(few, values, strict=True)
    ]
    worst = min(one.value for one in seen)
    return iter([*seen, *(one._replace(value=worst - 1 - k) for k, one in enumerate(found[LANDINGS:]))])


def set_up(state: SwordBeach, actions: Choices, side: str, temper: Temper, orders: PlayerSettings) -> Scores:
    return openings.record(
        state, actions, side, temper.ground, openings.drawn(orders.notes, orders.rng).setup
    )


# ---------------------------------------------------------------- movement: one plan for all units


def planned(state: SwordBeach, orders: PlayerSettings) -> bool:
    """Whether there is a plan for this phase already."""
    return bool(orders.notes.get("phase") == (state.turn, state.step.name))


def move(sight: PlayerView, orders: PlayerSettings) -> Decision:
    """The next move of the plan for this phase."""
    state, notes = sight.position, orders.notes
    if not planned(state, orders):
        notes["phase"], notes["plans"] = (state.turn, state.step.name), plan_moves(state, sight.side, orders)
        notes["stance"] = (state.turn, notes["plans"][0].stance)
    plans: list[Plan] = notes["plans"]
    action = next_move(state, sight.actions, sight.side, plans[0])
    return Decision(action, lambda: why_move(sight, action, plans, conduct_of(orders)))


# ---------------------------------------------------------------- combat: one set of attacks for all units


def attack(state: SwordBeach, actions: Choices, side: str, temper: Temper, orders: PlayerSettings) -> Scores:
    """The attacks that are worth most together, the best of them first; bombardments against what their
    markers cost.
    """
    judge = Judge(state, side, temper)
    judge.thorough = True
    blows = judge.best_offensive(judge.at_hand(fusilier_fights.may_attack(state)))
    orders.notes["blows"] = {one.hex: one for one in blows}
    for one in blows:
        action = verbs.Attack(NAMES[one.force[0]], GRID.name[one.hex])
        if action in actions:
            why = (
                f"attack by {join_names([LABEL[u] for u in one.force])} with {fire_words(one.fire)}, 1 of"
                f" {len(blows)} planned"
            )
            yield Scored(action, one.worth - temper.ground.enough, why, one.chances)
    yield from fusilier_fights.bombardments(state, actions, side, temper.ground)


def join(state: SwordBeach, actions: Choices, side: str, temper: Temper, orders: PlayerSettings) -> Scores:
    """The others of the attack as it was planned; if it was not, as Fusilier would."""
    fight = fight_under_way(state)
    planned: Blow | None = orders.notes.get("blows", {}).get(fight.hex)
    if planned is None or not set(fight.attackers) <= set(planned.force):
        yield from fusilier_fights.join(state, actions, side, temper.ground)
        return
    missing = [
        unit for unit in planned.force if unit not in fight.attackers and verbs.Join(NAMES[unit]) in actions
    ]
    yield Scored(
        DONE, 0.0 if missing else planned.worth, "every planned attacker has joined", planned.chances
    )
    for unit in missing:
        yield Scored(verbs.Join(NAMES[unit]), planned.worth, "part of the planned attack", planned.chances)


def advance(state: SwordBeach, actions: Choices, side: str, temper: Temper, orders: PlayerSettings) -> Scores:
    """The whole line with each unit in the hex that was won, and without: the hex it leaves stays its
    side's until an enemy comes.
    """
    if not temper.hold:
        yield from fusilier_fights.advance(state, actions, side, temper.ground)
        return
    temper = temper._replace(keep=0.0)  # a hex that is won counts as much as one that is left for it
    hex_, stays = fight_under_way(state).hex, Judge(state, side, temper).worth()
    for action in actions:
        if action == DONE:
            yield Scored(action, 0.3, "keep all units in place: no advance improves the line")
            continue
        after = state.copy()
        verbs.place(after, unit_named(action), Hex(hex_), "")
        gain = Judge(after, side, temper).worth() - stays
        yield Scored(action, gain, fusilier_fights.gain_of_advance(gain))


# The German attacks as Fusilier does, with all who are at hand: planned sets did worse for him in play
# (docs/players.md).
OWN: dict[str, Callable[[SwordBeach, Choices, str, Temper, PlayerSettings], Scores]] = {
    "german set-up": set_up,
    "beachhead markers": land,
    "drop zone": land,
    "allied combat": attack,
    "allied mobile combat": attack,
    "attackers": join,
    "advance": advance,
}
