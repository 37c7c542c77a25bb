"""TLD-S.17, kernel.toml [combat.retreat]: the owner takes a beaten unit back, hex by hex."""

from __future__ import annotations

from msgspec.structs import replace

from grognard.core.after_combat import retreat_phase
from grognard.core.caching import once_a_position
from grognard.core.hexes import members, set_of
from grognard.core.procedure import Auto, Screen, Step

from .board import GRID, LAND, NEAR, step_cost
from .command import zone
from .pieces import ENEMY, HQ, LABEL, NAMES, OF_SIDE, ROAD_ONLY, SIDE
from .position import LongestDay, Retreat
from .stacking import fits
from .verbs import Withdraw, disrupt, eliminate, place, stir, unguarded


def retreat(state: LongestDay, unit: int, origin: int, length: int) -> None:
    state.call(Retreat(unit=unit, origin=origin, length=length), "TLD-S.17")  # type: ignore[arg-type]


def open_hexes(state: LongestDay, unit: int) -> int:
    """Land without enemy combat units; enemy zones only where a friend stands; for an HQ no hex of another HQ
    (TLD-B.1.a)."""
    side, enemy = SIDE[unit], ENEMY[SIDE[unit]]
    free = LAND & ~state.held[enemy] & (~zone(state, enemy) | state.occupied[side])
    if HQ >> unit & 1:
        for other in members(state.on_map & HQ & OF_SIDE[side] & ~(1 << unit)):
            free &= ~(1 << state.at[other])
    return free


def steps_from(unit: int, hex_: int, origin: int, free: int) -> list[int]:
    """Next hexes as far from the hex attacked as this one, or farther."""
    least, wheels = GRID.distance(hex_, origin), bool(ROAD_ONLY >> unit & 1)
    return [
        h
        for h in members(NEAR[hex_] & free)
        if GRID.distance(h, origin) >= max(least, 1) and step_cost(hex_, h, False, wheels) is not None
    ]


def leads_out(state: LongestDay, unit: int, hex_: int, origin: int, left: int, free: int) -> bool:
    """Whether a retreat of so many more steps can be made from a hex and end with room."""
    if left == 0:
        return fits(state, unit, hex_)
    return any(
        leads_out(state, unit, h, origin, left - 1, free) for h in steps_from(unit, hex_, origin, free)
    )


@once_a_position
def way_out(state: LongestDay, frame: Retreat) -> int:
    """The next hexes from which the whole retreat can still be made."""
    unit, origin, left = frame.unit, frame.origin, frame.length - frame.gone
    at = state.at[unit]
    if left <= 0 or at < 0:
        return 0
    free = open_hexes(state, unit)
    steps = steps_from(unit, at, origin, free)
    return set_of(h for h in steps if leads_out(state, unit, h, origin, left - 1, free))


def only_farther(state: LongestDay, frame: Retreat) -> bool:
    """Whether every hex at the proper distance is full, and one hex farther there is room."""
    return (
        frame.gone == 0
        and state.at[frame.unit] >= 0
        and not way_out(state, frame)
        and bool(way_out(state, replace(frame, length=frame.length + 1)))
    )


def go_farther(state: LongestDay, frame: Retreat) -> None:
    state.update("TLD-S.17", length=frame.length + 1)


def no_way_out(state: LongestDay, frame: Retreat) -> bool:
    return state.at[frame.unit] >= 0 and frame.gone < frame.length and not way_out(state, frame)


def lost(state: LongestDay, frame: Retreat) -> None:
    clause = "TLD-B.1.a" if HQ >> frame.unit & 1 else "TLD-S.17"
    state.note(
        clause,
        "{} cannot retreat {} hexes and is eliminated",
        NAMES[frame.unit],
        frame.length,
        kind="no_retreat",
    )
    hex_ = state.at[frame.unit]
    eliminate(state, frame.unit, clause)
    unguarded(state, hex_, SIDE[frame.unit])


def withdraw(state: LongestDay, frame: Retreat, unit: int, hex_: int) -> None:
    """TLD-B.7: supply units left behind are lost."""
    left = state.at[unit]
    stir(state, 1 << unit, "TLD-S.17")
    place(state, unit, hex_, "TLD-S.17")
    disrupt(state, unit)
    state.replace(replace(frame, gone=frame.gone + 1), "TLD-S.17")
    unguarded(state, left, SIDE[unit])


BARRED: tuple[Screen[LongestDay, Retreat], ...] = (
    Screen("TLD-S.17", "{hex} is sea", lambda state, frame: LAND, implied=True),
    Screen(
        "TLD-S.17",
        "{hex} is enemy-occupied",
        lambda state, frame: ~state.held[ENEMY[SIDE[frame.unit]]],
        implied=True,
    ),
    Screen(
        "TLD-S.4",
        "{hex} is in an enemy zone of control and holds no friendly unit",
        lambda state, frame: open_hexes(state, frame.unit) | ~zone(state, ENEMY[SIDE[frame.unit]]),
        implied=True,
    ),
)
RETREAT: tuple[Step[LongestDay, Retreat], ...] = (
    Auto(clause="TLD-S.17", do=go_farther, due=only_farther),
    Auto(clause="TLD-S.17", do=lost, due=no_way_out),
    retreat_phase(
        clause="TLD-S.17",
        verb=Withdraw,
        names=NAMES,
        labels=LABEL,
        owner=SIDE.__getitem__,
        on_map=lambda state: state.on_map,
        beside=lambda state, frame: NEAR[state.at[frame.unit]] if state.at[frame.unit] >= 0 else 0,
        barred=BARRED,
        way_out=way_out,
        withdraw=withdraw,
    ),
)
