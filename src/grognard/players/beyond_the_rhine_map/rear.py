"""What follows behind the line: HQs, guns, pontoon brigades, transport points, trains, railway repairs and
hedgehogs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeVar

from grognard.core.caching import once_while
from grognard.core.choices import Choices
from grognard.core.facts import Action
from grognard.core.hexes import members
from grognard.games.beyond_the_rhine.campaign import rail, verbs
from grognard.games.beyond_the_rhine.campaign.acting import MOVEMENT, has_fuel
from grognard.games.beyond_the_rhine.campaign.board import GRID, NEAR, rails, sources
from grognard.games.beyond_the_rhine.campaign.bridges import PONTOONS, far_banks
from grognard.games.beyond_the_rhine.campaign.engineers import PRICE
from grognard.games.beyond_the_rhine.campaign.movement import reach, reach_in
from grognard.games.beyond_the_rhine.campaign.pieces import (
    ALLIED,
    COMBAT,
    ENEMY,
    GUNS,
    HQS,
    MOVE,
    NAMES,
    OF_SIDE,
    PIECES,
    TRANSPORT,
    UNIT,
)
from grognard.games.beyond_the_rhine.campaign.position import TRACE, Campaign, Train, units_in
from grognard.games.beyond_the_rhine.campaign.supply import (
    blocked,
    detrainable,
    in_range,
    spread_from,
    tokens_for,
    working,
)
from grognard.games.beyond_the_rhine.campaign.verbs import on_ground, steps_left, stores
from grognard.games.beyond_the_rhine.campaign.victory import last_turn
from grognard.games.beyond_the_rhine.campaign.waters import banks, bridges_of, terrain_now
from grognard.games.beyond_the_rhine.campaign.zones import occupied
from grognard.games.beyond_the_rhine.series import TOKENS
from grognard.games.beyond_the_rhine.terrain import SIXTHS

from .ground import distance, idle, is_rear, keys, number, with_room
from .manner import manner

A = TypeVar("A", bound=Action)
Proposal = tuple[Action, str] | None
SAFE = 2  # hexes between an HQ and the enemy
BACK = 7  # hexes: farther behind the line nothing is looked for
HQ_GAIN = 2.0  # units that must come into the throw of an HQ before it moves
SLOW_LOSS = 0.8  # in Move Mode an HQ throws half as far, and a gun does not fire
GUN_GAIN = 1.0
DRY_GAIN = 0.5  # more that must be gained where fuel is bought for it
LEAST_SHIPMENT = 3  # hexes that a train must bring supply nearer


def of_kind(state: Campaign, actions: Choices, kind: type[A]) -> Iterator[A]:
    """The actions of one kind, without making all the others."""
    for part in actions.parts:
        if part.pick.verb is kind:
            for unit in members(part.ready):
                for place in members(part.places(unit)):
                    action = part.pick.make(state, unit, place)
                    assert isinstance(action, kind)
                    yield action


def unit_of(action: Action) -> int:
    """The unit an action names."""
    return UNIT[getattr(action, "unit", "")]


def hex_of(action: Action) -> int:
    """The hex an action names."""
    return number(getattr(action, "hex", ""))


# ---------------------------------------------------------------- HQs, guns and pontoon brigades


def follow(state: Campaign, actions: Choices, side: str) -> Proposal:
    """HQs, guns and pontoon brigades go where the line has gone."""
    if state.phase != MOVEMENT:
        return None
    mine = state.on_map & OF_SIDE[side] & ~(state.done | state.reserve)
    for units, value, gain, why in (
        (HQS, hq_post, HQ_GAIN, "the HQ follows the units it supplies"),
        (GUNS, gun_post, GUN_GAIN, "the guns follow the line"),
        (PONTOONS, pontoon_post, 0.5, "the bridging brigade goes to the river"),
    ):
        for unit in members(mine & units):
            if unit in idle():
                continue
            if (proposal := relocate(state, actions, side, unit, value, gain)) is not None:
                return proposal[0], proposal[1] or why
            idle().add(unit)
    return None


Value = Callable[[Campaign, str, int, int], float]


def relocate(
    state: Campaign, actions: Choices, side: str, unit: int, value: Value, gain: float
) -> tuple[Action, str] | None:
    """The next action of a unit on its way to the best hex it reaches, in the mode in which that is best."""
    if state.spent[unit]:
        return None
    name, mode = NAMES[unit], state.mode[unit]
    present = value(state, side, unit, state.at[unit])
    gain += DRY_GAIN if state.mode[unit] == MOVE and not has_fuel(state, unit) else 0.0
    goals = {mode: _best(state, side, unit, reach(state, unit), value)}
    if (turn := verbs.Mode(name)) in actions and not state.turned >> unit & 1:
        other = MOVE if mode == COMBAT else COMBAT
        goals[other] = _best(state, side, unit, reach_in(state, unit, other), value)
    worth = {m: max(goal[0] - gain, present) * (SLOW_LOSS if m == MOVE else 1.0) for m, goal in goals.items()}
    best = max(worth, key=lambda m: (worth[m], m == COMBAT))
    if PIECES[unit].faces[COMBAT].allowance == 0:
        best = MOVE if MOVE in goals else mode
    if best != mode:
        return turn, "Combat Mode behind the line" if best == COMBAT else "Move Mode for a long way"
    if goals[mode][0] < present + gain:
        return None
    return _go(state, actions, side, unit, goals[mode][1])


def _best(state: Campaign, side: str, unit: int, hexes: int, value: Value) -> tuple[float, int]:
    front, free = occupied(state, ENEMY[side]), members(with_room(state, unit, hexes, side))
    near = [h for h in free if distance(front, h) <= BACK]
    scored = [(value(state, side, unit, h), -h) for h in near or free]
    best = max(scored, default=(float("-inf"), 1))
    return best[0], -best[1]


def _go(state: Campaign, actions: Choices, side: str, unit: int, goal: int) -> tuple[Action, str] | None:
    if not has_fuel(state, unit):
        fuel = verbs.Fuel(NAMES[unit])
        if tokens_for(state, side, state.at[unit]) <= manner().held_back:
            return None
        return (fuel, "fuel for one counter") if fuel in actions else None
    go = verbs.Move(NAMES[unit], GRID.name[goal])
    return (go, "") if go in actions else None


def _danger(state: Campaign, side: str, unit: int, hex_: int) -> float:
    """Enemies next to a hex that no strong unit holds."""
    guarded = any(not is_rear(u) for u in members(units_in(state, hex_, side) & ~(1 << unit)))
    far = distance(occupied(state, ENEMY[side]), hex_)
    return 0.0 if far > SAFE or (guarded and far > 1) else 4.0 if far <= 1 else 1.5


def hq_post(state: Campaign, side: str, hq: int, hex_: int) -> float:
    """What an HQ in a hex brings: units in its throw, most of all those no other HQ and no source reaches."""
    throw = PIECES[hq].faces[COMBAT].throw * SIXTHS
    area = in_range(terrain_now(state), hex_, throw, "truck", blocked(state, side))
    factor = 1.0 if sources_reach(state, side) >> hex_ & 1 else 0.3
    value = sum(weight for place, weight in _unserved(state, side, hq) if area >> place & 1)
    front = distance(occupied(state, ENEMY[side]), hex_)
    return value * factor - 0.15 * abs(front - 3) - _danger(state, side, hq, hex_)


@once_while(*TRACE)
def sources_reach(state: Campaign, side: str) -> int:
    """Hexes in which an HQ is in trace by itself."""
    wall = blocked(state, side)
    return spread_from(state, working(state, side) | detrainable(state, side), wall)


@once_while(*TRACE)
def _unserved(state: Campaign, side: str, hq: int) -> list[tuple[int, float]]:
    """The hexes with units of a side, each with what it is worth to an HQ to serve it: little where others
    do.
    """
    wall, board, others = blocked(state, side), terrain_now(state), int(sources_reach(state, side))
    for other in members(state.on_map & HQS & OF_SIDE[side] & ~(1 << hq)):
        throw = PIECES[other].faces[COMBAT].throw * SIXTHS
        others |= in_range(board, state.at[other], throw, "truck", wall)
    mine = OF_SIDE[side] & ~(HQS | TRANSPORT)
    return [
        (place, (units & mine).bit_count() * (0.25 if others >> place & 1 else 1.0))
        for place, units in state.here.items()
        if units & mine
    ]


def gun_post(state: Campaign, side: str, gun: int, hex_: int) -> float:
    """What a gun in a hex brings: enemies in range, best of all before what is fought for."""
    enemy = occupied(state, ENEMY[side])
    targets = GRID.within(1 << hex_, PIECES[gun].faces[COMBAT].range) & enemy
    weights = keys(state)
    value = sum(1.0 + weights.get(h, 0.0) / 2 for h in members(targets))
    if not targets:
        value -= 0.3 * distance(enemy, hex_)
    return min(value, 4.0) - _danger(state, side, gun, hex_) * 0.7


def pontoon_post(state: Campaign, side: str, unit: int, hex_: int) -> float:
    """On a river bank with own units beyond, or on the way to a crossing of the Rhine."""
    at = state.at[unit]
    if at != hex_ and _is_laying(state, unit):
        return -9.0
    west = sum(1 << banks(name)[0] for name in bridges_of(state))
    over = GRID.near(_bridgeheads(state)) & state.allied_held
    aims = (over or west) & state.allied_held or west
    return -float(distance(aims, hex_) if aims else 0) - _danger(state, side, unit, hex_)


def _bridgeheads(state: Campaign) -> int:
    """Hexes over the Rhine next to it that hold Allied combat units."""
    east = sum(1 << banks(name)[1] for name in bridges_of(state))
    return sum(1 << h for h in members(east) if units_in(state, h, ALLIED))


def _is_laying(state: Campaign, unit: int) -> bool:
    return bool(far_banks(state, unit))


# ---------------------------------------------------------------- supply to the front


def supply(state: Campaign, actions: Choices, side: str) -> Proposal:
    """Trains first, then transport points: from the depots to the HQ that needs most."""
    if state.phase != MOVEMENT:
        return None
    for rule in (_entrain, _haul, _repair, _entrench):
        if (proposal := rule(state, actions, side)) is not None:
            return proposal
    return None


def need(state: Campaign, side: str) -> int:
    """The hex of the HQ that serves most units with the fewest tokens in reach; -1: no HQ is on the map."""
    hqs = [state.at[u] for u in members(HQS & OF_SIDE[side] & state.on_map)]
    return max(hqs, key=lambda h: (_hunger(state, side, h), h)) if hqs else -1


def _hunger(state: Campaign, side: str, hex_: int) -> float:
    near = GRID.within(1 << hex_, 4)
    mine = [u for u in members(state.on_map & OF_SIDE[side]) if near >> state.at[u] & 1 and not is_rear(u)]
    front = distance(occupied(state, ENEMY[side]), hex_)
    steps = sum(steps_left(state, u) for u in mine)
    return (steps + 1) / (tokens_for(state, side, hex_) + TOKENS) - 0.05 * front


def _is_depot(state: Campaign, side: str, hex_: int) -> bool:
    """A hex from which supply is taken: behind the HQs, or a source."""
    return bool(sources(state.scenario, side) >> hex_ & 1) or not is_front(state, side, hex_)


def is_front(state: Campaign, side: str, hex_: int) -> bool:
    return bool(state.here.get(hex_, 0) & HQS & OF_SIDE[side])


def _entrain(state: Campaign, actions: Choices, side: str) -> Proposal:
    goal = need(state, side)
    if goal < 0 or rail.capacity(state, side) < 1:
        return None
    for action in rail.shipments(state):
        assert isinstance(action, verbs.Entrain)
        start = number(action.hex)
        if _is_depot(state, side, start) and _nearest(state, side, start, goal) >= 0 and action in actions:
            return action, "supply goes forward by rail"
    return None


def _nearest(state: Campaign, side: str, start: int, goal: int) -> int:
    """The rail hex that brings supply nearest to where it is needed; -1: none is much nearer."""
    stations = members(rail.net(state, side, start))
    best = min(stations, key=lambda h: (distance(1 << goal, h), h), default=-1)
    if best < 0 or distance(1 << goal, best) > distance(1 << goal, start) - LEAST_SHIPMENT:
        return -1
    return best


def ship(state: Campaign, actions: Choices, side: str) -> tuple[Action, str]:
    """Where the train goes."""
    top = state.stack[-1]
    assert isinstance(top, Train)
    best = _nearest(state, side, top.hex, need(state, side))
    if best >= 0 and (action := verbs.Ship(GRID.name[best])) in actions:
        return action, "the station nearest to the HQ that needs most"
    return actions[0], "the train goes somewhere"


def _haul(state: Campaign, actions: Choices, side: str) -> Proposal:
    """Empty points load at a depot, full ones go to the HQ that needs most, unload and go back."""
    for unit in members(TRANSPORT & OF_SIDE[side] & state.on_map & ~state.done):
        if (proposal := _carry(state, actions, side, unit)) is not None:
            return proposal
    return None


def _carry(state: Campaign, actions: Choices, side: str, unit: int) -> Proposal:
    name, at, load = NAMES[unit], state.at[unit], state.load[unit]
    goal = at if load and is_front(state, side, at) and state.spent[unit] else need(state, side)
    if goal < 0:
        return None
    if load:
        unload = verbs.Unload(name, load)
        if at == goal:
            return (unload, "supply for the front") if unload in actions else None
        return _drive(state, actions, unit, goal)
    take = verbs.Load(name, min(TOKENS, on_ground(state, side, at)))
    if at != goal and _is_depot(state, side, at) and reach(state, unit) >> goal & 1 and take in actions:
        return take, "supply is taken forward"
    return _go_back(state, actions, side, unit)


def _drive(state: Campaign, actions: Choices, unit: int, goal: int) -> Proposal:
    """To the goal, or as near as it comes."""
    hexes = reach(state, unit)
    near = [h for h in members(hexes) if distance(1 << goal, h) < distance(1 << goal, state.at[unit]) - 1]
    best = goal if hexes >> goal & 1 else min(near, key=lambda h: (distance(1 << goal, h), h), default=-1)
    go = verbs.Move(NAMES[unit], GRID.name[best]) if best >= 0 else None
    return (go, "supply goes to the HQ that needs most") if go is not None and go in actions else None


def _go_back(state: Campaign, actions: Choices, side: str, unit: int) -> Proposal:
    """An empty point returns to the depot with most supply."""
    at, stocks = state.at[unit], stores(state, side)
    depots = {h: n for h, n in stocks.items() if n >= TOKENS and h != at and not is_front(state, side, h)}
    depots |= {h: stocks.get(h, 0) for h in members(working(state, side)) if h != at}
    if not depots or (_is_depot(state, side, at) and on_ground(state, side, at) >= TOKENS):
        return None
    hexes = reach(state, unit)
    goal = max((h for h in depots if hexes >> h & 1), key=lambda h: (depots[h], h), default=-1)
    if goal < 0 or (at in members(working(state, side)) and depots[goal] < TOKENS):
        return None
    go = verbs.Move(NAMES[unit], GRID.name[goal])
    return (go, "an empty point goes back to the depot") if go in actions else None


# ---------------------------------------------------------------- railways and hedgehogs


def _repair(state: Campaign, actions: Choices, side: str) -> Proposal:
    """HQs that stay repair the railway from its working end on, while supply is plenty."""
    ways, net = rails(terrain_now(state)), detrainable(state, side)
    ends = [h for h in members(rail.to_repair(state, None)) if ways.get(h, 0) & net]
    if not ends or state.turn >= last_turn(state):
        return None
    for hq in members(rail.repairers(state, None)):
        if tokens_for(state, side, state.at[hq]) < manner().rich:
            continue
        close = [h for h in ends if GRID.within(1 << state.at[hq], rail.REPAIR_RANGE) >> h & 1]
        for hex_ in sorted(close, key=lambda h: (distance(occupied(state, ENEMY[side]), h), h)):
            if (action := verbs.RepairRail(NAMES[hq], GRID.name[hex_])) in actions:
                return action, "the railway follows the front"
    return None


def _entrench(state: Campaign, actions: Choices, side: str) -> Proposal:
    """The Germans dig in where the scenario is decided, while supply is plenty."""
    if side == ALLIED:
        return None
    weights, enemy = keys(state), occupied(state, ENEMY[side])
    best, worth = None, 0.0
    for action in of_kind(state, actions, verbs.Build):
        hex_, unit = number(action.hex), UNIT[action.unit]
        value = weights.get(hex_, 0.0) + 2.0 * bool(NEAR[hex_] & enemy) - 0.3 * distance(enemy, hex_)
        if value > max(worth, 1.5) and tokens_for(state, side, state.at[unit]) >= PRICE + manner().rich:
            best, worth = action, value
    return (best, "a hedgehog for a hex that must be held") if best is not None else None
