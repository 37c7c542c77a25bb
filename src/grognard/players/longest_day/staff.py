"""A staff for The Longest Day: one plan a movement phase for the whole army, and attacks by their exact
expectation. What it has no opinion of, such as the ledger and supply, it does as `plain` does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial

from grognard.core.choices import Choices, Part
from grognard.core.facts import DONE, Action
from grognard.core.hexes import members
from grognard.games.longest_day import verbs
from grognard.games.longest_day.board import GRID, KIND_OF
from grognard.games.longest_day.combat import joinable, supporting
from grognard.games.longest_day.command import chain, group_of, reach_of
from grognard.games.longest_day.ledger import LATER, REPLACEMENT
from grognard.games.longest_day.orders import staff_orders
from grognard.games.longest_day.pieces import (
    ALLIED,
    ATTACK,
    CORPS_HQ,
    DEFENCE,
    GERMAN,
    NAMES,
    OF_SIDE,
    SIDE,
    UNIT,
)
from grognard.games.longest_day.position import Barrage, Combat, LongestDay
from grognard.games.longest_day.tables import SHIFT
from grognard.games.longest_day.victory import HEX_POINTS
from grognard.players.seat import Candidate, Decision, PlayerSettings, PlayerView

from . import plain, reasons
from .expectation import HOPELESS, expected, faces, given_up
from .followers import RISKY, best_place, guards, place_value
from .ground import FAR, distances
from .plain import Answer, Rule, leash, stacked
from .plan import Plan, garrison, grab, strike, task_forces
from .relief import relieve
from .retirement import in_a_pocket, keep_out
from .stroke import counterstrokes, piecemeal

STAY = {
    ALLIED: 0.5,
    GERMAN: 1.5,
}  # what a place must be better than where one is: the German has dug in there
CUT_OFF = 2.0  # what it costs to be out of supply, more with every day
RISK = 1.5  # what every column costs on which the enemy could attack, from 2:1 on
POCKET = 8.0  # what it costs to stand where the enemy cuts the way to its HQ with one step more
TO_GATHER, NEAR_ENOUGH = 2.5, 2  # what each hex beyond so many costs a division on the way to its target
Value = Callable[[int], float]


def decide(sight: PlayerView, orders: PlayerSettings) -> Decision:
    decision = plain.by_rules(RULES, REASONS, sight, orders)
    if not decision.reasons:
        return decision
    name = sight.position.step.name
    instead = next((words for step, words in INSTEAD.items() if step in name), "")
    return decision._replace(reasons=partial(weighed, sight, orders, decision), instead=instead)


def weighed(sight: PlayerView, orders: PlayerSettings, decision: Decision) -> Sequence[Candidate]:
    """Attacks with their expectation, moves with what the plan wants of them, other decisions with a
    figure; else the rule alone.
    """
    state, action, clause = sight.position, decision.action, sight.position.step.clause
    candidates = decision.reasons() if decision.reasons else ()
    frame, plan = state.stack[-1], orders.notes.get("plan")
    if any(part.pick.verb is verbs.Attack for part in sight.actions.parts):
        attacks = attacks_weighed(state, sight.side, sight.actions, clause)
        return [*attacks, Candidate(str(DONE), 0.0, none_made(attacks), scale=reasons.VICTORY_POINTS)]
    if isinstance(frame, Combat) and state.step.name == "attackers and support":
        return citing(clause, reasons.joining(state, frame, sight.actions))
    if isinstance(action, verbs.Move) and plan is not None:
        return citing(clause, moves_weighed(state, plan, action, sight.actions))
    if action == DONE:
        return [one._replace(why=reasons.ending(state, sight.actions)) for one in candidates]
    if isinstance(action, verbs.Join) and isinstance(frame, Barrage):
        return citing(clause, reasons.add_gun(state, frame, action))
    words = reasons.FACTS.get(type(action))
    if not words:
        return candidates
    best = candidates[0]._replace(why=words(state, sight.side, action))
    return reasons.with_others(state, sight.side, best, action, sight.actions)


def none_made(attacks: Sequence[Candidate]) -> str:
    """Why no attack is made."""
    if not attacks:
        return "no attack comes to 1:3, or a part of a panzer division would attack by itself"
    return f"no attack is made: the best is worth {attacks[0].value:+.2f} victory points on average"


def citing(clause: str, candidates: Iterable[Candidate]) -> list[Candidate]:
    return [one._replace(clauses=(clause,)) for one in candidates]


def moves_weighed(state: LongestDay, plan: Plan, action: verbs.Move, actions: Choices) -> Sequence[Candidate]:
    """A move of the plan with its other aims; any other with the next best hex and with staying."""
    unit, at = UNIT[action.unit], state.at[UNIT[action.unit]]
    follows = not plan.fighting >> unit & 1
    value = (
        place_value(state, unit, plan.ground, plan.danger) if follows else LIKES[plan.side](state, plan, unit)
    )
    places = members(next(part for part in actions.parts if part.pick.verb is verbs.Move).places(unit))
    if unit in plan.aim:
        elsewhere = plan.without(unit, places)
        return reasons.of_the_plan(plan, action, max(elsewhere, key=value, default=-1))
    return reasons.compared(plan, action, at, places, value)


def attacks_weighed(state: LongestDay, side: str, actions: Choices, clause: str) -> list[Candidate]:
    """Each attack with all who can join, its mean worth in points of victory and its exact results."""
    return [
        Candidate(
            str(verbs.Attack(NAMES[lead], GRID.name[hex_])),
            worth,
            f"with all who can join it is worth {worth:+.2f} victory points on average",
            faces(state, joint_attack(state, side, hex_, lead)),
            (clause,),
            scale=reasons.VICTORY_POINTS,
        )
        for worth, hex_, lead in promising(state, side, actions)
        if worth > HOPELESS
    ]


# ---------------------------------------------------------------- movement


def move(mechanized: bool) -> Rule:
    def rule(state: LongestDay, side: str, orders: PlayerSettings, actions: Choices) -> Answer:
        """By the plan of the phase, then units that have no part in it, then HQs, guns and supply units."""
        parts = {part.pick.verb: part for part in actions.parts}
        part = parts.get(verbs.Move)
        if part is not None:
            plan = _plan(state, side, orders, part, mechanized)
            yield from _by_plan(state, plan, part)
            yield from _by_themselves(state, plan, part)
            yield from _following(state, plan, part)
            yield from _at_last(state, plan, parts)
        yield DONE

    return rule


def _plan(state: LongestDay, side: str, orders: PlayerSettings, part: Part, mechanized: bool) -> Plan:
    """The plan of this phase, made when the phase begins."""
    key = (state.day, side, mechanized)
    if orders.notes.get("planned") != key or state.moved == 0:
        orders.notes["planned"], orders.notes["plan"] = key, made(state, side, part, mechanized)
    plan: Plan = orders.notes["plan"]
    return plan


def made(state: LongestDay, side: str, part: Part[LongestDay, object], mechanized: bool) -> Plan:
    """The plan of a phase: places first, then whole panzer divisions, then other attacks, then reliefs."""
    plan = Plan(state, side, part)
    if side == ALLIED:
        task_forces(plan)
    else:
        keep_out(plan)
    grab(plan)
    garrison(plan)
    if not mechanized:
        if side == GERMAN:
            counterstrokes(plan)
        strike(plan)
        relieve(plan)
    return plan


def _by_plan(state: LongestDay, plan: Plan, part: Part) -> Answer:
    """Every unit to its goal; one that finds it closed by now goes where it likes."""
    while plan.goal:
        unit = next(iter(plan.goal))
        hex_ = plan.goal.pop(unit)
        if part.holds(unit, hex_):
            yield verbs.Move(NAMES[unit], GRID.name[hex_])
        elif state.at[unit] != hex_:
            plan.others.append(unit)
            del plan.aim[unit]


def _by_themselves(state: LongestDay, plan: Plan, part: Part) -> Answer:
    """Each fighting unit to the place it likes best, if that is better than where it is."""
    side = plan.side
    while plan.others:
        unit = plan.others.pop(0)
        if not part.ready >> unit & 1 or state.strong >> unit & 1:
            continue
        value, at = LIKES[side](state, plan, unit), state.at[unit]
        goal = max(members(part.places(unit)), key=value, default=-1)
        leaves = at < 0 or plan.parting >> unit & 1
        if goal >= 0 and (leaves or value(goal) > value(at) + STAY[side]):
            yield verbs.Move(NAMES[unit], GRID.name[goal])


def _following(state: LongestDay, plan: Plan, part: Part) -> Answer:
    while plan.followers:
        unit = plan.followers.pop(0)
        if (action := best_place(state, unit, plan, part)) is not None:
            yield action


def _at_last(state: LongestDay, plan: Plan, parts: Mapping[type[Action], Part]) -> Answer:
    """Units that can still only lie off a beach, and corps HQs, which may not wait (TLD-A.corps.24)."""
    afloat = parts.get(verbs.Float)
    while plan.afloat and afloat is not None:
        unit = plan.afloat.pop(0)
        if afloat.ready >> unit & 1 and (hexes := afloat.places(unit)):
            yield verbs.Float(NAMES[unit], GRID.name[members(hexes)[0]])
    for unit in members(parts[verbs.Move].ready & state.due & CORPS_HQ & OF_SIDE[plan.side]):
        if hexes := parts[verbs.Move].places(unit):
            yield verbs.Move(NAMES[unit], GRID.name[members(hexes)[0]])


def supply_line(state: LongestDay, unit: int) -> Value:
    """What it costs a unit to stand where its HQ does not reach it: it cannot attack, and may surrender."""
    hq = chain(state, SIDE[unit]).hq[unit]
    home = int(state.at[hq]) if hq >= 0 else -1
    if home < 0 or state.day == 0:
        return lambda h: 0.0
    reach, hunger = reach_of(state, hq), 1 + state.unfed[unit]
    return lambda h: 0.0 if reach >> h & 1 else CUT_OFF * hunger + leash(h, home, state.day)


def forward(state: LongestDay, plan: Plan, unit: int) -> Value:
    """Towards its objective, beside the enemy and in company."""
    ground, cut_off = plan.ground, supply_line(state, unit)
    objective = plan.task.get(unit)
    steps_to = ground.wanted if objective is None else distances(1 << objective)

    def value(h: int) -> float:
        near = ground.to_enemy(h)
        return (
            -1.2 * steps_to.get(h, FAR)
            - (0.8 * near if near > 1 else 0.0)
            + 0.6 * min(stacked(state, unit, h), 2)
            - cut_off(h)
        )

    return value


def in_reserve(state: LongestDay, plan: Plan, unit: int) -> Value:
    """On strong ground a step behind the line, near what is to be kept."""
    ground, cut_off, at = plan.ground, supply_line(state, unit), state.at[unit]
    pocket, target = in_a_pocket(plan, unit), plan.gathering.get(unit)

    def value(h: int) -> float:
        near = ground.to_enemy(h)
        friends = guards(state, h, OF_SIDE[GERMAN] & ~(1 << unit))
        column = plan.danger.final_column(h, friends + DEFENCE[unit], h == at)
        return (
            -RISK * max(0, column - RISKY)
            + (2.0 - abs(near - 2) if near < 8 else -0.7 * near)
            + 1.5 * ground.worth(h)
            - 0.2 * ground.to_kept(h)
            - SHIFT.get(KIND_OF[h], 0)
            + 0.3 * min(stacked(state, unit, h), 2)
            - cut_off(h)
            - POCKET * (pocket >> h & 1)
            - (TO_GATHER * max(0, GRID.distance(h, target) - NEAR_ENOUGH) if target is not None else 0.0)
        )

    return value


LIKES: dict[str, Callable[[LongestDay, Plan, int], Value]] = {ALLIED: forward, GERMAN: in_reserve}

# ---------------------------------------------------------------- fighting


def rooted(state: LongestDay, unit: int) -> bool:
    """A German unit that holds a place worth points does not attack: thrown back it would leave it."""
    return SIDE[unit] == GERMAN and state.at[unit] in HEX_POINTS


def attack(state: LongestDay, side: str, orders: PlayerSettings, actions: Choices) -> Answer:
    """The attack that promises most first; none that promises nothing."""
    for worth, hex_, lead in promising(state, side, actions):
        if worth > 0:
            yield verbs.Attack(NAMES[lead], GRID.name[hex_])
    yield DONE


def promising(state: LongestDay, side: str, actions: Choices) -> list[tuple[float, int, int]]:
    """Every attack that can be made: its expectation, the hex and a unit to begin it; the best first."""
    targets: dict[int, dict[object, int]] = {}
    for part in [part for part in actions.parts if part.pick.verb is verbs.Attack]:
        for unit in sorted(members(part.ready), key=lambda u: ATTACK[u]):
            for hex_ in members(part.places(unit)) if not rooted(state, unit) else ():
                targets.setdefault(hex_, {})[group_of(state, unit, stacking=False)] = unit
    frames = [
        (joint_attack(state, side, hex_, lead), hex_, lead)
        for hex_, leads in targets.items()
        for lead in leads.values()
    ]
    ranked = [
        (expected(state, frame), hex_, lead) for frame, hex_, lead in frames if not piecemeal(state, frame)
    ]
    return sorted(ranked, reverse=True)


def joint_attack(state: LongestDay, side: str, hex_: int, lead: int) -> Combat:
    """An attack by every unit that can join, with every gun that can help."""
    frame = Combat(side=side, hex=hex_, attackers=(lead,))  # type: ignore[arg-type]
    others = [u for u in members(joinable(state, frame)) if u != lead and not rooted(state, u)]
    guns = tuple(members(supporting(state, frame)))
    return Combat(side=side, hex=hex_, attackers=(lead, *others), guns=guns)  # type: ignore[arg-type]


def join(state: LongestDay, side: str, orders: PlayerSettings, actions: Choices) -> Answer:
    """Every unit that is needed, except those that hold a place."""
    for action in plain.join(state, side, orders, actions):
        if not (isinstance(action, verbs.Join) and rooted(state, UNIT[action.unit])):
            yield action


def lose(state: LongestDay, side: str, orders: PlayerSettings, actions: Choices) -> Answer:
    """The units that cost least together for the points that are owed."""
    frame = state.stack[-1]
    assert isinstance(frame, Combat)
    owed = (frame.owed + 1) // 2  # counted in halves
    for unit in given_up(frame.doomed, owed, frame.result == "AE"):
        yield verbs.Lose(NAMES[unit])


REASONS = {
    **plain.REASONS,
    "attack": "the attack that promises most by exact odds, losses and ground first",
    "lose": "lose the units that cost least together",
    "write": "the staff writes what the ledger wants",
    "join": "add the units that raise the odds, but no unit that holds a place worth points",
    "rule": "hold the places worth points, gather whole stacks where a joint attack promises most",
}
INSTEAD = {  # why a choice that scores more by itself is not played
    "attackers and support": "every unit that raises the odds joins in the end, in any order",
    "defensive fire": (
        "supply is spent only on fires that disrupt on 4 or more, one after the other, as long as an HQ can"
        " spare it"
    ),
}


def write(state: LongestDay, side: str, orders: PlayerSettings, actions: Choices) -> Answer:
    """The staff writes what the ledger wants, if it wants anything."""
    if staff_orders(state, side, LATER if "late" in state.step.name else REPLACEMENT):
        yield verbs.Staff()
    yield DONE


RULES: dict[str, Rule] = {
    **plain.RULES,
    "orders": write,
    "late orders": write,
    "combat": attack,
    "attackers and support": join,
    "losses": lose,
    "losses in exchange": lose,
    "movement": move(False),
    "mechanized movement": move(True),
}
