"""The plain player: fixed sensible rules, one for each kind of decision, and exact odds before every
attack.
"""

from __future__ import annotations

from collections.abc import Callable

from grognard.core.choices import Choices
from grognard.core.facts import DONE, Action
from grognard.core.hexes import members
from grognard.games.beyond_the_rhine.campaign import verbs
from grognard.games.beyond_the_rhine.campaign.acting import (
    EXPLOITATION,
    MOVEMENT,
    REACTION,
    fuelled_units,
    has_fuel,
    shown_side,
    thirsty,
)
from grognard.games.beyond_the_rhine.campaign.board import GRID
from grognard.games.beyond_the_rhine.campaign.bridges import in_danger
from grognard.games.beyond_the_rhine.campaign.movement import party, reach
from grognard.games.beyond_the_rhine.campaign.pieces import (
    ALLIED,
    ATTACKERS,
    COMBAT,
    ENEMY,
    FORMATIONS,
    HQS,
    INDEPENDENT,
    MOVE,
    NAMES,
    OF_SIDE,
    PIECES,
    SCENARIOS,
    UNIT,
)
from grognard.games.beyond_the_rhine.campaign.position import (
    Campaign,
    Mission,
    hexes_of,
    units_in,
)
from grognard.games.beyond_the_rhine.campaign.supply import blocked, throws, tokens_for
from grognard.games.beyond_the_rhine.campaign.verbs import capable, holds, steps_left, stores
from grognard.games.beyond_the_rhine.campaign.victory import last_turn
from grognard.games.beyond_the_rhine.campaign.waters import bridge_ends
from grognard.games.beyond_the_rhine.campaign.zones import occupied
from grognard.players.seat import Candidate, Decision, PlayerSettings, PlayerView

from . import fights
from .ground import (
    FAR,
    bares_a_key,
    distance,
    idle,
    is_rear,
    key_set,
    leaves_a_hole,
    number,
    post,
    poverty,
    recall,
    wanted,
    with_room,
)
from .manner import MANNER, PLAIN, Manner, manner
from .rear import follow, hex_of, of_kind, ship, supply, unit_of

Rule = Callable[[Campaign, Choices, str], tuple[Action, str]]
NEAR_ENEMY = 4  # hexes: farther off a unit turns to Move Mode
OVERRUN_GAIN = 0.4  # an overrun must be worth so much more than an attack: its points are spent
MANY_SMALL = 7  # small units around an HQ for which its fuel, four tokens, is cheaper
GAIN = 0.9  # a post must be better by this much before a unit goes there


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
        "on the nearest entry",
    )


def order(state: Campaign, actions: Choices, side: str) -> tuple[Action, str]:
    return verbs.Go("first"), "who moves first sets the pace"


def first_choice(state: Campaign, actions: Choices, side: str) -> tuple[Action, str]:
    """What is used at once or lost, and costs nothing."""
    useful = [action for action in actions if action != DONE]
    return (useful[0], "it costs nothing") if useful else (DONE, "nothing is left to use")


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
    for rule in (demolish, dash, overrun, reserve, to_posts, follow, supply, fights.strike):
        if (proposal := rule(state, actions, side)) is not None:
            return proposal
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
            if (proposal := fuel(state, actions, side, unit)) is not None:
                return proposal
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
        plan = fights.Plan(
            state, side, number(action.hex), members(party(state, UNIT[action.unit])), overrun=True
        )
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
        if (proposal := _march(state, actions, side, unit, barred)) is not None:
            return proposal
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


def _march(state: Campaign, actions: Choices, side: str, unit: int, barred: int) -> tuple[Action, str] | None:
    """The next action of a unit on its way: its mode, its fuel, its move; nothing where it stands well."""
    name = NAMES[unit]
    if (turn := verbs.Mode(name)) in actions and _should_turn(state, side, unit):
        return turn, "Move Mode far from the enemy, Combat Mode near"
    hole = 2.5 if leaves_a_hole(state, side, unit) else 0.0
    hole += 3.0 if bares_a_key(state, side, unit) else 0.0
    present = post(state, side, unit, state.at[unit])
    options = members(with_room(state, unit, reach(state, unit) & ~barred, side))
    if not options:
        return None
    goal = max(options, key=lambda h: (post(state, side, unit, h), -h))
    dry = not has_fuel(state, unit)
    if post(state, side, unit, goal) < present + GAIN + hole + (_fuel_gain(state, side) if dry else 0.0):
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
    if tokens < manner().fuel_left + manner().held_back:
        return None
    mates = FORMATIONS.get(PIECES[unit].formation, 0) & state.on_map
    dry = [u for u in members(mates) if not has_fuel(state, u)]
    if len(dry) > 2 and (action := verbs.FuelFormation(name)) in actions:
        return action, "fuel for the whole formation"
    if (hq := _fuelling(state, actions, side, unit)) is not None:
        return hq, "one HQ fuels all the small units around it"
    return (one, "fuel for one counter") if (one := verbs.Fuel(name)) in actions else None


# ---------------------------------------------------------------- other answers


def draw(state: Campaign, actions: Choices, side: str) -> tuple[Action, str]:
    """From the largest dump in reach."""
    stocks = stores(state, side)
    return max(actions, key=lambda a: (stocks.get(hex_of(a), 0), str(a))), "the largest dump pays"


def stacking(state: Campaign, actions: Choices, side: str) -> tuple[Action, str]:
    return min(
        actions, key=lambda a: (shown_side(state, unit_of(a)).strength, str(a))
    ), "the weakest unit goes"


def flee(state: Campaign, actions: Choices, side: str) -> tuple[Action, str]:
    hqs = sum(1 << state.at[u] for u in members(HQS & OF_SIDE[side] & state.on_map))
    return min(actions, key=lambda a: (distance(hqs, hex_of(a)) if hqs else FAR, str(a))), "to an HQ"


def release(state: Campaign, actions: Choices, side: str) -> tuple[Action, str]:
    """Exploitation and Reaction: reserves go where they are wanted, then any unit that may move."""
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
    "barrage": fights.barrage_,
    "reaction barrage": fights.barrage_,
    "exploitation barrage": fights.barrage_,
    "combat": fights.attack,
    "exploitation combat": fights.attack,
    "attackers": fights.join,
    "guns": fights.more_guns,
    "defence supply": fights.pay,
    "attacker's AR unit": fights.rate,
    "defender's AR unit": fights.rate,
    "terrain": fights.terrain,
    "attacker's option": fights.attacker_option,
    "defender's option": fights.defender_option,
    "losses": fights.lose,
    "retreat": fights.retreat,
    "advance": fights.advance,
    "draw": draw,
    "stacking": stacking,
    "flight of transport": flee,
    "flight": all_fly,
    "interception": intercept,
    "hip shoot": all_fly,
}
