"""ASL-D6.2: Infantry that rides on tanks and assault guns: who is aboard, and how it gets off."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from grognard.core.hexes import OFF, Hex, members

from . import checks, vehicles
from .forces import FIRST_GUN, GUN_NAMES
from .going import CODE, hexside, is_road, near
from .position import (
    BERSERK,
    BROKEN,
    DUE,
    G_MOVED,
    MELEE,
    MOVED,
    PIN,
    TI,
    Firefight,
    fact,
)
from .terrain import BOCAGE
from .units import (
    clear,
    eliminate,
    flag,
    guns_of,
    has,
    jam,
    kind,
    name,
    portage,
    printed_gun,
    remove_gun,
    show,
)
from .vehicles import DATA, mount_of, riders_of

FIGURES = DATA["riders"]

# ---------------------------------------------------------------- who fits


def weight(state: Firefight, unit: int) -> int:
    """ASL-D6.2: the portage points of a unit and of what it carries."""
    printed = kind(state, unit)
    own = FIGURES["single" if printed.is_single else printed.type]
    return int(own) + portage(state, unit)


def has_room(state: Firefight, vehicle: int, units: Iterable[int]) -> bool:
    """ASL-D6.2: so many portage points, and at most four leaders and heroes."""
    aboard = [*riders_of(state, vehicle), *units]
    singles = sum(kind(state, u).is_single for u in aboard)
    weights = sum(weight(state, u) for u in aboard)
    return weights <= vehicles.model(state, vehicle).riders and singles <= FIGURES["singles"]


def quarter(state: Firefight, vehicle: int) -> int:
    """ASL-D6.4: a quarter of the MP of a vehicle, rounded up, in half MP."""
    return 2 * -(-vehicles.model(state, vehicle).mp // 4)


def whole_mp(state: Firefight, vehicle: int) -> int:
    """ASL-D6.4: the half MP of a vehicle: a quarter for each MF that its slowest loader has left."""
    whole, left = 2 * vehicles.model(state, vehicle).mp, state.laden[vehicle]
    return whole if left < 0 else min(whole, left // 2 * quarter(state, vehicle))


def is_closed(state: Firefight, at: int, hex_: int) -> bool:
    """ASL-D6.21: whether nobody can stay on a vehicle that goes there: through bocage, or off the road into
    woods, an orchard or a building.
    """
    if at != OFF and is_road(at, hex_):
        return False
    hedge = at != OFF and hexside(at, hex_) == BOCAGE and (at, hex_) not in state.breaches
    return hedge or CODE[hex_] in FIGURES["closed"]


def is_clear(hex_: int) -> bool:
    """ASL-D6.21: whether units can get onto a vehicle in a hex."""
    return CODE[hex_] not in FIGURES["closed"] or any(is_road(hex_, other) for other in near(hex_))


# ---------------------------------------------------------------- aboard


def board(state: Firefight, units: Iterable[int], vehicle: int, left: int) -> None:
    """ASL-D6.4: units are on the vehicle; `left`: half MF they have left, -1: they enter the map on it."""
    loaded = tuple(units)
    if not loaded:
        return
    row = tuple(sorted((*riders_of(state, vehicle), *loaded)))
    state.set_at(fact.riders, vehicle, row, "ASL-D6.4")
    if left >= 0:
        now = state.laden[vehicle]
        state.set_at(fact.laden, vehicle, left if now < 0 else min(now, left), "ASL-D6.4")
    for unit in loaded:
        words = "{} rides on {}"
        state.note("ASL-D6.4", words, name(state, unit), vehicles.name(state, vehicle), kind="move")


def carry(state: Firefight, vehicle: int, hex_: int) -> None:
    """ASL-D6.2: riders go where their vehicle goes."""
    for unit in riders_of(state, vehicle):
        show(state, unit, "ASL-A12.14.d")
        clear(state, unit, DUE, "ASL-A2.51")
        flag(state, unit, MOVED, "ASL-D6.2")
        for g in guns_of(state, unit):
            state.set_at(fact.gun_flags, g, state.gun_flags[g] | G_MOVED, "ASL-A4.41")
        state.set_at(fact.at, unit, Hex(hex_), "ASL-D6.2")


def get_off(state: Firefight, units: Iterable[int], clause: str) -> None:
    """Units are beneath the vehicle again; ASL-B28.43: mines attack them as if they entered."""
    there = tuple(units)
    for unit in there:
        vehicles.take_off(state, unit, clause)
    for call in LANDED:
        call(state, there)


LANDED: list[Callable[[Firefight, tuple[int, ...]], None]] = []  # what meets them: given by its module

# ---------------------------------------------------------------- Bail Out


def bail_out(state: Firefight, units: Iterable[int], clause: str) -> None:
    """ASL-D6.24: beneath the vehicle, without any more action; each takes a morale check."""
    there = tuple(units)
    for unit in there:
        mount = vehicles.name(state, mount_of(state, unit))
        state.note(clause, "{} bails out of {}", name(state, unit), mount, kind="move")
        flag(state, unit, TI | MOVED, "ASL-D6.24")
    checks.call(state, [(u, checks.BAIL, 0) for u in there], "ASL-D6.24")
    get_off(state, there, clause)


def sweep(state: Firefight, vehicle: int) -> None:
    """ASL-D6.21: a turret that turns sweeps riders off."""
    aboard = riders_of(state, vehicle)
    if aboard and vehicles.model(state, vehicle).turret:
        bail_out(state, aboard, "ASL-D6.21")


def shake_off(state: Firefight) -> None:
    """ASL-D6.23: riders who are pinned or broken bail out; who is berserk or in Melee gets down."""
    aboard = [u for u in members(state.riding) if state.at[u] >= 0]
    wild = [u for u in aboard if has(state, u, BERSERK | MELEE)]
    if wild:
        get_off(state, wild, "ASL-A15.43")
    shaken = [u for u in aboard if state.flags[u] & (BROKEN | PIN) and u not in wild]
    if shaken:
        bail_out(state, shaken, "ASL-D6.23")


def roll_bail(state: Firefight, unit: int, more: int, dice: int) -> list[checks.Item]:
    """ASL-D6.24: weapons of a unit that breaks are lost; of others a die is rolled."""
    found = checks.pass_or_fail(state, unit, more, dice)
    guns = guns_of(state, unit) if state.at[unit] >= 0 else []
    if not has(state, unit, BROKEN):
        return [*found, *((FIRST_GUN + g, checks.SPILL, 0) for g in guns)]
    for g in guns:
        remove_gun(state, g, "ASL-D6.24")
    return found


def roll_spill(state: Firefight, firer: int, more: int, die: int) -> list[checks.Item]:
    """ASL-D6.24: from 4 on a weapon malfunctions; one that cannot be repaired is lost."""
    g = firer - FIRST_GUN
    state.note("ASL-D6.24", "{} in the Bail Out: die {}", GUN_NAMES[g], die, kind="check")
    if die >= FIGURES["spills"]:
        lasting = bool(printed_gun(state, g).repair)
        (jam if lasting else remove_gun)(state, g, "ASL-D6.24")
    return []


# ---------------------------------------------------------------- the vehicle is destroyed


def roll_survival(state: Firefight, unit: int, limit: int, dice: int) -> list[checks.Item]:
    """ASL-D6.9: up to the Crew Survival number it gets away; 1 more if it is broken."""
    final = dice + has(state, unit, BROKEN)
    words = "{} gets off the wreck: dice {}, with modifiers {}: {}"
    said = "it survives" if final <= limit else "it is lost"
    state.note("ASL-D6.9", words, name(state, unit), dice, final, said, kind="check")
    return [] if final <= limit else checks.lose(state, unit, "ASL-D6.9")


def call_survival(state: Firefight, vehicle: int) -> None:
    """ASL-D6.9: each rider of a vehicle that is destroyed without burning rolls for itself."""
    aboard, limit = riders_of(state, vehicle), vehicles.armored(state, vehicle).crew_survival
    for unit in aboard:
        vehicles.take_off(state, unit, "ASL-D6.9")
        flag(state, unit, TI | MOVED, "ASL-D6.9")
    checks.call(state, [(u, checks.SURVIVE, limit) for u in aboard], "ASL-D6.9")


def perish(state: Firefight, vehicle: int, clause: str) -> None:
    """ASL-D6.9, ASL-C7.6: who is still aboard a vehicle that burns or is lost in close combat is lost."""
    for unit in riders_of(state, vehicle):
        eliminate(state, unit, "ASL-D6.9")


vehicles.WRECKED.append(perish)
checks.RESOLVE |= {
    checks.BAIL: roll_bail,
    checks.SPILL: roll_spill,
    checks.SURVIVE: roll_survival,
}


def end_turn(state: Firefight) -> None:
    """ASL-D6.4: who got on in this player turn hampers its vehicle no more."""
    for vehicle, left in enumerate(state.laden):
        if left >= 0:
            state.set_at(fact.laden, vehicle, -1, "ASL-D6.4")


def describe(state: Firefight, unit: int) -> str:
    """The vehicle that a unit rides, in words; empty: none."""
    mount = mount_of(state, unit) if vehicles.is_riding(state, unit) else -1
    return f"rides {vehicles.name(state, mount)}" if mount >= 0 else ""
