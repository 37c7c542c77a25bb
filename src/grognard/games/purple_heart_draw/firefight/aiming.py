"""Mortars and light anti-tank weapons: who may fire what at which hex, and what is added to the dice to
hit.
"""

from __future__ import annotations

from grognard.core.caching import once_a_position
from grognard.core.hexes import OFF
from grognard.core.ruling import Modifier

from ..board import GRID
from . import guns, ordnance, spotting, vehicles
from .clouds import smoke_rows
from .crest_status import is_behind, is_crested
from .dash import is_dashing
from .eyes import foot_hexes, view
from .forces import ENEMY, FIRST_GUN, GUN_SIDE, SIDE
from .foxholes import TEM
from .going import BOTTOM, CODE, crossed, hexside_tem, is_in_stream, near, own_hexsides
from .ordnance import AREA, LIGHT, PANZERFAUST, WEAPONS, Weapon
from .ordnance import PF as PF
from .pillboxes import aims_inside, is_inside
from .position import (
    CX,
    DIRECTED,
    FINAL,
    FIRED,
    FIRST,
    G_FINAL,
    G_FIRST,
    GUN1,
    GUN2,
    OPPORTUNE,
    PIN,
    Firefight,
    Shot,
)
from .shots import (
    ADVANCING_FIRE,
    COVERS,
    EMPLACED,
    FIRST_FIRE,
    UPRIGHT,
    Exposure,
    cover,
    crowding,
    edge_cover,
    hex_tem,
    hindrances,
    lies_open,
    on_wire,
    place_of,
    second_man,
)
from .standing import aimed_at
from .terrain import CLIFFS, FEATURE
from .units import (
    edge,
    excess,
    guns_of,
    in_hex,
    is_encircled,
    is_hazardous,
    is_hero,
    is_ordnance,
    kind,
    known_in,
    leadership,
    name,
    on_map,
    shooter,
)
from .vehicles import is_riding

GUN_SIZE = guns.PIECES["40LL"].size  # ASL-C6.7: of all Guns
AIR_BURST, SHELTER = -1, 1  # ASL-C9.1: woods, and wall or bocage, under a mortar's shells
CLOSED = ("woods", "building")  # where a weapon is hard to turn
WALLS = ("wall",)
NO_MORTAR = ("building",)

# ---------------------------------------------------------------- who, and with what


@once_a_position
def own_shells(state: Firefight, side: str) -> list[int]:
    """The mortars and light anti-tank weapons that units of a side have on the map; ASL-D6.22: no riders."""
    units = [unit for unit in on_map(state, side) if not is_riding(state, unit)]
    held = [g for unit in units for g in guns_of(state, unit) if is_ordnance(state, g)]
    return [FIRST_GUN + g for g in held if not WEAPONS[state.gun_kind[g]].is_gun]


def weapon_of(state: Firefight, firer: int) -> Weapon:
    """What a firer shoots with; a unit by itself has a Panzerfaust."""
    return WEAPONS[state.gun_kind[firer - FIRST_GUN] if firer >= FIRST_GUN else PF]


def is_unmarked(state: Firefight, kind_: str, firer: int) -> bool:
    """ASL-C2.24: without a rate of fire that was kept a weapon fires once in a player turn."""
    return not state.gun_flags[firer - FIRST_GUN] & (G_FIRST | G_FINAL)


def is_served(state: Firefight, firer: int) -> bool:
    """ASL-C13.4: light anti-tank weapons need a squad, a half-squad, a hero, or two leaders."""
    unit = shooter(state, firer)
    strong = not kind(state, unit).is_single or is_hero(state, unit)
    return not weapon_of(state, firer).is_light or strong or second_man(state, firer) >= 0


def has_room(state: Firefight, firer: int) -> bool:
    """ASL-C9.los: a mortar does not fire out of a building."""
    unit = shooter(state, firer)
    roofed = CODE[state.at[unit]] in NO_MORTAR or is_inside(state, unit)
    return not (weapon_of(state, firer).is_mortar and roofed)


def is_dry(state: Firefight, firer: int) -> bool:
    """ASL-C2.7: no mortar fires from a stream."""
    return not (weapon_of(state, firer).is_mortar and is_in_stream(state.at[shooter(state, firer)]))


def can_take_faust(state: Firefight, kind_: str, unit: int) -> bool:
    """ASL-C13.31: able to fire, not as Subsequent First Fire; as use of a weapon a squad may try twice,
    giving up its own fire, others once.
    """
    flags, is_squad = state.flags[unit], kind(state, unit).type == "squad"
    if flags & (FIRST | FINAL):
        return False
    if is_squad:
        return not flags & GUN1 or (not flags & GUN2 and not flags & FIRED)
    return not flags & (GUN1 | DIRECTED | FIRED)


def faust_drm(state: Firefight, unit: int) -> int:
    """ASL-C13.31: of the check, against anything but a vehicle."""
    printed = kind(state, unit)
    size = "single" if printed.is_single else "half_squad" if printed.type != "squad" else ""
    more = int(PANZERFAUST[size]) if size else 0
    cx = int(PANZERFAUST["cx"]) if state.flags[unit] & CX else 0
    return more + cx + int(PANZERFAUST["no_vehicle"])


# ---------------------------------------------------------------- at what


def reaches(state: Firefight, firer: int, hex_: int) -> bool:
    """ASL-C2.25, ASL-C9.4, ASL-C13.32: between the least and the greatest range."""
    at = state.at[shooter(state, firer)]
    return ordnance.in_reach(weapon_of(state, firer), GRID.distance(at, hex_))


def is_fit_for_heat(state: Firefight, firer: int, hex_: int) -> bool:
    """ASL-C8.31: light anti-tank weapons are fired at a Gun, and at infantry only in buildings or behind a
    wall.
    """
    unit = shooter(state, firer)
    if not weapon_of(state, firer).is_light:
        return True
    at, side = state.at[unit], ENEMY[SIDE[unit]]
    if edge(state, side, hex_):
        return False
    if any(place_of(state, enemy).gun for enemy in known_in(state, SIDE[unit], hex_)):
        return True
    if aims_inside(state, SIDE[unit], hex_):  # ASL-C8.31: a pillbox
        return True
    _, clause, words = cover(state, at, side, hex_)
    if words == "terrain":
        return CODE[hex_] == "building"
    return clause in ("ASL-B9.3", "ASL-B9.31") and any(FEATURE[way] in WALLS for way in crossed(at, hex_))


def goal_hexes(state: Firefight, side: str) -> int:
    """ASL-C3.33: hexes with enemies a side knows of, vehicles among them."""
    return foot_hexes(state, side) | vehicles.hexes_of(state, ENEMY[side])


def is_fit_for_hex(state: Firefight, firer: int, hex_: int) -> bool:
    """ASL-C3.31: only a mortar is fired at a hex that holds nothing but vehicles."""
    return weapon_of(state, firer).is_mortar or bool(
        foot_hexes(state, SIDE[shooter(state, firer)]) >> hex_ & 1
    )


def is_over_cliff(state: Firefight, firer: int, hex_: int) -> bool:
    """ASL-B11.31: not across a cliff into the next hex; light anti-tank weapons only not upwards."""
    at = state.at[shooter(state, firer)]
    if hex_ not in near(at) or 6 * at + GRID.direction(at, hex_) not in CLIFFS:
        return False
    return BOTTOM[hex_] > BOTTOM[at] or not weapon_of(state, firer).is_light


# ---------------------------------------------------------------- the dice to hit


def type_of(weapon: Weapon) -> str:
    return AREA if weapon.is_mortar else LIGHT


def number_to_hit(state: Firefight, shot: Shot) -> int:
    """ASL-C3.33, ASL-C13.1: mortars aim at a hex; light anti-tank weapons have a table of their own."""
    weapon = WEAPONS[shot.weapon]
    distance = GRID.distance(state.at[shooter(state, shot.firer)], shot.hex)
    ammo = "HE" if weapon.is_mortar else "HEAT"
    return ordnance.number_to_hit(weapon, type_of(weapon), ammo, distance)


def aimed_place(state: Firefight, shot: Shot) -> Exposure:
    """How all Infantry stands that is known to be shot at; under a mortar's shells that counts later."""
    at = shot.home if shot.home != OFF else int(state.at[shooter(state, shot.firer)])
    light = WEAPONS[shot.weapon].is_light
    return aimed_at(state, shot.side, shot.hex, at, shot.targets) if light else UPRIGHT


def hit_modifiers(
    state: Firefight, shot: Shot, concealed: bool = False, place: Exposure | None = None
) -> list[Modifier]:
    """Everything added to the dice to hit; the list is the explanation. `place`: for a target that stands
    so; not given: for those the firer knows of.
    """
    place = aimed_place(state, shot) if place is None else place
    type_ = type_of(WEAPONS[shot.weapon])
    seen = seen_modifiers(state, shot, place._replace(shield=-1))
    found = _of_firer(state, shot, type_) + movement_modifiers(state, shot, seen)
    found += ordnance.case("K", type_) if concealed and not place.box else []
    found += [Modifier(GUN_SIZE, "ASL-C6.7", "target size")] if place.gun else []
    found += [*acquisition(state, shot), *crowding(state, shot.side, shot.hex)]
    return found + [m for m in seen if type_ == LIGHT or m.clause not in COVERS]  # ASL-C3.331, ASL-C6.8


def seen_modifiers(state: Firefight, shot: Shot, place: Exposure = UPRIGHT) -> list[Modifier]:
    """ASL-C6.8, ASL-C6.9: the cover of the target as the firer meets it, and every hindrance; ASL-C9.31: as
    the Spotter sees it.
    """
    unit, side, hex_ = spotting.eye(state, shot), ENEMY[shot.side], shot.hex
    at = state.at[unit]
    seen = view(state, unit, side, hex_) if at != hex_ or smoke_rows(state) else None
    if seen is not None and seen.target.corner >= 0:
        tem, clause, words = edge_cover(state, at, side, hex_, seen.target.corner)
    else:
        tem, clause, words = cover(state, at, side, hex_, place)
    found = [Modifier(tem, clause, words)] if tem else []
    return found + (hindrances(seen, hex_) if seen is not None else [])


def movement_modifiers(state: Firefight, shot: Shot, seen: list[Modifier]) -> list[Modifier]:
    """ASL-C6.1, ASL-C6.13, ASL-C6.14: First Fire at movers; who is pinned moves no more."""
    there = [u for u in shot.targets if state.at[u] == shot.hex]
    at, type_ = state.at[shooter(state, shot.firer)], type_of(WEAPONS[shot.weapon])
    if shot.kind != FIRST_FIRE or at == shot.hex or all(state.flags[u] & PIN for u in there):
        return []
    if is_hazardous(state, there):
        return ordnance.case("O", type_)
    found = ordnance.case("J3", type_) if shot.ffnam else []
    is_open = lies_open(state, ENEMY[shot.side], shot.hex)
    if is_open and not any(one.amount > 0 for one in seen if one.clause != "ASL-E3.32"):
        found += ordnance.case("J4", type_)
    return found + (ordnance.case("J", type_) if is_dashing(state, at, shot.hex) else [])


def _of_firer(state: Firefight, shot: Shot, type_: str) -> list[Modifier]:
    """ASL-C5.2, ASL-C5.34, ASL-C5.4, ASL-C5.5, ASL-C5.8, ASL-C5.9: what hampers who fires; who directs."""
    unit = shooter(state, shot.firer)
    at, flags = state.at[unit], state.flags[unit]
    closed = CODE[at] in CLOSED
    found: list[Modifier] = []
    waited = bool(flags & OPPORTUNE)
    if shot.kind == ADVANCING_FIRE and not waited:
        found += ordnance.case("C3" if type_ == LIGHT else "B-woods" if closed else "B", type_)
    if CODE[at] == "building" and not (shot.desperate or (waited and not flags & PIN)):
        found += ordnance.case("C3-blast", type_)
    found += ordnance.case("D", type_) if spotting.is_pinned(state, shot) else []
    found += _awkward(state, shot, unit, type_)
    found += spotting.modifiers(state, shot)
    found += ordnance.case("E-woods" if closed else "E", type_) if at == shot.hex else []
    if shot.firer >= FIRST_GUN and GUN_SIDE[shot.firer - FIRST_GUN] != shot.side:
        found += ordnance.case("H", type_)
    return found + of_people(state, shot, unit)


def _awkward(state: Firefight, shot: Shot, unit: int, type_: str) -> list[Modifier]:
    """ASL-C5.4: Case D for each cause of Area Fire of the firer: fire out of a stream, or not through the
    front of a crest.
    """
    wet = is_in_stream(state.at[unit]) and not is_crested(state, unit)
    reasons = ((wet, "fire out of a stream"), (is_behind(state, unit, shot.hex), "not through its front"))
    return [m._replace(because=words) for bad, words in reasons if bad for m in ordnance.case("D", type_)]


def firer_modifiers(state: Firefight, shot: Shot) -> list[Modifier]:
    """What hampers who fires a light anti-tank weapon at a vehicle; who directs."""
    return _of_firer(state, shot, LIGHT)


def of_people(state: Firefight, shot: Shot, unit: int) -> list[Modifier]:
    """ASL-A7.531.ord, ASL-C5.9: a leader beside the weapon, and the state of those who serve it."""
    found: list[Modifier] = []
    if shot.leader >= 0:
        words = f"{name(state, shot.leader)} directs"
        found.append(Modifier(leadership(state, shot.leader), "ASL-A7.531.ord", words))
    if any(state.flags[u] & CX for u in (unit, shot.leader) if u >= 0):
        found.append(Modifier(1, "ASL-C5.9", "the firer is CX"))
    if is_encircled(state, unit):
        found.append(Modifier(1, "ASL-C5.9", "the firer is encircled"))
    found += on_wire(state, (unit,))
    if over := excess(state, in_hex(state, shot.side, state.at[unit])):
        found.append(Modifier(over, "ASL-A5.12", "overstacked firers"))
    return found


def acquisition(state: Firefight, shot: Shot) -> list[Modifier]:
    """ASL-C6.5, ASL-C6.521: of a mortar, on the hex it fired at."""
    for g, _, hex_, level in state.acquired:
        if FIRST_GUN + g == shot.firer and hex_ == shot.hex:
            return ordnance.case(f"N{level}", AREA)
    return []


# ---------------------------------------------------------------- the effect


def effect_tem(state: Firefight, shot: Shot, place: Exposure = UPRIGHT) -> list[Modifier]:
    """ASL-C9.1, ASL-C3.331: cover under a mortar's shells; a light anti-tank weapon has met it in the dice to
    hit.
    """
    if not WEAPONS[shot.weapon].is_mortar or edge(state, ENEMY[shot.side], shot.hex):
        return []
    woods = CODE[shot.hex] == "woods"
    tem = 0 if woods else hex_tem(state, shot.hex, place)
    best = [Modifier(tem, "ASL-C3.331", "terrain")] if tem else []
    if place.dug and tem < TEM:
        best = [Modifier(TEM, "ASL-C9.1", "foxhole")]
    elif place.emplaced and tem < EMPLACED:
        best = [Modifier(EMPLACED, "ASL-C9.1", "Emplacement")]
    elif own_hexsides(shot.hex) and tem < SHELTER:
        best = [Modifier(SHELTER, "ASL-C9.1", "wall or bocage")]
    elif not best and not woods and vehicles.gives_cover(state, ENEMY[shot.side], shot.hex):
        best = [Modifier(1, "ASL-D9.3", "a vehicle or wreck")]
    return [*best, Modifier(AIR_BURST, "ASL-C9.1", "air bursts in woods")] if woods else best


def cover_turned(state: Firefight, shot: Shot) -> int:
    """ASL-C3.71: the positive cover that a critical hit of a light anti-tank weapon turns against its
    target.
    """
    at, place = state.at[shooter(state, shot.firer)], aimed_place(state, shot)
    if place.box:
        return place.box[1]
    inside = hex_tem(state, shot.hex, UPRIGHT)
    return inside if inside or at in (OFF, shot.hex) else hexside_tem(at, shot.hex)


def power(weapon: Weapon, critical: bool = False) -> int:
    """ASL-C3.33, ASL-C3.71: a mortar's shells have half their firepower; a critical hit doubles the whole."""
    if critical:
        return 2 * weapon.he
    return weapon.he // 2 if weapon.is_mortar else weapon.he
