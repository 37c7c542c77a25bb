"""The main effort of the staff: which attacks are worth gathering for, with whom, and what they cost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from grognard.core.caching import once_a_position
from grognard.core.choices import Choices
from grognard.core.facts import Action
from grognard.core.hexes import Hex, members
from grognard.games.beyond_the_rhine.campaign import verbs
from grognard.games.beyond_the_rhine.campaign.acting import MOVEMENT, REACTION, has_fuel, re_of, thirsty
from grognard.games.beyond_the_rhine.campaign.board import BOARD, GRID, NEAR
from grognard.games.beyond_the_rhine.campaign.movement import reach, reach_in
from grognard.games.beyond_the_rhine.campaign.pieces import (
    ALLIED,
    ATTACKERS,
    COMBAT,
    ENEMY,
    FIGHTERS,
    FORMATIONS,
    GERMAN,
    GUNS,
    NAMES,
    OF_SIDE,
    PIECES,
)
from grognard.games.beyond_the_rhine.campaign.position import Campaign, fact, units_in
from grognard.games.beyond_the_rhine.campaign.strength import bars
from grognard.games.beyond_the_rhine.campaign.supply import tokens_for
from grognard.games.beyond_the_rhine.campaign.verbs import capable, steps_left
from grognard.games.beyond_the_rhine.campaign.victory import last_turn
from grognard.games.beyond_the_rhine.campaign.zones import occupied
from grognard.games.beyond_the_rhine.series import STACK

from . import fights
from .ground import bares_a_key, distance, idle, keys, leaves_a_hole, wanted
from .manner import manner
from .rear import Proposal
from .tasks import open_keys, strength

MOST = 5  # attacks that are gathered for in one turn
LOOKED_AT = 14  # enemy hexes that are looked at closely
SIZES = (1, 2, 3, 4, 6, 8)  # units of an attack that are tried
SHELLED = 0.7  # how far the worth of an attack on a DG enemy counts where guns or aircraft can make it DG
SHELLS = 4  # tokens of a barrage
TURNS = 3  # turns a main effort is kept up
ON_AXIS = 1.3  # an attack of the main effort counts so much more
NEAR_AXIS = 3  # hexes
FORMATION = 4  # counters for which the fuel of their formation is as cheap
SAVED = 8  # tokens that are saved for the next turn where no attack is planned


class Attack(NamedTuple):
    """An attack to gather for: the hex, who goes where, what it is worth and costs."""

    value: float
    hex: int
    posts: tuple[tuple[int, int], ...]
    tokens: int


@dataclass
class Orders:
    """What a seat has decided for this turn: the aim, until when, and where units go for the attacks."""

    aim: int = -1
    until: int = 0
    turn: int = 0
    attacks: list[Attack] = field(default_factory=list)
    posts: dict[int, int] = field(default_factory=dict)
    shared: tuple[int, str, str] = (0, "", "")
    tasks: dict[int, int] = field(default_factory=dict)


# ---------------------------------------------------------------- the aim


def choose_aim(state: Campaign, side: str, orders: Orders) -> None:
    """The key hex that the main effort goes for, kept for some turns unless it is ours."""
    open_ = open_keys(state, side)
    if orders.aim in open_ and state.turn < orders.until:
        return
    best = max(open_, key=lambda hex_: (promise(state, side, hex_), -hex_), default=-1)
    orders.aim, orders.until = best, state.turn + TURNS


@once_a_position
def promise(state: Campaign, side: str, hex_: int) -> float:
    """What an aim brings within two or three turns: its weight and that of the keys around it, by the
    strength and the supply at hand against what holds it, less the way to it.
    """
    open_ = open_keys(state, side)
    weight = sum(keys(state)[k] for k in open_ if distance(1 << hex_, k) <= 2)
    mine, theirs = strength(state, side, hex_, 4), strength(state, ENEMY[side], hex_, 2) + 4.0
    far = distance(occupied(state, side), hex_)
    return weight * min(mine / theirs, 3.0) / (2.0 + far)


# ---------------------------------------------------------------- attacks to gather for


def attacks(state: Campaign, side: str, aim: int) -> list[Attack]:
    """The best attacks that can be gathered for and paid, each unit in one."""
    taken: set[int] = set()
    chosen, budget = list[Attack](), sum(verbs.stores(state, side).values())
    ways = dict(_ways(state, side))
    while len(chosen) < MOST:
        candidates = [
            a for hex_ in _targets(state, side, aim) if (a := _best(state, side, hex_, ways, taken, aim))
        ]
        candidates = [a for a in candidates if a.tokens <= budget and a.hex not in {b.hex for b in chosen}]
        best = max(candidates, key=lambda a: (a.value, -a.hex), default=None)
        if best is None or best.value < manner().good[side]:
            return chosen
        chosen.append(best)
        taken |= {unit for unit, _ in best.posts}
        budget -= best.tokens
    return chosen


def _ways(state: Campaign, side: str) -> Iterator[tuple[int, int]]:
    """Units that can attack, each with the hexes it can attack from."""
    able = (
        capable(state) & OF_SIDE[side] & ATTACKERS & ~(state.done | state.reserve | state.dg | state.stopped)
    )
    near = GRID.near(occupied(state, ENEMY[side]))
    for unit in members(able):
        if state.spent[unit] or bares_a_key(state, side, unit):
            continue
        own_hex = 1 << state.at[unit]
        if state.mode[unit] == COMBAT:
            hexes: int = reach(state, unit)
        else:
            hexes = reach_in(state, unit, COMBAT) if not state.turned >> unit & 1 else 0
        if leaves_a_hole(state, side, unit):
            hexes = 0
        if not has_fuel(state, unit) and tokens_for(state, side, state.at[unit]) < manner().fuel_left:
            hexes = 0
        if options := (hexes | own_hex) & near:
            yield unit, options


def _targets(state: Campaign, side: str, aim: int) -> list[int]:
    """Enemy hexes worth a closer look, those near the aim first."""
    enemy, aims = occupied(state, ENEMY[side]), wanted(state, side)
    mine = GRID.within(occupied(state, side), 4)

    def rank(hex_: int) -> tuple[float, int]:
        far = distance(1 << aim, hex_) if aim >= 0 else 9
        return -keys(state).get(hex_, 0.0) + 0.5 * far + 0.5 * distance(aims, hex_), hex_

    reach_ = 0 if side == GERMAN else 1  # the Germans leave their posts for what counts alone
    near = [h for h in members(enemy & mine) if distance(aims, h) <= reach_]
    return sorted(near, key=rank)[:LOOKED_AT]


def _best(
    state: Campaign, side: str, hex_: int, ways: dict[int, int], taken: set[int], aim: int
) -> Attack | None:
    posts = _gather(state, side, hex_, ways, taken)
    if not posts:
        return None
    ghost = state.copy()
    for unit, at in posts:
        ghost.set_at(fact.at, unit, Hex(at), "BTR-ocs.move.order")
        ghost.set_at(fact.mode, unit, COMBAT, "BTR-ocs.mode.choose")
    posts = [(unit, at) for unit, at in posts if not bars(ghost, unit, hex_)]
    if not posts:
        return None
    shells = _shells(state, side, hex_)
    tried = [_weigh(state, ghost, side, hex_, posts[:size], shells) for size in SIZES if size <= len(posts)]
    best = max(tried, key=lambda a: a.value)
    bonus = ON_AXIS if aim >= 0 and distance(1 << aim, hex_) <= NEAR_AXIS else 1.0
    return best._replace(value=best.value * bonus) if best.value > 0 else None


def _gather(
    state: Campaign, side: str, hex_: int, ways: dict[int, int], taken: set[int]
) -> list[tuple[int, int]]:
    """Who could attack a hex from where, the strongest for their supply first, as many as find room."""
    load = dict.fromkeys(members(NEAR[hex_]), 0.0)
    held = NEAR[hex_] & occupied(state, side)
    for at in members(held):
        load[at] = sum(float(re_of(state, u)) for u in members(units_in(state, at, side) & FIGHTERS))
    moves = list[tuple[int, int]]()
    units = [u for u, hexes in ways.items() if hexes & NEAR[hex_] and u not in taken]
    units.sort(key=lambda u: (-PIECES[u].faces[COMBAT].strength / steps_left(state, u), u))
    for unit in units[: SIZES[-1] + 4]:
        options = members(ways[unit] & NEAR[hex_])
        size = float(re_of(state, unit))
        if state.at[unit] in options:
            moves.append((unit, state.at[unit]))
            continue
        free = [at for at in options if load[at] + size <= STACK]
        if free:
            at = min(free, key=lambda h: (bool(BOARD.sides.get(frozenset((h, hex_)))), load[h], h))
            load[at] += size
            moves.append((unit, at))
    return moves


def _shells(state: Campaign, side: str, hex_: int) -> bool:
    """Whether guns or aircraft can be expected to make a hex DG."""
    for gun in members(GUNS & OF_SIDE[side] & state.on_map):
        if distance(1 << hex_, state.at[gun]) <= PIECES[gun].faces[COMBAT].range + 1:
            return True
    return False


def _weigh(
    state: Campaign, ghost: Campaign, side: str, hex_: int, posts: Sequence[tuple[int, int]], shells: bool
) -> Attack:
    """What an attack is worth, the barrage before it and the fuel included."""
    units = [unit for unit, _ in posts]
    bare = fights.Plan(ghost, side, hex_, units)
    fuel = sum(
        1 for u, at in posts if at != state.at[u] and thirsty(state) >> u & 1 and not has_fuel(state, u)
    )
    value, tokens = bare.value - fights.token_price(state, side) * fuel, bare.tokens + fuel
    if shells and units_in(state, hex_, ENEMY[side]) & ~state.dg:
        shelled = _shelled(ghost, side, hex_, units)
        with_guns = SHELLED * shelled + (1 - SHELLED) * bare.value
        with_guns -= fights.token_price(state, side) * (SHELLS + fuel)
        if with_guns > value:
            value, tokens = with_guns, tokens + SHELLS
    if tokens_for(ghost, side, posts[0][1]) < tokens and not fights.lives_on_stocks(state):
        value = -1.0
    return Attack(value, hex_, tuple(posts), tokens)


def _shelled(ghost: Campaign, side: str, hex_: int, units: Sequence[int]) -> float:
    dg = ghost.dg
    defenders = units_in(ghost, hex_, ENEMY[side])
    ghost.set(fact.dg, dg | defenders, "BTR-ocs.barrage.results")
    value = fights.Plan(ghost, side, hex_, units).value
    ghost.set(fact.dg, dg, "BTR-ocs.barrage.results")
    return value


# ---------------------------------------------------------------- carried out


def plan_turn(state: Campaign, side: str, orders: Orders) -> None:
    """Once a Movement Phase: the aim, the attacks and who goes where."""
    if orders.turn == state.turn:
        return
    orders.turn = state.turn
    choose_aim(state, side, orders)
    orders.attacks = attacks(state, side, orders.aim)
    orders.posts = {unit: at for attack in orders.attacks for unit, at in attack.posts}


def gather(state: Campaign, actions: Choices, side: str, orders: Orders) -> Proposal:
    """The next unit that goes where an attack is gathered."""
    for unit, at in list(orders.posts.items()):
        step = _step(state, actions, side, unit, at, orders.posts)
        if step is not None:
            return step, _why(orders, unit)
        del orders.posts[unit]
        idle().add(unit)
    return None


def _why(orders: Orders, unit: int) -> str:
    for attack in orders.attacks:
        if unit in dict(attack.posts):
            return f"gathers for the attack on {GRID.name[attack.hex]}, worth {attack.value:.1f}"
    return "gathers for an attack"


def _fuel(state: Campaign, actions: Choices, unit: int, posts: dict[int, int]) -> Action | None:
    """For the whole formation if four of it go, else for the unit alone."""
    mates = FORMATIONS.get(PIECES[unit].formation, 0) & state.on_map
    going = [u for u in members(mates) if u in posts and posts[u] != state.at[u] and not has_fuel(state, u)]
    whole, one = verbs.FuelFormation(NAMES[unit]), verbs.Fuel(NAMES[unit])
    if len(going) >= FORMATION and whole in actions:
        return whole
    return one if one in actions else None


def _step(
    state: Campaign, actions: Choices, side: str, unit: int, at: int, posts: dict[int, int]
) -> Action | None:
    """Combat Mode, fuel, the move; `None`: it is there, or it cannot go."""
    if state.at[unit] < 0:
        return None
    name = NAMES[unit]
    if state.mode[unit] != COMBAT and (turn := verbs.Mode(name)) in actions:
        return turn
    if state.at[unit] == at or state.spent[unit] or state.done >> unit & 1:
        return None
    if not has_fuel(state, unit):
        return _fuel(state, actions, unit, posts)
    go = verbs.Move(name, GRID.name[at])
    return go if go in actions else None


def tokens_held_back(state: Campaign, orders: Orders) -> int:
    """Tokens that are kept for the attacks of this turn, or saved for those of the next."""
    if state.phase not in (MOVEMENT, REACTION) or orders.turn != state.turn:
        return 0
    planned = sum(attack.tokens for attack in orders.attacks)
    return planned if state.turn == last_turn(state) else max(planned, SAVED)


__all__ = [
    "ALLIED",
    "Attack",
    "Orders",
    "attacks",
    "choose_aim",
    "gather",
    "plan_turn",
    "promise",
    "tokens_held_back",
]
