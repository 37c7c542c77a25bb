"""Marshal: plans a phase at a time. Moves are planned for all units together and judged by the exact odds of
the attacks they open, of the attacks they invite, and by what they hold; then the best plans are played out
against likely replies.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from grognard.core.choices import Choices
from grognard.core.facts import DONE, Action
from grognard.core.narration import join_names
from grognard.games.sword_beach import verbs
from grognard.games.sword_beach.board import GRID
from grognard.games.sword_beach.narration import fire_words
from grognard.games.sword_beach.pieces import LABEL, NAMES, UNIT
from grognard.games.sword_beach.position import Combat, SwordBeach
from grognard.players.seat import STRONGEST, Candidate, Decision, PlayerSettings, PlayerView

from . import fusilier, openings
from .conduct import Conduct, conduct
from .craft import fight_under_way
from .deliberation import MANY, PLAYED, POINT, compare, next_move, plan_moves
from .fights import in_words
from .fusilier import Scored
from .ground import Ground
from .judgement import Blow, Judge, Temper
from .plans import THE_GROUND, Plan
from .tempers import conduct_of, temper_of

NAME = "marshal"  # of its conduct
Scores = Iterator[Scored]
# the skill at strengths 1 to 10: mistakes cost most at the lower end, so its steps are small
SKILL = (1.0, 1.6, 2.1, 2.7, 3.3, 3.8, 5.1, 6.7, 8.4, 10.0)
LONG, LANDING_SHARE = (
    0.5,
    0.2,
)  # seconds that must be left to play out a choice of the landing, and the share it may take
MAX_ALTERNATIVES = 3  # alternatives of a kind that are told
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
        one._replace(value=value / POINT, why=f"{one.why}; tested on sample German set-ups")
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
    return Decision(action, lambda: why_move(state, sight, action, plans, conduct_of(orders)))


def why_move(
    state: SwordBeach, sight: PlayerView, action: Action, plans: list[Plan], chosen: Conduct | None = None
) -> list[Candidate]:
    """The line as it would stand after this move and after others: the same unit elsewhere, or what another
    plan begins with.
    """
    side, temper = sight.side, temper_of(state, sight.side, chosen)
    others = {str(next_move(state, sight.actions, side, plan)): plan.idea for plan in plans[1:]}
    elsewhere = [
        one for one in fusilier.candidates(state, sight.actions, side, temper.ground) if one.value > -5
    ]
    ways = dict.fromkeys(
        [
            str(action),
            *others,
            *(str(one.action) for one in sorted(elsewhere, key=lambda one: -one.value)[:MAX_ALTERNATIVES]),
        ]
    )
    if isinstance(action, verbs.Move):
        ways |= dict.fromkeys(f"move {action.unit} {hex_}" for hex_ in _best_hexes(state, sight, action))
    threat, found = Judge(state, side, temper).threat(), []
    for text in ways:
        after = state.copy()
        after.push_legal(state.game.parse(text))
        judge = Judge(after, side, temper)
        worth = judge.worth()
        blows = judge.offensive(side, judge.at_hand(), True)
        idea = plans[0].idea if text == str(action) else others.get(text, "")
        words = [f"plan: {idea}"] if idea not in ("", THE_GROUND) else []
        words += [f"then {describe_blow(blow)}" for blow in blows[:2]]
        if text == str(action) or not words:
            words.append(against(threat, judge.threat()))
        why = "; ".join(words)
        odds = in_words(blows[0].chances) if blows else {}
        found.append(Candidate(text, worth, why, odds, fusilier.clauses_of(state)))
    return found  # a step of a plan may look worse by itself than another: the values say so


def _best_hexes(state: SwordBeach, sight: PlayerView, action: verbs.Move) -> list[str]:
    ground, unit = Ground(state, sight.side, temper_of(state, sight.side).ground), UNIT[action.unit]
    return sorted(sight.actions.hexes(action.unit), key=lambda name: -ground.at(unit, GRID.number[name]))[
        :MAX_ALTERNATIVES
    ]


NO_THREAT = "no attack of the enemy next turn would be worth its risk"


def against(before: Blow | None, after: Blow | None) -> str:
    """What the enemy could do without a move, and what with it."""
    now = f"the enemy's best attack next turn would be {blow_words(after)}" if after else NO_THREAT
    if before is None or (after and (before.hex, round(before.worth)) == (after.hex, round(after.worth))):
        return now
    return f"{now}; without this move {blow_words(before)}"


def blow_words(blow: Blow) -> str:
    force = join_names([LABEL[u] for u in blow.force])
    return f"on {GRID.name[blow.hex]} by {force}, worth {blow.worth:.1f} to the attacker"


def describe_blow(blow: Blow) -> str:
    force = join_names([LABEL[u] for u in blow.force])
    return f"attack {GRID.name[blow.hex]} by {force} with {fire_words(blow.fire)} ({blow.worth:+.1f})"


# ---------------------------------------------------------------- combat: one set of attacks for all units


def attack(state: SwordBeach, actions: Choices, side: str, temper: Temper, orders: PlayerSettings) -> Scores:
    """The attacks that are worth most together, the best of them first; bombardments against what their
    markers cost.
    """
    judge = Judge(state, side, temper)
    judge.thorough = True
    blows = judge.best_offensive(judge.at_hand(fusilier.may_attack(state)))
    orders.notes["blows"] = {one.hex: one for one in blows}
    for one in blows:
        action = verbs.Attack(NAMES[one.force[0]], GRID.name[one.hex])
        if action in actions:
            why = (
                f"attack by {join_names([LABEL[u] for u in one.force])} with {fire_words(one.fire)}, 1 of"
                f" {len(blows)} planned"
            )
            yield Scored(action, one.worth - temper.ground.enough, why, one.chances)
    yield from fusilier.bombardments(state, actions, side, temper.ground)


def join(state: SwordBeach, actions: Choices, side: str, temper: Temper, orders: PlayerSettings) -> Scores:
    """The others of the attack as it was planned; if it was not, as Fusilier would."""
    fight = fight_under_way(state)
    planned: Blow | None = orders.notes.get("blows", {}).get(fight.hex)
    if planned is None or not set(fight.attackers) <= set(planned.force):
        yield from fusilier.join(state, actions, side, temper.ground)
        return
    missing = [
        unit for unit in planned.force if unit not in fight.attackers and verbs.Join(NAMES[unit]) in actions
    ]
    yield Scored(
        DONE, 0.0 if missing else planned.worth, "every planned attacker has joined", planned.chances
    )
    for unit in missing:
        yield Scored(verbs.Join(NAMES[unit]), planned.worth, "part of the planned attack", planned.chances)


# The German attacks as Fusilier does, with all who are at hand: planned sets did worse for him in play
# (docs/players.md).
OWN: dict[str, Callable[[SwordBeach, Choices, str, Temper, PlayerSettings], Scores]] = {
    "german set-up": set_up,
    "beachhead markers": land,
    "drop zone": land,
    "allied combat": attack,
    "allied mobile combat": attack,
    "attackers": join,
}
