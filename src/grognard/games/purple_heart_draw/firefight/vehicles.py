"""Tanks and assault guns as they stand: what they are, what they can still do, and the small verbs that alone
change them. Each takes its clause. ASL-A7.308.none: there are no other vehicles.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from msgspec.structs import replace

from grognard.core.caching import once_while
from grognard.core.facts import UNKNOWN
from grognard.core.hexes import OFF, Hex, members

from ..board import GRID
from ..pieces import SIDES, US
from . import commanders
from .forces import ADJECTIVE, ENEMY, SIDE, VEHICLE_NAMES, VEHICLE_SIDE, VEHICLES_OF
from .ordnance import TO_KILL, VEHICLE, WEAPONS, Vehicle, Weapon
from .position import (
    V_AAMG_JAMMED,
    V_ABANDONED,
    V_BEGAN,
    V_BMG_JAMMED,
    V_BOGGED,
    V_BURNING,
    V_CAPTURED,
    V_CMG_JAMMED,
    V_DISABLED,
    V_ENTERED,
    V_EXPOSED,
    V_JAMMED,
    V_LEFT,
    V_MIRED,
    V_MOTION,
    V_RECALLED,
    V_SHAKEN,
    V_SHOCKED,
    V_STUCK,
    V_STUNNED,
    V_UNKNOWN,
    V_WRECK,
    Crushing,
    Driving,
    Firefight,
    Moving,
    fact,
)
from .tables import KINDS
from .terrain import read

DATA = read("vehicles.toml")
MG_RANGE: dict[str, int] = DATA["machine_guns"]["range"]
MG_JAMMED = {"bmg": V_BMG_JAMMED, "cmg": V_CMG_JAMMED, "aamg": V_AAMG_JAMMED}
CREW = DATA["crew"]  # FF-OR3: the morale of crews is with their vehicles


class Model(NamedTuple):
    """What is printed on a counter besides armor and gun. FF-OR1: of the assault guns the ordinary counters.
    FF-OR7: of the notes of the vehicle listing only gyrostabilizer and Schuerzen.
    """

    turret: bool
    rof: int
    bmg: int
    cmg: int
    aamg: int
    aamg_turns: bool
    ammo: tuple[str, ...]
    special: dict[str, int]
    smoke: tuple[str, ...]  # ASL-C8.5: kinds of SMOKE shells
    skirts: bool
    points: int
    esb: int
    mp: int
    dispenser: str
    usage: int
    riders: int  # ASL-D6.2: portage points it carries


# ASL-A7.308.none: all of them are armored
MODEL = {
    row["id"]: Model(
        **{key: row[key] for key in Model._fields}
        | {"ammo": tuple(row["ammo"]), "smoke": tuple(row["smoke"])}
    )
    for row in DATA["vehicle"]
}

# ---------------------------------------------------------------- reading


def kind_of(state: Firefight, vehicle: int) -> str:
    """What is known of the kind of a vehicle; "": nothing, or there is none."""
    kind: object = state.vehicle_kind[vehicle]
    return "" if kind is UNKNOWN else str(kind)


def model(state: Firefight, vehicle: int) -> Model:
    return MODEL[state.vehicle_kind[vehicle]]


def armored(state: Firefight, vehicle: int) -> Vehicle:
    """The vehicle as a shot at it has to know it."""
    printed = VEHICLE[state.vehicle_kind[vehicle]]
    if VEHICLE_SIDE[vehicle] == US:
        most = int(state.options.us_afv_crew_morale)  # FF-OR3
        printed = printed._replace(crew_morale=min(printed.crew_morale, most))
    if not commanders.commander_of(state, vehicle):
        return printed
    return printed._replace(crew_morale=commanders.morale(state, vehicle, printed.crew_morale))


def aerial(state: Firefight, target: int) -> int:
    """ASL-C7.12, FF-OR4: the armor from above, by the lowest armor factor; of 4 as the option says."""
    least = min(armored(state, target).armor)
    table = TO_KILL["aerial"]["value"]
    chosen = int(state.options.aerial_af_of_4)
    return chosen if least == 4 else int(table.get(str(least), least))


def main_gun(state: Firefight, vehicle: int) -> Weapon:
    return WEAPONS[armored(state, vehicle).gun]


def has(state: Firefight, vehicle: int, flags: int) -> bool:
    return bool(state.vehicle_flags[vehicle] & flags)


def is_there(state: Firefight, vehicle: int) -> bool:
    """Whether it is on the map and no wreck."""
    return state.vehicle_at[vehicle] >= 0 and not has(state, vehicle, V_WRECK)


def is_manned(state: Firefight, vehicle: int) -> bool:
    return is_there(state, vehicle) and not has(state, vehicle, V_ABANDONED)


def is_active(state: Firefight, vehicle: int) -> bool:
    """ASL-C7.42, ASL-D5.34: a crew that is shocked or stunned does nothing."""
    return is_manned(state, vehicle) and not has(state, vehicle, V_SHOCKED | V_UNKNOWN | V_STUNNED)


def can_drive(state: Firefight, vehicle: int) -> bool:
    """Whether a vehicle that is not bogged down could move."""
    return is_active(state, vehicle) and not has(state, vehicle, V_STUCK | V_BOGGED)


def is_immobile(state: Firefight, vehicle: int) -> bool:
    return has(state, vehicle, V_STUCK | V_BOGGED)


def is_exposed(state: Firefight, vehicle: int) -> bool:
    """ASL-D5.2: the crew shows itself; without that it is buttoned up."""
    return is_manned(state, vehicle) and has(state, vehicle, V_EXPOSED)


def is_moving_target(state: Firefight, vehicle: int) -> bool:
    """ASL-C.8: it has entered a hex in this player turn, began it in Motion, or is in Motion. ASL-D8.4: also
    if it has bogged since; one that begins bogged has not entered a hex.
    """
    return has(state, vehicle, V_ENTERED | V_MOTION | V_BEGAN)


def is_rolling(state: Firefight, vehicle: int) -> bool:
    """ASL-C.8: it moves just now and has not stopped, or it is in Motion."""
    frame = driver(state)
    if frame is not None and frame.vehicle == vehicle:
        return frame.rolling
    return has(state, vehicle, V_MOTION)


def driver(state: Firefight) -> Driving | None:
    """The vehicle on its way, if one is; ASL-D6.5: while riders who got off are on their way, none is."""
    found = next((frame for frame in reversed(state.stack) if isinstance(frame, Driving | Moving)), None)
    return found if isinstance(found, Driving) else None


def crushing(state: Firefight) -> Crushing | None:
    """ASL-D7.1: the overrun under way, if one is."""
    return next((frame for frame in reversed(state.stack) if isinstance(frame, Crushing)), None)


def is_crushed(state: Firefight) -> bool:
    """ASL-D7.1: an overrun has been rolled for, and Reaction Fire against it is due."""
    frame = crushing(state)
    return frame is not None and bool(frame.dice)


def has_gun(state: Firefight, vehicle: int) -> bool:
    """Whether its gun works."""
    return not has(state, vehicle, V_JAMMED | V_DISABLED)


def machine_guns(state: Firefight, vehicle: int) -> list[str]:
    """ASL-D1.8: the machine guns that can be fired; the one on the roof only by a crew that shows itself."""
    printed = model(state, vehicle)
    there = [name for name in ("bmg", "cmg", "aamg") if getattr(printed, name)]
    working = [name for name in there if not has(state, vehicle, MG_JAMMED[name])]
    return [name for name in working if name != "aamg" or is_exposed(state, vehicle)]


def is_armed(state: Firefight, vehicle: int) -> bool:
    return is_active(state, vehicle) and (has_gun(state, vehicle) or bool(machine_guns(state, vehicle)))


def on_map(state: Firefight, side: str) -> list[int]:
    """A side's vehicles on the map, wrecks not counted."""
    return [*_on_map(state, side)]


@once_while("vehicle_at", "vehicle_flags")
def _on_map(state: Firefight, side: str) -> tuple[int, ...]:
    return tuple(v for v in VEHICLES_OF[side] if is_there(state, v))


def in_hex(state: Firefight, side: str, hex_: int) -> list[int]:
    return [v for v in _on_map(state, side) if state.vehicle_at[v] == hex_]


def holds(state: Firefight, side: str, hex_: int) -> bool:
    """ASL-A11.7: whether a manned vehicle of a side stands in a hex: it holds enemies on foot there."""
    return any(is_manned(state, v) and not is_rolling(state, v) for v in in_hex(state, side, hex_))


def hexes_of(state: Firefight, side: str) -> int:
    """The hexes with manned vehicles of a side."""
    return sum(
        1 << hex_ for hex_ in {state.vehicle_at[v] for v in on_map(state, side) if is_manned(state, v)}
    )


def exposed_hexes(state: Firefight, side: str) -> int:
    """Hexes where crews of a side show themselves: what small arms can strike. Riders are seen as units."""
    return sum(1 << h for h in {state.vehicle_at[v] for v in on_map(state, side) if is_exposed(state, v)})


@once_while("vehicle_at", "vehicle_flags")
def wrecks(state: Firefight) -> tuple[int, ...]:
    return tuple(v for v in range(len(VEHICLE_NAMES)) if has(state, v, V_WRECK) and state.vehicle_at[v] >= 0)


def obstacles(state: Firefight) -> int:
    """ASL-D9.4: the hexes of vehicles that stand still and of wrecks that do not burn."""
    found = 0
    for vehicle, at in enumerate(state.vehicle_at):
        if at >= 0 and not has(state, vehicle, V_BURNING):
            still = has(state, vehicle, V_WRECK) or not is_moving_target(state, vehicle)
            found |= still << at
    return found


def burning(state: Firefight) -> set[int]:
    """The hexes of burning wrecks."""
    return {int(state.vehicle_at[v]) for v in wrecks(state) if has(state, v, V_BURNING)}


def fires(state: Firefight) -> tuple[int, ...]:
    """ASL-B25.14, PHD-MSR2.ff: the hexes whose fire smokes: of burning wrecks, and those ablaze."""
    return tuple(sorted(burning(state).union(members(state.blazes))))


def gives_cover(state: Firefight, side: str, hex_: int) -> bool:
    """ASL-D9.3: a friendly vehicle, an abandoned one or a wreck, that neither moves nor burns; ASL-D9.31: one
    that moves, for Infantry that goes along with it.
    """
    way = next((frame for frame in reversed(state.stack) if isinstance(frame, Moving)), None)
    beside = way.screen if way is not None else -1
    if beside >= 0 and state.vehicle_at[beside] == hex_ and VEHICLE_SIDE[beside] == side:
        return not has(state, beside, V_BURNING)
    for vehicle, at in enumerate(state.vehicle_at):
        if at == hex_ and not has(state, vehicle, V_BURNING):
            friendly = VEHICLE_SIDE[vehicle] == side or has(state, vehicle, V_ABANDONED | V_WRECK)
            if friendly and (has(state, vehicle, V_WRECK) or not is_moving_target(state, vehicle)):
                return True
    return False


def in_the_way(state: Firefight, hex_: int, but: int) -> int:
    """ASL-D2.14: the other vehicles and wrecks in a hex."""
    return sum(at == hex_ for vehicle, at in enumerate(state.vehicle_at) if vehicle != but)


def riders_of(state: Firefight, vehicle: int) -> tuple[int, ...]:
    """ASL-D6.2: the units aboard, as far as they are known."""
    row = state.riders[vehicle]
    return () if row is UNKNOWN else row  # type: ignore[comparison-overlap]


def is_riding(state: Firefight, unit: int) -> bool:
    return bool(state.riding >> unit & 1)


def mount_of(state: Firefight, unit: int) -> int:
    """The vehicle that a unit rides; -1: none."""
    return next((v for v in VEHICLES_OF[SIDE[unit]] if unit in riders_of(state, v)), -1)


def is_vulnerable(state: Firefight, vehicle: int) -> bool:
    """ASL-D6.23: whether small arms find somebody on a vehicle: a crew that shows itself, or riders."""
    return is_exposed(state, vehicle) or bool(riders_of(state, vehicle))


def name(state: Firefight, vehicle: int) -> str:
    return f"{state.vehicle_kind[vehicle] or 'vehicle'} {VEHICLE_NAMES[vehicle]}"


def crowd(state: Firefight, side: str, hex_: int) -> int:
    """ASL-A5.2: vehicles of a side above the one that a Location takes."""
    return max(0, len(in_hex(state, side, hex_)) - 1)


# ---------------------------------------------------------------- changing


def flag(state: Firefight, vehicle: int, bits: int, clause: str) -> None:
    state.set_at(fact.vehicle_flags, vehicle, state.vehicle_flags[vehicle] | bits, clause)


def clear(state: Firefight, vehicle: int, bits: int, clause: str) -> None:
    if state.vehicle_flags[vehicle] & bits:
        state.set_at(fact.vehicle_flags, vehicle, state.vehicle_flags[vehicle] & ~bits, clause)


def put(state: Firefight, vehicle: int, hex_: int, clause: str) -> None:
    state.set_at(fact.vehicle_at, vehicle, Hex(hex_), clause)
    leave_crest(state, vehicle)
    if state.verge[vehicle] >= 0:
        state.set_at(fact.verge, vehicle, -1, "ASL-D2.3")


def leave_crest(state: Firefight, vehicle: int) -> None:
    """ASL-D4.22: who turns or starts is hull down no more."""
    if state.crest[vehicle]:
        state.set_at(fact.crest, vehicle, 0, "ASL-D4.22")


def point(state: Firefight, vehicle: int, spine: int, clause: str) -> None:
    """ASL-D3.51: the hull turns, and its turret with it."""
    by = (spine - state.hull[vehicle]) % 6
    leave_crest(state, vehicle)
    state.set_at(fact.hull, vehicle, spine % 6, clause)
    state.set_at(fact.turret, vehicle, (state.turret[vehicle] + by) % 6, clause)


def swing(state: Firefight, vehicle: int, spine: int, clause: str) -> None:
    """The turret turns alone."""
    state.set_at(fact.turret, vehicle, spine % 6, clause)


def stop(state: Firefight, vehicle: int, clause: str) -> None:
    """ASL-C7.42: it halts without paying; its movement is over."""
    clear(state, vehicle, V_MOTION, clause)
    frames = tuple(
        frame if not isinstance(frame, Driving) or frame.vehicle != vehicle else _halted(frame)
        for frame in state.stack
    )
    state.set(fact.stack, frames, clause)


def _halted(frame: Driving) -> Driving:
    return replace(frame, rolling=False, route=())


def score(state: Firefight, vehicle: int, points: int, clause: str = "ASL-A26.22") -> None:
    """ASL-A26.22: the enemy of the vehicle scores."""
    scorer = SIDES.index(ENEMY[VEHICLE_SIDE[vehicle]])
    state.set_at(fact.points, scorer, state.points[scorer] + points, clause)


def destroy(state: Firefight, vehicle: int, burning: bool, clause: str) -> None:
    """ASL-D10.1: a wreck that points where the vehicle did; a gun that does not work takes a point off."""
    broken = has(state, vehicle, V_DISABLED | V_JAMMED)
    score(state, vehicle, 0 if has(state, vehicle, V_CAPTURED) else model(state, vehicle).points - broken)
    said = "is a burning wreck" if burning else "is a wreck"
    words = "{} {} {} in {}"
    place = GRID.name[state.vehicle_at[vehicle]]
    side = ADJECTIVE[VEHICLE_SIDE[vehicle]]
    state.note(clause, words, side, name(state, vehicle), said, place, kind="elimination")
    state.set_at(fact.vehicle_flags, vehicle, V_WRECK | (V_BURNING if burning else 0), clause)
    forget(state, vehicle, clause)
    for call in WRECKED:
        call(state, vehicle, clause)


WRECKED: list[Callable[[Firefight, int, str], None]] = []  # what befalls who is aboard: given by its module


def take_off(state: Firefight, unit: int, clause: str) -> None:
    """A rider is aboard no more."""
    vehicle = mount_of(state, unit)
    if vehicle >= 0:
        rest = tuple(u for u in state.riders[vehicle] if u != unit)
        state.set_at(fact.riders, vehicle, rest, clause)


def lose_crew(state: Firefight, vehicle: int, clause: str) -> None:
    """ASL-A26.22: the crew is lost with its vehicle."""
    score(state, vehicle, int(CREW["points"]), clause)
    if leader := commanders.commander_of(state, vehicle):
        commanders.reveal(state, vehicle)
        score(state, vehicle, KINDS[leader].points, "ASL-D3.4")


def stick(state: Firefight, vehicle: int, clause: str) -> None:
    """ASL-C7.5: it moves no more, and turns only its turret."""
    if not has(state, vehicle, V_STUCK):
        flag(state, vehicle, V_STUCK, clause)
        state.note(clause, "{} is immobilized", name(state, vehicle), kind="loss")
    stop(state, vehicle, clause)


def shock(state: Firefight, vehicle: int, clause: str) -> None:
    """ASL-C7.42: buttoned up, without action, until it recovers; a new shock begins anew."""
    clear(state, vehicle, V_UNKNOWN | V_EXPOSED, clause)
    flag(state, vehicle, V_SHOCKED, clause)
    stop(state, vehicle, clause)
    forget(state, vehicle, clause)
    state.note(clause, "the crew of {} is shocked", name(state, vehicle), kind="result")


def stun(state: Firefight, vehicle: int, clause: str) -> None:
    """ASL-D5.34: buttoned up and inactive for the player turn; the second stun is a recall."""
    again = has(state, vehicle, V_SHAKEN | V_STUNNED)
    clear(state, vehicle, V_EXPOSED, clause)
    flag(state, vehicle, V_STUNNED, clause)
    stop(state, vehicle, clause)
    forget(state, vehicle, clause)
    state.note(clause, "the crew of {} is stunned", name(state, vehicle), kind="result")
    if again:
        recall(state, vehicle, "ASL-D5.341")


def recall(state: Firefight, vehicle: int, clause: str) -> None:
    """ASL-D5.341: it has to leave the map."""
    if not has(state, vehicle, V_RECALLED):
        flag(state, vehicle, V_RECALLED, clause)
        commanders.leave(state, vehicle, "ASL-D5.341")
        state.note(clause, "{} is recalled", name(state, vehicle), kind="loss")


def abandon(state: Firefight, vehicle: int, clause: str) -> None:
    clear(state, vehicle, V_EXPOSED | V_MOTION, clause)
    flag(state, vehicle, V_ABANDONED, clause)
    forget(state, vehicle, clause)
    state.note(clause, "{} is abandoned", name(state, vehicle), kind="loss")


def leave_map(state: Firefight, vehicle: int, clause: str) -> None:
    state.note(clause, "{} leaves the map", name(state, vehicle), kind="move")
    put(state, vehicle, OFF, clause)
    state.set_at(fact.vehicle_flags, vehicle, V_LEFT, clause)
    forget(state, vehicle, clause)


def bog(state: Firefight, vehicle: int, clause: str) -> None:
    flag(state, vehicle, V_BOGGED, clause)
    state.note(clause, "{} is bogged", name(state, vehicle), kind="loss")
    stop(state, vehicle, clause)


def unbog(state: Firefight, vehicle: int, clause: str) -> None:
    clear(state, vehicle, V_BOGGED | V_MIRED, clause)
    state.note(clause, "{} is free again", name(state, vehicle), kind="result")


def jam_gun(state: Firefight, vehicle: int, clause: str) -> None:
    flag(state, vehicle, V_JAMMED, clause)
    forget(state, vehicle, clause)
    state.note(clause, "the gun of {} malfunctions", name(state, vehicle), kind="loss")


def forget(state: Firefight, vehicle: int, clause: str) -> None:
    """ASL-C6.5.lost: what it has acquired."""
    drop_aims(state, (row for row in state.tracked if row[0] == vehicle), clause)


def drop_aims(state: Firefight, rows: Iterable[tuple[int, ...]], clause: str) -> None:
    gone = set(rows)
    if gone:
        state.set(fact.tracked, tuple(row for row in state.tracked if row not in gone), clause)
