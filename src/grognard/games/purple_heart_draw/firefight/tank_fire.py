"""Guns of vehicles, and light anti-tank weapons against vehicles: who may fire what at which hex, and what is
added to the dice to hit.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from grognard.core.facts import UNKNOWN
from grognard.core.hexes import OFF
from grognard.core.ruling import Modifier, total

from ..board import GRID
from . import aiming, belly, commanders, crests, gun_aim, guns, gyro, ordnance, shortage, vehicles, verges
from .dash import is_dashing
from .eyes import (
    ground,
    has_infantry,
    stand_of,
    target_hexes,
    unit_sees_vehicle,
    vehicle_sees,
    vehicle_sees_vehicle,
    vehicle_stand,
    vehicle_view,
)
from .forces import ENEMY, FIRST_GUN, GUN_SIDE, SIDE, VEHICLE_SIDE
from .going import BOTTOM, CODE, crossed, hexside_tem, in_hex_tem
from .going import near as around
from .gun_aim import HULL_TURNS
from .obstacles import block_tem
from .ordnance import AREA, INFANTRY, LIGHT, VEHICLES, WEAPONS, Aim, Weapon
from .places import Place
from .position import (
    G_USED,
    PIN,
    V_BOUNDING,
    V_ENTERED,
    V_FINAL,
    V_FIRED,
    V_FIRST,
    V_MOTION,
    V_PREP,
    V_RECALLED,
    V_SHAKEN,
    V_SKIRTS,
    Firefight,
    Shell,
    Shot,
)
from .shots import (
    ADVANCING_FIRE,
    COVERS,
    FINAL_FIRE,
    FIRST_FIRE,
    PREP_FIRE,
    UPRIGHT,
    Exposure,
    cover,
    crowding,
    edge_cover,
    hindrances,
    lies_open,
)
from .sight import CLEAR, Sight, sight
from .standing import aimed_at
from .terrain import CLIFFS
from .units import is_hazardous, known_in, number, shooter
from .vehicles import DATA, armored, has, main_gun, model

BOUNDING_FIRE = "bounding"
SMOKES = ("smoke", "WP")
CLOSED = ("woods", "building")
TURRET_TURNS = {1: "A-T1", 2: "A-T2", 3: "A-T3"}

# ---------------------------------------------------------------- who


def own_guns(state: Firefight, side: str) -> list[int]:
    """The vehicles of a side whose guns could fire."""
    return [
        v for v in vehicles.on_map(state, side) if vehicles.is_active(state, v) and vehicles.has_gun(state, v)
    ]


def is_fresh(state: Firefight, kind: str, vehicle: int) -> bool:
    """ASL-C2.24, ASL-C2.241: without a rate of fire that was kept one shot in a player turn; a DEFENDER has
    Intensive Fire left.
    """
    flags = state.vehicle_flags[vehicle]
    if kind in (FIRST_FIRE, FINAL_FIRE):
        return not flags & V_FINAL
    return not flags & V_FIRED


def is_ready(state: Firefight, kind: str, vehicle: int) -> bool:
    """ASL-D2.4, ASL-D.3, ASL-D3.3: no Prep Fire in Motion, no fire in the AFPh after Prep or Bounding Fire.
    ASL-D3.32: a gun that kept its rate of fire in the MPh has no marker and fires once more in the AFPh.
    ASL-D3.3.opp: Opportunity Fire is for Infantry.
    """
    flags = state.vehicle_flags[vehicle]
    if kind == PREP_FIRE:
        leaves = flags & V_RECALLED and vehicles.can_drive(state, vehicle)  # ASL-D5.341
        return not flags & V_MOTION and not leaves
    if kind == ADVANCING_FIRE:
        return not flags & (V_PREP | V_BOUNDING)
    if kind == BOUNDING_FIRE:
        frame = vehicles.driver(state)
        fired = frame is not None and frame.fired_at >= frame.spent
        return frame is not None and frame.vehicle == vehicle and not fired and not flags & V_BOUNDING
    return True


def is_intensive(state: Firefight, kind: str, vehicle: int) -> bool:
    """ASL-C5.6: one more shot under a First Fire marker."""
    return kind in (FIRST_FIRE, FINAL_FIRE) and has(state, vehicle, V_FIRST)


# ---------------------------------------------------------------- at what


def enemy_vehicles(state: Firefight, side: str, hex_: int) -> list[int]:
    """The vehicles of the enemy in a hex that a shot could be aimed at."""
    return vehicles.in_hex(state, ENEMY[side], hex_)


def goal_hexes(state: Firefight, side: str) -> int:
    """Hexes with enemies that a side knows of, vehicles among them."""
    found = target_hexes(state, side)
    for vehicle in vehicles.on_map(state, ENEMY[side]):
        found |= 1 << state.vehicle_at[vehicle]
    return found


def sees_target(state: Firefight, vehicle: int, hex_: int) -> bool:
    """ASL-A6.11: a vehicle or Infantry of the enemy there, seen from the gun."""
    if state.vehicle_at[vehicle] == hex_:
        return True
    side = VEHICLE_SIDE[vehicle]
    if target_hexes(state, side) >> hex_ & 1 and vehicle_sees(state, vehicle, hex_):
        return True
    return any(
        vehicle_sees_vehicle(state, vehicle, v).is_unit_seen for v in enemy_vehicles(state, side, hex_)
    )


def reaches(state: Firefight, vehicle: int, hex_: int) -> bool:
    """ASL-C2.25, ASL-C2.6: in range, and no more levels apart than hexes."""
    at = state.vehicle_at[vehicle]
    distance = GRID.distance(at, hex_)
    return distance <= main_gun(state, vehicle).most and (
        not distance or abs(BOTTOM[at] - BOTTOM[hex_]) <= distance
    )


def is_over_cliff(at: int, hex_: int) -> bool:
    """ASL-B11.31: no gun of a vehicle fires across a cliff into the next hex."""
    return hex_ in around(at) and 6 * at + GRID.direction(at, hex_) in CLIFFS


def is_busy_at_home(state: Firefight, vehicle: int, hex_: int) -> bool:
    """ASL-A11.7: with a Known enemy in its Location a vehicle fires only there."""
    at, side = state.vehicle_at[vehicle], VEHICLE_SIDE[vehicle]
    inside = known_in(state, side, at) or enemy_vehicles(state, side, at)
    return at != hex_ and bool(inside)


def arc(state: Firefight, vehicle: int) -> int:
    """Where its gun points."""
    turret = model(state, vehicle).turret
    return state.turret[vehicle] if turret else state.hull[vehicle]


def best_turn(state: Firefight, vehicle: int, hex_: int, now: int) -> int:
    return verges.best_turn(state, vehicle, hex_, now)


def may_turn(state: Firefight, vehicle: int) -> bool:
    """ASL-C5.11, ASL-C7.5: a turret always; a hull if it can move, out of woods and buildings."""
    free = not vehicles.is_immobile(state, vehicle) and CODE[state.vehicle_at[vehicle]] not in CLOSED
    return model(state, vehicle).turret or free


def can_point(state: Firefight, kind: str, vehicle: int, hex_: int) -> bool:
    """ASL-C5.13: in its own MPh a vehicle fires inside its covered arc; else it may turn for the shot."""
    at, now = state.vehicle_at[vehicle], arc(state, vehicle)
    if at == hex_ or verges.covers(state, vehicle, now, hex_):
        return True
    if kind == FIRST_FIRE and is_dashing(state, at, hex_):  # ASL-A4.63
        return False
    return kind != BOUNDING_FIRE and may_turn(state, vehicle)


AtHex = Callable[[Firefight, str, int, int], bool]  # kind of fire, vehicle, hex
AT_HEX: tuple[tuple[str, str, AtHex], ...] = (
    (
        "ASL-A11.7",
        "{unit} has an enemy in its own Location",
        lambda s, k, v, h: not is_busy_at_home(s, v, h),
    ),
    ("ASL-C2.25", "{hex} is out of range of {unit}, or too steep", lambda s, k, v, h: reaches(s, v, h)),
    ("ASL-B11.31", "{hex} lies across a cliff", lambda s, k, v, h: not is_over_cliff(s.vehicle_at[v], h)),
    ("ASL-C5.13", "{hex} is not in the covered arc of {unit}, which cannot turn now", can_point),
    (
        "ASL-C2.241",
        "{unit} has only Intensive Fire left, at its own hex or the next",
        lambda s, k, v, h: near(s, k, v, h),
    ),
    ("ASL-A6.11", "{unit} does not see an enemy in {hex}", lambda s, k, v, h: sees_target(s, v, h)),
)


def near(state: Firefight, kind: str, vehicle: int, hex_: int) -> bool:
    """ASL-C2.241: in the DFPh a gun under First Fire shoots at the next hex at most."""
    far = GRID.distance(state.vehicle_at[vehicle], hex_) > 1
    return not (kind == FINAL_FIRE and has(state, vehicle, V_FIRST) and far)


# ---------------------------------------------------------------- what a shot may be


def is_towed(frame: Shell) -> bool:
    """Whether a Gun on the ground fires; else a vehicle's, or a light anti-tank weapon."""
    return frame.vehicle < 0 and WEAPONS[frame.weapon].is_gun


def side_of(state: Firefight, firer: int) -> str:
    """The side of who serves a weapon."""
    return SIDE[shooter(state, firer)]


def choose_default(state: Firefight, shell: Shell) -> Shell:
    """ASL-C.9: the topmost kind of target there is, and the first ammunition for it."""
    moving = vehicles.driver(state)
    if shell.kind == FIRST_FIRE and moving is not None:
        shell = replace(shell, target=moving.vehicle, aim=VEHICLES)
    kinds = aims(state, shell)
    aim = kinds[0] if kinds else INFANTRY
    targets = targets_in(state, shell) if aim == VEHICLES else []
    shell = replace(shell, aim=aim, target=targets[0] if targets else -1)
    ammo = ammunition(state, shell)
    return replace(shell, ammo=ammo[0] if ammo else "HE")


def special(state: Firefight, frame: Shell) -> dict[str, int]:
    """ASL-C8.9: depletion numbers of the gun that fires; ASL-A19.131: lower in Ammunition Shortage."""
    if is_towed(frame):
        less, found = shortage.lower(state, shooter(state, frame.firer)), gun_aim.special(state, frame)
    elif frame.vehicle >= 0:
        less, found = shortage.vehicle_lower(state, frame.vehicle), model(state, frame.vehicle).special
    else:
        return {}
    return {ammo: number - less for ammo, number in found.items()} if less else found


def targets_in(state: Firefight, frame: Shell) -> list[int]:
    """ASL-C3.31: the vehicles a shot may be aimed at: the one that moves, or those there that are seen."""
    moving = vehicles.driver(state)
    there = enemy_vehicles(state, frame.side, frame.hex)
    if frame.kind == FIRST_FIRE:
        return [v for v in there if moving is not None and v == moving.vehicle]
    return [v for v in there if view_of(state, frame, v) is None or is_seen(state, frame, v)]


def ammunition(state: Firefight, frame: Shell) -> list[str]:
    """ASL-C8.1, ASL-C8.31: what the gun may fire at this target; HEAT at Infantry only in buildings."""
    if is_towed(frame):
        return gun_aim.ammunition(state, frame)
    if frame.vehicle < 0:
        return ["HEAT"]
    spent = state.spent_ammo[frame.vehicle].split()
    if frame.ammo in SMOKES:  # ASL-C8.5: it was declared, and white phosphorus is the only other
        late = frame.kind == ADVANCING_FIRE
        left = [ammo for ammo in model(state, frame.vehicle).smoke if ammo not in spent]
        return [ammo for ammo in left if ammo == "WP" or not late]
    there = [kind for kind in model(state, frame.vehicle).ammo if kind not in spent]
    if frame.aim == VEHICLES:
        return there
    fit = ("HE", "HEAT") if frame.aim == INFANTRY and CODE[frame.hex] == "building" else ("HE",)
    return [kind for kind in there if kind in fit]


def aims(state: Firefight, frame: Shell) -> list[str]:
    """ASL-C3.32, ASL-C3.33, ASL-D.6: at a vehicle, at Infantry, or at a hex; own hex and First Fire at
    vehicles limit it.
    """
    if frame.vehicle < 0 and not is_towed(frame):
        return [VEHICLES]
    if frame.ammo in SMOKES:
        return [AREA]
    found = [VEHICLES] if targets_in(state, frame) else []
    movers = frame.targets or frame.kind != FIRST_FIRE
    if movers and has_infantry(state, frame.side, frame.hex):
        found.append(INFANTRY)
        if at_of(state, frame) != frame.hex and may_blanket(state, frame):
            found.append(AREA)
    return [aim for aim in found if ammunition(state, replace(frame, aim=aim))]


def may_blanket(state: Firefight, frame: Shell) -> bool:
    """ASL-C3.33.rof: at a hex a gun fires before any other shot of its player turn, or by Intensive Fire."""
    return frame.vehicle >= 0 or not state.gun_flags[frame.firer - FIRST_GUN] & G_USED


# ---------------------------------------------------------------- what is seen


def at_of(state: Firefight, frame: Shell) -> int:
    if frame.home != OFF:
        return frame.home
    return int(
        state.vehicle_at[frame.vehicle] if frame.vehicle >= 0 else state.at[shooter(state, frame.firer)]
    )


def view_of(state: Firefight, frame: Shell, target: int) -> Sight | None:
    """How the firer sees a vehicle; `None`: in its own hex."""
    if at_of(state, frame) == frame.hex:
        return None
    if frame.vehicle >= 0:
        return vehicle_sees_vehicle(state, frame.vehicle, target)
    return unit_sees_vehicle(state, shooter(state, frame.firer), target)


def is_seen(state: Firefight, frame: Shell, target: int) -> bool:
    seen = view_of(state, frame, target)
    return seen is None or seen.is_unit_seen


def is_hull_down(state: Firefight, frame: Shell) -> bool:
    """ASL-D4.21, ASL-B9.6.afv: behind a wall or bocage on its level that would give cover, except against a
    firer next door who holds Wall Advantage there.
    """
    at, hex_ = at_of(state, frame), frame.hex
    if frame.target >= 0 and crests.is_covered_by_crest(state, frame.target, at):  # ASL-D4.22
        return True
    sheltered = max(hexside_tem(at, hex_), block_tem(state, at, hex_)) and in_hex_tem(hex_) < 1
    if at == hex_ or not sheltered or belly.is_bared(state, frame, at):
        return False
    side = number(frame.side)
    return not (GRID.distance(at, hex_) == 1 and state.walls[side] >> at & 1 and bool(crossed(at, hex_)))


def vehicle_tem(state: Firefight, frame: Shell) -> list[Modifier]:
    """ASL-C6.8: cover inside the hex of a vehicle; behind a wall it is hull down instead."""
    bare = frame.target >= 0 and verges.is_on_verge(state, frame.target)  # ASL-D2.3
    tem = 0 if bare else in_hex_tem(frame.hex)
    if tem:
        return [Modifier(tem, "ASL-C6.8", "terrain")]
    at = at_of(state, frame)
    higher = at != frame.hex and BOTTOM[frame.hex] > BOTTOM[at] and not is_hull_down(state, frame)
    return [Modifier(1, "ASL-B10.31", "height advantage")] if higher else []


def seen_modifiers(state: Firefight, frame: Shell, place: Exposure = UPRIGHT) -> list[Modifier]:
    """ASL-C6.8, ASL-C6.9: cover and hindrance as the firer meets them."""
    if frame.aim == VEHICLES:
        seen = view_of(state, frame, frame.target)
        return vehicle_tem(state, frame) + (hindrances(seen, frame.hex) if seen is not None else [])
    place = place._replace(shield=-1)  # ASL-C11.5: a gunshield does not make a Gun harder to hit
    if frame.vehicle < 0:
        return aiming.seen_modifiers(state, as_shot(frame), place)
    return infantry_view(state, frame.vehicle, frame.side, frame.hex, place)


def infantry_view(
    state: Firefight, vehicle: int, side: str, hex_: int, place: Exposure = UPRIGHT
) -> list[Modifier]:
    """Cover and hindrance of Infantry in a hex, as a vehicle meets them."""
    at, enemy = state.vehicle_at[vehicle], ENEMY[side]
    seen = vehicle_view(state, vehicle, hex_) if at != hex_ else None
    if seen is not None and seen.target.corner >= 0:
        tem, clause, words = edge_cover(state, at, enemy, hex_, seen.target.corner)
    else:
        tem, clause, words = cover(state, at, enemy, hex_, place)
    found = [Modifier(tem, clause, words)] if tem else []
    return found + (hindrances(seen, hex_) if seen is not None else [])


# ---------------------------------------------------------------- the dice to hit


def number_to_hit(state: Firefight, frame: Shell) -> int:
    """ASL-C3.3."""
    weapon = WEAPONS[frame.weapon]
    distance = GRID.distance(at_of(state, frame), frame.hex)
    type_ = LIGHT if weapon.is_light else frame.aim
    return ordnance.number_to_hit(weapon, type_, frame.ammo, distance, is_captured(state, frame))


def is_captured(state: Firefight, frame: Shell) -> bool:
    """ASL-C5.8: a captured Gun has worse numbers."""
    return is_towed(frame) and GUN_SIDE[frame.firer - FIRST_GUN] != frame.side


def is_unknown(state: Firefight, frame: Shell) -> bool:
    """ASL-A12.34: whether this seat does not know who serves the Gun that fires."""
    holders: Sequence[object] = state.holder
    return is_towed(frame) and holders[frame.firer - FIRST_GUN] is UNKNOWN


def aimed_place(state: Firefight, frame: Shell) -> Exposure:
    """How all Infantry stands that is known to be shot at."""
    if frame.aim == VEHICLES:
        return UPRIGHT
    return aimed_at(state, frame.side, frame.hex, at_of(state, frame), frame.targets)


def hit_modifiers(
    state: Firefight, frame: Shell, concealed: bool = False, place: Exposure | None = None
) -> list[Modifier]:
    """Everything added to the dice to hit; the list is the explanation. `place`: for a target that stands so
    (ASL-C11.2.th: the cover of a Gun counts here, or in the effect of fire at the hex); not given: for those
    the firer knows of.
    """
    place = aimed_place(state, frame) if place is None else place
    seen = seen_modifiers(state, frame, place)
    type_ = LIGHT if WEAPONS[frame.weapon].is_light else frame.aim
    found = of_firer(state, frame)
    if frame.rear:  # ASL-D7.22: no Case E
        found = [m for m in found if m.clause != "ASL-C5.5"]
    found += of_target(state, frame, type_, seen)
    found += [Modifier(aiming.GUN_SIZE, "ASL-C6.7", "target size")] if place.gun else []
    found += ordnance.case("K", type_) if concealed and not place.box else []
    found += ordnance.case("G", type_) if frame.cripple else []
    served = not frame.cripple and not (concealed and frame.aim == INFANTRY)  # ASL-C5.7, ASL-C6.51, ASL-C6.57
    found += acquisition(state, frame) if served else []
    found += [m for m in seen if frame.aim != AREA or m.clause not in COVERS]  # ASL-C3.331
    return found


def as_shot(frame: Shell) -> Shot:
    """A light anti-tank weapon's shot, for what it shares with shots at Infantry."""
    return Shot(
        frame.side,
        frame.hex,
        frame.kind,
        frame.firer,
        frame.weapon,
        leader=frame.leader,
        desperate=frame.desperate,
        check=frame.check,
        dice=frame.dice,
        home=frame.home,
    )


def of_firer(state: Firefight, frame: Shell) -> list[Modifier]:
    if frame.vehicle >= 0:
        return _of_gun(state, frame)
    if is_towed(frame):
        return gun_aim.modifiers(state, frame)
    return aiming.firer_modifiers(state, as_shot(frame))


def _of_gun(state: Firefight, frame: Shell) -> list[Modifier]:
    """ASL-C5.1 to ASL-C5.9: what hampers the gun of a vehicle."""
    vehicle, at = frame.vehicle, state.vehicle_at[frame.vehicle]
    on_verge = verges.is_on_verge(state, vehicle)
    closed, type_ = CODE[at] in CLOSED and not on_verge, frame.aim
    found: list[Modifier] = []
    if frame.turned:
        cases = TURRET_TURNS if model(state, vehicle).turret else HULL_TURNS
        found += ordnance.case(cases[frame.turned], type_) * (2 if closed else 1)
    found += _of_verge(state, frame) if on_verge else []
    found += _of_phase(state, frame, closed)
    found += ordnance.case("E-woods" if closed else "E", type_) if at == frame.hex else []
    found += ordnance.case("F", type_) if frame.intensive else []
    found += [] if vehicles.is_exposed(state, vehicle) else ordnance.case("I", type_)
    found += [*commanders.modifiers(state, vehicle), *gyro.rolling(state, frame)]
    if has(state, vehicle, V_SHAKEN):
        found.append(Modifier(1, "ASL-D5.34", "the crew was stunned"))
    if over := vehicles.crowd(state, frame.side, at):
        found.append(Modifier(over, "ASL-A5.2", "more than one vehicle in the hex"))
    return found


def _of_verge(state: Firefight, frame: Shell) -> list[Modifier]:
    """ASL-D2.33: a side shot pays Case A each time, unless the target is acquired; and 1 for a turn to or
    through a side.
    """
    if frame.turned:
        return ordnance.case("A-verge", frame.aim)
    again = verges.shows_side(state, frame.vehicle, frame.hex) and not acquisition(state, frame)
    return ordnance.case(TURRET_TURNS[1], frame.aim) if again else []


def _of_phase(state: Firefight, frame: Shell, closed: bool) -> list[Modifier]:
    """ASL-C5.2, ASL-C5.3, ASL-C5.31, ASL-C5.32: Advancing and Bounding Fire."""
    vehicle, type_ = frame.vehicle, frame.aim
    bounding = gyro.case_of(state, vehicle)
    if frame.kind == ADVANCING_FIRE:
        moved = has(state, vehicle, V_ENTERED)
        return ordnance.case(bounding if moved else "B-woods" if closed else "B", type_)
    if frame.kind != BOUNDING_FIRE:
        return []
    seen = in_sight_for(state, vehicle, _goal_place(state, frame))
    more = "C2" if seen is not None and seen <= 4 else "C1" if seen is not None and seen <= 6 else ""
    return ordnance.case(bounding, type_) + (ordnance.case(more, type_) if more else [])


def _goal_place(state: Firefight, frame: Shell) -> Place:
    return vehicle_stand(state, frame.target) if frame.aim == VEHICLES else Place(frame.hex)


def in_sight_for(state: Firefight, vehicle: int, other: Place) -> int | None:
    """ASL-C5.33, ASL-C6.15: the half MP the vehicle on its way has spent without a break in sight of a place;
    `None`: since before it moved, or it does not move.
    """
    frame = vehicles.driver(state)
    if frame is None or frame.vehicle != vehicle:
        return None
    spent = 0
    for hex_, price in reversed(frame.track):
        if hex_ < 0 or (hex_ != other.hex and not _sees_hex(state, other, hex_)):
            return spent
        spent += price
    return None


def _sees_hex(state: Firefight, place: Place, hex_: int) -> bool:
    return sight(place, Place(hex_, advantage=True), CLEAR, ground(state)).is_seen


def of_target(state: Firefight, frame: Shell, type_: str, seen: Sequence[Modifier]) -> list[Modifier]:
    """ASL-C6.1 to ASL-C6.7: movement, point blank, size."""
    at = at_of(state, frame)
    distance = GRID.distance(at, frame.hex)
    if frame.aim == VEHICLES:
        found = _moving_vehicle(state, frame, type_)
        size = armored(state, frame.target).size
        found += [Modifier(size, "ASL-C6.7", "target size")] if size else []
        still = not vehicles.is_rolling(state, frame.target)
    else:
        found, still = moving_infantry(state, frame, type_, seen), True
        found += crowding(state, frame.side, frame.hex) if frame.kind != BOUNDING_FIRE else []
    rolling = frame.vehicle >= 0 and vehicles.is_rolling(state, frame.vehicle)
    if distance in (1, 2) and still and not rolling:
        found += ordnance.case(f"L{distance}", type_)
    return found


def _moving_vehicle(state: Firefight, frame: Shell, type_: str) -> list[Modifier]:
    """ASL-C6.1, ASL-C6.11, ASL-C6.12: worse for a short time in sight, in First Fire."""
    if not vehicles.is_moving_target(state, frame.target):
        return []
    here = (
        vehicle_stand(state, frame.vehicle)
        if frame.vehicle >= 0
        else stand_of(state, shooter(state, frame.firer))
    )
    spent = in_sight_for(state, frame.target, here) if frame.kind == FIRST_FIRE else None
    case = "J" if spent is None or spent > 6 else "J1" if spent > 2 else "J2"
    return ordnance.case(case, type_)


def moving_infantry(state: Firefight, frame: Shell, type_: str, seen: Sequence[Modifier]) -> list[Modifier]:
    """ASL-C6.1, ASL-C6.13, ASL-C6.14: First Fire at movers; who is pinned moves no more."""
    there = [u for u in frame.targets if state.at[u] == frame.hex]
    own = at_of(state, frame) == frame.hex
    if frame.kind != FIRST_FIRE or not there or own or all(state.flags[u] & PIN for u in there):
        return []
    if is_hazardous(state, there):
        return ordnance.case("O", type_)
    found = ordnance.case("J3", type_) if frame.ffnam else []
    is_open = lies_open(state, ENEMY[frame.side], frame.hex)
    if is_open and not any(one.amount > 0 for one in seen if one.clause != "ASL-E3.32"):
        found += ordnance.case("J4", type_)
    return found + (ordnance.case("J", type_) if is_dashing(state, at_of(state, frame), frame.hex) else [])


def acquisition(state: Firefight, frame: Shell) -> list[Modifier]:
    """ASL-C6.5, ASL-C6.52, ASL-C6.55: what the gun has acquired, also for another target in the same
    Location; not while it bounds.
    """
    if is_towed(frame):
        return gun_aim.acquisition(state, frame)
    if frame.vehicle < 0 or (frame.kind == BOUNDING_FIRE and not gyro.has_gyro(state, frame.vehicle)):
        return []
    for vehicle, target, hex_, level in state.tracked:
        at = state.vehicle_at[target] if target >= 0 else hex_
        if vehicle == frame.vehicle and at == frame.hex:
            return ordnance.case(f"N{level}", frame.aim)
    return []


def is_unsteady(state: Firefight, frame: Shell) -> bool:
    """ASL-C5.35: a gun without stabilizer fires from Motion with its lower die doubled."""
    steady = gyro.has_gyro(state, frame.vehicle)
    return frame.vehicle >= 0 and not steady and vehicles.is_rolling(state, frame.vehicle)


# ---------------------------------------------------------------- a shot at a vehicle, all but the dice


def aim_of(state: Firefight, frame: Shell) -> Aim:
    at, target = at_of(state, frame), frame.target
    distance = GRID.distance(at, frame.hex)
    hull, turret = state.hull[target], state.turret[target]
    inside = ordnance.REAR if frame.rear else ""  # ASL-D7.22
    sides = [verges.facing(state, target, at, spine) if distance else inside for spine in (hull, turret)]
    turreted, goal = model(state, target).turret, armored(state, target)
    return Aim(
        WEAPONS[frame.weapon],
        frame.ammo,
        distance,
        belly.as_bared(state, goal, target) if belly.is_bared(state, frame, at) else goal,
        sides[0],
        0 if frame.dice else total(hit_modifiers(state, frame)),
        is_hull_down(state, frame),
        is_captured(state, frame),
        sides[1] if turreted else "",
        not frame.dice and is_unsteady(state, frame),
        has(state, target, V_SKIRTS),
    )


SOLID = {
    ammo: fp for ammo, fp in guns.DATA["power"].items() if ammo != "clause"
}  # ASL-C8.31: without explosive


def power(weapon: Weapon, aim: str, ammo: str, critical: bool = False) -> int:
    """ASL-C3.33, ASL-C3.51, ASL-C3.71, ASL-C8.31: at a hex half the firepower of a shell; a critical hit
    doubles the whole.
    """
    whole = int(DATA["heat"].get(weapon.id, weapon.he)) if ammo == "HEAT" else SOLID.get(ammo, weapon.he)
    if critical:
        return 2 * whole
    return whole // 2 if aim == AREA else whole
