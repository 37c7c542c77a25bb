"""What an attack is worth before the dice: firepower, modifiers, column. Used by the referee, the page and
the players alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from grognard.core.facts import is_unknown
from grognard.core.hexes import OFF, Hex
from grognard.core.ruling import Modifier, total

from ..board import GRID
from . import guns, vehicles
from .clouds import smoke_in, smoke_rows
from .crest_status import TEM as CREST_TEM
from .crest_status import comes_through, is_behind, is_crested, way_of
from .dash import is_dashing
from .eyes import (
    all_dug_in,
    corner_tem,
    crossing_views,
    ground,
    hindered,
    is_adjacent,
    stand_of,
    stands,
    view,
)
from .forces import ENEMY, FIRST_GUN, SIDE
from .foxholes import TEM, WORKS
from .going import (
    BOTTOM,
    CODE,
    HEXSIDE,
    KIND,
    OPEN,
    ROAD_MF,
    comes_by_road,
    comes_from,
    hexside,
    hexside_tem,
    in_hex_tem,
    is_in_stream,
    is_road,
)
from .obstacles import block_tem
from .pillboxes import Box, aims_inside, box_around, boxes, is_inside
from .position import (
    BERSERK,
    BROKEN,
    CX,
    DIRECTED,
    FANATIC,
    FINAL,
    FIRED,
    FIRST,
    FOXHOLE,
    G_FINAL,
    G_FIRST,
    GUN1,
    GUN2,
    MELEE,
    ON_WIRE,
    OPPORTUNE,
    PIN,
    PREP,
    TI,
    Attack,
    Firefight,
)
from .sight import Sight, sight
from .strongpoint import MORE, is_fortified
from .tables import COWERS, COWERS_MORE, FACTOR, FLAME, column_of
from .terrain import BOCAGE, BRIDGE_HEX
from .units import (
    edge,
    excess,
    guns_of,
    in_hex,
    is_encircled,
    is_hazardous,
    is_hero,
    is_inexperienced,
    is_observing,
    kind,
    known_in,
    leadership,
    movers,
    name,
    number,
    pieces_of,
    printed_gun,
    shooter,
    small_arms,
)

(
    FIRST_FIRE,
    FINAL_FIRE,
    PREP_FIRE,
    ADVANCING_FIRE,
    RESIDUAL_FIRE,
    CHARGE_FIRE,
    LANE_FIRE,
    FLAME_FIRE,
    MINE_FIRE,
) = (
    "first",
    "final",
    "prep",
    "advancing",
    "residual",
    "charge",
    "lane",
    "flame",
    "mines",
)
THIN = ("grain", "brush")  # ASL-A9.22: what does not hinder a Fire Lane
ALONE = (RESIDUAL_FIRE, CHARGE_FIRE, LANE_FIRE, FLAME_FIRE, MINE_FIRE)  # attacks that nobody joins


def marks(state: Firefight, firer: int) -> int:
    """How often a firer of the DEFENDER has fired in this player turn: 0, 1 (First Fire marker) or 2 (Final
    Fire marker).
    """
    if firer >= FIRST_GUN:
        flags = state.gun_flags[firer - FIRST_GUN]
        return 2 if flags & G_FINAL else 1 if flags & G_FIRST else 0
    flags = state.flags[firer]
    return 2 if flags & FINAL else 1 if flags & FIRST or has_spent_itself(state, firer) else 0


def has_spent_itself(state: Firefight, unit: int) -> bool:
    """ASL-A7.351, ASL-A7.352: whether a unit has given up its own firepower for weapons it has fired."""
    return bool(state.flags[unit] & (GUN2 if kind(state, unit).type == "squad" else GUN1))


def base(state: Firefight, firer: int) -> tuple[int, int]:
    """Printed firepower and Normal Range."""
    if firer >= FIRST_GUN:
        printed = printed_gun(state, firer - FIRST_GUN)
        return printed.fp, printed.range
    return small_arms(state, firer)


def is_far(state: Firefight, firer: int, hex_: int) -> bool:
    """ASL-A9.4: whether a machine gun fires beyond 16 hexes."""
    return firer >= FIRST_GUN and GRID.distance(state.at[shooter(state, firer)], hex_) > MG_RANGE


MG_RANGE = 16


def factors(
    state: Firefight, kind_: str, firer: int, hex_: int, concealed: bool
) -> list[tuple[Fraction, str, str]]:
    """ASL-A7.2: every factor that fits, with its clause and words."""
    unit = shooter(state, firer)
    at = state.at[unit]
    found = list(_range_factor(state, firer, at, hex_))
    area = FACTOR["area_fire"]
    if kind_ == FIRST_FIRE and is_dashing(state, at, hex_):
        found.append((area, "ASL-A4.63", "Dash"))
    if concealed:
        found.append((area, "ASL-A12.13", "concealed target"))
    elif is_far(state, firer, hex_):
        found.append((area, "ASL-A9.4", 'beyond 16 hexes a target is as one under a "?"'))
    if kind_ in (FIRST_FIRE, FINAL_FIRE) and (fired := marks(state, firer)):
        found.append((area, *_again(kind_, fired)))
    if kind_ == ADVANCING_FIRE and not state.flags[unit] & OPPORTUNE:
        found.append((FACTOR["advancing"], "ASL-A7.24", "Advancing Fire"))
    if state.flags[unit] & PIN:
        found.append((FACTOR["pinned"], "ASL-A7.8", "pinned"))
    if is_in_stream(at) and not is_crested(state, unit):
        found.append((area, "ASL-B20.6", "fire out of a stream"))
    if is_behind(state, unit, hex_):
        found.append((area, "ASL-B20.9", "fire outside the front of Crest status"))
    if vehicles.is_riding(state, unit):
        found += _aboard(state, unit)
    if firer >= FIRST_GUN and needs_second(state, unit) and second_man(state, firer) < 0:
        found.append((area, "ASL-A9.12", "a lone leader at the gun"))
    return found


def needs_second(state: Firefight, unit: int) -> bool:
    """ASL-A9.12: whether a unit serves a weapon in full only with another leader or hero."""
    return kind(state, unit).is_leader and not is_hero(state, unit)


SERVES = -1  # among those who have directed fire: this one has served a weapon with a leader


def second_man(state: Firefight, firer: int) -> int:
    """ASL-A9.12, ASL-C13.4: the leader or hero beside a leader with a weapon who serves it too: unbroken,
    unpinned, and without another use of a weapon, or direction, in this phase; -1: none.
    """
    unit = shooter(state, firer)
    if firer < FIRST_GUN or not needs_second(state, unit):
        return -1
    bad = BROKEN | PIN | TI | MELEE | BERSERK | FIRED | PREP | FIRST | FINAL
    there = [u for u in in_hex(state, SIDE[unit], state.at[unit]) if u != unit and kind(state, u).is_single]
    fit = [u for u in there if not state.flags[u] & bad and not vehicles.is_riding(state, u)]
    free = [u for u in fit if not state.flags[u] & (DIRECTED | GUN1) or (u, SERVES, firer) in state.led]
    free = [u for u in free if not is_observing(state, u)]
    return max(free, key=lambda u: leadership(state, u), default=-1)


def _aboard(state: Firefight, unit: int) -> list[tuple[Fraction, str, str]]:
    """ASL-D6.22: riders fire with half their firepower, a quarter if their vehicle moves or has moved."""
    mount, half = vehicles.mount_of(state, unit), FACTOR["area_fire"]
    found = [(half, "ASL-D6.22", "fire from a vehicle")]
    moved = vehicles.is_moving_target(state, mount) or vehicles.is_rolling(state, mount)
    return [*found, (half, "ASL-D6.22", "the vehicle has moved")] if moved else found


def _range_factor(state: Firefight, firer: int, at: int, hex_: int) -> Iterator[tuple[Fraction, str, str]]:
    """ASL-A7.21, ASL-A7.22: how far the target is."""
    distance, unit = GRID.distance(at, hex_), shooter(state, firer)
    if not distance and (is_inside(state, unit) or aims_inside(state, SIDE[unit], hex_)):  # ASL-B30.2
        yield FACTOR["point_blank"], "ASL-A7.21", "point blank"
    elif not distance:
        yield FACTOR["own_location"], "ASL-A7.21", "same Location"
    elif distance == 1 and (is_adjacent(state, at, hex_) or BOTTOM[hex_] <= BOTTOM[at] + 1):
        yield FACTOR["point_blank"], "ASL-A7.21", "point blank"
    elif distance > base(state, firer)[1]:
        yield FACTOR["long_range"], "ASL-A7.22", "long range"


def _again(kind_: str, fired: int) -> tuple[str, str]:
    """The clause and the name of fire by who has fired before."""
    if kind_ == FINAL_FIRE:
        return "ASL-A8.4", "Final Fire under a marker"
    return ("ASL-A8.3", "Subsequent First Fire") if fired == 1 else ("ASL-A8.31", "FPF")


def firepower(state: Firefight, kind_: str, firer: int, hex_: int, concealed: bool = False) -> Fraction:
    """ASL-A7.2, ASL-A7.36: what one firer adds."""
    worth, reach = base(state, firer)
    value = Fraction(worth)
    for factor, _, _ in factors(state, kind_, firer, hex_, concealed):
        value *= factor
    distance = GRID.distance(state.at[shooter(state, firer)], hex_)
    assault = kind_ == ADVANCING_FIRE and firer < FIRST_GUN and kind(state, firer).assault
    if assault and distance <= reach and not state.flags[firer] & OPPORTUNE:
        value = Fraction(-((-(value + FACTOR["assault_fire"])) // 1))
    return value


def mine_power(state: Firefight, hex_: int) -> int:
    """ASL-B28.4: the strength of the mines in a hex, if they are known; the referee knows."""
    return max((dict(row).get(hex_, 0) for row in state.mines if not is_unknown(row)), default=0)


def total_firepower(state: Firefight, frame: Attack, concealed: bool = False) -> Fraction:
    if frame.kind in (RESIDUAL_FIRE, LANE_FIRE):
        return Fraction(frame.firepower)
    if frame.kind == MINE_FIRE:
        return Fraction(mine_power(state, frame.hex))
    if frame.kind in (CHARGE_FIRE, FLAME_FIRE):  # ASL-A23.1, ASL-A22.1
        halved = concealed and not frame.inside
        return Fraction(frame.firepower) * (FACTOR["area_fire"] if halved else 1)
    concealed = concealed and not frame.inside  # ASL-B30.2
    share = FACTOR["area_fire"] if frame.snap or frame.also != OFF else Fraction(1)  # ASL-A8.15, ASL-A7.34
    each = (firepower(state, frame.kind, f, frame.hex, concealed) for f in frame.firers)
    return share * sum(each, Fraction(0))


# ---------------------------------------------------------------- modifiers


class Exposure(NamedTuple):
    """ASL-A.5: what gives some targets of an attack a Final DR of their own."""

    dug: bool = False  # ASL-B27.3: in a foxhole
    fuel: bool = False  # ASL-A22.4: with a flamethrower
    fort: bool = False  # ASL-B23.9: in a fortified building that nobody knows of
    bare: bool = False  # ASL-A4.62: in Hazardous Movement
    gun: bool = False  # ASL-C11.4: it serves a Gun
    emplaced: bool = False  # ASL-C11.2
    shield: int = -1  # ASL-C11.5: where its gunshield points
    aboard: bool = False  # ASL-D6.23: it rides a vehicle
    box: tuple[int, ...] = ()  # ASL-B30.2: the pillbox it is in
    crest: int = -1  # ASL-B20.9: which way it faces at the crest of a depression


UPRIGHT = Exposure()
HAZARD = Modifier(-2, "ASL-A4.62", "Hazardous Movement")


def edge_cover(state: Firefight, at: Hex, side: str, hex_: int, corner: int) -> tuple[int, str, str]:
    """ASL-A4.34, ASL-B9.3: in bypass a unit has nothing but the wall or bocage at its corner."""
    tem = (
        0
        if state.walls[number(ENEMY[side])] >> at & 1 and GRID.distance(at, hex_) == 1
        else corner_tem(hex_, corner)
    )
    if not tem and BOTTOM[hex_] > BOTTOM[at]:
        return 1, "ASL-B10.31", "height advantage"
    return tem, "ASL-B9.3", "wall or bocage"


def cover(state: Firefight, at: Hex, side: str, hex_: int, place: Exposure = UPRIGHT) -> tuple[int, str, str]:
    """What protects the units of `side` in a hex against fire from another: figure, clause, words; ASL-C11.2,
    ASL-C11.5: those who serve a Gun choose the best.
    """
    if place.box:  # ASL-B30.gun: neither Emplacement nor gunshield counts besides
        return Box(*place.box).tem(hex_, at)
    found = [_cover(state, at, side, hex_, place), *gun_cover(at, hex_, place)]
    return max(found, key=lambda one: one[0])


def gun_cover(at: int, hex_: int, place: Exposure) -> list[tuple[int, str, str]]:
    found = [(EMPLACED, "ASL-C11.2", "Emplacement")] if place.emplaced else []
    return [*found, (SHIELD, "ASL-C11.5", "gunshield")] if guns.shields(hex_, place.shield, at) else found


EMPLACED, SHIELD = int(guns.DATA["cover"]["emplaced"]), int(guns.DATA["cover"]["shield"])


def _cover(
    state: Firefight, at: Hex, side: str, hex_: int, place: Exposure = UPRIGHT
) -> tuple[int, str, str]:
    """ASL-B9.31, ASL-A7.6: of the terrain. ASL-B27.3: those in its foxhole hold no Wall Advantage."""
    if place.crest >= 0 and comes_through(at, hex_, place.crest):
        return max(AT_CREST, _plain_cover(state, at, side, hex_, place), key=lambda one: one[0])
    if place.dug:
        return max(IN_FOXHOLE, _plain_cover(state, at, side, hex_, place), key=lambda one: one[0])
    if state.walls[number(side)] >> hex_ & 1:
        best, clause, words = hexside_tem(at, hex_), "ASL-B9.31", "wall or bocage, with Wall Advantage"
    else:
        best, clause, words = _plain_cover(state, at, side, hex_, place)
    if not best and at != hex_ == BRIDGE_HEX and not comes_by_road(at):
        return 1, "ASL-B6", "bridge"
    if not best and at != hex_ and vehicles.gives_cover(state, side, hex_):
        return 1, "ASL-D9.3", "a vehicle or wreck"
    if not best and at != hex_ and BOTTOM[hex_] > BOTTOM[at] and not has_come_up(state, at, side, hex_):
        return 1, "ASL-B10.31", "height advantage"
    return best, clause, words


def has_come_up(state: Firefight, at: Hex, side: str, hex_: int) -> bool:
    """ASL-B10.31: whether movers have just come up to a hex by the hexside through which a line enters it."""
    moving = movers(state)
    if moving is None or not moving.crossed or SIDE[moving.units[0]] != side or moving.origin < 0:
        return False
    climbs = state.at[moving.units[0]] == hex_ and BOTTOM[moving.origin] < BOTTOM[hex_]
    return climbs and moving.origin in comes_from(at, hex_)


AT_CREST = (CREST_TEM, "ASL-B20.9", "Crest status")
IN_FOXHOLE = (TEM, "ASL-B27.3", "foxhole")


def _plain_cover(state: Firefight, at: Hex, side: str, hex_: int, place: Exposure) -> tuple[int, str, str]:
    """ASL-B9.31: without Wall Advantage the better of what is in the hex and of its hexsides, which do not
    count against a firer who holds it there.
    """
    held = state.walls[number(ENEMY[side])] >> at & 1 and GRID.distance(at, hex_) == 1
    edge = 0 if held and hexside(at, hex_) else hexside_tem(at, hex_)
    best, clause = max((hex_tem(state, hex_, place), "ASL-A7.6"), (edge, "ASL-B9.3"))
    if (block := block_tem(state, at, hex_)) > best:
        return block, "ASL-B9.3", "roadblock"
    return best, clause, "wall or bocage" if clause == "ASL-B9.3" else "terrain"


def _worst_view(
    state: Firefight, units: Iterable[int], side: str, hex_: int, place: Exposure
) -> list[Modifier]:
    """ASL-A7.52: the worst cover and hindrance among the firing Locations."""
    worst: list[Modifier] = []
    for unit in {state.at[u]: u for u in units}.values():
        at = state.at[unit]
        seen = view(state, unit, side, hex_) if at != hex_ or smoke_rows(state) else None
        if seen is not None and seen.target.corner >= 0:
            tem, clause, words = edge_cover(state, at, side, hex_, seen.target.corner)
        else:
            tem, clause, words = cover(state, at, side, hex_, place)
        found = [Modifier(tem, clause, words)] if tem else []
        if seen is not None:
            found += hindrances(seen, hex_)
        if not worst or total(found) > total(worst):
            worst = found
    return worst


def _snap_view(state: Firefight, units: Iterable[int], hex_: int) -> list[Modifier]:
    """ASL-A8.15: the worst hindrance on the lines to the two corners, and the wall or bocage that is
    crossed.
    """
    worst: list[Modifier] = []
    for unit in {state.at[u]: u for u in units}.values():
        for seen in crossing_views(state, stand_of(state, unit)):
            worst = max(worst, hindrances(seen, hex_), key=total)
    moving = movers(state)
    wall = hexside(moving.origin, hex_) if moving is not None and moving.crossed else ""
    tem = int(HEXSIDE[wall]["tem"]) if wall else 0
    return [*worst, Modifier(tem, "ASL-A8.15", "the wall or bocage that is crossed")] if tem else worst


def hindrances(seen: Sight, hex_: int) -> list[Modifier]:
    """ASL-A6.7, ASL-A24.2, ASL-A24.8: what is in the way; SMOKE, also at both ends; fire out of SMOKE."""
    inside = sum(
        cause.amount
        for cause in seen.hindrances
        if cause.kind == "smoke" and cause.hexes == (GRID.ground_of(hex_),)
    )
    outside = sum(cause.amount for cause in seen.hindrances if cause.kind == "smoke") - inside
    mist = seen.hindrance - hindered(seen)
    rows = (
        (seen.hindrance - inside - outside - mist, "ASL-A6.7", "hindrance"),
        (mist, "ASL-E3.32", "mist"),
        (inside, "ASL-A24.2", "SMOKE over the target"),
        (outside, "ASL-A24", "SMOKE on the way"),
        (seen.fire_out, "ASL-A24.8", "fire out of SMOKE"),
    )
    return [Modifier(amount, clause, words) for amount, clause, words in rows if amount]


def leader_modifier(state: Firefight, frame: Attack) -> Modifier | None:
    """ASL-A7.531: counts if every firing Location has a leader who directs; the worst of them."""
    if not frame.leaders or {state.at[shooter(state, f)] for f in frame.firers} != {
        state.at[u] for u in frame.leaders
    }:
        return None
    worst = max(frame.leaders, key=lambda u: leadership(state, u))
    return Modifier(leadership(state, worst), "ASL-A7.531", f"{name(state, worst)} directs")


def heroic(state: Firefight, frame: Attack) -> list[Modifier]:
    """ASL-A15.24: each hero who fires at Normal Range subtracts 1; ASL-A15.23: one alone at a gun adds 1."""
    found = []
    for firer in frame.firers:
        unit = shooter(state, firer)
        if is_hero(state, unit):
            if GRID.distance(state.at[unit], frame.hex) <= base(state, firer)[1]:
                found.append(Modifier(-1, "ASL-A15.24", f"{name(state, unit)} is a hero"))
            if firer >= FIRST_GUN:
                found.append(Modifier(1, "ASL-A15.23", "a hero alone at the gun"))
    return found


def place_of(state: Firefight, unit: int) -> Exposure:
    """How a target stands; what a unit under a "?" carries or serves is not known."""
    if not state.open >> unit & 1:
        return _dug(state, unit)
    fuel = any(state.gun_kind[g] == FLAME for g in guns_of(state, unit))
    aboard = vehicles.is_riding(state, unit)
    found = at_gun(state, unit)._replace(fuel=fuel, bare=is_hazardous(state, [unit]), aboard=aboard)
    return found._replace(crest=way_of(state, unit)) if state.crests else found


def _dug(state: Firefight, unit: int) -> Exposure:
    """ASL-B27.3, ASL-B30.2: in a foxhole, or in a pillbox."""
    return Exposure(bool(state.flags[unit] & FOXHOLE), box=tuple(box_around(state, unit) or ()))


def at_gun(state: Firefight, unit: int) -> Exposure:
    """ASL-C11.2, ASL-C11.5: the cover of those who serve a Gun, known or not."""
    plain = _dug(state, unit)
    for g in pieces_of(state, unit):
        return plain._replace(gun=True, emplaced=guns.is_emplaced(state, g), shield=guns.shield_of(state, g))
    return plain


def aimed_at(state: Firefight, frame: Attack) -> Exposure:
    """How every target stands that the firing side knows of."""
    if not frame.targets:
        known = known_in(state, frame.side, frame.hex) if state.crests else []
        box = boxes(state).get(frame.hex)
        if box is not None:
            return Exposure(frame.inside, box=tuple(box) if frame.inside else ())
        dug = bool(state.foxholes) and all_dug_in(state, ENEMY[frame.side], frame.hex)
        return Exposure(dug, crest=_same_crest(state, known))
    there = [u for u in frame.targets if state.at[u] == frame.hex]
    dug = bool(there) and all(state.flags[u] & FOXHOLE for u in there)
    box = box_around(state, there[0]) if dug else None
    return Exposure(
        dug, box=tuple(box or ()), bare=is_hazardous(state, there), crest=_same_crest(state, there)
    )


def _same_crest(state: Firefight, units: Sequence[int]) -> int:
    """The way that all of these face at their crest; -1: they do not."""
    ways = {way_of(state, u) for u in units}
    return ways.pop() if len(ways) == 1 else -1


def modifiers(state: Firefight, frame: Attack, place: Exposure | None = None) -> list[Modifier]:
    """ASL-A.17: everything added to the dice; the list is the explanation. `place`: for targets that stand
    so; not given: for those the firers know of.
    """
    place = aimed_at(state, frame) if place is None else place
    near = place.fuel and frame.kind != MINE_FIRE
    carried = [Modifier(-1, "ASL-A22.4", "it carries a flamethrower")] if near else []
    found = [*_modifiers(state, frame, place), *carried]
    if place.aboard:  # ASL-D6.23: its own vehicle is no cover, and it does not move on foot
        found = [one for one in found if one.clause not in ("ASL-D9.3", "ASL-A4.6")]
    if not place.bare or frame.kind == MINE_FIRE:
        return found
    return [*(one for one in found if one.clause != "ASL-A4.6"), HAZARD]


def _modifiers(state: Firefight, frame: Attack, place: Exposure) -> list[Modifier]:
    if frame.kind == MINE_FIRE:  # ASL-B28.4: cover and movement do not count
        return []
    if frame.kind == CHARGE_FIRE:
        return _charge_modifiers(state, frame, place)
    found, hidden = _view(state, frame, place)
    found += _of_movement(state, frame, found, hidden)
    if frame.kind == FLAME_FIRE:  # ASL-A22.2
        found = [one for one in found if one.clause not in COVER]
    return [*found, *_of_firers(state, frame), *crowding(state, frame.side, frame.hex)]


def crowding(state: Firefight, side: str, hex_: int) -> list[Modifier]:
    """ASL-A5.131: of enemies that are overstacked in a Location, as far as a side knows; in the Movement
    Phase fire at movers alone has it.
    """
    over = excess(state, known_in(state, side, hex_))
    return [Modifier(-over, "ASL-A5.131", "overstacked targets")] if over else []


def _view(state: Firefight, frame: Attack, place: Exposure) -> tuple[list[Modifier], bool]:
    """What the firers see of the hex, and whether a Fire Lane is blind there."""
    side, hex_ = ENEMY[frame.side], frame.hex
    if frame.kind == RESIDUAL_FIRE:
        return _in_hex(state, side, hex_, place), False
    if frame.kind == LANE_FIRE:
        return _lane_view(state, frame, side, place)
    units = [shooter(state, f) for f in frame.firers]
    if frame.snap:
        return _snap_view(state, units, hex_), False
    return _worst_view(state, units, side, hex_, place), False


COVER = (
    "ASL-A7.6",
    "ASL-B30.2",
    "ASL-B9.3",
    "ASL-B9.31",
    "ASL-B10.31",
    "ASL-B27.3",
    "ASL-C11.2",
    "ASL-C11.5",
)
COVERS = (*COVER, "ASL-B6", "ASL-B20.9", "ASL-B30", "ASL-C6.8", "ASL-D9.3")  # of all kinds


def _of_movement(state: Firefight, frame: Attack, seen: list[Modifier], hidden: bool) -> list[Modifier]:
    """ASL-A4.6: fire at movers who do not use Assault Movement, and who are in Open Ground."""
    burned = frame.kind == FLAME_FIRE and bool(frame.targets)
    at_movers = burned or (frame.kind in (FIRST_FIRE, RESIDUAL_FIRE, LANE_FIRE) and not frame.snap)
    if not at_movers or _all_pinned(state, frame):
        return []
    found = [Modifier(-1, "ASL-A4.6", "moves without Assault Movement")] if frame.ffnam else []
    is_open = not hidden and lies_open(state, ENEMY[frame.side], frame.hex)
    if is_open and not any(one.amount > 0 for one in seen if one.clause != "ASL-E3.32"):
        found.append(Modifier(-1, "ASL-A4.6", "moves in Open Ground"))
    return found


def lies_open(state: Firefight, side: str, hex_: int) -> bool:
    """ASL-A4.6: whether nothing grows where movers of a side are: in bypass, or on the road, nothing does."""
    return bool(OPEN >> hex_ & 1 or edge(state, side, hex_) or by_road(state, hex_))


def by_road(state: Firefight, hex_: int) -> bool:
    """ASL-A4.132: whether the movers came by a road that is cheaper than the growth beside it."""
    moving = movers(state)
    if moving is None or not moving.crossed or moving.origin < 0 or KIND[CODE[hex_]]["mf"] <= ROAD_MF:
        return False
    if moving.beside:
        return False
    return GRID.distance(moving.origin, hex_) == 1 and is_road(moving.origin, hex_)


def _of_firers(state: Firefight, frame: Attack) -> list[Modifier]:
    """Leaders, heroes, and what hampers those who fire."""
    units, found = [shooter(state, f) for f in frame.firers], list[Modifier]()
    if (leader := leader_modifier(state, frame)) is not None:
        found.append(leader)
    found += heroic(state, frame) if frame.kind != FLAME_FIRE else []
    found += on_wire(state, units)
    if any(state.flags[u] & CX for u in (*units, *frame.leaders)):
        found.append(Modifier(1, "ASL-A4.51", "a firer is CX"))
    if any(is_encircled(state, u) for u in units):
        found.append(Modifier(1, "ASL-A7.7", "a firer is encircled"))
    over = max((excess(state, in_hex(state, frame.side, state.at[u])) for u in units), default=0)
    if over:
        found.append(Modifier(over, "ASL-A5.12", "overstacked firers"))
    return found


def on_wire(state: Firefight, units: Iterable[int]) -> list[Modifier]:
    """ASL-B26.31: of fire by units on wire."""
    hampered = any(state.flags[unit] & ON_WIRE for unit in units)
    return [Modifier(int(WORKS["wire"]["fire"]), "ASL-B26.31", "a firer is on wire")] if hampered else []


def clear_view(state: Firefight, unit: int, hex_: int) -> Sight:
    """ASL-A9.22: how a gun sees movers along its lane: SMOKE and mist do not count."""
    here = stand_of(state, unit)
    seen = [sight(here, there, ground=ground(state)) for there in stands(state, state.mover, hex_)]
    return min(seen, key=lambda one: not one.is_unit_seen)


def _lane_view(state: Firefight, frame: Attack, side: str, place: Exposure) -> tuple[list[Modifier], bool]:
    """ASL-A9.22: cover and hindrance as the gun meets them, without SMOKE, grain, brush and mist; and whether
    any of these lies on the way, which makes the ground no longer open.
    """
    unit, hex_ = state.holder[frame.lane[0]], frame.hex
    seen, at = clear_view(state, unit, hex_), state.at[unit]
    corner = seen.target.corner
    tem, clause, words = (
        edge_cover(state, at, side, hex_, corner) if corner >= 0 else cover(state, at, side, hex_, place)
    )
    found = [Modifier(tem, clause, words)] if tem else []
    thick = sum(cause.amount for cause in seen.hindrances if CODE[cause.hexes[0]] not in THIN)
    found += [Modifier(thick, "ASL-A6.7", "hindrance")] if thick else []
    return found, bool(view(state, unit, side, hex_).hindrance)


def _charge_modifiers(state: Firefight, frame: Attack, place: Exposure) -> list[Modifier]:
    """ASL-A23.1: cover in the hex, none of its hexsides; at bocage that; ASL-A23.6: more for a throw."""
    if frame.across != OFF:
        return [Modifier(int(HEXSIDE[BOCAGE]["tem"]), "PHD-TM18.ff", "bocage")]
    found = _inside(state, frame.hex, place, "ASL-A23.1")
    if place.box:  # ASL-B30.92
        found = [Modifier(*Box(*place.box).tem(frame.hex, charge_from(frame)))]
    return [*found, Modifier(frame.more, "ASL-A23.6", "a charge that is thrown")] if frame.more else found


def charge_from(frame: Attack) -> int:
    """The hex from which a charge was laid or thrown."""
    return frame.home if frame.home != OFF else frame.source


def _all_pinned(state: Firefight, frame: Attack) -> bool:
    """ASL-A7.83: a pinned mover gives no more for moving."""
    there = [u for u in frame.targets if state.at[u] == frame.hex]
    return bool(there) and all(state.flags[u] & PIN for u in there)


def hex_tem(state: Firefight, hex_: int, place: Exposure) -> int:
    """ASL-B23.9: a fortified building is worth 1 more."""
    return in_hex_tem(hex_) + (MORE if place.fort or is_fortified(state, hex_) else 0)


def _inside(state: Firefight, hex_: int, place: Exposure, clause: str) -> list[Modifier]:
    """The cover inside a hex: terrain, or a foxhole where that is better."""
    tem = hex_tem(state, hex_, place)
    if place.box:
        return [Modifier(*Box(*place.box).tem(hex_, OFF))]
    if place.dug and tem < TEM:
        return [Modifier(*IN_FOXHOLE)]
    if place.emplaced and tem < EMPLACED:
        return [Modifier(EMPLACED, "ASL-C11.2", "Emplacement")]
    return [Modifier(tem, clause, "terrain")] if tem else []


def _in_hex(state: Firefight, side: str, hex_: int, place: Exposure) -> list[Modifier]:
    """ASL-A8.2: Residual FP meets the cover and the SMOKE inside the hex alone."""
    smoke = smoke_in(state, hex_)
    found = [] if edge(state, side, hex_) else _inside(state, hex_, place, "ASL-A7.6")
    return [*found, Modifier(smoke, "ASL-A24.2", "SMOKE over the target")] if smoke else found


def cowering(state: Firefight, frame: Attack) -> int:
    """ASL-A7.9: columns that an Original double costs an attack without a leader."""
    steady = frame.kind in ALONE and frame.kind != FLAME_FIRE  # ASL-A22.1
    if steady or leader_modifier(state, frame) is not None:
        return 0
    units = [shooter(state, f) for f in frame.firers]
    if all(kind(state, u).is_single or state.flags[u] & (BERSERK | FANATIC) for u in units):
        return 0
    return COWERS_MORE if any(is_inexperienced(state, u) for u in units) else COWERS


def column(state: Firefight, frame: Attack, concealed: bool = False, shift: int = 0) -> int:
    return column_of(total_firepower(state, frame, concealed), shift)
