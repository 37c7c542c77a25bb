"""ASL-A12.11, ASL-A12.14.c: a stack moves under its "?". The enemy sees the marker go from hex to hex, and is
not told what is under it; dummies move in the same way.
"""

from __future__ import annotations

from msgspec.structs import replace

from grognard.core.hexes import Hex, Hexes
from grognard.core.narration import join_names
from grognard.core.procedure import Pick, Screen

from ..board import GRID
from . import vehicles
from .concealment import FAR, is_behind_bocage
from .dummies import take_off
from .eyes import hindered, is_open_to, vehicle_view, view
from .forces import ENEMY, MARKER, NAMES, SIDE
from .going import OPEN, hexside_tem, in_hex_tem
from .markers import crew, is_marker, put_away, take_up
from .position import (
    BERSERK,
    BROKEN,
    CLIMBING,
    CONCEALED,
    FOXHOLE,
    HIDDEN,
    MELEE,
    MOVED,
    OPPORTUNE,
    PIN,
    PREP,
    TI,
    Firefight,
    Moving,
    fact,
)
from .sight import Sight
from .units import (
    has,
    in_hex,
    is_good,
    is_observing,
    known,
    movers,
    name,
    number,
    on_map,
    pieces_of,
    settle,
    show,
)
from .words import Challenge, Sneak

IDLE = BROKEN | PREP | PIN | TI | MELEE | MOVED | BERSERK | OPPORTUNE | CLIMBING | FOXHOLE | HIDDEN
DUMMY_MF = 8  # half MF: as many as a squad has

# ---------------------------------------------------------------- who


def can_sneak(state: Firefight, unit: int) -> bool:
    """Whether a concealed unit can move under its "?": neither busy nor in a foxhole, and without a Gun."""
    free = has(state, unit, CONCEALED) and not state.flags[unit] & IDLE
    busy = is_observing(state, unit) or vehicles.is_riding(state, unit)
    return free and not busy and not pieces_of(state, unit)


def covered(state: Firefight, side: str, hex_: int) -> int:
    """The units of a hex that go together under its "?"."""
    return sum(1 << u for u in in_hex(state, side, hex_) if can_sneak(state, u))


def decoys(state: Firefight, side: str) -> int:
    """ASL-A12.11: hexes with dummies that have not moved in this turn."""
    key = number(side)
    return int(state.dummies[key]) & ~int(state.decoyed[key]) if state.card.is_mission else 0


def _sources(state: Firefight, frame: object) -> int:
    side = state.mover
    found = decoys(state, side)
    for unit in on_map(state, side):
        found |= can_sneak(state, unit) << state.at[unit]
    return found


def sneak(state: Firefight, frame: object, unit: int, hex_: int) -> None:
    """The whole "?" of a hex gets ready to move; dummies stay if there are units to go."""
    units = covered(state, state.mover, hex_)
    marker = take_up(state, state.mover, units, hex_, "ASL-A12.11")
    state.call(Moving(units=(marker,), origin=hex_), "ASL-A4.2")


SNEAK = Pick(
    verb=Sneak,
    hexes=(Screen("ASL-A12.11", 'no "?" in {hex} can move: its units are busy or not concealed', _sources),),
    apply=sneak,
)

# ---------------------------------------------------------------- on the way


def title(state: Firefight, units: tuple[int, ...]) -> str:
    """The movers, as everybody may know them."""
    return 'a "?"' if is_marker(units) else join_names([name(state, u) for u in units], len(units))


def carry(state: Firefight, frame: Moving, at: int, hex_: int) -> None:
    """The marker is in the next hex; dummies that go alone are there as well."""
    side = SIDE[frame.units[0]]
    state.set_at(fact.at, MARKER[side], Hex(hex_), "ASL-A12.11")
    if not state.stealth[number(side)]:
        carry_dummies(state, side, at, hex_)


def carry_dummies(state: Firefight, side: str, at: int, hex_: int) -> None:
    key = number(side)
    left, moved = state.dummies[key] & ~(1 << at), state.decoyed[key] & ~(1 << at)
    state.set_at(fact.dummies, key, Hexes(left | 1 << hex_), "ASL-A12.11")
    state.set_at(fact.decoyed, key, Hexes(moved | 1 << hex_), "ASL-A12.11")


def watchers(state: Firefight, frame: Moving, hex_: int, units: list[int]) -> list[int]:
    """ASL-A12.14.c: of these enemies the Good Order ones within 16 hexes who see the "?" move otherwise than
    by Assault Movement, or in Open Ground; ASL-B9.55: behind bocage it moves as if by Assault Movement.
    """
    side = SIDE[frame.units[0]]
    near = [u for u in units if is_good(state, u) and GRID.distance(state.at[u], hex_) <= FAR]
    seeing = [u for u in near if state.at[u] != hex_ and view(state, u, side, hex_).is_unit_seen]
    return [u for u in seeing if not _is_slow(state, frame, u) or is_open_to(state, u, hex_, side)]


def _is_slow(state: Firefight, frame: Moving, enemy: int) -> bool:
    return frame.assault or is_behind_bocage(state, frame.units[0], state.at[enemy])


def tanks_watching(state: Firefight, frame: Moving, hex_: int) -> bool:
    """ASL-A12.14.c: vehicles look as units do."""
    side = SIDE[frame.units[0]]
    for vehicle in vehicles.on_map(state, ENEMY[side]):
        near = GRID.distance(state.vehicle_at[vehicle], hex_) <= FAR and vehicles.is_active(state, vehicle)
        seen = vehicle_view(state, vehicle, hex_) if near else None
        if seen is None or not seen.is_unit_seen:
            continue
        if not frame.assault or _is_bare(state, vehicle, hex_, seen):
            return True
    return False


def _is_bare(state: Firefight, vehicle: int, hex_: int, seen: Sight) -> bool:
    """ASL-A10.531: whether a hex is Open Ground to the crew of a vehicle."""
    covered = hexside_tem(state.vehicle_at[vehicle], hex_) or in_hex_tem(hex_)
    return bool(OPEN >> hex_ & 1) and not hindered(seen) and not covered


def is_given_away(state: Firefight, frame: Moving, hex_: int) -> bool:
    """Whether the "?" is lost to enemies that are known; ASL-A12.15: or because others are in the hex."""
    side = SIDE[frame.units[0]]
    known_enemies = known(state, side)
    return (
        any(state.at[u] == hex_ for u in on_map(state, ENEMY[side]))
        or bool(watchers(state, frame, hex_, known_enemies))
        or tanks_watching(state, frame, hex_)
    )


def uncover(state: Firefight, clause: str) -> None:
    """What moves under the "?" is known from now on; dummies are gone."""
    moving = movers(state)
    assert moving is not None
    side, units = SIDE[moving.units[0]], crew(state, moving.units)
    hex_ = state.at[moving.units[0]]
    if not units:
        take_off(state, side, 1 << hex_, clause)
    for unit in units:
        show(state, unit, clause)
    _name_struck(state, moving.units[0], units)
    put_away(state, side, clause)
    changed = replace(moving, units=tuple(u for u in units if state.at[u] == hex_))
    stack = tuple(changed if one is moving else one for one in state.stack)
    state.set(fact.stack, stack, clause)
    settle(state, clause)


def after_step(state: Firefight, hex_: int) -> None:
    """ASL-A12.14.c: whether the "?" is lost in the hex entered."""
    moving = movers(state)
    if moving is not None and is_marker(moving.units) and is_given_away(state, moving, hex_):
        uncover(state, "ASL-A12.14.c")


def is_betrayed(state: Firefight, moving: Moving) -> bool:
    """ASL-A12.11: whether somebody under a "?" has become known, or its dummies are gone."""
    units, side = crew(state, moving.units), SIDE[moving.units[0]]
    if not units:
        return not state.dummies[number(side)] >> state.at[moving.units[0]] & 1
    return any(state.open >> u & 1 or not state.kind[u] for u in units)


def after_fire(state: Firefight) -> None:
    """ASL-A12.14.b: fire that has found one of the stack has found all of it."""
    moving = movers(state)
    if moving is not None and is_marker(moving.units) and is_betrayed(state, moving):
        uncover(state, "ASL-A12.14.b")


def after_mines(state: Firefight, fit: tuple[int, ...]) -> tuple[int, ...]:
    """ASL-B28.411: who goes on after mines have attacked a "?": the marker, or of those found who can."""
    after_fire(state)
    moving = movers(state)
    if moving is None or not is_marker(fit) or is_marker(moving.units):
        return fit
    return tuple(u for u in moving.units if not state.flags[u] & (BROKEN | PIN))


def end(state: Firefight) -> None:
    """The "?" has moved; ASL-A8.22: what has attacked it is not forgotten of the next one."""
    kept = tuple(row for row in state.struck if row[0] != MARKER[state.mover])
    state.set(fact.struck, kept, "ASL-A8.22")
    put_away(state, state.mover, "ASL-A12.11")


def _name_struck(state: Firefight, marker: int, units: tuple[int, ...]) -> None:
    """ASL-A8.22: what has attacked the "?" has attacked its units."""
    rows = [(u, *row[1:]) for row in state.struck if row[0] == marker for u in units]
    kept = [row for row in state.struck if row[0] != marker]
    state.set(fact.struck, (*kept, *rows), "ASL-A8.22")


# ---------------------------------------------------------------- what a concealed enemy does about it


def _challengers(state: Firefight, frame: object) -> int:
    moving = movers(state)
    if moving is None or not is_marker(moving.units):
        return 0
    hex_, side = state.at[moving.units[0]], ENEMY[state.mover]
    concealed = [u for u in on_map(state, side) if not state.open >> u & 1]
    return sum(1 << u for u in watchers(state, moving, hex_, concealed))


def challenge(state: Firefight, frame: object, unit: int, hex_: int) -> None:
    """ASL-A12.14.d: a concealed unit shows itself, and the "?" that moves in its sight is lost."""
    show(state, unit, "ASL-A12.14.d")
    uncover(state, "ASL-A12.14.d")


NO_CHALLENGE = '{unit} does not see a "?" move that it could take away by showing itself'
CHALLENGE = Pick(
    verb=Challenge,
    names=NAMES,
    units=(Screen("ASL-A12.14.d", NO_CHALLENGE, _challengers),),
    apply=challenge,
)


def end_turn(state: Firefight) -> None:
    for key, moved in enumerate(state.decoyed):
        if moved:
            state.set_at(fact.decoyed, key, Hexes(0), "FF-SEQ.1")
