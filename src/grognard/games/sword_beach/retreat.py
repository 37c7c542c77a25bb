"""FM-7.7: the owner takes a beaten unit back, hex by hex."""

from __future__ import annotations

from msgspec.structs import replace

from grognard.core.after_combat import retreat_phase
from grognard.core.hexes import Hex
from grognard.core.procedure import Auto, Screen, Step

from .board import GRID, NEAR
from .movement import no_ground, room_for_unit
from .pieces import AIRBORNE, COMMANDO, ENEMY, LABEL, NAMES, SIDE
from .position import Retreat, SwordBeach
from .verbs import Withdraw, eliminate, place, zoc


def retreat(state: SwordBeach, unit: int, origin: Hex, length: int, heed_zoc: bool) -> None:
    """Starts a retreat; with the reading of SB-J36 turned round, GT 1 landers cannot make one."""
    grounded = (
        state.turn < 2 and (state.landed | AIRBORNE) >> unit & 1 and not state.options.landed_may_retreat
    )
    if grounded:
        eliminate(state, unit, "SB-J36")
    else:
        state.call(Retreat(unit=unit, origin=origin, length=length, heed_zoc=heed_zoc), "FM-7.7.1")


def heeds(frame: Retreat) -> bool:
    """FM-6.2.1 but for SB-11.2.2.6.e, and never for commandos (SB-11.2.3.1.f)."""
    return frame.heed_zoc and not COMMANDO >> frame.unit & 1


def way_out(state: SwordBeach, frame: Retreat) -> int:
    """The next hexes from which the full retreat can still be made (FM-7.7.1, FM-7.7.2)."""
    unit, side = frame.unit, SIDE[frame.unit]
    free = state.land & ~state.occupied[ENEMY[side]]
    if heeds(frame):
        free &= ~zoc(state, ENEMY[side])
    layers = [1 << state.at[unit]]
    for distance in range(frame.gone, frame.length):
        farther = ~GRID.within(1 << frame.origin, distance)
        layers.append(GRID.near(layers[-1]) & free & farther)
    good = layers.pop() & room_for_unit(state, unit)
    while len(layers) > 1:
        good = layers.pop() & GRID.near(good)
    return good


def room_at_the_end(state: SwordBeach, frame: Retreat) -> int:
    """FM-7.7.2: of the last hex of a retreat, those in which the unit may end."""
    return room_for_unit(state, frame.unit) if frame.gone + 1 == frame.length else -1


def no_way_out(state: SwordBeach, frame: Retreat) -> bool:
    return state.steps[frame.unit] > 0 and not way_out(state, frame)


def lost(state: SwordBeach, frame: Retreat) -> None:
    state.note("FM-7.7.3", "{} cannot retreat {} hexes", LABEL[frame.unit], frame.length, kind="no_retreat")
    eliminate(state, frame.unit, "FM-7.7.3")


def withdraw(state: SwordBeach, frame: Retreat, unit: int, hex_: Hex) -> None:
    place(state, unit, hex_, "FM-7.7.1")
    state.replace(replace(frame, gone=frame.gone + 1), "FM-7.7.1")


def _barred() -> tuple[Screen[SwordBeach, Retreat], ...]:
    """FM-6.2.1, FM-7.7.1, FM-7.7.2: what no hex of a retreat may be."""
    held = "{hex} holds a friendly unit, and the retreat would end there"
    return (
        Screen("FM-7.7.2", no_ground, lambda state, frame: state.land, implied=True),
        Screen(
            "FM-7.7.2",
            "{hex} is enemy-occupied",
            lambda state, frame: ~state.occupied[ENEMY[SIDE[frame.unit]]],
            implied=True,
        ),
        Screen(
            "FM-6.2.1",
            "{hex} is in an enemy zone of control",
            lambda state, frame: ~zoc(state, ENEMY[SIDE[frame.unit]]) if heeds(frame) else -1,
            implied=True,
        ),
        Screen("FM-7.7.2", held, room_at_the_end, implied=True),
        Screen(
            "FM-7.7.1",
            "{hex} is no farther from where the retreat began",
            lambda state, frame: ~GRID.within(1 << frame.origin, frame.gone),
            implied=True,
        ),
    )


RETREAT: tuple[Step[SwordBeach, Retreat], ...] = (
    Auto(clause="FM-7.7.3", do=lost, due=no_way_out),
    retreat_phase(
        clause="FM-7.7.1",
        verb=Withdraw,
        names=NAMES,
        labels=LABEL,
        owner=SIDE.__getitem__,
        on_map=lambda state: state.on_map,
        beside=lambda state, frame: NEAR[state.at[frame.unit]],
        barred=_barred(),
        way_out=way_out,
        withdraw=withdraw,
    ),
)
