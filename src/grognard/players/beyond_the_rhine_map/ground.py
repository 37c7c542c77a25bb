"""How the plain player looks at the map: key hexes, posts and what a post is worth."""

from __future__ import annotations

from contextvars import ContextVar
from fractions import Fraction
from functools import cache, lru_cache

from grognard.core.caching import once_while
from grognard.core.hexes import Hexes, members
from grognard.games.beyond_the_rhine.campaign.acting import crowding, re_of, shown_side
from grognard.games.beyond_the_rhine.campaign.board import BOARD, EAST, GRID, NEAR
from grognard.games.beyond_the_rhine.campaign.bridges import PONTOONS, WATCHED
from grognard.games.beyond_the_rhine.campaign.pieces import (
    ALLIED,
    ATTACKERS,
    ENEMY,
    GERMAN,
    GUNS,
    HQS,
    OF_SIDE,
    TRANSPORT,
)
from grognard.games.beyond_the_rhine.campaign.position import FRONT, SUPPLY, TRACE, Campaign, units_in
from grognard.games.beyond_the_rhine.campaign.supply import traced
from grognard.games.beyond_the_rhine.campaign.verbs import capable, holds, steps_left, stores
from grognard.games.beyond_the_rhine.campaign.victory import by_points, last_turn, objectives, terms
from grognard.games.beyond_the_rhine.campaign.waters import banks, bridge_ends, bridges_of, checked, unchecked
from grognard.games.beyond_the_rhine.campaign.zones import occupied
from grognard.games.beyond_the_rhine.series import STACK
from grognard.players.seat import PlayerSettings

from .manner import manner

RING = ("14.09", "15.09")  # the two hexes by which Aachen is fed
FAR = 40
BRIDGEHEAD = 2.5  # what a hex over the Rhine is worth where the east bank counts
GROUND_WON = 0.8  # and one more where it is not held yet
NO_TRACE = 2.0
CROWD = {ALLIED: 0.25, GERMAN: 0.4}  # what each RE that stands there already costs
NEEDED = 1.0  # tokens for each step of the line
SAVING_TURNS = 3  # so long before the end supply is saved
GAP = 0.35  # what a hex is worth that closes the line
TOO_STRONG = 4  # an enemy so many times as strong beside a unit on its own ...
UNDER_PRESSURE = 1.2  # ... makes it fall back
WARNED_BRIDGE = 3.0


IDLE: ContextVar[set[int] | None] = ContextVar("units that found no better hex in this segment", default=None)


def recall(orders: PlayerSettings, state: Campaign) -> None:
    """Take up the notes of a seat: units that found no better hex in this segment are not looked at again."""
    notes, now = orders.notes, (state.turn, state.active, state.phase)
    if notes.get("segment") != now:
        notes["segment"], notes["idle"] = now, set()
    IDLE.set(notes["idle"])


def idle() -> set[int]:
    """The units that are not looked at again; without a seat none."""
    units = IDLE.get()
    return units if units is not None else set()


def number(name: str) -> int:
    return GRID.hex(name)


def distance(hexes: int, hex_: int) -> int:
    """Hexes from one hex to the nearest of a set."""
    return _distances(hexes).get(hex_, FAR)


@lru_cache(maxsize=512)
def _distances(hexes: int) -> dict[int, int]:
    distances, reached, steps = dict.fromkeys(members(hexes), 0), hexes, 0
    while new := GRID.spread(reached) & ~reached if reached else 0:
        steps += 1
        distances |= dict.fromkeys(members(new), steps)
        reached |= new
    return distances


def keys(state: Campaign) -> dict[int, float]:
    """The hexes the scenario turns on, with their weight."""
    if (state.scenario, state.bridges) not in _KEYS:
        _KEYS[state.scenario, state.bridges] = _find_keys(state)
    return _KEYS[state.scenario, state.bridges]


_KEYS: dict[object, dict[int, float]] = {}


def _find_keys(state: Campaign) -> dict[int, float]:
    if not by_points(state):
        return dict.fromkeys(objectives(state), 5.0) | {number(name): 3.0 for name in RING}
    values = {hex_: min(1.5 + points / 2, 5.0) for hex_, points in objectives(state).items()}
    ends = {banks(name)[0] for name in bridges_of(state) if name not in checked(state)}
    return {hex_: 3.0 for hex_ in ends if "bridge_points" in terms(state)} | values


@once_while("bridges")
def key_set(state: Campaign) -> int:
    return sum(1 << hex_ for hex_ in keys(state))


@once_while("bridges", "allied_held")
def wanted(state: Campaign, side: str) -> int:
    """Key hexes a side goes for: the Allies those they do not hold, the Germans all, to hold or retake
    them.
    """
    hexes = key_set(state)
    return hexes & ~holds(state, side) if side == ALLIED else hexes


@once_while("at", "lost")
def crowd(state: Campaign, side: str, hex_: int) -> float:
    """The RE of a side in a hex."""
    return float(crowding(state, units_in(state, hex_, side)))


def crowd_without(state: Campaign, side: str, unit: int, hex_: int) -> float:
    if hex_ not in state.here:
        return 0.0
    mine = float(re_of(state, unit)) if state.at[unit] == hex_ else 0.0
    return crowd(state, side, hex_) - mine


def room(state: Campaign, unit: int, hex_: int, side: str) -> bool:
    return crowd_without(state, side, unit, hex_) + float(re_of(state, unit)) <= STACK


def with_room(state: Campaign, unit: int, hexes: int, side: str) -> Hexes:
    """Those of some hexes in which a unit finds room."""
    return Hexes(hexes & ~_full(state, side, re_of(state, unit)) | hexes & 1 << state.at[unit])


@once_while("at", "lost")
def _full(state: Campaign, side: str, more: Fraction) -> int:
    """The hexes with units of a side that have no room for so much RE more."""
    return sum(1 << hex_ for hex_ in state.here if crowd(state, side, hex_) + float(more) > STACK)


@cache
def is_rough(hex_: int) -> bool:
    return any(
        kind in BOARD.types[hex_]
        for kind in ("west_wall", "village", "minor_city", "major_city", "heavy_woods")
    )


def post(state: Campaign, side: str, unit: int, hex_: int) -> float:
    """What it is worth to stand in a hex: near what is wanted, on good ground, in the line."""
    value = _value_of(state, side, hex_, manner().hold) - CROWD[side] * crowd_without(state, side, unit, hex_)
    value += _gap_filled(state, side, unit, hex_) if side == GERMAN else 0.0
    return value + _on_task(state, side, unit, hex_) - _pressed(state, side, unit, hex_)


def _on_task(state: Campaign, side: str, unit: int, hex_: int) -> float:
    """How much nearer a hex is to what the unit was sent for than to what is nearest."""
    task = manner().tasks.get(unit)
    if task is None or not manner().pull:
        return 0.0
    return manner().pull * (distance(wanted(state, side), hex_) - distance(1 << task, hex_))


def _gap_filled(state: Campaign, side: str, unit: int, hex_: int) -> float:
    """Hexes before the enemy that no other unit stands in or next to: a line without holes."""
    if not ATTACKERS >> unit & 1:
        return 0.0
    at = state.at[unit]
    alone = not units_in(state, at, side) & ~(1 << unit)
    return GAP * ((NEAR[hex_] | 1 << hex_) & _open(state, side, at if alone else -1)).bit_count()


@once_while(*TRACE)
def _open(state: Campaign, side: str, without: int) -> int:
    return _frontier(state, side) & ~_covered(state, side, without)


@once_while(*TRACE)
def _frontier(state: Campaign, side: str) -> int:
    """Hexes of a side within two of the enemy."""
    return GRID.within(occupied(state, ENEMY[side]), 2) & holds(state, side)


@once_while(*FRONT)
def _covered(state: Campaign, side: str, without: int) -> int:
    """Hexes units of a side stand in or next to, one hex left out."""
    mine = occupied(state, side) & ~(1 << without if without >= 0 else 0)
    return GRID.spread(mine) if mine else 0


@once_while(*TRACE, "bridge_checks")
def _value_of(state: Campaign, side: str, hex_: int, held: float) -> float:
    """What a hex is worth to any unit of a side; `held`: what a key hex is worth to the Germans."""
    aims = wanted(state, side)
    value = -0.6 * distance(aims, hex_) if aims else 0.0
    value += 0.4 * is_rough(hex_)
    value += keys(state).get(hex_, 0.0) * (0.6 if side == ALLIED else held)
    if side == ALLIED and EAST >> hex_ & 1 and "east_bank" in terms(state):
        value += BRIDGEHEAD
    value += 1.5 * bool(NEAR[hex_] & occupied(state, ENEMY[side]) & aims)
    return value + _ground_won(state, side, hex_) - _risk(state, side, hex_)


def _ground_won(state: Campaign, side: str, hex_: int) -> float:
    """A hex over the Rhine that is not held yet, where such hexes count."""
    new = side == ALLIED and EAST >> hex_ & 1 and not holds(state, side) >> hex_ & 1
    return GROUND_WON if new and "east_bank" in terms(state) else 0.0


def _risk(state: Campaign, side: str, hex_: int) -> float:
    """What a hex costs any unit: no trace, or a bridge that is warned."""
    risk = 0.0 if traced(state, side) >> hex_ & 1 else NO_TRACE
    return risk + WARNED_BRIDGE if side == ALLIED and warned(state) >> hex_ & 1 else risk


def _pressed(state: Campaign, side: str, unit: int, hex_: int) -> float:
    """A unit falls back before an enemy that is far stronger, but for a key hex."""
    if not NEAR[hex_] & occupied(state, ENEMY[side]) or hex_ in keys(state):
        return 0.0
    enemy = pressure(state, side, hex_)
    mine = sum(shown_side(state, u).strength for u in {unit, *members(units_in(state, hex_, side))})
    return UNDER_PRESSURE if mine * (2 if is_rough(hex_) else 1) * TOO_STRONG < enemy else 0.0


@once_while(*FRONT)
def pressure(state: Campaign, side: str, hex_: int) -> int:
    """The strength of the enemies next to a hex that could attack it; half over a river."""
    able, total = capable(state) & OF_SIDE[ENEMY[side]], 0
    for near in members(NEAR[hex_]):
        strength = sum(shown_side(state, u).strength for u in members(state.here.get(near, 0) & able))
        total += strength // 2 if BOARD.sides.get(frozenset((hex_, near))) else strength
    return total


@once_while(*FRONT, "bridge_checks")
def warned(state: Campaign) -> Hexes:
    """BTR-ocs.bridge.blow-own: hexes so near to a Rhine bridge that the Germans could blow it before the
    Allies come to it: a bridge is taken from farther off, in one move.
    """
    if not state.bridge_checks or "bridge_points" not in terms(state):
        return Hexes(0)
    free = [banks(name) for name in unchecked(state)]
    ends = [west for west, _ in free if not units_in(state, west, GERMAN)]
    return Hexes(GRID.within(sum(1 << west for west in ends), WATCHED) & ~bridge_ends(state))


def leaves_a_hole(state: Campaign, side: str, unit: int) -> bool:
    """Whether its hex would be empty before an enemy that can attack."""
    at = state.at[unit]
    alone = not units_in(state, at, side) & ~(1 << unit)
    near = GRID.within(1 << at, 1) & occupied(state, ENEMY[side])
    return alone and any(units_in(state, h, ENEMY[side]) & ATTACKERS for h in members(near))


def bares_a_key(state: Campaign, side: str, unit: int) -> bool:
    """Whether a German key hex with the Allies close by would be left with few steps."""
    at = state.at[unit]
    if side != GERMAN or at not in keys(state) or distance(occupied(state, ENEMY[side]), at) > 2:
        return False
    others = units_in(state, at, side) & ~(1 << unit)
    return sum(steps_left(state, u) for u in members(others)) < manner().garrison


def is_rear(unit: int) -> bool:
    """HQs, guns, bridging brigades and transport: they follow the line."""
    return bool((HQS | GUNS | PONTOONS | TRANSPORT) >> unit & 1)


@once_while(*SUPPLY, "lost")
def poverty(state: Campaign, side: str) -> float:
    """How far a side is from the supply it needs for its line: 0 is plenty, 1 is nothing; in the last turns
    nothing is saved.
    """
    line = state.on_map & OF_SIDE[side] & ATTACKERS
    needed = max(sum(steps_left(state, u) for u in members(line)) * NEEDED, 1)
    left = min((last_turn(state) - state.turn) / SAVING_TURNS, 1.0)
    return max(0.0, 1.0 - sum(stores(state, side).values()) / needed) * left
