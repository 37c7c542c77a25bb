"""FF-IN, FF-O18: tanks and assault guns of the mission in its fights, and what became of them."""

from __future__ import annotations

from typing import Any, NamedTuple

from grognard.core.hexes import OFF, Hex, Hexes

from .firefight.forces import VEHICLES_OF
from .firefight.position import (
    V_ABANDONED,
    V_BARRED,
    V_BOGGED,
    V_BURNING,
    V_DISABLED,
    V_DUE,
    V_EXPOSED,
    V_GYRO,
    V_JAMMED,
    V_LEFT,
    V_MIRED,
    V_MOTION,
    V_RECALLED,
    V_SHAKEN,
    V_SHOCKED,
    V_SHORTAGE,
    V_SKIRTS,
    V_STUCK,
    V_UNKNOWN,
    V_WRECK,
    Firefight,
)
from .firefight.setup import ONTO_MAP
from .firefight.vehicles import MG_JAMMED, MODEL
from .pieces import (
    CLOAKED,
    FLAG,
    GERMAN,
    KINDS,
    SIDE,
    SIDES,
    VEHICLE,
    bare,
    has_mark,
    marked,
    unmarked,
)
from .position import Facing, PurpleHeartDraw, fact
from .posture import CORNERS, hull, turret
from .units import flag, put, remove, show

# status of the campaign and flags of the fight
STATES = {
    FLAG["bogged"]: V_BOGGED,
    FLAG["mired"]: V_MIRED,
    FLAG["immobile"]: V_STUCK,
    FLAG["abandoned"]: V_ABANDONED,
    FLAG["shock"]: V_SHOCKED,
    FLAG["uk"]: V_UNKNOWN,
    FLAG["stunned"]: V_SHAKEN,  # ASL-D5.34: of a stun the +1 is left
    FLAG["motion"]: V_MOTION,
    FLAG["shortage"]: V_SHORTAGE,
}
ALL_STATES = sum(STATES)
NOT_EXPOSED = V_SHOCKED | V_UNKNOWN | V_ABANDONED
MAIN, SECONDARY, LEADER = "MA", "MG", "AL"  # the campaign's gear of a vehicle; an Armor Leader
BURNS = "*"  # the mark of a wreck


class Hulk(NamedTuple):
    """A wreck of an earlier scenario, and its place in the fight."""

    place: int
    kind: str
    hex: int
    burning: bool


def model_of(kind: str) -> str:
    """The vehicle of the fight for a kind of the campaign."""
    return kind.replace("_", " ")


def is_vehicle(kind: str) -> bool:
    return bool(kind) and KINDS[kind].type == VEHICLE and model_of(kind) in MODEL


def vehicle_places(state: PurpleHeartDraw, units: tuple[int, ...]) -> dict[int, int]:
    """The place in the fight of each vehicle that takes part: the free ones of its side, in their order."""
    free = {side: iter(VEHICLES_OF[side]) for side in SIDES}
    places = {u: next(free[SIDE[u]], OFF) for u in units if is_vehicle(state.kind[u])}
    return {u: place for u, place in places.items() if place != OFF}


def hulks(state: PurpleHeartDraw, taken: dict[int, int]) -> list[Hulk]:
    """PHD-TM9.ff: the wrecks on the map, in the places that are left."""
    used, result = set(taken.values()), []
    for name, hex_ in state.wrecks:
        kind = name.rstrip("*#%")
        side = KINDS[kind].side
        place = next((v for v in VEHICLES_OF[side] if v not in used), OFF)
        if place != OFF and is_vehicle(kind):
            used.add(place)
            result.append(Hulk(place, model_of(kind), hex_, name.endswith(BURNS)))
    return result


# ---------------------------------------------------------------- FF-IN


def bring_vehicle(state: PurpleHeartDraw, fight: dict[str, Any], unit: int, place: int, doors: int) -> None:
    """A vehicle comes into the fight: on the map as it stands, or waiting at its edge."""
    kind, at = model_of(state.kind[unit]), state.at[unit]
    fight["vehicle_kind"][place], fight["vehicle_at"][place] = kind, at
    flags = _flags(state, unit, kind)
    ahead = ONTO_MAP[SIDE[unit] == GERMAN][0]
    fight["hull"][place] = _spine(hull(state, unit), ahead)
    fight["turret"][place] = _spine(turret(state, unit), fight["hull"][place])
    if at >= 0 and state.status[unit] & CLOAKED:  # PHD-C5.31.b.ff: it sleeps where it was set up
        flags = flags & ~V_MOTION | V_DUE | V_BARRED
        fight["vehicle_at"][place], fight["vehicle_cloaks"][place] = OFF, at
    if at < 0:
        flags = flags & ~V_MOTION | V_DUE
        fight["hull"][place] = fight["turret"][place] = ahead
        fight["gates"][place] = Hexes(doors)
    fight["vehicle_flags"][place] = flags
    gun = _gear(state, unit, MAIN)
    spent = state.depleted[unit] or " ".join(MODEL[kind].special)
    fight["spent_ammo"][place] = spent if has_mark(gun, "~") else ""
    leader = next((gear for gear in state.gear[unit] if gear.startswith(LEADER)), "")
    fight["commander"][place] = leader.removeprefix(LEADER)


def _flags(state: PurpleHeartDraw, unit: int, kind: str) -> int:
    status, gun = state.status[unit], _gear(state, unit, MAIN)
    flags = sum(fight_flag for campaign_flag, fight_flag in STATES.items() if status & campaign_flag)
    flags |= V_BOGGED if status & FLAG["mired"] else 0
    flags |= 0 if flags & NOT_EXPOSED else V_EXPOSED
    flags |= V_GYRO if status & FLAG["gyro"] else 0  # PHD-TM20.ff
    flags |= V_SKIRTS if MODEL[kind].skirts and not status & FLAG["no_skirts"] else 0
    flags |= V_DISABLED if has_mark(gun, "x") else V_JAMMED if has_mark(gun, "!") else 0
    second = _gear(state, unit, SECONDARY)
    return flags | (_mounted(kind) if has_mark(second, "x") or has_mark(second, "!") else 0)


def _mounted(kind: str) -> int:
    """The flags of the machine guns that a vehicle has."""
    return sum(bit for name, bit in MG_JAMMED.items() if getattr(MODEL[kind], name))


def _gear(state: PurpleHeartDraw, unit: int, which: str) -> str:
    return next((gear for gear in state.gear[unit] if bare(gear) == which), which)


def _spine(corner: str, else_: int) -> int:
    return CORNERS.index(corner) if corner else else_


def bring_hulk(fight: dict[str, Any], hulk: Hulk) -> None:
    fight["vehicle_kind"][hulk.place], fight["vehicle_at"][hulk.place] = hulk.kind, Hex(hulk.hex)
    fight["vehicle_flags"][hulk.place] = V_WRECK | (V_BURNING if hulk.burning else 0)


# ---------------------------------------------------------------- FF-OUT, FF-O18


def carry_vehicle(state: PurpleHeartDraw, fight: Firefight, unit: int, place: int) -> None:
    """FF-O18: a wreck is lost and lies there; one that was recalled is lost without points (PHD-C5.1)."""
    flags, at = fight.vehicle_flags[place], fight.vehicle_at[place]
    if fight.vehicle_cloaks[place] >= 0:
        return  # it has slept through the fight
    if flags & V_WRECK:
        _leave_wreck(state, unit, at, bool(flags & V_BURNING))
    elif flags & (V_LEFT | V_RECALLED):
        remove(state, unit, "PHD-C5.1")
    else:
        _carry_state(state, fight, unit, place)


def _leave_wreck(state: PurpleHeartDraw, unit: int, hex_: int, burning: bool) -> None:
    """The fight has scored vehicle, crew and Armor Leader (PHD-C1.2)."""
    left = (state.kind[unit] + (BURNS if burning else ""), int(hex_))
    state.set(fact.wrecks, (*state.wrecks, left), "FF-O18")
    remove(state, unit, "FF-O18")


def _carry_state(state: PurpleHeartDraw, fight: Firefight, unit: int, place: int) -> None:
    flags, at = fight.vehicle_flags[place], fight.vehicle_at[place]
    on = sum(campaign_flag for campaign_flag, fight_flag in STATES.items() if flags & fight_flag)
    on &= ~FLAG["bogged"] if flags & V_MIRED else -1
    lost_skirts = (
        FLAG["no_skirts"] if MODEL[model_of(state.kind[unit])].skirts and not flags & V_SKIRTS else 0
    )
    flag(state, unit, on | lost_skirts, ALL_STATES & ~on, "FF-O18")
    state.set_at(fact.gear, unit, _gear_after(state, fight, unit, place), "FF-O18")
    spent = fight.spent_ammo[place]
    every = set(spent.split()) == set(MODEL[model_of(state.kind[unit])].special)
    state.set_at(fact.depleted, unit, "" if every else spent, "FF-O18")
    if at < 0:  # PHD-TM10: it did not enter, and is kept
        return
    moved = state.at[unit] != at
    put(state, unit, Hex(at), "FF-O18")
    state.set_at(fact.exit, unit, OFF, "PHD-TM8")
    show(state, unit, "FF-O14")
    _carry_facing(state, fight, unit, place, moved)


def _carry_facing(state: PurpleHeartDraw, fight: Firefight, unit: int, place: int, moved: bool) -> None:
    """A vehicle that stands as it stood keeps what its side had entered of it."""
    ahead = ONTO_MAP[SIDE[unit] == GERMAN][0]
    body, tower = fight.hull[place], fight.turret[place]
    if not hull(state, unit) and not moved and (body, tower) == (ahead, ahead):
        return
    if (_spine(hull(state, unit), -1), _spine(turret(state, unit), -1)) != (body, tower):
        state.set_at(fact.facing, unit, Facing(CORNERS[body], CORNERS[tower]), "FF-O18")


def _gear_after(state: PurpleHeartDraw, fight: Firefight, unit: int, place: int) -> tuple[str, ...]:
    """Its gun and machine guns; the campaign's one MG is broken when none of its machine guns works."""
    flags, mounted = fight.vehicle_flags[place], _mounted(model_of(state.kind[unit]))
    silent = bool(mounted) and flags & mounted == mounted
    result = []
    for gear in state.gear[unit]:
        name = bare(gear)
        if name == MAIN:
            gear = unmarked(unmarked(gear, "!"), "x")
            gear = (
                marked(gear, "x") if flags & V_DISABLED else marked(gear, "!") if flags & V_JAMMED else gear
            )
            gear = marked(gear, "~") if fight.spent_ammo[place] else gear
        elif name == SECONDARY and not has_mark(gear, "x"):
            gear = marked(gear, "!") if silent else unmarked(gear, "!")
        if not gear.startswith(LEADER) or fight.commander[place]:  # ASL-D3.4: or it has left with the crew
            result.append(gear)
    return tuple(result)


__all__ = ["Hulk", "bring_hulk", "bring_vehicle", "carry_vehicle", "hulks", "is_vehicle"]
