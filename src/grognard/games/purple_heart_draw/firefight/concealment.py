"""How a "?" is gained."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.core.hexes import members

from ..board import GRID
from ..pieces import SIDES
from . import checks, vehicles
from .clouds import smoke_in
from .crest_status import is_crested
from .dummies import lurking
from .eyes import air, conceals, ground, looks_from, see_each_other, vehicle_sees_unit
from .forces import ENEMY, SIDE
from .going import crossed, hexside_tem, in_hex_tem
from .places import Place
from .position import BROKEN, CLIMBING, FOXHOLE, HIDDEN, SEARCHED, Firefight
from .sight import sight
from .terrain import BOCAGE, FEATURE
from .units import (
    SIZE,
    clear,
    cover,
    find_stack,
    has,
    helper_of,
    is_good,
    is_hero,
    is_inexperienced,
    kind,
    known,
    leadership,
    name,
    number,
    on_map,
    pieces_of,
    settle,
)

FAR, MOST = 16, 5


def gain(state: Firefight) -> None:
    """ASL-A12.121: the side whose turn ends covers Good Order units; some of them need a die."""
    due: list[checks.Item] = []
    for unit in on_map(state, state.mover):
        if not state.open >> unit & 1 or not is_good(state, unit) or has(state, unit, SEARCHED):
            continue
        barred = vehicles.is_riding(state, unit) or is_crested(state, unit) or has(state, unit, CLIMBING)
        how = gains(state, unit) if not barred else ""
        if how == "at once":
            cover(state, unit, "ASL-A12.121")
        elif how == "die":
            due.append((unit, checks.CONCEAL, 0))
    checks.call(state, due, "ASL-A12.121")


def gains(state: Firefight, unit: int) -> str:
    """ASL-A12.121, ASL-A12.1: out of sight in concealment terrain or far from the enemy: at once; out of
    sight but in no such terrain, or seen only from more than 16 hexes within it: by a die; else not at all. A
    hidden enemy does not count: it would have to show itself (ASL-A12.32). A "?" counts, whatever it covers.
    """
    near_by = seen = hedged = False
    for at, sees, is_vehicle in _looks(state, unit):
        close = GRID.distance(at, state.at[unit]) <= FAR
        near_by |= close
        if not sees:
            continue
        if not is_vehicle and is_behind_bocage(state, unit, at):
            hedged = True
        elif close:
            return ""
        else:
            seen = True
    covered = conceals(state, state.at[unit]) or hedged
    if seen:
        return "die" if covered else ""
    return "at once" if covered or not near_by else "die"


def _looks(state: Firefight, unit: int) -> Iterator[tuple[int, bool, bool]]:
    """Each enemy that counts: its hex, whether it sees the unit, whether it is a vehicle."""
    foes = ENEMY[SIDE[unit]]
    for enemy in on_map(state, foes):
        if not state.flags[enemy] & (BROKEN | HIDDEN):
            yield state.at[enemy], see_each_other(state, enemy, unit), False
    for hex_ in members(lurking(state, number(foes))):  # a "?" may be any unit
        yield hex_, _is_before(state, unit, hex_), False
    for vehicle in vehicles.on_map(state, foes):
        yield state.vehicle_at[vehicle], vehicle_sees_unit(state, vehicle, unit), True


def _is_before(state: Firefight, unit: int, hex_: int) -> bool:
    """Whether who stands in a hex would see a unit."""
    held = bool(state.walls[number(ENEMY[SIDE[unit]])] >> hex_ & 1)
    here = Place(hex_, advantage=held)
    return state.at[unit] == hex_ or any(
        sight(here, there, air(state), ground(state)).is_unit_seen for there in looks_from(state, unit)
    )


def is_behind_bocage(state: Firefight, unit: int, at: int) -> bool:
    """ASL-B9.55: whether a unit could claim the cover of bocage against an enemy who sees it from a hex; then
    it is not seen for gaining a "?". In a foxhole it holds no Wall Advantage.
    """
    hex_, side = state.at[unit], SIDE[unit]
    if at == hex_ or has(state, unit, FOXHOLE) or not hexside_tem(at, hex_):
        return False
    held = state.walls[number(ENEMY[side])] >> at & 1 and GRID.distance(at, hex_) == 1
    return not held and all(FEATURE[edge] == BOCAGE for edge in crossed(at, hex_))


def has_bocage(hex_: int) -> bool:
    """ASL-B9.55: whether a unit could hide in a hex by its bocage alone."""
    return any(FEATURE.get(hex_ * 6 + side) == BOCAGE for side in range(6))


def find_past_bocage(state: Firefight) -> None:
    """ASL-B9.55: who is hidden by bocage alone comes up under a "?" before a known enemy who sees it past
    the bocage.
    """
    for side in SIDES:
        for unit in [u for u in on_map(state, side) if has(state, u, HIDDEN) and not pieces_of(state, u)]:
            at = state.at[unit]
            if has_bocage(at) and not conceals(state, at) and _is_passed(state, unit):
                find_stack(state, unit, "ASL-B9.55")
                clear(state, unit, HIDDEN, "ASL-B9.55")
                cover(state, unit, "ASL-B9.55")
                settle(state, "ASL-B9.55")


def _is_passed(state: Firefight, unit: int) -> bool:
    enemies = [u for u in known(state, SIDE[unit]) if not has(state, u, BROKEN)]
    past = [u for u in enemies if not is_behind_bocage(state, unit, state.at[u])]
    tanks = [v for v in vehicles.on_map(state, ENEMY[SIDE[unit]]) if vehicles.is_active(state, v)]
    wide = [v for v in tanks if not is_behind_bocage(state, unit, state.vehicle_at[v])]
    seen = any(see_each_other(state, u, unit) for u in past if state.at[u] != state.at[unit])
    return seen or any(vehicle_sees_unit(state, v, unit) for v in wide)


def drm(state: Firefight, unit: int) -> int:
    """ASL-A12.122: size, the best other leader, a hero, cover and SMOKE in the hex, and an
    inexperienced unit.
    """
    leader = helper_of(state, unit)
    found = SIZE[kind(state, unit).type] + (leadership(state, leader) if leader >= 0 else 0)
    found -= in_hex_tem(state.at[unit]) + smoke_in(state, state.at[unit]) + is_hero(state, unit)
    return found + is_inexperienced(state, unit)


def roll_concealment(state: Firefight, unit: int, more: int, die: int) -> list[checks.Item]:
    """ASL-A12.122: up to 5 it takes a "?"."""
    final = die + drm(state, unit)
    words = "{}: concealment die {}, with modifiers {}"
    state.note("ASL-A12.122", words, name(state, unit), die, final, kind="check")
    if final <= MOST:
        cover(state, unit, "ASL-A12.122")
    return []


checks.RESOLVE[checks.CONCEAL] = roll_concealment
