"""Where vehicles go: what a place promises them, and the way there over several turns, hedges counted with
their risk of bogging.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from grognard.core.hexes import OFF, members
from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.firefight import driving, ordnance, vehicles
from grognard.games.purple_heart_draw.firefight.arcs import is_covered, target_facing
from grognard.games.purple_heart_draw.firefight.driving import COST, MP
from grognard.games.purple_heart_draw.firefight.eyes import ground, stand, target_hexes
from grognard.games.purple_heart_draw.firefight.forces import ENEMY
from grognard.games.purple_heart_draw.firefight.going import CODE
from grognard.games.purple_heart_draw.firefight.ordnance import FRONT, INFANTRY
from grognard.games.purple_heart_draw.firefight.places import Place
from grognard.games.purple_heart_draw.firefight.position import V_EXPOSED, Firefight
from grognard.games.purple_heart_draw.firefight.setup import ONTO_MAP
from grognard.games.purple_heart_draw.firefight.sight import CLEAR, sight
from grognard.games.purple_heart_draw.firefight.tables import column_of
from grognard.games.purple_heart_draw.firefight.tank_fire import CLOSED
from grognard.games.purple_heart_draw.firefight.terrain import LANES
from grognard.games.purple_heart_draw.firefight.units import kind, known, known_in, morale, number
from grognard.games.purple_heart_draw.firefight.vehicle_ways import gates
from grognard.games.purple_heart_draw.firefight.vehicles import MG_RANGE, model
from grognard.games.purple_heart_draw.pieces import GERMAN, US

from .exposure import SUSPECTED_WORTH, eviction, harm, shelter, to_clear, worth
from .objectives import wanted

NEAR, REACH, SIGHT = 2, 4, 12  # hexes: where a Panzerfaust and a bazooka reach; how far it looks for targets
BESIDE, IN_REACH = 3.0, 0.3  # what it risks next to each enemy, and in his sight within REACH
CLOSE = {US: 0.6, GERMAN: 1.8}  # and within NEAR: every German squad may find a Panzerfaust
GUN_SEES, FLANK = 2.5, 3.0  # an enemy gun in sight, and what it is worth to him to see side or rear
SIDEWAYS = 0.3  # an enemy in sight who does not face the front armor
OTHERS = 0.3  # what further targets are worth beside the best one
ASKEW = {True: 0.8, False: 0.6}  # of a target outside the arc of a turret, or of a gun in the hull
DUEL = 3.0  # a shot at an enemy vehicle
CONCEALED = 2  # to hit what is under a "?"
OVERWATCH, MOST_GOALS = 0.2, 5  # goals in sight that are to be taken
AHEAD = 0.08  # each hex nearer to them
BOGGED = 40  # half MP that a vehicle loses when it bogs, in the mean
PASSING = 8  # half MP that a hex near an enemy counts more
SUSPECTED_MORALE = 8
NOWHERE = 99.0  # what it is worth to be on the map at all


class Spot(NamedTuple):
    """A hex and the hexspine a hull points at."""

    hex: int
    spine: int


class Aim(NamedTuple):
    """How a player wants its vehicles to drive."""

    hexes: int = 0  # where a vehicle counts for the verdict
    care: float = 0.0  # what it risks in sight of an enemy Gun
    caution: float = 1.0  # how much the reach of infantry counts
    fire: float = 1.0  # how much the fire from a post counts
    ahead: float = 1.0  # how much it counts to be near what is to be taken
    keep: int = 0  # hexes from an enemy that it does not enter
    first: int = -1  # where enemies were known or suspected at the start; -1: everywhere
    overrun: float = 1.5  # what an overrun must promise beyond the answer
    counted: float = 12.0  # what it is worth to stand where a vehicle counts


BOLD = Aim()


class Leg(NamedTuple):
    """One expenditure of a way: where it leads, what it costs in half MP, and the chance to bog."""

    spot: Spot
    cost: int
    bogs: Fraction = Fraction(0)


class Course(NamedTuple):
    """A way to a post, what the post promises a turn, and what is gained against staying."""

    gain: float
    goal: Spot
    legs: tuple[Leg, ...]


# ---------------------------------------------------------------- what a post is worth


def targets_from(state: Firefight, side: str, vehicle: int, hex_: int) -> list[tuple[float, int]]:
    """The enemies that would be seen from a hex, each with what a turn's fire is expected to cost him."""
    found = []
    for at in members(target_hexes(state, side)):
        far = GRID.distance(at, hex_)
        if 0 < far <= SIGHT:
            seen = sight(Place(hex_, advantage=True), stand(state, ENEMY[side], at), CLEAR, ground(state))
            if seen.is_unit_seen:
                drm = shelter(state, ENEMY[side], hex_, at) + seen.hindrance
                found.append((_promise(state, side, vehicle, at, far, drm), at))
    for enemy in vehicles.on_map(state, ENEMY[side]):
        at = int(state.vehicle_at[enemy])
        if at != hex_ and GRID.distance(at, hex_) <= SIGHT and sees(state, hex_, at):
            found.append((DUEL, at))
    return sorted(found, reverse=True)


def sees(state: Firefight, at: int, hex_: int) -> bool:
    """Whether a vehicle in one hex would see the other, both with Wall Advantage where there is a hedge."""
    ends = Place(at, advantage=True), Place(hex_, advantage=True)
    return at == hex_ or sight(*ends, CLEAR, ground(state)).is_seen


def _promise(state: Firefight, side: str, vehicle: int, at: int, far: int, drm: int) -> float:
    """One shell and one burst at Infantry in a hex."""
    there = known_in(state, side, at)
    prize = sum(worth(state, u) for u in there) or SUSPECTED_WORTH
    prize += eviction(state, side, at)
    limit = max((morale(state, u) for u in there), default=SUSPECTED_MORALE)
    found = 0.0
    if vehicles.has_gun(state, vehicle):
        gun = vehicles.main_gun(state, vehicle)
        need = ordnance.number_to_hit(gun, INFANTRY, "HE", far) - drm - (0 if there else CONCEALED)
        found += float(ordnance.at_most(need)) * harm(column_of(Fraction(gun.he)), 0, limit)
    power = _bursts(state, vehicle, far) / (1 if there else 2)
    return prize * (found + harm(column_of(power), drm, limit))


def _bursts(state: Firefight, vehicle: int, far: int) -> Fraction:
    """The machine guns at a distance."""
    printed, whole = model(state, vehicle), Fraction(0)
    for gun in vehicles.machine_guns(state, vehicle):
        share = Fraction(1) if far <= MG_RANGE[gun] else Fraction(1, 2)
        whole += getattr(printed, gun) * share * (far <= 2 * MG_RANGE[gun])
    return whole


class Post(NamedTuple):
    """What a hex promises, whatever way the hull points."""

    targets: list[tuple[float, int]]
    ahead: float
    danger: float


MOST_KNOWN = 16
_posts: dict[tuple[object, ...], dict[int, Post]] = {}  # by what a side knows, then by hex


def post(state: Firefight, side: str, vehicle: int, hex_: int) -> Post:
    """What is known of a hex, looked up once for what a side knows."""
    return _post_for(_posts_of(state, side, vehicle), state, side, vehicle, hex_)


def _posts_of(state: Firefight, side: str, vehicle: int) -> dict[int, Post]:
    """The posts of a vehicle that are worked out already, with what its side knows now."""
    guns = vehicles.has_gun(state, vehicle), *vehicles.machine_guns(state, vehicle)
    key = (state.vehicle_kind[vehicle], guns, knowledge(state, side))
    if key not in _posts and len(_posts) >= MOST_KNOWN:
        _posts.clear()
    return _posts.setdefault(key, {})


def _post_for(posts: dict[int, Post], state: Firefight, side: str, vehicle: int, hex_: int) -> Post:
    if hex_ not in posts:
        posts[hex_] = _post(state, side, vehicle, hex_)
    return posts[hex_]


def knowledge(state: Firefight, side: str) -> tuple[object, ...]:
    """All that a side knows of the enemy and of the ground that decides where a vehicle should stand."""
    foes = tuple((u, int(state.at[u]), state.kind[u], state.flags[u]) for u in known(state, side))
    theirs = tuple(int(state.vehicle_at[v]) for v in vehicles.on_map(state, ENEMY[side]))
    ground_ = tuple(state.walls), int(state.control), tuple(state.held), state.options, state.foxholes
    hidden = int(state.shrouds[number(ENEMY[side])])
    return (state.scene, side, state.turn, foes, theirs, hidden, ground_, to_clear())


def _post(state: Firefight, side: str, vehicle: int, hex_: int) -> Post:
    """Targets, goals in sight or near, and infantry in whose reach it is."""
    goals = wanted(state)
    far = min((GRID.distance(hex_, goal) for goal in goals), default=0)
    watched = sum(GRID.distance(hex_, goal) <= SIGHT and sees(state, hex_, goal) for goal in goals)
    ahead = OVERWATCH * min(MOST_GOALS, watched) - AHEAD * max(0, far - REACH)
    return Post(targets_from(state, side, vehicle, hex_), ahead, _reached(state, side, hex_))


def _reached(state: Firefight, side: str, hex_: int) -> float:
    """What infantry beside a hex, and near it in sight, may do to a vehicle."""
    found = 0.0
    for at in members(target_hexes(state, side)):
        far = GRID.distance(at, hex_)
        if far <= 1:
            found += BESIDE
        elif far <= REACH and sees(state, at, hex_):
            found += CLOSE[ENEMY[side]] if far <= NEAR else IN_REACH
    return found


def promise(state: Firefight, vehicle: int, here: Post, spot: Spot) -> float:
    """What the fire from a post is worth with the hull pointing so: its best target, part of the others."""
    askew = ASKEW[model(state, vehicle).turret]
    values = [v * (1.0 if is_covered(spot.hex, spot.spine, at) else askew) for v, at in here.targets]
    values.sort(reverse=True)
    return values[0] + OTHERS * sum(values[1:3]) if values else 0.0


def gun_hexes(state: Firefight, side: str, first: int) -> dict[int, float]:
    """Where an enemy Gun is, or how likely it stands under each "?": the card says how many there are. A "?"
    that came up where no enemy was suspected is the likeliest.
    """
    crews = {int(state.at[u]) for u in known(state, side) if kind(state, u).type == "crew"}
    force = state.card.forces(state.options.balance)[ENEMY[side]]
    hidden = int(state.shrouds[number(ENEMY[side])])
    unseen = members(hidden & ~first or hidden)
    left = max(0, len(force.pieces) - len(crews))
    return {at: left / len(unseen) for at in unseen if left} | dict.fromkeys(crews, 1.0)


def danger(here: Post, spot: Spot, guns: dict[int, float], armed: set[int], aim: Aim) -> float:
    """What a vehicle risks at a post: infantry near by, guns that see it, who does not face its front."""
    found = aim.caution * here.danger
    for _, at in here.targets:
        found += aim.care * guns.get(at, 0.0)
        front = target_facing(at, spot.hex, spot.spine) == FRONT
        if at in armed:
            found += GUN_SEES + (0 if front else FLANK)
        elif not front and GRID.distance(at, spot.hex) <= SIGHT // 2:
            found += SIDEWAYS
    return found


def _gunners(state: Firefight, side: str) -> set[int]:
    """Where enemy vehicles stand that have a gun."""
    theirs = vehicles.on_map(state, ENEMY[side])
    return {int(state.vehicle_at[v]) for v in theirs if vehicles.is_armed(state, v)}


# ---------------------------------------------------------------- ways over several turns


class Country(NamedTuple):
    """What decides the ways of a vehicle, and nothing else: the map, who stands where, and breaches."""

    kind: str
    buttoned: bool
    area: int  # where it may go
    shunned: int  # hexes near enemies
    others: tuple[int, ...]  # vehicles and wrecks in its way
    breaches: tuple[tuple[int, int], ...]


def country(state: Firefight, side: str, vehicle: int, keep: int) -> Country:
    """The ground as a side knows it, without the hexes so near to an enemy."""
    foes, hostile = target_hexes(state, side), vehicles.hexes_of(state, ENEMY[side])
    others = [int(at) for v, at in enumerate(state.vehicle_at) if at >= 0 and v != vehicle]
    lanes = sum(1 << at for at in set(others)) & LANES
    buttoned = not vehicles.has(state, vehicle, V_EXPOSED)
    area = int(state.card.area) & ~(GRID.within(foes | hostile, keep) | lanes)
    near = GRID.within(foes, NEAR)
    return Country(state.vehicle_kind[vehicle], buttoned, area, near, tuple(sorted(others)), state.breaches)


def starts(state: Firefight, vehicle: int) -> tuple[Leg, ...]:
    """Where a way begins: where it is, or in every hex by which it may enter."""
    at, kind = int(state.vehicle_at[vehicle]), state.vehicle_kind[vehicle]
    if at != OFF:
        return (Leg(Spot(at, state.hull[vehicle]), 0),)
    buttoned = not vehicles.has(state, vehicle, V_EXPOSED)
    found = []
    for hex_ in members(gates(state, vehicle)):
        for step in driving.entries(kind, hex_, buttoned)[-1:]:
            crowd = int(COST["in_the_way"]) * vehicles.in_the_way(state, hex_, vehicle)
            found += [Leg(Spot(hex_, n), step.cost + crowd) for n in ONTO_MAP[state.card.from_south]]
    return tuple(found)


@lru_cache(maxsize=64)
def ways(land: Country, begin: tuple[Leg, ...]) -> dict[Spot, tuple[float, Leg, Spot | None]]:
    """Every place a vehicle can come to: what that costs with the risks on the way, the last leg, and the
    place before it.
    """
    queue = [(float(leg.cost), leg.spot, leg, None) for leg in begin]
    queue.sort(key=lambda row: row[:2])
    found: dict[Spot, tuple[float, Leg, Spot | None]] = {}
    while queue:
        price, spot, leg, before = heapq.heappop(queue)
        if spot in found:
            continue
        found[spot] = (price, leg, before)
        for one in _legs(land, spot):
            if one.spot not in found:
                more = one.cost + BOGGED * float(one.bogs)
                more += PASSING * (one.spot.hex != spot.hex and land.shunned >> one.spot.hex & 1)
                heapq.heappush(queue, (price + more, one.spot, one, spot))  # type: ignore[misc]
    return found


def _legs(land: Country, spot: Spot) -> Iterator[Leg]:
    """What a vehicle can do next: turn, or go on where the ground is free."""
    breached = tuple(b for a, b in land.breaches if a == spot.hex)
    most = 2 * MP[land.kind] - COST["start"]
    for leg in _next_legs(land.kind, land.buttoned, spot, breached):
        hex_ = leg.spot.hex
        if hex_ == spot.hex:
            yield leg
        elif land.area >> hex_ & 1:
            crowd = int(COST["in_the_way"]) * land.others.count(hex_)
            if leg.cost + crowd <= most:
                yield leg._replace(cost=leg.cost + crowd) if crowd else leg


@lru_cache(maxsize=65536)
def _next_legs(kind: str, buttoned: bool, spot: Spot, breached: tuple[int, ...]) -> tuple[Leg, ...]:
    """The same on an empty map: it changes with the breaches alone."""
    found = []
    if CODE[spot.hex] not in CLOSED:
        turn = driving.turning(1, False)
        found = [Leg(Spot(spot.hex, (spot.spine + by) % 6), turn) for by in (1, -1)]
    for n in (0, 1):
        hex_ = GRID.step(spot.hex, (spot.spine + n) % 6)
        step = _step(kind, spot.hex, hex_, buttoned, hex_ in breached) if hex_ in GRID.name else None
        if step is not None:
            found.append(Leg(Spot(hex_, spot.spine), *step))
    return tuple(found)


@lru_cache(maxsize=65536)
def _step(kind: str, a: int, b: int, buttoned: bool, breached: bool) -> tuple[int, Fraction] | None:
    """What the quick way into the next hex costs, and the chance to bog on it."""
    found = driving.ways(kind, a, b, buttoned, breached)
    return (found[-1].cost, 1 - driving.safe(found[-1])) if found else None


def legs_to(found: dict[Spot, tuple[float, Leg, Spot | None]], spot: Spot) -> tuple[Leg, ...]:
    """The legs of the way to a place, in their order."""
    legs: list[Leg] = []
    here: Spot | None = spot
    while here is not None:
        _, leg, before = found[here]
        legs.append(leg)
        here = before
    return tuple(reversed(legs))


# ---------------------------------------------------------------- the best course


def worth_of(
    state: Firefight, vehicle: int, here: Post, spot: Spot, fire: float, risk: Callable[[Post, Spot], float]
) -> float:
    """What a post is worth for each turn in which a vehicle is there."""
    return fire * promise(state, vehicle, here, spot) - risk(here, spot)


MOST_COURSES = 64
_courses: dict[tuple[object, ...], dict[Spot, Course]] = {}  # worked out anew when what a side knows changes


def course(state: Firefight, side: str, vehicle: int, aim: Aim = BOLD) -> Course:
    """The post that promises most for the turns that are left when a vehicle gets there; on the way there it
    stands while nothing else changes. `aim` says where it counts and how careful it is.
    """
    others = tuple(int(at) for v, at in enumerate(state.vehicle_at) if v != vehicle)
    key = (
        aim,
        vehicle,
        state.vehicle_flags[vehicle] & V_EXPOSED,
        others,
        state.breaches,
        knowledge(state, side),
    )
    spot = Spot(int(state.vehicle_at[vehicle]), state.hull[vehicle])
    found = _courses.get(key)
    if found is None or spot not in found:
        if len(_courses) >= MOST_COURSES:
            _courses.clear()
        found = _courses[key] = _stages(spot, _course(state, side, vehicle, aim))
    return found[spot]


def _stages(spot: Spot, whole: Course) -> dict[Spot, Course]:
    """What is left of a course at every place of its way."""
    found = {spot: whole}
    for n, leg in enumerate(whole.legs):
        rest = whole.legs[n + 1 :]
        found[leg.spot] = Course(whole.gain if rest else 0.0, whole.goal, rest)
    return found


def _course(state: Firefight, side: str, vehicle: int, aim: Aim) -> Course:
    begin, whole = starts(state, vehicle), 2 * MP[state.vehicle_kind[vehicle]]
    land = country(state, side, vehicle, aim.keep)
    if aim.hexes:  # who must be there now passes by enemies
        land = land._replace(shunned=0)
    found = ways(land, begin)
    turns = max(1, state.card.turns - state.turn + 1)
    taken = {int(at) for v, at in enumerate(state.vehicle_at) if v != vehicle}
    home = begin[0].spot if state.vehicle_at[vehicle] != OFF else None
    posts = _posts_of(state, side, vehicle)
    values: dict[Spot, float] = {}
    guns, armed = gun_hexes(state, side, aim.first) if aim.care else {}, _gunners(state, side)

    def risk(here: Post, spot: Spot) -> float:
        return danger(here, spot, guns, armed, aim)

    for spot, (price, _, _) in found.items():
        share = 1 - price / whole / turns
        if spot == home or (share > 0 and spot.hex not in taken and CODE[spot.hex] not in CLOSED):
            here = _post_for(posts, state, side, vehicle, spot.hex)
            values[spot] = worth_of(state, vehicle, here, spot, aim.fire, risk) * share
            values[spot] += aim.ahead * here.ahead + aim.counted * (aim.hexes >> spot.hex & 1)
    goal = max(values, key=lambda spot: (values[spot], spot), default=begin[0].spot)
    now = values[home] if home is not None else -NOWHERE
    return Course(values.get(goal, 0.0) - now, goal, legs_to(found, goal)[home is not None :])
