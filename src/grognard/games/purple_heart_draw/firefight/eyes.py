"""Who sees whom in a fight. Everything a rule of one side asks is answered from what that side may know."""

from __future__ import annotations

from functools import lru_cache

from grognard.core.caching import once_a_position

from ..board import GRID
from ..pieces import SIDES
from . import obstacles, vehicles
from .cliff_faces import faces, has_left_ground
from .clouds import smoke_rows
from .crest_status import is_crested
from .forces import ENEMY, SIDE, VEHICLE_SIDE
from .foxholes import uncover
from .going import CONCEALING, GULLIES, HEDGE_TEM, OPEN, cost, exits, hexside_tem, in_hex_tem, near
from .mission_areas import mission_area
from .obstacles import FOUND
from .pillboxes import box_at, boxes, place_inside
from .places import CREST, Place
from .position import BROKEN, CONCEALED, CX, FOXHOLE, HIDDEN, JAMMED, MELEE, PIN, Firefight
from .rubble import is_gone
from .sight import BURNING, CLEAR, Air, Cloud, Ground, Sight, sight
from .units import (
    edge,
    excess,
    guns_of,
    has,
    in_hex,
    is_armed,
    is_burdened,
    is_covered,
    is_encircled,
    is_good,
    is_ordnance,
    known,
    known_in,
    movers,
    number,
    on_map,
    pieces_of,
    printed_gun,
    settle,
    show,
    small_arms,
)
from .verges import corner_of

FOUND_WITHIN, ANYWHERE = 16, 99  # hexes


def ground(state: Firefight) -> Ground:
    return Ground(state.options.los_building, state.options.hillside_bocage, int(state.rubble))


@lru_cache(maxsize=256)
def _air(
    smoke: tuple[tuple[int, int, str], ...],
    mist: bool,
    hulks: int = 0,
    fires: tuple[int, ...] = (),
    blasts: tuple[int, ...] = (),
) -> Air:
    clouds = {hex_: Cloud(BURNING, "burning") for hex_ in fires}
    clouds |= {hex_: Cloud(amount + BURNING * (hex_ in fires), kind) for hex_, amount, kind in smoke}
    return Air(clouds, hulks, mist, blasts)


@once_a_position
def air(state: Firefight) -> Air:
    """ASL-A24, ASL-E3.32: the SMOKE that hangs over the field, and the mist; ASL-D9.4, ASL-B25.14: vehicles,
    wrecks, and the smoke of those that burn; ASL-C1.57: shells that throw up earth.
    """
    mist, smoke, blasts = state.card.mist, smoke_rows(state), dust(state)
    if not state.card.has_vehicles and not any(state.vehicle_kind) and not state.blazes:
        return _air(smoke, mist, blasts=blasts) if smoke or mist or blasts else CLEAR
    hulks, fires = vehicles.obstacles(state), vehicles.fires(state)
    return _air(smoke, mist, hulks, fires, blasts) if smoke or mist or hulks or fires or blasts else CLEAR


def dust(state: Firefight) -> tuple[int, ...]:
    """ASL-C1.57: the hexes of each concentration of HE that hinders sight."""
    if not any(state.shells):
        return ()
    rows = zip(state.shells, state.round_at, state.mission, state.line, strict=True)
    return tuple(
        mission_area(hex_, mission or "HE", line)
        for shells, hex_, mission, line in rows
        if shells and shells[2] and hex_ >= 0
    )


def hindered(seen: Sight) -> int:
    """ASL-E3.1: what takes open ground away: every hindrance but mist."""
    return sum(cause.amount for cause in seen.hindrances if cause.kind != "mist")


def stand(state: Firefight, side: str, hex_: int) -> Place:
    """Where the units of a side in a hex stand, as everybody knows: in a foxhole if all are that are
    there.
    """
    if state.foxholes and all_dug_in(state, side, hex_):
        return place_inside(hex_, boxes(state).get(hex_))
    if state.crests and len(found := crest_places(state, side, hex_)) == 1:
        return found[0]
    return Place(hex_, advantage=bool(state.walls[number(side)] >> hex_ & 1))


def crest_places(state: Firefight, side: str, hex_: int) -> tuple[Place, ...]:
    """ASL-B20.9: the crest of a hex where known units of a side are at it, and its bottom where others are;
    empty: no unit has Crest status there.
    """
    there = known_in(state, ENEMY[side], hex_)
    up = [u for u in there if is_crested(state, u)]
    if not up:
        return ()
    below = len(up) < len(there) or bool(state.shrouds[number(side)] >> hex_ & 1)
    return (Place(hex_, CREST), *([Place(hex_)] if below else ()))


def all_dug_in(state: Firefight, side: str, hex_: int) -> bool:
    """Whether every unit of a side that the enemy knows of in a hex is in its foxhole; a "?" may be
    outside.
    """
    there = known_in(state, ENEMY[side], hex_)
    covered = state.shrouds[number(side)] >> hex_ & 1
    return bool(there) and not covered and all(has(state, u, FOXHOLE) for u in there)


def stand_of(state: Firefight, unit: int) -> Place:
    """Where a unit looks from; a hidden one could claim Wall Advantage the moment it shows itself
    (ASL-B9.322).
    """
    side, hex_ = SIDE[unit], state.at[unit]
    if has(state, unit, FOXHOLE):
        return place_inside(hex_, box_at(state, side, hex_))
    if is_crested(state, unit):
        return Place(hex_, CREST)
    if has(state, unit, HIDDEN) and not state.walls[number(side)] >> hex_ & 1:
        across_is_free = not state.walls[number(ENEMY[side])] & _across(hex_)
        return Place(hex_, advantage=across_is_free and is_armed(state, unit))
    return stand(state, side, hex_)


def _across(hex_: int) -> int:
    from .going import across_own_hexsides

    return across_own_hexsides(hex_)


def stands(state: Firefight, side: str, hex_: int) -> tuple[Place, ...]:
    """ASL-A4.34: where the units of a side in a hex may be seen: those in bypass at every corner they came
    by.
    """
    if corners := edge(state, side, hex_):
        return tuple(Place(hex_, corner=corner) for corner in corners)
    crests = crest_places(state, side, hex_) if state.crests else ()
    ground_ = crests or (stand(state, side, hex_),)
    return _with_climbers(state, side, hex_, ground_) if state.climbs else ground_


def _with_climbers(state: Firefight, side: str, hex_: int, others: tuple[Place, ...]) -> tuple[Place, ...]:
    """ASL-B11.4: units on a cliff are seen there; the others of the hex, if there are any, on the ground."""
    there = known_in(state, ENEMY[side], hex_)
    on_face = [unit for unit in there if has_left_ground(state, unit)]
    if not on_face:
        return others
    found = tuple(place for u in on_face for place in faces(state, u))
    below = len(on_face) < len(there) or state.shrouds[number(side)] >> hex_ & 1
    return (*found, *others) if below else found


def looks_from(state: Firefight, unit: int) -> tuple[Place, ...]:
    """The places a unit looks from: one, but for a climber, who sees from both ends of the hexside."""
    return (faces(state, unit) if state.climbs else ()) or (stand_of(state, unit),)


def corner_tem(hex_: int, corner: int) -> int:
    """ASL-B9.3: wall or bocage of the hex that ends in a corner, on its level."""
    ways = (6 * hex_ + corner, 6 * hex_ + (corner + 1) % 6)
    return max((HEDGE_TEM[w] for w in ways if w in HEDGE_TEM), default=0)


def _corner_cover(hex_: int, seen: Sight) -> int:
    return corner_tem(hex_, seen.target.corner) if seen.target.corner >= 0 else 0


def view(state: Firefight, unit: int, side: str, hex_: int) -> Sight:
    """How a unit sees the units of `side` in a hex; in bypass, where it sees them best."""
    if edge(state, side, hex_) or state.crests or state.climbs:
        heres, theres = looks_from(state, unit), stands(state, side, hex_)
        seen = [sight(here, there, air(state), ground(state)) for here in heres for there in theres]
        return min(seen, key=lambda one: (not one.is_unit_seen, one.hindrance + _corner_cover(hex_, one)))
    return sight(stand_of(state, unit), stand(state, side, hex_), air(state), ground(state))


def sees(state: Firefight, unit: int, hex_: int) -> bool:
    """ASL-A6.5: whether a unit sees enemy units in a hex."""
    return state.at[unit] == hex_ or view(state, unit, ENEMY[SIDE[unit]], hex_).is_unit_seen


def see_each_other(state: Firefight, one: int, other: int) -> bool:
    if state.at[one] == state.at[other]:
        return True
    pairs = ((here, there) for here in looks_from(state, one) for there in looks_from(state, other))
    return any(sight(here, there, air(state), ground(state)).is_unit_seen for here, there in pairs)


def is_adjacent(state: Firefight, a: int, b: int) -> bool:
    """ASL-A.8: ADJACENT: next to each other, in sight, and Infantry could advance across."""
    if b not in exits(a) or (cost(a, b) is None and cost(b, a) is None):
        return False
    if is_gone(state, a) or is_gone(state, b):
        return False
    return sight(Place(a), Place(b), ground=ground(state)).is_seen


def normal_range(state: Firefight, unit: int) -> int:
    """As far as a unit fires without Long Range, with its best weapon; only of units that are known or one's
    own.
    """
    return max([small_arms(state, unit)[1], *_reaches(state, unit)])


def _reaches(state: Firefight, unit: int) -> list[int]:
    works = [g for g in guns_of(state, unit) if not state.gun_flags[g] & JAMMED]
    return [printed_gun(state, g).range for g in works if not is_ordnance(state, g)]


def find_works(state: Firefight) -> None:
    """ASL-A12.33: works are found by a Good Order enemy who sees their hex, in concealment terrain within 16
    hexes.
    """
    for side in SIDES:
        for hex_, _ in state.dug[number(side)]:
            if any(_finds(state, enemy, hex_) for enemy in on_map(state, ENEMY[side])):
                uncover(state, side, hex_)
        for item, hex_ in state.buried[number(side)]:
            lies = item.startswith(FOUND)
            if lies and any(_finds(state, enemy, hex_) for enemy in on_map(state, ENEMY[side])):
                obstacles.uncover(state, hex_, "ASL-A12.33")
        _find_guns(state, side)
        _find_crowds(state, side)


def _find_crowds(state: Firefight, side: str) -> None:
    """ASL-A12.14.b: the "?" of overstacked units is lost in sight of a known Good Order enemy or a manned
    vehicle, however far off.
    """
    hexes = {state.at[u] for u in on_map(state, side) if has(state, u, CONCEALED)}
    crowds = [hex_ for hex_ in hexes if excess(state, in_hex(state, side, hex_)) > 0]
    for unit in [u for u in on_map(state, side) if state.at[u] in crowds and has(state, u, CONCEALED)]:
        if is_watched(state, unit):
            show(state, unit, "ASL-A12.14.b")
            settle(state, "ASL-A12.14.b")


def is_watched(state: Firefight, unit: int, within: int = ANYWHERE) -> bool:
    """Whether a known Good Order enemy or a vehicle that is manned sees a unit."""
    at = state.at[unit]
    enemies = [u for u in known(state, SIDE[unit]) if is_good(state, u)]
    if any(GRID.distance(state.at[u], at) <= within and see_each_other(state, u, unit) for u in enemies):
        return True
    tanks = [v for v in vehicles.on_map(state, ENEMY[SIDE[unit]]) if vehicles.is_active(state, v)]
    close = [v for v in tanks if GRID.distance(state.vehicle_at[v], at) <= within]
    return any(vehicle_sees_unit(state, v, unit) for v in close)


def give_away(state: Firefight, unit: int, clause: str) -> None:
    """ASL-A12.14.c, ASL-A12.141: a unit that acts loses its "?" in sight of a known Good Order enemy within
    16 hexes, and keeps it out of sight. ASL-A12.14.d: an enemy under a "?" would have to show itself first.
    """
    if is_covered(state, unit) and is_watched(state, unit, FOUND_WITHIN):
        show(state, unit, clause)


def _find_guns(state: Firefight, side: str) -> None:
    """ASL-A12.2: a Gun outside concealment terrain is revealed by a Good Order enemy who sees it within 16
    hexes.
    """
    for unit in on_map(state, side):
        bare = not state.open >> unit & 1 and not conceals(state, state.at[unit])
        if bare and pieces_of(state, unit) and in_sight_of(state, unit, within=FOUND_WITHIN):
            show(state, unit, "ASL-A12.2")
            settle(state, "ASL-A12.2")


def _finds(state: Firefight, unit: int, hex_: int) -> bool:
    far = GRID.distance(state.at[unit], hex_)
    if not is_good(state, unit) or has(state, unit, HIDDEN) or (conceals(state, hex_) and far > FOUND_WITHIN):
        return False
    return sight(stand_of(state, unit), Place(hex_), air(state), ground(state)).is_seen


def is_open_to(state: Firefight, viewer: int, hex_: int, side: str) -> bool:
    """ASL-A10.531: whether a hex is Open Ground to a viewer: no cover, no hindrance on the way."""
    seen = view(state, viewer, side, hex_)
    return (
        seen.is_unit_seen
        and not hindered(seen)
        and bool(OPEN >> hex_ & 1)
        and not (hexside_tem(state.at[viewer], hex_) or in_hex_tem(hex_))
    )


def threats(state: Firefight, side: str) -> list[int]:
    """The enemy's known, unbroken, armed units."""
    return [u for u in known(state, side) if is_armed(state, u) and not has(state, u, BROKEN)]


def could_interdict(state: Firefight, viewer: int, hex_: int, side: str) -> bool:
    """ASL-A10.532: a threat that could fire there: in Normal Range, in LOS, not pinned, CX, encircled or in
    Melee.
    """
    if state.flags[viewer] & (PIN | CX | MELEE | BROKEN) or is_burdened(state, viewer):
        return False
    if is_encircled(state, viewer):
        return False
    distance = GRID.distance(state.at[viewer], hex_)
    return distance <= min(16, normal_range(state, viewer)) and is_open_to(state, viewer, hex_, side)


def in_sight_of(state: Firefight, unit: int, good: bool = True, within: int = 99) -> bool:
    """Whether some enemy sees a unit: a Good Order one, or any unbroken one. The referee asks; nobody is told
    more.
    """
    for enemy in on_map(state, ENEMY[SIDE[unit]]):
        fit = is_good(state, enemy) if good else not has(state, enemy, BROKEN)
        if (
            fit
            and GRID.distance(state.at[enemy], state.at[unit]) <= within
            and see_each_other(state, enemy, unit)
        ):
            return True
    return any(
        GRID.distance(state.vehicle_at[v], state.at[unit]) <= within and vehicle_sees_unit(state, v, unit)
        for v in vehicles.on_map(state, ENEMY[SIDE[unit]])
    )


def crossing(state: Firefight) -> tuple[Place, ...]:
    """ASL-A8.15: the two corners of the hexside that the movers have just crossed."""
    moving = movers(state)
    if moving is None or not moving.crossed or not moving.units or moving.origin < 0:
        return ()
    hex_ = state.at[moving.units[0]]
    if hex_ < 0 or moving.origin not in near(hex_):
        return ()
    way = GRID.direction(hex_, moving.origin)
    return Place(hex_, corner=(way - 1) % 6), Place(hex_, corner=way)


def crossing_views(state: Firefight, here: Place) -> list[Sight]:
    """How the crossing is seen from a place: corner by corner; empty: not, or from a hex of the hexside."""
    ends = crossing(state)
    moving = movers(state)
    if not ends or moving is None or here.hex in (ends[0].hex, moving.origin):
        return []
    return [sight(here, there, air(state), ground(state)) for there in ends]


def sees_crossing(state: Firefight, here: Place) -> bool:
    """ASL-A8.15: both corners of the hexside."""
    found = crossing_views(state, here)
    return bool(found) and all(seen.is_seen for seen in found)


def conceals(state: Firefight, hex_: int) -> bool:
    """Whether a hex is concealment terrain; FF-R4: a gully or stream by the option."""
    by_option = GULLIES if state.options.gully_concealment == "yes" else 0
    return bool((CONCEALING | by_option) >> hex_ & 1)


def enemies_near(state: Firefight, side: str, hex_: int) -> list[int]:
    """The threats that are ADJACENT to a hex or in it."""
    return [u for u in threats(state, side) if state.at[u] == hex_ or is_adjacent(state, hex_, state.at[u])]


def foot_hexes(state: Firefight, side: str) -> int:
    """ASL-D.6: hexes with enemies on foot that a side knows of, or with a "?"."""
    found = int(state.shrouds[number(ENEMY[side])])
    for unit in known(state, side):
        found |= (not state.riding >> unit & 1) << state.at[unit]
    return found


def has_infantry(state: Firefight, side: str, hex_: int) -> bool:
    return bool(foot_hexes(state, side) >> hex_ & 1)


def target_hexes(state: Firefight, side: str) -> int:
    """Hexes with enemies a side knows of: open, or under a "?". FF-O17: a hex with hidden units alone is
    refused as an empty one is.
    """
    found = int(state.shrouds[number(ENEMY[side])])
    for unit in known(state, side):
        found |= 1 << state.at[unit]
    return found


# ---------------------------------------------------------------- vehicles


def vehicle_stand(state: Firefight, vehicle: int) -> Place:
    """ASL-B9.521.afv: where a vehicle looks from and is looked at."""
    side, hex_ = VEHICLE_SIDE[vehicle], state.vehicle_at[vehicle]
    if state.verge[vehicle] >= 0:  # ASL-D2.3
        return Place(hex_, corner=corner_of(state.verge[vehicle]))
    return Place(hex_, advantage=bool(state.walls[number(side)] >> hex_ & 1))


def vehicle_view(state: Firefight, vehicle: int, hex_: int) -> Sight:
    """How a vehicle sees the enemy units in a hex; in bypass, where it sees them best."""
    here, side = vehicle_stand(state, vehicle), ENEMY[VEHICLE_SIDE[vehicle]]
    seen = [sight(here, there, air(state), ground(state)) for there in stands(state, side, hex_)]
    return min(seen, key=lambda one: (not one.is_unit_seen, one.hindrance))


def vehicle_sees(state: Firefight, vehicle: int, hex_: int) -> bool:
    return state.vehicle_at[vehicle] == hex_ or vehicle_view(state, vehicle, hex_).is_unit_seen


def vehicle_sees_vehicle(state: Firefight, vehicle: int, other: int) -> Sight:
    return sight(vehicle_stand(state, vehicle), vehicle_stand(state, other), air(state), ground(state))


def unit_sees_vehicle(state: Firefight, unit: int, vehicle: int) -> Sight:
    there = vehicle_stand(state, vehicle)
    seen = [sight(here, there, air(state), ground(state)) for here in looks_from(state, unit)]
    return min(seen, key=lambda one: (not one.is_unit_seen, one.hindrance))


def vehicle_sees_unit(state: Firefight, vehicle: int, unit: int) -> bool:
    """Whether a crew that can look sees a unit."""
    if not vehicles.is_active(state, vehicle):
        return False
    return state.vehicle_at[vehicle] == state.at[unit] or unit_sees_vehicle(state, unit, vehicle).is_unit_seen
