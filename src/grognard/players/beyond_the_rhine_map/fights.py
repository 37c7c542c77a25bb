"""Attacks and barrages as the plain player chooses them, by exact odds, and its answers within a fight."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from grognard.core.caching import once_a_position
from grognard.core.choices import Choices
from grognard.core.facts import DONE, Action
from grognard.core.hexes import members
from grognard.games.beyond_the_rhine.campaign import barrage, verbs
from grognard.games.beyond_the_rhine.campaign.acting import (
    MOVEMENT,
    shown_side,
)
from grognard.games.beyond_the_rhine.campaign.board import GRID, NEAR
from grognard.games.beyond_the_rhine.campaign.declare import may_attack
from grognard.games.beyond_the_rhine.campaign.estimate import barrage_line
from grognard.games.beyond_the_rhine.campaign.odds import taken, worth
from grognard.games.beyond_the_rhine.campaign.pieces import (
    ALLIED,
    ENEMY,
    FIGHTERS,
    HQS,
    NAMES,
    OF_SIDE,
    STEPS,
)
from grognard.games.beyond_the_rhine.campaign.position import (
    Barrage,
    Battle,
    Campaign,
    Losses,
    Retreat,
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
from grognard.games.beyond_the_rhine.campaign.supply import dumps_for, tokens_for
from grognard.games.beyond_the_rhine.campaign.verbs import steps_left, stores
from grognard.games.beyond_the_rhine.campaign.victory import last_turn, objectives
from grognard.games.beyond_the_rhine.campaign.zones import occupied, zone
from grognard.games.beyond_the_rhine.fights import Fight, results

from .ground import (
    distance,
    keys,
    number,
    poverty,
    room,
    wanted,
)
from .manner import manner
from .rear import of_kind, unit_of

SURE = 0.85  # the chance of DG at which no more guns are added
BARRAGE_TOKENS = 4  # what a barrage costs about
GUN_LEFT = 6  # tokens left for the attack after a barrage
SIZES = (1, 2, 4)  # attacking units of the smaller plans
KEY_WEIGHT = {ALLIED: 0.45, "german": 0.25}  # how much more an attack on a key hex counts, for its weight


def lives_on_stocks(state: Campaign) -> bool:
    """BTR-ocs.stock.use: in the last turns stocks need not be recovered."""
    return last_turn(state) - state.turn < manner().stocks


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
    value = worth(results(fight))
    return Mean(float(value.attacker), float(value.defender), float(value.leaves))


class Plan:
    """An attack that might be made: who takes part and what it is worth."""

    def __init__(
        self, state: Campaign, side: str, hex_: int, units: Sequence[int], overrun: bool = False
    ) -> None:
        self.hex, self.units = hex_, tuple(units)
        defenders = tuple(members(units_in(state, hex_, ENEMY[side])))
        frame = Battle(side=side, hex=hex_, attackers=self.units, backed=defenders, overrun=overrun)
        self.worth = mean(sum_of(state, frame))
        self.tokens = sum(steps_left(state, u) for u in units)
        steps = sum(steps_left(state, u) for u in defenders)
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
    able, options = members(may_attack(state, side)), list[Plan]()
    for hex_ in members(occupied(state, ENEMY[side]) & ~state.targets):
        near = [u for u in able if NEAR[hex_] >> state.at[u] & 1 and not bars(state, u, hex_)]
        if not lives_on_stocks(state):
            near = [u for u in near if tokens_for(state, side, state.at[u]) >= steps_left(state, u)]
        near.sort(key=lambda u: (-shown_side(state, u).strength / steps_left(state, u), u))
        sizes = {len(near), *(size for size in SIZES if size < len(near))} if near else ()
        options += [Plan(state, side, hex_, near[:size]) for size in sizes]
    return options


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
    stocks = stores(state, side)
    dumps = {dump for u in plan.units for dump in dumps_for(state, side, state.at[u])}
    return sum(stocks[dump] for dump in dumps) >= plan.tokens


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
    by_hex: dict[int, Plan] = {}
    for plan in sorted(plans(ghost, side), key=lambda plan: (-plan.value, plan.hex)):
        if plan.value > manner().good[side] and units_in(state, plan.hex, ENEMY[side]) & ~state.dg:
            by_hex.setdefault(plan.hex, plan)
    return list(by_hex.values())


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
    if (proposal := _raid(state, actions, side)) is not None:
        return proposal
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
