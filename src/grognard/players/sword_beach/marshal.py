# ruff: noqa: S311  (a player's whims, not the dice)
"""Marshal: plans a phase at a time. Moves are planned for all units together and judged by the exact odds of
the attacks they open, of the attacks they invite, and by what they hold; then the best plans are played out
against likely replies.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random

from grognard.core.choices import Choices
from grognard.core.facts import DONE, Action
from grognard.core.hexes import members
from grognard.core.narration import join_names
from grognard.games.sword_beach import verbs
from grognard.games.sword_beach.arrivals import last_turn
from grognard.games.sword_beach.board import GRID
from grognard.games.sword_beach.narration import fire_words
from grognard.games.sword_beach.pieces import ALLIED, ATTACK, GERMAN, LABEL, NAMES, OF_SIDE, UNIT
from grognard.games.sword_beach.position import SwordBeach
from grognard.players.seat import STRONGEST, Candidate, Decision, PlayerSettings, PlayerView

from . import fusilier, openings
from .conduct import Conduct, conduct
from .craft import CAEN_NORTH, fight_under_way
from .fights import in_words
from .fusilier import Scored
from .ground import Ground, Weight
from .judgement import Blow, Judge, Temper, balance
from .lookahead import Trial, assume, play_on
from .plans import THE_GROUND, Plan, Planner, moves

NAME = "marshal"  # of its conduct
Scores = Iterator[Scored]
PRIZES = tuple(
    2.0 if t <= 4 else 4.0 if t <= 8 else 2 + 1.0 * t if t <= 15 else 20.0 if t == 16 else 40.0
    for t in range(40)
)
TEMPER = {
    ALLIED: Temper(
        Weight(
            prizes=PRIZES,
            ahead=0.5,
            post=3.0,
            take=4.0,
            nerve=1.25,
            nuisance=6.0,
            landing=15.0,
            grind=0.3,
            key=4.0,
            rations=1.0,
        )
    ),
    GERMAN: Temper(
        Weight(prizes=PRIZES, ahead=0.5, post=6.0, ring=1.0, nerve=1.6, take=6.0, raid=1.0, landing=12.0)
    ),
}
LATE, LATE_THRIFT = 13, 3.0  # from then on the Allies keep their markers for the defence of what they hold
# with less than this share of the German strength left the beaches come before Caen
BEATEN_FROM, BEATEN, BEATEN_GUARD, BEATEN_NERVE = 11, 0.6, 30.0, 2.5
SWEEPS, CHOICES, IDEAS = (
    2,
    4,
    2,
)  # of the search for a plan: over all units, hexes tried for each, plans made better
UNTIMED = 1, 3, 1  # the same without a clock, where games are played by the thousand
NERVE, NERVE_EACH = (
    0.6,
    0.15,
)  # how much Allied losses count while nobody waits for replacements, and for each who does
SHORT = 6  # with fewer turns left and hexes still missing, time counts for more than losses:
SHORT_NERVE, SHORT_EACH = 0.2, 0.2  # what they count in the last turn, and for every turn before it
LAST_PRIZES = tuple(2 * prize for prize in PRIZES)  # when a single hex is wanting: it is the game
DOOM = 200.0  # the last beachhead, to a beaten army and to everybody in the last two turns
MANY = 1000  # as often as the clock allows
PLAYED, AT_MOST = 0, 3  # how often plans are played out without a clock, and how many of them
CLOSE = 6.0  # plans within so many points of the best are worth playing out
POINT = 0.025  # log odds of a point of strength, about
WHIM, LAPSE = 1.0, 0.07  # for every point of skill that is missing
# the skill at strengths 1 to 10: mistakes cost most at the lower end, so its steps are small
SKILL = (1.0, 1.6, 2.1, 2.7, 3.3, 3.8, 5.1, 6.7, 8.4, 10.0)
MOVE_SHARE, MOBILE_SHARE = (
    0.5,
    0.3,
)  # of the time left in a turn that a plan may take, and again its playing out
SPARE = 0.1  # seconds of a turn that are not spent on playing out: the fights are still to come
LONG, LANDING_SHARE = (
    0.5,
    0.2,
)  # seconds that must be left to play out a choice of the landing, and the share it may take
MAX_FORCED = 20
MAX_ALTERNATIVES = 3  # alternatives of a kind that are told
HURRY = 0.03  # seconds: with less time left in a turn it plays as Fusilier does


def strength(state: SwordBeach, side: str) -> int:
    """The attack strength of a side, of those who wait to come too."""
    return sum(
        [ATTACK[unit][state.steps[unit]] for unit in members(OF_SIDE[side] & (state.on_map | state.waiting))]
    )


def conduct_of(orders: PlayerSettings) -> Conduct:
    """The conduct a player was given; without one, Marshal's own."""
    found: Conduct = orders.notes.get("conduct") or conduct(NAME)
    return found


def temper_of(state: SwordBeach, side: str, chosen: Conduct | None = None) -> Temper:
    """How a side weighs things now, with the stances of a conduct. In the last German turn nothing is to be
    feared any more.
    """
    left = last_turn(state) - state.turn
    if side == ALLIED:
        temper = allied_temper(state, left)
    else:
        temper = TEMPER[GERMAN]._replace(fear=0.0, hole=0.0) if left <= 0 else TEMPER[GERMAN]
    return chosen.adjust(temper, side, state) if chosen else temper


def allied_temper(state: SwordBeach, left: int) -> Temper:
    """With hexes missing the Allies dare more the less time is left; with all of them they save markers and
    hold; beaten, they think of the beaches.
    """
    temper = TEMPER[ALLIED]
    missing = (CAEN_NORTH & ~state.allied_cities).bit_count()
    ground = temper.ground
    if state.turn >= BEATEN_FROM and strength(state, ALLIED) < BEATEN * strength(state, GERMAN):
        ground = ground._replace(home=True, guard=BEATEN_GUARD, nerve=BEATEN_NERVE, doom=DOOM)
        temper = temper._replace(fear=1.0)
    else:
        ground = ground._replace(nerve=nerve_of(state, ground.nerve, missing, left))
        if missing == 1 and left < SHORT:
            ground = ground._replace(prizes=LAST_PRIZES)
    if state.turn >= LATE and not missing:
        ground = ground._replace(thrift=LATE_THRIFT * ground.thrift)
    if left > 1:
        return temper._replace(ground=ground)
    temper = temper._replace(ground=ground._replace(doom=DOOM))
    return temper._replace(fear=1.3, blows=0.4) if left <= 0 else temper._replace(fear=1.0, blows=0.7)


def wounded(state: SwordBeach) -> int:
    """Allied units on the map with a step missing: what replacements (SB-11.2.5) can make good."""
    return sum([state.steps[unit] == 1 for unit in members(OF_SIDE[ALLIED] & state.on_map)])


def nerve_of(state: SwordBeach, most: float, missing: int, left: int) -> float:
    """How much own losses count: little while replacements would else be lost (SB-11.2.5.e), less and less as
    time runs out with hexes of Caen still to be taken (SB-13.0.c).
    """
    found = min(most, NERVE + NERVE_EACH * wounded(state))
    return min(found, SHORT_NERVE + SHORT_EACH * left) if missing and left < SHORT else found


def decide(sight: PlayerView, orders: PlayerSettings) -> Decision:
    """Marshal as it is now."""
    orders.notes["conduct"] = conduct(NAME)
    return decide_in(sight, replace(orders, strength=SKILL[round(orders.strength) - 1]))


def decide_in(sight: PlayerView, orders: PlayerSettings) -> Decision:
    """A plan for a movement phase, a set of attacks for a combat phase; what follows from them is weighed one
    by one.
    """
    state, side = sight.position, sight.side
    name, temper = state.step.name, temper_of(state, side, conduct_of(orders))
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


# -------------------------------------------------------- the landing: played out on records that are made up


def land(state: SwordBeach, actions: Choices, side: str, temper: Temper, orders: PlayerSettings) -> Scores:
    """The best few by their scores, each played on into turn 2 against German set-ups as they may be."""
    beaches, drop, _ = openings.drawn(orders.notes, orders.rng)
    if state.step.name == "drop zone":
        book = openings.drop_zone(state, actions, side, temper.ground, drop)
    else:
        book = openings.beachhead(state, actions, side, temper.ground, beaches)
    found = sorted(book, key=lambda one: -one.value)
    few, clock = found[:AT_MOST], orders.clock
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
    return iter([*seen, *(one._replace(value=worst - 1 - k) for k, one in enumerate(found[AT_MOST:]))])


def set_up(state: SwordBeach, actions: Choices, side: str, temper: Temper, orders: PlayerSettings) -> Scores:
    return openings.record(
        state, actions, side, temper.ground, openings.drawn(orders.notes, orders.rng).setup
    )


def compare(
    state: SwordBeach,
    side: str,
    ways: list[list[Action]],
    priors: list[float],
    orders: PlayerSettings,
    rounds: int,
    more: Callable[[], bool],
) -> list[float]:
    """Ways to begin, each played on over the next turn of both on the same dice; what they come to for the
    side.
    """
    trial = Trial(priors)
    weights = {one: temper_of(state, one).ground for one in (ALLIED, GERMAN)}
    weights[side] = temper_of(state, side, conduct_of(orders)).ground
    sign, until, dice = (
        (1.0 if side == ALLIED else -1.0),
        (max(state.turn + 1, 2), f"{side} movement"),
        orders.rng.random(),
    )
    for number in range(rounds):
        for way, actions in enumerate(ways):
            if not more():
                return trial.values()
            rng = Random(f"{dice}/{number}")
            after = assume(state, side, rng)
            for action in actions:
                after.push_legal(action)
            play_on(after, rng, weights, until)
            trial.add(way, sign * balance(after))
    return trial.values()


# ---------------------------------------------------------------- movement: one plan for all units


def planned(state: SwordBeach, orders: PlayerSettings) -> bool:
    """Whether there is a plan for this phase already."""
    return bool(orders.notes.get("phase") == (state.turn, state.step.name))


def move(sight: PlayerView, orders: PlayerSettings) -> Decision:
    """The next move of the plan for this phase."""
    state, notes = sight.position, orders.notes
    if not planned(state, orders):
        notes["phase"], notes["plans"] = (state.turn, state.step.name), plan_moves(state, sight.side, orders)
    plans: list[Plan] = notes["plans"]
    action = next_move(state, sight.actions, sight.side, plans[0])
    return Decision(action, lambda: why_move(state, sight, action, plans, conduct_of(orders)))


def plan_moves(state: SwordBeach, side: str, orders: PlayerSettings) -> list[Plan]:
    """Plans made by judgement, the best first; with time left the best few are played out and put in order by
    that.
    """
    clock, left = orders.clock, orders.clock.left  # without a limit both are endless
    share = MOBILE_SHARE if state.step.name.startswith(f"{side} mobile") else MOVE_SHARE
    until = 0.0 if clock.a_turn is None else left * (1 - share)
    planner = Planner(
        state, side, temper_of(state, side, conduct_of(orders)), orders.rng, lambda: clock.left > until
    )
    sweeps, choices, ideas = UNTIMED if clock.a_turn is None else (SWEEPS, CHOICES, IDEAS)
    plans = planner.search(
        max(1, round(sweeps * orders.strength / STRONGEST)),
        max(1, int(choices * orders.strength / STRONGEST)),
        ideas,
    )
    if orders.strength < STRONGEST:  # weak play: not always the best of them
        spread = WHIM * (STRONGEST - orders.strength)
        plans.sort(key=lambda plan: -plan.worth + orders.rng.gauss(0, spread))
        return plans
    if clock.a_turn is None:
        return played_out(state, side, plans, orders, PLAYED, lambda: True)
    until = max(SPARE, clock.left * (1 - share))
    return played_out(state, side, plans, orders, MANY, lambda: clock.left > until)


def played_out(
    state: SwordBeach,
    side: str,
    plans: list[Plan],
    orders: PlayerSettings,
    rounds: int,
    more: Callable[[], bool],
) -> list[Plan]:
    """The best plans played on over our attacks and the enemy's whole turn, on the same dice each."""
    few = [plan for plan in plans if plan.worth > plans[0].worth - CLOSE][:AT_MOST]
    if len(few) < 2 or not rounds:
        return plans
    ways = [carried_out(state, side, plan) for plan in few]
    values = compare(state, side, ways, [POINT * plan.worth for plan in few], orders, rounds, more)
    order = sorted(range(len(few)), key=lambda way: -values[way])
    return [few[way]._replace(worth=values[way] / POINT) for way in order] + [
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


def next_move(state: SwordBeach, actions: Choices, side: str, plan: Plan) -> Action:
    """The first move of the plan that can be made now: a hex may have to be left by another unit first."""
    for unit, hex_ in moves(state, plan.goals).items():
        if not state.moved >> unit & 1:
            action = verbs.Move(NAMES[unit], GRID.name[hex_])
            if action in actions:
                return action
    return DONE if DONE in actions else fusilier.pick(state, actions, side)


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
    yield from (
        other
        for other in fusilier.attack(state, actions, side, temper.ground)
        if not isinstance(other.action, verbs.Attack)
    )


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
