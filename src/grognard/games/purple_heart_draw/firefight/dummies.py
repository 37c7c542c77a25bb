"""PHD-C5.31.b.ff: what lies under a "?" of a TM Scenario and does not fight: dummies, and cloaked Reserves
until they wake.
"""

from __future__ import annotations

from grognard.core.hexes import NOWHERE, OFF, Hex, Hexes, members

from ..board import GRID
from ..pieces import SIDES
from . import vehicles
from .forces import ADJECTIVE, ENEMY, OF_SIDE, VEHICLES_OF
from .position import CONCEALED, HIDDEN, V_BARRED, V_DUE, Firefight, fact

WAKES_WITHIN = 3  # PHD-C5.31.act: hexes from a Known enemy


def lurking(state: Firefight, n: int) -> int:
    """The hexes with a "?" of a side that covers no unit that fights."""
    if not state.card.is_mission:
        return 0
    found = int(state.dummies[n])
    for unit in members(state.cloaked[n]):
        found |= 1 << state.cloaks[unit]
    for vehicle in asleep(state, SIDES[n]):
        found |= 1 << state.vehicle_cloaks[vehicle]
    return found


def asleep(state: Firefight, side: str) -> list[int]:
    """The vehicles of a side's Reserve that have not been woken."""
    return [v for v in VEHICLES_OF[side] if state.vehicle_cloaks[v] >= 0]


def settle_dummies(state: Firefight, clause: str) -> None:
    """Reserves near a Known enemy wake; dummies that an enemy has come upon are gone."""
    if not state.card.is_mission:
        return
    for n, side in enumerate(SIDES):
        if state.cloaked[n] or asleep(state, side):
            _wake(state, n, side)
        if state.dummies[n]:
            take_off(state, side, _met(state, ENEMY[side]), clause)


def _wake(state: Firefight, n: int, side: str) -> None:
    """PHD-C5.31.act: no longer cloaked, still concealed, where it was set up."""
    foes = 0
    for unit in members(state.open & OF_SIDE[ENEMY[side]]):
        foes |= 1 << state.at[unit] if state.at[unit] >= 0 else 0
    near = GRID.within(foes | vehicles.hexes_of(state, ENEMY[side]), WAKES_WITHIN)
    for unit in members(state.cloaked[n]):
        if near >> state.cloaks[unit] & 1:
            wake(state, unit, n)
    for vehicle in asleep(state, side):
        if near >> state.vehicle_cloaks[vehicle] & 1:
            wake_vehicle(state, vehicle)


def wake(state: Firefight, unit: int, n: int) -> None:
    """A Reserve comes onto the map under its "?"."""
    state.set_at(fact.cloaked, n, state.cloaked[n] & ~(1 << unit), "PHD-C5.31.b.ff")
    state.set_at(fact.at, unit, Hex(state.cloaks[unit]), "PHD-C5.31.b.ff")
    state.set_at(fact.flags, unit, state.flags[unit] | CONCEALED, "PHD-C5.31.b.ff")
    words = "the Reserve in {} is awake"
    state.note("PHD-C5.31.b.ff", words, GRID.name[state.at[unit]], to=SIDES[n], kind="reveal")


def wake_vehicle(state: Firefight, vehicle: int) -> None:
    """A vehicle of a Reserve is on the map, where all see it (FF-O14)."""
    at = Hex(state.vehicle_cloaks[vehicle])
    state.set_at(fact.vehicle_cloaks, vehicle, OFF, "PHD-C5.31.b.ff")
    vehicles.clear(state, vehicle, V_DUE | V_BARRED, "PHD-C5.31.b.ff")
    state.set_at(fact.vehicle_at, vehicle, at, "PHD-C5.31.b.ff")
    words = "{} of the Reserve in {} is awake"
    state.note("PHD-C5.31.b.ff", words, vehicles.name(state, vehicle), GRID.name[at], kind="reveal")


def _met(state: Firefight, side: str) -> int:
    """The hexes that units and vehicles of a side have entered, hidden ones not counted."""
    found = 0
    for unit in state.mustered[side]:
        if state.at[unit] >= 0 and not state.flags[unit] & HIDDEN:
            found |= 1 << state.at[unit]
    return found | vehicles.hexes_of(state, side)


def under_fire(state: Firefight, side: str, hex_: int, works: bool, clause: str) -> None:
    """PHD-C5.31.act: a Reserve that is attacked wakes; ASL-A12.14.b: dummies are lost to a PTC or better."""
    n = SIDES.index(side)
    for unit in members(state.cloaked[n]) if state.cloaked[n] else ():
        if state.cloaks[unit] == hex_:
            wake(state, unit, n)
    for vehicle in asleep(state, side) if state.card.is_mission else ():
        if state.vehicle_cloaks[vehicle] == hex_:
            wake_vehicle(state, vehicle)
    if works:
        take_off(state, side, 1 << hex_, clause)


def take_off(state: Firefight, side: str, hexes: int, clause: str) -> None:
    """Dummies in these hexes are known for what they are."""
    n = SIDES.index(side)
    gone = state.dummies[n] & hexes if state.dummies[n] else NOWHERE
    if gone:
        state.set_at(fact.dummies, n, Hexes(state.dummies[n] & ~gone), clause)
        state.set_at(fact.shrouds, n, Hexes(state.shrouds[n] & ~gone), clause)
        names = ", ".join(GRID.names(gone))
        state.note(clause, "a {} dummy in {} is gone", ADJECTIVE[side], names, kind="reveal")
