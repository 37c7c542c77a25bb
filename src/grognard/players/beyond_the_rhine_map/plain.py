"""The plain player: fixed sensible rules, one for each kind of decision, and exact odds before every
attack.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import NamedTuple

from grognard.core.caching import once_a_position
from grognard.core.choices import Choices
from grognard.core.facts import DONE, Action
from grognard.core.hexes import members
from grognard.games.beyond_the_rhine.campaign import barrage, verbs
from grognard.games.beyond_the_rhine.campaign.acting import (
    EXPLOITATION,
    MOVEMENT,
    REACTION,
    fuelled_units,
    has_fuel,
    shown_side,
    thirsty,
)
from grognard.games.beyond_the_rhine.campaign.board import GRID, NEAR
from grognard.games.beyond_the_rhine.campaign.bridges import in_danger
from grognard.games.beyond_the_rhine.campaign.declare import may_attack
from grognard.games.beyond_the_rhine.campaign.estimate import barrage_line
from grognard.games.beyond_the_rhine.campaign.movement import party, reach
from grognard.games.beyond_the_rhine.campaign.odds import taken, worth
from grognard.games.beyond_the_rhine.campaign.pieces import (
    ALLIED,
    ATTACKERS,
    COMBAT,
    ENEMY,
    FIGHTERS,
    FORMATIONS,
    HQS,
    INDEPENDENT,
    MOVE,
    NAMES,
    OF_SIDE,
    PIECES,
    SCENARIOS,
    STEPS,
    UNIT,
)
from grognard.games.beyond_the_rhine.campaign.position import (
    Barrage,
    Battle,
    Campaign,
    Losses,
    Mission,
    Retreat,
    hexes_of,
    units_in,
)
from grognard.games.beyond_the_rhine.campaign.strength import (
    bars,
    best,
    own_line,
    own_picks,
    picks_against,
    sum_of,
)
from grognard.games.beyond_the_rhine.campaign.supply import blocked, dumps_for, throws, tokens_for
from grognard.games.beyond_the_rhine.campaign.verbs import capable, holds, steps_left, stores
from grognard.games.beyond_the_rhine.campaign.victory import last_turn, objectives
from grognard.games.beyond_the_rhine.campaign.waters import bridge_ends
from grognard.games.beyond_the_rhine.campaign.zones import occupied, zone
from grognard.games.beyond_the_rhine.fights import Fight, results
from grognard.players.seat import Candidate, Decision, PlayerSettings, PlayerView

from .ground import (
    FAR,
    bares_a_key,
    distance,
    idle,
    is_rear,
    key_set,
    keys,
    leaves_a_hole,
    number,
    post,
    poverty,
    recall,
    room,
    wanted,
    with_room,
)
from .manner import MANNER, PLAIN, Manner, manner
from .rear import follow, hex_of, of_kind, ship, supply, unit_of

Rule = Callable[[Campaign, Choices, str], tuple[Action, str]]
SURE = 0.85  # the chance of DG at which no more guns are added
BARRAGE_TOKENS = 4  # what a barrage costs about
GUN_LEFT = 6  # tokens left for the attack after a barrage
NEAR_ENEMY = 4  # hexes: farther off a unit turns to Move Mode
OVERRUN_GAIN = 0.4  # an overrun must be worth so much more than an attack: its points are spent
SIZES = (1, 2, 4)  # attacking units of the smaller plans
KEY_WEIGHT = {ALLIED: 0.45, "german": 0.25}  # how much more an attack on a key hex counts, for its weight
MANY_SMALL = 7  # small units around an HQ for which its fuel, four tokens, is cheaper
GAIN = 0.9  # a post must be better by this much before a unit goes there


def lives_on_stocks(state: Campaign) -> bool:
    """BTR-ocs.stock.use: in the last turns stocks need not be recovered."""
    return last_turn(state) - state.turn < manner().stocks


def decide(sight: PlayerView, orders: PlayerSettings) -> Decision:
    """The rule for what is being asked; anything no rule knows is answered with the first choice, or by
    ending the phase.
    """
    return decide_with(sight, orders, PLAIN)


def decide_with(sight: PlayerView, orders: PlayerSettings, mine: Manner) -> Decision:
    """The same in another manner."""
    state = sight.position
    recall(orders, state)
    MANNER.set(mine)
    name = state.step.name.removeprefix("allied ").removeprefix("german ")
    action, why = RULES.get(name, pass_)(state, sight.actions, sight.side)
    return explained(sight, action, why)


def explained(sight: PlayerView, action: Action, why: str) -> Decision:
    """A decision with its reasons, worked out in the manner of the player that has decided."""
    mine = manner()

    def reasons() -> list[Candidate]:
        from .reasons import candidates

        MANNER.set(mine)
        return candidates(sight.position, sight.actions, sight.side, action, why)

    return Decision(action, reasons, INSTEAD.get(sight.position.step.name, ""))


# why a choice that scores more by itself is not played
INSTEAD = {"attackers": "every unit that adds more than its supply joins in the end, in any order"}


def pass_(state: Campaign, actions: Choices, side: str) -> tuple[Action, str]:
    return (DONE, "nothing more is needed") if DONE in actions else (actions[0], "the rules ask for a choice")


# ---------------------------------------------------------------- reinforcement and supply


def arrive(state: Campaign, actions: Choices, side: str) -> tuple[Action, str]:
    coming = [action for action in actions if action != DONE]
    if not coming:
        return DONE, "no unit is due"
    return (
        min(coming, key=lambda a: (distance(key_set(state), hex_of(a)), str(a))),
        "on the entry nearest to what is fought for",
    )


def order(state: Campaign, actions: Choices, side: str) -> tuple[Action, str]:
    return verbs.Go("first"), "who moves first sets the pace"


def first_choice(state: Campaign, actions: Choices, side: str) -> tuple[Action, str]:
    """What is used at once or lost, and costs nothing."""
    found = [action for action in actions if action != DONE]
    return (found[0], "it costs nothing") if found else (DONE, "nothing is left to use")


def rebuild(state: Campaign, actions: Choices, side: str) -> tuple[Action, str]:
    """Strong units near the enemy first."""
    front = occupied(state, ENEMY[side])
    choices = [action for action in actions if action != DONE]
    if not choices:
        return DONE, "nothing can be rebuilt"
    near = min(choices, key=lambda a: (distance(front, hex_of(a)), -_force(a), str(a)))
    return near, "a step for the unit nearest to the enemy"


def _force(action: Action) -> int:
    return PIECES[unit_of(action)].faces[COMBAT].strength


def bomb(state: Campaign, actions: Choices, side: str) -> tuple[Action, str]:
    """Where most steps can be attacked this turn."""
    near = GRID.near(occupied(state, side))
    hexes = [hex_of(a) for a in actions if a != DONE]
    hexes = [h for h in hexes if near >> h & 1] or hexes
    if not hexes:
        return DONE, "all bombs are dropped"
    goal = max(hexes, key=lambda h: (_steps(state, h, ENEMY[side]), -h))
    return verbs.Bomb(GRID.name[goal]), "the strongest stack before the line"


def _steps(state: Campaign, hex_: int, side: str) -> int:
    return sum(steps_left(state, u) for u in members(units_in(state, hex_, side)))


def dams(state: Campaign, actions: Choices, side: str) -> tuple[Action, str]:
    """Opened for the last turns, when the Allies stand on the Roer."""
    if verbs.OpenDams() in actions and (last_turn(state) - state.turn <= 3 or _dams_in_danger(state)):
        return verbs.OpenDams(), "the flood stops the Allies on the Roer"
    return DONE, "the dams stay shut"


def _dams_in_danger(state: Campaign) -> bool:
    """The Allies stand next to the hex from which the dams are opened."""
    where = SCENARIOS[state.scenario]["dams"]["hex"]
    return bool(GRID.within(1 << GRID.hex(where), 1) & occupied(state, ALLIED))


def check(state: Campaign, actions: Choices, side: str) -> tuple[Action, str]:
    return verbs.Check("yes"), "a bridge over the Rhine is worth a marker"


def deliver(state: Campaign, actions: Choices, side: str) -> tuple[Action, str]:
    """To the source nearest to an HQ."""
    hqs = sum(1 << state.at[u] for u in members(HQS & OF_SIDE[side] & state.on_map))
    return (
        min(actions, key=lambda a: (distance(hqs, hex_of(a)), str(a))),
        "to the source nearest to an HQ",
    )


def eat(state: Campaign, actions: Choices, side: str) -> tuple[Action, str]:
    meals = [action for action in actions if action != DONE]
    return (
        (meals[0], "a unit that eats keeps its strength and its zone") if meals else (DONE, "no unit can eat")
    )


# ---------------------------------------------------------------- movement


def move(state: Campaign, actions: Choices, side: str) -> tuple[Action, str]:
    """Bridges first, then overruns, one reserve, one unit after another to a better post; then what follows
    the line: HQs, guns, supply; aircraft last.
    """
    for rule in (demolish, dash, overrun, reserve, to_posts, follow, supply, strike):
        if (found := rule(state, actions, side)) is not None:
            return found
    return DONE, "every unit is in position"


def demolish(state: Campaign, actions: Choices, side: str) -> tuple[Action, str] | None:
    """A bridge the Allies may reach is blown."""
    if side == ALLIED:
        return None
    hexes = members(in_danger(state, None))
    return (verbs.Demolish(GRID.name[hexes[0]]), "no bridge is left to the enemy") if hexes else None


def dash(state: Campaign, actions: Choices, side: str) -> tuple[Action, str] | None:
    """A Rhine bridge that can be reached in one move is reached, while a marker is left to find it
    standing.
    """
    if side != ALLIED or not state.bridge_checks or state.phase not in (MOVEMENT, EXPLOITATION):
        return None
    ends = bridge_ends(state)
    able = capable(state) & OF_SIDE[side] & ~(state.done | state.reserve | state.stopped)
    for unit in sorted(members(able), key=lambda u: (-shown_side(state, u).strength, u)):
        if not (goals := reach(state, unit) & ends):
            continue
        if not has_fuel(state, unit):
            if (found := fuel(state, actions, side, unit)) is not None:
                return found
            continue
        go = verbs.Move(NAMES[unit], GRID.name[members(goals)[0]])
        if go in actions:
            return go, "a dash for a bridge over the Rhine"
    return None


def overrun(state: Campaign, actions: Choices, side: str) -> tuple[Action, str] | None:
    """A weak enemy beside a strong mobile unit is overrun, if the exact odds are as good as those of an
    attack.
    """
    best_action, best_value = None, manner().good[side] + OVERRUN_GAIN
    for action in of_kind(state, actions, verbs.Overrun):
        plan = Plan(state, side, number(action.hex), members(party(state, UNIT[action.unit])), overrun=True)
        if plan.value > best_value and tokens_for(state, side, state.at[plan.units[0]]) >= plan.tokens + 4:
            best_action, best_value = action, plan.value
    return (best_action, f"worth {best_value:.1f} by the exact odds") if best_action is not None else None


def to_posts(state: Campaign, actions: Choices, side: str, barred: int = 0) -> tuple[Action, str] | None:
    """The next unit that finds a better post, in no barred hex."""
    aims = wanted(state, side)
    units = [
        u
        for u in members(state.on_map & OF_SIDE[side] & ~(state.done | state.reserve))
        if not is_rear(u) and not state.spent[u] and u not in idle()
    ]
    for unit in sorted(units, key=lambda u: (distance(aims, state.at[u]), u)):
        if (found := _march(state, actions, side, unit, barred)) is not None:
            return found
        idle().add(unit)
    return None


def reserve(state: Campaign, actions: Choices, side: str) -> tuple[Action, str] | None:
    """One mobile unit behind the line waits under a marker: it answers in Reaction or exploits."""
    if hexes_of(state, state.reserve & OF_SIDE[side] & state.on_map).bit_count() >= manner().reserves:
        return None
    if state.turn >= last_turn(state):
        return None
    for action in of_kind(state, actions, verbs.Reserve):
        if _is_spare(state, side, UNIT[action.unit]):
            return action, "a reserve answers what the enemy does, or exploits"
    return None


def _is_spare(state: Campaign, side: str, unit: int) -> bool:
    """Strong enough to count and mobile enough to come, behind the line but not far."""
    if not ATTACKERS >> unit & 1 or shown_side(state, unit).mobility == "leg" or state.exploit >> unit & 1:
        return False
    return (
        shown_side(state, unit).strength >= 3 and distance(occupied(state, ENEMY[side]), state.at[unit]) <= 4
    )


def strike(state: Campaign, actions: Choices, side: str) -> tuple[Action, str] | None:
    """Aircraft shell what will be attacked; in Limited weather they fly now or not at all."""
    if state.flight == "normal" and state.phase == MOVEMENT:
        return None  # they fly in the Barrage Segment, when the line has formed
    return _raid(state, actions, side)


def _raid(state: Campaign, actions: Choices, side: str) -> tuple[Action, str] | None:
    hexes = [plan.hex for plan in to_shell(state, side)]
    flights = {number(action.hex): action for action in of_kind(state, actions, verbs.Fly)}
    goal = next((hex_ for hex_ in hexes if hex_ in flights), None)
    return (flights[goal], "an air strike on a hex that will be attacked") if goal is not None else None


def _march(state: Campaign, actions: Choices, side: str, unit: int, barred: int) -> tuple[Action, str] | None:
    """The next action of a unit on its way: its mode, its fuel, its move; nothing where it stands well."""
    name = NAMES[unit]
    if (turn := verbs.Mode(name)) in actions and _should_turn(state, side, unit):
        return turn, "Move Mode far from the enemy, Combat Mode near"
    hole = 2.5 if leaves_a_hole(state, side, unit) else 0.0
    hole += 3.0 if bares_a_key(state, side, unit) else 0.0
    here = post(state, side, unit, state.at[unit])
    options = members(with_room(state, unit, reach(state, unit) & ~barred, side))
    if not options:
        return None
    goal = max(options, key=lambda h: (post(state, side, unit, h), -h))
    dry = not has_fuel(state, unit)
    if post(state, side, unit, goal) < here + GAIN + hole + (_fuel_gain(state, side) if dry else 0.0):
        return None
    if dry:
        return fuel(state, actions, side, unit)
    action = verbs.Move(name, GRID.name[goal])
    return (action, "a better post") if action in actions else None


def _should_turn(state: Campaign, side: str, unit: int) -> bool:
    near = distance(occupied(state, ENEMY[side]), state.at[unit]) < NEAR_ENEMY
    mode = state.mode[unit]
    return (mode == MOVE and near) or (mode == COMBAT and not near and PIECES[unit].faces[MOVE].allowance > 6)


def _fuel_gain(state: Campaign, side: str) -> float:
    """What a move must gain beyond others to be worth its fuel: more, the poorer the side is."""
    return manner().fuel_gain + manner().fuel_poor * poverty(state, side)


def _fuelling(state: Campaign, actions: Choices, side: str, unit: int) -> Action | None:
    """BTR-ocs.move.fuel-hq: an HQ that can fuel so many small units around it that it is cheaper."""
    small = INDEPENDENT & thirsty(state) & OF_SIDE[side] & ~fuelled_units(state, OF_SIDE[side])
    if not small >> unit & 1:
        return None
    for hq, hexes in throws(state, side, blocked(state, side)):
        served = [u for u in members(small) if hexes >> state.at[u] & 1 and not state.spent[u]]
        if unit in served and len(served) >= MANY_SMALL and (action := verbs.FuelHq(NAMES[hq])) in actions:
            return action
    return None


def fuel(state: Campaign, actions: Choices, side: str, unit: int) -> tuple[Action, str] | None:
    tokens, name = tokens_for(state, side, state.at[unit]), NAMES[unit]
    if tokens < manner().fuel_left + manner().kept:
        return None
    mates = FORMATIONS.get(PIECES[unit].formation, 0) & state.on_map
    dry = [u for u in members(mates) if not has_fuel(state, u)]
    if len(dry) > 2 and (action := verbs.FuelFormation(name)) in actions:
        return action, "fuel for the whole formation"
    if (hq := _fuelling(state, actions, side, unit)) is not None:
        return hq, "one HQ fuels all the small units around it"
    return (one, "fuel for one counter") if (one := verbs.Fuel(name)) in actions else None


# ---------------------------------------------------------------- attacks


def token_price(state: Campaign, side: str) -> float:
    """What a token is worth, in steps: up to three times as much to a side that has none to spare."""
    return manner().token_price * (1.0 + 2.0 * poverty(state, side))


class Mean(NamedTuple):
    """What a fight brings on average, of its exact odds."""

    attacker: float
    defender: float
    leaves: float


@cache
def mean(fight: Fight) -> Mean:
    """Few fights differ in column, DRM and hedgehog, and many attacks are looked at."""
    found = worth(results(fight))
    return Mean(float(found.attacker), float(found.defender), float(found.leaves))


class Plan:
    """An attack that might be made: who takes part and what it is worth."""

    def __init__(
        self, state: Campaign, side: str, hex_: int, units: Sequence[int], overrun: bool = False
    ) -> None:
        self.hex, self.units = hex_, tuple(units)
        there = tuple(members(units_in(state, hex_, ENEMY[side])))
        frame = Battle(side=side, hex=hex_, attackers=self.units, backed=there, overrun=overrun)
        self.worth = mean(sum_of(state, frame))
        self.tokens = sum(steps_left(state, u) for u in units)
        steps = sum(steps_left(state, u) for u in there)
        price, key = token_price(state, side), keys(state).get(hex_, 0.0)
        weight = 1.0 if manner().taking else 1.0 + KEY_WEIGHT[side] * key
        gain = min(self.worth.defender, steps) + 0.8 * self.worth.leaves
        focus = manner().focus[side]
        weight *= focus[min(distance(wanted(state, side), hex_), len(focus) - 1)]
        self.value = weight * gain - manner().loss * self.worth.attacker - price * self.tokens
        if manner().taking and key:
            self.value += manner().taking * key * chance_to_take(sum_of(state, frame), steps)


@cache
def chance_to_take(fight: Fight, steps: int) -> float:
    """The chance that a hex is left empty: a garrison stands as long as it can, seven times of ten."""
    stands, leaves = taken(results(fight), steps)
    return 0.7 * float(stands) + 0.3 * float(leaves)


@once_a_position
def plans(state: Campaign, side: str) -> list[Plan]:
    """Every hex that can be attacked now: by all that can reach it, and by the strongest of them for their
    supply, a few together.
    """
    able, found = members(may_attack(state, side)), list[Plan]()
    for hex_ in members(occupied(state, ENEMY[side]) & ~state.targets):
        near = [u for u in able if NEAR[hex_] >> state.at[u] & 1 and not bars(state, u, hex_)]
        if not lives_on_stocks(state):
            near = [u for u in near if tokens_for(state, side, state.at[u]) >= steps_left(state, u)]
        near.sort(key=lambda u: (-shown_side(state, u).strength / steps_left(state, u), u))
        sizes = {len(near), *(size for size in SIZES if size < len(near))} if near else ()
        found += [Plan(state, side, hex_, near[:size]) for size in sizes]
    return found


def chosen(state: Campaign, side: str) -> Plan | None:
    """The best attack that is worth its supply and can be paid."""
    good = [
        plan
        for plan in plans(state, side)
        if plan.value > manner().good[side] and _affordable(state, side, plan)
    ]
    return max(good, key=lambda plan: (plan.value, -plan.hex)) if good else None


def _affordable(state: Campaign, side: str, plan: Plan) -> bool:
    if lives_on_stocks(state):
        return True
    found = stores(state, side)
    dumps = {dump for u in plan.units for dump in dumps_for(state, side, state.at[u])}
    return sum(found[dump] for dump in dumps) >= plan.tokens


def attack(state: Campaign, actions: Choices, side: str) -> tuple[Action, str]:
    plan = chosen(state, side)
    if plan is None:
        return DONE, "no attack is worth its supply"
    action = verbs.Attack(NAMES[plan.units[0]], GRID.name[plan.hex])
    return (
        (action, f"worth {plan.value:.1f} by the exact odds")
        if action in actions
        else (DONE, "no attack is open")
    )


def join(state: Campaign, actions: Choices, side: str) -> tuple[Action, str]:
    """Those of the plan; the plan is found again, as if the attack had not been declared."""
    top = state.stack[-1]
    assert isinstance(top, Battle)
    best_plan = max((p for p in plans(state, side) if p.hex == top.hex), key=lambda p: p.value, default=None)
    force = Plan(state, side, top.hex, top.attackers)
    for unit in best_plan.units if best_plan else ():
        more = Plan(state, side, top.hex, (*top.attackers, unit)) if unit not in top.attackers else None
        if more and more.value > force.value and (action := verbs.Join(NAMES[unit])) in actions:
            return action, "it makes the attack better than it costs"
    return DONE, "the force is enough"


@once_a_position
def to_shell(state: Campaign, side: str) -> list[Plan]:
    """Attacks that would be worth their supply on a DG enemy, best first; a hex that is DG is left out."""
    ghost = state.copy()
    ghost.__dict__["dg"] = state.dg | state.on_map & OF_SIDE[ENEMY[side]] & FIGHTERS
    ghost.cache.clear()
    found: dict[int, Plan] = {}
    for plan in sorted(plans(ghost, side), key=lambda plan: (-plan.value, plan.hex)):
        if plan.value > manner().good[side] and units_in(state, plan.hex, ENEMY[side]) & ~state.dg:
            found.setdefault(plan.hex, plan)
    return list(found.values())


def _worth_shells(state: Campaign, side: str) -> list[Plan]:
    """Of the attacks that DG makes good those that it makes better by more than a barrage costs."""
    now: dict[int, float] = {}
    for plan in plans(state, side):
        now[plan.hex] = max(plan.value, now.get(plan.hex, 0.0))
    price = token_price(state, side) * BARRAGE_TOKENS
    return [plan for plan in to_shell(state, side) if plan.value - now.get(plan.hex, 0.0) > price]


def barrage_(state: Campaign, actions: Choices, side: str) -> tuple[Action, str]:
    """Aircraft first: they cost nothing. Then guns on each hex that is worth an attack once it is DG, while
    supply for the attack is left.
    """
    if (found := _raid(state, actions, side)) is not None:
        return found
    guns = members(barrage.firing(state, side))
    for plan in _worth_shells(state, side):
        for gun in guns:
            action = verbs.Fire(NAMES[gun], GRID.name[plan.hex])
            spare = barrage.reachable(state, side, (gun,)) - barrage.cost(state, (gun,)) >= plan.tokens
            if spare and action in actions:
                return action, "the target is shelled before it is attacked"
    return DONE, "no gun reaches a hex worth an attack, or supply is short"


def more_guns(state: Campaign, actions: Choices, side: str) -> tuple[Action, str]:
    """Guns join until DG is as good as certain."""
    top = state.stack[-1]
    assert isinstance(top, Barrage)
    if barrage_line(state, side, top.hex, top.guns).low >= SURE:
        return DONE, "enough guns"
    for action in actions:
        if action != DONE:
            guns = (*top.guns, unit_of(action))
            if barrage.reachable(state, side, guns) - barrage.cost(state, guns) >= GUN_LEFT:
                return action, "more guns, one barrage"
    return DONE, "no more guns, or supply is short"


# ---------------------------------------------------------------- answers in a fight


def pay(state: Campaign, actions: Choices, side: str) -> tuple[Action, str]:
    if verbs.Pay("yes") not in actions:  # under fog it is asked all the same
        return verbs.Pay("no"), "nothing can be paid"
    return verbs.Pay("yes"), "unpaid the defense is halved"


def rate(state: Campaign, actions: Choices, side: str) -> tuple[Action, str]:
    unit = best(state, [unit_of(action) for action in actions])
    return verbs.Rate(NAMES[unit]), "the best rating"


def terrain(state: Campaign, actions: Choices, side: str) -> tuple[Action, str]:
    top = state.stack[-1]
    assert isinstance(top, Battle)
    done = dict(top.terrain)
    hexes = [h for h in dict.fromkeys(state.at[u] for u in sorted(top.attackers)) if h not in done]
    if hexes:
        pick = min(picks_against(state, top, hexes[0]), key=lambda p: p.total)
        return verbs.Ground(pick.terrain), "what weakens the attacker most"
    best_line = own_line(state, top)
    kinds = [pick.terrain for pick in own_picks(state, top)]
    return (
        verbs.Ground(best_line.terrain if best_line.terrain in kinds else kinds[0]),
        "the best line for the defence",
    )


def attacker_option(state: Campaign, actions: Choices, side: str) -> tuple[Action, str]:
    top = state.stack[-1]
    assert isinstance(top, Battle)
    steps = sum(steps_left(state, u) for u in top.attackers if state.at[u] >= 0)
    if steps >= 3:
        return verbs.Yield(0), "a step holds the ground"
    return actions[len(actions) - 1], "too few steps are left"


def defender_option(state: Campaign, actions: Choices, side: str) -> tuple[Action, str]:
    top = state.stack[-1]
    assert isinstance(top, Battle)
    if (ignore := verbs.Ignore()) in actions:
        return ignore, "the option need not be taken"
    most = max(action.hexes for action in actions if isinstance(action, verbs.Yield))
    steps = sum(steps_left(state, u) for u in members(units_in(state, top.hex, side)))
    stand = (top.hex in objectives(state) and steps > 1) or (top.hex in keys(state) and steps > most + 1)
    return verbs.Yield(0 if stand and steps > most else most), (
        "the city is held" if stand else "steps are worth more than a hex"
    )


def lose(state: Campaign, actions: Choices, side: str) -> tuple[Action, str]:
    """From the unit that bears it best: many steps, little strength."""
    top = state.stack[-1]
    assert isinstance(top, Losses)
    units = [unit_of(action) for action in actions]
    cheap = min(
        units,
        key=lambda u: (
            HQS >> u & 1,
            STEPS[u] > 1 and steps_left(state, u) * 2 <= STEPS[u] + 1,
            shown_side(state, u).strength,
            u,
        ),
    )
    return verbs.Lose(NAMES[cheap]), "the unit that is missed least"


def retreat(state: Campaign, actions: Choices, side: str) -> tuple[Action, str]:
    """Out of zones, towards the own HQs, not into a crowd."""
    top = state.stack[-1]
    assert isinstance(top, Retreat)
    ways = [action for action in actions if isinstance(action, verbs.Withdraw)]
    zones_, hqs = (
        zone(state, ENEMY[side]),
        sum(1 << state.at[u] for u in members(HQS & OF_SIDE[side] & state.on_map)),
    )
    unit = top.units[0]

    def price(action: verbs.Withdraw) -> tuple[int, int, int]:
        hex_ = number(action.hex)
        crowded = 0 if room(state, unit, hex_, side) else 6
        return (
            3 * (zones_ >> hex_ & 1) + crowded + (distance(hqs, hex_) if hqs else 0),
            -distance(1 << top.origin, hex_),
            hex_,
        )

    return min(ways, key=price), "away from the enemy"


def advance(state: Campaign, actions: Choices, side: str) -> tuple[Action, str]:
    """One strong unit takes a key hex; others stay in the line."""
    top = state.stack[-1]
    assert isinstance(top, Battle)
    if units_in(state, top.hex, side) or (
        top.hex not in keys(state) and distance(wanted(state, side), top.hex) > 1
    ):
        return DONE, "the line stays as it is"
    movers = [action for action in actions if action != DONE and room(state, unit_of(action), top.hex, side)]
    if not movers:
        return DONE, "no unit fits"
    return max(movers, key=lambda a: (shown_side(state, unit_of(a)).strength, str(a))), "the hex is taken"


def draw(state: Campaign, actions: Choices, side: str) -> tuple[Action, str]:
    """From the largest dump in reach."""
    found = stores(state, side)
    return max(actions, key=lambda a: (found.get(hex_of(a), 0), str(a))), "the largest dump pays"


def stacking(state: Campaign, actions: Choices, side: str) -> tuple[Action, str]:
    return min(
        actions, key=lambda a: (shown_side(state, unit_of(a)).strength, str(a))
    ), "the weakest unit goes"


def flee(state: Campaign, actions: Choices, side: str) -> tuple[Action, str]:
    hqs = sum(1 << state.at[u] for u in members(HQS & OF_SIDE[side] & state.on_map))
    return min(actions, key=lambda a: (distance(hqs, hex_of(a)) if hqs else FAR, str(a))), "to an HQ"


def release(state: Campaign, actions: Choices, side: str) -> tuple[Action, str]:
    """Exploitation and Reaction: reserves go where they are wanted, then whoever may move."""
    for action in of_kind(state, actions, verbs.Release):
        if is_wanted(state, side, UNIT[action.unit]):
            return action, "a reserve is wanted at the front"
    return move(state, actions, side)


def is_wanted(state: Campaign, side: str, unit: int) -> bool:
    """In Exploitation always; in Reaction where an enemy stands next to a key hex that is ours."""
    if state.phase != REACTION:
        return True
    mine = key_set(state) & holds(state, side)
    near = GRID.near(mine) & occupied(state, ENEMY[side])
    return bool(near) and distance(near, state.at[unit]) <= 4


def all_fly(state: Campaign, actions: Choices, side: str) -> tuple[Action, str]:
    more = [action for action in actions if action != DONE]
    return (more[0], "more aircraft, one strike") if more else (DONE, "all that can fly")


def intercept(state: Campaign, actions: Choices, side: str) -> tuple[Action, str]:
    """Once: an interceptor that has driven one off goes home."""
    top = state.stack[-1]
    assert isinstance(top, Mission)
    fighters = [action for action in actions if action != DONE]
    if fighters and top.interceptor < 0:
        return fighters[0], "a mission that is met may turn back"
    return DONE, "it goes home"


RULES: dict[str, Rule] = {
    "order of player turns": order,
    "repairs": first_choice,
    "rebuilding": rebuild,
    "bombing": bomb,
    "dams": dams,
    "bridge check": check,
    "pontoons": first_choice,
    "train": ship,
    "reinforcement": arrive,
    "supply": deliver,
    "meals": eat,
    "movement": move,
    "reaction movement": release,
    "exploitation movement": release,
    "barrage": barrage_,
    "reaction barrage": barrage_,
    "exploitation barrage": barrage_,
    "combat": attack,
    "exploitation combat": attack,
    "attackers": join,
    "guns": more_guns,
    "defence supply": pay,
    "attacker's AR unit": rate,
    "defender's AR unit": rate,
    "terrain": terrain,
    "attacker's option": attacker_option,
    "defender's option": defender_option,
    "losses": lose,
    "retreat": retreat,
    "advance": advance,
    "draw": draw,
    "stacking": stacking,
    "flight of transport": flee,
    "flight": all_fly,
    "interception": intercept,
    "hip shoot": all_fly,
}
