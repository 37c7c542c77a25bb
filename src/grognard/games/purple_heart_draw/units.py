"""Questions about units and their hexes, and the small changes of a unit that many steps make."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.core.facts import Roll as Roll
from grognard.core.hexes import OFF, Hex, Hexes, members
from grognard.core.ruling import GrognardError
from grognard.core.stacking import loads, over

from .board import GRID
from .gear import drop, lose_gear
from .moves import Harden as Harden
from .moves import Hide as Hide
from .moves import Join as Join
from .moves import Move as Move
from .moves import Place as Place
from .pieces import (
    BROKEN,
    CLOAKED,
    CONCEALED,
    COVERED,
    CREW,
    ENEMY,
    FLAG,
    GUN_VP,
    HEXES,
    HIDDEN,
    KINDS,
    LIMITS,
    MMC,
    NAMES,
    NOT_GOOD_ORDER,
    NUMBER,
    OF_SIDE,
    PLACED,
    PRISONER,
    PRISONER_MULTIPLIER,
    SIDE,
    SIDES,
    SMC,
    STUCK,
    UNIT_NOTE,
    VEHICLE,
    WOUNDED,
    has_mark,
    is_gun,
    marked,
    title_of,
)
from .position import NO_FACING, Each, HexesOf, PurpleHeartDraw, SideOf, fact, own, unwatched

# ---------------------------------------------------------------- asking


def on_map(state: PurpleHeartDraw, side: str) -> list[int]:
    return [u for u in members(own(state, side)) if state.at[u] >= 0]


def exited(state: PurpleHeartDraw, side: str) -> list[int]:
    """PHD-TM8: units that left by their map edge and are not back."""
    return [u for u in members(own(state, side)) if state.exit[u] >= 0]


def type_of(state: PurpleHeartDraw, unit: int) -> str:
    return KINDS[state.kind[unit]].type


def is_mmc(state: PurpleHeartDraw, unit: int) -> bool:
    return type_of(state, unit) in MMC


def is_infantry(state: PurpleHeartDraw, unit: int) -> bool:
    return type_of(state, unit) != VEHICLE


def is_vehicle(state: PurpleHeartDraw, unit: int) -> bool:
    return type_of(state, unit) == VEHICLE


def good_order(state: PurpleHeartDraw, unit: int) -> bool:
    return not state.status[unit] & NOT_GOOD_ORDER


def is_mobile(state: PurpleHeartDraw, unit: int) -> bool:
    return not state.status[unit] & STUCK


def has_gun(state: PurpleHeartDraw, unit: int) -> bool:
    return any(is_gun(gear) for gear in state.gear[unit])


def is_gun_crew(state: PurpleHeartDraw, unit: int) -> bool:
    """PHD-C5.13: a crew with its Gun; another MMC that has taken one over is none."""
    return type_of(state, unit) == CREW and has_gun(state, unit)


def in_hex(state: PurpleHeartDraw, side: str, hex_: int) -> list[int]:
    return [u for u in members(own(state, side)) if state.at[u] == hex_ and not state.status[u] & PRISONER]


def half_squads(state: PurpleHeartDraw, units: Iterable[int]) -> int:
    return sum(KINDS[state.kind[u]].half_squads for u in units)


WAKES_WITHIN = HEXES["reserve_wakes"]  # PHD-C5.31.act
REVEALED = "="  # PHD-TM15: the mark of a Gun that was hidden and revealed
STACK_HS = int(LIMITS["stack"]["half_squads"])  # PHD-C5.13.a
STACK_VEHICLES = int(LIMITS["stack"]["vehicles"])  # PHD-Z12


def hexes_with_room(state: PurpleHeartDraw, side: str, wanted: int, vehicles: int = 0) -> int:
    """PHD-C5.13.a: hexes in which so many half-squad equivalents and vehicles more would not overstack, own
    units alone considered.
    """
    units = [u for u in on_map(state, side) if not state.status[u] & PRISONER]
    full = over(STACK_HS - wanted, squads_by_hex(state, units)) if wanted else 0
    if vehicles:
        full |= over(STACK_VEHICLES - vehicles, vehicles_by_hex(state, units))
    return GRID.all & ~full


def squads_by_hex(state: PurpleHeartDraw, units: Iterable[int]) -> dict[int, int]:
    """Half-squad equivalents in each hex."""
    return loads((state.at[u], KINDS[state.kind[u]].half_squads) for u in units)


def vehicles_by_hex(state: PurpleHeartDraw, units: Iterable[int]) -> dict[int, int]:
    return loads((state.at[u], 1) for u in units if KINDS[state.kind[u]].type == VEHICLE)


def room_for(state: PurpleHeartDraw, side: str) -> HexesOf:
    """Room for one unit, worked out once a size."""
    rooms: dict[tuple[int, bool], int] = {}

    def hexes_for(unit: int) -> int:
        key = (
            KINDS[state.kind[unit]].half_squads + half_squads(state, riders_of(state, unit)),
            is_vehicle(state, unit),
        )
        if key not in rooms:
            rooms[key] = hexes_with_room(state, side, *key)
        return rooms[key]

    return hexes_for


def with_room(side_of: SideOf) -> Each:
    """PHD-C5.13.a"""
    return lambda state, frame: room_for(state, side_of(state, frame))


def display_name(state: PurpleHeartDraw, unit: int) -> str:
    """The name of a unit as every text prints it: 6-6-6 (u006)."""
    return title_of(state.kind[unit], NAMES[unit])


def note_unit(
    state: PurpleHeartDraw, clause: str, unit: int, words: str, others: tuple[int, ...] = ()
) -> None:
    """A line of the log about a unit: for its owner alone while the unit is covered. `others`: units it tells
    of as well.
    """
    to = None if state.open >> unit & 1 else SIDE[unit]
    state.note(clause, "{} {}", display_name(state, unit), words, unit, *others, to=to, kind=UNIT_NOTE)


def concede(state: PurpleHeartDraw, side: str) -> None:
    """PHD-C2.TMSCEN: the TM ends when a side concedes; the other has won."""
    state.end_game(ENEMY[side], "conceded", "PHD-C2.TMSCEN")


# ---------------------------------------------------------------- changing


def flag(state: PurpleHeartDraw, unit: int, on: int, off: int, clause: str) -> None:
    if state.status[unit] & off & HIDDEN and has_gun(state, unit):
        remember_gun(state, unit)
    state.set_at(fact.status, unit, state.status[unit] & ~off | on, clause)


def remember_gun(state: PurpleHeartDraw, unit: int) -> None:
    """PHD-TM15: a HIP Gun that was revealed is marked: it may never hide again."""
    gear = tuple(marked(g, REVEALED) if is_gun(g) else g for g in state.gear[unit])
    state.set_at(fact.gear, unit, gear, "PHD-TM15")


def muster(
    state: PurpleHeartDraw, side: str, kind: str, gear: tuple[str, ...], group: int, clause: str
) -> int:
    """PHD-C2.RG: a new unit, off the map."""
    free = ~state.used & OF_SIDE[side]
    if not free:
        raise GrognardError(f"the {side} side has no counters left")
    unit = (free & -free).bit_length() - 1
    forget(state, unit, clause)
    state.set_at(fact.kind, unit, kind, clause)
    state.set_at(fact.gear, unit, gear, clause)
    state.set_at(fact.group, unit, group, clause)
    return unit


def turn_into(state: PurpleHeartDraw, unit: int, kind: str, clause: str) -> None:
    state.set_at(fact.kind, unit, kind, clause)


def put(state: PurpleHeartDraw, unit: int, hex_: Hex, clause: str) -> None:
    """A unit stands there now, its Riders with it; Hull Down and Wall Advantage stay behind."""
    if state.status[unit] & PLACED and state.at[unit] != hex_:
        flag(state, unit, 0, PLACED, clause)
    state.set_at(fact.at, unit, hex_, clause)
    if hex_ >= 0:
        state.set_at(fact.exit, unit, OFF, clause)
    if state.riding:
        if state.aboard[unit] >= 0 and state.at[state.aboard[unit]] != hex_:
            state.set_at(fact.aboard, unit, -1, clause)
        for u in riders_of(state, unit):
            state.set_at(fact.at, u, hex_, clause)
            state.set_at(fact.exit, u, state.exit[unit], clause)


def riders_of(state: PurpleHeartDraw, unit: int) -> list[int]:
    """SideOf is on a vehicle."""
    return [u for u in members(state.riding) if state.aboard[u] == unit] if state.riding else []


def with_riders(state: PurpleHeartDraw, units: Iterable[int]) -> list[int]:
    """PHD-C5.7: Riders who stayed on go with their vehicle, and share what befalls it; the vehicle first."""
    return [u for unit in units for u in (unit, *riders_of(state, unit))]


def dismount(state: PurpleHeartDraw, unit: int, clause: str) -> None:
    if state.aboard[unit] >= 0:
        state.set_at(fact.aboard, unit, -1, clause)


def leave_map(state: PurpleHeartDraw, unit: int, hex_: int, clause: str) -> None:
    """PHD-TM8: out for this scenario, and bound to the hex it left by; who rides on it goes with it."""
    flag(state, unit, FLAG["exited"], 0, clause)
    state.set_at(fact.exit, unit, Hex(hex_), clause)
    put(state, unit, OFF, clause)


def show(state: PurpleHeartDraw, unit: int, clause: str) -> None:
    """A unit is uncovered: the enemy sees it."""
    flag(state, unit, 0, COVERED, clause)
    if not state.open >> unit & 1:
        state.add(fact.open, 1 << unit, clause)
    if state.riding >> unit & 1 and not state.open >> state.aboard[unit] & 1:
        show(state, state.aboard[unit], clause)  # a side that sees the Rider sees the vehicle


def wake(state: PurpleHeartDraw, unit: int) -> None:
    """PHD-C5.31.act: a Reserve wakes: no longer cloaked, still concealed."""
    flag(state, unit, CONCEALED, CLOAKED, "PHD-C5.31.act")
    note_unit(state, "PHD-C5.31.act", unit, "is no longer In Reserve")


def wake_near(state: PurpleHeartDraw) -> None:
    """PHD-C5.31.act: every Reserve with a Known enemy unit within 3 hexes, LOS or not."""
    for side in SIDES:
        foes = 0
        for u in members(own(state, ENEMY[side]) & state.open):
            foes |= 1 << state.at[u] if state.at[u] >= 0 and not state.status[u] & PRISONER else 0
        near = GRID.within(foes, WAKES_WITHIN) if foes else 0
        for u in on_map(state, side) if near else ():
            if state.status[u] & CLOAKED and near >> state.at[u] & 1:
                wake(state, u)


def forget(state: PurpleHeartDraw, unit: int, clause: str) -> None:
    """The enemy no longer knows what a unit is or where."""
    state.remove(fact.open, 1 << unit, clause)


def cover_up(state: PurpleHeartDraw, unit: int, how: int, clause: str) -> None:
    """A unit is concealed, hidden or cloaked: the enemy no longer knows what it is or where."""
    flag(state, unit, how, COVERED & ~how, clause)
    forget(state, unit, clause)
    for u in riders_of(state, unit):
        if state.open >> u & 1:
            cover_up(state, u, how, clause)


def show_cover(state: PurpleHeartDraw, side: str, clause: str) -> None:
    """Lays out the concealed counters of a side, when it has finished moving them."""
    n, hexes = NUMBER[side], 0
    for u in on_map(state, side):
        if state.status[u] & COVERED & ~HIDDEN:
            hexes |= 1 << state.at[u]
    state.set_at(fact.cover, n, Hexes(hexes | state.dummies[n]), clause)


def worth(state: PurpleHeartDraw, unit: int, having: Iterable[str] | None = None) -> int:
    """PHD-C1.2: the CVP of a unit, the Guns lost with it; an Armour Leader counts with the vehicle."""
    points = KINDS[state.kind[unit]].vp
    for gear in state.gear[unit] if having is None else having:
        if is_gun(gear) and not has_mark(gear, "^"):
            points += GUN_VP
        elif gear.startswith("AL"):
            points += KINDS[gear[2:]].vp
        elif gear == "MA!" or gear == "MAx":
            points -= 1  # A26.2: without its main armament it is worth one less
    return points


def credit(state: PurpleHeartDraw, unit: int, points: int, clause: str, prisoner: bool = False) -> None:
    """PHD-C5.1: a loss counts for the enemy in the scenario just played."""
    n = NUMBER[ENEMY[SIDE[unit]]]
    if unwatched(state):  # the enemy is told when it looks again
        return state.set_at(fact.owed, 1 - n, state.owed[1 - n] + points, clause)
    state.set_at(fact.cvp, n, state.cvp[n] + points, clause)
    if prisoner:
        state.set_at(fact.cvp_prisoners, n, state.cvp_prisoners[n] + points, clause)
    return None


def tell_losses(state: PurpleHeartDraw, side: str, clause: str) -> None:
    """Show what a side lost unseen."""
    n = NUMBER[side]
    if state.owed[n]:
        state.set_at(fact.cvp, 1 - n, state.cvp[1 - n] + state.owed[n], clause)
        state.set_at(fact.owed, n, 0, clause)
    if state.unseen[n]:
        state.set(fact.wrecks, (*state.wrecks, *state.unseen[n]), clause)
        state.set_at(fact.unseen, n, (), clause)


def remove(state: PurpleHeartDraw, unit: int, clause: str) -> None:
    """Takes a unit out of the game and empties its place."""
    state.set_at(fact.kind, unit, "", clause)
    state.set_at(fact.at, unit, OFF, clause)
    state.set_at(fact.exit, unit, OFF, clause)
    state.set_at(fact.status, unit, 0, clause)
    state.set_at(fact.gear, unit, (), clause)
    state.set_at(fact.group, unit, 0, clause)
    state.set_at(fact.row, unit, 0, clause)
    state.set_at(fact.lane, unit, -1, clause)
    state.set_at(fact.facing, unit, NO_FACING, clause)
    state.set_at(fact.depleted, unit, "", clause)
    dismount(state, unit, clause)
    for u in riders_of(state, unit):
        dismount(state, u, clause)
    forget(state, unit, clause)


def eliminate(
    state: PurpleHeartDraw,
    unit: int,
    clause: str,
    wreck: bool = True,
    cvp: bool = True,
    because: str = "is eliminated",
) -> None:
    """PHD-C5.1: a unit is lost; a vehicle leaves its wreck (PHD-C5.14.note5)."""
    note_unit(state, clause, unit, because)
    side, n = SIDE[unit], NUMBER[SIDE[unit]]
    gear = drop(state, unit, clause) if wreck else list(state.gear[unit])
    if cvp:
        credit(state, unit, worth(state, unit, gear), clause)
    if is_vehicle(state, unit):
        if wreck and state.at[unit] >= 0:
            name = state.kind[unit] + ("*" if state.status[unit] & FLAG["burning"] else "")
            left = (name, state.at[unit])
            if unwatched(state):
                state.set_at(fact.unseen, n, (*state.unseen[n], left), clause)
            else:
                state.set(fact.wrecks, (*state.wrecks, left), clause)
    elif type_of(state, unit) == CREW:
        state.set_at(fact.crews_lost, n, state.crews_lost[n] + 1, clause)
    lose_gear(state, side, gear, clause)
    remove(state, unit, clause)


def capture(state: PurpleHeartDraw, unit: int, clause: str) -> None:
    """PHD-C1.2: a prisoner counts double; the weapons are lost to the side by capture."""
    note_unit(state, clause, unit, "is taken prisoner")
    dropped = drop(state, unit, clause)
    credit(state, unit, worth(state, unit, dropped) * PRISONER_MULTIPLIER, clause, prisoner=True)
    state.set_at(fact.gear, unit, (), clause)
    show(state, unit, clause)
    dismount(state, unit, clause)
    flag(state, unit, PRISONER, BROKEN | FLAG["melee"] | FLAG["encircled"], clause)  # it fights no more


def casualty(state: PurpleHeartDraw, unit: int, clause: str) -> None:
    """PHD-R22: a squad becomes its HS, a HS or crew is lost, a leader wounded, a wounded one lost."""
    kind = KINDS[state.kind[unit]]
    if kind.half:
        note_unit(state, clause, unit, f"is Casualty Reduced to {kind.half}")
        credit(state, unit, kind.vp - KINDS[kind.half].vp, clause)
        turn_into(state, unit, kind.half, clause)
    elif kind.type in SMC and kind.type != "hero" and not state.status[unit] & WOUNDED:
        note_unit(state, clause, unit, "is wounded")
        flag(state, unit, WOUNDED, 0, clause)
    else:
        eliminate(state, unit, clause)


def replaced(state: PurpleHeartDraw, unit: int, clause: str) -> None:
    """PHD-R22, PHD-C5.14.note2: one step down the ladder; who would be Disrupted is Casualty Reduced
    instead.
    """
    kind = KINDS[state.kind[unit]]
    if kind.worse and not kind.engineer:
        note_unit(state, clause, unit, f"is Replaced by {kind.worse}")
        turn_into(state, unit, kind.worse, clause)
    else:
        casualty(state, unit, "PHD-C5.14.note2")


def hardens(state: PurpleHeartDraw, unit: int, clause: str) -> None:
    """A15.3, PHD-MSR7: one step up; at the top an MMC is Fanatic in the next TM Scenario. Once a
    Consolidation Phase.
    """
    kind = KINDS[state.kind[unit]]
    if kind.better:
        note_unit(state, clause, unit, f"Battle Hardens to {kind.better}")
        turn_into(state, unit, kind.better, clause)
        flag(state, unit, FLAG["hardened"], 0, clause)
    elif kind.type in MMC:
        note_unit(state, clause, unit, "is Fanatic in the next TM Scenario")
        flag(state, unit, FLAG["hardened"] | FLAG["fanatic"], 0, clause)


def can_harden(state: PurpleHeartDraw, unit: int) -> bool:
    """PHD-R23: crews never do, and no unit twice in one Consolidation Phase."""
    kind = KINDS[state.kind[unit]]
    return kind.type in ("squad", "half_squad") and not state.status[unit] & (FLAG["hardened"] | PRISONER)


def members_of(state: PurpleHeartDraw, side: str, group: int | None, type_: str) -> list[int]:
    """The units of a type a side has, of one group or of all."""
    return [
        u
        for u in members(own(state, side))
        if (group is None or state.group[u] == group) and type_of(state, u) == type_
    ]
